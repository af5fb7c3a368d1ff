"""``tactica rules``: browse the rulebooks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ..common import UserError, console, say, wait_until_compiled, write_json
from ..naming import close_addresses
from . import completing
from .options import Json
from .overriding import knobs

if TYPE_CHECKING:
    from ...envs.core.rulebook import Knob
    from ...envs.core.ruleset import Ruleset

CITED = re.compile(r"@clause\(([^)]*)\)")
QUOTED = re.compile(r"[\"']([a-z0-9_.]+)[\"']")
TEST = re.compile(r"\s*(?:async )?def (test_\w+)")


def rules(
    ruleset: Annotated[
        str | None,
        typer.Argument(help="A ruleset; or a clause or word.", autocompletion=completing.rulesets_and_clauses),
    ] = None,
    word: Annotated[str | None, typer.Argument(help="A clause (parry.shield), a chapter (parry) or a word.")] = None,
    fired: Annotated[
        str | None,
        typer.Option(
            "--fired",
            autocompletion=completing.words("standard"),
            help="Count how often each clause takes effect: in 'standard' games (takes minutes), or in a tournament's folder.",
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="With --fired FOLDER: games per pairing and scenario.")] = 2,
    rule: Annotated[
        list[str] | None,
        typer.Option(help="With --fired standard: change a number or a ruling: clause.param=value; repeat for more."),
    ] = None,
    json: Json = None,
) -> None:
    """Browse the rules: statements, knobs and values, rulings, the code and the tests of each clause.

    Without arguments: list the rulesets. With a ruleset: list its clauses. An address shows one clause; any other word is
    searched in addresses, headings, statements and knobs. The word tables lists the tables; their cells are knobs, too.

    Example: [bold]tactica rules wfrp1 parry.shield[/], [bold]tactica rules wfrp1 tables.melee_weapons[/],
    [bold]tactica rules wfrp1 --fired standard[/]
    """
    from ...envs import rulesets

    if fired is not None:
        if ruleset is None:
            raise UserError(f"--fired needs a ruleset: tactica rules {rulesets.names()[0]} --fired {fired}")
        show_fired(rulesets.get(ruleset), fired, games, knobs(rule), json)
        return
    if rule:
        raise UserError("--rule belongs to --fired standard, which plays games")
    if ruleset is None:
        list_rulesets()
        write_json([about(rulesets.get(slug)) for slug in rulesets.names()], json)
        return
    if ruleset not in rulesets.names():
        if word is not None or not _is_about(ruleset):
            rulesets.get(ruleset)
        ruleset, word = ("" if "." not in ruleset else ruleset.split(".")[0]), ruleset
        among = [ruleset] if ruleset in rulesets.names() else rulesets.names()
    else:
        among = [ruleset]
    if word is None:
        one = rulesets.get(among[0])
        list_clauses(one)
        if one.rulebook.tables:
            say(f"The cells of tables are knobs, too. To list the tables: tactica rules {one.slug} tables")
        if json is not None:
            write_json(clause_dicts(one, one.rulebook.clauses.values()), json)
        return
    shown = sum(look_up(rulesets.get(slug), word) for slug in among)
    if not shown:
        close = [one for slug in among for one in close_addresses(rulesets.get(slug).rulebook, word)]
        hint = f"; did you mean {', '.join(dict.fromkeys(close))}?" if close else ""
        raise UserError(f"no clause or knob of {', '.join(among)} matches {word!r}{hint}")
    if json is not None:
        write_json({slug: meant_by(rulesets.get(slug), word) for slug in among}, json)


def about(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset as JSON has it."""
    book = ruleset.rulebook
    return {
        "ruleset": ruleset.slug, "title": ruleset.title, "version": book.version, "rules": ruleset.rules_hash,
        "clauses": len(book.clauses), "knobs": len(book.addresses()),
    }  # fmt: skip


def clause_dicts(ruleset: Ruleset, clauses: Iterable[Any]) -> list[dict[str, Any]]:
    """Clauses as JSON has them."""
    texts = ("id", "heading", "title", "origin", "scope", "statement", "why", "decision", "ruling", "idle")
    coded = coded_in(ruleset)
    return [
        {name: " ".join(getattr(clause, name).split()) for name in texts}
        | {
            "readings": clause.readings,
            "knobs": [knob_dict(knob) for knob in clause.knobs.values()],
            "coded": [f"{entry.path}:{entry.line}" for entry in coded.get(clause.id, [])],
        }
        for clause in clauses
    ]


def knob_dict(knob: Knob) -> dict[str, Any]:
    """A knob as JSON has it."""
    return {
        "address": knob.address, "default": knob.default, "min": knob.min, "max": knob.max, "names": dict(knob.names),
        "note": knob.note,
    }  # fmt: skip


def meant_by(ruleset: Ruleset, word: str) -> dict[str, Any]:
    """What a word means in a ruleset, for JSON: clauses, knobs, and the table of that name; all tables for ``tables``."""
    short = word.lower().removeprefix(f"{ruleset.slug}.").rstrip(".")
    tables = ruleset.rulebook.tables
    wanted = sorted(tables) if short == "tables" else [short.removeprefix("tables.")]
    return {
        "clauses": clause_dicts(ruleset, matching(ruleset, word)),
        "knobs": [knob_dict(knob) for knob in knobs_about(ruleset, word)],
        "tables": {
            name: {"columns": tables[name].columns, "rows": tables[name].rows} for name in wanted if name in tables
        },
    }


def show_fired(
    ruleset: Ruleset, run: str, games: int, rules: dict[str, int | bool | str], json: Path | None = None
) -> None:
    """How often each clause took effect in a run, and why those that did not come into play did not."""
    from rich.table import Table

    from ..coverage import fired as counting

    if run == "standard":
        ruleset.rulebook.book(rules)  # report an invalid rule before playing anything
        sample = counting.standard(ruleset.slug, rules)
    elif Path(run).is_dir():
        if rules:
            raise UserError(f"{run} has its own rules; leave out --rule")
        sample = counting.of_tournament(Path(run), ruleset.slug, games)
    else:
        raise UserError(f"--fired {run!r} is neither 'standard' nor the folder of a tournament")
    wait_until_compiled(ruleset.slug)
    doing = f"counting in {sample.games} games per pairing and scenario ({len(sample.scenarios)}), which takes minutes"
    say(f"{doing} ...")
    with console.status(doing) as status:
        found = counting.fired(sample, lambda done, games: status.update(f"counted {done:,} of {games:,} games"))
    clauses = ruleset.rulebook.clauses
    table = Table(title=f"{ruleset.title}: {found.games} games, {found.decisions:,} decisions")
    for column in ("clause", "title", "took effect", "with others"):
        table.add_column(column, justify="left" if column in ("clause", "title") else "right")
    for clause, times in found.clauses.items():
        others = found.together[clause]
        table.add_row(
            clause, clauses[clause].title, f"{times:,}" if times else "never", f"{others:,}" if others else ""
        )
    console.print(table)
    say(f"{sample}", "dim")
    rest = "; why the others did not:" if found.never else ""
    say(f"{len(clauses) - len(found.never)} of {len(clauses)} clauses took effect{rest}")
    for clause in found.never:
        reason = " ".join(clauses[clause].idle.split())
        say(f"  {clause}: {reason or 'NO REASON GIVEN'}", "" if reason else "bold red")
    for clause in clauses:
        if clauses[clause].idle and found.clauses[clause]:
            say(f"  {clause} took effect, although the rulebook says why it does not", "bold red")
    counts = {
        clause: {"alone": times, "with others": found.together[clause]} for clause, times in found.clauses.items()
    }
    write_json({"games": found.games, "decisions": found.decisions, "clauses": counts}, json)


def _is_about(word: str) -> bool:
    """Whether any ruleset has a clause about this word."""
    from ...envs import rulesets

    found = (rulesets.get(slug) for slug in rulesets.names())
    return any(matching(ruleset, word) or knobs_about(ruleset, word) for ruleset in found)


def matching(ruleset: Ruleset, word: str) -> list[Any]:
    """The clauses a word may mean: that address, else that chapter, else those whose text has it."""
    clauses = ruleset.rulebook.clauses
    short = word.lower().removeprefix(f"{ruleset.slug}.")
    if short in clauses:
        return [clauses[short]]
    try:
        clause = ruleset.rulebook.knob(short).clause
    except ValueError:
        clause = ""
    if clause in clauses:
        return [clauses[clause]]
    chapter = [clause for key, clause in clauses.items() if key.startswith(f"{short}.")]
    return chapter or [
        clause
        for clause in clauses.values()
        if short in f"{clause.id} {clause.heading} {clause.title} {clause.statement}".lower()
    ]


def is_cell(knob: Knob) -> bool:
    """Whether a knob is a cell of a table."""
    return knob.address.startswith("tables.")


def knobs_about(ruleset: Ruleset, word: str) -> list[Knob]:
    """The knobs a word may mean: below that address, in that row of a table, else those whose address has it."""
    knobs = ruleset.rulebook.addresses()
    short = word.lower().removeprefix(f"{ruleset.slug}.").rstrip(".")
    below = [knob for address, knob in knobs.items() if f"{address}.".startswith(f"{short}.") and is_cell(knob)]
    row = short.replace(" ", "_")
    below = below or [knob for knob in knobs.values() if is_cell(knob) and knob.param.split(".")[0] == row]
    if below or matching(ruleset, word):
        return below
    return [knob for address, knob in knobs.items() if short in address]


def look_up(ruleset: Ruleset, word: str) -> int:
    """Show what a word means in a ruleset: one clause in full, several as a list, then knobs. Returns how many."""
    short = word.lower().removeprefix(f"{ruleset.slug}.").rstrip(".")
    if short == "tables":
        return list_tables(ruleset)
    found, knobs = matching(ruleset, word), knobs_about(ruleset, word)
    printed = ruleset.rulebook.tables.get(short.removeprefix("tables.")) if short.startswith("tables.") else None
    if printed is not None and not knobs:
        show_cells(short, {key: dict(zip(printed.columns[1:], map(str, cells[1:]), strict=True))
                           for key, cells in zip(printed.keys, printed.rows, strict=True)})  # fmt: skip
        say("None of these cells is a knob of its own.")
        return 1
    if len(found) == 1:
        show_clause(ruleset, found[0])
    elif found:
        list_clauses(ruleset, found)
    if found and knobs:
        say()
    tables: dict[str, list[Knob]] = {}
    for knob in knobs:
        tables.setdefault(knob.clause if is_cell(knob) else "", []).append(knob)
    for name, here in tables.items():
        if name and len({knob.param.split(".")[0] for knob in here}) > 1:
            show_table(name, here)
            continue
        for knob in here:
            say(f"{knob.address} = {_value(knob)}   [{_allowed(knob)}]{_note(knob)}")
    return len(found) + len(knobs)


def list_tables(ruleset: Ruleset) -> int:
    """The tables of a book: rows and columns. Returns how many there are."""
    from rich.table import Table

    tables = ruleset.rulebook.tables
    shown = Table(title=ruleset.title)
    shown.add_column("table", no_wrap=True)
    shown.add_column("rows", justify="right")
    shown.add_column("columns")
    for name, table in sorted(tables.items()):
        shown.add_row(f"tables.{name}", str(len(table.keys)), ", ".join(table.columns[1:]))
    if tables:
        console.print(shown)
        say(f"To show one: tactica rules {ruleset.slug} tables.{min(tables)}")
    return len(tables)


def show_table(name: str, cells: list[Knob]) -> None:
    """Cells of a table that are knobs."""
    values: dict[str, dict[str, str]] = {}
    for knob in cells:
        row, _, column = knob.param.partition(".")
        values.setdefault(row, {})[column] = _value(knob)
    show_cells(name, values)
    example = cells[0]
    say(f"Each cell is a knob, {name}.ROW.COLUMN, such as")
    say(f"{example.address} = {_value(example)}   [{_allowed(example)}]")


def show_cells(name: str, values: dict[str, dict[str, str]]) -> None:
    """A table in rows and columns, in as many parts as the terminal is too narrow for."""
    from rich.table import Table

    columns = list(dict.fromkeys(column for row in values.values() for column in row))
    wide = {
        column: max(len(text) for text in (*column.split("_"), *(row.get(column, "") for row in values.values())))
        for column in columns
    }
    head = max(map(len, values))
    while columns:
        here: list[str] = []
        left = console.width - head
        while columns and (not here or left >= wide[columns[0]] + 2):
            left -= wide[columns[0]] + 2
            here.append(columns.pop(0))
        shown = Table(box=None, pad_edge=False, header_style="bold")
        shown.add_column(name.removeprefix("tables.").replace("_", " "), style="bold", no_wrap=True, min_width=head)
        for column in here:
            shown.add_column(column.replace("_", " "), justify="right", min_width=wide[column])
        for row, found in values.items():
            shown.add_row(row, *(found.get(column, "") for column in here))
        console.print(shown)
        say()


def coded_in(ruleset: Ruleset) -> dict[str, list[Any]]:
    """Where each clause is coded; loads all modules of the ruleset."""
    from ...envs.core.compiler import jit
    from ...envs.rulesets.readme_table import where_coded

    where_coded(ruleset)
    found: dict[str, list[Any]] = {}
    for entry in jit.coded(ruleset.folder):
        found.setdefault(entry.clause.removeprefix(f"{ruleset.slug}."), []).append(entry)
    return found


def tests_folder() -> Path | None:
    """The project's tests, when this is a clone or the current folder has them."""
    import tactica

    for root in (Path(tactica.__file__).resolve().parent.parent, Path.cwd()):
        if (root / "tests" / "conftest.py").exists():
            return root / "tests"
    return None


def tested_in(ruleset: Ruleset, folder: Path | None) -> dict[str, list[str]]:
    """The tests that name each clause: ``file::test``."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")) if folder is not None else []:
        waiting: list[str] = []
        for line in file.read_text(encoding="utf-8").splitlines():
            if cited := CITED.search(line):
                waiting += QUOTED.findall(cited[1])
            elif (test := TEST.match(line)) is not None:
                for clause in waiting:
                    slug, _, short = clause.partition(".")
                    if slug == ruleset.slug:
                        found.setdefault(short, []).append(f"{file.relative_to(folder.parent)}::{test[1]}")  # type: ignore[union-attr]
                waiting = []
    return found


def list_rulesets() -> None:
    """All rulesets in one table."""
    from rich.table import Table

    from ...envs import rulesets

    table = Table("ruleset", "title", "clauses", "coded", "knobs")
    for slug in rulesets.names():
        one = rulesets.get(slug)
        coded = sum(clause in one.rulebook.clauses for clause in coded_in(one))
        table.add_row(slug, one.title, str(len(one.rulebook.clauses)), str(coded), str(len(one.rulebook.addresses())))
    console.print(table)


def list_clauses(ruleset: Ruleset, clauses: list[Any] | None = None) -> None:
    """Clauses in one table."""
    from rich.table import Table
    from rich.text import Text

    coded, tested = coded_in(ruleset), tested_in(ruleset, tests_folder())
    table = Table(title=ruleset.title, caption="coded, tests: number of functions and tests that name the clause")
    for column in ("clause", "title", "origin", "coded", "tests", "knobs"):
        justify: Literal["left", "right"] = "right" if column in ("coded", "tests", "knobs") else "left"
        table.add_column(column, justify=justify, overflow="fold")
    for clause in clauses if clauses is not None else ruleset.rulebook.clauses.values():
        counts = (len(coded.get(clause.id, [])), len(tested.get(clause.id, [])), len(clause.knobs))
        table.add_row(Text(clause.id), Text(clause.title), clause.origin, *(str(n) if n else "-" for n in counts))
    console.print(table)


def show_clause(ruleset: Ruleset, clause: Any) -> None:
    """One clause in full."""
    say(f"{ruleset.slug}.{clause.id}: {clause.title}", "bold")
    origin = f"under the heading {clause.heading!r}" if clause.origin == "book" else "fills a gap in the book"
    say(f"{origin}; {clause.scope}", "dim")
    say()
    for what, text in (
        ("", clause.statement), ("Why: ", clause.why), ("Decision: ", clause.decision), ("Ruling: ", clause.ruling),
        ("Not in shipped games: ", clause.idle),
    ):  # fmt: skip
        if text:
            say(what + " ".join(text.split()))
            say()
    if clause.knobs:
        say("Knobs", "bold")
        for param, knob in clause.knobs.items():
            owner = f"; the same number as {knob.address}" if knob.address != f"{clause.id}.{param}" else ""
            say(f"  {clause.id}.{param} = {_value(knob)}   [{_allowed(knob)}]{owner}{_note(knob)}")
        say()
    for reading in clause.readings:
        say(f"Readings: {reading.question}", "bold")
        for text in reading.readings:
            say(f"  {'*' if text == reading.adopted else '-'} {text}")
        say(f"  adopted: {reading.adopted}; {reading.why}" + (f" (knob {reading.knob})" if reading.knob else ""))
        say()
    say("Coded in", "bold")
    entries = coded_in(ruleset).get(clause.id, [])
    for entry in entries:
        say(f"  {entry.module.removeprefix(ruleset.package + '.')}.{entry.function}  ({entry.path}:{entry.line})")
    if not entries:
        say("  nothing: applied when the scenario is set up, or not implemented")
    folder = tests_folder()
    say("Tested by", "bold")
    tests = tested_in(ruleset, folder).get(clause.id, [])
    for test in tests:
        say(f"  {test}")
    if not tests:
        say(
            "  no test cites it"
            if folder is not None
            else "  the tests are in the source tree only, not in the installed package"
        )


def _value(knob: Knob) -> str:
    """What a knob is in the book."""
    name = next((name for name, value in knob.names.items() if value == knob.default), "")
    return f"{name} ({knob.default})" if name else str(knob.default)


def _note(knob: Knob) -> str:
    """What is written beside a knob."""
    return f"; {knob.note}" if knob.note else ""


def _allowed(knob: Knob) -> str:
    """What a knob may be."""
    if knob.names:
        return ", ".join(knob.names)
    low, high = -(2**31), 2**31 - 1
    if knob.min == low and knob.max == high:
        return "any whole number"
    return f"{knob.min if knob.min != low else '...'} to {knob.max if knob.max != high else '...'}"

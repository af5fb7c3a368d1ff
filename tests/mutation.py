"""Knob mutation: every number of a rulebook is shifted in turn, and some clause test must notice.

    python -m mutation --ruleset wfrp1                # from the folder tests, or with it on the path
    python -m mutation --ruleset wfrp1 --only 'tables.firearms.*' --only 'missile.*'

A number is shifted where the rulebook keeps its defaults, so that every battle is fought with the shifted number unless a
test sets it itself. The tests are run in this process, without pytest.

Shifting one number after the other would run every test thousands of times. So a test is first run with all numbers
shifted at once that nobody has noticed yet. If it passes, it notices none of them; if it fails, halves of them are tried,
until it is known which single numbers it fails on.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import dataclasses
import fnmatch
import functools
import importlib
import inspect
import itertools
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tactica.envs import rulesets
from tactica.envs.core.rulebook import Knob, Rulebook

TESTS = Path(__file__).resolve().parent
STEP, PERCENT = 1, 5  # how far numbers are shifted; percentages and modifiers in steps of five
LEFT_OUT = ("test_knob_mutation", "test_rulebook")  # tests of the numbers themselves, and this one


class Case(NamedTuple):
    """A clause test with its parameters.

    Attributes:
        name: module, function and number of the set of parameters.
        clauses: what it names, without the ruleset.
        words: what stands in its clauses, its source and its parameters.
        run: raises when it fails.
    """

    name: str
    clauses: frozenset[str]
    words: frozenset[str]
    run: Callable[[], None]


# --- tests -----------------------------------------------------------------------------------------------------------


@functools.cache
def cases(slug: str) -> list[Case]:
    """The clause tests in ``tests/<slug>``, those with parameters once for each set of them."""
    if str(TESTS) not in sys.path:
        sys.path.insert(0, str(TESTS))
    found = []
    for path in sorted((TESTS / slug).glob("test_*.py")):
        if path.stem in LEFT_OUT:
            continue
        module = importlib.import_module(f"{slug}.{path.stem}")
        for name, function in vars(module).items():
            if name.startswith("test_") and hasattr(function, "clauses"):
                clauses = frozenset(c.removeprefix(f"{slug}.") for c in function.clauses if c.startswith(f"{slug}."))
                written = ast.unparse(ast.parse(inspect.getsource(function)))  # without comments
                source = f"{path.stem} {' '.join(clauses)} {written}"
                for i, arguments in enumerate(_parameters(function)):
                    case = f"{path.stem}.{name}[{i}]"
                    found.append(Case(case, clauses, words_of(source, repr(arguments)), _call(function, arguments)))
    return found


def words_of(*texts: str) -> frozenset[str]:
    """The words of texts: letters and digits, cut at everything else, without the s of a plural."""
    return frozenset(word.removesuffix("s") for text in texts for word in re.findall(r"[a-z0-9]+", text.lower()))


def _parameters(function: Any) -> list[dict[str, Any]]:
    """Every combination of the parameters that ``pytest.mark.parametrize`` gives a test."""
    axes = []
    for mark in getattr(function, "pytestmark", []):
        if mark.name != "parametrize":
            continue
        names, values = mark.args[:2]
        names = [n.strip() for n in names.split(",")] if isinstance(names, str) else list(names)
        axis = []
        for value in values:
            given = value.values if hasattr(value, "values") and hasattr(value, "marks") else value
            given = given if isinstance(given, tuple | list) and (len(names) > 1 or given is not value) else (given,)
            axis.append(dict(zip(names, given, strict=True)))
        axes.append(axis)
    return [{k: v for part in parts for k, v in part.items()} for parts in itertools.product(*axes)]


def _call(function: Any, arguments: dict[str, Any]) -> Callable[[], None]:
    return lambda: function(**arguments)


def fails(case: Case) -> bool:
    """Whether a test fails; a skipped one passes."""
    try:
        case.run()
    except KeyboardInterrupt:
        raise
    except BaseException as e:  # pytest's own outcomes are no Exceptions
        return type(e).__name__ != "Skipped"
    return False


def quickest_first(tests: list[Case]) -> tuple[list[Case], list[str], float]:
    """The tests that pass, those that take least time first; the names of those that fail; and the seconds in all."""
    taken, broken = {}, []
    for case in tests:
        start = time.perf_counter()
        if fails(case):
            broken.append(case.name)
        taken[case.name] = time.perf_counter() - start
    passing = sorted((case for case in tests if case.name not in broken), key=lambda case: taken[case.name])
    return passing, broken, sum(taken.values())


# --- numbers ---------------------------------------------------------------------------------------------------------


def step(knob: Knob) -> int:
    """How far a knob is shifted."""
    percent = (knob.min, knob.max) in ((0, 100), (-100, 100)) and knob.default % PERCENT == 0
    return PERCENT if percent else STEP


def shifts(knob: Knob) -> list[int]:
    """The values a knob is shifted to: one step up and one down, where that is possible; a switch the other way."""
    up, down = knob.default + step(knob), knob.default - step(knob)
    found = [value for value in (up, down) if knob.min <= value <= knob.max]
    return found or [value for value in (knob.default + 1, knob.default - 1) if knob.min <= value <= knob.max]


@contextlib.contextmanager
def shifted(book: Rulebook, values: Mapping[str, int]) -> Iterator[None]:
    """With these numbers as the rulebook's own, wherever they are read from."""
    parts = ("_defaults", "_knobs", "_by_address", "tables")
    before = {part: getattr(book, part) for part in parts}
    try:
        book._defaults = book._defaults.copy()
        book._knobs, book._by_address, book.tables = dict(book._knobs), dict(book._by_address), dict(book.tables)
        for address, value in values.items():
            knob = dataclasses.replace(book._knobs[address], default=value)
            book._knobs[address] = knob
            for name in (address, *knob.aliases):
                book._by_address[name] = knob
            book._store(book._defaults, 0, address, value)
            for table, row, column in book._places[address]:
                if column:
                    _print(book, table, row, column, value)
        yield
    finally:
        for part in parts:
            setattr(book, part, before[part])


def _print(book: Rulebook, name: str, row: int, column: str, value: int) -> None:
    """Put a number into a table as it is printed."""
    table = book.tables[name]
    rows = [list(cells) for cells in table.rows]
    rows[row][table.columns.index(column)] = value
    book.tables[name] = dataclasses.replace(table, rows=tuple(map(tuple, rows)))


# --- mutation --------------------------------------------------------------------------------------------------------


def mutate(
    slug: str,
    addresses: Iterable[str],
    tests: list[Case],
    progress: Callable[[str, int, int], None] = lambda what, done, alive: None,
) -> dict[str, str]:
    """Shift every one of these numbers.

    Args:
        slug: the ruleset.
        addresses: of the knobs; all of them are canonical.
        tests: what may notice. They must pass with the numbers as they are.
        progress: called with the direction, the tests run so far, and the numbers nobody has noticed yet.

    Returns:
        address -> name of a test that fails when it is shifted, for all that are noticed.
    """
    book = rulesets.get(slug).rulebook
    noticed: dict[str, str] = {}
    for direction in (0, 1):
        alive = {a: shifts(book.knob(a)) for a in addresses if a not in noticed}
        alive = {a: values[direction] for a, values in alive.items() if len(values) > direction}
        for done, case in enumerate(_nearest_first(tests, alive)):
            if not alive:
                break
            for address in _noticed_by(book, case, alive):
                noticed[address] = case.name
                del alive[address]
            progress("up" if direction == 0 else "down", done + 1, len(alive))
    return noticed


def notice_each(slug: str, addresses: Iterable[str], tests: list[Case]) -> dict[str, str]:
    """Shift each number alone, under the tests that have most to do with it first, until one fails.

    For few numbers this is quicker than :func:`mutate`. A test has to do with a number when it names the clause, or when
    words of the address stand in it, rare ones more than frequent ones.

    Args:
        slug, addresses, tests: as for :func:`mutate`.

    Returns:
        address -> name of a test that fails when it is shifted, for all that are noticed.
    """
    book = rulesets.get(slug).rulebook
    noticed: dict[str, str] = {}
    often = Counter(word for case in tests for word in case.words)
    for address in addresses:
        clause, words = address.rpartition(".")[0], words_of(address)
        weight = {case.name: sum(1 / often[word] for word in words & case.words) for case in tests}
        nearest = sorted(tests, key=lambda case: -(clause in case.clauses) - weight[case.name])
        for case, value in itertools.product(nearest, shifts(book.knob(address))):
            with shifted(book, {address: value}):
                if fails(case):
                    noticed[address] = case.name
                    break
    return noticed


def mutate_hidden(
    slug: str, addresses: Iterable[str], noticed: Mapping[str, str], tests: list[Case], listed: Mapping[str, str]
) -> dict[str, str]:
    """Shift the numbers once more that nobody has noticed and no reason excuses: in company one may hide another."""
    hidden = [address for address in addresses if address not in noticed and address not in listed]
    return mutate(slug, hidden, tests) if hidden else {}


def _nearest_first(tests: list[Case], addresses: Iterable[str]) -> list[Case]:
    """The tests that name the clauses of these knobs, then the others."""
    clauses = {address.rpartition(".")[0] for address in addresses}
    return tests if len(clauses) > 50 else sorted(tests, key=lambda case: not case.clauses & clauses)


def _noticed_by(book: Rulebook, case: Case, values: Mapping[str, int]) -> list[str]:
    """Those of the shifted numbers that a test fails on, each alone."""
    with shifted(book, values):
        if not fails(case):
            return []
    if len(values) == 1:
        return list(values)
    items = list(values.items())
    middle = len(items) // 2
    return [*_noticed_by(book, case, dict(items[:middle])), *_noticed_by(book, case, dict(items[middle:]))]


# --- survivors -------------------------------------------------------------------------------------------------------


def survivors(slug: str) -> dict[str, str]:
    """Address -> why no test notices it, of the knobs in ``tests/<slug>/survivors.yaml``.

    Raises:
        ValueError: a pattern matches no knob.
    """
    book, found = rulesets.get(slug).rulebook, {}
    path = TESTS / slug / "survivors.yaml"
    given = (yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else None) or {}
    for reason, patterns in given.items():
        for pattern in patterns:
            matching = fnmatch.filter(book.addresses(), pattern)
            if not matching:
                raise ValueError(f"tests/{slug}/survivors.yaml: {pattern!r} is no knob")
            found.update(dict.fromkeys(matching, reason))
    return found


def main() -> None:
    """Shift every knob of a ruleset and report who survives."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    parser = argparse.ArgumentParser(prog="mutation", description=main.__doc__)
    parser.add_argument("--ruleset", default="wfrp1")
    parser.add_argument("--only", action="append", default=[], metavar="PATTERN", help="knobs, as tables.firearms.*")
    parser.add_argument("--report", type=Path, help="write address and test, or the reason, to this file")
    options = parser.parse_args()
    book, out = rulesets.get(options.ruleset).rulebook, Console()
    addresses = [a for a in book.addresses() if not options.only or any(fnmatch.fnmatch(a, p) for p in options.only)]
    tests, broken, seconds = quickest_first(cases(options.ruleset))
    if broken:
        out.print(f"[red]left out, they fail as it is:[/] {', '.join(broken)}")
    out.print(f"{len(addresses)} knobs, {len(tests)} tests; {seconds:.0f} s for the tests alone")
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total} tests, "
               "{task.fields[alive]} unnoticed"), TimeElapsedColumn())  # fmt: skip
    with Progress(*columns, console=out) as bar:
        tasks = {way: bar.add_task(way, total=len(tests), alive=len(addresses)) for way in ("up", "down")}
        noticed = mutate(
            options.ruleset, addresses, tests,
            lambda way, done, alive: bar.update(tasks[way], completed=done, alive=alive),
        )  # fmt: skip
    listed = survivors(options.ruleset)
    noticed |= mutate_hidden(options.ruleset, addresses, noticed, tests, listed)
    left = [a for a in addresses if a not in noticed]
    wrong = [a for a in addresses if a in noticed and a in listed]
    unexplained = [a for a in left if a not in listed]
    out.print(f"{len(noticed)} noticed, {len(left)} not, of these {len(left) - len(unexplained)} with a reason")
    for title, names in (("NOT EXPLAINED", unexplained), ("LISTED, YET NOTICED", wrong)):
        for name in names:
            out.print(f"{title}: {name}" + (f" by {noticed[name]}" if name in noticed else ""), highlight=False)
    if options.report:
        lines = [f"{a}\t{noticed.get(a) or 'SURVIVES: ' + listed.get(a, 'not explained')}" for a in addresses]
        options.report.write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.exit(1 if unexplained or wrong else 0)


if __name__ == "__main__":
    main()

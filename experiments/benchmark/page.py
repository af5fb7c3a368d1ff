"""The table of each task: as Markdown, and as one HTML file that needs no network."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from ... import configs
from ...envs import rulesets
from ..common import UserError
from ..laboratory.parts import markdown_table, written
from ..marked import updated
from ..naming import place_name
from ..report import filled
from ..report.charts import escape
from ..statistics import iqm
from .result import BenchmarkResult, read
from .tasks import Task, Tasks, load

__all__ = ["DOCUMENT", "HEADS", "SHIPPED", "Row", "document", "markdown", "page", "read_all", "rows_of"]

SHIPPED = configs.FOLDER / "benchmark" / "results"
DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "benchmark.md"
HEADS = (
    "method", "points, IQM (95 %)", "points, mean", "worst opponent", "draws", "idle takes", "frames, up to", "seeds",
)  # fmt: skip
NOTE = (
    "IQM: interquartile mean of the shares of points over training seeds and opponents; its interval is a stratified bootstrap, "
    "with one seed over that agent's games alone. Idle: points that a player which does nothing takes."
)
UNDER = "played under other rules than those installed; tactica benchmark repeat shows whether the games are the same"

OLDER = ", older rules"  # in the title of a table

Row = tuple[str, ...]


def read_all(files: Sequence[Path]) -> list[BenchmarkResult]:
    """Results that may stand in tables.

    Raises:
        UserError: one cannot be read, is a trial, is not of a task as it is declared, or stands there twice.
    """
    found: list[BenchmarkResult] = []
    known: dict[str, dict[str, Task]] = {}
    for file in files:
        result = read(file)
        if result.trial:
            raise UserError(
                f"{file} is a trial ({result.trial}) and cannot enter the table; run it again as the task is declared"
            )
        if result.tasks not in known:
            known[result.tasks] = {task.name: task for task in load(result.tasks).all()}
        task = known[result.tasks].get(result.task)
        if task is None or not is_whole(result, task):
            raise UserError(f"{file} was not played as {result.task} of {result.tasks} is declared here; run it again")
        if any((one.version, one.task, one.method) == (result.version, result.task, result.method) for one in found):
            raise UserError(
                f"{file}: {result.method} has a result for {result.task} already; use another --method, or remove one"
            )
        found.append(result)
    return found


def is_whole(result: BenchmarkResult, task: Task) -> bool:
    """Whether a result has all games of its task, whatever it says about itself."""
    wanted = [
        (part.name, one, dict.fromkeys(part.scenarios, part.pairs_with(one)))
        for part in task.parts
        for one in part.opponents
    ]
    same_task = (result.version, result.content, result.seed) == (task.version, task.content, task.seed)
    return same_task and all(
        [
            (met.part, met.opponent, {place: sum(pairs) for place, pairs in met.pairs_by_points.items()})
            for met in one.met
        ]
        == wanted
        for one in result.agents
    )


def rows_of(results: Sequence[BenchmarkResult]) -> list[Row]:
    """The table of one task, best first: the columns of HEADS."""
    return [_row(one) for one in sorted(results, key=lambda one: (-float(iqm(one.scores)), one.method))]


def _row(result: BenchmarkResult) -> Row:
    value, low, high = result.iqm
    worst, least = result.worst
    return (
        written(result.method), f"{value:.1%} ({low:.1%} to {high:.1%})", f"{result.points[0]:.1%}",
        f"{written(worst)}, {least:.1%}", f"{result.draws:.1%}", "" if math.isnan(result.idle) else f"{result.idle:.1%}",
        frames_text(result.frames), str(len(result.agents)),
    )  # fmt: skip


def frames_text(frames: int | None) -> str:
    """A budget of training in words."""
    if not frames:
        return "not declared" if frames is None else "none"
    return f"{frames / 1e6:g} million" if frames % 100_000 == 0 else f"{frames:,}"


def is_current(result: BenchmarkResult) -> bool:
    """Whether it was played under the rules that are installed."""
    known = rulesets.names()
    return all(slug in known and rulesets.get(slug).rules_hash == was for slug, was in result.rules.items())


def task_name(task: str) -> str:
    """A task by name: ``small (Heimr)`` for heimr/small."""
    slug, _, kind = task.partition("/")
    return place_name(slug, kind) if kind and slug in rulesets.names() else task


def by_task(results: Sequence[BenchmarkResult], tasks: Tasks | None = None) -> list[tuple[str, list[BenchmarkResult]]]:
    """Results of each task, in the order of the file, those of older rules last and so named in their titles. Results of
    different rules, starts or versions are never mixed.
    """
    order = {name: place for place, name in enumerate((tasks or load()).names)}
    found: dict[tuple[str, str, str, str], list[BenchmarkResult]] = {}
    for one in results:
        key = one.task, one.version, one.content, str(sorted(one.rules.items()))
        found.setdefault(key, []).append(one)
    keys = sorted(found, key=lambda key: (order.get(key[0], len(order)), key))
    return [
        (f"{task_name(key[0])}, {key[1]}{'' if is_current(found[key][0]) else OLDER}", found[key])
        for key in sorted(keys, key=lambda key: not is_current(found[key][0]))
    ]


def markdown(results: Sequence[BenchmarkResult]) -> str:
    """The tables of all tasks that have results; those of other rules than the installed ones are named so.

    Args:
        results: as :func:`read_all` gives them.
    """
    lines = [NOTE, ""]
    for title, several in by_task(results):
        rules = ", ".join(f"`{slug}` {hashed}" for slug, hashed in several[0].rules.items())
        lines += [f"### {title}", "", *markdown_table(HEADS, rows_of(several)), ""]
        lines += [f"Task `{several[0].task}`. Rules: {rules}.", ""]
        if not is_current(several[0]):
            lines += [f"{UNDER}.".capitalize(), ""]
    return "\n".join(lines)


def page(results: Sequence[BenchmarkResult]) -> str:
    """The tables as one HTML page."""
    sections = []
    for title, several in by_task(results):
        heads = "".join(f"<th>{escape(head)}</th>" for head in HEADS)
        rows = "".join(
            f"<tr>{''.join(f'<td>{cell}</td>' for cell in map(_plain, row))}</tr>" for row in rows_of(several)
        )
        warning = "" if is_current(several[0]) else f"<p>{escape(UNDER.capitalize())}.</p>"
        sections.append(
            f"<section><h2>{escape(title)}</h2>{warning}<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></section>"
        )
    sections.append(f'<section class="method"><h2>How to read this</h2><p>{escape(NOTE)}</p></section>')
    lead = f"{len(results):,} {'result' if len(results) == 1 else 'results'}."
    slots = {
        "title": "Benchmark", "lead": lead, "trouble": "", "sections": "".join(sections),
    }  # fmt: skip
    return filled("answer.html", slots)


def _plain(cell: str) -> str:
    """A cell of Markdown for HTML."""
    return escape(cell.replace("\\|", "|").replace("&lt;", "<"))


def task_table(tasks: Tasks) -> list[str]:
    """Kinds of tasks as a table of Markdown."""
    rows = []
    for name, kind in tasks.model.kinds.items():
        places, learn = (", ".join(f"`{one}`" for one in several) for several in (kind.scenarios, kind.train_on))
        rows.append(
            (f"`RULESET/{name}`", kind.asks, places, learn or "the same", f"{kind.pairs} ({kind.search_pairs})")
        )
    books = tasks.model.books
    if books is not None:
        rows.append(("`books`", books.asks, f"those of `{books.of}`", "the same", f"those of `{books.of}`"))
    return markdown_table(("task", "what it asks", "scenarios", "train on", "pairs (with a search)"), rows)


def field_table(tasks: Tasks) -> list[str]:
    """Opponents of each ruleset as a table of Markdown."""
    rows = [
        (f"`{slug}`", *(", ".join(f"`{one}`" for one in several) for several in (given.field, given.training)))
        for slug, given in tasks.model.rulesets.items()
    ]
    return markdown_table(("ruleset", "field", "suggested for training"), rows)


def document() -> str:
    """The text of docs/benchmark.md with its tables as they should be.

    Raises:
        ValueError: it has no place for them.
    """
    tasks, results = load(), read_all(sorted(SHIPPED.glob("*.json")))
    shown = markdown(results) if results else "No results yet."
    return updated(DOCUMENT, {"tasks": "\n".join([*task_table(tasks), "", *field_table(tasks)]), "results": shown})

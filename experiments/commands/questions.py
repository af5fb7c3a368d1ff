"""What the long questions of the laboratory share on the command line: progress, an end by Ctrl-C, files of the answer."""

from __future__ import annotations

import shlex
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import typer

from ...envs.replay.files import write_whole
from ..common import EXIT_STOPPED, UserError, console, say, say_saved, warn, write_json
from ..sealing import sealed
from ..time_left import TimeLeft
from .playing import stop_by_ctrl_c

if TYPE_CHECKING:
    from ..laboratory.finding import Finding
    from ..laboratory.running import QuestionFolder

__all__ = ["Progress", "check_part", "conduct", "keep", "only_with"]

T = TypeVar("T")
FINDING, TABLE, PAGE = "finding.json", "table.parquet", "report.html"
AFTER = 8.0  # seconds after the first games until a pipe first shows an estimate of the time left


def only_with(resume: Path | None, given: dict[str, Any]) -> None:
    """Refuse options beside ``--resume``, which takes all of them from the folder.

    Raises:
        UserError: some are given.
    """
    wrong = [name for name, value in given.items() if value is not None and value is not False and value != []]
    if resume is not None and wrong:
        raise UserError(f"--resume takes its settings from {resume}; leave out {', '.join(wrong)}")


class Progress:
    """Progress of a question.

    Attributes:
        stop: set by Ctrl-C.
        played: pairs that are finished.
    """

    def __init__(self, total: int, jobs: int, folder: QuestionFolder) -> None:
        """For about ``total`` pairs, with those that are already in a folder."""
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as Bar

        self.stop, self.played, self.total, self.jobs, self.folder = threading.Event(), 0, total, jobs, folder
        self.began, self.due = time.perf_counter(), AFTER
        self.left, self.first, self.counted = TimeLeft({}, self.began), 0, 0  # pairs played for the estimate
        self.bar = Bar(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"),
            TextColumn("{task.fields[left]}"), console=console, auto_refresh=False, transient=True,
            disable=not console.is_terminal,
        )  # fmt: skip
        self.task = self.bar.add_task("pairs", total=total, rate="", left="")

    def expect(self, total: int) -> None:
        """Set a better estimate of the number of pairs."""
        self.total = total

    def phase(self, what: str) -> None:
        """Something else is done from now on."""
        if console.is_terminal:
            self.bar.update(self.task, description=what)
            self.bar.refresh()
        else:
            say(f"{what} ...")

    def tell(self, pairs: int) -> None:
        """Add finished pairs."""
        self.played += pairs
        now, new = time.perf_counter(), self.played - self.folder.stored
        self.total = max(self.total, self.played)
        if new and not self.first:  # its games wait for what is loaded
            self.first, self.counted, self.left = new, new, TimeLeft({}, now)
        if new > self.counted:
            self.left.finish(new - self.counted)
            self.counted = new
        self.left.amounts = {None: self.total - self.folder.stored - self.first}
        rate = 2 * new / max(now - self.began, 1e-9)
        self.bar.update(
            self.task, completed=self.played, total=self.total, rate=f"{rate:,.0f} games/s", left=self.left.text(now)
        )
        if console.is_terminal:
            self.bar.refresh()
        elif now - self.left.began > self.due and self.played < self.total and (left := self.left.text(now)):
            self.due *= 4  # a pipe shows an estimate now and then
            processes = f"{self.jobs} {'process' if self.jobs == 1 else 'processes'}"
            say(f"{self.played:,} of about {self.total:,} pairs, {left} with {processes}")


def conduct(
    total: int, folder: QuestionFolder, command: str, jobs: int, work: Callable[[Progress], T], go_on: str = ""
) -> T:
    """Do a long task, showing progress and the time left.

    Args:
        total: pairs to play, about.
        folder: of the games.
        command: that continues it with ``--resume``, such as ``sweep``.
        jobs: processes.
        work: the task; it reports to the progress it is given.
        go_on: how it is continued, if not with ``--resume``.

    Raises:
        typer.Exit: stopped with Ctrl-C.
    """
    from ..laboratory.running import QuestionStopped

    progress = Progress(total, jobs, folder)
    try:
        with stop_by_ctrl_c(progress.stop), progress.bar:
            found = work(progress)
            progress.bar.update(progress.task, visible=False)
    except QuestionStopped:
        go_on = go_on or f"tactica {command} --resume {shlex.quote(str(folder.path))}"
        warn(f"stopped; finished games are saved. To continue: {go_on}")
        raise typer.Exit(EXIT_STOPPED) from None
    spent, processes = time.perf_counter() - progress.began, f"{jobs} {'process' if jobs == 1 else 'processes'}"
    say(f"{2 * (progress.played - folder.stored):,} games in {spent:.1f} s with {processes}")
    return found


def keep(path: Path, finding: Finding, found: dict[str, Any], rows: list[dict[str, Any]], json: Path | None) -> None:
    """Write the result: as JSON, as a table, as a page.

    Args:
        path: of the folder.
        finding: the answer and the page.
        found: the numbers, as JSON types.
        rows: of the table.
        json: see ``common.write_json``.

    Raises:
        UserError: a file cannot be written.
    """
    import pyarrow as arrow

    from ..laboratory.showing import page
    from ..tournament.store import write_table

    found = sealed(msgspec.json.decode(msgspec.json.encode({"answer": finding.answer, **found})))
    text = msgspec.json.format(msgspec.json.encode(found), indent=1)
    try:
        write_whole(path / FINDING, text)
        write_table(path / TABLE, arrow.Table.from_pylist(rows))
        write_whole(path / PAGE, page(finding).encode("utf-8"))
    except OSError as error:
        raise UserError(f"{error.filename or path}: cannot be written: {error.strerror}") from None
    say_saved(path / PAGE, FINDING, TABLE)
    write_json(found, json)


def check_part(report: Path | None, name: str) -> None:
    """Refuse a report that a part cannot be written into, before anything is played."""
    from ..laboratory.parts import check_report

    if report is not None:
        check_report(report, name)

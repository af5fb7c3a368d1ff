"""What the long questions of the laboratory share on the command line: progress, an end by Ctrl-C, files of the answer."""

from __future__ import annotations

import shlex
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import typer

from ..common import EXIT_STOPPED, UserError, check_writable, console, say, warn
from ..tournament.store import write_whole
from .playing import lasting, stop_by_ctrl_c

__all__ = ["check_json", "conduct", "keep", "only_with"]

T = TypeVar("T")
FINDING, TABLE, PAGE = "finding.json", "table.parquet", "report.html"
AFTER = 8.0  # seconds after the first games at which a pipe is told how long it will take


def only_with(resume: Path | None, given: dict[str, Any]) -> None:
    """Refuse options beside ``--resume``, which takes all of them from the folder.

    Raises:
        UserError: some are given.
    """
    if resume is not None and (wrong := [name for name, value in given.items() if value not in (None, [], False)]):
        raise UserError(f"--resume takes its settings from {resume}; leave out {', '.join(wrong)}")


def conduct(
    total: int, path: Path, command: str, jobs: int, work: Callable[[threading.Event, Callable[[int], None]], T]
) -> T:
    """Do what takes long, showing how far it is and how much time is left.

    Args:
        total: pairs to play, about.
        path: folder that keeps them.
        command: that goes on: ``sweep``.
        jobs: processes.
        work: is given what stops it, and what to tell of pairs that are there.

    Raises:
        typer.Exit: stopped with Ctrl-C.
    """
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ..laboratory.running import Stopped

    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(), console=console,
    )  # fmt: skip
    task = bar.add_task("pairs", total=total, rate="")
    stop, began, played, told = threading.Event(), time.perf_counter(), 0, False
    since, before = 0.0, 0

    def tell(pairs: int) -> None:
        nonlocal played, told, since, before
        played += pairs
        if not since:
            since, before = time.perf_counter(), played
        spent = time.perf_counter() - began
        bar.update(
            task, completed=played, total=max(total, played), rate=f"{2 * played / max(spent, 1e-9):,.0f} games/s"
        )
        if console.is_terminal:
            live.refresh()
        elif not told and spent > AFTER and played < total:
            told = True
            say(
                f"{lasting(spent / played * (total - played))} to go, with {jobs} {'process' if jobs == 1 else 'processes'}"
            )

    try:
        with stop_by_ctrl_c(stop), Live(bar, console=console, transient=True, auto_refresh=False) as live:
            found = work(stop, tell)
    except Stopped:
        warn(f"stopped; what was played is kept. To continue: tactica {command} --resume {shlex.quote(str(path))}")
        raise typer.Exit(EXIT_STOPPED) from None
    spent = time.perf_counter() - began
    say(f"{2 * played:,} games in {spent:.1f} s with {jobs} {'process' if jobs == 1 else 'processes'}")
    return found


def keep(path: Path, finding: dict[str, Any], rows: list[dict[str, Any]], page: str, json: Path | None) -> None:
    """Write what came out: as JSON, as a table, as a page.

    Raises:
        UserError: a file cannot be written.
    """
    import pyarrow as arrow

    from ..tournament.store import write_table

    text = msgspec.json.format(msgspec.json.encode(finding), indent=1)
    try:
        write_whole(path / FINDING, text)
        write_table(path / TABLE, arrow.Table.from_pylist(rows))
        write_whole(path / PAGE, page.encode("utf-8"))
        if json is not None:
            write_whole(json, text)
    except OSError as error:
        raise UserError(f"{error.filename or path}: cannot be written: {error.strerror}") from None
    say(f"written: {path / PAGE}, {FINDING}, {TABLE}")


def check_json(json: Path | None) -> None:
    """Refuse a file that cannot be written, before anything is played."""
    if json is not None:
        check_writable(json)

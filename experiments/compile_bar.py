"""How far the compiling of rulesets is, as a bar or as lines."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from .time_left import in_time

__all__ = ["compile_bar"]

SAID_AT = (0.1, 0.25, 0.5, 0.75)  # shares of the work at which a file or a pipe shows the time left


@contextlib.contextmanager
def compile_bar(
    console: Console, say: Callable[..., None], slugs: Sequence[str], jobs: int, announces: bool = True
) -> Iterator[Callable[[str, str], None]]:
    """Show how far the compiling of rulesets is, in any process, and how long it will take: a bar, or some lines without a
    terminal. Yields a function to call with each compiled ruleset and the folder that stores it.

    Args:
        console: where to show it.
        say: writes a line there.
        slugs: of the rulesets.
        jobs: how many are compiled at a time.
        announces: without a terminal, begin with a line that names the rulesets.
    """
    from ..envs import rulesets
    from ..envs.core.compiler import jit
    from ..envs.rulesets.compiling import Forecast, busy, note_of
    from .naming import book_name, names_of

    what = names_of(slugs)
    short = what if len(slugs) > 1 else book_name(slugs[0]).partition(",")[0]  # fits 80 columns
    folders = {slug: rulesets.get(slug).folder for slug in slugs}
    forecast = Forecast({slug: jit.seconds_to_compile(folder) for slug, folder in folders.items()}, jobs, busy(jobs))
    bar = Progress(
        TextColumn("compiling {task.description}"), BarColumn(10), TextColumn("{task.percentage:.0f} %"),
        TextColumn("{task.fields[left]}"), console=console, transient=True, disable=not console.is_terminal,
    )  # fmt: skip
    task = bar.add_task(short, total=1.0, left="")
    began, over, due = time.perf_counter(), threading.Event(), list(SAID_AT)

    def watch() -> None:
        while not over.is_set():
            for slug, folder in folders.items():
                forecast.look(slug, note_of(folder), time.time())
            share, left = forecast.share_done, f"about {in_time(forecast.seconds_left)} left"
            bar.update(task, completed=share, left=left)
            if not console.is_terminal and due and share >= due[0]:
                due[:] = [later for later in due if later > share]
                say(f"compiling {what}: {share:.0%}, {left}")
            over.wait(0.5)

    def finish(slug: str, home: str) -> None:
        forecast.finish(slug)
        if home:
            say(f"compiled {names_of([slug])} in {time.perf_counter() - began:.0f} s, into {home}", "dim")

    if announces and not console.is_terminal:
        say(f"compiling {what} (once, about {in_time(forecast.seconds_left)}) ...")
    watcher = threading.Thread(target=watch, daemon=True)
    with bar:
        watcher.start()
        try:
            yield finish
        finally:
            over.set()
            watcher.join()

"""A line on the terminal while a count takes long."""

from __future__ import annotations

import sys
import time
from typing import Any

PATIENCE = 1.0  # seconds until the line appears


class CountProgress:
    """Says on the error stream, if that is a terminal, how far a count has come; nothing stays of it."""

    def __init__(self, title: str) -> None:
        """``title``: the choice whose odds are counted."""
        self._title = title
        self._begun = time.perf_counter()
        self._is_wanted = sys.stderr.isatty()
        self._status: Any = None

    def __enter__(self) -> CountProgress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()

    def show(self, runs: int, ended: float) -> None:
        """Say how many steps were run, and the probability of the branches that have ended."""
        seconds = time.perf_counter() - self._begun
        if not self._is_wanted or seconds < PATIENCE:
            return
        text = f"odds of {self._title!r}: {runs:,} runs, {ended:.2%} counted, {seconds:.0f} s (Ctrl-C: stop here)"
        if self._status is None:
            from rich.console import Console
            from rich.status import Status

            self._status = Status(text, console=Console(stderr=True))
            self._status.start()
        self._status.update(text)

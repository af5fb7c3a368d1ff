"""Observers of a run, which may stop it."""

from __future__ import annotations

import threading

__all__ = ["Stopped", "Watch"]


class Stopped(Exception):
    """The run was stopped; finished games are saved."""


class Watch:
    """An observer: it gets the progress, and may stop the run. This one does neither.

    Attributes:
        stop: when it is set, no further games are begun.
        forfeits: forfeited games of the tournaments that were played out.
        reason: why the first of them was forfeited; empty for none.
    """

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.forfeits, self.reason = 0, ""

    def begin(self, what: str, total: int, done: int = 0, in_games: bool = True) -> None:
        """A stage of ``total`` steps begins, ``done`` of them finished before. Its steps are games, which ``stop`` ends, or
        training, which KeyboardInterrupt ends.
        """

    def show(self, done: int) -> None:
        """``done`` steps of the stage are finished."""

    def say(self, what: str) -> None:
        """A sentence to read."""

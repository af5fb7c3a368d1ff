"""Who looks on while games are played, and may stop it."""

from __future__ import annotations

import threading

__all__ = ["Stopped", "Watch"]


class Stopped(Exception):
    """The run was stopped; finished games are saved."""


class Watch:
    """Who looks on: is shown how far it is, and may stop it. This one does neither.

    Attributes:
        stop: when it is set, no further games are begun.
    """

    def __init__(self) -> None:
        self.stop = threading.Event()

    def begin(self, what: str, total: int, done: int = 0, in_games: bool = True) -> None:
        """A stage of so many steps begins, some of them done before; its steps are games, which ``stop`` ends, or training, which
        KeyboardInterrupt does.
        """

    def show(self, done: int) -> None:
        """So many steps of the stage are done."""

    def say(self, what: str) -> None:
        """A sentence to read."""

"""How long a task still takes, for every progress bar and every line that says so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping

__all__ = ["TimeLeft", "in_time"]


class TimeLeft:
    """An estimate of the time left, from the pieces of the task that are finished.

    Pieces of one kind (games in one scenario, say) take about as long as each other, those of another kind longer or shorter.
    Each kind weighs what its finished pieces took; one of which none is finished weighs what is usual, times as much as the
    others took more or less than usual. The time since the start then grows with the weight of what is finished, whatever the
    number of processes.
    """

    def __init__(
        self, amounts: Mapping[Hashable, float], now: float, usual: Mapping[Hashable, float] | None = None
    ) -> None:
        """Begin.

        Args:
            amounts: of each kind, how much there is to do, such as games.
            now: seconds on a clock of the caller's.
            usual: of each kind, the seconds that one of an amount is expected to take; 1 for a kind that is not named.
        """
        self.amounts, self.began = dict(amounts), now
        self._usual = dict(usual or {})
        self._done: defaultdict[Hashable, float] = defaultdict(float)
        self._spent: defaultdict[Hashable, float] = defaultdict(float)

    def finish(self, amount: float, kind: Hashable = None, seconds: float | None = None) -> None:
        """Take in a finished piece.

        Args:
            amount: of work.
            kind: of work.
            seconds: that its process spent on it; without it, what is usual.
        """
        self._done[kind] += amount
        self._spent[kind] += amount * self._usual.get(kind, 1.0) if seconds is None else seconds

    def seconds(self, now: float) -> float | None:
        """About how many seconds are left; None before the first piece is finished.

        Args:
            now: on the caller's clock.
        """
        spent, usual = (
            sum(self._spent.values()),
            sum(self._done[kind] * self._usual.get(kind, 1.0) for kind in self._done),
        )
        if not spent or not usual:
            return None
        pace, left = spent / usual, 0.0
        for kind, amount in self.amounts.items():
            done = self._done.get(kind, 0.0)
            each = self._spent[kind] / done if done else pace * self._usual.get(kind, 1.0)
            left += max(amount - done, 0.0) * each
        return max(now - self.began, 0.0) * left / spent

    def text(self, now: float) -> str:
        """The time left in words, empty while it is not known."""
        left = self.seconds(now)
        return "" if left is None else f"about {in_time(left)} left"


def in_time(seconds: float) -> str:
    """A number of seconds as people say it."""
    return f"{max(seconds, 1):.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"

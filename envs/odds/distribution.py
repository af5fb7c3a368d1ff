"""What odds answer: an exact distribution, and how much of it was counted."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .decisions import OpenDecision

if TYPE_CHECKING:
    from rich.table import Table as RichTable


ROUNDING = 1e-9  # what adding up may be off by
#: Why a part of the probability was not followed, in words.
LEFT_BY = {
    "budget": "because of the budget",
    "interrupted": "because it was stopped",
    "cut": "because it is too unlikely to be followed",
    "trace": "because it takes more rolls than there is room for",
}


def as_share(mass: float) -> str:
    """A probability as people say it."""
    return f"{100 * mass:.6g} %"


class Odds(Mapping[Any, float]):
    """An exact distribution: value -> probability, the values in ascending order where they have one.

    The probabilities add up to ``1 - lost``.

    Attributes:
        want: the wanted values; for several, the values are tuples in the same order.
        lost: the probability that was not followed.
        lost_to: the reasons for it: ``budget``, ``interrupted`` (Ctrl-C), ``cut`` (positions less likely than the cut),
            ``trace`` (a step rolled more often, or more dice together, than there is room for).
        open: decisions without an answer; values are read at these decisions.
        open_mass: their probability.
        complete: no decision is left open, and nothing was lost except to the cut.
        runs: steps that were run.
        layers: how often a set of merged positions was run on.
        positions: distinct positions that were run from.
        unused: entries of ``then`` that were never legal in any branch.
    """

    def __init__(
        self,
        weights: Mapping[Any, float],
        lost_to: Mapping[str, float],
        runs: int = 0,
        layers: int = 0,
        positions: int = 0,
        unused: Sequence[str] = (),
        title: str = "",
        want: Sequence[str] = (),
        open: Sequence[OpenDecision] = (),
    ) -> None:
        try:
            values = sorted(weights)
        except TypeError:
            values = sorted(weights, key=lambda value: -weights[value])
        self._weights = {value: weights[value] for value in values}
        self.lost_to = {reason: mass for reason, mass in lost_to.items() if mass > 0.0}
        self.lost = math.fsum(self.lost_to.values())
        self.open = tuple(open)
        if not self.lost_to and not self.open and self._weights:  # all of it was followed: no rounding is left
            whole = math.fsum(self._weights.values())
            if abs(whole - 1.0) < ROUNDING:
                self._weights = {value: weight / whole for value, weight in self._weights.items()}
        self.open_mass = math.fsum(one.mass for one in self.open)
        self.complete = not set(self.lost_to) - {"cut"} and not self.open
        self.runs, self.layers, self.positions = runs, layers, positions
        self.unused = tuple(unused)
        self.title = title
        self.want = tuple(want)

    def __getitem__(self, value: Any) -> float:
        """Probability of a value; 0 for one that never came."""
        return self._weights.get(value, 0.0)

    def __contains__(self, value: object) -> bool:
        return value in self._weights

    def __iter__(self) -> Iterator[Any]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    @property
    def followed(self) -> float:
        """The mass that was followed to the end."""
        return math.fsum(self._weights.values())

    def p(self, predicate: Callable[[Any], Any]) -> float:
        """Probability that a value fulfils a condition: 1.0 where nothing was lost and every value does."""
        if self._weights and not self.lost_to and not self.open and all(predicate(value) for value in self._weights):
            return 1.0
        return math.fsum(weight for value, weight in self._weights.items() if predicate(value))

    def at_least(self, x: Any) -> float:
        """Probability of a value of x or more; None, of what did not happen, is neither more nor less."""
        return self.p(lambda value: value is not None and value >= x)

    def at_most(self, x: Any) -> float:
        """Probability of a value of x or less; see :meth:`at_least`."""
        return self.p(lambda value: value is not None and value <= x)

    def mean(self) -> float:
        """Mean of the values, over the mass that was followed.

        Raises:
            TypeError: they are not numbers, or several things were asked for together.
        """
        try:
            return math.fsum(value * weight for value, weight in self._weights.items()) / self.followed
        except TypeError:
            several = f"; of one of several things: of({self.want[0]!r}).mean()" if len(self.want) > 1 else ""
            raise TypeError(f"{', '.join(self.want)} has values that are not numbers, so no mean{several}") from None

    def of(self, want: str) -> Odds:
        """The distribution of one of several things that were asked for together.

        Raises:
            KeyError: it was not asked for.
        """
        if want not in self.want:
            raise KeyError(f"{want!r} was not asked for; choose from: {', '.join(self.want)}")
        at = self.want.index(want)
        found: dict[Any, float] = {}
        for value, weight in self._weights.items():
            one = value[at] if self._is_joint else value
            found[one] = found.get(one, 0.0) + weight
        return Odds(
            found, self.lost_to, self.runs, self.layers, self.positions, self.unused, self.title, (want,), self.open
        )

    @property
    def _is_joint(self) -> bool:
        """Whether every value is a tuple with one entry for each thing that was asked for."""
        return bool(self.want) and all(
            isinstance(value, tuple) and len(value) == len(self.want) for value in self._weights
        )

    def to_dict(self) -> dict[str, Any]:
        """The result for JSON: values with their probabilities, the question, and the decisions left open."""
        return {
            "choice": self.title,
            "want": list(self.want),
            "complete": self.complete,
            "distribution": [{"value": value, "probability": weight} for value, weight in self._weights.items()],
            "lost": self.lost,
            "lost_to": self.lost_to,
            "open": [one._asdict() for one in self.open],
            "open_mass": self.open_mass,
            "runs": self.runs,
            "positions": self.positions,
            "unused": list(self.unused),
        }

    def table(self, none: str = "None") -> RichTable:
        """The distribution as a table for the terminal; ``none`` is what stands there for the value None."""
        from rich.table import Table as RichTable

        values = list(self._weights)
        is_joint = len(self.want) > 1 and self._is_joint
        numeric = not is_joint and all(isinstance(value, int | float) for value in values)
        shown = RichTable(title=self.title or None, caption=self.note(), caption_justify="left")
        for name in self.want if is_joint else (", ".join(self.want) or "value",):
            shown.add_column(name, justify="right" if numeric else "left")
        shown.add_column("probability", justify="right")
        if numeric:
            shown.add_column("at least this", justify="right")
        rest = self.followed
        for value, weight in self._weights.items():
            words = [none if one is None else str(one) for one in (value if is_joint else (value,))]
            shown.add_row(*words, f"{weight:.6f}", *([f"{rest:.6f}"] if numeric else []))
            rest = max(rest - weight, 0.0)
        return shown

    def note(self) -> str:
        """What was counted, and what was left open, in words."""
        counted = f"{self.runs:,} runs, {self.positions:,} positions"
        if not self.lost_to and not self.open:
            return f"exact; {counted}"
        if self.complete:
            places = math.floor(-math.log10(2 * self.lost))
            if places > 0:
                return f"exact to {places} decimal places; {counted}"
            return f"exact except for a probability of {self.lost:.2g}, of outcomes too unlikely to follow; {counted}"
        left = [f"{as_share(one.mass)} at {one.prompt}, asked of {one.who}" for one in self.open]
        left += [f"{as_share(mass)} {LEFT_BY[reason]}" for reason, mass in self.lost_to.items()]
        whole = max(1.0 - self.lost - self.open_mass, 0.0)
        return f"incomplete, {as_share(whole)} of all outcomes counted; left open: {', '.join(left)}; {counted}"

    def __repr__(self) -> str:
        shown = ", ".join(f"{value!r}: {weight:.6g}" for value, weight in itertools.islice(self._weights.items(), 12))
        wanted = f"{', '.join(self.want)}: " if self.want else ""
        return f"Odds({wanted}{{{shown}{', ...' if len(self) > 12 else ''}}}, {self.note()})"

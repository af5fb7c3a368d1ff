"""What odds answer: an exact distribution, and how much of it was counted."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table as RichTable


class Odds(Mapping[Any, float]):
    """An exact distribution: value -> probability, the values in ascending order where they have one.

    The probabilities add up to ``1 - lost``.

    Attributes:
        lost: the mass that was not followed.
        lost_to: where it was left: ``budget``, ``cut`` (positions less likely than 1e-12), ``trace`` (a step rolled
            more often, or more dice together, than there is room for).
        complete: nothing was left to the budget or the trace.
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
    ) -> None:
        try:
            values = sorted(weights)
        except TypeError:
            values = sorted(weights, key=lambda value: -weights[value])
        self._weights = {value: weights[value] for value in values}
        self.lost_to = {reason: mass for reason, mass in lost_to.items() if mass > 0.0}
        self.lost = math.fsum(self.lost_to.values())
        self.complete = not {"budget", "trace"} & set(self.lost_to)
        self.runs, self.layers, self.positions = runs, layers, positions
        self.unused = tuple(unused)
        self.title = title

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
        """Probability that a value fulfils a condition."""
        return math.fsum(weight for value, weight in self._weights.items() if predicate(value))

    def at_least(self, x: Any) -> float:
        """Probability of a value of x or more."""
        return self.p(lambda value: value >= x)

    def at_most(self, x: Any) -> float:
        """Probability of a value of x or less."""
        return self.p(lambda value: value <= x)

    def mean(self) -> float:
        """Mean of the values, over the mass that was followed."""
        return math.fsum(value * weight for value, weight in self._weights.items()) / self.followed

    def table(self, none: str = "None") -> RichTable:
        """The distribution as a table for the terminal; ``none`` is what stands there for the value None."""
        from rich.table import Table as RichTable

        numeric = all(isinstance(value, int | float) for value in self._weights)
        shown = RichTable(title=self.title or None, caption=self.note(), caption_justify="left")
        shown.add_column("value", justify="right" if numeric else "left")
        shown.add_column("probability", justify="right")
        if numeric:
            shown.add_column("this or more", justify="right")
        rest = self.followed
        for value, weight in self._weights.items():
            shown.add_row(none if value is None else str(value), f"{weight:.6f}", *([f"{rest:.6f}"] if numeric else []))
            rest = max(rest - weight, 0.0)
        return shown

    def note(self) -> str:
        """What was counted, and what was left open, in words."""
        counted = f"{self.runs:,} runs, {self.positions:,} positions"
        if not self.lost_to:
            return f"exact; {counted}"
        left = ", ".join(f"{reason} {mass:.3g}" for reason, mass in self.lost_to.items())
        return f"{'exact up to' if self.complete else 'NOT COMPLETE: left open'} {left}; {counted}"

    def __repr__(self) -> str:
        shown = ", ".join(f"{value!r}: {weight:.6g}" for value, weight in itertools.islice(self._weights.items(), 12))
        return f"Odds({{{shown}{', ...' if len(self) > 12 else ''}}}, {self.note()})"

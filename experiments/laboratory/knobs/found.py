"""What a sweep found: arrays over the grid, tables and plain values of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np

from ....envs.core.rulebook import Value
from ...statistics import Mean, holm, smallest_visible
from ..shards import Games
from .adapting import Attempt, BestAnswer, Tactic
from .outcomes import Outcome, changed, combined, compared, fates, outcomes_of, taken
from .settings import Axis, points_of, reference_of

__all__ = ["Adapted", "Curve", "Interaction", "Sweep", "Trend", "found_of"]

ALPHA = 0.05


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A number worked out of several points of the grid, pair by pair.

    Attributes:
        value, low, high: with a 95 % interval.
        p: chance of a value as large if it were 0, corrected (Holm).
    """

    value: float
    low: float
    high: float
    p: float

    @property
    def is_sure(self) -> bool:
        """Whether it is significant."""
        return self.p < ALPHA


@dataclass(frozen=True, kw_only=True)
class Trend(Estimate):
    """What an outcome gains from the first value of a knob to its last one, along the straight line through all values; ``p``
    is corrected for all trends of the main outcomes, or of the others.

    Attributes:
        axis: number of the knob.
        visible: the smallest gain that these pairs would have shown 8 times out of 10.
    """

    axis: int
    visible: float


@dataclass(frozen=True, kw_only=True)
class Interaction(Estimate):
    """What two knobs add to the score together beyond the sum of each alone: the difference of differences to the reference;
    ``p`` is corrected for all corners.

    Attributes:
        point: number of the corner of the grid where both are changed.
    """

    point: int


@dataclass(frozen=True)
class Curve:
    """An outcome over the grid: every array has the grid's shape, float64.

    Attributes:
        outcome: what it is.
        value, low, high: with a 95 % confidence interval.
        difference, difference_low, difference_high: to the reference, pair by pair; 0 there.
        p: chance of a difference as large if there were no effect, corrected (Holm) for all questions about the main
            outcomes, or about the others; nan there.
        visible: the smallest difference that these pairs would have shown 8 times out of 10.
        trends: from the first value of each knob to its last one along a straight line.
    """

    outcome: Outcome
    value: np.ndarray
    low: np.ndarray
    high: np.ndarray
    difference: np.ndarray
    difference_low: np.ndarray
    difference_high: np.ndarray
    p: np.ndarray
    visible: np.ndarray
    trends: tuple[Trend, ...] = ()

    @property
    def sure(self) -> np.ndarray:
        """Where the outcome differs significantly from the reference: bool, of the grid's shape."""
        with np.errstate(invalid="ignore"):
            found: np.ndarray = self.p < ALPHA
        return found


@dataclass(frozen=True)
class Adapted:
    """The best answers to the second player, one for each point; arrays have the grid's shape.

    Attributes:
        names: who, in the order of the points.
        selection: shares of the points in the search; too high.
        score, low, high: on starts and dice that the search did not see.
        gain, gain_low, gain_high: over the first player there, pair by pair.
        difference, difference_low, difference_high: to the best answer at the reference, pair by pair.
        p: of that difference, corrected (Holm).
        attempts: races for a better answer, in the order of the points; None where none was run.
        tactics: behaviours that were found and are the best answer somewhere.
    """

    names: list[str]
    selection: np.ndarray
    score: np.ndarray
    low: np.ndarray
    high: np.ndarray
    gain: np.ndarray
    gain_low: np.ndarray
    gain_high: np.ndarray
    difference: np.ndarray
    difference_low: np.ndarray
    difference_high: np.ndarray
    p: np.ndarray
    attempts: list[Attempt | None] = field(default_factory=list)
    tactics: list[Tactic] = field(default_factory=list)


@dataclass
class Sweep:
    """The result of a sweep. ``found["score"]`` is the curve of an outcome.

    Attributes:
        ruleset, scenario: where.
        players: names of the two.
        axes: knobs and their values.
        held: other knobs that are not the book's.
        pairs: for each point.
        reference: number of the point that others are compared with: the book's values where they are tried, else the first.
        curves: by key.
        changed: share of the pairs that did not go as under the reference; float64, of the grid's shape.
        cut_off, forfeited: games over all points.
        adapted: the best answers; None where they were not looked for.
        interactions: of two knobs, at every corner of their grid where both differ from the reference.
    """

    ruleset: str
    scenario: str
    players: list[str]
    axes: list[Axis]
    held: dict[str, Value]
    pairs: int
    reference: int
    curves: dict[str, Curve]
    changed: np.ndarray
    cut_off: int = 0
    forfeited: int = 0
    adapted: Adapted | None = field(default=None)
    interactions: tuple[Interaction, ...] = ()

    def __getitem__(self, key: str) -> Curve:
        return self.curves[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.curves)

    @property
    def shape(self) -> tuple[int, ...]:
        """Values of each knob."""
        return tuple(len(axis.numbers) for axis in self.axes)

    @property
    def values(self) -> tuple[np.ndarray, ...]:
        """The values that were tried, a knob after the other: int64."""
        return tuple(np.array(axis.numbers, np.int64) for axis in self.axes)

    @property
    def labels(self) -> list[str]:
        """What the points are called."""
        return [
            ", ".join(axis.labels[i] for axis, i in zip(self.axes, point, strict=True))
            for point in points_of(self.axes)
        ]

    def rows(self) -> list[dict[str, Any]]:
        """One row for every outcome at every point, for tables."""
        points, found = points_of(self.axes), []
        for curve in self.curves.values():
            for k, point in enumerate(points):
                row: dict[str, Any] = {axis.address: axis.numbers[i] for axis, i in zip(self.axes, point, strict=True)}
                player = self.players[curve.outcome.player] if curve.outcome.player >= 0 else ""
                row |= {"outcome": curve.outcome.name, "player": player}
                for name in PARTS:
                    row[name] = _known(getattr(curve, name).flat[k])
                found.append(row | {"changed_pairs": float(self.changed.flat[k]), "pairs": self.pairs})
        return found

    def plain(self) -> dict[str, Any]:
        """All of it as JSON types."""
        adapted = None
        if self.adapted is not None:
            adapted = {
                name: msgspec.to_builtins(value) if isinstance(value, list) else [_known(one) for one in value.flat]
                for name, value in vars(self.adapted).items()
            }
        return {
            "ruleset": self.ruleset,
            "scenario": self.scenario,
            "players": self.players,
            "axes": [{"address": a.address, "values": list(a.numbers), "book": a.default} for a in self.axes],
            "held": self.held,
            "pairs": self.pairs,
            "reference": self.reference,
            "changed": [float(one) for one in self.changed.flat],
            "outcomes": {
                key: {name: [_known(one) for one in getattr(curve, name).flat] for name in PARTS}
                | {"trends": [{**vars(trend), "p": _known(trend.p)} for trend in curve.trends]}
                for key, curve in self.curves.items()
            },
            "cut_off": self.cut_off,
            "forfeited": self.forfeited,
            "adapted": adapted,
            "interactions": [
                {name: one if name == "point" else _known(one) for name, one in vars(each).items()}
                for each in self.interactions
            ],
        }


VALUE, DIFFERENCE = ("value", "low", "high"), ("difference", "difference_low", "difference_high")
PARTS = (*VALUE, *DIFFERENCE, "p", "visible")


def _known(value: float) -> float | None:
    """A number for JSON and parquet, None for one that is not known."""
    return float(value) if math.isfinite(value) else None


def found_of(
    *,
    slug: str,
    scenario: str,
    names: Sequence[str],
    axes: Sequence[Axis],
    held: Mapping[str, Value],
    games: Sequence[Games],
    answers: Sequence[BestAnswer] = (),
    adapted: Sequence[Games] = (),
) -> Sweep:
    """Work out what the games of the points say, and those of the best answers."""
    shape, reference = tuple(len(axis.numbers) for axis in axes), reference_of(axes)
    there = games[reference]
    outcomes = outcomes_of(slug, names, there)
    means = [[taken(here, outcome) for here in games] for outcome in outcomes]
    gaps = [
        [compared(here, there, outcome) if here is not there else _none() for here in games] for outcome in outcomes
    ]
    p, asked = _corrected(np.array([[gap.p for gap in row] for row in gaps]), [one.is_main for one in outcomes])
    trends = _trends(axes, games, outcomes)
    curves = {
        outcome.key: Curve(
            outcome,
            **_columns(mean, shape, VALUE),
            **_columns(gap, shape, DIFFERENCE),
            p=p[k].reshape(shape),
            visible=_visible(gap, asked[k]).reshape(shape),
            trends=trends[k],
        )
        for k, (outcome, mean, gap) in enumerate(zip(outcomes, means, gaps, strict=True))
    }
    lost = np.array([fates(one) for one in games]).sum(0)
    differs = np.array([changed(here, there).mean() for here in games]).reshape(shape)
    found = None
    if answers:
        found = _adapted(outcomes[0], shape, reference, games, answers, adapted)
    return Sweep(
        slug, scenario, list(names), list(axes), dict(held), len(there), reference, curves, differs,
        int(lost[0]), int(lost[1]), found, _interactions(axes, games, outcomes[0]),
    )  # fmt: skip


def _estimated(mean: Mean, p: float) -> dict[str, float]:
    """The fields of an :class:`Estimate`; ``p`` is the corrected chance."""
    return {"value": mean.value, "low": mean.low, "high": mean.high, "p": float(p)}


def _interactions(axes: Sequence[Axis], games: Sequence[Games], score: Outcome) -> tuple[Interaction, ...]:
    """The interaction of two knobs at each corner: (both - one) - (other - neither), pair by pair; none of a single knob."""
    if len(axes) != 2:
        return ()
    points = points_of(axes)
    rest = points[reference_of(axes)]
    ends = [[end for end in (0, len(axis.numbers) - 1) if end != at] for axis, at in zip(axes, rest, strict=True)]
    corners = list(itertools.product(*ends))
    means = []
    for one, other in corners:
        asked = [points.index(point) for point in ((one, other), (one, rest[1]), (rest[0], other), rest)]
        means.append(combined([games[k] for k in asked], np.array([1.0, -1.0, -1.0, 1.0]), score))
    return tuple(
        Interaction(**_estimated(mean, p), point=points.index(corner))
        for corner, mean, p in zip(corners, means, holm(np.array([mean.p for mean in means])), strict=True)
    )


def _trends(axes: Sequence[Axis], games: Sequence[Games], outcomes: Sequence[Outcome]) -> list[tuple[Trend, ...]]:
    """The trends of every outcome along every knob whose values are numbers."""
    points = np.array(points_of(axes))
    along = [i for i, axis in enumerate(axes) if axis.is_number]
    weights = []
    for i in along:
        numbers = np.array(axes[i].numbers, np.float64)
        far = numbers - numbers.mean()
        weights.append((far * (numbers[-1] - numbers[0]) / (far**2).sum())[points[:, i]] / (len(points) / len(numbers)))
    means = [[combined(games, weight, outcome) for weight in weights] for outcome in outcomes]
    p, asked = _corrected(
        np.array([[mean.p for mean in row] for row in means]).reshape(len(outcomes), len(along)),
        [outcome.is_main for outcome in outcomes],
    )
    return [
        tuple(
            Trend(**_estimated(mean, chance), axis=i, visible=smallest_visible(mean.error, mean.clusters - 1, asked[k]))
            for i, mean, chance in zip(along, row, p[k], strict=True)
        )
        for k, row in enumerate(means)
    ]


def _corrected(p: np.ndarray, main: Sequence[bool]) -> tuple[np.ndarray, list[int]]:
    """Chances corrected within the main outcomes and within the others, and how many questions each of them is among."""
    found, asked = np.full_like(p, math.nan), np.zeros(len(p), np.int64)
    for group in (np.array(main), ~np.array(main)):
        found[group] = holm(p[group].reshape(-1)).reshape(p[group].shape)
        asked[group] = (~np.isnan(p[group])).sum()
    return found, asked.tolist()


def _none() -> Mean:
    """The difference of the reference to itself."""
    return Mean(0.0, 0.0, 0.0, 0.0, 0)


def _columns(means: Sequence[Mean], shape: tuple[int, ...], names: Sequence[str]) -> dict[str, np.ndarray]:
    """Values, lower and upper ends under three names."""
    parts = ("value", "low", "high")
    return {
        name: np.array([getattr(mean, part) for mean in means], np.float64).reshape(shape)
        for name, part in zip(names, parts, strict=True)
    }


def _visible(gaps: Sequence[Mean], asked: int) -> np.ndarray:
    return np.array([smallest_visible(gap.error, gap.clusters - 1, asked, ALPHA) for gap in gaps], np.float64)


def _adapted(
    score: Outcome,
    shape: tuple[int, ...],
    reference: int,
    games: Sequence[Games],
    answers: Sequence[BestAnswer],
    adapted: Sequence[Games],
) -> Adapted:
    """What the best answers are worth."""
    there = adapted[reference]
    gains = [compared(new, old, score) for new, old in zip(adapted, games, strict=True)]
    gaps = [compared(here, there, score) if here is not there else _none() for here in adapted]
    return Adapted(
        [answer.player.name for answer in answers],
        np.array([answer.selection for answer in answers]).reshape(shape),
        **_columns([taken(here, score) for here in adapted], shape, ("score", "low", "high")),
        **_columns(gains, shape, ("gain", "gain_low", "gain_high")),
        **_columns(gaps, shape, DIFFERENCE),
        p=holm(np.array([gap.p for gap in gaps])).reshape(shape),
        attempts=[answer.attempt for answer in answers],
        tactics=list({answer.tactic.name: answer.tactic for answer in answers if answer.tactic is not None}.values()),
    )

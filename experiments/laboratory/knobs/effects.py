"""Elementary effects of all knobs at once (Morris), with what chance alone would make of them; and effects on fresh dice.

Every trajectory starts where all knobs have random values and moves one knob after the other. The points of a trajectory share
starts and dice, other trajectories have others: a step is a paired difference, and its mean over trajectories has an interval
from pairs. The mean of absolute effects (mu*) is never zero, not even for a knob that does nothing but shift the dice;
what it would then be is computed, too.

- M. D. Morris (1991), Factorial sampling plans for preliminary computational experiments. Technometrics 33.
- F. Campolongo, J. Cariboni, A. Saltelli (2007), An effective screening design for sensitivity analysis of large models.
  Environmental Modelling & Software 22.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...common import UserError
from ...statistics import Mean, holm, mean_of, smallest_visible
from ..shards import Games, Played, Player, Shard, Stream
from .outcomes import Outcome, changed, compared, fates, of_pairs
from .settings import Rules, fresh
from .variations import LEVELS, Opener, Variation

__all__ = ["Effects", "JudgedKnob", "analysis", "elementary", "judge", "outcomes_that_matter", "salib"]

STEP = LEVELS / (2 * (LEVELS - 1))  # of a knob's range, by which it moves
SPARE = 3  # trajectories drawn for each that is played, as some may be refused


def outcomes_that_matter(one: str) -> list[Outcome]:
    """The outcomes of interest: score, length of battles, advantage of the first seat, and draws."""
    return [
        Outcome("score", "score", -1, f"{one}'s share of the points", True),
        Outcome("rounds", "rounds", -1, "rounds per game"),
        Outcome("first seat", "first seat", -1, "share of the points of the first seat", True),
        Outcome("draws", "draws", -1, "share of the games drawn", True),
    ]


def salib() -> None:
    """Check that the library for sensitivity analysis is installed.

    Raises:
        UserError: it is not; the message says what to install.
    """
    try:
        import SALib  # noqa: F401
    except ImportError:
        raise UserError('tactica matter needs SALib: pip install "tactica[lab]"') from None


@dataclass(frozen=True)
class Effects:
    """Elementary effects; arrays have a row for each knob and a column for each outcome, float64.

    Attributes:
        addresses: of the knobs.
        mean, low, high: change of the outcome when a knob is raised by two thirds of its range, others being anything.
        p: chance of an effect as large if there were none, corrected for all knobs and outcomes (Holm).
        visible: the smallest mean effect that would have been found 8 times out of 10.
        size: mean of absolute effects (mu*).
        noise: what ``size`` would be for a knob that does nothing but shift the dice.
        spread: standard deviation of the effects (sigma), noise included.
        trajectories, refused: played; and not, because a rulebook refused one of their points.
        cut_off: games that hit the decision limit, a share.
        middle: mean of each outcome over all points, for comparison with the book's; float64 (outcomes,).
    """

    addresses: list[str]
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray
    p: np.ndarray
    visible: np.ndarray
    size: np.ndarray
    noise: np.ndarray
    spread: np.ndarray
    trajectories: int
    refused: int
    cut_off: float
    middle: np.ndarray


def elementary(
    variations: Sequence[Variation],
    stream: Stream,
    players: Sequence[Player],
    outcomes: Sequence[Outcome],
    trajectories: int,
    pairs: int,
    play: Played,
    opener: Opener,
) -> Effects:
    """Play trajectories through the values of all knobs and take their effects.

    Raises:
        UserError: the rulebook refuses too many of them.
    """
    from SALib.sample import morris as sampling

    problem = problem_of(variations)
    drawn = sampling.sample(problem, SPARE * trajectories, num_levels=LEVELS, seed=stream.seed % 2**31)
    parts = drawn.reshape(SPARE * trajectories, len(variations) + 1, len(variations))
    kept: list[np.ndarray] = []
    refused = 0
    for part in parts:
        if len(kept) == trajectories:
            break
        if any(opener.refusal(rules_of(variations, point)) for point in part):
            refused += 1
        else:
            kept.append(part)
    if len(kept) < 2:
        raise UserError(
            f"{refused} of {len(parts)} trajectories through the knobs were refused; use --spread with a smaller number, or "
            "--only to leave knobs out"
        )
    shards = [
        Shard(fresh(stream, "morris", t), players[0], players[1], 0, pairs, rules_of(variations, point))
        for t, part in enumerate(kept)
        for point in part
    ]
    games = play(shards)
    return analysis(variations, np.stack(kept), games, outcomes, refused)


def analysis(
    variations: Sequence[Variation],
    parts: np.ndarray,
    games: Sequence[Games],
    outcomes: Sequence[Outcome],
    refused: int = 0,
) -> Effects:
    """The effects that games of trajectories show.

    Args:
        variations: of the knobs.
        parts: float64 (trajectories, knobs + 1, knobs), where each point lies.
        games: of every point, trajectory by trajectory.
        outcomes: to look at.
        refused: trajectories that were not played.
    """
    from SALib.analyze import morris as analysing

    rounds, points, knobs = parts.shape
    known = [of_pairs(one) for one in games]
    shape = (knobs, len(outcomes))
    mean, low, high, p, error, size, noise, spread = (np.full(shape, math.nan) for _ in range(8))
    count = 0
    for k, outcome in enumerate(outcomes):
        values = np.stack([one[outcome.key] for one in known]).reshape(rounds, points, -1)
        steps, floor = steps_of(parts, values)
        count = steps.shape[1] * steps.shape[2]
        for i in range(knobs):
            found = mean_of(steps[i].reshape(-1), np.arange(count), reach=1.0 if outcome.is_share else 0.0)
            mean[i, k], low[i, k], high[i, k], p[i, k] = found.value, found.low, found.high, found.p
            error[i, k] = found.error
        told = analysing.analyze(
            problem_of(variations), parts.reshape(-1, knobs), values.mean(2).reshape(-1), num_levels=LEVELS, seed=0
        )
        size[:, k] = np.asarray(told["mu_star"], np.float64) * STEP
        spread[:, k] = np.asarray(told["sigma"], np.float64) * STEP
        noise[:, k] = floor
    corrected = holm(p.reshape(-1)).reshape(shape)
    visible = np.vectorize(lambda one: smallest_visible(one, count - 1, p.size))(error)
    lost = sum(fates(one)[0] for one in games) / max(sum(2 * len(one) for one in games), 1)
    middle = np.array([float(np.mean([one[outcome.key].mean() for one in known])) for outcome in outcomes])
    return Effects(
        [variation.address for variation in variations], mean, low, high, corrected, visible, size, noise, spread,
        rounds, refused, float(lost), middle,
    )  # fmt: skip


def steps_of(parts: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What each pair gained when a knob was raised, and what the mean of absolute gains would be without any effect.

    Args:
        parts: float64 (trajectories, knobs + 1, knobs).
        values: float64 (trajectories, knobs + 1, pairs).

    Returns:
        float64 (knobs, trajectories, pairs), and float64 (knobs,): without an effect the mean gain of a trajectory is
        normal about zero, with the standard error that its pairs show, and its mean absolute value is sqrt(2 / pi) of that.
    """
    moved = np.diff(parts, axis=1)
    which, up = np.abs(moved).argmax(2), np.sign(moved.sum(2))
    gains = np.diff(values, axis=1) * up[:, :, None]
    found = np.empty((parts.shape[2], parts.shape[0], values.shape[2]))
    for t in range(len(parts)):
        found[which[t], t] = gains[t]
    pairs = values.shape[2]
    errors = found.std(2, ddof=1) / math.sqrt(pairs) if pairs > 1 else np.full(found.shape[:2], math.nan)
    return found, math.sqrt(2 / math.pi) * errors.mean(1)


def problem_of(variations: Sequence[Variation]) -> dict[str, object]:
    """The knobs as SALib wants them: every one from 0 to 1."""
    return {
        "num_vars": len(variations),
        "names": [variation.address for variation in variations],
        "bounds": [[0.0, 1.0]] * len(variations),
    }


def rules_of(variations: Sequence[Variation], point: np.ndarray) -> Rules:
    """The knobs at a point of the unit cube, those left out that have the number in force."""
    found = {variation.address: variation.at(float(part)) for variation, part in zip(variations, point, strict=True)}
    return {
        variation.address: found[variation.address]
        for variation in variations
        if found[variation.address] != variation.default
    }


@dataclass(frozen=True)
class JudgedKnob:
    """One knob at one value against the book, all others as in the book, on dice not used to choose the knob.

    Attributes:
        address, number, default: of the knob, the value, the one in force.
        differences: of each outcome; ``p`` corrected for everything that was judged (Holm).
        visible: for each outcome, the smallest difference that would have been found 8 times out of 10.
        changed: share of the pairs that played out differently.
    """

    address: str
    number: int
    default: int
    differences: list[Mean]
    visible: list[float]
    changed: float


def judge(
    variations: Sequence[Variation],
    stream: Stream,
    players: Sequence[Player],
    outcomes: Sequence[Outcome],
    pairs: int,
    play: Played,
) -> tuple[list[JudgedKnob], Games]:
    """Every value of some knobs against the book, pair by pair; and the games of the book."""
    stream = fresh(stream, "judge")
    settings: list[tuple[Variation, int]] = [(one, number) for one in variations for number in one.others]
    asked: list[Rules] = [{}]
    asked += [{one.address: number} for one, number in settings]
    size = max(min(50, pairs // 10), 1)
    spans = [(at, min(size, pairs - at)) for at in range(0, pairs, size)]
    games = iter(
        play([Shard(stream, players[0], players[1], at, count, rules) for rules in asked for at, count in spans])
    )
    book, *others = [Games.joined([next(games) for _ in spans]) for _ in asked]
    found = [[compared(one, book, outcome) for outcome in outcomes] for one in others]
    p = holm(np.array([mean.p for row in found for mean in row])).reshape(-1, len(outcomes))
    judged = []
    for (one, number), row, chances, theirs in zip(settings, found, p, others, strict=True):
        means = [
            Mean(mean.value, mean.low, mean.high, mean.error, mean.clusters, float(chance))
            for mean, chance in zip(row, chances, strict=True)
        ]
        visible = [smallest_visible(mean.error, mean.clusters - 1, p.size) for mean in means]
        judged.append(JudgedKnob(one.address, number, one.default, means, visible, float(changed(theirs, book).mean())))
    return judged, book

"""Minimal tactics: what does not matter is left out, and what is left is judged afresh beside the whole."""

from __future__ import annotations

import msgspec

from .genome import Genome, parts_of, without
from .ground import Asked, Ground, Mixture, difference

__all__ = ["Pruning", "prune"]

CLOSER = 4  # times as many pairs where a part seems to be worth little


class Pruning(msgspec.Struct, frozen=True):
    """How much is played to find out what matters.

    Attributes:
        pairs: for each part that might be left out, at first.
        errors: standard errors by which a tactic may seem to do worse than the whole and still be taken for as good.
    """

    pairs: int = 140
    errors: float = 1.0


def prune(ground: Ground, genome: Genome, mixture: Mixture, pruning: Pruning, first: int) -> Genome:
    """A tactic without the numbers and doctrines that do not matter against a mixture.

    Each part is left out in turn, on the same pairs. A part that changes no game is idle and is removed at once. The others
    that may well be worth nothing are removed one after the other, the least valuable first, as long as the rest does not
    seem weaker than the whole, on different and more pairs.

    Args:
        ground, mixture: where, and the opponents.
        genome: the tactic.
        pruning: how much is played.
        first: number of the first pair; these pairs must be unused.

    Raises:
        QuestionStopped: before the end.
    """
    parts = parts_of(genome)
    shorter = [genome, *(without(genome, [part]) for part in parts)]
    whole, *rest = ground.meet([Asked(one.player(), mixture, first, pruning.pairs) for one in shorter])
    losses = {part: difference(whole, met)[:2] for part, met in zip(parts, rest, strict=True)}
    gone = [part for part in parts if losses[part] == (0.0, 0.0)]
    doubtful = [part for part in parts if part not in gone and losses[part][0] <= 2 * losses[part][1]]
    if not gone and not doubtful:
        return genome
    at, pairs = first + pruning.pairs, CLOSER * pruning.pairs
    (whole,) = ground.meet([Asked(genome.player(), mixture, at, pairs)])
    for part in sorted(doubtful, key=lambda part: losses[part][0]):
        (met,) = ground.meet([Asked(without(genome, [*gone, part]).player(), mixture, at, pairs)])
        loss, error, _ = difference(whole, met)
        if loss <= pruning.errors * error:
            gone.append(part)
    return without(genome, gone)

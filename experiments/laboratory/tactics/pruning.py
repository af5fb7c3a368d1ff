"""Minimal tactics: what does not matter is left out, and what is left is judged afresh beside the whole."""

from __future__ import annotations

import msgspec

from .genome import Genome, parts_of, without
from .ground import Asked, Ground, Mixture, difference

__all__ = ["Pruning", "prune"]

SECOND_LOOK = 4  # as many pairs again, for what is about to be left out


class Pruning(msgspec.Struct, frozen=True):
    """How much is played to find out what matters.

    Attributes:
        pairs: for each part that might be left out, at first.
        margin: share of the points that a part must be worth to stay.
    """

    pairs: int = 140
    margin: float = 0.005


def prune(ground: Ground, genome: Genome, mixture: Mixture, pruning: Pruning, first: int) -> Genome:
    """A tactic without the numbers and doctrines that do not matter against a mixture.

    Each part is left out in turn, on the same pairs. The parts that seem to be worth nothing are then left out one after the
    other, the least worth first, as long as the rest does no worse than the whole by more than the margin, on other pairs.

    Args:
        ground, mixture: where, against whom.
        genome: the tactic.
        pruning: how much is played.
        first: pairs that nobody has played yet.

    Raises:
        Stopped: before all was played.
    """
    parts = parts_of(genome)
    asked = [Asked(genome.player(), mixture, first, pruning.pairs)]
    asked += [Asked(without(genome, [part]).player(), mixture, first, pruning.pairs) for part in parts]
    whole, *rest = ground.meet(asked)
    losses = {}
    for part, met in zip(parts, rest, strict=True):
        lead, error, _ = difference(whole, met)
        losses[part] = (lead, error)
    # What left every game as it was is certainly idle here; of the others those that may well be.
    order = sorted((part for part in parts if losses[part][0] <= losses[part][1]), key=lambda part: losses[part][0])
    gone: list[str] = []
    at = first + pruning.pairs
    pairs = SECOND_LOOK * pruning.pairs
    for start in range(0, len(order), 4):  # together where that does, else one by one
        batch = order[start : start + 4]
        tries = [[*gone, *batch], *([*gone, part] for part in batch)] if len(batch) > 1 else [[*gone, *batch]]
        before, together, *single = ground.meet(
            [
                Asked(one.player(), mixture, at, pairs)
                for one in (without(genome, gone), *(without(genome, one) for one in tries))
            ]
        )
        if difference(before, together)[0] <= pruning.margin:
            gone += batch
            continue
        good = [part for part, met in zip(batch, single, strict=True) if difference(before, met)[0] <= 0]
        for part in good:
            met = ground.meet([Asked(without(genome, [*gone, part]).player(), mixture, at, pairs)])[0]
            now = ground.meet([Asked(without(genome, gone).player(), mixture, at, pairs)])[0]
            if difference(now, met)[0] <= pruning.margin:
                gone.append(part)
    return without(genome, gone)

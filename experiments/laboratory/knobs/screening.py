"""Which knobs a scenario reads at all: knobs that change no game on the same dice, found in groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ..shards import Games, Played, Player, Shard, Stream
from .outcomes import changed
from .settings import Rules
from .variations import Opener, Variation

__all__ = ["GROUP", "Screened", "screen"]

GROUP = 16  # knobs that are changed together first


@dataclass
class Screened:
    """Result of the screening.

    Attributes:
        pairs: on which every change was tried.
        moved: for each knob, the share of the pairs that played out differently, the highest over its values; 0 for a knob that
            changed nothing.
        tried: how many sets of changes were played.
    """

    pairs: int
    moved: dict[str, float] = field(default_factory=dict)
    tried: int = 0


def screen(
    variations: Sequence[Variation],
    stream: Stream,
    players: Sequence[Player],
    pairs: int,
    play: Played,
    opener: Opener,
) -> Screened:
    """Try every value of every knob on the same starts and dice.

    Neighbours in the book are changed together: if no game differs, none of them is read. If one does, halves of the group
    are tried, down to single knobs. The first value of each knob is tried first; the next ones only for knobs that changed
    nothing.

    Args:
        variations: of the knobs.
        stream, players, pairs: what is played.
        play: plays shards.
        opener: says which changes are refused together.
    """
    found = Screened(pairs, {variation.address: 0.0 for variation in variations})

    def games_under(sets: Sequence[Rules]) -> list[Games]:
        return play([Shard(stream, players[0], players[1], 0, pairs, rules) for rules in sets])

    book = games_under([{}])[0]
    for turn in range(max((len(variation.others) for variation in variations), default=0)):
        values = {
            variation.address: variation.others[turn]
            for variation in variations
            if turn < len(variation.others) and not found.moved[variation.address]
        }
        addresses = list(values)
        groups = [addresses[at : at + GROUP] for at in range(0, len(addresses), GROUP)]
        while groups:
            ready: list[list[str]] = []
            while groups:
                group = groups.pop()
                if len(group) > 1 and opener.refusal({address: values[address] for address in group}):
                    groups += _halves(group)
                else:
                    ready.append(group)
            found.tried += len(ready)
            for group, games in zip(
                ready, games_under([{address: values[address] for address in group} for group in ready]), strict=True
            ):
                share = float(np.mean(changed(games, book)))
                if share and len(group) > 1:
                    groups += _halves(group)
                elif share:
                    found.moved[group[0]] = share
    return found


def _halves(group: list[str]) -> list[list[str]]:
    return [group[: len(group) // 2], group[len(group) // 2 :]]

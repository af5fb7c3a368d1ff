"""The schedule of a tournament.

The games of a tournament are cut into **chunks**: some pairs of one pairing in one scenario. Chunks come in rounds; in
each round everybody meets everybody everywhere, so that there is a ranking, with honest intervals, from the first
round on. Rounds grow from 2 pairs to 128, which keeps the first ranking near and the work per file large.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = [
    "FIRST_ROUND",
    "MOST_PAIRS",
    "MOST_WITH_SEARCHES",
    "Chunk",
    "chunks",
    "comparison_chunks",
    "look_sizes",
    "pairings",
    "round_sizes",
    "seed_of",
]

FIRST_LOOK = 8  # pairs before the first look of a test
LOOKS = 32  # it is looked again after one part in so many of what was played
FIRST_ROUND, MOST_PAIRS = 2, 128  # pairs of a chunk; with Python policies one group of games holds the largest
MOST_WITH_SEARCHES = 4  # if a player searches: a game may take many seconds


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some pairs of one pairing in one scenario.

    Attributes:
        number: its place in the plan.
        round_no: from 0.
        one, other: players.
        scenario: where.
        first: number of its first pair among those of its pairing and scenario.
        size: pairs.
    """

    number: int
    round_no: int
    one: int
    other: int
    scenario: int
    first: int
    size: int


def round_sizes(pairs: int, most: int = MOST_PAIRS) -> list[int]:
    """Pairs of each round: 2, 2, 4, 8, ... 128, 128, and what is left; at most ``most``."""
    sizes: list[int] = []
    done = 0
    while done < pairs:
        size = min(max(done, FIRST_ROUND), most, pairs - done)
        sizes.append(size)
        done += size
    return sizes


def look_sizes(pairs: int) -> list[int]:
    """Pairs from one look to the next of a test that stops by itself: 8, then one in 32 of what was played, and what is
    left.
    """
    sizes: list[int] = []
    done = 0
    while done < pairs:
        sizes.append(min(max(done // LOOKS, FIRST_LOOK), pairs - done))
        done += sizes[-1]
    return sizes


def comparison_chunks(scenarios: int, pairs: int) -> Iterator[Chunk]:
    """The chunks of two players in the order in which they are played; a round lies between two looks.

    Every round has equally many pairs in every scenario.

    Args:
        scenarios: how many.
        pairs: in each scenario, at most.
    """
    number = first = 0
    per_scenario, rest = [], pairs
    for size in look_sizes(pairs * scenarios):
        per_scenario.append(min(-(-size // scenarios), rest))
        rest -= per_scenario[-1]
        if not rest:
            break
    for round_no, size in enumerate(per_scenario):
        for begin in range(0, size, MOST_PAIRS):
            for scenario in range(scenarios):
                part = min(MOST_PAIRS, size - begin)
                yield Chunk(number, round_no, 0, 1, scenario, first + begin, part)
                number += 1
        first += size


def pairings(players: int, only: int = 0) -> list[tuple[int, int]]:
    """Everybody against everybody; with ``only``, what the first so many play."""
    return [pairing for pairing in itertools.combinations(range(players), 2) if only == 0 or pairing[0] < only]


def chunks(players: int, scenarios: int, pairs: int, only: int = 0, most: int = MOST_PAIRS) -> Iterator[Chunk]:
    """All chunks in the order in which they are played; ``only`` as of :func:`pairings`, ``most`` of :func:`round_sizes`."""
    number = first = 0
    for round_no, size in enumerate(round_sizes(pairs, most)):
        for scenario in range(scenarios):
            for one, other in pairings(players, only):
                yield Chunk(number, round_no, one, other, scenario, first, size)
                number += 1
        first += size


def seed_of(base: int, scenario: str, one: str, other: str) -> int:
    """The seed of a pairing's games in a scenario; who else takes part changes nothing in it."""
    digest = hashlib.sha256(f"{base}\0{scenario}\0{one}\0{other}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 2

"""Pairs of games of rulesets that have room for different numbers of sides."""

from __future__ import annotations

import numpy as np

from tactica.experiments.tournament.arena import Played
from tactica.experiments.tournament.pairs import Pairs
from tactica.experiments.tournament.plan import Chunk


def played(number: int, ranks: list[list[list[int]]]) -> Played:
    """A chunk with these ranks at the end, one pair of games for each; all else is the same in all games."""
    size = len(ranks)
    same = np.zeros((size, 2), np.int64)
    chunk = Chunk(number=number, round_no=0, one=0, other=1, scenario=number, first=0, size=size)
    return Played(chunk, np.zeros(size, np.int64), same, same, same, same, same, np.array(ranks, np.int64))


WIDE = played(0, [[[1, 2, 0, 0], [2, 1, 0, 0]]])
NARROW = played(1, [[[1, 1], [1, 2]], [[2, 1], [1, 2]]])
BESIDE = [[[1, 2, 0, 0], [2, 1, 0, 0]], [[1, 1, 0, 0], [1, 2, 0, 0]], [[2, 1, 0, 0], [1, 2, 0, 0]]]


def test_ranks_of_rulesets_with_fewer_sides_stand_beside_the_others():
    pairs = Pairs.of([WIDE, NARROW])
    assert pairs.ranks.tolist() == BESIDE
    assert pairs.scenario.tolist() == [0, 1, 1] and len(pairs.clusters().one) > 0


def test_so_do_those_of_games_that_were_played_elsewhere():
    assert Pairs.of([WIDE]).joined(Pairs.of([NARROW]).moved(0)).ranks.tolist() == BESIDE
    assert Pairs.of([NARROW]).joined(Pairs.of([WIDE])).ranks.tolist() == BESIDE[1:] + BESIDE[:1]


def test_without_games_there_are_no_ranks():
    assert Pairs.of([]).ranks.shape == (0, 2, 0)
    assert Pairs.of([]).joined(Pairs.of([WIDE])).ranks.tolist() == BESIDE[:1]

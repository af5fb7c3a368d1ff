"""Pairs of games of rulesets that have room for different numbers of sides."""

from __future__ import annotations

import numpy as np

from tactica.experiments.tournament.pairs import _beside


def test_ranks_of_rulesets_with_fewer_sides_stand_beside_the_others():
    wide, narrow = np.array([[[1, 2, 0, 0], [2, 1, 0, 0]]]), np.array([[[1, 1], [1, 2]]])
    assert _beside([wide, narrow]).tolist() == [[[1, 2, 0, 0], [2, 1, 0, 0]], [[1, 1, 0, 0], [1, 2, 0, 0]]]
    assert _beside([]).shape == (0, 2, 0)

"""The dice challenge: a D6 and some D10, of which the best or the worst counts."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from core.counting import assert_met, assert_same, bare, counted, taped

from tactica.envs.core import dice

LOCATIONS = np.array([0, 1, 2, 3, 4, 5, 5], np.int16)
ALIKE = np.zeros(7, np.int16)


def natural_of(consistency, six, tens):
    """The natural result of these faces."""
    thrown = [six, *tens]
    if consistency > 0:
        return max(thrown) + max(thrown.count(10) - 1, 0)
    return min(thrown) - (max(thrown.count(1) - 1, 0) if consistency < 0 else 0)


def exact(consistency, what=lambda natural, six: (natural, six)):
    """What comes of every combination of faces, by their share."""
    found: Counter[object] = Counter()
    for six in range(1, 7):
        for tens in itertools.product(range(1, 11), repeat=abs(consistency)):
            found[what(natural_of(consistency, six, tens), six)] += 1
    whole = 6 * 10 ** abs(consistency)
    return {key: number / whole for key, number in found.items()}


@pytest.mark.parametrize("consistency", range(-4, 5))
def test_natural_and_six_together(consistency):
    assert_same(counted(lambda s: dice.challenge(s, consistency)), exact(consistency))


@pytest.mark.parametrize("consistency", range(-4, 5))
def test_natural_alone(consistency):
    assert_same(
        counted(lambda s: dice.challenge_natural(s, consistency)), exact(consistency, lambda natural, six: natural)
    )


@pytest.mark.parametrize("labels", [LOCATIONS, ALIKE], ids=["locations", "alike"])
@pytest.mark.parametrize("below", [0, 4, 9])
@pytest.mark.parametrize(("low", "high"), [(4, 8), (5, 5), (-3, 1), (1, 12), (7, 11), (-40, -2), (20, 30)])
@pytest.mark.parametrize("consistency", [-3, -1, 0, 1, 3])
def test_bands_of_the_natural_with_what_the_six_decides(consistency, low, high, below, labels):
    def what(natural, six):
        return 2 if natural >= high else 1 if natural >= low else 0, int(labels[six]), int(six < below)

    result = counted(lambda s: dice.challenge_band(s, consistency, low, high, labels, below))
    assert_same(result, exact(consistency, what))


def closed(consistency):
    """The natural result by the closed form, in whole numbers."""
    found = {}
    if consistency > 0:
        below = [Fraction(min(k, 6), 6) * Fraction(k, 10) ** consistency for k in range(10)]
        found = {k: below[k] - below[k - 1] for k in range(1, 10)}
        for tens in range(1, consistency + 1):
            found[9 + tens] = (
                math.comb(consistency, tens) * Fraction(1, 10) ** tens * Fraction(9, 10) ** (consistency - tens)
            )
        return found
    count = -consistency
    reach = {k: Fraction(7 - k, 6) * Fraction(11 - k, 10) ** count for k in range(2, 8)}
    found = {k: reach[k] - reach[k + 1] for k in range(2, 7)}

    def binomial(ones):
        if not 0 <= ones <= count:
            return Fraction(0)
        return math.comb(count, ones) * Fraction(1, 10) ** ones * Fraction(9, 10) ** (count - ones)

    for ones in range(1, count + 2):
        found[2 - ones] = Fraction(5, 6) * binomial(ones) + Fraction(1, 6) * binomial(ones - 1)
    return found


@pytest.mark.parametrize("consistency", [-30, -6, -5, 5, 8, 30])
def test_many_dice_by_the_closed_form(consistency):
    numbers = {natural: float(share) for natural, share in closed(consistency).items()}
    assert_same(counted(lambda s: dice.challenge_natural(s, consistency)), numbers, within=1e-14)
    together: Counter[int] = Counter()
    for (natural, _), share in counted(lambda s: dice.challenge(s, consistency)).items():
        together[natural] += share
    assert_same(together, numbers, within=1e-14)


def test_as_a_book_prints_it():
    assert sum(p for n, p in counted(lambda s: dice.challenge_natural(s, 5)).items() if n >= 9) == pytest.approx(
        0.672320
    )
    assert sum(p for n, p in counted(lambda s: dice.challenge_natural(s, -5)).items() if n <= 2) == pytest.approx(
        0.781547, abs=5e-7
    )
    torso = counted(lambda s: dice.challenge_band(s, 2, 4, 8, LOCATIONS, 4))
    assert sum(p for (band, where, _), p in torso.items() if (band, where) == (2, 5)) == pytest.approx(0.17)
    assert sum(p for (band, where, _), p in torso.items() if (band, where) == (2, 1)) == pytest.approx(0.085)


@pytest.mark.parametrize(
    ("consistency", "faces", "natural"),
    [
        (3, [4, 1, 9, 10], 10), (-2, [6, 7, 9], 6), (0, [3], 3), (2, [3, 10, 10], 11), (5, [3, 10, 10, 10, 2, 1], 12),
        (-1, [1, 1], 0), (-4, [1, 1, 1, 4, 9], -1), (4, [1, 1, 2, 4, 6], 6), (-2, [5, 1, 8], 1), (-2, [1, 5, 8], 1),
    ],
)  # fmt: skip
def test_tape_gives_the_six_first(consistency, faces, natural):
    s = bare()
    assert taped(s, lambda s: dice.challenge(s, consistency), *faces) == (natural, faces[0])
    assert (s.tape_next, s.tape_short, s.tape_wrong) == (len(faces), 0, 0)
    assert taped(s, lambda s: dice.challenge_natural(s, consistency), *faces) == natural
    band = taped(s, lambda s: dice.challenge_band(s, consistency, natural, natural + 1, LOCATIONS, 3), *faces)
    assert band == (1, LOCATIONS[faces[0]], int(faces[0] < 3))


@pytest.mark.parametrize("consistency", [-3, 0, 2])
def test_play_agrees_with_counting(consistency):
    assert_met(lambda s: dice.challenge(s, consistency))
    assert_met(lambda s: dice.challenge_natural(s, consistency))
    assert_met(lambda s: dice.challenge_band(s, consistency, 2, 5, LOCATIONS, 3))

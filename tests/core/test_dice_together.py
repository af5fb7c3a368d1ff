"""Dice thrown together: sums, pools, hits; and several dice of which one counts."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction

import pytest
from core.counting import assert_met, assert_same, bare, counted, taped, tried

from tactica.envs.core import dice
from tactica.envs.core.state import Overrun


def convolved(count, sides):
    """In how many ways so many dice add up to each total, in whole numbers."""
    ways = Counter({0: 1})
    for _ in range(count):
        more: Counter[int] = Counter()
        for total, number in ways.items():
            for face in range(1, sides + 1):
                more[total + face] += number
        ways = more
    return ways


def sums_and_sixes(count):
    """In how many ways so many D6 come to each sum and number of sixes, in whole numbers."""
    ways = Counter({(0, 0): 1})
    for _ in range(count):
        more: Counter[tuple[int, int]] = Counter()
        for (total, sixes), number in ways.items():
            for face in range(1, 7):
                more[total + face, sixes + (face == 6)] += number
        ways = more
    return ways


def shares(ways):
    """Whole numbers as shares of their sum."""
    whole = sum(ways.values())
    return {key: float(Fraction(number, whole)) for key, number in ways.items()}


# --- sums ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 8), (2, 6), (3, 4), (4, 5)])
def test_sum_of_a_few(count, sides):
    assert_same(
        counted(lambda s: dice.sum_of(s, count, sides)), tried(lambda s: dice.sum_of(s, count, sides), sides, count)
    )


@pytest.mark.parametrize(("count", "sides", "classes"), [(4, 8, 29), (28, 6, 141), (7, 12, 78), (51, 6, 256)])
def test_sum_of_many(count, sides, classes):
    result = counted(lambda s: dice.sum_of(s, count, sides))
    assert len(result) == classes
    assert_same(result, shares(convolved(count, sides)), within=1e-15)


def test_sum_of_one_die_more_than_there_is_room_for():
    for count, overrun in ((51, Overrun.NONE), (52, Overrun.POOL)):
        s = bare()
        s.dice_mode, s.trace_weight = dice.COUNT, 1.0
        dice.sum_of(s, count, 6)
        assert s.overrun == overrun
    s = bare()
    assert 52 <= dice.sum_of(s, 52, 6) <= 312  # in play there is room for any number
    assert s.overrun == Overrun.NONE


@pytest.mark.parametrize(
    ("low", "high"), [(7, 7), (2, 9), (1, 1), (12, 15), (-3, 4), (8, 5), (2, 12), (12, 12), (1, 2)]
)
def test_sum_of_two_dice_on_a_table(low, high):
    result = counted(lambda s: dice.sum_band(s, 2, 6, low, high))
    assert_same(result, tried(lambda s: dice.sum_band(s, 2, 6, low, high), 6, 2))
    exact = Counter(0 if a + b <= low else 1 if a + b <= high else 2 for a in range(1, 7) for b in range(1, 7))
    assert_same(result, {row: number / 36 for row, number in exact.items()}, within=1e-15)


@pytest.mark.parametrize(("leadership", "of_36"), list(enumerate([1, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 35], 1)))
def test_test_on_two_dice_where_2_always_passes_and_12_never(leadership, of_36):
    result = counted(lambda s: dice.sum_check(s, 2, 6, min(max(leadership, 2), 11)))
    assert result == pytest.approx({1: of_36 / 36, 0: 1 - of_36 / 36}, abs=1e-15)


def test_band_of_many_dice_adds_up():
    exact = shares(convolved(28, 6))
    result = counted(lambda s: dice.sum_band(s, 28, 6, 90, 110))
    rows = Counter()
    for total, share in exact.items():
        rows[0 if total <= 90 else 1 if total <= 110 else 2] += share
    assert_same(result, rows, within=1e-14)


@pytest.mark.parametrize(
    ("count", "sides", "most"), [(0, 3, 2), (1, 3, 2), (4, 3, 2), (3, 6, 4), (2, 6, 6), (3, 3, 1), (2, 3, 5)]
)
def test_sum_of_capped_dice(count, sides, most):
    result = counted(lambda s: dice.sum_capped(s, count, sides, most))
    assert_same(result, tried(lambda s: dice.sum_capped(s, count, sides, most), sides, count if most > 1 else 0))
    faces = [min(face, most) for face in range(1, sides + 1)]
    exact = Counter(sum(thrown) for thrown in itertools.product(faces, repeat=count))
    assert_same(result, shares(exact))


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 6), (2, 6), (3, 6), (4, 6), (5, 3)])
def test_sum_without_the_lowest(count, sides):
    result = counted(lambda s: dice.sum_but_lowest(s, count, sides))
    assert_same(result, tried(lambda s: dice.sum_but_lowest(s, count, sides), sides, count))
    faces = range(1, sides + 1)
    exact = Counter(sum(sorted(thrown)[1:]) for thrown in itertools.product(faces, repeat=count))
    assert_same(result, shares(exact))


def test_flight_and_pursuit():
    """2d6 catch up with 2d6 in 721 of 1296; 3d6 without the lowest in 0.724151."""
    flight = counted(lambda s: dice.sum_of(s, 2, 6))
    for pursuit, caught in ((flight, 721 / 1296), (counted(lambda s: dice.sum_but_lowest(s, 3, 6)), 0.724151)):
        chance = sum(p * q for a, p in pursuit.items() for b, q in flight.items() if a >= b)
        assert chance == pytest.approx(caught, abs=5e-7)


# --- pools -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("needs_total", [0, 1])
@pytest.mark.parametrize(
    ("count", "at_least", "sixes"),
    [(0, 0, 3), (1, 4, 1), (3, 10, 0), (3, 30, 3), (4, 22, 3), (4, 1, 2), (5, 16, 3), (4, 20, 9)],
)
def test_pool_against_a_number(count, at_least, sixes, needs_total):
    def roll(s):
        return dice.pool_check(s, count, at_least, sixes, needs_total)

    result = counted(roll)
    exact: Counter[int] = Counter()
    for thrown in itertools.product(range(1, 7), repeat=count):
        reached = sum(thrown) >= at_least and count > 0
        enough = 0 < sixes <= thrown.count(6)
        if enough and (reached or not needs_total):
            exact[dice.CRITICAL] += 1
        else:
            exact[dice.HIT if reached or enough else dice.MISSED] += 1
    assert_same(result, shares(exact))
    assert_same(result, tried(roll, 6, count))


@pytest.mark.parametrize(
    ("count", "defence", "hit", "critical"),
    [
        (5, 16, 0.694830, 23 / 648), (4, 22, 0.020833, 7 / 432), (5, 21, 0.222737, 23 / 648), (2, 13, 0.0, 0.0),
        (8, 8, 1.0, 75497 / 559872), (6, 14, 0.964120, 1453 / 23328), (5, 40, 0.035494, 23 / 648),
    ],
)  # fmt: skip
def test_pool_as_a_book_prints_it(count, defence, hit, critical):
    result = counted(lambda s: dice.pool_check(s, count, defence, 3, 0))
    assert 1 - result.get(dice.MISSED, 0.0) == pytest.approx(hit, abs=5e-7)
    assert result.get(dice.CRITICAL, 0.0) == pytest.approx(critical, abs=1e-14)


@pytest.mark.parametrize(("count", "at_least"), [(10, 35), (28, 98), (28, 150), (60, 200)])
def test_great_pools_are_three_classes(count, at_least):
    runs = 0

    def roll(s):
        nonlocal runs
        runs += 1
        return dice.pool_check(s, count, at_least, 3, 0)

    result = counted(roll)
    exact: Counter[int] = Counter()
    for (total, sixes), number in sums_and_sixes(count).items():
        exact[dice.CRITICAL if sixes >= 3 else dice.HIT if total >= at_least else dice.MISSED] += number
    assert_same(result, shares(exact), within=1e-14)
    assert runs == len(exact) <= 3


@pytest.mark.parametrize("count", [26, 28])
def test_great_pools_as_sum_and_sixes(count):
    assert_same(counted(lambda s: dice.pool_sum_and_sixes(s, count)), shares(sums_and_sixes(count)), within=1e-15)


def test_pools_of_one_die_more_than_there_is_room_for():
    for roll in (lambda s, n: dice.pool_sum_and_sixes(s, n), lambda s, n: dice.pool_check(s, n, 3 * n, 3, 0)):
        for count, overrun in ((63, Overrun.NONE), (64, Overrun.POOL)):
            s = bare()
            s.dice_mode, s.trace_weight = dice.COUNT, 1.0
            roll(s, count)
            assert (s.overrun, s.trace_length) == (overrun, 1)


# --- how many reach a number -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("at_least", [-1, 1, 2, 4, 6, 7, 9])
def test_hits_and_sixes(at_least):
    def joint(s):
        return dice.hits_and_sixes(s, 4, at_least)

    result = counted(joint)
    assert_same(result, tried(joint, 6, 4))
    assert all(sixes <= got for got, sixes in result)
    assert_same(counted(lambda s: dice.hits(s, 4, 6, at_least)), tried(lambda s: dice.hits(s, 4, 6, at_least), 6, 4))


def test_hits_and_sixes_of_many_dice():
    """Exactly the multinomial of three kinds of face."""
    result = counted(lambda s: dice.hits_and_sixes(s, 28, 4))
    exact = {
        (got, sixes): float(
            Fraction(math.comb(28, got) * math.comb(got, sixes) * 3 ** (28 - got) * 2 ** (got - sixes), 6**28)
        )
        for got in range(29)
        for sixes in range(got + 1)
    }
    assert len(result) == 435
    assert_same(result, exact, within=1e-15)


@pytest.mark.parametrize("at_least", [-2, 1, 4, 6, 7])
def test_one_die_to_reach_a_number(at_least):
    assert_same(counted(lambda s: dice.reaches(s, 6, at_least)), tried(lambda s: dice.reaches(s, 6, at_least), 6))


# --- several dice of which one counts --------------------------------------------------------------------------------

EDGES = {dice.PLAIN: 1, dice.ADVANTAGE: 2, dice.DISADVANTAGE: 2}


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize(
    ("at_least", "miss_to", "critical_from"),
    [(11, 1, 20), (-5, 1, 20), (41, 1, 20), (25, 1, 25), (11, 0, 21), (20, 1, 19), (1, 0, 1)],
)
def test_attack_with_an_edge(edge, at_least, miss_to, critical_from):
    def roll(s):
        return dice.attack_check(s, 20, edge, at_least, miss_to, critical_from)

    result = counted(roll)
    assert_same(result, tried(roll, 20, EDGES[edge]))
    exact: Counter[int] = Counter()
    for thrown in itertools.product(range(1, 21), repeat=EDGES[edge]):
        natural = max(thrown) if edge > 0 else min(thrown)
        hit = natural > miss_to and natural >= at_least
        exact[dice.CRITICAL if natural >= critical_from else dice.HIT if hit else dice.MISSED] += 1
    assert_same(result, shares(exact))


def test_attack_as_a_book_prints_it():
    """+12 against 5 misses only on a natural 1; against 40 only a natural 20 hits; each with its edge."""
    for edge, missed in ((dice.PLAIN, 1 / 20), (dice.DISADVANTAGE, 39 / 400), (dice.ADVANTAGE, 1 / 400)):
        assert counted(lambda s, edge=edge: dice.attack_check(s, 20, edge, -6, 1, 20))[dice.MISSED] == pytest.approx(
            missed
        )
        hit = counted(lambda s, edge=edge: dice.attack_check(s, 20, edge, 41, 1, 20))
        assert hit[dice.CRITICAL] == pytest.approx({0: 1 / 20, -1: 1 / 400, 1: 39 / 400}[edge])
        assert dice.HIT not in hit


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("at_least", [-3, 1, 2, 11, 20, 21, 30])
def test_check_with_an_edge(edge, at_least):
    def roll(s):
        return dice.edge_check(s, 20, edge, at_least)

    assert_same(counted(roll), tried(roll, 20, EDGES[edge]))


def test_natural_of_the_die_kept_is_the_face_of_the_log():
    s = bare()
    assert taped(s, lambda s: dice.attack_check(s, 20, dice.ADVANTAGE, 11, 1, 20), 4, 20) == dice.CRITICAL
    assert s.last_face == 20
    assert taped(s, lambda s: dice.attack_check(s, 20, dice.DISADVANTAGE, 11, 1, 20), 4, 20) == dice.MISSED
    assert s.last_face == 4


def test_pools_leave_their_sum_for_the_log():
    """Three dice show 2, 6 and 5: what they are counted by makes no difference."""
    s = bare()
    for roll, found in (
        (lambda s: dice.hits(s, 3, 6, 5), 2), (lambda s: dice.successes(s, 3, 6, 2), 1),
        (lambda s: dice.hits_and_sixes(s, 3, 5), (2, 1)), (lambda s: dice.pool_sum_and_sixes(s, 3), (13, 1)),
    ):  # fmt: skip
        s.last_face = 0
        assert taped(s, roll, 2, 6, 5) == found
        assert s.last_face == 2 + 6 + 5


@pytest.mark.parametrize(("hits", "directions"), [(2, 8), (0, 8), (6, 4), (3, 1)])
def test_scatter_die(hits, directions):
    result = counted(lambda s: dice.scatter(s, 6, hits, directions))
    exact = {0: hits / 6} | dict.fromkeys(range(1, directions + 1), (6 - hits) / 6 / directions)
    assert_same(result, exact)


def test_scatter_die_takes_a_direction_only_after_an_arrow():
    s = bare()
    assert taped(s, lambda s: (dice.scatter(s, 6, 2, 8), dice.scatter(s, 6, 2, 8)), 2, 3, 7) == (0, 7)
    assert (s.tape_next, s.tape_short, s.tape_wrong) == (3, 0, 0)


# --- the tape and play -----------------------------------------------------------------------------------------------


def test_dice_thrown_together_take_single_faces_from_the_tape():
    s = bare()
    assert taped(s, lambda s: dice.sum_of(s, 4, 8), 8, 1, 5, 7) == 21
    assert taped(s, lambda s: dice.sum_band(s, 2, 6, 4, 8), 3, 4) == 1
    assert taped(s, lambda s: dice.sum_but_lowest(s, 3, 6), 4, 1, 6) == 10
    assert taped(s, lambda s: dice.sum_capped(s, 3, 3, 2), 3, 1, 2) == 5
    assert taped(s, lambda s: dice.pool_check(s, 4, 30, 3, 0), 6, 6, 1, 6) == dice.CRITICAL
    assert taped(s, lambda s: dice.pool_check(s, 4, 30, 3, 1), 6, 6, 1, 6) == dice.HIT
    assert taped(s, lambda s: dice.hits_and_sixes(s, 5, 4), 6, 3, 4, 6, 1) == (3, 2)
    assert taped(s, lambda s: dice.hits(s, 3, 6, 5), 5, 6, 4) == 2
    assert (s.tape_next, s.tape_short, s.tape_wrong) == (3, 0, 0)


ROLLS = {
    "sum_of": lambda s: dice.sum_of(s, 4, 8),
    "sum_band": lambda s: dice.sum_band(s, 3, 6, 8, 11),
    "sum_but_lowest": lambda s: dice.sum_but_lowest(s, 3, 6),
    "sum_capped": lambda s: dice.sum_capped(s, 4, 3, 2),
    "pool_check": lambda s: dice.pool_check(s, 5, 19, 3, 0),
    "hits": lambda s: dice.hits(s, 5, 6, 5),
    "hits_and_sixes": lambda s: dice.hits_and_sixes(s, 4, 4),
    "advantage": lambda s: dice.attack_check(s, 20, dice.ADVANTAGE, 13, 1, 20),
    "disadvantage": lambda s: dice.attack_check(s, 20, dice.DISADVANTAGE, 8, 1, 19),
    "scatter": lambda s: dice.scatter(s, 6, 2, 8),
    "reaches": lambda s: dice.reaches(s, 6, 5),
}


@pytest.mark.parametrize("name", ROLLS)
def test_play_agrees_with_counting(name):
    assert_met(ROLLS[name])

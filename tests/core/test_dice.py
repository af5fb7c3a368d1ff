"""Dice in play, from the tape, and counted."""

from __future__ import annotations

import itertools
import math
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from core.counting import assert_same, bare, counted, taped, tried

from tactica.envs.core import dice
from tactica.envs.core.state import Overrun

ANYTHING = np.random.default_rng(20)


# --- counting agrees with trying every face --------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [2, 6, 10, 100])
def test_die(sides):
    assert_same(counted(lambda s: dice.die(s, sides)), tried(lambda s: dice.die(s, sides), sides))
    assert len(counted(lambda s: dice.die(s, sides))) == sides


@pytest.mark.parametrize("at_most", [-5, 0, 1, 3, 41, 99, 100, 130])
def test_check(at_most):
    result = counted(lambda s: dice.check(s, 100, at_most))
    assert_same(result, tried(lambda s: dice.check(s, 100, at_most), 100))
    assert result.get(1, 0.0) == pytest.approx(min(max(at_most, 0), 100) / 100, abs=1e-15)


@pytest.mark.parametrize(
    "uppers",
    [[1, 3, 5, 6], [6], [0, 6], [2, 2, 4, 9], [3, 1, 5], [9, 10], [-1, 4]],
    ids=str,
)
def test_band(uppers):
    rows = np.array(uppers, np.int16)
    assert_same(counted(lambda s: dice.band(s, 6, rows)), tried(lambda s: dice.band(s, 6, rows), 6))


ZONES = [(0, 0), (37, 37), (37, 60), (60, 37), (-4, 20), (100, 100), (90, 140)]


@pytest.mark.parametrize(("at_most", "stray_to"), ZONES)
def test_zone_class(at_most, stray_to):
    hits = ANYTHING.integers(0, 7, 101).astype(np.int16)
    misses = ANYTHING.integers(0, 3, 101).astype(np.int16)

    def roll(s):
        return dice.zone_class(s, 100, at_most, stray_to, hits, misses)

    assert_same(counted(roll), tried(roll, 100))


def test_check_class_is_one_branch_a_label():
    location = (np.arange(101) // 30).astype(np.int16)
    missed = np.full(101, 9, np.int16)
    result = counted(lambda s: dice.check_class(s, 100, 45, location, missed))
    assert result == pytest.approx({0: 0.29, 1: 0.16, 9: 0.55})


def test_pool_of_ten_as_sum_and_sixes():
    """231 classes, exactly the integer counts of a convolution over ten dice."""
    runs = 0

    def roll(s):
        nonlocal runs
        runs += 1
        return dice.pool_sum_and_sixes(s, 10)

    result = counted(roll)
    ways = Counter({(0, 0): 1})
    for _ in range(10):
        more: Counter[tuple[int, int]] = Counter()
        for (total, sixes), number in ways.items():
            for face in range(1, 7):
                more[total + face, sixes + (face == 6)] += number
        ways = more
    assert sum(ways.values()) == 6**10
    assert_same(result, {key: number / 6**10 for key, number in ways.items()}, within=1e-15)
    assert runs == len(ways) == 231
    assert abs(math.fsum(result.values()) - 1) < 1e-13


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_small_pools(count):
    def roll(s):
        return dice.pool_sum_and_sixes(s, count)

    assert_same(counted(roll), tried(roll, 6, count))


def test_twenty_dice_to_hit_wound_and_save():
    """20 dice at 3 or less hit, those at 4 or less wound, those at 2 or less are saved: exact to the last digit."""

    def roll(s):
        hits = dice.successes(s, 20, 6, 3)
        wounds = dice.successes(s, hits, 6, 4)
        return wounds - dice.successes(s, wounds, 6, 2)

    result = counted(roll)
    through = Fraction(3, 6) * Fraction(4, 6) * Fraction(4, 6)
    exact = {k: float(math.comb(20, k) * through**k * (1 - through) ** (20 - k)) for k in range(21)}
    assert_same(result, exact, within=1e-14)


@pytest.mark.parametrize("at_most", [-1, 0, 1, 4, 6, 8])
def test_successes(at_most):
    assert_same(
        counted(lambda s: dice.successes(s, 4, 6, at_most)), tried(lambda s: dice.successes(s, 4, 6, at_most), 6, 4)
    )


@pytest.mark.parametrize("highest", [True, False])
def test_keep_one_of_three(highest):
    assert_same(
        counted(lambda s: dice.keep_extreme(s, 3, 10, highest)),
        tried(lambda s: dice.keep_extreme(s, 3, 10, highest), 10, 3),
    )


def test_keep_highest_of_six():
    exact = {k: float(Fraction(k**6 - (k - 1) ** 6, 10**6)) for k in range(1, 11)}
    assert_same(counted(lambda s: dice.keep_extreme(s, 6, 10, True)), exact, within=1e-15)


@pytest.mark.parametrize("deck", [[1, 1, 1], [4, 0, 2], [0, 0, 5], [0, 3, 0, 3, 1]], ids=str)
def test_card(deck):
    counts = np.array(deck, np.int16)
    result = counted(lambda s: dice.card(s, counts))
    assert_same(result, tried(lambda s: dice.card(s, counts), sum(deck)))
    assert_same(result, {kind: number / sum(deck) for kind, number in enumerate(deck) if number})
    assert list(counts) == deck  # the caller takes it out


def test_empty_deck_gives_no_card():
    nothing = np.zeros(3, np.int16)
    assert counted(lambda s: dice.card(s, nothing)) == {-1: 1.0}


def test_hand_of_two_without_return():
    def roll(s):
        deck = np.array([2, 1, 1], np.int16)
        first = dice.card(s, deck)
        deck[first] -= 1
        return int(first), int(dice.card(s, deck))

    result = counted(roll)
    assert result[0, 0] == pytest.approx(2 / 4 * 1 / 3)
    assert result[0, 1] == pytest.approx(2 / 4 * 1 / 3)
    assert (1, 1) not in result
    assert abs(sum(result.values()) - 1) < 1e-13


def test_more_rolls_than_the_trace_holds_are_noticed():
    s = bare()
    s.dice_mode, s.trace_weight = dice.COUNT, 1.0
    for _ in range(len(s.trace_pick)):
        dice.die(s, 6)
    assert s.overrun == 0
    dice.die(s, 6)
    assert s.overrun == Overrun.TRACE


def test_more_labels_than_there_is_room_for_are_noticed():
    s = bare()
    s.dice_mode, s.trace_weight = dice.COUNT, 1.0
    labels = np.arange(101, dtype=np.int16)
    dice.check_class(s, 64, 64, labels, labels)
    assert s.overrun == 0
    s.trace_length = 0
    dice.check_class(s, 65, 65, labels, labels)
    assert s.overrun == Overrun.LABELS


# --- the tape --------------------------------------------------------------------------------------------------------


def test_tape_used_up():
    s = bare()
    assert taped(s, lambda s: [dice.die(s, 6), dice.check(s, 100, 50), dice.die(s, 10)], 4, 51, 10) == [4, False, 10]
    assert (s.tape_next, s.tape_short, s.tape_wrong, s.last_face) == (3, 0, 0, 10)


def test_face_left_over_shows():
    s = bare()
    taped(s, lambda s: dice.die(s, 6), 4, 5)
    assert s.tape_next < s.tape_length


def test_asking_past_the_end_is_counted_and_still_gives_a_face():
    s = bare()
    faces = taped(s, lambda s: [dice.die(s, 6) for _ in range(3)], 2)
    assert faces[0] == 2
    assert all(1 <= face <= 6 for face in faces)
    assert s.tape_short == 2


@pytest.mark.parametrize("face", [0, 7, -1, 100])
def test_face_the_die_does_not_have_is_counted(face):
    s = bare()
    assert 1 <= taped(s, lambda s: dice.die(s, 6), face) <= 6
    assert (s.tape_wrong, s.tape_next) == (1, 1)


def test_pools_take_single_faces_from_the_tape():
    s = bare()
    assert taped(s, lambda s: dice.pool_sum_and_sixes(s, 4), 6, 1, 6, 3) == (16, 2)
    assert taped(s, lambda s: dice.successes(s, 3, 6, 2), 2, 3, 1) == 2
    assert taped(s, lambda s: dice.keep_extreme(s, 3, 10, False), 7, 2, 9) == 2
    assert s.last_face == 2
    assert taped(s, lambda s: dice.card(s, np.array([2, 0, 3], np.int16)), 3) == 2


def test_tape_draws_nothing_from_the_generator():
    s = bare()
    before = s.rng.tolist()
    taped(s, lambda s: dice.pool_sum_and_sixes(s, 3), 1, 2, 3)
    assert s.rng.tolist() == before


# --- the generator ---------------------------------------------------------------------------------------------------


def test_words_are_those_of_sfc32():
    """Against the published algorithm, written with arithmetic modulo 2**32."""
    rng = np.array([0xDEADBEEF, 0x12345678, 0xFFFFFFFF, 1], np.int64)
    a, b, c, counter = (int(word) for word in rng)
    for _ in range(1000):
        out = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a, b, c = b ^ (b >> 9), (c + (c << 3)) % 2**32, (((c << 21) | (c >> 11)) + out) % 2**32
        assert dice.next_bits(rng) == out
        assert rng.tolist() == [a, b, c, counter]


def test_words_stay_within_32_bits():
    rng = np.full(4, dice.MASK32, np.int64)
    for _ in range(2000):
        assert 0 <= dice.next_bits(rng) <= dice.MASK32
        assert rng.min() >= 0
        assert rng.max() <= dice.MASK32


def test_seeds_slots_games_and_streams_differ():
    seen = set()
    rng = np.zeros(4, np.int64)
    for base in (0, 1, 2**31, 2**32, 2**40 + 1, 2**63 - 1):
        for slot in (0, 1, 70_000):
            for game in (0, 1, 10**9):
                for stream in (0, 1, 2):
                    dice.seed_rng(rng, base, slot, game, stream)
                    assert 0 <= rng.min() <= rng.max() <= dice.MASK32
                    seen.add(tuple(rng.tolist()))
    assert len(seen) == 6 * 3 * 3 * 3


def test_no_stream_is_a_later_part_of_another():
    """Of 384 streams with small numbers none begins with four words that come later in any."""
    rng = np.zeros(4, np.int64)
    words = {}
    for numbers in itertools.product(range(4), range(8), range(3), range(4)):
        dice.seed_rng(rng, *numbers)
        words[numbers] = [int(dice.next_bits(rng)) for _ in range(24)]
    begins = {tuple(found[:4]): numbers for numbers, found in words.items()}
    assert len(begins) == len(words)
    again = [
        (numbers, i) for numbers, found in words.items() for i in range(1, 21) if tuple(found[i : i + 4]) in begins
    ]
    assert again == []


@pytest.mark.parametrize("base", [0, 1000])
def test_games_of_neighbouring_seeds_begin_with_different_dice(base):
    """The first face of a D100 of 400 seeds, in fives: 20 of each are to be expected."""
    rng = np.zeros(4, np.int64)
    faces = []
    for seed in range(base, base + 400):
        dice.seed_rng(rng, seed, 0, 0, 0)
        faces.append(dice.random_below(rng, 100))
    counts = np.bincount(np.array(faces) // 5, minlength=20)
    assert ((counts - 20) ** 2 / 20).sum() < 43.8  # 0.1 % point of chi square with 19 degrees of freedom
    pairs = sum(one == other for one, other in itertools.pairwise(faces))
    assert pairs < 16, "4 of 399 neighbours are alike by chance"


def test_die_is_fair():
    s = bare(5)
    n = 30_000
    faces = np.bincount([dice.die(s, 6) for _ in range(n)], minlength=7)[1:]
    chi2 = ((faces - n / 6) ** 2 / (n / 6)).sum()
    assert faces.sum() == n
    assert chi2 < 20.5  # 0.1 % point of chi square with 5 degrees of freedom


def test_no_bias_where_a_plain_remainder_would_have_it():
    """Of numbers below 3 * 2**30 a plain remainder would give the first third twice as often."""
    rng = np.zeros(4, np.int64)
    dice.seed_rng(rng, 9, 0, 0, 2)
    n = 9_000
    thirds = np.bincount([dice.random_below(rng, 3 * 2**30) >> 30 for _ in range(n)], minlength=3)
    assert abs(thirds - n / 3).max() < 4 * math.sqrt(n * 2 / 9)


def test_play_agrees_with_counting():
    s = bare(11)
    n = 10_000
    met = Counter(int(dice.keep_extreme(s, 3, 10, True)) for _ in range(n))
    for face, chance in counted(lambda s: dice.keep_extreme(s, 3, 10, True)).items():
        assert abs(met[face] - n * chance) < 5 * math.sqrt(n * chance * (1 - chance)) + 1


# --- both engines ----------------------------------------------------------------------------------------------------

SCRIPT = """
import hashlib, numpy as np
from core.counting import bare, counted
from tactica.envs.core import dice
s = bare(77)
deck = np.array([3, 0, 4], np.int16)
uppers = np.array([10, 40, 90, 100], np.int16)
hits = (np.arange(101) % 7).astype(np.int16)
misses = (np.arange(101) % 2).astype(np.int16)
rolls = [
    lambda s: dice.die(s, 20), lambda s: dice.check(s, 100, 41), lambda s: dice.band(s, 100, uppers),
    lambda s: dice.zone_class(s, 100, 30, 50, hits, misses), lambda s: dice.check_class(s, 100, 30, hits, misses),
    lambda s: dice.pool_sum_and_sixes(s, 7), lambda s: dice.successes(s, 9, 6, 3),
    lambda s: dice.keep_extreme(s, 4, 10, False), lambda s: dice.card(s, deck),
    lambda s: dice.reaches(s, 6, 4), lambda s: dice.scatter(s, 6, 2, 8), lambda s: dice.attack_check(s, 20, 1, 11, 1, 20),
    lambda s: dice.edge_check(s, 20, -1, 11), lambda s: dice.sum_of(s, 9, 8), lambda s: dice.sum_band(s, 2, 6, 5, 8),
    lambda s: dice.sum_check(s, 2, 6, 7), lambda s: dice.sum_but_lowest(s, 3, 6), lambda s: dice.pool_check(s, 9, 38, 3, 1),
    lambda s: dice.hits(s, 9, 6, 4), lambda s: dice.hits_and_sixes(s, 9, 4), lambda s: dice.challenge(s, 3),
    lambda s: dice.challenge(s, -4), lambda s: dice.challenge_natural(s, 2), lambda s: dice.challenge_natural(s, -2),
    lambda s: dice.challenge_band(s, 3, 4, 8, hits, 3), lambda s: dice.challenge_band(s, -3, -1, 2, misses, 3),
]
digest = hashlib.sha256()
for i in range(100 * len(rolls)):
    result = rolls[i % len(rolls)](s)
    digest.update(repr([int(part) for part in np.atleast_1d(result)]).encode() + s.tobytes())
for roll in rolls:
    digest.update(repr(sorted((key, weight.hex()) for key, weight in counted(roll).items())).encode())
print(digest.hexdigest())
"""


@pytest.mark.compiled_only
def test_interpreted_and_compiled_give_the_same_bytes():
    found = set()
    for off in ("0", "1"):
        env = {**os.environ, "NUMBA_DISABLE_JIT": off}
        tests = str(Path(__file__).resolve().parent.parent)
        env["PYTHONPATH"] = os.pathsep.join(filter(None, [tests, env.get("PYTHONPATH", "")]))
        run = subprocess.run([sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        found.add(run.stdout)
    assert len(found) == 1

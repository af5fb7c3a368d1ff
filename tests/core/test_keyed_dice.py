"""Dice that depend on round, unit and purpose: as random as others, and what happens elsewhere does not change them."""

from __future__ import annotations

import numpy as np
import pytest

import tactica
from tactica.envs.core.dice.generator import keyed_bits, seed_rng
from tactica.envs.core.state import KEYED_SLOT
from tactica.envs.engine.game import Game
from tactica.envs.engine.players import seat_code
from tactica.envs.engine.policies import RandomLegal


def words(base, game=0):
    rng = np.zeros(4, np.int64)
    seed_rng(rng, base, 0, game, 0)
    return rng


def faces(count):
    """D100 of eight rounds, of eight places, the first dice of each: int64 (8, 8, count)."""
    rng = words(1)
    return np.array(
        [
            [[int(keyed_bits(rng, i, place, turn)) % 100 for turn in range(count)] for place in range(8)]
            for i in range(8)
        ]
    )


def test_keyed_dice_leave_the_generator_as_it_is_and_repeat():
    rng = words(7)
    before = rng.copy()
    one = [int(keyed_bits(rng, 3, 200, k)) for k in range(50)]
    assert (rng == before).all() and one == [int(keyed_bits(rng, 3, 200, k)) for k in range(50)]
    assert len(set(one)) == 50 and all(0 <= word < 2**32 for word in one)
    assert one != [int(keyed_bits(words(7, 1), 3, 200, k)) for k in range(50)]


def test_every_face_comes_up_as_often_in_every_direction():
    from scipy.stats import chi2

    found = faces(100)
    for part in (found.ravel(), found[:, :, 0].ravel(), found[0].ravel(), found[:, 0].ravel()):
        expected = len(part) / 10
        statistic = ((np.bincount(part // 10, minlength=10) - expected) ** 2 / expected).sum()
        assert 1e-4 < chi2.sf(statistic, 9) < 1 - 1e-4


def test_neighbours_have_nothing_in_common():
    """Dice of neighbouring rounds, units and turns: 10 x 10 tables of pairs are as even as chance makes them."""
    from scipy.stats import chi2

    found = faces(100) // 10
    for one, other in ((found[1:], found[:-1]), (found[:, 1:], found[:, :-1]), (found[..., 1:], found[..., :-1])):
        table = np.bincount(one.ravel() * 10 + other.ravel(), minlength=100)
        expected = one.size / 100
        assert 1e-4 < chi2.sf(((table - expected) ** 2 / expected).sum(), 99) < 1 - 1e-4


def test_half_of_the_bits_change_with_one_bit_of_any_number():
    changed = []
    for base in range(40):
        rng, numbers = words(base), [base % 20, 37 * base % 256, base % 7]
        word = int(keyed_bits(rng, *numbers))
        for which in range(3):
            for bit in (0, 1, 5):
                other = list(numbers)
                other[which] ^= 1 << bit
                changed.append((word ^ int(keyed_bits(rng, *other))).bit_count())
    assert abs(np.mean(changed) - 16) < 0.6 and min(changed) > 3


def test_games_with_keyed_dice_repeat_and_are_other_games():
    how = {"policies": ("berserker", "guardian"), "games": 12, "seed": 4}
    keyed = tactica.play_games("toybook", "alliance", **how, keyed=True)
    again = tactica.play_games("toybook", "alliance", **how, keyed=True)
    plain = tactica.play_games("toybook", "alliance", **how)
    assert (keyed.fired == again.fired).all() and (keyed.decisions == again.decisions).all()
    assert not (keyed.fired == plain.fired).all()
    parts = [tactica.play_games("toybook", "alliance", **how | {"games": 6}, first_game=k, keyed=True) for k in (0, 6)]
    assert (parts[0].fired + parts[1].fired == keyed.fired).all()


def test_policies_in_python_play_games_with_keyed_dice_too():
    how = {"games": 6, "seed": 4, "keyed": True}
    keyed = tactica.play_games("toybook", "alliance", policies=(RandomLegal(), RandomLegal()), **how)
    again = tactica.play_games("toybook", "alliance", policies=(RandomLegal(), RandomLegal()), **how)
    plain = tactica.play_games("toybook", "alliance", policies=(RandomLegal(), RandomLegal()), **how | {"keyed": False})
    assert (keyed.fired == again.fired).all() and (keyed.decisions == again.decisions).all()
    assert not (keyed.fired == plain.fired).all()


def answered(game):
    """A game after the answer of who charges and strikes."""
    code = seat_code(game.ruleset, "charge")
    rng = np.zeros(4, np.int64)
    game.answer(game.choose(code, rng))
    return game


def end_of(game):
    """How a game ends."""
    while not game.over:
        answered(game)
    return game.ending, int(game.s["decisions"]), game.s["units"].tobytes()


THRICE = {  # each strikes three times a round: the same dice of the same unit, more than once
    "ruleset": "wfrp1",
    "board": {"size": [4, 4]},
    "units": [
        {"template": "sellsword", "side": "side0", "at": [1, 1], "A": 3, "W": 12},
        {"template": "sellsword", "side": "side1", "at": [2, 1], "A": 3, "W": 12},
    ],
}


@pytest.mark.compiled_only
def test_a_game_with_keyed_dice_goes_on_from_a_snapshot():
    """From every decision; were the dice not counted on, some games would end otherwise."""
    game, taken = Game.of("wfrp1", THRICE).start(0, seed=3, slot=KEYED_SLOT), []
    while not game.over:
        taken.append(game.snapshot())
        answered(game)
    whole, other = end_of(game), Game.of("wfrp1", THRICE, seed=9)
    ends = {forgotten: [] for forgotten in (False, True)}
    for forgotten, told in ends.items():
        for data in taken:
            other.restore(data)
            if forgotten:
                other.s["keyed_counts"][:] = 0
            told.append(end_of(other))
    assert all(end == whole for end in ends[False]) and any(end != whole for end in ends[True])


@pytest.mark.compiled_only
def test_games_that_differ_in_one_thing_share_more_luck():
    """The same battles with and without parries: the results differ less, and none of the two ways of rolling favours anybody."""
    scores = {}
    for keyed in (False, True):
        for forbid in ((), ("parry_off",)):
            results = tactica.play_games(
                "wfrp1",
                "small",
                policies=("guardian", "charger"),
                games=600,
                seed=11,
                keyed=keyed,
                forbid=(forbid, None),
            )
            scores[keyed, bool(forbid)] = results.scores(0)
    apart = {keyed: np.var(scores[keyed, True] - scores[keyed, False]) for keyed in (False, True)}
    assert apart[True] < 0.75 * apart[False]
    error = np.sqrt(2 * np.var(scores[False, False]) / 600)
    assert abs(scores[True, False].mean() - scores[False, False].mean()) < 4 * error

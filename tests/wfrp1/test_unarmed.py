"""Bare hands: how they hit, what they do, and what armour does against them."""

from __future__ import annotations

import pytest
from fixtures import clause, duel
from wfrp1.blows import exactly
from wfrp1.stunning import chance, odds_of_stun, stunning

# --- bare hands


@clause("wfrp1.unarmed.blows")
def test_odds_of_a_stun_with_bare_hands():
    hit, stun, _ = odds_of_stun("unarmed", man={"main_hand": "none"})
    assert hit == exactly(0.250000)
    assert stun == exactly(0.050000)
    assert hit * stun == exactly(0.012500)


@clause("wfrp1.unarmed.blows")
@pytest.mark.parametrize(("die", "percent"), [(3, 0), (4, 5), (5, 10)])
def test_bare_hands_do_three_points_less(die, percent):
    assert chance(die, "unarmed") == percent


@clause("wfrp1.unarmed.blows")
def test_one_may_punch_with_a_sword_in_the_hand():
    scene = duel(man={"main_hand": "hand weapon", "off_hand": "shield"})
    assert scene.offers("strike orc unarmed")


@clause("wfrp1.unarmed.blows", "wfrp1.c.natural_weapons")
def test_claws_are_never_unarmed():
    scene = duel(man={"main_hand": "none", "natural_weapons": True})
    assert scene.offers("strike orc")
    assert not scene.offers("strike orc unarmed")


@clause("wfrp1.unarmed.blows")
@pytest.mark.parametrize(("stack", "number"), [(0, 25), (1, 5)])
def test_whether_the_penalty_for_stunning_comes_on_top(stack, number):
    scene = duel(
        man={"ws": 45, "main_hand": "none"},
        dice=[46],
        rules={"unarmed.blows.unarmed_stun_penalties_stack": stack},
    )
    scene.play("strike orc unarmed")
    assert scene.last("blow_missed").amount == number


# --- armour against bare hands


@clause("wfrp1.unarmed.armour")
@pytest.mark.parametrize(
    ("metal", "leather", "counts"),
    [(0, 0, 0), (1, 0, 2), (2, 0, 4), (0, 1, 2), (0, 2, 3), (0, 3, 4), (1, 1, 4)],
)
def test_armour_stops_more_of_a_punch(metal, leather, counts):
    """S 10 against T 3 with a five is 5 + 10 - 3 - 3 = 9 points, less what the head has on."""
    scene = stunning(man={"s": 10})
    orc = scene.unit("orc")
    orc.metal, orc.leather = [metal], [leather]
    scene.dice = [25, 5, 100]
    scene.play("strike orc unarmed", "no_parry")
    assert scene.last("stun_failed").amount == 5 * (9 - counts)


@clause("wfrp1.unarmed.armour", "wfrp1.c.leather")
def test_a_shield_counts_as_metal_and_leather_always_counts():
    orc = {"off_hand": "shield", "armour": ["leather cap"]}
    assert chance(5, "unarmed", man={"s": 10}, orc=orc) == 5 * (9 - 4)
    assert chance(5, "unarmed", man={"s": 10}, orc={"armour": ["helmet", "mail coif"]}) == 5 * (9 - 4)

"""Damage: scores, dice, armour, what goes past armour."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.measures import PLENTY, damage, p_hit
from owh.scenes import duel, exactly


def armed(*weapons, armour=0, distance=1, rules=None, orc=None, **man):
    """A man with weapons and an orc with armour."""
    return duel(
        man={"weapons": list(weapons), **man},
        orc={"hp": PLENTY, "armour": armour, **(orc or {})},
        distance=distance,
        rules=rules,
    )


def lost(scene, *choices):
    """What the orc loses by choices that are played."""
    scene.play(*choices)
    return PLENTY - scene.unit("orc").hp


# --- the formula


@clause("owh.damage.formula")
def test_score_and_dice_less_armour():
    scene = armed("sword", armour=4, strength=14)
    scene.dice = [15, 5]
    assert lost(scene, "attack orc") == 15


@clause("owh.damage.formula")
def test_armour_never_heals():
    scene = armed("mace", armour=12, strength=5)  # 5 + 1 - (12 - 2)
    scene.dice = [15, 1]
    assert lost(scene, "attack orc") == 0
    assert scene.last("attack_hit").target == "orc"


@clause("owh.damage.formula")
def test_direct_damage_goes_past_armour():
    scene = armed("mace", armour=12, strength=5)
    scene.unit("man").coordinated_on = "orc"
    scene.dice = [15, 1]
    assert lost(scene, "attack orc") == 0 + 5


@clause("owh.damage.formula")
def test_the_least_damage_can_be_set():
    scene = armed("mace", armour=12, strength=5, rules={"damage.formula.min_damage": 3})
    scene.dice = [15, 1]
    assert lost(scene, "attack orc") == 3


@clause("owh.damage.formula")
def test_damage_of_an_attack_on_average():
    scene = armed("sword", armour=4, strength=14, fighting=16, orc={"parry": 13})
    assert PLENTY - scene.odds("attack orc", want="orc.hp").mean() == exactly(299 / 40)


@clause("owh.damage.formula")
def test_flat_bonuses_come_before_armour():
    scene = armed("sword", armour=12, strength=1)  # 1 + 1 + 10 - 12
    scene.unit("man").insane = 1
    scene.dice = [15, 1]
    assert lost(scene, "attack orc") == 0


# --- which score


@clause("owh.damage.melee")
@pytest.mark.parametrize(("stat", "mean"), [(None, 19), (0, 19), (1, 20), (2, 21)])
def test_melee_takes_strength(stat, mean):
    rules = {} if stat is None else {"damage.melee.stat": stat}
    scene = armed("greatsword", armour=6, strength=16, agility=17, shooting=18, rules=rules)
    assert damage(scene) == (exactly(mean), mean - 7, mean + 7)


@clause("owh.damage.ranged")
@pytest.mark.parametrize(("stat", "mean"), [(None, 19.5), (2, 19.5), (0, 18.5), (1, 20.5)])
def test_ranged_takes_shooting(stat, mean):
    rules = {} if stat is None else {"damage.ranged.stat": stat}
    scene = armed("longbow", armour=4, strength=17, agility=19, shooting=18, rules=rules, distance=6)
    assert damage(scene) == (exactly(mean), mean - 3.5, mean + 3.5)


@clause("owh.damage.thrown")
@pytest.mark.parametrize(("stat", "mean"), [(None, 12.5), (0, 12.5), (1, 18.5)])
def test_thrown_takes_strength(stat, mean):
    rules = {} if stat is None else {"damage.thrown.stat": stat}
    scene = armed("throwing_knife", armour=2, strength=12, agility=18, rules=rules, distance=3)
    assert damage(scene) == (exactly(mean), mean - 1.5, mean + 1.5)


@clause("owh.damage.runes")
def test_a_rune_adds_once():
    scene = armed("runeblade", armour=6, strength=16)
    assert damage(scene) == (exactly(19.5), 16, 23)
    assert damage(scene, critical=True) == (exactly(24), 17, 31)


@clause("owh.damage.runes")
def test_runes_harm_ghosts():
    ghost = {"traits": ["ethereal"]}
    assert damage(armed("runeblade", strength=16, orc=ghost)).least == 22


# --- armour piercing


@clause("owh.armor_piercing")
@pytest.mark.parametrize(
    ("weapon", "armour", "piercing"), [("mace", 4, 2), ("mace", 1, 1), ("mace", 0, 0), ("ghost_touch", 12, 12)]
)
def test_piercing_lowers_armour_to_0_at_most(weapon, armour, piercing):
    scene = armed(weapon, armour=armour, strength=14)
    assert damage(scene).least == 14 + 1 - (armour - piercing)


@clause("owh.armor_piercing")
def test_armour_4_against_3():
    scene = armed("crossbow", armour=4, shooting=14, distance=6)
    assert damage(scene).least == 14 + 1 - 1


@clause("owh.armor_piercing")
def test_the_least_armour_can_be_set():
    scene = armed("mace", armour=1, strength=14, rules={"armor_piercing.armor_floor": -1})
    assert damage(scene).least == 14 + 1 + 1


# --- without a weapon


@clause("owh.unarmed")
def test_unarmed_attacks_have_disadvantage():
    assert p_hit(armed(fighting=16, orc={"parry": 13})) == exactly(1 / 4)
    fair = {"unarmed.disadvantage": 0}
    assert p_hit(armed(fighting=16, orc={"parry": 13}, rules=fair)) == exactly(1 / 2)


@clause("owh.unarmed")
@pytest.mark.parametrize(("strength", "armour", "points"), [(14, 4, 10), (10, 12, 0)])
def test_unarmed_damage_is_strength(strength, armour, points):
    scene = armed(strength=strength, armour=armour)
    assert damage(scene) == damage(scene, critical=True) == (exactly(points), points, points)


@clause("owh.unarmed")
def test_unarmed_dice_can_be_set():
    scene = armed(strength=14, rules={"unarmed.dice_n": 1})
    assert damage(scene).least == 15


@clause("owh.unarmed", "owh.natural_weapons")
def test_claws_are_no_bare_hands():
    assert p_hit(armed("claws", fighting=16, orc={"parry": 13})) == exactly(1 / 2)
    assert damage(armed("claws", strength=14)) == (exactly(18.5), 15, 22)

"""Parrying: who may, with what, what it stops and what it costs."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table
from wfrp1.blows import ONES, exactly
from wfrp1.melee import deeds


def struck(dice=(), rules=None, **orc):
    """An orc just hit in the body, and asked whether it parries."""
    scene = duel(man={"ws": 45, "s": 3}, orc={"t": 3, "w": 60, **orc}, dice=[27, *dice], rules=rules)
    scene.play("strike orc")
    return scene


def chance_to_parry(text="parry_main", armour=0, **orc):
    """The chance that a parry succeeds; a blow of 1 + 4 - 3 does a point less then, and one less for a shield."""
    scene = duel(man={"s": 4}, orc={"t": 3, "w": 60, **orc}, dice=[27], rules=ONES)
    scene.play("strike orc")
    left = scene.odds(text, want="orc.wounds", until="procedure")
    assert set(left) <= {58 + armour, 59 + armour}
    return left[59 + armour]


# --- the attempt


@clause("wfrp1.parry.attempt")
@pytest.mark.parametrize(("roll", "parried"), [(39, True), (40, False)])
def test_a_parry_must_roll_under_ws(roll, parried):
    scene = struck([roll, 2, 5] if parried else [roll, 5], ws=40)
    scene.play("parry")
    assert scene.unit("orc").wounds == 60 - (5 - 2 if parried else 5)
    if not parried:
        assert (scene.last("parry_failed").face, scene.last("parry_failed").total) == (40, 40)


@clause("wfrp1.parry.attempt")
def test_odds_of_a_parry():
    assert chance_to_parry(ws=40) == exactly(0.390000)


@clause("wfrp1.parry.attempt")
def test_odds_of_a_blow_that_is_parried():
    scene = duel(man={"ws": 33, "s": 3}, orc={"ws": 33, "t": 3, "w": 60}, dice=[27])
    scene.play("strike orc")
    bare = scene.odds("no_parry", want="orc.wounds", until="procedure")
    assert bare.at_most(60 - 4) == exactly(0.500000)
    parried = scene.odds("parry", want="orc.wounds", until="procedure")
    assert parried.at_most(60 - 4) == exactly(0.375467)
    assert parried[60] == exactly(0.183733)


@clause("wfrp1.parry.attempt")
def test_even_the_best_fail_on_00():
    """WS 100 and a shield is 120, but no more than 100: one roll in a hundred is not below."""
    assert chance_to_parry("parry_off", armour=1, ws=100, off_hand="shield") == exactly(0.990000)


@clause("wfrp1.parry.attempt")
def test_the_parry_comes_before_the_damage_is_known():
    scene = struck()
    assert scene.prompt == "parry"
    assert scene.dice_left == []


@clause("wfrp1.parry.attempt")
@pytest.mark.parametrize("facing", ["north", "north-east", "east", "south-east", "south"])
def test_only_what_comes_from_the_front_is_parried(facing):
    """The man stands to the west of the orc."""
    scene = struck([3], facing=facing)
    assert scene.prompt != "parry"
    assert scene.unit("orc").wounds == 60 - 3


@clause("wfrp1.parry.attempt")
@pytest.mark.parametrize("facing", ["north-west", "west", "south-west"])
def test_the_front_is_three_cells_wide(facing):
    assert struck(facing=facing).prompt == "parry"


@clause("wfrp1.parry.attempt")
@pytest.mark.parametrize("condition", ["dazed", "off_guard", "entangled"])
def test_who_is_not_able_to_parry(condition):
    """Dazed, off guard or caught in a net; none of them is hit without a roll."""
    scene = duel(man={"ws": 45, "s": 3}, orc={"t": 3, "w": 60}, dice=[27, 3])
    setattr(scene.unit("orc"), condition, 1)
    scene.play("strike orc")
    assert scene.last("blow_hit").face == 27
    assert scene.unit("orc").wounds == 60 - 3


@clause("wfrp1.parry.attempt")
def test_the_surprised_do_not_parry():
    scene = duel(ws=45, orc={"w": 60}, dice=[27, 3], scenario={"battle": {"surprise": "men"}})
    scene.play("strike orc")
    assert scene.unit("orc").wounds == 60 - 3


@clause("wfrp1.parry.attempt")
def test_winning_charging_and_ground_do_not_help_a_parry():
    hill = {"board": {"size": [12, 12], "cells": [{"flag": {"level": 1}, "area": [5, 0, 11, 11]}]}}
    scene = duel(man={"ws": 45}, orc={"ws": 40, "w": 60}, dice=[27, 40, 3], scenario=hill)
    scene.unit("orc").won_over, scene.unit("man").beaten_by = ["man"], ["orc"]
    scene.play("strike orc", "parry")
    assert scene.last("parry_failed").terms == [("WS", 40)]


@clause("wfrp1.parry.attempt", "wfrp1.attack.fumble")
def test_a_parry_that_fails_on_a_double_is_no_fumble():
    scene = struck([99, 3], ws=33)
    happened = scene.play("parry")
    assert not [event for event in happened if event.kind == "fumbled"]


# --- the cost


def crowd(dice, skip_forced=True, **orc):
    """An orc whom nothing can hurt between a man, a page and a boy, who act at 50, 40 and 35."""
    return table(
        {"name": "orc", "side": "orcs", "at": [5, 5], "facing": "west", "ws": 33, "t": 10, **orc},
        {"name": "man", "side": "men", "at": [4, 5], "i": 50, "ws": 45},
        {"name": "page", "side": "men", "at": [4, 6], "i": 40, "ws": 45},
        {"name": "boy", "side": "men", "at": [4, 4], "i": 35, "ws": 45},
        dice=dice,
        skip_forced=skip_forced,
    )


@clause("wfrp1.parry.cost")
def test_a_parry_after_ones_own_blow_is_paid_in_the_next_round():
    """The orc strikes at 60, parries at 50; a second parry is more than A 1 allows, and in round 2 it owes its blow."""
    scene = crowd([98, 27, 90, 3, 27, 3], i=60, a=1)
    scene.play("strike man", "strike orc", "parry")
    assert scene.unit("orc").attack_debt == 1
    scene.play("strike orc")
    assert (scene.decider, scene.prompt) == ("boy", "turn"), "nobody was asked about a second parry"
    scene.play("pass", "act", "act", "act", "act")
    assert (scene.round, scene.decider, scene.prompt) == (2, "orc", "turn")
    assert not scene.choices("strike")
    assert scene.offers("pass")
    assert scene.unit("orc").attack_debt == 0, "paid"


@clause("wfrp1.parry.cost")
def test_a_parry_costs_the_next_blow_of_the_round():
    """A 2 and I 60, blows at 60 and 30: struck at 45 after the first, it parries at the price of the second."""
    scene = duel([98, 27, 90, 3], man={"i": 45, "ws": 45}, orc={"i": 60, "a": 2, "w": 60})
    scene.play("strike man", "strike orc", "parry")
    assert scene.round == 2
    assert scene.unit("orc").attack_debt == 0


@clause("wfrp1.parry.cost")
def test_as_many_parries_as_attacks():
    """A 2 and I 30, blows at 30 and 15: it parries at 50 and at 40, and then has nothing left to give up."""
    scene = crowd([27, 90, 1, 27, 90, 1, 27, 1], skip_forced=False, i=30, a=2)
    scene.play("strike orc", "parry", "strike orc", "parry")
    assert scene.unit("orc").parries == 2
    scene.play("strike orc")
    assert (scene.round, scene.decider, scene.prompt) == (1, "orc", "turn"), "nobody was asked about a third parry"
    assert deeds(scene) == {"pass"}, "its turn has come, but both blows are gone"
    scene.play("pass")
    assert (scene.round, scene.unit("orc").attack_debt) == (2, 0)


@clause("wfrp1.parry.cost")
def test_who_always_parries_never_strikes():
    """Struck first in the first round, the man pays for every parry with the blow he was about to strike."""
    scene = duel([27, 90, 1] * 3, man={"i": 30, "t": 10}, orc={"i": 50}, skip_forced=False)
    for turn in range(1, 4):
        scene.play("strike man", "parry")
        assert (scene.round, scene.decider, deeds(scene)) == (turn, "man", {"pass"})
        scene.play("pass", "act", "act")


@clause("wfrp1.parry.cost")
def test_a_blow_is_parried_once():
    scene = struck([90, 3], a=3, off_hand="shield")
    happened = scene.play("parry_main")
    assert len([event for event in happened if event.kind == "parry_failed"]) == 1
    assert scene.prompt != "parry"


@clause("wfrp1.parry.cost")
@pytest.mark.parametrize(("carries", "may"), [(1, True), (0, False)])
def test_a_parry_on_credit(carries, may):
    """The orc has struck already; by the other reading it can then not parry any more."""
    dice = [98, 27] if may else [98, 27, 3]
    scene = duel(dice, man={"ws": 45}, orc={"i": 60, "w": 60}, rules={"parry.cost.parry_debt_carries": carries})
    scene.play("strike man", "strike orc")
    assert (scene.prompt == "parry") == may


# --- suitable items


@clause("wfrp1.parry.suitable_items", "wfrp1.weapon.modifiers")
def test_a_knife_parries_badly():
    assert chance_to_parry(ws=45, main_hand="knife/dagger") == exactly(0.240000)


@clause("wfrp1.parry.suitable_items", "wfrp1.weapon.modifiers")
@pytest.mark.parametrize(
    ("item", "suitable"),
    [("knife/dagger", False), ("improvised", False), ("lance", False), ("net", False), ("whip", False),
     ("torch", False), ("short bow", False), ("dart", False), ("hand weapon", True), ("spear", True), ("flail", True),
     ("quarter staff", True), ("halberd", True), ("rapier", True), ("buckler", True), ("sword-breaker", True)],
)  # fmt: skip
def test_without_the_table_only_what_the_text_names_parries(item, suitable):
    """With it the number in its parry column makes a weapon suitable as well."""
    scene = struck(main_hand=item, i=20)
    assert scene.prompt == "parry"
    scene = struck([] if suitable else [1], {"weapon.modifiers.opt_weapon_modifiers": 0}, main_hand=item, i=20)
    assert (scene.prompt == "parry") == suitable


@clause("wfrp1.parry.suitable_items", "wfrp1.c.natural_weapons")
@pytest.mark.parametrize(
    "orc",
    [
        {"main_hand": "none", "natural_weapons": True},
        {"main_hand": "none"},
        {"main_hand": "fist weapon", "specialist": ["fist"]},
    ],
    ids=["claws", "bare hands", "fist weapon"],
)
def test_nothing_to_parry_with(orc):
    scene = struck([3], **orc)
    assert scene.unit("orc").wounds == 60 - 3


@clause("wfrp1.parry.suitable_items", "wfrp1.c.disabled_limbs")
def test_the_arm_that_parries_must_be_able_to():
    scene = duel(man={"ws": 45}, orc={"w": 60, "off_hand": "shield"}, dice=[27])
    scene.unit("orc").right_arm_off = 3
    scene.play("strike orc")
    assert scene.choices() == ["no_parry", "parry_off"]


# --- the shield


@clause("wfrp1.parry.shield")
def test_odds_of_a_shield_parry():
    assert chance_to_parry("parry_off", armour=1, ws=33, off_hand="shield") == exactly(0.520000)
    assert chance_to_parry("parry_main", armour=1, ws=33, off_hand="shield") == exactly(0.320000)


@clause("wfrp1.parry.shield")
def test_a_shield_that_parries_is_armour_all_the_same():
    scene = struck([52, 2, 5], ws=33, off_hand="shield")
    scene.play("parry_off")
    assert scene.unit("orc").wounds == 60 - (5 - 2 - 1)


@clause("wfrp1.parry.shield")
def test_a_shield_parry_gives_up_all_blows_that_are_left():
    """A 3 and I 60, blows at 60, 40 and 20: after the parry at 55 there are none left, and nothing is owed."""
    scene = duel([98, 27, 90, 3], man={"i": 55, "ws": 45}, orc={"i": 60, "a": 3, "w": 60, "off_hand": "shield"})
    scene.play("strike man", "strike orc", "parry_off")
    assert scene.round == 2
    assert scene.unit("orc").attack_debt == 0


@clause("wfrp1.parry.shield")
def test_a_shield_parry_when_all_blows_are_struck_costs_the_next_round():
    """A 2 and I 60, blows at 60 and 30; struck at 20."""
    scene = table(
        {"name": "orc", "side": "orcs", "at": [5, 5], "facing": "west", "i": 60, "a": 2, "w": 60, "off_hand": "shield"},
        {"name": "man", "side": "men", "at": [4, 5], "i": 20, "ws": 45},
        {"name": "page", "side": "men", "at": [1, 1], "i": 10},
        dice=[98, 98, 27, 90, 3],
    )
    scene.play("strike man", "strike man", "strike orc", "parry_off")
    assert (scene.decider, scene.round) == ("page", 1)
    assert scene.unit("orc").attack_debt == 2


@clause("wfrp1.parry.shield", "wfrp1.weapon.modifiers")
def test_a_buckler_costs_one_blow():
    """A 3 and I 60, blows at 60, 40 and 20: after the parry at 55 the one at 20 is left."""
    buckler = {"off_hand": "buckler", "specialist": ["parrying"]}
    scene = duel([98, 27, 90, 4], man={"i": 55, "ws": 45}, orc={"i": 60, "a": 3, "w": 60, **buckler})
    scene.play("strike man", "strike orc", "parry_off")
    assert scene.unit("orc").wounds == 60 - 4, "and it is no armour"
    assert (scene.round, scene.decider, scene.prompt) == (1, "orc", "extra_blow")


# --- creatures of the referee


@clause("wfrp1.parry.gm_creatures")
@pytest.mark.parametrize(
    ("npc", "cleverness", "limit", "parries"),
    [(True, 30, 1, False), (True, 31, 1, True), (False, 30, 1, True), (True, 30, 0, True)],
)
def test_dull_creatures_do_not_parry(npc, cleverness, limit, parries):
    dice = [] if parries else [3]
    rules = None if limit else {"parry.gm_creatures.opt_npc_parry_limit": 0}
    scene = struck(dice, npc=npc, int=cleverness, rules=rules)
    assert (scene.prompt == "parry") == parries

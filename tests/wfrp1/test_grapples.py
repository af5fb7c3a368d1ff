"""Grapples: taking hold of somebody, and what a hold does to both."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table
from wfrp1.blows import NO_FUMBLES, exactly
from wfrp1.melee import kinds, verbs
from wfrp1.seen import of_unit

BARE = {"main_hand": "none"}
#: A hit with WS 45 - 20, which is no double.
SEIZES = 25


def wrestling(dice=None, man=None, orc=None, rules=None, **more):
    """A man with bare hands (WS 45, I 50) before an orc (Dex 30)."""
    man = {"ws": 45, **BARE, **(man or {})}
    return duel(dice, man=man, orc={"dex": 30, "w": 20, **(orc or {})}, rules=rules, **more)


def hold(dice=(), man=None, orc=None, rules=None, others=(), **more):
    """The man has taken hold of the orc; it is his turn in the round that follows."""
    units = [
        {"name": "man", "side": "men", "at": [4, 5], "facing": "east", "i": 50, "ws": 45, **BARE, **(man or {})},
        {"name": "orc", "side": "orcs", "at": [5, 5], "facing": "west", "dex": 30, "w": 20, **(orc or {})},
        *others,
    ]
    scene = table(*units, dice=[SEIZES, 31, *dice], rules=rules, **more)
    scene.play("grapple orc")
    assert (scene.unit("man").hold_role, scene.unit("orc").hold_role) == (1, 2)
    to_round(scene, 2)
    return scene


def to_round(scene, number):
    """Let everybody else pass until the man's turn in a round."""
    while scene.round < number or scene.prompt == "declare" or scene.decider != "man":
        scene.play("act" if scene.prompt == "declare" else "pass")


# --- the attempt


@clause("wfrp1.grapple.attempt")
@pytest.mark.parametrize(("skills", "held"), [([], 0.175000), (["wrestling"], 0.315000)])
def test_odds_of_a_hold(skills, held):
    scene = wrestling(man={"skills": skills}, rules=NO_FUMBLES)
    odds = scene.odds("grapple orc", want="orc.hold_role", until="procedure")
    assert odds[2] == exactly(held)


@clause("wfrp1.grapple.attempt", "wfrp1.modifier.unarmed")
def test_street_fighting_is_no_help_in_a_grapple():
    scene = wrestling([25, 30], man={"skills": ["street_fighting"]})
    scene.play("grapple orc")
    assert scene.last("grappled").terms == [("WS", 45), ("grapple", -20)]
    assert scene.last("slipped_free").amount == 30


@clause("wfrp1.grapple.attempt")
@pytest.mark.parametrize(("roll", "held"), [(30, False), (31, True)])
def test_a_dexterity_test_slips_out(roll, held):
    scene = wrestling([SEIZES, roll])
    scene.play("grapple orc")
    assert (scene.unit("orc").hold_role == 2) == held


@clause("wfrp1.grapple.attempt")
@pytest.mark.parametrize(("roll", "kind"), [(25, "grappled"), (26, "grapple_missed")])
def test_a_roll_equal_to_the_number_seizes(roll, kind):
    scene = wrestling([roll, *([30] if kind == "grappled" else [])])
    scene.play("grapple orc")
    assert scene.last(kind).face == roll


@clause("wfrp1.grapple.attempt", "wfrp1.attack.fumble")
def test_a_double_that_misses_is_a_fumble():
    scene = wrestling([33])
    scene.play("grapple orc")
    assert scene.last("fumbled").who == "man"


@clause("wfrp1.grapple.attempt", "wfrp1.parry.attempt")
def test_a_grapple_is_not_parried():
    scene = wrestling([SEIZES, 31], orc={"main_hand": "hand weapon", "off_hand": "shield"})
    scene.play("grapple orc")
    assert "parry" not in " ".join(kinds(scene))
    assert scene.unit("orc").hold_role == 2


@clause("wfrp1.grapple.attempt")
def test_the_good_hand_must_be_empty():
    assert "grapple" not in verbs(wrestling(man={"main_hand": "knife/dagger"}))
    assert "grapple" in verbs(wrestling(man={"off_hand": "shield"}))
    claws = wrestling(man={"natural_weapons": True})
    assert "grapple" not in verbs(claws)
    lame = wrestling()
    lame.unit("man").right_arm_off = 3
    assert "grapple" not in lame.clone().first_words()


@clause("wfrp1.grapple.attempt", "wfrp1.attack.prone_static")
def test_who_does_not_move_is_seized_without_a_roll():
    scene = wrestling([31])
    scene.unit("orc").prone = 1
    scene.play("grapple orc")
    assert scene.unit("orc").hold_role == 2
    scene = wrestling([30])
    scene.unit("orc").prone = 1
    scene.play("grapple orc")
    assert scene.unit("orc").hold_role == 0, "it still has its Dexterity test"


@clause("wfrp1.grapple.attempt")
def test_the_unconscious_have_no_test():
    scene = wrestling([])
    scene.unit("orc").unconscious_rounds = 50
    scene.play("grapple orc")
    assert scene.unit("orc").hold_role == 2


@clause("wfrp1.grapple.attempt")
def test_nobody_is_held_twice():
    scene = table(
        {"name": "man", "side": "men", "at": [4, 5], "i": 50, "ws": 45, **BARE},
        {"name": "second", "side": "men", "at": [5, 6], "i": 40, **BARE},
        {"name": "orc", "side": "orcs", "at": [5, 5], "dex": 30},
        dice=[SEIZES, 31],
    )
    scene.play("man: grapple orc")
    assert scene.decider == "second"
    assert {"strike", "grapple"} & verbs(scene) == {"strike"}


@clause("wfrp1.grapple.attempt", "wfrp1.attack.multiple_opponents")
def test_a_grapple_takes_the_place_of_any_blow():
    scene = wrestling([99, SEIZES, 31], man={"a": 2}, rules=NO_FUMBLES)
    scene.play("grapple orc", "orc: pass")
    assert (scene.decider, scene.prompt) == ("man", "extra_blow")
    scene.play("grapple orc")
    assert scene.unit("orc").hold_role == 2


@clause("wfrp1.grapple.attempt", "wfrp1.modifier.winning", "wfrp1.modifier.advantage_of_ground")
def test_what_raises_or_lowers_a_blow_does_so_for_a_grapple():
    board = {"size": [12, 12], "cells": [{"flag": {"level": 1}, "at": [[4, 5]]}]}
    scene = wrestling([99], rules=NO_FUMBLES, scenario={"board": board})
    scene.unit("man").won_over, scene.unit("orc").beaten_by = ["orc"], ["man"]
    scene.play("grapple orc")
    terms = dict(scene.last("grapple_missed").terms)
    assert terms == {"WS": 45, "higher ground": 10, "winning": 10, "grapple": -20}


# --- the hold


@clause("wfrp1.grapple.hold")
def test_the_round_in_which_a_hold_is_made_is_over_for_both():
    scene = wrestling([SEIZES, 31], man={"a": 2}, orc={"a": 2})
    scene.play("grapple orc")
    assert scene.round == 2
    assert "strength_test" not in kinds(scene)


@clause("wfrp1.grapple.hold")
def test_the_holder_is_asked_whether_it_holds_on():
    scene = hold()
    assert scene.prompt == "hold"
    assert set(scene.choices()) == {"hold_maintain", "hold_release"}


@clause("wfrp1.grapple.hold")
def test_odds_of_pressure_and_escape():
    scene = hold(man={"s": 4}, orc={"s": 3})
    prompts = scene.odds("hold_maintain", want=lambda after: (after.prompt, after.unit("orc").hold_role), open="stop")
    pressure = sum(p for (prompt, _), p in prompts.items() if prompt == "pressure")
    escaped = sum(p for (prompt, role), p in prompts.items() if prompt != "pressure" and role == 0)
    assert pressure == exactly(0.280000)
    assert escaped == exactly(0.180000)
    assert 1 - pressure - escaped == exactly(0.540000)


@clause("wfrp1.grapple.hold")
def test_equals_escape_as_often_as_they_are_pressed():
    scene = hold(man={"s": 3}, orc={"s": 3})
    ends = scene.odds("hold_maintain", want=lambda after: (after.prompt, after.unit("orc").hold_role), open="stop")
    pressure = sum(p for (prompt, _), p in ends.items() if prompt == "pressure")
    escape = sum(p for (prompt, role), p in ends.items() if prompt != "pressure" and role == 0)
    assert (pressure, escape) == (exactly(0.210000), exactly(0.210000))
    assert escape / (escape + pressure) == exactly(0.500000)


@clause("wfrp1.grapple.hold", "wfrp1.c.characteristic_test")
@pytest.mark.parametrize(
    ("rolls", "outcome"),
    [((30, 31), "pressure"), ((31, 30), "free"), ((30, 30), "nothing"), ((31, 31), "nothing")],
)
def test_a_contest_of_strength(rolls, outcome):
    """S 3 is tested at 30."""
    scene = hold(rolls)
    scene.play("hold_maintain")
    assert (scene.prompt == "pressure") == (outcome == "pressure")
    assert (scene.unit("orc").hold_role == 0) == (outcome == "free")
    assert ("broke_hold" in kinds(scene)) == (outcome == "free")


@clause("wfrp1.grapple.hold", "wfrp1.unarmed.blows")
def test_pressure_does_the_damage_of_an_ordinary_blow():
    """D6 + S - T - armour on the body: no -3, no stun, no doubling."""
    scene = hold([30, 31, 5], orc={"t": 3, "armour": ["mail shirt"]})
    scene.play("hold_maintain", "hold_pressure")
    assert scene.unit("orc").wounds == 20 - (5 + 3 - 3 - 1)
    assert scene.last("wounded").terms == [("dice", 5), ("S", 3), ("T", -3), ("armour", -1)]


@clause("wfrp1.grapple.hold", "wfrp1.damage.additional")
def test_a_natural_six_of_pressure_brings_another_die():
    scene = hold([30, 31, 6, 45, 2])
    scene.play("hold_maintain", "hold_pressure")
    assert scene.unit("orc").wounds == 20 - 8


@clause("wfrp1.grapple.hold")
def test_pressure_need_not_be_applied():
    scene = hold([30, 31])
    scene.play("hold_maintain")
    assert set(scene.choices()) == {"hold_pressure", "pass"}
    scene.play("pass")
    assert scene.unit("orc").wounds == 20


@clause("wfrp1.grapple.hold", "wfrp1.winning.push_back")
def test_nobody_beats_back_whom_it_holds():
    scene = hold([30, 31, 5])
    scene.play("hold_maintain", "hold_pressure")
    assert "wins_over" in kinds(scene)
    assert scene.unit("orc").at == (5, 5)
    assert scene.unit("orc").hold_role == 2


@clause("wfrp1.grapple.hold", "wfrp1.winning.push_back")
def test_who_is_beaten_back_by_another_is_out_of_the_hold():
    second = {"name": "second", "side": "men", "at": [5, 4], "facing": "south", "i": 20, "main_hand": "hand weapon"}
    scene = hold([31, 31, 60, 4], others=[second])
    scene.play("hold_maintain", "second: strike orc")
    assert scene.unit("orc").at == (5, 6)
    assert (scene.unit("man").hold_role, scene.unit("orc").hold_role) == (0, 0)


@clause("wfrp1.grapple.hold", "wfrp1.attack.prone_static")
@pytest.mark.parametrize("victim", ["man", "orc"])
def test_a_third_cannot_miss_either_of_the_two(victim):
    side = "orcs" if victim == "man" else "men"
    third = {
        "name": "third",
        "side": side,
        "at": [4, 6] if victim == "man" else [5, 6],
        "facing": "north",
        "i": 20,
        "main_hand": "hand weapon",
    }
    scene = hold([31, 31, 60, 2], man={"w": 20}, others=[third])
    scene.play("hold_maintain", f"third: strike {victim}")
    assert scene.last("static_hit").target == victim
    assert scene.unit(victim).wounds == 20 - 2 * 2


@clause("wfrp1.grapple.hold")
def test_the_holder_may_be_no_easy_target():
    third = {"name": "third", "side": "orcs", "at": [4, 6], "facing": "north", "i": 20, "main_hand": "hand weapon"}
    scene = hold([31, 31, 98], others=[third], rules={"grapple.hold.hold_both_static": 0})
    scene.play("hold_maintain", "third: strike man")
    assert scene.last("blow_missed").target == "man"


@clause("wfrp1.grapple.hold")
def test_letting_go_is_free():
    scene = hold()
    scene.play("hold_release")
    assert (scene.decider, scene.prompt) == ("man", "turn")
    assert (scene.unit("man").hold_role, scene.unit("orc").hold_role) == (0, 0)
    assert "strike" in verbs(scene)


@clause("wfrp1.grapple.hold")
def test_the_held_have_no_turn_till_they_are_free():
    scene = hold([31, 30])
    scene.play("hold_maintain")
    assert (scene.decider, scene.prompt) == ("orc", "turn"), "free again, it has the turn of this round"
    assert "strike" in verbs(scene)


@clause("wfrp1.grapple.hold")
@pytest.mark.parametrize("status", ["dazed", "unconscious_rounds", "dead"])
def test_what_puts_one_out_ends_the_hold(status):
    """A blow of the third lands on the head, for two, two or six points; with no Wounds left all of them are too many."""
    die, roll, bleeds = {"dazed": (1, 21, []), "unconscious_rounds": (1, 99, [100]), "dead": (3, 99, [])}[status]
    third = {"name": "third", "side": "men", "at": [5, 6], "facing": "north", "i": 20, "main_hand": "hand weapon"}
    scene = hold([31, 31, 1, die, roll, *bleeds], others=[third])
    scene.unit("orc").wounds = 0
    scene.play("hold_maintain", "third: strike orc")
    assert getattr(scene.unit("orc"), status) > 0
    assert (scene.unit("man").hold_role, scene.unit("orc").hold_role) == (0, 0)


@clause("wfrp1.grapple.hold")
def test_an_unconscious_victim_does_not_resist():
    """Only the holder rolls."""
    other = {"name": "other", "side": "orcs", "at": [11, 11], "i": 10}
    scene = table(
        {"name": "man", "side": "men", "at": [4, 5], "i": 50, "ws": 45, **BARE},
        {"name": "orc", "side": "orcs", "at": [5, 5]},
        other,
        dice=[30],
    )
    scene.unit("orc").unconscious_rounds = 50
    scene.play("grapple orc")
    to_round(scene, 2)
    scene.play("hold_maintain")
    assert scene.prompt == "pressure"


@clause("wfrp1.grapple.hold", "wfrp1.flee.declare")
def test_who_has_to_flee_lets_go():
    third = {"name": "third", "side": "orcs", "at": [4, 6], "facing": "north", "i": 20, "main_hand": "hand weapon"}
    scene = hold([31, 31, 65, 1, 21, 98, 98], man={"w": 20}, others=[third])
    scene.unit("man").wounds = 0
    scene.play("hold_maintain", "third: strike man")
    assert scene.last("critical").amount == 3, "two points too many to the body, severity 3: it has to flee"
    assert scene.last("free_blow").target == "man", "the other is free at once, and strikes at its back"
    assert (scene.unit("man").hold_role, scene.unit("orc").hold_role) == (0, 0)


@clause("wfrp1.grapple.hold")
def test_a_hold_shows_in_what_is_seen():
    scene = hold()
    assert [of_unit(scene, "hold_role", row) for row in (0, 1)] == [1, 2]
    assert [of_unit(scene, "hold_partner", row) for row in (0, 1)] == [1, 0]
    scene.play("hold_release")
    assert [of_unit(scene, "hold_partner", row) for row in (0, 1)] == [-1, -1]

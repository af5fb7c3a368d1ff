"""What makes a blow easier or harder: charging, ground, winning, obstacles, the wrong hand, bare hands, handicaps."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table
from wfrp1.blows import NO_FUMBLES, exactly, to_hit

HILL = {"size": [12, 12], "cells": [{"flag": {"level": 1}, "area": [0, 0, 4, 11]}]}


def hedge(*borders, **units):
    """A duel over obstacles or walls."""
    laid = [{"type": kind, "cell": list(cell), "direction": direction} for kind, cell, direction in borders]
    return duel(ws=45, rules=NO_FUMBLES, scenario={"board": {"size": [12, 12], "borders": laid}}, **units)


def reply(scene):
    """Let the man's turn pass."""
    scene.play("pass")
    assert scene.decider == "orc"
    return scene


# --- charging


@clause("wfrp1.modifier.charging")
def test_a_charge_is_worth_ten():
    scene = duel(man={"ws": 33, "m": 4}, distance=2)
    assert to_hit(scene, "charge orc") == exactly(0.430000)
    scene.dice = [43]
    scene.play("charge orc")
    assert scene.last("blow_hit").terms == [("WS", 33), ("charging", 10)]


@clause("wfrp1.modifier.charging")
def test_only_the_first_blow_of_a_charge_has_the_bonus():
    scene = duel(man={"ws": 33, "m": 4, "a": 2, "i": 60}, orc={"i": 10}, distance=2, dice=[43, 1, 34])
    scene.play("charge orc", "no_parry", "strike orc")
    assert scene.last("blow_missed").amount == 33


@clause("wfrp1.modifier.charging")
def test_who_stands_in_contact_does_not_charge():
    scene = duel(man={"ws": 33})
    assert not scene.choices("charge")
    assert to_hit(scene, "strike orc") == exactly(0.330000)


# --- ground


@clause("wfrp1.modifier.advantage_of_ground")
def test_higher_ground_is_worth_ten_and_costs_the_lower_nothing():
    scene = duel(ws=33, scenario={"board": HILL})
    assert to_hit(scene, "strike orc") == exactly(0.430000)
    assert to_hit(reply(scene), "strike man") == exactly(0.330000)


@clause("wfrp1.modifier.advantage_of_ground")
def test_being_taller_is_no_higher_ground():
    assert to_hit(duel(ws=33, man={"height_ft": 9}), "strike orc") == exactly(0.330000)


# --- winning


@clause("wfrp1.modifier.winning")
def test_winning_helps_against_those_who_were_beaten():
    scene = table(
        {"name": "man", "side": "men", "at": [4, 5], "ws": 45, "i": 50},
        {"name": "goblin_1", "side": "goblins", "at": [5, 4], "facing": "west", "i": 20},
        {"name": "goblin_2", "side": "goblins", "at": [5, 6], "facing": "west", "i": 20},
    )
    scene.unit("man").won_over, scene.unit("goblin_1").beaten_by = ["goblin_1"], ["man"]
    assert to_hit(scene, "strike goblin_2") == exactly(0.450000)
    assert to_hit(scene, "strike goblin_1") == exactly(0.550000)


# --- obstacles


@clause("wfrp1.modifier.obstacle")
def test_a_hedge_hinders_both():
    scene = hedge(("obstacle", (4, 5), "east"))
    assert to_hit(scene, "strike orc") == exactly(0.350000)
    assert to_hit(reply(scene), "strike man") == exactly(0.350000)


@clause("wfrp1.modifier.obstacle")
def test_round_a_corner_an_obstacle_counts_if_both_ways_cross_one():
    """The man at (4, 5), the orc at (5, 6): by way of (5, 5) or of (4, 6)."""
    corner = {"orc": {"at": [5, 6]}}
    one = hedge(("obstacle", (4, 5), "east"), **corner)
    assert to_hit(one, "strike orc") == exactly(0.450000)
    both = hedge(("obstacle", (4, 5), "east"), ("obstacle", (4, 6), "east"), **corner)
    assert to_hit(both, "strike orc") == exactly(0.350000)


@clause("wfrp1.modifier.obstacle")
@pytest.mark.parametrize("kind", ["wall", "door"])
def test_nobody_strikes_through_a_wall(kind):
    scene = hedge((kind, (4, 5), "east"))
    assert not scene.choices("strike")


@clause("wfrp1.modifier.obstacle")
def test_crossing_an_obstacle_costs_a_cell_more():
    """M 2 goes two cells at the cautious rate, or one with the crossing of a hedge as long as the board."""
    scene = hedge(*(("obstacle", (4, y), "east") for y in range(12)), man={"m": 2}, orc={"at": [11, 11]})
    assert {"move_cautious 2,5", "move_cautious 5,5"} <= set(scene.choices())
    assert not scene.offers("move_cautious 6,5")


# --- the wrong hand


@clause("wfrp1.modifier.wrong_hand", "wfrp1.c.disabled_limbs")
@pytest.mark.parametrize(("skills", "chance"), [([], 0.350000), (["ambidextrous"], 0.450000)])
def test_the_sword_in_the_left_hand(skills, chance):
    scene = duel(man={"ws": 45, "skills": skills, "main_hand": "none", "off_hand": "hand weapon"})
    scene.unit("man").right_arm_off = 99
    assert to_hit(scene, "strike orc off_hand") == exactly(chance)


@clause("wfrp1.modifier.wrong_hand")
def test_parries_with_the_wrong_hand_suffer_nothing():
    """A left-hand dagger parries at WS - 10, a roll under that succeeds: 34 of WS 45, and not 24."""
    scene = duel(
        orc={"ws": 45, "off_hand": "left-hand dagger", "specialist": ["parrying"]}, man={"ws": 45}, dice=[27, 34, 1, 1]
    )
    scene.play("strike orc", "parry_off")
    assert scene.last("parried").amount == 1


# --- bare hands


@clause("wfrp1.modifier.unarmed")
@pytest.mark.parametrize(
    ("skills", "chance"), [([], 0.250000), (["street_fighting"], 0.450000), (["wrestling"], 0.450000)]
)
def test_bare_hands_hit_worse_unless_one_has_learnt_it(skills, chance):
    scene = duel(man={"ws": 45, "main_hand": "none", "skills": skills})
    assert to_hit(scene, "strike orc unarmed") == exactly(chance)


@clause("wfrp1.modifier.unarmed", "wfrp1.c.natural_weapons")
def test_teeth_and_claws_are_no_bare_hands():
    scene = duel(man={"ws": 33, "main_hand": "none", "natural_weapons": True})
    assert to_hit(scene, "strike orc") == exactly(0.330000)


# --- the referee


@clause("wfrp1.modifier.referee")
def test_a_side_may_have_a_handicap():
    scene = reply(duel(orc={"ws": 25}, man={"ws": 45}, rules={"modifier.referee.team1_to_hit": -10}))
    assert to_hit(scene, "strike man") == exactly(0.150000)
    scene = duel(orc={"ws": 25}, man={"ws": 45}, rules={"modifier.referee.team0_to_hit": 5})
    assert to_hit(scene, "strike orc") == exactly(0.500000)
    assert to_hit(reply(scene), "strike man") == exactly(0.250000)

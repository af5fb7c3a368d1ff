"""Doors: shut ones are opened by walking through, locked ones are broken."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.blows import exactly
from wfrp1.melee import kinds, verbs
from wfrp1.seen import on_board

#: A wall along x = 4 and 5 with a door in it at y = 2.
OTHERS = [[4, y] for y in range(5) if y != 2]


def house(kind="door", dice=None, man=None, orc=None, rules=None, at=(4, 2), upto="", **more):
    """A man west of a door, an orc far behind it."""
    board = {
        "size": [10, 5],
        "borders": [
            {"type": kind, "cell": [4, 2], "direction": "east"},
            {"type": "wall", "cells": OTHERS, "direction": "east"},
        ],
    }
    return table(
        {"name": "man", "side": "men", "at": list(at), "facing": "east", "i": 60, **(man or {})},
        {"name": "orc", "side": "orcs", "at": [9, 4], "i": 20, **(orc or {})},
        dice=dice,
        rules=rules,
        board=board,
        upto=upto,
        **more,
    )


def reach(scene, verb="move_cautious"):
    """The cells a move can lead to."""
    return {tuple(map(int, choice.split()[1].split(","))) for choice in scene.choices(verb)}


# --- shut doors


@clause("wfrp1.c.doors")
def test_a_shut_door_opens_to_who_walks_through():
    scene = house()
    scene.play("move_cautious 5,2")
    assert scene.unit("man").at == (5, 2)
    opened = scene.last("door_opened")
    assert (opened.who, opened.text) == ("man", "man opens the door east of 4,2")
    assert scene.state["door_state"][0] == 0


@clause("wfrp1.c.doors")
@pytest.mark.parametrize(("cost", "farthest"), [(1, 7), (2, 6), (0, 8)])
def test_opening_it_costs_a_cell(cost, farthest):
    """M 4 is four cells at the cautious rate; one of them goes on the door."""
    scene = house(rules={"c.doors.door_open_cost": cost})
    assert max(x for x, _ in reach(scene)) == farthest


@clause("wfrp1.c.doors")
def test_an_open_door_costs_nothing():
    scene = house(man={"m": 2})
    scene.play("move_cautious 5,2", "orc: pass")
    while scene.prompt == "declare":
        scene.play("act")
    assert (3, 2) in reach(scene)
    assert kinds(scene).count("door_opened") == 1


@clause("wfrp1.c.doors")
def test_a_door_is_gone_through_straight():
    """Not at a slant; from (4, 1) the way leads past (4, 2), and costs two more."""
    assert (5, 2) not in reach(house(at=(4, 1), man={"m": 2}))
    assert (5, 2) in reach(house(at=(4, 1), man={"m": 3}))


@clause("wfrp1.c.doors")
def test_a_first_step_may_be_too_dear():
    """M 1: one cell, and the door is worth another. Only the three cells on this side are left."""
    scene = house(man={"m": 1})
    assert reach(scene) == {(3, 1), (3, 2), (3, 3), (4, 1), (4, 3)}


@clause("wfrp1.c.doors")
def test_who_can_only_go_through_the_door_is_offered_to_move():
    walls = {"size": [10, 5], "borders": [{"type": "door", "cell": [0, 0], "direction": "east"}]}
    walls["cells"] = [{"flag": "blocked", "at": [[0, 1], [1, 1]]}]
    for movement, moves in ((2, True), (1, False)):
        scene = table(
            {"name": "man", "side": "men", "at": [0, 0], "i": 60, "m": movement},
            {"name": "orc", "side": "orcs", "at": [9, 4], "i": 20},
            board=walls,
        )
        assert ("move_cautious" in verbs(scene)) == moves


@clause("wfrp1.c.doors", "wfrp1.engage.contact")
def test_a_shut_door_keeps_enemies_apart_till_it_is_open():
    scene = house(orc={"at": [6, 2], "i": 20})
    assert not {"strike", "charge"} & verbs(scene), "neither contact nor sight through it"
    scene.play("move_cautious 5,2")
    assert "strike" in scene.first_words(), "now the orc can strike"


@clause("wfrp1.c.doors", "wfrp1.visibility.awareness")
def test_who_opens_a_door_on_somebody_unseen_stops_there():
    scene = house(orc={"at": [5, 2]})
    scene.play("move_cautious 7,2")
    assert scene.unit("man").at == (4, 2)
    assert scene.last("door_opened").who == "man"


@clause("wfrp1.c.doors", "wfrp1.flee.movement")
def test_one_may_flee_through_a_door():
    scene = house(orc={"at": [3, 2], "facing": "east"}, rules={"flee.free_blows.free_blows_per_opponent": 0}, upto=None)
    scene.play("orc: act", "man: declare_flee")
    scene.play("flee 6,2")
    assert scene.unit("man").at == (6, 2)
    assert "door_opened" in kinds(scene)


# --- locked doors


@clause("wfrp1.c.doors")
def test_a_locked_door_opens_to_nobody():
    scene = house("locked_door", man={"m": 8})
    assert max(x for x, _ in reach(scene, "move_run")) == 4


@clause("wfrp1.c.doors")
def test_a_blow_of_ten_breaks_a_door():
    scene = house("locked_door", dice=[5], man={"s": 4})
    scene.play("strike_door east")
    struck = scene.last("door_struck")
    assert struck.terms == [("dice", 5), ("S", 4), ("T", -4), ("doubled", 5)]
    assert scene.state["door_state"][0] == 0
    assert scene.state["door_wounds"][0] == 0


@clause("wfrp1.c.doors")
def test_odds_of_breaking_a_door_with_one_blow():
    scene = house("locked_door", man={"s": 3, "ws": 33})
    broken = scene.odds("strike_door east", want=lambda after: int(after.state["door_state"][0]), until="procedure")
    assert broken[0] == exactly(0.333333)


@clause("wfrp1.c.doors")
def test_wounds_of_a_door_stay_lost():
    scene = house("locked_door", dice=[4, 2], man={"s": 3})
    scene.play("strike_door east")
    assert scene.state["door_wounds"][0] == 8 - 6
    scene.play("orc: pass")
    while scene.prompt == "declare":
        scene.play("act")
    scene.play("man: strike_door")
    assert scene.state["door_state"][0] == 0


@clause("wfrp1.c.doors")
def test_a_weak_blow_does_nothing_to_a_door():
    scene = house("locked_door", dice=[1], man={"s": 1})
    scene.play("strike_door east")
    assert scene.state["door_wounds"][0] == 8


@clause("wfrp1.c.doors", "wfrp1.damage.additional")
def test_a_natural_six_counts_against_doors():
    scene = house("locked_door", dice=[6, 33, 6, 2], man={"s": 1}, rules={"c.doors.door_w": 50})
    scene.play("strike_door east")
    assert scene.last("door_struck").terms == [("dice", 14), ("S", 1), ("T", -4), ("doubled", 11)]
    missed = house("locked_door", dice=[6, 34], man={"s": 1})
    missed.play("strike_door east")
    assert missed.last("door_struck").terms == [("dice", 6), ("S", 1), ("T", -4), ("doubled", 3)]


@clause("wfrp1.c.doors", "wfrp1.weapon.modifiers")
def test_the_weapon_counts_against_doors():
    axe = {"main_hand": "2-handed weapon", "specialist": ["two_handed"], "s": 3}
    scene = house("locked_door", dice=[2], man=axe)
    scene.play("strike_door east")
    assert ("weapon", 2) in scene.last("door_struck").terms


@clause("wfrp1.c.doors")
def test_fists_break_no_door():
    assert "strike_door" not in verbs(house("locked_door", man={"main_hand": "none"}))
    assert "strike_door" not in verbs(house("door"))
    assert "strike_door" not in verbs(house("locked_door", at=(3, 2)))


@clause("wfrp1.c.doors", "wfrp1.initiative.multiple_attacks")
def test_every_blow_of_the_round_may_go_on_the_door():
    scene = house("locked_door", dice=[2, 2], man={"s": 3, "a": 2, "i": 60})
    scene.play("strike_door east")
    scene.play("man: strike_door")
    assert scene.state["door_wounds"][0] == 8 - 2 - 2
    assert scene.unit("man").facing == 2


@clause("wfrp1.c.doors")
def test_a_door_is_struck_from_either_side():
    scene = house("locked_door", dice=[5], man={"s": 4}, at=(5, 2))
    scene.play("strike_door west")
    assert scene.state["door_state"][0] == 0


@clause("wfrp1.c.doors")
def test_doors_show_in_what_is_seen():
    scene = house("locked_door", dice=[2, 4], man={"s": 4, "a": 2})
    assert [on_board(scene, "door_wounds", x, 2) for x in (3, 4, 5, 6)] == [0, 8, 8, 0]
    assert on_board(scene, "open_east", 4, 2) == 0
    scene.play("strike_door east")
    assert on_board(scene, "door_wounds", 4, 2) == 8 - 4
    scene.play("man: strike_door")
    assert [on_board(scene, "door_wounds", x, 2) for x in (4, 5)] == [0, 0]
    assert [on_board(scene, "open_east", x, 2) for x in (3, 4, 5, 6)] == [0, 1, 0, 0]
    assert [on_board(scene, "open_west", x, 2) for x in (3, 4, 5, 6)] == [0, 0, 1, 0]

"""Positions that cannot be: what does not hold together is noticed before anything is played."""

from __future__ import annotations

import pytest
from heimr.scenes import duel
from heimr.test_seen import MAN, ORC, put

from tactica.envs.rulesets.heimr.board import STRIDE
from tactica.envs.rulesets.heimr.invariants import BROKEN, STEPS
from tactica.envs.rulesets.heimr.vocab import (
    Body,
    Defence,
    EffectKind,
    Frame,
    GuardKind,
    Injury,
    Item,
    Place,
    Response,
    Trigger,
    Upcoming,
)

GRAB = {"grab_target": MAN, "grab_part": Body.TORSO}


def broken(laid):
    """The line of BROKEN that a position breaks; empty none."""
    try:
        laid.play("end_turn")
    except ValueError as problem:
        return str(problem)
    return ""


def test_a_natural_position_breaks_nothing():
    assert broken(duel(distance=2)) == ""


@pytest.mark.parametrize(("number", "changes"), [
    (1, {"hp": 4}),
    (1, {"wp": 4}),
    (1, {"hp": -6}),
    (1, {"injuries": Injury.SWORD_ARM}),
    (1, {"death_timer": 4}),
    (1, {"hp": -2, "stabilised": 1, "death_timer": 4}),
    (2, {"unconscious": 1}),
    (2, {"sleeping": 1}),
    (2, {"surrendered": 1, "guard": GuardKind.CELL, "guard_left": 1}),
    (2, {"surrendered": 1, "hidden_from": 1}),
    (3, {"cell": -1}),
    (3, {"dead": 1}),
    (3, {"escaped": 1}),
    (4, {"cluster": ORC}),
    (4, {"cluster": MAN}),
    (5, {"grab_part": Body.TORSO}),
    (5, GRAB),
    (6, {"places": (1, Place.SWORD_HAND)}),
    (6, {"items": (1, Item.BOW)}),
    (6, {"lies": (0, 2)}),
    (6, {"places": (0, Place.ON_GROUND)}),
    (6, {"places": (0, Place.NATURAL)}),
    (6, {"drop_timers": (0, 1)}),
    (6, {"conceal_value": (0, 5)}),
    (6, {"shown_to": (0, 1)}),
    (6, {"ammo": (0, 1)}),
    (6, {"to_draw": (0, 1)}),
    (6, {"poison": (0, 1)}),
    (7, {"defence_natural": 4}),
    (7, {"defence": Defence.DODGE}),
    (7, {"defence": Defence.BLOCK, "defence_six": 4, "defence_natural": 4}),
    (7, {"kept": Defence.DODGE, "kept_six": 4}),
    (7, {"kept_natural": 4}),
    (8, {"stumble_direction": 2}),
    (8, {"daze_odd": 1}),
    (8, {"climb_direction": 2}),
    (8, {"fall_timer": 1}),
    (9, {"guard": GuardKind.CELL}),
    (9, {"guard": GuardKind.ALLY, "guard_left": 1}),
    (9, {"guard": GuardKind.ALLY, "guard_left": 1, "guard_unit": MAN}),
    (9, {"guard_direction": 2}),
    (9, {"guard": GuardKind.BORDER, "guard_left": 1, "guard_direction": 3}),
    (10, {"ready_trigger": Trigger.ENEMY_SEEN}),
    (10, {"ready_trigger": Trigger.ENEMY_SEEN, "ready_response": Response.SHOT, "ready_direction": 2}),
    (10, {"due_target": MAN}),
    (10, {"upcoming": Upcoming.BREATHER, "upcoming_direction": 2}),
    (10, {"assists": ORC}),
    (11, {"hidden_from": 1 << ORC}),
    (11, {"known_hiding": 1 << ORC}),
    (12, {"order": 0}),
    (15, {"fatigue": 20, "tired": 2}),
    (15, {"standard_left": 2}),
    (15, {"delays": 2}),
    (15, {"parries": (1, 2)}),
])  # fmt: skip
def test_a_unit_that_cannot_be_is_noticed(number, changes):
    laid = duel(distance=2)
    put(laid, ORC, **changes)
    assert BROKEN[number] in broken(laid)


@pytest.mark.parametrize(("number", "man", "orc"), [
    (4, {"cluster": MAN}, {"cluster": MAN, "cell": 0}),
    (4, {"cluster": ORC}, {"cluster": ORC}),
    (5, {}, {"grab_target": MAN, "grab_part": Body.TORSO}),
    (5, {"cluster": MAN}, {"cluster": MAN, "grab_target": MAN}),
    (11, {"cluster": MAN}, {"cluster": MAN, "hidden_from": 1 << MAN}),
])  # fmt: skip
def test_two_units_that_do_not_fit_together_are_noticed(number, man, orc):
    laid = duel()
    put(laid, MAN, **man)
    put(laid, ORC, **orc)
    assert BROKEN[number] in broken(laid)


def test_whoever_holds_somebody_has_a_hand_for_it():
    both = {"cluster": MAN}
    for weapons, found in ((["medium_weapon"], ""), (["great_weapon"], BROKEN[5])):
        laid = duel(orc={"weapons": weapons}, dice=[])
        put(laid, MAN, **both)
        put(laid, ORC, **both, **GRAB)
        assert found in broken(laid)


@pytest.mark.parametrize(("name", "place", "value", "number"), [
    ("edge_passed", 0, 1, 13),
    ("edge_direction", 0, 3, 13),
    ("edge_cell", 0, 0, 13),
    ("edge_toughness", 5, 1, 13),
    ("edge_first", 0, 0, 13),
    ("objective_cell", 1, 0, 14),
    ("objective_owner", 1, 0, 14),
])  # fmt: skip
def test_borders_and_objectives_that_cannot_be_are_noticed(name, place, value, number):
    borders = [{"type": "single_door", "cell": [3, 3], "direction": "east"}]
    laid = duel(distance=2, borders=borders, cells=[{"flag": "objective", "at": [[0, 0]]}])
    laid.state[name][place] = value
    assert BROKEN[number] in broken(laid)


@pytest.mark.parametrize("name", ["result", "is_stale"])
def test_nothing_is_left_over_while_somebody_is_asked(name):
    laid = duel(distance=2)
    laid.state[name] = 1
    assert BROKEN[16] in broken(laid)


def test_who_is_asked_is_whom_the_procedure_waits_for():
    laid = duel(defences={"orc": ("dodge", 4, 9)}, dice=[])
    laid.play("weapon_attack orc")
    assert (laid.decider, laid.prompt) == ("orc", "attacked")
    laid.state["stack"][laid.state["depth"] - 1]["target"] = 0
    with pytest.raises(ValueError, match=BROKEN[17]):
        laid.play("defend")


def test_an_effect_somebody_resists_is_its_own():
    laid = duel(distance=2)
    frame = laid.state["stack"][laid.state["depth"] - 1]
    frame["kind"], frame["effect"] = Frame.EFFECT, EffectKind.DAZE
    assert BROKEN[17] in broken(laid)


def test_every_procedure_has_its_steps():
    assert set(STEPS) == {frame for frame in Frame if frame}


def test_a_cell_beyond_the_board_is_noticed():
    laid = duel(distance=2)
    put(laid, ORC, cell=6 + 6 * STRIDE)
    assert broken(laid)

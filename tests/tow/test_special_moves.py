"""Keeping apart from the enemy; fliers; war machines."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import (
    battle,
    block,
    charging,
    drill,
    exactly,
    inches_left,
    is_asked,
    land,
    may_charge,
    pose,
    regiment,
    verbs,
)  # fmt: skip

GAP = "x.move.enemy_buffer.min_gap"
ONE = {"models": 1, "files": 1}


def foe(x, y, facing="east", **orcs):
    """One orc, who looks away from the men."""
    return regiment("orcs", at=(x, y), facing=facing, **{**ONE, **orcs})


# --- keeping apart


@clause("tow.x.move.enemy_buffer")
@pytest.mark.parametrize(("start", "verb", "orc", "fine"), [
    ((10, 11), "forward", (12, 10), True), ((9, 10), "side_right", (12, 10), True), ((9, 10), "side_right", (11, 11), False),
    ((10, 12), "forward", (11, 10), False), ((10, 12), "forward", (10, 9), True), ((10, 11), "forward", (10, 8), True),
    ((10, 11), "forward", (10, 9), False), ((10, 9), "back", (10, 12), True), ((10, 10), "back", (10, 12), False),
    ((11, 10), "side_left", (9, 10), False), ((12, 10), "side_left", (9, 10), True),
])  # fmt: skip
def test_a_step_ends_an_inch_from_the_enemy(start, verb, orc, fine):
    assert (verb in verbs(drill(foe(*orc), at=start, **ONE))) is fine


@clause("tow.x.move.enemy_buffer", "tow.x.move.normal")
def test_every_step_keeps_apart():
    """Past a lone enemy at (11, 7): from (10, 10) the second step would end at its corner."""
    scene = drill(foe(11, 7), movement=8, **ONE)
    assert scene.choices("forward") == ["forward"]
    scene = drill(foe(12, 7), movement=8, **ONE)
    assert scene.choices("forward") == ["forward", "forward two", "forward four", "forward eight"]


@clause("tow.x.move.enemy_buffer")
@pytest.mark.parametrize("how", [{"fleeing": True}, {"models": 1, "movement": 0}])
def test_it_holds_of_every_enemy(how):
    assert "forward" not in verbs(drill(foe(10, 8, **how), regiment("others", "orcs", at=(30, 0)), **ONE))


@clause("tow.x.move.enemy_buffer")
def test_it_does_not_hold_of_friends():
    scene = drill(regiment("friends", "men", at=(10, 8), **ONE), **ONE)
    scene.play("forward")
    assert pose(scene)[0] == (10, 9)


@clause("tow.x.move.enemy_buffer")
@pytest.mark.parametrize(
    ("verb", "fine"), [("forward", True), ("side_left", True), ("back", False), ("side_right", False)]
)
def test_from_corner_to_corner_nobody_comes_edge_to_edge(verb, fine):
    """The enemy at (11, 11) touches the corner of the man at (10, 10): a step back or to the right would be an engagement that
    nobody charged for.
    """
    scene = drill(foe(11, 11), at=(10, 10), **ONE)
    assert (verb in verbs(scene)) is fine


@clause("tow.x.move.enemy_buffer")
@pytest.mark.parametrize(("gap", "verb", "fine"), [
    (3, "side_left", True), (3, "side_right", False), (3, "forward", True), (3, "back", True), (2, "side_right", False),
    (1, "side_right", True),
])  # fmt: skip
def test_who_is_too_near_already_comes_no_nearer(gap, verb, fine):
    """Two inches from the enemy at (13, 10): a step to the right makes it one; ahead and back the gap stays two."""
    scene = drill(foe(13, 9, "north", models=3), rules={GAP: gap}, **ONE)
    assert (verb in verbs(scene)) is fine


@clause("tow.x.move.enemy_buffer")
@pytest.mark.parametrize(("gap", "cells", "on"), [(0, 4, True), (1, 4, False), (2, 3, False), (3, 2, False)])
def test_how_far_apart_can_be_set(gap, cells, on):
    """Five inches from the enemy, step by step."""
    scene = drill(foe(10, 4), rules={GAP: gap}, movement=10, **ONE)
    for _ in range(cells):
        scene.play("forward")
    assert ("forward" in verbs(scene)) is on


@clause("tow.x.move.enemy_buffer", "tow.x.move.wheel", "tow.x.move.redress")
@pytest.mark.parametrize(("order", "near", "far", "men"), [
    ("wheel_left", (9, 4), (9, 3), {"models": 5}), ("redress wider_by_2", (16, 9), (17, 9), {}),
    ("side_right", (16, 9), (17, 9), {}),
])  # fmt: skip
def test_other_manoeuvres_keep_apart_too(order, near, far, men):
    """A wheel that ends in rows 5 to 9 of column 10; a front from column 9 to 15."""
    assert not drill(foe(*near), movement=8, **men).offers(order)
    assert drill(foe(*far), movement=8, **men).offers(order)


# --- fliers


@clause("tow.x.move.fly")
def test_a_flier_moves_by_its_wings():
    scene = drill(movement=6, fly=10, **ONE)
    assert inches_left(scene) == 10
    scene.play("march")
    assert inches_left(scene) == 20


@clause("tow.x.move.fly", "tow.x.terrain.table")
@pytest.mark.parametrize("kind", ["difficult", "woods", "low_obstacle", "high_obstacle", "rock", "deep_water"])
def test_a_flier_passes_over_all_ground_at_an_inch_a_cell(kind):
    scene = drill(movement=1, fly=8, more={"map": land(**{kind: block(8, 7, 6, 3)})}, **ONE)
    scene.play("forward four")
    assert (pose(scene)[0], inches_left(scene)) == ((10, 6), 4)


@clause("tow.x.move.fly", "tow.x.terrain.table")
@pytest.mark.parametrize(("kind", "lands"), [
    ("difficult", True), ("woods", True), ("low_obstacle", True), ("high_obstacle", True), ("deep_water", True),
    ("rock", False), ("hill", True),
])  # fmt: skip
def test_where_a_flier_may_land(kind, lands):
    scene = drill(fly=8, more={"map": land(**{kind: [(10, 9)]})}, **ONE)
    assert scene.offers("forward") is lands
    assert scene.offers("forward two")
    if lands:
        scene.play("forward")
        assert inches_left(scene) == 7


@clause("tow.x.move.fly")
def test_a_flier_passes_over_units_and_lands_on_none():
    for where in (regiment("friends", "men", at=(10, 8), **ONE), foe(10, 8)):
        scene = drill(where, fly=8, **ONE)
        assert not scene.offers("forward two")
        assert scene.offers("forward four")


@clause("tow.x.move.fly", "tow.x.move.enemy_buffer")
def test_a_flier_keeps_apart_where_it_ends():
    """An enemy at (11, 7): one and eight steps, to rows 9 and 2, are far enough, two are not; four end two rows behind it."""
    scene = drill(foe(11, 7), fly=8, **ONE)
    assert scene.choices("forward") == ["forward", "forward eight"]
    assert drill(foe(12, 7), fly=8, **ONE).choices("forward")[1] == "forward two"


@clause("tow.x.move.fly", "tow.x.move.charge_declare")
def test_a_flier_charges_by_its_wings():
    """14 inches: 8 and 6 through the air, 4 and 6 on foot."""
    for fly, fine in ((8, True), (7, False), (0, False)):
        men = regiment("men", at=(10, 20), fly=fly)
        assert may_charge(men, regiment("orcs", at=(14, 5), facing="south")) is fine


@clause("tow.x.move.fly", "tow.x.move.charge_roll")
@pytest.mark.parametrize(("fly", "chance"), [(8, 1 - (4 / 6) ** 2), (0, 1 - (5 / 6) ** 2)])
def test_rough_ground_does_not_hinder_a_charge_through_the_air(fly, chance):
    """13 inches: 5 on the die for the flier; on foot the marsh makes it 14, which 8 and a 6 reach."""
    men = {"movement": 8, "fly": fly}
    scene = charging(men, {"models": 5}, gap=13, dice=None, map=land(difficult=block(10, 6, 5, 2)))
    assert scene.odds("charge orcs", want="event charge_reached", answers={"reaction": "hold"})[1] == exactly(chance)


@clause("tow.x.move.fly", "tow.x.move.charge_contact")
@pytest.mark.parametrize(("fly", "fine"), [(8, True), (0, False)])
def test_what_stands_in_the_way_does_not_hinder_a_charge_through_the_air(fly, fine):
    """Deep water right across the way."""
    men = regiment("men", at=(10, 14), movement=8, fly=fly)
    orcs = regiment("orcs", at=(14, 7), facing="south")
    assert may_charge(men, orcs, map=land(deep_water=block(0, 10, 36, 1))) is fine


# --- war machines

MACHINE = {
    "troop_type": "war_machines",
    "models": 1,
    "movement": 3,
    "wounds": 3,
    "missile": "bolt_thrower",
    "ballistic_skill": 4,
}


def machine(**rules):
    """A bolt thrower about to move, and orcs far in front of it."""
    units = [regiment("men", at=(12, 20), **MACHINE), regiment("orcs", at=(14, 3), facing="south")]
    return battle(*units, rules=rules, upto="move", who="men")


@clause("tow.x.move.war_machine", "tow.x.move.reform")
def test_a_war_machine_neither_marches_nor_reforms():
    assert verbs(machine()) == {
        "forward", "back", "side_left", "side_right", "turn_left", "turn_right", "about_face", "wheel_left", "wheel_right",
    }  # fmt: skip
    assert "reform" in verbs(drill(models=2, files=2))


@clause("tow.x.move.war_machine", "tow.x.move.charge_declare")
def test_a_war_machine_does_not_charge():
    orcs = regiment("orcs", at=(14, 15), facing="south")
    assert not may_charge(regiment("men", at=(12, 20), **MACHINE), orcs)
    assert may_charge(regiment("men", at=(12, 20), **{**MACHINE, "troop_type": "monstrous_creatures"}), orcs)


@clause("tow.x.move.war_machine")
@pytest.mark.parametrize("verb", ["forward", "back", "side_left", "side_right"])
def test_a_war_machine_that_moves_does_not_shoot(verb):
    scene = machine()
    scene.play(verb, "pass")
    assert not is_asked(scene, "shoot")
    scene = machine()
    scene.play("pass")
    assert is_asked(scene, "shoot")


@clause("tow.x.move.war_machine", "tow.x.move.turn")
def test_a_war_machine_turns_for_nothing_and_shoots():
    scene = machine()
    scene.play("turn_left", "turn_left", "about_face")
    assert (inches_left(scene), pose(scene)[1]) == (3, "north")
    scene.play("pass")
    assert scene.unit("men").moved == 0
    assert is_asked(scene, "shoot")


@clause("tow.x.move.turn")
def test_what_a_turn_costs_a_war_machine_can_be_set():
    scene = machine(**{"x.move.turn.war_machine_cost": 1})
    scene.play("turn_left")
    assert inches_left(scene) == 2

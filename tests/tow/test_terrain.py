"""Terrain: who may enter it, what a step costs, whether it disrupts and hides; tests for dangerous ground."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import (
    Ground,
    battle,
    block,
    charging,
    drill,
    exactly,
    inches_left,
    is_asked,
    land,
    pose,
    regiment,
    verbs,
)

from tactica.envs.rulesets.tow.rules.formation import is_disrupted

FAIL = "x.terrain.dangerous.fail_on"
KINDS = ["open", "difficult", "woods", "low_obstacle", "high_obstacle", "rock", "hill", "dangerous", "deep_water"]
ROUGH = {"difficult", "woods", "low_obstacle", "dangerous"}
CLOSED = {"high_obstacle", "rock", "deep_water"}
ONE = {"models": 1, "files": 1}


def of(kind, cells):
    """A map with cells of one kind."""
    return {"map": land() if kind == "open" else land(**{kind: cells})}


# --- the table


@clause("tow.x.terrain.table")
@pytest.mark.parametrize("kind", KINDS)
def test_what_a_step_onto_each_ground_costs(kind):
    scene = drill(more=of(kind, [(10, 9)]), **ONE)
    assert ("forward" in verbs(scene)) is (kind not in CLOSED)
    if kind not in CLOSED:
        scene.dice = [2] if kind == "dangerous" else []
        scene.play("forward")
        assert inches_left(scene) == (2 if kind in ROUGH else 3)


@clause("tow.x.terrain.table", "tow.x.move.fly")
@pytest.mark.parametrize("kind", KINDS)
def test_fliers_enter_all_but_rock(kind):
    scene = drill(fly=4, more=of(kind, [(10, 9)]), **ONE)
    assert scene.offers("forward") is (kind != "rock")
    assert scene.offers("forward two")


@pytest.mark.interpreted_only
@clause("tow.x.terrain.table", "tow.formation.disrupted")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in CLOSED])
def test_rough_ground_disrupts(kind):
    ground = Ground(
        regiment("men", at=(10, 10)), regiment("orcs", at=(30, 2), models=1), **of(kind, block(10, 10, 5, 1))
    )
    assert ground.ask(is_disrupted, "men") == (kind in ROUGH)


@clause("tow.x.terrain.table", "tow.x.los.terrain")
@pytest.mark.parametrize("kind", KINDS)
def test_walls_rock_and_hills_hide_what_stands_behind_them(kind):
    """One row of it right across, between an archer and his target."""
    units = [
        regiment("men", at=(10, 14), missile="longbow", **ONE),
        regiment("orcs", at=(10, 4), facing="south", **ONE),
    ]
    scene = battle(*units, **of(kind, block(0, 9, 36, 1)))
    assert is_asked(scene, "shoot") is (kind not in {"high_obstacle", "rock", "hill"})


@clause("tow.x.terrain.table", "tow.x.move.flee")
@pytest.mark.parametrize("kind", KINDS)
def test_nobody_stops_in_impassable_ground(kind):
    """Flight of two cells ends on row 17; from ground that may not be entered it goes on to row 18."""
    orcs = regiment("orcs", at=(14, 10), facing="south", models=5)
    scouts = [regiment("scout", "men", at=(35, 0), **ONE), regiment("spy", "orcs", at=(0, 0), **ONE)]
    scene = battle(
        orcs, regiment("men", at=(12, 15), **ONE), *scouts, upto="charge", who="orcs", **of(kind, [(12, 17)])
    )
    scene.play("charge men")
    scene.dice = [1, 1, *([2] if kind == "dangerous" else []), 1, 1]
    scene.play("flee")
    assert pose(scene)[0] == (12, 18 if kind in CLOSED else 17)


# --- dangerous ground


def strip(rows, x=10, width=5, **more):
    """Men who are about to move onto some rows of dangerous ground ahead of them."""
    return drill(
        more={"map": land(dangerous=block(x, 10 - rows, width, rows)), "dice": None, **more.pop("more", {})}, **more
    )


@clause("tow.x.terrain.dangerous")
def test_each_model_that_enters_falls_on_a_one():
    models = strip(1).odds("forward", want="men.models")
    assert models[20] == exactly(0.401878)
    assert 20 - models.mean() == exactly(0.833333)
    assert models[15] == exactly((1 / 6) ** 5)


@clause("tow.x.terrain.dangerous")
@pytest.mark.parametrize("width", [1, 2, 3])
def test_only_models_on_dangerous_cells_roll(width):
    models = strip(1, 11, width).odds("forward", want="men.models")
    assert models[20] == exactly((5 / 6) ** width)
    assert models[20 - width] == exactly((1 / 6) ** width)


@clause("tow.x.terrain.dangerous")
@pytest.mark.parametrize("men", [{"armour_value": 2}, {"ward": 2}, {"regeneration": 2}, {"toughness": 10}])
def test_there_is_no_save(men):
    assert strip(1, **men).odds("forward", want="men.models")[20] == exactly(0.401878)


@clause("tow.x.terrain.dangerous", "tow.casualties.wound_pool")
def test_each_one_is_a_wound_on_the_unit():
    """Of five ones with two Wounds each fall two models, and another is wounded."""
    scene = strip(1, wounds=2)
    scene.dice = [1, 1, 1, 1, 1]
    scene.play("forward")
    assert (scene.unit("men").models, scene.unit("men").lost_wounds) == (18, 1)


@clause("tow.x.terrain.dangerous")
@pytest.mark.parametrize(("on", "chance"), [(0, 1.0), (2, (4 / 6) ** 5), (3, 0.5**5)])
def test_what_a_model_falls_on_can_be_set(on, chance):
    assert strip(1, rules={FAIL: on}).odds("forward", want="men.models")[20] == exactly(chance)


@clause("tow.x.terrain.dangerous")
def test_a_unit_rolls_once_an_activation():
    """The first rank enters, then the second; the next turn the third, while the second leaves: its own test."""
    scene = strip(1)
    scene.dice = [2, 2, 2, 2, 2]
    scene.play("forward", "forward")
    assert scene.dice_left == []
    assert pose(scene)[0] == (10, 8)
    scene.dice = None
    while scene.round == 1 or (scene.prompt, scene.decider) != ("move", "men"):
        scene.play("pass")
    scene.dice = [3, 3, 3, 3, 3]
    scene.play("forward")
    assert scene.dice_left == []


@clause("tow.x.terrain.dangerous")
def test_who_was_on_it_before_does_not_roll():
    """All of it is dangerous but one file: only those who come from there."""
    men = regiment("men", at=(10, 10), models=5)
    ground = land(dangerous=block(0, 0, 14, 24))
    scene = battle(men, dice=[], upto="move", who="men", map=ground)
    scene.play("forward")
    assert inches_left(scene) == 2, "rough all the same"
    scene = battle(men, dice=[2], upto="move", who="men", map=ground)
    scene.play("side_left")


@clause("tow.x.terrain.dangerous", "tow.x.move.normal")
def test_every_step_of_a_move_may_meet_danger():
    """Five cross one row in two steps: they roll where the first step ends."""
    scene = drill(models=5, movement=8, more={"map": land(dangerous=block(10, 9, 5, 1)), "dice": [2, 2, 2, 2, 2]})
    scene.play("forward two")
    assert (pose(scene)[0], scene.dice_left) == ((10, 8), [])


@clause("tow.x.terrain.dangerous", "tow.x.move.fly")
def test_fliers_are_in_danger_only_where_they_end():
    ground = {"map": land(dangerous=block(10, 9, 5, 1))}
    scene = drill(models=5, fly=8, more=ground)
    scene.play("forward two")
    assert pose(scene)[0] == (10, 8)
    scene = drill(models=5, fly=8, more={**ground, "dice": [2, 2, 2, 2, 2]})
    scene.play("forward")
    assert scene.dice_left == []


@clause("tow.x.terrain.dangerous")
@pytest.mark.parametrize(("verb", "cells", "dice"), [
    ("back", block(10, 14, 5, 1), 5), ("side_left", block(9, 10, 1, 4), 4), ("side_right", block(15, 10, 1, 2), 2),
    ("redress wider_by_2", block(9, 10, 1, 3), 3), ("reform files_10 ahead", block(7, 11, 3, 2), 6),
    ("turn_left", block(9, 9, 7, 1), 0),
])  # fmt: skip
def test_all_manoeuvres_may_meet_danger(verb, cells, dice):
    scene = drill(more={"map": land(dangerous=cells), "dice": [2] * dice})
    scene.play(verb)
    assert scene.dice_left == []


@clause("tow.x.terrain.dangerous", "tow.x.move.wheel")
def test_a_wheel_may_meet_danger():
    """Twenty wheel left into columns 10 to 13, rows 5 to 9."""
    scene = drill(movement=8, more={"map": land(dangerous=block(10, 5, 1, 3)), "dice": [2, 2, 2]})
    scene.play("wheel_left")
    assert scene.dice_left == []


@clause("tow.x.terrain.dangerous")
def test_charges_meet_danger():
    """The front rank comes to stand in it; seven inches and one for rough ground."""
    scene = charging(gap=7, dice=[6, 6, 2, 2, 2, 2, 1], map=land(dangerous=block(10, 7, 5, 1)))
    scene.play("charge orcs", "hold")
    assert pose(scene)[0] == (10, 7)
    assert scene.unit("men").models == 19


@clause("tow.x.terrain.dangerous", "tow.x.move.charge_failed")
def test_failed_charges_meet_danger():
    scene = charging(gap=9, dice=[2, 2, 1, 2, 2, 2, 2], map=land(dangerous=block(10, 12, 5, 1)))
    scene.play("charge orcs", "hold")
    assert (pose(scene)[0], scene.unit("men").models) == ((10, 12), 19)


@clause("tow.x.terrain.dangerous", "tow.x.move.flee")
def test_flight_meets_danger_where_it_ends():
    """Five orcs flee three rows north: one row on the way does no harm, the one they end on does."""
    for row, dice in ((4, []), (3, [2, 2, 2, 2, 1])):
        scene = charging({}, {"models": 5}, gap=7, dice=None, map=land(dangerous=block(10, row, 5, 1)))
        scene.play("charge orcs")
        scene.dice = [1, 2, *dice, 1, 1]
        scene.play("flee")
        assert scene.unit("orcs").models == (4 if dice else 5)
        assert scene.dice_left == []

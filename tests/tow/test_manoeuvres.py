"""Other moves: forward, backwards and sideways, wheels, turns, redressing, reforming; keeping apart from the enemy."""

from __future__ import annotations

import math

import pytest
from fixtures import clause
from tow.scenes import Ground, battle, block, charging, drill, fray, inches_left, is_asked, land, pose, regiment, verbs

from tactica.envs.rulesets.tow.rules.bodies import bounds
from tactica.envs.rulesets.tow.rules.formation import is_column, ranks_of

AROUND = [("north", (0, -1)), ("east", (1, 0)), ("south", (0, 1)), ("west", (-1, 0))]


def rect(laid, name="men"):
    """The bounding rectangle of a unit: x, y, width, height."""
    return Ground.of(laid).ask(bounds, name)


# --- forward


@clause("tow.x.move.normal")
def test_forward_spends_an_inch_a_cell():
    scene = drill()
    assert inches_left(scene) == 4
    scene.play("forward two")
    assert (pose(scene), inches_left(scene)) == (((10, 8), "north", 5), 2)
    assert verbs(scene) >= {"forward"} and not scene.offers("forward four")
    scene.play("forward two")
    assert pose(scene)[0] == (10, 6)
    assert inches_left(scene) == 0
    assert (scene.prompt, scene.decider) != ("move", "men"), "nothing is left to spend"


@clause("tow.x.move.normal")
@pytest.mark.parametrize(("facing", "step"), AROUND)
def test_forward_goes_the_way_a_unit_looks(facing, step):
    scene = drill(facing=facing, at=(16, 12))
    scene.play("forward four")
    assert pose(scene)[0] == (16 + 4 * step[0], 12 + 4 * step[1])


@clause("tow.x.move.normal")
@pytest.mark.parametrize(("movement", "modes"), [
    (1, {"forward"}), (3, {"forward", "forward two"}), (4, {"forward", "forward two", "forward four"}),
    (8, {"forward", "forward two", "forward four", "forward eight"}),
    (10, {"forward", "forward two", "forward four", "forward eight"}),
])  # fmt: skip
def test_forward_by_one_two_four_or_eight(movement, modes):
    scene = drill(movement=movement)
    assert set(scene.choices("forward")) == modes


@clause("tow.x.move.normal")
@pytest.mark.parametrize(
    ("row", "other", "cells"), [("one", "four", 3), ("two", "one", 3), ("four", "one", 3), ("eight", "one", 3)]
)
def test_the_numbers_of_cells_can_be_set(row, other, cells):
    """Three cells, whatever the order is called; the others stay as they are."""
    scene = drill(movement=8, rules={f"tables.forward_steps.{row}.cells": cells})
    scene.play("forward" if row == "one" else f"forward {row}")
    assert (pose(scene)[0], inches_left(scene)) == ((10, 7), 5)
    scene.play("forward" if other == "one" else f"forward {other}")
    assert pose(scene)[0] == (10, 7 - {"one": 1, "four": 4}[other])


@clause("tow.x.move.normal")
def test_the_first_step_into_woods_costs_two_inches():
    scene = drill(more={"map": land(woods=block(10, 9, 1, 1))})
    scene.play("forward")
    assert inches_left(scene) == 2


@clause("tow.x.move.normal")
def test_only_newly_covered_cells_cost_more():
    """A wall costs the front rank two inches, those who follow over it nothing; out of a wood it is one inch."""
    scene = drill(more={"map": land(low_obstacle=block(0, 9, 36, 1), woods=block(10, 10, 5, 4))})
    scene.play("forward")
    assert inches_left(scene) == 2
    scene.play("forward")
    assert inches_left(scene) == 1


@clause("tow.x.move.normal")
def test_an_inch_does_not_do_for_difficult_ground():
    scene = drill(more={"map": land(difficult=block(12, 6))})
    assert not scene.offers("forward four"), "three inches and two"
    scene.play("forward two", "forward")
    assert inches_left(scene) == 1
    assert "forward" not in verbs(scene)


@clause("tow.x.move.normal")
@pytest.mark.parametrize(("cost", "left"), [(1, 3), (3, 1), (4, 0)])
def test_what_difficult_ground_costs_can_be_set(cost, left):
    scene = drill(rules={"x.move.normal.difficult_cost": cost}, more={"map": land(difficult=[(14, 9)])})
    scene.play("forward")
    assert inches_left(scene) == left


@clause("tow.x.move.normal", "tow.x.setup.table")
@pytest.mark.parametrize(("cells", "modes"), [
    ({}, ["forward", "forward two", "forward four", "forward eight"]),
    ({"rock": [(14, 2)]}, ["forward", "forward two", "forward four"]),
    ({"deep_water": [(10, 7)]}, ["forward", "forward two"]), ({"high_obstacle": [(12, 8)]}, ["forward"]),
    ({"rock": [(12, 9)]}, []),
    ({"rock": [(15, 9), (9, 9)]}, ["forward", "forward two", "forward four", "forward eight"]),
])  # fmt: skip
def test_every_step_must_be_on_passable_ground(cells, modes):
    scene = drill(movement=8, more={"map": land(**cells)})
    assert scene.choices("forward") == modes


@clause("tow.x.move.normal", "tow.x.setup.table")
def test_nobody_steps_over_another_unit_or_off_the_table():
    friend = regiment("friends", "men", at=(14, 7), models=1)
    scene = drill(friend, movement=8)
    assert scene.choices("forward") == ["forward", "forward two"]
    assert drill(movement=8, at=(10, 4)).choices("forward") == ["forward", "forward two", "forward four"]
    assert drill(at=(10, 0)).choices("forward") == []


@clause("tow.x.move.normal")
def test_whoever_spends_any_allowance_has_moved():
    scene = drill()
    scene.play("pass")
    assert scene.unit("men").moved == 0
    scene = drill()
    scene.play("forward", "pass")
    assert scene.unit("men").moved == 1
    scene = drill()
    scene.play("about_face", "pass")
    assert scene.unit("men").moved == 1


@clause("tow.x.move.normal")
@pytest.mark.parametrize("men", [{"movement": 0}, {"fleeing": True, "leadership": 2}])
def test_who_cannot_move_or_is_in_flight_is_not_asked(men):
    """The one in flight fails to rally and runs."""
    dice = [6, 6, 1, 1] if "fleeing" in men else []
    units = [regiment("scout", "men", at=(30, 20), models=1), regiment(at=(10, 14), facing="south", **men)]
    assert not is_asked(battle(*units, regiment("spy", "orcs", (0, 0), models=1), dice=dice), "move")


@clause("tow.x.move.normal")
def test_who_is_engaged_is_not_asked_to_move():
    scene = fray(upto=None)
    assert (scene.prompt, scene.decider) == ("move", "scout"), "the first decision of the battle"


@clause("tow.x.move.normal", "tow.x.move.charge_failed")
def test_who_has_charged_does_not_move_besides():
    """A charge of nine inches that fails: 4 and the better die, 3."""
    scene = charging(gap=9, dice=[2, 3])
    scene.play("charge orcs", "hold")
    assert not is_asked(scene, "move")


# --- backwards and sideways


@clause("tow.x.move.back_and_side")
def test_five_inches_do_for_two_steps_back():
    scene = drill(movement=5)
    scene.play("back", "back")
    assert (pose(scene), inches_left(scene)) == (((10, 12), "north", 5), 1)
    assert not {"back", "side_left", "side_right"} & verbs(scene)


@clause("tow.x.move.back_and_side")
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize(("verb", "quarter"), [("side_right", 1), ("back", 2), ("side_left", 3)])
def test_a_step_back_or_aside_goes_one_cell(turns, verb, quarter):
    facing, _ = AROUND[turns]
    _, step = AROUND[(turns + quarter) % 4]
    scene = drill(facing=facing, at=(16, 12))
    scene.play(verb)
    assert (pose(scene), inches_left(scene)) == (((16 + step[0], 12 + step[1]), facing, 5), 2)


@clause("tow.x.move.back_and_side")
@pytest.mark.parametrize(("verb", "cell"), [("back", (12, 14)), ("side_left", (9, 12)), ("side_right", (15, 10))])
def test_difficult_ground_doubles_it(verb, cell):
    rough = {"more": {"map": land(difficult=[cell])}}
    scene = drill(**rough)
    scene.play(verb)
    assert inches_left(scene) == 0
    assert verb not in verbs(drill(movement=3, **rough))


@clause("tow.x.move.back_and_side")
@pytest.mark.parametrize(("verb", "cell"), [("back", (12, 14)), ("side_left", (9, 12)), ("side_right", (15, 10))])
def test_a_step_back_or_aside_needs_free_ground(verb, cell):
    assert verb not in verbs(drill(more={"map": land(rock=[cell])}))
    assert verb not in verbs(drill(regiment("friends", "men", at=cell, models=1)))


@clause("tow.x.move.back_and_side")
@pytest.mark.parametrize(("cost", "left"), [(1, 3), (3, 1)])
def test_what_a_step_back_or_aside_costs_can_be_set(cost, left):
    for verb in ("back", "side_left", "side_right"):
        scene = drill(rules={"x.move.back_and_side.cost": cost})
        scene.play(verb)
        assert inches_left(scene) == left


# --- wheels


@pytest.mark.interpreted_only
@clause("tow.x.move.wheel")
@pytest.mark.parametrize(("verb", "ends", "box"), [
    ("wheel_left", ((10, 9), "west", 5), (10, 5, 4, 5)), ("wheel_right", ((14, 5), "east", 5), (11, 5, 4, 5)),
])  # fmt: skip
def test_a_wheel_of_five_files_takes_a_whole_march(verb, ends, box):
    scene = drill()
    assert verb not in verbs(scene), "it costs 8 of 4 inches"
    scene.play("march", verb)
    assert (pose(scene), rect(scene), inches_left(scene)) == (ends, box, 0)


@clause("tow.x.move.wheel")
def test_a_wheel_of_long_bases():
    scene = drill(facing="east", models=6, files=3, base_mm=[30, 60], movement=6, troop_type="light_cavalry")
    scene.play("wheel_left")
    assert (pose(scene), inches_left(scene)) == (((11, 10), "north", 3), 1)


@clause("tow.x.move.wheel")
@pytest.mark.parametrize(("front", "cost"), list(enumerate((2, 4, 5, 7, 8, 10, 11, 13, 15, 16, 18, 19), start=1)))
def test_what_a_wheel_costs(front, cost):
    """The arc of a quarter circle whose radius is the front, rounded up."""
    assert cost == math.ceil(math.pi / 2 * front)
    scene = drill(at=(12, 20), models=front, files=front, movement=10)
    scene.play("march", "wheel_left")
    assert inches_left(scene) == 20 - cost


@clause("tow.x.move.wheel")
def test_the_front_of_a_wheel_is_measured_in_cells():
    """Three bases of two cells: 10 inches."""
    scene = drill(models=6, files=3, base_mm=[50, 50], movement=10)
    scene.play("wheel_right")
    assert (pose(scene), inches_left(scene)) == (((15, 4), "east", 3), 0)


SWEPT = [
    ((13, 6), False),
    ((14, 8), False),
    ((14, 7), True),
    ((13, 5), True),
    ((10, 5), False),
    ((9, 9), True),
    ((14, 5), True),
]


@clause("tow.x.move.wheel")
@pytest.mark.parametrize(("cell", "free"), SWEPT)
def test_what_a_wheel_sweeps_must_be_free(cell, free):
    """Five in one rank wheel left about (10, 10): squares of 3.5 and 3.5, 4.5 and 1.5 are within 25; 4.5 and 2.5 are not."""
    line = {"models": 5, "movement": 8}
    mirrored = (24 - cell[0], cell[1])
    for verb, place in (("wheel_left", cell), ("wheel_right", mirrored)):
        scene = drill(more={"map": land(rock=[place])}, **line)
        assert (verb in verbs(scene)) is free
        scene = drill(regiment("friends", "men", at=place, models=1), **line)
        assert (verb in verbs(scene)) is free


@clause("tow.x.move.wheel")
def test_a_wheel_needs_room_for_its_new_footprint():
    """Four ranks that wheel left come to cover columns 10 to 13, and row 5, which the sweep does not touch at (13, 5)."""
    rock = {"map": land(rock=[(13, 5)])}
    scene = drill(movement=8, more=rock)
    assert "wheel_left" not in verbs(scene)
    assert "wheel_left" in verbs(drill(movement=8, models=5, more=rock))
    assert "wheel_left" not in verbs(drill(movement=8, at=(10, 4)))
    assert "wheel_left" in verbs(drill(movement=8, at=(10, 5)))


@clause("tow.x.move.wheel")
@pytest.mark.parametrize(("millionths", "cost"), [(1_000_000, 5), (1_600_000, 8), (1_600_001, 9), (2_000_000, 10)])
def test_what_a_cell_of_front_costs_can_be_set(millionths, cost):
    """Five cells."""
    scene = drill(movement=10, rules={"x.move.wheel.cost_per_frontage_cell_millionths": millionths})
    scene.play("wheel_left")
    assert inches_left(scene) == 10 - cost


# --- turns on the spot


@pytest.mark.interpreted_only
@clause("tow.x.move.turn")
@pytest.mark.parametrize(("verb", "ends", "box"), [
    ("turn_right", ((14, 10), "east", 4), (10, 10, 5, 4)), ("turn_left", ((10, 13), "west", 4), (10, 10, 5, 4)),
    ("about_face", ((14, 13), "south", 5), (10, 10, 5, 4)),
])  # fmt: skip
def test_twenty_men_turn_on_the_spot(verb, ends, box):
    scene = drill()
    scene.play(verb)
    assert (pose(scene), rect(scene), inches_left(scene)) == (ends, box, 3)


@pytest.mark.interpreted_only
@clause("tow.x.move.turn", "tow.formation.marching_column")
def test_the_ranks_are_filled_anew():
    """Eleven men in five files and three ranks come to stand in three files and four ranks."""
    scene = drill(models=11)
    scene.play("turn_right")
    assert pose(scene) == ((14, 10), "east", 3)
    ground = Ground.of(scene)
    assert ground.ask(ranks_of, 11, 3) == 4
    assert ground.ask(is_column, "men")
    assert rect(scene) == (11, 10, 4, 3)


@pytest.mark.interpreted_only
@clause("tow.x.move.turn")
def test_long_bases_turn_with_their_models():
    """Three by two bases of one by two cells: two files then, three ranks of two cells each."""
    scene = drill(models=6, files=3, base_mm=[30, 60], movement=8, troop_type="light_cavalry")
    scene.play("turn_right")
    assert (pose(scene), rect(scene)) == (((12, 10), "east", 2), (7, 10, 6, 2))

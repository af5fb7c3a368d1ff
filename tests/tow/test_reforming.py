"""Turning on the spot, redressing the ranks, reforming: what it costs, where the unit then stands, and what it forbids."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import Ground, battle, block, drill, inches_left, is_asked, land, pose, regiment, verbs

from tactica.envs.rulesets.tow.rules.bodies import bounds, is_in_unit
from tactica.envs.rulesets.tow.rules.formation import is_column, ranks_of

TURN, REDRESS, REFORM = "x.move.turn", "x.move.redress", "x.move.reform"
TURNS = ("turn_left", "turn_right", "about_face")


def rect(laid):
    """The bounding rectangle of the men: x, y, width, height."""
    return Ground.of(laid).ask(bounds, "men")


# --- turns


@clause("tow.x.move.turn")
@pytest.mark.parametrize("verb", TURNS)
@pytest.mark.parametrize(("movement", "cost"), [(4, 1), (6, 1.5), (5, 1.25), (10, 2.5)])
def test_a_turn_costs_a_quarter_of_the_movement(movement, cost, verb):
    scene = drill(movement=movement)
    scene.play(verb)
    assert inches_left(scene) == movement - cost


@clause("tow.x.move.turn", "tow.x.move.march")
def test_a_turn_costs_no_more_on_the_march():
    scene = drill(movement=6)
    scene.play("march", "turn_left")
    assert inches_left(scene) == 12 - 1.5


@clause("tow.x.move.turn")
@pytest.mark.parametrize(("percent", "left"), [(20, 8), (30, 7), (50, 5), (100, 0)])
def test_what_a_turn_costs_can_be_set(percent, left):
    for verb in TURNS:
        scene = drill(movement=10, rules={f"{TURN}.cost_fraction_of_move_pct": percent})
        scene.play(verb)
        assert inches_left(scene) == left


@clause("tow.x.move.turn")
def test_after_a_turn_the_unit_goes_the_new_way():
    scene = drill()
    scene.play("turn_right", "forward two")
    assert pose(scene) == ((16, 10), "east", 4)


@pytest.mark.interpreted_only
@clause("tow.x.move.turn")
def test_files_become_ranks_at_most_as_many_as_there_are_models():
    """Three men in one file turn into three files; three in three files into one."""
    scene = drill(models=3, files=1)
    scene.play("turn_right")
    assert (pose(scene), rect(scene)) == (((10, 10), "east", 3), (10, 10, 1, 3))
    scene = drill(models=3, files=3)
    scene.play("turn_left")
    assert (pose(scene), rect(scene)) == (((10, 10), "west", 1), (10, 10, 3, 1))


@pytest.mark.interpreted_only
@clause("tow.x.move.turn")
@pytest.mark.parametrize(
    "turned", [("turn_left", "turn_left"), ("about_face", "about_face"), ("turn_right", "turn_left")]
)
def test_two_turns_of_a_full_block(turned):
    """20 in 5 files: twice to the left is about; twice about, or right and left, is as before."""
    scene = drill()
    scene.play(*turned)
    expected = ((14, 13), "south", 5) if turned[0] == "turn_left" else ((10, 10), "north", 5)
    assert (pose(scene), rect(scene)) == (expected, (10, 10, 5, 4))


@pytest.mark.interpreted_only
@clause("tow.x.move.turn", "tow.formation.ranks")
def test_after_an_about_face_the_short_rank_is_behind_again():
    """Of thirteen, three stand in the last rank, now the northern one, from the unit's left, which is east."""
    scene = drill(models=13)
    scene.play("about_face")
    assert (pose(scene), rect(scene)) == (((14, 12), "south", 5), (10, 10, 5, 3))
    ground = Ground.of(scene)
    assert [x for x in range(10, 15) if ground.ask(is_in_unit, "men", x, 10)] == [12, 13, 14]


@clause("tow.x.move.turn")
def test_a_turn_needs_room_for_the_new_footprint():
    """Six in three files on bases of one by two cells are 3 wide and 4 deep; turned to the right they cover columns 7 to 12."""
    riders = {"models": 6, "files": 3, "base_mm": [30, 60], "movement": 8, "troop_type": "light_cavalry"}
    rock = {"map": land(rock=[(7, 11)])}
    assert "turn_right" not in verbs(drill(more=rock, **riders))
    assert {"turn_left", "about_face"} <= verbs(drill(more=rock, **riders))
    assert "turn_right" not in verbs(drill(regiment("friends", "men", at=(8, 10), models=1), **riders))
    assert "turn_right" not in verbs(drill(at=(2, 10), **riders)), "column -1"


# --- redressing


@pytest.mark.interpreted_only
@clause("tow.x.move.redress")
@pytest.mark.parametrize(("order", "ends", "deep"), [
    ("wider_by_2", ((9, 10), "north", 7), 3), ("wider_by_1", ((10, 10), "north", 6), 4),
    ("narrower_by_1", ((11, 10), "north", 4), 5), ("narrower_by_2", ((11, 10), "north", 3), 7),
])  # fmt: skip
def test_twenty_men_redress(order, ends, deep):
    scene = drill()
    scene.play(f"redress {order}")
    assert (pose(scene), inches_left(scene)) == (ends, 2)
    ground = Ground.of(scene)
    assert ground.ask(ranks_of, 20, ends[2]) == deep == rect(scene)[3]
    assert ground.ask(is_column, "men") is (order.startswith("narrower"))


@clause("tow.x.move.redress")
@pytest.mark.parametrize(
    ("facing", "left"), [("north", (-1, 0)), ("east", (0, -1)), ("south", (1, 0)), ("west", (0, 1))]
)
def test_the_front_edge_stays_on_its_line(facing, left):
    """Two files more: the corner moves one cell to the unit's left."""
    scene = drill(facing=facing, at=(16, 12))
    scene.play("redress wider_by_2")
    assert pose(scene) == ((16 + left[0], 12 + left[1]), facing, 7)


@clause("tow.x.move.redress")
@pytest.mark.parametrize(
    ("order", "corner"), [("wider_by_1", 9), ("wider_by_2", 8), ("narrower_by_1", 11), ("narrower_by_2", 12)]
)
def test_redressing_with_wide_bases(order, corner):
    """Bases of two cells: a file is two cells, half of them on either side."""
    scene = drill(models=12, files=4, base_mm=[40, 40], troop_type="monstrous_infantry")
    scene.play(f"redress {order}")
    assert pose(scene)[0] == (corner, 10)


@clause("tow.x.move.redress")
@pytest.mark.parametrize(("models", "files", "steps"), [
    (3, 3, {"narrower_by_1", "narrower_by_2"}), (4, 3, {"narrower_by_1", "narrower_by_2", "wider_by_1"}),
    (5, 1, {"wider_by_1", "wider_by_2"}), (5, 2, {"narrower_by_1", "wider_by_1", "wider_by_2"}),
    (24, 12, {"narrower_by_1", "narrower_by_2"}), (24, 11, {"narrower_by_1", "narrower_by_2", "wider_by_1"}),
    (24, 10, {"narrower_by_1", "narrower_by_2", "wider_by_1", "wider_by_2"}), (1, 1, set()),
])  # fmt: skip
def test_from_one_file_to_twelve_and_no_more_than_models(models, files, steps):
    scene = drill(models=models, files=files)
    assert set(scene.choices("redress")) == {f"redress {step}" for step in steps}


@clause("tow.x.move.redress")
@pytest.mark.parametrize(("movement", "cost"), [(4, 2), (5, 2.5), (6, 3)])
def test_redressing_costs_half_the_movement(movement, cost):
    scene = drill(movement=movement)
    scene.play("redress wider_by_1")
    assert inches_left(scene) == movement - cost
    scene = drill(movement=movement)
    scene.play("march", "redress wider_by_1")
    assert inches_left(scene) == 2 * movement - cost


@clause("tow.x.move.redress")
@pytest.mark.parametrize(("percent", "left"), [(45, 5.5), (55, 4.5), (25, 7.5), (100, 0)])
def test_what_redressing_costs_can_be_set(percent, left):
    scene = drill(movement=10, rules={f"{REDRESS}.cost_fraction_of_move_pct": percent})
    scene.play("redress narrower_by_1")
    assert inches_left(scene) == left


@clause("tow.x.move.redress")
@pytest.mark.parametrize(
    ("order", "files"), [("narrower_by_2", -3), ("narrower_by_1", -3), ("wider_by_1", 3), ("wider_by_2", 3)]
)
def test_by_how_many_files_can_be_set(order, files):
    scene = drill(rules={f"tables.redress_steps.{order}.files": files})
    scene.play(f"redress {order}")
    assert pose(scene) == ((10 - files // 2, 10), "north", 5 + files)


@clause("tow.x.move.redress")
def test_redressing_needs_room():
    """Two files more take a column on either side."""
    for cell in ((9, 10), (15, 10)):
        assert not drill(more={"map": land(rock=[cell])}).offers("redress wider_by_2")
        assert not drill(regiment("friends", "men", at=cell, models=1)).offers("redress wider_by_2")
    assert drill(more={"map": land(rock=[(9, 10)])}).offers("redress wider_by_1")
    assert not drill(more={"map": land(rock=[(12, 15)])}).offers("redress narrower_by_2"), "rows 10 to 16"


# --- reforming


@pytest.mark.interpreted_only
@clause("tow.x.move.reform")
@pytest.mark.parametrize(("order", "ends", "box"), [
    ("files_5 rightward", ((13, 9), "east", 5), (10, 9, 4, 5)), ("files_10 ahead", ((7, 11), "north", 10), (7, 11, 10, 2)),
    ("files_5 leftward", ((10, 13), "west", 5), (10, 9, 4, 5)), ("files_5 about", ((14, 13), "south", 5), (10, 10, 5, 4)),
    ("files_1 rightward", ((21, 11), "east", 1), (2, 11, 20, 1)), ("files_12 ahead", ((6, 11), "north", 12), (6, 11, 12, 2)),
    ("files_8 about", ((15, 12), "south", 8), (8, 10, 8, 3)),
])  # fmt: skip
def test_twenty_men_reform_about_their_middle(order, ends, box):
    """The new north-west corner is (floor((25 - width) / 2), floor((24 - height) / 2))."""
    assert box[:2] == ((25 - box[2]) // 2, (24 - box[3]) // 2)
    scene = drill()
    scene.play(f"reform {order}")
    assert (pose(scene), rect(scene)) == (ends, box)


@pytest.mark.interpreted_only
@clause("tow.x.move.reform")
def test_a_reform_is_told_by_the_way_the_unit_looks():
    """To the right of one that looks south is west."""
    scene = drill(at=(14, 13), facing="south")
    scene.play("reform files_5 rightward")
    assert (pose(scene), rect(scene)) == (((10, 13), "west", 5), (10, 9, 4, 5))


@clause("tow.x.move.reform")
def test_a_reform_is_the_whole_move():
    scene = drill()
    scene.play("reform files_4 ahead")
    assert inches_left(scene) == 0
    assert scene.unit("men").moved == scene.unit("men").reformed == 1
    assert not is_asked(scene, "move")


@clause("tow.x.move.reform")
@pytest.mark.parametrize("first", ["march", "forward", "side_left", "about_face", "redress wider_by_1"])
def test_a_reform_is_the_first_act_or_none(first):
    scene = drill()
    assert "reform" in verbs(scene)
    scene.play(first)
    assert "reform" not in verbs(scene)


@clause("tow.x.move.reform")
def test_into_which_files_a_unit_may_reform():
    """20 men in 5 files have every order; on this table there is room for all of them."""
    scene = drill(at=(20, 20), more={"size": (48, 48)})
    files = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12)
    assert set(scene.choices("reform")) == {
        f"reform files_{n} {turn}" for n in files for turn in ("ahead", "rightward", "about", "leftward")
    }  # fmt: skip


@clause("tow.x.move.reform")
@pytest.mark.parametrize(("models", "files"), [(4, {1, 2, 3, 4}), (9, {1, 2, 3, 4, 5, 6, 7, 8, 10}), (1, {1})])
def test_no_more_files_than_models(models, files):
    """Nine men come to at most nine files, which the order for ten gives."""
    scene = drill(models=models)
    ordered = {int(text.split("_")[1].split()[0]) for text in scene.choices("reform")}
    assert ordered == files
    if models == 9:
        scene.play("reform files_10 ahead")
        assert pose(scene)[2] == 9


@clause("tow.x.move.reform")
@pytest.mark.parametrize(("row", "files"), [(n, 9) for n in (1, 2, 3, 4, 5, 6, 7, 8, 10, 12)])
def test_the_files_of_a_reform_can_be_set(row, files):
    scene = drill(rules={f"tables.reform_files.files_{row}.files": files})
    scene.play(f"reform files_{row} ahead")
    assert pose(scene)[2] == files


@clause("tow.x.move.reform")
def test_a_reform_needs_free_ground():
    """Ten files cover columns 7 to 16 of rows 11 and 12."""
    for cell in ((7, 12), (16, 11)):
        assert not drill(more={"map": land(deep_water=[cell])}).offers("reform files_10 ahead")
        assert not drill(regiment("friends", "men", at=cell, models=1)).offers("reform files_10 ahead")
    assert drill(more={"map": land(deep_water=block(7, 10, 3, 1))}).offers("reform files_10 ahead")


@clause("tow.x.move.reform", "tow.x.move.enemy_buffer")
def test_a_reform_keeps_apart_from_the_enemy():
    """Ten files end at column 16."""
    for x, fine in ((17, False), (18, True)):
        orc = regiment("orcs", at=(x, 13), facing="north", models=1)
        assert drill(orc).offers("reform files_10 ahead") is fine


@clause("tow.x.move.reform")
@pytest.mark.parametrize(("rules", "shoots"), [({}, False), ({f"{REFORM}.blocks_shooting": 0}, True)])
def test_a_reform_is_paid_for_with_the_shooting(rules, shoots):
    """Turned about, the archers have the enemy in front of them."""
    men = regiment("men", at=(10, 10), models=10, missile="longbow")
    scene = battle(men, regiment("orcs", at=(14, 22), facing="north", models=5), rules=rules, upto="move", who="men")
    scene.play("reform files_5 about")
    assert is_asked(scene, "shoot") is shoots


@clause("tow.x.move.turn", "tow.x.move.reform")
def test_a_turn_is_not_paid_for_with_the_shooting():
    men = regiment("men", at=(10, 10), models=10, missile="longbow")
    scene = battle(men, regiment("orcs", at=(14, 22), facing="north", models=5), upto="move", who="men")
    scene.play("about_face", "pass")
    assert is_asked(scene, "shoot")

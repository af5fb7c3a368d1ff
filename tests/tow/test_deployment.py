"""Deployment: units without a place are put into the zones of their sides, the sides in turn."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from tow.scenes import FIRST, block, land, pose, regiment

DEPTH = "x.setup.deployment.zone_depth"


def waiting(name, side="", **fields):
    """A regiment without a place."""
    unit = regiment(name, side, **fields)
    return {key: value for key, value in unit.items() if key not in ("at", "facing")}


def field(*units, rules=None, size=(36, 24), map="", dice=(), mode=1):
    """A table on which regiments are to be deployed."""
    board = {"map": map} if map else {"size": list(size)}
    zone = {"zone": [0, 0, size[0] - 1, size[1] - 1]}
    return table(
        *units, ruleset="tow", dice=dice, board=board, deploy={"men": zone, "orcs": zone},
        rules={FIRST: 0, **(rules or {})}, upto=None, **({"players_deploy": mode} if mode >= 0 else {}),
    )  # fmt: skip


def cells_of(laid):
    """The cells that are offered."""
    return {tuple(int(n) for n in text.split(",")) for text in laid.choices()}


@clause("tow.x.setup.deployment")
def test_twenty_men_stand_within_eight_rows_of_their_edge():
    """Of 24 rows 16 to 23; four ranks begin in 16 to 20."""
    scene = field(waiting("men"), waiting("orcs"))
    assert (scene.prompt, scene.decider) == ("cell", "men")
    assert scene.offers("10,16") and not scene.offers("10,15")
    assert cells_of(scene) == set(block(0, 16, 32, 5))


@clause("tow.x.setup.deployment")
def test_the_other_side_looks_south_from_the_northern_edge():
    """Rows 0 to 7: its corner is the easternmost and southernmost of 5 by 4 cells."""
    scene = field(waiting("men"), waiting("orcs"))
    scene.play("10,16")
    assert pose(scene) == ((10, 16), "north", 5)
    assert (scene.prompt, scene.decider) == ("cell", "orcs")
    assert cells_of(scene) == set(block(4, 3, 32, 5))
    scene.play("14,7")
    assert pose(scene, "orcs") == ((14, 7), "south", 5)


@clause("tow.x.setup.deployment")
def test_the_sides_alternate_in_slot_order():
    units = [waiting("a", "men"), waiting("b", "men"), waiting("c", "men"), waiting("x", "orcs"), waiting("y", "orcs")]
    scene = field(*units)
    order = []
    places = {"a": "0,16", "x": "5,7", "b": "10,16", "y": "20,7", "c": "20,16"}
    while scene.prompt == "cell":
        order.append(scene.decider)
        scene.play(places[scene.decider])
    assert order == ["a", "x", "b", "y", "c"]
    deployed = [event.who for event in scene.events if event.kind == "deployed"]
    assert deployed == order
    assert (scene.prompt, scene.decider) == ("charge", "a"), "the battle begins"


@clause("tow.x.setup.deployment")
def test_units_stand_in_their_files():
    scene = field(waiting("men", models=12, files=4), waiting("orcs"))
    assert cells_of(scene) == set(block(0, 16, 33, 6)), "three ranks of four"
    scene.play("5,16")
    assert pose(scene) == ((5, 16), "north", 4)


@clause("tow.x.setup.deployment", "tow.x.terrain.table")
def test_only_free_and_passable_places_are_legal():
    """Beside friends and rock; a man of one cell."""
    scene = field(
        waiting("a", "men"), waiting("b", "men", models=1), waiting("orcs"), map=land(rock=[(20, 20)], woods=[(22, 20)])
    )
    scene.play("10,16", "10,7")
    assert scene.decider == "b"
    assert cells_of(scene) == set(block(0, 16, 36, 8)) - set(block(10, 16, 5, 4)) - {(20, 20)}


@clause("tow.x.setup.deployment")
@pytest.mark.parametrize(("depth", "rows"), [(6, (18, 3)), (10, (14, 7)), (7, (17, 4)), (9, (15, 6)), (4, (20, 1))])
def test_how_deep_the_zones_are_can_be_set(depth, rows):
    """Four ranks have depth - 3 rows to begin in."""
    scene = field(waiting("men"), waiting("orcs"), rules={DEPTH: depth})
    assert cells_of(scene) == set(block(0, rows[0], 32, rows[1]))
    scene.play(f"0,{rows[0]}")
    assert cells_of(scene) == set(block(4, 3, 32, depth - 3))


@clause("tow.x.setup.deployment")
def test_who_finds_no_room_is_left_out_and_counts_as_destroyed():
    """Forty in one file have no room in eight rows; a giant of four by four cells has none among the rocks."""
    scene = field(waiting("men", models=40, files=1), waiting("scout", "men", models=1), waiting("orcs"))
    assert [event.who for event in scene.events if event.kind == "left_out"] == ["men"]
    unit = scene.unit("men")
    assert (unit.models, unit.at) == (0, None)
    scene.play("10,7", "10,20")
    assert scene.ending is None


@clause("tow.x.setup.deployment", "tow.x.turn.end_and_victory")
@pytest.mark.parametrize("fields", [{}, {"character": "lord", "roles": ["general"], "char_lost_wounds": 1}])
def test_who_is_left_out_is_worth_its_points(fields):
    """No more with a general, who is not slain."""
    units = [
        waiting("men", models=40, files=1, points=300, **fields),
        waiting("scout", "men", models=1),
        waiting("orcs", models=1),
    ]
    scene = field(*units, rules={"x.turn.sequence.rounds": 1})
    while scene.prompt is not None:
        scene.play(
            "10,7"
            if scene.decider == "orcs" and scene.prompt == "cell"
            else "10,20"
            if scene.prompt == "cell"
            else "pass"
        )
    assert scene.winner == "orcs"
    assert {event.extra: event.amount for event in scene.events if event.kind == "points"}[1] == 300


@clause("tow.x.setup.deployment")
@pytest.mark.parametrize(("mode", "asked"), [(-1, False), (0, False), (1, True)])
def test_whether_the_players_deploy_can_be_set(mode, asked):
    """By default every unit stands where the scenario puts it, if only somewhere in its zone."""
    scene = field(waiting("men"), regiment("orcs", at=(14, 3), facing="south"), mode=mode)
    assert (scene.prompt == "cell") is asked
    assert (scene.unit("men").at is None) is asked


@clause("tow.x.setup.deployment")
def test_a_scenario_may_make_a_zone_smaller():
    zones = {"men": {"zone": [5, 18, 20, 23]}, "orcs": {"zone": [0, 0, 35, 23]}}
    scene = table(
        waiting("men"), waiting("orcs"), ruleset="tow", dice=(), board={"size": [36, 24]}, deploy=zones, players_deploy=1,
        rules={FIRST: 0}, upto=None,
    )  # fmt: skip
    assert cells_of(scene) == set(block(5, 18, 12, 3))

"""Rulesets whose cells and borders have fields of their own, whose units cover several cells, and whose players deploy."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import fieldbook
import jsonschema
import numpy as np
import pytest
import yaml
from fieldbook import BorderFields, Drill, Land
from fixtures import change_book

import toybook
from tactica.envs import scenario
from tactica.envs.core.board import Corners
from tactica.envs.replay.config import config_of
from tactica.envs.scenario.bodies import cells_of, ranks, rectangle
from tactica.envs.scenario.schema import schema
from toybook import board as doors
from toybook.board import BOARD, CELLS, STRIDE

ROCKS = """\
ruleset: toybook
board:
  map: |
    ..T...
    .#....
    .ww...
    ......
  legend:
    T: [tower, {height: 6}]
  cells:
  - {flag: {places: 2}, at: [[0, 0]]}
  - {flag: [woods, {height: 3}], area: [4, 2, 5, 3]}
  borders:
  - {type: palisade, cell: [3, 1], direction: east}
  - {type: [gate, {toughness: 7}], cell: [0, 2], direction: south}
  - {type: {limit: 1, drill: shield-wall}, cell: [2, 3], direction: east}
sides: [red, blue]
units:
- {template: scout, side: red, at: [0, 0]}
- {template: scout, side: blue, at: [5, 0]}
"""


@pytest.fixture(autouse=True)
def _fieldbook(monkeypatch: pytest.MonkeyPatch) -> None:
    """Toybook is set up by fieldbook."""
    book = dataclasses.replace(toybook.RULESET.book, setup=fieldbook.SETUP, records=fieldbook.RECORDS)
    monkeypatch.setitem(vars(toybook.RULESET), "book", book)


def fight(units: list[dict[str, Any]], size: tuple[int, int] = (12, 10), **more: Any) -> dict[str, Any]:
    return {"ruleset": "toybook", "sides": ["red", "blue"], "board": {"size": list(size)}, "units": units, **more}


def problems_of(tmp_path: Path, text: str) -> list[tuple[int, str, str, str]]:
    file = tmp_path / "fight.yaml"
    file.write_text(text)
    return [(found.line, found.key, found.what, found.allowed) for found in scenario.check(file)]


# --- cells and borders with fields of their own


def test_cells_have_a_layer_for_each_field() -> None:
    layers = scenario.expand(scenario.load(ROCKS))[0].board.layers
    assert layers["land"].tolist() == [
        [0, 0, 0, 0, 0, 0],
        [0, Land.ROCK, 0, 0, 0, 0],
        [0, 1, 1, 0, 1, 1],
        [0, 0, 0, 0, 1, 1],
    ]
    assert layers["height"].tolist() == [[0, 0, 6, 0, 0, 0], [0] * 6, [0, 0, 0, 0, 3, 3], [0, 0, 0, 0, 3, 3]]
    assert layers["places"][0, 0] == 2 and layers["places"][0, 1] == 1, "open ground has the model's default"
    assert layers["roofed"].sum() == 1


def test_borders_are_instances_of_the_model() -> None:
    borders = scenario.expand(scenario.load(ROCKS))[0].board.borders
    assert borders == {
        (3, 1, 2): BorderFields(toughness=2, limit=0),
        (0, 2, 4): BorderFields(toughness=7, limit=2),
        (2, 3, 2): BorderFields(limit=1, drill=Drill.SHIELD_WALL),
    }


@pytest.mark.parametrize(
    ("written", "instead", "line", "key", "what", "allowed"),
    [
        ("{places: 2}", "{place: 2}", 11, "board.cells[0].flag", "(did you mean 'places'?)", "woods, tower, land"),
        ("{places: 2}", "{places: 7}", 11, "board.cells[0].flag.places", "7 is not possible", "0 to 4"),
        ("{places: 2}", "{places: true}", 11, "board.cells[0].flag.places", "True is not possible", "0 to 4"),
        ("{places: 2}", "{land: mire}", 11, "board.cells[0].flag.land", "unknown land 'mire'", "open, woods, rock"),
        ("{places: 2}", "wods", 11, "board.cells[0].flag", "unknown flag 'wods' (did you mean 'woods'?)", "tower"),
        ("[tower, {height: 6}]", "[tower, {height: 9}]", 9, "board.legend.T.height", "9 is not possible", "0 to 6"),
        ("type: palisade", "type: palisad", 14, "board.borders[0].type", "unknown border 'palisad'", "gate, toughness"),
        ("[gate, {toughness: 7}]", "[gate, {tougness: 7}]", 15, "board.borders[1].type", "unknown border 'tougness'", "limit"),
        ("[gate, {toughness: 7}]", "{toughness: 12}", 15, "board.borders[1].type.toughness", "12 is not possible", "0 to 9"),
        ("[gate, {toughness: 7}]", "{toughness: 2}", 15, "board.borders[1].type", "a structure has a limit", ""),
        ("shield-wall", "dance", 16, "board.borders[2].type.drill", "unknown drill 'dance'", "wheel, shield-wall"),
        ("at: [5, 0]", "at: [1, 1]", 20, "units[1].at", "cell [1, 1] is blocked", "not blocked"),
    ],
)  # fmt: skip
def test_what_is_wrong_has_a_line(
    tmp_path: Path, written: str, instead: str, line: int, key: str, what: str, allowed: str
) -> None:
    (found,) = problems_of(tmp_path, ROCKS.replace(written, instead))
    assert found[:2] == (line, key)
    assert what in found[2] and allowed in found[3]


def test_generators_put_up_what_the_models_know() -> None:
    units = [{"template": "scout", "side": side, "at": at} for side, at in (("red", [0, 0]), ("blue", [11, 9]))]
    generators = [
        {"kind": "scatter", "flag": ["woods", {"height": 2}], "share": 0.2},
        {"kind": "scatter", "flag": {"land": "rock"}, "share": 0.1},
        {"kind": "walls", "type": ["palisade", {"toughness": 5}], "count": 4},
    ]
    for battle in scenario.expand(scenario.load(fight(units, generate=generators)), seed=1, n=5):
        layers = battle.board.layers
        assert (layers["height"][layers["land"] == Land.WOODS] == 2).all() and (layers["height"] == 2).sum() >= 20
        assert (layers["land"] == Land.ROCK).sum() > 0
        assert set(battle.board.borders.values()) == {BorderFields(toughness=5, limit=0)}
    wrong = fight(units, generate={"kind": "walls", "type": {"toughness": 5}})
    with pytest.raises(scenario.ScenarioError, match=r"generate\[0\]\.type: a structure has a limit"):
        scenario.load(wrong)


def test_a_cell_may_have_room_for_several() -> None:
    units = [{"template": "scout", "side": "red", "at": [0, 0]}, {"template": "scout", "side": "blue", "at": [0, 0]}]
    roomy = fight(units) | {"board": {"size": [4, 4], "cells": [{"flag": {"places": 2}, "at": [[0, 0]]}]}}
    assert len(scenario.expand(scenario.load(roomy))) == 1
    with pytest.raises(
        scenario.ScenarioError, match=r"units\[1\]\.at: cell \[0, 0\] is taken; allowed: 1 unit in a cell"
    ):
        scenario.load(fight(units))


def test_the_schema_knows_the_fields() -> None:
    found = schema("toybook")
    validator = jsonschema.Draft202012Validator(found)
    validator.check_schema(found)
    good = yaml.safe_load(ROCKS)
    assert validator.is_valid(good)
    for written, instead in (("{places: 2}", "{place: 2}"), ("{places: 2}", "{places: 7}"), ("type: palisade", "type: hedge"),
                             ("{toughness: 7}", "{toughness: 17}"), ("land", "wods")):  # fmt: skip
        if written in ROCKS:
            assert not validator.is_valid(yaml.safe_load(ROCKS.replace(written, instead))), instead
    assert json.dumps(found)


# --- what a unit covers


def test_shapes() -> None:
    assert rectangle(2, 3) == ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2))
    assert ranks(5, 3, facing=0) == ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1)), "the last rank fills up from the left"
    assert ranks(5, 3, facing=2) == ((0, 0), (0, 1), (0, 2), (-1, 0), (-1, 1)), "facing east, the right is south"
    assert ranks(5, 3, facing=4) == ((0, 0), (-1, 0), (-2, 0), (0, -1), (-1, -1))
    assert ranks(5, 3, facing=6) == ((0, 0), (0, -1), (0, -2), (1, 0), (1, -1))
    assert sorted(ranks(2, 2, facing=2, base=(1, 2))) == [(-1, 0), (-1, 1), (0, 0), (0, 1)]


def guard(at: list[int], facing: str | None, side: str = "blue") -> dict[str, Any]:
    """Eight models in two ranks of four."""
    unit = {"template": "guard", "side": side, "at": at}
    return unit if facing is None else {**unit, "facing": facing}


SCOUT = {"template": "scout", "side": "red", "at": [0, 0]}


@pytest.mark.parametrize(
    ("second", "what"),
    [
        (
            guard([9, 4], "north"),
            r"at cell \[9, 4\] it extends off the board, to \[12, 4\]; allowed: x 0 to 11, y 0 to 9",
        ),
        (guard([8, 9], "north"), r"at cell \[8, 9\] it extends off the board, to \[8, 10\]"),
        (guard([4, 8], "east"), r"at cell \[4, 8\] it extends off the board, to \[4, 10\]"),
        (guard([12, 4], "north"), r"cell \[12, 4\] is off the board"),
        (guard([0, 0], "north"), r"cell \[0, 0\] is taken; allowed: 1 unit in a cell"),
        (guard([3, 1], "south"), r"cell \[0, 0\] is taken"),
        (
            guard([3, 4], "north"),
            r"cell \[5, 5\] is blocked; allowed: cells that are not blocked",
        ),
        (guard([6, 5], "north"), r"an impassable border between \[7, 6\] and \[8, 6\] would cut through it"),
    ],
)
def test_the_whole_body_needs_room(second: dict[str, Any], what: str) -> None:
    board = {
        "size": [12, 10],
        "cells": [{"flag": {"land": "rock"}, "at": [[5, 5]]}],
        "borders": [{"type": "palisade", "cell": [7, 6], "direction": "east"}],
    }
    with pytest.raises(scenario.ScenarioError, match=r"units\[1\]\.at: " + what):
        scenario.load(fight([SCOUT, second]) | {"board": board})


def test_a_turned_formation_fits_where_an_unturned_one_does_not() -> None:
    """From (10, 2) facing north it would reach x 13; facing west its ranks lie behind, at (11, y)."""
    with pytest.raises(scenario.ScenarioError, match="off the board"):
        scenario.load(fight([SCOUT, guard([10, 5], "north")]))
    (battle,) = scenario.expand(scenario.load(fight([SCOUT, guard([10, 5], "west")])))
    assert sorted(cells_of(battle, battle.units[1])) == [(x, y) for x in (10, 11) for y in (2, 3, 4, 5)]


def test_a_formation_without_a_facing_looks_inwards() -> None:
    """Towards the middle of a board of 12 x 10, along the longer way; what does not turn looks at the nearest enemy."""
    (battle,) = scenario.expand(scenario.load(fight([SCOUT, guard([10, 5], None), guard([5, 1], None, "red")])))
    scout, deep, northern = (battle.units[battle.unit(name)] for name in ("scout", "guard_2", "guard_1"))
    assert (deep.facing, northern.facing, scout.facing) == (6, 4, 3)
    high = fight([{**SCOUT, "at": [1, 9]}, guard([6, 1], None)])
    assert scenario.expand(scenario.load(high))[0].units[1].facing == 4


def test_drawn_formations_do_not_overlap() -> None:
    units = [
        {"template": "guard", "side": "red", "count": 3, "files": [2, 4]},
        {"template": "scout", "side": "red", "count": 4},
        {"template": "guard", "side": "blue", "models": {"from": 2, "to": 9}, "facing": "south"},
    ]
    zones = {"red": [0, 4, 11, 9], "blue": [0, 0, 11, 3]}
    rocks = {"kind": "scatter", "flag": {"land": "rock"}, "share": 0.1}
    for battle in scenario.expand(scenario.load(fight(units, deploy=zones, generate=rocks)), seed=2, n=12):
        covered = [cell for unit in battle.units for cell in cells_of(battle, unit)]
        assert len(covered) == len(set(covered)) >= 3 * 8 + 4 + 2
        assert all(battle.board.layers["land"][y, x] != Land.ROCK for x, y in covered)
        for unit in battle.units:
            x0, y0, x1, y1 = zones[battle.sides[unit.side]]
            assert all(x0 <= x <= x1 and y0 <= y <= y1 for x, y in cells_of(battle, unit))


def test_generated_ground_spares_bodies_that_stand() -> None:
    units = [SCOUT, guard([4, 4], "north")]
    many = [
        {"kind": "scatter", "flag": {"land": "rock"}, "share": 0.4},
        {"kind": "walls", "type": "palisade", "count": 20, "length": 5},
    ]
    for battle in scenario.expand(scenario.load(fight(units, generate=many)), seed=3, n=8):
        body = cells_of(battle, battle.units[1])
        assert all(battle.board.layers["land"][y, x] == Land.OPEN for x, y in body)
        assert not [key for key in battle.board.borders if key[:2] in body
                    and (key[0] + (key[2] == 2), key[1] + (key[2] == 4)) in body]  # fmt: skip


def test_no_room_for_all_bodies_of_a_zone() -> None:
    units = [SCOUT, {"template": "guard", "side": "blue", "count": 2}]
    with pytest.raises(
        scenario.ScenarioError,
        match=r"deploy\.blue\.zone: 2 units, which cover 16 cells, do not fit into 12 free cells",
    ):
        scenario.load(fight(units, deploy={"blue": [8, 0, 11, 2]}))
    narrow = fight([SCOUT, {**units[1], "facing": "north"}], deploy={"blue": [10, 0, 11, 8]})
    with pytest.raises(scenario.ScenarioError, match=r"deploy\.blue: no free cell is left in the zone"):
        scenario.expand(scenario.load(narrow))


def test_what_is_aloft_takes_no_room() -> None:
    eagle = {"template": "eagle", "side": "blue", "at": [0, 0]}
    assert len(scenario.expand(scenario.load(fight([SCOUT, eagle])))) == 1


def test_an_opening_distance_is_kept_by_whole_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    change_book(
        monkeypatch,
        toybook.RULESET,
        "setup",
        start_distance=lambda how, draw, battle: how,
        start_direction=lambda how, draw, battle: 90,
    )
    units = [guard([2, 3], "east", "red"), {"template": "guard", "side": "blue", "count": 2}]
    described = fight(units, (24, 16), place={"distance": 4})
    for battle in scenario.expand(scenario.load(described), seed=4, n=4):
        ours, first, second = (cells_of(battle, unit) for unit in battle.units)
        gaps = [min(max(abs(x - a), abs(y - b)) for x, y in ours for a, b in body) for body in (first, second)]
        assert gaps[0] == 4 and gaps[1] >= 4 and not set(first) & set(second)


# --- deployment

DEPLOYING = {"rules": {"rising.rise.rise_limit": 0}, "deploy": {"red": [0, 7, 11, 9], "blue": [2, 0, 3, 1]}}


def test_units_without_a_cell_wait_for_their_players() -> None:
    units = [{"template": "guard", "side": "red"}, {**SCOUT, "at": [5, 5]}, {"template": "scout", "side": "blue"}]
    described = fight(units, **DEPLOYING)
    loaded = scenario.load(described)
    assert loaded.deploys and not loaded.is_random
    pool = scenario.pool("toybook", described)
    s, field = pool.states[0], pool.fields[0]
    assert s.units["cell"].tolist() == [-1, 5 * STRIDE + 5, -1] + [-1] * 9
    assert s.units["present"][:4].tolist() == [1, 1, 1, 0]
    assert s.units["facing"][[0, 2]].tolist() == [0, 4], "from their zones to the middle of the board"
    zone = field.zone.reshape(-1, STRIDE)
    assert (zone == 1).sum() == 36 and (zone[7:10, :12] == 1).all()
    assert (zone == 2).sum() == 4 and (zone[:2, 2:4] == 2).all()
    battle = pool.battles[0]
    assert [battle.is_waiting(unit) for unit in battle.units] == [True, False, True]
    again = scenario.pool("toybook", config_of(battle))
    assert again.states.tobytes() == pool.states.tobytes() and again.fields.tobytes() == pool.fields.tobytes()


def test_without_the_phase_they_are_placed_at_random() -> None:
    units = [{"template": "scout", "side": "red"}, {"template": "scout", "side": "blue"}]
    loaded = scenario.load(fight(units, deploy=DEPLOYING["deploy"]))
    assert loaded.is_random and not loaded.deploys
    assert all(unit.cell for battle in scenario.expand(loaded, n=4) for unit in battle.units)


def test_deploying_needs_a_zone_with_room() -> None:
    units = [{"template": "guard", "side": "red"}, {"template": "guard", "side": "blue"}]
    with pytest.raises(scenario.ScenarioError) as caught:
        scenario.load(fight(units, **DEPLOYING, place={"distance": 3}))
    assert {(problem.key, problem.what) for problem in caught.value.problems} == {
        ("place", "players deploy the units that have no cell here"),
        ("deploy.blue.zone", "1 units, which cover 8 cells, do not fit into 4 free cells"),
    }
    with pytest.raises(
        scenario.ScenarioError, match=r"units\[1\]: no cell given, and side 'blue' has no deployment zone"
    ):
        scenario.load(fight(units, **{**DEPLOYING, "deploy": {"red": [0, 7, 11, 9]}}))


# --- large boards


def test_a_board_of_60_by_40() -> None:
    described = fight(
        [
            {"template": "guard", "side": "red", "count": 4, "models": 20, "files": 5},
            {"template": "guard", "side": "blue", "count": 4, "models": 20, "files": 10},
            guard([50, 20], "west"),
        ],
        (60, 40),
        deploy={"red": [0, 32, 59, 39], "blue": [0, 0, 59, 7]},
        generate=[
            {"kind": "scatter", "flag": "woods", "share": 0.05, "patch": 6},
            {"kind": "scatter", "flag": {"land": "rock"}, "share": 0.02, "mirror": True},
            {"kind": "walls", "type": "palisade", "count": 6, "length": 40},
        ],
    )
    (battle,) = scenario.expand(scenario.load(described), seed=5)
    covered = [cell for unit in battle.units for cell in cells_of(battle, unit)]
    assert len(covered) == len(set(covered)) == 8 * 20 + 8
    assert max(x for x, _ in covered) > 31 and max(y for _, y in covered) > 31
    rows = {"map": ["." * 60] * 40}
    assert scenario.expand(scenario.load(described | {"board": rows}))[0].board.width == 60


@pytest.mark.parametrize("size", [(61, 40), (60, 41), (1, 5)])
def test_no_board_is_larger_than_its_ruleset_says(size: tuple[int, int]) -> None:
    allowed = r"2 to 60 x 2 to 40 cells"
    with pytest.raises(scenario.ScenarioError, match=f"board.size: a board of {size[0]} x {size[1]} cells .*{allowed}"):
        scenario.load(fight([], size))
    with pytest.raises(scenario.ScenarioError, match=f"board.map: a map of {size[0]} x {size[1]} cells .*{allowed}"):
        scenario.load(fight([]) | {"board": {"map": ["." * size[0]] * size[1]}})


# --- packing


def test_fields_reach_the_records() -> None:
    pool = scenario.pool("toybook", ROCKS)
    s, field = pool.states[0], pool.fields[0]
    assert field.height_m[2] == 6 and field.height_m[2 * STRIDE + 4] == 3
    gate = 2 * STRIDE
    assert field.toughness[gate].tolist() == [0, 0, 7, 0] and field.toughness[gate + STRIDE].tolist() == [7, 0, 0, 0]
    assert (s.door_count, s.door_cell.tolist(), s.door_direction[0], s.door_state[0]) == (1, [gate, -1, -1, -1], 4, 1)
    assert s.door_toughness.tolist() == [7, 0, 0, 0]
    assert (field.closed[1 * STRIDE + 3] >> 2) & 1, "a palisade closes the map"
    assert not (field.closed[gate] >> 4) & 1, "a gate does not: the position says what it is"


def test_a_battle_written_out_is_the_same_battle() -> None:
    pool = scenario.pool("toybook", ROCKS)
    again = scenario.pool("toybook", config_of(pool.battles[0]))
    assert again.battles[0].board.borders == pool.battles[0].board.borders
    assert again.fields.tobytes() == pool.fields.tobytes() and again.states.tobytes() == pool.states.tobytes()


class World:
    """The map alone."""

    def __init__(self, field: Any) -> None:
        self.field = field


@pytest.mark.interpreted_only  # the map alone stands in for the world
def test_doors_shut_ways_lines_and_floods() -> None:
    """A gate south of (0, 2): straight through it, and diagonally past it where no other way round is open."""
    pool = scenario.pool("toybook", ROCKS)
    s, w = pool.states[0], World(pool.fields[0])
    gate, below = 2 * STRIDE, 3 * STRIDE
    assert doors.door_at(s, gate, 4) == doors.door_at(s, below, 0) == 0
    assert doors.door_at(s, gate, 0) == doors.door_at(s, gate + 1, 4) == doors.NO_DOOR
    assert doors.is_door_shut(s, below, 0)
    assert not doors.is_way_open(s, w, gate, 4) and not doors.is_way_open(s, w, below, 0)
    assert doors.is_way_open(s, w, gate, 3), "round by (1, 2)"
    assert not doors.is_line_clear(s, w, 0, below) and not doors.is_line_clear(s, w, below, 0)
    doors.shut_ways(s, w)
    assert (s.shut[gate] >> 4) & 1 and s.shut[below] & 1 and not (s.shut[gate] >> 3) & 1
    s.door_state[0] = 0
    assert doors.is_way_open(s, w, gate, 4) and doors.is_line_clear(s, w, 0, below)
    assert doors.door_at(s, gate, 4) == 0, "an open door is still there"


@pytest.mark.interpreted_only  # the map alone stands in for the world
def test_where_corners_block_a_door_shuts_the_diagonals_past_it() -> None:
    pool = scenario.pool("toybook", ROCKS)
    s, w = pool.states[0], World(pool.fields[0])
    strict = toybook.RULESET.on(dataclasses.replace(BOARD, corners=Corners.BOTH))
    assert not strict["is_way_open"](s, w, 2 * STRIDE, 3), "past the gate, although one way round is open"
    s.door_state[0] = 0
    assert strict["is_way_open"](s, w, 2 * STRIDE, 3)


def test_steps_across_borders() -> None:
    """A hedge of two cells: a diagonal step crosses it where both ways round do."""
    from tactica.envs.scenario.packing import steps_across

    marked = np.zeros((CELLS, 4), bool)
    for x in (3, 4):
        marked[2 * STRIDE + x, 2] = marked[3 * STRIDE + x, 0] = True
    slow = steps_across(scenario.expand(scenario.load(ROCKS))[0], marked)
    assert slow[2 * STRIDE + 3] == 1 << 4 | 1 << 3
    assert slow[3 * STRIDE + 4] == 1 << 0 | 1 << 7
    assert slow[2 * STRIDE + 2] == 0, "past the end of the hedge one way round is free"


# --- words


def test_words_names_and_abbreviations() -> None:
    unit = fieldbook.Unit(M=6, F=3, drills=["wheel", "Shield Wall", "wall"], aloft=1)  # type: ignore[call-arg, arg-type]
    assert (unit.models, unit.files, unit.aloft) == (6, 3, True)
    assert unit.drills == (Drill.WHEEL, Drill.SHIELD_WALL, Drill.SHIELD_WALL)
    with pytest.raises(scenario.ScenarioError) as caught:
        scenario.load(fight([SCOUT, {"side": "blue", "at": [3, 3], "drills": ["wheal"], "aloft": 2}]))
    wrong = {problem.key: (problem.what, problem.allowed) for problem in caught.value.problems}
    assert wrong["units[1].drills"] == ("unknown drill 'wheal' (did you mean 'wheel'?)", "wheel, shield-wall")
    assert wrong["units[1].aloft"][0] == "2 is not possible"


def test_templates_of_a_file(tmp_path: Path) -> None:
    from tactica.envs.scenario.wording import read_templates

    file = tmp_path / "templates.yaml"
    file.write_text("guard: {about: Stands., M: 8, F: 4, points: 12}\nscout:\n")
    assert read_templates(file, fieldbook.ALIASES) == {"guard": {"models": 8, "files": 4, "points": 12}, "scout": {}}

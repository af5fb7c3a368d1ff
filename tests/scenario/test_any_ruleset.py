"""The same files for a ruleset that is nothing like wfrp1: three sides, two units in a cell, large bodies."""

from typing import Any

import pytest
from pydantic import create_model

import toybook
from tactica.envs import scenario
from tactica.envs.scenario.schema import schema
from toybook.board import BOARD

FIGHT: dict[str, Any] = {
    "ruleset": "toybook",
    "board": {"map": ["......", ".#..~.", "......"]},
    "sides": ["red", "blue", "green"],
    "allies": [["blue", "green"]],
    "battle": {"rounds": [5, 9]},
    "units": [
        {"template": "soldier", "side": "red", "at": [0, 0]},
        {"template": "soldier", "side": "red", "at": [0, 0], "strength": {"from": 2, "to": 4}},
        {"template": "scout", "side": "blue", "at": [5, 0]},
        {"template": "brute", "side": "green", "at": [2, 1]},
    ],
}


def with_units(units: list[Any]) -> dict[str, Any]:
    return FIGHT | {"units": units}


def test_three_sides_two_in_a_cell() -> None:
    pool = scenario.pool("toybook", FIGHT, n=30)
    s = pool.states[0]
    assert (s.side_count, s.unit_count) == (3, 4)
    assert s.side_size[:3].tolist() == [2, 1, 1]
    assert [unit.name for unit in pool.battles[0].units] == ["soldier_1", "soldier_2", "scout", "brute"]
    assert s.units["cell"][:4].tolist() == [0, 0, 5, BOARD.cell(2, 1)]
    assert {int(v) for v in pool.states["units"]["strength"][:, 1]} == {2, 3, 4}
    assert {int(v) for v in pool.states["round_limit"]} == {5, 9}
    assert s.allied[:3, :3].tolist() == [[1, 0, 0], [0, 1, 1], [0, 1, 1]]


def test_three_in_a_cell_are_too_many() -> None:
    units = [*FIGHT["units"], {"template": "soldier", "side": "blue", "at": [0, 0]}]
    with pytest.raises(
        scenario.ScenarioError, match=r"units\[4\]\.at: cell \[0, 0\] is taken; allowed: 2 units in a cell"
    ):
        scenario.load(with_units(units))


def test_the_keys_of_all_units_are_allowed_whatever_the_model_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = toybook.RULESET.book.setup
    monkeypatch.setitem(vars(setup), "unit", create_model("Troop", __base__=setup.unit))
    units = [{**FIGHT["units"][0], "colour": 1}, *FIGHT["units"][1:]]
    with pytest.raises(scenario.ScenarioError, match=r"unknown key 'colour'.*; allowed: template, side, at, "):
        scenario.load(with_units(units))


def test_a_large_body_needs_room() -> None:
    """A body of two by two cells does not fit at the edge, and shares its cells with nobody."""
    units = [*FIGHT["units"][:3], {"template": "brute", "side": "green", "at": [5, 2]}]
    with pytest.raises(
        scenario.ScenarioError, match=r"<dict>: units\[3\]\.at: at cell \[5, 2\] it extends off the board, to \[6, 2\]"
    ):
        scenario.pool("toybook", with_units(units))
    units[3] = {"template": "brute", "side": "green"}
    drawn = scenario.pool("toybook", with_units(units) | {"deploy": {"green": [4, 0, 5, 2]}}, n=20)
    cells = {battle.units[3].cell for battle in drawn.battles}
    assert cells == {(4, 1)}, "the scout stands in (5, 0)"


def test_what_only_the_ruleset_knows() -> None:
    """Enemies share no cell; a random place is drawn again until they do not."""
    units = [*FIGHT["units"], {"template": "soldier", "side": "green", "at": [0, 0]}]
    with pytest.raises(scenario.ScenarioError, match=r"units\[3\]\.at: soldier_1 stands there, an enemy"):
        scenario.pool("toybook", with_units(units[:1] + units[2:]))
    del units[4]["at"]
    drawn = scenario.pool("toybook", with_units(units) | {"deploy": {"green": [0, 0, 1, 0]}}, n=20)
    assert {battle.units[4].cell for battle in drawn.battles} == {(1, 0)}


def test_words_of_another_ruleset_are_unknown() -> None:
    with pytest.raises(scenario.ScenarioError) as caught:
        scenario.load({**FIGHT, "max_rounds": 3, "units": [{"side": "red", "at": [0, 0], "weapon_skill": 40}]})
    assert [problem.key for problem in caught.value.problems] == ["max_rounds", "units[0].weapon_skill"]


def test_it_has_a_schema() -> None:
    found = schema("toybook")
    assert found["properties"]["ruleset"] == {"const": "toybook", "description": "the ruleset to play by"}
    assert "strength" in found["$defs"]["Unit"]["properties"]
    assert "max_rounds" not in found["properties"]


def test_a_dict_belongs_to_the_ruleset_it_is_given_to() -> None:
    """As a scenario of ``make_vec``, say; alone it needs its own ``ruleset``."""
    without = {key: value for key, value in FIGHT.items() if key != "ruleset"}
    assert scenario.load(without, FIGHT["ruleset"]).ruleset.slug == FIGHT["ruleset"]
    with pytest.raises(scenario.ScenarioError, match="'ruleset' is missing"):
        scenario.load(without)

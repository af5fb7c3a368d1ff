"""The scene of battle, how far apart a fight begins, and from where wanderers come."""

from __future__ import annotations

import itertools
from collections import Counter
from math import cos, floor, radians, sin

import pytest
from fixtures import clause, table
from wfrp1.shooting import shooting, shot, verbs

from tactica.envs import rulesets, scenario
from tactica.envs.sandbox import sandbox

TWO = [
    {"template": "sellsword", "side": "men", "name": "man"},
    {"template": "skaven", "side": "rats", "name": "rat"},
]


class Dice:
    """Faces given in advance instead of chance."""

    def __init__(self, sides, faces):
        self.sides, self.faces = sides, list(faces)

    def below(self, n):
        """The next face, from 0."""
        assert n == self.sides
        return self.faces.pop(0) - 1


def battle(units=None, **more):
    """A battle as a scenario describes it."""
    units = units or [{**TWO[0], "at": [0, 0]}, {**TWO[1], "at": [5, 5]}]
    described = {"ruleset": "wfrp1", "board": {"size": [32, 32]}, "sides": ["men", "rats"], "units": units, **more}
    return scenario.expand(scenario.load(described), seed=0, n=1)[0]


def opening(faces, **more):
    """Cells between the sides for four faces of D6."""
    dice = Dice(6, faces)
    cells = rulesets.get("wfrp1").book.setup.start_distance("rolled", dice, battle(**more))
    assert not dice.faces
    return cells


# --- the scene


@clause("wfrp1.setup.scene")
def test_a_table_of_one_foot():
    """12 x 12 cells of 2 yards: opposite corners are 11 cells or 22 yards apart; a blowpipe reaches 24."""
    units = [
        {"side": "men", "name": "archer", "at": [0, 0], "main_hand": "blowpipe", "I": 90, "specialist": ["blowpipe"]},
        {"side": "orcs", "name": "orc", "at": [11, 11]},
    ]
    scene = sandbox("wfrp1", {"ruleset": "wfrp1", "sides": ["men", "orcs"], "units": units}, dice=[98])
    assert (scene.state["board_width"], scene.state["board_height"]) == (12, 12)
    while scene.prompt != "turn":
        scene.play("act")
    assert shot(scene.play("fire orc")).total == 33 - 10


@pytest.mark.parametrize(("height_ft", "movement", "may"), [(6, 10, True), (6, 9, False)])
@clause("wfrp1.setup.scene", "wfrp1.engage.charge_geometry")
def test_six_cells_apart_is_a_gap_of_ten_yards(height_ft, movement, may):
    """(2, 3) and (5, 9): 12 yards from centre to centre, 10 between the bases."""
    scene = table(
        {"name": "man", "side": "men", "at": [2, 3], "i": 50, "m": movement},
        {"name": "orc", "side": "orcs", "at": [5, 9]},
    )
    assert ("charge" in verbs(scene)) == may


@clause("wfrp1.setup.scene", "wfrp1.missile.line_of_fire")
def test_six_cells_apart_is_twelve_yards():
    for yards, penalty in ((2, 0), (3, -10)):
        scene = shooting(
            "blowpipe", dice=[98], archer={"at": [2, 3], "specialist": ["blowpipe"]}, orc={"at": [5, 9]}, size=(12, 12),
            rules={"setup.scene.yards_per_cell": yards},
        )  # fmt: skip
        assert shot(scene.play("fire orc")).total == 33 + penalty


@clause("wfrp1.setup.scene")
def test_another_size_of_table_as_a_house_rule():
    rules = {"setup.scene.default_width_cells": 20, "setup.scene.default_height_cells": 16}
    units = [{**TWO[0], "at": [0, 0]}, {**TWO[1], "at": [5, 5]}]
    scene = sandbox("wfrp1", {"ruleset": "wfrp1", "sides": ["men", "rats"], "units": units, "rules": rules})
    assert (scene.state["board_width"], scene.state["board_height"]) == (20, 16)


# --- the opening distance


@clause("wfrp1.setup.placement")
def test_opening_distance_in_daylight():
    """4D6 = 13 yards are 6.5 cells, 7 with the half rounded up."""
    assert opening([1, 3, 4, 5]) == 7
    assert opening([1, 1, 1, 1]) == 2
    assert opening([6, 6, 6, 6]) == 12


@clause("wfrp1.setup.placement")
def test_opening_distance_of_4d6_yards():
    """All 1296 throws: 4 to 24 yards, mean 14; exactly 4 yards once, 14 or more 721 times."""
    yards = Counter()
    fight = battle()
    start_distance = rulesets.get("wfrp1").book.setup.start_distance
    for faces in itertools.product(range(1, 7), repeat=4):
        yards[sum(faces)] += 1
        cells = start_distance("rolled", Dice(6, faces), fight)
        assert cells == floor(sum(faces) / 2 + 0.5)
    assert sum(n * w for n, w in yards.items()) / 1296 == 14
    assert round(yards[4] / 1296, 6) == 0.000772
    assert round(sum(w for n, w in yards.items() if n >= 14) / 1296, 6) == 0.556327


@clause("wfrp1.setup.placement", "wfrp1.visibility.night_vision")
def test_in_the_dark_the_best_eyes_set_the_limit():
    """4D6 = 22, best sight 10 yards: 5 cells."""
    units = [
        {"side": "men", "name": "man", "at": [0, 0]},
        {"side": "rats", "name": "goblin", "at": [5, 5], "night_vision": "goblin"},
    ]
    assert opening([6, 6, 6, 4], units=units, battle={"light": "dark"}) == 5
    assert opening([6, 6, 6, 4], units=units) == 11


@pytest.mark.parametrize(("held", "cells"), [
    ({"light": "lamp"}, 6), ({"main_hand": "lamp"}, 6), ({"off_hand": "lamp"}, 6),
    ({"main_hand": "lamp", "main_stowed": True}, 5),
])  # fmt: skip
@clause("wfrp1.setup.placement", "wfrp1.c.light_sources")
def test_in_the_dark_a_lamp_is_sight_too(held, cells):
    """A lamp in either hand lights 12 yards, 6 cells; the goblin sees 10."""
    units = [
        {"side": "men", "name": "man", "at": [0, 0], **held},
        {"side": "rats", "name": "goblin", "at": [5, 5], "night_vision": "goblin"},
    ]
    assert opening([6, 6, 6, 4], units=units, battle={"light": "dark"}) == cells


@clause("wfrp1.setup.placement")
def test_a_battle_begins_at_that_distance():
    """The nearest of the two sides are 2 to 12 cells apart, and every distance comes up in time."""
    described = {
        "ruleset": "wfrp1", "board": {"size": [32, 32]}, "sides": ["men", "rats"], "units": TWO,
        "place": {"distance": "rolled", "direction": "clock"},
    }  # fmt: skip
    found = Counter()
    for start in scenario.expand(scenario.load(described), seed=3, n=120):
        (x0, y0), (x1, y1) = (fighter.cell for fighter in start.units)
        found[max(abs(x0 - x1), abs(y0 - y1))] += 1
    assert set(found) <= set(range(2, 13))
    assert {6, 7, 8} <= set(found)
    assert abs(sum(n * w for n, w in found.items()) / 120 - 7.25) < 0.6


# --- the direction of wanderers


def bearing(how, face, sides):
    """Degrees from north for one face."""
    return rulesets.get("wfrp1").book.setup.start_direction(how, Dice(sides, [face]), battle())


@clause("wfrp1.setup.random_direction")
def test_corridor():
    """1 to 3 from the front, 4 to 6 from behind: one half each."""
    ways = [bearing("corridor", face, 6) for face in range(1, 7)]
    front, behind = ways[0], ways[5]
    assert front != behind
    assert ways == [front] * 3 + [behind] * 3
    assert (front + 180) % 360 == behind


@clause("wfrp1.setup.random_direction")
def test_clock():
    """Twelve o'clock is north, three o'clock east; each hour has one face of twelve."""
    degrees = [bearing("clock", hour, 12) % 360 for hour in range(1, 13)]
    assert degrees == [30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330, 0]


@pytest.mark.parametrize(
    ("direction", "dx", "dy"), [("north", 0, -6), ("east", 6, 0), ("south", 0, 6), ("west", -6, 0)]
)
@clause("wfrp1.setup.random_direction", "wfrp1.setup.placement")
def test_wanderers_start_where_the_bearing_meets_the_distance(direction, dx, dy):
    described = {
        "ruleset": "wfrp1", "board": {"size": [32, 32]}, "sides": ["men", "rats"],
        "units": [{**TWO[0], "at": [16, 16]}, TWO[1]],
        "place": {"distance": 6, "direction": direction, "side": "rats"},
    }  # fmt: skip
    start = scenario.expand(scenario.load(described), seed=1, n=1)[0]
    assert start.units[1].cell == (16 + dx, 16 + dy)


@clause("wfrp1.setup.random_direction", "wfrp1.setup.placement")
def test_wanderers_come_from_every_hour():
    """Six cells away, in the direction of one of the twelve hours."""
    described = {
        "ruleset": "wfrp1", "board": {"size": [32, 32]}, "sides": ["men", "rats"],
        "units": [{**TWO[0], "at": [16, 16]}, TWO[1]],
        "place": {"distance": 6, "direction": "clock", "side": "rats"},
    }  # fmt: skip
    hours = [(sin(radians(30 * hour)), -cos(radians(30 * hour))) for hour in range(1, 13)]
    found = Counter()
    for start in scenario.expand(scenario.load(described), seed=1, n=120):
        x, y = start.units[1].cell
        assert max(abs(x - 16), abs(y - 16)) == 6
        found[max(range(12), key=lambda h: hours[h][0] * (x - 16) + hours[h][1] * (y - 16))] += 1
    assert len(found) == 12

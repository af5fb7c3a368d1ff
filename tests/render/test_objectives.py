"""Zones and points in pictures of a battle."""

from __future__ import annotations

import numpy as np

from tactica.envs import scenario
from tactica.envs.engine.game import Game
from tactica.envs.render import look_at
from tactica.envs.render.objectives import limit_words, outcome_text
from tactica.envs.render.picture import image
from tactica.envs.render.text import text
from tactica.envs.render.zones import Zone

FIGHT = {
    "ruleset": "toybook", "board": {"size": [6, 4]}, "sides": ["red", "blue"],
    "units": [{"template": "soldier", "side": side, "at": at} for side, at in (("red", [0, 0]), ("blue", [5, 3]))],
}  # fmt: skip


def begin(**more):
    return Game("toybook", scenario.pool("toybook", FIGHT | more)).start(seed=1)


def test_text_tells_points_and_who_holds_each_zone():
    game = begin(objectives={"zones": {"the well": {"from": [2, 1], "to": [3, 2]}, "ford": [[0, 3]]}, "to_win": 8})
    game.s["score"][:2], game.s["zone_holder"][0] = (3, 1), 2
    said = text(game, colour=False)
    assert "(red 3, blue 1 of 8)" in said.splitlines()[0]
    assert "the well, 2,1 to 3,2: held by blue" in said and "ford, 0,3: held by nobody" in said


def test_text_of_a_battle_without_objectives_tells_none():
    assert "held by" not in text(begin(), colour=False)


def test_text_says_what_ends_and_decides_the_battle():
    zones = {"the well": [[2, 1]]}
    limits = {"to_win": 8, "rounds": 12, "attacker": "blue", "verdict": ["staying", "score"]}
    assert limit_words(begin(objectives={"zones": zones, **limits})) == [
        "8 points win",
        "ends after round 12",
        "decided by staying power left, then points",
        "blue attacks and loses ties",
    ]
    assert limit_words(begin(objectives={"zones": zones, "to_win": 1})) == ["1 point wins", "decided by points"]
    assert "Objectives: ends after round 3; decided by staying power left" in text(begin(objectives={"rounds": 3}))
    assert limit_words(begin()) == []


def test_the_result_is_told_with_the_points():
    game = begin(objectives={"zones": {"the well": [[2, 1]]}, "to_win": 8})
    game.s["rank"][:2], game.s["score"][:2] = (1, 2), (8, 3)
    assert outcome_text(game) == "red won (red 8, blue 3 of 8 points)"


def test_a_zone_of_several_parts_keeps_its_cells():
    cells = [[0, 3], [4, 0], [5, 0]]
    game = begin(objectives={"zones": {"the well": [[2, 1]], "banks": cells}})
    game.s["zone_holder"][1] = 2
    well, banks = look_at(game).zones
    assert well == Zone("the well", ((2, 1),), -1, -1)
    assert banks == Zone("banks", ((4, 0), (5, 0), (0, 3)), 1, 1)


def test_pictures_show_zones_by_their_holder():
    """Where a zone lies, the picture changes with it and with who holds it, and nowhere else on the board."""
    zones = {"zones": {"the well": [[3, 1]]}}
    plain, empty, held = begin(), begin(objectives=zones), begin(objectives=zones)
    held.s["zone_holder"][0] = 1
    one, two, three = (image(game).astype(int) for game in (plain, empty, held))
    head = 40  # the points stand there
    for first, second in ((one, two), (two, three)):
        y, x = np.nonzero(np.abs(first - second).sum(axis=2)[head:])
        assert len(y) and y.max() - y.min() < 60 and x.max() - x.min() < 60

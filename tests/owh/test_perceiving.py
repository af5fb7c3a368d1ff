"""Whom a unit perceives itself, as ``sight="unit"`` shows it: walls, darkness, blindness and hiding."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from fixtures import WALL, among_walls, check_parted, clause, parted, perceived_by
from owh.scenes import scene

from tactica.envs.rulesets.owh.observe import Channel


@clause("owh.completion.line_of_sight")
def test_a_wall_hides_two_enemies_from_each_other_but_not_from_a_friend_at_its_end():
    check_parted(parted(scene, map=WALL))


@clause("owh.completion.line_of_sight", "owh.light.night_vision")
def test_total_darkness_hides_whom_it_is_about():
    laid = parted(scene, orc={"traits": ["night_vision"]}, battle={"light": 2})
    assert perceived_by(laid, "man") == {"man"}
    assert perceived_by(laid, "orc") == {"man", "boy", "orc"}
    near = parted(scene, boy={"at": [2, 2]}, battle={"light": 2})
    assert perceived_by(near, "man") == {"man", "boy"}


@clause("owh.status.blind", "owh.status.deafened", "owh.completion.line_of_sight")
@pytest.mark.parametrize(("state", "expected"), [
    ({}, {"man", "boy", "orc"}), ({"blind": 2}, {"man", "boy", "orc"}), ({"blind": 2, "deafened": 2}, {"boy"}),
    ({"deafened": 2}, {"man", "boy", "orc"}), ({"unconscious": 1}, {"boy"}), ({"paralyzed": 1}, {"man", "boy", "orc"}),
])  # fmt: skip
def test_the_blind_hear(state, expected):
    """On open ground a blind boy hears everyone, unless he is deaf too; an unconscious one notices nobody he does not touch."""
    laid = parted(scene)
    for name, value in state.items():
        laid.state["units"][1][name] = value
    assert perceived_by(laid, "boy") == expected


@clause("owh.completion.hidden")
def test_hidden_enemies_are_perceived_by_nobody():
    laid = parted(scene, orc={"hidden": True})
    assert perceived_by(laid, "man") == perceived_by(laid, "boy") == {"man", "boy"}
    assert perceived_by(laid, "orc") == {"man", "boy", "orc"}


@clause("owh.completion.line_of_sight", "owh.death.defeat")
def test_a_corpse_shows_to_those_who_see_it():
    laid = parted(scene, map=WALL)
    laid.state["units"][2]["dead"], laid.state["units"][2]["hp"] = 1, 0
    corpses = [laid.game.observe(0, unit)["grid"][Channel.CORPSE] for unit in (0, 1, -1)]
    assert [[(int(x), int(y)) for y, x in zip(*np.nonzero(grid), strict=True)] for grid in corpses] == [
        [],
        [(7, 1)],
        [(7, 1)],
    ]


def is_clear(walls, one, other):
    """Whether no wall stands on the straight line of cells from the lower to the higher cell: worked out in fractions."""
    (ay, ax), (by, bx) = sorted([one[::-1], other[::-1]])
    steps = max(abs(bx - ax), abs(by - ay))
    for i in range(1, steps):
        along = [Fraction(i * (b - a), steps) for a, b in ((ax, bx), (ay, by))]
        dx, dy = (math.floor(abs(d) + Fraction(1, 2)) * (1 if d > 0 else -1) for d in along)
        if (ax + dx, ay + dy) in walls:
            return False
    return True


@clause("owh.completion.line_of_sight")
@pytest.mark.parametrize("seed", range(8))
def test_lines_of_sight_on_random_boards(seed):
    """Four units among random walls perceive whom they touch, and whom an independent look along the line finds."""
    units, drawn, walls = among_walls(seed)
    laid, where = scene(*units, map=drawn), {unit["name"]: tuple(unit["at"]) for unit in units}
    for name, here in where.items():
        gaps = {other: max(abs(here[0] - x), abs(here[1] - y)) for other, (x, y) in where.items()}
        wanted = {other for other, there in where.items() if gaps[other] == 0 or is_clear(walls, here, there)}
        assert perceived_by(laid, name) == wanted

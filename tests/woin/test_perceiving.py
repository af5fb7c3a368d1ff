"""Whom a unit perceives itself, as ``sight="unit"`` shows it: walls, blindness, and who is down."""

from __future__ import annotations

from fractions import Fraction

import pytest
from fixtures import WALL, among_walls, check_parted, clause, parted, perceived_by
from woin.scenes import scene

DOWN = {"down": 1, "health": 0, "dying_dice": 1, "actions_left": 0, "prone": 1}


@clause("woin.completion.line_of_sight")
def test_a_wall_hides_two_enemies_from_each_other_but_not_from_a_friend_at_its_end():
    check_parted(parted(scene, map=WALL))


@clause("woin.completion.line_of_sight", "woin.completion.status.blinded")
@pytest.mark.parametrize(("state", "expected"), [
    ({}, {"man", "boy", "orc"}), ({"blinded": 1}, {"man", "boy"}), (DOWN, {"man", "boy"}),
])  # fmt: skip
def test_the_blinded_and_those_who_are_down_perceive_their_neighbours(state, expected):
    laid = parted(scene, boy={"at": [2, 2]})
    for name, value in state.items():
        laid.state["units"][1][name] = value
    assert perceived_by(laid, "boy") == expected


def is_clear(walls, one, other):
    """Whether the line between the middles of two cells runs through the interior of no wall, nor through a corner with walls on
    both sides: worked out in fractions, wall by wall.
    """
    start, end = ([Fraction(2 * part + 1, 2) for part in cell] for cell in (one, other))
    way = [b - a for a, b in zip(start, end, strict=True)]
    for wall in walls:
        low, high = Fraction(0), Fraction(1)
        for at, step, edge in zip(start, way, wall, strict=True):
            if step == 0:
                if not edge < at < edge + 1:
                    low, high = Fraction(1), Fraction(0)
            else:
                first, last = sorted(((edge - at) / step, (edge + 1 - at) / step))
                low, high = max(low, first), min(high, last)
        if low < high:
            return False
    if 0 in way:
        return True
    for x in range(10):
        y = start[1] + (x - start[0]) / way[0] * way[1]
        if y.denominator == 1 and min(one[0], other[0]) < x <= max(one[0], other[0]):
            y, leans = int(y), way[0] * way[1] > 0
            beside = [(x, y - 1), (x - 1, y)] if leans else [(x, y), (x - 1, y - 1)]
            if all(cell in walls for cell in beside):
                return False
    return True


@clause("woin.completion.line_of_sight")
@pytest.mark.parametrize("seed", range(8))
def test_lines_of_sight_on_random_boards(seed):
    """Four units among random walls perceive their neighbours, and whom an independent look along the line finds."""
    units, drawn, walls = among_walls(seed)
    laid, where = scene(*units, map=drawn), {unit["name"]: tuple(unit["at"]) for unit in units}
    for name, here in where.items():
        gaps = {other: max(abs(here[0] - x), abs(here[1] - y)) for other, (x, y) in where.items()}
        wanted = {other for other, there in where.items() if gaps[other] < 2 or is_clear(walls, here, there)}
        assert perceived_by(laid, name) == wanted

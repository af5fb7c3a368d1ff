"""Whom a unit perceives itself, as ``sight="unit"`` shows it: walls, blindness, and who is down."""

from __future__ import annotations

import pytest
from fixtures import clause, perceived_by
from woin.scenes import scene

DOWN = {"down": 1, "health": 0, "dying_dice": 1, "actions_left": 0, "prone": 1}
WALL = "\n".join([*["....#......."] * 4, *["............"] * 8])


def parted(boy=(4, 8), map_=WALL):
    """A man and an orc on both sides of a wall, and a boy at its end."""
    return scene(
        {"name": "man", "side": "men", "at": [1, 1]},
        {"name": "boy", "side": "men", "at": list(boy)},
        {"name": "orc", "side": "orcs", "at": [7, 1]}, map=map_,
    )  # fmt: skip


@clause("woin.completion.line_of_sight")
def test_a_wall_hides_two_enemies_from_each_other_but_not_from_a_friend_at_its_end():
    laid = parted()
    assert perceived_by(laid, "man") == {"man", "boy"}
    assert perceived_by(laid, "boy") == {"man", "boy", "orc"}
    assert perceived_by(laid, "orc") == {"boy", "orc"}


@clause("woin.completion.line_of_sight", "woin.completion.status.blinded")
@pytest.mark.parametrize(("state", "expected"), [
    ({}, {"man", "boy", "orc"}), ({"blinded": 1}, {"man", "boy"}), (DOWN, {"man", "boy"}),
])  # fmt: skip
def test_the_blinded_and_those_who_are_down_perceive_their_neighbours(state, expected):
    laid = parted(boy=(2, 2), map_="")
    for name, value in state.items():
        laid.state["units"][1][name] = value
    assert perceived_by(laid, "boy") == expected

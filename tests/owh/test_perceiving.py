"""Whom a unit perceives itself, as ``sight="unit"`` shows it: walls, darkness, blindness and hiding."""

from __future__ import annotations

import pytest
from fixtures import clause, perceived_by
from owh.scenes import scene

WALL = "\n".join([*["....#......."] * 4, *["............"] * 8])
DARK = "............\n" * 8


def parted(man=None, orc=None, boy=None, **more):
    """A man and an orc on both sides of a wall, and a boy at its end."""
    return scene(
        {"name": "man", "side": "men", "at": [1, 1], **(man or {})},
        {"name": "boy", "side": "men", "at": [4, 8], **(boy or {})},
        {"name": "orc", "side": "orcs", "at": [7, 1], **(orc or {})}, **{"map": WALL, **more},
    )  # fmt: skip


@clause("owh.completion.line_of_sight")
def test_a_wall_hides_two_enemies_from_each_other_but_not_from_a_friend_at_its_end():
    laid = parted()
    assert perceived_by(laid, "man") == {"man", "boy"}
    assert perceived_by(laid, "boy") == {"man", "boy", "orc"}
    assert perceived_by(laid, "orc") == {"boy", "orc"}


@clause("owh.completion.line_of_sight", "owh.light.night_vision")
def test_total_darkness_hides_whom_it_is_about():
    laid = parted(orc={"traits": ["night_vision"]}, map="", battle={"light": 2})
    assert perceived_by(laid, "man") == {"man"}
    assert perceived_by(laid, "orc") == {"man", "boy", "orc"}
    near = parted(boy={"at": [2, 2]}, map="", battle={"light": 2})
    assert perceived_by(near, "man") == {"man", "boy"}


@clause("owh.status.blind", "owh.status.deafened", "owh.completion.line_of_sight")
@pytest.mark.parametrize(("state", "expected"), [
    ({}, {"man", "boy", "orc"}), ({"blind": 2}, {"man", "boy", "orc"}), ({"blind": 2, "deafened": 2}, {"boy"}),
    ({"deafened": 2}, {"man", "boy", "orc"}), ({"unconscious": 1}, {"boy"}),
])  # fmt: skip
def test_the_blind_hear(state, expected):
    """On open ground a blind boy hears everyone, unless he is deaf too; an unconscious one notices nobody he does not touch."""
    laid = parted(map="")
    for name, value in state.items():
        laid.state["units"][1][name] = value
    assert perceived_by(laid, "boy") == expected


@clause("owh.completion.hidden")
def test_hidden_enemies_are_perceived_by_nobody():
    laid = parted(orc={"hidden": True}, map="")
    assert perceived_by(laid, "man") == perceived_by(laid, "boy") == {"man", "boy"}
    assert perceived_by(laid, "orc") == {"man", "boy", "orc"}

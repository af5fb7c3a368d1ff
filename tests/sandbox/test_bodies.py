"""Bodies of several cells in the toy ruleset: where they fit, and oblong ones that turn to what they guard."""

from __future__ import annotations

from typing import Any

import pytest
from fixtures import clause, table
from sandbox.toy import PLAIN

from tactica.envs import scenario
from tactica.envs.render import picture, text
from tactica.envs.sandbox import Table

SPEED = (9, 9)  # the dice for who goes first
RULES = {**PLAIN, "orders.speed.speed_dice": 1}


def ranks(
    *others: dict[str, Any], at: tuple[int, int] = (2, 2), size: tuple[int, int] = (7, 5), dice: tuple[int, ...] = SPEED,
    **more: Any,
) -> Table:  # fmt: skip
    """Ann's rank of three beside each other, a soldier of the enemy in the corner, and others."""
    ann = {"name": "ann", "side": "red", "template": "rank", "at": list(at), **more.pop("ann", {})}
    zoe = {"name": "zoe", "side": "blue", "template": "soldier", "at": [size[0] - 1, 0]}
    return table(ann, zoe, *others, ruleset="toybook", dice=dice, rules=RULES, size=size, **more)


def covered(laid: Table, name: str) -> set[tuple[int, int]]:
    """The cells a unit covers."""
    unit = laid.unit(name)
    x, y = laid.game.ruleset.board.place(int(unit.cell))
    return {(x + i, y + j) for i in range(unit.width) for j in range(unit.height)}


def guard(laid: Table, direction: str) -> Table:
    """Ann guards, everybody else holds."""
    laid.play(f"ann: guard {direction}", *["hold"] * (len(laid.names) - 1))
    return laid


@clause("toybook.orders.turn")
@pytest.mark.parametrize("direction", ["east", "west"])
def test_a_rank_turns_its_long_side_to_what_it_guards(direction):
    laid = guard(ranks(), direction)
    assert covered(laid, "ann") == {(3, 1), (3, 2), (3, 3)}, "about its middle"
    assert laid.last("turned").text == f"ann turns to face {direction}."
    assert laid.last("turned").clause == "toybook.orders.turn"


@clause("toybook.orders.turn")
@pytest.mark.parametrize("direction", ["north", "south", "north-east", "south-west"])
def test_a_rank_stays_that_faces_what_it_guards_or_guards_a_diagonal(direction):
    laid = guard(ranks(), direction)
    assert covered(laid, "ann") == {(2, 2), (3, 2), (4, 2)}
    assert "turned" not in [event.kind for event in laid.events]


@clause("toybook.orders.turn")
def test_a_rank_turns_there_and_back():
    laid = guard(ranks(), "east")
    laid.dice = list(SPEED)
    assert covered(guard(laid, "north"), "ann") == {(2, 2), (3, 2), (4, 2)}


@clause("toybook.orders.turn")
def test_a_square_body_does_not_turn():
    laid = guard(ranks(ann={"template": "brute"}), "east")
    assert covered(laid, "ann") == {(2, 2), (3, 2), (2, 3), (3, 3)}
    assert "turned" not in [event.kind for event in laid.events]


@clause("toybook.orders.turn")
@pytest.mark.parametrize(
    ("other", "spotting"), [({"side": "red"}, ()), ({"side": "blue"}, ()), ({"side": "blue", "hidden": True}, (6,))]
)
def test_a_rank_stays_where_somebody_is_in_the_way(other, spotting):
    """Whoever it is: a friend, an enemy, or one that the side does not know of."""
    laid = guard(ranks({"name": "eve", "at": [3, 1], **other}, dice=(*SPEED, *spotting)), "east")
    assert covered(laid, "ann") == {(2, 2), (3, 2), (4, 2)}


@clause("toybook.orders.turn", "toybook.march.room")
@pytest.mark.parametrize(
    "board",
    [
        {"map": ".......\n.......\n.......\n...#...\n.......\n"},
        {"size": [7, 5], "borders": [{"type": "wall", "cell": [3, 2], "direction": "south"}]},
    ],
    ids=["rock", "wall"],
)
def test_a_rank_stays_where_rock_or_a_wall_is_in_the_way(board):
    assert covered(guard(ranks(board=board), "east"), "ann") == {(2, 2), (3, 2), (4, 2)}


@clause("toybook.orders.turn", "toybook.march.room")
@pytest.mark.parametrize(
    ("at", "body", "direction"),
    [((2, 0), {}, "east"), ((2, 4), {}, "west"), ((0, 1), {"width": 1, "height": 3}, "north"),
     ((6, 2), {"width": 1, "height": 3}, "south")],
)  # fmt: skip
def test_a_rank_at_the_edge_does_not_turn_off_the_board(at, body, direction):
    laid = ranks(at=at, ann=body)
    before = covered(laid, "ann")
    assert covered(guard(laid, direction), "ann") == before


@clause("toybook.march.room", "toybook.march.reach")
def test_a_rank_marches_along_the_edge_with_its_whole_body():
    """North-western cells of a body of three by one on a board of seven by five."""
    laid = ranks(at=(0, 4))
    laid.play("march", "hold")
    ends = {tuple(int(n) for n in choice.split(",")) for choice in laid.choices()}
    assert ends == {(x, y) for x in (0, 1, 2) for y in (2, 3, 4)}
    laid.play("2,4")
    laid.dice = list(SPEED)
    laid.play("march", "hold")
    assert max(int(choice.split(",")[0]) for choice in laid.choices()) == 7 - 3
    laid.play("4,4")
    assert covered(laid, "ann") == {(4, 4), (5, 4), (6, 4)}


@clause("toybook.march.room")
def test_no_wall_runs_through_a_body_that_marches():
    board = {"size": [7, 5], "borders": [{"type": "wall", "cell": [3, y], "direction": "east"} for y in range(5)]}
    laid = ranks(at=(0, 2), board=board)
    laid.play("march", "hold")
    assert {int(choice.split(",")[0]) for choice in laid.choices()} == {0, 1}


@clause("toybook.march.room")
@pytest.mark.parametrize(
    ("unit", "says"),
    [
        ({"at": [5, 2]}, "extends off the board, to [7, 2]"),
        ({"at": [2, 3], "width": 1, "height": 3}, "extends off the board, to [2, 5]"),
        ({"at": [4, 0]}, "[6, 0] is taken"),
        ({"at": [0, 2], "side": "blue"}, "[2, 2] is taken"),
    ],
)
def test_bodies_that_do_not_fit_are_refused(unit, says):
    fight = {
        "ruleset": "toybook", "board": {"size": [7, 5]}, "sides": ["red", "blue"],
        "units": [
            {"name": "zoe", "side": "blue", "at": [6, 0]},
            {"name": "yan", "side": "blue", "at": [2, 2]},
            {"name": "ann", "side": "red", "template": "rank", **unit},
        ],
    }  # fmt: skip
    with pytest.raises(scenario.ScenarioError, match=r"units\[2\]\.at") as error:
        scenario.load(fight)
    assert says in str(error.value)


def test_both_ways_of_standing_are_drawn():
    laid = ranks()
    assert rows_with("A", laid) == {2: 3}
    assert {cell for cell in around((3, 2)) if is_coloured(laid, cell)} == {(2, 2), (3, 2), (4, 2)}
    guard(laid, "east")
    assert rows_with("A", laid) == {1: 1, 2: 1, 3: 1}
    assert {cell for cell in around((3, 2)) if is_coloured(laid, cell)} == {(3, 1), (3, 2), (3, 3)}


def around(cell: tuple[int, int]) -> list[tuple[int, int]]:
    """A cell and the eight about it."""
    return [(cell[0] + dx, cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]


def is_coloured(laid: Table, cell: tuple[int, int]) -> bool:
    """Whether the middle of a cell in the picture is not the ground, which has no strong colour."""
    x, y = (
        picture.MARGIN + (cell[0] + 0.5) * picture.CELL,
        picture.HEAD + picture.MARGIN - 8 + (cell[1] + 0.5) * picture.CELL,
    )
    at = picture.image(laid.game)[int(y) - 4 : int(y) + 4, int(x) - 4 : int(x) + 4].astype(int)
    return bool((at.max(axis=2) - at.min(axis=2)).max() > 60)


def rows_with(code: str, laid: Table) -> dict[int, int]:
    """How often a unit's code stands in each row of the board."""
    lines = text(laid.game, colour=False, roster=False, events=0).splitlines()
    rows = {int(line[:3]): line[4:].count(code) for line in lines if line[:3].strip().isdigit()}
    return {y: count for y, count in rows.items() if count}

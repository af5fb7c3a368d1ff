"""Ground: gates and levers, walls, ledges, what each kind of terrain is."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.measures import PLENTY, reached, verbs
from owh.scenes import cards, duel, exactly, scene


def hall(*rows, friends=(), at=(0, 0), orc=(9, 0), **more):
    """A man and an orc on a map."""
    return scene(
        {"name": "man", "side": "men", "at": list(at), "weapons": ["sword"]},
        {"name": "orc", "side": "orcs", "at": list(orc), "weapons": ["sword"]},
        *friends,
        map="\n".join(rows),
        **more,
    )


# --- gates and levers


@clause("owh.completion.lever_gate", "owh.turn.interact")
def test_a_lever_opens_and_closes():
    table = hall("..G.......", "L#########", "..........", orc=(9, 2), dice=cards(2))
    assert reached(table) == {(1, 0)}
    table.play("interact")
    assert (3, 0) in reached(table)
    table.play("interact", "drop_weapon", "end_turn")
    assert reached(table) == {(1, 0)}


@clause("owh.completion.lever_gate")
def test_a_gate_with_somebody_in_it_stays_open():
    goblin = {"name": "goblin", "side": "orcs", "at": [2, 0]}
    table = hall("..OO......", "L#########", "..........", friends=[goblin], orc=(9, 2))
    table.play("interact")
    shut = dict(zip(table.state["gate_cell"].tolist(), table.state["gate_shut"].tolist(), strict=True))
    here, next_to_it = (table.ruleset.board.cell(x, 0) for x in (2, 3))
    assert (shut[here], shut[next_to_it]) == (0, 1)


@clause("owh.completion.lever_gate")
def test_open_gates_are_all_closed_and_closed_ones_opened():
    table = hall("..OOG.....", "L#########", "..........", orc=(9, 2))
    table.play("interact")
    assert table.state["gate_shut"][:3].tolist() == [0, 0, 0]
    table.play("interact")
    assert table.state["gate_shut"][:3].tolist() == [1, 1, 1]


# --- kinds of terrain


@clause("owh.completion.terrain")
@pytest.mark.parametrize(
    ("ground", "goes", "sees"),
    [
        (".", True, True), ("~", True, True), ("c", True, True), ("#", False, False), ("w", True, True),
        ("G", False, False), ("O", True, True), ("L", False, False),
    ],
)  # fmt: skip
def test_what_blocks(ground, goes, sees):
    table = scene(
        {"name": "man", "side": "men", "at": [0, 0], "weapons": ["longbow"]},
        {"name": "orc", "side": "orcs", "at": [9, 0]},
        map=f"..{ground}.......\n##########\n..........",
    )
    assert ((2, 0) in reached(table)) == ((3, 0) in reached(table)) == goes
    assert ("attack" in verbs(table)) == sees


@clause("owh.completion.terrain", "owh.status.ignited", "owh.completion.push")
def test_being_pushed_into_water_puts_out_fire():
    rows = ["............"] * 12
    rows[5] = "......w....."
    table = duel(man={"weapons": ["great_hammer"]}, orc={"hp": PLENTY}, map="\n".join(rows), dice=[15, 1, 1])
    table.unit("orc").ignited = 2
    table.play("attack orc")
    assert table.unit("orc").at == (6, 5) and table.unit("orc").ignited == 0


# --- ledges


def ledge(drop, rules=None, orc=None, weapon="great_claws", dice=()):
    """An orc on high ground in front of a ledge, about to be pushed over it; two cells in all."""
    high = [[x, y] for x in range(6) for y in range(12)]
    board = {"size": [12, 12], "cells": [{"flag": {"level": drop}, "at": high}]}
    return scene(
        {"name": "man", "side": "men", "at": [4, 5], "weapons": [weapon], "size": 3, "strength": 10},
        {"name": "orc", "side": "orcs", "at": [5, 5], "hp": PLENTY, "armour": 12, **(orc or {})},
        board=board,
        rules=rules,
        dice=dice,
    )


def fall(table):
    """What falling costs after a push, by how much damage, with chances."""
    found = table.odds("attack orc", want=["hit", "fell.amount", "orc.cell"])
    return {value[1]: found[value] for value in found if value[0] and value[1]}


@clause("owh.completion.height")
def test_a_fall_of_four_metres():
    points = fall(ledge(4))
    assert (min(points), max(points)) == (4, 24)
    mean = sum(amount * chance for amount, chance in points.items()) / sum(points.values())
    assert mean == exactly(14)


@clause("owh.completion.height")
def test_a_fall_ignores_armour_and_ends_the_push():
    table = ledge(4, dice=[15, 6, 6, 6, 1, 2, 3, 4])
    table.play("attack orc")
    assert table.unit("orc").at == (6, 5)
    assert PLENTY - table.unit("orc").hp == (10 + 18 - (12 - 2)) + (1 + 2 + 3 + 4)


@clause("owh.completion.height")
def test_one_metre_is_no_fall():
    table = ledge(1, dice=[15, 6, 6, 6])
    table.play("attack orc")
    assert table.unit("orc").at == (7, 5) and PLENTY - table.unit("orc").hp == 18


@clause("owh.completion.height")
@pytest.mark.parametrize(("least", "drop", "falls"), [(2, 2, True), (3, 2, False), (1, 1, True)])
def test_what_counts_as_a_fall_can_be_set(least, drop, falls):
    assert bool(fall(ledge(drop, {"completion.height.min_fall_m": least}))) == falls


@clause("owh.completion.height", "owh.status.flying")
def test_fliers_do_not_fall():
    table = ledge(4, orc={"traits": ["flying"]}, dice=[15, 6, 6, 6])
    table.play("attack orc")
    assert table.unit("orc").at == (7, 5) and PLENTY - table.unit("orc").hp == 18


# --- steps up


@pytest.mark.parametrize(
    ("step", "traits", "to", "avoided"),
    [(2, [], (7, 5), []), (3, [], (5, 5), [20]), (3, ["flying"], (7, 5), []), (3, ["ethereal"], (5, 5), [])],
)
@clause("owh.completion.push", "owh.status.flying")
def test_no_step_is_too_high_for_a_flier(step, traits, to, avoided):
    """Great claws push by two cells; the orc stands before a step up, and if that is a wall to it, rolls to get off unhurt."""
    low = [[x, y] for x in range(6) for y in range(12)]
    high = [[x, y] for x in range(6, 12) for y in range(12)]
    table = scene(
        {"name": "man", "side": "men", "at": [4, 5], "weapons": ["great_claws"], "size": 3, "strength": 10},
        {"name": "orc", "side": "orcs", "at": [5, 5], "hp": PLENTY, "traits": traits},
        board={"size": [12, 12], "cells": [{"flag": {"level": 0}, "at": low}, {"flag": {"level": step}, "at": high}]},
        dice=[15, 6, 6, 6, *avoided],
    )
    table.play("attack orc")
    assert table.unit("orc").at == to


# --- cliffs


@clause("owh.engage.base_contact", "owh.completion.movement_cost")
def test_a_cliff_does_not_part_neighbours():
    """Nine metres below the man the orc cannot be reached, but it is engaged: it is struck at, and strikes who leaves."""
    high = [[x, y] for x in range(5) for y in range(12)]
    table = scene(
        {"name": "man", "side": "men", "at": [4, 5], "weapons": ["sword"]},
        {"name": "orc", "side": "orcs", "at": [5, 5], "weapons": ["sword"]},
        board={"size": [12, 12], "cells": [{"flag": {"level": 9}, "at": high}]},
    )
    assert not table.offers("move 5,4")
    assert table.offers("attack orc")
    table.play("move 2,5")
    assert (table.decider, table.prompt) == ("orc", "opportunity")

"""Each clause at the table: a scene, dice laid out by hand, and what everybody would see. A clause without a test fails the last.

Write the test from the book, before the rule or without looking at it: then it finds what reading your own code does not.
"""

from __future__ import annotations

from typing import Any

import pytest

import tactica
from tactica.envs import rulesets
from tactica.envs.rulesets.readme_table import where_coded

SLUG = "skeleton"


def duel(dice: list[int], blue: dict[str, Any] | None = None, *more: dict[str, Any], **scenario: Any) -> Any:
    """A table with soldiers red and blue next to each other, and others; red acts first."""
    units = [
        {"name": "red", "side": "reds", "at": [2, 2]},
        {"name": "blue", "side": "blues", "at": [3, 2], **(blue or {})},
        *more,
    ]
    board = {"map": "\n".join([".......", ".#.....", ".......", "......."])}
    described = {"ruleset": SLUG, "board": board, "sides": ["reds", "blues"], "units": units, **scenario}
    return tactica.sandbox(SLUG, described, dice)


@pytest.mark.clause("turn.order")
def test_the_highest_initiative_acts_first_and_ties_go_by_the_scenario():
    """Who acts next: initiative 30, then three with 10: the first side's in the order of the scenario, then the other side's."""
    others = {"name": "last", "side": "blues", "at": [6, 0]}, {"name": "late", "side": "reds", "at": [0, 0]}
    table = duel([], {"initiative": 30}, *others)
    asked = []
    for _ in range(4):
        asked.append(table.decider)
        table.play("pass")
    assert asked == ["blue", "red", "late", "last"]
    assert table.round == 2 and table.decider == "blue"


@pytest.mark.clause("turn.end")
def test_a_battle_ends_when_one_alliance_stands():
    """The end: 6 + 1 - 1 = 6 fells a unit with 3 health."""
    table = duel([1, 6], {"health": 3})
    table.play("strike blue")
    assert table.ending == "last_standing" and table.winner == "reds"


@pytest.mark.clause("turn.end")
def test_a_battle_ends_after_the_last_round():
    """The end: of a battle of one round."""
    table = duel([], battle={"rounds": 1})
    table.play("pass", "pass")
    assert table.ending == "round_limit"


@pytest.mark.clause("move.reach")
def test_a_unit_moves_four_cells_round_rocks_and_units():
    """How far: four cells off and free, but not onto a unit or a rock."""
    table = duel([])
    assert table.offers("move 6,3") and not table.offers("move 3,2") and not table.offers("move 1,1")
    table.play("move 5,3")
    assert table.unit("red").at == (5, 3)


@pytest.mark.clause("strike.target")
def test_only_enemies_next_to_it_can_be_struck():
    """Whom: the enemy next to it, not the one further off, and no friend."""
    far = {"name": "far", "side": "blues", "at": [5, 2]}
    friend = {"name": "friend", "side": "reds", "at": [2, 3]}
    table = duel([], None, far, friend)
    assert table.offers("strike blue") and not table.offers("strike far") and not table.offers("strike friend")


@pytest.mark.clause("strike.hit")
@pytest.mark.parametrize(("face", "hits"), [(50, True), (51, False)])
def test_a_blow_hits_at_or_under_the_skill(face: int, hits: bool):
    """To hit: with a skill of 50, 50 hits and 51 misses."""
    table = duel([face, 3] if hits else [face])
    table.play("strike blue")
    assert (table.unit("blue").health < 8) == hits and table.dice_left == []


@pytest.mark.clause("strike.gang")
def test_another_enemy_next_to_the_target_adds_ten():
    """Ganging up: 50 + 10 hits on 60."""
    table = duel([60, 3], None, {"name": "friend", "side": "reds", "at": [4, 2], "initiative": 1})
    table.play("strike blue")
    assert table.unit("blue").health == 8 - 3 and table.dice_left == []


@pytest.mark.clause("strike.damage")
@pytest.mark.parametrize(("armour", "face", "lost"), [(1, 4, 4), (3, 4, 2), (20, 6, 1)])
def test_damage_is_the_die_plus_strength_minus_armour_but_one_at_least(armour: int, face: int, lost: int):
    """Damage: 4 + 1 - 1, 4 + 1 - 3, and 6 + 1 - 20, which is one."""
    table = duel([1, face], {"armour": armour})
    table.play("strike blue")
    assert table.unit("blue").health == 8 - lost


def test_every_clause_is_coded_and_has_a_test(request: pytest.FixtureRequest):
    """What the rulebook lists is played by a kernel and named by a test."""
    tested = {
        mark.args[0]
        for test in request.session.items
        if test.path == request.path
        for mark in test.iter_markers("clause")
    }
    ruleset = rulesets.get(SLUG)
    assert tested == set(where_coded(ruleset)) == set(ruleset.rulebook.clauses)

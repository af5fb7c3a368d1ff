"""Pushes: how far they go, and what they are stopped by."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import duel, exactly, scene

CLAWS = {"weapons": ["great_claws"], "strength": 1, "size": 4}
MAGE = {"spells": ["gust"], "winds": 30, "spirit": 40}
TOUGH = {"hp": 300, "parry": 1, "size": 2}


def gusted(cells, behind="", rules=None, **orc):
    """A mage two cells before an orc at (3, 1) blows it east; behind it are so many free cells, then the rest of the row."""
    row = "...." + "." * cells + behind
    width = max(len(row), 4)
    rows = ["." * width, row.ljust(width, "#"), "." * width]
    return scene(
        {"name": "man", "side": "men", "at": [1, 1], **MAGE}, {"name": "orc", "side": "orcs", "at": [3, 1], **TOUGH, **orc},
        map="\n".join(rows), rules=rules,
    )  # fmt: skip


def blown(laid, choice="cast gust orc"):
    """(chance that the orc is hurt, mean damage), given that the attack hits."""
    odds = laid.odds(choice, want=["result hit", "orc.hp"])
    landed = {300 - left: odds[1, left] for number, left in odds if number == 1}
    total = sum(landed.values())
    return 1 - landed.get(0, 0) / total, sum(points * chance for points, chance in landed.items()) / total


# --- the way


@clause("owh.completion.push")
@pytest.mark.parametrize(("man", "orc", "to"), [
    ((2, 2), (3, 3), (5, 5)), ((2, 2), (3, 2), (5, 2)), ((4, 4), (3, 4), (1, 4)), ((4, 4), (4, 3), (4, 1)),
    ((4, 4), (3, 5), (1, 7)),
])  # fmt: skip
def test_straight_away_from_the_attacker(man, orc, to):
    laid = duel(man={"at": list(man), **CLAWS}, orc={"at": list(orc), **TOUGH}, dice=[15, 1, 1, 1])
    laid.play("attack orc normal")
    assert laid.unit("orc").at == to


@clause("owh.completion.push")
@pytest.mark.parametrize(("at", "to"), [([7, 3], (10, 6)), ([6, 2], (9, 2)), ([5, 6], (8, 9))])
def test_a_gust_blows_along_the_signs(at, to):
    """From (4, 2): a target three east and one south is pushed south-east."""
    laid = duel(man={"at": [4, 2], **MAGE}, orc={"at": at, **TOUGH}, dice=[15])
    laid.play("cast gust orc")
    assert laid.unit("orc").at == to


@clause("owh.completion.push")
@pytest.mark.parametrize(
    ("attacker", "target", "moves"), [(4, 4, True), (4, 5, False), (1, 2, False), (2, 2, True), (0, 0, True)]
)
def test_only_what_is_no_bigger(attacker, target, moves):
    laid = duel(man={**CLAWS, "size": attacker}, orc={**TOUGH, "size": target}, dice=[15, 1, 1, 1])
    laid.play("attack orc normal")
    assert laid.unit("orc").at == ((7, 5) if moves else (5, 5))


@clause("owh.completion.push", "owh.completion.spells")
@pytest.mark.parametrize(("size", "may"), [(3, True), (4, False)])
def test_a_gust_moves_up_to_size_3(size, may):
    laid = duel(man={**MAGE, "size": 1}, orc={**TOUGH, "size": size}, distance=2)
    assert laid.offers("cast gust orc") is may


@clause("owh.completion.push")
@pytest.mark.parametrize(("armour", "to"), [(6, (5, 5)), (5, (7, 5))])
def test_only_with_damage(armour, to):
    """Strength 1 and three ones: 4 points, and AP 2 against armour of 5 or 6."""
    laid = duel(man=CLAWS, orc={**TOUGH, "armour": armour}, dice=[15, 1, 1, 1])
    laid.play("attack orc normal")
    assert laid.unit("orc").at == to


@clause("owh.completion.push")
def test_the_dead_are_not_pushed():
    laid = duel(
        man={**CLAWS, "strength": 40}, orc={"hp": 20, "parry": 1}, party=[False, True], dice=[15, 1, 1, 1],
        friends=[{"name": "goblin", "side": "orcs", "at": [11, 11]}],
        rules={"fate.supply.per_player": 0, "death.instant.massive_damage_fraction_pct": 1000},
    )  # fmt: skip
    laid.play("attack orc normal")
    assert (laid.unit("orc").down, laid.unit("orc").at) == (1, (5, 5))


@clause("owh.completion.push", "owh.engage.attack_of_opportunity")
def test_pushes_provoke_nothing():
    laid = duel(
        man=CLAWS,
        orc=TOUGH,
        friends=[{"name": "boy", "side": "men", "at": [5, 4], "weapons": ["sword"]}],
        dice=[15, 1, 1, 1],
    )
    laid.play("attack orc normal")
    assert (laid.unit("orc").at, laid.prompt, laid.decider) == ((7, 5), "turn", "man")


@clause("owh.completion.push", "owh.status.rooted")
def test_roots_do_not_hold_against_a_push():
    laid = duel(man=CLAWS, orc=TOUGH, dice=[15, 1, 1, 1])
    laid.unit("orc").rooted = 2
    laid.play("attack orc normal")
    assert laid.unit("orc").at == (7, 5)


@clause("owh.completion.push", "owh.status.ignited", "owh.completion.terrain")
def test_pushed_through_water():
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0], **CLAWS}, {"name": "orc", "side": "orcs", "at": [1, 0], **TOUGH},
        map="..w...\n......", dice=[15, 1, 1, 1],
    )  # fmt: skip
    laid.unit("orc").ignited = 2
    laid.play("attack orc normal")
    assert (laid.unit("orc").at, laid.unit("orc").ignited) == ((3, 0), 0)


@clause("owh.completion.push", "owh.completion.abilities")
@pytest.mark.parametrize(("rules", "to"), [({}, (6, 5)), ({"completion.push.shield_bash": 3}, (8, 5))])
def test_a_shield_bash_pushes(rules, to):
    """Strength 14 against armour 4, without dice."""
    laid = duel(
        man={"abilities": ["shield_bash"], "traits": ["shield"], "strength": 14},
        orc={**TOUGH, "armour": 4},
        dice=[15],
        rules=rules,
    )
    laid.play("free_attack orc")
    assert (laid.unit("orc").at, laid.unit("orc").hp) == (to, 290)


@clause("owh.completion.push", "owh.completion.spells")
@pytest.mark.parametrize(("rules", "to"), [({}, (9, 5)), ({"completion.push.gust": 1}, (7, 5))])
def test_a_gust_pushes(rules, to):
    laid = duel(man=MAGE, orc=TOUGH, distance=2, dice=[15], rules=rules)
    laid.play("cast gust orc")
    assert (laid.unit("orc").at, laid.unit("orc").hp) == (to, 300)


# --- collisions


@clause("owh.collision.trigger")
def test_a_free_way_hurts_nobody():
    assert blown(gusted(3)) == (0, 0)


@clause("owh.collision.trigger", "owh.collision.tn", "owh.collision.damage")
@pytest.mark.parametrize(("cells", "rules", "chance", "mean"), [
    (0, {}, 2 / 5, 2 / 5 * 7), (1, {}, 12 / 20, 12 / 20 * 10.5), (2, {}, 16 / 20, 16 / 20 * 14),
    (3, {"completion.push.gust": 4}, 9 / 10, 15.75), (5, {"completion.push.gust": 6}, 9 / 10, 15.75),
])  # fmt: skip
@pytest.mark.parametrize("behind", ["#", "L", "G", ""])
def test_thrown_against_something_hard(cells, rules, chance, mean, behind):
    """A wall, a lever, a closed gate, or the edge of the board: one more than the cells travelled, at most 4."""
    assert blown(gusted(cells, behind, rules)) == (exactly(chance), exactly(mean))


@clause("owh.collision.trigger", "owh.collision.tn", "owh.collision.damage")
@pytest.mark.parametrize("down", [0, 1])
@pytest.mark.parametrize(("distance", "to", "chance", "mean"), [(1, 5, 1 / 4, 0.875), (2, 6, 2 / 5, 2 / 5 * 7)])
def test_thrown_against_somebody(distance, to, chance, mean, down):
    """Only who is pushed is hurt, and it stops before him."""
    friend = {"name": "goblin", "side": "orcs", "at": [5 + distance, 5]}
    laid = duel(man={**MAGE, "at": [3, 5]}, orc={**TOUGH, "at": [5, 5]}, friends=[friend])
    if down:
        laid.unit("goblin").unconscious = 1
    assert blown(laid) == (exactly(chance), exactly(mean))
    odds = laid.odds("cast gust orc", want=["result hit", "orc.cell", "goblin.hp"])
    assert {value[1:] for value in odds if value[0] == 1} == {(laid.ruleset.board.cell(to, 5), 50)}


@clause("owh.collision.trigger", "owh.completion.push")
def test_great_claws_before_a_wall():
    """A wall two cells behind: one cell travelled, severity 2, TN 13, 3D6."""
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0], **CLAWS}, {"name": "orc", "side": "orcs", "at": [1, 0], **TOUGH},
        map="...#..\n......", dice=[15, 1, 1, 1, 12, 2, 3, 4],
    )  # fmt: skip
    laid.play("attack orc normal")
    assert (laid.unit("orc").at, laid.unit("orc").hp) == ((2, 0), 300 - 4 - 9)


@clause("owh.collision.tn")
@pytest.mark.parametrize(("knob", "cells", "behind"), [
    ("easy", 0, "o"), ("average", 0, "#"), ("tough", 1, "#"), ("challenging", 2, "#"), ("heroic", 3, "#"),
])  # fmt: skip
def test_the_ladder(knob, cells, behind):
    rules = {f"collision.tn.{knob}": 11, "completion.push.gust": 4}
    if behind == "o":
        laid = duel(
            man={**MAGE, "at": [3, 5]}, orc={**TOUGH, "at": [5, 5]}, friends=[{"name": "goblin", "side": "orcs", "at": [6, 5]}],
            rules=rules,
        )  # fmt: skip
    else:
        laid = gusted(cells, behind, rules)
    assert blown(laid)[0] == exactly(1 / 2)


@clause("owh.collision.tn")
@pytest.mark.parametrize(("severity", "chance"), [(0, 1 / 4), (2, 12 / 20)])
def test_how_hard_things_are(severity, chance):
    assert blown(gusted(0, "#", {"collision.tn.object_severity": severity}))[0] == exactly(chance)


@clause("owh.collision.tn")
@pytest.mark.parametrize(("agility", "eases", "chance"), [(18, False, 8 / 20), (18, True, 4 / 20), (6, True, 8 / 20)])
def test_agility_may_ease_it(agility, eases, chance):
    laid = gusted(0, "#", {"collision.tn.agility_eases": 1} if eases else {}, agility=agility)
    assert blown(laid)[0] == exactly(chance)


@clause("owh.collision.damage")
@pytest.mark.parametrize(
    ("knob", "value", "mean"), [("die_sides", 4, 5), ("base_dice", 2, 10.5), ("dice_per_severity", 2, 10.5)]
)
def test_knobs_of_collisions(knob, value, mean):
    assert blown(gusted(0, "#", {f"collision.damage.{knob}": value}))[1] == exactly(2 / 5 * mean)


@clause("owh.collision.damage")
def test_armour_does_not_help():
    assert blown(gusted(0, "#", armour=5))[1] == exactly(2 / 5 * 7)
    beyond = sum(max(a + b - 5, 0) for a in range(1, 7) for b in range(1, 7)) / 36
    assert blown(gusted(0, "#", {"collision.damage.armor_applies": 1}, armour=5))[1] == exactly(2 / 5 * beyond)


@clause("owh.collision.trigger", "owh.status.ethereal")
def test_ghosts_do_not_collide_with_walls():
    """It is blown through the wall if there is room behind, else it stops before the wall; walls do not hurt it."""
    laid = gusted(1, "#", traits=["ethereal"])
    assert blown(laid) == (0, 0)
    odds = laid.odds("cast gust orc", want=["result hit", "orc.cell"])
    assert {value[1] for value in odds if value[0] == 1} == {laid.ruleset.board.cell(4, 1)}


@clause("owh.collision.damage", "owh.death.defeat")
def test_a_collision_can_kill():
    laid = gusted(0, "#", hp_left=2)
    assert laid.odds("cast gust orc", want="orc.dead")[1] > 0

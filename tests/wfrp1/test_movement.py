"""How far units get: rates, difficult ground, lying on the ground, a useless leg."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.melee import verbs

from tactica.envs.rulesets.wfrp1.vocab import A_CELL, Prompt, Rate, Verb

#: A way of one cell's width in three rows, and how many steps it takes from its beginning at (0, 0) to each cell.
WALLS = [[x, 1] for x in range(31)] + [[x, 3] for x in range(1, 32)] + [[x, 5] for x in range(32)]
STEPS = {(x, 0): x for x in range(32)}
STEPS |= {(31, 1): 31, (31, 2): 32}  # the corners are cut: (30, 0), (31, 1), (30, 2)
STEPS |= {(x, 2): 62 - x for x in range(31)}
STEPS |= {(0, 3): 62, (0, 4): 63}  # (1, 2), (0, 3), (1, 4)
STEPS |= {(x, 4): 62 + x for x in range(1, 32)}

ROADS = {"size": [32, 7], "cells": [{"flag": "blocked", "at": WALLS}]}


def reached(scene, verb):
    """The cells a move may end in."""
    found = [choice.split()[1] for choice in scene.choices(f"{verb} ")]
    return {tuple(int(part) for part in cell.split(",")) for cell in found}


def walker(board=ROADS, rules=None, **ada):
    """Ada at (0, 0), with an orc too far away to matter."""
    size = board["size"]
    return table(
        {"name": "ada", "side": "men", "at": [0, 0], "i": 50, "int": 33, **ada},
        {"name": "orc", "side": "orcs", "at": [size[0] - 1, size[1] - 1], "i": 5},
        board=board,
        rules=rules,
    )


def road(length, *difficult, flag="difficult", rows=4):
    """A straight road along y = 0 between rocks."""
    rocks = [[x, 1] for x in range(length)]
    cells = [{"flag": "blocked", "at": rocks}, {"flag": flag, "at": [[x, 0] for x in difficult]}]
    return {"size": [length, rows], "cells": cells[: 2 if difficult else 1]}


# --- rates


@pytest.mark.parametrize(
    ("movement", "cells"),
    [(1, (1, 2, 8, 6)), (3, (3, 6, 24, 18)), (4, (4, 8, 32, 24)), (8, (8, 16, 64, 48))],
)
@clause("wfrp1.c.movement_rates", "wfrp1.action.move")
def test_the_four_rates(movement, cells):
    scene = walker(m=movement)
    for verb, steps in zip(("move_cautious", "move_standard", "move_run", "move_evade"), cells, strict=True):
        assert reached(scene, verb) == {cell for cell, away in STEPS.items() if 1 <= away <= steps}, verb


@pytest.mark.parametrize(
    ("knob", "value", "verb", "steps"),
    [
        ("cautious_per_m", 3, "move_cautious", 4),  # 9 yards, halves are dropped
        ("standard_per_m", 5, "move_standard", 7),  # 15 yards
        ("running_per_m", 10, "move_run", 15),
        ("running_per_m", 10, "move_evade", 11),  # 75 % of 30 yards
    ],
)
@clause("wfrp1.c.movement_rates")
def test_the_rates_can_be_set(knob, value, verb, steps):
    scene = walker(m=3, rules={f"c.movement_rates.{knob}": value})
    assert reached(scene, verb) == {(x, 0) for x in range(1, steps + 1)}


# --- difficult ground


@pytest.mark.parametrize("flag", ["difficult", "water"])
@clause("wfrp1.c.difficult_ground")
def test_a_difficult_cell_costs_two(flag):
    scene = walker(road(12, 2, 4, flag=flag), m=4)
    # 1 to open, 2 to difficult ones: 1, 3, 4, 6, 7, 8 for the cells 1 to 6
    assert reached(scene, "move_standard") == {(x, 0) for x in range(1, 7)}
    assert reached(scene, "move_cautious") == {(1, 0), (2, 0), (3, 0)}


@clause("wfrp1.c.difficult_ground")
def test_nobody_runs_or_evades_over_difficult_ground():
    scene = walker(road(12, 2), m=4)
    assert reached(scene, "move_run") == {(1, 0)}
    assert reached(scene, "move_evade") == {(1, 0)}


@pytest.mark.parametrize(("cost", "farthest"), [(1, 8), (3, 6), (7, 2)])
@clause("wfrp1.c.difficult_ground")
def test_the_cost_of_difficult_ground_can_be_set(cost, farthest):
    scene = walker(road(12, 2), m=4, rules={"c.difficult_ground.difficult_cost": cost})
    assert reached(scene, "move_standard") == {(x, 0) for x in range(1, farthest + 1)}


# --- lying


def on_the_ground(distance=1, rules=None, dice=(), **ada):
    """Ada (EI 50) lies at (3, 3); an orc stands east of her."""
    scene = table(
        {"name": "ada", "side": "men", "at": [3, 3], "facing": "east", "i": 50, "a": 1, "m": 4, **ada},
        {"name": "orc", "side": "orcs", "at": [3 + distance, 3], "i": 5, "npc": True, "int": 30},
        size=(8, 7),
        rules=rules,
        dice=dice,
    )
    scene.unit("ada").prone = 1
    return scene


@clause("wfrp1.c.prone")
def test_what_one_who_lies_can_do():
    assert verbs(on_the_ground(4)) == {"stand_up", "crawl", "wait", "pass", "drop"}
    assert verbs(on_the_ground(3, main_hand="short bow", ammunition=4)) == {"stand_up", "crawl", "wait", "pass", "drop"}
    assert not {"strike", "crawl"} & verbs(on_the_ground(1))
    assert "stand_up" in verbs(on_the_ground(1)), "also when engaged"


@clause("wfrp1.c.prone")
def test_standing_up_takes_the_turn_but_not_the_later_blows():
    scene = on_the_ground(a=2, i=60, dice=[98])
    scene.play("stand_up")
    assert scene.unit("ada").prone == 0
    assert (scene.decider, scene.prompt) == ("ada", "extra_blow")
    scene.play("strike orc normal")
    assert scene.last("blow_missed").who == "ada"


@clause("wfrp1.c.prone")
def test_standing_up_takes_the_turn():
    scene = on_the_ground(4)
    scene.play("stand_up")
    assert scene.decider == "orc"


@clause("wfrp1.c.prone")
def test_standing_up_may_cost_nothing():
    scene = on_the_ground(4, rules={"c.prone.stand_up_cost_turn": 0})
    scene.play("stand_up")
    assert (scene.decider, scene.prompt) == ("ada", "turn")
    assert "move_standard" in verbs(scene)


@pytest.mark.parametrize(("cells", "x"), [(None, 2), (2, 1), (9, 0)])
@clause("wfrp1.c.prone")
def test_crawling(cells, x):
    scene = on_the_ground(4, rules={} if cells is None else {"c.prone.crawl_cells": cells})
    scene.play("crawl west")
    assert (scene.unit("ada").at, scene.unit("ada").prone) == ((x, 3), 1)
    assert scene.decider == "orc"


@clause("wfrp1.c.prone")
def test_crawling_can_be_ruled_out():
    assert "crawl" not in verbs(on_the_ground(4, rules={"c.prone.crawl_cells": 0}))


@clause("wfrp1.c.prone", "wfrp1.flee.declare")
def test_one_who_lies_does_not_flee():
    scene = on_the_ground(1)
    scene.play("pass", "orc: pass")
    assert scene.round == 2
    assert (scene.decider, scene.prompt) == ("orc", "declare")
    scene.play("orc: act")
    assert (scene.decider, scene.prompt) == ("ada", "turn"), "she was not asked"


# --- a useless leg


@pytest.mark.parametrize(("movement", "cells"), [(5, 4), (4, 4), (1, 2), (8, 8)])
@clause("wfrp1.c.disabled_limbs")
def test_a_useless_leg_halves_the_movement(movement, cells):
    scene = walker(m=movement)
    scene.unit("ada").leg_off = 5
    assert reached(scene, "move_standard") == {(x, 0) for x in range(1, cells + 1)}
    assert not {"move_run", "move_evade"} & verbs(scene)


@clause("wfrp1.c.disabled_limbs")
def test_nobody_charges_on_one_leg():
    scene = table(
        {"name": "ada", "side": "men", "at": [0, 0], "i": 50, "m": 8},
        {"name": "orc", "side": "orcs", "at": [2, 0], "i": 5},
        size=(8, 4),
    )
    assert "charge" in verbs(scene)
    scene.unit("ada").leg_off = 1
    assert "charge" not in verbs(scene)


@clause("wfrp1.c.disabled_limbs")
def test_what_a_useless_leg_takes_away_can_be_set():
    scene = walker(m=7, rules={"c.disabled_limbs.leg_m_divisor": 3})
    scene.unit("ada").leg_off = 5
    assert reached(scene, "move_standard") == {(x, 0) for x in range(1, 5)}, "M 7 / 3 = 2, 8 yards"


@clause("wfrp1.c.disabled_limbs")
def test_a_limb_recovers_when_its_rounds_are_over_but_never_from_99():
    scene = walker(m=4)
    ada = scene.unit("ada")
    ada.leg_off, ada.left_arm_off = 2, 99
    scene.play("pass", "pass")
    assert (ada.leg_off, ada.left_arm_off) == (1, 99)
    assert "move_run" not in verbs(scene)
    scene.play("pass", "pass")
    assert (ada.leg_off, ada.left_arm_off) == (0, 99)
    assert "move_run" in verbs(scene)


# --- what was worked out for the question


def step_in_between(when, game, bob, cell):
    """Put Bob into a cell while Ada is on her way to (4, 0): before she answers, after it, or from a kept position."""
    goal = A_CELL + 4
    bobs = game.states["units"]["cell"][game.row]
    if when == "before the answer":
        bobs[bob] = cell
        game.loops.settle_game(game.states, game.row, game.books, game.fields, True)
        assert game.loops.step_game(game.states, game.row, game.books, game.fields, goal, True)
        return
    asked = game.lanes[game.row].copy()
    assert game.loops.give_game_answer(game.states, game.row, goal)
    bobs[bob] = cell
    if when == "after the answer":
        for _ in range(2):  # the answer is read, then carried out
            game.loops.step_alone(game.states, game.row, game.books, game.fields)
        return
    size = game.ruleset.state.snapshot_lanes
    asked[:size] = game.lanes[game.row, :size]
    game.lanes[game.row] = asked  # into a game in which the same was asked with Bob elsewhere
    game.loops.settle_game(game.states, game.row, game.books, game.fields, True)


@pytest.mark.parametrize("when", ["before the answer", "after the answer", "from a kept position"])
def test_a_way_is_found_anew_when_somebody_was_put_into_it(when):
    scene = table(
        {"name": "ada", "side": "men", "at": [0, 0], "i": 50, "m": 8},
        {"name": "bob", "side": "men", "at": [9, 3], "i": 20},
        {"name": "orc", "side": "orcs", "at": [11, 11], "i": 5},
    )
    game = scene.game
    assert game.loops.step_game(game.states, game.row, game.books, game.fields, Verb.MOVE_STANDARD, True)
    assert game.states["prompt"][game.row] == Prompt.CELL
    step_in_between(when, game, 1, 2)
    assert game.states["units"]["cell"][game.row, 0] == 4, "round Bob, who stands at (2, 0)"


# --- positions that only a saved battle can hold


@pytest.mark.interpreted_only
@clause("wfrp1.action.move")
def test_a_move_to_where_no_way_leads_goes_nowhere():
    scene = walker({"size": [8, 8], "cells": [{"flag": "blocked", "at": [[6, 0], [6, 1], [7, 1]]}]})
    game, movement = scene.game, scene.ruleset.module("rules.movement")
    world = game.loops.World(game.books[game.s["book_row"]], game.fields[game.s["field_row"]])
    for to, ends in ((7, 0), (2, 2)):
        movement.resolve_move(scene.state, world, 0, game.ruleset.board.cell(to, 0), Rate.STANDARD)
        assert scene.unit("ada").at == (ends, 0)

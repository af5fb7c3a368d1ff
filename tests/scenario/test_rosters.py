"""What an unseen unit may be like: the rosters that a scenario makes possible, and what searches imagine by them."""

from __future__ import annotations

import numpy as np
import pytest

from tactica.envs import rulesets, scenario
from tactica.envs.core.compiler import record_at
from tactica.envs.core.dice import seed_rng
from tactica.envs.core.state.knowledge import ROSTERS
from tactica.envs.engine.game import Game

#: Rulebooks that hide units, and a number of each unit that only its roster decides.
NUMBERS = {"wfrp1": "weapon_skill", "owh": "fighting", "heimr": "hp_max"}

LAST = 5  # a roster row of side 1
TWO = "- {template: sellsword, side: side0, at: [1, 1]}\n- {template: skaven, side: side1, at: [5, 4]}\n"
DRAWN = """
ruleset: wfrp1
board: {size: [8, 8]}
deploy: {side1: [4, 0, 7, 7]}
units:
- {template: sellsword, side: side0, at: [1, 1]}
- {template: sellsword, side: side1, at: [6, 6]}
choose:
- {side: [side1], count: 1, from: [skaven, dwarf_axeman, goblin_archer]}
"""


def rosters(pool, row=0):
    """The unit records of each roster of a map."""
    field = pool.fields[int(pool.states[row].field_row)]
    rows = len(field.rosters) // ROSTERS
    return [field.rosters[k * rows : k * rows + int(field.roster_size[k])] for k in range(field.roster_count)]


def imagined(game, who, seed):
    """The record of a unit as side 0 imagines it that does not know it."""
    ruleset, s = game.ruleset, record_at(game.states, game.row)
    world = game.loops.World(record_at(game.books, int(s.book_row)), record_at(game.fields, int(s.field_row)))
    for row in range(len(s.known)):
        s.known[row] = int(row != who)
    rng = np.zeros(4, np.int64)
    seed_rng(rng, seed, 0, 0, 5)
    assert ruleset.book.hidden.imagine(s, world, 0, rng)
    return game.s["units"][who].copy()


@pytest.mark.parametrize("slug", NUMBERS)
def test_where_nothing_is_left_to_chance_the_roster_is_the_one_that_is_written(slug):
    pool = scenario.pool(slug, "small")
    (found,) = rosters(pool)
    assert found.tobytes() == pool.states[0].units[:6].tobytes()


@pytest.mark.parametrize("slug", NUMBERS)
def test_an_unseen_unit_is_imagined_as_its_scenario_has_it(slug):
    """Whatever it has become since, and whoever else is known."""
    game, name = Game.of(slug, "small"), NUMBERS[slug]
    game = next(
        game for seed in range(20) if game.start(0, seed=seed).side == 0
    )  # of a unit that acts one sees what it is like
    wanted = int(game.s["units"][LAST][name])
    assert wanted != int(game.s["units"][3][name]), "one of its side has other numbers"
    for seed in range(4):
        twin = game.clone()
        twin.s["units"][LAST][name] = int(twin.s["units"][3][name])
        assert int(imagined(twin, LAST, seed)[name]) == wanted


@pytest.mark.parametrize("slug", NUMBERS)
def test_of_a_random_roster_some_are_drawn_and_they_are_the_same_for_all_its_battles(slug):
    train = scenario.pool(slug, "small_random", n=3, seed=1)
    judged = scenario.pool(slug, "small_random", n=2, seed=2, split="eval")
    told = [b"".join(units.tobytes() for units in rosters(pool, row)) for pool in (train, judged) for row in (0, 1)]
    assert len(set(told)) == 1
    found = rosters(train)
    assert len(found) == ROSTERS
    assert len({units[NUMBERS[slug]].tobytes() for units in found}) > 1


def test_imagined_are_all_that_may_be_there_and_nobody_else():
    pool = scenario.pool("wfrp1", DRAWN, n=1)
    allowed = {}
    for template in ("skaven", "dwarf_axeman", "goblin_archer"):
        units = TWO.replace("skaven", template)
        alone = scenario.pool("wfrp1", f"ruleset: wfrp1\nboard: {{size: [8, 8]}}\nunits:\n{units}")
        allowed[int(alone.states[0].units[1]["weapon_skill"])] = template
    game = Game(rulesets.get("wfrp1"), pool).start(0)
    found = {allowed[int(imagined(game.clone(), 2, seed)["weapon_skill"])] for seed in range(40)}
    assert len(allowed) == 3 and len(found) >= 2


def test_the_rules_of_a_battle_hold_for_what_is_imagined():
    pool = scenario.pool("heimr", "small_random", n=2, rules={"c.information.public_hp": 1})
    assert len(rosters(pool)) == ROSTERS


def test_a_position_made_by_hand_has_no_rosters_and_what_is_imagined_is_like_whoever_is_known():
    game = Game.of("wfrp1", "small")
    game.fields = game.fields.copy()
    game.fields["roster_count"] = 0
    known = {int(game.s["units"][row]["weapon_skill"]) for row in (3, 4)}
    kept, found = game.s["units"].copy(), set()
    for seed in range(10):
        found.add(int(imagined(game, LAST, seed)["weapon_skill"]))
        game.s["units"] = kept
    assert found == known


def test_rulebooks_that_hide_no_units_have_none():
    for slug in ("woin", "tow"):
        assert "rosters" not in rulesets.get(slug).field.names

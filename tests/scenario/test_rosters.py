"""What an unseen unit may be like: the rosters that a scenario makes possible, and what searches imagine by them."""

from __future__ import annotations

import numpy as np
import pytest

from tactica.envs import rulesets, scenario
from tactica.envs.core.dice import seed_rng
from tactica.envs.core.looking.knowledge import ROSTERS
from tactica.envs.engine.game import Game
from tactica.envs.replay import open_game, record, verify

#: Rulebooks that hide units, and a number of each unit that only its roster decides.
NUMBERS = {"wfrp1": "weapon_skill", "owh": "fighting", "heimr": "hp_max"}

LAST = 2  # the roster row of whoever side 0 does not see
WALLED = """
ruleset: wfrp1
board:
  map: |
    ....#...
    ....#...
    ....#...
units:
- {template: sellsword, side: side0, at: [1, 1]}
- {template: sellsword, side: side1, at: [2, 2]}
- {template: goblin_archer, side: side1, at: [6, 1]}
"""
OPEN = """
ruleset: SLUG
board: {size: [6, 6]}
units:
- {template: ONE, side: side0, at: [1, 1]}
- {template: ONE, side: side1, at: [2, 2]}
- {template: OTHER, side: side1, at: [3, 3]}
"""
SCENES = {
    "wfrp1": WALLED,
    "owh": OPEN.replace("SLUG", "owh").replace("ONE", "mercenary").replace("OTHER", "goblin"),
    "heimr": OPEN.replace("SLUG", "heimr").replace("ONE", "greatsword_brute").replace("OTHER", "archer"),
}
CHOICE = """deploy: {side1: [5, 0, 7, 2]}
choose:
- {side: [side1], count: 1, from: [skaven, dwarf_axeman, goblin_archer]}
"""


def rosters(pool, row=0):
    """The unit records of each roster of a map."""
    field = pool.fields[int(pool.states[row].field_row)]
    rows = len(field.rosters) // ROSTERS
    return [field.rosters[k * rows : k * rows + int(field.roster_size[k])] for k in range(field.roster_count)]


def unseen(slug):
    """A battle in which side 0 does not know of one unit of side 1."""
    game = Game(rulesets.get(slug), scenario.pool(slug, SCENES[slug])).start(0)
    while slug == "heimr" and game.decider == LAST:  # what somebody does there shows what it is like
        game.answer(game.answers()[-1])
    last = game.s["units"][LAST]
    if slug == "owh":
        last["hidden"] = 1
    elif slug == "heimr":
        last["hidden_from"], last["hide_value"] = 1, 6
    return game


def imagined(game, seed):
    """The record of the unseen unit as side 0 imagines it; the game stays as it is."""
    twin, rng = game.clone(), np.zeros(4, np.int64)
    twin.fields = game.fields
    seed_rng(rng, seed, 0, 0, 5)
    assert twin.loops.imagine_game(twin.states, 0, twin.books, twin.fields, 0, rng)
    return twin.s["units"][LAST].copy()


@pytest.mark.parametrize("slug", NUMBERS)
def test_where_nothing_is_left_to_chance_the_roster_is_the_one_that_is_written(slug):
    pool = scenario.pool(slug, "small")
    (found,) = rosters(pool)
    assert found.tobytes() == pool.states[0].units[:6].tobytes()


@pytest.mark.parametrize("slug", NUMBERS)
def test_an_unseen_unit_is_imagined_as_its_scenario_has_it(slug):
    """Whatever it has become since, and whoever else is known."""
    game, name = unseen(slug), NUMBERS[slug]
    last, other = game.s["units"][LAST], game.s["units"][1]
    wanted = int(last[name])
    assert wanted != int(other[name])
    last[name] = other[name]
    assert [int(imagined(game, seed)[name]) for seed in range(4)] == [wanted] * 4


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
    text = WALLED.replace("- {template: goblin_archer, side: side1, at: [6, 1]}\n", CHOICE)
    allowed = {}
    for template in ("skaven", "dwarf_axeman", "goblin_archer"):
        alone = scenario.pool("wfrp1", WALLED.replace("goblin_archer", template))
        allowed[int(alone.states[0].units[LAST]["weapon_skill"])] = template
    game = Game(rulesets.get("wfrp1"), scenario.pool("wfrp1", text, n=1)).start(0)
    found = {allowed[int(imagined(game, seed)["weapon_skill"])] for seed in range(40)}
    assert len(allowed) == 3 and len(found) >= 2


def test_the_rules_of_a_battle_hold_for_what_is_imagined():
    plain, tough = (
        scenario.pool("heimr", "small_random", n=2, rules={"c.hp_wp_defaults.base_hp": base}) for base in (5, 8)
    )
    for one, other in zip(rosters(plain), rosters(tough), strict=True):
        assert (other["hp_max"] - one["hp_max"]).tolist() == [3] * len(one)


def test_a_position_made_by_hand_has_no_rosters_and_what_is_imagined_is_like_whoever_is_known():
    game = unseen("wfrp1")
    game.fields = game.fields.copy()
    game.fields["roster_count"] = 0
    assert int(imagined(game, 1)["weapon_skill"]) == int(game.s["units"][1]["weapon_skill"])


def test_a_replay_of_a_drawn_battle_is_gone_on_with_and_tells_nobody_who_is_unseen():
    """What else might have been drawn is not in its file, and what was drawn may not be known."""
    for slug, rosters_left in (("small_random", 0), ("small", 1)):
        recording = record(Game(rulesets.get("wfrp1"), scenario.pool("wfrp1", slug, n=1)).start(0))
        recording.answer(int(recording.game.answers()[0]))
        again = open_game(recording.replay())
        assert int(again.fields[0]["roster_count"]) == rosters_left
        assert verify(recording.replay()).ok


def test_rulebooks_that_hide_no_units_have_none():
    for slug in ("woin", "tow"):
        assert "rosters" not in rulesets.get(slug).field.names

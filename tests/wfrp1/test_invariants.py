"""Invariants that name what is broken, and that nothing a side cannot know shows anywhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conformance import play
from conformance.test_seen import PARTS, look

from tactica.envs import scenario
from tactica.envs.core.dice import seed_rng
from tactica.envs.engine.game import Game
from tactica.envs.engine.spaces import Layout
from tactica.envs.render.words import narrate
from tactica.envs.rulesets.wfrp1 import invariants
from tactica.envs.rulesets.wfrp1.vocab import Item, Prompt, Verb

pytestmark = pytest.mark.both_engines

DECISIONS = 2_000 if play.LONG else 60 if play.INTERPRETED else 250

#: Two bands without a light meet in the dark between walls: bowmen, skaven that see a little, men that see nothing.
IN_THE_DARK: dict[str, Any] = {
    "ruleset": "wfrp1",
    "name": "Dark yard",
    "board": {"map": ".......\n...#...\n...#...\n.......\n..#.#..\n.......\n.......\n"},
    "sides": ["men", "skaven"],
    "battle": {"light": "dark"},
    "units": [
        {"template": "sellsword", "side": "men", "at": [1, 1], "facing": "south"},
        {"template": "ranger", "side": "men", "at": [5, 0], "facing": "south"},
        {"template": "physician", "side": "men", "at": [0, 3], "facing": "east", "light": "none"},
        {"template": "skaven", "side": "skaven", "at": [1, 5], "facing": "north"},
        {"template": "skaven", "side": "skaven", "at": [5, 5], "facing": "north"},
        {"template": "goblin_archer", "side": "skaven", "at": [6, 3], "facing": "west"},
    ],
}


class Dark(play.Table):
    """A table with a scenario, laid out from data or by name."""

    def __init__(self, source: Any) -> None:
        pool = scenario.pool("wfrp1", source, 2, 1)
        self.source, self.starts, self.rules = source, pool, pool.ruleset
        self.pool, self.books, self.fields = (play.plain(part) for part in (pool.states, pool.books, pool.fields))
        self.pool_lanes = play.as_lanes(self.pool)
        self.states = play.plain(self.rules.new_states(1))
        self.lanes = play.as_lanes(self.states)
        self.loops, self.type = self.rules.loops, self.rules.state
        self.check = pool.ruleset.checks.invariants

    @property
    def world(self) -> Any:
        return self.loops.World(self.books[self.s.book_row], self.fields[self.s.field_row])


@pytest.fixture(params=["night_guns", "cellar", "ambush", IN_THE_DARK], ids=["guns", "cellar", "ambush", "dark_yard"])
def table(request):
    return Dark(request.param)


def policies(table, viewer):
    """What the in-kernel policies would answer."""
    words = np.ones((1, 4), np.int64)
    count = len(table.rules.module("tactics").POLICIES) if viewer == table.s.decider_side else 0
    return [
        int(table.loops.choose_game(table.states, 0, table.books, table.fields, policy, words))
        for policy in range(count)
    ]


def test_nothing_hidden_shows_in_observation_mask_or_plans(table):
    layout = Layout.covering(table.rules, table.pool)
    rng = np.random.default_rng(3)
    changed = seen_by_others = 0
    for _ in table.positions(DECISIONS, seed=3):
        if table.is_over:
            continue
        kept = table.snapshot()
        for viewer in range(2):
            before, others = look(table, layout, viewer), look(table, layout, 1 - viewer)
            planned = policies(table, viewer)
            invariants.scramble_hidden(table.s, viewer, rng, table.world)
            changed += table.kept != kept.tobytes()
            table.loops.settle_game(table.states, 0, table.books, table.fields, True)
            now = look(table, layout, viewer)
            assert [part for part in PARTS if now[part].tobytes() != before[part].tobytes()] == []
            now = look(table, layout, 1 - viewer)
            seen_by_others += any(now[part].tobytes() != others[part].tobytes() for part in PARTS)
            assert policies(table, viewer) == planned
            table.restore(kept)
    assert changed and seen_by_others


def imagined(table, viewer):
    """Whether a side imagines anything, and all units as it does; the position stays."""
    kept, rng = table.snapshot(), np.zeros(4, np.int64)
    seed_rng(rng, 1, 0, 0, 5)
    is_other = table.loops.imagine_game(table.states, 0, table.books, table.fields, viewer, rng)
    units = table.s.units.copy()
    table.restore(kept)
    return is_other, units


def differing(units, others):
    """Names of the fields in which units differ."""
    return [name for name in units.dtype.names if (units[name] != others[name]).any()]


@pytest.mark.parametrize("source", ["night_guns", "cellar", "camp_random", "powder", "harpies", IN_THE_DARK])
def test_what_a_side_imagines_does_not_depend_on_what_is_hidden(source):
    table, rng = Dark(source), np.random.default_rng(5)
    changed = 0
    for i, _ in enumerate(table.positions(DECISIONS, seed=5)):
        if table.is_over or i % 2:
            continue
        kept = table.snapshot()
        for viewer in range(2):
            is_other, units = imagined(table, viewer)
            invariants.scramble_hidden(table.s, viewer, rng, table.world)
            changed += table.kept != kept.tobytes()
            again, others = imagined(table, viewer)
            assert (again, differing(units, others)) == (is_other, [])
            table.restore(kept)
    assert changed


def test_nothing_hidden_shows_in_the_texts_of_choices_and_events(table):
    """Legal choices in words, and what either side is told of what has happened."""
    game = Game("wfrp1", table.starts, states=table.states)
    rng = np.random.default_rng(4)
    for i, _ in enumerate(table.positions(DECISIONS, seed=4)):
        if table.is_over or i % 3:
            continue
        kept = table.snapshot()
        for viewer in range(2):
            told = [narrate(game, viewer), game.legal_texts() if game.side == viewer else {}]
            invariants.scramble_hidden(table.s, viewer, rng, table.world)
            table.loops.settle_game(table.states, 0, table.books, table.fields, True)
            assert [narrate(game, viewer), game.legal_texts() if game.side == viewer else {}] == told
            table.restore(kept)


@pytest.mark.interpreted_only
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"wounds": 50}, "more wounds"),
        ({"main_hand": len(Item)}, "units.main_hand is not in 0..54"),
        ({"declared": Verb.STRIKE}, "units.declared is not in 0, 3, 4, 5, 6, 7"),
        ({"ammunition": 0, "loaded": 2}, "loading does not fit"),
        ({"fleeing": 2}, "fleeing without reason"),
        ({"fleeing": 1}, "fleeing without reason"),
        ({"doomed_out": 3}, "marked for what is to come"),
        ({"doomed_severity": 3}, "marked for what is to come"),
        ({"aim_target": 0}, "aim without a target"),
        ({"hold_partner": 3, "hold_role": 1}, "do not name each other"),
        ({"round_target": 3}, "not an enemy"),
        ({"won_over": 1 << 15}, "units.won_over is not in 0..what there is"),
        ({"won_over": 1 << 9}, "wins and defeats"),
        ({"escaped": 1}, "off the board that has not left it"),
        ({"cell": -1}, "off the board that has not left it"),
        ({"cell": "of another"}, "more units in one cell"),
    ],
    ids=lambda part: next(iter(part)) if isinstance(part, dict) else "",
)
def test_an_invariant_names_what_is_broken(change, words):
    table = Dark("standard")
    for _ in table.positions(60, seed=5):
        if table.s.prompt == Prompt.TURN:
            break
    assert table.broken() == 0
    unit, other = table.s.units[2], table.s.units[1]
    for name, value in change.items():
        setattr(unit, name, int(other.cell) if isinstance(value, str) else value)
    assert words in table.rules.broken[table.broken()]


@pytest.mark.interpreted_only
def test_a_verb_without_a_question_for_its_parts_is_broken():
    table = Dark("standard")
    for _ in table.positions(60, seed=5):
        if table.s.prompt == Prompt.TURN:
            break
    table.s.pending_verb = Verb.STRIKE
    assert "the prompt does not fit" in table.rules.broken[table.broken()]


@pytest.mark.interpreted_only
@pytest.mark.parametrize("slot", [6, 40])
def test_what_a_hand_is_to_take_up_is_one_of_the_things_of_the_unit(slot):
    table = Dark("standard")
    for _ in table.positions(60, seed=5):
        if table.s.prompt == Prompt.TURN:
            break
    frame = table.s.stack[table.s.depth - 1]
    frame.verb = table.s.pending_verb = Verb.TAKE_UP
    frame.item_used, table.s.prompt = 0, Prompt.MODE
    assert table.broken() == 0
    frame.item_used = slot
    assert "the prompt does not fit" in table.rules.broken[table.broken()]

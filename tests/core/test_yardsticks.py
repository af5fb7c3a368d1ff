"""The policies every ruleset has from its plans alone, and what they know."""

from __future__ import annotations

import numpy as np
import pytest
from conformance import play

from tactica.envs.core.behaviour import yardsticks
from tactica.envs.core.behaviour.features import KEEP, WEIGHTS, Feature, Intent
from tactica.envs.core.dice import seed_rng
from toybook import tactics
from toybook.vocab import Prompt, Verb

FIERCE = 1


@pytest.fixture
def table():
    return play.Table("toybook", "banners")


def test_a_ruleset_without_policies_of_its_own_plays_the_yardsticks(table):
    """Whoever could strike is told to strike, all others march, towards the enemy."""
    assert not hasattr(tactics, "decide") and yardsticks.POLICIES[FIERCE] == "charge"
    rng = np.zeros((1, 4), np.int64)
    seed_rng(rng[0], 1, 0, 0, 0)
    told = {Verb.STRIKE: 0, Verb.MARCH: 0}
    for game in range(3):
        table.begin(game)
        for _ in range(60):
            if table.is_over:
                break
            s = table.s
            answer = int(table.loops.choose_game(table.states, 0, table.books, table.fields, FIERCE, rng))
            if s.prompt == Prompt.ORDER:
                w = table.loops.World(table.books[s.book_row], table.fields[s.field_row])
                may = any(tactics.is_in_contact(s, w, int(s.decider), other) for other in enemies_seen(s))
                assert answer == (Verb.STRIKE if may else Verb.MARCH)
                told[answer] += 1
            assert table.step(answer)
    assert min(told.values()) > 0


def enemies_seen(s):
    """The standing enemies that the unit which is asked sees."""
    return [
        who
        for who in range(s.unit_count)
        if s.allied[s.decider_side, s.units[who].side] == 0 and s.units[who].health > 0 and s.known[who] == 1
    ]


def test_the_side_that_is_asked_knows_its_friends_and_whoever_does_not_hide(table):
    hidden = 0
    for _ in table.positions(200, seed=3):
        s = table.s
        for who in range(s.unit_count):
            seen = s.units[who].hidden == 0 or s.allied[s.decider_side, s.units[who].side] == 1
            assert s.known[who] == seen
            hidden += not seen
    assert hidden > 0


def test_one_goes_near_and_the_other_keeps_away():
    charge, shoot = yardsticks.YARDSTICKS
    for row, best in ((charge, Intent.STRIKE), (shoot, Intent.SHOOT)):
        assert row["intents"].argmax() == best
        assert row["intents"].argmin() == Intent.FLEE
    assert charge["weights"][Feature.CLOSING] > 0 > shoot["weights"][Feature.OFF_DISTANCE]
    assert (charge["keep"], shoot["keep"] > 1, shoot["doctrine_count"]) == (0, True, 1)


def test_a_shooter_without_shots_keeps_no_distance(table):
    """Nobody shoots in this ruleset: the distance it likes to keep is nothing."""
    begun = next(table.positions(1))
    assert begun == 0
    behaviours = np.zeros(1, yardsticks.YARDSTICKS.dtype)
    behaviours[0] = yardsticks.YARDSTICKS[1]
    rng = np.zeros(4, np.int64)
    values = np.zeros((256, WEIGHTS))
    while table.s.prompt != Prompt.ORDER:
        table.step(table.answers()[0])
    table.loops.explain_game(table.states, 0, table.books, table.fields, behaviours, 0, rng, values)
    assert table.s.place[KEEP] == 0.0

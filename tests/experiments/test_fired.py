"""Which clauses took effect in a run."""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np
import pytest

from tactica.envs import rulesets
from tactica.envs.core.compiler import interpreted_row, trace
from tactica.envs.core.state.choosing import NO_REFUSAL
from tactica.experiments.common import UserError, named_scenarios
from tactica.experiments.coverage.fired import Sample, fired, of_tournament, standard
from tactica.experiments.tournament.manifest import draw_up
from tactica.experiments.tournament.store import TournamentFolder


def test_clauses_of_what_was_played_took_effect_and_those_of_what_was_not_did_not():
    told = []
    found = fired(Sample("wfrp1", ["tiny"], [("charge", "charge")], 2, 1), lambda done, of: told.append((done, of)))
    assert (found.games, told[-1]) == (2, (2, 2)) and found.decisions > 10
    assert found.clauses["attack.to_hit"] > 0 and found.clauses["turn.round"] > 0
    assert found.functions["modifiers.within_limits"][0] == ["attack.to_hit"]
    assert found.clauses["missile.artillery"] == 0 and found.together["missile.artillery"] == 0
    assert {"missile.artillery", "flying.swoop"} <= set(found.never)


@pytest.mark.timeout(60)
def test_a_counting_process_that_says_much_before_it_fails_is_heard_out(monkeypatch):
    words = "import sys; sys.stderr.write('x' * 200_000 + chr(10) + 'last words'); sys.exit(3)"
    monkeypatch.setattr("tactica.experiments.coverage.fired.own_python", lambda *_: [sys.executable, "-c", words])
    with pytest.raises(RuntimeError, match="counting failed: last words"):
        fired(Sample("wfrp1", ["tiny"], [("charge", "charge")], 1, 1))


@pytest.mark.parametrize(("slug", "scenarios"), [("wfrp1", ["powder", "harpies"]), ("owh", ["madhouse", "pest_house"])])
def test_what_is_said_not_to_come_into_play_does_not(slug, scenarios):
    """The reasons of the rulebook, held against a battle with powder, nets and lassos and one in the air, or against two of the
    sick, the mad and the tired, at random.
    """
    clauses = rulesets.get(slug).rulebook.clauses
    idle = {clause for clause in clauses if clauses[clause].idle}
    assert idle and {clause for clause in clauses if clauses[clause].scope == "campaign"} <= idle
    found = fired(Sample(slug, scenarios, [("random", "random")], 1, 1))
    assert idle <= set(found.never)


def test_the_standard_run_plays_every_scenario_and_behaviour():
    sample = standard("wfrp1")
    assert {"duel", "brawl", "cavalry", "harpies", "powder"} <= set(sample.scenarios)
    assert {"archer", "wrestler", "random"} <= {name for pairing in sample.pairings for name in pairing}


@pytest.mark.parametrize(
    ("result", "counts"), [(True, True), (False, False), (0, False), (-10, True), (None, True), ((0, 1), True)]
)
def test_what_counts_as_an_effect(result, counts):
    assert trace.took_effect(result) is counts


@pytest.mark.parametrize("slug", rulesets.names())
def test_what_may_refuse_takes_effect_where_nothing_stands_in_the_way(slug):
    refusals = rulesets.get(slug).book.vocab.enums["Refusal"]
    assert [refusal for refusal in refusals if trace.took_effect(refusal)] == [NO_REFUSAL]


def resolve_round(s):
    s.round_no = 3
    s.choice_count = 4


def resolve_nothing(s):
    s.choice_count = 5


def resolve_question(s):
    return s.round_no


def find_ways(s):
    s.choice_count = 6


@pytest.mark.parametrize(
    ("function", "effects"), [(resolve_round, 1), (resolve_nothing, 0), (resolve_question, 2), (find_ways, 2)]
)
def test_an_action_takes_effect_when_the_position_changes(function, effects, monkeypatch):
    """Twice the same: the first time the round changes, the second nothing does. Scratch is no position."""
    counted = Counter()
    monkeypatch.setattr(trace, "effects", counted)
    state = rulesets.get("toybook").state
    s = interpreted_row(np.zeros(1, state.dtype), 0)
    s.round_no = 1
    for _ in range(2):
        trace.traced(function, ("a.clause",))(s)
    assert counted[("a.clause", f"test_fired.{function.__name__}")] == effects


def test_a_tournament_of_another_rulebook_is_refused(tmp_path):
    TournamentFolder.create(
        tmp_path / "t", draw_up(["random", "fierce"], named_scenarios(["toybook/banners"]), pairs=2)
    )
    with pytest.raises(UserError, match="has no battles of wfrp1, only of toybook"):
        of_tournament(tmp_path / "t", "wfrp1", 1)

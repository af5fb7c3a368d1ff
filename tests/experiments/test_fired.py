"""Which clauses took effect in a run."""

from __future__ import annotations

import pytest

from tactica.envs.core import trace
from tactica.experiments.fired import Sample, fired, standard


def test_clauses_of_what_was_played_took_effect_and_those_of_what_was_not_did_not():
    told = []
    found = fired(Sample("wfrp1", ["tiny"], [("charge", "charge")], 2, 1), lambda done, of: told.append((done, of)))
    assert (found.games, told[-1]) == (2, (2, 2)) and found.decisions > 10
    assert found.clauses["attack.to_hit"] > 0 and found.clauses["turn.round"] > 0
    assert found.clauses["missile.artillery"] == 0 and found.functions.get("missile.artillery") is None
    assert found.functions["attack.to_hit"]


def test_the_standard_run_plays_every_scenario_and_behaviour():
    sample = standard("wfrp1")
    assert {"duel", "brawl", "cavalry", "harpies", "powder"} <= set(sample.scenarios)
    assert {"archer", "wrestler", "random"} <= {name for pairing in sample.pairings for name in pairing}


@pytest.mark.parametrize(
    ("result", "counts"), [(True, True), (False, False), (0, False), (-10, True), (None, True), ((0, 1), True)]
)
def test_what_counts_as_an_effect(result, counts):
    assert trace.took_effect(result) is counts

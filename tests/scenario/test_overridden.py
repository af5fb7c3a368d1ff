"""Rules given over those of a scenario pass the scenario's own check; pools have an end; pipes are not read."""

from __future__ import annotations

import os

import numpy as np
import pytest

from tactica.envs import sandbox, scenario
from tactica.envs.core.rulebook import KnobError
from tactica.envs.scenario import ScenarioError
from tactica.envs.scenario.pool import MOST_ROWS

#: Numbers that their ranges allow and these battles do not: units in one place, or off the table.
REFUSED = [
    ("tow/mixed_vs_horde", {"x.setup.base_to_cells.min_cells": 6}),
    ("tow/standard", {"x.setup.base_to_cells.mm_per_cell_tenths": 160}),
]


@pytest.mark.parametrize(("name", "rules"), REFUSED)
def test_rules_that_a_scenario_file_may_not_have_are_refused_wherever_they_come_from(name, rules):
    slug, key = name.split("/")
    (address,) = rules
    for make in (lambda: scenario.pool(slug, key, n=1, rules=rules), lambda: sandbox(name, rules=rules)):
        with pytest.raises(ScenarioError) as error:
            make()
        assert f"{address} = {rules[address]}" in str(error.value)
    with pytest.raises(ScenarioError):
        scenario.pool(slug, {**_written(name), "rules": rules}, n=1)


def _written(name):
    """A scenario as a file has it."""
    from tactica.envs.replay.config import config_of

    slug, key = name.split("/")
    return config_of(scenario.expand(scenario.load(key, slug), seed=0, n=1)[0])


def test_what_is_refused_names_no_more_than_some_problems_and_leaves_the_battle_as_it_was():
    battle = scenario.expand(scenario.load("tiny", "tow"), seed=0, n=1)[0]
    before = dict(battle.rules)
    with pytest.raises(ScenarioError):
        scenario.under({"x.setup.base_to_cells.min_cells": 6}, battle)
    assert battle.rules == before


@pytest.mark.parametrize("value", [True, False, np.True_])
def test_yes_and_no_are_no_numbers(value):
    with pytest.raises(KnobError, match="is not a number; allowed: "):
        sandbox("toybook/alliance", rules={"cards.play.might_dice": value})


def test_a_pool_without_end_is_refused_at_once():
    for n in (MOST_ROWS + 1, 10**9, 2**70, np.int64(10**12)):
        with pytest.raises(ScenarioError, match=r"are too many.*at most 1,000,000 starts in a pool"):
            scenario.pool("toybook", "alliance", n=n)
    with pytest.raises(ScenarioError, match="of 2 scenarios"):
        scenario.pool("toybook", ["alliance", "banners"], n=MOST_ROWS // 2 + 1)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_no_scenario(tmp_path):
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(ScenarioError, match="is a pipe"):
        scenario.load(str(tmp_path / "pipe.yaml"))
    assert "is a pipe" in str(scenario.check(tmp_path / "pipe.yaml")[0])

"""What a rule makes legal, forbids or brings forward, found before anything else comes out differently."""

from __future__ import annotations

import numpy as np
import pytest

from tactica.envs.engine.game import Game
from tactica.experiments.laboratory import reach
from tactica.experiments.laboratory.auditing import AuditBudget, merged
from tactica.experiments.laboratory.knobs.settings import stream_of
from tactica.experiments.laboratory.reach import ChangedOption, FirstChange, reach_of, ways_by_reach
from tactica.experiments.laboratory.shards import Player, pool_of
from tactica.experiments.laboratory.through import OptionUse, Way
from tactica.experiments.laboratory.worth.usage import Use

pytestmark = pytest.mark.compiled_only
FAR = {"action.charge.charge_reach_yards_per_m": 4}  # four times as far
NEAR = {"action.charge.charge_reach_yards_per_m": 0}


def found(slug, rules, player="charger", battles=6):
    stream, _ = stream_of(f"{slug}/small", None, seed=3)
    return reach_of(stream, [Player.of(player)], rules, battles)


def test_a_charge_that_reaches_farther_is_named_and_nothing_else():
    longer = found("wfrp1", FAR)
    assert longer.battles == 12 and longer.legal == longer.differing > 6 and longer.order == 0
    assert longer.options == (ChangedOption("charge", opened=longer.legal),)
    assert longer.text.startswith(f"Played side by side, {longer.legal} of 12 battles differ; ")
    assert longer.text.endswith(f"what is legal in {longer.legal} (charge more often).")


def test_a_charge_that_reaches_nobody_is_legal_less_often():
    shorter = found("wfrp1", NEAR)
    assert shorter.legal == shorter.differing > 6
    assert {one.option for one in shorter.options if one.closed} == {"charge"}
    assert "charge less often" in shorter.text


def test_units_that_only_the_changed_rules_ask_are_named():
    """In tow, units that can reach nobody are not asked whether they charge."""
    asked = found("tow", {"x.move.charge_declare.charge_die_max": 12}, "line")
    assert asked.legal == asked.differing == 12
    assert asked.options == (ChangedOption("charge", opened=12),)


def test_a_changed_order_of_turns_is_no_option():
    first = found("tow", {"x.setup.first_turn.fixed_first_side": 1}, "line")
    assert 0 < first.differing == first.order + first.legal and first.legal == 0
    assert first.text.endswith(f"the first thing that changes is who decides next in {first.order}.")


@pytest.mark.parametrize(
    "rules",
    [{"attack.targeted_blow.aim_head": 60}, {"tables.melee_weapons.spear.damage": 6}],
    ids=["chances", "damage"],
)
def test_other_results_are_no_change_of_what_is_legal(rules):
    other = found("wfrp1", rules, battles=12)
    assert other.legal == other.order == 0 and other.options == () and other.text == ""


def test_what_changes_nothing_differs_nowhere():
    same = found("wfrp1", {"turn.round.seconds_per_round": 12})
    assert same == FirstChange(battles=12)


def test_battles_stop_where_the_answers_differ():
    """The position of the first difference, checked by hand: the same unit is asked, and only ``charge`` is new."""
    stream, _ = stream_of("wfrp1/small", None, seed=3)
    games = [Game("wfrp1", pool_of(stream, by), skip_forced=False).start(0, seed=9) for by in ({}, FAR)]
    end, more, fewer = reach.first_difference(*games, None, np.random.default_rng(1))
    assert (end, more, fewer) == ("legal", {"charge"}, set())
    book, changed = (set(game.legal_texts().values()) for game in games)
    assert games[0].decider == games[1].decider and book < changed
    assert all("charge" in text for text in changed - book)


def test_the_share_of_battles_ranks_what_a_rule_makes_legal():
    """40 battles differ, in 30 of them a charge is legal first, in 3 a feint; one choice in eight is a charge."""
    counted = FirstChange(60, 40, 33, 0, (ChangedOption("charge", 30), ChangedOption("feint", 0, 3)))
    uses = {name: Use(name, 20, (times,), (times,)) for name, times in (("charge", 10), ("strike", 70))}
    one = Player("archer", "archer")
    (charge,) = ways_by_reach(counted, [OptionUse(one, one, False, uses)])  # a feint is too rare: 3 of 40, from 2.6 %
    assert charge.option == "charge" and charge.explained == 30 / 40 and charge.bits == 3 and charge.is_first
    assert 0.59 < charge.low < 0.60  # Wilson's interval of 30 of 40 begins at 59.8 %
    known = Way("strike", 1.0, 0.9, 0.1)
    assert merged([known], [charge]) == [charge, known]
    better = Way("charge", 1.0, 0.8, 3.0)
    assert merged([better], [charge]) == merged([charge], [better]) == [better]


def test_a_quick_audit_looks_at_fewer_battles():
    from tactica.experiments.commands.lab import QUICK_BUDGET

    assert 0 < QUICK_BUDGET["reach"] < AuditBudget().reach

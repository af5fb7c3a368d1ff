"""Exact odds: equal to trying every tape, whole, and honest about what was not followed."""

from __future__ import annotations

import io

import numpy as np
import pytest
from rich.console import Console
from sandbox.toy import skirmish, try_every_tape

from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.odds import Odds, odds
from tactica.envs.sandbox import ParseError

EXACT = 1e-12


def at_target(skip_forced=True, **health):
    """Ann has two enemies to choose from, and acts first; then Cid strikes back."""
    table = skirmish([9, 9, 9, 1, 1, 1], skip_forced=skip_forced)
    table.unit("dot").at = (2, 1)
    for name, points in health.items():
        table.unit(name).health = points
    table.play("strike", "hold", "strike", "hold")
    table.dice = None
    assert (table.decider, table.prompt) == ("ann", "target")
    return table


def same(one, other):
    assert set(one) == set(other)
    for value in one:
        assert one[value] == pytest.approx(other[value], abs=EXACT)


def test_odds_equal_trying_every_tape():
    table = at_target()
    counted = table.odds("cid", want="cid.health", until="procedure")
    same(counted, {3: 5 / 6, 2: 2 / 36, 1: 4 / 36})
    assert counted.lost == 0.0
    assert counted.complete

    def play(twin):
        twin.play("cid")
        return twin.unit("cid").health, twin.unit("ann").health

    tried = try_every_tape(at_target(), play)
    counted = table.odds("cid", then=["ann"], want=("cid.health", "ann.health"))
    assert counted.unused == ()

    def play_on(twin):
        twin.play("cid")
        if twin.prompt == "target":
            twin.play("ann")
        return twin.unit("cid").health, twin.unit("ann").health

    same(counted, try_every_tape(at_target(), play_on))
    assert sum(counted.values()) == pytest.approx(1.0, abs=EXACT)
    assert sum(tried.values()) == pytest.approx(1.0, abs=EXACT)


@pytest.mark.parametrize(
    "then", [["ann"], {"target": "ann"}, {"cid: target": "ann"}, {"target": ["dot", "ann"]}, "ann"]
)
def test_reactions_may_be_given_in_many_ways(then):
    table = at_target()
    by_function = table.odds("cid", then=lambda t: "ann" if t.decider == "cid" else None, want="ann.health")
    same(table.odds("cid", then=then, want="ann.health"), by_function)
    assert by_function[0] + by_function[1] > 0.0


def test_functions_and_fields_see_the_same():
    table = at_target()
    by_field = table.odds("cid", then=["ann"], want=("cid.health", "ann.health", "round", "ending"))
    by_function = odds(
        table, "cid", then=["ann"], want=lambda t: (t.unit("cid").health, t.unit("ann").health, t.round, t.ending)
    )
    same(by_field, by_function)


def test_a_branch_ends_at_the_first_decision_nobody_answers():
    table = at_target()
    open_ = table.odds("cid", want=lambda t: (t.decider, t.prompt, bool(t.choices())))
    assert set(open_) <= {("cid", "target", True), ("ann", "order", True), ("bea", "order", True)}
    assert open_["cid", "target", True] > 0.5, "Cid is asked whom to strike unless he fell"


def test_answers_that_are_not_asked_for_are_passed_over():
    table = at_target(cid=1)
    counted = table.odds("cid", then=["cid: ann", "ann: hold"], want=lambda t: (t.unit("cid").health, t.decider))
    fell = counted.p(lambda value: value[0] == 0)
    assert 0.0 < fell < 1.0
    assert counted.unused == ()
    assert table.odds("cid", then=["ann", "bea: march"], want="round").unused == ()
    assert table.odds("dot", then=["dot: ann"], want="round").unused == ("dot: ann",)


def test_until():
    table = at_target()
    following = table.odds("cid", then={"target": "ann"}, want="round", until="round")
    same(following, {2: 1.0})
    asked = table.odds("cid", then={"order": "hold"}, want=lambda t: (t.decider, t.prompt), until="target")
    assert asked["cid", "target"] > 0.5, (
        "and where Cid fell, battle goes on to the target of somebody later, or its end"
    )
    stopped = table.odds("cid", then={"target": "ann"}, want=lambda t: t.prompt, until=lambda t: t.prompt == "order")
    same(stopped, {"order": 1.0})
    with pytest.raises(IllegalChoice, match=r"target, asked of cid: ann, bea; 100 % of all outcomes"):
        table.odds("cid", until="round")


def test_single_answers_are_given_unasked_as_on_the_table():
    table = at_target()
    table.unit("bea").health = 0
    table.unit("bea").at = (5, 4)
    unasked = table.odds("cid", want="ann.health", until="round")
    table.skip_forced = False
    with pytest.raises(IllegalChoice):
        table.odds("cid", want="ann.health", until="round")
    same(table.odds("cid", then={"target": "ann"}, want="ann.health", until="round"), unasked)


def test_the_table_is_left_alone():
    table = at_target()
    table.dice = [6, 3]
    before, events = table.snapshot(), list(table.events)
    table.odds("cid", then=["ann"], want=lambda t: t.unit("ann").health)
    assert table.snapshot() == before
    assert table.events == events
    assert table.dice_left == [6, 3]
    with pytest.raises(TypeError, match="read-only while counting odds"):
        table.odds("cid", want=lambda t: setattr(t.unit("ann"), "health", 1))
    with pytest.raises(TypeError, match="not recorded while counting odds"):
        table.odds("cid", want=lambda t: len(t.events))


def test_beyond_the_budget_the_distribution_is_partial_and_says_so():
    table = at_target()
    whole = table.odds("cid", then=["ann"], want="ann.health")
    assert whole.complete
    last = 0.0
    for budget in (1, 20, 60, 200, whole.runs + 1):
        part = table.odds("cid", then=["ann"], want="ann.health", budget=budget)
        assert sum(part.values()) + part.lost == pytest.approx(1.0, abs=EXACT)
        assert part.complete == (part.lost == 0.0)
        assert part.followed >= last - EXACT
        for value in part:
            assert part[value] <= whole[value] + EXACT
        last = part.followed
    assert last == pytest.approx(1.0, abs=EXACT)
    short = table.odds("cid", then=["ann"], want="ann.health", budget=20)
    assert not short.complete
    assert short.lost_to["budget"] > 0.0
    assert short.note().startswith("incomplete, ") and " % because of the budget; " in short.note()


def test_what_rules_only_write_is_left_out_unless_asked_for(monkeypatch):
    state = at_target().ruleset.module("state")
    table = at_target()
    rich = table.odds("cid", then=["ann"], want="ann.health")
    monkeypatch.setattr(state, "WRITE_ONLY", ("risen", "speed"), raising=False)
    same(table.odds("cid", then=["ann"], want="ann.health"), rich)
    by_hand = table.odds("cid", want=lambda t: (t.unit("ann").risen, int(t.state["speed"][0]), t.prompt))
    assert by_hand[0, 9, "target"] > 0.5, "what is looked at is kept after all"
    assert 9 in table.odds("cid", want=lambda t: int(t.state["speed"][0]))


def test_mistakes_are_named():
    table = at_target()
    for wrong in (["sing"], {"target": "sing"}, ["eve: ann"], [""]):
        with pytest.raises(ParseError, match="then: "):
            table.odds("cid", then=wrong)
    with pytest.raises(ParseError, match="no prompt 'targets'"):
        table.odds("cid", then={"targets": "ann"})
    with pytest.raises(IllegalChoice):
        table.odds("bea")
    with pytest.raises(KeyError, match="no unit 'eve'"):
        table.odds("cid", want="eve.health")
    with pytest.raises(ValueError, match="has no 'healt'"):
        table.odds("cid", want="cid.healt")
    with pytest.raises(ValueError, match="unknown"):
        table.odds("cid", want="rounds")
    with pytest.raises(ValueError, match="not a single number"):
        table.odds("cid", want="deck")
    with pytest.raises(ParseError, match="'nonsense' is not one of the choices of cid: ann, bea"):
        table.odds("cid", then=lambda t: "nonsense")


def test_a_choice_with_parts_is_answered_part_by_part():
    table = skirmish()
    same(table.odds("guard west", want=lambda t: t.unit("ann").guard_direction), {6: 1.0})
    counted = table.odds(
        "guard west", then=["guard sw", "hold"], want=lambda t: (t.unit("bea").guard_direction, t.decider)
    )
    same(counted, {(5, "dot"): 1.0})
    with pytest.raises(ParseError, match="incomplete choice"):
        table.odds("guard west", then=["guard"], want="round")


def test_results_of_an_odds():
    result = Odds({2: 0.25, 0: 0.5, 1: 0.125}, {"budget": 0.125, "cut": 0.0}, runs=7, positions=3, title="strike")
    assert list(result) == [0, 1, 2]
    assert result[5] == 0.0
    assert 5 not in result
    assert result.at_least(1) == 0.375
    assert result.at_most(1) == 0.625
    assert result.p(lambda value: value % 2 == 0) == 0.75
    assert result.mean() == pytest.approx((1 * 0.125 + 2 * 0.25) / 0.875)
    assert result.lost == 0.125
    assert result.lost_to == {"budget": 0.125}
    assert not result.complete
    out = Console(file=io.StringIO(), width=80)
    out.print(result.table())
    shown = out.file.getvalue()
    assert "0.125000" in shown
    assert "incomplete, 87.5 % of all outcomes counted; left open: 12.5 % because of the budget" in " ".join(
        shown.split()
    )
    assert "incomplete, 87.5 %" in repr(result)
    assert list(Odds({"b": 0.5, "a": 0.5}, {})) == ["a", "b"]
    assert next(iter(Odds({None: 0.25, 1: 0.75}, {}))) == 1
    assert Odds({1: 1.0}, {"cut": 1e-14}).complete


@pytest.mark.parametrize("seed", range(3))
def test_counting_agrees_with_playing(seed):
    """The mean health after a blow and the answer to it, against playing it many times (five standard errors)."""
    table = at_target()
    counted = table.odds("cid", then=["ann"], want="ann.health")
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(60):
        twin = table.clone()
        twin.state["rng"][:] = rng.integers(0, 2**32, 4)
        twin.play("cid")
        if twin.prompt == "target":
            twin.play("ann")
        found.append(twin.unit("ann").health)
    spread = np.sqrt(sum((value - counted.mean()) ** 2 * weight for value, weight in counted.items()))
    assert abs(np.mean(found) - counted.mean()) < 5 * spread / np.sqrt(60) + EXACT


def test_what_is_certain_is_one():
    """Ten tenths add up to a little less than 1."""
    certain = Odds({0: sum([0.1] * 10)}, {})
    assert certain[0] == 1.0
    assert certain.at_least(0) == 1.0
    parts = Odds(dict.fromkeys(range(10), 0.1) | {None: 0.0}, {})
    assert parts.at_most(9) == pytest.approx(1.0, abs=EXACT)
    assert Odds({0: 0.5, None: 0.5}, {}).at_least(0) == 0.5, "what did not happen is neither more nor less"
    assert Odds({0: 0.9}, {"budget": 0.1}).at_least(0) == 0.9

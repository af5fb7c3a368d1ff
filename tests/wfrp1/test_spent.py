"""What no longer matters before the round is over is left out of odds, and no odds change by that."""

from __future__ import annotations

import pytest
from fixtures import clause, duel

from tactica.envs.odds.count import Count
from tactica.envs.sandbox.counting import position_of

ANSWERS = {
    "parry": ["parry_main", "parry_off", "no_parry"],
    "turn": ["strike man", "strike orc", "pass"],
    "extra_blow": ["strike man", "strike orc", "pass"],
}
#: So few faces that every branch can be followed, and critical hits are common.
SMALL = {"damage.basic.damage_die": 2, "parry.attempt.parry_die": 2, "damage.additional.opt_additional_damage": 0}
BOTH = ("man.wounds", "orc.wounds")


def count(scene, want=BOTH, answers=ANSWERS, first="strike orc", **how):
    return scene.odds(first, answers=answers, want=want, until="round", **how)


def counted_both_ways(monkeypatch, scene, **how):
    """The odds without and with leaving out what is spent."""
    reduced = count(scene, **how)
    with monkeypatch.context() as patch:
        patch.setattr(Count, "_is_told_what_is_spent", lambda count, text: False)
        whole = count(scene, **how)
    return whole, reduced


def armed(**more):
    return {"w": 2, "i": 31, **more}


SCENES = {
    "one blow each": ({}, {}, {}),
    "at the same moment": ({"i": 30}, {"i": 30}, {}),
    "two blows of one": ({"a": 2, "w": 1}, {"w": 1}, {}),
    "quick": ({"i": 20}, {"i": 60, "a": 2, "w": 1}, {}),
    "shields": ({"off_hand": "shield"}, {"off_hand": "shield"}, {}),
    "two hands": ({"main_hand": "two-handed weapon"}, {"main_hand": "two-handed weapon"}, {}),
    "unarmed": ({"main_hand": "nothing"}, {"t": 8}, {}),
    "left hand": ({"left_handed": True}, {"off_hand": "knife"}, {}),
    "monster": ({}, {"npc": True, "int": 10, "natural_weapons": True, "main_hand": "nothing"}, {}),
    "a lantern in the hand": ({"off_hand": "lantern"}, {}, {}),
    "dazed are helpless": ({}, {}, {"c.stunned.dazed_is_static": 1}),
    "they flee at once": ({"i": 60}, {"i": 20}, {"flee.declare.forced_flee_delay_rounds": 0}),
    "parries cost nothing": ({}, {}, {"parry.cost.parry_cost_attacks": 0}),
    "they flee at once, struck at": (
        {"i": 20, "a": 2, "w": 1},
        {"i": 60},
        {"flee.declare.forced_flee_delay_rounds": 0},
    ),
    "damaged weapons": ({"ws": 60, "a": 2, "w": 1}, {"ws": 20, "w": 1}, {}),
    "an octopus": ({}, {"body_plan": "octopus"}, {}),
    "armour": ({"armour": ["helmet", "breastplate"]}, {"armour": ["helmet"], "s": 4}, {}),
    "no debts": ({}, {}, {"parry.cost.parry_debt_carries": 0}),
    "parry after the dice": ({}, {}, {"parry.attempt.parry_after_damage_roll": 1}),
}


@clause("wfrp1.injury.critical_hit", "wfrp1.attack.fumble", "wfrp1.turn.round")
@pytest.mark.compiled_only
@pytest.mark.parametrize("name", SCENES)
def test_what_is_spent_changes_no_odds(monkeypatch, name):
    man, orc, rules = SCENES[name]
    scene = duel(man=armed(**man), orc=armed(**orc), rules={**SMALL, **rules})
    first = "strike orc" if scene.decider == "man" else "strike man"
    whole, reduced = counted_both_ways(monkeypatch, scene, first=first, cut=0.0, budget=3_000_000)
    assert whole.complete and reduced.complete
    assert sum(reduced.values()) == pytest.approx(1.0, abs=1e-12)
    assert dict(reduced) == {value: pytest.approx(chance, abs=1e-13) for value, chance in whole.items()}


@pytest.mark.parametrize(
    ("field", "number"),
    [("prone", 1), ("dazed", 3), ("bleeding", 2), ("right_arm_off", 5), ("left_arm_off", 99), ("leg_off", 2), ("off_guard", 2)],
)  # fmt: skip
def test_what_is_spent_changes_no_odds_of_the_hurt(monkeypatch, field, number):
    scene = duel(man=armed(w=1), orc=armed(w=1), rules=SMALL)
    setattr(scene.unit("orc"), field, number)
    whole, reduced = counted_both_ways(monkeypatch, scene, cut=1e-5)
    for value, chance in reduced.items():
        assert whole[value] == pytest.approx(chance, abs=whole.lost + reduced.lost + 1e-13)
    assert reduced.runs <= whole.runs


def test_fewer_positions_are_run(monkeypatch):
    scene = duel(man=armed(), orc=armed(), rules=SMALL)
    whole, reduced = counted_both_ways(monkeypatch, scene, cut=1e-6)
    assert reduced.positions < 0.7 * whole.positions


@pytest.mark.parametrize(
    ("want", "answers"),
    [
        (["orc.wounds", "orc.bleeding"], ANSWERS),
        (["orc.wounds", "critical"], ANSWERS),
        (lambda after: after.unit("orc").bleeding, ANSWERS),
        ("orc.wounds", {**ANSWERS, "turn": ["strike man", "tend orc", "pass"]}),
        ("orc.wounds", {**ANSWERS, "turn": ["strike man", "strike orc"]}),
        ("orc.wounds", {"parry": "parry", "extra_blow": "pass", "orc: turn": ["strike man", "pass"]}),
    ],
)
def test_nothing_is_left_out_that_is_asked_for(want, answers):
    scene = duel(man=armed(), orc=armed(), rules=SMALL)
    told = Count(position_of(scene), "strike orc", None, answers, want, "round", "stop", 10, 0.0, frozenset())
    assert told.workers._workers[0]._until[2] == 0


def test_what_is_left_out_is_left_out_of_plain_rounds():
    scene = duel(man=armed(), orc=armed(), rules=SMALL)
    told = Count(position_of(scene), "strike orc", None, ANSWERS, BOTH, "round", "stop", 10, 0.0, frozenset())
    assert told.workers._workers[0]._until[2] == 1

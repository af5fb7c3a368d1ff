"""Requirements, opposed rolls, what penalties are laid on, and rolling again for willpower."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.blows import happened, use
from heimr.ground import act, chance, foe, kinds, man, scene, settle, verbs
from heimr.scenes import exactly

REROLL = "check.willpower_reroll"


def crosser(number, *, dex=0, fatigue=4, wp=3, rules=None, **more):
    """A man before a border that asks for agility."""
    table = scene(
        man(dex=max(dex, 0), agility=(0, 0), **more),
        foe(at="C1"),
        borders=[("B2", "B3", {"crossing": number})],
        rules=rules,
    )
    use(table, "man", fatigue=fatigue, wp=wp)
    return table


# --- penalties


@clause("heimr.check.penalty_scope")
@pytest.mark.parametrize(
    ("fields", "c"),
    [
        ({"attribute_penalty": [0, 1]}, 0), ({"attribute_penalty": [0, 1], "physical_penalty": 1}, -1),
        ({"attribute_penalty": [1]}, 1),
        ({"mental_penalty": 2}, 1), ({"ability_penalty": [0, 1]}, 0), ({"ability_penalty": [1]}, 1),
        ({"attribute_penalty": [0, 1], "ability_penalty": [0, 1], "physical_penalty": 1}, -2),
    ],
)  # fmt: skip
def test_what_a_penalty_hits(fields, c):
    """Agility rests on dexterity, which is physical."""
    table = scene(man(set=fields), foe())
    act(table, "end_turn", "use_dodge", dice=[3, *[8] * abs(c)])
    assert table.unit("man").defence_consistency == c


@clause("heimr.check.penalty_scope")
@pytest.mark.parametrize(
    ("fields", "c"), [({"attribute_penalty": [1, 2]}, 1), ({"attribute_penalty": [2, 1]}, 1), ({"attribute_penalty": [1,
    2], "physical_penalty": 1}, 0), ({"physical_penalty": 2}, 1)]
)  # fmt: skip
def test_of_two_attributes_the_larger_penalty_counts_once(fields, c):
    """Pole arms rest on strength and dexterity."""
    table = scene(man(weapons=["pole_arm"], pole_arms=(2, 0), set=fields), foe())
    act(table, "end_turn", "parry_sword_hand", dice=[3, *[8] * abs(c)])
    assert table.unit("man").defence_consistency == c


@clause("heimr.check.penalty_scope")
def test_penalties_of_a_whole_battle():
    """1 each on the group, the attribute and the ability."""
    table = scene(man(), foe(), order=[6, 10, 10, 1, 1, 1], rules={"check.penalty_scope.unit_penalty_physical": 1})
    act(table, "end_turn", "use_dodge", dice=[3, 8, 8])
    assert table.unit("man").defence_consistency == -2


@clause("heimr.check.penalty_scope", "heimr.action.observe_cell")
def test_a_hangover():
    """A penalty of 1 on the mental group: perception with consistency 0 against 7, 2 more where the searcher stands."""
    table = scene(man(), foe(set={"hidden_from": ["man"], "hide_value": 7}), cells=[("B2", {"dark": 1})])
    assert chance(table, "observe_cell 1,1", want="event revealed") == exactly(1 - 4 / 6 * 0.4)
    use(table, "man", mental_penalty=1)
    assert chance(table, "observe_cell 1,1", want="event revealed") == exactly(2 / 6)


# --- opposed rolls


@clause("heimr.check.opposed", "heimr.action.observe_insight")
@pytest.mark.parametrize(("ties", "expected"), [(1, 21 / 36), (0, 15 / 36)])
def test_who_reacts_wins_ties(ties, expected):
    """Insight against persuasion, both with consistency 0 and potential 2."""
    table = scene(
        man(emp=2),
        foe(soc=2, set={"ability_penalty": [0, 0, 0, 0, 1]}),
        rules={"check.opposed.reacting_side_wins_ties": ties},
    )
    assert chance(table, "observe_insight orc", want="event read") == exactly(expected)


@clause("heimr.check.opposed")
def test_equal_results_of_insight_and_persuasion():
    table = scene(man(emp=2), foe(soc=2, set={"ability_penalty": [0, 0, 0, 0, 1]}))
    act(table, "observe_insight orc", dice=[6, 6])
    assert table.unit("orc").read_by == ("man",)


@clause("heimr.check.opposed", "heimr.action.observe_insight")
@pytest.mark.parametrize(
    ("face", "words"),
    [
        (6, "man sees through orc (persuasion 5) (natural result 6 + attributes 1 = 7; the d6 shows 6)"),
        (3, "man fails at reading orc, needing 5 (natural result 3 + attributes 1 = 4; the d6 shows 3)"),
    ],
)
def test_both_of_two_opposed_rolls_are_told(face, words):
    table = scene(man(emp=1), foe(soc=2))
    said = [event.text for event in act(table, "observe_insight orc", dice=[2, 3, face])]
    assert "orc scores 5 in persuasion (natural result 3 + attributes 2 = 5; the d6 shows 2)" in said
    assert said[-1] == words


@clause("heimr.action.observe_insight")
def test_insight_against_persuasion():
    table = scene(man(emp=2), foe())
    assert chance(table, "observe_insight orc", want="event read") == exactly(0.488889)


# --- requirements


@clause("heimr.check.requirement", "heimr.fatigue.requirement")
@pytest.mark.parametrize(
    ("dex", "penalty", "number", "fatigue", "expected"),
    [(1, 0, 5, 1, 0.85), (0, 1, 9, 1, 0), (0, 0, 6, 4, 0.583333), (4, 0, 6, 4, 0.85), (4, 0, 6, 1, 1 - 1 / 60),
    (0, 0, 10, 4, 0.1)],
)  # fmt: skip
def test_a_requirement_is_met_by_equal_results(dex, penalty, number, fatigue, expected):
    table = crosser(number, dex=dex, fatigue=fatigue)
    use(table, "man", physical_penalty=penalty)
    assert chance(table, "move north", want="success") == exactly(expected)


@clause("heimr.check.requirement", "heimr.check.failure_consequence")
def test_exactly_what_is_required():
    table = crosser(5, fatigue=1)
    act(table, "move north", dice=[5, 2])
    assert table.unit("man").at == (1, 0) and table.unit("man").prone == 0


@clause("heimr.check.requirement", "heimr.fatigue.requirement")
@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ([3, 3], "man is too tired for crossing the border, needing 5 (natural result 3 + attributes 2 = 5; "),
        ([2, 1], "man fails at crossing the border, needing 5 (natural result 2 + attributes 2 = 4; "),
        ([4, 2], "man succeeds at crossing the border, needing 5 (natural result 4 + attributes 2 = 6; "),
    ],
)
def test_what_fails_by_fatigue_alone_is_said_to(dice, words):
    """At fatigue 4: 3 + 2 would do."""
    table = crosser(5, dex=2)
    events = act(table, "move north", dice=dice)
    said = [event.text for event in events if event.kind in ("too_tired", "failed", "passed")]
    assert said == [f"{words}the d6 shows {dice[0]})"]


@clause("heimr.check.failure_consequence")
def test_a_jump_that_fails():
    """2 metres: 3 is required. Who fails stays, lies prone, and has moved."""
    table = crosser(3, fatigue=1)
    act(table, "move north", dice=[2, 1])
    man_ = table.unit("man")
    assert man_.at == (1, 1) and man_.prone == 1 and man_.standard_left == 0 and man_.fall_timer == 0


@clause("heimr.check.failure_consequence", "heimr.action.free")
def test_a_search_that_finds_nobody_costs_a_free_action():
    table = scene(man(), foe(at="C1"))
    act(table, "observe_cell 0,0", dice=[1, 1])
    assert table.decider == "man" and table.unit("man").standard_left == 1
    assert "observe_cell" not in verbs(table)


# --- again, for willpower


@clause("heimr.check.willpower_reroll")
@pytest.mark.parametrize(
    ("wp", "rules", "expected"),
    [
        (2, {}, 0.784), (1, {}, 0.64), (0, {}, 0.4), (3, {"willpower_per_reroll": 2}, 0.64),
        (1, {"willpower_per_reroll": 2}, 0.4), (2, {"max_rerolls": 1}, 0.64),
        (2, {"max_rerolls": 0}, 0.4), (2, {"allow_when_failure_has_consequences": 0}, 0.4),
    ],
)  # fmt: skip
def test_rolling_again_as_long_as_willpower_lasts(wp, rules, expected):
    """Agility with consistency 1 and potential 1 against 8."""
    table = crosser(8, dex=1, fatigue=1, wp=wp, rules={f"{REROLL}.{name}": value for name, value in rules.items()})
    assert chance(table, "move north", want="success", wanted=("reroll",)) == exactly(expected)


@clause("heimr.check.willpower_reroll")
@pytest.mark.parametrize(("allowed", "expected"), [(1, 0.96), (0, 0.85)])
def test_a_roll_that_failed_by_fatigue_alone(allowed, expected):
    """Whoever fails has tired by it: a natural of 5 is needed the second time."""
    table = crosser(1, fatigue=4, wp=1, rules={f"{REROLL}.allow_on_fatigue_failure": allowed})
    assert chance(table, "move north", want="success", wanted=("reroll",)) == exactly(expected)


@clause("heimr.check.willpower_reroll")
def test_failing_by_fatigue_and_by_number():
    """A 2 fails by both: rolled again even where fatigue alone is no reason."""
    table = crosser(5, fatigue=4, wp=1, rules={f"{REROLL}.allow_on_fatigue_failure": 0})
    table.dice = [2, 2, 5, 1]
    table.play("move north")
    assert table.prompt == "reroll" and set(table.choices()) == {"reroll", "accept"}
    table.play("reroll")
    assert table.unit("man").at == (1, 0)


@clause("heimr.check.willpower_reroll")
def test_twice_in_vain_then_met():
    table = crosser(5, fatigue=1)
    table.dice = [1, 1, 2, 4, 3, 5]
    table.play("move north")
    assert (table.prompt, table.decider) == ("reroll", "man")
    table.play("reroll", "reroll")
    settle(table)
    assert table.unit("man").wp == 1 and table.unit("man").at == (1, 0)
    assert [(event.amount, event.extra) for event in happened(table, "willpower_spent")] == [(1, 2), (1, 1)]


@clause("heimr.check.willpower_reroll")
def test_where_pushing_on_is_free_it_ends_after_ninety_nine_rolls_more():
    """A battle may ask no willpower for it. A hundred rolls with a consistency of 0, of which none comes to 5."""
    table = crosser(5, fatigue=1, rules={f"{REROLL}.willpower_per_reroll": 0})
    use(table, "man", physical_penalty=1)
    table.dice = [1] * 100
    table.play("move north")
    for _ in range(99):
        assert table.prompt == "reroll"
        table.play("reroll")
    man_ = table.unit("man")
    assert table.prompt != "reroll" and (man_.at, man_.prone, man_.wp) == ((1, 1), 1, 3)


@clause("heimr.check.willpower_reroll")
def test_nothing_is_asked_without_willpower():
    table = crosser(5, fatigue=1, wp=0)
    table.dice = [1, 1]
    table.play("move north")
    assert table.prompt == "turn" and table.unit("man").prone == 1


@clause("heimr.check.willpower_reroll")
def test_a_search_may_be_repeated():
    """Perception with consistency 1 and potential 1, 2 more where the searcher stands, against 10."""
    table = scene(man(int=1), foe(set={"hidden_from": ["man"], "hide_value": 10}), cells=[("B2", {"dark": 1})])
    use(table, "man", wp=2)
    assert chance(table, "observe_cell 1,1", want="event revealed", wanted=("reroll",)) == exactly(0.784)


@clause("heimr.check.willpower_reroll", "heimr.action.observe_cell")
def test_it_is_offered_where_nobody_is_hidden():
    """Whoever searches does not know whether anybody is there."""
    table = scene(man(), foe(at="C1"))
    table.dice = [6, 10]
    table.play("observe_cell 0,0")
    assert table.prompt == "reroll"
    table.play("accept")
    assert "revealed" not in kinds(table)


@clause("heimr.check.willpower_reroll")
def test_attacks_and_defences_are_rolled_once():
    table = scene(man(weapons=["light_weapon"]), foe(stand=("dodge", 6, 10)))
    table.dice = [1, 1]
    table.play("weapon_attack orc", "defend")
    assert table.prompt == "turn" and table.unit("orc").hp == table.unit("orc").hp_max


# --- rolls of bare attributes


@clause("heimr.check.attribute_roll", "heimr.c.attribute_check_consistency")
def test_consistencies_of_bare_attributes():
    table = scene(man(), foe())
    knob = table.ruleset.rulebook.knob
    named = {
        name: knob(f"c.attribute_check_consistency.{name}").default
        for name in ("str", "dex", "sta", "int", "soc", "emp")
    }
    assert named == {"str": 4, "dex": 2, "sta": 2, "int": 2, "soc": 1, "emp": 0}
    for how, attribute in (("steady", "str"), ("uncertain", "emp")):  # arm wrestling, and reading feelings
        least, most = (knob(f"check.attribute_roll.{how}_consistency_{end}").default for end in ("min", "max"))
        assert least <= named[attribute] <= most

"""Striking: the order of Initiative, to hit, and what losses leave of those who strike later."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import CALM, HARDY, attacks_of, blows, charged, fought, order, steps_of, strikes
from tow.scenes import Ground, exactly, fray, regiment

from tactica.envs.rulesets.tow.rules.striking import clamped_need, melee_need

ORDER, HIT = "x.combat.initiative_order", "x.combat.to_hit"
STEP_UP = {"x.combat.losses_before_striking.step_up": 1}
CHART = {  # Weapon Skill -> what it needs against Weapon Skill 1 to 10
    1: [4, 4, 5, 5, 5, 5, 5, 5, 5, 5],
    2: [3, 4, 4, 4, 5, 5, 5, 5, 5, 5],
    3: [2, 3, 4, 4, 4, 4, 5, 5, 5, 5],
    4: [2, 3, 3, 4, 4, 4, 4, 4, 5, 5],
    5: [2, 2, 3, 3, 4, 4, 4, 4, 4, 4],
    6: [2, 2, 3, 3, 3, 4, 4, 4, 4, 4],
    7: [2, 2, 2, 3, 3, 3, 4, 4, 4, 4],
    8: [2, 2, 2, 3, 3, 3, 3, 4, 4, 4],
    9: [2, 2, 2, 2, 3, 3, 3, 3, 4, 4],
    10: [2, 2, 2, 2, 3, 3, 3, 3, 3, 4],
}
ONE = {"models": 1, "files": 1}
DEADLY = {"strength": 10, "weapon_skill": 10}  # needs 2 to hit, and 2 to wound


def step(gap=0, rules=None, **men):
    """The step at which the men strike, after a charge over a gap."""
    men, orcs = {**HARDY, **men}, {**HARDY, "initiative": 0}
    scene = charged(men, orcs, gap=gap, rules=rules) if gap else fray(men=men, orcs=orcs, dice=None, rules=rules)
    (found,) = steps_of(fought(scene))
    return found


def hit(men=None, orcs=None, rules=None, **more):
    """The chance that a man's one attack hits an orc."""
    men = {"models": 1, "files": 1, "traits": ["unbreakable"], **(men or {})}
    orcs = {"models": 1, "files": 1, **CALM, "toughness": 10, **(orcs or {})}
    return fray(men=men, orcs=orcs, rules=rules, **more).odds("pass", want="hits by men", open="stop")[1]


# --- the order


@clause("tow.x.combat.initiative_order", "tow.profile.initiative")
def test_the_higher_initiative_strikes_first():
    scene = fought(fray(men={**HARDY, "initiative": 3}, orcs={**HARDY, "initiative": 4}, dice=None))
    assert strikes(scene) == [("orcs", "men", 10, 4), ("men", "orcs", 10, 3)]


@clause("tow.x.combat.initiative_order", "tow.profile.initiative")
@pytest.mark.parametrize(("initiative", "left"), [(3, (0, 0)), (4, (1, 0)), (2, (0, 1))])
def test_equal_initiative_strikes_at_the_same_moment(initiative, left):
    """Two who kill each other with all their hits, unless one comes too late."""
    deadly = {**DEADLY, **ONE, "attacks": 9}
    scene = fray(men={**deadly, "initiative": initiative}, orcs={**deadly, "initiative": 3})
    found = scene.odds("pass", want=["men.models", "orcs.models"], open="stop")
    assert found[left] == max(found.values())
    assert ((0, 0) in found) is (initiative == 3)


@clause("tow.x.combat.initiative_order")
@pytest.mark.parametrize(("men", "gap", "expected"), [
    ({"initiative": 3, "movement": 8}, 8, 6), ({"initiative": 3}, 1, 4), ({"initiative": 3}, 2, 5),
    ({"initiative": 3}, 3, 6), ({"initiative": 3, "movement": 6, "traits": ["strikes_last"]}, 6, 1),
    ({"initiative": 9, "movement": 6}, 6, 10), ({"initiative": 3, "movement": 6, "weapon": "great_weapon"}, 6, 1),
    ({"initiative": 3, "traits": ["strikes_first"]}, 4, 10), ({"initiative": 2}, 0, 2), ({"initiative": 0}, 0, 0),
    ({"traits": ["strikes_first"]}, 0, 10),
])  # fmt: skip
def test_a_charge_adds_to_initiative(men, gap, expected):
    assert step(gap, **men) == expected


@clause("tow.x.combat.initiative_order")
@pytest.mark.parametrize(("knob", "value", "men", "gap", "expected"), [
    ("charge_bonus_per_inch", 2, {"initiative": 3}, 1, 5), ("charge_bonus_per_inch", 0, {"initiative": 3}, 4, 3),
    ("charge_bonus_cap", 4, {"initiative": 3}, 4, 7), ("charge_bonus_cap", 2, {"initiative": 3}, 4, 5),
    ("max_initiative", 9, {"initiative": 8}, 4, 9), ("max_initiative", 11, {"initiative": 9}, 4, 11),
    ("strikes_last_value", 2, {"traits": ["strikes_last"]}, 0, 2),
    ("strikes_first_value", 8, {"traits": ["strikes_first"]}, 0, 8),
])  # fmt: skip
def test_the_striking_order_can_be_set(knob, value, men, gap, expected):
    """The limit to a charge of four inches is left to the caps."""
    assert step(gap, {f"{ORDER}.{knob}": value}, **men) == expected


@clause("tow.x.combat.initiative_order")
def test_the_bonus_is_for_the_round_of_the_charge_only():
    scene = fought(charged(HARDY, HARDY))
    assert (scene.decider, steps_of(scene)) == ("spy", [6])
    fought(scene)
    assert steps_of(scene) == [6, 3]


@clause("tow.x.combat.initiative_order", "tow.x.combat.impact_hits", "tow.x.combat.stomp")
def test_impact_hits_come_first_and_stomps_last():
    """Before the swiftest and after those of Initiative 0."""
    men = {**HARDY, "impact_hits": 1, "stomp": 1, "initiative": 5}
    scene = fought(charged(men, {**HARDY, "traits": ["unbreakable", "strikes_first"]}))
    assert order(scene, "impact", "strikes", "stomps") == [
        ("impact", "men"),
        ("strikes", "orcs"),
        ("strikes", "men"),
        ("stomps", "men"),
    ]
    slow = fought(fray(men={**HARDY, "stomp": 1}, orcs={**HARDY, "initiative": 0}, dice=None))
    assert order(slow, "strikes", "stomps") == [("strikes", "men"), ("strikes", "orcs"), ("stomps", "men")]


@clause("tow.x.combat.initiative_order")
@pytest.mark.parametrize(("knob", "value", "expected"), [
    ("impact_step", 10, ["impact", "orcs", "men", "stomps"]), ("impact_step", 8, ["orcs", "impact", "men", "stomps"]),
    ("stomp_step", 3, ["impact", "orcs", "men", "stomps"]), ("stomp_step", 9, ["impact", "orcs", "stomps", "men"]),
    ("stomp_step", 6, ["impact", "orcs", "men", "stomps"]), ("stomp_step", 7, ["impact", "orcs", "stomps", "men"]),
])  # fmt: skip
def test_the_moments_of_impact_hits_and_stomps_can_be_set(knob, value, expected):
    """Orcs strike at 9 and the men at 3 + 3; stomps come after the blows of the same step."""
    men = {**HARDY, "impact_hits": 1, "stomp": 1, "initiative": 3}
    scene = fought(charged(men, {**HARDY, "initiative": 9}, rules={f"{ORDER}.{knob}": value}))
    told = [who if kind == "strikes" else kind for kind, who in order(scene, "impact", "strikes", "stomps")]
    assert told == expected


# --- to hit


@pytest.mark.interpreted_only
@clause("tow.x.combat.to_hit", "tow.profile.weapon_skill")
@pytest.mark.parametrize("skill", CHART)
def test_weapon_skill_against_weapon_skill(skill):
    ground = Ground(regiment())
    assert [melee_need(ground.w, skill, other) for other in range(1, 11)] == CHART[skill]


@clause("tow.x.combat.to_hit", "tow.profile.weapon_skill")
@pytest.mark.parametrize(("attacker", "target", "chance"), [
    (3, 3, 0.500000), (4, 3, 0.666667), (6, 3, 4 / 6), (7, 3, 0.833333), (3, 6, 3 / 6), (3, 7, 0.333333),
])  # fmt: skip
def test_how_often_a_blow_hits(attacker, target, chance):
    """Exactly double is 3+, exactly half is 4+."""
    assert hit({"weapon_skill": attacker}, {"weapon_skill": target}) == exactly(chance)


@clause("tow.x.combat.to_hit")
@pytest.mark.parametrize(("knob", "value", "attacker", "target", "chance"), [
    ("equal", 5, 3, 3, 2 / 6), ("equal", 3, 3, 6, 4 / 6), ("higher", 4, 4, 3, 3 / 6), ("higher", 2, 6, 3, 5 / 6),
    ("double", 3, 7, 3, 4 / 6), ("double", 1, 7, 3, 5 / 6), ("half", 6, 3, 7, 1 / 6), ("half", 4, 3, 7, 3 / 6),
    ("half", 7, 3, 7, 1 / 6),
])  # fmt: skip
def test_the_chart_of_blows_can_be_set(knob, value, attacker, target, chance):
    """Never below 2 or above 6; a natural 1 misses."""
    assert hit({"weapon_skill": attacker}, {"weapon_skill": target}, {f"{HIT}.{knob}": value}) == exactly(chance)


@pytest.mark.interpreted_only
@clause("tow.x.combat.to_hit")
@pytest.mark.parametrize(("need", "clamped"), [(1, 2), (2, 2), (5, 5), (6, 6), (7, 6), (9, 6)])
def test_modifiers_never_take_the_need_below_two_or_above_six(need, clamped):
    assert clamped_need(need) == clamped


@clause("tow.x.combat.to_hit", "tow.x.morale.fear")
@pytest.mark.parametrize(("modifier", "skill", "chance"), [
    (-1, 3, 2 / 6), (-1, 7, 1 / 6), (-5, 3, 1 / 6), (1, 3, 4 / 6), (9, 3, 5 / 6),
])  # fmt: skip
def test_the_frightened_hit_less_often(modifier, skill, chance):
    """Leadership 0 is set to fail by itself: 4 and one more are needed; no more than 6, and no less than 2."""
    men = {"leadership": 0}
    orcs = {"weapon_skill": skill, "models": 2, "files": 2, "traits": ["fear", "unbreakable"]}
    rules = {"x.morale.fear.to_hit": modifier, "test.leadership_naturals.ld_zero_auto_fail": 1}
    assert hit(men, orcs, rules) == exactly(chance)


@clause("tow.x.combat.to_hit", "tow.profile.zero_ws")
def test_weapon_skill_zero_makes_no_attacks():
    scene = fought(fray(men={**HARDY, "weapon_skill": 0}, orcs=HARDY, dice=None))
    assert {who for who, *_ in strikes(scene)} == {"orcs"}


@clause("tow.profile.zero_ws")
def test_blows_at_weapon_skill_zero_need_no_roll_to_hit():
    """Six attacks, not one die."""
    men = {"weapon_skill": 1, "models": 6, "files": 6, "traits": ["unbreakable"]}
    scene = fray(men=men, orcs={"weapon_skill": 0, "models": 6, "files": 6, "toughness": 10, "traits": ["unbreakable"]})
    scene.play("pass")
    assert (scene.last("hit").amount, scene.last("hit").extra) == (6, 6)
    assert hit({"weapon_skill": 1}, {"weapon_skill": 0}) == exactly(1.0)


@clause("tow.profile.zero_ws", "tow.x.morale.fear")
def test_modifiers_do_not_matter_where_nothing_is_rolled_to_hit():
    orcs = {"weapon_skill": 0, "models": 2, "files": 2, "traits": ["fear", "unbreakable"]}
    assert hit({"leadership": 0}, orcs) == exactly(1.0)


# --- losses before striking


def odds_of_answer(attacks, models, rules=None):
    """Men who strike first, at orcs in five files: models they fell -> the orcs' attacks, if these are always the same."""
    men = {"initiative": 5, "attacks": attacks, "toughness": 10, "traits": ["unbreakable"]}
    scene = fray(men=men, orcs={"models": models, "traits": ["unbreakable"]}, rules=rules)
    found = scene.odds("pass", want=["result wounds on orcs", "strikes.amount by orcs"], answers={"after": "restrain"})
    answers = {lost: made or 0 for lost, made in found}
    assert len(answers) == len(found)
    return answers


@clause("tow.x.combat.losses_before_striking")
def test_each_model_lost_takes_a_fighting_one_out():
    """Twenty orcs, five fighting and five behind them: three lost leave seven attacks, ten none but those of five supporters."""
    answers = odds_of_answer(1, 20)
    assert answers[3] == 7
    assert answers == {lost: max(5 - lost, 0) + 5 for lost in range(11)}


@clause("tow.x.combat.losses_before_striking")
def test_supporters_strike_as_long_as_models_remain():
    """Ten orcs: six lost leave four attacks, and nine one."""
    answers = odds_of_answer(1, 10)
    assert answers[6] == 4
    assert answers == {lost: max(5 - lost, 0) + min(5, 10 - lost - max(5 - lost, 0)) for lost in range(11)}


@clause("tow.x.combat.losses_before_striking")
def test_the_front_may_be_refilled_instead():
    answers = odds_of_answer(1, 20, STEP_UP)
    assert set(answers.values()) == {10}
    few = odds_of_answer(1, 10, STEP_UP)
    assert few == {lost: min(5, 10 - lost) + min(5, 10 - lost - min(5, 10 - lost)) for lost in range(11)}


@clause("tow.x.combat.losses_before_striking", "tow.x.combat.initiative_order")
def test_losses_of_the_same_step_take_nobody_out():
    scene = fray(
        men={"initiative": 3, **HARDY}, orcs={"initiative": 3, "traits": ["unbreakable"]}, dice=[*blows(10, 3), *([1] * 10)],
    )  # fmt: skip
    scene.play("pass")
    assert scene.last("fall").amount == 3
    assert attacks_of(scene, "orcs") == 10


# --- more attacks than none


@clause("tow.profile.attacks", "tow.x.morale.traits", "tow.x.setup.command_group", "tow.x.weapons.table")
@pytest.mark.parametrize(("men", "expected"), [
    ({}, 0), ({"traits": ["frenzy", "unbreakable"]}, 10), ({"weapon": "extra_hand_weapon"}, 10), ({"champion": True}, 1),
    ({"character": "lord", "char_attacks": 0, "char_weapon": "extra_hand_weapon"}, 1),
    ({"character": "lord", "char_attacks": 0}, 0),
])  # fmt: skip
def test_what_adds_an_attack_adds_it_to_none(men, expected):
    """Ten men with A 0, five of whom fight; those behind support them where they strike a blow at all."""
    scene = fought(fray(men={**HARDY, "models": 10, "attacks": 0, **men}, orcs={**HARDY, "attacks": 0}, dice=None))
    assert attacks_of(scene, "men") == expected

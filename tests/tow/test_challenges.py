"""Challenges: characters who fight one another, and nobody else, for a round."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import CALM, HARDY, RESULT, blows, melee, scores, settled, strikes
from tow.scenes import exactly, fray, regiment

LORD = {
    "character": "lord",
    "char_toughness": 3,
    "char_armour_value": 7,
    "char_weapon_skill": 3,
    "char_strength": 3,
    "char_initiative": 5,
}


def lords(men=None, orcs=None, **more):
    """Two regiments that stand fast, each with a lord of WS 3, S 3, T 3, W 3, I 5, four attacks and no armour. The men's is asked
    for a challenge.
    """
    scene = fray(men={**HARDY, **LORD, **(men or {})}, orcs={**HARDY, **LORD, **(orcs or {})}, **more)
    scene.play("pass")
    return scene


# --- asked and answered


@clause("tow.x.combat.challenge")
def test_the_active_side_may_challenge_and_the_other_answers():
    scene = lords(dice=None)
    assert (scene.decider, scene.prompt, scene.choices()) == ("men", "challenge", ["challenge", "keep_silent"])
    scene.play("challenge")
    assert (scene.decider, scene.prompt, scene.choices()) == ("orcs", "challenged", ["accept", "refuse"])
    assert strikes(scene) == []


@clause("tow.x.combat.challenge")
def test_the_other_side_does_not_challenge():
    scene = lords(dice=None)
    scene.play("keep_silent")
    assert scene.prompt == "attack"


@clause("tow.x.combat.challenge")
@pytest.mark.parametrize("side", ["men", "orcs"])
def test_both_units_must_hold_a_living_character(side):
    scene = fray(
        men={**HARDY, **(LORD if side == "men" else {})}, orcs={**HARDY, **(LORD if side == "orcs" else {})}, dice=None
    )
    scene.play("pass")
    assert scene.prompt != "challenge"


@clause("tow.x.combat.challenge")
def test_a_dead_character_is_not_challenged():
    scene = fray(men={**HARDY, **LORD}, orcs={**HARDY, **LORD}, dice=None)
    scene.unit("orcs").char_alive = 0
    scene.play("pass")
    assert scene.prompt != "challenge"


@clause("tow.x.combat.challenge")
def test_the_first_enemy_with_a_character_is_challenged():
    """Of three in touch the first has none."""
    foes = [
        regiment(name, "orcs", at=(11 + 2 * i, 13), facing="south", models=2, files=2, **HARDY, **(LORD if i else {}))
        for i, name in enumerate(["orcs", "goblins", "trolls"])
    ]
    scene = melee(regiment("men", at=(10, 14), models=6, files=6, **HARDY, **LORD), *foes, dice=None)
    scene.play("pass", "challenge")
    assert scene.decider == "goblins"
    assert scene.last("challenges").target == "goblins"


# --- accepted


@clause("tow.x.combat.challenge")
def test_accepted_the_two_attack_each_other_only():
    scene = lords(dice=None)
    scene.play("challenge", "accept")
    settled(scene)
    found = [(who, amount, step) for who, _, amount, step in strikes(scene)]
    assert found == [("men", 4, 5), ("orcs", 4, 5), ("men", 9, 3), ("orcs", 9, 3)]
    wounded = {e.kind for e in scene.events} & {"lost", "character_lost"}
    assert "lost" not in wounded


@clause("tow.x.combat.challenge", "tow.x.combat.allocate")
def test_nobody_else_may_attack_who_fights_a_challenge():
    scene = lords(dice=None)
    scene.play("challenge", "accept")
    assert scene.prompt != "attack"
    free = lords(dice=None)
    free.play("keep_silent")
    assert free.choices() == ["attack_unit orcs", "attack_character orcs"]


@clause("tow.x.combat.challenge")
def test_a_challenge_wounds_the_characters():
    """Four attacks, each a quarter: at the other lord, of three Wounds."""
    scene = lords({"char_initiative": 6})
    scene.play("challenge")
    found = scene.odds("accept", want=["orcs.char_alive", "orcs.char_lost_wounds"], open="stop")
    p, q = 1 / 4, 3 / 4
    assert [found[1, 0], found[1, 1], found[1, 2]] == [exactly(q**4), exactly(4 * p * q**3), exactly(6 * p**2 * q**2)]
    assert found.of("orcs.char_alive")[0] == exactly(4 * p**3 * q + p**4)


@clause("tow.x.combat.challenge")
def test_a_challenge_is_for_one_round():
    """In the next one, that of the orcs' turn, the orcs are asked."""
    calm = {"char_attacks": 0, "attacks": 0}
    scene = lords(calm, calm, dice=None)
    scene.play("challenge", "accept")
    assert scene.decider == "spy"
    scene.play("pass")
    assert (scene.decider, scene.prompt) == ("orcs", "challenge")


# --- overkill


def counted(wounds, left=1, cap=None):
    """What the men score by so many wounds in a challenge against a lord who has some Wounds left; nothing else counts."""
    rules = {f"{RESULT}.outnumber": 0} | ({} if cap is None else {"x.combat.challenge.overkill_cap": cap})
    men = {"char_attacks": 9, "char_initiative": 9, "attacks": 0}
    orcs = {"char_attacks": 0, "attacks": 0, "char_wounds": 4, "char_lost_wounds": 4 - left, "models": 20}
    scene = lords(men, orcs, rules=rules, dice=blows(9, wounds))
    scene.play("challenge", "accept")
    return scores(scene)[0] - 2


@clause("tow.x.combat.challenge", "tow.x.combat.result")
@pytest.mark.parametrize(("wounds", "score"), [(4, 4), (9, 6), (6, 6), (7, 6), (1, 1), (0, 0)])
def test_wounds_beyond_the_last_count_up_to_a_limit(wounds, score):
    """Of a lord with one Wound left: one and as many more as the limit of five allows. The two are the ranks."""
    assert counted(wounds) == score


@clause("tow.x.combat.challenge")
@pytest.mark.parametrize(("cap", "score"), [(4, 5), (6, 7), (0, 1)])
def test_the_limit_of_overkill_can_be_set(cap, score):
    assert counted(9, cap=cap) == score


@clause("tow.x.combat.challenge", "tow.x.combat.resolve")
def test_outside_a_challenge_nothing_beyond_the_last_wound_counts():
    """Three blows of the rank and file and nine of the lord at an enemy lord with one Wound left: he counts as one."""
    orcs = {**LORD, "char_attacks": 0, "attacks": 0, "char_lost_wounds": 2}
    men = {**LORD, "char_attacks": 9, "char_initiative": 9, "attacks": 0}
    scene = fray(men={**HARDY, **men}, orcs={**HARDY, **orcs}, dice=blows(9, 5))
    scene.play("pass", "keep_silent", "attack_character orcs")
    assert scores(scene)[0] == 1 + 2 + 1


# --- refused


@clause("tow.x.combat.challenge")
def test_refused_the_character_makes_no_attacks():
    scene = lords(dice=None)
    scene.play("challenge", "refuse")
    settled(scene, attack="attack_unit orcs")
    found = [(who, amount, step) for who, _, amount, step in strikes(scene)]
    assert found == [("men", 4, 5), ("men", 9, 3), ("orcs", 9, 3)]


@clause("tow.x.combat.challenge", "tow.test.leadership_highest", "tow.x.combat.break_test")
@pytest.mark.parametrize(("answer", "leadership"), [("refuse", 5), ("accept", 9)])
def test_a_refused_challenge_costs_the_leadership_in_the_break_test(answer, leadership):
    """Orcs of Ld 5 with a lord of 9 lose by three: those who roll more than the Ld break, and on a 12."""
    rules = {f"{RESULT}.standard": 3, f"{RESULT}.outnumber": 0}
    men = {"char_attacks": 0, "attacks": 0, "standard": True}
    orcs = {"char_attacks": 0, "attacks": 0, "traits": [], "leadership": 5, "char_leadership": 9, "roles": []}
    scene = lords(men, orcs, rules=rules)
    scene.play("challenge")
    chance = sum(6 - abs(7 - roll) for roll in range(leadership + 1, 13)) / 36
    assert scene.odds(answer, want="breaks by orcs", open="stop")[1] == exactly(chance)


@clause("tow.x.combat.challenge", "tow.x.combat.allocate")
def test_who_refused_may_still_be_attacked():
    scene = lords(dice=None)
    scene.play("challenge", "refuse")
    assert (scene.decider, scene.choices()) == ("men", ["attack_unit orcs", "attack_character orcs"])


@clause("tow.x.combat.challenge")
def test_a_character_alone_may_be_challenged():
    scene = fray(men={**HARDY, **LORD}, orcs={**CALM, **LORD, "models": 1, "files": 1}, dice=None)
    scene.play("pass")
    assert scene.prompt == "challenge"

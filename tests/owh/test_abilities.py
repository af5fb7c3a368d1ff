"""Abilities and traits, and what armour and shields are good for."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import cards, duel, exactly

FAR = {"name": "goblin", "side": "orcs", "at": [11, 11]}
BERSERK = {"abilities": ["berserk"]}
BASH = {"abilities": ["shield_bash"], "traits": ["shield"]}


def hits(laid, choice="attack orc normal"):
    """How likely the man's attack at the orc hits."""
    return laid.odds(choice, want="hit")[1]


# --- berserk


@clause("owh.completion.abilities")
@pytest.mark.parametrize(("rules", "chance"), [({}, 11 / 20), ({"completion.abilities.berserk_attack": 5}, 14 / 20)])
def test_berserks_hit_better(rules, chance):
    laid = duel(man={"fighting": 14, **BERSERK}, orc={"parry": 13}, rules=rules)
    assert hits(laid) == exactly(9 / 20)
    laid.play("berserk")
    assert hits(laid) == exactly(chance)
    assert (laid.unit("man").free_left, laid.unit("man").actions_left) == (0, 2)


@clause("owh.completion.abilities")
@pytest.mark.parametrize(("rules", "extra"), [({}, 5), ({"completion.abilities.berserk_damage": 7}, 7)])
def test_berserks_hit_harder(rules, extra):
    laid = duel(man=BERSERK, dice=[19, 4, 20, 4, 3], rules=rules)
    laid.play("berserk", "attack orc normal")
    assert laid.unit("orc").hp == 50 - 10 - 4 - extra
    laid.play("attack orc normal")
    assert laid.unit("orc").hp == 50 - 2 * (10 + extra) - 4 - 7, "it is no dice, which double"


@clause("owh.completion.abilities")
@pytest.mark.parametrize("weapon", ["longbow", "javelin"])
def test_berserks_shoot_as_others(weapon):
    laid = duel(man={"weapons": [weapon], **BERSERK}, orc={"parry": 13, "hp": 200}, distance=7)
    before = laid.odds("attack orc normal", want=["hit", "orc.hp"])
    laid.play("berserk")
    after = laid.odds("attack orc normal", want=["hit", "orc.hp"])
    assert {value: before[value] for value in before} == {value: exactly(after[value]) for value in after}


@clause("owh.completion.abilities")
@pytest.mark.parametrize(("rules", "chance"), [({}, 12 / 20), ({"completion.abilities.berserk_parry": -5}, 15 / 20)])
def test_berserks_parry_worse(rules, chance):
    laid = duel(man={"fighting": 16}, orc={"parry": 13, **BERSERK}, rules=rules)
    laid.unit("orc").berserk = 2
    assert hits(laid) == exactly(chance)


@clause("owh.completion.abilities", "owh.completion.status_durations")
@pytest.mark.parametrize(("rules", "turns"), [({}, 3), ({"completion.abilities.berserk_turns": 2}, 2)])
def test_how_long_somebody_is_berserk(rules, turns):
    laid = duel(man=BERSERK, distance=6, dice=cards(2) * turns, rules=rules)
    laid.play("berserk")
    for left in range(turns, 0, -1):
        assert laid.unit("man").berserk == left
        laid.play("end_turn")
        laid.play("end_turn")
    assert laid.unit("man").berserk == 0
    assert not laid.offers("berserk"), "once a battle"


@clause("owh.completion.abilities", "owh.fear.terrified")
def test_terror_ends_it():
    laid = duel(man=BERSERK, orc={"spells": ["dread"], "winds": 9}, dice=[1])
    laid.play("berserk", "end_turn")
    assert laid.unit("man").berserk == 2
    laid.play("cast dread man")
    assert (laid.unit("man").fear, laid.unit("man").berserk) == (2, 0)


# --- free attacks


@clause("owh.completion.abilities", "owh.completion.armour")
def test_a_shield_bash_does_strength_without_dice():
    laid = duel(man={**BASH, "strength": 14}, orc={"armour": 4, "hp": 60}, dice=[20])
    laid.play("free_attack orc")
    assert (laid.unit("orc").hp, laid.unit("orc").at) == (50, (6, 5))
    assert (laid.unit("man").free_left, laid.unit("man").actions_left) == (0, 2)


@clause("owh.completion.abilities", "owh.completion.armour")
@pytest.mark.parametrize(("man", "distance", "may"), [
    (BASH, 1, True), (BASH, 2, False), ({"abilities": ["shield_bash"]}, 1, False),
    ({**BASH, "weapons": ["greatsword"]}, 1, False), ({**BASH, "weapons": ["longbow"]}, 1, False),
    ({**BASH, "weapons": []}, 1, True),
])  # fmt: skip
def test_what_a_shield_bash_needs(man, distance, may):
    laid = duel(man=man, distance=distance)
    assert laid.offers("free_attack orc") is may


@clause("owh.completion.abilities", "owh.free.single_event")
@pytest.mark.parametrize(("man", "distance", "may"), [
    ({"abilities": ["frenzy"]}, 1, True), ({"abilities": ["frenzy"]}, 2, False),
    ({"abilities": ["frenzy"], "weapons": ["longbow"]}, 5, False),
    ({"abilities": ["rapid_fire"], "weapons": ["longbow"]}, 5, True),
    ({"abilities": ["rapid_fire"], "weapons": ["javelin"]}, 5, True),
    ({"abilities": ["rapid_fire"]}, 1, False),
])  # fmt: skip
def test_frenzy_and_rapid_fire(man, distance, may):
    laid = duel(man=man, orc={"hp": 300}, distance=distance)
    assert laid.offers("free_attack orc") is may
    if may:
        laid.dice = None
        laid.play("free_attack orc")
        assert not laid.offers("free_attack orc")
        assert laid.unit("man").actions_left == 2


@clause("owh.free.single_event", "owh.completion.abilities")
@pytest.mark.parametrize(
    ("abilities", "weapon", "distance", "lost", "to"),
    [
        (["frenzy", "shield_bash"], "sword", 1, 10 + 3, (5, 5)),
        (["rapid_fire", "shield_bash"], "javelin", 2, 10 + 3, (6, 5)),
        (["rapid_fire", "shield_bash"], "sword", 1, 10, (6, 5)),
        (["frenzy", "rapid_fire"], "javelin", 2, 10 + 3, (6, 5)),
    ],
)
def test_of_several_free_attacks_the_first_that_fits(abilities, weapon, distance, lost, to):
    """Strength 10 with a die of the weapon that shows 3; or without, and a push of one cell, by the shield."""
    man = {"abilities": abilities, "traits": ["shield"], "weapons": [weapon], "strength": 10}
    face = [19] if distance == 1 else [19, 19]  # a javelin at two cells has advantage
    laid = duel(man=man, orc={"hp": 200}, distance=distance, dice=[*face, *([3] if lost > 10 else [])])
    laid.play("free_attack orc")
    assert (200 - laid.unit("orc").hp, laid.unit("orc").at) == (lost, to)


@clause("owh.completion.abilities")
def test_rapid_fire_needs_a_loaded_weapon():
    laid = duel(man={"abilities": ["rapid_fire"], "weapons": ["pistol"]}, distance=5)
    laid.unit("man").loaded = [0]
    assert not laid.offers("free_attack orc")


@clause("owh.completion.abilities", "owh.fear.terrified", "owh.fatigue.extreme")
@pytest.mark.parametrize(("status", "level", "left"), [
    ("fear", 1, {"free_attack", "berserk"}), ("fear", 2, set()), ("fatigue", 2, {"free_attack", "berserk"}),
    ("fatigue", 3, {"berserk"}),
])  # fmt: skip
def test_what_terror_and_exhaustion_take_away(status, level, left):
    laid = duel(man={"abilities": ["berserk", "frenzy"]})
    setattr(laid.unit("man"), status, level)
    assert {"free_attack", "berserk"} & {choice.split()[0] for choice in laid.choices()} == left


# --- always on


@clause("owh.completion.abilities", "owh.engage.attack_of_opportunity")
@pytest.mark.parametrize(("abilities", "prompt"), [(["slippery"], "turn"), ([], "opportunity")])
def test_the_slippery_slip_away(abilities, prompt):
    laid = duel(man={"abilities": abilities})
    laid.play("move 3,5")
    assert laid.prompt == prompt


@clause("owh.completion.abilities", "owh.unarmed")
@pytest.mark.parametrize(("abilities", "chance"), [(["brawler"], 1 / 2), ([], 1 / 4)])
def test_brawlers_fight_with_bare_hands(abilities, chance):
    laid = duel(man={"fighting": 16, "weapons": [], "abilities": abilities}, orc={"parry": 13, "hp": 200})
    assert hits(laid) == exactly(chance)


@clause("owh.completion.abilities", "owh.unarmed")
@pytest.mark.parametrize(("rules", "most"), [({}, 6), ({"completion.abilities.brawler_dice_sides": 4}, 4)])
def test_brawlers_roll_a_die(rules, most):
    laid = duel(man={"weapons": [], "abilities": ["brawler"], "strength": 10}, orc={"hp": 200}, rules=rules)
    odds = laid.odds("attack orc normal", want=["result critical", "orc.hp"])
    assert {190 - hp for critical, hp in odds if critical == 0 and hp < 200} == set(range(1, most + 1))
    assert max(190 - hp for critical, hp in odds if critical == 1) == 2 * most


@clause("owh.completion.abilities", "owh.heal.amount")
@pytest.mark.parametrize(("abilities", "rules", "hp"), [
    (["field_medic"], {}, 26), ([], {}, 22), (["field_medic"], {"completion.abilities.field_medic_bonus": 10}, 32),
])  # fmt: skip
def test_field_medics_heal_better(abilities, rules, hp):
    man = {"abilities": abilities, "healing": 14, "bandage": 1}
    laid = duel(
        man=man, friends=[{"name": "boy", "side": "men", "at": [3, 5], "hp_left": 5}], dice=[15, 1, 1, 1], rules=rules
    )
    laid.play("heal boy")
    assert laid.unit("boy").hp == hp


@clause("owh.completion.abilities", "owh.fear.counters")
@pytest.mark.parametrize(("traits", "fear"), [(["fearless"], 0), ([], 2)])
def test_the_fearless_fear_nothing(traits, fear):
    laid = duel(
        man={"spells": ["dread"], "winds": 9},
        orc={"traits": traits},
        friends=[FAR],
        rules={"completion.spells.dread_tn": 60},
    )
    assert laid.odds("cast dread orc", want="orc.fear")[fear] == exactly(1)


@clause("owh.completion.abilities", "owh.fatigue.accrual")
@pytest.mark.parametrize(("traits", "fatigue"), [(["tireless"], 0), ([], 1)])
def test_the_tireless_do_not_tire(traits, fatigue):
    laid = duel(man={"traits": traits}, distance=6, rules={"fatigue.accrual.interval_rounds": 1}, dice=cards(2))
    laid.play("end_turn", "end_turn")
    assert laid.unit("man").fatigue == fatigue


# --- armour and shields


@clause("owh.completion.armour", "owh.armor_piercing")
@pytest.mark.parametrize(("armour", "damage"), [(4, 13), (0, 14), (8, 9)])
def test_armour_against_a_great_hammer(armour, damage):
    """Mail against AP 3: effectively 1. Strength 10, 2D6."""
    laid = duel(man={"weapons": ["great_hammer"], "size": 0}, orc={"armour": armour, "size": 3}, dice=[15, 2, 2])
    laid.play("attack orc normal")
    assert laid.unit("orc").hp == 50 - damage


@clause("owh.completion.armour")
@pytest.mark.parametrize(("weapon", "traits", "rules", "chance"), [
    ("sword", ["shield"], {}, 10 / 20), ("greatsword", ["shield"], {}, 12 / 20), ("greatsword", [], {}, 10 / 20),
    ("longbow", ["shield"], {}, 12 / 20), ("greatsword", ["shield"], {"completion.armour.shield_parry": 5}, 15 / 20),
])  # fmt: skip
def test_two_hands_leave_none_for_the_shield(weapon, traits, rules, chance):
    """The shield is in Parry 13 already."""
    laid = duel(man={"fighting": 16}, orc={"parry": 13, "weapons": [weapon], "traits": traits}, rules=rules)
    assert hits(laid) == exactly(chance)

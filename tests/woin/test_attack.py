"""Attack rolls: the pool, what is spent, the number to reach, three sixes, and damage after SOAK."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from fixtures import clause
from woin.measures import PLENTY, kinds, rolled, verbs
from woin.scenes import GUARD, TRADE, duel, exactly

#: A strong fighter: so many dice in melee.
FIVE = {"strength": 6, "agility": 6, "melee_skill": 2}
FOUR = {"strength": 6, "agility": 6, "melee_skill": 1}
DICE = ("no_dice", "one_die", "two_dice", "three_dice", "four_dice")
LAST = {"orc": {"health_max": PLENTY}}


def chance_of(dice: int, number: int) -> float:
    """Chance that so many dice reach a number, or show three sixes: counted face by face."""
    good = sum(sum(faces) >= number or faces.count(6) >= 3 for faces in itertools.product(range(1, 7), repeat=dice))
    return float(Fraction(good, 6**dice))


def damage_of(dice: int, soak: int) -> dict[int, float]:
    """Chances of the damage of so many dice after SOAK, each six doing a point in any case: counted face by face."""
    found: dict[int, float] = {}
    for faces in itertools.product(range(1, 7), repeat=dice):
        points = max(sum(faces) - soak, faces.count(6))
        found[points] = found.get(points, 0) + 6.0**-dice
    return found


def hit_chance(scene, text="attack orc longsword normal", **how) -> float:
    """The exact chance that an attack hits."""
    return scene.odds(text, want="hit", **how).at_least(1)


# --- forming the pool


@clause("woin.attack.step1_form_pool", "woin.attack.melee_roll")
@pytest.mark.parametrize(
    ("man", "dice"),
    [
        ({"strength": 6, "agility": 10, "melee_skill": 1}, 5),
        ({"strength": 10, "agility": 6, "melee_skill": 1}, 5),
        ({"strength": 3, "agility": 1, "melee_skill": 1}, 3),
        ({"melee_skill": 2, "weapons": ["longsword+high"]}, 5),
        ({"strength": 10, "melee_skill": 2, "rank": 3}, 3),
        ({"ranged_skill": 2, "unarmed_skill": 2}, 3),
    ],
)
def test_attribute_skill_and_quality_up_to_the_maximum(man, dice):
    table = duel(man=man, dice=[1] * dice)
    table.play("attack orc longsword normal")
    assert rolled(table) == [dice]


@clause("woin.attack.ranged_roll")
def test_shots_go_by_the_better_of_agility_and_intuition():
    table = duel(
        man={"agility": 5, "intuition": 6, "ranged_skill": 2, "weapons": ["longbow"]}, distance=5, dice=[1] * 5
    )
    table.play("attack orc longbow normal")
    assert rolled(table) == [5]


@clause("woin.attack.types")
def test_bare_hands_go_by_their_own_skill():
    table = duel(man={"melee_skill": 2, "unarmed_skill": 1}, dice=[1] * 4)
    table.play("attack orc unarmed normal")
    assert rolled(table) == [4]


@clause("woin.attack.max_pool_scope")
def test_only_attribute_skill_and_equipment_are_limited():
    man = {"strength": 10, "melee_skill": 2, "weapons": ["longsword+high"], "luck_score": 1, "traits": ["feint"]}
    cells = [{"flag": {"level": 1}, "at": [[4, 5]]}]
    table = duel(man=man, orc={"health_max": PLENTY}, cells=cells, dice=[1] * 8)
    table.play("feint", "attack orc longsword normal", "one_die")
    assert rolled(table) == [8]


# --- the number to reach


@clause("woin.attack.melee_roll", "woin.completion.hit_table", "woin.damage.three_sixes_hit")
@pytest.mark.parametrize(
    ("man", "number", "chance"),
    [(FIVE, 16, 1801 / 2592), (FOUR, 16, 145 / 432), ({}, 16, 5 / 108), ({"strength": 3, "agility": 3}, 13, 0), ({}, 30, 1 / 216),
     (FIVE, 40, 23 / 648), (FOUR, 22, 0.020833), (FIVE, 21, 0.222737)],
)  # fmt: skip
def test_the_pool_must_reach_melee_defence(man, number, chance):
    assert hit_chance(duel(man=man, orc={"melee_defence": number, **LAST["orc"]})) == pytest.approx(chance, abs=1e-6)


@clause("woin.completion.hit_table")
@pytest.mark.parametrize("skill", [0, 1, 2, 3])
@pytest.mark.parametrize("number", [7, 10, 12, 13, 15, 18, 21, 25])
def test_chances_are_those_of_all_faces(skill, number):
    found = hit_chance(duel(man={"melee_skill": skill, "rank": 9}, orc={"melee_defence": number, **LAST["orc"]}))
    assert found == pytest.approx(chance_of(3 + skill, number), abs=1e-12)


@clause("woin.attack.ranged_roll")
@pytest.mark.parametrize(("skill", "chance"), [(2, 0.941229), (0, 0.375)])
def test_shots_must_reach_ranged_defence(skill, chance):
    man = {"weapons": ["longbow"], "ranged_skill": skill}
    table = duel(man=man, orc={"ranged_defence": 12, "melee_defence": 30, **LAST["orc"]}, distance=5)
    assert hit_chance(table, "attack orc longbow normal") == exactly(chance)


@clause("woin.core.dice_pool", "woin.attack.melee_roll")
@pytest.mark.parametrize(("equal", "kind"), [(1, "attack_hit"), (0, "attack_missed")])
def test_meeting_the_number_is_enough(equal, kind):
    table = duel(
        orc={"melee_defence": 14, **LAST["orc"]}, dice=[4, 5, 5, *([1] * 3 if equal else [])],
        rules={"core.dice_pool.success_when_equal": equal},
    )  # fmt: skip
    table.play("attack orc longsword normal")
    assert kind in kinds(table)


# --- three sixes


@clause("woin.damage.critical")
@pytest.mark.parametrize(
    ("skill", "chance"), [(0, 1 / 216), (1, 7 / 432), (2, 23 / 648), (3, 1453 / 23328), (5, 75497 / 559872)]
)
def test_three_sixes_are_critical(skill, chance):
    table = duel(man={"melee_skill": skill, "rank": 12}, orc=LAST["orc"])
    assert table.odds("attack orc longsword normal", want="critical").at_least(1) == pytest.approx(chance, abs=1e-12)


@clause("woin.damage.critical", "woin.damage.three_sixes_hit")
@pytest.mark.parametrize(
    ("faces", "number", "kind"),
    [([6, 6, 6, 1], 25, "critical_hit"), ([6, 6, 5, 5], 20, "attack_hit"), ([6, 6, 5, 4], 25, "attack_missed")],
)
def test_two_are_not_enough(faces, number, kind):
    damage = {"critical_hit": 6, "attack_hit": 3, "attack_missed": 0}[kind]
    table = duel(man=FOUR, orc={"melee_defence": number, **LAST["orc"]}, dice=[*faces, *[1] * damage])
    table.play("attack orc longsword normal")
    assert kind in kinds(table)


@clause("woin.damage.critical")
def test_a_battle_may_ask_for_the_number_as_well():
    rules = {"damage.critical.critical_requires_normal_hit": 1}
    table = duel(man=FOUR, orc={"melee_defence": 25, **LAST["orc"]}, rules=rules, dice=[6, 6, 6, 1, 1, 1, 1])
    table.play("attack orc longsword normal")
    assert "attack_hit" in kinds(table) and "critical_hit" not in kinds(table)


@clause("woin.damage.three_sixes_hit", "woin.completion.hit_table")
@pytest.mark.parametrize(("sixes", "chance"), [(3, 21 / 1296), (4, 1 / 1296), (5, 0)])
def test_the_number_of_sixes_that_hit_can_be_set(sixes, chance):
    table = duel(
        man=FOUR, orc={"melee_defence": 25, **LAST["orc"]}, rules={"damage.three_sixes_hit.sixes_needed": sixes}
    )
    assert table.odds("attack orc longsword normal", want="hit").at_least(1) == pytest.approx(chance, abs=1e-12)


@clause("woin.damage.critical", "woin.damage.three_sixes_hit")
@pytest.mark.parametrize(
    ("rules", "faces", "kind"),
    [
        ({"damage.three_sixes_hit.sixes_needed": 2}, [6, 6, 1, 1], "attack_hit"),
        ({"damage.critical.sixes_needed": 2}, [6, 6, 1, 1], "attack_missed"),
        ({"damage.critical.sixes_needed": 2}, [6, 6, 6, 1], "critical_hit"),
        ({"damage.critical.sixes_needed": 4}, [6, 6, 6, 1], "attack_hit"),
        ({"damage.three_sixes_hit.sixes_needed": 4}, [6, 6, 6, 1], "attack_missed"),
        ({"damage.three_sixes_hit.sixes_needed": 4}, [6, 6, 6, 6], "critical_hit"),
        ({"damage.three_sixes_hit.sixes_needed": 6, "damage.critical.sixes_needed": 4}, [6, 6, 6, 6], "attack_missed"),
    ],
)
def test_the_two_numbers_of_sixes_are_two_numbers(rules, faces, kind):
    """No total of four dice reaches 25: whether so many sixes hit, and whether that hit is critical."""
    dice = [*faces, *[1] * {"critical_hit": 6, "attack_hit": 3, "attack_missed": 0}[kind]]
    table = duel(man=FOUR, orc={"melee_defence": 25, **LAST["orc"]}, rules=rules, dice=dice)
    table.play("attack orc longsword normal")
    assert kind in kinds(table)


@clause("woin.completion.critical_effect")
def test_a_critical_hit_rolls_base_dice_twice():
    table = duel(man=FIVE, orc=LAST["orc"], rules={TRADE: 4}, dice=[6, 6, 6, *[1] * 7])
    table.play("attack orc longsword normal", "one_die")
    assert table.unit("orc").health == PLENTY - 7


@clause("woin.damage.immune_critical")
def test_who_is_immune_to_a_type_takes_nothing_of_it():
    table = duel(man=FOUR, orc={"immunities": ["slashing"], **LAST["orc"]}, dice=[6, 6, 6, 2, *[6] * 3])
    table.play("attack orc longsword normal")
    assert table.unit("orc").health == PLENTY and "no_damage" in kinds(table)
    assert "attack_hit" in kinds(table) and "critical_hit" not in kinds(table)


@clause("woin.damage.immune_critical")
@pytest.mark.parametrize(("immunity", "chance"), [("slashing", 0), ("blunt", 7 / 432)])
def test_only_the_immune_are_spared_critical_hits(immunity, chance):
    table = duel(man=FOUR, orc={"immunities": [immunity], **LAST["orc"]})
    assert table.odds("attack orc longsword normal", want="critical").at_least(1) == pytest.approx(chance, abs=1e-12)
    assert hit_chance(table) == exactly(0.902778)


# --- damage


@clause("woin.damage.dice_and_soak", "woin.attack.damage_roll", "woin.attack.option_damage")
def test_soak_comes_off_the_total():
    table = duel(man=FOUR, orc={"soak": 6, "health_max": 21}, dice=[6, 6, 3, 3, 6, 3, 2])
    table.play("attack orc longsword normal")
    assert table.unit("orc").health == 21 - 5


@clause("woin.damage.dice_and_soak", "woin.damage.sixes", "woin.completion.damage_table")
@pytest.mark.parametrize("weapon", ["shortsword", "longsword", "greataxe"])
@pytest.mark.parametrize("soak", [0, 2, 6, 8])
def test_damage_is_that_of_all_faces(weapon, soak):
    table = duel(man={"weapons": [weapon]}, orc={"soak": soak, "melee_defence": 3, **LAST["orc"]})
    odds = table.odds(f"attack orc {weapon} normal", want="orc.health")
    dice = {"shortsword": 2, "longsword": 3, "greataxe": 4}[weapon]
    plain, twice = damage_of(dice, soak), damage_of(2 * dice, soak)
    for points in set(plain) | set(twice):
        chance = 215 / 216 * plain.get(points, 0) + twice.get(points, 0) / 216
        assert odds[PLENTY - points] == pytest.approx(chance, abs=1e-12)


@clause("woin.damage.sixes")
@pytest.mark.parametrize(("points", "lost"), [(1, 2), (3, 6), (0, 1)])
def test_each_six_still_hurts(points, lost):
    rules = {"damage.sixes.points_per_six": points}
    table = duel(orc={"soak": 12, **LAST["orc"]}, rules=rules, dice=[6, 5, 5, 6, 6, 1])
    table.play("attack orc longsword normal")
    assert table.unit("orc").health == PLENTY - lost


# --- dice traded, and luck


@clause("woin.attack.step3_spend", "woin.attack.damage_dice", "woin.attack.spend_principle")
@pytest.mark.parametrize(("bought", "left", "damage"), [(0, 6, 3), (1, 4, 4), (2, 2, 5)])
def test_two_dice_buy_one_of_damage(bought, left, damage):
    man = {"strength": 10, "melee_skill": 2, "rank": 6}
    table = duel(man=man, orc={"melee_defence": 2, **LAST["orc"]}, rules={TRADE: 4}, dice=[*[1] * left, *[1] * damage])
    table.play("attack orc longsword normal", DICE[bought])
    assert rolled(table) == [left] and table.unit("orc").health == PLENTY - damage


@clause("woin.attack.damage_dice")
@pytest.mark.parametrize(("bought", "chance"), [(0, 0.96412), (1, 0.556327), (2, 0.0)])
def test_what_it_costs_in_chances(bought, chance):
    man = {"strength": 10, "melee_skill": 2, "rank": 6}
    table = duel(man=man, orc={"melee_defence": 14, **LAST["orc"]}, rules={TRADE: 4})
    assert hit_chance(table, then=[DICE[bought]]) == exactly(chance)


@clause("woin.attack.step3_spend")
def test_a_die_must_be_left_to_roll():
    table = duel(man=FOUR, orc=LAST["orc"], rules={TRADE: 4})
    table.play("attack orc longsword normal")
    assert set(table.choices()) == {"no_dice", "one_die"}


@clause("woin.attack.step3_spend", "woin.attack.step4_luck")
def test_luck_may_be_that_die():
    table = duel(man={**FOUR, "luck_score": 1}, orc=LAST["orc"], rules={TRADE: 4}, dice=[1])
    table.play("attack orc longsword normal", "two_dice")
    assert rolled(table) == [1] and table.unit("man").luck == 0


@clause("woin.attack.step4_luck", "woin.completion.luck_pool")
@pytest.mark.parametrize(("luck", "chance"), [(0, 0.162037), (1, 0.556327), (2, 0.847994)])
def test_luck_dice_are_added_after_all_else(luck, chance):
    table = duel(man={"luck_score": 6}, orc={"melee_defence": 14, **LAST["orc"]})
    assert hit_chance(table, then=[DICE[luck]]) == exactly(chance)


@clause("woin.attack.step4_luck")
def test_no_more_than_three_for_an_attack_and_gone_on_a_miss():
    table = duel(man={"luck_score": 10}, orc={"melee_defence": 40, **LAST["orc"]}, dice=[1] * 6)
    table.play("attack orc longsword normal")
    assert set(table.choices()) == {"no_dice", "one_die", "two_dice", "three_dice"}
    table.play("three_dice")
    assert table.unit("man").luck == 1


# --- guard


@clause("woin.completion.reaction_defend")
def test_a_guard_takes_a_die():
    table = duel(man=FIVE, orc={"melee_defence": 16, **LAST["orc"]}, rules={GUARD: 1})
    assert hit_chance(table, then=["guard"]) == exactly(145 / 432)
    assert hit_chance(table, then=["no_guard"]) == exactly(1801 / 2592)


@clause("woin.completion.reaction_defend")
def test_but_not_the_last_one_and_only_with_a_reaction():
    table = duel(man={"strength": 1, "agility": 1}, orc=LAST["orc"], rules={GUARD: 1}, dice=[1, 1])
    table.play("attack orc longsword normal", "guard")
    assert rolled(table) == [1] and table.unit("orc").reactions_left == 0
    table.play("attack orc longsword normal")
    assert rolled(table) == [1, 1]


@clause("woin.completion.reaction_defend")
@pytest.mark.parametrize(("field", "value"), [("blinded", 1), ("restrained", 2), ("reactions_left", 0)])
def test_no_guard_by_who_cannot(field, value):
    table = duel(orc=LAST["orc"], rules={GUARD: 1}, dice=[1, 1, 1])
    setattr(table.unit("orc"), field, value)
    table.play("attack orc longsword normal")
    assert rolled(table) == [3]


# --- venom


@clause("woin.completion.poison")
@pytest.mark.parametrize(("number", "chance"), [(10, 0.625), (14, 35 / 216)])
def test_a_venomous_wound_is_tested_against_vital_defence(number, chance):
    orc = {"vital_defence": number, "melee_defence": 2, **LAST["orc"]}
    table = duel(man={"weapons": ["bite"]}, orc=orc)
    assert table.odds("attack orc bite normal", want="event venom").at_least(1) == pytest.approx(chance, abs=1e-9)


@clause("woin.completion.poison", "woin.damage.three_sixes_hit")
@pytest.mark.parametrize(("sixes", "chance"), [(3, 1 / 216), (2, 16 / 216), (4, 0)])
def test_three_sixes_of_venom_always_take_hold(sixes, chance):
    """No total of three dice reaches 19; the bite itself hits and wounds in any case."""
    orc = {"vital_defence": 19, "melee_defence": 2, **LAST["orc"]}
    rules = {"damage.three_sixes_hit.sixes_needed": sixes}
    table = duel(man={"weapons": ["bite"]}, orc=orc, rules=rules)
    assert table.odds("attack orc bite normal", want="event venom").at_least(1) == pytest.approx(chance, abs=1e-9)


@clause("woin.completion.poison", "woin.damage.critical")
def test_three_sixes_of_venom_are_no_critical_hit():
    orc = {"vital_defence": 19, **LAST["orc"]}
    table = duel(man={"weapons": ["bite"]}, orc=orc, dice=[4, 4, 4, 1, 1, 1, 1, 6, 6, 6, 5])
    table.play("attack orc bite normal")
    assert table.unit("orc").health == PLENTY - 4 - 5 and not table.dice_left


@clause("woin.completion.poison")
def test_venom_without_dice_never_takes_hold():
    rules = {"completion.poison.attack_dice": 0, "damage.three_sixes_hit.sixes_needed": 2}
    table = duel(
        man={"weapons": ["bite"]}, orc={"vital_defence": 0, **LAST["orc"]}, rules=rules, dice=[4, 4, 4, *[1] * 4]
    )
    table.play("attack orc bite normal")
    assert "venom_resisted" in kinds(table) and "venom" not in kinds(table)


@clause("woin.completion.poison")
def test_venom_is_not_soaked_and_needs_a_wound():
    orc = {"vital_defence": 10, "soak": 3, **LAST["orc"]}
    table = duel(man={"weapons": ["bite"]}, orc=orc, dice=[4, 4, 4, 1, 1, 1, 1, 4, 4, 4, 5])
    table.play("attack orc bite normal")
    assert table.unit("orc").health == PLENTY - 1 - 5
    table = duel(man={"weapons": ["bite"]}, orc={**orc, "soak": 20}, dice=[4, 4, 4, 1, 1, 1, 1])
    table.play("attack orc bite normal")
    assert table.unit("orc").health == PLENTY and "venom" not in kinds(table)


@clause("woin.attack.step2_positional")
def test_penalties_never_go_below_none():
    table = duel(man={"weapons": ["longbow"]}, distance=7)
    table.unit("man").restrained, table.unit("man").afraid = 1, 1
    assert "attack" not in verbs(table)
    table.unit("man").luck = 1
    assert "attack" in verbs(table)

"""Dice challenges, and what consistency and potential of an ability are made of."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest
from fixtures import clause
from heimr.blows import happened, shows, use
from heimr.ground import act, chance, foe, man, scene
from heimr.scenes import exactly

from tactica.envs.rulesets.heimr.vocab import Ability, Attribute

#: Chances of natural results, as the book's closed forms give them.
NATURALS = {
    -5: {-4: 2e-06, -3: 8.3e-05, -2: 0.001725, -1: 0.0189, 0: 0.115425, 1: 0.37179, 2: 0.273622, 3: 0.134418, 4: 0.058115,
    5: 0.020712, 6: 0.005208},
    -4: {-3: 1.7e-05, -2: 0.000683, -1: 0.0111, 0: 0.0891, 1: 0.35235, 2: 0.273683, 3: 0.153017, 4: 0.07685, 5: 0.032783,
    6: 0.010417},
    -3: {-2: 0.000167, -1: 0.005333, 0: 0.063, 1: 0.324, 2: 0.266167, 3: 0.169833, 4: 0.0995, 5: 0.051167, 6: 0.020833},
    -2: {-1: 0.001667, 0: 0.038333, 1: 0.285, 2: 0.248333, 3: 0.181667, 4: 0.125, 5: 0.078333, 6: 0.041667},
    -1: {0: 0.016667, 1: 0.233333, 2: 0.216667, 3: 0.183333, 4: 0.15, 5: 0.116667, 6: 0.083333},
    0: {1: 0.166667, 2: 0.166667, 3: 0.166667, 4: 0.166667, 5: 0.166667, 6: 0.166667},
    1: {1: 0.016667, 2: 0.05, 3: 0.083333, 4: 0.116667, 5: 0.15, 6: 0.183333, 7: 0.1, 8: 0.1, 9: 0.1, 10: 0.1},
    2: {1: 0.001667, 2: 0.011667, 3: 0.031667, 4: 0.061667, 5: 0.101667, 6: 0.151667, 7: 0.13, 8: 0.15, 9: 0.17, 10: 0.18,
    11: 0.01},
    3: {1: 0.000167, 2: 0.0025, 3: 0.010833, 4: 0.029167, 5: 0.0615, 6: 0.111833, 7: 0.127, 8: 0.169, 9: 0.217, 10: 0.243,
    11: 0.027, 12: 0.001},
    5: {1: 2e-06, 2: 0.000105, 3: 0.001108, 4: 0.005612, 5: 0.019215, 6: 0.051718, 7: 0.09031, 8: 0.15961, 9: 0.26281,
    10: 0.32805, 11: 0.0729, 12: 0.0081, 13: 0.00045, 14: 1e-05},
}  # fmt: skip
MEANS = {-5: 1.66695, -4: 1.880067, -3: 2.139, -2: 2.466667, -1: 2.9, 0: 3.5, 1: 6.083333, 2: 7.335, 3: 8.065833,
4: 8.54695, 5: 8.892298}  # fmt: skip
SPREADS = {-3: 1.403215, -2: 1.512907, -1: 1.629928, 0: 1.707825, 1: 2.361438, 2: 2.114105, 3: 1.845851, 5: 1.472277}


def dodger(c, p=0, **more):
    """A man who dodges with this consistency and potential."""
    by_hand = {"physical_penalty": 1 - c} if c < 1 else {}
    return man(agility=(max(c - 1, 0), max(p, 0)), dex=min(p, 0), set=by_hand, **more)


def dodge(c, p=0, dice=(), **more):
    """His dodge at the end of his turn."""
    table = scene(dodger(c, p), foe(), **more)
    act(table, "end_turn", "man: use_dodge", dice=list(dice))
    return table


def naturals(c, **more):
    """The exact chances of the natural results of his dodge."""
    table = scene(dodger(c), foe(), **more)
    return table.odds("end_turn", answers={"defence": "use_dodge"}, want="man.defence_natural")


def total(table):
    """What the last defence came to."""
    return happened(table, "defence_rolled")[-1].amount


# --- the dice


@clause("heimr.dice.pool", "heimr.dice.extra_ten", "heimr.dice.extra_one")
@pytest.mark.parametrize(
    ("c", "dice", "natural"),
    [
        (3, [4, 1, 9, 10], 10), (-2, [6, 7, 9], 6), (0, [3], 3), (1, [6, 2], 6), (5, [2, 10, 10, 10, 1, 4], 12),
        (2, [3, 10, 10], 11), (-1, [1, 1], 0), (-4, [1, 1, 1, 4, 9], -1), (4, [1, 1, 2, 4, 6], 6), (-1, [4, 1], 1),
        (-2, [1, 10, 10], 1), (-3, [5, 1, 1, 1], -1), (1, [1, 1], 1), (-1, [6, 10], 6),
    ],
)  # fmt: skip
def test_best_or_worst_of_a_d6_and_some_d10(c, dice, natural):
    table = dodge(c, dice=dice)
    assert table.unit("man").defence_natural == natural
    assert (table.unit("man").defence_six, table.unit("man").defence_consistency) == (dice[0], c)


@clause("heimr.dice.result", "heimr.dice.extra_ten")
@pytest.mark.parametrize(
    ("c", "p", "dice", "result"),
    [
        (3, 3, [1, 4, 9, 10], 13), (0, 0, [3], 3), (4, 3, [1, 1, 2, 4, 6], 9), (5, 6, [1, 3, 5, 7, 10, 10], 17),
        (-4, -3, [1, 1, 1, 4, 9], -4), (2, -3, [3, 10, 10], 8),
    ],
)  # fmt: skip
def test_potential_is_added_to_the_natural_result(c, p, dice, result):
    assert total(dodge(c, p, dice)) == result


@clause("heimr.dice.distribution", "heimr.dice.pool")
@pytest.mark.parametrize("c", NATURALS)
def test_chances_of_natural_results(c):
    found = naturals(c)
    assert {value: found[value] for value in found} == {value: exactly(p) for value, p in NATURALS[c].items()}


@clause("heimr.dice.distribution")
@pytest.mark.parametrize("c", [-2, -1, 0, 1, 2])
def test_chances_counted_face_by_face(c):
    counted: Counter[int] = Counter()
    for six, *tens in itertools.product(range(1, 7), *[range(1, 11)] * abs(c)):
        shown = [six, *tens]
        if c > 0:
            natural = max(shown) + max(shown.count(10) - 1, 0)
        else:
            natural = (min(shown) - max(shown.count(1) - 1, 0)) if c else six
        counted[natural] += 1
    found = naturals(c)
    for natural, ways in counted.items():
        assert found[natural] == pytest.approx(float(Fraction(ways, 6 * 10 ** abs(c))), abs=1e-12)


@clause("heimr.dice.distribution")
@pytest.mark.parametrize("c", MEANS)
def test_means_and_spreads(c):
    found = naturals(c)
    mean = sum(value * found[value] for value in found)
    assert mean == exactly(MEANS[c])
    if c in SPREADS:
        assert sqrt(sum((value - mean) ** 2 * found[value] for value in found)) == exactly(SPREADS[c])


@clause("heimr.dice.distribution")
def test_what_the_book_notes_beside_it():
    assert naturals(5).p(lambda natural: natural >= 9) == exactly(0.672320)
    assert naturals(-5).at_most(2) == exactly(0.781547)
    assert naturals(-8).at_most(2) == exactly(0.888152)
    assert naturals(-8).at_least(7) == 0
    assert naturals(-1).at_most(0) == exactly(0.016667)
    assert naturals(0).at_most(0) == 0


@clause("heimr.dice.reading")
def test_steadiness_against_strength():
    """Consistency 2 and potential 0 against consistency 1 and potential 1: who comes to 8 more often?"""
    assert naturals(2).at_least(8) == exactly(0.51)
    assert naturals(1).at_least(7) == exactly(0.4)
    for c, p, expected in ((2, 0, 0.51), (1, 1, 0.4)):
        table = scene(dodger(c, p), foe(), borders=[("B2", "B3", {"crossing": 8})], size=(3, 3))
        use(table, "man", fatigue=1)
        assert chance(table, "move north", want="success") == exactly(expected)


@clause("heimr.dice.extra_ten", "heimr.dice.extra_one")
def test_chances_of_further_tens_and_ones():
    assert naturals(2)[11] == exactly(0.01)
    assert naturals(3)[12] == exactly(0.001) and naturals(3)[11] == exactly(0.027)
    assert naturals(-1)[0] == exactly(1 / 60)
    assert naturals(-2).at_most(0) == exactly(0.04)


@clause("heimr.check.situational_penalty")
@pytest.mark.parametrize(
    ("trained", "penalties", "c"),
    [(2, {"agility": 2}, 1), (0, {"agility": 2, "physical": 2}, -3), (0, {"physical": 1}, 0)],
)
def test_penalties_take_off_consistency(trained, penalties, c):
    by_hand = {"physical_penalty": penalties.get("physical", 0), "ability_penalty": [0, penalties.get("agility", 0)]}
    table = scene(man(agility=(trained, 0), set=by_hand), foe())
    act(table, "end_turn", "use_dodge", dice=[3, *[8] * abs(c)])
    assert table.unit("man").defence_consistency == c


@clause("heimr.dice.pool", "heimr.check.situational_penalty")
@pytest.mark.parametrize(("armour", "dice"), [(3, 29), (4, 30), (5, 30), (6, 30)])
def test_nobody_throws_more_than_thirty_d10(armour, dice):
    """Agility with 1, and 27 off it by circumstances, which leaves -26; then what armour takes. The lowest die counts."""
    off = {"physical_penalty": 9, "attribute_penalty": [0, 9], "ability_penalty": [0, 9], "armour_penalty": armour}
    table = scene(man(set=off), foe())
    act(table, "end_turn", "use_dodge", dice=[6, *[10] * dice])
    assert table.unit("man").defence_natural == 6


# --- abilities


def parry(hero, dice, how="parry_sword_hand", **more):
    """What a parry at the end of a turn comes to."""
    table = scene(hero, foe(), **more)
    act(table, "end_turn", f"man: {how}", dice=dice)
    return total(table)


@clause("heimr.ability.concept", "heimr.ability.no_fixed_set", "heimr.ability.additional")
def test_everybody_has_all_fifteen_abilities():
    assert len(Ability) == 15 and len(Attribute) == 6
    table = scene(man(), foe())
    assert table.unit("man").trained == (0,) * 15 and table.unit("man").trained_potential == (0,) * 15


@clause("heimr.ability.concept", "heimr.action.observe_cell")
def test_an_untrained_ability_rests_on_its_attribute():
    """Perception: consistency 1 and an intelligence of 2; 2 more where the searcher stands."""
    table = scene(man(int=2), foe(set={"hidden_from": ["man"], "hide_value": 9}), cells=[("B2", {"dark": 1})])
    assert chance(table, "observe_cell 1,1", want="event revealed") == exactly(0.733333)


@clause("heimr.ability.consistency_potential", "heimr.ability.base_potential")
@pytest.mark.parametrize(
    ("dex", "trained", "dice", "result"), [(2, (1, 1), [1, 7, 2], 10), (0, (0, 0), [1, 7], 7), (-1, (0, 0), [1, 7], 6)]
)
def test_base_and_training_add_up(dex, trained, dice, result):
    table = scene(man(dex=dex, agility=trained), foe())
    act(table, "end_turn", "use_dodge", dice=dice)
    assert total(table) == result and table.unit("man").defence_consistency == 1 + trained[0]


@clause("heimr.ability.base_potential")
@pytest.mark.parametrize(("strength", "chance_to_hit"), [(2, 0.4), (-1, 0.1), (0, 0.2)])
def test_brawling_rests_on_strength(strength, chance_to_hit):
    """A displayed 8: a natural of 7 with a strength of 2, of 10 with one of -1, of 9 with none."""
    table = scene(man(str=strength), shows(8))
    assert chance(table, "brawl orc") == exactly(chance_to_hit)


@clause("heimr.ability.multi_attribute")
@pytest.mark.parametrize(
    ("strength", "dexterity", "average"), [(0, 3, 1), (-1, 0, -1), (2, 3, 2), (-3, 2, -1), (3, 0, 1), (4, 4, 4)]
)
def test_the_average_of_two_attributes_is_rounded_down(strength, dexterity, average):
    hero = man(str=strength, dex=dexterity, weapons=["pole_arm"])
    assert parry(hero, [1, 7]) == 7 + average + 4


@clause("heimr.ability.modifiers")
def test_a_weapon_adds_to_potential():
    """Swordsmanship with consistency 2 and potential 3, a medium weapon: 6."""
    assert parry(man(str=2, dex=2, swordsmanship=(1, 1), weapons=["medium_weapon"]), [1, 5, 2]) == 11


@clause("heimr.ability.modifiers", "heimr.defence.block")
def test_a_shield_adds_to_blocks():
    """Sword and shield with consistency 1 and potential 1 behind a tower shield: 6."""
    hero = man(str=2, sta=1, weapons=["light_weapon"], shield="tower_shield")
    assert parry(hero, [1, 5], how="use_block") == 5 + 1 + 5


@clause("heimr.ability.base_consistency")
@pytest.mark.parametrize(("rules", "expected"), [({}, 4 / 6), ({"c.ability_table.throwing": 1}, 1 - 2 / 6 * 0.2)])
def test_untrained_throwing(rules, expected):
    """Consistency 0 against a 2: a natural of 3."""
    hero = man(sta=3, weapons=["throwing_weapon"], set={"ability_penalty": [0] * 6 + [9]})
    assert chance(scene(hero, shows(2), rules=rules), "shoot orc") == exactly(expected)


@clause("heimr.ability.standard")
def test_what_rests_on_which_attribute():
    """Perception on intelligence, hiding on stamina, dodging and crossing on dexterity."""
    table = scene(man(sta=2, dex=-1), foe(), cells=[("B2", {"dark": 2})])
    act(table, "hide", dice=[2, 5])
    assert table.unit("man").hide_value == 5 + 2
    act(table, "end_turn", "use_dodge", dice=[2, 5])
    assert total(table) == 4


@clause("heimr.ability.specific_first")
def test_the_ability_with_the_higher_mean_is_used():
    """Dueling with 1 and 3 (9.083333), swordsmanship with 2 and 2 (9.335): three dice, and potential 2 + 3."""
    hero = man(dueling=(0, 3), swordsmanship=(1, 2), weapons=["medium_weapon"])
    assert parry(hero, [1, 4, 6]) == 6 + 2 + 3
    hero = man(dueling=(0, 4), swordsmanship=(1, 2), weapons=["medium_weapon"])
    assert parry(hero, [1, 4]) == 4 + 4 + 3


@clause("heimr.ability.specific_first")
def test_the_mean_is_that_of_the_natural_with_its_penalties():
    """2 off both: consistencies of -1 and 0 then, so 2.9 + 3 against 3.5 + 2."""
    hero = man(dueling=(0, 3), swordsmanship=(1, 2), weapons=["medium_weapon"], set={"physical_penalty": 2})
    table = scene(hero, foe())
    act(table, "end_turn", "man: parry_sword_hand", dice=[4, 9])
    assert total(table) == 4 + 3 + 3


@clause("heimr.attribute.group", "heimr.attribute.set")
def test_physical_and_mental_rolls():
    """A penalty on the physical group hampers archery and survival, one on the mental group medicine; none of it the other."""
    table = scene(man(weapons=["bow"], set={"physical_penalty": 1}), shows(5), size=(3, 3))
    assert chance(table, "shoot orc") == exactly(0.2)  # a natural of 5 at -1, with the bow's 1


@clause("heimr.attribute.group", "heimr.fatigue.requirement")
@pytest.mark.parametrize(("fatigue", "expected"), [(1, 2 / 6), (6, 1 / 6), (7, 0)])
def test_archery_is_physical(fatigue, expected):
    """Untrained, fatigue 1, a displayed 5: a natural of 5 or more with the bow's 1."""
    table = scene(man(weapons=["bow"], set={"fatigue": fatigue}), shows(5))
    assert chance(table, "shoot orc") == exactly(expected)


@clause("heimr.attribute.group")
def test_perception_knows_no_fatigue():
    table = scene(
        man(set={"fatigue": 15}), foe(set={"hidden_from": ["man"], "hide_value": 9}), cells=[("B2", {"dark": 1})]
    )
    assert chance(table, "observe_cell 1,1", want="event revealed") == exactly(0.4)
    act(table, "observe_cell 1,1", dice=[1, 2])
    assert table.unit("man").fatigue == 15

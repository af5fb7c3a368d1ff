"""What hits do: the wound chart, armour, wards, multiple wounds, armour bane, poison."""

from __future__ import annotations

from math import comb

import pytest
from fixtures import clause
from tow.measures import at_least, chances, mean, strike, wounds
from tow.scenes import Ground, exactly, regiment

from tactica.envs.rulesets.tow.rules.harm import toughness_of, wound_need
from tactica.envs.rulesets.tow.rules.saves import armour_of, save_need, ward_need
from tactica.envs.rulesets.tow.vocab import Mark

pytestmark = pytest.mark.interpreted_only  # asks kernels of the rules by hand

NEVER = 7  # what nothing on a D6 shows
CHART = {  # Strength -> what it needs against Toughness 1 to 10
    1: [4, 5, 6, 6, 6, 6, 7, 7, 7, 7],
    2: [3, 4, 5, 6, 6, 6, 6, 7, 7, 7],
    3: [2, 3, 4, 5, 6, 6, 6, 6, 7, 7],
    4: [2, 2, 3, 4, 5, 6, 6, 6, 6, 7],
    5: [2, 2, 2, 3, 4, 5, 6, 6, 6, 6],
    6: [2, 2, 2, 2, 3, 4, 5, 6, 6, 6],
    7: [2, 2, 2, 2, 2, 3, 4, 5, 6, 6],
    8: [2, 2, 2, 2, 2, 2, 3, 4, 5, 6],
    9: [2, 2, 2, 2, 2, 2, 2, 3, 4, 5],
    10: [2, 2, 2, 2, 2, 2, 2, 2, 3, 4],
}
TO_WOUND = "x.damage.to_wound"


def target(rules=None, **men):
    """Men, and orcs far away who strike at them as if they were near."""
    return Ground(regiment(**men), regiment("orcs", at=(30, 4), facing="south"), rules=rules)


def unsaved(rules=None, strength=3, ap=0, bane=0, marks=0, need=0, multiple=0, **men):
    """The chance that one hit, or one attack that needs a number, takes a wound or more."""
    return at_least(
        wounds(target(rules, **men), 1, strength=strength, ap=ap, bane=bane, marks=marks, need=need, multiple=multiple),
        1,
    )


def saved(armour, ap=0, rules=None, **men):
    """The chance that a wound is saved."""
    return 1 - unsaved(rules, ap=ap, marks=Mark.AUTO_WOUND, armour_value=armour, **men)


# --- the wound chart


@clause("tow.x.damage.to_wound", "tow.profile.strength", "tow.profile.toughness")
@pytest.mark.parametrize("strength", CHART)
def test_strength_against_toughness(strength):
    ground = target()
    assert [ground.ask(wound_need, strength, toughness) for toughness in range(1, 11)] == CHART[strength]


@clause("tow.x.damage.to_wound", "tow.profile.strength", "tow.profile.toughness")
@pytest.mark.parametrize(("strength", "toughness", "chance"), [
    (3, 3, 0.500000), (4, 3, 0.666667), (5, 3, 0.833333), (10, 1, 0.833333), (3, 4, 0.333333), (3, 5, 0.166667),
    (3, 8, 0.166667), (3, 9, 0.0),
])  # fmt: skip
def test_how_often_a_hit_wounds(strength, toughness, chance):
    assert unsaved(strength=strength, toughness=toughness) == exactly(chance)


@clause("tow.x.damage.to_wound")
@pytest.mark.parametrize(("knob", "value", "strength", "toughness", "chance"), [
    ("equal_need", 5, 3, 3, 2 / 6), ("equal_need", 3, 3, 4, 3 / 6), ("impossible_gap", 5, 3, 8, 0.0),
    ("impossible_gap", 7, 3, 9, 1 / 6), ("min_need", 3, 6, 3, 4 / 6), ("max_need", 5, 3, 6, 2 / 6),
])  # fmt: skip
def test_the_chart_can_be_set(knob, value, strength, toughness, chance):
    assert unsaved({f"{TO_WOUND}.{knob}": value}, strength=strength, toughness=toughness) == exactly(chance)


@clause("tow.x.damage.to_wound")
def test_a_natural_one_never_wounds():
    """Even where nothing more is asked for."""
    assert unsaved({f"{TO_WOUND}.min_need": 1}, strength=10, toughness=1) == exactly(5 / 6)


@clause("tow.x.damage.to_wound", "tow.x.character.embedded")
def test_a_character_has_its_own_toughness():
    """A lord (T 4) among men of T 3."""
    ground = target(models=10, character="lord")
    assert (ground.ask(toughness_of, "men", False), ground.ask(toughness_of, "men", True)) == (3, 4)


# --- armour saves


@clause("tow.x.damage.armour_save", "tow.profile.armour_value")
@pytest.mark.parametrize(("armour", "ap", "chance"), [
    (5, 0, 0.333333), (5, -1, 0.166667), (5, -2, 0.0), (2, 0, 0.833333), (2, -2, 0.500000), (7, 0, 0.0),
])  # fmt: skip
def test_how_often_armour_saves(armour, ap, chance):
    assert saved(armour, ap) == exactly(chance)


@clause("tow.x.damage.armour_save")
@pytest.mark.parametrize(("armour", "ap", "need"), [(5, -1, 6), (6, -1, NEVER), (4, -9, NEVER), (3, -1, 4)])
def test_armour_piercing_makes_the_save_harder(armour, ap, need):
    assert target().ask(save_need, armour, ap) == need


@clause("tow.x.damage.armour_save")
@pytest.mark.parametrize(("best", "armour", "chance"), [(3, 2, 4 / 6), (4, 2, 3 / 6), (3, 4, 3 / 6), (1, 2, 5 / 6)])
def test_the_best_save_can_be_set(best, armour, chance):
    """And a natural 1 always fails."""
    assert saved(armour, rules={"x.damage.armour_save.min_target": best}) == exactly(chance)


@clause("tow.x.damage.armour_save")
def test_armour_piercing_comes_before_the_floor():
    """A best save of 4: two pierced by 1 is three, which stands at four; two pierced by 3 is five."""
    rules = {"x.damage.armour_save.min_target": 4}
    assert saved(2, -1, rules) == exactly(3 / 6)
    assert saved(2, -3, rules) == exactly(2 / 6)


@clause("tow.x.damage.armour_save")
def test_nothing_saves_where_there_is_no_armour_save():
    assert unsaved(marks=Mark.AUTO_WOUND | Mark.NO_ARMOUR, armour_value=2) == exactly(1.0)
    assert unsaved(marks=Mark.AUTO_WOUND, armour_value=2) == exactly(1 / 6)


# --- wards


@clause("tow.x.damage.ward")
@pytest.mark.parametrize(("fields", "ap", "marks", "chance"), [
    ({"armour_value": 5, "ward": 5}, -1, 0, 0.555556), ({"armour_value": 7, "ward": 4}, 0, 0, 0.500000),
    ({"armour_value": 6, "regeneration": 5}, 0, Mark.FLAMING, 0.833333),
])  # fmt: skip
def test_a_ward_saves_what_armour_let_through(fields, ap, marks, chance):
    assert unsaved(ap=ap, marks=Mark.AUTO_WOUND | marks, **fields) == exactly(chance)


@clause("tow.x.damage.ward")
def test_armour_piercing_does_not_alter_a_ward():
    assert unsaved(ap=-9, marks=Mark.AUTO_WOUND, ward=5) == exactly(4 / 6)


@clause("tow.x.damage.ward")
def test_regeneration_saves_against_all_but_flames():
    assert unsaved(marks=Mark.AUTO_WOUND, armour_value=6, regeneration=5) == exactly(5 / 6 * 4 / 6)
    assert unsaved(marks=Mark.AUTO_WOUND | Mark.FLAMING, armour_value=6, ward=5) == exactly(5 / 6 * 4 / 6)


@clause("tow.x.damage.ward")
@pytest.mark.parametrize(("ward", "regeneration", "flaming", "need"), [
    (5, 4, False, 4), (4, 5, False, 4), (5, 4, True, 5), (7, 4, True, 7), (7, 7, False, 7),
])  # fmt: skip
def test_only_the_better_of_two_wards_is_used(ward, regeneration, flaming, need):
    ground = target(ward=ward, regeneration=regeneration)
    assert ground.ask(ward_need, "men", False, flaming) == need
    if need < NEVER:
        marks = Mark.AUTO_WOUND | (Mark.FLAMING if flaming else 0)
        assert unsaved(marks=marks, ward=ward, regeneration=regeneration) == exactly((need - 1) / 6)


@clause("tow.x.damage.ward")
def test_a_ward_saves_where_no_armour_can():
    assert unsaved(marks=Mark.AUTO_WOUND | Mark.NO_ARMOUR, armour_value=2, ward=4) == exactly(0.5)


# --- multiple wounds


@clause("tow.x.damage.multiple_wounds")
def test_a_die_of_three_wounds():
    """One, two or three on a model of three: it dies of a third."""
    found = wounds(target(models=1, files=1, wounds=3), 1, multiple=3, marks=Mark.AUTO_WOUND)
    assert found == {n: exactly(1 / 3) for n in (1, 2, 3)}
    assert found[3] == exactly(0.333333)


@clause("tow.x.damage.multiple_wounds")
def test_a_wound_never_takes_more_than_one_model_has():
    """Two unsaved hits on models of one Wound take two models; on models of two each 3 counts as a 2."""
    assert wounds(target(wounds=1), 2, multiple=3, marks=Mark.AUTO_WOUND) == {2: exactly(1.0)}
    assert wounds(target(wounds=2), 1, multiple=3, marks=Mark.AUTO_WOUND) == {1: exactly(1 / 3), 2: exactly(2 / 3)}


@clause("tow.x.damage.multiple_wounds")
def test_the_cap_is_what_a_model_had_at_first():
    """The wounded model has one left; a roll of three still takes two from the next."""

    def left():
        strike(ground, 1, multiple=3, marks=Mark.AUTO_WOUND)
        return int(ground.unit("men").models), int(ground.unit("men").lost_wounds)

    ground = target(models=5, wounds=3, lost_wounds=2)
    assert chances(ground, left) == {(4, 0): exactly(1 / 3), (4, 1): exactly(1 / 3), (4, 2): exactly(1 / 3)}


@clause("tow.x.damage.multiple_wounds")
def test_wounds_are_multiplied_after_saves():
    """Saved on 4 or more: nothing or one to three, a sixth each."""
    found = wounds(target(wounds=3, armour_value=4), 1, multiple=3, marks=Mark.AUTO_WOUND)
    assert found == {0: exactly(1 / 2), 1: exactly(1 / 6), 2: exactly(1 / 6), 3: exactly(1 / 6)}


# --- armour bane


@clause("tow.x.damage.armour_bane")
@pytest.mark.parametrize(("bane", "chance"), [(1, 0.361111), (0, 0.333333), (2, 2 / 6 * 4 / 6 + 1 / 6)])
def test_a_six_to_wound_goes_through_armour(bane, chance):
    """S 3, T 3, AV 5: a 6 to wound has armour piercing of the bane; with two nothing saves."""
    assert unsaved(bane=bane, armour_value=5) == exactly(chance)


@clause("tow.x.damage.armour_bane")
def test_armour_bane_works_where_only_a_six_wounds():
    """S 3 against T 5: every wound is a six, and AV 5 saves only on a six."""
    assert unsaved(bane=1, toughness=5, armour_value=5) == exactly(1 / 6 * 5 / 6)
    assert unsaved(bane=0, toughness=5, armour_value=5) == exactly(1 / 6 * 4 / 6)


@clause("tow.x.damage.armour_bane")
def test_armour_bane_adds_to_armour_piercing():
    """AV 4, AP -1: saved on 5, but on 6 after a six to wound."""
    assert unsaved(bane=1, ap=-1, armour_value=4) == exactly(2 / 6 * 4 / 6 + 1 / 6 * 5 / 6)


@clause("tow.x.damage.armour_bane")
@pytest.mark.parametrize(("trigger", "sixes"), [(5, 2), (4, 3)])
def test_what_sets_armour_bane_off_can_be_set(trigger, sixes):
    rules = {"x.damage.armour_bane.trigger_on": trigger}
    assert unsaved(rules, bane=1, armour_value=5) == exactly((3 - sixes) / 6 * 4 / 6 + sixes / 6 * 5 / 6)


# --- poison


@clause("tow.x.damage.poison")
@pytest.mark.parametrize(("need", "strength", "toughness", "chance"), [(4, 3, 4, 0.277778), (4, 2, 8, 0.166667)])
def test_a_six_to_hit_wounds_without_a_roll(need, strength, toughness, chance):
    assert unsaved(need=need, strength=strength, toughness=toughness, marks=Mark.POISON) == exactly(chance)


@clause("tow.x.damage.poison")
def test_armour_saves_against_poison_as_usual():
    assert unsaved(need=4, strength=2, toughness=8, marks=Mark.POISON, armour_value=4) == exactly(1 / 6 * 3 / 6)


@clause("tow.x.damage.poison")
def test_poison_does_nothing_where_no_die_is_rolled_to_hit():
    assert unsaved(strength=3, toughness=4, marks=Mark.POISON) == exactly(2 / 6)


@clause("tow.x.damage.poison", "tow.x.shoot.to_hit")
def test_poison_does_nothing_where_more_than_a_six_is_needed():
    """A need of 7: a six and then 4 or more; S 2 against T 8 cannot wound."""
    assert unsaved(need=7, strength=3, toughness=4, marks=Mark.POISON) == exactly(1 / 12 * 2 / 6)
    assert unsaved(need=7, strength=2, toughness=8, marks=Mark.POISON) == exactly(0.0)


@clause("tow.x.damage.poison")
def test_what_sets_poison_off_can_be_set():
    """Fives and sixes wound of themselves, fours on 5 or more."""
    rules = {"x.damage.poison.trigger_on": 5}
    assert unsaved(rules, need=4, strength=3, toughness=4, marks=Mark.POISON) == exactly(2 / 6 + 1 / 6 * 2 / 6)


# --- several dice


@clause("tow.x.combat.resolve", "tow.x.damage.to_wound", "tow.x.damage.armour_save")
def test_ten_attacks():
    """WS 3 against 3, S 3 against T 3, AV 5: a sixth of the attacks."""
    found = wounds(target(armour_value=5), 10, need=4)
    p = 1 / 2 * 1 / 2 * 4 / 6
    assert p == exactly(0.166667)
    assert (found[0], at_least(found, 3), mean(found)) == (exactly(0.161506), exactly(0.224773), exactly(1.666667))
    assert found == {n: exactly(comb(10, n) * p**n * (1 - p) ** (10 - n)) for n in range(11)}


@clause("tow.x.combat.resolve", "tow.x.damage.armour_save")
def test_six_attacks_with_lances():
    found = wounds(target(armour_value=5), 6, need=3, strength=6, ap=-2)
    assert found[4] == exactly(0.282251)
    assert mean(found) == exactly(6 * 5 / 9)


@clause("tow.x.combat.resolve")
def test_wounds_inflicted_are_those_really_taken():
    assert wounds(target(models=2, files=2), 5, marks=Mark.AUTO_WOUND) == {2: exactly(1.0)}


@clause("tow.profile.armour_value")
def test_who_wears_nothing_has_no_armour_value():
    ground = target()
    assert ground.unit("men").armour == NEVER
    assert ground.ask(armour_of, "men", False, True) == NEVER
    assert ground.ask(save_need, NEVER, 0) == NEVER

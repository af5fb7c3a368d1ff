"""Tests of characteristics on one die, of Leadership on two; which value is tested."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.measures import chances, taped
from tow.scenes import Ground, duel, exactly, regiment

from tactica.envs.rulesets.tow.rules.courage import best_initiative, leadership_of, leadership_test
from tactica.envs.rulesets.tow.rules.courage import tests_failed as failures_of

pytestmark = pytest.mark.interpreted_only  # asks kernels of the rules by hand

PASS_36THS = {1: 1, 2: 1, 3: 3, 4: 6, 5: 10, 6: 15, 7: 21, 8: 26, 9: 30, 10: 33, 11: 35, 12: 35}
DICE, SIDES = "test.characteristic.dice", "test.characteristic.sides"
PASSES_ON, FAILS_ON = "test.characteristic_naturals.auto_pass_on", "test.characteristic_naturals.auto_fail_on"
LD = "test.leadership"
LD_NATURALS = "test.leadership_naturals"


def p_of_characteristic(value, rules=None):
    """The chance to pass a test of a characteristic."""
    ground = Ground(regiment(), rules=rules)
    return chances(ground, lambda: ground.ask(failures_of, value, 1) == 0).get(True, 0.0)


def passes(value, face):
    """Whether a face passes a test of a characteristic."""
    ground = Ground(regiment())
    return bool(taped(ground, lambda: ground.ask(failures_of, value, 1) == 0, face))


def p_of_leadership(leadership, bonus=0, rules=None, **men):
    """The chance to pass a Leadership test."""
    ground = Ground(regiment(leadership=leadership, **men), rules=rules)
    return chances(ground, lambda: bool(ground.ask(leadership_test, "men", bonus, 0))).get(True, 0.0)


def stands(leadership, *faces, bonus=0, rules=None):
    """Whether a roll passes a Leadership test."""
    ground = Ground(regiment(leadership=leadership), rules=rules)
    return bool(taped(ground, lambda: ground.ask(leadership_test, "men", bonus, 0), *faces))


def p_march(**men):
    """The chance that men march four inches from the enemy, which takes a Leadership test."""
    return duel(men=men, gap=4, upto="move").odds("march", want="passed").at_least(1)


# --- characteristics


@clause("tow.test.characteristic")
@pytest.mark.parametrize(("value", "chance"), [(2, 0.333333), (3, 0.500000), (4, 0.666667)])
def test_a_die_that_is_not_above_the_characteristic_passes(value, chance):
    assert p_of_characteristic(value) == exactly(chance)


@clause("tow.test.characteristic")
@pytest.mark.parametrize(("face", "passed"), [(3, True), (4, False), (2, True)])
def test_the_value_itself_passes_and_one_more_does_not(face, passed):
    assert passes(3, face) is passed


@clause("tow.test.characteristic")
@pytest.mark.parametrize(
    ("rules", "value", "chance"), [({DICE: 2}, 3, 3 / 36), ({SIDES: 10}, 3, 3 / 10), ({SIDES: 4}, 3, 3 / 4)]
)
def test_the_die_can_be_another(rules, value, chance):
    assert p_of_characteristic(value, rules) == exactly(chance)


@clause("tow.test.characteristic_naturals")
@pytest.mark.parametrize(("value", "chance"), [(6, 0.833333), (10, 0.833333), (1, 0.166667), (5, 5 / 6)])
def test_a_six_fails_and_a_one_passes(value, chance):
    assert p_of_characteristic(value) == exactly(chance)


@clause("tow.test.characteristic_naturals")
def test_a_six_fails_a_test_of_six():
    assert not passes(6, 6)
    assert passes(6, 5)
    assert passes(1, 1)


@clause("tow.test.characteristic_naturals")
def test_what_passes_and_fails_of_itself_can_be_set():
    """Where a two passes it passes a test of one; without a face that fails six always pass a test of six."""
    assert p_of_characteristic(1, {PASSES_ON: 2}) == exactly(2 / 6)
    assert p_of_characteristic(6, {FAILS_ON: 7}) == exactly(1.0)
    assert p_of_characteristic(5, {FAILS_ON: 5}) == exactly(4 / 6)


@clause("tow.test.characteristic_zero")
@pytest.mark.parametrize("value", [0, -1])
def test_a_test_of_zero_fails_without_a_roll(value):
    """No face is asked for: not even a one would help."""
    ground = Ground(regiment())
    assert taped(ground, lambda: ground.ask(failures_of, value, 1)) == 1
    assert p_of_characteristic(value) == exactly(0.0)


@clause("tow.test.characteristic_highest")
@pytest.mark.parametrize(("fields", "value", "chance"), [
    ({"initiative": 2, "mount_initiative": 3, "mount_attacks": 1, "character": "lord", "char_initiative": 5}, 5, 0.833333),
    ({"initiative": 0, "character": "lord", "char_initiative": 4}, 4, 0.666667),
    ({"initiative": 2, "mount_initiative": 3, "mount_attacks": 1}, 3, 0.500000),
    ({"initiative": 4, "mount_initiative": 3, "mount_attacks": 1, "character": "lord", "char_initiative": 1}, 4, 0.666667),
    ({"models": 1, "initiative": 4, "mount_initiative": 3, "mount_attacks": 1, "character": "lord", "char_initiative": 1},
     3, 0.500000),
    ({"initiative": 2, "mount_initiative": 3, "mount_attacks": 0}, 2, 0.333333),
])  # fmt: skip
def test_the_best_value_of_the_unit_is_tested(fields, value, chance):
    """A lord left alone has his mount; without attacks there is none."""
    assert Ground(regiment(**fields)).ask(best_initiative, "men") == value
    assert p_of_characteristic(value) == exactly(chance)


@clause("tow.test.characteristic_highest")
def test_a_dead_character_does_not_help():
    ground = Ground(regiment(initiative=2, character="lord", char_initiative=5))
    ground.unit("men").char_alive = 0
    assert ground.ask(best_initiative, "men") == 2


# --- Leadership


@clause("tow.test.leadership", "tow.profile.leadership")
@pytest.mark.parametrize(("leadership", "chance"), [(7, 0.583333), (8, 0.722222), (9, 0.833333), (10, 0.916667)])
def test_two_dice_that_are_not_above_leadership_pass(leadership, chance):
    """At the table: a march in front of the enemy takes a test."""
    assert p_march(leadership=leadership) == exactly(chance)


@clause("tow.test.leadership")
@pytest.mark.parametrize("leadership", PASS_36THS)
def test_the_chances_of_all_values(leadership):
    base = min(leadership, 10)
    assert p_of_leadership(base, leadership - base) == exactly(PASS_36THS[leadership] / 36)


@clause("tow.test.leadership")
@pytest.mark.parametrize(("faces", "passed"), [((3, 4), True), ((4, 4), False), ((1, 6), True), ((2, 6), False)])
def test_seven_passes_a_test_of_seven_and_eight_fails(faces, passed):
    assert stands(7, *faces) is passed


@clause("tow.test.leadership")
def test_the_result_is_told():
    scene = duel(dice=[4, 4], upto="move")
    scene.play("march")
    assert scene.last("failed").who == "men"
    assert scene.last("failed").amount == 7


@clause("tow.test.leadership")
@pytest.mark.parametrize(("rules", "leadership", "chance"), [
    ({f"{LD}.dice": 3}, 7, 35 / 216), ({f"{LD}.dice": 1}, 3, 3 / 6), ({f"{LD}.sides": 4}, 5, 10 / 16),
    ({f"{LD}.sides": 8}, 5, 10 / 64),
])  # fmt: skip
def test_the_dice_of_leadership_can_be_others(rules, leadership, chance):
    assert p_of_leadership(leadership, rules=rules) == exactly(chance)


@clause("tow.test.leadership_naturals")
@pytest.mark.parametrize(("leadership", "bonus", "chance"), [
    (10, 2, 0.972222), (1, 0, 0.027778), (5, -4, 0.027778), (10, 1, 35 / 36), (0, 0, 1 / 36),
])  # fmt: skip
def test_a_two_passes_and_a_twelve_fails(leadership, bonus, chance):
    assert p_of_leadership(leadership, bonus) == exactly(chance)


@clause("tow.test.leadership_naturals")
def test_naturals_are_what_the_dice_show():
    """Leadership 12 fails on a twelve, 1 passes on a two."""
    assert not stands(10, 6, 6, bonus=2)
    assert stands(10, 6, 5, bonus=2)
    assert stands(1, 1, 1)
    assert not stands(1, 1, 2)


@clause("tow.test.leadership_naturals")
def test_leadership_of_zero_passes_on_a_two_alone():
    """The notes let a zero fail by itself in characteristic tests only. A march in front of the enemy takes a test."""
    assert stands(0, 1, 1)
    assert not stands(0, 1, 2)
    assert p_march(leadership=0) == exactly(1 / 36)


@clause("tow.test.leadership_naturals")
def test_leadership_of_zero_fails_without_a_roll_if_the_book_says_so():
    assert not stands(0, rules={f"{LD_NATURALS}.ld_zero_auto_fail": 1})


@clause("tow.test.leadership_naturals")
@pytest.mark.parametrize(("rules", "leadership", "bonus", "chance"), [
    ({f"{LD_NATURALS}.auto_pass_on": 3}, 2, 0, 3 / 36), ({f"{LD_NATURALS}.auto_fail_on": 13}, 10, 2, 1.0),
    ({f"{LD_NATURALS}.auto_fail_on": 11}, 10, 1, 33 / 36), ({f"{LD_NATURALS}.ld_zero_auto_fail": 1}, 0, 0, 0.0),
])  # fmt: skip
def test_what_passes_and_fails_a_leadership_test_can_be_set(rules, leadership, bonus, chance):
    assert p_of_leadership(leadership, bonus, rules) == exactly(chance)


@clause("tow.test.leadership_highest")
@pytest.mark.parametrize(("regiment_ld", "character_ld", "used", "chance"), [(6, 9, 9, 0.833333), (8, 7, 8, 0.722222)])
def test_the_highest_leadership_of_the_unit_is_tested(regiment_ld, character_ld, used, chance):
    men = {"leadership": regiment_ld, "character": "standard_bearer", "char_leadership": character_ld, "roles": []}
    assert Ground(regiment(**men)).ask(leadership_of, "men", True) == used
    assert p_march(**men) == exactly(chance)


@clause("tow.test.leadership_highest")
def test_a_dead_character_lends_no_leadership():
    ground = Ground(regiment(leadership=6, character="lord"))
    assert ground.ask(leadership_of, "men", True) == 9
    ground.unit("men").char_alive = 0
    assert ground.ask(leadership_of, "men", True) == 6


@clause("tow.test.leadership_highest", "tow.test.leadership_naturals")
def test_modifiers_come_after_the_best_value():
    """A character of Ld 9 in a regiment of 6: nine and one are ten."""
    assert p_of_leadership(6, 1, character="standard_bearer", char_leadership=9, roles=[]) == exactly(33 / 36)

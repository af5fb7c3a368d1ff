"""Break tests: giving ground, falling back in good order, breaking; what the stubborn and the unbreakable do."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import RESULT, beaten, melee
from tow.scenes import exactly, regiment

BREAK = "x.combat.break_test"
WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}  # of two dice, of 36
FATES = ["gives_ground", "falls_back", "breaks"]


def fates(*given, **how):
    """The chances that the orcs give ground, fall back in good order, break."""
    found = beaten(*given, **how).odds("pass", want=[f"{fate} by orcs" for fate in FATES], open="stop")
    return tuple(sum(chance for counts, chance in found.items() if counts[i]) for i in range(3))


def thirty_sixths(*counts):
    """Chances as they are written down."""
    return tuple(exactly(count / 36) for count in counts)


@clause("tow.x.combat.break_test")
@pytest.mark.parametrize(("leadership", "difference", "counts"), [
    (9, 2, (21, 9, 6)), (8, 8, (1, 25, 10)), (10, 1, (30, 3, 3)), (7, 3, (6, 15, 15)), (7, 2, (10, 11, 15)),
])  # fmt: skip
def test_two_dice_and_the_difference_against_leadership(leadership, difference, counts):
    assert fates(leadership, difference) == thirty_sixths(*counts)


@clause("tow.x.combat.break_test")
@pytest.mark.parametrize("leadership", range(2, 11))
@pytest.mark.parametrize("difference", [1, 4])
def test_every_roll(leadership, difference):
    """A natural 2 gives ground; 12, and what is above Leadership, breaks; what the difference takes above it falls back."""
    broken = sum(ways for roll, ways in WAYS.items() if roll != 2 and (roll == 12 or roll > leadership))
    ground = sum(ways for roll, ways in WAYS.items() if roll == 2 or (roll != 12 and roll + difference <= leadership))
    assert fates(leadership, difference) == thirty_sixths(ground, 36 - ground - broken, broken)


@clause("tow.x.combat.break_test")
@pytest.mark.parametrize(("leadership", "difference", "expected"), [
    (9, 2, (0.583333, 0.250000, 0.166667)), (8, 8, (0.027778, 0.694444, 0.277778)),
    (10, 1, (30 / 36, 3 / 36, 0.083333)),
])  # fmt: skip
def test_the_chances_that_are_written_down(leadership, difference, expected):
    assert fates(leadership, difference) == tuple(exactly(chance) for chance in expected)


@clause("tow.x.combat.break_test")
def test_leadership_of_zero_breaks_unless_a_two_is_rolled():
    assert fates(0, 1) == thirty_sixths(1, 0, 35)


@clause("tow.x.combat.break_test")
@pytest.mark.parametrize(("strength", "expected"), [
    (21, (0.166667, 0.0, 0.833333)), (20, (0.166667, 0.416667, 0.416667)),
])  # fmt: skip
def test_nobody_falls_back_in_order_from_more_than_twice_their_strength(strength, expected):
    """Leadership 7, beaten by three: ten against 21, and against exactly twice their strength."""
    found = fates(7, 3, men={"models": strength, "files": 12})
    assert found == tuple(exactly(chance) for chance in expected)


@clause("tow.x.combat.break_test")
@pytest.mark.parametrize(("ratio", "strength", "falls"), [
    (3, 21, 15), (3, 30, 15), (3, 31, 0), (1, 10, 15), (1, 11, 0),
])  # fmt: skip
def test_how_many_times_their_strength_it_takes_can_be_set(ratio, strength, falls):
    found = fates(7, 3, {f"{BREAK}.strength_ratio": ratio, "troop.table.regular_infantry_max_rank_bonus": 0},
                  men={"models": strength, "files": 12})  # fmt: skip
    assert found == thirty_sixths(6, falls, 30 - falls)


@clause("tow.x.combat.break_test")
def test_the_strength_of_whole_sides_is_compared():
    """Eleven and ten more beside them against ten."""
    rules = {f"{RESULT}.standard": 3, f"{RESULT}.outnumber": 0}
    units = [
        regiment("men", at=(10, 14), models=11, files=5, attacks=0, standard=True),
        regiment("others", "men", at=(15, 14), models=10, files=5, attacks=0),
        regiment("orcs", at=(19, 13), facing="south", models=10, files=10, attacks=0),
    ]  # fmt: skip
    rules["troop.table.regular_infantry_max_rank_bonus"] = 0
    found = melee(*units, rules=rules).odds("pass", want="falls_back by orcs", open="stop")
    assert 1 not in found


@clause("tow.x.combat.break_test")
@pytest.mark.parametrize(("knob", "value", "counts"), [
    ("always_hold_on", 6, (15, 6, 15)), ("always_break_on", 7, (10, 5, 21)), ("always_break_on", 6, (10, 0, 26)),
])  # fmt: skip
def test_naturals_can_be_set(knob, value, counts):
    """Leadership 7, beaten by two."""
    assert fates(7, 2, {f"{BREAK}.{knob}": value}) == thirty_sixths(*counts)


@clause("tow.x.combat.break_test")
def test_a_natural_two_holds_and_a_twelve_breaks():
    assert fates(1, 8) == thirty_sixths(1, 0, 35)
    assert fates(1, 8, {f"{BREAK}.always_hold_on": 3}) == thirty_sixths(3, 0, 33)
    assert fates(10, 1, {f"{BREAK}.always_break_on": 11}) == thirty_sixths(30, 3, 3)
    assert fates(10, 1, {f"{BREAK}.always_break_on": 10}) == thirty_sixths(30, 0, 6)


@clause("tow.x.combat.break_test")
@pytest.mark.parametrize(("dice", "expected"), [
    (1, (4 / 6, 2 / 6, 0.0)), (3, (4 / 216, 16 / 216 + 15 / 216, 1 - 35 / 216)),
])  # fmt: skip
def test_the_dice_of_the_break_test_can_be_others(dice, expected):
    """Leadership 7, beaten by three: four or less on the dice gives ground, seven or less falls back; three dice come to four or
    less in 4 ways, to seven or less in 35. Neither a one nor, with one die, a twelve is special.
    """
    rules = {f"{BREAK}.dice": dice, f"{BREAK}.always_break_on": 40, f"{BREAK}.always_hold_on": 0}
    assert fates(7, 3, rules) == tuple(exactly(chance) for chance in expected)


@clause("tow.x.combat.break_test")
def test_each_beaten_unit_tests_once_before_anything_moves():
    """Two regiments of orcs fail, and only then anybody runs."""
    rules = {f"{RESULT}.standard": 3, f"{RESULT}.outnumber": 0}
    units = [
        regiment("men", at=(10, 14), models=12, files=12, attacks=0, standard=True),
        regiment("orcs", at=(14, 13), facing="south", models=5, attacks=0),
        regiment("goblins", "orcs", at=(20, 13), facing="south", models=5, attacks=0),
    ]  # fmt: skip
    scene = melee(*units, rules=rules, dice=[6, 6, 6, 5])
    scene.play("pass")
    told = [(e.kind, e.who) for e in scene.events if e.kind in ("break_test", "breaks", "flees")]
    assert told == [("break_test", "orcs"), ("break_test", "goblins"), ("breaks", "orcs")]
    assert (scene.unit("orcs").at, scene.unit("goblins").at) == ((14, 13), (20, 13))


@clause("tow.x.combat.break_test", "tow.x.character.general", "tow.test.leadership_highest")
@pytest.mark.parametrize(("orcs", "counts"), [({"character": "lord", "char_attacks": 0}, (21, 9, 6)), ({}, (3, 7, 26))])
def test_the_highest_leadership_is_used_and_not_reduced(orcs, counts):
    """Orcs of Leadership 5 beaten by two, with a lord of 9 among them or without."""
    assert fates(5, 2, orcs=orcs) == thirty_sixths(*counts)


# --- stubborn, unbreakable


@clause("tow.x.morale.traits", "tow.x.combat.break_test")
def test_the_stubborn_do_not_care_for_the_difference():
    assert fates(9, 6, orcs={"traits": ["stubborn"]}) == (exactly(0.833333), exactly(0.0), exactly(0.166667))


@clause("tow.x.morale.traits", "tow.x.combat.break_test")
def test_the_unbreakable_take_no_test_and_give_ground():
    scene = beaten(0, 9, orcs={"traits": ["unbreakable"]}, dice=[])
    scene.play("pass")
    assert scene.last("gives_ground").who == "orcs"
    assert not [e for e in scene.events if e.kind == "break_test"]


# --- the battle standard


@clause("tow.x.character.battle_standard", "tow.x.combat.break_test")
def test_near_the_battle_standard_who_breaks_tests_again():
    """Leadership 7, beaten by two: 15 of 36 break, and roll a second time."""
    ways = (10, 11, 15)
    bearer = regiment("guard", "orcs", (14, 8), "south", models=5, character="standard_bearer")
    expected = (10 / 36 + 15 / 36 * 10 / 36, 11 / 36 + 15 / 36 * 11 / 36, (15 / 36) ** 2)
    assert fates(7, 2) == thirty_sixths(*ways)
    found = fates(7, 2, friends=[bearer])
    assert found == tuple(exactly(chance) for chance in expected)
    assert found == (exactly(0.393519), exactly(0.432870), exactly(0.173611))

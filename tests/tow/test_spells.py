"""Spells: casting values, ranges; ember bolt, stone rain and sinkhole."""

from __future__ import annotations

from math import comb

import pytest
from fixtures import clause
from tow.coven import MAGE, SPELLS, mages, others, when_cast
from tow.measures import at_least, mean
from tow.scenes import battle, exactly, regiment

STILL = {"x.dice.scatter_die.hit_faces": 6}  # nothing scatters
PHASE = {
    "ember_bolt": "shoot",
    "stone_rain": "shoot",
    "warding_light": "strategy",
    "wither": "strategy",
    "mend": "strategy",
}
KNOB = {"ember_bolt": "bolt", "stone_rain": "rain", "warding_light": "ward", "wither": "wither", "mend": "mend"}
AIM = {"ember_bolt": "orcs", "stone_rain": "orcs", "wither": "orcs", "warding_light": "others", "mend": "others"}


def harm(spell, rules=None, wanted="result wounds on orcs", **orcs):
    """Wounds that a spell takes of the orcs once it is cast: number -> chance."""
    scene = mages(rules=rules, orcs=orcs)
    return when_cast(scene, f"cast_unit {spell} orcs", wanted)


# --- all of them


@clause("tow.x.magic.spells", "tow.x.magic.cast")
@pytest.mark.parametrize(("spell", "value"), [
    ("ember_bolt", 7), ("stone_rain", 9), ("warding_light", 8), ("wither", 8), ("mend", 7),
])  # fmt: skip
@pytest.mark.parametrize("shift", [None, 1, -1])
def test_casting_values(spell, value, shift):
    """Two dice and the level of two."""
    knob = f"{SPELLS}.{KNOB[spell]}_cv"
    scene = battle(
        regiment(at=(10, 14), **MAGE), regiment("orcs", at=(14, 8), facing="south"), others(),
        rules={} if shift is None else {knob: value + shift}, upto=PHASE[spell], who="men",
    )  # fmt: skip
    chance = sum(6 - abs(7 - roll) for roll in range(2, 13) if roll + 2 >= value + (shift or 0)) / 36
    assert scene.odds(f"cast_unit {spell} {AIM[spell]}", want="event cast", open="stop").at_least(1) == exactly(chance)


@clause("tow.x.magic.spells", "tow.x.magic.cast")
@pytest.mark.parametrize("shift", [None, 1, -1])
def test_the_casting_value_of_the_sinkhole(shift):
    rules = {} if shift is None else {f"{SPELLS}.sinkhole_cv": 9 + shift}
    scene = battle(
        regiment(at=(10, 14), **MAGE),
        regiment("orcs", at=(14, 8), facing="south"),
        rules=rules,
        upto="shoot",
        who="men",
    )
    chance = sum(6 - abs(7 - roll) for roll in range(2, 13) if roll + 2 >= 9 + (shift or 0)) / 36
    assert scene.odds("cast_cell 2,2", want="event cast", open="stop").at_least(1) == exactly(chance)


@clause("tow.x.magic.spells", "tow.x.setup.distance")
@pytest.mark.parametrize(("spell", "reach"), [
    ("ember_bolt", 24), ("stone_rain", 24), ("warding_light", 12), ("wither", 18), ("mend", 12),
])  # fmt: skip
@pytest.mark.parametrize("shift", [0, 1, -1])
def test_how_far_spells_reach(spell, reach, shift):
    """Units so many cells to the north, and one further away."""
    side = "orcs" if AIM[spell] == "orcs" else "men"
    rules = {f"{SPELLS}.{KNOB[spell]}_range": reach + shift} if shift else {}
    near, far = 39 - (reach + shift), 39 - (reach + shift) - 1
    hurt = {"models": 4, "files": 4, "models_start": 6, "facing": "north" if side == "men" else "south"}
    left, right = (6, 12) if side == "men" else (9, 15)
    units = [
        regiment(at=(10, 40), **MAGE), regiment("near", side, (left, near), **hurt), regiment("far", side, (right, far), **hurt),
        regiment("orcs", at=(30, 2), facing="south", models=1),
    ]  # fmt: skip
    scene = battle(*units, rules=rules, size=(36, 46), upto=PHASE[spell], who="men")
    found = {text.split()[2] for text in scene.choices(f"cast_unit {spell} ")}
    assert "near" in found
    assert "far" not in found


@clause("tow.x.magic.spells")
def test_spells_of_harm_are_for_enemies_and_those_of_help_for_friends():
    scene = mages("strategy", friends=[others()])
    found = {text.removeprefix("cast_unit ") for text in scene.choices("cast_unit ")}
    assert found == {"warding_light men", "warding_light others", "wither orcs", "mend men", "mend others"}


# --- ember bolt, stone rain


@clause("tow.x.magic.spells")
def test_an_ember_bolt():
    """D6 hits of S 4 and AP -1 at T 3 and AV 5."""
    found = harm("ember_bolt", armour_value=5)
    assert (mean(found), found[0]) == (exactly(1.944444), exactly(0.132306))
    p = 4 / 6 * 5 / 6
    assert found[0] == exactly(sum((1 - p) ** hits for hits in range(1, 7)) / 6)


@clause("tow.x.magic.spells", "tow.x.damage.ward")
def test_an_ember_bolt_flames_and_stones_do_not():
    assert mean(harm("ember_bolt", regeneration=4)) == exactly(3.5 * 4 / 6)
    assert mean(harm("stone_rain", regeneration=4)) == exactly(7 * 3 / 6 * 3 / 6)


@clause("tow.x.magic.spells")
def test_a_stone_rain():
    """2D6 hits of S 3 at T 3."""
    found = harm("stone_rain")
    assert (mean(found), at_least(found, 5)) == (exactly(3.5), exactly(0.277059))
    assert max(found) == 12


@clause("tow.x.magic.spells")
@pytest.mark.parametrize(("spell", "knob", "value", "expected"), [
    ("ember_bolt", "bolt_hit_dice", 2, 7 * 4 / 6 * 5 / 6), ("ember_bolt", "bolt_s", 5, 3.5 * 5 / 6 * 5 / 6),
    ("ember_bolt", "bolt_s", 3, 3.5 * 3 / 6 * 5 / 6), ("ember_bolt", "bolt_ap", 0, 3.5 * 4 / 6 * 4 / 6),
    ("ember_bolt", "bolt_ap", -2, 3.5 * 4 / 6), ("stone_rain", "rain_hit_dice", 1, 3.5 * 3 / 6 * 4 / 6),
    ("stone_rain", "rain_s", 4, 7 * 4 / 6 * 4 / 6), ("stone_rain", "rain_s", 2, 7 * 2 / 6 * 4 / 6),
])  # fmt: skip
def test_missile_spells_can_be_set(spell, knob, value, expected):
    """At T 3 and AV 5."""
    assert mean(harm(spell, {f"{SPELLS}.{knob}": value}, armour_value=5)) == exactly(expected)


@clause("tow.x.magic.spells", "tow.x.character.embedded")
def test_missile_spells_never_wound_a_character_among_others():
    scene = mages(orcs={"character": "lord", "char_toughness": 1, "char_armour_value": 7})
    found = scene.odds("cast_unit stone_rain orcs", want="orcs.char_lost_wounds", open="stop")
    assert set(found) == {0}


@clause("tow.x.magic.spells", "tow.x.morale.panic")
def test_losses_by_spells_are_reason_to_panic():
    """Five of twenty."""
    scene = mages(orcs={"traits": []})
    found = scene.odds("cast_unit stone_rain orcs", want=["result models on orcs", "calm", "panics"], open="stop")
    assert {lost for lost, calm, panics in found if calm or panics} == set(range(5, 13))
    assert sum(chance for (lost, _, panics), chance in found.items() if lost == 5 and panics) / sum(
        chance for (lost, *_), chance in found.items() if lost == 5
    ) == exactly(15 / 36)


# --- sinkhole


def sunk(rules=None, cell="12,6", wanted="result wounds on orcs", **orcs):
    """What the sinkhole takes of 25 orcs in five ranks; (12, 6) is the middle."""
    scene = mages(rules={**STILL, **(rules or {})}, orcs={"models": 25, "files": 5, **orcs})
    return when_cast(scene, f"cast_cell {cell}", wanted)


@clause("tow.x.magic.spells", "tow.templates.hits", "tow.test.characteristic")
def test_a_sinkhole():
    """One model wholly and eight partly under it: five hits, half of whom fail a test of Initiative 3."""
    found = sunk(initiative=3)
    assert mean(found) == exactly(2.5)
    chances = [0.0] * 10
    for hits in range(9):
        for failed in range(hits + 2):
            chances[failed] += comb(8, hits) / 2**8 * comb(hits + 1, failed) / 2 ** (hits + 1)
    assert found == {failed: exactly(chance) for failed, chance in enumerate(chances)}


@clause("tow.x.magic.spells", "tow.test.characteristic_zero")
def test_initiative_of_zero_always_sinks():
    """Three orcs, and the sinkhole over all of them: one wholly, two partly."""
    scene = mages(rules=STILL, orcs={"models": 3, "files": 3, "initiative": 0})
    found = scene.odds("cast_cell 13,8", want=["hits", "result wounds on orcs"], open="stop")
    assert all(hits == lost for hits, lost in found)
    assert (3, 3) in found


@clause("tow.x.magic.spells")
@pytest.mark.parametrize(("orcs", "expected"), [
    ({"initiative": 0, "armour_value": 2}, 5.0), ({"initiative": 0, "ward": 4}, 2.5), ({"initiative": 5}, 5 / 6),
    ({"initiative": 0, "toughness": 10}, 5.0),
    ({"initiative": 1, "mount_initiative": 4, "mount_attacks": 1}, 5 * 2 / 6),
])  # fmt: skip
def test_no_armour_saves_who_sinks_but_a_ward(orcs, expected):
    assert mean(sunk(**orcs)) == exactly(expected)


@clause("tow.x.magic.spells")
def test_each_failure_is_one_wound():
    assert mean(sunk(initiative=0, wounds=3)) == exactly(5.0)


@clause("tow.x.magic.spells", "tow.scatter.arrow_result")
@pytest.mark.parametrize(("dice", "totals"), [(1, range(1, 7)), (2, range(2, 13)), (0, [0])])
def test_it_scatters_so_many_inches(dice, totals):
    rules = {} if dice == 1 else {f"{SPELLS}.sinkhole_scatter_dice": dice}
    scene = mages(rules={"x.dice.scatter_die.hit_faces": 0, **rules})
    found = scene.odds("cast_cell 20,14", want=["event cast", "scattered.extra"], open="stop")
    inches = {int(told.split()[0]) for cast, told in found if cast and told}
    assert inches == set(totals)


@clause("tow.x.magic.spells", "tow.scatter.place_and_roll", "tow.scatter.hit_result")
@pytest.mark.parametrize(("scatter", "moved"), [([1], []), ([3, 3], [(22, 14)])])
def test_the_distance_is_rolled_together_with_the_direction(scatter, moved):
    """A die is rolled for two inches, whether the scatter die shows a HIT or an arrow to the east. Nobody is under it."""
    scene = mages(dice=[4, 4, *scatter, 2])
    scene.play("cast_cell 20,14")
    assert [event.amount for event in scene.events if event.kind == "scattered"] == moved


@clause("tow.x.magic.spells", "tow.x.dice.scatter_die")
def test_it_stays_on_a_hit():
    """Two of six faces."""
    found = mages().odds("cast_cell 20,14", want=["event cast", "event scattered"], open="stop")
    assert found[1, 0] / (found[1, 0] + found[1, 1]) == exactly(2 / 6)


@clause("tow.x.magic.spells", "tow.x.setup.distance")
@pytest.mark.parametrize("reach", [18, 17, 19])
def test_how_far_a_sinkhole_reaches(reach):
    """North of the men in the row 40."""
    rules = {} if reach == 18 else {f"{SPELLS}.sinkhole_range": reach}
    units = [regiment(at=(10, 40), **MAGE), regiment("orcs", at=(30, 2), facing="south", models=1)]
    scene = battle(*units, rules=rules, size=(36, 46), upto="shoot", who="men")
    cells = {text.split()[1] for text in scene.choices("cast_cell ")}
    assert f"12,{39 - reach}" in cells
    assert f"12,{39 - reach - 1}" not in cells


@clause("tow.x.magic.spells", "tow.x.character.embedded")
def test_a_character_sinks_only_under_the_template():
    """The lord stands in the third file: the middle of the template lies on him, or two files beside him."""
    for cell, may in (("12,8", True), ("14,8", False)):
        found = sunk(cell=cell, wanted="orcs.char_lost_wounds", initiative=0, character="lord", char_initiative=0)
        assert (max(found) > 0) is may

"""Spears and halberds: who strikes first."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.test_initiative import FAR, ada_is_winning, alone, duellists, effective

SPEAR = {"main_hand": "spear"}
HALBERD = {"main_hand": "halberd", "specialist": ["polearm"]}


@pytest.mark.parametrize("weapon", [SPEAR, HALBERD])
@clause("wfrp1.weapon.spear_halberd")
def test_long_weapons_come_first_in_the_first_round(weapon):
    assert effective(duellists({"i": 30, **weapon}), "ada") == (40, 1)
    assert effective(alone(i=30, **weapon), "ada") == (40, 1), "also before anybody is reached"


@pytest.mark.parametrize("weapon", [SPEAR, HALBERD])
@clause("wfrp1.weapon.spear_halberd")
def test_long_weapons_come_first_against_riders(weapon):
    scene = duellists({"i": 30, **weapon}, {"mount": "warhorse"})
    assert effective(scene, "ada") == (50, 1)


@clause("wfrp1.weapon.spear_halberd")
def test_before_contact_the_nearest_enemy_in_sight_counts():
    def nearest(foot, rider):
        return table(
            {"name": "ada", "side": "men", "at": [0, 0], "i": 30, **SPEAR},
            {"name": "orc", "side": "orcs", "at": [foot, 0], "i": 5},
            {"name": "lancer", "side": "orcs", "at": [rider, 0], "i": 5, "mount": "warhorse"},
            **FAR,
        )

    assert effective(nearest(6, 4), "ada") == (50, 1)
    assert effective(nearest(4, 6), "ada") == (40, 1)


@pytest.mark.parametrize(("weapon", "expected"), [(SPEAR, 30), (HALBERD, 20)])
@clause("wfrp1.weapon.spear_halberd")
def test_later_rounds_without_winning(weapon, expected):
    scene = duellists({"i": 30, **weapon}, {"i": 5})
    for round_no in (2, 3):
        scene.play("ada: pass", "orc: pass", "act", "act")
        assert (scene.round, effective(scene, "ada")) == (round_no, (expected, 1))


@pytest.mark.parametrize("weapon", [SPEAR, HALBERD])
@clause("wfrp1.weapon.spear_halberd")
def test_later_rounds_while_winning(weapon):
    scene = ada_is_winning({"i": 30, "ws": 60, **weapon})
    assert effective(scene, "ada") == (30 + 10 + 10, 1)


@clause("wfrp1.weapon.spear_halberd")
def test_a_round_apart_makes_it_a_first_round_again():
    scene = duellists({"i": 30, "ws": 60, **HALBERD}, {"i": 5}, dice=[1, 5])
    scene.play("ada: strike orc normal", "orc: pass", "ada: decline_press")
    assert scene.round == 2
    scene.play("ada: pass")
    assert scene.round == 3, "the orc was off guard"
    assert effective(scene, "ada") == (40, 1), "nobody was in contact at the end of the second round"


@pytest.mark.parametrize(
    ("knob", "weapon", "orc", "later", "expected"),
    [
        ("spear_first_or_winning_ei", SPEAR, {}, False, 45),
        ("halberd_first_or_winning_ei", HALBERD, {}, False, 45),
        ("versus_mounted_ei", SPEAR, {"mount": "warhorse"}, False, 45),
        ("spear_other_ei", SPEAR, {}, True, 45),
        ("halberd_other_ei", HALBERD, {}, True, 45),
    ],
)
@clause("wfrp1.weapon.spear_halberd")
def test_the_numbers_of_long_weapons_can_be_set(knob, weapon, orc, later, expected):
    rules = {f"weapon.spear_halberd.{knob}": 15}
    scene = duellists({"i": 30, **weapon}, {"i": 5, **orc}, rules=rules)
    if later:
        scene.play("ada: pass", "orc: pass", "act", "act")
    assert effective(scene, "ada") == (expected, 1)


@pytest.mark.parametrize("weapon", ["thrown spear", "javelin"])
@clause("wfrp1.weapon.spear_halberd", "wfrp1.c.missile_weapon_as_club")
def test_a_spear_for_throwing_is_a_spear_in_a_fight(weapon):
    """In the first round of a combat, against riders, and in later rounds; before anybody is in reach it is no melee weapon."""
    held = {"i": 30, "main_hand": weapon, "ammunition": 3}
    assert effective(duellists(held), "ada") == (40, 1)
    assert effective(duellists(held, {"mount": "warhorse"}), "ada") == (50, 1)
    assert effective(alone(**held), "ada") == (30, 1)
    later = duellists(held, upto=None)
    later.unit("ada").was_engaged = 1
    while later.prompt == "declare":
        later.play("act")
    assert effective(later, "ada") == (30, 1)

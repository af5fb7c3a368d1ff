"""Shooting at fliers, from the air, and between fliers."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.flights import EAGLE, aerial
from wfrp1.shooting import ONE_DIE, labels, shot, verbs

BOW = {"main_hand": "long bow", "specialist": ["long_bow"], "bs": 50, "i": 70}
SPEAR = {"main_hand": "thrown spear", "bs": 50, "natural_weapons": False}


def archer(cells, altitude, dice=None, **more):
    """A long bow (32, 64 and 300 yards) on the ground, an eagle in the air."""
    size = (max(cells + 3, 4), 7)
    return aerial(cells, altitude, dice, man={**BOW, "at": [0, 5], **more.pop("man", {})},
                  eagle={"at": [cells, 5], "t": 1, "w": 20}, size=size, **more)  # fmt: skip


# --- from the ground


@clause("wfrp1.flying.target_range", "wfrp1.missile.damage")
def test_20_yards_away_and_10_up_is_short_and_counts_as_long():
    """With steps of 10 yards; 40 at BS 50 - 10 hits, one point less."""
    scene = archer(10, 12, [40, 4], rules=ONE_DIE)
    scene.unit("eagle").altitude_yd = 10
    scene.refresh()
    scene.play("fire eagle normal")
    assert shot(scene.events).total == 50 - 10
    assert labels(scene.last("wounded")) == {"dice": 4, "ES": 3, "range": -1, "T": -1}


@clause("wfrp1.flying.target_range", "wfrp1.missile.extreme_range")
def test_40_yards_and_10_up_is_long_and_counts_as_extreme():
    scene = archer(20, 6, [98])
    scene.unit("eagle").altitude_yd = 10
    scene.refresh()
    assert "fire" not in verbs(scene)
    scene.play("aim eagle")
    while (scene.decider, scene.prompt) != ("man", "turn"):
        scene.play(next(verb for verb in ("act", "pass") if verb in verbs(scene)))
    scene.play("fire eagle normal")
    assert shot(scene.events).total == 50 - 20


@pytest.mark.parametrize(("cells", "may"), [(10, True), (11, False)])
@clause("wfrp1.flying.target_range", "wfrp1.missile.repeating_crossbow")
def test_a_repeating_crossbow_at_a_flier_within_short_range(cells, may):
    """Short up to 32 yards, which counts as long: 50 - 10, one point less. Farther off it would be extreme, and more."""
    repeater = {"main_hand": "repeating crossbow", "specialist": ["repeating_crossbow"], "loaded": 1}
    scene = archer(cells, 12, [40, 6] if may else [], rules=ONE_DIE, man=repeater)
    assert scene.offers("fire eagle") == may
    if may:
        scene.play("fire eagle normal")
        assert shot(scene.events).total == 50 - 10
        assert labels(scene.last("wounded")) == {"dice": 6, "ES": 1, "range": -1, "T": -1}


@pytest.mark.parametrize(("altitude", "terms"), [(0, {"BS": 50, "cover": -10}), (6, {"BS": 50, "range": -10})])
@clause("wfrp1.missile.modifiers", "wfrp1.c.flight")
def test_the_bushes_below_are_no_cover_to_a_flier(altitude, terms):
    """Eight yards away it stands in them, or flies over them, where short range counts as long."""
    bushes = {"size": [12, 12], "cells": [{"flag": "soft_cover", "at": [[4, 5]]}]}
    scene = archer(4, altitude, [98], board=bushes)
    scene.play("fire eagle normal")
    assert labels(shot(scene.events)) == terms


@pytest.mark.parametrize(("cells", "altitude", "reached"), [(29, 6, True), (29, 12, False), (26, 12, True)])
@clause("wfrp1.flying.target_range")
def test_no_fire_at_what_would_be_extreme(cells, altitude, reached):
    """58 and 6 yards are 64, long; 58 and 12 are extreme, and there is nothing beyond it."""
    scene = archer(cells, altitude)
    assert ("aim" in verbs(scene)) == reached


@pytest.mark.parametrize(("shift", "total"), [(0, 50), (1, 40), (2, 30)])
@clause("wfrp1.flying.target_range")
def test_steps_of_the_range_as_a_house_rule(shift, total):
    scene = archer(
        4, 6, [98], rules={"flying.target_range.range_shift": shift, "missile.extreme_range.extra_aim_rounds": 0}
    )
    scene.play("fire eagle normal")
    assert shot(scene.events).total == total


@clause("wfrp1.flying.target_range", "wfrp1.missile.firearms_chart")
def test_point_blank_counts_as_short_for_a_gun():
    """One cell and no height to speak of: an arquebus at short range has ES 4, at point blank 4; a pistol 3 and 3."""
    gun = {"main_hand": "blunderbuss", "specialist": ["blunderbuss"], "loaded": 1, "bs": 50}
    scene = archer(1, 6, [40, 4], man=gun, rules=ONE_DIE)
    scene.unit("eagle").altitude_yd = 1
    scene.refresh()
    scene.play("fire eagle normal")
    assert labels(scene.last("wounded"))["ES"] == 3, "3 yards are point blank, ES 5, and count as short, ES 3"


@clause("wfrp1.flying.target_range")
def test_one_who_has_landed_is_shot_at_like_anybody():
    scene = archer(10, 0, [98])
    scene.play("fire eagle normal")
    assert shot(scene.events).total == 50


# --- from the air


@clause("wfrp1.flying.shooting_down")
def test_a_harpys_spear_from_20_yards_up_at_6_yards_is_at_long_range():
    """Thrown spear 4, 8 and 25 yards: only the six count."""
    scene = aerial(3, 6, [98], eagle=SPEAR)
    scene.unit("eagle").altitude_yd = 20
    scene.refresh()
    scene.play("fire man normal")
    assert shot(scene.events).total == 50 - 10


@pytest.mark.parametrize(("altitude", "total"), [(25, 40), (26, 0), (30, 0)])
@clause("wfrp1.flying.shooting_down", "wfrp1.c.ammunition")
def test_from_above_its_extreme_range_a_spear_misses_and_is_gone(altitude, total):
    scene = aerial(3, 6, [60], eagle=SPEAR)
    scene.unit("eagle").altitude_yd = altitude
    scene.refresh()
    scene.play("fire man normal")
    assert (shot(scene.events).kind, shot(scene.events).total) == ("shot_missed", total)
    assert scene.unit("eagle").ammunition == 2


@clause("wfrp1.flying.shooting_down", "wfrp1.missile.into_melee")
def test_from_above_its_extreme_range_it_does_not_stray_either():
    orc = {"name": "boy", "side": "beasts", "at": [1, 5], "i": 5}
    scene = aerial(3, 6, [5], eagle=SPEAR, others=(orc,))
    scene.unit("eagle").altitude_yd = 30
    scene.refresh()
    assert scene.play("fire man normal")[0].kind == "shot_missed"


@clause("wfrp1.flying.shooting_down", "wfrp1.c.bomb_blast")
def test_a_bomb_from_above_its_range_goes_wide():
    bomber = {"main_hand": "bomb", "specialist": ["bomb"], "bs": 50, "natural_weapons": False}
    scene = aerial(6, 6, [1, 5], eagle=bomber)
    scene.unit("eagle").altitude_yd = 21
    scene.refresh()
    scene.play("throw_bomb bomb 6,5")
    assert scene.last("bomb_on_its_way").extra == 0
    scene = aerial(6, 6, [1], eagle=bomber)
    scene.unit("eagle").altitude_yd = 20
    scene.refresh()
    scene.play("throw_bomb bomb 6,5")
    assert scene.last("bomb_on_its_way").extra == 1


@clause("wfrp1.c.bomb_blast", "wfrp1.c.flight")
def test_those_in_the_air_are_not_in_the_blast():
    scene = aerial(3, 6, [20, 60, 1], man={"main_hand": "bomb", "specialist": ["bomb"], "i": 70, "w": 20},
                   others=({"name": "boy", "side": "beasts", "at": [5, 6], "w": 20, "i": 5},))  # fmt: skip
    scene.play("throw_bomb bomb 5,5")
    assert (scene.unit("eagle").wounds, scene.unit("boy").wounds) == (7, 16)


@pytest.mark.parametrize(("altitude", "penalty"), [(12, -10), (0, 0)])
@clause("wfrp1.flying.shooting_down", "wfrp1.missile.modifiers")
def test_a_flying_mount_always_counts_as_moving(altitude, penalty):
    rider = {**BOW, "fly_movement": 0, "natural_weapons": False, "mount": "giant_eagle"}
    scene = aerial(5, altitude, [98], eagle=rider)
    scene.play("fire man normal")
    assert shot(scene.events).total == 50 + penalty


# --- between fliers


def duel_in_the_air(low, high, cells, dice):
    """Two long bows in the air."""
    bow = {**BOW, "natural_weapons": False}
    other = {**EAGLE, **bow, "name": "hawk", "side": "men", "at": [1, 1], "altitude": 6, "i": 10}
    scene = aerial(cells, 6, dice, eagle={**bow, "at": [1 + cells, 1], "t": 1}, man={"at": [0, 0]}, others=(other,),
                   size=(cells + 3, 3))  # fmt: skip
    scene.unit("eagle").altitude_yd, scene.unit("hawk").altitude_yd = low, high
    scene.refresh()
    return scene


@clause("wfrp1.flying.air_to_air")
def test_at_the_same_height_short_counts_as_long():
    scene = duel_in_the_air(10, 10, 10, [98])
    scene.play("fire hawk normal")
    assert shot(scene.events).total == 50 - 10


@clause("wfrp1.flying.air_to_air")
def test_the_higher_one_shoots_at_30_yards_as_at_the_ground():
    scene = duel_in_the_air(20, 10, 15, [98])
    scene.play("fire hawk normal")
    assert shot(scene.events).total == 50


@clause("wfrp1.flying.air_to_air")
def test_the_lower_one_shoots_at_30_and_10_yards_and_long_counts_as_extreme():
    scene = duel_in_the_air(10, 20, 15, [])
    assert not scene.choices("fire hawk"), "40 yards are long, count as extreme"
    assert scene.offers("aim hawk")
    scene = duel_in_the_air(10, 11, 15, [98])
    scene.play("fire hawk normal")
    assert shot(scene.events).total == 40, "31 yards are short"


@clause("wfrp1.flying.shooting_down", "wfrp1.missile.line_of_fire")
def test_the_log_says_that_a_shot_from_too_high_is_out_of_range():
    scene = table(
        {"name": "ada", "side": "men", "at": [1, 1], "facing": "east", "i": 60, "bs": 90, "main_hand": "throwing knife",
         "ammunition": 5, "fly_movement": 8, "altitude": 24, "specialist": ["throwing"]},
        {"name": "orc", "side": "orcs", "at": [3, 1], "facing": "east", "i": 20, "w": 20},
        size=(30, 3), dice=[44],
    )  # fmt: skip
    scene.play("fire orc normal")
    assert scene.last("shot_missed").terms == [("BS", 90), ("out of range", -90)]

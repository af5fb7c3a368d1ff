"""Creatures of other kinds: ethereal ones, fliers and how they fall, and what sizes mean."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import cards, duel, exactly, scene

from tactica.envs.rulesets.owh.vocab import Item

GHOST = {"traits": ["ethereal"]}
HARPY = {"traits": ["flying"], "hp": 200}
FAR = {"name": "goblin", "side": "orcs", "at": [11, 11]}
ALWAYS = {"completion.spells.entangle_tn": 60}
MAGE = {"spells": ["entangle"], "winds": 20}


def may_attack(weapon, distance, **orc):
    """Whether a man with a weapon may attack an orc so many cells away."""
    laid = duel(man={"weapons": [weapon]}, orc=orc, distance=distance)
    return laid.offers("attack orc")


# --- ethereal


@clause("owh.status.ethereal", "owh.completion.reach")
@pytest.mark.parametrize(("weapon", "distance", "may"), [
    ("longbow", 3, False), ("longbow", 1, True), ("spear", 2, False), ("spear", 1, True), ("dagger", 1, True),
])  # fmt: skip
def test_what_harms_the_ethereal(weapon, distance, may):
    assert may_attack(weapon, distance, **GHOST) is may
    assert may_attack(weapon, distance)


@clause("owh.status.ethereal")
@pytest.mark.parametrize("kind", ["runic", "magical"])
def test_runic_and_magical_missiles_harm_the_ethereal_from_afar(kind):
    """The list has no such bow; here is one."""
    laid = duel(man={"weapons": ["longbow"]}, orc=GHOST, distance=3)
    laid.game.books = laid.game.books.copy()
    laid.game.books[0].weapons[Item.LONGBOW - 1][kind] = 1
    laid.refresh()
    assert laid.offers("attack orc")


@clause("owh.status.ethereal")
def test_spells_harm_the_ethereal():
    laid = duel(man={"spells": ["firebolt"], "winds": 4}, orc=GHOST, distance=5)
    assert laid.offers("cast firebolt orc")


@clause("owh.status.ethereal")
def test_a_dagger_hurts_a_ghost_as_anybody():
    laid = duel(man={"weapons": ["dagger"], "strength": 12}, orc=GHOST, dice=[15, 3])
    laid.play("attack orc normal")
    assert laid.unit("orc").hp == 35


@clause("owh.status.ethereal", "owh.engage.attack_of_opportunity")
@pytest.mark.parametrize("traits", [["ethereal"], []])
def test_ghosts_leave_unhindered(traits):
    orcs = [{"name": f"orc{i}", "side": "orcs", "at": at} for i, at in enumerate(([4, 4], [3, 5], [5, 6]))]
    laid = scene({"name": "man", "side": "men", "at": [4, 5], "traits": traits}, *orcs)
    laid.play("move 8,5")
    assert laid.prompt == ("turn" if traits else "opportunity")


@clause("owh.status.ethereal", "owh.completion.movement_cost")
@pytest.mark.parametrize("traits", [["ethereal"], []])
def test_ghosts_go_through_walls_and_stop_in_none(traits):
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0], "traits": traits}, {"name": "orc", "side": "orcs", "at": [8, 1]},
        map="..##.....\n..##.....",
    )  # fmt: skip
    assert laid.offers("move 5,0") is bool(traits)
    assert not laid.offers("move 2,0")


# --- flying


def leaving(weapon, loaded=True, **man):
    """A man leaves the contact of an armed orc."""
    laid = duel(man=man, orc={"weapons": [weapon], "shooting": 14})
    if not loaded:
        laid.unit("orc").loaded = [0]
    laid.play("move 3,5")
    return laid


@clause("owh.status.flying", "owh.engage.attack_of_opportunity")
@pytest.mark.parametrize(("weapon", "loaded", "may"), [
    ("sword", True, False), ("claws", True, False), ("pistol", True, True), ("throwing_knife", True, True),
    ("pistol", False, False),
])  # fmt: skip
def test_who_may_attack_a_flier_that_leaves(weapon, loaded, may):
    laid = leaving(weapon, loaded, **HARPY)
    assert laid.prompt == ("opportunity" if may else "turn")
    assert leaving("sword").prompt == "opportunity"


@clause("owh.status.flying")
def test_a_shot_at_a_flier_that_leaves():
    """At a disadvantage, point blank, with 10 more damage: 14 + 2D6 + 10."""
    laid = leaving("pistol", parry=12, **HARPY)
    odds = laid.odds("opportunity", want=["result hit", "result critical", "man.hp"])
    assert sum(odds[value] for value in odds if value[0] == 1) == exactly(1 / 4), "+2 against 12: 11 or more twice"
    plain = {200 - hp: odds[1, 0, hp] for hit, critical, hp in odds if (hit, critical) == (1, 0)}
    assert sum(damage * chance for damage, chance in plain.items()) / sum(plain.values()) == exactly(14 + 7 + 10)


@clause("owh.status.flying", "owh.completion.movement_cost")
@pytest.mark.parametrize(("traits", "far"), [(["flying"], True), ([], False)])
def test_fliers_pay_one_for_every_cell(traits, far):
    laid = scene(
        {"name": "man", "side": "men", "at": [0, 0], "traits": traits, "move": 6}, {"name": "orc", "side": "orcs", "at": [8, 1]},
        map="..~cw^...#\n..~cw....#",
    )  # fmt: skip
    assert laid.offers("move 6,0") is far
    assert not laid.offers("move 7,0")
    assert not laid.offers("move 9,0")


@clause("owh.status.flying")
def test_fliers_rise_and_sink_as_they_like():
    cells = [{"flag": {"level": 9}, "area": [3, 0, 4, 11]}]
    for traits, may in ([["flying"], True], [[], False]):
        laid = scene(
            {"name": "man", "side": "men", "at": [1, 5], "traits": traits}, {"name": "orc", "side": "orcs", "at": [9, 5]},
            board={"size": [12, 12], "cells": cells},
        )  # fmt: skip
        assert laid.offers("move 3,5") is may
        assert laid.offers("move 5,5") is may


@clause("owh.status.flying")
def test_fliers_are_fought_hand_to_hand():
    laid = duel(orc=HARPY, friends=[{"name": "boy", "side": "men", "at": [5, 4]}])
    assert laid.offers("attack orc")


# --- falling


@clause("owh.status.falling", "owh.status.flying", "owh.status.rooted")
@pytest.mark.parametrize(("rules", "mean"), [
    ({}, 10.5), ({"status.falling.dice_per_m": 2}, 21), ({"status.falling.die_sides": 4}, 7.5),
    ({"status.flying.altitude_m": 4}, 14), ({"status.falling.armor_applies": 1}, 0.5),
])  # fmt: skip
def test_a_flier_that_is_rooted_falls(rules, mean):
    laid = duel(man=MAGE, orc={**HARPY, "armour": 10}, distance=3, rules={**ALWAYS, **rules})
    odds = laid.odds("cast entangle orc", want="orc.hp")
    assert 200 - min(odds) <= 36
    if not rules:
        assert (200 - max(odds), 200 - min(odds)) == (3, 18)
    if "status.falling.armor_applies" in rules:
        falls = [max(a + b + c - 10, 0) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
        mean = sum(falls) / 216
    assert 200 - odds.mean() == exactly(mean)


@clause("owh.status.falling")
def test_a_fall_can_defeat():
    laid = duel(man=MAGE, orc={**HARPY, "hp": 10}, distance=3, rules=ALWAYS, friends=[FAR])
    assert laid.odds("cast entangle orc", want="orc.dead")[1] == exactly(5 / 8)


@clause("owh.status.flying", "owh.status.falling")
def test_a_stunned_flier_falls():
    """A headshot, 7 on the table: stunned 1; 3D6 for the fall."""
    laid = duel(man={"fighting": 40, "strength": 10}, orc=HARPY, dice=[19, 1, 7, 1, 2, 3, 4])
    laid.play("attack orc headshot")
    orc = laid.unit("orc")
    assert (orc.stunned, orc.grounded, orc.hp) == (1, 1, 200 - 11 - 9)


@clause("owh.status.ethereal", "owh.status.flying", "owh.status.falling")
@pytest.mark.parametrize(("weapon", "choice", "dice"), [
    ("sword", "attack orc headshot", [19, 1, 7, 1]), ("claws+paralyse", "attack orc", [19, 1, 14]),
    ("dagger+sleep", "attack orc", [19, 1, 14]),
])  # fmt: skip
def test_a_ghost_that_flies_never_falls(weapon, choice, dice):
    orc = {**HARPY, "traits": ["flying", "ethereal"]}
    laid = duel(man={"fighting": 40, "strength": 10, "weapons": [weapon]}, orc=orc, friends=[FAR], dice=dice)
    laid.play(choice)
    orc = laid.unit("orc")
    assert (orc.stunned + orc.paralyzed + orc.unconscious, orc.grounded, orc.hp) == (1, 0, 200 - 11)


@clause("owh.status.flying", "owh.status.falling", "owh.status.paralyzed")
def test_a_paralyzed_flier_falls():
    laid = duel(man={"weapons": ["claws+paralyse"]}, orc=HARPY, friends=[FAR], dice=[19, 1, 14, 2, 3, 4])
    laid.play("attack orc normal")
    orc = laid.unit("orc")
    assert (orc.paralyzed, orc.grounded, orc.hp) == (1, 1, 200 - 11 - 9)


@clause("owh.status.flying", "owh.status.falling")
def test_an_unconscious_flier_falls():
    laid = duel(man={"weapons": ["dagger+sleep"]}, orc=HARPY, friends=[FAR], dice=[19, 1, 14, 2, 3, 4])
    laid.play("attack orc normal")
    orc = laid.unit("orc")
    assert (orc.unconscious, orc.grounded, orc.hp) == (1, 1, 200 - 11 - 9)


@clause("owh.status.flying", "owh.status.falling", "owh.death.defeat")
def test_a_flier_that_goes_down_falls():
    """It bleeds out already; only massive damage would kill it now."""
    laid = duel(
        man={"strength": 20}, orc={"traits": ["flying"], "hp": 50, "hp_left": 20}, friends=[FAR], party=[False, True],
        dice=[19, 5, 6, 6, 6], rules={"fate.supply.per_player": 0},
    )  # fmt: skip
    laid.play("attack orc normal")
    orc = laid.unit("orc")
    assert (orc.down, orc.dead, orc.hp, orc.grounded) == (1, 0, 0, 1)


@clause("owh.status.flying")
def test_a_flier_on_the_ground_rises_in_its_next_able_turn():
    laid = duel(man=MAGE, orc=HARPY, rules=ALWAYS, distance=2, dice=[1, 1, 1, 1, *cards(2), *cards(2)])
    laid.play("cast entangle orc", "end_turn")
    orc = laid.unit("orc")
    assert (orc.rooted, orc.grounded, laid.decider) == (2, 1, "orc"), "no able turn while it is rooted"
    laid.play("end_turn", "end_turn")
    assert (orc.rooted, orc.grounded) == (1, 1)
    laid.play("end_turn", "end_turn")
    assert (orc.rooted, orc.grounded, laid.decider) == (0, 0, "orc")


@clause("owh.status.flying")
def test_a_flier_on_the_ground_walks():
    laid = duel(man=HARPY)
    laid.unit("man").grounded = 1
    laid.play("move 3,5")
    assert laid.prompt == "opportunity"


# --- size


@clause("owh.completion.size", "owh.pr.value", "owh.stealth.incapacitate")
def test_what_a_trolls_size_means():
    """Size 4: two points of poison resistance, no subduing from hiding, the second table of called shots."""
    man = {"weapons": ["dagger+poison"], "fighting": 40}
    laid = duel(man=man, orc={"size": 4, "hp": 100}, dice=[15, 1, 12])
    laid.play("attack orc normal")
    assert laid.unit("orc").poisoned == 1, "15 - 2 = 13 needed"
    laid = duel(man=man, orc={"size": 4, "hp": 100}, dice=[15, 1, 13, 15, 1, 13, 9, 4])
    laid.play("attack orc normal", "attack orc called")
    assert laid.unit("orc").poisoned == 0
    assert laid.unit("orc").stunned == 1, "9: an arm broken on the first table"
    assert laid.unit("orc").arm_broken == 0


@clause("owh.completion.size", "owh.completion.occupancy")
def test_giants_take_one_cell():
    laid = duel(orc={"size": 6, "hp": 300}, distance=2)
    assert laid.offers("move 5,5")
    assert not laid.offers("attack orc")


@clause("owh.incapacitate.open", "owh.status.falling")
@pytest.mark.parametrize(("traits", "dice", "dead"), [([], [15, 1], 0), (["flying"], [15, 1, 1, 1, 1], 1)])
def test_a_flier_that_is_subdued_falls(traits, dice, dead):
    """The blow leaves it 1 hit point; the fall of three metres costs 3D6 and spares nobody."""
    laid = duel(man={"strength": 30}, orc={"traits": traits, "hp": 30}, friends=[FAR], dice=dice)
    laid.play("attack orc subdue")
    orc = laid.unit("orc")
    assert (orc.dead, orc.unconscious) == (dead, 1 - dead)

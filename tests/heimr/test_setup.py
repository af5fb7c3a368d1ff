"""From scenarios to records: templates and what follows from them, items in hand, ground and borders, how units start."""

from __future__ import annotations

from collections import namedtuple
from typing import NamedTuple

import numpy as np
import pytest
import yaml
from fixtures import clause
from heimr.ground import meets
from heimr.scenes import exactly, scene, square

from tactica import configs
from tactica.envs import scenario as scenarios
from tactica.envs.core.compiler import record_at
from tactica.envs.core.ranges import check_ranges
from tactica.envs.rulesets.heimr import RULESET
from tactica.envs.rulesets.heimr.board import STRIDE
from tactica.envs.rulesets.heimr.rules import abilities, aiming, defences
from tactica.envs.rulesets.heimr.rules.edges import edge_at, neighbour_of, passes_left, toughness_at
from tactica.envs.rulesets.heimr.setup import BORDERS, CAPACITY, TERRAIN, templates
from tactica.envs.rulesets.heimr.vocab import (
    ABILITIES,
    Ability,
    Attribute,
    Climbing,
    Defence,
    EffectKind,
    GuardKind,
    Item,
    Place,
    Skills,
)
from tactica.envs.scenario import ScenarioError, expand, load, pack

World = namedtuple("World", ["book", "field"])


class Printed(NamedTuple):
    """What the list of combatants says: hit points, willpower, fatigue; initiative; abilities; dodge; block; attacks."""

    numbers: tuple[int, int, int]
    initiative: tuple[int, int]
    abilities: str
    dodge: tuple[int, int]
    block: tuple[str, int, int] | None
    attacks: list[tuple[str, str, int, int, int, int]]  # weapon, ability, consistency, potential, damage, range


PRINTED = {
    "shield_guard": Printed(
        (5, 3, 2), (0, 3), "1/2 0/0 1/2 1/0 1/0 0/0 1/0 1/0 1/1 2/3 1/1 0/1 0/0 0/1 0/0", (-1, 0), ("sword_and_shield", 2, 6),
        [("medium_weapon", "sword_and_shield", 2, 6, 2, 0)],
    ),
    "greatsword_brute": Printed(
        (5, 2, 3), (0, 2), "1/4 1/0 1/1 1/-1 1/0 0/0 1/0 1/0 2/3 1/2 1/2 0/2 0/0 0/0 0/-1", (1, 0), None,
        [("great_weapon", "swordsmanship", 2, 8, 3, 0)],
    ),
    "duelist": Printed(
        (4, 3, 3), (3, 3), "1/0 2/3 1/1 1/1 1/1 0/0 1/3 2/5 1/1 1/0 1/1 0/1 0/3 0/2 0/0", (2, 3), None,
        [("medium_weapon", "dueling", 2, 8, 2, 0), ("light_weapon", "dueling", 2, 7, 1, 0)],
    ),
    "archer": Printed(
        (4, 3, 4), (2, 3), "1/1 1/2 1/0 1/2 1/0 0/0 1/2 1/2 1/1 1/0 1/1 2/2 0/2 0/1 0/0", (1, 2), None,
        [("bow", "archery", 2, 3, 3, 6), ("light_weapon", "knife_fighting", 1, 4, 1, 0)],
    ),
    "crossbowman": Printed(
        (5, 2, 3), (1, 2), "1/1 0/1 1/1 1/0 1/0 0/0 1/1 1/1 1/2 1/1 1/1 2/2 0/1 0/1 0/0", (0, 1), None,
        [("crossbow", "archery", 2, 2, 3, 4), ("medium_weapon", "swordsmanship", 1, 5, 2, 0)],
    ),
    "scout": Printed(
        (3, 3, 3), (2, 3), "1/0 1/2 2/3 2/3 1/0 0/1 2/2 1/2 1/1 1/0 1/1 0/1 2/3 1/2 0/1", (1, 2), None,
        [
            ("throwing_weapon", "throwing", 2, 3, 1, 1), ("light_weapon", "knife_fighting", 2, 4, 1, 0),
            ("blowgun", "blowguns", 1, 3, 0, 2),
        ],
    ),
    "field_medic": Printed(
        (4, 5, 3), (1, 5), "1/0 1/1 1/1 1/2 1/2 0/2 1/1 2/1 1/0 1/0 1/0 0/0 0/1 0/1 1/3", (1, 1), ("dueling", 2, 1),
        [("light_weapon", "dueling", 2, 3, 1, 0)],
    ),
    "wrestler": Printed(
        (5, 3, 2), (1, 3), "3/4 2/2 1/2 1/0 1/0 0/0 1/1 1/1 1/2 1/2 1/2 0/2 0/1 0/1 0/0", (2, 2), None, [],
    ),
    "halberdier": Printed(
        (5, 3, 3), (1, 3), "1/2 0/1 1/1 1/0 1/0 0/0 1/1 1/1 1/1 1/1 2/2 0/1 0/1 0/1 0/0", (0, 1), None,
        [("pole_arm", "pole_arms", 2, 6, 2, 0)],
    ),
    "tower_bulwark": Printed(
        (6, 3, 3), (0, 3), "1/2 -1/0 1/1 1/0 1/0 0/0 1/0 1/0 1/1 2/2 1/1 0/1 0/0 0/0 0/0", (-3, 0), ("sword_and_shield", 2, 7),
        [("medium_weapon", "sword_and_shield", 2, 5, 2, 0)],
    ),
    "ogre": Printed(
        (12, 4, 1), (-1, 4), "2/5 1/-1 1/3 1/-2 1/-2 0/-2 1/-1 1/-1 1/2 1/4 1/2 0/2 0/-1 0/1 0/-2", (1, -1), None,
        [("great_maw", "brawl", 2, 9, 3, 0)],
    ),
    "goblin": Printed(
        (2, 1, 4), (1, 1), "1/0 1/1 1/0 1/-1 1/-1 0/-1 1/1 1/1 1/0 1/0 1/0 0/0 0/1 0/0 0/-1", (1, 1), None,
        [("light_weapon", "knife_fighting", 1, 3, 1, 0), ("throwing_weapon", "knife_fighting", 1, 1, 1, 1)],
    ),
}  # fmt: skip


class Packed:
    """The records of a battle of some units against a goblin on bare ground."""

    def __init__(self, *units, rules=None, size=(5, 5), cells=(), borders=(), **more):
        placed = [{"side": "men", "name": f"man{i}", "at": [1, 2], **unit} for i, unit in enumerate(units)]
        goblin = {"template": "goblin", "side": "orcs", "name": "goblin", "at": [size[0] - 1, 0]}
        board = {"size": list(size), "cells": list(cells), "borders": list(borders)}
        given = {"ruleset": "heimr", "board": board, "sides": ["men", "orcs"], "rules": rules or {}, **more}
        self.pool = pack(expand(load({**given, "units": [*placed, goblin]}), seed=0, n=1))
        self.s, self.field, self.book = self.pool.states[0], self.pool.fields[0], self.pool.books[0]
        self.w = World(record_at(self.pool.books, 0), record_at(self.pool.fields, 0))
        self.unit = self.s.units[0]

    def ask(self, rule, *given):
        """What a rule's own function says of the position."""
        return rule(record_at(self.pool.states, 0), self.w, *given)

    def ability(self, name, who=0):
        """Consistency and potential of an ability."""
        ability = Ability[name.upper()]
        both = (abilities.ability_consistency, abilities.ability_potential)
        return tuple(int(self.ask(rule, who, ability)) for rule in both)

    def defence(self, kind, who=0):
        """Consistency and potential of a defence."""
        potential = self.ask(defences.defence_potential, who, kind, False)
        return int(self.ask(defences.own_consistency, who, kind)), int(potential)

    def attack(self, slot, who=0):
        """Ability, consistency and potential of an attack."""
        ability = Ability(self.ask(aiming.ability_of_attack, who, slot)).name.lower()
        return ability, self.ability(ability)[0], int(self.ask(aiming.attack_potential, who, slot, 0))


def unit_of(rules=None, **unit):
    """One packed unit."""
    return Packed(unit, rules=rules).unit


def at(x, y):
    """A cell as the rules number it."""
    return y * STRIDE + x


def cell_of(marks, rules=None, **more):
    """What the map says of a cell with these marks."""
    packed = Packed({}, rules=rules, cells=[{"flag": marks, "at": [[2, 2]]}], **more)
    return {name: packed.field[name][at(2, 2)] for name in packed.field.dtype.names if packed.field[name].ndim == 1
            and len(packed.field[name]) == STRIDE * 12}  # fmt: skip


def sides_of(marks, rules=None):
    """The sides from which the object of a cell with these marks helps, as bits: 1 north, 2 east, 4 south, 8 west."""
    flags = Packed({}, rules=rules, cells=[{"flag": marks, "at": [[2, 2]]}]).field["cover_mask"][at(2, 2)]
    return sum(int(flag) << k for k, flag in enumerate(flags))


def border_of(marks, rules=None):
    """Limit, crossing, structure, stone, climb and toughness of a border with these marks, from its far side."""
    packed = Packed({}, rules=rules, borders=[{"type": marks, "cell": [2, 2], "direction": "east"}])
    field = packed.field
    numbers = [int(field[name][at(3, 2), 3]) for name in ("limit", "crossing", "structure", "stone", "climb")]
    return (*numbers, int(packed.ask(toughness_at, at(3, 2), 6)))


def carried(**unit):
    """What a unit carries and where, by their names."""
    packed = unit_of(**unit)
    return [
        (Item(item).name.lower(), Place(place).name.lower())
        for item, place in zip(packed["items"], packed["places"], strict=True)
        if place
    ]


def refused(match, *units, **more):
    """A scenario that is against the rules, and why."""
    with pytest.raises(ScenarioError, match=match):
        Packed(*units, **more)


# --- templates -------------------------------------------------------------------------------------------------------


def test_every_template_is_printed():
    assert set(templates()) == set(PRINTED)
    assert all(4 <= fields["points"] <= 20 for fields in templates().values())


@pytest.mark.interpreted_only
@clause("heimr.character.components", "heimr.c.hp_wp_defaults", "heimr.c.armour")
@pytest.mark.parametrize("name", PRINTED)
def test_templates_come_to_the_numbers_of_the_list(name):
    packed = Packed({"template": name})
    unit, printed = packed.unit, PRINTED[name]
    assert (unit.hp_max, unit.wp_max, unit.fatigue) == printed.numbers
    assert (unit.hp, unit.wp) == printed.numbers[:2]
    assert (unit.attributes[Attribute.DEX], unit.wp) == printed.initiative
    assert unit.fatigue == packed.ask(abilities.base_fatigue_of, 0)


@pytest.mark.interpreted_only
@clause("heimr.c.ability_table", "heimr.ability.standard", "heimr.ability.no_fixed_set", "heimr.ability.additional")
@pytest.mark.parametrize("name", PRINTED)
def test_abilities_of_the_list(name):
    packed = Packed({"template": name})
    found = " ".join("{}/{}".format(*packed.ability(ability.name)) for ability in Ability)
    assert found == PRINTED[name].abilities


@pytest.mark.interpreted_only
@clause("heimr.shield.table", "heimr.c.shield_penalties", "heimr.c.armour")
@pytest.mark.parametrize("name", PRINTED)
def test_defences_of_the_list(name):
    packed, printed = Packed({"template": name}), PRINTED[name]
    assert packed.defence(Defence.DODGE) == printed.dodge
    may_block = packed.ask(defences.may_choose_defence, 0, Defence.BLOCK)
    assert bool(may_block) is (printed.block is not None)
    if printed.block is not None:
        ability = packed.ask(defences.ability_of_defence, 0, Defence.BLOCK)
        assert (Ability(ability).name.lower(), *packed.defence(Defence.BLOCK)) == printed.block


@pytest.mark.interpreted_only
@clause("heimr.weapon.table", "heimr.c.natural_weapons", "heimr.ability.specific_first")
@pytest.mark.parametrize("name", PRINTED)
def test_attacks_of_the_list(name):
    packed, printed = Packed({"template": name}), PRINTED[name]
    for slot, (weapon, ability, consistency, potential, damage, squares) in enumerate(printed.attacks):
        item = packed.unit["items"][slot]
        assert Item(item).name.lower() == weapon
        assert packed.attack(slot) == (ability, consistency, potential)
        row = packed.book["items"][item]
        assert (row.damage, row.range) == (damage, squares)


@pytest.mark.interpreted_only
@clause("heimr.weapon.table", "heimr.c.natural_weapons")
@pytest.mark.parametrize(("name", "kinds"), [
    ("shield_guard", {Defence.DODGE, Defence.BLOCK, Defence.PARRY_SWORD_HAND}),
    ("greatsword_brute", {Defence.DODGE, Defence.PARRY_SWORD_HAND}),
    ("duelist", {Defence.DODGE, Defence.PARRY_SWORD_HAND, Defence.PARRY_OFF_HAND}),
    ("archer", {Defence.DODGE}),
    ("goblin", {Defence.DODGE, Defence.PARRY_OFF_HAND}),
    ("ogre", {Defence.DODGE}),
    ("wrestler", {Defence.DODGE}),
])  # fmt: skip
def test_kinds_of_defence_of_the_list(name, kinds):
    packed = Packed({"template": name})
    found = {kind for kind in list(Defence)[1:] if packed.ask(defences.may_choose_defence, 0, kind)}
    assert found == kinds


# --- what units are made of ------------------------------------------------------------------------------------------


@clause("heimr.character.components", "heimr.ability.concept", "heimr.c.hp_wp_defaults")
def test_who_is_nobody_in_particular():
    packed = Packed({})
    unit = packed.unit
    assert (unit.hp_max, unit.hp, unit.wp_max, unit.wp, unit.fatigue) == (3, 3, 3, 3, 4)
    assert not unit.attributes.any() and not unit.trained.any() and not unit.trained_potential.any()
    assert (unit.skills, unit.prone, unit.sleeping, unit.hidden_from, unit.guard, unit.elevation) == (0,) * 6
    assert (unit.cluster, unit.grab_target, unit.guard_unit, unit.assists, unit.due_target) == (-1,) * 5
    assert (unit.turn_cell, unit.ran_from, unit.entered_from) == (at(1, 2), -1, -1)
    assert unit.last_seen[:2].tolist() == [at(1, 2)] * 2 and (unit.last_seen[2:] == -1).all()
    assert (unit.lies == -1).all() and not unit.to_draw.any() and not unit.places.any()
    assert packed.s.units[1].order == 1


@clause("heimr.attribute.set")
def test_six_attributes_within_limits():
    given = {"str": 2, "dex": 0, "sta": -1, "int": 3, "soc": -3, "emp": 8}
    assert unit_of(**given)["attributes"].tolist() == [2, 0, -1, 3, -3, 8]
    assert [attribute.name.lower() for attribute in Attribute] == list(given)
    for value in (-4, 9):
        refused("strength|str", {"str": value})


@pytest.mark.interpreted_only
@clause("heimr.attribute.custom_sets")
def test_abilities_may_be_put_on_other_attributes():
    """The six attributes are fixed; what each ability rests on is not."""
    moved = {"tables.abilities.agility.attribute": 0, "tables.abilities.agility.second": 2}
    assert Packed({"str": 4, "sta": 1, "dex": -2}, rules=moved).ability("agility") == (1, 2)


@pytest.mark.interpreted_only
@clause("heimr.ability.concept", "heimr.ability.no_fixed_set", "heimr.ability.additional")
def test_what_is_not_on_the_sheet_is_untrained():
    packed = Packed({"int": 2, "perception_penalty": 0, "archery_consistency": 2, "archery_potential": 7})
    assert packed.ability("perception") == (1, 2)
    assert packed.ability("archery") == (2, 7)
    assert len(Ability) == ABILITIES == 15
    refused("archery_consistency", {"archery_consistency": 8})
    refused("lock_picking", {"lock_picking_consistency": 1})


@pytest.mark.interpreted_only
@clause("heimr.ability.base_consistency", "heimr.c.ability_table")
def test_abilities_are_between_hopeless_and_hardly_a_matter_of_luck():
    """As little depends on practice as for lock picking, or as much as for knowledge; training is added to that."""
    for base in (-2, 3):
        packed = Packed({"int": 2, "medicine_consistency": 1}, rules={"c.ability_table.medicine": base})
        assert packed.ability("medicine") == (base + 1, 1)
    for base in (-3, 4):
        refused("c.ability_table.medicine", {}, rules={"c.ability_table.medicine": base})


@clause("heimr.c.hp_wp_defaults", "heimr.c.armour")
@pytest.mark.parametrize(("unit", "rules", "hp", "wp"), [
    ({"armour": "mail"}, {}, 5, 3),
    ({"armour": "leather"}, {}, 4, 3),
    ({"armour": "plate"}, {}, 6, 3),
    ({"armour": "mail", "toughness": 2}, {}, 7, 3),
    ({"toughness": -5}, {}, 1, 3),
    ({"armour": "leather"}, {"c.armour.leather_hp": 0}, 3, 3),
    ({"armour": "mail"}, {"c.armour.mail_hp": 4}, 7, 3),
    ({"armour": "plate"}, {"c.armour.plate_hp": 10}, 13, 3),
    ({}, {"c.hp_wp_defaults.base_hp": 7}, 7, 3),
    ({}, {"c.hp_wp_defaults.base_wp": 5}, 3, 5),
    ({"hp_max": 9, "armour": "plate", "wp_max": 1}, {}, 9, 1),
    ({"hit_points": 9, "willpower": 1}, {}, 9, 1),
    ({"toughness": 30, "armour": "plate"}, {"c.hp_wp_defaults.base_hp": 30}, 40, 3),
])  # fmt: skip
def test_hit_points_and_willpower(unit, rules, hp, wp):
    found = unit_of(rules, **unit)
    assert (found.hp_max, found.hp, found.wp_max, found.wp) == (hp, hp, wp, wp)


@pytest.mark.interpreted_only
@clause("heimr.c.armour")
@pytest.mark.parametrize(("armour", "rules", "consistency"), [
    ("none", {}, 1), ("leather", {}, 1), ("mail", {}, 0), ("plate", {}, -1),
    ("mail", {"c.armour.mail_agility": 3}, -2), ("plate", {"c.armour.plate_agility": 0}, 1),
])  # fmt: skip
def test_armour_gets_in_the_way(armour, rules, consistency):
    packed = Packed({"armour": armour}, rules=rules)
    assert packed.ability("agility") == (consistency, 0)
    assert packed.ability("brawl") == (1, 0), "of agility alone"


@pytest.mark.interpreted_only
@clause("heimr.c.armour")
def test_what_plate_costs_a_dodger():
    """A dodge with potential 1 against a total of 7."""
    light, heavy = (Packed({"dex": 1, "armour": armour}).defence(Defence.DODGE) for armour in ("none", "plate"))
    assert (light, heavy) == ((1, 1), (-1, 1))
    assert meets(*light, 7) == exactly(0.583333)
    assert meets(*heavy, 7) == exactly(0.083333)


@pytest.mark.interpreted_only
@clause("heimr.c.shield_penalties", "heimr.shield.table")
@pytest.mark.parametrize(("shield", "rules", "dodge", "block", "fatigue"), [
    ("buckler", {}, 1, 1, 4), ("small_shield", {}, 1, 3, 4), ("medium_shield", {}, 0, 4, 4), ("tower_shield", {}, -1, 5, 5),
    ("small_shield", {"c.shield_penalties.small_dodge": 2}, -1, 3, 4),
    ("medium_shield", {"c.shield_penalties.medium_dodge": 0}, 1, 4, 4),
    ("tower_shield", {"c.shield_penalties.tower_dodge": 1}, 0, 5, 5),
    ("tower_shield", {"shield.tower_stamina.stamina": 0}, -1, 6, 4),
    ("tower_shield", {"shield.tower_stamina.stamina": -3}, -1, 4, 7),
    ("buckler", {"shield.table.buckler": 2}, 1, 3, 4), ("small_shield", {"shield.table.small": 5}, 1, 6, 4),
    ("medium_shield", {"shield.table.medium": 0}, 0, 1, 4), ("tower_shield", {"shield.table.tower": 6}, -1, 6, 5),
])  # fmt: skip
def test_shields(shield, rules, dodge, block, fatigue):
    """Sword and shield with consistency 1 and potential 1, less with a tower shield, for it takes stamina."""
    unit = {"sword_and_shield_potential": 1, "weapons": ["medium_weapon"], "shield": shield}
    packed = Packed(unit, rules=rules)
    assert packed.defence(Defence.DODGE)[0] == dodge
    assert packed.defence(Defence.BLOCK)[1] == block
    assert packed.unit.fatigue == fatigue


@pytest.mark.interpreted_only
@clause("heimr.shield.table", "heimr.ability.specific_first")
@pytest.mark.parametrize(("shield", "trained", "ability"), [
    ("buckler", "dueling", "dueling"), ("buckler", "swordsmanship", "swordsmanship"),
    ("buckler", "sword_and_shield", "sword_and_shield"), ("small_shield", "dueling", "sword_and_shield"),
])  # fmt: skip
def test_abilities_that_shields_are_used_with(shield, trained, ability):
    packed = Packed({"shield": shield, f"{trained}_consistency": 1})
    assert Ability(packed.ask(defences.ability_of_defence, 0, Defence.BLOCK)).name.lower() == ability


@pytest.mark.interpreted_only
@clause("heimr.weapon.two_handed_medium")
@pytest.mark.parametrize(
    ("rules", "potential"), [({}, 3), ({"weapon.two_handed_medium.two_handed_medium_bonus": 2}, 5)]
)
def test_both_hands_on_a_medium_weapon(rules, potential):
    packed = Packed({"weapons": ["medium_weapon"]}, rules=rules)
    one_handed = packed.attack(0)
    packed.unit["places"][0] = Place.BOTH_HANDS
    assert packed.attack(0) == ("dueling", 1, potential)
    assert packed.defence(Defence.PARRY_SWORD_HAND) == (1, potential)
    assert one_handed == ("dueling", 1, 3)


@clause("heimr.weapon.table", "heimr.c.item_toughness", "heimr.c.natural_weapons")
@pytest.mark.parametrize(("item", "numbers"), [
    (Item.LIGHT_WEAPON, (0, 1, 2, 1)), (Item.MEDIUM_WEAPON, (0, 2, 3, 2)), (Item.GREAT_WEAPON, (0, 3, 5, 2)),
    (Item.POLE_ARM, (0, 2, 4, 1)), (Item.BOW, (6, 3, 1, 1)), (Item.CROSSBOW, (4, 3, 0, 1)),
    (Item.THROWING_WEAPON, (1, 1, 0, 1)), (Item.BLOWGUN, (2, 0, 1, 1)), (Item.CLAWS, (0, 2, 2, 0)),
    (Item.GREAT_MAW, (0, 3, 4, 0)), (Item.BUCKLER, (0, 0, 0, 1)), (Item.SMALL_SHIELD, (0, 0, 2, 2)),
    (Item.MEDIUM_SHIELD, (0, 0, 3, 2)), (Item.TOWER_SHIELD, (0, 0, 5, 3)),
])  # fmt: skip
def test_range_damage_bonus_and_toughness(item, numbers):
    row = Packed({}).book["items"][item]
    assert (row.range, row.damage, row.bonus, row.toughness) == numbers


@pytest.mark.interpreted_only
@clause("heimr.c.natural_weapons")
def test_natural_weapons_go_by_brawling():
    unit = {"str": 5, "brawl_consistency": 1, "weapons": ["great_maw", "claws"]}
    packed = Packed(unit)
    assert (packed.attack(0), packed.attack(1)) == (("brawl", 2, 9), ("brawl", 2, 7))
    changed = {f"c.natural_weapons.{name}": number for name, number in
               (("maw_bonus", 1), ("claws_bonus", 0), ("maw_damage", 5), ("claws_damage", 4))}  # fmt: skip
    packed = Packed(unit, rules=changed)
    assert (packed.attack(0), packed.attack(1)) == (("brawl", 2, 6), ("brawl", 2, 5))
    assert [packed.book["items"][item].damage for item in (Item.GREAT_MAW, Item.CLAWS)] == [5, 4]


@pytest.mark.interpreted_only
@clause("heimr.c.gm_penalties")
def test_circumstances_that_last():
    hangover = Packed({"mental_penalty": 1})
    assert hangover.ability("perception") == (0, 0)
    assert hangover.ability("agility") == (1, 0)
    unit = unit_of(physical_penalty=2, strength_penalty=3, empathy_penalty=9, medicine_penalty=4)
    assert (unit.physical_penalty, unit.mental_penalty) == (2, 0)
    assert unit.attribute_penalty.tolist() == [3, 0, 0, 0, 0, 9]
    assert unit.ability_penalty.tolist() == [0] * 14 + [4]


@clause("heimr.c.gm_penalties")
def test_circumstances_of_everybody():
    unit = unit_of({"c.gm_penalties.default": 2}, agility_penalty=0, dexterity_penalty=5)
    assert (unit.physical_penalty, unit.mental_penalty) == (2, 2)
    assert unit.attribute_penalty.tolist() == [2, 5, 2, 2, 2, 2]
    assert unit.ability_penalty.tolist() == [2, 0] + [2] * 13


@clause("heimr.c.skills")
def test_skills_are_on_the_sheet():
    assert unit_of(template="field_medic")["skills"] == Skills.FIRST_AID | Skills.RALLY | Skills.RESIST
    assert unit_of(template="goblin")["skills"] == 0


# --- things ----------------------------------------------------------------------------------------------------------


@clause("heimr.c.setup", "heimr.weapon.table", "heimr.shield.table")
@pytest.mark.parametrize(("unit", "places"), [
    ({"template": "shield_guard"}, ["sword_hand", "off_hand"]),
    ({"template": "greatsword_brute"}, ["both_hands"]),
    ({"template": "duelist"}, ["sword_hand", "off_hand"]),
    ({"template": "archer"}, ["both_hands", "stowed"]),
    ({"template": "crossbowman"}, ["both_hands", "stowed"]),
    ({"template": "halberdier"}, ["both_hands"]),
    ({"template": "scout"}, ["sword_hand", "off_hand", "stowed"]),
    ({"template": "goblin"}, ["off_hand", "sword_hand"]),
    ({"template": "ogre"}, ["natural"]),
    ({"weapons": ["medium_weapon", "medium_weapon"]}, ["sword_hand", "stowed"]),
    ({"weapons": ["light_weapon", "light_weapon", "light_weapon"]}, ["sword_hand", "off_hand", "stowed"]),
    ({"weapons": ["claws", "bow"], "shield": "buckler"}, ["natural", "both_hands", "stowed"]),
    ({"weapons": ["medium_weapon", "light_weapon"], "shield": "buckler"}, ["sword_hand", "stowed", "off_hand"]),
    ({"weapons": ["bow", "light_weapon"], "wielded": ["light_weapon"]}, ["stowed", "sword_hand"]),
    ({"weapons": ["bow", "light_weapon"], "wielded": []}, ["stowed", "stowed"]),
    ({"weapons": ["light_weapon", "blowgun"], "wielded": ["light_weapon", "blowgun"]}, ["off_hand", "sword_hand"]),
    ({"weapons": ["bow", "light_weapon"], "packed": ["bow"]}, ["packed", "sword_hand"]),
    ({"weapons": ["light_weapon", "light_weapon"], "packed": ["light_weapon"]}, ["sword_hand", "packed"]),
    ({"weapons": ["light_weapon"] * 2, "packed": ["light_weapon"], "wielded": ["light_weapon"]}, ["sword_hand", "packed"]),
])  # fmt: skip
def test_what_is_in_hand_at_first(unit, places):
    assert [place for _, place in carried(**unit)] == places


@clause("heimr.c.torch", "heimr.c.setup")
def test_a_torch_is_in_hand_unless_it_is_said_where():
    assert carried(template="archer", torch=True) == [
        ("bow", "stowed"), ("light_weapon", "sword_hand"), ("torch", "off_hand"),
    ]  # fmt: skip
    assert carried(torch=True) == [("torch", "sword_hand")]
    assert carried(template="archer", torch=True, wielded=["bow"])[2] == ("torch", "stowed")


@clause("heimr.c.setup")
def test_who_wields_what_cannot_be():
    bow = {"weapons": ["bow", "light_weapon"]}
    refused("do not find a hand", {**bow, "wielded": ["bow", "light_weapon"]})
    refused("great_weapon is not there to be wielded", {**bow, "wielded": ["great_weapon"]})
    refused("light_weapon is not there to be packed", {**bow, "wielded": ["light_weapon"], "packed": ["light_weapon"]})
    refused("5 weapons are too many", {"weapons": ["light_weapon"] * 5})
    refused("shield", {"shield": "bow"})


@clause("heimr.c.poison_darts")
@pytest.mark.parametrize(("unit", "rules", "ammo", "poison"), [
    ({"template": "scout"}, {}, [4, 0, 10], [0, 0, 2]),
    ({"template": "scout"}, {"c.poison_darts.darts": 5}, [4, 0, 10], [0, 0, 5]),
    ({"template": "scout"}, {"c.poison_darts.number": 5}, [4, 0, 10], [0, 0, 2]),
    ({"template": "scout", "poison": 0}, {}, [4, 0, 10], [0, 0, 0]),
    ({"template": "scout", "ammo": 1, "poisoned_darts": 3}, {}, [1, 0, 1], [0, 0, 1]),
    ({"template": "archer"}, {}, [20, 0, 0], [0, 0, 0]),
    ({"template": "crossbowman"}, {}, [12, 0, 0], [0, 0, 0]),
    ({"template": "scout"}, {"c.reload.throwing_ammo": 2, "c.reload.blowgun_ammo": 3}, [2, 0, 3], [0, 0, 2]),
])  # fmt: skip
def test_missiles(unit, rules, ammo, poison):
    found = unit_of(rules, **unit)
    assert found["ammo"][:3].tolist() == ammo
    assert found["poison"][:3].tolist() == poison
    assert not found["to_draw"].any(), "all start ready"


@clause("heimr.intro.modular_core")
def test_without_the_armoury_a_scenario_brings_its_own_weapons():
    off = {"intro.modular_core.module_medieval_armoury": 0}
    sword = {"weapons": ["medium_weapon"]}
    goblin = {"tables.items.light_weapon.damage": 1, "tables.items.throwing_weapon.damage": 1}
    refused("nothing says what medium_weapon does", sword, rules={**off, **goblin})
    refused("nothing says what buckler does", {"shield": "buckler"}, rules={**off, **goblin})
    packed = Packed(sword, rules={**off, **goblin, "tables.items.medium_weapon.damage": 4})
    assert packed.book["items"][Item.MEDIUM_WEAPON].damage == 4
    assert Packed({"weapons": ["claws"], "torch": True}, rules={**off, **goblin}).unit["items"][0] == Item.CLAWS


# --- how units start -------------------------------------------------------------------------------------------------


@clause("heimr.c.setup")
def test_who_starts_hidden_is_hidden_from_all_enemies_and_none_knows():
    units = [{"hidden": True, "hide_value": 9, "at": [2, 2]}, {"at": [2, 2]}]
    packed = Packed(*units, cells=[{"flag": "tall_grass", "at": [[2, 2]]}])
    unit = packed.unit
    assert (unit.hidden_from, unit.known_hiding, unit.hide_value, unit.in_cover) == (1 << 2, 0, 9, 1)
    assert unit.last_seen[:2].tolist() == [at(2, 2), -1]
    assert packed.s.units[2].last_seen[:2].tolist() == [at(4, 0)] * 2


@clause("heimr.c.setup")
def test_hiding_without_a_number_is_rolled_if_the_rules_say_so():
    night = [{"flag": "night", "at": "all"}]
    packed = Packed({"hidden": True}, cells=night)
    assert (packed.unit.hide_value, packed.unit.in_cover) == (-40, 0)
    refused("hiding is not rolled here", {"hidden": True}, cells=night, rules={"c.setup.ambush_hide_roll": 0})


@clause("heimr.c.setup")
def test_the_roll_for_who_hides_comes_first():
    """Survival: consistency 1, potential 2 by STA."""
    hider = {"name": "hider", "side": "men", "at": [1, 1], "hidden": True, "sta": 2}
    table = scene(
        hider, {"name": "orc", "side": "orcs", "at": [0, 0]}, cells=[{"flag": "night", "at": "all"}], first=[4, 9]
    )
    unit = table.unit("hider")
    assert (unit.hide_value, unit.hidden_from, unit.known_hiding) == (9 + 2, ("orc",), ())


def test_who_hides_where_nothing_conceals_is_warned_of(tmp_path):
    def warned(**more):
        units = [{"side": "side0", "at": [0, 0], "hidden": True}, {"side": "side1", "at": [2, 2]}]
        file = tmp_path / "fight.yaml"
        file.write_text(yaml.safe_dump({"ruleset": "heimr", "units": units, **more}), encoding="utf-8")
        assert scenarios.check(file) == []
        return [str(one) for one in scenarios.warnings(file)]

    assert len(warned()) == 1 and "nothing conceals" in warned()[0]
    assert warned(battle={"weather": 1}) == []
    assert warned(board={"size": [3, 3], "cells": [{"flag": "dusk", "at": [[0, 0]]}]}) == []
    assert len(warned(battle={"weather": 1}, board={"size": [3, 3], "cells": [{"flag": "roof", "at": [[0, 0]]}]})) == 1


@clause("heimr.c.setup")
def test_sleepers_lie_and_who_is_in_cover_needs_some():
    unit = unit_of(sleeping=True)
    assert (unit.sleeping, unit.prone) == (1, 1)
    assert unit_of(prone=True)["prone"] == 1
    assert Packed({"in_cover": True}, cells=[{"flag": "cart", "at": [[1, 2]]}]).unit.in_cover == 1
    refused("no object to be behind", {"in_cover": True})


@clause("heimr.c.setup")
@pytest.mark.parametrize(("elevation", "level", "climbing"), [
    (None, 1, Climbing.NOT), (1, 1, Climbing.NOT), (4, 4, Climbing.NOT), (3, 3, Climbing.FEATURE),
])  # fmt: skip
def test_heights_at_first(elevation, level, climbing):
    packed = Packed({"elevation": elevation}, cells=[{"flag": ["thick_tree", {"ground": 1}], "at": [[1, 2]]}])
    assert (packed.unit.elevation, packed.unit.climbing) == (level, climbing)


@clause("heimr.c.setup")
def test_nobody_starts_in_the_air():
    refused("nothing is there on level 5", {"elevation": 5}, cells=[{"flag": "thick_tree", "at": [[1, 2]]}])
    refused("nothing is there on level 1", {"elevation": 1})
    smooth = [{"flag": {"feature": 3}, "at": [[1, 2]]}]
    refused("nothing is there on level 2", {"elevation": 2}, cells=smooth)
    assert Packed({"elevation": 3}, cells=smooth).unit.elevation == 3


@clause("heimr.c.setup")
@pytest.mark.parametrize(("guard", "kind", "direction", "whom"), [
    ("north", GuardKind.BORDER, 0, -1), ("west", GuardKind.BORDER, 6, -1), ("cell", GuardKind.CELL, 0, -1),
    ("man1", GuardKind.ALLY, 0, 1),
])  # fmt: skip
def test_guards_at_first(guard, kind, direction, whom):
    unit = Packed({"guard": guard}, {}).unit
    assert (unit.guard, unit.guard_direction, unit.guard_unit, unit.guard_left) == (kind, direction, whom, 1)
    three = Packed({"guard": guard}, {}, rules={"guard.one_opponent.interceptions": 3}).unit
    assert three.guard_left == 3


@clause("heimr.c.setup")
def test_only_allies_in_the_same_location_are_guarded():
    refused("no ally 'man1' is in its location", {"guard": "man1"}, {"at": [2, 2]})
    refused("no ally 'goblin' is in its location", {"guard": "goblin", "at": [4, 0]})


@clause("heimr.c.setup")
def test_hurt_tired_and_spent():
    unit = unit_of(template="shield_guard", hp=2, wp=0, fatigue=9)
    assert (unit.hp, unit.hp_max, unit.wp, unit.wp_max, unit.fatigue) == (2, 5, 0, 3, 9)
    refused("more than its full hit points of 5", {"template": "shield_guard", "hp": 6})


@clause("heimr.c.initiative_key")
def test_who_ties_in_all_draws_lots():
    twins = [{"name": name, "side": name, "at": [1, 1]} for name in ("red", "blue")]
    assert scene(*twins, order=[4, 4, 2, 1]).decider == "red"
    assert scene(*twins, order=[4, 4, 1, 2]).decider == "blue"
    assert scene(*twins, order=[4, 4, 7, 7, 1, 2]).decider == "blue", "and again if they are equal"
    assert scene(*twins, order=[5, 4]).decider == "red"


@clause("heimr.dice.reading")
def test_consistency_lowers_risk_and_potential_raises_the_most():
    assert meets(2, 0, 8, fatigue=0) == exactly(0.51)
    assert meets(1, 1, 8, fatigue=0) == exactly(0.4)


# --- the grid --------------------------------------------------------------------------------------------------------


@pytest.mark.interpreted_only
@clause("heimr.grid.size")
@pytest.mark.parametrize(("size", "cells", "inner"), [((3, 3), 9, 12), ((8, 8), 64, 112), ((12, 5), 60, 103)])
def test_locations_and_borders_of_a_grid(size, cells, inner):
    packed = Packed({}, size=size)
    squares = [at(x, y) for y in range(size[1]) for x in range(size[0])]
    beyond = [neighbour_of(packed.w, cell, direction) >= 0 for cell in squares for direction in (0, 2, 4, 6)]
    assert (len(squares), sum(beyond) // 2) == (cells, inner)


@clause("heimr.grid.size")
@pytest.mark.parametrize("size", [(2, 3), (3, 2), (13, 3)])
def test_grids_that_are_too_small_or_too_large(size):
    refused("too small|not possible", {"at": [0, 0]}, size=size)


@clause("heimr.grid.size")
def test_the_usual_grid_has_nine_locations():
    units = [{"side": side, "at": [1, 1]} for side in ("side0", "side1")]
    pool = scenarios.pack(expand(load({"ruleset": "heimr", "units": units}), seed=0, n=1))
    assert (pool.states[0]["board_width"], pool.states[0]["board_height"]) == (3, 3)


@pytest.mark.interpreted_only
@clause("heimr.grid.coordinates")
def test_names_of_squares():
    """C2 is the third from the west and the second from the south; scenarios count from the north."""
    assert square("C2", 3) == [2, 1] and square("A1", 3) == [0, 2] and square("C3", 3) == [2, 0]
    field = Packed({}, size=(3, 3))
    assert neighbour_of(field.w, at(*square("B2", 3)), 0) == at(*square("B3", 3))
    assert neighbour_of(field.w, at(*square("C1", 3)), 2) == -1


@clause("heimr.grid.location")
def test_any_number_of_units_in_a_location():
    assert CAPACITY.per_cell == CAPACITY.units == 16
    assert Packed(*[{}] * 15).s.unit_count == 16
    refused("3 units start in", *[{}] * 3, rules={"grid.location.units_per_cell_limit": 2})
    assert Packed(*[{}] * 2, rules={"grid.location.units_per_cell_limit": 2}).s.unit_count == 3


# --- ground ----------------------------------------------------------------------------------------------------------


@clause("heimr.concealment.table")
@pytest.mark.parametrize(("name", "cover", "height"), [
    ("thick_tree", 2, 4), ("cart", 2, 1), ("shrubbery", 1, 1), ("merlon", 5, 2), ("table", 3, 1), ("tall_grass", 1, 1),
])  # fmt: skip
def test_concealing_objects(name, cover, height):
    cell = cell_of(name)
    assert (cell["cover"], cell["cover_height"], sides_of(name)) == (cover, height, 15)


@clause("heimr.concealment.table")
@pytest.mark.parametrize(("name", "row"), [
    ("thick_tree", "thick_tree"), ("cart", "wooden_cart_or_crate"), ("shrubbery", "shrubbery"), ("merlon", "stone_merlon"),
    ("table", "wooden_table"), ("tall_grass", "tall_grass"),
])  # fmt: skip
def test_the_table_of_objects_can_be_changed(name, row):
    cell = cell_of(name, {f"concealment.table.{row}": 7, f"concealment.table.{row}_height": -1})
    assert (cell["cover"], cell["cover_height"]) == (7, -1)
    assert cell_of({"cover": row, "cover_height": row})["cover"] == cell_of(name)["cover"]


@clause("heimr.concealment.table", "heimr.c.setup")
@pytest.mark.parametrize(("cover", "is_behind"), [(1, 1), (0, 0)])
def test_who_starts_hidden_is_behind_what_the_table_makes_an_object(cover, is_behind):
    packed = Packed(
        {"hidden": True},
        rules={"concealment.table.shrubbery": cover},
        cells=[{"flag": ["shrubbery", "dusk"], "at": [[1, 2]]}],
    )
    assert packed.unit.in_cover == is_behind


@clause("heimr.concealment.table", "heimr.climb.table")
def test_ready_made_ground():
    tree = cell_of("thick_tree")
    assert (tree["feature"], tree["feature_climb"]) == (4, 5)
    assert cell_of("thick_tree", {"climb.table.tree": 8})["feature_climb"] == 8
    assert cell_of(["mud", "roof", "campfire", "pitch_dark"])["difficult"] == 1
    marks = cell_of(["roof", "campfire", "pitch_dark", {"ground": 3}])
    assert [marks[name] for name in ("roof", "campfire", "dark", "ground", "difficult", "cover")] == [1, 1, 3, 3, 0, 0]
    assert set(TERRAIN) >= {"thick_tree", "cart", "shrubbery", "merlon", "table", "tall_grass", "mud"}


@clause("heimr.concealment.scope")
@pytest.mark.parametrize(("sides", "rules", "mask"), [
    ({}, {}, 15), ({}, {"concealment.scope.direction_mask": 3}, 3), ({"cover_mask": ["north", "west"]}, {}, 9),
    ({"cover_mask": 6}, {"concealment.scope.direction_mask": 3}, 6), ({"cover_mask": "south"}, {}, 4),
])  # fmt: skip
def test_sides_that_are_covered(sides, rules, mask):
    assert sides_of(["cart", sides], rules) == mask


def test_sides_have_names():
    refused("are no sides", {}, cells=[{"flag": {"cover_mask": ["up"]}, "at": [[0, 0]]}])


@clause("heimr.c.hazard")
@pytest.mark.parametrize(("marks", "rules", "numbers"), [
    ({"hazard": "hit", "hazard_number": 2}, {}, (EffectKind.HIT, 2, 4)),
    ({"hazard": "daze", "hazard_number": 4}, {"c.hazard.default_cr": 9}, (EffectKind.DAZE, 4, 9)),
    ({"hazard": "fall", "hazard_number": 4, "hazard_cr": 0}, {}, (EffectKind.FALL, 4, 0)),
    ({}, {}, (EffectKind.NONE, 0, 0)),
])  # fmt: skip
def test_hazards(marks, rules, numbers):
    cell = cell_of(marks, rules)
    assert (cell["hazard"], cell["hazard_number"], cell["hazard_cr"]) == numbers


def test_a_feature_rises():
    refused("does not rise above the ground", {}, cells=[{"flag": {"feature": 2, "ground": 2}, "at": [[2, 2]]}])


# --- borders ---------------------------------------------------------------------------------------------------------


@pytest.mark.interpreted_only
@clause("heimr.env.limit_table")
@pytest.mark.parametrize(("name", "units"), [
    ("single_door", 2), ("thick_vegetation", 2), ("double_door", 4), ("window", 1), ("ladder", 1),
])  # fmt: skip
def test_limits(name, units):
    assert border_of(name)[0] == units
    assert border_of(name, {f"env.limit_table.{name}": units + 3})[0] == units + 3
    packed = Packed({}, borders=[{"type": name, "cell": [2, 2], "direction": "east"}])
    assert packed.ask(passes_left, at(2, 2), 2) == packed.ask(passes_left, at(3, 2), 6) == units


@pytest.mark.interpreted_only
@clause("heimr.env.crossing_table")
@pytest.mark.parametrize(("name", "requirement", "chance"), [
    ("window", 5, 0.85), ("jump_1_5m", 1, 0.933333), ("jump_2m", 3, 0.933333), ("jump_2_5m", 6, 0.733333),
    ("jump_3m", 9, 0.3), ("rope_swing", 4, 0.933333),
])  # fmt: skip
def test_crossings(name, requirement, chance):
    """Chances with consistency 1, potential 1 and fatigue 3."""
    assert border_of(name)[1] == requirement
    assert meets(1, 1, requirement, fatigue=3) == exactly(chance)
    assert border_of(name, {f"env.crossing_table.{name}": 10})[1] == 10


@pytest.mark.interpreted_only
@clause("heimr.env.structure_table", "heimr.c.los")
@pytest.mark.parametrize(("name", "toughness", "height", "stone", "knob"), [
    ("regular_door", 2, 2, 0, "door"), ("strong_door", 4, 2, 0, "door"), ("regular_gate", 6, 4, 0, "gate"),
    ("wooden_wall", 4, 4, 0, "wall"), ("stone_wall", 6, 4, 1, "wall"),
])  # fmt: skip
def test_structures(name, toughness, height, stone, knob):
    assert border_of(name) == (0, 0, height, stone, 11 if stone else -1, toughness)
    changed = border_of(name, {f"env.structure_table.{name}": 9, f"c.los.{knob}_height": 7})
    assert changed[2::3] == (7, 9)


@pytest.mark.interpreted_only
@clause("heimr.climb.table")
@pytest.mark.parametrize(("row", "name", "requirement", "chance"), [
    ("ladder_or_stairs", "stairs", 0, None), ("ladder_or_stairs", "ladder", 0, None), ("rope_ladder", "rope_ladder", 2, 0.85),
    ("rope", "rope", 4, 0.85), ("tree", "tree", 5, 0.85), ("rock_face", "rock_face", 6, 0.85),
    ("steep_rock_face", "steep_rock_face", 9, 0.4), ("stone_wall", "stone_wall", 11, 0.2),
])  # fmt: skip
def test_climbs(row, name, requirement, chance):
    """Chances with consistency 1, potential 2 and fatigue 4."""
    assert border_of(name)[4] == requirement
    assert border_of(name, {f"climb.table.{row}": 7})[4] == 7
    assert chance is None or meets(1, 2, requirement) == exactly(chance)


@pytest.mark.interpreted_only
@clause("heimr.climb.table", "heimr.env.structure_table", "heimr.env.limit_table", "heimr.env.crossing_table")
@pytest.mark.parametrize(("marks", "numbers"), [
    (["strong_door", {"structure": "wall"}], (0, 0, 4, 0, -1, 4)),
    (["regular_door", "single_door"], (2, 0, 2, 0, -1, 2)),
    ({"toughness": 3}, (0, 0, 4, 0, -1, 3)),
    ({"toughness": "strong_door", "structure": 1, "climb": "rope"}, (0, 0, 1, 0, 4, 4)),
    (["window", {"limit": 3}], (3, 5, 0, 0, -1, 0)),
    ({"limit": "double_door", "crossing": 2}, (4, 2, 0, 0, -1, 0)),
])  # fmt: skip
def test_borders_put_together(marks, numbers):
    assert border_of(marks) == numbers


@pytest.mark.interpreted_only
@clause("heimr.c.climb_over")
def test_a_structure_of_no_given_height():
    assert border_of({"toughness": 3}, {"c.climb_over.structure_height_default": 6})[2] == 6


def test_what_borders_cannot_be():
    def border(marks):
        return {"borders": [{"type": marks, "cell": [2, 2], "direction": "east"}]}

    refused("a structure has a toughness", {}, **border({"structure": 3}))
    refused("is not possible", {}, **border({"limit": "rope"}))
    refused("is not possible", {}, **border({"climb": -2}))
    refused("moat", {}, **border("moat"))
    refused("edge of the board", {}, borders=[{"type": "window", "cell": [0, 0], "direction": "north"}])


def test_only_walls_separate_for_good():
    for name in BORDERS:
        packed = Packed({}, borders=[{"type": name, "cell": [2, 2], "direction": "east"}])
        closed = [packed.field.closed[at(2, 2)] >> 2 & 1, packed.field.closed[at(3, 2)] >> 6 & 1]
        assert closed == [name == "wall"] * 2
        assert packed.field.has_edges == (name == "wall" or "toughness" in BORDERS[name])


@pytest.mark.interpreted_only
@clause("heimr.env.structure_table", "heimr.env.limit_table")
def test_borders_that_change_are_numbered_the_same_from_both_sides():
    borders = [
        {"type": "single_door", "cell": [2, 2], "direction": "east"},
        {"type": "wooden_wall", "cell": [0, 0], "direction": "south"},
        {"type": "rock_face", "cell": [1, 1], "direction": "south"},
    ]
    packed = Packed({}, borders=borders)
    s, w = packed.s, packed.w
    assert s.edge_count == 2
    assert s.edge_cell[:3].tolist() == [at(0, 0), at(2, 2), -1]
    assert s.edge_direction[:2].tolist() == [4, 2] and s.edge_toughness[:3].tolist() == [4, 0, 0]
    assert (s.edge_first == -1).all() and not s.edge_passed.any()
    assert (edge_at(w, at(0, 0), 4), edge_at(w, at(0, 1), 0)) == (0, 0)
    assert (edge_at(w, at(2, 2), 2), edge_at(w, at(3, 2), 6)) == (1, 1)
    assert edge_at(w, at(1, 1), 4) == -1


def test_no_more_borders_than_there_is_room_for():
    cells = [[x, y] for y in range(5) for x in range(4)]
    walls = [{"type": "wooden_wall", "cells": cells, "direction": "east"}]
    assert Packed({}, borders=walls).s.edge_count == 20
    more = [*walls, {"type": "window", "cells": [[x, 0] for x in range(5)], "direction": "south"}]
    refused("25 borders with limits or structures are too many", {}, borders=more)


# --- circumstances ---------------------------------------------------------------------------------------------------


@clause("heimr.c.escape")
def test_exits_are_sides_of_the_map():
    packed = Packed({}, battle={"exits": ["south", "east"]})
    found = np.argwhere(packed.field.exit != 0).tolist()
    south = [[at(x, 4), 2] for x in range(5)]
    east = [[at(4, y), 1] for y in range(5)]
    assert sorted(found) == sorted(south + east)
    assert not Packed({}).field.exit.any()
    refused("side of the map", {}, battle={"exits": ["up"]})


@clause("heimr.c.objective")
def test_objectives():
    cells = [{"flag": "objective", "at": [[2, 2], [1, 1]]}]
    packed = Packed({}, cells=cells, battle={"objective": "orcs"})
    s = packed.s
    assert (s.objective_count, s.objective_side) == (2, 1)
    assert s.objective_cell.tolist() == [at(1, 1), at(2, 2), -1, -1] and (s.objective_owner == -1).all()
    assert Packed({}, cells=cells).s.objective_side == -1
    refused("there is no side 'elves'", {}, cells=cells, battle={"objective": "elves"})
    refused("there is no objective on the board", {}, battle={"objective": "orcs"})
    refused("5 objectives are too many", {}, cells=[{"flag": "objective", "area": [0, 0, 4, 0]}])


@clause("heimr.concealment.ambient")
def test_weather_and_flags_of_the_map():
    bare, packed = (
        Packed({}).field,
        Packed({}, battle={"weather": 2}, cells=[{"flag": "dusk", "at": [[0, 0]]}]).field,
    )
    assert (bare.weather, bare.has_darkness, bare.has_heights, bare.has_edges) == (0, 0, 0, 0)
    assert (packed.weather, packed.has_darkness, packed.has_heights) == (2, 1, 0)
    assert Packed({}, cells=[{"flag": {"ground": 1}, "at": [[0, 1]]}]).field.has_heights == 1
    assert Packed({}, cells=[{"flag": "thick_tree", "at": [[0, 1]]}]).field.has_heights == 1
    assert Packed({}, cells=[{"flag": {"ground": 1}, "at": "all"}]).field.has_heights == 0
    refused("weather", {}, battle={"weather": 4})


@clause("heimr.c.end")
@pytest.mark.parametrize("key", ["max_rounds", "round_limit"])
def test_the_last_round_may_be_said_in_short(key):
    assert Packed({}, **{key: 7}).book.max_rounds == 7


# --- scenarios -------------------------------------------------------------------------------------------------------

SYMMETRIC = ("tiny", "small", "standard", "open_field")


@pytest.mark.parametrize("name", SYMMETRIC)
def test_neither_seat_is_better(name):
    """The board turned by half a circle is the same board with the sides exchanged."""
    start = expand(load(f"heimr/{name}"), seed=0, n=1)[0]
    board = start.board
    for layer in board.layers.values():
        assert (layer == layer[::-1, ::-1]).all()
    turned = {
        board.border_key((board.width - 1 - x, board.height - 1 - y), (direction + 4) % 8): border
        for (x, y, direction), border in board.borders.items()
    }
    assert turned == board.borders

    def placed(side, is_turned):
        cells = [(fighter.template, fighter.cell) for fighter in start.units if fighter.side == side]
        return sorted((t, (board.width - 1 - x, board.height - 1 - y) if is_turned else (x, y)) for t, (x, y) in cells)

    assert placed(0, True) == placed(1, False)


@pytest.mark.parametrize("name", scenarios.shipped("heimr"))
def test_scenarios_have_nothing_to_be_warned_of(name):
    file = configs.FOLDER / "scenarios" / "heimr" / f"{name}.yaml"
    assert scenarios.check(file) == [] and scenarios.warnings(file) == []
    pool = scenarios.pool("heimr", name, n=8, seed=1)
    assert check_ranges(RULESET, pool.states) == []

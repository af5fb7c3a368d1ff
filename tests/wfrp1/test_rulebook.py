"""The rulebook of wfrp1 against the printed numbers."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tactica.envs
from tactica.envs.core.rulebook import KnobError, Rulebook

FILE = Path(tactica.envs.__file__).parent / "rulesets" / "wfrp1" / "rulebook.yaml"


@pytest.fixture(scope="module")
def rules() -> Rulebook:
    return Rulebook.load(FILE)


@pytest.fixture(scope="module")
def book(rules: Rulebook) -> Any:
    return rules.book()[0]


def row(rules: Rulebook, book: Any, table: str, name: str) -> Any:
    return book[table][rules.row_index(table, name)]


def test_every_clause_is_there(rules: Rulebook) -> None:
    assert Counter(c.origin for c in rules.clauses.values()) == {"book": 113, "completion": 30}
    assert [c.id for c in rules.clauses.values() if c.scope == "campaign"] == [
        "missile.artillery",
        "missile.timekeeping",
    ]
    assert all(key.startswith("c.") == (c.origin == "completion") for key, c in rules.clauses.items())
    assert sum(len(c.readings) for c in rules.clauses.values()) == 22


def test_texts_refer_only_to_clauses_and_tables_that_exist(rules: Rulebook) -> None:
    chapters = {key.split(".")[0] for key in rules.clauses}
    named = re.compile(rf"\b((?:{'|'.join(chapters)}|tables)\.[a-z_]+)\b(?!\.\w)")
    for clause in rules.clauses.values():
        text = " ".join([clause.statement, clause.ruling, clause.decision, *(r.knob for r in clause.readings)])
        for found in named.findall(text):
            known = found in rules.clauses or found.removeprefix("tables.") in rules.tables
            assert known, f"{clause.id} speaks of {found}"


def test_names_of_knobs_in_texts_exist(rules: Rulebook) -> None:
    switches = {knob.param for knob in rules.addresses().values() if knob.param.startswith("opt_")}
    assert len(switches) == 20
    for clause in rules.clauses.values():
        for found in re.findall(r"\bopt_\w+", clause.statement + clause.ruling):
            assert found in switches, f"{clause.id} speaks of {found}"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("shield_parry_bonus", 20),
        ("charge_ws_bonus", 10),
        ("winning", 10),
        ("winning_ei_bonus", 10),
        ("higher_ground", 10),
        ("obstacle", -10),
        ("wrong_hand", -10),
        ("unarmed_to_hit", -20),
        ("unarmed_damage", -3),
        ("grapple_to_hit", -20),
        ("aim_head", -20),
        ("aim_arm", -20),
        ("aim_body", -10),
        ("aim_legs", -10),
        ("stun_to_hit", -20),
        ("stun_pct_per_point", 5),
        ("untrained_ws", 10),
        ("untrained_bs", 10),
        ("long", -10),
        ("extreme", -20),
        ("evading", -20),
        ("hard_cover", -20),
        ("mistake_per_creature", 5),
        ("point_blank_yards", 3),
        ("fall_yards_die", 4),
        ("fall_damage_die", 6),
        ("rounds_per_minute", 6),
        ("magazine", 10),
        ("night_vision_unlisted", 0),
        ("opt_effective_initiative", 1),
        ("opt_edge_roll", 0),
        ("round_limit_mode", 0),
    ],
)
def test_printed_numbers(book: Any, field: str, value: int) -> None:
    assert book[field] == value


def test_hit_locations_cover_15_20_20_25_10_10_faces(rules: Rulebook, book: Any) -> None:
    up_to = [int(r.to) for r in book.hit_location]
    assert np.diff([0, *up_to]).tolist() == [15, 20, 20, 25, 10, 10]
    assert up_to == [book.head_max, book.right_arm_max, book.left_arm_max, book.body_max, book.right_leg_max, 100]
    assert [int(r.code) for r in book.hit_location] == list(range(6))
    assert rules.row_names("hit_location") == ("head", "right_arm", "left_arm", "body", "right_leg", "left_leg")


def test_melee_weapons_are_as_printed(rules: Rulebook, book: Any) -> None:
    printed = {
        "hand weapon": (0, 0, 0, 0),
        "knife/dagger": (10, 0, -2, -20),
        "spear": (10, 0, 0, 0),
        "improvised": (-10, 0, -2, 10),
        "bastard sword": (-10, 0, 1, 0),
        "2-handed weapon": (-10, 0, 2, 0),
        "halberd": (-10, -10, 2, 0),
        "quarter staff": (0, 0, -1, 0),
        "flail": (0, -10, 1, -10),
        "2-handed flail": (-20, -20, 3, -10),
        "rapier": (20, 0, -1, 0),
        "buckler": (0, 0, -2, 20),
        "left-hand dagger": (0, 0, -2, -10),
        "sword-breaker": (0, 0, -2, -10),
        "lance": (20, 10, 2, -20),
        "net": (0, -10, 0, -10),
        "fist weapon": (0, -10, -1, 0),
        "whip": (0, -10, -2, -20),
    }
    assert len(rules.row_names("melee_weapons")) == len(printed)
    for name, numbers in printed.items():
        weapon = row(rules, book, "melee_weapons", name)
        assert (weapon.initiative, weapon.to_hit, weapon.damage, weapon.parry) == numbers, name


def test_everything_parries_but_the_fist_weapon(rules: Rulebook, book: Any) -> None:
    names = rules.row_names("melee_weapons")
    assert [n for n, w in zip(names, book.melee_weapons, strict=True) if not w.can_parry] == ["fist_weapon"]


def test_how_weapons_are_held_and_drawn(rules: Rulebook, book: Any) -> None:
    names = rules.row_names("melee_weapons")
    weapons = dict(zip(names, book.melee_weapons, strict=True))
    assert {n for n, w in weapons.items() if w.hands == 2} == {
        "2_handed_weapon",
        "halberd",
        "quarter_staff",
        "2_handed_flail",
    }
    assert {n for n, w in weapons.items() if w.hands == 3} == {"buckler", "left_hand_dagger", "sword_breaker"}
    assert {n for n, w in weapons.items() if w.take_up == 0} == {"knife_dagger", "left_hand_dagger", "sword_breaker"}
    assert weapons["spear"].take_up == weapons["lance"].take_up == weapons["halberd"].take_up == 2
    assert weapons["hand_weapon"].take_up == weapons["rapier"].take_up == 1
    pistols = {n for n in rules.row_names("firearms") if row(rules, book, "firearms", n).hands == 1}
    assert pistols == {"duck_foot", "duelling_pistol", "henricus_salus", "pistol"}


def test_specialist_groups_of_the_weapon_tables_agree_with_the_table_of_groups(rules: Rulebook, book: Any) -> None:
    bits = {str(r[0]): int(r[1]) for r in rules.tables["weapon_groups"].rows}
    assert sorted(bits.values()) == [0, *(1 << i for i in range(18))]
    spelled: dict[str, int] = Counter()
    for group, bit, weapons in rules.tables["weapon_groups"].rows:
        for name in re.sub(r" \(with \w+\)", "", str(weapons)).split(", "):
            spelled[name] |= int(bit)
        assert bits[str(group)] == bit
    for table in ("melee_weapons", "missile_weapons"):
        for cells, weapon in zip(rules.tables[table].rows, book[table], strict=True):
            assert weapon.group == spelled[str(cells[0])], cells[0]
    for cells, gun in zip(rules.tables["firearms"].rows, book.firearms, strict=True):
        assert gun.group == (bits["blunderbuss"] if cells[0] == "blunderbuss" else bits["firearms"])
    both = bits["two_handed"] | bits["flail"]
    assert [int(w.group_all) for w in book.melee_weapons if w.group_all] == [both]
    assert row(rules, book, "melee_weapons", "2-handed flail").group_all == both


def test_missile_weapons_are_as_printed(rules: Rulebook, book: Any) -> None:
    assert len(rules.row_names("missile_weapons")) == 20
    printed = {
        "short bow": (16, 32, 150, 3, 0),
        "long bow": (32, 64, 300, 3, 0),
        "elf bow": (32, 64, 300, 4, 0),
        "crossbow": (32, 64, 300, 4, 1),
        "repeating crossbow": (32, 32, 100, 1, 0),
        "sling": (24, 36, 150, 3, 0),
        "spear": (4, 8, 25, -1, 0),
        "lasso": (8, 16, 30, -3, 0),
        "bomb": (5, 12, 20, 6, 0),
        "incendiary": (5, 12, 20, -2, 0),
    }
    for name, numbers in printed.items():
        weapon = row(rules, book, "missile_weapons", name)
        assert (weapon.short, weapon.long, weapon.extreme, weapon.es, weapon.load_rounds) == numbers, name
    for weapon in book.missile_weapons:
        assert weapon.short <= weapon.long <= weapon.extreme
        assert weapon.hands == 1 or not weapon.thrown
    shots = dict(zip(rules.row_names("missile_weapons"), (int(w.shots) for w in book.missile_weapons), strict=True))
    assert {n: s for n, s in shots.items() if s != 1} == {"repeating_crossbow": 2}


def test_firearms_are_as_printed(rules: Rulebook, book: Any) -> None:
    arquebus = row(rules, book, "firearms", "arquebus")
    assert [int(v) for v in arquebus.tolist()[:10]] == [3, 4, 30, 4, 60, 4, 300, 3, 2, 1]
    swivel = row(rules, book, "firearms", "swivel gun")
    assert [int(v) for v in swivel.tolist()[:10]] == [3, 6, 24, 4, 48, 3, 100, 2, 4, 1]
    assert row(rules, book, "firearms", "duck-foot").shots == 4
    assert row(rules, book, "firearms", "volley gun").shots == 7


def test_night_vision(rules: Rulebook, book: Any) -> None:
    assert len(rules.row_names("night_vision")) == 38
    seen = {"Elf - Wood": 30, "Elf - High": 20, "Orc": 10, "Skaven": 30, "Owl": 50, "Wolf": 15, "Undead": 9999}
    assert {name: row(rules, book, "night_vision", name).yards for name in seen} == seen


def test_misfire_bands_have_the_chances_of_the_chart(book: Any) -> None:
    assert np.diff([0, *(int(r.to) for r in book.firearm_misfires)]).tolist() == [20, 30, 20, 10, 10, 9, 1]
    assert np.diff([0, *(int(r.to) for r in book.bomb_misfires)]).tolist() == [50, 30, 15, 5]
    assert np.diff([0, *(int(r.to) for r in book.slain_mount)]).tolist() == [70, 20, 10]
    assert np.diff([0, *(int(r.to) for r in book.critical_severity)]).tolist() == [20, 20, 20, 20, 15, 5]


def test_critical_effects_grow_worse_and_severity_eight_kills(rules: Rulebook, book: Any) -> None:
    keys = rules.row_names("critical_effects")
    assert keys == tuple(f"{s}_{where}" for s in range(1, 9) for where in ("head", "arm", "body", "leg"))
    effects = dict(zip(keys, book.critical_effects, strict=True))
    assert {key for key, effect in effects.items() if effect.dead} == {k for k in keys if k.startswith("8_")}
    body = effects["7_body"]  # unconscious, bleeding 3
    assert (body.ko, body.bleed, body.prone, body.debt) == (999, 3, 0, 0)
    leg = effects["2_leg"]  # prone, nothing else
    assert (leg.prone, sum(leg.tolist())) == (1, 1)
    arm = effects["5_arm"]  # drop, arm 99, dazed 1, bleed 1
    assert (arm.drop, arm.arm, arm.dazed, arm.bleed, arm.leg) == (1, 99, 1, 1, 0)
    head = effects["5_head"]
    assert (head.dazed, head.prone, head.bleed) == (3, 1, 1)
    assert effects["3_body"].flee == 1
    for where in ("head", "arm", "body", "leg"):
        bleeding = [int(effects[f"{s}_{where}"].bleed) for s in range(1, 8)]
        assert bleeding == sorted(bleeding)


def test_fumbles_are_listed_for_every_double(rules: Rulebook, book: Any) -> None:
    assert rules.row_names("fumble_effects") == tuple(str(d) for d in (11, 22, 33, 44, 55, 66, 77, 88, 99, 100))
    assert row(rules, book, "fumble_effects", "77").damage_weapon == -10
    last = row(rules, book, "fumble_effects", "100")
    assert (last.hit_self, last.prone, last.hit_friend) == (1, 1, 0)
    assert all(any(effect.tolist()) for effect in book.fumble_effects)


def test_armour(rules: Rulebook, book: Any) -> None:
    head = [rules.row_names("armour_pieces")[i] for i, piece in enumerate(book.armour_pieces) if piece.head]
    assert head == ["shield", "mail_coif", "helmet", "leather_cap"]
    coat = row(rules, book, "armour_pieces", "sleeved mail coat")
    assert coat.tolist() == (1, 0, 1, 1, 1, 1, 1)


@pytest.mark.parametrize(
    ("alias", "owner"),
    [
        ("modifier.charging.charging", "action.charge.charge_ws_bonus"),
        ("modifier.unarmed.unarmed", "unarmed.blows.unarmed_to_hit"),
        ("missile.specialist.untrained_bs", "weapon.specialist.untrained_bs"),
        ("stun.duration.rounds_per_minute", "turn.round.rounds_per_minute"),
        ("c.fire_damage.fire_dice", "item.dropped_light.fire_dice"),
        ("c.fire_damage.fire_sides", "item.dropped_light.fire_sides"),
        ("c.fire_damage.burn_rounds_sides", "item.dropped_light.pool_rounds_sides"),
        ("flying.shooting_down.flying_mount_penalty", "missile.modifiers.moving_mount"),
        ("visibility.night_vision.dwarf", "tables.night_vision.dwarf.yards"),
        ("tables.hit_location.head.to", "attack.hit_location.head_max"),
        ("tables.targeted_blows.legs.modifier", "attack.targeted_blow.aim_legs"),
        ("tables.to_hit_modifiers.charging.modifier", "action.charge.charge_ws_bonus"),
        ("tables.melee_weapons.lance.damage", "weapon.lance.lance_damage"),
        ("tables.melee_weapons.halberd.to_hit", "weapon.spear_halberd.halberd_to_hit"),
        ("tables.missile_weapons.repeating_crossbow.shots", "missile.repeating_crossbow.shots_per_round"),
        ("tables.light_radius.torch.yards", "c.light_sources.torch_yards"),
    ],
)
def test_one_number_has_one_owner(rules: Rulebook, alias: str, owner: str) -> None:
    assert rules.knob(alias).address == rules.knob(f"wfrp1.{owner}").address == owner
    knob = rules.knob(owner)
    changed = knob.default + 1 if knob.default < knob.max else knob.default - 1
    assert rules.book({alias: changed}).tobytes() == rules.book({owner: changed}).tobytes() != rules.book().tobytes()


def test_overriding_the_charge_changes_the_chart_too(rules: Rulebook) -> None:
    book = rules.book({"wfrp1.modifier.charging.charging": 15})[0]
    assert book.charge_ws_bonus == 15
    assert row(rules, book, "to_hit_modifiers", "charging").modifier == 15


def test_every_knob_has_a_range_and_can_be_moved_inside_it(rules: Rulebook) -> None:
    default = rules.book().tobytes()
    changes = []
    for address, knob in rules.addresses().items():
        assert knob.max - knob.min <= 300_000, f"{address} has no sensible range"
        assert knob.min < knob.max
        changes.append({address: knob.max if knob.default != knob.max else knob.min})
    books = rules.books(changes)
    assert all(books[i : i + 1].tobytes() != default for i in range(len(books)))


def test_a_die_has_at_least_one_side(rules: Rulebook) -> None:
    with pytest.raises(KnobError, match="0 is out of range; allowed: 1 to 100"):
        rules.book({"damage.basic.damage_die": 0})


def test_the_round_limit_is_set_by_name(rules: Rulebook) -> None:
    assert rules.book({"c.victory.round_limit_mode": "share"})[0].round_limit_mode == 1
    assert rules.book({"flee.movement.voluntary_flee_rate": "cautious"})[0].voluntary_flee_rate == 1

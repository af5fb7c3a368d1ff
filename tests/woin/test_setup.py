"""What units are made of: templates, what follows from attributes, sizes, quality, the board."""

from __future__ import annotations

import pytest
from fixtures import clause

from tactica.envs.rulesets.woin.setup import templates
from tactica.envs.rulesets.woin.vocab import Ground, Item, Thing, Trait
from tactica.envs.scenario import ScenarioError, expand, load, pack

DERIVED = (
    "health_max", "speed", "leap_feet", "jump_feet", "melee_defence", "ranged_defence", "mental_defence", "vital_defence",
    "soak", "luck",
)  # fmt: skip
#: What the list of combatants says of each: see DERIVED.
PRINTED = {
    "man_at_arms": (21, 6, 12, 8, 16, 12, 10, 10, 6, 2),
    "reaver": (24, 6, 8, 8, 14, 10, 10, 14, 4, 1),
    "longbow_archer": (14, 5, 16, 5, 10, 14, 10, 10, 3, 3),
    "crossbow_sniper": (21, 5, 16, 4, 10, 14, 10, 10, 3, 2),
    "repeater_gunner": (17, 6, 14, 6, 10, 14, 10, 10, 5, 2),
    "field_medic": (21, 4, 10, 4, 10, 10, 10, 10, 3, 3),
    "duelist": (14, 7, 24, 5, 17, 14, 10, 10, 2, 3),
    "brawler": (21, 6, 16, 8, 14, 10, 10, 10, 2, 2),
    "evoker": (17, 4, 10, 3, 10, 10, 14, 10, 2, 3),
    "goblin_raider": (10, 5, 12, 3, 12, 12, 10, 10, 2, 0),
    "ogre": (31, 7, 8, 8, 15, 10, 10, 14, 5, 0),
    "hydra": (55, 6, 12, 12, 17, 10, 14, 21, 6, 0),
}
AIMING = ("longbow_archer", "crossbow_sniper", "repeater_gunner", "evoker")


def packed(*units, rules=None, **scenario):
    """The records of a battle of these units against a goblin: state and map."""
    placed = [{"side": "men", "name": f"man{i}", "at": [i, 0], **unit} for i, unit in enumerate(units)]
    goblin = {"template": "goblin_raider", "side": "orcs", "name": "goblin", "at": [7, 7]}
    given = {"ruleset": "woin", "board": {"size": [8, 8]}, "sides": ["men", "orcs"], "rules": rules or {}, **scenario}
    pool = pack(expand(load({**given, "units": [*placed, goblin]}), seed=0, n=1))
    return pool.states[0], pool.fields[0]


def unit_of(rules=None, **unit):
    """One packed unit."""
    return packed(unit, rules=rules)[0]["units"][0]


# --- templates -------------------------------------------------------------------------------------------------------


def test_every_template_is_printed():
    assert set(templates()) == set(PRINTED)


@clause(
    "woin.completion.health",
    "woin.completion.defenses",
    "woin.completion.speed_jump",
    "woin.completion.luck_pool",
    "woin.completion.attribute_ladder",
)
@pytest.mark.parametrize("name", PRINTED)
def test_templates_come_to_the_numbers_of_the_list(name):
    unit = unit_of(template=name)
    assert {field: int(unit[field]) for field in DERIVED} == dict(zip(DERIVED, PRINTED[name], strict=True))
    assert unit["health"] == unit["health_max"]


@clause("woin.aim.free_exploit", "woin.action.universal")
@pytest.mark.parametrize("name", PRINTED)
def test_shooters_and_casters_aim_the_others_feint(name):
    traits = int(unit_of(template=name)["traits"])
    assert bool(traits & Trait.AIM) is (name in AIMING)
    assert bool(traits & Trait.FEINT) is (name not in AIMING)


@clause("woin.aim.free_exploit")
@pytest.mark.parametrize(("free", "given", "owned"), [
    (0, [], 0), (1, [], Trait.FEINT), (1, ["aim"], Trait.AIM), (2, ["aim"], Trait.AIM | Trait.FEINT), (0, ["aim"], Trait.AIM),
])  # fmt: skip
def test_how_many_of_the_two_are_free(free, given, owned):
    unit = unit_of({"aim.free_exploit.free_choice": free}, weapons=["club"], traits=given)
    assert unit["traits"] == owned


# --- what follows from what ------------------------------------------------------------------------------------------


@clause("woin.completion.health")
@pytest.mark.parametrize(("unit", "rules", "health"), [
    ({"END": 6, "WIL": 6}, {}, 21),
    ({"END": 3, "WIL": 2}, {}, 10),  # three dice: 10.5
    ({"size": "large"}, {}, 31),
    ({"size": 3}, {}, 51),
    ({"size": "tiny"}, {}, 21),
    ({}, {"completion.health.per_die": 400}, 24),
    ({"size": "large"}, {"completion.health.per_size_category": 5}, 26),
    ({"HEALTH": 40}, {}, 40),
    ({"END": 0, "WIL": 0}, {}, 1),
])  # fmt: skip
def test_health(unit, rules, health):
    assert unit_of(rules, **unit)["health_max"] == health


@clause("woin.completion.attribute_ladder")
def test_the_ladder_of_attributes_may_be_changed():
    unit = unit_of({"completion.attribute_ladder.threshold_3d6": 7})
    assert unit["health_max"] == 14  # two dice of END, two of WIL


@clause("woin.completion.attribute_ladder")
@pytest.mark.parametrize(("dice", "least"), [
    (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (7, 28), (8, 36), (9, 45), (10, 55),
])  # fmt: skip
def test_the_score_each_die_takes(dice, least):
    assert unit_of(LUC=least)["luck"] == dice
    assert unit_of(LUC=least - 1)["luck"] == dice - 1
    assert unit_of({f"completion.attribute_ladder.threshold_{dice}d6": least + 1}, LUC=least)["luck"] == dice - 1


@clause("woin.completion.max_pool", "woin.completion.defenses")
def test_no_rank_gives_more_than_ten_dice():
    assert unit_of(rank=12, STR=55, parry_skill=5)["melee_defence"] == 35
    assert unit_of({"completion.max_pool.max_pool": 11}, rank=12, STR=55, parry_skill=5)["melee_defence"] == 38


@clause("woin.completion.defenses", "woin.completion.max_pool")
@pytest.mark.parametrize(("unit", "rules", "melee", "ranged"), [
    ({}, {}, 10, 10),
    ({"parry_skill": 1, "dodge_skill": 1}, {}, 14, 14),
    ({"parry_skill": 5, "dodge_skill": 3}, {}, 17, 17),  # five dice at most
    ({"parry_skill": 5, "rank": 8}, {}, 28, 10),
    ({"parry_skill": 1, "size": "large"}, {}, 12, 10),
    ({"size": "small"}, {}, 12, 12),
    ({"shield": True}, {}, 12, 12),
    ({"shield": True}, {"completion.defenses.shield_bonus": 3}, 13, 13),
    ({}, {"completion.defenses.minimum": 12}, 12, 12),
    ({}, {"completion.defenses.per_die": 400}, 12, 12),
    ({"size": "small"}, {"completion.defenses.per_size_category": -3}, 13, 13),
    ({"parry_skill": 5}, {"completion.max_pool.max_pool": 4}, 14, 10),
    ({"parry_skill": 5}, {"completion.max_pool.dice_per_rank": 2}, 28, 10),
    ({"rank": 0, "parry_skill": 5}, {"completion.max_pool.min_pool": 4}, 14, 10),
    ({"MELEE_DEFENSE": 20, "parry_skill": 5}, {}, 20, 10),
])  # fmt: skip
def test_defences(unit, rules, melee, ranged):
    found = unit_of(rules, **unit)
    assert (found["melee_defence"], found["ranged_defence"]) == (melee, ranged)


@clause("woin.completion.defenses")
def test_mind_and_body_have_their_own_skills():
    unit = unit_of(concentration_skill=1, resistance_skill=2, size="large", shield=True)
    assert (unit["mental_defence"], unit["vital_defence"]) == (14, 17)


@clause("woin.completion.speed_jump", "woin.move.speed")
@pytest.mark.parametrize(("unit", "rules", "speed"), [
    ({"STR": 8, "AGI": 6}, {}, 6),
    ({"STR": 8, "AGI": 6, "armour": "plate"}, {}, 5),
    ({"STR": 8, "AGI": 6, "armour": "plate"}, {"tables.armours.plate.speed_penalty": 3}, 3),
    ({"STR": 8, "AGI": 6, "speed_bonus": -3}, {}, 3),
    ({"STR": 0, "AGI": 0}, {}, 1),
    ({"STR": 0, "AGI": 0}, {"completion.speed_jump.min_speed": 2}, 2),
    ({}, {}, 5),  # who gives neither has the usual one
    ({}, {"move.speed.default_speed": 7}, 7),
    ({"SPEED": 9}, {}, 9),
])  # fmt: skip
def test_speed(unit, rules, speed):
    assert unit_of(rules, **unit)["speed"] == speed


@clause("woin.completion.speed_jump")
@pytest.mark.parametrize(("rules", "across", "up"), [
    ({}, 8, 8),
    ({"completion.speed_jump.horizontal_feet_per_agi": 4}, 16, 10),
    ({"completion.speed_jump.horizontal_feet_per_agi": 4, "completion.speed_jump.vertical_feet_per_str": 2}, 16, 16),
])  # fmt: skip
def test_jumps_go_no_higher_than_far(rules, across, up):
    unit = unit_of(rules, STR=10, AGI=4)
    assert (unit["leap_feet"], unit["jump_feet"]) == (across, up)


@clause("woin.completion.size")
@pytest.mark.parametrize(("word", "number"), [
    ("tiny", -2), ("small", -1), ("medium", 0), ("large", 1), ("enormous", 2), ("gigantic", 3), ("colossal", 4),
    ("titanic", 5), (-1, -1), (4, 4),
])  # fmt: skip
def test_sizes(word, number):
    assert unit_of(size=word)["body_size"] == number


@clause("woin.completion.size")
def test_the_number_of_a_size_may_be_changed():
    assert unit_of({"completion.size.large": 3}, size="large")["body_size"] == 3


@clause("woin.completion.quality_dice")
@pytest.mark.parametrize(("word", "dice"), [
    ("", 0), ("+standard", 0), ("+high", 1), ("+exceptional", 2), ("+mastercraft", 3), ("+artisanal", 4), ("+legendary", 5),
])  # fmt: skip
def test_quality(word, dice):
    unit = unit_of(weapons=[f"longsword{word}", "dagger"])
    assert unit["quality"].tolist() == [dice, 0]
    assert unit["weapons"].tolist() == [Item.LONGSWORD, Item.DAGGER]


@clause("woin.completion.quality_dice")
def test_the_dice_of_a_quality_may_be_changed():
    assert unit_of({"completion.quality_dice.high": 3}, weapons=["longbow+high"])["quality"][0] == 3


@clause("woin.completion.weapon_table")
@pytest.mark.parametrize(("armour", "soak"), [
    ("none", 0), ("padded", 2), ("leather", 3), ("studded_hide", 4), ("breastplate", 5), ("chainmail", 6), ("plate", 8),
])  # fmt: skip
def test_armour(armour, soak):
    assert unit_of(armour=armour)["soak"] == soak
    assert unit_of(armour=armour, natural_soak=2)["soak"] == soak + 2
    assert unit_of(armour=armour, SOAK=1)["soak"] == 1


@clause("woin.completion.weapon_table", "woin.completion.speed_jump")
@pytest.mark.parametrize(("armour", "penalty"), [
    ("none", 0), ("padded", 0), ("leather", 0), ("studded_hide", 0), ("breastplate", 0), ("chainmail", 0), ("plate", 1),
])  # fmt: skip
def test_what_armour_takes_off_speed(armour, penalty):
    assert unit_of(armour=armour, STR=6, AGI=6)["speed"] == 6 - penalty
    assert unit_of({f"tables.armours.{armour}.speed_penalty": 2}, armour=armour, STR=6, AGI=6)["speed"] == 4


@clause("woin.completion.weapon_table")
def test_what_armour_takes_off_may_be_changed():
    assert unit_of({"tables.armours.leather.soak": 9}, armour="leather")["soak"] == 9


@clause("woin.completion.ammunition")
@pytest.mark.parametrize(("weapon", "loaded"), [
    ("longbow", 0), ("dagger", 2), ("hand_axe", 1), ("javelin", 3), ("heavy_crossbow", 1), ("pistol", 6), ("repeater", 10),
    ("longsword", 0),
])  # fmt: skip
def test_weapons_start_loaded(weapon, loaded):
    assert unit_of(weapons=[weapon])["loaded"][0] == loaded


@clause("woin.completion.ammunition")
def test_how_many_shots_there_are_may_be_changed():
    rules = {"tables.weapons.repeater.capacity": 3, "tables.weapons.dagger.count": 5}
    assert unit_of(rules, weapons=["repeater", "dagger"])["loaded"].tolist() == [3, 5]


@clause("woin.completion.weapon_table")
@pytest.mark.parametrize(("unit", "held"), [
    ({}, -1), ({"weapons": ["club"]}, 0), ({"weapons": ["bite"]}, -1), ({"weapons": ["martial_fists", "club"]}, -1),
    ({"weapons": ["club", "dagger"], "held": 1}, 1), ({"weapons": ["club"], "held": -1}, -1),
])  # fmt: skip
def test_what_is_in_hand_at_first(unit, held):
    assert unit_of(**unit)["held"] == held


@clause("woin.completion.luck_pool")
def test_luck():
    assert unit_of(LUC=6)["luck"] == 3
    assert unit_of(LUC=6, luck=1)["luck"] == 1
    assert unit_of()["luck"] == 0


@clause("woin.completion.spell_rules")
def test_points_for_spells_and_powers():
    unit = unit_of(MAG=7, PSI=4)
    assert (unit["magic"], unit["psi"]) == (7, 4)
    unit = unit_of({"completion.spell_rules.mp_per_mag": 2, "completion.spell_rules.pp_per_psi": 3}, MAG=7, PSI=4)
    assert (unit["magic"], unit["psi"]) == (14, 12)
    unit = unit_of(MAG=7, PSI=4, magic=1, psi=0)
    assert (unit["magic"], unit["psi"]) == (1, 0)


@clause("woin.pinned.traditions")
def test_snipers_are_harder_to_pin():
    assert unit_of()["pin_interval"] == 1
    assert unit_of(pin_interval="sniper")["pin_interval"] == 2
    assert unit_of(pin_interval=4)["pin_interval"] == 4
    rules = {"pinned.traditions.default_pin_interval": 3, "pinned.traditions.sniper_pin_interval": 5}
    assert (unit_of(rules)["pin_interval"], unit_of(rules, pin_interval="sniper")["pin_interval"]) == (3, 5)


@clause("woin.turn.budget")
def test_actions_a_round():
    assert unit_of()["actions"] == 2
    assert unit_of(actions=4)["actions"] == 4
    assert unit_of({"turn.budget.actions": 3})["actions"] == 3


@clause("woin.completion.pinned_counter")
def test_where_a_unit_stands_at_first_is_what_it_is_pinned_to():
    unit = unit_of()
    assert (unit["anchor"], unit["previous_anchor"], unit["pinned"]) == (unit["cell"], -1, 0)


@clause("woin.completion.down_and_dying")
@pytest.mark.parametrize(("unit", "rules", "dice"), [
    ({"health_left": 0}, {}, 3), ({"health_left": -5, "END": 0, "HEALTH": 5}, {}, 1),
    ({"health_left": -5, "END": 0, "HEALTH": 5}, {"completion.down_and_dying.min_dice": 2}, 2),
])  # fmt: skip
def test_who_starts_without_health_is_dying(unit, rules, dice):
    found = unit_of(rules, **unit)
    assert (found["down"], found["prone"], found["dying_dice"]) == (1, 1, dice)


# --- the battle ------------------------------------------------------------------------------------------------------


@clause("woin.ambush.skip", "woin.ambush.awareness")
@pytest.mark.parametrize(("given", "rules", "may"), [
    (None, {}, [0, 0]),
    ([True, False], {}, [1, 0]),
    (None, {"ambush.skip.ambush_enabled": 1}, [1, 1]),
    (None, {"ambush.skip.ambush_enabled": 1, "ambush.awareness.team0_may_ambush": 0}, [0, 1]),
    (None, {"ambush.skip.ambush_enabled": 1, "ambush.awareness.team1_may_ambush": 0}, [1, 0]),
    ([False, False], {"ambush.skip.ambush_enabled": 1}, [0, 0]),
])  # fmt: skip
def test_who_may_ambush(given, rules, may):
    state, _ = packed({}, rules=rules, battle={} if given is None else {"ambush": given})
    assert state["may_ambush"][:2].tolist() == may


@clause("woin.completion.terrain_table", "woin.completion.doors_traps")
def test_the_characters_of_a_map():
    rows = ["#=rTmwDL", "C^pds...", *["........"] * 6]
    state, field = packed({"at": [0, 7]}, board={"map": "\n".join(rows)})
    at = {char: x + 32 * y for y, row in enumerate(rows) for x, char in enumerate(row) if char != "."}
    ground = {
        "#": Ground.WALL, "=": Ground.LOW_WALL, "r": Ground.RUBBLE, "T": Ground.PILLAR, "m": Ground.DIFFICULT,
        "w": Ground.DEEP_WATER, "D": Ground.DOORWAY, "L": Ground.DOORWAY, "C": Ground.CHEST, "^": Ground.TRAP, "p": Ground.PIT,
        "d": Ground.OPEN, "s": Ground.OPEN,
    }  # fmt: skip
    assert {char: int(field["ground"][cell]) for char, cell in at.items()} == {c: int(g) for c, g in ground.items()}
    assert {char for char, cell in at.items() if field["blocked"][cell]} == set("#TC")
    assert {char for char, cell in at.items() if field["opaque"][cell]} == set("#")
    assert {char for char, cell in at.items() if field["cover_object"][cell]} == set("=rTC")
    assert {char for char, cell in at.items() if field["dark"][cell]} == {"d"}
    assert {char for char, cell in at.items() if field["smoke"][cell]} == {"s"}
    assert {char for char, cell in at.items() if field["level"][cell]} == {"p"}
    assert field["level"][at["p"]] == -2
    assert (field["has_opaque"], field["has_cover"], field["has_heights"], field["has_smoke"]) == (1, 1, 1, 1)
    things = {"D": Thing.DOOR_CLOSED, "L": Thing.DOOR_LOCKED, "C": Thing.CHEST_FULL, "^": Thing.TRAP_ARMED}
    count = int(state["thing_count"])
    found = dict(zip(state["thing_cell"][:count].tolist(), state["thing"][:count].tolist(), strict=True))
    assert found == {at[char]: int(thing) for char, thing in things.items()}


@pytest.mark.parametrize(("unit", "words"), [
    ({"weapons": ["longsword+fine"]}, "quality"),
    ({"weapons": ["halberd"]}, "weapon"),
    ({"weapons": ["club", "club", "club"]}, "too many"),
    ({"size": "huge"}, "size"),
    ({"held": 0}, "carries nothing"),
    ({"weapons": ["bite"], "held": 0}, "part of the body"),
    ({"health_left": 22}, "full HEALTH of 21"),
    ({"armour": "bone"}, "armour"),
    ({"cooking_skill": 1}, "cooking"),
])  # fmt: skip
def test_what_is_wrong_is_said(unit, words):
    with pytest.raises(ScenarioError, match=words):
        unit_of(**unit)


def test_nobody_starts_in_a_closed_door():
    with pytest.raises(ScenarioError, match="closed door"):
        packed({"at": [0, 0]}, board={"map": "\n".join(["D......."] + ["........"] * 7)})


APART = [
    ("deep_water", "difficult"), ("deep_water", "low_wall"), ("deep_water", "rubble"), ("door", "chest"), ("door", "trap"),
    ("chest", "trap"),
]  # fmt: skip


@clause("woin.completion.terrain_table", "woin.completion.doors_traps")
@pytest.mark.parametrize(("one", "other"), APART)
def test_what_one_cell_cannot_have_both_of_is_refused(one, other):
    """In one entry, and in two of which the second adds to the first."""
    told = rf"cell.* cannot have both {one} and {other}; allowed: one of the two"
    at_once = {"size": [8, 8], "cells": [{"flag": {one: 1, other: 1}, "at": [[3, 2]]}]}
    with pytest.raises(ScenarioError, match=told):
        packed({"at": [0, 0]}, board=at_once)
    drawn = {"map": "\n".join(["X......."] + ["........"] * 7), "legend": {"X": {one: 1, other: 1}}}
    with pytest.raises(ScenarioError, match=told) as refused:
        packed({"at": [4, 4]}, board=drawn)
    assert [problem.key for problem in refused.value.problems] == ["board.legend.X"]
    one_by_one = {"size": [8, 8], "cells": [{"flag": flag, "at": [[3, 2]]} for flag in (other, one)]}
    with pytest.raises(ScenarioError, match=told.replace("cell.*", r"cell \[3, 2\]")):
        packed({"at": [0, 0]}, board=one_by_one)


@clause("woin.completion.terrain_table", "woin.completion.doors_traps")
@pytest.mark.parametrize(("one", "other"), APART)
@pytest.mark.parametrize("mirror", [False, True])
def test_random_terrain_keeps_apart_what_one_cell_cannot_have_both_of(one, other, mirror):
    """Both are strewn over a small part of the board: no cell comes to have both."""
    here = {"area": [3, 2, 6, 5], "mirror": mirror}
    text = {
        "ruleset": "woin",
        "sides": ["red", "blue"],
        "board": {"size": [10, 8], "cells": [{"flag": other, "at": [[4, 4], [5, 4]]}]},
        "generate": [
            {"kind": "scatter", "flag": one, "share": 0.25, **here},
            {"kind": "walls", "flag": other, "count": 1, "length": 2, **here},
            {"kind": "scatter", "flag": other, "share": 0.25, **here},
        ],
        "units": [
            {"template": "man_at_arms", "side": "red", "at": [0, 0]},
            {"template": "man_at_arms", "side": "blue", "at": [9, 7]},
        ],
    }
    for battle in expand(load(text), n=12):
        layers = battle.board.layers
        both = (layers[one] != 0) & (layers[other] != 0)
        assert not both.any()
        assert layers[one].any()
        assert layers[other].sum() > 2


@clause("woin.move.speed")
@pytest.mark.parametrize(
    ("how", "rules", "cells"), [(4, {}, 4), ("20_ft", {}, 4), ("20_ft", {"move.speed.cell_feet": 10}, 2)]
)
def test_how_far_apart_the_sides_start(how, rules, cells):
    men = {"ruleset": "woin", "board": {"size": [16, 16]}, "rules": rules, "sides": ["men", "orcs"]}
    place = {"distance": how}
    units = [{"side": side, "template": "goblin_raider"} for side in ("men", "orcs")]
    state = pack(expand(load({**men, "place": place, "units": units}), seed=3, n=1)).states[0]
    one, other = (divmod(int(cell), 32) for cell in state["units"]["cell"][:2])
    assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) == cells

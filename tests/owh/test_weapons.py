"""Weapons: the list, reach, hands, natural weapons."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.measures import PLENTY, damage, p_hit, verbs
from owh.scenes import duel, exactly, scene

from tactica.envs.rulesets.owh.vocab import Item

SHOT = ("shortbow", "longbow", "crossbow", "pistol")
THROWN = ("throwing_knife", "javelin")


def armed(*weapons, distance=1, orc=None, rules=None, **man):
    """A man with weapons, whose every score is 10, and an orc."""
    return duel(
        man={"weapons": list(weapons), **man}, orc={"hp": PLENTY, **(orc or {})}, distance=distance, rules=rules
    )  # fmt: skip


# --- the list


@clause("owh.completion.weapons")
@pytest.mark.parametrize(
    ("weapon", "dice", "sides", "piercing"),
    [
        ("sword", 1, 8, 0), ("dagger", 1, 4, 0), ("battle_axe", 1, 8, 0), ("mace", 1, 8, 2), ("spear", 1, 8, 0),
        ("greatsword", 2, 8, 0), ("great_hammer", 2, 6, 3), ("halberd", 2, 6, 1), ("torch", 1, 4, 0),
        ("runeblade", 1, 8, 0), ("claws", 1, 8, 0), ("great_claws", 3, 6, 2), ("ghost_touch", 1, 8, 12),
        ("throwing_knife", 1, 4, 0), ("javelin", 1, 8, 0), ("shortbow", 1, 6, 0), ("longbow", 1, 8, 1),
        ("crossbow", 1, 12, 3), ("pistol", 2, 6, 4),
    ],
)  # fmt: skip
def test_dice_and_piercing(weapon, dice, sides, piercing):
    scene = armed(
        weapon, distance=4 if weapon in SHOT or weapon in THROWN else 1, orc={"armour": 12}, strength=20, shooting=20
    )
    flat = 20 - (12 - piercing) + (5 if weapon == "runeblade" else 0)
    assert damage(scene) == (exactly(flat + dice * (sides + 1) / 2), flat + dice, flat + dice * sides)


@clause("owh.completion.weapons", "owh.completion.armour")
@pytest.mark.parametrize(
    ("hands", "weapons"),
    [
        (0, ["claws", "great_claws", "ghost_touch"]),
        (1, ["sword", "dagger", "battle_axe", "mace", "spear", "torch", "runeblade", *THROWN, "pistol"]),
        (2, ["greatsword", "great_hammer", "halberd", "shortbow", "longbow", "crossbow"]),
    ],
)
def test_hands(hands, weapons):
    for weapon in weapons:
        with_shield = {"weapons": [weapon], "traits": ["shield"], "parry": 12}
        chance = p_hit(duel(orc=with_shield))
        assert chance == exactly(8 / 20 + (2 / 20 if hands == 2 else 0)), weapon


@clause("owh.completion.weapons", "owh.status.bleed_trigger", "owh.status.fire_trigger")
@pytest.mark.parametrize(
    ("weapon", "bleeds", "burns"),
    [
        ("sword", 0, 0), ("dagger", 1, 0), ("battle_axe", 1, 0), ("mace", 0, 0), ("spear", 1, 0), ("greatsword", 0, 0),
        ("great_hammer", 0, 0), ("halberd", 0, 0), ("torch", 0, 1), ("runeblade", 0, 0), ("claws", 1, 0),
        ("great_claws", 0, 0), ("ghost_touch", 0, 0), ("throwing_knife", 1, 0), ("javelin", 1, 0), ("shortbow", 1, 0),
        ("longbow", 1, 0), ("crossbow", 1, 0), ("pistol", 1, 0),
    ],
)  # fmt: skip
def test_what_a_natural_20_adds(weapon, bleeds, burns):
    scene = armed(weapon, distance=4 if weapon in SHOT or weapon in THROWN else 1)
    found = scene.odds("attack orc", want=["critical", "orc.bleeding", "orc.ignited"])
    assert {value[1:] for value in found if value[0]} == {(bleeds, burns)}
    assert {value[1:] for value in found if not value[0]} == {(0, 0)}


@clause("owh.completion.weapons", "owh.stealth.damage")
@pytest.mark.parametrize(
    ("weapon", "times"),
    [
        ("sword", 2),
        ("spear", 2),
        ("greatsword", 3),
        ("great_hammer", 3),
        ("halberd", 3),
        ("great_claws", 3),
        ("claws", 2),
    ],
)
def test_heavy_weapons_from_hiding(weapon, times):
    sizes = {"sword": 8, "spear": 8, "greatsword": 16, "great_hammer": 12, "halberd": 12, "great_claws": 18, "claws": 8}
    scene = armed(weapon, hidden=True, strength=10, distance=1)
    assert damage(scene).most == 10 + times * sizes[weapon]


@clause("owh.completion.weapons", "owh.completion.push")
@pytest.mark.parametrize("weapon", [item.name.lower() for item in Item if item])
def test_how_far_weapons_push(weapon):
    cells = {"great_hammer": 1, "great_claws": 2}.get(weapon, 0)
    at = 4 if weapon in SHOT or weapon in THROWN else 1
    scene = armed(weapon, distance=at)
    found = scene.odds("attack orc", want=["hit", "orc.cell"])
    assert {cell for hit, cell in found if hit} == {scene.ruleset.board.cell(4 + at + cells, 5)}


@clause("owh.completion.weapons", "owh.completion.hidden")
def test_pistols_are_loud():
    # a crossbow's dice: the attack, damage, then the goblin notices nothing
    for weapon, hidden, dice in [("pistol", 0, [15, 1, 1]), ("crossbow", 1, [15, 1, 1])]:
        scene = duel(
            man={"weapons": [weapon], "hidden": True, "shooting": 20},
            orc={"hp_left": 1},
            distance=6,
            friends=[{"name": "goblin", "side": "orcs", "at": [0, 0]}],
            dice=dice,
        )
        scene.play("attack orc")
        assert (scene.unit("orc").dead, scene.unit("man").hidden) == (1, hidden)


@clause("owh.completion.weapons", "owh.status.ethereal")
@pytest.mark.parametrize(
    ("weapon", "harms"), [("longbow", False), ("runeblade", True), ("ghost_touch", True), ("sword", True)]
)
def test_what_harms_a_ghost(weapon, harms):
    # only from base contact, unless it is runic or magical
    distance = 4 if weapon == "longbow" else 1
    assert ("attack" in verbs(armed(weapon, distance=distance, orc={"traits": ["ethereal"]}))) == harms


@clause("owh.completion.weapons")
@pytest.mark.parametrize(
    ("rider", "field"), [("poison", "poisoned"), ("paralyse", "paralyzed"), ("sleep", "unconscious")]
)
def test_what_a_weapon_does_by_nature(rider, field):
    friend = {"name": "goblin", "side": "orcs", "at": [0, 0]}
    scene = duel(man={"weapons": [f"sword+{rider}"]}, orc={"hp": PLENTY}, friends=[friend], dice=[15, 1, 1])
    scene.play("attack orc")
    assert getattr(scene.unit("orc"), field) == 1


@clause("owh.completion.weapons")
def test_throwing_leaves_the_weapon_in_hand():
    scene = armed("throwing_knife", distance=3)
    scene.dice = [2, 2]
    scene.play("attack orc", "attack orc")
    assert scene.unit("man").wielded == 0


@clause("owh.completion.weapons", "owh.ranged.range_bands")
def test_a_crossbow_at_5_cells():
    assert p_hit(armed("crossbow", distance=5, orc={"parry": 10})) == exactly(3 / 4)


# --- reach


@clause("owh.completion.reach", "owh.melee.attack")
@pytest.mark.parametrize(
    ("weapon", "distance", "reaches"),
    [
        ("sword", 1, True),
        ("sword", 2, False),
        ("spear", 2, True),
        ("halberd", 2, True),
        ("spear", 3, False),
        ("claws", 2, False),
    ],
)
def test_reach(weapon, distance, reaches):
    assert ("attack" in verbs(armed(weapon, distance=distance))) == reaches


@clause("owh.completion.reach")
@pytest.mark.parametrize(("cells", "reaches"), [(1, {1}), (2, {1, 2}), (3, {1, 2, 3})])
def test_how_far_reach_goes_can_be_set(cells, reaches):
    rules = {"completion.reach.reach_cells": cells}
    assert {d for d in range(1, 5) if "attack" in verbs(armed("spear", distance=d, rules=rules))} == reaches


@clause("owh.completion.reach")
def test_reach_needs_a_clear_line():
    wall = "\n".join(".....#......" if y == 5 else "." * 12 for y in range(12))
    scene = duel(man={"weapons": ["spear"]}, distance=2, map=wall)
    assert "attack" not in verbs(scene)


@clause("owh.completion.reach", "owh.status.ethereal")
def test_reach_does_not_harm_ghosts():
    assert "attack" not in verbs(armed("spear", distance=2, orc={"traits": ["ethereal"]}))


@clause("owh.completion.reach", "owh.engage.attack_of_opportunity")
def test_whoever_leaves_two_cells_is_not_attacked():
    scene = duel(orc={"weapons": ["spear"]}, distance=2)
    scene.play("move 2,5")
    assert scene.decider == "man" and scene.unit("man").at == (2, 5)


@clause("owh.completion.reach", "owh.synergy.adjacent")
def test_two_cells_away_gives_no_synergy():
    friend = {"name": "friend", "side": "men", "at": [6, 5], "weapons": ["sword"]}
    scene = duel(man={"weapons": ["spear"], "at": [3, 5]}, orc={"parry": 10}, friends=[friend])
    assert p_hit(scene) == exactly(1 / 2)


# --- hands


@clause("owh.completion.hands")
def test_dropping_and_taking_up():
    scene = duel(man={"weapons": ["sword", "dagger"]}, distance=7)
    scene.play("drop_weapon")
    man = scene.unit("man")
    assert (man.wielded, man.lost_slot) == (-1, 0)
    assert "recover_weapon" in verbs(scene)
    scene.play("recover_weapon")
    assert (man.wielded, man.lost_slot, man.actions_left) == (0, -1, 1)


@clause("owh.completion.hands")
@pytest.mark.parametrize(("place", "may"), [((4, 4), True), ((5, 5), True), ((6, 4), False)])
def test_a_weapon_is_taken_up_from_the_next_cell(place, may):
    scene = duel(man={"at": [4, 4]}, orc={"at": [11, 11]})
    scene.play("drop_weapon")
    scene.unit("man").at = place
    assert ("recover_weapon" in verbs(scene)) == may


@clause("owh.completion.hands", "owh.unarmed")
def test_without_a_weapon_in_hand_one_is_unarmed():
    scene = armed("sword", orc={"parry": 13}, fighting=16)
    scene.play("drop_weapon")
    assert p_hit(scene) == exactly(1 / 4)
    assert damage(scene).least == damage(scene).most == 10


@clause("owh.completion.hands")
def test_what_taking_up_costs_can_be_set():
    scene = duel(distance=7, rules={"completion.hands.recover_cost": 2})
    scene.play("drop_weapon", "recover_weapon")
    assert scene.unit("man").actions_left == 0


@clause("owh.completion.hands")
@pytest.mark.parametrize(("slots", "others"), [(None, 2), (2, 1), (1, 0)])
def test_how_many_slots_can_be_set(slots, others):
    rules = {"completion.hands.slots": slots} if slots else {}
    scene = duel(man={"weapons": ["sword", "dagger", "torch"]}, rules=rules)
    assert len(scene.choices("switch_weapon ")) == others


@clause("owh.completion.hands")
def test_a_second_loss_is_for_good():
    two = {"turn.action_economy.free_actions": 3, "free.single_event.max_per_turn": 3}
    scene = duel(man={"weapons": ["sword", "dagger"]}, distance=7, rules=two)
    scene.play("drop_weapon", "switch_weapon dagger", "drop_weapon")
    man = scene.unit("man")
    assert man.lost_slot == 1 and man.weapons[0] == 0
    scene.play("recover_weapon")
    assert man.wielded == 1


@clause("owh.completion.hands", "owh.called.special")
def test_being_disarmed():
    scene = duel(man={"weapons": ["sword"], "fighting": 30}, orc={"hp": PLENTY}, dice=[19])
    scene.play("attack orc disarm")
    orc = scene.unit("orc")
    assert (orc.wielded, orc.lost_slot, orc.lost_cell) == (-1, 0, orc.cell)
    scene.play("end_turn", "recover_weapon")
    assert orc.wielded == 0


# --- natural weapons


@clause("owh.natural_weapons")
def test_claws_cannot_be_disarmed_or_dropped():
    assert "attack orc disarm" in duel().choices("attack ")
    assert "attack orc disarm" not in duel(orc={"weapons": ["claws"]}).choices("attack ")
    assert "drop_weapon" not in verbs(armed("claws"))


@clause("owh.natural_weapons", "owh.called.situational")
@pytest.mark.parametrize(("weapon", "wielded"), [("claws", 0), ("sword", -1)])
def test_a_called_shot_does_not_disarm_claws(weapon, wielded):
    table_6 = [6, 1]  # the higher of two D10: disarmed
    scene = duel(man={"fighting": 30}, orc={"hp": PLENTY, "weapons": [weapon]}, dice=[19, 1, *table_6])
    scene.play("attack orc called")
    assert scene.unit("orc").wielded == wielded


@clause("owh.natural_weapons", "owh.completion.hands")
@pytest.mark.parametrize("weapons", [["sword", "claws"], ["sword", "dagger", "claws"]])
def test_who_lets_go_of_a_sword_strikes_with_claws(weapons):
    """+3 against Parry 13: 10 of 20 faces, without the disadvantage of bare hands, and 1D8."""
    scene = duel(man={"weapons": weapons, "fighting": 16, "strength": 10}, orc={"parry": 13, "hp": PLENTY})
    scene.play("drop_weapon")
    assert p_hit(scene) == exactly(1 / 2)
    assert (damage(scene).least, damage(scene).most) == (11, 18)


@clause("owh.natural_weapons", "owh.engage.attack_of_opportunity")
def test_claws_strike_at_who_leaves_after_the_sword_is_struck_away():
    """+0 against Parry 12: 13 or more, 8 of 20 faces; bare hands would hit with 0.16."""
    scene = duel(
        {"fighting": 34, "parry": 12}, {"weapons": ["sword", "claws"], "fighting": 10, "hp": PLENTY}, dice=[20]
    )
    scene.play("attack orc disarm")
    assert scene.unit("orc").wielded == 1
    scene.play("move 1,5")
    assert (scene.decider, scene.prompt) == ("orc", "opportunity")
    assert scene.odds("opportunity", want="hit")[1] == exactly(2 / 5)


@clause("owh.natural_weapons", "owh.completion.hands")
def test_a_sword_is_taken_up_again_although_there_are_claws():
    scene = armed("sword", "claws", distance=7)
    scene.play("drop_weapon")
    assert scene.unit("man").wielded == 1
    scene.play("recover_weapon")
    assert scene.unit("man").wielded == 0


@clause("owh.natural_weapons", "owh.completion.deployment")
@pytest.mark.parametrize(
    ("weapons", "wielded", "chance"), [(["claws"], 0, 1 / 2), (["sword", "claws"], 1, 1 / 2), (["sword"], -1, 1 / 4)]
)
def test_who_starts_with_empty_hands_has_its_claws(weapons, wielded, chance):
    """+3 against Parry 13: 10 of 20 faces, or bare hands at a disadvantage."""
    laid = armed(*weapons, orc={"parry": 13}, wielded=-1, fighting=16)
    assert laid.unit("man").wielded == wielded
    assert p_hit(laid) == exactly(chance)


@clause("owh.natural_weapons")
def test_claws_are_always_at_hand():
    table = scene(
        {"name": "harpy", "side": "orcs", "at": [0, 0], "weapons": ["claws"]},
        {"name": "man", "side": "men", "at": [9, 9]},
    )
    assert table.unit("harpy").wielded == 0

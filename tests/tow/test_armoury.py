"""Armour and weapons: what they are worth, and at the table."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.measures import at_least, per_hit, wounds
from tow.scenes import Ground, battle, duel, exactly, fray, regiment

from tactica.envs.rulesets.tow.rules.saves import armour_of
from tactica.envs.rulesets.tow.rules.weapons import (
    extra_attacks,
    extra_ranks,
    strikes_first,
    strikes_last,
    weapon_ap,
    weapon_strength,
)
from tactica.envs.rulesets.tow.vocab import Mark, Missile, Weapon

ARMOUR = "x.armour.table"
#: Weapon -> Strength added, armour piercing, the same in the round of a charge, for two hands, strikes last.
CLOSE = {
    "hand_weapon": (0, 0, 0, 0, False, False),
    "extra_hand_weapon": (0, 0, 0, 0, True, False),
    "spear": (0, 0, 0, 0, False, False),
    "cavalry_spear": (0, 0, 1, -1, False, False),
    "halberd": (1, -1, 1, -1, True, False),
    "great_weapon": (2, -2, 2, -2, True, True),
    "lance": (0, 0, 2, -2, False, False),
    "crew_weapons": (0, 0, 0, 0, False, False),
    "monstrous_limbs": (0, -1, 0, -1, False, False),
}
#: Weapon -> range, Strength of a user of S 3, armour piercing, shots, armour bane.
MISSILES = {
    "longbow": (30, 3, 0, 1, 1),
    "shortbow": (18, 3, 0, 1, 0),
    "crossbow": (30, 4, -1, 1, 0),
    "handgun": (24, 4, -1, 1, 1),
    "javelin": (12, 3, 0, 1, 0),
    "throwing_axe": (9, 4, 0, 1, 0),
    "repeater": (12, 3, 0, 2, 0),
    "poison_darts": (9, 2, 0, 1, 0),
}


def wearing(rules=None, **men):
    """The number that saves men who wear something, and the chance that it does."""
    ground = Ground(regiment(**men), regiment("orcs", at=(30, 4), facing="south"), rules=rules)
    unsaved = at_least(wounds(ground, 1, marks=Mark.AUTO_WOUND), 1)
    assert int(ground.unit("men").armour) == int(ground.ask(armour_of, "men", False, False))
    return int(ground.unit("men").armour), 1 - unsaved


# --- armour


@pytest.mark.interpreted_only
@clause("tow.x.armour.table", "tow.profile.armour_value")
@pytest.mark.parametrize(("men", "value"), [
    ({"armour": "light", "shield": True}, 5), ({"armour": "full_plate", "shield": True, "barding": True}, 2),
    ({"armour": "none", "shield": True}, 6), ({"armour": "none"}, 7), ({"armour": "light"}, 6), ({"armour": "heavy"}, 5),
    ({"armour": "full_plate"}, 4), ({"armour": "heavy", "barding": True}, 4),
])  # fmt: skip
def test_what_armour_shield_and_barding_save_on(men, value):
    assert wearing(**men) == (value, exactly((7 - value) / 6))


@pytest.mark.interpreted_only
@clause("tow.x.armour.table")
@pytest.mark.parametrize(("weapon", "in_combat", "value"), [
    ("great_weapon", True, 5), ("great_weapon", False, 4), ("halberd", True, 5), ("extra_hand_weapon", True, 5),
    ("hand_weapon", True, 4), ("spear", True, 4), ("lance", True, 4),
])  # fmt: skip
def test_a_shield_is_no_use_in_combat_beside_a_weapon_for_two_hands(weapon, in_combat, value):
    """Heavy armour and a shield; the shield still helps against shooting."""
    ground = Ground(regiment(armour="heavy", shield=True, weapon=weapon), regiment("orcs", at=(30, 4), facing="south"))
    assert ground.ask(armour_of, "men", False, in_combat) == value
    found = wounds(ground, 1, marks=Mark.AUTO_WOUND | (Mark.MELEE if in_combat else 0))
    if not in_combat:
        assert 1 - found.get(1, 0.0) == exactly((7 - value) / 6)


@pytest.mark.interpreted_only
@clause("tow.x.armour.table")
@pytest.mark.parametrize(("knob", "value", "men", "expected"), [
    ("none", 6, {"armour": "none", "shield": True}, 5), ("light", 5, {"armour": "light"}, 5),
    ("heavy", 4, {"armour": "heavy"}, 4), ("plate", 3, {"armour": "full_plate"}, 3),
    ("shield", 2, {"armour": "heavy", "shield": True}, 3), ("barding", 2, {"armour": "heavy", "barding": True}, 3),
    ("best", 4, {"armour": "full_plate", "shield": True}, 4),
])  # fmt: skip
def test_the_table_of_armour_can_be_set(knob, value, men, expected):
    assert wearing({f"{ARMOUR}.{knob}": value}, **men)[0] == expected


@pytest.mark.interpreted_only
@clause("tow.x.armour.table", "tow.profile.armour_value")
def test_what_counts_as_no_armour_can_be_set():
    """Where 6 is none, a shield alone makes it a 5, and light armour does not save."""
    assert wearing({f"{ARMOUR}.none": 6}, armour="none", shield=True) == (5, exactly(2 / 6))
    assert wearing({f"{ARMOUR}.none": 6}, armour="light") == (6, exactly(0.0))


@pytest.mark.interpreted_only
@clause("tow.x.armour.table")
def test_a_shield_can_be_worth_more_in_combat_too():
    """What it is worth is what a weapon for two hands takes away."""
    rules = {f"{ARMOUR}.shield": 2}
    ground = Ground(regiment(armour="heavy", shield=True, weapon="halberd"), rules=rules)
    assert ground.ask(armour_of, "men", False, True) == 5
    assert ground.ask(armour_of, "men", False, False) == 3


# --- weapons for close combat


@pytest.mark.interpreted_only
@clause("tow.x.weapons.table")
@pytest.mark.parametrize("weapon", CLOSE)
def test_strength_and_piercing_of_close_combat_weapons(weapon):
    added, ap, charging, charging_ap, _, last = CLOSE[weapon]
    ground, row = Ground(regiment()), Weapon[weapon.upper()]
    for user in (3, 4):
        assert ground.ask(weapon_strength, row, user, 0) == user + added
        assert ground.ask(weapon_strength, row, user, 1) == user + charging
    assert (ground.ask(weapon_ap, row, 0), ground.ask(weapon_ap, row, 1)) == (ap, charging_ap)
    assert (bool(ground.ask(strikes_first, row)), bool(ground.ask(strikes_last, row))) == (False, last)


@pytest.mark.interpreted_only
@clause("tow.x.weapons.table")
@pytest.mark.parametrize("weapon", CLOSE)
def test_attacks_and_ranks_that_weapons_add(weapon):
    ground, row = Ground(regiment()), Weapon[weapon.upper()]
    assert ground.ask(extra_attacks, row) == (1 if weapon == "extra_hand_weapon" else 0)
    assert ground.ask(extra_ranks, row, 0) == (1 if weapon == "spear" else 0)
    assert ground.ask(extra_ranks, row, 1) == 0


@pytest.mark.interpreted_only
@clause("tow.x.weapons.table")
@pytest.mark.parametrize(("weapon", "user", "charged", "expected"), [
    ("great_weapon", 4, 0, (6, -2)), ("lance", 3, 1, (5, -2)), ("lance", 3, 0, (3, 0)),
])  # fmt: skip
def test_great_weapons_and_lances(weapon, user, charged, expected):
    ground, row = Ground(regiment()), Weapon[weapon.upper()]
    assert (ground.ask(weapon_strength, row, user, charged), ground.ask(weapon_ap, row, charged)) == expected
    assert bool(ground.ask(strikes_last, row)) is (weapon == "great_weapon")


def melee(weapon, **orcs):
    """The chance that a hit of one man with a weapon takes a wound of an orc that does not strike back."""
    men = {"models": 1, "initiative": 9, "weapon": weapon}
    orc = {"models": 1, "attacks": 0, "wounds": 3, "traits": ["unbreakable"], **orcs}
    return per_hit(fray(men, orc), "pass", by="men")


@clause("tow.x.weapons.table", "tow.profile.strength")
@pytest.mark.parametrize(("weapon", "chance"), [
    ("hand_weapon", 3 / 6 * 4 / 6), ("halberd", 4 / 6 * 5 / 6), ("great_weapon", 5 / 6 * 6 / 6), ("lance", 3 / 6 * 4 / 6),
    ("cavalry_spear", 3 / 6 * 4 / 6), ("monstrous_limbs", 3 / 6 * 5 / 6), ("spear", 3 / 6 * 4 / 6),
])  # fmt: skip
def test_weapons_in_combat(weapon, chance):
    """S 3 against T 3 and AV 5, in a round without a charge."""
    assert melee(weapon, armour_value=5) == exactly(chance)


@clause("tow.x.weapons.table")
@pytest.mark.parametrize(("weapon", "models", "expected"), [
    ("hand_weapon", 5, 5), ("extra_hand_weapon", 5, 10), ("hand_weapon", 15, 10), ("spear", 15, 15), ("halberd", 15, 10),
])  # fmt: skip
def test_a_second_weapon_and_spears_in_combat(weapon, models, expected):
    """Five fight, each once or twice; of the ranks behind one supports, with spears two."""
    scene = fray(
        {"models": models, "initiative": 9, "weapon": weapon}, {"models": 5, "traits": ["unbreakable"]}, dice=None
    )
    scene.play("pass")
    assert next(event.amount for event in scene.events if event.kind == "strikes" and event.who == "men") == expected


@clause("tow.x.weapons.table", "tow.profile.equipment")
def test_without_a_weapon_a_regiment_fights_with_hand_weapons():
    men = Ground(regiment()).unit("men")
    assert (men.weapon, men.missile) == (Weapon.HAND_WEAPON, Missile.NOTHING)
    assert men.armour == 7


# --- missile weapons


def shooting(weapon, gap=4, **more):
    """A man with a missile weapon about to shoot at an orc, so many inches away, who has three Wounds."""
    orcs = {"models": 1, "wounds": 3, "traits": ["unbreakable"], **more}
    return duel({"models": 1, "missile": weapon}, orcs, gap=gap, size=(36, 44), upto="shoot", who="men")


def reach(weapon, gap):
    """Whether a weapon reaches so many inches."""
    orcs = [regiment("orcs", at=(10, 39 - gap), facing="south", models=1)]
    scene = battle(regiment("men", at=(10, 40), models=1, missile=weapon), *orcs, size=(36, 44))
    while scene.decider == "men" and scene.prompt != "shoot":
        scene.play("pass")
    return scene.decider == "men"


@clause("tow.x.weapons.table")
@pytest.mark.parametrize("weapon", MISSILES)
def test_the_range_of_missile_weapons(weapon):
    far = MISSILES[weapon][0]
    assert reach(weapon, far)
    assert not reach(weapon, far + 1)


@clause("tow.x.weapons.table")
@pytest.mark.parametrize("weapon", [weapon for weapon in MISSILES if weapon != "poison_darts"])
def test_strength_piercing_and_bane_of_missile_weapons(weapon):
    """Against T 3 and AV 4: each face that wounds, and what it lets be saved."""
    _, strength, ap, _, bane = MISSILES[weapon]
    need = 4 - (strength - 3)
    save = {face: min(4 - ap + (bane if face == 6 else 0), 7) for face in range(need, 7)}
    expected = sum((save[face] - 1) / 36 for face in save)
    scene = shooting(weapon, toughness=3, armour_value=4)
    assert per_hit(scene, scene.choices("shoot")[0]) == exactly(expected)


@clause("tow.x.weapons.table", "tow.x.damage.poison")
def test_poisoned_darts():
    """BS 3 against T 4: a six in three hits wounds of itself, S 2 on sixes."""
    assert per_hit(shooting("poison_darts", toughness=4), "shoot orcs") == exactly(1 / 3 + 2 / 3 / 6)
    armoured = shooting("poison_darts", toughness=2, armour_value=4)
    assert per_hit(armoured, "shoot orcs") == exactly((1 / 3 + 2 / 3 * 3 / 6) * 3 / 6)


@clause("tow.x.weapons.table", "tow.x.shoot.multiple_shots")
@pytest.mark.parametrize("weapon", MISSILES)
def test_shots_of_missile_weapons(weapon):
    scene = shooting(weapon)
    shots = MISSILES[weapon][3]
    assert any(choice.endswith("multiple") for choice in scene.choices("shoot")) is (shots > 1)
    scene.dice = None
    scene.play(scene.choices("shoot")[-1])
    assert scene.last("shoots").amount == shots


@clause("tow.x.weapons.table")
@pytest.mark.parametrize(
    ("user", "strength", "weapon"), [(5, 5, "javelin"), (5, 6, "throwing_axe"), (5, 3, "shortbow")]
)
def test_what_is_thrown_takes_the_strength_of_the_arm(user, strength, weapon):
    """Against T 6."""
    scene = duel(
        {"models": 1, "missile": weapon, "strength": user}, {"models": 1, "toughness": 6}, upto="shoot", who="men"
    )
    need = min(4 - (strength - 6), 6)
    assert per_hit(scene, "shoot orcs") == exactly((7 - need) / 6)


@clause("tow.x.weapons.table", "tow.x.shoot.flame")
@pytest.mark.parametrize(("weapon", "chance"), [("breath_flame", 4 / 6 * 5 / 6), ("fire_thrower", 5 / 6 * 1.0)])
def test_flames(weapon, chance):
    """S 4 and 5 against T 3, AP -1 and -2 against AV 5; both are flaming."""
    men = {"models": 1, "missile": weapon}
    scene = duel(men, {"models": 1, "wounds": 3, "armour_value": 5, "regeneration": 3}, gap=3, upto="shoot", who="men")
    assert per_hit(scene, "flame straight") == exactly(chance)


@clause("tow.x.weapons.table", "tow.x.shoot.flame")
def test_breath_is_used_once_a_battle():
    """The second time nothing is offered; a fire thrower burns in every turn."""
    for weapon, again in (("breath_flame", False), ("fire_thrower", True)):
        orcs = {"models": 20, "toughness": 10, "traits": ["unbreakable"]}
        scene = duel({"models": 1, "missile": weapon}, orcs, gap=3, dice=None, upto="shoot", who="men")
        scene.play("flame straight")
        asked = []
        while scene.round < 3 and scene.prompt is not None:
            asked.append((scene.decider, scene.prompt))
            scene.play("pass")
        assert (("men", "shoot") in asked) is again

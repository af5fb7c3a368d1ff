"""Weapons: the eighteen rows of the table, training, spear and halberd, the lance on foot, teeth and claws, clubs."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from fixtures import clause, duel, table

from tactica.envs.scenario import ScenarioError

#: Damage dice of 1 without additional damage, and parry dice of 1.
ONES = {"damage.basic.damage_die": 1, "parry.attempt.parry_die": 1}
NO_FUMBLES = {"attack.fumble.opt_fumbles": 0}
NO_MODIFIERS = {"weapon.modifiers.opt_weapon_modifiers": 0}
ALL_GROUPS = ["two_handed", "polearm", "flail", "fencing", "parrying", "lance", "net", "fist", "lasso", "long_bow"]


class Row(NamedTuple):
    """A weapon: its modifiers, the hands it takes, the sets of groups any of which trains its user, if it can parry."""

    initiative: int
    to_hit: int
    damage: int
    parry: int
    hands: int
    trained_by: tuple[tuple[str, ...], ...] = ()
    parries: bool = True


#: From the specification. Spear and halberd as in the first round of a combat; the lance as on foot.
WEAPONS = {
    "hand weapon": Row(0, 0, 0, 0, 1),
    "knife/dagger": Row(10, 0, -2, -20, 1),
    "spear": Row(10, 0, 0, 0, 1),
    "improvised": Row(-10, 0, -2, 10, 1),
    "bastard sword": Row(-10, 0, 1, 0, 1, (("two_handed",),)),
    "2-handed weapon": Row(-10, 0, 2, 0, 2, (("two_handed",),)),
    "halberd": Row(10, -10, 2, 0, 2, (("two_handed",), ("polearm",))),
    "quarter staff": Row(0, 0, -1, 0, 2, (("two_handed",),)),
    "flail": Row(0, -10, 1, -10, 1, (("flail",),)),
    "2-handed flail": Row(-20, -20, 3, -10, 2, (("two_handed", "flail"),)),
    "rapier": Row(20, 0, -1, 0, 1, (("fencing",),)),
    "buckler": Row(0, 0, -2, 20, 3, (("parrying",),)),
    "left-hand dagger": Row(0, 0, -2, -10, 3, (("parrying",),)),
    "sword-breaker": Row(0, 0, -2, -10, 3, (("parrying",),)),
    "lance": Row(0, 0, 0, 0, 1, (("lance",),)),
    "net": Row(0, -10, 0, -10, 1, (("net",),)),
    "fist weapon": Row(0, -10, -1, 0, 1, (("fist",),), False),
    "whip": Row(0, -10, -2, -20, 1, (("flail",),)),
}
OFF_HAND = [weapon for weapon, row in WEAPONS.items() if row.hands == 3]
#: On foot a lance is an ordinary weapon.
SPECIALIST = [weapon for weapon, row in WEAPONS.items() if row.trained_by and weapon != "lance"]


def exactly(chance):
    """A probability to six decimals."""
    return pytest.approx(chance, abs=5e-7)


def armed(weapon, groups=ALL_GROUPS, **more):
    """Somebody who holds a weapon in the hand it is meant for, trained in some groups."""
    return {"off_hand" if weapon in OFF_HAND else "main_hand": weapon, "specialist": list(groups), **more}


def blow(weapon):
    """How one strikes with a weapon."""
    return "strike orc off_hand" if weapon in OFF_HAND else "strike orc"


def striking(weapon, groups=ALL_GROUPS, ws=45, rules=None, dice=None, **orc):
    """A man about to strike with a weapon; the left hand is as good as the right."""
    man = armed(weapon, groups, ws=ws, s=3, skills=["ambidextrous"], i=80)
    return duel(man=man, orc={"t": 3, "w": 60, **orc}, rules={**NO_FUMBLES, **(rules or {})}, dice=dice)


def number(scene, weapon):
    """The number to hit, which a roll of 100 misses."""
    tried = scene.clone()
    tried.dice = [100]
    tried.play(blow(weapon))
    return tried.last("blow_missed").amount


def parrying(weapon, groups=ALL_GROUPS, rules=None, **orc):
    """An orc with a weapon, just hit in the body and asked about a parry."""
    scene = duel(man={"ws": 45, "s": 4}, orc=armed(weapon, groups, t=3, w=60, **orc), dice=[27], rules=rules)
    scene.play("strike orc")
    return scene


def chance_to_parry(weapon, groups=ALL_GROUPS, rules=None, armour=0, **orc):
    """The chance that a parry succeeds: a blow of 1 + 4 - 3 does one point less then."""
    scene = parrying(weapon, groups, {**ONES, **(rules or {})}, **orc)
    parry = "parry_off" if weapon in [*OFF_HAND, "shield"] else "parry_main"
    return scene.odds(parry, want="orc.wounds", until="procedure")[59 + armour]


# --- the table


@clause("wfrp1.weapon.modifiers", "wfrp1.weapon.spear_halberd", "wfrp1.weapon.lance")
@pytest.mark.parametrize("weapon", WEAPONS)
def test_what_a_weapon_does_to_hit_and_damage(weapon):
    row = WEAPONS[weapon]
    scene = striking(weapon)
    assert number(scene, weapon) == 45 + row.to_hit
    scene.dice = [7, 5]
    scene.play(blow(weapon), "no_parry")
    assert scene.unit("orc").wounds == 60 - (5 + row.damage)


@clause("wfrp1.weapon.modifiers", "wfrp1.parry.suitable_items")
@pytest.mark.parametrize("weapon", WEAPONS)
def test_what_a_weapon_does_to_a_parry(weapon):
    """A parry is a roll below the number: one in a hundred less."""
    row = WEAPONS[weapon]
    if row.parries:
        assert chance_to_parry(weapon, ws=45) == exactly((45 + row.parry - 1) / 100)
    else:
        scene = duel(man={"ws": 45}, orc=armed(weapon), dice=[27, 1])
        scene.play("strike orc")
        assert scene.last("wounded").target == "orc"


@clause("wfrp1.weapon.modifiers")
@pytest.mark.parametrize("weapon", [weapon for weapon in WEAPONS if weapon not in OFF_HAND])
def test_what_a_weapon_does_to_initiative(weapon):
    scene = duel(man={"i": 90}, orc=armed(weapon, i=50))
    assert scene.unit("orc").effective_initiative == 50 + WEAPONS[weapon].initiative


@clause("wfrp1.weapon.modifiers")
@pytest.mark.parametrize("weapon", OFF_HAND)
def test_initiative_is_that_of_the_weapon_in_the_main_hand(weapon):
    """Wielded in the main hand for once, an off-hand weapon has its own; in the other it changes nothing."""
    off = duel(man={"i": 90}, orc={"main_hand": "knife/dagger", "off_hand": weapon, "specialist": ALL_GROUPS, "i": 50})
    assert off.unit("orc").effective_initiative == 60
    main = duel(man={"i": 90}, orc={"main_hand": weapon, "specialist": ALL_GROUPS, "i": 50})
    assert main.unit("orc").effective_initiative == 50 + WEAPONS[weapon].initiative


@clause("wfrp1.weapon.modifiers")
@pytest.mark.parametrize("weapon", WEAPONS)
def test_how_many_hands_a_weapon_takes(weapon):
    """Beside a one-handed weapon there is room for a shield, and beside a sword for an off-hand one."""
    hands = WEAPONS[weapon].hands
    if hands == 2:
        with pytest.raises(ScenarioError, match="needs both hands"):
            duel(man={"main_hand": weapon, "off_hand": "shield"})
    elif hands == 1:
        scene = duel(man={"main_hand": weapon, "off_hand": "shield", "specialist": ALL_GROUPS})
        assert "strike orc" in scene.choices()
        scene.unit("man").left_arm_off = 5
        assert "strike orc" in scene.choices(), "one arm is enough"
    else:
        scene = duel(man={"main_hand": "hand weapon", "off_hand": weapon, "specialist": ALL_GROUPS})
        assert "strike orc off_hand" in scene.choices()


@clause("wfrp1.weapon.modifiers")
def test_odds_with_a_flail():
    scene = striking("flail")
    assert scene.odds("strike orc", want=lambda after: after.prompt)["parry"] == exactly(0.350000)
    scene.dice = [35, 4]
    scene.play("strike orc", "no_parry")
    assert scene.last("wounded").terms == [("dice", 4), ("S", 3), ("weapon", 1), ("T", -3)]
    assert chance_to_parry("flail", ws=45) == exactly(0.340000)


@clause("wfrp1.weapon.modifiers")
def test_odds_with_a_knife():
    scene = striking("knife/dagger", dice=[7])
    scene.play("strike orc")
    assert scene.odds("no_parry", want="orc.wounds", until="procedure")[60] == exactly(0.333333)


@clause("wfrp1.weapon.modifiers")
def test_odds_with_a_buckler():
    assert chance_to_parry("buckler", ws=33) == exactly(0.520000)


@clause("wfrp1.weapon.modifiers", "wfrp1.parry.shield")
def test_the_table_is_an_option():
    """Without it all weapons are alike; only the shield still adds twenty to a parry."""
    scene = striking("flail", rules=NO_MODIFIERS)
    assert scene.odds("strike orc", want=lambda after: after.prompt)["parry"] == exactly(0.450000)
    scene.dice = [45, 4]
    scene.play("strike orc", "no_parry")
    assert scene.unit("orc").wounds == 60 - 4
    assert chance_to_parry("flail", rules=NO_MODIFIERS, ws=45) == exactly(0.440000)
    assert duel(man={"i": 90}, orc=armed("rapier", i=50), rules=NO_MODIFIERS).unit("orc").effective_initiative == 50
    shield = {"off_hand": "shield", "main_hand": "hand weapon"}
    assert chance_to_parry("shield", rules=NO_MODIFIERS, armour=1, ws=33, **shield) == exactly(0.520000)


# --- training


@clause("wfrp1.weapon.classes", "wfrp1.c.specialist_groups")
@pytest.mark.parametrize("weapon", [weapon for weapon, row in WEAPONS.items() if not row.trained_by])
def test_ordinary_weapons_need_no_training(weapon):
    assert number(striking(weapon, groups=[]), weapon) == 45


@clause("wfrp1.c.specialist_groups", "wfrp1.weapon.specialist")
@pytest.mark.parametrize("weapon", SPECIALIST)
def test_specialist_weapons_are_wielded_at_ten_without_their_group(weapon):
    """With just the right groups it is WS, with all others, and with a part of what is needed, it is 10."""
    row = WEAPONS[weapon]
    others = [group for group in ALL_GROUPS if not any(group in groups for groups in row.trained_by)]
    parts = [[*others, group] for groups in row.trained_by if len(groups) > 1 for group in groups]
    for groups in row.trained_by:
        assert number(striking(weapon, groups), weapon) == 45 + row.to_hit, groups
    for groups in (others, *parts):
        assert number(striking(weapon, groups), weapon) == max(10 + row.to_hit, 0), groups


@clause("wfrp1.weapon.specialist", "wfrp1.c.specialist_groups")
def test_odds_of_the_untrained():
    """WS 45 is 10, and 20 in a charge; with a flail it is 0; who is worse than 10 stays as bad."""
    charge = duel(man=armed("2-handed weapon", [], ws=45), distance=2, rules=NO_FUMBLES)
    assert charge.odds("charge orc", want=lambda after: after.prompt)["parry"] == exactly(0.200000)
    flail = striking("flail", groups=[])
    assert flail.odds("strike orc", want=lambda after: after.prompt)["parry"] == 0.0
    assert number(striking("2-handed weapon", groups=[], ws=8), "2-handed weapon") == 8
    assert number(striking("flail", groups=[], ws=8), "flail") == 0


@clause("wfrp1.weapon.specialist", "wfrp1.parry.attempt")
def test_the_untrained_parry_at_ten():
    assert chance_to_parry("2-handed weapon", groups=[], ws=45) == exactly(0.090000)
    assert chance_to_parry("buckler", groups=[], ws=45) == exactly(0.290000), "10 + 20"
    shield = {"off_hand": "shield", "main_hand": "hand weapon"}
    assert chance_to_parry("shield", groups=[], armour=1, ws=45, **shield) == exactly(0.640000), "ordinary"


# --- spear and halberd


@clause("wfrp1.weapon.spear_halberd")
@pytest.mark.parametrize(
    ("weapon", "ws", "on_foot", "aloft"), [("spear", 33, 33, 43), ("halberd", 45, 35, 45), ("hand weapon", 33, 33, 33)]
)
def test_spear_and_halberd_against_fliers(weapon, ws, on_foot, aloft):
    """An eagle that swoops on the man is aloft; the same eagle on the ground is not."""
    for swooping, needed in ((False, on_foot), (True, aloft)):
        scene = duel(
            man=armed(weapon, ws=ws),
            orc={"name": "eagle", "main_hand": "none", "natural_weapons": True, "fly_movement": 12, "w": 60},
            rules=NO_FUMBLES,
        )
        if swooping:
            man, eagle = scene.unit("man"), scene.unit("eagle")
            man.swoop_partner, eagle.swoop_partner = eagle.row, man.row
        scene.dice = [100]
        scene.play("strike eagle")
        assert scene.last("blow_missed").amount == needed


# --- the lance on foot


@clause("wfrp1.weapon.lance")
def test_the_butt_of_a_lance_is_a_hand_weapon():
    """WS 41 and no more, trained or not, damage as with a sword, no initiative, and a parry at WS."""
    for groups in (["lance"], []):
        scene = striking("lance", groups, ws=41, dice=[41, 4])
        scene.play("strike orc", "no_parry")
        assert scene.last("blow_hit").terms == [("WS", 41)]
        assert scene.unit("orc").wounds == 60 - 4
    assert chance_to_parry("lance", ws=41) == exactly(0.400000)
    assert duel(man={"i": 90}, orc=armed("lance", i=50), distance=4).unit("orc").effective_initiative == 50


@clause("wfrp1.weapon.lance")
def test_a_lance_is_no_help_in_a_charge_on_foot():
    scene = duel(man=armed("lance", ws=41), orc={"w": 60}, distance=2, dice=[51, 4])
    scene.play("charge orc", "no_parry")
    assert scene.last("blow_hit").terms == [("WS", 41), ("charging", 10)]
    assert scene.unit("orc").wounds == 60 - 4


# --- teeth and claws


@clause("wfrp1.c.natural_weapons")
def test_odds_of_a_kicking_warhorse():
    horse = {"ws": 25, "s": 5, "main_hand": "hooves", "natural_weapons": True}
    scene = duel(man=horse, orc={"t": 3, "w": 60})
    assert scene.odds("strike orc", want=lambda after: after.prompt)["parry"] == exactly(0.250000)
    left = scene.odds("strike orc", then="no_parry", want="orc.wounds", until="procedure")
    assert left.at_most(60 - 7) == exactly(0.083333)


@clause("wfrp1.c.natural_weapons")
@pytest.mark.parametrize(("extra", "lost"), [(0, 4), (2, 6)])
def test_big_creatures_may_bite_harder(extra, lost):
    wolf = {"ws": 33, "s": 3, "main_hand": "none", "natural_weapons": True, "natural_damage": extra}
    scene = duel(man=wolf, orc={"t": 3, "w": 60}, dice=[7, 4])
    scene.play("strike orc", "no_parry")
    assert scene.last("blow_hit").terms == [("WS", 33)]
    assert scene.unit("orc").wounds == 60 - lost


@clause("wfrp1.c.natural_weapons")
def test_claws_change_nothing_in_initiative_and_do_not_grapple():
    scene = duel(man={"i": 50, "main_hand": "none", "natural_weapons": True})
    assert scene.unit("man").effective_initiative == 50
    assert not [choice for choice in scene.choices() if choice.startswith("grapple")]


# --- bows and guns as clubs


@clause("wfrp1.c.missile_weapon_as_club")
def test_odds_of_an_archer_in_a_melee():
    archer = {"ws": 35, "s": 3, "main_hand": "normal bow", "i": 50}
    scene = duel(man=archer, orc={"t": 3, "w": 60})
    assert scene.unit("man").effective_initiative == 50 - 10
    assert scene.odds("strike orc", want=lambda after: after.prompt)["parry"] == exactly(0.350000)
    scene.dice = [35]
    scene.play("strike orc")
    scene.dice = None
    assert scene.odds("no_parry", want="orc.wounds", until="procedure")[60] == exactly(0.333333)


@clause("wfrp1.c.missile_weapon_as_club")
@pytest.mark.parametrize(
    ("weapon", "lost"),
    [
        ("short bow", 3), ("long bow", 3), ("elf bow", 3), ("crossbow", 3), ("crossbow pistol", 3),
        ("repeating crossbow", 3), ("sling", 3), ("staff-sling", 3), ("blowpipe", 3), ("arquebus", 3), ("pistol", 3),
        ("javelin", 5), ("thrown spear", 5), ("throwing axe", 5), ("throwing knife", 3), ("dart", 3),
    ],
)  # fmt: skip
def test_what_a_missile_weapon_strikes_as(weapon, lost):
    """Of a five, S 3 and T 3: a club or a knife does two points less, a spear or an axe nothing less. No training."""
    scene = duel(man={"ws": 35, "s": 3, "main_hand": weapon, "i": 90}, orc={"t": 3, "w": 60}, dice=[35, 5])
    loaded = scene.unit("man").loaded
    scene.play("strike orc", "no_parry")
    assert scene.last("blow_hit").terms == [("WS", 35)]
    assert scene.unit("orc").wounds == 60 - lost
    assert scene.unit("man").loaded == loaded, "it is not unloaded by that"


@clause("wfrp1.c.missile_weapon_as_club", "wfrp1.parry.suitable_items")
def test_a_bow_parries_like_a_broken_chair():
    assert chance_to_parry("normal bow", ws=45) == exactly(0.540000)


@clause("wfrp1.c.missile_weapon_as_club")
def test_a_bow_does_not_slow_down_an_archer_who_is_not_engaged():
    scene = table(
        {"name": "archer", "side": "men", "at": [1, 1], "main_hand": "normal bow", "i": 50},
        {"name": "orc", "side": "orcs", "at": [9, 9], "i": 30},
    )
    assert scene.unit("archer").effective_initiative == 50

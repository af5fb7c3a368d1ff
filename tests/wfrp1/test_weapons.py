"""Weapons: the eighteen rows of the table, spear and halberd against fliers, the lance on foot."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table
from wfrp1.blows import NO_FUMBLES, exactly, to_hit
from wfrp1.weapons import ALL_GROUPS, OFF_HAND, WEAPONS, armed, blow, chance_to_parry, number, striking

from tactica.envs.scenario import ScenarioError

NO_MODIFIERS = {"weapon.modifiers.opt_weapon_modifiers": 0}


# --- the table


@clause("wfrp1.weapon.modifiers", "wfrp1.weapon.spear_halberd", "wfrp1.weapon.lance", "wfrp1.c.entangle")
@pytest.mark.parametrize("weapon", WEAPONS)
def test_what_a_weapon_does_to_hit_and_damage(weapon):
    row = WEAPONS[weapon]
    scene = striking(weapon)
    assert number(scene, weapon) == 45 + row.to_hit
    if weapon == "net":  # it entangles instead of hurting
        scene.dice = [7]
        scene.play(blow(weapon))
        assert (scene.unit("orc").wounds, scene.unit("orc").entangled) == (60, 2)
        return
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


@clause("wfrp1.parry.suitable_items")
def test_a_fist_weapon_that_may_parry_after_all():
    rules = {"tables.melee_weapons.fist_weapon.can_parry": 1}
    assert chance_to_parry("fist weapon", rules=rules, ws=45) == exactly(0.440000)


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
        assert scene.offers("strike orc")
        scene.unit("man").left_arm_off = 5
        assert scene.offers("strike orc"), "one arm is enough"
    else:
        scene = duel(man={"main_hand": "hand weapon", "off_hand": weapon, "specialist": ALL_GROUPS})
        assert scene.offers("strike orc off_hand")


@clause("wfrp1.weapon.modifiers")
def test_odds_with_a_flail():
    scene = striking("flail")
    assert to_hit(scene, "strike orc") == exactly(0.350000)
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
    assert to_hit(scene, "strike orc") == exactly(0.450000)
    scene.dice = [45, 4]
    scene.play("strike orc", "no_parry")
    assert scene.unit("orc").wounds == 60 - 4
    assert chance_to_parry("flail", rules=NO_MODIFIERS, ws=45) == exactly(0.440000)
    assert duel(man={"i": 90}, orc=armed("rapier", i=50), rules=NO_MODIFIERS).unit("orc").effective_initiative == 50
    shield = {"off_hand": "shield", "main_hand": "hand weapon"}
    assert chance_to_parry("shield", rules=NO_MODIFIERS, armour=1, ws=33, **shield) == exactly(0.520000)


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
            man.swoop_partner, eagle.swoop_partner, eagle.altitude_yd = eagle.row, man.row, 12
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


@clause("wfrp1.c.missile_weapon_as_club", "wfrp1.missile.in_melee")
def test_a_javelin_that_was_thrown_strikes_and_parries_no_more():
    """Engaged, no other is drawn: a fist is left, or a grapple, but no parry."""
    scene = table(
        {"name": "ada", "side": "men", "at": [2, 1], "facing": "east", "i": 50, "main_hand": "javelin", "ammunition": 3,
         "a": 2},
        {"name": "orc", "side": "orcs", "at": [3, 1], "facing": "west", "ws": 50, "s": 1, "i": 40},
        size=(8, 4),
        dice=[98, 12, 1],
    )  # fmt: skip
    assert scene.offers("strike orc normal")
    scene.play("ada: fire orc normal", "orc: strike ada normal")
    assert scene.unit("ada").loaded == 0
    assert scene.round == 2, "it was not asked to parry"
    scene.play("orc: act", "ada: act")
    assert scene.offers("strike orc unarmed")
    assert not scene.offers("strike orc normal")
    assert scene.offers("grapple orc")

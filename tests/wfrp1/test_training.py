"""Weapons one has learnt or not, and weapons that are none: teeth, claws, bows and guns."""

from __future__ import annotations

import pytest
import yaml
from fixtures import clause, duel, table
from wfrp1.blows import NO_FUMBLES, exactly, to_hit
from wfrp1.weapons import ALL_GROUPS, SPECIALIST, WEAPONS, armed, chance_to_parry, number, striking

from tactica.envs import scenario

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
    assert to_hit(charge, "charge orc") == exactly(0.200000)
    flail = striking("flail", groups=[])
    assert to_hit(flail, "strike orc") == 0.0
    assert number(striking("2-handed weapon", groups=[], ws=8), "2-handed weapon") == 8
    assert number(striking("flail", groups=[], ws=8), "flail") == 0


@clause("wfrp1.weapon.specialist", "wfrp1.parry.attempt")
def test_the_untrained_parry_at_ten():
    assert chance_to_parry("2-handed weapon", groups=[], ws=45) == exactly(0.090000)
    assert chance_to_parry("buckler", groups=[], ws=45) == exactly(0.290000), "10 + 20"
    shield = {"off_hand": "shield", "main_hand": "hand weapon"}
    assert chance_to_parry("shield", groups=[], armour=1, ws=45, **shield) == exactly(0.640000), "ordinary"


# --- weapons one has not learnt


@clause("wfrp1.c.risk_test", "wfrp1.weapon.specialist")
@pytest.mark.parametrize(("dice", "lost"), [([55, 50], 0), ([55, 51, 1], 1), ([55, 51, 2], 2), ([55, 51, 3], 3)])
def test_the_untrained_may_hurt_themselves(dice, lost):
    """A fumble with an axe that needs training: half the time D3 wounds, whatever T and armour."""
    scene = duel(
        man={"ws": 45, "main_hand": "2-handed weapon", "t": 9, "w": 20, "armour": ["mail shirt"], "i": 70},
        orc={"i": 50},
        dice=dice,
        rules={"weapon.specialist.opt_untrained_risk": 1},
    )
    scene.play("strike orc")
    assert scene.unit("man").wounds == 20 - lost
    assert scene.unit("man").prone == 1, "55 trips all the same"
    if lost:
        wounds = "1 Wound" if lost == 1 else f"{lost} Wounds"
        assert scene.last("risk_failed").text == "man fails a risk test (rolled 51)"
        assert scene.last("risk_cost").text == f"the failed risk test costs man {wounds} (rolled {lost})"
    else:
        assert scene.last("risk_passed").text == "man passes a risk test (rolled 50)"


@clause("wfrp1.c.risk_test")
def test_odds_of_a_risk_test():
    """The man never hits and is too tough to hurt himself otherwise: a tenth of his blows are fumbles, each a risk."""
    scene = duel(
        man={"ws": 0, "s": 0, "t": 10, "w": 20, "main_hand": "flail", "i": 60},
        orc={"i": 50},
        rules={"weapon.specialist.opt_untrained_risk": 1},
    )
    odds = scene.odds("strike orc", want="man.wounds")
    assert odds[20] == exactly(0.9 + 0.1 * 0.500000)
    for lost in (1, 2, 3):
        assert odds[20 - lost] / 0.1 == pytest.approx(0.166667, abs=5e-7)


@clause("wfrp1.c.risk_test", "wfrp1.weapon.specialist")
def test_the_trained_and_everybody_by_default_run_no_risk():
    fumble = {"ws": 45, "main_hand": "2-handed weapon", "i": 70}
    trained = duel(
        man={**fumble, "specialist": ["two_handed"]},
        orc={"i": 50},
        dice=[55],
        rules={"weapon.specialist.opt_untrained_risk": 1},
    )
    trained.play("strike orc")
    assert trained.unit("man").wounds == 7
    untrained = duel(man=fumble, orc={"i": 50}, dice=[55])
    untrained.play("strike orc")
    assert untrained.unit("man").wounds == 7


# --- teeth and claws


@clause("wfrp1.c.natural_weapons")
def test_odds_of_a_kicking_warhorse():
    horse = {"ws": 25, "s": 5, "main_hand": "hooves", "natural_weapons": True}
    scene = duel(man=horse, orc={"t": 3, "w": 60})
    assert to_hit(scene, "strike orc") == exactly(0.250000)
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
    assert not scene.choices("grapple")


# --- bows and guns as clubs


@clause("wfrp1.c.missile_weapon_as_club")
def test_odds_of_an_archer_in_a_melee():
    archer = {"ws": 35, "s": 3, "main_hand": "normal bow", "i": 50}
    scene = duel(man=archer, orc={"t": 3, "w": 60})
    assert scene.unit("man").effective_initiative == 50 - 10
    assert to_hit(scene, "strike orc") == exactly(0.350000)
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


# --- the warning


def carrying(tmp_path, **unit):
    """The warnings of a scenario in which a sellsword, trained in nothing, carries something."""
    file = tmp_path / "carrying.yaml"
    units = [{"template": "sellsword", "side": "side0", "at": [0, 0], "specialist": [], **unit},
             {"template": "skaven", "side": "side1", "at": [5, 5]}]  # fmt: skip
    file.write_text(yaml.safe_dump({"ruleset": "wfrp1", "units": units}, sort_keys=False))
    assert scenario.check(file) == []
    return [str(problem) for problem in scenario.warnings(file)]


@pytest.mark.parametrize(
    ("unit", "key", "item", "groups"),
    [
        ({"main_hand": "halberd", "off_hand": "none"}, "main_hand", "halberd", "two_handed or polearm"),
        ({"main_hand": "2-handed flail", "off_hand": "none"}, "main_hand", "2-handed flail", "two_handed and flail"),
        ({"main_hand": "2-handed flail", "off_hand": "none", "specialist": ["flail"]}, "main_hand", "2-handed flail",
         "two_handed"),
        ({"off_hand": "buckler"}, "off_hand", "buckler", "parrying"),
        ({"backup": ["long bow"]}, "backup[0]", "long bow", "long_bow"),
        ({"backup": ["knife", "pistol", "pistol"]}, "backup[1]", "pistol", "firearms"),
        ({"bombs": 2}, "bombs", "bomb", "bomb"),
    ],
)  # fmt: skip
@clause("wfrp1.weapon.specialist", "wfrp1.c.specialist_groups")
def test_a_scenario_is_warned_of_weapons_nobody_has_taught(tmp_path, unit, key, item, groups):
    (warning,) = carrying(tmp_path, **unit)
    assert warning.startswith(f"{tmp_path / 'carrying.yaml'}:")
    skill = "BS" if item in ("long bow", "pistol", "bomb") else "WS"
    assert warning.endswith(f": units[0].{key}: sellsword is not trained in {item} ({groups}): {skill} 10 at most")


@clause("wfrp1.weapon.specialist", "wfrp1.c.specialist_groups")
def test_no_warning_of_what_one_has_learnt_or_need_not_learn(tmp_path):
    assert carrying(tmp_path, main_hand="hand weapon", off_hand="shield", backup=["spear", "normal bow"]) == []
    assert carrying(tmp_path, main_hand="halberd", off_hand="none", specialist=["polearm"]) == []
    assert carrying(tmp_path, main_hand="2-handed flail", off_hand="none", specialist=["flail", "two_handed"]) == []


@clause("wfrp1.weapon.specialist")
def test_a_scenario_that_is_wrong_is_warned_of_nothing(tmp_path):
    file = tmp_path / "wrong.yaml"
    file.write_text("ruleset: wfrp1\nunits: []\n")
    assert scenario.check(file) and scenario.warnings(file) == []


@clause("wfrp1.weapon.specialist")
def test_the_log_says_that_a_blow_is_an_untrained_one():
    scene = duel(man=armed("2-handed weapon", [], ws=45, i=70), orc={"npc": True, "int": 10}, dice=[98])
    scene.play("strike orc")
    assert scene.last("blow_missed").terms == [("untrained", 10)]
    assert "untrained 10" in scene.last("blow_missed").text

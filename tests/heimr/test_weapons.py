"""Weapons, shields and armour: what the tables say."""

from __future__ import annotations

import pytest
from fixtures import clause
from heimr.ground import act, chance, dodging, exactly, faces, foe, hits, kinds, man, meets, scene, swordsman, verbs

from tactica.envs.rulesets.heimr.vocab import Place

#: Range (0: melee), damage, bonus, base consistency, and the first of its abilities.
WEAPONS = {
    "light_weapon": (0, 1, 2, 1, "knife_fighting"),
    "medium_weapon": (0, 2, 3, 1, "dueling"),
    "great_weapon": (0, 3, 5, 1, "swordsmanship"),
    "pole_arm": (0, 2, 4, 1, "pole_arms"),
    "bow": (6, 3, 1, 0, "archery"),
    "crossbow": (4, 3, 0, 0, "archery"),
    "throwing_weapon": (1, 1, 0, 0, "throwing"),
    "blowgun": (2, 0, 1, 0, "blowguns"),
}
TOUGHNESS = {
    "light_weapon": 1,
    "medium_weapon": 2,
    "great_weapon": 2,
    "pole_arm": 1,
    "bow": 1,
    "crossbow": 1,
    "throwing_weapon": 1,
    "blowgun": 1,
    "buckler": 1,
    "small_shield": 2,
    "medium_shield": 2,
    "tower_shield": 3,
}
SHIELDS = {"buckler": 0, "small_shield": 2, "medium_shield": 3, "tower_shield": 5}
FAR = foe(name="far", at="A1", wp=0)


def armed(weapon, orc=None, rules=None, **ability):
    """A man with a weapon against an orc that shows a dodge of 9."""
    target = foe(**{"stand": dodging(9), "hp": 9, **(orc or {})})
    table = scene(man(weapons=[weapon], **ability), target, FAR, rules=rules)
    return table, "shoot orc" if WEAPONS[weapon][0] else "weapon_attack orc"


# --- weapons


@clause("heimr.weapon.table")
@pytest.mark.parametrize("weapon", list(WEAPONS))
def test_bonus_and_ability(weapon):
    """Trained twice in both: two more consistency, two more potential."""
    _, _, bonus, base, ability = WEAPONS[weapon]
    table, text = armed(weapon, **{ability: (2, 2)})
    assert chance(table, text) == exactly(hits(base + 2, 2 + bonus, 9))
    table, text = armed(weapon, rules={f"tables.items.{weapon}.bonus": bonus + 3}, **{ability: (2, 2)})
    assert chance(table, text) == exactly(hits(base + 2, 5 + bonus, 9))


@clause("heimr.weapon.table")
@pytest.mark.parametrize("weapon", list(WEAPONS))
def test_damage(weapon):
    _, damage, _, base, ability = WEAPONS[weapon]
    dice = faces(10, base + 2)
    for rules, points in (({}, damage), ({f"tables.items.{weapon}.damage": 4}, 4)):
        table, text = armed(weapon, {"stand": ("none",)}, {**rules, "c.poison_darts.darts": 0}, **{ability: (2, 2)})
        act(table, text, dice=dice)
        assert table.unit("orc").hp == 9 - points and "attack_hit" in kinds(table)


@clause("heimr.weapon.table")
@pytest.mark.parametrize(("weapon", "ability", "p"), [("great_weapon", "swordsmanship", 7), ("crossbow", "archery", 2)])
def test_the_examples_of_the_book(weapon, ability, p):
    table, text = armed(weapon, **{ability: (1, 2)})
    assert chance(table, text) == exactly(hits(WEAPONS[weapon][3] + 1, p, 9))


@clause("heimr.weapon.table", "heimr.ability.specific_first")
@pytest.mark.parametrize(
    ("weapon", "ability"),
    [
        ("light_weapon", "knife_fighting"),
        ("light_weapon", "dueling"),
        ("medium_weapon", "dueling"),
        ("medium_weapon", "swordsmanship"),
        ("medium_weapon", "sword_and_shield"),
        ("throwing_weapon", "throwing"),
        ("throwing_weapon", "knife_fighting"),
    ],
)
def test_the_best_of_its_abilities(weapon, ability):
    _, _, bonus, _, _ = WEAPONS[weapon]
    base = 0 if ability == "throwing" else 1
    table, text = armed(weapon, **{ability: (3, 1)})
    assert chance(table, text) == exactly(hits(base + 3, 1 + bonus, 9))


@clause("heimr.weapon.table", "heimr.shield.table", "heimr.wield.hands")
@pytest.mark.parametrize(
    ("items", "places"),
    [
        ({"weapons": ["bow"]}, [Place.BOTH_HANDS]),
        ({"weapons": ["great_weapon"]}, [Place.BOTH_HANDS]),
        ({"weapons": ["pole_arm", "light_weapon"]}, [Place.BOTH_HANDS, Place.STOWED]),
        ({"weapons": ["throwing_weapon", "light_weapon", "blowgun"]}, [Place.SWORD_HAND, Place.OFF_HAND, Place.STOWED]),
        ({"weapons": ["medium_weapon"], "shield": "buckler"}, [Place.SWORD_HAND, Place.OFF_HAND]),
        ({"weapons": ["medium_weapon", "medium_weapon"]}, [Place.SWORD_HAND, Place.STOWED]),
        ({"weapons": ["claws"]}, [Place.NATURAL]),
    ],
)
def test_in_which_hands(items, places):
    unit = scene(man(**items), FAR).unit("man")
    assert list(unit.places)[: len(places)] == places


@clause("heimr.weapon.table", "heimr.fatigue.requirement")
def test_a_blowgun_does_no_harm_but_by_poison():
    table, text = armed("blowgun", {"stand": ("none",)}, {"c.poison_darts.darts": 0}, blowguns=(2, 2))
    act(table, text, dice=[6, 9, 9])
    assert table.unit("orc").hp == 9 and table.unit("orc").daze_timer == 0 and "attack_hit" in kinds(table)


@clause("heimr.weapon.two_handed_medium")
@pytest.mark.parametrize(
    ("bonus", "place", "p"), [(0, Place.BOTH_HANDS, 4), (2, Place.BOTH_HANDS, 6), (2, Place.SWORD_HAND, 4)]
)
def test_both_hands_on_a_medium_weapon(bonus, place, p):
    rules = {"weapon.two_handed_medium.two_handed_medium_bonus": bonus}
    table = scene(swordsman(set={"places": [place]}), foe(stand=dodging(9)), rules=rules)
    assert chance(table, "weapon_attack orc") == exactly(hits(2, p, 9))


# --- shields


def block_of(shield, rules=None, natural=7, c=1, **unit):
    """The potential of a block: what it comes to, less the dice."""
    table = scene(man(**{"shield": shield, "sword_and_shield": (0, 1), "str": 1, **unit}), FAR, rules=rules)
    act(table, "end_turn", "man: use_block", dice=faces(natural, c))
    assert table.unit("man").defence_consistency == c
    return table.last("defence_rolled").amount - natural


@clause("heimr.shield.table", "heimr.defence.block")
@pytest.mark.parametrize(
    ("shield", "p"), [("buckler", 1), ("small_shield", 3), ("medium_shield", 4), ("tower_shield", 6)]
)
def test_what_a_shield_adds_to_blocks(shield, p):
    """Sword and shield of consistency 1, potential 1; strength makes up for what a tower shield takes off stamina."""
    assert block_of(shield) == p
    name = shield.removesuffix("_shield")
    assert block_of(shield, {f"shield.table.{name}": 7}) == p - SHIELDS[shield] + 7


@clause("heimr.shield.table")
@pytest.mark.parametrize(
    ("shield", "ability", "is_one"),
    [("buckler", "dueling", True), ("buckler", "swordsmanship", True), ("small_shield", "dueling", False)],
)
def test_which_ability_a_shield_goes_by(shield, ability, is_one):
    assert (
        block_of(shield, c=3 if is_one else 1, sword_and_shield=(0, 0), str=0, **{ability: (2, 0)}) == SHIELDS[shield]
    )


@clause("heimr.shield.table", "heimr.defence.block")
def test_nothing_for_parries_and_attacks():
    table = scene(swordsman(shield="medium_shield"), foe(stand=dodging(9)), FAR)
    assert chance(table, "weapon_attack orc") == exactly(hits(2, 4, 9))
    act(table, "end_turn", "man: parry_sword_hand", dice=faces(7, 2))
    assert table.last("defence_rolled").amount == 7 + 4


@clause("heimr.shield.tower_stamina", "heimr.fatigue.base")
@pytest.mark.parametrize(("takes", "fatigue"), [(-1, 3), (-2, 4), (0, 2)])
def test_a_tower_shield_is_heavy(takes, fatigue):
    rules = {"shield.tower_stamina.stamina": takes}
    table = scene(man(shield="tower_shield", sta=2), FAR, rules=rules)
    assert table.unit("man").fatigue == fatigue


@clause("heimr.shield.tower_stamina")
@pytest.mark.parametrize("natural", [5, 9])
def test_what_goes_by_stamina_suffers(natural):
    """Survival of potential 2 comes to 1; so does the average with strength."""
    table = scene(man(shield="tower_shield", sta=2), foe(at="B3"), cells=[("B2", "night")], dice=faces(natural))
    act(table, "hide")
    assert table.unit("man").hide_value == natural + 1
    assert block_of("tower_shield", sta=2, str=0, sword_and_shield=(0, 0)) == 5
    assert block_of("tower_shield", sta=2, str=1, sword_and_shield=(0, 0)) == 1 + 5


@clause("heimr.shield.tower_stamina", "heimr.action.breather")
def test_without_it_one_gets_ones_breath_back():
    table = scene(man(shield="tower_shield", sta=2), FAR)
    act(table, "drop_items off_hand")
    assert table.unit("man").fatigue == 3, "as it was"
    act(table, "breather")
    assert table.unit("man").fatigue == 2
    table = scene(man(shield="tower_shield", sta=2), FAR)
    assert table.unit("man").fatigue == 3 and "breather" not in verbs(table)


@clause("heimr.shield.tower_stamina", "heimr.action.draw")
def test_who_takes_it_up_tires():
    table = scene(man(shield="tower_shield", sta=2, wielded=[]), FAR)
    assert table.unit("man").fatigue == 2
    act(table, "draw tower_shield")
    assert table.unit("man").fatigue == 3


@clause("heimr.c.shield_penalties")
@pytest.mark.parametrize(
    ("shield", "c"), [("buckler", 1), ("small_shield", 1), ("medium_shield", 0), ("tower_shield", -1)]
)
def test_what_shields_take_off_dodging(shield, c):
    def dodge(rules=None, c=c):
        table = scene(man(shield=shield), FAR, rules=rules)
        act(table, "end_turn", "man: use_dodge", dice=faces(5, c))
        return table.unit("man").defence_consistency

    assert dodge() == c
    if shield != "buckler":
        knob = f"c.shield_penalties.{shield.removesuffix('_shield')}_dodge"
        assert dodge({knob: 3}, -2) == -2


# --- armour


@clause("heimr.c.armour")
@pytest.mark.parametrize(("armour", "hp", "c"), [("none", 3, 1), ("leather", 4, 1), ("mail", 5, 0), ("plate", 6, -1)])
def test_hit_points_and_agility(armour, hp, c):
    table = scene(man(armour=armour), FAR)
    assert table.unit("man").hp == table.unit("man").hp_max == hp
    act(table, "end_turn", "man: use_dodge", dice=faces(5, c))
    assert table.unit("man").defence_consistency == c


@clause("heimr.c.armour")
@pytest.mark.parametrize(
    ("armour", "knob", "hp", "c"),
    [
        ("leather", "leather_hp", 8, 1),
        ("mail", "mail_hp", 8, 0),
        ("plate", "plate_hp", 8, -1),
        ("mail", "mail_agility", 5, -4),
        ("plate", "plate_agility", 6, -4),
    ],
)
def test_as_a_battle_says(armour, knob, hp, c):
    table = scene(man(armour=armour), FAR, rules={f"c.armour.{knob}": 5})
    assert table.unit("man").hp == hp
    act(table, "end_turn", "man: use_dodge", dice=faces(5, c))
    assert table.unit("man").defence_consistency == c


@clause("heimr.c.armour", "heimr.defence.dodge")
def test_plate_makes_dodging_hard():
    """Against a total of 7, with potential 1: 1 in 12 instead of 7 in 12."""
    assert (meets(-1, 1, 7), meets(1, 1, 7)) == (exactly(0.083333), exactly(0.583333))
    for armour, c in (("plate", -1), ("none", 1)):
        mover = foe(armour=armour, dex=1, weapons=["medium_weapon"], stand=("parry", *faces(9)))
        shooter = man(weapons=["bow"], at="B3", wp=9, archery=(0, 0))
        table = scene(shooter, mover)
        table.dice = [*faces(5, c), 6]
        table.play("shoot orc")
        assert table.prompt in ("defence", "attacked")
        while table.prompt not in ("turn", None):
            table.play(
                "use_dodge"
                if table.prompt == "defence" and table.dice_left
                else {"defence": "no_defence", "attacked": "defend"}[str(table.prompt)]
            )
        assert table.last("defence_rolled").amount == 5 + 1


# --- what breaks


def sundered(item, strength, rules=None):
    """An orc holds something; a man strikes it so hard."""
    held = {"shield": item} if item.endswith("shield") or item == "buckler" else {"weapons": [item]}
    striker = swordsman(skills=["sunder"])
    table = scene(striker, foe(hp=9, **held), FAR, rules={"tables.skills.sunder.number": strength, **(rules or {})})
    act(table, "prime_skill sunder")
    act(table, "weapon_attack orc", dice=[6, 9, 9])
    return table.unit("orc").places[0] == Place.BROKEN


@clause("heimr.c.item_toughness", "heimr.effect.break")
@pytest.mark.parametrize("item", list(TOUGHNESS))
def test_how_tough_things_are(item):
    assert sundered(item, TOUGHNESS[item]) and not sundered(item, TOUGHNESS[item] - 1)
    rules = {f"c.item_toughness.{item}": 5}
    assert sundered(item, 5, rules) and not sundered(item, 4, rules)


@clause("heimr.c.item_toughness", "heimr.c.natural_weapons")
@pytest.mark.parametrize("item", ["claws", "great_maw"])
def test_natural_weapons_never_break(item):
    assert not sundered(item, 60)


@clause("heimr.c.item_toughness")
def test_the_examples():
    """A break of 3 destroys a tower shield, one of 1 does nothing to a medium weapon."""
    assert sundered("tower_shield", 3) and not sundered("medium_weapon", 1)


@pytest.mark.parametrize("weapon", ["light_weapon", "great_weapon", "bow", "claws", "tower_shield"])
@clause("heimr.ability.specific_first")
def test_every_weapon_and_shield_has_an_ability(weapon):
    """Only the second and third may be missing: without any there is nothing to roll with."""
    with pytest.raises(ValueError, match=f"tables.items.{weapon}.first.* 0 to 14"):
        scene(man(weapons=["light_weapon"]), FAR, rules={f"tables.items.{weapon}.first": -1})
    scene(man(weapons=["light_weapon"]), FAR, rules={f"tables.items.{weapon}.first": 0})

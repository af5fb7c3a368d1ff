"""The lists of weapons, armour and spells, number by number: each by what it does in a battle."""

from __future__ import annotations

import pytest
from fixtures import clause
from woin.measures import PLENTY, left, rolled, verbs
from woin.scenes import duel

#: weapon: dice of damage, size, reach, range increment, capacity, number to throw
WEAPONS = {
    "martial_fists": (2, -1, 1, 0, 0, 0),
    "dagger": (1, -1, 1, 2, 0, 2), "shortsword": (2, -1, 1, 0, 0, 0), "rapier": (2, 0, 1, 0, 0, 0),
    "longsword": (3, 0, 1, 0, 0, 0), "mace": (2, 0, 1, 0, 0, 0), "club": (2, 0, 1, 0, 0, 0), "spear": (2, 0, 2, 0, 0, 0),
    "hand_axe": (2, -1, 1, 2, 0, 1), "greataxe": (4, 1, 1, 0, 0, 0), "maul": (4, 1, 1, 0, 0, 0), "bite": (4, 1, 2, 0, 0, 0),
    "shortbow": (2, 0, 0, 4, 0, 0), "longbow": (3, 1, 0, 6, 0, 0), "sling": (1, -1, 0, 3, 0, 0), "javelin": (2, 0, 1, 2, 0, 3),
    "light_crossbow": (3, 0, 0, 5, 1, 0), "heavy_crossbow": (4, 1, 0, 6, 1, 0), "pistol": (2, -1, 0, 3, 6, 0),
    "repeater": (2, 1, 0, 5, 10, 0), "rock": (3, 1, 1, 2, 0, 3),
}  # fmt: skip
STRIKES = [name for name, (_, _, reach, *_) in WEAPONS.items() if reach]
SHOOTS = [name for name, (_, _, _, increment, *_) in WEAPONS.items() if increment]
ORC = {"health_max": PLENTY, "vital_defence": 1, "immunities": ["venom"]}
MAN = {"melee_skill": 2, "ranged_skill": 2, "unarmed_skill": 2}


@clause("woin.completion.weapon_table", "woin.attack.damage_roll")
@pytest.mark.parametrize("weapon", WEAPONS)
def test_dice_of_damage(weapon):
    dice, _, reach, increment, *_ = WEAPONS[weapon]
    distance = 1 if reach else increment
    table = duel(man={**MAN, "weapons": [weapon]}, orc=ORC, distance=distance, dice=[3, 3, 3, 3, 3, *[1] * dice])
    table.play(f"attack orc {weapon} normal")
    assert table.unit("orc").health == PLENTY - dice


@clause("woin.completion.weapon_table", "woin.completion.melee_reach")
@pytest.mark.parametrize("weapon", STRIKES)
def test_reach(weapon):
    reach, increment = WEAPONS[weapon][2], WEAPONS[weapon][3]
    for distance in (1, 2, 3):
        table = duel(
            man={**MAN, "weapons": [weapon]}, orc=ORC, distance=distance, dice=[1] * 5 if distance <= reach else []
        )
        assert bool(table.offers(f"attack orc {weapon}")) is (distance <= reach or increment > 0)
        if distance <= reach:
            before = list(table.unit("man").loaded)
            table.play(f"attack orc {weapon} normal")
            assert list(table.unit("man").loaded) == before


@clause("woin.completion.weapon_table", "woin.range.increment")
@pytest.mark.parametrize("weapon", SHOOTS)
def test_range(weapon):
    increment = WEAPONS[weapon][3]
    for distance, dice in ((increment, 5), (increment + 1, 4)):
        table = duel(
            man={**MAN, "weapons": [weapon]},
            orc={**ORC, "ranged_defence": 60},
            distance=distance,
            dice=[1] * dice,
            size=(20, 12),
        )
        table.play(f"attack orc {weapon} normal")
        assert rolled(table) == [dice]


@clause("woin.completion.weapon_table", "woin.completion.ammunition")
@pytest.mark.parametrize("weapon", WEAPONS)
def test_shots_and_missiles(weapon):
    *_, capacity, number = WEAPONS[weapon]
    assert list(duel(man={"weapons": [weapon]}).unit("man").loaded) == [max(capacity, number), 0]


@clause("woin.completion.weapon_table", "woin.action.reload")
@pytest.mark.parametrize("weapon", [name for name, row in WEAPONS.items() if row[4]])
def test_reloading_fills_it(weapon):
    table = duel(man={"weapons": [weapon]}, distance=3)
    table.unit("man").loaded = [0, 0]
    table.play("reload")
    assert list(table.unit("man").loaded) == [WEAPONS[weapon][4], 0]


@clause("woin.attack.option_escape", "woin.completion.size")
@pytest.mark.parametrize("weapon", STRIKES)
def test_only_small_ones_help_to_escape(weapon):
    table = duel(man={**MAN, "weapons": [weapon]}, orc=ORC)
    table.unit("man").restrained, table.unit("man").holder = 1, 1
    for most in (-1, 0):
        table = duel(man={**MAN, "weapons": [weapon]}, orc=ORC, rules={"attack.option_escape.max_weapon_size": most})
        table.unit("man").restrained, table.unit("man").holder = 1, 1
        is_open = WEAPONS[weapon][1] <= most or weapon in ("martial_fists", "bite")
        assert bool(table.offers(f"attack orc {weapon} escape")) is is_open


@clause("woin.called.push", "woin.completion.size")
@pytest.mark.parametrize("weapon", SHOOTS)
def test_large_missiles_push_farther(weapon):
    size, distance = WEAPONS[weapon][1], WEAPONS[weapon][2] + 1
    orc = {**ORC, "size": "tiny", "ranged_defence": 1}
    table = duel(man={**MAN, "weapons": [weapon]}, orc=orc, distance=distance, dice=[3, 3, 3], size=(20, 12))
    table.play(f"attack orc {weapon} called_push")
    assert table.unit("orc").at == (4 + distance + 1 + size + 2, 5)


@clause("woin.completion.ammunition")
def test_the_last_one_thrown_leaves_the_hand_empty():
    man = {**MAN, "weapons": ["dagger", "shortsword"]}
    orc = {"ranged_defence": 40, "health_max": PLENTY}
    table = duel(man=man, orc=orc, distance=2, dice=[1] * 10)
    table.play("attack orc dagger")
    assert table.unit("man").held == 0 and table.offers("attack orc dagger")
    table.play("attack orc dagger")
    assert table.unit("man").held == -1
    assert table.offers("draw shortsword") and not table.offers("draw dagger")


@clause("woin.completion.poison", "woin.completion.weapon_table")
@pytest.mark.parametrize("weapon", STRIKES)
def test_only_a_bite_is_venomous(weapon):
    dice = WEAPONS[weapon][0]
    orc = {"health_max": PLENTY, "vital_defence": 40}
    tape = [3, 3, 3, 3, 3, *[1] * dice, *([1, 1, 1] if weapon == "bite" else [])]
    table = duel(man={**MAN, "weapons": [weapon]}, orc=orc, dice=tape)
    table.play(f"attack orc {weapon} normal")
    assert table.unit("orc").health == PLENTY - dice


@clause("woin.completion.weapon_table")
@pytest.mark.parametrize(
    ("armour", "soak"),
    [
        ("none", 0),
        ("padded", 2),
        ("leather", 3),
        ("studded_hide", 4),
        ("breastplate", 5),
        ("chainmail", 6),
        ("plate", 8),
    ],
)
def test_what_armour_soaks(armour, soak):
    table = duel(orc={"armour": armour, "strength": 6, "agility": 6, "health_max": PLENTY}, dice=[4, 4, 4, 5, 5, 5])
    table.play("attack orc longsword normal")
    assert table.unit("orc").health == PLENTY - 15 + soak
    assert table.unit("orc").speed == 6 - (armour == "plate")


#: spell: points, range increment, dice, radius
SPELLS = {
    "firebolt": (2, 6),
    "mind_spike": (2, 6),
    "fear": (2, 6),
    "entangle": (3, 4),
    "mind_lance": (2, 4),
    "telekinetic_shove": (1, 4),
}


@clause("woin.completion.spell_rules")
@pytest.mark.parametrize("spell", SPELLS)
def test_points_and_increments_of_spells(spell):
    cost, increment = SPELLS[spell]
    mage = {"magic_score": 10, "psionics": 10, "magic_skill": 1, "psionic_skill": 1, "spells": [spell], "weapons": []}
    orc = {"health_max": PLENTY, "mental_defence": 60, "ranged_defence": 60, "vital_defence": 60}
    for distance, dice in ((increment, 5), (increment + 1, 4)):
        table = duel(man=mage, orc=orc, distance=distance, dice=[1] * dice, size=(20, 12))
        table.play(f"cast {spell} orc")
        man = table.unit("man")
        assert rolled(table) == [dice] and man.magic + man.psi == 20 - cost


@clause("woin.completion.spell_rules", "woin.completion.spell.flame_burst", "woin.completion.spell.fog")
@pytest.mark.parametrize(("spell", "cost", "increment"), [("flame_burst", 4, 4), ("fog", 3, 4)])
def test_points_and_range_of_areas(spell, cost, increment):
    mage = {"magic_score": 10, "magic_skill": 1, "spells": [spell], "weapons": []}
    rules = {"range.max.max_increments": 1}
    table = duel(
        man=mage,
        orc={"health_max": PLENTY},
        distance=9,
        size=(20, 12),
        rules=rules,
        dice=[1] * 5 if spell == "flame_burst" else [],
    )
    assert table.offers(f"cast_area {spell} {4 + increment},5") and not table.offers(
        f"cast_area {spell} {5 + increment},5"
    )
    table.play(f"cast_area {spell} {4 + increment},5")
    assert table.unit("man").magic == 10 - cost


@clause("woin.completion.ammunition", "woin.action.draw_sheathe", "woin.action.drop_item")
def test_who_throws_the_last_one_has_empty_hands():
    """There is nothing left to put away; the next weapon is drawn with the free action."""
    table = duel(man={"weapons": ["hand_axe", "dagger"]}, distance=2, dice=[1] * 3)
    table.play("attack orc hand_axe normal")
    assert table.unit("man").held == -1 and not {"sheathe", "drop", "pick_up"} & verbs(table)
    assert table.choices("draw") == ["draw dagger"]
    table.play("draw dagger")
    assert left(table) == (1, 0)


@clause("woin.completion.ammunition")
def test_who_has_another_one_has_it_in_hand():
    table = duel(man={"weapons": ["dagger"]}, distance=2, dice=[1] * 3)
    table.play("attack orc dagger normal")
    assert table.unit("man").held == 0 and table.unit("man").loaded[0] == 1

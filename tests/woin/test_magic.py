"""Spells and powers: what they need, what they cost, and what each does."""

from __future__ import annotations

import pytest
from fixtures import clause
from woin.measures import PLENTY, kinds, rolled, verbs
from woin.scenes import duel, exactly, scene

SPELLS = ["firebolt", "flame_burst", "mind_spike", "fear", "mend", "fog", "entangle", "mind_lance", "telekinetic_shove"]
MAGE = {"magic_score": 10, "magic_skill": 1, "psionics": 6, "psionic_skill": 1, "spells": SPELLS, "weapons": []}
ORC = {"health_max": PLENTY}


def chance(table, text: str) -> float:
    """The exact chance that a spell hits."""
    return table.odds(text, want="hit").at_least(1)


@clause("woin.attack.magic", "woin.completion.spell.firebolt")
def test_a_firebolt_goes_against_ranged_defence():
    table = duel(man=MAGE, orc={"ranged_defence": 14, **ORC}, distance=4, dice=[3, 3, 3, 3, 3, 5, 4, 3])
    assert chance(table, "cast firebolt orc") == exactly(0.847994)
    table.play("cast firebolt orc")
    assert (
        table.unit("orc").health == PLENTY - 12 and table.unit("man").magic == 8 and table.unit("man").actions_left == 0
    )


@clause("woin.completion.spell.firebolt", "woin.damage.dice_and_soak")
def test_its_fire_is_soaked():
    table = duel(man={**MAGE, "magic_score": 6}, orc={"ranged_defence": 14, "soak": 6, **ORC}, distance=4)
    odds = table.odds("cast firebolt orc", want="orc.health")
    assert PLENTY - odds.mean() == pytest.approx(2.71112, abs=1e-5)


@clause("woin.attack.option_gate", "woin.damage.immune_critical")
@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize(
    ("spell", "immunity"), [("firebolt", "fire"), ("mind_spike", "psychic"), ("mind_lance", "psychic")]
)
def test_no_spell_whose_damage_does_nothing_to_the_target(spell, immunity, down):
    """Only the other of the two orcs, or only the orc that is immune to something else, can be its target."""
    other = {"name": "other", "side": "orcs", "at": [4, 8], "INT": 1}
    state = {"health_left": -1} if down else {}
    table = duel(man=MAGE, orc={"immunities": [immunity], **state}, distance=4, friends=[other])
    assert table.choices(f"cast {spell}") == [f"cast {spell} other"]
    another = "psychic" if immunity == "fire" else "fire"
    table = duel(man=MAGE, orc={"immunities": [another], **state}, distance=4, friends=[other])
    assert table.offers(f"cast {spell} orc")


@clause("woin.attack.option_gate", "woin.completion.spell.flame_burst")
def test_a_burst_may_burn_who_stands_beside_the_immune():
    other = {"name": "other", "side": "orcs", "at": [8, 6], "INT": 1}
    assert duel(man=MAGE, orc={"immunities": ["fire"]}, distance=4, friends=[other]).offers("cast_area flame_burst 8,5")


@clause("woin.completion.spell_rules")
def test_points_are_spent_until_none_are_left():
    table = duel(man={**MAGE, "magic": 3}, orc={"ranged_defence": 40, **ORC}, distance=4, dice=[1] * 5)
    table.play("cast firebolt orc")
    table.unit("man").actions_left = 2
    assert (
        table.unit("man").magic == 1 and not table.offers("cast firebolt orc") and table.offers("cast mind_lance orc")
    )


@clause("woin.attack.psionic", "woin.completion.spell.mind_lance", "woin.completion.spell_rules")
def test_a_power_takes_one_action_and_psi_points():
    table = duel(man=MAGE, orc={"mental_defence": 10, "soak": 9, **ORC}, distance=4, dice=[3, 3, 3, 3, 5, 2])
    assert chance(table, "cast mind_lance orc") == exactly(0.902778)
    table.play("cast mind_lance orc")
    man = table.unit("man")
    assert (man.actions_left, man.psi, table.unit("orc").health) == (1, 4, PLENTY - 7)


@clause("woin.completion.spell.mind_spike")
def test_a_mind_spike_is_not_soaked():
    table = duel(man=MAGE, orc={"mental_defence": 10, "soak": 9, **ORC}, distance=4)
    odds = table.odds("cast mind_spike orc", want="orc.health")
    assert PLENTY - odds.mean() == pytest.approx(7.135031, abs=1e-5)


@clause("woin.completion.spell_rules")
def test_spells_at_the_mind_take_no_heed_of_cover_and_being_pinned():
    table = duel(
        man=MAGE,
        orc={"mental_defence": 40, **ORC},
        distance=4,
        map="\n".join(["............"] * 5 + [".......=...."] + ["............"] * 6),
        dice=[1] * 5,
    )
    table.unit("orc").pinned = 3
    table.play("cast mind_spike orc")
    assert rolled(table) == [5]


@clause("woin.completion.spell_rules", "woin.cover.penalty", "woin.pinned.bonus")
def test_powers_heed_cover_and_being_pinned():
    """Of 4 dice 2 are lost to the wall before the orc, and 3 turns of staying bring 3; a mind lance is no exception."""
    wall = "\n".join(["............"] * 5 + [".......=...."] + ["............"] * 6)
    table = duel(man=MAGE, orc={"mental_defence": 40, **ORC}, distance=4, map=wall, dice=[1] * 5)
    table.unit("orc").pinned = 3
    table.play("cast mind_lance orc")
    assert rolled(table) == [5]
    table = duel(man=MAGE, orc={"mental_defence": 40, **ORC}, distance=4, map=wall, dice=[1] * 2)
    table.play("cast mind_lance orc")
    assert rolled(table) == [2]


@clause("woin.completion.spell.entangle", "woin.completion.status.restrained")
@pytest.mark.parametrize(("level", "holder", "after"), [(0, -1, 1), (1, -1, 2), (1, "friend", 2)])
def test_entangling_who_is_restrained_binds_it_tighter(level, holder, after):
    """A level more, and who holds it still does."""
    friend = {"name": "friend", "side": "men", "at": [9, 5], "intuition": 1}
    mage = {"name": "man", "side": "men", "at": [4, 5], **MAGE}
    orc = {"name": "orc", "side": "orcs", "at": [8, 5], "vital_defence": 10, **ORC}
    table = scene(mage, friend, orc, order=[6, 6, 6, 1, 2, 2, 2])
    table.unit("orc").restrained = level
    table.unit("orc").holder = holder
    was = table.unit("orc").holder
    table.dice = [3] * 5
    table.play("cast entangle orc")
    assert (table.unit("orc").restrained, table.unit("orc").holder) == (after, was)


@clause("woin.completion.spell.fear", "woin.completion.status.afraid")
def test_fear_frightens_and_does_no_damage():
    table = duel(man=MAGE, orc={"mental_defence": 14, **ORC}, distance=4, dice=[3] * 5)
    assert chance(table, "cast fear orc") == exactly(0.847994)
    table.play("cast fear orc")
    assert (table.unit("orc").afraid, table.unit("orc").health) == (1, PLENTY)
    assert not duel(man=MAGE, orc={"immunities": ["afraid"], **ORC}, distance=4).offers("cast fear orc")


@clause("woin.completion.spell.entangle", "woin.completion.status.restrained")
def test_entangling_restrains_without_a_holder():
    table = duel(man=MAGE, orc={"vital_defence": 10, **ORC}, distance=4, dice=[3] * 5)
    assert chance(table, "cast entangle orc") == exactly(0.983796)
    table.play("cast entangle orc")
    assert (table.unit("orc").restrained, table.unit("orc").holder, table.unit("orc").health) == (1, -1, PLENTY)


@clause("woin.completion.spell.telekinetic_shove")
def test_a_shove_pushes_two_squares():
    table = duel(man=MAGE, orc={"ranged_defence": 12, **ORC}, distance=2, dice=[3] * 4)
    assert chance(table, "cast telekinetic_shove orc") == exactly(0.760802)
    table.play("cast telekinetic_shove orc")
    assert table.unit("orc").at == (8, 5) and table.unit("orc").health == PLENTY and table.unit("man").psi == 5


@clause("woin.completion.spell.flame_burst", "woin.attack.vital")
def test_a_burst_of_flame_takes_in_everybody_around_its_middle():
    mage = {"name": "man", "side": "men", "at": [1, 5], **MAGE}
    friend = {"name": "friend", "side": "men", "at": [4, 5], "vital_defence": 10, "intuition": 1, **ORC}
    orcs = [
        {"name": "orc", "side": "orcs", "at": [5, 5], "vital_defence": 14, **ORC},
        {"name": "far", "side": "orcs", "at": [9, 5], **ORC},
    ]
    table = scene(mage, friend, *orcs, order=[6, 6, 6, 1, 3, 3, 3, 2, 2, 2], dice=[3, 3, 3, 2, 2, 4, 5])
    table.play("cast_area flame_burst 5,5")
    assert [table.unit(name).health for name in ("friend", "orc", "far")] == [PLENTY - 9, PLENTY, PLENTY]


def burst(first, second, dice, rules=None):
    """A burst of flame over two orcs. Each with fields of its own."""
    orcs = [
        {"name": name, "side": "orcs", "at": [x, 5], **ORC, **fields}
        for name, x, fields in (("orc", 5, first), ("other", 6, second))
    ]
    table = scene({"name": "man", "side": "men", "at": [1, 5], **MAGE}, *orcs, dice=dice, rules=rules)
    table.play("cast_area flame_burst 5,5")
    return table


@clause("woin.cover.positions", "woin.completion.spell_rules")
@pytest.mark.parametrize("spell", ["flame_burst", "fog"])
def test_a_blocked_caster_reaches_only_where_it_could_be_hit_from(spell):
    """The wall east of it hides it from the east; the north is open."""
    table = duel(man={**MAGE, "at": [3, 5]}, orc={**ORC, "at": [9, 5]}, cells=[{"flag": "low_wall", "at": [[4, 5]]}])
    assert table.offers(f"cast_area {spell} 9,5") and table.offers(f"cast_area {spell} 3,1")
    table.unit("man").hunkered = 1
    assert not table.offers(f"cast_area {spell} 9,5") and not table.offers(f"cast_area {spell} 5,5")
    assert table.offers(f"cast_area {spell} 3,1") and table.offers(f"cast_area {spell} 4,5")


@clause("woin.completion.spell_rules", "woin.completion.line_of_sight", "woin.completion.doors_traps")
@pytest.mark.parametrize("spell", ["flame_burst", "fog"])
@pytest.mark.parametrize(("door", "is_open"), [(1, False), (2, False), (3, True)])
def test_no_area_has_its_middle_in_a_shut_door(spell, door, is_open):
    walls = [{"flag": "wall", "area": [6, 0, 6, 4]}, {"flag": "wall", "area": [6, 6, 6, 11]}]
    cells = [*walls, {"flag": {"door": door}, "at": [[6, 5]]}]
    table = duel(man=MAGE, orc=ORC, distance=3, cells=cells)
    assert bool(table.offers(f"cast_area {spell} 6,5")) is is_open
    if not is_open:
        with pytest.raises(ValueError, match="shut door"):
            table.play(f"cast_area {spell} 6,5")


@clause("woin.attack.vital", "woin.completion.spell.flame_burst")
def test_the_log_of_an_area_shows_its_roll_once_and_the_total_for_everybody():
    table = burst({"vital_defence": 12}, {"vital_defence": 16}, [3, 3, 3, 3, 3, 2, 2])
    lines = {event.kind: event for event in table.events}
    assert lines["area_rolled"].amount == 15 and lines["area_rolled"].total == 5
    assert "rolls 15 against DEFENSE 12, hits" in lines["attack_hit"].text
    assert "rolls 15 against DEFENSE 16, misses" in lines["attack_missed"].text
    assert lines["damage_rolled"].terms == [("damage dice", 2)] and lines["damaged"].terms == [("dice", 4)]


@clause("woin.attack.vital", "woin.damage.critical", "woin.damage.immune_critical")
def test_three_sixes_are_critical_against_everybody_in_an_area_but_the_immune():
    table = burst({"vital_defence": 30}, {"immunities": ["fire"]}, [6, 6, 6, 1, 1, 2, 2, 2, 2])
    assert [table.unit(name).health for name in ("orc", "other")] == [PLENTY - 8, PLENTY]
    assert [event.kind for event in table.events if event.kind in ("critical_hit", "attack_hit")] == [
        "critical_hit",
        "attack_hit",
    ]


@clause("woin.damage.immune_critical", "woin.damage.critical")
@pytest.mark.parametrize(("spell", "immunity", "kind"), [
    ("entangle", "psychic", "critical_hit"), ("fear", "psychic", "critical_hit"),
    ("telekinetic_shove", "psychic", "critical_hit"), ("mind_spike", "fire", "critical_hit"),
    ("mind_lance", "fire", "critical_hit"), ("firebolt", "psychic", "critical_hit"),
])  # fmt: skip
def test_who_is_immune_to_a_type_of_damage_is_spared_critical_hits_of_that_type_alone(spell, immunity, kind):
    """Entangling, fear and shoves do no damage of any type. What does nothing but damage is not cast at the immune."""
    dice = [6, 6, 6, *[1] * (1 if spell in ("mind_lance", "telekinetic_shove") else 2)]
    damage = {"mind_spike": 2, "mind_lance": 2, "firebolt": 3}.get(spell, 0) * (2 if kind == "critical_hit" else 1)
    table = duel(man=MAGE, orc={"immunities": [immunity], **ORC}, distance=4, dice=[*dice, *[1] * damage])
    table.play(f"cast {spell} orc")
    assert [found for found in kinds(table) if found in ("attack_hit", "critical_hit")] == [kind]
    assert not table.dice_left


@clause("woin.attack.vital", "woin.damage.critical")
@pytest.mark.parametrize(
    ("vital", "damage", "left"), [(15, [2, 2, 2, 2], (8, 8)), (16, [2, 2], (4, 0))]
)  # two sixes and 15 in all
def test_an_area_that_has_to_hit_first_is_critical_if_it_reaches_everybody(vital, damage, left):
    rules = {"damage.critical.sixes_needed": 2, "damage.critical.critical_requires_normal_hit": 1}
    table = burst({"vital_defence": 10}, {"vital_defence": vital}, [6, 6, 1, 1, 1, *damage], rules)
    assert tuple(PLENTY - table.unit(name).health for name in ("orc", "other")) == left


@clause("woin.attack.vital", "woin.attack.damage_roll")
def test_an_area_that_hits_nobody_rolls_no_damage():
    table = burst({"vital_defence": 30}, {"vital_defence": 30}, [1, 1, 1, 1, 1])
    assert "damage_rolled" not in [event.kind for event in table.events]


@clause("woin.completion.spell.flame_burst")
def test_what_it_may_be_expected_to_do():
    table = duel(man=MAGE, orc={"vital_defence": 10, "soak": 2, **ORC}, distance=4)
    odds = table.odds("cast_area flame_burst 8,5", want="orc.health")
    assert PLENTY - odds.mean() == pytest.approx(5.167438, abs=1e-5)


@clause("woin.completion.spell.mend", "woin.completion.down_and_dying")
def test_mending_wakes_who_gets_above_none():
    friend = {"name": "friend", "side": "men", "at": [4, 6], "health_left": -3, "intuition": 1}
    table = scene(
        {"name": "man", "side": "men", "at": [4, 5], **MAGE, "magic_score": 6},
        friend,
        {"name": "orc", "side": "orcs", "at": [9, 9]},
        order=[6, 6, 6, 1, 2, 2, 2],
        dice=[3, 3, 3, 3, 4, 4],
    )
    assert table.odds("cast mend friend", want="success").at_least(1) == exactly(0.902778)
    table.play("cast mend friend")
    unit = table.unit("friend")
    assert (unit.health, unit.down, unit.prone) == (5, 0, 1)


@clause("woin.completion.spell.fog", "woin.modifier.darkness", "woin.turn.duration")
def test_fog_lasts_three_rounds():
    table = duel(man=MAGE, orc={"weapons": [], **ORC}, distance=5)
    table.play("cast_area fog 7,5", "end_turn")
    assert "smoke_rises" in kinds(table)
    for _ in range(2):
        assert "smoke_clears" not in kinds(table)
        table.play("end_turn", "end_turn")
    table.play("end_turn")
    assert table.round == 4 or "smoke_clears" not in kinds(table)
    table.play("end_turn")
    assert "smoke_clears" in kinds(table)


@clause("woin.action.cast_spell")
def test_a_spell_takes_two_actions():
    table = duel(man={**MAGE, "psi": 0}, orc=ORC, distance=4)
    table.unit("man").actions_left = 1
    assert "cast" not in verbs(table) and "cast_area" not in verbs(table)


@clause("woin.completion.battle_end", "woin.attack.vital")
@pytest.mark.parametrize("caster", ["man", "orc"])
def test_a_burst_that_fells_everybody_is_a_draw(caster):
    """Who throws it at his own feet falls at the same time as the last of his enemies, whoever is first in the roster."""
    weak = {"health_max": 2, "vital_defence": 2, "MAG": 10, "spells": ["flame_burst"]}
    table = duel(man=weak, orc=weak, dice=[1] * 4 + [3, 3])
    if caster == "orc":
        table.play("end_turn")
    table.play("cast_area flame_burst 4,5")
    assert [unit.down for unit in table.units] == [1, 1]
    assert table.ending == "nobody_active" and table.winner is None

"""Spells: cost, range, rolls, and what each does."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import duel, exactly, scene

SPELLS = {  # cost, range
    "firebolt": (2, 10), "mend": (3, 6), "entangle": (2, 8), "dread": (3, 6), "gust": (2, 5), "flash": (3, 6),
}  # fmt: skip
OTHER = {"name": "other", "side": "orcs", "at": [11, 11]}


def wizard(spell, man=None, orc=None, **more):
    """A man who knows one spell, with winds enough for many."""
    return duel({"spells": [spell], "winds": 30, **(man or {})}, orc, **{"distance": 4, **more})


def sure(spell, man=None, orc=None, **more):
    """A spell that hits unless a natural 1 is rolled."""
    man = {"spirit": 34, **(man or {})}
    return wizard(spell, man, {"parry": 1, "hp": 200, **(orc or {})}, friends=[OTHER], **more)


# --- what all have in common


@clause("owh.completion.spells")
@pytest.mark.parametrize("spell", SPELLS)
def test_cost(spell):
    cost, _ = SPELLS[spell]
    target = "man" if spell == "mend" else "orc"
    assert not wizard(spell, {"winds": cost - 1, "hp_left": 9}).choices("cast")
    found = wizard(spell, {"winds": cost, "hp_left": 9})
    assert found.choices("cast") == [f"cast {spell} {target}"]
    dice = {"firebolt": [2], "mend": [1, 1], "entangle": [20], "dread": [20], "gust": [2], "flash": [2]}
    found = wizard(spell, {"winds": 9, "hp_left": 9}, dice=dice[spell])
    found.play(f"cast {spell} {target}")
    assert (found.unit("man").winds, found.unit("man").actions_left) == (9 - cost, 1)


@clause("owh.completion.spells")
def test_two_winds_left():
    found = duel({"spells": list(SPELLS), "winds": 2, "hp_left": 9}, distance=4)
    assert found.choices("cast") == ["cast firebolt orc", "cast entangle orc", "cast gust orc"]


@clause("owh.completion.spells")
@pytest.mark.parametrize("spell", SPELLS)
def test_range(spell):
    _, reach = SPELLS[spell]
    side = "men" if spell == "mend" else "orcs"
    for distance in (reach, reach + 1):
        far = {"name": "far", "side": side, "at": [4 + distance, 5], "hp": 60, "hp_left": 30}
        orc = {"name": "orc", "side": "orcs", "at": [4, 23], "hidden": True}
        man = {"name": "man", "side": "men", "at": [4, 5], "spells": [spell], "winds": 9}
        found = scene(man, far, orc, size=(24, 24))
        assert found.choices("cast") == ([f"cast {spell} far"] if distance == reach else [])


@clause("owh.completion.spells")
@pytest.mark.parametrize("spell", SPELLS)
def test_sight(spell):
    friend = {"name": "friend", "side": "men", "at": [8, 6], "hp_left": 20}
    found = wizard(spell, friends=[friend], map="\n".join(["......#....."] * 12))
    assert not found.choices("cast")


@clause("owh.completion.spells", "owh.spell.cast")
def test_only_spells_it_knows_once_a_turn():
    found = wizard("entangle", distance=1, dice=[20])
    assert found.choices("cast") == ["cast entangle orc"]
    found.play("cast entangle orc")
    assert not found.choices("cast")
    assert "attack orc" in found.choices("attack")


@clause("owh.completion.spells")
@pytest.mark.parametrize("spell", ["firebolt", "gust", "flash"])
@pytest.mark.parametrize(
    ("spirit", "parry", "roll", "hits"),
    [(18, 12, 8, False), (18, 12, 9, True), (34, 1, 1, False), (10, 40, 20, True), (10, 40, 19, False)],
)
def test_attack_spells_must_exceed_parry(spell, spirit, parry, roll, hits):
    after = {"firebolt": [1, 1], "gust": [], "flash": []}[spell]
    doubled = 2 if spell == "firebolt" and roll == 20 else 1
    found = wizard(spell, {"spirit": spirit}, {"parry": parry}, dice=[roll, *(after * doubled if hits else [])])
    found.play(f"cast {spell} orc")
    assert any(event.kind in ("attack_hit", "critical_hit") for event in found.events) is hits


@clause("owh.completion.spells")
@pytest.mark.parametrize("distance", [1, 2, 6, 10])
def test_contact_and_distance_do_not_matter(distance):
    found = wizard("firebolt", {"spirit": 18, "at": [1, 5]}, {"parry": 12, "at": [1 + distance, 5]})
    assert found.odds("cast firebolt orc", want="hit")[1] == exactly(3 / 5)


@clause("owh.completion.spells", "owh.cover")
def test_cover_counts():
    rows = ["............"] * 5 + ["........c..."] + ["............"] * 6
    found = wizard("firebolt", {"spirit": 18}, {"parry": 12}, map="\n".join(rows))
    assert found.odds("cast firebolt orc", want="hit")[1] == exactly(3 / 5 - 5 / 20)


@clause("owh.completion.spells")
def test_casting_is_no_stealth_attack_and_ends_hiding():
    found = wizard("firebolt", {"spirit": 18, "hidden": True}, {"parry": 12, "hp": 90}, dice=[9, 1, 1])
    assert found.odds("cast firebolt orc", want="hit")[1] == exactly(3 / 5)
    found.play("cast firebolt orc")
    assert found.unit("man").hidden == 0
    assert found.unit("orc").hp == 90 - 18 - 2


@clause("owh.completion.spells")
@pytest.mark.parametrize("spell", ["mend", "entangle", "dread"])
def test_any_spell_ends_hiding(spell):
    dice = {"mend": [1, 1], "entangle": [20], "dread": [20]}
    found = wizard(spell, {"hidden": True, "hp_left": 9}, dice=dice[spell])
    found.play(f"cast {spell} {'man' if spell == 'mend' else 'orc'}")
    assert found.unit("man").hidden == 0


@clause("owh.completion.spells")
def test_nobody_hidden_is_a_target():
    assert not wizard("firebolt", orc={"hidden": True}).choices("cast")


@clause("owh.completion.spells")
@pytest.mark.parametrize("spell", [s for s in SPELLS if s != "mend"])
def test_friends_are_no_targets_of_spells_that_harm(spell):
    friend = {"name": "friend", "side": "men", "at": [4, 6], "hp_left": 20}
    assert wizard(spell, friends=[friend]).choices("cast") == [f"cast {spell} orc"]


# --- one by one


@clause("owh.completion.spells")
def test_firebolt():
    found = wizard("firebolt", {"spirit": 18}, {"parry": 12, "magic_resistance": 2, "armour": 12, "hp": 200})
    odds = found.odds("cast firebolt orc", want=["hit", "critical", "damage"])
    assert odds.of("hit")[1] == exactly(3 / 5)
    normal = {damage: p for (hit, critical, damage), p in odds.items() if hit and not critical}
    assert sum(d * p for d, p in normal.items()) / sum(normal.values()) == pytest.approx(23.0)
    assert (min(normal), max(normal)) == (18, 28)


@clause("owh.completion.spells", "owh.attack.natural_20")
@pytest.mark.parametrize(("roll", "dice", "burns"), [(19, [3, 4], 0), (20, [3, 4, 5, 6], 1)])
def test_firebolt_sets_on_fire_on_a_natural_20(roll, dice, burns):
    found = sure("firebolt", {"spirit": 18}, dice=[roll, *dice])
    found.play("cast firebolt orc")
    assert found.unit("orc").ignited == burns
    assert found.unit("orc").hp == 200 - 18 - sum(dice)


@clause("owh.completion.spells")
def test_mend():
    friend = {"name": "friend", "side": "men", "at": [8, 8], "hp": 100, "hp_left": 20}
    found = wizard("mend", {"spirit": 14}, friends=[friend], dice=[2, 5])
    found.unit("friend").bleeding = 2
    found.play("cast mend friend")
    assert (found.unit("friend").hp, found.unit("friend").bleeding) == (20 + 14 + 7, 0)


@clause("owh.completion.spells", "owh.death.stabilise")
def test_mend_saves_the_dying():
    friend = {"name": "friend", "side": "men", "at": [8, 8], "hp": 100}
    rules = {"fate.denial.enabled": 0}
    found = wizard("mend", {"spirit": 14}, friends=[friend], dice=[2, 5], party=[True, False], rules=rules)
    found.unit("friend").hp, found.unit("friend").down = 0, 1
    found.play("cast mend friend")
    assert (found.unit("friend").hp, found.unit("friend").down) == (21, 0)


@clause("owh.completion.spells", "owh.completion.rouse")
def test_mend_wakes():
    friend = {"name": "friend", "side": "men", "at": [8, 8]}
    found = wizard("mend", friends=[friend], dice=[1, 1])
    found.unit("friend").unconscious = 1
    found.play("cast mend friend")
    assert found.unit("friend").unconscious == 0


@clause("owh.completion.spells")
def test_mend_heals_no_enemy():
    assert not wizard("mend", orc={"hp_left": 9}).choices("cast")


@clause("owh.completion.spells")
@pytest.mark.parametrize(("strength", "chance"), [(14, 1 / 2), (10, 12 / 20), (34, 0.0)])
def test_entangle(strength, chance):
    odds = wizard("entangle", orc={"strength": strength}).odds("cast entangle orc", want="orc.rooted")
    assert odds[2] == exactly(chance)
    assert odds[0] == exactly(1 - chance)


@clause("owh.completion.spells")
@pytest.mark.parametrize(("spirit", "chance"), [(14, 1 / 2), (10, 12 / 20)])
def test_dread(spirit, chance):
    odds = wizard("dread", orc={"spirit": spirit}).odds("cast dread orc", want="orc.fear")
    assert odds[2] == exactly(chance)
    assert odds[0] == exactly(1 - chance)


@clause("owh.completion.spells")
def test_dread_does_not_calm():
    found = wizard("dread", dice=[1, 1])
    found.unit("orc").fear = 3
    found.play("cast dread orc")
    assert found.unit("orc").fear == 3


@clause("owh.completion.spells", "owh.completion.push")
def test_gust():
    found = sure("gust", {"at": [2, 2]}, {"at": [4, 4]}, dice=[19])
    found.play("cast gust orc")
    assert (found.unit("orc").hp, found.unit("orc").at) == (200, (7, 7))


@clause("owh.completion.spells", "owh.completion.push")
@pytest.mark.parametrize(("size", "may"), [(3, True), (4, False)])
def test_gust_moves_nothing_huge(size, may):
    assert bool(wizard("gust", orc={"size": size}).choices("cast")) is may


@clause("owh.completion.spells")
@pytest.mark.parametrize(("roll", "rounds"), [(19, 2), (20, 2), (1, 0)])
def test_flash(roll, rounds):
    found = sure("flash", dice=[roll])
    found.play("cast flash orc")
    orc = found.unit("orc")
    assert (orc.blind, orc.deafened, orc.hp) == (rounds, rounds, 200)


@clause("owh.completion.spells")
def test_flash_does_not_blind_the_naturally_blind():
    found = sure("flash", orc={"traits": ["naturally_blind"]}, dice=[19])
    found.play("cast flash orc")
    assert (found.unit("orc").blind, found.unit("orc").deafened) == (0, 2)


@clause("owh.completion.spells")
@pytest.mark.parametrize("spell", ["firebolt", "gust", "flash"])
def test_spells_are_ordinary_attacks_for_the_stunned_and_the_paralyzed(spell):
    found = wizard(spell, {"spirit": 18}, {"parry": 12})
    found.unit("orc").stunned = 1
    assert found.odds(f"cast {spell} orc", want="hit")[1] == exactly(1 - (2 / 5) ** 2)

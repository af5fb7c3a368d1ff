"""Shooting and throwing: range bands, base contact, cover, sight, loading."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.measures import PLENTY, damage, p_hit, verbs
from owh.scenes import duel, exactly, scene

FAR = {"size": (24, 12)}


def shot(weapon="longbow", distance=6, rules=None, orc=None, friends=(), map="", **man):
    """A man with shooting and agility +4, and an orc with Parry 13."""
    return duel(
        man={"weapons": [weapon], "shooting": 18, "agility": 18, **man},
        orc={"parry": 13, "hp": PLENTY, **(orc or {})},
        distance=distance,
        friends=friends,
        rules=rules,
        map=map,
        **({} if map else FAR),
    )


# --- the roll


@clause("owh.ranged.attack")
def test_shooting_is_what_counts():
    assert p_hit(shot(fighting=30, agility=30)) == exactly(11 / 20)


@clause("owh.ranged.thrown")
def test_agility_is_what_counts_for_thrown_weapons():
    scene = shot("throwing_knife", 3, orc={"parry": 12}, fighting=30, shooting=30)
    assert p_hit(scene) == exactly(3 / 5)


@clause("owh.ranged.range_bands", "owh.completion.weapons")
@pytest.mark.parametrize(
    ("weapon", "close", "medium", "long"),
    [
        ("throwing_knife", 2, 4, 6),
        ("javelin", 4, 7, 10),
        ("shortbow", 4, 8, 14),
        ("longbow", 5, 10, 18),
        ("crossbow", 5, 10, 16),
        ("pistol", 3, 6, 9),
    ],
)
def test_range_bands(weapon, close, medium, long):
    chances = {
        2: 319 / 400,
        close: 319 / 400,
        close + 1: 11 / 20,
        medium: 11 / 20,
        medium + 1: 121 / 400,
        long: 121 / 400,
    }
    for distance, chance in chances.items():
        assert p_hit(shot(weapon, distance)) == exactly(chance), distance
    assert "attack" not in verbs(shot(weapon, long + 1))


@clause("owh.ranged.range_bands")
@pytest.mark.parametrize(
    ("knob", "value", "distance", "chance"),
    [
        ("close_effect", 0, 5, 11 / 20),
        ("medium_effect", 1, 6, 319 / 400),
        ("medium_effect", -1, 6, 121 / 400),
        ("long_effect", 0, 11, 11 / 20),
    ],
)
def test_what_the_bands_do_can_be_set(knob, value, distance, chance):
    assert p_hit(shot(distance=distance, rules={f"ranged.range_bands.{knob}": value})) == exactly(chance)


@clause("owh.ranged.attack", "owh.completion.line_of_sight")
def test_no_shot_through_a_wall():
    wall = "\n".join("......#....." for _ in range(12))
    assert "attack" not in verbs(shot(distance=5, map=wall))


# --- base contact


@clause("owh.ranged.point_blank")
@pytest.mark.parametrize(("value", "chance"), [(1, 121 / 400), (0, 319 / 400)])
def test_disadvantage_in_contact(value, chance):
    assert p_hit(shot(distance=1, rules={"ranged.point_blank.disadvantage": value})) == exactly(chance)


@clause("owh.ranged.point_blank")
@pytest.mark.parametrize(("bonus", "mean"), [(None, 29.5), (9, 28.5)])
def test_ten_more_damage_in_contact(bonus, mean):
    rules = {} if bonus is None else {"ranged.point_blank.damage_bonus": bonus}
    assert damage(shot(distance=1, orc={"armour": 4}, rules=rules)) == (exactly(mean), mean - 3.5, mean + 3.5)


@clause("owh.ranged.point_blank")
@pytest.mark.parametrize("state", ["", "stunned", "paralyzed"])
def test_engaged_with_one_shooting_at_another(state):
    goblin = {"name": "goblin", "side": "orcs", "at": [3, 5]}
    scene = shot(distance=4, orc={"armour": 4}, friends=[goblin])
    if state:
        setattr(scene.unit("goblin"), state, 1)
    assert p_hit(scene) == exactly(121 / 400)
    assert damage(scene).mean == exactly(19.5)


@clause("owh.ranged.point_blank")
def test_nobody_is_engaged_with_the_fallen_or_with_friends():
    goblin = {"name": "goblin", "side": "orcs", "at": [3, 5]}
    scene = shot(distance=4, friends=[goblin, {"name": "friend", "side": "men", "at": [4, 4]}])
    scene.unit("goblin").unconscious = 1
    assert p_hit(scene) == exactly(319 / 400)


@clause("owh.ranged.point_blank")
def test_a_stunned_target_in_contact_cancels():
    scene = shot(distance=1, orc={"armour": 4})
    scene.unit("orc").stunned = 1
    assert p_hit(scene) == exactly(11 / 20)
    assert damage(scene).mean == exactly(29.5)


@clause("owh.ranged.point_blank")
def test_thrown_weapons_in_contact():
    scene = shot("throwing_knife", 1, strength=12)
    assert p_hit(scene) == exactly(121 / 400)
    assert damage(scene) == (exactly(12 + 2.5 + 10), 23, 26)


@clause("owh.ranged.point_blank", "owh.status.insane")
@pytest.mark.parametrize(("at", "chance"), [([11, 6], 121 / 400), ([11, 7], 319 / 400)])
def test_a_mad_archer_shooting_at_a_friend(at, chance):
    """Shooting +4 against Parry 13, so 10 or more: on both dice in contact, on either two cells away; a wall hides the man."""
    goblin = {"name": "goblin", "side": "orcs", "at": at, "parry": 13, "hp": PLENTY}
    mad = {"weapons": ["longbow"], "shooting": 18, "insane": True}
    walled = "\n".join(["........#..."] * 12)
    rules = {"turn.action_economy.standard_actions": 1}
    assert duel(orc=mad, distance=7, friends=[goblin], map=walled, rules=rules).odds("end_turn", want="hit")[
        1
    ] == exactly(chance)


# --- cover


def hedge(*cells, size=(12, 12)):
    """A map with cover in some cells."""
    return "\n".join("".join("c" if (x, y) in cells else "." for x in range(size[0])) for y in range(size[1]))


@clause("owh.cover", "owh.completion.terrain")
@pytest.mark.parametrize(
    ("cells", "chance"),
    [
        ([(10, 5)], 3 / 10),  # where the target stands
        ([(9, 5)], 3 / 10),  # the last cell before it
        ([(9, 5), (10, 5)], 3 / 10),  # once at most
        ([(8, 5)], 11 / 20),
        ([(4, 5), (5, 5)], 11 / 20),
    ],
)
def test_cover(cells, chance):
    assert p_hit(shot(map=hedge(*cells))) == exactly(chance)


@clause("owh.cover")
def test_what_cover_adds_can_be_set():
    scene = shot(map=hedge((9, 5)), rules={"cover.parry_bonus": 4})
    assert p_hit(scene) == exactly(7 / 20)


@clause("owh.cover")
def test_no_cover_in_contact_or_in_the_air_or_in_melee():
    in_contact = shot(distance=1, map=hedge((5, 5)))
    in_contact.unit("orc").stunned = 1
    assert p_hit(in_contact) == exactly(11 / 20)
    assert p_hit(shot(map=hedge((10, 5)), orc={"traits": ["flying"]})) == exactly(11 / 20)
    spear = duel(man={"weapons": ["spear"], "fighting": 18}, orc={"parry": 13}, distance=2, map=hedge((6, 5)))
    assert p_hit(spear) == exactly(11 / 20)


@clause("owh.cover")
def test_cover_helps_against_thrown_weapons_and_spells():
    assert p_hit(shot("javelin", 6, map=hedge((10, 5)))) == exactly(3 / 10)
    mage = shot(map=hedge((10, 5)), spells=["firebolt"], winds=10, spirit=18)
    assert p_hit(mage, "cast firebolt orc") == exactly(3 / 10)


# --- loading


@clause("owh.completion.reload")
@pytest.mark.parametrize("weapon", ["crossbow", "pistol"])
def test_some_weapons_must_be_loaded_again(weapon):
    table = shot(weapon, 6)
    table.dice = [2]
    assert "reload" not in verbs(table)
    table.play("attack orc")
    assert "attack" not in verbs(table)
    table.play("reload")
    assert table.unit("man").actions_left == 0 and table.unit("man").loaded[0] == 1


@clause("owh.completion.reload")
def test_what_loading_costs_can_be_set():
    table = shot("crossbow", 6, rules={"completion.reload.cost": 0})
    table.dice = [2, 2]
    table.play("attack orc", "reload")
    assert table.unit("man").actions_left == 1
    table.play("attack orc")
    table = shot("crossbow", 6, rules={"completion.reload.cost": 2})
    table.dice = [2]
    table.play("attack orc")
    assert "reload" not in verbs(table)


@clause("owh.completion.reload")
def test_bows_are_always_loaded():
    table = shot("longbow", 6)
    table.dice = [2]
    table.play("attack orc")
    assert "attack" in verbs(table) and "reload" not in verbs(table)


# --- sight


@clause("owh.completion.line_of_sight")
@pytest.mark.parametrize(
    ("distance", "traits", "sees"),
    [(2, [], False), (1, [], True), (2, ["low_light_vision"], True), (2, ["night_vision"], True)],
)
def test_sight_in_total_darkness(distance, traits, sees):
    table = duel(man={"weapons": ["longbow"], "traits": traits}, distance=distance, light=2)
    assert ("attack" in verbs(table)) == sees


@clause("owh.completion.line_of_sight")
@pytest.mark.parametrize("line", ["..#..", "..G..", "..L.."])
def test_walls_and_closed_gates_block_sight(line):
    table = across(line)
    assert "attack" not in verbs(table)


@clause("owh.completion.line_of_sight")
@pytest.mark.parametrize("line", [".....", "..O..", "..c..", "..w..", "..~.."])
def test_nothing_else_blocks_sight(line):
    table = across(line)
    assert "attack" in verbs(table)


def across(line):
    """An archer and an orc at the two ends of a row, one of three."""
    wide = len(line) + 2
    return scene(
        {"name": "man", "side": "men", "at": [0, 1], "weapons": ["longbow"]},
        {"name": "orc", "side": "orcs", "at": [wide - 1, 1], "weapons": ["sword"]},
        map="\n".join(["." * wide, f".{line}.", "." * wide]),
    )


@clause("owh.completion.line_of_sight")
def test_units_do_not_block_sight():
    between = [{"name": "goblin", "side": "orcs", "at": [7, 5]}, {"name": "friend", "side": "men", "at": [6, 5]}]
    assert "attack orc" in shot(friends=between).choices("attack ")


@clause("owh.completion.line_of_sight")
def test_the_line_is_the_same_both_ways():
    # from (0, 0) to (3, 1) the line goes over (1, 0) and (2, 1): a wall in one of them blocks both ways
    for wall in [(1, 0), (2, 1)]:
        assert not looks((0, 0), (3, 1), wall) and not looks((3, 1), (0, 0), wall)
    assert looks((0, 0), (3, 1), (1, 1)) and looks((0, 0), (3, 1), (2, 0))


@clause("owh.completion.line_of_sight")
def test_the_blind_see_nobody_so_that_one_may_hide_from_them():
    table = duel(distance=4)
    assert "hide" not in verbs(table)
    table.unit("orc").blind = 2
    assert "hide" in verbs(table)


@clause("owh.completion.line_of_sight")
@pytest.mark.parametrize(("at", "other"), [((0, 0), (2, 1)), ((2, 0), (0, 1)), ((0, 0), (1, 2)), ((1, 0), (0, 2))])
def test_a_line_between_two_cells_takes_one_of_them_whoever_looks(at, other):
    middle = [((at[0] + other[0]) // 2 + dx, (at[1] + other[1]) // 2 + dy) for dx, dy in halves(at, other)]
    blocked = []
    for wall in middle:
        both = [looks(at, other, wall), looks(other, at, wall)]
        assert both[0] == both[1]
        blocked.append(not both[0])
    assert sorted(blocked) == [False, True]


def halves(at, other):
    """Where the two cells in the middle of a line of an odd and an even stretch are."""
    return [(0, 0), (1, 0)] if (at[0] + other[0]) % 2 else [(0, 0), (0, 1)]


def looks(at, other, wall):
    """Whether an archer may shoot at an orc past a wall."""
    rows = [["#" if (x, y) == wall else "." for x in range(6)] for y in range(6)]
    table = scene(
        {"name": "man", "side": "men", "at": list(at), "weapons": ["longbow"]},
        {"name": "orc", "side": "orcs", "at": list(other)},
        map="\n".join(map("".join, rows)),
    )
    return "attack" in verbs(table)

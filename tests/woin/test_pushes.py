"""Pushes, and falls."""

from __future__ import annotations

import pytest
from fixtures import clause
from woin.scenes import exactly, scene
from woin.walks import place

from tactica.envs.rulesets.woin.board import STRIDE
from tactica.envs.rulesets.woin.rules.pushing import push_direction

HITS = [5, 5, 4]
SHOVE = "cast telekinetic_shove orc"


def shove(man, orc, *dice, levels=None, size=(8, 8), rules=None, walls=None, friends=(), **fields):
    """A man who can shove an orc two squares with the power of his mind; the dice come after those that hit."""
    cells = [
        {"flag": {"level": level}, "at": [list(cell) for cell in places]} for level, places in (levels or {}).items()
    ]
    cells += [{"flag": {name: 1}, "at": [list(cell) for cell in places]} for name, places in (walls or {}).items()]
    table = scene(
        {"name": "man", "side": "men", "at": list(man), "PSI": 6, "spells": ["telekinetic_shove"]},
        {
            "name": "orc", "side": "orcs", "at": list(orc), "weapons": ["longsword"], "ranged_defence": 10, "soak": 0,
            "jump_feet": 6, "leap_feet": 12, **fields,
        },
        *friends,
        size=size,
        cells=cells,
        dice=[*HITS, *dice],
        rules=rules,
    )  # fmt: skip
    table.play(SHOVE)
    return table


# --- which way


@pytest.mark.interpreted_only
@clause("woin.completion.push_direction")
@pytest.mark.parametrize(
    ("one", "other", "step"),
    [
        ((2, 2), (3, 2), (1, 0)),
        ((2, 2), (3, 3), (1, 1)),
        ((0, 0), (6, 1), (1, 0)),
        ((0, 0), (4, 2), (1, 1)),
        ((0, 0), (5, 2), (1, 0)),
        ((5, 5), (4, 5), (-1, 0)),
        ((5, 5), (4, 3), (-1, -1)),
        ((5, 5), (4, 2), (0, -1)),
        ((5, 5), (6, 8), (0, 1)),
        ((5, 5), (4, 6), (-1, 1)),
    ],
)
def test_direction_of_a_push(one, other, step):
    names = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
    found = push_direction(one[1] * STRIDE + one[0], other[1] * STRIDE + other[0])
    assert names[found] == step


@pytest.mark.interpreted_only
@clause("woin.completion.push_direction")
def test_there_is_no_direction_from_a_cell_to_itself():
    assert push_direction(5, 5) == -1


# --- how far


@clause("woin.called.push", "woin.completion.spell.telekinetic_shove")
def test_a_push_goes_straight_away():
    assert place(shove((1, 1), (2, 1)), "orc") == (4, 1)
    assert place(shove((1, 1), (2, 2)), "orc") == (4, 4)
    assert place(shove((1, 1), (5, 2)), "orc") == (7, 2)  # the edge of the map


@clause("woin.called.push", "woin.completion.doors_traps")
@pytest.mark.parametrize("solid", ["wall", "pillar", "chest", "door"])
def test_a_push_stops_before_what_is_solid(solid):
    assert place(shove((2, 2), (3, 2), walls={solid: [(5, 2)]}), "orc") == (4, 2)


@clause("woin.called.push", "woin.completion.occupancy")
@pytest.mark.parametrize("fields", [{"side": "men"}, {"side": "orcs"}, {"side": "orcs", "health_left": 0}])
def test_a_push_stops_before_anybody(fields):
    friends = [{"name": "boy", "at": [5, 2], **fields}]
    assert place(shove((2, 2), (3, 2), friends=friends), "orc") == (4, 2)


@clause("woin.completion.push_direction", "woin.move.corner")
def test_a_corner_ends_a_diagonal_push():
    assert place(shove((1, 1), (2, 2), walls={"wall": [(3, 2)]}), "orc") == (2, 2)
    assert place(shove((1, 1), (2, 2), walls={"low_wall": [(3, 2)]}), "orc") == (4, 4)
    assert place(shove((1, 1), (2, 2), walls={"chest": [(3, 2)]}), "orc") == (4, 4)


@clause("woin.called.push")
def test_terrain_does_not_matter():
    assert place(shove((1, 1), (2, 1), walls={"difficult": [(3, 1)], "deep_water": [(4, 1)]}), "orc") == (4, 1)


@clause("woin.called.push", "woin.move.jump")
def test_nobody_is_pushed_up_a_cliff():
    assert place(shove((1, 1), (2, 1), levels={1: [(3, 1), (4, 1)]}), "orc") == (4, 1)
    assert place(shove((1, 1), (2, 1), levels={2: [(4, 1)]}), "orc") == (3, 1)


@clause("woin.called.push")
def test_a_push_ends_holds():
    table = shove((1, 1), (2, 1))
    assert [event.kind for event in table.events].count("pushed") == 2
    held = scene(
        {"name": "man", "side": "men", "at": [1, 1], "PSI": 6, "spells": ["telekinetic_shove"]},
        {"name": "orc", "side": "orcs", "at": [2, 1], "ranged_defence": 3},
        {"name": "boy", "side": "men", "at": [2, 2]},
        dice=[5],
    )
    held.state.units[1].holder = 2
    held.state.units[1].restrained = 1
    held.refresh()
    held.play(SHOVE)
    assert place(held, "orc") == (4, 1) and held.unit("orc").restrained == 0 and held.unit("orc").holder == -1


@clause("woin.cover.positions", "woin.called.push")
def test_who_is_pushed_is_blocked_no_longer():
    table = scene(
        {"name": "man", "side": "men", "at": [1, 1], "PSI": 6, "spells": ["telekinetic_shove"]},
        {"name": "orc", "side": "orcs", "at": [2, 1]},
        cells=[{"flag": {"low_wall": 1}, "at": [[2, 2]]}],
        dice=HITS,
    )
    table.state.units[1].hunkered = 1
    table.refresh()
    table.play(SHOVE)
    assert table.unit("orc").hunkered == 0


@clause("woin.completion.doors_traps", "woin.called.push")
def test_who_is_pushed_into_a_trap_springs_it():
    table = shove((1, 1), (2, 1), 2, 3, walls={"trap": [(3, 1)]})
    orc = table.unit("orc")
    assert orc.health == orc.health_max - 5 and place(table, "orc") == (4, 1)


# --- falls


def fall(levels, *dice, **fields):
    """An orc that is pushed over the edge of a platform."""
    places = [(x, y) for x in range(3) for y in range(8)]
    return shove((1, 1), (2, 1), *dice, levels={levels: places}, **fields)


@clause("woin.move.fall_damage", "woin.called.push")
def test_a_fall_ends_the_push():
    table = fall(2, 4, 4, 4, 4)
    orc = table.unit("orc")
    assert place(table, "orc") == (3, 1) and orc.health == orc.health_max - 4 and orc.prone == 0
    assert (table.last("falls").amount, table.last("falls").extra) == (4, 10)


@clause("woin.move.fall_damage", "woin.move.jump")
def test_within_the_vertical_jump_nobody_falls():
    assert place(fall(1), "orc") == (4, 1)


@clause("woin.move.fall_damage")
@pytest.mark.parametrize(("levels", "count"), [(1, 0), (2, 1), (3, 1), (6, 3)])
def test_dice_of_a_fall(levels, count):
    table = fall(levels, *[2] * count, *([6, 6, 6] if levels else []), jump_feet=0, soak=8)
    orc = table.unit("orc")
    assert orc.health == orc.health_max - 2 * count


@clause("woin.move.fall_damage")
def test_what_a_fall_does_can_be_set():
    table = fall(6, *[2] * 6, 6, 6, 6, rules={"move.fall_damage.feet_per_die": 5})
    assert table.unit("orc").health == table.unit("orc").health_max - 12
    table = fall(4, 6, 2, 6, 6, 6, rules={"move.fall_damage.soak_applies": 1}, soak=5)
    assert table.unit("orc").health == table.unit("orc").health_max - 3
    table = fall(4, 6, 2, 6, 6, 6, rules={"move.fall_damage.soak_applies": 1}, soak=20)
    assert table.unit("orc").health == table.unit("orc").health_max - 1  # the six
    table = fall(
        4, 6, 2, 6, 6, 6, rules={"move.jump.feet_per_level": 10, "move.fall_damage.feet_per_die": 20}, jump_feet=0
    )
    assert table.last("falls").extra == 40


def p_prone(levels, rules=None, want="orc.prone", **fields):
    """The chance that a fall ends prone, or of something else."""
    places = [(x, y) for x in range(3) for y in range(8)]
    table = scene(
        {"name": "man", "side": "men", "at": [1, 1], "PSI": 6, "spells": ["telekinetic_shove"]},
        {
            "name": "orc", "side": "orcs", "at": [2, 1], "ranged_defence": 3, "jump_feet": 0, "health_max": 200, **fields,
        },
        size=(8, 8),
        cells=[{"flag": {"level": levels}, "at": [list(cell) for cell in places]}],
        rules=rules,
    )  # fmt: skip
    return table.odds(SHOVE, want=want).at_least(1)


@clause("woin.move.fall_prone")
def test_who_falls_may_land_on_its_feet():
    assert p_prone(2, agility=6) == exactly(0.375)
    assert p_prone(1, agility=6) == exactly(0.018519)
    assert p_prone(4, agility=6) == exactly(1)
    assert p_prone(4, agility=10, athletics_skill=1) == exactly(0.69483)
    assert p_prone(2, agility=6, want="success") == exactly(1 - 0.375)


@clause("woin.move.fall_prone")
def test_how_hard_landing_is_can_be_set():
    assert p_prone(2, agility=6, rules={"move.fall_prone.difficulty_per_foot": 0}) == 0
    assert p_prone(1, agility=6, rules={"move.fall_prone.difficulty_per_foot": 2}) == exactly(0.375)


@clause("woin.move.fall_prone")
def test_the_log_of_a_landing_that_fails():
    table = fall(2, 1, 3, 3, 3)
    assert (
        table.last("landed_badly").text
        == "orc does not land on its feet after falling 10 feet: rolls 9 (attribute dice 3)"
    )
    assert table.unit("orc").prone == 1


@clause("woin.move.fall_prone")
def test_who_is_felled_by_the_fall_is_not_tested():
    friend = {"name": "goblin", "side": "orcs", "at": [7, 7]}
    table = fall(2, 4, health_left=3, friends=[friend])
    assert table.unit("orc").down == 1


@clause("woin.move.fall_damage")
def test_the_chance_that_a_fall_fells():
    friend = {"name": "goblin", "side": "orcs", "at": [7, 7]}
    places = [[x, y] for x in range(3) for y in range(8)]
    table = scene(
        {"name": "man", "side": "men", "at": [1, 1], "PSI": 6, "spells": ["telekinetic_shove"]},
        {"name": "orc", "side": "orcs", "at": [2, 1], "ranged_defence": 3, "jump_feet": 0, "health_left": 7},
        friend,
        size=(8, 8),
        cells=[{"flag": {"level": 4}, "at": places}],
    )
    assert table.odds(SHOVE, want="orc.down").at_least(1) == exactly(7 / 12)


@clause("woin.move.primary")
def test_fliers_do_not_fall():
    assert place(fall(4, traits=["primary_fly"]), "orc") == (4, 1)

"""What lies between attacker and target: range, sight, cover, height, crossfire, flanks, melee, reach."""

from __future__ import annotations

import pytest
from fixtures import clause
from woin.measures import PLENTY, parts, rolled
from woin.scenes import duel, exactly, scene

SHOT = "attack orc shortbow normal"
MAN = {"agility": 6, "ranged_skill": 2, "weapons": ["shortbow"]}
ORC = {"health_max": PLENTY, "ranged_defence": 40, "melee_defence": 40}


def field(rows: int = 12, columns: int = 12, **marks: list[tuple[int, int]]) -> str:
    """A map with some characters: ``wall=[(2, 0)]``."""
    signs = {"wall": "#", "low": "=", "rubble": "r", "dark": "d", "smoke": "s"}
    board = [["."] * columns for _ in range(rows)]
    for name, cells in marks.items():
        for x, y in cells:
            board[y][x] = signs[name]
    return "\n".join("".join(row) for row in board)


def between(here, there, man=None, friends=(), dice=(), weapon="shortbow", **marks):
    """A man and an orc in two cells of a map, the man to act."""
    first = {"name": "man", "side": "men", "at": list(here), **MAN, **(man or {})}
    other = {"name": "orc", "side": "orcs", "at": list(there), **ORC}
    return scene(first, *friends, other, map=field(**marks), dice=dice)


def shot(*args, dice=5, **more):
    """How many dice a shot is rolled with."""
    table = between(*args, dice=[1] * dice, **more)
    table.play(SHOT)
    return rolled(table)[0]


# --- sight


@clause("woin.completion.line_of_sight", "woin.cover.los_distinction")
@pytest.mark.parametrize(
    ("there", "walls", "sees"),
    [
        ((4, 0), [(2, 0)], False),
        ((2, 2), [(1, 0)], True),
        ((2, 2), [(1, 0), (0, 1)], False),
        ((3, 1), [(2, 0)], True),
        ((3, 1), [(1, 0)], False),
        ((3, 1), [(2, 0), (1, 1)], False),
        ((4, 0), [], True),
    ],
)
def test_straight_lines_between_the_middles_both_ways(there, walls, sees):
    assert bool(between((0, 0), there, wall=walls).offers("attack orc shortbow")) is sees
    assert bool(between(there, (0, 0), wall=walls).offers("attack orc shortbow")) is sees


# --- cover


@clause("woin.completion.cover_geometry", "woin.cover.penalty")
@pytest.mark.parametrize(
    ("here", "marks", "dice"),
    [
        ((0, 0), {"low": [(3, 0)]}, 3),
        ((0, 0), {"low": [(1, 0)]}, 5),
        ((4, 4), {"low": [(3, 0)]}, 5),
        ((2, 0), {"low": [(3, 0)]}, 3),
        ((0, 0), {"rubble": [(4, 0)]}, 3),
        ((3, 0), {"low": [(3, 0)]}, 5),
        ((0, 0), {}, 5),
    ],
)
def test_terrain_cover_is_next_to_the_target_and_on_the_line(here, marks, dice):
    assert shot(here, (4, 0), dice=dice, **marks) == dice


@clause("woin.completion.cover_geometry", "woin.completion.doors_traps", "woin.completion.terrain_table")
@pytest.mark.parametrize(
    ("flags", "dice"),
    [({"rubble": 1}, 3), ({"rubble": 1, "trap": 2}, 3), ({"rubble": 1, "difficult": 1}, 3), ({"trap": 2}, 5)],
)
def test_rubble_gives_cover_whatever_else_its_cell_has(flags, dice):
    table = duel(man=MAN, orc=ORC, distance=4, cells=[{"flag": flags, "at": [[8, 5]]}], dice=[1] * dice)
    table.play(SHOT)
    assert rolled(table) == [dice]


@clause("woin.cover.penalty", "woin.completion.cover_type")
def test_melee_reaches_round_cover():
    table = between((3, 0), (4, 0), man={"melee_skill": 2, "weapons": ["longsword"]}, rubble=[(4, 0)], dice=[1] * 5)
    table.play("attack orc longsword normal")
    assert rolled(table) == [5]


@clause("woin.modifier.darkness")
@pytest.mark.parametrize(
    ("man", "marks", "dice"),
    [
        ({}, {"dark": [(4, 0)]}, 3),
        ({"traits": ["darkvision"]}, {"dark": [(4, 0)]}, 5),
        ({}, {"dark": [(0, 0)]}, 5),
        ({}, {"smoke": [(2, 0)]}, 3),
        ({"traits": ["darkvision"]}, {"smoke": [(4, 0)]}, 3),
    ],
)
def test_darkness_where_the_target_is_and_smoke_on_the_line(man, marks, dice):
    assert shot((0, 0), (4, 0), man=man, dice=dice, **marks) == dice


@clause("woin.modifier.darkness")
def test_melee_suffers_from_darkness_too():
    table = between((3, 0), (4, 0), man={"melee_skill": 2, "weapons": ["longsword"]}, dark=[(4, 0)], dice=[1] * 3)
    table.play("attack orc longsword normal")
    assert rolled(table) == [3]


@clause("woin.modifier.into_melee", "woin.completion.cover_type")
@pytest.mark.parametrize(
    ("friend", "marks", "dice"), [([5, 0], {}, 3), ([5, 0], {"low": [(3, 0)]}, 3), ([8, 8], {}, 5)]
)
def test_shooting_into_melee_counts_as_cover_and_cover_counts_once(friend, marks, dice):
    ally = {"name": "ally", "side": "men", "at": friend, "intuition": 1}
    assert shot((0, 0), (4, 0), friends=[ally], dice=dice, **marks) == dice


@clause("woin.modifier.into_melee")
def test_the_shooter_itself_does_not_engage():
    assert shot((3, 0), (4, 0)) == 5


@clause("woin.completion.status.blinded")
def test_the_blinded_lose_two_dice():
    table = between((0, 0), (4, 0), dice=[1] * 3)
    table.unit("man").blinded = 2
    table.play(SHOT)
    assert rolled(table) == [3]


# --- range


@clause("woin.range.increment", "woin.range.max")
@pytest.mark.parametrize(
    ("weapon", "distance", "lost"),
    [
        ("longbow", 6, 0),
        ("longbow", 7, 1),
        ("longbow", 12, 1),
        ("longbow", 13, 2),
        ("javelin", 9, 4),
        ("shortbow", 9, 2),
        ("javelin", 11, None),
    ],
)
def test_each_further_increment_takes_a_die(weapon, distance, lost):
    man = {**MAN, "weapons": [weapon]}
    table = duel(
        man=man, orc=ORC, distance=distance, size=(20, 12), dice=[1] * (5 - (lost or 0)) if lost is not None else []
    )
    assert bool(table.offers(f"attack orc {weapon}")) is (lost is not None)
    if lost is not None:
        table.play(f"attack orc {weapon} normal")
        assert rolled(table) == [5 - lost]


# --- height


@clause("woin.height.bonus")
@pytest.mark.parametrize(("weapon", "level", "bonus"), [("longsword", 1, 1), ("shortbow", 1, 0), ("shortbow", 2, 1)])
def test_higher_ground(weapon, level, bonus):
    cells = [{"flag": {"level": level}, "at": [[4, 5]]}]
    man = {"melee_skill": 2, "ranged_skill": 2, "weapons": [weapon], "reach": 1}
    table = duel(man=man, orc=ORC, cells=cells, dice=[1] * (5 + bonus))
    table.play(f"attack orc {weapon} normal")
    assert rolled(table) == [5 + bonus]


@clause("woin.height.bonus")
def test_being_lower_costs_nothing():
    table = duel(man={"melee_skill": 2}, orc=ORC, cells=[{"flag": {"level": 1}, "at": [[5, 5]]}], dice=[1] * 5)
    table.play("attack orc longsword normal")
    assert rolled(table) == [5]


# --- prone


@clause("woin.modifier.prone", "woin.position.five_effects", "woin.attack.step2_positional")
@pytest.mark.parametrize(("weapon", "distance", "chance"), [("longsword", 1, 0.903528), ("shortbow", 3, 0.375)])
def test_prone_targets(weapon, distance, chance):
    man = {"melee_skill": 1, "ranged_skill": 1, "weapons": [weapon]}
    orc = {"health_max": PLENTY, "melee_defence": 16, "ranged_defence": 12, "prone": True}
    table = duel(man=man, orc=orc, distance=distance)
    assert table.odds(f"attack orc {weapon} normal", want="hit").at_least(1) == exactly(chance)


@clause("woin.modifier.prone")
def test_prone_adds_to_cover():
    table = between((0, 0), (4, 0), low=[(3, 0)], dice=[1] * 2)
    table.unit("orc").prone = 1
    table.play(SHOT)
    assert rolled(table) == [2]


# --- crossfire and flank


@clause("woin.crossfire.condition", "woin.crossfire.bonus")
@pytest.mark.parametrize(
    ("shooter", "allies", "bonus"),
    [
        ((5, 1), [(9, 5)], 1),
        ((5, 1), [(9, 4)], 0),
        ((5, 1), [(9, 6)], 1),
        ((5, 1), [(9, 5), (5, 9), (1, 5)], 3),
        ((5, 1), [(9, 5), (5, 9)], 2),
        ((9, 1), [(5, 1), (9, 9)], 1),
        ((5, 1), [(9, 1), (9, 9)], 1),
        ((5, 1), [(6, 1), (4, 1)], 0),
    ],
)
def test_attackers_at_right_angles_make_a_crossfire(shooter, allies, bonus):
    friends = [
        {"name": f"ally{k}", "side": "men", "at": list(at), **MAN, "intuition": 1} for k, at in enumerate(allies)
    ]
    order = [6, 6, 6, *range(len(friends), 0, -1), 2, 2, 6]
    man = {"name": "man", "side": "men", "at": list(shooter), **MAN}
    orc = {"name": "orc", "side": "orcs", "at": [5, 5], **ORC}
    table = scene(man, *friends, orc, order=order, dice=[1] * (5 + bonus))
    table.play(SHOT)
    assert rolled(table) == [5 + bonus] and sum(parts(table, "crossfire")) == bonus


@clause("woin.crossfire.condition")
def test_with_a_sword_nobody_makes_one():
    ally = {"name": "ally", "side": "men", "at": [9, 6], "weapons": ["longsword"], "intuition": 1}
    table = scene(
        {"name": "man", "side": "men", "at": [5, 1], **MAN},
        ally,
        {"name": "orc", "side": "orcs", "at": [5, 5], **ORC},
        order=[6, 6, 6, 1, 2, 2, 2],
        dice=[1] * 5,
    )
    table.play(SHOT)
    assert rolled(table) == [5]


@clause("woin.crossfire.condition", "woin.attack.option_gate")
@pytest.mark.parametrize(
    ("spell", "orc", "bonus"),
    [
        ("telekinetic_shove", {}, 1),
        ("telekinetic_shove", {"immunities": ["push"]}, 0),
        ("fear", {}, 1),
        ("fear", {"immunities": ["afraid"]}, 0),
        ("entangle", {"immunities": ["grab"]}, 0),
        ("firebolt", {"immunities": ["psychic"]}, 1),
        ("firebolt", {"immunities": ["fire"]}, 0),
        ("flame_burst", {}, 1),
        ("flame_burst", {"immunities": ["fire"]}, 0),
        ("mind_spike", {"immunities": ["fire"]}, 1),
        ("mind_spike", {"immunities": ["psychic"]}, 0),
        ("mind_lance", {"immunities": ["psychic"]}, 0),
        ("mend", {}, 0),
    ],
)
def test_a_caster_counts_if_its_spell_could_do_anything_to_the_target(spell, orc, bonus):
    ally = {"name": "ally", "side": "men", "at": [9, 5], "MAG": 6, "PSI": 6, "spells": [spell], "intuition": 1}
    table = scene(
        {"name": "man", "side": "men", "at": [5, 1], **MAN},
        ally,
        {"name": "orc", "side": "orcs", "at": [5, 5], **ORC, **orc},
        order=[6, 6, 6, 1, 2, 2, 2],
        dice=[1] * (5 + bonus),
    )
    table.play(SHOT)
    assert rolled(table) == [5 + bonus]


@clause("woin.crossfire.condition", "woin.completion.down_and_dying")
@pytest.mark.parametrize(
    ("spell", "immunities", "bonus"),
    [("firebolt", [], 1), ("firebolt", ["fire"], 0), ("fear", [], 0), ("flame_burst", [], 0)],
)
def test_against_who_is_down_only_a_spell_that_could_hurt_it_counts(spell, immunities, bonus):
    ally = {"name": "ally", "side": "men", "at": [9, 5], "MAG": 6, "spells": [spell], "intuition": 1}
    table = scene(
        {"name": "man", "side": "men", "at": [5, 1], **MAN},
        ally,
        {"name": "orc", "side": "orcs", "at": [5, 5], **ORC, "health_left": 0, "immunities": immunities},
        {"name": "other", "side": "orcs", "at": [11, 11], "intuition": 1},
        order=[6, 6, 6, 1, 2, 2, 2, 1, 5, 2],
        dice=[1] * (4 + bonus),
    )
    table.play(SHOT)  # five dice, one of which the orc takes by lying
    assert rolled(table) == [4 + bonus]


@clause("woin.flank")
@pytest.mark.parametrize(
    ("man", "ally", "reach", "bonus"),
    [
        ((4, 5), (6, 5), 1, 1),
        ((4, 4), (6, 6), 1, 1),
        ((4, 5), (6, 6), 1, 0),
        ((4, 5), (7, 5), 2, 1),
        ((4, 5), (7, 5), 1, 0),
    ],
)
def test_two_exactly_opposite_flank(man, ally, reach, bonus):
    one = {"name": "man", "side": "men", "at": list(man), "melee_skill": 2, "weapons": ["longsword"]}
    two = {"name": "ally", "side": "men", "at": list(ally), "weapons": ["longsword"], "reach": reach, "intuition": 1}
    table = scene(
        one,
        two,
        {"name": "orc", "side": "orcs", "at": [5, 5], **ORC},
        order=[6, 6, 6, 1, 2, 2, 2],
        dice=[1] * (5 + bonus),
    )
    table.play("attack orc longsword normal")
    assert rolled(table) == [5 + bonus]


# --- reach, and what a thrown weapon is


@clause("woin.completion.melee_reach", "woin.attack.types")
@pytest.mark.parametrize(
    ("weapon", "distance", "level", "is_open"),
    [
        ("longsword", 1, 0, True),
        ("longsword", 2, 0, False),
        ("spear", 2, 0, True),
        ("longsword", 1, 2, False),
        ("longsword", 1, 1, True),
        ("unarmed", 2, 0, False),
    ],
)
def test_melee_needs_reach_and_a_level_near_enough(weapon, distance, level, is_open):
    cells = [{"flag": {"level": level}, "at": [[4, 5]]}] if level else []
    table = duel(man={"weapons": [weapon] if weapon != "unarmed" else []}, orc=ORC, distance=distance, cells=cells)
    assert bool(table.offers(f"attack orc {weapon}")) is is_open


@clause("woin.completion.melee_reach")
def test_past_one_wall_a_diagonal_neighbour_is_within_reach():
    man = {"weapons": ["longsword"]}
    assert between((3, 3), (4, 4), man=man, wall=[(4, 3)]).offers("attack orc longsword")
    assert not between((3, 3), (4, 4), man=man, wall=[(4, 3), (3, 4)]).offers("attack orc longsword")


@clause("woin.attack.types")
@pytest.mark.parametrize(("distance", "dice"), [(1, 4), (2, 5)])
def test_a_javelin_strikes_at_hand_and_flies_beyond(distance, dice):
    man = {"melee_skill": 1, "ranged_skill": 2, "weapons": ["javelin"]}
    table = duel(man=man, orc=ORC, distance=distance, dice=[1] * dice)
    table.play("attack orc javelin normal")
    assert rolled(table) == [dice] and table.unit("man").loaded[0] == (3 if distance == 1 else 2)


@clause("woin.attack.types", "woin.completion.melee_reach")
@pytest.mark.parametrize(("levels", "dice", "left"), [(1, 5, 3), (2, 6, 2)])
def test_a_javelin_is_thrown_at_a_neighbour_too_far_below_to_strike(levels, dice, left):
    """Four dice with the javelin in hand, five when it is thrown, and one for higher ground."""
    man = {"melee_skill": 1, "ranged_skill": 2, "weapons": ["javelin"], "rank": 8}
    heights = [{"flag": {"level": levels}, "area": [0, 0, 4, 11]}]
    table = duel(man=man, orc=ORC, cells=heights, dice=[1] * dice)
    table.play("attack orc javelin normal")
    assert rolled(table) == [dice] and table.unit("man").loaded[0] == left


@clause("woin.completion.status.afraid", "woin.completion.status.restrained")
@pytest.mark.parametrize("field_name", ["afraid", "restrained"])
def test_conditions_take_a_die(field_name):
    table = duel(man={"melee_skill": 2}, orc=ORC, dice=[1] * 4)
    setattr(table.unit("man"), field_name, 1)
    table.play("attack orc longsword normal")
    assert rolled(table) == [4]

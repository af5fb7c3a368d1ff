"""The battlefield: coordinates, bases, poses, distances; who goes first; command groups; how much there can be."""

from __future__ import annotations

import itertools
import re

import pytest
from fixtures import clause, table
from tow.scenes import Ground, battle, block, cell, duel, fray, regiment, verbs

from tactica.envs.rulesets.tow.board import gap_squared
from tactica.envs.rulesets.tow.rules.bodies import bounds, fits, full_rect, is_in_unit, model_rect, rect_gap, unit_gap
from tactica.envs.scenario import ScenarioError

TABLE, BASES = "x.setup.table", "x.setup.base_to_cells"
FIRST = "x.setup.first_turn.fixed_first_side"
MEN = regiment("men", at=(5, 6))
ORCS = regiment("orcs", at=(9, 2), facing="south", models=5)


def size_of(rules=None, **board):
    """Width and height of the table of a battle."""
    s = Ground(MEN, ORCS, rules=rules, board=board).s
    return int(s.board_width), int(s.board_height)


def model_cells(ground, model):
    """The cells of the base of one of the men."""
    return set(block(*(int(number) for number in ground.ask(model_rect, "men", model))))


# --- the table


@clause("tow.x.setup.table")
def test_the_usual_table():
    assert size_of() == (36, 24)


@clause("tow.x.setup.table")
@pytest.mark.parametrize(("rules", "size"), [({f"{TABLE}.width": 40}, (40, 24)), ({f"{TABLE}.height": 30}, (36, 30))])
def test_the_usual_size_can_be_set(rules, size):
    assert size_of(rules) == size


@clause("tow.x.setup.table")
@pytest.mark.parametrize(("size", "fine"), [
    ([12, 12], True), ([72, 72], True), ([73, 24], False), ([36, 73], False), ([11, 24], False), ([36, 11], False),
])  # fmt: skip
def test_a_table_is_12_to_72_inches_each_way(size, fine):
    if fine:
        assert size_of(size=size) == tuple(size)
    else:
        with pytest.raises(ScenarioError, match=r"table of|size"):
            size_of(size=size)


@pytest.mark.interpreted_only
@clause("tow.x.setup.table")
@pytest.mark.parametrize(("facing", "right", "back"), [
    ("north", (1, 0), (0, 1)), ("east", (0, 1), (-1, 0)), ("south", (-1, 0), (0, -1)), ("west", (0, -1), (1, 0)),
])  # fmt: skip
def test_x_grows_to_the_east_and_y_to_the_south(facing, right, back):
    """The second model stands to the right of the first, the third behind it."""
    ground = Ground(regiment(at=(12, 12), facing=facing, models=4, files=2))
    assert model_cells(ground, 0) == {(12, 12)}
    assert model_cells(ground, 1) == {(12 + right[0], 12 + right[1])}
    assert model_cells(ground, 2) == {(12 + back[0], 12 + back[1])}


@pytest.mark.interpreted_only
@clause("tow.x.setup.table")
def test_a_footprint_lies_wholly_on_the_table():
    """A unit of four ranks fits in the last four rows and not one lower, nor one further west."""
    ground = Ground(regiment(at=(0, 20)))
    assert ground.ask(fits, "men", cell(0, 20), 0, 5)
    assert not ground.ask(fits, "men", cell(0, 21), 0, 5)
    assert not ground.ask(fits, "men", cell(32, 10), 0, 5)
    with pytest.raises(ScenarioError, match="off the"):
        Ground(regiment(at=(0, 21)))


# --- bases


def base(width, depth, rules=None):
    """Cells of a base by its millimetres."""
    orc = regiment("orcs", at=(30, 12), models=1)
    men = Ground(regiment(models=1, base_mm=[width, depth]), orc, rules=rules).unit("men")
    return int(men.base_width), int(men.base_depth)


@clause("tow.x.setup.base_to_cells", "tow.profile.base_size")
@pytest.mark.parametrize(("mm", "cells"), [
    (20, 1), (25, 1), (30, 1), (38, 1), (40, 2), (50, 2), (60, 2), (75, 3), (100, 4), (150, 6), (1, 1), (12, 1), (39, 2),
])  # fmt: skip
def test_a_base_takes_the_nearest_number_of_cells(mm, cells):
    assert base(mm, mm) == (cells, cells)


@clause("tow.profile.base_size")
@pytest.mark.parametrize(
    ("mm", "cells"), [((25, 25), (1, 1)), ((30, 60), (1, 2)), ((40, 40), (2, 2)), ((60, 30), (2, 1))]
)
def test_width_and_depth_of_a_base(mm, cells):
    assert base(*mm) == cells


@clause("tow.x.setup.base_to_cells")
@pytest.mark.parametrize(
    ("tenths", "mm", "cells"), [(500, 75, 2), (500, 70, 1), (200, 30, 2), (255, 38, 1), (253, 38, 2)]
)
def test_how_long_a_cell_is_can_be_set(tenths, mm, cells):
    """Tenths of a millimetre; 38 mm are just less than one and a half inches of 25.4, and just more of 25.3."""
    assert base(mm, mm, {f"{BASES}.mm_per_cell_tenths": tenths}) == (cells, cells)


@clause("tow.x.setup.base_to_cells")
def test_the_least_base_can_be_set():
    assert base(25, 60, {f"{BASES}.min_cells": 2}) == (2, 2)
    assert base(25, 75, {f"{BASES}.min_cells": 2}) == (2, 3)


@clause("tow.x.setup.base_to_cells")
@pytest.mark.parametrize(("tenths", "cells"), [(160, 6), (2540, 1)])
@pytest.mark.parametrize("least", [1, 6])
def test_the_largest_base_of_the_lists_fits_at_the_ends_of_both_numbers(tenths, cells, least):
    """100 mm are 6.25 cells of 16 mm, and 0.4 of 254 mm; a base has 6 cells at most."""
    found = base(100, 100, {f"{BASES}.mm_per_cell_tenths": tenths, f"{BASES}.min_cells": least})
    assert found == (max(cells, least),) * 2


@clause("tow.x.setup.base_to_cells", "tow.formation.ranks")
@pytest.mark.parametrize(
    ("address", "value"),
    [(f"{BASES}.mm_per_cell_tenths", 159), (f"{BASES}.min_cells", 0), (f"{BASES}.min_cells", 7),
     ("formation.ranks.max_files", 0)],
)  # fmt: skip
def test_numbers_that_no_unit_could_stand_by_are_refused(address, value):
    with pytest.raises(ScenarioError, match=rf"{re.escape(address)}.* allowed: "):
        base(25, 25, {address: value})


# --- poses


@pytest.mark.interpreted_only
@clause("tow.x.setup.pose")
@pytest.mark.parametrize(("men", "rectangle", "front"), [
    ({"models": 10, "at": (20, 5), "facing": "east"}, (19, 5, 2, 5), block(20, 5, 1, 5)),
    ({"models": 10, "at": (5, 20), "facing": "west"}, (5, 16, 2, 5), block(5, 16, 1, 5)),
    ({"models": 6, "files": 6, "base_mm": [30, 60], "at": (10, 10)}, (10, 10, 6, 2), block(10, 10, 6, 2)),
    ({"models": 8, "files": 4, "base_mm": [40, 40], "at": (10, 10), "facing": "south"}, (3, 7, 8, 4), block(3, 9, 8, 2)),
])  # fmt: skip
def test_the_rectangle_of_a_pose(men, rectangle, front):
    ground = Ground(regiment(**men))
    assert ground.ask(bounds, "men") == rectangle == ground.ask(full_rect, "men")
    files = int(ground.unit("men").files)
    assert set().union(*(model_cells(ground, model) for model in range(files))) == set(front)
    covered = {at for at in block(0, 0, 36, 24) if ground.ask(is_in_unit, "men", *at)}
    assert covered == set(block(*rectangle))


@pytest.mark.interpreted_only
@clause("tow.x.setup.pose")
@pytest.mark.parametrize(("facing", "cells"), [
    ("north", [(10, 10), (12, 10), (10, 13), (12, 13), (10, 16)]), ("south", [(9, 8), (7, 8), (9, 5), (7, 5), (9, 2)]),
])  # fmt: skip
def test_models_are_numbered_by_file_and_rank(facing, cells):
    """Five models on bases of 2 by 3 cells in two files: the north-western cell of each."""
    corner = (10, 10)
    ground = Ground(regiment(at=corner, facing=facing, models=5, files=2, base_mm=[50, 75]))
    assert [tuple(int(n) for n in ground.ask(model_rect, "men", m)) for m in range(5)] == [(*at, 2, 3) for at in cells]


# --- distances


def gap(one, other):
    """The square of the gap between two cells."""
    ground = Ground(regiment(at=one, models=1), regiment("orcs", at=other, models=1))
    found = int(ground.ask(unit_gap, "men", "orcs"))
    assert found == int(ground.ask(rect_gap, *one, 1, 1, "orcs")) == gap_squared(*one, 1, 1, *other, 1, 1)
    return found


@pytest.mark.interpreted_only
@clause("tow.x.setup.distance")
@pytest.mark.parametrize(("one", "other", "squared"), [
    ((10, 10), (10, 5), 16), ((10, 10), (16, 6), 34), ((10, 10), (11, 11), 0), ((10, 10), (14, 15), 25), ((10, 10), (11, 10), 0),
    ((10, 10), (12, 10), 1), ((10, 10), (12, 12), 2),
])  # fmt: skip
def test_the_gap_is_measured_between_the_nearest_edges(one, other, squared):
    assert gap(one, other) == gap(other, one) == squared


@pytest.mark.interpreted_only
@clause("tow.x.setup.distance")
@pytest.mark.parametrize(("range_inches", "reached"), [(6, True), (5, False)])
def test_a_range_is_reached_by_whole_numbers(range_inches, reached):
    """The square of the gap is 34."""
    assert (gap((10, 10), (16, 6)) <= range_inches**2) is reached


@clause("tow.x.setup.distance", "tow.x.weapons.table")
@pytest.mark.parametrize(
    ("at", "may"), [((20, 6), True), ((20, 5), True), ((19, 1), True), ((20, 4), False), ((21, 6), False)]
)
def test_a_throw_of_nine_inches(at, may):
    """From (10, 6): squares of 9 and 0 inches, and of 8 and 4, are no more than 81; those of 9 and 1 are."""
    thrower = regiment("men", at=(10, 6), facing="east", models=1, missile="throwing_axe")
    scene = battle(thrower, regiment("orcs", at=at, models=1, facing="west"))
    while scene.decider == "men" and scene.prompt != "shoot":
        scene.play("pass")
    assert (scene.decider == "men") is may


@pytest.mark.interpreted_only
@clause("tow.x.setup.distance")
def test_units_are_measured_by_their_nearest_cells():
    """The empty place of a short rank does not count: from (15, 13) the nearest man stands at (12, 13)."""
    ground = Ground(regiment(at=(10, 10), models=18), regiment("orcs", at=(15, 14), models=1))
    assert ground.ask(unit_gap, "men", "orcs") == 1
    ground = Ground(regiment(at=(10, 10), models=18), regiment("orcs", at=(14, 15), models=1))
    assert ground.ask(unit_gap, "men", "orcs") == 2
    ground = Ground(regiment(at=(10, 10), models=20), regiment("orcs", at=(14, 14), models=1))
    assert ground.ask(unit_gap, "men", "orcs") == 0


# --- deployment by the scenario


@clause("tow.x.setup.deployment")
def test_units_stand_where_the_scenario_puts_them():
    scene = battle(regiment(at=(10, 16), facing="east", models=12, files=4), ORCS)
    men = scene.unit("men")
    assert (men.at, men.facing, men.files, men.models) == ((10, 16), 2, 4, 12)
    assert "deployed" not in {event.kind for event in scene.events}


# --- who goes first


def first_side(dice=(), rules=None):
    """The side that has the first turn."""
    return table(MEN, ORCS, ruleset="tow", rules=rules, dice=dice, board={"size": [36, 24]}).last("first_side").amount


@clause("tow.x.setup.first_turn")
def test_the_higher_die_goes_first_and_ties_are_rolled_again():
    """Of 36 pairs of faces 15 are for each side, 6 are ties, after which a 5 beats a 2."""
    wins = {0: 0, 1: 0}
    ties = 0
    for one, other in itertools.product(range(1, 7), repeat=2):
        if one == other:
            ties += 1
            assert first_side([one, other, 5, 2]) == 0
        else:
            side = first_side([one, other])
            assert side == (0 if one > other else 1)
            wins[side] += 1
    assert (wins[0], wins[1], ties) == (15, 15, 6), "even chances; a tie in one roll of six"


@clause("tow.x.setup.first_turn")
@pytest.mark.parametrize("side", [0, 1])
def test_the_scenario_may_say_who_goes_first(side):
    assert first_side(rules={FIRST: side}) == side


# --- the command group


def attacks(scene, who="men"):
    """How many attacks a unit makes in its next round."""
    scene.dice = None
    return [event.amount for event in scene.play("pass") if event.kind == "strikes" and event.who == who]


@clause("tow.x.setup.command_group")
@pytest.mark.parametrize(("champion", "rules", "expected"), [
    (True, {}, 6), (False, {}, 5), (True, {"x.setup.command_group.champion_extra_attacks": 3}, 8),
])  # fmt: skip
def test_a_champion_has_one_more_attack(champion, rules, expected):
    """Five in one rank who strike first; nobody is behind them."""
    men = {"models": 5, "initiative": 9, "champion": champion}
    assert attacks(fray(men, {"models": 5, "traits": ["unbreakable"]}, rules=rules)) == [expected]


@clause("tow.x.setup.command_group")
def test_a_champion_that_does_not_fight_has_no_attack():
    """Horsemen have no supporters: where two of four fall before they strike, two stand in the second rank and do not."""
    men = {"models": 4, "files": 2, "troop_type": "light_cavalry", "champion": True, "traits": ["unbreakable"]}
    orcs = {"models": 2, "files": 2, "initiative": 10, "traits": ["unbreakable"]}
    found = fray(men, orcs).odds("pass", want=["men.models", "strikes by men"], answers={"after": "restrain"})
    strikes = {models: {value[1] for value in found if value[0] == models} for models in (2, 3, 4)}
    assert strikes == {2: {0}, 3: {1}, 4: {1}}


@clause("tow.x.setup.command_group", "tow.x.strategy.rally")
@pytest.mark.parametrize(("musician", "rules", "ways"), [
    (True, {}, 26), (False, {}, 21), (True, {"x.setup.command_group.musician_rally_bonus": 2}, 30),
])  # fmt: skip
def test_a_musician_helps_to_rally(musician, rules, ways):
    """Leadership 7, or 8, or 9: of 36 pairs of faces so many rally."""
    rallied = 0
    for faces in itertools.product(range(1, 7), repeat=2):
        scene = duel(men={"fleeing": True, "musician": musician}, gap=3, rules=rules, dice=[*faces, 1, 1], friends=[
            regiment("scout", "men", (35, 23), "south", models=1)], skip_forced=True)  # fmt: skip
        rallied += bool({"rallied"} & {event.kind for event in scene.events})
        scene.dice = []
    assert rallied == ways


# --- how much there can be


@clause("tow.x.setup.caps")
@pytest.mark.parametrize(("models", "fine"), [(61, False), (60, True)])
def test_a_unit_has_sixty_models_at_most(models, fine):
    if fine:
        assert Ground(regiment(models=60, files=10)).unit("men").models == 60
    else:
        with pytest.raises(ScenarioError, match="models"):
            Ground(regiment(models=models, files=10))


@clause("tow.x.setup.caps")
@pytest.mark.parametrize(("units", "fine"), [(8, True), (9, False)])
def test_a_side_has_eight_units_at_most(units, fine):
    many = [regiment(f"men{i}", "men", (i, 20), models=1) for i in range(units)]
    if fine:
        assert Ground(*many, ORCS).s.unit_count == 9
    else:
        with pytest.raises(ScenarioError, match="units"):
            Ground(*many, ORCS)


@clause("tow.x.setup.caps", "tow.formation.ranks")
def test_a_unit_has_twelve_files_at_most():
    assert verbs(battle(regiment(at=(5, 6), models=24, files=12), ORCS))
    with pytest.raises(ScenarioError, match="files"):
        Ground(regiment(models=26, files=13))

"""Regiments in ranks: how they are formed, the rank bonus and what takes it away, the marching column."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import SIZE, Ground, battle, block, cell, land, regiment

from tactica.envs.rulesets.tow.rules.bodies import bounds, fits, full_rect, is_in_unit, model_rect, short_rect
from tactica.envs.rulesets.tow.rules.formation import is_column, is_wider_than_deep, rank_bonus, ranks_of
from tactica.envs.scenario import ScenarioError

pytestmark = pytest.mark.interpreted_only  # asks kernels of the rules by hand

WIDER = "formation.wider_than_deep.min_files_minus_ranks"
ALIGN = "casualties.back_rank.last_rank_align"


def formed(models, files, rules=None, troop_type="regular_infantry", **more):
    """Men alone on the table."""
    return Ground(regiment(at=(10, 10), models=models, files=files, troop_type=troop_type, **more), rules=rules)


def covered(ground, name="men"):
    """The cells a regiment covers, asked cell by cell."""
    return {(x, y) for y in range(SIZE[1]) for x in range(SIZE[0]) if ground.ask(is_in_unit, name, x, y)}


def ranks(ground, name="men"):
    """How many models stand in each rank of a regiment that looks north, front first."""
    depth = int(ground.unit(name).base_depth)
    rows = [int(ground.ask(model_rect, name, model)[1]) for model in range(int(ground.unit(name).models))]
    first = min(rows)
    assert all((row - first) % depth == 0 for row in rows)
    return [rows.count(row) for row in range(first, max(rows) + 1, depth)]


def bonus(troop_type, models, files, rules=None, **more):
    """The rank bonus of men who stand alone in the open."""
    return formed(models, files, rules, troop_type, **more).ask(rank_bonus, "men")


# --- ranks


@clause("tow.formation.ranks")
@pytest.mark.parametrize(("models", "files", "expected"), [
    (20, 5, [5, 5, 5, 5]), (23, 5, [5, 5, 5, 5, 3]), (11, 6, [6, 5]), (3, 5, [3]), (1, 1, [1]), (11, 5, [5, 5, 1]),
])  # fmt: skip
def test_all_ranks_are_full_but_the_last(models, files, expected):
    ground = formed(models, files)
    assert ground.unit("men").files == min(files, models)
    assert ground.ask(ranks_of, models, min(files, models)) == len(expected)
    assert ranks(ground) == expected


@clause("tow.formation.ranks")
def test_twelve_files_are_allowed_and_not_more():
    assert formed(24, 12).unit("men").files == 12
    with pytest.raises(ScenarioError, match="files"):
        formed(26, 13)


@clause("tow.formation.ranks")
def test_the_most_files_can_be_set():
    assert formed(12, 6, {"formation.ranks.max_files": 6}).unit("men").files == 6
    with pytest.raises(ScenarioError, match="files"):
        formed(14, 7, {"formation.ranks.max_files": 6})


# --- footprint


@clause("tow.formation.footprint")
def test_four_ranks_of_five_cover_twenty_cells():
    ground = formed(20, 5)
    assert ground.ask(bounds, "men") == (10, 10, 5, 4)
    assert covered(ground) == set(block(10, 10, 5, 4)), "x 10 to 14, y 10 to 13"


@clause("tow.formation.footprint")
def test_empty_places_of_the_last_rank_are_not_covered():
    ground = formed(13, 5)
    assert covered(ground) == {*block(10, 10, 5, 2), (10, 12), (11, 12), (12, 12)}
    assert ground.cells(*ground.ask(short_rect, "men")) == {(10, 12), (11, 12), (12, 12)}
    assert ground.cells(*ground.ask(full_rect, "men")) == set(block(10, 10, 5, 2))


@clause("tow.formation.footprint")
def test_a_regiment_that_looks_south_fills_its_last_rank_from_its_own_left():
    ground = Ground(regiment(at=(14, 12), facing="south", models=13))
    assert covered(ground) == {*block(10, 11, 5, 2), (14, 10), (13, 10), (12, 10)}
    assert ground.ask(bounds, "men") == (10, 10, 5, 3)


@clause("tow.formation.footprint")
def test_long_bases_make_deep_ranks():
    ground = Ground(regiment(facing="east", at=(10, 10), models=6, files=3, base_mm=[30, 60]))
    assert covered(ground) == set(block(7, 10, 4, 3)), "two ranks of two cells each: x 7 to 10, y 10 to 12"


@clause("tow.formation.footprint", "tow.casualties.back_rank")
def test_the_last_rank_can_be_filled_from_the_right():
    ground = Ground.of(battle(regiment(at=(10, 10), models=13), rules={ALIGN: 1}))
    assert covered(ground) == {*block(10, 10, 5, 2), (12, 12), (13, 12), (14, 12)}


@clause("tow.formation.footprint")
def test_nobody_else_may_stand_in_a_regiment():
    ground = Ground(regiment(at=(10, 10)), regiment("orcs", at=(20, 10), models=1))
    assert ground.ask(fits, "orcs", cell(15, 10), 0, 1)
    assert not ground.ask(fits, "orcs", cell(14, 10), 0, 1)


@clause("tow.formation.footprint")
def test_nobody_else_may_stand_in_the_empty_places_of_the_last_rank():
    """Three men in the third rank of five, which leaves (13, 12) and (14, 12) empty."""
    ground = Ground(regiment(at=(10, 10), models=13), regiment("orcs", at=(20, 10), models=1))
    places = [(13, 12), (14, 12), (13, 13), (15, 12)]
    assert [bool(ground.ask(fits, "orcs", cell(*at), 0, 1)) for at in places] == [False, False, True, True]


@clause("tow.formation.footprint")
def test_a_unit_cannot_leave_its_empty_places_where_others_stand():
    """The orc would be in the last of them where the men's front is in row 10, and behind them in row 9."""
    ground = Ground(regiment(at=(20, 3), models=13), regiment("orcs", at=(14, 12), models=1))
    assert not ground.ask(fits, "men", cell(10, 10), 0, 5)
    assert ground.ask(fits, "men", cell(10, 9), 0, 5)


@clause("tow.formation.footprint")
def test_empty_places_of_two_units_do_not_lie_upon_each_other():
    """Back to back with orcs who look south: their last rank is in row 12, too, and its one orc beyond the men's flank."""
    orcs = regiment("orcs", at=(18, 13), facing="south", models=6)
    ground = Ground(regiment(at=(20, 3), models=13), orcs)
    assert ground.cells(*ground.ask(short_rect, "orcs")) == {(18, 12)}
    assert not ground.ask(fits, "men", cell(10, 10), 0, 5)
    assert ground.ask(fits, "men", cell(9, 10), 0, 5)


@clause("tow.formation.footprint", "tow.x.terrain.table")
def test_the_ground_under_empty_places_does_not_matter():
    ground = Ground(regiment(at=(20, 3), models=13), map=land(rock=[(14, 12)]))
    assert ground.ask(fits, "men", cell(10, 10), 0, 5)
    assert not ground.ask(fits, "men", cell(10, 11), 0, 5)


@clause("tow.formation.footprint", "tow.x.terrain.table")
@pytest.mark.parametrize(("rules", "empty", "held"), [({}, (14, 12), (12, 12)), ({ALIGN: 1}, (10, 12), (14, 12))])
def test_a_scenario_does_not_mind_the_ground_under_empty_places(rules, empty, held):
    """Three men in the third rank of five, at x 10 to 12 or, filled from the right, at x 12 to 14."""
    men = regiment(at=(10, 10), models=13)
    assert Ground(men, map=land(rock=[empty]), rules=rules).unit("men").models == 13
    with pytest.raises(ScenarioError, match="closed ground"):
        Ground(men, map=land(rock=[held]), rules=rules)
    with pytest.raises(ScenarioError, match="blocked"):
        Ground(men, map=land(rock=[(14, 11)]), rules=rules)


@clause("tow.formation.footprint")
def test_a_scenario_keeps_empty_places_over_closed_ground_apart():
    """Back to back with orcs, whose empty places would be those of the men."""
    men, orcs = regiment(at=(10, 10), models=13), {"facing": "south", "models": 6}
    with pytest.raises(ScenarioError, match=r"taken|has its ranks"):
        Ground(men, regiment("orcs", at=(17, 13), **orcs), map=land(rock=[(13, 12), (14, 12)]))
    Ground(men, regiment("orcs", at=(19, 13), **orcs), map=land(rock=[(13, 12), (14, 12)]))


@clause("tow.formation.footprint")
@pytest.mark.parametrize("rules", [{}, {"x.setup.base_to_cells.min_cells": 2}])
def test_a_scenario_puts_nobody_into_empty_places(rules):
    """Bases of one cell, or of two: then the third rank is in rows 14 and 15, and empty from x 16 on."""
    at = (18, 14) if rules else (14, 12)
    men, orcs = regiment(at=(10, 10), models=13), regiment("orcs", models=1, files=1)
    with pytest.raises(ScenarioError, match=r"taken|has its ranks"):
        Ground(men, {**orcs, "at": list(at)}, rules=rules)
    Ground(men, {**orcs, "at": [30, 5]}, rules=rules)


# --- rank bonus


@clause("tow.formation.rank_bonus")
@pytest.mark.parametrize(("troop_type", "models", "files", "expected"), [
    ("regular_infantry", 20, 5, 2), ("regular_infantry", 15, 5, 2), ("regular_infantry", 14, 5, 1),
    ("regular_infantry", 10, 5, 1), ("regular_infantry", 9, 5, 0), ("regular_infantry", 5, 5, 0),
    ("regular_infantry", 12, 4, 0), ("heavy_infantry", 12, 4, 2), ("heavy_cavalry", 12, 4, 1), ("swarms", 12, 6, 0),
    ("regular_infantry", 60, 12, 2),
])  # fmt: skip
def test_a_bonus_for_each_full_rank_behind_the_first(troop_type, models, files, expected):
    size = {"base_mm": [25, 25]}
    ground = Ground(regiment(at=(10, 10), models=models, files=files, troop_type=troop_type, **size))
    assert ground.ask(rank_bonus, "men") == expected


@clause("tow.formation.rank_bonus")
def test_the_bonus_of_a_rank_can_be_set():
    """Seven files: with three for a rank one extra rank is worth more than the limit of the table."""
    rules = {"troop.table.regular_infantry_max_rank_bonus": 9}
    assert bonus("regular_infantry", 21, 7, rules) == 2
    assert bonus("regular_infantry", 21, 7, {**rules, "formation.rank_bonus.bonus_per_rank": 3}) == 6
    assert bonus("regular_infantry", 21, 7, {"formation.rank_bonus.bonus_per_rank": 0}) == 0
    assert bonus("regular_infantry", 14, 7, {"formation.rank_bonus.bonus_per_rank": 5}) == 2, (
        "the table still limits it"
    )


@clause("tow.formation.rank_bonus", "tow.x.move.flee")
@pytest.mark.parametrize(("fleeing", "expected"), [(False, 2), (True, 0)])
def test_a_regiment_in_flight_has_no_rank_bonus(fleeing, expected):
    assert bonus("regular_infantry", 20, 5, fleeing=fleeing) == expected


@clause("tow.formation.wider_than_deep")
@pytest.mark.parametrize(("troop_type", "models", "files", "expected"), [
    ("regular_infantry", 25, 5, 0), ("regular_infantry", 21, 5, 0), ("regular_infantry", 20, 5, 2),
    ("monstrous_infantry", 9, 3, 0), ("monstrous_infantry", 6, 3, 1), ("monstrous_infantry", 12, 4, 2),
])  # fmt: skip
def test_a_regiment_that_is_not_wider_than_deep_has_no_rank_bonus(troop_type, models, files, expected):
    ground = formed(models, files, troop_type=troop_type)
    assert ground.ask(rank_bonus, "men") == expected
    assert bool(ground.ask(is_wider_than_deep, "men")) is (expected > 0)


@clause("tow.formation.wider_than_deep")
def test_width_and_depth_are_counted_in_models():
    """Six cavalry in three files are 3 cells wide and 4 deep."""
    ground = formed(6, 3, troop_type="monstrous_cavalry", base_mm=[30, 60])
    assert ground.ask(bounds, "men") == (10, 10, 3, 4)
    assert ground.ask(rank_bonus, "men") == 1


@clause("tow.formation.wider_than_deep")
@pytest.mark.parametrize(
    ("by", "models", "files", "expected"), [(0, 25, 5, 2), (0, 26, 5, 0), (2, 20, 5, 0), (2, 15, 5, 2)]
)
def test_how_much_wider_can_be_set(by, models, files, expected):
    """25 in 5 files are as deep as wide; 20 are wider by one, 15 by two."""
    assert bonus("regular_infantry", models, files, {WIDER: by}) == expected


@clause("tow.formation.wider_than_deep")
@pytest.mark.parametrize(("files", "bonuses"), [
    (5, {range(5, 10): 0, range(10, 15): 1, range(15, 21): 2, range(21, 31): 0}),
    (6, {range(6, 12): 0, range(12, 18): 1, range(18, 31): 2, range(31, 37): 0}),
])  # fmt: skip
def test_the_bonus_of_infantry_for_every_number_of_models(files, bonuses):
    for numbers, expected in bonuses.items():
        assert {bonus("regular_infantry", models, files) for models in numbers} == {expected}


@clause("tow.formation.wider_than_deep")
@pytest.mark.parametrize(("troop_type", "files", "bonuses"), [
    ("heavy_infantry", 4, {range(4, 8): 0, range(8, 12): 1, range(12, 13): 2, range(13, 17): 0}),
    ("monstrous_infantry", 3, {range(3, 6): 0, range(6, 7): 1, range(7, 13): 0}),
    ("monstrous_infantry", 4, {range(4, 8): 0, range(8, 12): 1, range(12, 13): 2, range(13, 17): 0}),
    ("heavy_cavalry", 4, {range(4, 8): 0, range(8, 13): 1, range(13, 17): 0}),
    ("light_cavalry", 5, {range(5, 10): 0, range(10, 21): 1, range(21, 26): 0}),
])  # fmt: skip
def test_the_bonus_of_other_troops_for_every_number_of_models(troop_type, files, bonuses):
    for numbers, expected in bonuses.items():
        assert {bonus(troop_type, models, files) for models in numbers} == {expected}


# --- marching column


@clause("tow.formation.marching_column")
@pytest.mark.parametrize(("models", "files", "deep", "expected"), [
    (20, 4, 5, True), (16, 4, 4, False), (2, 1, 2, True), (1, 1, 1, False), (7, 3, 3, False), (10, 3, 4, True),
])  # fmt: skip
def test_deeper_than_wide_is_a_marching_column(models, files, deep, expected):
    ground = formed(models, files)
    assert ground.ask(ranks_of, models, files) == deep
    assert bool(ground.ask(is_column, "men")) is expected


@clause("tow.formation.marching_column")
def test_a_marching_column_has_no_rank_bonus():
    """Even where the table asks for no more than three files."""
    assert bonus("monstrous_infantry", 12, 3, {WIDER: 0}) == 0
    assert bonus("monstrous_infantry", 9, 3, {WIDER: 0}) == 2
    assert bonus("regular_infantry", 20, 4) == 0


@clause("tow.formation.marching_column")
def test_a_marching_column_follows_from_the_shape_alone():
    """At a table, before anybody has moved."""
    laid = battle(regiment(models=20, files=4), regiment("orcs", at=(14, 3), facing="south"))
    ground = Ground.of(laid)
    assert laid.unit("men").moved == 0
    assert ground.ask(is_column, "men")
    assert not ground.ask(is_column, "orcs")

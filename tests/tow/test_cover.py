"""Cover: how much of a target units, woods and obstacles hide, from each model that looks."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import Ground, battle, block, exactly, land, regiment
from tow.shots import aims, p_hit, shooter, target

from tactica.envs.rulesets.tow.rules.sight import model_cover
from tactica.envs.rulesets.tow.vocab import Cover

pytestmark = pytest.mark.interpreted_only  # asks kernels of the rules by hand

WOODS, BLOCKED, LOW = (f"cover.obscured.{name}_weight" for name in ("woods", "blocked", "low_obstacle"))
ABOVE, DEPTH, REACH = "cover.partial.full_cover_above_pct", "x.los.terrain.woods_depth", "x.los.terrain.obstacle_reach"
#: Ten orcs in one rank at (6..15, 10). From (10, 20) every line crosses row 11 in the cell below its end, or in that cell and
#: the one next to it towards the middle: so up to seven cells from the left hide each the orc above it alone; eight hide nine.
RANK = {"at": (15, 10), "models": 10, "files": 10}
FIVE = {"at": (12, 10), "models": 5, "files": 5}  # (8..12, 10)
TEN = {"at": (12, 10), "models": 10, "files": 5}  # (8..12, 9..10)
ONE = {"at": (10, 10)}
HEDGE = block(8, 11, 5)


def left(number, row=11):
    """So many cells from the left end of the rank of ten."""
    return block(6, row, number) if number else []


def cover(orcs, *others, viewer=(10, 20), rules=None, **ground):
    """The cover of orcs from one man who looks north."""
    looked = Ground(shooter(viewer), target(**orcs), *others, rules=rules, map=land(**ground))
    return Cover(int(looked.ask(model_cover, "men", 0, "orcs")))


# --- weights


@clause("tow.cover.obscured", "tow.cover.partial", "tow.cover.full")
@pytest.mark.parametrize(("blocked", "expected"), [
    (0, Cover.OPEN), (1, Cover.PARTIAL), (5, Cover.PARTIAL), (6, Cover.FULL), (8, Cover.FULL), (10, Cover.UNSEEN),
])  # fmt: skip
def test_some_of_ten_are_blocked(blocked, expected):
    """Two for each: exactly half, ten of twenty, is still partial; while one is reached it is full at most."""
    assert cover(RANK, rock=left(blocked)) == expected


@clause("tow.cover.obscured", "tow.los.blocking")
@pytest.mark.parametrize(
    ("models", "expected"), [(1, Cover.PARTIAL), (5, Cover.PARTIAL), (6, Cover.FULL), (10, Cover.UNSEEN)]
)
def test_units_in_front_hide_some_of_ten(models, expected):
    """Friends in one rank before them."""
    assert cover(RANK, regiment("friends", "men", at=(6, 11), models=models, files=12)) == expected


@clause("tow.cover.obscured", "tow.cover.full")
@pytest.mark.parametrize(
    ("woods", "expected"), [(0, Cover.OPEN), (5, Cover.PARTIAL), (6, Cover.FULL), (10, Cover.FULL)]
)
def test_some_of_ten_stand_in_woods(woods, expected):
    assert cover(RANK, woods=left(woods, 10)) == expected


@clause("tow.cover.obscured", "tow.cover.partial")
@pytest.mark.parametrize(("hedge", "expected"), [(0, Cover.OPEN), (1, Cover.PARTIAL), (10, Cover.PARTIAL)])
def test_some_of_ten_stand_behind_a_low_obstacle(hedge, expected):
    """One for each: never more than half of two for each."""
    assert cover(RANK, low_obstacle=left(hedge)) == expected


@clause("tow.cover.partial")
def test_a_low_obstacle_before_all_of_them_is_partial_cover():
    assert cover(FIVE, low_obstacle=HEDGE) == Cover.PARTIAL


@clause("tow.cover.full", "tow.cover.obscured")
def test_a_low_obstacle_and_one_of_them_blocked():
    """Rock at (8, 12) lies on the line to (8, 10) alone: 2 + 1 + 1 + 1 + 1 = 6, more than five. Without the hedge it is two."""
    assert cover(FIVE, low_obstacle=HEDGE, rock=[(8, 12)]) == Cover.FULL
    assert cover(FIVE, rock=[(8, 12)]) == Cover.PARTIAL


@clause("tow.cover.obscured", "tow.facing.vision_arc")
@pytest.mark.parametrize(("woods", "expected"), [(3, Cover.PARTIAL), (4, Cover.FULL), (7, Cover.FULL)])
def test_only_cells_in_the_vision_arc_count(woods, expected):
    """Ten orcs at (9..18, 16), 3.5 ahead of him: his arc ends at x = 14 and holds six cells; three in woods are half of them."""
    assert cover({"at": (18, 16), "models": 10, "files": 10}, woods=block(9, 16, woods)) == expected


@clause("tow.cover.obscured")
@pytest.mark.parametrize(("rules", "ground", "expected"), [
    ({WOODS: 1}, {"woods": left(10, 10)}, Cover.PARTIAL),
    ({WOODS: 3}, {"woods": left(4, 10)}, Cover.FULL),
    ({WOODS: 0}, {"woods": left(10, 10)}, Cover.OPEN),
    ({BLOCKED: 1}, {"rock": left(7)}, Cover.PARTIAL),
    ({BLOCKED: 3}, {"rock": left(4)}, Cover.FULL),
    ({BLOCKED: 0}, {"rock": left(7)}, Cover.OPEN),
    ({BLOCKED: 0}, {"rock": left(10)}, Cover.UNSEEN),
    ({LOW: 0}, {"low_obstacle": left(10)}, Cover.OPEN),
    ({LOW: 2}, {"low_obstacle": left(6)}, Cover.FULL),
])  # fmt: skip
def test_what_hides_can_weigh_more_or_less(rules, ground, expected):
    assert cover(RANK, rules=rules, **ground) == expected


@clause("tow.cover.partial", "tow.cover.full")
@pytest.mark.parametrize(("percent", "blocked", "hedge", "expected"), [
    (50, 5, 0, Cover.PARTIAL), (50, 5, 6, Cover.FULL), (45, 4, 0, Cover.PARTIAL), (45, 5, 0, Cover.FULL),
    (55, 5, 6, Cover.PARTIAL), (55, 6, 0, Cover.FULL), (70, 7, 0, Cover.PARTIAL), (65, 7, 0, Cover.FULL), (0, 1, 0, Cover.FULL),
])  # fmt: skip
def test_how_much_is_full_cover_can_be_set(percent, blocked, hedge, expected):
    """Of twenty: five blocked are ten, with one behind a low obstacle eleven."""
    obstacle = sorted(set(left(hedge)) - set(left(blocked)))
    rules = {} if percent == 50 else {ABOVE: percent}
    assert cover(RANK, rules=rules, rock=left(blocked), low_obstacle=obstacle) == expected


@clause("tow.cover.obscured")
def test_cover_differs_from_shooter_to_shooter():
    """Rock before the left of three men hides a single orc straight ahead of him; the others see it past the rock."""
    men = shooter((9, 20), models=3, files=3)
    ground = Ground(men, target((9, 10)), map=land(rock=[(9, 17)]))
    found = [Cover(int(ground.ask(model_cover, "men", model, "orcs"))) for model in range(3)]
    assert found == [Cover.UNSEEN, Cover.OPEN, Cover.OPEN]


@clause("tow.cover.partial", "tow.cover.full", "tow.x.shoot.modifiers")
@pytest.mark.parametrize(("blocked", "chance"), [(0, 1 / 2), (5, 1 / 3), (6, 1 / 6), (8, 1 / 6)])
def test_cover_at_the_table(blocked, chance):
    """BS 3 needs a 4, in partial cover a 5, in full cover a 6, and even if nine of ten are hidden (by eight rocks)."""
    scene = battle(shooter(), target(**RANK), dice=None, map=land(rock=left(blocked)), upto="shoot", who="men")
    assert p_hit(scene) == exactly(chance)


# --- terrain


@clause("tow.x.los.terrain", "tow.cover.obscured")
@pytest.mark.parametrize(("orcs", "ground", "expected"), [
    (FIVE, {"low_obstacle": HEDGE}, Cover.PARTIAL),
    (TEN, {"low_obstacle": HEDGE}, Cover.PARTIAL),
    (FIVE, {"woods": block(8, 10, 5)}, Cover.FULL),
    (ONE, {"woods": block(10, 13, 1, 4)}, Cover.UNSEEN),
    (ONE, {"woods": block(10, 13, 1, 3)}, Cover.FULL),
    (ONE, {"hill": [(10, 15)]}, Cover.UNSEEN),
    (ONE, {"rock": [(10, 15)]}, Cover.UNSEEN),
    (ONE, {"high_obstacle": [(10, 15)]}, Cover.UNSEEN),
    (ONE, {"difficult": block(10, 10, 1, 10)}, Cover.OPEN),
    (ONE, {"dangerous": block(10, 10, 1, 10)}, Cover.OPEN),
    (ONE, {"deep_water": block(10, 11, 1, 9)}, Cover.OPEN),
])  # fmt: skip
def test_what_terrain_does_to_lines_of_sight(orcs, ground, expected):
    assert cover(orcs, **ground) == expected


@clause("tow.x.los.terrain")
@pytest.mark.parametrize(("hill", "expected"), [
    ([(10, 15)], Cover.UNSEEN), ([(10, 15), (10, 20)], Cover.OPEN), ([(10, 15), (10, 10)], Cover.OPEN),
    ([(10, 20)], Cover.OPEN), ([(10, 10)], Cover.OPEN), (block(10, 10, 1, 11), Cover.OPEN),
])  # fmt: skip
def test_a_hill_hides_only_between_two_who_are_not_on_it(hill, expected):
    assert cover(ONE, hill=hill) == expected


@clause("tow.x.los.terrain")
def test_of_a_target_partly_on_a_hill_only_that_part_is_seen_over_another():
    """A ridge at (0..35, 15) before ten orcs, six of them on a hill of their own: four are blocked, 8 of 20."""
    assert cover(RANK, hill=block(0, 15, 36) + left(6, 10)) == Cover.PARTIAL
    assert cover(RANK, hill=block(0, 15, 36) + left(4, 10)) == Cover.FULL


@clause("tow.x.los.terrain")
@pytest.mark.parametrize(("depth", "woods", "expected"), [
    (3, 3, Cover.FULL), (3, 4, Cover.UNSEEN), (4, 4, Cover.FULL), (4, 5, Cover.UNSEEN), (2, 2, Cover.FULL), (2, 3, Cover.UNSEEN),
    (0, 1, Cover.UNSEEN),
])  # fmt: skip
def test_how_deep_one_sees_into_woods_can_be_set(depth, woods, expected):
    """Straight ahead, so many cells of woods, the last of them where the target stands."""
    rules = {} if depth == 3 else {DEPTH: depth}
    assert cover(ONE, rules=rules, woods=block(10, 10, 1, woods)) == expected


@clause("tow.x.los.terrain")
def test_woods_count_cell_by_cell_wherever_they_lie_on_the_line():
    apart = [(10, 18), (10, 16), (10, 13), (10, 11)]
    assert cover(ONE, woods=apart[:3]) == Cover.FULL
    assert cover(ONE, woods=apart) == Cover.UNSEEN


@clause("tow.x.los.terrain")
@pytest.mark.parametrize(("row", "viewer", "expected"), [
    (11, (10, 20), Cover.PARTIAL),  # next to the target
    (12, (10, 20), Cover.OPEN),  # two cells from it
    (10, (10, 20), Cover.OPEN),  # its own cell
    (11, (10, 12), Cover.OPEN),  # next to him who looks
    (11, (10, 13), Cover.PARTIAL),
    (20, (10, 20), Cover.OPEN),  # his own cell
])  # fmt: skip
def test_a_low_obstacle_hides_only_next_to_the_target(row, viewer, expected):
    assert cover(ONE, viewer=viewer, low_obstacle=block(5, row, 11)) == expected


@clause("tow.x.los.terrain")
@pytest.mark.parametrize(("reach", "row", "expected"), [
    (0, 11, Cover.OPEN), (1, 11, Cover.PARTIAL), (1, 12, Cover.OPEN), (2, 12, Cover.PARTIAL), (2, 13, Cover.OPEN),
])  # fmt: skip
def test_how_near_a_low_obstacle_must_be_can_be_set(reach, row, expected):
    rules = {} if reach == 1 else {REACH: reach}
    assert cover(ONE, rules=rules, low_obstacle=[(10, row)]) == expected


@clause("tow.x.los.terrain", "tow.cover.obscured")
def test_of_woods_and_a_low_obstacle_on_one_line_the_worse_counts():
    """Five orcs behind a hedge, woods before that: two each, not one nor three."""
    assert cover(FIVE, low_obstacle=HEDGE, woods=block(6, 13, 9)) == Cover.FULL
    assert cover(FIVE, rules={WOODS: 1}, low_obstacle=HEDGE, woods=block(6, 13, 9)) == Cover.PARTIAL


@clause("tow.x.los.terrain", "tow.x.shoot.eligibility")
@pytest.mark.parametrize(("woods", "may"), [(3, True), (4, False)])
def test_woods_at_the_table(woods, may):
    """Three cells deep they can be shot through, by BS 3 on a 6; four deep not."""
    scene = battle(shooter(), target(**ONE), dice=None, map=land(woods=block(10, 13, 1, woods)))
    assert bool(aims(scene)) is may
    if may:
        assert p_hit(scene) == exactly(1 / 6)

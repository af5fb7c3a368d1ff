"""Which side of the enemy a charge strikes, and the pose the charger takes there."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import Ground, battle, kinds, land, may_charge, pose, regiment

from tactica.envs.rulesets.tow.board import BOARD
from tactica.envs.rulesets.tow.rules.bodies import bounds
from tactica.envs.rulesets.tow.rules.contact import charge_side, contact_pose
from tactica.envs.rulesets.tow.vocab import Side

pytestmark = pytest.mark.interpreted_only  # asks kernels of the rules by hand

PATH = "x.move.charge_contact.path_check"
FREE = {PATH: 0}


def orcs(x, y, facing, **fields):
    """The chargers."""
    return regiment("orcs", at=(x, y), facing=facing, **{"models": 5, "movement": 8, **fields})


def men(**fields):
    """The target looks north from (10, 10): columns 10 to 14, rows 10 to 13."""
    return regiment("men", at=(10, 10), **fields)


def struck(charger, target=None):
    """The side of the men that is charged: by the rule's own function, and as it is told at a table."""
    units = charger, target or men()
    side = Side(int(Ground(*units).ask(charge_side, "orcs", "men")))
    scene = battle(*units, upto="charge", who="orcs")
    assert [e.amount for e in scene.play("charge men") if e.kind == "charges"] == [side]
    return side


# --- which side


@clause("tow.x.move.charge_arc")
@pytest.mark.parametrize(("charger", "side"), [
    (orcs(10, 4, "south"), Side.FRONT), (orcs(20, 14, "west"), Side.RIGHT), (orcs(10, 18, "north"), Side.REAR),
    (orcs(5, 9, "east"), Side.LEFT),
])  # fmt: skip
def test_the_side_is_the_arc_that_holds_the_front_of_the_charger(charger, side):
    assert struck(charger) == side


@clause("tow.x.move.charge_arc")
@pytest.mark.parametrize(("start", "files", "side"), [
    (5, 3, Side.FRONT), (6, 2, Side.FRONT), (6, 3, Side.LEFT), (7, 3, Side.LEFT), (5, 4, Side.FRONT), (5, 5, Side.LEFT),
])  # fmt: skip
def test_most_cells_decide_and_ties_go_to_the_front(start, files, side):
    """A front along column 6 that begins in a row: rows to 6 are in the front arc, 7 and on in the left flank."""
    before = sum(row <= 6 for row in range(start, start + files))
    assert (side == Side.FRONT) == (before >= files - before)
    assert struck(orcs(6, start, "east", models=files, files=files)) == side


@clause("tow.x.move.charge_arc")
@pytest.mark.parametrize(
    ("start", "files", "side"), [(16, 2, Side.LEFT), (16, 3, Side.REAR), (15, 3, Side.LEFT), (15, 4, Side.LEFT)]
)
def test_ties_go_to_a_flank_rather_than_the_rear(start, files, side):
    """A front along column 7: rows to 16 are in the left flank, 17 and on in the rear."""
    assert struck(orcs(7, start, "east", models=files, files=files)) == side


@clause("tow.x.move.charge_arc")
def test_ties_go_to_the_left_rather_than_the_right():
    """Nine cells two rows behind a lone man: three in his left flank, three in the rear, three in the right."""
    alone = regiment("men", at=(10, 10), models=1)
    assert struck(orcs(6, 12, "north", models=9, files=9), alone) == Side.LEFT


@clause("tow.x.move.charge_arc")
def test_only_the_front_rank_is_asked():
    """Its second and third ranks stand before the front of the men, its first rank beside them."""
    deep = orcs(17, 12, "west", models=15, files=5)
    assert struck(deep) == Side.RIGHT
    behind = orcs(20, 9, "west", models=20, files=5)
    assert struck(behind) == Side.RIGHT


@clause("tow.x.move.charge_arc", "tow.facing.arcs")
@pytest.mark.parametrize(
    ("facing", "side"), [("north", Side.FRONT), ("east", Side.LEFT), ("south", Side.REAR), ("west", Side.RIGHT)]
)
def test_the_sides_are_those_of_the_target(facing, side):
    """One man; the charger comes from the north."""
    alone = regiment("men", at=(12, 12), facing=facing, models=1)
    assert struck(orcs(14, 6, "south"), alone) == side


@clause("tow.x.move.charge_arc", "tow.x.move.charge_contact")
@pytest.mark.parametrize("side", ["left", "right", "rear"])
def test_the_charger_ends_on_the_side_it_charged(side):
    charger, corner, facing = {
        "left": (orcs(5, 9, "east"), 9, "east"), "right": (orcs(20, 14, "west"), 15, "west"),
        "rear": (orcs(10, 18, "north"), 14, "north"),
    }[side]  # fmt: skip
    scene = battle(charger, men(), dice=[6, 6], upto="charge", who="orcs")
    scene.dice = None
    events = scene.play("charge men", "hold")
    assert ("charge_reached", "orcs") in kinds(events)
    assert f"on the {side}" in next(e.text for e in events if e.kind == "charges")
    assert pose_of(charger, side=Side[side.upper()])[2] == facing
    assert corner in pose_of(charger, side=Side[side.upper()])[1]


# --- the pose


def pose_of(charger, *others, target=None, side=Side.FRONT, rules=None, **more):
    """(whether there is a pose, its corner, the facing, models in contact) of the orcs at a side of the men."""
    ground = Ground(charger, target or men(), *others, rules=rules, **more)
    fine, where, facing, number = (int(n) for n in ground.ask(contact_pose, "orcs", "men", int(side)))
    if not fine:
        return False
    return True, BOARD.place(where), ("north", "east", "south", "west")[facing // 2], number


@clause("tow.x.move.charge_contact")
def test_eighteen_in_six_files_charge_the_front():
    """They cover columns 10 to 15 of rows 7 to 9; five of their six touch."""
    charger = orcs(16, 3, "south", models=18, files=6)
    assert pose_of(charger) == (True, (15, 9), "south", 5)


@clause("tow.x.move.charge_contact")
def test_five_on_long_bases_charge_the_flank():
    """They cover columns 15 and 16 of rows 10 to 14; one of the five looks past the four ranks."""
    charger = orcs(22, 14, "west", base_mm=[30, 60], troop_type="light_cavalry")
    assert pose_of(charger, side=Side.RIGHT) == (True, (15, 14), "west", 4)


@clause("tow.x.move.charge_contact", "tow.x.move.charge_roll")
@pytest.mark.parametrize(("charger", "ends", "box"), [
    (orcs(16, 3, "south", models=18, files=6), ((15, 9), "south", 6), (10, 7, 6, 3)),
    (orcs(22, 14, "west", base_mm=[30, 60], troop_type="light_cavalry"), ((15, 14), "west", 5), (15, 10, 2, 5)),
])  # fmt: skip
def test_the_charger_stands_there_when_it_has_charged(charger, ends, box):
    """It wheels for nothing. Nobody fights who is not asked first: the scout is."""
    scouts = [
        regiment("scout", "orcs", at=(35, 23), facing="south", models=1),
        regiment("spy", "men", at=(0, 0), models=1),
    ]
    scene = battle(charger, men(), *scouts, upto="charge", who="orcs", dice=[1, 6])
    scene.play("charge men", "hold")
    assert (scene.decider, pose(scene, "orcs")) == ("scout", ends)
    assert Ground.of(scene).ask(bounds, "orcs") == box


@clause("tow.x.move.charge_contact")
@pytest.mark.parametrize(("x", "files", "corner"), [
    (14, 5, 14), (16, 5, 14), (9, 5, 14), (13, 3, 13), (20, 3, 14), (6, 3, 12), (15, 7, 15), (17, 7, 16), (14, 7, 14),
    (13, 4, 13), (14, 4, 14),
])  # fmt: skip
def test_most_models_in_contact_and_then_the_least_shift(x, files, corner):
    """Of a front of three, three places lie in columns 10 to 14; one of seven has five in contact from two left to two right."""
    ends = pose_of(orcs(x, 3, "south", models=files, files=files))
    assert ends[1:] == ((corner, 9), "south", min(files, 5))


@clause("tow.x.move.charge_contact")
@pytest.mark.parametrize(("facing", "x"), [("east", 11), ("west", 12)])
def test_of_two_equal_shifts_the_smallest_coordinate(facing, x):
    """Three files whose middle is at 12.0: places about 11.5 and 12.5 are as near; the first covers columns 10 to 12."""
    top = 5 if facing == "east" else 7
    assert pose_of(orcs(x, top, facing, models=3, files=3))[1] == (12, 9)


@clause("tow.x.move.charge_contact")
def test_models_touch_edge_to_edge_not_by_corners():
    """A lone man before a front of five: the nearest of five places in which one touches."""
    alone = regiment("men", at=(10, 10), models=1)
    for x, corner in ((25, 14), (12, 12), (4, 10)):
        assert pose_of(orcs(x, 3, "south"), target=alone) == (True, (corner, 9), "south", 1)


@clause("tow.x.move.charge_contact")
def test_only_models_of_the_target_count_not_empty_places():
    """Of a last rank of two behind, the left ones stand in columns 10 and 11: two of five touch in the rear."""
    short = men(models=17)
    assert pose_of(orcs(10, 18, "north"), target=short, side=Side.REAR)[3] == 2
    assert pose_of(orcs(10, 18, "north"), side=Side.REAR) == (True, (10, 14), "north", 5)


@clause("tow.x.move.charge_contact")
@pytest.mark.parametrize(("cells", "ends"), [
    ({}, (14, 9)), ({"rock": [(14, 9)]}, (13, 9)), ({"deep_water": [(10, 9)]}, (15, 9)), ({"rock": [(14, 8)]}, (14, 9)),
    ({"woods": [(14, 9)]}, (14, 9)), ({"rock": [(10, 9), (14, 9)]}, False), ({"rock": [(9, 9), (15, 9)]}, (14, 9)),
])  # fmt: skip
def test_the_footprint_must_be_passable(cells, ends):
    """Five in one rank; beside a rock in column 14 or 10 four of them touch; between two there is no room."""
    found = pose_of(orcs(14, 3, "south"), map=land(**cells))
    assert (found and found[1]) == ends


@clause("tow.x.move.charge_contact")
def test_the_footprint_must_be_free_and_on_the_table():
    friend = regiment("friends", "orcs", at=(14, 9), facing="south", models=1)
    assert pose_of(orcs(14, 3, "south"), friend) == (True, (13, 9), "south", 4)
    corner = regiment("men", at=(0, 10), models=3, files=3)
    assert pose_of(orcs(6, 3, "south", models=7, files=7), target=corner) == (True, (6, 9), "south", 3)
    edge = regiment("men", at=(10, 1), models=5)
    assert pose_of(orcs(14, 7, "south", models=10), target=edge) is False


@clause("tow.x.move.charge_contact")
@pytest.mark.parametrize(("blocked", "fine"), [((12, 6), False), ((11, 6), True), ((13, 6), True), ((12, 4), False)])
def test_the_way_from_middle_to_middle_must_be_open(blocked, fine):
    """From (12.5, 4) to (12.5, 10) it passes through column 12 only."""
    charger = orcs(14, 3, "south")
    rock = land(deep_water=[blocked])
    assert (pose_of(charger, map=rock) is not False) is fine
    assert pose_of(charger, map=rock, rules=FREE) == (True, (14, 9), "south", 5)
    for side in ("orcs", "men"):
        other = regiment("others", side, at=blocked, facing="south", models=1)
        assert (pose_of(charger, other) is not False) is fine
        assert pose_of(charger, other, rules=FREE) is not False


@clause("tow.x.move.charge_contact")
@pytest.mark.parametrize(("x", "fine"), [(11, True), (12, True), (13, False)])
def test_a_way_along_the_edges_of_cells_is_open(x, fine):
    """Four files from x 10 to 13 go straight from (12, 4) to (12, 10), between columns 11 and 12; rocks at both sides."""
    target = regiment("men", at=(10, 10), models=4, files=4)
    charger = orcs(13, 3, "south", models=4, files=4)
    rocks = [(11, 6), (12, 7)] if fine else [(11, 6), (12, 6)]
    assert pose_of(charger, target=target, map=land(rock=[*rocks, (x if x == 13 else 30, 6)])) is not False


@clause("tow.x.move.charge_contact", "tow.x.move.charge_declare")
@pytest.mark.parametrize(("rules", "fine"), [({}, False), (FREE, True)])
def test_without_a_pose_no_charge_is_declared(rules, fine):
    charger = orcs(14, 3, "south")
    assert may_charge(charger, men(), target="men", map=land(deep_water=[(12, 6)]), rules=rules) is fine
    assert may_charge(charger, men(), target="men")


@clause("tow.x.move.charge_contact", "tow.x.move.charge_failed")
def test_a_charge_whose_place_is_gone_fails():
    """Between two ponds there is one place before the man; the second of two chargers finds it taken."""
    alone = regiment("men", at=(12, 10), models=1)
    units = [
        orcs(10, 5, "south", models=1),
        regiment("boars", "orcs", at=(14, 5), facing="south", models=1, movement=8),
        alone,
    ]
    scene = battle(*units, map=land(deep_water=[(11, 9), (13, 9)]), upto="charge", who="orcs")
    scene.play("charge men", "hold", "charge men")
    scene.dice = None
    events = scene.play("hold")
    assert ("charge_reached", "orcs") in kinds(events)
    assert not {("charge_reached", "boars"), ("ran_down", "boars")} & set(kinds(events))
    assert ("charge_failed", "boars") in kinds(events)
    blocked, failed = (next(e.text for e in events if e.kind == kind) for kind in ("blocked", "charge_failed"))
    assert blocked == "boars finds no room to make contact with men", "the total belongs to the line of the roll"
    assert failed.startswith(
        "boars fails its charge: no place is left from which to reach its target (M 8 + charge die "
    )

"""Declaring charges, how far they go, and what becomes of those that fail."""

from __future__ import annotations

import itertools

import pytest
from fixtures import clause
from tow.scenes import battle, block, charging, exactly, go_on, is_asked, kinds, land, may_charge, pose, regiment

DECLARE, ROLL = "x.move.charge_declare", "x.move.charge_roll"
HOLD = {"reaction": "hold"}
REACHED = "event charge_reached"


def men(**fields):
    """Men who look north from row 14, columns 10 to 14."""
    return regiment("men", at=(10, 14), **fields)


def orc(x=14, gap=6, **fields):
    """An orc so many inches in front of them."""
    return regiment("orcs", at=(x, 13 - gap), facing="south", models=1, **fields)


def reach(laid):
    """How likely it is that a charge reaches the orcs, who hold."""
    return laid.odds("charge orcs", want=REACHED, answers=HOLD)[1]


def best_of(dice, least, keep=1):
    """The chance that the highest of some dice add up to a number, by counting."""
    rolls = list(itertools.product(range(1, 7), repeat=dice))
    return sum(sum(sorted(roll)[-keep:]) >= least for roll in rolls) / len(rolls)


# --- declaring


@clause("tow.x.move.charge_declare")
@pytest.mark.parametrize(
    ("x", "gap", "fine"), [(14, 10, True), (15, 10, True), (16, 10, False), (16, 9, True), (14, 11, False)]
)
def test_a_charge_may_be_declared_on_what_the_best_die_reaches(x, gap, fine):
    """M 4 and 6 are 10: squares of the gap of 100, 100, 101 (10.05 inches), 82 and 121."""
    assert may_charge(men(), orc(x, gap)) is fine


@clause("tow.x.move.charge_declare")
@pytest.mark.parametrize(("best", "gap", "fine"), [(7, 11, True), (7, 12, False), (5, 10, False), (5, 9, True)])
def test_what_the_best_die_is_can_be_set(best, gap, fine):
    assert may_charge(men(), orc(14, gap), rules={f"{DECLARE}.charge_die_max": best}) is fine


@clause("tow.x.move.charge_declare")
@pytest.mark.parametrize(("files", "fine"), [(5, True), (4, False)])
def test_no_charge_in_marching_column(files, fine):
    assert may_charge(men(models=20, files=files), orc(11)) is fine


@clause("tow.x.move.charge_declare")
def test_whether_a_column_charges_can_be_set():
    assert may_charge(men(models=20, files=4), orc(11), rules={f"{DECLARE}.column_may_charge": 1})


@clause("tow.x.move.charge_declare")
@pytest.mark.parametrize("at", [(12, 22), (25, 14), (2, 14)])
def test_nobody_charges_what_it_does_not_see(at):
    """Three inches behind; far to the sides."""
    assert not may_charge(regiment("men", at=(10, 14), movement=8), regiment("orcs", at=at, models=1))


@clause("tow.x.move.charge_declare", "tow.los.blocking")
def test_nobody_charges_what_stands_behind_a_wall_of_rock():
    rock = land(rock=block(0, 11, 36, 1))
    assert not may_charge(men(movement=8), orc(12, 4), map=rock, rules={"x.move.charge_contact.path_check": 0})
    rock = land(rock=block(13, 11, 23, 1))
    assert may_charge(men(movement=8), orc(12, 4), map=rock, rules={"x.move.charge_contact.path_check": 0})


@clause("tow.x.move.charge_declare")
@pytest.mark.parametrize(("fields", "fine"), [({}, True), ({"movement": 0}, False), ({"movement": 1}, True)])
def test_who_cannot_move_does_not_charge(fields, fine):
    assert may_charge(men(**fields), orc()) is fine


@clause("tow.x.move.charge_declare")
def test_nobody_charges_in_flight():
    """He does not rally, and may do nothing but run."""
    assert not may_charge(men(fleeing=True), regiment("scout", "men", at=(30, 20), models=1), orc(), dice=[6, 6, 1, 1])


@clause("tow.x.move.charge_declare", "tow.x.strategy.rally")
def test_nobody_charges_in_the_turn_in_which_he_rallies():
    assert not may_charge(men(fleeing=True), regiment("scout", "men", at=(30, 20), models=1), orc(), dice=[1, 1])


@clause("tow.x.move.charge_declare")
def test_who_is_engaged_does_not_charge():
    """Another enemy stands in view, behind the one they fight."""
    engaged = regiment("goblins", "orcs", at=(10, 13), facing="south", models=1)
    scout = regiment("scout", "men", at=(30, 20), facing="south", models=1)
    assert not may_charge(men(), scout, engaged, orc())
    apart = regiment("goblins", "orcs", at=(20, 20), facing="south", models=1)
    assert may_charge(men(), scout, apart, orc())


@clause("tow.x.move.charge_declare")
@pytest.mark.parametrize(("rules", "fine"), [({}, False), ({f"{DECLARE}.war_machine_may_charge": 1}, True)])
def test_war_machines_do_not_charge(rules, fine):
    assert may_charge(men(models=1, troop_type="war_machines"), orc(12), rules=rules) is fine


@clause("tow.x.move.charge_declare")
def test_nobody_charges_friends():
    assert not may_charge(men(), regiment("friends", "men", at=(12, 8), models=1), target="friends")


@clause("tow.x.move.charge_declare")
def test_a_unit_declares_one_charge():
    goblins = regiment("goblins", "orcs", at=(11, 7), facing="south", models=1)
    scene = battle(men(), orc(), goblins, dice=[6, 6], upto="charge", who="men")
    assert set(scene.choices()) == {"pass", "charge orcs", "charge goblins"}
    events = scene.play("charge goblins", "hold")
    assert kinds(events, "charges") == [("charges", "men")]


@clause("tow.x.move.charge_declare", "tow.x.turn.activation")
def test_all_declare_and_are_answered_before_anybody_moves():
    """In slot order: the second charges, too, before the dice of the first are rolled."""
    second = regiment("others", "men", at=(22, 14))
    goblins = regiment("goblins", "orcs", at=(26, 7), facing="south")
    scene = battle(men(), second, orc(), goblins, dice=None, upto="charge", who="men")
    events = scene.play("charge orcs", "hold", "charge goblins", "hold")
    found = kinds(events, "charges", "holds", "charge_reached", "charge_failed")
    assert found[:4] == [("charges", "men"), ("holds", "orcs"), ("charges", "others"), ("holds", "goblins")]
    assert [who for _, who in found[4:]] == ["men", "others"]


@clause("tow.x.move.charge_declare", "tow.x.move.charge_roll")
@pytest.mark.parametrize(("flight", "chance"), [([1, 1], 11 / 36), ([1, 2], 0.0)])
def test_who_has_fled_out_of_reach_stays_the_target(flight, chance):
    """From eight inches two or three more: ten are reached by a 6, eleven by nothing."""
    scene = charging({}, {"models": 5}, gap=8, dice=None)
    scene.play("charge orcs")
    scene.dice = [*flight, 6, 5]
    events = scene.play("flee")
    ends = [(e.kind, e.target, e.amount) for e in events if e.kind in ("charge_reached", "charge_failed")]
    needed = 8 + sum(flight)
    assert ends == [("charge_reached" if chance else "charge_failed", "orcs", needed)]
    assert best_of(2, needed - 4) == pytest.approx(chance)


# --- the charge roll


@clause("tow.x.move.charge_roll")
@pytest.mark.parametrize(("gap", "chance"), [
    (7, 8 / 9), (10, 11 / 36), (5, 1.0), (4, 1.0), (6, 35 / 36), (8, 0.75), (9, 0.555556), (1, 1.0),
])  # fmt: skip
def test_how_likely_four_inches_and_the_better_of_two_dice_reach(gap, chance):
    scene = charging({"movement": 4}, gap=gap, dice=None)
    assert reach(scene) == exactly(chance)
    assert best_of(2, gap - 4) == pytest.approx(chance, abs=1e-6)


@clause("tow.x.move.charge_roll")
def test_the_gap_is_rounded_up():
    """Two and eight inches: 8.2, so that nine are needed."""
    scene = battle(men(), orc(17, 8), regiment("scout", "men", at=(35, 23), facing="south", models=1), dice=None)
    go_on(scene, "charge", "men")
    assert reach(scene) == exactly(0.555556)


@clause("tow.x.move.charge_roll")
@pytest.mark.parametrize(("traits", "chance"), [(["swiftstride"], 0.703704), ([], 0.555556)])
def test_swiftstride_rolls_a_third_die(traits, chance):
    """M 8 over 13 inches: a 5."""
    scene = charging({"movement": 8, "traits": traits}, {"models": 5}, gap=13, dice=None)
    assert reach(scene) == exactly(chance)


@clause("tow.x.move.charge_roll")
@pytest.mark.parametrize(("dice", "keep", "chance"), [
    (3, 1, 1 - (4 / 6) ** 3), (1, 1, 2 / 6), (2, 2, best_of(2, 5, 2)), (3, 2, best_of(3, 5, 2)), (2, 0, 0.0),
])  # fmt: skip
def test_dice_rolled_and_kept_can_be_set(dice, keep, chance):
    """Nine inches: five on the dice that are kept."""
    scene = charging(gap=9, dice=None, rules={f"{ROLL}.dice": dice, f"{ROLL}.keep": keep})
    assert reach(scene) == exactly(chance)


@clause("tow.x.move.charge_roll")
@pytest.mark.parametrize(("extra", "chance"), [(0, best_of(2, 5)), (2, best_of(4, 5))])
def test_how_many_dice_swiftstride_adds_can_be_set(extra, chance):
    rules = {f"{ROLL}.swiftstride_extra_dice": extra}
    assert reach(charging({"traits": ["swiftstride"]}, gap=9, dice=None, rules=rules)) == exactly(chance)


@clause("tow.x.move.charge_roll", "tow.x.terrain.table")
@pytest.mark.parametrize(("cells", "needed"), [
    ({"difficult": [(12, 10)]}, 7), ({"low_obstacle": [(12, 11)]}, 7), ({"woods": [(12, 13)]}, 7),
    ({"difficult": block(0, 10, 12, 1)}, 6),
    ({"difficult": block(13, 9, 9, 3)}, 6), ({"difficult": [(10, 8)]}, 7), ({"low_obstacle": [(14, 8)]}, 7),
    ({"difficult": block(10, 9, 2, 4)}, 6),
    ({"difficult": block(10, 14, 5, 4)}, 6), ({"hill": block(0, 0, 36, 24)}, 6), ({"difficult": block(10, 9, 5, 1)}, 7),
])  # fmt: skip
def test_rough_ground_on_the_way_or_under_the_front_rank_asks_for_more(cells, needed):
    """Six inches, from (12.5, 14) to (12.5, 8); the front rank comes to stand in columns 10 to 14 of row 8."""
    scene = charging(gap=6, dice=None, map=land(**cells))
    assert reach(scene) == exactly(best_of(2, needed - 4))


@clause("tow.x.move.charge_roll")
@pytest.mark.parametrize(("extra", "needed"), [(0, 6), (2, 8), (3, 9)])
def test_how_much_more_rough_ground_asks_for_can_be_set(extra, needed):
    scene = charging(gap=6, dice=None, map=land(difficult=[(12, 10)]), rules={f"{ROLL}.difficult_extra": extra})
    assert reach(scene) == exactly(best_of(2, needed - 4))


@clause("tow.x.move.charge_roll", "tow.x.move.charge_contact")
def test_whoever_reaches_stands_in_contact():
    scene = charging(gap=7, dice=[1, 3])
    events = scene.play("charge orcs", "hold")
    assert [e.text for e in events if e.kind == "charge_reached"] == [
        "men reaches orcs: needed 7 inches (M 4 + charge die 3 = 7)"
    ]
    assert pose(scene) == ((10, 7), "north", 5)
    assert scene.unit("men").charged == 1


# --- failed charges


@clause("tow.x.move.charge_failed")
def test_a_failed_charge_moves_by_the_die_that_was_kept():
    """Nine inches needed: 4 and a 4 are eight; they go four."""
    scene = charging(gap=9, dice=[3, 4])
    events = scene.play("charge orcs", "hold")
    assert kinds(events, "charge_reached", "charge_failed") == [("charge_failed", "men")]
    assert scene.last("charge_failed").text == "men fails its charge: needed 9 inches (M 4 + charge die 4 = 8)"
    assert pose(scene) == ((10, 10), "north", 5)
    unit = scene.unit("men")
    assert (unit.moved, unit.charge_failed) == (1, 1)


@clause("tow.x.move.charge_failed")
@pytest.mark.parametrize(
    ("kind", "row", "ends"), [("rock", 11, 12), ("deep_water", 12, 13), ("high_obstacle", 9, 10), ("difficult", 11, 10)]
)
def test_a_failed_charge_stops_before_ground_it_may_not_enter(kind, row, ends):
    """The cell lies in the outermost column, off the way from middle to middle."""
    scene = charging(gap=9, dice=[3, 4], map=land(**{kind: [(10, row)]}))
    scene.play("charge orcs", "hold")
    assert pose(scene)[0] == (10, ends)


@clause("tow.x.move.charge_failed")
@pytest.mark.parametrize(("side", "fleeing", "ends"), [("orcs", False, 12), ("orcs", True, 12), ("men", False, 11)])
def test_a_failed_charge_stops_an_inch_short_of_enemies_and_before_friends(side, fleeing, ends):
    """One stands in the outermost column, in row 10."""
    other = regiment("others", side, at=(10, 10), facing="south", models=1, fleeing=fleeing)
    scene = charging({}, {"files": 3, "models": 3}, gap=9, dice=[4, 4], friends=[other])
    assert scene.offers("charge orcs")
    scene.play("charge orcs", "hold")
    assert pose(scene)[0] == (10, ends)


@clause("tow.x.move.charge_failed", "tow.x.move.enemy_buffer")
def test_a_failed_charge_does_not_lead_from_an_enemy_s_corner_to_its_edge():
    """One stands in row 13, at the corner of the man who wants to charge past him."""
    beside = regiment("others", "orcs", at=(11, 13), facing="west", models=1, movement=0)
    scene = charging({"models": 1}, {"models": 1}, gap=8, dice=[2, 3], friends=[beside])
    scene.play("charge orcs", "hold")
    assert pose(scene)[0] == (10, 14)
    assert scene.last("stopped_by").target == "others"


@clause("tow.x.move.charge_failed")
def test_a_failed_charge_costs_the_move_and_the_shooting():
    archers = {"models": 10, "missile": "shortbow"}
    scene = charging(archers, gap=9, dice=[2, 2])
    scene.play("charge orcs", "hold")
    assert not is_asked(scene, "move")
    scene = charging(archers, gap=9, dice=[2, 2])
    scene.play("charge orcs", "hold")
    assert not is_asked(scene, "shoot")
    assert is_asked(charging(archers, gap=9), "shoot")


@clause("tow.x.move.charge_failed", "tow.x.move.charge_declare")
def test_next_turn_a_failed_charger_may_charge_again():
    scene = charging(gap=9, dice=[2, 2])
    scene.play("charge orcs", "hold")
    go_on(scene, "charge", "men")
    assert scene.round == 2
    assert scene.unit("men").charge_failed == 0

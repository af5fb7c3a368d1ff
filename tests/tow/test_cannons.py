"""Cannons, and what happens when a machine misfires."""

from __future__ import annotations

from math import floor, hypot

import pytest
from fixtures import clause
from tow.measures import mean
from tow.scenes import battle, block, exactly, land, regiment
from tow.shots import aims, target

BALL, MISFIRE = "x.shoot.cannon.", "x.shoot.misfire."
LAND = (36, 72)
HIT, FLASH, TEN = 1, 6, 5  # faces of the scatter die, and of the artillery die
EYE = (10.5, 20.0)  # of a cannon on a base of one cell at (10, 20) that looks north


def cannon(*orcs, at=(10, 20), facing="north", small=True, **more):
    """A cannon on a base of one cell, or of its own two by two, about to shoot."""
    base = {"base_mm": [25, 25]} if small else {}
    men = regiment("men", at=at, facing=facing, template="cannon", **{**base, **more.pop("men", {})})
    board = {} if "map" in more else {"size": (36, 24)}
    return battle(men, *orcs, **{"dice": None, "upto": "shoot", "who": "men", **board, **more})


def column(height=12, **more):
    """Orcs in one file at (10, 12) and further north, as many rows as they are."""
    return target((10, 12), models=height, files=1, **more)


def at_cells(scene):
    """The cells it may aim at."""
    return {tuple(map(int, choice.split()[1].split(","))) for choice in aims(scene)}


def landings(*orcs, aim=(10, 12), want="hits"):
    """Where a ball lands, how far it bounces, and something else: (cell, inches, that) -> chance. Misfires are left out."""
    found = cannon(*orcs).odds(f"shoot_cell {aim[0]},{aim[1]}", want=["ball_lands.amount", "ball_lands.extra", want])
    return {value: chance for value, chance in found.items() if value[0] is not None}


# --- aiming


@clause("tow.x.shoot.cannon")
@pytest.mark.parametrize(("gap", "may"), [(48, True), (49, False), (1, True)])
def test_how_far_a_cannon_shoots(gap, may):
    assert bool(aims(cannon(target((10, 69 - gap)), at=(10, 70), size=LAND, upto=None))) is may


@clause("tow.x.shoot.cannon", "tow.x.weapons.table")
@pytest.mark.parametrize(("reach", "gap", "may"), [(49, 49, True), (47, 48, False)])
def test_how_far_a_cannon_shoots_can_be_set(reach, gap, may):
    rules = {BALL + "range": reach}
    assert bool(aims(cannon(target((10, 69 - gap)), at=(10, 70), size=LAND, rules=rules, upto=None))) is may


@clause("tow.x.shoot.cannon", "tow.facing.arcs")
def test_a_cannon_is_aimed_at_cells_in_its_front_arc():
    """Twelve orcs at (8..19, 16), 3.5 ahead of it: the arc of a base at x = 10 ends at x = 14."""
    scene = cannon(target((19, 16), models=12), upto=None)
    assert at_cells(scene) == set(block(8, 16, 7))


@clause("tow.x.shoot.cannon")
def test_a_cannon_is_aimed_at_models_that_it_sees():
    """Rock between hides two of five in front, and the two behind them: a stone thrower could be aimed at them."""
    orcs = target((12, 10), models=5, files=5)
    assert at_cells(cannon(orcs, upto=None)) == set(block(8, 10, 5))
    hidden = cannon(orcs, map=land(rock=[(8, 11), (9, 11)]), upto=None)
    assert at_cells(hidden) == set(block(10, 10, 3))


@clause("tow.x.shoot.cannon", "tow.los.blocking")
def test_ranks_behind_others_of_their_unit_may_be_aimed_at():
    """The models of the target do not hide each other; friends are not aimed at."""
    friends = regiment("friends", "men", (30, 5), "south", models=1)
    assert at_cells(cannon(column(4), friends, upto=None)) == set(block(10, 9, 1, 4))


# --- the ball


def passed(aim, overshoot, bounce):
    """The cells a ball from the eye passes, followed in steps of a thousandth of an inch."""
    x, y = aim[0] + 0.5, aim[1] + 0.5
    far = hypot(x - EYE[0], y - EYE[1])
    ways = [overshoot + step / 1000 for step in range(1000 * bounce + 1)]
    return {(floor(x + (x - EYE[0]) / far * way), floor(y + (y - EYE[1]) / far * way)) for way in ways}


@clause("tow.x.shoot.cannon")
def test_a_ball_that_lands_and_bounces_on():
    """From (10.5, 20) at (10, 12): it lands two inches beyond, at (10.5, 10.5), and bounces four inches to (10.5, 6.5). So of a
    file of twelve those at y = 10, 9, 8, 7 and 6 are hit.
    """
    found = landings(column())
    assert {hits for where, inches, hits in found if (where, inches) == ("falls on 10,10", "4 inches")} == {5}
    assert passed((10, 12), 2, 4) == set(block(10, 6, 1, 5))


@clause("tow.x.shoot.cannon")
@pytest.mark.parametrize(("aim", "bounces"), [((10, 12), [10]), ((10, 4), [])])
def test_a_ball_that_is_lost_does_not_bounce_on(aim, bounces):
    """Ten inches beyond where it is aimed at, and ten more: off the table it lands nowhere that it might bounce from."""
    scene = cannon(target(aim, models=5, files=1), dice=[TEN, TEN])
    scene.play(f"shoot_cell {aim[0]},{aim[1]}")
    assert [event.amount for event in scene.events if event.kind == "ball_bounces"] == bounces


@clause("tow.x.shoot.cannon", "tow.x.dice.artillery_die")
def test_how_many_of_a_file_are_hit():
    """Twelve at (10, 1..12): the one it lands on, and as many as it bounces inches, as far as there are any."""
    found = landings(column())
    expected = {
        (f"falls on 10,{12 - overshoot}", f"{bounce} inches", min(bounce + 1, 12 - overshoot)): exactly(1 / 36)
        for overshoot in (2, 4, 6, 8, 10) for bounce in (0, 2, 4, 6, 8, 10)
    }  # fmt: skip
    assert found == expected


@clause("tow.x.shoot.cannon")
@pytest.mark.parametrize("aim", [(13, 12), (8, 11), (16, 12)])
def test_a_ball_flies_on_the_line_from_the_eye(aim):
    """Sixty orcs at (8..19, 8..12), and a crowd behind them at (8..19, 3..7)."""
    crowd = target((19, 7), name="crowd", models=60, files=12)
    found = landings(target((19, 12), models=60, files=12), crowd, aim=aim)
    there = set(block(8, 3, 12, 10))
    for overshoot in (2, 4, 6):
        x, y = min(passed(aim, overshoot, 0))
        for bounce in (0, 2, 4, 6):
            rows = {
                hits for where, inches, hits in found if (where, inches) == (f"falls on {x},{y}", f"{bounce} inches")
            }
            assert rows == {len(passed(aim, overshoot, bounce) & there)}, (overshoot, bounce)


@clause("tow.x.shoot.cannon")
def test_a_model_is_hit_once():
    """Bases of two by two at (10..11, 1..12): a ball at y = 10, 9, 8, 7 and 6 passes three of them."""
    found = landings(target((11, 12), models=6, files=1, base_mm=[50, 50]))
    assert {hits for where, inches, hits in found if (where, inches) == ("falls on 10,10", "4 inches")} == {3}


@clause("tow.x.shoot.cannon")
def test_friends_are_hit_and_nobody_before_it_lands():
    """It lands on (10, 10) and bounces at least two inches, or on (10, 8): 1/6 of 5/6, and 1/6. The orc that is aimed at, and the
    goblin behind it, it flies over.
    """
    friend = regiment("friend", "men", (10, 8), "south", models=1)
    scene = cannon(target((10, 12)), target((10, 11), name="goblin"), friend)
    found = scene.odds("shoot_cell 10,12", want=["hits on friend", "hits on orcs", "hits on goblin"])
    assert found.of("hits on friend")[1] == exactly(11 / 36)
    assert found.of("hits on orcs") == {0: exactly(1.0)}
    assert found.of("hits on goblin") == {0: exactly(1.0)}


@clause("tow.x.shoot.cannon")
def test_a_ball_off_the_table_hits_nobody():
    """From y = 4 it lands on y = 2 or 0, or beyond the edge; there it bounces off the table, too."""
    found = landings(target((10, 4), models=5, files=1), aim=(10, 4))
    assert sum(chance for (where, _, _), chance in found.items() if where == "is lost off the table") == exactly(3 / 6)
    assert {hits for where, _, hits in found if where == "is lost off the table"} == {0}
    assert {hits for where, inches, hits in found if (where, inches) == ("falls on 10,2", "10 inches")} == {3}


@clause("tow.x.shoot.cannon", "tow.x.dice.artillery_die")
def test_one_shot_in_six_misfires_and_one_ball_in_six_does_not_bounce():
    found = cannon(column()).odds("shoot_cell 10,12", want=["event misfired", "ball_lands.extra"])
    assert sum(chance for (misfired, _), chance in found.items() if misfired) == exactly(0.166667)
    assert {bounce for misfired, bounce in found if misfired} == {None}
    assert found[0, "0 inches"] / (1 - 1 / 6) == exactly(0.166667)


@clause("tow.x.shoot.cannon", "tow.x.damage.to_wound", "tow.x.damage.armour_save")
@pytest.mark.parametrize(("knob", "value", "each"), [
    ("strength", 10, 3 / 6 * 5 / 6 * 2),
    ("strength", 9, 2 / 6 * 5 / 6 * 2),
    ("strength", 11, 4 / 6 * 5 / 6 * 2),
    ("ap", -3, 3 / 6 * 4 / 6 * 2),
    ("ap", -5, 3 / 6 * 2),
    ("wounds_die_sides", 4, 3 / 6 * 5 / 6 * 2.5),
    ("wounds_die_sides", 2, 3 / 6 * 5 / 6 * 1.5),
])  # fmt: skip
def test_what_a_ball_does(knob, value, each):
    """A goblin is aimed at, an orc of T 10, W 9, AV 2 stands where one ball in six lands: S 10, AP -4, d3 wounds."""
    orc = target((10, 10), wounds=9, armour_value=2)
    rules = {} if (knob, value) == ("strength", 10) else {BALL + knob: value}
    scene = cannon(target((10, 12), name="goblin"), orc, rules=rules)
    assert mean(scene.odds("shoot_cell 10,12", want="result wounds on orcs")) == exactly(each / 6)


# --- misfires


def stone(dice=None, rules=None, **men):
    """A stone thrower that is about to shoot at an orc."""
    units = [regiment("men", template="stone_thrower", at=(10, 50), **men), target((10, 30), movement=0)]
    return battle(*units, dice=dice, rules=rules, size=LAND, upto="shoot", who="men")


def becomes(rules=None, **men):
    """What becomes of a stone thrower that shoots: destroyed, damaged, or robbed of its shot."""
    found = stone(rules=rules, **men).odds(
        "shoot_cell 10,30", want=["event misfired", "men.models", "men.lost_wounds", "men.misfire"]
    )
    misfires = {value[1:]: chance for value, chance in found.items() if value[0]}
    return {
        "destroyed": sum(p for (models, _, _), p in misfires.items() if models == 0),
        "damaged": sum(p for (models, lost, _), p in misfires.items() if models and lost == 1),
        "only lost shot": misfires.get((1, 0, 0), 0.0),
    }


@clause("tow.x.shoot.misfire", "tow.x.shoot.stone_thrower")
def test_what_a_misfire_does():
    expected = {"destroyed": 0.027778, "damaged": 0.055556, "only lost shot": 0.083333}
    assert becomes() == {what: exactly(chance) for what, chance in expected.items()}


@clause("tow.x.shoot.misfire")
@pytest.mark.parametrize(("knob", "value", "faces"), [
    ("destroyed_max", 2, (2, 1, 3)), ("destroyed_max", 0, (0, 3, 3)), ("damaged_max", 4, (1, 3, 2)),
    ("damaged_max", 2, (1, 1, 4)),
])  # fmt: skip
def test_what_a_misfire_does_can_be_set(knob, value, faces):
    found = becomes({MISFIRE + knob: value})
    assert list(found.values()) == [exactly(number / 36) for number in faces]


@clause("tow.x.shoot.misfire")
def test_the_wound_of_a_misfire_cannot_be_saved_and_may_be_the_last():
    """With AV 2 and a ward it is damaged as often; with one wound left it is destroyed."""
    assert becomes(armour_value=2, ward=2)["damaged"] == exactly(0.055556)
    assert becomes(lost_wounds=2)["destroyed"] == exactly(3 / 36)


@clause("tow.x.shoot.misfire")
@pytest.mark.parametrize(("die", "rounds"), [(4, [2, 3]), (6, [2, 3]), (2, [3]), (3, [3])])
def test_a_damaged_machine_is_silent_in_its_next_turn(die, rounds):
    scene = stone([HIT, FLASH, die])
    scene.play("shoot_cell 10,30")
    assert scene.last("misfired").amount == die
    scene.dice = None
    asked = []
    while scene.prompt is not None and scene.round < 4:
        if (scene.prompt, scene.decider) == ("shoot", "men"):
            asked.append(scene.round)
        scene.play("pass")
    assert asked == rounds


@clause("tow.x.shoot.misfire")
def test_a_destroyed_machine_is_gone():
    scene = stone([HIT, FLASH, 1])
    scene.play("shoot_cell 10,30")
    assert scene.unit("men").models == 0
    assert "template_hits" not in {event.kind for event in scene.events}


@clause("tow.x.shoot.misfire", "tow.x.shoot.cannon")
def test_a_cannon_that_misfires_does_not_shoot():
    """The first die is a misfire: there is no ball."""
    found = cannon(column()).odds("shoot_cell 10,12", want=["misfired.amount", "event ball_lands", "men.models"])
    assert {balls for die, balls, _ in found if die is not None} == {0}
    assert sum(chance for (die, _, models), chance in found.items() if die == 1 and models == 0) == exactly(0.027778)


@clause("tow.x.shoot.misfire", "tow.x.character.embedded")
def test_a_misfire_wounds_a_character_who_is_left_alone():
    """He is the one model of the machine."""
    scene = stone([HIT, FLASH, 2], character="lord", char_wounds=3)
    scene.play("shoot_cell 10,30")
    assert scene.unit("men").char_lost_wounds == 1

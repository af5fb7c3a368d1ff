"""Arcs and lines of sight: quadrants, who looks where, and what stands in the way."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import Ground, battle, block, exactly, go_on, land, regiment, verbs
from tow.shots import aims, p_hit, shooter, shots, target

from tactica.envs.rulesets.tow.rules.bodies import bounds, model_rect
from tactica.envs.rulesets.tow.rules.sight import arc_of, model_sees, sees
from tactica.envs.rulesets.tow.vocab import Side

FACING = {"north": 0, "east": 2, "south": 4, "west": 6}
BIG = {"base_mm": [50, 50]}  # two cells by two
VISION = "facing.vision_arc.vision_arc_degrees"
OVER = "los.blocking.see_over_units"


def arc(at, facing="north", **unit):
    """In which quadrant of a unit with its front-left corner at (10, 10) the middle of a cell lies."""
    ground = Ground(regiment(at=(10, 10), facing=facing, **unit))
    return Side(int(arc_of(2 * at[0] + 1, 2 * at[1] + 1, *ground.ask(bounds, "men"), FACING[facing])))


def is_seen(*others, viewer=None, rules=None, **ground):
    """Whether a man at (10, 20) who looks north may shoot at orcs; others by name, terrain by kind."""
    units = [shooter(**(viewer or {})), *others]
    return any("orcs" in choice for choice in aims(battle(*units, dice=None, rules=rules, map=land(**ground))))


# --- arcs


@pytest.mark.interpreted_only
@clause("tow.facing.arcs")
@pytest.mark.parametrize(("at", "side"), [
    ((12, 5), Side.FRONT), ((17, 7), Side.FRONT), ((18, 7), Side.RIGHT), ((7, 16), Side.LEFT), ((7, 17), Side.REAR),
    ((20, 11), Side.RIGHT), ((7, 7), Side.FRONT), ((6, 7), Side.LEFT), ((17, 16), Side.RIGHT), ((17, 17), Side.REAR),
    ((12, 14), Side.REAR), ((9, 12), Side.LEFT),
])  # fmt: skip
def test_quadrants_around_a_regiment(at, side):
    """Five files and four ranks, facing north: on a line from a front corner is front, on one from a rear corner flank."""
    assert arc(at) == side


@pytest.mark.interpreted_only
@clause("tow.facing.arcs")
def test_on_the_line_ahead_and_to_the_left_is_front():
    """One model facing east: 1.5 ahead and 1.5 to the left."""
    assert arc((12, 8), "east", models=1) == Side.FRONT


@pytest.mark.interpreted_only
@clause("tow.facing.arcs")
@pytest.mark.parametrize("facing", FACING)
def test_quadrants_turn_with_the_unit(facing):
    """One model: seven by seven cells around it, as it looks from above when it faces north."""
    quarters = FACING[facing] // 2
    for across, along in block(-3, -3, 7, 7):
        if (across, along) == (0, 0):
            continue
        x, y = across, along
        for _ in range(quarters):
            x, y = -y, x
        if -along > 0 and -along >= abs(across):
            side = Side.FRONT
        elif along > 0 and along > abs(across):
            side = Side.REAR
        else:
            side = Side.RIGHT if across > 0 else Side.LEFT
        assert arc((10 + x, 10 + y), facing, models=1) == side


# --- the vision arc


@clause("tow.facing.vision_arc")
@pytest.mark.parametrize(
    ("at", "seen"),
    [((12, 18), True), ((13, 18), False), ((10, 22), False), ((8, 18), True), ((7, 18), False), ((10, 12), True)],
)
def test_a_model_looks_to_its_front(at, seen):
    """From (10, 20): (12, 18) lies on the line between front and flank, and counts as front."""
    assert is_seen(target(at)) is seen


@clause("tow.facing.vision_arc")
@pytest.mark.parametrize(("facing", "at"), [("east", (12, 22)), ("south", (8, 22)), ("west", (8, 18))])
def test_the_vision_arc_turns_with_the_unit(facing, at):
    """Each lies on the line between the front and the flank; behind he sees nobody."""
    behind = (20 - at[0], 40 - at[1])
    viewer = {"at": (10, 20), "facing": facing}
    assert is_seen(target(at), viewer=viewer)
    assert not is_seen(target(behind), viewer=viewer)


@clause("tow.facing.vision_arc")
def test_every_model_looks_from_its_own_base():
    """Of five files the target stands in the arc of the first alone."""
    scene = battle(shooter((10, 20), models=5, files=5), target((8, 18)), dice=None, upto="shoot", who="men")
    assert shots(scene) == 1


@clause("tow.facing.vision_arc")
@pytest.mark.parametrize("at", [(13, 18), (10, 22), (13, 22), (7, 20)])
def test_some_see_all_round(at):
    assert is_seen(target(at), viewer={"traits": ["all_round"]})
    assert is_seen(target(at), rules={VISION: 360})
    assert not is_seen(target(at))


@clause("tow.facing.vision_arc")
@pytest.mark.parametrize(
    ("at", "seen"), [((13, 18), True), ((14, 19), True), ((7, 19), True), ((10, 22), False), ((13, 22), False)]
)
def test_the_vision_arc_can_be_half_a_circle(at, seen):
    assert is_seen(target(at), rules={VISION: 180}) is seen


@clause("tow.facing.vision_arc", "tow.los.line")
def test_one_cell_in_the_vision_arc_is_enough():
    """Of a base of two by two at (13, 16) only the cell (13, 16) lies in the arc: 2.5 to the right, 3.5 ahead."""
    assert is_seen(target((14, 16), **BIG))
    assert not is_seen(target((15, 18), **BIG))


# --- lines


def other(at, name="other", side="men", **fields):
    """Somebody else, one model that cannot shoot."""
    return regiment(name, side, at=at, models=1, files=1, **fields)


@clause("tow.los.line", "tow.x.los.terrain")
@pytest.mark.parametrize("kind", ["rock", "high_obstacle"])
def test_rock_and_high_obstacles_hide_what_is_behind_them(kind):
    """From (10, 20) to (10, 14), with (10, 17) between."""
    assert is_seen(target((10, 14)))
    assert not is_seen(target((10, 14)), **{kind: [(10, 17)]})


@clause("tow.los.line", "tow.x.los.terrain")
@pytest.mark.parametrize("kind", ["difficult", "dangerous", "deep_water", "low_obstacle"])
def test_other_ground_hides_nobody(kind):
    assert is_seen(target((10, 14)), **{kind: block(10, 15, 1, 4)})


@clause("tow.los.line", "tow.los.blocking")
@pytest.mark.parametrize("side", ["men", "orcs"])
def test_models_between_hide_what_is_behind_them(side):
    assert not is_seen(target((10, 14)), other((10, 17), side=side))
    assert is_seen(target((10, 14)), other((11, 17), side=side))


@clause("tow.los.blocking")
def test_whoever_is_in_flight_still_stands_in_the_way():
    assert not is_seen(target((10, 14)), other((10, 17), side="orcs", fleeing=True))


@clause("tow.los.blocking")
def test_a_friend_half_way():
    """From (10, 20) to (10, 10), with a friend at (10, 15)."""
    assert not is_seen(target((10, 10)), other((10, 15)))


@clause("tow.los.blocking")
def test_the_dead_stand_in_nobodys_way():
    """A goblin between, without armour, is hit and wounded by sixes; in the next turn the orc behind it is seen."""
    goblin = other((10, 15), "goblin", "orcs", points=50)
    scene = battle(shooter(), target((10, 10)), goblin, dice=[6, 6], upto="shoot", who="men")
    assert scene.choices("shoot") == ["shoot goblin single"]
    scene.play("shoot goblin")
    go_on(scene, "shoot", "men")
    assert scene.choices("shoot") == ["shoot orcs single"]


@clause("tow.los.blocking")
def test_ranks_of_the_target_do_not_hide_each_other():
    """From (10, 20) every line to the second rank passes the first; all ten cells are reached, so that there is no cover."""
    scene = battle(shooter(), target((12, 10), models=10, files=5), dice=None, upto="shoot", who="men")
    assert p_hit(scene) == exactly(1 / 2)


@clause("tow.los.blocking")
def test_the_own_ranks_hide_nobody():
    """Fifteen men in three ranks: the five of the front see what is straight before them."""
    scene = battle(shooter((8, 20), models=15, files=5), target((10, 10)), dice=None, upto="shoot", who="men")
    assert shots(scene) == 5


@clause("tow.los.blocking", "tow.facing.vision_arc")
def test_the_own_ranks_hide_nobody_behind_who_looks_all_round():
    """Five files at (10, 10) and orcs straight behind them: their second rank hides nobody from the front rank. Friends who
    stand in its place do.
    """
    men = {"at": (10, 10), "files": 5, "missile": "shortbow", "traits": ["all_round"]}
    orcs = target((14, 16), models=5, files=5)
    scene = battle(shooter(**men, models=10), orcs, dice=None, upto="shoot", who="men")
    assert scene.unit("orcs").cover_from("men") == {"open": 5}
    assert shots(scene) == 5
    friends = regiment("friends", "men", (10, 11), models=5, files=5)
    assert aims(battle(shooter(**men, models=5), friends, orcs, dice=None)) == []


@clause("tow.los.line")
def test_a_line_that_misses_the_cell_between():
    """The line from (10, 10) to (11, 4) enters it from (11, 5), that to (10, 4) is blocked at (10, 5)."""
    viewer = {"at": (10, 10)}
    assert is_seen(target((11, 4), models=2, files=2), viewer=viewer, rock=[(10, 5)])
    assert not is_seen(target((10, 4)), viewer=viewer, rock=[(10, 5)])


@clause("tow.los.line")
def test_nothing_is_seen_behind():
    assert not is_seen(target((10, 12)), viewer={"at": (10, 10)})


@clause("tow.los.line")
@pytest.mark.parametrize(
    ("rocks", "seen"), [([(21, 18), (22, 19)], True), ([(22, 18)], False), ([(21, 18), (22, 19), (22, 18)], False)]
)
def test_a_line_passes_between_two_corners(rocks, seen):
    """From the middle of the front, (21, 20), to (24.5, 16.5) through the corner (22, 19)."""
    assert is_seen(target((24, 16)), viewer={"at": (20, 20), **BIG}, rock=rocks) is seen


# --- between units


@pytest.mark.interpreted_only
@clause("tow.los.unit")
@pytest.mark.parametrize(("gap", "fired"), [([(10, 15)], 1), ([], 0)])
def test_one_model_that_sees_one_model_is_enough(gap, fired):
    """Five men at (10..14, 20) and five orcs at (10..14, 10) with a wall between, open at (10, 15): the line from x = 11.5 would
    pass it only to a cell left of x = 10.3, and lines from further right to cells further left.
    """
    wall = set(block(0, 15, 36, 1)) - set(gap)
    scene = battle(shooter(models=5, files=5), target((14, 10), models=5, files=5), dice=None, map=land(rock=wall))
    choices = aims(scene)
    assert choices == (["shoot orcs single"] if fired else [])
    if fired:
        assert shots(scene) == fired
    ground = Ground.of(scene)
    assert ground.ask(sees, "men", "orcs") == bool(fired)


@pytest.mark.interpreted_only
@clause("tow.los.unit", "tow.los.line")
@pytest.mark.parametrize("model", range(5))
def test_who_of_them_sees(model):
    wall = set(block(0, 15, 36, 1)) - {(10, 15)}
    ground = Ground(shooter(models=5, files=5), target((14, 10), models=5, files=5), map=land(rock=wall))
    assert ground.ask(model_rect, "men", model) == (10 + model, 20, 1, 1)
    assert ground.ask(model_sees, "men", model, "orcs") == (model == 0)


@clause("tow.los.front_rank")
@pytest.mark.parametrize(("models", "fired"), [(10, 5), (4, 4), (5, 5), (14, 5)])
def test_only_the_front_rank_shoots(models, fired):
    scene = battle(shooter((8, 20), models=models, files=5), target((10, 10)), dice=None, upto="shoot", who="men")
    assert shots(scene) == fired


@pytest.mark.interpreted_only
@clause("tow.los.front_rank", "tow.los.unit")
@pytest.mark.parametrize(("ranks", "seen"), [(1, False), (2, True), (0, False)])
def test_how_many_ranks_see_can_be_set(ranks, seen):
    """A model of the second rank at (10, 21) has (13, 18) on the line between its front and its flank."""
    units = [regiment(at=(10, 20), models=2, files=1), regiment("orcs", at=(13, 18), facing="south", models=1)]
    ground = Ground(*units, rules={"los.front_rank.seeing_ranks": ranks})
    assert ground.ask(sees, "men", "orcs") == seen


@clause("tow.los.front_rank", "tow.los.unit")
@pytest.mark.parametrize(("ranks", "charged"), [(1, True), (0, False)])
def test_without_ranks_that_see_nobody_is_charged(ranks, charged):
    scout = regiment("scout", "men", (35, 23), "south", models=1)
    units = [regiment(at=(10, 20), models=10, files=5), regiment("orcs", at=(14, 14), facing="south", models=5), scout]
    scene = battle(*units, dice=None, rules={"los.front_rank.seeing_ranks": ranks})
    assert ("charge" in verbs(scene)) is charged


# --- over their heads


@clause("tow.los.blocking", "tow.x.los.terrain")
@pytest.mark.parametrize(("rules", "hill", "seen"), [
    ({}, [(10, 20)], False),
    ({OVER: 1}, [(10, 20)], True),
    ({OVER: 1}, [], False),
    ({OVER: 1}, [(10, 10)], False),
    ({OVER: 1}, block(10, 9, 1, 12), False),
    ({OVER: 1}, [(10, 20), (10, 15)], True),
    ({OVER: 1}, [(10, 20), (10, 10)], True),
])  # fmt: skip
def test_who_stands_on_a_hill_may_look_over_units_if_the_book_says_so(rules, hill, seen):
    """From (10, 20) to (10, 10) over a friend at (10, 15): not if the friend and the target stand on the hill, too."""
    assert is_seen(target((10, 10)), other((10, 15)), rules=rules, hill=hill) is seen

"""Flight: which way and how far, through friends and enemies, over the edge; compulsory moves."""

from __future__ import annotations

import itertools

import pytest
from fixtures import clause
from tow.scenes import Ground, battle, exactly, is_asked, land, pose, regiment

from tactica.envs.rulesets.tow.rules.bodies import bounds
from tactica.envs.rulesets.tow.rules.fleeing import flight_direction
from tactica.envs.rulesets.tow.rules.formation import rank_bonus
from tactica.envs.rulesets.tow.vocab import Gone

FLEE = "x.move.flee"
NORTH, EAST, SOUTH, WEST = 0, 2, 4, 6


def way(men, orcs):
    """The way the men flee from the orcs."""
    return Ground(men, orcs).ask(flight_direction, "men", "orcs")


def run(dice=(), men=None, orcs=None, friends=(), rules=None, size=(36, 40), dice_before=(), **more):
    """Men at (10, 16) flee from the charge of an orc who comes from the north; columns 10 to 14, rows 16 to 19."""
    units = [
        regiment("orcs", **{"at": (14, 8), "facing": "south", "models": 5, "movement": 6, **(orcs or {})}),
        regiment("men", at=(10, 16), **{"movement": 4, **(men or {})}),
        *friends,
        regiment("scout", "men", at=(35, 0), facing="north", models=1),
        regiment("spy", "orcs", at=(0, 0), facing="north", models=1),
    ]
    scene = battle(*units, rules=rules, size=size, dice=dice_before, upto="charge", who="orcs", **more)
    scene.play("charge men")
    scene.dice = None if dice is None else [*dice, 1, 1, *([1, 1] if dice_before else [])]
    return scene


# --- which way


@pytest.mark.interpreted_only
@clause("tow.x.move.flee")
@pytest.mark.parametrize(("men", "orcs", "direction"), [
    ({"at": (10, 16)}, {"at": (10, 8)}, SOUTH),
    ({"at": (14, 10), "models": 16, "files": 4}, {"at": (10, 6), "models": 16, "files": 4}, SOUTH),
    ({"at": (10, 8)}, {"at": (10, 16)}, NORTH), ({"at": (20, 8)}, {"at": (10, 12)}, EAST),
    ({"at": (10, 8)}, {"at": (20, 12)}, WEST),
    ({"at": (14, 10), "models": 16, "files": 4}, {"at": (18, 14), "models": 16, "files": 4}, NORTH),
    ({"at": (15, 10)}, {"at": (10, 14)}, EAST),
    ({"at": (10, 6)}, {"at": (15, 10)}, WEST), ({"at": (10, 16)}, {"at": (3, 8)}, SOUTH),
])  # fmt: skip
def test_flight_goes_along_the_larger_component(men, orcs, direction):
    """From the middle of the enemy's rectangle to one's own: (12.5, 18) and (12.5, 10); (16, 12) and (12, 8); ..."""
    assert way(regiment("men", **men), regiment("orcs", **orcs)) == direction


@pytest.mark.interpreted_only
@clause("tow.x.move.flee")
def test_halves_of_cells_count():
    """From (10.5, 10.5) to (14, 14.5) the way south is longer, from (10.5, 10.5) to (15, 14.5) the way east."""
    orc = regiment("orcs", at=(10, 10), models=1)
    assert way(regiment("men", at=(13, 14), models=2, files=2), orc) == SOUTH
    assert way(regiment("men", at=(14, 14), models=2, files=2), orc) == EAST


@pytest.mark.interpreted_only
@clause("tow.x.move.flee")
@pytest.mark.parametrize(("first", "direction"), [(True, SOUTH), (False, NORTH)])
def test_from_the_same_middle_it_goes_to_the_own_edge(first, direction):
    """A short rank leaves room for an enemy in the middle of a rectangle only by hand: the first side's edge is south."""
    units = [regiment("men", at=(10, 10), models=1), regiment("orcs", at=(20, 10), models=1)]
    ground = Ground(*(units if first else reversed(units)))
    ground.unit("orcs").cell = ground.unit("men").cell
    assert ground.ask(flight_direction, "men", "orcs") == direction


# --- how far


@pytest.mark.interpreted_only
@clause("tow.x.move.flee")
def test_flight_goes_two_dice_straight_away():
    """From the middle (12.5, 18) away from (12.5, 8.5): seven cells south."""
    scene = run([3, 4])
    events = scene.play("flee")
    assert [(e.who, e.extra) for e in events if e.kind == "flees"] == [("men", 7)]
    assert pose(scene) == ((14, 26), "south", 5), "rows 23 to 26"
    assert Ground.of(scene).ask(bounds, "men") == (10, 23, 5, 4)


@pytest.mark.interpreted_only
@clause("tow.x.move.flee")
def test_a_unit_turns_about_its_middle_to_flee():
    """20 in 5 files that look north flee to the east: a rectangle of 4 by 5 about the middle (12.5, 18) begins at (10, 15)."""
    scene = run([2, 4], orcs={"at": (3, 16), "facing": "east"})
    scene.play("flee")
    assert pose(scene) == ((19, 15), "east", 5)
    assert Ground.of(scene).ask(bounds, "men") == (16, 15, 4, 5)


def runs_off(men, rules=None, rows=3):
    """How likely it is that men with so many rows behind them run off the table."""
    scene = run(None, men, size=(36, 20 + rows), rules=rules)
    gone = scene.odds("flee", want="men.gone", open="stop")
    return gone.p(lambda why: str(why).lower() in ("fled", str(int(Gone.FLED))))


@clause("tow.x.move.flee", "tow.x.setup.table")
@pytest.mark.parametrize(("rows", "chance"), [(3, 0.916667), (4, 30 / 36), (11, 1 / 36), (12, 0.0), (0, 1.0)])
def test_whoever_leaves_the_table_is_gone(rows, chance):
    """Three rows below: whoever rolls more than a 3 on two dice."""
    assert runs_off({}, rows=rows) == exactly(chance)


def two_best(dice, more_than, drop=1):
    """The chance that dice without their lowest come to more than a number, by counting."""
    rolls = list(itertools.product(range(1, 7), repeat=dice))
    return sum(sum(sorted(roll)[drop:]) > more_than for roll in rolls) / len(rolls)


@clause("tow.x.move.flee")
@pytest.mark.parametrize(("rows", "chance"), [(3, 212 / 216), (11, 16 / 216), (7, two_best(3, 7))])
def test_swiftstride_rolls_three_and_drops_the_lowest(rows, chance):
    """Of 216 rolls four come to no more than 3: three ones, or two of them and a 2; 16 have two sixes."""
    assert two_best(3, rows) == pytest.approx(chance)
    assert runs_off({"traits": ["swiftstride"]}, rows=rows) == exactly(chance)


@clause("tow.x.move.flee")
@pytest.mark.parametrize(("dice", "rows", "chance"), [(1, 3, 0.5), (3, 3, 215 / 216), (3, 12, two_best(3, 12, 0))])
def test_how_many_dice_can_be_set(dice, rows, chance):
    assert runs_off({}, {f"{FLEE}.dice": dice}, rows) == exactly(chance)
    assert runs_off({"traits": ["swiftstride"]}, {f"{FLEE}.dice": dice}, rows) == exactly(two_best(3, rows))


@clause("tow.x.move.flee")
@pytest.mark.parametrize(("dice", "rows", "chance"), [(2, 5, two_best(2, 5)), (4, 9, two_best(4, 9))])
def test_how_many_dice_swiftstride_rolls_can_be_set(dice, rows, chance):
    rules = {f"{FLEE}.swiftstride_dice": dice}
    assert runs_off({"traits": ["swiftstride"]}, rules, rows) == exactly(chance)
    assert runs_off({}, rules, rows) == exactly(two_best(2, rows, 0))


# --- what is in the way


def ends(cells, dice=(1, 3), **more):
    """Men who flee four cells south come so many cells far."""
    scene = run([*dice], **more)
    scene.play("flee")
    assert pose(scene) == ((14, 19 + cells), "south", 5)
    return scene


@clause("tow.x.move.flee")
def test_flight_goes_through_friends():
    """A friend stands in row 21; after two to five cells they would cover it, after six they cover rows 22 to 25."""
    friend = regiment("friends", "men", at=(12, 21), facing="south", models=1, traits=["unbreakable"])
    ends(6, friends=[friend], dice=(3, 3))
    ends(6, friends=[friend], dice=(1, 3))
    ends(6, friends=[friend], dice=(2, 3))
    ends(6, friends=[friend], dice=(1, 1))
    ends(7, friends=[friend], dice=(1, 6))


@clause("tow.x.move.flee", "tow.x.terrain.table")
@pytest.mark.parametrize(
    ("kind", "cells"),
    [("rock", 6), ("deep_water", 6), ("high_obstacle", 6), ("woods", 4), ("low_obstacle", 4), ("hill", 4)],
)
def test_flight_goes_on_until_it_is_free_of_impassable_ground(kind, cells):
    ends(cells, map=land((36, 40), **{kind: [(12, 21)]}))


@clause("tow.x.move.flee")
@pytest.mark.parametrize(("foes", "fleeing", "rules", "lost"), [
    (5, False, {}, True), (4, False, {}, False), (5, True, {}, False), (5, False, {f"{FLEE}.through_us": 6}, False),
    (4, False, {f"{FLEE}.through_us": 4}, True), (3, False, {f"{FLEE}.through_us": 4}, False),
])  # fmt: skip
def test_whoever_runs_into_strong_enemies_is_destroyed(foes, fleeing, rules, lost):
    """Goblins in row 22, in column; those in flight fail to rally first, and run on afterwards."""
    foe = regiment("goblins", "orcs", at=(10, 22), facing="west", files=1, models=foes, fleeing=fleeing)
    scene = run([2, 4], friends=[foe], rules=rules, dice_before=[6, 6] if fleeing else [])
    scene.play("flee")
    assert (scene.unit("men").models == 0) is lost
    if not lost:
        assert pose(scene)[0] == (14, 27), (
            "six cells, one more to be free of the goblins, and one to be apart from them"
        )


@clause("tow.x.move.flee")
def test_enemies_beyond_the_path_do_no_harm():
    foe = regiment("goblins", "orcs", at=(10, 24), facing="west", files=1, models=5)
    assert ends(3, friends=[foe]).unit("men").models == 20, "it stops short, to be apart from them"
    scene = run([1, 4], friends=[foe])
    scene.play("flee")
    assert scene.unit("men").models == 0, "one cell more"


@clause("tow.x.move.flee")
def test_the_way_past_a_friend_may_end_among_enemies_or_beyond_the_edge():
    """Two cells end on the friend in row 21; six would be free of him."""
    friend = regiment("friends", "men", at=(12, 21), facing="south", models=1, traits=["unbreakable"])
    foe = regiment("goblins", "orcs", at=(10, 24), facing="west", files=1, models=5)
    scene = run([1, 1], friends=[friend, foe])
    scene.play("flee")
    assert scene.unit("men").models == 0
    scene = run([1, 1], friends=[friend], size=(36, 25))
    scene.play("flee")
    assert scene.unit("men").gone == Gone.FLED


# --- what flight forbids


@clause("tow.x.move.flee", "tow.x.morale.traits")
def test_flight_ends_frenzy():
    scene = run([1, 3], {"traits": ["frenzy"]})
    assert scene.unit("men").frenzied == 1
    scene.play("flee")
    assert scene.unit("men").frenzied == 0


@pytest.mark.interpreted_only
@clause("tow.x.move.flee", "tow.formation.rank_bonus")
def test_those_in_flight_have_no_rank_bonus():
    orc = regiment("orcs", at=(30, 2), models=1)
    assert Ground(regiment("men"), orc).ask(rank_bonus, "men") == 2
    assert Ground(regiment("men", fleeing=True), orc).ask(rank_bonus, "men") == 0


@clause("tow.x.move.flee")
@pytest.mark.parametrize("prompt", ["strategy", "charge", "move", "shoot"])
def test_those_in_flight_do_nothing_else(prompt):
    """A wizard among archers with an enemy in view; failing to rally, they run on."""
    wizard = {"character": "war_priest", "wizard_level": 2, "missile": "longbow", "models": 10}
    units = [
        regiment("scout", "men", at=(35, 23), facing="south", models=1),
        regiment("men", at=(10, 14), fleeing=True, **wizard), regiment("orcs", at=(14, 8), facing="south"),
    ]  # fmt: skip
    scene = battle(*units, dice=[6, 6, 1, 1])
    assert not is_asked(scene, prompt)


# --- compulsory moves


def flight(*units, dice=(), **more):
    """What happens to men in flight in their first turn, in which they fail to rally."""
    scout = regiment("scout", "men", at=(35, 23), facing="south", models=1)
    return battle(scout, *units, dice=[6, 6, *dice], **more)


@pytest.mark.interpreted_only
@clause("tow.x.move.compulsory")
def test_who_does_not_rally_runs_on_from_the_nearest_enemy():
    """One is two inches to the west, another three to the north."""
    men = regiment("men", at=(10, 10), fleeing=True)
    near = regiment("orcs", at=(7, 11), models=1)
    far = regiment("goblins", "orcs", at=(12, 6), models=1)
    scene = flight(men, far, near, dice=[1, 2])
    assert pose(scene)[1] == "east"
    assert Ground.of(scene).ask(bounds, "men") == (13, 9, 4, 5)
    assert [e.extra for e in scene.events if e.kind == "flees"] == [3]


@clause("tow.x.move.compulsory")
@pytest.mark.parametrize(("first", "facing"), [("west", "east"), ("north", "south")])
def test_of_equally_near_enemies_it_runs_from_the_first(first, facing):
    men = regiment("men", at=(10, 10), fleeing=True)
    two = {"west": regiment("orcs", at=(7, 11), models=1), "north": regiment("goblins", "orcs", at=(12, 7), models=1)}
    enemies = [two.pop(first), *two.values()]
    assert pose(flight(men, *enemies, dice=[1, 2]))[1] == facing


@clause("tow.x.move.compulsory", "tow.x.turn.sequence")
def test_compulsory_moves_come_after_the_charges_and_before_other_moves():
    men = regiment("men", at=(10, 10), fleeing=True)
    scene = flight(men, regiment("orcs", at=(12, 6), models=1), dice=[1, 2])
    events = [(e.kind, e.amount) for e in scene.events if e.kind in ("phase_begins", "flees", "failed")]
    names = [kind if kind != "phase_begins" else amount for kind, amount in events]
    assert names == [1, 2, "failed", 3, 4, 5, "flees", 6]


@clause("tow.x.move.compulsory")
def test_those_of_the_other_side_do_not_move():
    men = regiment("men", at=(10, 10))
    orcs = [regiment("orcs", at=(16, 3), fleeing=True, models=1), regiment("spy", "orcs", at=(35, 0), models=1)]
    scene = battle(men, *orcs, dice=())
    assert pose(scene, "orcs")[0] == (16, 3)

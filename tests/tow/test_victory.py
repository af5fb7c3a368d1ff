"""The end of the battle, victory points, and who has won."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import battle, block, charging, go_on, kinds, land, regiment

ROUNDS = "x.turn.sequence.rounds"
END = "x.turn.end_and_victory"
WALL = land(rock=block(0, 11, 36, 2))  # nobody sees over it


def quiet(*units, rules=None, **more):
    """A battle whose sides do not meet: the first half of the units stand in the south."""
    return battle(*units, rules=rules, map=WALL, **more)


def men(**fields):
    """The first side, behind the wall."""
    return regiment("men", at=(10, 16), **fields)


def orcs(**fields):
    """The second side, on the other side of it."""
    return regiment("orcs", at=(14, 5), facing="south", **fields)


def ended(*units, dice=(), rules=None, rounds=1, **more):
    """The battle after some rounds in which nobody did anything."""
    scene = quiet(*units, dice=dice, rules={ROUNDS: rounds, **(rules or {})}, **more)
    return go_on(scene, None)


def points(laid):
    """Victory points of the two sides."""
    return tuple(next(e.amount for e in laid.events if e.kind == "points" and e.extra == side) for side in (0, 1))


@clause("tow.x.turn.end_and_victory")
@pytest.mark.parametrize(("enemy", "expected"), [
    ({"points": 150, "models": 5, "models_start": 20}, 75), ({"points": 150, "models": 6, "models_start": 20}, 0),
    ({"points": 155, "models": 5, "models_start": 20}, 77), ({"points": 150, "models": 20}, 0),
    ({"points": 200, "models": 1, "wounds": 4, "lost_wounds": 3}, 100),
    ({"points": 200, "models": 1, "wounds": 4, "lost_wounds": 2}, 0),
    ({"points": 200, "models": 1, "models_start": 3, "wounds": 4}, 0),
    ({"points": 200, "models": 1, "models_start": 4, "wounds": 4}, 100),
    ({"models": 5, "models_start": 20, "points_each": 10, "points_extra": 30}, 115),
])  # fmt: skip
def test_a_unit_down_to_a_quarter_is_worth_half(enemy, expected):
    """Half of 155 is 77; half of 20 times 10 and 30 is 115."""
    assert points(ended(men(), orcs(**enemy))) == (expected, 0)


@clause("tow.x.turn.end_and_victory")
def test_a_unit_in_flight_at_the_end_is_worth_half():
    """It fails to rally, and runs two cells."""
    runaways = regiment("orcs", at=(14, 5), facing="south", fleeing=True, points=155, models=12, models_start=20)
    others = regiment("others", "orcs", at=(30, 5), facing="south", models=5)
    scene = ended(men(), others, runaways, dice=[6, 6, 1, 1])
    assert scene.unit("orcs").fleeing == 1
    assert points(scene) == (77, 0)


@clause("tow.x.turn.end_and_victory")
def test_a_unit_that_fled_from_the_table_is_worth_all():
    runaways = regiment("orcs", at=(14, 5), facing="south", fleeing=True, points=155)
    others = regiment("others", "orcs", at=(30, 5), facing="south", models=5)
    scene = ended(men(), others, runaways, dice=[6, 6, 6, 6])
    assert scene.unit("orcs").models == 0
    assert points(scene) == (155, 0)


@clause("tow.x.turn.end_and_victory", "tow.x.move.run_down")
def test_a_unit_that_was_destroyed_is_worth_all():
    scene = charging(
        {"movement": 8}, {"models": 5, "fleeing": True, "points": 131}, gap=5, dice=[6, 6], rules={ROUNDS: 1}
    )
    scene.play("charge orcs")
    assert points(go_on(scene, None)) == (131, 0)


@clause("tow.x.turn.end_and_victory")
@pytest.mark.parametrize(("percent", "models", "expected"), [(20, 4, 50), (20, 5, 0), (30, 6, 50), (30, 7, 0)])
def test_what_is_worth_half_can_be_set(percent, models, expected):
    enemy = orcs(points=100, models=models, models_start=20)
    assert points(ended(men(), enemy, rules={f"{END}.half_points_fraction_pct": percent})) == (expected, 0)


def margin(one, other, rules=None, **more):
    """Who wins when the sides come to so many points."""
    units = [men(points=2 * other, models=5, models_start=20), orcs(points=2 * one, models=5, models_start=20)]
    scene = ended(*units, rules=rules, **more)
    assert points(scene) == (one, other)
    return scene.winner


@clause("tow.x.turn.end_and_victory")
@pytest.mark.parametrize(
    ("one", "other", "winner"),
    [(350, 250, "men"), (349, 250, None), (250, 350, "orcs"), (250, 349, None), (0, 0, None)],
)
def test_a_hundred_points_ahead_win(one, other, winner):
    assert margin(one, other) == winner


@clause("tow.x.turn.end_and_victory")
@pytest.mark.parametrize(
    ("least", "one", "winner"), [(99, 349, "men"), (101, 350, None), (50, 300, "men"), (0, 251, "men")]
)
def test_how_far_ahead_wins_can_be_set(least, one, winner):
    assert margin(one, 250, {f"{END}.win_margin": least}) == winner


def headless(rules=None):
    """The points of a battle in which the orcs have lost their general, one of ten."""
    scene = quiet(men(), orcs(character="lord", models=10, points=10), regiment("others", "orcs", at=(30, 5), facing="south"),
                  rules={ROUNDS: 1, **(rules or {})})  # fmt: skip
    unit = scene.unit("orcs")
    unit.models, unit.char_alive = 9, 0
    return points(go_on(scene, None))


@clause("tow.x.turn.end_and_victory", "tow.x.character.general")
@pytest.mark.parametrize(
    ("rules", "bonus"), [({}, 100), ({f"{END}.general_bonus": 60}, 60), ({f"{END}.general_bonus": 95}, 95)]
)
def test_the_enemy_general_is_worth_a_bonus(rules, bonus):
    assert headless(rules) == (bonus, 0)


@clause("tow.x.turn.end_and_victory")
def test_the_battle_ends_when_a_side_has_only_units_in_flight():
    """At the end of the phase: the charge is over, no charger moves any more."""
    scene = battle(
        regiment("men", at=(10, 14)), regiment("orcs", at=(14, 8), facing="south", models=5), upto="charge", dice=[1, 1]
    )
    scene.play("charge orcs", "flee")
    assert scene.ending == "nobody_left"
    assert not kinds(scene.events, "charge_reached", "charge_failed")
    assert [e.amount for e in scene.events if e.kind == "phase_begins"][-1] == 3


@clause("tow.x.turn.end_and_victory")
def test_who_wipes_the_other_side_out_wins_whatever_the_points():
    """Orcs worth 10 points run off the table; of the men, worth 1000, a quarter is left."""
    scene = battle(
        regiment("men", at=(10, 8), models=5, models_start=20, points=1000),
        regiment("orcs", at=(14, 2), facing="south", models=5, points=10), upto="charge", dice=[6, 6],
    )  # fmt: skip
    scene.play("charge orcs", "flee")
    assert scene.ending == "wiped_out"
    assert points(scene) == (10, 500)
    assert scene.winner == "men"


@clause("tow.x.turn.end_and_victory")
def test_flight_alone_is_no_victory():
    """The last orcs flee, worth half of 150: not enough to win by a hundred."""
    orcs_fled = regiment("orcs", at=(14, 8), facing="south", models=5, points=150)
    scene = battle(regiment("men", at=(10, 14)), orcs_fled, upto="charge", dice=[1, 1])
    scene.play("charge orcs", "flee")
    assert points(scene) == (75, 0)
    assert scene.winner is None

"""The end of the battle: when it is over, victory points, and who has won."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import blows
from tow.scenes import Ground, battle, block, charging, fray, go_on, kinds, land, regiment

from tactica.envs.rulesets.tow.rules.victory import victory_points
from tactica.envs.rulesets.tow.vocab import Gone

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


def standing(enemy, rules=None):
    """The ground with one enemy of the men's, for what may be asked of it."""
    return Ground(regiment(), regiment("orcs", at=(30, 6), facing="south", **enemy), rules=rules)


# --- points


@clause("tow.x.turn.end_and_victory")
@pytest.mark.parametrize(("enemy", "expected"), [
    ({"points": 150, "models": 5, "models_start": 20}, 75), ({"points": 150, "models": 6, "models_start": 20}, 0),
    ({"points": 155, "models": 5, "models_start": 20}, 77), ({"points": 150, "models": 20}, 0),
    ({"points": 151, "models": 1, "models_start": 20}, 75), ({"points": 200, "models": 1, "wounds": 4}, 0),
    ({"points": 200, "models": 1, "wounds": 4, "lost_wounds": 3}, 100),
    ({"points": 200, "models": 1, "wounds": 4, "lost_wounds": 2}, 0),
    ({"points": 200, "models": 1, "models_start": 3, "wounds": 4}, 0),
    ({"points": 200, "models": 1, "models_start": 4, "wounds": 4}, 100),
    ({"models": 5, "models_start": 20, "points_each": 10, "points_extra": 30}, 115),
])  # fmt: skip
def test_a_unit_down_to_a_quarter_is_worth_half(enemy, expected):
    """Half of 155 is 77; half of 20 times 10 and 30 is 115. Of a unit that began as one model the Wounds count."""
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
@pytest.mark.parametrize(
    ("percent", "models", "expected"), [(20, 4, 50), (20, 5, 0), (30, 6, 50), (30, 7, 0), (50, 10, 50), (50, 11, 0)]
)
def test_what_is_worth_half_can_be_set(percent, models, expected):
    enemy = orcs(points=100, models=models, models_start=20)
    assert points(ended(men(), enemy, rules={f"{END}.half_points_fraction_pct": percent})) == (expected, 0)


def headless(rules=None):
    """The points of a battle in which the orcs have lost their general, one of ten."""
    scene = quiet(men(), orcs(character="lord", models=10, points=10), regiment("others", "orcs", at=(30, 5), facing="south"),
                  rules={ROUNDS: 1, **(rules or {})})  # fmt: skip
    unit = scene.unit("orcs")
    unit.models, unit.char_alive = 9, 0
    return points(go_on(scene, None))


@clause("tow.x.turn.end_and_victory", "tow.x.character.general")
@pytest.mark.parametrize(
    ("rules", "bonus"),
    [
        ({}, 100),
        ({f"{END}.general_bonus": 60}, 60),
        ({f"{END}.general_bonus": 150}, 150),
        ({f"{END}.general_bonus": 0}, 0),
    ],
)
def test_the_enemy_general_is_worth_a_bonus(rules, bonus):
    assert headless(rules) == (bonus, 0)


@pytest.mark.interpreted_only
@clause("tow.x.turn.end_and_victory")
def test_other_characters_are_worth_nothing_more():
    ground = standing({"character": "hexer", "points": 200})
    ground.unit("orcs").char_alive = 0
    assert ground.ask(victory_points, 0) == 0


@pytest.mark.interpreted_only
@clause("tow.x.turn.end_and_victory", "tow.x.character.general")
def test_a_general_falls_with_a_regiment_that_is_destroyed():
    ground = standing({"character": "lord", "points": 200})
    unit = ground.unit("orcs")
    unit.models, unit.cell, unit.gone, unit.char_alive = 0, -1, int(Gone.SLAIN), 0
    assert ground.ask(victory_points, 0) == 200 + 100


@clause("tow.x.turn.end_and_victory", "tow.x.character.general")
def test_a_general_who_flees_from_the_table_is_not_slain():
    """The regiment's own points are due, and no bonus. It does not rally, and flees twelve inches from the edge."""
    gone = regiment(
        "orcs", at=(14, 1), facing="north", fleeing=True, character="lord", points=150, leadership=0, char_leadership=0
    )
    others = regiment("others", "orcs", at=(30, 5), facing="south")
    scene = go_on(quiet(men(), gone, others, dice=[6, 6, 6, 6], rules={ROUNDS: 1}), None)
    assert scene.unit("orcs").gone == int(Gone.FLED) and points(scene) == (150, 0)
    assert not [event for event in scene.events if event.kind == "character_slain"]


@clause("tow.x.turn.end_and_victory", "tow.profile.options")
def test_what_a_unit_is_worth():
    """Models, options and character: ten of eight points, twenty for options and ninety for a lord."""
    ground = standing({"models": 10, "points_each": 8, "points_extra": 20, "character": "lord"})
    assert ground.unit("orcs").points == 10 * 8 + 20 + 90


@pytest.mark.interpreted_only
@clause("tow.x.turn.end_and_victory")
def test_points_of_several_units_are_added():
    """Half of 101, rounded down, and half of 51."""
    few = {"models": 5, "models_start": 20}
    ground = Ground(
        regiment(),
        regiment("orcs", at=(30, 6), points=101, **few),
        regiment("goblins", "orcs", (20, 6), points=51, **few),
    )
    assert ground.ask(victory_points, 0) == 50 + 25


# --- the winner


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
    ("least", "one", "winner"),
    [(99, 349, "men"), (101, 350, None), (101, 351, "men"), (50, 300, "men"), (50, 299, None), (0, 251, "men")],
)
def test_how_far_ahead_wins_can_be_set(least, one, winner):
    assert margin(one, 250, {f"{END}.win_margin": least}) == winner


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


@clause("tow.x.turn.end_and_victory")
def test_a_side_that_is_slain_to_the_last_has_lost_whatever_the_points():
    """The last orc is worth 10, and a quarter of the men is left, worth 500."""
    men = {"models": 5, "models_start": 20, "points": 1000, "initiative": 5}
    scene = battle(
        regiment("men", at=(10, 14), **men), regiment("orcs", at=(10, 13), facing="south", models=1, files=1, points=10),
        regiment("scout", "men", (35, 23), "south", models=1), dice=blows(2, 1), upto="move", who="scout",
    )  # fmt: skip
    scene.play("pass")
    assert scene.ending == "wiped_out"
    assert scene.winner == "men"
    assert points(scene) == (10, 500)


# --- the end


@clause("tow.x.turn.end_and_victory", "tow.x.turn.sequence")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_it_ends_after_the_last_round(rounds):
    scene = battle(regiment(), regiment("orcs", at=(30, 6), facing="south"), rules={ROUNDS: rounds}, dice=None)
    go_on(scene, None)
    assert scene.ending == "rounds_played"
    assert [e.amount for e in scene.events if e.kind == "round_begins"] == list(range(1, rounds + 1))
    assert len([e for e in scene.events if e.kind == "turn_begins"]) == 2 * rounds


@clause("tow.x.turn.end_and_victory")
def test_it_ends_before_the_charge_is_made_when_a_side_has_only_units_in_flight():
    """At the end of the phase in which charges are declared: no charger moves any more."""
    scene = battle(
        regiment("men", at=(10, 14)), regiment("orcs", at=(14, 8), facing="south", models=5), upto="charge", dice=[1, 1]
    )
    scene.play("charge orcs", "flee")
    assert scene.ending == "nobody_left"
    assert not kinds(scene.events, "charge_reached", "charge_failed")
    assert [e.amount for e in scene.events if e.kind == "phase_begins"][-1] == 3


@clause("tow.x.turn.end_and_victory")
def test_it_ends_before_the_next_turn_when_a_side_has_only_units_in_flight():
    """At the end of the combat phase, in which the orcs break and run."""
    scene = fray(men={"standard": True, "attacks": 0}, orcs={"attacks": 0, "models": 5}, dice=[6, 6, 6, 6, 1, 1])
    scene.unit("spy").fleeing = 1
    scene.play("pass", "pursue")
    assert scene.ending == "nobody_left"
    assert not [e for e in scene.events if e.kind == "turn_begins" and e.amount == 1]


@clause("tow.x.turn.end_and_victory")
def test_it_goes_on_while_each_side_has_a_unit_that_stands():
    scene = fray(men={"standard": True, "attacks": 0}, orcs={"attacks": 0, "models": 5}, dice=[6, 6, 6, 6, 1, 1, 1, 1])
    scene.play("pass", "pursue")
    assert scene.ending is None


@clause("tow.x.turn.end_and_victory")
def test_it_ends_at_the_end_of_any_phase():
    """In the shooting phase, before anybody fights."""
    archers = regiment("others", "men", (20, 18), models=5, files=5, missile="longbow", ballistic_skill=4)
    scene = battle(
        regiment("men", at=(10, 18)), archers, regiment("orcs", at=(22, 12), facing="south", models=1, files=1, toughness=1),
        upto="shoot", who="others", dice=[6] * 5 + [6] * 5,
    )  # fmt: skip
    scene.play("shoot orcs single")
    assert scene.ending == "wiped_out"
    phases = [e.amount for e in scene.events if e.kind == "phase_begins"]
    assert phases[-1] == 7


@clause("tow.x.turn.end_and_victory")
def test_the_end_is_told():
    scene = go_on(battle(regiment(), regiment("orcs", at=(30, 6), facing="south"), rules={ROUNDS: 1}, dice=None), None)
    assert scene.last("battle_ends").text == "the battle ends: the last round is over"

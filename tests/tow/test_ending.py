"""The end of the battle: when it is over, victory points, and who has won."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import blows
from tow.scenes import Ground, battle, fray, go_on, regiment

from tactica.envs.rulesets.tow.rules.victory import victory_points
from tactica.envs.rulesets.tow.vocab import Gone

VICTORY = "x.turn.end_and_victory"
ONE_ROUND = {"x.turn.sequence.rounds": 1}


def points(rules=None, **orcs):
    """Victory points that the men have for orcs as these stand."""
    ground = Ground(regiment(points=40), regiment("orcs", at=(30, 6), facing="south", **orcs), rules=rules)
    return ground.ask(victory_points, 0)


def played(men=None, orcs=None, rules=None, **more):
    """A battle of one round in which nobody does anything: the points of both sides, and who has won."""
    men = regiment(at=(4, 14), **(men or {}))
    orcs = regiment("orcs", at=(30, 6), facing="south", **(orcs or {}))
    scene = go_on(battle(men, orcs, rules={**ONE_ROUND, **(rules or {})}, dice=None, **more), None)
    told = {e.extra: e.amount for e in scene.events if e.kind == "points"}
    return (told[0], told[1]), scene.winner


# --- points


@clause("tow.x.turn.end_and_victory")
@pytest.mark.parametrize(("orcs", "expected"), [
    ({"points": 150, "models": 5, "models_start": 20}, 75), ({"points": 150, "models": 6, "models_start": 20}, 0),
    ({"points": 155, "models": 12, "models_start": 20, "fleeing": True}, 77), ({"points": 150}, 0),
    ({"points": 151, "models": 1, "models_start": 20}, 75),
])  # fmt: skip
def test_half_of_the_points_for_who_flees_or_has_a_quarter_left(orcs, expected):
    assert points(**orcs) == expected


@clause("tow.x.turn.end_and_victory")
@pytest.mark.parametrize(("lost", "expected"), [(3, 50), (2, 0), (0, 0)])
def test_of_a_single_model_the_wounds_count(lost, expected):
    """A quarter of four Wounds is one."""
    assert points(points=100, models=1, files=1, wounds=4, lost_wounds=lost) == expected


@clause("tow.x.turn.end_and_victory")
@pytest.mark.parametrize(("percent", "models", "expected"), [
    (30, 6, 75), (20, 5, 0), (20, 4, 75), (50, 10, 75), (50, 11, 0),
])  # fmt: skip
def test_what_is_worth_half_can_be_set(percent, models, expected):
    rules = {f"{VICTORY}.half_points_fraction_pct": percent}
    assert points(rules, points=150, models=models, models_start=20) == expected


@clause("tow.x.turn.end_and_victory")
@pytest.mark.parametrize("gone", [Gone.SLAIN, Gone.FLED, Gone.RUN_DOWN])
def test_all_points_for_who_is_destroyed_or_has_fled_from_the_table(gone):
    ground = Ground(regiment(points=40), regiment("orcs", at=(30, 6), facing="south", points=155))
    unit = ground.unit("orcs")
    unit.models, unit.cell, unit.gone = 0, -1, int(gone)
    assert ground.ask(victory_points, 0) == 155
    assert ground.ask(victory_points, 1) == 0


@clause("tow.x.turn.end_and_victory")
@pytest.mark.parametrize(("bonus", "expected"), [(100, 100), (150, 150), (0, 0)])
def test_a_slain_general_is_worth_more(bonus, expected):
    """Whose regiment stands."""
    rules = {} if bonus == 100 else {f"{VICTORY}.general_bonus": bonus}
    units = [regiment(), regiment("orcs", at=(30, 6), facing="south", character="lord", points=200)]
    ground = Ground(*units, rules=rules)
    assert ground.ask(victory_points, 0) == 0
    ground.unit("orcs").char_alive = 0
    assert ground.ask(victory_points, 0) == expected


@clause("tow.x.turn.end_and_victory")
def test_other_characters_are_worth_nothing_more():
    ground = Ground(regiment(), regiment("orcs", at=(30, 6), facing="south", character="hexer", points=200))
    ground.unit("orcs").char_alive = 0
    assert ground.ask(victory_points, 0) == 0


@clause("tow.x.turn.end_and_victory", "tow.x.character.general")
def test_a_general_falls_with_a_regiment_that_is_destroyed():
    ground = Ground(regiment(), regiment("orcs", at=(30, 6), facing="south", character="lord", points=200))
    unit = ground.unit("orcs")
    unit.models, unit.cell, unit.gone, unit.char_alive = 0, -1, int(Gone.SLAIN), 0
    assert ground.ask(victory_points, 0) == 200 + 100


@clause("tow.x.turn.end_and_victory", "tow.profile.options")
def test_what_a_unit_is_worth():
    """Models, options and character: ten of eight points, twenty for options and ninety for a lord."""
    ground = Ground(
        regiment(),
        regiment("orcs", at=(30, 6), facing="south", models=10, points_each=8, points_extra=20, character="lord"),
    )
    assert ground.unit("orcs").points == 10 * 8 + 20 + 90


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


def ended(first, second, rules=None):
    """A battle in which the sides have so many points at the end, by regiments of which a quarter is left."""
    few = {"models": 5, "models_start": 20}
    return played({"points": 2 * second, **few}, {"points": 2 * first, **few}, rules)


@clause("tow.x.turn.end_and_victory")
@pytest.mark.parametrize(("first", "second", "winner"), [
    (350, 250, "men"), (349, 250, None), (250, 350, "orcs"), (250, 349, None), (0, 0, None),
])  # fmt: skip
def test_the_side_ahead_by_enough_wins(first, second, winner):
    assert ended(first, second) == ((first, second), winner)


@clause("tow.x.turn.end_and_victory")
@pytest.mark.parametrize(("margin", "first", "winner"), [
    (99, 349, "men"), (101, 350, None), (101, 351, "men"), (50, 300, "men"), (50, 299, None),
])  # fmt: skip
def test_how_far_ahead_can_be_set(margin, first, winner):
    assert ended(first, 250, {f"{VICTORY}.win_margin": margin})[1] == winner


@clause("tow.x.turn.end_and_victory")
def test_a_side_that_is_wiped_out_has_lost_whatever_the_points():
    """The orcs were worth nothing, and a quarter of the men is left, worth 500."""
    men = {"models": 5, "models_start": 20, "points": 1000, "initiative": 5}
    scene = battle(
        regiment("men", at=(10, 14), **men), regiment("orcs", at=(10, 13), facing="south", models=1, files=1, points=0),
        regiment("scout", "men", (35, 23), "south", models=1), dice=blows(2, 1), upto="move", who="scout",
    )  # fmt: skip
    scene.play("pass")
    assert scene.ending == "wiped_out"
    assert scene.winner == "men"
    assert {e.extra: e.amount for e in scene.events if e.kind == "points"} == {0: 0, 1: 500}


# --- the end


@clause("tow.x.turn.end_and_victory", "tow.x.turn.sequence")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_it_ends_after_the_last_round(rounds):
    scene = battle(
        regiment(), regiment("orcs", at=(30, 6), facing="south"), rules={"x.turn.sequence.rounds": rounds}, dice=None
    )
    go_on(scene, None)
    assert scene.ending == "rounds_played"
    assert [e.amount for e in scene.events if e.kind == "round_begins"] == list(range(1, rounds + 1))
    assert len([e for e in scene.events if e.kind == "turn_begins"]) == 2 * rounds


@clause("tow.x.turn.end_and_victory")
def test_it_ends_when_one_side_has_only_units_in_flight():
    """At the end of the phase: the orcs break and run."""
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
    scene = go_on(battle(regiment(), regiment("orcs", at=(30, 6), facing="south"), rules=ONE_ROUND, dice=None), None)
    assert scene.last("battle_ends").text == "the battle ends: the last round is over"

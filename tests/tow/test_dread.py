"""Fear and terror at a charge: who dares to charge, and who runs before he can answer."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.scenes import charging, exactly, fray, is_asked, kinds, pose


def answers(laid):
    """What the orcs may answer, nothing when they are not asked."""
    return set(laid.choices()) if (laid.prompt, laid.decider) == ("reaction", "orcs") else set()


# --- fear


def dread(mine=10, theirs=18, traits=("fear",), fields=()):
    """Some men about to charge fearsome orcs; both have a unit strength of their numbers."""
    return charging(
        {"models": mine, **dict(fields)}, {"models": theirs, "files": 6, "traits": list(traits)}, gap=4, dice=None
    )


def charge_chance(laid):
    """How likely it is that the charge is declared at all."""
    return laid.odds("charge orcs", want="event charges", answers={"reaction": "hold", "after": "restrain"})[1]


@clause("tow.x.morale.fear")
@pytest.mark.parametrize(("leadership", "chance"), [(7, 0.583333), (9, 30 / 36), (2, 1 / 36)])
def test_a_weaker_unit_must_pass_a_test_to_charge_what_it_fears(leadership, chance):
    assert charge_chance(dread(fields={"leadership": leadership})) == exactly(chance)


@clause("tow.x.morale.fear", "tow.x.morale.terror")
@pytest.mark.parametrize(("how", "tested"), [
    ({"mine": 20}, False), ({"mine": 18}, False), ({"mine": 17}, True), ({"fields": {"traits": ["fear"]}}, False),
    ({"fields": {"traits": ["terror"]}}, False), ({"traits": ()}, False),
    ({"traits": ("terror",)}, True), ({"fields": {"traits": ["unbreakable"]}}, True),
    ({"fields": {"troop_type": "light_cavalry"}}, False),
    ({"fields": {"traits": ["stubborn"]}}, True),
])  # fmt: skip
def test_who_tests_before_a_charge(how, tested):
    """Ten horsemen have a unit strength of 20."""
    scene = dread(**how)
    assert charge_chance(scene) == exactly(0.583333 if tested else 1.0)


@clause("tow.x.morale.fear", "tow.x.morale.traits")
def test_the_frenzied_charge_what_others_fear():
    """They must, and no die is rolled before the orcs answer."""
    men, orcs = {"models": 10, "traits": ["frenzy"]}, {"models": 18, "files": 6, "traits": ["fear"]}
    scene = fray(men, orcs, gap=4, upto="reaction", who="orcs")
    assert kinds(scene.events, "charges", "passed", "failed") == [("charges", "men")]


@clause("tow.x.morale.fear")
def test_who_does_not_dare_does_not_charge_this_turn():
    scene = dread()
    scene.dice = [6, 6]
    events = scene.play("charge orcs")
    assert not kinds(events, "charges", "holds", "charge_reached", "charge_failed")
    assert pose(scene)[0] == (10, 14)


@clause("tow.x.morale.fear", "tow.x.move.charge_failed")
def test_who_does_not_dare_makes_no_other_move_and_does_not_shoot():
    """Its charge has failed, though it stands where it stood."""
    for prompt in ("move", "shoot"):
        scene = dread(fields={"missile": "shortbow"})
        scene.dice = [6, 6]
        scene.play("charge orcs")
        assert not is_asked(scene, prompt)
    assert scene.unit("men").charge_failed == 1


# --- terror


def giant(orcs=None, traits=("terror",), wounds=6, gap=6, **more):
    """A giant of a unit strength of its Wounds charges a few orcs."""
    men = {"models": 1, "troop_type": "behemoths", "wounds": wounds, "movement": 6, "traits": list(traits)}
    return charging(men, {"models": 5, "leadership": 7, **(orcs or {})}, gap=gap, dice=None, **more)


def forced(laid):
    """How likely it is that the orcs have to flee."""
    return laid.odds(
        "charge orcs", want="event terrified", answers={"reaction": "hold", "after": "restrain"}, open="stop"
    )[1]


@clause("tow.x.morale.terror")
@pytest.mark.parametrize(("leadership", "chance"), [(7, 0.416667), (10, 3 / 36), (2, 35 / 36)])
def test_terror_forces_those_who_fail_a_test_to_flee(leadership, chance):
    assert forced(giant({"leadership": leadership})) == exactly(chance)


@clause("tow.x.morale.terror", "tow.x.morale.traits")
@pytest.mark.parametrize(("how", "tested"), [
    ({"orcs": {"models": 6}}, False), ({"orcs": {"models": 7}}, False), ({"wounds": 5}, False), ({"traits": ("fear",)}, False),
    ({"orcs": {"traits": ["terror"]}}, False), ({"orcs": {"traits": ["unbreakable"]}}, False),
    ({"orcs": {"traits": ["frenzy"]}}, False),
    ({"orcs": {"traits": ["fear"]}}, True), ({"orcs": {"traits": ["stubborn"]}}, True), ({}, True),
])  # fmt: skip
def test_who_is_tested_for_terror(how, tested):
    assert forced(giant(**how)) == exactly(0.416667 if tested else 0.0)


@clause("tow.x.morale.terror")
def test_who_passes_has_its_choice_who_fails_has_none():
    scene = giant()
    scene.dice = [1, 1]
    scene.play("charge orcs")
    assert answers(scene) == {"hold", "flee"}
    scene = giant()
    scene.dice = [6, 6, 1, 1, 6, 6]
    events = scene.play("charge orcs")
    assert kinds(events, "terrified", "holds", "flees") == [("terrified", "orcs"), ("flees", "orcs")]

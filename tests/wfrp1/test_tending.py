"""Tending wounds: who may, whom, and what it does."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.blows import exactly
from wfrp1.melee import verbs
from wfrp1.seen import of_unit

HEALER = {"skills": ["heal_wounds"]}


def ward(dice=None, bleeding=0, wounds=None, rules=None, doctor=None, friend=None, orc_at=(9, 9)):
    """A doctor (Int 50) beside a friend with W 7, and an orc somewhere; the doctor is asked first."""
    scene = table(
        {"name": "doctor", "side": "men", "at": [4, 4], "i": 60, "int": 50, **HEALER, **(doctor or {})},
        {"name": "friend", "side": "men", "at": [5, 4], "i": 20, **(friend or {})},
        {"name": "orc", "side": "orcs", "at": list(orc_at), "i": 10},
        dice=dice,
        rules=rules,
    )
    scene.unit("friend").bleeding = bleeding
    scene.unit("friend").wounds = 7 if wounds is None else wounds
    return scene


@clause("wfrp1.c.tend")
@pytest.mark.parametrize(("skills", "chance"), [(["heal_wounds"], 0.500000), ([], 0.200000)])
def test_odds_of_stopping_the_blood(skills, chance):
    scene = ward(bleeding=2, doctor={"skills": skills})
    assert scene.odds("tend friend", want="friend.bleeding", until="procedure")[0] == exactly(chance)


@clause("wfrp1.c.tend", "wfrp1.c.characteristic_test")
@pytest.mark.parametrize(("roll", "stops"), [(50, True), (51, False)])
def test_a_roll_equal_to_intelligence_tends(roll, stops):
    scene = ward([roll], bleeding=3)
    scene.play("tend friend")
    assert scene.unit("friend").bleeding == (0 if stops else 3)
    event = scene.last("tended" if stops else "tend_failed")
    assert (event.who, event.target, event.face, event.amount) == ("doctor", "friend", roll, 50)


@clause("wfrp1.c.tend")
def test_a_healer_gives_back_a_d3_of_wounds():
    scene = ward([1, 3], bleeding=1, wounds=2)
    scene.play("tend friend")
    assert (scene.unit("friend").bleeding, scene.unit("friend").wounds) == (0, 5)
    assert scene.last("regained_wounds").amount == 3


@clause("wfrp1.c.tend")
def test_odds_of_the_wounds_that_come_back():
    scene = ward(wounds=3)
    left = scene.odds("tend friend", want="friend.wounds", until="procedure")
    assert [left[w] for w in (3, 4, 5, 6)] == [exactly(p) for p in (0.5, 0.5 / 3, 0.5 / 3, 0.5 / 3)]


@clause("wfrp1.c.tend")
def test_nobody_gets_more_wounds_than_it_has():
    scene = ward([1, 3], wounds=6)
    scene.play("tend friend")
    assert scene.unit("friend").wounds == 7
    assert scene.last("regained_wounds").amount == 1


@clause("wfrp1.c.tend")
def test_wounds_come_back_once_in_a_battle():
    scene = ward([1, 1], wounds=3)
    scene.play("tend friend", "friend: pass", "orc: pass")
    while scene.prompt == "declare":
        scene.play("act")
    assert scene.unit("friend").wounds == 4
    assert "tend" not in verbs(scene)
    scene.unit("friend").bleeding = 1
    assert scene.clone().offers("tend friend")


@clause("wfrp1.c.tend")
def test_blood_is_stopped_as_often_as_it_flows():
    scene = ward([50], bleeding=1, wounds=3)
    scene.unit("friend").tended = 1
    scene.play("tend friend")
    assert (scene.unit("friend").bleeding, scene.unit("friend").wounds) == (0, 3)


@clause("wfrp1.c.tend")
def test_without_the_skill_only_blood_is_stopped():
    assert "tend" not in verbs(ward(wounds=3, doctor={"skills": []}))
    scene = ward([20], bleeding=1, wounds=3, doctor={"skills": []})
    scene.play("tend friend")
    assert (scene.unit("friend").bleeding, scene.unit("friend").wounds) == (0, 3)
    assert scene.last("tended").terms == [("Int", 50), ("untrained", -30)]


@clause("wfrp1.c.tend")
@pytest.mark.parametrize(
    "scene",
    [
        ward(bleeding=0),
        ward(bleeding=1, friend={"at": [6, 4]}),
        ward(bleeding=1, orc_at=(4, 5)),
    ],
    ids=["in_health", "out_of_reach", "engaged"],
)
def test_whom_a_healer_cannot_tend(scene):
    assert scene.decider == "doctor"
    assert "tend" not in verbs(scene)


@clause("wfrp1.c.tend")
def test_the_dead_are_beyond_help_but_not_the_unconscious():
    scene = ward([50], bleeding=1)
    scene.unit("friend").unconscious_rounds = 20
    choices = scene.clone().choices()
    assert "tend friend" in choices
    scene.unit("friend").dead = 1
    assert not scene.clone().offers("tend friend")
    scene.unit("friend").dead = 0
    scene.play("tend friend")
    assert scene.unit("friend").bleeding == 0


@clause("wfrp1.c.tend", "wfrp1.action.menu")
def test_tending_takes_the_whole_turn():
    scene = ward([99], bleeding=1, doctor={"a": 2})
    scene.play("tend friend")
    assert scene.decider == "friend"
    assert scene.unit("doctor").slots_forfeited == 1


@clause("wfrp1.c.tend")
def test_one_sees_who_was_tended():
    scene = ward([50, 1], wounds=3)
    assert of_unit(scene, "tended", 1) == 0
    scene.play("tend friend")
    assert of_unit(scene, "tended", 1) == 1

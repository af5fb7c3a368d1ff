"""What the surprised do not do, and who has heard the door."""

from __future__ import annotations

import pytest
from fixtures import clause, table
from wfrp1.melee import ONE_ROLL


def surprised_orc(**more):
    """Ada (WS 40) in contact with an orc who is surprised; the orc looks at her and holds a sword."""
    return table(
        {"name": "ada", "side": "men", "at": [2, 1], "facing": "east", "i": 20, "ws": 40, "s": 3, "main_hand": "sword"},
        {"name": "orc", "side": "orcs", "at": [3, 1], "facing": "west", "i": 50, "t": 3, "w": 9, "main_hand": "sword"},
        size=(8, 4),
        battle={"surprise": "men"},
        **more,
    )


@clause("wfrp1.surprise.general", "wfrp1.c.declaration_order")
def test_the_surprised_declare_nothing_and_have_no_turn():
    scene = surprised_orc(dice=[12, 4], upto=None)
    assert (scene.round, scene.decider, scene.prompt) == (0, "ada", "declare"), "although I 50 comes after I 20"
    scene.play("act", "ada: strike orc normal")
    assert scene.unit("orc").wounds == 9 - 4
    assert (scene.round, scene.prompt) == (1, "press")


@clause("wfrp1.surprise.general")
def test_the_odds_against_a_surprised_target():
    scene = surprised_orc(rules=ONE_ROLL)
    assert scene.odds("ada: strike orc normal", want="orc.wounds")[9] == pytest.approx(1 - 0.4, abs=1e-6)


def burst(attempts, dice=(), forewarned=False, rules=None):
    """The door has been burst open on an orc and a goblin (I 30)."""
    return table(
        {"name": "ada", "side": "men", "at": [0, 0], "i": 50},
        {"name": "orc", "side": "orcs", "at": [7, 0], "i": 30},
        {"name": "goblin", "side": "orcs", "at": [7, 3], "i": 30},
        size=(8, 4),
        dice=list(dice),
        battle={"surprise": "by_unit", "door_attempts": attempts, "forewarned": forewarned},
        rules=rules,
    )


def surprised(scene):
    """Who is."""
    return [unit.name for unit in scene.units if unit.surprised]


@clause("wfrp1.surprise.bursting_through_doors")
def test_each_of_those_inside_listens_for_itself():
    assert surprised(burst(1)) == ["orc", "goblin"]
    assert surprised(burst(3, [31, 31, 30])) == ["orc"]
    assert surprised(burst(3, [31, 30, 31, 31])) == ["goblin"]
    assert surprised(burst(3, forewarned=True)) == []


@clause("wfrp1.surprise.bursting_through_doors")
def test_from_which_attempt_on_they_listen_can_be_set():
    rules = {"surprise.bursting_through_doors.door_attempts_for_warning": 3}
    assert surprised(burst(2, rules=rules)) == ["orc", "goblin"]
    assert surprised(burst(3, [31, 30], rules=rules)) == ["orc"]


@clause("wfrp1.surprise.bursting_through_doors", "wfrp1.surprise.general")
def test_who_has_heard_them_acts_in_the_round_of_surprise():
    scene = burst(2, [31, 30])
    assert scene.round == 0
    scene.play("ada: pass")
    assert scene.decider == "goblin"
    scene.play("goblin: pass")
    assert (scene.round, surprised(scene)) == (1, [])

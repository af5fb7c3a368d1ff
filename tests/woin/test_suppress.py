"""Suppressive fire: who gives it, to whom, what it does, how long it lasts."""

from __future__ import annotations

import pytest
from fixtures import clause
from woin.measures import left, parts, rolled, verbs
from woin.scenes import duel

GUNNER = {"weapons": ["repeater"], "tactics_skill": 1}
FRIEND = {"name": "friend", "side": "men", "at": [4, 8], "weapons": ["longsword"], "INT": 3}


def covered(weapon="pistol", orc=None, friend=None, **more):
    """A man, an orc and a friend of the man who acts last; the man has given suppressive fire and his turn is over."""
    archer = {"weapons": ["longbow"], "ranged_skill": 2, **(orc or {})}
    table = duel(man={"weapons": [weapon]}, orc=archer, distance=5, friends=[{**FRIEND, **(friend or {})}], **more)
    table.play("suppress friend", "end_turn")
    return table


@clause("woin.suppress.beneficiary")
def test_it_costs_an_action_and_a_shot():
    table = duel(man=GUNNER, distance=5, friends=[FRIEND])
    table.play("suppress friend")
    assert left(table) == (1, 1) and table.unit("man").loaded[0] == 9 and table.unit("friend").suppressed == 3
    assert not [event for event in table.events if event.face and event.who == "man" and event.kind != "initiative"]


@clause("woin.suppress.beneficiary")
@pytest.mark.parametrize(("price", "shots"), [(2, 3), (0, 0), (1, 10)])
def test_what_it_costs_can_be_set(price, shots):
    rules = {"suppress.beneficiary.action_cost": price, "suppress.beneficiary.ammo_cost": shots}
    table = duel(man=GUNNER, distance=5, friends=[FRIEND], rules=rules)
    table.play("suppress friend")
    assert left(table) == ((2, 0) if price == 0 else (2 - price, 1))
    assert table.unit("man").loaded[0] == 10 - shots
    assert ("suppress" in verbs(table)) is False or shots < 10


@clause("woin.suppress.beneficiary", "woin.suppress.single")
@pytest.mark.parametrize(
    ("weapon", "is_open"),
    [
        ("repeater", True),
        ("longbow", True),
        ("pistol", True),
        ("heavy_crossbow", False),
        ("javelin", False),
        ("mace", False),
    ],
)
def test_with_which_weapons(weapon, is_open):
    table = duel(man={"weapons": [weapon]}, distance=5, friends=[FRIEND])
    assert ("suppress" in verbs(table)) is is_open


@clause("woin.suppress.beneficiary")
def test_for_one_active_ally():
    down = {"name": "down", "side": "men", "at": [0, 0], "health_left": -5, "INT": 1}
    table = duel(man=GUNNER, distance=5, friends=[FRIEND, down])
    assert table.choices("suppress") == ["suppress friend"]
    assert "suppress" not in verbs(duel(man=GUNNER, distance=5))


@clause("woin.suppress.beneficiary")
def test_not_without_an_enemy_in_sight():
    wall = "\n".join(["......#....."] * 12)
    assert "suppress" not in verbs(duel(man=GUNNER, distance=5, friends=[FRIEND], map=wall))


@clause("woin.suppress.beneficiary")
def test_not_with_an_empty_weapon():
    table = duel(man=GUNNER, distance=5, friends=[FRIEND])
    table.unit("man").loaded = [0, 0]
    assert "suppress" not in verbs(table)


@clause("woin.suppress.cover", "woin.suppress.auto")
@pytest.mark.parametrize(
    ("weapon", "rules", "dice"),
    [
        ("pistol", {}, 2),
        ("repeater", {}, 3),
        ("pistol", {"suppress.cover.cover_dice": 4}, 4),
        ("repeater", {"suppress.auto.auto_bonus": 2}, 4),
    ],
)
def test_how_much_cover(weapon, rules, dice):
    table = covered(weapon, rules=rules, dice=[1] * (5 - dice))
    assert table.unit("friend").suppressed == dice
    table.play("attack friend longbow normal")
    assert rolled(table) == [5 - dice] and parts(table, "cover") == [-dice]


@clause("woin.suppress.cover", "woin.completion.cover_type")
def test_it_is_not_added_to_other_cover():
    wall = "\n".join(["............"] * 7 + ["...===......"] + ["............"] * 4)
    table = covered(map=wall, dice=[1] * 3)
    table.play("attack friend longbow normal")
    assert parts(table, "cover") == [-2]


@clause("woin.suppress.cover")
def test_it_does_nothing_against_melee():
    table = covered(orc={"weapons": ["longsword"], "at": [5, 8]}, dice=[1] * 3)
    table.play("attack friend longsword normal")
    assert parts(table, "cover") == []


@clause("woin.suppress.duration")
def test_of_several_the_larger_counts():
    other = {"name": "other", "side": "men", "at": [2, 2], "weapons": ["pistol"], "tactics_skill": 1}
    table = duel(man=GUNNER, distance=5, friends=[FRIEND, other], order=[6] * 4 + [1] * 2 + [5] * 4 + [1] * 3)
    table.play("suppress friend", "end_turn")
    assert table.decider == "other"
    table.play("suppress friend")
    assert table.unit("friend").suppressed == 3


@clause("woin.suppress.duration")
def test_until_the_next_turn_of_the_ally_has_ended():
    table = covered()
    table.play("end_turn")
    assert table.decider == "friend" and table.unit("friend").suppressed == 2
    table.play("end_turn")
    assert table.unit("friend").suppressed == 0


@clause("woin.suppress.duration")
def test_who_has_acted_has_it_in_the_next_round():
    friend = {**FRIEND, "INT": 6, "tactics_skill": 2}
    table = duel(man={"weapons": ["pistol"]}, distance=5, friends=[friend], order=[4] * 3 + [6] * 5 + [3] * 3)
    table.play("end_turn", "suppress friend", "end_turn", "end_turn")
    assert table.round == 2 and table.decider == "friend" and table.unit("friend").suppressed == 2
    table.play("end_turn")
    assert table.unit("friend").suppressed == 0


@clause("woin.suppress.duration", "woin.turn.four_plus_action_creatures")
def test_an_extra_activation_does_not_end_it():
    friend = {**FRIEND, "actions": 4, "INT": 6, "tactics_skill": 2}
    table = duel(man={"weapons": ["pistol"]}, distance=5, friends=[friend], order=[6] * 3 + [4] * 5 + [1] * 3)
    assert table.decider == "friend"
    table.play("end_turn", "suppress friend", "end_turn")
    assert table.decider == "friend" and table.unit("friend").suppressed == 2
    table.play("end_turn")
    assert table.unit("friend").suppressed == 2


@clause("woin.suppress.overwatch_immunity", "woin.suppress.purpose")
def test_it_answers_overwatch():
    for plays, prompt in [(["suppress friend"], "turn"), ([], "watch")]:
        table = duel(man={"weapons": ["pistol"]}, orc={"weapons": ["longbow"]}, distance=5, friends=[FRIEND])
        table.play(*plays, "end_turn", "overwatch", "end_turn")
        assert table.prompt == prompt

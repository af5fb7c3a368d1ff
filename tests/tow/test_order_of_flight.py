"""What happens first after a lost combat: flights before pursuits, panic at once; and flight that keeps apart from enemies."""

from __future__ import annotations

import pytest
from fixtures import clause
from tow.frays import RESULT, beaten, melee
from tow.scenes import Ground, battle, kinds, pose, regiment

from tactica.envs.rulesets.tow.rules.bodies import is_engaged_with
from tactica.envs.rulesets.tow.vocab import Gone

BROKEN = [6, 6]
FALLS_BACK = [3, 4]  # on Leadership 7, beaten by one
RALLY = [1, 1]
STEADY = {f"{RESULT}.outnumber": 0}


def broad(*dice, rules=None, leadership=7):
    """Men broad enough to touch orcs and, beside them, goblins; both are beaten by their standard."""
    units = [
        regiment("men", at=(10, 14), models=12, files=12, attacks=0, standard=True),
        regiment("orcs", at=(14, 13), facing="south", models=5, attacks=0, leadership=leadership),
        regiment("goblins", "orcs", at=(20, 13), facing="south", models=5, attacks=0, leadership=leadership),
    ]  # fmt: skip
    return melee(*units, rules={**STEADY, **(rules or {})}, dice=[*dice])


@clause("tow.x.combat.break_and_pursue")
def test_all_flee_before_anybody_pursues():
    """Orcs flee 3 and goblins 8 inches; the men, who rolled 9 after the orcs, caught them, and nobody is in their way."""
    scene = broad(*BROKEN, *BROKEN, 1, 2, 4, 5, 6, 6, *RALLY)
    scene.play("pass", "pursue")
    assert kinds(scene.events, "caught", "flees", "pursues") == [
        ("caught", "men"),
        ("flees", "goblins"),
        ("pursues", "men"),
    ]
    assert scene.unit("men").at == (10, 14 - 9)


@clause("tow.x.combat.break_and_pursue", "tow.x.combat.fall_back")
def test_one_who_falls_back_makes_way_before_the_other_is_pursued():
    """Goblins who fall back four inches are no longer where the men, after the orcs by six, would have met them."""
    scene = broad(*BROKEN, *FALLS_BACK, 5, 5, 3, 3, 6, 4, *RALLY, rules={f"{RESULT}.standard": 1})
    scene.play("pass", "pursue")
    order = kinds(scene.events, "flees", "falls_back", "pursues")
    assert order == [("flees", "orcs"), ("falls_back", "goblins"), ("pursues", "men")]
    assert scene.unit("men").at == (10, 14 - 6), "six, for the goblins are at seven"


@clause("tow.x.combat.give_ground", "tow.x.combat.break_and_pursue")
def test_a_follow_up_comes_after_all_the_beaten_have_gone():
    """Both give ground two inches; the men follow the first and are blocked by nobody."""
    scene = broad(1, 1, 1, 1)
    scene.play("pass", "follow_up")
    order = kinds(scene.events, "gives_ground", "follows")
    assert order == [("gives_ground", "orcs"), ("gives_ground", "goblins"), ("follows", "men")]
    assert scene.unit("men").at == (10, 12)
    assert scene.last("follows").extra == 2


@clause("tow.x.combat.break_and_pursue")
def test_the_log_says_how_far_a_pursuer_came_and_who_stopped_it():
    """Goblins stand in one rank eight cells ahead: of twelve inches the men make seven."""
    wall = regiment(
        "goblins", "orcs", (12, 6), "south", models=3, files=3, attacks=0, toughness=10, traits=["unbreakable"]
    )
    scene = beaten(7, 1, friends=[wall], dice=[*BROKEN, 6, 6, 6, 5, *RALLY])
    scene.play("pass", "pursue")
    assert (scene.last("pursues").extra, scene.last("pursues").text) == (7, "men pursues 7 inches to 10,7 (dice 11)")
    stop = scene.last("stopped_by")
    assert (stop.target, stop.amount, stop.extra) == ("goblins", 11, 7)


@pytest.mark.interpreted_only
@clause("tow.x.morale.panic", "tow.x.combat.break_and_pursue")
def test_friends_of_a_broken_unit_test_before_it_flees_and_is_pursued():
    """Goblins behind them test when the men have said that they pursue; then the orcs are caught, and the men reach them."""
    friend = regiment("goblins", "orcs", (12, 9), "south", models=3, files=3, attacks=0, leadership=7)
    scene = beaten(7, 1, friends=[friend], dice=[*BROKEN, 3, 4, 1, 1, 3, 3])
    scene.play("pass")
    assert not kinds(scene.events, "calm", "panics")
    scene.play("pursue")
    order = kinds(scene.events, "calm", "panics", "caught", "pursues")
    assert order == [("calm", "goblins"), ("caught", "men"), ("pursues", "men")]
    assert Ground.of(scene).ask(is_engaged_with, "men", "goblins")


@clause("tow.x.morale.panic")
def test_who_panics_at_a_rout_is_gone_before_the_pursuers_come():
    """The goblins fall back four inches: the men, who roll six, do not reach them."""
    friend = regiment("goblins", "orcs", (12, 9), "south", models=3, files=3, attacks=0, leadership=7)
    scene = beaten(7, 1, friends=[friend], dice=[*BROKEN, 6, 5, 4, 1, 1, 1, 3, 3])
    scene.play("pass", "pursue")
    assert kinds(scene.events, "panics", "falls_back", "caught") == [
        ("panics", "goblins"), ("falls_back", "goblins"), ("caught", "men"),
    ]  # fmt: skip
    assert scene.unit("goblins").at == (12, 5)
    assert scene.unit("men").at == (10, 8)


# --- apart from enemies


def falling(roll, y=6):
    """Orcs in one rank at y 13 who fall back north by so much, towards men in row y who look at them."""
    rear = regiment("others", "men", (10, y), "south", models=5, attacks=0, movement=0)
    scene = beaten(7, 1, friends=[rear], dice=[*FALLS_BACK, roll, 1])
    scene.play("pass")
    return scene


@pytest.mark.interpreted_only
@clause("tow.x.combat.fall_back", "tow.x.move.enemy_buffer")
@pytest.mark.parametrize(("roll", "row"), [(4, 9), (5, 8), (6, 8)])
def test_who_falls_back_keeps_apart_from_other_enemies(roll, row):
    """Six cells are free before the men in row 6: five lead to a gap of one inch, six would lead edge to edge."""
    scene = falling(roll)
    assert scene.unit("orcs").at == (19, row)
    assert not Ground.of(scene).ask(is_engaged_with, "orcs", "others")


@clause("tow.x.combat.fall_back", "tow.x.move.flee")
def test_who_falls_back_onto_strong_enemies_is_destroyed_by_running_into_them():
    """Five cells are free, and six are rolled: not to keep apart, but by its path."""
    scene = falling(6, y=7)
    assert scene.unit("orcs").gone == Gone.RUN_DOWN
    assert scene.last("ran_into").target == "orcs"
    assert scene.last("ran_into").clause == "tow.x.move.flee"


@pytest.mark.interpreted_only
@clause("tow.x.move.flee", "tow.x.move.enemy_buffer", "tow.x.strategy.rally")
def test_who_flees_ends_apart_from_weak_enemies_behind_which_it_comes_to_stand():
    """Five cells lead onto four men in row 8, who are run through; in row 7 it would be free of them, in row 6 it is apart."""
    weak = regiment("others", "men", (12, 8), "south", models=4, attacks=0, movement=0)
    scene = beaten(7, 1, friends=[weak], dice=[*BROKEN, 2, 3, 1, 1, *RALLY])
    scene.play("pass", "pursue")
    assert scene.last("flees").extra == 13 - 6
    assert not Ground.of(scene).ask(is_engaged_with, "orcs", "others"), "it has rallied beside nobody"


@clause("tow.x.move.charge_failed")
def test_a_charge_at_somebody_who_has_left_says_so():
    scene = battle(
        regiment("men", at=(10, 10), models=5),
        regiment("orcs", at=(14, 4), facing="south", models=5),
        regiment("scout", "men", at=(35, 23), facing="south", models=1),
        regiment("spy", "orcs", at=(35, 0), facing="north", models=1),
        dice=[6, 6, 1, 1], upto="charge", who="men",
    )  # fmt: skip
    scene.play("charge orcs", "flee")
    assert scene.last("charge_failed").text == "men fails its charge: its target is gone (M 4 + charge die 1 = 5)"
    assert scene.last("comes_short").text == "men moves 1 inch straight ahead to 10,9"
    assert pose(scene)[0] == (10, 9)


@clause("tow.x.combat.break_test")
@pytest.mark.parametrize(("dice", "result"), [
    ([1, 5], "gives ground"), ([3, 4], "falls back in good order"), ([6, 5], "breaks"),
])  # fmt: skip
def test_the_log_says_what_was_rolled_in_a_break_test_and_what_came_of_it(dice, result):
    """Leadership 7, beaten by one."""
    scene = beaten(7, 1, dice=[*dice, *([1, 1] if result.startswith("falls") else [])])
    scene.play("pass")
    said = scene.last("break_test")
    assert said.text == f"orcs takes a break test: {result} (Ld 7 - difference 1 = 6; rolled {sum(dice)})"
    assert said.clause == "tow.x.combat.break_test"

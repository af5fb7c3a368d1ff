"""Winning and losing: who wins, who is beaten back, who presses, and what becomes of those who are not pressed."""

from __future__ import annotations

import pytest
from fixtures import clause, table

#: A roll that hits with WS 60, but is no double: the right arm.
HIT = 12
PLAIN = {"m": 4, "ws": 60, "s": 3, "t": 3, "w": 15, "a": 1, "npc": True, "int": 30, "main_hand": "hand weapon"}


def verbs(scene):
    """The verbs that are possible now."""
    return {choice.split()[0] for choice in scene.choices()}


def winners(scene):
    """Who is winning over whom, by how much."""
    return {(event.who, event.target): event.amount for event in scene.events if event.kind == "wins_over"}


def melee(*units, dice=(), upto="", **more):
    """Units that hurt each other with S 3 against T 3: a damage die of n is n wounds. The first of them is quickest."""
    placed = [
        {"i": 50 - 5 * n, **PLAIN, **unit, "name": name, "side": side, "at": list(at)}
        for n, (name, side, at, unit) in enumerate(units)
    ]
    return table(*placed, dice=dice, upto=upto, **{"size": (10, 8), **more})


def ada_and_orc(dice=(), ada=None, orc=None, at=((4, 4), (5, 4)), others=(), **more):
    """Ada (4, 4), facing east, in contact with an orc."""
    return melee(
        ("ada", "men", at[0], {"facing": "east", **(ada or {})}),
        ("orc", "orcs", at[1], {"facing": "west", **(orc or {})}),
        *others, dice=dice, **more,
    )  # fmt: skip


def ada_wins(dice=(), after=(), **more):
    """Ada has hit the orc for 3; whoever else there is has passed. The second round begins."""
    scene = ada_and_orc([HIT, 3, *dice], **more)
    scene.play("ada: strike orc normal", "orc: pass", *after)
    assert scene.round == 2
    return scene


# --- who is winning


@clause("wfrp1.winning.determination")
def test_who_did_more_damage_is_winning():
    scene = ada_and_orc([HIT, 3, HIT, 1])
    scene.play("ada: strike orc normal", "orc: strike ada normal")
    assert winners(scene) == {("ada", "orc"): 2}
    assert (scene.unit("ada").wounds, scene.unit("orc").wounds) == (14, 12)


@pytest.mark.parametrize("dice", [[HIT, 2, HIT, 2], [98, 98]])
@clause("wfrp1.winning.determination")
def test_equal_damage_or_none_wins_nothing(dice):
    scene = ada_and_orc(dice)
    scene.play("ada: strike orc normal", "orc: strike ada normal")
    assert scene.round == 2
    assert winners(scene) == {}
    assert scene.unit("orc").at == (5, 4)


def against_two(dice, first, second, third):
    """H between two goblins: each strikes as told."""
    scene = melee(
        ("h", "men", (4, 4), {"facing": "east"}), ("g1", "goblins", (5, 4), {"facing": "west"}),
        ("g2", "goblins", (3, 4), {"facing": "east"}), dice=dice,
    )  # fmt: skip
    scene.play(f"h: {first}", f"g1: {second}", f"g2: {third}")
    assert scene.round == 2
    return winners(scene)


@clause("wfrp1.winning.determination")
def test_one_against_two_wins_over_the_one_it_hurt():
    # nets: h +2, g1 +3, g2 -5
    won = against_two([HIT, 5, HIT, 3], "strike g2 normal", "strike h normal", "pass")
    assert won == {("h", "g2"): 2}


@clause("wfrp1.winning.determination")
def test_one_against_two_loses_to_the_one_who_hurt_it():
    # nets: h -1, g1 -2, g2 +3
    won = against_two([HIT, 2, HIT, 3], "strike g1 normal", "pass", "strike h normal")
    assert won == {("g2", "h"): 3}


@clause("wfrp1.winning.determination")
def test_damage_beyond_the_last_wound_counts():
    # ada loses 4 with 1 wound left, a critical that costs her a blow; the orc loses 3
    scene = ada_and_orc([HIT, 3, 7, 4, 1], ada={"w": 3})
    scene.play("ada: strike orc normal", "orc: strike ada normal")
    assert scene.unit("ada").wounds == 0
    assert winners(scene) == {("orc", "ada"): 1}


@clause("wfrp1.winning.determination")
def test_missiles_win_nothing():
    bow = {"main_hand": "short bow", "ammunition": 5, "loaded": 1, "bs": 60, "i": 60}  # 60 - 10
    scene = ada_and_orc([HIT, 4], ada=bow)
    scene.play("ada: fire orc normal", "orc: pass")
    assert scene.unit("orc").wounds < 15
    assert winners(scene) == {}


# --- beaten back


@clause("wfrp1.winning.push_back")
def test_the_loser_falls_back_and_faces_the_winner():
    scene = ada_wins()
    assert (scene.unit("orc").at, scene.unit("orc").facing) == ((6, 4), 6)
    assert scene.unit("ada").at == (4, 4)


@clause("wfrp1.winning.push_back")
def test_with_a_wall_behind_the_loser_gives_way_clockwise():
    scene = ada_wins(board={"size": [10, 8], "cells": [{"flag": "blocked", "at": [[6, 4]]}]})
    assert scene.unit("orc").at == (6, 5)
    assert scene.unit("orc").facing == 7


@clause("wfrp1.winning.push_back")
def test_then_counterclockwise():
    scene = ada_wins(board={"size": [10, 8], "cells": [{"flag": "blocked", "at": [[6, 4], [6, 5]]}]})
    assert scene.unit("orc").at == (6, 3)
    assert scene.unit("orc").facing == 5


@clause("wfrp1.winning.push_back", "wfrp1.modifier.winning")
def test_without_room_the_loser_stays_and_is_losing_all_the_same():
    blocked = {"size": [10, 8], "cells": [{"flag": "blocked", "at": [[6, 3], [6, 4], [6, 5]]}]}
    scene = ada_wins([98], after=["act", "act"], board=blocked)
    assert scene.unit("orc").at == (5, 4)
    assert scene.prompt == "turn", "nobody was asked to press"
    assert scene.decider == "ada"
    scene.play("ada: strike orc normal")
    assert scene.last("blow_missed").terms == [("WS", 60), ("winning", 10)]


@clause("wfrp1.winning.push_back")
def test_the_way_back_may_be_diagonal():
    scene = ada_wins(at=((4, 4), (5, 5)))
    assert scene.unit("orc").at == (6, 6)


@clause("wfrp1.winning.push_back")
def test_nobody_is_beaten_off_the_board():
    scene = ada_wins(at=((8, 7), (9, 7)), after=["act", "act"])
    assert scene.unit("orc").at == (9, 7), "neither east, nor south-east, nor north-east are there"
    scene = ada_wins(at=((8, 4), (9, 4)), after=["act", "act"])
    assert scene.unit("orc").at == (9, 4)


@clause("wfrp1.winning.push_back")
def test_an_occupied_cell_is_no_room():
    goblin = ("goblin", "orcs", (6, 4), {})
    scene = ada_wins(others=[goblin], after=["goblin: pass"])
    assert scene.unit("orc").at == (6, 5)


@clause("wfrp1.winning.push_back")
def test_one_who_lies_is_not_moved():
    scene = ada_and_orc([70, 2])  # the location of a blow that cannot miss: 70 is the body; 2 + 3 - 3, doubled
    scene.unit("orc").prone = 1
    scene.play("ada: strike orc normal", "orc: pass")
    assert winners(scene) == {("ada", "orc"): 4}
    assert scene.unit("orc").at == (5, 4)


@clause("wfrp1.winning.push_back")
def test_of_several_winners_the_one_with_the_highest_net_beats_back():
    # bert (3) in the north, ada (5) in the west: away from ada
    bert = ("bert", "men", (5, 3), {"facing": "south"})
    scene = ada_and_orc([HIT, 5, HIT, 3], others=[bert])
    scene.play("ada: strike orc normal", "orc: pass", "bert: strike orc normal")
    assert winners(scene) == {("ada", "orc"): 5, ("bert", "orc"): 3}
    assert (scene.unit("orc").at, scene.unit("orc").facing) == ((6, 4), 6)
    scene = ada_and_orc([HIT, 3, HIT, 5], others=[bert])
    scene.play("ada: strike orc normal", "orc: pass", "bert: strike orc normal")
    assert (scene.unit("orc").at, scene.unit("orc").facing) == ((5, 5), 0)


@clause("wfrp1.winning.push_back")
def test_equal_winners_beat_back_once_away_from_the_first():
    bert = ("bert", "men", (5, 3), {"facing": "south"})
    scene = ada_and_orc([HIT, 3, HIT, 3], others=[bert])
    scene.play("ada: strike orc normal", "orc: pass", "bert: strike orc normal")
    assert scene.unit("orc").at == (6, 4)


@pytest.mark.parametrize(("yards", "x"), [(0, 5), (2, 6), (4, 7)])
@clause("wfrp1.winning.push_back")
def test_how_far_one_is_beaten_back_can_be_set(yards, x):
    scene = ada_and_orc([HIT, 3], rules={"winning.push_back.push_yards": yards})
    scene.play("ada: strike orc normal", "orc: pass")
    assert scene.unit("orc").at == (x, 4)


# --- pressing


@clause("wfrp1.winning.press")
def test_the_winner_is_asked_before_anybodys_turn_and_follows():
    scene = ada_wins()
    assert (scene.decider, scene.prompt) == ("ada", "press")
    assert scene.choices() == ["press orc", "decline_press"]
    scene.play("press")
    assert (scene.unit("ada").at, scene.unit("ada").facing) == ((5, 4), 2)
    assert scene.prompt == "declare", "both are engaged, the press has cost nothing"
    scene.play("act", "act")
    assert (scene.decider, scene.prompt) == ("ada", "turn")
    assert "strike" in verbs(scene)


@clause("wfrp1.winning.press", "wfrp1.modifier.winning")
def test_who_presses_strikes_at_plus_ten():
    scene = ada_wins([71])
    scene.play("press", "act", "act", "ada: strike orc normal")
    assert scene.last("blow_missed").terms == [("WS", 60), ("winning", 10)]


@clause("wfrp1.winning.press")
def test_winners_are_asked_in_descending_initiative():
    scene = melee(
        ("bert", "men", (2, 2), {"facing": "east", "i": 30}), ("goblin", "orcs", (3, 2), {"facing": "west", "i": 10}),
        ("ada", "men", (2, 6), {"facing": "east", "i": 50}), ("orc", "orcs", (3, 6), {"facing": "west", "i": 11}),
        dice=[HIT, 3, HIT, 3],
    )  # fmt: skip
    scene.play("ada: strike orc normal", "bert: strike goblin normal", "orc: pass", "goblin: pass")
    assert (scene.decider, scene.prompt) == ("ada", "press")
    scene.play("press")
    assert (scene.decider, scene.prompt) == ("bert", "press")


def two_beaten(dice=()):
    """H (A 2) has hit both goblins, east and west of it, for 3."""
    scene = melee(
        ("h", "men", (4, 4), {"facing": "east", "a": 3, "i": 60}), ("g1", "goblins", (5, 4), {"i": 5}),
        ("g2", "goblins", (3, 4), {"i": 6}), dice=[HIT, 3, HIT, 3, *dice],
    )  # fmt: skip
    scene.play("h: strike g1 normal", "h: switch g2", "h: strike g2 normal", "g2: pass", "g1: pass")
    assert (scene.unit("g1").at, scene.unit("g2").at) == ((6, 4), (2, 4))
    return scene


@clause("wfrp1.winning.press", "wfrp1.winning.no_press")
def test_of_two_losers_one_can_be_followed():
    scene = two_beaten()
    assert scene.choices() == ["press g1", "press g2", "decline_press"]
    scene.play("press g2")
    assert scene.unit("h").at == (3, 4)
    assert (scene.unit("g1").off_guard, scene.unit("g2").off_guard) == (1, 0)


@clause("wfrp1.winning.press")
def test_if_the_vacated_cell_is_taken_a_neighbour_serves():
    bert = ("bert", "men", (4, 5), {"facing": "east"})
    scene = ada_and_orc([HIT, 5, HIT, 1], others=[bert], orc={"i": 5})
    scene.play("ada: strike orc normal", "bert: strike orc normal", "orc: pass")
    assert scene.unit("orc").at == (6, 4), "away from ada, who did more"
    scene.play("ada: press")
    assert scene.unit("ada").at == (5, 4)
    assert (scene.decider, scene.prompt) == ("bert", "press")
    scene.play("bert: press")
    assert scene.unit("bert").at == (5, 5), "of his free neighbours only this one touches the orc"


@clause("wfrp1.winning.no_press")
def test_one_winner_who_presses_keeps_the_loser_on_guard():
    bert = ("bert", "men", (4, 5), {"facing": "east"})
    scene = ada_and_orc([HIT, 5, HIT, 1], others=[bert], orc={"i": 5})
    scene.play("ada: strike orc normal", "bert: strike orc normal", "orc: pass", "ada: decline_press", "bert: press")
    assert scene.unit("orc").off_guard == 0


@clause("wfrp1.winning.press", "wfrp1.winning.no_press")
def test_who_cannot_be_followed_is_not_off_guard():
    rules = {"winning.push_back.push_yards": 4}  # two cells back are out of reach of one step
    scene = ada_and_orc([HIT, 3], rules=rules)
    scene.play("ada: strike orc normal", "orc: pass")
    assert scene.unit("orc").at == (7, 4)
    assert (scene.prompt, scene.unit("orc").off_guard) == ("turn", 0)


@clause("wfrp1.winning.press")
def test_pressing_can_be_left_out():
    scene = ada_and_orc([HIT, 3], rules={"winning.press.press_cells": 0})
    scene.play("ada: strike orc normal", "orc: pass")
    assert (scene.prompt, scene.unit("orc").off_guard) == ("turn", 0)


# --- not pressing


@clause("wfrp1.winning.no_press")
def test_who_is_not_pressed_does_nothing_for_a_round():
    scene = ada_wins()
    scene.play("decline_press")
    assert scene.unit("orc").off_guard == 1
    assert (scene.decider, scene.prompt) == ("ada", "turn")
    scene.play("ada: pass")
    assert scene.round == 3, "the orc had no turn"
    assert scene.unit("orc").off_guard == 0


@pytest.mark.parametrize(("forbidden", "legal"), [(1, False), (0, True)])
@clause("wfrp1.winning.no_press")
def test_who_declined_does_not_touch_the_loser_this_round(forbidden, legal):
    scene = ada_wins(rules={"winning.no_press.no_press_no_contact": forbidden})
    scene.play("decline_press")
    choices = scene.choices()
    assert ("charge orc" in choices) == legal, "the gap is 2 yards, M 4"
    assert ("move_standard 5,4" in choices) == legal
    assert "move_standard 3,4" in choices, "but it may move elsewhere without penalty"


@clause("wfrp1.winning.no_press")
def test_who_declined_may_charge_somebody_else():
    goblin = ("goblin", "orcs", (4, 7), {"i": 5})
    scene = ada_wins(others=[goblin], after=["goblin: pass"])
    scene.play("decline_press")
    assert [choice for choice in scene.choices() if choice.startswith("charge")] == ["charge goblin"]


@clause("wfrp1.winning.no_press", "wfrp1.engage.charge_geometry")
def test_an_ally_charges_the_one_off_guard():
    bert = ("bert", "men", (6, 7), {"i": 20, "facing": "north", "m": 4})
    keen = {"npc": False, "facing": "west", "i": 10}
    scene = ada_and_orc([HIT, 3, 71], orc=keen, others=[bert])
    scene.play("ada: strike orc normal", "orc: no_parry", "bert: pass", "orc: pass")
    assert (scene.unit("orc").at, scene.unit("orc").facing) == ((6, 4), 6)
    scene.play("ada: decline_press", "ada: pass")
    assert scene.decider == "bert"
    scene.play("bert: charge orc")
    assert scene.last("blow_missed").terms == [("WS", 60), ("charging", 10)], "hit on a normal roll"
    assert scene.unit("orc").facing == 4, "it turns to face the charge"


@clause("wfrp1.winning.no_press")
def test_one_off_guard_cannot_parry():
    bert = ("bert", "men", (6, 7), {"i": 20, "facing": "north", "m": 4})
    scene = ada_and_orc([HIT, 3, HIT, 4], orc={"npc": False, "i": 10}, others=[bert])
    scene.play("ada: strike orc normal", "orc: no_parry", "bert: pass", "orc: pass")
    scene.play("ada: decline_press", "ada: pass", "bert: charge orc")
    assert scene.unit("orc").wounds == 15 - 3 - 4
    assert scene.last("wounded").who == "bert"


@clause("wfrp1.winning.no_press")
def test_another_enemy_in_contact_does_not_help_the_loser():
    bert = ("bert", "men", (7, 4), {"i": 20, "facing": "west"})
    scene = ada_wins(others=[bert], after=["bert: pass"])
    assert scene.unit("orc").at == (6, 4)
    scene.play("ada: decline_press")
    assert scene.unit("orc").off_guard == 1

"""Winning and losing: who wins, and who is beaten back."""

from __future__ import annotations

import pytest
from fixtures import clause
from wfrp1.melee import HIT, ada_and_orc, ada_wins, melee, winners

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

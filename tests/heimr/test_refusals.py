"""Why a verb, or a part of a choice, is not offered: in words that are true of the position."""

from __future__ import annotations

import numpy as np
import pytest
from conformance.verdicts import complaints, position_of
from heimr.blows import SURE, bare, with_skill
from heimr.ground import foe, man, scene
from heimr.reasons import HOLDS
from heimr.scenes import act, duel
from heimr.test_chase import chased, exchange

from tactica.envs.engine.describing import refusal_text
from tactica.envs.rulesets.heimr.vocab import A_CELL, A_DIRECTION, A_ITEM, A_MODE, A_UNIT, Mode, Refusal, Verb
from tactica.experiments.play.choices import Menu
from tactica.experiments.watch.hints import why_not

NORTH, EAST, SOUTHEAST, WEST = 0, 2, 3, 6
BOW = {"weapons": ["bow"]}
FRIEND = {"name": "friend", "side": "men", "at": [1, 2], "wp": 1}
MAN, ALLY, ORC, NOBODY = 0, 1, 2, 15  # rows of the roster


def why(laid, answer, *chosen):
    """What keeps an answer from being given once others were; empty where it is offered."""
    game = laid.game.clone()
    for one in chosen:
        game.answer(int(one))
    text = refusal_text(game.ruleset, game.states, game.row, game.books, game.fields, int(answer))
    assert (text == "") == (answer in game.answers())
    return text


def test_every_refusal_can_be_checked():
    assert set(HOLDS) == set(Refusal) - {Refusal.NONE}


@pytest.mark.parametrize(
    ("made", "verb", "reason"),
    [
        (lambda: duel(), Verb.WEAPON_ATTACK, ""),
        (lambda: duel(distance=1), Verb.WEAPON_ATTACK, "it sees no enemy within reach"),
        (lambda: duel({"weapons": []}), Verb.WEAPON_ATTACK, "it wields no melee weapon"),
        (lambda: duel(), Verb.SHOOT, "it wields no ranged weapon"),
        (lambda: duel(), Verb.STAND_UP, "it is not prone"),
        (lambda: duel(), Verb.CRAWL, "it is not prone"),
        (lambda: duel(), Verb.CLIMB_UP, "there is nothing to climb there"),
        (lambda: duel(), Verb.RALLY, "it does not have that skill"),
        (
            lambda: duel({"weapons": []}),
            Verb.GET_ITEM,
            "nothing is packed, concealed or within reach that a free hand could take",
        ),
        (lambda: duel(), Verb.SEIZE, "there is no objective to seize here"),
        (lambda: duel(), Verb.CONTINUE, "it has no upcoming action"),
        (lambda: duel(), Verb.USE_BLOCK, "only as a reply, when the rules ask for it"),
    ],
)
def test_a_verb_says_what_stands_in_its_way(made, verb, reason):
    assert why(made(), verb) == reason


def test_what_was_done_stands_in_the_way():
    laid = duel(distance=2)
    act(laid, "drop_prone")
    assert why(laid, Verb.MOVE) == "it is prone"
    assert why(laid, Verb.DROP_PRONE) == "it has already used this kind of free action this turn"
    act(laid, "stand_up")
    assert why(laid, Verb.BRAWL) == "it has no standard action left this turn"
    assert why(laid, Verb.DELAY_AFTER) == "only as the first choice of its turn"


@pytest.mark.parametrize(
    ("chosen", "answer", "reason"),
    [
        (Verb.SHOOT, A_UNIT + ORC, ""),
        (Verb.SHOOT, A_UNIT + MAN, "that unit is not an enemy"),
        (Verb.SHOOT, A_UNIT + ALLY, "that unit is not an enemy"),
        (Verb.SHOOT, A_UNIT + NOBODY, "that unit is not on the map"),
        (Verb.GUARD, A_UNIT + ALLY, ""),
        (Verb.GUARD, A_UNIT + MAN, "it cannot do this to itself"),
        (Verb.GUARD, A_UNIT + ORC, "that unit is an enemy"),
        (Verb.MOVE, A_DIRECTION + EAST, ""),
        (Verb.MOVE, A_DIRECTION + SOUTHEAST, "only north, east, south and west are allowed"),
        (Verb.OBSERVE_CELL, A_CELL + 11, "that square is not on the map"),
        (Verb.READY_SHOT, A_MODE + Mode.TORSO, "this action cannot be done that way"),
        (Verb.PUT_AWAY, A_ITEM + 5, "that item is not in hand"),
    ],
)
def test_a_part_says_what_stands_in_its_way(chosen, answer, reason):
    assert why(duel(BOW, friends=[FRIEND], distance=1), answer, chosen) == reason


def test_out_of_range_is_said_of_the_far_one_alone():
    laid = duel(
        BOW, friends=[{**FRIEND, "side": "orcs", "name": "near"}], distance=3, rules={"tables.items.bow.range": 2}
    )
    assert why(laid, A_UNIT + 1, Verb.SHOOT) == "the target is out of range"
    assert why(laid, A_UNIT + 2, Verb.SHOOT) == ""


def test_a_guarded_border_and_a_hand_that_is_full():
    laid = duel({"at": [0, 2]}, distance=0)
    assert why(laid, A_DIRECTION + WEST, Verb.MOVE) == "the map ends there"
    assert why(laid, A_MODE + Mode.BOTH_HANDS, Verb.DROP_ITEMS) == "a chosen hand is empty"
    assert why(laid, A_MODE + Mode.ENEMY_LEAVES, Verb.READY_ATTACK) == "a unit that has left is out of reach"


@pytest.mark.parametrize(
    ("limit", "stumbler", "reason"),
    [
        (0, None, ""),
        (2, None, "the limit there leaves too little room for all of them"),
        (3, "man", "it is stumbling and cannot go that way"),
        (3, "pal", "too few of the units here can drag it that way"),
    ],
)
def test_why_nobody_is_dragged_over_a_border(limit, stumbler, reason):
    lying = man(name="friend", wp=2, set={"prone": 1, "unconscious": 1, "hp": -4})
    helper = man(name="pal", wp=3, set={"assists": "friend"})
    laid = scene(man(), helper, lying, foe(at="A1", wp=0), borders=[("B2", "B3", {"limit": limit})])
    if stumbler:
        laid.unit(stumbler).stumble_timer, laid.unit(stumbler).stumble_direction = 2, "north"
    assert why(laid, A_DIRECTION + NORTH, Verb.DRAG, A_UNIT + laid.unit("friend").row) == reason


def shoved():
    """Who has shoved the orc is asked how it stumbles."""
    laid = scene(with_skill("shove"), bare(weapons=["light_weapon"]))
    laid.dice = SURE
    laid.play("prime_skill shove", "weapon_attack orc")
    return laid


def test_the_direction_that_a_stumble_bars():
    laid = shoved()
    reason = "only north, east, south and west are allowed"
    assert [why(laid, A_DIRECTION + way) for way in range(8)] == ["", reason] * 4
    assert why_not(laid.game, "south-east") == f"'south-east' is not possible here ({reason})"
    assert {one["verb"] for one in Menu(laid.game).missing()} == {
        "north-east",
        "south-east",
        "south-west",
        "north-west",
    }


def overtaken():
    """Who has fled is overtaken by its pursuer."""
    laid = chased("B1")
    exchange(laid, [3, 1, 1], [6, 10, 1])
    return laid


@pytest.mark.parametrize(
    ("made", "prompt"),
    [
        (shoved, "stumble"),
        (lambda: chased(pursues=False), "pursue"),
        (lambda: chased(), "chase"),
        (overtaken, "surpass"),
    ],
)
def test_prompts_that_random_battles_seldom_meet(made, prompt):
    laid = made()
    assert laid.prompt == prompt
    assert list(complaints(position_of(laid.game), HOLDS, np.random.default_rng(1))) == []

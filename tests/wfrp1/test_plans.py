"""What behaviours choose from in wfrp1: the complete choices of a position, and what they may expect of them."""

from __future__ import annotations

import pytest
from fixtures import clause, duel, table
from wfrp1.shooting import ONE_DIE, shooting, until

from tactica.agents.why import why
from tactica.envs import play_games
from tactica.envs.engine.behaviours import load

EVERYTHING = {"weights": {"hit": 1, "harm": 1}, "own": {"wfrp1": {"draws": 1, "dodges": 1, "leaves": 1}}}


def short(choice):
    """A choice in words; of those that take something up the verb."""
    return "take_up" if choice.text.startswith("take_up ") else choice.text


def plans(scene, npc=None):
    """The complete choices listed: in words -> features."""
    return {short(choice): choice.features for choice in why(scene.game, npc or EVERYTHING).choices}


# --- waiting


def test_who_has_waited_once_does_not_wait_again():
    scene = duel(orc={"i": 40})
    assert "wait" in plans(scene)
    scene.play("wait", "orc: pass")
    assert scene.decider == "man"
    assert "wait" not in plans(scene)


def test_nobody_waits_for_each_other_without_end():
    """Both like nothing better than to wait: a turn each and a wait each is all that a round takes."""
    idle = load({"intents": {"wait": 1}})
    results = play_games("wfrp1", "tiny", policies=(idle, idle), games=2, seed=1)
    assert (results.decisions <= 4 * results.rounds).all()


# --- weapons


def archer_in_a_fight(ammunition, loaded, **more):
    """An archer with a sword in the belt and an orc before him, who declares."""
    archer = {"ammunition": ammunition, "backup": ["hand weapon"], "i": 50, **more}
    scene = shooting("short bow", 1, archer=archer, upto=None)
    scene.unit("archer").loaded = loaded
    return until(scene, "archer", "declare")


@pytest.mark.parametrize(("ammunition", "loaded", "drops"), [(0, 0, True), (5, 0, True), (5, 1, False)])
def test_a_bow_of_no_use_is_dropped_for_a_sword(ammunition, loaded, drops):
    scene = archer_in_a_fight(ammunition, loaded)
    assert ("drop" in plans(scene)) == drops
    if drops:
        assert plans(scene)["drop"]["draws"] == 1


def test_a_bow_is_no_worse_than_a_knife():
    """Both do two points less than a sword."""
    assert "drop" not in plans(archer_in_a_fight(0, 0, backup=["knife/dagger"]))


def test_a_behaviour_that_likes_to_be_armed_drops_draws_and_strikes_in_one_round():
    scene = archer_in_a_fight(0, 0)
    game = scene.game
    said = []
    while scene.prompt != "turn" and game.names[game.decider] == "archer":
        answer = why(game, {"own": {"wfrp1": {"draws": 2}}}).answer or int(game.answers()[0])
        said.append((game.prompt_text, game.describe_answer(answer)))
        game.answer(answer)
    declared = [verb for prompt, verb in said if prompt == "declare an action for this round"]
    assert declared == ["drop", "quick draw", "act normally"]
    item = game.ruleset.module("vocab").Item
    assert (scene.unit("archer").main_hand, scene.unit("archer").ground_item) == (item.HAND_WEAPON, item.SHORT_BOW)


def test_a_spear_takes_a_turn():
    """Away from the fight an archer without arrows drops the bow and takes up the spear."""
    scene = shooting("short bow", 8, archer={"ammunition": 0, "backup": ["knife/dagger", "spear"], "i": 50})
    assert "take_up" not in plans(scene), "both hands are full"
    scene.play("drop")
    assert plans(scene)["take_up"]["draws"] == 1
    scene.game.answer(why(scene.game, {"own": {"wfrp1": {"draws": 2}}}).answer)
    assert scene.game.describe_answer(why(scene.game, EVERYTHING).answer) == "take up spear", (
        "a knife strikes less hard"
    )


def test_the_shield_arm_and_the_sword_arm_are_left_alone():
    scene = duel(man={"main_hand": "hand weapon", "backup": ["knife/dagger"]}, upto=None)
    until(scene, "man", "declare")
    assert not {"drop", "quick_draw"} & set(plans(scene))


def test_a_bow_on_the_ground_is_not_what_one_strikes_with():
    scene = archer_in_a_fight(0, 0, backup=[])
    scene.play("act")
    until(scene)
    scene.unit("archer").main_hand = 0
    unit = scene.unit("archer")
    item = scene.ruleset.module("vocab").Item
    unit.ground_cell, unit.ground_item = unit.cell, item.SHORT_BOW
    assert "pick_up" not in plans(scene)
    unit.ground_item = item.HAND_WEAPON
    assert plans(scene)["pick_up"]["draws"] == 1


# --- evading


def way_to_a_friend(cells, weapon, ammunition=3):
    """How a man with M 2, who runs 16 cells and evades 12, goes to a friend so far away, seen by an orc."""
    shots = {"main_hand": weapon, "ammunition": ammunition} if weapon == "short bow" else {"main_hand": weapon}
    scene = table(
        {"name": "man", "side": "men", "at": [0, 0], "i": 60, "m": 2, "int": 40},
        {"name": "friend", "side": "men", "at": [cells, 0], "i": 10},
        {"name": "orc", "side": "orcs", "at": [25, 5], "i": 30, **shots},
        size=(30, 30),
    )
    found = why(scene.game, {"weights": {"company": 1, "gap": 0.1}}).choices[0]
    assert found.features["company"] == 1
    return found.text.split()[0]


def test_who_runs_under_fire_evades_where_that_is_far_enough():
    """Two cells short of the friend will do."""
    assert way_to_a_friend(14, "short bow") == "move_evade"
    assert way_to_a_friend(15, "short bow") == "move_run"
    assert way_to_a_friend(14, "short bow", ammunition=0) == "move_run"
    assert way_to_a_friend(14, "hand weapon") == "move_run"


# --- bombs


def grenadier(*others, at=(4, 1)):
    """A bomber at (0, 3) with two bombs, an orc, and others."""
    archer = {"at": [0, 3], "bs": 50, "specialist": ["bomb"], "ammunition": 2}
    units = tuple({"name": name, "side": side, "at": list(cell), "w": 20, "i": 20} for name, side, cell in others)
    orc = {"at": list(at), "w": 20}
    return shooting("bomb", 5, archer=archer, orc=orc, others=units, size=(9, 7), rules=ONE_DIE)


#: What an orc (T 3, W 20) in a blast of ES 6 loses, of 21; and the bomber (W 7) by the one bomb in 200 that bursts in the hand.
IN_A_BLAST = 6.5 / 21
BY_ITS_OWN = 0.1 * 0.05 * (4 + 5 + 6 + 7 + 8 + 8) / 6 / 8


def test_a_bomb_goes_where_it_hurts_most():
    """Between the two orcs, to the north, where a bomb that goes wide may not scatter: of the eight ways three are barred, and
    one more is between the two. Halfway it bursts beside the first. A single orc is aimed at.
    """
    found = plans(grenadier(("second", "orcs", (6, 1))))
    assert {text for text in found if text.startswith("throw_bomb")} <= {f"throw_bomb bomb 5,{y}" for y in (0, 1, 2)}
    alone = plans(grenadier())
    assert "throw_bomb bomb 4,1" in alone
    throw = next(features for text, features in found.items() if text.startswith("throw_bomb"))
    wide = (4 * 2 + 4 * 1) / 8
    assert throw["harm"] == pytest.approx(IN_A_BLAST * (0.37 * 2 + 0.53 * wide + 0.1 * 0.15) - BY_ITS_OWN)


def test_harm_of_a_bomb_is_the_mean_of_the_blast_wherever_it_comes_down():
    """BS 50, and 8 yards are long range: 40, with three doubles. What goes wide comes down beside the orc all the same."""
    found = plans(grenadier())["throw_bomb bomb 4,1"]
    assert found["hit"] == pytest.approx(0.37)
    assert found["harm"] == pytest.approx((0.37 + 0.53) * IN_A_BLAST - BY_ITS_OWN)


def test_a_bomb_that_would_hurt_more_friends_than_enemies_stays_in_the_hand():
    friends = (("one", "men", (3, 1)), ("two", "men", (5, 1)), ("three", "men", (4, 0)), ("four", "men", (4, 2)))
    assert not any(text.startswith("throw_bomb") for text in plans(grenadier(*friends)))
    beside = plans(grenadier(("one", "men", (3, 1))))
    places = {text.split()[-1] for text in beside if text.startswith("throw_bomb")}
    assert len(places) == 1 and places <= {"5,0", "5,1", "5,2"}, "where the blast spares him"


@pytest.mark.compiled_only
def test_bombs_hit_more_than_one_on_average():
    fired = play_games("wfrp1", "powder", policies=("opportunist", "guardian"), games=100, seed=1).fired_by_name()
    assert fired["BLAST_HIT"] > fired["BOMB_ON_ITS_WAY"] > 100


# --- estimates of charges, and of shots at who lies or rides


def charge_estimate(level_at=None, distance=4, **man):
    """What a charge of the man (WS 40, I 60) at an orc is expected to do, with a hill in one cell."""
    cells = [{"flag": {"level": 1}, "at": [level_at]}] if level_at else []
    scene = table(
        {"name": "man", "side": "men", "at": [2, 2], "facing": "east", "i": 60, "ws": 40, "s": 3, **man},
        {"name": "orc", "side": "orcs", "at": [2 + distance, 2], "facing": "west", "i": 20, "t": 3, "w": 30},
        board={"size": [12, 5], "cells": cells},
        rules={"damage.additional.opt_additional_damage": 0},
        upto=None,
    )
    while scene.prompt != "turn":
        scene.play("ready_charge" if "ready_charge" in scene.choices() else "act")
    before = scene.snapshot()
    found = plans(scene)["charge orc"]
    assert scene.snapshot() == before
    odds = scene.odds("charge orc", want=("hit", "orc.wounds"), answers={"parry": "no_parry"}, open="stop")
    return found, odds


@clause("wfrp1.modifier.charging", "wfrp1.modifier.advantage_of_ground")
@pytest.mark.parametrize(
    ("level_at", "hit"), [(None, 0.50), ((2, 2), 0.50), ((3, 2), 0.60), ((4, 2), 0.50), ((6, 2), 0.50)]
)
def test_a_charge_is_judged_from_the_cell_in_which_it_ends(level_at, hit):
    """WS 40 and 10 for charging; 10 more only where its last cell, (3, 2), is higher than the orc at (4, 2)."""
    found, odds = charge_estimate(level_at, distance=2)
    assert found["hit"] == pytest.approx(hit)
    assert odds.of("hit").at_least(1) == pytest.approx(hit)


@clause("wfrp1.weapon.lance", "wfrp1.weapon.specialist")
@pytest.mark.parametrize(("specialist", "hit"), [([], 0.30), (["lance"], 0.60)])
def test_a_mounted_charge_is_judged_with_the_lance_couched(specialist, hit):
    """10 without the skill or WS 40, 10 for charging, 10 for the lance, which adds 2 to D6 + S 3 - T 3."""
    found, odds = charge_estimate(main_hand="lance", mount="warhorse", specialist=specialist)
    assert found["hit"] == pytest.approx(hit)
    assert odds.of("hit").at_least(1) == pytest.approx(hit)
    assert found["harm"] * 31 == pytest.approx(30 - odds.of("orc.wounds").mean())


@clause("wfrp1.attack.to_hit")
def test_a_charge_keeps_to_the_limits_of_the_roll_to_hit():
    rules = {"attack.to_hit.hit_max": 45}
    scene = table(
        {"name": "man", "side": "men", "at": [2, 2], "facing": "east", "i": 60, "ws": 40},
        {"name": "orc", "side": "orcs", "at": [4, 2], "facing": "west", "i": 20},
        rules=rules,
    )
    assert plans(scene)["charge orc"]["hit"] == pytest.approx(0.45)


@clause("wfrp1.attack.prone_static")
def test_only_blows_do_double_harm_to_who_lies():
    def harm(prone, cells, weapon, verb):
        scene = shooting(weapon, cells, orc={"w": 30}, rules={"damage.additional.opt_additional_damage": 0})
        scene.unit("orc").prone = prone
        return plans(scene)[f"{verb} orc"]

    standing, lying = (harm(prone, 6, "short bow", "fire") for prone in (0, 1))
    assert 0 < standing["harm"] == lying["harm"]
    standing, lying = (harm(prone, 1, "hand weapon", "strike") for prone in (0, 1))
    assert lying["hit"] == 1.0
    assert lying["harm"] == pytest.approx(2 * standing["harm"] / standing["hit"])

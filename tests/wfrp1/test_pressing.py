"""Following a beaten opponent, and what becomes of one that is let go."""

from __future__ import annotations

import pytest
from fixtures import clause
from wfrp1.melee import HIT, ada_and_orc, ada_wins, melee, verbs

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
def test_one_step_may_press_two_losers():
    """Pushed to (6, 4) and (6, 5), both are beside (5, 4)."""
    walls = {"size": [12, 12], "cells": [{"flag": "blocked", "at": [[6, 6], [5, 6]]}]}
    scene = melee(
        ("ada", "men", (4, 4), {"facing": "east", "a": 3, "i": 60}), ("o1", "orcs", (5, 4), {"i": 35}),
        ("o2", "orcs", (5, 5), {"i": 25}), dice=[HIT, 3, HIT, 3], board=walls,
    )  # fmt: skip
    scene.play("ada: strike o1 normal", "ada: switch o2", "o1: pass", "o2: pass", "ada: strike o2 normal")
    assert (scene.unit("o1").at, scene.unit("o2").at) == ((6, 4), (6, 5))
    scene.play("press o1")
    assert scene.unit("ada").at == (5, 4)
    assert [scene.unit(name).off_guard for name in ("o1", "o2")] == [0, 0]
    scene.play("act", "act", "act")
    assert scene.offers("strike o2")


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
    assert scene.choices("charge") == ["charge goblin"]


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

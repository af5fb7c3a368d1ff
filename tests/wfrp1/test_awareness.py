"""Who is aware of whom: what a side can choose depends on what it sees."""

from __future__ import annotations

import pytest
from fixtures import clause, table

BOW = {"main_hand": "long bow", "specialist": ["long_bow"], "ammunition": 10, "bs": 33}


def archers(distance, one=None, other=None, **more):
    """Two archers in a row, so many cells from each other. Which of them may shoot at the other?"""
    size = (32, 4)
    may = []
    for first in ("a", "b"):
        scene = table(
            {"name": "a", "side": "dwarfs", "at": [0, 1], "i": 50 if first == "a" else 20, **BOW, **(one or {})},
            {"name": "b", "side": "goblins", "at": [distance, 1], "i": 50 if first == "b" else 20, **BOW,
             **(other or {})},
            **{"size": size, **more},
        )  # fmt: skip
        assert scene.decider == first
        may.append(bool(scene.choices("fire")))
    return tuple(may)


@clause("wfrp1.visibility.awareness", "wfrp1.visibility.night_vision")
def test_a_dwarf_sees_a_goblin_that_does_not_see_it():
    dark = {"battle": {"light": "dark"}}
    assert archers(15, {"night_vision": 30}, {"night_vision": 10}, **dark) == (True, False), "30 yards"
    assert archers(16, {"night_vision": 30}, {"night_vision": 10}, **dark) == (False, False), "32 yards"
    assert archers(15, {"night_vision": 0}, {"night_vision": 0}, battle={"light": "day"}) == (True, True)


@clause("wfrp1.visibility.awareness")
def test_a_light_shows_its_bearer():
    torch = {"main_hand": "hand weapon", "specialist": [], "ammunition": None, "light": "torch"}
    seen, _ = archers(20, {"night_vision": 0}, torch, battle={"light": "dark"})
    assert seen
    unlit, _ = archers(20, {"night_vision": 0}, {**torch, "light": "none"}, battle={"light": "dark"})
    assert not unlit


@clause("wfrp1.visibility.awareness")
def test_whoever_stands_in_the_light_is_seen():
    def seen(distance):
        scene = table(
            {"name": "ada", "side": "men", "at": [0, 0], "i": 50, **BOW},
            {"name": "bert", "side": "men", "at": [8, 3], "i": 10, "light": "torch"},
            {"name": "orc", "side": "orcs", "at": [8 + distance, 3], "i": 5},
            size=(32, 4),
            battle={"light": "dark"},
        )
        return scene.offers("fire orc")

    assert seen(10), "a torch shines 20 yards far"
    assert not seen(11)


@pytest.mark.parametrize(("default", "seen"), [(None, True), (0, False)])
@clause("wfrp1.visibility.awareness")
def test_it_is_day_unless_something_else_is_said(default, seen):
    rules = {} if default is None else {"visibility.awareness.ambient_light_default": default}
    assert archers(15, {"night_vision": 0}, {"night_vision": 0}, rules=rules) == (seen, seen)
    assert archers(15, {"night_vision": 0}, {"night_vision": 0}, rules=rules, battle={"light": "day"}) == (True, True)


@clause("wfrp1.visibility.awareness")
def test_rock_ends_sight_bodies_do_not():
    rock = {"size": [32, 4], "cells": [{"flag": "blocked", "at": [[3, 1]]}]}
    assert archers(6, board=rock) == (False, False)
    scene = table(
        {"name": "ada", "side": "men", "at": [0, 1], "i": 50, "main_hand": "spear"},
        {"name": "bert", "side": "men", "at": [3, 1], "i": 10},
        {"name": "lancer", "side": "orcs", "at": [6, 1], "i": 5, "mount": "warhorse"},
        size=(10, 4),
    )
    assert scene.unit("ada").effective_initiative == 70, "she sees the rider behind bert: 20 for the spear"


@clause("wfrp1.visibility.awareness", "wfrp1.c.fighting_blind", "wfrp1.action.charge")
def test_nobody_charges_what_it_does_not_see():
    def may_charge(night_vision):
        scene = table(
            {"name": "ada", "side": "men", "at": [1, 1], "i": 50, "m": 4, "night_vision": night_vision},
            {"name": "orc", "side": "orcs", "at": [4, 1], "i": 5},
            size=(8, 4),
            battle={"light": "dark"},
        )
        return scene.offers("charge orc")

    assert may_charge(6)
    assert not may_charge(5)


@clause("wfrp1.visibility.awareness")
def test_what_is_not_seen_changes_no_choice():
    def choices(x, y):
        scene = table(
            {"name": "ada", "side": "men", "at": [1, 1], "i": 50, "m": 2, "night_vision": 4, "facing": "east",
             **BOW},
            {"name": "orc", "side": "orcs", "at": [x, y], "i": 5},
            size=(12, 6),
            battle={"light": "dark"},
        )  # fmt: skip
        assert scene.decider == "ada"
        return scene.choices()

    unseen = choices(11, 5)
    assert choices(4, 1) == unseen, "it stands three cells away in the dark, and nobody knows"
    assert choices(5, 4) == unseen
    assert choices(3, 1) != unseen, "4 yards away it is seen"


@clause("wfrp1.visibility.awareness")
def test_a_side_knows_what_one_of_it_sees():
    def runs_to(bert_sees):
        scene = table(
            {"name": "ada", "side": "men", "at": [1, 1], "i": 50, "m": 4, "night_vision": 0},
            {"name": "bert", "side": "men", "at": [1, 5], "i": 10, "night_vision": bert_sees},
            {"name": "orc", "side": "orcs", "at": [5, 1], "i": 5},
            size=(12, 6),
            battle={"light": "dark"},
        )
        assert scene.decider == "ada"
        return scene.offers("move_run 4,1")

    assert runs_to(0), "nobody knows of the orc at (5, 1)"
    assert not runs_to(8), "bert sees it: nobody runs into contact"


@clause("wfrp1.visibility.awareness", "wfrp1.turn.delay")
def test_waiting_of_the_unseen_does_not_show():
    """Two orcs that nobody sees act before ada: one of them waits for the other, or does not."""
    seen = []
    for chosen in (["wait", "pass", "pass"], ["pass", "pass"]):
        scene = table(
            {"name": "ada", "side": "men", "at": [0, 0], "i": 10, "night_vision": 0},
            {"name": "bert", "side": "men", "at": [0, 1], "i": 5, "night_vision": 0},
            {"name": "orc", "side": "orcs", "at": [11, 5], "i": 50},
            {"name": "goblin", "side": "orcs", "at": [11, 4], "i": 40},
            size=(12, 6),
            battle={"light": "dark"},
        )
        scene.play(*chosen)
        assert scene.decider == "ada"
        seen.append({name: part.tobytes() for name, part in scene.game.observe(0).items()})
        scene.play("wait")
        assert scene.decider == "bert"
        context = scene.game.observe(0)["context"]
        names = [column.name for column in scene.game.layout.context]
        assert context[names.index("waits")] == 1
    assert seen[0] == seen[1]

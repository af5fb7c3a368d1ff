"""What a unit's sheet shows: Parry, poison resistance and modifiers as they are now."""

from __future__ import annotations

import pytest
from fixtures import clause
from owh.scenes import duel, scene


@clause("owh.defend.action", "owh.status.blind", "owh.status.deafened")
@pytest.mark.parametrize(
    ("fields", "parry"),
    [({}, 13), ({"defending": 1}, 13 + 8), ({"blind": 2}, 13 - 6), ({"defending": 1, "deafened": 1}, 13 + 8 - 1)],
)
def test_parry_as_its_condition_makes_it(fields, parry):
    man = duel(man={"parry": 13}).unit("man")
    for name, value in fields.items():
        setattr(man, name, value)
    assert (man.parry, man.current_parry, man.sheet()["current_parry"]) == (13, parry, parry)


@clause("owh.pr.value", "owh.completion.score_modifier", "owh.status.diseased")
def test_poison_resistance():
    """15, less the Stamina modifier, less a point a size above human; each level of disease takes 1 off all modifiers."""
    man = duel(man={"stamina": 14}).unit("man")
    assert (man.stamina_modifier, man.poison_resistance, man.pr) == (2, 15 - 2, 15 - 2)
    man.body_size = 4
    assert man.pr == 15 - 2 - 2
    man.disease, man.hp = 1, 40
    assert (man.stamina_modifier, man.pr, man.hp_limit) == (1, 15 - 1 - 2, 50 - 10)


@clause("owh.completion.score_modifier", "owh.fatigue.moderate", "owh.fatigue.heavy")
def test_modifiers_as_they_are_now():
    """Half of what the score is above 10, rounded down; the first level of fatigue tires Agility alone, the second all."""
    man = duel(man={"agility": 15, "fighting": 9, "spirit": 12}).unit("man")
    assert (man.agility_modifier, man.fighting_modifier, man.spirit_modifier) == (2, -1, 1)
    man.fatigue = 1
    assert (man.agility_modifier, man.fighting_modifier, man.spirit_modifier) == (1, -1, 1)
    man.fatigue = 2
    assert (man.agility_modifier, man.fighting_modifier, man.spirit_modifier) == (0, -3, -1)


@clause("owh.attack.to_hit", "owh.cover", "owh.melee.attack", "owh.ranged.attack")
def test_against_another():
    """The orc in cover is shot at from afar; what lies about the man covers nobody from a blow."""
    man = {"name": "man", "side": "men", "at": [4, 5], "fighting": 14, "shooting": 12, "weapons": ["longbow"]}
    orc = {"name": "orc", "side": "orcs", "at": [9, 5], "parry": 13, "weapons": ["sword"]}
    table = scene(man, orc, board={"size": [12, 12], "cells": [{"flag": "cover", "at": [[9, 5]]}]})
    man, orc = table.unit("man"), table.unit("orc")
    assert (orc.covered_from("man"), orc.parry_against("man"), orc.current_parry) == (True, 13 + 5, 13)
    assert (man.covered_from(orc), man.attack_modifier_against("orc"), man.engaged) == (False, 1, False)


@clause("owh.initiative.cards")
def test_the_order_is_that_of_the_cards():
    """The higher its place in the deck, the better a card: the roster is the man, his friend, the orc."""
    friend = {"name": "friend", "side": "men", "at": [4, 7]}
    assert duel(friends=[friend], dealt=[52, 51, 50]).order == ["man", "friend", "orc"]
    assert duel(friends=[friend], dealt=[30, 20, 40]).order == ["orc", "man", "friend"]


def test_what_follows_cannot_be_set_and_what_is_unknown_is_listed():
    table = duel()
    man = table.unit("man")
    with pytest.raises(AttributeError, match="current_parry follows from the rules; set the fields"):
        man.current_parry = 3
    with pytest.raises(
        AttributeError, match=r"has no 'xyzzy'; choose from: side, .*; its sheet has: current_parry, poison_"
    ):
        _ = man.xyzzy
    with pytest.raises(AttributeError, match=r"did you mean .*poison_resistance"):
        _ = man.poison_resistence
    with pytest.raises(KeyError, match="no unit 'nobody'"):
        man.parry_against("nobody")
    with pytest.raises(AttributeError, match="owh has no order of turns that can be set"):
        table.order = ["orc", "man"]
    assert man.readings["poison_resistance"].startswith("PR: ")
    assert set(man.sheet()) == set(man.readings) - {"parry_against", "attack_modifier_against", "covered_from"}


def test_reading_a_sheet_changes_nothing():
    table = duel()
    before, choices = table.snapshot(), table.choices()
    table.unit("man").sheet(), table.unit("man").parry_against("orc")
    assert (table.snapshot(), table.choices(), table.terms) == (before, choices, [])

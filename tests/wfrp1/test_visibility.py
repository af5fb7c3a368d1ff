"""Who sees whom: walls, darkness, night vision and lights."""

from __future__ import annotations

import numpy as np
import pytest
from fixtures import clause, duel
from wfrp1.shooting import shooting, until, verbs

from tactica.envs.engine.game import Game
from tactica.envs.render import look_at
from tactica.envs.rulesets.wfrp1.rules.visibility import is_lit
from tactica.envs.rulesets.wfrp1.vocab import Item
from tactica.envs.scenario import ScenarioError

DARK = {"light": "dark"}


def sees(scene, who="archer", whom="orc"):
    """Whether a unit with a bow can shoot at another, or take aim at it."""
    until(scene, who)
    return any(scene.offers(text) for text in (f"fire {whom}", f"aim {whom}", f"fire {whom} normal"))


def night(cells, archer=None, orc=None, others=(), **more):
    """Two with bows, in the dark."""
    orc = {"main_hand": "normal bow", "m": 0, **(orc or {})}
    archer = {"m": 0, **(archer or {})}
    return shooting("normal bow", cells, archer=archer, orc=orc, others=others, battle=DARK, **more)


# --- awareness


@pytest.mark.parametrize(("cells", "dwarf", "goblin"), [(15, True, False), (16, False, False), (5, True, True)])
@clause("wfrp1.visibility.awareness", "wfrp1.visibility.night_vision")
def test_dwarf_and_goblin_in_the_dark(cells, dwarf, goblin):
    """The dwarf sees 30 yards far, the goblin 10."""
    scene = night(cells, {"night_vision": "dwarf"}, {"night_vision": "goblin"})
    assert sees(scene) == dwarf
    assert sees(scene, "orc", "archer") == goblin


@clause("wfrp1.visibility.awareness", "wfrp1.c.light_sources")
def test_a_torch_betrays_its_bearer():
    """A man without night vision sees the goblin with the torch 40 yards away; the goblin does not see him."""
    scene = night(20, {}, {"main_hand": "throwing knife", "light": "torch"})
    assert sees(scene)
    assert not sees(night(20))
    assert not sees(scene, "orc", "archer")


@clause("wfrp1.visibility.awareness")
def test_by_day_everybody_is_seen():
    assert sees(shooting("normal bow", 20, archer={"m": 0}))
    assert sees(shooting("normal bow", 20, archer={"m": 0}, battle={"light": "day"}))


@clause("wfrp1.visibility.awareness")
def test_light_of_the_open_as_a_house_rule():
    """Where a scenario says nothing, it is day; or, with the knob, night."""
    dark = {"visibility.awareness.ambient_light_default": 0}
    assert not sees(shooting("normal bow", 10, rules=dark))
    assert sees(shooting("normal bow", 10, rules=dark, battle={"light": "day"}))


@clause("wfrp1.visibility.awareness")
def test_walls_and_closed_doors_hide_even_a_light():
    for kind in ("wall", "door"):
        board = {"size": [7, 3], "borders": [{"type": kind, "cell": [3, 1], "direction": "east"}]}
        assert not sees(night(6, {}, {"main_hand": "dart", "light": "torch"}, board=board))
    board = {"size": [7, 3], "cells": [{"flag": "blocked", "at": [[3, 1]]}]}
    assert not sees(night(6, {}, {"main_hand": "dart", "light": "torch"}, board=board))


@clause("wfrp1.visibility.awareness")
def test_combatants_do_not_hide_each_other():
    between = {"name": "goblin", "side": "orcs", "at": [4, 1]}
    assert sees(night(6, {"night_vision": 30}, others=(between,)))


@clause("wfrp1.visibility.awareness", "wfrp1.c.fighting_blind")
def test_the_next_cell_is_always_perceived():
    assert "strike" in verbs(until(night(1)))


@clause("wfrp1.c.fighting_blind")
def test_blows_in_the_dark():
    """WS 45 - 20 against an orc that is not seen; with the eyes of a dwarf, or a candle, 45."""
    for man, number in (({}, 25), ({"night_vision": "dwarf"}, 45), ({"light": "candle"}, 45)):
        scene = duel([98], man={"ws": 45, **man}, scenario={"battle": DARK})
        assert scene.play("strike orc normal")[0].total == number


# --- night vision


@pytest.mark.parametrize(
    ("species", "yards"),
    [
        ("Basilisk", 20), ("Bat", 15), ("Bat, Giant", 20), ("Beetle, Giant", 20), ("Cat, Wild", 20), ("Dragon", 20),
        ("Dwarf", 30), ("Eagle", 20), ("Elemental", 9999), ("Elf - Wood", 30), ("Elf - Sea", 20), ("Elf - High", 20),
        ("Fimir", 15), ("Fox", 10), ("Goblin", 10), ("Gnome", 30), ("Halfling", 20), ("Hobhound", 10), ("Hydra", 20),
        ("Jabberwock", 20), ("Lizardman", 30), ("Orc", 10), ("Orc, Black", 10), ("Owl", 50), ("Owl, Giant", 50),
        ("Pack Wolf", 15), ("Rat", 10), ("Rat, Giant", 20), ("Rat, Rock", 15), ("Scorpion, Giant", 10), ("Skaven", 30),
        ("Snake", 20), ("Snotling", 10), ("Spider, Giant", 10), ("Stoat", 10), ("Troglodyte", 30), ("Undead", 9999),
        ("Wolf", 15),
    ],
)  # fmt: skip
@clause("wfrp1.visibility.night_vision")
def test_row_of_the_chart(species, yards):
    """What is exactly so far away is still seen; what is further is not."""
    scene = night(2, {"night_vision": species})
    assert scene.unit("archer").night_vision_yd == yards
    if yards < 9999:
        cells = next(d for d in range(2, 32) if yards % d == 0)
        scale = yards // cells
        assert sees(night(cells, {"night_vision": species}, rules={"setup.scene.yards_per_cell": scale}))
        assert not sees(night(cells + 1, {"night_vision": species}, rules={"setup.scene.yards_per_cell": scale}))


@clause("wfrp1.visibility.night_vision")
def test_the_undead_see_as_by_day():
    assert sees(night(31, {"night_vision": "undead"}, size=(32, 3)))


@pytest.mark.parametrize(("cells", "seen"), [(15, True), (16, False)])
@clause("wfrp1.visibility.night_vision")
def test_a_wood_elf_shoots_30_yards_far(cells, seen):
    assert sees(night(cells, {"night_vision": "elf_wood"})) == seen


@clause("wfrp1.visibility.night_vision")
def test_humans_see_nothing():
    assert night(2).unit("archer").night_vision_yd == 0
    assert not sees(night(2))
    assert sees(night(2, rules={"visibility.night_vision.human": 4}))
    assert not sees(night(3, rules={"visibility.night_vision.human": 4}))


@clause("wfrp1.visibility.night_vision", "wfrp1.visibility.awareness")
def test_who_is_not_seen_cannot_be_charged():
    assert "charge" not in verbs(until(night(3, {"m": 4, "main_hand": "hand weapon"})))
    assert "charge" in verbs(until(night(3, {"m": 4, "main_hand": "hand weapon", "night_vision": "dwarf"})))


# --- lights


@pytest.mark.parametrize(("light", "yards"), [("candle", 4), ("torch", 20), ("lamp", 12), ("lantern", 20)])
@clause("wfrp1.c.light_sources", "wfrp1.visibility.awareness")
def test_how_far_a_light_reaches(light, yards):
    """On a board of one yard a cell: the bearer is at (0, 0), the orc so many cells to the east."""
    bearer = {"name": "bearer", "side": "men", "at": [0, 0], "light": light}
    for cells, lit in ((yards, True), (yards + 1, False)):
        scene = night(cells, {"m": 0}, {"m": 0}, others=(bearer,), rules={"setup.scene.yards_per_cell": 1})
        assert sees(scene) == lit


@clause("wfrp1.c.light_sources")
def test_a_torch_lights_ten_cells_around():
    bearer = {"name": "bearer", "side": "men", "at": [4, 4], "light": "torch"}
    for cell, lit in (([14, 4], True), ([15, 4], False), ([14, 14], True), ([4, 15], False)):
        scene = night(4, {"m": 0}, {"at": cell}, others=(bearer,), size=(17, 17))
        assert sees(scene) == lit


@clause("wfrp1.c.light_sources")
def test_a_light_takes_a_hand():
    archer = shooting("dart", archer={"light": "torch"}).unit("archer")
    assert archer.off_hand
    with pytest.raises(ScenarioError, match="no free hand"):
        shooting("normal bow", archer={"light": "torch"})


@clause("wfrp1.c.light_sources")
def test_a_burning_cell_lights_8_yards():
    for x, lit in ((4, True), (3, False)):
        scene = night(8)
        assert not sees(scene)
        scene.state["fire_cell"][0] = 32 + x
        scene.state["fire_rounds"][0] = 2
        scene.refresh()
        assert sees(scene) == lit


# --- pictures


@pytest.mark.interpreted_only
@clause("wfrp1.visibility.awareness", "wfrp1.c.light_sources")
def test_a_picture_is_lit_where_the_rules_say_so():
    """A lantern in a hand, a torch that lies about and a fire: every cell is drawn as lit or dark as the rules have it."""
    game = Game.of("wfrp1", "night_guns", seed=1)
    s, board = game.s, game.ruleset.board
    s["light_cell"][0], s["light_item"][0] = board.cell(12, 2), Item.TORCH
    s["fire_cell"][0], s["fire_rounds"][0] = board.cell(20, 10), 2
    world = game.loops.World(game.books[s["book_row"]], game.fields[s["field_row"]])
    drawn = look_at(game).light
    for y, x in np.ndindex(drawn.shape):
        assert bool(drawn[y, x]) == bool(is_lit(s, world, board.cell(x, y))), (x, y)
    assert 0 < drawn.sum() < drawn.size

"""Arcs on demand: the front, the flanks and the rear of a unit in a picture."""

from __future__ import annotations

import numpy as np
import pytest
from tow.scenes import battle, regiment

from tactica.envs.engine.game import Game
from tactica.envs.render import add_arcs, image, look_at, render
from tactica.envs.render.pen import CELL, HEAD, MARGIN

SIZE = (24, 20)


def game(**men):
    """Twenty men in five files at (10, 8), and one enemy in a corner."""
    orcs = regiment("orcs", at=(23, 0), facing="south", models=1)
    return battle(regiment("men", **{"at": (10, 8), **men}), orcs, size=SIZE).game


def seen(shown, *names):
    """The arcs of some units."""
    scene = look_at(shown)
    add_arcs(shown, scene, names)
    return scene.arcs


def arcs_of(shown):
    """Words -> cells (x, y) of the arcs of the men."""
    return {arc.words: {(int(x), int(y)) for y, x in np.argwhere(arc.cells)} for arc in seen(shown, "men")}


def middle(drawn, x, y):
    """The pixels in the middle of a cell."""
    left, up = MARGIN + x * CELL, HEAD + MARGIN - 8 + y * CELL
    return drawn[up + 12 : up + CELL - 12, left + 12 : left + CELL - 12]


def test_an_arc_is_bounded_by_the_diagonals_of_its_corners():
    """The men cover (10, 8) to (14, 11) and look north; what lies on a diagonal is front, or else flank."""
    found = arcs_of(game())
    assert list(found) == ["front", "left flank", "right flank", "rear"]
    assert {(12, 7), (12, 0), (9, 7), (8, 6), (15, 7)} <= found["front"]
    assert {(9, 8), (9, 11), (8, 7), (9, 12), (0, 10)} <= found["left flank"]
    assert {(15, 8), (15, 12), (16, 7), (23, 10)} <= found["right flank"]
    assert {(10, 12), (14, 12), (12, 19), (9, 13), (15, 13)} <= found["rear"]


@pytest.mark.parametrize("facing", ["north", "east", "south", "west"])
def test_every_cell_around_a_unit_lies_in_one_arc(facing):
    shown = game(facing=facing, at=(12, 10))
    found = arcs_of(shown)
    own = set(next(figure for figure in look_at(shown).figures if figure.name == "men").cells)
    counted = [cell for cells in found.values() for cell in cells]
    assert len(own) == 20 and len(counted) == len(set(counted)) == SIZE[0] * SIZE[1] - 20
    assert not own & set(counted)


def test_arcs_turn_with_the_unit():
    ahead = {"north": (12, 3), "east": (20, 10), "south": (12, 18), "west": (3, 10)}
    for facing, cell in ahead.items():
        found = arcs_of(game(facing=facing, at=(12, 10), models=1))
        assert [words for words, cells in found.items() if cell in cells] == ["front"]


def test_arcs_are_shaded_only_where_they_were_asked_for():
    shown = game()
    plain, shaded = image(shown), image(shown, arcs=["men"])
    assert (image(shown, arcs=()) == plain).all() and not look_at(shown).arcs
    shades = [middle(shaded, *cell)[0, 0].tolist() for cell in ((12, 1), (3, 9), (12, 17))]
    assert len(np.unique(shades, axis=0)) == 3, "front, flank and rear look the same"
    for cell in ((12, 1), (3, 9), (20, 9), (12, 17)):
        assert (middle(plain, *cell) != middle(shaded, *cell)).all(axis=2).all()
    model = middle(plain, 10, 8)
    assert (model == middle(shaded, 10, 8)).all(), "the models are drawn as before"
    assert (render(shown, "rgb_array", arcs=["men"]) == shaded).all()


def test_every_arc_has_its_words_beside_the_unit():
    """Letters make more colours than ground does: in the middle of the cells of an arc that are near to the unit."""
    plain, shaded = image(game()), image(game(), arcs=["men"])
    for x, y in ((12, 6), (8, 10), (16, 10), (12, 13)):
        left, up = MARGIN + (x - 1) * CELL, HEAD + MARGIN - 8 + (y - 1) * CELL
        around = np.s_[up : up + 3 * CELL, left : left + 3 * CELL]
        colours = [len(np.unique(one[around].reshape(-1, 3), axis=0)) for one in (plain, shaded)]
        assert colours[1] > colours[0] + 5, (x, y)


def test_who_is_off_the_board_has_no_arcs():
    shown = game()
    shown.s["units"]["models"][0], shown.s["units"]["cell"][0] = 0, -1
    assert seen(shown, "men") == []


def test_arcs_of_nobody_and_arcs_of_a_ruleset_without_them_are_refused():
    with pytest.raises(ValueError, match="no unit is called that; units: men, orcs"):
        seen(game(), "elves")
    with pytest.raises(ValueError, match="toybook cannot draw them; rulesets that can: tow"):
        image(toy := Game.of("toybook", "alliance", seed=1), arcs=toy.names[:1])

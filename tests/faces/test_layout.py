"""Layouts: sizes, meanings, identity, mirroring."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from starts import EVERY, starts

from tactica.envs.engine.game import Game
from tactica.envs.engine.spaces import Layout, LayoutMismatch


@pytest.mark.parametrize("name", EVERY)
def test_the_smallest_layout_has_room_for_every_start_and_no_more(name):
    ruleset, pool = starts(name)
    layout = Layout.covering(ruleset, pool.states)
    states = pool.states
    assert layout.height == states["board_height"].max() and layout.width == states["board_width"].max()
    for i in range(len(states)):
        for side in range(states["side_count"][i]):
            assert states["side_size"][i, side] <= layout.own_rows
            assert states["unit_count"][i] - states["side_size"][i, side] <= layout.other_rows


@pytest.mark.parametrize("name", EVERY)
def test_every_index_has_one_meaning(name):
    ruleset, pool = starts(name)
    layout = Layout.covering(ruleset, pool.states)
    assert layout.n == layout.action_space.n == len(layout.kind)
    meanings = [layout.describe(i) for i in range(layout.n)]
    assert len(set(meanings)) == layout.n
    for array in (layout.verb, layout.unit_row, layout.cell, layout.direction):
        assert array.shape == (layout.n,) and array.dtype == np.int16
    assert (layout.cell >= 0).sum() in (0, layout.height * layout.width)
    assert layout.unit_row.max() < layout.own_rows + layout.other_rows
    with pytest.raises(ValueError, match="is not in"):
        layout.describe(layout.n)


def test_named_layouts_nest():
    ruleset, _ = starts("toybook")
    sizes = [Layout.named(ruleset, name).n for name in ("small", "standard", "full")]
    assert sizes == sorted(sizes) and sizes[0] < sizes[-1]
    with pytest.raises(ValueError, match="there are: small, standard, full"):
        Layout.named(ruleset, "huge")


def test_a_layout_too_small_says_what_is_missing():
    ruleset, pool = starts("toybook")
    with pytest.raises(LayoutMismatch, match=r"height 2, needed \d"):
        Layout.of(ruleset, pool.states, Layout(ruleset, 2, 12, 6, 12))


def test_the_catalogue_names_every_number():
    ruleset, pool = starts("toybook")
    layout = Layout.covering(ruleset, pool.states)
    parts = [entry["part"] for entry in layout.catalogue()]
    assert parts.count("grid") == layout.shapes["grid"][0]
    assert parts.count("units") == layout.shapes["units"][1]
    assert parts.count("context") == layout.shapes["context"][0]
    assert all(entry["name"] and entry["meaning"] for entry in layout.catalogue())


def test_a_checkpoint_of_another_layout_is_refused_with_the_difference():
    ruleset, pool = starts("toybook")
    layout = Layout.covering(ruleset, pool.states)
    assert Layout.from_dict(layout.to_dict()) == layout
    assert pickle.loads(pickle.dumps(layout)).hash == layout.hash
    other = Layout(ruleset, layout.height + 1, layout.width, layout.own_rows, layout.other_rows)
    assert other.hash != layout.hash
    with pytest.raises(LayoutMismatch, match=f"height was {layout.height + 1}, is {layout.height}"):
        layout.require(other)
    data = layout.to_dict()
    data["features"] = [row for row in data["features"] if row[0] != "health"] + [["luck", 0, 9]]
    with pytest.raises(LayoutMismatch, match=r"features no longer has luck; now has health"):
        layout.require(data)


@pytest.mark.parametrize("name", EVERY)
def test_a_turned_board_is_the_same_board_turned(name):
    """Every side but the first sees cells and directions turned by half a circle; masks and pictures agree."""
    ruleset, pool = starts(name)
    base = Layout.covering(ruleset, pool.states)
    sizes = (base.height + (base.height < 32), base.width + (base.width < 32), base.own_rows, base.other_rows)
    straight, turned = Layout(ruleset, *sizes), Layout(ruleset, *sizes, mirror=True)
    assert straight.hash != turned.hash
    channels = [piece.name for piece in base.channels]
    rng = np.random.default_rng(1)
    for row in range(min(len(pool.states), 2)):
        game = Game(ruleset, pool, straight)
        mirrored = Game(ruleset, pool, turned, states=game.states)
        game.start(row, seed=row)
        h, w = int(game.s["board_height"]), int(game.s["board_width"])
        for _ in range(60):
            if game.over:
                break
            for side in range(game.side_count):
                seen, other = game.observe(side), mirrored.observe(side)
                for channel, piece in enumerate(base.channels):
                    picture, shown = seen["grid"][channel, :h, :w], other["grid"][channel, :h, :w]
                    if side:  # what lay to the north now lies to the south
                        picture = seen["grid"][channels.index(_opposite(piece.name)), :h, :w][::-1, ::-1]
                    np.testing.assert_array_equal(shown, picture, err_msg=piece.name)
                there = np.array([_turn(straight, i, h, w) if side else i for i in np.flatnonzero(seen["action_mask"])])
                assert sorted(there) == sorted(np.flatnonzero(other["action_mask"]))
            for index in mirrored.legal():
                assert mirrored.index_of(mirrored.answer_of(index)) == index
            game.step(int(rng.choice(game.legal())))


def _opposite(name):
    """The channel that shows, on the turned board, what this one shows on the straight one."""
    for one, other in (("north", "south"), ("east", "west")):
        for word, turned in ((one, other), (other, one)):
            if name.endswith(f"_{word}"):
                return name.removesuffix(word) + turned
    return name


def _turn(layout, index, h, w):
    """The index of the same choice on the turned board."""
    if layout.cell[index] >= 0:
        x, y = layout.cell[index] % layout.width, layout.cell[index] // layout.width
        return index - layout.cell[index] + (h - 1 - y) * layout.width + (w - 1 - x)
    if layout.direction[index] >= 0:
        return index - layout.direction[index] + (layout.direction[index] + 4) % 8
    return index

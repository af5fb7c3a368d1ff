"""Layouts: sizes, meanings, identity, mirroring."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from starts import EVERY, starts

from tactica.envs import rulesets, scenario
from tactica.envs.engine.flattening import squashed
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
    with pytest.raises(ValueError, match=r"choose from: 'small', 'standard', 'full'; with starts: 'auto'$"):
        Layout.named(ruleset, "huge")


NAMED = [
    (slug, name)
    for slug in rulesets.names()
    for name in scenario.shipped(slug)
    if name.removesuffix("_random") in ("small", "standard")
]


@pytest.mark.parametrize(("slug", "name"), NAMED)
def test_a_named_layout_has_room_for_the_scenarios_of_that_name(slug, name):
    layout = Layout.named(slug, name.removesuffix("_random"))
    assert Game.of(slug, name, seed=1, layout=layout).layout is layout


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


def test_places_in_a_pack_are_not_called_by_the_words_of_items():
    layout = Layout.named("wfrp1", "small")
    first = int(layout.record["index_start"][0, layout.sections.index("item")])
    assert [layout.describe(first), layout.describe(first + 5)] == ["item 0", "item 5"]


@pytest.mark.parametrize("name", EVERY)
def test_every_index_has_its_section_and_its_place_in_it(name):
    ruleset, pool = starts(name)
    layout = Layout.covering(ruleset, pool.states)
    choices = layout.choices
    assert all(array.shape == (layout.n,) and array.dtype == np.int16 for array in choices)
    for index in range(layout.n):
        section = layout.sections[choices.section[index]]
        named = layout.describe(index)
        if choices.cell[index] >= 0:
            assert named == f"{section} ({choices.cell[index] % layout.width}, {choices.cell[index] // layout.width})"
        elif choices.verb[index] >= 0:
            assert named == f"verb {layout.ruleset.module('vocab').Verb(choices.verb[index]).name.lower()}"
        elif choices.unit[index] >= 0:
            row, own = choices.unit[index], layout.own_rows
            assert named == (f"own unit {row}" if row < own else f"other unit {row - own}")
        elif choices.direction[index] >= 0:
            assert choices.part[index] == choices.direction[index]


def flat_by_hand(layout, observation):
    """A flat observation, number by number, as the catalogue and the names of its numbers say."""
    fields = {(part, one.name): (place, one) for part, of in parts_of(layout) for place, one in enumerate(of)}
    found = []
    for column in layout.flat_columns:
        place, one = fields[column.part, column.name]
        array = observation[column.part]
        if column.part == "grid":
            number = array[place].ravel()[column.place]
        else:
            number = array[column.place, place] if column.part == "units" else array[place]
        if column.value is None:
            sizes = number / one.divisor
            found.append(sizes if abs(sizes) <= 2 else np.sign(sizes) * (4 - 4 / abs(sizes)))
        elif one.kind == "unit rows":
            found.append(int(number) >> column.value & 1)
        else:
            found.append(int(number) == column.value)
    return np.array(found, np.float32)


def parts_of(layout):
    return ("grid", layout.channels), ("units", layout.features), ("context", layout.context)


@pytest.mark.parametrize("ruleset", ["wfrp1", "toybook"])
def test_a_flat_observation_is_scaled_and_one_hot_by_the_catalogue(ruleset):
    layout = Layout(ruleset, 3, 4, 2, 3)
    assert layout.flat_space.shape == (layout.flat_size,) == (len(layout.flat_columns),)
    assert len(set(layout.flat_columns)) == layout.flat_size
    layout.observation_space.seed(3)
    seen = [layout.observation_space.sample() for _ in range(3)]
    for one in seen:  # categories have the values they can have
        for part, fields in parts_of(layout):
            for place, field in enumerate(fields):
                if field.words:
                    where = one[part][place] if part == "grid" else one[part][..., place : place + 1]
                    where[...] = np.random.default_rng(3).choice(field.classes, where.shape)
    batch = {part: np.stack([one[part] for one in seen]) for part in seen[0]}
    flat = layout.flatten(batch)
    assert flat.shape == (3, layout.flat_size) and flat.dtype == np.float32
    for one, row in zip(seen, flat, strict=True):
        np.testing.assert_allclose(row, flat_by_hand(layout, one), rtol=1e-6)
        np.testing.assert_array_equal(layout.flatten(one), row)
        assert layout.flat_space.contains(row)
    out = np.full((3, layout.flat_size), 7, np.float32)
    assert layout.flatten(batch, out) is out
    np.testing.assert_array_equal(out, flat)


@pytest.mark.parametrize("slug", rulesets.names())
def test_no_number_of_a_flat_observation_is_a_giant(slug):
    """Not even one that stands for "never", such as 999 rounds; and larger numbers stay larger."""
    layout = Layout(slug, 3, 4, 2, 3)
    assert layout.flat_space.low.min() > -4 and layout.flat_space.high.max() < 4
    sizes = np.arange(-10_000, 10_001, 7, dtype=np.float32) / 20
    shown = squashed(sizes.copy())
    assert (np.diff(shown) > 0).all() and np.abs(shown).max() < 4
    np.testing.assert_array_equal(shown[np.abs(sizes) <= 2], sizes[np.abs(sizes) <= 2])


@pytest.mark.parametrize("ruleset", ["wfrp1", "toybook"])
def test_wide_numbers_say_their_typical_size(ruleset):
    layout = Layout(ruleset, 3, 4, 2, 3)
    found = [one for _, fields in parts_of(layout) for one in fields if one.kind != "unit rows" and not one.words]
    wide = [one.name for one in found if one.divisor > 100]
    assert wide == []


def test_a_layout_of_other_words_is_another_layout():
    layout = Layout("wfrp1", 3, 4, 2, 3)
    data = layout.to_dict()
    place = next(i for i, one in enumerate(layout.features) if one.words)
    data["features"] = [list(row) for row in data["features"]]
    data["features"][place][-1] = [*data["features"][place][-1][:-1], "another"]
    with pytest.raises(LayoutMismatch, match="features"):
        layout.require(data)


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


@pytest.mark.parametrize("part", ["height", "width", "own_rows", "other_rows"])
@pytest.mark.parametrize("size", [0, -1, 10**6, 2**70, 2.0, float("nan"), "3", None, True, [3]])
def test_impossible_sizes_are_refused(part, size):
    with pytest.raises(ValueError, match=f"layout {part} .* is not a whole number in 1.."):
        Layout.from_dict({**Layout("toybook", 3, 4, 2, 3).to_dict(), part: size})


@pytest.mark.parametrize("part", ["ruleset", "height", "own_rows", "mirror"])
def test_a_layout_without_one_of_its_parts_is_refused(part):
    data = Layout("toybook", 3, 4, 2, 3).to_dict()
    del data[part]
    with pytest.raises(ValueError, match=f"no layout: {part} missing"):
        Layout.from_dict(data)


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

"""How much a battle of regiments takes: choices, observations, snapshots, and what the README says of them."""

from __future__ import annotations

import pytest

from tactica.envs import rulesets
from tactica.envs.engine.game import Game
from tactica.envs.engine.spaces import Layout
from tactica.envs.rulesets import readme_table

TOW = rulesets.get("tow")
TEXT = readme_table.readme(TOW).read_text(encoding="utf-8")
PIECES = ("grid", "units", "context", "action_mask")
KB = 1024
LAYOUTS = {
    "scenario `small`: 36 x 24, 3 v 3": lambda: Game.of("tow", "small", seed=1).layout,
    "`small`: 36 x 24, 4 v 4": lambda: Layout.named("tow", "small"),
    "36 x 24, 8 v 8": lambda: Layout("tow", 24, 36, 8, 8),
    "scenario `standard`: 48 x 30, 6 v 6": lambda: Game.of("tow", "standard", seed=1).layout,
    "`standard`: 48 x 30, 8 v 8": lambda: Layout.named("tow", "standard"),
    "`full`: 72 x 72, 16 units on either side": lambda: Layout.named("tow", "full"),
}


def sizes(name):
    """Choices of a layout; bytes of grid, units, context, mask, of all four, and of a slot."""
    layout = LAYOUTS[name]()
    shown = layout.buffers(1)
    pieces = [shown[piece].nbytes for piece in PIECES]
    slot = TOW.state.snapshot_bytes + TOW.loops.GAME.itemsize + sum(pieces)
    return [layout.n, *pieces, sum(pieces), slot]


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_readme_says_how_much_a_layout_takes(name):
    row = next(line for line in TEXT.splitlines() if line.startswith(f"| {name} |"))
    assert [int(number.replace(",", "")) for number in row.split("|")[2:-1]] == sizes(name)


def test_the_readme_says_how_big_a_snapshot_is():
    size, rest = TOW.state.snapshot_bytes, TOW.state.dtype.itemsize - TOW.state.snapshot_bytes
    assert f"has {size:,} bytes" in TEXT and f"{round(rest / 1000)} KB more" in TEXT
    assert size < 16 * KB


@pytest.mark.parametrize(("name", "most"), [("`small`: 36 x 24, 4 v 4", 17), ("`standard`: 48 x 30, 8 v 8", 25)])
def test_a_slot_has_its_limit(name, most):
    """In KB: zones to hold took a table of 36 x 24 inches over the 16 that all rulesets aim at."""
    assert sizes(name)[-1] < most * KB


@pytest.mark.parametrize(("name", "most"), [("small", 12), ("standard", 20)])
def test_an_observation_has_its_limit(name, most):
    """In KB: ten bytes a cell, those of the mask included, and the units."""
    assert sum(piece.nbytes for piece in Layout.named("tow", name).buffers(1).values()) < most * KB

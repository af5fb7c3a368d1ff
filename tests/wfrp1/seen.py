"""What a side sees, by the names of the catalogue."""

from __future__ import annotations

from tactica.envs.rulesets.wfrp1 import observe
from tactica.envs.sandbox import Table

CHANNEL = {piece.name: i for i, piece in enumerate(observe.CHANNELS)}
FEATURE = {piece.name: i for i, piece in enumerate(observe.FEATURES)}
CONTEXT = {piece.name: i for i, piece in enumerate(observe.CONTEXT)}


def on_board(scene: Table, channel: str, x: int, y: int, viewer: int = 0) -> int:
    """A channel of the board at a cell."""
    return int(scene.game.observe(viewer)["grid"][CHANNEL[channel], y, x])


def of_unit(scene: Table, feature: str, row: int, viewer: int = 0) -> int:
    """A feature of a unit; row 0 is the viewer's first."""
    return int(scene.game.observe(viewer)["units"][row, FEATURE[feature]])


def in_context(scene: Table, name: str, viewer: int = 0) -> int:
    """A number of the context."""
    return int(scene.game.observe(viewer)["context"][CONTEXT[name]])

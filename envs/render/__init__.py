"""Positions as text and as pictures, and what happened in sentences. Nothing here knows a book.

>>> from tactica.envs.engine.game import Game
>>> from tactica.envs.render import image, narrate, text
>>> game = Game.of("wfrp1", "duel", seed=1)
>>> print(text(game))
>>> image(game).shape

A ruleset gives its words in ``vocab.py`` and ``words.py`` (see :mod:`.words`); what is drawn is found by the names of its
records' fields (see :mod:`.scene`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from .arcs import Arc, add_arcs
from .picture import image
from .scene import Figure, Scene, known_units, look_at
from .text import text
from .witness import witness
from .words import Happening, happening, happenings, narrate, sentence

if TYPE_CHECKING:
    from ..engine.game import Game

__all__ = [
    "Arc",
    "Figure",
    "Happening",
    "Scene",
    "add_arcs",
    "happening",
    "happenings",
    "image",
    "known_units",
    "look_at",
    "narrate",
    "render",
    "sentence",
    "text",
    "witness",
]


def render(game: Game, mode: str, arcs: Collection[str] = ()) -> Any:
    """A game as text (``ansi``), as a picture (``rgb_array``, uint8 (height, width, 3)), or printed (``human``).

    Args:
        game: the position.
        mode: see above.
        arcs: names of units whose arcs a picture shows, in rulesets that know of arcs.

    Raises:
        ValueError: no such mode; or see :func:`add_arcs`.
    """
    if mode == "rgb_array":
        return image(game, arcs=arcs)
    if mode not in ("ansi", "human"):
        raise ValueError(f"render_mode {mode!r} is not one of 'ansi', 'rgb_array', 'human'")
    shown = text(game)
    if mode == "ansi":
        return shown
    print(shown)
    return None

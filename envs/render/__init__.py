"""Positions as text and as pictures, and what happened in sentences. Nothing here knows a book.

>>> from tactica.envs.game import Game
>>> from tactica.envs.render import image, narrate, text
>>> game = Game.of("wfrp1", "duel", seed=1)
>>> print(text(game))
>>> image(game).shape

A ruleset gives its words in ``words.py`` (see :mod:`.words`); what is drawn is found by the names of its records'
fields (see :mod:`.scene`).
"""

from __future__ import annotations

from .picture import image
from .scene import Figure, Scene, known_units, look_at
from .text import text
from .words import Happening, happening, happenings, missing_words, narrate, sentence

__all__ = [
    "Figure",
    "Happening",
    "Scene",
    "happening",
    "happenings",
    "image",
    "known_units",
    "look_at",
    "missing_words",
    "narrate",
    "sentence",
    "text",
]

"""Words for the numbers of events."""

from __future__ import annotations

from tactica.envs.core.board import DIRECTION_NAMES

from .vocab import Event

WORDS_FOR = {(Event.TURNED, "amount"): lambda direction: DIRECTION_NAMES[direction]}

"""Sentences for what happened. {who} and {target} are units, {amount} and {extra} numbers in the event's own words."""

from __future__ import annotations

from tactica.envs.core.board import DIRECTION_NAMES

from .vocab import Event

WORDS_FOR = {(Event.TURNED, "amount"): lambda direction: DIRECTION_NAMES[direction]}

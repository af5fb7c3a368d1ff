"""Words for the numbers of events: what is said for {amount} in a sentence of ``vocab.py``."""

from __future__ import annotations

from .vocab import Ending, Event

NUMBERS = {(Event.BATTLE_ENDS, "amount"): lambda ending: Ending(ending).words}

"""What a side knows of: all units but hidden enemies.

Choices are offered by what the decider's side knows; a way that runs into an unknown unit ends there.
"""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..vocab import Refusal


@rule("hide.being_seen")
def is_in_plain_sight(s, who):
    """Being seen: a unit that does not hide is seen, and in the fight, from the start."""
    return s.units[who].hidden == 0


@rule("completion.hidden")
def is_known_to(s, side, who):
    """Hidden: no enemy knows where a hidden unit is."""
    return is_in_plain_sight(s, who) or s.allied[side, s.units[who].side] == 1


@rule("completion.hidden")
def refusal_of_hidden(s, target):
    """Hidden: a unit cannot be chosen by a side that does not know its place."""
    return Refusal.NONE if s.units[target].present == 1 and s.known[target] == 1 else Refusal.UNKNOWN


@kernel
def know_units(s, w, side):
    """Fill ``s.known`` with what a side knows now."""
    for who in range(s.unit_count):
        s.known[who] = 1 if is_known_to(s, side, who) else 0

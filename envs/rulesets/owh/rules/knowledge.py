"""What a side knows of: all units but hidden enemies; and whom of them a unit perceives itself.

Choices are offered by what the decider's side knows; a way that runs into an unknown unit ends there.
"""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..vocab import Refusal
from .conditions import is_standing
from .ground import is_seeing, is_touching, may_aim_at


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


@rule("completion.line_of_sight", "status.blind", "status.deafened")
def perceives(s, w, who, other):
    """Line of sight: a living unit perceives whom it touches, a standing one whom it sees, or if it is blind whom it may aim at
    by sound.
    """
    unit = s.units[who]
    if unit.dead == 1 or s.units[other].cell < 0:
        return False
    if is_touching(s, w, who, other) or is_seeing(s, w, who, other):
        return True
    return unit.blind > 0 and is_standing(s, who) and may_aim_at(s, w, who, other)


@kernel
def know_units(s, w, side):
    """Fill ``s.known`` with what a side knows now."""
    for who in range(s.unit_count):
        s.known[who] = 1 if is_known_to(s, side, who) else 0

"""What a side knows of: everybody but hidden enemies.

Choices are offered by what the decider's side knows; a way that meets somebody unknown ends where it meets him.
"""

from __future__ import annotations

from ....core.compiler import kernel, rule


@rule("completion.hidden", "hide.being_seen")
def is_known_to(s, side, who):
    """Hidden: no enemy knows where a hidden unit is; all others are in plain sight."""
    unit = s.units[who]
    return unit.hidden == 0 or s.allied[side, unit.side] == 1


@kernel
def know_units(s, w, side):
    """Fill ``s.known`` with what a side knows now."""
    for who in range(s.unit_count):
        s.known[who] = 1 if is_known_to(s, side, who) else 0

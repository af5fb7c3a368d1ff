"""What a side knows of: its own units, and any that one of its fighters sees or can touch; and whom a unit perceives itself.

Choices are offered by what the decider's side knows; a move that meets an unknown unit ends there.
"""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.looking.knowledge import know_everything
from ....core.state import NO_UNIT
from ..board import UNREACHED, way_to
from .conditions import fighter_of, is_able, place_of
from .doors import resolve_door_opened
from .engagement import enter_cell, is_in_contact, is_threatened_at
from .heights import blocker_at
from .visibility import is_perceived


@rule("visibility.awareness")
def is_known_to(s, w, side, target):
    """Positioning and detection: a side knows where its friends are, the dead, and whom an able friend perceives."""
    target = fighter_of(s, target)
    unit = s.units[target]
    if s.allied[side, unit.side] == 1 or unit.dead == 1 or unit.cell < 0:
        return True
    for viewer in range(s.unit_count):
        if s.allied[side, s.units[viewer].side] == 1 and is_able(s, viewer) and s.units[viewer].cell >= 0:
            if is_perceived(s, w, viewer, target):
                return True
    return False


@rule("visibility.awareness", "engage.contact", "c.mounts")
def perceives(s, w, who, other):
    """Positioning and detection: a living unit perceives whom it is in contact with, an able one whom it sees or can touch;
    rider and mount perceive each other.
    """
    target = fighter_of(s, other)
    if s.units[who].dead == 1 or place_of(s, who) < 0 or place_of(s, target) < 0:
        return False
    if fighter_of(s, who) == target or is_in_contact(s, w, who, target):
        return True
    return is_able(s, who) and is_perceived(s, w, who, target)


@kernel
def know_units(s, w, side):
    """Fill ``s.known`` with what a side knows now."""
    for who in range(s.unit_count):
        s.known[who] = 1 if is_known_to(s, w, side, who) else 0


@rule("visibility.awareness", "action.move", "c.flight")
def resolve_way(s, w, who, goal, stops_at_contact):
    """Move: the unit goes the way found, cell by cell, and stops short of anyone it did not know of; unless it flees,
    it also stops where it touches such an enemy. Shut doors open on the way. Reads ``s.came_by`` of the flood.
    """
    unit = s.units[who]
    if s.reach[goal] == UNREACHED:
        return
    know_everything(s)
    for i in range(way_to(s, int(unit.cell), goal)):
        ahead = int(s.way[i])
        resolve_door_opened(s, w, who, int(unit.cell), int(s.came_by[ahead]))
        if blocker_at(s, who, ahead) != NO_UNIT:
            return
        unit.facing = s.came_by[ahead]
        enter_cell(s, w, who, ahead)
        if stops_at_contact and is_threatened_at(s, w, who, ahead, NO_UNIT):
            return

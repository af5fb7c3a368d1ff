"""Doors, chests, locks and traps: opening, picking and disarming."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..board import distance
from ..vocab import Event, Refusal, Thing, Verb
from .ground import NOTHING, thing_at
from .pools import better_dice, pool_of


@kernel
def refusal_of_things(s, who, verb):
    """What prevents a unit from opening, or from unlocking, anything."""
    for k in range(s.thing_count):
        if s.thing_cell[k] >= 0 and refusal_of_handling(s, who, verb, int(s.thing_cell[k])) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.NOTHING_TO_OPEN if verb == Verb.OPEN else Refusal.NOTHING_TO_UNLOCK


@rule("action.open", "action.pick_lock", "completion.doors_traps")
def refusal_of_handling(s, who, verb, cell):
    """Opening: a closed door or a full chest; picking locks, disarming traps: a locked door or an armed trap; next to it."""
    k = thing_at(s, cell)
    if k == NOTHING:
        return Refusal.NOTHING_THERE
    if verb == Verb.OPEN:
        fits = s.thing[k] == Thing.DOOR_CLOSED or s.thing[k] == Thing.CHEST_FULL
    else:
        fits = s.thing[k] == Thing.DOOR_LOCKED or s.thing[k] == Thing.TRAP_ARMED
    if not fits:
        return Refusal.NOTHING_THERE
    return Refusal.NONE if distance(int(s.units[who].cell), cell) == 1 else Refusal.NOT_NEXT


@rule("action.open")
def resolve_open(s, w, who, cell):
    """Opening: the door is open floor; in the chest is a healing draught."""
    k = thing_at(s, cell)
    if s.thing[k] == Thing.CHEST_FULL:
        s.thing[k] = Thing.CHEST_EMPTY
        s.units[who].draughts += 1
    else:
        s.thing[k] = Thing.DOOR_OPEN
    emit(s, Event.OPENED, who, NO_UNIT, cell, s.thing[k])


@rule("completion.doors_traps")
def unlock_pool(s, w, who):
    """Locks and traps: the better of AGI and LOG, with thievery."""
    unit = s.units[who]
    return pool_of(s, w, who, better_dice(w, int(unit.agility), int(unit.logic)), int(unit.thievery_skill))


@rule("completion.doors_traps")
def unlock_difficulty(s, w, cell):
    """Locks and traps: a lock is harder."""
    k = thing_at(s, cell)
    if k != NOTHING and s.thing[k] == Thing.DOOR_LOCKED:
        return int(w.book.lock_difficulty)
    return int(w.book.trap_difficulty)


@rule("action.pick_lock")
def resolve_unlock(s, w, who, cell):
    """Locks and traps: the door is open, or the trap is gone."""
    k = thing_at(s, cell)
    s.thing[k] = Thing.DOOR_OPEN if s.thing[k] == Thing.DOOR_LOCKED else Thing.TRAP_SPENT
    emit(s, Event.UNLOCKED, who, NO_UNIT, cell, s.thing[k])

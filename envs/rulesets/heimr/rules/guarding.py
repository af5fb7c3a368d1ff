"""Guards: what a unit can guard, and which guard is in the way of which unit."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..board import OFF_BOARD, STRIDE
from ..vocab import Event, Frame, GuardKind, Mark, Refusal
from .aiming import is_near_in_height, is_open_to_shot
from .conditions import frame_of, is_able, is_felled, is_foe, is_held, sees
from .edges import is_walled, neighbour_of, step_towards
from .harm import end_guard

# --- taking one's post -----------------------------------------------------------------------------------------------


@rule("guard.basics")
def refusal_of_guarding(s, who):
    """Guarding: not while held, nor thrown to the ground; a unit that lay down of its own will may guard."""
    if is_felled(s, who):
        return Refusal.FELLED
    return Refusal.HELD if is_held(s, who) else Refusal.NONE


@rule("guard.basics")
def is_post(s, w, who, kind, target, direction):
    """Guarding: whether a unit already stands this very guard with all interceptions left, so that guarding changes nothing."""
    unit = s.units[who]
    if unit.guard != kind or unit.guard_left < most_interceptions(w):
        return False
    if kind == GuardKind.ALLY:
        return unit.guard_unit == target
    return kind != GuardKind.BORDER or unit.guard_direction == direction


@rule("guard.basics", "grid.free_inside", "height.melee")
def refusal_of_guard(s, w, who, target):
    """Guarding: an ally in the same location and near in height."""
    if who == target:
        return Refusal.SELF
    if is_foe(s, who, target):
        return Refusal.ENEMY
    if s.units[who].cell != s.units[target].cell:
        return Refusal.NOT_HERE
    if not is_near_in_height(s, w, who, target):
        return Refusal.TOO_HIGH
    if s.units[target].surrendered == 1:
        return Refusal.SURRENDERED
    return Refusal.ON_GUARD if is_post(s, w, who, GuardKind.ALLY, target, 0) else Refusal.NONE


@rule("guard.basics", "guard.border_near", "c.escape")
def refusal_of_border_guard(s, w, who, direction):
    """Guarded borders: a border that a unit could cross, into the next location or off the map."""
    if is_post(s, w, who, GuardKind.BORDER, NO_UNIT, direction):
        return Refusal.ON_GUARD
    cell = int(s.units[who].cell)
    if w.field.exit[cell, direction // 2] == 1:
        return Refusal.NONE
    if neighbour_of(w, cell, direction) == OFF_BOARD:
        return Refusal.MAP_ENDS
    return Refusal.WALLED if is_walled(w, cell, direction) else Refusal.NONE


@rule("action.guard")
def resolve_guard(s, w, who, kind, target, direction):
    """Guard: an ally, a border, or everything here; one thing at a time."""
    unit = s.units[who]
    unit.guard = kind
    unit.guard_unit = target if kind == GuardKind.ALLY else NO_UNIT
    unit.guard_direction = direction if kind == GuardKind.BORDER else 0
    unit.guard_left = most_interceptions(w)
    emit(s, Event.GUARDS, who, unit.guard_unit, kind, 0)


@rule("guard.one_opponent")
def most_interceptions(w):
    """One opponent: how many a guard intercepts until it ends."""
    return int(w.book.interceptions)


@rule("guard.basics")
def check_guards(s):
    """Guarding: it ends when guard and guarded are no longer together."""
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.guard == GuardKind.ALLY and s.units[unit.guard_unit].cell != unit.cell:
            end_guard(s, who)
        elif unit.guard != GuardKind.NOTHING and not is_able(s, who):
            end_guard(s, who)


# --- in the way ------------------------------------------------------------------------------------------------------


@rule("guard.hidden", "guard.basics", "guard.multiple")
def may_respond(s, guard, opponent, unseen_by):
    """Guarding: only at an enemy that the guard sees, and while it can act."""
    unit = s.units[guard]
    if unit.guard == GuardKind.NOTHING or not is_able(s, guard) or is_held(s, guard):
        return False
    return is_foe(s, guard, opponent) and sees(s, guard, opponent) and (unseen_by >> guard) & 1 == 0


@kernel
def unknown_to(s, who):
    """The units, as bits, that a unit does not see, and so does not reckon with."""
    found = 0
    for other in range(s.unit_count):
        if not sees(s, who, other):
            found |= 1 << other
    return found


@rule("guard.multiple")
def turns_after(s, who, other):
    """Several guards: places after a unit in the order of initiative, round and round."""
    return (int(s.units[other].order) - int(s.units[who].order) - 1) % int(s.unit_count)


@kernel
def sooner(s, who, guard, best):
    """Of a guard and the best so far, the one whose turn comes first after a unit's."""
    return guard if best == NO_UNIT or turns_after(s, who, guard) < turns_after(s, who, best) else best


@rule("guard.ally", "guard.ranged", "height.melee")
def is_between(s, w, guard, who, target, is_shot):
    """Guarded allies: a guard is between an attacker and its ally if it is near the ally in height, and the attack could be made
    at the guard itself.
    """
    if guard == target or s.units[guard].guard_unit != target or s.units[guard].cell != s.units[target].cell:
        return False
    if not is_near_in_height(s, w, guard, target):
        return False
    return is_open_to_shot(s, w, who, guard) if is_shot else is_near_in_height(s, w, guard, who)


@rule("guard.ally", "guard.multiple")
def guard_of_unit(s, w, who, target, is_shot, unseen_by):
    """Guarded allies: the first guard after the attacker in the order; NO_UNIT nobody."""
    best = NO_UNIT
    for guard in range(s.unit_count):
        if is_between(s, w, guard, who, target, is_shot) and may_respond(s, guard, who, unseen_by):
            best = sooner(s, who, guard, best)
    return best


@rule("guard.border_near", "guard.multiple", "height.melee")
def guard_of_border(s, w, who, cell, direction, unseen_by):
    """Guarded borders: the first guard in the mover's own location, near it in height."""
    best = NO_UNIT
    for guard in range(s.unit_count):
        unit = s.units[guard]
        if unit.guard == GuardKind.BORDER and unit.cell == cell and unit.guard_direction == direction:
            if is_near_in_height(s, w, guard, who) and may_respond(s, guard, who, unseen_by):
                best = sooner(s, who, guard, best)
    return best


@rule("guard.border_far")
def guard_beyond(s, w, who, cell, came_from, unseen_by):
    """Guarded borders: a guard beyond the border intercepts a charge across it."""
    if came_from < 0:
        return NO_UNIT
    return guard_of_border(s, w, who, cell, step_towards(cell, came_from, STRIDE), unseen_by)


@rule("c.objective", "guard.basics", "height.melee")
def guard_of_cell(s, w, who):
    """Guarded locations: the first guard of everything here, near in height."""
    best = NO_UNIT
    for guard in range(s.unit_count):
        unit = s.units[guard]
        if unit.guard == GuardKind.CELL and unit.cell == s.units[who].cell and is_near_in_height(s, w, guard, who):
            if may_respond(s, guard, who, 0):
                best = sooner(s, who, guard, best)
    return best


@rule("guard.ally", "guard.border_far")
def guard_against(s, w, frame, who):
    """Guards: of the target, or, against a charge, of the border it comes over; not against blows out of turn."""
    if frame.marks & (Mark.PROVOKED | Mark.PAST_GUARD | Mark.SURPASS) != 0:
        return NO_UNIT
    unseen_by = declared_unseen(s) if frame.marks & Mark.CHARGE != 0 else 0
    guard = guard_of_unit(s, w, who, int(frame.target), frame.marks & Mark.SHOT != 0, unseen_by)
    if guard == NO_UNIT and frame.marks & Mark.CHARGE != 0:
        guard = guard_beyond(s, w, who, int(s.units[who].cell), int(s.units[who].entered_from), unseen_by)
    return guard if guard != frame.target else NO_UNIT


@rule("guard.hidden")
def declared_unseen(s):
    """Hidden chargers: the units they were hidden from when the charge was declared."""
    k = frame_of(s, Frame.TURN)
    return int(s.stack[k].asked) if k >= 0 else 0


@rule("guard.one_opponent")
def note_interception(s, guard, opponent):
    """One opponent: the guard ends after so many interceptions."""
    emit(s, Event.INTERCEPTED, guard, opponent, 0, 0)
    if s.units[guard].guard_left <= 1:
        end_guard(s, guard)
    else:
        s.units[guard].guard_left -= 1


@kernel
def end_border_guards(s, w, who, here, direction):
    """After a crossing: guards of the border on either side end, and guards that are no longer with whom they guard."""
    there = neighbour_of(w, here, direction)
    for guard in range(s.unit_count):
        if is_passed(s, guard, who, here, direction) or is_passed(s, guard, who, there, (direction + 4) % 8):
            end_guard(s, guard)
    check_guards(s)


@rule("guard.border_end")
def is_passed(s, guard, who, cell, direction):
    """Guarded borders: a guard ends when it sees an opponent cross its border; the border as it lies in the guard's location."""
    unit = s.units[guard]
    if unit.guard != GuardKind.BORDER or unit.cell != cell or unit.guard_direction != direction:
        return False
    return is_foe(s, guard, who) and sees(s, guard, who)

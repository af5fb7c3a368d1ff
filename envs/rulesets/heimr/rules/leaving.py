"""Leaving the map: over which border, which enemies can go after it, and getting away."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, emit
from ..board import OFF_BOARD, STRIDE, distance
from ..vocab import Event, Refusal
from .conditions import is_able, is_foe, sees
from .edges import ground_at, step_towards
from .guarding import guard_of_border, unknown_to
from .harm import end_everything
from .passing import is_barred_by_stumble, refusal_of_run, refusal_of_running

BORDERS = 4
NO_EXIT = -1


@rule("c.escape")
def refusal_of_flight(s, w, who):
    """Escape: from the ground of a cell at an edge of the map that is an exit, as one would run."""
    if exit_for(s, w, who) == NO_EXIT:
        return Refusal.NO_EXIT
    if not is_level_with(s, w, who, int(s.units[who].cell)):
        return Refusal.OFF_GROUND
    return refusal_of_running(s, w, who)


@rule("c.escape", "height.free")
def is_level_with(s, w, who, cell):
    """Escape: whether a unit is no more than a level higher or lower than the ground of a location."""
    return abs(int(s.units[who].elevation) - ground_at(w, cell)) <= w.book.free_difference


@rule("c.escape", "guard.border_near", "effect.stumble_combat")
def exit_for(s, w, who):
    """Escape: the first exit that is neither barred nor guarded, as far as the unit sees, else the first that is not barred;
    -1 for no exit.
    """
    cell, guarded = int(s.units[who].cell), NO_EXIT
    for k in range(BORDERS):
        if w.field.exit[cell, k] == 1 and not is_barred_by_stumble(s, who, 2 * k):
            if guard_of_border(s, w, who, cell, 2 * k, unknown_to(s, who)) == NO_UNIT:
                return 2 * k
            guarded = 2 * k if guarded == NO_EXIT else guarded
    return guarded


@rule("c.escape", "chase.start")
def may_pursue(s, w, who, runner, direction):
    """Pursuit: enemies in the same or a bordering location that see it and are free to go.

    Args:
        direction: border over which the runner leaves.
    """
    if w.book.allow_pursuit == 0 or not is_able(s, who) or not is_foe(s, who, runner) or not sees(s, who, runner):
        return False
    if distance(int(s.units[who].cell), int(s.units[runner].cell)) > 1 or refusal_of_running(s, w, who) != Refusal.NONE:
        return False
    return is_way_open(s, w, who, int(s.units[runner].cell), direction)


@rule("c.escape", "effect.stumble_combat", "env.structure", "env.crossing", "env.limit")
def is_way_open(s, w, who, cell, direction):
    """Pursuit: the way to the runner and out after it, as one would run it, on the level."""
    here = int(s.units[who].cell)
    if is_barred_by_stumble(s, who, direction) or not is_level_with(s, w, who, cell):
        return False
    return here == cell or refusal_of_run(s, w, who, step_towards(here, cell, STRIDE)) == Refusal.NONE


@rule("c.escape")
def next_pursuer(s, w, frame, runner):
    """Pursuit: the first in the order that has not been asked yet."""
    best = NO_UNIT
    for who in range(s.unit_count):
        if (int(frame.asked) >> who) & 1 == 0 and may_pursue(s, w, who, runner, int(frame.cell)):
            if best == NO_UNIT or s.units[who].order < s.units[best].order:
                best = who
    return best


@rule("c.escape", "c.end")
def resolve_escape(s, who):
    """Escape: the unit is out of the fight."""
    end_everything(s, who)
    s.units[who].escaped = 1
    s.units[who].cell = OFF_BOARD
    s.units[who].elevation = 0
    emit(s, Event.ESCAPED, who, NO_UNIT, 0, 0)

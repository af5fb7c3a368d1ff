"""Flying: climbing and coming down, attacks on the wing, leaving a fight, and falling out of the air."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.looking.knowledge import know_everything
from ....core.state import NO_UNIT, emit, push
from ..board import STRIDE, distance, line_cell
from ..vocab import Event, Frame, Refusal, Verb
from .conditions import (
    end_hold,
    is_able,
    is_running_away,
    refusal_of_bonds,
    wings_of,
)
from .engagement import FILLED, enter_cell, ground_unit_at, is_burning, is_engaged, known_unit_at, turn_towards
from .falling import start_fall
from .fleeing import ONLY_BLOWS
from .heights import has_wings, is_aloft, may_fly_off
from .movement import rate_in_cells
from .visibility import has_clear_line, refusal_of_sight

FAR = 1000  # cells, more than any board has

# --- climbing and coming down ----------------------------------------------------------------------------------------


@rule("c.flight")
def altitude_after(s, w, who, verb):
    """Flying on the grid: one step up or down."""
    step_yd = int(w.book.altitude_step_yards)
    return max(int(s.units[who].altitude_yd) + (step_yd if verb == Verb.ASCEND else -step_yd), 0)


@rule("c.flight")
def refusal_of_flying(s, who):
    """Flying on the grid: with sound wings, not prone, caught or held. A mount flies as its rider likes."""
    if not has_wings(s, who):
        return Refusal.NO_WINGS
    return Refusal.MOUNT if s.units[who].cell < 0 else refusal_of_bonds(s, who)


@rule("c.flight", "flying.leave")
def refusal_of_ascent(s, w, who):
    """Flying on the grid: up to the highest step. An engaged unit cannot climb, on the ground or among other fliers."""
    refusal = refusal_of_flying(s, who)
    if refusal != Refusal.NONE:
        return refusal
    altitude_yd = altitude_after(s, w, who, Verb.ASCEND)
    if altitude_yd > w.book.altitude_step_yards * w.book.altitude_steps:
        return Refusal.TOO_HIGH
    if not has_room_at(s, who, altitude_yd):
        return Refusal.SKY_TAKEN
    return Refusal.ENGAGED if not may_fly_off(s, w, who) and is_engaged(s, w, who) else Refusal.NONE


@rule("c.flight", "flying.leave")
def refusal_of_descent(s, w, who):
    """Flying on the grid: a step down, or onto a free cell that does not burn; not for one engaged with other fliers."""
    if not is_aloft(s, who):
        return Refusal.ON_THE_GROUND
    refusal = refusal_of_flying(s, who)
    if refusal != Refusal.NONE:
        return refusal
    if not may_fly_off(s, w, who) and is_engaged(s, w, who):
        return Refusal.ENGAGED
    altitude_yd = altitude_after(s, w, who, Verb.DESCEND)
    if altitude_yd > 0:
        return Refusal.NONE if has_room_at(s, who, altitude_yd) else Refusal.SKY_TAKEN
    here = int(s.units[who].cell)
    if known_unit_at(s, here) != NO_UNIT:
        return Refusal.OCCUPIED
    return Refusal.BURNING if is_burning(s, here) else Refusal.NONE


@kernel
def has_room_at(s, who, altitude_yd):
    """Whether nobody one knows of flies in one's cell at another height."""
    for other in range(s.unit_count):
        unit = s.units[other]
        if other != who and s.known[other] == 1 and unit.present == 1 and unit.dead == 0:
            if unit.cell == s.units[who].cell and unit.altitude_yd == altitude_yd:
                return False
    return True


@rule("c.flight")
def resolve_climb(s, w, who, verb):
    """Flying on the grid: one step up or down; a unit on the ground that it did not know of keeps it from landing."""
    altitude_yd = altitude_after(s, w, who, verb)
    here = int(s.units[who].cell)
    know_everything(s)
    if has_room_at(s, who, altitude_yd):
        set_altitude(s, who, altitude_yd)
        if altitude_yd == 0:
            enter_cell(s, w, who, here)
    emit(s, Event.FLEW, who, NO_UNIT, int(s.units[who].altitude_yd), 0)


@kernel
def set_altitude(s, who, altitude_yd):
    """Rider and mount are at the same height."""
    s.units[who].altitude_yd = altitude_yd
    s.units[wings_of(s, who)].altitude_yd = altitude_yd


# --- attacks on the wing ---------------------------------------------------------------------------------------------


@rule("flying.swoop")
def is_in_swoop_reach(s, w, who, target):
    """Attack on the wing: to the cell next to the target and back again within the rate; one way for a flier that lands."""
    cells = distance(int(s.units[who].cell), int(s.units[target].cell)) - 1
    ways = 2 if w.book.climb_out == 1 else 1
    return ways * cells <= rate_in_cells(s, w, who, w.book.swoop_reach_rate)


@rule("flying.swoop")
def landing_cell(s, who, target):
    """Attack on the wing: where one who stays down comes down; its own cell when it is next to the target already."""
    here, there = int(s.units[who].cell), int(s.units[target].cell)
    cells = distance(here, there)
    return line_cell(here, there, cells - 1, cells) if cells > 1 else here


@rule("flying.swoop")
def may_stay_down(s, w, who, target):
    """Attack on the wing: there is room on the ground next to the target, as far as one knows."""
    cell = landing_cell(s, who, target)
    if cell == s.units[target].cell or w.field.closed[cell] == FILLED:
        return False
    return known_unit_at(s, cell) == NO_UNIT and not is_burning(s, cell)


@rule("flying.swoop")
def refusal_of_swoop_at(s, w, who, target):
    """Attack on the wing: upon an enemy on the ground in sight and reach that does not flee and that no other flier is upon."""
    foe = s.units[target]
    refusal = refusal_of_sight(s, w, who, target)
    if refusal != Refusal.NONE:
        return refusal
    if foe.altitude_yd > 0:
        return Refusal.AIRBORNE
    if not is_in_swoop_reach(s, w, who, target):
        return Refusal.OUT_OF_DIVE
    if is_running_away(s, w, target):
        return Refusal.ENEMY_RUNS
    if foe.swoop_partner != NO_UNIT:
        return Refusal.DIVED_UPON
    return Refusal.NONE if w.book.climb_out == 1 or may_stay_down(s, w, who, target) else Refusal.NO_LANDING


@rule("flying.swoop")
def resolve_swoop(s, w, who, target):
    """Attack on the wing: for this round the two count as in contact. A target that has had its turn may only parry.

    Returns whether it arrives: a flier that lands may find a unit in the way that it did not know of.
    """
    unit, foe = s.units[who], s.units[target]
    know_everything(s)
    turn_towards(s, who, int(foe.cell))
    emit(s, Event.SWOOPED, who, target, int(foe.cell), 0)
    if w.book.climb_out == 0:
        cell = landing_cell(s, who, target)
        if ground_unit_at(s, cell) != NO_UNIT:
            return False
        set_altitude(s, who, 0)
        enter_cell(s, w, who, cell)
        return True
    unit.swoop_partner = target
    foe.swoop_partner = who
    foe.only_parries = foe.turn_taken
    return True


@rule("flying.swoop")
def resolve_swoops_over(s):
    """Attack on the wing: at the end of the round the flier is out of reach again."""
    for who in range(s.unit_count):
        s.units[who].swoop_partner = NO_UNIT
        s.units[who].only_parries = 0


# --- leaving ---------------------------------------------------------------------------------------------------------


@rule("flying.leave")
def flies_off(s, w, who, verb):
    """Leaving the air fight: a flier moves on whenever it wishes; that is no flight."""
    if not may_fly_off(s, w, who):
        return False
    leaves = Verb.MOVE_CAUTIOUS <= verb <= Verb.MOVE_EVADE or verb == Verb.ASCEND or verb == Verb.DESCEND
    return leaves and is_engaged(s, w, who)


@rule("flee.free_blows")
def leaves_air_fight(s, w, who, verb):
    """Fleeing: no blow falls at a flier that moves on, unless a house rule says so."""
    return flies_off(s, w, who, verb) and w.book.flyer_free_blows == 1


@rule("flee.free_blows")
def start_parting_blows(s, who):
    """Leaving the air fight: the blows at a flier's back where that house rule is in use."""
    frame = push(s, Frame.FLIGHT)
    frame.who = who
    frame.amount = ONLY_BLOWS


# --- falling out of the air ------------------------------------------------------------------------------------------


@rule("c.flight")
def cannot_stay_up(s, who):
    """Flying on the grid: a flier that is dead, unconscious, or has a disabled wing falls, and its rider with it."""
    if s.units[who].altitude_yd == 0 or s.units[who].cell < 0:
        return False
    return not has_wings(s, who) or not is_able(s, wings_of(s, who))


@rule("c.flight")
def cell_below(s, w, who):
    """Flying on the grid: where a flier comes down: the nearest free cell, its own before others; one that was shot in a
    dive falls beside its victim.
    """
    unit = s.units[who]
    here = int(unit.cell if unit.swoop_partner == NO_UNIT else s.units[unit.swoop_partner].cell)
    best = int(unit.cell)
    gap = FAR
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            if w.field.closed[cell] == FILLED or ground_unit_at(s, cell) != NO_UNIT or distance(here, cell) >= gap:
                continue
            if cell == here or has_clear_line(s, w, here, cell):
                best = cell
                gap = distance(here, cell)
    return best


@rule("c.flight", "c.falling", "grapple.hold")
def resolve_drop(s, w, who):
    """Flying on the grid: it falls to the ground, from the height at which it flew; in a dive it is there already. Out of
    a hold it slips.
    """
    unit = s.units[who]
    yards = int(unit.altitude_yd) if unit.swoop_partner == NO_UNIT else 0
    cell = cell_below(s, w, who)
    wings = wings_of(s, who)
    end_hold(s, who)
    set_altitude(s, who, 0)
    enter_cell(s, w, who, cell)
    emit(s, Event.DROPPED_OUT_OF_THE_AIR, who, NO_UNIT, cell, 0)
    if wings != who and s.units[wings].dead == 0:
        start_fall(s, wings, yards)
    if unit.dead == 0:
        start_fall(s, who, yards)


@rule("c.flight")
def resolve_next_drop(s, w):
    """Flying on the grid: the first unit of the roster that cannot stay in the air falls; ``s.dropping`` says whether there
    may be one.
    """
    for who in range(s.unit_count):
        if cannot_stay_up(s, who):
            resolve_drop(s, w, who)
            return
    s.dropping = 0

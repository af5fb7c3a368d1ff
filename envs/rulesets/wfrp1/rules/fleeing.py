"""Fleeing: declaring it, the free blows at the fleer's back, the run itself, and the victor that stays put."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, emit, offer, pop, push
from ..board import AWAY, OFF_BOARD, STRIDE, UNREACHED, distance, flood
from ..vocab import A_CELL, Event, Frame, Rate, Refusal
from .combat import start_blow
from .conditions import (
    has_bad_leg,
    is_able,
    is_fallen_mount,
    is_mount,
    is_static,
    may_ride,
    note_rate,
    refusal_of_going,
)
from .doors import shut_doors
from .engagement import is_engaged, is_in_contact, is_threat, is_threatened_at
from .heights import is_aloft, is_level_with, may_fly_off
from .knowledge import know_units, resolve_way
from .modifiers import Flag
from .movement import close_fires, difficult_cost, lay_out_ground, rate_in_cells, refusal_of_place, ways_of
from .striking import has_blow, is_in_reach, manner_at_hand

FREE_BLOWS, RUN = 0, 1  # steps of a flight
FORCED, DECLARED = 2, 1  # how a unit flees
ONLY_BLOWS = 2  # ``amount`` without a flight: only the free blows at a flier that leaves a fight
IN_FLIGHT = len(Rate)  # ways away from enemies, beside those at each rate
FARTHEST = 1000  # cells, more than any board has


@rule("flee.declare", "c.declaration_order", "flying.leave", "flee.victor_stays")
def refusal_of_declared_flight(s, w, who):
    """Fleeing: anyone in hand-to-hand combat who need not hold its ground may announce it; some fliers just leave."""
    if may_fly_off(s, w, who):
        return Refusal.IN_THE_AIR
    if s.units[who].fleeing != 0 or s.units[who].hold_ground == 1:
        return Refusal.FLEES if s.units[who].fleeing != 0 else Refusal.HOLDS_GROUND
    refusal = refusal_of_going(s, who)
    if refusal != Refusal.NONE:
        return refusal
    return Refusal.NONE if is_engaged(s, w, who) else Refusal.NOT_ENGAGED


@rule("flee.declare", "flee.victor_stays")
def resolve_declared_flight(s, w, who):
    """Fleeing: it counts from the moment it is announced; opponents in contact have to hold their ground."""
    s.units[who].fleeing = DECLARED
    resolve_ground_held(s, w, who)


@rule("flee.victor_stays")
def resolve_ground_held(s, w, fleer):
    """Fleeing: the victor has to stay where it is while its opponent runs."""
    for enemy in range(s.unit_count):
        if not are_friends(s, fleer, enemy) and is_able(s, enemy) and is_in_contact(s, w, fleer, enemy):
            if s.units[enemy].fleeing == 0:
                s.units[enemy].hold_ground = 1
                emit(s, Event.HOLDS_GROUND, enemy, fleer, 0, 0)


@rule("flee.movement")
def flight_rate(s, w, who):
    """Fleeing: a voluntary flight is a run, a forced one goes at cautious rate; bad legs and rough ground slow it."""
    rate = w.book.forced_flee_rate if s.units[who].fleeing == FORCED else w.book.voluntary_flee_rate
    if rate >= Rate.RUN and has_bad_leg(s, who) and not is_aloft(s, who):
        return int(Rate.STANDARD)
    return int(rate)


@rule("flee.movement", "c.fire_damage")
def find_ways_to_flee(s, w, who):
    """Fleeing: directly away, no step nearer to any enemy it was in contact with. The ways are cached while nothing changes."""
    if s.kept == ways_of(who, IN_FLIGHT):
        return
    s.kept = ways_of(who, IN_FLIGHT)
    unit = s.units[who]
    rate = flight_rate(s, w, who)
    lay_out_ground(s, w, who, rate)
    close_fires(s, who)
    for other in range(s.unit_count):
        stander = s.units[other]
        if other == who or stander.cell < 0 or stander.dead == 1 or s.known[other] == 0:
            continue
        if stander.altitude_yd == unit.altitude_yd:
            s.step_cost[stander.cell] = difficult_cost(w, rate) if is_fallen_mount(s, other) else 0
        is_level = is_level_with(s, w, who, other)
        if is_level and is_threat(s, who, other) and is_in_contact(s, w, who, other) and s.away_count < AWAY:
            s.away_from[s.away_count] = stander.cell
            s.away_count += 1
    shut_doors(s, w)
    flood(s, w.field, int(unit.cell), rate_in_cells(s, w, who, rate), OFF_BOARD)


@rule("flee.movement")
def may_flee_to(s, w, who, cell):
    """Fleeing: a cell in reach that touches no able enemy."""
    return s.reach[cell] > 0 and not is_threatened_at(s, w, who, cell, NO_UNIT)


@rule("flee.movement")
def may_leave_the_board(s, w, who):
    """Fleeing: an edge of the board that can be reached with one step to spare is a way out."""
    if s.units[who].entangled != 0:
        return False
    allowance = rate_in_cells(s, w, who, flight_rate(s, w, who))
    for y in range(s.board_height):
        for x in range(s.board_width):
            at_edge = x == 0 or y == 0 or x == s.board_width - 1 or y == s.board_height - 1
            reach = int(s.reach[y * STRIDE + x])
            if at_edge and reach != UNREACHED and reach + 1 <= allowance:
                return True
    return False


@rule("flee.movement")
def refusal_of_refuge(s, w, who, cell):
    """Fleeing: why a cell is not fled to."""
    find_ways_to_flee(s, w, who)
    if may_flee_to(s, w, who, cell):
        return Refusal.NONE
    if cell == s.units[who].cell:
        return Refusal.STANDS_THERE
    if is_threatened_at(s, w, who, cell, NO_UNIT):
        return Refusal.THREATENED
    return refusal_of_place(s, w, who, flight_rate(s, w, who), cell)


@rule("flee.movement")
def offer_flight(s, w, who):
    """Fleeing: offer every cell that can be fled to."""
    find_ways_to_flee(s, w, who)
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            if may_flee_to(s, w, who, cell):
                offer(s, A_CELL + cell)


@rule("flee.movement", "c.entangle")
def refusal_of_flight(s, w, who):
    """Fleeing: a unit that is not entangled flees if it has a cell to flee to."""
    if s.units[who].entangled != 0:
        return Refusal.ENTANGLED
    find_ways_to_flee(s, w, who)
    for y in range(s.board_height):
        for x in range(s.board_width):
            if may_flee_to(s, w, who, y * STRIDE + x):
                return Refusal.NONE
    return Refusal.NO_WAY_OUT


@rule("flee.movement", "c.entangle")
def refusal_of_exit(s, w, who):
    """Fleeing: a unit that is not entangled leaves the board if it reaches the edge."""
    if s.units[who].entangled != 0:
        return Refusal.ENTANGLED
    find_ways_to_flee(s, w, who)
    return Refusal.NONE if may_leave_the_board(s, w, who) else Refusal.NO_EXIT


@rule("flee.movement")
def cell_of_forced_flight(s, w, who):
    """Fleeing: the cell farthest from all able enemies, for a forced flight; ties go to the nearest, then the first."""
    best = OFF_BOARD
    best_gap = -1
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            if not may_flee_to(s, w, who, cell):
                continue
            gap = FARTHEST
            for enemy in range(s.unit_count):
                if s.known[enemy] == 0 or s.units[enemy].cell < 0 or are_friends(s, who, enemy):
                    continue
                if is_able(s, enemy):
                    gap = min(gap, distance(cell, int(s.units[enemy].cell)))
            if gap > best_gap or (gap == best_gap and s.reach[cell] < s.reach[best]):
                best = cell
                best_gap = gap
    return best


@rule("flee.movement")
def cell_nearest_to(s, w, who, goal):
    """Fleeing: the cell nearest to a goal that the unit may flee to; ties go to the nearest to the unit, then the first."""
    best = OFF_BOARD
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            if not may_flee_to(s, w, who, cell):
                continue
            closer = 1 if best == OFF_BOARD else distance(best, goal) - distance(cell, goal)
            if closer > 0 or (closer == 0 and s.reach[cell] < s.reach[best]):
                best = cell
    return best


@kernel
def start_flight(s, who, cell, exits):
    """Begin a flight to a cell (-1: where fear leads), or off the board."""
    frame = push(s, Frame.FLIGHT)
    frame.who = who
    frame.cell = cell
    frame.amount = 1 if exits else 0


@rule("flee.free_blows")
def may_strike_free_blow(s, w, who, fleer):
    """Fleeing: every able opponent in contact strikes once at the fleer's back, with what it has at hand; mounts do not."""
    unit = s.units[who]
    return (
        not are_friends(s, who, fleer)
        and not is_mount(s, who)
        and is_able(s, who)
        and unit.surprised == 0
        and unit.dazed == 0
        and unit.off_guard == 0
        and unit.fleeing == 0
        and not is_static(s, w, who)
        and is_in_contact(s, w, who, fleer)
        and is_in_reach(s, w, who, fleer)
        and has_blow(s, w, who, fleer, manner_at_hand(s, w, who, fleer))
    )


@rule("flee.free_blows")
def free_blows_known(s, w, fleer):
    """Fleeing: how many free blows would fall if it ran now, as far as its side knows."""
    count = 0
    for enemy in range(s.unit_count):
        if s.known[enemy] == 1 and may_strike_free_blow(s, w, enemy, fleer):
            count += 1
    return count * int(w.book.free_blows_per_opponent)


@rule("flee.free_blows")
def next_free_blow(s, w, frame):
    """Fleeing: free blows fall in descending Initiative; ``frame.key`` holds the bits of those already struck."""
    best = NO_UNIT
    for who in range(s.unit_count):
        if (frame.key >> who) & 1 == 0 and may_strike_free_blow(s, w, who, frame.who):
            if best == NO_UNIT or s.units[who].effective_initiative > s.units[best].effective_initiative:
                best = who
    return best


@rule("flee.movement", "c.prone", "c.entangle", "mounted.slain_mount")
def may_run(s, w, who):
    """Fleeing: a unit that is prone, out, dazed, caught, under its mount, or on a mount that cannot carry it stays."""
    unit = s.units[who]
    return is_able(s, who) and not is_static(s, w, who) and unit.dazed == 0 and unit.entangled == 0 and may_ride(s, who)


@rule("flee.free_blows", "flee.movement", "flee.victor_stays", "flying.leave")
def flight_step(s, w, frame):
    """Fleeing: first every opponent's free blow, then the run. Asks nothing; the blows are procedures of their own.

    ``frame.index`` counts the rounds of free blows.
    """
    who = int(frame.who)
    unit = s.units[who]
    if frame.step == FREE_BLOWS:
        striker = next_free_blow(s, w, frame) if frame.index < w.book.free_blows_per_opponent else NO_UNIT
        if striker == NO_UNIT and frame.index + 1 < w.book.free_blows_per_opponent:
            frame.index += 1
            frame.key = 0
            return
        has_turned = frame.key != 0 or frame.index > 0 or not is_static(s, w, who)
        if striker != NO_UNIT and is_able(s, who) and has_turned:
            frame.key |= 1 << striker
            emit(s, Event.FREE_BLOW, striker, who, 0, 0)
            start_blow(s, w, striker, who, manner_at_hand(s, w, striker, who), -1, Flag.FREE_BLOW)
            return
        frame.step = RUN
        return
    if frame.amount == ONLY_BLOWS:
        pop(s)
        return
    if may_run(s, w, who):
        resolve_ground_held(s, w, who)
        know_units(s, w, int(unit.side))
        find_ways_to_flee(s, w, who)
        if frame.amount == 1 and may_leave_the_board(s, w, who):
            unit.cell = OFF_BOARD
            unit.escaped = 1
            if unit.mount != NO_UNIT:
                s.units[unit.mount].escaped = 1
            emit(s, Event.ESCAPED, who, NO_UNIT, 0, 0)
        else:
            resolve_run(s, w, who, int(frame.cell))
    pop(s)


@rule("flee.movement")
def resolve_run(s, w, who, cell):
    """Fleeing: the fleer turns its back and goes, the ways having been found. A unit lamed by a free blow goes as far as
    it still can; with nowhere to go it stays.
    """
    unit = s.units[who]
    if cell == OFF_BOARD:
        cell = cell_of_forced_flight(s, w, who)
    elif s.reach[cell] <= 0:
        cell = cell_nearest_to(s, w, who, cell)
    if cell == OFF_BOARD:
        emit(s, Event.NOWHERE_TO_FLEE, who, NO_UNIT, 0, 0)
        return
    resolve_way(s, w, who, cell, False)
    note_rate(s, who, flight_rate(s, w, who))
    emit(s, Event.FLEES, who, NO_UNIT, int(unit.cell), int(unit.last_rate))


@rule("flee.declare")
def resolve_end_of_flight(s, who):
    """Fleeing: a declared flight ends with its round, a forced one when its rounds have been run. Who was put to flight
    while he fled of his own will has that before him.
    """
    unit = s.units[who]
    if unit.fleeing == DECLARED:
        unit.fleeing = FORCED if unit.forced_flee_rounds > 0 else 0
    elif unit.fleeing == FORCED:
        if unit.flee_wait == 1:
            unit.flee_wait = 0
        else:
            unit.forced_flee_rounds = max(0, int(unit.forced_flee_rounds) - 1)
            if unit.forced_flee_rounds == 0:
                unit.fleeing = 0

"""Moving: the rates, difficult ground, and which cells a unit can reach."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, offer
from ..board import OFF_BOARD, STEP, STRIDE, UNREACHED, distance, flood, is_way_open, neighbour
from ..vocab import A_CELL, Event, Rate, Refusal
from .conditions import has_bad_leg, is_fallen_mount, movement_of, note_rate, refusal_of_going
from .doors import opens_by_walking, shut_doors
from .engagement import FILLED, has_way, is_burning, is_engaged, is_rough, is_threat, is_threat_at
from .fire import has_fire
from .heights import is_aloft, is_level_with, known_blocker_at, may_fly_off
from .knowledge import know_units, resolve_way
from .missiles import may_evade


@rule("c.movement_rates")
def rate_in_cells(s, w, who, rate):
    """Move: cautious, standard, running and evading rates are multiples of M in yards; a cell is two yards."""
    yards = int(movement_of(s, w, who))
    if rate == Rate.CAUTIOUS:
        yards *= w.book.cautious_per_m
    elif rate == Rate.STANDARD:
        yards *= w.book.standard_per_m
    elif rate == Rate.RUN:
        yards *= w.book.running_per_m
    else:
        yards = yards * w.book.running_per_m * w.book.evade_fraction_pct // 100
    return int(yards // w.book.yards_per_cell)


@rule("c.difficult_ground")
def difficult_cost(w, rate):
    """Difficult ground: a difficult cell costs two cells; no unit runs or evades over it (0: no entry)."""
    return int(w.book.difficult_cost) if rate <= Rate.STANDARD else 0


@rule("c.difficult_ground")
def entry_cost(w, cell, rate):
    """Difficult ground: the cost of entering a cell; 1 on any other ground."""
    return 1 if w.field.difficult[cell] == 0 else difficult_cost(w, rate)


@rule("c.difficult_ground", "c.flight")
def lay_out_ground(s, w, who, rate):
    """Difficult ground: set the cost of each cell for the flood, without units; for a flier every cell costs the same."""
    if_difficult = 1 if is_aloft(s, who) else difficult_cost(w, rate)
    for cell in range(s.board_height * STRIDE):
        s.step_cost[cell] = 1 if w.field.difficult[cell] == 0 else if_difficult
        s.stop_here[cell] = 0
        s.shut[cell] = 0
        s.gated[cell] = 0
    s.away_count = 0
    s.slow_cost = 0 if is_aloft(s, who) else int(w.book.obstacle_extra_cells)


@rule("c.fire_damage", "c.flight")
def close_fires(s, who):
    """Fire: shut burning cells for the flood; fliers pass over them."""
    for k in range(len(s.fire_rounds)):
        if s.fire_rounds[k] > 0 and not is_aloft(s, who):
            s.step_cost[s.fire_cell[k]] = 0


@rule("winning.no_press")
def may_not_touch(s, w, who, enemy):
    """Not pressing: a winner that declined to follow an opponent may not come into contact with it in the same round."""
    return (s.units[who].declined_on >> enemy) & 1 == 1 and w.book.no_press_no_contact == 1


@rule("action.move", "engage.contact", "c.fire_damage", "c.flight")
def prepare_ways(s, w, who, rate, through_fire):
    """Move: cells that are taken cannot be entered; contact with an able enemy ends the way, and at more than the
    fastest rate that may engage it is not allowed at all. Ways go round fires, unless they are to go through them.
    """
    lay_out_ground(s, w, who, rate)
    if not through_fire:
        close_fires(s, who)
    altitude_yd = s.units[who].altitude_yd
    for other in range(s.unit_count):
        unit = s.units[other]
        if unit.present == 0 or unit.cell < 0 or s.known[other] == 0:
            continue
        if unit.dead == 0 and unit.altitude_yd == altitude_yd and other != who and not is_fallen_mount(s, other):
            s.step_cost[unit.cell] = 0
        if altitude_yd == 0 and is_fallen_mount(s, other) and s.step_cost[unit.cell] == 1:
            s.step_cost[unit.cell] = difficult_cost(w, rate)
        if is_threat(s, who, other) and is_level_with(s, w, who, other):
            for d in range(8):
                if is_way_open(s, w, int(unit.cell), d):
                    cell = int(unit.cell + STEP[d])
                    s.stop_here[cell] = 1
                    if rate > w.book.engage_max_rate or may_not_touch(s, w, who, other):
                        s.step_cost[cell] = 0
    shut_doors(s, w)


@rule("action.move", "engage.contact", "flee.victor_stays", "flying.leave")
def refusal_of_setting_out(s, w, who):
    """Move: not for a unit that is engaged, prone, held or caught. A flier may leave those on the ground at any time."""
    refusal = refusal_of_going(s, who)
    if refusal != Refusal.NONE or may_fly_off(s, w, who):
        return refusal
    return Refusal.ENGAGED if is_engaged(s, w, who) else Refusal.NONE


@rule("action.move", "c.disabled_limbs")
def refusal_of_pace(s, w, who, rate):
    """Move: running and evading need sound legs, evading needs wits; a flier needs no legs."""
    if rate >= Rate.RUN and not is_aloft(s, who) and has_bad_leg(s, who):
        return Refusal.LEG
    if rate == Rate.EVADE and not may_evade(s, w, who):
        return Refusal.TOO_STUPID
    return Refusal.NONE if has_a_first_step(s, w, who, rate) else Refusal.NO_WAY


@rule("action.move")
def refusal_of_move(s, w, who, rate):
    """Move: a unit that may set out at all can use the rates open to it."""
    refusal = refusal_of_setting_out(s, w, who)
    return refusal if refusal != Refusal.NONE else refusal_of_pace(s, w, who, rate)


@kernel
def has_a_first_step(s, w, who, rate):
    """Whether a unit can take at least one step at a rate."""
    here = int(s.units[who].cell)
    allowance = rate_in_cells(s, w, who, rate)
    for d in range(8):
        opens = opens_by_walking(s, w, here, d)
        if not opens and not is_way_open(s, w, here, d):
            continue
        there = neighbour(w.field, here, d)
        cost = step_price(s, w, who, here, d, rate)
        if cost > 0 and opens:
            cost += int(w.book.door_open_cost)
        if cost == 0 or cost > allowance or known_blocker_at(s, who, there) != NO_UNIT:
            continue
        if (is_aloft(s, who) or not is_burning(s, there)) and is_free_to_enter(s, w, who, there, rate):
            return True
    return has_fire(s) and has_way_through_fire(s, w, who, rate)


@rule("c.difficult_ground", "c.flight")
def step_price(s, w, who, here, direction, rate):
    """Difficult ground: what the ground and a hedge or low wall cost; 0 no way. In the air it is always one."""
    if is_aloft(s, who):
        return 1
    there = neighbour(w.field, here, direction)
    cost = difficult_cost(w, rate) if is_rough(s, w, there) else entry_cost(w, there, rate)
    return 0 if cost == 0 else cost + ((int(w.field.slow[here]) >> direction) & 1) * int(w.book.obstacle_extra_cells)


@rule("c.fire_damage")
def has_way_through_fire(s, w, who, rate):
    """Fire: whether one comes out on the other side of the fire at a rate."""
    find_ways(s, w, who, rate, OFF_BOARD, True)
    here = s.units[who].cell
    for cell in range(s.board_height * STRIDE):
        if s.reach[cell] != UNREACHED and cell != here and not is_burning(s, cell):
            return True
    return False


@kernel
def is_free_to_enter(s, w, who, cell, rate):
    """Whether contact with enemies does not forbid a cell at this rate."""
    if rate <= w.book.engage_max_rate and s.units[who].declined_on == 0:
        return True
    for enemy in range(s.unit_count):
        if s.known[enemy] == 1 and is_threat_at(s, w, who, cell, enemy):
            if rate > w.book.engage_max_rate or may_not_touch(s, w, who, enemy):
                return False
    return True


@kernel
def ways_of(who, rate):
    """What ``s.kept`` is while ``s.reach`` holds all the ways of a unit, at a rate and round fires, or in flight."""
    return int(8 * who + rate + 1)


@kernel
def find_ways(s, w, who, rate, goal, through_fire):
    """Fill ``s.reach`` with the cells a unit can move to at a rate, or just find the way to one of them. A search for all
    ways is cached while nothing changes.
    """
    if s.kept == ways_of(who, rate) and not through_fire:
        return
    s.kept = ways_of(who, rate) if goal == OFF_BOARD and not through_fire else 0
    prepare_ways(s, w, who, rate, through_fire)
    flood(s, w.field, int(s.units[who].cell), rate_in_cells(s, w, who, rate), goal)


@rule("action.move")
def offer_moves(s, w, who, rate):
    """Move: every cell within the rate, by the shortest way, one cell a step in eight directions."""
    if has_fire(s):
        offer_moves_among_fires(s, w, who, rate)
        return
    find_ways(s, w, who, rate, OFF_BOARD, False)
    start = s.units[who].cell
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            if s.reach[cell] != UNREACHED and cell != start:
                offer_cell(s, cell)


@rule("c.fire_damage")
def find_ways_among_fires(s, w, who, rate):
    """Fire: nobody stops in a fire of his own will, but what lies behind it may be reached through it; in ``s.way_found``."""
    cells = s.board_height * STRIDE
    find_ways(s, w, who, rate, OFF_BOARD, False)
    for cell in range(cells):
        s.way_found[cell] = 1 if s.reach[cell] != UNREACHED else 0
    find_ways(s, w, who, rate, OFF_BOARD, True)
    for cell in range(cells):
        if s.reach[cell] != UNREACHED and not is_burning(s, cell):
            s.way_found[cell] = 1


@rule("c.fire_damage")
def offer_moves_among_fires(s, w, who, rate):
    """Fire: every cell that can be gone to round the fires or through them."""
    find_ways_among_fires(s, w, who, rate)
    start = s.units[who].cell
    for cell in range(s.board_height * STRIDE):
        if s.way_found[cell] == 1 and cell != start:
            offer_cell(s, cell)


@rule("action.move", "c.fire_damage")
def refusal_of_goal(s, w, who, rate, cell):
    """Move: a free cell within the rate, round the fires or through them."""
    if cell == s.units[who].cell:
        return Refusal.STANDS_THERE
    if has_fire(s):
        find_ways_among_fires(s, w, who, rate)
    else:
        find_ways(s, w, who, rate, OFF_BOARD, False)
    if s.way_found[cell] == 1 if has_fire(s) else s.reach[cell] != UNREACHED:
        return Refusal.NONE
    return refusal_of_place(s, w, who, rate, cell)


@rule("c.movement_rates", "c.fire_damage", "c.flight")
def refusal_of_place(s, w, who, rate, cell):
    """Move: why a cell is not gone to: it is filled or taken, it burns, it is too far, or no way leads there."""
    if w.field.closed[cell] == FILLED:
        return Refusal.CLOSED
    if known_blocker_at(s, who, cell) != NO_UNIT:
        return Refusal.OCCUPIED
    if is_burning(s, cell) and not is_aloft(s, who):
        return Refusal.BURNING
    cells = distance(int(s.units[who].cell), cell)
    return Refusal.TOO_FAR if cells > rate_in_cells(s, w, who, rate) else Refusal.NO_WAY_THERE


@kernel
def offer_cell(s, cell):
    """Offer a cell as an answer."""
    offer(s, A_CELL + cell)


@rule("action.move", "c.fire_damage", "engage.front_arc")
def resolve_move(s, w, who, cell, rate):
    """Move: the unit goes there and faces the way it took its last step. If it turned before, and is not engaged now, it faces
    that way again. Runners are marked until their next turn.
    """
    unit = s.units[who]
    facing = int(unit.facing)
    if s.known_to != unit.side + 1:
        know_units(s, w, int(unit.side))
    find_ways(s, w, who, rate, cell, False)
    if s.reach[cell] == UNREACHED:
        find_ways(s, w, who, rate, cell, True)
    resolve_way(s, w, who, cell, True)
    if unit.has_faced == 1 and not is_engaged(s, w, who):
        unit.facing = facing
    note_rate(s, who, rate)
    emit(s, Event.MOVED, who, NO_UNIT, int(unit.cell), rate)


# --- lying -----------------------------------------------------------------------------------------------------------


@rule("c.prone")
def refusal_of_standing_up(s, who):
    """Prone: a prone unit, or the rider of a prone mount, may get up, unless held or under its mount."""
    unit = s.units[who]
    if unit.prone == 0 and (unit.mount == NO_UNIT or s.units[unit.mount].prone == 0):
        return Refusal.NOT_PRONE
    if unit.hold_role != 0:
        return Refusal.HELD
    return Refusal.TRAPPED if unit.trapped == 1 else Refusal.NONE


@rule("c.prone", "c.entangle")
def refusal_of_crawling(s, w, who):
    """Prone: a prone unit may crawl, unless engaged, held or caught."""
    unit = s.units[who]
    if unit.prone == 0:
        return Refusal.NOT_LYING
    if unit.hold_role != 0:
        return Refusal.HELD
    if unit.trapped == 1:
        return Refusal.TRAPPED
    if unit.entangled != 0:
        return Refusal.ENTANGLED
    if w.book.crawl_cells == 0:
        return Refusal.NO_CRAWLING
    if is_engaged(s, w, who):
        return Refusal.ENGAGED
    return Refusal.NONE if has_way(s, w, who) else Refusal.NO_WAY

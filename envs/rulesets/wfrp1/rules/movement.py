"""Moving: the rates, difficult ground, and which cells a unit can reach."""

from __future__ import annotations

from ....core.events import emit
from ....core.geometry import OFF_BOARD, STRIDE, UNREACHED, flood, neighbour
from ....core.jit import kernel, rule
from ....core.state import NO_UNIT
from ..vocab import A_CELL, Event, Rate
from .conditions import movement_of
from .engagement import is_engaged, is_threat, is_touching, is_way_open, known_unit_at
from .knowledge import know_units, resolve_way
from .missiles import may_evade


@rule("c.movement_rates", "c.disabled_limbs", "missile.evading")
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
def entry_cost(s, w, cell, rate):
    """Difficult ground: a difficult cell costs two cells; nobody runs or evades over it (0: no entry)."""
    if w.field.difficult[cell] == 0:
        return 1
    return int(w.book.difficult_cost) if rate <= Rate.STANDARD else 0


@rule("winning.no_press")
def may_not_touch(s, w, who, enemy):
    """Not pressing: who declined to follow a beaten opponent may not come into contact with it in the same round."""
    return (s.units[who].declined_on >> enemy) & 1 == 1 and w.book.no_press_no_contact == 1


@rule("action.move", "engage.contact")
def prepare_ways(s, w, who, rate):
    """Move: cells that are taken cannot be entered; contact with an able enemy ends the way, and at more than the
    fastest rate that may engage it is not allowed at all.
    """
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            s.step_cost[cell] = entry_cost(s, w, cell, rate)
            s.stop_here[cell] = 0
            s.shut[cell] = 0
    s.away_count = 0
    s.slow_cost = w.book.obstacle_extra_cells
    for other in range(s.unit_count):
        unit = s.units[other]
        if unit.present == 0 or unit.cell < 0 or s.known[other] == 0:
            continue
        if unit.dead == 0 and unit.altitude_yd == 0 and other != who:
            s.step_cost[unit.cell] = 0
        if is_threat(s, who, other):
            for d in range(8):
                cell = neighbour(w.field, int(unit.cell), d)
                if cell != OFF_BOARD and is_way_open(s, w, int(unit.cell), d):
                    s.stop_here[cell] = 1
                    if rate > w.book.engage_max_rate or may_not_touch(s, w, who, other):
                        s.step_cost[cell] = 0
    shut_doors(s, w)


@kernel
def shut_doors(s, w):
    """Note for the flood which ways a shut door closes at present."""
    if s.door_count > 0:
        for k in range(s.door_count):
            for y in range(-1, 2):
                for x in range(-1, 2):
                    cell = int(s.door_cell[k]) + y * STRIDE + x
                    if 0 <= cell < s.board_height * STRIDE:
                        for d in range(8):
                            if not is_way_open(s, w, cell, d):
                                s.shut[cell] |= 1 << d


@rule("action.move", "engage.contact", "flee.victor_stays")
def may_move(s, w, who, rate):
    """Move: not for who is engaged, lies, is held or caught; running and evading need sound legs, evading wits."""
    unit = s.units[who]
    if unit.prone == 1 or unit.entangled == 1 or unit.hold_role != 0 or unit.hold_ground == 1 or unit.trapped == 1:
        return False
    if rate >= Rate.RUN and unit.leg_off > 0:
        return False
    if rate == Rate.EVADE and not may_evade(s, w, who):
        return False
    return not is_engaged(s, w, who) and has_a_first_step(s, w, who, rate)


@kernel
def has_a_first_step(s, w, who, rate):
    """Whether a unit can take at least one step at a rate."""
    here = int(s.units[who].cell)
    allowance = rate_in_cells(s, w, who, rate)
    for d in range(8):
        if not is_way_open(s, w, here, d):
            continue
        there = neighbour(w.field, here, d)
        cost = entry_cost(s, w, there, rate)
        cost_of_border = ((w.field.slow[here] >> d) & 1) * w.book.obstacle_extra_cells
        if cost == 0 or cost + cost_of_border > allowance or known_unit_at(s, there) != NO_UNIT:
            continue
        if is_free_to_enter(s, w, who, there, rate):
            return True
    return False


@kernel
def is_free_to_enter(s, w, who, cell, rate):
    """Whether contact with enemies does not forbid a cell at this rate."""
    for enemy in range(s.unit_count):
        if s.known[enemy] == 0 or not is_threat(s, who, enemy) or s.units[enemy].cell < 0:
            continue
        if is_touching(s, w, cell, int(s.units[enemy].cell)):
            if rate > w.book.engage_max_rate or may_not_touch(s, w, who, enemy):
                return False
    return True


@kernel
def find_ways(s, w, who, rate):
    """Fill ``s.reach`` with the cells a unit can move to at a rate."""
    prepare_ways(s, w, who, rate)
    flood(s, w.field, int(s.units[who].cell), rate_in_cells(s, w, who, rate))


@rule("action.move")
def offer_moves(s, w, who, rate):
    """Move: every cell within the rate, by the shortest way, one cell a step in eight directions."""
    find_ways(s, w, who, rate)
    start = s.units[who].cell
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            if s.reach[cell] != UNREACHED and cell != start:
                offer_cell(s, cell)


@kernel
def offer_cell(s, cell):
    """Offer a cell as an answer."""
    s.choices[s.choice_count] = A_CELL + cell
    s.choice_count += 1


@rule("action.move")
def resolve_move(s, w, who, cell, rate):
    """Move: the unit goes there and faces the way it took its last step; runners are marked until their next turn."""
    unit = s.units[who]
    know_units(s, w, int(unit.side))
    find_ways(s, w, who, rate)
    resolve_way(s, w, who, cell, True)
    unit.last_rate = rate
    emit(s, Event.MOVED, who, NO_UNIT, int(unit.cell), rate)

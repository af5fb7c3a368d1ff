"""Ways: what they cost, where a Move may end, and which way is taken there."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import offer
from ..board import (
    OFF_BOARD,
    STEP,
    STRIDE,
    UNREACHED,
    bearing,
    column,
    distance,
    flood,
    is_closed,
    is_solid,
    neighbour,
    row,
)
from ..vocab import A_CELL, Ability, Refusal, Trait, WeaponKind
from .conditions import are_foes, has_ability, has_trait, is_aloft, is_horrified, is_rooted, is_standing, may_help
from .ground import are_touching, is_rough
from .knowledge import know_units
from .weapons import UNARMED, is_ready, kind_of, wielded_item

INF = 10_000
DIAGONALS = 0b10101010  # directions 1, 3, 5, 7 as bits


# --- what ways cost --------------------------------------------------------------------------------------------------


@rule("completion.movement_cost")
def allowance(s, w, who):
    """Movement: points of one Move; half with a broken leg."""
    unit = s.units[who]
    return int(unit.move) // int(w.book.leg_broken_divisor) if unit.leg_broken == 1 else int(unit.move)


@rule("completion.movement_cost", "status.flying")
def lay_out_ground(s, w, who):
    """Movement: what entering each cell costs; fliers pay 1 for every cell."""
    flies = is_aloft(s, who)
    passes_walls = has_trait(s, who, Trait.ETHEREAL)
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            cost = int(w.book.difficult_cost) if not flies and is_rough(w, cell) else 1
            if not passes_walls and w.field.blocked[cell] == 1:
                cost = 0
            s.step_cost[cell] = cost
            s.stop_here[cell] = 0
            s.shut[cell] = 0
            s.gated[cell] = 0
    s.away_count = 0
    s.slow_cost = 0 if flies else int(w.book.climb_cost)
    s.gate_cost = 2 * int(w.book.climb_cost)
    if w.field.has_heights == 1 and not flies:
        lay_out_heights(s, w)
    if w.book.diagonals == 0:
        for cell in range(s.board_height * STRIDE):
            s.shut[cell] |= DIAGONALS


@rule("completion.movement_cost")
def lay_out_heights(s, w):
    """Movement: climbing costs a point a metre; steps too high are not taken, up or down."""
    limit = w.book.max_step_m
    for cell in range(s.board_height * STRIDE):
        s.gated[cell] = w.field.climb[cell]
        shut = int(w.field.cliff[cell])
        if limit < 2:
            shut |= int(w.field.climb[cell]) | int(w.field.descent[cell])
        if limit < 1:
            shut |= int(w.field.slow[cell]) | int(w.field.drop[cell])
        s.shut[cell] |= shut


@rule("completion.occupancy", "completion.lever_gate", "completion.grid")
def prepare_ways(s, w, who):
    """Occupied cells: no unit passes through a standing enemy it knows of, or through a closed gate."""
    lay_out_ground(s, w, who)
    for other in range(s.unit_count):
        if s.known[other] == 1 and is_standing(s, other) and are_foes(s, who, other):
            s.step_cost[s.units[other].cell] = 0
    if not has_trait(s, who, Trait.ETHEREAL):
        for k in range(s.gate_count):
            if s.gate_shut[k] == 1:
                shut_gate(s, w, int(s.gate_cell[k]))


@rule("completion.lever_gate", "completion.grid")
def shut_gate(s, w, gate):
    """Gates: closed ones cannot be entered, and close corners together with walls and with each other."""
    s.step_cost[gate] = 0
    for d in range(0, 8, 2):
        one = neighbour(w.field, gate, d)
        other = neighbour(w.field, gate, (d + 2) % 8)
        if one != OFF_BOARD and other != OFF_BOARD and is_solid(s, w, neighbour(w.field, gate, d + 1)):
            s.shut[one] |= 1 << bearing(one, other)
            s.shut[other] |= 1 << bearing(other, one)


@kernel
def find_ways(s, w, who):
    """Fill ``s.reach`` with the cost of each cell that a unit can reach in one Move. The result is reused while nothing
    changes.
    """
    if s.kept == who + 1:
        return
    s.kept = who + 1
    if s.known_to != s.units[who].side + 1:
        know_units(s, w, int(s.units[who].side))
        s.known_to = s.units[who].side + 1
    prepare_ways(s, w, who)
    here = int(s.units[who].cell)
    if has_trait(s, who, Trait.ETHEREAL):
        flood(s, w.field.ghost[0], here, allowance(s, w, who), OFF_BOARD)
    else:
        flood(s, w.field, here, allowance(s, w, who), OFF_BOARD)
    for other in range(s.unit_count):  # a unit may pass friends and fallen units, but not stop in their cells
        unit = s.units[other]
        if unit.cell >= 0 and s.known[other] == 1 and unit.dead == 0 and unit.present == 1:
            s.stop_here[unit.cell] = 1


@rule("completion.occupancy", "completion.movement_cost", "status.ethereal", "completion.path_choice")
def refusal_of_cell(s, w, who, cell):
    """Occupied cells: a Move ends on a free cell within the allowance; no ghost stops in a wall. Reads what
    :func:`find_ways` found.
    """
    here = int(s.units[who].cell)
    if column(cell) >= s.board_width or row(cell) >= s.board_height:
        return Refusal.OFF_THE_BOARD
    if cell == here:
        return Refusal.HERE
    if is_solid(s, w, cell):
        return Refusal.SOLID
    if s.stop_here[cell] == 1:
        return Refusal.OCCUPIED
    if s.reach[cell] != UNREACHED:
        return Refusal.NONE
    return Refusal.TOO_FAR if distance(here, cell) > allowance(s, w, who) else Refusal.NO_WAY_THERE


@kernel
def may_stop_at(s, w, who, cell):
    """Whether a Move can end in a cell. Most cells are out of reach."""
    return s.reach[cell] != UNREACHED and refusal_of_cell(s, w, who, cell) == Refusal.NONE


@kernel
def has_way(s, w, who):
    """Whether a unit can move at all."""
    find_ways(s, w, who)
    for y in range(s.board_height):
        for x in range(s.board_width):
            if may_stop_at(s, w, who, y * STRIDE + x):
                return True
    return False


@kernel
def offer_moves(s, w, who):
    """Offer every cell a Move can end in."""
    find_ways(s, w, who)
    for y in range(s.board_height):
        for x in range(s.board_width):
            if may_stop_at(s, w, who, y * STRIDE + x):
                offer(s, A_CELL + y * STRIDE + x)


# --- whether one may move --------------------------------------------------------------------------------------------


@rule("move.action")
def is_all_moving(s, w, who):
    """Move: whether a turn has been spent on two Moves, and on nothing else."""
    return s.units[who].moves > 1 and w.book.double_move_excludes == 1


@rule("move.action", "status.stunned", "status.rooted", "status.blind", "completion.movement_cost")
def refusal_of_setting_out(s, w, who):
    """Move: up to two a turn, one when blind or with a broken leg, and a second one only if the unit did nothing else; not
    when rooted or stunned.
    """
    unit = s.units[who]
    if is_rooted(s, who):
        return Refusal.ROOTED
    if unit.stunned > 0:
        return Refusal.STUNNED
    if unit.moves >= w.book.max_moves:
        return Refusal.NO_MOVES
    if unit.blind > 0 and unit.moves >= w.book.blind_max_moves:
        return Refusal.BLIND
    if unit.leg_broken == 1 and unit.moves > 0:
        return Refusal.LEG
    has_acted = unit.attacks + unit.others > 0
    return Refusal.ACTED if unit.moves > 0 and has_acted and w.book.double_move_excludes == 1 else Refusal.NONE


@rule("move.action")
def refusal_of_move(s, w, who):
    """Move: to a free cell it can get to."""
    refusal = refusal_of_setting_out(s, w, who)
    return Refusal.NO_WAY if refusal == Refusal.NONE and not has_way(s, w, who) else refusal


@rule("completion.withdraw")
def is_on_edge(s, who):
    """Withdrawing: from an edge cell of the board."""
    cell = int(s.units[who].cell)
    x, y = column(cell), row(cell)
    return x == 0 or y == 0 or x == s.board_width - 1 or y == s.board_height - 1


@rule("completion.withdraw")
def refusal_of_withdrawing(s, w, who):
    """Withdrawing: as a Move, from an edge cell of the board."""
    refusal = refusal_of_setting_out(s, w, who)
    return Refusal.NOT_ON_EDGE if refusal == Refusal.NONE and not is_on_edge(s, who) else refusal


# --- which way -------------------------------------------------------------------------------------------------------


@rule("engage.attack_of_opportunity", "status.flying", "status.ethereal", "completion.abilities", "completion.reload")
def may_react(s, w, enemy, who):
    """Attack of opportunity: whether an enemy could make one at a unit it touches: able, neither stunned nor horrified, with a
    weapon that is ready, and a ranged or thrown one against a flier.
    """
    if w.book.opportunity_enabled == 0 or not are_foes(s, who, enemy) or not may_help(s, enemy):
        return False
    if s.units[who].hidden == 1 or has_trait(s, who, Trait.ETHEREAL) or has_ability(s, who, Ability.SLIPPERY):
        return False
    if is_horrified(s, w, enemy) or not is_ready(s, w, enemy):
        return False
    item = wielded_item(s, enemy)
    return not is_aloft(s, who) or (item != UNARMED and kind_of(w, item) != WeaponKind.MELEE)


@rule("engage.attack_of_opportunity")
def is_left_by(s, w, enemy, here, there):
    """Attack of opportunity: an enemy is left that is touched before a step and not after it."""
    cell = int(s.units[enemy].cell)
    return are_touching(s, w, cell, here) and (there == OFF_BOARD or not are_touching(s, w, cell, there))


@kernel
def count_provoked(s, w, who, here, there):
    """Enemies the unit knows of that a step would provoke."""
    provoked = 0
    for enemy in range(s.unit_count):
        if s.known[enemy] == 1 and may_react(s, w, enemy, who) and is_left_by(s, w, enemy, here, there):
            provoked += 1
    return provoked


@kernel
def is_step_open(s, w, who, here, direction):
    """Whether a step of a way is open, by what :func:`prepare_ways` has noted."""
    if (int(s.shut[here]) >> direction) & 1 == 1:
        return False
    if has_trait(s, who, Trait.ETHEREAL):
        return not is_closed(w.field.ghost[0], here, direction)
    return not is_closed(w.field, here, direction)


@kernel
def price_of_step(s, w, here, there, direction):
    """What a step costs."""
    slow = ((int(w.field.slow[here]) >> direction) & 1) * int(s.slow_cost)
    return int(s.step_cost[there]) + slow + ((int(s.gated[here]) >> direction) & 1) * int(s.gate_cost)


@rule("completion.path_choice")
def find_best_way(s, w, who, goal):
    """Path: of the cheapest ways, the one that provokes the fewest attacks of opportunity; ties go to the first in the order
    of the directions. Written to ``s.way_steps``.
    """
    find_ways(s, w, who)
    start = int(s.units[who].cell)
    for cell in range(s.board_height * STRIDE):
        s.left[cell] = INF
    s.left[goal] = 0
    for spent in range(int(s.reach[goal]) - 1, -1, -1):
        for cell in range(s.board_height * STRIDE):
            if s.reach[cell] == spent:
                s.left[cell] = fewest_left(s, w, who, cell)
    here = start
    steps = 0
    while here != goal and steps < len(s.way_steps):
        d = best_direction(s, w, who, here)
        s.way_steps[steps] = d
        steps += 1
        here = int(here + STEP[d])
    s.way_length = steps


@kernel
def provoked_on(s, w, who, here, direction):
    """Attacks of opportunity on a cheapest way that goes on in a direction; INF where none does."""
    if not is_step_open(s, w, who, here, direction):
        return INF
    there = int(here + STEP[direction])
    if s.left[there] >= INF or s.step_cost[there] == 0:
        return INF
    if s.reach[there] != s.reach[here] + price_of_step(s, w, here, there, direction):
        return INF
    return int(s.left[there]) + count_provoked(s, w, who, here, there)


@kernel
def fewest_left(s, w, who, here):
    """Fewest attacks of opportunity on a cheapest way from a cell on."""
    fewest = INF
    for d in range(8):
        fewest = min(fewest, provoked_on(s, w, who, here, d))
    return fewest


@kernel
def best_direction(s, w, who, here):
    """The first direction in which such a way goes on."""
    for d in range(8):
        if provoked_on(s, w, who, here, d) == s.left[here]:
            return d
    return 0

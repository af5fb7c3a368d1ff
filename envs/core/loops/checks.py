"""What must hold of every position between two decisions, in every ruleset; then the ruleset's own invariants.

Like ``advance.py`` this file is executed once for every ruleset. Put in are ``kernel``, the declared ranges (``RANGES``, those
of the dice, ``DICE``, and ``GAPS`` of ``core.ranges``), ``STRIDE`` of the board, ``LAST_STEP`` of each procedure, and of
its ``invariants.py``:

    own_invariants(s, w)    optional: 0, or the number of a line of its ``BROKEN``
    takes_room(s, who)      optional: whether a unit with a cell takes room in it, and ``PER_CELL``, how many do at most (1)

A part is only used as an index after it has been looked at, so that nonsense is reported and never followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.compiler import int16_at, int32_at, int64_at
from tactica.envs.core.ranges import FIRST_DICE, FIRST_RANGE
from tactica.envs.core.state import NO_UNIT

if TYPE_CHECKING:
    from tactica.envs.core.loops.given import (
        CHECKS_ROOM,
        DICE,
        GAPS,
        LAST_STEP,
        PER_CELL,
        RANGES,
        STRIDE,
        kernel,
        own_invariants,
        takes_room,
    )


PLACE, IN_USE, ROWS, STRIDE_BYTES, PARTS, BYTES, LOW, HIGH, BOUND, EMPTY = range(10)  # columns of RANGES
PER_UNIT, PER_FRAME = 1, 2  # values of IN_USE
ROW, SIDE, CELL, SET_OF_ROWS = 1, 2, 3, 4  # values of BOUND
BATTLE = 1  # the procedure at the bottom


@kernel
def invariants(s, w):
    """0 when all is well, else the number of a line of ``Ruleset.broken``."""
    if not are_counts_fine(s, w):
        return 901
    broken = broken_range(s)
    if broken == 0:
        broken = broken_battle(s)
    if broken == 0:
        broken = broken_procedure(s)
    if broken == 0:
        broken = int(own_invariants(s, w))
    if broken == 0 and CHECKS_ROOM and not is_room_fine(s):
        broken = 910
    return broken


@kernel
def are_counts_fine(s, w):
    """What other numbers are used with: how many there are of everything."""
    return (
        2 <= s.side_count <= len(s.rank)
        and s.side_count <= s.unit_count <= len(s.units)
        and 1 <= s.depth <= len(s.stack)
        and s.board_width == w.field.width
        and s.board_height == w.field.height
    )


# --- ranges -----------------------------------------------------------------------------------------------------------


@kernel
def number_of(s, line, row, part):
    """A declared number of a position."""
    at = RANGES[line, PLACE] + row * RANGES[line, STRIDE_BYTES] + part * RANGES[line, BYTES]
    return int16_at(s, at) if RANGES[line, BYTES] == 2 else int32_at(s, at)


@kernel
def broken_dice(s):
    """0, or which number of generator, tape, trace and counts is out of its range."""
    for line in range(len(DICE)):
        size = DICE[line, BYTES]
        for part in range(DICE[line, PARTS]):
            at = DICE[line, PLACE] + part * size
            value = int16_at(s, at) if size == 2 else int32_at(s, at) if size == 4 else int64_at(s, at)
            if value < DICE[line, LOW] or value > highest_of(s, DICE[line, BOUND], DICE[line, HIGH]):
                return FIRST_DICE + line
            if DICE[line, BOUND] == CELL and value >= 0 and not is_cell(s, value):
                return FIRST_DICE + line
    return 911 if s.tape_next > s.tape_length else 0


@kernel
def highest_of(s, bound, high):
    """The highest value a declared number may have in this position, given what bounds it."""
    if bound == ROW:
        return int(s.unit_count) - 1
    if bound == SIDE:
        return int(s.side_count) - 1
    if bound == SET_OF_ROWS:
        return (1 << int(s.unit_count)) - 1
    return int(high)


@kernel
def rows_in_use(s, line):
    """Rows of a line that are in use."""
    if RANGES[line, IN_USE] == PER_UNIT:
        return int(s.unit_count)
    if RANGES[line, IN_USE] == PER_FRAME:
        return int(s.depth)
    return int(RANGES[line, ROWS])


@kernel
def is_cell(s, cell):
    """A cell of this board."""
    return cell >= 0 and cell % STRIDE < s.board_width and cell // STRIDE < s.board_height


@kernel
def broken_range(s):
    """0, or which declared number is out of its range or, in a row that is not in use, not empty."""
    for line in range(len(RANGES)):
        low = RANGES[line, LOW]
        high = highest_of(s, RANGES[line, BOUND], RANGES[line, HIGH])
        is_place = RANGES[line, BOUND] == CELL
        used = rows_in_use(s, line)
        for row in range(RANGES[line, ROWS]):
            for part in range(RANGES[line, PARTS]):
                value = number_of(s, line, row, part)
                if row >= used:
                    if RANGES[line, IN_USE] == PER_FRAME and value != 0:
                        return 907
                    if RANGES[line, IN_USE] == PER_UNIT and value != RANGES[line, EMPTY]:
                        return 906
                elif value < low or value > high or (is_place and value >= 0 and not is_cell(s, value)):
                    return FIRST_RANGE + line
    for gap in range(len(GAPS)):
        line = GAPS[gap, 0]
        for row in range(rows_in_use(s, line)):
            for part in range(RANGES[line, PARTS]):
                if GAPS[gap, 1] <= number_of(s, line, row, part) <= GAPS[gap, 2]:
                    return FIRST_RANGE + line
    return 0


# --- the battle -------------------------------------------------------------------------------------------------------


@kernel
def broken_battle(s):
    """Roster, alliances, ending and ranks."""
    if not is_roster_fine(s):
        return 902
    if not are_alliances_fine(s):
        return 903
    if not are_objectives_fine(s):
        return 915
    if s.ending != 0 and (s.prompt != 0 or s.pending_verb != 0):
        return 904
    return 0 if are_ranks_fine(s) else 905


@kernel
def is_roster_fine(s):
    """Sides are contiguous blocks of the roster."""
    total = 0
    for side in range(len(s.rank)):
        if side >= s.side_count:
            if s.side_start[side] != 0 or s.side_size[side] != 0:
                return False
            continue
        if s.side_start[side] != total or s.side_size[side] < 1 or s.side_size[side] > s.unit_count - total:
            return False
        total += int(s.side_size[side])
        for who in range(s.side_start[side], total):
            if s.units[who].side != side or s.units[who].present != 1:
                return False
    return total == s.unit_count


@kernel
def are_alliances_fine(s):
    """Alliances are mutual, a side is its own friend, and who takes no part has no other."""
    for side in range(len(s.rank)):
        for other in range(side):
            if s.allied[side, other] != s.allied[other, side] or (s.allied[side, other] == 1 and side >= s.side_count):
                return False
        if side < s.side_count and s.allied[side, side] != 1:
            return False
    return True


@kernel
def are_objectives_fine(s):
    """Without a verdict there are no objectives; points and zones belong to sides that take part."""
    if s.verdict[0] == 0 and (
        s.verdict[1] != 0 or s.zone_count != 0 or s.score_to_win != 0 or s.last_round != 0 or s.attacker != 0
    ):
        return False
    if s.attacker > s.side_count:
        return False
    for side in range(len(s.rank)):
        if s.score[side] != 0 and (side >= s.side_count or s.zone_count == 0):
            return False
    for zone in range(len(s.zone_holder)):
        if s.zone_holder[zone] > (s.side_count if zone < s.zone_count else 0):
            return False
    return True


@kernel
def are_ranks_fine(s):
    """Every side has a place when it is over, and none before."""
    for side in range(len(s.rank)):
        is_ranked = s.ending != 0 and side < s.side_count
        if s.rank[side] > s.side_count or (s.rank[side] > 0) != is_ranked:
            return False
    return True


# --- procedures and questions -----------------------------------------------------------------------------------------


@kernel
def broken_procedure(s):
    """The battle at the bottom of the stack and nowhere else, steps that exist, and a decider of the deciding side."""
    for k in range(s.depth):
        frame = s.stack[k]
        if (frame.kind == BATTLE) != (k == 0) or frame.kind == 0:
            return 907
        if frame.step > LAST_STEP[frame.kind]:
            return 908
    if s.ending != 0:
        return 0
    if s.prompt == 0 or (s.decider != NO_UNIT and s.units[s.decider].side != s.decider_side):
        return 909
    return 0


# --- places -----------------------------------------------------------------------------------------------------------


@kernel
def is_room_fine(s):
    """No cell holds more units than it has room for."""
    for who in range(s.unit_count):
        cell = int(s.units[who].cell)
        if cell < 0 or not takes_room(s, who):
            continue
        sharing = 1
        for other in range(who):
            if int(s.units[other].cell) == cell and takes_room(s, other):
                sharing += 1
        if sharing > PER_CELL:
            return False
    return True

"""What a side or a unit sees, as far as all rulesets share it: maps, rows of units, fields copied as declared, the decider.

Like ``advance.py`` this file is executed once for every ruleset. Its globals are ``kernel``, the tables and places of the
ruleset's catalogues (``looking_of`` in ``core.ruleset``), the functions of its ``board.py``, and its hooks, see ``Looking`` of
``core/book.py``. Entries that no function writes are zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.compiler import copier, int8_at, int16_at, int32_at
from tactica.envs.core.looking.knowledge import looker_of
from tactica.envs.core.state import NO_UNIT, top
from tactica.envs.core.state.choosing import MOST_PARTS, Part, part_asked

if TYPE_CHECKING:
    from tactica.envs.core.looking.index_translation import is_turned, known_row, row_of, shown_direction, shown_place
    from tactica.envs.core.loops.given import (
        ANSWERS,
        AT_ATTACKING,
        AT_BLOCKED,
        AT_BOARD,
        AT_BOARD_HEIGHT,
        AT_BOARD_WIDTH,
        AT_CHOSEN_ITEM,
        AT_CHOSEN_MODE,
        AT_CHOSEN_TARGET,
        AT_DECIDER,
        AT_DECIDER_ROW,
        AT_DECIDES,
        AT_ENEMY,
        AT_ENEMY_SCORE,
        AT_FRIEND,
        AT_KNOWN,
        AT_MY_DECISION,
        AT_OBJECTIVE_ZONE,
        AT_OWN,
        AT_OWN_SCORE,
        AT_PENDING_VERB,
        AT_PROMPT,
        AT_ROUND,
        AT_SCORE_TO_WIN,
        AT_SEAT,
        AT_TARGET,
        AT_TARGET_ROW,
        AT_TARGETED,
        AT_VERDICT_1,
        AT_VERDICT_2,
        AT_VERDICT_ROUNDS,
        AT_X,
        AT_Y,
        BATTLE_NUMBERS,
        FIRST_BOARD,
        FIRST_LASTING,
        FIRST_MOVING,
        LASTING_BITS,
        LASTING_NUMBERS,
        LAYERS,
        PARTS_OF,
        SIDES,
        STRIDE,
        UNIT_BITS,
        UNIT_CELLS,
        UNIT_DIRECTIONS,
        UNIT_NUMBERS,
        UNIT_OWN,
        UNIT_ROWS,
        UNIT_SETS,
        is_on_board,
        kernel,
        know_units,
        mark_unit,
        observe_board,
        observe_context,
        observe_unit,
        other_unit,
        perceives,
        place_of,
    )


CHANNEL, FIRST_BYTE, CELL_BYTES, BORDER = 0, 1, 2, 3  # columns of LAYERS
BYTE, COLUMN, BIT, BITS = 0, 1, 2, 3  # columns of the tables of what is copied
ONE_MAP = (1 << 24) - 1  # what of an entry of ``shown`` says which map

copy_unit_numbers = copier(UNIT_NUMBERS)
copy_lasting_numbers = copier(LASTING_NUMBERS)
copy_own_numbers = copier(UNIT_OWN)
copy_battle_numbers = copier(BATTLE_NUMBERS)

# --- the map ----------------------------------------------------------------------------------------------------------


@kernel
def observe_map(s, w, layout, viewer, grid):
    """Write the channels of the map, which stay as they are for a whole battle."""
    turned = is_turned(layout, viewer)
    grid[:FIRST_MOVING] = 0
    for y in range(layout.height):
        for x in range(layout.width):
            is_cell = x < s.board_width and y < s.board_height
            if AT_BOARD >= 0 and is_cell:
                grid[AT_BOARD, y, x] = 1
            if AT_BLOCKED >= 0 and AT_BOARD < 0 and not is_cell:
                grid[AT_BLOCKED, y, x] = 1
            if AT_BLOCKED >= 0 and is_cell and w.field.closed[map_cell(s, turned, x, y)] == 255:
                grid[AT_BLOCKED, y, x] = 1
    for k in range(len(LAYERS)):
        copy_layer(s, w, layout, turned, k, grid)


@kernel
def map_cell(s, turned, x, y):
    """The cell a viewer is shown in a column and row."""
    if turned:
        return int((s.board_height - 1 - y) * STRIDE + s.board_width - 1 - x)
    return int(y * STRIDE + x)


@kernel
def copy_layer(s, w, layout, turned, k, grid):
    """One channel that is a layer of the map, or one border of its cells."""
    channel, size = LAYERS[k, CHANNEL], LAYERS[k, CELL_BYTES]
    first = LAYERS[k, FIRST_BYTE]
    if LAYERS[k, BORDER] >= 0:
        first += (LAYERS[k, BORDER] + 2) % 4 if turned else LAYERS[k, BORDER]
    for y in range(min(layout.height, s.board_height)):
        for x in range(min(layout.width, s.board_width)):
            grid[channel, y, x] = int8_at(w.field, first + map_cell(s, turned, x, y) * size)


# --- who looks --------------------------------------------------------------------------------------------------------


@kernel
def narrow_to_unit(s, w, layout, viewer):
    """Leave in ``s.known``, of what the side knows, what the looking unit perceives: itself always, and the other unit of the
    procedure that asks it. Returns whether a unit looks.
    """
    looker = looker_of(s, layout, viewer)
    if looker == NO_UNIT:
        return False
    other = other_unit(s, viewer) if s.prompt != 0 and s.decider == looker else NO_UNIT
    for who in range(s.unit_count):
        if who != looker and who != other and s.known[who] == 1 and not perceives(s, w, looker, who):
            s.known[who] = 0
    return True


@kernel
def is_own_choice(s, viewer):
    """Whether the viewer's side is asked: as a whole, or a unit that the viewer knows of."""
    return s.prompt != 0 and s.decider_side == viewer and (s.decider == NO_UNIT or s.known[s.decider] == 1)


# --- what moves -------------------------------------------------------------------------------------------------------


@kernel
def observe(s, w, layout, viewer, grid, units, context, is_new, is_bare):
    """Write what ``viewer`` knows, or the unit of it that the layout lets look, into grid (int8, but for the map), units (int16)
    and context (int16).

    ``is_new``: the arrays may hold anything; else they hold an earlier observation of the same game for this viewer.
    ``is_bare``: the channels of what else is on the board hold zeros. Returns whether they do so again.
    """
    is_asked = s.prompt != 0 and s.decider_side == viewer  # then ``s.known`` is its own already
    if not is_asked:
        know_units(s, w, viewer)
    is_narrowed = narrow_to_unit(s, w, layout, viewer)
    grid[FIRST_MOVING:FIRST_BOARD] = 0
    if AT_OBJECTIVE_ZONE >= 0 and s.zone_count > 0:
        mark_zones(s, w, layout, viewer, grid)
    if not is_bare:
        grid[FIRST_BOARD:] = 0
    if is_new:
        units[:] = 0
    is_bare = not observe_board(s, w, layout, viewer, grid)
    other = other_unit(s, viewer)
    for who in range(s.unit_count):
        row = row_of(s, layout, viewer, who)
        if row < 0:
            continue
        if s.units[who].present == 0 or s.known[who] == 0:
            units[row][:] = 0
            continue
        if AT_KNOWN >= 0 and units[row, AT_KNOWN] == 1:
            units[row][:FIRST_LASTING] = 0
        else:
            units[row][:] = 0
            copy_lasting(s, viewer, who, units[row])
        copy_unit(s, layout, viewer, who, other, units[row])
        observe_unit(s, w, layout, viewer, who, units[row])
        mark_place(s, w, layout, viewer, who, other, grid)
    copy_context(s, layout, viewer, other, context)
    observe_context(s, w, layout, viewer, other, context)
    if s.prompt != 0 and (is_narrowed or not is_asked):
        know_units(s, w, int(s.decider_side))
    return is_bare


@kernel
def copy_lasting(s, viewer, who, row):
    """The columns of a unit row that stay as they are for a whole battle: the last ones."""
    unit = s.units[who]
    copy_lasting_numbers(unit, row)
    copy_bits(unit, LASTING_BITS, row)
    if AT_SEAT >= 0:
        copy_seats(s, viewer, int(unit.side), row)


@kernel
def copy_bits(unit, table, row):
    """Flags that are bits of a number."""
    for k in range(len(table)):
        column = table[k, COLUMN]
        bits = int16_at(unit, table[k, BYTE]) >> table[k, BIT]
        for i in range(table[k, BITS]):
            row[column + i] = (bits >> i) & 1


@kernel
def copy_unit(s, layout, viewer, who, other, row):
    """The columns of a unit row that are copied as they are declared, and those every ruleset has."""
    unit = s.units[who]
    copy_unit_numbers(unit, row)
    if s.allied[viewer, unit.side] == 1:
        copy_own_numbers(unit, row)
    for k in range(len(UNIT_DIRECTIONS)):
        row[UNIT_DIRECTIONS[k, COLUMN]] = shown_direction(layout, viewer, int16_at(unit, UNIT_DIRECTIONS[k, BYTE]))
    for k in range(len(UNIT_ROWS)):
        row[UNIT_ROWS[k, COLUMN]] = known_row(s, layout, viewer, int16_at(unit, UNIT_ROWS[k, BYTE]))
    for k in range(len(UNIT_CELLS)):
        x, y = shown_place(s, layout, viewer, int16_at(unit, UNIT_CELLS[k, BYTE]))
        row[UNIT_CELLS[k, COLUMN]] = x
        row[UNIT_CELLS[k, COLUMN] + 1] = y
    copy_bits(unit, UNIT_BITS, row)
    for k in range(len(UNIT_SETS)):
        copy_set(s, layout, viewer, int32_at(unit, UNIT_SETS[k, BYTE]), UNIT_SETS[k, COLUMN], row)
    if AT_KNOWN >= 0:
        row[AT_KNOWN] = 1
    if AT_FRIEND >= 0:
        row[AT_FRIEND] = s.allied[viewer, unit.side]
    if AT_X >= 0:
        x, y = shown_place(s, layout, viewer, place_of(s, who))
        row[AT_X] = x
        row[AT_Y] = y
    if AT_DECIDES >= 0 and s.prompt != 0 and s.decider == who:
        row[AT_DECIDES] = 1
    if AT_TARGETED >= 0 and other == who:
        row[AT_TARGETED] = 1


@kernel
def copy_set(s, layout, viewer, units, column, row):
    """A set of units as bits of the rows they are shown in, the viewer's in one column and the others' in the next."""
    who = 0
    while units >> who != 0:
        if (units >> who) & 1 == 1:
            at = known_row(s, layout, viewer, who)
            if at >= layout.own_rows:
                row[column + 1] += 1 << (at - layout.own_rows)
            elif at >= 0:
                row[column] += 1 << at
        who += 1


@kernel
def copy_seats(s, viewer, side, row):
    """Whose a unit is, by seats after the viewer's, and which of the other sides are its friends."""
    row[AT_SEAT] = (side - viewer) % s.side_count
    for k in range(1, SIDES):
        if k < s.side_count:
            row[AT_SEAT + k] = s.allied[side, (viewer + k) % s.side_count]


@kernel
def mark_place(s, w, layout, viewer, who, other, grid):
    """The channels of one unit on the board."""
    unit = s.units[who]
    if unit.cell < 0 or not is_on_board(s, who):
        return
    x, y = shown_place(s, layout, viewer, int(unit.cell))
    if x < 0:
        return
    if AT_OWN >= 0 and s.allied[viewer, unit.side] == 1:
        grid[AT_OWN, y, x] = 1
    if AT_ENEMY >= 0 and s.allied[viewer, unit.side] == 0:
        grid[AT_ENEMY, y, x] = 1
    if AT_DECIDER >= 0 and s.prompt != 0 and s.decider == who:
        grid[AT_DECIDER, y, x] = 1
    if AT_TARGET >= 0 and other == who:
        grid[AT_TARGET, y, x] = 1
    mark_unit(s, w, layout, viewer, who, x, y, grid)


@kernel
def mark_zones(s, w, layout, viewer, grid):
    """The channel of zones to hold: whose each is."""
    turned = is_turned(layout, viewer)
    for y in range(min(layout.height, s.board_height)):
        for x in range(min(layout.width, s.board_width)):
            zone = int(w.field.objective_zone[map_cell(s, turned, x, y)]) - 1
            if 0 <= zone < s.zone_count:
                holder = int(s.zone_holder[zone]) - 1
                grid[AT_OBJECTIVE_ZONE, y, x] = 1 if holder < 0 else 3 - s.allied[viewer, holder]


@kernel
def copy_objectives(s, viewer, context):
    """What decides the battle besides the rules, and how it stands."""
    if AT_OWN_SCORE >= 0:
        context[AT_OWN_SCORE] = s.score[viewer]
    if AT_ENEMY_SCORE >= 0:
        for side in range(s.side_count):
            if s.allied[viewer, side] == 0:
                context[AT_ENEMY_SCORE] = max(int(context[AT_ENEMY_SCORE]), int(s.score[side]))
    if AT_SCORE_TO_WIN >= 0:
        context[AT_SCORE_TO_WIN] = s.score_to_win
    if AT_VERDICT_ROUNDS >= 0 and s.last_round > 0:
        context[AT_VERDICT_ROUNDS] = max(int(s.last_round) + 1 - max(int(s.round_no), 1), 0)
    if AT_ATTACKING >= 0 and s.attacker > 0:
        context[AT_ATTACKING] = 2 - s.allied[viewer, s.attacker - 1]
    if AT_VERDICT_1 >= 0:
        context[AT_VERDICT_1] = s.verdict[0]
    if AT_VERDICT_2 >= 0:
        context[AT_VERDICT_2] = s.verdict[1]


@kernel
def copy_context(s, layout, viewer, other, context):
    """The numbers of the context that are copied as they are declared, and those every ruleset has."""
    for i in range(len(context)):
        context[i] = 0
    copy_battle_numbers(s, context)
    if AT_ROUND >= 0:
        context[AT_ROUND] = max(int(s.round_no), 0)
    if is_own_choice(s, viewer):
        if AT_PROMPT >= 0:
            context[AT_PROMPT] = s.prompt
        if AT_PENDING_VERB >= 0:
            context[AT_PENDING_VERB] = s.pending_verb
        if AT_MY_DECISION >= 0:
            context[AT_MY_DECISION] = 1
    copy_objectives(s, viewer, context)
    copy_choice(s, layout, viewer, context)
    if AT_DECIDER_ROW >= 0:
        context[AT_DECIDER_ROW] = known_row(s, layout, viewer, int(s.decider)) if s.prompt != 0 else -1
    if AT_TARGET_ROW >= 0:
        context[AT_TARGET_ROW] = known_row(s, layout, viewer, other)
    if AT_BOARD_WIDTH >= 0:
        context[AT_BOARD_WIDTH] = s.board_width
    if AT_BOARD_HEIGHT >= 0:
        context[AT_BOARD_HEIGHT] = s.board_height


@kernel
def copy_choice(s, layout, viewer, context):
    """The parts of the viewer's own choice that it has named so far, while it is asked for further ones."""
    if AT_CHOSEN_TARGET >= 0:
        context[AT_CHOSEN_TARGET] = -1
    if AT_CHOSEN_MODE >= 0:
        context[AT_CHOSEN_MODE] = -1
    if AT_CHOSEN_ITEM >= 0:
        context[AT_CHOSEN_ITEM] = -1
    if s.pending_verb == 0 or not is_own_choice(s, viewer):
        return
    asked = part_asked(ANSWERS, s.prompt)
    frame = top(s)
    for k in range(MOST_PARTS):
        part = PARTS_OF[s.pending_verb, k]
        if part == asked or part == 0:
            return
        if AT_CHOSEN_TARGET >= 0 and part == Part.TARGET:
            context[AT_CHOSEN_TARGET] = known_row(s, layout, viewer, int(frame.target))
        elif AT_CHOSEN_MODE >= 0 and part == Part.MODE:
            context[AT_CHOSEN_MODE] = frame.mode
        elif AT_CHOSEN_ITEM >= 0 and part == Part.ITEM:
            context[AT_CHOSEN_ITEM] = frame.item_used


# --- all of it ---------------------------------------------------------------------------------------------------------


@kernel
def observe_all(s, w, shape, viewer, grid, units, context):
    """Write everything a side may see into arrays that may hold anything."""
    observe_map(s, w, shape, viewer, grid)
    observe(s, w, shape, viewer, grid, units, context, True, False)


@kernel
def observe_again(s, w, shape, viewer, view, i):
    """Write what a side may see into row i of a ``View``; the map only where the row does not show it already, and what lasts of
    the units where it does not show this game to this side.

    ``view.shown``: which game the row shows to which side, and on which map, 0 none yet; and 1 if it shows nothing else on the
    board.
    """
    shown, grid = view.shown, view.grid[i]
    turned = 2 if is_turned(shape, viewer) else 1
    here = ((int(s.seed_game) * SIDES + viewer) << 24) + 2 * int(s.field_row) + turned
    if (shown[i, 0] & ONE_MAP) != (here & ONE_MAP):
        observe_map(s, w, shape, viewer, grid)
    is_new = shown[i, 0] != here
    is_bare = shown[i, 1] == 1
    shown[i, 0] = here
    shown[i, 1] = 1 if observe(s, w, shape, viewer, grid, view.units[i], view.context[i], is_new, is_bare) else 0

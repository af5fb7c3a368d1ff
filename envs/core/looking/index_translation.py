"""Answers and indices: the rules' own numbering of what can be answered, and the flat space a policy sees.

An **answer** is what the rules read: a verb, a mode, a roster row, a cell of the full grid. An **index** is the same thing
in a policy's ``Discrete`` space: only as many rows and cells as the layout has, own units first, and for the far side the
board turned by half a circle when the layout mirrors. Both spaces are the same sections in the same order.

Executed once for every board, like ``geometry.py``, on which it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.looking.layout import CELL, DIRECTION, UNIT

if TYPE_CHECKING:
    from tactica.envs.core.board.geometry import column, row
    from tactica.envs.core.loops.given import STRIDE, kernel


@kernel
def is_turned(layout, viewer):
    """Whether this viewer sees the board turned by half a circle."""
    return layout.mirror == 1 and viewer != 0


@kernel
def shown_place(s, layout, viewer, cell):
    """Column and row of a cell in the viewer's picture; twice -1 for no cell (-1), or one the layout has no room for."""
    x = column(cell)
    y = row(cell)
    if is_turned(layout, viewer):
        x = int(s.board_width - 1 - x)
        y = int(s.board_height - 1 - y)
    if cell < 0 or x < 0 or y < 0 or x >= layout.width or y >= layout.height:
        return -1, -1
    return x, y


@kernel
def shown_cell(s, layout, viewer, cell):
    """Place of a cell in the viewer's picture, ``y * width + x``; -1 for a cell the layout has no room for."""
    x, y = shown_place(s, layout, viewer, cell)
    return -1 if x < 0 else int(y * layout.width + x)


@kernel
def shown_direction(layout, viewer, direction):
    """A direction as the viewer sees it."""
    if is_turned(layout, viewer):
        return (direction + 4) % 8
    return int(direction)


@kernel
def row_of(s, layout, viewer, unit):
    """Observation row of a unit: the viewer's own first, then the others in roster order; -1 when there is no room."""
    start = int(s.side_start[viewer])
    size = int(s.side_size[viewer])
    if start <= unit < start + size:
        row = unit - start
        return row if row < layout.own_rows else -1
    row = unit - start - size
    if row < 0:
        row += int(s.unit_count)
    return int(layout.own_rows + row) if row < layout.other_rows else -1


@kernel
def known_row(s, layout, viewer, who):
    """Observation row of a unit the viewer knows of, by ``s.known``; -1 for no unit, an unknown unit, and without room."""
    if who < 0 or s.known[who] == 0:
        return -1
    return row_of(s, layout, viewer, who)


@kernel
def mark(s, layout, viewer, cell, channel, number, grid):
    """Write a number into a channel where a cell is shown, if it is."""
    x, y = shown_place(s, layout, viewer, cell)
    if x >= 0:
        grid[channel, y, x] = number


@kernel
def unit_of(s, layout, viewer, row):
    """The unit in an observation row; -1 for an empty row."""
    start = int(s.side_start[viewer])
    size = int(s.side_size[viewer])
    if row < layout.own_rows:
        return start + row if row < size else -1
    other = row - layout.own_rows
    if other >= s.unit_count - size:
        return -1
    return int((start + size + other) % s.unit_count)


@kernel
def section_of(layout, answer):
    """The section of the space of answers that an answer is in."""
    section = 0
    while section < layout.sections - 1 and answer >= layout.answer_start[section + 1]:
        section += 1
    return section


@kernel
def index_in(s, layout, viewer, section, answer):
    """The viewer's index for an answer of a section; -1 when the layout cannot show it."""
    part = int(answer - layout.answer_start[section])
    kind = layout.section_kind[section]
    if kind == UNIT:
        part = row_of(s, layout, viewer, part)
    elif kind == CELL:
        part = shown_cell(s, layout, viewer, part)
    elif kind == DIRECTION:
        part = shown_direction(layout, viewer, part)
    return int(layout.index_start[section] + part) if part >= 0 else -1


@kernel
def to_index(s, layout, viewer, answer):
    """The viewer's index for an answer; -1 when the layout cannot show it."""
    if answer >= layout.answer_start[layout.sections]:
        return -1
    return index_in(s, layout, viewer, section_of(layout, answer), answer)


@kernel
def to_answer(s, layout, viewer, index):
    """The answer behind a viewer's index; -1 when it stands for nothing."""
    if index < 0:
        return -1
    for section in range(layout.sections):
        if index < layout.index_start[section + 1]:
            part = int(index - layout.index_start[section])
            kind = layout.section_kind[section]
            if kind == UNIT:
                part = unit_of(s, layout, viewer, part)
                if part < 0:
                    return -1
            elif kind == CELL:
                x = part % layout.width
                y = part // layout.width
                if is_turned(layout, viewer):
                    x = s.board_width - 1 - x
                    y = s.board_height - 1 - y
                if x < 0 or y < 0 or x >= s.board_width or y >= s.board_height:
                    return -1
                part = int(y * STRIDE + x)
            elif kind == DIRECTION:
                part = shown_direction(layout, viewer, part)
            return int(layout.answer_start[section] + part)
    return -1


@kernel
def write_mask(s, layout, viewer, mask):
    """Write the legal choices as the viewer's mask: 1 legal, 0 not (int8, one for each index)."""
    for i in range(len(mask)):
        mask[i] = 0
    section = 0  # mostly one answer is in the section of the one before
    for i in range(s.choice_count):
        answer = int(s.choices[i])
        if not layout.answer_start[section] <= answer < layout.answer_start[section + 1]:
            section = section_of(layout, answer)
        index = index_in(s, layout, viewer, section, answer)
        if index >= 0:
            mask[index] = 1

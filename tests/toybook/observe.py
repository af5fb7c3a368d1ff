"""What a side may see."""

from __future__ import annotations

from tactica.envs.core.compiler import kernel
from tactica.envs.core.state import NO_UNIT, Piece

from .board import STRIDE, row_of, shown_cell, shown_direction
from .rules.places import is_seen_by
from .state import SIDES
from .vocab import CARDS, UNITS, Prompt, Verb

CHANNELS = (
    Piece("blocked", 0, 1, "nobody can stand here, or no such cell"),
    Piece("rough", 0, 1, "rough ground"),
    Piece("own", 0, UNITS, "standing units of the viewer's side"),
    Piece("allies", 0, UNITS, "standing units of its allies"),
    Piece("enemies", 0, UNITS, "standing enemies it sees"),
)
FEATURES = (
    Piece("known", 0, 1, "1 a unit the viewer knows the place of"),
    Piece("side", 0, 2, "0 the viewer's, 1 an ally's, 2 an enemy's"),
    Piece("banner", 0, SIDES - 1, "seats after the viewer's"),
    Piece("cell", -1, 1023, "place of its cell in the picture, -1 none"),
    Piece("span", 1, 2, "cells along each edge"),
    Piece("strength", 1, 10, "dice"),
    Piece("armour", 0, 5, "saves at or under"),
    Piece("movement", 0, 8, "cells"),
    Piece("health", 0, 20, "points left, 0 fallen"),
    Piece("health_max", 1, 20, "points"),
    Piece("hidden", 0, 1, "1 unseen by its enemies"),
    Piece("risen", 0, 9, "times it rose again"),
    Piece("order", 0, len(Verb) - 1, "order given, 0 none or secret"),
    Piece("guarding", 0, 8, "direction guarded plus 1, 0 none or secret"),
    Piece("acted", 0, 1, "1 has carried out its order"),
)
CONTEXT = (
    Piece("round", 0, 999, "current round"),
    Piece("rounds", 0, 999, "last round"),
    Piece("decider", 0, SIDES, "seats after the viewer's of the side that decides, plus 1; 0 over"),
    Piece("prompt", 0, len(Prompt) - 1, "what the viewer's side is asked, 0 nothing"),
    Piece("pending", 0, len(Verb) - 1, "verb whose parts are being asked"),
    Piece("asked", 0, UNITS, "observation row of the unit that is asked plus 1, 0 none"),
    Piece("hand", 0, CARDS - 1, "card held"),
    *(Piece(f"might_{i}", 0, 1, "might was played by this side, own first") for i in range(SIDES)),
    *(Piece(f"haste_{i}", 0, 1, "haste was played by this side, own first") for i in range(SIDES)),
    *(Piece(f"speed_{i}", 0, 10, "speed of this side, own first") for i in range(SIDES)),
)


@kernel
def observe_map(s, w, layout, viewer, grid):
    """Write the channels of the ground, which never change."""
    for y in range(layout.height):
        for x in range(layout.width):
            grid[0, y, x] = 1
            grid[1, y, x] = 0
    for y in range(s.board_height):
        for x in range(s.board_width):
            place = shown_cell(s, layout, viewer, y * STRIDE + x)
            if place >= 0:
                grid[0, place // layout.width, place % layout.width] = w.field.blocked[y * STRIDE + x]
                grid[1, place // layout.width, place % layout.width] = w.field.rough[y * STRIDE + x]


@kernel
def observe(s, w, layout, viewer, grid, units, context):
    """Write grid (channels, H, W), units (rows, features) and context (n) as ``viewer`` sees them."""
    observe_grid(s, w, layout, viewer, grid)
    for row in range(units.shape[0]):
        for i in range(units.shape[1]):
            units[row, i] = 0
    for who in range(s.unit_count):
        row = row_of(s, layout, viewer, who)
        if row >= 0 and is_seen_by(s, viewer, who):
            observe_unit(s, layout, viewer, who, units[row])
    context[:] = 0
    context[0] = s.round_no
    context[1] = s.round_limit
    if s.prompt != Prompt.NOBODY:
        context[2] = (s.decider_side - viewer) % s.side_count + 1
        if s.decider_side == viewer:
            context[3] = s.prompt
            context[4] = s.pending_verb
            if s.decider != NO_UNIT:
                context[5] = row_of(s, layout, viewer, s.decider) + 1
    context[6] = s.hand[viewer]
    for side in range(s.side_count):
        seat = (side - viewer) % s.side_count
        context[7 + seat] = s.might[side]
        context[7 + SIDES + seat] = s.haste[side]
        context[7 + 2 * SIDES + seat] = s.speed[side]


@kernel
def observe_grid(s, w, layout, viewer, grid):
    """How many stand in each cell."""
    grid[2:] = 0
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.health <= 0 or not is_seen_by(s, viewer, who):
            continue
        channel = 2 if unit.side == viewer else 4 - s.allied[viewer, unit.side]
        for dy in range(unit.span):
            for dx in range(unit.span):
                place = shown_cell(s, layout, viewer, unit.cell + dy * STRIDE + dx)
                if place >= 0:
                    grid[channel, place // layout.width, place % layout.width] += 1


@kernel
def observe_unit(s, layout, viewer, who, line):
    """One row of the units. Orders are shown to their own side, and to all once revealed."""
    unit = s.units[who]
    is_own = unit.side == viewer
    line[0] = 1
    line[1] = 0 if is_own else 2 - s.allied[viewer, unit.side]
    line[2] = (unit.side - viewer) % s.side_count
    line[3] = shown_cell(s, layout, viewer, unit.cell)
    line[4] = unit.span
    line[5] = unit.strength
    line[6] = unit.armour
    line[7] = unit.movement
    line[8] = unit.health
    line[9] = unit.health_max
    line[10] = unit.hidden
    line[11] = unit.risen
    if is_own or s.orders_open == 1:
        line[12] = unit.order
        # a guard is seen by its side as soon as the direction is given
        if unit.order == Verb.GUARD and not (s.prompt == Prompt.DIRECTION and s.decider == who):
            line[13] = shown_direction(layout, viewer, unit.guard_direction) + 1
    line[14] = unit.acted

"""What a side may see."""

from __future__ import annotations

from tactica.envs.core.compiler import kernel
from tactica.envs.core.state import FLAG, NO_UNIT, ObservationField, count, one_of
from tactica.envs.core.state.catalogue import BLOCKED, KNOWN, ROUND, Catalogue, columns, prompt_of

from .board import BOARD, STRIDE, row_of, shown_cell, shown_direction, shown_place
from .rules.places import is_seen_by, is_standing
from .state import MAP, POSITION, SIDES, UNIT
from .vocab import UNITS, Card, Prompt, Verb

SHOWN = Catalogue(BOARD, UNITS)
CHANNELS = SHOWN.of(
    MAP,
    BLOCKED,
    "rough",
    ("own", count(UNITS), "standing units of the viewer's side"),
    ("allies", count(UNITS), "standing units of its allies"),
    ("enemies", count(UNITS), "standing enemies it sees"),
)
FEATURES = SHOWN.of(
    UNIT,
    KNOWN,
    ("side", count(2), "0 the viewer's, 1 an ally's, 2 an enemy's"),
    ("banner", count(SIDES - 1), "seats after the viewer's"),
    ObservationField("cell", -1, BOARD.width * BOARD.height - 1, "place of its cell in the picture, -1 none"),
    *("span", "strength", "armour", "movement", "health", "health_max", "hidden", "risen"),
    ("order", one_of(Verb), "order given, 0 none or secret"),
    ("guarding", count(8), "direction guarded plus 1, 0 none or secret"),
    "acted",
)
CONTEXT = SHOWN.of(
    POSITION,
    ROUND._replace(high=999),
    ("rounds", count(999), "last round"),
    ("decider", count(SIDES), "seats after the viewer's of the side that decides, plus 1; 0 over"),
    prompt_of(Prompt),
    ("pending", one_of(Verb), "verb whose parts are being asked"),
    ("asked", count(UNITS), "observation row of the unit that is asked plus 1, 0 none"),
    ("hand", one_of(Card), "card held"),
    *((f"might_{i}", FLAG, "might was played by this side, own first") for i in range(SIDES)),
    *((f"haste_{i}", FLAG, "haste was played by this side, own first") for i in range(SIDES)),
    *((f"speed_{i}", count(10), "speed of this side, own first") for i in range(SIDES)),
)
Channel = columns("Channel", CHANNELS, __name__)
Feature = columns("Feature", FEATURES, __name__)
Context = columns("Context", CONTEXT, __name__)


@kernel
def know_units(s, w, side):
    """Everybody but hidden enemies."""
    for who in range(s.unit_count):
        s.known[who] = 1 if is_seen_by(s, side, who) else 0


@kernel
def is_on_board(s, who):
    """The fallen are not shown on the board."""
    return is_standing(s, who)


@kernel
def mark_unit(s, w, layout, viewer, who, x, y, grid):
    """How many stand in each cell that the unit covers."""
    unit = s.units[who]
    channel = Channel.ENEMIES - s.allied[viewer, unit.side]
    if unit.side == viewer:
        channel = int(Channel.OWN)
    for dy in range(unit.span):
        for dx in range(unit.span):
            here_x, here_y = shown_place(s, layout, viewer, unit.cell + dy * STRIDE + dx)
            if here_x >= 0:
                grid[channel, here_y, here_x] += 1


@kernel
def observe_unit(s, w, layout, viewer, who, row):
    """Whose it is and where. Orders are shown to their own side, and to all once revealed."""
    unit = s.units[who]
    is_own = unit.side == viewer
    row[Feature.SIDE] = 0 if is_own else 2 - s.allied[viewer, unit.side]
    row[Feature.BANNER] = (unit.side - viewer) % s.side_count
    row[Feature.CELL] = shown_cell(s, layout, viewer, unit.cell)
    if is_own or s.orders_open == 1:
        row[Feature.ORDER] = unit.order
        # a guard is seen by its side as soon as the direction is given
        if unit.order == Verb.GUARD and not (s.prompt == Prompt.DIRECTION and s.decider == who):
            row[Feature.GUARDING] = shown_direction(layout, viewer, unit.guard_direction) + 1


@kernel
def observe_context(s, w, layout, viewer, other, context):
    """Who decides, what is held, and what has been played."""
    context[Context.ROUNDS] = s.round_limit
    if s.prompt != Prompt.NOBODY:
        context[Context.DECIDER] = (s.decider_side - viewer) % s.side_count + 1
        if s.decider_side == viewer:
            context[Context.PENDING] = s.pending_verb
            if s.decider != NO_UNIT:
                context[Context.ASKED] = row_of(s, layout, viewer, s.decider) + 1
    context[Context.HAND] = s.hand[viewer]
    for side in range(s.side_count):
        seat = (side - viewer) % s.side_count
        context[Context.MIGHT_0 + seat] = s.might[side]
        context[Context.HASTE_0 + seat] = s.haste[side]
        context[Context.SPEED_0 + seat] = s.speed[side]

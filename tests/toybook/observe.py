"""What a side may see."""

from __future__ import annotations

from tactica.envs.core.compiler import kernel
from tactica.envs.core.looking.catalogue import (
    BLOCKED,
    KNOWN,
    OBJECTIVE_CONTEXT,
    OBJECTIVE_ZONE,
    ROUND,
    Catalogue,
    X,
    Y,
    columns,
    pending_verb_of,
    prompt_of,
    seats_of,
)
from tactica.envs.core.state import FLAG, NO_UNIT, count, one_of

from .board import BOARD, STRIDE, row_of, shown_direction, shown_place
from .rules.places import is_seen_by, is_standing
from .state import MAP, POSITION, SIDES, UNIT
from .vocab import CARDS, UNITS, Card, Phase, Prompt, Verb

SHOWN = Catalogue(BOARD, UNITS)
CHANNELS = SHOWN.of(
    MAP,
    BLOCKED,
    "rough",
    ("own", count(UNITS), "standing units of the viewer's side"),
    ("allies", count(UNITS), "standing units of its allies"),
    ("enemies", count(UNITS), "standing enemies it sees"),
    OBJECTIVE_ZONE,
    ("zone", FLAG, "where the viewer's side deploys, as long as that lasts"),
)
FEATURES = SHOWN.of(
    UNIT,
    KNOWN,
    ("side", count(2), "0 the viewer's, 1 an ally's, 2 an enemy's"),
    X,
    Y,
    *("width", "height", "health", "hidden", "risen"),
    ("order", one_of(Verb), "order given, 0 none or secret"),
    ("guarding", count(8), "direction guarded plus 1, 0 none or secret"),
    "acted",
    # --- what lasts for the whole battle
    *("strength", "armour", "movement", "health_max"),
    *seats_of(SIDES),
)
CONTEXT = SHOWN.of(
    POSITION,
    ROUND._replace(high=999),
    ("rounds", count(999, scale=20), "last round"),
    ("decider", count(SIDES), "seats after the viewer's of the side that decides, plus 1; 0 over"),
    prompt_of(Prompt),
    pending_verb_of(Verb),
    ("asked", count(UNITS), "observation row of the unit that is asked plus 1, 0 none"),
    ("hand", one_of(Card), "card held"),
    *((f"might_{i}", FLAG, "might was played by this side, own first") for i in range(SIDES)),
    *((f"haste_{i}", FLAG, "haste was played by this side, own first") for i in range(SIDES)),
    *((f"holds_{i}", FLAG, "this side holds a card, own first") for i in range(SIDES)),
    *((f"unseen_{card.name.lower()}", count(20), "cards of this kind in the deck or in other hands") for card in Card),
    *((f"speed_{i}", count(10), "speed of this side, own first") for i in range(SIDES)),
    *OBJECTIVE_CONTEXT,
)
Channel = columns("Channel", CHANNELS, __name__)
Feature = columns("Feature", FEATURES, __name__)
Context = columns("Context", CONTEXT, __name__)
FIRST_BOARD = int(Channel.ZONE)


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
def observe_board(s, w, layout, viewer, grid):
    """The viewer's zone. Whether it is shown."""
    if s.stack[0].step != Phase.DEPLOY:
        return False
    for y in range(s.board_height):
        for x in range(s.board_width):
            if (w.field.zone[y * STRIDE + x] >> viewer) & 1 == 1:
                here_x, here_y = shown_place(s, layout, viewer, y * STRIDE + x)
                if here_x >= 0:
                    grid[Channel.ZONE, here_y, here_x] = 1
    return True


@kernel
def mark_unit(s, w, layout, viewer, who, x, y, grid):
    """How many stand in each cell that the unit covers."""
    unit = s.units[who]
    channel = Channel.ENEMIES - s.allied[viewer, unit.side]
    if unit.side == viewer:
        channel = int(Channel.OWN)
    for dy in range(unit.height):
        for dx in range(unit.width):
            here_x, here_y = shown_place(s, layout, viewer, unit.cell + dy * STRIDE + dx)
            if here_x >= 0:
                grid[channel, here_y, here_x] += 1


@kernel
def observe_unit(s, w, layout, viewer, who, row):
    """Whose it is and where. Orders are shown to their own side, and to all once revealed."""
    unit = s.units[who]
    is_own = unit.side == viewer
    row[Feature.SIDE] = 0 if is_own else 2 - s.allied[viewer, unit.side]
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
            if s.decider != NO_UNIT:
                context[Context.ASKED] = row_of(s, layout, viewer, s.decider) + 1
    context[Context.HAND] = s.hand[viewer]
    for side in range(s.side_count):
        seat = (side - viewer) % s.side_count
        context[Context.MIGHT_0 + seat] = s.might[side]
        context[Context.HASTE_0 + seat] = s.haste[side]
        context[Context.SPEED_0 + seat] = s.speed[side]
        context[Context.HOLDS_0 + seat] = 1 if s.hand[side] != Card.NOTHING else 0
        if side != viewer and s.hand[side] != Card.NOTHING:
            context[Context.UNSEEN_NOTHING + s.hand[side]] += 1
    for card in range(CARDS):
        context[Context.UNSEEN_NOTHING + card] += s.deck[card]

"""What a side sees: the table with the footprints of the regiments, the regiments, what is being resolved. Nothing
is hidden.

Most is copied as ``state.py`` declares it; what is not has a kind here, and is written by the functions below.
"""

from __future__ import annotations

from ...core.compiler import kernel
from ...core.looking.catalogue import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    CHOSEN_TARGET,
    COORDINATE,
    DECIDER_ROW,
    DECIDES,
    KNOWN,
    MY_DECISION,
    OBJECTIVE_CONTEXT,
    OBJECTIVE_ZONE,
    ON_BOARD,
    OWN_UNIT,
    ROUND,
    TARGET_ROW,
    TARGETED,
    Catalogue,
    X,
    Y,
    chosen_mode_of,
    columns,
    pending_verb_of,
    prompt_of,
    seats_of,
)
from ...core.state import ALL, DIRECTION, FLAG, NO_UNIT, ROW_OR_NONE, count, one_of, top
from .board import BOARD, block, gap_to_body, is_turned, known_row, shown_direction, shown_place, whole_root
from .rules.bodies import bounds, character_rect, engaged_with, full_rect, is_there, short_rect
from .rules.formation import ranks_of
from .rules.sight import QUARTERS, arc_of, beyond
from .rules.sight import perceives as perceives
from .state import LASTING, MAP, POSITION, PROFILE, SIDES, UNIT
from .vocab import MODELS, UNITS, Bearing, Frame, Mode, Prompt, Side, Spell, Verb

MOST = 9000
MOST_WOUNDS = 999
SPELLS = len(Spell)
#: What of a unit everybody sees and may change in a battle.
CHANGING = tuple(str(row[0]) for row in UNIT if ALL in row and row[0] not in LASTING)

#: The tables of the scenarios called so: height and width, rows of the viewer's side and of the other.
LAYOUTS = {"small": (24, 36, 4, 4), "standard": (30, 48, 8, 8)}

SHOWN = Catalogue(BOARD, UNITS)
CHANNELS = SHOWN.of(
    MAP,
    ON_BOARD,
    "terrain",
    ("own", FLAG, "1 a model of the viewer's side"),
    ("enemy", FLAG, "1 a model of the enemy"),
    ("front", FLAG, "1 in the front rank of its unit"),
    ("character", FLAG, "1 a character"),
    ("fleeing", FLAG, "1 a model in flight"),
    ("decider", FLAG, "1 a model of the unit that decides"),
    ("target", FLAG, "1 a model of the other unit of the procedure that is running"),
    OBJECTIVE_ZONE,
)
FEATURES = SHOWN.of(
    UNIT,
    KNOWN,
    OWN_UNIT,
    X,
    Y,
    ("ranks", count(MODELS, scale=4), "ranks, the last one included even if it is short"),
    ("engaged", FLAG, "1 in contact with an enemy, neither of them in flight"),
    *CHANGING,
    ("panics", FLAG, "1 has to test for panic"),
    ("in_combat", FLAG, "1 in the combat that is being fought"),
    ("fought", FLAG, "1 its combat of this phase is over"),
    ("is_asked", FLAG, "1 has been asked for a challenge, or may still follow, pursue or run on"),
    ("is_asked_below", FLAG, "1 may still run on when the beaten have been seen to"),
    DECIDES,
    TARGETED,
    # --- how it lies to the deciding unit
    ("distance", count(127, scale=12), "whole inches between it and the unit that is asked"),
    (
        "ahead",
        count(127, low=-127, scale=12),
        "inches from the front of the unit that is asked to its middle, straight ahead",
    ),
    (
        "aside",
        count(127, low=-127, scale=12),
        "inches its middle lies to the right of the middle of the unit that is asked",
    ),
    ("bearing", one_of(Bearing), "arc of the unit that is asked in which its middle lies"),
    ("aspect", one_of(Bearing), "its own arc in which the middle of the unit that is asked lies"),
    # --- what lasts for the whole battle
    *seats_of(SIDES),
    *(row[0] for row in PROFILE),
)
CONTEXT = SHOWN.of(
    POSITION,
    ROUND,
    ("rounds_left", count(1000, scale=6), "rounds until the end, this one not included"),
    "phase",
    ("my_turn", FLAG, "1 it is the turn of the viewer's side"),
    ("is_first", FLAG, "1 the viewer's side has the first turn of a round"),
    prompt_of(Prompt),
    pending_verb_of(Verb),
    MY_DECISION,
    DECIDER_ROW,
    TARGET_ROW,
    CHOSEN_TARGET,
    chosen_mode_of(Mode),
    *(
        (f"inflicted_{i}", count(999, scale=5), "wounds inflicted in the combat that is being fought")
        for i in range(SIDES)
    ),
    ("procedure", one_of(Frame), "what is being resolved; nothing where it is no more than an order"),
    ("procedure_row", ROW_OR_NONE, "unit row that charges, casts, challenges, strikes or was beaten; -1 none"),
    ("procedure_foe", ROW_OR_NONE, "unit row that may dispel, or is challenged; -1 none"),
    ("procedure_target", ROW_OR_NONE, "unit row that is charged, or that a spell is cast at; -1 none"),
    ("procedure_total", count(MOST, scale=10), "total of the casting roll"),
    *((f"spell_{spell.name.lower()}", FLAG, "1 this spell is being cast") for spell in Spell),
    ("aim_x", COORDINATE, "column of the cell that a spell is cast at, -1 none"),
    ("aim_y", COORDINATE, "row of that cell, -1 none"),
    ("moment", count(MOST, scale=10), "Initiative at which the blows fall"),
    ("away", DIRECTION, "way the beaten unit goes"),
    ("ground", count(MOST, scale=2), "cells of ground it gave"),
    BOARD_WIDTH,
    BOARD_HEIGHT,
    *OBJECTIVE_CONTEXT,
)
Channel = columns("Channel", CHANNELS, __name__)
Feature = columns("Feature", FEATURES, __name__)
Context = columns("Context", CONTEXT, __name__)


@kernel
def other_unit(s, viewer):
    """The other unit of the procedure that is running: who charges, casts, challenges or is beaten."""
    if s.prompt == 0 or s.depth == 0 or top(s).kind <= Frame.ORDER:
        return NO_UNIT
    frame = top(s)
    if s.decider != frame.who:
        return int(frame.who)
    return int(frame.foe)


# --- the table ---------------------------------------------------------------------------------------------------------


@kernel
def fill(s, layout, viewer, x, y, width, height, channel, grid):
    """Mark a rectangle of the table, as far as the layout shows it."""
    if is_turned(layout, viewer):
        x, y = int(s.board_width) - x - width, int(s.board_height) - y - height
    for row in range(max(y, 0), min(y + height, int(layout.height))):
        for column in range(max(x, 0), min(x + width, int(layout.width))):
            grid[channel, row, column] = 1


@kernel
def fill_unit(s, layout, viewer, who, channel, grid):
    """Mark the footprint of a unit."""
    x, y, width, height = full_rect(s, who)
    fill(s, layout, viewer, x, y, width, height, channel, grid)
    x, y, width, height = short_rect(s, who)
    fill(s, layout, viewer, x, y, width, height, channel, grid)


@kernel
def mark_unit(s, w, layout, viewer, who, x, y, grid):
    """The footprint of a unit: whose it is, its front and character, whether it is fleeing, decides, or is the other unit."""
    unit = s.units[who]
    if not is_there(s, who):
        return
    fill_unit(s, layout, viewer, who, Channel.OWN if s.allied[viewer, unit.side] == 1 else Channel.ENEMY, grid)
    x, y, width, height = front_of(s, who)
    fill(s, layout, viewer, x, y, width, height, Channel.FRONT, grid)
    if unit.char_alive == 1:
        x, y, width, height = character_rect(s, who)
        fill(s, layout, viewer, x, y, width, height, Channel.CHARACTER, grid)
    if unit.fleeing == 1:
        fill_unit(s, layout, viewer, who, Channel.FLEEING, grid)
    if s.prompt != 0 and s.decider == who:
        fill_unit(s, layout, viewer, who, Channel.DECIDER, grid)
    elif other_unit(s, viewer) == who:
        fill_unit(s, layout, viewer, who, Channel.TARGET, grid)


@kernel
def front_of(s, who):
    """The rectangle of the front rank."""
    unit = s.units[who]
    return block(int(unit.cell), int(unit.facing), 0, int(unit.files) * int(unit.base_width), 0, int(unit.base_depth))


# --- the regiments -----------------------------------------------------------------------------------------------------


@kernel
def is_seen_engaged(s, who):
    """Whether a unit fights an enemy that the viewer knows of."""
    enemies = engaged_with(s, who)
    for other in range(s.unit_count):
        if (enemies >> other) & 1 == 1 and s.known[other] == 1:
            return True
    return False


@kernel
def observe_unit(s, w, layout, viewer, who, row):
    """What of a unit row is not copied."""
    unit = s.units[who]
    row[Feature.RANKS] = ranks_of(int(unit.models), int(unit.files))
    row[Feature.ENGAGED] = 1 if is_there(s, who) and is_seen_engaged(s, who) else 0
    row[Feature.PANICS] = (int(s.panicked) >> who) & 1
    row[Feature.IN_COMBAT] = (int(s.in_combat) >> who) & 1
    row[Feature.FOUGHT] = (int(s.fought) >> who) & 1
    if s.prompt != 0 and top(s).kind > Frame.ORDER:
        row[Feature.IS_ASKED] = (int(top(s).asked) >> who) & 1
        if s.stack[s.depth - 2].kind == Frame.COMBAT:
            row[Feature.IS_ASKED_BELOW] = (int(s.stack[s.depth - 2].asked) >> who) & 1
    is_asked = s.prompt != 0 and s.decider >= 0 and s.known[s.decider] == 1
    if is_asked and s.decider != who and is_there(s, who) and is_there(s, int(s.decider)):
        observe_bearing(s, int(s.decider), who, row)


@kernel
def observe_bearing(s, asked, who, row):
    """How a unit lies to the deciding unit: what a ruler and a look along the ranks show at the table."""
    x, y, width, height = bounds(s, asked)
    ox, oy, other_width, other_height = bounds(s, who)
    facing, other_facing = int(s.units[asked].facing), int(s.units[who].facing)
    middle_x, middle_y = 2 * ox + other_width, 2 * oy + other_height  # in half inches, as all below
    row[Feature.DISTANCE] = whole_root(gap_to_body(s, x, y, width, height, who))
    row[Feature.AHEAD] = beyond(middle_x, middle_y, x, y, width, height, facing // 2) // 2
    right = (facing // 2 + Side.RIGHT) % QUARTERS
    row[Feature.ASIDE] = (
        beyond(middle_x, middle_y, x, y, width, height, right)
        - beyond(middle_x, middle_y, x, y, width, height, (right + Side.REAR) % QUARTERS)
    ) // 4
    row[Feature.BEARING] = 1 + arc_of(middle_x, middle_y, x, y, width, height, facing)
    row[Feature.ASPECT] = 1 + arc_of(2 * x + width, 2 * y + height, ox, oy, other_width, other_height, other_facing)


# --- the battle --------------------------------------------------------------------------------------------------------


@kernel
def observe_context(s, w, layout, viewer, other, context):
    """The time left, whose turn it is, and what is being resolved."""
    context[Context.ROUNDS_LEFT] = max(int(w.book.rounds) - int(s.round_no), 0)
    context[Context.MY_TURN] = 1 if s.allied[viewer, s.turn_side] == 1 else 0
    context[Context.IS_FIRST] = 1 if s.allied[viewer, s.first_side] == 1 else 0
    for side in range(SIDES):
        context[Context.INFLICTED_0 + (side - viewer) % SIDES] = min(int(s.inflicted[side]), MOST_WOUNDS)
    observe_procedure(s, layout, viewer, context)


@kernel
def observe_procedure(s, layout, viewer, context):
    """The procedure on top: whom it is about, and what of it decides how it goes on."""
    context[Context.PROCEDURE_ROW] = -1
    context[Context.PROCEDURE_FOE] = -1
    context[Context.PROCEDURE_TARGET] = -1
    context[Context.AIM_X] = -1
    context[Context.AIM_Y] = -1
    if s.prompt == 0 or top(s).kind <= Frame.ORDER:
        return
    frame = top(s)
    if frame.who != NO_UNIT and s.known[frame.who] == 0:
        return
    context[Context.PROCEDURE] = frame.kind
    context[Context.PROCEDURE_ROW] = known_row(s, layout, viewer, int(frame.who))
    context[Context.PROCEDURE_TOTAL] = min(max(int(frame.amount), 0), MOST)
    if frame.kind != Frame.CHARGE:
        context[Context.PROCEDURE_FOE] = known_row(s, layout, viewer, int(frame.foe))
    if frame.kind == Frame.CHARGE or frame.kind == Frame.CAST:
        context[Context.PROCEDURE_TARGET] = known_row(s, layout, viewer, int(frame.target))
    if frame.kind == Frame.CAST:
        observe_spell(s, layout, viewer, frame, context)
    elif frame.kind == Frame.BLOWS:
        context[Context.MOMENT] = min(max(int(frame.index), 0), MOST)
    elif frame.kind == Frame.AFTERMATH:
        context[Context.AWAY] = shown_direction(layout, viewer, int(frame.cell))
        context[Context.GROUND] = min(max(int(frame.number), 0), MOST)


@kernel
def observe_spell(s, layout, viewer, frame, context):
    """A spell that can be dispelled."""
    for k in range(SPELLS):
        context[Context.SPELL_EMBER_BOLT + k] = (int(frame.mode) >> k) & 1
    if frame.target == NO_UNIT:
        x, y = shown_place(s, layout, viewer, int(frame.cell))
        context[Context.AIM_X] = x
        context[Context.AIM_Y] = y


@kernel
def potential(s, w, side):
    """Share of its starting points that a side still has on the table and not fleeing, less the enemy's, in [-1, 1]: for
    shaping rewards.
    """
    own = 0.0
    enemy = 0.0
    for other in range(s.side_count):
        left = 0.0
        full = 0.0
        for who in range(s.unit_count):
            unit = s.units[who]
            if unit.side == other:
                full += unit.points
                if unit.models > 0 and unit.fleeing == 0:
                    left += unit.points * (1.0 * unit.models / max(int(unit.models_start), 1))
        if s.allied[side, other] == 1:
            own = left / max(full, 1.0)
        else:
            enemy = left / max(full, 1.0)
    return own - enemy

"""What a side sees: the map with its borders, all units it knows of, what goes on, and of hidden enemies where they were last.

Most is copied as ``state.py`` declares it; what is not has a kind here, and is written by the functions below.
"""

from __future__ import annotations

import numpy as np

from ...core.compiler import int16_at, int32_at, kernel, rule
from ...core.looking.catalogue import (
    BLOCKED,
    BOARD_HEIGHT,
    BOARD_WIDTH,
    CHOSEN_TARGET,
    COORDINATE,
    DECIDER_PLACE,
    DECIDER_ROW,
    DECIDES,
    KNOWN,
    MY_DECISION,
    OBJECTIVE_CONTEXT,
    OBJECTIVE_ZONE,
    ON_BOARD,
    OWN_UNIT,
    ROUND,
    TARGET_PLACE,
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
    shown,
)
from ...core.looking.knowledge import looker_of
from ...core.state import DIRECTION, FLAG, NO_UNIT, count, one_of, or_none, top
from .board import BOARD, STEP, STRIDE, is_turned, known_row, mark, row_of, shown_direction, shown_place
from .procedures import (
    A_BIT,
    A_PLACE,
    A_ROW,
    A_WAY,
    ASKING,
    LOWEST,
    MOST,
    NUMBER,
    PROCEDURES,
    UPPERMOST,
    columns_of_part,
    lines_of_procedures,
)
from .rules.concealment import darkness
from .rules.conditions import is_able, is_foe, is_in_fight, is_present, sees
from .rules.conditions import perceives as perceives
from .rules.defences import defence_total, is_defence_valid
from .rules.hands import is_ready, ranged_slot
from .rules.searching import has_found_item
from .state import MAP, POSITION, SIDES, UNIT
from .vocab import (
    SLOTS,
    UNITS,
    Ability,
    Attribute,
    Compass,
    Defence,
    Frame,
    Mode,
    Place,
    Prompt,
    Skill,
    Task,
    Verb,
)

A_SET = count(2**15 - 1)
ARMS, LEGS, HANDS = ("sword", "other"), ("right", "left"), ("sword_hand", "off_hand")
WAYS = ("north", "east", "south", "west")
SLOT_WORDS = tuple(str(slot + 1) for slot in range(SLOTS))

#: The boards of the scenarios called so: height and width, rows of the viewer's side and of all others.
LAYOUTS = {"small": (6, 6, 4, 4), "standard": (8, 8, 8, 8)}

# --- catalogues -------------------------------------------------------------------------------------------------------

SHOWN = Catalogue(BOARD, UNITS)
CHANNELS = SHOWN.of(
    MAP,
    ON_BOARD,
    BLOCKED,
    *("ground", "feature", "feature_climb", "difficult", "cover", "cover_height", "cover_mask", "dark", "roof"),
    *("campfire", "hazard", "hazard_number", "hazard_cr", "limit", "crossing", "structure", "stone", "climb", "exit"),
    DECIDER_PLACE,
    TARGET_PLACE,
    OBJECTIVE_ZONE,
    ("own_units", count(UNITS, scale=2), "units of the viewer's side and its friends that are here"),
    ("enemy_units", count(UNITS, scale=2), "known enemies that are here"),
    ("out", count(UNITS, scale=2), "units here that are out of the fight"),
    ("last_seen", count(UNITS, scale=2), "enemies known to hide that were seen here last"),
    ("objective", count(3), "objective here: 1 held by nobody, 2 by the viewer's side or an ally, 3 by an enemy"),
    *((f"toughness_{way}", count(20, scale=4), f"toughness left of a structure ({way})") for way in WAYS),
    *((f"passed_{way}", count(99, scale=2), f"units counted through the border ({way})") for way in WAYS),
    *(
        (f"counter_{way}", count(2 * UNITS), f"row, from 1, of the unit whose turn ends that count, 0 none ({way})")
        for way in WAYS
    ),
    ("darkness", count(3), "darkness as it is now, with camp fires and torches"),
)
FEATURES = SHOWN.of(
    UNIT,
    KNOWN,
    OWN_UNIT,
    ("in_fight", FLAG, "1 in the fight: neither dead, unconscious, surrendered, gone nor injured in the torso"),
    ("able", FLAG, "1 in the fight, awake and not dazed"),
    X,
    Y,
    # --- whether it is in the fight
    ("hp", count(40, low=-40, scale=5), "hit points, 0 the viewer does not know them"),
    ("hp_known", FLAG, "1 the viewer knows its hit points"),
    "wp",
    ("spent", FLAG, "1 it has no willpower left: that shows, for it can be threatened"),
    ("fatigue", count(20, scale=10), "fatigue, 0 the viewer does not know it"),
    *("tired", "dead", "unconscious", "sleeping", "surrendered", "escaped", "stabilised", "injuries", "death_timer"),
    *("faint_timer", "heard"),
    # --- position and effects
    *("prone", "fall_timer", "stumble_timer", "stumble_direction", "daze_timer", "daze_odd", "locked", "weaken_timer"),
    "bound_hands",
    shown("bound_arms", "bound_arm", parts=ARMS),
    "bound_feet",
    shown("bound_legs", "bound_leg", parts=LEGS),
    *("bound_body", "grab_target", "grab_part", "cluster", "elevation", "climbing", "climb_direction", "in_cover"),
    # --- guarding and waiting
    *("guard", "guard_unit", "guard_direction", "guard_left", "ready_trigger", "ready_response"),
    ("ready_direction", DIRECTION, "where to; shown to its own side"),
    *("due_target", "upcoming", "upcoming_direction", "assists"),
    # --- defence
    *("defence", "defence_natural", "defence_six", "defence_consistency"),
    ("defence_total", NUMBER, "total of its standing defence, 0 none"),
    ("defence_valid", FLAG, "1 its natural result reaches fatigue: the defence counts"),
    *("kept", "kept_natural", "kept_six", "dodges", "blocks"),
    shown("parries", "parries", parts=HANDS),
    *("dodge_ready", "ongoing", "strikes_back", "blind"),
    # --- who has seen and done what
    "hide_value",
    ("hidden_from_own", A_SET, "of others: units of the viewer's side they are hidden from, as bits of rows"),
    ("hidden_from_others", A_SET, "known units they are hidden from, as bits of rows after the viewer's"),
    ("known_hiding_own", A_SET, "of others: units of the viewer's side that know they hide, as bits of rows"),
    ("known_hiding_others", A_SET, "known units that know they hide, as bits of rows after the viewer's"),
    ("knows_hidden", FLAG, "1 own unit that knows of a hidden enemy it does not see"),
    *("read_by", "reads", "shot_by", "dodged_from", "undodged_from"),
    # --- order and its turn
    "initiative",
    ("order", count(UNITS), "place in the order of the units that the viewer knows of"),
    *("acted", "delays", "standard_left", "pairing", "free_used", "turn_cell", "turn_mates"),
    *("ran_from", "entered_from", "primed", "free_uses"),
    # --- what it carries: of others what is in their hands, lies about, is part of them or has been found
    *("items", "places", "drop_timers", "ammo", "to_draw", "poison", "conceal_value"),
    ("missile_ready", FLAG, "1 it wields a ranged weapon that is ready"),
    *(
        (f"lies_{axis}_{slot}", COORDINATE, f"{name} where the item of this slot lies, -1 it does not")
        for slot in SLOT_WORDS
        for axis, name in (("x", "column"), ("y", "row"))
    ),
    *((f"asked_{name}", FLAG, f"1 asked or dealt with: {name}") for name in ASKING),
    DECIDES,
    TARGETED,
    # --- what lasts for the whole battle
    *seats_of(SIDES),
    *("hp_max", "wp_max"),
    shown("attributes", "attribute", parts=Attribute),
    shown("trained", "trained", parts=Ability),
    shown("trained_potential", "trained_potential", parts=Ability),
    *("armour_penalty", "physical_penalty", "mental_penalty"),
    shown("attribute_penalty", "penalty", parts=Attribute),
    shown("ability_penalty", "penalty", parts=Ability),
    "skills",
)
CONTEXT = SHOWN.of(
    POSITION,
    ROUND,
    ("rounds_left", count(1000, scale=20), "rounds until the limit"),
    prompt_of(Prompt),
    pending_verb_of(Verb),
    MY_DECISION,
    DECIDER_ROW,
    TARGET_ROW,
    CHOSEN_TARGET,
    chosen_mode_of(Mode),
    ("procedure", or_none(one_of(Frame)), "procedure that asks, -1 none"),
    ("weather", count(3), "extreme weather"),
    (
        "objective_seat",
        count(SIDES - 1, low=-1),
        "side that wins at the round limit by the objectives, in seats after the viewer's, -1 none",
    ),
    ("hiding", count(UNITS), "enemies known to hide somewhere"),
    *(column for prefix, _, _, parts in PROCEDURES for part in parts for column in columns_of_part(prefix, part)),
    BOARD_WIDTH,
    BOARD_HEIGHT,
    *OBJECTIVE_CONTEXT,
)
Channel = columns("Channel", CHANNELS, __name__)
Feature = columns("Feature", FEATURES, __name__)
Context = columns("Context", CONTEXT, __name__)
FIRST_BOARD = int(Channel.LAST_SEEN)  # from here on ``observe_board`` alone writes


#: What is copied of procedures, and where the lines of each begin.
LINES = lines_of_procedures(CONTEXT)
FIRST_LINES = np.searchsorted(LINES[:, 0], np.arange(len(PROCEDURES) + 1)).astype(np.int64)
KIND_OF = np.array([(int(kind), which) for _, kind, which, _ in PROCEDURES], np.int64)
NOBODY_COLUMNS = np.concatenate(
    [LINES[LINES[:, 3] == A_ROW, 4], LINES[LINES[:, 3] == A_PLACE, 4], LINES[LINES[:, 3] == A_PLACE, 4] + 1]
)
ASKING_OF = np.array(
    [
        (number, int(Feature[f"ASKED_{prefix.upper()}"]))
        for number, (prefix, *_) in enumerate(PROCEDURES)
        if prefix in ASKING
    ],
    np.int64,
)
FREE_USES, SKILLS = int(Feature[f"FREE_USES_{Skill(0).name}"]), len(Skill)
BLINDS = np.array([int(Feature[f"BLIND_{one.name}"]) for one in Compass], np.int64)
HALF = len(Compass) // 2
HERE = 8  # in place of a direction: what stands in the cell


# --- who is known -------------------------------------------------------------------------------------------------------


@rule("c.information", "position.hidden")
def is_known_to(s, side, who):
    """Information: a side knows of friends, of units that are gone, and of units that a friend in the fight sees."""
    unit = s.units[who]
    if unit.hidden_from == 0 or s.allied[side, unit.side] == 1 or not is_present(s, who):
        return True
    for observer in range(s.unit_count):
        if s.allied[side, s.units[observer].side] == 1 and sees(s, observer, who) and is_in_fight(s, observer):
            return True
    return False


@kernel
def know_units(s, w, side):
    """Fill ``s.known`` with what a side knows of."""
    for who in range(s.unit_count):
        s.known[who] = 1 if is_known_to(s, side, who) else 0


@rule("c.information", "position.hidden")
def is_known_to_hide(s, side, who):
    """Information: of a hidden enemy a side knows that it hides, if one of its units does."""
    if is_known_to(s, side, who):
        return False
    for observer in range(s.unit_count):
        if s.allied[side, s.units[observer].side] == 1 and is_in_fight(s, observer):
            if (int(s.units[who].known_hiding) >> observer) & 1 == 1:
                return True
    return False


@rule("c.information", "position.hidden")
def is_shown_to_hide(s, layout, viewer, who):
    """Information: whether an enemy shows as hiding: to its side, and where one unit looks, if that unit knows of it."""
    looker = looker_of(s, layout, viewer)
    return is_known_to_hide(s, viewer, who) and (
        looker == NO_UNIT or (int(s.units[who].known_hiding) >> looker) & 1 == 1
    )


@kernel
def other_unit(s, viewer):
    """The other unit of the running procedure: the attacker or its target, or a unit that is held, in the way, or chased."""
    if s.prompt == 0 or s.depth == 0:
        return NO_UNIT
    frame = top(s)
    if frame.kind == Frame.BATTLE or frame.kind == Frame.TURN or frame.kind == Frame.DEFEND:
        return NO_UNIT
    if frame.who != s.decider:
        return int(frame.who)
    if (
        frame.kind == Frame.CHECK
        or frame.kind == Frame.HEIGHT
        or (frame.kind == Frame.TASK and frame.task == Task.BASHING)
    ):
        return NO_UNIT
    return int(frame.target)


# --- the board ----------------------------------------------------------------------------------------------------------


@kernel
def is_on_board(s, who):
    """The dead and those who have left are not shown on the board."""
    return is_present(s, who)


@kernel
def mark_unit(s, w, layout, viewer, who, x, y, grid):
    """How many units of which side are in a cell, and how many of them are out of the fight."""
    grid[Channel.OWN_UNITS if s.allied[viewer, s.units[who].side] == 1 else Channel.ENEMY_UNITS, y, x] += 1
    if not is_in_fight(s, who):
        grid[Channel.OUT, y, x] += 1


@kernel
def observe_board(s, w, layout, viewer, grid):
    """The channels of hidden enemies, objectives, borders as they are now, and darkness. Whether there is any of it."""
    is_any = s.objective_count > 0 or s.edge_count > 0
    for who in range(s.unit_count):
        if is_shown_to_hide(s, layout, viewer, who):
            x, y = shown_place(s, layout, viewer, int(s.units[who].last_seen[viewer]))
            if x >= 0:
                is_any = True
                grid[Channel.LAST_SEEN, y, x] += 1
    for k in range(s.objective_count):
        owner = int(s.objective_owner[k])
        shown_as = 1 if owner < 0 else 2 if s.allied[viewer, owner] == 1 else 3
        mark(s, layout, viewer, int(s.objective_cell[k]), Channel.OBJECTIVE, shown_as, grid)
    for k in range(s.edge_count):
        mark_edge(s, w, layout, viewer, k, grid)
    if w.field.has_darkness == 1:
        is_any = True
        mark_darkness(s, w, layout, viewer, grid)
    return is_any


@kernel
def mark_edge(s, w, layout, viewer, k, grid):
    """A border that can change, on both sides of it."""
    counter = 1 + known_row(s, layout, viewer, int(s.edge_first[k]))
    for far in range(2):
        cell = int(s.edge_cell[k])
        direction = int(s.edge_direction[k])
        if far == 1:
            cell += int(STEP[direction])
            direction = (direction + 4) % 8
        x, y = shown_place(s, layout, viewer, cell)
        if x >= 0:
            way = shown_direction(layout, viewer, direction) // 2
            grid[Channel.TOUGHNESS_NORTH + way, y, x] = s.edge_toughness[k]
            grid[Channel.PASSED_NORTH + way, y, x] = s.edge_passed[k]
            grid[Channel.COUNTER_NORTH + way, y, x] = counter


@kernel
def mark_darkness(s, w, layout, viewer, grid):
    """Darkness as it is now."""
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = int(y * STRIDE + x)
            if w.field.dark[cell] != 0:
                mark(s, layout, viewer, cell, Channel.DARKNESS, darkness(s, w, cell), grid)


# --- units --------------------------------------------------------------------------------------------------------------


@rule("c.information", "action.observe_insight")
def is_read_by(s, viewer, who):
    """Observe: a unit that was observed shows its willpower, fatigue and hit points to the observer's side."""
    return holds_friend(s, viewer, int(s.units[who].read_by))


@kernel
def holds_friend(s, viewer, units):
    """Whether a set of units has a friend of the viewer's in it."""
    who = 0
    while units >> who != 0:
        if (units >> who) & 1 == 1 and s.allied[viewer, s.units[who].side] == 1:
            return True
        who += 1
    return False


@kernel
def shown_order(s, who):
    """Place in the order, from 0, of the units that the viewer knows of."""
    place = 0
    for other in range(s.unit_count):
        if s.known[other] == 1 and s.units[other].order < s.units[who].order:
            place += 1
    return place


@kernel
def observe_unit(s, w, layout, viewer, who, row):
    """What of a unit row is not copied."""
    unit = s.units[who]
    is_own = s.allied[viewer, unit.side] == 1
    row[Feature.IN_FIGHT] = 1 if is_in_fight(s, who) else 0
    row[Feature.ABLE] = 1 if is_able(s, who) else 0
    row[Feature.SPENT] = 1 if unit.wp == 0 else 0
    row[Feature.ORDER] = shown_order(s, who)
    is_read = is_own or is_read_by(s, viewer, who)
    if is_read or w.book.public_hp == 1:
        row[Feature.HP] = unit.hp
        row[Feature.HP_KNOWN] = 1
    if is_read or w.book.public_fatigue == 1:
        row[Feature.FATIGUE] = unit.fatigue
    if is_read:
        row[Feature.WP] = unit.wp
    if unit.defence != Defence.NONE:
        row[Feature.DEFENCE_TOTAL] = fitted(defence_total(s, w, who))
        row[Feature.DEFENCE_VALID] = 1 if is_defence_valid(s, w, who) else 0
    if is_own:
        row[Feature.READY_DIRECTION] = shown_direction(layout, viewer, int(unit.ready_direction))
        row[Feature.KNOWS_HIDDEN] = 1 if is_aware_of_hidden(s, who) else 0
    else:
        row[FREE_USES : FREE_USES + SKILLS] = 0  # bits are copied for everybody
    observe_items(s, w, layout, viewer, who, is_own, row)
    observe_hiding(s, layout, viewer, who, is_own, row)
    if is_turned(layout, viewer):
        for k in range(len(BLINDS)):
            row[BLINDS[k]] = (int(unit.blind) >> ((k + HALF) % len(BLINDS))) & 1
    for k in range(len(ASKING_OF)):
        at = shown_frame(s, viewer, ASKING_OF[k, 0])
        if at >= 0:
            row[ASKING_OF[k, 1]] = (int(s.stack[at].asked) >> who) & 1


@kernel
def fitted(number):
    """A number within what is shown."""
    return min(max(int(number), -MOST), MOST)


@kernel
def is_aware_of_hidden(s, who):
    """Whether a unit knows of any enemy that it hides from it."""
    for other in range(s.unit_count):
        if is_foe(s, who, other) and is_present(s, other) and not sees(s, who, other):
            if (int(s.units[other].known_hiding) >> who) & 1 == 1:
                return True
    return False


@rule("c.information")
def is_item_shown(s, viewer, who, slot):
    """Information: others see what is in a hand, on the ground, part of the body, or has been found."""
    place = s.units[who].places[slot]
    if place == Place.CONCEALED:
        return has_found_item(s, viewer, who, slot)
    if place == Place.SWORD_HAND or place == Place.OFF_HAND or place == Place.BOTH_HANDS:
        return True
    return place == Place.ON_GROUND or place == Place.NATURAL


@kernel
def observe_items(s, w, layout, viewer, who, is_own, row):
    """Where items lie; of others which items can be seen, and whether a missile is ready."""
    unit = s.units[who]
    for slot in range(SLOTS):
        x, y = shown_place(s, layout, viewer, int(unit.lies[slot]))
        row[Feature.LIES_X_1 + 2 * slot] = x
        row[Feature.LIES_Y_1 + 2 * slot] = y
        if not is_own and is_item_shown(s, viewer, who, slot):
            row[Feature.ITEMS_1 + slot] = unit.items[slot]
            row[Feature.PLACES_1 + slot] = unit.places[slot]
            row[Feature.TO_DRAW_1 + slot] = unit.to_draw[slot]
            row[Feature.DROP_TIMERS_1 + slot] = unit.drop_timers[slot]
    slot = ranged_slot(s, w, who)
    row[Feature.MISSILE_READY] = 1 if slot >= 0 and is_ready(s, w, who, slot) else 0


@kernel
def observe_hiding(s, layout, viewer, who, is_own, row):
    """The units a unit is hidden from: of the viewer's side for other units, known ones of other sides for its own."""
    unit = s.units[who]
    for other in range(s.unit_count):
        if (int(unit.hidden_from) | int(unit.known_hiding)) >> other == 0:
            return
        if (s.allied[viewer, s.units[other].side] == 1) == is_own:
            continue
        at = row_of(s, layout, viewer, other)
        if at < 0 or s.known[other] == 0:
            continue
        is_other = at >= layout.own_rows
        bit = 1 << (at - layout.own_rows if is_other else at)
        if not sees(s, other, who):
            row[Feature.HIDDEN_FROM_OTHERS if is_other else Feature.HIDDEN_FROM_OWN] += bit
        if (int(unit.known_hiding) >> other) & 1 == 1:
            row[Feature.KNOWN_HIDING_OTHERS if is_other else Feature.KNOWN_HIDING_OWN] += bit


# --- what goes on -------------------------------------------------------------------------------------------------------


@kernel
def observe_context(s, w, layout, viewer, other, context):
    """The time left, what the objectives decide, who hides, and the procedures that are running."""
    context[Context.ROUNDS_LEFT] = max(int(w.book.max_rounds) - int(s.round_no), 0)
    context[Context.PROCEDURE] = -1
    if s.prompt != 0 and s.depth > 0 and is_noticed(s, viewer, top(s)):
        context[Context.PROCEDURE] = top(s).kind
    context[Context.WEATHER] = w.field.weather
    context[Context.OBJECTIVE_SEAT] = (s.objective_side - viewer) % s.side_count if s.objective_side >= 0 else -1
    for who in range(s.unit_count):
        if is_shown_to_hide(s, layout, viewer, who):
            context[Context.HIDING] += 1
    for k in range(len(NOBODY_COLUMNS)):
        context[NOBODY_COLUMNS[k]] = -1
    for number in range(len(KIND_OF)):
        at = shown_frame(s, viewer, number)
        if at >= 0:
            copy_frame(s, layout, viewer, number, s.stack[at], context)
    correct_procedures(s, context)


@kernel
def correct_procedures(s, context):
    """What of a procedure means nothing, or must not show: where no square is searched, and half a choice."""
    if context[Context.TASK_TASK] != Task.OBSERVING:
        context[Context.TASK_X] = -1
        context[Context.TASK_Y] = -1
    if context[Context.TASK_TASK] == Task.BASHING:
        context[Context.TASK_TARGET] = -1
    if s.pending_verb != Verb.NONE:
        context[Context.TURN_VERB] = 0
        context[Context.TURN_TARGET] = -1
        context[Context.TURN_MODE] = 0


@kernel
def shown_frame(s, viewer, number):
    """Where in the stack a procedure of those that are shown stands; -1 nowhere, or the viewer does not know of it."""
    uppermost = -1
    lowest = -1
    for k in range(s.depth):
        if s.stack[k].kind == KIND_OF[number, 0]:
            uppermost = k
            if lowest < 0:
                lowest = k
    if KIND_OF[number, 1] == LOWEST and lowest == uppermost:
        return -1
    at = uppermost if KIND_OF[number, 1] == UPPERMOST else lowest
    return at if at >= 0 and is_noticed(s, viewer, s.stack[at]) else -1


@kernel
def is_noticed(s, viewer, frame):
    """Whether a side knows of a procedure: it knows of the acting unit, or one of its own is attacked."""
    if s.known[frame.who] == 1 or frame.kind == Frame.BATTLE or frame.kind == Frame.AFTERMATH:
        return True
    is_attack = frame.kind == Frame.ATTACK or frame.kind == Frame.STRIKE
    if not is_attack or frame.target < 0 or s.known[frame.target] == 0:
        return False
    return s.allied[viewer, s.units[frame.target].side] == 1


@kernel
def copy_frame(s, layout, viewer, number, frame, context):
    """The numbers of one procedure."""
    for k in range(FIRST_LINES[number], FIRST_LINES[number + 1]):
        byte, how, column = LINES[k, 1], LINES[k, 3], LINES[k, 4]
        value = int32_at(frame, byte) if LINES[k, 2] == 1 else int16_at(frame, byte)
        if how == A_ROW:
            context[column] = known_row(s, layout, viewer, value) if value < s.unit_count else -1
        elif how == A_PLACE:
            x, y = shown_place(s, layout, viewer, value)
            context[column] = x
            context[column + 1] = y
        elif how == A_WAY:
            context[column] = shown_direction(layout, viewer, value) if 0 <= value < HERE else HERE
        elif how == A_BIT:
            context[column] = 1 if value & LINES[k, 5] != 0 else 0
        else:
            context[column] = min(max(value, LINES[k, 5]), LINES[k, 6])


# --- for rewards --------------------------------------------------------------------------------------------------------


@kernel
def share_left(s, who):
    """Share of its hit points a unit has left, in [0, 1]."""
    return min(max(float(s.units[who].hp), 0.0) / max(float(s.units[who].hp_max), 1.0), 1.0)


@kernel
def potential(s, w, side):
    """Share of its hit points a side still has in the fight less the best enemy's, in [-1, 1]: for shaping rewards."""
    own = 0.0
    best = 0.0
    for other in range(s.side_count):
        left = 0.0
        units = 0.0
        for who in range(s.unit_count):
            if s.units[who].side == other and s.units[who].present == 1:
                units += 1.0
                if is_in_fight(s, who):
                    left += share_left(s, who)
        share = left / max(units, 1.0)
        if other == side:
            own = share
        elif s.allied[side, other] == 0:
            best = max(best, share)
    return own - best

"""What a side sees: the board, all units, what goes on, and of plans for the ambush turn its own.

Most is copied as ``state.py`` declares it; what is not has a kind here, and is written by the functions below.
"""

from __future__ import annotations

from ...core.compiler import kernel
from ...core.looking.catalogue import (
    BLOCKED,
    BOARD_HEIGHT,
    BOARD_WIDTH,
    CHOSEN_TARGET,
    COORDINATE,
    DECIDER_PLACE,
    DECIDER_ROW,
    DECIDES,
    ENEMY_PLACES,
    KNOWN,
    MY_DECISION,
    OBJECTIVE_CONTEXT,
    OBJECTIVE_ZONE,
    ON_BOARD,
    OWN_PLACES,
    OWN_UNIT,
    ROUND,
    TARGET_PLACE,
    TARGET_ROW,
    TARGETED,
    Catalogue,
    X,
    Y,
    chosen_item_of,
    chosen_mode_of,
    columns,
    pending_verb_of,
    prompt_of,
    seats_of,
)
from ...core.state import FLAG, NO_UNIT, ROW_OR_NONE, count, one_of, or_none, top
from .board import BOARD, STRIDE, distance, known_row, mark, shown_place
from .rules.conditions import is_active, speed_of
from .rules.defences import defence_of
from .rules.sight import perceives as perceives
from .rules.totals import pinned_dice
from .state import MAP, POSITION, SIDES, UNIT
from .vocab import FOGS, MOST_DICE, SLOTS, UNITS, WAY, Frame, Mark, Mode, Prompt, Strike, Thing, Verb

FOG = 5  # row of the table of spells
MOST = 127
DICE = count(MOST, scale=5)
#: Of the attack that is being carried out, the uppermost: name, kind, meaning.
ATTACK = (
    ("row", ROW_OR_NONE, "unit row that attacks, -1 nobody"),
    ("target", ROW_OR_NONE, "unit row attacked, -1 nobody, or an area"),
    ("step", count(20), "how far it is carried out"),
    ("mode", one_of(Mode), "how"),
    ("strike", one_of(Strike), "what with"),
    ("overwatch", FLAG, "1 a shot from overwatch"),
    ("whirlwind", FLAG, "1 one of several of a whirlwind"),
    ("pool", DICE, "dice before anything is spent"),
    ("number", count(60, scale=15), "DEFENSE of the target that it goes against"),
    ("trade", count(MOST_DICE - 1), "dice of damage bought"),
    ("luck", count(MOST_DICE - 1), "LUCK dice added"),
    ("x", COORDINATE, "column where it began or, of an area, of its middle, -1 nowhere"),
    ("y", COORDINATE, "row of that cell, -1 nowhere"),
)
#: Of the attack during whose run something else is asked, the lowest.
RUN = (
    ("row", ROW_OR_NONE, "unit row that runs at a target to attack it, -1 nobody"),
    ("target", ROW_OR_NONE, "unit row it runs at, -1 nobody"),
    ("mode", one_of(Mode), "how"),
    ("strike", one_of(Strike), "what with"),
    ("x", COORDINATE, "column where it began, -1 nowhere"),
    ("y", COORDINATE, "row where it began, -1 nowhere"),
)

SHOWN = Catalogue(BOARD, UNITS)
CHANNELS = SHOWN.of(
    MAP,
    ON_BOARD,
    BLOCKED,
    "ground",
    "level",
    "dark",
    "smoke",
    OWN_PLACES,
    ENEMY_PLACES,
    DECIDER_PLACE,
    TARGET_PLACE,
    OBJECTIVE_ZONE,
    ("down", FLAG, "1 a unit lies here, down"),
    ("thing", one_of(Thing), "door, chest or trap, as it is now"),
    ("fog", count(20, scale=3), "rounds that fog raised by a spell lasts here"),
)
FEATURES = SHOWN.of(
    UNIT,
    KNOWN,
    OWN_UNIT,
    ("active", FLAG, "1 in the fight: on the map, conscious and alive"),
    X,
    Y,
    ("speed_now", count(30, scale=5), "SPEED as it is now"),
    ("pinned_dice", count(10), "dice that ranged attacks against it gain by its being pinned"),
    *("health", "dead", "down", "dying_dice", "healed"),
    *("prone", "restrained", "holder", "slowed", "blinded", "afraid", "hunkered", "overwatch", "watched", "suppressed"),
    *("scanned", "scanned_before", "aimed", "pinned", "anchor", "previous_anchor"),
    *("actions", "initiative", "tie", "slots_taken", "actions_left", "free_left", "reactions_left", "moves_left"),
    *("called_shots", "exploits_used", "climbed", "swum"),
    *("luck", "magic", "psi", "weapons", "quality", "loaded", "held", "draughts"),
    *(
        (f"lies_{axis}_{slot}", COORDINATE, f"{name} where the weapon of this slot lies, -1 it is carried")
        for slot in range(SLOTS)
        for axis, name in (("x", "column"), ("y", "row"))
    ),
    *("plan_verb", "plan_item", "plan_mode", "plan_trade", "plan_luck"),
    ("plan_row", ROW_OR_NONE, "unit row it means to ambush, -1 nobody or unknown"),
    ("plan_x", COORDINATE, "column it means to go to, -1 nowhere or unknown"),
    ("plan_y", COORDINATE, "row it means to go to, -1 nowhere or unknown"),
    ("is_asked", FLAG, "1 has been asked whether to fire from overwatch at the unit now in view"),
    DECIDES,
    TARGETED,
    # --- what lasts for the whole battle
    *seats_of(SIDES),
    *("rank", "strength", "agility", "endurance", "intuition", "logic", "willpower", "charisma", "luck_score"),
    *("magic_score", "psionics", "melee_skill", "ranged_skill", "unarmed_skill", "magic_skill", "psionic_skill"),
    *("concentration_skill", "tactics_skill", "stealth_skill", "bluff_skill", "perception_skill", "medicine_skill"),
    *("athletics_skill", "thievery_skill", "initiative_bonus", "health_max", "speed", "leap_feet", "jump_feet"),
    *("melee_defence", "ranged_defence", "mental_defence", "vital_defence", "soak", "body_size", "legs", "reach"),
    *("pin_interval", "traits", "immunities", "exploits", "spells", "special"),
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
    chosen_item_of(SLOTS + 1),
    chosen_mode_of(Mode),
    ("procedure", or_none(one_of(Frame)), "procedure that asks, -1 none"),
    ("turn_row", ROW_OR_NONE, "unit row whose turn it is, -1 nobody"),
    ("turn_step", count(20), "how far its turn has come"),
    ("turn_slot", count(8), "0 its main turn, else which of its extra activations"),
    *((f"attack_{name}", kind, meaning) for name, kind, meaning in ATTACK),
    *((f"run_{name}", kind, meaning) for name, kind, meaning in RUN),
    ("whirlwind_row", ROW_OR_NONE, "unit row that makes a whirlwind of attacks, -1 nobody"),
    ("whirlwind_index", count(UNITS, low=-1), "how far it has come"),
    ("watch_row", ROW_OR_NONE, "unit row that may be fired at from overwatch, -1 nobody"),
    ("move_row", ROW_OR_NONE, "unit row that is moving, -1 nobody"),
    ("move_steps", count(WAY), "steps of its way it has made"),
    ("move_prone", FLAG, "1 it crawls"),
    *((f"ambush_{i}", FLAG, "1 this side may ambush others, in seats after the viewer's") for i in range(SIDES)),
    BOARD_WIDTH,
    BOARD_HEIGHT,
    *OBJECTIVE_CONTEXT,
)
Channel = columns("Channel", CHANNELS, __name__)
Feature = columns("Feature", FEATURES, __name__)
Context = columns("Context", CONTEXT, __name__)
FIRST_BOARD = int(Channel.THING)  # from here on ``observe_board`` alone writes


@kernel
def is_declaring(s):
    """Whether a unit is asked for its secret plan."""
    return s.depth > 0 and top(s).kind == Frame.DECLARE


@kernel
def other_unit(s, viewer):
    """The other unit of the procedure that is running: attacker or target, who shows itself, whom a plan is for."""
    if s.prompt == 0 or s.depth == 0:
        return NO_UNIT
    frame = top(s)
    if frame.kind == Frame.DECLARE:
        is_own = s.allied[viewer, s.decider_side] == 1 and (s.prompt == Prompt.TRADE or s.prompt == Prompt.LUCK)
        return int(frame.target) if is_own else NO_UNIT
    if frame.kind == Frame.WATCH:
        return int(frame.who)
    if frame.kind == Frame.ATTACK:
        return int(frame.target) if frame.target != s.decider else int(frame.who)
    return NO_UNIT


@kernel
def is_on_board(s, who):
    """The dead have left the map."""
    return s.units[who].dead == 0


@kernel
def observe_board(s, w, layout, viewer, grid):
    """The channels of doors, chests, traps, and of fog. Whether there is any of them."""
    for k in range(s.thing_count):
        mark(s, layout, viewer, int(s.thing_cell[k]), Channel.THING, int(s.thing[k]), grid)
    is_any = s.thing_count > 0
    for k in range(FOGS):
        if s.fog_cell[k] >= 0:
            is_any = True
            mark_fog(s, w, layout, viewer, k, grid)
    return is_any


@kernel
def mark_fog(s, w, layout, viewer, k, grid):
    """The cells of a cloud of fog, with the rounds it lasts; where several overlap, the most."""
    middle, radius = int(s.fog_cell[k]), int(w.book.spells[FOG].radius)
    for cell in range(s.board_height * STRIDE):
        if cell % STRIDE < s.board_width and distance(middle, cell) <= radius:
            x, y = shown_place(s, layout, viewer, cell)
            if x >= 0 and grid[Channel.FOG, y, x] < s.fog_rounds[k]:
                grid[Channel.FOG, y, x] = s.fog_rounds[k]


@kernel
def mark_unit(s, w, layout, viewer, who, x, y, grid):
    """Who is down."""
    if s.units[who].down == 1:
        grid[Channel.DOWN, y, x] = 1


@kernel
def observe_unit(s, w, layout, viewer, who, row):
    """What of a unit row is not copied: its state as it is now, and its plan, to its own side."""
    for slot in range(SLOTS):
        x, y = shown_place(s, layout, viewer, int(s.units[who].lies[slot]))
        row[Feature.LIES_X_0 + 2 * slot] = x
        row[Feature.LIES_Y_0 + 2 * slot] = y
    unit = s.units[who]
    row[Feature.ACTIVE] = 1 if is_active(s, who) else 0
    row[Feature.SPEED_NOW] = speed_of(s, w, who)
    row[Feature.PINNED_DICE] = pinned_dice(s, w, who)
    row[Feature.PLAN_ROW] = -1
    row[Feature.PLAN_X] = -1
    row[Feature.PLAN_Y] = -1
    if s.allied[viewer, unit.side] == 1:
        row[Feature.PLAN_ROW] = known_row(s, layout, viewer, int(unit.plan_target))
        x, y = shown_place(s, layout, viewer, int(unit.plan_cell))
        row[Feature.PLAN_X] = x
        row[Feature.PLAN_Y] = y
    k = frame_of(s, Frame.WATCH)
    if k >= 0:
        row[Feature.IS_ASKED] = (int(s.stack[k].asked) >> who) & 1


@kernel
def frame_of(s, kind):
    """Where in the stack the uppermost procedure of a kind stands; -1 none."""
    for k in range(s.depth - 1, -1, -1):
        if s.stack[k].kind == kind:
            return k
    return -1


@kernel
def first_of(s, kind):
    """Where in the stack the lowest procedure of a kind stands; -1 none."""
    for k in range(s.depth):
        if s.stack[k].kind == kind:
            return k
    return -1


@kernel
def observe_context(s, w, layout, viewer, other, context):
    """The time left, whose turn it is, and what is being carried out."""
    context[Context.ROUNDS_LEFT] = w.book.round_limit - s.round_no
    context[Context.PROCEDURE] = top(s).kind if s.prompt != 0 and s.depth > 0 else -1
    context[Context.TURN_ROW] = -1
    k = frame_of(s, Frame.TURN)
    if k >= 0 and s.known[s.stack[k].who] == 1:
        context[Context.TURN_ROW] = known_row(s, layout, viewer, int(s.stack[k].who))
        context[Context.TURN_STEP] = s.stack[k].step
        context[Context.TURN_SLOT] = s.stack[k].amount
    observe_attack(s, w, layout, viewer, context)
    observe_run(s, layout, viewer, context)
    observe_going(s, layout, viewer, context)
    for side in range(s.side_count):
        context[Context.AMBUSH_0 + (side - viewer) % s.side_count] = s.may_ambush[side]


@kernel
def shown_target(s, layout, viewer, target):
    """Row of a target; -1 none."""
    return known_row(s, layout, viewer, int(target)) if target >= 0 else -1


@kernel
def observe_attack(s, w, layout, viewer, context):
    """The uppermost attack that is being carried out; or the one planned for the ambush turn, to its own side."""
    context[Context.ATTACK_ROW] = -1
    context[Context.ATTACK_TARGET] = -1
    context[Context.ATTACK_X] = -1
    context[Context.ATTACK_Y] = -1
    k = frame_of(s, Frame.ATTACK)
    if k < 0:
        if s.prompt != 0 and is_declaring(s) and s.allied[viewer, s.decider_side] == 1 and s.known[s.decider] == 1:
            observe_plan(s, layout, viewer, top(s), context)
        return
    frame = s.stack[k]
    if s.known[frame.who] == 0:
        return
    context[Context.ATTACK_ROW] = known_row(s, layout, viewer, int(frame.who))
    context[Context.ATTACK_TARGET] = shown_target(s, layout, viewer, int(frame.target))
    context[Context.ATTACK_STEP] = frame.step
    context[Context.ATTACK_MODE] = frame.mode
    context[Context.ATTACK_STRIKE] = frame.strike
    context[Context.ATTACK_OVERWATCH] = 1 if frame.marks & Mark.OVERWATCH != 0 else 0
    context[Context.ATTACK_WHIRLWIND] = 1 if frame.marks & Mark.WHIRLWIND != 0 else 0
    context[Context.ATTACK_POOL] = min(int(frame.pool), MOST)
    context[Context.ATTACK_TRADE] = frame.trade
    context[Context.ATTACK_LUCK] = frame.luck
    if (
        frame.target >= 0
        and s.known[frame.target] == 1
        and s.units[frame.target].cell >= 0
        and s.units[frame.who].cell >= 0
    ):
        number = defence_of(s, w, int(frame.who), int(frame.target), int(frame.strike), int(frame.mode))
        context[Context.ATTACK_NUMBER] = number
    x, y = shown_place(s, layout, viewer, int(frame.cell))
    context[Context.ATTACK_X] = x
    context[Context.ATTACK_Y] = y


@kernel
def observe_plan(s, layout, viewer, frame, context):
    """The attack that is being planned for the ambush turn."""
    context[Context.ATTACK_ROW] = known_row(s, layout, viewer, int(s.decider))
    context[Context.ATTACK_STEP] = frame.step
    context[Context.ATTACK_TRADE] = frame.trade
    context[Context.ATTACK_LUCK] = frame.luck
    if s.prompt == Prompt.TRADE or s.prompt == Prompt.LUCK:
        context[Context.ATTACK_TARGET] = shown_target(s, layout, viewer, int(frame.target))
        context[Context.ATTACK_MODE] = frame.mode
        context[Context.ATTACK_STRIKE] = frame.item_used
        context[Context.ATTACK_POOL] = min(int(frame.pool), MOST)


@kernel
def observe_run(s, layout, viewer, context):
    """The attack that waits while another unit decides during the attacker's run."""
    context[Context.RUN_ROW] = -1
    context[Context.RUN_TARGET] = -1
    context[Context.RUN_X] = -1
    context[Context.RUN_Y] = -1
    k = first_of(s, Frame.ATTACK)
    if k < 0 or first_of(s, Frame.MOVE) < k:
        return
    frame = s.stack[k]
    if s.known[frame.who] == 0:
        return
    context[Context.RUN_ROW] = known_row(s, layout, viewer, int(frame.who))
    context[Context.RUN_TARGET] = shown_target(s, layout, viewer, int(frame.target))
    context[Context.RUN_MODE] = frame.mode
    context[Context.RUN_STRIKE] = frame.strike
    x, y = shown_place(s, layout, viewer, int(frame.cell))
    context[Context.RUN_X] = x
    context[Context.RUN_Y] = y


@kernel
def observe_going(s, layout, viewer, context):
    """Who is moving, who may be fired at, and who makes a whirlwind of attacks."""
    context[Context.MOVE_ROW] = -1
    context[Context.WATCH_ROW] = -1
    context[Context.WHIRLWIND_ROW] = -1
    context[Context.WHIRLWIND_INDEX] = -1
    k = frame_of(s, Frame.MOVE)
    if k >= 0 and s.known[s.stack[k].who] == 1:
        context[Context.MOVE_ROW] = known_row(s, layout, viewer, int(s.stack[k].who))
        context[Context.MOVE_STEPS] = min(max(int(s.stack[k].index), 0), WAY)
        context[Context.MOVE_PRONE] = s.stack[k].amount
    k = frame_of(s, Frame.WATCH)
    if k >= 0:
        context[Context.WATCH_ROW] = known_row(s, layout, viewer, int(s.stack[k].who))
    k = frame_of(s, Frame.WHIRLWIND)
    if k >= 0 and s.known[s.stack[k].who] == 1:
        context[Context.WHIRLWIND_ROW] = known_row(s, layout, viewer, int(s.stack[k].who))
        context[Context.WHIRLWIND_INDEX] = s.stack[k].index


@kernel
def share_left(s, who):
    """Share of its HEALTH a unit has left, in [0, 1]."""
    return max(float(s.units[who].health), 0.0) / max(float(s.units[who].health_max), 1.0)


@kernel
def potential(s, w, side):
    """Share of its HEALTH a side still has less the best enemy's, in [-1, 1]: for shaping rewards."""
    own = 0.0
    best = 0.0
    for other in range(s.side_count):
        left = 0.0
        units = 0.0
        for who in range(s.unit_count):
            unit = s.units[who]
            if unit.side == other and unit.present == 1:
                units += 1.0
                if is_active(s, who):
                    left += share_left(s, who)
        share = left / max(units, 1.0)
        if other == side:
            own = share
        elif s.allied[side, other] == 0:
            best = max(best, share)
    return own - best

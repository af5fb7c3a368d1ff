"""What a side sees: the board, its own units, and of the others those it knows of.

Most is copied as ``state.py`` declares it; what is not has a kind here, and is written by the functions below.
"""

from __future__ import annotations

from ...core.compiler import kernel
from ...core.looking.catalogue import (
    BLOCKED,
    BOARD_HEIGHT,
    BOARD_WIDTH,
    CHOSEN_TARGET,
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
    chosen_mode_of,
    columns,
    pending_verb_of,
    prompt_of,
    seats_of,
)
from ...core.state import DIRECTION, FLAG, NO_UNIT, ROW_OR_NONE, are_friends, count, one_of, top
from .board import BOARD, distance, known_row, mark, shown_direction
from .rules.conditions import hp_limit, is_able, is_aloft, is_standing
from .rules.ground import are_touching
from .rules.knowledge import know_units as know_units
from .rules.knowledge import perceives as perceives
from .state import MAP, POSITION, SIDES, UNIT
from .turn import Battle
from .vocab import STEPS_OF_A_MOVE, UNITS, Frame, Mark, Mode, Prompt, Roll, Strike, Verb

NUMBER = count(127, low=-127, scale=20)
#: Of the attack that is being carried out, the uppermost: name, kind, meaning.
ATTACK = (
    ("row", ROW_OR_NONE, "unit row that attacks, -1 none"),
    ("target", ROW_OR_NONE, "unit row attacked, -1 none"),
    ("step", count(20), "how far it is carried out"),
    ("mode", one_of(Mode), "how"),
    ("strike", one_of(Strike), "what with"),
    ("hidden", FLAG, "1 the attacker was hidden when it declared it"),
    ("number", NUMBER, "number needed"),
    ("outcome", count(2), "0 missed, 1 hit, 2 natural 20"),
    ("damage", count(999, scale=20), "damage it has done"),
)
#: Of what a roll is made for, where that is no attack: name, kind, meaning.
TASK = (
    ("kind", one_of(Frame), "procedure that asked for the roll, or for a partner's consent"),
    ("row", ROW_OR_NONE, "unit row it is about, -1 none"),
    ("target", ROW_OR_NONE, "the other unit row involved, -1 none"),
    ("step", count(20), "how far it is carried out"),
    ("verb", one_of(Verb), "what was chosen"),
    ("mode", one_of(Mode), "how"),
    ("number", NUMBER, "number needed, or severity of a collision"),
    ("amount", NUMBER, "cells of a push, range of a search, level of a source of fear, 1 hiding"),
    ("index", count(127, low=-1, scale=5), "cells pushed, units that have searched, partner"),
    ("direction", DIRECTION, "of a push"),
)
MOST = 127

SHOWN = Catalogue(BOARD, UNITS)
CHANNELS = SHOWN.of(
    MAP,
    ON_BOARD,
    BLOCKED,
    "ground",
    "level",
    "light",
    OWN_PLACES,
    ENEMY_PLACES,
    DECIDER_PLACE,
    TARGET_PLACE,
    OBJECTIVE_ZONE,
    ("down", FLAG, "1 a unit lies here"),
    ("corpse", FLAG, "1 a corpse that has not been looted"),
    ("gate", count(2), "1 an open gate, 2 a closed one"),
)
FEATURES = SHOWN.of(
    UNIT,
    KNOWN,
    OWN_UNIT,
    ("able", FLAG, "1 stands and can act"),
    X,
    Y,
    ("hp_limit", count(400, scale=50), "maximum hit points as they are now"),
    ("aloft", FLAG, "1 in the air"),
    ("engaged", FLAG, "1 in base contact with a standing enemy the viewer knows of"),
    *("hp", "dead", "down", "unconscious", "withdrawn", "paralyzed", "hidden"),
    *("stunned", "rooted", "blind", "deafened", "bleeding", "ignited", "poisoned", "disease", "insane"),
    *("fear", "fear_tested", "fatigue", "grounded", "arm_broken", "leg_broken", "berserk", "berserk_used", "defending"),
    *("coordinated_on", "rounds_down", "fell_this_round", "looted", "card", "turn_taken"),
    *("actions_left", "free_left", "free_used", "moves", "attacks", "others", "items_used", "spells_cast", "hides"),
    *("declined", "weapons", "loaded", "wielded", "lost_slot", "lost_cell"),
    *("venom_slot", "venom_charges", "sleep_slot", "sleep_charges", "winds"),
    *("bandage", "potion", "antidote", "water", "courage", "venom", "sleep"),
    ("is_asked", FLAG, "1 has been asked whether it attacks the unit making the next step"),
    ("has_reacted", FLAG, "1 has attacked the moving unit during this Move"),
    DECIDES,
    TARGETED,
    # --- what lasts for the whole battle
    *seats_of(SIDES),
    *("agility", "strength", "stamina", "spirit", "fighting", "shooting", "healing", "stealth", "notice"),
    *("body_size", "move", "hp_max", "parry", "armour", "magic_resistance", "poison_ability"),
    *("abilities", "traits", "fear_aura", "spells", "innate"),
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
    ("turn_row", ROW_OR_NONE, "unit row whose turn it is, -1 none or unknown"),
    ("roll", one_of(Roll), "what the roll is for that could be made again"),
    ("roll_number", NUMBER, "number that roll needs"),
    ("roll_edge", count(1, low=-1), "1 with advantage, -1 with disadvantage"),
    ("roll_result", count(999, scale=10), "what its dice came to; of a check 1 passed, 0 failed"),
    ("roll_dice", count(99, scale=5), "dice that are added up"),
    ("roll_sides", count(127, scale=20), "sides of its dice"),
    *((f"attack_{name}", kind, meaning) for name, kind, meaning in ATTACK),
    *((f"task_{name}", kind, meaning) for name, kind, meaning in TASK),
    ("move_row", ROW_OR_NONE, "unit row that is moving, -1 none"),
    ("move_leaves", FLAG, "1 it is leaving the battlefield"),
    ("move_steps", count(STEPS_OF_A_MOVE), "steps of its Move it has made"),
    *(
        (f"tokens_{i}", count(999, scale=5), "fate tokens of this side, in seats after the viewer's")
        for i in range(SIDES)
    ),
    *((f"party_{i}", FLAG, "1 this side is a party, in seats after the viewer's") for i in range(SIDES)),
    *((f"loot_{i}", count(UNITS), "corpses this side has looted, in seats after the viewer's") for i in range(SIDES)),
    BOARD_WIDTH,
    BOARD_HEIGHT,
    *OBJECTIVE_CONTEXT,
)
Channel = columns("Channel", CHANNELS, __name__)
Feature = columns("Feature", FEATURES, __name__)
Context = columns("Context", CONTEXT, __name__)
FIRST_BOARD = int(Channel.CORPSE)  # from here on ``observe_board`` alone writes


@kernel
def other_unit(s, viewer):
    """The other unit of the procedure that is running: who moves away, the target of the attack that could be rolled again,
    the target of a coordinated attack.
    """
    if s.prompt == 0 or s.depth == 0:
        return NO_UNIT
    frame = top(s)
    if s.prompt == Prompt.OPPORTUNITY:
        return int(frame.who)
    if s.prompt == Prompt.CONSENT or (s.prompt == Prompt.REROLL and frame.kind == Frame.ATTACK):
        return int(frame.target)
    if s.prompt == Prompt.REROLL and s.depth > 1:
        return other_of_roll(s)
    return NO_UNIT


@kernel
def other_of_roll(s):
    """For whom a roll is made: the other unit of the procedure that asked for it."""
    frame = s.stack[s.depth - 2]
    if frame.kind == Frame.ATTACK or frame.kind == Frame.TEND or frame.kind == Frame.CAST:
        return int(frame.target) if frame.target != s.decider else int(frame.who)
    return NO_UNIT


@kernel
def is_on_board(s, who):
    """The dead are shown as corpses."""
    return s.units[who].dead == 0


@kernel
def observe_board(s, w, layout, viewer, grid):
    """The channels of gates and corpses. Whether there is any of them."""
    is_any = s.gate_count > 0
    for k in range(s.gate_count):
        mark(s, layout, viewer, int(s.gate_cell[k]), Channel.GATE, 1 + int(s.gate_shut[k]), grid)
    for who in range(s.unit_count):
        if s.units[who].dead == 1 and s.units[who].looted == 0 and s.known[who] == 1:
            is_any = True
            mark(s, layout, viewer, int(s.units[who].cell), Channel.CORPSE, 1, grid)
    return is_any


@kernel
def mark_unit(s, w, layout, viewer, who, x, y, grid):
    """Who lies."""
    if s.units[who].down == 1 or s.units[who].unconscious == 1:
        grid[Channel.DOWN, y, x] = 1


@kernel
def is_seen_engaged(s, w, who):
    """Whether a unit touches a standing enemy, as far as the viewer knows."""
    if not is_standing(s, who):
        return False
    here = int(s.units[who].cell)
    for enemy in range(s.unit_count):
        there = int(s.units[enemy].cell)
        if there < 0 or s.known[enemy] == 0 or distance(here, there) > w.book.contact_distance:
            continue
        if not are_friends(s, who, enemy) and is_standing(s, enemy) and are_touching(s, w, here, there):
            return True
    return False


@kernel
def observe_unit(s, w, layout, viewer, who, row):
    """What of a unit row is not copied."""
    row[Feature.ABLE] = 1 if is_able(s, who) else 0
    row[Feature.HP_LIMIT] = hp_limit(s, w, who)
    row[Feature.ALOFT] = 1 if is_aloft(s, who) else 0
    row[Feature.ENGAGED] = 1 if is_seen_engaged(s, w, who) else 0
    k = move_of(s)
    if k >= 0 and s.known[s.stack[k].who] == 1:
        row[Feature.IS_ASKED] = (int(s.stack[k].asked) >> who) & 1
        row[Feature.HAS_REACTED] = (int(s.stack[k].reacted) >> who) & 1


@kernel
def observe_context(s, w, layout, viewer, other, context):
    """The time left, whose turn it is, the roll that could be made again, and what each side has."""
    context[Context.ROUNDS_LEFT] = w.book.round_limit - s.round_no
    context[Context.TURN_ROW] = -1
    if s.stack[0].step == Battle.TURNS and s.depth > 1:
        context[Context.TURN_ROW] = known_row(s, layout, viewer, int(s.stack[1].who))
    observe_roll(s, layout, viewer, context)
    observe_attack(s, layout, viewer, context)
    observe_move(s, layout, viewer, context)
    for side in range(s.side_count):
        seat = (side - viewer) % s.side_count
        context[Context.TOKENS_0 + seat] = min(int(s.tokens[side]), 999)
        context[Context.PARTY_0 + seat] = s.party[side]
        context[Context.LOOT_0 + seat] = s.loot[side]


@kernel
def fitted(number):
    """A number within what is shown."""
    return min(max(int(number), -MOST), MOST)


@kernel
def observe_roll(s, layout, viewer, context):
    """The roll that could be made again, and what it is made for."""
    context[Context.TASK_ROW] = -1
    context[Context.TASK_TARGET] = -1
    context[Context.TASK_INDEX] = -1
    if s.prompt != Prompt.REROLL and s.prompt != Prompt.CONSENT:
        return
    if s.known[s.decider] == 0:
        return
    frame = top(s)
    if frame.kind == Frame.ROLL:
        context[Context.ROLL] = frame.roll
        context[Context.ROLL_NUMBER] = fitted(frame.number)
        context[Context.ROLL_EDGE] = frame.edge
        context[Context.ROLL_RESULT] = min(int(frame.dice), 999)
        context[Context.ROLL_DICE] = min(int(frame.index), 99)
        context[Context.ROLL_SIDES] = fitted(frame.amount)
        task = s.stack[s.depth - 2]
        if task.kind != Frame.ATTACK:
            observe_task(s, layout, viewer, task, context)
    elif frame.kind == Frame.COORDINATE:
        observe_task(s, layout, viewer, frame, context)


@kernel
def observe_task(s, layout, viewer, task, context):
    """What a roll is made for; of what an unseen unit does, only the kind."""
    context[Context.TASK_KIND] = task.kind
    if s.known[task.who] == 0:
        return
    context[Context.TASK_ROW] = known_row(s, layout, viewer, int(task.who))
    context[Context.TASK_STEP] = task.step
    context[Context.TASK_VERB] = task.verb
    context[Context.TASK_MODE] = task.mode
    context[Context.TASK_NUMBER] = fitted(task.number)
    context[Context.TASK_AMOUNT] = fitted(task.amount)
    context[Context.TASK_INDEX] = fitted(task.index)
    if task.kind == Frame.COORDINATE:
        context[Context.TASK_INDEX] = known_row(s, layout, viewer, int(task.index))
    if task.kind == Frame.PUSH:
        context[Context.TASK_DIRECTION] = shown_direction(layout, viewer, int(task.cell))
    context[Context.TASK_TARGET] = known_row(s, layout, viewer, int(task.target))


@kernel
def observe_attack(s, layout, viewer, context):
    """The uppermost attack that is being carried out."""
    context[Context.ATTACK_ROW] = -1
    context[Context.ATTACK_TARGET] = -1
    for k in range(s.depth):
        frame = s.stack[k]
        if frame.kind == Frame.ATTACK and s.known[frame.who] == 1:
            context[Context.ATTACK_ROW] = known_row(s, layout, viewer, int(frame.who))
            context[Context.ATTACK_TARGET] = known_row(s, layout, viewer, int(frame.target))
            context[Context.ATTACK_STEP] = frame.step
            context[Context.ATTACK_MODE] = frame.mode
            context[Context.ATTACK_STRIKE] = frame.strike
            context[Context.ATTACK_HIDDEN] = 1 if frame.marks & Mark.HIDDEN != 0 else 0
            context[Context.ATTACK_NUMBER] = fitted(frame.number)
            context[Context.ATTACK_OUTCOME] = frame.outcome
            context[Context.ATTACK_DAMAGE] = min(int(frame.amount), 999)


@kernel
def move_of(s):
    """Where in the stack the Move stands that goes on; -1 none."""
    for k in range(s.depth):
        if s.stack[k].kind == Frame.MOVE:
            return k
    return -1


@kernel
def observe_move(s, layout, viewer, context):
    """Who is moving."""
    context[Context.MOVE_ROW] = -1
    k = move_of(s)
    if k >= 0 and s.known[s.stack[k].who] == 1:
        context[Context.MOVE_ROW] = known_row(s, layout, viewer, int(s.stack[k].who))
        context[Context.MOVE_LEAVES] = 1 if s.stack[k].marks & Mark.LEAVING != 0 else 0
        context[Context.MOVE_STEPS] = min(int(s.stack[k].index), STEPS_OF_A_MOVE)


@kernel
def potential(s, w, side):
    """Share of its hit points a side still has on its feet less the best enemy's, in [-1, 1]: for shaping rewards.

    As a result does, it goes by the true position, enemies that the side does not see included.
    """
    own = 0.0
    best = 0.0
    for other in range(s.side_count):
        left = 0.0
        full = 0.0
        for who in range(s.unit_count):
            unit = s.units[who]
            if unit.side == other and unit.present == 1:
                full += unit.hp_max
                if is_able(s, who):
                    left += unit.hp
        share = left / max(full, 1.0)
        if other == side:
            own = share
        elif s.allied[side, other] == 0:
            best = max(best, share)
    return own - best

"""What a side sees: the board, its own units, and of the others those it knows of.

Most is copied as ``state.py`` declares it; what is not has a kind here, and is written by the functions below.
"""

from __future__ import annotations

from ...core.compiler import kernel
from ...core.state import FLAG, NO_UNIT, ROW_OR_NONE, are_friends, count, one_of, top
from ...core.state.catalogue import (
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
from .board import BOARD, known_row, mark
from .rules.conditions import hp_limit, is_able, is_aloft, is_standing
from .rules.ground import is_touching
from .rules.knowledge import know_units as know_units
from .rules.totals import parry_by_condition
from .state import MAP, POSITION, SIDES, UNIT
from .turn import Battle
from .vocab import UNITS, Frame, Mode, Prompt, Roll, Verb

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
    ("current_parry", count(100, low=-50, scale=15), "Parry as its own condition makes it"),
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
    ("turn_row", ROW_OR_NONE, "unit row whose turn it is, -1 nobody or unknown"),
    ("is_attack_asked", FLAG, "1 the roll that could be made again is an attack roll"),
    ("roll_asked", one_of(Roll), "what the roll is for that could be made again"),
    ("roll_number", count(100, low=-100), "number that roll needs, or what its dice came to"),
    ("roll_edge", count(1, low=-1), "1 with advantage, -1 with disadvantage"),
    ("roll_outcome", count(300), "attack rolls and checks: 0 failed; else what the dice came to"),
    *(
        (f"tokens_{i}", count(999, scale=5), "fate tokens of this side, in seats after the viewer's")
        for i in range(SIDES)
    ),
    *((f"party_{i}", FLAG, "1 this side is a party, in seats after the viewer's") for i in range(SIDES)),
    *((f"loot_{i}", count(UNITS), "corpses this side has looted, in seats after the viewer's") for i in range(SIDES)),
    BOARD_WIDTH,
    BOARD_HEIGHT,
)
Channel = columns("Channel", CHANNELS, __name__)
Feature = columns("Feature", FEATURES, __name__)
Context = columns("Context", CONTEXT, __name__)


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
    """Gates and corpses."""
    for k in range(s.gate_count):
        mark(s, layout, viewer, int(s.gate_cell[k]), Channel.GATE, 1 + int(s.gate_shut[k]), grid)
    for who in range(s.unit_count):
        if s.units[who].dead == 1 and s.units[who].looted == 0:
            mark(s, layout, viewer, int(s.units[who].cell), Channel.CORPSE, 1, grid)


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
    for enemy in range(s.unit_count):
        if (
            s.known[enemy] == 1
            and not are_friends(s, who, enemy)
            and is_standing(s, enemy)
            and is_touching(s, w, who, enemy)
        ):
            return True
    return False


@kernel
def observe_unit(s, w, layout, viewer, who, row):
    """What of a unit row is not copied."""
    row[Feature.ABLE] = 1 if is_able(s, who) else 0
    row[Feature.HP_LIMIT] = hp_limit(s, w, who)
    row[Feature.CURRENT_PARRY] = parry_by_condition(s, w, who)
    row[Feature.ALOFT] = 1 if is_aloft(s, who) else 0
    row[Feature.ENGAGED] = 1 if is_seen_engaged(s, w, who) else 0


@kernel
def observe_context(s, w, layout, viewer, other, context):
    """The time left, whose turn it is, the roll that could be made again, and what each side has."""
    context[Context.ROUNDS_LEFT] = w.book.round_limit - s.round_no
    context[Context.TURN_ROW] = -1
    if s.stack[0].step == Battle.TURNS and s.depth > 1:
        context[Context.TURN_ROW] = known_row(s, layout, viewer, int(s.stack[1].who))
    if s.prompt == Prompt.REROLL and s.known[s.decider] == 1:
        frame = top(s)
        context[Context.IS_ATTACK_ASKED] = 1 if frame.kind == Frame.ATTACK else 0
        context[Context.ROLL_ASKED] = frame.roll
        context[Context.ROLL_NUMBER] = min(max(int(frame.number), -100), 100)
        context[Context.ROLL_EDGE] = frame.edge
        context[Context.ROLL_OUTCOME] = frame.outcome if frame.kind == Frame.ATTACK else min(int(frame.dice), 300)
    for side in range(s.side_count):
        seat = (side - viewer) % s.side_count
        context[Context.TOKENS_0 + seat] = min(int(s.tokens[side]), 999)
        context[Context.PARTY_0 + seat] = s.party[side]
        context[Context.LOOT_0 + seat] = s.loot[side]


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

"""The ambush turn: opposed checks between pairs, and actions that all happen at the same time."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, pop
from ..board import OFF_BOARD
from ..vocab import Event, Mode, Verb
from .attacking import start_ambush_consequences, start_ambush_roll, use_shots
from .casting import pay_points
from .conditions import check_holds
from .harm import begin_countdowns
from .moving import push_move
from .plotting import is_attack_plan
from .pools import attribute_dice, check_pool, exceeds, pool_of, pool_total
from .walking import find_best_way
from .watching import resolve_watch


class Ambush(IntEnum):
    """Steps of the ambush turn."""

    CHECK = 0
    MUTUAL = 1
    ROLL = 2
    MOVE = 3
    MOVED = 4
    WATCH = 5
    APPLY = 6
    END = 7


# --- checks ----------------------------------------------------------------------------------------------------------


@rule("ambush.purpose")
def ambush_pool(s, w, who):
    """Access: hiding by AGI and stealth, or deceit by CHA and bluff, whichever has more dice."""
    unit = s.units[who]
    hiding, deceit = attribute_dice(w, int(unit.agility)), attribute_dice(w, int(unit.charisma))
    if deceit + int(unit.bluff_skill) > hiding + int(unit.stealth_skill):
        return pool_of(s, w, who, deceit, int(unit.bluff_skill))
    return pool_of(s, w, who, hiding, int(unit.stealth_skill))


@rule("ambush.opposed_check")
def resist_pool(s, w, who):
    """Access: the target resists by INT and perception, or by WIL and perception where a battle says so."""
    unit = s.units[who]
    score = int(unit.intuition) if w.book.resist_is_int == 1 else int(unit.willpower)
    return check_pool(s, w, who, score, int(unit.perception_skill))


@rule("ambush.opposed_check")
def resolve_access(s, w, who):
    """Access: the ambusher must roll higher than its target."""
    unit = s.units[who]
    target = int(unit.plan_target)
    against = resist_pool(s, w, target)
    total = pool_total(s, ambush_pool(s, w, who))
    if exceeds(s, w, total, against):
        unit.ambush_won = 1
    emit(s, Event.AMBUSH_WON if unit.ambush_won == 1 else Event.AMBUSH_LOST, who, target, total, int(s.last_face))


@rule("ambush.mutual")
def resolve_mutual(s):
    """Mutual: where both of a pair win against each other, both lose access."""
    for who in range(s.unit_count):
        target = int(s.units[who].plan_target)
        if s.units[who].ambush_won == 1 and target > who and s.units[target].plan_target == who:
            if s.units[target].ambush_won == 1:
                s.units[who].ambush_won = 0
                s.units[target].ambush_won = 0
                emit(s, Event.AMBUSH_MUTUAL, who, target, 0, 0)


# --- the ambush turn -------------------------------------------------------------------------------------------------


@rule("ambush.single_action")
def next_attacker(s, frame):
    """Single action: the next unit in the roster that has access and has declared an attack or a power. NO_UNIT if none."""
    while frame.index < s.unit_count:
        who = int(frame.index)
        frame.index += 1
        if s.units[who].ambush_won == 1 and is_attack_plan(s.units[who].plan_verb):
            return who
    frame.index = 0
    return NO_UNIT


@rule("ambush.single_action")
def next_lookout(s, frame):
    """Single action: the next unit in the roster that has access and has declared overwatch. NO_UNIT if none."""
    while frame.index < s.unit_count:
        who = int(frame.index)
        frame.index += 1
        if s.units[who].ambush_won == 1 and s.units[who].plan_verb == Verb.AMBUSH_WATCH:
            return who
    frame.index = 0
    return NO_UNIT


@rule("ambush.simultaneous")
def ambush_step(s, w, frame):
    """Simultaneous: checks, then all attacks are rolled, then moves and overwatch, and at last the attacks take effect."""
    if frame.step == Ambush.CHECK:
        check_step(s, w, frame)
    elif frame.step == Ambush.MUTUAL:
        resolve_mutual(s)
        frame.step = Ambush.ROLL
    elif frame.step == Ambush.ROLL:
        who = next_attacker(s, frame)
        if who == NO_UNIT:
            pay_for_attacks(s, w)
            frame.step = Ambush.MOVE
        else:
            start_ambush_roll(s, w, who)
    elif frame.step == Ambush.MOVE:
        ambush_move_step(s, w, frame)
    elif frame.step == Ambush.MOVED:
        s.units[frame.who].actions_left = 0
        s.units[frame.who].moves_left = 0
        frame.step = Ambush.MOVE
    elif frame.step == Ambush.WATCH:
        who = next_lookout(s, frame)
        if who == NO_UNIT:
            frame.step = Ambush.APPLY
        else:
            resolve_watch(s, who)
    elif frame.step == Ambush.APPLY:
        who = next_attacker(s, frame)
        if who == NO_UNIT:
            frame.step = Ambush.END
        else:
            start_ambush_consequences(s, w, who)
    else:
        end_ambush(s, w)
        pop(s)


@rule("ambush.simultaneous", "ambush.declaration", "completion.ammunition")
def pay_for_attacks(s, w):
    """Simultaneous: shots and points are used up when all attacks are rolled, so that each attacker counts in the crossfire of
    the next.
    """
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.ambush_won == 1 and unit.plan_verb == Verb.AMBUSH_ATTACK:
            use_shots(s, w, who, int(unit.plan_target), int(unit.plan_item), int(unit.plan_mode))
        elif unit.ambush_won == 1 and unit.plan_verb == Verb.CAST:
            pay_points(s, w, who, int(unit.plan_mode))


@rule("ambush.opposed_check")
def check_step(s, w, frame):
    """Access: one check after the other, in the order of the roster."""
    while frame.index < s.unit_count:
        who = int(frame.index)
        frame.index += 1
        if s.units[who].plan_verb != Verb.NONE:
            resolve_access(s, w, who)
            return
    frame.index = 0
    frame.step = Ambush.MUTUAL


@rule("ambush.simultaneous")
def next_mover(s, frame):
    """Simultaneous: of the units that have still to move, the one with the highest AGILITY gets its cell first. NO_UNIT if
    none.
    """
    best = NO_UNIT
    for who in range(s.unit_count):
        unit = s.units[who]
        is_moving = unit.ambush_won == 1 and unit.plan_verb == Verb.AMBUSH_MOVE
        if is_moving and (int(frame.asked) >> who) & 1 == 0:
            if best == NO_UNIT or unit.agility > s.units[best].agility:
                best = who
    return best


@rule("ambush.simultaneous")
def ambush_move_step(s, w, frame):
    """Simultaneous: one move after the other, each on the way it had when the ambush turn began."""
    who = next_mover(s, frame)
    if who == NO_UNIT:
        frame.step = Ambush.WATCH
        return
    frame.asked |= 1 << who
    frame.who = who
    frame.step = Ambush.MOVED
    unit = s.units[who]
    unit.actions_left = w.book.ambush_actions
    find_ambush_way(s, w, who, int(frame.asked))
    unit.plan_cell = unit.cell
    if s.way_length > 0:
        push_move(s, who, int(Mode.NORMAL))


@kernel
def put_back(s, who, moved):
    """Put the units that have moved in the ambush turn back to where they began; a second call returns them."""
    for other in range(s.unit_count):
        if other != who and (moved >> other) & 1 == 1:
            unit = s.units[other]
            here = unit.cell
            unit.cell = unit.plan_cell
            unit.plan_cell = here


@rule("ambush.simultaneous")
def find_ambush_way(s, w, who, moved):
    """Simultaneous: find the way with all units in the places they had before the moves. If another unit was quicker, the way
    ends on its last free cell.
    """
    put_back(s, who, moved)
    find_best_way(s, w, who, int(s.units[who].plan_cell))
    put_back(s, who, moved)


@rule("ambush.intent_required")
def end_ambush(s, w):
    """Simultaneous: holds are checked after the moves, countdowns begin, and the plans and results of the ambush are cleared."""
    check_holds(s, w)
    begin_countdowns(s, w)
    for who in range(s.unit_count):
        unit = s.units[who]
        unit.plan_verb = Verb.NONE
        unit.plan_target = NO_UNIT
        unit.plan_item = 0
        unit.plan_mode = 0
        unit.plan_cell = OFF_BOARD
        unit.plan_trade = 0
        unit.plan_luck = 0
        unit.ambush_won = 0
        unit.ambush_rolled = 0
        unit.ambush_outcome = 0
        unit.ambush_dice = 0
        unit.ambush_sixes = 0
        unit.ambush_area = 0

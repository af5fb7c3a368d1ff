"""Sequence of play. Chapters say what a rule does; this module says when it applies and which unit decides.

Battle: [surprise] -> round start -> presses -> declarations -> edge roll -> initiative -> events by descending
initiative -> bleeding and timers -> winners and push-backs -> end of battle, or the next round.
"""

from __future__ import annotations

from enum import IntEnum

from ...core.compiler import kernel, rule
from ...core.state import NO_UNIT, ask, emit, pop, push, top
from ...core.state.choosing import Part, ask_next_part, forget_choice, take_part
from .board import OFF_BOARD
from .rules.actions import resolve_action
from .rules.bleeding import resolve_bleeding
from .rules.bombs import bomb_step, resolve_fuse
from .rules.combat import blow_step
from .rules.conditions import HOLDING, end_of_round_timers, is_able, is_deferred, is_mount, may_take_turn, note_new_turn
from .rules.doors import door_blow_step
from .rules.drops import dropped_step
from .rules.entangling import apply_entangling
from .rules.falling import fall_step
from .rules.fire import burn_step, fire_step, resolve_next_in_fire, start_burning_round
from .rules.firearms import start_hanging_shot
from .rules.fleeing import FORCED, flight_step, resolve_declared_flight, resolve_end_of_flight, start_flight
from .rules.flying import leaves_air_fight, resolve_next_drop, resolve_swoops_over, start_parting_blows
from .rules.fumbles import fumble_step
from .rules.grapples import apply_grip, contest_step, grapple_step
from .rules.hands import is_off, resolve_drop, resolve_quick_draw
from .rules.initiative import (
    is_declaration_tied,
    is_moment_tied,
    next_to_declare,
    resolve_edge_bonus,
    resolve_edge_side,
    resolve_first_side,
    resolve_initiative,
)
from .rules.injuries import apply_doom, wound_step
from .rules.menu import PARTS_OF, may_take_event
from .rules.missile_groups import resolve_aim_lapse
from .rules.missiles import shot_step
from .rules.mounted import resolve_bolting, slain_mount_step
from .rules.order import (
    RESOLVES_AT_ONCE,
    gather_batch,
    highest_key,
    key_of_slot,
    next_of_batch,
    next_slot,
    place_in_waiting,
    spend_event,
)
from .rules.reserved import HAS_FIRED, IS_LEAVING
from .rules.surprise import begin_battle, notice_step
from .rules.tending import tend_step
from .rules.victory import resolve_end_of_battle
from .rules.winning import (
    has_someone_to_press,
    resolve_declined_press,
    resolve_not_pressed,
    resolve_press,
    resolve_push_back,
    resolve_winners,
)
from .vocab import A_UNIT, ANSWERS, Event, Frame, Prompt, Surprise, Verb


class Battle(IntEnum):
    """Steps of the battle, which is the bottom frame of the stack."""

    BEGIN = 0
    NOTICE = 1
    ROUND = 2
    PRESS = 3
    PRESS_ANSWER = 4
    PRESS_TARGET = 5
    DECLARE = 6
    DECLARE_ANSWER = 7
    EDGE = 8
    EDGE_BONUS = 9
    INITIATIVE = 10
    EVENT = 11
    AFTER_EVENT = 12
    BLEEDING = 13
    ROUND_END = 14
    FIRES = 15
    BOMBS = 16
    DECLARE_ITEM = 17
    DECLARE_HAND = 18


class Turn(IntEnum):
    """Steps of one event of one unit: its turn, or a later blow."""

    BEGIN = 0
    CHOOSE = 1
    VERB = 2
    TARGET = 3
    MODE = 4
    CELL = 5
    DIRECTION = 6
    ITEM = 7
    ACT = 8
    DONE = 9


@kernel
def step(s, w):
    """Run one step of the procedure on top; but first who has come into a fire is burnt, and who cannot fly falls."""
    if s.in_the_fire != 0:
        resolve_next_in_fire(s, w)
        return
    if s.dropping == 1:
        resolve_next_drop(s, w)
        return
    frame = top(s)
    if frame.kind == Frame.BATTLE:
        battle_step(s, w, frame)
    elif frame.kind == Frame.TURN:
        turn_step(s, w, frame)
    elif frame.kind == Frame.BLOW:
        blow_step(s, w, frame)
    elif frame.kind == Frame.SHOT:
        shot_step(s, w, frame)
    elif frame.kind == Frame.WOUND:
        wound_step(s, w, frame)
    elif frame.kind == Frame.FUMBLE:
        fumble_step(s, w, frame)
    elif frame.kind == Frame.FLIGHT:
        flight_step(s, w, frame)
    elif frame.kind == Frame.BOMB:
        bomb_step(s, w, frame)
    elif frame.kind == Frame.FIRE:
        fire_step(s, w, frame)
    elif frame.kind == Frame.BURN:
        burn_step(s, w, frame)
    elif frame.kind == Frame.TEND:
        tend_step(s, w, frame)
    elif frame.kind == Frame.DOOR_BLOW:
        door_blow_step(s, w, frame)
    elif frame.kind == Frame.GRAPPLE:
        grapple_step(s, w, frame)
    elif frame.kind == Frame.HOLD:
        contest_step(s, w, frame)
    elif frame.kind == Frame.DROPPED:
        dropped_step(s, w, frame)
    elif frame.kind == Frame.SLAIN_MOUNT:
        slain_mount_step(s, w, frame)
    elif frame.kind == Frame.FALL:
        fall_step(s, w, frame)


# --- the battle ------------------------------------------------------------------------------------------------------


@kernel
def battle_step(s, w, frame):
    """One step of the round. Waits for each press, each declaration; turns and blows are procedures of their own."""
    if frame.step == Battle.BEGIN:
        begin_battle(s, w)
        frame.step = Battle.NOTICE if s.surprise_mode == Surprise.BY_UNIT else Battle.ROUND
    elif frame.step == Battle.NOTICE:
        if notice_step(s, w, frame):
            frame.step = Battle.ROUND
    elif frame.step == Battle.ROUND:
        begin_round(s)
        frame.key = 0
        frame.step = Battle.PRESS
    elif frame.step == Battle.PRESS:
        press_step(s, w, frame)
    elif frame.step == Battle.PRESS_ANSWER:
        if ask_next_part(s, PARTS_OF, ANSWERS, s.answer, Part.VERB) == Part.TARGET:
            frame.step = Battle.PRESS_TARGET
        else:
            resolve_declined_press(s, w, frame.who)
            frame.step = Battle.PRESS
    elif frame.step == Battle.PRESS_TARGET:
        s.pending_verb = 0
        resolve_press(s, w, frame.who, s.answer - A_UNIT)
        frame.step = Battle.PRESS
    elif frame.step == Battle.DECLARE:
        declare_step(s, w, frame)
    elif Battle.DECLARE_ITEM <= frame.step <= Battle.DECLARE_HAND or frame.step == Battle.DECLARE_ANSWER:
        declaration_step(s, w, frame)
    elif frame.step == Battle.EDGE:
        if w.book.opt_edge_roll == 1:
            resolve_edge_side(s, w)
            frame.step = Battle.EDGE_BONUS
        else:
            frame.step = Battle.INITIATIVE
    elif frame.step == Battle.EDGE_BONUS:
        resolve_edge_bonus(s, w)
        frame.step = Battle.INITIATIVE
    elif frame.step == Battle.INITIATIVE:
        for who in range(s.unit_count):
            if is_able(s, who):
                resolve_initiative(s, w, who)
        frame.step = Battle.EVENT
    elif frame.step == Battle.EVENT:
        event_step(s, w, frame)
    elif frame.step == Battle.AFTER_EVENT:
        frame.step = Battle.EVENT
        s.units[frame.who].in_batch = 0
        apply_what_waited(s, w, int(frame.who))
        for who in range(s.unit_count):
            if is_mount(s, who) and s.units[who].owner == frame.who:
                apply_what_waited(s, w, who)
    elif frame.step == Battle.BLEEDING:
        bleeding_step(s, w, frame)
    elif frame.step == Battle.FIRES:
        fires_step(s, w, frame)
    elif frame.step == Battle.BOMBS:
        bombs_step(s, w, frame)
    else:
        end_round(s, w)
        frame.step = Battle.ROUND


@rule("turn.round")
def begin_round(s):
    """More about rounds: every unit gets one turn's worth of activity; effects of the last round only are over."""
    s.round_no += 1
    s.edge_side = -1
    s.edge_bonus = 0
    s.first_side = -1
    for side in range(s.side_count):
        s.waits[side] = 0
    for who in range(s.unit_count):
        unit = s.units[who]
        unit.declared = 0
        unit.turn_taken = 0
        unit.blow_lost = 0
        unit.waited = 0
        unit.slots_forfeited = 0
        unit.has_faced = 0
        unit.hands_used = 0
        unit.draw_loss = 0
        unit.parries = 0
        unit.round_target = NO_UNIT
        unit.charging = 0
        unit.charged = 0
        unit.charged_by = 0
        unit.dealt = 0
        unit.taken = 0
        unit.declined_on = 0
    emit(s, Event.ROUND_BEGINS, NO_UNIT, NO_UNIT, s.round_no, 0)


@rule("winning.press", "winning.no_press")
def press_step(s, w, frame):
    """Winning and losing: before the turns the winners decide, highest Initiative first, whether to follow.

    ``frame.key`` holds the bits of the winners already asked.
    """
    winner = NO_UNIT
    for who in range(s.unit_count):
        if (frame.key >> who) & 1 == 0 and has_someone_to_press(s, w, who):
            if winner == NO_UNIT or s.units[who].initiative > s.units[winner].initiative:
                winner = who
    if winner == NO_UNIT:
        for who in range(s.unit_count):
            resolve_not_pressed(s, w, who)
        frame.key = 0
        frame.step = Battle.DECLARE
        return
    frame.key |= 1 << winner
    frame.who = winner
    frame.step = Battle.PRESS_ANSWER
    ask(s, Prompt.PRESS, winner)


@rule("c.declaration_order")
def declare_step(s, w, frame):
    """Declarations: every able unit in ascending Initiative, so that the quicker sees what the slower intends."""
    slowest = next_to_declare(s, w)
    if s.first_side < 0 and is_declaration_tied(s, slowest):
        resolve_first_side(s, w)
        return
    if slowest == NO_UNIT:
        frame.step = Battle.EDGE
        return
    frame.who = slowest
    frame.step = Battle.DECLARE_ANSWER
    ask(s, Prompt.DECLARE, slowest)


@rule("c.declaration_order", "take_up.quick_draw", "action.drop")
def declaration_step(s, w, frame):
    """Declarations: a quick draw, and dropping what is in its way, take further words, and leave the rest to be declared.

    Waits for the item, and for the hand.
    """
    who = int(frame.who)
    answered = take_part(s, ANSWERS, frame)
    verb, slot, off = int(frame.verb), int(frame.item_used), is_off(frame.mode)
    part = ask_next_part(s, PARTS_OF, ANSWERS, verb, answered)
    if part != Part.VERB:
        frame.step = Battle.DECLARE_ITEM if part == Part.ITEM else Battle.DECLARE_HAND
        return
    forget_choice(frame)
    frame.step = Battle.DECLARE
    if verb == Verb.QUICK_DRAW:
        resolve_quick_draw(s, w, who, slot, off)
    elif verb == Verb.DROP:
        resolve_drop(s, w, who, off)
    else:
        resolve_declaration(s, w, who, verb)


@rule("c.declaration_order", "flee.declare", "missile.carry_loaded")
def resolve_declaration(s, w, who, verb):
    """Declarations: public, and binding as each says."""
    s.units[who].declared = verb
    if verb != Verb.ACT:
        emit(s, Event.DECLARED, who, NO_UNIT, verb, 0)
    if verb == Verb.DECLARE_FLEE:
        resolve_declared_flight(s, w, who)


# --- events in descending initiative ---------------------------------------------------------------------------------


@rule("turn.simultaneous", "c.mounts")
def apply_what_waited(s, w, who):
    """Equal Initiative: after its event, and of a mount after its rider's, a unit suffers what equals have done to it."""
    if not is_deferred(s, who):
        apply_entangling(s, who)
        apply_grip(s, w, who)
        apply_doom(s, w, who)


@rule("turn.order", "turn.simultaneous", "turn.delay")
def event_step(s, w, frame):
    """The order within the round: take the next event, highest count first, equal counts as one batch."""
    who = next_of_batch(s, w)
    if who == NO_UNIT:
        key = highest_key(s)
        if key < 0:
            frame.index = 0
            frame.step = Battle.BLEEDING
            return
        frame.key = key
        gather_batch(s, key)
        if s.first_side < 0 and is_moment_tied(s):
            resolve_first_side(s, w)
        return
    unit = s.units[who]
    slot = next_slot(s, who)
    frame.who = who
    frame.step = Battle.AFTER_EVENT
    if slot < 0 or key_of_slot(s, who, slot) != frame.key or not is_able(s, who):
        unit.in_batch = 0
        return
    if not may_take_event(s, w, who, slot):
        spend_event(s, who, slot)
        return
    unit.in_batch = RESOLVES_AT_ONCE
    turn = push(s, Frame.TURN)
    turn.who = who
    turn.slot = slot
    turn.target = NO_UNIT


@rule("action.menu", "action.combat", "initiative.multiple_attacks", "grapple.hold")
def turn_step(s, w, frame):
    """Actions: one event of a unit. Waits for the verb and for each part of the choice; then acts."""
    who = int(frame.who)
    unit = s.units[who]
    if frame.step == Turn.BEGIN:
        if frame.slot == 0 and unit.hang_target != NO_UNIT:
            frame.flag_bits = HAS_FIRED
            start_hanging_shot(s, w, who)
            return
        if frame.slot == 0 and not is_mount(s, who):
            note_new_turn(s, who)
            emit(s, Event.TURN_BEGINS, who, NO_UNIT, int(unit.slot_at[0]), 0)
            if unit.fleeing == FORCED:
                frame.step = Turn.DONE
                if unit.flee_wait == 0:
                    start_flight(s, who, OFF_BOARD, False)
                return
        frame.step = Turn.CHOOSE
    elif frame.step == Turn.CHOOSE and not may_take_turn(s, who):
        frame.step = Turn.DONE  # what took no time has put it out of action: a lamp dropped at its feet
    elif frame.step == Turn.CHOOSE:
        frame.step = Turn.VERB
        if is_mount(s, who):
            ask(s, Prompt.MOUNT_BLOW, who)
        elif unit.hold_role == HOLDING:
            ask(s, Prompt.HOLD, who)
        else:
            ask(s, Prompt.TURN if frame.slot == 0 else Prompt.EXTRA_BLOW, who)
    elif frame.step == Turn.ACT:
        if frame.flag_bits & IS_LEAVING == 0 and leaves_air_fight(s, w, who, int(frame.verb)):
            frame.flag_bits |= IS_LEAVING
            start_parting_blows(s, who)
            return
        if frame.flag_bits & IS_LEAVING and not is_able(s, who):
            frame.step = Turn.DONE
            return
        frame.step = Turn.DONE
        if frame.verb == Verb.WAIT:
            place_in_waiting(s, w, frame)
        elif resolve_action(s, w, frame):
            frame.step = Turn.CHOOSE
    elif frame.step == Turn.DONE:
        if unit.waited == 0 or frame.verb != Verb.WAIT:
            spend_event(s, who, int(frame.slot))
            if frame.slot == 0:
                unit.waited = 0
        pop(s)
    else:
        s.has_changed = 0
        answered = take_part(s, ANSWERS, frame)
        part = ask_next_part(s, PARTS_OF, ANSWERS, int(frame.verb), answered)
        frame.step = Turn.ACT if part == Part.VERB else Turn.VERB + part


# --- the end of a round ----------------------------------------------------------------------------------------------


@kernel
def bleeding_step(s, w, frame):
    """End of round: bleeding is tested unit by unit, one a step."""
    while frame.index < s.unit_count:
        who = int(frame.index)
        frame.index += 1
        if s.units[who].bleeding > 0 and s.units[who].dead == 0 and s.units[who].present == 1:
            resolve_bleeding(s, w, who)
            return
    frame.index = 0
    frame.step = Battle.FIRES


@rule("c.fire_damage")
def fires_step(s, w, frame):
    """Fire: at the end of the round, fire by fire."""
    while frame.index < len(s.fire_rounds):
        k = int(frame.index)
        frame.index += 1
        if s.fire_rounds[k] > 0:
            start_burning_round(s, k)
            return
    frame.index = 0
    frame.step = Battle.BOMBS


@rule("bomb.misfire")
def bombs_step(s, w, frame):
    """Misfires of bombs: at the end of the round the fuse of each bomb that lies about, one a step."""
    while frame.index < len(s.bomb_cell):
        k = int(frame.index)
        frame.index += 1
        if s.bomb_cell[k] != OFF_BOARD:
            resolve_fuse(s, w, k)
            return
    frame.index = 0
    frame.step = Battle.ROUND_END


@rule("turn.round", "c.victory", "surprise.general")
def end_round(s, w):
    """End of round: timers run down, winners are found, losers beaten back; then see whether the battle is over."""
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.present == 1 and unit.dead == 0:
            resolve_aim_lapse(s, w, who)
            end_of_round_timers(s, w, who)
            resolve_end_of_flight(s, who)
        unit.off_guard = 0
        unit.hold_ground = 0
        unit.in_batch = 0
        if s.round_no == 0:
            unit.surprised = 0
    for who in range(s.unit_count):
        resolve_bolting(s, who)
    resolve_winners(s, w)
    for who in range(s.unit_count):
        resolve_push_back(s, w, who)
    resolve_swoops_over(s)
    resolve_end_of_battle(s, w)

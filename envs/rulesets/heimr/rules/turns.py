"""Turns: what is over as one begins, one choice after the other, and what happens as it ends."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, emit, pop, push
from ....core.state.choosing import Part, ask_next_part, forget_choice, take_part
from ..board import OFF_BOARD
from ..vocab import ANSWERS, PARTS_OF, Event, Frame, Pairing, Prompt, Trigger, Upcoming, Verb
from .acting import carry_out, complete_upcoming, resolve_cancelling
from .charging import strike_after_charge
from .conditions import is_able, is_present, mates_of
from .costs import pay
from .defences import forget_kept, may_defend, note_change
from .defending import push_defence
from .edges import reset_limits
from .effects import resolve_ageing, resolve_letting_go
from .guarding import end_border_guards
from .harm import lose_ready, resolve_countdown
from .ordering import may_delay, put_near
from .readying import push_aftermath
from .tasks import check_hidden


class Turn(IntEnum):
    """Steps of a turn."""

    BEGIN = 0
    OPEN = 1
    FIRST = 2
    CHOOSE = 3
    ANSWER = 4
    CHARGED = 5
    ACTED = 6
    END = 7
    DEFENDED = 8


@rule("turn.sequence", "initiative.delay")
def start_turn(s, who):
    """Sequence: the next unit in the order has its turn."""
    frame = push(s, Frame.TURN)
    frame.who = who
    frame.target = NO_UNIT


@kernel
def turn_step(s, w, frame):
    """One step of a turn."""
    who = int(frame.who)
    if frame.step == Turn.BEGIN:
        begin_step(s, w, frame, who)
    elif frame.step == Turn.OPEN:
        frame.step = Turn.FIRST
        ask(s, Prompt.TURN, who)
    elif frame.step == Turn.FIRST or frame.step == Turn.ANSWER:
        answer_step(s, w, frame, who)
    elif frame.step == Turn.CHOOSE:
        choose_step(s, w, frame, who)
    elif frame.step == Turn.CHARGED:
        charged_step(s, w, frame, who)
    elif frame.step == Turn.ACTED:
        frame.step = Turn.END if frame.amount == 1 else Turn.CHOOSE
        frame.asked = 0
        s.result = 0
        check_hidden(s, w)
        push_aftermath(s)
    elif frame.step == Turn.END:
        end_step(s, w, frame, who)
    else:
        s.units[who].acted = 1
        pop(s)


# --- the beginning ---------------------------------------------------------------------------------------------------


@rule("initiative.delay", "c.skip_out", "position.sleeping", "effect.daze_combat", "action.standard", "action.free")
def begin_step(s, w, frame, who):
    """Beginning: a unit that can act chooses, perhaps first to wait; a unit that cannot only lets its turn pass."""
    unit = s.units[who]
    unit.standard_left = w.book.standard_per_turn
    unit.pairing = Pairing.NOTHING
    unit.free_used = 0
    unit.turn_cell = unit.cell
    unit.turn_mates = mates_of(s, who)
    if not is_able(s, who):
        really_begin(s, w, who)
        frame.step = Turn.END
        return
    frame.step = Turn.OPEN
    frame.index = 1 if unit.upcoming != Upcoming.NOTHING or not may_delay(s, w, who) else 0
    if frame.index == 1:
        really_begin(s, w, who)


@rule(
    "ready.expiry", "action.ongoing", "action.run", "action.dodge", "blind.create", "env.limit_reset",
    "effect.daze_combat", "fatigue.combat_cap", "c.drag", "action.observe_insight", "brawl.armed_opponent", "action.hide",
)  # fmt: skip
def really_begin(s, w, who):
    """Beginning: what lasts until the next own turn is over; what others remember of the last one, too."""
    unit = s.units[who]
    emit(s, Event.TURN_BEGINS, who, NO_UNIT, 0, 0)
    if unit.ready_trigger != Trigger.NOTHING:
        lose_ready(s, who)
        emit(s, Event.READY_LOST, who, NO_UNIT, 0, 0)
    resolve_restoring(s, who)
    unit.ongoing = 0
    unit.dodge_ready = 0
    unit.ran_from = OFF_BOARD
    unit.entered_from = OFF_BOARD
    unit.blind = 0
    unit.locked = 0
    unit.tired = 0
    unit.strikes_back = 0
    unit.assists = NO_UNIT
    unit.turn_cell = unit.cell
    unit.turn_mates = mates_of(s, who)
    reset_limits(s, who)
    unit.reads = max(int(unit.reads) - 1, 0)
    for other in range(s.unit_count):
        s.units[other].shot_by &= ~(1 << who)
        s.units[other].dodged_from &= ~(1 << who)
        s.units[other].undodged_from &= ~(1 << who)
        if unit.reads == 0:
            s.units[other].read_by &= ~(1 << who)
    note_change(s)


@rule("defence.restore")
def resolve_restoring(s, who):
    """Defences restored: none of them has been used since the own turn began."""
    unit = s.units[who]
    unit.dodges = 0
    unit.blocks = 0
    unit.parries[0] = 0
    unit.parries[1] = 0


# --- choices ---------------------------------------------------------------------------------------------------------


@rule("turn.sequence")
def choose_step(s, w, frame, who):
    """Sequence: one action after the other, while the unit can act."""
    if is_able(s, who) and s.units[who].surrendered == 0:
        frame.step = Turn.ANSWER
        ask(s, Prompt.TURN, who)
    else:
        frame.step = Turn.END


@rule("turn.sequence", "initiative.delay", "action.upcoming")
def answer_step(s, w, frame, who):
    """Sequence: a part of a choice; then it is carried out. Unless the unit waits, its turn really begins with the first."""
    answered = take_part(s, ANSWERS, frame)
    if ask_next_part(s, PARTS_OF, ANSWERS, int(frame.verb), answered) != Part.VERB:
        s.has_changed = 0
        return
    verb, target, mode, cell, item = (
        int(frame.verb), int(frame.target), int(frame.mode), int(frame.cell), int(frame.item_used),
    )  # fmt: skip
    is_first = frame.step == Turn.FIRST and frame.index == 0
    frame.index = 0
    forget_choice(frame)
    frame.target = NO_UNIT
    if verb == Verb.DELAY_BEFORE or verb == Verb.DELAY_AFTER:
        pop(s)
        delay(s, who, target, verb)
        return
    frame.step = Turn.ANSWER
    if is_first:
        really_begin(s, w, who)
    act(s, w, frame, who, verb, target, mode, cell, item)


@rule("initiative.delay")
def delay(s, who, target, verb):
    """Delay: the turn has not begun; it comes just before or after the other's."""
    s.units[who].delays += 1
    put_near(s, who, target, verb == Verb.DELAY_AFTER)
    emit(s, Event.DELAYED_AFTER if verb == Verb.DELAY_AFTER else Event.DELAYED_BEFORE, who, target, 0, 0)


@rule("action.upcoming", "action.ongoing", "ready.declare", "action.crawl", "action.breather")
def act(s, w, frame, who, verb, target, mode, cell, item):
    """Actions: paid for and carried out; ongoing and upcoming ones end the turn, and so does readying."""
    frame.step = Turn.ACTED
    if verb == Verb.END_TURN:
        frame.step = Turn.END
        return
    if verb == Verb.CANCEL:
        resolve_cancelling(s, who)
        return
    ends = pay(s, w, who, verb)
    if ends:
        note_change(s)
    if verb == Verb.CONTINUE:
        complete_upcoming(s, w, who)
        return
    if verb == Verb.LONG_BREATHER or verb == Verb.CRAWL or Verb.READY_ATTACK <= verb <= Verb.READY_PRONE:
        ends = True
    frame.amount = 1 if ends else 0
    if verb == Verb.CHARGE_WEAPON or verb == Verb.CHARGE_BRAWL:
        frame.step = Turn.CHARGED
    carry_out(s, w, frame, who, verb, target, mode, cell, item)


@rule("action.charge", "guard.border_end")
def charged_step(s, w, frame, who):
    """Charge: once the charger is in the target's location it strikes; if not, it has only moved there."""
    moved = int(s.result)
    s.result = 0
    verb, target, mode, unseen = int(frame.verb), int(frame.target), int(frame.mode), int(frame.outcome)
    direction = int(frame.cell)
    forget_choice(frame)
    frame.target = NO_UNIT
    frame.outcome = 0
    frame.step = Turn.ACTED
    if moved == 1 and is_able(s, who) and is_present(s, target) and s.units[target].cell == s.units[who].cell:
        strike_after_charge(s, who, verb, target, mode, unseen)
    elif moved == 1 and s.units[who].entered_from >= 0:
        end_border_guards(s, w, who, int(s.units[who].entered_from), direction)


# --- the end ---------------------------------------------------------------------------------------------------------


@rule(
    "defence.preroll", "effect.duration_turns", "injury.mangled", "defence.parry_vs_ranged", "c.skills", "c.skip_out",
    "blind.melee",
)  # fmt: skip
def end_step(s, w, frame, who):
    """End: a primed skill is lost, effects age, countdowns run, and the next defence is chosen and rolled. From where
    units came in this turn no longer matters.
    """
    unit = s.units[who]
    frame.step = Turn.DEFENDED
    s.result = 0
    unit.primed = 0
    unit.standard_left = 0
    unit.pairing = Pairing.NOTHING
    unit.free_used = 0
    for other in range(s.unit_count):
        s.units[other].entered_from = OFF_BOARD
    emit(s, Event.TURN_ENDED, who, NO_UNIT, 0, 0)
    resolve_ageing(s, who)
    note_change(s)
    resolve_countdown(s, who)
    resolve_letting_go(s, w, who)
    forget_kept(s, who)
    check_hidden(s, w)
    if is_present(s, who) and may_defend(s, w, who) and (unit.defence == 0 or w.book.reroll_unused == 1):
        push_defence(s, w, who)

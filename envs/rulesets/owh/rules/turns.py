"""The turn of a unit: statuses first, then actions, then counters."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, emit, open_total, pop, term
from ....core.state.choosing import Part, ask_next_part, forget_choice, take_part
from ..vocab import ANSWERS, PARTS_OF, Event, Prompt, Term, Verb
from .acting import Turn, answer_step, choose_step
from .conditions import is_able, is_horrified, is_standing
from .executing import resolve_execution
from .fate import may_shake_off_any, resolve_shaking_off
from .fear import may_resist_fear, resolve_spirit_check, source_to_face, start_facing, start_spirit_check
from .harm import frighten, lose_hp
from .rolls import take_roll
from .routines import flee_step, rage_step


@rule("turn.status_phase", "turn.action_economy", "defend.action", "status.flying")
def begin_turn(s, w, who):
    """Turn: the unit's own Defend ends, a grounded flier takes to the air again, and the action counts are reset."""
    unit = s.units[who]
    emit(s, Event.TURN_BEGINS, who, NO_UNIT, int(unit.card), 0)
    unit.defending = 0
    unit.actions_left = w.book.standard_actions
    unit.free_left = w.book.free_actions
    unit.free_used = 0
    unit.moves = 0
    unit.attacks = 0
    unit.others = 0
    unit.items_used = 0
    unit.spells_cast = 0
    unit.hides = 0
    unit.declined = 0
    if unit.grounded == 1 and is_able(s, who) and unit.stunned == 0 and unit.rooted == 0:
        unit.grounded = 0
        emit(s, Event.RISES_AGAIN, who, NO_UNIT, 0, 0)


@kernel
def turn_step(s, w, frame):
    """A turn: statuses first, then actions. Waits for tokens, the Spirit check, and each part of each choice."""
    who = int(frame.who)
    if frame.step < Turn.CHOOSE:
        status_step(s, w, frame, who)
    elif frame.step == Turn.CHOOSE:
        choose_step(s, w, frame, who)
    elif frame.step == Turn.ANSWER:
        answer_step(s, w, frame, who)
    elif frame.step == Turn.EXECUTED:
        if take_roll(s) == 1:
            resolve_execution(s, who, int(frame.target))
        forget_choice(frame)
        frame.step = Turn.CHOOSE
    elif frame.step == Turn.FLEE:
        flee_step(s, w, frame, who)
    elif frame.step == Turn.RAGE:
        rage_step(s, w, frame, who)
    else:
        end_turn(s, who)
        pop(s)


@rule("turn.status_phase")
def status_step(s, w, frame, who):
    """Statuses: fear to be faced, tokens, the Spirit check, and then what hurts, before anything else is done."""
    if frame.step == Turn.BEGIN:
        begin_turn(s, w, who)
        level = source_to_face(s, w, who)
        frame.step = Turn.FATE
        if level > 0:
            frame.amount = level
            frame.step = Turn.FACED
            start_facing(s, w, who, level)
    elif frame.step == Turn.FACED:
        if take_roll(s) == 0:
            frighten(s, w, who, int(frame.amount))
        frame.amount = 0
        frame.step = Turn.FATE
    elif frame.step == Turn.FATE:
        frame.step = Turn.SPIRIT
        if may_shake_off_any(s, w, who):
            frame.step = Turn.FATE_ANSWER
            ask(s, Prompt.FATE, who)
    elif frame.step == Turn.FATE_ANSWER:
        fate_step(s, w, frame, who)
    elif frame.step == Turn.SPIRIT:
        frame.step = Turn.BLEEDING
        if may_resist_fear(s, w, who):
            frame.step = Turn.SPIRIT_ANSWER
            ask(s, Prompt.SPIRIT, who)
    elif frame.step == Turn.SPIRIT_ANSWER:
        frame.step = Turn.BLEEDING
        if s.answer == Verb.RESIST_FEAR:
            frame.step = Turn.SPIRIT_ROLLED
            start_spirit_check(s, w, who)
    elif frame.step == Turn.SPIRIT_ROLLED:
        resolve_spirit_check(s, w, who, take_roll(s) == 1)
        frame.step = Turn.BLEEDING
    else:
        suffer_step(s, w, frame, who)


@rule("fate.status_removal")
def fate_step(s, w, frame, who):
    """Shaking off: one status after the other, as long as tokens last and are spent."""
    answered = take_part(s, ANSWERS, frame)
    if ask_next_part(s, PARTS_OF, ANSWERS, int(frame.verb), answered) != Part.VERB:
        s.has_changed = 0
        return
    verb, ailment = int(frame.verb), int(frame.mode)
    forget_choice(frame)
    frame.step = Turn.SPIRIT
    if verb == Verb.SHAKE_OFF:
        resolve_shaking_off(s, w, who, ailment)
        frame.step = Turn.FATE


@rule("status.bleeding")
def bleed(s, w, who):
    """Bleeding: what all stacks of it cost a turn."""
    points = int(s.units[who].bleeding) * int(w.book.bleeding_damage)
    if s.units[who].bleeding > 0:
        emit(s, Event.BLEEDING_HURTS, who, NO_UNIT, points, 0)
    return points


@rule("status.poisoned")
def suffer_poison(s, w, who):
    """Poisoned: what it costs a turn."""
    points = int(s.units[who].poisoned) * int(w.book.poisoned_damage)
    if s.units[who].poisoned > 0:
        emit(s, Event.POISON_HURTS, who, NO_UNIT, points, 0)
    return points


@rule("status.ignited")
def burn(s, w, who):
    """Ignited: what all stacks of it cost a turn."""
    points = int(s.units[who].ignited) * int(w.book.ignited_damage)
    if s.units[who].ignited > 0:
        emit(s, Event.FIRE_HURTS, who, NO_UNIT, points, 0)
    return points


@rule("turn.status_phase")
def suffer_step(s, w, frame, who):
    """Statuses: bleeding, then poison, then fire, each ignoring armour."""
    if frame.step == Turn.BLEEDING:
        points = bleed(s, w, who)
    elif frame.step == Turn.POISON:
        points = suffer_poison(s, w, who)
    else:
        points = burn(s, w, who)
    frame.step += 1
    if points > 0:
        open_total(s)
        lose_hp(s, w, who, NO_UNIT, term(s, Term.STATUS, points))
    if not is_standing(s, who):
        frame.step = Turn.END
    elif frame.step == Turn.CHOOSE:
        frame.step = kind_of_turn(s, w, who)


@rule("turn.status_phase", "fear.horrified", "status.insane", "status.paralyzed")
def kind_of_turn(s, w, who):
    """Turn: the paralyzed do nothing, the horrified flee, the insane rage, all others choose."""
    if s.units[who].paralyzed == 1:
        emit(s, Event.HELPLESS, who, NO_UNIT, 0, 0)
        return int(Turn.END)
    if is_horrified(s, w, who):
        emit(s, Event.HORRIFIED, who, NO_UNIT, 0, 0)
        return int(Turn.FLEE)
    if s.units[who].insane == 1:
        emit(s, Event.RAGES, who, NO_UNIT, 0, 0)
        return int(Turn.RAGE)
    return int(Turn.CHOOSE)


@rule("completion.status_durations")
def resolve_countdown(s, who):
    """Durations: one turn less."""
    unit = s.units[who]
    unit.stunned = max(int(unit.stunned) - 1, 0)
    unit.rooted = max(int(unit.rooted) - 1, 0)
    unit.blind = max(int(unit.blind) - 1, 0)
    unit.deafened = max(int(unit.deafened) - 1, 0)


@rule("synergy.coordinated_roll", "completion.abilities")
def end_turn(s, who):
    """End of the turn: counters go down, what held for this turn is over."""
    unit = s.units[who]
    unit.turn_taken = 1
    resolve_countdown(s, who)
    if unit.berserk > 0:
        unit.berserk -= 1
    unit.coordinated_on = NO_UNIT
    unit.actions_left = 0
    unit.free_left = 0

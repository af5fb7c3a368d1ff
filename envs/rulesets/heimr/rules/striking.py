"""One attack roll against one target: what it goes against, the dice, and what comes of a hit."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, emit, emit_roll, open_total, pop, push
from ..vocab import NO_DEFENCE, VOID_DEFENCE, Body, Defence, Event, Frame, Mark, Prompt, Skill, Verb
from .abilities import is_fresh_enough, resolve_fatigue
from .aiming import BRAWL_SLOT, attack_consistency, attack_potential, item_in
from .blind import add_blind_spot
from .blow import Outcome, Step
from .conditions import is_able, is_present
from .consequences import consequence_step
from .defending import push_defence
from .grabs import forget_hold, is_only_tired, is_stopped
from .harm import end_grab, resolve_interruption
from .opposing import (
    Source,
    is_forced_dodge,
    is_rolled_anew,
    lacks_defence,
    may_release,
    note_blind_spot,
    oppose,
    roll_anew,
    stands_up,
    take_answer,
    total_of,
    use_defence,
)
from .rolling import roll_dice
from .skills import has_skill_ready, pay_for_skill
from .spilling import next_target


@kernel
def start_strike(s, who, target, slot, part, marks, goal):
    """Begin an attack roll; a grabber of the attacker may have set a requirement for the first."""
    frame = push(s, Frame.STRIKE)
    frame.who = who
    frame.target = target
    frame.item_used = slot
    frame.part = part
    frame.marks = marks
    frame.goal = goal


@kernel
def strike_step(s, w, frame):
    """An attack roll: the defence, the dice, what is used up, the consequences, and the next target of a shot."""
    target = int(frame.target)
    if frame.step == Step.BEGIN:
        begin_step(s, w, frame, target)
    elif frame.step == Step.LET_GO:
        frame.step = Step.OPPOSE
        if s.answer == Verb.LET_GO:
            end_grab(s, target)
            forget_hold(s, frame, target)
            push_defence(s, w, target)
    elif frame.step == Step.OPPOSE and lacks_defence(s, w, target) and not is_forced_dodge(frame.marks):
        push_defence(s, w, target)
    elif frame.step == Step.OPPOSE:
        frame.step = Step.OPPOSED if oppose(s, w, frame, target) else Step.AGAIN
    elif frame.step == Step.OPPOSED:
        frame.step = Step.AGAIN
        take_answer(s, w, frame, target)
    elif frame.step == Step.AGAIN:
        frame.step = Step.ROLL
        if is_rolled_anew(s, w, frame, target):
            roll_anew(s, w, frame, target)
    elif frame.step == Step.ROLL:
        roll_step(s, w, frame, int(frame.who), target)
    elif frame.step <= Step.LINE:
        used_step(s, w, frame, target)
    elif frame.step <= Step.EVADED:
        evade_step(s, w, frame, target)
    elif frame.step <= Step.HELD_ON:
        consequence_step(s, w, frame, int(frame.who), target)
    elif frame.step == Step.DEFEND:
        frame.step = Step.NEXT
        if frame.cell != Source.NONE and is_present(s, target) and s.units[target].defence == Defence.NONE:
            if s.units[target].kept == Defence.NONE or frame.cell == Source.SPOT:
                push_defence(s, w, target)
    elif frame.step == Step.NEXT:
        if not next_target(s, w, frame):
            frame.step = Step.END
    else:
        outcome = int(frame.outcome)
        pop(s)
        s.result = outcome


@rule("brawl.grab_release", "action.upcoming_interrupt")
def begin_step(s, w, frame, target):
    """Declared: the target's upcoming action is interrupted; a grabber may release its hold first."""
    frame.step = Step.OPPOSE
    frame.outcome = Outcome.NOTHING
    slot = int(frame.item_used)
    emit(s, Event.ATTACKS, int(frame.who), target, item_in(s, int(frame.who), slot), int(frame.part))
    if frame.marks & Mark.BRAWL == 0 or w.book.graze_interrupts == 1:
        resolve_interruption(s, target)
    if frame.marks & Mark.SHOT != 0:
        s.stack[s.depth - 2].asked |= 1 << target  # of the attack action: the targets it has been rolled at
    if may_release(s, w, target) and is_able(s, target):
        frame.step = Step.LET_GO
        ask(s, Prompt.HOLD, target)


# --- the dice --------------------------------------------------------------------------------------------------------


@rule("attack.roll", "fatigue.requirement")
def roll_step(s, w, frame, who, target):
    """Attack roll: it hits if it reaches fatigue and beats the defence; its d6 says where, and whether it tires."""
    slot, part, marks = int(frame.item_used), int(frame.part), int(frame.marks)
    spilled = int(frame.number)
    frame.potential = total_of(s, w, frame, target) if frame.cell != Source.NONE else 0
    open_total(s)
    consistency = attack_consistency(s, w, who, target, slot, part, marks, spilled)
    natural, six = roll_dice(s, w, who, consistency)
    total = natural + attack_potential(s, w, who, slot, marks)
    fresh = is_fresh_enough(s, who, natural)
    if not is_further_roll(w, spilled, marks):
        resolve_fatigue(s, w, who, six)
    if part == Body.ANYWHERE:
        frame.part = location_of(w, six)
    if is_stopped(s, frame, who, total, fresh):
        frame.outcome = Outcome.STOPPED
        if is_only_tired(frame, total, fresh):
            emit_roll(s, Event.ATTACK_TIRED, who, target, int(s.units[who].fatigue), 0)
        else:
            emit_roll(s, Event.STOPPED, who, NO_UNIT, 0, 0)
    else:
        frame.outcome = outcome_of(s, w, frame, target, total) if fresh else int(Outcome.TIRED)
        tell(s, w, frame, who, target)
    frame.step = Step.USED


@rule("fatigue.multi_shot")
def is_further_roll(w, spilled, marks):
    """Several rolls of one shot: whether this is a further one; only the first can raise fatigue."""
    return spilled >= w.book.rolls_that_can_tire or marks & Mark.AGAIN != 0


@rule("attack.hit_location")
def location_of(w, six):
    """Hit location: the part of the body that the d6 of the attack stands for."""
    return int(w.book.location[six])


@kernel
def outcome_of(s, w, frame, target, total):
    """What comes of an attack roll that reaches fatigue."""
    over = total - int(frame.potential)
    if is_hit(s, w, frame, target, over):
        return int(Outcome.HIT)
    if is_graze(w, frame, over):
        return int(Outcome.GRAZED)
    return int(Outcome.DODGED if frame.mode == Defence.DODGE else Outcome.DEFENDED)


@rule("attack.roll")
def is_hit(s, w, frame, target, over):
    """Attack roll: it hits if no defence stands up to it, or if it is higher; ``over``: by how much."""
    return not stands_up(s, frame, target) or (over >= 0 and not is_tie(w, over))


@rule("defence.tie")
def is_tie(w, over):
    """Tie: a defence as high as the attack stops it."""
    return over == 0 and w.book.defender_wins_ties == 1


@rule("brawl.graze")
def is_graze(w, frame, over):
    """Too weak to hurt: a brawl as high as the defence or one less touches, and does no harm."""
    return frame.item_used == BRAWL_SLOT and w.book.graze_from <= over <= w.book.graze_to


@kernel
def tell(s, w, frame, who, target):
    """The log's row for an attack roll."""
    against = int(frame.potential)
    if not stands_up(s, frame, target):
        against = NO_DEFENCE if frame.cell == Source.NONE else VOID_DEFENCE
    if frame.outcome == Outcome.TIRED:
        emit_roll(s, Event.ATTACK_TIRED, who, target, int(s.units[who].fatigue), 0)
    elif frame.outcome == Outcome.HIT:
        emit_roll(s, Event.ATTACK_HIT, who, target, against, item_in(s, who, int(frame.item_used)))
    elif frame.outcome == Outcome.GRAZED:
        emit_roll(s, Event.GRAZED, who, target, against, 0)
    else:
        emit_roll(s, Event.ATTACK_MISSED, who, target, against, int(frame.mode))


# --- what is used up -------------------------------------------------------------------------------------------------


@rule("fatigue.requirement", "blind.snap", "attack.roll", "brawl.graze")
def used_step(s, w, frame, target):
    """Used: a defence counts only where the attack reached its fatigue; a shot may open a blind spot."""
    if frame.step == Step.LINE:
        add_blind_spot(s, target, int(frame.who), s.answer - Verb.BLIND_STRAIGHT)
        frame.step = Step.EVADES
        return
    frame.step = Step.EVADES
    if frame.outcome != Outcome.GRAZED:
        resolve_interruption(s, target)
    note_dodges(s, frame, target)
    if frame.outcome <= Outcome.STOPPED:
        frame.cell = Source.NONE  # it was not used
        return
    if frame.cell != Source.NONE:
        use_defence(s, w, frame, target)
        if note_blind_spot(s, w, frame, target):
            frame.step = Step.LINE


@rule("brawl.armed_opponent")
def note_dodges(s, frame, target):
    """Armed opponents: a unit that dodged every blow of an enemy's own turn may brawl with that enemy without risk."""
    if frame.marks & (Mark.SHOT | Mark.BRAWL | Mark.PROVOKED | Mark.PAST_GUARD | Mark.READIED) != 0:
        return
    if frame.outcome == Outcome.DODGED:
        s.units[target].dodged_from |= 1 << frame.who
    else:
        s.units[target].undodged_from |= 1 << frame.who


@rule("effect.miss", "c.skills")
def evade_step(s, w, frame, target):
    """Miss: a unit with the skill may turn a hit into a miss."""
    if frame.step == Step.EVADED:
        frame.step = Step.DAMAGE
        if s.answer == Verb.EVADE:
            resolve_evading(s, w, frame, target)
        return
    frame.step = Step.DAMAGE
    if frame.outcome == Outcome.HIT and is_able(s, target) and has_skill_ready(s, w, target, int(Skill.EVADE)):
        frame.step = Step.EVADED
        ask(s, Prompt.EVADE, target)
    elif frame.outcome != Outcome.HIT and frame.outcome != Outcome.GRAZED:
        frame.step = Step.DEFEND


@rule("effect.miss")
def resolve_evading(s, w, frame, target):
    """Miss: the skill is paid for; the attack has done nothing, and nothing comes of it."""
    pay_for_skill(s, w, target, int(Skill.EVADE))
    emit(s, Event.EVADED, target, NO_UNIT, 0, 0)
    frame.outcome = Outcome.DEFENDED
    frame.step = Step.DEFEND

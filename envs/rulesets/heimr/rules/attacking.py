"""An attack action: units that see it coming, guards, the cluster, provoked blows, then a roll for every weapon."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, emit, pop, push
from ..board import STRIDE
from ..vocab import Body, Event, Frame, Mark, Prompt, Trigger, Verb
from .aiming import BRAWL_SLOT, is_in_melee_reach, is_out_of_shot, item_in, may_brawl, may_strike_back, unseen_mark
from .blow import Outcome
from .clusters import join_cluster
from .conditions import is_able, is_held, is_present, stumbles_apart
from .edges import step_towards
from .grabs import hand_over_hold, start_stopping
from .guarding import end_border_guards, guard_against, note_interception
from .hands import next_melee_slot, ranged_slot, wields_melee
from .harm import end_guard, resolve_interruption, show_to_all
from .luck import roll_luck
from .moving import start_guard_attack
from .readying import is_intent_watched, note_attack, note_trigger, push_aftermath, roll_intent
from .sounds import LOUD, SOFT, give_away_shot, make_sound
from .striking import start_strike
from .things import spend_missile


class Step(IntEnum):
    """Steps of an attack action."""

    ANNOUNCE = 0
    LUCK = 1
    STOP = 2
    GUARDED = 3
    ANSWERED = 4
    STRUCK_AT = 5
    STRUCK = 6
    CLUSTER = 7
    PROVOKE = 8
    PROVOKED = 9
    AVENGED = 10
    STRIKE = 11
    ROLLED = 12
    AFTER = 13
    END = 14


OUT_OF_TURN = Mark.PROVOKED | Mark.PAST_GUARD | Mark.READIED


@rule("attack.single_target")
def start_attack(s, who, target, part, marks):
    """Attack: all its rolls go at one target; whether it comes from hiding is settled as it is declared."""
    frame = push(s, Frame.ATTACK)
    frame.who = who
    frame.target = target
    frame.goal = NO_UNIT
    frame.part = part
    frame.marks = marks
    if part != Body.ANYWHERE:
        frame.marks |= Mark.AIMED
    frame.marks |= unseen_mark(s, who, target)


@kernel
def attack_step(s, w, frame):
    """One step of an attack action. The result is how many of its rolls were not dodged."""
    who, target = int(frame.who), int(frame.target)
    if frame.step == Step.ANNOUNCE:
        announce(s, w, frame, who, target)
    elif not is_able(s, who) and frame.step < Step.AFTER:
        if frame.step == Step.STRUCK and s.result > 0:
            end_guard(s, int(frame.goal))
        s.result = 0
        frame.step = Step.AFTER if frame.index > 0 else Step.END
    elif frame.step == Step.LUCK:
        luck_step(s, w, frame, who)
    elif frame.step == Step.STOP:
        frame.step = Step.GUARDED
        if frame.marks & OUT_OF_TURN == 0 and is_held(s, who):
            start_stopping(s, who)
    elif frame.step <= Step.STRUCK:
        guard_step(s, w, frame, who)
    elif frame.step == Step.CLUSTER:
        cluster_step(s, w, frame, who, target)
    elif frame.step <= Step.AVENGED:
        provoke_step(s, w, frame, who, target)
    elif frame.step == Step.STRIKE:
        next_weapon(s, w, frame, who, target)
    elif frame.step == Step.ROLLED:
        count_strike(s, frame)
    elif frame.step == Step.AFTER:
        after_attack(s, w, frame, who)
    else:
        undodged = int(frame.outcome)
        pop(s)
        s.result = undodged


# --- before it -------------------------------------------------------------------------------------------------------


@rule("ready.intent")
def announce(s, w, frame, who, target):
    """Intent: a readied target may act first, if it sees through the attacker."""
    frame.step = Step.LUCK
    if frame.marks & (OUT_OF_TURN | Mark.LUCK) == 0 and target != NO_UNIT and is_intent_watched(s, who, target):
        if roll_intent(s, w, who, target):
            push_aftermath(s)
        else:
            frame.amount = 1  # what was readied comes after the attack
            s.units[target].due_target = NO_UNIT
            s.is_due = 0


@rule("position.hidden_luck", "position.hidden_bonus", "c.sounds")
def luck_step(s, w, frame, who):
    """Luck shots: at the worst hidden enemy in the cell, if luck allows an attack at all; a missile is heard in any case."""
    frame.step = Step.STOP
    if frame.marks & Mark.LUCK == 0:
        return
    frame.target = roll_luck(s, w, who, int(frame.cell), frame.marks & Mark.SHOT != 0)
    if frame.target == NO_UNIT:
        frame.step = Step.END
        if frame.marks & Mark.SHOT != 0:
            frame.item_used = ranged_slot(s, w, who)
            make_sound(s, w, who, loudness_of(s, w, frame, who))
    else:
        frame.marks |= unseen_mark(s, who, int(frame.target))


@rule(
    "guard.ally", "guard.border_far", "guard.outmanoeuvre", "guard.ranged", "effect.stumble_combat", "position.hidden"
)
def guard_step(s, w, frame, who):
    """Guards: a shot goes to the guard; a melee attacker may try to get past it. A guard that steps in is hidden no longer."""
    if frame.step == Step.GUARDED:
        frame.step = Step.CLUSTER
        guard = guard_against(s, w, frame, who)
        if guard == NO_UNIT:
            return
        show_to_all(s, guard)
        frame.goal = guard
        if frame.marks & Mark.SHOT != 0:
            redirect(s, frame, who)
        else:
            frame.step = Step.ANSWERED
            ask(s, Prompt.INTERCEPTED, who)
    elif frame.step == Step.ANSWERED:
        if s.answer == Verb.STAY:
            frame.step = Step.CLUSTER
            redirect(s, frame, who)
        elif stumbles_apart(s, int(frame.goal), who):
            frame.step = Step.CLUSTER
        else:
            frame.step = Step.STRUCK_AT
            ask(s, Prompt.PROVOKED, int(frame.goal))
    elif frame.step == Step.STRUCK_AT:
        frame.step = Step.CLUSTER
        if s.answer == Verb.ATTACK_IT:
            frame.step = Step.STRUCK
            start_guard_attack(s, int(frame.goal), who)
    else:
        past_step(s, frame, who)


@rule("guard.ally")
def redirect(s, frame, who):
    """Guarded allies: the attack goes to the guard, who sees it come, and the guard ends."""
    guard = int(frame.goal)
    note_interception(s, guard, who)
    frame.goal = frame.target
    frame.target = guard
    frame.marks &= ~int(Mark.UNSEEN)
    frame.marks |= Mark.REDIRECTED
    if frame.marks & Mark.SHOT == 0:
        frame.marks &= ~int(Mark.LUCK)


@rule("guard.outmanoeuvre")
def past_step(s, frame, who):
    """Getting past: a blow that was not dodged ends the attack, and the guard's duty."""
    struck = int(s.result)
    s.result = 0
    frame.step = Step.CLUSTER
    if struck > 0:
        end_guard(s, int(frame.goal))
        frame.step = Step.END
    else:
        emit(s, Event.GOT_PAST, who, int(frame.goal), 0, 0)
    frame.goal = NO_UNIT


@rule("cluster.form", "brawl.attack", "effect.stumble_combat")
def cluster_step(s, w, frame, who, target):
    """Clusters: they form before the roll, and whatever comes of it; not by a charger that stumbles as it arrives."""
    frame.step = Step.PROVOKE
    came_from = int(s.units[who].entered_from)
    if frame.marks & Mark.CHARGE != 0 and came_from >= 0:
        end_border_guards(s, w, who, came_from, step_towards(came_from, int(s.units[who].cell), STRIDE))
    if not is_present(s, target) or is_out_of_shot(s, w, frame, who, target):
        frame.step = Step.END
        return
    if frame.marks & Mark.SHOT == 0:
        if not is_in_melee_reach(s, w, who, target) or stumbles_apart(s, who, target):
            frame.step = Step.END
            return
        if frame.marks & Mark.PAST_GUARD != 0 and not wields_melee(s, w, who):
            frame.marks |= Mark.BRAWL
        if frame.marks & Mark.LUCK == 0:
            join_cluster(s, w, who, target)


# --- provoked blows --------------------------------------------------------------------------------------------------


@rule("brawl.provoked", "action.upcoming_interrupt")
def provoke_step(s, w, frame, who, target):
    """Provoked attacks: made before the brawl, which is declared; it fails unless all of them are dodged."""
    if frame.step == Step.PROVOKE:
        frame.step = Step.STRIKE
        is_brawl = frame.marks & Mark.BRAWL != 0 and frame.marks & (Mark.PROVOKED | Mark.PAST_GUARD) == 0
        if is_brawl and w.book.graze_interrupts == 1:
            resolve_interruption(s, target)
        if is_brawl and may_strike_back(s, w, who, target):
            frame.step = Step.PROVOKED
            ask(s, Prompt.PROVOKED, target)
    elif frame.step == Step.PROVOKED:
        frame.step = Step.STRIKE
        if s.answer == Verb.ATTACK_IT:
            frame.step = Step.AVENGED
            s.units[target].strikes_back += 1
            start_attack(s, target, who, int(Body.ANYWHERE), Mark.PROVOKED)
    else:
        undodged = int(s.result)
        s.result = 0
        frame.step = Step.AFTER if undodged > 0 else Step.STRIKE


# --- the rolls -------------------------------------------------------------------------------------------------------


@rule("attack.per_weapon", "melee.same_cell", "height.melee", "cluster.form", "effect.stumble_combat")
def next_weapon(s, w, frame, who, target):
    """Rolls: one for every melee weapon wielded, one for a shot or a brawl; all at the same target, while it is within reach.
    A target that the last roll drove out of the cluster is in one with the attacker again.
    """
    slot = slot_of(s, w, frame, who)
    frame.step = Step.AFTER
    if slot < 0 or not is_present(s, target):
        return
    marks = int(frame.marks)
    if marks & Mark.SHOT == 0:
        if not is_in_melee_reach(s, w, who, target) or stumbles_apart(s, who, target):
            return
        if marks & Mark.LUCK == 0:
            join_cluster(s, w, who, target)
    else:
        if s.units[who].poison[slot] > 0:
            marks |= Mark.POISONED
        spend_missile(s, w, who, slot)
    frame.item_used = slot
    frame.struck |= 0 if slot == BRAWL_SLOT else 1 << slot
    frame.index += 1
    frame.step = Step.ROLLED
    start_strike(s, who, target, slot, int(frame.part), marks, int(frame.goal))
    hand_over_hold(frame, s.stack[s.depth - 1])


@kernel
def slot_of(s, w, frame, who):
    """The slot the next roll is made with; -1 there is no further one."""
    if frame.marks & Mark.BRAWL != 0:
        return BRAWL_SLOT if frame.index == 0 and may_brawl(s, w, who, frame.marks & Mark.BIND != 0) else -1
    if frame.marks & Mark.SHOT != 0:
        return ranged_slot(s, w, who) if frame.index == 0 else -1
    return next_melee_slot(s, w, who, int(frame.struck))


@rule("attack.per_weapon", "guard.outmanoeuvre", "brawl.provoked", "brawl.graze")
def count_strike(s, frame):
    """Rolls: how many were not dodged; one that a holder stopped ends the action."""
    outcome = int(s.result)
    s.result = 0
    frame.step = Step.AFTER if outcome == Outcome.STOPPED else Step.STRIKE
    if outcome > Outcome.STOPPED and outcome != Outcome.DODGED and outcome != Outcome.GRAZED:
        frame.outcome += 1


# --- after it --------------------------------------------------------------------------------------------------------


@rule("c.sounds", "position.hidden_sounds", "ready.after_trigger", "ready.intent")
def after_attack(s, w, frame, who):
    """Afterwards: it has been heard, and readied actions come. No unit foresees an attack out of turn."""
    frame.step = Step.END
    target = int(frame.target)
    if frame.marks & Mark.SHOT != 0:
        give_away_shot(s, who, target)
    if frame.index > 0 and frame.marks & (Mark.LUCK | Mark.SHOT) == Mark.LUCK and is_present(s, target):
        join_cluster(s, w, who, target)
    if frame.index > 0:
        make_sound(s, w, who, loudness_of(s, w, frame, who))
    if frame.amount == 1 or frame.marks & OUT_OF_TURN != 0:
        note_trigger(s, target, int(Trigger.ENEMY_MEANS_TO_ATTACK_ME), who)
    note_attacked(s, frame, who, target)
    push_aftermath(s)


@rule("action.hide", "ready.after_trigger", "ranged.cluster_spill", "guard.ranged")
def note_attacked(s, frame, who, target):
    """Afterwards: the unit attacked; for a shot every unit it was rolled at, and they remember one of the shooter's turn."""
    is_shot = frame.marks & Mark.SHOT != 0
    attacked = int(frame.asked) if is_shot else 1 << target
    for other in range(s.unit_count):
        if (attacked >> other) & 1 == 1:
            if is_shot and frame.marks & OUT_OF_TURN == 0:
                s.units[other].shot_by |= 1 << who
            note_attack(s, who, other, is_shot)


@rule("c.sounds")
def loudness_of(s, w, frame, who):
    """Sounds: melee and brawls are loud, shots as the weapon is."""
    if frame.marks & Mark.SHOT == 0:
        return LOUD
    return LOUD if w.book.items[item_in(s, who, int(frame.item_used))].loud == 1 else SOFT

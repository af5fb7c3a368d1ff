"""Readied actions: triggers, who notices them, and what comes of them; and sleepers that hear something."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, emit, emit_roll, pop, push
from ..board import OFF_BOARD
from ..vocab import Ability, Event, Frame, Mark, Mode, Refusal, Response, Task, Trigger, Verb
from .aiming import is_within_range, may_shoot, may_strike, refusal_of_blow, refusal_of_body
from .checks import first_total, mental_total, reacts_in_time
from .conditions import frame_of, is_able, is_foe, is_present, sees
from .edges import crossing_at, ground_at, is_climb, is_walled, neighbour_of, toughness_at
from .hands import is_ready, ranged_slot, wields_melee
from .harm import lose_ready
from .ordering import put_before
from .passing import may_move
from .posture import refusal_of_lying_down, resolve_lying
from .rolling import roll_ability
from .sounds import LOUD, SOFT, resolve_waking


class Step(IntEnum):
    """Steps after an action."""

    NEXT = 0


# --- what triggers ---------------------------------------------------------------------------------------------------


@rule("ready.after_trigger", "ready.declare")
def notices(s, who, cause):
    """Noticing: only what an enemy in view does, and only while the unit is able to act."""
    if not is_able(s, who) or not is_foe(s, who, cause):
        return False
    return sees(s, who, cause)


@rule("ready.after_trigger", "ready.declare")
def note_trigger(s, who, trigger, cause):
    """Triggers: the readied action is due as soon as its cause is over."""
    unit = s.units[who]
    if unit.ready_trigger == trigger and unit.due_target == NO_UNIT and notices(s, who, cause):
        unit.due_target = cause
        s.is_due = 1


@rule("ready.declare")
def note_entering(s, who):
    """Triggers: an enemy enters the reader's cell."""
    for other in range(s.unit_count):
        if s.units[other].ready_trigger == Trigger.ENEMY_ENTERS and s.units[other].cell == s.units[who].cell:
            note_trigger(s, other, int(Trigger.ENEMY_ENTERS), who)


@rule("ready.declare")
def note_leaving(s, who):
    """Triggers: an enemy leaves the reader's cell."""
    for other in range(s.unit_count):
        if s.units[other].ready_trigger == Trigger.ENEMY_LEAVES and s.units[other].cell == s.units[who].cell:
            note_trigger(s, other, int(Trigger.ENEMY_LEAVES), who)


@rule("ready.declare")
def has_in_range(s, w, who):
    """Triggers: the enemies that have a unit in range of the weapon in hand and wait for such a one, as bits."""
    readers = 0
    for other in range(s.unit_count):
        if s.units[other].ready_trigger == Trigger.ENEMY_IN_RANGE and is_foe(s, other, who) and is_present(s, other):
            slot = ranged_slot(s, w, other)
            if slot >= 0 and is_within_range(s, w, other, who, slot):
                readers |= 1 << other
    return readers


@rule("ready.declare")
def note_range(s, w, who, before):
    """Triggers: an enemy comes into range that was out of it before."""
    now = has_in_range(s, w, who) & ~before
    for other in range(s.unit_count):
        if (now >> other) & 1 == 1:
            note_trigger(s, other, int(Trigger.ENEMY_IN_RANGE), who)


@rule("ready.declare")
def note_attack(s, who, target, is_shot):
    """Triggers: an enemy attacks the unit with the readied action or an ally in its cell, or shoots at any target."""
    for other in range(s.unit_count):
        if other == target:
            note_trigger(s, other, int(Trigger.ENEMY_ATTACKS_ME), who)
        elif are_friends(s, other, target) and s.units[other].cell == s.units[target].cell:
            note_trigger(s, other, int(Trigger.ENEMY_ATTACKS_ALLY), who)
        if is_shot:
            note_trigger(s, other, int(Trigger.ENEMY_SHOOTS), who)


@rule("ready.intent")
def is_intent_watched(s, who, target):
    """Intent: whether the target has readied something for when it is about to be attacked."""
    return s.units[target].ready_trigger == Trigger.ENEMY_MEANS_TO_ATTACK_ME and notices(s, target, who)


@rule("ready.intent", "check.opposed")
def roll_intent(s, w, who, target):
    """Intent: persuasion hides it, insight sees through it; then the readied action comes first. Whether it does."""
    hides = first_total(s, w, who, int(Ability.PERSUASION))
    sees_it = reacts_in_time(w, mental_total(s, w, target, int(Ability.INSIGHT)), hides)
    emit_roll(s, Event.INTENT_SEEN if sees_it else Event.INTENT_HIDDEN, target, who, hides, 0)
    note_trigger(s, target, int(Trigger.ENEMY_MEANS_TO_ATTACK_ME), who)
    return sees_it


# --- what follows ----------------------------------------------------------------------------------------------------


@rule("ready.after_trigger")
def push_aftermath(s):
    """After the trigger: sleepers and readied actions come next; what a response triggers comes once that is over."""
    if s.is_due == 1 and frame_of(s, Frame.AFTERMATH) < 0:
        s.is_due = 0
        push(s, Frame.AFTERMATH)


@kernel
def aftermath_step(s, w, frame):
    """One sleeper that has heard something, then one readied action after the other in the order of initiative."""
    s.result = 0
    for who in range(s.unit_count):
        if s.units[who].heard > 0:
            hear(s, w, who)
            return
    who = next_due(s)
    if who == NO_UNIT:
        s.is_due = 0
        pop(s)
        return
    cause = int(s.units[who].due_target)
    s.units[who].due_target = NO_UNIT
    if may_fire(s, w, who, cause):
        fire(s, w, who, cause)


@rule("position.sleeping", "c.sounds")
def hear(s, w, who):
    """Sleeping: a sound near by is a perception check, harder for a soft one; there is no second try."""
    unit = s.units[who]
    loudness = int(unit.heard)
    unit.heard = 0
    if unit.sleeping == 0 or not is_present(s, who) or loudness < SOFT:
        return
    number = int(w.book.cr_loud if loudness == LOUD else w.book.cr_soft)
    total, _, _ = roll_ability(s, w, who, int(Ability.PERCEPTION))
    if total >= number:
        emit_roll(s, Event.PASSED, who, NO_UNIT, number, Task.WAKING)
        resolve_waking(s, who)
    else:
        emit_roll(s, Event.FAILED, who, NO_UNIT, number, Task.WAKING)


@rule("ready.after_trigger")
def next_due(s):
    """Several readied actions: in the order of initiative."""
    best = NO_UNIT
    for who in range(s.unit_count):
        if s.units[who].due_target != NO_UNIT and (best == NO_UNIT or s.units[who].order < s.units[best].order):
            best = who
    return best


@rule("ready.after_trigger")
def may_fire(s, w, who, cause):
    """After the trigger: only if the response is possible now; else it stays readied."""
    unit = s.units[who]
    response = int(unit.ready_response)
    if response == Response.NOTHING or not notices(s, who, cause):
        return False
    if response == Response.MOVE:
        return may_move(s, w, who, int(unit.ready_direction))
    if response == Response.PRONE:
        return refusal_of_lying_down(s, who) == Refusal.NONE
    if response == Response.ATTACK:
        return may_strike(s, w, who, cause)
    if response == Response.SHOT:
        return may_shoot(s, w, who, cause)
    if refusal_of_blow(s, w, who, cause) != Refusal.NONE:
        return False
    return refusal_of_body(s, w, who, response == Response.BIND) == Refusal.NONE


@rule("ready.after_trigger", "ready.shift", "ready.declare", "position.hidden_bonus")
def fire(s, w, who, cause):
    """After the trigger: the response, aimed at the unit that caused it, untargeted."""
    unit = s.units[who]
    response, direction = int(unit.ready_response), int(unit.ready_direction)
    lose_ready(s, who)
    emit(s, Event.READY_FIRES, who, cause, 0, 0)
    if response == Response.PRONE:
        resolve_lying(s, who)
    else:
        start_response(s, who, cause, response, direction)
    put_before(s, w, who, cause)


@kernel
def start_response(s, who, cause, response, direction):
    """Begin a readied move, or a readied attack at the unit that triggered it."""
    frame = push(s, Frame.MOVE if response == Response.MOVE else Frame.ATTACK)
    frame.who = who
    frame.goal = NO_UNIT
    frame.marks = Mark.READIED
    if response == Response.MOVE:
        frame.target = NO_UNIT
        frame.cell = direction
        frame.verb = Verb.MOVE
        return
    frame.target = cause
    mark_response(frame, response)
    if not sees(s, cause, who):
        frame.marks |= Mark.UNSEEN


@kernel
def mark_response(frame, response):
    """What kind of attack a response is."""
    if response == Response.SHOT:
        frame.marks |= Mark.SHOT
    elif response == Response.HIT:
        frame.marks |= Mark.BRAWL
    elif response == Response.BIND:
        frame.marks |= Mark.BRAWL | Mark.BIND


# --- readying --------------------------------------------------------------------------------------------------------


@rule("ready.declare")
def refusal_of_ready(s, w, who, verb):
    """Readying: one action and its trigger; the action must be possible with what is in hand, and with the body as it will be."""
    if verb == Verb.READY_ATTACK:
        return Refusal.NONE if wields_melee(s, w, who) else Refusal.NO_MELEE_WEAPON
    if verb == Verb.READY_SHOT:
        slot = ranged_slot(s, w, who)
        if slot < 0:
            return Refusal.NO_RANGED_WEAPON
        return Refusal.NONE if is_ready(s, w, who, slot) else Refusal.NOT_READY
    if is_readied_brawl(verb):
        return refusal_of_body(s, w, who, verb == Verb.READY_BIND)
    unit = s.units[who]
    if unit.prone == 1:
        return Refusal.PRONE
    if stays_bound(int(unit.bound_body)):
        return Refusal.STAYS_BOUND
    are_legs_bound = stays_bound(int(unit.bound_legs[0])) or stays_bound(int(unit.bound_legs[1]))
    return Refusal.STAYS_BOUND if verb == Verb.READY_MOVE and are_legs_bound else Refusal.NONE


@kernel
def is_readied_brawl(verb):
    """Whether a verb readies a brawl, for a hit or for a bind."""
    return verb == Verb.READY_HIT or verb == Verb.READY_BIND


@rule("ready.declare", "effect.duration_turns")
def stays_bound(turns):
    """Readying: it ends the turn, and that takes one off; whether what binds the unit for so many turns still does so then."""
    return turns > 1


@rule("ready.declare", "effect.bind_feet", "effect.bind_leg", "effect.bind_body")
def refusal_of_ready_move(s, w, who, direction):
    """Readied moves: over a border that can be crossed at all from this height, a challenge if the feet will still be bound."""
    unit = s.units[who]
    cell = int(unit.cell)
    there = neighbour_of(w, cell, direction)
    if there == OFF_BOARD:
        return Refusal.MAP_ENDS
    if is_walled(w, cell, direction):
        return Refusal.WALLED
    if stays_bound(int(unit.bound_feet)) and crossing_at(w, cell, direction) == 0:
        return Refusal.STAYS_BOUND
    is_open = toughness_at(s, w, cell, direction) > 0 or not is_climb(w, int(unit.elevation), ground_at(w, there))
    return Refusal.NONE if is_open else Refusal.STEEP


@rule("ready.declare", "ready.after_trigger")
def refusal_of_trigger(s, w, who, verb, trigger):
    """Triggers: one that can happen, and after which the readied action is still possible: blows do not reach an enemy that
    has left, only missile weapons in hand have a range, and a trigger for attacks on an ally needs an ally.
    """
    if trigger < Trigger.ENEMY_ENTERS:
        return Refusal.NOT_SO
    if trigger == Trigger.ENEMY_LEAVES and (verb == Verb.READY_ATTACK or is_readied_brawl(verb)):
        return Refusal.OUT_OF_BLOWS
    if trigger == Trigger.ENEMY_IN_RANGE and ranged_slot(s, w, who) < 0:
        return Refusal.NO_RANGED_WEAPON
    return Refusal.NO_ALLY if trigger == Trigger.ENEMY_ATTACKS_ALLY and not has_ally(s, who) else Refusal.NONE


@kernel
def has_ally(s, who):
    """Whether a unit has a friend in the battle that can be attacked."""
    for other in range(s.unit_count):
        if other != who and is_present(s, other) and s.units[other].surrendered == 0 and are_friends(s, who, other):
            return True
    return False


@kernel
def trigger_of(mode):
    """The trigger that an answer stands for."""
    return mode - Mode.ENEMY_ENTERS + Trigger.ENEMY_ENTERS


@rule("ready.declare")
def resolve_ready(s, who, verb, mode, direction):
    """Readying: it waits for its trigger until the next own turn."""
    unit = s.units[who]
    unit.ready_trigger = trigger_of(mode)
    unit.ready_response = verb - Verb.READY_ATTACK + Response.ATTACK
    unit.ready_direction = direction if verb == Verb.READY_MOVE else 0
    emit(s, Event.READIED, who, NO_UNIT, 0, 0)

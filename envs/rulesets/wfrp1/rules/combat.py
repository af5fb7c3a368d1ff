"""Combat procedure: one blow, from the roll to hit to the wound."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.dice import check_class, die
from ....core.state import ask, emit, emit_roll, open_total, pop, push
from ..tables import MISSED
from ..vocab import Event, Flag, Frame, Item, Location, Mode, Prompt, Verb
from .bodies import (
    fresh_location,
    has_body_roll,
    is_beyond_reach,
    resolve_body_location,
    settled_location,
)
from .conditions import (
    is_static,
    passes_test,
)
from .damage import damage_of_blow, damage_of_stun, skill_of_blow
from .entangling import entangles_by_blow, resolve_entangled
from .fumbles import start_fumble
from .injuries import start_wound
from .modifiers import chance_to_hit, resolve_charge_spent
from .mounted import is_split, one_named, resolve_rider_or_mount
from .parrying import may_parry, points_parried, resolve_parry_attempt
from .stuns import is_stun_attempt, is_stun_from_behind, resolve_stun, resolve_stun_test, stun_minutes
from .targeting import aimed_location, is_aimed, leg_found
from .weapons import striking_item


class Blow(IntEnum):
    """Steps of a blow, in the order in which the table plays them; then those of some targets alone."""

    TO_HIT = 0  # D100, unless the target does not move
    LOCATION = 1  # where a blow lands that was not rolled to hit, or which leg
    PARRY = 2  # the question, and its answer with the D100
    PARRY_DIE = 3
    DAMAGE = 4
    CONFIRM = 5  # the D100 after a natural 6
    ANOTHER_DIE = 6
    RESULT = 7
    STUN_TIME = 8  # one D10 a step
    MOUNTED = 9  # D100: rider or mount?
    BODY = 10  # the die of a shape that is not human
    TALL = 11  # a fresh D100 for a place within reach
    STUN_WOUND = 12  # what the additional dice of a stun take


BEFORE_SPLIT, BEFORE_SHAPE, BEFORE_REACH = 0, 1, 2  # what is still to be settled of whom and where
NOT_ASKED, ASKED = 0, 1  # ``frame.index``: whether the target has been asked to parry


# --- what may be struck ----------------------------------------------------------------------------------------------


@rule("attack.sequence")
def start_blow(s, w, who, target, mode, slot, flags):
    """Combat procedure: begin a blow. The turn has seen to facing, and to the slot it costs (-1 none)."""
    frame = push(s, Frame.BLOW)
    frame.who = who
    frame.target = target
    frame.mode = mode
    frame.slot = slot
    frame.flag_bits = flags
    frame.item_used = striking_item(s, w, who, mode)


# --- the procedure ---------------------------------------------------------------------------------------------------


@rule("attack.sequence")
def blow_step(s, w, frame):
    """Combat procedure: to hit, location, parry, damage, and the wound. Waits once: does the target parry?"""
    if frame.step == Blow.TO_HIT:
        to_hit_step(s, w, frame)
    elif frame.step == Blow.LOCATION:
        location_step(s, w, frame)
    elif frame.step == Blow.PARRY:
        parry_step(s, w, frame)
    elif frame.step == Blow.PARRY_DIE:
        frame.stopped = points_parried(s, w, int(frame.target), int(frame.who))
        frame.step = step_after_parry(w)
    elif frame.step == Blow.DAMAGE:
        damage_step(s, w, frame)
    elif frame.step == Blow.CONFIRM:
        confirm_step(s, w, frame)
    elif frame.step == Blow.ANOTHER_DIE:
        another_die_step(s, w, frame)
    elif frame.step == Blow.RESULT:
        result_step(s, w, frame)
    elif frame.step == Blow.MOUNTED:
        mounted_step(s, w, frame)
    elif frame.step == Blow.BODY:
        body_step(s, w, frame)
    elif frame.step == Blow.TALL:
        tall_step(s, w, frame)
    elif frame.step == Blow.STUN_TIME:
        stun_time_step(s, w, frame)
    else:
        end_stun_blow(s, w, frame)


@rule("attack.to_hit", "attack.hit_location", "attack.fumble", "attack.prone_static")
def to_hit_step(s, w, frame):
    """To hit: D100 at or below the number hits, and its digits reversed are the location. A double that misses is a
    fumble. A target that does not move is hit without a roll.
    """
    who, target, mode, item = int(frame.who), int(frame.target), int(frame.mode), int(frame.item_used)
    resolve_victim(s, w, frame, one_named(s, target, mode))
    if is_stun_from_behind(s, w, who, target, mode, item):
        frame.flag_bits |= Flag.FROM_BEHIND
    if frame.flag_bits & (Flag.STATIC | Flag.FROM_BEHIND):
        resolve_charge_spent(s, who, target)
        location_without_roll(s, w, frame)
        return
    needed = chance_to_hit(s, w, who, target, mode, int(frame.flag_bits))
    resolve_charge_spent(s, who, target)
    if is_aimed(mode) or is_stun_attempt(s, who, mode, item):
        label = check_class(s, 100, needed, w.book.any_location, w.book.miss_label)
    else:
        label = check_class(s, 100, needed, w.book.hit_label, w.book.miss_label)
    if label >= MISSED:
        emit_roll(s, Event.BLOW_MISSED, who, target, needed, 0)
        flags = int(frame.flag_bits)
        pop(s)
        if label > MISSED:
            start_fumble(s, w, who, label - MISSED, item, mode, flags)
        return
    frame.location = named_location(s, who, mode, item, label)
    frame.step = Blow.LOCATION
    if mode != Mode.AIM_LEGS and resolve_place(s, w, frame, BEFORE_SPLIT):
        emit_roll(s, Event.BLOW_HIT, who, int(frame.target), int(frame.location), mode)
    else:
        emit_roll(s, Event.BLOW_LANDED, who, target, needed, mode)


@rule("attack.hit_location")
def named_location(s, who, mode, item, rolled):
    """Hit location: the one rolled, unless the blow is meant to stun, or a part was named."""
    if is_stun_attempt(s, who, mode, item):
        return int(Location.HEAD)
    return aimed_location(mode) if is_aimed(mode) else rolled


@rule("attack.prone_static", "stun.from_behind")
def location_without_roll(s, w, frame):
    """Prone and static targets: hit automatically, where the attacker chooses; without a choice a die decides."""
    who, mode, item = int(frame.who), int(frame.mode), int(frame.item_used)
    if (is_aimed(mode) and mode != Mode.AIM_LEGS) or is_stun_attempt(s, who, mode, item):
        frame.location = named_location(s, who, mode, item, 0)
        emit(s, Event.STATIC_HIT, who, int(frame.target), int(frame.location), mode)
        frame.step = step_after_location(w, int(frame.item_used))
    else:
        frame.step = Blow.LOCATION


@rule("attack.hit_location", "attack.targeted_blow", "attack.prone_static")
def location_step(s, w, frame):
    """Hit location without a roll to hit: a fresh D100 read directly; a D6 for which leg."""
    if frame.mode == Mode.AIM_LEGS:
        frame.location = leg_found(s, w)
    else:
        frame.location = fresh_location(s, w)
    resolve_place(s, w, frame, BEFORE_SPLIT)
    kind = Event.STATIC_HIT if frame.flag_bits & Flag.STATIC else Event.LOCATED
    emit_roll(s, kind, int(frame.who), int(frame.target), int(frame.location), int(frame.mode))


# --- whom and where, for riders, odd shapes and the tall -------------------------------------------------------------


@rule("mounted.rider_or_mount", "body.non_humanoid", "body.tall_opponents")
def resolve_place(s, w, frame, stage):
    """Hit location: rider or mount, then the shape of the one that is struck, then what is within reach; a location that
    was named stands. Sets the next step, and says whether all is settled.
    """
    who, target, mode = int(frame.who), int(frame.target), int(frame.mode)
    is_named = is_aimed(mode) or is_stun_attempt(s, who, mode, int(frame.item_used))
    if stage <= BEFORE_SPLIT and is_split(s, target, mode):
        frame.step = Blow.MOUNTED
        return False
    if not is_named:
        if stage <= BEFORE_SHAPE:
            if has_body_roll(s, w, who, target, int(frame.location)):
                frame.step = Blow.BODY
                return False
            frame.location = settled_location(s, w, who, target, int(frame.location))
        if is_beyond_reach(s, w, who, target, int(frame.location)):
            frame.step = Blow.TALL
            return False
    frame.step = step_after_location(w, int(frame.item_used))
    return True


@rule("mounted.rider_or_mount", "attack.prone_static")
def resolve_victim(s, w, frame, struck):
    """Striking mounted targets: which of the two is struck, by chance or by name. A prone mount takes double damage."""
    frame.target = struck
    if is_static(s, w, struck):
        frame.flag_bits |= Flag.STATIC


@rule("mounted.rider_or_mount", "mounted.mount_attacks")
def mounted_step(s, w, frame):
    """Striking mounted targets: after the roll to hit, D100 for rider or mount."""
    struck = resolve_rider_or_mount(s, w, int(frame.who), int(frame.target), int(frame.location), False)
    resolve_victim(s, w, frame, struck)
    resolve_place(s, w, frame, BEFORE_SHAPE)


@rule("body.non_humanoid")
def body_step(s, w, frame):
    """Non-humanoid opponents: the die of a shape."""
    who, target = int(frame.who), int(frame.target)
    frame.location = resolve_body_location(s, w, who, target, int(frame.location))
    emit_roll(s, Event.LOCATED, who, target, int(frame.location), 0)
    resolve_place(s, w, frame, BEFORE_REACH)


@rule("body.tall_opponents")
def tall_step(s, w, frame):
    """Especially tall opponents: hits elsewhere are rolled again, one D100 a step, until one is within reach. Each takes the
    further die of a shape.
    """
    who, target = int(frame.who), int(frame.target)
    frame.location = fresh_location(s, w)
    resolve_place(s, w, frame, BEFORE_SHAPE)
    emit_roll(s, Event.LOCATED, who, target, int(frame.location), 0)


# --- the parry -------------------------------------------------------------------------------------------------------


@rule("parry.attempt", "c.entangle")
def step_after_location(w, item):
    """Parrying: the target decides before the damage is rolled, or after it where that knob is set. A net does none, so
    that there is nothing for a parry to stop.
    """
    if item == Item.NET:
        return int(Blow.RESULT)
    return int(Blow.PARRY) if w.book.parry_after_damage_roll == 0 else int(Blow.DAMAGE)


@rule("parry.attempt")
def step_after_parry(w):
    """Parrying: then the damage is rolled, or settled when it was rolled before."""
    return int(Blow.DAMAGE) if w.book.parry_after_damage_roll == 0 else int(Blow.RESULT)


@rule("parry.attempt")
def step_after_dice(w):
    """Parrying: after the damage dice the blow is settled, unless it has still to be parried."""
    return int(Blow.RESULT) if w.book.parry_after_damage_roll == 0 else int(Blow.PARRY)


@rule("parry.attempt", "parry.cost")
def parry_step(s, w, frame):
    """Parrying: asks the target once, when it has something to parry with; waits for the answer."""
    who, target = int(frame.who), int(frame.target)
    if frame.index == NOT_ASKED:
        frame.index = ASKED
        if may_parry(s, w, target, who):
            ask(s, Prompt.PARRY, target)
        else:
            frame.step = step_after_parry(w)
        return
    frame.step = step_after_parry(w)
    if s.answer == Verb.NO_PARRY:
        emit(s, Event.PARRY_DECLINED, target, who, 0, 0)
    elif resolve_parry_attempt(s, w, target, who, s.answer == Verb.PARRY_OFF):
        frame.step = Blow.PARRY_DIE


# --- damage ----------------------------------------------------------------------------------------------------------


@rule("damage.basic", "damage.additional")
def damage_step(s, w, frame):
    """Damage: D6. A natural 6 may bring another die."""
    face = die(s, w.book.damage_die)
    frame.dice = face
    frame.amount = face
    if face == w.book.trigger_face and w.book.opt_additional_damage == 1:
        frame.step = Blow.CONFIRM
    else:
        frame.step = step_after_dice(w)


@rule("damage.additional")
def confirm_step(s, w, frame):
    """Additional damage: after a natural 6, D100 at or below Weapon Skill, without modifiers, adds another die."""
    who = int(frame.who)
    open_total(s)
    passed = passes_test(s, skill_of_blow(s, w, frame))
    emit_roll(s, Event.ADDITIONAL_DAMAGE, who, int(frame.target), 1 if passed else 0, 0)
    frame.step = Blow.ANOTHER_DIE if passed else step_after_dice(w)


@rule("damage.additional")
def another_die_step(s, w, frame):
    """Additional damage: another D6 is added, and after a 6 one more without a test, until a die comes below 6."""
    face = die(s, w.book.damage_die)
    frame.dice += face
    emit_roll(s, Event.ANOTHER_DIE, int(frame.who), int(frame.target), int(frame.dice), 0)
    if face != w.book.trigger_face:
        frame.step = step_after_dice(w)


@rule("attack.sequence", "damage.basic", "stun.procedure", "winning.determination", "c.entangle")
def result_step(s, w, frame):
    """Combat procedure 4 and 5: the damage goes to the victim's Wounds; a stun attempt rolls its D100 first. Nets and whips
    entangle, and nets do nothing else.
    """
    if entangles_by_blow(int(frame.item_used), int(frame.mode)):
        resolve_entangled(s, int(frame.who), int(frame.target), int(frame.location), int(frame.item_used))
    if frame.item_used == Item.NET:
        pop(s)
        return
    pressure = frame.flag_bits & Flag.PRESSURE != 0
    if not pressure and is_stun_attempt(s, int(frame.who), int(frame.mode), int(frame.item_used)):
        frame.number = resolve_stun_test(s, w, frame)
        frame.index = 0
        frame.step = Blow.STUN_TIME if frame.number > 0 else Blow.STUN_WOUND
        return
    who, target, location = int(frame.who), int(frame.target), int(frame.location)
    damage = damage_of_blow(s, w, frame)
    pop(s)
    start_wound(s, w, who, target, location, damage, Flag.HAND_TO_HAND)


@rule("stun.duration")
def stun_time_step(s, w, frame):
    """Duration of a stun: one of the (10 - T) D10; after the last the victim is unconscious."""
    frame.index += stun_minutes(s, w)
    frame.number -= 1
    if frame.number == 0:
        frame.step = Blow.STUN_WOUND
        resolve_stun(s, w, int(frame.who), int(frame.target), int(frame.index))


@rule("stun.procedure")
def end_stun_blow(s, w, frame):
    """Striking to stun: after the attempt only its additional dice are left to wound with."""
    who, target = int(frame.who), int(frame.target)
    damage = damage_of_stun(s, w, frame)
    pop(s)
    if damage > 0:
        start_wound(s, w, who, target, Location.HEAD, damage, Flag.HAND_TO_HAND)

"""Missile fire: who may aim and fire at whom, and a shot from the roll to hit to the wound."""

from __future__ import annotations

from enum import IntEnum

from ....core.dice import STRAY, die, zone_class
from ....core.events import emit, emit_roll, open_total, term
from ....core.jit import rule
from ....core.state import push
from ..tables import MISSED
from ..vocab import Band, Event, Frame, Mode, Printed, Term, Verb
from .ammunition import may_be_shot_at, may_shoot, missile_item, resolve_shot_spent, shots_of_attack, target_band
from .armour import less_armour
from .conditions import is_out, passes_test, pop_frame
from .engagement import is_engaged
from .injuries import start_wound
from .knowledge import know_everything
from .missile_groups import (
    chance_of_mistake,
    has_aimed_enough,
    is_sharpshooting_range,
    resolve_aim_lost,
    resolve_member_hit,
    resolve_mistaken_hit,
)
from .missile_modifiers import chance_to_hit_with_missile, effective_strength, range_loss
from .targeting import aimed_location, is_aimed, leg_found
from .targeting import may_aim as has_part_aimed_at
from .weapons import ballistic_skill_with, is_firearm, missile_row


class Shot(IntEnum):
    """Steps of a shot, in the order in which the table plays them."""

    TO_HIT = 0
    MISTAKE = 1  # D100, when a sure hand fires into a fight: is another struck?
    OTHER = 2  # which of the others
    MEMBER = 3  # which of the group that was fired into
    LEG = 4  # which of the legs aimed at
    DAMAGE = 5
    CONFIRM = 6  # the D100 after a natural 6
    ANOTHER_DIE = 7
    RESULT = 8
    NEXT_SHOT = 9


# --- aim and fire ----------------------------------------------------------------------------------------------------


@rule("action.missile", "missile.line_of_fire", "missile.sharpshooting", "missile.extreme_range")
def may_fire(s, w, who, target, mode):
    """Fire/throw: at an enemy in sight and range; a part of the body at short range; far and fine shots need aim."""
    item = missile_item(s, w, who)
    if not may_shoot(s, w, who, item) or not may_be_shot_at(s, w, who, target):
        return False
    if mode != Mode.NORMAL and not (is_aimed(mode) and has_part_aimed_at(s, target, mode)):
        return False
    band = target_band(s, w, who, target, item)
    if band == Band.OUT or (is_aimed(mode) and not is_sharpshooting_range(band)):
        return False
    return has_aimed_enough(s, w, who, target, item, band, mode, False)


@rule("missile.phases", "missile.extreme_range", "missile.sharpshooting", "missile.in_melee")
def may_aim(s, w, who, target):
    """Aim: a round spent aiming, after loading and not in hand-to-hand combat, at an enemy in sight and range."""
    item = missile_item(s, w, who)
    if not may_shoot(s, w, who, item) or is_engaged(s, w, who) or not may_be_shot_at(s, w, who, target):
        return False
    return target_band(s, w, who, target, item) != Band.OUT


@rule("missile.extreme_range", "missile.sharpshooting")
def resolve_aim(s, w, who, target):
    """Firing at extreme range: one more round of aiming at the same target, the first at a new one."""
    unit = s.units[who]
    unit.aim_rounds = int(unit.aim_rounds) + 1 if unit.aim_target == target else 1
    unit.aim_target = target
    emit(s, Event.AIMED, who, target, int(unit.aim_rounds), missile_item(s, w, who))


@rule("missile.evading")
def may_evade(s, w, who):
    """To hit modifiers: only creatures clever enough can evade."""
    return s.units[who].intelligence >= w.book.evade_min_int


# --- a shot ----------------------------------------------------------------------------------------------------------


@rule("missile.phases")
def start_shot(s, w, who, target, mode, as_group):
    """Fire/throw: at one creature, or into the group it stands in. Aim taken before is used up."""
    frame = push(s, Frame.SHOT)
    frame.who = who
    frame.target = target
    frame.victim = target
    frame.verb = Verb.FIRE_GROUP if as_group else Verb.FIRE
    frame.mode = mode
    frame.item_used = missile_item(s, w, who)
    resolve_aim_lost(s, who)


@rule("missile.to_hit")
def shot_step(s, w, frame):
    """Fire/throw: roll to hit, find whom it strikes and where, roll damage, subtract; then any further shot of the same
    attack. Waits for nobody: missiles cannot be parried.
    """
    know_everything(s)
    if frame.step == Shot.TO_HIT:
        to_hit_step(s, w, frame)
    elif frame.step == Shot.MISTAKE:
        mistake_step(s, w, frame)
    elif frame.step == Shot.OTHER or frame.step == Shot.MEMBER:
        victim_step(s, w, frame)
    elif frame.step == Shot.LEG:
        leg_step(s, w, frame)
    elif frame.step == Shot.DAMAGE:
        damage_step(s, w, frame)
    elif frame.step == Shot.CONFIRM:
        confirm_step(s, w, frame)
    elif frame.step == Shot.ANOTHER_DIE:
        another_die_step(s, w, frame)
    elif frame.step == Shot.RESULT:
        result_step(s, w, frame)
    else:
        next_shot_step(s, w, frame)


@rule("missile.to_hit", "missile.hit_location", "missile.into_melee", "missile.sharpshooting", "c.ammunition")
def to_hit_step(s, w, frame):
    """Fire/throw: D100 at or below the number hits, and its digits reversed are the location. Above the number by no
    more than the chance of a mistake it strikes another of those who fight there.
    """
    who, target, mode, item = int(frame.who), int(frame.target), int(frame.mode), int(frame.item_used)
    into_group = frame.verb == Verb.FIRE_GROUP
    needed = chance_to_hit_with_missile(s, w, who, target, mode, into_group)
    mistake = 0 if into_group else chance_of_mistake(s, w, who, target, mode)
    frame.number = needed
    resolve_shot_spent(s, w, who, item)
    if is_aimed(mode):
        label = zone_class(s, 100, needed, needed, w.book.any_location, w.book.plain_miss_label)
    else:
        stray_to = needed + mistake if needed + mistake <= 100 else needed
        label = zone_class(s, 100, needed, stray_to, w.book.hit_label, w.book.plain_miss_label)
    if label == MISSED:
        emit_roll(s, Event.SHOT_MISSED, who, target, needed, 0)
        frame.step = Shot.NEXT_SHOT
    elif label >= STRAY:
        emit_roll(s, Event.SHOT_MISSED, who, target, needed, 0)
        frame.location = label - STRAY
        frame.step = Shot.OTHER
    else:
        frame.location = aimed_location(mode) if is_aimed(mode) else label
        frame.step = step_after_hit(w, frame, needed + mistake > 100)
        if frame.step != Shot.LEG:
            emit_roll(s, Event.SHOT_HIT, who, target, int(frame.location), band_of_shot(s, w, frame))


@rule("missile.fire_into_group", "missile.into_melee", "missile.sharpshooting")
def step_after_hit(w, frame, may_be_mistaken):
    """Hit location: after a hit it remains to be seen whom of a group, whether another, or which leg."""
    if frame.verb == Verb.FIRE_GROUP:
        return int(Shot.MEMBER)
    if may_be_mistaken:
        return int(Shot.MISTAKE)
    return int(Shot.LEG) if frame.mode == Mode.AIM_LEGS else step_after_victim(w, frame)


@rule("missile.chart")
def step_after_victim(w, frame):
    """Missile weapon chart: then the damage is rolled; a lasso does none."""
    item = int(frame.item_used)
    if is_firearm(item) or w.book.missile_weapons[missile_row(item)].es != Printed.NO_DAMAGE:
        return int(Shot.DAMAGE)
    return int(Shot.NEXT_SHOT)


@rule("missile.into_melee")
def mistake_step(s, w, frame):
    """Missiles in melee combat: when the chance of a mistake does not fit above the number, a hit takes a D100."""
    mistake = chance_of_mistake(s, w, int(frame.who), int(frame.target), int(frame.mode))
    frame.step = int(Shot.OTHER) if passes_test(s, mistake) else step_after_victim(w, frame)


@rule("missile.fire_into_group", "missile.into_melee")
def victim_step(s, w, frame):
    """Firing into a group: chance decides who of the group, or who of the others, is struck."""
    who, target = int(frame.who), int(frame.target)
    if frame.step == Shot.MEMBER:
        frame.victim = resolve_member_hit(s, w, who, target)
    else:
        frame.victim = resolve_mistaken_hit(s, w, who, target)
    if frame.victim != target:
        emit_roll(s, Event.SHOT_STRAYED, who, int(frame.victim), int(frame.location), 0)
    frame.step = step_after_victim(w, frame)


@rule("missile.sharpshooting")
def leg_step(s, w, frame):
    """Sharpshooting: a D6 for which leg."""
    frame.location = leg_found(s, w)
    emit_roll(s, Event.SHOT_HIT, int(frame.who), int(frame.target), int(frame.location), band_of_shot(s, w, frame))
    frame.step = step_after_victim(w, frame)


# --- damage ----------------------------------------------------------------------------------------------------------


@rule("missile.fire_into_group")
def band_of_shot(s, w, frame):
    """Range: that of the creature fired at, also for others that are struck instead."""
    return target_band(s, w, int(frame.who), int(frame.target), int(frame.item_used))


@rule("missile.damage", "damage.basic")
def damage_step(s, w, frame):
    """Damage: D6, as hand-to-hand. A natural 6 may bring another die."""
    frame.dice = die(s, w.book.damage_die)
    confirms = frame.dice == w.book.trigger_face and w.book.opt_additional_damage == 1
    frame.step = Shot.CONFIRM if confirms else Shot.RESULT


@rule("missile.damage", "damage.additional")
def confirm_step(s, w, frame):
    """Additional damage: after a natural 6, D100 at or below Ballistic Skill, without modifiers, adds another die."""
    who = int(frame.who)
    open_total(s)
    passed = passes_test(s, ballistic_skill_with(s, w, who, int(frame.item_used)))
    emit_roll(s, Event.ADDITIONAL_DAMAGE, who, int(frame.victim), 1 if passed else 0, 0)
    frame.step = Shot.ANOTHER_DIE if passed else Shot.RESULT


@rule("missile.damage", "damage.additional")
def another_die_step(s, w, frame):
    """Additional damage: another D6 is added, and after a 6 one more without a test, until a die comes below 6."""
    face = die(s, w.book.damage_die)
    frame.dice += face
    emit_roll(s, Event.ANOTHER_DIE, int(frame.who), int(frame.victim), int(frame.dice), 0)
    if face != w.book.trigger_face:
        frame.step = Shot.RESULT


@rule("missile.damage", "damage.basic", "armour.absorb")
def damage_of_shot(s, w, frame):
    """Damage: dice + Effective Strength - loss for range - Toughness - armour on the location, never below 0."""
    item, victim = int(frame.item_used), int(frame.victim)
    band = band_of_shot(s, w, frame)
    open_total(s)
    total = term(s, Term.DICE, int(frame.dice))
    total += term(s, Term.EFFECTIVE_STRENGTH, effective_strength(s, w, int(frame.who), item, band))
    total += term(s, Term.RANGE, range_loss(w, item, band))
    total += term(s, Term.TOUGHNESS, -int(s.units[victim].toughness))
    total = less_armour(s, w, victim, int(frame.location), total, False, int(frame.flag_bits))
    return total + term(s, Term.LIMIT, max(total, int(w.book.damage_min)) - total)


@rule("missile.damage")
def result_step(s, w, frame):
    """Damage: it goes to the victim's Wounds. Missiles do not count for who is winning."""
    damage = damage_of_shot(s, w, frame)
    frame.step = Shot.NEXT_SHOT
    start_wound(s, w, int(frame.who), int(frame.victim), int(frame.location), damage, 0)


# --- further shots ---------------------------------------------------------------------------------------------------


@rule("missile.repeating_crossbow")
def is_down(s, target):
    """Repeating crossbow: a target that has fallen, or will when its own event is over, is not worth a second shot."""
    foe = s.units[target]
    return is_out(s, target) or foe.doomed_dead == 1 or foe.doomed_out > 0


@rule("missile.repeating_crossbow", "action.missile")
def next_shot_step(s, w, frame):
    """Repeating crossbow: the second shot is at the same target, after the first has taken full effect; it is wasted on
    one that is down.
    """
    who, target, item = int(frame.who), int(frame.target), int(frame.item_used)
    frame.index += 1
    if frame.index >= shots_of_attack(w, item) or not may_shoot(s, w, who, item):
        pop_frame(s)
    elif is_down(s, target):
        resolve_shot_spent(s, w, who, item)
        emit(s, Event.SHOT_WASTED, who, target, 0, 0)
    else:
        frame.victim = target
        frame.location = 0
        frame.dice = 0
        frame.step = Shot.TO_HIT

"""Healing, potions and other items, waking, looting."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, emit, open_total, pop, push, term
from ..vocab import Ability, Event, Frame, Mode, Refusal, Roll, Term, Verb
from .conditions import (
    blindness,
    current_modifier,
    edge_of_check,
    has_ability,
    hp_limit,
    is_down,
    is_exhausted,
    is_standing,
    less,
)
from .ground import is_touching
from .recovering import cure, may_get_up, regain_hp, wake
from .rolls import start_check, start_sum, take_roll
from .sneaking import D20


class Step(IntEnum):
    """Steps of the use of an item."""

    CHECK = 0
    CHECKED = 1
    HEALED = 2


# --- who may be helped -----------------------------------------------------------------------------------------------


@rule("heal.check", "completion.spells")
def refusal_of_healing(s, w, target):
    """Healing: for a unit that is hurt, bleeding, unconscious or bleeding out."""
    unit = s.units[target]
    if unit.dead == 1 or unit.cell < 0:
        return Refusal.FALLEN
    is_hurt = unit.hp < hp_limit(s, w, target) or unit.bleeding > 0 or is_down(s, target)
    return Refusal.NONE if is_hurt else Refusal.NO_NEED


@kernel
def carried_of(s, who, verb):
    """How many a unit carries of what a verb uses."""
    unit = s.units[who]
    if verb == Verb.HEAL:
        return int(unit.bandage)
    if verb == Verb.USE_POTION:
        return int(unit.potion)
    if verb == Verb.USE_ANTIDOTE:
        return int(unit.antidote)
    if verb == Verb.USE_WATER:
        return int(unit.water)
    if verb == Verb.USE_COURAGE:
        return int(unit.courage)
    return int(unit.venom) if verb == Verb.COAT_VENOM else int(unit.sleep)


@rule("completion.items", "status.poisoned", "status.paralyzed", "status.ignited", "fear.counters")
def is_of_use(s, w, verb, target):
    """Items: whether a unit is in need of one."""
    unit = s.units[target]
    if verb == Verb.USE_POTION:
        return unit.hp < hp_limit(s, w, target)
    if verb == Verb.USE_ANTIDOTE:
        return unit.poisoned > 0 or unit.paralyzed == 1
    return unit.ignited > 0 if verb == Verb.USE_WATER else unit.fear > 0


@rule("item.use", "death.status_on_downed")
def may_take(s, verb, target):
    """Use Item: the unconscious cannot drink, but may be given an antidote or water; who bleeds out needs healing first."""
    if s.units[target].unconscious == 1:
        return verb == Verb.USE_ANTIDOTE or verb == Verb.USE_WATER
    return is_standing(s, target)


@rule("item.use", "heal.check", "completion.items")
def refusal_of_tending(s, w, who, verb, target):
    """Use Item: the target is the unit itself or a friend in base contact, and needs the item and can take it."""
    if not are_friends(s, who, target):
        return Refusal.NO_FRIEND
    if who != target and not is_touching(s, w, who, target):
        return Refusal.NOT_TOUCHING
    if verb == Verb.HEAL:
        return refusal_of_healing(s, w, target)
    if not may_take(s, verb, target):
        return Refusal.FALLEN
    return Refusal.NONE if is_of_use(s, w, verb, target) else Refusal.NO_NEED


@rule("completion.rouse")
def refusal_of_rousing(s, w, who, target):
    """Waking: an unconscious friend in base contact, unless exhaustion or disease keeps it down."""
    if not are_friends(s, who, target):
        return Refusal.NO_FRIEND
    if s.units[target].unconscious == 0 or s.units[target].dead == 1:
        return Refusal.NOT_ASLEEP
    if is_exhausted(s, w, target):
        return Refusal.EXHAUSTED
    if not may_get_up(s, w, target):
        return Refusal.WASTED
    return Refusal.NONE if is_touching(s, w, who, target) else Refusal.NOT_TOUCHING


@rule("loot.action")
def refusal_of_looting(s, w, who, target):
    """Looting: an enemy that is dead and not looted yet, in the same cell or a neighbouring one."""
    other = s.units[target]
    if are_friends(s, who, target):
        return Refusal.NO_ENEMY
    if other.dead == 0:
        return Refusal.NOT_DEAD
    if other.looted == 1:
        return Refusal.LOOTED
    is_here = other.cell >= 0 and other.cell == s.units[who].cell
    return Refusal.NONE if is_here or is_touching(s, w, who, target) else Refusal.NOT_TOUCHING


@rule("loot.action")
def resolve_loot(s, who, target):
    """Looting: once for each corpse."""
    s.units[target].looted = 1
    s.loot[s.units[who].side] += 1
    emit(s, Event.LOOTED, who, target, int(s.loot[s.units[who].side]), 0)


@rule("completion.rouse")
def resolve_rouse(s, w, who, target):
    """Waking: without a roll."""
    wake(s, w, target, who)


# --- the use of an item ----------------------------------------------------------------------------------------------


@rule("item.use", "heal.check", "completion.items")
def start_tending(s, w, who, verb, target):
    """Use Item: it is used up, whatever comes of it."""
    unit = s.units[who]
    if verb == Verb.HEAL:
        unit.bandage = max(int(unit.bandage) - int(w.book.bandages_used), 0)
    elif verb == Verb.USE_POTION:
        unit.potion -= 1
    elif verb == Verb.USE_ANTIDOTE:
        unit.antidote -= 1
    elif verb == Verb.USE_WATER:
        unit.water -= 1
    else:
        unit.courage -= 1
    frame = push(s, Frame.TEND)
    frame.who = who
    frame.target = target
    frame.verb = verb


@rule("heal.check", "status.blind")
def healing_number(s, w, who):
    """Healing: what the bare die must show."""
    number = term(s, Term.TARGET_NUMBER, int(w.book.heal_tn))
    number -= less(s, Term.HEALING, current_modifier(s, w, who, s.units[who].healing))
    return number - less(s, Term.BLIND, blindness(s, w, who))


@rule("heal.check")
def start_healing_check(s, w, who):
    """Healing: a Healing check."""
    open_total(s)
    number = healing_number(s, w, who)
    start_check(s, who, Roll.HEALING, number, edge_of_check(s, w, who), D20)


@rule("item.use", "heal.check", "heal.amount", "completion.items")
def tend_step(s, w, frame):
    """Use Item: a check and dice for a bandage, dice for a potion; the rest simply works."""
    who, target, verb = int(frame.who), int(frame.target), int(frame.verb)
    if frame.step == Step.CHECK and verb == Verb.HEAL:
        frame.step = Step.CHECKED
        start_healing_check(s, w, who)
    elif frame.step == Step.CHECK and verb == Verb.USE_POTION:
        frame.step = Step.HEALED
        start_sum(s, who, Roll.POTION, int(w.book.potion_dice), int(w.book.potion_sides))
    elif frame.step == Step.CHECK:
        pop(s)
        resolve_simple_item(s, who, verb, target)
    elif frame.step == Step.CHECKED:
        if take_roll(s) == 0:
            pop(s)
            return
        frame.step = Step.HEALED
        start_sum(s, who, Roll.HEALED, int(w.book.heal_dice), int(w.book.heal_sides))
    else:
        dice = take_roll(s)
        pop(s)
        if verb == Verb.HEAL:
            resolve_healing(s, w, who, target, dice)
        else:
            resolve_potion(s, w, who, target, dice)


@rule("heal.amount")
def points_healed(s, w, who, dice):
    """Healing: the dice, the Healing score and what abilities add."""
    open_total(s)
    points = term(s, Term.DICE, dice) + term(s, Term.HEALING, int(s.units[who].healing))
    if has_ability(s, who, Ability.FIELD_MEDIC):
        points += term(s, Term.FIELD_MEDIC, int(w.book.field_medic_bonus))
    return points


@rule("heal.amount", "death.status_on_downed", "death.stabilise")
def resolve_healing(s, w, who, target, dice):
    """Healing: who bleeds out regains a point at least; a unit that is down gets further items along with it."""
    points = points_healed(s, w, who, dice)
    was_down = is_down(s, target)
    regain_hp(s, w, target, who, max(points, 1) if s.units[target].down == 1 else points)
    if was_down:
        resolve_further_items(s, who, target)


@rule("death.status_on_downed")
def resolve_further_items(s, who, target):
    """Statuses of downed units: an antidote and water, as far as the healer has them, at no further action."""
    healer, patient = s.units[who], s.units[target]
    if healer.antidote > 0 and (patient.poisoned > 0 or patient.paralyzed == 1):
        healer.antidote -= 1
        resolve_simple_item(s, who, int(Verb.USE_ANTIDOTE), target)
    if healer.water > 0 and patient.ignited > 0:
        healer.water -= 1
        resolve_simple_item(s, who, int(Verb.USE_WATER), target)


@rule("completion.items")
def resolve_potion(s, w, who, target, dice):
    """Items: a potion restores hit points without a roll to succeed; it stops no bleeding."""
    unit = s.units[target]
    before = int(unit.hp)
    open_total(s)
    points = term(s, Term.DICE, dice) + term(s, Term.POTION, int(w.book.potion_bonus))
    unit.hp = min(before + points, hp_limit(s, w, target))
    emit(s, Event.DRANK, who, target, int(unit.hp) - before, unit.hp)


@rule("completion.items", "status.poisoned", "status.paralyzed", "status.ignited", "fear.counters")
def resolve_simple_item(s, who, verb, target):
    """Items: antidotes, water and courage end what they are made for."""
    if verb == Verb.USE_ANTIDOTE:
        cure_with_item(s, who, target, int(Mode.POISONED), s.units[target].poisoned > 0)
        cure_with_item(s, who, target, int(Mode.PARALYZED), s.units[target].paralyzed == 1)
    elif verb == Verb.USE_WATER:
        cure_with_item(s, who, target, int(Mode.IGNITED), True)
    else:
        cure_with_item(s, who, target, int(Mode.FEAR), True)


@kernel
def cure_with_item(s, who, target, ailment, is_needed):
    """End one status, if there is need."""
    if is_needed:
        cure(s, target, ailment)
        emit(s, Event.CURED, who, target, ailment, NO_UNIT)

"""Harm: how hits wound, are saved, and take models off a unit.

A procedure with attacks or hits to resolve pushes this one (:func:`start_harm`) and reads the wounds taken in its own next step
(:func:`take_harmed`). Each step is one roll with all its dice: to hit, to wound, armour, ward, multiple wounds.
"""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.dice import hits, hits_and_sixes, sum_capped
from ....core.state import NO_UNIT, base_term, emit, open_total, pop, push, term
from ..vocab import Event, Frame, Mark, Term
from .casualties import lose_models, lose_wounds, rank_and_file, slay_character, wound_character
from .profile import own_strength, own_toughness, own_wounds
from .saves import D6, NEVER, is_on_character, roll_armour, roll_ward


class Step(IntEnum):
    """Steps of resolving hits."""

    HIT = 0
    HIT_AGAIN = 1
    WOUND = 2
    SAVE = 3
    WARD = 4
    MULTIPLY = 5
    APPLY = 6


@rule("x.combat.resolve")
def start_harm(s, who, foe, marks, attacks, need, strength, ap, bane, multiple):
    """Resolving attacks: so many, with what is needed to hit, their Strength, armour piercing (0 or less), armour bane, and the
    sides of the die that multiplies their wounds (0 none).
    """
    frame = push(s, Frame.HARM)
    frame.who = who
    frame.foe = foe
    frame.marks = marks
    frame.attacks = attacks
    frame.need = need
    frame.strength = max(strength, 0)
    frame.ap = min(ap, 0)
    frame.bane = bane
    frame.multiple = multiple
    if marks & Mark.AUTO_HIT != 0:
        frame.hits = attacks
        frame.step = Step.WOUND
    return frame


@kernel
def take_harmed(s):
    """The wounds taken from the last hits, for the procedure that asked for them; resets ``s.harmed``."""
    harmed = int(s.harmed)
    s.harmed = 0
    return harmed


# --- numbers -----------------------------------------------------------------------------------------------------------


@rule("x.magic.spells", "profile.zero_s_t_w")
def toughness_of(s, w, who, of_character):
    """Wither: Toughness as it is now, also that of a character, but never below the least a characteristic may be."""
    value = own_toughness(s, who, of_character)
    if s.units[who].withered == 1:
        value = max(value - int(w.book.wither_amount), min(int(w.book.min_characteristic), value))
    return max(value, 0)


@rule("x.damage.to_wound")
def wound_need(w, strength, toughness):
    """Wound chart: what a D6 must show for a hit of this Strength; 7 where it cannot wound. A natural 1 never wounds."""
    if strength <= toughness - int(w.book.wound_impossible_gap):
        return NEVER
    need = int(w.book.wound_equal_need) - (strength - toughness)
    return max(min(max(need, int(w.book.wound_min_need)), int(w.book.wound_max_need)), 2)


# --- one roll a step ---------------------------------------------------------------------------------------------------


@rule("x.combat.resolve")
def harm_step(s, w, frame):
    """Resolving attacks: to hit, to wound, armour saves, wards, multiple wounds; then the wounds are taken."""
    if frame.step == Step.HIT:
        frame.step = Step.WOUND
        roll_to_hit(s, w, frame)
    elif frame.step == Step.HIT_AGAIN:
        frame.step = Step.WOUND
        roll_again(s, w, frame)
    elif frame.step == Step.WOUND:
        note_hits(s, frame)
        frame.step = Step.SAVE
        roll_to_wound(s, w, frame)
    elif frame.step == Step.SAVE:
        frame.step = Step.WARD
        roll_armour(s, w, frame)
    elif frame.step == Step.WARD:
        frame.step = Step.MULTIPLY
        roll_ward(s, w, frame)
    elif frame.step == Step.MULTIPLY:
        frame.step = Step.APPLY
        roll_multiple(s, w, frame)
    else:
        s.harmed = apply_wounds(s, w, frame)
        pop(s)


@kernel
def note_hits(s, frame):
    """Report the number of hits."""
    if frame.attacks > 0:
        emit(s, Event.HIT, int(frame.who), int(frame.foe), int(frame.hits), int(frame.attacks))


@rule("x.damage.poison")
def is_poison_at_work(w, frame):
    """Poison: only where a natural 6 is rolled to hit, and the number needed is no more."""
    return frame.marks & Mark.POISON != 0 and frame.need <= D6 and w.book.poison_trigger_on <= D6


@rule("x.combat.to_hit", "x.damage.poison", "x.morale.traits")
def roll_to_hit(s, w, frame):
    """To hit: all attacks at once; with hatred the misses once more."""
    count = int(frame.attacks)
    number, sixes = hit_with(s, w, frame, count)
    frame.hits = number
    frame.sixes = sixes
    if frame.marks & Mark.REROLL != 0 and number < count:
        frame.step = Step.HIT_AGAIN


@rule("x.morale.traits")
def roll_again(s, w, frame):
    """Hatred: the misses are rolled once more."""
    number, sixes = hit_with(s, w, frame, int(frame.attacks) - int(frame.hits))
    frame.hits += number
    frame.sixes += sixes


@rule("x.shoot.to_hit", "x.damage.poison")
def hit_with(s, w, frame, count):
    """To hit: hits of so many attacks, and how many of them are natural sixes of poisoned attacks. A natural 1 misses; 7 to 9
    take a six and a second die.
    """
    need = max(int(frame.need), 2)
    if need > w.book.shooting_extended_max and need > D6:
        return 0, 0
    if need > D6:
        sixes = hits(s, count, D6, D6)
        return hits(s, sixes, D6, need - int(w.book.shooting_extended_offset)), 0
    if not is_poison_at_work(w, frame):
        return hits(s, count, D6, need), 0
    trigger = int(w.book.poison_trigger_on)
    if trigger == D6:
        return hits_and_sixes(s, count, need)
    number = hits(s, count, D6, need)  # of those that hit, the ones that show the trigger or more
    if trigger <= need:
        return number, number
    return number, of_those(s, number, need, trigger)


@kernel
def of_those(s, count, at_least, trigger):
    """How many of some D6 that all show a number at least show another, higher one."""
    return hits(s, count, D6 + 1 - at_least, trigger + 1 - at_least)


@rule("x.damage.to_wound", "x.damage.poison", "templates.hits")
def roll_to_wound(s, w, frame):
    """To wound: hits that do not wound by poison."""
    sure = int(frame.sixes)
    count = int(frame.hits) - sure
    frame.hits = 0
    frame.sixes = 0
    on_character = is_on_character(s, frame)
    if frame.marks & Mark.AUTO_WOUND != 0:
        frame.dealt = sure + count
        return
    toughness = toughness_of(s, w, int(frame.foe), on_character)
    need = wound_need(w, int(frame.strength), toughness)
    frame.dealt = sure
    if need <= D6 and frame.bane == 0:
        frame.dealt += hits(s, count, D6, need)
    elif need <= D6:
        number, banes = wounds_and_banes(s, w, count, need)
        frame.dealt += number
        frame.banes = banes
    open_total(s)
    number = base_term(s, Term.BASE, int(w.book.wound_equal_need)) + term(s, Term.TOUGHNESS, toughness)
    number += term(s, Term.STRENGTH, -int(frame.strength))
    if need <= D6:
        term(s, Term.LIMIT, need - number)
    emit(s, Event.WOUNDED, int(frame.who), int(frame.foe), int(frame.dealt), need)


@rule("x.damage.armour_bane")
def wounds_and_banes(s, w, count, need):
    """Armour bane: the wounds of so many hits, and how many of them come of a natural six, or another trigger."""
    trigger = max(int(w.book.armour_bane_trigger_on), need)
    if trigger == D6:
        return hits_and_sixes(s, count, need)
    number = hits(s, count, D6, need)
    if trigger > D6:
        return number, 0
    return number, number if trigger <= need else of_those(s, number, need, trigger)


@kernel
def roll_multiple(s, w, frame):
    """Roll for wounds that multiply, where that can make a difference."""
    most = own_wounds(s, int(frame.foe), is_on_character(s, frame))
    if frame.multiple > 1 and frame.dealt > 0 and most > 1:
        frame.dealt = multiplied(s, int(frame.dealt), int(frame.multiple), most)


@rule("x.damage.multiple_wounds")
def multiplied(s, wounds, sides, most):
    """Multiple wounds: each unsaved wound becomes as many as its die shows, but never more than one model has."""
    return sum_capped(s, wounds, sides, most)


@rule("casualties.wound_pool", "x.combat.resolve", "x.character.embedded")
def apply_wounds(s, w, frame):
    """Wounds: taken off at once; in combat they wait until the step is over."""
    who, foe, wounds = int(frame.who), int(frame.foe), int(frame.dealt)
    unit = s.units[foe]
    if wounds == 0:
        return 0
    if is_on_character(s, frame):
        if frame.marks & Mark.MELEE != 0:
            unit.char_struck += wounds
            return wounds
        return wound_character(s, w, foe, wounds, who)
    if frame.marks & Mark.MELEE != 0:
        unit.struck += wounds
        return wounds
    return lose_wounds(s, w, foe, wounds, who)


@rule("profile.zero_s_t_w")
def has_zero(s, w, who, of_character):
    """Zero: whether the Strength or Toughness of a regiment, or of its character, stands at 0. Wounds are counted elsewhere."""
    return own_strength(s, who, of_character) <= 0 or toughness_of(s, w, who, of_character) <= 0


@rule("profile.zero_s_t_w")
def resolve_zero(s, w, who):
    """Zero: a regiment whose Strength, Toughness or Wounds stand at 0 dies whole; its character has its own values, and dies of
    these.
    """
    unit = s.units[who]
    if unit.models > 0 and has_zero(s, w, who, False):
        unit.lost_wounds = 0
        lose_models(s, w, who, rank_and_file(s, who), NO_UNIT)
    if unit.char_alive == 1 and has_zero(s, w, who, True):
        slay_character(s, who, NO_UNIT)
        lose_models(s, w, who, 1, NO_UNIT)

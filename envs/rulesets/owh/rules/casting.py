"""Spells."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.state import are_friends, emit, open_total, pop, push, term
from ..vocab import LAST_SPELL, Event, Frame, Mode, Refusal, Roll, Strike, Term
from .attacking import start_attack
from .conditions import current_modifier, edge_of_check, has_active_abilities, is_standing, less
from .harm import frighten, reveal, root
from .knowledge import refusal_of_hidden
from .recovering import regain_hp
from .rolls import start_check, start_sum, take_roll
from .sneaking import D20
from .targets import refusal_of_aiming
from .tending import refusal_of_healing

GUST_SIZE = 3  # no larger creature is blown away


class Step(IntEnum):
    """Steps of a spell."""

    CAST = 0
    RESISTED = 1
    HEALED = 2


@rule("completion.spells")
def refusal_of_knowing_spell(s, w, who, spell):
    """Spells: one it knows, with winds enough."""
    if not Mode.FIREBOLT <= spell <= LAST_SPELL:
        return Refusal.WRONG_MODE
    unit = s.units[who]
    row = spell - Mode.FIREBOLT
    if (int(unit.spells) >> row) & 1 == 0:
        return Refusal.UNKNOWN_SPELL
    return Refusal.NONE if unit.winds >= w.book.spells[row].cost else Refusal.NO_WINDS_FOR_IT


@rule("completion.spells")
def refusal_of_casting_at(s, w, who, spell, target):
    """Spells: in sight and range; mend at friends who need it, the others at standing enemies."""
    refusal = refusal_of_hidden(s, target)
    if refusal == Refusal.NONE:
        is_mend = spell == Mode.MEND
        refusal = refusal_of_mending(s, w, who, target) if is_mend else refusal_of_harming(s, who, spell, target)
    if refusal != Refusal.NONE or who == target:
        return refusal
    return refusal_of_aiming(s, w, who, target, int(w.book.spells[spell - Mode.FIREBOLT].range))


@rule("completion.spells")
def refusal_of_mending(s, w, who, target):
    """Spells: mend is for friends who need it."""
    return refusal_of_healing(s, w, target) if are_friends(s, who, target) else Refusal.NO_FRIEND


@rule("completion.spells")
def refusal_of_harming(s, who, spell, target):
    """Spells: the others are for standing enemies; no large creature is blown away."""
    if are_friends(s, who, target):
        return Refusal.NO_ENEMY
    if not is_standing(s, target):
        return Refusal.FALLEN
    return Refusal.TOO_LARGE if spell == Mode.GUST and s.units[target].body_size > GUST_SIZE else Refusal.NONE


@rule("completion.spells")
def refusal_of_spell(s, w, who, spell):
    """Spells: the unit must know the spell, have enough winds, and have a target."""
    refusal = refusal_of_knowing_spell(s, w, who, spell)
    if refusal != Refusal.NONE:
        return refusal
    for target in range(s.unit_count):
        if refusal_of_casting_at(s, w, who, spell, target) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.NOBODY_FOR_IT


@rule("spell.cast", "completion.spells")
def refusal_of_casting(s, w, who):
    """Cast Spell: up to ``max_casts`` a turn, not in terror or extreme fatigue; a spell with enough winds and a target."""
    unit = s.units[who]
    if unit.spells == 0:
        return Refusal.NO_SPELLS
    if unit.spells_cast >= w.book.max_casts:
        return Refusal.NO_CASTING
    if not has_active_abilities(s, w, who):
        return Refusal.AFRAID
    refusal = Refusal.NO_WINDS
    for spell in range(Mode.FIREBOLT, LAST_SPELL + 1):
        one = refusal_of_spell(s, w, who, spell)
        if one == Refusal.NONE:
            return Refusal.NONE
        if one == Refusal.NOBODY_FOR_IT:
            refusal = Refusal.NOBODY_TO_CAST_AT
    return refusal


@rule("spell.cast", "completion.spells", "completion.hidden")
def start_casting(s, w, who, spell, target):
    """Spells: the winds are spent, and nobody stays hidden."""
    unit = s.units[who]
    unit.winds -= w.book.spells[spell - Mode.FIREBOLT].cost
    emit(s, Event.CAST, who, target, spell, unit.winds)
    reveal(s, who)
    frame = push(s, Frame.CAST)
    frame.who = who
    frame.target = target
    frame.mode = spell


@rule("completion.spells")
def cast_step(s, w, frame):
    """Spells: attacks roll to hit, mend rolls its dice, the others are resisted by their target."""
    who, target, spell = int(frame.who), int(frame.target), int(frame.mode)
    if frame.step == Step.HEALED:
        dice = take_roll(s)
        pop(s)
        resolve_mending(s, w, who, target, dice)
    elif frame.step == Step.RESISTED:
        is_resisted = take_roll(s) == 1
        pop(s)
        if is_resisted:
            emit(s, Event.RESISTED, target, who, spell, 0)
        elif spell == Mode.ENTANGLE:
            root(s, target, int(w.book.rooted_turns))
        else:
            frighten(s, w, target, int(w.book.dread_level))
    elif spell == Mode.MEND:
        frame.step = Step.HEALED
        row = w.book.spells[spell - Mode.FIREBOLT]
        start_sum(s, who, Roll.HEALED, int(row.dice), int(row.sides))
    elif spell == Mode.ENTANGLE or spell == Mode.DREAD:
        frame.step = Step.RESISTED
        start_resisting_spell(s, w, target, spell)
    else:
        pop(s)
        start_attack(s, w, who, target, spell, Strike.SPELL)


@rule("completion.spells")
def start_resisting_spell(s, w, target, spell):
    """Spells: Strength against entangling, Spirit against dread."""
    unit = s.units[target]
    open_total(s)
    if spell == Mode.ENTANGLE:
        number = term(s, Term.TARGET_NUMBER, int(w.book.entangle_tn))
        number -= less(s, Term.STRENGTH, current_modifier(s, w, target, unit.strength))
    else:
        number = term(s, Term.TARGET_NUMBER, int(w.book.dread_tn))
        number -= less(s, Term.SPIRIT, current_modifier(s, w, target, unit.spirit))
    start_check(s, target, Roll.RESIST_SPELL, number, edge_of_check(s, w, target), D20)


@rule("heal.magic_resistance")
def healing_resisted(s, target):
    """Magical healing: what the patient's magic resistance takes off it, as a part of the total."""
    return term(s, Term.MAGIC_RESISTANCE, -int(s.units[target].magic_resistance))


@rule("completion.spells")
def resolve_mending(s, w, who, target, dice):
    """Spells: mend heals Spirit score and dice, less what is resisted; without a point it does nothing."""
    open_total(s)
    points = term(s, Term.DICE, dice) + term(s, Term.SPIRIT, int(s.units[who].spirit)) + healing_resisted(s, target)
    if points > 0:
        regain_hp(s, w, target, who, points)
    else:
        emit(s, Event.NOT_MENDED, who, target, 0, 0)

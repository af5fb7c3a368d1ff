"""Spells."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.state import are_friends, emit, open_total, pop, push, term
from ..board import distance
from ..vocab import Event, Frame, Mode, Roll, Strike, Term
from .attacking import start_attack
from .conditions import current_modifier, edge_of_check, has_active_abilities, is_standing, less
from .ground import may_aim_at
from .harm import frighten, reveal, root
from .recovering import regain_hp
from .rolls import start_check, start_sum, take_roll
from .sneaking import D20
from .tending import may_be_healed

GUST_SIZE = 3  # no larger creature is blown away


class Step(IntEnum):
    """Steps of a spell."""

    CAST = 0
    RESISTED = 1
    HEALED = 2


@rule("spell.cast")
def has_cast(s, w, who):
    """Cast Spell: whether it has cast what it may this turn."""
    return s.units[who].spells_cast >= w.book.max_casts


@rule("completion.spells")
def may_cast(s, w, who, spell):
    """Spells: one it knows, once a turn, with winds enough; not in terror or extreme fatigue."""
    unit = s.units[who]
    if unit.spells == 0 or has_cast(s, w, who) or not has_active_abilities(s, w, who):
        return False
    row = spell - Mode.FIREBOLT
    return (int(unit.spells) >> row) & 1 == 1 and unit.winds >= w.book.spells[row].cost


@rule("completion.spells")
def may_cast_at(s, w, who, spell, target):
    """Spells: in sight and range; mend at friends who need it, the others at standing enemies."""
    other = s.units[target]
    if other.dead == 1 or other.cell < 0 or other.present == 0:
        return False
    if distance(int(s.units[who].cell), int(other.cell)) > w.book.spells[spell - Mode.FIREBOLT].range:
        return False
    is_friend = are_friends(s, who, target)
    if spell == Mode.MEND:
        if not is_friend or not may_be_healed(s, w, target):
            return False
    elif is_friend or not is_standing(s, target):
        return False
    if spell == Mode.GUST and other.body_size > GUST_SIZE:
        return False
    return who == target or may_aim_at(s, w, who, target)


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

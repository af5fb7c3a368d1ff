"""Magic: who may cast what, the casting roll, and dispelling. What the spells do is in ``spells.py``."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import sum_of
from ....core.state import NO_UNIT, are_friends, ask, emit, open_total, pop, push, term
from ....core.state.choosing import offer_unless
from ..board import CELLS, STRIDE, UNREACHED
from ..vocab import Event, Frame, Mark, Mode, Phase, Prompt, Refusal, Spell, Term, Verb
from .alarm import note_losses
from .bodies import is_engaged, is_foe, is_there, rect_gap, unit_gap
from .casualties import wound_character
from .sight import sees
from .spells import Step, effect_step

D6 = 6
IN_REACH = 0
SPELLS = len(Spell)
FIRST_MODE, LAST_MODE, NO_MODE = int(Mode.EMBER_BOLT), int(Mode.MEND), -1

# --- what each spell needs ---------------------------------------------------------------------------------------------


@rule("x.magic.spells")
def spell_of(mode):
    """Spells: the one that a mode of casting at a unit stands for; whatever is no such mode is the one cast at a cell."""
    if mode < FIRST_MODE or mode > LAST_MODE:
        return int(Spell.SINKHOLE)
    return 1 << (mode - FIRST_MODE)


@kernel
def mode_of(spell):
    """The mode a spell is cast with, for the log; -1 for the one cast at a cell."""
    for mode in range(FIRST_MODE, LAST_MODE + 1):
        if spell_of(mode) == spell:
            return mode
    return NO_MODE


@rule("x.magic.spells")
def range_of(w, spell):
    """Spells: how far each reaches."""
    if spell == Spell.EMBER_BOLT:
        return int(w.book.bolt_range)
    if spell == Spell.STONE_RAIN:
        return int(w.book.rain_range)
    if spell == Spell.SINKHOLE:
        return int(w.book.sinkhole_range)
    if spell == Spell.WARDING_LIGHT:
        return int(w.book.ward_range)
    return int(w.book.wither_range) if spell == Spell.WITHER else int(w.book.mend_range)


@rule("x.magic.spells")
def casting_value(w, spell):
    """Spells: the total each takes."""
    if spell == Spell.EMBER_BOLT:
        return int(w.book.bolt_cv)
    if spell == Spell.STONE_RAIN:
        return int(w.book.rain_cv)
    if spell == Spell.SINKHOLE:
        return int(w.book.sinkhole_cv)
    if spell == Spell.WARDING_LIGHT:
        return int(w.book.ward_cv)
    return int(w.book.wither_cv) if spell == Spell.WITHER else int(w.book.mend_cv)


@kernel
def is_missile(spell):
    """Whether a spell is a missile."""
    return spell == Spell.EMBER_BOLT or spell == Spell.STONE_RAIN


@rule("x.magic.spells", "x.turn.sequence")
def phase_of(spell):
    """Spells: missiles and templates in the shooting phase, the others in the strategy phase."""
    return int(Phase.SHOOTING) if is_missile(spell) or spell == Spell.SINKHOLE else int(Phase.STRATEGY)


# --- who may cast what -------------------------------------------------------------------------------------------------


@rule("profile.magic")
def is_wizard(s, who):
    """Magic: whether a unit holds a living character with a level as a wizard."""
    return s.units[who].char_alive == 1 and s.units[who].wizard_level > 0


@rule("x.magic.dispel")
def may_use_magic(s, who):
    """Dispelling: a wizard in a unit that is not fleeing."""
    return is_wizard(s, who) and s.units[who].fleeing == 0


@kernel
def spells_tried(s, who):
    """How many spells a wizard has tried this turn."""
    number = 0
    for k in range(SPELLS):
        number += (int(s.units[who].spells_cast) >> k) & 1
    return number


@rule("x.magic.cast")
def refusal_of_spell(s, w, who, spell):
    """Casting: by a wizard, in its phase, each spell once, so many in all; a missile not out of a combat."""
    if not is_wizard(s, who):
        return Refusal.NO_WIZARD
    if s.phase != phase_of(spell):
        return Refusal.OTHER_SPELLS
    if spells_tried(s, who) >= w.book.max_casts_per_turn:
        return Refusal.CAST_ENOUGH
    if int(s.units[who].spells_cast) & spell != 0:
        return Refusal.CAST_BEFORE
    return Refusal.ENGAGED if is_missile(spell) and is_engaged(s, who) else Refusal.NONE


@rule("x.magic.spells", "x.magic.cast")
def refusal_of_spell_at(s, w, who, spell, target):
    """Spells: at a friend or an enemy within range; a missile also takes sight."""
    if not is_there(s, target):
        return Refusal.GONE
    is_for_friends = spell == Spell.WARDING_LIGHT or spell == Spell.MEND
    if are_friends(s, who, target) != is_for_friends:
        return Refusal.ENEMY if is_for_friends else Refusal.FRIEND
    reach = range_of(w, spell)
    if unit_gap(s, who, target) > reach * reach:
        return Refusal.OUT_OF_RANGE
    return Refusal.UNSEEN if is_missile(spell) and not sees(s, w, who, target) else Refusal.NONE


@rule("x.magic.cast")
def refusal_of_spell_mode(s, w, who, mode):
    """Casting: the spell of a mode at any unit."""
    if mode < FIRST_MODE or mode > LAST_MODE:
        return Refusal.OTHER_ORDER
    refusal = refusal_of_spell(s, w, who, spell_of(mode))
    if refusal != Refusal.NONE:
        return refusal
    for target in range(s.unit_count):
        if refusal_of_spell_at(s, w, who, spell_of(mode), target) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.NOBODY_TO_CAST_AT


@rule("x.magic.cast")
def refusal_of_casting(s, w, who, verb):
    """Casting: the sinkhole, for which a place is always in reach, or any spell of this phase at a unit."""
    if verb == Verb.CAST_CELL or not is_wizard(s, who):
        return refusal_of_spell(s, w, who, int(Spell.SINKHOLE))
    refusal = Refusal.CAST_BEFORE
    for mode in range(FIRST_MODE, LAST_MODE + 1):
        found = refusal_of_spell_mode(s, w, who, mode)
        if found == Refusal.NONE:
            return Refusal.NONE
        if found != Refusal.OTHER_SPELLS and found != Refusal.CAST_BEFORE:
            refusal = found
    return refusal


@rule("x.magic.cast", "x.turn.activation")
def has_spell(s, w, who):
    """Casting: whether a unit has any spell to cast now."""
    if refusal_of_casting(s, w, who, Verb.CAST_CELL) == Refusal.NONE:
        return True
    return refusal_of_casting(s, w, who, Verb.CAST_UNIT) == Refusal.NONE


@kernel
def offer_spells(s, w, who):
    """Offer what a unit may cast now."""
    offer_unless(s, Verb.CAST_UNIT, refusal_of_casting(s, w, who, Verb.CAST_UNIT))
    offer_unless(s, Verb.CAST_CELL, refusal_of_casting(s, w, who, Verb.CAST_CELL))


@rule("x.magic.spells")
def refusal_of_sinkhole(s, w, who, x, y):
    """Sinkhole: at a cell within its range."""
    reach = range_of(w, int(Spell.SINKHOLE))
    return Refusal.NONE if rect_gap(s, x, y, 1, 1, who) <= reach * reach else Refusal.OUT_OF_RANGE


@rule("x.magic.spells")
def fill_cast_cells(s, w, who):
    """Sinkhole: mark in ``s.reach`` the cells it may be cast at."""
    for cell in range(CELLS):
        s.reach[cell] = UNREACHED
    for y in range(s.board_height):
        for x in range(s.board_width):
            if refusal_of_sinkhole(s, w, who, x, y) == Refusal.NONE:
                s.reach[y * STRIDE + x] = IN_REACH


# --- casting -----------------------------------------------------------------------------------------------------------


@rule("x.magic.cast")
def start_casting(s, w, who, mode, target, cell):
    """Casting: the spell counts as cast this turn, whatever comes of it."""
    unit = s.units[who]
    spell = spell_of(mode)
    unit.spells_cast |= spell
    frame = push(s, Frame.CAST)
    frame.who = who
    frame.mode = spell
    frame.target = target
    frame.cell = cell
    frame.foe = NO_UNIT


@rule("x.magic.cast", "x.magic.dispel")
def cast_step(s, w, frame):
    """Casting: the roll, an enemy wizard's answer, the effect. Waits once: does the enemy try to dispel?"""
    if frame.step == Step.CAST:
        resolve_casting(s, w, frame)
    elif frame.step == Step.DISPEL:
        if frame.marks & Mark.UNDISPELLABLE == 0:
            frame.foe = dispeller(s, w, int(frame.who))
        if frame.foe == NO_UNIT:
            begin_effect(frame)
        else:
            frame.step = Step.ANSWER
            ask(s, Prompt.DISPEL, int(frame.foe))
    elif frame.step == Step.ANSWER:
        if s.answer == Verb.DISPEL and resolve_dispelling(s, w, frame):
            pop(s)
        else:
            begin_effect(frame)
    else:
        effect_step(s, w, frame)


@kernel
def begin_effect(frame):
    """Nothing can undo the spell any more; how it was cast no longer matters."""
    frame.step = Step.EFFECT
    frame.foe = NO_UNIT
    frame.amount = 0
    frame.marks = 0


@rule("x.magic.cast")
def resolve_casting(s, w, frame):
    """Casting: two dice and the level against the casting value; a natural 2 harms the wizard, a 12 cannot be dispelled."""
    who, spell = int(frame.who), int(frame.mode)
    dice = sum_of(s, int(w.book.cast_dice), D6)
    open_total(s)
    total = term(s, Term.DICE, dice) + term(s, Term.LEVEL, int(s.units[who].wizard_level))
    if dice <= w.book.cast_always_fail_on:
        emit(s, Event.NOT_CAST, who, int(frame.target), total, mode_of(spell))
        pop(s)
        resolve_miscast(s, w, who)
        return
    if dice >= w.book.cast_always_work_on:
        frame.marks |= Mark.UNDISPELLABLE
    elif total < casting_value(w, spell):
        emit(s, Event.NOT_CAST, who, int(frame.target), total, mode_of(spell))
        pop(s)
        return
    emit(s, Event.CAST, who, int(frame.target), total, mode_of(spell))
    frame.amount = total
    frame.step = Step.DISPEL


@rule("x.magic.cast")
def resolve_miscast(s, w, who):
    """Casting: a natural 2 wounds the wizard, without a save."""
    emit(s, Event.MISCAST, who, NO_UNIT, 0, 0)
    wound_character(s, w, who, int(w.book.miscast_wounds), NO_UNIT)
    note_losses(s, w, who)


# --- dispelling --------------------------------------------------------------------------------------------------------


@rule("x.magic.dispel")
def dispeller(s, w, caster):
    """Dispelling: the enemy wizard of the highest level that is near enough and has an attempt left; ties go to the lowest
    slot.
    """
    reach = int(w.book.dispel_range) * int(w.book.dispel_range)
    best = NO_UNIT
    for who in range(s.unit_count):
        unit = s.units[who]
        if not is_foe(s, caster, who) or not may_use_magic(s, who) or unit.dispels >= w.book.dispels_per_turn:
            continue
        if unit_gap(s, caster, who) <= reach and (best == NO_UNIT or unit.wizard_level > s.units[best].wizard_level):
            best = who
    return best


@rule("x.magic.dispel")
def resolve_dispelling(s, w, frame):
    """Dispelling: two dice and the level must beat the casting total; a natural 2 never does, a 12 always. Returns whether
    the spell is dispelled.
    """
    who = int(frame.foe)
    s.units[who].dispels += 1
    dice = sum_of(s, int(w.book.dispel_dice), D6)
    open_total(s)
    total = term(s, Term.DICE, dice) + term(s, Term.LEVEL, int(s.units[who].wizard_level))
    is_undone = dice >= w.book.dispel_always_work_on or total > frame.amount
    if dice <= w.book.dispel_always_fail_on:
        is_undone = False
    emit(s, Event.DISPELLED if is_undone else Event.NOT_DISPELLED, who, int(frame.who), total, 0)
    return is_undone

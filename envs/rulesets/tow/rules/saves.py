"""Saves: armour and its piercing, ward saves and regeneration, of wounds that are about to be taken."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import hits
from ....core.state import base_term, emit, open_total, term
from ..vocab import Event, Mark, Term
from .casualties import is_character_alone

D6 = 6
NEVER = 7  # no face of a D6 shows it


@kernel
def is_on_character(s, frame):
    """Whether hits fall on the character of a unit: aimed at it, or no other model is left."""
    return frame.marks & Mark.CHARACTER != 0 or is_character_alone(s, int(frame.foe))


# --- numbers -----------------------------------------------------------------------------------------------------------


@rule("x.armour.table")
def is_shield_down(s, w, who):
    """Armour: a shield is no use in combat beside a weapon for two hands."""
    unit = s.units[who]
    return unit.shield == 1 and w.book.close_weapons[unit.weapon].two_handed == 1


@rule("profile.armour_value")
def armour_of(s, w, who, of_character, in_combat):
    """Armour value: the number that saves before armour piercing, worse without the shield; a character has its own."""
    unit = s.units[who]
    if of_character:
        return int(unit.char_armour)
    value = int(unit.armour)
    if in_combat and is_shield_down(s, w, who):
        value += int(w.book.armour_shield)
    return min(value, int(w.book.armour_none))


@rule("x.damage.armour_save")
def save_need(w, armour, ap):
    """Armour save: what a D6 must show against armour piercing (0 or less); 7 where nothing saves."""
    if armour >= w.book.armour_none:
        return NEVER
    return min(max(armour - ap, int(w.book.armour_save_best)), NEVER)


@rule("x.damage.ward")
def ward_need(s, w, who, of_character, is_flaming):
    """Ward save and regeneration: the better of what applies; flames stop regeneration. 7 none."""
    unit = s.units[who]
    value = int(unit.char_ward) if of_character else int(unit.ward)
    if not of_character and not is_flaming:
        value = min(value, int(unit.regeneration))
    if unit.warded == 1:
        value = min(value, int(w.book.ward_value))
    return max(value, 2)


@rule("x.damage.ward")
def is_regeneration(s, w, frame, need):
    """Ward save and regeneration: whether a save comes of regeneration alone."""
    is_flaming = frame.marks & Mark.FLAMING != 0
    if is_flaming or is_on_character(s, frame):
        return False
    unit = s.units[frame.foe]
    return need < unit.ward and (unit.warded == 0 or need < w.book.ward_value)


# --- rolls -------------------------------------------------------------------------------------------------------------


@rule("x.damage.armour_save", "x.damage.armour_bane")
def roll_armour(s, w, frame):
    """Armour save: each wound; armour bane makes some harder to save."""
    if frame.marks & Mark.NO_ARMOUR != 0 or frame.dealt == 0:
        return
    armour = armour_of(s, w, int(frame.foe), is_on_character(s, frame), frame.marks & Mark.MELEE != 0)
    banes = int(frame.banes)
    frame.banes = 0
    plain = int(frame.dealt) - banes
    save_armour(s, w, frame, plain, armour, 0)
    save_armour(s, w, frame, banes, armour, int(frame.bane))


@rule("x.damage.armour_save")
def save_armour(s, w, frame, count, armour, bane):
    """Armour save: so many wounds, against armour piercing and armour bane."""
    need = save_need(w, armour, int(frame.ap) - bane)
    if count > 0 and need < NEVER:
        open_total(s)
        number = base_term(s, Term.ARMOUR, armour) + term(s, Term.PIERCING, -int(frame.ap)) + term(s, Term.BANE, bane)
        term(s, Term.BEST, need - number)
        save(s, frame, Event.SAVED, count, need)


@rule("x.damage.ward")
def roll_ward(s, w, frame):
    """Ward save: whatever armour let through."""
    if frame.dealt == 0:
        return
    is_flaming = frame.marks & Mark.FLAMING != 0
    need = ward_need(s, w, int(frame.foe), is_on_character(s, frame), is_flaming)
    if need < NEVER:
        open_total(s)
        base_term(s, Term.REGENERATION if is_regeneration(s, w, frame, need) else Term.WARD, need)
        save(s, frame, Event.WARDED_OFF, int(frame.dealt), need)


@kernel
def save(s, frame, event, count, need):
    """Roll for so many wounds, and take those saved off."""
    saved = hits(s, count, D6, need)
    frame.dealt -= saved
    emit(s, event, int(frame.foe), int(frame.who), saved, count)

"""Losses of a round of combat: wounds are taken off when all of a step have struck, models when the round has been fought."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, note_pace
from ..board import STEP
from ..vocab import Event
from .bodies import engaged_with, fits, is_engaged_with, is_there, touches
from .casualties import lose_models, pool_wounds, rank_and_file, slay_character
from .engagement import fights_with, has_bit, is_fighting_round, only_one

# --- at the end of a step --------------------------------------------------------------------------------------------------


@rule("x.combat.resolve", "casualties.wound_pool")
def take_wounds(s, who):
    """Resolving attacks: wounds of the rank and file; those really taken off count for the result. Models fall in place."""
    unit = s.units[who]
    if unit.struck == 0:
        return
    taken, dead = pool_wounds(s, who, int(unit.struck))
    unit.struck = 0
    unit.fallen += dead
    s.inflicted[1 - unit.side] += taken
    if taken > 0:
        emit(s, Event.LOST, only_one(engaged_with(s, who) & int(s.in_combat)), who, taken, 0)


@rule("x.combat.challenge", "x.combat.resolve", "x.character.embedded")
def take_wounds_of_character(s, w, who):
    """Resolving attacks: wounds of the character; in a challenge those beyond what it had left count, too, up to a limit."""
    unit = s.units[who]
    if unit.char_struck == 0:
        return
    wounds, left = int(unit.char_struck), int(unit.char_wounds) - int(unit.char_lost_wounds)
    by = int(unit.duel) if unit.duel != NO_UNIT else only_one(engaged_with(s, who) & int(s.in_combat))
    unit.char_struck = 0
    taken = min(wounds, left)
    s.inflicted[1 - unit.side] += min(wounds, left + int(w.book.overkill_cap)) if unit.duel != NO_UNIT else taken
    emit(s, Event.CHARACTER_LOST, by, who, taken, 0)
    unit.char_lost_wounds += taken
    if taken == left:
        slay_character(s, who, by)
        unit.char_fell = 1


@rule("x.combat.initiative_order", "x.combat.resolve")
def resolve_step_losses(s, w):
    """Striking order: all of a step have struck; now their wounds are taken off."""
    for who in range(s.unit_count):
        if has_bit(s.in_combat, who):
            take_wounds(s, who)
            take_wounds_of_character(s, w, who)


# --- at the end of the round -----------------------------------------------------------------------------------------------


@kernel
def is_wiped_out(s, who):
    """Whether a unit has no model left, though all the fallen still have their places."""
    return rank_and_file(s, who) == 0 and s.units[who].char_alive == 0


@rule("x.combat.overrun")
def has_wiped_out(s, who):
    """Overrun: a unit that charged, and whose every engaged enemy was wiped out in the round."""
    if s.units[who].charged == 0 or is_wiped_out(s, who):
        return False
    number = 0
    for enemy in range(s.unit_count):
        if fights_with(s, who, enemy):
            if not is_wiped_out(s, enemy):
                return False
            number += 1
    return number > 0


@rule("x.combat.overrun")
def units_to_overrun(s):
    """Overrun: the units that may, as bits."""
    units = 0
    for who in range(s.unit_count):
        if is_fighting_round(s, who) and has_wiped_out(s, who):
            units |= 1 << who
    return units


@rule("casualties.removal", "x.combat.close_up")
def resolve_casualties(s, w):
    """Casualties: the models that fell in the round are removed, unit by unit; then gaps are closed."""
    lost = 0
    for who in range(s.unit_count):
        s.met[who] = engaged_with(s, who) & int(s.in_combat) if is_fighting_round(s, who) else 0
    for who in range(s.unit_count):
        unit = s.units[who]
        if s.met[who] == 0:
            continue
        models = int(unit.fallen) + int(unit.char_fell)
        by = only_one(int(s.met[who]))
        unit.fallen = 0
        unit.char_fell = 0
        if models > 0:
            lost |= 1 << who
            lose_models(s, w, who, models, by)
    for who in range(s.unit_count):
        if has_bit(lost, who):
            close_up(s, w, who)


@rule("x.combat.close_up")
def close_up(s, w, who):
    """Closing the gap: enemies that a unit's losses left without contact come after it."""
    for enemy in range(s.unit_count):
        if not has_bit(s.met[who], enemy) or not is_there(s, who) or not is_there(s, enemy):
            continue
        if not is_engaged_with(s, who, enemy):
            resolve_closing(s, w, enemy, who)


@rule("x.combat.close_up")
def resolve_closing(s, w, who, enemy):
    """Closing the gap: straight ahead until they touch, by so many cells at most; else the engagement ends."""
    unit = s.units[who]
    before = int(unit.cell)
    for _ in range(w.book.close_up_max):
        if not shift_one(s, w, who, int(unit.facing)):
            break
        if touches(s, who, enemy):
            note_pace(s, who, int(unit.cell))
            emit(s, Event.CLOSED_UP, who, enemy, int(unit.cell), 0)
            return
    unit.cell = before


# --- shifting --------------------------------------------------------------------------------------------------------------


@rule("x.combat.close_up", "x.combat.give_ground")
def shift_one(s, w, who, direction):
    """Closing up: one cell ahead in the same formation, if the unit may enter there. Returns whether it moved."""
    unit = s.units[who]
    cell = int(unit.cell) + int(STEP[direction])
    if not fits(s, w, who, cell, int(unit.facing), int(unit.files)):
        return False
    unit.cell = cell
    return True


@rule("x.combat.give_ground")
def shift(s, w, who, direction, cells):
    """Giving ground: some cells as it stands, until the unit may not enter. Returns how many."""
    moved = 0
    while moved < cells and shift_one(s, w, who, direction):
        moved += 1
    if moved > 0:
        note_pace(s, who, int(s.units[who].cell))
    return moved

"""Spells and powers: what they cost, at whom or where they can be cast, and how they begin."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..board import distance
from ..vocab import FIRST_PSIONIC, LAST_SPELL, Event, Immunity, Mode, Strike, Task
from .conditions import is_bound, is_immune
from .crossfire import has_points_for
from .declaring import start_attack
from .options import is_target
from .prices import does_bought_damage, may_spend, most_luck
from .sight import has_sight, is_sight_open
from .tending import is_patient, start_task
from .totals import pool_in_mind
from .weapons import is_within_range

FIREBOLT = int(Mode.FIREBOLT)


@kernel
def is_spell(mode):
    """Whether a mode is a spell or a power."""
    return Mode.FIREBOLT <= mode <= LAST_SPELL


@kernel
def is_for_cells(spell):
    """Whether a spell is cast at a cell."""
    return spell == Mode.FLAME_BURST or spell == Mode.FOG


@rule("action.cast_spell", "attack.psionic", "completion.spell_rules")
def actions_for_spell(w, spell):
    """Casting: two actions for a spell, one for a power."""
    return int(w.book.cost_psionic) if spell >= FIRST_PSIONIC else int(w.book.cost_cast_spell)


@rule("completion.spell_rules")
def may_cast(s, w, who, spell):
    """Casting: it knows the spell, has the points, and is not bound."""
    return is_spell(spell) and not is_bound(s, who) and has_points_for(s, w, who, spell)


@rule("completion.spell.mend")
def may_mend(s, w, who, target):
    """Mend: oneself or a neighbour who is not unhurt."""
    return is_patient(s, w, who, target, 1)


@rule("attack.option_gate")
def may_affect(s, w, target, spell):
    """Sense and immunity: no spell that could do nothing to the target."""
    unit = s.units[target]
    if unit.down == 1:
        return does_bought_damage(s, w, int(Strike.SPELL), spell)
    if spell == Mode.FEAR:
        return unit.afraid == 0 and not is_immune(s, target, Immunity.AFRAID)
    if spell == Mode.ENTANGLE:
        return unit.restrained < w.book.max_restrained and not is_immune(s, target, Immunity.GRAB)
    return spell != Mode.TELEKINETIC_SHOVE or not is_immune(s, target, Immunity.PUSH)


@rule("completion.spell_rules", "attack.magic", "attack.psionic")
def may_cast_at(s, w, who, spell, target):
    """Casting: at an enemy in range and sight, with a die left to roll; mend at a patient at hand."""
    if not may_cast(s, w, who, spell) or is_for_cells(spell) or s.units[target].present == 0:
        return False
    if spell == Mode.MEND:
        return may_mend(s, w, who, target)
    if not is_target(s, w, who, target) or not may_affect(s, w, target, spell):
        return False
    gap = distance(int(s.units[who].cell), int(s.units[target].cell))
    if not is_within_range(w, int(w.book.spells[spell - FIREBOLT].increment), gap) or not has_sight(s, w, who, target):
        return False
    pool = pool_in_mind(s, w, who, target, int(Strike.SPELL), spell, int(s.units[who].cell), 0)
    return may_spend(w, pool, 0, 0, most_luck(s, w, who))


@rule("completion.spell_rules")
def may_cast_at_cell(s, w, who, spell, cell):
    """Casting: the middle of an area is any cell in range with a line of sight to it."""
    if not may_cast(s, w, who, spell) or not is_for_cells(spell) or w.field.blocked[cell] == 1:
        return False
    here = int(s.units[who].cell)
    gap = distance(here, cell)
    if gap > 0 and not is_within_range(w, int(w.book.spells[spell - FIREBOLT].increment), gap):
        return False
    if spell == Mode.FLAME_BURST:
        pool = pool_in_mind(s, w, who, NO_UNIT, int(Strike.SPELL), spell, here, 0)
        if not may_spend(w, pool, 0, 0, most_luck(s, w, who)):
            return False
    return is_sight_open(s, w, here, cell)


@rule("completion.spell_rules")
def pay_points(s, w, who, spell):
    """Casting: its points are spent, even on a miss."""
    unit = s.units[who]
    cost = int(w.book.spells[spell - FIREBOLT].cost)
    if spell >= FIRST_PSIONIC:
        unit.psi -= cost
    else:
        unit.magic -= cost
    emit(s, Event.CAST, who, NO_UNIT, spell, unit.psi if spell >= FIRST_PSIONIC else unit.magic)


@rule("completion.spell.fog")
def raise_fog(s, w, who, cell):
    """Fog: a cloud for some rounds; where there is no room for another the oldest clears."""
    place = 0
    for k in range(len(s.fog_cell)):
        if s.fog_cell[k] < 0:
            place = k
            break
        if s.fog_rounds[k] < s.fog_rounds[place]:
            place = k
    s.fog_cell[place] = cell
    s.fog_rounds[place] = w.book.fog_rounds
    emit(s, Event.SMOKE_RISES, who, NO_UNIT, cell, s.fog_rounds[place])


@rule("turn.duration")
def thin_fog(s):
    """Fog: at the end of a round every cloud has a round less."""
    for k in range(len(s.fog_cell)):
        if s.fog_cell[k] >= 0:
            s.fog_rounds[k] -= 1
            if s.fog_rounds[k] == 0:
                emit(s, Event.SMOKE_CLEARS, NO_UNIT, NO_UNIT, int(s.fog_cell[k]), 0)
                s.fog_cell[k] = -1


@rule("action.cast_spell")
def start_casting(s, w, who, spell, target, cell):
    """Casting: points first; then what the spell does, by an attack roll, a check, or at once."""
    pay_points(s, w, who, spell)
    if spell == Mode.FOG:
        raise_fog(s, w, who, cell)
    elif spell == Mode.MEND:
        start_task(s, w, who, int(Task.MEND), target, 0)
    elif spell == Mode.FLAME_BURST:
        start_attack(s, w, who, NO_UNIT, int(Strike.SPELL), spell, 0).cell = cell
    else:
        start_attack(s, w, who, target, int(Strike.SPELL), spell, 0)

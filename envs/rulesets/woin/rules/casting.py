"""Spells and powers: what they cost, at whom or where they can be cast, and how they begin."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..board import distance
from ..vocab import FIRST_PSIONIC, LAST_SPELL, Event, Mode, Refusal, Strike, Task, Verb
from .crossfire import has_points_for, knows
from .declaring import start_attack
from .ground import is_solid
from .options import refusal_of_foe
from .prices import may_spend, most_luck
from .sense import refusal_of_affecting
from .sight import has_sight, is_blocked_from, is_sight_open
from .tending import refusal_of_patient, start_task
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


@rule("completion.spell_rules", "ambush.declaration", "attack.psionic")
def refusal_of_spell(s, w, who, verb, spell):
    """Casting: a spell that it knows and has the points for; before the battle only what attacks one enemy."""
    if not is_spell(spell) or not knows(s, who, spell):
        return Refusal.NO_SPELL
    if is_for_cells(spell) != (verb == Verb.CAST_AREA):
        return Refusal.OTHER_KIND
    if s.round_no == 0 and (spell == Mode.MEND or is_for_cells(spell)):
        return Refusal.NOT_IN_AMBUSH
    return Refusal.NONE if has_points_for(s, w, who, spell) else Refusal.NO_POINTS


@rule("completion.spell.mend")
def refusal_of_mending(s, who, target):
    """Mend: the caster itself or a neighbour, if hurt."""
    return refusal_of_patient(s, who, target, 1)


@rule("completion.spell_rules", "attack.magic", "attack.psionic")
def refusal_of_casting_at(s, w, who, spell, target):
    """Casting: at an enemy in range and sight, with a die left to roll; mend at a patient at hand."""
    if spell == Mode.MEND:
        return refusal_of_mending(s, who, target)
    refusal = refusal_of_foe(s, w, who, target)
    if refusal == Refusal.NONE:
        refusal = refusal_of_affecting(s, w, target, spell)
    if refusal != Refusal.NONE:
        return refusal
    gap = distance(int(s.units[who].cell), int(s.units[target].cell))
    if not is_within_range(w, int(w.book.spells[spell - FIREBOLT].increment), gap):
        return Refusal.OUT_OF_RANGE
    return refusal_of_rolling(s, w, who, spell, target) if has_sight(s, w, who, target) else Refusal.OUT_OF_SIGHT


@rule("attack.spend_principle")
def refusal_of_rolling(s, w, who, spell, target):
    """Spending: a die must be left to roll, LUCK dice included; for an area the target is NO_UNIT."""
    pool = pool_in_mind(s, w, who, target, int(Strike.SPELL), spell, int(s.units[who].cell), 0)
    return Refusal.NONE if may_spend(w, pool, 0, 0, most_luck(s, w, who)) else Refusal.NO_DICE


@rule("completion.spell_rules", "cover.positions")
def refusal_of_casting_there(s, w, who, spell, cell):
    """Casting: the middle of an area is any cell in range with a line of sight to it; none ends in a wall or a shut door."""
    if is_solid(s, w, cell):
        return Refusal.SOLID
    here = int(s.units[who].cell)
    gap = distance(here, cell)
    if gap > 0 and not is_within_range(w, int(w.book.spells[spell - FIREBOLT].increment), gap):
        return Refusal.OUT_OF_RANGE
    if not is_sight_open(s, w, here, cell) or is_blocked_from(s, w, who, cell):
        return Refusal.OUT_OF_SIGHT
    return refusal_of_rolling(s, w, who, spell, NO_UNIT) if spell == Mode.FLAME_BURST else Refusal.NONE


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

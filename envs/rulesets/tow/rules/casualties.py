"""Casualties: wounds of a unit, the models they take, where these are missing, and destruction."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..board import OFF_BOARD, STRIDE, block
from ..vocab import Event, Gone
from .alarm import note_panic_near
from .profile import own_wounds

RIGHT_END = 0


@kernel
def characters_in(s, who):
    """1 where a character stands among the models of a unit, also one that fell in this round of combat."""
    return 1 if s.units[who].char_alive == 1 or s.units[who].char_fell == 1 else 0


@kernel
def rank_and_file(s, who):
    """Models of a unit that are left without its character; those who fell in this round of combat are not."""
    unit = s.units[who]
    return max(int(unit.models) - characters_in(s, who) - int(unit.fallen), 0)


@rule("x.character.embedded")
def is_character_alone(s, who):
    """Characters: it fights on alone when all other models are gone."""
    return s.units[who].char_alive == 1 and rank_and_file(s, who) == 0


@rule("casualties.wound_pool")
def wounds_left(s, who):
    """Wound pool: the wounds the rank and file of a unit can still take."""
    return max(rank_and_file(s, who) * own_wounds(s, who, False) - int(s.units[who].lost_wounds), 0)


@rule("casualties.wound_pool")
def pool_wounds(s, who, wounds):
    """Wound pool: wounds go to one model until it dies, then to the next. Returns (wounds taken, models that die)."""
    unit = s.units[who]
    models = rank_and_file(s, who)
    taken = min(wounds, wounds_left(s, who))
    total = int(unit.lost_wounds) + taken
    each = own_wounds(s, who, False)
    dead = min(models, total // each)
    unit.lost_wounds = 0 if dead == models else total % each
    return taken, dead


@rule("casualties.removal", "casualties.wound_pool")
def lose_wounds(s, w, who, wounds, by):
    """Casualties: wounds of the rank and file, taken off at once. Returns how many were taken."""
    taken, dead = pool_wounds(s, who, wounds)
    if taken > 0:
        emit(s, Event.LOST, by, who, taken, 0)
    lose_models(s, w, who, dead, by)
    return taken


@rule("x.character.embedded", "casualties.removal")
def wound_character(s, w, who, wounds, by):
    """Characters: wounds of its own, never pooled. Returns how many were taken."""
    unit = s.units[who]
    taken = min(wounds, own_wounds(s, who, True) - int(unit.char_lost_wounds))
    if unit.char_alive == 0 or taken <= 0:
        return 0
    emit(s, Event.CHARACTER_LOST, by, who, taken, 0)
    unit.char_lost_wounds += taken
    if unit.char_lost_wounds >= unit.char_wounds:
        slay_character(s, who, by)
        lose_models(s, w, who, 1, by)
    return taken


@rule("x.character.embedded", "casualties.removal")
def wound_unit(s, w, who, wounds, by):
    """Casualties: wounds of a unit as a whole fall on its rank and file, or on a character that is left alone."""
    if is_character_alone(s, who):
        wound_character(s, w, who, wounds, by)
    else:
        lose_wounds(s, w, who, wounds, by)


@rule("x.character.embedded")
def slay_character(s, who, by):
    """Characters: dead."""
    unit = s.units[who]
    unit.char_alive = 0
    unit.char_lost_wounds = 0
    unit.duel = NO_UNIT
    emit(s, Event.CHARACTER_SLAIN, by, who, 0, 0)


@rule("casualties.removal")
def lose_models(s, w, who, models, by):
    """Casualties: remove a number of models; a unit without any left is destroyed."""
    if models <= 0:
        return
    emit(s, Event.FALL, by, who, models, 0)
    if models >= s.units[who].models:
        destroy(s, w, who, int(Gone.SLAIN))
        return
    for _ in range(models):
        remove_model(s, who)


@kernel
def remove_model(s, who):
    """Take one model off a unit that has more."""
    if s.units[who].models > s.units[who].files:
        thin_back_rank(s, who)
    else:
        shorten_single_rank(s, who)


@rule("casualties.back_rank")
def thin_back_rank(s, who):
    """Back rank: a model of the rearmost rank, from the end that fills last; front and files stay as they are."""
    s.units[who].models -= 1


@rule("casualties.single_rank")
def shorten_single_rank(s, who):
    """Single rank: from both ends in turn; without its left end the rank begins a base further to the right."""
    unit = s.units[who]
    if unit.next_end != RIGHT_END:
        x, y, _, _ = block(int(unit.cell), int(unit.facing), int(unit.base_width), 1, 0, 1)
        unit.cell = y * STRIDE + x
    unit.models -= 1
    unit.files -= 1
    unit.next_end = 1 - unit.next_end


@rule("x.turn.end_and_victory", "x.setup.deployment")
def has_left(gone):
    """Victory points: a unit that has fled from the table, or found no room on it, is not slain, nor is its character."""
    return gone == Gone.FLED or gone == Gone.LEFT_OUT


@rule("casualties.removal", "x.turn.end_and_victory")
def destroy(s, w, who, gone):
    """Destruction: the unit is gone, and friends near by may panic."""
    unit = s.units[who]
    note_panic_near(s, w, who)
    if unit.char_alive == 1:
        if has_left(gone):
            unit.char_left = 1
            unit.char_alive = 0
            unit.char_lost_wounds = 0
            unit.duel = NO_UNIT
        else:
            slay_character(s, who, NO_UNIT)
    unit.models = 0
    unit.cell = OFF_BOARD
    unit.fleeing = 0
    unit.gone = gone
    unit.lost_wounds = 0
    unit.fallen = 0
    unit.char_fell = 0
    unit.struck = 0
    unit.char_struck = 0
    unit.charge_target = NO_UNIT
    emit(s, Event.DESTROYED, who, NO_UNIT, gone, 0)

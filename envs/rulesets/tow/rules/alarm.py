"""Alarm: who has reason to panic. Losses and the fate of friends are noted here; the tests are in ``panic.py``."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends
from ..vocab import Trait
from .bodies import has_trait, is_engaged, is_foe, is_there, unit_gap
from .formation import unit_strength

PERCENT = 100


@rule("x.morale.panic", "x.morale.traits")
def may_panic(s, w, who):
    """Panic: not while fleeing, engaged or in the combat that is going on, once a phase at most, and never the unbreakable and
    the frenzied.
    """
    unit = s.units[who]
    if not is_there(s, who) or unit.fleeing == 1 or unit.panic_tested == 1:
        return False
    if unit.frenzied == 1 or has_trait(s, who, int(Trait.UNBREAKABLE)):
        return False
    return not is_engaged(s, who) and int(s.in_combat) >> who & 1 == 0


@rule("x.morale.panic")
def note_panic(s, w, who):
    """Panic: a unit has reason to test."""
    if may_panic(s, w, who):
        s.panicked |= 1 << who


@rule("x.morale.panic")
def note_panic_near(s, w, who):
    """Panic: friends near a unit of some strength that broke or was destroyed. Called while it still stands where it stood."""
    if not is_there(s, who) or unit_strength(s, w, who) < w.book.panic_us:
        return
    reach = int(w.book.panic_range) * int(w.book.panic_range)
    for friend in range(s.unit_count):
        if friend != who and is_there(s, friend) and are_friends(s, who, friend) and unit_gap(s, who, friend) <= reach:
            note_panic(s, w, friend)


@rule("x.morale.panic")
def note_panic_through(s, w, who, friend):
    """Panic: a friend that a unit of some strength fled through."""
    if is_there(s, who) and unit_strength(s, w, who) >= w.book.panic_us:
        note_panic(s, w, friend)


@rule("x.morale.panic")
def wounds_of_last(s, who):
    """Panic: Wounds that the one model of a unit has left: those of the character where it is the one."""
    unit = s.units[who]
    if unit.char_alive == 1 and unit.models == 1:
        return max(int(unit.char_wounds) - int(unit.char_lost_wounds), 0)
    return max(int(unit.wounds) - int(unit.lost_wounds), 0)


@rule("x.strategy.rally", "x.turn.end_and_victory")
def strength_left(s, who):
    """What is left of a unit and what it started with: models; Wounds, if it started as one model."""
    unit = s.units[who]
    if unit.models_start != 1:
        return int(unit.models), int(unit.models_start)
    return wounds_of_last(s, who), int(unit.char_wounds) if unit.char_alive == 1 else int(unit.wounds)


@rule("x.morale.panic")
def has_lost_enough(s, w, who):
    """Panic: a quarter of the models it had at the start of the phase; of the Wounds, if it was one model."""
    unit = s.units[who]
    had, lost = int(unit.phase_models), int(unit.phase_models) - int(unit.models)
    if had == 1 and unit.models == 1:
        had = int(unit.phase_wounds)
        lost = had - wounds_of_last(s, who)
    return lost > 0 and lost * PERCENT >= int(w.book.panic_loss_pct) * had


@rule("x.morale.panic")
def note_losses(s, w, who):
    """Panic: losses by shooting, magic or templates, counted at the end of the action that caused them."""
    if is_there(s, who) and has_lost_enough(s, w, who):
        note_panic(s, w, who)


@kernel
def nearest_enemy(s, who):
    """The enemy with the smallest gap; ties go to the lowest slot. -1 if none."""
    best, least = NO_UNIT, 0
    for enemy in range(s.unit_count):
        if is_foe(s, who, enemy):
            gap = unit_gap(s, who, enemy)
            if best == NO_UNIT or gap < least:
                best, least = enemy, gap
    return best

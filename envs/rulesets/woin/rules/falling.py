"""Falls, and traps that are sprung."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.dice import pool_sum_and_sixes
from ....core.state import NO_UNIT, emit, emit_roll, open_total, pop, push, term
from ..vocab import Event, Frame, Immunity, Term, Thing
from .conditions import fall_prone, is_active, is_immune
from .damage import least_damage
from .harm import lose_health
from .pools import check_pool, passes


class Step(IntEnum):
    """Steps of a fall."""

    HURT = 0
    LAND = 1
    END = 2


@kernel
def thrown(s, dice):
    """The sum of damage dice, and how many of them show a six."""
    if dice <= 0:
        return 0, 0
    return pool_sum_and_sixes(s, dice)


@kernel
def after_soak(s, w, who, total, sixes):
    """Damage without an attacker, after SOAK, but at least what its sixes do."""
    open_total(s)
    damage = term(s, Term.DICE, total)
    damage += term(s, Term.SOAK, -min(int(s.units[who].soak), damage))
    return damage + term(s, Term.SIXES, max(least_damage(w, sixes) - damage, 0))


# --- falls -----------------------------------------------------------------------------------------------------------


@rule("move.fall_damage", "move.split")
def start_fall(s, w, who, feet):
    """Falling damage: what movement was left is lost."""
    s.units[who].moves_left = 0
    frame = push(s, Frame.FALL)
    frame.who = who
    frame.amount = feet


@kernel
def fall_step(s, w, frame):
    """A fall: the damage, then whether the unit lands on its feet."""
    who = int(frame.who)
    if frame.step == Step.HURT:
        frame.step = Step.LAND
        resolve_fall(s, w, who, int(frame.amount))
    elif frame.step == Step.LAND:
        frame.step = Step.END
        resolve_landing(s, w, who, int(frame.amount))
    else:
        pop(s)


@rule("move.fall_damage")
def resolve_fall(s, w, who, feet):
    """Falling damage: a die for every full ten feet; SOAK does not help."""
    total, sixes = thrown(s, feet // int(w.book.fall_feet_per_die))
    if w.book.fall_soaked == 1:
        damage = after_soak(s, w, who, total, sixes)
    else:
        open_total(s)
        damage = term(s, Term.DICE, total)
    emit(s, Event.FALLS, who, NO_UNIT, damage, feet)
    lose_health(s, w, who, NO_UNIT, damage)


@rule("move.fall_prone")
def resolve_landing(s, w, who, feet):
    """Landing prone: unless an AGI check reaches the feet fallen. No roll for who lies already, or never falls prone."""
    unit = s.units[who]
    if not is_active(s, who) or unit.prone == 1 or is_immune(s, who, Immunity.PRONE):
        return
    number = feet * int(w.book.fall_difficulty_per_foot)
    if passes(s, w, check_pool(s, w, who, int(unit.agility), int(unit.athletics_skill)), number):
        emit_roll(s, Event.LANDED_WELL, who, NO_UNIT, feet, 0)
    else:
        emit_roll(s, Event.LANDED_BADLY, who, NO_UNIT, feet, 0)
        fall_prone(s, who)


# --- traps -----------------------------------------------------------------------------------------------------------


@rule("completion.doors_traps")
def start_trap(s, w, who, thing):
    """Traps: one is sprung, and then spent."""
    s.thing[thing] = Thing.TRAP_SPENT
    emit(s, Event.TRAP_SPRUNG, who, NO_UNIT, s.thing_cell[thing], 0)
    push(s, Frame.TRAP).who = who


@rule("completion.doors_traps")
def trap_step(s, w, frame):
    """Traps: their damage after SOAK; sixes hurt in any case."""
    who = int(frame.who)
    pop(s)
    total, sixes = thrown(s, int(w.book.trap_dice))
    damage = after_soak(s, w, who, total, sixes)
    if damage == 0:
        emit(s, Event.NO_DAMAGE, NO_UNIT, who, 0, 0)
    else:
        lose_health(s, w, who, NO_UNIT, damage)

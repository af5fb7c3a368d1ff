"""What an attack may be: with what, at whom, and in which way."""

from __future__ import annotations

import numpy as np

from ....core.compiler import kernel, rule
from ..vocab import (
    EXPLOIT_OF,
    FIRST_EXPLOIT,
    Mode,
    Refusal,
    Special,
    WeaponKind,
)
from .charging import charge_cell, plunge_cell
from .conditions import is_bound, is_foe, refusal_of_fighter
from .prices import is_called, is_exploit, may_spend, most_luck, price_of
from .sense import is_small_enough, refusal_of_sense
from .sight import has_sight, is_blocked_by_cover, is_sight_open
from .totals import pool_in_mind
from .weapons import (
    counts_as_unarmed,
    item_of,
    kind_of,
    may_shoot_with,
    refusal_of_melee_reach,
    refusal_of_shot,
    refusal_of_use,
)

EXPLOITS = np.array(EXPLOIT_OF, np.int64)
OFF_BOARD = -1

# --- what may be attacked with what ----------------------------------------------------------------------------------


@kernel
def refusal_of_striking(s, w, who, strike):
    """What prevents a weapon, or bare hands, from being used in melee."""
    if kind_of(w, item_of(s, who, strike)) == WeaponKind.RANGED:
        return Refusal.RANGED_WEAPON
    return refusal_of_use(s, w, who, strike)


@kernel
def refusal_of_blow(s, w, who, target, strike):
    """What prevents a weapon, or bare hands, from being used in melee against a target."""
    refusal = refusal_of_striking(s, w, who, strike)
    return refusal if refusal != Refusal.NONE else refusal_of_melee_reach(s, w, who, target, strike)


@kernel
def may_strike_with(s, w, who, target, strike):
    """Whether a weapon, or bare hands, can be used in melee against a target."""
    return refusal_of_blow(s, w, who, target, strike) == Refusal.NONE


@kernel
def refusal_of_foe(s, w, who, target):
    """What rules a unit out as a target: it must be an enemy, and active unless it may be attacked while down."""
    if s.units[target].present == 0:
        return Refusal.ABSENT
    if not is_foe(s, who, target):
        return Refusal.NO_ENEMY
    return Refusal.NONE if may_be_finished(s, w, target) else refusal_of_fighter(s, target)


@kernel
def is_target(s, w, who, target):
    """Whether a unit can be attacked at all."""
    return refusal_of_foe(s, w, who, target) == Refusal.NONE


@rule("completion.down_and_dying")
def may_be_finished(s, w, target):
    """Zero HEALTH: a unit that is down may be attacked, unless the knob forbids it."""
    return s.units[target].down == 1 and w.book.down_are_targets == 1


# --- options ---------------------------------------------------------------------------------------------------------


@rule("called.any_character", "called.availability")
def refusal_of_call(s, w, who, target, mode):
    """Called Shots: any unit may try one while it has a call left, at a special location only if the target's stat block has
    one.
    """
    if w.book.max_exploits == 0:
        return Refusal.NO_EXPLOITS
    if not has_call_left(s, w, who):
        return Refusal.CALLED_BEFORE
    has_place = mode != Mode.CALLED_SPECIAL or s.units[target].special != Special.NONE
    return Refusal.NONE if has_place else Refusal.NO_LOCATION


@rule("called.once_per_turn")
def has_call_left(s, w, who):
    """Called Shots: one a turn."""
    return s.units[who].called_shots < w.book.called_uses


@rule("exploit.price_table")
def refusal_of_exploit(s, w, who, mode):
    """Exploits: only those a unit owns, each once a turn."""
    bit = int(EXPLOITS[mode - FIRST_EXPLOIT])
    if s.units[who].exploits & bit == 0:
        return Refusal.NO_EXPLOIT
    if w.book.max_exploits == 0:
        return Refusal.NO_EXPLOITS
    return Refusal.NONE if s.units[who].exploits_used & bit == 0 else Refusal.EXPLOIT_USED


@rule("attack.option_escape")
def refusal_of_escape(s, w, who, target, strike):
    """Escapes: from the holder, with bare hands or something small."""
    if s.units[who].holder != target:
        return Refusal.NOT_ITS_HOLDER
    item = item_of(s, who, strike)
    is_small = counts_as_unarmed(w, item) or w.book.weapons[item].item_size <= w.book.escape_weapon_size
    return Refusal.NONE if is_small else Refusal.WEAPON_TOO_LARGE


@kernel
def is_for_bare_hands(mode):
    """Whether an option is for unarmed attacks."""
    return (
        mode == Mode.GRAB
        or mode == Mode.ARM_LOCK
        or mode == Mode.SPINNING_KICK
        or mode == Mode.THROW
        or mode == Mode.STRONG_THROW
    )


@kernel
def is_for_melee(mode):
    """Whether an option is for melee alone."""
    return is_for_bare_hands(mode) or mode == Mode.ESCAPE or mode == Mode.CRIPPLING_STRIKE or mode == Mode.TRIP


@kernel
def is_for_shooting(mode):
    """Whether an option is for ranged attacks alone."""
    return mode == Mode.BLIND_SHOT or mode == Mode.DOUBLE_TAP or mode == Mode.RICOCHET or mode == Mode.SCATTERSHOT


@rule("completion.exploit.double_tap")
def refusal_of_tap(s, w, who, strike):
    """Double tap: a weapon that shoots, is not thrown and not Single, with two shots loaded if they are counted."""
    item = item_of(s, who, strike)
    if kind_of(w, item) == WeaponKind.THROWN:
        return Refusal.THROWN_WEAPON
    if w.book.weapons[item].single == 1:
        return Refusal.SINGLE
    is_enough = w.book.weapons[item].capacity == 0 or s.units[who].loaded[strike] >= w.book.tap_shots
    return Refusal.NONE if is_enough else Refusal.TOO_FEW_SHOTS


@kernel
def sees_to_shoot(s, w, who, target, mode):
    """Whether a shooter sees its target as well as an option wants."""
    if mode == Mode.BLIND_SHOT:
        return finds_blindly(s, w, who, target)
    if mode == Mode.RICOCHET:
        return finds_round_the_corner(s, w, who, target)
    return has_sight(s, w, who, target)


@rule("completion.exploit.blind_shot")
def finds_blindly(s, w, who, target):
    """Blind shot: it finds a BLOCKED target."""
    return is_behind_cover_alone(s, w, who, target)


@rule("completion.exploit.ricochet")
def finds_round_the_corner(s, w, who, target):
    """Ricochet: it finds a BLOCKED target."""
    return is_behind_cover_alone(s, w, who, target)


@kernel
def is_behind_cover_alone(s, w, who, target):
    """Whether no wall is in the way, whatever the target hides behind."""
    here, there = int(s.units[who].cell), int(s.units[target].cell)
    return is_sight_open(s, w, here, there) and not is_blocked_by_cover(s, w, who, target)


@rule("attack.option_gate")
def is_within_reach(s, w, who, target, strike):
    """Options: whether a weapon can get to a target at all from where a unit stands: a blow, or a shot that no wall is in the way
    of. All options but those that move the unit first need this.
    """
    if may_strike_with(s, w, who, target, strike):
        return True
    if not may_shoot_with(s, w, who, target, strike):
        return False
    return is_sight_open(s, w, int(s.units[who].cell), int(s.units[target].cell))


@kernel
def moves_first(mode):
    """Whether an option moves the attacker before it attacks."""
    return mode == Mode.CHARGE or mode == Mode.DEATH_FROM_ON_HIGH


@rule("completion.exploit.charge", "completion.exploit.death_from_on_high")
def refusal_of_run(s, w, who, target, strike, mode):
    """Charge, death from on high: with a weapon for melee, and a way to where the target is attacked from."""
    refusal = refusal_of_striking(s, w, who, strike)
    if refusal != Refusal.NONE:
        return refusal
    if mode == Mode.CHARGE:
        return Refusal.NONE if charge_cell(s, w, who, target, strike) != OFF_BOARD else Refusal.NO_CHARGE
    return Refusal.NONE if plunge_cell(s, w, who, target) != OFF_BOARD else Refusal.NO_LEAP


@rule("attack.option_gate", "attack.types")
def refusal_of_reaching(s, w, who, target, strike, mode):
    """Options: whether a weapon gets to the target in the way an option wants, by a run, a blow or a shot."""
    if moves_first(mode):
        return refusal_of_run(s, w, who, target, strike, mode)
    if is_for_bare_hands(mode) and not counts_as_unarmed(w, item_of(s, who, strike)):
        return Refusal.BARE_HANDS
    blow = Refusal.NONE
    if not is_for_shooting(mode):
        blow = refusal_of_blow(s, w, who, target, strike)
        if blow == Refusal.NONE and mode == Mode.ESCAPE:
            return refusal_of_escape(s, w, who, target, strike)
        if blow == Refusal.NONE or is_for_melee(mode):
            return blow
    shot = refusal_of_shot(s, w, who, target, strike)
    if shot == Refusal.NONE:
        return Refusal.NONE if sees_to_shoot(s, w, who, target, mode) else Refusal.OUT_OF_SIGHT
    is_for_blows = shot == Refusal.MELEE_WEAPON or shot == Refusal.WITHIN_REACH
    return blow if is_for_blows and not is_for_shooting(mode) else shot


@rule("completion.exploit.charge", "completion.exploit.death_from_on_high")
def pool_of_option(s, w, who, target, strike, mode):
    """Charge, death from on high: the pool counts from where the way ends, height in a leap down from where it begins. All other
    options are taken where the unit stands.
    """
    unit = s.units[who]
    here = int(unit.cell)
    if not moves_first(mode):
        return pool_in_mind(s, w, who, target, strike, mode, here, 0)
    if mode == Mode.CHARGE:
        unit.cell = charge_cell(s, w, who, target, strike)
        pool = pool_in_mind(s, w, who, target, strike, mode, int(unit.cell), 0)
    else:
        unit.cell = plunge_cell(s, w, who, target)
        pool = pool_in_mind(s, w, who, target, strike, mode, here, 0)
    unit.cell = here
    return pool


@rule("completion.status.restrained", "attack.option_gate")
def refusal_of_kind(s, w, who, target, mode):
    """Options: what the unit's condition, the exploits it owns and the target leave open."""
    if is_bound(s, who) and mode != Mode.ESCAPE:
        return Refusal.BOUND
    if moves_first(mode) and s.units[who].restrained > 0:
        return Refusal.RESTRAINED
    refusal = Refusal.NONE
    if is_called(mode):
        refusal = refusal_of_call(s, w, who, target, mode)
    elif is_exploit(mode):
        refusal = refusal_of_exploit(s, w, who, mode)
    if refusal == Refusal.NONE:
        refusal = refusal_of_sense(s, w, who, target, mode)
    if refusal == Refusal.NONE and not is_small_enough(s, w, who, target, mode):
        return Refusal.TOO_LARGE
    return refusal


@rule("attack.option_gate")
def refusal_of_option(s, w, who, target, strike, mode):
    """Options: owned, sensible, within reach or range, and payable in dice. What it costs in actions is the menu's to ask."""
    refusal = refusal_of_kind(s, w, who, target, mode)
    if refusal == Refusal.NONE:
        refusal = refusal_of_reaching(s, w, who, target, strike, mode)
    if refusal == Refusal.NONE and mode == Mode.DOUBLE_TAP:
        refusal = refusal_of_tap(s, w, who, strike)
    if refusal != Refusal.NONE:
        return refusal
    pool = pool_of_option(s, w, who, target, strike, mode)
    is_payable = may_spend(w, pool, price_of(s, w, who, target, mode), 0, most_luck(s, w, who))
    return Refusal.NONE if is_payable else Refusal.NO_DICE


@kernel
def exploit_bit(mode):
    """The exploit an option belongs to, as a bit; 0 none."""
    return int(EXPLOITS[mode - FIRST_EXPLOIT]) if is_exploit(mode) else 0

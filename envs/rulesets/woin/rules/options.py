"""What an attack may be: with what, at whom, and in which way."""

from __future__ import annotations

import numpy as np

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT
from ..vocab import (
    EXPLOIT_OF,
    FIRST_EXPLOIT,
    LAST_EXPLOIT,
    SLOTS,
    Immunity,
    Mode,
    Special,
    WeaponKind,
)
from .charging import charge_cell, plunge_cell
from .conditions import are_adjacent, held_by, is_active, is_bound, is_foe, is_immune
from .prices import is_called, is_exploit, may_spend, most_luck, price_of
from .sight import has_sight, is_blocked_by_cover, is_sight_open
from .totals import pool_in_mind
from .weapons import (
    counts_as_unarmed,
    has_weapon,
    is_in_melee_reach,
    item_of,
    kind_of,
    may_shoot_with,
    may_use,
)

EXPLOITS = np.array(EXPLOIT_OF, np.int64)
OFF_BOARD = -1

# --- what may be attacked with what ----------------------------------------------------------------------------------


@kernel
def is_for_striking(s, w, who, strike):
    """Whether a weapon, or bare hands, can be used in melee."""
    return kind_of(w, item_of(s, who, strike)) != WeaponKind.RANGED and may_use(s, w, who, strike)


@kernel
def may_strike_with(s, w, who, target, strike):
    """Whether a weapon, or bare hands, can be used in melee against a target."""
    return is_for_striking(s, w, who, strike) and is_in_melee_reach(s, w, who, target, strike)


@kernel
def is_target(s, w, who, target):
    """Whether somebody can be attacked at all: an enemy who is active, or may be attacked though it is down."""
    if s.units[target].present == 0 or not is_foe(s, who, target):
        return False
    return is_active(s, target) or may_be_finished(s, w, target)


@rule("completion.down_and_dying")
def may_be_finished(s, w, target):
    """Zero HEALTH: who is down may be attacked, unless the knob forbids it."""
    return s.units[target].down == 1 and w.book.down_are_targets == 1


@rule("completion.down_and_dying")
def only_hurts(mode):
    """Zero HEALTH: options that bring nothing but damage; nothing else can be done to who is down."""
    return (
        mode == Mode.NORMAL
        or mode == Mode.ACHILLES_HEEL
        or mode == Mode.BLIND_SHOT
        or mode == Mode.CHARGE
        or mode == Mode.DEATH_FROM_ON_HIGH
        or mode == Mode.DOUBLE_TAP
        or mode == Mode.RICOCHET
    )


# --- options ---------------------------------------------------------------------------------------------------------


@rule("attack.option_gate", "damage.immune_critical")
def is_sensible(s, w, who, target, mode):
    """Sense and immunity: no option that could do nothing to the target."""
    other = s.units[target]
    if other.down == 1:
        return only_hurts(mode)
    if mode == Mode.CALLED_DISARM or mode == Mode.DISARM:
        return other.held >= 0 and not is_immune(s, target, Immunity.DISARM)
    if mode == Mode.CALLED_PRONE or mode == Mode.KNOCKDOWN or mode == Mode.TRIP:
        return other.prone == 0 and not is_immune(s, target, Immunity.PRONE)
    if mode == Mode.GRAB or mode == Mode.ARM_LOCK:
        held = held_by(s, who)
        if not are_adjacent(s, who, target):
            return False
        if is_immune(s, target, Immunity.GRAB) or (held != NO_UNIT and held != target):
            return False
        return other.holder != who or other.restrained < w.book.max_restrained
    if mode == Mode.CALLED_SLOW or mode == Mode.CRIPPLING_STRIKE:
        return other.slowed == 0 and not is_immune(s, target, Immunity.SLOWED)
    if mode == Mode.BLINDING_ATTACK:
        return other.blinded == 0 and not is_immune(s, target, Immunity.BLINDED)
    is_push = mode == Mode.CALLED_PUSH or mode == Mode.SPINNING_KICK or mode == Mode.THROW or mode == Mode.STRONG_THROW
    if is_push or mode == Mode.KNOCKBACK or mode == Mode.STRONG_KNOCKBACK:
        return not is_immune(s, target, Immunity.PUSH)
    return True


@rule("completion.exploit.knockback", "completion.exploit.knockdown", "completion.exploit.throw")
def is_small_enough(s, w, who, target, mode):
    """Knockback, knockdown, throw: not against targets too much larger."""
    larger = int(s.units[target].body_size) - int(s.units[who].body_size)
    if mode == Mode.KNOCKBACK or mode == Mode.STRONG_KNOCKBACK:
        return larger <= w.book.knockback_size
    if mode == Mode.KNOCKDOWN:
        return larger <= w.book.knockdown_size
    return (mode != Mode.THROW and mode != Mode.STRONG_THROW) or larger <= 0


@rule("called.any_character")
def may_call(s, w, who, target, mode):
    """Called Shots: anybody may try one, but not without end, and not at what is not there."""
    if w.book.max_exploits == 0 or not has_call_left(s, w, who):
        return False
    return mode != Mode.CALLED_SPECIAL or has_special_location(s, target)


@rule("called.once_per_turn")
def has_call_left(s, w, who):
    """Called Shots: one a turn."""
    return s.units[who].called_shots < w.book.called_uses


@rule("called.availability")
def has_special_location(s, target):
    """Called Shots: at a special location only where the stat block has one."""
    return s.units[target].special != Special.NONE


@rule("exploit.price_table")
def may_exploit(s, w, who, mode):
    """Exploits: only those a unit owns, each once a turn."""
    bit = int(EXPLOITS[mode - FIRST_EXPLOIT])
    unit = s.units[who]
    return w.book.max_exploits > 0 and unit.exploits & bit != 0 and unit.exploits_used & bit == 0


@rule("attack.option_escape")
def may_escape_with(s, w, who, target, strike):
    """Escapes: from the holder, with bare hands or something small."""
    item = item_of(s, who, strike)
    if s.units[who].holder != target:
        return False
    return counts_as_unarmed(w, item) or w.book.weapons[item].item_size <= w.book.escape_weapon_size


@kernel
def is_for_bare_hands(mode):
    """Whether an option is for bare hands and trained fists."""
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
def may_tap(s, w, who, strike):
    """Double tap: a ranged weapon that is not Single, with two shots loaded if they are counted."""
    item = item_of(s, who, strike)
    if kind_of(w, item) != WeaponKind.RANGED or w.book.weapons[item].single == 1:
        return False
    return w.book.weapons[item].capacity == 0 or s.units[who].loaded[strike] >= w.book.tap_shots


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


@kernel
def reaches(s, w, who, target, strike, mode):
    """Whether a weapon gets to a target in the way an option wants."""
    if mode == Mode.CHARGE:
        return is_for_striking(s, w, who, strike) and charge_cell(s, w, who, target, strike) != OFF_BOARD
    if mode == Mode.DEATH_FROM_ON_HIGH:
        return is_for_striking(s, w, who, strike) and plunge_cell(s, w, who, target) != OFF_BOARD
    if is_for_bare_hands(mode) and not counts_as_unarmed(w, item_of(s, who, strike)):
        return False
    if not is_for_shooting(mode) and may_strike_with(s, w, who, target, strike):
        return mode != Mode.ESCAPE or may_escape_with(s, w, who, target, strike)
    if is_for_melee(mode) or not may_shoot_with(s, w, who, target, strike):
        return False
    return sees_to_shoot(s, w, who, target, mode)


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


@kernel
def is_open_to(s, w, who, target, mode):
    """Whether a unit's condition, the exploits it owns and the target leave an option open."""
    unit = s.units[who]
    if mode > LAST_EXPLOIT or (is_bound(s, who) and mode != Mode.ESCAPE):
        return False
    if moves_first(mode) and unit.restrained > 0:
        return False
    if is_called(mode) and not may_call(s, w, who, target, mode):
        return False
    if is_exploit(mode) and not may_exploit(s, w, who, mode):
        return False
    return is_sensible(s, w, who, target, mode) and is_small_enough(s, w, who, target, mode)


@rule("attack.option_gate")
def may_take_option(s, w, who, target, strike, mode):
    """Options: owned, sensible, within reach or range, and payable in dice. What it costs in actions is the menu's to ask."""
    if not is_open_to(s, w, who, target, mode) or not reaches(s, w, who, target, strike, mode):
        return False
    if strike < SLOTS and not has_weapon(s, w, who, strike):
        return False
    if mode == Mode.DOUBLE_TAP and not may_tap(s, w, who, strike):
        return False
    pool = pool_of_option(s, w, who, target, strike, mode)
    return may_spend(w, pool, price_of(s, w, who, target, mode), 0, most_luck(s, w, who))


@kernel
def exploit_bit(mode):
    """The exploit an option belongs to, as a bit; 0 none."""
    return int(EXPLOITS[mode - FIRST_EXPLOIT]) if is_exploit(mode) else 0

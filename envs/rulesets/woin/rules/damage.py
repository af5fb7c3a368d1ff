"""Damage of a hit: its dice, what SOAK takes off, and what sixes do in any case."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import CRITICAL
from ....core.state import base_term, open_total, term
from ..vocab import Immunity, Mode, Strike, Term
from .conditions import floor_of, is_immune
from .weapons import item_of

BLUNT = int(Immunity.BLUNT)


@rule("attack.option_damage")
def base_dice(s, w, who, strike, mode):
    """Damage: dice of the weapon, or of the spell."""
    if strike == Strike.SPELL:
        return int(w.book.spells[mode - Mode.FIREBOLT].dice)
    return int(w.book.weapons[item_of(s, who, strike)].damage)


@rule("completion.exploit.double_tap")
def tap_dice(w):
    """Double tap: dice more."""
    return int(w.book.tap_dice)


@rule("completion.exploit.spinning_kick")
def kick_dice(w):
    """Spinning kick: dice more."""
    return int(w.book.kick_dice)


@rule("completion.exploit.throw")
def throw_dice(w):
    """Throw: dice more for the stronger one."""
    return int(w.book.throw_dice_3)


@rule("completion.exploit.death_from_on_high")
def plunge_dice(s, w, who, here):
    """Death from on high: dice more for every ten feet of the drop to where the unit has landed, three at most."""
    feet = (floor_of(w, here) - floor_of(w, int(s.units[who].cell))) * int(w.book.feet_per_level)
    return min(max(feet, 0) // int(w.book.plunge_feet_per_die), int(w.book.plunge_most_dice))


@kernel
def extra_dice(s, w, who, mode, here):
    """Dice that the exploit adds; ``here`` is the cell where the attacker set out."""
    if mode == Mode.DOUBLE_TAP:
        return tap_dice(w)
    if mode == Mode.SPINNING_KICK:
        return kick_dice(w)
    if mode == Mode.STRONG_THROW:
        return throw_dice(w)
    return plunge_dice(s, w, who, here) if mode == Mode.DEATH_FROM_ON_HIGH else 0


@rule("completion.critical_effect")
def critical_times(w, outcome):
    """Critical hits: how often the base dice are rolled."""
    return int(w.book.critical_dice) if outcome == CRITICAL else 1


@rule("attack.damage_dice")
def damage_dice(s, w, frame):
    """Damage: base dice, twice for a critical hit, with those bought and those of the exploit."""
    who, strike, mode = int(frame.who), int(frame.strike), int(frame.mode)
    open_total(s)
    base = base_term(s, Term.DAMAGE_DICE, base_dice(s, w, who, strike, mode))
    dice = base + term(s, Term.DOUBLED, base * (critical_times(w, int(frame.outcome)) - 1))
    dice += term(s, Term.TRADED, int(frame.trade))
    return dice + term(s, Term.BONUS, extra_dice(s, w, who, mode, int(frame.cell)))


@rule("damage.immune_critical")
def is_immune_to_spell(s, target, spell):
    """Immunity: to the type of damage of a spell. Spells that do no damage have none."""
    if spell == Mode.FIREBOLT or spell == Mode.FLAME_BURST:
        return is_immune(s, target, Immunity.FIRE)
    return (spell == Mode.MIND_SPIKE or spell == Mode.MIND_LANCE) and is_immune(s, target, Immunity.PSYCHIC)


@rule("damage.immune_critical")
def is_immune_to(s, w, who, target, strike, mode):
    """Immunity: to the type of damage of a weapon or spell."""
    if strike == Strike.SPELL:
        return is_immune_to_spell(s, target, mode)
    return is_immune(s, target, BLUNT << int(w.book.weapons[item_of(s, who, strike)].type))


@rule("completion.exploit.achilles_heel")
def soak_against(s, w, target, strike, mode):
    """Achilles heel: half the SOAK counts; some spells are not SOAKed at all."""
    if strike == Strike.SPELL and w.book.spells[mode - Mode.FIREBOLT].soaked == 0:
        return 0
    soak = int(s.units[target].soak)
    return soak // int(w.book.heel_divisor) if mode == Mode.ACHILLES_HEEL else soak


@rule("damage.sixes")
def least_damage(w, sixes):
    """Sixes: each still does a point."""
    return sixes * int(w.book.points_per_six)


@rule("completion.damage_table")
def damage_after_soak(s, w, who, target, strike, mode, total, sixes):
    """Damage: what is left of the dice after SOAK, but at least what their sixes do; none to the immune."""
    open_total(s)
    damage = term(s, Term.DICE, total)
    if is_immune_to(s, w, who, target, strike, mode):
        term(s, Term.IMMUNE, -damage)
        return 0
    soak = min(soak_against(s, w, target, strike, mode), damage)
    damage += term(s, Term.SOAK, -soak)
    return damage + term(s, Term.SIXES, max(least_damage(w, sixes) - damage, 0))

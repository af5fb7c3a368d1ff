"""Stuns: striking to stun, how long it lasts, and stunning from behind."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.dice import die
from ....core.state import base_term, emit, emit_roll, open_total, term
from ..vocab import Event, Flag, Item, Location, Mode, Skill, Term
from .armour import less_armour
from .conditions import passes_test, place_of
from .engagement import is_in_rear
from .injuries import resolve_knock_out
from .unarmed import is_unarmed, unarmed_damage
from .weapons import weapon_damage


@rule("stun.procedure", "unarmed.blows")
def is_stun_attempt(s, who, mode, item):
    """Stuns: declared before the blow; all unarmed attacks are stun attempts, wanted or not."""
    return mode == Mode.STUN or is_unarmed(s, who, item)


@rule("stun.procedure")
def stun_sum(s, w, frame):
    """Striking to stun: X = first die + Strength + weapon - Toughness - head armour, less what a parry stopped."""
    who, target, item = int(frame.who), int(frame.target), int(frame.item_used)
    open_total(s)
    total = term(s, Term.DICE, int(frame.amount))
    total += term(s, Term.STRENGTH, int(s.units[who].strength))
    total += term(s, Term.WEAPON, weapon_damage(s, w, who, item))
    total += term(s, Term.UNARMED, unarmed_damage(s, w, who, item))
    total += term(s, Term.TOUGHNESS, -int(s.units[target].toughness))
    total += term(s, Term.PARRIED, -int(frame.stopped))
    return less_armour(s, w, target, Location.HEAD, total, item == Item.NOTHING, int(frame.flag_bits))


@rule("stun.procedure", "stun.from_behind")
def chance_to_stun(s, w, frame):
    """Striking to stun: five percent for each point of X, +20 with Strike To Stun; doubled from behind; 0 to 100."""
    chance = int(w.book.stun_pct_per_point) * stun_sum(s, w, frame)
    if s.units[frame.who].skills & Skill.STRIKE_TO_STUN != 0:
        chance += int(w.book.stun_skill_bonus)
    if frame.flag_bits & Flag.FROM_BEHIND:
        chance *= int(w.book.sneak_stun_factor)
    return min(max(chance, 0), 100)


@rule("stun.procedure", "stun.duration")
def resolve_stun_test(s, w, frame):
    """Striking to stun: D100 at or below the chance stuns. Returns the dice to roll for how long, 0 for no stun."""
    who, target = int(frame.who), int(frame.target)
    chance = chance_to_stun(s, w, frame)
    if not passes_test(s, chance):
        emit_roll(s, Event.STUN_FAILED, who, target, chance, 0)
        return 0
    dice = stun_dice(s, w, target)
    emit_roll(s, Event.STUNNED if dice > 0 else Event.STUN_FAILED, who, target, chance, 0)
    return dice


@rule("stun.duration")
def stun_dice(s, w, target):
    """Duration: (10 - T) dice; against Toughness 10 or more no dice, and nothing happens."""
    return max(0, int(w.book.stun_base) - int(s.units[target].toughness))


@rule("stun.duration")
def stun_minutes(s, w):
    """Duration: each die is a D10 of minutes."""
    return die(s, w.book.stun_die)


@rule("stun.duration", "turn.round")
def resolve_stun(s, w, who, target, minutes):
    """Duration: the victim is unconscious for so many minutes of six rounds each."""
    open_total(s)
    base_term(s, Term.DICE, minutes)
    emit(s, Event.STUN_TIMED, who, target, minutes, 0)
    resolve_knock_out(s, target, minutes * int(w.book.rounds_per_minute))


@rule("stun.from_behind")
def is_stun_from_behind(s, w, who, target, mode, item):
    """Stunning from behind: an unaware victim struck from the rear is hit like one that does not move."""
    return (
        w.book.opt_sneak_stun == 1
        and is_stun_attempt(s, who, mode, item)
        and s.units[target].surprised == 1
        and is_in_rear(s, w, target, place_of(s, who))
    )

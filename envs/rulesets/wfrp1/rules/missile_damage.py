"""Missile fire: the damage of a shot that has hit."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.dice import die
from ....core.state import emit_roll, open_total, term
from ..vocab import Event, Flag, Term
from .armour import less_armour
from .conditions import passes_test
from .firearms import ramrod_damage
from .injuries import start_wound
from .missile_modifiers import effective_strength, range_loss
from .shots import Shot, band_of_shot
from .weapons import ballistic_skill_with


@rule("missile.damage", "damage.basic")
def damage_step(s, w, frame):
    """Damage: D6, as hand-to-hand. A natural 6 may bring another die."""
    frame.dice = die(s, w.book.damage_die)
    confirms = frame.dice == w.book.trigger_face and w.book.opt_additional_damage == 1
    frame.step = Shot.CONFIRM if confirms else Shot.RESULT


@rule("missile.damage", "damage.additional")
def confirm_step(s, w, frame):
    """Additional damage: after a natural 6, D100 at or below Ballistic Skill, without modifiers, adds another die."""
    who = int(frame.who)
    open_total(s)
    passed = passes_test(s, ballistic_skill_with(s, w, who, int(frame.item_used)))
    emit_roll(s, Event.ADDITIONAL_DAMAGE, who, int(frame.victim), 1 if passed else 0, 0)
    frame.step = Shot.ANOTHER_DIE if passed else Shot.RESULT


@rule("missile.damage", "damage.additional")
def another_die_step(s, w, frame):
    """Additional damage: another D6 is added, and after a 6 one more without a test, until a die comes below 6."""
    face = die(s, w.book.damage_die)
    frame.dice += face
    emit_roll(s, Event.ANOTHER_DIE, int(frame.who), int(frame.victim), int(frame.dice), 0)
    if face != w.book.trigger_face:
        frame.step = Shot.RESULT


@rule("missile.damage", "damage.basic", "armour.absorb")
def damage_of_shot(s, w, frame):
    """Damage: dice + Effective Strength - loss for range - Toughness - armour on the location, never below 0."""
    item, victim = int(frame.item_used), int(frame.victim)
    band = band_of_shot(s, w, frame)
    halved = frame.flag_bits & Flag.PARTIAL_BURN != 0
    open_total(s)
    total = term(s, Term.DICE, int(frame.dice))
    total += term(s, Term.EFFECTIVE_STRENGTH, effective_strength(s, w, int(frame.who), item, band, halved))
    total += term(s, Term.RANGE, range_loss(w, item, band))
    total += term(s, Term.TOUGHNESS, -int(s.units[victim].toughness))
    total = less_armour(s, w, victim, int(frame.location), total, False, int(frame.flag_bits))
    total += term(s, Term.LIMIT, max(total, int(w.book.damage_min)) - total)
    return total + term(s, Term.RAMROD, ramrod_damage(w, total, int(frame.flag_bits)) - total)


@rule("missile.damage")
def result_step(s, w, frame):
    """Damage: it goes to the victim's Wounds. Missiles do not count towards winning."""
    damage = damage_of_shot(s, w, frame)
    frame.step = Shot.NEXT_SHOT
    start_wound(s, w, int(frame.who), int(frame.victim), int(frame.location), damage, 0)

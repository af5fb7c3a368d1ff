"""Refusals: which of the rules stands in the way of a choice that is not offered, for people who ask. It decides nothing."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT, top
from ..vocab import FIRST_MANOEUVRE, LAST_MANOEUVRE, Prompt, Refusal, Spell, Trait, Verb
from .bodies import has_trait, is_engaged, unit_gap
from .magic import FIRST_MODE, LAST_MODE, is_missile, is_wizard, may_cast_spell, phase_of, spell_of, spells_tried
from .moving import refusal_of_move
from .shapes import movement_of, square
from .shooters import has_burnt_out, has_charged, has_misfired, has_missile, has_skill, has_stayed
from .shooting import is_aimed_at_units, verb_of_weapon


@kernel
def refusal_of(s, w, who, verb):
    """The first of the rules, in the order one would ask, that keeps who is asked from a verb; 0 where none is plain."""
    if who == NO_UNIT:
        return Refusal.ASKED_FIRST
    moment = moment_of(verb)
    if s.prompt == Prompt.REACTION and moment == Refusal.WHEN_CHARGED:
        return why_not_react(s, w, who, verb)
    if s.prompt == Prompt.ATTACK and moment == Refusal.IN_COMBAT:
        return Refusal.NO_CHARACTER if verb == Verb.ATTACK_CHARACTER else Refusal.NO_REGIMENT
    if s.prompt == Prompt.AFTER and moment == Refusal.AFTER_COMBAT:
        return Refusal.GIVES_WAY if verb == Verb.FOLLOW_UP else Refusal.GIVES_GROUND
    if s.prompt == Prompt.OVERRUN and moment == Refusal.AFTER_COMBAT:
        return Refusal.OVERRUN
    if Refusal.WHEN_CHARGED <= moment <= Refusal.AFTER_COMBAT:  # answers, not orders
        return moment
    if s.prompt == Prompt.CHARGE and verb == Verb.PASS:
        return Refusal.MUST_CHARGE
    if s.prompt == Prompt.REACTION or not Prompt.STRATEGY <= s.prompt <= Prompt.SHOOT:
        return Refusal.ASKED_FIRST
    if s.prompt == Prompt.MOVE and moment == Refusal.MOVE_PHASE:
        return refusal_of_move(s, w, who, verb)
    if verb == Verb.CAST_UNIT or verb == Verb.CAST_CELL:
        return why_not_cast(s, w, who, verb)
    if s.prompt == Prompt.SHOOT and moment == Refusal.SHOOTING_PHASE:
        return why_not_shoot(s, w, who, verb)
    return moment


@kernel
def moment_of(verb):
    """When a verb is chosen, as the reason that it is not chosen now."""
    if verb == Verb.CHARGE:
        return int(Refusal.CHARGE_PHASE)
    if Verb.HOLD <= verb <= Verb.FLEE:
        return int(Refusal.WHEN_CHARGED)
    if verb == Verb.MARCH or FIRST_MANOEUVRE <= verb <= LAST_MANOEUVRE:
        return int(Refusal.MOVE_PHASE)
    if Verb.SHOOT <= verb <= Verb.CAST_CELL:
        return int(Refusal.SHOOTING_PHASE)
    if verb == Verb.DISPEL or verb == Verb.LET_PASS:
        return int(Refusal.WHEN_CAST)
    if verb == Verb.CHALLENGE or verb == Verb.KEEP_SILENT:
        return int(Refusal.BEFORE_BLOWS)
    if verb == Verb.ACCEPT or verb == Verb.REFUSE:
        return int(Refusal.WHEN_CHALLENGED)
    if verb == Verb.ATTACK_UNIT or verb == Verb.ATTACK_CHARACTER:
        return int(Refusal.IN_COMBAT)
    return int(Refusal.AFTER_COMBAT) if verb >= Verb.FOLLOW_UP else int(Refusal.ASKED_FIRST)


@kernel
def why_not_react(s, w, who, verb):
    """What keeps the target of a charge from shooting at it, or from fleeing."""
    charger, unit = int(top(s).who), s.units[who]
    if is_engaged(s, who):
        return Refusal.ENGAGED
    if verb == Verb.FLEE:
        return Refusal.UNBREAKABLE if has_trait(s, who, int(Trait.UNBREAKABLE)) else Refusal.NEVER_MOVES
    if not has_missile(s, who):
        return Refusal.NO_MISSILES
    if not is_aimed_at_units(w, int(unit.missile)):
        return Refusal.OTHER_WEAPON
    if not has_skill(s, who):
        return Refusal.NO_SKILL
    if has_misfired(s, who):
        return Refusal.MISFIRED
    if unit.stood_and_shot == 1:
        return Refusal.STOOD_BEFORE
    is_near = unit_gap(s, who, charger) <= square(movement_of(s, charger))
    return Refusal.TOO_NEAR if w.book.min_gap_is_charger_move == 1 and is_near else Refusal.CHARGER_UNSEEN


# --- shots and spells --------------------------------------------------------------------------------------------------


@kernel
def why_not_shoot(s, w, who, verb):
    """What keeps a unit from shooting."""
    unit = s.units[who]
    if not has_missile(s, who):
        return Refusal.NO_MISSILES
    if verb != verb_of_weapon(w, int(unit.missile)):
        return Refusal.OTHER_WEAPON
    if not has_skill(s, who):
        return Refusal.NO_SKILL
    if unit.shot == 1:
        return Refusal.SHOT_BEFORE
    if unit.marched == 1:
        return Refusal.MARCHED
    if unit.reformed == 1 and w.book.blocks_shooting == 1:
        return Refusal.REFORMED
    if has_charged(s, who):
        return Refusal.CHARGED
    if not has_stayed(s, w, who):
        return Refusal.MOVED
    if has_misfired(s, who):
        return Refusal.MISFIRED
    if has_burnt_out(s, w, who):
        return Refusal.BURNT_OUT
    return Refusal.ENGAGED if is_engaged(s, who) else Refusal.NOBODY_TO_SHOOT


@kernel
def why_not_cast(s, w, who, verb):
    """What keeps a unit from casting a spell at a unit, or the sinkhole."""
    if not is_wizard(s, who):
        return Refusal.NO_WIZARD
    if s.prompt != Prompt.STRATEGY and s.prompt != Prompt.SHOOT:
        return Refusal.OTHER_SPELLS
    if verb == Verb.CAST_CELL and s.phase != phase_of(int(Spell.SINKHOLE)):
        return Refusal.OTHER_SPELLS
    if spells_tried(s, who) >= w.book.max_casts_per_turn:
        return Refusal.CAST_ENOUGH
    if verb == Verb.CAST_CELL:
        return Refusal.CAST_BEFORE
    is_kept_from_missiles = False
    for mode in range(FIRST_MODE, LAST_MODE + 1):
        spell = spell_of(mode)
        if may_cast_spell(s, w, who, spell):
            return Refusal.NOBODY_TO_CAST_AT
        if phase_of(spell) == s.phase and is_missile(spell) and int(s.units[who].spells_cast) & spell == 0:
            is_kept_from_missiles = True
    return Refusal.ENGAGED if is_kept_from_missiles else Refusal.CAST_BEFORE

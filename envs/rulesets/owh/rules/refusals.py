"""Refusals: which of the rules stands in the way of a choice that is not offered, for people who ask. It decides nothing."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ..vocab import Ability, Mode, Prompt, Refusal, Verb, WeaponKind
from .conditions import has_ability, has_active_abilities
from .menu import cost_of, has_attack_left, has_done_nothing, is_bound, is_free_verb
from .sneaking import is_watched
from .ways import is_on_edge
from .weapons import UNARMED, is_natural, is_ready, kind_of, wielded_item


@kernel
def refusal_of(s, w, who, verb):
    """The first of the rules, in the order one would ask, that keeps who is asked from a verb; 0 where none is plain."""
    if who == NO_UNIT:
        return Refusal.NONE
    if s.prompt != Prompt.TURN:
        return Refusal.TURN_ONLY if verb < Verb.OPPORTUNITY else Refusal.WHEN_ASKED
    if verb >= Verb.OPPORTUNITY:
        return Refusal.WHEN_ASKED
    unit = s.units[who]
    if is_free_verb(verb):
        return why_not_freely(s, w, who, verb)
    if verb == Verb.EXTINGUISH or verb == Verb.COORDINATE:
        return why_not_first(s, w, who, verb)
    if unit.actions_left < max(cost_of(w, verb), 1):
        return Refusal.NO_ACTIONS
    if is_bound(s, who) and verb != Verb.ATTACK and verb != Verb.MOVE:
        return Refusal.BOUND
    if verb == Verb.ATTACK:
        return why_not_attack(s, w, who)
    if verb == Verb.MOVE or verb == Verb.WITHDRAW:
        return why_not_move(s, w, who, verb)
    if verb == Verb.HIDE:
        return why_not_hide(s, w, who)
    if verb == Verb.CAST:
        return why_not_cast(s, w, who)
    if Verb.HEAL <= verb <= Verb.COAT_SLEEP:
        return why_not_item(s, w, who, verb)
    return why_not_other(s, w, who, verb)


@kernel
def why_not_attack(s, w, who):
    """What keeps a unit from attacking."""
    unit = s.units[who]
    if unit.stunned > 0:
        return Refusal.STUNNED
    if not has_attack_left(s, w, who):
        return Refusal.ATTACK_AFTER_MOVE if unit.moves > 0 else Refusal.TWO_ATTACKS
    if not is_ready(s, w, who):
        return Refusal.NOT_LOADED
    shoots = kind_of(w, wielded_item(s, who)) != WeaponKind.MELEE
    return Refusal.NOBODY_IN_RANGE if shoots else Refusal.NOBODY_IN_CONTACT


@kernel
def why_not_move(s, w, who, verb):
    """What keeps a unit from moving, or from leaving the battlefield."""
    unit = s.units[who]
    if unit.stunned > 0:
        return Refusal.STUNNED
    if unit.rooted > 0:
        return Refusal.ROOTED
    if unit.moves >= w.book.max_moves:
        return Refusal.MOVED_TWICE
    if unit.moves > 0 and unit.blind > 0:
        return Refusal.BLIND
    if unit.moves > 0 and unit.leg_broken == 1:
        return Refusal.LEG
    if unit.moves > 0 and unit.attacks + unit.others > 0:
        return Refusal.ACTED_BEFORE
    if verb == Verb.WITHDRAW and not is_on_edge(s, who):
        return Refusal.NOT_ON_EDGE
    return Refusal.NO_WAY


@kernel
def why_not_hide(s, w, who):
    """What keeps a unit from hiding."""
    unit = s.units[who]
    if unit.hidden == 1:
        return Refusal.HIDDEN
    if unit.hides >= w.book.max_hides:
        return Refusal.HID_BEFORE
    return Refusal.WATCHED if is_watched(s, w, who, False) else Refusal.NONE


@kernel
def why_not_cast(s, w, who):
    """What keeps a unit from casting."""
    unit = s.units[who]
    if unit.spells == 0:
        return Refusal.NO_SPELLS
    if unit.spells_cast >= w.book.max_casts:
        return Refusal.CAST_BEFORE
    if not has_active_abilities(s, w, who):
        return Refusal.AFRAID
    for row in range(Mode.FLASH - Mode.FIREBOLT + 1):
        if (int(unit.spells) >> row) & 1 == 1 and unit.winds >= w.book.spells[row].cost:
            return Refusal.NOBODY_TO_CAST_AT
    return Refusal.NO_WINDS


@kernel
def carried_of(s, who, verb):
    """How many a unit carries of what a verb uses."""
    unit = s.units[who]
    if verb == Verb.HEAL:
        return int(unit.bandage)
    if verb == Verb.USE_POTION:
        return int(unit.potion)
    if verb == Verb.USE_ANTIDOTE:
        return int(unit.antidote)
    if verb == Verb.USE_WATER:
        return int(unit.water)
    if verb == Verb.USE_COURAGE:
        return int(unit.courage)
    return int(unit.venom) if verb == Verb.COAT_VENOM else int(unit.sleep)


@kernel
def why_not_item(s, w, who, verb):
    """What keeps a unit from using an item."""
    if s.units[who].items_used >= w.book.max_items:
        return Refusal.ITEM_USED
    if carried_of(s, who, verb) == 0:
        return Refusal.NO_ITEM
    if verb == Verb.COAT_VENOM or verb == Verb.COAT_SLEEP:
        return Refusal.NO_WEAPON if wielded_item(s, who) == UNARMED else Refusal.NATURAL
    return Refusal.NOBODY_TO_HELP


@kernel
def why_not_other(s, w, who, verb):
    """What keeps a unit from the remaining standard actions."""
    unit = s.units[who]
    if verb == Verb.EXECUTE:
        return Refusal.STUNNED if unit.stunned > 0 else Refusal.NOBODY_DOWN
    if verb == Verb.ROUSE:
        return Refusal.NOBODY_ASLEEP
    if verb == Verb.LOOT:
        return Refusal.NO_CORPSE
    if verb == Verb.RELOAD:
        return Refusal.LOADED
    if verb == Verb.RECOVER_WEAPON:
        return Refusal.NOTHING_LOST if unit.lost_slot < 0 else Refusal.TOO_FAR
    return Refusal.NO_LEVER if verb == Verb.INTERACT else Refusal.NONE


@kernel
def why_not_first(s, w, who, verb):
    """What keeps a unit from what must be done before anything else."""
    unit = s.units[who]
    if verb == Verb.EXTINGUISH and unit.ignited == 0:
        return Refusal.NOT_BURNING
    if not has_done_nothing(s, w, who):
        return Refusal.NOT_FIRST
    return Refusal.NOT_HIDDEN if unit.hidden == 0 else Refusal.NO_PARTNER


@kernel
def why_not_freely(s, w, who, verb):
    """What keeps a unit from a free action."""
    unit = s.units[who]
    if unit.free_left == 0:
        return Refusal.NO_FREE_ACTION
    item = wielded_item(s, who)
    if verb == Verb.SWITCH_WEAPON:
        return Refusal.NO_OTHER_WEAPON
    if verb == Verb.DROP_WEAPON:
        return Refusal.NATURAL if is_natural(w, item) else Refusal.NO_WEAPON
    if verb == Verb.BERSERK:
        if not has_ability(s, who, Ability.BERSERK):
            return Refusal.NO_ABILITY
        return Refusal.BERSERK_BEFORE if unit.berserk_used == 1 else Refusal.AFRAID
    if not has_ability(s, who, Ability.FRENZY | Ability.RAPID_FIRE | Ability.SHIELD_BASH):
        return Refusal.NO_ABILITY
    if not has_active_abilities(s, w, who):
        return Refusal.AFRAID
    if unit.stunned > 0:
        return Refusal.STUNNED
    return Refusal.NOBODY_DOWN if verb == Verb.FREE_EXECUTE else Refusal.NOBODY_IN_CONTACT

"""Refusals: which of the rules stands in the way of a choice that is not offered, for people who ask. It decides nothing."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ..vocab import Exploit, Mode, Prompt, Trait, Verb, WeaponKind
from .conditions import has_trait, is_bound
from .menu import cost_of, may_act_freely, may_afford
from .postures import has_attack_spell
from .suppressing import has_shots_for, sees_enemy
from .weapons import is_loaded, item_of, kind_of


class Refusal(IntEnum):
    """What stands in the way."""

    UNKNOWN = 0
    TURN_ONLY = 1
    WHEN_ASKED = 2
    NO_ACTIONS = 3
    TWO_ACTIONS = 4
    NO_FREE_ACTION = 5
    BOUND = 6
    RESTRAINED = 7
    NO_WAY = 8
    NOBODY_IN_REACH = 9
    NOT_LOADED = 10
    NO_EXPLOIT = 11
    EXPLOIT_USED = 12
    AIMED_BEFORE = 13
    NO_MISSILES = 14
    WATCHES_ALREADY = 15
    HUNKERED = 16
    BLINDED = 17
    SINGLE = 18
    NO_ENEMY_IN_SIGHT = 19
    NO_ALLY = 20
    NO_COVER = 21
    NOT_HUNKERED = 22
    NOT_PINNED = 23
    IN_THE_OPEN = 24
    PRONE = 25
    NOT_PRONE = 26
    NEVER_PRONE = 27
    HANDS_FULL = 28
    NO_WEAPON_TO_DRAW = 29
    NO_WEAPON_HELD = 30
    NOTHING_LOST = 31
    TOO_FAR = 32
    NO_CAPACITY = 33
    LOADED = 34
    NOBODY_TO_HEAL = 35
    NO_DRAUGHT = 36
    NO_SPELLS = 37
    NO_POINTS = 38
    NOBODY_TO_CAST_AT = 39
    NOBODY_TO_SCAN = 40
    NO_CONDITION = 41
    HELD = 42
    NOTHING_TO_OPEN = 43
    NOTHING_TO_UNLOCK = 44
    HOLDS_NOBODY = 45
    FIGHT_HAS_BEGUN = 46


@kernel
def refusal_of(s, w, who, verb):
    """The first of the rules, in the order one would ask, that keeps who is asked from a verb; 0 where none is plain."""
    if who == NO_UNIT:
        return Refusal.UNKNOWN
    if Verb.AMBUSH_ATTACK <= verb <= Verb.NO_AMBUSH and s.prompt != Prompt.AMBUSH:
        return Refusal.FIGHT_HAS_BEGUN if s.round_no > 0 else Refusal.WHEN_ASKED
    if s.prompt != Prompt.TURN:
        return why_not_ambush(s, w, who, verb)
    if verb >= Verb.AMBUSH_ATTACK:
        return Refusal.WHEN_ASKED
    if is_bound(s, who) and verb != Verb.ATTACK and verb != Verb.SHAKE_OFF:
        return Refusal.BOUND
    if verb == Verb.RELEASE:
        return Refusal.HOLDS_NOBODY
    if verb != Verb.MOVE and verb != Verb.CAST and verb != Verb.CAST_AREA:
        cost = cost_of(w, verb, 0)
        if not may_afford(s, w, who, cost):
            return why_not_pay(s, w, who, cost)
    if verb <= Verb.SUPPRESS:
        return why_not_fight(s, w, who, verb)
    if verb <= Verb.STAND:
        return why_not_posture(s, w, who, verb)
    if verb <= Verb.RELOAD:
        return why_not_handle(s, w, who, verb)
    return why_not_other(s, w, who, verb)


@kernel
def why_not_pay(s, w, who, cost):
    """What is lacking of the price."""
    if cost == 0 and not may_act_freely(s, w, who):
        return Refusal.NO_FREE_ACTION
    return Refusal.TWO_ACTIONS if s.units[who].actions_left > 0 else Refusal.NO_ACTIONS


@kernel
def why_not_ambush(s, w, who, verb):
    """What keeps a unit from declaring, and from a turn before its own."""
    if s.prompt == Prompt.AMBUSH and verb == Verb.CAST:
        return why_not_cast(s, w, who, verb)
    if verb < Verb.AMBUSH_ATTACK:
        return Refusal.TURN_ONLY
    if s.prompt != Prompt.AMBUSH or verb > Verb.NO_AMBUSH:
        return Refusal.WHEN_ASKED
    if verb == Verb.AMBUSH_ATTACK:
        return Refusal.NOBODY_IN_REACH
    return why_not_watch(s, w, who) if verb == Verb.AMBUSH_WATCH else Refusal.NO_WAY


@kernel
def why_not_watch(s, w, who):
    """What keeps a unit from overwatch."""
    unit = s.units[who]
    if unit.overwatch == 1:
        return Refusal.WATCHES_ALREADY
    if unit.hunkered == 1:
        return Refusal.HUNKERED
    if unit.blinded > 0:
        return Refusal.BLINDED
    return why_not_shoot(s, w, who)


@kernel
def why_not_shoot(s, w, who):
    """What is wrong with the weapon in hand, for who wants to shoot."""
    held = int(s.units[who].held)
    if held < 0 or kind_of(w, item_of(s, who, held)) == WeaponKind.MELEE:
        return Refusal.NO_MISSILES
    return Refusal.UNKNOWN if is_loaded(s, w, who, held) else Refusal.NOT_LOADED


@kernel
def why_not_fight(s, w, who, verb):
    """What keeps a unit from moving, from attacks, and from what prepares or hinders them."""
    unit = s.units[who]
    if verb == Verb.MOVE:
        if unit.restrained > 0:
            return Refusal.RESTRAINED
        return Refusal.NO_ACTIONS if unit.actions_left == 0 and unit.moves_left == 0 else Refusal.NO_WAY
    if verb == Verb.ATTACK:
        shot = why_not_shoot(s, w, who)
        return Refusal.NOT_LOADED if shot == Refusal.NOT_LOADED else Refusal.NOBODY_IN_REACH
    if verb == Verb.WHIRLWIND:
        if unit.exploits & Exploit.WHIRLWIND_FRENZY == 0:
            return Refusal.NO_EXPLOIT
        is_used = unit.exploits_used & Exploit.WHIRLWIND_FRENZY != 0
        return Refusal.EXPLOIT_USED if is_used else Refusal.NOBODY_IN_REACH
    if verb == Verb.AIM:
        if not has_trait(s, who, Trait.AIM):
            return Refusal.NO_EXPLOIT
        if unit.aimed > 0 or has_attack_spell(s, w, who):
            return Refusal.AIMED_BEFORE
        return why_not_shoot(s, w, who)
    if verb == Verb.FEINT:
        return Refusal.AIMED_BEFORE if has_trait(s, who, Trait.FEINT) else Refusal.NO_EXPLOIT
    return why_not_watch(s, w, who) if verb == Verb.OVERWATCH else why_not_suppress(s, w, who)


@kernel
def why_not_suppress(s, w, who):
    """What keeps a unit from suppressive fire."""
    held = int(s.units[who].held)
    if held < 0 or kind_of(w, item_of(s, who, held)) != WeaponKind.RANGED:
        return Refusal.NO_MISSILES
    if w.book.weapons[item_of(s, who, held)].single == 1:
        return Refusal.SINGLE
    if not has_shots_for(s, w, who, held):
        return Refusal.NOT_LOADED
    return Refusal.NO_ALLY if sees_enemy(s, w, who) else Refusal.NO_ENEMY_IN_SIGHT


@kernel
def why_not_posture(s, w, who, verb):
    """What keeps a unit from taking cover, hiding, lying down and standing up."""
    unit = s.units[who]
    if verb == Verb.HUNKER:
        return Refusal.HUNKERED if unit.hunkered == 1 else Refusal.NO_COVER
    if verb == Verb.UNHUNKER:
        return Refusal.NOT_HUNKERED
    if verb == Verb.HIDE:
        return Refusal.NOT_PINNED if unit.pinned == 0 else Refusal.IN_THE_OPEN
    if verb == Verb.DROP_PRONE:
        return Refusal.PRONE if unit.prone == 1 else Refusal.NEVER_PRONE
    return Refusal.NOT_PRONE if unit.prone == 0 else Refusal.RESTRAINED


@kernel
def why_not_handle(s, w, who, verb):
    """What keeps a unit from handling weapons."""
    unit = s.units[who]
    if verb == Verb.DRAW:
        return Refusal.HANDS_FULL if unit.held >= 0 else Refusal.NO_WEAPON_TO_DRAW
    if verb == Verb.PICK_UP:
        for slot in range(len(unit.lies)):
            if unit.lies[slot] >= 0:
                return Refusal.TOO_FAR
        return Refusal.NOTHING_LOST
    if verb == Verb.RELOAD and unit.held >= 0:
        has_capacity = w.book.weapons[item_of(s, who, int(unit.held))].capacity > 0
        return Refusal.LOADED if has_capacity else Refusal.NO_CAPACITY
    return Refusal.NO_WEAPON_HELD


@kernel
def why_not_cast(s, w, who, verb):
    """What keeps a unit from casting."""
    unit = s.units[who]
    if unit.spells == 0:
        return Refusal.NO_SPELLS
    has_points = False
    for row in range(len(w.book.spells)):
        if (int(unit.spells) >> row) & 1 == 1:
            spell = int(Mode.FIREBOLT) + row
            left = unit.psi if spell >= Mode.MIND_LANCE else unit.magic
            has_points = has_points or left >= w.book.spells[row].cost
            if left >= w.book.spells[row].cost and may_afford(s, w, who, cost_of(w, verb, spell)):
                return Refusal.NOBODY_TO_CAST_AT
    if not has_points:
        return Refusal.NO_POINTS
    return Refusal.TWO_ACTIONS if unit.actions_left > 0 else Refusal.NO_ACTIONS


@kernel
def why_not_other(s, w, who, verb):
    """What keeps a unit from all other actions."""
    unit = s.units[who]
    if verb == Verb.HEAL:
        return Refusal.NOBODY_TO_HEAL
    if verb == Verb.DRINK:
        return Refusal.NO_DRAUGHT if unit.draughts == 0 else Refusal.NOBODY_TO_HEAL
    if verb == Verb.CAST or verb == Verb.CAST_AREA:
        return why_not_cast(s, w, who, verb)
    if verb == Verb.SCAN:
        return Refusal.NOBODY_TO_SCAN
    if verb == Verb.SHAKE_OFF:
        return Refusal.HELD if unit.restrained > 0 else Refusal.NO_CONDITION
    return Refusal.NOTHING_TO_OPEN if verb == Verb.OPEN else Refusal.NOTHING_TO_UNLOCK

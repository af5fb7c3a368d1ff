"""The complete choices of each prompt, and what each is for: what behaviours choose from.

Behaviours attack with the first weapon that an option is open with, drop nothing, plan no ambush by moving, and spend LUCK where
a die makes a difference.
"""

from __future__ import annotations

from ....core.behaviour.features import ANYWHERE, NOWHERE, Feature, Intent, plan
from ....core.compiler import kernel
from ....core.state import NO_UNIT, top
from ....core.state.choosing import Part
from ..board import STRIDE
from ..rules.casting import refusal_of_casting_at
from ..rules.crossfire import could_shoot, has_in_reach
from ..rules.options import moves_first
from ..rules.prices import actions_for
from ..rules.sight import is_obscured
from ..rules.targets import refusal_of_casting, refusal_of_target, refusal_of_way
from ..rules.tending import refusal_of_shaking_off
from ..rules.ways import find_ways, refusal_of_stop
from ..rules.weapons import is_natural, is_ranged_attack, kind_of, refusal_of_drawing_from
from ..vocab import (
    A_ITEM,
    A_MODE,
    A_UNIT,
    FIRST_CONDITION,
    LAST_EXPLOIT,
    LAST_SPELL,
    MODES,
    PARTS_OF,
    SLOTS,
    Frame,
    Mode,
    Prompt,
    Refusal,
    Strike,
    Verb,
    WeaponKind,
)
from .aims import best_strike, is_left_alone
from .estimates import expected_now

WORTH_A_DIE = 0.08  # what a LUCK die must add to the chance of a hit
UNREACHED = -1


@kernel
def find_places(s, w, who, verb):
    """Reduce ``s.reach`` to the cells where a move may end."""
    find_ways(s, w, who)
    for cell in range(s.board_height * STRIDE):
        if cell != s.units[who].cell and refusal_of_stop(s, who, cell) != Refusal.NONE:
            s.reach[cell] = UNREACHED
    s.kept = 0


@kernel
def intent_of_attack(s, w, who, target, strike, mode):
    """The purpose of an attack."""
    if mode == Mode.GRAB or mode == Mode.ARM_LOCK:
        return int(Intent.HOLD)
    if mode == Mode.ESCAPE:
        return int(Intent.REACT)
    shoots = strike == Strike.SPELL or (not moves_first(mode) and is_ranged_attack(s, w, who, target, strike))
    return int(Intent.SHOOT) if shoots else int(Intent.STRIKE)


@kernel
def intent_of(verb, mode):
    """The purpose of a choice without an attack; moves are distinguished by their destination."""
    if verb == Verb.WHIRLWIND:
        return int(Intent.STRIKE)
    if verb == Verb.HEAL or verb == Verb.DRINK or verb == Verb.SUPPRESS or (verb == Verb.CAST and mode == Mode.MEND):
        return int(Intent.SUPPORT)
    if verb == Verb.CAST or verb == Verb.CAST_AREA or verb == Verb.FIRE:
        return int(Intent.SHOOT)
    if verb == Verb.SHAKE_OFF or verb == Verb.GUARD or verb == Verb.HUNKER or verb == Verb.HIDE:
        return int(Intent.REACT)
    prepares = verb == Verb.AIM or verb == Verb.FEINT or verb == Verb.OVERWATCH or verb == Verb.AMBUSH_WATCH
    if prepares or Verb.STAND <= verb <= Verb.RELOAD or verb == Verb.UNHUNKER or verb == Verb.SCAN:
        return int(Intent.PREPARE)
    return int(Intent.WAIT)


# --- attacks ---------------------------------------------------------------------------------------------------------


@kernel
def plan_options(s, w, who, verb, target, answer, item):
    """List every way to attack a target: without an answer the mode is asked, with an item only what it is for."""
    for mode in range(LAST_EXPLOIT + 1):
        if verb == Verb.ATTACK and s.units[who].actions_left < actions_for(w, mode):
            continue
        strike = best_strike(s, w, who, target, mode)
        if strike < 0 or (item >= 0 and strike != item):
            continue
        if refusal_of_way(s, w, who, verb, target, strike, mode) == Refusal.NONE:
            intent = intent_of_attack(s, w, who, target, strike, mode)
            plan(s, answer if answer > 0 else A_MODE + mode, intent, verb, mode, target, NOWHERE)


@kernel
def plan_spell(s, w, who, spell, answer):
    """List all possible targets of a spell. ``answer`` 0: each plan answers with its own target."""
    if refusal_of_casting(s, w, who, Verb.CAST, spell) != Refusal.NONE:
        return
    for target in range(s.unit_count):
        if s.known[target] == 0 or is_left_alone(s, who, target):
            continue
        if refusal_of_casting_at(s, w, who, spell, target) == Refusal.NONE:
            plan(
                s,
                answer if answer > 0 else A_UNIT + target,
                intent_of(Verb.CAST, spell),
                Verb.CAST,
                spell,
                target,
                NOWHERE,
            )


# --- weapons ---------------------------------------------------------------------------------------------------------


@kernel
def shoots_with(s, w, who, slot):
    """Whether a slot holds something to shoot with."""
    return kind_of(w, int(s.units[who].weapons[slot])) == WeaponKind.RANGED


@kernel
def has_enemy_near(s, who):
    """Whether an enemy that is known stands next to the unit."""
    here = int(s.units[who].cell)
    for k in range(s.enemy_count):
        there = int(s.units[s.enemies[k]].cell)
        if abs(there % STRIDE - here % STRIDE) <= 1 and abs(there // STRIDE - here // STRIDE) <= 1:
            return True
    return False


@kernel
def fits(s, w, who, slot):
    """Whether a slot holds what suits the distance: something to strike with in contact, to shoot with outside."""
    return shoots_with(s, w, who, slot) != has_enemy_near(s, who)


@kernel
def has_better(s, w, who):
    """Whether another weapon than the one in hand suits the distance."""
    held = int(s.units[who].held)
    if held < 0 or fits(s, w, who, held):
        return False
    for slot in range(SLOTS):
        item = int(s.units[who].weapons[slot])
        if slot != held and item > 0 and s.units[who].lies[slot] < 0 and not is_natural(w, item):
            if fits(s, w, who, slot):
                return True
    return False


# --- verbs and parts -------------------------------------------------------------------------------------------------


@kernel
def has_use_for(s, w, who, verb):
    """Whether a unit has an enemy to shoot at after an aim, or to strike after a feint."""
    for k in range(s.enemy_count):
        enemy = int(s.enemies[k])
        if has_in_reach(s, w, who, enemy) if verb == Verb.FEINT else could_shoot(s, w, who, enemy):
            return True
    return False


@kernel
def is_worth_a_thought(s, w, who, verb):
    """Whether a verb without target is one that behaviours consider."""
    if verb == Verb.SHEATHE:
        return has_better(s, w, who)
    if verb == Verb.AIM or verb == Verb.FEINT:
        return s.units[who].actions_left > 1 and has_use_for(s, w, who, verb)
    return verb != Verb.DROP and verb != Verb.RELEASE and verb != Verb.UNHUNKER


@kernel
def plan_target(s, w, who, verb, target, answer):
    """List what a verb can do to one target."""
    if verb == Verb.ATTACK or verb == Verb.AMBUSH_ATTACK:
        plan_options(s, w, who, verb, target, answer, -1)
    elif verb != Verb.SCAN or is_obscured(s, w, who, target):
        plan(s, answer, intent_of(verb, 0), verb, 0, target, NOWHERE)


@kernel
def plan_verb(s, w, who, verb):
    """List the complete choices that begin with a verb."""
    first = PARTS_OF[verb, 0]
    if verb == Verb.MOVE:
        plan(s, verb, Intent.SHIFT, verb, 0, NO_UNIT, ANYWHERE)
    elif verb == Verb.CAST:
        for spell in range(Mode.FIREBOLT, LAST_SPELL + 1):
            plan_spell(s, w, who, spell, verb)
    elif verb == Verb.AMBUSH_MOVE or verb == Verb.CAST_AREA or verb == Verb.OPEN or verb == Verb.UNLOCK:
        return
    elif first == Part.TARGET:
        for target in range(s.unit_count):
            if s.known[target] == 1 and refusal_of_target(s, w, who, verb, target) == Refusal.NONE:
                plan_target(s, w, who, verb, target, verb)
    elif verb == Verb.DRAW:
        for slot in range(SLOTS):
            if refusal_of_drawing_from(s, w, who, slot) == Refusal.NONE:
                plan(s, verb, Intent.PREPARE, verb, slot, NO_UNIT, NOWHERE)
    elif verb == Verb.SHAKE_OFF:
        for condition in range(FIRST_CONDITION, MODES):
            if refusal_of_shaking_off(s, who, condition) == Refusal.NONE:
                plan(s, verb, Intent.REACT, verb, condition, NO_UNIT, NOWHERE)
    elif is_worth_a_thought(s, w, who, verb):
        plan(s, verb, intent_of(verb, 0), verb, 0, NO_UNIT, NOWHERE)


@kernel
def plan_part(s, w, who, answer):
    """List what one answer to a question for a part of a choice leads to."""
    frame = top(s)
    verb = int(s.pending_verb)
    if s.prompt == Prompt.TARGET and verb == Verb.CAST:
        mode = int(frame.mode)
        plan(s, answer, intent_of(verb, mode), verb, mode, answer - A_UNIT, NOWHERE)
    elif s.prompt == Prompt.TARGET:
        plan_target(s, w, who, verb, answer - A_UNIT, answer)
    elif s.prompt == Prompt.ITEM and verb == Verb.DRAW:
        plan(s, answer, Intent.PREPARE, verb, answer - A_ITEM, NO_UNIT, NOWHERE)
    elif s.prompt == Prompt.ITEM:
        plan_options(s, w, who, verb, int(frame.target), answer, answer - A_ITEM)
    elif s.prompt == Prompt.MODE and verb == Verb.CAST:
        plan_spell(s, w, who, answer - A_MODE, answer)
    elif s.prompt == Prompt.MODE and verb == Verb.SHAKE_OFF:
        plan(s, answer, Intent.REACT, verb, answer - A_MODE, NO_UNIT, NOWHERE)
    elif s.prompt == Prompt.MODE:
        target, mode = int(frame.target), answer - A_MODE
        intent = intent_of_attack(s, w, who, target, int(frame.item_used), mode)
        plan(s, answer, intent, verb, mode, target, NOWHERE)


@kernel
def plan_dice(s, w, who, answer):
    """List a number of dice to trade or of LUCK; LUCK only where each die adds to the chance of a hit."""
    frame = top(s)
    target = int(frame.target)
    if frame.kind != Frame.ATTACK or target == NO_UNIT:
        if answer == s.choices[0]:
            plan(s, answer, Intent.WAIT, Verb.NONE, 0, NO_UNIT, NOWHERE)
        return
    intent = intent_of_attack(s, w, who, target, int(frame.strike), int(frame.mode))
    plan(s, answer, intent, Verb.ATTACK, int(frame.mode), target, NOWHERE)
    if s.prompt == Prompt.LUCK and s.plan_count > 1:
        now = s.plans[s.plan_count - 1]
        first = s.plans[0]
        more = expected_now(s, w, who, now, int(Feature.HIT)) - expected_now(s, w, who, first, int(Feature.HIT))
        if more < WORTH_A_DIE * (answer - int(first.answer)):
            s.plan_count -= 1


@kernel
def list_plans(s, w):
    """List every complete choice the present prompt leads to."""
    who = int(s.decider)
    if s.prompt == Prompt.CELL:
        if s.pending_verb == Verb.MOVE:
            plan(s, 0, Intent.SHIFT, Verb.MOVE, 0, NO_UNIT, ANYWHERE)
        return
    for i in range(s.choice_count):
        answer = int(s.choices[i])
        if s.prompt == Prompt.TRADE or s.prompt == Prompt.LUCK:
            plan_dice(s, w, who, answer)
        elif s.prompt == Prompt.WATCH or s.prompt == Prompt.GUARD:
            frame = top(s)
            target = int(frame.who)
            plan(s, answer, intent_of(answer, 0), answer, 0, target, NOWHERE)
        elif s.prompt >= Prompt.TARGET:
            plan_part(s, w, who, answer)
        else:
            plan_verb(s, w, who, answer)

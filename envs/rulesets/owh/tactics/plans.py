"""The complete choices of each prompt, and what each is for: what behaviours choose from.

Behaviours do not drop weapons, do not withdraw unless they flee, and let chance say what nobody weighs.
"""

from __future__ import annotations

from ....core.behaviour.features import ANYWHERE, NOWHERE, Intent, plan
from ....core.compiler import kernel
from ....core.state import NO_UNIT, top
from ....core.state.choosing import Part
from ..board import STRIDE, UNREACHED
from ..rules.casting import refusal_of_casting_at, refusal_of_knowing_spell
from ..rules.menu import refusal_of_target
from ..rules.recovering import suffers
from ..rules.targets import refusal_of_mode
from ..rules.ways import find_ways, may_stop_at
from ..rules.weapons import UNARMED, kind_of, refusal_of_slot, wielded_item
from ..vocab import (
    A_ITEM,
    A_MODE,
    A_UNIT,
    FIRST_AILMENT,
    LAST_SPELL,
    MODES,
    PARTS_OF,
    Mode,
    Prompt,
    Refusal,
    Verb,
    WeaponKind,
)
from .estimates import gain_of_reroll


@kernel
def find_places(s, w, who, verb):
    """Reduce ``s.reach`` to the cells where a Move may end."""
    find_ways(s, w, who)
    for cell in range(s.board_height * STRIDE):
        if s.reach[cell] != UNREACHED and cell != s.units[who].cell and not may_stop_at(s, w, who, cell):
            s.reach[cell] = UNREACHED
    s.kept = 0


@kernel
def is_help(verb):
    """Whether a verb helps a friend, or the unit itself."""
    return Verb.HEAL <= verb <= Verb.USE_COURAGE or verb == Verb.ROUSE


@kernel
def intent_of(s, w, who, verb, mode):
    """The purpose of a choice; moves are distinguished by their destination."""
    if verb == Verb.ATTACK or verb == Verb.FREE_ATTACK or verb == Verb.OPPORTUNITY:
        item = wielded_item(s, who)
        shoots = item != UNARMED and kind_of(w, item) != WeaponKind.MELEE
        return int(Intent.SHOOT) if shoots else int(Intent.STRIKE)
    if verb == Verb.EXECUTE or verb == Verb.FREE_EXECUTE:
        return int(Intent.STRIKE)
    if verb == Verb.CAST:
        return int(Intent.SUPPORT) if mode == Mode.MEND else int(Intent.SHOOT)
    if is_help(verb):
        return int(Intent.SUPPORT)
    if verb == Verb.RELOAD or verb == Verb.RECOVER_WEAPON or verb == Verb.SWITCH_WEAPON or verb == Verb.BERSERK:
        return int(Intent.PREPARE)
    if verb == Verb.COAT_VENOM or verb == Verb.COAT_SLEEP or verb == Verb.HIDE or verb == Verb.COORDINATE:
        return int(Intent.PREPARE)
    if verb == Verb.DEFEND or verb == Verb.REROLL or verb == Verb.SHAKE_OFF or verb == Verb.RESIST_FEAR:
        return int(Intent.REACT)
    if verb == Verb.AGREE or verb == Verb.EXTINGUISH:
        return int(Intent.REACT)
    return int(Intent.FLEE) if verb == Verb.WITHDRAW else int(Intent.WAIT)


@kernel
def is_worth_a_thought(s, w, who, verb):
    """Whether behaviours consider a verb without target; a good roll is never rolled again."""
    if verb == Verb.REROLL:
        return gain_of_reroll(s, w, who) > 0.0
    return verb != Verb.DROP_WEAPON and verb != Verb.INTERACT


@kernel
def fits_better(s, w, who, slot):
    """Whether a slot holds what suits the distance: something to strike with in contact, to shoot with outside."""
    now = wielded_item(s, who)
    then = int(s.units[who].weapons[slot])
    if now == UNARMED:
        return True
    shoots_now = kind_of(w, now) != WeaponKind.MELEE
    shoots_then = kind_of(w, then) != WeaponKind.MELEE
    if shoots_now == shoots_then:
        return False
    return shoots_then != has_enemy_near(s, w, who)


@kernel
def has_enemy_near(s, w, who):
    """Whether an enemy that is known touches the unit."""
    for k in range(s.enemy_count):
        enemy = int(s.enemies[k])
        if abs(int(s.units[enemy].cell) % STRIDE - int(s.units[who].cell) % STRIDE) <= 1:
            if abs(int(s.units[enemy].cell) // STRIDE - int(s.units[who].cell) // STRIDE) <= 1:
                return True
    return False


@kernel
def plan_modes(s, w, who, verb, target, answer):
    """List every way to attack a target. ``answer`` 0: each plan answers with its own mode."""
    for mode in range(Mode.DISARM + 1):
        if refusal_of_mode(s, w, target, mode) == Refusal.NONE:
            plan(
                s,
                answer if answer > 0 else A_MODE + mode,
                intent_of(s, w, who, verb, mode),
                verb,
                mode,
                target,
                NOWHERE,
            )


@kernel
def plan_spell(s, w, who, spell, answer):
    """List all possible targets of a spell. ``answer`` 0: each plan answers with its own target."""
    if refusal_of_knowing_spell(s, w, who, spell) != Refusal.NONE:
        return
    for target in range(s.unit_count):
        if refusal_of_casting_at(s, w, who, spell, target) == Refusal.NONE:
            plan(
                s, answer if answer > 0 else A_UNIT + target, intent_of(s, w, who, Verb.CAST, spell), Verb.CAST, spell,
                target, NOWHERE,
            )  # fmt: skip


@kernel
def plan_target(s, w, who, verb, target, answer):
    """List what a verb can do to one target."""
    if verb == Verb.ATTACK:
        plan_modes(s, w, who, verb, target, answer)
    else:
        plan(s, answer, intent_of(s, w, who, verb, 0), verb, 0, target, NOWHERE)


@kernel
def plan_verb(s, w, who, verb):
    """List the complete choices that begin with a verb."""
    first = PARTS_OF[verb, 0]
    if verb == Verb.MOVE:
        plan(s, verb, Intent.SHIFT, verb, 0, NO_UNIT, ANYWHERE)
    elif verb == Verb.CAST:
        for spell in range(Mode.FIREBOLT, LAST_SPELL + 1):
            plan_spell(s, w, who, spell, verb)
    elif first == Part.TARGET:
        for target in range(s.unit_count):
            if refusal_of_target(s, w, who, verb, target) == Refusal.NONE:
                plan_target(s, w, who, verb, target, verb)
    elif verb == Verb.SWITCH_WEAPON:
        for slot in range(len(s.units[who].weapons)):
            if refusal_of_slot(s, w, who, slot) == Refusal.NONE and fits_better(s, w, who, slot):
                plan(s, verb, Intent.PREPARE, verb, slot, NO_UNIT, NOWHERE)
    elif verb == Verb.SHAKE_OFF:
        for ailment in range(FIRST_AILMENT, MODES):
            if suffers(s, who, ailment):
                plan(s, verb, Intent.REACT, verb, ailment, NO_UNIT, NOWHERE)
    elif is_worth_a_thought(s, w, who, verb):
        plan(s, verb, intent_of(s, w, who, verb, 0), verb, 0, NO_UNIT, NOWHERE)


@kernel
def plan_part(s, w, who, answer):
    """List what one answer to a question for a part of a choice leads to."""
    frame = top(s)
    verb = int(s.pending_verb)
    if s.prompt == Prompt.TARGET and verb == Verb.CAST:
        target = answer - A_UNIT
        plan(s, answer, intent_of(s, w, who, verb, int(frame.mode)), verb, int(frame.mode), target, NOWHERE)
    elif s.prompt == Prompt.TARGET:
        plan_target(s, w, who, verb, answer - A_UNIT, answer)
    elif s.prompt == Prompt.MODE and verb == Verb.CAST:
        plan_spell(s, w, who, answer - A_MODE, answer)
    elif s.prompt == Prompt.MODE and verb == Verb.ATTACK:
        mode = answer - A_MODE
        plan(s, answer, intent_of(s, w, who, verb, mode), verb, mode, int(frame.target), NOWHERE)
    elif s.prompt == Prompt.MODE:
        plan(s, answer, Intent.REACT, verb, answer - A_MODE, NO_UNIT, NOWHERE)
    elif s.prompt == Prompt.ITEM and fits_better(s, w, who, answer - A_ITEM):
        plan(s, answer, Intent.PREPARE, verb, answer - A_ITEM, NO_UNIT, NOWHERE)


@kernel
def list_plans(s, w):
    """List every complete choice the present prompt leads to."""
    who = int(s.decider)
    if s.prompt == Prompt.CELL:
        plan(s, 0, Intent.SHIFT, Verb.MOVE, 0, NO_UNIT, ANYWHERE)
        return
    for i in range(s.choice_count):
        answer = int(s.choices[i])
        if s.prompt == Prompt.OPPORTUNITY:
            target = int(top(s).who) if answer == Verb.OPPORTUNITY else NO_UNIT
            plan(s, answer, intent_of(s, w, who, answer, 0), answer, 0, target, NOWHERE)
        elif s.prompt >= Prompt.TARGET:
            plan_part(s, w, who, answer)
        else:
            plan_verb(s, w, who, answer)

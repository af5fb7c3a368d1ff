"""The complete choices of each prompt, and what each is for: what behaviours choose from."""

from __future__ import annotations

from ....core.behaviour.features import ANYWHERE, NOWHERE, Intent, plan
from ....core.compiler import kernel
from ....core.state import NO_UNIT, top
from ..board import OFF_BOARD, STRIDE, UNREACHED, distance, front_middle
from ..rules.blows import refusal_of_attack_at
from ..rules.bodies import bounds, is_foe, is_in_unit, is_there
from ..rules.casualties import is_character_alone
from ..rules.charging import refusal_of_charge
from ..rules.contact import charge_side, contact_pose
from ..rules.magic import refusal_of_spell, refusal_of_spell_at, spell_of
from ..rules.orders import find_places
from ..rules.shooting import refusal_of_shot_at, refusal_of_shots
from ..rules.templates import refusal_of_flame
from ..vocab import A_CELL, A_MODE, A_TURN, A_UNIT, FIRST_MANOEUVRE, LAST_MANOEUVRE, Mode, Prompt, Refusal, Verb
from .falling import flame
from .moves import aimed, plan_manoeuvre, plan_modes, plan_move
from .poses import nearest_enemy, place_now
from .staying import share, staying

# --- charges, shots and spells -----------------------------------------------------------------------------------------


@kernel
def plan_charge(s, w, who, target, answer):
    """List a charge, which ends in contact."""
    ok, cell, facing, _ = contact_pose(s, w, who, target, charge_side(s, who, target))
    if not ok:
        return
    middle = front_middle(cell, facing, int(s.units[who].files), int(s.units[who].base_width))
    aimed(s, answer, Intent.STRIKE, Verb.CHARGE, 0, target, middle, cell)


@kernel
def plan_shot(s, w, who, target, answer):
    """List the ways a unit may shoot at another. ``answer`` 0: each plan answers with its own mode."""
    if refusal_of_shot_at(s, w, who, target) != Refusal.NONE:
        return
    for mode in range(Mode.SINGLE, Mode.MULTIPLE + 1):
        if refusal_of_shots(s, w, who, mode) == Refusal.NONE:
            plan(s, answer if answer > 0 else A_MODE + mode, Intent.SHOOT, Verb.SHOOT, mode, target, NOWHERE)


@kernel
def is_helpful(spell):
    """Whether a spell is for friends."""
    return spell == Mode.WARDING_LIGHT or spell == Mode.MEND


@kernel
def is_worth_casting(s, w, spell, target):
    """Whether a spell does anything for its target."""
    unit = s.units[target]
    if spell == Mode.WARDING_LIGHT:
        return unit.warded == 0
    if spell == Mode.WITHER:
        return unit.withered == 0
    if spell != Mode.MEND or unit.lost_wounds > 0 or unit.models < unit.models_start:
        return True
    return unit.char_lost_wounds > 0 and is_character_alone(s, target)


@kernel
def plan_spell(s, w, who, spell, answer):
    """List all units that a spell may be cast at."""
    if refusal_of_spell(s, w, who, spell_of(spell)) != Refusal.NONE:
        return
    intent = Intent.SUPPORT if is_helpful(spell) else Intent.SHOOT
    for target in range(s.unit_count):
        is_open = refusal_of_spell_at(s, w, who, spell_of(spell), target) == Refusal.NONE
        if is_open and is_worth_casting(s, w, spell, target):
            plan(s, answer, intent, Verb.CAST_UNIT, spell, target, NOWHERE)


@kernel
def plan_cells(s, w, who, verb, answer):
    """List the best aim at each enemy, the cell nearest to its middle. ``answer`` 0: each plan answers with its own cell."""
    find_places(s, w, who, verb)
    for target in range(s.unit_count):
        if not is_foe(s, who, target):
            continue
        x, y, width, height = bounds(s, target)
        middle = int((y + height // 2) * STRIDE + x + width // 2)
        best = OFF_BOARD
        for cy in range(y, y + height):
            for cx in range(x, x + width):
                cell = int(cy * STRIDE + cx)
                if s.reach[cell] != UNREACHED and is_in_unit(s, target, cx, cy):
                    if best == OFF_BOARD or distance(cell, middle) < distance(best, middle):
                        best = cell
        if best != OFF_BOARD:
            aimed(s, answer if answer > 0 else A_CELL + best, Intent.SHOOT, verb, 0, target, NOWHERE, best)


@kernel
def most_burnt(s, w, who, mode):
    """Which enemy under a flame may be expected to lose the largest share of what it can take; -1 none."""
    best, most = NO_UNIT, -1.0
    for foe in range(s.unit_count):
        if is_foe(s, who, foe):
            burns, wounds = flame(s, w, who, foe, mode)
            harm = share(wounds, staying(s, foe))
            if burns > 0.0 and harm > most:
                best, most = foe, harm
    return best


@kernel
def plan_flame(s, w, who, mode, answer):
    """List a flame, at the enemy that it burns most."""
    if refusal_of_flame(s, w, who, mode) == Refusal.NONE:
        plan(s, answer, Intent.SHOOT, Verb.FLAME, mode, most_burnt(s, w, who, mode), NOWHERE)


# --- answers -----------------------------------------------------------------------------------------------------------


@kernel
def intent_of_answer(s, verb):
    """What an answer without parts is for."""
    if verb == Verb.STAND_AND_SHOOT:
        return int(Intent.SHOOT)
    if verb == Verb.FLEE:
        return int(Intent.FLEE)
    if verb == Verb.CHALLENGE:
        return int(Intent.STRIKE)
    if verb == Verb.DISPEL or verb == Verb.ACCEPT:
        return int(Intent.REACT)
    if verb == Verb.FOLLOW_UP or verb == Verb.PURSUE:
        return int(Intent.APPROACH)
    return int(Intent.WAIT)


@kernel
def other_of(s, w, who):
    """Whom an answer without parts is about: who charges, casts or challenges, or the enemy the unit fights; -1 nobody."""
    frame = top(s)
    if s.prompt == Prompt.REACTION or s.prompt == Prompt.DISPEL:
        return int(frame.who)
    if s.prompt == Prompt.CHALLENGE or s.prompt == Prompt.CHALLENGED:
        return int(frame.foe) if frame.who == who else int(frame.who)
    return NO_UNIT


@kernel
def plan_verb(s, w, who, verb):
    """List the complete choices that begin with a verb."""
    if FIRST_MANOEUVRE <= verb <= LAST_MANOEUVRE or verb == Verb.MARCH:
        plan_move(s, w, who, verb)
    elif verb == Verb.CHARGE or verb == Verb.SHOOT or verb == Verb.ATTACK_UNIT or verb == Verb.ATTACK_CHARACTER:
        for target in range(s.unit_count):
            if s.known[target] == 1:
                plan_target(s, w, who, verb, target, verb)
    elif verb == Verb.CAST_UNIT:
        for spell in range(Mode.EMBER_BOLT, Mode.MEND + 1):
            plan_spell(s, w, who, spell, verb)
    elif verb == Verb.SHOOT_CELL or verb == Verb.CAST_CELL:
        plan_cells(s, w, who, verb, verb)
    elif verb == Verb.FLAME:
        for mode in range(Mode.STRAIGHT, Mode.RIGHT + 1):
            plan_flame(s, w, who, mode, verb)
    else:
        plan(s, verb, intent_of_answer(s, verb), verb, 0, other_of(s, w, who), NOWHERE)


@kernel
def plan_target(s, w, who, verb, target, answer):
    """List what a verb can do to one target."""
    if verb == Verb.CHARGE:
        if refusal_of_charge(s, w, who, target) == Refusal.NONE:
            plan_charge(s, w, who, target, answer)
    elif verb == Verb.SHOOT:
        plan_shot(s, w, who, target, answer)
    elif verb == Verb.CAST_UNIT:
        spell = int(top(s).mode)
        intent = Intent.SUPPORT if is_helpful(spell) else Intent.SHOOT
        plan(s, answer, intent, verb, spell, target, NOWHERE)
    elif refusal_of_attack_at(s, w, who, verb, target) == Refusal.NONE:
        plan(s, answer, Intent.STRIKE, verb, 0, target, NOWHERE)


@kernel
def plan_part(s, w, who, answer):
    """List what one answer to a question for a part of a choice leads to."""
    frame = top(s)
    verb = int(s.pending_verb)
    if s.prompt == Prompt.TARGET:
        plan_target(s, w, who, verb, answer - A_UNIT, answer)
    elif s.prompt == Prompt.ITEM:
        plan_manoeuvre(s, w, who, answer, verb, int(frame.mode), answer - A_TURN)
    elif verb == Verb.SHOOT:
        plan(s, answer, Intent.SHOOT, verb, answer - A_MODE, int(frame.target), NOWHERE)
    elif verb == Verb.CAST_UNIT:
        plan_spell(s, w, who, answer - A_MODE, answer)
    elif verb == Verb.FLAME:
        plan_flame(s, w, who, answer - A_MODE, answer)
    else:
        plan_modes(s, w, who, answer, verb, answer - A_MODE)


@kernel
def list_plans(s, w):
    """List every complete choice the present prompt leads to."""
    who = int(s.decider)
    s.nearest = nearest_enemy(s, w, who, place_now(s, who)) if is_there(s, who) else NO_UNIT
    if s.prompt == Prompt.CELL and s.pending_verb == Verb.NONE:
        plan(s, 0, Intent.SHIFT, Verb.NONE, 0, NO_UNIT, ANYWHERE)
        return
    if s.prompt == Prompt.CELL:
        plan_cells(s, w, who, int(s.pending_verb), 0)
        return
    for i in range(s.choice_count):
        answer = int(s.choices[i])
        if s.prompt >= Prompt.TARGET:
            plan_part(s, w, who, answer)
        else:
            plan_verb(s, w, who, answer)

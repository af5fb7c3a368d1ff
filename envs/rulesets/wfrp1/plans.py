"""The complete choices of each prompt, and what each is for: what behaviours choose from.

Behaviours never turn on the spot, put their weapons away or get off their mounts, and move at the faster of two rates;
parts of a choice nobody weighs are left to chance.
"""

from __future__ import annotations

from ...core.features import ANYWHERE, NOWHERE, Intent, plan
from ...core.geometry import OFF_BOARD, STRIDE, UNREACHED, distance, line_cell
from ...core.jit import kernel
from ...core.state import NO_UNIT, are_friends, top
from .estimates import shots_left
from .rules.conditions import is_able, place_of
from .rules.engagement import known_unit_at
from .rules.fleeing import find_ways_to_flee, may_flee_to
from .rules.menu import PARTS_OF, rate_of
from .rules.missiles import may_fire
from .rules.movement import find_ways
from .rules.targets import has_target, may_strike_now, may_target
from .rules.weapons import is_melee_weapon, striking_item
from .vocab import A_CELL, A_ITEM, A_MODE, A_UNIT, MODES, Item, Mode, Prompt, Verb

TARGET_PART = 1  # what actions.PARTS_OF calls a target


@kernel
def is_seen(s, w, side, who):
    """Whether the deciding side knows of a unit; ``legal`` has noted it."""
    return s.known[who] == 1


@kernel
def is_offered(s, answer):
    """Whether an answer is among the legal ones."""
    for i in range(s.choice_count):
        if s.choices[i] == answer:
            return True
    return False


@kernel
def is_move(verb):
    """Whether a verb is a move to a cell."""
    return Verb.MOVE_CAUTIOUS <= verb <= Verb.MOVE_EVADE or verb == Verb.FLEE


@kernel
def is_preparation(verb):
    """Whether a verb only makes the next turn better."""
    if verb == Verb.LOAD or verb == Verb.AIM or verb == Verb.STAND_UP or verb == Verb.BREAK_FREE:
        return True
    if verb == Verb.TAKE_UP or verb == Verb.PICK_UP or verb == Verb.QUICK_DRAW:
        return True
    return verb == Verb.CRAWL_OUT or verb == Verb.ASCEND or verb == Verb.MOUNT


@kernel
def intent_of(verb):
    """What a verb is for; moves are told apart by where they lead."""
    if verb == Verb.STRIKE or verb == Verb.CHARGE or verb == Verb.SWITCH or verb == Verb.SWOOP:
        return int(Intent.STRIKE)
    if verb == Verb.READY_CHARGE:
        return int(Intent.STRIKE)
    if verb == Verb.FIRE or verb == Verb.FIRE_GROUP or verb == Verb.READY_SHOT or verb == Verb.THROW_BOMB:
        return int(Intent.SHOOT)
    if verb == Verb.GRAPPLE or verb == Verb.HOLD_MAINTAIN or verb == Verb.HOLD_PRESSURE:
        return int(Intent.HOLD)
    if is_preparation(verb):
        return int(Intent.PREPARE)
    if verb == Verb.TEND:
        return int(Intent.SUPPORT)
    if verb == Verb.PRESS or verb == Verb.STRIKE_DOOR:
        return int(Intent.APPROACH)
    if verb == Verb.FLEE or verb == Verb.FLEE_EXIT or verb == Verb.DECLARE_FLEE:
        return int(Intent.FLEE)
    if verb == Verb.PARRY_MAIN or verb == Verb.PARRY_OFF:
        return int(Intent.REACT)
    return int(Intent.WAIT)


@kernel
def find_places(s, w, who, verb):
    """Make ``s.reach`` tell where a move may end."""
    if verb != Verb.FLEE:
        find_ways(s, w, who, rate_of(verb), OFF_BOARD, False)
        return
    find_ways_to_flee(s, w, who)
    for cell in range(s.board_height * STRIDE):
        if s.reach[cell] > 0 and not may_flee_to(s, w, who, cell):
            s.reach[cell] = UNREACHED


@kernel
def end_of_charge(s, who, target):
    """The cell in which a charge ends."""
    start = int(s.units[who].cell)
    goal = int(s.units[target].cell)
    steps = distance(start, goal)
    return line_cell(start, goal, steps - 1, steps)


@kernel
def plan_modes(s, w, who, verb, target, answer):
    """List every way of striking or shooting at a target; without an answer given, the mode is what is asked."""
    for mode in range(MODES):
        if verb == Verb.STRIKE:
            may = may_strike_now(s, w, who, target, mode)
        else:
            may = may_fire(s, w, who, target, mode)
        if may:
            plan(s, answer if answer > 0 else A_MODE + mode, intent_of(verb), verb, mode, target, NOWHERE)


@kernel
def plan_target(s, w, who, verb, target, answer):
    """List what a verb can do to one target."""
    if verb == Verb.STRIKE or verb == Verb.FIRE:
        plan_modes(s, w, who, verb, target, answer)
    elif verb == Verb.CHARGE:
        plan(s, answer, intent_of(verb), verb, Mode.NORMAL, target, end_of_charge(s, who, target))
    else:
        plan(s, answer, intent_of(verb), verb, Mode.NORMAL, target, NOWHERE)


@kernel
def needs_weapon(s, w, who):
    """Whether a unit has nothing to strike or shoot with in its hands but its fists."""
    if shots_left(s, w, who) > 0 or s.units[who].natural_weapons == 1:
        return False
    return striking_item(s, w, who, Mode.NORMAL) == Item.NOTHING


@kernel
def is_worth_a_thought(s, w, who, verb):
    """Whether a verb without target is one that behaviours consider; what is not is never chosen by them."""
    if verb == Verb.FACE or verb == Verb.STOW or verb == Verb.DROP or verb == Verb.SWAP_HANDS or verb == Verb.DISMOUNT:
        return False
    if verb == Verb.DESCEND or verb == Verb.FIRE_BROKEN:
        return False
    if verb == Verb.TAKE_UP or verb == Verb.PICK_UP:
        return needs_weapon(s, w, who)
    return True


@kernel
def is_slower_than_need_be(s, verb):
    """Whether a faster rate is open that reaches all the same cells and more: standard for cautious, running for evading."""
    if verb == Verb.MOVE_CAUTIOUS:
        return is_offered(s, Verb.MOVE_STANDARD)
    return verb == Verb.MOVE_EVADE and is_offered(s, Verb.MOVE_RUN)


@kernel
def plan_verb(s, w, who, verb):
    """List the complete choices that begin with a verb."""
    if is_move(verb):
        if not is_slower_than_need_be(s, verb):
            plan(s, verb, intent_of(verb), verb, 0, NO_UNIT, ANYWHERE)
    elif PARTS_OF[verb, 0] == TARGET_PART:
        for target in range(s.unit_count):
            if may_target(s, w, who, verb, target):
                plan_target(s, w, who, verb, target, verb)
    elif is_worth_a_thought(s, w, who, verb):
        plan(s, verb, intent_of(verb), verb, 0, NO_UNIT, NOWHERE)


@kernel
def plan_declaration(s, w, who, verb):
    """List a declaration; what binds a unit to a shot or charge only when there is somebody to shoot at or charge."""
    if verb == Verb.READY_SHOT and not has_target(s, w, who, Verb.FIRE):
        return
    if verb == Verb.READY_CHARGE and not has_target(s, w, who, Verb.CHARGE):
        return
    if verb == Verb.QUICK_DRAW and not needs_weapon(s, w, who):
        return
    if verb != Verb.DROP:
        plan(s, verb, intent_of(verb), verb, 0, NO_UNIT, NOWHERE)


@kernel
def plan_item(s, w, who, verb, slot, answer):
    """List an item of the pack: a weapon to strike with."""
    if is_melee_weapon(s.units[who].pack[slot]):
        plan(s, answer, intent_of(verb), verb, 0, NO_UNIT, NOWHERE)


@kernel
def plan_throw(s, w, who, cell, answer):
    """List a place to throw a bomb at: one where an enemy stands, with no friend next to it."""
    target = known_unit_at(s, cell)
    if target == NO_UNIT or are_friends(s, who, target):
        return
    for friend in range(s.unit_count):
        if are_friends(s, who, friend) and is_able(s, friend) and distance(place_of(s, friend), cell) <= 1:
            return
    plan(s, answer, Intent.SHOOT, Verb.THROW_BOMB, 0, target, NOWHERE)


@kernel
def plan_part(s, w, frame, who, answer):
    """List what one answer to a question for a part of a choice leads to."""
    verb = int(s.pending_verb)
    if s.prompt == Prompt.TARGET:
        plan_target(s, w, who, verb, answer - A_UNIT, answer)
    elif s.prompt == Prompt.ITEM:
        plan_item(s, w, who, verb, answer - A_ITEM, answer)
    elif s.prompt == Prompt.CELL and verb == Verb.THROW_BOMB:
        plan_throw(s, w, who, answer - A_CELL, answer)


@kernel
def list_plans(s, w):
    """List every complete choice the present prompt leads to."""
    frame = top(s)
    who = int(s.decider)
    for i in range(s.choice_count):
        answer = int(s.choices[i])
        if s.prompt == Prompt.TURN or s.prompt == Prompt.EXTRA_BLOW:
            plan_verb(s, w, who, answer)
        elif s.prompt == Prompt.DECLARE:
            plan_declaration(s, w, who, answer)
        elif s.prompt == Prompt.PARRY:
            plan(s, answer, intent_of(answer), answer, 0, int(frame.who), NOWHERE)
        elif s.prompt < Prompt.TARGET:  # a hold, a press, the blow of a mount
            plan(s, answer, intent_of(answer), answer, 0, NO_UNIT, NOWHERE)
        else:
            plan_part(s, w, frame, who, answer)
    if s.prompt == Prompt.MODE and (frame.verb == Verb.STRIKE or frame.verb == Verb.FIRE):
        plan_modes(s, w, who, int(frame.verb), int(frame.target), 0)
    elif s.prompt == Prompt.CELL and is_move(frame.verb):
        plan(s, 0, Intent.SHIFT, int(frame.verb), 0, NO_UNIT, ANYWHERE)

"""The complete choices of each prompt, and what each is for: what behaviours choose from.

Behaviours never turn on the spot or get off their mounts, wait once a round at most, drop what is of no use any more
instead of putting it away, and move at the faster of two rates; parts of a choice nobody weighs are left to chance.
"""

from __future__ import annotations

from ....core.behaviour.features import ANYWHERE, NOWHERE, Intent, plan
from ....core.compiler import kernel
from ....core.state import NO_UNIT, are_friends, top
from ....core.state.choosing import Part, is_offered
from ..board import OFF_BOARD, STRIDE, UNREACHED, distance, line_cell, neighbour
from ..rules.conditions import is_able, place_of
from ..rules.engagement import is_engaged
from ..rules.fleeing import find_ways_to_flee, may_flee_to
from ..rules.handling import refusal_of_hands
from ..rules.menu import PARTS_OF, rate_of
from ..rules.movement import find_ways, rate_in_cells
from ..rules.striking import has_blow, manner_at_hand
from ..rules.targets import refusal_of_charge, refusal_of_fire, refusal_of_shot, refusal_of_target
from ..rules.throwing import refusal_of_missile_thrown, refusal_of_throw_at
from ..rules.weapons import is_melee_weapon, is_missile_weapon, striking_item, weapon_damage
from ..vocab import A_CELL, A_ITEM, A_MODE, A_UNIT, MODES, Item, Mode, Prompt, Rate, Refusal, Verb
from .blasts import blast_harm
from .estimates import forget_estimates, is_ready_to_shoot, shots_left

BARE_HANDS, WANTS_NO_OTHER = -100, 100  # below and above what any weapon adds to the damage


@kernel
def is_move(verb):
    """Whether a verb is a move to a cell."""
    return Verb.MOVE_CAUTIOUS <= verb <= Verb.MOVE_EVADE or verb == Verb.FLEE


@kernel
def is_preparation(verb):
    """Whether a verb only makes the next turn better."""
    if verb == Verb.LOAD or verb == Verb.AIM or verb == Verb.STAND_UP or verb == Verb.BREAK_FREE:
        return True
    if verb == Verb.TAKE_UP or verb == Verb.PICK_UP or verb == Verb.QUICK_DRAW or verb == Verb.DROP:
        return True
    return verb == Verb.CRAWL_OUT or verb == Verb.ASCEND or verb == Verb.MOUNT


@kernel
def intent_of(verb):
    """The purpose of a verb; the purpose of a move depends on where it leads."""
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
    """Mark in ``s.reach`` where a move may end."""
    if verb != Verb.FLEE:
        find_ways(s, w, who, rate_of(verb), OFF_BOARD, False)
        return
    find_ways_to_flee(s, w, who)
    s.kept = 0
    for cell in range(s.board_height * STRIDE):
        if s.reach[cell] > 0 and not may_flee_to(s, w, who, cell):
            s.reach[cell] = UNREACHED


@kernel
def may_be_shot_at(s, w, who):
    """Whether an enemy that is known has shots left for a missile weapon at hand."""
    for enemy in range(s.unit_count):
        if s.known[enemy] == 1 and is_able(s, enemy) and not are_friends(s, who, enemy):
            if shots_left(s, w, enemy) > 0:
                return True
    return False


@kernel
def best_verb(s, w, who, verb, cell):
    """The best verb to reach a place found for another: a unit running under fire evades if that is far enough."""
    if verb != Verb.MOVE_RUN or s.reach[cell] > rate_in_cells(s, w, who, Rate.EVADE):
        return int(verb)
    if not is_offered(s, Verb.MOVE_EVADE) or not may_be_shot_at(s, w, who):
        return int(verb)
    return int(Verb.MOVE_EVADE)


@kernel
def end_of_charge(s, who, target):
    """The cell in which a charge ends."""
    start = int(s.units[who].cell)
    goal = int(s.units[target].cell)
    steps = distance(start, goal)
    return line_cell(start, goal, steps - 1, steps)


@kernel
def plan_modes(s, w, who, verb, target, answer):
    """List every way of striking or shooting at a target; without a given answer, the mode itself is the answer."""
    for mode in range(MODES):
        if verb == Verb.STRIKE:
            is_open = has_blow(s, w, who, target, mode)
        else:
            is_open = refusal_of_shot(s, w, who, target, mode) == Refusal.NONE
        if is_open:
            plan(s, answer if answer > 0 else A_MODE + mode, intent_of(verb), verb, mode, target, NOWHERE)


@kernel
def plan_target(s, w, who, verb, target, answer):
    """List what a verb can do to one target."""
    if verb == Verb.STRIKE or verb == Verb.FIRE:
        plan_modes(s, w, who, verb, target, answer)
    elif verb == Verb.CHARGE:
        plan(s, answer, intent_of(verb), verb, manner_at_hand(s, w, who, target), target, end_of_charge(s, who, target))
    else:
        plan(s, answer, intent_of(verb), verb, Mode.NORMAL, target, NOWHERE)


@kernel
def weight_of_blow(s, w, who):
    """What the weapon in hand adds to the damage; bare hands come last, and a unit that can still shoot wants no other."""
    if shots_left(s, w, who) > 0 and (is_ready_to_shoot(s, w, who) or not is_engaged(s, w, who)):
        return WANTS_NO_OTHER
    item = striking_item(s, w, who, Mode.NORMAL)
    return BARE_HANDS if item == Item.NOTHING else weapon_damage(s, w, who, item)


@kernel
def better_weapon(s, w, who):
    """The place in the pack of the weapon that would strike hardest, harder than what is in hand; -1 none."""
    best = -1
    most = weight_of_blow(s, w, who)
    for slot in range(len(s.units[who].pack)):
        item = int(s.units[who].pack[slot])
        if is_melee_weapon(item) and s.units[who].pack_buried[slot] == 0 and weapon_damage(s, w, who, item) > most:
            most = weapon_damage(s, w, who, item)
            best = slot
    return best


@kernel
def hand_to_empty(s, w, who):
    """The hand, as a mode, that holds what shot and is in the way of a better weapon; -1 neither."""
    if better_weapon(s, w, who) < 0:
        return -1
    if is_missile_weapon(int(s.units[who].main_hand)):
        return int(Mode.NORMAL)
    return int(Mode.OFF_HAND) if is_missile_weapon(int(s.units[who].off_hand)) else -1


@kernel
def may_draw_better(s, w, who):
    """Whether the better weapon is one that can be drawn quickly."""
    slot = better_weapon(s, w, who)
    return slot >= 0 and refusal_of_hands(s, w, who, Verb.QUICK_DRAW, slot, False) == Refusal.NONE


@kernel
def is_worth_a_thought(s, w, who, verb):
    """Whether behaviours consider a verb without a target; they never choose any other."""
    if verb == Verb.FACE or verb == Verb.STOW or verb == Verb.SWAP_HANDS or verb == Verb.DISMOUNT:
        return False
    if verb == Verb.DESCEND or verb == Verb.FIRE_BROKEN:
        return False
    if verb == Verb.TAKE_UP:
        slot = better_weapon(s, w, who)
        return slot >= 0 and refusal_of_hands(s, w, who, verb, slot, False) == Refusal.NONE
    if verb == Verb.PICK_UP:
        item = int(s.units[who].ground_item)
        return is_melee_weapon(item) and weapon_damage(s, w, who, item) > weight_of_blow(s, w, who)
    if verb == Verb.DROP:
        return hand_to_empty(s, w, who) >= 0
    return verb != Verb.WAIT or s.units[who].waited == 0


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
    elif PARTS_OF[verb, 0] == Part.TARGET:
        for target in range(s.unit_count):
            if refusal_of_target(s, w, who, verb, target) == Refusal.NONE:
                plan_target(s, w, who, verb, target, verb)
    elif verb == Verb.THROW_BOMB:
        plan_throw(s, w, who, Mode.BOMB, verb)
        plan_throw(s, w, who, Mode.INCENDIARY, verb)
    elif is_worth_a_thought(s, w, who, verb):
        plan(s, verb, intent_of(verb), verb, 0, NO_UNIT, NOWHERE)


@kernel
def plan_declaration(s, w, who, verb):
    """List a declaration; one that commits a unit to a shot or charge only if it has a target for it."""
    if verb == Verb.READY_SHOT and refusal_of_fire(s, w, who) != Refusal.NONE:
        return
    if verb == Verb.READY_CHARGE and refusal_of_charge(s, w, who) != Refusal.NONE:
        return
    if verb == Verb.QUICK_DRAW and not may_draw_better(s, w, who):
        return
    if verb == Verb.DROP and hand_to_empty(s, w, who) < 0:
        return
    plan(s, verb, intent_of(verb), verb, 0, NO_UNIT, NOWHERE)


@kernel
def plan_item(s, w, who, verb, slot, answer):
    """List an item of the pack: the better weapon."""
    if slot == better_weapon(s, w, who):
        plan(s, answer, intent_of(verb), verb, 0, NO_UNIT, NOWHERE)


@kernel
def plan_throw(s, w, who, mode, answer):
    """List the best place to throw a bomb at: an enemy's cell or one next to it, but no place where it would do friends more
    harm than enemies. Without a given answer, the place itself is the answer.
    """
    if refusal_of_missile_thrown(s, w, who, mode) != Refusal.NONE:
        return
    best = OFF_BOARD
    most = 0.0
    for enemy in range(s.unit_count):
        if s.known[enemy] == 0 or not is_able(s, enemy) or are_friends(s, who, enemy) or place_of(s, enemy) < 0:
            continue
        here = int(place_of(s, enemy))
        for k in range(9):  # the cell itself, then those around it
            cell = here if k == 0 else neighbour(w.field, here, k - 1)
            if cell != OFF_BOARD and refusal_of_throw_at(s, w, who, mode, cell) == Refusal.NONE:
                harm = blast_harm(s, w, who, mode, cell)
                if harm > most:
                    most = harm
                    best = cell
    if best != OFF_BOARD:
        plan(s, answer if answer > 0 else A_CELL + best, Intent.SHOOT, Verb.THROW_BOMB, mode, NO_UNIT, NOWHERE)
        s.plans[s.plan_count - 1].aim = best


@kernel
def plan_part(s, w, who, answer):
    """List what one answer to a question for a part of a choice leads to."""
    verb = int(s.pending_verb)
    if s.prompt == Prompt.TARGET:
        plan_target(s, w, who, verb, answer - A_UNIT, answer)
    elif s.prompt == Prompt.ITEM:
        plan_item(s, w, who, verb, answer - A_ITEM, answer)
    elif s.prompt == Prompt.MODE and verb == Verb.THROW_BOMB:
        plan_throw(s, w, who, answer - A_MODE, answer)
    elif s.prompt == Prompt.MODE and verb == Verb.DROP and answer - A_MODE == hand_to_empty(s, w, who):
        plan(s, answer, intent_of(verb), verb, answer - A_MODE, NO_UNIT, NOWHERE)


@kernel
def list_plans(s, w):
    """List every complete choice the present prompt leads to."""
    forget_estimates(s)
    frame = top(s)
    who = int(s.decider)
    for i in range(s.choice_count):
        answer = int(s.choices[i])
        if s.prompt == Prompt.TURN or s.prompt == Prompt.EXTRA_BLOW or s.prompt == Prompt.MOUNT_BLOW:
            plan_verb(s, w, who, answer)
        elif s.prompt == Prompt.DECLARE:
            plan_declaration(s, w, who, answer)
        elif s.prompt == Prompt.PARRY:
            plan(s, answer, intent_of(answer), answer, 0, int(frame.who), NOWHERE)
        elif s.prompt < Prompt.TARGET:  # a hold, a press
            plan(s, answer, intent_of(answer), answer, 0, NO_UNIT, NOWHERE)
        else:
            plan_part(s, w, who, answer)
    if s.prompt == Prompt.MODE and (frame.verb == Verb.STRIKE or frame.verb == Verb.FIRE):
        plan_modes(s, w, who, int(frame.verb), int(frame.target), 0)
    elif s.prompt == Prompt.CELL and frame.verb == Verb.THROW_BOMB:
        plan_throw(s, w, who, int(frame.mode), 0)
    elif s.prompt == Prompt.CELL and is_move(frame.verb):
        plan(s, 0, Intent.SHIFT, int(frame.verb), 0, NO_UNIT, ANYWHERE)

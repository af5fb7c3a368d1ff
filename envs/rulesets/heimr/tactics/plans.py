"""The complete choices of each prompt, and the purpose of each: behaviours choose from them.

Choices better than doing nothing are listed before the end of the turn, all others after it: ties go to the first.
"""

from __future__ import annotations

from ....core.behaviour.features import GAP_NOW, NOWHERE, POST, Intent, plan
from ....core.compiler import kernel
from ....core.state import NO_UNIT, top
from ....core.state.choosing import Part, is_offered
from ..board import STRIDE, distance
from ..rules.abilities import ability_consistency, ability_potential, attribute_of
from ..rules.chasing import run_consistency
from ..rules.distances import is_even
from ..rules.edges import neighbour_of
from ..rules.menu import refusal_of_aim, refusal_of_direction, refusal_of_item, refusal_of_mode
from ..vocab import (
    A_CELL,
    A_DIRECTION,
    A_ITEM,
    A_MODE,
    A_UNIT,
    MODES,
    PARTS_OF,
    SLOTS,
    Ability,
    Attribute,
    Mode,
    Prompt,
    Refusal,
    Verb,
)
from .chances import mean_valid
from .defaults import default_answer
from .kinds import intent_of, intent_of_attack
from .ways import air_from, find_ways, goal_beyond, has_no_way, is_on_way
from .worth import (
    is_first_thought,
    is_item_worth_it,
    is_mode_worth_it,
    is_search_worth_it,
    is_target_worth_it,
    is_verb_worth_it,
)

OPEN, UNREACHED = 0, -1
FIRST, SECOND, ANY = 0, 1, 2  # before the end of the turn, after it, whatever it is worth


@kernel
def find_places(s, w, who, verb):
    """Mark in ``s.reach`` where a move over one border may end."""
    for cell in range(s.board_height * STRIDE):
        s.reach[cell] = UNREACHED
    for direction in range(0, 8, 2):
        there = neighbour_of(w, int(s.units[who].cell), direction)
        if there >= 0 and refusal_of_direction(s, w, who, verb, NO_UNIT, direction) == Refusal.NONE:
            s.reach[there] = OPEN


# --- over borders ----------------------------------------------------------------------------------------------------


@kernel
def plan_step(s, w, who, verb, direction, answer, thought):
    """List a walk or a crawl: approaching by the shortest way; into blind alleys behaviours do not go."""
    there = neighbour_of(w, int(s.units[who].cell), direction)
    if there < 0:
        return
    gap, now = air_from(s, there), int(s.place[GAP_NOW])
    leads_on = is_on_way(s, w, who, direction)
    if leads_on or (gap < now and has_no_way(s, w, who)):
        if thought != SECOND:
            goal = there if gap < now else goal_beyond(s, w, there)
            plan(s, answer, Intent.APPROACH, verb, 0, NO_UNIT, goal)
    elif thought == ANY or (thought == SECOND and gap >= now and is_run_worth_it(s, verb, gap)):
        plan(s, answer, Intent.WITHDRAW if gap > now else Intent.SHIFT, verb, 0, NO_UNIT, there)
    post = int(s.place[POST])
    if verb == Verb.MOVE and thought != SECOND and post >= 0 and distance(there, post) <= 1:
        if distance(there, post) < distance(int(s.units[who].cell), post):
            plan(s, answer, Intent.SHIELD, verb, 0, NO_UNIT, there)


@kernel
def is_run_worth_it(s, verb, gap):
    """Whether running is better than walking: away from enemies in the same location, who cannot charge a runner."""
    return verb != Verb.RUN or (s.place[GAP_NOW] == 0 and gap > 0)


@kernel
def plan_direction(s, w, who, verb, target, direction, answer, thought):
    """List what a verb leads to in one direction."""
    if refusal_of_direction(s, w, who, verb, target, direction) != Refusal.NONE:
        return
    if verb == Verb.MOVE or verb == Verb.RUN or verb == Verb.CRAWL:
        if verb != Verb.RUN or thought != FIRST:
            plan_step(s, w, who, verb, direction, answer, thought)
    elif verb == Verb.SCALE_UP or verb == Verb.BASH:
        if thought == ANY or (thought == FIRST and is_on_way(s, w, who, direction)):
            there = neighbour_of(w, int(s.units[who].cell), direction)
            goal = there if air_from(s, there) < s.place[GAP_NOW] else goal_beyond(s, w, there)
            plan(s, answer, Intent.APPROACH, verb, 0, NO_UNIT, goal)
    elif thought == ANY or (thought == SECOND and is_border_worth_it(s, w, who, verb, direction)):
        plan(s, answer, intent_of(verb), verb, 0, target, NOWHERE)


@kernel
def is_border_worth_it(s, w, who, verb, direction):
    """Whether a border is worth guarding: the enemy is to come over it. Nobody climbs down for nothing."""
    if verb == Verb.GUARD_BORDER:
        return s.place[GAP_NOW] > 0 and is_on_way(s, w, who, direction)
    return verb == Verb.SCALE_DOWN and not is_on_way(s, w, who, int(s.units[who].climb_direction))


# --- other parts -----------------------------------------------------------------------------------------------------


@kernel
def intent_at(verb, mode):
    """What a choice without a way is for."""
    is_attack = verb <= Verb.LUCK_STRIKE and verb >= Verb.WEAPON_ATTACK
    return intent_of_attack(verb, mode) if is_attack else intent_of(verb)


@kernel
def plan_mode(s, w, who, verb, target, mode, answer, thought):
    """List one way of doing something."""
    if refusal_of_mode(s, w, who, verb, mode) == Refusal.NONE:
        if thought == ANY or is_mode_worth_it(s, w, who, verb, target, mode):
            plan(s, answer, intent_at(verb, mode), verb, mode, target, NOWHERE)
            if verb == Verb.CHARGE_WEAPON or verb == Verb.CHARGE_BRAWL:
                s.plans[s.plan_count - 1].cell = s.units[target].cell


@kernel
def plan_target(s, w, who, verb, target, answer, thought):
    """List what a verb can do to one unit."""
    if refusal_of_aim(s, w, who, verb, target) != Refusal.NONE:
        return
    if thought != ANY and not is_target_worth_it(s, w, who, verb, target):
        return
    part = PARTS_OF[verb, 1]
    if part == Part.MODE:
        for mode in range(MODES):
            plan_mode(s, w, who, verb, target, mode, answer, thought)
    elif part == Part.DIRECTION:
        for direction in range(0, 8, 2):
            plan_direction(s, w, who, verb, target, direction, answer, thought)
    else:
        plan(s, answer, intent_of(verb), verb, 0, target, NOWHERE)


@kernel
def plan_cell(s, w, who, verb, cell, answer, thought):
    """List a search of a location, or a shot at luck into it."""
    if thought == ANY or is_search_worth_it(s, w, who, verb, cell):
        plan(s, answer, intent_at(verb, 0), verb, 0, NO_UNIT, NOWHERE)
        s.plans[s.plan_count - 1].aim = cell


@kernel
def plan_cells(s, w, who, verb, thought):
    """List the locations worth a search: where hidden enemies were seen last, and the unit's own."""
    here = int(s.units[who].cell)
    if verb == Verb.OBSERVE_CELL:
        plan_cell(s, w, who, verb, here, verb, thought)
    for other in range(s.unit_count):
        cell = int(s.units[other].last_seen[s.units[who].side])
        if cell >= 0 and (cell != here or verb == Verb.LUCK_SHOT):
            plan_cell(s, w, who, verb, cell, verb, thought)


# --- verbs -----------------------------------------------------------------------------------------------------------


@kernel
def plan_verb(s, w, who, verb, thought):
    """List the complete choices that begin with a verb."""
    first = PARTS_OF[verb, 0]
    if thought != ANY and first != Part.DIRECTION:
        if is_first_thought(s, w, who, verb) != (thought == FIRST) or not is_verb_worth_it(s, w, who, verb):
            return
    if first == Part.TARGET:
        for target in range(s.unit_count):
            plan_target(s, w, who, verb, target, verb, thought)
    elif first == Part.MODE:
        for mode in range(MODES):
            plan_mode(s, w, who, verb, NO_UNIT, mode, verb, thought)
    elif first == Part.ITEM:
        for slot in range(SLOTS):
            is_open = refusal_of_item(s, w, who, verb, slot) == Refusal.NONE
            if is_open and (thought == ANY or is_item_worth_it(s, w, who, verb, slot)):
                plan(s, verb, intent_of(verb), verb, 0, NO_UNIT, NOWHERE)
                return
    elif first == Part.DIRECTION:
        if thought == ANY or is_verb_worth_it(s, w, who, verb):
            for direction in range(0, 8, 2):
                plan_direction(s, w, who, verb, NO_UNIT, direction, verb, thought)
    elif first == Part.CELL:
        plan_cells(s, w, who, verb, thought)
    else:
        plan(s, verb, intent_at(verb, int(Mode.ANYWHERE)), verb, 0, NO_UNIT, NOWHERE)


@kernel
def plan_turn(s, w, who):
    """List what can be done in a turn."""
    for thought in range(FIRST, SECOND + 1):
        for i in range(s.choice_count):
            verb = int(s.choices[i])
            if verb != Verb.END_TURN:
                plan_verb(s, w, who, verb, thought)
        if thought == FIRST and is_offered(s, int(Verb.END_TURN)):
            plan(s, Verb.END_TURN, Intent.WAIT, Verb.END_TURN, 0, NO_UNIT, NOWHERE)
    if s.plan_count == 0:
        for i in range(s.choice_count):
            plan_verb(s, w, who, int(s.choices[i]), ANY)


@kernel
def plan_part(s, w, who, answer, thought):
    """List what one answer to a question for a part of a choice leads to."""
    frame = top(s)
    verb, target = int(s.pending_verb), int(frame.target)
    if s.prompt == Prompt.TARGET:
        plan_target(s, w, who, verb, answer - A_UNIT, answer, thought)
    elif s.prompt == Prompt.MODE:
        plan_mode(s, w, who, verb, target, answer - A_MODE, answer, thought)
    elif s.prompt == Prompt.ITEM:
        if thought == ANY or is_item_worth_it(s, w, who, verb, answer - A_ITEM):
            plan(s, answer, intent_of(verb), verb, 0, NO_UNIT, NOWHERE)
    elif s.prompt == Prompt.DIRECTION:
        plan_direction(s, w, who, verb, target, answer - A_DIRECTION, answer, thought)
    else:
        plan_cell(s, w, who, verb, answer - A_CELL, answer, thought)


@kernel
def plan_parts(s, w, who):
    """List the answers for a part that are worth a thought; all of them where none is."""
    for thought in range(FIRST, ANY + 1):
        is_new = thought == FIRST or (thought == SECOND and s.prompt == Prompt.DIRECTION)
        if is_new or (thought == ANY and s.plan_count == 0):
            for i in range(s.choice_count):
                plan_part(s, w, who, int(s.choices[i]), thought)


# --- answers to what others do ---------------------------------------------------------------------------------------


@kernel
def best_ground(s, w, who):
    """The ground on which a unit runs away best: open, up, or through water."""
    fatigue = int(s.units[who].fatigue)
    best = int(Verb.CHASE_RUN)
    most = mean_valid(run_consistency(s, w, who), attribute_of(s, w, who, int(Attribute.STA)), fatigue)
    for verb in range(Verb.CHASE_CLIMB, Verb.CHASE_SWIM + 1):
        ability = int(Ability.AGILITY if verb == Verb.CHASE_CLIMB else Ability.SURVIVAL)
        mean = mean_valid(ability_consistency(s, w, who, ability), ability_potential(s, w, who, ability), fatigue)
        if mean > most:
            best = verb
            most = mean
    return best


@kernel
def likely_answer(s, w, who):
    """The neutral answer; in chases the best ground, and a blow at an overtaken unit."""
    if s.prompt == Prompt.CHASE:
        return best_ground(s, w, who)
    return int(s.choices[0]) if s.prompt == Prompt.SURPASS else default_answer(s, w)


@kernel
def plan_answer(s, answer, likely):
    """List one answer to the action of another unit."""
    frame = top(s)
    intent = int(Intent.REACT if answer == likely else Intent.WAIT)
    verb, target = int(answer), int(frame.who)
    if s.prompt == Prompt.STUMBLE:
        verb = int(Verb.NONE)
    elif s.prompt == Prompt.DEFENCE or s.prompt == Prompt.CHASE:
        target = NO_UNIT
    elif s.prompt == Prompt.SURPASS:
        target = int(frame.target)
        if verb != Verb.GO_ON:
            intent = int(intent_of_attack(verb, 0))
    elif verb == Verb.PURSUE:
        intent = int(Intent.APPROACH)
    plan(s, answer, intent, verb, 0, target, NOWHERE)


@kernel
def plan_answers(s, w, who):
    """List the answers to the action of another unit, the likely one first."""
    likely = likely_answer(s, w, who)
    if is_offered(s, likely):
        plan_answer(s, likely, likely)
    for i in range(s.choice_count):
        if s.choices[i] != likely:
            plan_answer(s, int(s.choices[i]), likely)


@kernel
def list_plans(s, w):
    """List every complete choice the present prompt leads to."""
    who = int(s.decider)
    if s.prompt < Prompt.TARGET and s.prompt != Prompt.TURN:
        plan_answers(s, w, who)
        return
    if not is_even(w):
        find_ways(s, w, who)
    if s.prompt == Prompt.TURN:
        plan_turn(s, w, who)
    else:
        plan_parts(s, w, who)

"""How a behaviour decides: list the complete choices, score each by what the behaviour weighs, take the best.

Like ``core/loops/advance.py`` this file is executed once for every ruleset. Put in as globals are the functions of its copy
of ``core/behaviour/places.py`` and the ruleset's own:

    list_plans(s, w)                     plan() every complete choice the present prompt leads to
    find_places(s, w, who, verb)         make ``s.reach`` above 0 where a plan whose cell is ANYWHERE may end
    best_verb(s, w, who, verb, cell)     how a place found for a verb is best gone to; ``s.reach`` still holds
    estimate(s, w, who, row, feature)    a feature of a plan that takes the rules to know: HIT to PRICE, and its own
    cover_at(s, w, who, cell)            cover of a place, in [0, 1]
    staying(s, who), full_staying(s, who)   points a unit can still take, and could when fresh
    own_move(s, w, who)                  cells of an ordinary move, at least 1
    is_in_contact(s, w, one, other)      whether two units could strike each other
    shots_left(s, w, who), is_ready_to_shoot(s, w, who)
    place_of(s, who)                     cell of a unit, also of one carried by another; -1 off the board
    is_standing(s, who), is_seen(s, w, side, who)   who still takes part, and whom a side knows of
    A_CELL                               the answer that stands for cell 0
    ANSWERS                              its table of what asks for each part, see ``core/state/choosing.py``
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.behaviour.bans import is_mode_barred
from tactica.envs.core.behaviour.features import (
    ANYWHERE,
    FEATURES,
    FIRST_PLACE,
    GAP_NOW,
    KEEP,
    NO_INTENT,
    NO_POST,
    NOWHERE,
    OWN_MOVE,
    POST,
    Feature,
    Intent,
    Situation,
    holds,
    plan,
)
from tactica.envs.core.behaviour.yardsticks import YARDSTICKS
from tactica.envs.core.compiler import record_at
from tactica.envs.core.dice import next_bits, random_below
from tactica.envs.core.state import open_total
from tactica.envs.core.state.choosing import FIRST_ANSWER, Part, is_offered, part_asked

if TYPE_CHECKING:
    from tactica.envs.core.behaviour.places import (
        gap_from,
        in_own_moves,
        look_at,
        look_round,
        weakest_friend,
        weigh_spots,
    )
    from tactica.envs.core.board.geometry import distance
    from tactica.envs.core.loops.given import (
        A_CELL,
        ANSWERS,
        STRIDE,
        best_verb,
        estimate,
        find_places,
        full_staying,
        is_in_contact,
        is_ready_to_shoot,
        kernel,
        list_plans,
        place_of,
        shots_left,
        staying,
    )


SHARED = len(FEATURES)
NONE_LISTED = -1.0e300  # score of a plan that cannot be taken as it stands
MASK32 = 0xFFFFFFFF


# --- features of whole choices ----------------------------------------------------------------------------------------


@kernel
def rescue(s, w, target):
    """Whether a target is in contact with a friend of the unit."""
    for k in range(s.friend_count):
        if is_in_contact(s, w, int(s.friends[k]), target):
            return 1.0
    return 0.0


@kernel
def choice_feature(s, w, b, who, row, feature):
    """A feature of a complete choice."""
    if FIRST_PLACE <= feature < SHARED:
        here = place_of(s, who) if row.cell == NOWHERE else int(row.cell)
        if here < 0:
            return 0.0
        look_at(s, w, b, who, here)
        return s.seen_there[feature - FIRST_PLACE]
    if feature == Feature.WEAKNESS or feature == Feature.NEARNESS or feature == Feature.RESCUE:
        if row.target < 0 or s.units[row.target].cell < 0:
            return 0.0
        if feature == Feature.WEAKNESS:
            return 1.0 - staying(s, row.target) / max(full_staying(s, row.target), 1)
        if feature == Feature.RESCUE:
            return rescue(s, w, int(row.target))
        gap = gap_from(s, w, who, place_of(s, who), int(row.target)) - 1
        return 1.0 / (1.0 + max(gap, 0) / s.place[OWN_MOVE])
    return estimate(s, w, who, row, feature)


@kernel
def choice_score(s, w, b, who, row):
    """What a complete choice is worth to a behaviour: its intent, and the weighted sum of its features."""
    score = b.intents[row.intent] + 0.0
    for k in range(b.weighed_count):
        feature = int(b.weighed[k])
        score += b.weights[feature] * choice_feature(s, w, b, who, row, feature)
    return score


# --- where to -----------------------------------------------------------------------------------------------------------


@kernel
def intent_of_gap(gap, now):
    """What a move is for, by the distance to the nearest enemy where it leads, and now."""
    if gap < now:
        return int(Intent.APPROACH)
    return int(Intent.WITHDRAW) if gap > now else int(Intent.SHIFT)


@kernel
def lot_of(key, cell):
    """The lot of a cell in a decision, 15 bits: the same whatever other cells and choices there are."""
    word = (key ^ (cell * 0x1E3779B1)) & MASK32
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & MASK32
    word = ((word ^ (word >> 15)) * 0x346CA68B) & MASK32
    return word >> 17


@kernel
def note_place(s, first, intent, cell, answer, score, key):
    """Note the best place so far for its intent, in the plans from ``first`` on; ties are broken by lot."""
    s.best_worths[intent] = score
    lot = lot_of(key, cell)
    for k in range(first, s.plan_count):
        row = s.plans[k]
        if row.intent == intent:
            if score != row.score or lot > row.lot:
                row.cell = cell
                row.score = score
                row.answer = answer
                row.lot = lot
            return
    plan(s, answer, intent, 0, 0, -1, cell)
    s.plans[s.plan_count - 1].score = score
    s.plans[s.plan_count - 1].lot = lot


@kernel
def consider_spots(s, w, b, who, first, answer, count, key):
    """Weigh the first ``count`` places in ``s.spots``. A place at most one cell from the post before the weakest friend also
    shields it. Without an ``answer`` (0 or less), the prompt asks for the place itself.
    """
    s.spot_count = count
    weigh_spots(s, w, b, who)
    now, post = int(s.place[GAP_NOW]), int(s.place[POST])
    for i in range(count):
        cell = int(s.spots[i])
        worth = float(s.spot_worths[i])
        told = answer if answer > 0 else A_CELL + cell
        intent = intent_of_gap(int(s.spot_gaps[i]), now)
        if worth >= s.best_worths[intent]:
            note_place(s, first, intent, cell, told, worth, key)
        if worth >= s.best_worths[Intent.SHIELD] and post != NO_POST and distance(cell, post) <= 1:
            note_place(s, first, int(Intent.SHIELD), cell, told, worth, key)


@kernel
def list_places(s, w, b, who, k, key):
    """For a plan whose cell is still to be chosen: list the best place for each intent in its stead."""
    first = int(s.plan_count)
    verb = int(s.plans[k].verb)
    mode = int(s.plans[k].mode)
    answer = int(s.plans[k].answer)
    spots, count, room = s.spots, 0, len(s.spots)
    for intent in range(len(s.best_worths)):
        s.best_worths[intent] = NONE_LISTED
    if answer == 0:  # the place itself is asked for
        for i in range(s.choice_count):
            if count == room:
                consider_spots(s, w, b, who, first, answer, count, key)
                count = 0
            spots[count] = s.choices[i] - A_CELL
            count += 1 if s.choices[i] >= A_CELL else 0
    else:
        find_places(s, w, who, verb)
        for y in range(s.board_height):
            for x in range(s.board_width):
                if count == room:
                    consider_spots(s, w, b, who, first, answer, count, key)
                    count = 0
                spots[count] = y * STRIDE + x
                count += 1 if s.reach[y * STRIDE + x] > 0 else 0
    consider_spots(s, w, b, who, first, answer, count, key)
    for i in range(first, s.plan_count):
        row = s.plans[i]
        row.verb = verb
        row.mode = mode
        if answer > 0:
            row.verb = best_verb(s, w, who, verb, int(row.cell))
            row.answer = row.verb
    s.plans[k].score = NONE_LISTED


# --- deciding -----------------------------------------------------------------------------------------------------------


@kernel
def odds(s, who):
    """The share a side has in the staying power of all who are known to stand."""
    own = staying(s, who) + 0.0
    theirs = 0.0
    for k in range(s.friend_count):
        own += staying(s, int(s.friends[k]))
    for k in range(s.enemy_count):
        theirs += staying(s, int(s.enemies[k]))
    return own / max(own + theirs, 1.0)


@kernel
def situation(s, w, who, what):
    """A number of the situation, see ``core.behaviour.features.SITUATION``."""
    if what == Situation.STAYING_POWER:
        return staying(s, who) / max(full_staying(s, who), 1)
    if what == Situation.GAP:
        return in_own_moves(s.place[GAP_NOW], s.place[OWN_MOVE])
    if what == Situation.SHOTS:
        return shots_left(s, w, who) + 0.0
    if what == Situation.READY:
        return 1.0 if is_ready_to_shoot(s, w, who) else 0.0
    if what == Situation.FRIENDS:
        return s.friend_count + 0.0
    if what == Situation.WEAKEST_FRIEND:
        ward = weakest_friend(s)
        return 1.0 if ward < 0 else staying(s, ward) / max(full_staying(s, ward), 1)
    if what == Situation.ROUND:
        return s.round_no + 0.0
    if what == Situation.ODDS:
        return odds(s, who)
    opponents = 0.0
    for k in range(s.enemy_count):
        if is_in_contact(s, w, who, int(s.enemies[k])):
            opponents += 1.0
    return opponents if what == Situation.OPPONENTS else min(opponents, 1.0)


@kernel
def applies(s, w, who, doctrine):
    """Whether all conditions of a doctrine hold."""
    for c in range(doctrine.conditions):
        value = situation(s, w, who, int(doctrine.what[c]))
        if not holds(value, int(doctrine.test[c]), float(doctrine.bound[c])):
            return False
    return True


@kernel
def distance_to_keep(s, w, b, who):
    """How far from enemies a unit likes to be: as the first doctrine says that applies and names a distance."""
    for k in range(b.doctrine_count):
        if b.doctrines[k].keep >= 0.0 and applies(s, w, who, b.doctrines[k]):
            return float(b.doctrines[k].keep)
    return float(b.keep)


@kernel
def doctrine_for(s, w, b, who):
    """The first doctrine whose conditions hold and whose intent some choice serves; -1 none."""
    for k in range(b.doctrine_count):
        rule = b.doctrines[k]
        if rule.intent != NO_INTENT and applies(s, w, who, rule):
            for i in range(s.plan_count):
                if s.plans[i].intent == rule.intent and s.plans[i].score > NONE_LISTED:
                    return k
    return -1


@kernel
def is_left_out(s, b, row):
    """Whether a plan is not considered, because it or what leads to it is barred."""
    if b.ban_count == 0:
        return False
    has_mode = row.target >= 0 or row.aim >= 0  # else that part is left open
    if has_mode and is_mode_barred(b, int(row.verb), int(row.mode)):
        return True
    return row.answer > 0 and not is_offered(s, int(row.answer))


@kernel
def weigh(s, w, b, who, rng):
    """List the complete choices of a unit and score them."""
    s.plan_count = 0
    look_round(s, w, b, who)
    s.place[KEEP] = distance_to_keep(s, w, b, who)
    key = next_bits(rng)
    list_plans(s, w)
    listed = int(s.plan_count)
    for k in range(listed):
        if s.plans[k].cell == ANYWHERE:
            if is_left_out(s, b, s.plans[k]):
                s.plans[k].score = NONE_LISTED
            else:
                list_places(s, w, b, who, k, key)
    for k in range(s.plan_count):
        row = s.plans[k]
        if row.cell != ANYWHERE:
            row.score = NONE_LISTED if is_left_out(s, b, row) else choice_score(s, w, b, who, row)
    open_total(s)  # what the estimates noted belongs to no event


@kernel
def best_plan(s, w, b, who):
    """The plan a behaviour takes: the best one that its doctrine allows, ties go to the first; -1 without one."""
    followed = doctrine_for(s, w, b, who)
    best = -1
    for k in range(s.plan_count):
        if followed >= 0 and s.plans[k].intent != b.doctrines[followed].intent:
            continue
        if s.plans[k].score > NONE_LISTED and (best < 0 or s.plans[k].score > s.plans[best].score):
            best = k
    return best


@kernel
def take_up(s, b, row):
    """Keep a plan, to answer the prompts for its parts by it. Returns its first answer."""
    s.chosen_for = b.key
    s.chosen[0].answer = row.answer
    s.chosen[0].intent = row.intent
    s.chosen[0].verb = row.verb
    s.chosen[0].mode = row.mode
    s.chosen[0].target = row.target
    s.chosen[0].cell = row.cell
    s.chosen[0].aim = row.aim
    return int(row.answer)


@kernel
def next_answer(s, b):
    """The next answer of the plan begun at an earlier prompt; -1 without such a plan, or if it gives no legal answer here."""
    chosen = s.chosen[0]
    if s.chosen_for != b.key or s.pending_verb == 0 or s.pending_verb != chosen.verb:
        return -1
    part = part_asked(ANSWERS, s.prompt)
    value = -1
    if part == Part.TARGET:
        value = int(chosen.target)
    elif part == Part.MODE and (chosen.target >= 0 or chosen.aim >= 0):
        value = int(chosen.mode)
    elif part == Part.CELL:
        value = int(chosen.aim) if chosen.aim >= 0 else int(chosen.cell)
    answer = int(ANSWERS[part, FIRST_ANSWER]) + value
    return answer if value >= 0 and is_offered(s, answer) else -1


@kernel
def behave(s, w, b, rng):
    """The answer of a behaviour; -1 leaves it to chance."""
    if s.decider < 0 or place_of(s, int(s.decider)) < 0:
        return -1
    if b.dither > 0.0 and random_below(rng, 1_000_000) < b.dither * 1_000_000.0:
        return -1
    answer = next_answer(s, b)
    if answer >= 0:
        s.chosen[0].answer = answer
        return answer
    who = int(s.decider)
    weigh(s, w, b, who, rng)
    best = best_plan(s, w, b, who)
    return take_up(s, b, s.plans[best]) if best >= 0 else -1


@kernel
def plan_begun(s, w, b, who):
    """The plan begun at an earlier prompt, added to the list if it is missing; -1 without one, or if the list is full."""
    answer = next_answer(s, b)
    if answer < 0:
        return -1
    for k in range(s.plan_count):
        if s.plans[k].answer == answer and s.plans[k].score > NONE_LISTED:
            return k
    chosen = s.chosen[0]
    k = int(s.plan_count)
    plan(s, answer, chosen.intent, chosen.verb, chosen.mode, chosen.target, chosen.cell)
    if s.plan_count == k:
        return -1
    s.plans[k].aim = chosen.aim
    s.plans[k].score = choice_score(s, w, b, who, s.plans[k])
    return k


@kernel
def explain(s, w, b, rng, values):
    """Weigh the choices and write the features of each into float64 (plans, WEIGHTS), those not weighed 0.

    Returns:
        (the plan taken, the doctrine followed), each -1 for none.
    """
    if s.decider < 0 or place_of(s, int(s.decider)) < 0:
        s.plan_count = 0
        return -1, -1
    who = int(s.decider)
    weigh(s, w, b, who, rng)
    taken = plan_begun(s, w, b, who)
    for k in range(s.plan_count):
        for feature in range(len(b.weights)):
            values[k, feature] = 0.0
        if s.plans[k].cell != ANYWHERE:
            for i in range(b.weighed_count):
                feature = int(b.weighed[i])
                values[k, feature] = choice_feature(s, w, b, who, s.plans[k], feature)
    open_total(s)
    if taken < 0:
        taken = best_plan(s, w, b, who)
    return taken, doctrine_for(s, w, b, who)


@kernel
def decide_by_yardstick(s, w, policy, rng):
    """The answer of a policy by number, in a ruleset that has none of its own: a behaviour of fixed weights."""
    return behave(s, w, record_at(YARDSTICKS, policy - 1), rng)

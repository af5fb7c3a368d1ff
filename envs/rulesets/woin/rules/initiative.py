"""Initiative: rolled once, with ties settled for the whole battle; and the slots of a round: main turns and extra activations."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import COUNT, die
from ....core.state import NO_UNIT, emit, open_total, term
from ..vocab import Event, Term
from .pools import attribute_dice, max_pool, pool_total

TO_BE_ROLLED = 0  # initiative that no scenario has given
LEAST_FOR_EXTRA = 3  # actions a round from which a unit has extra activations

# --- rolled once -----------------------------------------------------------------------------------------------------


@rule("sequence.initiative")
def initiative_pool(s, w, who):
    """Initiative: INT and tactics up to the maximum; the unit's bonus comes on top."""
    unit = s.units[who]
    open_total(s)
    dice = term(s, Term.ATTRIBUTE, attribute_dice(w, int(unit.intuition)))
    dice += term(s, Term.SKILL, int(unit.tactics_skill))
    dice += term(s, Term.MAXIMUM, min(max_pool(s, w, who) - dice, 0))
    return dice + term(s, Term.BONUS, int(unit.initiative_bonus))


@rule("sequence.initiative")
def roll_initiative(s, w, who):
    """Initiative: the sum of the pool is the count on which the unit acts, in every round. What a scenario has given stands."""
    unit = s.units[who]
    if unit.initiative == TO_BE_ROLLED:
        unit.initiative = pool_total(s, initiative_pool(s, w, who))
        emit(s, Event.INITIATIVE, who, NO_UNIT, int(unit.initiative), 0)
    else:
        emit(s, Event.INITIATIVE_GIVEN, who, NO_UNIT, int(unit.initiative), 0)


@kernel
def takes_part(s, who):
    """Whether a unit has a place in the order: it is alive."""
    return s.units[who].present == 1 and s.units[who].dead == 0


@rule("sequence.initiative")
def initiative_step(s, w, frame):
    """Initiative: one unit after the other, in the order of the roster. Whether all have rolled."""
    while frame.index < s.unit_count:
        who = int(frame.index)
        frame.index += 1
        if takes_part(s, who):
            roll_initiative(s, w, who)
            return False
    return True


# --- ties ------------------------------------------------------------------------------------------------------------


@rule("sequence.initiative_ties")
def are_equals(s, w, one, other):
    """Ties: whether two units have the same AGILITY score, and slots on the same count: main turns or extra activations."""
    if s.units[one].agility != s.units[other].agility:
        return False
    for slot in range(extra_slots(s, w, one) + 1):
        for slot_of_other in range(extra_slots(s, w, other) + 1):
            if place_at(s, w, one, slot) == place_at(s, w, other, slot_of_other):
                return True
    return False


@kernel
def has_rival(s, w, who):
    """Whether the order between a unit and an equal is still open."""
    for other in range(s.unit_count):
        if other != who and takes_part(s, other) and s.units[other].tie == s.units[who].tie:
            if are_equals(s, w, who, other):
                return True
    return False


@rule("sequence.initiative_ties")
def roll_tie_die(s, w, who):
    """Ties: each rolls a die."""
    s.units[who].tie_die = die(s, int(w.book.tie_die_faces))
    emit(s, Event.TIE_DIE, who, NO_UNIT, int(s.units[who].tie_die), 0)


@rule("sequence.initiative_ties")
def settle_ties(s):
    """Ties: the higher die acts first; a later die never changes what an earlier one has settled."""
    for who in range(s.unit_count):
        unit = s.units[who]
        s.queue[who] = 0
        for other in range(s.unit_count):
            rival = s.units[other]
            is_lower = rival.tie < unit.tie or (rival.tie == unit.tie and rival.tie_die < unit.tie_die)
            if is_lower and rival.agility == unit.agility and takes_part(s, other):
                s.queue[who] += 1
    for who in range(s.unit_count):
        s.units[who].tie = s.queue[who]
        s.units[who].tie_die = 0


@kernel
def group_equals(s, w):
    """Write to ``s.queue`` the first unit of each group of tied units: those linked by ties, one by one."""
    for who in range(s.unit_count):
        s.queue[who] = who
    for _ in range(s.unit_count):
        for who in range(s.unit_count):
            for other in range(who):
                if s.queue[who] != s.queue[other] and takes_part(s, who) and takes_part(s, other):
                    if are_equals(s, w, who, other):
                        s.queue[who] = min(s.queue[who], s.queue[other])
                        s.queue[other] = s.queue[who]


@rule("sequence.initiative_ties")
def take_place(s, w, who):
    """Ties, where odds are counted: any place among the equals before it in the roster is as likely as any other."""
    group_equals(s, w)
    before = 0
    for other in range(who):
        before += 1 if s.queue[other] == s.queue[who] else 0
    if before == 0:
        return False
    place = die(s, before + 1) - 1
    for other in range(who):
        if s.queue[other] == s.queue[who] and s.units[other].tie >= place:
            s.units[other].tie += 1
    s.units[who].tie = place
    return True


@rule("sequence.initiative_ties")
def tie_step(s, w, frame):
    """Ties: tied units roll one after another, and those still tied roll again. Returns whether the order is strict."""
    while frame.index < s.unit_count:
        who = int(frame.index)
        frame.index += 1
        if not takes_part(s, who):
            continue
        if s.dice_mode == COUNT:
            if take_place(s, w, who):
                return False
        elif has_rival(s, w, who):
            roll_tie_die(s, w, who)
            return False
    frame.index = 0
    if s.dice_mode == COUNT:
        return True
    settle_ties(s)
    for who in range(s.unit_count):
        if takes_part(s, who) and has_rival(s, w, who):
            return False
    return True


# --- slots -----------------------------------------------------------------------------------------------------------


@rule("turn.three_action_creatures", "turn.four_plus_action_creatures")
def extra_slots(s, w, who):
    """Creatures with three and more actions: those beyond the main turn, one extra activation each."""
    actions = int(s.units[who].actions)
    return max(actions - int(w.book.main_turn_actions), 0) if actions >= LEAST_FOR_EXTRA else 0


@rule("turn.two_actions")
def main_actions(s, w, who):
    """Two actions: those of the main turn."""
    return int(s.units[who].actions) - extra_slots(s, w, who)


@kernel
def delay_of(s, w, who):
    """Creatures with three and more actions: by how much each extra activation comes later than what was before it."""
    return step_of_many(w) if s.units[who].actions >= w.book.extra_from_actions else delay_of_third(w)


@rule("turn.three_action_creatures")
def delay_of_third(w):
    """Three actions: the third comes so much later."""
    return int(w.book.third_action_delay)


@rule("turn.four_plus_action_creatures")
def step_of_many(w):
    """Four actions and more: each beyond the main turn comes so much later than the one before it."""
    return int(w.book.extra_action_step)


@kernel
def count_of(s, w, who, slot):
    """The initiative count of a slot: 0 is the main turn."""
    return int(s.units[who].initiative) - slot * delay_of(s, w, who)


@rule("sequence.turn_order")
def place_of(s, w, who):
    """Acting order: what the next slot of a unit is ordered by."""
    return place_at(s, w, who, int(s.units[who].slots_taken))


@rule("sequence.turn_order")
def place_at(s, w, who, slot):
    """Acting order: what a slot is ordered by, from the highest to the lowest total."""
    if w.book.descending == 1:
        return count_of(s, w, who, slot)
    return -int(s.units[who].initiative) - slot * delay_of(s, w, who)


@rule("sequence.turn_order", "sequence.initiative_ties")
def acts_before(s, w, one, other):
    """Acting order: whose next slot comes first; equal counts by AGILITY, then by the tie dice; main turns before others."""
    first, second = s.units[one], s.units[other]
    here, there = place_of(s, w, one), place_of(s, w, other)
    if here != there:
        return here > there
    if first.agility != second.agility:
        return first.agility > second.agility
    if first.tie != second.tie:
        return first.tie > second.tie
    if first.slots_taken != second.slots_taken:
        return first.slots_taken < second.slots_taken
    return one < other


@rule("sequence.turn_order")
def has_slot(s, w, who):
    """Acting order: whether a slot of this round is still to come. Those of a unit that is down come as well, and pass."""
    unit = s.units[who]
    return unit.present == 1 and unit.dead == 0 and unit.slots_taken <= extra_slots(s, w, who)


@rule("sequence.turn_order", "sequence.round_loop")
def next_in_order(s, w):
    """Acting order: whose slot is next. NO_UNIT when all slots of the round have been used."""
    best = NO_UNIT
    for who in range(s.unit_count):
        if has_slot(s, w, who) and (best == NO_UNIT or acts_before(s, w, who, best)):
            best = who
    return best

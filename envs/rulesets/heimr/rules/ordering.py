"""Initiative: rolled once; the order of a round, delaying, and moving up in it."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import COUNT, challenge_natural, die
from ....core.state import NO_UNIT, base_term, emit, open_total, term
from ..vocab import Attribute, Event, Refusal, Term
from .conditions import is_first_choice, is_foe, is_present, sees
from .rolling import clamped

KEYS = 10_000  # faces of the die that breaks the last ties
TO_BE_ROLLED = 0  # initiative that no scenario has given

# --- rolled once -----------------------------------------------------------------------------------------------------


@rule("initiative.roll", "check.penalty_scope")
def initiative_consistency(s, w, who):
    """Initiative: dexterity is the consistency, with what hampers it."""
    unit = s.units[who]
    penalties = int(unit.attribute_penalty[Attribute.DEX]) + int(unit.physical_penalty)
    return clamped(w, int(unit.attributes[Attribute.DEX]) - penalties)


@rule("initiative.roll")
def initiative_step(s, w, frame):
    """Initiative: one unit after the other; willpower is the potential. It does not tire. Whether all have rolled.

    What a scenario has given is not rolled.
    """
    while frame.index < s.unit_count:
        who = int(frame.index)
        frame.index += 1
        if s.units[who].present == 1:
            if s.units[who].initiative == TO_BE_ROLLED:
                resolve_initiative(s, w, who)
            emit(s, Event.INITIATIVE, who, NO_UNIT, int(s.units[who].initiative), 0)
            return False
    frame.index = 0
    return True


@rule("initiative.roll")
def resolve_initiative(s, w, who):
    """Initiative: the natural result and the willpower, in a line of its own."""
    consistency = initiative_consistency(s, w, who)
    natural = challenge_natural(s, consistency)
    open_total(s)
    total = base_term(s, Term.NATURAL, natural) + term(s, Term.WILLPOWER, int(s.units[who].wp))
    s.units[who].initiative = total
    emit(s, Event.INITIATIVE_ROLLED, who, NO_UNIT, consistency, 0)


@rule("initiative.ties")
def compare(s, one, other):
    """Ties: more initiative, then more willpower, then more dexterity; 1 the first is ahead, -1 the other, 0 neither."""
    a, b = s.units[one], s.units[other]
    if a.initiative != b.initiative:
        return 1 if a.initiative > b.initiative else -1
    if a.wp != b.wp:
        return 1 if a.wp > b.wp else -1
    if a.attributes[Attribute.DEX] != b.attributes[Attribute.DEX]:
        return 1 if a.attributes[Attribute.DEX] > b.attributes[Attribute.DEX] else -1
    return 0


@rule("c.initiative_key")
def key_step(s, frame):
    """Keys: units still tied draw random keys, again while they are equal. Returns whether the order is strict.

    The log does not show them: from a tie each side would know what willpower the other's unit has.
    """
    while frame.index < s.unit_count:
        who = int(frame.index)
        frame.index += 1
        if s.dice_mode == COUNT:
            if take_place(s, who):
                return False
        elif s.units[who].key == 0 and has_equal(s, who):
            s.units[who].key = die(s, KEYS)
            return False
    frame.index = 0
    if s.dice_mode == COUNT:
        return True
    for who in range(s.unit_count):
        for other in range(who):
            if compare(s, who, other) == 0 and s.units[other].key == s.units[who].key:
                s.units[who].key = 0
                s.units[other].key = 0
                return False
    return True


@kernel
def has_equal(s, who):
    """Whether another unit is tied with this one, apart from the key."""
    for other in range(s.unit_count):
        if other != who and compare(s, who, other) == 0:
            return True
    return False


@rule("c.initiative_key")
def take_place(s, who):
    """Keys, where odds are counted: any place among the equals before it in the roster is as likely as any other."""
    before = 0
    for other in range(who):
        before += 1 if compare(s, who, other) == 0 else 0
    if before == 0:
        return False
    place = die(s, before + 1) - 1
    for other in range(who):
        if compare(s, who, other) == 0 and s.units[other].key >= place:
            s.units[other].key += 1
    s.units[who].key = place
    return True


@rule("initiative.roll", "initiative.ties", "c.initiative_key")
def settle_order(s):
    """Order: from the highest to the lowest, for the whole fight."""
    for who in range(s.unit_count):
        place = 0
        for other in range(s.unit_count):
            ahead = compare(s, other, who)
            if other != who and (ahead > 0 or (ahead == 0 and s.units[other].key > s.units[who].key)):
                place += 1
        s.units[who].order = place


# --- moved in it -----------------------------------------------------------------------------------------------------


@kernel
def move_to(s, who, place):
    """Take a unit out of the order and put it in again at a place; the others close up."""
    old = int(s.units[who].order)
    for other in range(s.unit_count):
        if s.units[other].order > old:
            s.units[other].order -= 1
    for other in range(s.unit_count):
        if other != who and s.units[other].order >= place:
            s.units[other].order += 1
    s.units[who].order = place


@rule("ready.shift")
def put_before(s, w, who, other):
    """Readied actions: their owner moves up to directly before who triggered it, and has had its turn."""
    if w.book.shift_before_trigger == 1 and who != other:
        s.units[who].acted = 1
        place = int(s.units[other].order)
        move_to(s, who, place - 1 if s.units[who].order < place else place)


@rule("initiative.delay")
def put_near(s, who, other, is_after):
    """Delay: to just before or just after another unit; the unit stays at its new place in the order."""
    place = int(s.units[other].order)
    if s.units[who].order < place:
        place -= 1
    move_to(s, who, place + 1 if is_after else place)


@rule("initiative.delay")
def is_to_come(s, other):
    """Delay: whether a unit has yet to act in this round."""
    unit = s.units[other]
    return unit.acted == 0 and is_present(s, other) and unit.surrendered == 0


@rule("initiative.delay")
def refusal_of_delay_to(s, who, other):
    """Delay: towards a friend, or a unit in view, that has yet to act."""
    if who == other:
        return Refusal.SELF
    if not sees(s, who, other) and is_foe(s, who, other):
        return Refusal.NOT_SEEN
    return Refusal.NONE if is_to_come(s, other) else Refusal.HAS_ACTED


@rule("initiative.delay")
def refusal_of_delay(s, w, who):
    """Delay: as the first choice of a turn, once a round, while another unit has yet to act."""
    if not is_first_choice(s, who):
        return Refusal.TURN_BEGUN
    if s.units[who].delays >= w.book.max_delays_per_round:
        return Refusal.DELAYED
    for other in range(s.unit_count):
        if refusal_of_delay_to(s, who, other) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.NOBODY_TO_COME


@rule("initiative.delay")
def may_delay(s, w, who):
    """Delay: whether there is a unit to wait for."""
    if s.units[who].delays >= w.book.max_delays_per_round:
        return False
    for other in range(s.unit_count):
        if other != who and is_to_come(s, other):
            return True
    return False


@rule("turn.sequence")
def next_in_order(s):
    """Sequence: the next unit of this round; NO_UNIT once all have had their turn."""
    best = NO_UNIT
    for who in range(s.unit_count):
        if s.units[who].acted == 0 and (best == NO_UNIT or s.units[who].order < s.units[best].order):
            best = who
    return best

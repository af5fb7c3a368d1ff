"""The order within the round: whose event comes next, who acts at the same moment, and acting later."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..vocab import SLOTS, Event, Refusal, Slot
from .conditions import DEFERS, is_able, is_mount
from .initiative import is_taken_before
from .knowledge import know_units
from .reserved import HAS_FIRED

RESOLVES_AT_ONCE = 2  # ``in_batch`` of a unit that is put out of action now

# --- counts ----------------------------------------------------------------------------------------------------------


@rule("turn.order", "turn.delay", "initiative.multiple_attacks", "mounted.mount_attacks")
def key_of_slot(s, who, slot):
    """The order within the round: the count of an event, doubled; one who waits comes just after. -1: no event."""
    unit = s.units[who]
    if slot == 0 and not is_mount(s, who):
        if unit.turn_taken == 1:
            return -1
        return 2 * int(unit.slot_at[0]) + (0 if unit.waited > 0 else 1)
    if unit.slot_state[slot] != Slot.OPEN or unit.slots_forfeited == 1:
        return -1
    return 2 * int(unit.slot_at[slot]) + 1


@kernel
def slots_of(s, who):
    """How many slots a unit has in this round; even a unit without Attacks has a turn."""
    unit = s.units[who]
    slots = 1
    while slots < SLOTS and unit.slot_state[slots] != Slot.NONE:
        slots += 1
    return slots


@rule("turn.order")
def next_slot(s, who):
    """The order within the round: a unit's next event, the one with the highest count; -1 none is left."""
    best = -1
    best_key = -1
    for slot in range(slots_of(s, who)):
        key = key_of_slot(s, who, slot)
        if key > best_key:
            best = slot
            best_key = key
    return best


@rule("turn.order")
def highest_key(s):
    """The order within the round: the highest count at which anything is still to happen; -1 the round is over."""
    best = -1
    for who in range(s.unit_count):
        if is_able(s, who):
            slot = next_slot(s, who)
            if slot >= 0:
                best = max(best, key_of_slot(s, who, slot))
    return best


# --- at the same moment ----------------------------------------------------------------------------------------------


@rule("turn.simultaneous")
def is_priority_winner(s, who):
    """Equal Initiative: whether a unit won against one that acts at the same moment."""
    for enemy in range(s.unit_count):
        if s.units[enemy].in_batch != 0 and (s.units[who].won_over >> enemy) & 1 == 1:
            return True
    return False


@rule("turn.simultaneous", "turn.order")
def next_of_batch(s, w):
    """Equal Initiative: all act at the same time, so who is put out of action still acts; but winners strike first.

    Returns the unit whose event comes now, and sets for the rest of the batch whether what happens to it is deferred.
    """
    chosen = NO_UNIT
    first = NO_UNIT
    for who in range(s.unit_count):
        if s.units[who].in_batch != 0:
            if first == NO_UNIT or is_taken_before(s, who, first):
                first = who
            if w.book.winner_first_on_tie == 1 and is_priority_winner(s, who):
                if chosen == NO_UNIT or is_taken_before(s, who, chosen):
                    chosen = who
    treatment = RESOLVES_AT_ONCE if chosen != NO_UNIT else DEFERS
    for who in range(s.unit_count):
        if s.units[who].in_batch != 0:
            s.units[who].in_batch = treatment
    return chosen if chosen != NO_UNIT else first


@rule("turn.simultaneous")
def gather_batch(s, key):
    """Equal Initiative: everyone with an event at this count acts in one batch; units that waited act one by one."""
    earliest = NO_UNIT
    for who in range(s.unit_count):
        unit = s.units[who]
        if not is_able(s, who):
            continue
        slot = next_slot(s, who)
        if slot < 0 or key_of_slot(s, who, slot) != key:
            continue
        if key % 2 == 1:
            unit.in_batch = DEFERS
        elif earliest == NO_UNIT or unit.waited < s.units[earliest].waited:
            earliest = who
    if earliest != NO_UNIT:
        s.units[earliest].in_batch = DEFERS


@kernel
def spend_event(s, who, slot):
    """An event that comes to nothing."""
    unit = s.units[who]
    if slot == 0:
        unit.turn_taken = 1
        unit.under_fire = 0
    if unit.slot_state[slot] == Slot.OPEN:
        unit.slot_state[slot] = Slot.SPENT


# --- acting later ----------------------------------------------------------------------------------------------------


@rule("turn.delay")
def next_key_after(s, who):
    """The order within the round: the next event below one's own place of a unit that one's side knows of; -1 none."""
    unit = s.units[who]
    own = key_of_slot(s, who, 0)
    best = -1
    for other in range(s.unit_count):
        if other == who or s.known[other] == 0 or not is_able(s, other):
            continue
        for slot in range(slots_of(s, other)):
            key = key_of_slot(s, other, slot)
            later = key < own or (key == own and key % 2 == 0 and s.units[other].waited > unit.waited)
            if later and key > best:
                best = key
    return best


@rule("turn.delay", "turn.simultaneous", "firearm.misfire")
def refusal_of_waiting(s, w, frame, who):
    """The order within the round: anyone may act later while another event is still to come, but whose gun has gone off."""
    if frame.flag_bits & HAS_FIRED:
        return Refusal.WENT_OFF
    if s.waits[s.units[who].side] >= w.book.max_waits_per_round:
        return Refusal.WAITED_ENOUGH
    return Refusal.NONE if next_key_after(s, who) >= 0 else Refusal.NOTHING_LATER


@kernel
def place_after(unit, key):
    """Put a waiting unit's turn just after the event with this key. Of several blows the first is given up, but no shot."""
    unit.slot_at[0] = key // 2
    if unit.attacks >= 2:
        unit.blow_lost = 1
        if unit.slot_state[0] == Slot.OPEN:
            unit.slot_state[0] = Slot.SPENT


@kernel
def last_waited(s):
    """The last in the order of the waiting units; 0 nobody waits."""
    last = 0
    for who in range(s.unit_count):
        last = max(last, int(s.units[who].waited))
    return last


@rule("turn.delay")
def place_in_waiting(s, w, frame):
    """The order within the round: the turn resumes right after the next event; a fighter with several blows gives up the
    blow of that moment.
    """
    who = int(frame.who)
    unit = s.units[who]
    know_units(s, w, int(unit.side))
    key = next_key_after(s, who)
    s.waits[unit.side] += 1
    unit.waited = 1 + last_waited(s)
    place_after(unit, key)
    emit(s, Event.WAITED, who, NO_UNIT, int(unit.slot_at[0]), 0)

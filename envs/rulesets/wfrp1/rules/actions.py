"""Actions: doing what was chosen for a turn or a later blow."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..board import OFF_BOARD, is_way_open, neighbour
from ..vocab import Event, Mode, Rate, Slot, Verb
from .ammunition import missile_item, resolve_load
from .bombs import start_throw
from .charging import resolve_charge, resolve_run_into_contact
from .combat import start_blow
from .conditions import is_mount
from .doors import start_door_blow
from .engagement import enter_cell, ground_unit_at, is_engaged, is_in_contact, turn_towards
from .entangling import resolve_break_free
from .firearms import resolve_flaw_mended, resolve_loading_test, start_broken_shot, takes_loading_test
from .fleeing import start_flight
from .flying import resolve_climb, resolve_swoop
from .grapples import resolve_release, start_contest, start_grapple
from .hands import resolve_with_hands
from .magic import resolve_casting
from .menu import is_done_with_hands, rate_of
from .missile_groups import resolve_aim_lost
from .missiles import resolve_aim, start_shot
from .modifiers import Flag
from .mounted import resolve_crawl_out, resolve_get_off, resolve_get_on
from .movement import resolve_move
from .reserved import HAS_CLIMBED, HAS_MOVED
from .striking import manner_at_hand
from .targets import may_strike
from .tending import start_tending

TRAVEL_COST = 1  # blows a switch costs more when there is ground to cover


@rule("action.menu")
def forfeits_later_blows(verb):
    """Actions: after a move, a shot, loading, aiming or tending the later blows of the round are given up."""
    return (
        Verb.MOVE_CAUTIOUS <= verb <= Verb.MOVE_EVADE
        or verb == Verb.FIRE
        or verb == Verb.FIRE_GROUP
        or verb == Verb.FIRE_BROKEN
        or verb == Verb.THROW_BOMB
        or verb == Verb.LOAD
        or verb == Verb.AIM
        or verb == Verb.CRAWL
        or verb == Verb.BREAK_FREE
        or verb == Verb.ASCEND
        or verb == Verb.DESCEND
        or verb == Verb.TEND
        or verb == Verb.CRAWL_OUT
        or verb == Verb.FLEE
        or verb == Verb.FLEE_EXIT
    )


@rule("action.menu", "action.drop", "engage.front_arc")
def takes_no_time(w, verb):
    """Actions: turning on the spot and, unless a knob says otherwise, dropping something interrupt nothing."""
    return verb == Verb.FACE or (verb == Verb.DROP and w.book.drop_cost == 0)


@rule("c.mounts", "action.magic", "missile.extreme_range")
def resolve_other_action(s, who, verb):
    """Actions: whatever takes several turns is lost when a unit does something else: getting on or off, casting, aiming."""
    unit = s.units[who]
    if verb != Verb.MOUNT and verb != Verb.DISMOUNT:
        unit.saddle_turns = 0
    if verb != Verb.MAGIC:
        unit.casting = 0
    if verb != Verb.FIRE and verb != Verb.FIRE_GROUP and verb != Verb.AIM:
        resolve_aim_lost(s, who)


@kernel
def spend_slot(unit, slot):
    """Use up the blow of a slot."""
    if unit.slot_state[slot] == Slot.OPEN:
        unit.slot_state[slot] = Slot.SPENT


@rule("action.combat", "engage.front_arc", "attack.multiple_opponents")
def resolve_strike(s, w, who, target, mode, slot):
    """Combat: the first blow of the round turns the unit towards its target, to whom its blows now go."""
    resolve_blow_taken(s, who, target, slot)
    start_blow(s, w, who, target, mode, slot, 0)


@rule("action.combat", "engage.front_arc", "attack.multiple_opponents", "grapple.attempt")
def resolve_blow_taken(s, who, target, slot):
    """Combat: the first blow of the round, or a grapple in its place, turns the unit towards its target."""
    unit = s.units[who]
    if unit.round_target == NO_UNIT and unit.surprised == 0 and not is_mount(s, who):
        turn_towards(s, who, int(s.units[target].cell))
    unit.round_target = target
    spend_slot(unit, slot)


@rule("attack.multiple_opponents")
def resolve_switch(s, w, who, target, slot):
    """Switching between opponents: a blow is given up, one more if there is ground to cover; the unit turns, and its next
    blows go to the other. Returns whether the blow at hand is left, as where a switch costs none.
    """
    unit = s.units[who]
    is_near = is_in_contact(s, w, who, target)
    cost = w.book.switch_cost_attacks + (0 if is_near else TRAVEL_COST)
    for k in range(cost):
        if slot + k < len(unit.slot_state):
            spend_slot(unit, slot + k)
    if not is_near:
        arrives = resolve_run_into_contact(s, w, who, target)
        emit(s, Event.MOVED, who, NO_UNIT, int(unit.cell), Rate.STANDARD)
        if not arrives:
            return False
    unit.round_target = target
    turn_towards(s, who, int(s.units[target].cell))
    emit(s, Event.SWITCHED, who, target, 0, 0)
    return cost == 0


@rule("action.charge", "action.combat")
def resolve_charging_blow(s, w, who, target):
    """Charge: the charger strikes in the same round."""
    unit = s.units[who]
    spend_slot(unit, 0)
    if not resolve_charge(s, w, who, target):
        return
    unit.round_target = target
    mode = manner_at_hand(s, w, who, target)
    if may_strike(s, w, who, target, mode):
        start_blow(s, w, who, target, mode, 0, Flag.CHARGE)


@rule("c.prone")
def resolve_crawl(s, w, who, direction):
    """Prone: a prone unit crawls ``crawl_cells`` cells, or until the way is blocked."""
    unit = s.units[who]
    for _ in range(w.book.crawl_cells):
        here = int(unit.cell)
        there = neighbour(w.field, here, direction)
        if there == OFF_BOARD or not is_way_open(s, w, here, direction) or ground_unit_at(s, there) != NO_UNIT:
            break
        enter_cell(s, w, who, there)
    emit(s, Event.CRAWLED, who, NO_UNIT, int(unit.cell), 0)


@rule("missile.phases", "firearm.reload_stress")
def resolve_loading(s, w, who):
    """Draw/load: one more round of loading; once loaded, a gun is tested for mistakes of hurried loading."""
    item = missile_item(s, w, who)
    if resolve_load(s, w, who) and not resolve_flaw_mended(s, who, item) and takes_loading_test(s, w, who, item):
        resolve_loading_test(s, w, who, item)


@rule("action.menu", "missile.extreme_range")
def resolve_action(s, w, frame):
    """Actions: do what was chosen. Returns whether the unit goes on choosing, as after turning on the spot."""
    who = int(frame.who)
    unit = s.units[who]
    verb = frame.verb
    target = int(frame.target)
    if forfeits_later_blows(verb):
        unit.slots_forfeited = 1
        if unit.mount != NO_UNIT and verb != Verb.FIRE and verb != Verb.FIRE_GROUP and verb != Verb.LOAD:
            s.units[unit.mount].slots_forfeited = 1
    if not takes_no_time(w, verb):
        resolve_other_action(s, who, verb)
    if verb == Verb.STRIKE:
        resolve_strike(s, w, who, target, int(frame.mode), int(frame.slot))
    elif verb == Verb.SWITCH:
        return resolve_switch(s, w, who, target, int(frame.slot))
    elif verb == Verb.CHARGE:
        resolve_charging_blow(s, w, who, target)
    elif verb == Verb.FIRE:
        start_shot(s, w, who, target, int(frame.mode), False)
    elif verb == Verb.FIRE_GROUP:
        start_shot(s, w, who, target, int(Mode.NORMAL), True)
    elif verb == Verb.LOAD:
        resolve_loading(s, w, who)
    elif verb == Verb.THROW_BOMB:
        start_throw(s, w, who, int(frame.mode), int(frame.cell))
    elif verb == Verb.FIRE_BROKEN:
        start_broken_shot(s, w, who)
    elif verb == Verb.AIM:
        resolve_aim(s, w, who, target)
    elif verb == Verb.FACE:
        unit.facing = frame.cell
        unit.has_faced = 1
        emit(s, Event.TURNED_TO_FACE, who, NO_UNIT, int(frame.cell), 0)
        return True
    elif verb == Verb.STAND_UP:
        unit.prone = 0
        if unit.mount != NO_UNIT:
            s.units[unit.mount].prone = 0
        emit(s, Event.STOOD_UP, who, NO_UNIT, 0, 0)
        return w.book.stand_up_cost_turn == 0
    elif verb == Verb.CRAWL:
        resolve_crawl(s, w, who, int(frame.cell))
    elif verb == Verb.BREAK_FREE:
        resolve_break_free(s, w, who)
    elif verb == Verb.SWOOP:
        frame.flag_bits |= HAS_MOVED
        return resolve_swoop(s, w, who, target)
    elif verb == Verb.ASCEND or verb == Verb.DESCEND:
        resolve_climb(s, w, who, verb)
        goes_on = frame.flag_bits & HAS_CLIMBED == 0
        frame.flag_bits |= HAS_CLIMBED
        return goes_on
    elif verb == Verb.STRIKE_DOOR:
        spend_slot(unit, int(frame.slot))
        start_door_blow(s, w, who, int(frame.cell))
    elif verb == Verb.GRAPPLE:
        resolve_blow_taken(s, who, target, int(frame.slot))
        start_grapple(s, who, target, int(frame.slot))
    elif verb == Verb.HOLD_MAINTAIN:
        start_contest(s, who)
    elif verb == Verb.HOLD_RELEASE:
        resolve_release(s, who)
        return True
    elif verb == Verb.TEND:
        start_tending(s, who, target)
    elif verb == Verb.CRAWL_OUT:
        resolve_crawl_out(s, w, who)
    elif verb == Verb.MAGIC:
        took_no_time = resolve_casting(s, w, who)
        if not took_no_time:
            unit.slots_forfeited = 1
        return took_no_time
    elif verb == Verb.MOUNT or verb == Verb.DISMOUNT:
        return resolve_in_saddle(s, w, frame)
    elif is_done_with_hands(verb):
        took_no_time = resolve_with_hands(s, w, frame)
        if not took_no_time:
            unit.slots_forfeited = 1
        return took_no_time
    elif verb == Verb.FLEE:
        start_flight(s, who, int(frame.cell), False)
    elif verb == Verb.FLEE_EXIT:
        start_flight(s, who, OFF_BOARD, True)
    elif verb == Verb.PASS and unit.fleeing != 0 and is_engaged(s, w, who):
        start_flight(s, who, OFF_BOARD, False)
    elif verb == Verb.PASS:
        emit(s, Event.PASSED if frame.slot == 0 else Event.BLOW_PASSED, who, NO_UNIT, 0, 0)
    else:
        resolve_move(s, w, who, int(frame.cell), rate_of(verb))
        return resolve_move_into_contact(s, w, frame)
    return False


@rule("c.mounts")
def resolve_in_saddle(s, w, frame):
    """Mounts: getting on or off is a whole turn. Whether it took no time."""
    who = int(frame.who)
    if frame.verb == Verb.MOUNT:
        took_no_time = resolve_get_on(s, w, who, int(frame.target))
    else:
        took_no_time = resolve_get_off(s, w, who, int(frame.cell))
    if not took_no_time:
        s.units[who].slots_forfeited = 1
    return took_no_time


@rule("action.move")
def resolve_move_into_contact(s, w, frame):
    """Move: a unit that walks into contact strikes no blow this round, unless a knob selects the other reading."""
    unit = s.units[frame.who]
    if w.book.engage_move_allows_blows == 1 and is_engaged(s, w, int(frame.who)):
        unit.slots_forfeited = 0
        frame.flag_bits = HAS_MOVED
        return unit.blow_lost == 0
    return False

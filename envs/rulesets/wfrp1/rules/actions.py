"""Actions: what a unit may do in its turn and with each later blow, and doing it."""

from __future__ import annotations

import numpy as np

from ....core.events import emit
from ....core.geometry import OFF_BOARD, neighbour
from ....core.jit import kernel, rule
from ....core.state import NO_UNIT, are_friends
from ..vocab import MODES, Event, Item, Mode, Prompt, Rate, Slot, Verb
from .ammunition import may_be_shot_at, may_load, missile_item, resolve_load
from .charging import may_charge, resolve_charge
from .combat import may_strike, start_blow
from .conditions import is_static, may_take_turn
from .engagement import ground_unit_at, is_engaged, is_in_contact, is_way_open, known_unit_at, may_face, turn_towards
from .fleeing import find_ways_to_flee, has_somewhere_to_flee, may_leave_the_board, start_flight
from .missile_groups import may_fire_group, resolve_aim_lost
from .missiles import may_aim, may_fire, resolve_aim, start_shot
from .modifiers import Flag
from .movement import may_move, resolve_move

LAST_VERB = len(Verb)
HAS_MOVED = 1  # flag of a turn: it has moved into contact and may still strike

#: The parts each verb asks for, in the order they are asked: 1 target, 2 mode, 3 cell, 4 direction, 5 item.
PARTS_OF = np.zeros((LAST_VERB, 2), np.int64)
for _verb in (Verb.PRESS, Verb.CHARGE, Verb.SWITCH, Verb.FIRE_GROUP, Verb.AIM):
    PARTS_OF[_verb] = (1, 0)
for _verb in (Verb.STRIKE, Verb.FIRE):
    PARTS_OF[_verb] = (1, 2)
for _verb in (Verb.MOVE_CAUTIOUS, Verb.MOVE_STANDARD, Verb.MOVE_RUN, Verb.MOVE_EVADE, Verb.FLEE):
    PARTS_OF[_verb] = (3, 0)
for _verb in (Verb.FACE, Verb.CRAWL):
    PARTS_OF[_verb] = (4, 0)


@kernel
def next_part(verb, asked):
    """The part of a choice to ask after part ``asked`` (0: the verb itself); 0 when it is complete."""
    if asked == 0:
        return int(PARTS_OF[verb, 0])
    if asked == PARTS_OF[verb, 0]:
        return int(PARTS_OF[verb, 1])
    return 0


@kernel
def part_prompt(part):
    """The prompt that asks for a part."""
    return int(Prompt.TARGET + part - 1)


@kernel
def rate_of(verb):
    """The rate of a move verb."""
    return int(Rate.CAUTIOUS + verb - Verb.MOVE_CAUTIOUS)


# --- whether there is anything to decide -----------------------------------------------------------------------------


@rule("action.menu", "initiative.multiple_attacks")
def may_take_event(s, w, who, slot):
    """Actions: the first slot is the turn; later ones are blows, for those then engaged and able to strike."""
    if not may_take_turn(s, who):
        return False
    if slot == 0:
        return True
    unit = s.units[who]
    return unit.fleeing == 0 and not is_static(s, w, who) and has_blow_target(s, w, who)


@rule("action.combat", "flee.free_blows")
def has_blow_target(s, w, who):
    """Combat: whether there is anyone in contact to strike, at once or after a switch."""
    for target in range(s.unit_count):
        if may_strike_anyhow(s, w, who, target):
            return True
    return False


@kernel
def may_strike_anyhow(s, w, who, target):
    """Whether some way of striking this target is open."""
    return may_strike(s, w, who, target, Mode.NORMAL) or may_strike(s, w, who, target, Mode.UNARMED)


# --- what may be chosen ----------------------------------------------------------------------------------------------


@rule("attack.multiple_opponents", "parry.cost", "c.prone")
def may_strike_now(s, w, who, target, mode):
    """Switching between opponents: the first blow of a round goes to anyone in contact, the others to the same one.

    A blow given up to a parry or a wait is gone.
    """
    unit = s.units[who]
    if unit.round_target != NO_UNIT and unit.round_target != target:
        return False
    return not is_static(s, w, who) and may_strike(s, w, who, target, mode)


@rule("attack.multiple_opponents")
def may_switch(s, w, who, target):
    """Switching between opponents: costs a later blow; the target must be in contact and not the present one."""
    unit = s.units[who]
    return (
        unit.round_target != NO_UNIT
        and unit.round_target != target
        and not is_static(s, w, who)
        and may_strike_anyhow(s, w, who, target)
    )


@rule("c.prone")
def may_crawl(s, w, who, direction):
    """Prone: who lies may crawl one cell, unless engaged."""
    unit = s.units[who]
    if unit.prone == 0 or unit.hold_role != 0 or unit.trapped == 1 or unit.hold_ground == 1:
        return False
    if w.book.crawl_cells == 0:
        return False
    here = int(unit.cell)
    if not is_way_open(s, w, here, direction) or is_engaged(s, w, who):
        return False
    return known_unit_at(s, neighbour(w.field, here, direction)) == NO_UNIT


@rule("turn.delay", "turn.simultaneous")
def may_wait(s, w, who, next_key):
    """The order within the round: anyone may act later while another event is still to come."""
    return next_key >= 0 and s.waits < w.book.max_waits_per_round and s.units[who].doomed == 0


@rule("action.menu")
def may_target(s, w, who, verb, target):
    """Actions: whether a verb can be completed with this target."""
    if are_friends(s, who, target) or s.units[target].present == 0:
        return False
    if verb == Verb.CHARGE:
        return may_charge(s, w, who, target)
    if verb == Verb.STRIKE:
        if not is_in_contact(s, w, who, target):
            return False
        for mode in range(MODES):
            if may_strike_now(s, w, who, target, mode):
                return True
        return False
    if verb == Verb.SWITCH:
        return may_switch(s, w, who, target)
    if verb == Verb.FIRE:
        if not may_be_shot_at(s, w, who, target):
            return False
        for mode in range(MODES):
            if may_fire(s, w, who, target, mode):
                return True
        return False
    if verb == Verb.FIRE_GROUP:
        return may_fire_group(s, w, who, target)
    if verb == Verb.AIM:
        return may_aim(s, w, who, target)
    return False


@kernel
def has_target(s, w, who, verb):
    """Whether a verb can be completed with any target."""
    if (verb == Verb.FIRE or verb == Verb.FIRE_GROUP or verb == Verb.AIM) and missile_item(s, w, who) == Item.NOTHING:
        return False
    for target in range(s.unit_count):
        if may_target(s, w, who, verb, target):
            return True
    return False


@kernel
def has_crawl(s, w, who):
    """Whether a unit can crawl anywhere."""
    for direction in range(8):
        if may_crawl(s, w, who, direction):
            return True
    return False


@rule("action.menu", "missile.carry_loaded", "flee.victor_stays", "turn.simultaneous")
def may_choose_in_turn(s, w, who, verb, moved, next_key):
    """Actions: whether a verb is open in the first slot, by what the unit has declared and what has befallen it."""
    unit = s.units[who]
    if verb == Verb.PASS:
        return True
    if verb == Verb.STRIKE:
        return unit.blow_lost == 0 and unit.declared != Verb.READY_SHOT and has_target(s, w, who, verb)
    if moved:
        return False
    if verb == Verb.FIRE or verb == Verb.FIRE_GROUP:
        return unit.blow_lost == 0 and unit.hold_ground == 0 and has_target(s, w, who, verb)
    if unit.doomed == 1:
        return False
    if verb == Verb.AIM:
        return unit.hold_ground == 0 and has_target(s, w, who, verb)
    if unit.declared == Verb.READY_SHOT:
        return False
    if Verb.MOVE_CAUTIOUS <= verb <= Verb.MOVE_EVADE:
        return may_move(s, w, who, rate_of(verb))
    if verb == Verb.CHARGE:
        return has_target(s, w, who, verb)
    if verb == Verb.LOAD:
        return unit.hold_ground == 0 and may_load(s, w, who)
    if verb == Verb.FACE:
        return may_face(s, w, who)
    if verb == Verb.WAIT:
        return may_wait(s, w, who, next_key)
    if verb == Verb.STAND_UP:
        return unit.prone == 1 and unit.hold_role == 0 and unit.trapped == 0
    if verb == Verb.CRAWL:
        return has_crawl(s, w, who)
    return False


@rule("flee.declare", "flee.movement")
def may_choose_in_flight(s, w, who, verb):
    """Fleeing: a declared flight cannot be taken back while engaged; who finds no way out has to stay."""
    if verb == Verb.FLEE:
        find_ways_to_flee(s, w, who)
        return has_somewhere_to_flee(s, w, who)
    if verb == Verb.FLEE_EXIT:
        find_ways_to_flee(s, w, who)
        return may_leave_the_board(s, w, who)
    if verb == Verb.PASS:
        if not is_engaged(s, w, who):
            return True
        find_ways_to_flee(s, w, who)
        return not has_somewhere_to_flee(s, w, who) and not may_leave_the_board(s, w, who)
    return False


@rule("initiative.multiple_attacks", "attack.multiple_opponents")
def may_choose_extra_blow(s, w, who, verb):
    """Multiple attacks: each later blow is struck at the same opponent, spent on a switch, or lost."""
    if verb == Verb.STRIKE or verb == Verb.SWITCH:
        return has_target(s, w, who, verb)
    return verb == Verb.PASS


# --- doing it --------------------------------------------------------------------------------------------------------


@kernel
def place_after(unit, key):
    """Put a waiting unit's turn just after the event with this key."""
    unit.slot_at[0] = key // 2
    if unit.attacks >= 2:
        unit.blow_lost = 1
        unit.slot_state[0] = Slot.LOST


@rule("action.menu")
def forfeits_later_blows(verb):
    """Actions: after a move, a shot, loading or aiming the later blows of the round are given up."""
    return (
        Verb.MOVE_CAUTIOUS <= verb <= Verb.MOVE_EVADE
        or verb == Verb.FIRE
        or verb == Verb.FIRE_GROUP
        or verb == Verb.LOAD
        or verb == Verb.AIM
        or verb == Verb.CRAWL
        or verb == Verb.FLEE
        or verb == Verb.FLEE_EXIT
    )


@kernel
def spend_slot(unit, slot):
    """Use up the blow of a slot."""
    if unit.slot_state[slot] == Slot.OPEN:
        unit.slot_state[slot] = Slot.SPENT


@rule("action.combat", "engage.front_arc", "attack.multiple_opponents")
def resolve_strike(s, w, who, target, mode, slot):
    """Combat: the first blow of the round turns the unit towards its target, to whom its blows now go."""
    unit = s.units[who]
    if unit.round_target == NO_UNIT and unit.surprised == 0:
        turn_towards(s, who, int(s.units[target].cell))
    unit.round_target = target
    spend_slot(unit, slot)
    start_blow(s, w, who, target, mode, slot, 0)


@rule("attack.multiple_opponents")
def resolve_switch(s, w, who, target, slot):
    """Switching between opponents: a blow is given up, the unit turns, and its next blows go to the other."""
    unit = s.units[who]
    for k in range(w.book.switch_cost_attacks):
        if slot + k < len(unit.slot_state):
            spend_slot(unit, slot + k)
    unit.round_target = target
    turn_towards(s, who, int(s.units[target].cell))
    emit(s, Event.SWITCHED, who, target, 0, 0)


@rule("action.charge", "action.combat")
def resolve_charging_blow(s, w, who, target):
    """Charge: the charger strikes in the same round."""
    unit = s.units[who]
    spend_slot(unit, 0)
    if not resolve_charge(s, w, who, target):
        return
    unit.round_target = target
    mode = Mode.NORMAL if may_strike(s, w, who, target, Mode.NORMAL) else Mode.UNARMED
    start_blow(s, w, who, target, mode, 0, Flag.CHARGE)


@rule("c.prone")
def resolve_crawl(s, w, who, direction):
    """Prone: who lies crawls one cell, or till somebody is in the way."""
    unit = s.units[who]
    for _ in range(w.book.crawl_cells):
        here = int(unit.cell)
        there = neighbour(w.field, here, direction)
        if there == OFF_BOARD or not is_way_open(s, w, here, direction) or ground_unit_at(s, there) != NO_UNIT:
            break
        unit.cell = there
    emit(s, Event.CRAWLED, who, NO_UNIT, int(unit.cell), 0)


@rule("action.menu", "missile.extreme_range")
def resolve_action(s, w, frame):
    """Actions: do what was chosen. Returns whether the unit goes on choosing, as after turning on the spot."""
    who = int(frame.who)
    unit = s.units[who]
    verb = frame.verb
    target = int(frame.target)
    if forfeits_later_blows(verb):
        unit.slots_forfeited = 1
    if verb != Verb.FIRE and verb != Verb.FIRE_GROUP and verb != Verb.FACE and verb != Verb.AIM:
        resolve_aim_lost(s, who)
    if verb == Verb.STRIKE:
        resolve_strike(s, w, who, target, int(frame.mode), int(frame.slot))
    elif verb == Verb.SWITCH:
        resolve_switch(s, w, who, target, int(frame.slot))
        return w.book.switch_cost_attacks == 0
    elif verb == Verb.CHARGE:
        resolve_charging_blow(s, w, who, target)
    elif verb == Verb.FIRE:
        start_shot(s, w, who, target, int(frame.mode), False)
    elif verb == Verb.FIRE_GROUP:
        start_shot(s, w, who, target, int(Mode.NORMAL), True)
    elif verb == Verb.LOAD:
        resolve_load(s, w, who)
    elif verb == Verb.AIM:
        resolve_aim(s, w, who, target)
    elif verb == Verb.FACE:
        unit.facing = frame.cell
        unit.has_faced = 1
        emit(s, Event.TURNED_TO_FACE, who, NO_UNIT, int(frame.cell), 0)
        return True
    elif verb == Verb.STAND_UP:
        unit.prone = 0
        emit(s, Event.STOOD_UP, who, NO_UNIT, 0, 0)
        return w.book.stand_up_cost_turn == 0
    elif verb == Verb.CRAWL:
        resolve_crawl(s, w, who, int(frame.cell))
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


@rule("action.move")
def resolve_move_into_contact(s, w, frame):
    """Move: who walks into contact strikes no blow this round, unless the other reading of the rule is in use."""
    unit = s.units[frame.who]
    if w.book.engage_move_allows_blows == 1 and is_engaged(s, w, int(frame.who)):
        unit.slots_forfeited = 0
        frame.flag_bits = HAS_MOVED
        return unit.blow_lost == 0
    return False

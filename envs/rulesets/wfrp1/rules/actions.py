"""Actions: what a unit may do in its turn and with each later blow, and doing it."""

from __future__ import annotations

import numpy as np

from ....core.events import emit
from ....core.geometry import OFF_BOARD, neighbour
from ....core.jit import kernel, rule
from ....core.state import NO_UNIT, are_friends
from ..vocab import MODES, Event, Item, Mode, Prompt, Rate, Slot, Verb
from .ammunition import may_be_shot_at, may_load, missile_item, resolve_load
from .bombs import start_throw
from .charging import may_charge, resolve_charge
from .combat import may_strike, start_blow
from .conditions import is_mount, is_static, may_take_turn
from .doors import has_door_to_strike, start_door_blow
from .engagement import (
    enter_cell,
    ground_unit_at,
    is_burning,
    is_engaged,
    is_in_contact,
    is_way_open,
    known_unit_at,
    may_face,
    turn_towards,
)
from .entangling import may_break_free, resolve_break_free
from .firearms import may_fire_broken, resolve_flaw_mended, resolve_loading_test, start_broken_shot, takes_loading_test
from .fleeing import has_somewhere_to_flee, may_leave_the_board, start_flight
from .flying import may_climb, may_swoop, resolve_climb, resolve_swoop
from .grapples import may_grapple, resolve_release, start_contest, start_grapple
from .hands import has_hand_for, has_something_to_take_up, may_swap_hands, resolve_with_hands
from .heights import is_aloft
from .magic import may_cast, resolve_casting
from .missile_groups import may_fire_group, resolve_aim_lost
from .missiles import may_aim, may_fire, resolve_aim, start_shot
from .modifiers import Flag
from .mounted import has_way_off, may_get_on, resolve_crawl_out, resolve_get_off, resolve_get_on
from .movement import may_move, resolve_move
from .tending import may_tend, start_tending
from .throwing import has_throw

LAST_VERB = len(Verb)
HAS_MOVED = 1  # flag of a turn: it has moved into contact and may still strike
HAS_FIRED = 2  # flag of a turn: its gun hung fire and has gone off
HAS_CLIMBED = 4  # flag of a turn: half of it was spent on a step up or down
IS_LEAVING = 8  # flag of a turn: blows have fallen at it as it left a fight in the air

#: The parts each verb asks for, in the order they are asked: 1 target, 2 mode, 3 cell, 4 direction, 5 item.
PARTS_OF = np.zeros((LAST_VERB, 2), np.int64)
for _verb in (
    Verb.PRESS,
    Verb.CHARGE,
    Verb.SWITCH,
    Verb.FIRE_GROUP,
    Verb.AIM,
    Verb.TEND,
    Verb.GRAPPLE,
    Verb.MOUNT,
    Verb.SWOOP,
):
    PARTS_OF[_verb] = (1, 0)
for _verb in (Verb.STRIKE, Verb.FIRE):
    PARTS_OF[_verb] = (1, 2)
for _verb in (Verb.MOVE_CAUTIOUS, Verb.MOVE_STANDARD, Verb.MOVE_RUN, Verb.MOVE_EVADE, Verb.FLEE):
    PARTS_OF[_verb] = (3, 0)
for _verb in (Verb.STOW, Verb.DROP, Verb.PICK_UP):
    PARTS_OF[_verb] = (2, 0)
PARTS_OF[Verb.TAKE_UP] = (5, 2)
for _verb in (Verb.FACE, Verb.CRAWL, Verb.STRIKE_DOOR, Verb.DISMOUNT):
    PARTS_OF[_verb] = (4, 0)
PARTS_OF[Verb.THROW_BOMB] = (2, 3)


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


@rule("action.menu", "initiative.multiple_attacks", "mounted.mount_attacks")
def may_take_event(s, w, who, slot):
    """Actions: the first slot is the turn; later ones are blows, for those then engaged and able to strike. Mounts have
    nothing but blows.
    """
    if not may_take_turn(s, who):
        return False
    if is_mount(s, who):
        return has_blow_target(s, w, who)
    if slot == 0:
        return True
    unit = s.units[who]
    if unit.fleeing != 0 or is_static(s, w, who):
        return False
    return has_blow_target(s, w, who) or has_door_to_strike(s, w, who)


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


@rule("grapple.attempt", "attack.multiple_opponents")
def may_grapple_now(s, w, who, target):
    """Grapples: in place of a blow, and so at the opponent that the blows of the round go to."""
    unit = s.units[who]
    if unit.round_target != NO_UNIT and unit.round_target != target:
        return False
    return may_grapple(s, w, who, target)


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


@rule("parry.cost", "missile.carry_loaded", "turn.simultaneous")
def may_use_blow(s, who):
    """Actions: the blow of the turn may go elsewhere, unless it is lost, kept for a shot, or the last thing one does."""
    unit = s.units[who]
    return unit.blow_lost == 0 and unit.doomed == 0 and unit.declared != Verb.READY_SHOT


@rule("c.prone")
def may_crawl(s, w, who, direction):
    """Prone: who lies may crawl one cell, unless engaged."""
    unit = s.units[who]
    if unit.prone == 0 or unit.hold_role != 0 or unit.trapped == 1 or unit.hold_ground == 1 or unit.entangled != 0:
        return False
    if w.book.crawl_cells == 0:
        return False
    here = int(unit.cell)
    if not is_way_open(s, w, here, direction) or is_engaged(s, w, who):
        return False
    there = neighbour(w.field, here, direction)
    return known_unit_at(s, there) == NO_UNIT and not is_burning(s, there)


@rule("turn.delay", "turn.simultaneous")
def may_wait(s, w, who, next_key):
    """The order within the round: anyone may act later while another event is still to come."""
    return next_key >= 0 and s.waits < w.book.max_waits_per_round and s.units[who].doomed == 0


@rule("action.menu")
def may_target(s, w, who, verb, target):
    """Actions: whether a verb can be completed with this target."""
    if s.units[target].present == 0:
        return False
    if verb == Verb.TEND:
        return may_tend(s, w, who, target)
    if verb == Verb.MOUNT:
        return may_get_on(s, w, who, target)
    if are_friends(s, who, target):
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
    if verb == Verb.GRAPPLE:
        return may_grapple_now(s, w, who, target)
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
    if verb == Verb.SWOOP:
        return may_swoop(s, w, who, target)
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
    if verb == Verb.STRIKE_DOOR:
        return may_use_blow(s, who) and has_door_to_strike(s, w, who)
    if verb == Verb.GRAPPLE:
        return may_use_blow(s, who) and has_target(s, w, who, verb)
    if verb == Verb.FIRE or verb == Verb.FIRE_GROUP:
        return unit.blow_lost == 0 and unit.hold_ground == 0 and has_target(s, w, who, verb)
    if verb == Verb.THROW_BOMB:
        return unit.blow_lost == 0 and has_throw(s, w, who)
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
    if verb == Verb.SWOOP:
        return is_aloft(s, who) and has_target(s, w, who, verb)
    if verb == Verb.ASCEND or verb == Verb.DESCEND:
        return may_climb(s, w, who, verb)
    if verb == Verb.LOAD:
        return unit.hold_ground == 0 and may_load(s, w, who)
    if verb == Verb.FIRE_BROKEN:
        return unit.hold_ground == 0 and may_fire_broken(s, w, who)
    if verb == Verb.FACE:
        return may_face(s, w, who)
    if verb == Verb.WAIT:
        return may_wait(s, w, who, next_key)
    if verb == Verb.STAND_UP:
        lies = unit.prone == 1 or (unit.mount != NO_UNIT and s.units[unit.mount].prone == 1)
        return lies and unit.hold_role == 0 and unit.trapped == 0
    if verb == Verb.CRAWL:
        return has_crawl(s, w, who)
    if verb == Verb.BREAK_FREE:
        return may_break_free(s, who)
    if verb == Verb.TEND or verb == Verb.MOUNT:
        return has_target(s, w, who, verb)
    if verb == Verb.MAGIC:
        return may_cast(s, w, who)
    if verb == Verb.DISMOUNT:
        return has_way_off(s, w, who)
    if verb == Verb.CRAWL_OUT:
        return unit.trapped == 1
    return may_choose_with_hands(s, w, who, verb)


@rule("action.take_up", "action.drop", "c.prone")
def may_choose_with_hands(s, w, who, verb):
    """Take-up: draw, put away, change hands, drop and pick up. Who lies can only drop things."""
    unit = s.units[who]
    if verb != Verb.DROP and (unit.prone == 1 or unit.trapped == 1):
        return False
    if verb == Verb.TAKE_UP:
        return has_something_to_take_up(s, w, who)
    if verb == Verb.SWAP_HANDS:
        return may_swap_hands(s, w, who)
    return is_done_with_hands(verb) and has_hand_for(s, w, who, verb, 0)


@kernel
def is_done_with_hands(verb):
    """Whether a verb moves things from or to the hands."""
    is_drawn = verb == Verb.TAKE_UP or verb == Verb.QUICK_DRAW
    return is_drawn or verb == Verb.STOW or verb == Verb.DROP or verb == Verb.PICK_UP or verb == Verb.SWAP_HANDS


@rule("flee.declare", "flee.movement")
def may_choose_in_flight(s, w, who, verb):
    """Fleeing: a declared flight cannot be taken back while engaged; who finds no way out has to stay. The ways must have
    been found before.
    """
    if verb == Verb.FLEE:
        return has_somewhere_to_flee(s, w, who)
    if verb == Verb.FLEE_EXIT:
        return may_leave_the_board(s, w, who)
    return verb == Verb.PASS and (
        not is_engaged(s, w, who) or not (has_somewhere_to_flee(s, w, who) or may_leave_the_board(s, w, who))
    )


@rule("initiative.multiple_attacks", "attack.multiple_opponents")
def may_choose_extra_blow(s, w, who, verb):
    """Multiple attacks: each later blow is struck at the same opponent, spent on a switch, or lost. A grapple or a blow at
    a door takes the place of one.
    """
    if verb == Verb.STRIKE or verb == Verb.SWITCH or verb == Verb.GRAPPLE:
        return has_target(s, w, who, verb)
    if verb == Verb.STRIKE_DOOR:
        return has_door_to_strike(s, w, who)
    if verb == Verb.DROP:
        return w.book.drop_cost == 0 and has_hand_for(s, w, who, verb, 0)
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
    if may_strike(s, w, who, target, mode):
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
        enter_cell(s, w, who, there)
    emit(s, Event.CRAWLED, who, NO_UNIT, int(unit.cell), 0)


@rule("missile.phases", "firearm.reload_stress")
def resolve_loading(s, w, who):
    """Draw/load: one more round of loading; a gun that is ready is tested for what a hurried hand has forgotten."""
    item = missile_item(s, w, who)
    if resolve_load(s, w, who) and not resolve_flaw_mended(s, who) and takes_loading_test(s, w, who, item):
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
    if verb != Verb.MOUNT and verb != Verb.DISMOUNT:
        unit.saddle_turns = 0
    if verb != Verb.MAGIC and verb != Verb.FACE and verb != Verb.DROP:
        unit.casting = 0
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
    """Move: who walks into contact strikes no blow this round, unless the other reading of the rule is in use."""
    unit = s.units[frame.who]
    if w.book.engage_move_allows_blows == 1 and is_engaged(s, w, int(frame.who)):
        unit.slots_forfeited = 0
        frame.flag_bits = HAS_MOVED
        return unit.blow_lost == 0
    return False

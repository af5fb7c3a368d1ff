"""The menu: what a unit may choose in its turn and with each later blow, and the parts of each choice."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, offer
from ....core.state.choosing import Part, offer_if, parts_of
from ..board import is_way_open, neighbour
from ..vocab import Rate, Verb
from .ammunition import may_load
from .conditions import is_mount, is_static, may_take_turn
from .doors import has_door_to_strike
from .engagement import is_burning, is_engaged, known_unit_at, may_face
from .entangling import may_break_free
from .firearms import may_fire_broken
from .fleeing import DECLARED, find_ways_to_flee, has_somewhere_to_flee, may_leave_the_board
from .flying import may_climb
from .hands import has_hand_for, has_something_to_take_up, may_swap_hands
from .heights import is_aloft
from .magic import may_cast
from .movement import may_move_at, may_set_out
from .order import may_wait
from .targets import has_blow_target, has_target
from .throwing import has_throw

HAS_MOVED = 1  # flag of a turn: it has moved into contact and may still strike
HAS_FIRED = 2  # flag of a turn: its gun hung fire and has gone off
HAS_CLIMBED = 4  # flag of a turn: half of it was spent on a step up or down
IS_LEAVING = 8  # flag of a turn: blows have fallen at it as it left a fight in the air

#: The parts each verb asks for, in the order they are asked.
PARTS_OF = parts_of(
    len(Verb),
    {
        (
            Verb.PRESS, Verb.CHARGE, Verb.SWITCH, Verb.FIRE_GROUP, Verb.AIM, Verb.TEND, Verb.GRAPPLE, Verb.MOUNT, Verb.SWOOP,
        ): (Part.TARGET,),
        (Verb.STRIKE, Verb.FIRE): (Part.TARGET, Part.MODE),
        (Verb.MOVE_CAUTIOUS, Verb.MOVE_STANDARD, Verb.MOVE_RUN, Verb.MOVE_EVADE, Verb.FLEE): (Part.CELL,),
        (Verb.STOW, Verb.DROP, Verb.PICK_UP): (Part.MODE,),
        (Verb.TAKE_UP, Verb.QUICK_DRAW): (Part.ITEM, Part.MODE),
        (Verb.FACE, Verb.CRAWL, Verb.STRIKE_DOOR, Verb.DISMOUNT): (Part.DIRECTION,),
        Verb.THROW_BOMB: (Part.MODE, Part.CELL),
    },
)  # fmt: skip


@kernel
def rate_of(verb):
    """The rate of a move verb."""
    return int(Rate.CAUTIOUS + verb - Verb.MOVE_CAUTIOUS)


@kernel
def is_done_with_hands(verb):
    """Whether a verb moves things from or to the hands."""
    is_drawn = verb == Verb.TAKE_UP or verb == Verb.QUICK_DRAW
    return is_drawn or verb == Verb.STOW or verb == Verb.DROP or verb == Verb.PICK_UP or verb == Verb.SWAP_HANDS


# --- whether there is anything to decide -----------------------------------------------------------------------------


@rule("action.menu", "initiative.multiple_attacks", "mounted.mount_attacks")
def may_take_event(s, w, who, slot):
    """Actions: the first slot is the turn; later ones are blows, for those then engaged and able to strike. Mounts have
    nothing but blows, and do not switch to another opponent.
    """
    if not may_take_turn(s, who):
        return False
    if is_mount(s, who):
        return has_target(s, w, who, Verb.STRIKE)
    if slot == 0:
        return True
    unit = s.units[who]
    if unit.fleeing != 0 or is_static(s, w, who):
        return False
    return has_blow_target(s, w, who) or has_door_to_strike(s, w, who)


# --- crawling --------------------------------------------------------------------------------------------------------


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


# --- what is open ----------------------------------------------------------------------------------------------------


@rule("turn.simultaneous", "missile.carry_loaded")
def is_bound(s, who):
    """Actions: who is put out at this very moment has but a blow or shot left, who kept a shot ready, that shot."""
    unit = s.units[who]
    return unit.doomed == 1 or unit.declared == Verb.READY_SHOT


@rule("parry.cost", "missile.carry_loaded")
def may_strike_in_turn(s, w, who):
    """Actions: the blow of the turn, unless it is lost or kept for a shot."""
    unit = s.units[who]
    return unit.blow_lost == 0 and unit.declared != Verb.READY_SHOT and has_target(s, w, who, Verb.STRIKE)


@rule("parry.cost", "grapple.attempt")
def may_grapple_in_turn(s, w, who):
    """Grapples: in place of the blow of the turn, unless it is lost."""
    return not is_bound(s, who) and s.units[who].blow_lost == 0 and has_target(s, w, who, Verb.GRAPPLE)


@rule("action.menu")
def offer_turn(s, w, frame, who):
    """Actions: what is open in the first slot, by what the unit has declared, done, and suffered."""
    if s.units[who].fleeing == DECLARED:
        offer_declared_flight(s, w, who)
    elif s.units[who].hold_ground == 1:
        offer_ground_held(s, w, who)
    elif frame.flag_bits & HAS_CLIMBED:
        offer_after_climb(s, w, who)
    elif frame.flag_bits & HAS_MOVED:
        offer_if(s, Verb.STRIKE, may_strike_in_turn(s, w, who))
        offer(s, Verb.PASS)
    else:
        offer_whole_turn(s, w, who, frame.flag_bits & HAS_FIRED != 0)


@rule("flee.victor_stays")
def offer_ground_held(s, w, who):
    """Fleeing: who has to stay while an opponent runs may fight those that are left, turn or wait, and no more."""
    offer_if(s, Verb.STRIKE, may_strike_in_turn(s, w, who))
    offer_if(s, Verb.GRAPPLE, may_grapple_in_turn(s, w, who))
    if not is_bound(s, who):
        offer_if(s, Verb.FACE, may_face(s, w, who))
        offer_if(s, Verb.WAIT, may_wait(s, w, who))
    offer(s, Verb.PASS)


@rule("action.menu")
def offer_whole_turn(s, w, who, has_fired):
    """Actions: one of these a round. They are listed in the order of the verbs."""
    unit = s.units[who]
    is_free = not is_bound(s, who)
    if is_free:
        offer_rates(s, w, who)
        offer_if(s, Verb.CHARGE, has_target(s, w, who, Verb.CHARGE))
    offer_if(s, Verb.STRIKE, may_strike_in_turn(s, w, who))
    offer_if(s, Verb.GRAPPLE, may_grapple_in_turn(s, w, who))
    if not has_fired and unit.blow_lost == 0:
        offer_if(s, Verb.FIRE, has_target(s, w, who, Verb.FIRE))
        offer_if(s, Verb.FIRE_GROUP, has_target(s, w, who, Verb.FIRE_GROUP))
        offer_if(s, Verb.THROW_BOMB, unit.declared != Verb.READY_SHOT and has_throw(s, w, who))
    if is_free:
        offer_if(s, Verb.LOAD, may_load(s, w, who))
    if unit.doomed == 0:
        offer_if(s, Verb.AIM, has_target(s, w, who, Verb.AIM))
    if is_free:
        offer_if(s, Verb.FIRE_BROKEN, unit.blow_lost == 0 and may_fire_broken(s, w, who))
        offer_hands(s, w, who)
        offer_if(s, Verb.FACE, may_face(s, w, who))
        offer_if(s, Verb.WAIT, may_wait(s, w, who))
    offer(s, Verb.PASS)
    if is_free:
        offer_others(s, w, who)


@rule("action.menu")
def offer_rates(s, w, who):
    """Actions: move at the rates open to the unit."""
    if may_set_out(s, w, who):
        for verb in range(Verb.MOVE_CAUTIOUS, Verb.MOVE_EVADE + 1):
            offer_if(s, verb, may_move_at(s, w, who, rate_of(verb)))


@rule("action.menu")
def offer_hands(s, w, who):
    """Actions: draw, put away and drop. Who lies can only drop things."""
    is_up = is_on_its_feet(s, who)
    offer_if(s, Verb.TAKE_UP, is_up and has_something_to_take_up(s, w, who))
    offer_if(s, Verb.STOW, is_up and has_hand_for(s, w, who, Verb.STOW, 0))
    offer_if(s, Verb.DROP, has_hand_for(s, w, who, Verb.DROP, 0))


@kernel
def is_on_its_feet(s, who):
    """Whether a unit neither lies nor is caught under its mount."""
    return s.units[who].prone == 0 and s.units[who].trapped == 0


@kernel
def offer_others(s, w, who):
    """What comes after passing in the order of the verbs: getting up, flying, friends, mounts, doors, magic, the ground."""
    unit = s.units[who]
    offer_if(s, Verb.STAND_UP, may_stand_up(s, who))
    offer_if(s, Verb.CRAWL, unit.prone == 1)
    offer_if(s, Verb.CRAWL_OUT, unit.trapped == 1)
    offer_if(s, Verb.BREAK_FREE, may_break_free(s, who))
    offer_if(s, Verb.SWOOP, is_aloft(s, who) and has_target(s, w, who, Verb.SWOOP))
    offer_if(s, Verb.ASCEND, may_climb(s, w, who, Verb.ASCEND))
    offer_if(s, Verb.DESCEND, may_climb(s, w, who, Verb.DESCEND))
    offer_if(s, Verb.TEND, has_target(s, w, who, Verb.TEND))
    offer_if(s, Verb.MOUNT, unit.mount == NO_UNIT and has_target(s, w, who, Verb.MOUNT))
    offer_if(s, Verb.DISMOUNT, unit.mount != NO_UNIT and not is_aloft(s, who))
    offer_if(s, Verb.STRIKE_DOOR, unit.blow_lost == 0 and has_door_to_strike(s, w, who))
    offer_if(s, Verb.MAGIC, may_cast(s, w, who))
    if is_on_its_feet(s, who):
        offer_if(s, Verb.PICK_UP, has_hand_for(s, w, who, Verb.PICK_UP, 0))
        offer_if(s, Verb.SWAP_HANDS, may_swap_hands(s, w, who))


@rule("c.prone")
def may_stand_up(s, who):
    """Prone: who lies, or sits on a mount that does, may get up, unless held or under its mount."""
    unit = s.units[who]
    lies = unit.prone == 1 or (unit.mount != NO_UNIT and s.units[unit.mount].prone == 1)
    return lies and unit.hold_role == 0 and unit.trapped == 0


@rule("c.flight")
def offer_after_climb(s, w, who):
    """Flying on the grid: a step up or down leaves half the standard rate, for another step or a move at cautious rate."""
    is_free = not is_bound(s, who)
    is_open = is_free and may_set_out(s, w, who) and may_move_at(s, w, who, Rate.CAUTIOUS)
    offer_if(s, Verb.MOVE_CAUTIOUS, is_open)
    offer(s, Verb.PASS)
    offer_if(s, Verb.ASCEND, is_free and may_climb(s, w, who, Verb.ASCEND))
    offer_if(s, Verb.DESCEND, is_free and may_climb(s, w, who, Verb.DESCEND))


@rule("flee.declare", "flee.movement")
def offer_declared_flight(s, w, who):
    """Fleeing: a declared flight cannot be taken back while engaged; who finds no way out has to stay."""
    find_ways_to_flee(s, w, who)
    has_cell = has_somewhere_to_flee(s, w, who)
    has_exit = may_leave_the_board(s, w, who)
    offer_if(s, Verb.FLEE, has_cell)
    offer_if(s, Verb.FLEE_EXIT, has_exit)
    offer_if(s, Verb.PASS, not is_engaged(s, w, who) or not (has_cell or has_exit))


@rule("initiative.multiple_attacks", "attack.multiple_opponents")
def offer_extra_blow(s, w, who):
    """Multiple attacks: each later blow is struck at the same opponent, spent on a switch, or lost. A grapple or a blow at
    a door takes the place of one.
    """
    for verb in (Verb.STRIKE, Verb.SWITCH, Verb.GRAPPLE):
        offer_if(s, verb, has_target(s, w, who, verb))
    offer_if(s, Verb.STRIKE_DOOR, has_door_to_strike(s, w, who))
    offer_if(s, Verb.DROP, w.book.drop_cost == 0 and has_hand_for(s, w, who, Verb.DROP, 0))
    offer(s, Verb.PASS)

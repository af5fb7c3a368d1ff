"""The menu: what a unit may choose in its turn and with each later blow, and the parts of each choice."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import offer
from ....core.state.choosing import Part, offer_unless, parts_of
from ..vocab import Rate, Refusal, Slot, Verb
from .ammunition import refusal_of_loading, refusal_of_ready_shot
from .conditions import is_mount, is_static, may_take_turn
from .doors import refusal_of_striking_door
from .engagement import is_engaged, refusal_of_facing
from .entangling import refusal_of_breaking_free
from .firearms import refusal_of_broken_shot
from .fleeing import (
    refusal_of_declared_flight,
    refusal_of_exit,
    refusal_of_flight,
)
from .flying import refusal_of_ascent, refusal_of_descent
from .handling import refusal_of_declared_draw, refusal_of_declared_drop, refusal_of_handling, refusal_of_hands
from .magic import refusal_of_magic
from .mounted import refusal_of_crawling_out, refusal_of_dismounting, refusal_of_mounting, refusal_of_ready_charge
from .movement import (
    refusal_of_crawling,
    refusal_of_move,
    refusal_of_pace,
    refusal_of_setting_out,
    refusal_of_standing_up,
)
from .order import refusal_of_waiting
from .reserved import HAS_FIRED, refusal_of_whole_turn
from .targets import (
    has_blow_target,
    refusal_of_aiming,
    refusal_of_charge,
    refusal_of_fire,
    refusal_of_fire_group,
    refusal_of_grapple,
    refusal_of_strike,
    refusal_of_switch,
    refusal_of_swoop,
)
from .tending import refusal_of_tending
from .throwing import refusal_of_throw

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
        return refusal_of_strike(s, w, who) == Refusal.NONE
    if slot == 0:
        return True
    unit = s.units[who]
    if unit.fleeing != 0 or is_static(s, w, who):
        return False
    return has_blow_target(s, w, who) or refusal_of_striking_door(s, w, who) == Refusal.NONE


# --- what the turn is reserved for -----------------------------------------------------------------------------------


@rule("turn.simultaneous")
def refusal_of_the_doomed(s, who):
    """Actions: a unit put out at this very moment has only a blow or shot left."""
    return Refusal.LOSING_ALL if s.units[who].doomed == 1 else Refusal.NONE


@rule("turn.simultaneous", "missile.carry_loaded")
def refusal_of_free_choice(s, who):
    """Actions: whether a unit may choose freely: one that readied a shot has only that shot."""
    refusal = refusal_of_the_doomed(s, who)
    is_kept = refusal == Refusal.NONE and s.units[who].declared == Verb.READY_SHOT
    return Refusal.KEPT_FOR_SHOT if is_kept else refusal


@rule("flee.declare")
def refusal_of_staying(s, w, who, can_run):
    """Fleeing: a declared flight cannot be undone while engaged; a unit without a way out has to stay."""
    return Refusal.CAN_RUN if can_run and is_engaged(s, w, who) else Refusal.NONE


@rule("parry.cost")
def refusal_of_lost_blow(s, who):
    """Actions: blows and what takes their place need the blow of the turn."""
    return Refusal.BLOW_LOST if s.units[who].blow_lost == 1 else Refusal.NONE


@rule("missile.phases", "turn.delay", "parry.cost")
def refusal_of_lost_shot(s, who):
    """Actions: shots and throws take the place of a blow that was lost, but need no Attacks: waiting costs none."""
    unit = s.units[who]
    return Refusal.BLOW_LOST if unit.blow_lost == 1 and unit.slot_state[0] == Slot.LOST else Refusal.NONE


@rule("firearm.misfire", "parry.cost")
def refusal_of_missiles_in_turn(s, frame, who):
    """Actions: one missile attack a turn; not in a turn in which a gun that hung fire has gone off."""
    return Refusal.WENT_OFF if frame.flag_bits & HAS_FIRED else refusal_of_lost_shot(s, who)


@rule("missile.carry_loaded", "action.combat")
def refusal_of_strike_in_turn(s, w, who):
    """Actions: the blow of the turn, unless it is lost or reserved for a shot."""
    if s.units[who].declared == Verb.READY_SHOT:
        return Refusal.KEPT_FOR_SHOT
    refusal = refusal_of_lost_blow(s, who)
    return refusal if refusal != Refusal.NONE else refusal_of_strike(s, w, who)


@rule("parry.cost", "grapple.attempt")
def refusal_of_grapple_in_turn(s, w, who):
    """Grapples: in place of the blow of the turn, unless it is lost."""
    refusal = refusal_of_free_choice(s, who)
    if refusal == Refusal.NONE:
        refusal = refusal_of_lost_blow(s, who)
    return refusal if refusal != Refusal.NONE else refusal_of_grapple(s, w, who)


@rule("missile.carry_loaded", "c.bomb_blast", "turn.simultaneous")
def refusal_of_throw_in_turn(s, w, who):
    """Bomb blast: not for a unit that reserved its turn for a shot. A unit put out at this very moment may: it is a missile."""
    return Refusal.KEPT_FOR_SHOT if s.units[who].declared == Verb.READY_SHOT else refusal_of_throw(s, w, who)


@rule("missile.phases", "turn.simultaneous")
def refusal_of_aiming_in_turn(s, w, who):
    """Aim: also for a unit that readied a shot, but not for one that is put out at this very moment."""
    refusal = refusal_of_the_doomed(s, who)
    return refusal if refusal != Refusal.NONE else refusal_of_aiming(s, w, who)


# --- what is open ----------------------------------------------------------------------------------------------------


@rule("action.menu")
def offer_turn(s, w, frame, who):
    """Actions: what is open in the first slot, by what the unit has declared, done, and suffered."""
    refusal = refusal_of_whole_turn(s, frame, who)
    if refusal == Refusal.NONE:
        offer_whole_turn(s, w, frame, who)
    elif refusal == Refusal.MUST_RUN:
        offer_declared_flight(s, w, who)
    elif refusal == Refusal.HOLDS_GROUND:
        offer_ground_held(s, w, frame, who)
    elif refusal == Refusal.CLIMBED:
        offer_after_climb(s, w, who)
    else:
        offer_unless(s, Verb.STRIKE, refusal_of_strike_in_turn(s, w, who))
        offer(s, Verb.PASS)


@rule("flee.victor_stays")
def offer_ground_held(s, w, frame, who):
    """Fleeing: a unit that must stay while an opponent runs may turn, wait and fight the others, for which it may get up or
    free, but no more.
    """
    offer_unless(s, Verb.STRIKE, refusal_of_strike_in_turn(s, w, who))
    offer_unless(s, Verb.GRAPPLE, refusal_of_grapple_in_turn(s, w, who))
    if refusal_of_free_choice(s, who) == Refusal.NONE:
        offer_unless(s, Verb.FACE, refusal_of_facing(s, w, who))
        offer_unless(s, Verb.WAIT, refusal_of_waiting(s, w, frame, who))
    offer(s, Verb.PASS)
    if refusal_of_free_choice(s, who) == Refusal.NONE and is_engaged(s, w, who):
        offer_unless(s, Verb.STAND_UP, refusal_of_standing_up(s, who))
        offer_unless(s, Verb.CRAWL_OUT, refusal_of_crawling_out(s, who))
        offer_unless(s, Verb.BREAK_FREE, refusal_of_breaking_free(s, who))


@rule("action.menu")
def offer_whole_turn(s, w, frame, who):
    """Actions: one of these a round. They are listed in the order of the verbs."""
    is_free = refusal_of_free_choice(s, who) == Refusal.NONE
    if is_free:
        offer_rates(s, w, who)
        offer_unless(s, Verb.CHARGE, refusal_of_charge(s, w, who))
    offer_unless(s, Verb.STRIKE, refusal_of_strike_in_turn(s, w, who))
    offer_unless(s, Verb.GRAPPLE, refusal_of_grapple_in_turn(s, w, who))
    if refusal_of_missiles_in_turn(s, frame, who) == Refusal.NONE:
        offer_unless(s, Verb.FIRE, refusal_of_fire(s, w, who))
        offer_unless(s, Verb.FIRE_GROUP, refusal_of_fire_group(s, w, who))
        offer_unless(s, Verb.THROW_BOMB, refusal_of_throw_in_turn(s, w, who))
    if is_free:
        offer_unless(s, Verb.LOAD, refusal_of_loading(s, w, who))
    offer_unless(s, Verb.AIM, refusal_of_aiming_in_turn(s, w, who))
    if is_free:
        if refusal_of_lost_shot(s, who) == Refusal.NONE:
            offer_unless(s, Verb.FIRE_BROKEN, refusal_of_broken_shot(s, w, who))
        offer_unless(s, Verb.TAKE_UP, refusal_of_handling(s, w, who, Verb.TAKE_UP))
        offer_unless(s, Verb.STOW, refusal_of_handling(s, w, who, Verb.STOW))
        offer_unless(s, Verb.DROP, refusal_of_handling(s, w, who, Verb.DROP))
        offer_unless(s, Verb.FACE, refusal_of_facing(s, w, who))
        offer_unless(s, Verb.WAIT, refusal_of_waiting(s, w, frame, who))
    offer(s, Verb.PASS)
    if is_free:
        offer_others(s, w, who)


@rule("action.menu")
def offer_rates(s, w, who):
    """Actions: move at the rates open to the unit."""
    if refusal_of_setting_out(s, w, who) == Refusal.NONE:
        offer_unless(s, Verb.MOVE_CAUTIOUS, refusal_of_pace(s, w, who, Rate.CAUTIOUS))
        offer_unless(s, Verb.MOVE_STANDARD, refusal_of_pace(s, w, who, Rate.STANDARD))
        offer_unless(s, Verb.MOVE_RUN, refusal_of_pace(s, w, who, Rate.RUN))
        offer_unless(s, Verb.MOVE_EVADE, refusal_of_pace(s, w, who, Rate.EVADE))


@kernel
def offer_others(s, w, who):
    """What comes after passing in the order of the verbs: getting up, flying, friends, mounts, doors, magic, the ground."""
    offer_unless(s, Verb.STAND_UP, refusal_of_standing_up(s, who))
    offer_unless(s, Verb.CRAWL, refusal_of_crawling(s, w, who))
    offer_unless(s, Verb.CRAWL_OUT, refusal_of_crawling_out(s, who))
    offer_unless(s, Verb.BREAK_FREE, refusal_of_breaking_free(s, who))
    offer_unless(s, Verb.SWOOP, refusal_of_swoop(s, w, who))
    offer_unless(s, Verb.ASCEND, refusal_of_ascent(s, w, who))
    offer_unless(s, Verb.DESCEND, refusal_of_descent(s, w, who))
    offer_unless(s, Verb.TEND, refusal_of_tending(s, w, who))
    offer_unless(s, Verb.MOUNT, refusal_of_mounting(s, w, who))
    offer_unless(s, Verb.DISMOUNT, refusal_of_dismounting(s, w, who))
    if refusal_of_lost_blow(s, who) == Refusal.NONE:
        offer_unless(s, Verb.STRIKE_DOOR, refusal_of_striking_door(s, w, who))
    offer_unless(s, Verb.MAGIC, refusal_of_magic(s, w, who))
    offer_unless(s, Verb.PICK_UP, refusal_of_handling(s, w, who, Verb.PICK_UP))
    offer_unless(s, Verb.SWAP_HANDS, refusal_of_handling(s, w, who, Verb.SWAP_HANDS))


@rule("c.flight")
def offer_after_climb(s, w, who):
    """Flying on the grid: a step up or down leaves half the standard rate, for another step or a move at cautious rate."""
    is_free = refusal_of_free_choice(s, who) == Refusal.NONE
    if is_free:
        offer_unless(s, Verb.MOVE_CAUTIOUS, refusal_of_move(s, w, who, Rate.CAUTIOUS))
    offer(s, Verb.PASS)
    if is_free:
        offer_unless(s, Verb.ASCEND, refusal_of_ascent(s, w, who))
        offer_unless(s, Verb.DESCEND, refusal_of_descent(s, w, who))


@rule("flee.declare", "flee.movement")
def offer_declared_flight(s, w, who):
    """Fleeing: to a cell, or off the board; a unit without a way out stays."""
    offer_unless(s, Verb.FLEE, refusal_of_flight(s, w, who))
    offer_unless(s, Verb.FLEE_EXIT, refusal_of_exit(s, w, who))
    offer_unless(s, Verb.PASS, refusal_of_staying(s, w, who, s.choice_count > 0))


@rule("initiative.multiple_attacks", "attack.multiple_opponents", "turn.simultaneous")
def offer_extra_blow(s, w, who):
    """Multiple attacks: each later blow is struck at the same opponent, spent on a switch, or lost. A grapple or a blow at
    a door takes the place of one, but for a unit put out at this very moment.
    """
    offer_unless(s, Verb.STRIKE, refusal_of_strike(s, w, who))
    if refusal_of_the_doomed(s, who) == Refusal.NONE:
        offer_unless(s, Verb.SWITCH, refusal_of_switch(s, w, who))
        offer_unless(s, Verb.GRAPPLE, refusal_of_grapple(s, w, who))
        offer_unless(s, Verb.STRIKE_DOOR, refusal_of_striking_door(s, w, who))
        if w.book.drop_cost == 0:
            offer_unless(s, Verb.DROP, refusal_of_hands(s, w, who, Verb.DROP, 0, False))
    offer(s, Verb.PASS)


@rule("c.declaration_order")
def offer_declarations(s, w, who):
    """Declarations: what a unit may announce for the round."""
    offer(s, Verb.ACT)
    offer_unless(s, Verb.DECLARE_FLEE, refusal_of_declared_flight(s, w, who))
    offer_unless(s, Verb.READY_SHOT, refusal_of_ready_shot(s, w, who))
    offer_unless(s, Verb.READY_CHARGE, refusal_of_ready_charge(s, w, who))
    offer_unless(s, Verb.QUICK_DRAW, refusal_of_declared_draw(s, w, who))
    offer_unless(s, Verb.DROP, refusal_of_declared_drop(s, w, who))

"""Orders: one unit of the active side after the other does what the phase lets it do."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, offer, pop, push
from ....core.state.choosing import Part, ask_next_part, forget_choice, offer_unless, take_part
from ..vocab import ANSWERS, FIRST_MANOEUVRE, LAST_MANOEUVRE, PARTS_OF, Frame, Phase, Prompt, Refusal, Verb
from .bodies import is_there
from .charging import has_charge, start_charge
from .deploying import fill_zone
from .machines import fill_aims, start_cell_shot
from .magic import fill_cast_cells, has_spell, offer_spells, refusal_of_casting, start_casting
from .moving import begin_movement, may_move, offer_moves, refusal_of_move, resolve_manoeuvre, resolve_march
from .shooting import offer_shots, refusal_of_shooting, refusal_of_shot, start_shot
from .templates import start_flame

NO_SPELL = -1  # the sinkhole, which is cast at a cell


class Order(IntEnum):
    """Steps of an order."""

    ASK = 0
    ANSWER = 1
    AGAIN = 2
    DONE = 3


@rule("x.turn.activation")
def next_unit(s, w):
    """One unit at a time: the next of the active side that has not done what the phase lets it do: by slot, or by Initiative."""
    best = NO_UNIT
    for who in range(s.unit_count):
        if s.units[who].side != s.turn_side or s.units[who].done == 1 or not is_there(s, who):
            continue
        if best == NO_UNIT:
            best = who
        elif w.book.activation_order == 1 and s.units[who].initiative > s.units[best].initiative:
            best = who
    return best


@rule("x.turn.activation")
def start_order(s, who):
    """One unit at a time: its turn to do something in this phase."""
    frame = push(s, Frame.ORDER)
    frame.who = who


@kernel
def prompt_of_phase(phase):
    """What a unit is asked in a phase."""
    if phase == Phase.STRATEGY:
        return int(Prompt.STRATEGY)
    if phase == Phase.CHARGE:
        return int(Prompt.CHARGE)
    return int(Prompt.MOVE) if phase == Phase.MOVEMENT else int(Prompt.SHOOT)


@rule("x.turn.activation")
def has_choice(s, w, who):
    """One unit at a time: whether a unit can do anything but pass in this phase."""
    if not is_there(s, who) or s.units[who].fleeing == 1:
        return False
    if s.phase == Phase.STRATEGY:
        return has_spell(s, w, who)
    if s.phase == Phase.CHARGE:
        return has_charge(s, w, who)
    if s.phase == Phase.MOVEMENT:
        return may_move(s, w, who)
    return refusal_of_shot(s, w, who) == Refusal.NONE or has_spell(s, w, who)


@rule("x.turn.activation")
def may_act(s, w, who):
    """One unit at a time: whether a unit is asked at all in this phase; in the movement phase its allowance is set first."""
    if s.phase == Phase.MOVEMENT:
        begin_movement(s, w, who)
    return has_choice(s, w, who)


@rule("x.move.charge_declare", "x.morale.traits")
def refusal_of_passing(s, who):
    """Declaring a charge: or not; the frenzied have to. Any other order may be left out."""
    must_charge = s.phase == Phase.CHARGE and s.units[who].frenzied == 1
    return Refusal.MUST_CHARGE if must_charge else Refusal.NONE


@rule("x.turn.sequence")
def refusal_of_order(s, w, who, verb):
    """Turn sequence: each order in its phase. A unit asked in the charge phase always has a target to charge."""
    if verb == Verb.PASS:
        return refusal_of_passing(s, who)
    if verb == Verb.CHARGE:
        return Refusal.NONE if s.phase == Phase.CHARGE else Refusal.CHARGE_PHASE
    if verb == Verb.MARCH or FIRST_MANOEUVRE <= verb <= LAST_MANOEUVRE:
        return refusal_of_move(s, w, who, verb) if s.phase == Phase.MOVEMENT else Refusal.MOVE_PHASE
    if Verb.SHOOT <= verb <= Verb.FLAME:
        return refusal_of_shooting(s, w, who, verb) if s.phase == Phase.SHOOTING else Refusal.SHOOTING_PHASE
    if verb == Verb.CAST_UNIT or verb == Verb.CAST_CELL:
        is_phase = s.phase == Phase.STRATEGY or s.phase == Phase.SHOOTING
        return refusal_of_casting(s, w, who, verb) if is_phase else Refusal.OTHER_SPELLS
    return Refusal.ASKED_FIRST


@kernel
def find_places(s, w, who, verb):
    """Fill ``s.reach`` with the cells that may be aimed at, or where a unit may be deployed."""
    if verb == Verb.SHOOT_CELL:
        fill_aims(s, w, who)
    elif verb == Verb.CAST_CELL:
        fill_cast_cells(s, w, who)
    else:
        fill_zone(s, w, who)


@kernel
def offer_orders(s, w, who):
    """Offer what a unit may do in this phase; passing ends it."""
    offer_unless(s, Verb.PASS, refusal_of_passing(s, who))
    if s.phase == Phase.CHARGE:
        offer(s, Verb.CHARGE)
    elif s.phase == Phase.MOVEMENT:
        offer_moves(s, w, who)
    else:
        if s.phase == Phase.SHOOTING:
            offer_shots(s, w, who)
        offer_spells(s, w, who)


@rule("x.turn.activation")
def order_step(s, w, frame):
    """One unit at a time: the unit is asked again until it passes or has no choice left."""
    who = int(frame.who)
    if frame.step == Order.ANSWER:
        answer_step(s, w, frame, who)
    elif frame.step == Order.DONE or (frame.step == Order.AGAIN and not has_choice(s, w, who)):
        pop(s)
    else:
        frame.step = Order.ANSWER
        ask(s, prompt_of_phase(s.phase), who)


@kernel
def answer_step(s, w, frame, who):
    """One part of a choice; then it is carried out."""
    answered = take_part(s, ANSWERS, frame)
    if ask_next_part(s, PARTS_OF, ANSWERS, int(frame.verb), answered) != Part.VERB:
        s.has_changed = 0
        return
    verb, target, mode, cell, turn = (
        int(frame.verb), int(frame.target), int(frame.mode), int(frame.cell), int(frame.item_used),
    )  # fmt: skip
    forget_choice(frame)
    frame.step = Order.AGAIN
    if verb == Verb.PASS:
        frame.step = Order.DONE
    elif verb == Verb.CHARGE:
        frame.step = Order.DONE
        start_charge(s, w, who, target)
    elif verb == Verb.MARCH:
        resolve_march(s, w, who)
    elif FIRST_MANOEUVRE <= verb <= LAST_MANOEUVRE:
        resolve_manoeuvre(s, w, who, verb, mode, turn)
    elif verb == Verb.SHOOT:
        start_shot(s, w, who, target, mode, False)
    elif verb == Verb.SHOOT_CELL:
        start_cell_shot(s, w, who, cell)
    elif verb == Verb.FLAME:
        start_flame(s, w, who, mode)
    elif verb == Verb.CAST_UNIT:
        start_casting(s, w, who, mode, target, 0)
    else:
        start_casting(s, w, who, NO_SPELL, NO_UNIT, cell)

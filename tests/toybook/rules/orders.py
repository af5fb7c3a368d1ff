"""Orders: given secretly one by one, revealed together, carried out fastest side first."""

from __future__ import annotations

from tactica.envs.core.compiler import rule
from tactica.envs.core.dice import keep_extreme
from tactica.envs.core.state import ask, emit, emit_roll, pop, push, replace
from tactica.envs.core.state.choosing import Part, ask_next_part, forget_choice, take_part

from ..board import STRIDE
from ..vocab import A_UNIT, ANSWERS, PARTS_OF, Event, Frame, Phase, Prompt, Verb
from .marching import resolve_march
from .places import fill_crowd, has_room_for, is_standing, resolve_reveal
from .striking import has_target


@rule("orders.secret")
def order_step(s, w, frame):
    """Secret orders: the next standing unit. Waits for its order, and for the direction to guard."""
    who = frame.index
    if s.answer != 0:
        answered = take_part(s, ANSWERS, frame)
        s.units[who].order = frame.verb
        s.units[who].guard_direction = frame.cell
        if ask_next_part(s, PARTS_OF, ANSWERS, frame.verb, answered) == Part.VERB:
            forget_choice(frame)
            frame.index += 1
    elif who >= s.unit_count:
        reveal_orders(s)
        frame.index = 0
        frame.step = Phase.SPEED
    elif is_standing(s, who):
        ask(s, Prompt.ORDER, who)
    else:
        frame.index += 1


@rule("orders.secret")
def reveal_orders(s):
    """Secret orders: all are turned up together; what the hidden do stays unseen until they show themselves."""
    s.orders_open = 1
    for who in range(s.unit_count):
        if is_standing(s, who) and s.units[who].hidden == 0:
            emit(s, Event.ORDER_REVEALED, who, -1, s.units[who].order, 0)


@rule("orders.speed")
def speed_step(s, w, frame):
    """Who goes first: the next side keeps the highest of its dice."""
    side = frame.index
    if side >= s.side_count:
        frame.index = 0
        frame.step = Phase.ACT
        return
    frame.index += 1
    s.speed[side] = keep_extreme(s, w.book.speed_dice, 10, True)
    emit_roll(s, Event.SPEED_ROLLED, -1, -1, s.speed[side], side)


@rule("orders.speed")
def next_unit_step(s, w, frame):
    """Who goes first: the first unit in order that has not acted carries out its order."""
    first = -1
    for who in range(s.unit_count):
        if is_standing(s, who) and s.units[who].acted == 0:
            if first < 0 or s.speed[s.units[who].side] > s.speed[s.units[first].side]:
                first = who
    if first < 0:
        frame.step = Phase.WATCH
        return
    s.units[first].acted = 1
    push(s, Frame.ACT).who = first


@rule("orders.speed")
def act_step(s, w, frame):
    """Who goes first: one unit carries out its order. Waits for the target of a strike, or the end of a march."""
    who = int(frame.who)
    order = s.units[who].order
    if s.answer == 0 and order == Verb.MARCH:
        ask(s, Prompt.CELL, who)
    elif s.answer == 0 and order == Verb.STRIKE and has_target(s, w, who):
        ask(s, Prompt.TARGET, who)
    elif s.answer == 0:
        has_turned = order == Verb.GUARD and is_to_turn(s, who) and resolve_turn(s, w, who)
        if not has_turned and s.units[who].hidden == 0:
            emit(s, Event.STOOD_IDLE, who, -1, order, 0)
        pop(s)
    else:
        answer = int(s.answer)
        if order == Verb.MARCH:
            pop(s)
            resolve_march(s, w, who, answer)
        else:
            resolve_reveal(s, who)
            clash = replace(s, Frame.CLASH)
            clash.who = who
            clash.target = answer - A_UNIT


@rule("orders.turn")
def is_to_turn(s, who):
    """Turning to guard: whether an oblong unit has a short side towards what it guards."""
    unit = s.units[who]
    if unit.guard_direction % 2 == 1:
        return False
    return unit.height > unit.width if unit.guard_direction % 4 == 0 else unit.width > unit.height


@rule("orders.turn")
def resolve_turn(s, w, who):
    """Turning to guard: the unit turns about its middle if there is room. Returns whether it did."""
    unit = s.units[who]
    half = abs(unit.width - unit.height) // 2
    aside = half - half * STRIDE if unit.width > unit.height else half * STRIDE - half
    cell = int(unit.cell + aside)
    fill_crowd(s, w, who, True)
    if not has_room_for(s, w, cell, unit.height, unit.width):
        return False
    unit.cell = cell
    unit.width, unit.height = unit.height, unit.width
    if unit.hidden == 0:
        emit(s, Event.TURNED, who, -1, unit.guard_direction, 0)
    return True

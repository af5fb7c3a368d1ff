"""After a combat: a beaten unit gives ground, falls back or breaks; those who beat it follow, pursue or stay; overruns."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, emit, offer, pop, push
from ..vocab import Event, Fate, Frame, Gone, Prompt, Verb
from .alarm import note_panic_near
from .bodies import contact_side, engaged_with, is_engaged, is_there
from .breaking import (
    direction_from,
    is_held,
    nearest_winner,
    roll_fall_back,
    roll_follow,
    roll_overrun,
    roll_pursuit,
    strongest_in_touch,
)
from .casualties import destroy
from .courage import leadership_test
from .engagement import has_bit, is_fighting_round
from .fleeing import advance, resolve_flight, resolve_withdrawal, roll_flight
from .losses import shift
from .profile import own_movement
from .shapes import is_war_machine


class Step(IntEnum):
    """Steps of a beaten unit."""

    BEGIN = 0
    FALL_BACK = 1
    ASK = 2
    ANSWER = 3
    RESTRAIN = 4
    FLIGHT = 5
    PURSUIT = 6
    CATCH = 7
    PURSUE = 8


@kernel
def start_aftermath(s, who):
    """A beaten unit does what it must."""
    frame = push(s, Frame.AFTERMATH)
    frame.who = who
    frame.foe = NO_UNIT


@kernel
def offer_aftermath(s, w, who):
    """Offer what a winner may do: follow up, pursue, or stay."""
    frame = s.stack[s.depth - 1]
    gives_ground = frame.kind == Frame.AFTERMATH and s.units[frame.who].fate == Fate.GIVE_GROUND
    offer(s, Verb.FOLLOW_UP if gives_ground else Verb.PURSUE)
    offer(s, Verb.RESTRAIN)


# --- who follows -----------------------------------------------------------------------------------------------------------


@rule("x.combat.break_and_pursue")
def may_follow(s, who):
    """Pursuit: whoever stands, has not followed anybody yet in this combat, moves by choice, and is no war machine."""
    unit = s.units[who]
    if not is_fighting_round(s, who) or unit.fleeing == 1 or unit.done == 1:
        return False
    return own_movement(s, who, False) > 0 and not is_war_machine(s, who)


@rule("x.combat.give_ground", "x.combat.fall_back", "x.combat.break_and_pursue")
def followers_of(s, who):
    """Pursuit: the winners that touch a beaten unit and may follow it, as bits."""
    touched = engaged_with(s, who)
    followers = 0
    for enemy in range(s.unit_count):
        if has_bit(touched, enemy) and may_follow(s, enemy):
            followers |= 1 << enemy
    return followers


@kernel
def next_of(rows, index):
    """The next unit of some, from one on; -1 none."""
    while (int(rows) >> index) != 0:
        if has_bit(rows, index):
            return index
        index += 1
    return NO_UNIT


# --- straight after it -------------------------------------------------------------------------------------------------------


@rule("x.combat.fall_back", "x.combat.break_and_pursue", "x.combat.overrun")
def resolve_pursuit(s, w, who, direction, cells, event):
    """Pursuit: straight on; whoever runs into an enemy counts as having charged it."""
    unit = s.units[who]
    before = engaged_with(s, who)
    unit.done = 1
    made = int(advance(s, w, who, direction, cells, True))
    if not is_there(s, who):
        return
    emit(s, event, who, NO_UNIT, int(unit.cell), cells)
    met = engaged_with(s, who) & ~before
    enemy = next_of(met, 0)
    if enemy != NO_UNIT:
        unit.charged = 1
        unit.charge_distance = made
        unit.charge_side = contact_side(s, enemy, who)


@rule("x.combat.give_ground")
def resolve_follow(s, w, who, beaten, direction, cells):
    """Following up: as many cells the same way as the beaten unit, until it is blocked."""
    unit = s.units[who]
    unit.done = 1
    shift(s, w, who, direction, cells)
    emit(s, Event.FOLLOWS, who, beaten, int(unit.cell), 0)


# --- the beaten unit ---------------------------------------------------------------------------------------------------------


@rule("x.combat.give_ground", "x.combat.fall_back", "x.combat.break_and_pursue")
def begin_aftermath(s, w, frame, who):
    """After a combat: the way is away from the strongest winner in touch; who gives ground or breaks does so at once."""
    fate = int(s.units[who].fate)
    enemy = strongest_in_touch(s, w, who)
    frame.asked = followers_of(s, who)
    if fate == Fate.GIVE_GROUND:
        frame.step = Step.ASK
        frame.number = 0
        if enemy != NO_UNIT:
            frame.cell = direction_from(s, who, enemy)
            resolve_giving_ground(s, w, frame, who)
        if frame.number == 0:
            frame.asked = 0  # it stays in contact
        return
    frame.cell = direction_from(s, who, enemy if enemy != NO_UNIT else nearest_winner(s, who))
    if fate == Fate.FALL_BACK:
        frame.step = Step.FALL_BACK
        return
    frame.step = Step.ASK
    emit(s, Event.BREAKS, who, NO_UNIT, 0, 0)
    note_panic_near(s, w, who)
    s.units[who].fleeing = 1
    s.units[who].frenzied = 0


@rule("x.combat.give_ground")
def resolve_giving_ground(s, w, frame, who):
    """Giving ground: pushed some cells, not towards an enemy in contact; once a phase, in which nobody fights twice. The
    cells are in ``number``.
    """
    if is_held(s, who, int(frame.cell)):
        return
    frame.number = resolve_withdrawal(s, w, who, int(frame.cell), int(w.book.give_ground_cells), False)
    if frame.number > 0:
        emit(s, Event.GIVES_GROUND, who, NO_UNIT, int(s.units[who].cell), int(frame.number))


@rule("x.combat.fall_back")
def resolve_falling_back(s, w, frame, who):
    """Falling back in good order: straight away, facing as before; then it counts as rallied. The edge is its end."""
    cells = int(resolve_withdrawal(s, w, who, int(frame.cell), roll_fall_back(s, w), True))
    if not is_there(s, who):
        frame.asked = 0
        return
    s.units[who].rallied = 1
    emit(s, Event.FALLS_BACK, who, NO_UNIT, int(s.units[who].cell), cells)


@rule("x.combat.break_and_pursue")
def resolve_catching(s, w, frame, who):
    """Pursuit: with a total at least that of the flight a pursuer destroys the broken unit; else it flees that far."""
    catcher = next_of(frame.asked, 0)
    while catcher != NO_UNIT and s.units[catcher].pursuit < frame.number:
        catcher = next_of(frame.asked, catcher + 1)
    if catcher != NO_UNIT:
        emit(s, Event.CAUGHT, catcher, who, 0, 0)
        destroy(s, w, who, int(Gone.RUN_DOWN))
    else:
        resolve_flight(s, w, who, int(frame.cell), int(frame.number))


@rule("x.combat.break_and_pursue", "x.combat.fall_back", "x.combat.give_ground")
def aftermath_step(s, w, frame):
    """After a combat: one beaten unit. Waits for each winner that touched it: does it follow, pursue or stay?"""
    who = int(frame.who)
    if frame.step == Step.BEGIN:
        begin_aftermath(s, w, frame, who)
    elif frame.step == Step.FALL_BACK:
        frame.step = Step.ASK
        resolve_falling_back(s, w, frame, who)
    elif frame.step == Step.ASK:
        ask_step(s, frame, who)
    elif frame.step == Step.ANSWER:
        answer_step(s, w, frame, who)
    elif frame.step == Step.RESTRAIN:
        restrain_step(s, w, frame)
    else:
        pursuit_step(s, w, frame, who)


@kernel
def ask_step(s, frame, who):
    """Ask the next winner; when all have answered, go on."""
    winner = next_of(frame.asked, int(frame.index))
    if winner != NO_UNIT:
        frame.index = winner
        frame.step = Step.ANSWER
        ask(s, Prompt.AFTER, winner)
        return
    frame.index = 0
    fate = int(s.units[who].fate)
    if fate == Fate.GIVE_GROUND or not is_there(s, who):
        pop(s)
    else:
        frame.step = Step.FLIGHT if fate == Fate.BREAK else Step.PURSUE


@rule("x.combat.give_ground", "x.combat.fall_back", "x.combat.break_and_pursue")
def answer_step(s, w, frame, who):
    """What a winner does: to stay needs a test where the enemy falls back or flees."""
    winner, verb = int(frame.index), int(s.answer)
    frame.step = Step.ASK
    if verb == Verb.FOLLOW_UP:
        frame.index = winner + 1
        resolve_follow(s, w, winner, who, int(frame.cell), int(frame.number))
    elif verb == Verb.PURSUE:
        frame.index = winner + 1
    elif s.units[who].fate == Fate.GIVE_GROUND:
        frame.index = winner + 1
        emit(s, Event.RESTRAINS, winner, NO_UNIT, 0, 0)
    else:
        frame.step = Step.RESTRAIN


@rule("x.combat.fall_back", "x.combat.break_and_pursue")
def restrain_step(s, w, frame):
    """Restraining: a Leadership test; whoever fails must pursue."""
    winner = int(frame.index)
    frame.index = winner + 1
    frame.step = Step.ASK
    if leadership_test(s, w, winner, 0, False) == 1:
        frame.asked &= ~(1 << winner)
        emit(s, Event.RESTRAINS, winner, NO_UNIT, 0, 0)


@rule("x.combat.fall_back", "x.combat.break_and_pursue")
def pursuit_step(s, w, frame, who):
    """Pursuit: the flight is rolled, then each pursuit; the unit is caught or flees; then the pursuers move."""
    if frame.step == Step.FLIGHT:
        frame.number = roll_flight(s, w, who)
        frame.step = Step.PURSUIT
        return
    if frame.step == Step.CATCH:
        resolve_catching(s, w, frame, who)
        frame.step = Step.PURSUE
        return
    pursuer = next_of(frame.asked, int(frame.index))
    frame.index = pursuer + 1
    if frame.step == Step.PURSUIT:
        if pursuer == NO_UNIT:
            frame.step = Step.CATCH
        else:
            s.units[pursuer].pursuit = roll_pursuit(s, w, pursuer)
    elif pursuer == NO_UNIT:
        pop(s)
    elif s.units[who].fate == Fate.FALL_BACK:
        resolve_pursuit(s, w, pursuer, int(frame.cell), roll_follow(s, w), int(Event.PURSUES))
    else:
        cells = int(s.units[pursuer].pursuit)
        s.units[pursuer].pursuit = 0
        resolve_pursuit(s, w, pursuer, int(frame.cell), cells, int(Event.PURSUES))


# --- overrun -----------------------------------------------------------------------------------------------------------------


@rule("x.combat.overrun")
def may_overrun(s, who):
    """Overrun: a unit that has wiped out all it fought, stands free, and was not beaten."""
    return may_follow(s, who) and s.units[who].fate == Fate.NONE and not is_engaged(s, who)


@rule("x.combat.overrun")
def next_to_overrun(s, rows):
    """Overrun: the next unit of some that may; -1 none."""
    for who in range(s.unit_count):
        if has_bit(rows, who) and may_overrun(s, who):
            return who
    return NO_UNIT


@rule("x.combat.overrun")
def resolve_overrun(s, w, who):
    """Overrun: straight ahead like a pursuer."""
    resolve_pursuit(s, w, who, int(s.units[who].facing), roll_overrun(s, w), int(Event.OVERRUNS))

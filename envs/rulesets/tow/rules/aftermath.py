"""After a combat: the beaten give ground, fall back or flee, one after the other, and those who beat them say whether they
follow. How these go after them is in ``pursuing.py``.
"""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, base_term, emit, offer, open_total, pop, push, top
from ....core.state.choosing import offer_unless
from ..vocab import Event, Fate, Frame, Gone, Prompt, Refusal, Term, Verb
from .alarm import note_panic_near
from .bodies import engaged_with, is_there
from .breaking import (
    direction_from,
    is_held,
    nearest_winner,
    roll_fall_back,
    roll_pursuit,
    strongest_in_touch,
)
from .casualties import destroy
from .courage import leadership_test
from .engagement import has_bit
from .fleeing import resolve_flight, resolve_withdrawal, roll_flight
from .pursuing import go_after, may_follow, next_of


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


@kernel
def start_aftermath(s, who):
    """A beaten unit does what it must."""
    frame = push(s, Frame.AFTERMATH)
    frame.who = who
    frame.foe = NO_UNIT


@rule("x.combat.give_ground", "x.combat.fall_back", "x.combat.break_and_pursue", "x.combat.overrun")
def refusal_of_following(s, verb):
    """After a combat: an enemy that gives ground is followed up, one that falls back or flees is pursued, and where no enemy
    is left a pursuit is an overrun. Any unit may try to stay.
    """
    frame = top(s)
    gives_ground = frame.kind == Frame.AFTERMATH and s.units[frame.who].fate == Fate.GIVE_GROUND
    if verb == Verb.PURSUE and gives_ground:
        return Refusal.GIVES_GROUND
    if verb == Verb.FOLLOW_UP and not gives_ground:
        return Refusal.GIVES_WAY if frame.kind == Frame.AFTERMATH else Refusal.OVERRUN
    return Refusal.NONE


@kernel
def offer_aftermath(s):
    """Offer what a winner may do: follow up, pursue, or stay."""
    offer_unless(s, Verb.FOLLOW_UP, refusal_of_following(s, Verb.FOLLOW_UP))
    offer_unless(s, Verb.PURSUE, refusal_of_following(s, Verb.PURSUE))
    offer(s, Verb.RESTRAIN)


# --- who follows -----------------------------------------------------------------------------------------------------------


@rule("x.combat.give_ground", "x.combat.fall_back", "x.combat.break_and_pursue")
def followers_of(s, who):
    """Pursuit: the winners that touch a beaten unit and may follow it, as bits."""
    touched = engaged_with(s, who)
    followers = 0
    for enemy in range(s.unit_count):
        if has_bit(touched, enemy) and may_follow(s, enemy):
            followers |= 1 << enemy
    return followers


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
            frame.asked = 0  # it stays in contact, or is gone
        return
    frame.cell = direction_from(s, who, enemy if enemy != NO_UNIT else nearest_winner(s, who))
    if fate == Fate.FALL_BACK:
        frame.step = Step.FALL_BACK
        return
    frame.step = Step.ASK
    emit(s, Event.BREAKS, who, NO_UNIT, 0, 0)
    s.units[who].fleeing = 1
    s.units[who].frenzied = 0


@rule("x.combat.give_ground")
def resolve_giving_ground(s, w, frame, who):
    """Giving ground: a unit is pushed some cells, not towards an enemy in contact; once a phase, in which no unit fights
    twice. The cells are in ``number``, 0 if it comes to its end on the way.
    """
    if is_held(s, who, int(frame.cell)):
        return
    frame.number = resolve_withdrawal(s, w, who, int(frame.cell), int(w.book.give_ground_cells), False)
    if not is_there(s, who):
        frame.number = 0
    elif frame.number > 0:
        emit(s, Event.GIVES_GROUND, who, NO_UNIT, int(s.units[who].cell), int(frame.number))


@rule("x.combat.fall_back")
def resolve_falling_back(s, w, frame, who):
    """Falling back in good order: straight away, facing as before; then it counts as rallied. The edge is its end."""
    rolled = roll_fall_back(s, w)
    cells = int(resolve_withdrawal(s, w, who, int(frame.cell), rolled, True))
    if not is_there(s, who):
        frame.asked = 0
        return
    s.units[who].rallied = 1
    open_total(s)
    base_term(s, Term.DICE, rolled)
    emit(s, Event.FALLS_BACK, who, NO_UNIT, int(s.units[who].cell), cells)


@rule("x.combat.break_and_pursue")
def resolve_catching(s, w, frame, who):
    """Pursuit: with a total at least that of the flight a pursuer destroys the broken unit; else it flees that far."""
    catcher = next_of(frame.asked, 0)
    while catcher != NO_UNIT and s.units[catcher].pursuit < frame.number:
        catcher = next_of(frame.asked, catcher + 1)
    if catcher != NO_UNIT:
        open_total(s)
        base_term(s, Term.PURSUIT, int(s.units[catcher].pursuit))
        base_term(s, Term.FLIGHT, -int(frame.number))
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
        ask_step(s, w, frame, who)
    elif frame.step == Step.ANSWER:
        answer_step(s, w, frame, who)
    elif frame.step == Step.RESTRAIN:
        restrain_step(s, w, frame)
    else:
        pursuit_step(s, w, frame, who)


@rule("x.morale.panic")
def ask_step(s, w, frame, who):
    """Ask the next winner; when all have answered, go on: before a broken unit flees, friends who see it break test for panic."""
    winner = next_of(frame.asked, int(frame.index))
    if winner != NO_UNIT:
        frame.index = winner
        frame.step = Step.ANSWER
        ask(s, Prompt.AFTER, winner)
        return
    frame.index = 0
    winner = next_of(frame.asked, 0)
    fate = int(s.units[who].fate)
    if fate == Fate.BREAK and is_there(s, who):
        frame.step = Step.FLIGHT
        note_panic_near(s, w, who)
        return
    while fate == Fate.FALL_BACK and winner != NO_UNIT:
        go_after(s, frame, winner, 0)
        winner = next_of(frame.asked, winner + 1)
    pop(s)


@rule("x.combat.give_ground", "x.combat.fall_back", "x.combat.break_and_pursue")
def answer_step(s, w, frame, who):
    """What a winner does: to stay needs a test where the enemy falls back or flees."""
    winner, verb = int(frame.index), int(s.answer)
    frame.step = Step.ASK
    if verb == Verb.FOLLOW_UP:
        frame.index = winner + 1
        go_after(s, frame, winner, int(frame.number))
    elif verb == Verb.PURSUE:
        frame.index = winner + 1
    elif s.units[who].fate == Fate.GIVE_GROUND:
        frame.index = winner + 1
        emit(s, Event.RESTRAINS, winner, NO_UNIT, 0, 0)
    else:
        frame.step = Step.RESTRAIN


@rule("x.combat.fall_back", "x.combat.break_and_pursue")
def restrain_step(s, w, frame):
    """Restraining: a Leadership test; a unit that fails must pursue."""
    winner = int(frame.index)
    frame.index = winner + 1
    frame.step = Step.ASK
    if leadership_test(s, w, winner, 0, False) == 1:
        frame.asked &= ~(1 << winner)
        emit(s, Event.RESTRAINS, winner, NO_UNIT, 0, 0)


@rule("x.combat.fall_back", "x.combat.break_and_pursue")
def pursuit_step(s, w, frame, who):
    """Pursuit: the flight is rolled, then each pursuit; the unit is caught or flees. Pursuers move when all the beaten have."""
    if frame.step == Step.FLIGHT:
        frame.number = roll_flight(s, w, who)
        frame.step = Step.PURSUIT
        return
    if frame.step == Step.CATCH:
        resolve_catching(s, w, frame, who)
        pop(s)
        return
    pursuer = next_of(frame.asked, int(frame.index))
    frame.index = pursuer + 1
    if pursuer == NO_UNIT:
        frame.step = Step.CATCH
    else:
        go_after(s, frame, pursuer, roll_pursuit(s, w, pursuer))

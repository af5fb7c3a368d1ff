"""Cards: drawn unseen, kept or played by a side."""

from __future__ import annotations

from tactica.envs.core.compiler import rule
from tactica.envs.core.dice import card
from tactica.envs.core.state import ask_side, emit
from tactica.envs.core.state.choosing import Part, ask_next_part, forget_choice, take_part

from ..vocab import ANSWERS, CARDS, PARTS_OF, Card, Event, Phase, Prompt, Refusal, Verb
from .places import fill_crowd, has_room


@rule("cards.draw")
def draw_step(s, w, frame):
    """Drawing: the next side with an empty hand takes a card."""
    side = frame.index
    if side >= s.side_count:
        frame.index = 0
        frame.step = Phase.CARDS
        return
    frame.index += 1
    if s.hand[side] != Card.NOTHING or w.book.cards_in_all == 0:
        return
    left = 0
    for kind in range(CARDS):
        left += s.deck[kind]
    if left == 0:
        shuffle_in(s, w)
    drawn = card(s, s.deck)
    if drawn >= 0:
        s.deck[drawn] -= 1
        s.hand[side] = drawn
        emit(s, Event.CARD_DRAWN, -1, -1, side, 0)


@rule("cards.draw")
def shuffle_in(s, w):
    """Drawing: every card that nobody holds goes back into the deck."""
    for kind in range(CARDS):
        s.deck[kind] = w.book.cards[kind].copies
    for side in range(s.side_count):
        if s.hand[side] != Card.NOTHING and s.deck[s.hand[side]] > 0:
            s.deck[s.hand[side]] -= 1


@rule("cards.play")
def refusal_of_play(s, side):
    """Playing: might and haste can always be played."""
    return Refusal.NONE if s.hand[side] == Card.MIGHT or s.hand[side] == Card.HASTE else Refusal.NO_CARD


@rule("cards.play")
def refusal_of_drink(s, w, side):
    """Playing: a draught, if there is anybody to drink it."""
    if s.hand[side] != Card.DRAUGHT:
        return Refusal.NO_DRAUGHT
    for who in range(s.unit_count):
        if refusal_of_raising(s, w, side, who) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.NOBODY_TO_RAISE


@rule("cards.play")
def refusal_of_raising(s, w, side, who):
    """Playing: a draught helps a fallen unit of the side whose place, as far as the side knows, has room."""
    unit = s.units[who]
    if unit.present == 0 or unit.side != side:
        return Refusal.NOT_OF_THE_SIDE
    if unit.health > 0:
        return Refusal.STANDS
    fill_crowd(s, w, who, False)
    return Refusal.NONE if has_room(s, w, who, unit.cell) else Refusal.NO_ROOM


@rule("cards.play")
def card_step(s, w, frame):
    """Playing: every side that holds a card. Waits for its decision, and for the unit that gets a draught."""
    side = frame.index
    if s.answer == 0:
        if side >= s.side_count:
            frame.index = 0
            frame.step = Phase.ORDERS
        elif s.hand[side] == Card.NOTHING:
            frame.index += 1
        else:
            ask_side(s, Prompt.CARD, side)
        return
    answered = take_part(s, ANSWERS, frame)
    if ask_next_part(s, PARTS_OF, ANSWERS, frame.verb, answered) != Part.VERB:
        return
    if frame.verb != Verb.KEEP:
        emit(s, Event.CARD_PLAYED, -1, -1, side, s.hand[side])
        if s.hand[side] == Card.MIGHT:
            s.might[side] = 1
        elif s.hand[side] == Card.HASTE:
            s.haste[side] = 1
        else:
            resolve_raise(s, w, int(frame.target))
        s.hand[side] = Card.NOTHING
    forget_choice(frame)
    frame.index += 1


@rule("cards.play", "rising.rise")
def resolve_raise(s, w, who):
    """Rising: the unit gets up with one point of health, unless somebody stands in its place after all."""
    fill_crowd(s, w, who, True)
    if has_room(s, w, who, s.units[who].cell):
        s.units[who].health = 1
        emit(s, Event.ROSE, who, -1, 1, 0)
    else:
        emit(s, Event.STAYED_DOWN, who, -1, 0, 0)

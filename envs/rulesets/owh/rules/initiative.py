"""Cards: dealt every round from a fresh deck; the best acts first, jokers bring fate."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import COUNT, card, die
from ....core.state import NO_UNIT, emit
from ..vocab import CARDS, NO_CARD, Event
from .conditions import is_standing
from .rolls import is_fate_denied

FIRST_JOKER = CARDS - 2


@rule("initiative.cards")
def shuffle(s, w):
    """Initiative: a fresh deck; no unit has a card."""
    for code in range(CARDS):
        s.deck[code] = w.book.full_deck[code]
    for who in range(s.unit_count):
        s.units[who].card = NO_CARD
        s.units[who].turn_taken = 0


@rule("initiative.cards")
def deal_step(s, w, frame):
    """Initiative: one card for each standing unit, in the order of the roster. Whether all are dealt."""
    while frame.index < s.unit_count:
        who = int(frame.index)
        frame.index += 1
        if is_standing(s, who):
            if s.dice_mode == COUNT:
                deal_by_order(s, w, who)
            else:
                deal(s, w, who, card(s, s.deck))
            return False
    return True


@kernel
def deal(s, w, who, dealt):
    """Give a unit a card of the deck, if there is one."""
    if dealt >= 0:
        s.deck[dealt] = 0
        s.units[who].card = dealt
        emit(s, Event.CARD_DEALT, who, NO_UNIT, dealt, 0)
        if dealt >= FIRST_JOKER:
            resolve_joker(s, w, who)


# --- counting odds: of the cards below the jokers nothing matters but their order --------------------------------------


@rule("initiative.cards")
def deal_by_order(s, w, who):
    """Initiative, where odds are counted: a joker with its chance; else any place among the others dealt so far. Those have the
    best cards below the jokers, in their order.
    """
    jokers = int(s.deck[FIRST_JOKER]) + int(s.deck[FIRST_JOKER + 1])
    s.kinds_left[0] = jokers
    s.kinds_left[1] = plain_cards(s)
    kind = card(s, s.kinds_left)
    if kind == 0:
        second = jokers > 1 and die(s, 2) == 2
        deal(s, w, who, FIRST_JOKER + 1 if (s.deck[FIRST_JOKER] == 0 or second) else FIRST_JOKER)
    elif kind == 1:
        dealt = plain_dealt(s)
        place = die(s, dealt + 1) - 1 if dealt > 0 else 0
        new = plain_card(w, dealt)
        s.deck[new] = 0
        for other in range(s.unit_count):
            held = int(s.units[other].card)
            if 0 <= held < FIRST_JOKER and place_of_card(w, held) >= place:
                s.units[other].card = plain_card(w, place_of_card(w, held) + 1)
        s.units[who].card = plain_card(w, place)
        emit(s, Event.CARD_DEALT, who, NO_UNIT, s.units[who].card, 0)


@kernel
def plain_cards(s):
    """Cards below the jokers that are still in the deck."""
    left = 0
    for code in range(FIRST_JOKER):
        left += int(s.deck[code])
    return left


@kernel
def plain_dealt(s):
    """Units that hold a card below the jokers."""
    dealt = 0
    for who in range(s.unit_count):
        dealt += 1 if 0 <= s.units[who].card < FIRST_JOKER else 0
    return dealt


@kernel
def plain_card(w, place):
    """The card below the jokers that stands in a place of the full deck, the best in place 0."""
    for code in range(FIRST_JOKER - 1, -1, -1):
        if w.book.full_deck[code] == 1:
            if place == 0:
                return code
            place -= 1
    return NO_CARD


@kernel
def place_of_card(w, card_held):
    """The place of a card below the jokers in the full deck."""
    place = 0
    for code in range(card_held + 1, FIRST_JOKER):
        place += int(w.book.full_deck[code])
    return place


@rule("fate.joker")
def resolve_joker(s, w, who):
    """Joker: every party gains a token, no matter which unit is dealt the joker."""
    if is_fate_denied(w):
        return
    for side in range(s.side_count):
        if s.party[side] == 1 and (w.book.joker_owner_only == 0 or s.units[who].side == side):
            s.tokens[side] += w.book.tokens_per_joker
            emit(s, Event.JOKER, NO_UNIT, NO_UNIT, int(s.tokens[side]), side)


@rule("initiative.cards", "turn.action_economy")
def next_in_order(s):
    """Initiative: the unit with the best card of those whose turn is still to come."""
    best = NO_UNIT
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.turn_taken == 0 and unit.card >= 0 and is_standing(s, who):
            if best == NO_UNIT or unit.card > s.units[best].card:
                best = who
    return best

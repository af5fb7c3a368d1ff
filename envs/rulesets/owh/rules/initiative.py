"""Cards: dealt every round from a fresh deck; the best acts first, jokers bring fate."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.dice import card
from ....core.state import NO_UNIT, emit
from ..vocab import CARDS, NO_CARD, Event
from .conditions import is_standing

FIRST_JOKER = CARDS - 2


@rule("initiative.cards")
def shuffle(s, w):
    """Initiative: a fresh deck; nobody has a card."""
    for code in range(CARDS):
        s.deck[code] = w.book.full_deck[code]
    for who in range(s.unit_count):
        s.units[who].card = NO_CARD
        s.units[who].turn_taken = 0


@rule("initiative.cards", "death.reentry")
def deal_step(s, w, frame):
    """Initiative: one card for each standing unit, in the order of the roster. Whether all are dealt."""
    while frame.index < s.unit_count:
        who = int(frame.index)
        frame.index += 1
        if is_standing(s, who):
            dealt = card(s, s.deck)
            if dealt >= 0:
                s.deck[dealt] = 0
                s.units[who].card = dealt
                emit(s, Event.CARD_DEALT, who, NO_UNIT, dealt, 0)
                if dealt >= FIRST_JOKER:
                    resolve_joker(s, w, who)
            return False
    return True


@rule("fate.joker", "fate.denial")
def resolve_joker(s, w, who):
    """Joker: every party gains a token, whoever is dealt it."""
    if w.book.fate_enabled == 0:
        return
    for side in range(s.side_count):
        if s.party[side] == 1 and (w.book.joker_owner_only == 0 or s.units[who].side == side):
            s.tokens[side] += w.book.tokens_per_joker
            emit(s, Event.JOKER, NO_UNIT, NO_UNIT, int(s.tokens[side]), side)


@rule("initiative.cards", "turn.action_economy")
def next_in_order(s):
    """Initiative: of those whose turn is still to come the one with the best card."""
    best = NO_UNIT
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.turn_taken == 0 and unit.card >= 0 and is_standing(s, who):
            if best == NO_UNIT or unit.card > s.units[best].card:
                best = who
    return best

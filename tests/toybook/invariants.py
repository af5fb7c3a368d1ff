"""What the book says is true of every position between two decisions; what is true of all books is looked at before."""

from __future__ import annotations

from typing import Any

import numpy as np

from tactica.envs.core.compiler import kernel
from tactica.envs.core.state import are_friends

from .board import STRIDE, gap_from, is_cut, is_on_board, most_in_rectangle
from .rules.places import is_placed
from .vocab import CARDS, Card, Clash, Frame, Phase, Prompt, Verb

#: The steps of each procedure.
STEPS = {Frame.BATTLE: Phase, Frame.ACT: (0,), Frame.CLASH: Clash}

BROKEN: dict[int, str] = {
    1: "the stack is deeper than possible",
    2: "more hits stopped than there are",
    3: "a question to a unit that a side answers as a whole, or the other way round",
    4: "a choice is pending that has no parts",
    6: "more health than a unit has, or it rose too often",
    7: "a body is off the board, on blocked ground, or cut by a wall",
    8: "a cell holds more than its room, or enemies share it",
    9: "a fallen unit is hidden",
    10: "orders, guards or acts do not fit the phase",
    11: "more cards than there are",
    12: "the round is out of its range",
    15: "a unit that takes part is not on the board",
    16: "a question to another than the phase has come to",
    14: "a number of a side is set for a side that takes no part",
}


@kernel
def invariants(s, w):
    """0, or the number of what is broken."""
    if s.round_no < 0 or s.round_no > s.round_limit:
        return 12
    broken = broken_question(s)
    if broken == 0:
        broken = broken_sides(s, w)
    for who in range(s.unit_count):
        if broken == 0:
            broken = broken_unit(s, w, who)
    for who in range(s.unit_count):
        if broken == 0 and is_placed(s, who):
            broken = broken_place(s, w, who)
    return broken


@kernel
def broken_question(s):
    """The stack and the question."""
    if s.depth > 2:
        return 1
    for k in range(s.depth):
        if s.stack[k].stopped > s.stack[k].hits:
            return 2
    by_side = s.prompt == Prompt.CARD or s.prompt == Prompt.FALLEN
    if s.prompt != Prompt.NOBODY and by_side != (s.decider == -1):
        return 3
    if s.prompt != Prompt.NOBODY and s.depth == 1:
        asked = s.decider_side if by_side else s.decider
        if s.stack[0].index != asked:
            return 16
    pending = 0
    if s.prompt == Prompt.DIRECTION:
        pending = Verb.GUARD.value
    elif s.prompt == Prompt.FALLEN:
        pending = Verb.DRINK.value
    return 4 if s.pending_verb != pending else 0


@kernel
def broken_sides(s, w):
    """What each side has, and the cards."""
    for side in range(s.side_count, len(s.rank)):
        if s.hand[side] != 0 or s.speed[side] != 0 or s.might[side] != 0 or s.haste[side] != 0:
            return 14
    for kind in range(CARDS):
        out = int(s.deck[kind])
        for side in range(s.side_count):
            if s.hand[side] == kind and kind != Card.NOTHING:
                out += 1
        if out > w.book.cards[kind].copies:
            return 11
    return 0


@kernel
def broken_unit(s, w, who):
    """One row of the roster."""
    unit = s.units[who]
    if unit.health > unit.health_max or unit.risen > w.book.rise_limit:
        return 6
    if unit.hidden == 1 and unit.health == 0:
        return 9
    phase = s.stack[0].step
    if s.orders_open != (phase > Phase.ORDERS) or (unit.guard_direction > 0 and unit.order != Verb.GUARD):
        return 10
    if (phase < Phase.ORDERS and unit.order != 0) or (phase < Phase.ACT and unit.acted != 0):
        return 10
    if unit.health > 0 and phase > Phase.ORDERS and unit.order == 0 and unit.risen == 0:
        return 10
    if unit.cell < 0:
        return 0 if unit.health == 0 or phase == Phase.DEPLOY else 15
    return 0 if is_on_board(w.field, int(unit.cell), unit.width, unit.height) else 7


@kernel
def broken_place(s, w, who):
    """The ground a standing unit covers."""
    unit = s.units[who]
    cell = int(unit.cell)
    if most_in_rectangle(w.field.blocked, cell, unit.width, unit.height) > 0:
        return 7
    if is_cut(w.field, cell, unit.width, unit.height):
        return 7
    sharing = 0
    for other in range(s.unit_count):
        if is_placed(s, other) and gap_from(s, w, who, unit.cell, other) == 0:
            if not are_friends(s, who, other):
                return 8
            sharing += 1
    return 8 if sharing > (w.book.room if unit.width * unit.height == 1 else 1) else 0


def scramble_hidden(s: Any, viewer: int, rng: np.random.Generator) -> None:
    """Change everything that ``viewer`` cannot know: hands, the deck, orders not yet revealed, who hides where."""
    for side in range(s.side_count):  # others hold any of the cards that nobody has seen
        left = np.flatnonzero(s.deck[1:]) + 1
        if side != viewer and s.hand[side] != Card.NOTHING and len(left):
            s.deck[s.hand[side]] += 1
            s.hand[side] = rng.choice(left)
            s.deck[s.hand[side]] -= 1
    for unit in s.units[: s.unit_count]:
        if s.orders_open == 0 and unit["side"] != viewer:
            unit["order"] = rng.integers(0, len(Verb))
            unit["guard_direction"] = rng.integers(0, 8)
        if unit["hidden"] == 1 and s.allied[viewer, unit["side"]] == 0:
            unit["cell"] = rng.integers(0, s.board_width) + STRIDE * rng.integers(0, s.board_height)
            for name in ("strength", "armour", "movement", "health", "health_max", "order", "acted"):
                unit[name] = rng.integers(1, 5)
    if s.decider_side != viewer and s.prompt in (Prompt.ORDER, Prompt.DIRECTION):
        s.prompt = rng.choice([Prompt.ORDER, Prompt.DIRECTION])
        s.pending_verb = rng.choice([Verb.NONE, Verb.GUARD])
    if s.decider_side != viewer and s.prompt in (Prompt.CARD, Prompt.FALLEN):
        s.prompt = rng.choice([Prompt.CARD, Prompt.FALLEN])

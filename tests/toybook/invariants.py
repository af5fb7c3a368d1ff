"""What is true of every position between two decisions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tactica.envs.core.compiler import kernel
from tactica.envs.core.state import are_free_frames_empty, are_friends

from .board import STRIDE, gap_from
from .rules.places import is_standing
from .vocab import CARDS, Card, Ending, Frame, Phase, Prompt, Verb

BROKEN: dict[int, str] = {
    1: "the stack does not begin with the battle, or is deeper or shallower than possible",
    2: "a finished frame is not zeroed",
    3: "a question without somebody to answer it, or a decider although nobody is asked",
    4: "sides do not hold contiguous rows of the roster",
    5: "alliances are not mutual",
    6: "a number of a unit is out of its range",
    7: "a body is off the board or on blocked ground",
    8: "a cell holds more than its room, or enemies share it",
    9: "a fallen unit is hidden",
    10: "orders, guards or acts do not fit the phase",
    11: "more cards than there are",
    12: "the round is out of its range",
    13: "ranks without an ending, or an ending without ranks",
    14: "a number of a side is out of its range, or set for a side that takes no part",
    15: "a roster row that is not in use is not empty",
    16: "a frame names a unit, side or step that cannot be",
    17: "the board is not the map's",
    18: "no such ending",
}


@kernel
def invariants(s, w):
    """0, or the number of what is broken."""
    broken = broken_frames(s)
    if broken == 0:
        broken = broken_sides(s, w)
    if broken == 0 and (s.board_width != w.field.width or s.board_height != w.field.height):
        broken = 17
    if broken == 0 and (s.round_no < 0 or s.round_limit < 1 or s.round_no > s.round_limit):
        broken = 12
    for who in range(len(s.units)):
        if broken == 0:
            broken = broken_unit(s, w, who)
    for who in range(s.unit_count):
        if broken == 0 and is_standing(s, who):
            broken = broken_place(s, w, who)
    return broken


@kernel
def broken_frames(s):
    """The stack and the question."""
    if s.depth < 1 or s.depth > 2 or s.stack[0].kind != Frame.BATTLE:
        return 1
    if s.side_count < 2 or s.side_count > len(s.rank) or s.unit_count < 1 or s.unit_count > len(s.units):
        return 4
    if not are_free_frames_empty(s):
        return 2
    for i in range(s.depth):
        f = s.stack[i]
        if f.who < 0 or f.who >= s.unit_count or f.target < 0 or f.target >= s.unit_count:
            return 16
        elif f.index < 0 or f.index > s.unit_count or f.step < 0 or f.step > Phase.END:
            return 16
        elif f.hits < 0 or f.hits > 200 or f.sixes < 0 or f.sixes > 20 or f.stopped < 0 or f.stopped > f.hits:
            return 16
        elif i > 0 and f.kind != Frame.ACT and f.kind != Frame.CLASH:
            return 1
    if s.prompt < 0 or s.prompt > Prompt.FALLEN or s.answer != 0:
        return 3
    if s.prompt != 0:
        if s.decider_side < 0 or s.decider_side >= s.side_count or s.decider < -1 or s.decider >= s.unit_count:
            return 3
        by_side = s.prompt == Prompt.CARD or s.prompt == Prompt.FALLEN
        if by_side != (s.decider == -1) or (not by_side and s.units[s.decider].side != s.decider_side):
            return 3
    pending = 0
    if s.prompt == Prompt.DIRECTION:
        pending = Verb.GUARD.value
    elif s.prompt == Prompt.FALLEN:
        pending = Verb.DRINK.value
    return 3 if s.pending_verb != pending else 0


@kernel
def broken_sides(s, w):
    """Sides, alliances, cards, ranks."""
    next_row = 0
    held = 0
    for side in range(len(s.rank)):
        takes_part = side < s.side_count
        if takes_part:
            if s.side_start[side] != next_row or s.side_size[side] < 1:
                return 4
            next_row += s.side_size[side]
        for other in range(len(s.rank)):
            friends = s.allied[side, other]
            if friends != s.allied[other, side] or friends < 0 or friends > 1 or (side == other and friends != 1):
                return 5
        if s.hand[side] < 0 or s.hand[side] >= CARDS or s.speed[side] < 0 or s.speed[side] > 10:
            return 14
        if s.might[side] < 0 or s.might[side] > 1 or s.haste[side] < 0 or s.haste[side] > 1:
            return 14
        if not takes_part and (s.hand[side] != 0 or s.speed[side] != 0 or s.might[side] != 0 or s.haste[side] != 0):
            return 14
        held += s.hand[side] != Card.NOTHING
        if takes_part and (s.ending == 0) != (s.rank[side] == 0):
            return 13
        if s.rank[side] < 0 or s.rank[side] > len(s.rank):
            return 13
    if s.ending < 0 or (s.ending > Ending.ROUND_LIMIT and s.ending < Ending.FORFEIT) or s.ending > Ending.STALLED:
        return 18
    if s.ending == 0 and s.prompt == 0:
        return 3
    for side in range(len(s.rank)):
        if side >= s.side_count and (s.side_start[side] != 0 or s.side_size[side] != 0 or s.rank[side] > 1):
            return 14
    if next_row != s.unit_count:
        return 4
    for kind in range(CARDS):
        out = int(s.deck[kind])
        for side in range(s.side_count):
            if s.hand[side] == kind and kind != Card.NOTHING:
                out += 1
        if s.deck[kind] < 0 or out > w.book.cards[kind].copies:
            return 11
    return 0


@kernel
def broken_unit(s, w, who):
    """One row of the roster."""
    unit = s.units[who]
    if who >= s.unit_count:
        rest = (
            unit.side
            | unit.strength
            | unit.armour
            | unit.movement
            | unit.health_max
            | unit.span
            | unit.cell
            | unit.risen
        )
        marks = unit.present | unit.health | unit.hidden | unit.order | unit.guard_direction | unit.acted
        return 15 if rest != 0 or marks != 0 else 0
    if unit.present != 1 or unit.side < 0 or unit.side >= s.side_count:
        return 6
    if who < s.side_start[unit.side] or who >= s.side_start[unit.side] + s.side_size[unit.side]:
        return 4
    if unit.health < 0 or unit.health > unit.health_max or unit.span < 1 or unit.span > 2:
        return 6
    if unit.strength < 1 or unit.strength > 10 or unit.armour < 0 or unit.armour > 5:
        return 6
    if unit.movement < 0 or unit.movement > 8 or unit.health_max < 1 or unit.health_max > 20:
        return 6
    if unit.risen < 0 or unit.risen > w.book.rise_limit:
        return 6
    if unit.hidden < 0 or unit.hidden > 1 or (unit.hidden == 1 and unit.health == 0):
        return 9
    phase = s.stack[0].step
    is_told = unit.order >= Verb.STRIKE and unit.order <= Verb.HOLD
    if (unit.order != 0 and not is_told) or unit.acted < 0 or unit.acted > 1 or s.orders_open != (phase > Phase.ORDERS):
        return 10
    if unit.guard_direction < 0 or unit.guard_direction > 7 or (unit.guard_direction > 0 and unit.order != Verb.GUARD):
        return 10
    if (phase < Phase.ORDERS and unit.order != 0) or (phase < Phase.ACT and unit.acted != 0):
        return 10
    if unit.health > 0 and phase > Phase.ORDERS and unit.order == 0 and unit.risen == 0:
        return 10
    x, y = unit.cell % STRIDE, unit.cell // STRIDE
    if unit.cell < 0 or x + unit.span > s.board_width or y + unit.span > s.board_height:
        return 7
    return 0


@kernel
def broken_place(s, w, who):
    """The ground a standing unit covers."""
    unit = s.units[who]
    for dy in range(unit.span):
        for dx in range(unit.span):
            if w.field.blocked[unit.cell + dy * STRIDE + dx] != 0:
                return 7
    sharing = 0
    for other in range(s.unit_count):
        if is_standing(s, other) and gap_from(s, w, who, unit.cell, other) == 0:
            if not are_friends(s, who, other):
                return 8
            sharing += 1
    return 8 if sharing > (w.book.room if unit.span == 1 else 1) else 0


def scramble_hidden(s: Any, viewer: int, rng: np.random.Generator) -> None:
    """Change everything that ``viewer`` cannot know: hands, the deck, orders not yet revealed, who hides where."""
    s.deck[:] = rng.integers(0, 5, CARDS)
    for side in range(s.side_count):
        if side != viewer:
            s.hand[side] = rng.integers(0, CARDS)
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

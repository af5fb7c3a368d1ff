"""What a side makes of what it cannot know: hands, orders not yet revealed, who hides where."""

from __future__ import annotations

from tactica.envs.core.compiler import kernel
from tactica.envs.core.dice import random_below

from .board import STRIDE
from .rules.places import fill_crowd, has_room, is_seen_by
from .vocab import CARDS, Card, Phase, Verb

TRIES = 50  # cells tried for a place


@kernel
def imagine(s, w, side, rng):
    """Others hold any card nobody has seen, have given any order, and hide anywhere with the numbers of a plain banner. Returns
    whether anything is other than it was.
    """
    for other in range(s.side_count):
        if other != side and s.hand[other] != Card.NOTHING:
            s.deck[s.hand[other]] += 1
    for other in range(s.side_count):
        if other != side and s.hand[other] != Card.NOTHING:
            s.hand[other] = draw(s, rng)
    for who in range(s.unit_count):
        if not is_seen_by(s, side, who):
            imagine_hidden(s, who, rng)
        if s.orders_open == 0 and s.units[who].side != side:
            imagine_order(s, who, rng)
    for who in range(s.unit_count):
        if not is_seen_by(s, side, who):
            s.units[who].cell = -1
    for who in range(s.unit_count):
        if not is_seen_by(s, side, who) and is_past_deploying(s, who):
            imagine_place(s, w, who, rng)
    return True


@kernel
def draw(s, rng):
    """Any card of the deck."""
    left = 0
    for kind in range(1, CARDS):
        left += int(s.deck[kind])
    place = random_below(rng, max(left, 1))
    for kind in range(1, CARDS):
        place -= int(s.deck[kind])
        if place < 0:
            s.deck[kind] -= 1
            return kind
    return int(Card.NOTHING)


@kernel
def is_past_deploying(s, who):
    """Whether a unit has its place by now."""
    return s.stack[0].step != Phase.DEPLOY or who < s.stack[0].index


@kernel
def imagine_order(s, who, rng):
    """Any order, once it has been given."""
    unit = s.units[who]
    unit.order = 0
    unit.guard_direction = 0
    if unit.health > 0 and s.stack[0].step == Phase.ORDERS and who < s.stack[0].index:
        kind = random_below(rng, 3)
        unit.order = Verb.HOLD if kind == 0 else (Verb.MARCH if kind == 1 else Verb.STRIKE)


@kernel
def imagine_hidden(s, who, rng):
    """A plain banner that has done what it was to do this round."""
    unit = s.units[who]
    unit.strength = 2
    unit.armour = 1
    unit.movement = 4
    unit.health = 2
    unit.health_max = 2
    is_acting = s.stack[0].step >= Phase.ACT
    unit.order = Verb.HOLD if s.orders_open == 1 else 0
    unit.guard_direction = 0
    unit.acted = 1 if is_acting else 0


@kernel
def imagine_place(s, w, who, rng):
    """Anywhere there is room."""
    fill_crowd(s, w, who, True)
    for _ in range(TRIES):
        cell = random_below(rng, int(s.board_width)) + STRIDE * random_below(rng, int(s.board_height))
        if has_room(s, w, who, cell):
            s.units[who].cell = cell
            return
    for y in range(s.board_height):
        for x in range(s.board_width):
            if has_room(s, w, who, y * STRIDE + x):
                s.units[who].cell = y * STRIDE + x
                return

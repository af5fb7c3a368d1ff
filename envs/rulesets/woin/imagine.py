"""A side's guess at what others keep secret, for searches: their plans, a shot, a blow, overwatch, or nothing; and where an
enemy's move ends.
"""

from __future__ import annotations

from ...core.compiler import kernel
from ...core.dice import random_below
from ...core.state import NO_UNIT
from .board import OFF_BOARD, STEP
from .rules.conditions import is_active, is_foe
from .rules.ground import entry_cost, is_shared, is_step_clear, unit_in
from .rules.plotting import may_declare
from .rules.prices import least_luck
from .rules.targets import refusal_of_way
from .rules.totals import pool_in_mind
from .rules.watching import refusal_of_watch
from .vocab import SLOTS, WAY, Frame, Mode, Refusal, Verb

TRIES = 40  # directions tried for a step


@kernel
def imagine(s, w, side, rng):
    """Enemies that have been asked for a plan may have made any; those that have not have none. An enemy that moves goes no
    further. Returns whether anything is other than it may have been.
    """
    k = declarations(s)
    if k < 0:
        return imagine_way(s, w, side, rng)
    is_other = False
    for who in range(s.unit_count):
        if s.allied[side, s.units[who].side] == 0 and s.may_ambush[s.units[who].side] == 1:
            is_other = True
            forget_plan(s.units[who])
            if who < s.stack[k].index and may_declare(s, who):
                imagine_plan(s, w, who, rng)
    return is_other


@kernel
def declarations(s):
    """Where in the stack the declarations stand; -1 they are over."""
    for k in range(s.depth):
        if s.stack[k].kind == Frame.DECLARE:
            return k
    return -1


@kernel
def forget_plan(unit):
    """No plan."""
    unit.plan_verb = Verb.NONE
    unit.plan_target = NO_UNIT
    unit.plan_item = 0
    unit.plan_mode = Mode.NORMAL
    unit.plan_cell = OFF_BOARD
    unit.plan_trade = 0
    unit.plan_luck = 0


@kernel
def any_enemy(s, who, rng):
    """A random active enemy of a unit; NO_UNIT if it has no enemies."""
    enemies = 0
    for other in range(s.unit_count):
        if is_active(s, other) and is_foe(s, who, other):
            enemies += 1
    place = random_below(rng, max(enemies, 1))
    for other in range(s.unit_count):
        if is_active(s, other) and is_foe(s, who, other):
            if place == 0:
                return other
            place -= 1
    return NO_UNIT


@kernel
def imagine_plan(s, w, who, rng):
    """A plain attack on any enemy with what lies at hand; without one, overwatch, or nothing."""
    unit = s.units[who]
    target = any_enemy(s, who, rng)
    if target == NO_UNIT or random_below(rng, 3) == 0:
        return
    unit.actions_left += w.book.ambush_actions
    strike = imagined_strike(s, w, who, target)
    unit.actions_left -= w.book.ambush_actions
    if strike <= SLOTS:
        unit.plan_verb = Verb.AMBUSH_ATTACK
        unit.plan_target = target
        unit.plan_item = strike
        pool = pool_in_mind(s, w, who, target, strike, int(Mode.NORMAL), int(unit.cell), 0)
        unit.plan_luck = least_luck(w, pool, 0, 0)
    elif refusal_of_watch(s, w, who) == Refusal.NONE and w.book.cost_overwatch <= w.book.ambush_actions:
        unit.plan_verb = Verb.AMBUSH_WATCH
        unit.plan_target = target


@kernel
def imagined_strike(s, w, who, target):
    """The first of its weapons with which a unit may attack an enemy plainly in the ambush turn; beyond the last, none."""
    for strike in range(SLOTS + 1):
        if refusal_of_way(s, w, who, Verb.AMBUSH_ATTACK, target, strike, int(Mode.NORMAL)) == Refusal.NONE:
            return strike
    return SLOTS + 1


# --- where a move ends -----------------------------------------------------------------------------------------------


@kernel
def imagine_way(s, w, side, rng):
    """Let an enemy's move end where it is. Returns whether an enemy moves, though its move may well end there. Where a charge
    ends is known.
    """
    for k in range(s.depth):
        frame = s.stack[k]
        if frame.kind == Frame.MOVE and frame.mode == Mode.NORMAL and s.allied[side, s.units[frame.who].side] == 0:
            cut_way(s, int(frame.index))
            if is_shared(s, int(frame.who)):
                imagine_step(s, w, int(frame.who), rng)
            return True
    return False


@kernel
def cut_way(s, steps):
    """End a way after so many steps."""
    for i in range(steps, s.way_length):
        s.way[i] = OFF_BOARD
    s.way_length = steps


@kernel
def imagine_step(s, w, who, rng):
    """Lengthen the way of a unit that is in another's cell by a step to a free one, if there is room for it."""
    if s.way_length == WAY:
        return
    here = int(s.units[who].cell)
    for _ in range(TRIES):
        direction = random_below(rng, 8)
        if is_step_clear(s, w, who, here, direction):
            there = int(here + STEP[direction])
            if unit_in(s, there) == NO_UNIT and entry_cost(s, w, who, there) > 0:
                s.way[s.way_length] = there
                s.way_length += 1
                return

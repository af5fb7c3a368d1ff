"""Turns: who acts next, what its choice sets going, and when the battle is over.

``@rule`` names the clauses that a kernel plays. `s` is the state record, `w.book` the numbers of the rulebook.
"""

from __future__ import annotations

from tactica.envs.core.compiler import kernel, rule
from tactica.envs.core.state import ask, emit, push
from tactica.envs.core.state.choosing import Part, ask_next_part, forget_choice, take_part

from ..vocab import ANSWERS, PARTS_OF, Ending, Event, Frame, Phase, Prompt, Verb
from .moving import resolve_move


@kernel
def is_standing(s, who):
    """Whether a unit is in the fight."""
    return s.units[who].health > 0


@rule("turn.order")
def next_in_turn(s):
    """The unit that acts next: the highest initiative that has not acted; ties go to the first of the roster, which lists
    one side after another; -1 if no unit is left.
    """
    first = -1
    for who in range(s.unit_count):
        is_earlier = first < 0 or s.units[who].initiative > s.units[first].initiative
        if is_standing(s, who) and s.units[who].acted == 0 and is_earlier:
            first = who
    return first


@rule("turn.order")
def round_step(s, frame):
    """Who acts next: a new round, in which nobody has acted."""
    s.round_no += 1
    for who in range(s.unit_count):
        s.units[who].acted = 0
    emit(s, Event.ROUND_BEGINS, -1, -1, s.round_no, 0)
    frame.step = Phase.TURN


@rule("turn.order")
def turn_step(s, w, frame):
    """Who acts next: one unit's turn. Waits for its choice, then for the target or the cell."""
    who = next_in_turn(s)
    if who < 0 or not is_fought_on(s):
        frame.step = Phase.END
    elif s.answer == 0:
        ask(s, Prompt.TURN, who)
    else:
        part = take_part(s, ANSWERS, frame)
        if ask_next_part(s, PARTS_OF, ANSWERS, frame.verb, part) == Part.VERB:
            verb, target, cell = int(frame.verb), int(frame.target), int(frame.cell)
            forget_choice(frame)
            carry_out(s, who, verb, target, cell)


@rule("turn.order")
def carry_out(s, who, verb, target, cell):
    """Who acts next: the choice is complete. A blow is a procedure of its own, for it rolls dice."""
    s.units[who].acted = 1
    if verb == Verb.STRIKE:
        blow = push(s, Frame.BLOW)
        blow.who = who
        blow.target = target
    elif verb == Verb.MOVE:
        resolve_move(s, who, cell)
    else:
        emit(s, Event.PASSED, who, -1, 0, 0)


@rule("turn.end")
def health_left(s, side):
    """The end: health that a side and its allies have left."""
    left = 0
    for who in range(s.unit_count):
        if s.allied[side, s.units[who].side] == 1:
            left += int(s.units[who].health)
    return left


@rule("turn.end")
def is_fought_on(s):
    """The end: whether two sides that are enemies both have units standing."""
    for side in range(s.side_count):
        for other in range(side):
            if s.allied[side, other] == 0 and health_left(s, side) > 0 and health_left(s, other) > 0:
                return True
    return False


@rule("turn.end")
def end_step(s, w, frame):
    """The end: all have acted, or one alliance is left. The battle is over, or the next round begins."""
    if not is_fought_on(s):
        s.ending = Ending.LAST_STANDING
    elif s.round_no >= s.round_limit:
        s.ending = Ending.ROUND_LIMIT
    else:
        frame.step = Phase.ROUND
        return
    for side in range(s.side_count):
        s.rank[side] = 1
        for other in range(s.side_count):
            if health_left(s, other) > health_left(s, side):
                s.rank[side] += 1
    emit(s, Event.BATTLE_ENDS, -1, -1, s.ending, 0)

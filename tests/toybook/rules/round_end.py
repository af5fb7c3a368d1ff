"""What follows the orders: spotting the hidden, rising again, victory."""

from __future__ import annotations

from tactica.envs.core.compiler import rule
from tactica.envs.core.dice import check
from tactica.envs.core.state import are_friends, emit, emit_roll

from ..board import gap_from, may_see
from ..vocab import Ending, Event, Phase
from .cards import resolve_raise
from .places import fill_crowd, has_room, is_standing


@rule("watch.spot")
def may_be_spotted(s, w, who):
    """Spotting: hidden, and an enemy close by has it in sight."""
    unit = s.units[who]
    if unit.hidden == 0 or unit.health <= 0:
        return False
    for other in range(s.unit_count):
        if is_standing(s, other) and not are_friends(s, who, other):
            is_close = gap_from(s, w, who, unit.cell, other) <= w.book.spot_cells
            if is_close and may_see(s, w, int(s.units[other].cell), int(unit.cell)):
                return True
    return False


@rule("watch.spot")
def watch_step(s, w, frame):
    """Spotting: a D6 for the next hidden unit."""
    who = frame.index
    if who >= s.unit_count:
        frame.index = 0
        frame.step = Phase.RISE
        return
    frame.index += 1
    if may_be_spotted(s, w, who) and check(s, 6, w.book.spot_number):
        s.units[who].hidden = 0
        emit_roll(s, Event.SPOTTED, who, -1, w.book.spot_number, 0)


@rule("rising.rise")
def rise_step(s, w, frame):
    """Rising again: a D6 for the next fallen unit whose place has room."""
    who = frame.index
    if who >= s.unit_count:
        frame.index = 0
        frame.step = Phase.END
        return
    frame.index += 1
    unit = s.units[who]
    if unit.health > 0 or unit.risen >= w.book.rise_limit:
        return
    fill_crowd(s, w, who, True)
    if has_room(s, w, who, unit.cell) and check(s, 6, w.book.rise_number):
        unit.risen += 1
        resolve_raise(s, w, who)


@rule("battle.end")
def alliance_health(s, side):
    """Victory: health left to a side and its allies."""
    left = 0
    for who in range(s.unit_count):
        if s.allied[side, s.units[who].side] == 1:
            left += int(s.units[who].health)
    return left


@rule("battle.end")
def end_step(s, w, frame):
    """Victory: over when no two sides that stand are enemies, or after the last round; else the next round."""
    standing = 0
    fight_on = False
    for side in range(s.side_count):
        mine = alliance_health(s, side)
        if mine > 0:
            standing += 1
        for other in range(side):
            if s.allied[side, other] == 0 and mine > 0 and alliance_health(s, other) > 0:
                fight_on = True
    if not fight_on:
        s.ending = Ending.LAST_STANDING if standing > 0 else Ending.NOBODY_STANDING
    elif s.round_no >= s.round_limit:
        s.ending = Ending.ROUND_LIMIT
    else:
        frame.step = Phase.ROUND
        return
    for side in range(len(s.rank)):
        s.rank[side] = 0
    for side in range(s.side_count):
        s.rank[side] = 1
        for other in range(s.side_count):
            if alliance_health(s, other) > alliance_health(s, side):
                s.rank[side] += 1
    emit(s, Event.BATTLE_ENDS, -1, -1, s.ending, 0)

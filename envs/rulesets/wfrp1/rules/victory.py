"""The end of the battle."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..vocab import Ending, Event
from .conditions import is_able

THOUSAND = 1000


@rule("c.victory")
def is_standing(s, side):
    """End of battle: a side with an able unit on the board still stands."""
    for who in range(s.unit_count):
        if s.units[who].side == side and is_able(s, who):
            return True
    return False


@rule("c.victory")
def share_of_wounds(s, side):
    """End of battle: the wounds a side has left, in thousandths of those it began with."""
    left = 0
    full = 0
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.side == side and unit.present == 1:
            full += int(unit.wounds_max)
            if is_able(s, who):
                left += int(unit.wounds)
    return THOUSAND * left // max(full, 1)


@kernel
def end_battle(s, ending):
    """Close the battle; the ranks have been set."""
    s.ending = ending
    emit(s, Event.BATTLE_ENDS, NO_UNIT, NO_UNIT, ending, 0)


@rule("c.victory")
def resolve_end_of_battle(s, w):
    """End of battle: the last allied sides with an able unit have won; with none, or at the round limit, it is a draw,
    or the larger share of wounds decides.
    """
    enemies_stand = False
    first = -1
    for side in range(s.side_count):
        if is_standing(s, side):
            if first < 0:
                first = side
            elif s.allied[first, side] == 0:
                enemies_stand = True
    if enemies_stand and s.round_no < w.book.max_rounds:
        return
    if first < 0:
        for side in range(s.side_count):
            s.rank[side] = 1
        end_battle(s, Ending.NOBODY_STANDING)
    elif not enemies_stand:
        for side in range(s.side_count):
            s.rank[side] = 1 if s.allied[first, side] == 1 else 2
        end_battle(s, Ending.LAST_SIDE_STANDING)
    elif w.book.round_limit_mode == 0:
        for side in range(s.side_count):
            s.rank[side] = 1
        end_battle(s, Ending.ROUND_LIMIT_DRAW)
    else:
        for side in range(s.side_count):
            s.rank[side] = 1
            for other in range(s.side_count):
                if share_of_wounds(s, other) > share_of_wounds(s, side):
                    s.rank[side] += 1
        end_battle(s, Ending.ROUND_LIMIT_WOUNDS)

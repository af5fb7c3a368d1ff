"""The end of a round, and of the battle."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..vocab import Ending, Event
from .casting import thin_fog
from .conditions import is_active

CLOSE = 1e-9  # shares of HEALTH nearer to each other than this are equal


@rule("completion.battle_end")
def is_last_round(s, w):
    """End of the battle: whether no round follows."""
    return s.round_no >= w.book.round_limit


@rule("sequence.round_loop", "completion.spell.fog")
def resolve_round_end(s):
    """End of a round: fog thins."""
    thin_fog(s)


@kernel
def is_side_active(s, side):
    """Whether a side, or a friend of it, has an active unit."""
    for who in range(s.unit_count):
        if s.allied[side, s.units[who].side] == 1 and is_active(s, who):
            return True
    return False


@rule("completion.battle_end")
def is_over(s):
    """End of the battle: no two sides that are enemies both have active units."""
    for one in range(s.side_count):
        for other in range(one):
            if s.allied[one, other] == 0 and is_side_active(s, one) and is_side_active(s, other):
                return False
    return True


@rule("completion.battle_end")
def health_share(s, side):
    """Round limit: the HEALTH left to a side and its friends, each unit's as a part of its full HEALTH."""
    share = 0.0
    for who in range(s.unit_count):
        unit = s.units[who]
        if unit.present == 1 and unit.dead == 0 and s.allied[side, unit.side] == 1:
            share += max(int(unit.health), 0) / int(unit.health_max)
    return share


@kernel
def rank_by_health(s, side):
    """The place of a side when the last round is over."""
    rank = 1
    for other in range(s.side_count):
        if health_share(s, other) > health_share(s, side) + CLOSE:
            rank += 1
    return rank


@rule("completion.battle_end")
def resolve_end(s, is_limit):
    """End of the battle: the sides with active units win, at the round limit those with most HEALTH; else it is a draw."""
    active = 0
    for side in range(s.side_count):
        active += 1 if is_side_active(s, side) else 0
    if is_limit:
        s.ending = Ending.ROUND_LIMIT
    else:
        s.ending = Ending.LAST_ACTIVE if active > 0 else Ending.NOBODY_ACTIVE
    for side in range(s.side_count):
        if is_limit:
            s.rank[side] = rank_by_health(s, side)
        else:
            s.rank[side] = 1 if active == 0 or is_side_active(s, side) else 2
    emit(s, Event.BATTLE_ENDS, NO_UNIT, NO_UNIT, int(s.ending), 0)

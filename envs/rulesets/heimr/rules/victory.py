"""The end of the battle."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..vocab import Ending, Event
from .conditions import is_in_fight

NOBODY = -1


@kernel
def is_side_standing(s, side):
    """Whether a side, or a friend of it, has a unit in the fight."""
    for who in range(s.unit_count):
        if s.allied[side, s.units[who].side] == 1 and is_in_fight(s, who):
            return True
    return False


@rule("c.end")
def is_over(s):
    """End: no two sides that are enemies both have units in the fight."""
    for one in range(s.side_count):
        for other in range(one):
            if s.allied[one, other] == 0 and is_side_standing(s, one) and is_side_standing(s, other):
                return False
    return True


@rule("c.end")
def is_last_round(s, w):
    """End: whether no round follows."""
    return s.round_no >= w.book.max_rounds


@rule("c.objective", "c.end")
def holds_objectives(s, side):
    """Objectives: whether a side or its friends hold all of them."""
    for k in range(s.objective_count):
        owner = int(s.objective_owner[k])
        if owner == NOBODY or s.allied[side, owner] == 0:
            return False
    return s.objective_count > 0


@rule("c.end", "c.objective")
def resolve_end(s, is_limit):
    """End: the side that still has units in the fight wins; at the round limit the objective decides, else it is a draw."""
    standing = 0
    for side in range(s.side_count):
        standing += 1 if is_side_standing(s, side) else 0
    decides = is_limit and s.objective_side != NOBODY and holds_objectives(s, int(s.objective_side))
    if is_limit:
        s.ending = Ending.OBJECTIVE if decides else Ending.ROUND_LIMIT
    else:
        s.ending = Ending.LAST_STANDING if standing > 0 else Ending.NOBODY_STANDING
    for side in range(s.side_count):
        s.rank[side] = 1
        if decides:
            s.rank[side] = 1 if s.allied[side, s.objective_side] == 1 else 2
        elif not is_limit and standing > 0 and not is_side_standing(s, side):
            s.rank[side] = 2
    emit(s, Event.BATTLE_ENDS, NO_UNIT, NO_UNIT, int(s.ending), 0)


@rule("c.objective")
def objective_at(s, cell):
    """Objectives: the one in a cell; -1 none."""
    for k in range(s.objective_count):
        if s.objective_cell[k] == cell:
            return k
    return NOBODY


@rule("c.objective")
def resolve_seizing(s, who):
    """Objectives: it belongs to the unit's side."""
    s.objective_owner[objective_at(s, int(s.units[who].cell))] = s.units[who].side
    emit(s, Event.SEIZED, who, NO_UNIT, 0, 0)

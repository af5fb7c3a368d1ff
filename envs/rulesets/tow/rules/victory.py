"""The end of the battle, and victory points."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..vocab import Ending, Event, Gone, Role
from .alarm import PERCENT, strength_left
from .bodies import is_there

BEST, BEATEN = 1, 2  # ranks


@kernel
def has_units(s, side, is_flight_enough):
    """Whether a side has a unit on the table; a fleeing unit counts only where that is enough."""
    for who in range(s.unit_count):
        if s.units[who].side == side and is_there(s, who) and (is_flight_enough or s.units[who].fleeing == 0):
            return True
    return False


@rule("x.turn.end_and_victory")
def is_over(s):
    """End of the battle: a side has no unit left that is not fleeing."""
    for side in range(s.side_count):
        if not has_units(s, side, False):
            return True
    return False


@rule("x.turn.end_and_victory")
def is_worth_half(s, w, who):
    """Victory points: fleeing, or no more than a quarter left of its models; of its Wounds, if it started as one model."""
    left, start = strength_left(s, who)
    return s.units[who].fleeing == 1 or left * PERCENT <= int(w.book.half_points_pct) * start


@rule("x.turn.end_and_victory")
def points_for(s, w, who):
    """Victory points: what the enemy gets for a unit as it stands now, and for its slain general; not for one that has left."""
    unit = s.units[who]
    points = 0
    if unit.gone != Gone.NOT or unit.models == 0:
        points = int(unit.points)
    elif is_worth_half(s, w, who):
        points = int(unit.points) // 2
    if unit.has_character == 1 and unit.char_alive == 0 and unit.char_left == 0 and unit.roles & Role.GENERAL != 0:
        points += int(w.book.general_bonus)
    return points


@rule("x.turn.end_and_victory")
def victory_points(s, w, side):
    """Victory points: of a side, for all its enemies."""
    points = 0
    for who in range(s.unit_count):
        if s.units[who].present == 1 and s.allied[side, s.units[who].side] == 0:
            points += points_for(s, w, who)
    return points


@rule("x.turn.end_and_victory")
def winner(s, w):
    """End of the battle: the side that is left alone, or the one ahead by enough; -1 drawn."""
    one, other = has_units(s, 0, True), has_units(s, 1, True)
    if one != other:
        return 0 if one else 1
    ahead = victory_points(s, w, 0) - victory_points(s, w, 1)
    if abs(ahead) < w.book.win_margin or ahead == 0:
        return NO_UNIT
    return 0 if ahead > 0 else 1


@rule("x.turn.end_and_victory")
def resolve_end(s, w, rounds_played):
    """End of the battle: why, what each side has gained, and who has won."""
    s.ending = Ending.ROUNDS_PLAYED if rounds_played else Ending.NOBODY_LEFT
    best = winner(s, w)
    for side in range(s.side_count):
        if not has_units(s, side, True):
            s.ending = Ending.WIPED_OUT
        s.rank[side] = BEST if best == NO_UNIT or best == side else BEATEN
        emit(s, Event.POINTS, NO_UNIT, NO_UNIT, victory_points(s, w, side), side)
    emit(s, Event.BATTLE_ENDS, NO_UNIT, NO_UNIT, int(s.ending), 0)

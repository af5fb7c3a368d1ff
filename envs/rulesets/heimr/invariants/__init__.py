"""What the book says must hold after every decision, whatever was played: numbers that are consistent with one another.

Every number has been looked at before by itself (``core/loops/checks.py``). Also how to change what a side cannot know, for tests
that nothing hidden shows.
"""

from __future__ import annotations

from ....core.compiler import kernel
from ..rules.conditions import is_present
from ..vocab import UNITS
from .battle import are_edges_fine, are_objectives_fine, is_order_fine
from .hidden import scramble_hidden as scramble_hidden
from .questions import STEPS as STEPS
from .questions import is_question_fine
from .units import (
    are_counters_fine,
    are_dice_fine,
    are_effects_fine,
    are_items_fine,
    is_cluster_fine,
    is_defence_possible,
    is_guard_fine,
    is_health_fine,
    is_hiding_fine,
    is_hold_fine,
    is_out_fine,
    is_place_fine,
    is_waiting_fine,
)

#: What each number other than 0 means.
BROKEN = {
    1: "hit points, injuries and countdowns do not fit together, or a dead unit has any of them",
    2: "a unit out of action is in a cluster, holds, guards or hides, or has a defence",
    3: "off the map though neither dead nor gone, or on it though dead, or off the board",
    4: "a cluster of one, in two places, or named by another than its first member",
    5: "an impossible hold: on nobody, from another cluster, or without a hand",
    6: "two things in one hand, or a thing that is not where it is said to be",
    7: "a standing defence that its owner cannot make, or dice of one that there is not",
    8: "an effect that has ended leaves something behind, or a fallen unit is not prone",
    9: "a guard of nothing, of no unit here, or of a border that does not exist",
    10: "a readied or upcoming action of which half is missing",
    11: "hidden in a cluster, or from a friend",
    12: "two units in one place of the order, or none in one",
    13: "a border that changes off the board, or counted beyond what it says",
    14: "an objective off the board, or two in one place",
    15: "a counter beyond the book's numbers",
    16: "something is left over at a decision",
    17: "the prompt does not fit the procedure that is running",
}
ANY_VALUE: frozenset[str] = frozenset()
PER_CELL = UNITS


@kernel
def takes_room(s, who):
    """Any number of units find room."""
    return is_present(s, who)


@kernel
def invariants(s, w):
    """0 when all is well, else the number of a line of BROKEN."""
    for who in range(s.unit_count):
        broken = broken_unit(s, w, who)
        if broken == 0 and s.prompt != 0:
            broken = broken_while_asked(s, w, who)
        if broken != 0:
            return broken
    if s.round_no > 0 and not is_order_fine(s):
        return 12
    if not are_edges_fine(s, w):
        return 13
    if not are_objectives_fine(s):
        return 14
    if s.prompt != 0:
        if s.result != 0 or s.is_stale != 0:
            return 16
        if not is_question_fine(s):
            return 17
    return 0


@kernel
def broken_unit(s, w, who):
    """One row of the roster, whatever goes on."""
    if not is_place_fine(s, who):
        return 3
    if not is_cluster_fine(s, who):
        return 4
    if not are_items_fine(s, w, who):
        return 6
    if not are_dice_fine(s, who):
        return 7
    if not are_effects_fine(s, who):
        return 8
    if not is_guard_fine(s, who):
        return 9
    if not is_waiting_fine(s, who):
        return 10
    if not is_hiding_fine(s, who):
        return 11
    return 0 if are_counters_fine(s, w, who) else 15


@kernel
def broken_while_asked(s, w, who):
    """One row of the roster once everything has come of what happened."""
    if not is_health_fine(s, w, who):
        return 1
    if not is_out_fine(s, who):
        return 2
    if not is_hold_fine(s, who):
        return 5
    return 0 if is_defence_possible(s, w, who) else 7

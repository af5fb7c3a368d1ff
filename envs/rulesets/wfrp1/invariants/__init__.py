"""What the book says must hold after every decision, whatever was played: numbers that are consistent with one another.

Every number has been looked at before by itself (``core/loops/checks.py``). Also how to change what a side cannot know, for tests
that nothing hidden shows.
"""

from __future__ import annotations

from ....core.compiler import kernel
from .battle import are_numbers_of_battle_fine, are_places_fine
from .frames import STEPS as STEPS
from .frames import is_question_fine
from .hidden import scramble_hidden as scramble_hidden
from .units import (
    are_bits_fine,
    are_blows_fine,
    are_items_fine,
    are_links_fine,
    are_opponents_fine,
    are_slots_fine,
    is_aim_fine,
    is_condition_fine,
    is_doom_fine,
    is_flight_fine,
    is_loading_fine,
    is_place_fine,
)
from .units import takes_room as takes_room

#: What each number other than 0 means.
BROKEN = {
    1: "round, edge or waits beyond the book's numbers, or a unit that has yet to burn or drop",
    2: "something buried in a pack or on the ground where nothing is",
    3: "ammunition or loading does not fit the weapon",
    4: "more wounds or heads than there are, alive without a head, a hold without a partner, or caught by nothing",
    5: "a slot of the round that cannot be",
    6: "blows, charges, parries or waits that do not fit the round",
    7: "fleeing without reason, or forced to flee without fleeing",
    8: "marked for what is to come after its own event, without such an event",
    9: "aim without a target, or a target without aim",
    10: "the prompt does not fit the procedure that is running",
    11: "rider and mount, holder and held, or a pair on the wing do not name each other",
    12: "an opponent that is not an enemy",
    13: "wins and defeats of the last round do not match",
    14: "a unit off the board that has not left it, or in a cell or at a height where it cannot be",
    15: "a door, fire, light or bomb out of place",
}

#: Fields that may hold anything. None may.
ANY_VALUE: frozenset[str] = frozenset()


@kernel
def invariants(s, w):
    """0 when all is well, else the number of a line of BROKEN."""
    if not are_numbers_of_battle_fine(s, w):
        return 1
    for who in range(s.unit_count):
        broken = broken_unit(s, w, who)
        if broken != 0:
            return broken
    if not is_question_fine(s):
        return 10
    for who in range(s.unit_count):
        broken = broken_relation(s, w, who)
        if broken != 0:
            return broken
    return 0 if are_places_fine(s) else 15


@kernel
def broken_unit(s, w, who):
    """One row of the roster by itself."""
    unit = s.units[who]
    if not are_items_fine(unit):
        return 2
    if not is_loading_fine(s, w, who):
        return 3
    if not is_condition_fine(unit):
        return 4
    if not are_slots_fine(w, unit):
        return 5
    if not are_blows_fine(s, unit):
        return 6
    if not is_flight_fine(unit):
        return 7
    if not is_doom_fine(s, who):
        return 8
    return 0 if is_aim_fine(unit) else 9


@kernel
def broken_relation(s, w, who):
    """One unit among the others."""
    if not are_links_fine(s, who):
        return 11
    if not are_opponents_fine(s, who):
        return 12
    if not are_bits_fine(s, who):
        return 13
    return 0 if is_place_fine(s, w, who) else 14

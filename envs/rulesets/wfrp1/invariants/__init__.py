"""What must hold after every decision, whatever was played: every field of the position in its range, and all of them
consistent with one another. Also how to change what a side cannot know, for tests that nothing hidden shows.

A part is only used as an index after it has been looked at, so that nonsense is reported and never followed.
"""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import are_free_frames_empty
from .battle import (
    are_counts_fine,
    are_numbers_of_battle_fine,
    are_places_fine,
    are_ranks_fine,
    are_sides_fine,
    is_ending_fine,
    is_roster_fine,
)
from .frames import are_frames_fine, is_question_fine
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
    is_in_range,
    is_loading_fine,
    is_place_fine,
    is_profile_fine,
    is_row_empty,
)

#: What each number other than 0 means.
BROKEN = {
    1: "counts of sides, units, cells or frames, or who is asked, cannot be",
    2: "a number of the battle is out of its range",
    3: "sides of the roster do not fit",
    4: "alliances are not mutual, or a side that takes no part has friends",
    5: "no such ending, or somebody is asked although it is over",
    6: "ended, but without ranks, or ranked while going on",
    7: "a roster row that is not in use is not empty",
    8: "a characteristic or trait out of its range",
    9: "a number of a unit is out of its range",
    10: "an item that does not exist, or something where nothing lies",
    11: "ammunition or loading does not fit the weapon",
    12: "a condition out of its range, or more wounds than there are",
    13: "a slot of the round that cannot be",
    14: "blows, parries or waits that do not fit the round",
    15: "fleeing without reason, or forced to flee without fleeing",
    16: "marked for what is to come after its own event, without such an event",
    17: "aim without a target, or a target without aim",
    18: "a procedure that names what does not exist, or stands where it has no step",
    19: "a finished procedure was not zeroed, or the battle is not at the bottom",
    20: "what is asked does not fit the procedure that is running",
    21: "rider and mount, holder and held, or a pair on the wing do not name each other",
    22: "an opponent who is no enemy",
    23: "who won over whom does not fit who was beaten by whom",
    24: "a unit off the board that has not left it, or in a cell or at a height where it cannot be",
    25: "two living units in one cell",
    26: "a door, fire, light or bomb out of place",
}

#: Fields that may hold anything. None may.
ANY_VALUE: frozenset[str] = frozenset()


@kernel
def invariants(s, w):
    """0 when all is well, else the number of a line of BROKEN."""
    broken = broken_battle(s, w)
    for who in range(len(s.units)):
        if broken == 0:
            broken = broken_unit(s, w, who)
    if broken == 0:
        broken = broken_procedure(s)
    for who in range(s.unit_count):
        if broken == 0:
            broken = broken_relation(s, w, who)
    if broken == 0 and not are_places_fine(s):
        broken = 26
    return broken


@kernel
def broken_battle(s, w):
    """Counts, sides, roster and ending."""
    if not are_counts_fine(s, w):
        return 1
    if not are_numbers_of_battle_fine(s, w):
        return 2
    if not is_roster_fine(s):
        return 3
    if not are_sides_fine(s):
        return 4
    if not is_ending_fine(s):
        return 5
    return 0 if are_ranks_fine(s) else 6


@kernel
def broken_unit(s, w, who):
    """One row of the roster by itself."""
    unit = s.units[who]
    if who >= s.unit_count and not is_row_empty(unit):
        return 7
    if not is_profile_fine(unit):
        return 8
    if not is_in_range(s, unit):
        return 9
    if not are_items_fine(s, unit):
        return 10
    if not are_slots_fine(w, unit):
        return 13
    if who >= s.unit_count:
        return 0
    if not is_loading_fine(s, w, who):
        return 11
    if not is_condition_fine(unit):
        return 12
    if not are_blows_fine(s, w, unit):
        return 14
    if not is_flight_fine(unit):
        return 15
    if not is_doom_fine(s, unit):
        return 16
    return 0 if is_aim_fine(unit) else 17


@kernel
def broken_procedure(s):
    """The stack, and what is asked."""
    if not are_frames_fine(s):
        return 18
    if not are_free_frames_empty(s):
        return 19
    return 0 if is_question_fine(s) else 20


@kernel
def broken_relation(s, w, who):
    """One unit among the others. Every number of every unit has been looked at before."""
    if not are_links_fine(s, who):
        return 21
    if not are_opponents_fine(s, who):
        return 22
    if not are_bits_fine(s, who):
        return 23
    return is_place_fine(s, w, who)

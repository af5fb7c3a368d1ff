"""The true position, for carrying out choices; whose sight is shown; and guesses at unknown units, for searches.

Choices are offered, and behaviours decide, by ``s.known``: the units that the deciding side knows of (``know_units`` of a
ruleset's ``observe.py``). A choice is carried out among all units: a rule calls :func:`know_everything` first, and a move that
runs into an unknown unit ends there.
"""

from __future__ import annotations

from ..compiler import kernel
from ..dice import random_below
from ..state import NO_UNIT
from .layout import A_UNITS_SIGHT, DECIDERS_SIGHT


@kernel
def know_everything(s):
    """Fill ``s.known`` with ones."""
    for who in range(len(s.known)):
        s.known[who] = 1


@kernel
def looker_of(s, layout, viewer):
    """The unit whose own sight a layout shows; NO_UNIT where it shows all that the viewer's side knows."""
    if layout.sight >= A_UNITS_SIGHT:
        return int(layout.sight - A_UNITS_SIGHT)
    if layout.sight == DECIDERS_SIGHT and s.prompt != 0 and s.decider_side == viewer:
        return int(s.decider)
    return NO_UNIT


# --- what the unknown may be like ---------------------------------------------------------------------------------------

ROSTERS = 8  # that are drawn of a scenario which leaves its roster to chance
ROSTERS_FIELD = "rosters"  # of a map record


def roster_fields(unit, rows):
    """Fields of a map record for the rosters that a scenario makes possible, so that nothing hidden says what is unknown.

    ``scenario.pool`` fills them in.

    Args:
        unit: record type of a unit.
        rows: most units of a battle.
    """
    return [
        ("roster_count", "i4"),  # 0 a position made by hand: nobody says what its units may be
        ("roster_size", "i4", (ROSTERS,)),  # units of each; of four bytes, so that what follows is aligned as units are
        (ROSTERS_FIELD, unit, (ROSTERS * rows,)),  # as they begin
    ]


@kernel
def draw_roster(w, rng):
    """A random roster of those that the scenario makes possible; -1 if it has no rosters."""
    return random_below(rng, int(w.field.roster_count)) if w.field.roster_count > 0 else -1


@kernel
def likeness_of(s, w, who, roster, models, side, rng):
    """A guess at an unknown unit, as a unit's record: the unit in its place in a roster of the scenario, or in the next roster
    that has a unit of its side there. If no roster has, one of the units whose bits are set in ``models``, see
    :func:`drawn_like`; without these its own record.

    Args:
        roster: from :func:`draw_roster`, the same for all units, so that they fit together.
        side: the side that does not know the unit.
    """
    row = roster_row(s, w, who, roster)
    if row >= 0:
        return w.field.rosters[row]
    other = drawn_like(s, models, side, who, rng)
    return s.units[other if other != NO_UNIT else who]


@kernel
def roster_row(s, w, who, roster):
    """The row of ``w.field.rosters`` with a unit's place in a roster, or in the next that has one of its side there; else -1."""
    rows = len(w.field.rosters) // ROSTERS
    for k in range(w.field.roster_count):
        one = (roster + k) % int(w.field.roster_count)
        if who < w.field.roster_size[one] and w.field.rosters[one * rows + who].side == s.units[who].side:
            return one * rows + who
    return -1


@kernel
def drawn_like(s, models, side, who, rng):
    """A random unit of those whose bits are set in ``models``: of the unknown unit's side if possible, else of ``side``; -1
    if neither side has one.
    """
    like = int(s.units[who].side)
    count = count_of_side(s, models, like)
    if count == 0:
        like = side
        count = count_of_side(s, models, like)
    left = random_below(rng, max(count, 1))
    for other in range(s.unit_count):
        if (models >> other) & 1 == 1 and s.units[other].side == like:
            if left == 0:
                return other
            left -= 1
    return NO_UNIT


@kernel
def count_of_side(s, units, side):
    """How many units of a side there are among those whose bits are set."""
    count = 0
    for who in range(s.unit_count):
        if (units >> who) & 1 == 1 and s.units[who].side == side:
            count += 1
    return count

"""What really is, for carrying things out; and what the unknown may be like, for searches.

Choices are offered, and behaviours decide, by ``s.known``: what the side that is asked knows of (``know_units`` of a ruleset's
``observe.py``). What is carried out meets everybody: a rule calls :func:`know_everything` first, and a way that meets somebody
who was not known ends there.
"""

from __future__ import annotations

from ..compiler import kernel
from ..dice import random_below
from .state import NO_UNIT


@kernel
def know_everything(s):
    """Fill ``s.known`` with ones."""
    for who in range(len(s.known)):
        s.known[who] = 1


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
    """One of the rosters that the scenario makes possible; -1 there are none."""
    return random_below(rng, int(w.field.roster_count)) if w.field.roster_count > 0 else -1


@kernel
def likeness_of(s, w, who, roster, models, side, rng):
    """What an unknown unit is thought to be like, as a unit's record: whoever stands in its place in a roster of the scenario, in
    the next one if nobody of its side does. Without rosters it is like one of the units whose bits are set in ``models``, see
    :func:`drawn_like`, and else as it is.

    Args:
        roster: from :func:`draw_roster`, the same for all units, so that they fit together.
        side: the one that does not know it.
    """
    rows = len(w.field.rosters) // ROSTERS
    for k in range(w.field.roster_count):
        one = (roster + k) % int(w.field.roster_count)
        if who < w.field.roster_size[one] and w.field.rosters[one * rows + who].side == s.units[who].side:
            return w.field.rosters[one * rows + who]
    other = drawn_like(s, models, side, who, rng)
    return s.units[other if other != NO_UNIT else who]


@kernel
def drawn_like(s, models, side, who, rng):
    """One of the units whose bits are set in ``models``: of the side of an unknown unit if there is one, else of ``side``; -1
    there is none.
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

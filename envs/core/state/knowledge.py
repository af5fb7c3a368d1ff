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


@kernel
def drawn_like(s, models, side, who, rng):
    """Whom an unknown unit is thought to be like: one of the units whose bits are set in ``models``, of its own side if there is
    one, else of ``side``; -1 there is none.
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

"""Defaults of a ruleset: the hooks that ``core/book.py`` uses in place of those a ruleset leaves out.

Nobody hides, nothing is shaped, nothing covers; there are no shots, gaits or free attacks.
"""

from __future__ import annotations

from .compiler import kernel
from .state import NO_UNIT

# --- choices ----------------------------------------------------------------------------------------------------------


@kernel
def item_at(s, who, value):
    """A numbered place stands for itself."""
    return int(value)


@kernel
def free_blows(s, w, who, verb):
    """No choice gives enemies free blows."""
    return 0


@kernel
def leads_to(s, w, who, answer):
    """The ruleset does not say what an answer leads to."""
    return 0


# --- what is seen -----------------------------------------------------------------------------------------------------


@kernel
def know_units(s, w, side):
    """No unit hides in this ruleset."""
    for who in range(s.unit_count):
        s.known[who] = 1


@kernel
def perceives(s, w, who, other):
    """A unit perceives everyone its side knows of."""
    return True


@kernel
def other_unit(s, viewer):
    """No procedure of this ruleset shows another unit."""
    return NO_UNIT


@kernel
def is_on_board(s, who):
    """Every unit with a cell is shown there."""
    return True


@kernel
def observe_board(s, w, layout, viewer, grid):
    """Nothing else is on the board."""
    return False


@kernel
def mark_unit(s, w, layout, viewer, who, x, y, grid):
    """Nothing else is marked."""
    return


@kernel
def observe_unit(s, w, layout, viewer, who, row):
    """Everything is copied."""
    return


@kernel
def observe_context(s, w, layout, viewer, other, context):
    """Everything is copied."""
    return


@kernel
def potential(s, w, side):
    """A ruleset without a measure of staying power: nothing is shaped."""
    return 0.0


@kernel
def contribution(s, w, who):
    """A ruleset that does not weigh its units: all share alike."""
    return 1.0


# --- behaviours -------------------------------------------------------------------------------------------------------


@kernel
def best_verb(s, w, who, verb, cell):
    """There is one way to go."""
    return int(verb)


@kernel
def cover_at(s, w, who, cell):
    """Nothing covers."""
    return 0.0


@kernel
def shots_left(s, w, who):
    """Nobody shoots."""
    return 0


@kernel
def is_ready_to_shoot(s, w, who):
    """Nobody shoots."""
    return False


@kernel
def place_of(s, who):
    """Cell of a unit."""
    return int(s.units[who].cell)


@kernel
def is_seen(s, w, side, who):
    """Whether the deciding side knows of a unit, as noted before its choices were listed."""
    return s.known[who] == 1


@kernel
def staying(s, who):
    """A ruleset that does not measure staying power: every unit has as much."""
    return 1


# --- searches, counts and checks --------------------------------------------------------------------------------------


@kernel
def imagine(s, w, side, rng):
    """A ruleset without hidden information: there is nothing to imagine, and nothing changes."""
    return False


@kernel
def spent(s, w):
    """A ruleset that does not say what no longer matters: everything does."""
    return False


@kernel
def takes_room(s, who):
    """The ruleset looks after the room in cells itself."""
    return False


@kernel
def invariants(s, w):
    """The ruleset checks nothing besides the ranges of its numbers."""
    return 0

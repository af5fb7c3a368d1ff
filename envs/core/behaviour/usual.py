"""What ``tactics.py`` and ``choices.py`` may leave out: how it is in a ruleset that says nothing of shots, cover, gaits, carried
units, or of what lies in the numbered places it calls items.
"""

from __future__ import annotations

from ..compiler import kernel


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
def item_at(s, who, value):
    """A numbered place stands for itself."""
    return int(value)

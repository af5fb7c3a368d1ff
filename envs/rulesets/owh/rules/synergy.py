"""Synergy: units that touch the same opponent help each other."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import are_friends
from .conditions import are_foes, may_help
from .ground import is_touching


@rule("synergy.adjacent")
def synergy_of(s, w, who, opponent, knows_all):
    """Synergy: a point for each other able unit of the team that touches the same opponent, up to three. A deaf unit gets
    none but counts; a stunned unit does not count. Without ``knows_all`` only known units count.
    """
    if s.units[who].deafened > 0 or not counts(s, w, who, opponent):
        return 0
    helping = 0
    for other in range(s.unit_count):
        if other != who and are_friends(s, who, other) and counts(s, w, other, opponent):
            if knows_all or s.known[other] == 1:
                helping += 1
    return min(helping * int(w.book.synergy_per_unit), int(w.book.synergy_cap))


@kernel
def counts(s, w, who, opponent):
    """Whether a unit counts among those that touch an opponent, who is never a friend, even one that attacks."""
    return are_foes(s, who, opponent) and may_help(s, who) and is_touching(s, w, who, opponent)

"""The value to a side of a battle that is cut off, or of a simulation that has ended.

Executed once for every ruleset like ``core/loops/advance.py``. Its globals are the functions of its copy of that file, and of
the ruleset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.compiler import record_at
from tactica.envs.core.loops.seats import FIRST_NETWORK

if TYPE_CHECKING:
    from tactica.envs.core.loops.advance import reward_of
    from tactica.envs.core.loops.given import kernel, potential
    from tactica.envs.core.loops.network import appraise
    from tactica.envs.core.loops.objectives import score_lead


STEEP = 2.0  # how far a lead in staying power is taken for the result of a battle cut off


@kernel
def expected_result(s, w, players, evaluator, side):
    """What a side may expect of a battle that is cut off, in [-1, 1]: as a network has learnt it, or by staying power; and by the
    lead in points where zones are to be held.
    """
    lead = STEEP * score_lead(s, side) if s.zone_count > 0 else 0.0
    if evaluator >= FIRST_NETWORK:
        row = evaluator - FIRST_NETWORK
        learnt = appraise(s, w, players, row, side) + record_at(players.networks, row).shaping * potential(s, w, side)
        return min(max(learnt + lead, -1.0), 1.0)
    return min(max(STEEP * potential(s, w, side) + lead, -1.0), 1.0)


@kernel
def value_of(s, w, players, evaluator, outcome, side):
    """What the end of a simulation is worth to a side: its result, and the staying power it has left."""
    result = reward_of(s, side) if s.ending != 0 else expected_result(s, w, players, evaluator, side)
    return outcome * result + (1.0 - outcome) * potential(s, w, side)

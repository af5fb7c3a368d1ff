"""Combat clusters: how they form, and who is seen in them."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..vocab import Event, Refusal
from .conditions import is_held
from .harm import leave_cluster, show_to_all
from .passing import refusal_of_going


@rule("cluster.form")
def join_cluster(s, w, who, target):
    """Clusters: attacker and target stand together; two clusters become one, or the attacker changes over."""
    if who == target or s.units[who].unconscious == 1 or s.units[target].unconscious == 1:
        return
    mine, its = int(s.units[who].cluster), int(s.units[target].cluster)
    if mine != NO_UNIT and mine == its:
        return
    if mine != NO_UNIT and its != NO_UNIT and w.book.merge_on_cross_attack == 0 and not is_held(s, who):
        leave_cluster(s, who)
    emit(s, Event.CLUSTERED, who, target, 0, 0)
    mark_together(s, who, target)
    for one in (who, target):
        show_to_all(s, one)
        s.units[one].in_cover = 0


@kernel
def mark_together(s, who, target):
    """Give two units and the clusters they are in the number of their first member."""
    mine, its = int(s.units[who].cluster), int(s.units[target].cluster)
    first = NO_UNIT
    for one in range(s.unit_count):
        cluster = s.units[one].cluster
        if one == who or one == target or (cluster != NO_UNIT and (cluster == mine or cluster == its)):
            first = one if first == NO_UNIT else first
            s.units[one].cluster = first


@rule("cluster.leave")
def refusal_of_leaving_cluster(s, w, who):
    """Leaving a cluster: within the square, and only for a unit that could also walk away."""
    return Refusal.NOT_IN_CLUSTER if s.units[who].cluster == NO_UNIT else refusal_of_going(s, w, who)

"""Further targets of shots: other members of a cluster when one dodges, and the unit behind a guard."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT
from ..vocab import Mark
from .aiming import unseen_mark
from .blow import Outcome, Step
from .conditions import in_cluster_together, is_present
from .guarding import sooner


@kernel
def next_target(s, w, frame):
    """A dodged shot passes a guard, or continues at the next member of a cluster. Returns whether it continues."""
    if frame.marks & Mark.SHOT == 0 or frame.outcome != Outcome.DODGED:
        return False
    if frame.marks & Mark.REDIRECTED != 0:
        return goes_on_to_goal(s, w, frame)
    return goes_on_in_cluster(s, frame)


@rule("ranged.cluster_spill")
def goes_on_in_cluster(s, frame):
    """Dodged shots: in a cluster the shot is rolled again at another member. Whether there is one left."""
    target = next_in_cluster(s, frame)
    if target == NO_UNIT:
        return False
    frame.asked |= 1 << frame.target
    frame.number += 1
    roll_at(s, frame, target)
    return True


@rule("guard.ranged", "ranged.cluster_spill")
def goes_on_to_goal(s, w, frame):
    """Guards: a shot that the guard dodged is rolled again at its original target, and at the guard no more."""
    goal = int(frame.goal)
    if w.book.guarded_shot_goes_on == 0 or goal == NO_UNIT or not is_present(s, goal):
        return False
    frame.asked |= 1 << frame.target
    frame.marks &= ~int(Mark.REDIRECTED)
    frame.marks |= Mark.AGAIN
    roll_at(s, frame, goal)
    return True


@kernel
def roll_at(s, frame, target):
    """The next roll of the same shot: without what the last one has settled; the bonus of hiders goes by each target."""
    frame.target = target
    frame.marks &= ~int(Mark.REFUSED | Mark.UNSEEN)
    frame.marks |= unseen_mark(s, int(frame.who), target)
    frame.step = Step.BEGIN
    frame.cell = 0
    frame.mode = 0
    frame.amount = 0
    frame.index = 0
    frame.outcome = Outcome.NOTHING
    if frame.marks & Mark.AIMED == 0:
        frame.part = 0


@kernel
def next_in_cluster(s, frame):
    """The next member after the last target not shot at yet, except the shooter; NO_UNIT if no member is left."""
    target = int(frame.target)
    best = NO_UNIT
    for other in range(s.unit_count):
        is_new = other != target and other != frame.who and (int(frame.asked) >> other) & 1 == 0
        if is_new and is_present(s, other) and in_cluster_together(s, target, other):
            best = other if is_sooner(s, target, other, best) else best
    return best


@rule("ranged.cluster_order")
def is_sooner(s, target, other, best):
    """Cluster order: whether a member comes sooner after the last target in the order of initiative than the best so far."""
    return sooner(s, target, other, best) == other

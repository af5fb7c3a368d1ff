"""What healing may be expected to give back, by the rules but without dice."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ..rules.pools import needed_for
from ..rules.tending import dice_for, healing_difficulty, healing_pool, mending_pool
from ..vocab import Mode, Task, Verb
from .chances import chance_of_both
from .losses import mean_damage


@kernel
def healing_of(row):
    """The kind of healing that a choice is; none where it is something else."""
    if row.verb == Verb.HEAL:
        return int(Task.EMERGENCY_HEALING)
    if row.verb == Verb.DRINK:
        return int(Task.DRAUGHT)
    return int(Task.MEND) if row.verb == Verb.CAST and row.mode == Mode.MEND else int(Task.NONE)


@kernel
def chance_to_heal(s, w, who, target, task):
    """Chance that the check of a healing succeeds; a draught needs none."""
    if task == Task.DRAUGHT:
        return 1.0
    parts = s.term_count
    if task == Task.MEND:
        dice, number = int(mending_pool(s, w, who)), int(w.book.mend_difficulty)
    else:
        dice, number = int(healing_pool(s, w, who)), int(healing_difficulty(s, w, target))
    s.term_count = parts
    return chance_of_both(dice, needed_for(w, number), 0)


@kernel
def share_healed(s, w, who, row):
    """HEALTH a choice may be expected to give back, as a share of the patient's full HEALTH. Emergency healing begins from 0."""
    target, task = int(row.target), int(healing_of(row))
    if target == NO_UNIT or task == Task.NONE:
        return 0.0
    health, full = int(s.units[target].health), int(s.units[target].health_max)
    raised = max(-health, 0) if task == Task.EMERGENCY_HEALING else 0
    points = raised + mean_damage(w, int(dice_for(w, task)), 0, full - health - raised)
    return min(chance_to_heal(s, w, who, target, task) * points / full, 1.0)

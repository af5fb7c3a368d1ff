"""Overwatch: who waits with a weapon ready, and at whom it may fire. What happens then is in ``firing.py``."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, emit, push
from ..vocab import Event, Frame, Mark, Mode, Refusal, WeaponKind
from .conditions import is_active, is_bound, is_foe
from .cover import cover_dice
from .pools import attribute_dice
from .prices import may_spend, most_luck
from .sight import has_sight
from .totals import pool_in_mind, targets_shot_at
from .weapons import is_loaded, item_of, kind_of, may_shoot_with

# --- the stance ------------------------------------------------------------------------------------------------------


@rule("attack.types", "completion.ammunition")
def refusal_of_missiles(s, w, who):
    """Types of attack: a loaded ranged or thrown weapon in hand, no matter what the target is."""
    held = int(s.units[who].held)
    if held < 0 or kind_of(w, item_of(s, who, held)) == WeaponKind.MELEE:
        return Refusal.NO_MISSILES
    return Refusal.NONE if is_loaded(s, w, who, held) else Refusal.NOT_LOADED


@rule("action.overwatch")
def refusal_of_watch(s, w, who):
    """Overwatch: with a loaded ranged or thrown weapon in hand; not while BLOCKED, Blinded or bound."""
    unit = s.units[who]
    if unit.overwatch == 1:
        return Refusal.WATCHES_ALREADY
    if unit.hunkered == 1:
        return Refusal.HUNKERED
    if unit.blinded > 0:
        return Refusal.BLINDED
    return Refusal.BOUND if is_bound(s, who) else refusal_of_missiles(s, w, who)


@rule("overwatch.stance")
def resolve_watch(s, who):
    """Overwatch: it begins."""
    s.units[who].overwatch = 1
    emit(s, Event.WATCHES, who, NO_UNIT, 0, 0)


# --- who may be fired at ---------------------------------------------------------------------------------------------


@rule("overwatch.max_targets")
def most_targets(s, w, who):
    """Number of targets: the INTUITION score, or its dice where a battle says so."""
    score = int(s.units[who].intuition)
    return score if w.book.watch_by_score == 1 else attribute_dice(w, score)


@rule("overwatch.once_per_target", "overwatch.max_targets")
def has_shot_left(s, w, who, target):
    """Overwatch: one shot a turn at each target, at no more targets than INTUITION allows."""
    if (int(s.units[who].watched) >> target) & 1 >= w.book.watch_shots_per_target:
        return False
    return targets_shot_at(s, who) < most_targets(s, w, who)


@rule("suppress.purpose")
def is_under_covering_fire(s, target):
    """Suppressive fire: it covers who would else draw fire from overwatch."""
    return s.units[target].suppressed > 0


@rule("suppress.overwatch_immunity")
def is_safe(s, target):
    """Suppressive fire: whom it covers is safe from overwatch."""
    return is_under_covering_fire(s, target)


@rule("overwatch.zero_cover")
def is_uncovered(s, w, who, target):
    """Overwatch: only at a target without any cover, whatever gives it."""
    return cover_dice(s, w, who, target, int(Mode.NORMAL), True) <= w.book.watch_max_cover


@rule("overwatch.stance", "overwatch.interrupt", "range.max")
def may_fire_at(s, w, who, target):
    """Overwatch: at an active enemy in range and sight, not covered, not shot at before, with a die left to roll."""
    if s.units[who].overwatch == 0 or not is_active(s, who) or not is_active(s, target) or not is_foe(s, who, target):
        return False
    held = int(s.units[who].held)
    if held < 0 or is_safe(s, target) or not has_shot_left(s, w, who, target):
        return False
    if not may_shoot_with(s, w, who, target, held) or not has_sight(s, w, who, target):
        return False
    if not is_uncovered(s, w, who, target):
        return False
    here = int(s.units[who].cell)
    pool = pool_in_mind(s, w, who, target, held, int(Mode.NORMAL), here, int(Mark.OVERWATCH))
    return may_spend(w, pool, 0, 0, most_luck(s, w, who))


# --- triggers --------------------------------------------------------------------------------------------------------


@rule("overwatch.interrupt")
def next_watcher(s, w, target, asked):
    """Overwatch: the first in the order of initiative of those who may fire and have not been asked yet. NO_UNIT if none."""
    best = NO_UNIT
    highest = 0
    for who in range(s.unit_count):
        if s.units[who].overwatch == 1 and (asked >> who) & 1 == 0 and may_fire_at(s, w, who, target):
            total = int(s.units[who].initiative) * (1 if w.book.descending == 1 else -1)
            if best == NO_UNIT or total > highest:
                best = who
                highest = total
    return best


@rule("overwatch.interrupt")
def push_watch(s, w, who):
    """Overwatch: a unit that acts exposes itself, and each unit on overwatch that may fire at it is asked. Returns whether
    there is any; no unit has a turn before the first round.
    """
    if s.round_no < 1 or next_watcher(s, w, who, 0) == NO_UNIT:
        return False
    frame = push(s, Frame.WATCH)
    frame.who = who
    frame.target = who
    return True

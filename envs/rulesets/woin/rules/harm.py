"""HEALTH lost and regained; going down, the countdown, and death."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.dice import hits
from ....core.state import NO_UNIT, base_term, emit, emit_roll, open_total
from ..board import OFF_BOARD
from ..vocab import Event, Term
from .conditions import check_holds, end_watch, fall_prone, leave_cover, release
from .pools import attribute_dice

LEAST, MOST = -250, 250


@rule("damage.dice_and_soak")
def lose_health(s, w, who, source, points):
    """Damage: it comes off HEALTH; at 0 or less the unit goes down, and a unit that is down already has less time left."""
    unit = s.units[who]
    if points <= 0 or unit.dead == 1:
        return
    was_down = unit.down == 1
    unit.health = max(int(unit.health) - points, LEAST)
    emit(s, Event.DAMAGED, source, who, points, unit.health)
    if was_down:
        lose_dying_dice(s, w, who, int(w.book.dying_lost_per_hit))
    elif unit.health <= 0:
        go_down(s, w, who)


@rule("completion.down_and_dying")
def first_dying_dice(s, w, who):
    """Zero HEALTH: dice of the countdown as it begins, those of ENDURANCE, but at least one."""
    return max(int(w.book.least_dying_dice), attribute_dice(w, int(s.units[who].endurance)))


@rule("completion.down_and_dying", "ambush.simultaneous")
def go_down(s, w, who):
    """Zero HEALTH: prone and unconscious; overwatch and any hold end, and the countdown begins, for a unit that is felled in
    the ambush turn when that is over.
    """
    unit = s.units[who]
    end_watch(s, who)
    release(s, who)
    leave_cover(s, who)
    fall_prone(s, who)
    unit.prone = 1
    unit.down = 1
    unit.aimed = 0
    unit.moves_left = 0
    unit.actions_left = 0
    unit.free_left = 0
    unit.reactions_left = 0
    dice = first_dying_dice(s, w, who)
    unit.dying_dice = dice if s.round_no > 0 else 0
    emit(s, Event.FELL_DOWN, who, NO_UNIT, dice, 0)
    s.is_decided = 1


@rule("ambush.simultaneous", "completion.down_and_dying")
def begin_countdowns(s, w):
    """Simultaneous: the countdown of each unit that was felled in the ambush turn begins."""
    for who in range(s.unit_count):
        if s.units[who].down == 1 and s.units[who].dying_dice == 0:
            s.units[who].dying_dice = first_dying_dice(s, w, who)


@rule("completion.down_and_dying", "ambush.simultaneous")
def lose_dying_dice(s, w, who, dice):
    """Dying: dice are gone; at none the unit is dead. A countdown that has not begun loses none."""
    unit = s.units[who]
    if dice <= 0 or unit.dying_dice == 0:
        return
    unit.dying_dice = max(int(unit.dying_dice) - dice, 0)
    emit(s, Event.DYING_DICE_LOST, who, NO_UNIT, unit.dying_dice, 0)
    if unit.dying_dice == 0:
        die_for_good(s, w, who)


@rule("completion.down_and_dying", "completion.occupancy", "completion.scan")
def die_for_good(s, w, who):
    """Death: the unit leaves the map, and its side can no longer use its scans."""
    unit = s.units[who]
    unit.dead = 1
    unit.down = 0
    unit.dying_dice = 0
    unit.cell = OFF_BOARD
    unit.scanned = 0
    unit.scanned_before = 0
    emit(s, Event.DIED, who, NO_UNIT, 0, 0)
    check_holds(s, w)
    s.is_decided = 1


@rule("completion.down_and_dying")
def count_down(s, w, who):
    """Dying: at the start of each of its main turns all its dice are rolled; every six is one die less."""
    dice = int(s.units[who].dying_dice)
    lost = hits(s, dice, 6, int(w.book.dying_removed_on))
    emit_roll(s, Event.COUNTED_DOWN, who, NO_UNIT, dice, lost)
    lose_dying_dice(s, w, who, lost)


@rule("completion.emergency_healing", "completion.down_and_dying")
def regain(s, w, who, points):
    """Healing: never above full; who gets above 0 wakes, still prone, and dies no longer."""
    unit = s.units[who]
    regained = min(points, int(unit.health_max) - int(unit.health))
    unit.health += regained
    open_total(s)
    base_term(s, Term.DICE, points)
    emit(s, Event.HEALED, who, NO_UNIT, regained, unit.health)
    if unit.down == 1 and unit.health > 0:
        unit.down = 0
        unit.dying_dice = 0
        emit(s, Event.WOKE, who, NO_UNIT, unit.health, 0)

"""Charging: straight at an enemy no farther than M yards, into contact, and a blow in the same round."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.looking.knowledge import know_everything
from ....core.state import NO_UNIT, emit, note_pace
from ..board import bearing, distance, is_way_open, line_cell
from ..vocab import SLOTS, Event, Rate, Refusal, Slot
from .conditions import (
    OFF_BALANCE,
    has_bad_leg,
    is_running_away,
    is_static,
    may_ride,
    movement_of,
    note_rate,
    refusal_of_fighting,
)
from .engagement import (
    crosses_obstacle,
    is_burning,
    is_engaged,
    is_in_contact,
    is_rough,
    is_threat,
    is_threatened_at,
    turn_towards,
)
from .heights import is_aloft, is_down_elsewhere, is_level_with, known_blocker_at
from .visibility import refusal_of_sight

ALL_BLOWS = 99


@rule("action.charge")
def is_in_charge_reach(s, w, who, target):
    """Charge: the gap between the bases is between one cell and M yards."""
    cells = distance(int(s.units[who].cell), int(s.units[target].cell)) - 1
    gap_yd = w.book.yards_per_cell * cells
    return cells >= 1 and gap_yd <= movement_of(s, w, who) * w.book.charge_reach_yards_per_m


@rule("engage.charge_geometry")
def straight_run(s, w, who, target):
    """Combat: a charger runs straight at its target; how many steps of that line, the one into the target included, are
    free of obstacles, rough ground, fire, bodies and other enemies in contact.
    """
    start = int(s.units[who].cell)
    goal = int(s.units[target].cell)
    steps = distance(start, goal)
    here = start
    for i in range(1, steps + 1):
        there = line_cell(start, goal, i, steps)
        if not is_way_open(s, w, here, bearing(here, there)) or not is_smooth(s, w, who, here, there, i < steps):
            return i - 1
        if i < steps:
            if known_blocker_at(s, who, there) != NO_UNIT:
                return i - 1
            if is_threatened_at(s, w, who, there, target):
                return i - 1
        here = there
    return steps


@rule("engage.charge_geometry", "c.difficult_ground", "c.fire_damage", "c.flight")
def is_smooth(s, w, who, here, there, is_on_the_way):
    """Combat: no hedge or low wall between two cells, and in one that is run through neither rough ground nor fire. In the
    air nothing of it matters.
    """
    if is_aloft(s, who):
        return True
    if crosses_obstacle(s, w, here, there):
        return False
    return not is_on_the_way or (not is_rough(s, w, there) and not is_burning(s, there))


@rule("engage.charge_geometry")
def is_charge_path_free(s, w, who, target):
    """Combat: whether nothing that the charger knows of stands, lies or waits in the way."""
    return straight_run(s, w, who, target) == distance(int(s.units[who].cell), int(s.units[target].cell))


@rule("action.charge", "flee.victor_stays", "c.mounts", "c.entangle")
def refusal_of_running_up(s, w, who):
    """Charge: for a unit free to fight, with its blow left and sound legs, its own or its mount's."""
    unit = s.units[who]
    if unit.blow_lost == 1:
        return Refusal.BLOW_LOST
    if unit.hold_ground == 1:
        return Refusal.HOLDS_GROUND
    if unit.entangled != 0:
        return Refusal.ENTANGLED
    refusal = refusal_of_fighting(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    if not may_ride(s, who):
        return Refusal.STEED_DOWN
    return Refusal.LEG if has_bad_leg(s, who) and not is_aloft(s, who) else Refusal.NONE


@rule("action.charge")
def refusal_of_charger(s, w, who):
    """Charge: for a unit that can run and strike, and is not engaged."""
    refusal = refusal_of_running_up(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    return Refusal.ENGAGED if is_engaged(s, w, who) else Refusal.NONE


@rule("action.charge", "winning.no_press")
def refusal_of_charge_at(s, w, who, target):
    """Charge: at an enemy in sight within M yards, straight ahead; not at one the unit declined to press this round."""
    refusal = refusal_of_sight(s, w, who, target)
    if refusal != Refusal.NONE:
        return refusal
    if not is_in_charge_reach(s, w, who, target):
        return Refusal.OUT_OF_CHARGE
    if is_running_away(s, w, target):
        return Refusal.ENEMY_RUNS
    if not is_level_with(s, w, who, target):
        return Refusal.OTHER_HEIGHT
    if is_down_elsewhere(s, target):
        return Refusal.ENEMY_DIVES
    if (s.units[who].declined_on >> target) & 1 == 1 and w.book.no_press_no_contact == 1:
        return Refusal.LET_GO
    return Refusal.NONE if is_charge_path_free(s, w, who, target) else Refusal.NO_CHARGE_LINE


@rule("engage.being_charged")
def has_come_now(s, who, other):
    """Being charged: whether another unit has moved or charged in its turn at the same moment."""
    unit = s.units[other]
    if unit.turn_taken == 0 or unit.slot_at[0] != s.units[who].slot_at[0]:
        return False
    return unit.charged == 1 or unit.last_rate != 0


@rule("engage.being_charged")
def was_engaged_before(s, w, who):
    """Being charged: whether a unit was engaged when the moment began."""
    for enemy in range(s.unit_count):
        if is_threat(s, who, enemy) and is_in_contact(s, w, who, enemy) and not has_come_now(s, who, enemy):
            return True
    return False


@rule("engage.being_charged")
def is_mutual_charge(s, w, who, target):
    """Being charged: equals who could both charge each other at the same moment both count as charging."""
    foe = s.units[target]
    return (
        w.book.mutual_charge_on_tie == 1
        and s.units[who].in_batch != 0
        and foe.in_batch != 0
        and foe.turn_taken == 0
        and foe.slot_state[0] == Slot.OPEN
        and refusal_of_running_up(s, w, target) == Refusal.NONE
        and not was_engaged_before(s, w, target)
        and refusal_of_charge_at(s, w, target, who) == Refusal.NONE
    )


@rule("engage.being_charged")
def resolve_mutual_charge(s, w, who, target):
    """Being charged: what the target could have done is judged without those who have come at this moment."""
    for other in range(s.unit_count):
        if other != who and has_come_now(s, target, other):
            s.known[other] = 0
    if is_mutual_charge(s, w, who, target):
        s.units[target].charged_by |= 1 << who
    know_everything(s)


@rule("engage.charge_geometry")
def turns_to_meet(s, w, who):
    """Combat: the charged may turn to face, unless surprised or already in combat, or in no state to turn."""
    unit = s.units[who]
    if unit.off_guard == OFF_BALANCE:
        return False
    return unit.surprised == 0 and unit.dazed == 0 and not is_static(s, w, who) and not is_engaged(s, w, who)


@rule("engage.charge_geometry")
def resolve_run_into_contact(s, w, who, target):
    """Combat: it runs into contact, and both face each other.

    Returns whether it arrives: it stops short if a unit it did not know of stands in the way.
    """
    unit = s.units[who]
    start = int(unit.cell)
    goal = int(s.units[target].cell)
    turns = turns_to_meet(s, w, target)
    know_everything(s)
    if unit.mount != NO_UNIT:
        note_rate(s, who, Rate.STANDARD)
    steps = distance(start, goal)
    run = straight_run(s, w, who, target)
    unit.facing = bearing(start, line_cell(start, goal, 1, steps))
    if run < steps:
        unit.cell = line_cell(start, goal, run, steps)
        note_pace(s, who, unit.cell)
        emit(s, Event.MOVED, who, NO_UNIT, int(unit.cell), Rate.STANDARD)
        return False
    unit.cell = line_cell(start, goal, steps - 1, steps)
    note_pace(s, who, unit.cell)
    turn_towards(s, who, goal)
    if turns:
        turn_towards(s, target, int(unit.cell))
    return True


@rule("action.charge")
def blows_of_charge(w):
    """Charge: how many blows of the round count as charging; all of them where the knob is 0."""
    return int(w.book.charge_bonus_blows) if w.book.charge_bonus_blows > 0 else ALL_BLOWS


@rule("action.charge", "modifier.charging", "engage.being_charged")
def resolve_charge(s, w, who, target):
    """Charge: it runs into contact, and its next blow counts as charging. Returns whether it arrives."""
    unit = s.units[who]
    resolve_mutual_charge(s, w, who, target)
    if not resolve_run_into_contact(s, w, who, target):
        return False
    unit.charged = 1
    unit.charging = blows_of_charge(w)
    for k in range(1, SLOTS):
        if unit.slot_state[k] == Slot.OPEN:
            moment = int(unit.slot_at[k]) + int(w.book.charge_ei_bonus)
            unit.slot_at[k] = max(1, min(int(unit.slot_at[0]), moment))
    emit(s, Event.CHARGED, who, target, int(unit.cell), 0)
    return True

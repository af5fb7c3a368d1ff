"""Checks and what comes of them: healing, draughts, scanning, shaking off conditions, locks and traps, hiding."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.dice import sum_of
from ....core.state import NO_UNIT, are_friends, emit, emit_roll, open_total, pop, push
from ..board import distance
from ..vocab import Event, Frame, Mode, Refusal, Task
from .conditions import is_active, is_bound, is_foe, refusal_of_fighter
from .harm import regain
from .pools import better_dice, check_pool, exceeds, passes, pool_of, pool_total
from .sight import has_sight
from .things import resolve_unlock, unlock_difficulty, unlock_pool

MEND = int(Mode.MEND - Mode.FIREBOLT)  # row of the table of spells


class Step(IntEnum):
    """Steps of a task."""

    CHECK = 0
    DICE = 1
    END = 2


@kernel
def start_task(s, w, who, task, target, place):
    """Begin a task.

    Args:
        target: unit it is about, NO_UNIT none.
        place: cell of a lock or trap, or the Mode of the condition to be shaken off.
    """
    frame = push(s, Frame.TASK)
    frame.who = who
    frame.task = task
    frame.target = target
    frame.cell = place
    if task == Task.DRAUGHT:
        s.units[who].draughts -= 1
        frame.step = Step.DICE


# --- who can be helped, scanned, shaken off ---------------------------------------------------------------------------


@kernel
def refusal_of_patient(s, who, target, reach):
    """What rules a unit out as a patient: it must be the healer itself or a friend within reach, and lack HEALTH."""
    unit = s.units[target]
    if unit.present == 0:
        return Refusal.ABSENT
    if not are_friends(s, who, target):
        return Refusal.ENEMY
    if unit.dead == 1 or unit.cell < 0:
        return Refusal.DEAD
    if unit.health >= unit.health_max:
        return Refusal.UNHURT
    return Refusal.NONE if distance(int(s.units[who].cell), int(unit.cell)) <= reach else Refusal.TOO_FAR


@rule("action.emergency_healing")
def refusal_of_healing(s, w, who, target):
    """Emergency healing: a neighbour or the healer itself, once a battle for each patient."""
    refusal = refusal_of_patient(s, who, target, int(w.book.heal_reach))
    if refusal == Refusal.NONE and w.book.heal_once == 1 and s.units[target].healed == 1:
        return Refusal.HEALED_BEFORE
    return refusal


@rule("completion.weapon_table")
def refusal_of_draught(s, who, target):
    """Healing draughts: for the unit itself or a neighbour."""
    return refusal_of_patient(s, who, target, 1) if s.units[who].draughts > 0 else Refusal.NO_DRAUGHT


@rule("action.scan")
def refusal_of_scanning(s, w, who, target):
    """Scanning: an active enemy within some squares; sight is not needed."""
    refusal = refusal_of_fighter(s, target)
    if refusal != Refusal.NONE:
        return refusal
    if not is_foe(s, who, target):
        return Refusal.NO_ENEMY
    is_near = distance(int(s.units[who].cell), int(s.units[target].cell)) <= w.book.scan_squares
    return Refusal.NONE if is_near else Refusal.TOO_FAR


@rule("action.shake_off", "completion.status.restrained")
def refusal_of_shaking_off(s, who, condition):
    """Shaking off: Slowed, Blinded, Afraid, and Restrained without a holder; at level 2 nothing but Restrained."""
    unit = s.units[who]
    if condition == Mode.RESTRAINED and unit.restrained > 0:
        return Refusal.NONE if unit.holder == NO_UNIT else Refusal.HELD
    has_it = (condition == Mode.SLOWED and unit.slowed == 1) or (condition == Mode.BLINDED and unit.blinded > 0)
    has_it = has_it or (condition == Mode.AFRAID and unit.afraid == 1)
    if not has_it:
        return Refusal.NO_CONDITION
    return Refusal.BOUND if is_bound(s, who) else Refusal.NONE


@rule("pinned.hide")
def keenest_observer(s, w, who):
    """Hiding: the active enemy in sight with the most dice to notice the unit. NO_UNIT if none."""
    best = NO_UNIT
    most = -1
    for other in range(s.unit_count):
        if s.units[other].present == 1 and is_active(s, other) and is_foe(s, who, other):
            dice = noticing_pool(s, w, other)
            if dice > most and has_sight(s, w, other, who):
                best = other
                most = dice
    return best


@kernel
def noticing_pool(s, w, who):
    """INT and perception."""
    return check_pool(s, w, who, int(s.units[who].intuition), int(s.units[who].perception_skill))


# --- dice and difficulties -------------------------------------------------------------------------------------------


@rule("completion.shake_off")
def shaking_pool(s, w, who):
    """Shaking off: the better of END and WIL."""
    unit = s.units[who]
    return pool_of(s, w, who, better_dice(w, int(unit.endurance), int(unit.willpower)), 0)


@rule("completion.emergency_healing")
def healing_pool(s, w, who):
    """Emergency healing: LOG and medicine."""
    return check_pool(s, w, who, int(s.units[who].logic), int(s.units[who].medicine_skill))


@rule("completion.spell.mend")
def mending_pool(s, w, who):
    """Mend: MAG and the magic skill."""
    return check_pool(s, w, who, int(s.units[who].magic_score), int(s.units[who].magic_skill))


@rule("completion.emergency_healing")
def healing_difficulty(s, w, target):
    """Emergency healing: the worse the wound, the harder."""
    return max(int(w.book.heal_min_difficulty), -int(s.units[target].health))


@kernel
def pool_for(s, w, frame, who):
    """Dice of the check of a task."""
    if frame.task == Task.EMERGENCY_HEALING:
        return healing_pool(s, w, who)
    if frame.task == Task.MEND:
        return mending_pool(s, w, who)
    if frame.task == Task.SCAN:
        return noticing_pool(s, w, who)
    if frame.task == Task.SHAKE_OFF:
        return shaking_pool(s, w, who)
    if frame.task == Task.UNLOCK:
        return unlock_pool(s, w, who)
    return check_pool(s, w, who, int(s.units[who].agility), int(s.units[who].stealth_skill))


@kernel
def difficulty_of(s, w, frame):
    """Difficulty of a task."""
    if frame.task == Task.EMERGENCY_HEALING:
        return healing_difficulty(s, w, int(frame.target))
    if frame.task == Task.MEND:
        return int(w.book.mend_difficulty)
    if frame.task == Task.SCAN:
        return int(w.book.scan_difficulty)
    if frame.task == Task.SHAKE_OFF:
        return int(w.book.shake_off_difficulty)
    return unlock_difficulty(s, w, int(frame.cell))


@kernel
def dice_for(w, task):
    """Dice of healing."""
    if task == Task.DRAUGHT:
        return int(w.book.items[0].dice)
    return int(w.book.spells[MEND].dice) if task == Task.MEND else int(w.book.heal_dice)


# --- carrying it out -------------------------------------------------------------------------------------------------


@kernel
def task_step(s, w, frame):
    """A task: its check, then dice of healing or whatever it brings."""
    who = int(frame.who)
    if frame.step == Step.CHECK:
        frame.step = Step.END
        frame.outcome = 1 if attempt(s, w, frame, who) else 0
        emit_roll(
            s, Event.PASSED if frame.outcome == 1 else Event.FAILED, who, int(frame.target), frame.number, frame.task
        )
        if frame.outcome == 1:
            succeed(s, w, frame, who)
    elif frame.step == Step.DICE:
        frame.step = Step.END
        resolve_healing(s, w, frame)
    else:
        pop(s)


@kernel
def attempt(s, w, frame, who):
    """Whether the check of a task succeeds."""
    if frame.task == Task.HIDE:
        return hides(s, w, frame, who)
    frame.number = difficulty_of(s, w, frame)
    return passes(s, w, pool_for(s, w, frame, who), int(frame.number))


@rule("pinned.hide")
def hides(s, w, frame, who):
    """Hiding: AGI against the INT of the keenest enemy in sight; without one it succeeds."""
    frame.target = keenest_observer(s, w, who)
    s.last_face = 0
    open_total(s)
    if frame.target == NO_UNIT:
        return True
    against = noticing_pool(s, w, int(frame.target))
    total = pool_total(s, pool_for(s, w, frame, who))
    is_hidden = exceeds(s, w, total, against)
    frame.number = s.last_face
    s.last_face = total
    return is_hidden


@kernel
def succeed(s, w, frame, who):
    """What a success brings."""
    if frame.task == Task.EMERGENCY_HEALING or frame.task == Task.MEND:
        frame.step = Step.DICE
    elif frame.task == Task.SCAN:
        resolve_scan(s, who, int(frame.target))
    elif frame.task == Task.SHAKE_OFF:
        resolve_shaking_off(s, who, int(frame.cell))
    elif frame.task == Task.UNLOCK:
        resolve_unlock(s, w, who, int(frame.cell))
    else:
        resolve_hiding(s, who)


@rule("completion.scan")
def resolve_scan(s, who, target):
    """Scanning: darkness and smoke no longer hide the enemy from the scanner's side."""
    s.units[who].scanned |= 1 << target
    emit(s, Event.SCANNED, who, target, 0, 0)


@rule("completion.shake_off")
def resolve_shaking_off(s, who, condition):
    """Shaking off: a level of Restrained, or the whole of another condition."""
    unit = s.units[who]
    if condition == Mode.RESTRAINED:
        unit.restrained -= 1
        if unit.restrained > 0:
            emit(s, Event.LOOSENED, who, NO_UNIT, unit.restrained, 0)
            return
    elif condition == Mode.SLOWED:
        unit.slowed = 0
    elif condition == Mode.BLINDED:
        unit.blinded = 0
    else:
        unit.afraid = 0
    emit(s, Event.RECOVERED, who, NO_UNIT, condition, 0)


@rule("pinned.hide")
def resolve_hiding(s, who):
    """Hiding: no enemy pins the unit any longer."""
    s.units[who].pinned = 0
    emit(s, Event.HID, who, NO_UNIT, 0, 0)


@rule("completion.emergency_healing", "completion.spell.mend", "completion.weapon_table")
def resolve_healing(s, w, frame):
    """Healing: its dice; emergency healing begins from 0 at least."""
    target = int(frame.target)
    unit = s.units[target]
    points = sum_of(s, dice_for(w, int(frame.task)), 6)
    if frame.task == Task.EMERGENCY_HEALING:
        unit.healed = 1
        unit.health = max(int(unit.health), 0)
    regain(s, w, target, points)

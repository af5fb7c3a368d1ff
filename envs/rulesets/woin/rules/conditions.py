"""Who is in the fight, who holds whom, and the conditions: how they come and how they end."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, emit, emit_aside
from ..board import distance
from ..vocab import NO_SLOT, Event, Immunity, Refusal, Trait

# --- in the fight ----------------------------------------------------------------------------------------------------


@rule("completion.battle_end")
def is_active(s, who):
    """End of the battle: a unit is active if it is on the map, conscious and alive."""
    unit = s.units[who]
    return unit.present == 1 and unit.dead == 0 and unit.down == 0 and unit.cell >= 0


@kernel
def is_on_map(s, who):
    """Whether a unit, standing or down, is on the map: the dead are not."""
    unit = s.units[who]
    return unit.present == 1 and unit.dead == 0 and unit.cell >= 0


@kernel
def refusal_of_fighter(s, who):
    """Why a unit does not count as active."""
    if is_active(s, who):
        return Refusal.NONE
    if s.units[who].present == 0:
        return Refusal.ABSENT
    return Refusal.DOWN if s.units[who].down == 1 else Refusal.DEAD


@kernel
def is_foe(s, who, other):
    """Whether two units are enemies."""
    return not are_friends(s, who, other)


@kernel
def has_trait(s, who, trait):
    """Whether a unit has a trait."""
    return s.units[who].traits & trait != 0


@kernel
def is_immune(s, who, immunity):
    """Whether something has no effect on a unit."""
    return s.units[who].immunities & immunity != 0


@rule("move.speed", "completion.status.slowed")
def speed_of(s, w, who):
    """Speed: squares a move action gives; half, but at least 1, for a slowed unit, and never more than unslowed."""
    speed = int(s.units[who].speed)
    if s.units[who].slowed == 1:
        return min(max(int(w.book.slowed_least), speed // int(w.book.slowed_divisor)), speed)
    return speed


@rule("completion.size")
def size_steps(s, who, other):
    """Sizes: categories by which another unit is larger; 0 where it is not."""
    return max(int(s.units[other].body_size) - int(s.units[who].body_size), 0)


@rule("attack.option_grab")
def has_odd_legs(s, who):
    """Grabs: no legs, or three and more, make a unit harder to grab, to push and to trip."""
    return s.units[who].legs == 0 or s.units[who].legs > 2


# --- restraint -------------------------------------------------------------------------------------------------------


@rule("completion.status.restrained")
def is_bound(s, who):
    """Restrained: at level 2 a unit can do little but struggle."""
    return s.units[who].restrained >= 2


@kernel
def is_held(s, who):
    """Whether another unit holds a unit."""
    return s.units[who].holder != NO_UNIT


@rule("attack.option_grab")
def held_by(s, who):
    """Grabs: the unit that a unit holds; one target at a time. NO_UNIT if none."""
    for other in range(s.unit_count):
        if s.units[other].holder == who:
            return other
    return NO_UNIT


@rule("completion.status.restrained")
def free(s, who):
    """Restrained: it ends, all levels of it."""
    unit = s.units[who]
    if unit.restrained > 0:
        unit.restrained = 0
        emit(s, Event.FREED, who, NO_UNIT, 0, 0)
    unit.holder = NO_UNIT


@rule("completion.release")
def release(s, who):
    """Letting go: the unit that it holds is free."""
    other = held_by(s, who)
    if other != NO_UNIT:
        emit(s, Event.LET_GO, who, other, 0, 0)
        free(s, other)


@rule("attack.option_grab", "completion.status.restrained")
def check_holds(s, w):
    """Grabs: a hold ends if the two are no longer adjacent or the holder goes down."""
    for who in range(s.unit_count):
        holder = int(s.units[who].holder)
        if holder != NO_UNIT and (not is_active(s, holder) or not are_adjacent(s, holder, who)):
            free(s, who)


@kernel
def are_adjacent(s, who, other):
    """Whether two units are in neighbouring cells."""
    here, there = int(s.units[who].cell), int(s.units[other].cell)
    return here >= 0 and there >= 0 and distance(here, there) == 1


@rule("completion.status.restrained", "overwatch.stance", "move.split")
def restrain(s, w, who, holder):
    """Restrained: one level more; a second holder takes the hold over. A bound unit ends its overwatch."""
    unit = s.units[who]
    if is_immune(s, who, Immunity.GRAB):
        return
    unit.restrained = min(int(unit.restrained) + 1, int(w.book.max_restrained))
    if holder != NO_UNIT:
        unit.holder = holder
    unit.moves_left = 0
    emit(s, Event.RESTRAINED, who, holder, unit.restrained, 0)
    if is_bound(s, who):
        end_watch(s, who)


# --- other conditions ------------------------------------------------------------------------------------------------


@rule("completion.status.prone", "move.split")
def fall_prone(s, who):
    """Prone: down on the ground; what movement was left is lost."""
    unit = s.units[who]
    if unit.prone == 1 or is_immune(s, who, Immunity.PRONE):
        return
    unit.prone = 1
    unit.moves_left = 0
    emit(s, Event.PRONE, who, NO_UNIT, 0, 0)


@rule("completion.status.slowed")
def slow(s, who):
    """Slowed: not cumulative, until shaken off."""
    if s.units[who].slowed == 0 and not is_immune(s, who, Immunity.SLOWED):
        s.units[who].slowed = 1
        emit(s, Event.SLOWED, who, NO_UNIT, 0, 0)


@rule("completion.status.blinded")
def blind(s, who):
    """Blinded: until the end of the next main turn; it ends overwatch."""
    if s.units[who].blinded != 1 and not is_immune(s, who, Immunity.BLINDED):
        s.units[who].blinded = 1
        emit(s, Event.BLINDED, who, NO_UNIT, 0, 0)
        end_watch(s, who)


@rule("completion.status.afraid")
def frighten(s, who):
    """Afraid: until shaken off."""
    if s.units[who].afraid == 0 and not is_immune(s, who, Immunity.AFRAID):
        s.units[who].afraid = 1
        emit(s, Event.AFRAID, who, NO_UNIT, 0, 0)


@rule("completion.status.disarmed")
def disarm(s, w, who):
    """Disarmed: the weapon in hand falls in the unit's own cell."""
    unit = s.units[who]
    if unit.held < 0 or is_immune(s, who, Immunity.DISARM):
        return
    slot = int(unit.held)
    emit(s, Event.DISARMED, who, NO_UNIT, int(unit.weapons[slot]), 0)
    unit.lies[slot] = unit.cell
    unit.held = NO_SLOT
    end_watch(s, who)


@rule("overwatch.stance")
def end_watch(s, who):
    """Overwatch: it is over."""
    unit = s.units[who]
    if unit.overwatch == 1:
        unit.overwatch = 0
        emit_aside(s, Event.WATCH_ENDS, who, NO_UNIT, 0, 0)


@rule("cover.positions")
def leave_cover(s, who):
    """Positions: who moves, or is moved, is BLOCKED no longer."""
    if s.units[who].hunkered == 1:
        s.units[who].hunkered = 0
        emit(s, Event.UNHUNKERED, who, NO_UNIT, 0, 0)


@rule("move.primary")
def flies(s, who):
    """Primary modes: a flier needs no check, and minds no ground."""
    return has_trait(s, who, Trait.PRIMARY_FLY)


@rule("move.jump")
def floor_of(w, cell):
    """Heights: level of the floor of a cell, five feet each."""
    return int(w.field.level[cell])


@rule("move.jump")
def jump_levels(s, w, who):
    """Jumping: levels a step may go up or down without climbing."""
    return int(s.units[who].jump_feet) // int(w.book.feet_per_level)

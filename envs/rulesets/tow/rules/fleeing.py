"""Flight, and the other straight moves nobody steers: falling back, giving ground, pursuing, charges that fail."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import sum_but_lowest, sum_of
from ....core.state import NO_UNIT, are_friends, base_term, emit, note_pace, open_total
from ..board import STEP, bounds_of
from ..vocab import Event, Gone, Term, Trait
from .alarm import nearest_enemy, note_panic_through
from .bodies import bounds, fits, has_trait, is_foe, is_in_ranks, is_there, touches
from .casualties import destroy
from .danger import entering, resolve_danger
from .formation import unit_strength
from .lanes import FAR, is_passed, room_to_edge, steps_to
from .shapes import EAST, SOUTH, WEST, pose_gap, turned_cell
from .standing import keeps_apart

D6 = 6


# --- flight ------------------------------------------------------------------------------------------------------------


@rule("x.move.flee")
def flight_direction(s, who, enemy):
    """Flight: away from the middle of the enemy, along the larger component of the distance between the two middles; ties go
    to north or south. If the middles coincide, towards the unit's own table edge.
    """
    x, y, width, height = bounds(s, who)
    ex, ey, ew, eh = bounds(s, enemy)
    dx, dy = 2 * x + width - 2 * ex - ew, 2 * y + height - 2 * ey - eh
    if dx == 0 and dy == 0:
        return SOUTH if s.units[who].side == 0 else 0
    if abs(dx) > abs(dy):
        return EAST if dx > 0 else WEST
    return SOUTH if dy > 0 else 0


@rule("x.move.flee", "x.morale.traits")
def roll_flight(s, w, who):
    """Flight: the cells, two dice; swiftstride rolls three and drops the lowest."""
    if has_trait(s, who, int(Trait.SWIFTSTRIDE)):
        return sum_but_lowest(s, int(w.book.flee_swiftstride_dice), D6)
    return sum_of(s, int(w.book.flee_dice), D6)


@rule("x.move.flee", "x.morale.traits")
def resolve_flight(s, w, who, direction, cells):
    """Flight: it turns about its middle, loses its frenzy, and runs straight on through friends."""
    unit = s.units[who]
    old_cell, old_facing, files = int(unit.cell), int(unit.facing), int(unit.files)
    unit.fleeing = 1
    unit.frenzied = 0
    unit.charge_target = NO_UNIT
    if direction != old_facing:
        unit.cell = turned_cell(s, who, direction, files)
        unit.facing = direction
        if room_to_edge(s, w, who, direction) < 0:
            unit.cell = old_cell
            unit.facing = old_facing
            resolve_leaving(s, w, who)
            return
    ran = resolve_run(s, w, who, direction, cells, True)
    if is_there(s, who):
        open_total(s)
        base_term(s, Term.DICE, cells)
        emit(s, Event.FLEES, who, NO_UNIT, int(unit.cell), ran)
        models = entering(s, w, who, old_cell, old_facing, files, int(unit.cell), direction, files)
        resolve_danger(s, w, who, models)


@rule("x.move.flee", "x.combat.fall_back")
def resolve_run(s, w, who, direction, cells, flees):
    """Flight: straight on, and further until the unit is free of others and of impassable cells, and apart from enemies. The edge
    of the table and strong enemies on its path are its end; but where it would get there only to keep apart, it stops short.
    Returns the cells it ran; 0 if it is gone.
    """
    unit = s.units[who]
    cell = int(unit.cell)
    room = room_to_edge(s, w, who, direction)
    killer, free = first_on_path(s, w, who, direction)
    step = int(STEP[direction])
    ran = cells_run(s, w, who, step, cells, min(room, free))
    made = min(ran, room, free)
    if flees:
        note_passed(s, w, who, direction, made)
    unit.cell = cell + made * step
    note_pace(s, who, int(unit.cell))
    if ran > room and room <= free:
        resolve_leaving(s, w, who)
        return 0
    if ran > free:
        emit(s, Event.RAN_INTO, killer, who, 0, 0)
        destroy(s, w, who, int(Gone.RUN_DOWN))
        return 0
    return made


@rule("x.move.flee", "x.move.enemy_buffer")
def cells_run(s, w, who, step, cells, most):
    """Flight: on until it is free and apart from enemies. If it only has to keep apart and there is no such place before its
    end, back to the last one on its way; without any it stays as near. More than ``most`` where no place is free at all.
    """
    ran = cells
    while ran <= most and not may_stop(s, w, who, step, ran):
        ran += 1
    if ran <= most:
        return ran
    ran = cells
    while ran <= most and not is_free_after(s, w, who, step, ran):
        ran += 1
    if ran <= most:
        for short in range(ran - 1, -1, -1):
            if may_stop(s, w, who, step, short):
                return short
    return ran


@kernel
def is_free_after(s, w, who, step, cells):
    """Whether a unit may stand a number of steps farther on."""
    unit = s.units[who]
    return fits(s, w, who, int(unit.cell) + cells * step, int(unit.facing), int(unit.files))


@kernel
def may_stop(s, w, who, step, cells):
    """Whether it may stand there apart from enemies."""
    unit = s.units[who]
    there = int(unit.cell) + cells * step
    return is_free_after(s, w, who, step, cells) and keeps_apart(s, w, who, there, int(unit.facing), int(unit.files))


@rule("x.move.flee")
def first_on_path(s, w, who, direction):
    """Through enemies: the first enemy on the path that is strong enough and not fleeing, and the steps before it."""
    first, least = NO_UNIT, FAR
    for enemy in range(s.unit_count):
        if not is_foe(s, who, enemy) or s.units[enemy].fleeing == 1:
            continue
        free = steps_to(s, who, direction, enemy)
        if free < least and unit_strength(s, w, enemy) >= w.book.flee_through_us:
            first, least = enemy, free
    return first, least


@rule("x.morale.panic", "x.move.flee")
def note_passed(s, w, who, direction, cells):
    """Panic: friends that a fleeing unit runs through."""
    for friend in range(s.unit_count):
        if friend != who and is_there(s, friend) and are_friends(s, who, friend):
            if is_passed(s, who, direction, cells, friend):
                note_panic_through(s, w, who, friend)


@rule("x.move.flee", "x.setup.table")
def resolve_leaving(s, w, who):
    """Flight: any cell beyond the edge of the table is the end of the unit."""
    emit(s, Event.LEFT_TABLE, who, NO_UNIT, 0, 0)
    destroy(s, w, who, int(Gone.FLED))


@rule("x.move.compulsory")
def resolve_compulsory(s, w, who):
    """Compulsory moves: a unit that is still fleeing flees from the nearest enemy."""
    enemy = nearest_enemy(s, who)
    if enemy != NO_UNIT:
        resolve_flight(s, w, who, flight_direction(s, who, enemy), roll_flight(s, w, who))


# --- pushed back -------------------------------------------------------------------------------------------------------


@rule("x.combat.fall_back", "x.combat.give_ground", "x.terrain.dangerous")
def resolve_withdrawal(s, w, who, direction, cells, through_friends):
    """Falling back and giving ground: straight away, with the facing unchanged. A unit that falls back passes through friends
    as in flight; a unit that gives ground stops before obstacles. Returns the cells moved.
    """
    unit = s.units[who]
    cell, facing, files = int(unit.cell), int(unit.facing), int(unit.files)
    if through_friends:
        ran = resolve_run(s, w, who, direction, cells, False)
    else:
        ran = resolve_steps_back(s, w, who, direction, cells)
    if is_there(s, who):
        resolve_danger(s, w, who, entering(s, w, who, cell, facing, files, int(unit.cell), facing, files))
    return ran


@rule("x.combat.give_ground", "x.move.enemy_buffer")
def resolve_steps_back(s, w, who, direction, cells):
    """Giving ground: step by step, before cells it may not enter, and apart from enemies it does not fight."""
    unit = s.units[who]
    facing, files = int(unit.facing), int(unit.files)
    for made in range(cells):
        there = int(unit.cell) + int(STEP[direction])
        if not fits(s, w, who, there, facing, files) or not keeps_apart(s, w, who, there, facing, files):
            return made
        unit.cell = there
        note_pace(s, who, there)
    return cells


# --- straight on -------------------------------------------------------------------------------------------------------


@rule("x.combat.break_and_pursue", "x.move.charge_failed")
def advance(s, w, who, direction, cells, into, quarry):
    """Straight on, with the facing unchanged: for pursuers and failed chargers. The unit stops before cells it may not enter
    and one cell short of enemies; with ``into`` it advances into edge contact with enemies in its way that are not fleeing,
    and with the unit it pursues, ``quarry``, wherever that stands. Returns the cells moved; the caller looks for contact.
    """
    unit = s.units[who]
    start, facing, files = int(unit.cell), int(unit.facing), int(unit.files)
    made = 0
    while made < cells and may_advance(s, w, who, direction, start + (made + 1) * int(STEP[direction]), into, quarry):
        made += 1
        unit.cell = start + made * int(STEP[direction])
        note_pace(s, who, int(unit.cell))
    resolve_danger(s, w, who, entering(s, w, who, start, facing, files, int(unit.cell), facing, files))
    return made


@rule("x.combat.break_and_pursue", "x.combat.fall_back", "x.move.charge_failed")
def may_advance(s, w, who, direction, there, into, quarry):
    """Straight on: whether one more step is free, and touches no enemy but one it runs into, or has come up with."""
    unit = s.units[who]
    facing, files = int(unit.facing), int(unit.files)
    if quarry != NO_UNIT and touches(s, who, quarry):
        return False
    if not fits(s, w, who, there, facing, files):
        return False
    for enemy in range(s.unit_count):
        if not is_foe(s, who, enemy) or enemy == quarry or (into and is_in_the_way(s, who, direction, enemy)):
            continue
        if comes_up_to(s, who, there, enemy):
            return False
    return True


@rule("x.combat.break_and_pursue", "x.move.charge_failed", "x.move.enemy_buffer")
def comes_up_to(s, who, there, enemy):
    """Straight on: whether a unit that is not edge to edge with an enemy would leave no gap to it one step on."""
    unit = s.units[who]
    return pose_gap(s, who, there, int(unit.facing), int(unit.files), enemy) == 0 and not touches(s, who, enemy)


@kernel
def note_stop(s, who, direction, cells, made, event):
    """Straight on: the log says how far a unit has come, and what stopped it before it had gone as far as it might."""
    if not is_there(s, who):
        return
    emit(s, event, who, NO_UNIT, int(s.units[who].cell), made)
    if made >= cells:
        return
    unit = s.units[who]
    there = int(unit.cell) + int(STEP[direction])
    files, facing = int(unit.files), int(unit.facing)
    models, base_width, base_depth = int(unit.models), int(unit.base_width), int(unit.base_depth)
    x, y, width, height = bounds_of(there, facing, files, models, base_width, base_depth)
    for other in range(s.unit_count):
        if other != who and is_there(s, other) and is_in_ranks(s, x, y, width, height, other):
            emit(s, Event.STOPPED_BY, who, other, cells, made)
            return
    for enemy in range(s.unit_count):
        if event != Event.FOLLOWS and is_foe(s, who, enemy) and comes_up_to(s, who, there, enemy):
            emit(s, Event.STOPPED_BY, who, enemy, cells, made)
            return
    emit(s, Event.STOPPED, who, NO_UNIT, cells, made)


@kernel
def is_in_the_way(s, who, direction, enemy):
    """Whether an enemy that is not fleeing stands straight ahead."""
    return s.units[enemy].fleeing == 0 and steps_to(s, who, direction, enemy) < FAR

"""Mounted combat: rider or mount, the mount's own blows, getting on and off, falling off, and what a slain mount does."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.dice import band, check, die
from ....core.state import NO_UNIT, emit, emit_roll, open_total, pop
from ..board import OFF_BOARD, is_way_open, neighbour
from ..vocab import Event, Item, Location, Mode, Refusal
from .conditions import is_able, is_mount, may_fight, may_ride, passes_strength_test, refusal_of_stirring
from .engagement import enter_cell, ground_unit_at, has_way, is_burning, is_engaged, is_touching
from .falling import start_fall
from .heights import is_aloft
from .injuries import start_wound

ON_FOOT, THROWN, TRAPPED = 0, 1, 2  # rows of the table of slain mounts


class SlainMount(IntEnum):
    """Steps for the rider of a mount that is put out, one roll each."""

    RESULT = 0
    DIRECTION = 1  # D8
    YARDS = 2  # D4


# --- rider or mount --------------------------------------------------------------------------------------------------


@rule("mounted.rider_or_mount")
def is_split(s, target, mode):
    """Striking mounted targets: chance decides between rider and mount, unless the attacker names a part, which is the
    rider's, or one of the two.
    """
    return s.units[target].mount != NO_UNIT and (mode == Mode.NORMAL or mode == Mode.OFF_HAND)


@rule("mounted.rider_or_mount")
def may_name(s, target, mode):
    """Striking mounted targets: naming rider or mount needs a mounted target."""
    return s.units[target].mount != NO_UNIT and (mode == Mode.AIM_RIDER or mode == Mode.AIM_MOUNT)


@rule("mounted.rider_or_mount")
def one_named(s, target, mode):
    """Striking mounted targets: the mount if it was named, else the target aimed at."""
    return int(s.units[target].mount) if mode == Mode.AIM_MOUNT else target


@rule("mounted.rider_or_mount")
def is_large_mount(s, w, mount):
    """Striking mounted targets: larger than a horse is a mount above 8 feet."""
    return s.units[mount].height_ft > w.book.large_mount_ft


@rule("mounted.mount_attacks")
def short_reach(s, w, who):
    """Attacks by mounts: a mount adds 10 to its roll, because it hardly reaches the rider."""
    return int(w.book.mount_roll_add) if is_mount(s, who) else 0


@rule("mounted.rider_or_mount")
def chance_to_strike_rider(s, w, who, target, missile):
    """Striking mounted targets: D100 up to this number hits the rider. The tall, riders and shooters hit both alike; for
    others it depends on the mount.
    """
    unit = s.units[who]
    if unit.mount != NO_UNIT and not missile:
        return int(w.book.rider_vs_rider)
    if missile or unit.height_ft >= w.book.tall_attacker_ft:
        number = int(w.book.tall_rider)
    elif is_large_mount(s, w, int(s.units[target].mount)):
        number = int(w.book.small_vs_large_rider)
    else:
        number = int(w.book.small_vs_horse_rider)
    if not missile:
        number -= short_reach(s, w, who)
    return max(number, 0)


@rule("mounted.rider_or_mount")
def resolve_rider_or_mount(s, w, who, target, location, missile):
    """Striking mounted targets: D100 for which of the two is struck. The location is not rolled again."""
    struck = target
    if not check(s, 100, chance_to_strike_rider(s, w, who, target, missile)):
        struck = int(s.units[target].mount)
    emit_roll(s, Event.RIDER_OR_MOUNT, who, struck, location, 0)
    return struck


# --- the mount's blows -----------------------------------------------------------------------------------------------


@rule("mounted.mount_attacks", "c.mounts")
def may_mount_fight(s, w, mount):
    """Attacks by mounts: it has its own blows while the pair is in contact with an enemy and the rider fights."""
    rider = s.units[mount].rider
    if rider == NO_UNIT or not is_able(s, int(rider)) or s.units[rider].fleeing != 0 or s.units[rider].off_guard != 0:
        return False
    return may_fight(s, w, mount) and is_engaged(s, w, mount)


@rule("weapon.lance", "c.declaration_order")
def refusal_of_ready_charge(s, w, who):
    """Lance: a mounted lancer who is not engaged may declare that it is about to charge."""
    unit = s.units[who]
    if unit.mount == NO_UNIT:
        return Refusal.ON_FOOT
    if unit.main_hand != Item.LANCE:
        return Refusal.NO_LANCE
    if not may_ride(s, who):
        return Refusal.STEED_DOWN
    return Refusal.ENGAGED if is_engaged(s, w, who) else Refusal.NONE


# --- getting on and off ----------------------------------------------------------------------------------------------


@rule("c.mounts", "c.entangle")
def refusal_of_changing_seats(s, w, who):
    """Mounts: only a unit that is not engaged, caught or in the air can get on or off."""
    if s.units[who].entangled != 0:
        return Refusal.ENTANGLED
    if is_aloft(s, who):
        return Refusal.IN_THE_AIR
    return Refusal.ENGAGED if is_engaged(s, w, who) else Refusal.NONE


@rule("c.mounts", "c.fire_damage")
def refusal_of_steed(s, w, who, mount):
    """Mounts: the unit's own mount, standing ready beside it without a rider."""
    unit, steed = s.units[who], s.units[mount]
    if steed.owner != who:
        return Refusal.NOT_ITS_MOUNT
    if steed.dead == 1:
        return Refusal.DEAD
    if steed.rider != NO_UNIT:
        return Refusal.RIDDEN
    if not is_able(s, mount) or steed.prone == 1 or steed.bolts == 1 or is_aloft(s, mount):
        return Refusal.STEED_NOT_READY
    if steed.cell == unit.cell:
        return Refusal.NONE
    if not is_touching(s, w, int(unit.cell), int(steed.cell)):
        return Refusal.NOT_IN_CONTACT
    return Refusal.BURNING if is_burning(s, int(steed.cell)) else Refusal.NONE


@rule("c.mounts")
def refusal_of_mounting(s, w, who):
    """Mounts: for a unit that stands free, with a mount of its own to get on."""
    if s.units[who].mount != NO_UNIT:
        return Refusal.MOUNTED
    for mount in range(s.unit_count):
        if refusal_of_steed(s, w, who, mount) == Refusal.NONE:
            refusal = refusal_of_stirring(s, w, who)
            return refusal if refusal != Refusal.NONE else refusal_of_changing_seats(s, w, who)
    return Refusal.NO_STEED


@rule("c.mounts")
def refusal_of_dismounting(s, w, who):
    """Mounts: a rider steps down into a free cell beside it."""
    if s.units[who].mount == NO_UNIT:
        return Refusal.ON_FOOT
    refusal = refusal_of_changing_seats(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    return Refusal.NONE if has_way(s, w, who) else Refusal.NO_WAY


@rule("c.mounts")
def is_still_mounting(s, w, who):
    """Mounts: getting on or off takes a number of turns; whether this one was not the last."""
    return s.units[who].saddle_turns + 1 < w.book.mount_turns


@rule("c.mounts")
def resolve_get_on(s, w, who, mount):
    """Mounts: the rider is on its mount, in the mount's cell. Whether it took no time."""
    unit = s.units[who]
    if is_still_mounting(s, w, who):
        unit.saddle_turns += 1
        return False
    steed = s.units[mount]
    unit.saddle_turns = 0
    if unit.cell != steed.cell:
        enter_cell(s, w, who, int(steed.cell))
    unit.mount = mount
    steed.rider = who
    steed.cell = OFF_BOARD
    emit(s, Event.GOT_ON, who, mount, int(unit.cell), 0)
    return w.book.mount_turns == 0


@rule("c.mounts")
def resolve_get_off(s, w, who, direction):
    """Mounts: the rider steps down beside its mount, which stays where it is. Whether it took no time."""
    unit = s.units[who]
    there = neighbour(w.field, int(unit.cell), direction)
    if is_still_mounting(s, w, who):
        unit.saddle_turns += 1
        return False
    unit.saddle_turns = 0
    if there == OFF_BOARD or ground_unit_at(s, there) != NO_UNIT:
        return False
    resolve_parted(s, who)
    enter_cell(s, w, who, there)
    emit(s, Event.GOT_OFF, who, NO_UNIT, there, 0)
    return w.book.mount_turns == 0


@kernel
def resolve_parted(s, who):
    """Rider and mount go their own ways, for now in the same cell."""
    unit = s.units[who]
    steed = s.units[unit.mount]
    steed.rider = NO_UNIT
    steed.cell = unit.cell
    steed.facing = unit.facing
    unit.mount = NO_UNIT


# --- what becomes of the pair ----------------------------------------------------------------------------------------


@rule("c.mounts", "c.entangle", "c.stunned")
def resolve_bolting(s, who):
    """Mounts: at the end of a round a mount whose rider has fallen off, or is out of the battle, runs away, unless it is
    caught, dazed or out itself.
    """
    steed = s.units[who]
    if not is_mount(s, who) or steed.rider != NO_UNIT or steed.cell < 0 or steed.dead == 1:
        return
    if steed.entangled != 0 or steed.dazed > 0:
        return
    if steed.unconscious_rounds == 0 and (steed.bolts == 1 or steed.prone == 1 or not is_able(s, int(steed.owner))):
        steed.cell = OFF_BOARD
        steed.escaped = 1
        emit(s, Event.BOLTED, who, NO_UNIT, 0, 0)


@rule("mounted.slain_mount")
def slain_mount_step(s, w, frame):
    """Slain mounts: D100 whether the rider is on foot, thrown or trapped, and the dice of a throw. Asks nothing. A rider
    already off its mount, as after a fall from the air, is spared it.
    """
    rider, mount = int(frame.who), int(frame.target)
    unit = s.units[rider]
    if frame.step == SlainMount.RESULT and unit.mount != mount:
        pop(s)
    elif frame.step == SlainMount.RESULT:
        resolve_parted(s, rider)
        s.units[mount].bolts = 1
        result = band(s, 100, w.book.slain_mount_bands)
        emit_roll(s, Event.MOUNT_PUT_OUT, rider, mount, result, 0)
        frame.step = SlainMount.DIRECTION
        if result != THROWN:
            pop(s)
        if result == TRAPPED:
            resolve_trapped(s, w, rider, mount)
    elif frame.step == SlainMount.DIRECTION:
        direction = die(s, 8) - 1
        there = neighbour(w.field, int(unit.cell), direction)
        if there != OFF_BOARD and is_way_open(s, w, int(unit.cell), direction) and ground_unit_at(s, there) == NO_UNIT:
            enter_cell(s, w, rider, there)
        emit_roll(s, Event.THROWN_OFF, rider, mount, int(unit.cell), direction)
        frame.step = SlainMount.YARDS
    else:
        yards = die(s, w.book.fall_yards_die)
        pop(s)
        start_fall(s, rider, yards)


@rule("mounted.slain_mount")
def resolve_trapped(s, w, rider, mount):
    """Slain mounts: the rider lies under the body, which does a point of damage for each point of the mount's S."""
    s.units[rider].trapped = 1
    open_total(s)
    start_wound(s, w, rider, rider, Location.BODY, int(s.units[mount].strength), 0)


@rule("mounted.slain_mount")
def refusal_of_crawling_out(s, who):
    """Slain mounts: for a rider caught under its mount."""
    return Refusal.NONE if s.units[who].trapped == 1 else Refusal.NOT_TRAPPED


@rule("mounted.slain_mount", "c.characteristic_test")
def resolve_crawl_out(s, w, who):
    """Slain mounts: the trapped rider crawls out on an S test, one in its turn of each round."""
    open_total(s)
    if passes_strength_test(s, w, who):
        s.units[who].trapped = 0
        emit_roll(s, Event.CRAWLED_OUT, who, NO_UNIT, 1, 0)
    else:
        emit_roll(s, Event.CRAWLED_OUT, who, NO_UNIT, 0, 0)

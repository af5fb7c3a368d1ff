"""Doors: a unit that walks through opens a shut door, but has to break a locked one."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import rule
from ....core.dice import die
from ....core.state import NO_UNIT, emit, emit_roll, open_total, pop, push, term
from ..board import NO_DOOR, STEP, door_at, is_closed, shut_ways, unshut_way
from ..vocab import Border, Event, Frame, Item, Mode, Refusal, Term
from .conditions import passes_test, refusal_of_fighting
from .weapons import striking_item, weapon_damage, weapon_skill_with


class DoorBlow(IntEnum):
    """Steps of a blow at a door."""

    DAMAGE = 0
    CONFIRM = 1  # the D100 after a natural 6
    ANOTHER_DIE = 2
    RESULT = 3


# --- opening ---------------------------------------------------------------------------------------------------------


@rule("c.doors")
def opens_by_walking(s, w, cell, direction):
    """Doors: a shut door that is not locked is opened by a move straight through it."""
    if s.door_count == 0 or direction % 2 == 1 or is_closed(w.field, cell, direction):
        return False
    k = door_at(s, cell, direction)
    return k != NO_DOOR and s.door_state[k] == Border.DOOR


@rule("c.doors")
def resolve_door_opened(s, w, who, cell, direction):
    """Doors: a unit that goes through a shut door opens it, and it stays open."""
    if opens_by_walking(s, w, cell, direction):
        s.door_state[door_at(s, cell, direction)] = Border.OPEN
        emit(s, Event.DOOR_OPENED, who, NO_UNIT, cell, direction)


@rule("c.doors")
def shut_doors(s, w):
    """Doors: note for the flood which ways a shut door closes at present, and which it only makes longer."""
    s.gate_cost = w.book.door_open_cost
    shut_ways(s, w)
    for k in range(s.door_count):
        direction = int(s.door_direction[k])
        gate_way(s, w, int(s.door_cell[k]), direction)
        gate_way(s, w, int(s.door_cell[k] + STEP[direction]), (direction + 4) % 8)


@rule("c.doors")
def gate_way(s, w, cell, direction):
    """Doors: for the flood, a door that opens to a walking unit does not shut the way, but makes it longer."""
    if opens_by_walking(s, w, cell, direction):
        s.gated[cell] |= 1 << direction
        unshut_way(s, cell, direction)


# --- breaking --------------------------------------------------------------------------------------------------------


@rule("c.doors")
def refusal_of_door(s, who, direction):
    """Doors: a locked one on one of the four sides of the cell."""
    if direction % 2 == 1:
        return Refusal.NO_DOOR_THERE
    k = door_at(s, int(s.units[who].cell), direction)
    return Refusal.NONE if k != NO_DOOR and s.door_state[k] == Border.LOCKED_DOOR else Refusal.NO_DOOR_THERE


@rule("c.doors")
def refusal_of_striking_door(s, w, who):
    """Doors: a locked door beside the striker, and a weapon to break it with; fists, aim and stuns are no use."""
    if s.door_count == 0 or s.units[who].cell < 0:
        return Refusal.NO_DOOR
    for direction in range(0, 8, 2):
        if refusal_of_door(s, who, direction) == Refusal.NONE:
            refusal = refusal_of_fighting(s, w, who)
            has_weapon = refusal != Refusal.NONE or striking_item(s, w, who, Mode.NORMAL) != Item.NOTHING
            return refusal if has_weapon else Refusal.NO_WEAPON
    return Refusal.NO_DOOR


@rule("c.doors")
def start_door_blow(s, w, who, direction):
    """Doors: a blow at a door takes the place of one at an enemy; the striker turns to it."""
    unit = s.units[who]
    unit.facing = direction
    frame = push(s, Frame.DOOR_BLOW)
    frame.who = who
    frame.target = NO_UNIT
    frame.cell = door_at(s, int(unit.cell), direction)
    frame.item_used = striking_item(s, w, who, Mode.NORMAL)


@rule("c.doors", "damage.basic", "damage.additional")
def door_blow_step(s, w, frame):
    """Doors: they are hit without a roll; the damage is rolled as for any blow. Asks nothing."""
    if frame.step == DoorBlow.DAMAGE:
        frame.dice = die(s, w.book.damage_die)
        confirms = frame.dice == w.book.trigger_face and w.book.opt_additional_damage == 1
        frame.step = DoorBlow.CONFIRM if confirms else DoorBlow.RESULT
    elif frame.step == DoorBlow.CONFIRM:
        open_total(s)
        passed = passes_test(s, weapon_skill_with(s, w, int(frame.who), int(frame.item_used)))
        emit_roll(s, Event.ADDITIONAL_DAMAGE, int(frame.who), NO_UNIT, 1 if passed else 0, 0)
        frame.step = DoorBlow.ANOTHER_DIE if passed else DoorBlow.RESULT
    elif frame.step == DoorBlow.ANOTHER_DIE:
        face = die(s, w.book.damage_die)
        frame.dice += face
        emit_roll(s, Event.ANOTHER_DIE, int(frame.who), NO_UNIT, int(frame.dice), 0)
        if face != w.book.trigger_face:
            frame.step = DoorBlow.RESULT
    else:
        resolve_door_blow(s, w, frame)
        pop(s)


@rule("c.doors", "attack.prone_static")
def damage_to_door(s, w, frame):
    """Doors: dice + Strength + weapon - the door's Toughness, doubled as for any target that does not move."""
    who = int(frame.who)
    open_total(s)
    total = term(s, Term.DICE, int(frame.dice))
    total += term(s, Term.STRENGTH, int(s.units[who].strength))
    total += term(s, Term.WEAPON, weapon_damage(s, w, who, int(frame.item_used)))
    total += term(s, Term.TOUGHNESS, -int(w.book.door_t))
    total += term(s, Term.LIMIT, max(int(w.book.damage_min) - total, 0))
    return total + term(s, Term.DOUBLED, total * (int(w.book.prone_damage_factor) - 1))


@rule("c.doors")
def resolve_door_blow(s, w, frame):
    """Doors: the damage comes off the door's Wounds; without any left it is open."""
    door = int(frame.cell)
    left = max(int(s.door_wounds[door]) - damage_to_door(s, w, frame), 0)
    s.door_wounds[door] = left
    if left == 0:
        s.door_state[door] = Border.OPEN
    emit(s, Event.DOOR_STRUCK, int(frame.who), NO_UNIT, int(s.door_cell[door]), left)

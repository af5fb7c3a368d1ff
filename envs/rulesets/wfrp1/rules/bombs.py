"""Bombs and incendiaries: throwing them at a place, misfires, scatter and blast."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.dice import band, check_class, die
from ....core.state import NO_UNIT, emit, emit_roll, open_total, pop, push, term
from ..board import OFF_BOARD, distance, is_line_clear, is_way_open, line_cell, neighbour
from ..tables import DOUBLE, MISSED
from ..vocab import Dud, Event, Flag, Frame, Item, Term
from .ammunition import is_too_high, range_band, resolve_shot_spent
from .armour import less_armour
from .bodies import fresh_location
from .carrying import take_bomb
from .conditions import passes_test, place_of
from .fire import start_fire
from .fumbles import start_risk_of_misfire
from .injuries import start_wound
from .missile_modifiers import moving_mount_modifier, out_of_range, range_modifier
from .modifiers import damaged_weapon_modifier, entangled_modifier, referee_modifier, within_limits
from .throwing import is_bomb_in_hand, item_of_mode, slot_with
from .visibility import has_clear_line, range_yd
from .weapons import ballistic_skill_with, is_trained, missile_row

FUSE_DIE = 6


class Bomb(IntEnum):
    """Steps of a bomb, in the order in which the table plays them."""

    TO_HIT = 0
    MISFIRE = 1  # D100, after a double
    SCATTER = 2  # D8, after a miss
    LAND = 3
    VICTIM = 4  # the next one in the blast
    LOCATION = 5
    DAMAGE = 6
    CONFIRM = 7  # the D100 after a natural 6
    ANOTHER_DIE = 8
    RESULT = 9


# --- the throw -------------------------------------------------------------------------------------------------------


@rule("c.bomb_blast", "c.ammunition")
def start_throw(s, w, who, mode, cell):
    """Bomb blast: the bomb is lit and leaves the hand, or the pack."""
    item = item_of_mode(mode)
    if is_bomb_in_hand(s, w, who, item):
        resolve_shot_spent(s, w, who, item)
    else:
        take_bomb(s, who, slot_with(s, who, item))
    frame = push(s, Frame.BOMB)
    frame.who = who
    frame.target = NO_UNIT
    frame.item_used = item
    frame.cell = cell


@rule("c.bomb_blast", "missile.modifiers", "weapon.specialist", "flying.shooting_down")
def chance_to_land(s, w, who, item, cell):
    """Bomb blast: Ballistic Skill and the modifiers for range and thrower. No target, no other modifiers."""
    open_total(s)
    label = Term.BALLISTIC_SKILL if is_trained(s, w, who, item) else Term.UNTRAINED
    if is_too_high(s, w, item, int(s.units[who].altitude_yd)):
        return out_of_range(s, w, who, item)
    number = term(s, label, ballistic_skill_with(s, w, who, item))
    range_to_cell = range_band(s, w, item, range_yd(w, place_of(s, who), cell), False)
    number += term(s, Term.RANGE, range_modifier(w, range_to_cell))
    number += term(s, Term.MOVING_MOUNT, moving_mount_modifier(s, w, who))
    number += term(s, Term.REFEREE, referee_modifier(s, w, who))
    number += term(s, Term.DAMAGED_WEAPON, damaged_weapon_modifier(s, who, item))
    number += term(s, Term.ENTANGLED, entangled_modifier(s, w, who))
    limited = within_limits(w, number)
    term(s, Term.LIMIT, limited - number)
    return limited


@rule("c.bomb_blast")
def bomb_step(s, w, frame):
    """Bomb blast: the throw, where the bomb lands, and every unit near it. Asks nothing."""
    if frame.step == Bomb.TO_HIT:
        to_hit_step(s, w, frame)
    elif frame.step == Bomb.MISFIRE:
        misfire_step(s, w, frame)
    elif frame.step == Bomb.SCATTER:
        scatter_step(s, w, frame)
    elif frame.step == Bomb.LAND:
        land_step(s, w, frame)
    elif frame.step == Bomb.VICTIM:
        victim_step(s, w, frame)
    elif frame.step == Bomb.LOCATION:
        frame.location = fresh_location(s, w)
        emit_roll(s, Event.BLAST_HIT, int(frame.who), int(frame.target), int(frame.location), 0)
        frame.step = Bomb.DAMAGE
    elif frame.step == Bomb.DAMAGE:
        frame.dice = die(s, w.book.damage_die)
        confirms = frame.dice == w.book.trigger_face and w.book.opt_additional_damage == 1
        frame.step = Bomb.CONFIRM if confirms else Bomb.RESULT
    elif frame.step == Bomb.CONFIRM:
        confirm_step(s, w, frame)
    elif frame.step == Bomb.ANOTHER_DIE:
        another_die_step(s, w, frame)
    else:
        result_step(s, w, frame)


@rule("c.bomb_blast", "bomb.misfire")
def to_hit_step(s, w, frame):
    """Bomb blast: D100 at or below the number lands in the cell named. Any double is a misfire."""
    who, cell = int(frame.who), int(frame.cell)
    needed = chance_to_land(s, w, who, int(frame.item_used), cell)
    label = check_class(s, 100, needed, w.book.bomb_hit_label, w.book.bomb_miss_label)
    is_wide = label % DOUBLE == MISSED
    frame.amount = 1 if is_wide else 0
    emit_roll(s, Event.BOMB_ON_ITS_WAY, who, NO_UNIT, cell, 0 if is_wide else 1)
    if label >= DOUBLE:
        frame.step = Bomb.MISFIRE
    else:
        frame.step = step_after_flight(frame)


@kernel
def step_after_flight(frame):
    """What went wide scatters before it lands."""
    return int(Bomb.SCATTER) if frame.amount == 1 else int(Bomb.LAND)


@rule("bomb.misfire", "weapon.specialist")
def misfire_step(s, w, frame):
    """Misfires of bombs: a dud, one that lies and sputters, one that bursts halfway, or in the hand. The untrained may take
    a Risk test as well.
    """
    who, item = int(frame.who), int(frame.item_used)
    result = band(s, 100, w.book.bomb_limits)
    emit_roll(s, Event.BOMB_MISFIRED, who, NO_UNIT, result, 0)
    if result == Dud.FAILS:
        pop(s)
    elif result == Dud.SPUTTERS:
        frame.flag_bits |= Flag.SPUTTERS
        frame.step = step_after_flight(frame)
    else:
        here = place_of(s, who)
        frame.number = s.units[who].altitude_yd if result == Dud.IN_THE_HAND else 0
        frame.cell = halfway_cell(s, w, here, int(frame.cell)) if result == Dud.HALFWAY else here
        frame.step = Bomb.LAND
    start_risk_of_misfire(s, w, who, item)


@rule("bomb.misfire", "c.line")
def halfway_cell(s, w, here, there):
    """Misfires of bombs: the middle of the line from the thrower, or from the other end where only that one is free."""
    return line_cell(here, there, 1, 2) if is_line_clear(s, w, here, there) else line_cell(there, here, 1, 2)


@rule("c.bomb_blast")
def scatter_step(s, w, frame):
    """Bomb blast: a miss comes down in the next cell in a random direction, or where it was thrown if that is barred."""
    directions = int(w.book.scatter_directions)
    direction = (die(s, directions) - 1) * 8 // directions
    here = int(frame.cell)
    there = neighbour(w.field, here, direction)
    if there != OFF_BOARD and is_way_open(s, w, here, direction):
        frame.cell = there
    emit_roll(s, Event.BOMB_SCATTERED, int(frame.who), NO_UNIT, int(frame.cell), 0)
    frame.step = Bomb.LAND


@rule("c.bomb_blast", "bomb.misfire", "c.fire_damage")
def land_step(s, w, frame):
    """Bomb blast: it bursts, or lies there sputtering; an incendiary lights the cell it lands in and no other."""
    who, cell, item = int(frame.who), int(frame.cell), int(frame.item_used)
    if frame.flag_bits & Flag.SPUTTERS:
        resolve_bomb_left(s, who, cell, item)
        pop(s)
    elif item == Item.INCENDIARY:
        pop(s)
        start_fire(s, who, cell)
    else:
        emit(s, Event.BOMB_BURST, who, NO_UNIT, cell, 0)
        frame.step = Bomb.VICTIM


@rule("bomb.misfire")
def resolve_bomb_left(s, who, cell, item):
    """Misfires of bombs: it lies where it came down; where too many lie already, it goes out."""
    for k in range(len(s.bomb_cell)):
        if s.bomb_cell[k] == OFF_BOARD:
            s.bomb_cell[k] = cell
            s.bomb_owner[k] = who
            s.bomb_item[k] = item
            emit(s, Event.BOMB_SPUTTERS, who, NO_UNIT, cell, 0)
            return


@rule("bomb.misfire")
def resolve_fuse(s, w, k):
    """Misfires of bombs: at the end of every round a D6; on a 6 the bomb explodes."""
    bursts = die(s, FUSE_DIE) == w.book.sputter_face
    emit_roll(
        s, Event.FUSE_BURNT_DOWN if bursts else Event.FUSE_BURNS, int(s.bomb_owner[k]), NO_UNIT, int(s.bomb_cell[k]), 0
    )
    if not bursts:
        return
    frame = push(s, Frame.BOMB)
    frame.who = s.bomb_owner[k]
    frame.target = NO_UNIT
    frame.item_used = s.bomb_item[k]
    frame.cell = s.bomb_cell[k]
    frame.step = Bomb.LAND
    s.bomb_cell[k] = OFF_BOARD
    s.bomb_owner[k] = NO_UNIT
    s.bomb_item[k] = Item.NOTHING


# --- the blast -------------------------------------------------------------------------------------------------------


@rule("c.bomb_blast", "c.mounts", "bomb.misfire")
def is_in_blast(s, w, who, cell, height_yd):
    """Bomb blast: the living at its height in the cell and those around it, thrower and friends included, that no wall
    protects. It bursts on the ground, but in the hand of a flier where that is.
    """
    unit = s.units[who]
    here = place_of(s, who)
    if unit.present == 0 or unit.dead == 1 or unit.altitude_yd != height_yd or here < 0:
        return False
    return distance(cell, here) <= w.book.blast_radius_cells and has_clear_line(s, w, cell, here)


@rule("c.bomb_blast")
def victim_step(s, w, frame):
    """Bomb blast: one after the other, in the order of the roster."""
    while frame.index < s.unit_count:
        who = int(frame.index)
        frame.index += 1
        if is_in_blast(s, w, who, int(frame.cell), int(frame.number)):
            frame.target = who
            frame.step = Bomb.LOCATION
            return
    pop(s)


@rule("c.bomb_blast", "damage.additional")
def confirm_step(s, w, frame):
    """Additional damage: after a natural 6, D100 at or below the thrower's Ballistic Skill adds another die."""
    who = int(frame.who)
    open_total(s)
    passed = passes_test(s, ballistic_skill_with(s, w, who, int(frame.item_used)))
    emit_roll(s, Event.ADDITIONAL_DAMAGE, who, int(frame.target), 1 if passed else 0, 0)
    frame.step = Bomb.ANOTHER_DIE if passed else Bomb.RESULT


@rule("c.bomb_blast", "damage.additional")
def another_die_step(s, w, frame):
    """Additional damage: another D6 is added, and after a 6 one more without a test, until a die comes below 6."""
    face = die(s, w.book.damage_die)
    frame.dice += face
    emit_roll(s, Event.ANOTHER_DIE, int(frame.who), int(frame.target), int(frame.dice), 0)
    if face != w.book.trigger_face:
        frame.step = Bomb.RESULT


@rule("c.bomb_blast", "armour.absorb")
def result_step(s, w, frame):
    """Bomb blast: dice + Effective Strength - Toughness - armour; a shield does not help. Then the next victim."""
    target = int(frame.target)
    open_total(s)
    total = term(s, Term.DICE, int(frame.dice))
    total += term(s, Term.EFFECTIVE_STRENGTH, int(w.book.missile_weapons[missile_row(int(frame.item_used))].es))
    total += term(s, Term.TOUGHNESS, -int(s.units[target].toughness))
    total = less_armour(s, w, target, int(frame.location), total, False, int(Flag.BLAST))
    total += term(s, Term.LIMIT, max(total, int(w.book.damage_min)) - total)
    location = int(frame.location)
    frame.dice = 0
    frame.location = 0
    frame.target = NO_UNIT
    frame.step = Bomb.VICTIM
    start_wound(s, w, int(frame.who), target, location, total, 0)

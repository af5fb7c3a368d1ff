"""Carried things: what a hand takes and what leaves it, and the shots of each missile weapon, wherever it is."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit, push
from ..board import OFF_BOARD
from ..vocab import Event, Flaw, Frame, Item
from .conditions import place_of
from .weapons import (
    flaw_in_hand,
    held_item,
    is_light,
    is_made,
    is_missile_weapon,
    is_second_missile,
    shots_in_hand,
    shots_ready,
)

NO_SLOT = -1

# --- shots -----------------------------------------------------------------------------------------------------------


@rule("c.ammunition")
def hand_of(s, who, item):
    """Ammunition: whether an item in use is that of the other hand; of two alike it is the main hand's."""
    return s.units[who].main_hand != item


@rule("c.ammunition")
def resolve_shots(s, who, off, ammunition, loaded):
    """Ammunition: note the shots left for the missile weapon of a hand, and those of them that are ready."""
    unit = s.units[who]
    if is_second_missile(s, who, off):
        unit.second_ammunition = ammunition
        unit.second_loaded = loaded
    else:
        unit.ammunition = ammunition
        unit.loaded = loaded


@rule("missile.phases", "missile.carry_loaded")
def resolve_shots_ready(s, who, item, loaded):
    """Draw/load: so many shots are ready in a missile weapon in hand."""
    off = hand_of(s, who, item)
    resolve_shots(s, who, off, shots_in_hand(s, who, off), loaded)


@rule("firearm.misfire", "firearm.reload_stress")
def flaw_of(s, who, item):
    """Misfires: what is wrong with a gun in hand."""
    return flaw_in_hand(s, who, hand_of(s, who, item))


@rule("firearm.misfire", "firearm.reload_stress")
def resolve_flaw(s, who, off, flaw):
    """Misfires: note what is wrong with the missile weapon of a hand."""
    if is_second_missile(s, who, off):
        s.units[who].second_flaw = flaw
    else:
        s.units[who].gun_flaw = flaw


@rule("c.ammunition", "firearm.misfire")
def state_in_hand(s, who, off):
    """Ammunition: what comes along with a weapon: (shots left, those that are ready, what is wrong with it)."""
    return shots_in_hand(s, who, off), shots_ready(s, who, off), flaw_in_hand(s, who, off)


@rule("c.ammunition", "firearm.misfire")
def state_stowed(s, who, slot):
    """Ammunition: the same of what is in a place of the pack."""
    unit = s.units[who]
    return int(unit.pack_ammunition[slot]), int(unit.pack_loaded[slot]), int(unit.pack_flaw[slot])


@rule("c.ammunition", "firearm.misfire")
def state_on_ground(s, who):
    """Ammunition: the same of what lies on the ground."""
    unit = s.units[who]
    return int(unit.ground_ammunition), int(unit.ground_loaded), int(unit.ground_flaw)


@rule("missile.chart")
def is_bomb(item):
    """Missile weapon chart: bombs and incendiaries are lit and thrown at a place, not fired at a creature."""
    return item == Item.BOMB or item == Item.INCENDIARY


@kernel
def stowed_missile(s, who):
    """The first place of the pack with a missile weapon other than a bomb, -1 none or when a hand holds one: whose shots one
    reckons with.
    """
    unit = s.units[who]
    if is_missile_weapon(int(unit.main_hand)) or is_missile_weapon(int(unit.off_hand)):
        return NO_SLOT
    for slot in range(len(unit.pack)):
        item = int(unit.pack[slot])
        if is_missile_weapon(item) and not is_bomb(item):
            return slot
    return NO_SLOT


@kernel
def shots_carried(s, who):
    """Shots left for the missile weapon in hand, else for the first in the pack."""
    slot = stowed_missile(s, who)
    return int(s.units[who].ammunition if slot == NO_SLOT else s.units[who].pack_ammunition[slot])


@kernel
def shots_carried_ready(s, who):
    """Shots ready in that weapon."""
    slot = stowed_missile(s, who)
    return int(s.units[who].loaded if slot == NO_SLOT else s.units[who].pack_loaded[slot])


# --- hands -----------------------------------------------------------------------------------------------------------


@rule("action.drop", "c.ammunition")
def fill_hand(s, who, off, item, state):
    """Drop: the hand now holds something; a missile weapon has its own shots, and what is wrong with it."""
    unit = s.units[who]
    if is_missile_weapon(item) and not off and is_missile_weapon(int(unit.off_hand)):
        unit.second_ammunition, unit.second_loaded, unit.second_flaw = unit.ammunition, unit.loaded, unit.gun_flaw
    if off:
        unit.off_hand = item
    else:
        unit.main_hand = item
    if is_missile_weapon(item):
        ammunition, loaded, flaw = state
        resolve_shots(s, who, off, ammunition, loaded)
        resolve_flaw(s, who, off, flaw)


@rule("action.drop", "c.ammunition", "take_up.two_handed_and_bows")
def empty_hand(s, who, off):
    """Drop: the hand now holds nothing; of two missile weapons the other is now the one at hand. Loading that has begun is
    lost, and a fire that hung.
    """
    unit = s.units[who]
    if is_missile_weapon(held_item(s, who, off)):
        if not is_second_missile(s, who, off):
            unit.ammunition, unit.loaded, unit.gun_flaw = unit.second_ammunition, unit.second_loaded, unit.second_flaw
            unit.load_progress = 0
            unit.hang_target = NO_UNIT
        unit.second_ammunition = 0
        unit.second_loaded = 0
        unit.second_flaw = Flaw.NONE
    if off:
        unit.off_hand = Item.NOTHING
    else:
        unit.main_hand = Item.NOTHING


@rule("action.take_up", "c.ammunition")
def resolve_put_away(s, who, off, slot):
    """Take-up: what a hand held is in the pack, a missile weapon with its shots and as it is loaded."""
    unit = s.units[who]
    unit.pack[slot] = held_item(s, who, off)
    unit.pack_ammunition[slot], unit.pack_loaded[slot], unit.pack_flaw[slot] = state_in_hand(s, who, off)
    empty_hand(s, who, off)


@rule("action.take_up", "c.ammunition")
def forget_slot(s, who, slot):
    """Take-up: a place of the pack is empty."""
    unit = s.units[who]
    unit.pack[slot] = Item.NOTHING
    unit.pack_buried[slot] = 0
    unit.pack_ammunition[slot] = 0
    unit.pack_loaded[slot] = 0
    unit.pack_flaw[slot] = Flaw.NONE


@rule("c.bomb_blast", "c.ammunition")
def take_bomb(s, who, slot):
    """Bomb blast: one bomb leaves the pack; of several put away together the rest stay in their place."""
    unit = s.units[who]
    if unit.pack_ammunition[slot] <= 1:
        forget_slot(s, who, slot)
        return
    unit.pack_ammunition[slot] -= 1
    unit.pack_loaded[slot] = 0


# --- the ground ------------------------------------------------------------------------------------------------------


@rule("action.drop", "c.ammunition")
def resolve_on_ground(s, who, off, cell):
    """Drop: what the hand held lies in a cell and is remembered as its owner's, a missile weapon with its shots."""
    unit = s.units[who]
    unit.ground_item = held_item(s, who, off)
    unit.ground_cell = cell
    unit.ground_ammunition, unit.ground_loaded, unit.ground_flaw = state_in_hand(s, who, off)
    empty_hand(s, who, off)


@rule("action.drop", "c.disabled_limbs", "c.natural_weapons")
def drop_item(s, w, who, off):
    """Drop: what the hand held lies where its owner stands, unless it breaks. Natural weapons cannot be dropped."""
    item = held_item(s, who, off)
    if not is_made(item):
        return
    resolve_on_ground(s, who, off, place_of(s, who))
    emit(s, Event.DROPPED_ITEM, who, NO_UNIT, item, 0)
    if is_light(item) or w.book.dropped_item_break_chance > 0:
        frame = push(s, Frame.DROPPED)
        frame.who = who
        frame.target = NO_UNIT
        frame.item_used = item
        frame.cell = s.units[who].ground_cell


@kernel
def forget_ground_item(s, who):
    """Nothing of the unit's lies on the ground any more."""
    unit = s.units[who]
    unit.ground_item = Item.NOTHING
    unit.ground_cell = OFF_BOARD
    unit.ground_ammunition = 0
    unit.ground_loaded = 0
    unit.ground_flaw = Flaw.NONE

"""Take-up and drop: drawing weapons, putting them away, searching a pack, and what lies on the ground."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import check
from ....core.state import NO_UNIT, emit, emit_roll
from ..board import OFF_BOARD
from ..vocab import Event, Item, Mode, Verb
from .ammunition import load_rounds, shots_held
from .drawing import draw_loss, rounds_left
from .drops import resolve_light_picked_up
from .handling import PUT_AWAY, TAKEN, free_slot, hand_bit
from .missile_groups import resolve_aim_lost
from .weapons import (
    drop_item,
    empty_hand,
    held_item,
    is_light,
    is_missile_weapon,
    is_thrown,
)

BY_INITIATIVE, BY_ROUNDS = 1, 2  # ``opt_item_search``

# --- drawing ---------------------------------------------------------------------------------------------------------


@rule("take_up.two_handed_and_bows")
def resolve_readiness(s, w, who, item):
    """Drawing two-handed weapons and bows: a throwing weapon is ready in the hand, a bow is not nocked yet, a gun or
    crossbow stays loaded if it was; unfinished loading is lost, and so is aim taken with another weapon.
    """
    unit = s.units[who]
    if not is_missile_weapon(item):
        return
    resolve_aim_lost(s, who)
    unit.load_progress = 0
    if item == Item.LASSO:
        unit.loaded = 1
    elif is_thrown(w, item):
        unit.loaded = min(1, int(unit.ammunition))
    elif load_rounds(w, item) == 0:
        unit.loaded = 0
    else:
        unit.loaded = min(int(unit.loaded), shots_held(w, item))


@kernel
def resolve_in_hand(s, w, who, item, off):
    """The item is in the hand now."""
    if off:
        s.units[who].off_hand = item
    else:
        s.units[who].main_hand = item
    resolve_readiness(s, w, who, item)
    emit(s, Event.TOOK_UP, who, NO_UNIT, item, 0)


@rule("action.take_up")
def resolve_take_up(s, w, who, slot, off):
    """Take-up: one more turn of drawing or searching; with the last the item is in the hand. Whether it took no time."""
    unit = s.units[who]
    item = int(unit.pack[slot])
    left = rounds_left(s, w, who, slot)
    if left > 1:
        unit.pack_buried[slot] = left - 1
        emit(s, Event.SEARCHED, who, NO_UNIT, item, left - 1)
        return False
    if resolve_search_in_vain(s, w, who, slot):
        return False
    unit.pack[slot] = Item.NOTHING
    unit.pack_buried[slot] = 0
    unit.hands_used |= hand_bit(TAKEN, off)
    resolve_in_hand(s, w, who, item, off)
    return left == 0


@rule("action.take_up")
def resolve_search_in_vain(s, w, who, slot):
    """Take-up: where the referee asks for an Initiative test, something buried is found on D100 at or below I. Whether
    it was not.
    """
    unit = s.units[who]
    if unit.pack_buried[slot] == 0 or w.book.opt_item_search != BY_INITIATIVE:
        return False
    if check(s, 100, unit.initiative):
        return False
    emit_roll(s, Event.SEARCHED, who, NO_UNIT, int(unit.pack[slot]), int(unit.pack_buried[slot]))
    return True


# --- the quick draw --------------------------------------------------------------------------------------------------


@rule("take_up.quick_draw")
def resolve_quick_draw(s, w, who, slot, off):
    """Drawing hand weapons: the weapon is in the hand for the round, and the loss is noted; several add up."""
    unit = s.units[who]
    item = int(unit.pack[slot])
    emit(s, Event.DECLARED, who, NO_UNIT, Verb.QUICK_DRAW, item)
    unit.pack[slot] = Item.NOTHING
    unit.hands_used |= hand_bit(TAKEN, off)
    unit.draw_loss += draw_loss(w, item)
    resolve_in_hand(s, w, who, item, off)


# --- putting away, changing hands ------------------------------------------------------------------------------------


@rule("action.take_up")
def resolve_stow(s, w, who, off):
    """Take-up: putting away is an action like drawing. Whether it took no time."""
    unit = s.units[who]
    item = held_item(s, who, off)
    unit.pack[free_slot(s, who)] = item
    unit.hands_used |= hand_bit(PUT_AWAY, off)
    empty_hand(s, who, off)
    emit(s, Event.STOWED, who, NO_UNIT, item, 0)
    return w.book.opt_instant_take_up == 1


@rule("action.drop", "action.take_up")
def resolve_swapped_hands(s, w, who):
    """Drop: the two hands change what they hold. Whether it took no time."""
    unit = s.units[who]
    item = int(unit.main_hand)
    unit.main_hand = unit.off_hand
    unit.off_hand = item
    unit.hands_used |= TAKEN | hand_bit(TAKEN, True)
    resolve_readiness(s, w, who, int(unit.main_hand))
    emit(s, Event.CHANGED_HANDS, who, NO_UNIT, int(unit.main_hand), item)
    return w.book.opt_instant_take_up == 1


# --- dropping and picking up -----------------------------------------------------------------------------------------


@rule("action.drop")
def resolve_drop(s, w, who, off):
    """Drop: it takes no time, unless the referee says otherwise; aim is lost with its weapon. Whether it took no time."""
    if is_missile_weapon(held_item(s, who, off)):
        resolve_aim_lost(s, who)
    drop_item(s, w, who, off)
    return w.book.drop_cost == 0


@rule("action.drop", "action.take_up")
def resolve_pick_up(s, w, who, off):
    """Drop: a whole turn. Whether it took no time."""
    unit = s.units[who]
    item = int(unit.ground_item)
    if is_light(item):
        resolve_light_picked_up(s, item, int(unit.ground_cell))
    unit.ground_item = Item.NOTHING
    unit.ground_cell = OFF_BOARD
    unit.hands_used |= hand_bit(TAKEN, off)
    resolve_in_hand(s, w, who, item, off)
    return w.book.opt_instant_take_up == 1


# --- which hand ------------------------------------------------------------------------------------------------------


@kernel
def is_off(mode):
    """Whether a way of doing something means the other hand."""
    return mode == Mode.OFF_HAND


@rule("action.take_up", "action.drop")
def resolve_with_hands(s, w, frame):
    """Take-up: draw, put away, change hands, drop or pick up. Whether it took no time."""
    who, off = int(frame.who), is_off(frame.mode)
    if frame.verb == Verb.TAKE_UP:
        return resolve_take_up(s, w, who, int(frame.item_used), off)
    if frame.verb == Verb.STOW:
        return resolve_stow(s, w, who, off)
    if frame.verb == Verb.PICK_UP:
        return resolve_pick_up(s, w, who, off)
    if frame.verb == Verb.SWAP_HANDS:
        return resolve_swapped_hands(s, w, who)
    return resolve_drop(s, w, who, off)

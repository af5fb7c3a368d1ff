"""Take-up and drop: drawing weapons, putting them away, searching a pack, and what lies on the ground."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import check
from ....core.state import NO_UNIT, emit, emit_dice, emit_roll
from ..vocab import PACK, Event, Mode, Verb
from .ammunition import is_kept_from_loading, load_rounds
from .carrying import (
    drop_item,
    empty_hand,
    fill_hand,
    forget_ground_item,
    forget_slot,
    resolve_put_away,
    state_in_hand,
    state_on_ground,
    state_stowed,
)
from .drawing import UNSEARCHED, draw_loss, rounds_left, search_rounds_left
from .drops import resolve_light_picked_up
from .handling import PUT_AWAY, TAKEN, free_slot, hand_bit
from .missile_groups import resolve_aim_lost
from .weapons import held_item, is_light, is_missile_weapon, is_thrown

BY_INITIATIVE, BY_ROUNDS = 1, 2  # ``opt_item_search``

# --- drawing ---------------------------------------------------------------------------------------------------------


@rule("take_up.two_handed_and_bows", "missile.in_melee")
def state_when_drawn(s, w, who, item, state):
    """Drawing two-handed weapons and bows: a throwing weapon is ready in the hand, though in a fight no new one is; a bow is
    not nocked yet; anything else is in the state in which it was put away.
    """
    ammunition, loaded, flaw = state
    if is_thrown(w, item):
        loaded = loaded if is_kept_from_loading(s, w, who) else min(1, ammunition)
    elif load_rounds(w, item) == 0:
        loaded = 0
    return ammunition, loaded, flaw


@rule("take_up.two_handed_and_bows")
def resolve_in_hand(s, w, who, item, off, state):
    """Drawing two-handed weapons and bows: the item is in the hand now. With a missile weapon unfinished loading is lost, and
    so is aim taken with another.
    """
    if is_missile_weapon(item):
        resolve_aim_lost(s, who)
        s.units[who].load_progress = 0
        state = state_when_drawn(s, w, who, item, state)
    fill_hand(s, who, off, item, state)
    emit(s, Event.TOOK_UP, who, NO_UNIT, item, 0)


@rule("action.take_up")
def resolve_out_of_pack(s, w, who, slot, off):
    """Take-up: an item of the pack is in the hand now."""
    unit = s.units[who]
    item, state = int(unit.pack[slot]), state_stowed(s, who, slot)
    forget_slot(s, who, slot)
    unit.hands_used |= hand_bit(TAKEN, off)
    resolve_in_hand(s, w, who, item, off, state)


@rule("action.take_up")
def resolve_take_up(s, w, who, slot, off):
    """Take-up: one more turn of drawing or searching; with the last the item is in the hand. Whether it took no time."""
    unit = s.units[who]
    item = int(unit.pack[slot])
    rolls = search_rounds_left(s, who, slot) == UNSEARCHED
    left = rounds_left(s, w, who, slot)
    if left > 1:
        resolve_search(s, who, slot, left)
        emit_dice(s, Event.SEARCHED, who, NO_UNIT, item, left - 1, 1 if rolls else 0)
        return False
    if rolls:
        emit_roll(s, Event.FOUND_ITEM, who, NO_UNIT, item, 0)
    if resolve_search_in_vain(s, w, who, slot):
        return False
    resolve_out_of_pack(s, w, who, slot, off)
    return left == 0


@rule("take_up.pack_items")
def resolve_search(s, who, slot, left):
    """Items from a pack: one more turn of search; the first open the pack, and so for everything in it."""
    unit = s.units[who]
    is_in_pack = unit.pack_buried[slot] > 0
    unit.pack_buried[slot] = left - 1
    if not is_in_pack or unit.pack_closed == 0:
        return
    unit.pack_closed -= 1
    for other in range(PACK):
        if other != slot and unit.pack_buried[other] > 0:
            unit.pack_buried[other] -= 1


@rule("action.take_up")
def resolve_search_in_vain(s, w, who, slot):
    """Take-up: where the referee asks for an Initiative test, something buried is found on D100 at or below I. Whether
    it was not.
    """
    unit = s.units[who]
    if unit.pack_buried[slot] == 0 or w.book.opt_item_search != BY_INITIATIVE:
        return False
    if check(s, 100, unit.initiative):
        emit_roll(s, Event.FOUND_ITEM, who, NO_UNIT, int(unit.pack[slot]), 0)
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
    unit.draw_loss += draw_loss(w, item)
    resolve_out_of_pack(s, w, who, slot, off)


# --- putting away, changing hands ------------------------------------------------------------------------------------


@rule("action.take_up")
def resolve_stow(s, w, who, off):
    """Take-up: putting away is an action like drawing. Whether it took no time."""
    item = held_item(s, who, off)
    resolve_put_away(s, who, off, free_slot(s, who))
    s.units[who].hands_used |= hand_bit(PUT_AWAY, off)
    emit(s, Event.STOWED, who, NO_UNIT, item, 0)
    return w.book.opt_instant_take_up == 1


@rule("action.drop", "action.take_up")
def resolve_swapped_hands(s, w, who):
    """Drop: the two hands change what they hold. Whether it took no time."""
    unit = s.units[who]
    item, state = int(unit.main_hand), state_in_hand(s, who, False)
    other, other_state = int(unit.off_hand), state_in_hand(s, who, True)
    empty_hand(s, who, False)
    empty_hand(s, who, True)
    fill_hand(s, who, True, item, state)
    if is_missile_weapon(other):
        resolve_aim_lost(s, who)
        other_state = state_when_drawn(s, w, who, other, other_state)
    fill_hand(s, who, False, other, other_state)
    unit.hands_used |= TAKEN | hand_bit(TAKEN, True)
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
    item, state = int(unit.ground_item), state_on_ground(s, who)
    if is_light(item):
        resolve_light_picked_up(s, item, int(unit.ground_cell))
    forget_ground_item(s, who)
    unit.hands_used |= hand_bit(TAKEN, off)
    resolve_in_hand(s, w, who, item, off, state)
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

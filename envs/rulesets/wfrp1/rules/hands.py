"""Take-up and drop: drawing weapons, putting them away, searching a pack, and what lies on the ground."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import check
from ....core.state import NO_UNIT, emit, emit_roll
from ..board import OFF_BOARD, bearing, distance, is_way_open
from ..vocab import PACK, Event, Item, Mode, Verb
from .ammunition import is_thrown, load_rounds, shots_held
from .conditions import is_arm_off, place_of
from .drawing import A_WHOLE_ROUND, draw_class, draw_loss, is_free_to_draw, rounds_left, rounds_to_take_up
from .drops import resolve_light_picked_up
from .engagement import is_engaged
from .weapons import (
    BOTH_HANDS,
    arm_of,
    drop_item,
    empty_hand,
    hands_needed,
    held_item,
    is_light,
    is_missile_weapon,
)

BY_INITIATIVE, BY_ROUNDS = 1, 2  # ``opt_item_search``
TAKEN, PUT_AWAY = 1, 4  # bits of ``hands_used`` for the main hand; those of the other hand are twice as much

# --- hands -----------------------------------------------------------------------------------------------------------


@rule("action.drop", "c.disabled_limbs", "c.natural_weapons")
def is_hand_free(s, w, who, off):
    """Drop: each hand holds one thing, a two-handed weapon takes both, and a disabled arm takes nothing up."""
    unit = s.units[who]
    if unit.natural_weapons == 1 or held_item(s, who, off) != Item.NOTHING or is_arm_off(s, who, arm_of(s, who, off)):
        return False
    return not off or hands_needed(w, int(unit.main_hand)) != BOTH_HANDS


@rule("action.drop")
def has_hands_for(s, w, who, item, off):
    """Drop: a hand is free for the item, and both for a two-handed weapon, which counts as in the main hand."""
    if not is_hand_free(s, w, who, off):
        return False
    return hands_needed(w, item) != BOTH_HANDS or (not off and is_hand_free(s, w, who, True))


@kernel
def hand_bit(bit, off):
    """The bit of ``hands_used`` for one of the hands."""
    return 2 * bit if off else bit


@rule("action.take_up")
def is_free_of_time(s, w, who, item, bit, off):
    """Take-up: instantaneous when the referee says so, or where it takes no rounds; then once a hand and round."""
    if w.book.opt_instant_take_up == 0 and (bit == PUT_AWAY or rounds_to_take_up(w, item) > 0):
        return False
    return s.units[who].hands_used & hand_bit(bit, off) == 0


# --- drawing ---------------------------------------------------------------------------------------------------------


@rule("action.take_up", "take_up.pack_items")
def may_take_up(s, w, who, slot, off):
    """Take-up: something stowed and a hand to take it; nobody searches a pack in hand-to-hand combat."""
    unit = s.units[who]
    item = int(unit.pack[slot])
    if item == Item.NOTHING or not has_hands_for(s, w, who, item, off):
        return False
    if rounds_to_take_up(w, item) == 0 and not is_free_of_time(s, w, who, item, TAKEN, off):
        return False
    return unit.pack_buried[slot] == 0 or not is_engaged(s, w, who)


@rule("action.take_up")
def has_something_to_take_up(s, w, who):
    """Take-up: whether there is anything that can be taken up in either hand."""
    for slot in range(PACK):
        if s.units[who].pack[slot] == Item.NOTHING:
            continue
        if may_take_up(s, w, who, slot, False) or may_take_up(s, w, who, slot, True):
            return True
    return False


@rule("take_up.two_handed_and_bows")
def resolve_readiness(s, w, who, item):
    """Drawing two-handed weapons and bows: what is thrown is ready in the hand, a bow is not nocked yet, a gun or
    crossbow is as it was left; loading that was begun is lost.
    """
    unit = s.units[who]
    if not is_missile_weapon(item):
        return
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
def may_quick_draw(s, w, who, slot, off):
    """Drawing hand weapons: declared for the round, with a free hand, a handy weapon not buried; once for each hand."""
    unit = s.units[who]
    if not is_free_to_draw(s, w, who):
        return False
    item = int(unit.pack[slot])
    if item == Item.NOTHING or unit.pack_buried[slot] > 0 or draw_class(w, item) == A_WHOLE_ROUND:
        return False
    return unit.hands_used & hand_bit(TAKEN, off) == 0 and has_hands_for(s, w, who, item, off)


@rule("take_up.quick_draw")
def has_something_to_draw(s, w, who):
    """Drawing hand weapons: whether a quick draw can be declared."""
    for slot in range(PACK):
        if may_quick_draw(s, w, who, slot, False) or may_quick_draw(s, w, who, slot, True):
            return True
    return False


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


@kernel
def free_slot(s, who):
    """The first slot of the pack that is empty; -1 none."""
    for slot in range(PACK):
        if s.units[who].pack[slot] == Item.NOTHING:
            return slot
    return -1


@rule("action.take_up", "c.natural_weapons")
def may_stow(s, w, who, off):
    """Take-up: what a hand holds may be put away where there is room; nobody puts away a light that burns."""
    item = held_item(s, who, off)
    if item == Item.NOTHING or item == Item.NATURAL_WEAPON or is_light(item) or free_slot(s, who) < 0:
        return False
    return w.book.opt_instant_take_up == 0 or is_free_of_time(s, w, who, item, PUT_AWAY, off)


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
def may_swap_hands(s, w, who):
    """Drop: changing hands is a take-up, for things that need one hand, by arms that are sound."""
    unit = s.units[who]
    if unit.natural_weapons == 1 or (unit.main_hand == Item.NOTHING and unit.off_hand == Item.NOTHING):
        return False
    if is_arm_off(s, who, arm_of(s, who, False)) or is_arm_off(s, who, arm_of(s, who, True)):
        return False
    if w.book.opt_instant_take_up == 1 and unit.hands_used & (TAKEN | hand_bit(TAKEN, True)) != 0:
        return False
    return hands_needed(w, int(unit.main_hand)) != BOTH_HANDS


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


@rule("action.drop", "c.natural_weapons")
def may_drop(s, w, who, off):
    """Drop: whatever a hand holds."""
    item = held_item(s, who, off)
    return item != Item.NOTHING and item != Item.NATURAL_WEAPON


@rule("action.drop", "take_up.quick_draw")
def may_drop_to_draw(s, w, who, off):
    """Drop: with the declarations, where it makes room for a quick draw. It takes no time then either."""
    if w.book.drop_cost > 0 or not is_free_to_draw(s, w, who):
        return False
    unit = s.units[who]
    if not may_drop(s, w, who, off) or unit.hands_used & hand_bit(TAKEN, off) != 0:
        return False
    for slot in range(PACK):
        item = int(unit.pack[slot])
        if item != Item.NOTHING and unit.pack_buried[slot] == 0 and draw_class(w, item) != A_WHOLE_ROUND:
            return not is_arm_off(s, who, arm_of(s, who, off))
    return False


@rule("action.drop")
def resolve_drop(s, w, who, off):
    """Drop: it takes no time, unless the referee says otherwise. Whether it took none."""
    drop_item(s, w, who, off)
    return w.book.drop_cost == 0


@rule("action.drop")
def may_pick_up(s, w, who, off):
    """Drop: what one has dropped can be taken up again by oneself, in its cell or next to it."""
    unit = s.units[who]
    if unit.ground_item == Item.NOTHING or unit.ground_cell == OFF_BOARD:
        return False
    here, there = place_of(s, who), int(unit.ground_cell)
    if here < 0 or distance(here, there) > 1 or not has_hands_for(s, w, who, int(unit.ground_item), off):
        return False
    if w.book.opt_instant_take_up == 1 and not is_free_of_time(s, w, who, int(unit.ground_item), TAKEN, off):
        return False
    return here == there or is_way_open(s, w, here, bearing(here, there))


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


@rule("action.take_up", "action.drop")
def may_use_hand_for(s, w, who, verb, slot, off):
    """Take-up: whether something can be done with the main or the other hand."""
    if verb == Verb.TAKE_UP:
        return may_take_up(s, w, who, slot, off)
    if verb == Verb.QUICK_DRAW:
        return may_quick_draw(s, w, who, slot, off)
    if verb == Verb.STOW:
        return may_stow(s, w, who, off)
    if verb == Verb.PICK_UP:
        return may_pick_up(s, w, who, off)
    return may_drop(s, w, who, off)


@rule("action.take_up", "action.drop")
def has_hand_for(s, w, who, verb, slot):
    """Take-up: whether something can be done with either hand."""
    return may_use_hand_for(s, w, who, verb, slot, False) or may_use_hand_for(s, w, who, verb, slot, True)


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

"""Take-up and drop: what keeps a hand from drawing, putting away, changing, dropping or picking up things."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..board import OFF_BOARD, bearing, distance, is_way_open
from ..vocab import PACK, Item, Refusal, Verb
from .ammunition import is_kept_from_loading
from .conditions import farther, is_arm_off, place_of
from .drawing import A_WHOLE_ROUND, draw_class, refusal_of_drawing, rounds_to_take_up
from .engagement import is_engaged
from .weapons import BOTH_HANDS, arm_of, hands_needed, held_item, is_light, is_thrown

TAKEN, PUT_AWAY = 1, 4  # bits of ``hands_used`` for the main hand; those of the other hand are twice as much

# --- hands ------------------------------------------------------------------------------------------------------------


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


@rule("missile.in_melee")
def is_new_missile(s, w, who, item):
    """Missiles in melee combat: a weapon to throw is drawn as a missile is, and so not in a fight."""
    return is_thrown(w, item) and is_kept_from_loading(s, w, who)


# --- what one hand may do ---------------------------------------------------------------------------------------------


@rule("action.take_up", "take_up.pack_items", "missile.in_melee")
def refusal_of_take_up(s, w, who, slot, off):
    """Take-up: a stowed item and a hand to take it; an engaged unit cannot search a pack, nor draw a new missile."""
    unit = s.units[who]
    item = int(unit.pack[slot])
    if item == Item.NOTHING:
        return Refusal.SLOT_EMPTY
    if is_new_missile(s, w, who, item):
        return Refusal.MISSILE_IN_A_FIGHT
    if not has_hands_for(s, w, who, item, off):
        return Refusal.HAND_TAKEN
    if rounds_to_take_up(w, item) == 0 and not is_free_of_time(s, w, who, item, TAKEN, off):
        return Refusal.HANDS_USED
    is_searched = unit.pack_buried[slot] > 0 and is_engaged(s, w, who)
    return Refusal.BURIED_IN_A_FIGHT if is_searched else Refusal.NONE


@rule("take_up.quick_draw", "missile.in_melee")
def refusal_of_quick_draw(s, w, who, slot, off):
    """Drawing hand weapons: with a free hand, a handy weapon not buried; once for each hand. In a fight no new missile."""
    item = int(s.units[who].pack[slot])
    if item == Item.NOTHING:
        return Refusal.SLOT_EMPTY
    if is_new_missile(s, w, who, item):
        return Refusal.MISSILE_IN_A_FIGHT
    if s.units[who].pack_buried[slot] > 0:
        return Refusal.BURIED
    if draw_class(w, item) == A_WHOLE_ROUND:
        return Refusal.TAKES_A_ROUND
    if not has_hands_for(s, w, who, item, off):
        return Refusal.HAND_TAKEN
    return Refusal.NONE if s.units[who].hands_used & hand_bit(TAKEN, off) == 0 else Refusal.HANDS_USED


@kernel
def free_slot(s, who):
    """The first slot of the pack that is empty; -1 none."""
    for slot in range(PACK):
        if s.units[who].pack[slot] == Item.NOTHING:
            return slot
    return -1


@rule("action.take_up", "c.natural_weapons")
def refusal_of_stowing(s, w, who, off):
    """Take-up: what a hand holds may be put away where there is room; nobody puts away a light that burns."""
    refusal = refusal_of_dropping(s, who, off)
    if refusal != Refusal.NONE:
        return refusal
    item = held_item(s, who, off)
    if is_light(item):
        return Refusal.ALIGHT
    if free_slot(s, who) < 0:
        return Refusal.PACK_FULL
    is_used = w.book.opt_instant_take_up == 1 and not is_free_of_time(s, w, who, item, PUT_AWAY, off)
    return Refusal.HANDS_USED if is_used else Refusal.NONE


@rule("action.drop", "action.take_up")
def refusal_of_swapping(s, w, who):
    """Drop: changing hands is a take-up, for things that need one hand, by arms that are sound."""
    unit = s.units[who]
    if unit.natural_weapons == 1:
        return Refusal.NO_HANDS
    if unit.main_hand == Item.NOTHING and unit.off_hand == Item.NOTHING:
        return Refusal.NOTHING_HELD
    if is_arm_off(s, who, arm_of(s, who, False)) or is_arm_off(s, who, arm_of(s, who, True)):
        return Refusal.ARM_OFF
    if w.book.opt_instant_take_up == 1 and unit.hands_used & (TAKEN | hand_bit(TAKEN, True)) != 0:
        return Refusal.HANDS_USED
    return Refusal.BOTH_HANDS if hands_needed(w, int(unit.main_hand)) == BOTH_HANDS else Refusal.NONE


@rule("action.drop", "c.natural_weapons")
def refusal_of_dropping(s, who, off):
    """Drop: whatever a hand holds."""
    item = held_item(s, who, off)
    if item == Item.NOTHING:
        return Refusal.HAND_EMPTY
    return Refusal.NATURAL if item == Item.NATURAL_WEAPON else Refusal.NONE


@rule("action.drop", "take_up.quick_draw")
def refusal_of_dropping_to_draw(s, w, who, off):
    """Drop: with the declarations, where it makes room for a quick draw."""
    refusal = refusal_of_dropping(s, who, off)
    if refusal != Refusal.NONE:
        return refusal
    unit = s.units[who]
    if is_arm_off(s, who, arm_of(s, who, off)):
        return Refusal.ARM_OFF
    if unit.hands_used & hand_bit(TAKEN, off) != 0:
        return Refusal.HANDS_USED
    for slot in range(PACK):
        item = int(unit.pack[slot])
        is_handy = item != Item.NOTHING and unit.pack_buried[slot] == 0 and draw_class(w, item) != A_WHOLE_ROUND
        if is_handy and not is_new_missile(s, w, who, item):
            return Refusal.NONE
    return Refusal.NOTHING_TO_DRAW


@rule("action.drop", "missile.in_melee")
def refusal_of_picking_up(s, w, who, off):
    """Drop: a unit can pick up the item it dropped, from its own cell or an adjacent one. A weapon that it has thrown is not
    there: the next would be a new missile.
    """
    unit = s.units[who]
    item = int(unit.ground_item)
    if item == Item.NOTHING or unit.ground_cell == OFF_BOARD:
        return Refusal.NOTHING_DROPPED
    here, there = place_of(s, who), int(unit.ground_cell)
    if here < 0 or distance(here, there) > 1 or (here != there and not is_way_open(s, w, here, bearing(here, there))):
        return Refusal.NOTHING_DROPPED
    if unit.ground_loaded == 0 and is_new_missile(s, w, who, item):
        return Refusal.MISSILE_IN_A_FIGHT
    if not has_hands_for(s, w, who, item, off):
        return Refusal.HAND_TAKEN
    is_used = w.book.opt_instant_take_up == 1 and not is_free_of_time(s, w, who, item, TAKEN, off)
    return Refusal.HANDS_USED if is_used else Refusal.NONE


# --- either hand ------------------------------------------------------------------------------------------------------


@rule("action.take_up", "action.drop")
def refusal_of_hand(s, w, who, verb, slot, off, declares):
    """Take-up: what keeps the main or the other hand from doing something, in a turn or with the declarations."""
    if verb == Verb.TAKE_UP:
        return refusal_of_take_up(s, w, who, slot, off)
    if verb == Verb.QUICK_DRAW:
        return refusal_of_quick_draw(s, w, who, slot, off)
    if verb == Verb.STOW:
        return refusal_of_stowing(s, w, who, off)
    if verb == Verb.PICK_UP:
        return refusal_of_picking_up(s, w, who, off)
    return refusal_of_dropping_to_draw(s, w, who, off) if declares else refusal_of_dropping(s, who, off)


@rule("action.take_up", "action.drop")
def refusal_of_hands(s, w, who, verb, slot, declares):
    """Take-up: what keeps both hands from doing something."""
    refusal = refusal_of_hand(s, w, who, verb, slot, False, declares)
    if refusal == Refusal.NONE:
        return refusal
    other = refusal_of_hand(s, w, who, verb, slot, True, declares)
    if other == Refusal.NONE:
        return other
    refusal = farther(refusal, other)
    if refusal == Refusal.HAND_EMPTY:
        return Refusal.NOTHING_HELD
    return Refusal.NO_FREE_HAND if refusal == Refusal.HAND_TAKEN else refusal


@rule("action.take_up", "take_up.quick_draw")
def refusal_of_pack(s, w, who, verb):
    """Take-up: what keeps a unit from drawing anything that it carries."""
    refusal = Refusal.NOTHING_PACKED
    for slot in range(PACK):
        if s.units[who].pack[slot] != Item.NOTHING:
            found = refusal_of_hands(s, w, who, verb, slot, False)
            if found == Refusal.NONE:
                return found
            refusal = farther(refusal, found)
    return refusal


# --- when ------------------------------------------------------------------------------------------------------------


@rule("take_up.quick_draw")
def refusal_of_declared_draw(s, w, who):
    """Drawing hand weapons: declared for the round, where there is anything that can be drawn so."""
    refusal = refusal_of_drawing(s, w, who)
    return refusal if refusal != Refusal.NONE else refusal_of_pack(s, w, who, Verb.QUICK_DRAW)


@rule("action.drop", "take_up.quick_draw")
def refusal_of_declared_drop(s, w, who):
    """Drop: with the declarations, where it takes no time and makes room for a quick draw."""
    if w.book.drop_cost > 0:
        return Refusal.NO_FREE_DROP
    refusal = refusal_of_drawing(s, w, who)
    return refusal if refusal != Refusal.NONE else refusal_of_hands(s, w, who, Verb.DROP, 0, True)


@rule("action.take_up", "action.drop", "c.prone")
def refusal_of_handling(s, w, who, verb):
    """Take-up: in its turn a unit draws, puts away, changes hands and picks up. A prone unit can only drop items."""
    if verb != Verb.DROP and s.units[who].prone == 1:
        return Refusal.PRONE
    if verb != Verb.DROP and s.units[who].trapped == 1:
        return Refusal.TRAPPED
    if verb == Verb.TAKE_UP:
        return refusal_of_pack(s, w, who, verb)
    return refusal_of_swapping(s, w, who) if verb == Verb.SWAP_HANDS else refusal_of_hands(s, w, who, verb, 0, False)

"""Take-up actions: how long it takes to draw a weapon, to ready a shield, and to find something in a pack."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.dice import die
from ..vocab import Item, Refusal
from .conditions import refusal_of_stirring
from .weapons import (
    firearm_row,
    is_firearm,
    is_light,
    is_melee_weapon,
    is_missile_weapon,
    melee_row,
    missile_row,
)

LIKE_A_KNIFE, LIKE_A_SWORD, A_WHOLE_ROUND = 0, 1, 2  # ``take_up`` of the weapon tables
UNSEARCHED = 500  # ``pack_buried``: how long the search will take is not known yet


@rule("take_up.quick_draw", "take_up.two_handed_and_bows")
def draw_class(w, item):
    """Drawing hand weapons: like a knife, like a sword, or a whole round, by the tables. All that is no weapon takes it."""
    if is_melee_weapon(item):
        return int(w.book.melee_weapons[melee_row(item)].take_up)
    if is_firearm(item):
        return int(w.book.firearms[firearm_row(item)].take_up)
    if is_missile_weapon(item):
        return int(w.book.missile_weapons[missile_row(item)].take_up)
    return A_WHOLE_ROUND


@rule("take_up.two_handed_and_bows")
def draw_rounds(w, item):
    """Drawing two-handed weapons and bows: one whole round."""
    is_bow = Item.SHORT_BOW <= item <= Item.REPEATING_CROSSBOW
    return int(w.book.bow_draw_rounds if is_bow else w.book.two_handed_draw_rounds)


@rule("take_up.shield")
def shield_rounds(w):
    """Readying shields: a round for a shield or buckler that is not on the arm."""
    return int(w.book.shield_ready_rounds)


@rule("action.take_up")
def rounds_to_take_up(w, item):
    """Take-up: a turn; two-handed weapons, bows and shields may take longer."""
    if w.book.opt_instant_take_up == 1:
        return 0
    if w.book.opt_take_up_detail == 0 or draw_class(w, item) != A_WHOLE_ROUND or is_light(item):
        return 1
    return shield_rounds(w) if item == Item.SHIELD or item == Item.BUCKLER else draw_rounds(w, item)


@rule("take_up.quick_draw", "action.take_up", "grapple.hold")
def refusal_of_drawing(s, w, who):
    """Drawing hand weapons: where the details of take-ups are in use, for a unit on its feet that holds no other."""
    if w.book.opt_take_up_detail == 0 or w.book.opt_instant_take_up == 1:
        return Refusal.NO_QUICK_DRAW
    return Refusal.HELD if s.units[who].hold_role != 0 else refusal_of_stirring(s, w, who)


@rule("take_up.quick_draw")
def draw_loss(w, item):
    """Drawing hand weapons: Initiative lost in this round for a knife, a sword, or something else as handy."""
    if draw_class(w, item) == LIKE_A_KNIFE:
        return int(w.book.draw_knife_ei_loss)
    if is_melee_weapon(item) and item != Item.NET and item != Item.WHIP:
        return int(w.book.draw_hand_weapon_ei_loss)
    return int(w.book.draw_handy_other_ei_loss)


@rule("take_up.pack_items")
def search_rounds_left(s, who, slot):
    """Items from a pack: the turns still needed to open it and find the thing; none for what is at hand."""
    return max(int(s.units[who].pack_buried[slot]), 0)


@rule("action.take_up")
def rounds_left(s, w, who, slot):
    """Take-up: the turns still needed, this one included. How long some searches take is rolled first."""
    search = search_rounds_left(s, who, slot)
    if search == UNSEARCHED:
        return die(s, w.book.buried_item_die)
    return search if search > 0 else rounds_to_take_up(w, int(s.units[who].pack[slot]))

"""Bombs and incendiaries: which may be thrown, by which units, and where."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import offer
from ..board import OFF_BOARD, STRIDE, neighbour
from ..vocab import A_CELL, Band, Item, Mode, Refusal
from .ammunition import is_kept_from_loading, is_missile_at_hand, is_powder_damp, range_band
from .carrying import NO_SLOT, hand_of
from .conditions import farther, is_arm_off, place_of, refusal_of_fighting
from .engagement import FILLED, is_engaged
from .visibility import has_clear_line, range_yd
from .weapons import BOTH_HANDS, arm_of, hands_needed, held_item, shots_in_hand, shots_ready


@kernel
def item_of_mode(mode):
    """What is thrown."""
    return int(Item.INCENDIARY) if mode == Mode.INCENDIARY else int(Item.BOMB)


@rule("c.bomb_blast")
def is_bomb_in(s, w, who, item, off):
    """Bomb blast: whether a hand holds such a bomb and can throw it."""
    return held_item(s, who, off) == item and is_missile_at_hand(s, w, who, off) and shots_in_hand(s, who, off) > 0


@rule("c.bomb_blast")
def is_bomb_in_hand(s, w, who, item):
    """Bomb blast: whether one of the hands does; of two alike it is the main hand's."""
    return is_bomb_in(s, w, who, item, hand_of(s, who, item))


@rule("missile.in_melee")
def is_bomb_ready(s, w, who, item):
    """Missiles in melee combat: what is in the hand may be thrown at any time; the next bomb is drawn at leisure only."""
    if not is_kept_from_loading(s, w, who):
        return True
    return w.book.fire_while_engaged == 1 and shots_ready(s, who, hand_of(s, who, item)) > 0


@rule("c.bomb_blast")
def has_free_hand(s, w, who):
    """Bomb blast: a bomb is lit and thrown with an empty, sound hand."""
    unit = s.units[who]
    if unit.main_hand == Item.NOTHING and not is_arm_off(s, who, arm_of(s, who, False)):
        return True
    if unit.off_hand != Item.NOTHING or is_arm_off(s, who, arm_of(s, who, True)):
        return False
    return hands_needed(w, int(unit.main_hand)) != BOTH_HANDS


@kernel
def slot_with(s, who, item):
    """The first place of the pack where such an item is at hand, -1 none."""
    unit = s.units[who]
    for k in range(len(unit.pack)):
        if unit.pack[k] == item and unit.pack_buried[k] == 0:
            return k
    return NO_SLOT


@rule("c.bomb_blast", "missile.in_melee")
def refusal_of_bomb(s, w, who, item):
    """Bomb blast: one in the hand, or in the pack with a hand free and leisure to take it out, light and throw it."""
    if is_bomb_in_hand(s, w, who, item):
        return Refusal.NONE if is_bomb_ready(s, w, who, item) else Refusal.BOMB_IN_A_FIGHT
    if slot_with(s, who, item) == NO_SLOT:
        return Refusal.NO_BOMB
    if not has_free_hand(s, w, who):
        return Refusal.HANDS_FULL
    return Refusal.BOMB_IN_A_FIGHT if is_engaged(s, w, who) else Refusal.NONE


@rule("c.bomb_blast", "firearm.damp")
def refusal_of_missile_thrown(s, w, who, mode):
    """Bomb blast: a bomb or an incendiary at hand, dry powder, and a place to throw it at; a walled-in unit has no place."""
    if mode != Mode.BOMB and mode != Mode.INCENDIARY:
        return Refusal.NO_SUCH_MANNER
    item = item_of_mode(mode)
    refusal = refusal_of_bomb(s, w, who, item)
    if refusal != Refusal.NONE:
        return refusal
    if is_powder_damp(s, w, who, item):
        return Refusal.DAMP
    for direction in range(8):
        there = neighbour(w.field, place_of(s, who), direction)
        if there != OFF_BOARD and refusal_of_throw_at(s, w, who, mode, there) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.WALLED_IN


@rule("c.bomb_blast", "missile.line_of_fire")
def refusal_of_throw_at(s, w, who, mode, cell):
    """Bomb blast: at a cell within extreme range that nothing fills, with a clear line to it."""
    here = place_of(s, who)
    if here == cell:
        return Refusal.STANDS_THERE
    if w.field.closed[cell] == FILLED:
        return Refusal.CLOSED
    if range_band(s, w, item_of_mode(mode), range_yd(w, here, cell), False) == Band.OUT:
        return Refusal.BEYOND_THROW
    return Refusal.NONE if has_clear_line(s, w, here, cell) else Refusal.NO_LINE


@rule("c.bomb_blast", "flee.victor_stays")
def refusal_of_throw(s, w, who):
    """Bomb blast: for a unit that can fight and need not hold its ground, with a bomb or an incendiary to throw."""
    if s.units[who].hold_ground == 1:
        return Refusal.HOLDS_GROUND
    refusal = refusal_of_fighting(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    refusal = refusal_of_missile_thrown(s, w, who, int(Mode.BOMB))
    if refusal == Refusal.NONE:
        return refusal
    other = refusal_of_missile_thrown(s, w, who, int(Mode.INCENDIARY))
    return other if other == Refusal.NONE else farther(refusal, other)


@rule("c.bomb_blast")
def offer_throws(s, w, who, mode):
    """Bomb blast: offer every cell that a bomb can be thrown at."""
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            if refusal_of_throw_at(s, w, who, mode, cell) == Refusal.NONE:
                offer(s, A_CELL + cell)

"""Bombs and incendiaries: what may be thrown, by whom, and where."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import offer
from ..board import OFF_BOARD, STRIDE, neighbour
from ..vocab import A_CELL, Band, Item, Mode
from .ammunition import is_missile_at_hand, is_powder_damp, range_band
from .conditions import is_arm_off, may_fight, place_of
from .engagement import is_engaged
from .visibility import has_clear_line, range_yd
from .weapons import BOTH_HANDS, arm_of, hands_needed, held_item

NO_SLOT = -1
FILLED = 255  # ``closed`` of a cell that nobody can enter


@kernel
def item_of_mode(mode):
    """What is thrown."""
    return int(Item.INCENDIARY) if mode == Mode.INCENDIARY else int(Item.BOMB)


@rule("missile.in_melee")
def is_bomb_in_hand(s, w, who, item):
    """Missiles in melee combat: what is in the hand may be thrown at any time."""
    if s.units[who].ammunition == 0:
        return False
    if held_item(s, who, False) == item and is_missile_at_hand(s, w, who, False):
        return True
    return held_item(s, who, True) == item and is_missile_at_hand(s, w, who, True)


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
def has_bomb(s, w, who, item):
    """Bomb blast: one in the hand, or in the pack with a hand free and leisure to take it out, light and throw it."""
    if is_bomb_in_hand(s, w, who, item):
        return w.book.fire_while_engaged == 1 or not is_engaged(s, w, who)
    return slot_with(s, who, item) != NO_SLOT and has_free_hand(s, w, who) and not is_engaged(s, w, who)


@rule("c.bomb_blast", "firearm.damp", "flee.victor_stays")
def may_throw_bomb(s, w, who, mode):
    """Bomb blast: a bomb or an incendiary at hand, dry powder, and nothing that keeps one from fighting."""
    item = item_of_mode(mode)
    if (mode != Mode.BOMB and mode != Mode.INCENDIARY) or s.units[who].hold_ground == 1 or not may_fight(s, w, who):
        return False
    return has_bomb(s, w, who, item) and not is_powder_damp(s, w, who, item)


@rule("c.bomb_blast", "missile.line_of_fire")
def may_throw_at(s, w, who, mode, cell):
    """Bomb blast: at a cell within extreme range that nothing fills, with a clear line to it."""
    here = place_of(s, who)
    if here == cell or w.field.closed[cell] == FILLED:
        return False
    if range_band(s, w, item_of_mode(mode), range_yd(w, here, cell), False) == Band.OUT:
        return False
    return has_clear_line(s, w, here, cell)


@rule("c.bomb_blast")
def has_place_to_throw_at(s, w, who, mode):
    """Bomb blast: who stands walled in has nowhere to throw."""
    for direction in range(8):
        there = neighbour(w.field, place_of(s, who), direction)
        if there != OFF_BOARD and may_throw_at(s, w, who, mode, there):
            return True
    return False


@rule("c.bomb_blast")
def has_throw(s, w, who):
    """Bomb blast: whether there is a bomb or an incendiary to throw, and a place for it."""
    for mode in (Mode.BOMB, Mode.INCENDIARY):
        if may_throw_bomb(s, w, who, mode) and has_place_to_throw_at(s, w, who, mode):
            return True
    return False


@rule("c.bomb_blast")
def offer_throws(s, w, who, mode):
    """Bomb blast: offer every cell that a bomb can be thrown at."""
    for y in range(s.board_height):
        for x in range(s.board_width):
            cell = y * STRIDE + x
            if may_throw_at(s, w, who, mode, cell):
                offer(s, A_CELL + cell)

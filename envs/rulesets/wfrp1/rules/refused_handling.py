"""Refused handling: why nothing is shot, thrown, loaded, drawn, put away or picked up. It decides nothing."""

from __future__ import annotations

from ....core.compiler import kernel
from ..board import OFF_BOARD, distance
from ..vocab import PACK, Band, Item, Verb
from .ammunition import (
    has_ammunition,
    has_shot_ready,
    is_kept_from_loading,
    is_powder_damp,
    may_be_shot_at,
    missile_item,
    shots_held,
    target_band,
)
from .conditions import may_fight, place_of
from .engagement import is_engaged
from .hands import free_slot, has_hand_for, has_hands_for
from .reasons import Refusal, why_fixed
from .weapons import is_firearm


@kernel
def why_not_shoot(s, w, who, verb):
    """Why a unit shoots at nobody, throws no bomb, does not aim or does not load."""
    item = missile_item(s, w, who)
    unit = s.units[who]
    if verb == Verb.FIRE_BROKEN:
        return Refusal.NOT_BROKEN
    if verb != Verb.THROW_BOMB and item == Item.NOTHING:
        return Refusal.NO_MISSILE
    if not may_fight(s, w, who):
        return why_fixed(s, w, who, True)
    if verb == Verb.THROW_BOMB:
        return Refusal.NO_BOMB
    if unit.weapon_broken == 1 and is_firearm(item):
        return Refusal.BROKEN
    if not has_ammunition(s, who, item, 0):
        return Refusal.NO_AMMUNITION
    if verb == Verb.LOAD:
        if unit.loaded >= shots_held(w, item):
            return Refusal.LOADED
        return Refusal.ENGAGED if is_kept_from_loading(s, w, who) else Refusal.NO_AMMUNITION
    if is_powder_damp(s, w, who, item):
        return Refusal.DAMP
    if is_engaged(s, w, who) and (verb == Verb.AIM or w.book.fire_while_engaged == 0):
        return Refusal.ENGAGED
    if not has_shot_ready(s, w, who, item):
        return Refusal.NOT_LOADED
    if verb == Verb.FIRE_GROUP and w.book.opt_target_choice_in_group == 0:
        return Refusal.NOT_BY_CHOICE
    return why_no_target(s, w, who, verb, item)


@kernel
def why_no_target(s, w, who, verb, item):
    """Why a weapon that is ready is shot at nobody."""
    seen = False
    for target in range(s.unit_count):
        if may_be_shot_at(s, w, who, target):
            seen = True
            if target_band(s, w, who, target, item) != Band.OUT:
                if verb == Verb.FIRE_GROUP:
                    return Refusal.NO_GROUP
                return Refusal.NOT_AIMED if verb == Verb.FIRE else Refusal.UNKNOWN
    return Refusal.OUT_OF_RANGE if seen else Refusal.NO_TARGET_SEEN


# --- hands -------------------------------------------------------------------------------------------------------------


@kernel
def why_not_handle(s, w, who, verb):
    """Why a unit draws, puts away, drops or picks up nothing."""
    unit = s.units[who]
    is_empty = not has_hand_for(s, w, who, Verb.DROP, 0)
    if verb == Verb.DROP:
        return Refusal.NOTHING_HELD
    if unit.trapped == 1:
        return Refusal.TRAPPED
    if unit.prone == 1:
        return Refusal.PRONE
    if verb == Verb.STOW:
        if is_empty:
            return Refusal.NOTHING_HELD
        if free_slot(s, who) < 0:
            return Refusal.PACK_FULL
        return Refusal.ALIGHT if w.book.opt_instant_take_up == 0 else Refusal.HANDS_USED
    if verb == Verb.SWAP_HANDS:
        return Refusal.NOTHING_HELD if is_empty else Refusal.NO_FREE_HAND
    if verb == Verb.PICK_UP:
        is_near = unit.ground_item != Item.NOTHING and unit.ground_cell != OFF_BOARD and place_of(s, who) >= 0
        if not is_near or distance(place_of(s, who), int(unit.ground_cell)) > 1:
            return Refusal.NOTHING_DROPPED
        if not has_hands_free_for(s, w, who, int(unit.ground_item)):
            return Refusal.NO_FREE_HAND
        return Refusal.NOTHING_DROPPED if w.book.opt_instant_take_up == 0 else Refusal.HANDS_USED
    return why_not_take_up(s, w, who)


@kernel
def has_hands_free_for(s, w, who, item):
    """Whether either hand, or both for what takes both, is free for an item."""
    return has_hands_for(s, w, who, item, False) or has_hands_for(s, w, who, item, True)


@kernel
def why_not_take_up(s, w, who):
    """Why a unit on its feet takes up nothing of what it carries."""
    unit = s.units[who]
    is_packed = False
    for slot in range(PACK):
        item = int(unit.pack[slot])
        if item == Item.NOTHING:
            continue
        is_packed = True
        if has_hands_free_for(s, w, who, item):
            return Refusal.ENGAGED if unit.pack_buried[slot] > 0 and is_engaged(s, w, who) else Refusal.HANDS_USED
    return Refusal.NO_FREE_HAND if is_packed else Refusal.NOTHING_PACKED

"""Things handled: drawn, put away, dropped, picked up, concealed, swapped, broken; and missiles made ready."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..board import OFF_BOARD
from ..vocab import SLOTS, Event, Item, ItemKind, Mode, Place, Refusal, Wielding
from .abilities import raise_to_base
from .conditions import are_hands_bound, is_hand_usable
from .defences import note_change
from .hands import (
    OFF,
    SWORD,
    free_hands_of,
    is_hand_free,
    is_hanging_on,
    kind_of,
    slot_at,
    slot_in_off_hand,
    slot_in_sword_hand,
)

NO_PLACE = 0

# --- where it can go -------------------------------------------------------------------------------------------------


@rule("wield.hands", "action.draw", "position.climbing")
def hand_for(s, w, who, slot):
    """Hands: where an item would be held: the first place that its wielding allows and that is free; 0 nowhere."""
    hands = int(w.book.items[s.units[who].items[slot]].hands)
    sword, off = is_hand_free(s, who, SWORD), is_hand_free(s, who, OFF)
    if is_hanging_on(s, w, who) and (hands == Wielding.BOTH_HANDS or free_hands_of(s, w, who) <= 0):
        return NO_PLACE
    if hands == Wielding.BOTH_HANDS:
        return int(Place.BOTH_HANDS) if sword and off else NO_PLACE
    if sword and hands != Wielding.OFF_HAND:
        return int(Place.SWORD_HAND)
    if off and (hands == Wielding.OFF_HAND or hands == Wielding.EITHER_HAND):
        return int(Place.OFF_HAND)
    return NO_PLACE


@kernel
def is_in_hand(s, who, slot):
    """Whether an item is in a hand."""
    return Place.SWORD_HAND <= s.units[who].places[slot] <= Place.BOTH_HANDS


# --- drawing and putting away ----------------------------------------------------------------------------------------


@rule("action.draw", "c.reload", "effect.bind_hands")
def refusal_of_draw(s, w, who, slot):
    """Draw: an item within easy reach, for which hands are free; or the next missile for a weapon in hand."""
    unit = s.units[who]
    if unit.items[slot] == Item.BARE_HANDS:
        return Refusal.NOTHING_THERE
    if are_hands_bound(s, who):
        return Refusal.HANDS_BOUND
    if unit.places[slot] == Place.STOWED:
        return Refusal.NONE if hand_for(s, w, who, slot) != NO_PLACE else Refusal.NO_HAND_FOR_IT
    if kind_of(s, w, who, slot) != ItemKind.RANGED or not is_in_hand(s, who, slot):
        return Refusal.NOT_STOWED
    if unit.ammo[slot] == 0:
        return Refusal.NO_MISSILES
    if unit.to_draw[slot] == 0:
        return Refusal.LOADED
    return Refusal.NONE if are_both_usable(s, w, who, slot) else Refusal.HAND_USELESS


@kernel
def are_both_usable(s, w, who, slot):
    """Whether the hands that hold an item can be used."""
    place = int(s.units[who].places[slot])
    sword = place == Place.OFF_HAND or is_hand_usable(s, who, SWORD)
    return sword and (place == Place.SWORD_HAND or is_hand_usable(s, who, OFF))


@rule("action.draw")
def resolve_draw(s, w, who, slot):
    """Draw: the item is in hand; or the next missile is taken."""
    unit = s.units[who]
    if unit.places[slot] == Place.STOWED:
        take_in_hand(s, w, who, slot)
        emit(s, Event.DREW, who, NO_UNIT, int(unit.items[slot]), 0)
    else:
        resolve_reloading(s, who, slot)
    after_handling(s, w, who)


@rule("wield.hands", "defence.parry_limit")
def take_in_hand(s, w, who, slot):
    """Hands: the item goes where it would be held. It has not parried yet, unless it lay on the ground: that may be the weapon
    which was just dropped.
    """
    unit = s.units[who]
    place = hand_for(s, w, who, slot)
    if unit.places[slot] != Place.ON_GROUND:
        unit.parries[OFF if place == Place.OFF_HAND else SWORD] = 0
    unit.places[slot] = place


@rule("c.reload")
def resolve_reloading(s, who, slot):
    """Reloading: the next missile is a draw nearer to being ready."""
    unit = s.units[who]
    unit.to_draw[slot] -= 1
    emit(s, Event.LOADED, who, NO_UNIT, int(unit.items[slot]), 0)


@rule("shield.tower_stamina")
def after_handling(s, w, who):
    """Tower shield: what is held changes what follows from it."""
    raise_to_base(s, w, who)
    note_change(s)


@rule("action.put_away", "action.conceal_item", "effect.bind_hands")
def refusal_of_put_away(s, w, who, slot):
    """Put away, conceal: what is in hand."""
    if not is_in_hand(s, who, slot):
        return Refusal.NOT_IN_HAND
    if are_hands_bound(s, who):
        return Refusal.HANDS_BOUND
    return Refusal.NONE if are_both_usable(s, w, who, slot) else Refusal.HAND_USELESS


@rule("action.put_away")
def resolve_put_away(s, w, who, slot):
    """Put away: within easy reach."""
    s.units[who].places[slot] = Place.STOWED
    note_change(s)
    emit(s, Event.PUT_AWAY, who, NO_UNIT, int(s.units[who].items[slot]), 0)


# --- dropping and picking up -----------------------------------------------------------------------------------------


@rule("action.drop_items")
def refusal_of_drop(s, who, mode):
    """Drop: what the sword hand holds, the off-hand, or both."""
    if mode < Mode.SWORD_HAND or mode > Mode.BOTH_HANDS:
        return Refusal.NOT_SO
    if (mode != Mode.OFF_HAND and slot_in_sword_hand(s, who) < 0) or (
        mode != Mode.SWORD_HAND and slot_in_off_hand(s, who) < 0
    ):
        return Refusal.HAND_EMPTY
    return Refusal.NONE


@rule("action.drop_items", "c.torch")
def resolve_drop(s, w, who, mode):
    """Drop: any number of things held."""
    if mode != Mode.OFF_HAND:
        drop_from_hand(s, w, who, SWORD, 0)
    if mode != Mode.SWORD_HAND:
        drop_from_hand(s, w, who, OFF, 0)


@rule("effect.drop", "c.torch")
def drop_from_hand(s, w, who, hand, turns):
    """Drop: what a hand holds lies in the cell, for so many turns out of reach. A torch burns on."""
    slot = slot_in_sword_hand(s, who) if hand == SWORD else slot_in_off_hand(s, who)
    if slot < 0:
        return
    unit = s.units[who]
    unit.places[slot] = Place.ON_GROUND
    unit.lies[slot] = unit.cell
    unit.drop_timers[slot] = max(int(unit.drop_timers[slot]), turns)
    note_change(s)
    emit(s, Event.DROPPED, who, NO_UNIT, int(unit.items[slot]), 0)


@rule("action.get_item", "effect.drop", "effect.bind_hands")
def refusal_of_get(s, w, who, slot):
    """Get: what is packed or concealed, or lies here within reach, for a free hand."""
    unit = s.units[who]
    if unit.places[slot] == Place.ON_GROUND:
        if unit.lies[slot] != unit.cell:
            return Refusal.LIES_ELSEWHERE
        if unit.drop_timers[slot] > 0:
            return Refusal.OUT_OF_HAND
    elif unit.places[slot] != Place.PACKED and unit.places[slot] != Place.CONCEALED:
        return Refusal.NOT_PACKED
    if are_hands_bound(s, who):
        return Refusal.HANDS_BOUND
    return Refusal.NONE if hand_for(s, w, who, slot) != NO_PLACE else Refusal.NO_HAND_FOR_IT


@rule("action.get_item")
def resolve_get(s, w, who, slot):
    """Get: the item is in hand."""
    unit = s.units[who]
    take_in_hand(s, w, who, slot)
    unit.lies[slot] = OFF_BOARD
    unit.drop_timers[slot] = 0
    unit.conceal_value[slot] = 0
    unit.shown_to[slot] = 0
    after_handling(s, w, who)
    emit(s, Event.GOT_ITEM, who, NO_UNIT, int(unit.items[slot]), 0)


@rule("action.swap_items", "effect.bind_hands")
def refusal_of_swap(s, w, who):
    """Swap: something is held, and both hands can be used."""
    if slot_at(s, who, Place.SWORD_HAND) < 0 and slot_at(s, who, Place.OFF_HAND) < 0:
        return Refusal.NOTHING_TO_SWAP
    if are_hands_bound(s, who):
        return Refusal.HANDS_BOUND
    are_usable = is_hand_usable(s, who, SWORD) and is_hand_usable(s, who, OFF)
    return Refusal.NONE if are_usable else Refusal.HAND_USELESS


@rule("action.swap_items", "defence.parry_limit")
def resolve_swap(s, w, who):
    """Swap: what each hand holds goes to the other, wielded there or just held; the parries of a weapon go with it."""
    unit = s.units[who]
    parries = int(unit.parries[SWORD])
    unit.parries[SWORD] = unit.parries[OFF]
    unit.parries[OFF] = parries
    for slot in range(SLOTS):
        place = int(unit.places[slot])
        if place == Place.SWORD_HAND:
            unit.places[slot] = Place.OFF_HAND
        elif place == Place.OFF_HAND:
            unit.places[slot] = Place.SWORD_HAND
    after_handling(s, w, who)
    emit(s, Event.SWAPPED, who, NO_UNIT, 0, 0)


# --- breaking --------------------------------------------------------------------------------------------------------


@rule("c.item_toughness")
def is_broken_by(s, w, who, slot, strength):
    """Item toughness: an item gives way to a break as strong as it is tough; natural weapons never do."""
    unit = s.units[who]
    return unit.places[slot] != Place.NATURAL and strength >= w.book.items[unit.items[slot]].toughness


@rule("c.reload")
def spend_missile(s, w, who, slot):
    """Missiles: a shot uses one; the next must be drawn."""
    unit = s.units[who]
    unit.ammo[slot] -= 1
    unit.to_draw[slot] = w.book.items[unit.items[slot]].draws
    if unit.poison[slot] > 0:
        unit.poison[slot] -= 1

"""What is in which hand, what it can be used for, and missiles."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..vocab import FIRST_SHIELD, LAST_SHIELD, SLOTS, Climbing, Item, ItemKind, Place, Wielding
from .conditions import is_hand_usable, is_holding

NO_SLOT = -1
SWORD, OFF = 0, 1

# --- in hand ---------------------------------------------------------------------------------------------------------


@kernel
def slot_at(s, who, place):
    """The slot whose item is at a place; -1 none is."""
    for slot in range(SLOTS):
        if s.units[who].places[slot] == place:
            return slot
    return NO_SLOT


@rule("wield.hands")
def slot_in_sword_hand(s, who):
    """Two hands: what the sword hand holds, alone or with the other; -1 nothing."""
    slot = slot_at(s, who, Place.SWORD_HAND)
    return slot if slot >= 0 else slot_at(s, who, Place.BOTH_HANDS)


@rule("wield.hands")
def slot_in_off_hand(s, who):
    """Two hands: what the off-hand holds, alone or with the other; -1 nothing."""
    slot = slot_at(s, who, Place.OFF_HAND)
    return slot if slot >= 0 else slot_at(s, who, Place.BOTH_HANDS)


@kernel
def kind_of(s, w, who, slot):
    """What kind of item is in a slot."""
    return int(w.book.items[s.units[who].items[slot]].kind)


@rule("brawl.attack", "brawl.grab_end")
def grabbing_hand(s, who):
    """Grabs: the hand that holds, the first that is empty and can be used; -1 it holds nobody."""
    if not is_holding(s, who):
        return -1
    return SWORD if slot_in_sword_hand(s, who) < 0 and is_hand_usable(s, who, SWORD) else OFF


@rule("effect.bind_hands", "brawl.attack", "wield.hands")
def is_hand_free(s, who, hand):
    """Free hand: usable, empty, and it holds nobody."""
    if not is_hand_usable(s, who, hand) or grabbing_hand(s, who) == hand:
        return False
    return (slot_in_sword_hand(s, who) if hand == SWORD else slot_in_off_hand(s, who)) < 0


@rule("effect.bind_hands", "brawl.attack", "wield.hands")
def has_free_hand(s, who):
    """Free hand: whether there is any."""
    return is_hand_free(s, who, SWORD) or is_hand_free(s, who, OFF)


@rule("position.climbing", "action.climb")
def free_hands_of(s, w, who):
    """Climbing: free hands; holding on takes one of them."""
    free = (1 if is_hand_free(s, who, SWORD) else 0) + (1 if is_hand_free(s, who, OFF) else 0)
    return free - int(w.book.climbing_hands) if s.units[who].climbing != Climbing.NOT else free


@rule("wield.hands")
def is_wielded(s, w, who, slot):
    """Wielding: the item is in the hands that it demands, and these can be used."""
    place = int(s.units[who].places[slot])
    hands = int(w.book.items[s.units[who].items[slot]].hands)
    if place == Place.NATURAL:
        return True
    if is_without_hands(s, w, who):
        return False
    if place == Place.SWORD_HAND:
        fits = hands == Wielding.EITHER_HAND or hands == Wielding.SWORD_HAND or hands == Wielding.SWORD_HAND_OR_BOTH
        return fits and is_hand_usable(s, who, SWORD)
    if place == Place.OFF_HAND:
        return (hands == Wielding.EITHER_HAND or hands == Wielding.OFF_HAND) and is_hand_usable(s, who, OFF)
    if place != Place.BOTH_HANDS or is_hanging_on(s, w, who):
        return False
    return is_hand_usable(s, who, SWORD) and is_hand_usable(s, who, OFF)


@rule("position.climbing")
def is_without_hands(s, w, who):
    """Climbing: where holding on takes every hand that can be used, nothing else can be done with any."""
    usable = (1 if is_hand_usable(s, who, SWORD) else 0) + (1 if is_hand_usable(s, who, OFF) else 0)
    return is_hanging_on(s, w, who) and usable <= w.book.climbing_hands


@rule("position.climbing")
def is_hanging_on(s, w, who):
    """Climbing: holding on takes a hand, so nothing can be used with both."""
    return s.units[who].climbing != Climbing.NOT and w.book.climbing_hands > 0


# --- weapons ---------------------------------------------------------------------------------------------------------


@rule("c.natural_weapons")
def is_natural_weapon(s, w, who, slot):
    """Natural weapons: claws and maws count as melee weapons; bare hands do not."""
    return kind_of(s, w, who, slot) == ItemKind.NATURAL and s.units[who].items[slot] != Item.BARE_HANDS


@rule("attack.weapon")
def is_melee_weapon(s, w, who, slot):
    """Melee weapons: those held, and natural ones."""
    return kind_of(s, w, who, slot) == ItemKind.MELEE or is_natural_weapon(s, w, who, slot)


@rule("action.weapon_attack", "attack.per_weapon", "c.natural_weapons")
def melee_slot(s, w, who, number):
    """Weapon attack: the melee weapons wielded, the sword hand's first, then the off-hand's, then natural ones.

    Args:
        number: 0 for the first of them, and so on; -1 is returned where there are not so many.
    """
    found = 0
    for place in (Place.SWORD_HAND, Place.BOTH_HANDS, Place.OFF_HAND, Place.NATURAL):
        for slot in range(SLOTS):
            if s.units[who].places[slot] == place and is_melee_weapon(s, w, who, slot) and is_wielded(s, w, who, slot):
                if found == number:
                    return slot
                found += 1
    return NO_SLOT


@rule("attack.per_weapon", "action.weapon_attack")
def next_melee_slot(s, w, who, struck):
    """One roll per wielded weapon: the first of those weapons that has not rolled yet; ``struck``: those that have, as bits."""
    for number in range(SLOTS):
        slot = melee_slot(s, w, who, number)
        if slot == NO_SLOT or (struck >> slot) & 1 == 0:
            return slot
    return NO_SLOT


@kernel
def wields_melee(s, w, who):
    """Whether a unit wields a melee weapon."""
    return melee_slot(s, w, who, 0) >= 0


@rule("attack.weapon")
def ranged_slot(s, w, who):
    """Ranged weapons: the one wielded; -1 none."""
    for slot in range(SLOTS):
        if kind_of(s, w, who, slot) == ItemKind.RANGED and s.units[who].places[slot] != Place.NATURAL:
            if is_wielded(s, w, who, slot):
                return slot
    return NO_SLOT


@rule("c.reload")
def is_ready(s, w, who, slot):
    """Missiles: one must be ready to be shot."""
    return s.units[who].ammo[slot] > 0 and s.units[who].to_draw[slot] == 0


@rule("shield.table", "defence.block", "position.climbing")
def shield_slot(s, who):
    """Shields: the one in the off-hand; -1 none. A climber with a weapon in hand has no hand left for it."""
    for slot in range(SLOTS):
        if is_shield_in_hand(s, who, slot):
            return slot
    return NO_SLOT


@rule("shield.table")
def is_shield_in_hand(s, who, slot):
    """Shields: bucklers, small, medium and tower shields, all of them wielded in the off-hand."""
    is_shield = FIRST_SHIELD <= s.units[who].items[slot] <= LAST_SHIELD
    return is_shield and s.units[who].places[slot] == Place.OFF_HAND


@rule("ability.modifiers")
def item_bonus(w, item):
    """Item bonuses: what a weapon adds to attacks and parries, and a shield to blocks."""
    return int(w.book.items[item].bonus)


@rule("position.climbing")
def is_shield_usable(s, w, who):
    """Climbing: with one hand only, either a weapon or a shield can be used; neither where that hand holds on."""
    if shield_slot(s, who) < 0 or not is_hand_usable(s, who, OFF) or is_without_hands(s, w, who):
        return False
    return not is_hanging_on(s, w, who) or slot_in_sword_hand(s, who) < 0


@rule("c.shield_penalties", "action.swap_items")
def is_shield_held(s, who, slot):
    """Shields: one that is held weighs as much in the sword hand, where it is not wielded."""
    is_shield = FIRST_SHIELD <= s.units[who].items[slot] <= LAST_SHIELD
    return is_shield and (s.units[who].places[slot] == Place.OFF_HAND or s.units[who].places[slot] == Place.SWORD_HAND)


@rule("shield.tower_stamina", "c.shield_penalties")
def stamina_of_gear(s, w, who):
    """Tower shield: what is held takes off stamina, in either hand; a number of 0 or less."""
    total = 0
    for slot in range(SLOTS):
        if is_shield_held(s, who, slot):
            total += int(w.book.items[s.units[who].items[slot]].stamina)
    return total


@rule("c.shield_penalties")
def dodge_penalty_of_shield(s, w, who):
    """Shields: consistency that what is held takes off dodging, in either hand."""
    total = 0
    for slot in range(SLOTS):
        if is_shield_held(s, who, slot):
            total += int(w.book.items[s.units[who].items[slot]].dodge)
    return total

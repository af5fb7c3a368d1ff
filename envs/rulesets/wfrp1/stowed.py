"""What a side assumes of what enemies have stowed, and whether guns are loaded well; for searches."""

from __future__ import annotations

from ...core.compiler import kernel
from ...core.looking.knowledge import ROSTERS
from .rules.carrying import forget_slot
from .rules.weapons import flaw_in_hand, held_item, is_firearm, is_made, is_missile_weapon, shots_ready
from .vocab import PACK, Flaw, Item

HANDS = 2

# --- packs -----------------------------------------------------------------------------------------------------------


@kernel
def is_pack_secret(s, side, who):
    """Whether a side can only guess what is in a unit's pack: that of an enemy still in the battle."""
    unit = s.units[who]
    return s.allied[side, unit.side] == 0 and unit.dead == 0 and unit.escaped == 0


@kernel
def is_like(unit, model):
    """Whether a unit may have begun as a unit of a roster, by its profile."""
    return (
        unit.side == model.side
        and unit.weapon_skill == model.weapon_skill
        and unit.ballistic_skill == model.ballistic_skill
        and unit.strength == model.strength
        and unit.toughness == model.toughness
        and unit.wounds_max == model.wounds_max
        and unit.initiative == model.initiative
    )


@kernel
def beginning_of(s, w, who, roster):
    """The row of ``w.field.rosters`` in which a unit may have begun, in a roster or the next that fits it; else -1."""
    rows = len(w.field.rosters) // ROSTERS
    for k in range(w.field.roster_count):
        one = (roster + k) % int(w.field.roster_count)
        row = one * rows + who
        if who < w.field.roster_size[one] and is_like(s.units[who], w.field.rosters[row]):
            return row
    return -1


@kernel
def is_pack_as_begun(s, w, who):
    """Whether a side may take a pack to be as it began: by every roster that fits the unit it holds what it held, it has
    dropped nothing, and its pack had the same things in it, none of them a missile weapon, which it may have thrown or shot.
    """
    unit = s.units[who]
    first = beginning_of(s, w, who, 0)
    if first < 0 or unit.ground_item != Item.NOTHING:
        return False
    for roster in range(w.field.roster_count):
        model = w.field.rosters[beginning_of(s, w, who, roster)]
        if unit.main_hand != model.main_hand or unit.off_hand != model.off_hand:
            return False
        for k in range(PACK):
            if model.pack[k] != w.field.rosters[first].pack[k] or is_missile_weapon(int(model.pack[k])):
                return False
    return True


@kernel
def imagine_pack(s, w, who, roster):
    """What a unit began with and neither holds nor has dropped; without a roster nothing."""
    unit = s.units[who]
    for k in range(PACK):
        forget_slot(s, who, k)
    unit.pack_closed = 0
    row = beginning_of(s, w, who, roster)
    if row >= 0:
        stow_what_is_left(unit, w.field.rosters[row])


@kernel
def stow_what_is_left(unit, model):
    """Put into an empty pack what the model holds and has stowed, but for what the unit has in its hands or on the ground."""
    unit.pack_closed = model.pack_closed
    main, off, ground = int(unit.main_hand), int(unit.off_hand), int(unit.ground_item)
    place = 0
    for k in range(HANDS + PACK):
        item = int(model.main_hand) if k == 0 else int(model.off_hand) if k == 1 else int(model.pack[k - HANDS])
        if not is_made(item):
            continue
        if item == main:
            main = int(Item.NOTHING)
        elif item == off:
            off = int(Item.NOTHING)
        elif item == ground:
            ground = int(Item.NOTHING)
        elif place < PACK:
            stow_like(unit, place, item, model, k)
            place += 1


@kernel
def stow_like(unit, place, item, model, k):
    """Put into the pack what the model holds, or has stowed, with the shots that it has for it."""
    unit.pack[place] = item
    if k >= HANDS:
        unit.pack_buried[place] = model.pack_buried[k - HANDS]
        unit.pack_ammunition[place] = model.pack_ammunition[k - HANDS]
        unit.pack_loaded[place] = model.pack_loaded[k - HANDS]
    elif is_missile_weapon(item):
        is_second = k > 0 and is_missile_weapon(int(model.main_hand))
        unit.pack_ammunition[place] = model.second_ammunition if is_second else model.ammunition
        unit.pack_loaded[place] = model.second_loaded if is_second else model.loaded


# --- guns ------------------------------------------------------------------------------------------------------------


@kernel
def may_hide_flaw(item, loaded, flaw):
    """Whether a thing is a gun that may have been loaded with a mistake that nobody notices until it is fired."""
    return is_firearm(item) and loaded > 0 and flaw <= Flaw.RAMROD


@kernel
def may_be_badly_loaded(s, w, who, is_secret):
    """Whether a gun of a unit may be such a one, in hand, on the ground or in its pack; of a secret one nothing is known."""
    if w.book.opt_reload_stress == 0:
        return False
    for off in (False, True):
        if may_hide_flaw(held_item(s, who, off), shots_ready(s, who, off), flaw_in_hand(s, who, off)):
            return True
    unit = s.units[who]
    if may_hide_flaw(int(unit.ground_item), int(unit.ground_loaded), int(unit.ground_flaw)):
        return True
    for k in range(0 if is_secret else PACK):
        if may_hide_flaw(int(unit.pack[k]), int(unit.pack_loaded[k]), int(unit.pack_flaw[k])):
            return True
    return False


@kernel
def load_well(unit):
    """Take every gun of a unit to be loaded without a mistake that is not noticed."""
    if unit.gun_flaw <= Flaw.RAMROD:
        unit.gun_flaw = Flaw.NONE
    if unit.second_flaw <= Flaw.RAMROD:
        unit.second_flaw = Flaw.NONE
    if unit.ground_flaw <= Flaw.RAMROD:
        unit.ground_flaw = Flaw.NONE
    for k in range(PACK):
        if unit.pack_flaw[k] <= Flaw.RAMROD:
            unit.pack_flaw[k] = Flaw.NONE

"""Weapons: what is in hand, what it can do, loading, dropping, taking up."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, emit
from ..board import OFF_BOARD
from ..vocab import Ability, Event, Item, Refusal, Rider, Trait, WeaponKind
from .conditions import has_ability, has_active_abilities, has_trait
from .ground import are_touching

UNARMED = 0
NO_SLOT = -1


@rule("completion.hands")
def wielded_item(s, who):
    """Hands: the weapon in hand; nothing is unarmed."""
    unit = s.units[who]
    if unit.wielded < 0:
        return UNARMED
    return int(unit.weapons[unit.wielded])


@rule("completion.weapons")
def kind_of(w, item):
    """Weapons: melee, ranged or thrown; bare hands are melee."""
    return int(WeaponKind.MELEE) if item == UNARMED else int(w.book.weapons[item - 1].kind)


@rule("natural_weapons")
def is_natural(w, item):
    """Natural weapons: cannot be disarmed or dropped."""
    return item != UNARMED and w.book.weapons[item - 1].natural == 1


@rule("completion.armour")
def has_shield_ready(s, w, who):
    """Shields: one is of use unless a two-handed weapon is in hand."""
    item = wielded_item(s, who)
    return has_trait(s, who, Trait.SHIELD) and (item == UNARMED or w.book.weapons[item - 1].hands < 2)


@rule("completion.reload")
def is_ready(s, w, who):
    """Reloading: whether the weapon in hand can be used as it is."""
    item = wielded_item(s, who)
    if item == UNARMED or w.book.weapons[item - 1].reload == 0:
        return True
    return s.units[who].loaded[s.units[who].wielded] == 1


@rule("completion.reload")
def refusal_of_reloading(s, w, who):
    """Reloading: an unloaded weapon in hand."""
    return Refusal.LOADED if is_ready(s, w, who) else Refusal.NONE


@rule("completion.reload")
def resolve_reload(s, who):
    """Reloading: the weapon in hand is loaded."""
    unit = s.units[who]
    unit.loaded[unit.wielded] = 1
    emit(s, Event.RELOADED, who, NO_UNIT, 0, 0)


@rule("completion.reload")
def resolve_discharge(s, w, who):
    """Reloading: a weapon that has to be loaded is empty after the attack."""
    item = wielded_item(s, who)
    if item != UNARMED and w.book.weapons[item - 1].reload == 1:
        s.units[who].loaded[s.units[who].wielded] = 0


@rule("completion.weapons")
def innate_rider(s, who, rider):
    """Weapons: whether the weapon in hand poisons, paralyses or puts to sleep by nature."""
    unit = s.units[who]
    return unit.wielded >= 0 and unit.innate[unit.wielded] & rider != 0


@rule("damage.runes", "status.ethereal")
def harms_ethereal(w, item):
    """Runes: runic and magical weapons harm ethereal creatures from anywhere."""
    return item != UNARMED and (w.book.weapons[item - 1].runic == 1 or w.book.weapons[item - 1].magical == 1)


@rule("completion.abilities", "free.single_event")
def free_attack_of(s, w, who):
    """Free-action attacks: the first of frenzy, rapid fire and shield bash that the unit can use with what it has in hand; 0
    none.
    """
    if not has_active_abilities(s, w, who):
        return 0
    item = wielded_item(s, who)
    kind = kind_of(w, item)
    if has_ability(s, who, Ability.FRENZY) and item != UNARMED and kind == WeaponKind.MELEE:
        return int(Ability.FRENZY)
    if has_ability(s, who, Ability.RAPID_FIRE) and kind != WeaponKind.MELEE and is_ready(s, w, who):
        return int(Ability.RAPID_FIRE)
    if has_ability(s, who, Ability.SHIELD_BASH) and has_shield_ready(s, w, who):
        return int(Ability.SHIELD_BASH)
    return 0


@rule("completion.abilities", "free.single_event", "status.stunned")
def refusal_of_free_attack(s, w, who):
    """Free-action attacks: needs an ability that fits the weapon in hand; not when stunned, in terror or extremely tired."""
    if not has_ability(s, who, Ability.FRENZY | Ability.RAPID_FIRE | Ability.SHIELD_BASH):
        return Refusal.NO_ABILITY
    if not has_active_abilities(s, w, who):
        return Refusal.AFRAID
    if s.units[who].stunned > 0:
        return Refusal.STUNNED
    if free_attack_of(s, w, who) != 0:
        return Refusal.NONE
    return Refusal.NOT_LOADED if is_out_of_shots(s, w, who) else Refusal.UNFIT


@rule("completion.abilities", "completion.reload")
def is_out_of_shots(s, w, who):
    """Rapid fire: whether it lacks nothing but a loaded weapon."""
    return has_ability(s, who, Ability.RAPID_FIRE) and not is_ready(s, w, who)


# --- losing and taking up --------------------------------------------------------------------------------------------


@rule("natural_weapons")
def natural_slot(s, w, who):
    """Natural weapons: the first slot with one, which is there whenever nothing is in hand; NO_SLOT for none."""
    for slot in range(w.book.weapon_slots):
        if is_natural(w, int(s.units[who].weapons[slot])):
            return slot
    return NO_SLOT


@rule("completion.hands", "completion.items", "natural_weapons")
def lose_weapon(s, w, who):
    """Hands: the weapon in hand falls to the ground in the unit's cell; a weapon it lost earlier is gone for good. A unit
    with a natural weapon fights with that from now on.
    """
    unit = s.units[who]
    if unit.lost_slot >= 0:
        unit.weapons[unit.lost_slot] = Item.NOTHING
        unit.loaded[unit.lost_slot] = 0
    slot = int(unit.wielded)
    unit.lost_slot = slot
    unit.lost_cell = unit.cell
    unit.wielded = natural_slot(s, w, who)
    if unit.venom_slot == slot:
        unit.venom_slot = NO_SLOT
        unit.venom_charges = 0
    if unit.sleep_slot == slot:
        unit.sleep_slot = NO_SLOT
        unit.sleep_charges = 0


@rule("natural_weapons")
def has_loose_weapon(s, w, who):
    """Natural weapons: whether a weapon is in hand that can be lost."""
    item = wielded_item(s, who)
    return item != UNARMED and not is_natural(w, item)


@rule("called.special")
def disarm(s, w, who, attacker):
    """Disarming: the weapon in hand falls to the ground; nothing happens to natural weapons and bare hands."""
    if has_loose_weapon(s, w, who):
        item = wielded_item(s, who)
        lose_weapon(s, w, who)
        emit(s, Event.DISARMED, attacker, who, item, 0)


@rule("turn.free_action_examples", "completion.items")
def refusal_of_loose_weapon(s, w, who):
    """Letting go, and coating: of any weapon in hand but natural ones."""
    if has_loose_weapon(s, w, who):
        return Refusal.NONE
    return Refusal.NO_WEAPON if wielded_item(s, who) == UNARMED else Refusal.NATURAL


@rule("turn.free_action_examples")
def resolve_drop(s, w, who):
    """Letting go: the weapon in hand falls to the ground."""
    item = wielded_item(s, who)
    lose_weapon(s, w, who)
    emit(s, Event.DROPPED, who, NO_UNIT, item, 0)


@rule("completion.hands", "turn.free_action_examples")
def refusal_of_slot(s, w, who, slot):
    """Hands: to another slot that holds a weapon which does not lie on the ground."""
    unit = s.units[who]
    if slot >= w.book.weapon_slots:
        return Refusal.NO_SLOT
    if unit.weapons[slot] == Item.NOTHING:
        return Refusal.EMPTY
    if slot == unit.wielded:
        return Refusal.IN_HAND
    return Refusal.ON_THE_GROUND if slot == unit.lost_slot else Refusal.NONE


@rule("completion.hands", "turn.free_action_examples")
def refusal_of_switching(s, w, who):
    """Hands: whether there is another weapon to take in hand."""
    for slot in range(len(s.units[who].weapons)):
        if refusal_of_slot(s, w, who, slot) == Refusal.NONE:
            return Refusal.NONE
    return Refusal.NO_OTHER_WEAPON


@rule("completion.hands")
def resolve_switch(s, who, slot):
    """Hands: the weapon of a slot is taken in hand."""
    s.units[who].wielded = slot
    emit(s, Event.SWITCHED, who, NO_UNIT, int(s.units[who].weapons[slot]), 0)


@rule("completion.hands")
def refusal_of_recovering(s, w, who):
    """Hands: its own lost weapon in its own cell or a neighbouring one."""
    unit = s.units[who]
    if unit.lost_slot < 0 or unit.lost_cell < 0:
        return Refusal.NOTHING_LOST
    here, there = int(unit.cell), int(unit.lost_cell)
    return Refusal.NONE if here == there or are_touching(s, w, here, there) else Refusal.LOST_FAR_AWAY


@rule("completion.hands")
def resolve_recover(s, who):
    """Hands: the unit picks up its lost weapon and wields it."""
    unit = s.units[who]
    unit.wielded = unit.lost_slot
    unit.lost_slot = NO_SLOT
    unit.lost_cell = OFF_BOARD
    emit(s, Event.RECOVERED, who, NO_UNIT, wielded_item(s, who), 0)


@rule("completion.items")
def resolve_coating(s, w, who, is_venom):
    """Coating: the weapon in hand is coated; charges are filled up, not added."""
    unit = s.units[who]
    if is_venom:
        unit.venom -= 1
        unit.venom_slot = unit.wielded
        unit.venom_charges = w.book.venom_charges
        emit(s, Event.COATED, who, NO_UNIT, unit.venom_charges, Rider.POISON)
    else:
        unit.sleep -= 1
        unit.sleep_slot = unit.wielded
        unit.sleep_charges = w.book.sleep_charges
        emit(s, Event.COATED, who, NO_UNIT, unit.sleep_charges, Rider.SLEEP)


@kernel
def spend_charge(s, who, is_venom):
    """Take one charge off the coating of the weapon in hand. Returns whether there was one."""
    unit = s.units[who]
    if is_venom:
        if unit.venom_slot < 0 or unit.venom_slot != unit.wielded or unit.venom_charges == 0:
            return False
        unit.venom_charges -= 1
        if unit.venom_charges == 0:
            unit.venom_slot = NO_SLOT
        return True
    if unit.sleep_slot < 0 or unit.sleep_slot != unit.wielded or unit.sleep_charges == 0:
        return False
    unit.sleep_charges -= 1
    if unit.sleep_charges == 0:
        unit.sleep_slot = NO_SLOT
    return True

"""Parrying: which units may parry, with which items, at which chance, and at which cost."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import check, die
from ....core.state import NO_UNIT, emit, emit_roll, open_total, term
from ..vocab import FIRST_MELEE, SLOTS, Event, Item, Refusal, Slot, Term
from .bodies import intelligence_of
from .conditions import fighter_of, is_arm_off, place_of, refusal_of_fighting
from .engagement import is_in_front
from .weapons import (
    NO_ROW,
    arm_of,
    held_item,
    is_trained,
    may_use_hand,
    melee_row,
    parrying_form,
    weapon_held,
    weapon_parry,
    weapon_skill_as,
)

NO_SLOT = -1  # no blow of this round is left


@rule("parry.attempt", "c.entangle", "flying.swoop", "turn.simultaneous")
def refusal_of_parry(s, w, who, attacker, off):
    """Parrying: a blow from the front, with something suitable in a sound hand, and an attack to pay with. A mount never
    parries; a unit put out in this batch has only its one event left.
    """
    unit = s.units[who]
    if unit.rider != NO_UNIT:
        return Refusal.MOUNT
    if w.book.parries_per_blow == 0:
        return Refusal.NO_PARRIES
    if unit.parries >= unit.attacks:
        return Refusal.PARRIED_ENOUGH
    if unit.entangled != 0:
        return Refusal.ENTANGLED
    if unit.doomed == 1:
        return Refusal.LOSING_ALL
    refusal = refusal_of_fighting(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    if not is_clever_enough_to_parry(s, w, who):
        return Refusal.TOO_STUPID_TO_PARRY
    if not is_suitable_for_parrying(w, weapon_held(s, w, who, off)):
        return Refusal.NOTHING_TO_PARRY
    if is_arm_off(s, who, arm_of(s, who, off)):
        return Refusal.ARM_OFF
    if not may_use_hand(s, w, who, off):
        return Refusal.BOTH_HANDS
    if unit.swoop_partner != fighter_of(s, attacker) and not is_in_front(s, w, who, place_of(s, attacker)):
        return Refusal.FROM_BEHIND
    return Refusal.NONE if may_pay_parry(s, w, who, attacker) else Refusal.NO_BLOW_TO_PAY


@rule("parry.attempt")
def may_parry(s, w, who, attacker):
    """Parrying: whether a blow can be parried with either hand."""
    if refusal_of_parry(s, w, who, attacker, False) == Refusal.NONE:
        return True
    return refusal_of_parry(s, w, who, attacker, True) == Refusal.NONE


@rule("parry.attempt", "parry.shield", "weapon.specialist")
def chance_to_parry(s, w, who, off):
    """Parrying: Weapon Skill with the item, its parry modifier, and +20 for a shield, within 0 and 100."""
    item = held_item(s, who, off)
    open_total(s)
    form = parrying_form(s, who, item)
    trained = is_trained(s, w, who, form)
    number = term(s, Term.WEAPON_SKILL if trained else Term.UNTRAINED, weapon_skill_as(s, w, who, form))
    number += term(s, Term.WEAPON, weapon_parry(s, w, who, item))
    if item == Item.SHIELD:
        number += term(s, Term.SHIELD, int(w.book.shield_parry_bonus))
    limited = min(max(number, 0), 100)
    term(s, Term.LIMIT, limited - number)
    return limited


@rule("parry.attempt")
def resolve_parry_attempt(s, w, who, attacker, off):
    """Parrying: D100 below, not equal to, the number; paid for either way. Whether the parry succeeds."""
    s.units[who].parries += 1
    if held_item(s, who, off) == Item.SHIELD:
        pay_shield_parry(s, who)
    else:
        pay_parry(s, w, who)
    needed = chance_to_parry(s, w, who, off) - int(w.book.parry_strict)
    succeeds = check(s, 100, needed)
    emit_roll(s, Event.PARRY_SUCCEEDED if succeeds else Event.PARRY_FAILED, who, attacker, needed, 0)
    return succeeds


@rule("parry.attempt")
def points_parried(s, w, who, attacker):
    """Parrying: a successful parry stops D6 points of the damage."""
    stopped = die(s, w.book.parry_die)
    emit_roll(s, Event.PARRIED, who, attacker, stopped, 0)
    return stopped


# --- the price -------------------------------------------------------------------------------------------------------


@rule("parry.cost", "action.menu")
def is_blow_left(s, who, slot):
    """Cost: a blow is left until struck or lost, the first until the turn is over; moving and the like give up all."""
    unit = s.units[who]
    if unit.slot_state[slot] != Slot.OPEN or unit.slots_forfeited == 1:
        return False
    return slot > 0 or unit.turn_taken == 0


@kernel
def earliest_blow_left(s, who):
    """The first slot of this round whose blow is left; -1 none."""
    for slot in range(SLOTS):
        if is_blow_left(s, who, slot):
            return slot
    return NO_SLOT


@rule("parry.cost", "flying.swoop")
def may_pay_parry(s, w, who, attacker):
    """Cost: a blow of this round is left, or one of the next may be owed: at most A, if debts are allowed. One that a flier
    dives at may always try.
    """
    unit = s.units[who]
    if w.book.parry_cost_attacks == 0 or earliest_blow_left(s, who) != NO_SLOT:
        return True
    if unit.swoop_partner == fighter_of(s, attacker):
        return True
    return unit.attack_debt < unit.attacks and w.book.parry_debt_carries == 1


@rule("parry.cost", "initiative.multiple_attacks")
def resolve_next_blow_lost(s, who):
    """Cost: the next blow of this round is lost; of the first slot the blow, not the turn. One who waits with a shot loses
    that as well. Whether there was one.
    """
    unit = s.units[who]
    slot = earliest_blow_left(s, who)
    if slot == NO_SLOT:
        return False
    unit.slot_state[slot] = Slot.LOST
    if unit.waited > 0:
        unit.slot_state[0] = Slot.LOST
    if slot == 0:
        unit.blow_lost = 1
    return True


@rule("parry.shield", "c.fumble_table")
def resolve_all_blows_lost(s, who):
    """Shields: all blows of this round that are still to come are lost. How many there were."""
    lost = 0
    while resolve_next_blow_lost(s, who):
        lost += 1
    return lost


@rule("parry.shield")
def pay_shield_parry(s, who):
    """Shields: an attempt costs all attacks that follow; with none left as many as A are owed."""
    unit = s.units[who]
    if resolve_all_blows_lost(s, who) == 0:
        unit.attack_debt = max(unit.attack_debt, unit.attacks)


@rule("parry.cost")
def pay_parry(s, w, who):
    """Cost: an attempt costs the next attack; with none left it is owed, at most A."""
    unit = s.units[who]
    for _ in range(w.book.parry_cost_attacks):
        if not resolve_next_blow_lost(s, who) and unit.attack_debt < unit.attacks:
            unit.attack_debt += 1


@rule("initiative.multiple_attacks", "c.critical_table", "c.fumble_table")
def lose_blow(s, who, blows):
    """Criticals and fumbles: the next blows are lost, the earliest first; those this round no longer has are owed."""
    if blows <= 0:
        return
    unit = s.units[who]
    for _ in range(blows):
        if not resolve_next_blow_lost(s, who):
            unit.attack_debt += 1
    emit(s, Event.LOST_BLOWS, who, NO_UNIT, int(unit.attack_debt), 0)


# --- suitable items and clever monsters ------------------------------------------------------------------------------


@rule("parry.suitable_items")
def is_suitable_for_parrying(w, item):
    """What can parry: shields, and all weapons of the table but fist weapons; never bare hands, teeth or claws."""
    if item == Item.SHIELD:
        return True
    row = melee_row(item)
    return row != NO_ROW and w.book.melee_weapons[row].can_parry == 1 and is_made_to_parry(w, row)


@rule("parry.suitable_items", "weapon.modifiers")
def is_made_to_parry(w, row):
    """What can parry: where the table of weapons is not in use, swords, maces, axes, flails, spears, staffs and parrying
    weapons, which the text names.
    """
    if w.book.opt_weapon_modifiers == 1:
        return True
    item = row + FIRST_MELEE
    return not (
        item == Item.KNIFE or item == Item.IMPROVISED or item == Item.LANCE or item == Item.NET or item == Item.WHIP
    )


@rule("parry.gm_creatures")
def is_clever_enough_to_parry(s, w, who):
    """Parrying by monsters: creatures the referee runs parry only with Intelligence above 30."""
    unit = s.units[who]
    if unit.npc == 0 or w.book.opt_npc_parry_limit == 0:
        return True
    return intelligence_of(s, w, who) > w.book.npc_parry_min_int_exclusive

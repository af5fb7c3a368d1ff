"""Units: every number by itself, numbers of one unit together, and units among one another."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ..board import OFF_BOARD
from ..rules.ammunition import rounds_to_load, shots_held
from ..rules.conditions import IN_A_NET, OFF_BALANCE
from ..rules.fleeing import DECLARED, FORCED
from ..rules.flying import cannot_stay_up
from ..rules.order import RESOLVES_AT_ONCE
from ..rules.weapons import is_missile_weapon
from ..turn import Battle
from ..vocab import (
    ITEMS,
    LIMB_FOR_GOOD,
    LOCATIONS,
    OUT_FOR_GOOD,
    SLOTS,
    BodyPlan,
    Flaw,
    Group,
    Item,
    Rate,
    Skill,
    Slot,
    Verb,
)
from .battle import MOST, is_cell_or_none, is_flag, is_unit_or_none

HIGHEST = 20  # M, armour, heads, shots in a weapon and the like
EARLIEST = 500  # no count of initiative is beyond it, on either side of 0
FARTHEST = 9_999  # yards
SHAPES, RATES, FLAWS = len(BodyPlan), len(Rate), len(Flaw)
ALL_SKILLS = int(sum(Skill))
ALL_GROUPS = int(sum(Group))
ONE_ROLE_LESS = 3  # the two roles of a hold add up to it
AT_THE_FIRST_EVENT = int(Battle.EVENT)


# --- ranges ----------------------------------------------------------------------------------------------------------


@kernel
def is_percent(value):
    """0 to 100."""
    return 0 <= value <= 100


@kernel
def is_profile_fine(unit):
    """Characteristics, traits and training."""
    for location in range(LOCATIONS):
        if not 0 <= unit.metal[location] <= HIGHEST or not 0 <= unit.leather[location] <= HIGHEST:
            return False
    return (
        0 <= unit.movement <= HIGHEST
        and is_percent(unit.weapon_skill)
        and is_percent(unit.ballistic_skill)
        and 0 <= unit.strength <= HIGHEST
        and 0 <= unit.toughness <= HIGHEST
        and 0 <= unit.wounds_max <= 100
        and is_percent(unit.initiative)
        and 0 <= unit.attacks <= SLOTS
        and is_percent(unit.dexterity)
        and is_percent(unit.leadership)
        and is_percent(unit.intelligence)
        and is_percent(unit.cool)
        and is_percent(unit.will_power)
        and is_percent(unit.fellowship)
        and is_percent(unit.height_ft)
        and 0 <= unit.body_plan < SHAPES
        and 0 <= unit.heads <= HIGHEST
        and 0 <= unit.attack_limb < LOCATIONS
        and 0 <= unit.night_vision_yd <= FARTHEST
        and is_flag(unit.left_handed)
        and 0 <= unit.fly_movement <= HIGHEST
        and is_flag(unit.natural_weapons)
        and -HIGHEST <= unit.natural_damage <= HIGHEST
        and is_flag(unit.npc)
        and 0 <= unit.skills <= ALL_SKILLS
        and 0 <= unit.specialist <= ALL_GROUPS
    )


@kernel
def is_in_range(s, unit):
    """Place, load, timers and what the round keeps: each number by itself."""
    return (
        is_cell_or_none(s, unit.cell)
        and 0 <= unit.facing < 8
        and 0 <= unit.altitude_yd <= MOST
        and are_flags_fine(unit)
        and are_timers_fine(unit)
        and are_numbers_of_round_fine(s, unit)
        and is_set_of_units(s, unit.charged_by)
        and is_set_of_units(s, unit.won_over)
        and is_set_of_units(s, unit.beaten_by)
        and is_set_of_units(s, unit.declined_on)
        and is_cell_or_none(s, unit.pushed_from)
        and are_names_of_units(s, unit)
    )


@kernel
def is_set_of_units(s, bits):
    """Bits of roster rows in use."""
    return 0 <= bits < 1 << s.unit_count


@kernel
def are_names_of_units(s, unit):
    """Whatever names another unit names one, or nobody."""
    return (
        is_unit_or_none(s, unit.hang_target)
        and is_unit_or_none(s, unit.hold_partner)
        and is_unit_or_none(s, unit.mount)
        and is_unit_or_none(s, unit.rider)
        and is_unit_or_none(s, unit.owner)
        and is_unit_or_none(s, unit.swoop_partner)
        and is_unit_or_none(s, unit.round_target)
        and is_unit_or_none(s, unit.aim_target)
    )


@kernel
def are_flags_fine(unit):
    """What is either so or not."""
    return (
        is_flag(unit.present)
        and is_flag(unit.weapon_broken)
        and is_flag(unit.powder_wet)
        and is_flag(unit.dead)
        and is_flag(unit.escaped)
        and is_flag(unit.prone)
        and is_flag(unit.wing_off)
        and is_flag(unit.trapped)
        and is_flag(unit.bolts)
        and is_flag(unit.surprised)
        and is_flag(unit.hidden)
        and is_flag(unit.tended)
        and is_flag(unit.turn_taken)
        and is_flag(unit.blow_lost)
        and is_flag(unit.slots_forfeited)
        and is_flag(unit.has_faced)
        and is_flag(unit.under_fire)
        and is_flag(unit.only_parries)
        and is_flag(unit.doomed)
        and is_flag(unit.doomed_dead)
        and is_flag(unit.doomed_prone)
        and is_flag(unit.flee_wait)
        and 0 <= unit.off_guard <= OFF_BALANCE
        and is_flag(unit.hold_ground)
        and is_flag(unit.was_engaged)
    )


@kernel
def are_timers_fine(unit):
    """Rounds left, and what adds up over the battle."""
    return (
        0 <= unit.heads_left <= unit.heads
        and 0 <= unit.unconscious_rounds <= OUT_FOR_GOOD
        and 0 <= unit.dazed <= OUT_FOR_GOOD
        and 0 <= unit.bleeding <= MOST
        and 0 <= unit.right_arm_off <= LIMB_FOR_GOOD
        and 0 <= unit.left_arm_off <= LIMB_FOR_GOOD
        and 0 <= unit.leg_off <= LIMB_FOR_GOOD
        and 0 <= unit.entangled <= IN_A_NET
        and 0 <= unit.entangled_location < LOCATIONS
        and 0 <= unit.hold_role < ONE_ROLE_LESS
        and 0 <= unit.forced_flee_rounds <= MOST
        and 0 <= unit.aim_rounds <= MOST
        and 0 <= unit.gun_flaw < FLAWS
        and -MOST <= unit.weapon_damage <= 0
        and 0 <= unit.attack_debt <= MOST
    )


@kernel
def are_numbers_of_round_fine(s, unit):
    """What is counted or noted in a round."""
    return (
        (unit.declared == Verb.NONE or Verb.ACT <= unit.declared <= Verb.READY_CHARGE)
        and -EARLIEST <= unit.effective_initiative <= EARLIEST
        and 0 <= unit.waited <= s.waits
        and 0 <= unit.parries <= SLOTS
        and 0 <= unit.hands_used < 32
        and 0 <= unit.casting <= MOST
        and 0 <= unit.draw_loss <= MOST
        and 0 <= unit.saddle_turns <= MOST
        and 0 <= unit.charging <= 99
        and 0 <= unit.dealt <= MOST
        and 0 <= unit.taken <= MOST
        and 0 <= unit.in_batch <= RESOLVES_AT_ONCE
        and 0 <= unit.doomed_out <= MOST
        and 0 <= unit.doomed_dazed <= MOST
        and 0 <= unit.fleeing <= FORCED
        and 0 <= unit.last_rate < RATES
    )


@kernel
def is_row_empty(unit):
    """A roster row that is not in use: nobody is there, and nothing refers to it."""
    return (
        unit.present == 0
        and unit.side == 0
        and unit.cell == OFF_BOARD
        and unit.wounds_max == 0
        and unit.wounds == 0
        and unit.attacks == 0
        and unit.initiative == 0
        and unit.main_hand == Item.NOTHING
        and unit.off_hand == Item.NOTHING
        and unit.mount == NO_UNIT
        and unit.rider == NO_UNIT
        and unit.owner == NO_UNIT
        and unit.hold_partner == NO_UNIT
        and unit.in_batch == 0
        and unit.won_over == 0
        and unit.beaten_by == 0
    )


# --- what it carries -------------------------------------------------------------------------------------------------


@kernel
def is_item(item):
    """Something that can be held, or nothing."""
    return 0 <= item < ITEMS


@kernel
def are_items_fine(s, unit):
    """Hands, pack, what was damaged, and what lies on the ground."""
    for k in range(len(unit.pack)):
        is_empty = unit.pack[k] == Item.NOTHING
        if not is_item(unit.pack[k]) or not 0 <= unit.pack_buried[k] <= MOST or (is_empty and unit.pack_buried[k] != 0):
            return False
    return (
        is_item(unit.main_hand)
        and is_item(unit.off_hand)
        and is_item(unit.damaged_item)
        and is_item(unit.ground_item)
        and is_cell_or_none(s, unit.ground_cell)
        and (unit.ground_item != Item.NOTHING or unit.ground_cell == OFF_BOARD)
        and 0 <= unit.ammunition <= MOST
        and 0 <= unit.loaded <= HIGHEST
        and 0 <= unit.load_progress <= HIGHEST
    )


@kernel
def is_loading_fine(s, w, who):
    """A weapon holds what it can hold, and no more than there is; loading that is complete is done."""
    unit = s.units[who]
    if unit.loaded > max(int(unit.ammunition), 1):
        return False
    item = int(unit.main_hand)
    if not is_missile_weapon(item) or is_missile_weapon(int(unit.off_hand)):
        return True
    return unit.loaded <= shots_held(w, item) and unit.load_progress < rounds_to_load(s, w, who, item)


# --- one unit --------------------------------------------------------------------------------------------------------


@kernel
def is_condition_fine(unit):
    """Wounds left, and the roles of a hold."""
    return (
        1 <= unit.wounds_max
        and 0 <= unit.wounds <= unit.wounds_max
        and (unit.hold_role == 0) == (unit.hold_partner == NO_UNIT)
        and (unit.entangled != 0 or unit.entangled_location == 0)
    )


@kernel
def are_slots_fine(w, unit):
    """The blows of the round: none beyond its Attacks and its second weapon's, and one that is open has its moment."""
    for k in range(SLOTS):
        if not Slot.NONE <= unit.slot_state[k] <= Slot.LOST or not -EARLIEST <= unit.slot_at[k] <= EARLIEST:
            return False
        if unit.slot_state[k] != Slot.NONE and k >= unit.attacks + w.book.extra_blows_for_second_weapon:
            return False
        if unit.slot_state[k] == Slot.OPEN and unit.slot_at[k] < 1:
            return False
    return True


@kernel
def are_blows_fine(s, w, unit):
    """What is lost is not open, nobody parries more often than it has Attacks, and batches belong to events."""
    return (
        (unit.blow_lost == 0 or unit.slot_state[0] != Slot.OPEN)
        and unit.parries <= unit.attacks
        and (unit.in_batch == 0 or s.stack[0].step >= AT_THE_FIRST_EVENT)
    )


@kernel
def is_flight_fine(unit):
    """Who flees has declared it or been forced to, or the one and then the other; the dead lie as they fell."""
    if unit.dead == 1:
        return True
    if unit.fleeing == DECLARED and unit.declared != Verb.DECLARE_FLEE:
        return False
    if unit.fleeing != DECLARED and (unit.fleeing == FORCED) != (unit.forced_flee_rounds > 0):
        return False
    return unit.flee_wait == 0 or unit.fleeing == FORCED


@kernel
def is_doom_fine(s, unit):
    """What waits for the end of an event waits for somebody who has one."""
    if unit.doomed == 1:
        return unit.in_batch != 0
    return unit.doomed_dead == 0 and unit.doomed_out == 0 and unit.doomed_dazed == 0 and unit.doomed_prone == 0


@kernel
def is_aim_fine(unit):
    """Rounds of aiming and a target go together."""
    return (unit.aim_rounds > 0) == (unit.aim_target != NO_UNIT)


# --- among others ----------------------------------------------------------------------------------------------------


@kernel
def are_links_fine(s, who):
    """Rider and mount, the two of a hold, the two of a swoop name each other."""
    unit = s.units[who]
    if unit.mount != NO_UNIT and (s.units[unit.mount].rider != who or unit.rider != NO_UNIT):
        return False
    if unit.rider != NO_UNIT and (s.units[unit.rider].mount != who or unit.owner != unit.rider):
        return False
    if unit.owner != NO_UNIT and (s.units[unit.owner].side != unit.side or s.units[unit.owner].owner != NO_UNIT):
        return False
    if unit.bolts == 1 and unit.owner == NO_UNIT:
        return False
    if unit.swoop_partner != NO_UNIT and s.units[unit.swoop_partner].swoop_partner != who:
        return False
    if unit.only_parries == 1 and unit.swoop_partner == NO_UNIT:
        return False
    if unit.hold_partner == NO_UNIT:
        return True
    partner = s.units[unit.hold_partner]
    return partner.hold_partner == who and partner.hold_role == ONE_ROLE_LESS - unit.hold_role


@kernel
def is_enemy_or_none(s, who, other):
    """Nobody, or a unit of a side that is no friend."""
    return other == NO_UNIT or s.allied[s.units[who].side, s.units[other].side] == 0


@kernel
def are_opponents_fine(s, who):
    """Whom a unit strikes, aims at, charged, beat or let go is an enemy."""
    unit = s.units[who]
    if not is_enemy_or_none(s, who, unit.round_target) or not is_enemy_or_none(s, who, unit.aim_target):
        return False
    opponents = unit.won_over | unit.beaten_by | unit.charged_by | unit.declined_on
    for other in range(s.unit_count):
        if (opponents >> other) & 1 == 1 and not is_enemy_or_none(s, who, other):
            return False
    return True


@kernel
def are_bits_fine(s, who):
    """Each has won over those that were beaten by it; who was driven back was beaten."""
    unit = s.units[who]
    for other in range(s.unit_count):
        if (unit.won_over >> other) & 1 != (s.units[other].beaten_by >> who) & 1:
            return False
    return unit.pushed_from == OFF_BOARD or unit.beaten_by != 0


@kernel
def is_place_fine(s, w, who):
    """0, 24 for a unit where it cannot be, 25 for two living ones in one cell."""
    unit = s.units[who]
    if unit.cell == OFF_BOARD:
        return 0 if unit.escaped == 1 or unit.rider != NO_UNIT else 24
    if unit.escaped == 1 or unit.rider != NO_UNIT:
        return 24
    if unit.altitude_yd > 0:
        return 0 if s.ending != 0 or not cannot_stay_up(s, who) else 24
    if w.field.closed[unit.cell] == 255:
        return 24
    if unit.dead == 1 or unit.owner != NO_UNIT:
        return 0
    for other in range(who):
        third = s.units[other]
        if third.owner == NO_UNIT and third.cell == unit.cell and third.dead == 0 and third.altitude_yd == 0:
            return 25
    return 0

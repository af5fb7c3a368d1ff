"""Units: numbers of one unit together, and units among one another."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ..board import OFF_BOARD
from ..rules.ammunition import rounds_to_load, shots_held
from ..rules.conditions import is_mount
from ..rules.fleeing import DECLARED, FORCED
from ..rules.flying import cannot_stay_up
from ..rules.weapons import is_missile_weapon
from ..turn import Battle
from ..vocab import LOCATIONS, SLOTS, Item, Slot, Verb

ONE_ROLE_LESS = 3  # the two roles of a hold add up to it
AT_THE_FIRST_EVENT = int(Battle.EVENT)


# --- what it carries -------------------------------------------------------------------------------------------------


@kernel
def are_items_fine(unit):
    """Only what there is can be buried in a pack or lie on the ground."""
    for k in range(len(unit.pack)):
        if unit.pack[k] == Item.NOTHING and unit.pack_buried[k] != 0:
            return False
    return unit.ground_item != Item.NOTHING or unit.ground_cell == OFF_BOARD


@kernel
def is_loading_fine(s, w, who):
    """A weapon holds what it can hold, and no more than there is; loading that is complete is done."""
    unit = s.units[who]
    if unit.loaded > max(int(unit.ammunition), 1) or unit.second_loaded > max(int(unit.second_ammunition), 1):
        return False
    item = int(unit.main_hand)
    if not is_missile_weapon(item) or is_missile_weapon(int(unit.off_hand)):
        return True
    return unit.loaded <= shots_held(w, item) and unit.load_progress < rounds_to_load(s, w, who, item)


# --- one unit --------------------------------------------------------------------------------------------------------


@kernel
def is_condition_fine(unit):
    """Wounds and heads left (the last is lost with one's life), and the roles of a hold."""
    return (
        1 <= unit.wounds_max
        and unit.wounds <= unit.wounds_max
        and unit.heads_left <= unit.heads
        and (unit.heads_left > 0 or unit.dead == 1 or unit.doomed_dead == 1)
        and (unit.hold_role == 0) == (unit.hold_partner == NO_UNIT)
        and (unit.entangled != 0 or unit.entangled_location == 0)
    )


@kernel
def are_slots_fine(w, unit):
    """The blows of the round: none beyond its Attacks and its second weapon's, and one that is open has its moment."""
    for k in range(SLOTS):
        if unit.slot_state[k] != Slot.NONE and k >= unit.attacks + w.book.extra_blows_for_second_weapon:
            return False
        if unit.slot_state[k] == Slot.OPEN and unit.slot_at[k] < 1:
            return False
    return True


@kernel
def waits_of_all(s):
    """How often units have waited this round."""
    waits = 0
    for side in range(s.side_count):
        waits += int(s.waits[side])
    return waits


@kernel
def are_blows_fine(s, unit):
    """What is lost is not open, who has the bonus for a charge has charged, nobody parries more often than it has Attacks,
    and waits and batches belong to events.
    """
    return (
        (unit.blow_lost == 0 or unit.slot_state[0] != Slot.OPEN)
        and (unit.charging == 0 or unit.charged == 1)
        and unit.parries <= unit.attacks
        and unit.waited <= waits_of_all(s)
        and (unit.in_batch == 0 or s.stack[0].step >= AT_THE_FIRST_EVENT)
    )


@kernel
def is_flight_fine(unit):
    """A fleeing unit has declared its flight, or been forced, or both in turn; the dead lie as they fell."""
    if unit.dead == 1:
        return True
    if unit.fleeing == DECLARED and unit.declared != Verb.DECLARE_FLEE:
        return False
    if unit.fleeing != DECLARED and (unit.fleeing == FORCED) != (unit.forced_flee_rounds > 0):
        return False
    return unit.flee_wait == 0 or unit.fleeing == FORCED


@kernel
def is_to_be_hindered(unit):
    """Whether a critical hit, a net or a hold waits for the end of an event."""
    if unit.doomed_entangled != 0 or unit.doomed_holders != 0:
        return True
    for location in range(LOCATIONS):
        if unit.doomed_severity[location] > 0:
            return True
    return False


@kernel
def is_doom_fine(s, who):
    """Effects that wait for the end of an event need a doomed unit that acts at this moment, or whose rider does."""
    unit = s.units[who]
    acts = unit.in_batch != 0 or (is_mount(s, who) and s.units[unit.owner].in_batch != 0)
    if not acts and (unit.doomed == 1 or is_to_be_hindered(unit)):
        return False
    if unit.doomed == 1:
        return True
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
    """Every unit that this one strikes, aims at, won over, lost to, declined to press or met in a mutual charge is an enemy."""
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
    """A unit has won over the units beaten by it; a unit driven back was beaten."""
    unit = s.units[who]
    for other in range(s.unit_count):
        if (unit.won_over >> other) & 1 != (s.units[other].beaten_by >> who) & 1:
            return False
    return unit.pushed_from == OFF_BOARD or unit.beaten_by != 0


@kernel
def takes_room(s, who):
    """The living on the ground; mounts stand where their riders do or did."""
    unit = s.units[who]
    return unit.dead == 0 and unit.owner == NO_UNIT and unit.altitude_yd == 0


@kernel
def is_place_fine(s, w, who):
    """Only a unit that has left the board or is ridden is off it; no unit stands in rock, and only fliers fly."""
    unit = s.units[who]
    if (unit.cell == OFF_BOARD) != (unit.escaped == 1 or unit.rider != NO_UNIT):
        return False
    if unit.cell == OFF_BOARD:
        return True
    if unit.altitude_yd > 0:
        return s.ending != 0 or not cannot_stay_up(s, who)
    return w.field.closed[unit.cell] != 255

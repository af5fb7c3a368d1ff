"""What a side assumes about what it does not know, for searches: in place of units that it does not know of, any the scenario
allows, fresh and out of sight; in enemies' packs, what they began with and have not taken out; and guns that are loaded well.
"""

from __future__ import annotations

from ...core.compiler import copy_span, kernel, spans_of
from ...core.dice import random_below
from ...core.looking.knowledge import draw_roster, likeness_of
from ...core.state import NO_UNIT, record
from .board import OFF_BOARD, STRIDE
from .rules.carrying import forget_ground_item
from .rules.conditions import fighter_of
from .rules.engagement import ground_unit_at
from .rules.knowledge import is_known_to
from .rules.weapons import is_missile_weapon
from .state import LASTING, UNIT
from .stowed import imagine_pack, is_pack_as_begun, is_pack_secret, load_well, may_be_badly_loaded
from .vocab import LIGHTS, LOCATIONS, SLOTS, Flaw, Fleeing, Item, OffGuard, Slot

TRIES = 20  # cells tried for a place out of sight
LIKE_A_MODEL = spans_of(
    record(UNIT),
    (
        *LASTING,
        "effective_initiative",
        "ammunition",
        "loaded",
        "second_ammunition",
        "second_loaded",
        "load_progress",
        "pack",
        "pack_buried",
        "pack_closed",
        "pack_ammunition",
        "pack_loaded",
        "pack_flaw",
    ),
)
IN_HAND = spans_of(record(UNIT), ("main_hand", "off_hand"))


@kernel
def imagine(s, w, side, rng):
    """Replace unknown units by units that the scenario makes possible, out of the side's sight, with their turns of this round
    taken, and what known enemies have stowed; assume that guns are loaded well. Returns whether anything may have changed, which
    says nothing about what is unknown. Reads ``s.known``.
    """
    is_other = False
    roster = draw_roster(w, rng)
    for who in range(s.unit_count):
        if s.known[who] == 1:
            if is_pack_secret(s, side, who):
                is_other = is_other or not is_pack_as_begun(s, w, who)
                if s.decider != who:  # who is choosing may be about to take something out
                    imagine_pack(s, w, who, roster)
            is_other = is_other or may_be_badly_loaded(s, w, who, is_pack_secret(s, side, who))
            load_well(s.units[who])
    for who in range(s.unit_count):
        if s.known[who] == 0:
            is_other = True
            imagine_unit(s, who, likeness_of(s, w, who, roster, models_known(s), side, rng))
    if is_other:
        for who in range(s.unit_count):
            if is_to_be_placed(s, who):
                s.units[who].cell = OFF_BOARD
        for who in range(s.unit_count):
            if is_to_be_placed(s, who):
                imagine_place(s, w, side, who, rng)
    return is_other


# --- units unknown ---------------------------------------------------------------------------------------------------


@kernel
def carries_light(s, who):
    """Whether a unit holds a light that others can see by: then they know that it is there."""
    unit = s.units[who]
    for k in range(len(LIGHTS)):
        if unit.main_hand == LIGHTS[k] or unit.off_hand == LIGHTS[k]:
            return True
    return False


@kernel
def is_to_be_placed(s, who):
    """Whether a side can only guess where a unit is; mounts are where their riders are."""
    return s.known[who] == 0 and s.units[who].rider == NO_UNIT and not carries_light(s, who)


@kernel
def models_known(s):
    """The units known and on their feet, as bits: others may be thought to be like them."""
    models = 0
    for who in range(s.unit_count):
        unit = s.units[who]
        if s.known[who] == 1 and unit.dead == 0 and unit.escaped == 0 and unit.owner == NO_UNIT:
            models |= 1 << who
    return models


@kernel
def has_missile_in_hand(unit):
    """Whether one of the hands holds a missile weapon."""
    return is_missile_weapon(int(unit.main_hand)) or is_missile_weapon(int(unit.off_hand))


@kernel
def imagine_unit(s, who, model):
    """Numbers and arms of the model, a unit's record; fresh, with its turn of this round behind it."""
    unit = s.units[who]
    wings = int(unit.fly_movement)
    if (model.owner == NO_UNIT) == (unit.owner == NO_UNIT):  # no rider is like a mount
        for k in range(len(LIKE_A_MODEL)):
            copy_span(unit, model, LIKE_A_MODEL[k, 0], LIKE_A_MODEL[k, 1])
        if not carries_light(s, who):
            for k in range(len(IN_HAND)):
                copy_span(unit, model, IN_HAND[k, 0], IN_HAND[k, 1])
            if carries_light(s, who):
                unit.main_hand = Item.NOTHING
                unit.off_hand = Item.NOTHING
        if not has_missile_in_hand(unit):
            unit.ammunition = 0
            unit.loaded = 0
            unit.load_progress = 0
        if not (is_missile_weapon(int(unit.main_hand)) and is_missile_weapon(int(unit.off_hand))):
            unit.second_ammunition = 0
            unit.second_loaded = 0
            unit.second_flaw = Flaw.NONE
        if carries_light(s, who):  # its hands are its own: what is ready in them was the model's
            unit.loaded = min(int(unit.loaded), 1)
    if not carries_light(s, fighter_of(s, who)) and unit.swoop_partner == NO_UNIT:
        unit.altitude_yd = 0
    if unit.altitude_yd > 0:  # its light, or whom it fights, shows that it flies
        unit.fly_movement = wings
    unit.wounds = unit.wounds_max
    unit.heads_left = unit.heads
    be_fresh(unit)
    be_unhampered(unit)
    forget_ground_item(s, who)
    be_done(unit)


@kernel
def be_fresh(unit):
    """Nothing has happened to its body."""
    unit.facing = 0
    unit.prone = 0
    unit.trapped = 0
    unit.entangled = 0
    unit.entangled_location = 0
    unit.surprised = 0
    unit.unconscious_rounds = 0
    unit.dazed = 0
    unit.bleeding = 0
    unit.right_arm_off = 0
    unit.left_arm_off = 0
    unit.leg_off = 0
    unit.wing_off = 0
    unit.tended = 0
    unit.fleeing = Fleeing.NO
    unit.forced_flee_rounds = 0
    unit.flee_wait = 0
    unit.was_engaged = 0
    unit.doomed = 0
    unit.doomed_dead = 0
    unit.doomed_out = 0
    unit.doomed_dazed = 0
    unit.doomed_prone = 0
    unit.doomed_entangled = 0
    unit.doomed_entangled_location = 0
    unit.doomed_holders = 0
    for location in range(LOCATIONS):
        unit.doomed_severity[location] = 0


@kernel
def be_unhampered(unit):
    """Its arms are whole and at hand, and it is in the middle of nothing."""
    unit.powder_wet = 0
    unit.gun_flaw = Flaw.NONE
    unit.hang_target = NO_UNIT
    unit.weapon_damage = 0
    unit.damaged_item = Item.NOTHING
    unit.attack_debt = 0
    unit.aim_target = NO_UNIT
    unit.aim_rounds = 0
    unit.casting = 0
    unit.saddle_turns = 0
    unit.bolts = 0


@kernel
def be_done(unit):
    """Nothing is left for it to do this round."""
    unit.turn_taken = 1
    unit.blow_lost = 0
    unit.slots_forfeited = 0
    unit.has_faced = 0
    unit.off_guard = OffGuard.NO
    unit.hold_ground = 0
    unit.under_fire = 0
    unit.only_parries = 0
    unit.parries = 0
    unit.dealt = 0
    unit.taken = 0
    unit.waited = 0
    unit.last_rate = 0
    unit.declared = 0
    unit.round_target = NO_UNIT
    unit.charging = 0
    unit.charged = 0
    unit.hands_used = 0
    unit.draw_loss = 0
    for k in range(SLOTS):
        unit.slot_at[k] = 0
        unit.slot_state[k] = Slot.NONE


@kernel
def put_unseen(s, w, side, who, cell):
    """Put a unit in a cell if it may stand there unknown to a side, else nowhere. Returns whether it did."""
    unit = s.units[who]
    if w.field.closed[cell] == 255 or ground_unit_at(s, cell) != NO_UNIT:
        return False
    unit.cell = cell
    if is_known_to(s, w, side, who):
        unit.cell = OFF_BOARD
        return False
    return True


@kernel
def imagine_place(s, w, side, who, rng):
    """Any free cell in which the side does not know of it: one drawn, or else the next there is."""
    for _ in range(TRIES):
        cell = random_below(rng, int(s.board_width)) + STRIDE * random_below(rng, int(s.board_height))
        if put_unseen(s, w, side, who, cell):
            return
    cells = int(s.board_width) * int(s.board_height)
    start = random_below(rng, cells)
    for k in range(cells):
        place = (start + k) % cells
        if put_unseen(s, w, side, who, place % s.board_width + place // s.board_width * STRIDE):
            return
    place = 0
    while ground_unit_at(s, place) != NO_UNIT or w.field.closed[place] == 255:  # others are in all those cells
        place += 1
    s.units[who].cell = place

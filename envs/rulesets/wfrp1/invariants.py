"""What must hold after every decision. A number other than 0 names what is broken."""

from __future__ import annotations

from ...core.geometry import OFF_BOARD, STRIDE
from ...core.jit import kernel
from ...core.state import NO_UNIT, STACK
from .vocab import ITEMS, SLOTS, Border, Frame, Prompt, Slot, Verb

BROKEN = {
    1: "prompt without a decider, or an unknown prompt",
    2: "stack depth out of range, or the bottom frame is not the battle",
    3: "a unit off the board that has not left it",
    4: "a unit in a cell that cannot be stood in",
    5: "two living units in one cell",
    6: "wounds out of range",
    7: "a flag that is neither 0 nor 1",
    8: "a timer below zero",
    9: "facing out of range",
    10: "an item that does not exist",
    11: "a link between units that is not mutual",
    12: "a slot in a state that does not exist",
    13: "fleeing without reason",
    14: "ended, but without ranks, or ranked while going on",
    15: "the answer was not used up",
    16: "a dead or absent unit is asked",
    17: "ammunition or loading out of range",
    18: "a unit won over a friend",
    19: "a pending verb at a prompt that asks for no part",
    20: "a finished frame was not zeroed",
    21: "sides of the roster do not fit",
    22: "more attack debt or parries than can be",
}


@kernel
def is_flag(value):
    """0 or 1."""
    return value == 0 or value == 1


@kernel
def invariants(s, w):
    """0 when all is well, else the number of a line of BROKEN."""
    broken = game_invariants(s)
    for who in range(s.unit_count):
        if broken == 0:
            broken = unit_invariants(s, w, who)
    return broken


@kernel
def game_invariants(s):
    """The battle as a whole."""
    if s.answer != 0:
        return 15
    if s.ending == 0:
        if s.prompt <= Prompt.NOBODY or s.prompt > Prompt.ITEM or s.decider < 0 or s.decider >= s.unit_count:
            return 1
        if s.decider_side != s.units[s.decider].side:
            return 1
        if s.units[s.decider].dead == 1 or s.units[s.decider].present == 0:
            return 16
        if s.depth < 1 or s.depth > STACK or s.stack[0].kind != Frame.BATTLE:
            return 2
        if (s.pending_verb != 0) != (s.prompt >= Prompt.TARGET):
            return 19
    for side in range(s.side_count):
        if (s.rank[side] == 0) != (s.ending == 0):
            return 14
    for k in range(s.depth, STACK):
        frame = s.stack[k]
        if frame.kind != 0 or frame.step != 0 or frame.who != 0 or frame.key != 0:
            return 20
    return roster_invariants(s)


@kernel
def roster_invariants(s):
    """Sides are contiguous blocks of the roster."""
    total = 0
    for side in range(s.side_count):
        if s.side_start[side] != total:
            return 21
        total += s.side_size[side]
        for who in range(s.side_start[side], total):
            if s.units[who].side != side or s.units[who].present != 1:
                return 21
    return 0 if total == s.unit_count else 21


@kernel
def unit_invariants(s, w, who):
    """One unit."""
    unit = s.units[who]
    broken = place_invariants(s, w, who)
    if broken != 0:
        return broken
    if unit.wounds < 0 or unit.wounds > unit.wounds_max:
        return 6
    flags = (
        is_flag(unit.dead) and is_flag(unit.prone) and is_flag(unit.off_guard) and is_flag(unit.hold_ground)
        and is_flag(unit.surprised) and is_flag(unit.doomed) and is_flag(unit.turn_taken) and is_flag(unit.blow_lost)
        and is_flag(unit.slots_forfeited) and is_flag(unit.has_faced) and is_flag(unit.escaped)
        and is_flag(unit.entangled) and is_flag(unit.trapped) and is_flag(unit.was_engaged) and is_flag(unit.hidden)
        and is_flag(unit.flee_wait) and is_flag(unit.wing_off) and is_flag(unit.powder_wet)
    )  # fmt: skip
    if not flags:
        return 7
    if (
        unit.unconscious_rounds < 0 or unit.dazed < 0 or unit.bleeding < 0 or unit.right_arm_off < 0
        or unit.left_arm_off < 0 or unit.leg_off < 0 or unit.forced_flee_rounds < 0 or unit.waited < 0
    ):  # fmt: skip
        return 8
    if unit.facing < 0 or unit.facing > 7:
        return 9
    if unit.main_hand < 0 or unit.main_hand >= ITEMS or unit.off_hand < 0 or unit.off_hand >= ITEMS:
        return 10
    if unit.mount != NO_UNIT and s.units[unit.mount].rider != who:
        return 11
    if unit.hold_role != 0 and s.units[unit.hold_partner].hold_partner != who:
        return 11
    for k in range(SLOTS):
        if unit.slot_state[k] < Slot.NONE or unit.slot_state[k] > Slot.LOST:
            return 12
    if unit.fleeing < 0 or unit.fleeing > 2 or (unit.fleeing == 1 and unit.declared != Verb.DECLARE_FLEE):
        return 13
    if unit.ammunition < 0 or unit.loaded < 0 or unit.load_progress < 0:
        return 17
    for other in range(s.unit_count):
        if (unit.won_over >> other) & 1 == 1 and s.allied[unit.side, s.units[other].side] == 1:
            return 18
    if unit.attack_debt < 0 or unit.parries < 0 or unit.parries > max(int(unit.attacks), 1):
        return 22
    return 0


@kernel
def place_invariants(s, w, who):
    """Where a unit stands."""
    unit = s.units[who]
    if unit.cell == OFF_BOARD:
        return 0 if unit.escaped == 1 or unit.rider != NO_UNIT else 3
    x = unit.cell % STRIDE
    y = unit.cell // STRIDE
    if unit.cell < 0 or x >= s.board_width or y >= s.board_height or unit.escaped == 1:
        return 3
    if w.field.closed[unit.cell] == 255 and unit.altitude_yd == 0:
        return 4
    for other in range(s.unit_count):
        if other != who and s.units[other].cell == unit.cell and unit.dead == 0 and s.units[other].dead == 0:
            if unit.altitude_yd == 0 and s.units[other].altitude_yd == 0:
                return 5
    for k in range(s.door_count):
        if s.door_state[k] < Border.OPEN or s.door_state[k] > Border.LOCKED_DOOR:
            return 12
    return 0

"""Changing what a side cannot know, for tests that nothing of it shows."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.state import NO_UNIT
from ..board import STRIDE
from ..rules.engagement import ground_unit_at
from ..rules.knowledge import is_known_to
from ..vocab import PACK, PARTS, SLOTS, Flaw, Frame, Item, Slot, Verb

LIGHTS = (Item.CANDLE, Item.TORCH, Item.LAMP, Item.LANTERN)
TRIES = 20  # cells tried for a place where nobody sees a unit

#: What may change in a unit that nobody of a side perceives, and within which numbers.
HIDDEN_NUMBERS = {
    **dict.fromkeys(
        ("prone", "entangled", "surprised", "turn_taken", "blow_lost", "slots_forfeited", "has_faced", "off_guard",
         "hold_ground", "was_engaged", "wing_off", "powder_wet", "under_fire", "only_parries", "tended", "npc"), (0, 1)
    ),
    **dict.fromkeys(
        ("weapon_skill", "ballistic_skill", "initiative", "dexterity", "leadership", "intelligence", "cool",
         "will_power", "fellowship", "effective_initiative"), (0, 100)
    ),
    **dict.fromkeys(("movement", "strength", "toughness", "attacks", "natural_damage"), (0, 10)),
    **dict.fromkeys(("unconscious_rounds", "dazed", "bleeding", "right_arm_off", "left_arm_off", "leg_off", "parries",
                     "dealt", "taken", "attack_debt", "ammunition", "waited"), (0, 9)),
    "wounds_max": (1, 30), "wounds": (0, 30), "height_ft": (1, 20), "facing": (0, 7), "loaded": (0, 1),
    "load_progress": (0, 3), "weapon_damage": (-30, 0), "fleeing": (0, 2), "last_rate": (0, 4),
    "night_vision_yd": (0, 40), "skills": (0, 31), "specialist": (0, 2**18 - 1),
}  # fmt: skip
DECLARATIONS = (Verb.NONE, Verb.ACT, Verb.DECLARE_FLEE, Verb.READY_SHOT)


def units_unknown_to(s: Any, viewer: int, w: Any) -> list[int]:
    """Units that a side does not know of; without the world only what was noted for the side that decides."""
    units = range(int(s.unit_count))
    if w is not None:
        return [who for who in units if not is_known_to(s, w, viewer, who)]
    return [who for who in units if s.known[who] == 0] if s.prompt != 0 and s.decider_side == viewer else []


def scramble_hidden(s: Any, viewer: int, rng: np.random.Generator, w: Any = None) -> None:
    """Change everything that ``viewer`` cannot know: where unseen units are, how they fare, what they carry and intend;
    flaws of guns nobody has noticed yet; and the first half of a choice that others are about to make.

    Args:
        s: state record, at a decision, with its legal answers listed.
        viewer: a side.
        rng: where the changes come from.
        w: rulebook numbers and map. Without them only the side that decides has its unknowns changed, and unseen units
            change places with each other at most.
    """
    unknown = units_unknown_to(s, viewer, w)
    for who in range(int(s.unit_count)):
        if s.units[who].gun_flaw <= Flaw.RAMROD:
            s.units[who].gun_flaw = int(rng.integers(Flaw.NONE, Flaw.RAMROD + 1))
    for who in unknown:
        change_numbers(s, s.units[who], rng)
    for who in unknown:
        if not carries_light(s.units[who]):
            change_hands(s.units[who], rng)
            change_place(s, viewer, who, unknown, rng, w)
    frame = s.stack[int(s.depth) - 1]
    if s.decider_side != viewer and s.prompt in PARTS and frame.kind == Frame.TURN:
        frame.verb = s.pending_verb = int(rng.choice([Verb.STRIKE, Verb.FIRE, Verb.MOVE_STANDARD, Verb.FACE]))
        frame.target = int(rng.integers(0, s.unit_count))


def carries_light(unit: Any) -> bool:
    """Whether others can see by its light."""
    return unit.main_hand in LIGHTS or unit.off_hand in LIGHTS


def change_numbers(s: Any, unit: Any, rng: np.random.Generator) -> None:
    """How a unit fares, what it can do, what it intends."""
    for name, (low, high) in HIDDEN_NUMBERS.items():
        setattr(unit, name, int(rng.integers(low, high + 1)))
    unit.declared = int(rng.choice(DECLARATIONS))
    unit.aim_target = int(rng.integers(NO_UNIT, s.unit_count))
    unit.round_target = int(rng.integers(NO_UNIT, s.unit_count))
    for k in range(SLOTS):
        unit.slot_at[k] = int(rng.integers(1, 100))
        unit.slot_state[k] = int(rng.integers(0, len(Slot)))


def change_hands(unit: Any, rng: np.random.Generator) -> None:
    """What a unit holds and has stowed; a light would be seen."""
    dark = [item for item in Item if item not in LIGHTS]
    unit.main_hand, unit.off_hand = int(rng.choice(dark)), int(rng.choice(dark))
    for k in range(PACK):
        unit.pack[k] = int(rng.choice(dark))


def change_place(s: Any, viewer: int, who: int, unknown: list[int], rng: np.random.Generator, w: Any) -> None:
    """Where a unit is: a free cell where it stays unknown, or that of another unknown unit."""
    unit = s.units[who]
    if w is None:
        other = s.units[unknown[int(rng.integers(len(unknown)))]]
        if not carries_light(other):
            unit.cell, other.cell = int(other.cell), int(unit.cell)
        return
    for _ in range(TRIES):
        cell = int(rng.integers(s.board_width) + STRIDE * rng.integers(s.board_height))
        if w.field.closed[cell] == 255 or ground_unit_at(s, cell) != NO_UNIT:
            continue
        before, unit.cell = int(unit.cell), cell
        if not is_known_to(s, w, viewer, who):
            return
        unit.cell = before

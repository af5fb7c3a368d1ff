"""Changing what a side cannot know, for tests that nothing of it shows."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.state import NO_UNIT
from ....core.state.fields import scramble
from ..board import STRIDE
from ..rules.engagement import ground_unit_at
from ..rules.knowledge import is_known_to
from ..state import UNIT
from ..vocab import LIGHTS, PACK, PARTS, Flaw, Frame, Item, Verb

TRIES = 20  # cells tried for a place where nobody sees a unit

#: What may change in a unit that nobody of a side perceives: how it fares, what it can do, what it intends.
HIDDEN_NUMBERS = (
    "prone", "entangled", "surprised", "turn_taken", "blow_lost", "slots_forfeited", "has_faced", "off_guard", "hold_ground",
    "was_engaged", "wing_off", "powder_wet", "under_fire", "only_parries", "tended", "npc", "weapon_skill", "ballistic_skill",
    "initiative", "dexterity", "leadership", "intelligence", "cool", "will_power", "fellowship", "effective_initiative",
    "movement", "strength", "toughness", "attacks", "natural_damage", "unconscious_rounds", "dazed", "bleeding",
    "right_arm_off", "left_arm_off", "leg_off", "parries", "dealt", "taken", "attack_debt", "ammunition", "waited",
    "wounds_max", "wounds", "height_ft", "facing", "loaded", "load_progress", "weapon_damage", "fleeing", "last_rate",
    "night_vision_yd", "skills", "specialist", "declared", "aim_target", "round_target", "slot_at", "slot_state",
)  # fmt: skip


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
        scramble(s, s.units[who], UNIT, HIDDEN_NUMBERS, rng)
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


def change_hands(unit: Any, rng: np.random.Generator) -> None:
    """What a unit holds and has stowed; a light would be seen."""
    dark = [item for item in Item if item not in LIGHTS]
    unit.main_hand, unit.off_hand = int(rng.choice(dark)), int(rng.choice(dark))
    for k in range(PACK):
        unit.pack[k] = int(rng.choice(dark))


def change_place(s: Any, viewer: int, who: int, unknown: list[int], rng: np.random.Generator, w: Any) -> None:
    """Where a unit is: a free cell where it stays unknown, or that of another unknown unit. A ridden mount has none."""
    unit = s.units[who]
    if unit.cell < 0:
        return
    if w is None:
        other = s.units[unknown[int(rng.integers(len(unknown)))]]
        if other.cell >= 0 and not carries_light(other):
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

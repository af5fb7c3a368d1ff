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
from ..stowed import is_pack_secret
from ..vocab import LIGHTS, PARTS, Flaw, Frame, Item, Verb

TRIES = 20  # cells tried for a place where nobody sees a unit
DARK = [item for item in Item if item not in LIGHTS]

#: What stays as it is in a unit that nobody of a side perceives: whose it is, that it is in the battle, what names it in other
#: units or is named by them, what decides whether it is perceived, and what an equal has done to it at this moment, which only a
#: unit that acts at the same moment may have. All else may change: how it fares, what it can do, what it carries and intends.
KEPT = (
    "side", "present", "cell", "dead", "escaped", "hidden", "altitude_yd", "mount", "rider", "owner", "hold_role",
    "hold_partner", "swoop_partner", "in_batch", "charged_by", "won_over", "beaten_by", "declined_on", "pushed_from",
    "main_hand", "off_hand", "doomed_entangled", "doomed_entangled_location", "doomed_holders", "doomed_severity",
)  # fmt: skip
HIDEABLE = [str(row[0]) for row in UNIT if row[0] not in KEPT]
STOWED = ("pack", "pack_buried", "pack_closed", "pack_ammunition", "pack_loaded", "pack_flaw")


def units_unknown_to(s: Any, viewer: int, w: Any) -> list[int]:
    """Units that a side does not know of; without the world only what was noted for the side that decides."""
    units = range(int(s.unit_count))
    if w is not None:
        return [who for who in units if not is_known_to(s, w, viewer, who)]
    return [who for who in units if s.known[who] == 0] if s.prompt != 0 and s.decider_side == viewer else []


def scramble_hidden(s: Any, viewer: int, rng: np.random.Generator, w: Any = None) -> None:
    """Change everything that ``viewer`` cannot know: where unseen units are, how they fare, what they carry and intend;
    what enemies have in their packs; flaws of guns nobody has noticed yet; and the first half of a choice that others are
    about to make.

    Args:
        s: state record, at a decision, with its legal answers listed.
        viewer: a side.
        rng: where the changes come from.
        w: rulebook numbers and map. Without them only the side that decides has its unknowns changed, and unseen units
            change places with each other at most.
    """
    unknown = units_unknown_to(s, viewer, w)
    for who in range(int(s.unit_count)):
        for flaw in ("gun_flaw", "second_flaw", "ground_flaw"):
            if s.units[who][flaw] <= Flaw.RAMROD:
                s.units[who][flaw] = int(rng.integers(Flaw.NONE, Flaw.RAMROD + 1))
        if who not in unknown and who != s.decider and is_pack_secret(s, viewer, who):
            scramble(s, s.units[who], UNIT, STOWED, rng)
    for who in unknown:
        scramble(s, s.units[who], UNIT, HIDEABLE, rng)
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
    """What a unit holds; a light would be seen."""
    unit.main_hand, unit.off_hand = int(rng.choice(DARK)), int(rng.choice(DARK))


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
        before = int(unit.cell), int(unit.altitude_yd)
        unit.cell = cell
        if unit.mount == NO_UNIT and unit.swoop_partner == NO_UNIT:
            unit.altitude_yd = int(rng.integers(2) * w.book.altitude_step_yards)
        if not is_known_to(s, w, viewer, who):
            return
        unit.cell, unit.altitude_yd = before

"""What the book says must hold after every decision, whatever was played: numbers that are consistent with one another.

Every number has been looked at before by itself (``core/loops/checks.py``). Also how to change what a side cannot know, for tests
that nothing hidden shows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ....core.state.fields import scramble
from ..board import STRIDE, column, is_solid, row
from ..rules import attacking, casting, coordination, moving, pushing, rolls, sneaking, tending
from ..rules.acting import Turn
from ..rules.conditions import hp_limit, is_standing
from ..rules.initiative import FIRST_JOKER
from ..state import UNIT
from ..turn import Battle
from ..vocab import STEPS_OF_A_MOVE, Frame, Item, Mark, Prompt, Trait, Verb

#: The steps of each procedure.
STEPS = {
    Frame.BATTLE: Battle,
    Frame.TURN: Turn,
    Frame.MOVE: moving.Step,
    Frame.ATTACK: attacking.Step,
    Frame.ROLL: rolls.Step,
    Frame.PUSH: pushing.Step,
    Frame.SNEAK: sneaking.Step,
    Frame.SEARCH: sneaking.Step,
    Frame.TEND: tending.Step,
    Frame.CAST: casting.Step,
    Frame.COORDINATE: coordination.Step,
}

#: What each number other than 0 means.
BROKEN = {
    1: "hit points beyond the maximum, or none left on a unit that is neither dead nor down",
    2: "dead, bleeding out, unconscious or withdrawn at once, or out of play with what ends there",
    3: "a unit off the board that has not left it, or in a cell that is off the board or solid",
    4: "what is in hand, lost or coated is no weapon it carries",
    5: "a timer or counter beyond the book's numbers",
    6: "two units have the same card, or one in the deck",
    7: "the prompt does not fit the procedure that is running",
    8: "a gate off the board, or more gates than there are",
    9: "a roll, a fall or a way is left over at a decision",
    10: "a partner or target of a coordinated attack that cannot be",
    11: "the round is out of its range",
}
ANY_VALUE: frozenset[str] = frozenset()
PER_CELL = 1


@kernel
def takes_room(s, who):
    """Whether a unit occupies the cell it is in: all but dead units and units passing through."""
    for k in range(s.depth):
        if s.stack[k].kind == Frame.MOVE and s.stack[k].who == who:
            return False
    return s.units[who].dead == 0


@kernel
def invariants(s, w):
    """0 when all is well, else the number of a line of BROKEN."""
    if s.round_no < 0 or s.round_no > w.book.round_limit:
        return 11
    if not are_gates_fine(s):
        return 8
    if not are_cards_fine(s):
        return 6
    for who in range(s.unit_count):
        broken = broken_unit(s, w, who)
        if broken != 0:
            return broken
    if s.prompt != 0:
        if s.rolled != 0 or s.falling != 0 or s.is_decided != 0:
            return 9
        if not is_question_fine(s):
            return 7
    return 0


@kernel
def are_gates_fine(s):
    """Gates in use lie on the board, the others nowhere."""
    for k in range(len(s.gate_cell)):
        cell = int(s.gate_cell[k])
        if (k < s.gate_count) != (cell >= 0):
            return False
        if cell >= 0 and (column(cell) >= s.board_width or row(cell) >= s.board_height):
            return False
    return True


@kernel
def are_cards_fine(s):
    """No two units hold the same card, and no unit holds a card that is still in the deck."""
    for who in range(s.unit_count):
        card = int(s.units[who].card)
        if card >= 0:
            if s.deck[card] == 1:
                return False
            for other in range(who):
                if s.units[other].card == card:
                    return False
    return True


@kernel
def broken_unit(s, w, who):
    """One row of the roster."""
    unit = s.units[who]
    if s.round_no > 0 and unit.hp > hp_limit(s, w, who):
        return 1
    if unit.hp > unit.hp_max:
        return 1
    if not is_condition_fine(s, w, who):
        return 2
    if not is_place_fine(s, w, who):
        return 3
    if not are_weapons_fine(s, who):
        return 4
    if unit.actions_left > w.book.standard_actions or unit.free_left > w.book.free_actions:
        return 5
    if unit.coordinated_on != NO_UNIT and (unit.coordinated_on == who or not is_standing(s, int(unit.coordinated_on))):
        return 10
    return 0


@kernel
def is_condition_fine(s, w, who):
    """Only one way to be out of play at a time, and nothing that ends with it."""
    unit = s.units[who]
    if unit.dead + unit.down + unit.unconscious + unit.withdrawn > 1:
        return False
    if unit.down == 1 and unit.hp != 0:
        return False
    is_out = unit.dead == 1 or unit.down == 1 or unit.unconscious == 1 or unit.withdrawn == 1
    has_left = unit.stunned > 0 or unit.rooted > 0 or unit.blind > 0 or unit.defending == 1 or unit.hidden == 1
    if is_out and s.round_no > 0 and (has_left or unit.coordinated_on != NO_UNIT):
        return False
    return unit.grounded == 0 or unit.traits & Trait.FLYING != 0


@kernel
def is_place_fine(s, w, who):
    """On the board unless it has left, and not in a wall unless it passes through them."""
    unit = s.units[who]
    cell = int(unit.cell)
    if cell < 0:
        return unit.withdrawn == 1 or unit.dead == 1
    if unit.withdrawn == 1 or column(cell) >= s.board_width or row(cell) >= s.board_height:
        return False
    return unit.dead == 1 or unit.traits & Trait.ETHEREAL != 0 or not is_solid(s, w, cell)


@kernel
def are_weapons_fine(s, who):
    """What is in hand is carried and does not lie on the ground; coatings are on weapons."""
    unit = s.units[who]
    if unit.wielded >= 0 and (unit.weapons[unit.wielded] == Item.NOTHING or unit.wielded == unit.lost_slot):
        return False
    if (unit.lost_slot >= 0) != (unit.lost_cell >= 0):
        return False
    if unit.venom_slot >= 0 and unit.weapons[unit.venom_slot] == Item.NOTHING:
        return False
    return unit.sleep_slot < 0 or unit.weapons[unit.sleep_slot] != Item.NOTHING


@kernel
def is_question_fine(s):
    """The prompt belongs to the procedure on top, which waits for the deciding unit. A turn asks for part of a choice exactly
    while a verb is pending.
    """
    frame = s.stack[s.depth - 1]
    if s.prompt == Prompt.REROLL:
        return (frame.kind == Frame.ROLL or frame.kind == Frame.ATTACK) and frame.who == s.decider
    if s.prompt == Prompt.OPPORTUNITY:
        return frame.kind == Frame.MOVE and frame.target == s.decider
    if s.prompt == Prompt.CONSENT:
        return frame.kind == Frame.COORDINATE and frame.index == s.decider
    if frame.kind != Frame.TURN or s.decider != frame.who:
        return False
    is_part = s.prompt >= Prompt.TARGET
    return is_part == (s.pending_verb != Verb.NONE)


#: What stays as it is when a hidden unit is changed: whose it is, that it hides, and what names a cell or a card.
KEPT = ("side", "present", "hidden", "cell", "dead", "lost_cell", "card")
HIDEABLE = [str(row[0]) for row in UNIT if row[0] not in KEPT]


def scramble_hidden(s: Any, viewer: int, rng: np.random.Generator) -> None:
    """Change everything that ``viewer`` cannot know: all about hidden enemies, and where an enemy that moves is going."""
    for unit in s.units[: s.unit_count]:
        if unit["hidden"] == 1 and s.allied[viewer, unit["side"]] == 0:
            scramble(s, unit, UNIT, HIDEABLE, rng)
            unit["cell"] = rng.integers(0, s.board_width) + STRIDE * rng.integers(0, s.board_height)
    for frame in s.stack[: s.depth]:
        if frame["kind"] == Frame.MOVE and s.allied[viewer, s.units[frame["who"]]["side"]] == 0:
            if frame["step"] != moving.Step.WATCHED and not frame["marks"] & Mark.LEAVING:
                scramble_way(s, frame, rng)


def scramble_way(s: Any, frame: Any, rng: np.random.Generator) -> None:
    """Change the steps of a Move after those made."""
    made = int(frame["index"])
    s.way_steps[made:] = rng.integers(0, 8, STEPS_OF_A_MOVE - made)
    s.way_length = rng.integers(made, STEPS_OF_A_MOVE + 1)


def as_counted(s: Any, book: Any) -> None:
    """What counting makes of a position: of the cards below the jokers nothing matters but their order, so they are the best."""
    deck = np.array(book["full_deck"])
    plain = [card for card in range(FIRST_JOKER - 1, -1, -1) if deck[card]]
    units = s.units[: s.unit_count]
    held = sorted((int(unit["card"]) for unit in units if 0 <= unit["card"] < FIRST_JOKER), reverse=True)
    s.deck[:FIRST_JOKER] = deck[:FIRST_JOKER]
    for unit in units:
        if 0 <= unit["card"] < FIRST_JOKER:
            unit["card"] = plain[held.index(int(unit["card"]))]
            s.deck[unit["card"]] = 0

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
from ..board import STRIDE, column, distance, row
from ..rules import acting, ambush, declaring, falling, firing, moving, plotting, pushing, tending
from ..rules.conditions import is_active
from ..rules.sight import is_shut_door
from ..state import UNIT
from ..turn import Battle
from ..vocab import SLOTS, WAY, Frame, Item, Mark, Mode, Prompt, Thing, Verb

#: The steps of each procedure.
STEPS = {
    Frame.BATTLE: Battle,
    Frame.DECLARE: plotting.Declaring,
    Frame.AMBUSH: ambush.Ambush,
    Frame.TURN: acting.Turn,
    Frame.MOVE: moving.Step,
    Frame.WATCH: firing.Step,
    Frame.ATTACK: declaring.Step,
    Frame.PUSH: pushing.Step,
    Frame.FALL: falling.Step,
    Frame.TRAP: falling.Step,
    Frame.TASK: tending.Step,
    Frame.WHIRLWIND: (0,),  # one enemy after the other
}

#: What each number other than 0 means.
BROKEN = {
    1: "HEALTH above the maximum, or at odds with being down, dead or active",
    2: "dead and down at once, or out of action with what ends there",
    3: "a unit off the map that is not dead, or in a cell that is off the board or closed",
    4: "what is in hand, lies about or is loaded is no weapon it carries so",
    5: "more actions, free actions, reactions, levels of Restrained or turns pinned than the book's numbers allow",
    6: "an impossible hold: by nobody, by a unit out of reach, or on two units at once",
    7: "the prompt does not fit the procedure that is running",
    8: "a door, chest or trap off the board, two in one cell, or more than there are; or fog without rounds",
    9: "something is left over at a decision",
    10: "a plan for the ambush turn when it is over, or half a plan",
    11: "the round is out of its range",
    12: "two units have the same place in the order",
}
ANY_VALUE: frozenset[str] = frozenset()
PER_CELL = 1


@kernel
def takes_room(s, who):
    """Whether a unit with a cell takes room in it: all but the dead, and who is just passing through."""
    for k in range(s.depth):
        if s.stack[k].kind == Frame.MOVE and s.stack[k].who == who:
            return False
    return s.units[who].dead == 0


@kernel
def invariants(s, w):
    """0 when all is well, else the number of a line of BROKEN."""
    if s.round_no < 0 or s.round_no > w.book.round_limit:
        return 11
    if not are_things_fine(s):
        return 8
    for who in range(s.unit_count):
        broken = broken_unit(s, w, who)
        if broken != 0:
            return broken
    if s.round_no > 0 and not is_order_fine(s):
        return 12
    if s.prompt != 0:
        if s.result != 0 or s.is_decided != 0:
            return 9
        if not is_question_fine(s):
            return 7
    return 0


@kernel
def are_things_fine(s):
    """Things in use lie on the board, each in a cell of its own; the others lie nowhere. A fog has a cell exactly while it
    has rounds left.
    """
    for k in range(len(s.thing_cell)):
        cell = int(s.thing_cell[k])
        if (k < s.thing_count) != (cell >= 0) or (k < s.thing_count) != (s.thing[k] != Thing.NOTHING):
            return False
        if cell >= 0 and (column(cell) >= s.board_width or row(cell) >= s.board_height):
            return False
        for other in range(k):
            if cell >= 0 and s.thing_cell[other] == cell:
                return False
    for k in range(len(s.fog_cell)):
        if (s.fog_cell[k] >= 0) != (s.fog_rounds[k] > 0):
            return False
    return True


@kernel
def is_order_fine(s):
    """No two living units have the same initiative, AGILITY and place among tied units."""
    for who in range(s.unit_count):
        for other in range(who):
            one, two = s.units[who], s.units[other]
            if one.dead == 0 and two.dead == 0 and one.initiative == two.initiative:
                if one.agility == two.agility and one.tie == two.tie:
                    return False
    return True


@kernel
def broken_unit(s, w, who):
    """One row of the roster."""
    if not is_health_fine(s, who):
        return 1
    if not is_condition_fine(s, who):
        return 2
    if not is_place_fine(s, w, who):
        return 3
    if not are_weapons_fine(s, w, who):
        return 4
    if not are_counters_fine(s, w, who):
        return 5
    if not is_hold_fine(s, who):
        return 6
    return 0 if is_plan_fine(s, who) else 10


@kernel
def is_health_fine(s, who):
    """HEALTH is above 0 for a unit that is up, and 0 or less, with dice left, for a unit that is down."""
    unit = s.units[who]
    if unit.health > unit.health_max:
        return False
    if unit.dead == 1:
        return unit.dying_dice == 0
    if unit.down == 1:
        return unit.health <= 0 and unit.dying_dice > 0
    return unit.health > 0 and unit.dying_dice == 0


@kernel
def is_condition_fine(s, who):
    """A unit out of action neither watches nor hides behind cover nor has actions left; the prone have fallen."""
    unit = s.units[who]
    if unit.dead == 1 and unit.down == 1:
        return False
    if unit.overwatch == 1 and (unit.hunkered == 1 or unit.blinded > 0 or unit.restrained >= 2 or unit.held < 0):
        return False
    if is_active(s, who):
        return True
    if unit.down == 1 and unit.prone == 0:
        return False
    return unit.overwatch == 0 and unit.hunkered == 0 and unit.aimed == 0 and unit.actions_left == 0


@kernel
def is_place_fine(s, w, who):
    """On the board unless it is dead, and in no cell that is closed."""
    unit = s.units[who]
    cell = int(unit.cell)
    if cell < 0 or unit.dead == 1:
        return cell < 0 and unit.dead == 1
    if column(cell) >= s.board_width or row(cell) >= s.board_height:
        return False
    return w.field.blocked[cell] == 0 and not is_shut_door(s, cell)


@kernel
def are_weapons_fine(s, w, who):
    """What is in hand is carried, and no part of the body; what lies about is a weapon; nothing is loaded beyond its capacity."""
    unit = s.units[who]
    if unit.held >= 0:
        item = int(unit.weapons[unit.held])
        if item == Item.UNARMED or unit.lies[unit.held] >= 0 or w.book.weapons[item].natural == 1:
            return False
    for slot in range(SLOTS):
        weapon = w.book.weapons[unit.weapons[slot]]
        if unit.weapons[slot] == Item.UNARMED and (unit.lies[slot] >= 0 or unit.loaded[slot] > 0):
            return False
        if unit.loaded[slot] > max(weapon.capacity, weapon.count):
            return False
    return True


@kernel
def are_counters_fine(s, w, who):
    """Nothing beyond what the book gives."""
    unit = s.units[who]
    if unit.actions_left > max(unit.actions, w.book.ambush_actions) or unit.free_left > w.book.free_actions:
        return False
    if unit.reactions_left > w.book.reactions or unit.restrained > w.book.max_restrained:
        return False
    return unit.pinned <= max(w.book.pinned_most, 0)


@kernel
def is_hold_fine(s, who):
    """A held unit is restrained, and its holder is an active neighbour that holds no other unit."""
    holder = int(s.units[who].holder)
    if holder == NO_UNIT:
        return True
    if s.units[who].restrained == 0 or holder == who or not is_active(s, holder) or s.units[who].cell < 0:
        return False
    if distance(int(s.units[holder].cell), int(s.units[who].cell)) != 1:
        return False
    for other in range(s.unit_count):
        if other != who and s.units[other].holder == holder:
            return False
    return True


@kernel
def is_plan_fine(s, who):
    """Plans are made before the first round, each against another unit, and are cleared afterwards."""
    unit = s.units[who]
    if unit.plan_verb == Verb.NONE:
        return unit.plan_target == NO_UNIT and unit.plan_cell < 0 and unit.ambush_won == 0
    return s.round_no == 0 and unit.plan_target != NO_UNIT and unit.plan_target != who


@kernel
def are_runs_fine(s):
    """A unit runs in an exploit only for the attack below, which has the same exploit and waits for the run."""
    for k in range(1, s.depth):
        frame, below = s.stack[k], s.stack[k - 1]
        if frame.kind == Frame.MOVE:
            is_run = below.kind == Frame.ATTACK
            if (frame.mode != 0) != is_run or (is_run and (frame.mode != below.mode or is_under_way(below))):
                return False
    return True


@kernel
def is_under_way(frame):
    """Whether anything of an attack is settled that is settled only once its attacker has arrived."""
    return frame.marks != 0 or frame.pool != 0 or frame.trade != 0 or frame.luck != 0


@kernel
def are_marks_fine(s):
    """The marks of an attack say where it comes from: overwatch, a whirlwind, the ambush turn; a guard comes after all else."""
    for k in range(1, s.depth):
        frame, below = s.stack[k], s.stack[k - 1]
        if frame.kind == Frame.ATTACK:
            if (frame.marks & Mark.OVERWATCH != 0) != (below.kind == Frame.WATCH):
                return False
            if (frame.marks & Mark.WHIRLWIND != 0) != (below.kind == Frame.WHIRLWIND):
                return False
            if (frame.marks & Mark.AMBUSH != 0) != (below.kind == Frame.AMBUSH):
                return False
            if frame.marks & Mark.GUARDED != 0 and frame.step <= declaring.Step.GUARDED:
                return False
    return True


@kernel
def is_question_fine(s):
    """The prompt belongs to the procedure on top, which waits for the deciding unit. A turn or declaration asks for part of a
    choice exactly while a verb is pending.
    """
    frame = s.stack[s.depth - 1]
    if not are_runs_fine(s) or not are_marks_fine(s):
        return False
    if frame.kind == Frame.DECLARE and frame.index != frame.who + 1:
        return False
    if s.prompt == Prompt.WATCH:
        return frame.kind == Frame.WATCH and frame.index == s.decider
    if s.prompt == Prompt.GUARD:
        return frame.kind == Frame.ATTACK and frame.target == s.decider
    if s.prompt == Prompt.TRADE or s.prompt == Prompt.LUCK:
        return (frame.kind == Frame.ATTACK or frame.kind == Frame.DECLARE) and frame.who == s.decider
    if frame.who != s.decider:
        return False
    is_part = s.prompt >= Prompt.TARGET
    if is_part != (s.pending_verb != Verb.NONE):
        return False
    if s.prompt == Prompt.AMBUSH:
        return frame.kind == Frame.DECLARE
    return frame.kind == Frame.TURN or (is_part and frame.kind == Frame.DECLARE)


#: A plan for the ambush turn, which only its own side knows.
PLAN = ("plan_verb", "plan_target", "plan_item", "plan_mode", "plan_cell", "plan_trade", "plan_luck")


def scramble_hidden(s: Any, viewer: int, rng: np.random.Generator) -> None:
    """Change everything that ``viewer`` cannot know: plans of others, while plans are made, and where an enemy is going."""
    if any(int(frame["kind"]) == Frame.DECLARE for frame in s.stack[: s.depth]):
        for unit in s.units[: s.unit_count]:
            if s.allied[viewer, unit["side"]] == 0 and s.may_ambush[unit["side"]] == 1:
                scramble(s, unit, UNIT, PLAN, rng)
                unit["plan_cell"] = any_cells(s, 1, rng)[0]
    for frame in s.stack[: s.depth]:
        if frame["kind"] == Frame.MOVE and s.allied[viewer, s.units[frame["who"]]["side"]] == 0:
            if frame["mode"] == Mode.NORMAL:
                made = int(frame["index"])
                s.way[made:] = any_cells(s, WAY - made, rng)
                s.way_length = rng.integers(made, WAY + 1)


def any_cells(s: Any, count: int, rng: np.random.Generator) -> Any:
    """Random cells of the board."""
    return rng.integers(0, s.board_width, count) + STRIDE * rng.integers(0, s.board_height, count)

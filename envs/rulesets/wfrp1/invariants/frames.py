"""The stack of procedures, and whether what is asked fits the one that is running."""

from __future__ import annotations

import numpy as np

from ....core.compiler import kernel
from ....core.state import top
from ..board import CELLS
from ..rules.bombs import Bomb
from ..rules.combat import Blow
from ..rules.conditions import is_able
from ..rules.doors import DoorBlow
from ..rules.drops import Dropped
from ..rules.falling import Fall
from ..rules.fire import Burn, Fire
from ..rules.fleeing import RUN
from ..rules.fumbles import Fumble
from ..rules.grapples import Contest, Grapple
from ..rules.injuries import Wound
from ..rules.mounted import SlainMount
from ..rules.shots import Shot
from ..rules.tending import Tend
from ..turn import Battle, Turn
from ..vocab import ITEMS, LOCATIONS, MODES, SLOTS, UNITS, Ending, Flag, Frame, Prompt, Verb
from .battle import MOST, VERBS, is_unit_or_none

#: The last step of each procedure.
LAST_STEP = np.zeros(len(Frame), np.int64)
for _frame, _steps in (
    (Frame.BATTLE, Battle),
    (Frame.TURN, Turn),
    (Frame.BLOW, Blow),
    (Frame.SHOT, Shot),
    (Frame.WOUND, Wound),
    (Frame.FUMBLE, Fumble),
    (Frame.BOMB, Bomb),
    (Frame.FIRE, Fire),
    (Frame.BURN, Burn),
    (Frame.TEND, Tend),
    (Frame.DOOR_BLOW, DoorBlow),
    (Frame.GRAPPLE, Grapple),
    (Frame.HOLD, Contest),
    (Frame.DROPPED, Dropped),
    (Frame.SLAIN_MOUNT, SlainMount),
    (Frame.FALL, Fall),
):
    LAST_STEP[_frame] = max(_steps)
LAST_STEP[Frame.FLIGHT] = RUN
ALL_FLAGS = int(sum(Flag))
ALL_UNITS = 1 << UNITS  # more than any set of bits, one a unit, and than any count of the round doubled


@kernel
def is_frame_fine(s, frame):
    """Every number of one procedure."""
    return (
        Frame.BATTLE <= frame.kind < len(LAST_STEP)
        and 0 <= frame.step <= LAST_STEP[frame.kind]
        and 0 <= frame.who < s.unit_count
        and is_unit_or_none(s, frame.target)
        and is_unit_or_none(s, frame.victim)
        and 0 <= frame.verb < VERBS
        and 0 <= frame.mode < MODES
        and -1 <= frame.cell < CELLS
        and -1 <= frame.slot < SLOTS
        and is_unit_or_none(s, frame.first_target)
        and 0 <= frame.item_used < ITEMS
        and 0 <= frame.location < LOCATIONS
        and -1 <= frame.number <= MOST
        and 0 <= frame.flag_bits <= ALL_FLAGS
        and 0 <= frame.dice <= MOST
        and 0 <= frame.stopped <= MOST
        and 0 <= frame.amount <= MOST
        and 0 <= frame.index <= MOST
        and -1 <= frame.key < ALL_UNITS
    )


@kernel
def are_frames_fine(s):
    """The running procedures: the battle at the bottom and nowhere else."""
    for k in range(s.depth):
        if not is_frame_fine(s, s.stack[k]) or (s.stack[k].kind == Frame.BATTLE) != (k == 0):
            return False
    return True


# --- what is asked ---------------------------------------------------------------------------------------------------


@kernel
def asks(prompt, frame):
    """Whether a procedure can ask this."""
    if frame.kind == Frame.BATTLE:
        is_part = prompt == Prompt.TARGET or prompt == Prompt.ITEM or prompt == Prompt.MODE
        return prompt == Prompt.PRESS or prompt == Prompt.DECLARE or is_part
    if frame.kind == Frame.BLOW:
        return prompt == Prompt.PARRY
    if frame.kind == Frame.HOLD:
        return prompt == Prompt.PRESSURE
    if frame.kind != Frame.TURN or prompt < Prompt.TURN or prompt == Prompt.PARRY or prompt == Prompt.PRESSURE:
        return False
    if prompt == Prompt.TURN or prompt == Prompt.HOLD:
        return frame.slot == 0
    if prompt == Prompt.MOUNT_BLOW:
        return True
    return prompt != Prompt.EXTRA_BLOW or frame.slot > 0


@kernel
def is_question_fine(s):
    """The procedure on top asks somebody who is able, for itself; a pending verb goes with a part of a choice."""
    if s.ending != Ending.GOING_ON:
        return True
    frame = top(s)
    asked = frame.target if s.prompt == Prompt.PARRY else frame.who
    if s.prompt == Prompt.NOBODY or s.decider != asked or s.decider_side != s.units[s.decider].side:
        return False
    if not asks(s.prompt, frame) or not is_able(s, int(s.decider)):
        return False
    if s.prompt < Prompt.TARGET:
        return s.pending_verb == Verb.NONE
    if frame.kind == Frame.BATTLE and s.prompt == Prompt.TARGET:
        return s.pending_verb == Verb.PRESS
    return s.pending_verb == frame.verb and s.pending_verb != Verb.NONE

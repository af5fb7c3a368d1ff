"""Whether the prompt fits the running procedure."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT, top
from ....core.state.choosing import Part
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
from ..rules.menu import PARTS_OF
from ..rules.mounted import SlainMount
from ..rules.shots import Shot
from ..rules.tending import Tend
from ..turn import Battle, Turn
from ..vocab import Ending, Frame, Prompt, Verb

#: The steps of each procedure.
STEPS = {
    Frame.BATTLE: Battle,
    Frame.TURN: Turn,
    Frame.BLOW: Blow,
    Frame.SHOT: Shot,
    Frame.WOUND: Wound,
    Frame.FUMBLE: Fumble,
    Frame.BOMB: Bomb,
    Frame.FIRE: Fire,
    Frame.BURN: Burn,
    Frame.TEND: Tend,
    Frame.DOOR_BLOW: DoorBlow,
    Frame.GRAPPLE: Grapple,
    Frame.HOLD: Contest,
    Frame.DROPPED: Dropped,
    Frame.SLAIN_MOUNT: SlainMount,
    Frame.FLIGHT: (RUN,),
    Frame.FALL: Fall,
}


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
def is_slot_named(s, frame):
    """Where a hand is asked for, for what one of the unit's things is meant; the frame notes its slot."""
    if s.prompt != Prompt.MODE or PARTS_OF[s.pending_verb, 0] != Part.ITEM:
        return True
    return frame.item_used < len(s.units[s.decider].pack)


@kernel
def is_question_fine(s):
    """The top procedure asks its own unit, which is able to act; a pending verb goes with a part of a choice, after those that
    come before.
    """
    if s.ending != Ending.GOING_ON:
        return True
    frame = top(s)
    asked = frame.target if s.prompt == Prompt.PARRY else frame.who
    if asked == NO_UNIT or s.decider != asked:
        return False
    if not asks(s.prompt, frame) or not is_able(s, int(s.decider)):
        return False
    if s.prompt < Prompt.TARGET:
        return s.pending_verb == Verb.NONE
    if frame.kind == Frame.BATTLE and s.prompt == Prompt.TARGET:
        return s.pending_verb == Verb.PRESS
    return s.pending_verb == frame.verb and s.pending_verb != Verb.NONE and is_slot_named(s, frame)

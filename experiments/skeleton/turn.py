"""The sequence of play: which step of which procedure runs next. The engine calls ``step`` until a unit is asked something or the
battle is over; nothing else changes a battle.
"""

from __future__ import annotations

from tactica.envs.core.compiler import kernel
from tactica.envs.core.state import top

from .rules.striking import blow_step
from .rules.turns import end_step, round_step, turn_step
from .vocab import Frame, Phase


@kernel
def step(s, w):
    """Run one step of the procedure on top. One that is forgotten here ends the battle as stalled."""
    frame = top(s)
    if frame.kind == Frame.BATTLE:
        battle_step(s, w, frame)
    elif frame.kind == Frame.BLOW:
        blow_step(s, w, frame)


@kernel
def battle_step(s, w, frame):
    """Run one step of the battle."""
    if frame.step == Phase.ROUND:
        round_step(s, frame)
    elif frame.step == Phase.TURN:
        turn_step(s, w, frame)
    else:
        end_step(s, w, frame)

"""Sequence of play: deploying, then in every round cards, orders, speed, acts, watching, rising, the end of the round."""

from __future__ import annotations

from tactica.envs.core.compiler import kernel
from tactica.envs.core.state import emit, top

from .rules.cards import card_step, draw_step
from .rules.deploying import deploy_step
from .rules.orders import act_step, next_unit_step, order_step, speed_step
from .rules.round_end import end_step, rise_step, watch_step
from .rules.striking import clash_step
from .vocab import Event, Frame, Phase


@kernel
def round_step(s, frame):
    """A new round: what lasts a round is over."""
    s.round_no += 1
    s.orders_open = 0
    for side in range(len(s.rank)):
        s.might[side] = 0
        s.haste[side] = 0
        s.speed[side] = 0
    for who in range(s.unit_count):
        s.units[who].order = 0
        s.units[who].guard_direction = 0
        s.units[who].acted = 0
    emit(s, Event.ROUND_BEGINS, -1, -1, s.round_no, 0)
    frame.step = Phase.DRAW


@kernel
def step(s, w):
    """Run one step of the procedure on top."""
    frame = top(s)
    if frame.kind == Frame.CLASH:
        clash_step(s, w, frame)
    elif frame.kind == Frame.ACT:
        act_step(s, w, frame)
    elif frame.step == Phase.DEPLOY:
        deploy_step(s, w, frame)
    elif frame.step == Phase.ROUND:
        round_step(s, frame)
    elif frame.step == Phase.DRAW:
        draw_step(s, w, frame)
    elif frame.step == Phase.CARDS:
        card_step(s, w, frame)
    elif frame.step == Phase.ORDERS:
        order_step(s, w, frame)
    elif frame.step == Phase.SPEED:
        speed_step(s, w, frame)
    elif frame.step == Phase.ACT:
        next_unit_step(s, w, frame)
    elif frame.step == Phase.WATCH:
        watch_step(s, w, frame)
    elif frame.step == Phase.RISE:
        rise_step(s, w, frame)
    else:
        end_step(s, w, frame)

"""What each action costs, and whether that can be paid."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..vocab import Refusal, Verb
from .casting import actions_for_spell
from .prices import actions_for


@rule("action.cost_table", "action.draw_sheathe", "action.drop_prone", "action.drop_item", "action.stand")
def cost_of_handling(w, verb):
    """Cost table: postures, and things handled."""
    if verb == Verb.DROP_PRONE:
        return int(w.book.cost_drop_prone_or_crouch)
    if verb == Verb.STAND:
        return int(w.book.cost_stand_from_prone)
    if verb == Verb.DRAW or verb == Verb.SHEATHE:
        return int(w.book.cost_draw_or_sheathe)
    if verb == Verb.DROP:
        return int(w.book.cost_drop_item)
    if verb == Verb.PICK_UP:
        return int(w.book.cost_pick_up_item)
    if verb == Verb.RELOAD:
        return int(w.book.cost_reload_or_recharge)
    if verb == Verb.OPEN:
        return int(w.book.cost_open_unlocked_door_or_chest)
    if verb == Verb.UNLOCK:
        return int(w.book.cost_pick_lock_or_disarm_trap)
    return int(w.book.items[0].actions)


@rule(
    "action.cost_table", "cover.positions", "pinned.hide", "suppress.beneficiary", "completion.exploit.whirlwind_frenzy"
)
def cost_of(w, verb, mode):
    """Cost table: actions a verb takes, 0 the free action."""
    if verb == Verb.ATTACK or verb == Verb.AMBUSH_ATTACK:
        return actions_for(w, mode)
    if verb == Verb.CAST or verb == Verb.CAST_AREA:
        return actions_for_spell(w, mode)
    if verb == Verb.MOVE or verb == Verb.AMBUSH_MOVE:
        return int(w.book.cost_move)
    if verb == Verb.WHIRLWIND:
        return int(w.book.whirlwind_actions)
    if verb == Verb.AIM or verb == Verb.FEINT:
        return int(w.book.cost_aim_or_feint)
    if verb == Verb.OVERWATCH or verb == Verb.AMBUSH_WATCH:
        return int(w.book.cost_overwatch)
    if verb == Verb.SUPPRESS:
        return int(w.book.cost_suppress)
    if verb == Verb.HUNKER or verb == Verb.UNHUNKER:
        return int(w.book.cost_hunker)
    if verb == Verb.HIDE:
        return int(w.book.cost_hide)
    if verb == Verb.HEAL:
        return int(w.book.cost_emergency_healing)
    if verb == Verb.SCAN:
        return int(w.book.cost_scan)
    if verb == Verb.SHAKE_OFF:
        return int(w.book.cost_shake_off_condition)
    return cost_of_handling(w, verb)


@rule("turn.two_actions", "turn.budget")
def refusal_of_price(s, w, who, verb, mode):
    """Budget: enough actions left in this activation; the free action, or an ordinary one in its place."""
    cost = cost_of(w, verb, mode)
    left = s.units[who].actions_left
    if cost == 0:
        is_free = s.units[who].free_left > 0 or (w.book.free_overflow == 1 and left > 0)
        return Refusal.NONE if is_free else Refusal.NO_FREE_ACTION
    if left >= cost:
        return Refusal.NONE
    return Refusal.TOO_FEW_ACTIONS if left > 0 else Refusal.NO_ACTIONS


@kernel
def may_pay(s, w, who, verb):
    """Whether a unit can pay for a verb that costs the same in every way."""
    return refusal_of_price(s, w, who, verb, 0) == Refusal.NONE

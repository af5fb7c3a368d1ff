"""The menu: the targets, manners and places of each verb."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..vocab import FIRST_BIND, MODES, SLOTS, Mode, Refusal, Verb
from .aiming import refusal_of_blow, refusal_of_body, refusal_of_shot
from .charging import refusal_of_charge_at
from .climbing import DOWN, UP, refusal_of_climb
from .conditions import is_present
from .dragging import refusal_of_assistance, refusal_of_bash, refusal_of_drag, refusal_of_drag_of
from .guarding import refusal_of_border_guard, refusal_of_guard
from .ordering import refusal_of_delay_to
from .passing import refusal_of_crawl, refusal_of_move, refusal_of_run
from .readying import refusal_of_ready_move, refusal_of_trigger, trigger_of
from .searching import refusal_of_attention, refusal_of_search, refusal_of_threat
from .skills import refusal_of_priming, refusal_of_rallying, refusal_of_treating
from .things import refusal_of_draw, refusal_of_drop, refusal_of_get, refusal_of_put_away

# --- at whom ---------------------------------------------------------------------------------------------------------


@rule("c.skills", "c.first_aid", "action.observe_item", "action.observe_insight", "c.speech")
def refusal_of_aim(s, w, who, verb, target):
    """Whom: enemies to be attacked, patients and allies near by, enemies in view."""
    if not is_present(s, target):
        return Refusal.GONE
    if verb == Verb.WEAPON_ATTACK or verb == Verb.BRAWL:
        return refusal_of_blow(s, w, who, target)
    if verb == Verb.SHOOT:
        return refusal_of_shot(s, w, who, target)
    if verb == Verb.CHARGE_WEAPON or verb == Verb.CHARGE_BRAWL:
        return refusal_of_charge_at(s, w, who, target)
    if verb == Verb.GUARD:
        return refusal_of_guard(s, w, who, target)
    if verb == Verb.DELAY_BEFORE or verb == Verb.DELAY_AFTER:
        return refusal_of_delay_to(s, who, target)
    if verb == Verb.ASSIST:
        return refusal_of_assistance(s, w, who, target)
    if verb == Verb.DRAG:
        return refusal_of_drag_of(s, w, who, target)
    if verb == Verb.FIRST_AID:
        return refusal_of_treating(s, who, target)
    if verb == Verb.RALLY:
        return refusal_of_rallying(s, who, target)
    if verb == Verb.THREATEN:
        return refusal_of_threat(s, w, who, target)
    return refusal_of_search(s, who, target) if verb == Verb.OBSERVE_ITEM else refusal_of_attention(s, who, target)


@kernel
def has_target(s, w, who, verb):
    """Whether any unit is a legal target of a verb."""
    for target in range(s.unit_count):
        if refusal_of_aim(s, w, who, verb, target) == Refusal.NONE:
            return True
    return False


# --- how, what with, where to ----------------------------------------------------------------------------------------


@rule("attack.targeted", "brawl.attack", "ready.declare")
def refusal_of_mode(s, w, who, verb, mode):
    """How: any part of the body; of brawls for harm or for a bind; triggers; skills; hands."""
    if verb == Verb.BRAWL or verb == Verb.CHARGE_BRAWL:
        return refusal_of_body(s, w, who, mode >= FIRST_BIND) if mode <= Mode.BIND_LEFT_LEG else Refusal.NOT_SO
    if verb <= Verb.CHARGE_WEAPON:
        return Refusal.NONE if mode < FIRST_BIND else Refusal.NOT_SO
    if verb == Verb.DROP_ITEMS:
        return refusal_of_drop(s, who, mode)
    if verb == Verb.PRIME_SKILL:
        return refusal_of_priming(s, w, who, mode)
    return refusal_of_trigger(s, w, who, verb, trigger_of(mode))


@kernel
def refusal_of_item(s, w, who, verb, slot):
    """What keeps a verb from being aimed at a slot."""
    if verb == Verb.DRAW:
        return refusal_of_draw(s, w, who, slot)
    return refusal_of_get(s, w, who, slot) if verb == Verb.GET_ITEM else refusal_of_put_away(s, w, who, slot)


@kernel
def refusal_of_direction(s, w, who, verb, target, direction):
    """What keeps a verb from being aimed in a direction; borders lie in every second of them."""
    if direction % 2 != 0:
        return Refusal.NO_BORDER
    if verb == Verb.MOVE:
        return refusal_of_move(s, w, who, direction)
    if verb == Verb.RUN:
        return refusal_of_run(s, w, who, direction)
    if verb == Verb.CRAWL:
        return refusal_of_crawl(s, w, who, direction)
    if verb == Verb.SCALE_UP or verb == Verb.SCALE_DOWN:
        return refusal_of_climb(s, w, who, direction, UP if verb == Verb.SCALE_UP else DOWN)
    if verb == Verb.BASH:
        return refusal_of_bash(s, w, who, direction)
    if verb == Verb.GUARD_BORDER:
        return refusal_of_border_guard(s, w, who, direction)
    if verb == Verb.DRAG:
        return refusal_of_drag(s, w, who, target, direction)
    return refusal_of_ready_move(s, w, who, direction)


@kernel
def has_direction(s, w, who, verb):
    """Whether a verb may be aimed in any direction."""
    for direction in range(0, 8, 2):
        if refusal_of_direction(s, w, who, verb, 0, direction) == Refusal.NONE:
            return True
    return False


@kernel
def has_item(s, w, who, verb):
    """Whether a verb may be aimed at any slot."""
    for slot in range(SLOTS):
        if refusal_of_item(s, w, who, verb, slot) == Refusal.NONE:
            return True
    return False


@kernel
def has_mode(s, w, who, verb):
    """Whether a verb may be carried out in any way."""
    for mode in range(MODES):
        if refusal_of_mode(s, w, who, verb, mode) == Refusal.NONE:
            return True
    return False

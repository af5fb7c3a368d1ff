"""The menu: which verbs are open, and at whom or what they may be aimed."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends
from ..board import distance
from ..vocab import FIRST_BIND, FIRST_TRIGGER, MODES, SLOTS, Mode, Verb
from .aiming import may_brawl, may_shoot, may_strike, may_use_body
from .charging import may_charge
from .climbing import DOWN, UP, may_climb
from .conditions import is_able, is_foe, is_in_fight, is_present, sees
from .dragging import may_assist, may_bash, may_drag
from .guarding import may_guard, may_guard_border
from .hands import OFF, SWORD, is_hand_free
from .ordering import may_delay_to
from .passing import may_crawl, may_move, may_run
from .readying import may_ready_move, may_wait_for, trigger_of
from .searching import may_threaten
from .skills import may_prime
from .things import may_conceal, may_draw, may_drop, may_get, may_put_away

# --- at whom ---------------------------------------------------------------------------------------------------------


@kernel
def may_attack_with(s, w, who, verb, target):
    """Whether an attacking verb may be aimed at a unit."""
    if verb == Verb.WEAPON_ATTACK:
        return may_strike(s, w, who, target)
    if verb == Verb.SHOOT:
        return may_shoot(s, w, who, target)
    if verb == Verb.BRAWL:
        return may_brawl(s, w, who, target, False) or may_brawl(s, w, who, target, True)
    return may_charge(s, w, who, target, verb)


@rule("c.skills", "c.first_aid", "action.observe_item", "action.observe_insight", "c.speech")
def may_help_or_watch(s, w, who, verb, target):
    """Whom: patients and allies near by; enemies in view."""
    unit, other = s.units[who], s.units[target]
    gap = distance(int(unit.cell), int(other.cell))
    if verb == Verb.FIRST_AID:
        return may_treat(s, w, who, target)
    if verb == Verb.RALLY:
        is_friend = who != target and are_friends(s, who, target) and is_in_fight(s, target)
        return is_friend and other.sleeping == 0 and gap <= 1
    if not is_foe(s, who, target) or not sees(s, who, target) or other.surrendered == 1:
        return False
    if verb == Verb.THREATEN:
        return may_threaten(s, w, who, target)
    return verb != Verb.OBSERVE_ITEM or gap <= 1


@rule("c.first_aid", "action.use_skill")
def may_treat(s, w, who, target):
    """First aid: somebody dying in the same location, or oneself, neither in a cluster with an enemy that stands."""
    other = s.units[target]
    if other.cell != s.units[who].cell or other.stabilised == 1 or other.death_timer == 0:
        return False
    if not (who == target or are_friends(s, who, target)) or is_with_enemy(s, who) or is_with_enemy(s, target):
        return False
    return is_hand_free(s, who, SWORD) or is_hand_free(s, who, OFF)


@rule("c.first_aid", "c.objective")
def is_with_enemy(s, who):
    """Clusters: whether an enemy that can act shares a unit's cluster."""
    for other in range(s.unit_count):
        if s.units[who].cluster != NO_UNIT and s.units[other].cluster == s.units[who].cluster:
            if is_foe(s, who, other) and is_able(s, other):
                return True
    return False


@kernel
def may_target(s, w, who, verb, target):
    """Whether a verb may be aimed at a unit."""
    if s.units[target].present == 0 or not is_present(s, target):
        return False
    if verb <= Verb.CHARGE_BRAWL:
        return may_attack_with(s, w, who, verb, target)
    if verb == Verb.GUARD:
        return may_guard(s, w, who, target)
    if verb == Verb.DELAY_BEFORE or verb == Verb.DELAY_AFTER:
        return may_delay_to(s, w, who, target) and (sees(s, who, target) or are_friends(s, who, target))
    if verb == Verb.ASSIST:
        return may_assist(s, w, who, target)
    if verb == Verb.DRAG:
        return has_way_for(s, w, who, target)
    return may_help_or_watch(s, w, who, verb, target)


@kernel
def has_way_for(s, w, who, target):
    """Whether somebody can be dragged in any direction."""
    for direction in range(0, 8, 2):
        if may_drag(s, w, who, target, direction):
            return True
    return False


@kernel
def has_target(s, w, who, verb):
    """Whether a verb may be aimed at anybody."""
    for target in range(s.unit_count):
        if may_target(s, w, who, verb, target):
            return True
    return False


# --- how, what with, where to ----------------------------------------------------------------------------------------


@rule("attack.targeted", "brawl.attack", "ready.declare")
def may_take_mode(s, w, who, verb, target, mode):
    """How: any part of the body; of brawls for harm or for a bind; triggers; skills; hands."""
    if verb <= Verb.CHARGE_WEAPON and verb != Verb.BRAWL:
        return mode < FIRST_BIND
    if verb == Verb.BRAWL:
        return mode <= Mode.BIND_LEFT_LEG and may_brawl(s, w, who, target, mode >= FIRST_BIND)
    if verb == Verb.CHARGE_BRAWL:
        return mode <= Mode.BIND_LEFT_LEG and may_use_body(s, w, who, mode >= FIRST_BIND)
    if verb == Verb.DROP_ITEMS:
        return may_drop(s, who, mode)
    if verb == Verb.PRIME_SKILL:
        return may_prime(s, w, who, mode)
    return mode >= FIRST_TRIGGER and may_wait_for(s, w, who, verb, trigger_of(mode))


@kernel
def may_take_item(s, w, who, verb, slot):
    """Whether a verb may be aimed at a slot."""
    if verb == Verb.DRAW:
        return may_draw(s, w, who, slot)
    if verb == Verb.PUT_AWAY:
        return may_put_away(s, w, who, slot)
    return may_get(s, w, who, slot) if verb == Verb.GET_ITEM else may_conceal(s, w, who, slot)


@kernel
def may_take_direction(s, w, who, verb, target, direction):
    """Whether a verb may be aimed in a direction; borders lie in every second of them."""
    if direction % 2 != 0:
        return False
    if verb == Verb.MOVE:
        return may_move(s, w, who, direction)
    if verb == Verb.RUN:
        return may_run(s, w, who, direction)
    if verb == Verb.CRAWL:
        return may_crawl(s, w, who, direction)
    if verb == Verb.SCALE_UP:
        return may_climb(s, w, who, direction, UP)
    if verb == Verb.SCALE_DOWN:
        return may_climb(s, w, who, direction, DOWN)
    if verb == Verb.BASH:
        return may_bash(s, w, who, direction)
    if verb == Verb.GUARD_BORDER:
        return may_guard_border(s, w, who, direction)
    return may_drag(s, w, who, target, direction) if verb == Verb.DRAG else may_ready_move(s, w, who, direction)


@kernel
def has_direction(s, w, who, verb):
    """Whether a verb may be aimed in any direction."""
    for direction in range(0, 8, 2):
        if may_take_direction(s, w, who, verb, 0, direction):
            return True
    return False


@kernel
def has_item(s, w, who, verb):
    """Whether a verb may be aimed at any slot."""
    for slot in range(SLOTS):
        if may_take_item(s, w, who, verb, slot):
            return True
    return False


@kernel
def has_mode(s, w, who, verb):
    """Whether a verb may be carried out in any way."""
    for mode in range(MODES):
        if may_take_mode(s, w, who, verb, 0, mode):
            return True
    return False

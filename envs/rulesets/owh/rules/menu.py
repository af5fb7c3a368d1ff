"""The menu: which verbs are open in a turn, and at whom they may be aimed."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, are_friends, offer
from ....core.state.choosing import offer_unless
from ..vocab import Ability, Refusal, Verb, WeaponKind
from .casting import refusal_of_casting
from .conditions import is_able, refusal_of_berserk, refusal_of_dousing
from .coordination import refusal_of_partnership, refusal_of_stalking
from .executing import refusal_of_executing
from .ground import refusal_of_interacting
from .knowledge import refusal_of_hidden
from .sneaking import refusal_of_hiding
from .targets import refusal_of_bashing, refusal_of_hitting
from .tending import carried_of, refusal_of_looting, refusal_of_rousing, refusal_of_tending
from .ways import is_all_moving, refusal_of_move, refusal_of_withdrawing
from .weapons import (
    free_attack_of,
    is_ready,
    kind_of,
    refusal_of_free_attack,
    refusal_of_loose_weapon,
    refusal_of_recovering,
    refusal_of_reloading,
    refusal_of_switching,
    wielded_item,
)

# --- what an action costs --------------------------------------------------------------------------------------------


@kernel
def is_free_verb(verb):
    """Whether a verb takes the free action."""
    if verb == Verb.FREE_ATTACK or verb == Verb.FREE_EXECUTE or verb == Verb.BERSERK:
        return True
    return verb == Verb.SWITCH_WEAPON or verb == Verb.DROP_WEAPON


@rule(
    "turn.standard_actions", "turn.interact", "item.use", "spell.cast", "hide.action", "execute.action", "loot.action"
)
def cost_of(w, verb):
    """Standard actions: what a verb costs."""
    if Verb.HEAL <= verb <= Verb.COAT_SLEEP:
        return int(w.book.item_cost)
    if verb == Verb.CAST:
        return int(w.book.cast_cost)
    if verb == Verb.HIDE:
        return int(w.book.hide_cost)
    if verb == Verb.EXECUTE:
        return int(w.book.execute_cost)
    if verb == Verb.LOOT:
        return int(w.book.loot_cost)
    if verb == Verb.INTERACT:
        return int(w.book.interact_cost)
    if verb == Verb.RELOAD:
        return int(w.book.reload_cost)
    if verb == Verb.RECOVER_WEAPON:
        return int(w.book.recover_cost)
    return int(w.book.rouse_cost) if verb == Verb.ROUSE else int(w.book.action_cost)


@rule("turn.action_economy")
def refusal_of_paying(s, w, who, verb):
    """Standard actions: enough are left, and two Moves leave room for no other."""
    if s.units[who].actions_left < max(cost_of(w, verb), 1):
        return Refusal.FEW_ACTIONS
    is_move = verb == Verb.MOVE or verb == Verb.WITHDRAW
    return Refusal.MOVED_TWICE if not is_move and is_all_moving(s, w, who) else Refusal.NONE


@kernel
def may_pay(s, w, who, verb):
    """Whether a verb can be paid for."""
    return refusal_of_paying(s, w, who, verb) == Refusal.NONE


@rule("free.single_event")
def may_act_freely(s, w, who):
    """Free action: one event."""
    unit = s.units[who]
    return unit.free_left > 0 and unit.free_used < w.book.max_free_events


@rule("attack.per_turn")
def has_attack_left(s, w, who):
    """Attack: twice for a unit that has not moved, once after a Move."""
    unit = s.units[who]
    most = w.book.max_attacks_moved if unit.moves > 0 else w.book.max_attacks_unmoved
    return unit.attacks < most


@rule("item.use")
def has_item_use_left(s, w, who):
    """Use Item: once a turn."""
    return s.units[who].items_used < w.book.max_items


@rule("synergy.coordinated_roll")
def is_bound(s, who):
    """Coordination: while it lasts, only Moves, attacks and free actions are open."""
    return s.units[who].coordinated_on != NO_UNIT


@rule("turn.order_of_actions", "status.stunned")
def refusal_of_acting(s, w, who):
    """Stunned: no Moves and no attacks, as those say themselves; where the rules are stricter, nothing at all."""
    if not is_able(s, who):
        return Refusal.UNABLE
    return Refusal.STUNNED if s.units[who].stunned > 0 and w.book.stun_blocks_all == 1 else Refusal.NONE


# --- at whom ---------------------------------------------------------------------------------------------------------


@kernel
def refusal_of_target(s, w, who, verb, target):
    """What prevents a verb from being aimed at a unit. Spells are aimed elsewhere."""
    refusal = refusal_of_hidden(s, target)
    if refusal != Refusal.NONE:
        return refusal
    if verb == Verb.ATTACK or verb == Verb.FREE_ATTACK:
        if are_friends(s, who, target):
            return Refusal.NO_ENEMY
        if verb == Verb.FREE_ATTACK and free_attack_of(s, w, who) == Ability.SHIELD_BASH:
            return refusal_of_bashing(s, w, who, target)
        return refusal_of_hitting(s, w, who, target)
    if verb == Verb.EXECUTE or verb == Verb.FREE_EXECUTE:
        return refusal_of_executing(s, w, who, target)
    if Verb.HEAL <= verb <= Verb.USE_COURAGE:
        return refusal_of_tending(s, w, who, verb, target)
    if verb == Verb.ROUSE:
        return refusal_of_rousing(s, w, who, target)
    return refusal_of_looting(s, w, who, target) if verb == Verb.LOOT else refusal_of_stalking(s, who, target)


@kernel
def refusal_of_all(s, w, who, verb, nobody):
    """Whether a verb has any legal target; if not, the refusal is ``nobody``."""
    for target in range(s.unit_count):
        if refusal_of_target(s, w, who, verb, target) == Refusal.NONE:
            return Refusal.NONE
    return nobody


@kernel
def nobody_to_hit(s, w, who):
    """The refusal to give when the weapon in hand can hit no unit."""
    is_melee = kind_of(w, wielded_item(s, who)) == WeaponKind.MELEE
    return Refusal.NOBODY_IN_REACH if is_melee else Refusal.NOBODY_IN_RANGE


# --- verbs that need a target -----------------------------------------------------------------------------------------


@rule("attack.per_turn", "completion.reload", "status.stunned")
def refusal_of_attack(s, w, who):
    """Attack: needs an attack left, a loaded weapon and a target it can hit; not when stunned."""
    unit = s.units[who]
    if not has_attack_left(s, w, who):
        is_left_unmoved = unit.attacks < w.book.max_attacks_unmoved
        return Refusal.NO_ATTACKS_AFTER_MOVE if is_left_unmoved else Refusal.NO_ATTACKS
    if unit.stunned > 0:
        return Refusal.STUNNED
    if not is_ready(s, w, who):
        return Refusal.NOT_LOADED
    return refusal_of_all(s, w, who, Verb.ATTACK, nobody_to_hit(s, w, who))


@rule("execute.action", "status.stunned")
def refusal_of_execution(s, w, who):
    """Execution: of an enemy that is down; not when stunned."""
    if s.units[who].stunned > 0:
        return Refusal.STUNNED
    return refusal_of_all(s, w, who, Verb.EXECUTE, Refusal.NOBODY_DOWN)


@rule("execute.attempts")
def refusal_of_free_execution(s, w, who):
    """Several attempts: one more with a free-action attack."""
    refusal = refusal_of_free_attack(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    return refusal_of_all(s, w, who, Verb.FREE_EXECUTE, Refusal.NOBODY_DOWN)


@rule("completion.abilities", "free.single_event")
def refusal_of_striking_freely(s, w, who):
    """Free-action attacks: frenzy and rapid fire with the weapon in hand, shield bash in base contact."""
    refusal = refusal_of_free_attack(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    if free_attack_of(s, w, who) == Ability.SHIELD_BASH:
        return refusal_of_all(s, w, who, Verb.FREE_ATTACK, Refusal.NOBODY_IN_CONTACT)
    return refusal_of_all(s, w, who, Verb.FREE_ATTACK, nobody_to_hit(s, w, who))


@rule("item.use")
def refusal_of_item(s, w, who, verb):
    """Use Item: an item the unit carries, for itself, a friend who needs it, or the weapon in hand."""
    if carried_of(s, who, verb) == 0:
        return Refusal.NO_ITEM
    if verb == Verb.COAT_VENOM or verb == Verb.COAT_SLEEP:
        return refusal_of_loose_weapon(s, w, who)
    return refusal_of_all(s, w, who, verb, Refusal.NOBODY_TO_HELP)


@rule("synergy.coordinated_declare")
def refusal_of_coordination(s, w, who):
    """Coordination: with a partner, against an enemy."""
    refusal = refusal_of_partnership(s, w, who)
    if refusal != Refusal.NONE:
        return refusal
    return refusal_of_all(s, w, who, Verb.COORDINATE, Refusal.NOBODY_TO_STALK)


@rule("defend.action")
def refusal_of_defending(w):
    """Defend: it ends the turn, so no unit does it twice."""
    return Refusal.NONE if w.book.max_defends > 0 else Refusal.NO_DEFENDING


# --- what is open ----------------------------------------------------------------------------------------------------


@rule("turn.order_of_actions")
def offer_turn(s, w, who):
    """Order of actions: standard and free ones in any order; Defend ends the turn."""
    offer(s, Verb.END_TURN)
    if refusal_of_acting(s, w, who) == Refusal.NONE:
        if may_pay(s, w, who, Verb.ATTACK):
            offer_unless(s, Verb.ATTACK, refusal_of_attack(s, w, who))
        if may_pay(s, w, who, Verb.MOVE):
            offer_unless(s, Verb.MOVE, refusal_of_move(s, w, who))
        if not is_bound(s, who):
            offer_others(s, w, who)
        if may_act_freely(s, w, who):
            offer_free(s, w, who)


@rule("turn.standard_actions")
def offer_others(s, w, who):
    """Standard actions: all others on the list, and those that take the whole turn."""
    if may_pay(s, w, who, Verb.WITHDRAW):
        offer_unless(s, Verb.WITHDRAW, refusal_of_withdrawing(s, w, who))
    if may_pay(s, w, who, Verb.DEFEND):
        offer_unless(s, Verb.DEFEND, refusal_of_defending(w))
    if may_pay(s, w, who, Verb.HIDE):
        offer_unless(s, Verb.HIDE, refusal_of_hiding(s, w, who))
    if may_pay(s, w, who, Verb.CAST):
        offer_unless(s, Verb.CAST, refusal_of_casting(s, w, who))
    if may_pay(s, w, who, Verb.HEAL) and has_item_use_left(s, w, who):
        for verb in range(Verb.HEAL, Verb.COAT_SLEEP + 1):
            offer_unless(s, verb, refusal_of_item(s, w, who, verb))
    if may_pay(s, w, who, Verb.EXECUTE):
        offer_unless(s, Verb.EXECUTE, refusal_of_execution(s, w, who))
    offer_unless(s, Verb.COORDINATE, refusal_of_coordination(s, w, who))
    offer_unless(s, Verb.EXTINGUISH, refusal_of_dousing(s, w, who))
    if may_pay(s, w, who, Verb.ROUSE):
        offer_unless(s, Verb.ROUSE, refusal_of_all(s, w, who, Verb.ROUSE, Refusal.NOBODY_ASLEEP))
    if may_pay(s, w, who, Verb.LOOT):
        offer_unless(s, Verb.LOOT, refusal_of_all(s, w, who, Verb.LOOT, Refusal.NO_CORPSE))
    if may_pay(s, w, who, Verb.RELOAD):
        offer_unless(s, Verb.RELOAD, refusal_of_reloading(s, w, who))
    if may_pay(s, w, who, Verb.RECOVER_WEAPON):
        offer_unless(s, Verb.RECOVER_WEAPON, refusal_of_recovering(s, w, who))
    if may_pay(s, w, who, Verb.INTERACT):
        offer_unless(s, Verb.INTERACT, refusal_of_interacting(s, w, who))


@rule("free.single_event", "turn.free_action_examples", "execute.attempts", "completion.abilities")
def offer_free(s, w, who):
    """Free actions: one."""
    offer_unless(s, Verb.FREE_ATTACK, refusal_of_striking_freely(s, w, who))
    offer_unless(s, Verb.FREE_EXECUTE, refusal_of_free_execution(s, w, who))
    offer_unless(s, Verb.BERSERK, refusal_of_berserk(s, w, who))
    offer_unless(s, Verb.SWITCH_WEAPON, refusal_of_switching(s, w, who))
    offer_unless(s, Verb.DROP_WEAPON, refusal_of_loose_weapon(s, w, who))

"""The menu: which verbs are open in a turn, and at whom they may be aimed."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, offer
from ....core.state.choosing import offer_if
from ..vocab import FIRST_AILMENT, LAST_SPELL, MODES, Mode, Verb
from .casting import may_cast, may_cast_at
from .conditions import are_foes, is_able, may_go_berserk
from .coordination import may_coordinate, may_coordinate_on
from .executing import may_execute, may_execute_freely
from .ground import has_lever
from .recovering import suffers
from .sneaking import may_hide
from .targets import may_attack, may_attack_freely, may_attack_so
from .tending import may_loot, may_rouse, may_tend
from .ways import has_way, is_all_moving, is_on_edge, may_set_out
from .weapons import may_coat, may_drop_weapon, may_recover, may_reload, may_switch_to

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
def may_pay(s, w, who, verb):
    """Standard actions: enough are left, and two Moves leave room for no other."""
    unit = s.units[who]
    if unit.actions_left < cost_of(w, verb) or unit.actions_left == 0:
        return False
    return verb == Verb.MOVE or verb == Verb.WITHDRAW or not is_all_moving(s, w, who)


@rule("free.single_event")
def may_act_freely(s, w, who):
    """Free action: one event."""
    unit = s.units[who]
    return unit.free_left > 0 and unit.free_used < w.book.max_free_events


@rule("attack.per_turn")
def has_attack_left(s, w, who):
    """Attack: twice for who has not moved, once after a Move."""
    unit = s.units[who]
    most = w.book.max_attacks_moved if unit.moves > 0 else w.book.max_attacks_unmoved
    return unit.attacks < most


@rule("defend.action")
def may_defend(s, w, who):
    """Defend: with a standard action left; it ends the turn, so nobody does it twice."""
    return may_pay(s, w, who, Verb.DEFEND) and w.book.max_defends > 0


@rule("turn.interact")
def may_interact(s, w, who):
    """Interacting: with a standard action left, and a lever at hand."""
    return may_pay(s, w, who, Verb.INTERACT) and has_lever(s, w, who)


@rule("status.ignited", "synergy.coordinated_declare")
def has_done_nothing(s, w, who):
    """Actions: whether neither a standard nor a free one of this turn is used."""
    unit = s.units[who]
    return unit.actions_left == w.book.standard_actions and unit.free_left == w.book.free_actions


@rule("synergy.coordinated_roll")
def is_bound(s, who):
    """Coordination: while it lasts, only Moves, attacks and free actions are open."""
    return s.units[who].coordinated_on != NO_UNIT


# --- at whom ---------------------------------------------------------------------------------------------------------


@kernel
def may_target(s, w, who, verb, target):
    """Whether a verb may be aimed at a unit."""
    if s.units[target].present == 0 or s.known[target] == 0:
        return False
    if verb == Verb.ATTACK:
        return are_foes(s, who, target) and may_attack(s, w, who, target)
    if verb == Verb.FREE_ATTACK:
        return are_foes(s, who, target) and may_attack_freely(s, w, who, target)
    if verb == Verb.EXECUTE:
        return may_execute(s, w, who, target)
    if verb == Verb.FREE_EXECUTE:
        return may_execute_freely(s, w, who, target)
    if Verb.HEAL <= verb <= Verb.USE_COURAGE:
        return may_tend(s, w, who, verb, target)
    if verb == Verb.ROUSE:
        return may_rouse(s, w, who, target)
    if verb == Verb.LOOT:
        return may_loot(s, w, who, target)
    return verb == Verb.COORDINATE and may_coordinate_on(s, w, who, target)


@kernel
def has_target(s, w, who, verb):
    """Whether a verb may be aimed at anybody."""
    for target in range(s.unit_count):
        if may_target(s, w, who, verb, target):
            return True
    return False


@kernel
def has_spell_target(s, w, who, spell):
    """Whether a spell can be cast at anybody."""
    if not may_cast(s, w, who, spell):
        return False
    for target in range(s.unit_count):
        if s.known[target] == 1 and may_cast_at(s, w, who, spell, target):
            return True
    return False


@kernel
def has_spell(s, w, who):
    """Whether any spell can be cast at anybody."""
    if s.units[who].spells != 0:
        for spell in range(Mode.FIREBOLT, LAST_SPELL + 1):
            if has_spell_target(s, w, who, spell):
                return True
    return False


@kernel
def has_slot_to_switch_to(s, w, who):
    """Whether there is another weapon to take in hand."""
    for slot in range(len(s.units[who].weapons)):
        if may_switch_to(s, w, who, slot):
            return True
    return False


@kernel
def may_take_mode(s, w, who, verb, target, mode):
    """Whether a mode fits a verb: ways to attack, spells, or statuses to shake off."""
    if verb == Verb.ATTACK:
        return mode <= Mode.DISARM and may_attack_so(s, w, target, mode)
    if verb == Verb.CAST:
        return Mode.FIREBOLT <= mode <= LAST_SPELL and has_spell_target(s, w, who, mode)
    return FIRST_AILMENT <= mode < MODES and suffers(s, who, mode)


# --- what is open ----------------------------------------------------------------------------------------------------


@rule("turn.order_of_actions")
def offer_turn(s, w, who):
    """Order of actions: standard and free ones in any order; Defend ends the turn."""
    offer(s, Verb.END_TURN)
    if not is_able(s, who):
        return
    is_stunned = s.units[who].stunned > 0
    if not (is_stunned and w.book.stun_blocks_all == 1):
        offer_fighting(s, w, who)
        if not is_bound(s, who):
            offer_others(s, w, who)
        offer_free(s, w, who)


@rule("attack.per_turn", "move.action")
def offer_fighting(s, w, who):
    """Actions: attack and move."""
    unit = s.units[who]
    if may_pay(s, w, who, Verb.ATTACK):
        offer_if(s, Verb.ATTACK, has_attack_left(s, w, who) and has_target(s, w, who, Verb.ATTACK))
    if may_pay(s, w, who, Verb.MOVE) and may_set_out(s, w, who):
        offer_if(s, Verb.MOVE, has_way(s, w, who))
        offer_if(s, Verb.WITHDRAW, unit.coordinated_on == NO_UNIT and is_on_edge(s, who))


@rule("turn.standard_actions")
def offer_others(s, w, who):
    """Standard actions: all others on the list, and those that take the whole turn."""
    unit = s.units[who]
    offer_if(s, Verb.DEFEND, may_defend(s, w, who))
    offer_if(s, Verb.HIDE, may_pay(s, w, who, Verb.HIDE) and may_hide(s, w, who))
    offer_if(s, Verb.CAST, may_pay(s, w, who, Verb.CAST) and has_spell(s, w, who))
    if may_pay(s, w, who, Verb.HEAL) and unit.items_used < w.book.max_items:
        for verb in range(Verb.HEAL, Verb.USE_COURAGE + 1):
            offer_if(s, verb, has_target(s, w, who, verb))
        offer_if(s, Verb.COAT_VENOM, unit.venom > 0 and may_coat(s, w, who))
        offer_if(s, Verb.COAT_SLEEP, unit.sleep > 0 and may_coat(s, w, who))
    offer_if(s, Verb.EXECUTE, may_pay(s, w, who, Verb.EXECUTE) and has_target(s, w, who, Verb.EXECUTE))
    if has_done_nothing(s, w, who):
        offer_if(s, Verb.COORDINATE, may_coordinate(s, w, who) and has_target(s, w, who, Verb.COORDINATE))
        offer_if(s, Verb.EXTINGUISH, unit.ignited > 0)
    offer_if(s, Verb.ROUSE, may_pay(s, w, who, Verb.ROUSE) and has_target(s, w, who, Verb.ROUSE))
    offer_if(s, Verb.LOOT, may_pay(s, w, who, Verb.LOOT) and has_target(s, w, who, Verb.LOOT))
    offer_if(s, Verb.RELOAD, may_pay(s, w, who, Verb.RELOAD) and may_reload(s, w, who))
    offer_if(s, Verb.RECOVER_WEAPON, may_pay(s, w, who, Verb.RECOVER_WEAPON) and may_recover(s, w, who))
    offer_if(s, Verb.INTERACT, may_interact(s, w, who))


@rule("free.single_event", "turn.free_action_examples", "execute.attempts", "completion.abilities")
def offer_free(s, w, who):
    """Free actions: one."""
    if not may_act_freely(s, w, who):
        return
    offer_if(s, Verb.FREE_ATTACK, has_target(s, w, who, Verb.FREE_ATTACK))
    offer_if(s, Verb.FREE_EXECUTE, has_target(s, w, who, Verb.FREE_EXECUTE))
    offer_if(s, Verb.BERSERK, may_go_berserk(s, w, who))
    offer_if(s, Verb.SWITCH_WEAPON, has_slot_to_switch_to(s, w, who))
    offer_if(s, Verb.DROP_WEAPON, may_drop_weapon(s, w, who))

"""The menu: what each verb costs, which verbs are open, and at whom or what they may be aimed."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import offer
from ....core.state.choosing import offer_if
from ..vocab import FIRST_CONDITION, LAST_EXPLOIT, LAST_SPELL, MODES, SLOTS, Mode, Verb
from .casting import actions_for_spell, is_for_cells, is_spell, may_cast, may_cast_at, may_cast_at_cell
from .conditions import held_by, is_bound
from .options import is_target, is_within_reach, may_take_option, moves_first
from .pinned import may_hide
from .postures import may_aim, may_drop_prone, may_feint, may_hunker, may_stand
from .prices import actions_for
from .suppressing import may_suppress, may_suppress_for
from .tending import may_drink, may_heal, may_scan, may_shake_off
from .things import may_open, may_unlock
from .watching import may_watch
from .ways import has_way, may_set_out
from .weapons import may_draw, may_drop, may_reload, may_sheathe, slot_to_pick_up
from .whirling import may_whirl

# --- what an action costs --------------------------------------------------------------------------------------------


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


@rule("turn.budget")
def may_act_freely(s, w, who):
    """Budget: the free action, or an ordinary one in its place."""
    unit = s.units[who]
    return unit.free_left > 0 or (w.book.free_overflow == 1 and unit.actions_left > 0)


@rule("turn.two_actions", "turn.budget")
def may_afford(s, w, who, cost):
    """Budget: enough actions are left in this activation."""
    return may_act_freely(s, w, who) if cost == 0 else s.units[who].actions_left >= cost


@kernel
def may_pay(s, w, who, verb, mode):
    """Whether a unit can pay for a verb."""
    return may_afford(s, w, who, cost_of(w, verb, mode))


# --- at whom ---------------------------------------------------------------------------------------------------------


@rule("ambush.declaration", "ambush.single_action")
def may_ambush_so(w, mode):
    """Ambush turn: options of one action, from where the unit stands."""
    if mode == Mode.CHARGE or mode == Mode.DEATH_FROM_ON_HIGH:
        return False
    return actions_for(w, mode) <= w.book.ambush_actions


@rule("ambush.declaration", "attack.psionic")
def may_ambush_with(spell):
    """Ambush turn: powers and spells that attack one enemy; what they cost is asked beside it."""
    return spell != Mode.MEND and not is_for_cells(spell)


@kernel
def has_option(s, w, who, verb, target, strike):
    """Whether a unit can attack a target with a weapon in any way that it can pay."""
    is_near = is_within_reach(s, w, who, target, strike)
    for mode in range(LAST_EXPLOIT + 1):
        if (is_near or moves_first(mode)) and may_take_mode(s, w, who, verb, target, strike, mode):
            return True
    return False


@rule("turn.two_actions", "turn.budget")
def may_pay_for_attack(s, w, who, verb):
    """Budget: enough actions for an attack of some kind: a Called Shot, or any other."""
    return may_pay(s, w, who, verb, int(Mode.NORMAL)) or may_pay(s, w, who, verb, int(Mode.CALLED_PUSH))


@kernel
def may_target(s, w, who, verb, target):
    """Whether a verb may be aimed at a unit."""
    if s.units[target].present == 0:
        return False
    if verb == Verb.ATTACK or verb == Verb.AMBUSH_ATTACK:
        if is_target(s, w, who, target) and may_pay_for_attack(s, w, who, verb):
            for strike in range(SLOTS + 1):
                if has_option(s, w, who, verb, target, strike):
                    return True
        return False
    if verb == Verb.SUPPRESS:
        return may_suppress_for(s, w, who, target)
    if verb == Verb.HEAL:
        return may_heal(s, w, who, target)
    if verb == Verb.DRINK:
        return may_drink(s, w, who, target)
    if verb == Verb.SCAN:
        return may_scan(s, w, who, target)
    return (verb == Verb.AMBUSH_MOVE or verb == Verb.AMBUSH_WATCH) and is_target(s, w, who, target)


@kernel
def has_target(s, w, who, verb):
    """Whether a verb may be aimed at anybody."""
    for target in range(s.unit_count):
        if may_target(s, w, who, verb, target):
            return True
    return False


@rule("action.attack")
def may_attack(s, w, who):
    """Attack: whenever anybody can be attacked with anything."""
    return has_target(s, w, who, Verb.ATTACK)


@kernel
def has_spell_target(s, w, who, spell):
    """Whether a spell can be cast at anybody."""
    if not may_cast(s, w, who, spell):
        return False
    for target in range(s.unit_count):
        if may_cast_at(s, w, who, spell, target):
            return True
    return False


@kernel
def may_take_mode(s, w, who, verb, target, strike, mode):
    """Whether a mode fits a verb: ways to attack, spells, or conditions to shake off."""
    if verb == Verb.SHAKE_OFF:
        return may_shake_off(s, who, mode)
    if verb == Verb.CAST or verb == Verb.CAST_AREA:
        if not is_spell(mode) or not may_pay(s, w, who, verb, mode):
            return False
        if s.round_no == 0 and not may_ambush_with(mode):
            return False
        if is_for_cells(mode):
            return verb == Verb.CAST_AREA and may_cast_at_cell(s, w, who, mode, int(s.units[who].cell))
        return verb == Verb.CAST and has_spell_target(s, w, who, mode)
    if mode > LAST_EXPLOIT or not may_pay(s, w, who, verb, mode):
        return False
    if verb == Verb.AMBUSH_ATTACK and not may_ambush_so(w, mode):
        return False
    return may_take_option(s, w, who, target, strike, mode)


@kernel
def has_spell(s, w, who, verb):
    """Whether any spell can be cast, at somebody or at a cell."""
    if s.units[who].spells != 0:
        for spell in range(Mode.FIREBOLT, LAST_SPELL + 1):
            if may_take_mode(s, w, who, verb, 0, 0, spell):
                return True
    return False


@kernel
def has_condition(s, who):
    """Whether there is a condition to shake off."""
    for condition in range(FIRST_CONDITION, MODES):
        if may_shake_off(s, who, condition):
            return True
    return False


@kernel
def may_handle(s, w, who, verb, cell):
    """Whether a verb may be aimed at the thing in a cell."""
    return may_open(s, w, who, cell) if verb == Verb.OPEN else may_unlock(s, w, who, cell)


@kernel
def has_thing(s, w, who, verb):
    """Whether there is anything to open, or to unlock."""
    for k in range(s.thing_count):
        if s.thing_cell[k] >= 0 and may_handle(s, w, who, verb, int(s.thing_cell[k])):
            return True
    return False


@kernel
def has_slot_to_draw(s, w, who):
    """Whether there is a weapon to draw."""
    for slot in range(SLOTS):
        if may_draw(s, w, who, slot):
            return True
    return False


# --- what is open ----------------------------------------------------------------------------------------------------


@rule("turn.any_order", "completion.status.restrained")
def offer_turn(s, w, who):
    """Order of actions: any; who is bound can only struggle."""
    offer(s, Verb.END_TURN)
    if is_bound(s, who):
        offer_if(s, Verb.ATTACK, may_attack(s, w, who))
        offer_if(s, Verb.SHAKE_OFF, may_pay(s, w, who, Verb.SHAKE_OFF, 0) and has_condition(s, who))
        return
    offer_if(s, Verb.MOVE, may_set_out(s, w, who) and has_way(s, w, who))
    offer_fighting(s, w, who)
    offer_postures(s, w, who)
    offer_handling(s, w, who)
    offer_others(s, w, who)


@kernel
def offer_fighting(s, w, who):
    """Actions: attacks, and what prepares or hinders them."""
    offer_if(s, Verb.ATTACK, may_attack(s, w, who))
    offer_if(s, Verb.WHIRLWIND, may_pay(s, w, who, Verb.WHIRLWIND, 0) and may_whirl(s, w, who))
    if may_pay(s, w, who, Verb.AIM, 0):
        offer_if(s, Verb.AIM, may_aim(s, w, who))
        offer_if(s, Verb.FEINT, may_feint(s, who))
    offer_if(s, Verb.OVERWATCH, may_pay(s, w, who, Verb.OVERWATCH, 0) and may_watch(s, w, who))
    if may_pay(s, w, who, Verb.SUPPRESS, 0) and may_suppress(s, w, who):
        offer_if(s, Verb.SUPPRESS, has_target(s, w, who, Verb.SUPPRESS))


@rule("cover.positions", "action.drop_prone", "action.stand")
def offer_postures(s, w, who):
    """Actions: taking cover, hiding, lying down, standing up."""
    if may_pay(s, w, who, Verb.HUNKER, 0):
        offer_if(s, Verb.HUNKER, may_hunker(s, w, who))
        offer_if(s, Verb.UNHUNKER, s.units[who].hunkered == 1)
    offer_if(s, Verb.HIDE, may_pay(s, w, who, Verb.HIDE, 0) and may_hide(s, w, who))
    offer_if(s, Verb.DROP_PRONE, may_pay(s, w, who, Verb.DROP_PRONE, 0) and may_drop_prone(s, who))
    offer_if(s, Verb.STAND, may_pay(s, w, who, Verb.STAND, 0) and may_stand(s, who))


@rule("action.draw_sheathe", "action.drop_item", "action.pick_up", "action.reload")
def offer_handling(s, w, who):
    """Actions: weapons drawn, put away, dropped, picked up and loaded."""
    if may_pay(s, w, who, Verb.DRAW, 0):
        offer_if(s, Verb.DRAW, has_slot_to_draw(s, w, who))
        offer_if(s, Verb.SHEATHE, may_sheathe(s, who))
    offer_if(s, Verb.DROP, may_pay(s, w, who, Verb.DROP, 0) and may_drop(s, who))
    offer_if(s, Verb.PICK_UP, may_pay(s, w, who, Verb.PICK_UP, 0) and slot_to_pick_up(s, w, who) >= 0)
    offer_if(s, Verb.RELOAD, may_pay(s, w, who, Verb.RELOAD, 0) and may_reload(s, w, who))


@kernel
def offer_others(s, w, who):
    """Actions: all others; letting go costs nothing."""
    for verb in range(Verb.HEAL, Verb.DRINK + 1):
        offer_if(s, verb, may_pay(s, w, who, verb, 0) and has_target(s, w, who, verb))
    for verb in range(Verb.CAST, Verb.CAST_AREA + 1):
        offer_if(s, verb, has_spell(s, w, who, verb))
    offer_if(s, Verb.SCAN, may_pay(s, w, who, Verb.SCAN, 0) and has_target(s, w, who, Verb.SCAN))
    offer_if(s, Verb.SHAKE_OFF, may_pay(s, w, who, Verb.SHAKE_OFF, 0) and has_condition(s, who))
    for verb in range(Verb.OPEN, Verb.UNLOCK + 1):
        offer_if(s, verb, may_pay(s, w, who, verb, 0) and has_thing(s, w, who, verb))
    offer_if(s, Verb.RELEASE, held_by(s, who) >= 0)


@rule("ambush.declaration", "ambush.intent_required")
def offer_ambush(s, w, who):
    """Declaring: an attack, a power, a move or overwatch, each against one enemy; or nothing."""
    offer_if(s, Verb.AMBUSH_ATTACK, has_target(s, w, who, Verb.AMBUSH_ATTACK))
    offer_if(s, Verb.CAST, has_spell(s, w, who, Verb.CAST))
    if has_target(s, w, who, Verb.AMBUSH_MOVE):
        offer_if(s, Verb.AMBUSH_MOVE, may_set_out(s, w, who) and has_way(s, w, who))
        offer_if(s, Verb.AMBUSH_WATCH, may_pay(s, w, who, Verb.AMBUSH_WATCH, 0) and may_watch(s, w, who))
    offer(s, Verb.NO_AMBUSH)

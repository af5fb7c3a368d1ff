"""The menu: which verbs are open, and what stands in the way of the others."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, offer, top
from ....core.state.choosing import is_offered, offer_unless
from ..vocab import A_CELL, A_DICE, Prompt, Refusal, Verb
from .conditions import held_by, is_bound
from .costs import may_pay, refusal_of_price
from .declaring import refusal_of_dice
from .pinned import refusal_of_hiding
from .postures import (
    refusal_of_aim,
    refusal_of_dropping_prone,
    refusal_of_feint,
    refusal_of_hunkering,
    refusal_of_standing,
    refusal_of_unhunkering,
)
from .suppressing import refusal_of_suppressing
from .targets import refusal_of_any_condition, refusal_of_any_spell, refusal_of_attack, refusal_of_tending
from .things import refusal_of_things
from .watching import refusal_of_watch
from .ways import refusal_of_setting_out
from .weapons import refusal_of_drawing, refusal_of_laying_down, refusal_of_picking_up, refusal_of_reloading
from .whirling import refusal_of_whirlwind

# --- the verdict -----------------------------------------------------------------------------------------------------


@kernel
def refusal_of(s, w, who, verb):
    """What prevents the deciding unit from choosing a verb, or a number of dice where one is asked for; a verb that answers
    another prompt waits for that prompt.
    """
    if s.prompt == Prompt.TURN and Verb.END_TURN <= verb <= Verb.RELEASE:
        return refusal_of_action(s, w, who, verb)
    is_of_ambush = Verb.AMBUSH_ATTACK <= verb <= Verb.NO_AMBUSH
    if s.prompt == Prompt.AMBUSH and (verb == Verb.CAST or is_of_ambush):
        return refusal_of_declaring(s, w, who, verb)
    if (s.prompt == Prompt.TRADE or s.prompt == Prompt.LUCK) and A_DICE <= verb < A_CELL:
        return refusal_of_dice(s, w, top(s), verb - A_DICE)
    if s.prompt != Prompt.TURN and is_offered(s, verb):
        return Refusal.NONE
    if Verb.END_TURN <= verb <= Verb.RELEASE:
        return Refusal.TURN_ONLY
    return Refusal.FIGHT_HAS_BEGUN if is_of_ambush and s.round_no > 0 else Refusal.WHEN_ASKED


@rule("completion.release")
def refusal_of_release(s, who):
    """Letting go: of whom it holds; it costs nothing."""
    return Refusal.NONE if held_by(s, who) != NO_UNIT else Refusal.HOLDS_NOBODY


@rule("turn.any_order", "completion.status.restrained")
def refusal_of_action(s, w, who, verb):
    """Order of actions: any; a bound unit can only struggle."""
    if verb == Verb.END_TURN:
        return Refusal.NONE
    if verb == Verb.ATTACK:
        return refusal_of_attack(s, w, who, verb)
    if is_bound(s, who) and verb != Verb.SHAKE_OFF:
        return Refusal.BOUND
    if verb == Verb.MOVE:
        return refusal_of_setting_out(s, w, who)
    if verb == Verb.CAST or verb == Verb.CAST_AREA:
        return refusal_of_any_spell(s, w, who, verb)
    if verb == Verb.RELEASE:
        return refusal_of_release(s, who)
    refusal = refusal_of_price(s, w, who, verb, 0)
    if refusal != Refusal.NONE:
        return refusal
    if verb <= Verb.SUPPRESS:
        return refusal_of_fighting(s, w, who, verb)
    if verb <= Verb.RELOAD:
        return refusal_of_posture(s, w, who, verb)
    if verb == Verb.SHAKE_OFF:
        return refusal_of_any_condition(s, who)
    if verb == Verb.OPEN or verb == Verb.UNLOCK:
        return refusal_of_things(s, who, verb)
    return refusal_of_tending(s, w, who, verb)


@kernel
def refusal_of_fighting(s, w, who, verb):
    """What prevents a unit from actions that prepare or hinder attacks, once they are paid for."""
    if verb == Verb.WHIRLWIND:
        return refusal_of_whirlwind(s, w, who)
    if verb == Verb.AIM:
        return refusal_of_aim(s, w, who)
    if verb == Verb.FEINT:
        return refusal_of_feint(s, who)
    return refusal_of_watch(s, w, who) if verb == Verb.OVERWATCH else refusal_of_suppressing(s, w, who)


@kernel
def refusal_of_posture(s, w, who, verb):
    """What prevents a unit from taking cover, hiding, lying down, standing up and handling weapons, once that is paid for."""
    if verb == Verb.HUNKER:
        return refusal_of_hunkering(s, w, who)
    if verb == Verb.UNHUNKER:
        return refusal_of_unhunkering(s, who)
    if verb == Verb.HIDE:
        return refusal_of_hiding(s, w, who)
    if verb == Verb.DROP_PRONE:
        return refusal_of_dropping_prone(s, who)
    if verb == Verb.STAND:
        return refusal_of_standing(s, who)
    if verb == Verb.DRAW:
        return refusal_of_drawing(s, w, who)
    if verb == Verb.PICK_UP:
        return refusal_of_picking_up(s, w, who)
    return refusal_of_reloading(s, w, who) if verb == Verb.RELOAD else refusal_of_laying_down(s, who)


@rule("ambush.declaration", "ambush.intent_required")
def refusal_of_declaring(s, w, who, verb):
    """Declaring: an attack, a power, a move or overwatch, each against one enemy; or nothing."""
    if verb == Verb.NO_AMBUSH:
        return Refusal.NONE
    if verb == Verb.AMBUSH_ATTACK:
        return refusal_of_attack(s, w, who, verb)
    if verb == Verb.CAST:
        return refusal_of_any_spell(s, w, who, verb)
    if verb == Verb.AMBUSH_MOVE:
        return refusal_of_setting_out(s, w, who)
    refusal = refusal_of_price(s, w, who, verb, 0)
    return refusal if refusal != Refusal.NONE else refusal_of_watch(s, w, who)


# --- what is open ----------------------------------------------------------------------------------------------------


@rule("turn.any_order", "completion.status.restrained")
def offer_turn(s, w, who):
    """Order of actions: any; a bound unit can only struggle."""
    offer(s, Verb.END_TURN)
    if is_bound(s, who):
        offer_unless(s, Verb.ATTACK, refusal_of_attack(s, w, who, Verb.ATTACK))
        if may_pay(s, w, who, Verb.SHAKE_OFF):
            offer_unless(s, Verb.SHAKE_OFF, refusal_of_any_condition(s, who))
        return
    offer_unless(s, Verb.MOVE, refusal_of_setting_out(s, w, who))
    offer_fighting(s, w, who)
    offer_postures(s, w, who)
    offer_handling(s, w, who)
    offer_others(s, w, who)


@kernel
def offer_fighting(s, w, who):
    """Actions: attacks, and what prepares or hinders them."""
    offer_unless(s, Verb.ATTACK, refusal_of_attack(s, w, who, Verb.ATTACK))
    if may_pay(s, w, who, Verb.WHIRLWIND):
        offer_unless(s, Verb.WHIRLWIND, refusal_of_whirlwind(s, w, who))
    if may_pay(s, w, who, Verb.AIM):
        offer_unless(s, Verb.AIM, refusal_of_aim(s, w, who))
        offer_unless(s, Verb.FEINT, refusal_of_feint(s, who))
    if may_pay(s, w, who, Verb.OVERWATCH):
        offer_unless(s, Verb.OVERWATCH, refusal_of_watch(s, w, who))
    if may_pay(s, w, who, Verb.SUPPRESS):
        offer_unless(s, Verb.SUPPRESS, refusal_of_suppressing(s, w, who))


@rule("cover.positions", "action.drop_prone", "action.stand")
def offer_postures(s, w, who):
    """Actions: taking cover, hiding, lying down, standing up."""
    if may_pay(s, w, who, Verb.HUNKER):
        offer_unless(s, Verb.HUNKER, refusal_of_hunkering(s, w, who))
        offer_unless(s, Verb.UNHUNKER, refusal_of_unhunkering(s, who))
    if may_pay(s, w, who, Verb.HIDE):
        offer_unless(s, Verb.HIDE, refusal_of_hiding(s, w, who))
    if may_pay(s, w, who, Verb.DROP_PRONE):
        offer_unless(s, Verb.DROP_PRONE, refusal_of_dropping_prone(s, who))
    if may_pay(s, w, who, Verb.STAND):
        offer_unless(s, Verb.STAND, refusal_of_standing(s, who))


@rule("action.draw_sheathe", "action.drop_item", "action.pick_up", "action.reload")
def offer_handling(s, w, who):
    """Actions: weapons drawn, put away, dropped, picked up and loaded."""
    if may_pay(s, w, who, Verb.DRAW):
        offer_unless(s, Verb.DRAW, refusal_of_drawing(s, w, who))
        offer_unless(s, Verb.SHEATHE, refusal_of_laying_down(s, who))
    if may_pay(s, w, who, Verb.DROP):
        offer_unless(s, Verb.DROP, refusal_of_laying_down(s, who))
    if may_pay(s, w, who, Verb.PICK_UP):
        offer_unless(s, Verb.PICK_UP, refusal_of_picking_up(s, w, who))
    if may_pay(s, w, who, Verb.RELOAD):
        offer_unless(s, Verb.RELOAD, refusal_of_reloading(s, w, who))


@kernel
def offer_others(s, w, who):
    """Actions: all others; letting go costs nothing."""
    if may_pay(s, w, who, Verb.HEAL):
        offer_unless(s, Verb.HEAL, refusal_of_tending(s, w, who, Verb.HEAL))
    if may_pay(s, w, who, Verb.DRINK):
        offer_unless(s, Verb.DRINK, refusal_of_tending(s, w, who, Verb.DRINK))
    offer_unless(s, Verb.CAST, refusal_of_any_spell(s, w, who, Verb.CAST))
    offer_unless(s, Verb.CAST_AREA, refusal_of_any_spell(s, w, who, Verb.CAST_AREA))
    if may_pay(s, w, who, Verb.SCAN):
        offer_unless(s, Verb.SCAN, refusal_of_tending(s, w, who, Verb.SCAN))
    if may_pay(s, w, who, Verb.SHAKE_OFF):
        offer_unless(s, Verb.SHAKE_OFF, refusal_of_any_condition(s, who))
    if may_pay(s, w, who, Verb.OPEN):
        offer_unless(s, Verb.OPEN, refusal_of_things(s, who, Verb.OPEN))
    if may_pay(s, w, who, Verb.UNLOCK):
        offer_unless(s, Verb.UNLOCK, refusal_of_things(s, who, Verb.UNLOCK))
    offer_unless(s, Verb.RELEASE, refusal_of_release(s, who))


@rule("ambush.declaration", "ambush.intent_required")
def offer_ambush(s, w, who):
    """Declaring: an attack, a power, a move or overwatch, each against one enemy; or nothing."""
    offer_unless(s, Verb.AMBUSH_ATTACK, refusal_of_declaring(s, w, who, Verb.AMBUSH_ATTACK))
    offer_unless(s, Verb.CAST, refusal_of_declaring(s, w, who, Verb.CAST))
    offer_unless(s, Verb.AMBUSH_MOVE, refusal_of_declaring(s, w, who, Verb.AMBUSH_MOVE))
    offer_unless(s, Verb.AMBUSH_WATCH, refusal_of_declaring(s, w, who, Verb.AMBUSH_WATCH))
    offer(s, Verb.NO_AMBUSH)

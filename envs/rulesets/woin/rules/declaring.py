"""Before an attack is rolled: what is declared, the pool, dice traded for damage, LUCK, and the target's guard."""

from __future__ import annotations

from enum import IntEnum

from ....core.compiler import kernel, rule
from ....core.state import NO_UNIT, ask, emit, push
from ....core.state.choosing import offer_unless
from ..vocab import A_DICE, MOST_DICE, Event, Frame, Mark, Mode, Prompt, Refusal, Strike, Verb
from .conditions import is_active, is_bound
from .moving import start_run
from .options import exploit_bit, is_target
from .prices import is_called, least_luck, may_spend, most_luck, price_of, refusal_of_luck, refusal_of_trade
from .sight import has_sight
from .totals import pool_in_mind, pool_of_attack
from .weapons import is_in_melee_reach


class Step(IntEnum):
    """Steps of an attack."""

    SET_OUT = 0
    ARRIVED = 1
    POOL = 2
    TRADED = 3
    LUCK = 4
    LUCKED = 5
    GUARD = 6
    GUARDED = 7
    ROLL = 8
    DAMAGE = 9
    APPLY = 10
    EFFECT = 11
    PRONE = 12
    VENOM = 13
    VENOM_HURTS = 14
    NEXT = 15
    END = 16


@rule("called.declare")
def start_attack(s, w, who, target, strike, mode, marks):
    """Attack: with what, at whom and how is declared before any die is rolled."""
    frame = push(s, Frame.ATTACK)
    frame.who = who
    frame.target = target
    frame.strike = strike
    frame.mode = mode
    frame.marks = marks
    frame.cell = s.units[who].cell
    if marks & (Mark.WHIRLWIND | Mark.OVERWATCH) == 0:
        s.units[who].exploits_used |= exploit_bit(mode) if strike != Strike.SPELL else 0
        if is_called(mode):
            s.units[who].called_shots += 1
    return frame


@rule("attack.vital")
def is_area(strike, mode):
    """Areas: scattershots and bursts of flame roll once against everybody."""
    return mode == Mode.FLAME_BURST if strike == Strike.SPELL else mode == Mode.SCATTERSHOT


@rule("attack.step3_spend", "attack.step4_luck", "completion.reaction_defend", "attack.spend_principle")
def declare_step(s, w, frame, who):
    """Before the roll: the way of a charge, the pool, dice for damage, LUCK, and the target's guard."""
    if frame.step == Step.SET_OUT:
        frame.step = Step.POOL
        if frame.strike != Strike.SPELL and (frame.mode == Mode.CHARGE or frame.mode == Mode.DEATH_FROM_ON_HIGH):
            frame.step = Step.ARRIVED
            start_run(s, w, who, int(frame.target), int(frame.strike), int(frame.mode))
    elif frame.step == Step.ARRIVED:
        frame.step = Step.POOL if has_arrived(s, w, frame, who) else Step.END
    elif frame.step == Step.POOL:
        form_pool(s, w, frame, who)
    elif frame.step == Step.TRADED:
        frame.trade = s.answer - A_DICE
        frame.step = Step.LUCK
    elif frame.step == Step.LUCK:
        luck_step(s, w, frame, who)
    elif frame.step == Step.LUCKED:
        frame.luck = s.answer - A_DICE
        frame.step = Step.GUARD
    elif frame.step == Step.GUARD:
        pay_for(s, frame, who)
        frame.step = Step.ROLL
        if may_guard(s, w, frame):
            frame.step = Step.GUARDED
            ask(s, Prompt.GUARD, int(frame.target))
    else:
        frame.step = Step.ROLL
        if s.answer == Verb.GUARD:
            frame.marks |= Mark.GUARDED
            s.units[frame.target].reactions_left -= 1
            emit(s, Event.GUARDED, int(frame.target), who, 0, 0)


@rule("completion.exploit.charge", "completion.exploit.death_from_on_high")
def has_arrived(s, w, frame, who):
    """Charge, death from on high: both still in the fight, and the target within reach."""
    if not is_active(s, who) or not is_target(s, w, who, int(frame.target)):
        return False
    return is_in_melee_reach(s, w, who, int(frame.target), int(frame.strike))


@kernel
def target_of_pool(frame):
    """Whom the pool of an attack is rolled against; NO_UNIT where a spell fills an area."""
    return NO_UNIT if is_area(frame.strike, frame.mode) and frame.strike == Strike.SPELL else int(frame.target)


@kernel
def cell_of_pool(s, frame, who):
    """The cell from which height and range count: where it began, for who leaps down."""
    if frame.strike != Strike.SPELL and frame.mode == Mode.DEATH_FROM_ON_HIGH:
        return int(frame.cell)
    return int(s.units[who].cell)


@kernel
def weigh_pool(s, w, frame, who):
    """The pool of an attack as things stand, before it is rolled."""
    here = cell_of_pool(s, frame, who)
    return pool_in_mind(s, w, who, target_of_pool(frame), int(frame.strike), int(frame.mode), here, int(frame.marks))


@kernel
def pool_now(s, w, frame, who):
    """The pool of an attack that is rolled."""
    here = cell_of_pool(s, frame, who)
    return pool_of_attack(s, w, who, target_of_pool(frame), int(frame.strike), int(frame.mode), here, int(frame.marks))


@kernel
def price_now(s, w, frame, who):
    """Dice that the option of an attack costs."""
    if frame.strike == Strike.SPELL:
        return 0
    if frame.marks & Mark.WHIRLWIND != 0:
        return int(w.book.price_whirlwind_frenzy)
    return price_of(s, w, who, int(frame.target), int(frame.mode))


@rule("attack.step1_form_pool", "attack.step2_positional", "completion.exploit.whirlwind_frenzy")
def form_pool(s, w, frame, who):
    """Forming the pool: then dice are traded for damage, as far as that can be."""
    frame.pool = weigh_pool(s, w, frame, who)
    price = price_now(s, w, frame, who)
    is_plain = frame.marks & Mark.WHIRLWIND != 0
    luck = 0 if is_plain else most_luck(s, w, who)
    if not may_spend(w, int(frame.pool), price, 0, luck):
        frame.step = Step.END
    elif is_plain:
        frame.step = Step.GUARD
    elif may_trade(s, w, frame, who):
        frame.step = Step.TRADED
        ask(s, Prompt.TRADE, who)
    else:
        frame.step = Step.LUCK


@rule("attack.step3_spend")
def may_trade(s, w, frame, who):
    """Spending: whether any dice at all can be traded for damage."""
    price = price_now(s, w, frame, who)
    return refusal_of_trade(s, w, who, int(frame.strike), int(frame.mode), int(frame.pool), price, 1) == Refusal.NONE


@rule("attack.step4_luck")
def luck_step(s, w, frame, who):
    """LUCK dice: the attacker chooses how many, but no fewer than the pool needs to be rolled at all."""
    frame.step = Step.GUARD
    least = least_luck(w, int(frame.pool), price_now(s, w, frame, who), int(frame.trade))
    frame.luck = least
    if most_luck(s, w, who) > least:
        frame.step = Step.LUCKED
        ask(s, Prompt.LUCK, who)


@kernel
def refusal_of_dice(s, w, frame, dice):
    """What prevents a number of dice from being bought as damage, or from being added as LUCK dice, whichever is asked."""
    who, pool = int(frame.who), int(frame.pool)
    price = price_now(s, w, frame, who)
    if s.prompt == Prompt.TRADE:
        return refusal_of_trade(s, w, who, int(frame.strike), int(frame.mode), pool, price, dice)
    return refusal_of_luck(s, w, who, pool, price, int(frame.trade), dice)


@kernel
def offer_dice(s, w, frame):
    """Offer the numbers of dice that can be bought as damage, or added as LUCK dice."""
    for dice in range(MOST_DICE):
        offer_unless(s, A_DICE + dice, refusal_of_dice(s, w, frame, dice))


@rule("completion.luck_pool")
def pay_for(s, frame, who):
    """LUCK dice: what is declared is gone, hit or miss."""
    unit = s.units[who]
    if frame.trade > 0:
        emit(s, Event.DICE_TRADED, who, int(frame.target), frame.trade, 0)
    if frame.luck > 0:
        unit.luck -= frame.luck
        emit(s, Event.LUCK_SPENT, who, NO_UNIT, frame.luck, unit.luck)


@rule("completion.reaction_defend")
def may_guard(s, w, frame):
    """Guard: a reaction against a weapon, by who sees the attack coming; not against areas, nor in the ambush turn."""
    target = int(frame.target)
    if w.book.guard_enabled == 0 or frame.strike == Strike.SPELL or is_area(frame.strike, frame.mode):
        return False
    unit = s.units[target]
    if frame.marks & Mark.AMBUSH != 0 or unit.reactions_left == 0 or not is_active(s, target):
        return False
    return unit.blinded == 0 and not is_bound(s, target) and has_sight(s, w, target, int(frame.who))

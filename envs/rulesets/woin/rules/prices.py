"""What an attack costs: dice for its option, actions, dice traded for damage, and LUCK."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ..vocab import FIRST_EXPLOIT, LAST_EXPLOIT, Mode, Refusal, Strike
from .conditions import has_odd_legs, size_steps

# --- prices ----------------------------------------------------------------------------------------------------------


@rule("attack.option_grab")
def grab_surcharge(s, w, who, target):
    """Grabs: dice more against larger targets, and against odd numbers of legs."""
    legs = int(w.book.grab_legs_price) if has_odd_legs(s, target) else 0
    return size_steps(s, who, target) * int(w.book.grab_size_price) + legs


@rule("called.push")
def push_surcharge(s, w, who, target):
    """Called push: dice more against larger targets, and against odd numbers of legs."""
    legs = int(w.book.push_legs_price) if has_odd_legs(s, target) else 0
    return size_steps(s, who, target) * int(w.book.push_size_price) + legs


@rule("called.prone")
def prone_surcharge(s, w, who, target):
    """Called knockdown: dice more against larger targets, and against odd numbers of legs."""
    legs = int(w.book.prone_legs_price) if has_odd_legs(s, target) else 0
    return size_steps(s, who, target) * int(w.book.prone_size_price) + legs


@rule("completion.exploit.trip")
def trip_surcharge(s, w, who, target):
    """Trip: dice more against larger targets, and against odd numbers of legs."""
    legs = int(w.book.trip_legs_price) if has_odd_legs(s, target) else 0
    return size_steps(s, who, target) * int(w.book.trip_size_price) + legs


@rule("called.cost")
def price_of_any_call(w):
    """Called Shots: dice that each costs."""
    return int(w.book.called_price)


@rule("called.base")
def called_price(s, w, who, target, mode):
    """Called Shots: their price, and what the result costs besides."""
    price = price_of_any_call(w)
    if mode == Mode.CALLED_PUSH:
        price += push_surcharge(s, w, who, target)
    elif mode == Mode.CALLED_PRONE:
        price += prone_surcharge(s, w, who, target)
    return price


@rule("attack.effects_dice")
def listed_price(w, mode):
    """Price table: dice an exploit costs."""
    price = w.book.price_trip
    if mode == Mode.ACHILLES_HEEL:
        price = w.book.price_achilles_heel
    elif mode == Mode.ARM_LOCK:
        price = w.book.price_arm_lock
    elif mode == Mode.BLINDING_ATTACK:
        price = w.book.price_blinding_attack
    elif mode == Mode.BLIND_SHOT:
        price = w.book.price_blind_shot
    elif mode == Mode.CHARGE:
        price = w.book.price_charge
    elif mode == Mode.CRIPPLING_STRIKE:
        price = w.book.price_crippling_strike
    elif mode == Mode.DEATH_FROM_ON_HIGH:
        price = w.book.price_death_from_on_high
    elif mode == Mode.DISARM:
        price = w.book.price_disarm
    elif mode == Mode.DOUBLE_TAP:
        price = w.book.price_double_tap
    elif mode == Mode.KNOCKBACK:
        price = w.book.price_knockback_1
    elif mode == Mode.STRONG_KNOCKBACK:
        price = w.book.price_knockback_2
    elif mode == Mode.KNOCKDOWN:
        price = w.book.price_knockdown
    elif mode == Mode.RICOCHET:
        price = w.book.price_ricochet
    elif mode == Mode.SCATTERSHOT:
        price = w.book.price_scattershot
    elif mode == Mode.SPINNING_KICK:
        price = w.book.price_spinning_kick
    elif mode == Mode.THROW:
        price = w.book.price_throw_2
    elif mode == Mode.STRONG_THROW:
        price = w.book.price_throw_3
    return int(price)


@kernel
def is_called(mode):
    """Whether an option is a Called Shot."""
    return Mode.CALLED_PUSH <= mode <= Mode.CALLED_SPECIAL


@kernel
def is_exploit(mode):
    """Whether an option is an exploit that costs dice."""
    return FIRST_EXPLOIT <= mode <= LAST_EXPLOIT


@rule("attack.step3_spend")
def price_of(s, w, who, target, mode):
    """Spending: dice that an option costs before the roll."""
    if mode == Mode.GRAB:
        return grab_surcharge(s, w, who, target)
    if is_called(mode):
        return called_price(s, w, who, target, mode)
    if not is_exploit(mode):
        return 0
    price = listed_price(w, mode)
    if mode == Mode.ARM_LOCK:
        price += grab_surcharge(s, w, who, target)
    elif mode == Mode.TRIP:
        price += trip_surcharge(s, w, who, target)
    return price


@rule("called.base")
def actions_for(w, mode):
    """Called Shots: they take two actions, other attacks one."""
    return int(w.book.called_actions) if is_called(mode) else int(w.book.cost_attack)


# --- dice to trade, and luck -----------------------------------------------------------------------------------------


@rule("attack.step4_luck", "completion.luck_pool")
def most_luck(s, w, who):
    """LUCK dice: all that are left, but no more than three for an attack."""
    return min(int(s.units[who].luck), int(w.book.max_luck))


@rule("attack.damage_dice", "called.base", "completion.exploit.scattershot")
def does_bought_damage(s, w, strike, mode):
    """Buying damage: for whatever does damage; not for grabs, escapes, Called Shots for an effect, or scattershots."""
    if strike == Strike.SPELL:
        return w.book.spells[mode - Mode.FIREBOLT].dice > 0
    if mode == Mode.GRAB or mode == Mode.ESCAPE or mode == Mode.SCATTERSHOT:
        return False
    return not is_called(mode) or mode == Mode.CALLED_SPECIAL


@rule("attack.spend_principle")
def may_spend(w, pool, price, trade, luck):
    """Spending: never more dice than the pool has, and at least one must be left to roll, LUCK dice included."""
    spent = price + trade * int(w.book.dice_per_damage_die)
    return spent <= pool and pool - spent + luck >= 1


@rule("attack.step3_spend", "attack.damage_dice")
def refusal_of_trade(s, w, who, strike, mode, pool, price, dice):
    """Buying damage: so many dice of damage, or none at all; no more than a single attack can buy and the pool can pay for."""
    if dice == 0:
        return Refusal.NONE
    if not does_bought_damage(s, w, strike, mode):
        return Refusal.NO_EXTRA_DAMAGE
    if dice > w.book.max_extra_dice:
        return Refusal.TOO_MUCH_DAMAGE
    return Refusal.NONE if may_spend(w, pool, price, dice, most_luck(s, w, who)) else Refusal.NO_DICE


@kernel
def least_luck(w, pool, price, trade):
    """The fewest LUCK dice without which nothing would be rolled."""
    return max(1 - (pool - price - trade * int(w.book.dice_per_damage_die)), 0)


@rule("attack.step4_luck", "completion.luck_pool")
def refusal_of_luck(s, w, who, pool, price, trade, dice):
    """LUCK dice: so many of those that are left, no more than a single attack can use, and enough for something to be rolled."""
    if dice < least_luck(w, pool, price, trade):
        return Refusal.TOO_LITTLE_LUCK
    if dice > w.book.max_luck:
        return Refusal.TOO_MUCH_LUCK
    return Refusal.NONE if dice <= s.units[who].luck else Refusal.NO_LUCK

"""The whirlwind: an attack at every enemy in reach."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import pop, push
from ..vocab import SLOTS, Exploit, Frame, Mark, Mode, Refusal, Strike, WeaponKind
from .conditions import is_active, is_foe
from .declaring import start_attack
from .options import may_strike_with
from .prices import may_spend
from .totals import pool_in_mind
from .weapons import item_of, kind_of, may_use


@rule("completion.exploit.whirlwind_frenzy")
def whirl_strike(s, w, who):
    """Whirlwind: the weapon in hand unless it is a ranged one, else a natural weapon, else bare hands."""
    held = int(s.units[who].held)
    if held >= 0 and kind_of(w, item_of(s, who, held)) != WeaponKind.RANGED:
        return held
    for strike in range(SLOTS):
        if may_use(s, w, who, strike) and kind_of(w, item_of(s, who, strike)) == WeaponKind.MELEE:
            return strike
    return int(Strike.UNARMED)


@rule("completion.exploit.whirlwind_frenzy")
def may_whirl_at(s, w, who, target):
    """Whirlwind: an active enemy in reach."""
    if s.units[target].present == 0 or not is_active(s, target) or not is_foe(s, who, target):
        return False
    return may_strike_with(s, w, who, target, whirl_strike(s, w, who))


@rule("attack.step3_spend", "completion.exploit.whirlwind_frenzy")
def dice_of_whirl(s, w, who, target):
    """Spending: dice of the attack on one enemy after the price; 0 where none is left to roll. No LUCK dice are added."""
    strike, here = whirl_strike(s, w, who), int(s.units[who].cell)
    pool = pool_in_mind(s, w, who, target, strike, int(Mode.NORMAL), here, int(Mark.WHIRLWIND))
    price = int(w.book.price_whirlwind_frenzy)
    return pool - price if may_spend(w, pool, price, 0, 0) else 0


@rule("completion.exploit.whirlwind_frenzy", "exploit.price_table")
def refusal_of_whirlwind(s, w, who):
    """Whirlwind: the unit has the exploit, uses it once a turn, and has an enemy in reach and dice to roll against it."""
    unit = s.units[who]
    if unit.exploits & Exploit.WHIRLWIND_FRENZY == 0:
        return Refusal.NO_EXPLOIT
    if w.book.max_exploits == 0:
        return Refusal.NO_EXPLOITS
    if unit.exploits_used & Exploit.WHIRLWIND_FRENZY != 0:
        return Refusal.EXPLOIT_USED
    refusal = Refusal.NOBODY_IN_REACH
    for target in range(s.unit_count):
        if may_whirl_at(s, w, who, target):
            if dice_of_whirl(s, w, who, target) > 0:
                return Refusal.NONE
            refusal = Refusal.NO_DICE
    return refusal


@rule("completion.exploit.whirlwind_frenzy")
def start_whirlwind(s, who):
    """Whirlwind: it begins with the first enemy of the roster."""
    s.units[who].exploits_used |= Exploit.WHIRLWIND_FRENZY
    push(s, Frame.WHIRLWIND).who = who


@rule("completion.exploit.whirlwind_frenzy")
def whirlwind_step(s, w, frame):
    """Whirlwind: one enemy after the other, each with positional dice of its own."""
    who = int(frame.who)
    while frame.index < s.unit_count and is_active(s, who):
        target = int(frame.index)
        frame.index += 1
        if may_whirl_at(s, w, who, target):
            start_attack(s, w, who, target, whirl_strike(s, w, who), int(Mode.NORMAL), int(Mark.WHIRLWIND))
            return
    pop(s)

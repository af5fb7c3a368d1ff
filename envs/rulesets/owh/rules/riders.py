"""What a hit brings with it besides damage: bleeding, fire, poisons."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import CRITICAL, check
from ....core.state import NO_UNIT, emit_roll, open_total
from ..vocab import Event, Rider, Roll, Strike, Trait
from .conditions import has_trait, is_standing, poison_resistance
from .harm import add_bleeding, ignite
from .rolls import start_check
from .totals import is_stealthy, was_hidden
from .weapons import UNARMED, innate_rider, spend_charge, wielded_item

# --- critical hits ---------------------------------------------------------------------------------------------------


@rule("status.bleed_trigger")
def resolve_bleeding(s, w, target, item):
    """How bleeding is inflicted: by what pierces or tears."""
    row = w.book.weapons[item - 1]
    if (row.piercing == 1 or row.bleed == 1) and happens(s, target, int(w.book.bleed_chance_pct), Event.BLEED_ROLLED):
        add_bleeding(s, w, target, int(w.book.bleed_stacks))


@rule("status.fire_trigger")
def resolve_fire(s, w, target):
    """How fire is set: to what a burning weapon or spell hits."""
    ignite(s, w, target, int(w.book.fire_stacks))


@kernel
def resolve_critical_riders(s, w, frame, who, target):
    """Critical hits: bleeding from weapons that pierce or tear, fire from weapons that burn. They do not affect a target that
    is down.
    """
    is_critical = frame.outcome == CRITICAL
    if not is_standing(s, target) or frame.strike == Strike.BASH:
        return
    if frame.strike == Strike.SPELL:
        if is_critical:
            resolve_fire(s, w, target)
        return
    item = wielded_item(s, who)
    if w.book.stealth_counts_as_crit == 1 and is_stealthy(s, w, who, target, int(frame.strike), was_hidden(frame)):
        is_critical = True
    if not is_critical or item == UNARMED:
        return
    resolve_bleeding(s, w, target, item)
    if w.book.weapons[item - 1].fire == 1:
        resolve_fire(s, w, target)


@kernel
def happens(s, who, percent, kind):
    """Whether something of this chance befalls a unit, as an event of its own says; what is certain takes no die."""
    if percent <= 0 or percent >= 100:
        return percent >= 100
    has_happened = check(s, 100, percent)
    emit_roll(s, kind, who, NO_UNIT, percent, 0)
    return has_happened


# --- poisons ---------------------------------------------------------------------------------------------------------


@rule("status.poison_trigger")
def poisons(s, w, who, target):
    """How poison is inflicted: each hit with a poisoned weapon forces a roll; a charge of its coating is used up in any case."""
    is_poisoned = innate_rider(s, who, Rider.POISON)
    if spend_charge(s, who, True):
        is_poisoned = True
    is_open = s.units[target].poisoned == 0 or w.book.poisoned_stackable == 1
    if not is_poisoned or not is_open or not may_be_poisoned(s, target):
        return False
    return happens(s, target, int(w.book.poison_chance_pct), Event.POISON_ROLLED)


@rule("status.paralyzed")
def paralyses(s, who, target):
    """Paralyzed: by weapons that do it by nature, a target that is not paralyzed yet."""
    return innate_rider(s, who, Rider.PARALYSE) and s.units[target].paralyzed == 0 and may_be_poisoned(s, target)


@rule("incapacitate.methods")
def puts_to_sleep(s, who, target):
    """Ways to incapacitate: poisons that put to sleep, of the weapon's nature or from a coating, whose charge is used up."""
    is_drugged = innate_rider(s, who, Rider.SLEEP)
    if spend_charge(s, who, False):
        is_drugged = True
    return is_drugged and may_be_poisoned(s, target)


@rule("pr.value", "completion.abilities")
def may_be_poisoned(s, target):
    """Poison resistance: of who still stands and is not immune."""
    return is_standing(s, target) and not has_trait(s, target, Trait.POISON_IMMUNE)


@rule("pr.roll")
def start_resisting(s, w, target):
    """Poison resistance: a bare d20 against the number."""
    open_total(s)
    start_check(s, target, Roll.POISON, poison_resistance(s, w, target), 0, int(w.book.pr_die))

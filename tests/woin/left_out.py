"""What ``hit`` and ``harm`` are beside the exact odds, and what they leave out."""

from __future__ import annotations

from conformance.omissions import Omission

from tactica.envs.core.state import top
from tactica.envs.rulesets.woin.board import STEP, distance
from tactica.envs.rulesets.woin.rules.ground import is_swim
from tactica.envs.rulesets.woin.rules.weapons import item_of
from tactica.envs.rulesets.woin.tactics.aims import best_strike
from tactica.envs.rulesets.woin.tactics.estimates import end_of_way
from tactica.envs.rulesets.woin.vocab import Mode, Prompt, Strike, Verb

#: What the estimates suppose others to answer.
ANSWERS = {"trade": "no_dice", "luck": "no_dice", "guard": "no_guard", "watch": "hold_fire"}

#: What of the odds is ``hit`` where it is not that the target is hit, and when it is known, if not at once; by verb.
HIT: dict[int, str] = {}
UNTIL: dict[int, str] = {int(Verb.AMBUSH_ATTACK): "round"}
#: What is lost, of which ``harm`` is a share.
TAKEN = ("{target}.health",)


def strike_now(s, w, who, plan):
    """What a plan attacks with, and who attacks: what has been declared where dice are traded or added."""
    if s.prompt in (Prompt.TRADE, Prompt.LUCK):
        return int(top(s).strike), int(top(s).who)
    if s.prompt == Prompt.MODE:
        return int(top(s).item_used), who
    if plan.verb == Verb.FIRE:
        return int(s.units[who].held), who
    return int(best_strike(s, w, who, plan.target, plan.mode)), who


def is_venomous(s, w, who, plan):
    """Whether a weapon has venom that may take hold of the target."""
    if plan.verb in (Verb.CAST, Verb.WHIRLWIND):
        return False
    strike, attacker = strike_now(s, w, who, plan)
    return strike >= 0 and strike != Strike.SPELL and w.book.weapons[item_of(s, attacker, strike)].venom != 0


def charges_through_water(s, w, who, plan):
    """Whether a charge leads through deep water that must be swum."""
    if plan.verb != Verb.ATTACK or plan.mode != Mode.CHARGE or s.prompt in (Prompt.TRADE, Prompt.LUCK):
        return False
    here = int(s.units[who].cell)
    there = int(end_of_way(s, w, who, plan.target, strike_now(s, w, who, plan)[0], plan.mode))
    if there < 0:
        return False
    way = [d for d in range(8) if any(here + k * int(STEP[d]) == there for k in range(1, distance(here, there) + 1))]
    return s.units[who].swum == 0 and any(
        is_swim(s, w, who, here + k * int(STEP[d])) for d in way for k in range(1, distance(here, there) + 1)
    )


LEFT_OUT: tuple[Omission, ...] = (
    Omission(
        "venom",
        "What venom takes after a wound is not counted.",
        is_venomous,
        features=("harm",),
        scenario="hatchling",
    ),
    Omission(
        "swimming",
        "A charge through deep water is taken to succeed in swimming it.",
        charges_through_water,
        scenario="hatchling",
    ),
)

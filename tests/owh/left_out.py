"""What ``hit`` and ``harm`` are beside the exact odds, and what they leave out."""

from __future__ import annotations

from conformance.omissions import Omission

from tactica.envs.rulesets.owh.rules.conditions import has_trait, is_aloft
from tactica.envs.rulesets.owh.rules.synergy import synergy_of
from tactica.envs.rulesets.owh.rules.weapons import UNARMED, wielded_item
from tactica.envs.rulesets.owh.tactics.effects import carries, is_harmful, strike_of
from tactica.envs.rulesets.owh.vocab import Mode, Rider, Strike, Trait

#: What the estimates suppose others to answer.
ANSWERS = {"reroll": "keep_roll"}

#: What of the odds is ``hit`` where it is not that the target is hit, and when it is known, if not at once; by verb.
HIT: dict[int, str] = {}
UNTIL: dict[int, str] = {}
#: What is lost, of which ``harm`` is a share.
TAKEN = ("{target}.hp",)


def pushes(s, w, who, plan):
    """Whether a hit pushes its target: a gust, a shield, or a weapon that pushes, against what is no larger than the attacker."""
    strike, item = strike_of(s, w, who, plan.verb), wielded_item(s, who)
    if strike == Strike.SPELL:
        return plan.mode == Mode.GUST
    if s.units[plan.target].body_size > s.units[who].body_size:
        return False
    if strike == Strike.BASH:
        return True
    return is_harmful(plan.mode) and item != UNARMED and w.book.weapons[item - 1].push > 0


def brings_down(s, w, who, plan):
    """Whether a hit may make a flier fall: by knocking it out, paralysing it or putting it to sleep."""
    if not is_aloft(s, plan.target) or has_trait(s, plan.target, Trait.ETHEREAL):
        return False
    is_weapon = strike_of(s, w, who, plan.verb) == Strike.WEAPON and is_harmful(plan.mode)
    drugs = is_weapon and (carries(s, who, Rider.PARALYSE) or carries(s, who, Rider.SLEEP))
    return plan.mode == Mode.SUBDUE or drugs


def is_secretly_helped(s, w, who, plan):
    """Whether the target has synergy from a friend whom the attacker's side does not know of."""
    known, all_of_it = (synergy_of(s, w, plan.target, who, knows_all) for knows_all in (False, True))
    return known != all_of_it


LEFT_OUT: tuple[Omission, ...] = (
    Omission(
        "called shots",
        "What the called shot tables add to the damage is not counted.",
        lambda s, w, who, plan: plan.mode in (Mode.CALLED, Mode.HEADSHOT),
        features=("harm",),
    ),
    Omission(
        "pushes and falls",
        "What collisions and falls add to the damage is not counted: after a push, or when a flier is brought down.",
        lambda s, w, who, plan: pushes(s, w, who, plan) or brings_down(s, w, who, plan),
        features=("harm",),
        scenario="mule_track",
    ),
    Omission(
        "hidden helpers",
        "The Parry that a target gains by a friend of whom the attacker does not know is not counted.",
        is_secretly_helped,
        scenario="witness",
    ),
)

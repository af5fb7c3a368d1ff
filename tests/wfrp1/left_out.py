"""What ``hit`` and ``harm`` are beside the exact odds, and what they leave out."""

from __future__ import annotations

from conformance.omissions import Omission

from tactica.envs.rulesets.wfrp1.rules.armour import metal_points
from tactica.envs.rulesets.wfrp1.rules.entangling import entangles_by_blow
from tactica.envs.rulesets.wfrp1.rules.stuns import is_stun_attempt
from tactica.envs.rulesets.wfrp1.rules.weapons import striking_item
from tactica.envs.rulesets.wfrp1.vocab import Mode, Verb

#: What the estimates suppose others to answer.
ANSWERS = {"parry": "no_parry"}

#: What of the odds is ``hit`` where it is not that the target is hit, and when it is known, if not at once; by verb.
HIT: dict[int, str] = {}
UNTIL: dict[int, str] = {}
#: Scenarios with guns and fliers, which the others lack.
ALSO = ("powder", "harpies", "night_guns")
#: What is lost, of which ``harm`` is a share.
TAKEN = ("{target}.wounds", "critical on {target}")


def is_armoured_unevenly(s, w, plan):
    """Whether the armour of a target differs between the locations, and none is named."""
    leather = s.units[plan.target].leather
    points = {(int(metal_points(s, w, plan.target, k, 0)), int(leather[k])) for k in range(6)}
    return len(points) > 1 and not Mode.AIM_HEAD <= plan.mode <= Mode.AIM_LEGS


def is_blow(plan):
    """Whether a plan ends in a blow."""
    return plan.verb in (Verb.STRIKE, Verb.CHARGE)


def stuns(s, w, who, plan):
    """Whether a plan is a blow to stun, which always goes to the head."""
    return is_blow(plan) and is_stun_attempt(s, who, plan.mode, striking_item(s, w, who, plan.mode))


def entangles(s, w, who, plan):
    """Whether a plan is a blow that entangles and does no harm."""
    return is_blow(plan) and entangles_by_blow(striking_item(s, w, who, plan.mode), plan.mode)


LEFT_OUT: tuple[Omission, ...] = (
    Omission(
        "stuns",
        "A blow to stun, as every unarmed one is, is taken to wound.",
        stuns,
        features=("harm",),
        scenario="press_gang",
    ),
    Omission(
        "nets and whips",
        "A net that is struck with, and a whip aimed at a part of the body, are taken to wound; they entangle.",
        entangles,
        features=("harm",),
        scenario="press_gang",
    ),
    Omission(
        "where it hits",
        "Each location counts as likely as the table makes it, although the roll that hits, read backwards, gives the location.",
        lambda s, w, who, plan: is_armoured_unevenly(s, w, plan) and not stuns(s, w, who, plan),
        features=("harm",),
    ),
    Omission(
        "stray shots",
        "A shot at one of a group is taken to hit the one it is meant for.",
        lambda s, w, who, plan: plan.verb == Verb.FIRE_GROUP,
    ),
    Omission(
        "dives",
        "A dive is weighed as the blow that it leads to, which is chosen after it.",
        lambda s, w, who, plan: plan.verb == Verb.SWOOP,
        scenario="harpies",
    ),
    Omission(
        "rider and mount",
        "What is meant for a rider and may hit the mount is taken to hit the rider.",
        lambda s, w, who, plan: s.units[plan.target].mount >= 0 or s.units[plan.target].rider >= 0,
        scenario="cavalry",
    ),
)

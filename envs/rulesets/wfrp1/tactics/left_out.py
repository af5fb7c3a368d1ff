"""What ``hit`` and ``harm`` are beside the exact odds, and what they leave out."""

from __future__ import annotations


from ....core.behaviour.left_out import Omission
from ..rules.stuns import is_stun_attempt
from ..rules.weapons import striking_item
from ..vocab import Verb

#: What the estimates suppose others to answer.
ANSWERS = {"parry": "no_parry"}

#: What of the odds is ``hit`` where it is not that the target is hit, and when it is known, if not at once; by verb.
HIT: dict[int, str] = {}
UNTIL: dict[int, str] = {}
#: What is lost, of which ``harm`` is a share.
TAKEN = ("{target}.wounds", "critical on {target}")

LEFT_OUT: tuple[Omission, ...] = (
    Omission(
        "stuns",
        "A blow to stun, as every unarmed one is, is taken to wound.",
        lambda s, w, who, plan: plan.verb in (Verb.STRIKE, Verb.CHARGE)
        and is_stun_attempt(s, who, plan.mode, striking_item(s, w, who, plan.mode)),
        features=("harm",),
    ),
    Omission(
        "stray shots",
        "A shot at one of a group is taken to hit the one it is meant for.",
        lambda s, w, who, plan: plan.verb == Verb.FIRE_GROUP,
    ),
    Omission(
        "rider and mount",
        "What is meant for a rider and may hit the mount is taken to hit the rider.",
        lambda s, w, who, plan: s.units[plan.target].mount >= 0 or s.units[plan.target].rider >= 0,
        scenario="cavalry",
    ),
)

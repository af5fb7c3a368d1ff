"""What ``hit`` and ``harm`` are beside the exact odds, and what they leave out."""

from __future__ import annotations

from conformance.omissions import Omission

from tactica.envs.rulesets.heimr.vocab import Verb

#: What the estimates suppose others to answer.
ANSWERS = {
    "attacked": "defend",
    "defence": "use_dodge",
    "reroll": "accept",
    "blind_axis": "blind_straight",
    "provoked": "attack_it",
    "resist": "suffer",
    "evade": "suffer",
}

#: What of the odds is ``hit`` where it is not that the target is hit, and when it is known, if not at once; by verb.
HIT: dict[int, str] = {}
UNTIL: dict[int, str] = {}
#: What is lost, of which ``harm`` is a share.
TAKEN = ("{target}.hp",)

LEFT_OUT: tuple[Omission, ...] = (
    Omission(
        "more than is left",
        "Harm counts the hit points of several rolls beyond those that are left.",
        lambda s, w, who, plan: plan.verb in (Verb.WEAPON_ATTACK, Verb.CHARGE_WEAPON),
        features=("harm",),
    ),
    Omission(
        "shots",
        "The line on which a shot counts, and where it goes that misses, are not counted.",
        lambda s, w, who, plan: plan.verb in (Verb.SHOOT, Verb.LUCK_SHOT),
    ),
)

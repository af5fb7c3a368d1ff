"""What ``hit`` and ``harm`` are beside the exact odds, and what they leave out."""

from __future__ import annotations

from conformance.omissions import Omission

from tactica.envs.rulesets.owh.vocab import Mode, Verb

#: What the estimates suppose others to answer.
ANSWERS = {"reroll": "keep_roll"}

#: What of the odds is ``hit`` where it is not that the target is hit, and when it is known, if not at once; by verb.
HIT: dict[int, str] = {}
UNTIL: dict[int, str] = {}
#: What is lost, of which ``harm`` is a share.
TAKEN = ("{target}.hp",)

LEFT_OUT: tuple[Omission, ...] = (
    Omission(
        "called shots",
        "What the called shot tables add to the damage is not counted.",
        lambda s, w, who, plan: plan.mode in (Mode.CALLED, Mode.HEADSHOT),
        features=("harm",),
    ),
    Omission(
        "free attacks",
        "Only the damage of a free attack counts, not what follows from it.",
        lambda s, w, who, plan: plan.verb == Verb.FREE_ATTACK,
        features=("harm",),
    ),
)

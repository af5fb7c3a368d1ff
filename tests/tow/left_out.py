"""What ``hit`` and ``harm`` are beside the exact odds, and what they leave out."""

from __future__ import annotations

from conformance.omissions import Omission

from tactica.envs.rulesets.tow.vocab import Verb

#: What the estimates suppose others to answer.
ANSWERS = {"reaction": "hold", "dispel": "let_pass", "charge": "pass"}

#: What of the odds is ``hit`` where it is not that the target is hit, and when it is known, if not at once; by verb.
HIT: dict[int, str] = {Verb.CHARGE: "charge_reached by {who}", Verb.CAST_UNIT: "event cast"}
UNTIL: dict[int, str] = {Verb.CHARGE: "move"}
#: What is lost, of which ``harm`` is a share.
TAKEN = ("result wounds on {target}",)

LEFT_OUT: tuple[Omission, ...] = (
    Omission(
        "the round of combat",
        "Harm of a charge is that of one round of combat, without what the enemy strikes before.",
        lambda s, w, who, plan: plan.verb == Verb.CHARGE,
        features=("harm",),
    ),
    Omission(
        "each shot",
        "The chance to hit is that of each shot.",
        lambda s, w, who, plan: plan.verb in (Verb.SHOOT, Verb.STAND_AND_SHOOT),
        features=("hit",),
    ),
    Omission(
        "shots",
        "Harm is counted from the mean of the wounds, without what some weapons add to it.",
        lambda s, w, who, plan: plan.verb in (Verb.SHOOT, Verb.STAND_AND_SHOOT),
        features=("harm",),
    ),
    Omission(
        "spells",
        "Miscasts and what spells do beyond wounds are not counted.",
        lambda s, w, who, plan: plan.verb in (Verb.CAST_UNIT, Verb.CAST_CELL),
        scenario="magic_duel",
    ),
)

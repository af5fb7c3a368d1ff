"""What ``hit`` and ``harm`` are beside the exact odds, and what they leave out."""

from __future__ import annotations

from conformance.omissions import Omission

from tactica.envs.rulesets.tow.rules.fear import fears
from tactica.envs.rulesets.tow.tactics.estimates import staying
from tactica.envs.rulesets.tow.tactics.volleys import missile_row, volley_at
from tactica.envs.rulesets.tow.vocab import MissileKind, Verb

#: What the estimates suppose others to answer.
ANSWERS = {"reaction": "hold", "dispel": "let_pass", "charge": "pass"}

#: What of the odds is ``hit`` where it is not that the target is hit, and when it is known, if not at once; by verb.
HIT: dict[int, str] = {Verb.CHARGE: "charge_reached by {who}", Verb.CAST_UNIT: "event cast"}
UNTIL: dict[int, str] = {Verb.CHARGE: "move"}
#: What is lost, of which ``harm`` is a share.
TAKEN = ("result wounds on {target}",)

BLOWS = (Verb.ATTACK_UNIT, Verb.ATTACK_CHARACTER, Verb.CHALLENGE)
VOLLEYS = (Verb.SHOOT, Verb.STAND_AND_SHOOT)


def is_joined_by_charges(s, w, who, plan):
    """Whether other charges have been declared before a charge, which are moved first."""
    others = (one for one in range(s.unit_count) if one != who)
    return plan.verb == Verb.CHARGE and any(s.units[one].charge_target >= 0 for one in others)


def may_exceed(s, w, who, plan):
    """Whether a volley may do more wounds than its target has left: one for each shot, a bolt several."""
    if plan.verb not in VOLLEYS:
        return False
    if missile_row(s, w, who).kind == MissileKind.BOLT_THROWER:
        return True
    shots = volley_at(s, w, who, plan.target, plan.mode, plan.verb == Verb.STAND_AND_SHOOT)[0]
    return int(shots) > int(staying(s, plan.target))


LEFT_OUT: tuple[Omission, ...] = (
    Omission(
        "the round of combat",
        "Harm of a charge or a blow is that of one whole round of combat, without what the enemy strikes before.",
        lambda s, w, who, plan: plan.verb == Verb.CHARGE or plan.verb in BLOWS,
        features=("harm",),
    ),
    Omission(
        "blows",
        "The chance to hit of a unit that chooses whom to strike is 1.",
        lambda s, w, who, plan: plan.verb in BLOWS,
        features=("hit",),
    ),
    Omission(
        "other charges",
        "A charge is measured as all stand now, although charges that were declared before it are moved first.",
        is_joined_by_charges,
        features=("hit",),
    ),
    Omission(
        "fear",
        "A charge at an enemy that the unit fears is taken to be made without a test.",
        lambda s, w, who, plan: plan.verb == Verb.CHARGE and bool(fears(s, w, who, plan.target)),
        features=("hit",),
        scenario="ranged_vs_melee",
    ),
    Omission(
        "each shot",
        "The chance to hit is that of each shot, or of a stone or a flame to fall as it should.",
        lambda s, w, who, plan: plan.verb in (*VOLLEYS, Verb.SHOOT_CELL, Verb.FLAME),
        features=("hit",),
    ),
    Omission(
        "more than is left",
        "Harm of a volley is its mean of wounds, also of those beyond what the target has left.",
        may_exceed,
        features=("harm",),
        scenario="ranged_vs_melee",
    ),
    Omission(
        "spells",
        "Miscasts and what spells do beyond wounds are not counted.",
        lambda s, w, who, plan: plan.verb in (Verb.CAST_UNIT, Verb.CAST_CELL),
        scenario="magic_duel",
    ),
)

"""What ``hit`` and ``harm`` are beside the exact odds, and what they leave out."""

from __future__ import annotations

from conformance.omissions import Omission

from tactica.envs.rulesets.tow.board import count_in
from tactica.envs.rulesets.tow.rules.fear import fears, must_test_terror
from tactica.envs.rulesets.tow.tactics.staying import exposed
from tactica.envs.rulesets.tow.tactics.volleys import missile_row, volley_at
from tactica.envs.rulesets.tow.vocab import MissileKind, Mode, Verb

#: What the estimates suppose others to answer.
ANSWERS = {"reaction": "hold", "dispel": "let_pass", "charge": "pass"}

#: What of the odds is ``hit`` where it is not that the target is hit, and when it is known, if not at once; by verb.
HIT: dict[int, str] = {Verb.CHARGE: "charge_reached by {who}", Verb.CAST_UNIT: "event cast"}
UNTIL: dict[int, str] = {Verb.CHARGE: "move"}
#: What is lost, of which ``harm`` is a share.
TAKEN = ("result wounds on {target}",)
#: Scenarios that are looked at, too: flames, stones and balls.
ALSO = ("artillery",)

BLOWS = (Verb.ATTACK_UNIT, Verb.ATTACK_CHARACTER, Verb.CHALLENGE)
VOLLEYS = (Verb.SHOOT, Verb.STAND_AND_SHOOT)
SIX = 6  # the most a die of hits shows


def is_joined_by_charges(s, w, who, plan):
    """Whether other charges have been declared before a charge, which are moved first."""
    others = (one for one in range(s.unit_count) if one != who)
    return plan.verb == Verb.CHARGE and any(s.units[one].charge_target >= 0 for one in others)


def may_exceed(s, w, who, plan):
    """Whether a volley may do more wounds than the rank and file has left, or a character that is alone: one for each shot, of a
    bolt several. So may a spell, one for each hit, and a ball, which multiplies wounds that a damaged model cannot take.
    """
    left = int(exposed(s, plan.target))
    if plan.verb == Verb.CAST_UNIT:
        return SIX * int(w.book.rain_hit_dice if plan.mode == Mode.STONE_RAIN else w.book.bolt_hit_dice) > left
    if plan.verb == Verb.SHOOT_CELL:
        return missile_row(s, w, who).kind == MissileKind.CANNON and s.units[plan.target].lost_wounds > 0
    if plan.verb not in VOLLEYS:
        return False
    if missile_row(s, w, who).kind == MissileKind.BOLT_THROWER:
        return True
    shots = volley_at(s, w, who, plan.target, plan.mode, plan.verb == Verb.STAND_AND_SHOOT)[0]
    return int(shots) > left


def may_flee_into_danger(s, w, who, plan):
    """Whether there is dangerous ground, on which a unit may come to harm that flees from what was shot or cast at it."""
    is_shot = plan.verb in (*VOLLEYS, Verb.SHOOT_CELL, Verb.FLAME, Verb.CAST_UNIT, Verb.CAST_CELL)
    return is_shot and count_in(w.field.risky, 0, 0, int(s.board_width), int(s.board_height)) > 0


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
        "terror",
        "A charge is measured as if its target passed every test for terror.",
        lambda s, w, who, plan: plan.verb == Verb.CHARGE and bool(must_test_terror(s, w, plan.target, who)),
        features=("hit",),
        scenario="monsters",
    ),
    Omission(
        "each shot",
        "The chance to hit is that of each shot, or of a stone or a flame to fall as it should.",
        lambda s, w, who, plan: plan.verb in (*VOLLEYS, Verb.SHOOT_CELL, Verb.FLAME),
        features=("hit",),
    ),
    Omission(
        "more than is left",
        "Harm of a volley, a missile spell or a ball at a wounded regiment is that of its mean of wounds, even if some rolls "
        "exceed what is left.",
        may_exceed,
        features=("harm",),
        scenario="ranged_vs_melee",
    ),
    Omission(
        "panic",
        "Harm of a shot is that of its hits, without the dangerous ground that a flight in panic may lead to.",
        may_flee_into_danger,
        features=("harm",),
        scenario="monsters",
    ),
    Omission(
        "spells",
        "Miscasts and what spells do beyond wounds are not counted.",
        lambda s, w, who, plan: plan.verb in (Verb.CAST_UNIT, Verb.CAST_CELL),
        scenario="magic_duel",
    ),
)

"""What ``hit`` and ``harm`` are beside the exact odds, and what they leave out."""

from __future__ import annotations

from conformance.omissions import Omission

from tactica.envs.rulesets.heimr.rules.conditions import in_cluster_together, is_able, is_in_fight, sees
from tactica.envs.rulesets.heimr.tactics.against import fatigue_known, hit_points_known
from tactica.envs.rulesets.heimr.tactics.blows import come_back, go_to, place_of
from tactica.envs.rulesets.heimr.tactics.defaults import default_answer
from tactica.envs.rulesets.heimr.tactics.outlooks import who_is_struck
from tactica.envs.rulesets.heimr.vocab import GuardKind, Mark, Prompt, Trigger, Verb

PLAIN = {
    "attacked": "defend",
    "reroll": "accept",
    "blind_axis": "blind_straight",
    "provoked": "attack_it",
    "resist": "suffer",
    "evade": "take_it",
    "stop": "stop_it",
    "intercepted": "stay",
}
#: Prompts that are answered by the position, as scripted players do.
BY_DEFAULT = (Prompt.DEFENCE, Prompt.HOLD, Prompt.STUMBLE)


def ANSWERS(table):
    """What the estimates suppose others to answer: of defences the best by its mean; who is badly hurt releases its hold."""
    game = table.game
    if table.prompt in [prompt.name.lower() for prompt in BY_DEFAULT]:
        world = game.loops.World(game.book, game.field)
        return table.describe([int(default_answer(game.s, world))])
    return PLAIN.get(table.prompt)


#: What of the odds is ``hit`` where it is not that the target is hit, and when it is known, if not at once; by verb.
HIT: dict[int, str] = {}
UNTIL: dict[int, str] = {}
#: What is lost, of which ``harm`` is a share.
TAKEN = ("{target}.hp",)


def is_misjudged(s, w, who, plan):
    """Whether who decides does not know how tired the target or another next to it is, or how many hit points it has."""
    for other in range(s.unit_count):
        if is_in_fight(s, other) and s.units[other].cell == s.units[plan.target].cell:
            if fatigue_known(s, w, who, other) != s.units[other].fatigue:
                return True
            if hit_points_known(s, w, who, other) != s.units[other].hp:
                return True
    return False


def is_not_alone(s, w, who, plan):
    """Whether an attack may go at another than its target: at who guards it, unseen by the attacker perhaps, or, of a shot, at
    who is in a cluster with it.
    """
    target = plan.target
    if any(s.units[one].guard != GuardKind.NOTHING and not sees(s, who, one) for one in range(s.unit_count)):
        return True
    if plan.verb in (Verb.SHOOT, Verb.LUCK_SHOT):
        others = (one for one in range(s.unit_count) if one not in (target, who))
        if any(is_in_fight(s, one) and in_cluster_together(s, target, one) for one in others):
            return True
        return who_is_struck(s, w, who, target, int(Mark.SHOT), 0) != target
    is_charge = plan.verb in (Verb.CHARGE_WEAPON, Verb.CHARGE_BRAWL)
    before = go_to(s, w, who, target) if is_charge else place_of(s, who)
    struck = who_is_struck(s, w, who, target, int(Mark.CHARGE) if is_charge else 0, 0)
    come_back(s, who, before)
    return struck != target


def is_stopped(s, w, who, plan):
    """Whether a unit that can act holds who attacks in its turn."""
    grabbers = [one for one in range(s.unit_count) if s.units[one].grab_target == who and is_able(s, one)]
    return plan.verb in (Verb.WEAPON_ATTACK, Verb.SHOOT, Verb.BRAWL) and bool(grabbers)


def is_awaited(s, w, who, plan):
    """Whether an enemy waits with a readied action."""
    units = [s.units[one] for one in range(s.unit_count)]
    return any(unit.side != s.units[who].side and unit.ready_trigger != Trigger.NOTHING for unit in units)


LEFT_OUT: tuple[Omission, ...] = (
    Omission(
        "what is hidden",
        "Fatigue and hit points that a side cannot see are taken to be those of a fresh unit.",
        is_misjudged,
    ),
    Omission(
        "clusters and guards",
        "What hits a guard, or another member of a cluster, counts as if it hit the target.",
        is_not_alone,
    ),
    Omission(
        "grabs",
        "That a unit which holds the attacker may stop the attack is not counted.",
        is_stopped,
        scenario="tiny_random",
    ),
    Omission(
        "readied actions",
        "What an enemy does that has readied an action is not counted.",
        is_awaited,
        scenario="duel",
    ),
)

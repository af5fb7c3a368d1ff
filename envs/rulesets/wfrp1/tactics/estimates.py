"""What behaviours may expect of a blow, a shot or a parry: estimates, by the rules but without dice.

Left out are parries, bombs that sputter, and what the README lists. An estimate weighs choices; the odds of the
sandbox are exact.
"""

from __future__ import annotations

from ....core.behaviour.features import Feature
from ....core.compiler import kernel
from ..board import distance, line_cell
from ..rules.ammunition import has_shot_ready, missile_item
from ..rules.carrying import hand_of
from ..rules.charging import blows_of_charge, turns_to_meet
from ..rules.conditions import is_able, is_static
from ..rules.engagement import turn_towards
from ..rules.modifiers import chance_to_hit
from ..rules.mounted import one_named
from ..rules.parrying import chance_to_parry
from ..rules.stuns import is_stun_from_behind
from ..rules.targeting import is_aimed
from ..rules.weapons import held_item, shots_in_hand, striking_item, weapon_damage
from ..vocab import MODES, Item, Location, Mode, Verb
from .blasts import chance_of_throw, harm_of_throw
from .damage import damage_to, is_shot, skill_with
from .shooting import base_of_shot, chance_of_attack, chance_of_shot, loss_of_attack

PARRY_MEAN = 3.5  # points a parry stops
NOT_ESTIMATED = -1
FIRST_OWN = len(Feature)  # features of this ruleset, in the order of tactics.FEATURES
PACE, STUNS, AIMS, OFF_HAND, DRAWS, DODGES, LEAVES = range(FIRST_OWN, FIRST_OWN + 7)


@kernel
def staying(s, who):
    """Wounds a unit can still lose before the next hit may be its last, and that one hit; 0 out of action."""
    return int(s.units[who].wounds) + 1 if is_able(s, who) else 0


@kernel
def full_staying(s, who):
    """The same when it was fresh."""
    return int(s.units[who].wounds_max) + 1


@kernel
def factor_of_blow(s, w, target):
    """The damage factor of a blow: 2 on a target that does not move. Missiles and bombs have no such factor."""
    return int(w.book.prone_damage_factor) if is_static(s, w, target) else 1


@kernel
def chance_of_blow(s, w, who, target, mode):
    """Chance that a blow hits, 0 to 1, from where the two stand."""
    item = striking_item(s, w, who, mode)
    if is_static(s, w, one_named(s, target, mode)) or is_stun_from_behind(s, w, who, target, mode, item):
        return 1.0
    return chance_to_hit(s, w, who, target, mode, 0) / 100.0


@kernel
def base_of_blow(s, w, who, target, mode):
    """Strength and weapon less Toughness."""
    item = striking_item(s, w, who, mode)
    struck = one_named(s, target, mode)
    return int(s.units[who].strength) + weapon_damage(s, w, who, item) - int(s.units[struck].toughness)


@kernel
def note_blow(s, w, who, target, mode):
    """Note the chance to hit and what is added to the damage of a blow."""
    s.blow_hit = chance_of_blow(s, w, who, target, mode)
    s.blow_base = base_of_blow(s, w, who, target, mode)


@kernel
def note_charge(s, w, who, target, mode):
    """Note the same for the blow at the end of a charge: struck from the last cell of the run, face to face if the target
    may turn, and with the bonus for charging and a couched lance. The state is restored afterwards.
    """
    unit, foe = s.units[who], s.units[target]
    cell, facing, charging, foe_facing = int(unit.cell), int(unit.facing), int(unit.charging), int(foe.facing)
    goal = int(foe.cell)
    turns = turns_to_meet(s, w, target)
    steps = distance(cell, goal)
    if steps > 0:
        unit.cell = line_cell(cell, goal, steps - 1, steps)
    turn_towards(s, who, goal)
    if turns:
        turn_towards(s, target, int(unit.cell))
    unit.charging = blows_of_charge(w)
    note_blow(s, w, who, target, mode)
    unit.cell, unit.facing, unit.charging, foe.facing = cell, facing, charging, foe_facing


@kernel
def is_blow(verb):
    """Whether a verb strikes a blow."""
    return verb == Verb.STRIKE or verb == Verb.CHARGE or verb == Verb.SWOOP


@kernel
def forget_estimates(s):
    """Begin the estimates of a decision: earlier estimates are no longer valid."""
    s.blow_key = NOT_ESTIMATED
    for other in range(s.unit_count):
        s.threats[other] = NOT_ESTIMATED


@kernel
def estimate_blow(s, w, who, verb, target, mode):
    """Note the chance to hit and what is added to the damage of a blow or shot, once for all features of a choice."""
    key = (verb * MODES + mode) * len(s.units) + target
    if key == s.blow_key:
        return
    s.blow_key = key
    if is_shot(verb):
        s.blow_hit = chance_of_shot(s, w, who, target, mode, verb == Verb.FIRE_GROUP, False)
        s.blow_base = base_of_shot(s, w, who, target, mode, False)
    elif verb == Verb.CHARGE:
        note_charge(s, w, who, target, mode)
    else:
        note_blow(s, w, who, target, mode)


@kernel
def harm_estimate(s, w, who, row, feature):
    """HIT, HARM and FELL of a blow or shot."""
    target = int(row.target)
    mode = int(row.mode)
    if row.verb == Verb.THROW_BOMB and row.aim >= 0:
        if feature == Feature.HIT:
            return chance_of_throw(s, w, who, mode, int(row.aim))
        return harm_of_throw(s, w, who, mode, int(row.aim)) if feature == Feature.HARM else 0.0
    if target < 0 or not (is_shot(row.verb) or is_blow(row.verb)):
        return 0.0
    estimate_blow(s, w, who, int(row.verb), target, mode)
    struck = one_named(s, target, mode)
    fells = feature == Feature.FELL
    if is_shot(row.verb):
        if feature == Feature.HIT:
            return chance_of_attack(s, w, who, row)
        lost = loss_of_attack(s, w, who, row, int(s.units[struck].wounds) + 1, fells)
    else:
        if feature == Feature.HIT:
            return float(s.blow_hit)
        factor, skill = factor_of_blow(s, w, struck), skill_with(s, w, who, int(row.verb), mode)
        lost = float(s.blow_hit) * damage_to(s, w, struck, int(s.blow_base), factor, mode, skill, fells)
    return lost if fells else min(lost / max(staying(s, struck), 1), 1.0)


@kernel
def threat_of(s, w, who, target):
    """Harm to be expected from one blow of another unit, as a share of what a unit can still take."""
    if s.threats[target] != NOT_ESTIMATED:
        return float(s.threats[target])
    mode = int(Mode.NORMAL) if striking_item(s, w, target, Mode.NORMAL) != Item.NOTHING else int(Mode.UNARMED)
    hit = chance_of_blow(s, w, target, who, mode)
    base, skill = base_of_blow(s, w, target, who, mode), skill_with(s, w, target, Verb.STRIKE, mode)
    harm = hit * damage_to(s, w, who, base, factor_of_blow(s, w, who), Mode.NORMAL, skill, False)
    s.threats[target] = min(harm / max(staying(s, who), 1), 1.0)
    return float(s.threats[target])


@kernel
def saved_by_parry(s, w, who, attacker, verb):
    """Harm a parry may be expected to save of a blow that has hit: at most what it stops, and what the blow would do."""
    if verb != Verb.PARRY_MAIN and verb != Verb.PARRY_OFF:
        return 0.0
    chance = chance_to_parry(s, w, who, verb == Verb.PARRY_OFF) / 100.0
    base, skill = base_of_blow(s, w, attacker, who, Mode.NORMAL), skill_with(s, w, attacker, Verb.STRIKE, Mode.NORMAL)
    blow = damage_to(s, w, who, base, 1, Mode.NORMAL, skill, False)
    return min(chance * min(PARRY_MEAN, blow) / max(staying(s, who), 1), 1.0)


@kernel
def price_of_parry(s, w, who, verb):
    """Share of its blows a unit pays for a parry: all with a shield."""
    if verb != Verb.PARRY_MAIN and verb != Verb.PARRY_OFF:
        return 0.0
    if held_item(s, who, verb == Verb.PARRY_OFF) == Item.SHIELD:
        return 1.0
    return min(w.book.parry_cost_attacks / max(int(s.units[who].attacks), 1), 1.0)


@kernel
def pace_of(verb):
    """How fast a move is: 0 cautious, 1/3 standard, 1 running or evading."""
    if verb == Verb.MOVE_STANDARD or verb == Verb.CHARGE:
        return 1.0 / 3.0
    return 1.0 if verb == Verb.MOVE_RUN or verb == Verb.MOVE_EVADE or verb == Verb.FLEE else 0.0


@kernel
def estimate(s, w, who, row, feature):
    """A feature of a complete choice that takes the rules to know."""
    verb = int(row.verb)
    if feature == Feature.HIT or feature == Feature.HARM or feature == Feature.FELL:
        return harm_estimate(s, w, who, row, feature)
    if feature == Feature.THREAT:
        return threat_of(s, w, who, int(row.target)) if row.target >= 0 else 0.0
    if feature == Feature.CHARGE:
        return 1.0 if verb == Verb.CHARGE or verb == Verb.SWOOP or verb == Verb.READY_CHARGE else 0.0
    if feature == Feature.SAVED:
        return saved_by_parry(s, w, who, int(row.target), verb) if row.target >= 0 else 0.0
    if feature == Feature.PRICE:
        return price_of_parry(s, w, who, verb)
    if feature == PACE:
        return pace_of(verb)
    if feature == STUNS:
        return 1.0 if row.mode == Mode.STUN else 0.0
    if feature == AIMS:
        return 1.0 if is_aimed(row.mode) else 0.0
    if feature == OFF_HAND:
        return 1.0 if row.mode == Mode.OFF_HAND else 0.0
    if feature == DRAWS:
        return (
            1.0 if verb == Verb.TAKE_UP or verb == Verb.PICK_UP or verb == Verb.QUICK_DRAW or verb == Verb.DROP else 0.0
        )
    if feature == DODGES:
        return 1.0 if verb == Verb.MOVE_EVADE else 0.0
    if feature == LEAVES:
        return 1.0 if verb == Verb.FLEE_EXIT else 0.0
    return 0.0


@kernel
def cover_at(s, w, who, cell):
    """Cover of a cell: 0 none, 1/2 soft, 1 hard."""
    return min(int(w.field.cover[cell]), 2) / 2.0


@kernel
def shots_left(s, w, who):
    """Shots a unit has for the missile weapon in its hands."""
    item = missile_item(s, w, who)
    return shots_in_hand(s, who, hand_of(s, who, item)) if item != Item.NOTHING else 0


@kernel
def is_ready_to_shoot(s, w, who):
    """Whether a unit can shoot without loading first."""
    item = missile_item(s, w, who)
    return item != Item.NOTHING and has_shot_ready(s, w, who, item)


assert tuple(Location)[:6] == tuple(range(6)), "locations are counted as the table has them"

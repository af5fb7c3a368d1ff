"""The expected result of a choice to attack, without dice: a charge from where it ends, a brawl after the blow that it
provokes, a shot with all further targets.
"""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT, are_friends, top
from ..rules.abilities import ability_consistency, ability_potential, is_physical
from ..rules.aiming import attack_consistency, attack_potential
from ..rules.charging import direction_to
from ..rules.conditions import in_cluster_together, is_able, is_present, stumbles_apart
from ..rules.costs import ONGOING
from ..rules.guarding import guard_beyond, guard_of_border, guard_of_unit, unknown_to
from ..rules.hands import ranged_slot, wields_melee
from ..rules.moving import hazard_number
from ..rules.rolling import clamped
from ..rules.spilling import is_sooner
from ..rules.turns import Turn
from ..vocab import Ability, Body, Defence, EffectKind, Frame, Mark
from .against import fatigue_known, hit_points_known, kind_met, past_kind, tired_once, tiring_face
from .blows import (
    come_back,
    damage_with,
    go_to,
    hold_on,
    let_go,
    marks_against,
    place_of,
    share_out,
    skill_known,
)
from .brawls import blow, fatigue_of, rest, tire
from .chances import ANY, LEAST, chance_below, chance_of
from .suffering import body_of, heal, suffer

# --- charges ---------------------------------------------------------------------------------------------------------


@kernel
def blow_if(s, w, who, target, part, marks, is_answered, effect, is_tired):
    """What a blow does after a hazard had its effect, or none (0), and after a roll that has tired the charger or not. A charger
    that is out of action, or stumbles, does not strike.
    """
    before, body = fatigue_of(s, who), body_of(s, who)
    if is_tired:
        tire(s, w, who)
    if effect != EffectKind.NONE:
        suffer(s, w, who, effect, int(hazard_number(w, int(s.units[who].cell))), int(Body.ANYWHERE))
    found = (0.0, 0.0, 0.0, 0.0)
    if is_able(s, who) and not stumbles_apart(s, who, target):
        found = blow(s, w, who, target, part, marks, is_answered)
    heal(s, who, body)
    rest(s, who, before)
    return found


@kernel
def blow_beyond_hazard(s, w, who, target, part, marks, is_answered):
    """What a charge may be expected to do that ends where a hazard is: agility against its number comes before the blow."""
    cell = int(s.units[who].cell)
    effect, number, agility = int(w.field.hazard[cell]), int(w.field.hazard_cr[cell]), int(Ability.AGILITY)
    passes, passes_tired, tires = 0.0, 0.0, 0.0
    if number > 0:
        consistency = clamped(w, ability_consistency(s, w, who, agility))
        fatigue, least, below = int(s.units[who].fatigue), number - int(ability_potential(s, w, who, agility)), 1
        if is_physical(w, agility):
            least, below = max(fatigue, least), tiring_face(s, w, who, who, fatigue)
        passes, passes_tired = chance_of(consistency, least), chance_below(consistency, least, below)
        tires = chance_below(consistency, LEAST, below)
    hit, points, fells, lost = 0.0, 0.0, 0.0, 0.0
    for case in range(4):
        is_tired, is_hurt = case % 2 == 1, case >= 2
        share = passes_tired if is_tired else passes - passes_tired
        if is_hurt:
            share = tires - passes_tired if is_tired else 1.0 - passes - tires + passes_tired
        if share > 0.0:
            one = blow_if(s, w, who, target, part, marks, is_answered, effect if is_hurt else 0, is_tired)
            hit += share * one[0]
            points += share * one[1]
            fells += share * one[2]
            lost += share * one[3]
    return hit, points, fells, lost


# --- shots -----------------------------------------------------------------------------------------------------------


@kernel
def next_member(s, who, target, asked):
    """The next member of a cluster that a shot is rolled at after a dodge; NO_UNIT if no member is left."""
    best = NO_UNIT
    for other in range(s.unit_count):
        is_new = other != target and other != who and (asked >> other) & 1 == 0
        if (
            is_new
            and is_present(s, other)
            and in_cluster_together(s, target, other)
            and is_sooner(s, target, other, best)
        ):
            best = other
    return best


@kernel
def shot(s, w, who, target, part, marks):
    """What a shot may be expected to do: chance to hit an enemy, harm as a share of what it has left, chance to fell one. A guard
    that dodges lets it on, and so do members of a cluster; only the first roll may tire.
    """
    slot, fatigue = ranged_slot(s, w, who), int(s.units[who].fatigue)
    hit, harm, fells = 0.0, 0.0, 0.0
    if slot < 0:
        return hit, harm, fells
    damage, tired = damage_with(s, w, who, slot, marks, skill_known(s, who, who)), tired_once(w, fatigue)
    below = tiring_face(s, w, who, who, fatigue)
    here = who_is_struck(s, w, who, target, marks, 0)
    goal = target if here != target and w.book.guarded_shot_goes_on == 1 else NO_UNIT
    fresh_share, tired_share, asked, spilled = 1.0, 0.0, 0, 0
    for number in range(s.unit_count):
        held = let_go(s, w, who, here)
        aims = marks_against(s, who, here, marks & ~int(Mark.UNSEEN))
        its_fatigue = fatigue_known(s, w, who, here)
        kind = kind_met(s, w, who, here, aims, its_fatigue)
        c = int(attack_consistency(s, w, who, here, slot, part, aims, spilled))
        p = int(attack_potential(s, w, who, slot, aims))
        hits = past_kind(s, w, who, here, aims, kind, (c, p, fatigue, ANY), its_fatigue, ANY)
        dodged = chance_of(c, fatigue) - hits
        if number == 0:
            late = past_kind(s, w, who, here, aims, kind, (c, p, fatigue, below), its_fatigue, ANY)
            tired_share = chance_below(c, fatigue, below) - late
            fresh_share = dodged - tired_share
        else:
            late = past_kind(s, w, who, here, aims, kind, (c, p, tired, ANY), its_fatigue, ANY)
            hits = fresh_share * hits + tired_share * late
            fresh_share *= dodged
            tired_share *= chance_of(c, tired) - late
        hold_on(s, here, held)
        if not are_friends(s, who, here):
            left = hit_points_known(s, w, who, here)
            hit += hits
            harm += hits * min(damage, left) / left
            fells += hits * share_out(w, part) if damage >= left else 0.0
        if kind != Defence.DODGE:
            break
        asked |= 1 << here
        if goal != NO_UNIT:
            here, goal = goal, NO_UNIT
        else:
            here = next_member(s, who, here, asked)
            spilled += 1
        if here == NO_UNIT:
            break
    return hit, min(harm, 1.0), fells


# --- all of them -----------------------------------------------------------------------------------------------------


@kernel
def who_is_struck(s, w, who, target, marks, unseen_by):
    """The unit that an attack strikes: the target or its guard, the first that the attacker sees; for a charge, made there, also
    a guard of the border crossed.

    Args:
        unseen_by: units, as bits, that the attack is hidden from.
    """
    if marks & (Mark.PROVOKED | Mark.PAST_GUARD | Mark.SURPASS) != 0:
        return target
    unseen_by |= unknown_to(s, who)
    guard = guard_of_unit(s, w, who, target, marks & Mark.SHOT != 0, unseen_by)
    if guard == NO_UNIT and marks & Mark.CHARGE != 0:
        guard = guard_beyond(s, w, who, int(s.units[who].cell), int(s.units[who].entered_from), unseen_by)
    return target if guard == NO_UNIT else guard


@kernel
def is_held_back(s, w, who, target, marks):
    """Whether a guard here, of the border to be crossed, keeps a charge from being made; the charger lets itself be stopped."""
    if marks & Mark.CHARGE == 0:
        return False
    cell, direction = int(s.units[who].cell), direction_to(s, w, who, target)
    return guard_of_border(s, w, who, cell, direction, unknown_to(s, who)) != NO_UNIT


@kernel
def outlook_now(s, w, who, target, part, marks):
    """What an attack may be expected to do from where it ends, as the attacker is now."""
    if is_held_back(s, w, who, target, marks):
        return 0.0, 0.0, 0.0, 0.0
    marks = marks_against(s, who, target, marks)
    if marks & Mark.SHOT != 0:
        before = go_to(s, w, who, target) if marks & Mark.SURPASS != 0 else place_of(s, who)
        hit, harm, fells = shot(s, w, who, target, part, marks)
        come_back(s, who, before)
        return hit, harm, fells, 0.0
    is_answered = marks & Mark.BRAWL != 0
    if marks & Mark.PAST_GUARD != 0 and not wields_melee(s, w, who):
        marks |= Mark.BRAWL
    unseen_by = int(s.units[who].hidden_from) if marks & Mark.CHARGE != 0 else 0
    before = go_to(s, w, who, target) if marks & (Mark.CHARGE | Mark.SURPASS) != 0 else place_of(s, who)
    if marks & Mark.CHARGE != 0 and w.book.charge_cost == ONGOING:
        s.units[who].ongoing = 1
    struck = who_is_struck(s, w, who, target, marks, unseen_by)
    if struck != target:
        marks &= ~int(Mark.UNSEEN)
    s.units[who].hidden_from = 0  # in the cluster it is seen
    left = float(hit_points_known(s, w, who, struck))
    if marks & Mark.CHARGE != 0 and w.field.hazard[s.units[who].cell] != EffectKind.NONE:
        hit, points, fells, lost = blow_beyond_hazard(s, w, who, struck, part, marks, is_answered)
    else:
        hit, points, fells, lost = blow(s, w, who, struck, part, marks, is_answered)
    come_back(s, who, before)
    return hit, min(points / left, 1.0), fells, lost


@kernel
def has_yet_to_begin(s, who):
    """Whether the next choice of a unit is what its turn really begins with."""
    frame = top(s)
    return frame.kind == Frame.TURN and frame.who == who and frame.step == Turn.FIRST and frame.index == 0


@kernel
def lasting(s, who):
    """The values that last until the turn of a unit begins and affect its attacks, for ``set_lasting``."""
    unit = s.units[who]
    used = (int(unit.dodges), int(unit.blocks), int(unit.parries[0]), int(unit.parries[1]))
    return int(unit.tired), int(unit.ongoing), int(unit.blind), int(unit.locked), used


@kernel
def set_lasting(s, who, before):
    """Restore what ``lasting`` returned, or clear it with zeros."""
    unit = s.units[who]
    unit.tired, unit.ongoing, unit.blind, unit.locked, used = before
    unit.dodges, unit.blocks, unit.parries[0], unit.parries[1] = used


@kernel
def outlook(s, w, who, target, part, marks):
    """The expected result of a choice to attack: chance to hit, harm as a share of what is left, chance to fell; then the hit
    points lost to the blow that a brawl provokes. Before a first choice, values that last until the turn begins are cleared.
    """
    before = lasting(s, who)
    if has_yet_to_begin(s, who):
        set_lasting(s, who, (0, 0, 0, 0, (0, 0, 0, 0)))
    found = outlook_now(s, w, who, target, part, marks)
    set_lasting(s, who, before)
    return found

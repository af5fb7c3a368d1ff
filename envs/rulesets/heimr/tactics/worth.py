"""What of all that is legal is worth a thought."""

from __future__ import annotations

from ....core.behaviour.features import GAP_NOW
from ....core.compiler import kernel
from ....core.state import NO_UNIT, are_friends
from ..rules.abilities import refusal_of_breather
from ..rules.aiming import BRAWL_SLOT, attack_consistency, may_shoot, may_strike
from ..rules.charging import may_charge
from ..rules.conditions import is_held, is_in_fight, is_present, sees
from ..rules.hands import kind_of, melee_slot, ranged_slot, shield_slot, wields_melee
from ..rules.luck import refusal_of_luck_shot
from ..rules.posture import refusal_of_standing_up
from ..rules.skills import fits_attack
from ..rules.victory import objective_at
from ..vocab import FIRST_BIND, FIRST_SKILL, SLOTS, Body, GuardKind, ItemKind, Mark, Mode, Place, Refusal, Verb
from .against import hit_points_known
from .blows import damage_with, skill_known
from .chances import chance_of

SPENT = 0.15  # chance to reach fatigue below which nobody attacks who can take breath instead
NEAR = 2  # squares from which an enemy may come within reach


# --- verbs -----------------------------------------------------------------------------------------------------------


@kernel
def is_first_thought(s, w, who, verb):
    """Whether a verb is better than doing nothing, whatever one is after."""
    if Verb.WEAPON_ATTACK <= verb <= Verb.LUCK_STRIKE or verb == Verb.STAND_UP or verb == Verb.THREATEN:
        return True
    if Verb.CLIMB_UP <= verb <= Verb.CLIMB_DOWN or verb == Verb.CHANGE_LEVEL or verb == Verb.JUMP_DOWN:
        return True
    if verb == Verb.DRAW or verb == Verb.DROP_ITEMS or verb == Verb.GET_ITEM or verb == Verb.CONTINUE:
        return True
    if verb == Verb.FIRST_AID or verb == Verb.RALLY or verb == Verb.SEIZE or verb == Verb.STRUGGLE:
        return True
    if verb == Verb.BREATHER:
        return is_spent(s, w, who, NO_UNIT)
    return verb == Verb.RELEASE_GRAB and not is_in_fight(s, int(s.units[who].grab_target))


@kernel
def is_verb_worth_it(s, w, who, verb):
    """Whether a verb is one that behaviours consider now."""
    unit = s.units[who]
    if Verb.CLIMB_UP <= verb <= Verb.CLIMB_DOWN or verb == Verb.CHANGE_LEVEL or verb == Verb.JUMP_DOWN:
        return leads_to_enemy(s, w, who, verb)
    if verb == Verb.CRAWL:
        return refusal_of_standing_up(s, who) != Refusal.NONE
    if verb == Verb.BREATHER:
        return refusal_of_breather(s, w, who) == Refusal.NONE and (s.place[GAP_NOW] > 0 or is_spent(s, w, who, NO_UNIT))
    if verb == Verb.LONG_BREATHER:
        return s.place[GAP_NOW] > 1 and unit.standard_left == 0 and refusal_of_breather(s, w, who) == Refusal.NONE
    if verb == Verb.HIDE:
        return s.place[GAP_NOW] > 0 and is_seen_by_any(s, who)
    if verb == Verb.TAKE_COVER:
        return s.place[GAP_NOW] > 0
    if verb == Verb.GUARD_CELL:
        return unit.guard != GuardKind.CELL and objective_at(s, int(unit.cell)) >= 0
    if verb == Verb.GUARD_BORDER:
        return unit.guard == GuardKind.NOTHING
    if verb == Verb.READY_ATTACK or verb == Verb.READY_SHOT:
        return 0 < s.place[GAP_NOW] <= NEAR or verb == Verb.READY_SHOT
    if verb == Verb.LUCK_STRIKE:
        return s.enemy_count == 0 and is_search_worth_it(s, w, who, verb, int(unit.cell))
    return not is_left_alone(verb)


@kernel
def is_left_alone(verb):
    """Verbs that behaviours leave alone."""
    if verb == Verb.DROP_PRONE or Verb.DELAY_BEFORE <= verb <= Verb.DELAY_AFTER:
        return True
    if Verb.READY_HIT <= verb <= Verb.READY_PRONE or verb == Verb.ASSIST or verb == Verb.DRAG:
        return True
    if verb == Verb.PUT_AWAY or verb == Verb.CONCEAL_ITEM or verb == Verb.SWAP_ITEMS:
        return True
    return verb == Verb.WHISPER or verb == Verb.SHOUT or Verb.OBSERVE_ITEM <= verb <= Verb.OBSERVE_INSIGHT


@kernel
def leads_to_enemy(s, w, who, verb):
    """Whether going up or down leads to an enemy in the same location, while none is within reach."""
    high = int(s.units[who].elevation)
    up = verb == Verb.CLIMB_UP or (verb == Verb.CHANGE_LEVEL and high == w.field.ground[s.units[who].cell])
    for k in range(s.enemy_count):
        enemy = s.units[s.enemies[k]]
        if enemy.cell == s.units[who].cell:
            difference = int(enemy.elevation) - high
            if abs(difference) <= w.book.melee_difference:
                return False
            if (difference > 0) == up:
                return True
    return False


@kernel
def is_seen_by_any(s, who):
    """Whether any enemy that is known sees the unit."""
    for k in range(s.enemy_count):
        if sees(s, int(s.enemies[k]), who):
            return True
    return False


# --- breath ----------------------------------------------------------------------------------------------------------


@kernel
def is_spent(s, w, who, target):
    """Whether an attack would most likely fail by fatigue, and a breather would help; without a target the next best attack."""
    if refusal_of_breather(s, w, who) != Refusal.NONE:
        return False
    other = int(s.enemies[0]) if target == NO_UNIT and s.enemy_count > 0 else target
    if other == NO_UNIT:
        return False
    slot = melee_slot(s, w, who, 0)
    if slot < 0:
        slot = ranged_slot(s, w, who)
    slot = int(BRAWL_SLOT) if slot < 0 else slot
    consistency = attack_consistency(s, w, who, other, slot, int(Body.ANYWHERE), 0, 0)
    return chance_of(consistency, int(s.units[who].fatigue)) < SPENT


# --- things ----------------------------------------------------------------------------------------------------------


@kernel
def is_item_worth_it(s, w, who, verb, slot):
    """Whether a thing is worth taking in hand: a kind that is missing there, or the next missile."""
    if verb != Verb.DRAW and verb != Verb.GET_ITEM:
        return False
    unit = s.units[who]
    kind = kind_of(s, w, who, slot)
    if Place.SWORD_HAND <= unit.places[slot] <= Place.BOTH_HANDS:
        return True
    if kind == ItemKind.MELEE:
        return not wields_melee(s, w, who)
    if kind == ItemKind.RANGED:
        return unit.ammo[slot] > 0 and ranged_slot(s, w, who) < 0 and not wields_melee(s, w, who)
    return kind == ItemKind.SHIELD and shield_slot(s, who) < 0


@kernel
def has_missiles(s, w, who):
    """Whether a unit has a ranged weapon in hand, and missiles for it."""
    slot = ranged_slot(s, w, who)
    return slot >= 0 and s.units[who].ammo[slot] > 0


@kernel
def has_blade_at_hand(s, w, who):
    """Whether a melee weapon is within easy reach."""
    for slot in range(SLOTS):
        if s.units[who].places[slot] == Place.STOWED and kind_of(s, w, who, slot) == ItemKind.MELEE:
            return True
    return False


@kernel
def is_drop_worth_it(s, w, who, mode):
    """Whether to let fall what shoots no longer, so that a blade can be drawn."""
    slot = ranged_slot(s, w, who)
    if slot < 0 or s.units[who].ammo[slot] > 0 or wields_melee(s, w, who) or not has_blade_at_hand(s, w, who):
        return False
    place = int(s.units[who].places[slot])
    return mode == (Mode.OFF_HAND if place == Place.OFF_HAND else Mode.SWORD_HAND)


# --- ways of doing it ------------------------------------------------------------------------------------------------


@kernel
def is_mode_worth_it(s, w, who, verb, target, mode):
    """Whether a way of doing something is worth it: the torso where a hit ends it, holds anywhere or by the sword arm."""
    if verb == Verb.DROP_ITEMS:
        return is_drop_worth_it(s, w, who, mode)
    if verb == Verb.PRIME_SKILL:
        return s.units[who].standard_left > 0 and has_use_for_skill(s, w, who, mode - FIRST_SKILL)
    if verb == Verb.READY_ATTACK:
        return mode == Mode.ENEMY_ENTERS
    if verb == Verb.READY_SHOT:
        return mode == Mode.ENEMY_IN_RANGE
    is_brawl = verb == Verb.BRAWL or verb == Verb.CHARGE_BRAWL
    if is_brawl and mode >= FIRST_BIND:
        by_arm = mode == Mode.BIND_SWORD_ARM and wields_melee(s, w, target)
        return (mode == Mode.BIND_ANYWHERE or by_arm) and not is_held(s, target)
    if is_brawl and (wields_melee(s, w, who) or has_missiles(s, w, who) or has_blade_at_hand(s, w, who)):
        return False
    return mode == Mode.ANYWHERE or (mode == Mode.TORSO and is_end_in_sight(s, w, who, verb, target))


@kernel
def is_end_in_sight(s, w, who, verb, target):
    """Whether one hit takes all the hit points a target has left."""
    slot, marks = melee_slot(s, w, who, 0), 0
    if verb == Verb.SHOOT:
        slot, marks = ranged_slot(s, w, who), int(Mark.SHOT)
    elif verb == Verb.BRAWL or verb == Verb.CHARGE_BRAWL:
        slot, marks = int(BRAWL_SLOT), int(Mark.BRAWL)
    points = damage_with(s, w, who, slot, marks, skill_known(s, who, who)) if slot >= 0 else 0
    return slot >= 0 and points >= hit_points_known(s, w, who, target)


@kernel
def has_use_for_skill(s, w, who, skill):
    """Whether the unit can attack an enemy in a way that a primed skill applies to."""
    for k in range(s.enemy_count):
        enemy = int(s.enemies[k])
        if fits_attack(skill, False, False):
            if may_strike(s, w, who, enemy) or may_charge(s, w, who, enemy, int(Verb.CHARGE_WEAPON)):
                return True
        if fits_attack(skill, False, True) and not wields_melee(s, w, who):
            if s.units[enemy].cell == s.units[who].cell or may_charge(s, w, who, enemy, int(Verb.CHARGE_BRAWL)):
                return True
        if fits_attack(skill, True, False) and may_shoot(s, w, who, enemy):
            return True
    return False


# --- whom, and where -------------------------------------------------------------------------------------------------


@kernel
def is_target_worth_it(s, w, who, verb, target):
    """Whether to do it to this unit."""
    if Verb.WEAPON_ATTACK <= verb <= Verb.CHARGE_BRAWL:
        return is_in_fight(s, target) and not is_spent(s, w, who, target)
    if verb == Verb.GUARD:
        guards = s.units[who].guard == GuardKind.ALLY and s.units[who].guard_unit == target
        return is_in_fight(s, target) and not guards and s.units[target].guard_unit != who
    if verb == Verb.RALLY:
        suffers = s.units[target].daze_timer + s.units[target].weaken_timer + s.units[target].stumble_timer > 0
        return is_in_fight(s, target) and suffers
    if verb == Verb.POINT_OUT:
        return is_hidden_from_friends(s, who, target)
    return verb == Verb.THREATEN or verb == Verb.FIRST_AID


@kernel
def is_hidden_from_friends(s, who, target):
    """Whether any friend does not see an enemy."""
    for k in range(s.friend_count):
        if not sees(s, int(s.friends[k]), target):
            return True
    return False


@kernel
def is_search_worth_it(s, w, who, verb, cell):
    """Whether to look into a location: the own one while no enemy is known, others where a hidden enemy was seen last."""
    if cell == s.units[who].cell and s.enemy_count == 0 and verb == Verb.OBSERVE_CELL:
        return True
    if verb == Verb.LUCK_SHOT and (s.enemy_count > 0 or refusal_of_luck_shot(s, w, who, cell) != Refusal.NONE):
        return False
    for other in range(s.unit_count):
        if is_present(s, other) and not are_friends(s, who, other) and not sees(s, who, other):
            if s.units[other].last_seen[s.units[who].side] == cell:
                return True
    return False

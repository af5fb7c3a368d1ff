"""Modifiers to hit with a hand-to-hand blow."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, open_total, term
from ..vocab import Flag as Flag
from ..vocab import Item, Mode, Skill, Term
from .charging import ALL_BLOWS
from .conditions import fighter_of, place_of
from .engagement import crosses_obstacle
from .heights import is_aloft
from .mounted import one_named
from .targeting import aim_modifier
from .unarmed import has_unarmed_training, is_unarmed
from .visibility import is_visible
from .weapons import fighting_form, is_trained, striking_item, weapon_skill_with, weapon_to_hit


@rule("engage.being_charged")
def has_met_charge(s, who, target):
    """Being charged: of two that charge each other at the same moment both count as charging."""
    return (s.units[who].charged_by >> target) & 1 == 1


@rule("modifier.charging")
def charging_modifier(s, w, who, target):
    """Charging: +10 for a unit that started the combat by charging; the first blow only."""
    return int(w.book.charge_ws_bonus) if s.units[who].charging > 0 or has_met_charge(s, who, target) else 0


@rule("modifier.charging")
def resolve_charge_spent(s, who, target):
    """Charging: a blow uses up the bonus, unless all blows of the round have it."""
    unit = s.units[who]
    if 0 < unit.charging < ALL_BLOWS:
        unit.charging -= 1
    if has_met_charge(s, who, target):
        unit.charged_by -= 1 << target


@rule("modifier.advantage_of_ground")
def ground_modifier(s, w, who, target):
    """Advantage of ground: +10 for standing higher than the opponent. Being taller or on a mount does not count."""
    here = place_of(s, who)
    there = place_of(s, target)
    if here < 0 or there < 0 or is_aloft(s, who) or is_aloft(s, target):
        return 0
    above = int(w.field.level[here]) - int(w.field.level[there])
    return int(w.book.higher_ground) if above >= w.book.height_levels_needed else 0


@rule("modifier.winning")
def winning_modifier(s, w, who, target):
    """Winning: +10 against an opponent over whom one won the round before."""
    return int(w.book.winning) if (s.units[fighter_of(s, who)].won_over >> target) & 1 == 1 else 0


@rule("modifier.obstacle")
def obstacle_modifier(s, w, who, target):
    """Obstacle: -10 against an opponent behind a hedge or low wall."""
    here = place_of(s, who)
    there = place_of(s, target)
    if here < 0 or there < 0 or here == there or is_aloft(s, who) or is_aloft(s, target):
        return 0
    return int(w.book.obstacle) if crosses_obstacle(s, w, here, there) else 0


@rule("modifier.wrong_hand")
def wrong_hand_modifier(s, w, who, mode):
    """Wrong hand: -10 for blows with the hand that is not the good one, except for the ambidextrous."""
    if mode != Mode.OFF_HAND or s.units[who].skills & Skill.AMBIDEXTROUS != 0:
        return 0
    return int(w.book.wrong_hand)


@rule("modifier.unarmed", "unarmed.blows")
def unarmed_modifier(s, w, who, item):
    """Unarmed: -20 for creatures that normally use weapons, without Street Fighting or Wrestling."""
    if not is_unarmed(s, who, item) or has_unarmed_training(s, who):
        return 0
    return int(w.book.unarmed_to_hit)


@rule("modifier.referee")
def referee_modifier(s, w, who):
    """Other modifiers: a scenario may help or hinder the first and the second side by a flat number."""
    side = s.units[who].side
    if side == 0:
        return int(w.book.team0_to_hit)
    return int(w.book.team1_to_hit) if side == 1 else 0


@rule("attack.targeted_blow_waiver", "mounted.rider_or_mount")
def named_modifier(s, w, target, mode):
    """Targeted blows: the penalty for what is named. Where that is the mount, naming it is free while the mount is prone; a
    surprised rider makes it free as well.
    """
    return 0 if s.units[target].surprised == 1 else aim_modifier(s, w, one_named(s, target, mode), mode)


@rule("stun.procedure", "unarmed.blows")
def stun_modifier(s, w, who, item, mode):
    """Striking to stun: -20 without Strike To Stun. The unarmed do not choose to stun and suffer their own -20 only."""
    if s.units[who].skills & Skill.STRIKE_TO_STUN != 0:
        return 0
    if mode == Mode.STUN or (is_unarmed(s, who, item) and w.book.unarmed_stun_penalties_stack == 1):
        return int(w.book.stun_to_hit)
    return 0


@rule("c.fumble_table")
def damaged_weapon_modifier(s, who, item):
    """Fumbles: a weapon that was damaged is worse to hit with."""
    unit = s.units[who]
    return int(unit.weapon_damage) if item == unit.damaged_item and item != Item.NOTHING else 0


@rule("c.entangle")
def entangled_modifier(s, w, who):
    """Entangling weapons: -20 for a unit caught in one."""
    return int(w.book.entangled_to_hit) if s.units[who].entangled != 0 else 0


@rule("c.fighting_blind")
def unseen_modifier(s, w, who, target):
    """Fighting unseen enemies: -20 against an enemy in contact that the striker cannot see."""
    seer = who if s.units[who].rider == NO_UNIT else int(s.units[who].rider)
    seen = target if s.units[target].rider == NO_UNIT else int(s.units[target].rider)
    return 0 if is_visible(s, w, seer, seen) else int(w.book.blind_to_hit)


@rule("attack.to_hit")
def within_limits(w, number):
    """To hit: the number is limited to between 0 and 100. No roll hits or misses by itself unless a knob says so."""
    number = min(max(number, int(w.book.hit_min)), int(w.book.hit_max))
    number = max(number, int(w.book.always_hit_at_or_below))
    return min(number, int(w.book.always_miss_at_or_above) - 1)


@rule("attack.to_hit")
def chance_to_hit(s, w, who, target, mode, flags):
    """To hit: Weapon Skill plus all modifiers, limited to between 0 and 100. D100 at or below it hits."""
    item = striking_item(s, w, who, mode)
    trained = is_trained(s, w, who, fighting_form(s, who, item))
    open_total(s)
    number = term(s, Term.WEAPON_SKILL if trained else Term.UNTRAINED, weapon_skill_with(s, w, who, item))
    number += term(s, Term.CHARGING, charging_modifier(s, w, who, target))
    number += term(s, Term.HIGHER_GROUND, ground_modifier(s, w, who, target))
    if flags & Flag.FREE_BLOW:
        number += term(s, Term.FREE_BLOW, int(w.book.free_blow_bonus))
    else:
        number += term(s, Term.WINNING, winning_modifier(s, w, who, target))
    number += term(s, Term.OBSTACLE, obstacle_modifier(s, w, who, target))
    number += term(s, Term.WRONG_HAND, wrong_hand_modifier(s, w, who, mode))
    number += term(s, Term.UNARMED, unarmed_modifier(s, w, who, item))
    number += term(s, Term.REFEREE, referee_modifier(s, w, who))
    number += term(s, Term.AIMED, named_modifier(s, w, target, mode))
    number += term(s, Term.STUN, stun_modifier(s, w, who, item, mode))
    number += term(s, Term.WEAPON, weapon_to_hit(s, w, who, target, item))
    number += term(s, Term.DAMAGED_WEAPON, damaged_weapon_modifier(s, who, item))
    number += term(s, Term.ENTANGLED, entangled_modifier(s, w, who))
    number += term(s, Term.UNSEEN, unseen_modifier(s, w, who, target))
    limited = within_limits(w, number)
    term(s, Term.LIMIT, limited - number)
    return limited

"""Other targets that a missile may strike: groups of creatures, hand-to-hand fights, long aim and sharpshooting."""

from __future__ import annotations

from ....core.compiler import kernel, rule
from ....core.dice import die
from ....core.state import NO_UNIT
from ..board import distance
from ..vocab import Band, Mode, Refusal
from .ammunition import missile_item, refusal_of_aim, target_band
from .conditions import may_take_turn
from .engagement import is_engaged
from .targeting import is_picked
from .visibility import refusal_of_sight
from .weapons import firearm_row, is_firearm, missile_row

# --- firing into a group ---------------------------------------------------------------------------------------------


@rule("missile.fire_into_group")
def is_in_any_group(s, firer, who):
    """Firing into a group: every living creature on the ground counts, friend or foe, save the one who fires. One
    reckons with those one knows of.
    """
    unit = s.units[who]
    if who == firer or s.known[who] == 0:
        return False
    return unit.present == 1 and unit.dead == 0 and unit.cell >= 0 and unit.altitude_yd == 0


@rule("missile.fire_into_group")
def is_near(s, w, one, other):
    """Firing into a group: a gap of four yards separates groups."""
    gap_yd = w.book.yards_per_cell * (distance(int(s.units[one].cell), int(s.units[other].cell)) - 1)
    return gap_yd < w.book.group_gap_yards


@rule("missile.fire_into_group")
def mark_group(s, w, firer, target):
    """Firing into a group: note in ``s.group_mark`` who belongs to the target's group, and say how many they are."""
    for who in range(s.unit_count):
        s.group_mark[who] = 0
    s.group_mark[target] = 1
    members = 1
    if not is_in_any_group(s, firer, target):
        return members
    grows = True
    while grows:
        grows = False
        for one in range(s.unit_count):
            if s.group_mark[one] == 0:
                continue
            for other in range(s.unit_count):
                if s.group_mark[other] == 0 and is_in_any_group(s, firer, other) and is_near(s, w, one, other):
                    s.group_mark[other] = 1
                    members += 1
                    grows = True
    return members


@kernel
def marked_member(s, place):
    """The unit at a place, from 1, among those marked."""
    for who in range(s.unit_count):
        if s.group_mark[who] == 1:
            place -= 1
            if place == 0:
                return who
    return NO_UNIT


@rule("missile.fire_into_group")
def resolve_member_hit(s, w, firer, target):
    """Firing into a group: chance decides which of the group is hit; everyone is as likely. Who it is, and the dice rolled."""
    members = mark_group(s, w, firer, target)
    return (marked_member(s, die(s, members)), 1) if members > 1 else (target, 0)


# --- extreme range and sharpshooting ---------------------------------------------------------------------------------


@rule("missile.sharpshooting")
def is_sharpshooting_range(band):
    """Sharpshooting: it needs short range."""
    return band <= Band.SHORT


@rule("missile.extreme_range")
def is_aim_waived(s, w, who, target, as_group):
    """Firing at extreme range: the round of aiming is not needed for firing at random into a large group."""
    if not as_group or w.book.opt_extreme_group_discount == 0:
        return False
    return mark_group(s, w, who, target) >= w.book.large_group_min


@rule("missile.phases")
def fire_rounds(w, item):
    """Fire/throw: rounds that aiming and firing take together, one for most weapons."""
    if is_firearm(item):
        return int(w.book.firearms[firearm_row(item)].fire_rounds)
    return int(w.book.missile_weapons[missile_row(item)].fire_rounds)


@rule("missile.phases", "missile.extreme_range", "missile.sharpshooting")
def aim_rounds_needed(s, w, who, target, item, band, mode, as_group):
    """Aim: normally part of the firing round; extreme range and sharpshooting take a round more, not both one each."""
    extra = 0
    if band == Band.EXTREME and not is_aim_waived(s, w, who, target, as_group):
        extra = int(w.book.extra_aim_rounds)
    if is_picked(mode):
        extra = max(extra, int(w.book.sharpshoot_aim_rounds))
    return fire_rounds(w, item) - 1 + extra


@rule("missile.extreme_range", "missile.sharpshooting", "missile.in_melee")
def has_aimed_enough(s, w, who, target, item, band, mode, as_group):
    """Firing at extreme range: the target was aimed at in the rounds before, and the firer is not engaged."""
    needed = aim_rounds_needed(s, w, who, target, item, band, mode, as_group)
    if needed <= 0:
        return True
    unit = s.units[who]
    return unit.aim_target == target and unit.aim_rounds >= needed and not is_engaged(s, w, who)


@rule("missile.extreme_range")
def resolve_aim_lost(s, who):
    """Firing at extreme range: a unit loses its aim when it fires, does something else, is engaged, or loses its turn."""
    s.units[who].aim_target = NO_UNIT
    s.units[who].aim_rounds = 0


@rule("missile.extreme_range")
def resolve_aim_lapse(s, w, who):
    """Firing at extreme range: a round without a turn, an enemy in contact, or a target out of sight ends the aiming."""
    unit = s.units[who]
    if unit.aim_target == NO_UNIT:
        return
    if not may_take_turn(s, who) or is_engaged(s, w, who):
        resolve_aim_lost(s, who)
    elif refusal_of_sight(s, w, who, int(unit.aim_target)) != Refusal.NONE:
        resolve_aim_lost(s, who)


@rule("missile.fire_into_group", "missile.extreme_range")
def refusal_of_group(s, w, who, target):
    """Firing into a group: at two or more creatures that stand together, one of them an enemy in sight and range."""
    item = missile_item(s, w, who)
    refusal = refusal_of_aim(s, w, who, target, item)
    if refusal != Refusal.NONE:
        return refusal
    if mark_group(s, w, who, target) < 2:
        return Refusal.NO_GROUP
    band = target_band(s, w, who, target, item)
    has_aimed = has_aimed_enough(s, w, who, target, item, band, int(Mode.NORMAL), True)
    return Refusal.NONE if has_aimed else Refusal.NOT_AIMED


# --- firing into melee -----------------------------------------------------------------------------------------------


@rule("missile.into_melee")
def is_group_fighting(s, w):
    """Missiles in melee combat: whether a unit of the marked group is in hand-to-hand combat."""
    for who in range(s.unit_count):
        if s.group_mark[who] == 1 and is_engaged(s, w, who):
            return True
    return False


@rule("missile.into_melee", "missile.thrown_in_melee", "missile.sharpshooting")
def chance_of_mistake(s, w, firer, target, mode):
    """Missiles in melee combat: for each further creature in a group that fights, a chance to hit one of the others."""
    if is_picked(mode):
        return 0
    others = mark_group(s, w, firer, target) - 1
    if others == 0 or not is_group_fighting(s, w):
        return 0
    return int(w.book.mistake_per_creature) * others


@rule("missile.into_melee")
def resolve_mistaken_hit(s, w, firer, target):
    """Missiles in melee combat: chance decides which of the others is hit. Who it is, and the dice rolled."""
    others = mark_group(s, w, firer, target) - 1
    s.group_mark[target] = 0
    return (marked_member(s, die(s, others)), 1) if others > 1 else (marked_member(s, 1), 0)

"""Missile fire: what raises or lowers the chance to hit, and what the weapon and the range do to the damage."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import NO_UNIT, open_total, term
from ..board import distance, is_line_clear, line_cell
from ..vocab import Band, Cover, Item, Printed, Rate, Term
from .ammunition import half_rounded_up, missile_item
from .engagement import crosses_obstacle
from .firearms import flash_modifier
from .heights import is_aloft
from .missile_groups import mark_group
from .modifiers import damaged_weapon_modifier, entangled_modifier, named_modifier, referee_modifier, within_limits
from .mounted import one_named
from .weapons import ballistic_skill_with, firearm_row, is_firearm, is_trained, missile_row

# --- to hit ----------------------------------------------------------------------------------------------------------


@rule("missile.modifiers", "missile.extreme_range")
def range_modifier(w, band):
    """To hit modifiers: long range -10, extreme range -20."""
    if band == Band.LONG:
        return int(w.book.long)
    return int(w.book.extreme) if band == Band.EXTREME else 0


@rule("missile.modifiers")
def size_modifier(s, w, target):
    """To hit modifiers: a target above 8 feet is easier, one under a foot harder to hit."""
    height_ft = s.units[target].height_ft
    if height_ft > w.book.large_height_ft:
        return int(w.book.large)
    return int(w.book.small) if height_ft < w.book.small_height_ft else 0


@rule("missile.modifiers", "flying.shooting_down")
def moving_mount_modifier(s, w, who):
    """To hit modifiers: -10 from a mount that moved in its rider's last turn or since; one in the air always moves."""
    mount = s.units[who].mount
    if mount == NO_UNIT or (s.units[mount].last_rate == Rate.NONE and s.units[who].altitude_yd == 0):
        return 0
    return int(w.book.moving_mount)


@rule("missile.modifiers")
def running_modifier(s, w, target):
    """To hit modifiers: -10 at a target whose last move was a run."""
    return int(w.book.running) if s.units[target].last_rate == Rate.RUN else 0


@rule("missile.evading")
def evading_modifier(s, w, target):
    """To hit modifiers: -20 at a target that runs and zig-zags, instead of the number for running."""
    return int(w.book.evading) if s.units[target].last_rate == Rate.EVADE else 0


@rule("missile.modifiers")
def improvised_modifier(w, item):
    """To hit modifiers: -10 with something never made to be thrown."""
    return int(w.book.improvised) if item == Item.THROWN_IMPROVISED else 0


@rule("missile.modifiers", "c.line")
def is_behind_obstacle(s, w, who, target):
    """To hit modifiers: a hedge or low wall lies across the last step of the line to the target."""
    here = int(s.units[who].cell)
    there = int(s.units[target].cell)
    steps = distance(here, there)
    if steps == 0:
        return False
    if is_line_clear(s, w, here, there):
        return crosses_obstacle(s, w, line_cell(here, there, steps - 1, steps), there)
    return crosses_obstacle(s, w, line_cell(there, here, 1, steps), there)


@rule("missile.modifiers", "c.flight")
def cover_modifier(s, w, who, target):
    """To hit modifiers: hard cover -20, soft cover -10; the better one counts. An obstacle is hard cover. A target in the air
    has no cover.
    """
    if is_aloft(s, target):
        return 0
    cover = w.field.cover[s.units[target].cell]
    if cover == Cover.HARD or is_behind_obstacle(s, w, who, target):
        return int(w.book.hard_cover)
    return int(w.book.soft_cover) if cover == Cover.SOFT else 0


@rule("missile.fire_into_group")
def group_modifier(s, w, who, target):
    """Firing into a group: +5 for each creature beyond the first."""
    return int(w.book.per_extra_creature) * (mark_group(s, w, who, target) - 1)


@rule("missile.line_of_fire", "flying.shooting_down", "firearm.misfire")
def out_of_range(s, w, who, item):
    """Aim: what is out of reach is not hit, however good the shot. The number, 0."""
    label = Term.BALLISTIC_SKILL if is_trained(s, w, who, item) else Term.UNTRAINED
    number = term(s, label, ballistic_skill_with(s, w, who, item))
    return number + term(s, Term.OUT_OF_RANGE, -number)


@rule("missile.to_hit", "missile.modifiers")
def chance_to_hit_with_missile(s, w, who, target, mode, as_group, band):
    """Fire/throw: Ballistic Skill plus all modifiers, limited to between 0 and 100. D100 at or below it hits."""
    item = missile_item(s, w, who)
    trained = is_trained(s, w, who, item)
    open_total(s)
    number = term(s, Term.BALLISTIC_SKILL if trained else Term.UNTRAINED, ballistic_skill_with(s, w, who, item))
    number += term(s, Term.RANGE, range_modifier(w, band))
    number += term(s, Term.TARGET_SIZE, size_modifier(s, w, one_named(s, target, mode)))
    number += term(s, Term.MOVING_MOUNT, moving_mount_modifier(s, w, who))
    number += term(s, Term.RUNNING, running_modifier(s, w, target))
    number += term(s, Term.EVADING, evading_modifier(s, w, target))
    number += term(s, Term.IMPROVISED, improvised_modifier(w, item))
    number += term(s, Term.COVER, cover_modifier(s, w, who, target))
    if as_group:
        number += term(s, Term.GROUP, group_modifier(s, w, who, target))
    number += term(s, Term.AIMED, named_modifier(s, w, target, mode))
    number += term(s, Term.REFEREE, referee_modifier(s, w, who))
    number += term(s, Term.FLASHED, flash_modifier(s, w, who, item))
    number += term(s, Term.DAMAGED_WEAPON, damaged_weapon_modifier(s, who, item))
    number += term(s, Term.ENTANGLED, entangled_modifier(s, w, who))
    limited = within_limits(w, number)
    term(s, Term.LIMIT, limited - number)
    return limited


# --- damage ----------------------------------------------------------------------------------------------------------


@rule("missile.chart")
def strength_of_missile(s, w, who, item):
    """Missile weapon chart: the Effective Strength, for a thrown weapon often the thrower's S."""
    es = int(w.book.missile_weapons[missile_row(item)].es)
    return int(s.units[who].strength) if es == Printed.OWN_STRENGTH else es


@rule("missile.firearms_chart")
def strength_of_gun(w, item, band):
    """Firearms chart: an Effective Strength for each range."""
    gun = w.book.firearms[firearm_row(item)]
    if band == Band.POINT_BLANK:
        return int(gun.point_blank_es)
    if band == Band.SHORT:
        return int(gun.short_es)
    return int(gun.long_es if band == Band.LONG else gun.extreme_es)


@rule("missile.damage")
def effective_strength(s, w, who, item, band, halved):
    """Damage: the weapon's Effective Strength in place of S. A partial burn halves it."""
    if is_firearm(item):
        return half_rounded_up(strength_of_gun(w, item, band), halved)
    return strength_of_missile(s, w, who, item)


@rule("missile.damage")
def range_loss(w, item, band):
    """Damage: one point less at long range, two at extreme range. The chart of the guns has this in its numbers."""
    if band != Band.LONG and band != Band.EXTREME:
        return 0
    if is_firearm(item):
        return int(w.book.firearm_range_damage_penalty) * (band - Band.SHORT)
    return int(w.book.long_range_damage) if band == Band.LONG else int(w.book.extreme_range_damage)

"""What a hit may be expected to take: the dice of its damage less armour, at most all the target can still take."""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import NO_UNIT
from ..rules.armour import leather_stops, metal_points
from ..rules.targeting import aimed_location, is_aimed
from ..rules.weapons import striking_item, weapon_skill_as, weapon_skill_with
from ..vocab import Item, Verb

DIE_FACES = 6
MOST_DICE = 6  # of a hit's damage; more are as good as never rolled


@kernel
def is_shot(verb):
    """Whether a verb shoots or throws."""
    return verb == Verb.FIRE or verb == Verb.FIRE_GROUP


@kernel
def loss(w, left, leather, factor, most):
    """Wounds that what is left of the damage takes after leather, times a factor, at most ``most``."""
    through = max(left - leather_stops(w, leather, left), int(w.book.damage_min))
    return min(through * factor, most)


@kernel
def mean_loss(w, base, leather, factor, most, skill, fells):
    """Mean wounds of D6 + base, a 6 followed by another die at the skill's chance and by more after every further 6; with
    ``fells`` instead the chance that all ``most`` are lost.
    """
    total, share, added = 0.0, 1.0 / DIE_FACES, base
    goes_on = min(max(skill, 0), 100) / 100.0 if w.book.opt_additional_damage == 1 else 0.0
    for k in range(MOST_DICE):
        if k == MOST_DICE - 1:
            goes_on = 0.0
        for face in range(1, DIE_FACES + 1):
            lost = loss(w, added + face, leather, factor, most)
            part = 1.0 - goes_on if face == DIE_FACES else 1.0
            if not fells:
                total += share * part * lost
            elif lost == most:
                total += share * part
        added += DIE_FACES
        share *= goes_on / DIE_FACES
        goes_on = 1.0
    return total


@kernel
def location_chance(w, k):
    """Chance of the k-th location of the table."""
    before = int(w.book.location_limits[k - 1]) if k > 0 else 0
    return (int(w.book.location_limits[k]) - before) / 100.0


@kernel
def damage_to(s, w, target, base, factor, mode, skill, fells):
    """Mean wounds of D6 + base less the armour of each location by its chance, times a factor, at most all the target can still
    take; with ``fells`` instead the chance that it takes all. A location that was named takes it all.
    """
    return damage_up_to(s, w, target, base, factor, mode, skill, fells, int(s.units[target].wounds) + 1, 0)


@kernel
def damage_up_to(s, w, target, base, factor, mode, skill, fells, most, flags):
    """The same, with so many Wounds at most, of a wound with flags."""
    sum_of_parts = 0.0
    for k in range(6):
        chance = location_chance(w, k)
        if is_aimed(mode):
            chance = 1.0 if k == aimed_location(mode) else 0.0
        if chance > 0.0:
            left = base - metal_points(s, w, target, k, flags)
            leather = int(s.units[target].leather[k])
            sum_of_parts += chance * mean_loss(w, left, leather, factor, most, skill, fells)
    return sum_of_parts


@kernel
def skill_with(s, w, who, verb, mode):
    """The skill that an additional die of a blow is tested with: with the weapon, with the lance where a mounted charge ends."""
    item = striking_item(s, w, who, mode)
    if verb == Verb.CHARGE and item == Item.LANCE and s.units[who].mount != NO_UNIT:
        return weapon_skill_as(s, w, who, Item.LANCE)
    return weapon_skill_with(s, w, who, item)

"""What falls on a unit: stones, balls, flames, and the ground under it. Every place is tried where a template may come to lie."""

from __future__ import annotations

import numpy as np

from ....core.compiler import kernel
from ..board import DIRECTIONS, OFF_BOARD, column, overlap, row
from ..rules.bodies import bounds, character_model
from ..rules.courage import best_initiative, highest_that_passes, must_fail
from ..rules.patterns import (
    FULL,
    PART,
    count_covered,
    count_crossed,
    flame_files,
    lay_blast,
    lay_flame,
    model_at,
    model_covered,
    scatter_from,
)
from ..rules.templates import aim_of
from ..vocab import Mark, MissileKind, Verb
from .staying import exposed, most_of_hit
from .volleys import missile_row
from .wounds import mean_up_to, past_saves, wounds_of_hits

D6 = 6
MOST_DICE = 20


def chances_of_sums(least: int = 1) -> np.ndarray:
    """Chance of each sum of so many D6, none of which shows less than a number: float64 (dice, sum)."""
    table = np.zeros((MOST_DICE + 1, D6 * MOST_DICE + 1))
    table[0, 0] = 1.0
    for dice in range(1, MOST_DICE + 1):
        for face in range(least, D6 + 1):
            table[dice, face:] += table[dice - 1, :-face] / D6
    return table


SUMS = chances_of_sums()


# --- models under a template -------------------------------------------------------------------------------------------


@kernel
def chance_of_cover(w, covered):
    """Chance that a model is hit that is wholly, partly or not under a template."""
    if covered == PART:
        return (D6 + 1.0 - min(max(int(w.book.partial_hit_on), 1), D6 + 1)) / D6
    return 1.0 if covered == FULL else 0.0


@kernel
def chance_under(s, w, foe):
    """Chance that any model of a unit is hit, of those that were counted."""
    misses = 1.0 - chance_of_cover(w, PART)
    missed = (1.0 - chance_of_cover(w, int(s.char_cover[foe]))) * misses ** int(s.covered_part[foe])
    return 1.0 - missed if s.covered_full[foe] == 0 else 1.0


@kernel
def wounds_under(s, w, foe, strength, ap, sides, marks):
    """Wounds of the models of a unit that were counted, the character for itself."""
    hits = int(s.covered_full[foe]) + int(s.covered_part[foe]) * chance_of_cover(w, PART)
    wounds = wounds_of_hits(s, w, foe, False, hits, 0.0, strength, ap, 0, marks)
    wounds = min(wounds * mean_up_to(sides, int(most_of_hit(s, foe, False))), float(exposed(s, foe)))
    return wounds + wounds_of_one(s, w, foe, True, int(s.char_cover[foe]), strength, ap, sides, marks)


@kernel
def wounds_of_one(s, w, foe, is_character, covered, strength, ap, sides, marks):
    """Wounds of one model so far under a template, the character or another."""
    if covered == 0:
        return 0.0
    wounds = wounds_of_hits(s, w, foe, is_character, chance_of_cover(w, covered), 0.0, strength, ap, 0, marks)
    return wounds * mean_up_to(sides, int(most_of_hit(s, foe, is_character)))


# --- what falls --------------------------------------------------------------------------------------------------------


@kernel
def blast(s, w, foe, cell, diameter, who):
    """A stone of a machine, or a sinkhole of nobody (-1), on a cell: (chance that it hits a unit, wounds)."""
    reach = (diameter + 1) // 2
    x, y, width, height = bounds(s, foe)
    wide = 2 * reach + 1
    if cell == OFF_BOARD or overlap(x, y, width, height, column(cell) - reach, row(cell) - reach, wide, wide) == 0:
        return 0.0, 0.0
    lay_blast(s, w, cell, diameter)
    count_covered(s, w)
    chance = chance_under(s, w, foe)
    if chance == 0.0:
        return 0.0, 0.0
    return chance, wounds_of_stone(s, w, who, foe, cell) if who >= 0 else wounds_of_sinkhole(s, w, foe)


@kernel
def wounds_of_stone(s, w, who, foe, cell):
    """Wounds of a stone where it lies; the model under its middle is hit harder."""
    line, unit = missile_row(s, w, who), s.units[foe]
    strength, ap, middle = int(line.strength), int(line.ap), int(model_at(s, foe, column(cell), row(cell)))
    if middle < 0:
        return wounds_under(s, w, foe, strength, ap, 0, 0)
    covered = int(model_covered(s, foe, middle))
    is_character = unit.char_alive == 1 and middle == character_model(s, foe)
    sides = int(w.book.centre_wounds_die_sides)
    harder = wounds_of_one(
        s, w, foe, is_character, covered, int(w.book.centre_strength), int(w.book.centre_ap), sides, 0
    )
    return (
        wounds_under(s, w, foe, strength, ap, 0, 0)
        + harder
        - wounds_of_one(s, w, foe, is_character, covered, strength, ap, 0, 0)
    )


@kernel
def wounds_of_sinkhole(s, w, foe):
    """Wounds of the ground: a test of Initiative for each model hit, and no armour."""
    value, fails = int(best_initiative(s, foe)), 1.0
    if not must_fail(value):
        sides = int(w.book.characteristic_sides)
        fails = 1.0 - min(max(int(highest_that_passes(w, value)), 0), sides) / float(sides)
    hits = int(s.covered_full[foe]) + int(s.covered_part[foe]) * chance_of_cover(w, PART)
    marks = int(Mark.NO_ARMOUR)
    wounds = hits * past_saves(s, w, foe, False, 0, marks)
    wounds += chance_of_cover(w, int(s.char_cover[foe])) * past_saves(s, w, foe, True, 0, marks)
    return fails * wounds


@kernel
def scattered(s, w, foe, cell, inches, diameter, who):
    """A blast that an arrow takes so many inches in any direction: (chance that it hits a unit, wounds)."""
    chance, wounds = 0.0, 0.0
    for direction in range(DIRECTIONS):
        hit, harm = blast(s, w, foe, int(scatter_from(s, w, cell, direction, inches)), diameter, who)
        chance += hit / DIRECTIONS
        wounds += harm / DIRECTIONS
    return chance, wounds


@kernel
def chance_to_stay(w):
    """Chance that the scatter die shows a HIT."""
    return min(int(w.book.scatter_hit_faces) / float(w.book.scatter_faces), 1.0)


@kernel
def artillery_faces(w):
    """Faces of the artillery die that are no MISFIRE."""
    return max(D6 - int(w.book.artillery_misfire_faces), 0)


@kernel
def stone(s, w, who, foe, cell):
    """A stone aimed at a cell: (chance that it hits a unit, wounds)."""
    stays, faces, size = chance_to_stay(w), artillery_faces(w), int(w.book.template_diameter)
    chance, wounds = blast(s, w, foe, cell, size, who)
    chance *= stays * faces / D6
    wounds *= stays * faces / D6
    if stays < 1.0:
        for face in range(1, faces + 1):
            hit, harm = scattered(s, w, foe, cell, face * int(w.book.artillery_step), size, who)
            chance += hit * (1.0 - stays) / D6
            wounds += harm * (1.0 - stays) / D6
    return chance, wounds


@kernel
def sinkhole(s, w, foe, cell):
    """A sinkhole that is cast at a cell: (chance that it hits a unit, wounds)."""
    stays, dice, size = chance_to_stay(w), int(w.book.sinkhole_scatter_dice), int(w.book.small_blast_diameter)
    chance, wounds = blast(s, w, foe, cell, size, -1)
    chance *= stays
    wounds *= stays
    if stays < 1.0:
        for inches in range(dice, D6 * dice + 1):
            hit, harm = scattered(s, w, foe, cell, inches, size, -1)
            share = (1.0 - stays) * float(SUMS[dice, inches])
            chance += hit * share
            wounds += harm * share
    return chance, wounds


@kernel
def ball(s, w, who, foe, cell):
    """A ball aimed at a cell: (chance that it meets a unit, wounds). The second misfire only stops it where it lands."""
    ax, ay, bx, by = aim_of(s, who, cell)
    line, faces, step = missile_row(s, w, who), artillery_faces(w), int(w.book.artillery_step)
    chance, wounds = 0.0, 0.0
    for face in range(1, faces + 1):
        for bounce in range(1, D6 + 1):
            count_crossed(s, ax, ay, bx, by, face * step, bounce * step if bounce <= faces else 0)
            chance += chance_under(s, w, foe)
            sides = int(w.book.cannon_wounds_die_sides)
            wounds += wounds_under(s, w, foe, int(line.strength), int(line.ap), sides, 0)
    return chance / (D6 * D6), wounds / (D6 * D6)


@kernel
def flame(s, w, who, foe, mode):
    """A flame one way before the front: (chance that it burns a unit, wounds)."""
    line, missed, wounds = missile_row(s, w, who), 1.0, 0.0
    marks = int(Mark.FLAMING) if line.flaming == 1 else 0
    first, number = flame_files(s, w, who)
    for file in range(first, first + number):
        lay_flame(s, w, who, mode, file)
        count_covered(s, w)
        missed *= 1.0 - chance_under(s, w, foe)
        wounds += wounds_under(s, w, foe, int(line.strength), int(line.ap), 0, marks)
    return 1.0 - missed, wounds


@kernel
def what_falls(s, w, who, plan):
    """What a machine, a flame or a sinkhole does to the unit it is aimed at: (chance that any model is hit, wounds)."""
    verb, foe, cell = int(plan.verb), int(plan.target), int(plan.aim)
    if verb == Verb.FLAME:
        return flame(s, w, who, foe, int(plan.mode))
    if verb == Verb.CAST_CELL:
        return sinkhole(s, w, foe, cell)
    if missile_row(s, w, who).kind == MissileKind.CANNON:
        return ball(s, w, who, foe, cell)
    return stone(s, w, who, foe, cell)

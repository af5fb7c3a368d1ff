"""What behaviours may expect of bombs and incendiaries: where they land, scatter and burst, and whom they harm there.

A bomb that sputters is taken not to go off.
"""

from __future__ import annotations

from ....core.compiler import kernel
from ....core.state import are_friends
from ..board import OFF_BOARD, is_way_open, neighbour
from ..rules.bombs import chance_to_land, halfway_cell, is_in_blast
from ..rules.conditions import is_able, place_of
from ..rules.throwing import item_of_mode
from ..rules.weapons import ballistic_skill_with, missile_row
from ..vocab import Dud, Flag, Mode
from .damage import damage_up_to
from .shooting import DOUBLES, doubles_up_to

ON_THE_GROUND = 0


@kernel
def burn_harm(w):
    """Wounds to be expected from coming into a fire."""
    return w.book.fire_dice * (w.book.fire_sides + 1) / 2.0


@kernel
def lost_in_blast(s, w, who, mode, cell, other):
    """Wounds that a unit may be expected to lose where a bomb bursts; an incendiary burns only the units in its cell."""
    if mode == Mode.INCENDIARY:
        return burn_harm(w) if place_of(s, other) == cell else 0.0
    item = item_of_mode(mode)
    base = int(w.book.missile_weapons[missile_row(item)].es) - int(s.units[other].toughness)
    skill, most = ballistic_skill_with(s, w, who, item), int(s.units[other].wounds) + 1
    return damage_up_to(s, w, other, base, 1, Mode.NORMAL, skill, False, most, int(Flag.BLAST))


@kernel
def harm_at(s, w, who, mode, cell, height_yd):
    """Harm of a bomb that bursts at a place to enemies, less that to friends and the thrower, as shares of what each can still
    take.
    """
    harm = 0.0
    for other in range(s.unit_count):
        if s.known[other] == 0 or not is_able(s, other) or not is_in_blast(s, w, other, cell, height_yd):
            continue
        share = min(lost_in_blast(s, w, who, mode, cell, other) / (int(s.units[other].wounds) + 1), 1.0)
        harm += -share if are_friends(s, who, other) else share
    return harm


@kernel
def blast_harm(s, w, who, mode, cell):
    """Harm of a bomb thrown at a place if it lands there, by the chance that it does: what places are compared by."""
    return harm_at(s, w, who, mode, cell, ON_THE_GROUND) * chance_to_land(s, w, who, item_of_mode(mode), cell) / 100.0


@kernel
def harm_of_scatter(s, w, who, mode, cell):
    """Mean harm of a bomb that goes wide."""
    directions = int(w.book.scatter_directions)
    harm = 0.0
    for k in range(directions):
        direction = k * 8 // directions
        there = neighbour(w.field, cell, direction)
        if there == OFF_BOARD or not is_way_open(s, w, cell, direction):
            there = cell
        harm += harm_at(s, w, who, mode, there, ON_THE_GROUND)
    return harm / directions


@kernel
def harm_of_dud(s, w, who, mode, cell):
    """Mean harm of a misfire: a bomb may burst halfway, or in the hand."""
    here, limits = place_of(s, who), w.book.bomb_limits
    halfway = int(limits[Dud.HALFWAY]) - int(limits[Dud.SPUTTERS])
    in_hand = 100 - int(limits[Dud.HALFWAY])
    height_yd = ON_THE_GROUND if mode == Mode.INCENDIARY else int(s.units[who].altitude_yd)  # what burns falls
    harm = halfway * harm_at(s, w, who, mode, halfway_cell(s, w, here, cell), ON_THE_GROUND)
    return (harm + in_hand * harm_at(s, w, who, mode, here, height_yd)) / 100.0


@kernel
def chance_of_throw(s, w, who, mode, cell):
    """Chance that a bomb lands where it is thrown and goes off."""
    number = chance_to_land(s, w, who, item_of_mode(mode), cell)
    return (number - doubles_up_to(number)) / 100.0


@kernel
def harm_of_throw(s, w, who, mode, cell):
    """Harm of a bomb thrown at a place, wherever it comes down; none where it would do friends more harm than enemies."""
    lands = chance_of_throw(s, w, who, mode, cell)
    misfires = DOUBLES / 100.0
    harm = lands * harm_at(s, w, who, mode, cell, ON_THE_GROUND)
    harm += (1.0 - lands - misfires) * harm_of_scatter(s, w, who, mode, cell)
    harm += misfires * harm_of_dud(s, w, who, mode, cell)
    return min(max(harm, 0.0), 1.0)

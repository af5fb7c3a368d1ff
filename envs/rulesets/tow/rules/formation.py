"""Forming units: ranks, the rank bonus and what takes it away, the marching column, unit strength."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import are_friends
from ..board import count_in
from ..vocab import MainType, Side, Troop
from .bodies import contact_side, full_rect, is_engaged_with, is_there, model_rect, short_rect
from .profile import own_wounds

# --- troop types -------------------------------------------------------------------------------------------------------


@rule("profile.troop_type")
def main_type(troop):
    """Troop type: the main type a sub-type belongs to."""
    if is_infantry(troop):
        return int(MainType.INFANTRY)
    if is_cavalry(troop):
        return int(MainType.CAVALRY)
    if is_chariot(troop):
        return int(MainType.CHARIOTS)
    return int(MainType.MONSTERS) if is_monster(troop) else int(MainType.WAR_MACHINES)


@rule("troop.infantry")
def is_infantry(troop):
    """Infantry: foot soldiers of all sizes, and swarms."""
    return troop <= Troop.SWARMS


@rule("troop.cavalry")
def is_cavalry(troop):
    """Cavalry: mounted warriors and fighting animals."""
    return Troop.LIGHT_CAVALRY <= troop <= Troop.WAR_BEASTS


@rule("troop.chariots")
def is_chariot(troop):
    """Chariots: light or heavy."""
    return troop == Troop.LIGHT_CHARIOTS or troop == Troop.HEAVY_CHARIOTS


@rule("troop.monsters")
def is_monster(troop):
    """Monsters: monstrous creatures and behemoths."""
    return troop == Troop.MONSTROUS_CREATURES or troop == Troop.BEHEMOTHS


# --- ranks and files ---------------------------------------------------------------------------------------------------


@rule("formation.ranks")
def ranks_of(models, files):
    """Forming units: ranks of a formation, the short last one included."""
    return (models + files - 1) // files


@rule("formation.marching_column")
def is_column(s, who):
    """Marching column: deeper than wide, in models."""
    unit = s.units[who]
    return ranks_of(int(unit.models), int(unit.files)) > unit.files


@rule("formation.wider_than_deep")
def is_wider_than_deep(s, w, who):
    """Wider than deep: files against ranks, the short last one included."""
    unit = s.units[who]
    return unit.files - ranks_of(int(unit.models), int(unit.files)) >= w.book.min_files_minus_ranks


# --- unit strength -----------------------------------------------------------------------------------------------------


@rule("troop.table")
def strength_of_model(s, w, who):
    """Troop type table: the unit strength of one model; of monsters and war machines their starting Wounds."""
    each = int(w.book.troop_types[s.units[who].troop_type].unit_strength)
    return each if each > 0 else own_wounds(s, who, False)


@rule("troop.unit_strength")
def unit_strength(s, w, who):
    """Unit strength: models times that of one. Who fell in this round of combat counts until it is removed."""
    return int(s.units[who].models) * strength_of_model(s, w, who)


# --- disrupted ---------------------------------------------------------------------------------------------------------


@rule("formation.disrupted")
def is_disrupted_by(s, w, who, enemy):
    """Disrupted: an enemy of enough unit strength in the flank or rear."""
    if are_friends(s, who, enemy) or not is_engaged_with(s, who, enemy):
        return False
    return contact_side(s, who, enemy) != Side.FRONT and unit_strength(s, w, enemy) >= w.book.flank_unit_strength


@rule("formation.disrupted", "x.terrain.table")
def models_in_rough(s, w, who):
    """Disrupted: models with a cell of their base on ground that disrupts."""
    ax, ay, aw, ah = full_rect(s, who)
    bx, by, bw, bh = short_rect(s, who)
    if count_in(w.field.rough, ax, ay, aw, ah) + count_in(w.field.rough, bx, by, bw, bh) == 0:
        return 0
    number = 0
    for model in range(s.units[who].models):
        x, y, width, height = model_rect(s, who, model)
        if count_in(w.field.rough, x, y, width, height) > 0:
            number += 1
    return number


@rule("formation.disrupted")
def is_disrupted(s, w, who):
    """Disrupted: by an enemy in the flank or rear, or by the ground."""
    if not is_there(s, who):
        return False
    if models_in_rough(s, w, who) * 100 >= w.book.disrupted_terrain_pct * s.units[who].models:
        return True
    for enemy in range(s.unit_count):
        if is_disrupted_by(s, w, who, enemy):
            return True
    return False


# --- rank bonus --------------------------------------------------------------------------------------------------------


@rule("troop.models_per_rank")
def has_ranks(s, w, who):
    """Models per rank: whether the front has so many; ranks of a troop type without a number never count."""
    unit = s.units[who]
    least = int(w.book.troop_types[unit.troop_type].models_per_rank)
    return least > 0 and unit.files >= least


@rule("troop.max_rank_bonus")
def highest_rank_bonus(s, w, who):
    """Highest rank bonus: that of the troop type."""
    return int(w.book.troop_types[s.units[who].troop_type].max_rank_bonus)


@rule("formation.rank_bonus")
def rank_bonus(s, w, who):
    """Rank bonus: for each full rank beyond the first, up to the limit of the troop type."""
    unit = s.units[who]
    if not has_ranks(s, w, who) or unit.fleeing == 1:
        return 0
    if not is_wider_than_deep(s, w, who) or is_column(s, who) or is_disrupted(s, w, who):
        return 0
    bonus = int(w.book.bonus_per_rank) * (int(unit.models) // int(unit.files) - 1)
    return int(min(max(bonus, 0), highest_rank_bonus(s, w, who)))

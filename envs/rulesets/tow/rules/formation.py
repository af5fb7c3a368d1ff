"""Forming units: ranks, the rank bonus and what takes it away, the marching column, unit strength."""

from __future__ import annotations

from ....core.compiler import rule
from ....core.state import are_friends
from ..board import count_in
from ..vocab import MainType, Side, Troop
from .bodies import contact_side, full_rect, is_engaged_with, is_there, model_rect, short_rect


@rule("profile.troop_type", "troop.infantry", "troop.cavalry", "troop.chariots", "troop.monsters", "troop.war_machines")
def main_type(troop):
    """Troop types: the main type a sub-type belongs to."""
    if troop <= Troop.SWARMS:
        return int(MainType.INFANTRY)
    if troop <= Troop.WAR_BEASTS:
        return int(MainType.CAVALRY)
    if troop <= Troop.HEAVY_CHARIOTS:
        return int(MainType.CHARIOTS)
    return int(MainType.MONSTERS) if troop <= Troop.BEHEMOTHS else int(MainType.WAR_MACHINES)


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


@rule("troop.table", "troop.unit_strength", "profile.wounds")
def unit_strength(s, w, who):
    """Unit strength: models times that of one; of monsters and war machines their starting Wounds. Who fell in this round of
    combat counts until it is removed.
    """
    unit = s.units[who]
    each = int(w.book.troop_types[unit.troop_type].unit_strength)
    return int(unit.models) * (each if each > 0 else int(unit.wounds))


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


@rule("formation.rank_bonus", "troop.models_per_rank", "troop.max_rank_bonus", "troop.table")
def rank_bonus(s, w, who):
    """Rank bonus: for each full rank beyond the first, up to the limit of the troop type."""
    unit = s.units[who]
    row = w.book.troop_types[unit.troop_type]
    if row.models_per_rank == 0 or unit.files < row.models_per_rank or unit.fleeing == 1:
        return 0
    if not is_wider_than_deep(s, w, who) or is_column(s, who) or is_disrupted(s, w, who):
        return 0
    bonus = int(w.book.bonus_per_rank) * (int(unit.models) // int(unit.files) - 1)
    return int(min(max(bonus, 0), int(row.max_rank_bonus)))

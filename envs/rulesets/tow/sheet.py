"""What the sheet of a regiment shows beside its record; see ``envs/sandbox/sheet.py``."""

from __future__ import annotations

from typing import Any

from .rules import bodies, contact, formation, sight
from .vocab import Cover, Side


def unit_strength(s: Any, w: Any, who: int) -> int:
    """Unit strength: its models times that of one."""
    return int(formation.unit_strength(s, w, who))


def ranks(s: Any, w: Any, who: int) -> int:
    """Ranks of its formation, including a short last rank; 0 without models."""
    unit = s.units[who]
    return int(formation.ranks_of(int(unit.models), int(unit.files))) if unit.models else 0


def rank_bonus(s: Any, w: Any, who: int) -> int:
    """Rank bonus: for full ranks beyond the first; 0 if it is disrupted, fleeing, too narrow or in column."""
    return int(formation.rank_bonus(s, w, who)) if bodies.is_there(s, who) else 0


def disrupted(s: Any, w: Any, who: int) -> bool:
    """Whether it is disrupted: by an enemy in its flank or rear, or by the ground."""
    return bool(formation.is_disrupted(s, w, who))


def marching_column(s: Any, w: Any, who: int) -> bool:
    """Whether it is a marching column: deeper than wide."""
    return bool(bodies.is_there(s, who) and formation.is_column(s, who))


def engaged(s: Any, w: Any, who: int) -> bool:
    """Whether it is in contact with an enemy."""
    return bool(bodies.is_engaged(s, who))


def engaged_with(s: Any, w: Any, who: int, other: int) -> bool:
    """Whether it is in contact with another unit, an enemy."""
    return bool(bodies.is_engaged_with(s, who, other))


def arc_of(s: Any, w: Any, who: int, other: int) -> str | None:
    """In which of its arcs another unit stands, as for a charge: the one with most of the other's front. None off the table."""
    if who == other or not (bodies.is_there(s, who) and bodies.is_there(s, other)):
        return None
    return Side(int(contact.charge_side(s, other, who))).words


def cover_from(s: Any, w: Any, who: int, other: int) -> dict[str, int]:
    """Its cover from another unit's shooting: how many models of the other's that see it find it in the open, in partial or in
    full cover. Empty when none sees it.
    """
    found: dict[str, int] = {}
    if who == other or not (bodies.is_there(s, who) and bodies.is_there(s, other)):
        return found
    for model in range(int(sight.seeing_models(s, w, other))):
        cover = Cover(int(sight.model_cover(s, w, other, model, who)))
        if cover != Cover.UNSEEN:
            found[cover.name.lower()] = found.get(cover.name.lower(), 0) + 1
    return found


SHEET = (
    unit_strength, ranks, rank_bonus, disrupted, marching_column, engaged, engaged_with, arc_of, cover_from,
)  # fmt: skip

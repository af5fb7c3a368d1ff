"""The order of initiative, to read and to set; see ``envs/sandbox/sheet.py``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .rules import initiative


def order(s: Any, w: Any) -> list[int]:
    """The units that live, in the order of their main turns: by initiative, then AGILITY, then the tie dice."""

    def place(who: int) -> tuple[int, int, int, int]:
        unit = s.units[who]
        return int(initiative.place_at(s, w, who, 0)), int(unit.agility), int(unit.tie), -who

    living = [who for who in range(int(s.unit_count)) if initiative.takes_part(s, who)]
    return sorted(living, key=place, reverse=True)


def set_order(s: Any, w: Any, rows: Sequence[int]) -> None:
    """Let the units act in this order: their initiative totals are redistributed, and raised where two are equal."""
    initiative_of, is_descending = s["units"]["initiative"], int(w.book["descending"]) == 1
    totals = sorted(int(initiative_of[who]) for who in rows)
    for k in range(1, len(totals)):
        totals[k] = max(totals[k], totals[k - 1] + 1)
    for who, total in zip(rows, reversed(totals) if is_descending else totals, strict=True):
        initiative_of[who] = total

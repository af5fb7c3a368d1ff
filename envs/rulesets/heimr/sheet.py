"""The order of turns, to read and to set; see ``envs/sandbox/sheet.py``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def order(s: Any, w: Any) -> list[int]:
    """All units, in the order of their turns."""
    return sorted(range(int(s.unit_count)), key=lambda who: int(s.units[who].order))


def set_order(s: Any, w: Any, rows: Sequence[int]) -> None:
    """Let the units act in this order."""
    for place, who in enumerate(rows):
        s["units"]["order"][who] = place

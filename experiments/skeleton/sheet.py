"""What a unit's sheet shows beside its fields: each function is a line with its name; its docstring is the help. In the sandbox:
``table.unit("soldier_1").to_hit("soldier_2")``.
"""

from __future__ import annotations

from typing import Any

from .rules.striking import chance_to_hit
from .rules.turns import is_standing


def to_hit(s: Any, w: Any, who: int, target: int) -> int:
    """Chance to hit a unit, in percent."""
    return int(min(max(chance_to_hit(s, w, who, target), 0), 100))


READINGS = (to_hit,)


def order(s: Any, w: Any) -> list[int]:
    """Roster rows of the standing units in the order of their turns."""
    standing = [who for who in range(int(s.unit_count)) if is_standing(s, who)]
    return sorted(standing, key=lambda who: (-int(s.units[who].initiative), who))

"""Sight over maps, worked out beforehand; for rulesets whose FIELD has ``sight``.

Executed once for every such ruleset like ``core/loops/advance.py``, with ``fill_sight`` of its board as a global.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tactica.envs.core.compiler import record_at

if TYPE_CHECKING:
    from tactica.envs.core.board.geometry import fill_sight
    from tactica.envs.core.loops.given import entry


@entry("fields")
def fill_sights(fields):
    """Fill the ``sight`` bits of map records (n,) from their size and ``closed`` bits."""
    for i in range(len(fields)):
        field = record_at(fields, i)
        fill_sight(field, field.sight)

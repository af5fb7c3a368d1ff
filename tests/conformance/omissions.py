"""What the estimates ``hit`` and ``harm`` of a ruleset leave out, said as data, so that the rest can be held to the exact odds.

``tests/<slug>/left_out.py`` has the table ``LEFT_OUT``, what it supposes others to answer, ``ANSWERS``, and what of
the exact odds ``HIT`` and ``TAKEN`` stand for. ``ALSO``, where it is there, names scenarios whose choices the usual ones lack.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

__all__ = ["HIT_AND_HARM", "Omission", "left_out_of"]

HIT_AND_HARM = ("hit", "harm")


class Omission(NamedTuple):
    """Something that estimates leave out.

    Attributes:
        name: what it is called.
        says: one sentence: what the estimate does without.
        applies: whether it matters to a plan: (state record, world, who decides, plan) -> bool. A plan has verb, mode and
            target.
        features: the estimates it matters to.
        scenario: one of the ruleset's scenarios, in which it is met.
    """

    name: str
    says: str
    applies: Callable[[Any, Any, int, Any], bool]
    features: tuple[str, ...] = HIT_AND_HARM
    scenario: str = "small"


def left_out_of(table: tuple[Omission, ...], s: Any, w: Any, who: int, plan: Any, feature: str) -> list[Omission]:
    """The omissions that apply to an estimate of a plan."""
    return [one for one in table if feature in one.features and one.applies(s, w, who, plan)]

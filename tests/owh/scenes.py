"""What the clause tests stand on: a natural scene in which the first unit acts first.

    scene = duel(man={"fighting": 16}, orc={"parry": 13}, dice=[11, 5])
    scene.play("attack orc normal")
    assert scene.unit("orc").hp == 50 - 15

Cards are dealt from the tape: each unit gets the best card that is left below the jokers, in the order of the roster, so that
units act in that order. A round that begins in a test needs as many cards again: ``dice=[..., *cards(2), ...]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from fixtures import table

from tactica.envs.sandbox import Table

FIRST_BELOW_JOKERS = 52  # place of the ace of spades in a full deck


def cards(units: int) -> list[int]:
    """What lies on the tape for the cards of a round: the ace of spades for the first unit, then the ace of hearts ..."""
    return [FIRST_BELOW_JOKERS - i for i in range(units)]


def exactly(chance: float) -> Any:
    """A probability to six decimals."""
    return pytest.approx(chance, abs=5e-7)


def scene(
    *units: dict[str, Any],
    dice: Sequence[int] = (),
    rules: dict[str, Any] | None = None,
    party: Sequence[bool] = (),
    light: int = 0,
    map: str = "",
    size: tuple[int, int] = (12, 12),
    dealt: Sequence[int] | None = None,
    **scenario: Any,
) -> Table:
    """Units on an open board, at the first decision.

    Args:
        units: each with ``name``, ``side`` and ``at``.
        dice: the faces to come after the cards; all must be asked for.
        rules: knobs by address.
        party: which sides are parties, none by default.
        light: of the whole board.
        map: rows of characters, in place of open ground of ``size``.
        dealt: places of the cards of the first round, in place of :func:`cards`.
        scenario: further keys of the scenario.
    """
    sides = list(dict.fromkeys(unit["side"] for unit in units))
    flags = list(party) or [False] * len(sides)
    board = {"map": map} if map else {"size": list(size)}
    standing = sum(not unit.get("dead", False) for unit in units)
    tape = [*(cards(standing) if dealt is None else dealt), *dice]
    battle = {"party": flags, "light": light}
    return table(
        *units,
        ruleset="owh",
        dice=tape,
        rules=rules,
        **{"board": board, "battle": battle, "skip_forced": True, **scenario},
    )


def duel(
    man: dict[str, Any] | None = None,
    orc: dict[str, Any] | None = None,
    distance: int = 1,
    friends: Sequence[dict[str, Any]] = (),
    **more: Any,
) -> Table:
    """A man at (4, 5) and an orc so many cells to the east, the man about to act. Both are average, with a sword.

    Args:
        man, orc: fields of one of them.
        distance: cells between them, 1 in contact.
        friends: further units.
        more: see :func:`scene`.
    """
    average = {"weapons": ["sword"]}
    one = {"name": "man", "side": "men", "at": [4, 5], **average, **(man or {})}
    other = {"name": "orc", "side": "orcs", "at": [4 + distance, 5], **average, **(orc or {})}
    return scene(one, other, *friends, **more)

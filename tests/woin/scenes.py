"""What the clause tests stand on: a natural scene in which the first unit acts first.

    scene = duel(man={"melee_skill": 2}, orc={"melee_defence": 12}, dice=[4, 4, 4, 1, 3, 2])
    scene.play("attack orc longsword normal")
    assert scene.unit("orc").health == 21 - 6

Initiative is rolled from the tape in such a way that the units act in the order of the roster. Unless a test asks for more,
nobody guards and no dice are traded, so that an attack goes on to its roll by itself; nobody has LUCK dice unless given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from fixtures import keys, table

from tactica.envs.rulesets.woin.setup import ALIASES, templates
from tactica.envs.sandbox import Table
from tactica.envs.scenario.wording import full_names

GUARD = "completion.reaction_defend.enabled"
TRADE = "attack.step3_spend.max_extra_damage_dice"
PLAIN = {GUARD: 0, TRADE: 0}


def exactly(chance: float) -> Any:
    """A probability to six decimals."""
    return pytest.approx(chance, abs=5e-7)


def dice_of(score: int) -> int:
    """Dice of an attribute score."""
    return next(n for n in range(12) if (n + 1) * (n + 2) // 2 > score)


def initiative_dice(unit: dict[str, Any]) -> int:
    """Dice a unit rolls for initiative."""
    written = full_names(keys("woin", unit), ALIASES)
    unit = {**templates().get(unit.get("template", ""), {}), **written}
    pool = dice_of(unit.get("intuition", 6)) + unit.get("tactics_skill", 0)
    return int(min(pool, max(unit.get("rank", 5), 2)) + unit.get("initiative_bonus", 0))


def faces(total: int, count: int) -> list[int]:
    """So many dice that show so much, the high ones first."""
    found = []
    for left in range(count - 1, -1, -1):
        found.append(min(6, total - left))
        total -= found[-1]
    assert total == 0
    return found


def initiative(units: Sequence[dict[str, Any]]) -> list[int]:
    """What lies on the tape for initiative: each unit has less than the one before it."""
    found, before = [], 1_000
    for unit in units:
        count = initiative_dice(unit)
        before = min(6 * count, before - 1)
        assert before >= count, f"{unit['name']} cannot act so late: give it another INT"
        found += faces(before, count)
    return found


def scene(
    *units: dict[str, Any],
    dice: Sequence[int] = (),
    rules: dict[str, Any] | None = None,
    ambush: Sequence[bool] = (),
    first: Sequence[int] = (),
    order: Sequence[int] | None = None,
    map: str = "",
    size: tuple[int, int] = (12, 12),
    cells: Sequence[dict[str, Any]] = (),
    **scenario: Any,
) -> Table:
    """Units on an open board, at the first decision.

    Args:
        units: each with ``name``, ``side`` and ``at``.
        dice: the faces to come after initiative; all must be asked for.
        rules: knobs by address; without others nobody guards and no dice are traded, see :data:`PLAIN`.
        ambush: which sides may ambush, none by default.
        first: faces that come before initiative: those of an ambush turn.
        order: faces for initiative, in place of :func:`initiative`.
        map: rows of characters, in place of open ground of ``size``.
        cells: cells of the board, as in a scenario.
        scenario: further keys of the scenario.
    """
    sides = list(dict.fromkeys(unit["side"] for unit in units))
    board: dict[str, Any] = {"map": map} if map else {"size": list(size)}
    if cells:
        board["cells"] = list(cells)
    battle = {"ambush": list(ambush) or [False] * len(sides)}
    tape = [*first, *(initiative(units) if order is None else order), *dice]
    given = {"board": board, "battle": battle, "skip_forced": True, **scenario}
    return table(*units, ruleset="woin", dice=tape, rules={**PLAIN, **(rules or {})}, **given)


def duel(
    man: dict[str, Any] | None = None,
    orc: dict[str, Any] | None = None,
    distance: int = 1,
    friends: Sequence[dict[str, Any]] = (),
    **more: Any,
) -> Table:
    """A man at (4, 5) and an orc so many squares to the east, the man about to act. Both are average, with a longsword: three
    dice to attack with, 21 HEALTH, no SOAK, all DEFENSES 10.

    Args:
        man, orc: fields of one of them.
        distance: squares between them, 1 side by side.
        friends: further units, of either side.
        more: see :func:`scene`.
    """
    average = {"weapons": ["longsword"]}
    one = {"name": "man", "side": "men", "at": [4, 5], **average, **(man or {})}
    other = {"name": "orc", "side": "orcs", "at": [4 + distance, 5], **average, **(orc or {})}
    return scene(one, other, *friends, **more)

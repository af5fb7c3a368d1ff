"""Scenes of shooting: an archer in the west, an orc in the east, and what they do in between."""

from __future__ import annotations

from typing import Any

from fixtures import table

from tactica.envs.sandbox import Event, Table

#: What those answer who only look on.
QUIET = ("decline_press", "act", "no_parry", "pass")
#: Damage as one die, so that counting odds of a hit stays short.
ONE_DIE = {"damage.additional.opt_additional_damage": 0}


def shooting(
    weapon: str,
    cells: int = 4,
    dice: list[int] | None = None,
    *,
    archer: dict[str, Any] | None = None,
    orc: dict[str, Any] | None = None,
    others: tuple[dict[str, Any], ...] = (),
    size: tuple[int, int] | None = None,
    **more: Any,
) -> Table:
    """The archer (I 50) at (0, 1) is about to act; the orc stands ``cells`` to the east of it."""
    one = {"name": "archer", "side": "men", "at": [0, 1], "facing": "east", "i": 50, "main_hand": weapon}
    two = {"name": "orc", "side": "orcs", "at": [cells, 1], "facing": "west"}
    board = size or (max(cells + 1, *(unit["at"][0] + 1 for unit in others), 3) if others else max(cells + 1, 3), 3)
    more = {"size": board, **more}
    return table({**one, **(archer or {})}, {**two, **(orc or {})}, *others, dice=dice, **more)


def at_yards(
    yards: int, weapon: str, dice: list[int] | None = None, rules: dict[str, int] | None = None, **more: Any
) -> Table:
    """As ``shooting``, exactly so many yards away, on a board with the scale that this needs."""
    cells = next(d for d in range(2, 32) if yards % d == 0 and yards // d <= 100)
    scale = {"setup.scene.yards_per_cell": yards // cells, **(rules or {})}
    return shooting(weapon, cells, dice, rules=scale, **more)


def above(yards: int) -> int:
    """The smallest distance beyond so many yards that ``at_yards`` can lay out."""
    return next(n for n in (yards + 1, yards + 2) if any(n % d == 0 for d in range(2, 32)))


def until(table: Table, who: str = "archer", prompt: str = "turn") -> Table:
    """Everybody does nothing until somebody is asked something."""
    while (table.decider, table.prompt) != (who, prompt):
        table.play(next(answer for answer in QUIET if answer in verbs(table)))
    return table


def turn(table: Table, text: str, who: str = "archer") -> Table:
    """A turn that only prepares: everybody else does nothing until it is the unit's turn again."""
    table.play(text)
    return until(table, who)


def verbs(table: Table) -> set[str]:
    """The verbs that are legal; a verb is offered only where it can be completed."""
    table_of_verbs = table.ruleset.module("vocab").Verb
    offered = table.state["choices"][: table.state["choice_count"]]
    return {table_of_verbs(answer).name.lower() for answer in offered.tolist() if answer < len(table_of_verbs)}


def shot(events: list[Event]) -> Event:
    """The first shot among what happened, hit or missed."""
    return next(event for event in events if event.kind in ("shot_hit", "shot_landed", "shot_missed"))


def labels(event: Event) -> dict[str, int]:
    """The labelled parts of an event's total."""
    return dict(event.terms)

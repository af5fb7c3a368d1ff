"""What the clause tests stand on: regiments on an open table of 36 by 24 inches, side 0 to move first, dice from a tape.

    scene = duel(men={"weapon": "spear"}, gap=4)
    go_on(scene, "move")
    scene.play("forward four")

    ground = Ground(regiment("men", models=14))
    assert ground.ask(rank_bonus, "men") == 1

What shows in play is played at a table; a static fact may be asked of the rule's own function, with the records of a ground.
"""

from __future__ import annotations

import inspect
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from fixtures import keys, table

from tactica.envs import rulesets, scenario
from tactica.envs.core.compiler import record_at
from tactica.envs.rulesets.tow.board import BOARD
from tactica.envs.sandbox import Table

SIZE = (36, 24)
FIRST = "x.setup.first_turn.fixed_first_side"
AHEAD = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
#: What those answer who only look on, in order of preference.
QUIET = ("pass", "hold", "let_pass", "keep_silent", "refuse", "restrain")

World = namedtuple("World", ["book", "field"])


def exactly(chance: float) -> Any:
    """A probability to six decimals."""
    return pytest.approx(chance, abs=6e-7)


# --- units and land --------------------------------------------------------------------------------------------------


def regiment(
    name: str = "men", side: str = "", at: Sequence[int] = (10, 14), facing: str = "north", **fields: Any
) -> dict[str, Any]:
    """A regiment: 20 models of profile 3 (M 4, W 1, A 1, Ld 7) in 5 files on bases of one cell, unless it says otherwise.

    Its front-left corner stands at ``at``. Without a side it fights for the side of its own name.
    """
    return {"name": name, "side": side or name, "at": list(at), "facing": facing, **fields}


def land(size: tuple[int, int] = SIZE, **cells: Iterable[tuple[int, int]]) -> str:
    """A map of open ground with some terrain: ``land(woods=[(4, 5)], rock=block(1, 1, 2, 3))``."""
    marks = {next(iter(kinds)): mark for mark, kinds in rulesets.get("tow").book.setup.legend.items()}
    rows = [["."] * size[0] for _ in range(size[1])]
    for kind, where in cells.items():
        for x, y in where:
            rows[y][x] = marks[kind]
    return "\n".join("".join(row) for row in rows)


def block(x: int, y: int, width: int = 1, height: int = 1) -> list[tuple[int, int]]:
    """The cells of a rectangle."""
    return [(x + i, y + j) for j in range(height) for i in range(width)]


# --- tables ----------------------------------------------------------------------------------------------------------


def battle(
    *units: dict[str, Any],
    dice: Sequence[int] | None = (),
    rules: dict[str, Any] | None = None,
    size: tuple[int, int] = SIZE,
    map: str = "",
    upto: str | None = None,
    who: str | None = None,
    **scenario: Any,
) -> Table:
    """Regiments on a table, at the first decision, or at a later one.

    Args:
        units: see :func:`regiment`. The side of the first one has the first turn.
        dice: the faces to come; all must be asked for. None throws them.
        rules: knobs by address.
        size: of open ground, in place of ``map``.
        map: rows of characters, see :func:`land`.
        upto, who: the prompt, and the unit, to go on to; see :func:`go_on`.
        scenario: further keys of the scenario.
    """
    board = {"map": map} if map else {"size": list(size)}
    units = tuple(opposed(units, len(map.split()[0]) if map else size[0]))
    laid = table(*units, ruleset="tow", dice=dice, rules={FIRST: 0, **(rules or {})}, **{"board": board, **scenario})
    return go_on(laid, upto, who) if upto else laid


def facing_them(gap: int, men: Mapping[str, Any], orcs: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Men at (10, 14) who look north, and orcs in front of them who look south, so many inches between their fronts, the
    left ends of the men and the right ends of the orcs above each other.
    """
    models, files = orcs.get("models", 20), orcs.get("files", 5)
    wide = min(files, models) * inches_of(orcs.get("base_mm", (25, 25))[0])
    return [
        regiment("men", at=(10, 14), **men),
        regiment("orcs", at=(10 + wide - 1, 13 - gap), facing="south", **orcs),
    ]


def inches_of(mm: int) -> int:
    """Cells of a side of a base, worked out in tenths of a millimetre: the nearest whole inch, and at least one."""
    return max(1, (20 * mm + 254) // 508)


def duel(
    men: Mapping[str, Any] | None = None,
    orcs: Mapping[str, Any] | None = None,
    gap: int = 4,
    friends: Sequence[dict[str, Any]] = (),
    **more: Any,
) -> Table:
    """Men and orcs, front against front; the men's side has the first turn. See :func:`facing_them` and :func:`battle`."""
    return battle(*facing_them(gap, men or {}, orcs or {}), *friends, **more)


def fray(
    men: Mapping[str, Any] | None = None,
    orcs: Mapping[str, Any] | None = None,
    friends: Sequence[dict[str, Any]] = (),
    gap: int = 0,
    **more: Any,
) -> Table:
    """Men and orcs in contact, front against front, who fight as soon as the men's scout passes: ``odds("pass", ...)``. A scout
    of each side stands in a far corner and looks away, so that somebody is asked in every turn.
    """
    scouts = [
        regiment("scout", "men", (35, 23), "south", models=1),
        regiment("spy", "orcs", (0, 0), "north", models=1),
    ]
    units = [*facing_them(gap, men or {}, orcs or {}), *friends, *scouts]
    return battle(*units, **{"upto": "move", "who": "scout", **more})


def opposed(units: Sequence[dict[str, Any]], width: int) -> list[dict[str, Any]]:
    """Units of two sides: where there is but one, a lone man of another looks on from the north-east corner."""
    one = {unit["side"] for unit in units}
    return [*units] if len(one) > 1 else [*units, regiment("onlooker", "nobody", (width - 1, 0), "south", models=1)]


def go_on(laid: Table, prompt: str | None, who: str | None = None, quiet: Sequence[str] = QUIET) -> Table:
    """Everybody does nothing until a prompt (of one unit) is asked; None: until the battle is over."""
    while laid.prompt is not None and not (laid.prompt == prompt and who in (None, laid.decider)):
        words = laid.first_words()
        answer = next((answer for answer in quiet if answer in words), None)
        assert answer is not None, f"nothing known to answer {laid.decider} ({laid.prompt}) before {prompt!r}: {words}"
        laid.play(answer)
    assert prompt is None or laid.prompt is not None, f"the battle was over ({laid.ending}) before {prompt!r}"
    return laid


def verbs(laid: Table) -> set[str]:
    """What can be chosen, without passing."""
    return set(laid.first_words()) - {"pass"}


# --- records, for asking a rule's own function -----------------------------------------------------------------------


class Ground:
    """Units as packed records, before anything has happened, or those of a table, for asking rules' own functions.

    Attributes:
        s, w: the position, and the world it stands in.
        names: of the units, in roster order.
    """

    def __init__(
        self,
        *units: dict[str, Any],
        rules: dict[str, Any] | None = None,
        size: tuple[int, int] = SIZE,
        map: str = "",
        **more: Any,
    ) -> None:
        units = opposed(units, len(map.split()[0]) if map else size[0])
        sides = list(dict.fromkeys(unit["side"] for unit in units))
        described = {
            "ruleset": "tow", "board": {"map": map} if map else {"size": list(size)}, "sides": sides,
            "units": [keys("tow", unit) for unit in units], "rules": {FIRST: 0, **(rules or {})}, **more,
        }  # fmt: skip
        start = scenario.expand(scenario.load(described), seed=0, n=1)[0]
        pool = scenario.pack([start])
        self._take(pool.states, 0, pool.books, pool.fields, [fighter.name for fighter in start.units])

    @classmethod
    def of(cls, laid: Table) -> Ground:
        """The records of a table, not a copy."""
        found, game = cls.__new__(cls), laid.game
        found._take(game.states, game.row, game.books, game.fields, laid.names)
        return found

    def _take(self, states: Any, row: int, books: Any, fields: Any, names: list[str]) -> None:
        self._states, self._row = states, row
        self.s = record_at(states, row)
        self.w = World(record_at(books, int(self.s.book_row)), record_at(fields, int(self.s.field_row)))
        self.names = names

    def unit(self, name: str) -> Any:
        """The record of a unit."""
        return self.s.units[self.names.index(name)]

    def row(self, name: str) -> int:
        """The roster row of a unit."""
        return self.names.index(name)

    def ask(self, rule: Callable[..., Any], *given: Any) -> Any:
        """What a rule's own function says; names stand for units, and s and w are put in where it wants them."""
        wanted = list(inspect.signature(rule).parameters)
        first = [getattr(self, name) for name in wanted[:2] if name in ("s", "w")]
        return rule(*first, *(self.row(one) if isinstance(one, str) else one for one in given))

    def cells(self, *rectangle: int) -> set[tuple[int, int]]:
        """The cells of a rectangle (x, y, width, height)."""
        return set(block(*(int(number) for number in rectangle)))

    def save(self) -> np.ndarray:
        """A copy of the position."""
        return self._states.view(np.ndarray)[self._row : self._row + 1].copy()

    def put_back(self, saved: np.ndarray) -> None:
        """The position as it was when it was saved."""
        self._states.view(np.ndarray)[self._row : self._row + 1] = saved


def cell(x: int, y: int) -> int:
    """The number of a cell."""
    return int(BOARD.cell(x, y))


# --- moving and charging ---------------------------------------------------------------------------------------------


def drill(
    *friends: dict[str, Any], rules: dict[str, Any] | None = None, more: dict[str, Any] | None = None, **men: Any
) -> Table:
    """Men at (10, 10), unless ``at`` says otherwise, who are about to move; ``more``: of the battle."""
    return battle(
        regiment(**{"at": (10, 10), **men}), *friends, rules=rules, **{"upto": "move", "who": "men", **(more or {})}
    )


def pose(laid: Table, name: str = "men") -> tuple[tuple[int, int] | None, str, int]:
    """Where a unit stands, which way it looks, and its files."""
    unit = laid.unit(name)
    return unit.at, list(AHEAD)[int(unit.facing) // 2], int(unit.files)


def inches_left(laid: Table, name: str = "men") -> float:
    """What is left of the allowance of a unit."""
    return int(laid.unit(name).allowance) / 4


def charging(
    men: Mapping[str, Any] | None = None, orcs: Mapping[str, Any] | None = None, gap: int = 7, **more: Any
) -> Table:
    """Men and orcs, front against front, the men about to declare a charge, with a scout of each side as in :func:`fray`."""
    return fray(men, orcs, gap=gap, **{"upto": "charge", "who": "men", **more})


def may_charge(*units: dict[str, Any], target: str = "orcs", **more: Any) -> bool:
    """Whether the first unit may declare a charge on another in the first turn."""
    name = units[0]["name"]
    laid = battle(*units, **more)
    while laid.decider is not None and laid.prompt in ("strategy", "charge") and laid.decider != name:
        laid.play("pass")
    return laid.prompt == "charge" and laid.decider == name and laid.offers(f"charge {target}")


def kinds(events: Iterable[Any], *wanted: str) -> list[tuple[str, str | None]]:
    """What happened and who did it, of these kinds only if any are named."""
    return [(event.kind, event.who) for event in events if not wanted or event.kind in wanted]


def is_asked(laid: Table, prompt: str, name: str = "men") -> bool:
    """Whether a unit is asked this before the turn is over, where nobody does anything."""
    turn = int(laid.state["turn_side"])
    while laid.prompt is not None and int(laid.state["turn_side"]) == turn:
        if (laid.prompt, laid.decider) == (prompt, name):
            return True
        laid.play("pass")
    return False

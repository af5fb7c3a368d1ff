"""What tests of clauses stand on: ``@clause`` names the clause, ``duel`` and ``table`` set up a natural scene.

    @clause("wfrp1.parry.attempt")
    def test_parry_equal_to_ws_fails():
        table = duel(ws=40, dice=[27, 40, 5])
        table.play("strike orc", "parry")
        assert table.unit("orc").wounds == 7 - 5

A die that is left over on a tape when such a test ends fails it.
"""

from __future__ import annotations

import dataclasses
import functools
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from tactica.envs import rulesets
from tactica.envs.core.ruleset import Ruleset
from tactica.envs.sandbox import Table, sandbox

#: Clause -> the tests that name it, as ``module.test``.
TESTED: dict[str, list[str]] = {}

_laid: list[Table] = []

#: An average person in the open, for rulesets that have characteristics of their own.
AVERAGE: dict[str, dict[str, Any]] = {
    "wfrp1": {
        "M": 4, "WS": 33, "BS": 33, "S": 3, "T": 3, "W": 7, "I": 30, "A": 1, "Dex": 33, "Ld": 33, "Int": 33, "Cl": 33,
        "WP": 33, "Fel": 33, "main_hand": "hand weapon",
    },
    "toybook": {},
}  # fmt: skip
#: Which prompt scenes are brought to: the first decision that matters, and what is answered on the way.
FIRST = {"wfrp1": ("turn", ("decline_press", "act"))}


def check_dice() -> None:
    """Fail if a die is left over on the tape of any table set up since the last check."""
    left = [table.dice_left for table in _laid if table.dice_left]
    _laid.clear()
    assert not left, f"dice left over on the tape: {', '.join(map(str, left))}"


def clause(*ids: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Say which clauses a test is about, and fail it if a die is left over.

    Raises:
        ValueError: a ruleset has no such clause.
    """
    for address in ids:
        slug, _, name = address.partition(".")
        if name not in rulesets.get(slug).rulebook.clauses:
            raise ValueError(f"{slug} has no clause {name!r}")

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        for address in ids:
            TESTED.setdefault(address, []).append(f"{test.__module__}.{test.__qualname__}")

        @functools.wraps(test)
        def run(*args: Any, **kwargs: Any) -> None:
            _laid.clear()
            try:
                test(*args, **kwargs)
            except BaseException:
                _laid.clear()
                raise
            check_dice()

        run.clauses = (*ids, *getattr(test, "clauses", ()))  # type: ignore[attr-defined]
        return run

    return decorate


@pytest.fixture
def no_dice_left() -> Iterator[None]:
    """For tests without ``@clause``: fail if a die is left over when the test ends."""
    _laid.clear()
    yield
    check_dice()


def change_book(monkeypatch: pytest.MonkeyPatch, ruleset: Ruleset, chapter: str, **changes: Any) -> None:
    """Give a ruleset another chapter for a test: ``change_book(monkeypatch, ruleset, "text", tones={})``."""
    book = ruleset.book
    changed = dataclasses.replace(vars(book)[chapter], **changes)
    monkeypatch.setitem(vars(ruleset), "book", dataclasses.replace(book, **{chapter: changed}))


def keys(ruleset: str, given: dict[str, Any]) -> dict[str, Any]:
    """A unit's fields under the scenario's names: ``ws`` for ``WS``."""
    setup = rulesets.get(ruleset).book.setup
    known = {alias.lower(): alias for alias in setup.aliases}
    fields = set(setup.unit.model_fields)
    return {key if key in fields else known.get(key.lower(), key): value for key, value in given.items()}


def table(
    *units: dict[str, Any],
    ruleset: str = "wfrp1",
    dice: Sequence[int] | None = None,
    rules: dict[str, Any] | None = None,
    seed: int = 0,
    size: tuple[int, int] = (12, 12),
    upto: str | None = "",
    skip_forced: bool = True,
    **scenario: Any,
) -> Table:
    """Set up units on an open board.

    Args:
        units: each with ``name``, ``side`` and ``at``; what is not said is :data:`AVERAGE`. Abbreviations in any case.
        ruleset: whose rules.
        dice: the faces to come; all must be asked for.
        rules: knobs by address.
        seed: of dice that are thrown.
        size: of the board, when ``scenario`` has none.
        upto: the prompt to go on to, answering what :data:`FIRST` says; None: stay at the first decision.
        skip_forced: whether single legal answers are given unasked.
        scenario: further keys of a scenario: ``board``, ``battle``, ``allies``, ``rules`` ...
    """
    fighters = [{**keys(ruleset, AVERAGE.get(ruleset, {})), **keys(ruleset, unit)} for unit in units]
    for fighter, unit in zip(fighters, units, strict=True):
        if "template" in unit:
            for key in set(keys(ruleset, AVERAGE.get(ruleset, {}))) - set(keys(ruleset, unit)):
                del fighter[key]
    sides = list(dict.fromkeys(fighter["side"] for fighter in fighters))
    described = {"ruleset": ruleset, "board": {"size": list(size)}, "sides": sides, "units": fighters, **scenario}
    laid = sandbox(ruleset, described, dice, rules, seed, skip_forced)
    prompt, answers = FIRST.get(ruleset, (None, ()))
    prompt = prompt if upto == "" else upto
    while prompt is not None and laid.prompt not in (prompt, None):
        words = laid.first_words()
        answer = next((answer for answer in answers if answer in words), None)
        assert answer is not None, f"nothing known to answer {laid.decider} ({laid.prompt}) before {prompt!r}: {words}"
        laid.play(answer)
    _laid.append(laid)
    return laid


def among_walls(seed: int) -> tuple[list[dict[str, Any]], str, set[tuple[int, int]]]:
    """Four units, two a side, among twenty random walls of a board of nine by nine: units, map, and the cells of the walls."""
    cells = [(x, y) for y in range(9) for x in range(9)]
    random.Random(seed).shuffle(cells)
    walls = set(cells[4:24])
    sides = {"man": "men", "boy": "men", "orc": "orcs", "goblin": "orcs"}
    units = [
        {"name": name, "side": side, "at": list(cell)} for (name, side), cell in zip(sides.items(), cells, strict=False)
    ]
    return units, "\n".join("".join("#" if (x, y) in walls else "." for x in range(9)) for y in range(9)), walls


WALL = "\n".join([*["....#......."] * 4, *["............"] * 8])


def parted(
    scene: Callable[..., Table],
    *,
    man: dict[str, Any] | None = None,
    boy: dict[str, Any] | None = None,
    orc: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """A man and an orc, and a boy among the men who sees both, where ``WALL`` stands between the two; set up by ``scene``."""
    return scene(
        {"name": "man", "side": "men", "at": [1, 1], **(man or {})},
        {"name": "boy", "side": "men", "at": [4, 8], **(boy or {})},
        {"name": "orc", "side": "orcs", "at": [7, 1], **(orc or {})}, **more,
    )  # fmt: skip


def check_parted(laid: Table) -> None:
    """The man and the orc do not perceive each other; the boy perceives both."""
    assert perceived_by(laid, "man") == {"man", "boy"}
    assert perceived_by(laid, "boy") == {"man", "boy", "orc"}
    assert perceived_by(laid, "orc") == {"boy", "orc"}


def shown_row(laid: Table, row: int, side: int = 0) -> int:
    """The row of a side's observation in which a unit is shown: its own units first, then who follows them in the roster."""
    s = laid.game.s
    first, size = int(s["side_start"][side]), int(s["side_size"][side])
    if first <= row < first + size:
        return row - first
    return laid.game.layout.own_rows + (row - first - size) % int(s["unit_count"])


def perceived_by(laid: Table, name: str) -> set[str]:
    """Names of the units that a unit is shown with ``sight="unit"``, while nobody asks it about another."""
    row = laid.names.index(name)
    side = int(laid.game.s["units"][row]["side"])
    known = [piece.source for piece in laid.game.layout.features].index("core.known")
    units = laid.game.observe(side, row)["units"]
    return {other for who, other in enumerate(laid.names) if units[shown_row(laid, who, side), known] == 1}


def duel(
    dice: Sequence[int] | None = None,
    *,
    ruleset: str = "wfrp1",
    man: dict[str, Any] | None = None,
    orc: dict[str, Any] | None = None,
    distance: int = 1,
    rules: dict[str, Any] | None = None,
    seed: int = 0,
    upto: str | None = "",
    skip_forced: bool = True,
    scenario: dict[str, Any] | None = None,
    **both: Any,
) -> Table:
    """A man and an orc face to face, the man about to act: ``duel(ws=40, orc={"t": 4}, dice=[27, 40, 5])``.

    Args:
        dice: the faces to come; all must be asked for.
        ruleset: whose rules.
        man, orc: fields of one of them.
        distance: cells between them, 1 in contact. The man stands at (4, 5), facing east.
        rules, seed, upto, skip_forced: see :func:`table`.
        scenario: further keys of the scenario.
        both: fields of both of them.
    """
    quick = {"i": 50} if ruleset == "wfrp1" else {}
    facing = {"facing": "east"}, {"facing": "west"}
    one = {"name": "man", "side": "men", "at": [4, 5], **facing[0], **quick, **both, **(man or {})}
    other = {"name": "orc", "side": "orcs", "at": [4 + distance, 5], **facing[1], **both, **(orc or {})}
    more = dict(scenario or {})
    return table(
        one, other, ruleset=ruleset, dice=dice, rules=rules, seed=seed, upto=upto, skip_forced=skip_forced, **more
    )  # fmt: skip

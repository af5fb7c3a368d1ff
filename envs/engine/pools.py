"""Starts: the positions games are copied from, a pool of them with its rulebooks and maps, and what their units are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from ..core.printable import one_line
from ..core.ruleset import Ruleset
from ..rulesets import get

__all__ = [
    "EVALUATION_SEEDS",
    "BattleNames",
    "StartBattle",
    "StartPool",
    "Starts",
    "agent_names",
    "battle_of",
    "is_whole",
    "open_pool",
    "packed_starts",
    "plain",
    "split_name",
    "unit_names",
]

#: Seeds of games from here on are reserved for evaluation: comparisons use them, environments never draw them.
EVALUATION_SEEDS = 1 << 62


class StartBattle(Protocol):
    """What a start is called, as ``tactica.envs.scenario.Battle`` and :class:`BattleNames` say it.

    Attributes:
        name: of the battle, "" if it has none.
        names, sides: what its units, in roster order, and its sides are called.
        objectives: what decides it besides the rules, None nothing.
    """

    @property
    def name(self) -> str: ...
    @property
    def names(self) -> Sequence[str]: ...
    @property
    def sides(self) -> Sequence[str]: ...
    @property
    def objectives(self) -> Any: ...


@dataclass(frozen=True)
class BattleNames:
    """The names of a battle that is not at hand itself; by default it has none. Attributes as of :class:`StartBattle`.

    Attributes:
        config: the battle written out as a scenario, None if nobody knows.
    """

    name: str = ""
    names: Sequence[str] = ()
    sides: Sequence[str] = ()
    objectives: Any = None
    config: dict[str, Any] | None = None


@runtime_checkable
class StartPool(Protocol):
    """A pool of starts, as ``tactica.envs.scenario.pool`` makes it.

    Attributes:
        ruleset: the ruleset's slug or the ruleset itself.
        states: state records (n,), ready to start.
        books, fields: rulebook and map records that states name by row.
        battles: what each start is made of, with names; none if the pool does not say.
    """

    @property
    def ruleset(self) -> Any: ...
    @property
    def states(self) -> Any: ...
    @property
    def books(self) -> Any: ...
    @property
    def fields(self) -> Any: ...
    @property
    def battles(self) -> Sequence[StartBattle]: ...


@dataclass(frozen=True)
class Starts:
    """A pool made by hand, for tests and for sending to other processes; attributes as of :class:`StartPool`."""

    ruleset: Ruleset
    states: Any
    books: Any
    fields: Any
    battles: Sequence[StartBattle] = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Starts:
        """The starts themselves: nothing changes them."""
        return self


def split_name(ruleset: str | Ruleset, scenario: Any) -> tuple[Ruleset, Any]:
    """Ruleset and scenario of ``("wfrp1/duel", None)`` or ``("wfrp1", "duel")``; of ``("wfrp1", None)`` its own choice.

    Raises:
        UnknownRuleset: no such ruleset; ValueError: no scenario is given, or two are.
    """
    if isinstance(ruleset, str) and "/" in ruleset:
        if scenario is not None:
            raise ValueError(f"{ruleset!r} already names a scenario; leave out scenario={scenario!r}")
        ruleset, scenario = ruleset.split("/", 1)
    found = get(ruleset)
    if scenario is None and not found.scenario:
        from ..scenario.shipped import shipped

        names = ", ".join(shipped(found.slug)) or "none (give a file)"
        raise ValueError(f"no scenario given; use scenario=... or 'ruleset/scenario'; scenarios: {names}")
    return found, found.scenario if scenario is None else scenario


def open_pool(
    ruleset: str | Ruleset,
    scenario: Any,
    *,
    n: int | None = None,
    seed: int = 0,
    split: str = "train",
    rules: Mapping[str, int | bool | str] | None = None,
) -> StartPool:
    """The pool of starts a face's ``scenario`` argument means.

    Args:
        ruleset: slug or ruleset.
        scenario: name of a shipped scenario, path of a scenario file, a list of these, or a pool.
        n: starts to draw from a scenario that varies, None for its own number.
        seed: of those draws.
        split: ``train`` or ``eval``; the two never share a start.
        rules: knobs by address, which override the scenario's own.

    Raises:
        ValueError: ``n`` or ``seed`` is not allowed, or rules for packed starts; TypeError: rules are not a mapping;
            KnobError: no knob has an address, or it cannot have that value.
    """
    rules = checked_rules(rules)
    if n is not None and not is_whole(n, 1):
        raise ValueError(f"pool_size {n!r} is not a whole number from 1, or None")
    if not is_whole(seed, 0):
        raise ValueError(f"pool_seed {seed!r} is not a whole number from 0")
    if (given := packed_starts(scenario, rules)) is not None:
        return given
    from .. import scenario as scenarios

    return scenarios.pool(get(ruleset).slug, scenario, n=n, seed=seed, split=split, rules=rules)


def packed_starts(scenario: Any, rules: Mapping[str, Any]) -> StartPool | None:
    """What was given as a scenario, if it is a pool of starts; None if it has yet to be packed.

    Raises:
        ValueError: it is one, and there are rules to change.
    """
    if not isinstance(scenario, StartPool):
        return None
    if rules:
        raise ValueError("rules cannot be changed for packed starts; give the scenario instead")
    return scenario


def is_whole(number: Any, least: int) -> bool:
    """Whether something is a whole number of at least ``least``."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool) and bool(number >= least)


def checked_rules(rules: Mapping[str, int | bool | str] | None) -> dict[str, int | bool | str]:
    """Knobs by address, none for None.

    Raises:
        TypeError: it is not a mapping with texts as keys.
    """
    given: Any = rules
    if given is not None and not (isinstance(given, Mapping) and all(isinstance(address, str) for address in given)):
        raise TypeError(
            f"rules={rules!r}: allowed: knobs by address, a mapping such as {{'parry.shield.shield_parry_bonus': 10}}"
        )
    return dict(rules or {})


def plain(records: np.ndarray) -> np.ndarray:
    """Records as a contiguous plain array: kernels take it four times faster than a record array."""
    return np.ascontiguousarray(records).view(np.ndarray)


def agent_names(s: Any) -> list[str]:
    """Names of the roster rows in use that stay the same whatever the units are called: ``side0_unit0`` and so on."""
    return [f"side{side}_unit{row}" for side in range(int(s["side_count"])) for row in range(int(s["side_size"][side]))]


def battle_of(pool: StartPool, row: int) -> StartBattle:
    """The battle that a start was packed from; one without names when the pool does not say."""
    return pool.battles[row] if 0 <= row < len(pool.battles) else BattleNames()


def unit_names(pool: StartPool, row: int) -> list[str]:
    """What the units of a start are called, in roster order; :func:`agent_names` when the pool does not say."""
    fallback = agent_names(pool.states[row])
    names = battle_of(pool, row).names
    return [one_line(name) for name in names] if len(names) == len(fallback) else fallback

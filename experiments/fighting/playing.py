"""Plays one scenario many times, with sides as they are named: no swapped seats. Battle k depends only on the seed and k.

Starts and dice are those of evaluations, which training never uses. A die depends on its round, unit and purpose
(``keyed``), so battles under two rules have the same luck wherever the rule changes nothing, and are compared one by one.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from ...agents.players import load_player
from ...envs import scenario as scenarios
from ...envs.core.ruleset import Ruleset
from ...envs.engine.game import Game
from ...envs.engine.players import SEARCHER, plain_kind
from ...envs.engine.pools import EVALUATION_SEEDS
from ...envs.engine.ranks import is_standing
from ...envs.engine.rollouts import play_games
from ...envs.render import look_at
from ...envs.scenario import Scenario
from ..tournament.run import begin_process, spread

__all__ = ["STARTS", "Battlefield", "Battles", "FightSetup", "battles_of", "spans"]

STARTS = 64  # drawn of a scenario that leaves something to chance
AT_ONCE, WITH_SEARCHES = 20, 2  # battles after which it is looked whether to go on
FLED = "escaped"


@dataclass(frozen=True)
class FightSetup:
    """What is fought.

    Attributes:
        scenario: which.
        players: the spec of each side's player, in the order of the scenario's sides.
        seed: of starts and dice.
        starts: to draw from a scenario that leaves something to chance.
        rules: knobs by address, over those of the scenario.
        layout, time_limit: what Python policies see, and seconds one of their calls may take.
    """

    scenario: Scenario
    players: tuple[str, ...]
    seed: int = 0
    starts: int = STARTS
    rules: Mapping[str, int | bool | str] = field(default_factory=dict)
    layout: str = "auto"
    time_limit: float | None = None

    @property
    def ruleset(self) -> Ruleset:
        """Of the scenario."""
        return self.scenario.ruleset


@dataclass
class Battles:
    """How battles ended; arrays have one row a battle.

    Attributes:
        numbers: of the battles; int64 (n,).
        rows: start of each; int64 (n,).
        ranks: place of each side, 1 best, equal when drawn; int64 (n, sides).
        won: whether a side came first, alone or with friends only; int64 (n, sides).
        endings, rounds, decisions: int64 (n,).
        units: of each side at the start, without mounts; int64 (n, sides).
        standing: of these, how many are left in the fight; int64 (n, sides).
        fled: of these, how many have left the board; int64 (n, sides).
        health, health_max: of those standing at the end, and of all at the start; int64 (n, sides); 0 in rulesets without.
        reasons: why battles were forfeited, by number.
    """

    numbers: np.ndarray
    rows: np.ndarray
    ranks: np.ndarray
    won: np.ndarray
    endings: np.ndarray
    rounds: np.ndarray
    decisions: np.ndarray
    units: np.ndarray
    standing: np.ndarray
    fled: np.ndarray
    health: np.ndarray
    health_max: np.ndarray
    reasons: dict[int, str]

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def drawn(self) -> np.ndarray:
        """Battles that nobody won: enemies share the first place; bool (n,)."""
        return np.asarray(~self.won.any(1))

    @classmethod
    def none(cls, sides: int) -> Battles:
        """No battle yet."""
        arrays: dict[str, Any] = {name: np.zeros((0, sides) if name in BY_SIDE else 0, np.int64) for name in ARRAYS}
        return cls(**arrays, reasons={})

    @classmethod
    def joined(cls, parts: Sequence[Battles]) -> Battles:
        """Battles of one setup that were played in parts, in the order of their numbers.

        Raises:
            ValueError: no parts are given.
        """
        order = sorted(parts, key=lambda part: int(part.numbers[0]) if len(part) else -1)
        arrays: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in order]) for name in ARRAYS}
        return cls(**arrays, reasons={number: text for part in order for number, text in part.reasons.items()})

    def first(self, count: int) -> Battles:
        """The first battles."""
        arrays: dict[str, Any] = {name: getattr(self, name)[:count] for name in ARRAYS}
        known = set(arrays["numbers"].tolist())
        return Battles(**arrays, reasons={number: text for number, text in self.reasons.items() if number in known})


ARRAYS = tuple(one.name for one in fields(Battles) if one.name != "reasons")
BY_SIDE = {"ranks", "won", "units", "standing", "fled", "health", "health_max"}


class Battlefield:
    """Where battles of a setup are fought: starts and one game to look at, opened once in each process."""

    def __init__(self, setup: FightSetup) -> None:
        """Open it.

        Raises:
            ValueError, LookupError: see ``agents.players.load_player`` and ``scenario.pool``.
        """
        self.setup = setup
        self.load()
        found = setup.ruleset
        starts = setup.starts if setup.scenario.is_random else 1
        self.pool = scenarios.pool(found, setup.scenario, starts, setup.seed, "eval", setup.rules)
        self._game = Game(found, self.pool)
        self._begun = [self._count(row) for row in range(len(self.pool))]

    def load(self) -> list[object]:
        """New players: a battle does not depend on earlier battles."""
        return [load_player(player, self.setup.ruleset) for player in self.setup.players]

    def _count(self, row: int) -> tuple[list[int], list[int]]:
        """Units and health of each side at a start."""
        self._game.start(row, seed=0)
        units, _, _, _, most = sums(self._game)
        return units, most

    def play(self, first: int, games: int) -> Battles:
        """Fight the battles ``first`` to ``first + games - 1``."""
        setup, sides = self.setup, len(self.setup.scenario.sides)
        seen = np.zeros((3, games, sides), np.int64)

        def note(number: int, s: object) -> None:
            self._game.states[0] = s
            _, standing, fled, health, _ = sums(self._game)
            seen[:, number - first] = standing, fled, health

        results = play_games(
            setup.ruleset, self.pool, policies=self.load(), games=games, seed=EVALUATION_SEEDS | setup.seed, first_game=first,
            layout=setup.layout, time_limit=setup.time_limit, keyed=True, on_end=note,
        )  # fmt: skip
        units, health_max = (np.array([self._begun[row][k] for row in results.rows], np.int64) for k in (0, 1))
        ranks = results.ranks[:, :sides].astype(np.int64)
        return Battles(
            first + np.arange(games), results.rows.astype(np.int64), ranks, won_by(ranks, np.array(self.pool.battles[0].allied)),
            results.endings.astype(np.int64), results.rounds.astype(np.int64), results.decisions.astype(np.int64),
            units.reshape(games, sides), seen[0], seen[1], seen[2], health_max.reshape(games, sides), dict(results.reasons),
        )  # fmt: skip


def won_by(ranks: np.ndarray, allied: np.ndarray) -> np.ndarray:
    """Which sides won: those that came first, unless enemies did together.

    Args:
        ranks: int64 (n, sides).
        allied: whether two sides are friends; bool (sides, sides).

    Returns:
        int64 (n, sides).
    """
    first = ranks == 1
    is_drawn = (first[:, :, None] & first[:, None, :] & ~allied).any((1, 2))
    return (first & ~is_drawn[:, None]).astype(np.int64)


def sums(game: Game) -> tuple[list[int], list[int], list[int], list[int], list[int]]:
    """Of each side: units, those standing, those that fled, health of those standing, and of all at their best.

    Mounts are no units of their own.
    """
    figures = look_at(game).figures
    ridden = {figure.mount for figure in figures}
    found: tuple[list[int], ...] = tuple([0] * game.side_count for _ in range(5))
    for figure in figures:
        if figure.row in ridden:
            continue
        stands = is_standing(game.ruleset, game.states, game.row, figure.row)
        for one, amount in zip(
            found,
            (1, stands, FLED in dict(figure.statuses), max(figure.wounds, 0) if stands else 0, figure.wounds_max),
            strict=True,
        ):
            one[figure.side] += int(amount)
    return found  # type: ignore[return-value]


def spans(setup: FightSetup, games: int) -> list[tuple[int, int]]:
    """The battles in parts, each as its first battle and how many it has; they depend on the setup alone."""
    size = WITH_SEARCHES if any(plain_kind(player) is SEARCHER for player in setup.players) else AT_ONCE
    return [(first, min(size, games - first)) for first in range(0, games, size)]


def battles_of(
    setups: Sequence[FightSetup],
    games: int,
    *,
    jobs: int = 1,
    seconds: float | None = None,
    stop: threading.Event | None = None,
    tell: Callable[[int], None] | None = None,
) -> list[Battles]:
    """Run the same battles for every setup.

    Args:
        setups: what is played; for example, with and without a rule.
        games: battles of each setup.
        jobs: processes; the battles do not depend on it.
        seconds: time after which it ends with the battles played so far.
        stop: when it is set no more battles are begun; those under way are finished and count.
        ``tell``: called after each part with the number of new battles, over all setups.

    Returns:
        the battles of each setup, the first ones that all setups have: fewer than requested if stopped.

    Raises:
        UserError: a process died. ValueError, LookupError: see :class:`Battlefield`.
    """
    stop, began = stop or threading.Event(), time.monotonic()
    todo = [(k, *span) for span in spans(setups[0], games) for k in range(len(setups))]
    played: list[list[Battles]] = [[Battles.none(len(setup.scenario.sides))] for setup in setups]
    source = _here(setups, todo, stop) if jobs == 1 or len(todo) < 2 else _elsewhere(setups, todo, jobs, stop)
    for k, part in source:
        played[k].append(part)
        if tell is not None:
            tell(len(part))
        if seconds is not None and time.monotonic() - began > seconds:
            break
    return _common(played)


def _common(played: Sequence[Sequence[Battles]]) -> list[Battles]:
    """Of each setup the first battles that all have, without a gap."""
    joined = [Battles.joined(parts) for parts in played]
    whole = min(int((one.numbers == np.arange(len(one))).cumprod().sum()) for one in joined)
    return [one.first(whole) for one in joined]


Part = tuple[int, int, int]  # setup, first battle, how many


def _here(setups: Sequence[FightSetup], todo: Sequence[Part], stop: threading.Event) -> Iterator[tuple[int, Battles]]:
    fields_of = [Battlefield(setup) for setup in setups]
    for k, first, count in todo:
        if stop.is_set():
            return
        yield k, fields_of[k].play(first, count)


_fields: list[Battlefield] = []  # in a process of its own


def _begin(setups: Sequence[FightSetup], parent: int) -> None:
    begin_process(parent)
    _fields[:] = [Battlefield(setup) for setup in setups]


def _play(part: Part) -> tuple[int, Battles]:
    k, first, count = part
    return k, _fields[k].play(first, count)


def _elsewhere(
    setups: Sequence[FightSetup], todo: Sequence[Part], jobs: int, stop: threading.Event
) -> Iterator[tuple[int, Battles]]:
    for setup in setups:
        Battlefield(setup)  # what is wrong is said here, once
    yield from spread(todo, _play, jobs, stop, _begin, (setups, os.getpid()), lambda found: int(found[1].numbers[0]))

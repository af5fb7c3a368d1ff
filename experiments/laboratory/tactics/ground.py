"""Where a search plays: players against a mixture of opponents, pair by pair on the same starts and with the same dice."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
import numpy as np

from ...statistics import Share, repeated, share_of_pairs
from ..running import GameWorkers, QuestionFolder, run
from ..shards import SHARD_PAIRS, Games, Played, Player, Rules, Shard, Stream

__all__ = ["Asked", "Ground", "Met", "Mixture", "difference", "even"]

GOLDEN = 0.6180339887498949  # turns of a block, so that the rarest opponents come up as well
RUN = 7  # pairs one after the other against the same opponent
OTHER_STARTS = 1_000_003  # added to the seed of starts for judging on fresh starts
REGION = 1 << 30  # pairs of one seed: the kernel numbers games of a seed with 32 bits
FIRST_LOOK, PRUNED, JUDGED, EXPLOITED, TESTED, RACED_AGAIN = (k << 46 for k in range(1, 7))  # pairs of each stage
Mixture = tuple[tuple[Player, float], ...]


def even(players: Sequence[Player]) -> Mixture:
    """All players equally often."""
    return tuple((player, 1 / len(players)) for player in players)


class Asked(NamedTuple):
    """Some pairs of one player against a mixture.

    Attributes:
        player, mixture: the two opponents.
        first, pairs: numbers of the pairs, out of 2^52; all players that meet the same mixture in these pairs meet the same
            opponents, starts and dice.
        fresh: on starts and dice not used by any search.
    """

    player: Player
    mixture: Mixture
    first: int
    pairs: int
    fresh: bool = False


@dataclass(frozen=True)
class Met:
    """The games of a player against a mixture. Arrays have one entry for each pair.

    Attributes:
        points: of the player per game, 0 to 1; float64 (n,).
        cell: which opponent in which scenario; int64 (n,).
        trace: how both games went; int64 (n, k).
        rows: start of each pair; int64 (n,).
        games: all there is.
    """

    points: np.ndarray
    cell: np.ndarray
    trace: np.ndarray
    rows: np.ndarray
    games: Games

    @staticmethod
    def joined(parts: Sequence[Met]) -> Met:
        """Several behind each other."""
        points, cell, trace, rows = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("points", "cell", "trace", "rows")
        )
        return Met(points, cell, trace, rows, Games.joined([part.games for part in parts]))

    def counted(self) -> np.ndarray:
        """Which pairs count: of repetitions one; bool (n,)."""
        return _counted(self.cell, self.rows, self.trace)

    def share(self, level: float = 0.95) -> Share:
        """Share of the points, with an interval."""
        outcomes = np.round(4 * self.points[self.counted()]).astype(np.int64)
        return share_of_pairs(np.bincount(outcomes, minlength=5), level)

    def style(self) -> dict[str, float]:
        """What the player did in a game on average."""
        return _mean([one for one, _ in self.games.measures], np.bincount(self.games.shard))

    def style_of_others(self) -> dict[str, float]:
        """What its opponents did in a game on average."""
        return _mean([other for _, other in self.games.measures], np.bincount(self.games.shard))


def _mean(measures: Sequence[dict[str, float]], pairs: np.ndarray) -> dict[str, float]:
    names = dict.fromkeys(name for one in measures for name in one)
    found = {}
    for name in names:
        known = [(one[name], weight) for one, weight in zip(measures, pairs.tolist(), strict=True) if name in one]
        found[name] = float(np.average([value for value, _ in known], weights=[weight for _, weight in known]))
    return found


def _counted(cell: np.ndarray, rows: np.ndarray, trace: np.ndarray) -> np.ndarray:
    """Pairs that count: if all pairs of one cell and start went the same way, the first of them; bool (n,)."""
    alike = np.unique(np.stack([cell, rows], 1), axis=0, return_inverse=True)[1].reshape(-1)
    again = repeated(alike, trace)
    counts = ~again
    counts[np.flatnonzero(again)[np.unique(alike[again], return_index=True)[1]]] = True
    return counts


def difference(one: Met, other: Met) -> tuple[float, float, int]:
    """By how much one did better than the other on the same pairs: mean, its standard error, and pairs that count.

    Raises:
        ValueError: they are not the same pairs.
    """
    if len(one.points) != len(other.points) or (one.cell != other.cell).any() or (one.rows != other.rows).any():
        raise ValueError("not the same pairs")
    counts = _counted(one.cell, one.rows, np.concatenate([one.trace, other.trace], 1))
    gains = (one.points - other.points)[counts]
    if len(gains) < 2:
        return float(gains.mean()) if len(gains) else 0.0, float("inf"), len(gains)
    return float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(len(gains))), len(gains)


@dataclass
class Ground:
    """Where and how a question plays.

    Attributes:
        streams: starts and dice, one for each scenario.
        rules: knobs, over those of the scenarios.
        folder: stores the games.
        jobs, on, stop, ``tell``, workers: as for :func:`run`.
        play: plays shards in place of :func:`run`.
        pairs: played so far, including those of the folder.
    """

    streams: tuple[Stream, ...]
    rules: Rules = field(default_factory=dict)
    folder: QuestionFolder | None = None
    jobs: int = 1
    on: str = ""
    stop: threading.Event = field(default_factory=threading.Event)
    tell: Callable[[int], None] = lambda pairs: None
    workers: GameWorkers | None = None
    play: Played | None = None
    pairs: int = 0

    @property
    def slug(self) -> str:
        """Of the ruleset."""
        return self.streams[0].ruleset

    def meet(self, asked: Sequence[Asked]) -> list[Met]:
        """Play the requested pairs, all at once.

        Raises:
            QuestionStopped: before the end.
        """
        plans = [self.plan(one) for one in asked]
        shards = [shard for plan in plans for shard, _ in plan]
        games = self.play(shards) if self.play is not None else run(
            shards, folder=self.folder, jobs=self.jobs, on=self.on, stop=self.stop, tell=self.tell, workers=self.workers
        )  # fmt: skip
        found, at = [], 0
        for plan in plans:
            mine = games[at : at + len(plan)]
            at += len(plan)
            found.append(_met(mine, [cell for _, cell in plan]))
        self.pairs += sum(one.pairs for one in asked)
        return found

    def plan(self, asked: Asked) -> list[tuple[Shard, int]]:
        """The shards of the requested pairs, each with its cell."""
        weights = np.array([weight for _, weight in asked.mixture])
        shares = np.repeat(weights / weights.sum() / len(self.streams), len(self.streams))
        runs = -(-asked.pairs // RUN)  # of pairs of the same cell: a shard of a single pair costs as much as of several
        places = (np.arange(runs) + (GOLDEN * (asked.first + 1)) % 1.0) / runs
        cells = np.minimum(np.searchsorted(np.cumsum(shares), places, side="right"), len(shares) - 1)
        counts = RUN * np.bincount(cells, minlength=len(shares))
        counts[cells[-1]] -= RUN * runs - asked.pairs
        turn, first = divmod(asked.first, REGION)
        found = list[tuple[Shard, int]]()
        for cell, count in enumerate(counts.tolist()):
            opponent, stream = asked.mixture[cell // len(self.streams)][0], self.streams[cell % len(self.streams)]
            stream = msgspec.structs.replace(stream, seed=stream.seed + turn)
            if asked.fresh:
                starts, dice = stream.start_seed + OTHER_STARTS, stream.seed + OTHER_STARTS
                stream = msgspec.structs.replace(stream, start_seed=starts, seed=dice)
            for at in range(0, count, SHARD_PAIRS):
                size = min(SHARD_PAIRS, count - at)
                found.append((Shard(stream, asked.player, opponent, first + at, size, dict(self.rules)), cell))
            first += count
        return found


def _met(parts: list[Games], cells: list[int]) -> Met:
    games = Games.joined(parts)
    cell = np.repeat(cells, [len(part) for part in parts])
    return Met(games.points.mean(1), cell, games.trace, games.rows, games)

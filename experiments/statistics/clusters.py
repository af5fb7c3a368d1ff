"""Games that share their luck, counted together.

A **pair** is one start and one seed played twice, seats swapped: its two games are not independent, so that a pair,
not a game, is what statistics count. A **repetition** is a game with only one possible course: when neither dice
nor players leave anything to chance, the same start gives the same game whatever the seed. Pairs with repetitions on
one start are one **cluster**: however often it was played, it is evidence once.

How repetitions are found: all games of one pairing in the same seats from the same start are compared (places, ending,
rounds, decisions, legal choices). If there are several and all of them went alike, they are repetitions. If only some
went alike, chance took part and every one of them counts; that two dice fell alike takes nothing from the evidence.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

__all__ = ["DRAWN", "LOST", "POINTS", "WON", "Clusters", "cluster_pairs", "repeated", "results_of"]

WON, DRAWN, LOST = 0, 1, 2
POINTS = np.array([1.0, 0.5, 0.0])


@dataclass(frozen=True)
class Clusters:
    """Clusters of pairs of games.

    Attributes:
        one, other: the two players of each, numbers; int64 (n,).
        scenario: where they played, a number; int64 (n,).
        table: its pairs by result of ``one``, [when it sat first][when it sat second], each won, drawn, lost; int64
            (n, 3, 3).
        times: how many clusters look exactly like this; int64 (n,).
        unique: distinct games in one such cluster; int64 (n,).
    """

    one: np.ndarray
    other: np.ndarray
    scenario: np.ndarray
    table: np.ndarray
    times: np.ndarray
    unique: np.ndarray

    def __len__(self) -> int:
        return len(self.times)

    @property
    def first(self) -> np.ndarray:
        """Results of ``one`` in the first seat: int64 (n, 3)."""
        return self.table.sum(2)

    @property
    def second(self) -> np.ndarray:
        """Results of ``one`` in the second seat: int64 (n, 3)."""
        return self.table.sum(1)

    @property
    def games(self) -> np.ndarray:
        """Games in one such cluster: int64 (n,)."""
        return 2 * self.table.sum((1, 2))

    @property
    def points(self) -> np.ndarray:
        """Points of ``one`` in one such cluster, a win 1, a draw one half: float64 (n,)."""
        return (self.first + self.second) @ POINTS

    @property
    def count(self) -> int:
        """All clusters."""
        return int(self.times.sum())

    @property
    def game_count(self) -> int:
        """All games."""
        return int((self.times * self.games).sum())

    @property
    def draws(self) -> float:
        """Share of the games that nobody won; nan without games."""
        drawn = int((self.times * (self.first + self.second)[:, DRAWN]).sum())
        return drawn / self.game_count if len(self) else math.nan

    @property
    def unique_count(self) -> int:
        """The number of distinct games."""
        return int((self.times * self.unique).sum())

    def chosen(self, which: np.ndarray) -> Clusters:
        """Those of a mask or of numbers."""
        parts = (self.one, self.other, self.scenario, self.table, self.times, self.unique)
        return Clusters(*(part[which] for part in parts))

    def between(self, one: int, other: int) -> Clusters:
        """Those of two players, with ``one`` in the place of ``one``."""
        return self.seen_by(one).chosen_by_other(other)

    def chosen_by_other(self, other: int) -> Clusters:
        """Those whose ``other`` is this player."""
        return self.chosen(self.other == other)

    def seen_by(self, player: int) -> Clusters:
        """Those a player takes part in, turned so that it is ``one``."""
        straight, turned = self.chosen(self.one == player), self.chosen(self.other == player)
        mirrored = turned.table[:, ::-1, ::-1].transpose(0, 2, 1)  # its results, and its first seat was their second
        return Clusters.joined(
            [
                straight,
                Clusters(turned.other, turned.one, turned.scenario, mirrored, turned.times, turned.unique),
            ]
        )

    @staticmethod
    def joined(parts: list[Clusters]) -> Clusters:
        """Several behind each other."""
        if not parts:
            none = np.zeros(0, np.int64)
            return Clusters(none, none, none, np.zeros((0, 3, 3), np.int64), none, none)
        names = ("one", "other", "scenario", "table", "times", "unique")
        return Clusters(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def results_of(points: np.ndarray) -> np.ndarray:
    """Won, drawn or lost, from a number that is positive, zero or negative: int64 of the same shape."""
    return 1 - np.sign(points).astype(np.int64)


def repeated(alike: np.ndarray, trace: np.ndarray) -> np.ndarray:
    """Which games are among repetitions (see the module).

    Args:
        alike: int64 (n,), the same number for games of the same players, seats, scenario and start.
        trace: int64 (n, k), how each went.

    Returns:
        bool (n,), true for every game of a group of two or more that all went alike.
    """
    if len(alike) == 0:
        return np.zeros(0, np.bool_)
    order = np.argsort(alike, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(alike[order]) != 0])
    sizes = np.diff(np.r_[starts, len(alike)])
    leader = np.repeat(order[starts], sizes)
    same = (trace[order] == trace[leader]).all(1)
    whole = np.logical_and.reduceat(same, starts) & (sizes > 1)
    found = np.zeros(len(alike), np.bool_)
    found[order] = np.repeat(whole, sizes)
    return found


def cluster_pairs(
    one: np.ndarray,
    other: np.ndarray,
    scenario: np.ndarray,
    start: np.ndarray,
    first: np.ndarray,
    second: np.ndarray,
    repeats: np.ndarray,
) -> Clusters:
    """Clusters of pairs of games.

    Args:
        one, other, scenario, start: int64 (n,), who played where from which start, for every pair.
        first, second: int64 (n,), result of ``one`` when it sat first and second.
        repeats: bool (n, 2), whether each of these two games is among repetitions.
    """
    free = ~repeats.any(1)
    parts = []
    if free.any():  # clusters of one pair: those that look alike are counted
        key = np.stack([one, other, scenario, first, second], 1)[free]
        found, times = np.unique(key, axis=0, return_counts=True)
        table = np.zeros((len(found), 3, 3), np.int64)
        table[np.arange(len(found)), found[:, 3], found[:, 4]] = 1
        two = np.full(len(found), 2, np.int64)
        parts.append(Clusters(found[:, 0], found[:, 1], found[:, 2], table, times.astype(np.int64), two))
    if not free.all():  # clusters of all pairs from one start
        bound = ~free
        key = np.stack([one, other, scenario, start], 1)[bound]
        found, of = np.unique(key, axis=0, return_inverse=True)
        of = of.reshape(-1)
        table = np.zeros((len(found), 3, 3), np.int64)
        np.add.at(table, (of, first[bound], second[bound]), 1)
        pairs = table.sum((1, 2))
        unique = np.zeros(len(found), np.int64)
        for seat in (0, 1):
            is_repeated = np.zeros(len(found), np.bool_)
            is_repeated[of[repeats[bound, seat]]] = True
            unique += np.where(is_repeated, 1, pairs)
        once = np.ones(len(found), np.int64)
        parts.append(Clusters(found[:, 0], found[:, 1], found[:, 2], table, once, unique))
    return Clusters.joined(parts)

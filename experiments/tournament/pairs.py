"""All games of a tournament as arrays: one row a pair, columns for its two seatings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ...envs.core.state import FORFEIT, STALLED
from ..statistics import Clusters, cluster_pairs, repeated
from .arena import Played

__all__ = ["Pairs"]

COLUMNS = ("one", "other", "scenario", "number", "row", "chunk")
BOTH = ("results", "endings", "rounds", "decisions", "legal")


@dataclass
class Pairs:
    """Pairs of games.

    Attributes:
        one, other, scenario, number, row, chunk: players, place, number of the pair, start, chunk; int64 (n,).
        results: 0 won, 1 drawn, 2 lost by ``one``; column 0 where it sat first; int64 (n, 2).
        endings, rounds, decisions, legal: int64 (n, 2).
        ranks: int64 (n, 2, sides).
        reasons: why games were forfeited, by (chunk, number of the pair, column).
        measures: by (player, scenario), what it did: name -> sum over games, and how many they were.
        fired: by scenario, how often each event fired.
        seconds: by (one, other), time spent on their games.
    """

    one: np.ndarray
    other: np.ndarray
    scenario: np.ndarray
    number: np.ndarray
    row: np.ndarray
    chunk: np.ndarray
    results: np.ndarray
    endings: np.ndarray
    rounds: np.ndarray
    decisions: np.ndarray
    legal: np.ndarray
    ranks: np.ndarray
    reasons: dict[tuple[int, int, int], str] = field(default_factory=dict)
    measures: dict[tuple[int, int], dict[str, tuple[float, int]]] = field(default_factory=dict)
    fired: dict[int, dict[str, int]] = field(default_factory=dict)
    seconds: dict[tuple[int, int], float] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.one)

    @property
    def games(self) -> int:
        """Games played."""
        return 2 * len(self)

    @property
    def forfeits(self) -> int:
        """Games lost by failing to answer."""
        return int((self.endings == FORFEIT).sum())

    @property
    def reason(self) -> str:
        """Why the first of them was forfeited; empty for none."""
        return next(iter(self.reasons.values()), "")

    @property
    def stalled(self) -> int:
        """Games cut off by the safety cap."""
        return int((self.endings == STALLED).sum())

    @classmethod
    def of(cls, chunks: Iterable[Played]) -> Pairs:
        """All pairs of chunks."""
        played = list(chunks)
        columns: dict[str, list[np.ndarray]] = {name: [] for name in COLUMNS}
        for one in played:
            chunk = one.chunk
            whole = np.ones(chunk.size, np.int64)
            for name, value in (
                ("one", chunk.one), ("other", chunk.other), ("scenario", chunk.scenario), ("chunk", chunk.number),
            ):  # fmt: skip
                columns[name].append(whole * value)
            columns["number"].append(chunk.first + np.arange(chunk.size))
            columns["row"].append(one.rows)
        arrays = {name: np.concatenate([np.zeros(0, np.int64), *parts]) for name, parts in columns.items()}
        for name in BOTH:
            arrays[name] = np.concatenate([np.zeros((0, 2), np.int64), *[getattr(one, name) for one in played]])
        arrays["ranks"] = _beside([one.ranks for one in played])
        pairs = cls(**arrays)  # type: ignore[arg-type]
        for one in played:
            pairs._note(one)
        return pairs

    def _note(self, played: Played) -> None:
        """Take over what is counted by chunk."""
        chunk = played.chunk
        for (pair, column), text in played.reasons.items():
            self.reasons[chunk.number, chunk.first + pair, column] = text
        for column, by_seat in enumerate(played.measures):
            seats = (chunk.one, chunk.other) if column == 0 else (chunk.other, chunk.one)
            for player, by_name in zip(seats, by_seat, strict=True):
                mine = self.measures.setdefault((player, chunk.scenario), {})
                for name, mean in by_name.items():
                    total, games = mine.get(name, (0.0, 0))
                    mine[name] = total + mean * chunk.size, games + chunk.size
        fired = self.fired.setdefault(chunk.scenario, {})
        for event, count in played.fired.items():
            fired[event] = fired.get(event, 0) + count
        who = (chunk.one, chunk.other)
        self.seconds[who] = self.seconds.get(who, 0.0) + played.seconds

    def moved(self, by: int) -> Pairs:
        """The same games with players numbered from here on; as games of another folder they have negative chunks."""
        arrays = {name: getattr(self, name) for name in (*COLUMNS, *BOTH, "ranks")}
        arrays |= {"one": self.one + by, "other": self.other + by, "chunk": -1 - self.chunk}
        return Pairs(
            **arrays,
            reasons={(-1 - chunk, number, column): text for (chunk, number, column), text in self.reasons.items()},
            measures={(player + by, scenario): found for (player, scenario), found in self.measures.items()},
            fired=self.fired,
            seconds={(one + by, other + by): spent for (one, other), spent in self.seconds.items()},
        )

    def joined(self, other: Pairs) -> Pairs:
        """These games and others, of other pairings."""
        arrays = {name: np.concatenate([getattr(self, name), getattr(other, name)]) for name in (*COLUMNS, *BOTH)}
        arrays["ranks"] = _beside([self.ranks, other.ranks])
        fired = {
            scenario: dict(Counter(self.fired.get(scenario, {})) + Counter(other.fired.get(scenario, {})))
            for scenario in {**self.fired, **other.fired}
        }
        measures, seconds = self.measures | other.measures, self.seconds | other.seconds
        for key in self.measures.keys() & other.measures.keys():  # a player of the field plays in both
            measures[key] = dict(self.measures[key])
            for name, (total, games) in other.measures[key].items():
                before = measures[key].get(name, (0.0, 0))
                measures[key][name] = before[0] + total, before[1] + games
        return Pairs(**arrays, reasons=self.reasons | other.reasons, measures=measures, fired=fired, seconds=seconds)

    def traces(self) -> np.ndarray:
        """The course of every game, to recognize repetitions: int64 (n, 2, k)."""
        numbers = [self.endings, self.rounds, self.decisions, self.legal, self.results]
        return np.concatenate([np.stack(numbers, 2), self.ranks], 2)

    def repeats(self) -> np.ndarray:
        """Which games are among repetitions: bool (n, 2)."""
        if not len(self):
            return np.zeros((0, 2), np.bool_)
        key = np.stack([self.one, self.other, self.scenario, self.row], 1)
        _, alike = np.unique(key, axis=0, return_inverse=True)
        seats = 2 * alike.reshape(-1, 1) + np.arange(2)
        traces = self.traces()
        return repeated(seats.reshape(-1), traces.reshape(-1, traces.shape[2])).reshape(-1, 2)

    def clusters(self) -> Clusters:
        """The pairs as statistics count them."""
        return cluster_pairs(
            self.one, self.other, self.scenario, self.row, self.results[:, 0], self.results[:, 1], self.repeats()
        )


def _beside(ranks: Sequence[np.ndarray]) -> np.ndarray:
    """Ranks of chunks as one array (pairs, 2, sides); where a ruleset has room for fewer sides, the others take no part (0)."""
    sides = max((one.shape[2] for one in ranks), default=0)
    padded = [np.pad(one, ((0, 0), (0, 0), (0, sides - one.shape[2]))) for one in ranks]
    return np.concatenate([np.zeros((0, 2, sides), np.int64), *padded])

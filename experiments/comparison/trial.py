"""What the pairs of a comparison say so far: looked at after every round of the plan, in its order.

A look sees whole rounds alone, so that neither the number of processes nor an interruption can change where a test stops.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from ..statistics import OUTCOMES, Sprt
from ..tournament.arena import Played
from ..tournament.manifest import Manifest
from ..tournament.pairs import Pairs
from ..tournament.plan import Chunk
from ..tournament.run import all_chunks

__all__ = ["ACCEPTED", "REJECTED", "UNDECIDED", "Look", "Trial", "outcomes_of", "sprt_of"]

ACCEPTED, REJECTED, UNDECIDED = "accepted", "rejected", "undecided"
IN_VAIN = 4  # times every start was played, after which more repetitions are not waited for
AT_LEAST = 64  # pairs before that


def sprt_of(manifest: Manifest) -> Sprt:
    """The test of a comparison.

    Raises:
        ValueError: invalid numbers for a test.
    """
    test = manifest.test
    assert test is not None
    return Sprt(test.elo0, test.elo1, test.alpha, test.beta)


def outcomes_of(pairs: Pairs) -> np.ndarray:
    """How many pairs had 0, 1/2, 1, 3/2 and 2 points for the first player: int64 (5,).

    Where all pairs from one start went the same way, both games of each, they are repetitions and count as one.
    """
    points = OUTCOMES - 1 - pairs.results.sum(1)  # 0 won, 1 drawn, 2 lost
    repeated = pairs.repeats().all(1)
    starts = np.stack([pairs.scenario, pairs.row], 1)[repeated]
    once = np.unique(starts, axis=0, return_index=True)[1]
    counted = np.concatenate([points[~repeated], points[repeated][once]])
    return np.bincount(counted, minlength=OUTCOMES).astype(np.int64)


@dataclass(frozen=True)
class Look:
    """A look at a comparison.

    Attributes:
        pairs: played so far.
        counts: those that count, by outcome; int64 (5,).
        llr: of these.
        verdict: ``accepted`` or ``rejected`` when the test is over, else ``undecided``.
    """

    pairs: int
    counts: np.ndarray
    llr: float
    verdict: str

    @property
    def share(self) -> float:
        """Share of the points of the first player, over the pairs that count; one half before the first."""
        total = int(self.counts.sum())
        return float(self.counts @ np.arange(OUTCOMES) / (OUTCOMES - 1) / total) if total else 0.5


class Trial:
    """A comparison under way.

    Attributes:
        manifest: of it.
        test: of it.
        plan: all chunks, should it come to no end.
        looks: so far.
        is_over: nothing more is to be played: it is decided, all pairs are played, or more of them would only be
            repetitions.
        in_vain: the last of these.
    """

    def __init__(self, manifest: Manifest) -> None:
        """Before the first pair."""
        self.manifest, self.test = manifest, sprt_of(manifest)
        self.plan = all_chunks(manifest)
        self.looks: list[Look] = []
        self.is_over = self.in_vain = False
        self._rounds = [list(part) for _, part in itertools.groupby(self.plan, lambda chunk: chunk.round_no)]
        self._played: dict[int, Played] = {}
        self._starts = sum(entry.starts for entry in manifest.scenarios)

    def add(self, played: Played) -> None:
        """Take in a chunk, in any order, and look as far as whole rounds are there."""
        self._played[played.chunk.number] = played
        while not self.is_over and len(self.looks) < len(self._rounds) and self._is_whole(len(self.looks)):
            self._look()

    def _is_whole(self, round_no: int) -> bool:
        return all(chunk.number in self._played for chunk in self._rounds[round_no])

    def _look(self) -> None:
        pairs = self._pairs(len(self.looks) + 1)
        counts = outcomes_of(pairs)
        llr = float(self.test.llr(counts))
        verdict = ACCEPTED if llr >= self.test.upper else REJECTED if llr <= self.test.lower else UNDECIDED
        self.looks.append(Look(len(pairs), counts, llr, verdict))
        enough = max(AT_LEAST, IN_VAIN * self._starts)
        self.in_vain = verdict == UNDECIDED and len(pairs) >= enough and bool(pairs.repeats().all())
        self.is_over = verdict != UNDECIDED or self.in_vain or len(self.looks) == len(self._rounds)

    def _pairs(self, rounds: int) -> Pairs:
        return Pairs.of(self._played[chunk.number] for part in self._rounds[:rounds] for chunk in part)

    @property
    def verdict(self) -> str:
        """Of the last look."""
        return self.looks[-1].verdict if self.looks else UNDECIDED

    @property
    def pairs(self) -> Pairs:
        """What the last look saw."""
        return self._pairs(len(self.looks))

    @property
    def missing(self) -> list[Chunk]:
        """What is still to be played, in order."""
        return [] if self.is_over else [chunk for chunk in self.plan if chunk.number not in self._played]

    @property
    def too_many(self) -> list[int]:
        """Chunks that were played beyond the end: they count nowhere."""
        seen = {chunk.number for part in self._rounds[: len(self.looks)] for chunk in part}
        return sorted(self._played.keys() - seen) if self.is_over else []

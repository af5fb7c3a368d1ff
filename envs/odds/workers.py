"""Running positions on, in as many threads as there are processors; what comes out is the same however many."""

from __future__ import annotations

import math
import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from ..core.compiler import COMPILED
from ..core.loops.arguments import Branches, Reached, StoredLanes, Workbench
from ..core.state import as_lanes
from ..engine.pools import plain
from .position import Position
from .positions import Positions

CHUNK = 128  # positions that one thread runs on at a time
WAVE = 16 * CHUNK  # positions that are run on with the same stored lanes
ROOM = 4096  # results one call has room for
MOST_THREADS = 8


class Expanded(NamedTuple):
    """The positions that some positions lead to.

    Attributes:
        values, weights: the positions, as stored lanes; their probabilities.
        places: the places where they wait, see ``core/loops/odds_layer.py``.
        steps: the number of steps run.
        lost: probability of runs with more rolls than there is room for.
    """

    values: np.ndarray
    weights: np.ndarray
    places: np.ndarray
    steps: int
    lost: float


class Worker:
    """Runs positions on in a record of its own."""

    def __init__(self, start: Position, positions: Positions, watch: np.ndarray, until: np.ndarray) -> None:
        """For a count that begins in a position; ``watch`` and ``until`` as of ``expand_layer``."""
        self._loops = start.ruleset.loops
        self._positions, self._watch, self._until = positions, watch, until
        work = plain(start.ruleset.new_states(1))
        before = np.empty((1, positions.size), np.uint64)
        self._bench = Workbench(work, as_lanes(work), before, start.books, start.fields)
        self.differs = np.zeros(len(positions.others), np.uint64)

    def expand(self, source: np.ndarray, weights: np.ndarray, answers: np.ndarray) -> Expanded | None:
        """Run positions up to and including their next roll, once for every class of faces.

        None if a position left the stored lanes: :attr:`differs` then says which lanes it changed.
        """
        kept, room, done, steps, lost = self._positions, ROOM, 0, 0, 0.0
        sources = Branches(source, weights, answers)
        stored = StoredLanes(kept.columns, kept.root, kept.mask, kept.others, self.differs)
        parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        while done < len(source):
            out = Reached(np.empty((room, len(kept.columns)), np.uint64), np.empty(room), np.empty(room, np.int64))
            written, after, ran, overrun, is_astray = self._loops.expand_layer(
                sources, stored, self._bench, self._watch, self._until, out, done
            )
            if is_astray:
                return None
            steps += ran
            if overrun > 0.0:
                lost += max(math.fsum(weights[done:after]) - math.fsum(out.weights[:written]), 0.0)
            parts.append((out.lanes[:written], out.weights[:written], out.places[:written]))
            if after == done:  # one position with more results than there is room for
                room *= 2
            done = after
        values, out_weights, places = (np.concatenate(part) for part in zip(*parts, strict=True))
        return Expanded(values, out_weights, places, steps, lost)


class CountWorkers:
    """The threads of a count. Positions are shared out, and results put together, in an order that does not depend on them."""

    def __init__(
        self, start: Position, positions: Positions, watch: np.ndarray, until: np.ndarray, threads: int
    ) -> None:
        """As :class:`Worker`; ``threads``: their number, 0 for one per processor, up to MOST_THREADS (interpreted: one)."""
        count = threads or (min(os.cpu_count() or 1, MOST_THREADS) if COMPILED else 1)
        self._positions = positions
        self._workers = [Worker(start, positions, watch, until) for _ in range(count)]
        self._pool = ThreadPoolExecutor(count) if count > 1 else None

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def expand(self, source: np.ndarray, weights: np.ndarray, answers: np.ndarray) -> list[Expanded]:
        """What a wave of positions leads to, in their order."""
        chunks = [slice(start, start + CHUNK) for start in range(0, len(source), CHUNK)]
        found: list[Expanded | None] = [None] * len(chunks)
        while missing := [k for k, one in enumerate(found) if one is None]:
            source = self._positions.padded(source)

            def take_turns(first: int, source: np.ndarray = source, missing: list[int] = missing) -> None:
                """Every so-manieth of the chunks that are still to be run."""
                for k in missing[first :: len(self._workers)]:
                    part = np.ascontiguousarray(source[chunks[k]])
                    found[k] = self._workers[first].expand(part, weights[chunks[k]], answers[chunks[k]])

            if self._pool is None or len(missing) == 1:
                for first in range(min(len(self._workers), len(missing))):
                    take_turns(first)
            else:
                list(self._pool.map(take_turns, range(len(self._workers))))
            self._positions.keep(np.bitwise_or.reduce([worker.differs for worker in self._workers]))
        return [one for one in found if one is not None]

"""Playing any ruleset at random, below every face: what the conformance tests stand on.

As a program it plays every start of a ruleset and prints a digest of each state on the way, so that processes and
engines can be compared:

    python -m conformance.play toybook 500
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import json
import os
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from tactica.envs import rulesets
from tactica.envs.core.compiler import record_at
from tactica.envs.core.loops.arguments import Branches, Reached, StoredLanes, Workbench
from tactica.envs.core.state import as_lanes
from tactica.envs.engine.pools import Starts

LONG = os.environ.get("TACTICA_LONG") == "1"
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
EXAMPLE = "example"
COVERING = 3  # starts of each ruleset that are played interpreted
FRUITLESS = (
    50  # battles without a decision, after which none is expected: rules may leave everybody with nothing to choose
)
KINDS = 32  # smaller numbers may say what kind of thing there is; of larger ones it counts that they are there


def scenario_module() -> Any:
    """``tactica.envs.scenario``."""
    return importlib.import_module("tactica.envs.scenario")


def tested_rulesets() -> list[str]:
    """The rulesets that are tested: all there are, or the one that $TACTICA_RULESET names (``make test RULESET=wfrp1``)."""
    one = os.environ.get("TACTICA_RULESET")
    return [rulesets.get(one).slug] if one else rulesets.names()


def starts() -> list[tuple[str, str]]:
    """Every ruleset with each of its scenarios; ``example`` stands for what a ruleset's own ``setup.example`` packs."""
    found = []
    for slug in tested_rulesets():
        if rulesets.get(slug).book.setup.example is not None:
            found.append((slug, EXAMPLE))
        found += [(slug, name) for name in scenario_module().shipped(slug)]
    return found


@functools.cache
def covering_starts() -> list[tuple[str, str]]:
    """Starts of every ruleset that together have most of what its scenarios have: what interpreted tests play.

    First goes the start in whose packed records most numbers are used at all (doors, weapons, light, cover ...), then the
    one that adds most to it; where several add as many, the one that adds most values (:func:`held`). All starts are
    played interpreted too, in the comparison of the two engines; these are for the tests that look closer.
    """
    found = []
    for slug in tested_rulesets():
        left = {start: held(start) for start in starts() if start[0] == slug}
        covered: set[tuple[str, int]] = set()
        for _ in range(min(COVERING, len(left))):
            used = {name for name, _ in covered}
            best = max(left, key=lambda start: (len({n for n, _ in left[start]} - used), len(left[start] - covered)))
            covered |= left.pop(best)
            found.append(best)
    return found


@functools.cache
def held(start: tuple[str, str]) -> frozenset[tuple[str, int]]:
    """What the first battle of a start has: (name, value) of the numbers of its position and map that are more than 0.

    Numbers with many values, such as cells, are (name, 0) whatever they are.
    """
    pool = open_pool(*start, n=1)
    found: set[tuple[str, int]] = set()

    def look(name: str, values: np.ndarray) -> None:
        for part in values.dtype.names or ():
            look(f"{name}.{part}", values[part])
        if not values.dtype.names:
            met = np.unique(values[values > 0]).tolist()
            found.update((name, value if value < KINDS else 0) for value in met)

    for name in rulesets.get(start[0]).state.position_fields:
        look(name, plain(pool.states)[name])
    for name in pool.fields.dtype.names:
        look(f"map.{name}", plain(pool.fields)[name])
    return frozenset(found)


def open_pool(slug: str, name: str, n: int = 4, rules: Mapping[str, int] | None = None) -> Any:
    """Starts of a scenario, some numbers of the rules given: an object with ``states`` (n,), ``books`` and ``fields``."""
    if name != EXAMPLE:
        return scenario_module().pool(slug, name, n, 1, rules=rules)
    rules = rulesets.get(slug)
    states, fields = rules.new_states(n), rules.new_fields(n)
    for i in range(n):
        rules.book.setup.example(states[i], fields[i], i)
        states[i].field_row = i
    return Starts(rules, states, rules.rulebook.book(), fields)


def plain(records: Any) -> Any:
    """Records as a plain array: the one kind every kernel is compiled for."""
    return np.ascontiguousarray(records).view(np.ndarray)


class Table:
    """One game at the bottom of the engine, in row 0 of ``states``."""

    def __init__(self, slug: str, name: str, n: int = 4, rules: Mapping[str, int] | None = None) -> None:
        self.rules = rulesets.get(slug)
        pool = open_pool(slug, name, n, rules)
        self.pool, self.books, self.fields = plain(pool.states), plain(pool.books), plain(pool.fields)
        self.pool_lanes = as_lanes(self.pool)
        self.states = plain(self.rules.new_states(1))
        self.lanes = as_lanes(self.states)
        self.loops = self.rules.loops
        self.board = self.rules.module("board")
        self.type = self.rules.state
        self.check = self.rules.checks.invariants

    def begin(self, game: int, base: int = 5, skip: bool = True) -> Table:
        """Start a game and run to its first decision."""
        row = game % len(self.pool)
        self.loops.start_game(
            self.states, self.lanes, 0, self.pool, self.pool_lanes, row, base, 0, game, self.type.snapshot_lanes
        )
        self.loops.settle_game(self.states, 0, self.books, self.fields, skip)
        return self

    @property
    def s(self) -> Any:
        """The state record."""
        return self.states[0]

    @property
    def is_over(self) -> bool:
        return int(self.s.ending) != 0

    def answers(self) -> list[int]:
        """The legal answers."""
        return [int(answer) for answer in self.s.choices[: self.s.choice_count]]

    def step(self, answer: int, skip: bool = True) -> bool:
        """Answer and run on; False when it was not legal."""
        return bool(self.loops.step_game(self.states, 0, self.books, self.fields, answer, skip))

    def snapshot(self) -> np.ndarray:
        """Position and dice, as lanes."""
        return self.lanes[0, : self.type.snapshot_lanes].copy()

    def restore(self, lanes: np.ndarray, skip: bool = True) -> None:
        """Go on from a snapshot; log and scratch stay as they are."""
        self.lanes[0, : len(lanes)] = lanes
        self.loops.settle_game(self.states, 0, self.books, self.fields, skip)

    @property
    def position(self) -> bytes:
        """All that matters to the rules."""
        return self.lanes[0, : self.type.position_bytes // 8].tobytes()

    @property
    def kept(self) -> bytes:
        """What a snapshot holds."""
        return self.snapshot().tobytes()

    def told(self) -> bytes:
        """What the log says: events and labelled totals since the last answer."""
        s = self.s
        return s.events[: s.event_count].tobytes() + s.term_rows[: s.term_count].tobytes()

    def broken(self) -> int:
        """What the invariants say of the position, a number of ``Ruleset.broken``."""
        s = record_at(self.states, 0)
        return int(self.check(s, self.loops.World(self.books[s.book_row], self.fields[s.field_row])))

    def positions(
        self, decisions: int, seed: int = 0, skip: bool = True, base: int = 5, rng: np.random.Generator | None = None
    ) -> Any:
        """Play random games over so many decisions; yields at every decision and every end, before it is answered."""
        rng = np.random.default_rng(seed) if rng is None else rng
        game = left = 0
        while left < decisions and (left or game < FRUITLESS):
            self.begin(game, base, skip)
            game += 1
            while not self.is_over:
                yield game - 1
                answers = self.answers()
                assert self.step(int(answers[rng.integers(len(answers))]), skip)
                left += 1
                if left >= decisions:
                    break
            else:
                yield game - 1


def steady_rng(seed: int) -> np.random.Generator:
    """A generator that `make test-shaken` leaves alone, for tests that must meet what is rare."""
    return np.random.Generator(np.random.PCG64(seed))


def digests(slug: str, name: str, decisions: int, seed: int = 0) -> list[str]:
    """A digest of every state met in random play: position, dice, choices and log."""
    table = Table(slug, name)
    found = []
    for _ in table.positions(decisions, seed):
        found.append(hashlib.md5(table.kept + repr(table.answers()).encode() + table.told()).hexdigest()[:12])
    return found


if __name__ == "__main__":
    import toybook

    rulesets.register(toybook.RULESET)
    named = [start for start in starts() if start[0] == sys.argv[1]]
    print(json.dumps({start[1]: digests(*start, int(sys.argv[2])) for start in named}))


def expand_layer(table, sources, weights, out, out_weight, first):
    """One layer of exact odds in which all lanes are kept and nothing is watched: (results, sources finished, weight lost)."""
    lanes, work = table.type.snapshot_lanes, plain(table.rules.new_states(1))
    everything = np.full(lanes, ~np.uint64(0))
    none = np.zeros(1, np.uint64)
    written, after, _, lost, is_astray = table.loops.expand_layer(
        Branches(sources, weights, np.full(len(sources), -1)),
        StoredLanes(np.arange(lanes), sources[0], everything, none, none.copy()),
        Workbench(work, as_lanes(work), np.zeros((1, lanes), np.uint64), table.books, table.fields),
        np.zeros((0, 5), np.int64),
        np.array([-1, 0, 0]),
        Reached(out, out_weight, np.zeros(len(out), np.int64)),
        first,
    )
    assert not is_astray
    return written, after, lost

"""Playing any ruleset at random, below every face: what the conformance tests stand on.

As a program it plays and prints a digest of every state on the way, so that two engines can be compared:

    python -m conformance.play toybook example 500
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np

from tactica.envs import rulesets
from tactica.envs.core.state import as_lanes

LONG = os.environ.get("TACTICA_LONG") == "1"
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
EXAMPLE = "example"


def scenario_module() -> Any:
    """``tactica.envs.scenario``."""
    return importlib.import_module("tactica.envs.scenario")


def starts() -> list[tuple[str, str]]:
    """Every ruleset with each of its scenarios; ``example`` stands for what a ruleset's own ``setup.example`` packs."""
    found = []
    for slug in rulesets.names():
        if hasattr(rulesets.get(slug).module("setup"), "example"):
            found.append((slug, EXAMPLE))
        found += [(slug, name) for name in scenario_module().shipped(slug)]
    return found


def open_pool(slug: str, name: str, n: int = 4) -> Any:
    """Starts of a scenario: an object with ``states`` (n,), ``books`` and ``fields``."""
    if name != EXAMPLE:
        return scenario_module().pool(slug, name, n, 1)
    rules = rulesets.get(slug)
    states, fields = rules.new_states(n), rules.new_fields(n)
    for i in range(n):
        rules.module("setup").example(states[i], fields[i], i)
        states[i].field_row = i
    return SimpleNamespace(ruleset=rules, states=states, books=rules.rulebook.book(), fields=fields)


def plain(records: Any) -> Any:
    """Records as a plain array: the one kind every kernel is compiled for."""
    return np.ascontiguousarray(records).view(np.ndarray)


class Table:
    """One game at the bottom of the engine, in row 0 of ``states``."""

    def __init__(self, slug: str, name: str, n: int = 4) -> None:
        self.rules = rulesets.get(slug)
        pool = open_pool(slug, name, n)
        self.pool, self.books, self.fields = plain(pool.states), plain(pool.books), plain(pool.fields)
        self.pool_lanes = as_lanes(self.pool)
        self.states = plain(self.rules.new_states(1))
        self.lanes = as_lanes(self.states)
        self.loops = self.rules.loops
        self.board = self.rules.module("board")
        self.type = self.rules.state
        self.check = self.rules.module("invariants").invariants

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
        """What ``invariants`` says of the position."""
        s = self.s
        return int(self.check(s, self.loops.World(self.books[s.book_row], self.fields[s.field_row])))

    def positions(self, decisions: int, seed: int = 0, skip: bool = True, base: int = 5) -> Any:
        """Play random games over so many decisions; yields at every decision and every end, before it is answered."""
        rng = np.random.default_rng(seed)
        game = left = 0
        while left < decisions:
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
    print(json.dumps(digests(sys.argv[1], sys.argv[2], int(sys.argv[3]))))

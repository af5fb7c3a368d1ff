"""Mutants: snapshots, replays and settings that are a little wrong, many of them, each loaded and, if it is let in, played on.

Run as a program in a process of its own, so that a signal is seen:

    python mutants.py snapshots wfrp1 2000

prints a JSON line: how many were let in and refused, and every exception that nobody may throw at a caller. The seed is fixed.
"""

from __future__ import annotations

import faulthandler
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

import conftest  # noqa: E402, F401  (makes toybook known)
import msgspec  # noqa: E402
import numpy as np  # noqa: E402
import zstandard  # noqa: E402

from tactica.envs import aec, parallel, replay, rulesets, scenario  # noqa: E402
from tactica.envs.core.ranges import dice_ranges_of, ranges_of  # noqa: E402
from tactica.envs.engine.batch import Batch  # noqa: E402
from tactica.envs.engine.game import Game  # noqa: E402
from tactica.envs.engine.snapshots import SnapshotError, pack_snapshot, unpack_snapshot  # noqa: E402
from tactica.envs.engine.wording import enum_words  # noqa: E402
from tactica.envs.sandbox import Table, TapeError  # noqa: E402

SCENARIOS = {"wfrp1": ("duel", "cavalry", "harpies", "powder", "cellar"), "toybook": ("alliance",)}
SECONDS = 20  # after which one mutant is hanging
PLAYED = 3  # decisions
EXTREMES = (-(2**31), -(2**15), -2, -1, 0, 1, 2, 255, 2**15 - 1, 2**31 - 1)


class Mutants:
    """Mutants of one ruleset, made and tried one after the other.

    Attributes:
        tally: what has become of how many.
        faults: exceptions that nobody may throw at a caller, with the number of the mutant.
    """

    def __init__(self, slug: str, seed: int = 1, scenarios: tuple[str, ...] = ()) -> None:
        self.slug, self.rules = slug, rulesets.get(slug)
        self.rng = np.random.default_rng(seed)
        self.tally: Counter[str] = Counter()
        self.faults: list[str] = []
        self.lines = [*ranges_of(self.rules).lines, *dice_ranges_of(self.rules).lines]
        names = scenarios or [name for name in SCENARIOS[slug] if name in scenario.shipped(slug)]
        self.games = [self.begun(name, k) for k, name in enumerate(names)]

    def begun(self, name: str, seed: int) -> Game:
        """A game some way on."""
        game = Game(self.rules, scenario.pool(self.slug, name, n=2)).start(0, seed=seed)
        self.play(game, 25)
        return game if not game.over else game.start(0, seed=seed)

    def play(self, game: Game, decisions: int, fits: bool = True) -> None:
        """Random decisions, with everything looked at that a caller may look at. Something can be chosen, except where numbers
        set by hand need not fit each other yet.
        """
        for _ in range(decisions):
            if game.over:
                break
            for side in range(game.side_count):
                game.observe(side)
            if not (game.decider_text and game.prompt_text and game.legal_texts()):
                assert not fits
                break
            game.step(int(self.rng.choice(game.legal())))

    def pick(self, options: Any) -> Any:
        """One of several."""
        return options[int(self.rng.integers(len(options)))]

    def try_all(self, kind: str, count: int) -> None:
        """Make and try so many mutants of a kind."""
        attempt = getattr(self, kind)
        for number in range(count):
            faulthandler.dump_traceback_later(SECONDS, exit=True)
            try:
                self.tally[attempt(number)] += 1
            except Exception as e:
                self.faults.append(f"{number}: {type(e).__name__}: {e}"[:300])
        faulthandler.cancel_dump_traceback_later()

    # --- what is changed

    def flipped(self, data: bytes, first: int = 0) -> bytes:
        """A few bits or bytes from a place on are others."""
        out = bytearray(data)
        for _ in range(int(self.rng.integers(1, 5))):
            at = int(self.rng.integers(min(first, len(out) - 1), len(out)))
            out[at] = (
                out[at] ^ (1 << int(self.rng.integers(8))) if self.rng.random() < 0.7 else int(self.rng.integers(256))
            )
        return bytes(out)

    def set_fields(self, states: np.ndarray, how_many: int, in_range: bool) -> None:
        """Set declared numbers of state records (1,), to extremes, or to what their declaration allows."""
        for _ in range(how_many):
            line = self.pick(self.lines)
            view: Any = states
            for name in line.path:
                view = view[name]
            at = tuple(0 if k == 0 else int(self.rng.integers(size)) for k, size in enumerate(view.shape))
            kind = line.kind
            if line.in_use and self.rng.random() < 0.8:  # a row that is in use
                used = int(states["unit_count" if line.path[0] == "units" else "depth"][0])
                at = (0, int(self.rng.integers(used)), *at[2:])
            if in_range:
                most = (
                    kind.high if kind.bound == 0 else int(self.pick((states["unit_count"][0] - 1, kind.high, 1, 300)))
                )
                value = self.pick(kind.only) if kind.only else int(self.rng.integers(kind.low, max(most, kind.low) + 1))
            else:
                value = int(self.pick((*EXTREMES, kind.low - 1, kind.high + 1)))
            view[at] = np.array(value).astype(view.dtype)

    # --- snapshots

    def snapshots(self, number: int) -> str:
        """A snapshot of a game, a batch, a PettingZoo environment or a table."""
        game = self.pick(self.games)
        target = self.pick(("game", "game", "table", "batch", "aec", "parallel"))
        if target in ("game", "table"):
            twin = game.clone()
            whole, restore, after = game.snapshot(), twin.restore, lambda: twin
            if target == "table":
                table = Table.of(twin)
                restore, after = table.restore, lambda: table.game
        elif target == "batch":
            batch = Batch(self.rules, game.pool, 2, opponents=("random",), seat=0, autoreset=bool(number % 2))
            batch.seed(number % 7)
            batch.reset()
            whole, restore, after = batch.snapshot(), batch.restore, lambda: batch
        else:
            env = (aec if target == "aec" else parallel)(
                self.rules, scenario=game.pool, **({"raw": True} if target == "aec" else {})
            )
            env.reset(seed=number % 7)
            whole, restore, after = env.snapshot(), env.restore, lambda: env.game
        data = self.mutated(whole)
        before = after().snapshot()
        try:
            restore(data)
        except SnapshotError as e:
            assert str(e)
            assert after().snapshot() == before, "refused, and changed all the same"
            return "refused"
        got = after()
        if isinstance(got, Batch):
            for _ in range(PLAYED if got.is_reset and not (got.states["ending"] != 0).any() else 0):
                got.step(got.random_indices())
                if (got.states["ending"] != 0).any():
                    break
        else:
            again = got.snapshot()
            self.play(got, PLAYED)
            got.restore(again)
        return "let in"

    def mutated(self, whole: bytes) -> bytes:
        """A snapshot with something changed."""
        way = self.rng.random()
        if way < 0.1:
            return self.pick((whole[: int(self.rng.integers(len(whole)))], whole + b"\0" * 8, self.flipped(whole)))
        header, parts = unpack_snapshot(whole)
        header.pop("parts")
        if way < 0.2:
            strange = (None, -1, True, 10**30, "x", [], {}, [[]], 1.5)
            header[self.pick(sorted(header))] = self.pick(strange)
            return pack_snapshot(header, *parts)
        if way < 0.25:
            parts[int(self.rng.integers(len(parts)))] = self.pick((b"", b"\0" * 8, b"[]", parts[0]))
            return pack_snapshot(header, *parts)
        which = 0 if self.rng.random() < 0.85 else int(self.rng.integers(len(parts)))
        if which or way < 0.45:
            parts[which] = self.flipped(parts[which])
            return pack_snapshot(header, *parts)
        size = self.rules.state.snapshot_bytes
        states = self.rules.new_states(1).view(np.ndarray)
        memory = states.view(np.uint8)
        memory[:size] = np.frombuffer(parts[0][:size], np.uint8)
        self.set_fields(states, 1 if way < 0.8 else int(self.rng.integers(2, 5)), way > 0.6)
        parts[0] = memory[:size].tobytes() + parts[0][size:]
        return pack_snapshot(header, *parts)

    # --- replays

    def replays(self, number: int) -> str:
        """A replay in a file."""
        if not hasattr(self, "written"):
            self.folder = Path(tempfile.mkdtemp())
            self.written = []
            for game in self.games:
                recording = replay.record(Game(self.rules, game.pool).start(0, seed=3))
                while len(recording) < 6 and not recording.game.over:
                    recording.step(int(self.rng.choice(recording.game.legal())))
                self.written.append(replay.save(recording, self.folder / "whole").read_bytes())
        path = self.folder / "mutant.tactica-replay"
        path.write_bytes(self.mutated_replay(self.pick(self.written)))
        try:
            loaded = replay.load(path)
            replay.verify(loaded)
            if not loaded.ending:
                self.play(replay.resume(loaded).game, PLAYED)
        except (replay.ReplayError, rulesets.UnknownRuleset) as e:
            assert str(e)
            return "refused"
        return "let in"

    def mutated_replay(self, packed: bytes) -> bytes:
        """A replay file with something changed."""
        way = self.rng.random()
        if way < 0.25:
            return self.pick((packed[: int(self.rng.integers(len(packed)))], packed + b"\0", self.flipped(packed)))
        data = zstandard.ZstdDecompressor().decompress(packed)
        if way < 0.4:
            return zstandard.compress(self.flipped(data))
        held = msgspec.msgpack.decode(data)
        name = self.pick(sorted(held))
        if way < 0.7:
            name = self.pick(("start", "book", "field", "start", "decisions", "seed", "policy_rng", "hashes"))
        value = held[name]
        if isinstance(value, bytes) and value:
            if name == "start" and self.rng.random() < 0.6:
                states = self.rules.new_states(1).view(np.ndarray)
                memory = states.view(np.uint8)
                memory[: len(value)] = np.frombuffer(value, np.uint8)
                self.set_fields(states, 1, bool(self.rng.random() < 0.5))
                held[name] = memory[: len(value)].tobytes()
            else:
                held[name] = self.pick((self.flipped(value), value[:-2], b""))
        elif isinstance(value, list) and value and self.rng.random() < 0.8:
            at = int(self.rng.integers(len(value)))
            if name == "decisions":
                value[at][int(self.rng.integers(5))] = self.pick((*EXTREMES, 2**63, "", None))
            else:
                value[at] = self.pick((*EXTREMES, 2**63, "", None))
        elif isinstance(value, dict) and value:
            value[self.pick(sorted(value))] = self.pick((None, -1, [], {}, "x", 2**40, [[]], [{}]))
        else:
            held[name] = self.pick((None, -1, 2**63, "x", [], {}, b"x", [[]]))
        return zstandard.compress(msgspec.msgpack.encode(held))

    # --- settings

    def settings(self, number: int) -> str:
        """Fields of units, of the battle and of dice set by hand on a table."""
        game = self.pick(self.games)
        table = Table.of(game.clone())
        words = [*enum_words(self.rules, "verb").values(), *table.names, "north", "", "?"]
        strange = (None, 1.5, "x", [], [1, 2], [None], "b", [table.names[0]], (2**70,), True, -1)
        try:
            for _ in range(int(self.rng.integers(1, 4))):
                way = self.rng.random()
                if way < 0.55:
                    unit = self.pick(table.units)
                    name = self.pick((*unit.fields, "at", "x", "y"))
                    line = next((line for line in self.lines if line.path == ("units", name)), None)
                    near = (line.kind.low - 1, line.kind.low, line.kind.high, line.kind.high + 1, 1) if line else (2, 5)
                    value = self.pick((*EXTREMES, *near, *near, self.pick(words), self.pick(strange)))
                    if line and line.parts > 1 and self.rng.random() < 0.7:
                        value = [self.pick(near) for _ in range(int(self.rng.integers(1, line.parts + 2)))]
                    if name == "at" and self.rng.random() < 0.7:
                        value = (int(self.rng.integers(-1, 14)), int(self.rng.integers(-1, 14)))
                    setattr(unit, name, value)
                elif way < 0.65:
                    table.dice = [
                        int(self.pick((1, 2, 6, 50, 100, 0, 2**15))) for _ in range(int(self.rng.integers(200)))
                    ]
                else:
                    self.set_fields(table._game.states, 1, bool(self.rng.random() < 0.6))
                    if way < 0.85:
                        table.refresh()
            self.play(table.game, PLAYED, fits=False)
            table.snapshot()
        except (ValueError, TapeError) as e:
            assert str(e) and not isinstance(e, UnicodeError)
            return "refused"
        return "let in"


if __name__ == "__main__":
    faulthandler.enable()
    made = Mutants(sys.argv[2])
    made.try_all(sys.argv[1], int(sys.argv[3]))
    print(json.dumps({"tally": made.tally, "faults": made.faults}))

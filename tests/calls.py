"""Calls of kernels: noted while clause tests run compiled, and repeated interpreted, which must come to the same bytes.

    TACTICA_CALLS=FOLDER pytest tests/wfrp1                     # notes every call below each test
    NUMBA_DISABLE_JIT=1 python -m calls FOLDER                  # repeats a share of them, TACTICA_LONG=1 all

So clause tests run once, and yet what they come to is shown to be the same in both engines. What is noted of a call is all
that it may read: the position and its dice, the legal answers, the rulebook's numbers and the map, and its arguments; and
a digest of all that it may write. How the position came about does not matter, so a test may set what it likes by hand.
Which calls are repeated is decided by what they read, so that it is the same in every run.

    run_game        a battle runs on from an answer, or to its first decision: position, dice, choices, log
    micro_step      one step, such as a part of a choice that is tried: position, dice, choices
    expand_layer    a layer of exact odds: every position that comes out, with its weight
    start_game      a start is copied and its dice are seeded
    observe_game    what a side sees
    choose_answer   what chance or a behaviour answers; networks and searches read more than is noted
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import hashlib
import itertools
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import checked_indices
import msgspec
import numpy as np
import zstandard

if os.environ.get("NUMBA_DISABLE_JIT") == "1":
    checked_indices.install()  # before tactica is imported

from tactica.envs import rulesets
from tactica.envs.core.loops.arguments import Branches, Reached, StoredLanes, Workbench
from tactica.envs.core.loops.seats import FIRST_NETWORK
from tactica.envs.core.ruleset import Ruleset
from tactica.envs.core.state import as_lanes

ENDING = ".calls"
ENOUGH = (
    0.5  # of the tests of a ruleset, so many must have called something: fewer, and the record is not what it should be
)
SHOWN = 20  # differences printed
EVERY = 1 if os.environ.get("TACTICA_LONG") == "1" else 4  # of so many calls one is repeated, for that takes long
WORKED_OUT = ("known_to", "kept")  # what says that the scratch of a state record holds for its position
SETTLE, ANSWER = 0, 1  # what of run_game is noted: the sandbox asks for nothing else

encode, decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder().decode


def digest(*parts: Any) -> bytes:
    """Eight bytes over arrays, bytes and numbers."""
    found = hashlib.blake2b(digest_size=8)
    for part in parts:
        found.update(part if isinstance(part, bytes) else np.ascontiguousarray(part).tobytes())
    return found.digest()


def is_repeated(met: bytes, every: int) -> bool:
    """Whether a call is among the one of so many that are repeated, by the digest of what it reads."""
    return int.from_bytes(met[:4]) % every == 0


# --- what each call reads and writes ----------------------------------------------------------------------------------


class Scene:
    """Where calls of a ruleset are repeated: a state record, and the arrays that were stored, by digest."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset, self.loops, self.size = ruleset, ruleset.loops, ruleset.state.snapshot_lanes
        self.states = plain(ruleset.new_states(1))
        self.lanes = as_lanes(self.states)
        self.stored: dict[bytes, np.ndarray] = {}

    def store(self, name: bytes, kind: str, data: bytes) -> None:
        """Keep an array that calls name by its digest."""
        self.stored[name] = np.frombuffer(bytearray(data), self.ruleset.records[kind])

    def lay(self, position: bytes, choices: bytes) -> tuple[np.ndarray, int]:
        """The state record with a position and its legal answers, and an empty log."""
        self.lanes[0, : self.size] = np.frombuffer(position, np.uint64)
        answers = np.frombuffer(choices, np.int16)
        self.states["choice_count"] = len(answers)
        self.states["choices"][0, : len(answers)] = answers
        for count in ("event_count", "events_lost", "term_count", "term_open", *WORKED_OUT):
            self.states[count] = 0
        return self.states, 0

    def lay_and_list(self, position: bytes, books: np.ndarray, fields: np.ndarray) -> tuple[np.ndarray, int]:
        """The state record with a position whose legal answers are listed: what lists them notes who is known, too."""
        self.lay(position, b"")
        if self.states["prompt"][0] != 0:
            self.loops.settle_game(self.states, 0, books, fields, False)
        return self.states, 0


def plain(records: Any) -> np.ndarray:
    """Records as a plain array: the one kind every kernel is compiled for."""
    return np.ascontiguousarray(records).view(np.ndarray)


def position_of(states: np.ndarray, i: int, size: int) -> bytes:
    """Position and dice of a row."""
    return as_lanes(states)[i, :size].tobytes()


def choices_of(states: np.ndarray, i: int) -> bytes:
    """The legal answers of a row."""
    return states["choices"][i, : states["choice_count"][i]].tobytes()


def log_of(states: np.ndarray, i: int) -> bytes:
    """Events and labelled totals of a row."""
    events, terms = states["events"][i, : states["event_count"][i]], states["term_rows"][i, : states["term_count"][i]]
    return events.tobytes() + terms.tobytes()


class RunGame:
    """``run_game(states, i, books, fields, layout, what, value, skip, view)``"""

    arrays = ((2, "books"), (3, "fields"))

    @staticmethod
    def read(a: tuple[Any, ...], size: int) -> tuple[Any, ...] | None:
        """What it reads; None where the call is not noted."""
        if int(a[5]) not in (SETTLE, ANSWER):
            return None
        return position_of(a[0], a[1], size), choices_of(a[0], a[1]), int(a[5]), int(a[6]), bool(a[7])

    @staticmethod
    def arguments(scene: Scene, given: Any, arrays: list[np.ndarray]) -> tuple[Any, ...]:
        """The arguments to repeat it with."""
        position, choices, what, value, skip = given
        return *scene.lay(position, choices), *arrays, scene.loops.NO_LAYOUT, what, value, skip, scene.loops.NOT_SEEN

    @staticmethod
    def written(a: tuple[Any, ...], result: Any, size: int) -> dict[str, bytes]:
        """Digests of what it wrote."""
        log = log_of(a[0], a[1]) if int(a[5]) == ANSWER else b""  # to settle clears no log
        return {
            "position": digest(position_of(a[0], a[1], size)),
            "choices": digest(choices_of(a[0], a[1])),
            "log": digest(log),
            "result": bytes([bool(result)]),
        }


class MicroStep:
    """``micro_step(states, i, books, fields)``"""

    arrays = ((2, "books"), (3, "fields"))

    @staticmethod
    def read(a: tuple[Any, ...], size: int) -> tuple[Any, ...]:
        """What it reads."""
        return (position_of(a[0], a[1], size),)

    @staticmethod
    def arguments(scene: Scene, given: Any, arrays: list[np.ndarray]) -> tuple[Any, ...]:
        """The arguments to repeat it with."""
        return *scene.lay(given[0], b""), *arrays

    @staticmethod
    def written(a: tuple[Any, ...], result: Any, size: int) -> dict[str, bytes]:
        """Digests of what it wrote."""
        return {"position": digest(position_of(a[0], a[1], size)), "choices": digest(choices_of(a[0], a[1]))}


class ExpandLayer:
    """``expand_layer(sources, stored, bench, watch, until, out, first)``"""

    arrays = ((2, "books"), (2, "fields"))

    @staticmethod
    def read(a: tuple[Any, ...], size: int) -> tuple[Any, ...]:
        """What it reads."""
        sources, stored, _, watch, until, out, first = a
        parts = (*(part[first:] for part in sources), *stored, watch, until)
        return *(part.tobytes() for part in parts), len(out.lanes)

    @staticmethod
    def arguments(scene: Scene, given: Any, arrays: list[np.ndarray]) -> tuple[Any, ...]:
        """The arguments to repeat it with."""
        *parts, room = given
        kinds = [np.uint64, np.float64, np.int64, np.int64, *[np.uint64] * 4, *[np.int64] * 2]
        rows, weights, answers, columns, root, mask, others, differs, watched, until = (
            np.frombuffer(bytearray(part), kind) for part, kind in zip(parts, kinds, strict=True)
        )
        return (
            Branches(rows.reshape(-1, len(columns)), weights, answers),
            StoredLanes(columns, root, mask, others, differs),
            Workbench(scene.states, scene.lanes, np.zeros((1, scene.size), np.uint64), *arrays),
            watched.reshape(-1, 5),
            until,
            Reached(np.zeros((room, len(columns)), np.uint64), np.zeros(room), np.zeros(room, np.int64)),
            0,
        )

    @staticmethod
    def written(a: tuple[Any, ...], result: Any, size: int) -> dict[str, bytes]:
        """Digests of what it wrote."""
        count, after, steps, lost, is_astray = result
        stored, out, first = a[1], a[5], a[6]
        return {
            "positions": digest(out.lanes[:count]),
            "weights": digest(out.weights[:count], np.float64(lost)),
            "places": digest(out.places[:count], stored.differs),
            "result": digest(np.int64([count, after - first, steps, is_astray])),
        }


class StartGame:
    """``start_game(states, lanes, i, pool, pool_lanes, row, base, slot, game, snapshot_lanes)``"""

    arrays = ()

    @staticmethod
    def read(a: tuple[Any, ...], size: int) -> tuple[Any, ...]:
        """What it reads."""
        return position_of(a[3], a[5], size), int(a[6]), int(a[7]), int(a[8])

    @staticmethod
    def arguments(scene: Scene, given: Any, arrays: list[np.ndarray]) -> tuple[Any, ...]:
        """The arguments to repeat it with."""
        pool = plain(scene.ruleset.new_states(1))
        as_lanes(pool)[0, : scene.size] = np.frombuffer(given[0], np.uint64)
        return scene.states, scene.lanes, 0, pool, as_lanes(pool), 0, *given[1:], scene.size

    @staticmethod
    def written(a: tuple[Any, ...], result: Any, size: int) -> dict[str, bytes]:
        """Digests of what it wrote; which row of the pool it was is not compared."""
        i, here = int(a[2]), a[0]["pool_row"][int(a[2])]
        a[0]["pool_row"][i] = 0
        found = {"position": digest(position_of(a[0], i, size))}
        a[0]["pool_row"][i] = here
        return found


class ObserveGame:
    """``observe_game(states, i, books, fields, layout, viewer, grid, units, context, mask)``"""

    arrays = ((2, "books"), (3, "fields"), (4, "layouts"))

    @staticmethod
    def read(a: tuple[Any, ...], size: int) -> tuple[Any, ...]:
        """What it reads."""
        shapes = [list(part.shape) for part in a[6:10]]
        return position_of(a[0], a[1], size), int(a[5]), shapes

    @staticmethod
    def arguments(scene: Scene, given: Any, arrays: list[np.ndarray]) -> tuple[Any, ...]:
        """The arguments to repeat it with."""
        position, viewer, shapes = given
        kinds = [part.dtype for part in scene.loops.NOT_SEEN]
        seen = [np.zeros(shape, kind) for shape, kind in zip(shapes, kinds, strict=True)]
        return *scene.lay_and_list(position, *arrays[:2]), *arrays, viewer, *seen

    @staticmethod
    def written(a: tuple[Any, ...], result: Any, size: int) -> dict[str, bytes]:
        """Digests of what it wrote."""
        names = ("grid", "units", "context", "action_mask")
        return {name: digest(part) for name, part in zip(names, a[6:10], strict=True)}


class ChooseAnswer:
    """``choose_answer(states, i, books, fields, players, policy, policy_rng)``"""

    arrays = ((2, "books"), (3, "fields"), (4, "behaviours"))

    @staticmethod
    def read(a: tuple[Any, ...], size: int) -> tuple[Any, ...] | None:
        """What it reads; None of a network or a search, which read more than their arguments."""
        return None if a[5] >= FIRST_NETWORK else (position_of(a[0], a[1], size), int(a[5]), a[6][a[1]].tobytes())

    @staticmethod
    def arguments(scene: Scene, given: Any, arrays: list[np.ndarray]) -> tuple[Any, ...]:
        """The arguments to repeat it with."""
        position, policy, rng = given
        books, fields, behaviours = arrays
        players = scene.loops.players._replace(behaviours=behaviours)
        generator = np.frombuffer(bytearray(rng), np.int64).reshape(1, 4)
        return *scene.lay_and_list(position, books, fields), books, fields, players, policy, generator

    @staticmethod
    def written(a: tuple[Any, ...], result: Any, size: int) -> dict[str, bytes]:
        """Digests of what it wrote."""
        return {"answer": digest(np.int64(result)), "generator": digest(a[6][a[1]])}


NOTED: dict[str, Any] = {
    "run_game": RunGame,
    "micro_step": MicroStep,
    "expand_layer": ExpandLayer,
    "start_game": StartGame,
    "observe_game": ObserveGame,
    "choose_answer": ChooseAnswer,
}


def called_by(loops: Any) -> list[dict[str, Any]]:
    """Where those who call entries look them up: in the loops themselves, and in the part that asks players."""
    return [vars(loops), loops.choose_game.__globals__]


# --- noting them ------------------------------------------------------------------------------------------------------


class Recorder:
    """Notes the calls below each test of a ruleset, into one file for each process.

    Attributes:
        tests: how many tests of each ruleset have passed, how many of them called something, and how many changed an
            array under way that is taken to stay as it is, so that they are left out.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.tests: dict[str, Counter[str]] = {}
        self._files: dict[str, Any] = {}
        self._plain: dict[str, dict[str, Any]] = {}
        self._stored: dict[str, set[bytes]] = {}
        self._met: dict[str, set[bytes]] = {}
        self._slug = ""
        self._calls: list[Any] = []
        self._arrays: dict[int, tuple[Any, bytes, str]] = {}

    def begin(self, slug: str) -> None:
        """A test of a ruleset begins."""
        if slug not in self._files:
            self._install(slug)
        self._slug, self._calls = slug, []
        self._arrays.clear()

    def end(self, test: str, passed: bool) -> None:
        """It has ended; what it called is written if it passed."""
        slug, self._slug = self._slug, ""
        if not passed:
            return
        counted = self.tests[slug]
        counted["tests"] += 1
        changed = any(digest(array) != name for array, name, _ in self._arrays.values())
        if changed:
            counted["changed"] += 1
        elif self._calls:
            counted["with calls"] += 1
            arrays = {}
            for array, name, kind in self._arrays.values():
                if name not in self._stored[slug]:
                    self._stored[slug].add(name)
                    arrays[name] = (kind, array.tobytes())
            self._write(slug, {"test": test, "arrays": arrays, "calls": self._calls})
        self._calls = []
        self._arrays.clear()

    def close(self) -> None:
        """The session is over."""
        for slug, (file, stream) in self._files.items():
            self._write(slug, {"counted": dict(self.tests[slug])})
            stream.close()
            file.close()
            for names in called_by(rulesets.get(slug).loops):
                names.update({name: one for name, one in self._plain[slug].items() if name in names})
        self._files.clear()

    def _install(self, slug: str) -> None:
        """Put notes around the entry points of a ruleset."""
        loops = rulesets.get(slug).loops
        size = rulesets.get(slug).state.snapshot_lanes
        self.tests[slug], self._stored[slug], self._met[slug] = Counter(), set(), set()
        file = open(self.folder / f"{slug}-{id(self)}-{time.time_ns()}{ENDING}", "wb")  # noqa: SIM115 (closed by close)
        self._files[slug] = file, zstandard.ZstdCompressor(level=1).stream_writer(file)
        self._plain[slug] = {name: getattr(loops, name) for name in NOTED}
        for name, kind in NOTED.items():
            noting = self._noting(slug, name, kind, self._plain[slug][name], size)
            for names in called_by(loops):
                if name in names:
                    names[name] = noting

    def _noting(self, slug: str, name: str, kind: Any, function: Callable[..., Any], size: int) -> Callable[..., Any]:
        @functools.wraps(function)
        def noting(*given: Any) -> Any:
            if self._slug != slug:
                return function(*given)
            read = kind.read(given, size)
            result = function(*given)
            if read is not None:
                arrays = [self._name(getattr(given[at], what, given[at]), what) for at, what in kind.arrays]
                met = hashlib.blake2b(encode([name, read, arrays]), digest_size=12).digest()
                if met not in self._met[slug]:
                    self._met[slug].add(met)
                    self._calls.append([name, read, arrays, kind.written(given, result, size), met])
            return result

        return noting

    def _name(self, array: np.ndarray, kind: str) -> bytes:
        """The name of an array that stays as it is while a test runs: its digest."""
        known = self._arrays.get(id(array))
        if known is None:
            known = self._arrays[id(array)] = array, digest(array), kind
        return known[1]

    def _write(self, slug: str, message: Any) -> None:
        data = encode(message)
        self._files[slug][1].write(len(data).to_bytes(4, "little") + data)


# --- repeating them ---------------------------------------------------------------------------------------------------


def messages(path: Path) -> Iterator[Any]:
    """What one process has written.

    Raises:
        ValueError: the process has died before it closed the file.
    """
    with open(path, "rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as stream:
        counted = False
        while head := stream.read(4):
            size = int.from_bytes(head, "little")
            data = stream.read(size)
            if len(head) < 4 or len(data) < size:
                break
            message = decode(data)
            counted = counted or "counted" in message
            yield message
        if not counted:
            raise ValueError(f"{path} was never closed")


class Repeated:
    """The calls of one ruleset, repeated.

    Attributes:
        noted: how many calls there were.
        calls: how many of each kind were repeated.
        tests: how many tests there were, how many of them called something, how many were left out.
        differences: test, call and what of it differs.
    """

    def __init__(self, slug: str) -> None:
        self.slug, self.noted = slug, 0
        self.calls: Counter[str] = Counter()
        self.tests: Counter[str] = Counter()
        self.differences: list[str] = []

    def repeat(self, path: Path, every: int = 1) -> None:
        """Repeat the calls in one file, or one of so many."""
        scene = Scene(rulesets.get(self.slug))
        for message in messages(path):
            if "counted" in message:
                self.tests.update(message["counted"])
                continue
            for name, (kind, data) in message["arrays"].items():
                scene.store(name, kind, data)
            for number, (name, read, arrays, written, met) in enumerate(message["calls"], 1):
                self.noted += 1
                if not is_repeated(met, every):
                    continue
                kind = NOTED[name]
                given = kind.arguments(scene, read, [scene.stored[one] for one in arrays])
                found = kind.written(given, getattr(scene.loops, name)(*given), scene.size)
                self.calls[name] += 1
                if found != written:
                    parts = ", ".join(part for part in found if found[part] != written[part])
                    self.differences.append(f"{message['test']}: call {number}, {name}: {parts} differ")

    @property
    def complaint(self) -> str:
        """What is wrong, empty when all is well."""
        tests, called = self.tests["tests"], self.tests["with calls"]
        if self.differences:
            more = len(self.differences) - SHOWN
            return "\n".join([*self.differences[:SHOWN], *([f"and {more} more"] if more > 0 else [])])
        if not self.calls or called < ENOUGH * tests:
            return f"{self.slug}: only {called} of {tests} tests called anything: the record is not what it should be"
        return ""

    def add(self, other: Repeated) -> None:
        """What another process has repeated of the same ruleset."""
        self.noted += other.noted
        self.calls += other.calls
        self.tests += other.tests
        self.differences += other.differences

    def __str__(self) -> str:
        kinds = ", ".join(f"{count:,} {name}" for name, count in self.calls.most_common())
        without = self.tests["tests"] - self.tests["with calls"] - self.tests["changed"]
        return (
            f"{self.slug}: {self.noted:,} calls of {self.tests['with calls']:,} of {self.tests['tests']:,} tests "
            f"({without} call nothing, {self.tests['changed']} changed rulebook or map under way and are left out); "
            f"repeated: {kinds}"
        )


def repeat_file(path: Path, every: int) -> Repeated:
    """Repeat the calls of one file, or one of so many; the ruleset is the first part of its name."""
    found = Repeated(path.name.split("-")[0])
    found.repeat(path, every)
    return found


def repeat(folder: Path, every: int = 1, workers: int = 1) -> dict[str, Repeated]:
    """Repeat what was noted in a folder, ruleset by ruleset: all, or one call of so many; in so many processes."""
    paths = sorted(folder.glob(f"*{ENDING}"), key=lambda path: (-path.stat().st_size, path.name))
    found: dict[str, Repeated] = {}
    with ProcessPoolExecutor(workers) if workers > 1 else contextlib.nullcontext() as pool:
        for one in (pool.map if pool else map)(repeat_file, paths, itertools.repeat(every)):
            found.setdefault(one.slug, Repeated(one.slug)).add(one)
    return found


def main() -> None:
    """Repeat interpreted what clause tests called compiled."""
    parser = argparse.ArgumentParser(prog="calls", description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "slugs", nargs="*", metavar="RULESET", help="that were tested; without any, all that have such tests"
    )
    parser.add_argument(
        "--part", action="store_true", help="only some tests were run: a small or missing record is no fault"
    )
    parser.add_argument("-n", "--workers", type=int, default=1, metavar="N", help="processes that repeat them")
    options = parser.parse_args()
    import conftest  # makes the rulesets of the tests known
    from conformance.play import tested_rulesets

    began = time.perf_counter()
    found = repeat(options.folder, EVERY, options.workers)
    wanted = set(options.slugs) or {slug for slug in tested_rulesets() if conftest.has_clause_tests(slug)}
    complaints = [
        one.complaint for one in found.values() if one.complaint and not (options.part and not one.differences)
    ]
    if not options.part:
        complaints += [f"{slug}: no calls were noted in {options.folder}" for slug in sorted(wanted - set(found))]
    for one in found.values():
        print(one)
    print(f"{sum(sum(one.calls.values()) for one in found.values())} calls in {time.perf_counter() - began:.1f} s")
    for complaint in complaints:
        print(f"FAILED {complaint}")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()

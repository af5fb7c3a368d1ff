"""Playing shards: in this process, in several, or on other machines; nothing that was played is lost or played twice."""

from __future__ import annotations

import contextlib
import hashlib
import json
import multiprocessing
import os
import platform
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pyarrow as arrow
import pyarrow.parquet as parquet

from ... import __version__
from ...envs import rulesets
from ...envs.core.state import FORFEIT
from ...envs.replay.files import write_whole
from ..common import UserError, alone_in
from ..sealing import as_kind, is_sealed, json_in, sealed
from ..tournament.run import begin_process
from ..tournament.store import write_table
from .moments import play
from .shards import Games, Player, Shard, Stream, pool_of

__all__ = ["GameWorkers", "QuestionFolder", "QuestionStopped", "run"]

T = TypeVar("T")
AHEAD = 2  # shards handed out for each process
LOOK = 0.5  # seconds after which it is looked whether to stop
MANIFEST, SHARDS = "manifest.json", "shards"


class QuestionStopped(Exception):
    """Ctrl-C was pressed; finished games are saved."""


class QuestionManifest(msgspec.Struct, frozen=True):
    """What a folder says of its question; see :class:`QuestionFolder`."""

    question: dict[str, Any]
    id: str
    ruleset: str
    rules: str
    version: str
    machine: str
    python: str


class QuestionFolder:
    """The folder of a question and its games.

        manifest.json             the question, the rules it was asked under, versions, machine
        shards/<key>.parquet      the games of a shard, whole or not at all

    Attributes:
        path: of the folder.
        manifest: the question and its rules.
        stored: pairs that :func:`run` found here and did not play again.
        forfeits: forfeited games that :func:`run` returned, by shard.
        reason: why the first of them was forfeited; empty for none.
    """

    def __init__(self, path: Path, manifest: Mapping[str, Any]) -> None:
        """A folder known to hold this question; see :meth:`create` and :meth:`open`."""
        self.path, self.manifest, self.stored = path, dict(manifest), 0
        self.forfeits, self.reason = dict[str, int](), ""

    @classmethod
    def create(cls, path: Path, question: Mapping[str, Any], slug: str) -> QuestionFolder:
        """Begin a question in a folder; one that holds the same question is gone on with.

        Raises:
            UserError: it holds another one, or cannot be written.
        """
        asked = json.loads(json.dumps(question))
        manifest = {
            "question": asked,
            "id": hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16],
            "ruleset": slug,
            "rules": rulesets.get(slug).rules_hash,
            "version": __version__,
            "machine": f"{platform.machine()}, {os.cpu_count()} processors",
            "python": platform.python_version(),
        }
        if (path / MANIFEST).exists():
            folder = cls.open(path)
            if folder.manifest["id"] != manifest["id"]:
                raise UserError(f"{path} holds another question; choose another --out")
            return folder
        try:
            (path / SHARDS).mkdir(parents=True, exist_ok=True)
            write_whole(path / MANIFEST, json.dumps(sealed(manifest), indent=1).encode())
        except OSError as error:
            raise UserError(f"{path}: cannot be written: {error.strerror}") from None
        return cls(path, manifest)

    @classmethod
    def open(cls, path: Path) -> QuestionFolder:
        """The question of a folder.

        Raises:
            UserError: it holds none, or the rules have changed since it was asked.
        """
        file = path / MANIFEST
        try:
            found = json_in(file)
        except FileNotFoundError:
            raise UserError(f"{path} is not the folder of a question: it has no {MANIFEST}") from None
        if not is_sealed(found):
            raise UserError(f"{file} is damaged: its checksum does not match; ask again in another folder")
        manifest = as_kind(found, QuestionManifest, file)
        if rulesets.get(manifest.ruleset).rules_hash != manifest.rules:
            raise UserError(f"{path}: the rules of {manifest.ruleset} have changed since; use another folder")
        return cls(path, msgspec.to_builtins(manifest))

    def asked(self, command: str, kind: type[T]) -> T:
        """The question of a command, every value of the right type.

        Args:
            command: such as ``sweep``, by which questions of other commands are refused.
            kind: msgspec struct.

        Raises:
            UserError: it is the question of another command, or damaged.
        """
        question = self.manifest["question"]
        if question.get("command") != command:
            raise UserError(
                f"{self.path} has the results of {question.get('command', 'another command')}, not of {command}"
            )
        return as_kind(question, kind, self.path / MANIFEST)

    def check(
        self,
        stream: Stream,
        players: Iterable[Player | None] = (),
        digests: Mapping[str, str] | None = None,
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        """Compare a question with what is here now.

        Args:
            stream: where it is played.
            players: who plays; None is nobody.
            digests: of players by name, when the question was asked.
            rules: knobs by address.

        Raises:
            UserError: its scenario is not there, or a player has changed; UnknownPolicy, PlayerError, BehaviourError: one cannot
            play.
        """
        if stream.ruleset != self.manifest["ruleset"]:
            raise UserError(f"{self.path / MANIFEST} is damaged or was edited: it names two rulesets")
        try:
            pool_of(msgspec.structs.replace(stream, starts=1), dict(rules or {}))
        except (LookupError, ValueError, OSError) as error:
            raise UserError(f"{self.path}: {error.args[-1] if error.args else error}") from None
        for player in players:
            if player is not None and player.digest(stream.ruleset) != (digests or {}).get(player.name):
                raise UserError(f"{self.path}: {player.name} has changed since; use another folder")

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from playing in this folder meanwhile.

        Raises:
            UserError: another process is playing there.
        """
        with alone_in(self.path, "playing here"):
            yield

    def file(self, shard: Shard) -> Path:
        """Where the games of a shard lie."""
        return self.path / SHARDS / f"{shard.key}.parquet"

    def write(self, shard: Shard, games: Games) -> None:
        """Keep the games of a shard.

        Raises:
            UserError: the disk is full, or the folder cannot be written.
        """
        try:
            write_table(self.file(shard), games.table(shard.key))
        except OSError as error:
            raise UserError(f"{self.path}: cannot be written: {error.strerror}") from None

    def count(self, shard: Shard, games: Games) -> None:
        """Count the forfeited games of a shard."""
        self.forfeits[shard.key] = int((games.endings == FORFEIT).sum())
        self.reason = self.reason or next(iter(games.reasons), "")

    def read(self, shard: Shard) -> Games | None:
        """The games of a shard; None if they are not there, or damaged."""
        file = self.file(shard)
        if not file.is_file():
            return None
        try:
            return Games.of_table(parquet.read_table(file, page_checksum_verification=True, partitioning=None), shard)
        except (arrow.ArrowException, OSError, KeyError, TypeError, ValueError, RecursionError):
            return None


def run(
    shards: Sequence[Shard],
    *,
    folder: QuestionFolder | None = None,
    jobs: int = 1,
    on: str = "",
    stop: threading.Event | None = None,
    tell: Callable[[int], None] = lambda pairs: None,
    workers: GameWorkers | None = None,
) -> list[Games]:
    """The games of shards, in their order. Games already in the folder are not played again.

    Args:
        shards: what to play; a shard that is listed twice is played once.
        folder: stores the games.
        jobs: processes; the games do not depend on it.
        on: ``ray`` or ``ray://HOST:PORT`` for a cluster, see :mod:`.cluster`; empty for this machine.
        stop: when it is set no further shard is begun; those under way are finished and saved.
        ``tell``: called with the number of pairs of each shard as soon as it is finished.
        workers: processes that outlive this call; without them it starts its own, which takes seconds.

    Raises:
        QuestionStopped: ``stop`` was set before the end. UserError: a process died, or the disk is full.
    """
    stop, found = stop or threading.Event(), dict[str, Games]()
    todo: dict[str, Shard] = {}
    for shard in shards:
        kept = None if folder is None else folder.read(shard)
        if kept is not None and shard.key not in found:
            found[shard.key] = kept
            if folder is not None:
                folder.stored += shard.pairs
            tell(shard.pairs)
        elif shard.key not in found:
            todo[shard.key] = shard
    for shard, games in _source(list(todo.values()), jobs, on, stop, workers):
        if folder is not None:
            folder.write(shard, games)
        found[shard.key] = games
        tell(shard.pairs)
    if any(shard.key not in found for shard in shards):
        raise QuestionStopped
    if folder is not None:
        for shard in shards:
            folder.count(shard, found[shard.key])
    return [found[shard.key] for shard in shards]


class GameWorkers:
    """Processes that play for several calls of :func:`run`; begun when they are needed first."""

    def __init__(self, jobs: int) -> None:
        """A number of processes."""
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    @property
    def pool(self) -> ProcessPoolExecutor:
        """The processes."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.jobs, context, begin_process, (os.getpid(),))
        return self._pool

    def __enter__(self) -> GameWorkers:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def rest(self) -> None:
        """End the processes; they are begun again when they are needed next."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)


def _source(
    shards: list[Shard], jobs: int, on: str, stop: threading.Event, workers: GameWorkers | None
) -> Iterator[tuple[Shard, Games]]:
    if on and shards:
        from .cluster import on_ray

        return on_ray(shards, on, jobs, stop)
    return _here(shards, stop) if jobs == 1 or len(shards) < 2 else _elsewhere(shards, jobs, stop, workers)


def _here(shards: list[Shard], stop: threading.Event) -> Iterator[tuple[Shard, Games]]:
    for shard in shards:
        if stop.is_set():
            return
        yield shard, play(shard)


def _elsewhere(
    shards: list[Shard], jobs: int, stop: threading.Event, workers: GameWorkers | None
) -> Iterator[tuple[Shard, Games]]:
    for slug in {shard.stream.ruleset for shard in shards}:
        rulesets.get(slug).loops  # noqa: B018 (compiles, before the others would all do so)
    waiting, under_way = deque(shards), dict[Future[Games], Shard]()
    with contextlib.ExitStack() as stack:
        pool = (workers or stack.enter_context(GameWorkers(min(jobs, len(shards))))).pool
        try:
            while waiting or under_way:
                if stop.is_set():
                    waiting.clear()
                    under_way = {future: shard for future, shard in under_way.items() if not future.cancel()}
                while waiting and len(under_way) < AHEAD * jobs:
                    shard = waiting.popleft()
                    under_way[pool.submit(play, shard)] = shard
                for future in wait(under_way, LOOK, FIRST_COMPLETED).done:
                    yield under_way.pop(future), future.result()
        except BrokenProcessPool:
            raise UserError("a worker process died: a player ended it, or memory ran out") from None

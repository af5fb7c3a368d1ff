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
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pyarrow as arrow
import pyarrow.parquet as parquet

from ... import __version__
from ...envs import rulesets
from ...envs.replay.files import read_file, write_whole
from ..common import UserError, alone_in
from ..sealing import is_sealed, sealed
from ..tournament.run import begin_process
from ..tournament.store import write_table
from .moments import play
from .shards import Games, Shard

__all__ = ["GameWorkers", "QuestionFolder", "QuestionStopped", "run"]

AHEAD = 2  # shards handed out for each process
LOOK = 0.5  # seconds after which it is looked whether to stop
MANIFEST, SHARDS = "manifest.json", "shards"


class QuestionStopped(Exception):
    """Ctrl-C was pressed; finished games are saved."""


class QuestionFolder:
    """The folder of a question and its games.

        manifest.json             the question, the rules it was asked under, versions, machine
        shards/<key>.parquet      the games of a shard, whole or not at all

    Attributes:
        path: of the folder.
        manifest: the question and its rules.
        stored: pairs that :func:`run` found here and did not play again.
    """

    def __init__(self, path: Path, manifest: Mapping[str, Any]) -> None:
        """A folder known to hold this question; see :meth:`create` and :meth:`open`."""
        self.path, self.manifest, self.stored = path, dict(manifest), 0

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
        try:
            manifest = json.loads(read_file(path / MANIFEST))
            if not is_sealed(manifest):
                raise ValueError("its checksum does not match; ask again in another folder")
            slug, rules, _ = manifest["ruleset"], manifest["rules"], manifest["question"]
        except FileNotFoundError:
            raise UserError(f"{path} is not the folder of a question: it has no {MANIFEST}") from None
        except OSError as error:
            raise UserError(f"{path / MANIFEST}: cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, TypeError) as error:
            raise UserError(f"{path / MANIFEST} is damaged: {error}") from None
        if rulesets.get(slug).rules_hash != rules:
            raise UserError(f"{path}: the rules of {slug} have changed since; use another folder")
        return cls(path, manifest)

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

    def read(self, shard: Shard) -> Games | None:
        """The games of a shard; None if they are not there, or damaged."""
        file = self.file(shard)
        if not file.is_file():
            return None
        try:
            return Games.of_table(parquet.read_table(file, page_checksum_verification=True, partitioning=None), shard)
        except (arrow.ArrowException, OSError, KeyError, TypeError, ValueError):
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
        Stopped: ``stop`` was set before the end. UserError: a process died, or the disk is full.
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

"""Plays all chunks of a tournament that have not been played yet, in any number of processes.

The games of a chunk depend neither on the process that plays it nor on the order. Only this process writes: a chunk counts
as soon as its file exists. When it is stopped, the chunks under way are still finished and saved.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, TypeVar

from ...envs.engine.players import SEARCHER, plain_kind
from ..common import UserError
from .arena import Arena, Played
from .manifest import Manifest, check
from .pairs import Pairs
from .plan import MOST_PAIRS, MOST_WITH_SEARCHES, Chunk, chunks, comparison_chunks
from .store import MANIFEST, TournamentFolder
from .watching import Stopped, Watch

__all__ = ["all_chunks", "begin_process", "play_all", "spread"]

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2  # chunks handed out for each process
LOOK = 0.5  # seconds after which it is looked whether to stop


def all_chunks(manifest: Manifest) -> list[Chunk]:
    """The plan of a tournament, or of a comparison that comes to no end before."""
    if manifest.test is not None:
        return list(comparison_chunks(len(manifest.scenarios), manifest.pairs))
    most = MOST_WITH_SEARCHES if any(plain_kind(player.spec) is SEARCHER for player in manifest.players) else MOST_PAIRS
    return list(chunks(len(manifest.players), len(manifest.scenarios), manifest.pairs, manifest.only, most))


def open_folder(path: Path, manifest: Manifest) -> TournamentFolder:
    """The folder of a tournament, begun or gone on with.

    Raises:
        UserError: it holds other games, or cannot be written.
    """
    if not (path / MANIFEST).exists():
        return TournamentFolder.create(path, manifest)
    folder = TournamentFolder.open(path)
    if folder.manifest.id != manifest.id:
        raise UserError(f"{path} has games with a different player, scenario or setting; choose another --out")
    check(folder.manifest, path)
    return folder


def play_out(folder: TournamentFolder, watch: Watch, jobs: int = 1, before: int = 0) -> Pairs:
    """Play what is left of a tournament.

    Args:
        folder: of the tournament.
        watch: is shown how many games have been played, and which were forfeited, and may stop it.
        jobs: processes; the games do not depend on it.
        before: games that the watch counts besides.

    Raises:
        Stopped: by the watch, before all were played.
        UserError: a process died, or the disk is full.
    """
    todo = all_chunks(folder.manifest)
    done, damaged = folder.finished(todo)
    for file in damaged:
        watch.say(f"{file} is damaged; playing its games again")
    played = before + sum(2 * one.chunk.size for one in done.values())
    watch.show(played)
    left = [chunk for chunk in todo if chunk.number not in done]
    for one in play_all(folder, left, jobs=jobs, stop=watch.stop):
        done[one.chunk.number] = one
        played += 2 * one.chunk.size
        watch.show(played)
    if len(done) < len(todo):
        raise Stopped
    pairs = Pairs.of(done[chunk.number] for chunk in todo)
    watch.forfeits, watch.reason = watch.forfeits + pairs.forfeits, watch.reason or pairs.reason
    return pairs


def play_all(
    folder: TournamentFolder, todo: list[Chunk], *, jobs: int = 1, stop: threading.Event | None = None
) -> Iterator[Played]:
    """Play chunks, save each, and yield it.

    Args:
        folder: of the tournament.
        todo: chunks to play.
        jobs: processes.
        stop: when it is set no further chunk is begun; those under way are finished and saved.

    Raises:
        UserError: a process died, or the disk is full.
    """
    stop = stop or threading.Event()
    play = _here if jobs == 1 or len(todo) < 2 else _elsewhere
    for played in play(folder.manifest, todo, jobs, stop):
        try:
            folder.write(played)
        except OSError as error:
            raise UserError(f"{folder.games}: cannot be written: {error.strerror}") from None
        yield played


def _here(manifest: Manifest, todo: list[Chunk], jobs: int, stop: threading.Event) -> Iterator[Played]:
    arena = Arena(manifest)
    for chunk in todo:
        if stop.is_set():
            return
        yield arena.play(chunk)


_arena: Arena | None = None  # in a process of its own


def begin_process(parent: int) -> None:
    """A process that plays begins: it leaves Ctrl-C to its parent, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _begin(manifest: Manifest, parent: int) -> None:
    global _arena
    begin_process(parent)
    _arena = Arena(manifest)


def _follow(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _play(chunk: Chunk) -> Played:
    assert _arena is not None
    return _arena.play(chunk)


def _elsewhere(manifest: Manifest, todo: list[Chunk], jobs: int, stop: threading.Event) -> Iterator[Played]:
    return spread(todo, _play, jobs, stop, _begin, (manifest, os.getpid()), lambda played: played.chunk.number)


def spread(
    todo: Iterable[T],
    work: Callable[[T], R],
    jobs: int,
    stop: threading.Event,
    begin: Callable[..., None],
    given: tuple[Any, ...],
    order: Callable[[R], int],
) -> Iterator[R]:
    """Do work in processes of their own, and yield what comes back.

    Args:
        todo: one argument of ``work`` each.
        work: at the top of a module.
        jobs: processes.
        stop: when it is set nothing further is begun; what is under way is finished and yielded.
        begin, given: called first in every process, with what it is given.
        order: what comes back together is yielded in this order.

    Raises:
        UserError: a process died.
    """
    waiting, under_way = deque(todo), set[Future[R]]()
    jobs = min(jobs, len(waiting))
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), begin, given)
    try:
        while waiting or under_way:
            if stop.is_set():
                waiting.clear()
                under_way = {future for future in under_way if not future.cancel()}
            while waiting and len(under_way) < AHEAD * jobs:
                under_way.add(pool.submit(work, waiting.popleft()))
            done, under_way = wait(under_way, LOOK, FIRST_COMPLETED)
            yield from sorted((future.result() for future in done), key=order)
    except BrokenProcessPool:
        raise UserError("a worker process died: a player ended it, or memory ran out") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)

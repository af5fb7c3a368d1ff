"""Threads that step games side by side, and how a waiting caller stops them."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, Self, TypeVar

import numpy as np

from .searchers import STOP

Found = TypeVar("Found")


class UnderWay:
    """The entries that some threads are in, so that they can be ended.

    Attributes:
        counts: working space of searches, by thread; what ends them stands in it.
        is_stopping: whether they are to end.
        lock: held while either changes.
    """

    def __init__(self) -> None:
        self.counts: dict[int, np.ndarray] = {}
        self.is_stopping = False
        self.lock = threading.Lock()

    def stop(self) -> None:
        """End every entry soon, those that begin now as well."""
        with self.lock:
            self.is_stopping = True
            for counts in self.counts.values():
                counts[STOP] = 1

    def call(self, entry: Callable[..., Found], *arguments: Any) -> Found:
        """Call an entry, one of whose arguments is ``Players`` with a ``counts`` that nobody else uses."""
        counts = next(one for one in arguments if hasattr(one, "counts")).counts
        here = threading.get_ident()
        with self.lock:
            self.counts[here] = counts
            counts[STOP] = int(self.is_stopping)
        try:
            return entry(*arguments)
        finally:
            with self.lock:
                del self.counts[here]
                counts[STOP] = 0


_here = threading.local()  # ``under_way``: that of the threads this one is among


def _begin(under_way: UnderWay) -> None:
    _here.under_way = under_way


def is_among_threads() -> bool:
    """Whether this is one of several threads that step games side by side."""
    return hasattr(_here, "under_way")


def stoppable(entry: Callable[..., Found], *arguments: Any) -> Found:
    """Call an entry; where :class:`Threads` runs this, Ctrl-C ends it soon: searches end at once, no further game begins."""
    return _here.under_way.call(entry, *arguments) if is_among_threads() else entry(*arguments)


class Threads:
    """Threads that make calls side by side. They start when first needed, and end with :meth:`close` or with this object.

    Attributes:
        count: how many.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0  # a fork has no threads but its own
        self._under_way = UnderWay()

    def run(self, calls: Sequence[Callable[[], Found]]) -> list[Found]:
        """Make calls side by side. Returns what they return, in their order.

        Raises:
            Exception: the first one of those that calls raised, in their order, when all have ended; KeyboardInterrupt: Ctrl-C,
                also when all have ended, those under way before their time.
        """
        if self._pool is None or self._process != os.getpid():
            self._under_way, self._process = UnderWay(), os.getpid()
            self._pool = ThreadPoolExecutor(self.count, "tactica", initializer=_begin, initargs=(self._under_way,))
        self._under_way.is_stopping = False
        begun: list[Future[Found]] = []
        try:
            begun.extend(map(self._pool.submit, calls))
            wait(begun)
        except BaseException:
            for one in begun:
                one.cancel()
            self._under_way.stop()
            wait(begun)
            raise
        return [one.result() for one in begun]

    def close(self) -> None:
        """End the threads; the next :meth:`run` starts others."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

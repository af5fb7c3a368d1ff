"""Computer players at work: those of each battle in a thread of its own, so that pages are answered meanwhile.

A search is one call of a kernel, which may take minutes. This is what makes it safe to answer pages all the while:

- Kernels release the interpreter, and write into the record they look at: players look at a copy of the battle.
- Only the thread of a battle draws from the generators of its players, and there is never more than one.
- An answer is given under the lock of the battle. Until then nothing can change it: no person plays the deciding side.
- Working space of searches and networks belongs to the thread. The arrays of players that all battles share are replaced,
not
  changed, when a player is added (``engine/rows.py``), and a battle holds the rows of its behaviours.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from ...envs.core.loops.searchers import STOP
from ..watch.deciding import Deciders, PlayerFailed

if TYPE_CHECKING:
    from .match import Match

LAST_WORDS = 2.0  # seconds in which a search that is interrupted comes to its end


class Thinker:
    """Lets the players of a battle that are no people decide.

    Attributes:
        is_closed: whether nothing is decided any more.
    """

    def __init__(self, match: Match, deciders: Deciders) -> None:
        self.is_closed = False
        self._match, self._deciders = match, deciders
        self._news = threading.Condition(match.lock)
        self._thread: threading.Thread | None = None
        self._until, self._left = 0.0, -1
        self._counts: Any = None  # of the thread's searches
        self._trouble: Exception | None = None

    @property
    def is_at_work(self) -> bool:
        """Whether a computer player is thinking."""
        return self._thread is not None

    def work(self, patience: float, most: int | None) -> None:
        """Let them decide until a person is to decide or the battle is over, and wait for it.

        Args:
            patience: seconds to wait, during which the battle's lock is released. A player that is thinking then still
                finishes its decision, the last one, without anyone waiting.
            most: how many decisions, None any number. It counts for a series that begins now.

        Raises:
            Exception: what went wrong in a player.
        """
        until = self._until = time.monotonic() + patience
        if self._thread is None and self._match.is_waiting and not self.is_closed:
            self._left = -1 if most is None else most
            self._thread = threading.Thread(target=self._work, daemon=True)
            self._thread.start()
        mine = self._thread
        while mine is not None and self._thread is mine and (left := until - time.monotonic()) > 0:
            self._news.wait(left)
        if self._trouble is not None:
            trouble, self._trouble = self._trouble, None
            raise trouble

    def close(self) -> None:
        """Decide nothing any more; a search under way is interrupted."""
        self.is_closed = True
        if self._counts is not None:
            self._counts[STOP] = 1
        self._news.notify_all()

    def join(self) -> None:
        """Wait for a search that was interrupted; the lock is not held."""
        thread = self._thread
        if thread is not None:
            thread.join(LAST_WORDS)

    def _work(self) -> None:
        match, taken = self._match, 0
        twin = match.game.clone()
        try:
            while self._begin(twin, taken):
                try:
                    answer, says = self._deciders.choose(twin), ""
                except PlayerFailed as failure:
                    answer, says = None, str(failure)
                with match.lock:
                    if not self.is_closed:
                        match.decided(answer, says)
                taken += 1
        except Exception as error:
            self._end(error)

    def _begin(self, twin: Any, taken: int) -> bool:
        """Put the present position into a copy, if there is to be one more decision; else this is the end."""
        match = self._match
        with match.lock:
            is_late = taken > 0 and time.monotonic() > self._until
            if self.is_closed or is_late or taken == self._left or not match.is_waiting:
                self._end()
                return False
            twin.lanes[0] = match.game.lanes[match.game.row]
            self._counts = match.game.loops.everybody().counts
            return True

    def _end(self, trouble: Exception | None = None) -> None:
        with self._match.lock:
            self._thread = self._counts = None
            self._trouble = trouble
            self._news.notify_all()

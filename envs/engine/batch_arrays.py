"""The arrays of many games at once: states, records of slots, buffers of observations; and who plays in them."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core.loops.arguments import SlotArrays, Stage, View
from ..core.loops.seats import ALTERNATE, EVERY_SEAT, FIXED_SEATS, FORFEIT_GAME, LET_CHANCE_ANSWER, REFUSE
from ..core.loops.threads import Threads
from ..core.ruleset import Ruleset
from ..core.state import as_lanes
from ..rulesets import get
from .gate import as_choice, as_number, as_share, check_games, thread_count
from .pools import StartPool, plain
from .seating import Seating, check_layout, shares
from .snapshots import Shelf
from .spaces import Layout

__all__ = ["ILLEGAL_MODES", "BatchArrays", "ThreadPart", "spans_of"]

MOST_SHAPING = 1_000_000  # as a weight of rewards; float32 sums stay finite
FINAL = 2  # the place of the ends of games among views
ILLEGAL_MODES = {"raise": REFUSE, "forfeit": FORFEIT_GAME, "random_legal": LET_CHANCE_ANSWER}


class ThreadPart(NamedTuple):
    """The slots that one thread steps, and the arrays of these that kernels are called with.

    Attributes:
        slots: which.
        arrays: of these.
        views: both buffers of observations.
        final: where the ends of games are shown.
    """

    slots: slice
    arrays: SlotArrays
    views: tuple[View, View]
    final: View


def spans_of(count: int, parts: int) -> list[slice]:
    """At most so many spans that take in ``count`` places, none of them empty but where there is no place."""
    parts = max(min(count, parts), 1)
    ends = [count * k // parts for k in range(parts + 1)]
    return [slice(start, end) for start, end in itertools.pairwise(ends)]


class BatchArrays:
    """What games side by side are made of; ``Batch`` plays them.

    Attributes:
        ruleset, pool, layout: the ruleset, the starts, and the layout of observations and choices.
        states: state records (n,).
        games: one GAME record of ``core/loops/batch.py`` for every slot: reward, ended, viewer, seats and so on.
        control: the one CONTROL record: seed, seats, opponents, shaping.
        seating: the policies behind the seat codes.
        opponents, weights: who plays the sides the caller does not, and how often each is drawn.
        threads: how many step the games; they are never more than the games.
        is_reset: whether games have been started.
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        pool: StartPool,
        num: int,
        *,
        layout: str | Layout | Mapping[str, Any] = "auto",
        mirror: bool = False,
        sight: str = "side",
        seat: int | str | None = 0,
        opponents: Sequence[Any] = ("random",),
        weights: Sequence[float] | None = None,
        illegal: str = "raise",
        shaping: float = 0.0,
        discount: float = 1.0,
        autoreset: bool = True,
        time_limit: float | None = None,
        on_error: str = "raise",
        slots: Sequence[int] | np.ndarray | None = None,
        threads: int = 1,
    ) -> None:
        """Make the arrays; nothing is started.

        Args:
            ruleset: slug or ruleset.
            pool: the starts.
            num: games.
            layout, mirror, sight: see :meth:`Layout.of`.
            seat: side the caller plays, ``alternate`` for turn and turn about, None when every decision is the
                caller's, ``fixed`` when ``games["next_seats"]`` says who plays.
            opponents, weights: who plays the other sides, drawn for every game and side.
            illegal: ``raise``, ``forfeit`` or ``random_legal``.
            shaping, discount: weight and discount of potential-based shaping; 0 for none.
            autoreset: begin the next game in the call that ends one.
            time_limit, on_error: see ``engine.policies.Host``.
            slots: number of each slot for seeding, 0..num-1 when not given.
            threads: how many step the games, 0 for one on each core; the games are the same.

        Raises:
            ValueError: an argument has no such value; TypeError: it is of another kind; LayoutMismatch: the layout does not fit.
        """
        check_games(num)
        self.threads = min(thread_count(threads), num)
        self._threads = Threads(self.threads)
        self._is_loaded = False
        if illegal not in ILLEGAL_MODES:
            raise ValueError(f"illegal {illegal!r} is not one of {', '.join(map(repr, ILLEGAL_MODES))}")
        self.ruleset = get(ruleset)
        self.pool = pool
        self.loops: Any = self.ruleset.loops
        self.layout = Layout.of(self.ruleset, pool.states, layout, mirror, sight)
        self.num = int(num)
        self.shelf = Shelf(pool.books, pool.fields)
        self.pool_states = plain(pool.states)
        self.pool_lanes = as_lanes(self.pool_states)
        self.states = plain(self.ruleset.new_states(num))
        self.lanes = as_lanes(self.states)
        self.games = np.zeros(num, self.loops.GAME)
        self.games["slot"] = np.arange(num) if slots is None else slots
        self.games["next_row"] = -1
        self.control = np.zeros(1, self.loops.CONTROL)
        self.control["illegal"] = ILLEGAL_MODES[illegal]
        self.control["autoreset"] = autoreset
        self.control["observed"] = 1
        self.control["seat_mode"] = self._seat_mode(seat)
        self.control["shaping"] = as_number("shaping", shaping)
        if abs(shaping) > MOST_SHAPING:
            raise ValueError(f"shaping={shaping!r}: allowed: numbers from -{MOST_SHAPING:,} to {MOST_SHAPING:,}")
        self.control["discount"] = as_share("discount", discount)
        if shaping and not self.ruleset.book.looking.has_potential:
            raise ValueError(f"{self.ruleset.slug} has no observe.potential; rewards cannot be shaped")
        self.seating = Seating(self.ruleset, time_limit=time_limit, on_error=on_error)
        self.opponents: list[Any] = []
        self.weights: Sequence[float] | None = None
        self._changed = False  # there may be policies that no game needs any more
        self._number = uuid.uuid4().int
        self.set_opponents(opponents, weights)
        self._buffers = (self.layout.buffers(num), self.layout.buffers(num))
        self._final = self.layout.buffers(num)
        self._now = 0
        self._everyone = np.ones(num, np.bool_)
        self._reasons: dict[int, tuple[int, str]] = {}  # by slot: the number of a forfeited game, and why
        self._decider_side = self.states["decider_side"]
        stage = Stage(
            self.states, self.lanes, self.shelf.books, self.shelf.fields, self.pool_states, self.pool_lanes,
            self.ruleset.state.snapshot_lanes,
        )  # fmt: skip
        self._slots = SlotArrays(stage, self.layout.record, self.games, self.control)
        self._shown = np.zeros((3, num, 2), np.int64)  # which game each row of a buffer shows
        self._views = [
            View(shown, buffer["grid"], buffer["units"], buffer["context"], buffer["action_mask"])
            for shown, buffer in zip(self._shown, (*self._buffers, self._final), strict=True)
        ]
        self._parts = [self._part(slots) for slots in spans_of(self.num, self.threads)]
        self.is_reset = False

    def _part(self, slots: slice) -> ThreadPart:
        """The arrays of some slots."""
        stage = self._slots.stage
        some = stage._replace(states=stage.states[slots], lanes=stage.lanes[slots])
        now, after, final = (View(*(array[slots] for array in view)) for view in self._views)
        return ThreadPart(slots, self._slots._replace(stage=some, games=self.games[slots]), (now, after), final)

    def close(self) -> None:
        """End the threads; the next call starts others."""
        self._threads.close()

    def _seat_mode(self, seat: int | str | None) -> int:
        if seat is None:
            return EVERY_SEAT
        if seat == "alternate":
            return ALTERNATE
        if seat == "fixed":
            return FIXED_SEATS
        fewest = int(self.pool_states["side_count"].min())
        if isinstance(seat, bool | np.bool_) or not 0 <= as_choice(seat) < fewest:
            raise ValueError(f"seat {seat!r} is not 0..{fewest - 1} or 'alternate'")
        return int(seat)

    def set_opponents(self, policies: Sequence[Any], weights: Sequence[float] | None = None) -> None:
        """Who plays the sides the caller does not, from the next game on.

        Args:
            policies: names of in-kernel policies, policies, functions.
            weights: how often each is drawn, in any unit; equally often when not given.

        Raises:
            ValueError: no policy, too many, or invalid weights; UnknownPolicy: no such name.
        """
        most = self.control["opponents"].shape[1]
        if not 0 < len(policies) <= most:
            raise ValueError(f"{len(policies)} opponents; allowed: 1..{most}")
        ends = shares(len(policies), weights)
        for policy in policies:
            check_layout(policy, self.ruleset, self.pool_states)
        codes = self.seating.codes(policies)
        self.opponents, self.weights = list(policies), weights
        self._changed = self.control["seat_mode"][0] != FIXED_SEATS
        self.control["opponent_count"] = len(policies)
        self.control["opponents"][0, : len(codes)] = codes
        self.control["weights"][0, : len(codes)] = ends

    @property
    def _drawn(self) -> Any:
        """Codes opponents are drawn from."""
        return self.control["opponents"][0, : int(self.control["opponent_count"][0])]

    def _let_go(self) -> None:
        """Forget policies that have been replaced as opponents, once their last games have ended."""
        drawn = set(self._drawn.tolist())
        named = np.unique(np.stack([self.games["last_seats"], self.games["next_seats"]])).tolist()
        self.seating.let_go(drawn.union(np.unique(self.games["seats"]).tolist()), named)
        self._changed = not drawn.issuperset(-2 - k for k in self.seating.hosts)

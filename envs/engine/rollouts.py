"""Whole games between policies, with results as arrays: the basis of tournaments, search and balance studies.

>>> results = tactica.play_games("wfrp1", "small", policies=("random", "random"), games=10_000, seed=1)
>>> results.wins, results.rounds.mean(), results.fired_by_name()

Games between in-kernel policies are played to the end inside the kernel. Where a Python policy takes part, a few hundred games
run side by side and each policy is asked for all its positions together. Game k depends on (seed, k) alone, whatever the number
of processes and threads.
"""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import pickle
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from ..core.loops.arguments import GameResults, Stage
from ..core.loops.threads import Threads
from ..core.printable import error_text
from ..core.ruleset import Ruleset
from ..core.state import FORFEIT, KEYED_SLOT, STALLED, as_lanes
from ..rulesets import get
from .batch import Batch
from .batch_arrays import spans_of
from .gate import MOST_PLAYED, as_count, as_rows, as_truth, seed_of, thread_count
from .options import SITUATIONS, columns_of, name_of_option, option_at
from .players import barred_policies, seat_code
from .policies import check_patience, name_of
from .pools import StartPool, Starts, open_pool, plain, split_name
from .ranks import rewards_by_rank
from .rows import held
from .scripts import GUARD, refuse_unguarded_script
from .seating import check_layout
from .spaces import Layout

__all__ = ["Results", "play_games", "refuse_unguarded_script"]

BATCH = 256  # games with Python policies that run side by side; fixed, so that results do not depend on ``jobs``
SPANS = 8  # of games for each thread, so that none is long without one when games differ in length


@dataclass
class Results:
    """How games ended. Every array has one entry per game.

    Attributes:
        ruleset: slug.
        policies: names, in the order given.
        seats: which of ``policies`` played each side, int16 (games, sides), -1 where there is no such side.
        ranks: place of each side, 1 best, equal when drawn, 0 no such side; int16 (games, sides).
        endings: an Ending of the ruleset; 126 forfeited, 127 cut off by the safety cap; int16.
        rounds, decisions: int32.
        rows: start of the pool; int64.
        legal: legal answers met, summed over the decisions, int64; 0 for games with Python policies.
        fired: how often each event kind fired, added up over all games: int64 (kinds,).
        tallies: for each side and event kind, added up over all games: how often it fired for a unit of that side that acted,
            the amounts of these, and the amounts of those that befell a unit of that side; int64 (3, sides, kinds).
        gaps: cells between the unit that decided and its nearest enemy, added up for each side over the decisions of
            policies, and how many these were; int64 (2, sides).
        used: how often each option was offered to each side, and chosen by it, added up over all games: int64 (2, sides,
            verbs, columns, situations); see :meth:`options`. 0 for games with Python policies.
        reasons: why games were forfeited, by game number.
        seed, first_game: what the games were seeded from; game k is (seed, 0 or -1 if keyed, first_game + k).
    """

    ruleset: str
    policies: tuple[str, ...]
    seats: np.ndarray
    ranks: np.ndarray
    endings: np.ndarray
    rounds: np.ndarray
    decisions: np.ndarray
    rows: np.ndarray
    legal: np.ndarray
    fired: np.ndarray
    tallies: np.ndarray
    gaps: np.ndarray
    used: np.ndarray
    seed: int
    first_game: int = 0
    reasons: dict[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.endings)

    @property
    def rewards(self) -> np.ndarray:
        """Reward of each side by rank, in [-1, 1]: float64 (games, sides)."""
        return rewards_by_rank(self.ranks, (self.ranks > 0).sum(1))

    def scores(self, policy: int) -> np.ndarray:
        """Mean reward of a policy over the sides it played, one a game: float64 (games,); nan where it did not play."""
        played = self.seats == policy
        count = played.sum(1)
        total = np.where(played, self.rewards, 0.0).sum(1)
        return np.where(count > 0, total / np.maximum(count, 1), np.nan)

    @property
    def wins(self) -> np.ndarray:
        """Games each side came first in alone: int64 (sides,)."""
        first = self.ranks == 1
        return (first & (first.sum(1) == 1)[:, None]).sum(0)

    @property
    def draws(self) -> int:
        """Games in which several sides shared the first place."""
        return int(((self.ranks == 1).sum(1) > 1).sum())

    @property
    def forfeits(self) -> int:
        """Games a side forfeited."""
        return int((self.endings == FORFEIT).sum())

    @property
    def stalled(self) -> int:
        """Games stopped by the decision limit."""
        return int((self.endings == STALLED).sum())

    def fired_by_name(self) -> dict[str, int]:
        """How often each event fired, by its name in the ruleset's vocabulary, those that fired."""
        events = get(self.ruleset).book.vocab.events
        return {events(kind).name: int(self.fired[kind]) for kind in np.flatnonzero(self.fired).tolist()}

    def options(self) -> dict[str, np.ndarray]:
        """How often each option was offered to each side and chosen by it: name -> int64 (2, sides, situations).

        The first situation is all of them; the others, where they were counted, are ``engine.options.SITUATIONS``. A mode or an
        item of a verb is offered when it is asked for, so after the verb has been chosen; answers given unasked are not counted.
        """
        ruleset = get(self.ruleset)
        verbs, columns = np.nonzero(self.used[0, :, :, :, 0].sum(0))
        return {
            name_of_option(ruleset, option_at(ruleset, verb, column)): self.used[:, :, verb, column]
            for verb, column in zip(verbs.tolist(), columns.tolist(), strict=True)
        }

    def measures(self) -> dict[str, np.ndarray]:
        """What each side did, as the ruleset's ``tactics.MEASURES`` say: a game's mean by name, float64 (sides,).

        Besides these ``distance kept``, the mean number of cells to the nearest enemy when a unit decided. nan: did not play.
        """
        games = np.where((self.ranks > 0).any(0), (self.ranks > 0).sum(0), np.nan)
        with np.errstate(invalid="ignore"):
            means = {
                measure.name: self.tallies[measure.row][:, list(measure.kinds)].sum(1) / games
                for measure in get(self.ruleset).book.tactics.measures
            }
            means["distance kept"] = self.gaps[0] / np.where(self.gaps[1] > 0, self.gaps[1], np.nan)
        return means

    @staticmethod
    def joined(parts: list[Results]) -> Results:
        """Results of one run played in parts."""
        first = parts[0]
        if len(parts) == 1:
            return first
        arrays = {
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in ("seats", "ranks", "endings", "rounds", "decisions", "rows", "legal")
        }
        reasons = {game: text for part in parts for game, text in part.reasons.items()}
        sums = {
            name: np.sum([getattr(part, name) for part in parts], axis=0)
            for name in ("fired", "tallies", "gaps", "used")
        }
        return Results(
            first.ruleset, first.policies, seed=first.seed, first_game=first.first_game, reasons=reasons, **arrays, **sums,
        )  # fmt: skip

    def __repr__(self) -> str:
        sides = int((self.ranks > 0).sum(1).max()) if len(self) else 0
        parts = [f"side {side} won {self.wins[side]}" for side in range(sides)] + [f"{self.draws} drawn"] * (sides > 0)
        rare = (self.forfeits, "forfeited"), (self.stalled, "stalled")
        parts += [f"{count} {what}" for count, what in rare if count]
        came = f": {', '.join(parts)}" if parts else ""
        return f"Results({self.ruleset}, {' v '.join(self.policies)}, {len(self)} games{came})"


def play_games(
    ruleset: str | Ruleset,
    scenario: Any = None,
    *,
    policies: Sequence[Any] = ("random", "random"),
    games: int = 1000,
    seed: int = 0,
    first_game: int = 0,
    alternate: bool = False,
    rows: Sequence[int] | np.ndarray | None = None,
    jobs: int = 1,
    threads: int = 1,
    layout: str | Layout = "auto",
    mirror: bool = False,
    time_limit: float | None = None,
    on_error: str = "forfeit",
    pool_size: int | None = None,
    pool_seed: int = 0,
    split: str = "train",
    rules: Mapping[str, int | bool | str] | None = None,
    forbid: Sequence[Any] = (),
    situations: bool = False,
    keyed: bool = False,
    on_end: Callable[[int, Any], None] | None = None,
) -> Results:
    """Play whole games and return how they ended.

    Args:
        ruleset, scenario: as in ``make_vec``.
        policies: who plays side 0, 1, ...: in-kernel policies by name, policies or functions; the last plays any further sides.
        games: how many.
        seed, first_game: game k is seeded from (seed, 0, first_game + k), or -1 for 0 if keyed; a seed is in 0..2^64 - 1.
        alternate: rotate policies by one side from game to game (two policies: swap seats every other game).
        rows: for each game the row of the pool that it starts from; drawn by the seed if not given.
        jobs: processes, up to one per core. Scripts need ``if __name__ == "__main__":``; Python policies must be picklable.
        threads: how many play in each process, 0 for one on each core; Python policies are asked one after the other.
        layout, mirror: what Python policies see.
        time_limit: seconds a Python policy may take for one call.
        on_error: a Python policy that raises, stalls or answers illegally loses its game (``forfeit``), or stops all (``raise``).
        pool_size, pool_seed, split: of the starts.
        rules: knobs by address, which override the scenario's own.
        forbid: options that are not chosen, such as ``["parry", "strike.stun"]``, see :mod:`tactica.envs.engine.options`; or one
            such list, or None, for each of ``policies``. Python policies cannot be restricted.
        situations: also count options by situation.
        keyed: let each die depend on its round, unit and purpose: games that differ in a decision or rule share all other dice.
        on_end: called with each game's number and last position, a state record that is played on; with one job and thread only.

    Raises:
        ValueError, TypeError: an invalid argument; UnknownOption, UnknownPolicy: no such option or policy;
        LayoutMismatch: a policy's own layout is too small; PolicyError: with ``on_error="raise"``; TypeError: policies that
        cannot be pickled, with several jobs; RuntimeError: a worker process died, or your script runs again in each of them.
    """
    found, scenario = split_name(ruleset, scenario)
    if not isinstance(policies, list | tuple) or not policies:
        raise ValueError(f"policies={policies!r}: allowed: a list with one for each side, such as ('random', 'random')")
    games, first_game = as_count("games", games, 0, MOST_PLAYED), as_count("first_game", first_game, 0, 2**62)
    jobs, threads = as_count("jobs", jobs, 1, MOST_PLAYED), thread_count(threads)
    for name, flag in (("alternate", alternate), ("situations", situations), ("keyed", keyed), ("mirror", mirror)):
        as_truth(name, flag)
    check_patience(time_limit, on_error)
    if on_end is not None and (jobs > 1 or threads > 1):
        raise ValueError("on_end is called in this process, game by game; play with jobs=1 and threads=1")
    if games > 1:
        found.wait_until_compiled()
    policies = barred_policies(policies, forbid)
    pool = open_pool(found, scenario, n=pool_size, seed=pool_seed, split=split, rules=rules)
    sides = int(pool.states["side_count"].max())
    if len(policies) > sides:
        raise ValueError(f"{len(policies)} policies for {sides} sides")
    rows = None if rows is None else as_rows(rows, games, len(pool.states))
    Layout.of(found, pool.states, layout, mirror)
    codes = [seat_code(found, policy) for policy in policies]
    for policy in policies:
        check_layout(policy, found, pool.states)
    work = GamesWork(
        found, pool, tuple(policies), seed_of(seed), alternate, rows, layout, mirror, time_limit,
        on_error, first_game, situations, KEYED_SLOT if keyed else 0, on_end, threads,
    )  # fmt: skip
    play = work.in_kernel if (in_kernel := None not in codes) else work.with_policies
    size = BATCH if not in_kernel else max(-(-games // jobs), 1)
    spans = [(start, min(start + size, games)) for start in range(0, games, size)] or [(0, 0)]
    if jobs == 1 or len(spans) == 1:
        return Results.joined([play(*span) for span in spans])
    refuse_unguarded_script(jobs)
    play(0, 0)  # compiles, before the others would all do so
    sent = replace(work, pool=Starts(found, pool.states, pool.books, pool.fields))
    context = multiprocessing.get_context("spawn")
    try:
        packed = pickle.dumps(sent)
    except Exception as error:
        what = f"the policies cannot be sent to other processes ({error_text(error)})"
        raise TypeError(f"{what}; define them at the top of a module, or play with jobs=1") from None
    # In a file: a process that dies before it has read many arguments from its pipe leaves its parent waiting for ever.
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "work"
        file.write_bytes(packed)
        try:
            with ProcessPoolExecutor(
                min(jobs, len(spans)), mp_context=context, initializer=_take_up, initargs=(str(file), play.__name__)
            ) as processes:
                return Results.joined(list(processes.map(_play_span, spans)))
        except BrokenProcessPool:
            raise RuntimeError(f"a worker process died: a policy ended it, memory ran out, or else {GUARD}") from None


_play: Any = None  # in a process of its own: what it plays its spans with


def _take_up(file: str, how: str) -> None:
    global _play
    _play = getattr(pickle.loads(Path(file).read_bytes()), how)


def _play_span(span: tuple[int, int]) -> Results:
    results: Results = _play(*span)
    return results


@dataclass
class GamesWork:
    """What a process needs to play some of the games."""

    ruleset: Ruleset
    pool: StartPool
    policies: tuple[Any, ...]
    seed: int
    alternate: bool
    rows: np.ndarray | None
    layout: str | Layout
    mirror: bool
    time_limit: float | None
    on_error: str
    first_game: int
    situations: bool = False
    slot: int = 0
    on_end: Callable[[int, Any], None] | None = None
    threads: int = 1

    def seats(self, start: int, end: int) -> np.ndarray:
        """Which policy plays each side in games start..end: int16 (n, sides)."""
        sides = self.ruleset.state.capacities.sides
        turn = (self.first_game + np.arange(start, end))[:, None] * int(self.alternate)
        last = len(self.policies) - 1
        if self.alternate:
            taking_part = int(plain(self.pool.states)["side_count"].max())
            place = (np.arange(sides) + turn) % max(taking_part, 1)
        else:
            place = np.arange(sides) + turn
        return np.minimum(place, last).astype(np.int16)

    @property
    def used(self) -> tuple[int, ...]:
        """Shape of what is counted of options."""
        verbs = self.ruleset.book.choices.verb_count
        buckets = len(SITUATIONS) if self.situations else 1
        return 2, self.ruleset.state.capacities.sides, verbs, columns_of(self.ruleset), buckets

    def rows_of(self, start: int, end: int, states: np.ndarray) -> np.ndarray:
        """Start of each of the games start..end: int64 (n,)."""
        if self.rows is not None:
            return self.rows[start:end]
        rows = np.zeros(end - start, np.int64)
        self.ruleset.loops.draw_rows(states, self.seed, 0, self.first_game + start, np.zeros(4, np.int64), rows)
        return rows

    def blank(self, start: int, end: int, rows: np.ndarray) -> Results:
        """Results with room for games start..end."""
        count = end - start
        sides, kinds = self.ruleset.state.capacities.sides, self.ruleset.state.capacities.kinds
        taking_part = plain(self.pool.states)["side_count"][rows]
        seats = np.where(np.arange(sides) < taking_part[:, None], self.seats(start, end), -1).astype(np.int16)
        return Results(
            self.ruleset.slug, tuple(name_of(policy) for policy in self.policies), seats,
            np.zeros((count, sides), np.int16), np.zeros(count, np.int16), np.zeros(count, np.int32),
            np.zeros(count, np.int32), rows, np.zeros(count, np.int64), np.zeros(kinds, np.int64),
            np.zeros((3, sides, kinds), np.int64), np.zeros((2, sides), np.int64), np.zeros(self.used, np.int64), self.seed,
            self.first_game + start,
        )  # fmt: skip

    def codes(self) -> np.ndarray:
        """The seat codes of policies that play inside the kernel."""
        return np.array([seat_code(self.ruleset, policy) for policy in self.policies], np.int64)

    def in_kernel(self, start: int, end: int) -> Results:
        """Play games start..end inside the kernel, side by side in threads."""
        if self.threads == 1:
            return self.in_thread(start, end)
        spans = spans_of(end - start, SPANS * self.threads)
        with held(self.ruleset, self.codes().tolist()), Threads(self.threads) as threads:
            self.in_thread(start, start)  # loads all, before several threads would
            calls = [functools.partial(self.in_thread, start + span.start, start + span.stop) for span in spans]
            return Results.joined(threads.run(calls))

    def in_thread(self, start: int, end: int) -> Results:
        """Play games start..end inside the kernel, in this thread."""
        loops: Any = self.ruleset.loops
        pool_states = plain(self.pool.states)
        results = self.blank(start, end, self.rows_of(start, end, pool_states))
        codes = self.codes()
        states, seats = plain(self.ruleset.new_states(1)), codes[self.seats(start, end)]
        stage = Stage(
            states, as_lanes(states), plain(self.pool.books), plain(self.pool.fields), pool_states, as_lanes(pool_states),
            self.ruleset.state.snapshot_lanes,
        )  # fmt: skip
        step = (end - start if self.on_end is None else 1) or 1
        with held(self.ruleset, codes.tolist()):
            for k in range(0, max(end - start, 1), step):
                some = slice(k, k + step)
                written = GameResults(
                    results.ranks[some], results.endings[some], results.rounds[some], results.decisions[some],
                    results.legal[some], results.fired, results.tallies, results.gaps, results.used,
                    np.eye(1, results.used.shape[-1], dtype=np.int64)[0],
                )  # fmt: skip
                loops.play_games(
                    stage, results.rows[some], self.seed, self.slot, self.first_game + start + k,
                    seats[some], np.zeros(4, np.int64), written,
                )  # fmt: skip
                if self.on_end is not None and end > start:
                    self.on_end(self.first_game + start + k, states[0])
        return results

    def with_policies(self, start: int, end: int) -> Results:
        """Play games start..end side by side, asking Python policies for all their positions together."""
        pool_states = plain(self.pool.states)
        results = self.blank(start, end, self.rows_of(start, end, pool_states))
        batch = Batch(
            self.ruleset, self.pool, max(end - start, 1), layout=self.layout, mirror=self.mirror, seat="fixed",
            autoreset=False, time_limit=self.time_limit, on_error=self.on_error,
            slots=np.full(max(end - start, 1), self.slot, np.int64), threads=self.threads,
        )  # fmt: skip
        with contextlib.closing(batch):
            self.play_in(batch, start, end, results)
        return results

    def play_in(self, batch: Batch, start: int, end: int, results: Results) -> None:
        """Play games start..end in a batch of as many, and write the results."""
        if end == start:
            batch.compile()
            return
        codes = np.array(batch.seating.codes(self.policies), np.int64)
        batch.control["observed"] = 0
        batch.seed(self.seed, self.first_game + np.arange(start, end))
        batch.seating.seed(self.seed, self.first_game + start)
        batch.games["next_row"] = results.rows
        batch.games["next_seats"] = codes[self.seats(start, end)]
        batch.reset()
        games = batch.games
        results.ranks[:] = games["last_rank"]
        results.endings[:] = games["last_ending"]
        results.rounds[:] = games["last_round"]
        results.decisions[:] = games["last_decisions"]
        results.fired[:] = batch.states["fired"].sum(0)
        for row, name in enumerate(("by_who", "amount_by_who", "amount_to_target")):
            results.tallies[row] = batch.states[name].sum(0)
        results.gaps[:] = batch.states["gap_sum"].sum(0), batch.states["gap_count"].sum(0)
        for i in np.flatnonzero(games["last_reason"]).tolist():
            results.reasons[self.first_game + start + i] = batch.reason(i)
        if self.on_end is not None:
            for k in range(end - start):
                self.on_end(self.first_game + start + k, batch.states[k])

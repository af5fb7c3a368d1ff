"""Random legal games over many scenarios with the ruleset's invariants after every decision; failures shrunk and saved.

>>> report = fuzz("wfrp1", decisions=100_000)
>>> report.ok, report.decisions, report.failures
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ...envs import scenario as scenarios
from ...envs.core.compiler import COMPILED
from ...envs.core.loops.arguments import Fuzzed, Stage
from ...envs.core.state import WATCHED, as_lanes, overrun_words, room_for
from ...envs.engine.game import Game
from ...envs.engine.pools import StartPool, plain
from ...envs.replay import record, save
from ...envs.rulesets import Ruleset, get

__all__ = ["Failure", "Report", "fuzz"]

LONGEST = 200_000  # answers saved of one game
CHUNK = 50_000 if COMPILED else 300  # decisions between two looks at the clock
STARTS = 64  # of a scenario that leaves something to chance
SHRINK_SECONDS = 20.0
RAISED = 10_000  # what is broken when a rule raises, which it can only interpreted
OUT_OF_ROOM = -10  # as in core/loops/fuzzing.py
OTHERS = {-1: "the battle does not end: it hit the decision limit", -2: "ended without a first place"}


@dataclass(frozen=True)
class Failure:
    """A game in which something broke.

    Attributes:
        scenario: where.
        broken: number of what is broken, and in words.
        seed, game, row: base seed, game number and start.
        found_at: decisions until it broke when it was found.
        shrunk_to: decisions of the shortest game found that breaks the same way.
        replay: where that is saved, None when it could not be.
    """

    scenario: str
    broken: int
    what: str
    seed: int
    game: int
    row: int
    found_at: int
    shrunk_to: int
    replay: Path | None


@dataclass
class Report:
    """What a run has done.

    Attributes:
        ruleset, seed: slug and base seed.
        games, decisions, legal: played; legal answers met, summed over the decisions.
        seconds: time spent.
        by_scenario: decisions in each.
        room: the highest use of each capacity of the state, and how much there is room for.
        failures: what broke.
    """

    ruleset: str
    seed: int
    games: int = 0
    decisions: int = 0
    legal: int = 0
    seconds: float = 0.0
    by_scenario: dict[str, int] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    room: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Nothing broke."""
        return not self.failures

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds if self.seconds > 0 else 0.0

    def __str__(self) -> str:
        places = f"{len(self.by_scenario)} {'scenario' if len(self.by_scenario) == 1 else 'scenarios'}"
        what = f"{self.decisions:,} decisions in {self.games:,} games of {places}"
        broken = f"{len(self.failures)} failed" if self.failures else "no invariant broken"
        return f"{what}, {self.seconds:.1f} s, {self.rate:,.0f} decisions/s: {broken}"


class FuzzStarts:
    """The starts of one scenario and what is needed to play them."""

    def __init__(self, ruleset: Ruleset, name: str, pool: Any) -> None:
        self.ruleset, self.name, self.pool = ruleset, name, pool
        self.loops = ruleset.loops
        self.states = plain(ruleset.new_states(1))
        pool_states = plain(pool.states)
        self.stage = Stage(
            self.states, as_lanes(self.states), plain(pool.books), plain(pool.fields), pool_states,
            as_lanes(pool_states), ruleset.state.snapshot_lanes,
        )  # fmt: skip
        self.answers = np.zeros(LONGEST, np.int64)
        self.found = np.zeros(8, np.int64)
        self.most_used = np.zeros(max(WATCHED) + 1, np.int64)
        self.fuzzed = Fuzzed(self.answers, self.found, self.most_used, np.zeros(4, np.int64))
        self.next_game = 0
        self.error = ""

    def asks(self) -> bool:
        """Whether a battle of some start comes to a decision; rules may leave everybody with nothing to choose."""
        stage, rows = self.stage, len(self.stage.pool)
        for row in range(rows):
            self.loops.start_game(
                stage.states, stage.lanes, 0, stage.pool, stage.pool_lanes, row, 0, 0, row, stage.snapshot_lanes
            )
            try:
                self.loops.settle_game(stage.states, 0, stage.books, stage.fields, True)
            except Exception:  # a failure, which a run finds and reports
                return True
            if self.states["ending"][0] == 0:
                return True
        return False

    def run(self, seed: int, budget: int, longest: int = LONGEST, row: int = -1) -> np.ndarray:
        """Play about so many decisions; see ``core/loops/fuzzing.py``. Interpreted, an exception is a failure as well."""
        found = self._play(seed, self.next_game, row, budget, longest, -1)
        self.next_game += int(found[0])
        return found

    def try_answers(self, seed: int, game: int, row: int, answers: np.ndarray) -> tuple[int, np.ndarray]:
        """What breaks when these answers are played, and which of them were legal."""
        self.answers[: len(answers)] = answers
        found = self._play(seed, game, row, 0, LONGEST, len(answers))
        return int(found[3]), self.answers[: int(found[6])].copy()

    def _play(self, seed: int, game: int, row: int, budget: int, longest: int, given: int) -> np.ndarray:
        self.error = ""
        try:
            self.loops.fuzz_games(self.stage, seed, game, row, budget, longest, given, self.fuzzed)
        except Exception as error:
            self.error = f"{type(error).__name__}: {error}"
            self.found[0] += 1
            self.found[3] = RAISED
        return self.found


def words_for(ruleset: Ruleset, broken: int, error: str = "") -> str:
    """What is broken, in words."""
    if error:
        return error
    if broken <= OUT_OF_ROOM:
        return overrun_words(OUT_OF_ROOM - broken, ruleset.state.capacities)
    return OTHERS.get(broken) or ruleset.broken.get(broken, f"invariant {broken}")


def shrink(
    place: FuzzStarts, seed: int, game: int, row: int, answers: np.ndarray, broken: int, seconds: float = SHRINK_SECONDS
) -> tuple[int, np.ndarray]:
    """Look for the shortest game that breaks the same way: other random games first, then answers are left out.

    Returns:
        game number (it seeds the dice) and answers of the shortest found.
    """
    end = time.perf_counter() + seconds
    best_game, best = game, answers.copy()
    half = time.perf_counter() + seconds / 2
    while broken != RAISED and len(best) > 1 and time.perf_counter() < half:
        found = place.run(seed, CHUNK, longest=len(best) - 1, row=row)
        if int(found[3]) == broken:
            best_game, best = int(found[4]), place.answers[: int(found[6])].copy()
        elif int(found[3]) == 0 and int(found[1]) == 0:
            break
    size = max(len(best) // 2, 1)
    while size >= 1 and time.perf_counter() < end:
        at, is_shorter = 0, False
        while at < len(best) and time.perf_counter() < end:
            trial = np.concatenate([best[:at], best[at + size :]])
            what, kept = place.try_answers(seed, best_game, row, trial)
            if what == broken and len(kept) < len(best):
                best, is_shorter = kept.copy(), True
            else:
                at += size
        if not is_shorter or size > len(best):
            size = size // 2
    return best_game, best


def save_failure(place: FuzzStarts, seed: int, game: int, row: int, answers: np.ndarray, path: Path) -> Path | None:
    """Write a game as a replay, as far as it can be played."""
    recording = record(Game(place.ruleset, place.pool).start(row, seed=seed, game=game), ["random"])
    for answer in answers:
        try:
            recording.answer(int(answer))
        except Exception:  # the failure itself, when a rule raises
            break
    recording.players = ["random"] * recording.game.side_count
    return save(recording, path)


def fuzz(
    ruleset: str | Ruleset,
    names: Sequence[Any] | None = None,
    *,
    decisions: int | None = None,
    minutes: float | None = None,
    seed: int = 0,
    out: str | Path = "runs/fuzz",
    most_failures: int = 5,
    shrink_seconds: float = SHRINK_SECONDS,
    progress: Callable[[Report], None] | None = None,
    rules: Mapping[str, int | bool | str] | None = None,
) -> Report:
    """Play random legal games over scenarios in turn.

    Args:
        ruleset: slug or ruleset.
        names: scenarios (names, paths, dicts); all that come with the ruleset when None.
        decisions, minutes: when to stop, whichever comes first; without either, after 100,000 decisions.
        seed: of everything.
        out: folder for the replays of failures.
        most_failures: stop after so many; each scenario is left after its first.
        shrink_seconds: time to look for a shorter failing game.
        progress: called after every chunk.
        rules: knobs by address, over those of the scenarios.

    Raises:
        LookupError: the ruleset has no invariants; ValueError: no scenarios.
    """
    ruleset = get(ruleset)
    if decisions is None and minutes is None:
        decisions = 100_000
    if ruleset.book.checks is None:
        raise LookupError(f"{ruleset.slug} has no invariants.py, so there is nothing to check")
    given = list(names) if names is not None else scenarios.shipped(ruleset.slug)
    if not given:
        raise ValueError(f"{ruleset.slug} has no scenarios")
    places = []
    for one in given:
        loaded = one if isinstance(one, StartPool) else scenarios.load(one, ruleset)
        if isinstance(loaded, StartPool):
            places.append(FuzzStarts(ruleset, "pool", loaded))
        else:
            pool = scenarios.pool(ruleset, loaded, n=STARTS if loaded.is_random else 1, seed=seed, rules=rules)
            places.append(FuzzStarts(ruleset, loaded.key, pool))
    report = Report(ruleset.slug, seed, by_scenario={place.name: 0 for place in places})
    places = [place for place in places if place.asks()]
    if not places:
        raise ValueError(f"no battle of {', '.join(report.by_scenario)} comes to a decision under these rules")
    capacities, most_used = ruleset.state.capacities, np.zeros(max(WATCHED) + 1, np.int64)
    began = time.perf_counter()
    end = began + 60 * minutes if minutes is not None else float("inf")
    most = decisions if decisions is not None else 2**62
    turn = 0
    try:
        while places and report.decisions < most and time.perf_counter() < end and len(report.failures) < most_failures:
            place = places[turn % len(places)]
            share = max(1, min(CHUNK, (most - report.decisions) // max(1, len(places) - turn % len(places))))
            longest = LONGEST if share >= 10_000 else share
            found = place.run(seed, share, longest).copy()
            report.games += int(found[0])
            report.decisions += int(found[1])
            report.legal += int(found[2])
            report.by_scenario[place.name] += int(found[1])
            most_used = np.maximum(most_used, place.most_used)
            report.room = {one.name.lower(): (int(most_used[one]), room_for(one, capacities)) for one in WATCHED}
            report.seconds = time.perf_counter() - began
            turn += 1
            if progress is not None:
                progress(report)
            if int(found[3]) != 0:
                _shrink_and_save(place, seed, found, Path(out), shrink_seconds, report.failures)
                places.remove(place)
                turn = 0
    finally:
        report.seconds = time.perf_counter() - began
    return report


def _shrink_and_save(
    place: FuzzStarts, seed: int, found: np.ndarray, out: Path, seconds: float, failures: list[Failure]
) -> None:
    """Shrink and save a failing game; stopped by Ctrl-C, as short as it is by then."""
    broken, game, row, count = (int(found[i]) for i in (3, 4, 5, 6))
    what = words_for(place.ruleset, broken, place.error)
    short_game, short = game, place.answers[:count].copy()
    try:
        short_game, short = shrink(place, seed, game, row, short.copy(), broken, seconds)
    finally:
        path = out / f"{place.ruleset.slug}-{place.name}-{seed}-{short_game}-{'x' if broken < 0 else ''}{abs(broken)}"
        where = save_failure(place, seed, short_game, row, short, path)
        failures.append(Failure(place.name, broken, what, seed, short_game, row, count, len(short), where))

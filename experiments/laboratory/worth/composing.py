"""What units are worth, and whether their price says so: random rosters for either side, and a regression over them."""

from __future__ import annotations

import hashlib
import math
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ....envs import rulesets
from ....envs.engine.behaviours import Behaviour
from ....envs.engine.rollouts import refuse_unguarded_script
from ....envs.scenario.battle import Fighter
from ....envs.scenario.scenario import Scenario, UnitEntry
from ...common import UserError
from ...sealing import Starts
from ...statistics.paired import holm
from ...statistics.quantiles import normal_quantile
from ..knobs.settings import fresh, held_rules, stream_of, who_plays
from ..running import QuestionFolder, run
from ..shards import Games, Player, Shard, Stream, pool_of
from ..variants import DrawnRosters, apart
from .ranking import best_of
from .regression import Fit, PriceLine, fit, line_through

__all__ = ["RosterQuestion", "UnitWorth", "UnitWorths", "ask", "folder_name", "go_on", "play", "rosters"]

BATTLES = 2000
SHARD = 250
ALPHA = 0.05


class RosterQuestion(msgspec.Struct, frozen=True):
    """The question what the units of a scenario are worth.

    Attributes:
        command: ``rosters``.
        stream: where games begin: a roster of its own for each.
        players: of the first side and of the other.
        battles: rosters; with two different players each is played twice, seats swapped.
        rules: knobs by address.
        digests: of the players.
    """

    command: str
    stream: Stream
    players: tuple[Player, Player]
    battles: Starts
    rules: dict[str, int | bool | str]
    digests: dict[str, str]


@dataclass(frozen=True)
class UnitWorth:
    """The worth of a kind of unit.

    Attributes:
        name: its name or template, with its other keys where several entries share that.
        lists: which lists of the scenario it can be drawn from.
        price: points it costs, 0 without a price.
        taken: how often it was drawn, in all rosters.
        worth, low, high: in rating points, one such unit more; with ``is_relative`` against the mean of its list.
        corrected: chance of a value as large if its worth were zero, corrected for all units (Holm).
        beyond, beyond_low, beyond_high: by how much its worth exceeds what its price predicts, in rating points.
        beyond_corrected: likewise corrected.
        fair: the price it should have, in points; nan if prices do not predict worth.
        first: worth by the first set of battles, see :class:`UnitWorths`.
    """

    name: str
    lists: tuple[int, ...]
    price: int
    taken: int
    worth: float
    low: float
    high: float
    corrected: float
    beyond: float
    beyond_low: float
    beyond_high: float
    beyond_corrected: float
    fair: float
    first: float

    @property
    def verdict(self) -> str:
        """What that makes of its price."""
        if not self.beyond_corrected < ALPHA:
            return ""
        return "underpriced" if self.beyond > 0 else "overpriced"


@dataclass
class UnitWorths:
    """What units are worth.

    Attributes:
        ruleset, scenario, players, rules: what was played.
        budget: points of each side; 0: as the scenario says.
        battles: rosters behind the reported numbers; the same number of other rosters was judged first.
        units: the greatest worth first.
        is_relative: whether worths are measured from the mean of the list, because every side draws equally many of it.
        slope, slope_error: rating points for each point of price; nan without prices.
        seat, seat_error: what the first seat is worth.
    """

    ruleset: str
    scenario: str
    players: tuple[str, str]
    rules: dict[str, Any]
    budget: int
    battles: int
    units: list[UnitWorth]
    is_relative: bool
    slope: float
    slope_error: float
    seat: float
    seat_error: float

    def __getitem__(self, name: str) -> UnitWorth:
        """What a kind of unit is worth."""
        return next(unit for unit in self.units if unit.name == name)

    def rows(self) -> list[dict[str, Any]]:
        """As a table has it."""
        return [
            {name: _plain(getattr(unit, name)) for name in UnitWorth.__dataclass_fields__} | {"verdict": unit.verdict}
            for unit in self.units
        ]

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        about = {name: _plain(getattr(self, name)) for name in self.__dataclass_fields__ if name != "units"}
        return {**about, "units": self.rows()}


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return list(value) if isinstance(value, tuple) else value


def ask(
    scenario: str,
    player: str | Behaviour | None = None,
    against: str | Behaviour | None = None,
    *,
    ruleset: str | None = None,
    battles: int = BATTLES,
    budget: int = 0,
    rules: Mapping[str, Any] | None = None,
    seed: int = 0,
) -> RosterQuestion:
    """Draw up a question; arguments and errors as of :func:`rosters`."""
    stream, loaded = stream_of(scenario, ruleset, seed=seed, starts=battles)
    try:
        apart(loaded, DrawnRosters(budget))
    except ValueError as error:
        raise UserError(str(error)) from None
    if len(loaded.sides) != 2:
        raise UserError(f"{loaded.key} has {len(loaded.sides)} sides; rosters are compared where there are two")
    stream = msgspec.structs.replace(stream, starts=battles, rosters=DrawnRosters(budget))
    slug, held = stream.ruleset, held_rules(loaded.ruleset.rulebook, rules)
    other = who_plays([against], slug)[0] if against is not None else None
    pool_of(msgspec.structs.replace(stream, starts=1), held)
    if player is None:
        player = best_of(msgspec.structs.replace(stream, starts=64), held)
    found = who_plays([player], slug)[0]
    other = other or found
    return RosterQuestion(
        "rosters", stream, (found, other), battles, held, {one.name: one.digest(slug) for one in (found, other)}
    )


def go_on(path: Path) -> tuple[QuestionFolder, RosterQuestion]:
    """The question of a folder.

    Raises:
        UserError: it holds another kind of question, or a player has changed since.
    """
    folder = QuestionFolder.open(path)
    question = folder.asked("rosters", RosterQuestion)
    folder.check(question.stream, question.players, question.digests, question.rules)
    return folder, question


# --- units ------------------------------------------------------------------------------------------------------------------


def names_of(scenario: Scenario) -> dict[tuple[Any, ...], str]:
    """What the units of each entry to choose from are called, by where it stands: the template, with what is written beside it
    where several entries have the same.
    """
    entries = [entry for choice in scenario.choices for entry in choice.entries]
    told: dict[str, set[str]] = {}
    for entry in entries:
        told.setdefault(_short(entry), set()).add(_long(scenario, entry))
    return {entry.path: _short(entry) if len(told[_short(entry)]) == 1 else _long(scenario, entry) for entry in entries}


def _short(entry: UnitEntry) -> str:
    return entry.name or entry.template or "unit"


def _long(scenario: Scenario, entry: UnitEntry) -> str:
    """With what is written beside the template."""
    written: Any = scenario.source.data
    for step in entry.path:
        written = written[step]
    beside = (
        {key: value for key, value in written.items() if key not in ("template", "name")}
        if isinstance(written, dict)
        else {}
    )
    return _short(entry) + (f" ({', '.join(f'{key} {value}' for key, value in beside.items())})" if beside else "")


def counts_of(battles: Sequence[Any], names: Mapping[tuple[Any, ...], str], kinds: Sequence[str]) -> np.ndarray:
    """How many units of each kind either side drew: int64 (battles, 2, kinds)."""
    found = np.zeros((len(battles), 2, len(kinds)), np.int64)
    for row, battle in enumerate(battles):
        for fighter in battle.units:
            if _was_drawn(fighter, names):
                found[row, min(fighter.side, 1), kinds.index(names[fighter.path])] += 1
    return found


def _was_drawn(fighter: Fighter, names: Mapping[tuple[Any, ...], str]) -> bool:
    return fighter.path in names and fighter.bearer < 0


# --- playing ------------------------------------------------------------------------------------------------------------------


def play(
    question: RosterQuestion,
    *,
    folder: QuestionFolder | None = None,
    jobs: int = 1,
    stop: threading.Event | None = None,
    tell: Callable[[int], None] = lambda pairs: None,
) -> UnitWorths:
    """Play battles with random rosters, twice over, and work out what units are worth; arguments as of ``running.run``.

    Raises:
        QuestionStopped: see there.
    """
    scenario = _scenario(question)
    names = names_of(scenario)
    kinds = list(dict.fromkeys(names.values()))
    lists, prices = _lists(scenario, names, kinds)
    fits: list[Fit] = []
    taken = np.zeros(len(kinds), np.int64)
    first, again = question.stream, fresh(question.stream, "rosters", "again")
    wanted = [shards_of(question, stream) for stream in (first, again)]
    games = iter(run([shard for part in wanted for shard in part], folder=folder, jobs=jobs, stop=stop, tell=tell))
    for part in wanted:
        played = Games.joined([next(games) for _ in part])
        battles = [battle for shard in part for battle in pool_of(shard.stream, question.rules).battles]
        counts = counts_of(battles, names, kinds)
        taken = counts.sum((0, 1))
        more = (counts[:, 0] - counts[:, 1]).astype(np.float64)
        fits.append(fitted(question, more, played))
    has_budget = question.stream.rosters is not None and question.stream.rosters.budget > 0
    groups = None if has_budget else np.array([lists[kind][0] for kind in kinds], np.int64)
    return found_of(question, kinds, lists, np.array([prices[kind] for kind in kinds]), taken, fits, groups)


def fitted(question: RosterQuestion, more: np.ndarray, played: Games) -> Fit:
    """The regression over some battles. Who meets itself plays the same game in both seats, so that one is left out.

    Raises:
        UserError: there are too few battles.
    """
    points = [played.points[:, 0], 1 - played.points[:, 1]]
    seats = 1 if question.players[0] == question.players[1] else 2
    try:
        return fit(np.concatenate([more] * seats), np.concatenate(points[:seats]))
    except ValueError as error:
        raise UserError(f"{error}; give more --pairs") from None


def shards_of(question: RosterQuestion, stream: Stream) -> list[Shard]:
    """Every roster of a stream once; each shard draws its own, so that no process draws those of others."""
    one, other = question.players
    found = []
    for at in range(0, question.battles, SHARD):
        size = min(SHARD, question.battles - at)
        here = msgspec.structs.replace(fresh(stream, "rosters", at), starts=size)
        found.append(Shard(here, one, other, 0, size, dict(question.rules)))
    return found


def _scenario(question: RosterQuestion) -> Scenario:
    from ....envs import scenario as scenarios

    return scenarios.load(question.stream.scenario, question.stream.ruleset)


def _lists(
    scenario: Scenario, names: Mapping[tuple[Any, ...], str], kinds: Sequence[str]
) -> tuple[dict[str, tuple[int, ...]], dict[str, int]]:
    """From which lists each kind can be drawn, and what it costs."""
    lists: dict[str, dict[int, None]] = {kind: {} for kind in kinds}
    prices: dict[str, int] = {}
    for number, choice in enumerate(scenario.choices):
        for entry, cost in zip(choice.entries, choice.costs, strict=True):
            lists[names[entry.path]][number] = None
            prices.setdefault(names[entry.path], cost)
    return {kind: tuple(found) for kind, found in lists.items()}, prices


def found_of(
    question: RosterQuestion,
    kinds: Sequence[str],
    lists: Mapping[str, tuple[int, ...]],
    prices: np.ndarray,
    taken: np.ndarray,
    fits: Sequence[Fit],
    groups: np.ndarray | None,
) -> UnitWorths:
    """The result of two regressions on different battles: the reported numbers come from the second; the worth by the first
    stands beside them.
    """
    first, told = fits
    z = normal_quantile(1 - ALPHA)
    sure = holm(_chances(told.values, told.errors))
    line: PriceLine | None = None
    means = 0 if groups is None else len(set(groups.tolist()))
    if (prices > 0).all() and len(set(prices.tolist())) > 1 and len(kinds) > 1 + means:
        line = line_through(told.values, told.covariance, prices.astype(np.float64), groups)
    none = np.full(len(kinds), math.nan)
    beyond, errors = (line.beyond, line.beyond_errors) if line is not None else (none, none)
    beyond_sure = holm(_chances(beyond, errors))
    units = [
        UnitWorth(
            kind, lists[kind], int(prices[k]), int(taken[k]), float(told.values[k]), float(told.values[k] - z * told.errors[k]),
            float(told.values[k] + z * told.errors[k]), float(sure[k]), float(beyond[k]), float(beyond[k] - z * errors[k]),
            float(beyond[k] + z * errors[k]), float(beyond_sure[k]),
            float(prices[k] + beyond[k] / line.slope) if line is not None and line.slope > 2 * line.slope_error else math.nan,
            float(first.values[k]),
        )
        for k, kind in enumerate(kinds)
    ]  # fmt: skip
    units.sort(key=lambda unit: -unit.worth)
    budget = question.stream.rosters.budget if question.stream.rosters else 0
    return UnitWorths(
        question.stream.ruleset, question.stream.scenario, (question.players[0].name, question.players[1].name),
        question.rules, budget, question.battles, units, budget == 0,
        line.slope if line else math.nan, line.slope_error if line else math.nan, told.seat, told.seat_error,
    )  # fmt: skip


def _chances(values: np.ndarray, errors: np.ndarray) -> np.ndarray:
    """Two-sided p-values of values, if the true values were zero; nan for values that are nan, 1 without a positive
    standard error.
    """
    from scipy.stats import norm

    with np.errstate(invalid="ignore", divide="ignore"):
        found: np.ndarray = 2 * norm.sf(np.abs(values) / errors)
    found = np.where(np.isnan(found) & ~np.isnan(values), 1.0, found)
    return np.where(errors > 0, found, np.where(np.isnan(values), math.nan, 1.0))


def folder_name(question: RosterQuestion) -> str:
    """A short name for the folder of a question."""
    digest = hashlib.sha256(msgspec.json.encode(question)).hexdigest()[:8]
    return f"{question.stream.ruleset}-{Path(question.stream.scenario).stem}-rosters-{digest}"


def rosters(
    scenario: str,
    player: str | Behaviour | None = None,
    against: str | Behaviour | None = None,
    *,
    ruleset: str | None = None,
    battles: int = BATTLES,
    budget: int = 0,
    rules: Mapping[str, Any] | None = None,
    seed: int = 0,
    jobs: int = 1,
    folder: str | Path | None = None,
) -> UnitWorths:
    """What each unit of a scenario's ``choose`` is worth: every side draws its own roster, and a regression sorts them out.

    Args:
        scenario: name or file, with units to choose from.
        player: of both sides; by default the best shipped behaviour in a quick ranking.
        against: the player of the other side, if different; then each battle is played twice, seats swapped.
        ruleset: of a bare name.
        battles: random rosters; the same number of fresh ones is played afterwards, which gives the results.
        budget: points each side may spend on units of all lists together; 0: as the lists say.
        rules: knobs by address, over those of the scenario.
        seed: of rosters and dice.
        jobs: processes; the result does not depend on it.
        folder: for the games; None saves nothing.

    Raises:
        UserError, KnobError, ScenarioError, UnknownPolicy, PlayerError: something named is missing or wrong; ValueError: a
        number is too small; RuntimeError: several jobs from an unguarded script.
    """
    if jobs < 1 or battles < 2:
        raise ValueError("jobs must be at least 1, battles at least 2")
    if jobs > 1:
        refuse_unguarded_script(jobs)
    question = ask(scenario, player, against, ruleset=ruleset, battles=battles, budget=budget, rules=rules, seed=seed)
    if jobs > 1:
        rulesets.get(question.stream.ruleset).loops  # noqa: B018 (compiles, before the others would all do so)
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch if folder is None else folder)
        held = QuestionFolder.create(path, msgspec.to_builtins(question), question.stream.ruleset)
        with held.locked():
            return play(question, folder=held, jobs=jobs)

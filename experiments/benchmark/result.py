"""The result of a method on a task, as it is written to a file.

It holds all that the games depend on and nothing of where and when they were played: the same games give the same file, byte for
byte. Files of agents are named from the folder of the result.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
import numpy as np

from ...envs import rulesets
from ..common import UserError
from ..comparison.result import from_folder, here
from ..naming import book_name
from ..sealing import Count, Positive, Seed, Starts, as_kind, read_sealed, sealed
from ..statistics import bootstrap, iqm, mean_score, scores_of

__all__ = ["FORMAT", "AgentResult", "BenchmarkResult", "OpponentMet", "differences", "read", "sealed_result"]

FORMAT = 1
DIGITS = 6  # of shares
OneShare: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1)]


class OpponentMet(msgspec.Struct, frozen=True):
    """The games with one opponent in one part of a task.

    Attributes:
        part: its name.
        opponent: its name.
        points, low, high: share of the points, and its 95 % interval.
        draws: share of the games that nobody won.
        pairs, distinct: pairs of games, and games that are no repetitions.
        forfeits: games that the agent lost by failing to answer.
        pairs_by_points: by scenario, pairs with 0, 1/2, 1, 3/2 and 2 points.
    """

    part: str
    opponent: str
    points: OneShare
    low: OneShare
    high: OneShare
    draws: OneShare
    pairs: Positive
    distinct: Count
    forfeits: Count
    pairs_by_points: dict[str, Annotated[list[Count], msgspec.Meta(min_length=5, max_length=5)]]


class AgentResult(msgspec.Struct, frozen=True):
    """One agent: one training seed of a method.

    Attributes:
        name: what it calls itself.
        spec: what it was loaded from.
        hashes: by ruleset, what changes when it may play differently.
        met: the field, in the order of the task.
        idle: a player that does nothing, in each part; its points are one minus those of the agent.
        games_digest: 16 hex digits over how every game went.
    """

    name: str
    spec: str
    hashes: dict[str, str]
    met: list[OpponentMet]
    idle: list[OpponentMet]
    games_digest: str


class BenchmarkResult(msgspec.Struct, frozen=True):
    """A method on a task.

    Attributes:
        benchmark: format of the file.
        version, task, content: of the benchmark; name of the task, and hash of all in it that decides the games.
        tasks: file of the tasks, or the name of one that ships.
        method: name in the table.
        frames: decisions of training at most, as declared; 0 for none, None for not declared.
        seed: of starts, dice and policies.
        trial: why it cannot enter the table; empty if it can.
        pairs: given on the command line in place of the task's; None for those of the task.
        rules: by ruleset, hash of its rules.
        field: by ruleset, hashes of opponents.
        scenarios: by part, hashes of the starts.
        versions: of tactica and the libraries it was played with.
        agents: training seeds.
    """

    benchmark: int
    version: str
    task: str
    content: str
    tasks: str
    method: str
    frames: Annotated[int, msgspec.Meta(ge=0)] | None
    seed: Seed
    trial: str
    pairs: Starts | None
    rules: dict[str, str]
    field: dict[str, dict[str, str]]
    scenarios: dict[str, dict[str, str]]
    versions: dict[str, str]
    agents: list[AgentResult]

    @property
    def counts(self) -> np.ndarray:
        """Pairs by points: int64 (agents, opponents, scenarios, 5)."""
        return np.array([[list(met.pairs_by_points.values()) for met in agent.met] for agent in self.agents], np.int64)

    @property
    def scores(self) -> np.ndarray:
        """Shares of the points: float64 (agents, opponents)."""
        return scores_of(self.counts)

    @property
    def points(self) -> tuple[float, float, float]:
        """Share of the points against the field, each opponent equally, with its 95 % interval."""
        return float(mean_score(self.scores)), *bootstrap(self.counts, mean_score)

    @property
    def iqm(self) -> tuple[float, float, float]:
        """Interquartile mean over agents and opponents, with its 95 % interval."""
        return float(iqm(self.scores)), *bootstrap(self.counts, iqm)

    @property
    def worst(self) -> tuple[str, float]:
        """The opponent that leaves it the fewest points, on average over agents, and that share."""
        means = self.scores.mean(0)
        met = self.agents[0].met[int(means.argmin())]
        several = len({one.part for one in self.agents[0].met}) > 1
        slug, _, changed = met.part.partition(", ")
        part = ", ".join(filter(None, [book_name(slug) if slug in rulesets.names() else slug, changed]))
        return (f"{met.opponent} ({part})" if several else met.opponent), float(means.min())

    @property
    def draws(self) -> float:
        """Share of its games with the field that nobody won, each opponent equally."""
        return float(np.mean([met.draws for agent in self.agents for met in agent.met]))

    @property
    def idle(self) -> float:
        """Share of the points that a player which does nothing takes; nan if none can."""
        found = [1 - met.points for agent in self.agents for met in agent.idle]
        return float(np.mean(found)) if found else math.nan

    @property
    def forfeits(self) -> int:
        """Games lost by failing to answer."""
        return sum(met.forfeits for agent in self.agents for met in (*agent.met, *agent.idle))

    @property
    def sentence(self) -> str:
        """The answer in words."""
        value, low, high = self.points
        worst, least = self.worst
        seeds = f", {len(self.agents)} training seeds" if len(self.agents) > 1 else ""
        idle = (
            "" if math.isnan(self.idle) else f" A player that does nothing takes {self.idle:.1%} of the points from it."
        )
        return (
            f"{self.method} takes {value:.1%} of the points (95 % CI {low:.1%} to {high:.1%}) from the field of "
            f"{self.task}{seeds}. Its worst opponent is {worst}: {least:.1%}.{idle} {self.draws:.1%} of its games with the "
            "field are drawn."
        )


def rounded(value: float | np.ndarray) -> float:
    """A share as files have it."""
    return round(float(value), DIGITS)


def sealed_result(result: BenchmarkResult, folder: Path) -> dict[str, Any]:
    """A result under its checksum, with files named from a folder."""
    agents = [msgspec.structs.replace(one, spec=from_folder(one.spec, folder)) for one in result.agents]
    whole = msgspec.structs.replace(result, agents=agents, tasks=from_folder(result.tasks, folder))
    return sealed(msgspec.to_builtins(whole))


def read(path: Path) -> BenchmarkResult:
    """A result from its file.

    Raises:
        UserError: it cannot be read, is damaged, or its numbers do not fit each other.
    """
    found = read_sealed(path, "result of the benchmark", "benchmark", FORMAT, "tactica benchmark run")
    result = as_kind(found, BenchmarkResult, path)
    if not _fits(result):
        raise UserError(f"{path} was edited: its shares do not follow from its pairs of games")
    folder = path.absolute().parent
    agents = [msgspec.structs.replace(one, spec=here(one.spec, folder)) for one in result.agents]
    return msgspec.structs.replace(result, agents=agents, tasks=here(result.tasks, folder))


def _fits(result: BenchmarkResult) -> bool:
    """Whether the shares of points follow from the pairs, and all agents met the same opponents in the same scenarios."""
    rows = [[(met.part, met.opponent, tuple(met.pairs_by_points)) for met in agent.met] for agent in result.agents]
    if not rows or not rows[0] or any(row != rows[0] for row in rows) or len({len(one[2]) for one in rows[0]}) != 1:
        return False
    for met in (met for agent in result.agents for met in (*agent.met, *agent.idle)):
        counts = np.array(list(met.pairs_by_points.values()))
        if not len(counts) or (counts.sum(1) == 0).any():
            return False
        if counts.sum() != met.pairs or rounded(scores_of(counts)) != met.points:
            return False
    return True


def differences(was: BenchmarkResult, now: BenchmarkResult) -> list[str]:
    """What a result that was played again has different numbers for, in words; nothing where all are the same."""
    found = []
    for before, after in zip(was.agents, now.agents, strict=True):
        if before.games_digest != after.games_digest:
            found.append(f"{before.name}: games {before.games_digest}, here {after.games_digest}")
        for one, other in zip((*before.met, *before.idle), (*after.met, *after.idle), strict=False):
            for name in one.__struct_fields__:
                if getattr(one, name) != getattr(other, name):
                    where = f"{before.name} against {one.opponent} ({one.part})"
                    found.append(f"{where}: {name} {getattr(one, name)}, here {getattr(other, name)}")
        if (len(before.met), len(before.idle)) != (len(after.met), len(after.idle)):
            found.append(f"{before.name}: {len(before.met)} opponents, here {len(after.met)}")
    return found

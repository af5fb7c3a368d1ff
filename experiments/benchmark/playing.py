"""Plays a task: each part is one tournament with the opponents of the kernels, and one with those that search.

An agent has the same starts and dice as every other: its games depend on its choices, not on its name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...agents.players import absolute, player_file, player_hash, player_name
from ...envs import rulesets
from ...envs.core.state import FORFEIT
from ...envs.engine.behaviours import shipped as behaviours
from ...envs.engine.players import SEARCHER, plain_kind
from ...envs.replay import versions
from ..common import UserError, named_scenarios
from ..comparison.result import games_digest
from ..statistics import OUTCOMES, scores_of, share_of
from ..tournament import manifest as manifests
from ..tournament.manifest import Manifest
from ..tournament.pairs import Pairs
from ..tournament.run import open_folder, play_out
from ..tournament.watching import Watch
from ..training.judging import IDLE
from .result import FORMAT, AgentResult, BenchmarkResult, OpponentMet, rounded
from .tasks import Task, TaskPart

__all__ = ["BenchmarkEntry", "Meeting", "entry_of", "plan", "play", "trial_of"]

AGENT, IDLER = "agent", "idle"  # names in the games: an agent's own would give it dice of its own


@dataclass(frozen=True)
class Meeting:
    """Games of an agent with some opponents of a part.

    Attributes:
        part: which.
        opponents: those, as the field names them.
        with_idle: whether a player that does nothing comes last.
        manifest: the tournament.
    """

    part: TaskPart
    opponents: tuple[str, ...]
    with_idle: bool
    manifest: Manifest


@dataclass(frozen=True)
class BenchmarkEntry:
    """A method that enters a task.

    Attributes:
        task: which.
        tasks: where it is declared.
        specs: of the agents, with whole paths.
        method: its name.
        frames: of training, as declared.
        seed: in place of the task's; None for that.
        pairs: in place of the task's; None for those.
    """

    task: Task
    tasks: str
    specs: tuple[str, ...]
    method: str
    frames: int | None
    seed: int | None = None
    pairs: int | None = None

    @classmethod
    def of(
        cls,
        task: Task,
        tasks: str,
        agents: Sequence[str],
        *,
        method: str | None = None,
        frames: int | None = None,
        seed: int | None = None,
        pairs: int | None = None,
    ) -> BenchmarkEntry:
        """Check what was given.

        Raises:
            UserError: an agent is named twice, several agents have no common name, or there is no such budget; errors of
            ``agents.players.load_player``.
        """
        specs = tuple(absolute(spec) for spec in agents)
        if twice := [spec for i, spec in enumerate(specs) if spec in specs[:i]]:
            raise UserError(f"{twice[0]} is listed twice; list each agent once")
        allowed = (0, *task.frames)
        if frames is not None and frames not in allowed:
            raise UserError(
                f"--frames {frames}: allowed: {', '.join(map(str, allowed))} (0 if it was not trained; else the budget)"
            )
        if method is None:
            if len(specs) > 1:
                raise UserError("several agents are training seeds of one method; name it with --method")
            method = player_name(specs[0], rulesets.get(task.rulesets[0]))
        return cls(task, tasks, specs, method, frames, seed, pairs)


def trial_of(entry: BenchmarkEntry) -> str:
    """Why a result cannot enter the table; empty if it can."""
    reasons = []
    if entry.pairs is not None:
        reasons.append(f"{entry.pairs:,} {'pair' if entry.pairs == 1 else 'pairs'} instead of the task's")
    if entry.seed not in (None, entry.task.seed):
        reasons.append(f"seed {entry.seed} instead of {entry.task.seed}")
    return ", ".join(reasons)


def plan(entry: BenchmarkEntry, spec: str) -> list[Meeting]:
    """The tournaments of an agent.

    Raises:
        UserError, PlayerError: it cannot play somewhere.
    """
    found = []
    for part in entry.task.parts:
        searches = tuple(one for one in part.opponents if plain_kind(one) is SEARCHER)
        others = tuple(one for one in part.opponents if plain_kind(one) is not SEARCHER)
        for opponents, is_quick in ((others, True), (searches, False)):
            idles = is_quick and rulesets.get(part.ruleset).book.tactics.plays_behaviours
            if not opponents and not idles:
                continue
            players = [spec, *opponents, *([str(IDLE)] if idles else [])]
            pairs = entry.pairs or (part.pairs if is_quick else part.search_pairs)
            manifest = manifests.draw_up(
                players,
                named_scenarios(part.scenarios),
                pairs=pairs,
                starts=pairs,
                seed=entry.task.seed if entry.seed is None else entry.seed,
                labels={0: AGENT, **({len(players) - 1: IDLER} if idles else {})},
                only=1,
                rules=part.rules,
                fresh_dice=True,
            )
            found.append(Meeting(part, opponents, idles, manifest))
    return found


def play(entry: BenchmarkEntry, path: Path, watch: Watch, jobs: int = 1) -> BenchmarkResult:
    """Play what has not been played yet.

    Args:
        entry: who and where.
        path: folder of the games; the same call continues there.
        watch: follows, and may stop it.
        jobs: processes; the games do not depend on it.

    Raises:
        Stopped: by the watch, before all games were played.
        UserError: a folder holds other games, a process died, or the disk is full; see :func:`plan`.
    """
    planned = [plan(entry, spec) for spec in entry.specs]
    total = sum(meeting.manifest.games for meetings in planned for meeting in meetings)
    watch.begin("games", total)
    agents, done = [], 0
    for spec, meetings in zip(entry.specs, planned, strict=True):
        digest = hashlib.sha256("".join(one.manifest.id for one in meetings).encode()).hexdigest()[:8]
        met, played = [], []
        for k, meeting in enumerate(meetings):
            folder = open_folder(path / digest / str(k), meeting.manifest)
            with folder.locked():
                pairs = play_out(folder, watch, jobs, done)
            done += meeting.manifest.games
            met.append(_met(meeting, pairs))
            played.append(games_digest(pairs))
        agents.append(_agent(entry, spec, [one for several in met for one in several], played))
    first = planned[0]
    slugs = entry.task.rulesets
    return BenchmarkResult(
        benchmark=FORMAT,
        version=entry.task.version,
        task=entry.task.name,
        content=entry.task.content,
        tasks=entry.tasks,
        method=entry.method,
        frames=entry.frames,
        seed=first[0].manifest.seed,
        trial=trial_of(entry),
        pairs=entry.pairs,
        rules={slug: rulesets.get(slug).rules_hash for slug in slugs},
        field={slug: field_hashes(entry.task, slug) for slug in slugs},
        scenarios=starts_of(first),
        versions=versions(),
        agents=agents,
    )


def starts_of(meetings: Sequence[Meeting]) -> dict[str, dict[str, str]]:
    """Hashes of the starts, by part and scenario; a search plays fewer of the same stream."""
    found: dict[str, dict[str, str]] = {}
    for one in meetings:
        found.setdefault(one.part.name, {place.name: place.content for place in one.manifest.scenarios})
    return found


def field_hashes(task: Task, slug: str) -> dict[str, str]:
    """What changes when an opponent of a ruleset may play differently."""
    ruleset = rulesets.get(slug)
    names = dict.fromkeys(one for part in task.parts if part.ruleset == slug for one in part.opponents)
    return {name: player_hash(name, ruleset) for name in names}


def _agent(entry: BenchmarkEntry, spec: str, met: Sequence[OpponentMet], digests: Sequence[str]) -> AgentResult:
    """What an agent did, with the field in the order of the task."""
    by_name = {(one.part, one.opponent): one for one in met}
    books = {slug: rulesets.get(slug) for slug in entry.task.rulesets}
    return AgentResult(
        name=player_name(spec, next(iter(books.values()))),
        spec=spec,
        hashes={slug: player_hash(spec, book) for slug, book in books.items()},
        met=[by_name[part.name, one] for part in entry.task.parts for one in part.opponents],
        idle=[one for one in met if one.opponent == IDLER],
        games_digest=hashlib.sha256("".join(digests).encode()).hexdigest()[:16],
    )


def _met(meeting: Meeting, pairs: Pairs) -> list[OpponentMet]:
    """What the agent took from each opponent."""
    clusters, found = pairs.clusters(), []
    names = [*meeting.opponents, *([IDLER] if meeting.with_idle else [])]
    for place, name in enumerate(names, 1):
        which = (pairs.one == 0) & (pairs.other == place)
        share = share_of(clusters.between(0, place))
        points = OUTCOMES - 1 - pairs.results[which].sum(1)  # 0 won, 1 drawn, 2 lost
        where = pairs.scenario[which]
        counts = {
            scenario: np.bincount(points[where == k], minlength=OUTCOMES).tolist()
            for k, scenario in enumerate(meeting.part.scenarios)
        }
        forfeited = (pairs.endings[which] == FORFEIT) & (pairs.results[which] == 2)
        found.append(
            OpponentMet(
                part=meeting.part.name,
                opponent=name,
                points=rounded(scores_of(np.array(list(counts.values())))),
                low=rounded(share.low),
                high=rounded(share.high),
                draws=rounded((pairs.results[which] == 1).mean()),
                pairs=int(which.sum()),
                distinct=share.unique,
                forfeits=int(forfeited.sum()),
                pairs_by_points=counts,
            )
        )
    return found


def entry_of(result: BenchmarkResult, task: Task, where: Path) -> tuple[BenchmarkEntry, list[str]]:
    """The entry that a result came from, and rulesets whose sources have changed since, of which the games have the last word.

    Raises:
        UserError: the task, a player or an opponent is not what it was.
    """
    if result.content != task.content:
        raise UserError(f"{where}: the task {task.name} has changed since: {result.content}, here {task.content}")
    changed = [slug for slug in task.rulesets if result.rules.get(slug) != rulesets.get(slug).rules_hash]
    for slug in task.rulesets:
        players = [(name, name, result.field.get(slug, {}).get(name)) for name in field_hashes(task, slug)]
        players += [(one.name, one.spec, one.hashes.get(slug)) for one in result.agents]
        for name, spec, was in players:
            is_of_the_rules = slug in changed and player_file(spec) is None and spec not in behaviours()
            if not is_of_the_rules and was != player_hash(spec, rulesets.get(slug)):
                raise UserError(f"{where}: {name} has changed since ({spec})")
    specs = tuple(agent.spec for agent in result.agents)
    seed = None if result.seed == task.seed else result.seed
    return BenchmarkEntry(task, result.tasks, specs, result.method, result.frames, seed, result.pairs), changed

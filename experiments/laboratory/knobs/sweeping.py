"""Outcomes over the values of one or two knobs: :func:`sweep`, and the question behind it."""

from __future__ import annotations

import hashlib
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ....envs import rulesets
from ....envs.core.rulebook import Value
from ....envs.engine.behaviours import Behaviour
from ....envs.engine.pools import open_pool
from ....envs.engine.rollouts import refuse_unguarded_script
from ...common import UserError
from ...sealing import Count, Positive
from ...tournament.manifest import content_of
from ..running import GameWorkers, QuestionFolder, run
from ..shards import STARTS, Games, Played, Player, Shard, Stream
from .adapting import BestAnswer, Halving, best_answers, candidates_of
from .answers import write_tactics
from .found import Sweep, found_of
from .searching import ADAPT_PAIRS, check_pairs, search_on
from .settings import Axis, Rules, axes_of, points_of, rules_at, stream_of, who_plays

__all__ = ["PAIRS", "SweepQuestion", "ask", "content_of_starts", "go_on", "play", "shards_at", "sweep"]

PAIRS = 1000
MOST_SHARDS = 20  # so many shards of each point, at least, where there are as many pairs


class SweepQuestion(msgspec.Struct, frozen=True):
    """What a sweep asks.

    Attributes:
        command: ``sweep``.
        stream: starts and dice.
        players: the two that meet.
        axes: knobs and values.
        held: other knobs that are not the book's.
        pairs: for each point.
        adapts: whether the first player is also replaced by the best answer to the second, point by point.
        halving: how that answer is looked for.
        candidates: among whom; empty without ``adapts``.
        digests: of all players, by name.
        content: hash over the starts under the held rules.
        adapt_pairs: of the search for a better answer than the best of the candidates, for each point; 0 for none.
    """

    command: str
    stream: Stream
    players: Annotated[list[Player], msgspec.Meta(min_length=2, max_length=2)]
    axes: Annotated[list[Axis], msgspec.Meta(min_length=1, max_length=2)]
    held: Rules
    pairs: Positive
    adapts: bool
    halving: Halving
    candidates: list[Player]
    digests: dict[str, str]
    content: str
    adapt_pairs: Count = 0

    @property
    def names(self) -> list[str]:
        """Names of the two players."""
        return [player.name for player in self.players]

    @property
    def settings(self) -> list[Rules]:
        """The knobs of every point."""
        return [rules_at(self.axes, point, self.held) for point in points_of(self.axes)]

    @property
    def total(self) -> int:
        """Pairs in all."""
        each = self.pairs
        if self.adapts:
            each += self.halving.total(len(self.candidates)) + self.adapt_pairs + self.pairs
        return each * len(self.settings)


def content_of_starts(stream: Stream, rules: Mapping[str, Value]) -> str:
    """16 hex digits over the first starts of a stream."""
    few = msgspec.structs.replace(stream, starts=min(stream.starts, 8))
    pool: Any = open_pool(
        stream.ruleset, few.scenario, n=few.starts, seed=few.start_seed, split="eval", rules=dict(rules) or None
    )
    return content_of(pool)


def ask(
    scenario: str,
    rules: Mapping[str, Value | Sequence[Value]],
    between: Sequence[str | Behaviour | Player],
    *,
    ruleset: str | None = None,
    pairs: int = PAIRS,
    policy_adapts: bool = False,
    adapt_pairs: int = ADAPT_PAIRS,
    seed: int = 0,
    starts: int = STARTS,
) -> SweepQuestion:
    """Draw up a sweep; arguments and errors as of :func:`sweep`."""
    if len(between) != 2:
        raise UserError(f"a sweep needs two players, not {len(between)}")
    stream, loaded = stream_of(scenario, ruleset, seed=seed, starts=starts)
    slug = stream.ruleset
    axes, held = axes_of(loaded.ruleset.rulebook, rules)
    players = who_plays(between, slug)
    check_pairs(adapt_pairs)
    candidates = candidates_of(slug, players) if policy_adapts else []
    question = SweepQuestion(
        "sweep", stream, players, axes, held, pairs, policy_adapts, Halving(), candidates,
        {player.name: player.digest(slug) for player in [*players, *candidates]}, content_of_starts(stream, held),
        adapt_pairs if policy_adapts else 0,
    )  # fmt: skip
    for rules_here in question.settings:  # a value that the scenario cannot be played with is said before anything is
        open_pool(slug, stream.scenario, n=1, seed=stream.start_seed, split="eval", rules=rules_here)
    return question


def go_on(path: Path) -> tuple[QuestionFolder, SweepQuestion]:
    """The question of a folder, if it would be answered by the same games.

    Raises:
        UserError: it holds another kind of question, or players or starts have changed since.
    """
    folder = QuestionFolder.open(path)
    question = folder.asked("sweep", SweepQuestion)
    folder.check(question.stream, [*question.players, *question.candidates], question.digests, question.held)
    for rules in question.settings:
        folder.check(question.stream, rules=rules)
    if content_of_starts(question.stream, question.held) != question.content:
        raise UserError(f"{path}: {question.stream.scenario} has changed since; use another folder")
    return folder, question


def shards_at(question: SweepQuestion, one: Player, rules: Mapping[str, Value]) -> list[Shard]:
    """The pairs of a point, in shards."""
    pairs = question.pairs
    size = max(min(50, pairs // MOST_SHARDS), 1)
    return [
        Shard(question.stream, one, question.players[1], at, min(size, pairs - at), dict(rules))
        for at in range(0, pairs, size)
    ]


def play(
    question: SweepQuestion,
    *,
    folder: QuestionFolder | None = None,
    jobs: int = 1,
    on: str = "",
    stop: threading.Event | None = None,
    tell: Callable[[int], None] = lambda pairs: None,
) -> Sweep:
    """Play a sweep and compute its results.

    Args:
        question: see :func:`ask`.
        folder: stores the games; games already in it are not played again.
        jobs, on, stop, ``tell``: as for :func:`~tactica.experiments.laboratory.running.run`.

    Raises:
        QuestionStopped: see there.
    """

    with GameWorkers(jobs) as workers:

        def played(shards: Sequence[Shard]) -> list[Games]:
            return run(shards, folder=folder, jobs=jobs, on=on, stop=stop, tell=tell, workers=workers)

        return answered(question, played)


def answered(question: SweepQuestion, played: Played) -> Sweep:
    """Have the games of a sweep played, and compute the results."""

    def at_points(who: Sequence[Player]) -> list[Games]:
        """The games of one player for each point, all played in one go."""
        shards = [shards_at(question, one, rules) for one, rules in zip(who, question.settings, strict=True)]
        games = iter(played([shard for part in shards for shard in part]))
        return [Games.joined([next(games) for _ in part]) for part in shards]

    as_given = at_points([question.players[0]] * len(question.settings))
    answers: list[BestAnswer] = []
    adapted: list[Games] = []
    if question.adapts:
        answers = best_answers(
            question.stream, question.settings, question.players[1], question.candidates, played, question.halving
        )
        if question.adapt_pairs:
            answers = search_on(
                question.stream, question.settings, points_of(question.axes), question.players[1], answers, played,
                question.adapt_pairs, question.players[:1],
            )  # fmt: skip
        adapted = at_points([answer.player for answer in answers])
    return found_of(
        slug=question.stream.ruleset, scenario=question.stream.scenario, names=question.names, axes=question.axes,
        held=question.held, games=as_given, answers=answers, adapted=adapted,
    )  # fmt: skip


def folder_name(question: SweepQuestion) -> str:
    """A short name for the folder of a question."""
    digest = hashlib.sha256(msgspec.json.encode(question)).hexdigest()[:8]
    return f"{question.stream.ruleset}-{Path(question.stream.scenario).stem}-{digest}"


def sweep(
    scenario: str,
    rules: Mapping[str, Value | Sequence[Value]],
    between: Sequence[str | Behaviour],
    *,
    ruleset: str | None = None,
    pairs: int = PAIRS,
    policy_adapts: bool = False,
    adapt_pairs: int = ADAPT_PAIRS,
    seed: int = 0,
    starts: int = STARTS,
    jobs: int = 1,
    folder: str | Path | None = None,
) -> Sweep:
    """What the numbers of a rule do: the same starts and dice are played under every value.

    >>> found = tactica.sweep("wfrp1/small", {"action.charge.charge_ws_bonus": [0, 10, 20]}, ("guardian", "charger"))
    >>> found["score"].value, found["score"].difference_low, found["rounds"].p

    Args:
        scenario: name (``small``, ``wfrp1/small``) or file.
        rules: knobs by address: several values are tried (two such knobs make a grid), a single one is held.
        between: two players; each start and seed is played twice, seats swapped.
        ruleset: of a bare name.
        pairs: of games, for every point.
        policy_adapts: also look, at every point, for the best answer to the second player among all built-in behaviours
            and the two given, race it for a better one, and play that on starts and dice that the search did not see.
        adapt_pairs: of that race and what follows from it, for every point, at most; 0 for none.
        seed: of starts and dice.
        starts: to draw from a scenario that leaves something to chance.
        jobs: processes; the result does not depend on it. A script then does its work under
            ``if __name__ == "__main__":``.
        folder: for the games, and under ``tactics`` for behaviours that were found; the same call goes on in it where it was
            stopped. None keeps nothing.

    Returns:
        arrays of the grid's shape by outcome.

    Raises:
        KnobError, UserError, ScenarioError, UnknownPolicy, PlayerError: what was named is not there or wrong; ValueError: a
        number is too small; RuntimeError: several jobs from an unguarded script.
    """
    if jobs < 1 or pairs < 2 or starts < 1:
        raise ValueError("jobs and starts must be at least 1, pairs at least 2")
    if jobs > 1:
        refuse_unguarded_script(jobs)
    question = ask(
        scenario, rules, between, ruleset=ruleset, pairs=pairs, policy_adapts=policy_adapts, adapt_pairs=adapt_pairs,
        seed=seed, starts=starts,
    )  # fmt: skip
    if jobs > 1:
        rulesets.get(question.stream.ruleset).loops  # noqa: B018 (compiles, before the others would all do so)
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch if folder is None else folder)
        held = QuestionFolder.create(path, msgspec.to_builtins(question), question.stream.ruleset)
        with held.locked():
            found = play(question, folder=held, jobs=jobs)
            write_tactics(found, path)
            return found

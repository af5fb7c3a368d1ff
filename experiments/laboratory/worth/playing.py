"""Measuring what options are worth: the trials, the games, and a second measurement of notable results on fresh dice."""

from __future__ import annotations

import hashlib
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ....envs import rulesets
from ....envs.engine.behaviours import Behaviour, shipped
from ....envs.engine.options import find
from ....envs.engine.players import seat_code
from ....envs.engine.rollouts import refuse_unguarded_script
from ...common import UserError
from ..knobs.settings import fresh, held_rules, stream_of, who_plays
from ..running import GameWorkers, QuestionFolder, run
from ..shards import STARTS, Games, Played, Player, Shard, Stream, pool_of
from .asking import KINDS, SEEN, WorthQuestion, WorthTrial, scored, trials_of
from .encouraging import NUDGE
from .found import FORBIDDEN, Answer, Worth, correct, correct_again, settle
from .judging import Judged, judge_duel, judge_paired
from .ranking import best_of
from .statuses import Occurrence, judge_statuses
from .usage import Use, sum_of, use_of, uses_of

__all__ = ["KINDS", "PAIRS", "WorthQuestion", "WorthTrial", "ask", "folder_name", "go_on", "play", "trials_of", "worth"]

PAIRS = 2000
SHARD = 250  # pairs of a shard
GLANCE = 50  # pairs after which a nudge that has changed nothing is given up
FIELD = 4  # others who use an option and are tried if it has an effect
FIELD_SEEN = 60  # games in which their uses are counted
Tell = Callable[[int], None]


def ask(
    scenario: str,
    player: str | Behaviour | Player | None = None,
    *,
    options: Sequence[str] = (),
    kinds: Sequence[str] = ("forbid",),
    against: str | Behaviour | Player | None = None,
    ruleset: str | None = None,
    pairs: int = PAIRS,
    nudge: float = NUDGE,
    rules: Mapping[str, Any] | None = None,
    seed: int = 0,
    starts: int = STARTS,
) -> WorthQuestion:
    """Draw up a question; arguments and errors as of :func:`worth`."""
    stream, loaded = stream_of(scenario, ruleset, seed=seed, starts=starts)
    slug, held = stream.ruleset, held_rules(loaded.ruleset.rulebook, rules)
    if wrong := [kind for kind in kinds if kind not in KINDS]:
        raise UserError(f"unknown kind {wrong[0]!r}; choose from: {', '.join(KINDS)}")
    for option in options:
        for part in option.split("+"):
            find(slug, part)
    other = None if against is None else who_plays([against], slug)[0]
    pool_of(msgspec.structs.replace(stream, starts=1), held)  # what is wrong with scenario or rules is said first
    if player is None:
        player = best_of(stream, held)
    found = who_plays([player], slug)[0]
    if seat_code(rulesets.get(slug), found.load(slug)) is None:
        raise UserError(f"{found.name} plays in Python; options can be forbidden only to players inside the kernel")
    if "statuses" in kinds and other is not None and seat_code(rulesets.get(slug), other.load(slug)) is None:
        raise UserError(f"{other.name} plays in Python; to measure statuses, all players must play inside the kernel")
    if "encourage" in kinds:
        scored(found, slug)
    digests = {one.name: one.digest(slug) for one in (found, other) if one is not None}
    return WorthQuestion("worth", stream, found, other, tuple(options), tuple(kinds), pairs, nudge, held, digests)


def go_on(path: Path) -> tuple[QuestionFolder, WorthQuestion]:
    """The question of a folder.

    Raises:
        UserError: it holds another kind of question, or a player has changed since.
    """
    folder = QuestionFolder.open(path)
    question = folder.asked("worth", WorthQuestion)
    folder.check(question.stream, [question.player, question.against], question.digests, question.rules)
    return folder, question


# --- playing --------------------------------------------------------------------------------------------------------------


def shards_between(
    question: WorthQuestion, stream: Stream, one: Player, other: Player, pairs: int, first: int = 0
) -> list[Shard]:
    """Pairs of a stream between two players."""
    ends = sorted({GLANCE, *range(SHARD, pairs, SHARD), pairs} & set(range(first + 1, pairs + 1)))
    starts = [first, *ends[:-1]]
    return [Shard(stream, one, other, at, end - at, dict(question.rules)) for at, end in zip(starts, ends, strict=True)]


class TrialTable:
    """Plays the games of trials; requests that come together are played together, to keep all processes busy."""

    def __init__(self, question: WorthQuestion, played: Played) -> None:
        self.question, self.played = question, played
        self.field = question.against or question.player

    def games(self, wanted: Sequence[Sequence[Shard]]) -> list[Games]:
        """The games of several lists of shards."""
        games = iter(self.played([shard for part in wanted for shard in part]))
        return [Games.joined([next(games) for _ in part]) for part in wanted]

    def judged(self, trials: Sequence[WorthTrial], stream: Stream) -> list[Judged]:
        """What trials come to on a stream."""
        shards, player = self.shards, self.question.player
        wanted: list[list[Shard]] = []
        for trial in trials:
            wanted += shards(trial, stream)
        bases = {
            pairs: len(wanted) + k
            for k, pairs in enumerate(dict.fromkeys(t.pairs for t in trials if self.is_paired(t)))
        }
        wanted += [shards_between(self.question, stream, player, self.field, pairs) for pairs in bases]
        games, at, found = self.games(wanted), 0, []
        for trial in trials:
            own = games[at : at + len(shards(trial, stream))]
            at += len(own)
            if not self.is_paired(trial):
                found.append(judge_duel(own[0]))
                continue
            base = games[bases[trial.pairs]]
            if trial.player is not None:
                found.append(judge_paired([own[0].points.mean(1)], [base.points.mean(1)], [base, own[0]], base))
                continue
            halves = [half for half, _ in trial.lacks]
            here = [part.points[:, half] for part, half in zip(own, halves, strict=True)]
            found.append(judge_paired(here, [base.points[:, half] for half in halves], [base, *own], base))
        taken = (*FORBIDDEN, "item", "unit")  # for these the worth is that of having it
        return [one.turned() if trial.kind in taken else one for trial, one in zip(trials, found, strict=True)]

    def suffered(self, trials: Sequence[WorthTrial], stream: Stream) -> list[tuple[Occurrence, Judged | None]]:
        """How often units get the statuses of trials on a stream, and what the statuses are worth."""
        question, fields = self.question, [trial.status for trial in trials]
        if not fields:
            return []
        return judge_statuses(
            fields, stream, question.player, self.field, question.pairs, question.rules, self.played
        )  # fmt: skip

    def is_paired(self, trial: WorthTrial) -> bool:
        """Whether a trial is compared with games of others, not played out between with and without."""
        return trial.player is None or self.question.against is not None

    def shards(self, trial: WorthTrial, stream: Stream) -> list[list[Shard]]:
        """What is played for a trial."""
        question = self.question
        if trial.player is not None:
            return [shards_between(question, stream, trial.player, self.field, trial.pairs)]
        return [
            shards_between(
                question, msgspec.structs.replace(stream, lacks=lacks), question.player, self.field, trial.pairs
            )
            for _, lacks in trial.lacks
        ]


def play(
    question: WorthQuestion,
    trials: Sequence[WorthTrial],
    *,
    folder: QuestionFolder | None = None,
    jobs: int = 1,
    stop: threading.Event | None = None,
    tell: Tell = lambda pairs: None,
    phase: Callable[[str], None] = lambda what: None,
) -> Worth:
    """Play all trials, repeat notable ones on fresh dice, and compute the results.

    Args:
        question, trials: see :func:`ask` and :func:`trials_of`.
        folder: stores the games; games already in it are not played again.
        jobs, stop, ``tell``: as for :func:`~tactica.experiments.laboratory.running.run`.
        phase: called with the name of each step.

    Raises:
        QuestionStopped: see there.
    """
    with GameWorkers(jobs) as workers:

        def played(shards: Sequence[Shard]) -> list[Games]:
            return run(shards, folder=folder, jobs=jobs, stop=stop, tell=tell, workers=workers)

        return _played(question, trials, TrialTable(question, played), phase)


def _played(
    question: WorthQuestion, trials: Sequence[WorthTrial], table: TrialTable, phase: Callable[[str], None]
) -> Worth:
    answers = {trial.name: Answer(trial.name, trial.kind, use=trial.use, why=trial.why) for trial in trials}
    tried = [trial for trial in trials if trial.pairs and not trial.why]
    glances = [
        trial for trial in tried if trial.kind in ("nudge", "doctrine", "intent", "taken") and trial.pairs > GLANCE
    ]
    few = [msgspec.structs.replace(trial, pairs=GLANCE) for trial in glances]
    idle = set()
    for trial, seen in zip(glances, table.judged(few, question.stream), strict=True):
        if seen.otherwise == 0:
            idle.add(trial.name)
            answers[trial.name].first = seen
    statuses = [trial for trial in tried if trial.status]
    rest = [trial for trial in tried if trial.name not in idle and not trial.status]
    for trial, seen in zip(rest, table.judged(rest, question.stream), strict=True):
        answers[trial.name].first = seen
    for trial, (occurrence, found) in zip(statuses, table.suffered(statuses, question.stream), strict=True):
        answers[trial.name].occurrence, answers[trial.name].first = occurrence, found
    correct(list(answers.values()))
    phase("measuring significant results again on fresh dice")
    again = fresh(question.stream, "worth", "again")
    sure = [trial for trial in rest if answers[trial.name].is_flagged]
    flagged = [msgspec.structs.replace(trial, pairs=max(trial.pairs, question.pairs)) for trial in sure]
    for trial, seen in zip(flagged, table.judged(flagged, again), strict=True):
        answers[trial.name].again = seen
    statuses = [trial for trial in statuses if answers[trial.name].is_flagged]
    for trial, (_, found) in zip(statuses, table.suffered(statuses, again), strict=True):
        answers[trial.name].again = found
    correct_again(list(answers.values()))
    phase("measuring the same options for other players")
    ask_others(question, [trial for trial in flagged if answers[trial.name].is_confirmed], answers, table)
    for answer in answers.values():
        settle(answer)
    return Worth(
        question.stream.ruleset, question.stream.scenario, question.player.name,
        question.against.name if question.against is not None else "", question.rules, question.pairs,
        list(answers.values()), SEEN,
    )  # fmt: skip


def ask_others(
    question: WorthQuestion, sure: Sequence[WorthTrial], answers: Mapping[str, Answer], table: TrialTable
) -> None:
    """What significant options are worth to other behaviours that use them, without against with, on dice of their own."""
    options = [trial for trial in sure if trial.kind in ("option", "group")]
    slug, stream = question.stream.ruleset, fresh(question.stream, "worth", "others")
    if not options:
        return
    seen: list[tuple[Player, dict[str, Use]]] = []
    for name in shipped():
        other = Player.of(name)
        if name != question.player.name:
            seen.append((other, uses_of(stream, other, other, FIELD_SEEN, question.rules)))
    wanted: list[tuple[str, str, list[Shard]]] = []
    for trial in options:
        parts = trial.name.split("+")
        often = [(sum_of([use_of(slug, part, uses) for part in parts], trial.name), other) for other, uses in seen]
        often.sort(key=lambda one: -one[0].chosen[0])
        for use, other in often[:FIELD]:
            if use.chosen[0] >= use.games // 4:
                without = msgspec.structs.replace(other, name=f"{other.name} without {trial.name}", forbid=tuple(parts))
                shards = shards_between(question, stream, without, other, max(question.pairs // 2, 2))
                wanted.append((trial.name, other.name, shards))
    for (option, name, _), games in zip(wanted, table.games([shards for _, _, shards in wanted]), strict=True):
        answers[option].others[name] = judge_duel(games).turned()


def folder_name(question: WorthQuestion) -> str:
    """A short name for the folder of a question."""
    digest = hashlib.sha256(msgspec.json.encode(question)).hexdigest()[:8]
    return f"{question.stream.ruleset}-{Path(question.stream.scenario).stem}-{question.player.name.split('/')[-1]}-{digest}"


def expected(trials: Iterable[WorthTrial]) -> int:
    """Number of pairs of the first round, about; some trials are repeated later."""
    trials = list(trials)
    games = sum(trial.pairs * max(len(trial.lacks), 1) for trial in trials if not trial.status)
    return games + max((trial.pairs for trial in trials if trial.status), default=0)


def worth(
    scenario: str,
    player: str | Behaviour | None = None,
    *,
    options: Sequence[str] = (),
    kinds: Sequence[str] = ("forbid",),
    against: str | Behaviour | None = None,
    ruleset: str | None = None,
    pairs: int = PAIRS,
    nudge: float = NUDGE,
    rules: Mapping[str, Any] | None = None,
    seed: int = 0,
    starts: int = STARTS,
    jobs: int = 1,
    folder: str | Path | None = None,
) -> Worth:
    """What each option of a player is worth, in rating points: it plays itself without it.

    >>> found = tactica.worth("wfrp1/small", "guardian", options=["parry", "charge", "strike.stun"])
    >>> found["parry"].told.worth, found["parry"].verdict  # as reported: by fresh games where there are any

    Args:
        scenario: name (``small``, ``wfrp1/small``) or file.
        player: name, spec or behaviour that plays inside the kernel; by default the best shipped behaviour in a quick ranking.
        options: see ``envs.engine.options``; several joined by ``+`` are forbidden together. All that the player uses by default.
        kinds: ``forbid``, ``encourage`` (every weight nudged, a library of doctrines, what it hardly uses always taken),
            ``items`` (what units have, and the units themselves), ``statuses`` (what befalls units, in battles continued
            with it and without it).
        against: an opponent for the player with and without; by default the two play each other.
        ruleset: of a bare name.
        pairs: of games, for every question; for nudges a quarter.
        nudge: by how much weights are nudged.
        rules: knobs by address, over those of the scenario.
        seed: of starts and dice.
        starts: to draw from a scenario that leaves something to chance.
        jobs: processes; the result does not depend on it. A script then does its work under
            ``if __name__ == "__main__":``.
        folder: for the games: the same call continues there where it was stopped; None saves nothing.

    Raises:
        UnknownOption, KnobError, UserError, ScenarioError, UnknownPolicy, PlayerError: something named is missing or
        wrong; ValueError: a number is too small; RuntimeError: several jobs from an unguarded script.
    """
    if jobs < 1 or pairs < 2 or starts < 1:
        raise ValueError("jobs and starts must be at least 1, pairs at least 2")
    if jobs > 1:
        refuse_unguarded_script(jobs)
    question = ask(
        scenario, player, options=options, kinds=kinds, against=against, ruleset=ruleset, pairs=pairs, nudge=nudge,
        rules=rules, seed=seed, starts=starts,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as scratch:
        held = QuestionFolder.create(
            Path(scratch if folder is None else folder), msgspec.to_builtins(question), question.stream.ruleset
        )
        with held.locked():
            return play(question, trials_of(question), folder=held, jobs=jobs)

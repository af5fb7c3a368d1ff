"""What a house rule gives to opponents that adapt: the best response to a player by the book and under the changed rules.

By the book a best response is looked for as ``tactica exploit`` does it: all players that ship, searches at growing budgets, a
network trained against the player. By the changed rules the same search is made again, with the same seeds, as many games and
as many decisions of training. Each of the two answers then plays under both rules, on the same starts and with the same dice
(:mod:`.shards`); under each rule the better one counts, selected by other games. So a rule that concerns nobody gives exactly
nothing, however lucky either search was.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from ...envs.engine.behaviours import load
from ...envs.replay.files import write_whole
from ..exploit import ExploitAnswer, ExploitFolder, find
from ..exploit.answer import NETWORK, SEARCH
from ..exploit.finding import whole
from ..exploit.question import ask, repeatable
from ..report.lines import number_text
from ..statistics.paired import clusters_of, difference_of
from ..tournament import watching
from .finding import FindingTable, in_words
from .knobs.settings import Rules
from .running import QuestionStopped
from .shards import Games, Played, Player, Shard
from .trials import SHARD, SLOW_SHARD

if TYPE_CHECKING:
    from .auditing import Audit

__all__ = [
    "AdaptedGain",
    "BestResponse",
    "ResponseWatch",
    "adapt",
    "adapted_table",
    "adapted_text",
    "look_for",
    "spec_for",
]


class BestResponse(msgspec.Struct, frozen=True):
    """The best response to a player by some rules.

    Attributes:
        name, kind: see :class:`~tactica.experiments.exploit.answer.TriedCandidate`.
        points: percent of the points it takes, in the games that both rules share.
        alone: the same in the games of its own search, on fresh starts, with the 95 % interval ``low`` to ``high``.
        decisions: of the network that was trained; 0 without one.
        still_rising: whether training still gained when it ended.
        left_out: what was not tried, and why, in sentences.
    """

    name: str
    kind: str
    points: float
    alone: float
    low: float
    high: float
    decisions: int
    still_rising: bool
    left_out: tuple[str, ...] = ()


class AdaptedGain(msgspec.Struct, frozen=True):
    """What changed rules give to opponents that adapt.

    Attributes:
        player: that they respond to.
        minutes: CPU minutes of the search by the book; that under the changed rules has as many games and decisions.
        book, changed: the best responses.
        gain: percent of the points that the best response takes more under the changed rules.
        low, high: 95 % confidence interval.
        pairs: by each of the two rules, on starts and dice that selected nobody.
    """

    player: str
    minutes: float
    book: BestResponse
    changed: BestResponse
    gain: float
    low: float
    high: float
    pairs: int

    @property
    def is_sure(self) -> bool:
        """Whether the best response gains or loses significantly."""
        return self.low > 0 or self.high < 0


class ResponseWatch(watching.Watch):
    """Passes the stages of a search for a best response on, and stops with what it is a part of."""

    def __init__(self, stop: threading.Event, phase: Callable[[str], None], where: str) -> None:
        """Stops with ``stop``; ``phase`` is called with each stage, after the words of ``where``."""
        super().__init__()
        self.stop, self.phase, self.where, self.in_games = stop, phase, where, True

    def begin(self, what: str, total: int, done: int = 0, in_games: bool = True) -> None:
        """A stage begins."""
        self.in_games = in_games
        self.phase(f"{self.where}: {what}")

    def show(self, done: int) -> None:
        """Training, which looks at no event, ends here."""
        if self.stop.is_set() and not self.in_games:
            raise watching.Stopped


def spec_for(player: Player, path: Path) -> str:
    """A player as it is named on a command line; a behaviour that is in no file is written into this one."""
    if player.behaviour is None:
        return "--".join([player.spec, *player.forbid])
    write_whole(path, load(player.behaviour).to_yaml().encode())
    return "--".join([str(path.resolve()), *player.forbid])


def look_for(work: ExploitFolder, watch: watching.Watch, jobs: int) -> ExploitAnswer:
    """The best response that a question asks for; whatever stops it leaves a folder that is gone on with.

    Raises:
        QuestionStopped: before the end.
    """
    try:
        with work.locked():
            return find(work, watch, jobs)
    except (watching.Stopped, KeyboardInterrupt):
        raise QuestionStopped from None


def adapt(
    question: Audit,
    path: Path,
    played: Played,
    settings: Mapping[str, Any],
    *,
    stop: threading.Event | None = None,
    phase: Callable[[str], None] = lambda what: None,
    jobs: int = 1,
) -> AdaptedGain:
    """What the changed rules of an audit give to opponents that adapt to its first player.

    Args:
        question: the audit.
        path: folder for both searches, which go on where they were stopped.
        played: plays shards.
        settings: further fields of ``exploit.question.Question``, such as ``minutes`` and ``searches``.
        stop: when it is set, the search ends.
        phase: called with the name of each step.
        jobs: processes for the games of the searches.

    Raises:
        QuestionStopped: before the end. UserError: see ``exploit.question``.
    """
    player, stream = question.players[0], question.stream
    spec = spec_for(player, path / "player.yaml")
    works: list[ExploitFolder] = []
    answers: list[ExploitAnswer] = []
    for name, where, rules in (("book", "by the book", {}), ("rule", "under the rule", question.rules)):
        asked = ask(
            spec, [stream.scenario], ruleset=stream.ruleset, rules=rules, seed=stream.seed, starts=stream.starts,
            **settings,
        )  # fmt: skip
        work = ExploitFolder.begin(path / name, asked, repeatable(works[0].decided) if works else None)
        watch = ResponseWatch(stop or threading.Event(), phase, f"best response {where}")
        works.append(work)
        answers.append(look_for(work, watch, jobs))
    phase("both best responses under both rules")
    found = [Player.of(whole(work, answer.best.spec)) for work, answer in zip(works, answers, strict=True)]
    pairs = min(answer.best.pairs for answer in answers)
    chosen = [0, 1]
    if found[0] != found[1]:
        selected = _met(question, "selection of best responses", found, player, pairs, played)
        chosen = [int(np.argmax([games.points.mean() for games in by_rule])) for by_rule in selected]
    games = _met(question, "best responses", found, player, pairs, played, chosen)
    book, changed = (by_rule[0] for by_rule in games)
    clusters = clusters_of(book.rows, np.concatenate([book.trace, changed.trace], 1))
    gain = difference_of(changed.points.mean(1), book.points.mean(1), clusters, reach=1.0)
    if (book.trace == changed.trace).all():
        gain = difference_of(np.zeros(2), np.zeros(2), np.arange(2))  # the same games: nothing is left to chance
    low, high = (value if math.isfinite(value) else sign for value, sign in ((gain.low, -1.0), (gain.high, 1.0)))
    return AdaptedGain(
        player.name, answers[0].question["minutes"], _told(answers[chosen[0]], book), _told(answers[chosen[1]], changed),
        100 * gain.value, 100 * low, 100 * high, len(book),
    )  # fmt: skip


def _met(
    question: Audit,
    purpose: str,
    found: Sequence[Player],
    player: Player,
    pairs: int,
    played: Played,
    chosen: Sequence[int] | None = None,
) -> list[list[Games]]:
    """The games of answers by the book and under the changed rules: of all, or of the one that is chosen for each."""
    none: Rules = {}
    asked = [
        [
            [
                Shard(stream, found[k], player, at, min(_size(found[k]), pairs - at), dict(rules))
                for at in range(0, pairs, _size(found[k]))
            ]
            for k in (range(len(found)) if chosen is None else [chosen[place]])
        ]
        for place, (stream, rules) in enumerate(zip(question.streams(purpose), (none, question.rules), strict=True))
    ]
    games = iter(played([shard for by_rule in asked for shards in by_rule for shard in shards]))
    return [[Games.joined([next(games) for _ in shards]) for shards in by_rule] for by_rule in asked]


def _size(player: Player) -> int:
    """Pairs of a shard: few of a player that takes seconds for a battle."""
    return SLOW_SHARD if player.spec.startswith(SEARCH) else SHARD


def _told(answer: ExploitAnswer, games: Games) -> BestResponse:
    best = answer.best
    return BestResponse(
        best.name, best.kind, 100 * float(games.points.mean()), 100 * best.points, 100 * best.low, 100 * best.high,
        answer.decisions, answer.still_rising, tuple(answer.left_out),
    )  # fmt: skip


# --- telling --------------------------------------------------------------------------------------------------------------


def adapted_text(one: AdaptedGain) -> str:
    """What the changed rules give to opponents that adapt, in a sentence."""
    interval = f"95 % CI {number_text(one.low / 100, True)} to {number_text(one.high / 100, True)}"
    taken = (
        f"{_named(one.changed)} takes {one.changed.points:.1f} % of the points from it under your rule, "
        f"{_named(one.book)} {one.book.points:.1f} % by the book"
    )
    if not one.is_sure:
        return (
            f"Opponents that adapt to {one.player} gain nothing significant under your rule: the best response found, "
            f"{taken} ({one.gain:+.1f} points; {interval}; {one.pairs:,} pairs)."
        )
    words = "gain" if one.gain > 0 else "lose"
    return (
        f"Opponents that adapt to {one.player} {words} {abs(one.gain):.1f} points under your rule ({interval}): the best "
        f"response found, {taken} ({one.pairs:,} pairs)."
    )


def _named(one: BestResponse) -> str:
    return "a network trained against it" if one.kind == NETWORK else one.name


def adapted_table(one: AdaptedGain) -> FindingTable:
    """Both best responses."""
    columns = (in_words("best response found"), "points, same games", "points, own search", "95 %", "decisions trained")
    rows = [
        (
            rule, best.name, f"{best.points:.1f} %", f"{best.alone:.1f} %", f"{best.low:.1f} to {best.high:.1f}",
            f"{best.decisions:,}{', still rising' if best.still_rising else ''}",
        )
        for rule, best in (("by the book", one.book), ("under the rule", one.changed))
    ]  # fmt: skip
    return FindingTable(["", *columns], rows)

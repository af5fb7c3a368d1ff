"""Questions about what an option is worth: players who differ in one thing, or a side that goes without an item."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import msgspec
import numpy as np

from ...envs import rulesets
from ..statistics.paired import Mean, clusters_of, holm, mean_of
from .knobs.settings import Rules
from .shards import Games, Played, Player, Shard, Stream
from .through import is_possible
from .variants import LOOKED_AT, UNIT, Lack, possessions
from .worth.encouraging import LIBRARY, behaviour_of, nudges, under_doctrines, without_intents
from .worth.usage import Use, groups_of, options_of, uses_in, watched

__all__ = [
    "ALPHA",
    "AuditTrial",
    "TrialJudgement",
    "judged",
    "played_by_both",
    "shift_of",
    "trials_of",
    "worth_of",
]

ALPHA = 0.01  # chance that anything is significant where nothing was changed
SHARD = 250  # pairs of a shard
SLOW_SHARD = 5  # of one whose player takes seconds for a battle
NUDGE = 2.0  # by how much weights and intents are raised
SEEN = 60  # games in which uses are counted
RARE = 20  # games for each use, at most; what is chosen less often is not asked about


class AuditTrial(msgspec.Struct, frozen=True):
    """A question: what a difference in one thing is worth.

    Attributes:
        option: that is asked about, in the rulebook's words.
        how: what differs, ``guardian without parry_off``.
        player: the one that differs; with ``lacks``, the one that plays in both seats.
        other: its opponent.
        sign: -1 where the option is taken away, 1 where it is encouraged.
        lacks: what is missing, for each half of the sides.
        is_encouraged: whether the option is not one of the rulebook, but a weight, an intent, or what a doctrine asks for.
        is_unused: whether the option is one that hardly any player uses by the book, see :mod:`.unused`.
        pairs: to play by each of the two rules, in small shards; 0: the usual number.
    """

    option: str
    how: str
    player: Player
    other: Player
    sign: int = 1
    lacks: tuple[tuple[int, tuple[Lack, ...]], ...] = ()
    is_encouraged: bool = False
    is_unused: bool = False
    pairs: int = 0


class TrialJudgement(msgspec.Struct, frozen=True):
    """What the changed rules do to the worth of an option, for one player, in percent of the points.

    Attributes:
        option, how: see :class:`AuditTrial`.
        book, changed: worth by the book and under the changed rules: positive where having or choosing it is better.
        error: standard error of the difference.
        p: chance of a difference as large if there were no effect, corrected for everything that was judged; of an option
            that hardly any player uses, the chance of the difference or of the worth under the changed rules, the larger one.
        z: the difference in standard errors.
        pairs: by each of the two rules.
        low, high: 95 % confidence interval of the worth under the changed rules; None where a single battle was repeated.
        is_unused: see :class:`AuditTrial`.
    """

    option: str
    how: str
    book: float
    changed: float
    error: float
    p: float
    z: float
    pairs: int
    low: float | None = None
    high: float | None = None
    is_unused: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether it is; a question may be judged twice, so with half the chance of an error each time."""
        return self.p < ALPHA / 2 and self.is_open

    @property
    def is_seen(self) -> bool:
        """Whether a table that shows tenths shows any worth under either rules."""
        return any(abs(round(worth, 1)) > 0 for worth in (self.book, self.changed))

    @property
    def is_open(self) -> bool:
        """Whether it can matter: an option that hardly any player uses must make its player stronger, and more than before."""
        return not self.is_unused or self.changed > max(self.book, 0.0)


# --- trials ---------------------------------------------------------------------------------------------------------------


def trials_of(stream: Stream, players: Sequence[Player], rules: Rules, played: Played) -> list[AuditTrial]:
    """All that can be asked, of options that are used by the book or under the changed rules; ``played`` plays shards."""
    found: dict[tuple[str, str], AuditTrial] = {}
    none: Rules = {}
    games = iter(played([watched(stream, player, player, SEEN, by) for player in players for by in (none, rules)]))
    for player in players:
        uses = [uses_in(next(games)) for _ in range(2)]
        for trial in (*_barred(stream.ruleset, player, uses), *_encouraged(stream.ruleset, player)):
            found.setdefault((trial.option, trial.how), trial)
    for trial in _missing(stream, players[0], rules):
        found.setdefault((trial.option, trial.how), trial)
    return list(found.values())


def _barred(slug: str, player: Player, uses: Sequence[Mapping[str, Use]]) -> Iterable[AuditTrial]:
    """The player without each option it uses, and with each mode in place of all others."""
    for text in dict.fromkeys(name for seen in uses for name in options_of(slug, seen)):
        chosen = 0
        for seen in uses:
            parts = groups_of(slug, seen).get(text, (text,))
            chosen = max(chosen, sum(seen[part].chosen[0] for part in parts if part in seen))
        if chosen * RARE >= SEEN:
            yield _barring(player, text, (text,), "without", -1)
    names = dict.fromkeys(name for seen in uses for name in seen)
    for name in names:
        verb, _, mode = name.partition(".")
        others = tuple(one for one in names if one.startswith(f"{verb}.") and one != name)
        offered = max(seen[name].offered[0] for seen in uses if name in seen)
        if mode and others and offered * RARE >= SEEN:
            yield _barring(player, name, others, "always", 1)


def _barring(player: Player, option: str, forbid: tuple[str, ...], word: str, sign: int) -> AuditTrial:
    how = f"{player.name} {word} {option}"
    return AuditTrial(option, how, msgspec.structs.replace(player, name=how, forbid=forbid), player, sign)


def _encouraged(slug: str, player: Player) -> Iterable[AuditTrial]:
    """The player with each weight and intent raised, without each intent, and with each doctrine of the library first."""
    behaviour = behaviour_of(player, slug)
    assert behaviour is not None
    for one in nudges(behaviour, slug, NUDGE):
        if one.name.endswith(f"+{NUDGE:g}"):
            yield AuditTrial(one.of, one.player.name, one.player, player, is_encouraged=True)
    for one in without_intents(behaviour):
        yield AuditTrial(one.of, one.player.name, one.player, player, -1, is_encouraged=True)
    for one in under_doctrines(behaviour):
        of = str(LIBRARY[one.of].get("do", "off_distance"))
        yield AuditTrial(of, one.player.name, one.player, player, is_encouraged=True)


def _missing(stream: Stream, player: Player, rules: Rules) -> Iterable[AuditTrial]:
    """Either side without each thing that its units have."""
    starts = min(stream.starts, LOOKED_AT)
    for one in possessions(rulesets.get(stream.ruleset), stream.scenario, starts, stream.start_seed):
        halves = []
        for half in (0, 1):
            lacks = tuple(Lack(side, one.field, one.value) for side in one.sides if (side > 0) == bool(half))
            if lacks and is_possible(stream, lacks, rules):
                halves.append((half, lacks))
        if one.field != UNIT and len(halves) == 2:  # else nobody knows what the side was worth before
            how = f"{', '.join(one.holders)} without {one.name}"
            yield AuditTrial(one.thing, how, player, player, -1, tuple(halves))


# --- playing --------------------------------------------------------------------------------------------------------------


def shards_for(trial: AuditTrial, stream: Stream, rules: Rules, pairs: int) -> list[list[Shard]]:
    """What is played for a question by some rules: a list for each half of the sides that goes without, else one."""
    streams = [msgspec.structs.replace(stream, lacks=lacks) for _, lacks in trial.lacks] or [stream]
    size, pairs = (SLOW_SHARD, trial.pairs) if trial.pairs else (SHARD, pairs)
    return [
        [
            Shard(where, trial.player, trial.other, at, min(size, pairs - at), dict(rules))
            for at in range(0, pairs, size)
        ]
        for where in streams
    ]


def values_of(trial: AuditTrial, games: Sequence[Games]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Worth of an option in each pair, from -0.5 to 0.5, float64 (n,); starts, and all that is known of how pairs went."""
    if trial.lacks:
        shares = [part.points[:, half] for part, (half, _) in zip(games, trial.lacks, strict=True)]
    else:
        shares = [part.points.mean(1) for part in games]
    traces = np.concatenate([part.trace for part in games], 1)
    return trial.sign * (np.mean(shares, axis=0) - 0.5), games[0].rows, traces


def shift_of(
    trial: AuditTrial, book: Sequence[Games], changed: Sequence[Games]
) -> tuple[float, float, float, float, float]:
    """Worth by the book and under the changed rules, error of the difference, its chance, and z; z is 0 where no game differs."""
    one, rows, trace = values_of(trial, book)
    other, _, also = values_of(trial, changed)
    here, there = float(one.mean()), float(other.mean())
    if (trace == also).all():
        return here, there, 0.0, 1.0, 0.0
    mean = mean_of(other - one, clusters_of(rows, np.concatenate([trace, also], 1)), reach=0.5)
    if not math.isfinite(mean.error) or mean.error <= 0:
        return here, there, 0.0, 1.0, 0.0
    return here, there, mean.error, mean.p, mean.value / mean.error


def judged(
    trials: Sequence[AuditTrial], streams: tuple[Stream, Stream], rules: Rules, pairs: int, played: Played
) -> list[TrialJudgement]:
    """What trials come to, in percent; chances are corrected for all of them.

    Args:
        trials: the questions.
        streams: starts and dice by the book, and under the changed rules.
        rules: the changed rules.
        pairs: for each question, by each of the two rules.
        played: plays shards.
    """
    found = []
    for trial, (book, changed) in zip(trials, played_by_both(trials, streams, rules, pairs, played), strict=True):
        here, there, error, p, z = shift_of(trial, book, changed)
        worth = worth_of(trial, changed)
        found.append((here, there, error, max(p, worth.p) if trial.is_unused else p, z, worth))
    chances = holm(np.array([one[3] for one in found]))
    return [
        TrialJudgement(
            trial.option, trial.how, 100 * book, 100 * changed, 100 * error, float(chance), z,
            trial.pairs or pairs,
            percent(worth.low), percent(worth.high), trial.is_unused,
        )
        for trial, (book, changed, error, _, z, worth), chance in zip(trials, found, chances, strict=True)
    ]  # fmt: skip


def played_by_both(
    trials: Sequence[AuditTrial], streams: tuple[Stream, Stream], rules: Rules, pairs: int, played: Played
) -> list[tuple[list[Games], list[Games]]]:
    """The games of each trial by the book and under the changed rules; arguments as of :func:`judged`."""
    none: Rules = {}
    wanted = [
        shards
        for trial in trials
        for stream, by in zip(streams, (none, rules), strict=True)
        for shards in shards_for(trial, stream, by, pairs)
    ]
    games = iter(played([shard for part in wanted for shard in part]))
    joined = iter([Games.joined([next(games) for _ in part]) for part in wanted])
    ways = [max(len(trial.lacks), 1) for trial in trials]
    return [([next(joined) for _ in range(n)], [next(joined) for _ in range(n)]) for n in ways]


def worth_of(trial: AuditTrial, games: Sequence[Games]) -> Mean:
    """Worth of an option by some rules, from -0.5 to 0.5, with its interval and the chance of it if it is worth nothing."""
    values, rows, trace = values_of(trial, games)
    mean = mean_of(values, clusters_of(rows, trace), reach=0.5)
    return mean if math.isfinite(mean.p) else replace(mean, p=1.0)


def percent(share: float) -> float | None:
    """A share in percent; None for nan."""
    return 100 * share if math.isfinite(share) else None

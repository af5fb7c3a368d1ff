"""What a house rule changes for whoever chooses: every option is asked what it is worth by the book and by the changed rules.

Nothing is said of where to look. Players differ in one thing from behaviours that are shipped (an option forbidden, a mode
always taken, a weight or intent raised, a doctrine first), or a side goes without an item; each of them is tried on a few pairs
by either rules, and those whose worth moved most are judged again on fresh starts and dice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from ...envs import rulesets
from ..common import UserError
from ..statistics.paired import clusters_of, holm, mean_of
from .knobs.settings import Rules, fresh
from .shards import Games, Player, Shard, Stream, pool_of
from .variants import UNIT, Lack, Possession, possessions
from .worth.encouraging import LIBRARY, behaviour_of, nudges, under_doctrines, without_intents
from .worth.judging import trace_of
from .worth.playing import options_of
from .worth.ranking import best_of
from .worth.usage import Use, groups_of, uses_of

__all__ = [
    "ALPHA",
    "Audit",
    "Budget",
    "Finding",
    "Judgement",
    "Trial",
    "audit",
    "plain",
    "players_of",
    "ranked",
    "shift_of",
    "thing_of",
]

ALPHA = 0.01  # chance of any finding where nothing was changed
SHARD = 250  # pairs of a shard
NUDGE = 2.0  # by how much weights and intents are raised
SEEN = 60  # games in which uses are counted
RARE = 20  # games for each use, at most; what is chosen less often is not asked about
SECOND = "charger"  # is asked beside the best behaviour, where nobody is named
LOOKED_AT = 16  # starts that are searched for what units have

Played = Callable[[Sequence[Shard]], list[Games]]


class Budget(msgspec.Struct, frozen=True):
    """How much is played, by the book and by the changed rules alike.

    Attributes:
        glance: pairs for each question at first.
        keep: questions that are judged, those that moved most.
        pairs: for each of them, on fresh starts and dice.
        findings: that are told at most.
    """

    glance: int = 80
    keep: int = 16
    pairs: int = 600
    findings: int = 5


class Audit(msgspec.Struct, frozen=True):
    """What is compared.

    Attributes:
        stream: where games begin.
        players: whose options.
        rules: knobs that are changed.
        other_dice: whether the changed rules are played on starts and dice of their own, to see what chance alone does.
        budget: see there.
    """

    stream: Stream
    players: tuple[Player, ...]
    rules: dict[str, int | bool | str]
    other_dice: bool = False
    budget: Budget = Budget()


class Trial(msgspec.Struct, frozen=True):
    """A question: what it is worth to differ in one thing.

    Attributes:
        option: that is asked about, in the rulebook's words.
        how: what differs, ``guardian without parry_off``.
        player: who differs; where ``lacks`` are given, who plays in both seats.
        other: who it meets.
        sign: -1 where the option is taken away, 1 where it is encouraged.
        lacks: what is missing, for each half of the sides.
    """

    option: str
    how: str
    player: Player
    other: Player
    sign: int = 1
    lacks: tuple[tuple[int, tuple[Lack, ...]], ...] = ()


class Judgement(msgspec.Struct, frozen=True):
    """What the changed rules do to the worth of an option, for one player, in percent of the points.

    Attributes:
        option, how: see ``Trial``.
        book, changed: worth by either rules: positive where having or choosing it is better.
        error: standard error of the difference.
        p: chance of so large a difference if there is none, corrected for all that was judged.
        z: the difference in standard errors.
        pairs: by either rules.
    """

    option: str
    how: str
    book: float
    changed: float
    error: float
    p: float
    z: float
    pairs: int


class Finding(msgspec.Struct, frozen=True):
    """An option whose worth is changed for sure, and how that was seen, the surest first."""

    option: str
    seen: tuple[Judgement, ...]

    @property
    def z(self) -> float:
        """Of the surest judgement."""
        return self.seen[0].z


def players_of(stream: Stream, given: Sequence[Player]) -> tuple[Player, ...]:
    """Whose options: those who are given, or the best shipped behaviour and a plain one.

    Raises:
        UserError: somebody is no behaviour.
    """
    found = list(given) or [Player.of(name) for name in dict.fromkeys((best_of(stream), SECOND))]
    for player in found:
        if behaviour_of(player, stream.ruleset) is None:
            raise UserError(f"{player.name} is no behaviour; an audit needs behaviours, whose weights it can change")
    return tuple(found)


# --- what is asked --------------------------------------------------------------------------------------------------------


def trials_of(question: Audit) -> list[Trial]:
    """All that is asked, of options that are used by the book or by the changed rules."""
    found: dict[tuple[str, str], Trial] = {}
    for player in question.players:
        uses = [uses_of(question.stream, player, player, SEEN, rules) for rules in ({}, question.rules)]
        for trial in (*_barred(question, player, uses), *_encouraged(question, player)):
            found.setdefault((trial.option, trial.how), trial)
    for trial in _missing(question):
        found.setdefault((trial.option, trial.how), trial)
    return list(found.values())


def _barred(question: Audit, player: Player, uses: Sequence[Mapping[str, Use]]) -> Iterable[Trial]:
    """The player without each option it uses, and with each mode in place of all others."""
    slug = question.stream.ruleset
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


def _barring(player: Player, option: str, forbid: tuple[str, ...], word: str, sign: int) -> Trial:
    how = f"{player.name} {word} {option}"
    return Trial(option, how, msgspec.structs.replace(player, name=how, forbid=forbid), player, sign)


def _encouraged(question: Audit, player: Player) -> Iterable[Trial]:
    """The player with each weight and intent raised, without each intent, and with each doctrine of the library first."""
    behaviour = behaviour_of(player, question.stream.ruleset)
    assert behaviour is not None
    for one in nudges(behaviour, question.stream.ruleset, NUDGE):
        if one.name.endswith(f"+{NUDGE:g}"):
            yield Trial(one.of, one.player.name, one.player, player)
    for one in without_intents(behaviour):
        yield Trial(one.of, one.player.name, one.player, player, -1)
    for one in under_doctrines(behaviour):
        yield Trial(str(LIBRARY[one.of].get("do", "off_distance")), one.player.name, one.player, player)


def thing_of(one: Possession) -> str:
    """What a possession is called: what it is, or the field that counts it or says that it is there."""
    return one.field if one.value == "yes" or one.value.lstrip("-").isdigit() else one.value


def _missing(question: Audit) -> Iterable[Trial]:
    """Either side without each thing that its units have."""
    stream, player = question.stream, question.players[0]
    starts = min(stream.starts, LOOKED_AT)
    for one in possessions(rulesets.get(stream.ruleset), stream.scenario, starts, stream.start_seed):
        halves = []
        for half in (0, 1):
            lacks = tuple(Lack(side, one.field, one.value) for side in one.sides if (side > 0) == bool(half))
            if lacks and _is_possible(stream, lacks, question.rules):
                halves.append((half, lacks))
        if one.field != UNIT and len(halves) == 2:  # else nobody knows what the side was worth before
            option = thing_of(one)
            how = f"{', '.join(one.holders)} without {one.name}"
            yield Trial(option, how, player, player, -1, tuple(halves))


def _is_possible(stream: Stream, lacks: tuple[Lack, ...], rules: Rules) -> bool:
    try:
        pool_of(msgspec.structs.replace(stream, lacks=lacks), rules)
    except ValueError:
        return False
    return True


# --- playing --------------------------------------------------------------------------------------------------------------


def shards_for(trial: Trial, stream: Stream, rules: Rules, pairs: int) -> list[list[Shard]]:
    """What is played for a question by some rules: a list for each half of the sides that goes without, else one."""
    streams = [msgspec.structs.replace(stream, lacks=lacks) for _, lacks in trial.lacks] or [stream]
    return [
        [
            Shard(where, trial.player, trial.other, at, min(SHARD, pairs - at), dict(rules))
            for at in range(0, pairs, SHARD)
        ]
        for where in streams
    ]


def values_of(trial: Trial, games: Sequence[Games]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Worth of an option in each pair, from -0.5 to 0.5, float64 (n,); starts, and all that is known of how pairs went."""
    if trial.lacks:
        shares = [part.points[:, half] for part, (half, _) in zip(games, trial.lacks, strict=True)]
    else:
        shares = [part.points.mean(1) for part in games]
    traces = np.concatenate([trace_of(part) for part in games], 1)
    return trial.sign * (np.mean(shares, axis=0) - 0.5), games[0].rows, traces


def shift_of(trial: Trial, book: Sequence[Games], changed: Sequence[Games]) -> tuple[float, float, float, float, float]:
    """Worth by the book and by the changed rules, error of the difference, its chance, and z; z is 0 where no game differs."""
    one, rows, trace = values_of(trial, book)
    other, _, also = values_of(trial, changed)
    here, there = float(one.mean()), float(other.mean())
    if (trace == also).all():
        return here, there, 0.0, 1.0, 0.0
    mean = mean_of(other - one, clusters_of(rows, np.concatenate([trace, also], 1)), reach=0.5)
    if not math.isfinite(mean.error) or mean.error <= 0:
        return here, there, 0.0, 1.0, 0.0
    return here, there, mean.error, mean.p, mean.value / mean.error


def judged(question: Audit, trials: Sequence[Trial], purpose: str, pairs: int, played: Played) -> list[Judgement]:
    """What trials come to on the starts and dice of a purpose, in percent; chances are corrected for all of them."""
    here = fresh(question.stream, "audit", purpose)
    there = fresh(question.stream, "audit", purpose, "other") if question.other_dice else here
    none: Rules = {}
    wanted = [
        shards
        for trial in trials
        for stream, rules in ((here, none), (there, question.rules))
        for shards in shards_for(trial, stream, rules, pairs)
    ]
    games = iter(played([shard for part in wanted for shard in part]))
    joined = iter([Games.joined([next(games) for _ in part]) for part in wanted])
    found = []
    for trial in trials:
        ways = max(len(trial.lacks), 1)
        book, changed = [next(joined) for _ in range(ways)], [next(joined) for _ in range(ways)]
        found.append(shift_of(trial, book, changed))
    chances = holm(np.array([one[3] for one in found]))
    return [
        Judgement(trial.option, trial.how, 100 * book, 100 * changed, 100 * error, float(chance), z, pairs)
        for trial, (book, changed, error, _, z), chance in zip(trials, found, chances, strict=True)
    ]


def ranked(judgements: Sequence[Judgement], most: int, alpha: float = ALPHA) -> list[Finding]:
    """What is sure, an entry for each option, the surest first."""
    sure = sorted((one for one in judgements if one.p < alpha), key=lambda one: -abs(one.z))
    options: dict[str, list[Judgement]] = {}
    for one in sure:
        options.setdefault(one.option, []).append(one)
    return [Finding(option, tuple(seen)) for option, seen in options.items()][:most]


def audit(
    question: Audit, played: Played, phase: Callable[[str], None] = lambda what: None
) -> tuple[list[Finding], list[Judgement], int]:
    """What changed rules do to the worth of options.

    Args:
        question: what is compared.
        played: plays shards.
        phase: is told what is done next.

    Returns:
        What is sure; all that was judged on fresh starts and dice; how many questions were asked at first.
    """
    trials, budget = trials_of(question), question.budget
    phase(f"{len(trials)} questions, a glance at each")
    seen = judged(question, trials, "glance", budget.glance, played)
    order = sorted(range(len(trials)), key=lambda k: -abs(seen[k].z))
    best = [trials[k] for k in order[: budget.keep] if seen[k].z != 0]
    phase(f"{len(best)} that moved most, on fresh dice")
    final = judged(question, best, "judge", budget.pairs, played) if best else []
    return ranked(final, budget.findings), final, len(trials)


def plain(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings as JSON has them."""
    return [msgspec.to_builtins(one) for one in findings]

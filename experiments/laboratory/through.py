"""Through which options and items a changed rule works: what battles must go without for the change to make no difference.

The same battles are played by the book and under the changed rules, with the same dice for the same round, unit and purpose.
Some of them change. Then they are played again with one option forbidden, or one item removed: if no battle changes any
more, the rule works only through that option or item. Chance plays no part in this.

Behaviours weigh what a rule changes even where the option is forbidden: an enemy could use it. So the share that an option
explains is measured among all battles, and among battles of players that choose at random alone; the higher lower bound
counts.

A rule that works through a feint works through strikes, too, and through moves, without which no units meet. A rarer choice
is more informative: the lower bound of the share that an option explains is weighted by the option's **bits**, the
logarithm to base 2 of n if one in n choices is this option; an item has those of one among all items.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec
import numpy as np

from ...envs import rulesets
from ...envs import scenario as scenarios
from ...envs.render.scene import SIDE_NAMES, hues
from ..statistics import clusters_of, mean_of, wilson_interval
from .knobs.settings import Rules
from .shards import SHARD_PAIRS, Games, Played, Player, Shard, Stream, pool_of
from .variants import LOOKED_AT, UNIT, Lack, possessions
from .worth.usage import Use, groups_of, uses_in, watched

__all__ = [
    "LEAST",
    "RANDOM",
    "SURE",
    "Difference",
    "OptionUse",
    "Shift",
    "Suspect",
    "Way",
    "difference_of",
    "is_possible",
    "options_among",
    "scouts_of",
    "seen_of",
    "seen_under",
    "share_of",
    "shift_between",
    "suspects_of",
    "ways_of",
]

RANDOM = Player("random", "random")  # tries what no behaviour would
SEEN = 20  # games of each two, from either seat, in which uses are counted
FEW = 8  # pairs that go another way; of fewer nothing is said
LEAST = 0.1  # of the difference: the lower bound of the share that a reported option explains
MORE = 3  # times as many pairs are those of players who choose at random alone
SURE = 1.96  # standard errors


class Suspect(msgspec.Struct, frozen=True):
    """Something that battles can go without.

    Attributes:
        option: how it is called.
        lacks: what units go without; empty for an option, which is forbidden.
        bits: see the module.
        parts: options that are forbidden with it, itself among them.
    """

    option: str
    lacks: tuple[Lack, ...]
    bits: float
    parts: frozenset[str] = frozenset()


class Way(msgspec.Struct, frozen=True):
    """An option or item through which a rule works.

    Attributes:
        option: that battles went without.
        explained: share of the difference that disappears without it; 1 if battles are then the same under both rules.
        low: lower bound of this share (97.5 %).
        bits: see the module.
        is_first: ``explained`` is another share: of the battles that differ, those in which it becomes legal or illegal first.
    """

    option: str
    explained: float
    low: float
    bits: float
    is_first: bool = False

    @property
    def score(self) -> float:
        """By which they are ordered: what few battles seem to show comes behind what many do."""
        return self.low * self.bits


def scouts_of(players: Sequence[Player]) -> list[tuple[Player, Player, int]]:
    """Who meets whom, and in how many times as many pairs: every player itself and one that chooses at random; two of those."""
    found = [(one, other, 1) for player in players for one, other in ((player, player), (RANDOM, player))]
    return [*found, (RANDOM, RANDOM, MORE)]


class OptionUse(msgspec.Struct, frozen=True):
    """How a player used its options against another, by the book or under the changed rules: by option."""

    one: Player
    other: Player
    is_changed: bool
    uses: dict[str, Use]


def seen_of(stream: Stream, players: Sequence[Player], rules: Rules, played: Played) -> list[OptionUse]:
    """How all who meet used their options, by the book and by changed rules; ``played`` plays shards."""
    return _seen(stream, players, ((False, {}), (True, rules)), played)


def seen_under(stream: Stream, players: Sequence[Player], rules: Rules, played: Played) -> list[OptionUse]:
    """How all who meet used their options by some rules; ``played`` plays shards."""
    return _seen(stream, players, ((False, rules),), played)


def _seen(
    stream: Stream, players: Sequence[Player], ways: Sequence[tuple[bool, Rules]], played: Played
) -> list[OptionUse]:
    meetings = [(one, other, is_changed, by) for is_changed, by in ways for one, other, _ in scouts_of(players)]
    games = played([watched(stream, one, other, SEEN, by) for one, other, _, by in meetings])
    return [
        OptionUse(one, other, is_changed, uses_in(part))
        for (one, other, is_changed, _), part in zip(meetings, games, strict=True)
    ]


def suspects_of(stream: Stream, seen: Sequence[OptionUse], rules: Rules) -> list[Suspect]:
    """All options that were seen to be chosen, verbs that begin alike together, too; and all items."""
    return [*options_among(stream.ruleset, seen), *_things(stream, rules)]


def options_among(slug: str, seen: Sequence[OptionUse]) -> Iterable[Suspect]:
    """All options that are chosen, verbs that begin alike together, too."""
    chosen: dict[str, int] = {}
    for one in seen:
        for name, use in one.uses.items():
            chosen[name] = chosen.get(name, 0) + use.chosen[0]
    chosen = {name: times for name, times in chosen.items() if times}
    total = sum(times for name, times in chosen.items() if "." not in name)
    uses = {name: Use(name, 1, (times,), (times,)) for name, times in chosen.items()}
    for begin, verbs in groups_of(slug, uses).items():
        bits = math.log2(total / sum(chosen[verb] for verb in verbs))
        yield Suspect(begin, (), bits, frozenset({begin, *verbs, *_finer(verbs, chosen)}))
    for name, times in chosen.items():
        yield Suspect(name, (), math.log2(max(total / times, 1)), frozenset({name, *_finer((name,), chosen)}))


def _finer(verbs: Iterable[str], names: Mapping[str, int]) -> list[str]:
    return [name for verb in verbs for name in names if name.startswith(f"{verb}.")]


def _things(stream: Stream, rules: Rules) -> Iterable[Suspect]:
    starts = min(stream.starts, LOOKED_AT)
    had: dict[str, list[Lack]] = {}
    for one in possessions(rulesets.get(stream.ruleset), stream.scenario, starts, stream.start_seed):
        if one.field != UNIT:
            had.setdefault(one.thing, []).append(Lack(-1, one.field, one.value))
    for name, lacks in had.items():
        if is_possible(stream, tuple(lacks), rules):
            yield Suspect(name, tuple(lacks), math.log2(max(len(had), 2)))


def is_possible(stream: Stream, lacks: tuple[Lack, ...], rules: Rules) -> bool:
    """Whether there are battles without something, by the book and by changed rules."""
    try:
        for by in ({}, rules):
            pool_of(msgspec.structs.replace(stream, lacks=lacks), by)
    except ValueError:
        return False
    return True


def shards_without(
    suspect: Suspect | None, streams: tuple[Stream, Stream], players: Sequence[Player], rules: Rules, pairs: int
) -> list[Shard]:
    """The same battles by the book, and as many under the changed rules, without something."""
    forbid = (suspect.option,) if suspect is not None and not suspect.lacks else ()
    lacks = suspect.lacks if suspect is not None else ()
    return [
        Shard(
            msgspec.structs.replace(stream, lacks=lacks), _without(one, forbid), _without(other, forbid), at,
            min(SHARD_PAIRS, times * pairs - at), dict(by),
        )
        for stream, by in zip(streams, ({}, rules), strict=True)
        for one, other, times in scouts_of(players)
        for at in range(0, times * pairs, SHARD_PAIRS)
    ]  # fmt: skip


def _without(player: Player, forbid: tuple[str, ...]) -> Player:
    return msgspec.structs.replace(player, forbid=forbid) if forbid else player


class Difference(msgspec.Struct, frozen=True):
    """Pairs of battles that the changed rules change.

    Attributes:
        differing, pairs: changed pairs, and all pairs.
        at_random, of_random: the same among pairs of players that choose at random alone.
    """

    differing: int
    pairs: int
    at_random: int = 0
    of_random: int = 0


def difference_of(shards: Sequence[Shard], games: Sequence[Games]) -> Difference:
    """How many pairs change; the first half of the shards is by the book, the other in the same order under the changed rules."""
    half = len(games) // 2
    found = [np.any(one.trace != other.trace, axis=1) for one, other in zip(games[:half], games[half:], strict=True)]
    random = [part for part, shard in zip(found, shards[:half], strict=True) if _is_random(shard)]
    return Difference(
        sum(int(part.sum()) for part in found), sum(map(len, found)),
        sum(int(part.sum()) for part in random), sum(map(len, random)),
    )  # fmt: skip


def _is_random(shard: Shard) -> bool:
    return shard.one.spec == shard.other.spec == RANDOM.spec


class Shift(msgspec.Struct, frozen=True):
    """What changed rules do to who wins, whatever they work through.

    Attributes:
        value: points in percent that the first side gains, a draw one half, in the same battles under both rules.
        low, high: 95 % confidence interval.
        pairs: of battles; those of players that choose at random alone are left out.
        sides: names of the first side and of the second, or of all others.
    """

    value: float
    low: float
    high: float
    pairs: int
    sides: tuple[str, str]

    @property
    def is_sure(self) -> bool:
        """Whether one side gains significantly."""
        return self.low > 0 or self.high < 0


def shift_between(shards: Sequence[Shard], games: Sequence[Games]) -> Shift | None:
    """What the first side gains under the changed rules; arguments as of :func:`difference_of`. None where it has no interval."""
    half = len(games) // 2
    meetings: dict[tuple[str, str], list[int]] = {}
    for k, shard in enumerate(shards[:half]):
        if not _is_random(shard):
            meetings.setdefault((shard.one.name, shard.other.name), []).append(k)
    gains, clusters, after = [], [], 0
    for numbers in meetings.values():
        book, changed = (Games.joined([games[start + k] for k in numbers]) for start in (0, half))
        sides = (0.5, -0.5)  # the second game has ``one`` on the other side
        gains.append(((changed.points - book.points) * sides).sum(1))
        one = clusters_of(book.rows, np.concatenate([book.trace, changed.trace], 1))
        clusters.append(one + after)
        after += int(one.max(initial=0)) + 1
    if not gains:
        return None
    mean = mean_of(np.concatenate(gains), np.concatenate(clusters), reach=1.0)
    if not math.isfinite(mean.low):
        return None
    stream = shards[0].stream
    first, *others = [SIDE_NAMES[hue] for hue in hues(scenarios.load(stream.scenario, stream.ruleset).sides)]
    pairs = sum(map(len, gains))
    return Shift(100 * mean.value, 100 * mean.low, 100 * mean.high, pairs, (first, " and ".join(others)))


def way_of(suspect: Suspect, without: Difference, whole: Difference) -> Way:
    """What a suspect explains: battles that change without it, and with it."""
    ways = [share_of(suspect, (without.differing, without.pairs), (whole.differing, whole.pairs))]
    if whole.at_random >= FEW:
        ways.append(share_of(suspect, (without.at_random, without.of_random), (whole.at_random, whole.of_random)))
    return max(ways, key=lambda way: way.low)


def share_of(suspect: Suspect, without: tuple[int, int], whole: tuple[int, int]) -> Way:
    """What a suspect explains, by pairs that change, out of all pairs, without it and with it."""
    share, all_of_it = without[0] / without[1], whole[0] / whole[1]
    high = wilson_interval(share, without[1], SURE)[1]
    return Way(suspect.option, 1 - share / all_of_it, 1 - high / all_of_it, suspect.bits)


def ways_of(suspects: Sequence[Suspect], found: Sequence[Difference], whole: Difference) -> list[Way]:
    """What the rule works through, the highest score first; an option that contains another one that explains the same
    share or more is left out.
    """
    ways = [(way_of(one, without, whole), one) for one, without in zip(suspects, found, strict=True)]
    told: list[tuple[Way, Suspect]] = []
    for way, one in sorted(ways, key=lambda pair: -pair[0].score):
        is_told = any(
            one.parts > other.parts and other.parts and way.explained <= kept.explained for kept, other in told
        )
        if way.low > LEAST and not is_told:
            told.append((way, one))
    return [way for way, _ in told]

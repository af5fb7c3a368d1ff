"""What statuses are worth to the units that have them: how often units get them, and how battles end with and without them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np

from ....envs import rulesets
from ..moments import NO_ANSWER, OVER
from ..shards import Games, Played, Player, Shard, Stream
from .judging import Judged, judge_paired

__all__ = ["MOST", "Occurrence", "judge_moments", "judge_statuses"]

SHARD = 250  # battles of a shard
MOST = 4  # times as many battles are watched, at most, for a status that few of them have a moment of
FEW = 0.5  # share of the moments wanted, of which fewer are few


class Occurrence(msgspec.Struct, frozen=True):
    """How often units got a status.

    Attributes:
        watched: battles that were searched for it.
        battles: of these, battles in which a unit got it.
        times: how often, in all of them.
        usable: how often the battle could have continued without it.
        why: the most frequent reason why it could not; empty if it always could.
    """

    watched: int
    battles: int
    times: int
    usable: int
    why: str = ""

    @property
    def share(self) -> float:
        """Share of the battles."""
        return self.battles / max(self.watched, 1)

    @property
    def each(self) -> float:
        """How often in a battle, on average."""
        return self.times / max(self.watched, 1)


def judge_statuses(
    fields: Sequence[str],
    stream: Stream,
    player: Player,
    other: Player,
    pairs: int,
    rules: dict[str, int | bool | str],
    played: Played,
) -> list[tuple[Occurrence, Judged | None]]:
    """How often units get statuses on a stream, and what the statuses are worth.

    Battles are watched for all statuses together. Statuses with less than half the moments wanted get further battles: a
    number estimated from their frequency so far, independent of results.

    Args:
        fields: of units, in which the statuses stand.
        stream: where battles begin.
        player, other: the two opponents; units of ``player`` are watched, from either seat.
        pairs: battles watched for all, and moments wanted of each.
        rules: knobs by address.
        played: plays shards.
    """

    def shards(names: dict[str, int], first: int) -> list[Shard]:
        """Battles from ``first`` on, for each status up to a number of its own."""
        found = []
        for at in range(first, max(names.values(), default=first), SHARD):
            here = tuple(name for name, end in names.items() if end > at)
            size = min(SHARD, max(names.values()) - at)
            found.append(Shard(stream, player, other, at, size, dict(rules), here))
        return found

    wanted = shards(dict.fromkeys(fields, pairs), 0)
    parts = list(zip(wanted, played(wanted), strict=True))
    more: dict[str, int] = {}
    for name in fields:
        moments = len(moments_of(name, parts)[1])
        if 0 < moments < FEW * pairs:
            battles = min(-(-(pairs - moments) * pairs // moments), (MOST - 1) * pairs)
            more[name] = pairs + -(-battles // SHARD) * SHARD if pairs >= SHARD else pairs + battles
    further = shards(more, pairs)
    parts += zip(further, played(further), strict=True)
    return [judge_moments(stream.ruleset, name, parts) for name in fields]


def moments_of(name: str, parts: Sequence[tuple[Shard, Games]]) -> tuple[list[tuple[Shard, Games]], np.ndarray]:
    """The shards in which a status was watched, and the points with and without it from each moment: float64 (n, 2)."""
    here = [(shard, games) for shard, games in parts if name in shard.statuses]
    points = [games.points[shard.statuses.index(name) :: len(shard.statuses)] for shard, games in here]
    joined = np.concatenate(points) if points else np.zeros((0, 2))
    return here, joined[~np.isnan(joined).any(1)]


def judge_moments(slug: str, name: str, parts: Sequence[tuple[Shard, Games]]) -> tuple[Occurrence, Judged | None]:
    """How often units got a status in shards, and what it is worth; None without a usable moment."""
    here, _ = moments_of(name, parts)
    reasons: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for _, games in here:
        for counted, useless in games.measures:
            counts.update({what: int(counted[f"{name}.{what}"]) for what in ("battles", "times", "usable")})
            reasons.update({what: int(n) for what, n in useless.items() if what.rpartition(".")[0] == name})
    why = _reason(slug, int(reasons.most_common(1)[0][0].rpartition(".")[2])) if reasons else ""
    watched = sum(shard.pairs for shard, _ in here)
    seen = Occurrence(watched, counts["battles"], counts["times"], counts["usable"], why)
    if not here:
        return seen, None
    ways = [_way(name, here, column) for column in (0, 1)]
    if not len(ways[0]):
        return seen, None
    return seen, judge_paired([ways[0].points[:, 0]], [ways[1].points[:, 0]], ways[::-1], ways[1])


def _way(name: str, here: Sequence[tuple[Shard, Games]], column: int) -> Games:
    """The games from the moments of a status on, in one of both ways: a column each."""

    def part(shard: Shard, games: Games) -> Games:
        of = slice(shard.statuses.index(name), None, len(shard.statuses))
        has = ~np.isnan(games.points[of]).any(1)
        return Games(
            **{what: getattr(games, what)[of][has][:, column : column + 1] for what in ARRAYS},
            **{what: getattr(games, what)[of][has] for what in ("rows", "shard")},
        )

    return Games.joined([part(shard, games) for shard, games in here])


ARRAYS = ("points", "rounds", "decisions", "endings")


def _reason(slug: str, number: int) -> str:
    """Why a battle could not have gone on without a status."""
    if number == OVER:
        return "the battle was over"
    if number == NO_ANSWER:
        return "nobody could have answered what was asked"
    return rulesets.get(slug).broken.get(number, f"number {number}")

"""How often options are offered and chosen, and in which situations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from ....envs import rulesets
from ....envs.core.behaviour.bans import ANY
from ....envs.engine.options import SITUATIONS, Option, find, name_of_option
from ..shards import Games, Player, Rules, Shard, Stream, play

__all__ = ["GROUPS", "Use", "groups_of", "options_of", "sum_of", "use_of", "uses_in", "uses_of", "watched"]

#: Situations that exclude each other: places in ``SITUATIONS``.
GROUPS = ((1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11))
FEW = 20  # choices; of fewer nothing is said about situations
TELLING = 0.1  # by how much the share of a situation must be greater among choices than among chances


class Use(msgspec.Struct, frozen=True):
    """How an option was used.

    Attributes:
        option: how it is written.
        games: that were played.
        offered, chosen: how often, in each of ``SITUATIONS``; the first is all.
    """

    option: str
    games: int
    offered: tuple[int, ...]
    chosen: tuple[int, ...]

    @property
    def share(self) -> float:
        """Share of the chances that were taken."""
        return self.chosen[0] / max(self.offered[0], 1)

    @property
    def telling(self) -> str:
        """The situation whose share of uses exceeds its share of chances most; empty if no situation stands out."""
        if self.chosen[0] < FEW:
            return ""
        best, most = "", TELLING
        for group in GROUPS:
            taken, open_to = sum(self.chosen[k] for k in group), sum(self.offered[k] for k in group)
            for k in group if taken and open_to else ():
                more = self.chosen[k] / taken - self.offered[k] / open_to
                if more > most:
                    shares = f"{self.chosen[k] / taken:.0%} of its uses, {self.offered[k] / open_to:.0%} of its chances"
                    best, most = f"{SITUATIONS[k]} ({shares})", more
        return best


def watched(stream: Stream, player: Player, other: Player, games: int, rules: Rules | None = None) -> Shard:
    """Some games of a stream, in either seat, in which it is counted how a player uses its options against another."""
    stream = msgspec.structs.replace(stream, keyed=False)
    return Shard(stream, player, other, 0, games, dict(rules or {}), options=True)


def uses_in(games: Games) -> dict[str, Use]:
    """How a player used its options in the games of :func:`watched`: by option."""
    (uses,) = games.uses
    return {
        name: Use(name, 2 * len(games), tuple(used[0].tolist()), tuple(used[1].tolist())) for name, used in uses.items()
    }


def uses_of(stream: Stream, player: Player, other: Player, games: int, rules: Rules | None = None) -> dict[str, Use]:
    """How a player uses its options in some games of a stream against another, in either seat: by option."""
    return uses_in(play(watched(stream, player, other, games, rules)))


def groups_of(slug: str, uses: Mapping[str, Use]) -> dict[str, tuple[str, ...]]:
    """Verbs that begin alike and of which several are chosen: ``parry`` for ``parry_main`` and ``parry_off``."""
    found: dict[str, list[str]] = {}
    for name, use in uses.items():
        if "." not in name and use.chosen[0] and "_" in name:
            found.setdefault(name.split("_")[0], []).append(name)
    verbs = {verb.name.lower() for verb in rulesets.get(slug).book.vocab.verbs}
    return {begin: tuple(names) for begin, names in found.items() if len(names) > 1 and begin not in verbs}


def use_of(slug: str, text: str, uses: Mapping[str, Use]) -> Use:
    """How the options that a text means were used together."""
    options = [name_of_option(slug, option) for option in find(slug, text)]
    parts = [uses[name] for name in options if name in uses]
    if not parts:
        verbs = {name_of_option(slug, Option(option.verb, ANY, ANY)) for option in find(slug, text)}
        games = max((uses[name].games for name in verbs if name in uses), default=0)
        return Use(text, games, (0,) * len(SITUATIONS), (0,) * len(SITUATIONS))
    sums = [
        tuple(int(one) for one in np.sum([getattr(part, name) for part in parts], axis=0))
        for name in ("offered", "chosen")
    ]
    return Use(text, max(part.games for part in parts), *sums)


def options_of(slug: str, uses: Mapping[str, Use]) -> list[str]:
    """The options of a player: verbs that begin alike, its verbs, and the modes and items of those it chooses several of."""
    several = {
        verb for verb in (name.split(".")[0] for name in uses)
        if sum(use.chosen[0] > 0 for name, use in uses.items() if name.startswith(f"{verb}.")) > 1
    }  # fmt: skip
    found = [*groups_of(slug, uses)]
    for name, use in uses.items():
        if "." not in name or (name.split(".")[0] in several and use.chosen[0] > 0):
            found.append(name)
    return found


def sum_of(uses: Sequence[Use], name: str) -> Use:
    """Several uses together."""
    add = [tuple(map(sum, zip(*(getattr(use, what) for use in uses), strict=True))) for what in ("offered", "chosen")]
    return Use(name, max(use.games for use in uses), add[0], add[1])

"""The best answer to an opponent under given rules: players adapt when the rules change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec

from ....envs import rulesets
from ....envs.core.rulebook import Value
from ....envs.engine.policies import policy_names
from ...sealing import Positive
from ..shards import Played, Player, Shard, Stream
from .settings import fresh

__all__ = ["Attempt", "BestAnswer", "Halving", "Tactic", "best_answers", "candidates_of"]


class Halving(msgspec.Struct, frozen=True):
    """Successive halving: all play, the better half plays twice as long, until one is left.

    Attributes:
        pairs: of each candidate in the first round.
        keep: one of this many continues.
    """

    pairs: Positive = 50
    keep: Annotated[int, msgspec.Meta(ge=2)] = 2

    def rounds(self, candidates: int) -> list[tuple[int, int]]:
        """Candidates and pairs of each, round by round."""
        found, pairs = [], self.pairs
        while candidates > 1:
            found.append((candidates, pairs))
            candidates, pairs = -(-candidates // self.keep), pairs * self.keep
        return found

    def total(self, candidates: int) -> int:
        """Pairs in all."""
        return sum(count * pairs for count, pairs in self.rounds(candidates))


class Attempt(msgspec.Struct, frozen=True):
    """A race for a better answer.

    Attributes:
        start: name of the behaviour it began with.
        changes: those that were accepted, in words.
        tried: changes.
        pairs: played in it.
        false_expected: accepted changes worth nothing to be expected at most, if no change were worth anything.
    """

    start: str
    changes: tuple[str, ...]
    tried: int
    pairs: int
    false_expected: float


class Tactic(msgspec.Struct, frozen=True):
    """A behaviour that a race found.

    Attributes:
        name: in tables.
        start: name of the behaviour its race began with.
        point: number of the point at which it was raced.
        changes: what was changed, in words.
        says: what it does, in a sentence.
        behaviour: its keys, as its YAML has them.
    """

    name: str
    start: str
    point: int
    changes: tuple[str, ...]
    says: str
    behaviour: dict[str, Any]


class BestAnswer(NamedTuple):
    """Who answers best under some rules.

    Attributes:
        player: who.
        pairs: played to find it.
        selection: its share of the points in the last of these; too high, because it was the best of many.
        ranking: the candidates, those first who were left longest.
        attempt: the race that was run under these rules; None where none was.
        tactic: what is known of the player if a race found it, under these rules or others.
    """

    player: Player
    pairs: int
    selection: float
    ranking: tuple[Player, ...] = ()
    attempt: Attempt | None = None
    tactic: Tactic | None = None


def candidates_of(slug: str, given: Sequence[Player]) -> list[Player]:
    """Every behaviour that ships, but for chance, and those given."""
    found = list(given)
    known = {player.spec for player in given}
    for name in policy_names(rulesets.get(slug)):
        if name != "random" and name not in known:
            found.append(Player(name, name))
    return found


def best_answers(
    stream: Stream,
    settings: Sequence[Mapping[str, Value]],
    opponent: Player,
    candidates: Sequence[Player],
    play: Played,
    halving: Halving | None = None,
) -> list[BestAnswer]:
    """The best answer to an opponent under each of some rules, by successive halving on starts and dice of its own.

    Searches for better ones than these candidates begin here, see :mod:`.searching`. All are judged elsewhere, on starts and
    dice that were not seen before.

    Args:
        stream: of the question; the selection plays on another one, the same for all settings.
        settings: rules by address, one mapping for each question.
        opponent: the player to respond to.
        candidates: who may answer.
        play: plays shards.
        halving: how long.
    """
    halving = halving or Halving()
    selection = fresh(stream, "selection")
    left = [list(range(len(candidates))) for _ in settings]
    gone: list[list[int]] = [[] for _ in settings]
    spent, scores = [0] * len(settings), [0.5] * len(settings)
    first = 0
    for _, pairs in halving.rounds(len(candidates)):
        asked = [(k, i) for k, alive in enumerate(left) for i in alive]
        shards = [Shard(selection, candidates[i], opponent, first, pairs, dict(settings[k])) for k, i in asked]
        shares: list[dict[int, float]] = [{} for _ in settings]
        for (k, i), games in zip(asked, play(shards), strict=True):
            shares[k][i] = float(games.points.mean())
            spent[k] += pairs
        for k, found in enumerate(shares):
            order = sorted(found, key=lambda i: -found[i])
            kept = -(-len(order) // halving.keep)
            left[k], gone[k] = order[:kept], order[kept:] + gone[k]
            scores[k] = found[order[0]]
        first += pairs
    return [
        BestAnswer(candidates[alive[0]], pairs, score, tuple(candidates[i] for i in [*alive, *dropped]))
        for alive, dropped, pairs, score in zip(left, gone, spent, scores, strict=True)
    ]

"""The game over a population of tactics: who beats whom, the mixture nobody in it beats, and how far it can be exploited.

Double oracle (H. B. McMahan, G. J. Gordon, A. Blum, 2003; M. Lanctot and others, 2017, PSRO): to a population a best response
to its Nash mixture is added, again and again. Best responses come from races, from
tree search and from trained players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np

from ...statistics import Share, cycle, nash
from ..shards import Player
from .genome import Genome, borrowing
from .ground import Asked, Ground, Mixture
from .racing import Pace, Race, race_all

__all__ = ["MatrixGame", "Member", "Oracle", "Response", "best_responses", "double_oracle", "payoffs", "sure_cycle"]

MATRIX, RESPONSE, FIRST = 1 << 44, 1 << 45, 3 << 44  # pairs of payoffs, of first judgements of responses
TRIED = 50  # races a search may be the number of
SUPPORT = 0.01  # of the mixture, below which a member does not count


class Oracle(msgspec.Struct, frozen=True):
    """How a population is made.

    Attributes:
        rounds: best responses are looked for so often at most.
        pairs: of each two members.
        check: pairs by which a best response is judged before it joins.
        slow: the same, and of pairings, where a search takes part.
    """

    rounds: int = 2
    pairs: int = 140
    check: int = 420
    slow: int = 40


@dataclass(frozen=True)
class Member:
    """One of a population.

    Attributes:
        player: who it is.
        kind: shipped, found, search or trained.
        genome: of a behaviour.
        origin: where it comes from, in words.
    """

    player: Player
    kind: str
    genome: Genome | None = None
    origin: str = ""

    @property
    def name(self) -> str:
        """In tables."""
        return self.player.name


@dataclass
class MatrixGame:
    """A population and its payoffs.

    Attributes:
        members: the population.
        shares: of the points the row wins from the column.
    """

    members: list[Member]
    shares: list[list[Share | None]] = field(default_factory=list)

    @property
    def payoff(self) -> np.ndarray:
        """Shares less one half, antisymmetric; float64 (n, n)."""
        return np.array([[0.0 if share is None else share.value - 0.5 for share in row] for row in self.shares])

    @property
    def mixture(self) -> np.ndarray:
        """The Nash mixture; float64 (n,)."""
        return nash(self.payoff)

    def as_mixture(self) -> Mixture:
        """The Nash mixture as opponents; rare members left out."""
        shares = self.mixture
        return tuple(
            (one.player, float(share)) for one, share in zip(self.members, shares, strict=True) if share >= SUPPORT
        )

    def best_against(self, member: int) -> list[int]:
        """The others, the one that wins most from a member first."""
        others = [k for k in range(len(self.members)) if k != member]
        return sorted(others, key=lambda k: -self.payoff[k, member])


@dataclass(frozen=True)
class Response:
    """A best response.

    Attributes:
        member: who it is.
        selected: share of the points by which it was chosen.
        share: what it reached when it was judged again; None where it was not.
        spent: pairs played to find it.
    """

    member: Member
    selected: float
    share: Share | None = None
    spent: int = 0


def payoffs(
    ground: Ground, game: MatrixGame, pairs: int, *, fresh: bool = False, slow: int | None = None, first: int = MATRIX
) -> None:
    """Fill in what is missing of the payoffs.

    Args:
        ground, game: where, between whom.
        pairs: of each two.
        fresh: on starts and dice that no search has seen.
        slow: pairs where a search takes part.
        first: number of the first pair.

    Raises:
        QuestionStopped: before all was played.
    """
    count, known = len(game.members), len(game.shares)
    wanted = [(i, j) for j in range(known, count) for i in range(j)]
    asked = []
    for i, j in wanted:
        one, other = game.members[i], game.members[j]
        size = pairs if slow is None or "search" not in (one.kind, other.kind) else slow
        asked.append(Asked(one.player, ((other.player, 1.0),), first, size, fresh))
    met = ground.meet(asked)
    for row in game.shares:
        row += [None] * (count - known)
    game.shares += [[None] * count for _ in range(count - known)]
    for (i, j), games in zip(wanted, met, strict=True):
        game.shares[i][j] = share = games.share()
        game.shares[j][i] = _turned(share)


def _turned(share: Share) -> Share:
    """The share of the other one."""
    return Share(
        1 - share.value, 1 - share.high, 1 - share.low, share.games, share.unique, share.clusters, share.effective
    )


def sure_cycle(game: MatrixGame, level: float = 0.05) -> list[int]:
    """A shortest cycle of members, each of which beats the next significantly (Bonferroni over all pairings); empty without
    one.
    """
    from ...statistics import normal_quantile

    count = len(game.members)
    wide = normal_quantile(1 - 2 * level / max(count * (count - 1), 2)) / normal_quantile()
    beats = np.zeros((count, count), np.bool_)
    for i, row in enumerate(game.shares):
        for j, share in enumerate(row):
            if share is not None and share.value > 0.5:
                beats[i, j] = share.value - wide * (share.value - share.low) > 0.5
    return cycle(beats)


def best_responses(
    ground: Ground, targets: Sequence[tuple[Mixture, Sequence[Genome]]], pace: Pace, *, first: int, seed: int,
    name: Callable[[], str],
) -> list[list[Response]]:  # fmt: skip
    """Responses to mixtures, by races from several starts each.

    Args:
        ground: where.
        targets: mixtures, and where races against each begin.
        pace: of each race.
        first: number of the first race; those of others must be others.
        seed: of the changes.
        name: gives a name to what was found.

    Returns:
        for each target what the races came to, without those that found nothing.

    Raises:
        QuestionStopped: before the budget was spent.
    """
    starts, of = list[tuple[Race, Mixture, int]](), list[int]()
    for number, (mixture, genomes) in enumerate(targets):
        for genome in genomes:
            starts.append((Race(genome, genome), mixture, first + len(starts)))
            of.append(number)
    races = race_all(ground, starts, pace, seed=seed, propose=borrowing)
    found: list[list[Response]] = [[] for _ in targets]
    for one, number in zip(races, of, strict=True):
        if one.steps:
            member = Member(
                one.genome.player(name()), "found", one.genome, f"best response to {_who(targets[number][0])}"
            )
            found[number].append(Response(member, one.steps[-1].points, None, one.spent))
    return found


def _who(mixture: Mixture) -> str:
    if len(mixture) == 1:
        return mixture[0][0].name
    return "the mixture " + ", ".join(f"{weight:.0%} {player.name}" for player, weight in mixture)


def double_oracle(
    ground: Ground, game: MatrixGame, oracle: Oracle, pace: Pace, others: Sequence[Member] = (), *, seed: int,
    name: Callable[[], str], say: Callable[[str], None] = lambda text: None,
) -> list[Response]:  # fmt: skip
    """Add best responses to the mixture of a game, for a number of rounds.

    Args:
        ground, game: where, and the population, to which responses are added.
        oracle, pace: numbers of rounds and pairs, and how races are run.
        others: searches and trained players, which may be best responses too.
        seed: of the changes.
        name: returns a name for a new member.
        say: called with the result of each round, in words.

    Returns:
        the best response of each round, judged by ``check`` pairs on dice not used to choose it.

    Raises:
        QuestionStopped: before the end.
    """
    found = []
    payoffs(ground, game, oracle.pairs, slow=oracle.slow)
    for turn in range(oracle.rounds):
        mixture = game.as_mixture()
        order = np.argsort(-game.mixture, kind="stable").tolist()
        starts = [genome for k in order if (genome := game.members[k].genome) is not None][:2]
        responses = best_responses(ground, [(mixture, starts)], pace, first=TRIED * (2 + turn), seed=seed, name=name)[0]
        left = [one for one in others if one not in game.members]
        first = FIRST + turn * (1 << 30)
        asked = [
            Asked(one.player, mixture, first, oracle.slow if one.kind == "search" else oracle.check) for one in left
        ]
        for one, met in zip(left, ground.meet(asked), strict=True):
            responses.append(Response(one, float(met.points.mean())))
        if not responses:
            say(f"round {turn + 1}: no response to {_who(mixture)} was found")
            continue
        best = max(responses, key=lambda response: response.selected)
        first = RESPONSE + turn * (1 << 30)
        pairs = oracle.slow if best.member.kind == "search" else oracle.check
        share = ground.meet([Asked(best.member.player, mixture, first, pairs)])[0].share()
        found.append(Response(best.member, best.selected, share, sum(one.spent for one in responses)))
        say(
            f"round {turn + 1}: {best.member.name} takes {share.value:.1%} ({share.low:.1%} to {share.high:.1%}) from "
            f"{_who(mixture)}"
        )
        if share.low <= 0.5:
            continue  # the next round tries other changes
        game.members.append(best.member)
        payoffs(ground, game, oracle.pairs, slow=oracle.slow)
    return found

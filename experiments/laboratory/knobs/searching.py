"""A search for better answers than those who ship: the best of them is raced against the opponent under each of some rules.

What the races found at near points meets the best who ship in a final, on starts and dice of its own: else the luck of one race
would look like an effect of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from ....envs.core.rulebook import Value
from ...common import UserError
from ..shards import Played, Player, Stream
from ..tactics.entrants import genome_of
from ..tactics.genome import Genome, borrowing, new_names
from ..tactics.ground import Ground
from ..tactics.racing import Pace, Race, race_all
from ..tactics.wording import sentence
from .adapting import Attempt, BestAnswer, Halving, Tactic, best_answers
from .settings import fresh

__all__ = ["ADAPT_PAIRS", "LEAST", "PACE", "check_pairs", "search_on"]

ADAPT_PAIRS = 6000  # of the search at each point
LEAST = 600
FINAL = 4  # one in so many of them is played in the final
KNOWN = 2  # of the best who ship in a final
NEAR = 3  # points whose races give candidates to a final
#: Bold, for small budgets: a worthless change slips through now and then, and the final shows it.
PACE = Pace(bound=2.0, most=350)


def check_pairs(pairs: int) -> None:
    """Refuse a budget that is too small for a race.

    Raises:
        UserError: it is.
    """
    if pairs < 0 or 0 < pairs < LEAST:
        raise UserError(f"{pairs} pairs for the search at each value: 0 for none, or at least {LEAST}")


def search_on(
    stream: Stream,
    settings: Sequence[Mapping[str, Value]],
    points: Sequence[Sequence[int]],
    opponent: Player,
    answers: Sequence[BestAnswer],
    play: Played,
    pairs: int,
    given: Sequence[Player] = (),
) -> list[BestAnswer]:
    """Better answers, found by races that begin with the best behaviour known for each setting.

    Args:
        stream: of the question; races and finals play on others.
        settings: rules by address, one mapping for each point.
        points: where these lie in the grid.
        opponent: the player to respond to.
        answers: the best of the candidates at each point.
        play: plays shards.
        pairs: for each point, at most.
        given: others who take part in every final.

    Returns:
        for every point the best of what was known and what was found there or near.
    """
    attempts, genomes = list[Attempt | None](), list[Genome | None]()
    for rules, answer in zip(settings, answers, strict=True):
        attempt, genome = _raced(stream, rules, opponent, answer, play, pairs - pairs // FINAL)
        attempts.append(attempt)
        genomes.append(genome)
    taken = {
        opponent.name,
        *(player.name for player in given),
        *(player.name for answer in answers for player in answer.ranking),
    }
    tactics = _named(attempts, genomes, taken)
    found = []
    for k, (rules, answer) in enumerate(zip(settings, answers, strict=True)):
        candidates = {genome.digest: genome for i in _near(points, k) if (genome := genomes[i]) is not None}
        attempt = attempts[k]
        better = answer._replace(pairs=answer.pairs + (attempt.pairs if attempt else 0), attempt=attempt)
        if candidates:
            players = list({player.name: player for player in (*answer.ranking[:KNOWN], *given)}.values())
            new = {tactics[digest].name: tactics[digest] for digest in candidates}
            players += [genome.player(tactics[digest].name) for digest, genome in candidates.items()]
            halving = Halving(max(pairs // FINAL // Halving(1).total(len(players)), 1))
            last = best_answers(fresh(stream, "final"), [rules], opponent, players, play, halving)[0]
            better = better._replace(
                player=last.player,
                pairs=better.pairs + last.pairs,
                selection=last.selection,
                tactic=new.get(last.player.name),
            )
        found.append(better)
    return found


def _raced(
    stream: Stream, rules: Mapping[str, Value], opponent: Player, answer: BestAnswer, play: Played, pairs: int
) -> tuple[Attempt | None, Genome | None]:
    """One race, from the best behaviour among the candidates, and what it found."""
    for player in answer.ranking:
        genome = genome_of(player.spec, player.load(stream.ruleset), stream.ruleset)
        if genome is None:
            continue  # not a behaviour that may choose everything (a network, a search): races change behaviours
        last = PACE.block * (PACE.width + 1)  # a race may end with a block of everybody
        pace = msgspec.structs.replace(PACE, pairs=max(pairs - last, 0) + 1)
        one = Race(genome, genome, player.name)
        ground = Ground((fresh(stream, "race"),), dict(rules), play=play)
        race_all(ground, [(one, ((opponent, 1.0),), 1)], pace, seed=stream.seed, propose=borrowing)
        changes = tuple(step.said for step in one.steps)
        attempt = Attempt(player.name, changes, one.tried, one.spent, one.false_expected)
        return attempt, one.genome if one.steps else None
    return None, None


def _named(attempts: Sequence[Attempt | None], genomes: Sequence[Genome | None], taken: set[str]) -> dict[str, Tactic]:
    """The tactics found, by digest: the same tactic has the same name wherever it was found."""
    found: dict[str, Tactic] = {}
    free = (name for name in new_names() if name not in taken)
    for k, (attempt, genome) in enumerate(zip(attempts, genomes, strict=True)):
        if attempt is not None and genome is not None and genome.digest not in found:
            name = next(free)
            found[genome.digest] = Tactic(name, attempt.start, k, attempt.changes, sentence(genome), genome.keys())
    return found


def _near(points: Sequence[Sequence[int]], here: int) -> list[int]:
    """The points nearest to one, itself first."""

    def far(other: int) -> tuple[int, int]:
        return sum(abs(i - j) for i, j in zip(points[here], points[other], strict=True)), other

    return sorted(range(len(points)), key=far)[:NEAR]

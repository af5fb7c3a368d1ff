"""Racing: a change to a behaviour is accepted when it beats the incumbent on the same starts with the same dice.

Some candidates, each the incumbent with a small change, play blocks of pairs against a mixture of opponents; the incumbent
plays the same blocks. After each block a candidate that does not lead, or by too little to become clear in time, is dropped
and makes room for another. One whose lead is so clear that chance hardly explains it takes the incumbent's place; then all
starts and dice are fresh, and the changes that were still in the race are tried on the new incumbent from the beginning.

The level of a race: a candidate worth nothing is a random walk that is looked at after every block. The chance that it crosses
the bound before it is dropped follows from the pace alone (``chance_of_nothing``; leads are Student's t, turned into normal
deviates as rare). Times the candidates tried it is the number of worthless changes to be expected at most
(``Race.false_expected``).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
import numpy as np

from .genome import Genome, GenomeChange, changed, systematic
from .ground import Asked, Ground, Met, Mixture, difference

__all__ = ["Pace", "Race", "RaceStep", "chance_of_nothing", "race", "race_all"]

REGION = 1 << 30  # pairs between the dice of two races
COMBINED = 0.25  # share of the candidates that are put together from two that lead
PLAIN = 0.6  # share of the others that are the plainest changes
LEADING = 1.0  # standard errors by which such candidates lead
GRID = 1500  # points on which the level is worked out
MOST_DRAWS = 50  # for each candidate, until one comes that is new
Propose = Callable[[Genome, np.random.Generator], Genome]


class Pace(msgspec.Struct, frozen=True):
    """How a race is run.

    Attributes:
        pairs: budget, those of the incumbent included.
        block: pairs of a block.
        bound: standard errors by which a candidate must lead.
        most: pairs after which a candidate that has not got there is dropped.
        hope: share of the lead it would need to be on its way to the bound; with less it is dropped before.
        width: candidates at a time.
    """

    pairs: int = 10_000
    block: int = 35
    bound: float = 3.5
    most: int = 1400
    hope: float = 0.6
    width: int = 10


class RaceStep(NamedTuple):
    """A change that was accepted.

    Attributes:
        said: what was changed.
        lead: share of the points by which it led; a selection score, higher than what it is worth.
        errors: the same in standard errors, as of a normal deviate.
        pairs: pairs it was judged by.
        spent: pairs played in the race until then.
        points: of the candidate in these pairs, a selection score too.
    """

    said: str
    lead: float
    errors: float
    pairs: int
    spent: int
    points: float


@dataclass
class Race:
    """A race from one start.

    Attributes:
        start, genome: where it began, and the incumbent.
        name: of the start.
        steps: changes accepted.
        tried, looks: candidates, and looks at their leads.
        spent: pairs played.
        false_expected: accepted changes worth nothing to be expected at most, if no change were worth anything.
    """

    start: Genome
    genome: Genome
    name: str = ""
    steps: list[RaceStep] = field(default_factory=list)
    tried: int = 0
    looks: int = 0
    spent: int = 0
    false_expected: float = 0.0


def as_normal(statistic: float, freedom: int) -> float:
    """The normal deviate that is exceeded as seldom as Student's t exceeds a statistic."""
    from scipy.special import ndtri, stdtr

    return float(-ndtri(stdtr(max(freedom, 1), -statistic)))


@dataclass(eq=False)
class _Runner:
    """A candidate on its way."""

    genome: Genome
    change: GenomeChange
    met: list[Met] = field(default_factory=list)
    against: list[Met] = field(default_factory=list)
    lead: float = 0.0
    errors: float = 0.0
    pairs: int = 0
    played: int = 0

    def look(self, games: Met, incumbent: Met) -> None:
        """Take in a block, and compare all of them with those of the incumbent."""
        self.met.append(games)
        self.against.append(incumbent)
        self.played += len(games.points)
        self.lead, error, self.pairs = difference(Met.joined(self.met), Met.joined(self.against))
        self.errors = as_normal(self.lead / error, self.pairs - 1) if error > 0 else 0.0


def race_all(
    ground: Ground, starts: Iterable[tuple[Race, Mixture, int]], pace: Pace, *,
    seed: int, tell: Callable[[Race, RaceStep], None] = lambda race, step: None, propose: Propose = changed,
) -> list[Race]:  # fmt: skip
    """Several races side by side, each against its own mixture; the result depends only on the arguments.

    Args:
        ground: where.
        starts: races, the mixture each is run against, and a number of each, from which its dice and changes follow.
        pace: of all races.
        seed: of the changes.
        ``tell``: called with each change that was accepted.
        propose: changes a genome.

    Raises:
        QuestionStopped: before the budget was spent.
    """
    races = list(starts)
    running = {number: _steps(one, mixture, number, pace, seed, tell, propose) for one, mixture, number in races}
    waiting = {number: next(steps) for number, steps in running.items()}
    while waiting:
        answers = iter(ground.meet([question for questions in waiting.values() for question in questions]))
        for number, questions in list(waiting.items()):
            try:
                waiting[number] = running[number].send([next(answers) for _ in questions])
            except StopIteration:
                del waiting[number]
    return [one for one, _, _ in races]


@functools.cache
def chance_of_nothing(pace: Pace) -> float:
    """The chance that a change worth nothing is accepted, by the sums of as many normal deviates as there are looks, followed on
    a grid: what crosses the bound is accepted, what falls behind is gone.
    """
    from scipy.special import ndtr

    looks = -(-pace.most // pace.block)
    grid, step = np.linspace(0.0, pace.bound * looks**0.5, GRID, retstep=True)
    moves = np.exp(-0.5 * (grid[:, None] - grid[None, :]) ** 2) / (2 * np.pi) ** 0.5 * step
    alive, accepted = np.zeros(GRID), 0.0
    for look in range(1, looks + 1):
        top = pace.bound * look**0.5
        if look == 1:
            accepted, alive = float(ndtr(-top)), np.exp(-0.5 * grid**2) / (2 * np.pi) ** 0.5 * step
        else:
            accepted += float(alive @ ndtr(grid - top))
            alive = alive @ moves
        floor = pace.hope * pace.bound * (look * pace.block / pace.most) ** 0.5 * look**0.5
        alive[(grid > top) | (grid < floor)] = 0.0
    return accepted


def race(ground: Ground, start: Genome, mixture: Mixture, pace: Pace, *, seed: int = 0, number: int = 1) -> Race:
    """One race; see :func:`race_all`."""
    return race_all(ground, [(Race(start, start), mixture, number)], pace, seed=seed)[0]


def _steps(
    one: Race, mixture: Mixture, number: int, pace: Pace, seed: int,
    tell: Callable[[Race, RaceStep], None], propose: Propose,
) -> Generator[list[Asked], list[Met], None]:  # fmt: skip
    """A race as a generator: yields the pairs to play, and is sent the results."""
    rng, at = np.random.default_rng([seed, number]), number * REGION
    runners: list[_Runner] = []
    tried, queue = {one.genome.digest}, systematic(one.genome, rng)
    while one.spent < pace.pairs:
        _fill(one.genome, runners, tried, queue, pace.width, rng, propose)
        if not runners:
            return  # nothing new to try
        players = [one.genome.player(), *(runner.genome.player() for runner in runners)]
        incumbent, *met = yield [Asked(player, mixture, at, pace.block) for player in players]
        at += pace.block
        one.spent += pace.block * len(players)
        one.tried += sum(not runner.played for runner in runners)
        for runner, games in zip(runners, met, strict=True):
            runner.look(games, incumbent)
        one.looks += len(runners)
        one.false_expected = one.tried * chance_of_nothing(pace)
        best = max(runners, key=lambda runner: runner.errors)
        if best.errors >= pace.bound:
            points = float(Met.joined(best.met).points.mean())
            step = RaceStep(best.change.said, best.lead, best.errors, best.pairs, one.spent, points)
            one.genome = best.genome
            one.steps.append(step)
            tell(one, step)
            leading = [runner for runner in runners if runner is not best and runner.lead > 0]
            leading.sort(key=lambda runner: -runner.errors)
            tried, queue = {one.genome.digest}, systematic(one.genome, rng)
            runners = []
            for runner in leading[: pace.width // 2]:
                _enter(runners, tried, runner.change.done_to(one.genome), one.genome)
        else:
            runners = [runner for runner in runners if _may_go_on(runner, pace)]


def _may_go_on(runner: _Runner, pace: Pace) -> bool:
    """Whether a candidate leads clearly enough for what it has played."""
    on_its_way = pace.bound * (runner.played / pace.most) ** 0.5
    return runner.lead > 0 and runner.errors >= pace.hope * on_its_way and runner.played < pace.most


def _fill(
    genome: Genome, runners: list[_Runner], tried: set[str], queue: list[Genome], width: int,
    rng: np.random.Generator, propose: Propose,
) -> None:  # fmt: skip
    """Take in new candidates until there are enough: two that lead put together, the plainest changes as long as there are any
    left, and others.
    """
    for _ in range(MOST_DRAWS * width):
        if len(runners) >= width:
            break
        leading = [runner for runner in runners if runner.errors >= LEADING]
        if len(leading) >= 2 and rng.random() < COMBINED:
            one, other = (leading[k] for k in rng.choice(len(leading), size=2, replace=False).tolist())
            new = other.change.done_to(one.genome)
        elif queue and rng.random() < PLAIN:
            new = queue.pop()
        else:
            new = propose(genome, rng)
        _enter(runners, tried, new, genome)


def _enter(runners: list[_Runner], tried: set[str], new: Genome, genome: Genome) -> None:
    if new.digest not in tried:
        tried.add(new.digest)
        runners.append(_Runner(new, GenomeChange.between(genome, new)))

"""How far the shown chance to win can be believed: chances of many positions, beside who won the battles they are from.

python -m tactica.experiments.play.calibration wfrp1/small owh/small      # a table for each
python -m tactica.experiments.play.calibration --positions 500 heimr/small
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import numpy as np

from ...envs import rulesets, scenario
from ...envs.engine.game import Game
from ...envs.engine.players import seat_code
from ..statistics.quantiles import normal_quantile
from ..statistics.shares import wilson_interval
from .foresight import answerer, hides
from .winning import PLAYOUTS, shares_of

BINS = 5  # of chances that are reported together


class Calibration(NamedTuple):
    """Chances to win as shown to a side, and the actual results.

    Attributes:
        chances: float64 (n,), one position of a battle each, as shown to the side that decided there.
        won: float64 (n,), that side's share of the victory.
        hidden: bool (n,), whether anything was hidden from it.
    """

    chances: np.ndarray
    won: np.ndarray
    hidden: np.ndarray

    @property
    def brier(self) -> float:
        """The mean square of what the chances are wrong by: 0 if all is foreseen, 0.25 if a half is always shown."""
        return float(((self.chances - self.won) ** 2).mean())

    @property
    def constant(self) -> float:
        """The Brier score of the mean, always shown."""
        return float(((self.won.mean() - self.won) ** 2).mean())

    def where(self, chosen: np.ndarray) -> Calibration:
        """Of some of the positions only."""
        return Calibration(*(part[chosen] for part in self))

    def lines(self) -> list[tuple[str, int, float, float, float, float]]:
        """For chances in each fifth: which, positions, mean chance, share won, and the 95 % interval of that."""
        found = []
        for k in range(BINS):
            last = k + 1 == BINS
            part = self.where((self.chances >= k / BINS) & ((self.chances < (k + 1) / BINS) | last))
            if len(part.won):
                low, high = wilson_interval(float(part.won.mean()), len(part.won), normal_quantile())
                which = f"{k / BINS:.0%} to {(k + 1) / BINS:.0%}"
                found.append((which, len(part.won), float(part.chances.mean()), float(part.won.mean()), low, high))
        return found


def calibrate(name: str, positions: int, playouts: int = PLAYOUTS, seed: int = 1) -> Calibration:
    """Play battles, and look at one position of each.

    Args:
        name: ``ruleset/scenario``.
        positions: how many battles.
        playouts: battles played on from each, as for the curve.
        seed: of starts and dice.
    """
    slug, _, called = name.partition("/")
    ruleset = rulesets.get(slug)
    pool = scenario.pool(ruleset, called, n=64, seed=seed, split="eval")
    player, chance = answerer(ruleset), np.random.default_rng(seed)
    found = []
    for number in range(positions):
        game = Game(ruleset, pool).start(number % len(pool), seed=seed, game=number)
        at, seen = _somewhere(game, player, chance)
        viewer = at.side
        share = shares_of(at, player, playouts, seed * positions + number, viewer)[viewer]
        first = seen.ranks == 1
        found.append((share, float(first[viewer] / first.sum()), hides(at, viewer)))
    chances, won, hidden = zip(*found, strict=True)
    return Calibration(np.array(chances), np.array(won), np.array(hidden))


def _somewhere(game: Game, player: str, chance: np.random.Generator) -> tuple[Game, Game]:
    """Any decision of a battle, each as likely as the others, and the battle at its end."""
    code, rng = seat_code(game.ruleset, player), np.zeros(4, np.int64)
    found, count = game.clone(), 0
    while not game.over:
        count += 1
        if chance.random() * count < 1:
            found = game.clone()
        game.answer(game.choose(code, rng))
    return found, game


def main(arguments: list[str] | None = None) -> None:
    """Say how far the chances that are shown can be believed."""
    parser = argparse.ArgumentParser(prog="tactica.experiments.play.calibration", description=main.__doc__)
    parser.add_argument("names", nargs="+", metavar="RULESET/SCENARIO")
    parser.add_argument("--positions", type=int, default=2_000, help="one of a battle each (default 2,000)")
    options = parser.parse_args(arguments)
    for name in options.names:
        whole = calibrate(name, options.positions)
        for which, part in (("all", whole), ("something hidden", whole.where(whole.hidden))):
            if len(part.won):
                print(f"{name}, {which}: Brier score {part.brier:.3f}, of their mean {part.constant:.3f}", flush=True)
                for which, count, shown, won, low, high in part.lines():
                    print(
                        f"  {which:>11}: {count:5,} positions, shown {shown:5.1%}, won {won:5.1%} ({low:.1%} to {high:.1%})"
                    )


if __name__ == "__main__":
    main()

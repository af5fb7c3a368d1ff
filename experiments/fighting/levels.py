"""Levels for people, from beginner to expert: who plays each, and how strong that is.

``configs/levels.yaml`` declares them for each ruleset. They are one trained network that draws its answers more or less freely,
plays as it ships, or guides a search; so they play every scenario.

>>> {name: level.player for name, level in levels_of(rulesets.get("tow")).items()}
{'Beginner': 'trained:tow:sampled=100', ..., 'Hard': 'trained:tow', 'Expert': 'search:200:trained:tow'}

``python -m tactica.experiments.fighting.levels owh`` measures their ratings: points against Hard on starts that training
never sees.
"""

from __future__ import annotations

import argparse
import functools
from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np
import yaml

from ... import configs
from ...agents.pairing import paired_points
from ...agents.players import load_player
from ...envs import rulesets
from ...envs.core.ruleset import Ruleset
from ...envs.engine.players import SEARCHER, plain_kind
from ...envs.engine.pools import open_pool
from ..statistics import Share
from ..statistics.shares import share_of_pairs
from ..statistics.sprt import elo_of

__all__ = ["HARD", "LEVELS", "Level", "levels_of", "measure"]

SCENARIOS = ("small", "small_random", "contest_small")
PAIRS, SEARCH_PAIRS = 300, 30  # of games that measure a level; fewer where a player searches
SEED = 1

LevelName = Literal["Beginner", "Easy", "Normal", "Hard", "Expert"]
LEVELS: tuple[LevelName, ...] = ("Beginner", "Easy", "Normal", "Hard", "Expert")  # from the weakest to the strongest
HARD: LevelName = "Hard"
FILE = configs.FOLDER / "levels.yaml"


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one level plays.

    Attributes:
        player: as on a command line.
        rating: its lead over the level Hard, in Elo, as measured; negative for weaker ones.
    """

    player: str
    rating: int

    @property
    def about(self) -> str:
        """Who plays it and how strong that is, in a phrase."""
        if not self.rating:
            return f"the trained network ({self.player})"
        how = ("with a search", "above") if self.rating > 0 else ("choosing more at random", "below")
        return f"the trained network, {how[0]}: {abs(self.rating)} Elo {how[1]} {HARD} ({self.player})"


@functools.cache
def _all_levels() -> dict[str, dict[LevelName, Level]]:
    return msgspec.convert(yaml.safe_load(FILE.read_text(encoding="utf-8")), dict[str, dict[LevelName, Level]])


def levels_of(ruleset: Ruleset) -> dict[LevelName, Level]:
    """The levels of a ruleset, the weakest first; none where no network has been measured, and no Expert where no search has."""
    found = _all_levels().get(ruleset.slug, {})
    return {name: found[name] for name in LEVELS if name in found}


def measure(ruleset: Ruleset, player: str, hard: str) -> Share:
    """The share of the points a player takes from Hard.

    Every start is played from both seats, on ``SCENARIOS`` and starts of evaluation, with the same dice for all players.
    """
    pairs = SEARCH_PAIRS if plain_kind(player) is SEARCHER else PAIRS
    pool = open_pool(ruleset, list(SCENARIOS), split="eval", seed=SEED)
    points = paired_points(ruleset, pool, load_player(player, ruleset), load_player(hard, ruleset), pairs, SEED)
    return share_of_pairs(np.bincount(np.rint(4 * points).astype(np.int64), minlength=5))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the levels of rulesets, or other players against Hard."""
    parser = argparse.ArgumentParser(prog="tactica.experiments.fighting.levels", description=main.__doc__)
    parser.add_argument(
        "rulesets", nargs="+", choices=sorted(_all_levels()), metavar="RULESET", help="slugs of rulesets"
    )
    parser.add_argument(
        "--player", action="append", default=[], metavar="PLAYER", help="measure this one, not the levels"
    )
    options = parser.parse_args(arguments)
    for slug in options.rulesets:
        ruleset = rulesets.get(slug)
        levels = levels_of(ruleset)
        for player in options.player or [level.player for name, level in levels.items() if name != HARD]:
            found = measure(ruleset, player, levels[HARD].player)
            elo, low, high = map(elo_of, (found.value, found.low, found.high))
            print(
                f"{player:32} {found.value:6.1%} of the points, {elo:+5.0f} Elo ({low:+.0f} to {high:+.0f})", flush=True
            )


if __name__ == "__main__":
    main()

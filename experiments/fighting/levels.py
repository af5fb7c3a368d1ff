"""Levels for people, from beginner to expert: who plays each, and how strong that is.

``configs/levels.yaml`` declares them for each ruleset. They are one trained network that draws its answers more or less freely,
plays its best answer, or guides a search; so they play every scenario.

>>> {name: level.player for name, level in levels_of(rulesets.get("owh")).items()}
{'Beginner': 'trained:owh:sampled=7', ..., 'Hard': 'trained:owh', 'Expert': 'search:200:trained:owh'}
"""

from __future__ import annotations

import functools
from typing import Literal

import msgspec
import yaml

from ... import configs
from ...envs.core.ruleset import Ruleset

__all__ = ["HARD", "LEVELS", "Level", "levels_of"]

LevelName = Literal["Beginner", "Easy", "Normal", "Hard", "Expert"]
LEVELS: tuple[LevelName, ...] = ("Beginner", "Easy", "Normal", "Hard", "Expert")  # from the weakest to the strongest
HARD = "Hard"
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
            return f"plays as {self.player}"
        return f"plays as {self.player}, {abs(self.rating)} Elo {'above' if self.rating > 0 else 'below'} {HARD}"


@functools.cache
def _all_levels() -> dict[str, dict[LevelName, Level]]:
    return msgspec.convert(yaml.safe_load(FILE.read_text(encoding="utf-8")), dict[str, dict[LevelName, Level]])


def levels_of(ruleset: Ruleset) -> dict[LevelName, Level]:
    """The levels of a ruleset, the weakest first; none where no network has been measured."""
    found = _all_levels().get(ruleset.slug, {})
    return {name: found[name] for name in LEVELS if name in found}

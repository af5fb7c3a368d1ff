"""The league: the learner's opponents, and how often it meets each."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ...agents.players import load_player
from ...envs.engine.policies import name_of
from .judging import IDLE
from .recipe import Recipe

__all__ = ["League"]

HARDEST = 2.0  # power of the share of games not won by which opponents are preferred
LEAST = 0.05  # share an opponent keeps, however weak it is
FORGETTING = 0.7  # what counts of earlier games when a generation has gone by


@dataclass
class League:
    """Opponents by name, and how the learner has fared against each.

    Attributes:
        recipe: whose league.
        selves: former selves and exploiters: name -> network, the oldest first.
        points, games: of the learner against each, the older the less they count.
    """

    recipe: Recipe
    selves: dict[str, Any] = field(default_factory=dict)
    points: dict[str, float] = field(default_factory=dict)
    games: dict[str, float] = field(default_factory=dict)

    def add(self, network: Any) -> None:
        """Add a former self or an exploiter; the oldest is dropped when there are too many."""
        self.selves[network.name] = network
        while len(self.selves) > self.recipe.league.keep:
            oldest = next(iter(self.selves))
            for table in (self.selves, self.points, self.games):
                table.pop(oldest, None)

    @functools.cached_property
    def anchors(self) -> dict[str, Any]:
        """The anchors by what the recipe calls them, as they play."""
        return {spec: load_player(spec, self.recipe.ruleset) for spec in self.recipe.league.anchors}

    def note(self, results: Iterable[tuple[str, float]]) -> None:
        """Count results of the learner, 1 won, 0.5 drawn, 0 lost, against opponents by what they call themselves."""
        called = {name_of(player): spec for spec, player in self.anchors.items()}
        for table in (self.points, self.games):
            for name in table:
                table[name] *= FORGETTING
        for who, points in results:
            name = called.get(who, who)
            self.points[name] = self.points.get(name, 0.0) + points
            self.games[name] = self.games.get(name, 0.0) + 1.0

    def score(self, name: str) -> float:
        """The share of points against an opponent, drawn towards a half while there are few games."""
        return (self.points.get(name, 0.0) + 2.0) / (self.games.get(name, 0.0) + 4.0)

    def table(self) -> tuple[list[Any], list[float]]:
        """Opponents and how often each is drawn: within anchors and former selves the harder ones more often."""
        idle = self.recipe.league.idle_share
        share = (1 - idle) * (self.recipe.league.anchor_share if self.selves else 1.0)
        weights = [share * part for part in self.shares(list(self.anchors))]
        weights += [(1 - idle - share) * part for part in self.shares(list(self.selves))]
        found = [*self.anchors.values(), *self.selves.values()]
        return (
            (found, weights) if idle == 0 else ([*found, load_player(str(IDLE), self.recipe.ruleset)], [*weights, idle])
        )

    def shares(self, names: list[str]) -> list[float]:
        """How often each of some opponents is drawn, in all 1 (prioritised fictitious self-play, Vinyals et al. 2019)."""
        hard = [max((1.0 - self.score(name)) ** HARDEST, LEAST) for name in names]
        return [one / sum(hard) for one in hard]

    def kept(self) -> dict[str, Any]:
        """What is needed to go on, but for the networks themselves, as JSON types."""
        return {"selves": list(self.selves), "points": self.points, "games": self.games}

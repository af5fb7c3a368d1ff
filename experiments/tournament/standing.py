"""The results: the ranking, and everything tables and pages show, as plain numbers.

A standing can be computed at any moment from the pairs played so far.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ...envs.core.state import FORFEIT
from ..statistics import Clusters, Ratings, Share, first_seat, pair_correlation, rate, share_of
from .cyclic import Cyclic, cyclic_of
from .manifest import Manifest
from .pairs import Pairs

__all__ = ["Pairing", "Seat", "Standing", "answer_of", "standing_of"]


@dataclass(frozen=True)
class RankingRow:
    """A player in the ranking.

    Attributes:
        player: number.
        place, best, worst: its place, and the places its interval leaves open.
        rating, low, high: points on Elo's scale.
        share: of the points, over everything.
        wins, draws, losses, forfeits: games; those forfeited are among the lost.
    """

    player: int
    place: int
    best: int
    worst: int
    rating: float
    low: float
    high: float
    share: Share
    wins: int
    draws: int
    losses: int
    forfeits: int


@dataclass(frozen=True)
class Pairing:
    """One player against another, over all scenarios: the share of ``one``, the share of the games that nobody won, and how its
    two games of a pair hang together.
    """

    one: int
    other: int
    share: Share
    draws: float
    correlation: float


@dataclass(frozen=True)
class Seat:
    """What the first seat of a scenario is worth.

    Attributes:
        scenario: number.
        share: of the points that went to the first seat.
        side, low, high: the same on Elo's scale.
        draws, draws_low, draws_high: share of draws between equals.
        rounds, decisions: of a game, on average.
    """

    scenario: int
    share: Share
    side: float
    low: float
    high: float
    draws: float
    draws_low: float
    draws_high: float
    rounds: float
    decisions: float


@dataclass(frozen=True)
class Standing:
    """Everything that came out.

    Attributes:
        ratings: of the players.
        ranking: best first.
        pairings: each of the two against each other once.
        places: by scenario and player, the share of the points there.
        seats: by scenario.
        profiles: by player, what it does in a game, on average: name -> number.
        games, unique: games played, and distinct ones among them.
        correlation: of the two games of a pair, over everything.
        reference: players whose mean rating is 1000.
        cyclic: what stands beside the ratings of a cyclic field; None where the games do not show that.
    """

    ratings: Ratings
    ranking: list[RankingRow]
    pairings: list[Pairing]
    places: list[list[Share]]
    seats: list[Seat]
    profiles: list[dict[str, float]]
    games: int
    unique: int
    correlation: float
    reference: list[int]
    cyclic: Cyclic | None = None

    def pairing(self, one: int, other: int) -> Pairing:
        """Two players, in either order of the list."""
        return next(pairing for pairing in self.pairings if (pairing.one, pairing.other) == (one, other))

    def as_dict(self, manifest: Manifest) -> dict[str, Any]:
        """As JSON types, with names in the place of numbers; what is not known is None."""
        names, places = manifest.player_names, manifest.scenario_names

        def plain(share: Share) -> dict[str, Any]:
            return {key: _number(value) for key, value in asdict(share).items()}

        def row_of(row: RankingRow) -> dict[str, Any]:
            found = {key: _number(value) for key, value in asdict(row).items() if key not in ("player", "share")}
            return {"player": names[row.player], **found, "points": plain(row.share)}

        return {
            "tournament": manifest.id,
            "games": self.games,
            "unique": self.unique,
            "pair_correlation": _number(self.correlation),
            "reference": [names[i] for i in self.reference],
            "ranking": [row_of(row) for row in self.ranking],
            "pairings": [
                {"one": names[p.one], "other": names[p.other], "points": plain(p.share), "draws": _number(p.draws),
                 "pair_correlation": _number(p.correlation)}
                for p in self.pairings
            ],
            "scenarios": [
                {
                    "scenario": places[seat.scenario],
                    **{key: _number(value) for key, value in asdict(seat).items() if key not in ("scenario", "share")},
                    "first_seat": plain(seat.share),
                    "points": {name: plain(self.places[seat.scenario][i]) for i, name in enumerate(names)},
                }
                for seat in self.seats
            ],
            "cyclic": None
            if (found := self.cyclic) is None
            else {
                "cycle": [names[i] for i in found.cycle],
                "points": [_number(share) for share in found.shares],
                "nash": {name: _number(float(found.nash[i])) for i, name in enumerate(names)},
                "alpha_rank": {name: _number(float(found.alpha_rank[i])) for i, name in enumerate(names)},
            },
            "profiles": {
                name: {key: _number(value) for key, value in self.profiles[i].items()} for i, name in enumerate(names)
            },
        }  # fmt: skip


def _number(value: Any) -> Any:
    """A number as JSON knows it: no nan, no infinity."""
    if isinstance(value, float):
        return round(value, 6) if math.isfinite(value) else None
    return int(value) if isinstance(value, np.integer) else value


def standing_of(manifest: Manifest, pairs: Pairs) -> Standing:
    """Compute the results so far.

    Args:
        manifest: of the tournament.
        pairs: played so far.
    """
    reference = manifest.reference or list(range(len(manifest.players)))
    count, places = len(manifest.players), len(manifest.scenarios)
    clusters = pairs.clusters()
    ratings = rate(clusters, count, places, reference=reference)
    mine = [clusters.seen_by(player) for player in range(count)]
    return Standing(
        ratings=ratings,
        ranking=ranking_of(ratings, pairs, mine),
        pairings=[
            Pairing(
                one,
                other,
                share_of(mine[one].chosen_by_other(other)),
                mine[one].chosen_by_other(other).draws,
                pair_correlation(mine[one].chosen_by_other(other)),
            )
            for one in range(count)
            for other in range(count)
            if one != other
        ],
        places=[[share_of(mine[i].chosen(mine[i].scenario == s)) for i in range(count)] for s in range(places)],
        seats=[_seat(s, clusters, ratings, pairs) for s in range(places)],
        profiles=[_profile(player, pairs) for player in range(count)],
        games=pairs.games,
        unique=clusters.unique_count,
        correlation=pair_correlation(clusters),
        reference=reference,
        cyclic=cyclic_of(mine),
    )


def ranking_of(ratings: Ratings, pairs: Pairs, mine: list[Clusters]) -> list[RankingRow]:
    """The players, best first."""
    open_places = ratings.places()
    order = np.argsort(-ratings.rating, kind="stable")
    rows = []
    for place, player in enumerate(order.tolist(), 1):
        own = mine[player]
        won, drawn, lost = (own.times[:, None] * (own.first + own.second)).sum(0).tolist() if len(own) else (0, 0, 0)
        best, worst = open_places[player]
        rows.append(
            RankingRow(
                player,
                place,
                best,
                worst,
                float(ratings.rating[player]),
                float(ratings.low[player]),
                float(ratings.high[player]),
                share_of(own),
                won,
                drawn,
                lost,
                _forfeits(player, pairs),
            )
        )
    return rows


def _forfeits(player: int, pairs: Pairs) -> int:
    """Games a player lost by failing to answer."""
    forfeited = pairs.endings == FORFEIT
    lost = ((pairs.one == player)[:, None] & (pairs.results == 2)) | (
        (pairs.other == player)[:, None] & (pairs.results == 0)
    )
    return int((forfeited & lost).sum())


def _seat(scenario: int, clusters: Clusters, ratings: Ratings, pairs: Pairs) -> Seat:
    """The first seat of a scenario."""
    here = pairs.scenario == scenario
    played = bool(here.any())
    return Seat(
        scenario, first_seat(clusters.chosen(clusters.scenario == scenario)), float(ratings.side[scenario]),
        float(ratings.side_low[scenario]), float(ratings.side_high[scenario]), float(ratings.draws[scenario]),
        float(ratings.draws_low[scenario]), float(ratings.draws_high[scenario]),
        float(pairs.rounds[here].mean()) if played else math.nan,
        float(pairs.decisions[here].mean()) if played else math.nan,
    )  # fmt: skip


def _profile(player: int, pairs: Pairs) -> dict[str, float]:
    """What a player does in a game, on average: length, and what its rulesets measure."""
    takes_part = (pairs.one == player) | (pairs.other == player)
    if not takes_part.any():
        return {}
    found = {
        "rounds": float(pairs.rounds[takes_part].mean()),
        "decisions, both sides": float(pairs.decisions[takes_part].mean()),
    }
    sums: dict[str, tuple[float, int]] = {}
    for (who, _), measures in pairs.measures.items():
        for name, (total, games) in measures.items() if who == player else ():
            before = sums.get(name, (0.0, 0))
            sums[name] = before[0] + total, before[1] + games
    return {**found, **{name: total / games for name, (total, games) in sums.items()}}


def answer_of(manifest: Manifest, standing: Standing) -> str:
    """Who comes first, or for a suite how strong the player is that it measures, in one or two sentences."""
    names = manifest.player_names
    best = standing.ranking[0] if not manifest.suite else next(row for row in standing.ranking if row.player == 0)
    rating, spread = f"{best.rating:,.0f}", f"95 % CI {best.low:,.0f} to {best.high:,.0f}"
    if manifest.suite:
        return (
            f"{names[0]} has a rating of {rating} ({spread}; the field averages 1,000), from {best.share.unique:,} "
            "unique games."
        )
    first = names[best.player]
    found = f"{first} comes first of {len(names)} with a rating of {rating} ({spread}) and {best.share.value:.1%} of the points."
    beside = [names[row.player] for row in standing.ranking[1:] if row.best == 1]
    return f"{found} {', '.join(beside)} may be as good." if beside else found

"""The games of a tournament that are worth looking at: the closest, the shortest, the biggest upsets."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ...envs.core.state import FORFEIT, STALLED
from ...envs.engine.game import Game
from ...envs.render import look_at
from ...envs.replay import Recording
from ..statistics import ELO
from .again import play_again
from .arena import Arena
from .pairs import Pairs
from .run import all_chunks
from .standing import Standing

__all__ = ["ShownGame", "chances_of", "instructive", "staying_power", "worst_losses"]

CANDIDATES = 8  # long games that are played again to find the closest


@dataclass(frozen=True)
class ShownGame:
    """A game worth looking at.

    Attributes:
        kind: ``closest``, ``shortest``, ``upset`` or ``loss``.
        why: in words.
        index, column: which game.
        recording: of it.
    """

    kind: str
    why: str
    index: int
    column: int
    recording: Recording


def chances_of(standing: Standing, pairs: Pairs) -> np.ndarray:
    """Share of the points ``one`` could expect in every game, by ratings and seat: float64 (n, 2)."""
    ratings = standing.ratings
    lead = ratings.rating[pairs.one] - ratings.rating[pairs.other]
    side = ratings.side[pairs.scenario]
    d = np.stack([lead + side, lead - side], 1) / ELO
    even = np.clip(ratings.draws[pairs.scenario], 0.0, 0.999)[:, None]
    tie = 2 * even / (1 - even)
    up, down = np.exp(d / 2), np.exp(-d / 2)
    chances: np.ndarray = (up + tie / 2) / (up + down + tie)
    return chances


def staying_power(game: Game) -> list[float]:
    """What is left of each side, a share of all its wounds."""
    scene = look_at(game)
    left, most = np.zeros(game.side_count), np.zeros(game.side_count)
    for figure in scene.figures:
        most[figure.side] += max(figure.wounds_max, 1)
        if not figure.is_out:
            left[figure.side] += max(figure.wounds, 0) if figure.wounds_max else 1
    return [float(share) for share in left / np.maximum(most, 1)]


def instructive(arena: Arena, pairs: Pairs, standing: Standing, *, each: int = 2) -> list[ShownGame]:
    """The games to show, a limited number of each kind, no two of a kind in the same scenario.

    Forfeited games and those cut off are left out, and so are games that end differently when replayed.

    Args:
        arena: of the tournament.
        pairs: its games.
        standing: its results.
        each: the limit for each kind.
    """
    plan = all_chunks(arena.manifest)
    fair = ~np.isin(pairs.endings, (FORFEIT, STALLED))
    decided = fair & (pairs.results != 1)
    taken: set[tuple[int, int]] = set()

    def choose(kind: str, order: np.ndarray, among: np.ndarray) -> list[ShownGame]:
        found: list[ShownGame] = []
        met: set[int] = set()
        for place in order.tolist():
            index, column = divmod(place, 2)
            scenario = int(pairs.scenario[index])
            if not among[index, column] or scenario in met or (index, column) in taken:
                continue
            try:
                recording = play_again(arena, pairs, index, column, plan)
            except RuntimeError:
                continue
            met.add(scenario)
            taken.add((index, column))
            found.append(
                ShownGame(kind, _why(kind, arena, pairs, standing, index, column, recording), index, column, recording)
            )
            if len(found) >= each:
                break
        return found

    expected = chances_of(standing, pairs)
    surprise = np.where(pairs.results == 0, expected, 1 - expected)
    upsets = choose("upset", np.argsort(surprise.reshape(-1), kind="stable"), decided & (surprise < 0.5))
    shortest = choose("shortest", np.argsort(pairs.decisions.reshape(-1), kind="stable"), decided)
    margins = _margins(arena, pairs, decided)
    closest = choose("closest", np.array([place for place, _ in margins], np.int64), decided)
    return [*closest, *upsets, *shortest]


def length_of(rounds: int) -> str:
    """A number of rounds, in words."""
    return f"{rounds} round{'' if rounds == 1 else 's'}"


def worst_losses(arena: Arena, pairs: Pairs, standing: Standing, player: int, *, most: int = 3) -> list[ShownGame]:
    """The games a player lost although its rating promised most, each against another opponent or elsewhere.

    Args:
        arena: of the tournament.
        pairs: its games.
        standing: the results.
        player: whose losses.
        most: at most so many.
    """
    expected = chances_of(standing, pairs)
    mine = np.where((pairs.one == player)[:, None], expected, 1 - expected)
    lost = ((pairs.one == player)[:, None] & (pairs.results == 2)) | (
        (pairs.other == player)[:, None] & (pairs.results == 0)
    )
    plan, names = all_chunks(arena.manifest), arena.manifest.player_names
    found: list[ShownGame] = []
    met: set[tuple[int, int, int]] = set()
    for place in np.argsort(np.where(lost, -mine, 2.0).reshape(-1), kind="stable").tolist():
        index, column = divmod(place, 2)
        who = (int(pairs.one[index]), int(pairs.other[index]), int(pairs.scenario[index]))
        if len(found) >= most or not lost[index, column]:
            break
        if who in met:
            continue
        met.add(who)
        try:
            recording = play_again(arena, pairs, index, column, plan)
        except RuntimeError:
            continue
        opponent = names[who[1] if who[0] == player else who[0]]
        length = length_of(int(pairs.rounds[index, column]))
        why = f"lost to {opponent} in {length}; its rating predicted {mine[index, column]:.0%} of the points"
        found.append(ShownGame("loss", why, index, column, recording))
    return found


def _margins(arena: Arena, pairs: Pairs, among: np.ndarray) -> list[tuple[int, float]]:
    """Long decided games, and what the winners had left in the end: least first."""
    plan = all_chunks(arena.manifest)
    found: list[tuple[int, float]] = []
    for scenario in range(len(arena.manifest.scenarios)):
        here = among & (pairs.scenario == scenario)[:, None]
        rounds = np.where(here, pairs.rounds, -1).reshape(-1)
        for place in np.argsort(-rounds, kind="stable")[:CANDIDATES].tolist():
            index, column = divmod(place, 2)
            if not among[index, column] or pairs.scenario[index] != scenario:
                continue
            try:
                game = play_again(arena, pairs, index, column, plan).game
            except RuntimeError:
                continue
            left = staying_power(game)
            winner = int(np.argmin(game.ranks))
            found.append((place, left[winner] if math.isfinite(left[winner]) else 1.0))
    return sorted(found, key=lambda one: one[1])


def _why(
    kind: str, arena: Arena, pairs: Pairs, standing: Standing, index: int, column: int, recording: Recording
) -> str:
    """Why a game is shown."""
    names = arena.manifest.player_names
    one, other = int(pairs.one[index]), int(pairs.other[index])
    winner = one if pairs.results[index, column] == 0 else other
    if kind == "upset":
        expected = float(chances_of(standing, pairs)[index, column])
        share = expected if winner == one else 1 - expected
        return f"{names[winner]} wins; its rating predicts {share:.1%} of the points"
    rounds = int(pairs.rounds[index, column])
    length = length_of(rounds)
    if kind == "shortest":
        return f"{names[winner]} wins in {length} and {len(recording)} decisions"
    left = staying_power(recording.game)[int(np.argmin(recording.game.ranks))]
    return f"{names[winner]} wins after {length} with {left:.0%} of its wounds left"

"""Players that search, and what one has found: visits, values and the line it expects.

``Search`` and its options are those of ``envs/engine/players/searcher.py``; a searcher plays wherever a player is named.

>>> found = look_ahead(Game.of("wfrp1", "duel"), Search(400))
>>> print(found.choices[0].text, found.choices[0].visits, found.line)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..envs.core.dice import seed_rng
from ..envs.core.loops.searchers import USED
from ..envs.core.loops.seats import SEARCH_DICE, SEARCH_IMAGES
from ..envs.engine.game import Game
from ..envs.engine.players import Search, SearchError, seat_code
from ..envs.engine.players.searcher import OPTIONS, parse

__all__ = ["OPTIONS", "Search", "SearchError", "SearchResult", "TriedAnswer", "look_ahead", "parse"]

LEAST_VISITS = 2  # of a node on the expected line
LONGEST_LINE = 12


@dataclass(frozen=True)
class TriedAnswer:
    """An answer that was tried.

    Attributes:
        text: the answer in words.
        answer: the answer as the rules number it.
        visits: simulations that began with it.
        value: their mean value for the deciding side, in [-1, 1].
        gain: its mean lead over the player's own answer under the same chance.
        error: standard error of that gain; nan without one.
        is_own: True for the answer that the player of the simulations would give.
        is_taken: True for the answer given.
    """

    text: str
    answer: int
    visits: int
    value: float
    gain: float
    error: float
    is_own: bool
    is_taken: bool


@dataclass(frozen=True)
class SearchResult:
    """What a search has found at a decision.

    Attributes:
        search: the search.
        decider, prompt: the deciding unit or side, and the prompt, in words.
        choices: the answer given first, then by visits.
        line: the expected line of play, decision by decision, while it was tried more than once.
        answer: the answer given.
    """

    search: Search
    decider: str
    prompt: str
    choices: list[TriedAnswer]
    line: list[str]
    answer: int


def look_ahead(game: Game, search: str | Search, seed: int = 0) -> SearchResult:
    """Search at the present decision of a game, which stays as it is.

    Args:
        game: at a decision.
        search: a searcher or its spec.
        seed: of the simulations.

    Raises:
        SearchError: the spec means no search; ValueError: the battle is over.
    """
    searcher = parse(search) if isinstance(search, str) else search
    if game.over:
        raise ValueError("the battle is over: nobody decides")
    rng = np.zeros(4, np.int64)
    seed_rng(rng, seed, 0, 0, SEARCH_DICE)
    given = game.choose(seat_code(game.ruleset, searcher), rng, keyed=False)
    players = game.loops.everybody()
    nodes = players.nodes[: players.counts[USED]].copy()
    totals = players.totals[: players.counts[USED], game.side]
    tried = [_tried(game, nodes[at], float(totals[at]), given, k == 0) for k, at in enumerate(_children(nodes, 0))]
    tried.sort(key=lambda one: (not one.is_taken, -one.visits, -one.gain))
    line = _line(game, nodes, next(at for at in _children(nodes, 0) if nodes[at]["answer"] == given), seed)
    return SearchResult(searcher, game.decider_text, game.prompt_text, tried, line, given)


def _children(nodes: np.ndarray, parent: int) -> list[int]:
    """The children of a node, in the order in which they were added."""
    found = []
    at = int(nodes[parent]["child"])
    while at:
        found.append(at)
        at = int(nodes[at]["sibling"])
    return found[::-1]


def _tried(game: Game, node: Any, total: float, given: int, is_own: bool) -> TriedAnswer:
    visits = int(node["visits"])
    gain = float(node["gain"]) / max(visits, 1)
    spread = max(float(node["square"]) / max(visits, 1) - gain * gain, 0.0)
    error = (spread / (visits - 1)) ** 0.5 if visits > 1 and not is_own else float("nan")
    answer = int(node["answer"])
    text = game.describe_answer(answer)
    return TriedAnswer(text, answer, visits, total / max(visits, 1), gain, error, is_own, answer == given)


def _line(game: Game, nodes: np.ndarray, at: int, seed: int) -> list[str]:
    """The most visited answers one after the other, played on a copy with other dice so that they can be put in words."""
    twin = game.clone()
    rng = np.zeros(4, np.int64)
    seed_rng(rng, seed, 0, 0, SEARCH_IMAGES)
    twin.loops.imagine_game(twin.states, 0, twin.books, twin.fields, game.side, rng)
    seed_rng(twin.states[0]["rng"], seed, 0, 0, SEARCH_DICE)
    twin.states[0]["tape_length"] = twin.states[0]["dice_mode"] = 0
    twin.loops.settle_game(twin.states, 0, twin.books, twin.fields, True)
    words: list[str] = []
    while at and len(words) < LONGEST_LINE:
        words.append(f"{twin.decider_text}: {twin.describe_answer(int(nodes[at]['answer']))}")
        twin.answer(int(nodes[at]["answer"]))
        asked = (int(twin.prompt), int(twin.s["decider"]), int(twin.s["decider_side"]))
        legal = [] if twin.over else twin.answers().tolist()
        following = [
            child
            for child in _children(nodes, at)
            if (int(nodes[child]["prompt"]), int(nodes[child]["decider"]), int(nodes[child]["side"])) == asked
            and int(nodes[child]["answer"]) in legal
            and int(nodes[child]["visits"]) >= LEAST_VISITS
        ]
        at = max(following, key=lambda child: int(nodes[child]["visits"]), default=0)
    return words

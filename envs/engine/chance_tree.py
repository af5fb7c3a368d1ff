"""One game with its dice in the open: every roll is a chance node, whose outcomes and probabilities are known.

For libraries that search game trees. Nothing is sampled here and no generator is used: a position and a choice, or a position
and an outcome, lead to one position, always the same.

>>> tree = ChanceTree("wfrp1", "tiny")
>>> node = tree.root
>>> while not node.is_over:
...     node = tree.rolled(node, 0) if node.is_chance else tree.chosen(node, node.legal[0])

The outcomes of a roll are the classes of faces that make a difference to the rules, as in exact odds
(``core/loops/odds_layer.py``): hit or miss, not a hundred faces. The rolls of one step of a procedure are one chance node.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core.dice import seed_rng
from ..core.loops.arguments import Branches, Reached, StoredLanes, Workbench
from ..core.loops.seats import SEARCH_IMAGES
from ..core.ruleset import Ruleset
from ..core.state import as_lanes
from .describing import IllegalChoice
from .game import Game
from .pools import open_pool, plain

__all__ = ["MOST_OUTCOMES", "ChanceTree", "Node"]

MOST_OUTCOMES = 4096  # of one roll; the five rulebooks stay far below
FIRST_ROOM = 64  # outcomes there is room for at first
TO_ITS_END = np.array([-1, 0, 0])  # nothing but the end of a battle ends a branch
NOTHING_NOTED = np.zeros((0, 5), np.int64)
NO_ANSWER = -1
ALL_BITS = ~np.uint64(0)


class Node:
    """A position of a game in a tree. It never changes, so copies are the node itself.

    Attributes:
        lanes: uint64 (lanes,), the position; empty before the start is drawn.
        side: the side that decides; -1 at a chance node or when the battle is over.
        legal: the indices it may choose, ascending; empty where nobody decides.
        chances: float64 (n,), the probability of each outcome of a chance node; else empty.
        is_over: whether the battle has ended.
    """

    __slots__ = ("chances", "is_over", "lanes", "legal", "side")

    def __init__(
        self, lanes: np.ndarray, side: int, legal: tuple[int, ...], chances: np.ndarray, is_over: bool
    ) -> None:
        self.lanes, self.side, self.legal, self.chances, self.is_over = lanes, side, legal, chances, is_over

    @property
    def is_chance(self) -> bool:
        """Whether dice are rolled here, or the start is drawn."""
        return len(self.chances) > 0

    def __deepcopy__(self, memo: Any) -> Node:
        return self


class ChanceTree:
    """The tree of the games of a scenario.

    Attributes:
        game: the game in which positions are looked at; :meth:`show` puts a node there.
        layout: of choices and observations.
        root: where every game begins: the draw of the start, if the scenario has several.
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        scenario: Any,
        *,
        rules: Mapping[str, int | bool | str] | None = None,
        **starts: Any,
    ) -> None:
        """The tree of a scenario; ``rules`` and ``starts`` (``n``, ``seed``, ``split``) as of :func:`open_pool`.

        Raises:
            ValueError: its starts have different numbers of sides; or see :func:`open_pool`.
        """
        pool = open_pool(ruleset, scenario, rules=rules, **starts)
        self.game = Game(ruleset, pool)
        self.layout, self.loops = self.game.layout, self.game.loops
        state = self.game.ruleset.state
        size, position = state.snapshot_lanes, state.position_bytes // 8
        self.sides = int(self.game.pool_states["side_count"][0])
        if (self.game.pool_states["side_count"] != self.sides).any():
            raise ValueError("the starts of a game tree must have the same number of sides")
        nothing = np.zeros(position, np.uint64)
        self._stored = StoredLanes(
            np.arange(size), np.zeros(size, np.uint64), np.full(size, ALL_BITS), nothing, nothing
        )
        work = plain(self.game.ruleset.new_states(1))
        before = np.empty((1, size), np.uint64)
        self._bench = Workbench(work, as_lanes(work), before, self.game.books, self.game.fields)
        self._size = size
        self._shown: Node | None = None  # the node that the game shows
        self._rolled: Node | None = None  # the chance node whose outcomes are at hand
        self._outcomes = np.zeros((0, size), np.uint64)
        self._out = self._room(FIRST_ROOM)
        self.root = self._start()

    # --- nodes

    def chosen(self, node: Node, index: int) -> Node:
        """Where a choice of the side that decides leads.

        Raises:
            IllegalChoice: it is not legal there.
        """
        game = self.show(node)
        if index not in node.legal:
            raise game.illegal(index)
        self._shown = None
        self.loops.give_game_answer(game.states, 0, game.answer_of(index))
        return self._run_on()

    def rolled(self, node: Node, outcome: int) -> Node:
        """Where an outcome of a chance node leads.

        Raises:
            IllegalChoice: there is no such outcome.
        """
        if not 0 <= outcome < len(node.chances):
            raise IllegalChoice(f"no outcome {outcome!r}; there are {len(node.chances)}", outcome, [])
        if not len(node.lanes):
            return self._begun(outcome)
        if self._rolled is not node:
            self._put(node.lanes)
            self._roll()
        self._put(self._outcomes[outcome])
        return self._run_on()

    def imagined(self, node: Node, side: int, seed: int) -> Node:
        """The node with something plausible in place of what a side cannot know, drawn by a seed; that side sees no
        difference.
        """
        if not len(node.lanes) or node.is_over:
            return node
        game, rng = self.show(node), np.zeros(4, np.int64)
        seed_rng(rng, seed, 0, 0, SEARCH_IMAGES)
        self._shown = None
        self.loops.imagine_game(game.states, 0, game.books, game.fields, side, rng)
        return self._run_on()

    def show(self, node: Node) -> Game:
        """The game in the position of a node, to look at; before the start is drawn, in the first start.

        All nodes share this game: the next call puts another one there.
        """
        if self._shown is not node:
            if len(node.lanes):
                self._put(node.lanes)
            else:
                self._put(self.game.pool_lanes[0, : self._size])
            if node.legal:
                self.loops.list_choices(self.game.states, 0, self.game.books, self.game.fields)
            self._shown = node
        return self.game

    # --- running on

    def _start(self) -> Node:
        starts = len(self.game.pool_states)
        if starts == 1:
            return self._begun(0)
        return Node(np.zeros(0, np.uint64), -1, (), np.full(starts, 1.0 / starts), False)

    def _begun(self, row: int) -> Node:
        """The first node of a battle from a start."""
        game = self.game
        self._shown = None
        game.loops.start_game(
            game.states, game.lanes, 0, game.pool_states, game.pool_lanes, row, 0, 0, 0, self._size
        )  # fmt: skip
        return self._run_on()

    def _put(self, lanes: np.ndarray) -> None:
        game = self.game
        game.lanes[0, : self._size] = lanes
        for name in ("event_count", "choice_count", "known_to", "kept"):  # worked out for another position
            game.s[name] = 0
        self._shown = None

    def _run_on(self) -> Node:
        """Run the game on to the next decision, roll, or the end. Single legal answers are given without asking."""
        game = self.game
        s, loops = game.s, self.loops
        chances = np.zeros(0)
        legal: tuple[int, ...] = ()
        while not game.over:
            if game.prompt:
                loops.list_choices(game.states, 0, game.books, game.fields)
                if s["choice_count"] > 1:
                    legal = tuple(sorted(game.legal().tolist()))
                    break
                if s["choice_count"] == 0:  # given up, as in play
                    loops.settle_game(game.states, 0, game.books, game.fields, True)
                    break
                s["answer"], s["prompt"] = s["choices"][0], 0
                s["forced"] += 1
            else:
                found = self._roll()
                if len(found) > 1:
                    chances = found
                    break
                self._put(self._outcomes[0])
        lanes = game.lanes[0, : self._size].copy()
        node = Node(lanes, game.side if legal else -1, legal, chances, game.over)
        self._shown = node
        self._rolled = node if node.is_chance else None
        return node

    def _roll(self) -> np.ndarray:
        """The probabilities of the outcomes of the next roll, and in ``_outcomes`` the positions after it, uint64 (n, lanes); one
        where a decision, or a change of procedure or round, comes first.

        Raises:
            RuntimeError: there are too many to be listed.
        """
        self._rolled = None
        source = Branches(self.game.lanes[:1, : self._size].copy(), np.ones(1), np.array([NO_ANSWER]))
        while True:
            written, done, _, lost, _ = self.loops.expand_layer(
                source, self._stored, self._bench, NOTHING_NOTED, TO_ITS_END, self._out, 0
            )
            if done or len(self._out.lanes) >= MOST_OUTCOMES:
                break
            self._out = self._room(2 * len(self._out.lanes))
        weights = self._out.weights[:written]
        if not done or lost > 0.0:
            raise RuntimeError("a step rolls more dice than a chance node can list; play this battle with tactica.make")
        likely = weights > 0.0
        self._outcomes = self._out.lanes[:written][likely]
        return weights[likely] / weights.sum()

    def _room(self, outcomes: int) -> Reached:
        lanes = np.empty((outcomes, self._size), np.uint64)
        return Reached(lanes, np.empty(outcomes), np.empty(outcomes, np.int64))

"""Decisions in a count of odds, answered as a player would: a behaviour, a search or a trained network."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...agents.players import PlayerError, load_player, player_name
from ...envs.core.dice import seed_rng
from ...envs.core.loops.seats import POLICY_STREAM
from ...envs.engine.networks import Network
from ...envs.engine.parsing import Chooser
from ...envs.engine.players import seat_code
from ...envs.engine.policies import kernel_policies
from ...envs.engine.rows import hold
from ...envs.engine.seating import check_layout
from ...envs.engine.wording import part_of
from ...envs.sandbox import Table

__all__ = ["Answering"]


class Answering:
    """A function for ``answers`` of ``Table.odds``: the choice that a player makes in a position, knowing what its side knows.

    In one position it always chooses the same. A network that draws its answers gives the likeliest one.

    Attributes:
        says: who answers, as a sentence without a full stop.
    """

    def __init__(self, table: Table, spec: str, until: str | None = None) -> None:
        """Seat the player.

        Args:
            table: where the count begins.
            spec: the player, see ``agents.players``.
            until: of the count; without it, a turn that begins is left unanswered, which ends a branch.

        Raises:
            PlayerError: the player runs in Python, which a count cannot ask; also what ``load_player`` raises.
        """
        game, ruleset = table.game, table.ruleset
        player: Any = load_player(spec, ruleset)
        name = player_name(spec, ruleset)
        self.says = f"{name} answers for all sides"
        if isinstance(player, Network) and not player.deterministic:
            player = player.greedy()
            self.says += "; it samples its answers, but here the likeliest one counts"
        elif player in kernel_policies(ruleset)[:1]:
            self.says += "; it samples its answers, once for each position"
        code = seat_code(ruleset, player)
        if code is None:
            raise PlayerError(f"{spec}: only behaviours, searches and trained networks can answer in a count of odds")
        hold(ruleset, code, self)
        check_layout(player, ruleset, game.pool_states)
        self._code, self._player, self._loops = code, player, ruleset.loops
        self._books, self._fields = game.books, game.fields
        self._size = ruleset.state.snapshot_lanes
        self._rests = set() if until else {int(one) for one in ruleset.book.vocab.rests}
        self._chooser = Chooser(ruleset, game.books, game.fields, table.names, table.sides)
        s = game.s
        self._seeds = int(s["seed_base"]), int(s["seed_slot"]), int(s["seed_game"])

    def __call__(self, seen: Table) -> str | None:
        """The choice in words; None where a branch ends."""
        game, chooser = seen.game, self._chooser
        chooser.put(game.lanes[game.row, : self._size])
        if chooser.s["pending_verb"] == 0 and int(chooser.s["prompt"]) in self._rests:
            return None
        rng = np.zeros((1, 4), np.int64)
        seed_rng(rng[0], *self._seeds, POLICY_STREAM)
        words: list[str] = []
        while True:
            answer = int(self._loops.choose_next(chooser.states, 0, self._books, self._fields, self._code, rng))
            section, _, part = part_of(chooser.ruleset, answer)
            if not (words and section == "mode" and part == 0):  # the usual mode goes without saying
                words.append(chooser.word(answer))
            if not chooser.give(answer):
                return " ".join(words)

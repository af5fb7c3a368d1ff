"""Searchers: players inside the kernel that try their choices out before they answer; the search is ``core/loops/search.py``.

>>> tactica.play_games("wfrp1", "tiny", policies=("search:200", "guardian"), games=100, seed=1)

A **spec** is ``search:SIMULATIONS`` or ``oneply:SIMULATIONS``, then, each after a colon, the player of the simulations and
options: ``search:800:charger:rounds=3``.
"""

from __future__ import annotations

import hashlib
import math
import re
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ...core.loops.searchers import ONE_PLY, POTENTIAL, TREE
from ...core.loops.searchers import SEARCHER as RECORD
from ...core.loops.seats import FIRST_BARRED, FIRST_NETWORK, FIRST_SEARCHER
from ...core.ruleset import Ruleset
from ..behaviours import Behaviour, load, shipped
from ..networks import TRAINED, Network, is_network, load_network
from ..rows import TAKING_IN, RowsTaken, seats_of
from .kinds import PlayerError, PlayerKind, seat_code

__all__ = ["SEARCHER", "Search", "SearchError", "parse"]

WAYS = {"search": TREE, "oneply": ONE_PLY}
USUAL = "guardian"  # who plays the simulations where nobody is named
PLAYERS = "simulations are played inside the kernel, by names or behaviours of players that do not search"
MOST = 100_000  # simulations
#: What may stand in a spec as NAME=NUMBER: the least, the most, and what it means.
OPTIONS: dict[str, tuple[float, float, str]] = {
    "rounds": (0, 100, "whole rounds a simulation lasts beyond the present one; 0: until the battle ends"),
    "explore": (0, 100, "weight of what is still to be learnt of an answer"),
    "width": (2, 1000, "answers considered at first"),
    "widening": (0, 100, "progressive widening: answers added to ``width`` for each square root of the simulations"),
    "caution": (0, 100, "standard errors by which an answer must be better than the player's own"),
    "leaf": (
        0,
        1,
        "1: a simulation ends at the first answer that is new to the tree, and is valued there; 0: it is played on",
    ),
    "outcome": (0, 1, "share of the result in the value of a simulation; the rest is the staying power that is left"),
}
WHOLE = ("rounds", "leaf")
COLON = re.compile(r"(?<![:=]trained):(?!greedy|sampled)")  # the name of a network has colons of its own
FORM = "search:SIMULATIONS or oneply:SIMULATIONS, then who plays the simulations and options, such as search:200:charger:rounds=2"


class SearchError(ValueError):
    """A spec does not describe a search; the message says what is allowed."""


@dataclass(frozen=True)
class Search:
    """A player that searches.

    Attributes:
        simulations: battles played on for a decision; with ``kind="oneply"`` for each answer.
        rollouts: who plays all sides in them: a name, a behaviour, or a network.
        kind: ``search``, a tree of decisions, or ``oneply``, only the first answer is tried out.
        rounds, explore, width, widening, caution, leaf, outcome: see ``OPTIONS``.
        value: the network that values positions where simulations are cut off; None: the one that plays them, and by staying
            power where none does.
    """

    simulations: int = 200
    rollouts: str | Behaviour | Network = USUAL
    kind: str = "search"
    rounds: int = 1
    explore: float = 0.3
    width: float = 4.0
    widening: float = 0.4
    caution: float = 1.0
    leaf: int = 0
    outcome: float = 0.5
    value: str | Network | None = None

    def __post_init__(self) -> None:
        """Refuse what is out of range.

        Raises:
            SearchError: a number is.
        """
        if not isinstance(self.rollouts, str | Behaviour | Network):
            raise SearchError(f"rollouts {type(self.rollouts).__name__}: {PLAYERS}")
        if self.kind not in WAYS:
            raise SearchError(f"kind {self.kind!r} is not one of {', '.join(WAYS)}")
        if not 1 <= self.simulations <= MOST or int(self.simulations) != self.simulations:
            raise SearchError(f"simulations {self.simulations!r} is not a whole number in 1..{MOST}")
        for name, (low, high, meaning) in OPTIONS.items():
            value = getattr(self, name)
            if not (math.isfinite(value) and low <= value <= high and (name not in WHOLE or int(value) == value)):
                raise SearchError(f"{name} {value!r} is not in {low:g}..{high:g} ({meaning})")

    @property
    def evaluator(self) -> str | Network | None:
        """The network that values positions where simulations are cut off; None when staying power does."""
        player = self.rollouts
        if self.value is not None or isinstance(player, Behaviour):
            return self.value
        return player if isinstance(player, Network) or is_network(player) else None

    @property
    def player(self) -> str:
        """Name of the player of the simulations."""
        return self.rollouts if isinstance(self.rollouts, str) else self.rollouts.name

    @property
    def name(self) -> str:
        """The spec, as short as it can be."""
        parts = [self.kind, str(self.simulations)]
        usual = {field.name: field.default for field in fields(self)}
        if self.player != USUAL:
            parts.append(self.player)
        if self.value is not None:
            valuer = self.value.name if isinstance(self.value, Network) else self.value
            parts.append(f"value={valuer.removeprefix(TRAINED)}")
        parts += [f"{name}={getattr(self, name):g}" for name in OPTIONS if getattr(self, name) != usual[name]]
        return ":".join(parts)

    def numbers(self, ruleset: Ruleset) -> np.ndarray:
        """As the kernel reads it, an array of one SEARCHER record; without the players, whose codes differ by process."""
        array = np.zeros(1, RECORD)
        row = array[0]
        row["kind"] = WAYS[self.kind]
        for name in ("simulations", *OPTIONS):
            row[name] = getattr(self, name)
        measures = ruleset.book.looking.has_potential
        if self.evaluator is None and not measures:  # only the end of a battle says anything
            row["rounds"], row["outcome"] = 0, 1.0
        return array

    def digest(self, ruleset: Ruleset) -> str:
        """16 hex digits that change when it may play otherwise in battles of a ruleset."""
        players = [self.rollouts] if self.evaluator is None else [self.rollouts, self.evaluator]
        digests = " ".join(_digest_of(player, ruleset) for player in players)
        return hashlib.sha256(self.numbers(ruleset).tobytes() + digests.encode()).hexdigest()[:16]


def parse(text: str) -> Search:
    """The searcher a spec means.

    Raises:
        SearchError: it does not describe a search; the message says what is allowed.
    """
    kind, *parts = COLON.split(text)
    given: dict[str, Any] = {}
    for place, part in enumerate(parts):
        name, equals, value = part.partition("=")
        if place == 0 and part.isdecimal():
            given["simulations"] = int(part)
        elif place == 1 and (not equals or is_network(part)):
            given["rollouts"] = part
        elif name == "value" and equals and name not in given:
            given["value"] = value if is_network(value) else TRAINED + value
        elif equals and name in OPTIONS and name not in given:
            try:
                given[name] = int(value) if name in WHOLE else float(value)
            except ValueError:
                raise SearchError(f"{text}: {value!r} is not a number for {name}") from None
        else:
            what = repr(part) if part else "nothing after a colon"
            raise SearchError(
                f"{text}: {what}; a search is written {FORM}; options: {', '.join(OPTIONS)}, value=NETWORK"
            )
    try:
        return Search(kind=kind, **given)
    except SearchError as error:
        raise SearchError(f"{text}: {error}") from None


def _digest_of(player: str | Behaviour | Network, ruleset: Ruleset) -> str:
    """Changes when a player of simulations may play otherwise; a baseline's is its name."""
    if isinstance(player, str) and is_network(player):
        player = load_network(player)
    elif isinstance(player, str) and player in shipped():
        player = load(player)
    return player if isinstance(player, str) else player.digest(ruleset)


# --- in the kernel ------------------------------------------------------------------------------------------------------


def code_of(ruleset: Ruleset, search: Search, player: int | None, evaluator: int | None) -> int:
    """The seat code of a searcher in the battles of a ruleset; a new searcher is added.

    Args:
        ruleset, search: the ruleset and the searcher.
        player: seat code of the player of its simulations, None for a player in Python.
        evaluator: seat code of the network that values the positions where simulations are cut off, or POTENTIAL.

    Raises:
        SearchError: the player cannot play simulations, or the evaluator is not a network; RowsTaken: too many searches are
            playing.
    """
    if player is None or player >= FIRST_SEARCHER:
        raise SearchError(f"{search.name}: {PLAYERS}")
    if evaluator != POTENTIAL and (evaluator is None or not FIRST_NETWORK <= evaluator < FIRST_SEARCHER):
        raise SearchError(f"{search.name}: only a trained network values positions")
    loops: Any = ruleset.loops
    seats = seats_of(ruleset)
    packed = search.numbers(ruleset)
    packed["player"], packed["evaluator"] = player, evaluator
    key = (search.name, packed.tobytes())
    with TAKING_IN:
        row = seats.searchers.find(key)
        if row is None:
            row = seats.searchers.lend(key)
            if row is None:
                raise RowsTaken(f"{seats.searchers.most:,} searches are playing at once; close some environments")
            seats.stand(FIRST_SEARCHER + row, (player,))
            if row == len(loops.players.searchers):
                loops.players = loops.players.with_room("searchers")
            loops.players.searchers[row] = packed[0]
            loops.most_nodes = max(loops.most_nodes, search.simulations + ruleset.state.capacities.choices + 2)
    return FIRST_SEARCHER + row


class SearcherKind(PlayerKind):
    """Players that search."""

    word, form = "searcher", "search:SIMULATIONS"
    codes = range(FIRST_SEARCHER, FIRST_BARRED)

    def is_spec(self, spec: str) -> bool:
        """See :class:`PlayerKind`."""
        return spec.split(":")[0] in WAYS

    def is_player(self, player: Any) -> bool:
        """See :class:`PlayerKind`."""
        return isinstance(player, Search)

    def read(self, spec: str, ruleset: Ruleset) -> Search:
        """See :class:`PlayerKind`."""
        return parse(spec)

    def load(self, spec: str, ruleset: Ruleset) -> Any:
        """See :class:`PlayerKind`: the spec as it is."""
        try:
            seat_code(ruleset, spec)
        except SearchError as error:
            raise PlayerError(str(error)) from None
        return spec

    def code(self, ruleset: Ruleset, player: Any) -> int | None:
        """See :class:`PlayerKind`."""
        value = seat_code(ruleset, player.evaluator) if player.evaluator is not None else POTENTIAL
        return code_of(ruleset, player, seat_code(ruleset, player.rollouts), value)

    def name_of_code(self, ruleset: Ruleset, code: int) -> str:
        """See :class:`PlayerKind`."""
        return seats_of(ruleset).searchers[self.row(code)][0]

    def digest(self, spec: str, ruleset: Ruleset) -> str:
        """See :class:`PlayerKind`."""
        return hashlib.sha256(f"{ruleset.rules_hash}\0{parse(spec).digest(ruleset)}".encode()).hexdigest()[:16]


SEARCHER = SearcherKind()

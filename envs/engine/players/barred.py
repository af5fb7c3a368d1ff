"""Players with barred options.

>>> tactica.play_games("wfrp1", "small", policies=("guardian--parry", "guardian"), games=1000)

The **spec** is that of the player, then ``--`` and an option for each that is barred (see ``engine.options``):
``guardian--parry--strike.stun``, ``search:200--charge``. Barred options are struck out of what may be answered before the player
is asked; behaviours do not consider them. Where nothing else is legal they stay. A search does not give them as answers, but
imagines both sides free.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.behaviour.features import seal
from ...core.behaviour.yardsticks import YARDSTICKS
from ...core.loops.barred import BARRED as RECORD
from ...core.loops.seats import FIRST_BARRED, FIRST_BEHAVIOUR, FIRST_NETWORK, RANDOM
from ...core.ruleset import Ruleset
from ..behaviours import Behaviour, take_in
from ..networks import Network
from ..options import UnknownOption, as_arrays, find_all
from ..rows import TAKING_IN, held, seats_of
from .kinds import PlayerError, PlayerKind, absolute, known_as, load_player, player_hash, seat_code
from .searcher import Search

__all__ = ["BARRED", "Barred", "bar", "barred_policies", "split_spec"]

BARS = "--"
OPTION = re.compile(r"(.+?)--([a-z*][a-z0-9_]*(?:\.[a-z0-9_]+)*)$")
FILES = (".yaml", ".yml", ".zip", ".py", ".safetensors")  # a file may well have such a name
INSIDE = "only who plays inside the kernel can be barred from something: a name, a behaviour, a network, a search"


@dataclass(frozen=True)
class Barred:
    """A player with barred options.

    Attributes:
        player: name, behaviour, network or searcher.
        options: the options it may not choose, as the caller wrote them.
    """

    player: str | Behaviour | Network | Search
    options: tuple[str, ...]

    @property
    def name(self) -> str:
        """The player's name, and the barred options."""
        return BARS.join([self.player if isinstance(self.player, str) else self.player.name, *self.options])

    def digest(self, ruleset: Ruleset) -> str:
        """16 hex digits that change whenever it may play differently in battles of a ruleset."""
        player: Any = self.player
        if isinstance(player, str):
            player = known_as(ruleset, player) or player
        told = player if isinstance(player, str) else player.digest(ruleset)
        return hashlib.sha256(f"{told} {sorted(find_all(ruleset, self.options))}".encode()).hexdigest()[:16]


def bar(player: Any, options: Iterable[str]) -> Any:
    """A player without some options; the player itself if no options are given.

    Raises:
        TypeError: it does not play inside the kernel.
    """
    given = (options,) if isinstance(options, str) else tuple(options)
    if not given:
        return player
    if isinstance(player, str):
        player, before = split_spec(player)
        given = tuple(dict.fromkeys((*before, *given)))
    if isinstance(player, Barred):
        return Barred(player.player, tuple(dict.fromkeys((*player.options, *given))))
    if not isinstance(player, str | Behaviour | Network | Search):
        raise TypeError(f"{type(player).__name__}: {INSIDE}")
    return Barred(player, given)


def split_spec(spec: str) -> tuple[str, tuple[str, ...]]:
    """Player and barred options of a spec; no options for a player who may choose everything."""
    options: list[str] = []
    while not spec.endswith(FILES) and (found := OPTION.fullmatch(spec)):
        spec = found[1]
        options.insert(0, found[2])
    return spec, tuple(options)


# --- in the kernel ------------------------------------------------------------------------------------------------------


def code_of(ruleset: Ruleset, barred: Barred, player: int | None) -> int:
    """The seat code of a barred player in the battles of a ruleset, taking it in when it is new.

    Args:
        ruleset, barred: which.
        player: seat code of the player when it may choose everything, None for one in Python.

    Raises:
        UnknownOption: the ruleset has no such option; TypeError: the player is one in Python.
    """
    if player is None or player >= FIRST_BARRED:
        raise TypeError(f"{barred.name}: {INSIDE}")
    options = sorted(find_all(ruleset, barred.options))
    loops: Any = ruleset.loops
    seats = seats_of(ruleset)
    key = (barred.name, player, tuple(options))
    with TAKING_IN:
        row = seats.barred.find(key)
        if row is None:
            with held(ruleset, [player]):
                without = _without(ruleset, barred.name, player, as_arrays(options))
            row = seats.barred.lend(key)
            assert row is not None, "there are always more rows"
            seats.stand(FIRST_BARRED + row, (player, without))
            if row == len(loops.players.barred):
                loops.players = loops.players.with_room("barred")
            record = np.zeros(1, RECORD)[0]
            record["player"], record["free"] = without, player
            for name, value in as_arrays(options).items():
                record[name] = value
            loops.players.barred[row] = record
            loops.barred_count = len(seats.barred)
    return FIRST_BARRED + row


def _without(ruleset: Ruleset, name: str, player: int, bans: dict[str, Any]) -> int:
    """The seat code of a player that does not consider barred options: for behaviours another behaviour."""
    has_yardsticks = ruleset.book.tactics.decide is None
    if RANDOM < player < FIRST_BEHAVIOUR and has_yardsticks:
        packed = YARDSTICKS[player - 1 : player].copy()
    elif FIRST_BEHAVIOUR <= player < FIRST_NETWORK:
        loops: Any = ruleset.loops
        packed = loops.players.behaviours[player - FIRST_BEHAVIOUR :][:1].copy()
    else:
        return player
    for field, value in bans.items():
        packed[field][0] = value
    seal(packed)
    return take_in(ruleset, name, packed)


class BarredKind(PlayerKind):
    """Players with barred options."""

    word, form = "player", ""
    codes = range(FIRST_BARRED, sys.maxsize)

    def is_spec(self, spec: str) -> bool:
        """See :class:`PlayerKind`."""
        return bool(split_spec(spec)[1])

    def is_player(self, player: Any) -> bool:
        """See :class:`PlayerKind`."""
        return isinstance(player, Barred)

    def plain(self, spec: str) -> str:
        """See :class:`PlayerKind`."""
        return split_spec(spec)[0]

    def read(self, spec: str, ruleset: Ruleset) -> Barred:
        """See :class:`PlayerKind`."""
        return Barred(*split_spec(spec))

    def load(self, spec: str, ruleset: Ruleset) -> Any:
        """See :class:`PlayerKind`."""
        inner, options = split_spec(spec)
        try:
            player = bar(load_player(inner, ruleset), options)
            seat_code(ruleset, player)
        except (UnknownOption, TypeError) as error:
            raise PlayerError(f"{spec}: {error}") from None
        return player

    def code(self, ruleset: Ruleset, player: Any) -> int | None:
        """See :class:`PlayerKind`."""
        return code_of(ruleset, player, seat_code(ruleset, player.player))

    def name_of_code(self, ruleset: Ruleset, code: int) -> str:
        """See :class:`PlayerKind`."""
        return seats_of(ruleset).barred[self.row(code)][0]

    def absolute(self, spec: str) -> str:
        """See :class:`PlayerKind`."""
        inner, options = split_spec(spec)
        return BARS.join([absolute(inner), *options])

    def digest(self, spec: str, ruleset: Ruleset) -> str:
        """See :class:`PlayerKind`."""
        inner, options = split_spec(spec)
        found = sorted(find_all(ruleset, options))
        return hashlib.sha256(f"{player_hash(inner, ruleset)}{found}".encode()).hexdigest()[:16]


BARRED = BarredKind()


def barred_policies(policies: Sequence[Any], forbid: Sequence[Any]) -> Sequence[Any]:
    """Policies without what is forbidden to all of them, or to each.

    Raises:
        ValueError: these are neither options nor a list for each.
    """
    if isinstance(forbid, str):
        raise ValueError(f"forbid={forbid!r} is one option; give a list: forbid=[{forbid!r}]")
    if all(isinstance(one, str) for one in forbid):
        return [bar(policy, forbid) for policy in policies] if forbid else policies
    if len(forbid) != len(policies) or any(isinstance(one, str) for one in forbid):
        raise ValueError(
            f"forbid must be a list of options, or {len(policies)} lists, one for each policy, None for nothing"
        )
    return [bar(policy, options or ()) for policy, options in zip(policies, forbid, strict=True)]

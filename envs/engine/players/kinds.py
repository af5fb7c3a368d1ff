"""The table of kinds of players: what a spec names, and what plays behind a seat code.

>>> kind_of("search:200--charge").word, plain_kind("search:200--charge").word
('player', 'searcher')

``KINDS`` is filled by the package, in the order in which kinds are asked whether a spec is theirs; the last one takes any.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from ... import rulesets
from ...core.ruleset import Ruleset
from ..policies import UnknownPolicy, kernel_policies, name_of, unknown_policy

__all__ = [
    "KINDS",
    "PlayerError",
    "PlayerKind",
    "absolute",
    "forms",
    "kind_of",
    "kind_of_code",
    "known_as",
    "load_player",
    "plain_kind",
    "plain_spec",
    "player_file",
    "player_hash",
    "player_name",
    "read_player",
    "seat_code",
]


class PlayerError(ValueError):
    """A spec does not name a player; the message says what is wrong and what is allowed."""


class PlayerKind(Protocol):
    """A kind of player: how it is written, loaded, seated in the kernel, and recognised.

    Attributes:
        word: what messages call such a player.
        form: how its spec is written, for messages; empty for the kinds that another one's form includes.
        codes: its seat codes; none for players outside the kernel.
        by_hand: the call that loads a file which environments do not load themselves.
    """

    word: str
    form: str
    codes: range = range(0)
    by_hand: str = "tactica.agents.players.load_player(FILE, ruleset)"

    def is_spec(self, spec: str) -> bool:
        """Whether a spec is of this kind, rightly written or not."""
        ...

    def is_player(self, player: Any) -> bool:
        """Whether a player that was read or made is of this kind."""
        ...

    def read(self, spec: str, ruleset: Ruleset) -> Any:
        """The player that a spec stands for.

        Raises:
            ValueError: it stands for none; each kind has an error of its own.
        """
        ...

    def code(self, ruleset: Ruleset, player: Any) -> int | None:
        """The seat code of a player in the battles of a ruleset, taking it in when it is new; None outside the kernel.

        Raises:
            ValueError, TypeError: it cannot play there.
        """
        ...

    def digest(self, spec: str, ruleset: Ruleset) -> str:
        """16 hex digits that change whenever a player may play differently."""
        ...

    def load(self, spec: str, ruleset: Ruleset) -> Any:
        """What ``play_games`` takes for a spec that is fit to play.

        Raises:
            PlayerError, UnknownPolicy, BehaviourError: there is no such player, or it cannot play there.
        """
        return self.read(spec, ruleset)

    def name_of_code(self, ruleset: Ruleset, code: int) -> str:
        """The name of the player behind a seat code."""
        raise LookupError(f"a {self.word} has no seat code in the kernel")

    def row(self, code: int) -> int:
        """The row of a player in the kernel's array of its kind."""
        return code - self.codes.start

    def goes_by_name(self, spec: str) -> bool:
        """Whether environments take the spec as it is; other files must be loaded first, because they may run code."""
        return True

    def plain(self, spec: str) -> str:
        """The spec of the player inside, for a player with barred options."""
        return spec

    def file(self, spec: str) -> Path | None:
        """The file that a spec is read from; None for a name without a file."""
        return None

    def absolute(self, spec: str) -> str:
        """The spec with an absolute path; unchanged if its file does not exist."""
        return spec


KINDS: list[PlayerKind] = []


def forms() -> str:
    """How players are written, in a sentence."""
    *first, last = [kind.form for kind in (KINDS[-1], *KINDS[:-1]) if kind.form]
    return f"{', '.join(first)}, or {last}; PLAYER--OPTION bars it from an option"


def kind_of(spec: str) -> PlayerKind:
    """The kind of player that a spec names."""
    return next(kind for kind in KINDS if kind.is_spec(spec))


def plain_spec(spec: str) -> str:
    """A spec without its barred options."""
    return kind_of(spec).plain(spec)


def plain_kind(spec: str) -> PlayerKind:
    """The kind of player that a spec names, whatever it is barred from."""
    return kind_of(plain_spec(spec))


def kind_of_code(code: int) -> PlayerKind:
    """The kind of player behind a seat code of the kernel.

    Raises:
        LookupError: the code is no player's in the kernel.
    """
    for kind in KINDS:
        if kind.codes.start <= code < kind.codes.stop:  # a range walks through all its numbers for one of NumPy's
            return kind
    raise LookupError(f"seat code {code} is no player's in the kernel")


# --- players ------------------------------------------------------------------------------------------------------------


def read_player(spec: str, ruleset: Ruleset) -> Any:
    """The player that a spec stands for, which needs no file that may run code.

    Raises:
        UnknownPolicy: no such player; ValueError: it is written wrong, with an error of its kind.
    """
    kind = kind_of(spec)
    if not kind.goes_by_name(spec):
        raise unknown_policy(ruleset, spec, f"; from a file: {kind.by_hand}")
    return kind.read(spec, ruleset)


def known_as(ruleset: Ruleset, name: str) -> Any:
    """The player of the kernel with a name; None for the policies of the rules, and for names that nobody has."""
    try:
        player = read_player(name, ruleset)
    except UnknownPolicy:
        return None
    return None if isinstance(player, str) else player


def seat_code(ruleset: Ruleset, player: Any) -> int | None:
    """Code of a player inside the kernel, or of the spec of one; None for a player in Python.

    Raises:
        SearchError: the spec of the search is malformed; UnknownOption: the ruleset does not have a barred option.
        UnknownPolicy: there is no policy of that name; the message lists the known ones.
        TypeError: this is nothing that can act.
    """
    if isinstance(player, str):
        if player in kernel_policies(ruleset):
            return kernel_policies(ruleset).index(player)
        player = read_player(player, ruleset)
    return next(kind for kind in KINDS if kind.is_player(player)).code(ruleset, player)


def load_player(spec: str, ruleset: str | Ruleset) -> Any:
    """A policy that ``play_games`` and all interfaces take.

    Args:
        spec: see :mod:`tactica.agents.players`.
        ruleset: the ruleset of its battles; slug or ruleset.

    Returns:
        a name and the spec of a search as they are, a :class:`Behaviour`, a :class:`Network`, something with ``act``, or a
        function. A class is called without arguments, once per use.

    Raises:
        UnknownPolicy: there is no policy of that name; PlayerError: the file, or what it names, cannot play;
        BehaviourError: the behaviour in the file is wrong.
    """
    ruleset = rulesets.get(ruleset)
    kind = kind_of(spec)
    try:
        return kind.load(spec, ruleset)
    except UnknownPolicy as error:
        if kind.plain(spec) != spec:  # what is allowed has been said of the player inside
            raise
        raise UnknownPolicy(f"{error}; or {forms().partition(', ')[2]}") from None


def player_name(spec: str, ruleset: Ruleset) -> str:
    """What a player calls itself: the ``name`` of a policy in Python, else the spec's own word.

    Raises:
        UnknownPolicy, PlayerError: see :func:`load_player`.
    """
    return name_of(load_player(spec, ruleset))


def absolute(spec: str) -> str:
    """The spec with an absolute path, so that it means the same from any folder; unchanged if its file does not exist."""
    return kind_of(spec).absolute(spec)


def player_file(spec: str) -> Path | None:
    """The file a spec is read from; None for a name without a file."""
    inner = plain_spec(spec)
    return kind_of(inner).file(inner)


def player_hash(spec: str, ruleset: Ruleset) -> str:
    """16 hex digits that change whenever a player may play differently.

    In-kernel policies are part of the rules and share their hash; searches add their numbers and the player of their
    simulations. The hash of a behaviour is over its content, that of any other file over its bytes without its imports.
    """
    return kind_of(spec).digest(spec, ruleset)

"""Players of all kinds, one file and one row of the table a kind.

A kind says how its players are written and loaded, what their codes in the kernel are, what they are called, and what their
digest is: :class:`PlayerKind`. Everything else asks the table, :data:`KINDS`. A new kind is one more file, and its row below.
"""

from .barred import BARRED, Barred, bar, barred_policies
from .behaviour import BEHAVIOUR
from .kinds import (
    KINDS,
    PlayerError,
    PlayerKind,
    absolute,
    forms,
    kind_of,
    kind_of_code,
    known_as,
    load_player,
    plain_kind,
    plain_spec,
    player_file,
    player_hash,
    player_name,
    read_player,
    seat_code,
)
from .named import NAMED
from .network import NETWORK, load_network
from .python import PYTHON
from .searcher import SEARCHER, Search, SearchError

__all__ = [
    "BARRED",
    "BEHAVIOUR",
    "KINDS",
    "NAMED",
    "NETWORK",
    "PYTHON",
    "SEARCHER",
    "Barred",
    "PlayerError",
    "PlayerKind",
    "Search",
    "SearchError",
    "absolute",
    "bar",
    "barred_policies",
    "forms",
    "kind_of",
    "kind_of_code",
    "known_as",
    "load_network",
    "load_player",
    "plain_kind",
    "plain_spec",
    "player_file",
    "player_hash",
    "player_name",
    "read_player",
    "seat_code",
]

KINDS += [BARRED, BEHAVIOUR, SEARCHER, NETWORK, PYTHON, NAMED]

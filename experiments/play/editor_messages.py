"""What the editor sends: strict types, so that nothing else is ever looked at."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from .messages import Players, Text, Whole

MOST_CELLS, MOST_GAMES = 6000, 10_000

Yaml: TypeAlias = Annotated[str, msgspec.Meta(max_length=200 << 10)]
Cells: TypeAlias = Annotated[list[tuple[int, int]], msgspec.Meta(max_length=MOST_CELLS)]
Way: TypeAlias = Literal["north", "east", "south", "west"]


class Blank(msgspec.Struct, forbid_unknown_fields=True):
    """A scenario to begin."""

    ruleset: Text
    width: Annotated[int, msgspec.Meta(ge=2, le=200)]
    height: Annotated[int, msgspec.Meta(ge=2, le=200)]


class Written(msgspec.Struct, forbid_unknown_fields=True):
    """The text of a scenario."""

    yaml: Yaml


class Change(msgspec.Struct, forbid_unknown_fields=True):
    """Something that was done on the map or in a form.

    Attributes:
        do: put a ``value`` at a ``path``, write the YAML ``text`` of one there, take away what stands there or
            rename its key to ``text``; paint ``cells`` with the ground ``value``, put the ``value`` on ``borders``, or resize the
            board to the first of ``cells``.
    """

    do: Literal["put", "write", "take", "rename", "paint", "border", "resize"]
    path: Annotated[list[Text | Annotated[int, msgspec.Meta(ge=0, le=5000)]], msgspec.Meta(max_length=8)] = []
    value: Any = None
    text: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    cells: Cells = []
    borders: Annotated[list[tuple[int, int, Way]], msgspec.Meta(max_length=MOST_CELLS)] = []


class Amend(msgspec.Struct, forbid_unknown_fields=True):
    """Changes of a text."""

    yaml: Yaml
    changes: Annotated[list[Change], msgspec.Meta(min_length=1, max_length=64)]


class Save(msgspec.Struct, forbid_unknown_fields=True):
    """A scenario to keep."""

    name: Text
    yaml: Yaml
    replace: bool = False


class ScenarioTrial(msgspec.Struct, forbid_unknown_fields=True):
    """A scenario to play at once."""

    yaml: Yaml
    players: Players
    name: Text = ""
    seed: Whole | None = None


class Fights(msgspec.Struct, forbid_unknown_fields=True):
    """A scenario to be fought many times."""

    yaml: Yaml
    players: Players
    games: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)] = 1000
    seed: Whole = 0

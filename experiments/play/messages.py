"""What pages send: strict types, so that nothing else is ever looked at."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

MOST_SIDES, MOST_PARTS, MOST_RULES, LONGEST = 8, 8, 200, 200

Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=LONGEST)]
Players: TypeAlias = Annotated[list[Text], msgspec.Meta(max_length=MOST_SIDES)]
Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    """A battle to begin."""

    ruleset: Text
    scenario: Text
    players: Players
    seed: Whole | None = None
    rules: Annotated[dict[Text, int | str], msgspec.Meta(max_length=MOST_RULES)] = {}


class Resume(msgspec.Struct, forbid_unknown_fields=True):
    """A saved battle to continue."""

    file: Text
    players: Players | None = None


class Again(msgspec.Struct, forbid_unknown_fields=True):
    """A battle to begin once more, with the same dice where no seed is given."""

    players: Players
    seed: Whole | None = None


class Choice(msgspec.Struct, forbid_unknown_fields=True):
    """A choice of a seat, or its beginning, at a decision."""

    seat: int
    at: Whole
    give: Annotated[list[int], msgspec.Meta(max_length=MOST_PARTS)] = []


class Missed(msgspec.Struct, forbid_unknown_fields=True):
    """A unit [row], a cell [column, row] or a direction [number] that a seat has pointed at, at a decision, in vain."""

    seat: int
    at: Whole
    kind: Literal["unit", "cell", "direction"]
    value: Annotated[list[Whole], msgspec.Meta(min_length=1, max_length=2)]
    verb: Text = ""


class Go(msgspec.Struct, forbid_unknown_fields=True):
    """Let players who are no people go on."""

    seat: int
    at: Whole
    steps: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None


class Name(msgspec.Struct, forbid_unknown_fields=True):
    """A name for a saved battle."""

    name: Text

"""A unit's sheet as one side knows it: what stands in the side's own observation, under the names of the rulebook."""

from __future__ import annotations

from typing import Any

from ...envs.core.looking.catalogue import ObservationField
from ...envs.engine.game import Game
from ...envs.render.scene import known_rows
from .match import Match
from .seats import EVERYBODY, PUBLIC, Refused

#: Kinds of numbers that the board shows better, or that only programs need.
ON_THE_BOARD = ("coordinate", "direction")
#: Numbers for programs, which people see in another form or not at all.
FOR_PROGRAMS = ("hp_known", "aspect", "phase")
#: Numbers the core writes for learners: who decides, whose unit it is.
FOR_LEARNERS = "core."


def sheet_in(match: Match, seat: int, at: int, row: int) -> dict[str, Any]:
    """What a seat knew of a unit after a number of decisions, see :func:`sheet_of`; ``EVERYBODY`` knows what the unit's side
    knows, ``PUBLIC`` what all sides know.

    Raises:
        Refused: this seat is not open to the page, or no such decision.
    """
    with match.lock:
        match.check_seat(seat)
        if not 0 <= at <= match.at:
            raise Refused(f"there is no decision {at}; {match.at} have been taken", 404)
        game = match.game.clone() if at == match.at else match.position(match.recording.decisions[:at])
    if not 0 <= row < int(game.s["unit_count"]):  # no refusal: it would show how many units are hidden
        return empty_sheet()
    if seat == PUBLIC:
        first, *others = (sheet_of(game, side, row) for side in range(game.side_count))
        return {
            part: [line for line in lines if all(line in one[part] for one in others)] for part, lines in first.items()
        }
    return sheet_of(game, int(game.s["units"]["side"][row]) if seat == EVERYBODY else seat, row)


def empty_sheet() -> dict[str, Any]:
    """What a side knows of a unit that it does not know of, or that does not exist."""
    return {"now": [], "is": [], "profile": [], "has": []}


def sheet_of(game: Game, viewer: int, row: int) -> dict[str, Any]:
    """What a side knows of a unit.

    Args:
        viewer: the side.
        row: the unit's roster row.

    Returns:
        ``now``, what changes in a battle, and ``profile``, what stays: lists of lines with ``name``, ``value`` and ``meaning``.
        ``is`` and ``has``: in the same way what holds now, and traits and skills, as lists with ``name`` and ``meaning``. Numbers
        that are 0 are left out. All are empty for a unit the side does not know of.
    """
    known = known_rows(game, viewer).get(row)
    sheet = empty_sheet()
    if known is None:
        return sheet
    lasting = game.ruleset.book.records.lasting
    for field, number in zip(game.ruleset.book.looking.features, known.tolist(), strict=True):
        if field.kind in ON_THE_BOARD or field.source.startswith(FOR_LEARNERS) or field.name in FOR_PROGRAMS:
            continue
        stays = field.source in lasting
        if field.kind == "flag":
            if number:
                sheet["has" if stays else "is"].append(flag_line(field))
        elif value := value_of(game, field, viewer, number):
            line = {"name": plain(field.name), "value": value, "meaning": field.meaning}
            sheet["profile" if stays else "now"].append(line)
    return sheet


def flag_line(field: ObservationField) -> dict[str, str]:
    """What holds of a unit: the word alone for one of a set, such as a trait; and what it means."""
    word = field.name.removeprefix(f"{field.source}_")
    return {"name": plain(field.name if word.isdigit() else word), "meaning": field.meaning.removeprefix("1 ")}


def value_of(game: Game, field: ObservationField, viewer: int, number: int) -> str:
    """A number as a person reads it: the word of a category, the names of units; empty for none."""
    if field.kind in ("unit row", "unit rows"):
        rows = [number] if field.kind == "unit row" else [k for k in range(number.bit_length()) if number >> k & 1]
        first = game.layout.own_rows if field.name.endswith("_others") else 0
        return ", ".join(plain(game.names[roster_row(game, viewer, first + one)]) for one in rows if one >= 0)
    if number == 0 or (field.low < 0 and number < 0):
        return ""
    return plain(field.words[number - field.low]) if field.words else f"{number:,}"


def plain(name: str) -> str:
    """A name as it is read."""
    return name.replace("_", " ")


def roster_row(game: Game, viewer: int, seen: int) -> int:
    """The roster row of an observation row: the viewer's own units first, then the others in roster order."""
    start, size = int(game.s["side_start"][viewer]), int(game.s["side_size"][viewer])
    own = game.layout.own_rows
    return start + seen if seen < own else (start + size + seen - own) % int(game.s["unit_count"])

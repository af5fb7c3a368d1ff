"""What a person is shown to choose from, and what the line that was typed means."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ...envs.core.state import NO_UNIT
from ...envs.engine.game import Game
from ...envs.render.scene import known_units, side_names
from ...envs.replay import Decision

CELL = re.compile(r"(.*) \((\d+), (\d+)\)")
TYPED_CELL = re.compile(r"\(?\s*(\d+)\s*[, ]\s*(\d+)\s*\)?")
LETTERED_CELL = re.compile(r"([a-z])\s*(\d+)")


def decider_of(game: Game) -> str:
    """The unit that decides, or the side as a whole."""
    return game.decider_text if game.decider != NO_UNIT else side_names(game)[game.side]


def cells_of(texts: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """What all texts begin with and the cells they end with, when they differ by their cell alone; else nothing."""
    found = [CELL.fullmatch(words) for words in texts]
    starts = {match[1] for match in found if match}
    if len(starts) != 1 or None in found:
        return "", []
    return starts.pop(), [(int(match[2]), int(match[3])) for match in found if match]


def cell_meant(said: str) -> tuple[int, int] | None:
    """The cell a line names: ``4 3``, ``4,3``, ``(4, 3)``, or ``e3`` with a letter for the column; None for no cell."""
    said = said.strip().lower()
    if match := TYPED_CELL.fullmatch(said):
        return int(match[1]), int(match[2])
    if match := LETTERED_CELL.fullmatch(said):
        return ord(match[1]) - ord("a"), int(match[2])
    return None


def by_rows(cells: Sequence[tuple[int, int]]) -> list[str]:
    """Cells row by row: ``row 4: 0-2 5``."""
    rows: dict[int, list[int]] = {}
    for x, y in sorted(set(cells), key=lambda cell: (cell[1], cell[0])):
        rows.setdefault(y, []).append(x)
    return [f"row {y}: {' '.join(spans(columns))}" for y, columns in rows.items()]


def spans(numbers: Sequence[int]) -> list[str]:
    """Ascending numbers, those in a row as one span: ``0-2``."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found]


def in_columns(entries: Sequence[str], width: int) -> str:
    """Short texts side by side, read downwards."""
    wide = max((len(entry) for entry in entries), default=0) + 3
    columns = max(1, (width + 3) // wide)
    rows = -(-len(entries) // columns)
    lines = ["".join(entry.ljust(wide) for entry in entries[row::rows]).rstrip() for row in range(rows)]
    return "\n".join(lines)


def has_thrown(before: Game, after: Game) -> bool:
    """Whether a die has been thrown between two positions of a battle."""
    return bool((before.s["rng"] != after.s["rng"]).any())


def has_unseen(game: Game, side: int) -> bool:
    """Whether there are units that a side does not know of."""
    units = game.s["units"][: int(game.s["unit_count"])]
    return bool(set(np.flatnonzero(units["present"]).tolist()) - known_units(game, side))


def is_half_made(before: Game, now: Game) -> bool:
    """Whether a choice that was begun in one position still lacks a part in another, so that nothing has come of it."""
    is_untouched = not has_thrown(before, now) and before.s["units"].tobytes() == now.s["units"].tobytes()
    return bool(now.s["pending_verb"]) and is_untouched and before.decider == now.decider


def why_not_undone(before: Game, now: Game, side: int) -> str:
    """Why a side may not go back to a position; empty where it may, as in the middle of a choice. A unit that is hidden from it
    rolls dice unseen: whether the choice can be undone would show that it is near.
    """
    if is_half_made(before, now):
        return ""
    if has_unseen(before, side) or has_unseen(now, side):
        return "nothing can be undone while units are hidden from you: it would reveal them"
    return "your last choice cannot be undone: it rolled dice" if has_thrown(before, now) else ""


def nothing_to_undo(decisions: Sequence[Decision], side: int) -> str:
    """Why a side has no choice to undo, from the decisions that were taken so far."""
    own = [number for number, decision in enumerate(decisions, 1) if decision.side == side]
    if not own:
        return "nothing to undo: you have not chosen anything yet"
    if own[-1] == len(decisions):
        return "nothing to undo: your last choice was made before the battle was resumed"
    return "nothing to undo: another side has moved since your last choice"


def asked_alike(game: Game) -> list[str]:
    """The units of a side with the same question in a row, from the one that decides now; no die is rolled between them.
    None while a unit is hidden from the side: the end of the row would show that it acts.
    """
    if has_unseen(game, game.side):
        return []
    twin = game.clone()
    prompt, side, found = game.prompt, game.side, []
    while not twin.over and (twin.prompt, twin.side) == (prompt, side) and not has_thrown(game, twin):
        if twin.decider == NO_UNIT or int(twin.s["pending_verb"]) != 0 or decider_of(twin) in found:
            break
        found.append(decider_of(twin))
        twin.answer(int(twin.answers()[0]))
    return found

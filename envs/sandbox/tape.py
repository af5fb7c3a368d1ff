"""The tape: dice set in advance, and error messages where they do not fit the rolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.dice import PLAY, TAPE
from .wording import enum_words

if TYPE_CHECKING:
    from .table import Table


class TapeError(ValueError):
    """The dice on the tape do not fit the rolls of the rules."""


def faces_of(s: Any) -> list[int] | None:
    """The tape of a state record, including used dice; None when dice are random."""
    return [int(face) for face in s["tape"][: s["tape_length"]]] if s["dice_mode"] == TAPE else None


def faces_left(s: Any) -> list[int]:
    """The dice on the tape not used yet."""
    return [int(face) for face in s["tape"][s["tape_next"] : s["tape_length"]]] if s["dice_mode"] == TAPE else []


def lay_out(s: Any, faces: Sequence[int] | None) -> None:
    """Set new dice in state records (1,); None makes them random.

    Raises:
        TapeError: there are more than a tape holds.
    """
    for field in ("tape_length", "tape_next", "tape_short", "tape_wrong", "tape"):
        s[field] = 0
    s["dice_mode"] = PLAY if faces is None else TAPE
    if faces is not None:
        given: list[Any] = list(faces)
        if wrong := [face for face in given if not isinstance(face, int | np.integer) or not 0 < face < 2**15]:
            raise TapeError(f"{wrong[0]!r} is not a die roll; give whole numbers from 1")
        room = s["tape"].shape[1]
        if len(given) > room:
            raise TapeError(f"{len(given)} dice given; a tape holds at most {room}")
        s["tape_length"] = len(given)
        s["tape"][0, : len(given)] = given


def tape_error(table: Table, before: np.ndarray, answer: int | None) -> TapeError:
    """What is wrong with the tape, found out on a copy: the position before, and the answer that led to it."""
    game, chooser = table._game, table.chooser
    states, row = chooser.states, chooser.lanes[0, : len(before)]
    tape = table.dice or []
    row[:] = before
    if answer is not None:
        chooser.put(before)
        states["dice_mode"] = TAPE
        game.loops.give_game_answer(states, 0, answer)
    frame = "the battle"
    while not (states["tape_short"][0] or states["tape_wrong"][0]) and states["ending"][0] == 0:
        top = states["stack"][0][max(int(states["depth"][0]) - 1, 0)]
        frame = enum_words(table.ruleset, "frame").get(int(top["kind"]), "") or frame
        game.loops.micro_step(states, 0, game.books, game.fields)
        if states["prompt"][0] != 0:
            break
    is_wrong = bool(states["tape_wrong"][0])
    place = _first_wrong(table, before, answer, tape) if is_wrong else len(tape)
    sides = _sides_at(table, before, answer, tape, place)
    if is_wrong:
        return TapeError(f"die {place + 1} of the tape is {tape[place]}, but the roll there is a D{sides} ({frame})")
    return TapeError(f"all {len(tape)} dice of the tape are used up; next comes a D{sides} ({frame})")


def _trial(table: Table, before: np.ndarray, answer: int | None, tape: Sequence[int]) -> int:
    """How many faces of a tape are wrong, when the last answer is given again on a copy with that tape."""
    game, chooser = table._game, table.chooser
    states = chooser.states
    chooser.lanes[0, : len(before)] = before
    if answer is not None:
        chooser.put(before)
    states["dice_mode"], states["tape_length"] = TAPE, len(tape)
    states["tape"][0, : len(tape)] = tape
    if answer is None:
        game.loops.settle_game(states, 0, game.books, game.fields, False)
    else:
        game.loops.step_game(states, 0, game.books, game.fields, answer, False)
    return int(states["tape_wrong"][0])


def _first_wrong(table: Table, before: np.ndarray, answer: int | None, tape: Sequence[int]) -> int:
    """Place on the tape of the first wrong face."""
    return next((i for i in range(len(tape)) if _trial(table, before, answer, tape[: i + 1])), 0)


def _sides_at(table: Table, before: np.ndarray, answer: int | None, tape: Sequence[int], place: int) -> int:
    """Sides of the die that is thrown at a place of the tape."""
    low, high = 1, 32767
    if place >= table.ruleset.state.capacities.tape:
        return 0
    while low < high:
        face = (low + high + 1) // 2
        if _trial(table, before, answer, [*tape[:place], face]):
            high = face - 1
        else:
            low = face
    return low

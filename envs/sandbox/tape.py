"""The tape: dice set in advance, and error messages where they do not fit the rolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..core.dice import PLAY, TAPE
from ..engine.wording import enum_words

if TYPE_CHECKING:
    from ..engine.game import Game
    from .table import Table


class TapeError(ValueError):
    """The dice on the tape do not fit the rolls of the rules."""


class Tape(NamedTuple):
    """The dice that do not fit into the state record, which has limited room. Before each step of the rules the next dice
    replace the used ones in the record.

    Attributes:
        used: faces before those in the record, oldest first.
        coming: faces after those in the record.
    """

    used: tuple[int, ...] = ()
    coming: tuple[int, ...] = ()

    @classmethod
    def laid_out(cls, states: Any, faces: Sequence[int] | None) -> Tape:
        """Set new dice in state records (1,), up to the room there; None makes them random.

        Raises:
            TapeError: one is not a die roll.
        """
        given: list[Any] = list(faces or ())
        if wrong := [face for face in given if not isinstance(face, int | np.integer) or not 0 < face < 2**15]:
            raise TapeError(f"{wrong[0]!r} is not a die roll; give whole numbers from 1")
        for field in ("tape_length", "tape_next", "tape_short", "tape_wrong", "tape"):
            states[field] = 0
        states["dice_mode"] = PLAY if faces is None else TAPE
        return cls((), tuple(int(face) for face in given))._refilled(states[0])

    def faces(self, s: Any) -> list[int] | None:
        """The whole tape, including used dice; None when dice are random."""
        return [*self.used, *_in_record(s), *self.coming] if s["dice_mode"] == TAPE else None

    def left(self, s: Any) -> list[int]:
        """The dice not used yet."""
        return [*_in_record(s)[int(s["tape_next"]) :], *self.coming] if s["dice_mode"] == TAPE else []

    def check_room(self, s: Any) -> None:
        """Refuse to leave dice out of a snapshot.

        Raises:
            ValueError: not all that are left find room in the record.
        """
        if self.coming and s["dice_mode"] == TAPE:
            raise ValueError(
                f"a snapshot holds {len(s['tape'])} dice, {len(_in_record(s)) + len(self.coming)} are laid out: use clone(), or "
                "set `dice` to fewer"
            )

    def run_out(self, game: Game, size: int, answer: int | None) -> tuple[Tape, np.ndarray, int | None]:
        """Give an answer (None at the very start) and run on, step by step, as long as not all dice lie in the record.

        Returns:
            (the tape as it is then; the position before the last step, uint64 (size,); the answer, None once it is given).
        """
        tape, s, loops = self, game.states[game.row], game.loops
        before = game.lanes[game.row, :size].copy()
        while tape.coming and s["dice_mode"] == TAPE:
            tape = tape._refilled(s)
            before = game.lanes[game.row, :size].copy()
            if answer is not None:
                if not loops.give_game_answer(game.states, game.row, answer):
                    break
                answer = None
                continue
            loops.step_alone(game.states, game.row, game.books, game.fields)
            if s["prompt"] or s["ending"] or s["tape_short"] or s["tape_wrong"]:
                break
        return tape, before, answer

    def _refilled(self, s: Any) -> Tape:
        """Replace the used dice in a state record by the next ones."""
        used, laid = int(s["tape_next"]), _in_record(s)
        count = min(len(s["tape"]) - len(laid) + used, len(self.coming))
        laid, gone = [*laid[used:], *self.coming[:count]], laid[:used]
        s["tape"] = 0
        s["tape"][: len(laid)] = laid
        s["tape_length"], s["tape_next"] = len(laid), 0
        return Tape((*self.used, *gone), self.coming[count:])


def _in_record(s: Any) -> list[int]:
    """The dice that lie in a state record, including used ones."""
    return [int(face) for face in s["tape"][: s["tape_length"]]]


def tape_error(table: Table, before: np.ndarray, answer: int | None) -> TapeError:
    """The fault of the tape, found on a copy: the position before, and the answer that led to it."""
    game, chooser = table._game, table.chooser
    states, row = chooser.states, chooser.lanes[0, : len(before)]
    tape, gone = _in_record(table._record), len(table._tape.used)
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
        return TapeError(
            f"die {gone + place + 1} of the tape is {tape[place]}, but the roll there is a D{sides} ({frame})"
        )
    if table._tape.coming:
        return TapeError(f"a single step asks for more than the {len(tape)} dice it can take from the tape ({frame})")
    return TapeError(f"all {gone + len(tape)} dice of the tape are used up; next comes a D{sides} ({frame})")


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

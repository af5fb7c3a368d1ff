"""Snapshots that may come from anywhere, as records that a game or a batch can take over: see ``gate.py``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.loops.seats import FIXED_SEATS, LEARNER
from ..core.state import as_lanes
from .gate import start_that_fits, unsound, unsound_record
from .players import NAMED
from .policies import kernel_policies
from .pools import plain
from .snapshots import SnapshotError, check_header, checked_parts, header_value, unpack_snapshot

if TYPE_CHECKING:
    from .batch import Batch
    from .game import Game

__all__ = ["checked_games", "checked_position"]

MOST_CODE = 2**15 - 1
ROUNDING = 1e-9  # by which shares that are added up may miss 1


# --- one game ---------------------------------------------------------------------------------------------------------


def checked_position(game: Game, position: bytes, header: dict[str, Any]) -> np.ndarray:
    """A bare position as a state record (1,), the game's spare one, with its legal answers listed; for :meth:`Game.put`.

    Args:
        game: the game that it is for; it stays unchanged.
        position: position and dice.
        header: names its rulebook and map by content.

    Raises:
        SnapshotError: a number in it is not valid; the message names the field.
    """
    lanes = game.ruleset.state.snapshot_lanes
    checked_parts([position], 8 * lanes)
    states = game.spare
    s = states[0]
    as_lanes(states)[0, :lanes] = np.frombuffer(position, np.uint64)
    s["book_row"] = game.shelf.find("book", header.get("book"), int(s["book_row"]))
    s["field_row"] = game.shelf.find("field", header.get("field"), int(s["field_row"]))
    wrong = unsound(game.ruleset, states, game.books, game.fields, game.pool)
    if wrong:
        raise SnapshotError(f"the snapshot is damaged: {wrong}")
    row = start_that_fits(game.pool_states, s)
    if row < 0:
        sizes = s["side_size"][: s["side_count"]].tolist()
        raise SnapshotError(f"the snapshot has sides of {sizes} units; no start of this scenario has")
    s["pool_row"] = row
    if s["ending"] == 0:
        game.loops.settle_game(states, 0, game.books, game.fields, False)
        if s["choice_count"] == 0:
            raise SnapshotError(f"the snapshot is damaged: nothing can be answered to prompt {int(s['prompt'])}")
    return states


# --- many games -------------------------------------------------------------------------------------------------------


def checked_games(batch: Batch, data: bytes) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[Any], bool]:
    """What a snapshot of a batch holds: states, games, control, states of generators, whether games have started.

    Raises:
        SnapshotError: a number in it is not valid, or it does not fit; the batch stays as it is.
    """
    header, parts = unpack_snapshot(data)
    check_header(header, batch.header())
    if header.get("pool") != batch.header()["pool"]:
        raise SnapshotError(
            "the snapshot comes from other starts: another scenario, pool_size, pool_seed, split or rules"
        )
    started = header_value(header, "started", bool)
    lanes = batch.ruleset.state.snapshot_lanes
    positions, slots, controls, rngs = checked_parts(
        parts, 8 * lanes * batch.num, batch.games.nbytes, batch.control.nbytes, None
    )
    states = plain(batch.ruleset.new_states(batch.num))
    if started:
        as_lanes(states)[:, :lanes] = np.frombuffer(positions, np.uint64).reshape(batch.num, lanes)
    games = np.frombuffer(bytearray(slots), batch.games.dtype)
    control: Any = np.frombuffer(bytearray(controls), batch.control.dtype)
    if control["autoreset"][0] != batch.control["autoreset"][0]:
        raise SnapshotError("the snapshot comes from an environment with another autoreset_mode")
    generators = checked_generators(batch, rngs)
    put_codes(batch.seating.codes_here(checked_seated(header)), control, games)
    wrong = unsound_seats(batch, control, games) or (unsound_games(batch, states, games) if started else "")
    if wrong:
        raise SnapshotError(f"the snapshot is damaged: {wrong}")
    return states, games, control, generators, started


def checked_generators(batch: Batch, data: bytes) -> list[Any]:
    """The states of the generators of a batch's Python policies.

    Raises:
        SnapshotError: they are damaged, or their number differs.
    """
    try:
        states = json.loads(data)
    except (ValueError, RecursionError):
        states = None
    if not isinstance(states, list):
        raise SnapshotError("the snapshot is damaged: the generators of its Python policies cannot be read")
    if len(states) != len(batch.seating.rngs):
        raise SnapshotError(
            f"the snapshot has {len(states)} Python policies, this environment has {len(batch.seating.rngs)}"
        )
    for state in states:
        try:
            np.random.PCG64(0).state = state
        except (TypeError, ValueError, KeyError, OverflowError, AttributeError, IndexError):
            raise SnapshotError("the snapshot is damaged: it holds an invalid generator of a Python policy") from None
    return states


def checked_seated(header: dict[str, Any]) -> list[list[Any]]:
    """Code, name and content of the players that a header lists.

    Raises:
        SnapshotError: it lists none.
    """
    seated: list[Any] = header_value(header, "seated", list)
    for one in seated:
        if not isinstance(one, list) or [type(part) for part in one] != [int, str, str] or abs(one[0]) > MOST_CODE:
            raise SnapshotError(f"the snapshot is damaged: {str(one)[:40]} is not a player")
    return seated


def put_codes(codes: dict[int, int], control: np.ndarray, games: np.ndarray) -> None:
    """Put the codes that players have here in place of those they had where a snapshot was taken."""
    for array in (control["opponents"], *(games[name] for name in ("seats", "last_seats", "next_seats"))):
        was = array.copy()
        for there, here in codes.items():
            array[was == there] = here


def unsound_seats(batch: Batch, control: np.ndarray, games: np.ndarray) -> str:
    """The problem with seats, opponents and slots, in words; empty if there is no problem."""
    wrong = unsound_record(batch.loops.CONTROL_FIELDS, control) or unsound_record(batch.loops.GAME_FIELDS, games)
    if wrong:
        return wrong
    c, sides, rows = control[0], int(batch.pool_states["side_count"].min()), len(batch.pool_states)
    opponents, weights = c["opponents"][: c["opponent_count"]], c["weights"][: c["opponent_count"]]
    if c["seat_mode"] >= sides:
        return f"field seat_mode is {c['seat_mode']}, allowed {FIXED_SEATS}..{sides - 1}"
    if (np.diff(weights, prepend=0.0) < 0).any() or weights[-1] > 1.0 + ROUNDING:
        return f"field weights is {weights.tolist()}, allowed shares that ascend to 1"
    if (games["next_row"] >= rows).any():
        return f"field next_row is {games['next_row'].max()}, allowed -1..{rows - 1}"
    for name, codes in (("opponents", opponents), *((n, games[n]) for n in ("seats", "next_seats", "last_seats"))):
        for code in np.unique(codes).tolist():
            has_gone = name == "last_seats" and code < LEARNER  # a Python policy that has been dropped since
            if not has_gone and not is_seated(batch, code):
                return f"field {name} is {code}, which stands for no policy of this environment"
    return ""


def is_seated(batch: Batch, code: int) -> bool:
    """Whether a seat code stands for a player of a batch."""
    if code < LEARNER:
        return -2 - code in batch.seating.hosts
    if code == LEARNER or code in NAMED.codes:
        return code < len(kernel_policies(batch.ruleset))
    return code in batch.seating.behaviours


def unsound_games(batch: Batch, states: np.ndarray, games: np.ndarray) -> str:
    """The problem with games and their players, in words; empty if there is no problem. Lists the legal answers."""
    books, fields = batch.shelf.books, batch.shelf.fields
    wrong = unsound(batch.ruleset, states, books, fields, batch.pool)
    if wrong:
        return wrong
    for i, (s, game) in enumerate(zip(states, games, strict=True)):
        where = f"game {i}: " if batch.num > 1 else ""
        if int(s["pool_row"]) != start_that_fits(batch.pool_states, s):
            return f"{where}field pool_row is {int(s['pool_row'])}, a start with other units"
        for name in ("viewer", "learner"):
            if game[name] >= s["side_count"]:
                return f"{where}field {name} is {game[name]}, allowed 0..{int(s['side_count']) - 1}"
        if s["ending"] == 0:
            batch.loops.list_choices(states, i, books, fields)
            if s["choice_count"] == 0:
                return f"{where}nothing can be answered to prompt {int(s['prompt'])}"
            if game["seats"][s["decider_side"]] != LEARNER:
                return f"{where}field decider_side is {int(s['decider_side'])}, a side that the caller does not play"
    return ""

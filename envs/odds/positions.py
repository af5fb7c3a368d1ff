"""Positions of a count: differences from the first one, merged where they are equal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from ..core.compiler import COMPILED
from ..core.dice import PLAY
from ..core.state import as_lanes
from ..engine.pools import plain
from .position import Position

HASHED = 1024  # positions hashed together
NO_COLUMN = -1  # a lane that is not stored
FIRST_ROOM = 1024  # positions a pile has room for at first

Batch: TypeAlias = tuple[np.ndarray, np.ndarray]
"""Positions, as the lanes that differ: uint64 (n, columns); and their probabilities: float64 (n,)."""


class Positions:
    """The format in which a count stores positions: only the lanes that ever differed from the first position.

    Attributes:
        size: lanes of a position and its dice.
        dropped: fields that are left out: no rule reads them (``state.WRITE_ONLY``).
        root: the first position: uint64 (size,).
        mask: the bits that are not left out: uint64 (size,); others: the same without the stored lanes.
        cursor_word: a word of the dice region that no rule reads; it holds which answers a branch has used.
        columns: the stored lanes, beginning with that of ``cursor_word``.
    """

    def __init__(self, start: Position, kept: frozenset[str], noted: Sequence[int] = ()) -> None:
        """The format for positions that follow from the position of a count's start.

        Args:
            start: that start.
            kept: fields that the question asks about, which are never dropped.
            noted: the initial values of the first places of the tape, where events are noted.
        """
        state = start.ruleset.state
        self.pile_up = start.ruleset.loops.pile_up
        self.size, self._position = state.snapshot_lanes, state.position_bytes // 8
        self.dropped = start.ruleset.book.records.write_only - kept
        self._dtype = state.dtype
        self.mask = mask_of(start, self.dropped)
        self.root = root_of(start, noted) & self.mask
        self.cursor_word = field_at(state.dtype, "seed_game")[1] // 8
        tape = lanes_of_tape(state.dtype, len(noted))
        self.columns = np.array([self.cursor_word, *range(tape.start, tape.stop)])
        self._place_of = np.full(self.size, NO_COLUMN)
        self._place_of[self.columns] = np.arange(len(self.columns))
        self.others = self.mask[: self._position].copy()
        self.others[self.columns[self.columns < self._position]] = 0

    def keep(self, differs: np.ndarray) -> None:
        """Store the lanes in which any bit differs, too: uint64 (position lanes,)."""
        new = np.flatnonzero(differs & self.others)
        self._place_of[new] = len(self.columns) + np.arange(len(new))
        self.columns = np.concatenate([self.columns, new])
        self.others[new] = 0

    def padded(self, values: np.ndarray) -> np.ndarray:
        """Positions that were found with fewer stored lanes, extended to the lanes stored now."""
        missing = self.columns[values.shape[1] :]
        if len(missing) == 0:
            return values
        return np.hstack([values, np.broadcast_to(self.root[missing], (len(values), len(missing)))])

    def whole(self, values: np.ndarray) -> np.ndarray:
        """Positions in all their lanes: uint64 (n, size)."""
        rows = np.tile(self.root, (len(values), 1))
        rows[:, self.columns[: values.shape[1]]] = values
        return rows

    def number(self, values: np.ndarray, name: str) -> np.ndarray:
        """What a field of the header is in positions: int16 (n,)."""
        at = field_at(self._dtype, name)[1]
        place = self._place_of[at // 8]
        lanes = values[:, place] if NO_COLUMN < place < values.shape[1] else np.full(len(values), self.root[at // 8])
        return np.ascontiguousarray(lanes).view(np.int16).reshape(-1, 4)[:, at % 8 // 2]


class Pile:
    """Distinct positions that wait together, each with its summed probability."""

    def __init__(self, positions: Positions) -> None:
        """An empty one, for positions of a count."""
        self._positions = positions
        self._values, self._weights = np.empty((0, 0), np.uint64), np.empty(0)
        self._slots = np.empty(0, np.int64)
        self._found = 0

    def __len__(self) -> int:
        return self._found

    def add(self, values: np.ndarray, weights: np.ndarray, places: np.ndarray | None = None, place: int = 0) -> None:
        """Add positions; with ``places``, int64 (n,), only those that belong to this place."""
        if not COMPILED:
            at = slice(None) if places is None else places == place
            self._merge(self._positions.padded(values)[at], weights[at])
            return
        rows = np.ascontiguousarray(self._positions.padded(values)).view(np.int64)
        places = np.full(len(rows), place) if places is None else places
        first = 0
        while first < len(rows):
            if self._found == len(self._values) or rows.shape[1] != self._values.shape[1]:
                self._make_room(max(FIRST_ROOM, 4 * self._found))
            self._found, first = self._positions.pile_up(
                rows,
                weights,
                places,
                place,
                self._values.view(np.int64),
                self._weights,
                self._slots,
                self._found,
                first,
            )

    def taken(self) -> Batch:
        """The positions."""
        if not self._found:
            return np.empty((0, len(self._positions.columns)), np.uint64), np.empty(0)
        return self._positions.padded(self._values[: self._found]), self._weights[: self._found]

    def _make_room(self, room: int) -> None:
        """Move to larger arrays, with all lanes that are stored now."""
        values, weights = self.taken()
        self._values, self._weights = np.empty((room, len(self._positions.columns)), np.uint64), np.empty(room)
        self._slots = np.full(1 << (2 * room).bit_length(), -1, np.int64)
        self._found, _ = self._positions.pile_up(
            np.ascontiguousarray(values).view(np.int64), weights, np.zeros(len(values), np.int64), 0,
            self._values.view(np.int64), self._weights, self._slots, 0, 0,
        )  # fmt: skip

    def _merge(self, values: np.ndarray, weights: np.ndarray) -> None:
        """What ``pile_up`` does, for the interpreter."""
        if self._found:
            known, known_weights = self.taken()
            values, weights = np.concatenate([known, values]), np.concatenate([known_weights, weights])
        mixed = hashed(values)
        _, first, group = np.unique(mixed, return_index=True, return_inverse=True)
        if not (values == values[first[group]]).all():  # two positions share a hash
            _, first, group = np.unique(values, axis=0, return_index=True, return_inverse=True)
            group = group.ravel()
        self._values, self._weights = values[first], np.bincount(group, weights, len(first)).astype(float)
        self._found = len(first)


def field_at(dtype: Any, name: str) -> tuple[np.dtype[Any], int]:
    """The type of a field of a record, and its first byte."""
    part, at = dtype.fields[name][:2]
    return part, int(at)


def mask_of(start: Position, dropped: frozenset[str]) -> np.ndarray:
    """All ones for the stored position, zeros for dropped fields: uint64 (snapshot lanes,)."""
    state = start.ruleset.state
    mask = np.full(state.snapshot_lanes * 8, 0xFF, np.uint8)
    units, units_at = field_at(state.dtype, "units")
    for name in dropped:
        if name in state.position_fields:
            part, at = field_at(state.dtype, name)
            mask[at : at + part.itemsize] = 0
        else:
            part, at = field_at(units.base, name)
            for row in range(units.shape[0]):
                first = units_at + row * units.base.itemsize + at
                mask[first : first + part.itemsize] = 0
    return mask.view(np.uint64)


def wanted_of(start: Position, fields: frozenset[str], noted: int) -> np.ndarray:
    """All ones where one of some fields lies, or one of the places of the tape where something is noted: uint64 (lanes,)."""
    wanted: np.ndarray = ~mask_of(start, fields)
    wanted[lanes_of_tape(start.ruleset.state.dtype, noted)] = ~np.uint64(0)
    return wanted


def lanes_of_tape(dtype: Any, noted: int) -> slice:
    """The lanes in which the first places of the tape lie; it need not begin where a lane does."""
    tape, at = field_at(dtype, "tape")
    return slice(at // 8, (at + tape.base.itemsize * noted + 7) // 8 if noted else at // 8)


def root_of(start: Position, noted: Sequence[int] = ()) -> np.ndarray:
    """The start's position and dice, with the dice thrown and not taken from a tape; ``noted`` stands on that."""
    states = plain(start.ruleset.new_states(1))
    lanes, size = as_lanes(states), start.ruleset.state.snapshot_lanes
    lanes[0, :size] = start.lanes
    states["dice_mode"], states["tape_length"], states["tape_next"], states["tape"] = PLAY, 0, 0, 0
    states["seed_game"] = 0
    states["tape"][0, : len(noted)] = noted
    return lanes[0, :size]


def hashed(values: np.ndarray) -> np.ndarray:
    """A hash of every row: uint64 (n,) of uint64 (n, columns)."""
    factors = np.arange(1, 2 * values.shape[1], 2, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed = np.empty(len(values), np.uint64)
    for start in range(0, len(values), HASHED):
        part = values[start : start + HASHED]
        part = part ^ (part >> np.uint64(32))
        part *= factors
        part ^= part >> np.uint64(29)
        part *= np.uint64(0xBF58476D1CE4E5B9)
        np.add.reduce(part ^ (part >> np.uint64(32)), axis=1, out=mixed[start : start + HASHED])
    return mixed

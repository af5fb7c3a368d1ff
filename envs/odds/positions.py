"""Positions of a count: differences from the first one, merged where they are equal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from ..core.compiler import COMPILED
from ..core.dice import PLAY
from ..core.state import as_lanes
from ..engine.pools import plain
from ..sandbox import Table

HASHED = 1024  # positions hashed together

Batch: TypeAlias = tuple[np.ndarray, np.ndarray]
"""Positions, as the lanes that differ: uint64 (n, columns); and their probabilities: float64 (n,)."""


class Positions:
    """How the positions of a count are kept: only the lanes that ever differed from the first one.

    Attributes:
        size: lanes of a position and its dice.
        dropped: fields that are left out: no rule reads them (``state.WRITE_ONLY``).
        differs: the bits in which any position was not as the first one; ``expand_layer`` adds to them.
        root: the first position: uint64 (size,).
        cursor_word: a word of the dice region that no rule reads; it says which answers a branch has had.
        columns: the lanes that are kept.
    """

    def __init__(self, table: Table, kept: frozenset[str], noted: Sequence[int] = ()) -> None:
        """Positions that follow from where a table stands.

        Args:
            table: that table.
            kept: fields that somebody asks about.
            noted: what the first places of the tape hold to begin with, where it is noted what happens.
        """
        state = table.ruleset.state
        self._merge_rows = table.ruleset.loops.merge_rows
        self.size, self._position = state.snapshot_lanes, state.position_bytes // 8
        self.dropped = frozenset(getattr(table.ruleset.module("state"), "WRITE_ONLY", ())) - kept
        self._mask = mask_of(table, self.dropped)
        self._masked = np.flatnonzero(self._mask != np.uint64(0xFFFFFFFFFFFFFFFF))
        self.root = root_of(table, noted) & self._mask
        self.cursor_word = field_at(state.dtype, "seed_game")[1] // 8
        tape = field_at(state.dtype, "tape")[1]
        self.columns = np.array([self.cursor_word, *range(tape // 8, (tape + 2 * len(noted) + 7) // 8 if noted else 0)])
        self._is_column = np.zeros(self.size, bool)
        self._is_column[self.columns] = True
        self.differs = np.zeros(self.size, np.uint64)

    def drop(self, rows: np.ndarray) -> None:
        """Take what is left out from whole positions, in place."""
        if len(self._masked):
            rows[:, self._masked] &= self._mask[self._masked]

    def unpack(self, values: np.ndarray, rows: np.ndarray) -> None:
        """Write compact positions into rows that hold the first one."""
        known, new = self.columns[: values.shape[1]], self.columns[values.shape[1] :]
        rows[:, known] = values
        rows[:, new] = self.root[new]

    def note(self, rows: np.ndarray) -> None:
        """Note in which bits positions are not as the first one."""
        self.differs |= np.bitwise_or.reduce(rows ^ self.root, axis=0)

    def compact(self, rows: np.ndarray) -> np.ndarray:
        """The lanes of positions that differ from the first one anywhere: uint64 (n, columns)."""
        changed = self.differs[: self._position] & self._mask[: self._position]
        new = np.flatnonzero((changed != 0) & ~self._is_column[: self._position])
        if len(new):
            self.columns = np.concatenate([self.columns, new])
            self._is_column[new] = True
        return rows[:, self.columns]

    def merged(self, batches: list[Batch]) -> Batch:
        """Distinct positions of batches, and their summed probabilities."""
        padded = []
        for values, _ in batches:
            missing = self.columns[values.shape[1] :]
            if len(missing):
                values = np.hstack([values, np.broadcast_to(self.root[missing], (len(values), len(missing)))])
            padded.append(values)
        values = np.ascontiguousarray(np.concatenate(padded))
        weights = np.concatenate([weights for _, weights in batches])
        if len(values) == 1:
            return values, weights
        if COMPILED:
            slots = np.full(1 << (len(values).bit_length() + 1), -1, np.int64)
            found = self._merge_rows(values.view(np.int64), weights, slots)
            return values[:found], weights[:found]
        mixed = hashed(values)
        _, first, group = np.unique(mixed, return_index=True, return_inverse=True)
        if not (values == values[first[group]]).all():  # two positions share a hash
            _, first, group = np.unique(values, axis=0, return_index=True, return_inverse=True)
            group = group.ravel()
        return values[first], np.bincount(group, weights, len(first))


def field_at(dtype: Any, name: str) -> tuple[np.dtype[Any], int]:
    """The type of a field of a record, and its first byte."""
    part, at = dtype.fields[name][:2]
    return part, int(at)


def mask_of(table: Table, dropped: frozenset[str]) -> np.ndarray:
    """All ones where the position is kept, zero where a dropped field lies: uint64 (snapshot lanes,)."""
    state = table.ruleset.state
    mask = np.full(state.snapshot_lanes * 8, 0xFF, np.uint8)
    units, units_at = field_at(state.dtype, "units")
    for name in dropped:
        if name in state.position_fields:
            part, at = field_at(state.dtype, name)
            mask[at : at + part.itemsize] = 0
        else:
            part, at = field_at(units.base, name)
            for row in range(units.shape[0]):
                start = units_at + row * units.base.itemsize + at
                mask[start : start + part.itemsize] = 0
    return mask.view(np.uint64)


def root_of(table: Table, noted: Sequence[int] = ()) -> np.ndarray:
    """The table's position and dice, with the dice thrown and not taken from a tape; ``noted`` stands on that."""
    states = plain(table.ruleset.new_states(1))
    lanes, size = as_lanes(states), table.ruleset.state.snapshot_lanes
    lanes[0, :size] = table._lanes
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

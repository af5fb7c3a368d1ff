"""What is looked at where a branch has ended, and how likely each value is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeAlias

import numpy as np

from ..sandbox import Table
from ..sandbox.parsing import enum_words
from .positions import field_at

Want: TypeAlias = str | tuple[str, ...] | Callable[[Table], Hashable] | None


class Wants:
    """What is looked at where a branch has ended."""

    def __init__(self, table: Table, want: Want) -> None:
        self.weights: dict[Any, float] = {}
        self._function = want if callable(want) else None
        self._table = table
        self._dtype = table.ruleset.state.dtype
        self._is_tuple = isinstance(want, tuple)
        self._readers: list[Callable[[np.ndarray], np.ndarray]] = []
        self._namers: list[Mapping[int, Any]] = []
        fields: set[str] = set()
        if want is None:
            want = "ending"
        if not callable(want):
            for spec in want if isinstance(want, tuple) else (want,):
                fields.add(self._add_reader(spec))
        self.fields = frozenset(fields)

    @property
    def is_read_by_field(self) -> bool:
        """Whether numbers are read from the records directly."""
        return self._function is None

    def _add_reader(self, spec: str) -> str:
        """A reader for ``orc.wounds`` or a field of the state. Returns the name of the field."""
        if not isinstance(spec, str):
            raise AttributeError(f"want {spec!r}: allowed: text such as 'orc.wounds', a tuple of these, or a function")
        name, dot, field = spec.strip().rpartition(".")
        namer: Mapping[int, Any] = {}
        if dot:
            unit = self._table.unit(name)
            field = unit._field(field)
            units, at = field_at(self._dtype, "units")
            part, offset = field_at(units.base, field)
            at += unit.row * units.base.itemsize + offset
        else:
            field = {"round": "round_no"}.get(field, field)
            if field not in self._table.ruleset.state.position_fields:
                if field in self._table.names:
                    raise AttributeError(f"want {spec!r}: name one of its fields, {field}.FIELD")
                known = ", ".join(self._table.ruleset.state.position_fields)
                raise AttributeError(f"want {spec!r}: unknown; a unit and its field, or one of: {known}")
            part, at = field_at(self._dtype, field)
            if field == "ending":
                namer = {**enum_words(self._table.ruleset, "ending"), 0: None}
        if part.shape or part.kind != "i":
            raise AttributeError(f"want {spec!r}: not a single number; use a function")
        width = part.itemsize

        def read(rows: np.ndarray) -> np.ndarray:
            return rows.view(np.dtype(f"i{width}"))[:, at // width]

        self._readers.append(read)
        self._namers.append(namer)
        return field

    def count(self, rows: np.ndarray, weights: np.ndarray) -> None:
        """Add the values found in positions."""
        rows = np.ascontiguousarray(rows)
        columns = np.stack([read(rows).astype(np.int64) for read in self._readers], axis=1)
        values, group = np.unique(columns, axis=0, return_inverse=True)
        sums = np.bincount(group.ravel(), weights, len(values))
        for value, weight in zip(values.tolist(), sums.tolist(), strict=True):
            named = tuple(namer.get(v, v) for namer, v in zip(self._namers, value, strict=True))
            key = named if self._is_tuple else named[0]
            self.weights[key] = self.weights.get(key, 0.0) + weight

    def add(self, table: Table, weight: float) -> None:
        """Add the value a function finds."""
        assert self._function is not None
        value: Any = self._function(table)
        if isinstance(value, np.generic):
            value = value.item()
        self.weights[value] = self.weights.get(value, 0.0) + weight

"""A rulebook that is read: its clauses, tables and knobs, and the BOOK record with defaults and overrides."""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from .clauses import Clause, read_clauses
from .file import File
from .knobs import Knob, KnobError, Number, Numbers, Value
from .tables import Table, read_tables, slug

DerivedField: TypeAlias = tuple[str, str] | tuple[str, str, tuple[int, ...]]
"""A field that the ruleset computes from the others: (name, numpy dtype text[, shape])."""


class Rulebook:
    """The clauses, tables and knobs of one ruleset.

    Attributes:
        path: the file it was read from.
        id: slug of the ruleset.
        title: the book's name.
        version: raised when a change of the rulebook may change results.
        summary: what the ruleset is about.
        clauses: id -> Clause, in the file's order.
        tables: name -> Table, in the file's order.
        dtype: dtype of the BOOK record: knobs as int32 in the file's order, then a sub-array of records (int32) per
            table with numeric columns, then the derived fields.
        rules_hash: SHA-256 (64 hex digits) of the content; comments and layout of the file do not matter.
    """

    def __init__(
        self,
        path: str | Path,
        derived_fields: Iterable[DerivedField] = (),
        fill_derived: Callable[[Any], None] | None = None,
    ) -> None:
        """Read a rulebook; see `load`."""
        self.path = Path(path)
        file = File(self.path)
        top = file.mapping(file.data, (), "the rulebook", "ruleset clauses", "tables")
        head = file.mapping(top["ruleset"], ("ruleset",), "ruleset", "id title version", "summary")
        self.id = file.field_name(head["id"], ("ruleset", "id"), "ruleset id")
        self.title = file.text(head["title"], ("ruleset", "title"), "ruleset title")
        self.version = file.number(head["version"], ("ruleset", "version"), "ruleset version")
        self.summary = str(head.get("summary") or "").strip()
        canonical = json.dumps(file.data, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        self.rules_hash = hashlib.sha256(canonical.encode()).hexdigest()

        numbers = Numbers(file, self.id)
        drafts = read_clauses(top["clauses"], numbers)
        table_drafts = read_tables(top.get("tables") or {}, numbers)
        owners = numbers.owners()
        self._knobs = numbers.knobs(owners)
        self._by_address = {
            address: self._knobs[owner.address] for address, owner in owners.items() if owner.address in self._knobs
        }
        self.clauses = {
            key: Clause(
                knobs={param: self._by_address[f"{key}.{param}"] for param in params},
                **{str(k): v for k, v in parts.items()},
            )
            for key, (parts, params) in drafts.items()
        }
        self.tables = {
            key: Table(
                rows=tuple(
                    tuple(owners[cell.address].default if isinstance(cell, Number) else cell for cell in row)
                    for row in rows
                ),
                **parts,
            )
            for key, (parts, rows) in table_drafts.items()
        }

        derived = [(*d, ()) if len(d) == 2 else d for d in derived_fields]
        for name, _, _ in derived:
            file.field_name(name, (), "derived field")
            numbers.declare(name, (), "a derived field")
        if derived and fill_derived is None:
            raise ValueError("derived_fields needs fill_derived")
        self._fill_derived = fill_derived
        row_types = {
            name: np.dtype((np.record, np.dtype([(column, np.int32) for column in table.numeric])))
            for name, table in self.tables.items()
            if table.numeric
        }
        spec: list[Any] = [(name, np.int32) for name in numbers.fields if name not in row_types]
        spec = [s for s in spec if s[0] not in {d[0] for d in derived}]
        spec += [(name, row, (len(self.tables[name].keys),)) for name, row in row_types.items()]
        spec += derived
        self.dtype: np.dtype[Any] = np.dtype((np.record, np.dtype(spec, align=True)))
        self._places = {owner.address: owner.places for owner in owners.values()}
        self._defaults = np.zeros(1, self.dtype)
        for owner in owners.values():
            self._store(self._defaults, 0, owner.address, owner.default)

    @classmethod
    def load(
        cls,
        path: str | Path,
        derived_fields: Iterable[DerivedField] = (),
        fill_derived: Callable[[Any], None] | None = None,
    ) -> Rulebook:
        """Read a rulebook file.

        Args:
            path: the YAML file.
            derived_fields: fields to append to the record, for what kernels want precomputed from the knobs, such as
                `("location_of_roll", "i4", (101,))`.
            fill_derived: called with every record (np.record) after defaults and overrides are in; it assigns the
                derived fields.

        Raises:
            RulebookError: with file, line, what is wrong and what is allowed.
            OSError: the file cannot be read.
            ValueError: `derived_fields` without `fill_derived`.
        """
        return cls(path, derived_fields, fill_derived)

    # ---------------------------------------------------------------------------------------------- using the book

    def book(self, overrides: Mapping[str, Value] | None = None) -> np.recarray[Any, Any]:
        """The BOOK record: defaults and overrides.

        Args:
            overrides: address -> value.

        Returns:
            recarray of shape (1,), a fresh copy.

        Raises:
            KnobError: an address names no knob, a value is impossible, or two addresses of one knob disagree.
        """
        return self.books([overrides or {}])

    def books(self, overrides: Sequence[Mapping[str, Value]]) -> np.recarray[Any, Any]:
        """One BOOK record for every set of overrides, for sweeps.

        Returns:
            recarray of shape (n,), a fresh copy.

        Raises:
            KnobError: see `book`.
        """
        books = np.repeat(self._defaults, len(overrides))
        for i, changes in enumerate(overrides):
            seen: dict[str, tuple[str, int]] = {}
            for address, given in changes.items():
                knob = self.knob(address)
                value = knob.value(given)
                before, earlier = seen.setdefault(knob.address, (address, value))
                if earlier != value:
                    raise KnobError(f"{before} = {earlier} and {address} = {value}, but both are the same knob")
                self._store(books, i, knob.address, value)
        recarray: np.recarray[Any, Any] = books.view(np.recarray)
        if self._fill_derived is not None:
            for i in range(len(recarray)):
                self._fill_derived(recarray[i])
        return recarray

    def knob(self, address: str) -> Knob:
        """The knob at an address, which may be an alias and may begin with the ruleset's id.

        Raises:
            KnobError: nothing is there; the message lists close matches and what is allowed.
        """
        short = address.removeprefix(f"{self.id}.")
        found = self._by_address.get(short)
        if found is None:
            raise KnobError(self._explain(short))
        return found

    def addresses(self, aliases: bool = False) -> dict[str, Knob]:
        """Every knob under its canonical address, in record order; with `aliases` also under its other addresses."""
        return dict(self._by_address if aliases else self._knobs)

    def row_names(self, table: str) -> tuple[str, ...]:
        """Row keys of a table in record order.

        Raises:
            KnobError: there is no such table.
        """
        if table not in self.tables:
            raise KnobError(f"there is no table {table!r}; tables: {', '.join(self.tables)}")
        return self.tables[table].keys

    def row_index(self, table: str, name: str) -> int:
        """Index of a table's row, by its key or by its first cell as printed.

        Raises:
            KnobError: there is no such table or row.
        """
        keys = self.row_names(table)
        if slug(name) not in keys:
            raise KnobError(f"table {table} has no row {name!r}; rows: {', '.join(keys)}")
        return keys.index(slug(name))

    def _store(self, books: np.ndarray[Any, Any], i: int, address: str, value: int) -> None:
        for name, row, column in self._places[address]:
            if column:
                books[name][column][i, row] = value
            else:
                books[name][i] = value

    def _explain(self, address: str) -> str:
        """Why an address leads nowhere."""
        owner, _, last = address.rpartition(".")
        if address.startswith("tables."):
            _, table, *rest = address.split(".")
            if table not in self.tables:
                return f"unknown table {table!r} in {address!r}; tables: {', '.join(self.tables)}"
            found = self.tables[table]
            row = rest[0] if rest else ""
            if row not in found.keys:
                return f"unknown row {row!r} in {address!r}; rows of {table}: {', '.join(found.keys)}"
            open_columns = [c for c in found.columns if f"tables.{table}.{row}.{c}" in self._by_address]
            return f"{address!r} is not a knob; columns of {table}.{row} that are: {', '.join(open_columns) or 'none'}"
        parts = [f"unknown knob {address!r}"]
        if owner in self.clauses:
            parts.append(f"knobs of {owner}: {', '.join(self.clauses[owner].knobs) or 'none'}")
        everything = list(self._by_address)
        close = [a for a in everything if a.endswith(f".{last}")]
        close += [a for a in difflib.get_close_matches(address, everything, n=3, cutoff=0.75) if a not in close]
        if close:
            parts.append(f"did you mean {', '.join(close[:4])}?")
        elif owner not in self.clauses:
            parts.append(f"a knob is written clause.param or tables.table.row.column; {len(self._knobs)} exist")
        return "; ".join(parts)

"""Rulebooks as data: the clauses of a ruleset, its tables, and the BOOK record that rule kernels read.

A ruleset's `rulebook.yaml` lists every clause with its knobs, the numbers a user may change, and every table. From it
this module builds the numpy dtype of the BOOK record and fills records with defaults and overrides. It knows no book:
which fields exist is decided by the YAML alone.

Addresses. A knob is written `clause.param` (`parry.shield.shield_parry_bonus`), a table cell
`tables.table.row.column` (`tables.melee_weapons.flail.to_hit`); the ruleset's id may stand in front of either. A row's
key is its first column in lower case with every run of other characters turned into one underscore.

Fields. A knob is an int32 field of the record, named after its param, or after `as` where two clauses share a param. A
table is an array of records with its numeric columns, in row order. A knob or cell that says `same_as` is the same
number as another: overriding either address changes both. Such a knob has no field of its own; such a cell repeats its
owner's value in the table.

The file, strictly (anything else is an error that names file, line and what is allowed):

    ruleset: {id: wfrp1, title: ..., version: 1, summary: ...}
    clauses:
    - id: parry.shield             # heading, title, origin (book | completion), scope (setup | combat | campaign),
      knobs:                       # statement; optional: why, decision, ruling, idle, readings, knobs
        shield_parry_bonus: 20                                          # short
        parry_strict: {default: 1, min: 0, max: 1, as: ..., note: ..., names: [no, yes]}  # long
        untrained_bs: {same_as: weapon.specialist.untrained_bs}         # the same number as another
    tables:
      melee_weapons:
        origin: book
        note: ...                  # optional
        fixed: [hands]             # optional: numeric columns that are in the record but are no knobs
        limits: {parry: [-100, 100]}
        columns: [weapon, parry, hands, remark]
        rows:
        - [flail, -10, 1, "text columns are kept for people"]
        - [lance, {same_as: weapon.lance.lance_parry}, 1, ""]           # {fixed: 100} pins a single cell
"""

from __future__ import annotations

import dataclasses
import difflib
import hashlib
import json
import keyword
import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import yaml

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

INT32_MIN = -(2**31)
INT32_MAX = 2**31 - 1

DerivedField: TypeAlias = tuple[str, str] | tuple[str, str, tuple[int, ...]]
"""A field that the ruleset computes from the others: (name, numpy dtype text[, shape])."""

Value: TypeAlias = int | bool | str
"""What an override may be: a number, a switch, or one of the knob's names."""

_TAKEN = frozenset(dir(np.recarray)) | frozenset(dir(np.record)) | frozenset(keyword.kwlist)
_FIELD_NAME = re.compile(r"[a-z][a-z0-9_]*")
_CLAUSE_ID = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+")
_ORIGINS = ("book", "completion")
_SCOPES = ("setup", "combat", "campaign")
_Path: TypeAlias = tuple[str | int, ...]


class RulebookError(ValueError):
    """A rulebook file is wrong; the message begins with `file:line:`."""


class KnobError(ValueError):
    """An override names no knob, or gives it a value it cannot have."""


@dataclasses.dataclass(frozen=True)
class Knob:
    """One number of the rules that may be changed.

    Attributes:
        address: `clause.param` or `tables.table.row.column`, without the ruleset's id.
        clause: id of the clause, or `tables.table`.
        param: name within the clause, or `row.column` within the table.
        field: where it stands in the BOOK record: `shield_parry_bonus`, `melee_weapons[8].to_hit`.
        default: the book's number.
        min: smallest value allowed.
        max: largest value allowed.
        names: values that have a name ({"draw": 0, "share": 1}); empty for plain numbers.
        note: a remark for people.
        aliases: other addresses of the same number.
    """

    address: str
    clause: str
    param: str
    field: str
    default: int
    min: int
    max: int
    names: Mapping[str, int] = dataclasses.field(default_factory=dict)
    note: str = ""
    aliases: tuple[str, ...] = ()

    def value(self, given: object) -> int:
        """Turn what an override says into the number to store.

        Args:
            given: int, bool, numpy integer, or one of `names`.

        Raises:
            KnobError: not a whole number, not one of the names, or outside min..max.
        """
        if isinstance(given, str):
            if given not in self.names:
                allowed = ", ".join(self.names) if self.names else f"a number from {self.min} to {self.max}"
                raise KnobError(f"{self.address}: {given!r} is not possible; allowed: {allowed}")
            return self.names[given]
        try:
            number = operator.index(given)  # type: ignore[arg-type]
        except TypeError:
            raise KnobError(f"{self.address}: {given!r} is not a whole number") from None
        if not self.min <= number <= self.max:
            raise KnobError(f"{self.address}: {number} is out of range; allowed: {self.min} to {self.max}")
        return number


@dataclasses.dataclass(frozen=True)
class Reading:
    """A place that can be read in several ways, and the reading adopted."""

    question: str
    readings: tuple[str, ...]
    adopted: str
    why: str
    knob: str = ""


@dataclasses.dataclass(frozen=True)
class Clause:
    """One rule. `knobs` maps a param to its canonical knob, also of an alias; `idle`: why nothing that ships plays it."""

    id: str
    heading: str
    title: str
    origin: str
    scope: str
    statement: str
    why: str = ""
    decision: str = ""
    ruling: str = ""
    idle: str = ""
    readings: tuple[Reading, ...] = ()
    knobs: Mapping[str, Knob] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Table:
    """A table with the book's numbers.

    Attributes:
        name: also the field of the BOOK record.
        origin: `book` or `completion`.
        note: a remark for people.
        columns: all columns; the first holds the rows' names.
        keys: slug of each row, in record order.
        rows: printed cells, row by row; cells that repeat another number are resolved to its default.
        numeric: the columns that are in the BOOK record.
    """

    name: str
    origin: str
    note: str
    columns: tuple[str, ...]
    keys: tuple[str, ...]
    rows: tuple[tuple[int | str, ...], ...]
    numeric: tuple[str, ...]


def slug(text: object) -> str:
    """Row key of a table's first cell: `2-handed flail` gives `2_handed_flail`."""
    return re.sub(r"[^a-z0-9]+", "_", str(text).lower()).strip("_")


@dataclasses.dataclass
class _Number:
    """A knob or a table cell while the file is read. `places` are the spots of the record that hold its value."""

    address: str
    clause: str
    param: str
    path: _Path
    same_as: str = ""
    is_knob: bool = True
    field: str = ""
    default: int = 0
    min: int = INT32_MIN
    max: int = INT32_MAX
    names: dict[str, int] = dataclasses.field(default_factory=dict)
    note: str = ""
    places: list[tuple[str, int, str]] = dataclasses.field(default_factory=list)


class _File:
    """The parsed YAML and its nodes, so that an error can name the line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        loader = _Loader(path.read_bytes())
        try:
            self.node = loader.get_single_node()
            self.data: Any = None
            if self.node is not None:
                self._refuse_duplicate_keys()
                self.data = loader.construct_document(self.node)
        except yaml.MarkedYAMLError as e:
            line = e.problem_mark.line + 1 if e.problem_mark else 1
            raise RulebookError(f"{path}:{line}: {e.problem}") from e
        finally:
            loader.dispose()

    def _refuse_duplicate_keys(self) -> None:
        stack: list[yaml.Node] = [self.node]
        while stack:
            node = stack.pop()
            if isinstance(node, yaml.MappingNode):
                keys: set[object] = set()
                for key, value in node.value:
                    if key.value in keys:
                        line = key.start_mark.line + 1
                        raise RulebookError(f"{self.path}:{line}: {key.value!r} stands twice in the same mapping")
                    keys.add(key.value)
                    stack.append(value)
            elif isinstance(node, yaml.SequenceNode):
                stack.extend(node.value)

    def line(self, path: _Path) -> int:
        """Line of the deepest node on the path that exists."""
        node = self.node
        line = 1 if node is None else node.start_mark.line + 1
        for step in path:
            found = None
            if isinstance(node, yaml.MappingNode):
                for key, value in node.value:
                    if key.value == str(step):
                        found, line = value, key.start_mark.line + 1
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
                found = node.value[step]
                line = found.start_mark.line + 1
            if found is None:
                break
            node = found
        return line

    def error(self, path: _Path, message: str) -> RulebookError:
        return RulebookError(f"{self.path}:{self.line(path)}: {message}")

    def mapping(self, value: object, path: _Path, what: str, needed: str, optional: str = "") -> dict[str, Any]:
        """Check that a value is a mapping with the needed keys and no others than these and the optional ones."""
        if not isinstance(value, dict):
            raise self.error(path, f"{what} must be a mapping")
        must, may = needed.split(), optional.split()
        for key in value:
            if key not in must and key not in may:
                raise self.error((*path, str(key)), f"{what}: unknown key {key!r}; allowed: {', '.join(must + may)}")
        for key in must:
            if key not in value:
                raise self.error(path, f"{what}: {key!r} is missing")
        return value

    def text(self, value: object, path: _Path, what: str, choices: Sequence[str] = ()) -> str:
        """Check that a value is text, not empty, and one of the choices where there are any."""
        if not isinstance(value, str) or not value.strip():
            raise self.error(path, f"{what} must be text")
        if choices and value not in choices:
            raise self.error(path, f"{what}: {value!r} is not possible; allowed: {', '.join(choices)}")
        return value.strip()

    def number(self, value: object, path: _Path, what: str) -> int:
        """Check that a value is a whole number that fits int32."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(path, f"{what} must be a whole number, not {value!r}")
        if not INT32_MIN <= value <= INT32_MAX:
            raise self.error(path, f"{what}: {value} does not fit 32 bits")
        return value

    def items(self, value: object, path: _Path, what: str) -> list[Any]:
        """Check that a value is a list with something in it."""
        if not isinstance(value, list) or not value:
            raise self.error(path, f"{what} must be a list that is not empty")
        return value

    def field_name(self, name: object, path: _Path, what: str) -> str:
        """Check that a name can be a field of a numpy record in attribute style."""
        if not isinstance(name, str) or not _FIELD_NAME.fullmatch(name):
            raise self.error(path, f"{what}: {name!r} must be lower case letters, digits and underscores")
        if name in _TAKEN:
            message = f"{what}: {name!r} is a Python word or an attribute of numpy arrays; name it otherwise"
            raise self.error(path, message)
        return name


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
        file = _File(self.path)
        top = file.mapping(file.data, (), "the rulebook", "ruleset clauses", "tables")
        head = file.mapping(top["ruleset"], ("ruleset",), "ruleset", "id title version", "summary")
        self.id = file.field_name(head["id"], ("ruleset", "id"), "ruleset id")
        self.title = file.text(head["title"], ("ruleset", "title"), "ruleset title")
        self.version = file.number(head["version"], ("ruleset", "version"), "ruleset version")
        self.summary = str(head.get("summary") or "").strip()
        canonical = json.dumps(file.data, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        self.rules_hash = hashlib.sha256(canonical.encode()).hexdigest()

        self._file = file
        self._numbers: dict[str, _Number] = {}
        self._fields: dict[str, str] = {}  # field of the record -> who declared it, in record order
        drafts = self._read_clauses(top["clauses"])
        self._table_types: dict[str, np.dtype[Any]] = {}
        table_drafts = self._read_tables(top.get("tables") or {})
        owners = {address: self._owner(number) for address, number in self._numbers.items()}
        self._knobs = self._freeze(owners)
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
                    tuple(owners[cell.address].default if isinstance(cell, _Number) else cell for cell in row)
                    for row in rows
                ),
                **parts,
            )
            for key, (parts, rows) in table_drafts.items()
        }

        derived = [(*d, ()) if len(d) == 2 else d for d in derived_fields]
        for name, _, _ in derived:
            file.field_name(name, (), "derived field")
            self._declare(name, (), "a derived field")
        if derived and fill_derived is None:
            raise ValueError("derived_fields needs fill_derived")
        self._fill_derived = fill_derived
        spec: list[Any] = [(name, np.int32) for name in self._fields if name not in self._table_types]
        spec = [s for s in spec if s[0] not in {d[0] for d in derived}]
        spec += [(name, row, (len(self.tables[name].keys),)) for name, row in self._table_types.items()]
        spec += derived
        self.dtype: np.dtype[Any] = np.dtype((np.record, np.dtype(spec, align=True)))
        self._places = {owner.address: owner.places for owner in owners.values()}
        self._defaults = np.zeros(1, self.dtype)
        for owner in owners.values():
            self._store(self._defaults, 0, owner.address, owner.default)
        del self._file, self._numbers

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

    # --------------------------------------------------------------------------------------------- reading the file

    def _read_clauses(self, value: object) -> dict[str, tuple[dict[str, Any], tuple[str, ...]]]:
        file = self._file
        drafts: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {}
        for i, raw in enumerate(file.items(value, ("clauses",), "clauses")):
            path: _Path = ("clauses", i)
            what = f"clause {raw['id']}" if isinstance(raw, dict) and "id" in raw else f"clause number {i + 1}"
            needed = "id heading title origin scope statement"
            clause = file.mapping(raw, path, what, needed, "why decision knobs ruling idle readings")
            key = file.text(clause["id"], (*path, "id"), what)
            if not _CLAUSE_ID.fullmatch(key) or key.split(".")[0] in ("tables", self.id):
                message = f"{what}: an id is lower-case words joined by dots, without the ruleset's id"
                raise file.error((*path, "id"), message)
            if key in drafts:
                raise file.error((*path, "id"), f"clause {key} stands twice")
            texts: dict[str, str] = {
                name: file.text(clause[name], (*path, name), f"{what}: {name}")
                for name in ("heading", "title", "statement", "why", "decision", "ruling", "idle")
                if name in clause
            }
            origin = file.text(clause["origin"], (*path, "origin"), f"{what}: origin", _ORIGINS)
            if (origin == "completion") != ("why" in clause):
                raise file.error(path, f"{what}: `why` belongs to completions and is needed there")
            scope = file.text(clause["scope"], (*path, "scope"), f"{what}: scope", _SCOPES)
            readings = self._read_readings(clause.get("readings"), (*path, "readings"), what)
            knobs = clause.get("knobs") or {}
            if not isinstance(knobs, dict):
                raise file.error((*path, "knobs"), f"{what}: knobs must be a mapping")
            for param, number in knobs.items():
                self._read_knob(key, param, number, (*path, "knobs", str(param)))
            parts: dict[str, Any] = {"id": key, "origin": origin, "scope": scope, "readings": readings, **texts}
            drafts[key] = (parts, tuple(knobs))
        return drafts

    def _read_readings(self, value: object, path: _Path, what: str) -> tuple[Reading, ...]:
        if value is None:
            return ()
        file, found = self._file, []
        for i, raw in enumerate(file.items(value, path, f"{what}: readings")):
            here = (*path, i)
            reading = file.mapping(raw, here, f"{what}: reading", "question readings adopted why", "knob")
            choices = file.items(reading["readings"], (*here, "readings"), f"{what}: readings")
            found.append(
                Reading(
                    question=file.text(reading["question"], here, f"{what}: question"),
                    readings=tuple(file.text(c, here, f"{what}: reading") for c in choices),
                    adopted=file.text(reading["adopted"], here, f"{what}: adopted"),
                    why=file.text(reading["why"], here, f"{what}: why"),
                    knob=str(reading.get("knob") or ""),
                )
            )
        return tuple(found)

    def _read_knob(self, clause: str, param: object, raw: object, path: _Path) -> None:
        file = self._file
        what = f"knob {clause}.{param}"
        if not isinstance(param, str) or not _FIELD_NAME.fullmatch(param):
            raise file.error(path, f"{what}: must be lower case letters, digits and underscores")
        number = _Number(f"{clause}.{param}", clause, param, path)
        if isinstance(raw, dict) and "same_as" in raw:
            alias = file.mapping(raw, path, what, "same_as", "note")
            number.same_as = file.text(alias["same_as"], path, f"{what}: same_as")
        else:
            long = file.mapping(raw, path, what, "default", "min max as note names") if isinstance(raw, dict) else {}
            number.field = file.field_name(long.get("as", param), path, what)
            number.note = str(long.get("note") or "")
            if "names" in long:
                number.names = self._read_names(long["names"], path, what)
                number.min, number.max = min(number.names.values()), max(number.names.values())
            default = long["default"] if isinstance(raw, dict) else raw
            if isinstance(default, str) and default in number.names:
                default = number.names[default]
            number.default = file.number(default, path, what)
            number.min = file.number(long.get("min", number.min), path, f"{what}: min")
            number.max = file.number(long.get("max", number.max), path, f"{what}: max")
            if not number.min <= number.default <= number.max:
                raise file.error(path, f"{what}: {number.default} is outside {number.min} to {number.max}")
            self._declare(number.field, path, number.address)
            number.places.append((number.field, 0, ""))
        self._numbers[number.address] = number

    def _read_names(self, raw: object, path: _Path, what: str) -> dict[str, int]:
        """Names of a knob's values: a list counts from 0, a mapping says the numbers."""
        if isinstance(raw, list):
            raw = dict(zip(raw, range(len(raw))))
        if not isinstance(raw, dict) or not raw:
            raise self._file.error(path, f"{what}: names must be a list or a mapping that is not empty")
        names: dict[str, int] = {}
        for name, value in raw.items():
            text = self._file.text(name, path, f"{what}: a name")
            names[text] = self._file.number(value, path, f"{what}: name {text!r}")
        return names

    def _declare(self, name: str, path: _Path, who: str) -> None:
        if name in self._fields:
            hint = "give one of them another field with `as`, or say `same_as` if they are the same number"
            raise self._file.error(path, f"field {name!r} of {who} belongs to {self._fields[name]}; {hint}")
        self._fields[name] = who

    def _read_tables(self, value: object) -> dict[str, tuple[dict[str, Any], list[list[Any]]]]:
        file = self._file
        if not isinstance(value, dict):
            raise file.error(("tables",), "tables must be a mapping")
        drafts: dict[str, tuple[dict[str, Any], list[list[Any]]]] = {}
        for name, raw in value.items():
            path: _Path = ("tables", str(name))
            what = f"table {name}"
            table = file.mapping(raw, path, what, "origin columns rows", "note fixed limits")
            columns = [str(c) for c in file.items(table["columns"], (*path, "columns"), f"{what}: columns")]
            if len(set(columns)) < len(columns):
                raise file.error((*path, "columns"), f"{what}: a column stands twice")
            rows = file.items(table["rows"], (*path, "rows"), f"{what}: rows")
            for i, row in enumerate(rows):
                if not isinstance(row, list) or len(row) != len(columns):
                    raise file.error((*path, "rows", i), f"{what}: a row must have {len(columns)} cells")
            keys = [slug(row[0]) for row in rows]
            for i, key in enumerate(keys):
                if not key or key in keys[:i]:
                    raise file.error((*path, "rows", i), f"{what}: row {key!r} stands twice or has no name")
            fixed, limits = table.get("fixed") or [], table.get("limits") or {}
            numeric = [c for j, c in enumerate(columns) if j and not all(isinstance(r[j], str) for r in rows)]
            for column in [*fixed, *limits]:
                if column not in numeric:
                    message = f"{what}: {column!r} is no numeric column; these are: {', '.join(numeric)}"
                    raise file.error(path, message)
            cells: list[list[Any]] = [[str(r[0])] for r in rows]
            for j, column in enumerate(columns[1:], 1):
                if column in numeric:
                    file.field_name(column, (*path, "columns"), f"{what}: column")
                for i, row in enumerate(rows):
                    here = (*path, "rows", i, j)
                    if column not in numeric:
                        cells[i].append(row[j])
                        continue
                    cell = self._read_cell(str(name), keys[i], column, row[j], column in fixed, here)
                    if column in limits:
                        low, high = self._limits(limits[column], (*path, "limits", column), what)
                        cell.min, cell.max = low, high
                        if not cell.same_as and cell.is_knob and not low <= cell.default <= high:
                            raise file.error(here, f"{cell.address}: {cell.default} is outside {low} to {high}")
                    cell.places.append((str(name), i, column))
                    cells[i].append(cell)
            parts = {
                "name": file.field_name(name, path, what),
                "origin": file.text(table["origin"], (*path, "origin"), f"{what}: origin", _ORIGINS),
                "note": str(table.get("note") or "").strip(),
                "columns": tuple(columns),
                "keys": tuple(keys),
                "numeric": tuple(numeric),
            }
            if numeric:
                self._declare(str(name), path, f"the table {name}")
                self._table_types[str(name)] = np.dtype((np.record, np.dtype([(c, np.int32) for c in numeric])))
            drafts[str(name)] = (parts, cells)
        return drafts

    def _limits(self, raw: object, path: _Path, what: str) -> tuple[int, int]:
        if not isinstance(raw, list) or len(raw) != 2:
            raise self._file.error(path, f"{what}: limits are written column: [smallest, largest]")
        low, high = (self._file.number(v, path, f"{what}: limits") for v in raw)
        return low, high

    def _read_cell(self, table: str, row: str, column: str, raw: object, fixed: bool, path: _Path) -> _Number:
        file = self._file
        cell = _Number(f"tables.{table}.{row}.{column}", f"tables.{table}", f"{row}.{column}", path)
        if isinstance(raw, dict) and "same_as" in raw:
            file.mapping(raw, path, cell.address, "same_as")
            cell.same_as = file.text(raw["same_as"], path, f"{cell.address}: same_as")
        elif isinstance(raw, dict):
            file.mapping(raw, path, cell.address, "fixed")
            cell.default, cell.is_knob = file.number(raw["fixed"], path, cell.address), False
        else:
            cell.default, cell.is_knob = file.number(raw, path, cell.address), not fixed
        self._numbers[cell.address] = cell
        return cell

    def _owner(self, number: _Number) -> _Number:
        """Follow `same_as` to the number that owns the value, and give it the alias's places."""
        owner, seen = number, {number.address}
        while owner.same_as:
            target = owner.same_as.removeprefix(f"{self.id}.")
            if target not in self._numbers:
                close = difflib.get_close_matches(target, self._numbers, n=3)
                hint = f"; did you mean {', '.join(close)}?" if close else ""
                raise self._file.error(owner.path, f"{owner.address}: same_as {target!r} names no knob{hint}")
            if target in seen:
                raise self._file.error(owner.path, f"{owner.address}: same_as goes round in a circle")
            seen.add(target)
            owner = self._numbers[target]
        if owner is not number:
            owner.places += number.places
        return owner

    def _freeze(self, owners: Mapping[str, _Number]) -> dict[str, Knob]:
        """The knobs in record order; a fixed cell is none."""
        aliases: dict[str, list[str]] = {}
        for address, owner in owners.items():
            if address != owner.address:
                if not owner.is_knob:
                    raise self._file.error(self._numbers[address].path, f"{address}: {owner.address} is fixed, no knob")
                aliases.setdefault(owner.address, []).append(address)
        knobs: dict[str, Knob] = {}
        for address, number in self._numbers.items():
            if number.same_as or not number.is_knob:
                continue
            table, row, column = number.places[0]
            knobs[address] = Knob(
                address=address,
                clause=number.clause,
                param=number.param,
                field=f"{table}[{row}].{column}" if column else table,
                default=number.default,
                min=number.min,
                max=number.max,
                names=dict(number.names),
                note=number.note,
                aliases=tuple(aliases.get(address, ())),
            )
        return knobs

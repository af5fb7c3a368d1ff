"""Tables with the book's numbers, and their part of the file."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from .file import ORIGINS, File, KeyPath
from .knobs import Number, Numbers


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


def read_tables(value: object, numbers: Numbers) -> dict[str, tuple[dict[str, Any], list[list[Any]]]]:
    """The tables of a file by name: their parts, and their cells, of which the numeric ones are added to the numbers."""
    file = numbers.file
    if not isinstance(value, dict):
        raise file.error(("tables",), "tables must be a mapping")
    drafts: dict[str, tuple[dict[str, Any], list[list[Any]]]] = {}
    for name, raw in value.items():
        path: KeyPath = ("tables", str(name))
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
                cell = read_cell(file, str(name), keys[i], column, row[j], column in fixed, here)
                if column in limits:
                    low, high = read_limits(file, limits[column], (*path, "limits", column), what)
                    cell.min, cell.max = low, high
                    if not cell.same_as and cell.is_knob and not low <= cell.default <= high:
                        raise file.error(here, f"{cell.address}: {cell.default} is outside {low} to {high}")
                numbers.add(cell)
                cell.places.append((str(name), i, column))
                cells[i].append(cell)
        parts = {
            "name": file.field_name(name, path, what),
            "origin": file.text(table["origin"], (*path, "origin"), f"{what}: origin", ORIGINS),
            "note": str(table.get("note") or "").strip(),
            "columns": tuple(columns),
            "keys": tuple(keys),
            "numeric": tuple(numeric),
        }
        if numeric:
            numbers.declare(str(name), path, f"the table {name}")
        drafts[str(name)] = (parts, cells)
    return drafts


def read_limits(file: File, raw: object, path: KeyPath, what: str) -> tuple[int, int]:
    """The smallest and the largest number of a column."""
    if not isinstance(raw, list) or len(raw) != 2:
        raise file.error(path, f"{what}: limits are written column: [smallest, largest]")
    low, high = (file.number(v, path, f"{what}: limits") for v in raw)
    return low, high


def read_cell(file: File, table: str, row: str, column: str, raw: object, fixed: bool, path: KeyPath) -> Number:
    """A numeric cell."""
    cell = Number(f"tables.{table}.{row}.{column}", f"tables.{table}", f"{row}.{column}", path)
    if isinstance(raw, dict) and "same_as" in raw:
        file.mapping(raw, path, cell.address, "same_as")
        cell.same_as = file.text(raw["same_as"], path, f"{cell.address}: same_as")
    elif isinstance(raw, dict):
        file.mapping(raw, path, cell.address, "fixed")
        cell.default, cell.is_knob = file.number(raw["fixed"], path, cell.address), False
    else:
        cell.default, cell.is_knob = file.number(raw, path, cell.address), not fixed
    return cell

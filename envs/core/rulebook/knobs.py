"""Knobs: the numbers of the rules that may be changed; reading them, and whose number it is when several are the same."""

from __future__ import annotations

import dataclasses
import difflib
import operator
from collections.abc import Mapping
from typing import TypeAlias

from .file import FIELD_NAME, INT32_MAX, INT32_MIN, File, KeyPath

Value: TypeAlias = int | bool | str
"""What an override may be: a number, a switch, or one of the knob's names."""


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


@dataclasses.dataclass
class Number:
    """A knob or a table cell while the file is read. `places` are the spots of the record that hold its value."""

    address: str
    clause: str
    param: str
    path: KeyPath
    same_as: str = ""
    is_knob: bool = True
    field: str = ""
    default: int = 0
    min: int = INT32_MIN
    max: int = INT32_MAX
    names: dict[str, int] = dataclasses.field(default_factory=dict)
    note: str = ""
    places: list[tuple[str, int, str]] = dataclasses.field(default_factory=list)


class Numbers:
    """The knobs and table cells of a file while it is read.

    Attributes:
        file: what is read.
        ruleset: slug of the ruleset.
        by_address: those read so far, in the file's order.
        fields: fields of the record they declare -> who declared it, in record order.
    """

    def __init__(self, file: File, ruleset: str) -> None:
        self.file, self.ruleset = file, ruleset
        self.by_address: dict[str, Number] = {}
        self.fields: dict[str, str] = {}

    def add(self, number: Number) -> None:
        """Note a number."""
        self.by_address[number.address] = number

    def declare(self, name: str, path: KeyPath, who: str) -> None:
        """Give a field of the record to a knob, a table or the ruleset, which nobody else may have then."""
        if name in self.fields:
            hint = "give one of them another field with `as`, or say `same_as` if they are the same number"
            raise self.file.error(path, f"field {name!r} of {who} belongs to {self.fields[name]}; {hint}")
        self.fields[name] = who

    def owners(self) -> dict[str, Number]:
        """The number behind every address."""
        return {address: self._owner(number) for address, number in self.by_address.items()}

    def _owner(self, number: Number) -> Number:
        """Follow `same_as` to the number that owns the value, and give it the alias's places."""
        owner, seen = number, {number.address}
        while owner.same_as:
            target = owner.same_as.removeprefix(f"{self.ruleset}.")
            if target not in self.by_address:
                close = difflib.get_close_matches(target, self.by_address, n=3)
                hint = f"; did you mean {', '.join(close)}?" if close else ""
                raise self.file.error(owner.path, f"{owner.address}: same_as {target!r} names no knob{hint}")
            if target in seen:
                raise self.file.error(owner.path, f"{owner.address}: same_as goes round in a circle")
            seen.add(target)
            owner = self.by_address[target]
        if owner is not number:
            owner.places += number.places
        return owner

    def knobs(self, owners: Mapping[str, Number]) -> dict[str, Knob]:
        """The knobs in record order, without fixed cells."""
        aliases: dict[str, list[str]] = {}
        for address, owner in owners.items():
            if address != owner.address:
                if not owner.is_knob:
                    raise self.file.error(
                        self.by_address[address].path, f"{address}: {owner.address} is fixed, no knob"
                    )
                aliases.setdefault(owner.address, []).append(address)
        knobs: dict[str, Knob] = {}
        for address, number in self.by_address.items():
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


def read_knob(numbers: Numbers, clause: str, param: object, raw: object, path: KeyPath) -> Number:
    """A knob of a clause, in its short or long form; the field it declares is its own from now on."""
    file = numbers.file
    what = f"knob {clause}.{param}"
    if not isinstance(param, str) or not FIELD_NAME.fullmatch(param):
        raise file.error(path, f"{what}: must be lower case letters, digits and underscores")
    number = Number(f"{clause}.{param}", clause, param, path)
    if isinstance(raw, dict) and "same_as" in raw:
        alias = file.mapping(raw, path, what, "same_as", "note")
        number.same_as = file.text(alias["same_as"], path, f"{what}: same_as")
    else:
        long = file.mapping(raw, path, what, "default", "min max as note names") if isinstance(raw, dict) else {}
        number.field = file.field_name(long.get("as", param), path, what)
        number.note = str(long.get("note") or "")
        if "names" in long:
            number.names = read_names(file, long["names"], path, what)
            number.min, number.max = min(number.names.values()), max(number.names.values())
        default = long["default"] if isinstance(raw, dict) else raw
        if isinstance(default, str) and default in number.names:
            default = number.names[default]
        number.default = file.number(default, path, what)
        number.min = file.number(long.get("min", number.min), path, f"{what}: min")
        number.max = file.number(long.get("max", number.max), path, f"{what}: max")
        if not number.min <= number.default <= number.max:
            raise file.error(path, f"{what}: {number.default} is outside {number.min} to {number.max}")
        numbers.declare(number.field, path, number.address)
        number.places.append((number.field, 0, ""))
    return number


def read_names(file: File, raw: object, path: KeyPath, what: str) -> dict[str, int]:
    """Names of a knob's values: a list counts from 0, a mapping says the numbers."""
    if isinstance(raw, list):
        raw = dict(zip(raw, range(len(raw))))
    if not isinstance(raw, dict) or not raw:
        raise file.error(path, f"{what}: names must be a list or a mapping that is not empty")
    names: dict[str, int] = {}
    for name, value in raw.items():
        text = file.text(name, path, f"{what}: a name")
        names[text] = file.number(value, path, f"{what}: name {text!r}")
    return names

"""What is looked at where a branch has ended, and how likely each value is."""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ..core.state.results import ANY_UNIT, LAST, LAST_EXTRA, LAST_TERM, NOTHING_NOTED, SUM, TIMES, Result
from ..engine.wording import enum_words
from ..render.words import cell_words
from .position import Position
from .positions import field_at

Want: TypeAlias = str | Sequence[str] | Callable[[Any], Hashable] | None

KINDS = ("result", "event", "term", "field")  # what a name may stand for; written before it where it is not clear
TAKEN = {"amount": LAST, "extra": LAST_EXTRA}  # what of an event can be asked for
WHO = re.compile(r" (by|on) ")
SHOWN = 12  # near matches an error lists


class UnknownWant(ValueError):
    """A value is wanted that cannot be read; the message says what can be."""


class WantReader(NamedTuple):
    """A reader of one wanted value.

    Attributes:
        name: the value as the caller wrote it.
        read: whole positions (uint64 (n, lanes)) -> int64 (n,).
        word: number -> its meaning; None for plain numbers.
    """

    name: str
    read: Callable[[np.ndarray], np.ndarray]
    word: Callable[[int], Any] | None = None


class Wants:
    """The values read at the end of each branch.

    Attributes:
        weights: value -> probability.
        names: the wanted values, in words.
        fields: fields of the state that are read.
        watch: int64 (n, 5), the notes to take of events on the way; see ``core/loops/odds_layer.py``.
        noted: initial values of the places of the tape that hold these notes.
    """

    def __init__(self, start: Position, want: Want) -> None:
        self.weights: dict[Any, float] = {}
        self.noted: list[int] = []
        self._function = want if callable(want) else None
        self._start = start
        self._ruleset = start.ruleset
        self._dtype = start.ruleset.state.dtype
        self._pending = start.ruleset.book.records.pending
        self._watch: list[tuple[int, int, int, int, int]] = []
        self._fields: set[str] = set()
        self._readers: list[WantReader] = []
        self.is_several = not callable(want) and not isinstance(want, str) and want is not None
        if want is None:
            want = "ending"
        given: object = want  # a caller may give anything
        if not callable(given) and (not isinstance(given, Sequence) or len(given) == 0):
            raise TypeError(
                f"want={want!r}: allowed: text such as 'orc.wounds' or 'hit', a list of these, or a function"
            )
        if callable(want):
            name = getattr(want, "__name__", "")
            self.names: tuple[str, ...] = (name if name.isidentifier() else "value of a function",)
        else:
            specs = (want,) if isinstance(want, str) else tuple(want)
            self._readers = [self._reader(spec) for spec in specs]
            self.names = tuple(reader.name for reader in self._readers)
        self.fields = frozenset(self._fields)
        self.watch = np.array(self._watch, np.int64).reshape(-1, 5)

    @property
    def is_read_by_field(self) -> bool:
        """Whether numbers are read from the records directly."""
        return self._function is None

    # --- names

    def _reader(self, spec: str) -> WantReader:
        """The reader of the value that a text asks for.

        Raises:
            UnknownWant: no field or event has that name; KeyError: no unit has it.
        """
        if not isinstance(spec, str):
            raise UnknownWant(f"want {spec!r}: allowed: text such as 'orc.wounds' or 'hit', several, or a function")
        name, *given = WHO.split(spec.strip())
        who = {"by": ANY_UNIT, "on": ANY_UNIT}
        for preposition, unit in zip(given[::2], given[1::2], strict=True):
            who[preposition] = self._start.row_of(unit.strip())
        first, _, rest = name.strip().partition(" ")
        asked, name = (first, rest) if first in KINDS and rest else ("", name)
        name, dot, part = name.strip().rpartition(".")
        if not dot:
            name, part = part, ""
        elif not (name and part):
            raise UnknownWant(f"want {spec!r}: write UNIT.FIELD or EVENT.amount")
        word = name.lower().replace(" ", "_").replace("-", "_")
        if part and not asked and (name in self._start.names or word not in self._names()):
            return self._of_unit(spec.strip(), name, part)
        kind = self._kind(spec, asked, word)
        if kind != "event" and part:
            raise UnknownWant(f"want {spec!r}: only events have an amount or extra")
        if given and kind not in ("event", "result"):
            raise UnknownWant(f"want {spec!r}: 'by' and 'on' go with events and results")
        if kind == "field":
            return self._of_state(spec.strip(), {"round": "round_no"}.get(word, word))
        if kind == "term":
            label = self._number("Term", word)
            return self._noted_reader(spec, [(label, ANY_UNIT, ANY_UNIT, LAST_TERM)], NOTHING_NOTED, None)
        if kind == "event":
            if part and part not in TAKEN:
                raise UnknownWant(f"want {spec!r}: of an event: {', '.join(TAKEN)}; alone: how often it happens")
            return self._of_events(spec, (self._number("Event", word),), TAKEN.get(part, TIMES), who)
        result = self._results[word]
        if result.events:
            return self._of_events(spec, result.events, result.take, who, is_result=True)
        if given:
            raise UnknownWant(f"want {spec!r}: write UNIT.{word}")
        return self._of_fates(spec.strip(), result, range(len(self._start.names)))

    @property
    def _results(self) -> Mapping[str, Result]:
        return self._ruleset.book.vocab.results

    def _words(self, section: str) -> dict[int, str]:
        return {number: word for number, word in enum_words(self._ruleset, section).items() if number}

    def _number(self, section: str, word: str) -> int:
        return next(number for number, name in self._words(section).items() if name == word)

    def _names(self) -> dict[str, list[str]]:
        """Every name that can be asked for, and its possible meanings."""
        found: dict[str, list[str]] = {}
        for kind, words in zip(
            KINDS,
            (
                self._results,
                self._words("event").values(),
                self._words("term").values(),
                ("round", *self._ruleset.state.position_fields),
            ),
            strict=True,
        ):
            for word in words:
                found.setdefault(word, []).append(kind)
        return found

    def _kind(self, spec: str, asked: str, word: str) -> str:
        """What a name stands for."""
        names = self._names()
        found = names.get(word, [])
        if asked in found:
            return asked
        if len(found) == 1 and not asked:
            return found[0]
        if found and not asked:
            ways = " or ".join(repr(f"{kind} {word}") for kind in found)
            raise UnknownWant(f"want {spec!r}: there are several things of this name; write {ways}")
        if word in self._start.names:
            raise UnknownWant(f"want {spec!r}: name one of its fields, {word}.FIELD")
        fields = self._start.unit_fields
        if word in fields:
            raise UnknownWant(f"want {spec!r}: of which unit? {self._start.names[0]}.{word}")
        known = [name for name in names if not asked or asked in names[name]]
        close = difflib.get_close_matches(word, known, 3)
        close += [name for name in known if word and word in name and name not in close][: SHOWN - len(close)]
        if close:
            raise UnknownWant(f"want {spec!r}: unknown; did you mean {', '.join(close)}? Use '?' to list all")
        listed = "; ".join(
            f"{kind}s: {', '.join(name for name in names if kind in names[name])}"
            for kind in KINDS
            if (not asked or kind == asked) and any(kind in found for found in names.values())
        )
        raise UnknownWant(f"want {spec!r}: unknown. There are UNIT.FIELD such as 'orc.wounds'; {listed}")

    # --- readers

    def _of_unit(self, spec: str, name: str, part: str) -> WantReader:
        """``orc.wounds``, or a result of one unit: ``orc.killed``."""
        row = self._start.row_of(name)
        result = self._results.get(part.lower())
        if result is not None and part not in self._start.unit_fields:
            if not result.fields:
                raise UnknownWant(f"want {spec!r}: write '{part} on {name}' or '{part} by {name}'")
            return self._of_fates(spec, result, [row])
        try:
            field = self._start.unit_field(part)
        except AttributeError as error:
            raise UnknownWant(f"want {spec!r}: {error}") from None
        return WantReader(spec, self._unit_field(row, field, spec))

    def _of_state(self, spec: str, field: str) -> WantReader:
        """A field of the position."""
        part, at = field_at(self._dtype, field)
        self._fields.add(field)
        if field == "ending":
            words: dict[int, Any] = {**enum_words(self._ruleset, "ending"), 0: None}
            return WantReader(spec, number_at(part, at, spec), lambda number: words.get(number, number))
        return WantReader(spec, number_at(part, at, spec))

    def _unit_field(self, row: int, field: str, spec: str) -> Callable[[np.ndarray], np.ndarray]:
        """Reads a field of a unit as it will be once pending changes have taken effect."""
        units, at = field_at(self._dtype, "units")
        reads = []
        for name in (field, *(one.waiting for one in self._pending if one.field == field)):
            part, offset = field_at(units.base, name)
            reads.append(number_at(part, at + row * units.base.itemsize + offset, spec))
            self._fields.add(name)
        if len(reads) == 1:
            return reads[0]
        return lambda rows: np.maximum.reduce([read(rows) for read in reads])

    def _of_fates(self, spec: str, result: Result, units: Sequence[int]) -> WantReader:
        """The number of units for which one of some fields becomes other than 0."""
        reads = [[self._unit_field(row, field, spec) for field in result.fields] for row in units]

        def is_so(rows: np.ndarray, k: int) -> np.ndarray:
            return np.any([read(rows) != 0 for read in reads[k]], axis=0)

        lanes = np.ascontiguousarray(self._start.lanes[None, :])
        new = [k for k in range(len(reads)) if not is_so(lanes, k)[0]]
        return WantReader(
            spec, lambda rows: sum((is_so(rows, k).astype(np.int64) for k in new), np.zeros(len(rows), int))
        )

    def _of_events(
        self, spec: str, kinds: Sequence[int], take: int, who: dict[str, int], is_result: bool = False
    ) -> WantReader:
        """How often events happen, their sum, or what the last of them says; those that are pending will happen. Of results that
        are numbers the last is 0 when nothing happened.
        """
        words = None
        if take in (LAST, LAST_EXTRA):
            words = self._words_for(kinds[0], "amount" if take == LAST else "extra")
        empty = 0 if take in (TIMES, SUM) or (is_result and words is None) else NOTHING_NOTED
        reader = self._noted_reader(spec, [(int(kind), who["by"], who["on"], take) for kind in kinds], empty, words)
        waiting = [one.waiting for one in self._pending if one.event in kinds]
        if take != TIMES or not waiting:
            return reader
        units = [row for row in range(len(self._start.names)) if {who["by"], who["on"]} <= {ANY_UNIT, row}]
        to_come = [self._unit_field(row, field, spec) for row in units for field in waiting]
        return reader._replace(
            read=lambda rows: reader.read(rows) + sum((read(rows) != 0).astype(np.int64) for read in to_come)
        )

    def _words_for(self, event: Any, field: str) -> Callable[[int], str] | None:
        """What says in words what a number of an event is; None where numbers are meant."""
        text = self._ruleset.book.text
        if self._ruleset.book.vocab.events(event).is_cell(field) and (event, field) not in text.numbers:
            return functools.partial(cell_words, self._ruleset)
        return text.numbers.get((event, field))

    def _noted_reader(
        self,
        spec: str,
        rows: Sequence[tuple[int, int, int, int]],
        empty: int,
        words: Callable[[int], str] | None,
    ) -> WantReader:
        """Reads a note of events on the way, from its own place of the tape."""
        place = len(self.noted)
        tape, at = field_at(self._dtype, "tape")
        if place == tape.shape[0]:
            raise UnknownWant(f"want {spec!r}: more is wanted than can be noted ({place})")
        self.noted.append(empty)
        self._watch += [(*row, place) for row in rows]

        def word(number: int) -> Any:
            return None if number == NOTHING_NOTED else number if words is None else words(number)

        return WantReader(spec.strip(), number_at(tape.base, at + place * tape.base.itemsize, spec), word)

    # --- counting

    def count(self, rows: np.ndarray, weights: np.ndarray) -> None:
        """Add the values found in positions."""
        rows = np.ascontiguousarray(rows)
        columns = np.stack([reader.read(rows).astype(np.int64) for reader in self._readers], axis=1)
        values, group = np.unique(columns, axis=0, return_inverse=True)
        sums = np.bincount(group.ravel(), weights, len(values))
        for value, weight in zip(values.tolist(), sums.tolist(), strict=True):
            named = tuple(r.word(v) if r.word is not None else v for r, v in zip(self._readers, value, strict=True))
            key = named if self.is_several else named[0]
            self.weights[key] = self.weights.get(key, 0.0) + weight

    def look(self, table: Any) -> Any:
        """The value a function finds.

        Raises:
            TypeError: it cannot stand in a distribution, such as a list.
        """
        assert self._function is not None
        value: Any = self._function(table)
        value = value.item() if isinstance(value, np.generic) else value
        try:
            hash(value)
        except TypeError:
            raise TypeError(
                f"the function of want returned {value!r}; allowed: a number, a text, None, or a tuple of these"
            ) from None
        return value

    def add(self, table: Any, weight: float) -> None:
        """Add the value a function finds."""
        value = self.look(table)
        self.weights[value] = self.weights.get(value, 0.0) + weight


def number_at(part: Any, at: int, spec: str) -> Callable[[np.ndarray], np.ndarray]:
    """Reads a number of whole positions.

    Raises:
        UnknownWant: it is not a single number.
    """
    if part.shape or part.kind != "i":
        raise UnknownWant(f"want {spec!r}: not a single number; use a function")
    width = part.itemsize
    return lambda rows: rows.view(np.dtype(f"i{width}"))[:, at // width]

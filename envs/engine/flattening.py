"""Observations as vectors of float32, by the catalogue: numbers divided by their typical size, categories one-hot.

In a flat observation

* a flag, count, timer or coordinate is one number, divided by its ``scale``; beyond twice its scale it grows ever more
  slowly and stays below 4 (see :func:`squashed`), so that a number which stands for "never" is no giant among the others;
* a category or direction is one number for each of its words, 1 for the one it is;
* a unit row is one number for each row of the layout, 1 for the row it names, all 0 for -1;
* a set of units, bits in ``units``, is one number for each of the rows it may name.

Blocks follow one another: the numbers of ``grid``, channel by channel, then its categories; the numbers of ``units``, row by
row, then its categories, then its sets; the numbers of ``context``, then its categories. :attr:`Flattening.columns` names every
number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from gymnasium import spaces

from ..core.looking import ObservationField

SETS, ROW = "unit rows", "unit row"  # kinds with rules of their own
LINEAR = 2.0  # typical sizes up to which a number is shown in proportion


def squashed(values: np.ndarray) -> np.ndarray:
    """Numbers in typical sizes, float32, changed in place: x as it is up to 2, 4 - 4 / x beyond, and the same below zero.

    The order of numbers stays: 3 becomes 2.67, 8 becomes 3.5, 50 becomes 3.92.
    """
    far = np.abs(values) > LINEAR
    if far.any():
        beyond = values[far]
        values[far] = np.copysign(2 * LINEAR - LINEAR**2 / np.abs(beyond), beyond)
    return values


class FlatColumn(NamedTuple):
    """One number of a flat observation.

    Attributes:
        part: grid, units or context.
        place: cell ``y * width + x`` in the grid, row of the units, 0 in the context.
        name: of the number in the catalogue.
        value: of a category or unit row, the value for which it is 1; of a set of units, the bit; else None.
    """

    part: str
    place: int
    name: str
    value: int | None


class FlatPart(NamedTuple):
    """How one part of an observation is flattened; numbers of it counted along its last axis, in the grid its first.

    Attributes:
        name: grid, units or context.
        places: cells, rows, or 1.
        numbers, scale: which are scaled, and by what they are multiplied.
        classes: which are one-hot.
        lookup: int64 (classes, values): which of its classes a value is, -1 none; ``lowest`` is the value of the first.
        first, sizes: of each of these, its first class among all of a place, and how many there are.
        sets, bits: of each flag of a set, which number it is a bit of, and which bit.
    """

    name: str
    places: int
    numbers: np.ndarray
    scale: np.ndarray
    classes: np.ndarray
    lookup: np.ndarray
    lowest: np.ndarray
    first: np.ndarray
    sizes: np.ndarray
    sets: np.ndarray
    bits: np.ndarray

    @property
    def blocks(self) -> tuple[int, int, int]:
        """Numbers in each of its three blocks."""
        return len(self.numbers) * self.places, int(self.sizes.sum()) * self.places, len(self.sets) * self.places


def classes_of(field: ObservationField, rows: int) -> tuple[int, ...]:
    """The values that are one-hot; () of numbers that are scaled."""
    return tuple(range(rows)) if field.kind == ROW else field.classes


def part_of(name: str, fields: Sequence[ObservationField], places: int, own_rows: int, rows: int) -> FlatPart:
    """How one part of an observation is flattened."""
    hot = {i: values for i, field in enumerate(fields) if (values := classes_of(field, rows))}
    sets = [
        (i, bit)
        for i, field in enumerate(fields)
        if field.kind == SETS
        for bit in range(rows - own_rows if field.part else own_rows)
    ]
    numbers = [i for i, field in enumerate(fields) if i not in hot and field.kind != SETS]
    widest = max((max(fields[i].high, *values) - fields[i].low + 1 for i, values in hot.items()), default=0)
    lookup = np.full((len(hot), widest), -1, np.int64)
    for line, (i, values) in enumerate(hot.items()):
        lookup[line, np.array(values) - fields[i].low] = np.arange(len(values))
    sizes = np.array([len(values) for values in hot.values()], np.int64)
    return FlatPart(
        name, places,
        np.array(numbers, np.int64), np.array([1.0 / fields[i].divisor for i in numbers], np.float32),
        np.array(list(hot), np.int64), lookup, np.array([fields[i].low for i in hot], np.int64),
        np.cumsum(sizes) - sizes, sizes,
        np.array([i for i, _ in sets], np.int64), np.array([bit for _, bit in sets], np.int64),
    )  # fmt: skip


class Flattening:
    """Flattens observations of one layout.

    Attributes:
        size: numbers in a flat observation.
        columns: what each of them is.
        space: its space: float32 (size,), each number between the least and the most it can be.
    """

    def __init__(
        self,
        fields: Mapping[str, Sequence[ObservationField]],
        cells: int,
        own_rows: int,
        rows: int,
    ) -> None:
        """Prepare the tables.

        Args:
            fields: catalogues of ``grid``, ``units`` and ``context``.
            cells: cells of the layout.
            own_rows, rows: unit rows of the viewer's side, and all.
        """
        self.fields = fields
        places = {"grid": cells, "units": rows, "context": 1}
        self.parts = [part_of(name, fields[name], places[name], own_rows, rows) for name in places]
        self.size = sum(sum(part.blocks) for part in self.parts)
        self.columns = [column for part in self.parts for column in self._columns_of(part, rows)]
        low, high = np.zeros(self.size, np.float32), np.ones(self.size, np.float32)
        at = 0
        for part in self.parts:
            least, most = self._limits_of(part)
            low[at : at + len(least)], high[at : at + len(most)] = least, most
            at += sum(part.blocks)
        self.space = spaces.Box(low, high, (self.size,), np.float32)

    def _columns_of(self, part: FlatPart, rows: int) -> list[FlatColumn]:
        fields, places = self.fields[part.name], range(part.places)
        numbers = [(i, None) for i in part.numbers.tolist()]
        classes = [(i, value) for i in part.classes.tolist() for value in classes_of(fields[i], rows)]
        sets = list(zip(part.sets.tolist(), part.bits.tolist(), strict=True))
        found = []
        for block in (numbers, classes, sets):
            pairs = [(place, one) for one in block for place in places]
            if part.name != "grid":
                pairs = [(place, one) for place in places for one in block]
            found += [FlatColumn(part.name, place, fields[i].name, value) for place, (i, value) in pairs]
        return found

    def _limits_of(self, part: FlatPart) -> tuple[np.ndarray, np.ndarray]:
        """Least and most of the scaled numbers of a part."""
        fields = [self.fields[part.name][i] for i in part.numbers]
        least = np.array([min(field.low, 0) for field in fields], np.float32) * part.scale
        most = np.array([max(field.high, 0) for field in fields], np.float32) * part.scale
        least, most = squashed(least), squashed(most)
        spread = np.repeat if part.name == "grid" else np.tile
        return spread(least, part.places), spread(most, part.places)

    def __call__(self, observation: Mapping[str, np.ndarray], out: np.ndarray | None = None) -> np.ndarray:
        """Flatten one observation or many.

        Args:
            observation: ``grid``, ``units`` and ``context``, each with a leading axis for many. Other keys are ignored.
            out: where to write, float32 (size,) or (n, size), in C order; a new array if None.

        Returns:
            float32 (size,) or (n, size).
        """
        is_one = observation["context"].ndim == 1
        count = 1 if is_one else len(observation["context"])
        flat = np.empty((count, self.size), np.float32) if out is None else out.reshape(count, self.size)
        at = 0
        for part in self.parts:
            shape = (count, -1, part.places) if part.name == "grid" else (count, part.places, -1)
            array = observation[part.name].reshape(shape)
            numbers, classes, sets = part.blocks
            self._write_numbers(part, array, flat[:, at : at + numbers])
            self._write_classes(part, array, flat, at + numbers)
            at += numbers + classes
            if sets:
                flat[:, at : at + sets] = (array[:, :, part.sets] >> part.bits & 1).reshape(count, sets)
            at += sets
        return flat[0] if is_one and out is None else out if out is not None else flat

    def _write_numbers(self, part: FlatPart, array: np.ndarray, target: np.ndarray) -> None:
        if part.name == "grid":
            target[:] = squashed(array[:, part.numbers] * part.scale[:, None]).reshape(target.shape)
        else:
            target[:] = squashed(array[:, :, part.numbers] * part.scale).reshape(target.shape)

    def _write_classes(self, part: FlatPart, array: np.ndarray, flat: np.ndarray, at: int) -> None:
        """Zero the block that begins at ``at``, and write a 1 for what each category is."""
        size = int(part.sizes.sum())
        flat[:, at : at + size * part.places] = 0
        if not size:
            return
        lines = np.arange(len(part.classes))
        if part.name == "grid":
            values, place, step = array[:, part.classes].swapaxes(1, 2), 1, part.places
        else:
            values, place, step = array[:, :, part.classes], size, 1
        which = part.lookup[lines, values - part.lowest]  # (count, places, classes)
        where = at + np.arange(part.places)[:, None] * place + (part.first + which) * step
        where += (np.arange(len(flat)) * self.size)[:, None, None]
        flat.reshape(-1)[where[which >= 0]] = 1


class FlatView:
    """Flat observations, or chosen numbers of them.

    Attributes:
        size: numbers.
        columns: what each of them is.
        space: its space: float32 (size,).
    """

    def __init__(self, flattening: Flattening, chosen: np.ndarray | None = None) -> None:
        """Prepare it.

        Args:
            flattening: flattens whole observations.
            chosen: int64, the numbers to keep; None for all.
        """
        self.flattening, self.chosen = flattening, chosen
        self.columns, self.space = flattening.columns, flattening.space
        if chosen is not None:
            self.columns = [flattening.columns[i] for i in chosen.tolist()]
            self.space = spaces.Box(flattening.space.low[chosen], flattening.space.high[chosen], dtype=np.float32)
        self.size = len(self.columns)

    def __call__(self, observation: Mapping[str, np.ndarray], out: np.ndarray | None = None) -> np.ndarray:
        """Flatten one observation or many, as :class:`Flattening` does; ``out`` is float32 (size,) or (n, size)."""
        if self.chosen is None:
            return self.flattening(observation, out)
        return np.take(self.flattening(observation), self.chosen, axis=-1, out=out)

"""Vectors in torch, as sums of rows of weights: what an observation says of a unit, a cell, or everything else.

``core/loops/encoding.py`` is the same in the kernels. :mod:`tactica.agents.networks` thinks with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from ..envs.core.loops.network_records import (
    CLASS,
    CROWD,
    CROWDED,
    DECIDER,
    ENEMY,
    FRIEND,
    ITSELF,
    MANY_UNITS,
    NOBODY,
    NUMBER,
    STRETCH,
    WHO,
    ZONES,
)
from ..envs.engine.networks import Columns

__all__ = ["Encoder", "RowLayer", "Who", "Zones", "buffer", "far", "off_board", "place_of", "relations"]

BITS = 16  # units that a set has room for


def buffer(module: nn.Module, name: str, array: Any) -> None:
    """Register an array beside the weights that is not saved with them."""
    module.register_buffer(name, torch.as_tensor(np.asarray(array)), persistent=False)


class Who(NamedTuple):
    """The units with which rows that name units are compared.

    Attributes:
        friend: bool (k, rows), of the position of each.
        decider, target: unit rows (k,), -1 for none.
        itself: unit rows (k,) that name the units, -1 if no unit row does.
        own_rows: unit rows of the viewer's side.
    """

    friend: Tensor
    decider: Tensor
    target: Tensor
    itself: Tensor
    own_rows: int

    def relations(self, rows: Tensor) -> Tensor:
        """The relation of unit rows (k, n) to the deciding unit and to the row that names them: numbers of weights (k, n)."""
        found = torch.where(self.friend.gather(1, rows.clamp(min=0)), FRIEND, ENEMY)
        found = found.masked_fill(rows == self.decider[:, None], DECIDER)
        found = found.masked_fill(rows == self.itself[:, None], ITSELF)
        return found.masked_fill(rows < 0, NOBODY)

    def crowds(self, units: Tensor, others: Tensor) -> Tensor:
        """The number of units in sets (k, n), and whether they contain the decider and the target: (k, n, CROWDED).

        Args:
            units: bits, the first for the first row of a side.
            others: (n,), 1 for sets of units of other sides, 0 for sets of the viewer's units.
        """
        units = units.int()
        found = [how_many(units) / MANY_UNITS]
        for row in (self.decider, self.target):
            place = row.int()[:, None] - others.int() * self.own_rows
            inside = (place >= 0) & ((others == 1) | (place < self.own_rows))
            there = (units >> place.clamp(0, BITS - 1)) & 1
            found.append((there * inside).to(found[0].dtype))
        return torch.stack(found, -1)


def how_many(units: Tensor) -> Tensor:
    """How many of the lowest 16 bits are set, in int32: neighbours are added up, then pairs, then fours."""
    for step, low in ((1, 0x5555), (2, 0x3333), (4, 0x0F0F), (8, 0x00FF)):
        units = (units & low) + ((units >> step) & low)
    return units


def sum_of_rows(named: Tensor, weights: Tensor) -> Tensor:
    """Sums (b, size) of rows of weights, for each position the rows (b, k) it names."""
    return functional.embedding_bag(named, weights, mode="sum")


class SumOfRows(torch.autograd.Function):
    """:func:`sum_of_rows` with a gradient that does not sort the named rows, which is four times as fast on a CPU."""

    @staticmethod
    def forward(context: Any, named: Tensor, weights: Tensor) -> Tensor:
        """The sums."""
        context.save_for_backward(named)
        context.count = len(weights)
        return sum_of_rows(named, weights)

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[None, Tensor]:
        """What each row of weights is to change by."""
        (named,) = context.saved_tensors
        found = gradient.new_zeros(context.count, gradient.shape[1])
        for column in named.T.contiguous().long():  # by 32 bits it adds at half the speed
            found.index_add_(0, column, gradient)
        return None, found


class Encoder(nn.Module):
    """Rows of an observation into vectors: for each number its row of weights times the number, for each word its own row.

    Words are not taken for magnitudes: every item, verb, prompt and body plan has a row of its own. Units are seen by their
    relations: see :class:`Who`.
    """

    number_columns: Tensor
    scale: Tensor
    crowd_columns: Tensor
    of_others: Tensor
    who_columns: Tensor
    who_first: Tensor
    word_columns: Tensor
    low: Tensor
    last: Tensor
    first: Tensor

    def __init__(self, columns: Columns, size: int, more: int = 0) -> None:
        """Rows for these columns, behind ``more`` rows for numbers that are worked out elsewhere."""
        super().__init__()
        table = columns.table
        numbers, crowds, whos, words = (table[table[:, 0] == kind] for kind in (NUMBER, CROWD, WHO, CLASS))
        buffer(self, "number_columns", numbers[:, 1])
        buffer(self, "scale", columns.scale[: len(numbers), None].astype(np.float32))
        buffer(self, "crowd_columns", crowds[:, 1])
        buffer(self, "of_others", crowds[:, 2])
        self.first_word = len(numbers) + CROWDED * len(crowds)
        buffer(self, "who_columns", whos[:, 1])
        buffer(self, "who_first", whos[:, 4] - self.first_word)
        buffer(self, "word_columns", words[:, 1])
        for name, ends in (("low", words[:, 2]), ("last", words[:, 3] - 1), ("first", words[:, 4] - self.first_word)):
            buffer(self, name, ends.astype(np.int32))  # half as much to move as by 64 bits
        self.column_count, self.more = len(table), more
        self.rows = nn.Parameter(torch.randn(more + columns.rows, size) / (len(numbers) + len(words) + 1) ** 0.5)

    def forward(self, values: Tensor, others: Tensor | None = None, who: Who | None = None) -> Tensor:
        """Vectors (..., size) of rows (..., columns) of integers, with ``others`` (..., more) beside them. Columns of units
        need ``who``.
        """
        of_others, of_values = self.rows[: self.more], self.rows[self.more :]
        weights = of_values.new_zeros(self.column_count, of_values.shape[1])
        weights = weights.index_copy(0, self.number_columns, of_values[: len(self.scale)] * self.scale)
        found = values.to(weights.dtype) @ weights
        if others is not None:
            found = found + others @ of_others
        words = (
            torch.minimum((values.index_select(-1, self.word_columns).int() - self.low).clamp(min=0), self.last)
            + self.first
        )
        if who is not None and len(self.crowd_columns):
            crowds = who.crowds(values.index_select(-1, self.crowd_columns).long(), self.of_others)
            found = found + crowds.flatten(-2).to(weights.dtype) @ of_values[len(self.scale) : self.first_word]
        if who is not None and len(self.who_columns):
            whos = who.relations(values.index_select(-1, self.who_columns).long()) + self.who_first
            words = torch.cat([words, whos.int()], -1)
        if words.shape[-1]:
            summing = SumOfRows.apply if torch.is_grad_enabled() else sum_of_rows
            summed = summing(words.flatten(0, -2), of_values[self.first_word :])
            found = found + summed.view_as(found)
        return found


class RowLayer(nn.Module):
    """A layer whose weights are (numbers in, numbers out), as the kernels read them."""

    def __init__(self, count: int, size: int, gain: float = 2**0.5) -> None:
        super().__init__()
        self.rows = nn.Parameter(nn.init.orthogonal_(torch.empty(count, size), gain))
        self.bias = nn.Parameter(torch.zeros(size))

    def forward(self, values: Tensor) -> Tensor:
        """Numbers (..., count) to numbers (..., size)."""
        return functional.linear(values, self.rows.T, self.bias)


def place_of(sources: Sequence[str], name: str) -> int:
    """Where a catalogue has what the core writes, -1 nowhere."""
    return sources.index(f"core.{name}") if f"core.{name}" in sources else -1


def off_board(places: Tensor) -> Tensor:
    """Whether places (..., 2) are off the board."""
    return places[..., 0] < 0


def far(across: Tensor, down: Tensor) -> Tensor:
    """How many steps of a king it is, ``across`` columns and ``down`` rows away."""
    return torch.maximum(across.abs(), down.abs())


def relations(places: Tensor, here: Tensor) -> Tensor:
    """How places (..., 2) lie to others (..., 2): (..., RELATIONS), zeros where either is off the board."""
    apart = (places - here).float()
    gap = far(apart[..., 0], apart[..., 1])
    found = torch.stack([apart[..., 0] / STRETCH, apart[..., 1] / STRETCH, 1 / (1 + gap), (gap <= 1).float()], -1)
    return found.masked_fill((off_board(places) | off_board(here))[..., None], 0.0)


class Zones(NamedTuple):
    """The cells of zones to hold, of some positions.

    Attributes:
        places: float32 (2, b, n), columns and rows; infinitely far away for missing cells.
        held: bool (b, n), whether friends of the viewer hold the cell.
        any_there: bool (b,), whether the position has a zone.
    """

    places: Tensor
    held: Tensor
    any_there: Tensor

    @classmethod
    def on(cls, channel: Tensor) -> Zones:
        """The zones on maps (b, height, width), read from the channel of zones."""
        if torch.onnx.is_in_onnx_export():  # what is traced must not depend on how many there are
            height, width = channel.shape[1:]
            y, x = torch.meshgrid(torch.arange(height), torch.arange(width), indexing="ij")
            everywhere, flat = torch.stack([x, y]).flatten(1).float()[:, None], channel.flatten(1)
            return cls(
                everywhere.masked_fill(flat == 0, torch.inf), flat == 2, torch.ones_like(flat[:, 0], dtype=torch.bool)
            )
        which, y, x = channel.nonzero(as_tuple=True)
        many = torch.bincount(which, minlength=len(channel))
        place = torch.arange(len(which), device=which.device) - (many.cumsum(0) - many)[which]
        places = torch.full((2, len(channel), int(many.max())), torch.inf, device=which.device)
        places[:, which, place] = torch.stack([x, y]).float()
        held = torch.zeros_like(places[0], dtype=torch.bool)
        held[which, place] = channel[which, y, x] == 2
        return cls(places, held, many > 0)

    def near(self, places: Tensor, which: Tensor) -> Tensor:
        """How near zones are to places (k, 2) of positions ``which`` (k,), those that friends hold and the others: (k, ZONES)."""
        found = torch.zeros(places.shape[0], ZONES, device=places.device)
        asked = (self.any_there[which] & ~off_board(places)).nonzero()[:, 0]
        if not torch.onnx.is_in_onnx_export() and not len(asked):
            return found
        which, (x, y) = which[asked], places[asked].float().T
        apart = far(self.places[0][which] - x[:, None], self.places[1][which] - y[:, None])
        held = self.held[which]
        shares = [1 / (1 + apart.masked_fill(other, torch.inf).amin(-1)) for other in (~held, held)]
        return found.index_put((asked,), torch.stack(shares, -1))

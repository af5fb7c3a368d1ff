"""Networks in torch that see the structure of a position; needs ``pip install tactica[train]``.

:class:`EntityNetwork` makes every unit row a vector, by rows of weights for its numbers and words, gathers these vectors by
side, and points with its answers at units and cells. ``core/loops/network.py`` is the same network in the kernels, and
:meth:`EntityNetwork.arrays` what it plays with. :class:`ConvolutionNetwork` looks at the map besides; it plays in torch only.

>>> network = EntityNetwork(layout)
>>> logits, value = network(observation)        # torch tensors by name, as of ``layout.observation_space``
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    NEARS,
    NOBODY,
    NUMBER,
    RELATIONS,
    SET,
    STRETCH,
    WHO,
)
from ..envs.engine.networks import GATHERED, Columns, parts_of, plain_indices
from ..envs.engine.spaces import Layout

__all__ = ["ConvolutionNetwork", "Encoder", "EntityNetwork"]

BITS = 16  # units that a set has room for
WIDTH, TRUNK, CELL_WIDTH = 32, 64, 24  # usual sizes: the vector of a unit, the trunk, the vector of a cell


def buffer(module: nn.Module, name: str, array: Any) -> None:
    """Keep an array beside the weights; it is not among what is saved."""
    module.register_buffer(name, torch.as_tensor(np.asarray(array)), persistent=False)


class Who(NamedTuple):
    """Whom unit rows are compared with.

    Attributes:
        friend: bool (b, rows).
        decider, target: unit rows (b,), -1 none.
        own_rows: unit rows of the viewer's side.
    """

    friend: Tensor
    decider: Tensor
    target: Tensor
    own_rows: int

    def relations(self, rows: Tensor) -> Tensor:
        """Who unit rows are, to the unit that decides and to the row that names them: (b, k) where none does, (b, rows, k) where
        each does; numbers of weights of the same shape.
        """
        flat = rows.flatten(1)
        friend = self.friend.gather(1, flat.clamp(min=0)).view_as(rows)
        found = torch.where(friend, FRIEND, ENEMY)
        found = found.masked_fill(rows == self.decider.view(-1, *[1] * (rows.dim() - 1)), DECIDER)
        if rows.dim() == 3:
            found = found.masked_fill(rows == torch.arange(rows.shape[1], device=rows.device)[:, None], ITSELF)
        return found.masked_fill(rows < 0, NOBODY)

    def crowds(self, units: Tensor, others: Tensor) -> Tensor:
        """How many units sets (b, ..., k) hold, and whether who decides and the target are among them: (b, ..., k, CROWDED).
        ``others`` (k,): 1 for sets of units of other sides.
        """
        bits = units[..., None] // (1 << torch.arange(BITS, device=units.device)) % 2
        found = [bits.sum(-1) / MANY_UNITS]
        for row in (self.decider, self.target):
            place = row.view(-1, *[1] * (units.dim() - 1)) - others * self.own_rows
            inside = (place >= 0) & ((others == 1) | (place < self.own_rows))
            there = bits.gather(-1, place.expand_as(units).clamp(0, BITS - 1)[..., None])[..., 0]
            found.append((there * inside).to(found[0].dtype))
        return torch.stack(found, -1)


class Encoder(nn.Module):
    """Rows of an observation into vectors: for each number its row of weights times the number, for each word its own row.

    Words are not taken for magnitudes: every item, verb, prompt and body plan has a row of its own. A network that plays at any
    size sees units by their relations: see :class:`Who`.
    """

    number_columns: Tensor
    scale: Tensor
    bit_columns: Tensor
    bits: Tensor
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
        numbers, sets, crowds, whos, words = (table[table[:, 0] == kind] for kind in (NUMBER, SET, CROWD, WHO, CLASS))
        bits = [(column, bit) for _, column, _, count, _ in sets.tolist() for bit in range(count)]
        buffer(self, "number_columns", numbers[:, 1])
        buffer(self, "scale", columns.scale[: len(numbers), None].astype(np.float32))
        buffer(self, "bit_columns", np.array([column for column, _ in bits], np.int64))
        buffer(self, "bits", np.array([1 << bit for _, bit in bits], np.int64))
        buffer(self, "crowd_columns", crowds[:, 1])
        buffer(self, "of_others", crowds[:, 2])
        self.first_crowd = len(numbers) + len(bits)
        self.first_word = self.first_crowd + CROWDED * len(crowds)
        buffer(self, "who_columns", whos[:, 1])
        buffer(self, "who_first", whos[:, 4] - self.first_word)
        buffer(self, "word_columns", words[:, 1])
        buffer(self, "low", words[:, 2])
        buffer(self, "last", words[:, 3] - 1)
        buffer(self, "first", words[:, 4] - self.first_word)
        self.column_count, self.more = len(table), more
        self.rows = nn.Parameter(torch.randn(more + columns.rows, size) / (len(numbers) + len(words) + 1) ** 0.5)

    def forward(self, values: Tensor, others: Tensor | None = None, who: Who | None = None) -> Tensor:
        """Vectors (..., size) of rows (..., columns) of integers, with ``others`` (..., more) beside them. Columns of units
        need ``who`` at any size.
        """
        of_others, of_values = self.rows[: self.more], self.rows[self.more :]
        weights = of_values.new_zeros(self.column_count, of_values.shape[1])
        weights = weights.index_copy(0, self.number_columns, of_values[: len(self.scale)] * self.scale)
        found = values.to(weights.dtype) @ weights
        if others is not None:
            found = found + others @ of_others
        if len(self.bits):
            sets = values.index_select(-1, self.bit_columns).long() // self.bits % 2
            found = found + sets.to(weights.dtype) @ of_values[len(self.scale) : self.first_crowd]
        words = (
            torch.minimum((values.index_select(-1, self.word_columns).long() - self.low).clamp(min=0), self.last)
            + self.first
        )
        if who is not None and len(self.crowd_columns):
            crowds = who.crowds(values.index_select(-1, self.crowd_columns).long(), self.of_others)
            found = found + crowds.flatten(-2).to(weights.dtype) @ of_values[self.first_crowd : self.first_word]
        if who is not None and len(self.who_columns):
            whos = who.relations(values.index_select(-1, self.who_columns).long()) + self.who_first
            words = torch.cat([words, whos], -1)
        if words.shape[-1]:
            summed = functional.embedding_bag(words.flatten(0, -2), of_values[self.first_word :], mode="sum")
            found = found + summed.view_as(found)
        return found


class Rows(nn.Module):
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


def relations(places: Tensor, here: Tensor) -> Tensor:
    """How places (..., 2) lie to others (..., 2): (..., RELATIONS), zeros where either is off the board."""
    apart = (places - here).float()
    gap = apart.abs().amax(-1)
    found = torch.stack([apart[..., 0] / STRETCH, apart[..., 1] / STRETCH, 1 / (1 + gap), (gap <= 1).float()], -1)
    return found.masked_fill((off_board(places) | off_board(here))[..., None], 0.0)


class EntityNetwork(nn.Module):
    """Logits of all choices of a layout, and the value of the position for the side that looks.

    Attributes:
        layout: what it sees and answers in.
        sizes: numbers in the vector of a unit, in the trunk, in that of a cell.
        any_size: whether its weights are the same for all layouts of the ruleset.
    """

    plain_at: Tensor
    units_at: Tensor
    units_of: Tensor
    cells_at: Tensor
    cells_of: Tensor
    cell_places: Tensor

    def __init__(
        self,
        layout: Layout,
        width: int = WIDTH,
        trunk: int = TRUNK,
        cell_width: int = CELL_WIDTH,
        *,
        any_size: bool = True,
    ) -> None:
        super().__init__()
        self.layout, self.any_size = layout, any_size
        self.sizes = (width, trunk, cell_width)
        parts = parts_of(layout, any_size)
        features, context = ([piece.source for piece in part] for part in (layout.features, layout.context))
        self.at = {name: place_of(features, name) for name in ("known", "friend", "x", "y")}
        self.at |= {name: place_of(context, f"{name}_row") for name in ("decider", "target")}
        self.unit = Encoder(parts["unit"], width, RELATIONS)
        self.unit.bias = nn.Parameter(torch.zeros(width))
        self.context = Encoder(parts["context"], width)
        self.context.bias = nn.Parameter(torch.zeros(width))
        self.deepen = Rows(width, width)
        self.join = Rows(self.joined_size, trunk)
        self.trunk = Rows(trunk, trunk)
        self.value = Rows(trunk, 1, 1.0)
        buffer(self, "plain_at", plain_indices(layout))
        self.plain = Rows(trunk, len(self.plain_at), 0.01)
        self.pointing_base = Rows(trunk, width)
        self.pointing = nn.ParameterDict({"rows": nn.Parameter(nn.init.orthogonal_(torch.empty(width, width), 2**0.5))})
        self.pointing_out = Rows(width, 1, 0.01)
        self.cell_base = Rows(trunk, cell_width)
        self.cell = Encoder(parts["cell"], cell_width, RELATIONS + NEARS)
        self.cell_out = Rows(cell_width, 1, 0.01)
        buffer(self, "units_at", np.flatnonzero(layout.unit_row >= 0))
        buffer(self, "units_of", layout.unit_row[layout.unit_row >= 0].astype(np.int64))
        buffer(self, "cells_at", np.flatnonzero(layout.cell >= 0))
        buffer(self, "cells_of", layout.cell[layout.cell >= 0].astype(np.int64))
        ys, xs = np.divmod(np.arange(layout.height * layout.width), layout.width)
        buffer(self, "cell_places", np.stack([xs, ys], -1))

    @property
    def joined_size(self) -> int:
        """Numbers that are joined to the trunk."""
        return GATHERED * self.sizes[0]

    # --- the trunk

    def look(self, units: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What of unit rows (b, rows, features) says who is known and where: known, friend (b, rows), places (b, rows, 2)."""
        places = units[..., [self.at["x"], self.at["y"]]].long()
        if self.at["friend"] >= 0:
            friend = units[..., self.at["friend"]] == 1
        else:  # where no column says so, the viewer's own rows are its friends
            rows = torch.arange(units.shape[1], device=units.device)
            friend = (rows < self.layout.own_rows).expand(units.shape[:2])
        return units[..., self.at["known"]] > 0, friend, places

    def think(self, observation: Mapping[str, Tensor]) -> dict[str, Tensor]:
        """Everything up to the trunk: ``units`` (b, rows, width), ``trunk`` (b, trunk), ``here`` (b, 2), ``decider`` (b,), and
        what :meth:`look` finds.
        """
        units, context = observation["units"], observation["context"]
        known, friend, places = self.look(units)
        nobody = torch.full((context.shape[0],), -1, dtype=torch.long, device=context.device)
        decider, target = (
            context[:, self.at[name]].long() if self.at[name] >= 0 else nobody for name in ("decider", "target")
        )
        here = self.taken(places, decider, -1)
        who = Who(friend, decider, target, self.layout.own_rows)
        vectors = functional.relu(self.unit(units, relations(places, here[:, None]), who) + self.unit.bias)
        vectors = functional.relu(self.deepen(vectors)) * known[..., None]
        joined = [functional.relu(self.context(context, None, who) + self.context.bias)]
        many = MANY_UNITS if self.any_size else units.shape[1]
        joined += [self.taken(vectors, row, 0.0) for row in (decider, target)]
        for is_friend in (friend, ~friend):
            of_side = vectors * (known & is_friend)[..., None]
            joined += [of_side.sum(1) / many, of_side.amax(1)]
        hidden = functional.relu(self.join(torch.cat(joined + self.more_to_join(observation), -1)))
        return {
            "units": vectors, "trunk": functional.relu(self.trunk(hidden)), "here": here, "decider": decider,
            "known": known, "friend": friend, "places": places,
        }  # fmt: skip

    def more_to_join(self, observation: Mapping[str, Tensor]) -> list[Tensor]:
        """What a network that sees more joins to the trunk besides."""
        return []

    @staticmethod
    def taken(rows: Tensor, which: Tensor, otherwise: float) -> Tensor:
        """The row of each (b, rows, n) that is named, ``otherwise`` for -1: (b, n)."""
        found = rows[torch.arange(rows.shape[0], device=rows.device), which.clamp(min=0)]
        return torch.where((which >= 0)[:, None], found, torch.full_like(found, otherwise))

    # --- heads

    def near_cells(self, thought: Mapping[str, Tensor], which: Tensor, places: Tensor) -> Tensor:
        """Who is near cells (k, 2) of positions ``which`` (k,): (k, NEARS)."""
        rows = torch.arange(thought["known"].shape[1], device=which.device)
        counts = thought["known"] & ~off_board(thought["places"]) & (rows != thought["decider"][:, None])
        gaps = (thought["places"][which] - places[:, None]).abs().amax(-1).float()  # (k, rows)
        sides = [(counts & one)[which] for one in (~thought["friend"], thought["friend"])]
        nearest = [((1 / (1 + gaps)) * there).amax(-1) for there in sides]
        crowds = [((gaps <= 1) & there).sum(-1) / 3.0 for there in sides]
        return torch.stack(nearest + crowds, -1)

    def weigh_cells(self, thought: Mapping[str, Tensor], grid: Tensor, which: Tensor, cells: Tensor) -> Tensor:
        """The numbers of cells (k,) of positions ``which`` (k,)."""
        places = self.cell_places[cells]
        near = self.near_cells(thought, which, places)
        channels = grid.flatten(2)[which, :, cells]
        vectors = self.cell(channels, torch.cat([relations(places, thought["here"][which]), near], -1))
        return self.cell_out(functional.relu(vectors + self.cell_base(thought["trunk"])[which]))[:, 0]

    def forward(self, observation: Mapping[str, Tensor], mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Logits float32 (b, n) and values (b,) of observations ``grid``, ``units``, ``context`` with a leading axis.

        Args:
            observation: tensors of integers, or of numbers that are whole.
            mask: (b, n), what is legal; the logits of cells are then worked out for legal ones only. Those of other choices
                that are not legal mean nothing.
        """
        thought = self.think(observation)
        trunk = thought["trunk"]
        logits = trunk.new_zeros(trunk.shape[0], self.layout.n)
        logits[:, self.plain_at] = self.plain(trunk)
        if len(self.units_at):
            vectors = thought["units"] @ self.pointing["rows"] + self.pointing_base(trunk)[:, None]
            logits[:, self.units_at] = self.pointing_out(functional.relu(vectors))[..., 0][:, self.units_of]
        if len(self.cells_at):
            asked = torch.ones_like(logits[:, self.cells_at]) if mask is None else mask[:, self.cells_at]
            which, cell = asked.nonzero(as_tuple=True)
            found = self.weigh_cells(thought, observation["grid"], which, self.cells_of[cell])
            logits = logits.index_put((which, self.cells_at[cell]), found)
        return logits, self.value(trunk)[:, 0]

    # --- weights

    def arrays(self) -> dict[str, np.ndarray]:
        """The weights by the names of ``engine.networks.shapes_of``, as float32 arrays."""
        return {name: one.detach().cpu().numpy().copy() for name, one in self.named_parameters()}

    def take(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Put weights in."""
        self.load_state_dict({name: torch.as_tensor(array) for name, array in arrays.items()})


class ConvolutionNetwork(EntityNetwork):
    """An entity network that also looks at the map as a picture, through two convolutions. It plays in torch only."""

    divisor: Tensor

    def __init__(self, layout: Layout, *sizes: int, planes: int = 16, any_size: bool = True) -> None:
        self.planes = planes
        super().__init__(layout, *sizes, any_size=any_size)
        divisor = np.array([piece.divisor for piece in layout.channels], np.float32)
        buffer(self, "divisor", divisor[:, None, None])
        self.convolutions = nn.Sequential(
            nn.Conv2d(len(layout.channels), planes, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(planes, planes, 3, padding=1),
            nn.ReLU(),
        )

    @property
    def joined_size(self) -> int:
        """Numbers that are joined to the trunk: the mean and the greatest of each plane besides."""
        return super().joined_size + 2 * self.planes

    def more_to_join(self, observation: Mapping[str, Tensor]) -> list[Tensor]:
        """The map, gathered over its cells."""
        planes = self.convolutions(observation["grid"].float() / self.divisor).flatten(2)
        return [planes.mean(-1), planes.amax(-1)]


def observation_tensors(observation: Mapping[str, np.ndarray], device: Any = "cpu") -> dict[str, Tensor]:
    """An observation with a leading axis as torch takes it."""
    return {name: torch.as_tensor(observation[name], device=device) for name in ("grid", "units", "context")}


def masked(logits: Tensor, mask: Tensor) -> Tensor:
    """Logits with those of illegal choices at the lowest number there is."""
    return logits.masked_fill(mask == 0, torch.finfo(logits.dtype).min)

"""Networks in torch that see the structure of a position; needs ``pip install tactica[train]``.

:class:`EntityNetwork` makes every unit row a vector, by rows of weights for its numbers and words, gathers these vectors by
side, and points with its answers at units and cells. ``core/loops/network.py`` is the same network in the kernels, with the
weights of :meth:`EntityNetwork.arrays`. :class:`ConvolutionNetwork` also reads the map as an image; it plays in torch only.

>>> network = EntityNetwork(layout)
>>> logits, value = network(observation)        # torch tensors by name, as of ``layout.observation_space``
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from ..envs.core.loops.network_records import MANY_UNITS, NEARS, RELATIONS, ZONES
from ..envs.engine.networks import GATHERED, parts_of, plain_indices
from ..envs.engine.spaces import Layout
from .encoding import Encoder, RowLayer, Who, Zones, buffer, far, off_board, place_of, relations

__all__ = ["ConvolutionNetwork", "Encoder", "EntityNetwork"]

WIDTH, TRUNK, CELL_WIDTH = 32, 64, 24  # usual sizes: the vector of a unit, the trunk, the vector of a cell


class EntityNetwork(nn.Module):
    """Logits of all choices of a layout, and the value of the position for the side that looks.

    Attributes:
        layout: the layout of its observations and answers.
        sizes: numbers in the vector of a unit, in the trunk, in that of a cell.
    """

    plain_at: Tensor
    units_at: Tensor
    units_of: Tensor
    cells_at: Tensor
    cells_of: Tensor
    cell_places: Tensor

    def __init__(self, layout: Layout, width: int = WIDTH, trunk: int = TRUNK, cell_width: int = CELL_WIDTH) -> None:
        super().__init__()
        self.layout = layout
        self.sizes = (width, trunk, cell_width)
        parts = parts_of(layout)
        features, context = ([piece.source for piece in part] for part in (layout.features, layout.context))
        self.at = {name: place_of(features, name) for name in ("known", "friend", "x", "y")}
        self.at |= {name: place_of(context, f"{name}_row") for name in ("decider", "target")}
        self.at["zone"] = place_of([piece.source for piece in layout.channels], "objective_zone")
        self.unit = Encoder(parts["unit"], width, RELATIONS + ZONES)
        self.unit.bias = nn.Parameter(torch.zeros(width))
        self.context = Encoder(parts["context"], width)
        self.context.bias = nn.Parameter(torch.zeros(width))
        self.deepen = RowLayer(width, width)
        self.join = RowLayer(self.joined_size, trunk)
        self.trunk = RowLayer(trunk, trunk)
        self.value = RowLayer(trunk, 1, 1.0)
        buffer(self, "plain_at", plain_indices(layout))
        self.plain = RowLayer(trunk, len(self.plain_at), 0.01)
        self.pointing_base = RowLayer(trunk, width)
        self.pointing = nn.ParameterDict({"rows": nn.Parameter(nn.init.orthogonal_(torch.empty(width, width), 2**0.5))})
        self.pointing_out = RowLayer(width, 1, 0.01)
        self.cell_base = RowLayer(trunk, cell_width)
        self.cell = Encoder(parts["cell"], cell_width, RELATIONS + NEARS + ZONES)
        self.cell_out = RowLayer(cell_width, 1, 0.01)
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
        """Known units and their places, from unit rows (b, rows, features): known, friend (b, rows), places (b, rows, 2)."""
        places = units[..., [self.at["x"], self.at["y"]]].long()
        if self.at["friend"] >= 0:
            friend = units[..., self.at["friend"]] == 1
        else:  # where no column says so, the viewer's own rows are its friends
            rows = torch.arange(units.shape[1], device=units.device)
            friend = (rows < self.layout.own_rows).expand(units.shape[:2])
        return units[..., self.at["known"]] > 0, friend, places

    def zones(self, grid: Tensor) -> Zones:
        """The zones to hold on maps (b, channels, height, width)."""
        return Zones.on(grid[:, self.at["zone"]] if self.at["zone"] >= 0 else torch.zeros_like(grid[:, 0]))

    def think(self, observation: Mapping[str, Tensor]) -> dict[str, Any]:
        """Everything up to the trunk: ``units`` (b, rows, width), ``trunk`` (b, trunk), ``here`` (b, 2), ``decider`` (b,), zones
        to hold, and what :meth:`look` finds.
        """
        units, context = observation["units"], observation["context"]
        known, friend, places = self.look(units)
        nobody = torch.full((context.shape[0],), -1, dtype=torch.long, device=context.device)
        decider, target = (
            context[:, self.at[name]].long() if self.at[name] >= 0 else nobody for name in ("decider", "target")
        )
        here = self.taken(places, decider, -1)
        who = Who(friend, decider, target, nobody, self.layout.own_rows)
        # Rows of units that are not known are left out; what is traced must not depend on how many there are.
        looked_at = torch.ones_like(known) if torch.onnx.is_in_onnx_export() else known
        which, row = looked_at.nonzero(as_tuple=True)
        of_row = Who(friend[which], decider[which], target[which], row, self.layout.own_rows)
        zones = self.zones(observation["grid"])
        lies = [relations(places[which, row], here[which]), zones.near(places[which, row], which)]
        found = self.unit(units[which, row], torch.cat(lies, -1), of_row)
        found = functional.relu(self.deepen(functional.relu(found + self.unit.bias)))
        vectors = found.new_zeros(*known.shape, found.shape[1]).index_put((which, row), found) * known[..., None]
        joined = [functional.relu(self.context(context, None, who) + self.context.bias)]
        joined += [self.taken(vectors, row, 0.0) for row in (decider, target)]
        for is_friend in (friend, ~friend):
            of_side = vectors * (known & is_friend)[..., None]
            joined += [of_side.sum(1) / MANY_UNITS, of_side.amax(1)]
        hidden = functional.relu(self.join(torch.cat(joined + self.more_to_join(observation), -1)))
        return {
            "units": vectors, "trunk": functional.relu(self.trunk(hidden)), "here": here, "decider": decider,
            "known": known, "friend": friend, "places": places, "zones": zones,
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

    def near_cells(self, thought: Mapping[str, Any], which: Tensor, places: Tensor) -> Tensor:
        """The units near cells (k, 2) of positions ``which`` (k,): (k, NEARS)."""
        rows = torch.arange(thought["known"].shape[1], device=which.device)
        counts = thought["known"] & ~off_board(thought["places"]) & (rows != thought["decider"][:, None])
        columns, lines = thought["places"].float().unbind(-1)
        x, y = places.float().T
        apart = far(columns[which] - x[:, None], lines[which] - y[:, None])
        of_sides = [
            apart.masked_fill(~(counts & one)[which], torch.inf) for one in (~thought["friend"], thought["friend"])
        ]
        nearest = [1 / (1 + of_side.amin(-1)) for of_side in of_sides]
        crowds = [(of_side <= 1).sum(-1) / 3.0 for of_side in of_sides]
        return torch.stack(nearest + crowds, -1)

    def weigh_cells(self, thought: Mapping[str, Any], grid: Tensor, which: Tensor, cells: Tensor) -> Tensor:
        """The numbers of cells (k,) of positions ``which`` (k,)."""
        places = self.cell_places[cells]
        near = self.near_cells(thought, which, places)
        lies = [relations(places, thought["here"][which]), near, thought["zones"].near(places, which)]
        channels = grid.flatten(2)[which, :, cells]
        vectors = self.cell(channels, torch.cat(lies, -1))
        return self.cell_out(functional.relu(vectors + self.cell_base(thought["trunk"])[which]))[:, 0]

    def forward(self, observation: Mapping[str, Tensor], mask: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Logits float32 (b, n) and values (b,) of observations ``grid``, ``units``, ``context`` with a leading axis.

        Args:
            observation: tensors of integers, or of numbers that are whole.
            mask: (b, n), the legal choices; the logits of cells are then computed for legal cells only. The logits of
                illegal choices are meaningless.
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
    """An entity network that also reads the map as an image, through two convolutions. It plays in torch only."""

    divisor: Tensor

    def __init__(self, layout: Layout, *sizes: int, planes: int = 16) -> None:
        self.planes = planes
        super().__init__(layout, *sizes)
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


def masked(logits: Tensor, mask: Tensor) -> Tensor:
    """Logits in which illegal choices have the lowest number of the dtype."""
    return logits.masked_fill(mask == 0, torch.finfo(logits.dtype).min)

"""Trained networks as ONNX files, for games that embed them; needs ``pip install tactica[export]``."""

from __future__ import annotations

import json
import tempfile
import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from ..envs.engine.networks import Network
from ..envs.engine.spaces import Layout
from ..envs.replay.files import write_whole
from .networks import EntityNetwork

__all__ = ["to_onnx", "torch_network"]

PARTS = {"grid": torch.int8, "units": torch.int16, "context": torch.int16}


def torch_network(network: Network, layout: Layout | None = None) -> EntityNetwork:
    """A checkpoint's network in torch.

    Args:
        network: the network with the weights.
        layout: the layout of observations and answers; its own, the largest, if None.
    """
    found = EntityNetwork(layout or network.layout, *network.sizes)
    found.take(network.weights)
    return found.eval()


class Answers(nn.Module):
    """Takes the parts of an observation one by one."""

    def __init__(self, network: EntityNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, grid: Tensor, units: Tensor, context: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (b, n) and values (b,)."""
        found: tuple[Tensor, Tensor] = self.network({"grid": grid, "units": units, "context": context})
        return found


def to_onnx(network: Network, path: str | Path, layout: Layout | None = None) -> Path:
    """Write a network as ONNX.

    Args:
        network: the network to write.
        path: path of the file.
        layout: see :func:`torch_network`.

    Inputs ``grid`` int8 (batch, channels, H, W), ``units`` int16 (batch, rows, features), ``context`` int16 (batch, k); outputs
    ``logits`` float32 (batch, n), ``value`` float32 (batch,). The layout is in the file's metadata as ``tactica_layout``.

    Returns:
        where it was written.
    """
    import onnx

    found = torch_network(network, layout)
    shapes = found.layout.shapes
    example = tuple(torch.zeros(2, *shapes[name], dtype=kind) for name, kind in PARTS.items())
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        draft = str(Path(folder) / "draft.onnx")
        warnings.simplefilter("ignore")  # its successor takes a hundred times as long, and fixes the size of a batch
        torch.onnx.export(
            Answers(found).eval(), example, draft, dynamo=False, opset_version=18,
            input_names=list(PARTS), output_names=["logits", "value"],
            dynamic_axes={name: {0: "batch"} for name in (*PARTS, "logits", "value")},
        )  # fmt: skip
        model = onnx.load(draft)
    for name, text in (("tactica_layout", json.dumps(found.layout.to_dict())), ("tactica_name", network.name)):
        entry = model.metadata_props.add()
        entry.key, entry.value = name, text
    return write_whole(Path(path), model.SerializeToString())

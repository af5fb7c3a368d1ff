"""``tactica export``: a trained network as ONNX."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..common import UserError, check_writable, say_saved
from .train import needs_training


def export(
    checkpoint: Annotated[str, typer.Argument(help="A checkpoint: FILE.safetensors, or trained:NAME.")],
    out: Annotated[Path, typer.Argument(help="File to write.")],
    layout: Annotated[
        str,
        typer.Option(help="Largest battles the file has room for: small, standard or full."),
    ] = "full",
) -> None:
    """Write a trained network as ONNX, for games that embed it.

    Inputs are the parts of an observation with a leading axis: grid, units, context, as integers; outputs are logits, a number
    for each choice (mask those of illegal choices: they have no meaning), and value.

    Example: [bold]tactica export trained:owh guard.onnx[/]
    """
    needs_training()
    try:
        import onnx  # noqa: F401
    except ModuleNotFoundError as error:
        raise UserError(f'export needs {error.name}: pip install "tactica[export]"') from None
    from ...agents.exporting import to_onnx
    from ...agents.players import load_network
    from ...envs.engine.spaces import Layout

    check_writable(out)
    network = load_network(checkpoint)
    try:
        size = Layout.named(network.layout.ruleset, layout, network.layout.mirror)
    except ValueError as error:
        raise UserError(str(error)) from None
    to_onnx(network, out, size)
    say_saved(out)

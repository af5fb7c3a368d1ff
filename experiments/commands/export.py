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
        typer.Option(help="Size of battles that the network can play: small, standard or full."),
    ] = "full",
) -> None:
    """Export a trained network as ONNX, to embed it in a game.

    The inputs are the parts of an observation (grid, units, context; integers) with a leading batch axis. The outputs are
    value, and logits with one number for each choice; mask those of illegal choices, which have no meaning.

    Example: [bold]tactica export trained:owh guard.onnx[/]
    """
    needs_training()
    try:
        import onnx  # noqa: F401
    except ModuleNotFoundError as error:
        raise UserError(f'export needs {error.name}: pip install "tactica[export]"') from None
    from ...agents.exporting import to_onnx
    from ...agents.players import load_network
    from ...envs import rulesets
    from ...envs.engine.behaviours import shipped
    from ...envs.engine.networks import TRAINED, is_network, split_network, trained
    from ...envs.engine.policies import policy_names
    from ...envs.engine.spaces import Layout

    if out.suffix != ".onnx":
        raise UserError(f"{out}: the name of the file must end in .onnx")
    if not is_network(checkpoint):
        known = checkpoint in (
            *shipped(),
            *(name for one in rulesets.names() for name in policy_names(rulesets.get(one))),
        )
        what = f"{checkpoint} is a behaviour, not a network" if known else f"{checkpoint} is not a network"
        raise UserError(f"{what}; allowed: FILE.safetensors, {', '.join(TRAINED + name for name in trained())}")
    if how := split_network(checkpoint)[1]:
        raise UserError(
            f"{checkpoint}: leave out {how}; the file gives numbers for all choices, from which a game draws itself"
        )
    check_writable(out)
    network = load_network(checkpoint)
    try:
        size = Layout.named(network.layout.ruleset, layout, network.layout.mirror)
    except ValueError as error:
        raise UserError(str(error)) from None
    to_onnx(network, out, size)
    say_saved(out)

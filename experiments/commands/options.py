"""Options that are the same in every command that has them; their names and letters stand in ``vocabulary.py``."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from ..common import UserError, json_target

__all__ = ["Json", "On", "Suite"]


def cluster(value: str) -> str:
    """Where to play, as the callback of ``--on``.

    Raises:
        typer.BadParameter: it names no cluster; UserError: Ray is not installed.
    """
    if value and value != "ray" and not value.startswith("ray://"):
        raise typer.BadParameter(f"{value!r}: allowed: ray, or ray://HOST:PORT")
    if value and importlib.util.find_spec("ray") is None:
        raise UserError('--on ray needs Ray: pip install "tactica[ray]"')
    return value


On = Annotated[
    str,
    typer.Option("--on", callback=cluster, help="Play on a Ray cluster: ray, or ray://HOST:PORT.", show_default=False),
]

Json = Annotated[
    Path | None,
    typer.Option(
        "--json",
        callback=json_target,
        show_default=False,
        help="Also write the result as JSON to this file; - prints it to standard output, and messages to standard error.",
    ),
]

#: Of the commands of the benchmark.
Suite = Annotated[str, typer.Option("--suite", help="Version of the tasks: v1, or a file of your own.")]

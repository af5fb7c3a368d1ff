"""Options that are the same in every command that has them; their names and letters stand in ``vocabulary.py``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..common import json_target

__all__ = ["Json", "Suite"]

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

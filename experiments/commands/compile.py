"""``tactica compile``: rulesets, ahead of their first battle."""

from __future__ import annotations

from typing import Annotated

import typer

from ..common import UserError, ensure_compiled, say
from ..naming import names_of
from .version import where_compiled


def compile_rulesets(
    ruleset: Annotated[list[str] | None, typer.Argument(help="Rulesets to compile. \\[default: all]")] = None,
    force: Annotated[bool, typer.Option("--force", help="Compile again even if already compiled.")] = False,
    ship: Annotated[
        bool,
        typer.Option(
            "--ship", help="Copy the compiled code beside the rules, to ship in a wheel (make wheels does this)."
        ),
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, help="Rulesets to compile at a time. \\[default: one per core, at most 4]"),
    ] = None,
) -> None:
    """Compile rulesets ahead of time.

    Compiled code stays in a cache folder ($TACTICA_CACHE, else the user's cache) until the rules change. Every other
    command compiles what it needs on first use. If another process is compiling a ruleset, the command waits for it.
    Ctrl-C stops; rulesets compiled by then stay in the cache.

    Example: [bold]tactica compile wfrp1 owh -j 2[/]
    """
    from ...envs import rulesets
    from ...envs.core.compiler import jit

    if not jit.COMPILED:
        raise UserError("NUMBA_DISABLE_JIT is set, so nothing can be compiled; unset it first")
    if ship and not jit.HAS_IMAGES:
        raise UserError(
            "these versions of Numba and llvmlite cannot save a whole compiled ruleset, so there is nothing to ship"
        )
    wanted = [rulesets.get(slug).slug for slug in ruleset or rulesets.names()]
    compiled = ensure_compiled(wanted, force, must_keep=True, jobs=jobs)
    for slug in wanted:
        folder = rulesets.get(slug).folder
        if slug not in compiled:
            say(f"{names_of([slug])} are already compiled, in  {where_compiled(folder)}")
        if ship:
            jit.ship(folder)

"""``tactica compile`` and ``tactica version``."""

from __future__ import annotations

from typing import Annotated

import typer

from ..common import (
    UserError,
    console,
    ensure_compiled,
    say,
    write_json,
)
from .options import Json


def compile_rulesets(
    ruleset: Annotated[list[str] | None, typer.Argument(help="Rulesets to compile. \\[default: all]")] = None,
    force: Annotated[bool, typer.Option("--force", help="Compile again even if already compiled.")] = False,
    ship: Annotated[
        bool, typer.Option("--ship", help="Store it beside the rules, to ship in a wheel (make dist does this).")
    ] = False,
) -> None:
    """Compile rulesets ahead of time.

    Compiled code stays in a cache folder ($TACTICA_CACHE, else the user's cache) until the rules change. Every other command
    compiles what it needs on first use.

    Example: [bold]tactica compile wfrp1[/]
    """
    from ...envs import rulesets
    from ...envs.core.compiler import jit

    if not jit.COMPILED:
        raise UserError("NUMBA_DISABLE_JIT is set, so nothing can be compiled; unset it first")
    for slug in ruleset or rulesets.names():
        if ensure_compiled(slug, force or ship, ship, must_keep=not ship) == 0.0:
            say(f"{slug} is already compiled, in  {jit.cache_folder(rulesets.get(slug).folder)}")


def version(json: Json = None) -> None:
    """Show the versions of tactica, its libraries and every ruleset.

    Example: [bold]tactica version[/]
    """
    from rich.table import Table

    from ...envs import rulesets
    from ...envs.core.compiler import jit
    from ...envs.replay import versions

    known = versions()
    for name, number in known.items():
        say(f"{name:<8} {number}")
    say(f"kernels  {engine()}")
    table = Table("ruleset", "title", "version", "rules hash", "compiled")
    rows = []
    for slug in rulesets.names():
        one = rulesets.get(slug)
        is_warm = jit.has_image(one.folder) if jit.HAS_IMAGES else jit.is_compiled(one.folder)
        warm = "yes" if is_warm else "not yet"
        table.add_row(slug, one.title, str(one.rulebook.version), one.rules_hash, warm)
        rows.append(
            {
                "ruleset": slug,
                "title": one.title,
                "version": one.rulebook.version,
                "rules": one.rules_hash,
                "compiled": is_warm,
            }
        )
    console.print(table)
    write_json({"versions": known, "kernels": engine(), "rulesets": rows}, json)


def engine() -> str:
    """Which engine battles are played in, and why."""
    from ...envs.core.compiler import jit

    if jit.AT_ONCE:
        return (
            "compiled where the table says yes; else battles begin in Python while they are compiled in the background"
        )
    if not jit.COMPILED:
        return "in Python, because NUMBA_DISABLE_JIT is set"
    return "compiled" if jit.HAS_IMAGES else "compiled function by function: these versions of Numba make no images"

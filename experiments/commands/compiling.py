"""``tactica compile`` and ``tactica version``."""

from __future__ import annotations

from pathlib import Path
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
        raise UserError("these versions of Numba and llvmlite make no images, and nothing else can be shipped")
    wanted = [rulesets.get(slug).slug for slug in ruleset or rulesets.names()]
    compiled = ensure_compiled(wanted, force, must_keep=True, jobs=jobs)
    for slug in wanted:
        folder = rulesets.get(slug).folder
        if slug not in compiled:
            say(f"{slug} is already compiled, in  {where_compiled(folder)}")
        if ship:
            jit.ship(folder)


def where_compiled(folder: Path) -> Path:
    """The folder that holds what is compiled of a ruleset: in the cache, or its own, where a wheel brought it."""
    from ...envs.core.compiler import jit

    return next((file.parent for file in jit.image_files(folder) if file.is_file()), jit.cache_folder(folder))


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
        came = jit.HAS_IMAGES and where_compiled(one.folder) == one.folder
        warm = "came with the wheel" if came else "yes" if is_warm else "not yet"
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
        return "compiled, but in Python at first where the table says not yet: that is compiled in the background"
    if not jit.COMPILED:
        return "in Python, because NUMBA_DISABLE_JIT is set"
    return "compiled" if jit.HAS_IMAGES else "compiled function by function: these versions of Numba make no images"

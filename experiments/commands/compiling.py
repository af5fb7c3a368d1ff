"""``tactica compile`` and ``tactica version``."""

from __future__ import annotations

from typing import Annotated

import typer

from ..common import UserError, console, ensure_compiled, say


def compile_rulesets(
    ruleset: Annotated[list[str] | None, typer.Argument(help="Rulesets to compile; all when none is named.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Compile again what is compiled already.")] = False,
    ship: Annotated[
        bool, typer.Option("--ship", help="Keep it beside the rules, for a wheel that carries it (make dist does so).")
    ] = False,
) -> None:
    """Compile rulesets now, so that nothing has to be compiled later.

    What is compiled is kept in a cache folder ($TACTICA_CACHE, else the user's own) until the rules change. Every other
    command compiles what it needs by itself the first time.

    Example: [bold]tactica compile wfrp1[/]
    """
    from ...envs import rulesets
    from ...envs.core.compiler import jit

    if not jit.COMPILED:
        raise UserError("NUMBA_DISABLE_JIT is set: nothing is compiled")
    for slug in ruleset or rulesets.names():
        if ensure_compiled(slug, force or ship, ship) == 0.0:
            say(f"{slug} is compiled already; kept in {jit.cache_folder(rulesets.get(slug).folder)}")


def version() -> None:
    """Versions of tactica, of what it stands on, and of every ruleset.

    Example: [bold]tactica version[/]
    """
    from rich.table import Table

    from ...envs import rulesets
    from ...envs.core.compiler import jit
    from ...envs.replay import versions

    for name, number in versions().items():
        say(f"{name:<8} {number}")
    say(f"kernels  {'compiled' if jit.COMPILED else 'interpreted (NUMBA_DISABLE_JIT)'}")
    table = Table("ruleset", "title", "version", "rules hash", "compiled")
    for slug in rulesets.names():
        one = rulesets.get(slug)
        one.loops  # noqa: B018 (declares what is compiled)
        warm = "yes" if jit.is_compiled(one.folder) else "not yet"
        table.add_row(slug, one.title, str(one.rulebook.version), one.rules_hash, warm)
    console.print(table)

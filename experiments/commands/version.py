"""``tactica version``: versions, and which engine plays."""

from __future__ import annotations

from pathlib import Path

from ..common import console, say, write_json
from .options import Json


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
        return 'compiled; rulesets marked "not yet" start in plain Python and are compiled in the background'
    if not jit.COMPILED:
        return "in Python, because NUMBA_DISABLE_JIT is set"
    return (
        "compiled"
        if jit.HAS_IMAGES
        else "compiled function by function: these versions of Numba cannot save a whole ruleset"
    )

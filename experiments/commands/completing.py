"""What Tab offers: scenarios, players, rulesets, knobs, clauses, recipes, words. Names of files come from the shell.

It is asked at every Tab, so it reads names of files and at most one rulebook, and loads neither rules nor compiler.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from ... import configs
from ...envs import rulesets as books

__all__ = [
    "addresses",
    "clauses",
    "knobs",
    "names_in",
    "networks",
    "players",
    "recipes",
    "rulesets",
    "rulesets_and_clauses",
    "scenarios",
    "tasks",
    "words",
]

BOOKS = Path(books.__file__).resolve().parent
SEARCHES = ("search:50", "search:200", "search:800")
PEOPLE = ("battle", "play")  # commands in which a person can play


def rulesets(ctx: typer.Context, incomplete: str) -> list[str]:
    """Names of rulesets."""
    return _fitting(books.names(), incomplete)


def scenarios(ctx: typer.Context, incomplete: str) -> list[str]:
    """Scenarios of the ruleset that was named, and all others with their ruleset before them."""
    slug = ruleset_of(ctx)
    bare = _stems(f"scenarios/{slug}", ".yaml")
    whole = [f"{one}/{name}" for one in books.names() for name in _stems(f"scenarios/{one}", ".yaml")]
    return _fitting([*bare, *whole], incomplete)


def players(ctx: typer.Context, incomplete: str) -> list[str]:
    """Behaviours, searches, the trained networks of the ruleset, and a person where one can play."""
    people = ["human"] if ctx.command.name in PEOPLE else []
    return _fitting(
        [*people, "random", *_stems("behaviours", ".yaml"), *SEARCHES, *trained(ruleset_of(ctx))], incomplete
    )


def networks(ctx: typer.Context, incomplete: str) -> list[str]:
    """All trained networks that come with tactica."""
    return _fitting(trained(""), incomplete)


def recipes(ctx: typer.Context, incomplete: str) -> list[str]:
    """Recipes of training."""
    return _fitting(_stems("training", ".yaml"), incomplete)


def tasks(ctx: typer.Context, incomplete: str) -> list[str]:
    """Tasks of the benchmark."""
    import yaml

    try:
        found = yaml.safe_load((configs.FOLDER / "benchmark" / "v1.yaml").read_text(encoding="utf-8"))
        names = [f"{slug}/{kind}" for slug in found["rulesets"] for kind in found["kinds"]]
    except (OSError, ValueError, KeyError, TypeError, yaml.YAMLError):
        return []
    return _fitting([*names, "books"], incomplete)


def words(*choices: str) -> Callable[[typer.Context, str], list[str]]:
    """What completes an option that takes one of some words."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        return _fitting(list(choices), incomplete)

    return complete


def names_in(folder: str) -> Callable[[typer.Context, str], list[str]]:
    """What completes the name of a YAML file in a folder of ``configs``."""

    def complete(ctx: typer.Context, incomplete: str) -> list[str]:
        return _fitting(_stems(folder, ".yaml"), incomplete)

    return complete


def rulesets_and_clauses(ctx: typer.Context, incomplete: str) -> list[str]:
    """Names of rulesets, and clauses: of the usual ruleset, or of the one whose name is typed before them."""
    slug, dot, _ = incomplete.partition(".")
    before = f"{slug}." if dot and slug in books.names() else ""
    book = rulebook(slug if before else books.DEFAULT)
    return _fitting([*books.names(), *(f"{before}{one['id']}" for one in book.get("clauses", ()))], incomplete)


def addresses(ctx: typer.Context, incomplete: str) -> list[str]:
    """Knobs of the ruleset that was named, without their numbers."""
    return [one.partition("=")[0] for one in knobs(ctx, incomplete)]


def clauses(ctx: typer.Context, incomplete: str) -> list[str]:
    """Clauses of the ruleset that was named."""
    return _fitting([str(one["id"]) for one in rulebook(ruleset_of(ctx)).get("clauses", ())], incomplete)


def knobs(ctx: typer.Context, incomplete: str) -> list[str]:
    """Knobs of the ruleset that was named, with the number of the book; cells of tables once ``tables.`` is typed."""
    slug = ruleset_of(ctx)
    book = rulebook(slug)
    own, rest = f"{slug}.", incomplete.removeprefix(f"{slug}.")
    before = own if incomplete.startswith(own) else ""
    found = {}
    for clause in book.get("clauses", ()):
        for name, value in (clause.get("knobs") or {}).items():
            found[f"{clause['id']}.{name}"] = value.get("default") if isinstance(value, dict) else value
    if rest.startswith("tables."):
        found |= _cells(book.get("tables") or {})
    return _fitting([f"{before}{name}={value}" for name, value in found.items() if value is not None], incomplete)


def ruleset_of(ctx: typer.Context) -> str:
    """The ruleset that the command line names so far: by an option, before a scenario; else the usual one."""
    named = ctx.params.get("ruleset")
    given = ctx.params.get("scenario")
    places = [*([given] if isinstance(given, str) else given or ()), *ctx.args]  # what is not parsed yet is in args
    words = [*([named] if isinstance(named, str) else named or ()), *(place.partition("/")[0] for place in places)]
    return next((word for word in words if word in books.names()), books.DEFAULT)


def trained(slug: str) -> list[str]:
    """The trained networks that come with tactica for a ruleset; for none all of them."""
    return [f"trained:{name}" for name in _stems("checkpoints", ".safetensors") if name.startswith(slug)]


def rulebook(slug: str) -> dict[str, Any]:
    """A rulebook as its file has it, unchecked; empty for one that lies elsewhere or cannot be read."""
    import yaml

    try:
        text = (BOOKS / slug / "rulebook.yaml").read_text(encoding="utf-8")
        found = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (OSError, ValueError, yaml.YAMLError):
        return {}
    return found if isinstance(found, dict) else {}


def _cells(tables: dict[str, Any]) -> dict[str, object]:
    """The numbers of tables by address: a row is called by its first column."""
    import re

    found = {}
    for name, table in tables.items():
        columns = table.get("columns") or ()
        for row, column in itertools.product(table.get("rows") or (), range(1, len(columns))):
            key = re.sub(r"[^a-z0-9]+", "_", str(row[0]).lower()).strip("_")
            if column < len(row) and isinstance(row[column], int):
                found[f"tables.{name}.{key}.{columns[column]}"] = row[column]
    return found


def _stems(folder: str, ending: str) -> list[str]:
    """Names of the files of a folder of ``configs``, without their ending."""
    return sorted(path.stem for path in (configs.FOLDER / folder).glob(f"*{ending}"))


def _fitting(names: list[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]

"""``tactica behaviours``: NPCs written in YAML, listed, shown and checked."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as RichTable

from ..common import EXIT_FAILED, EXIT_WRONG, UserError, console, say, warn, write_json
from . import completing
from .options import Json

if TYPE_CHECKING:
    from ...envs.engine.behaviours import Behaviour


def behaviours(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            help="Names or files to show. \\[default: list all]", autocompletion=completing.names_in("behaviours")
        ),
    ] = None,
    features: Annotated[
        bool, typer.Option("--features", help="List the intents, features and situations that behaviours can use.")
    ] = False,
    check: Annotated[
        bool,
        typer.Option("--check", help="Only report errors. Exit code 1 for errors, 2 for a missing file."),
    ] = False,
    ruleset: Annotated[
        str, typer.Option("--ruleset", "-r", help="With --features: also list the features that only this ruleset has.")
    ] = "wfrp1",
    json: Json = None,
) -> None:
    """List the built-in behaviours, show some, check your own, or list the features they can use.

    Example: [bold]tactica behaviours archer[/], [bold]tactica behaviours --features[/], [bold]tactica behaviours --check
    my_npc.yaml[/]
    """
    from ...envs.core.printable import why_no_file
    from ...envs.engine import behaviours as npcs
    from ...envs.engine.policies import ABOUT

    if features:
        _list_features(ruleset, json)
        return
    if check:
        unreadable = [file for file in files or [] if file.endswith((".yaml", ".yml")) and not Path(file).is_file()]
        for file in unreadable:
            warn(f"{file}: {why_no_file(Path(file))}")
        problems = [p for file in files or npcs.shipped() if file not in unreadable for p in npcs.check(file)]
        for problem in problems:
            say(str(problem))
        write_json({"problems": list(map(str, problems)), "missing": unreadable}, json)
        if unreadable or problems:
            raise typer.Exit(EXIT_WRONG if unreadable else EXIT_FAILED)
        say("no errors found")
        return
    if files:
        shown = [read(file) for file in files]
        for npc in shown:
            say(f"{npc.name}: {npc.about}", "bold")
            say(npc.file.read_text(encoding="utf-8") if npc.file else npc.to_yaml())
        write_json([{"name": npc.name, "about": npc.about, "yaml": npc.to_yaml()} for npc in shown], json)
        return
    table = RichTable(box=None, pad_edge=False)
    table.add_column("name", style="bold")
    table.add_column("what it does")
    about = {name: npcs.load(name).about for name in npcs.shipped()}
    for name, words in about.items():
        table.add_row(name, words)
    for name, words in ABOUT.items():
        table.add_row(name, f"{words} Built in, without scores to show.")
    console.print(table)
    say(
        "tactica behaviours NAME shows one; --features lists what they can weigh; tactica why SCENARIO -b NAME shows scores."
    )
    write_json([{"name": name, "about": words} for name, words in (about | ABOUT).items()], json)


def read(name: str) -> Behaviour:
    """A behaviour by name or from a file.

    Raises:
        UserError: the file cannot be read, or the name is that of a player without scores; UnknownBehaviour, BehaviourError:
            see ``engine.behaviours.load``.
    """
    from ...envs.engine.behaviours import load, shipped
    from ...envs.engine.policies import ABOUT

    if name in ABOUT:
        near = (*difflib.get_close_matches(name, shipped(), 1), "guardian")[0]
        raise UserError(f"{name} is a built-in player without scores, so it cannot explain itself. Try {near}")
    try:
        return load(name)
    except OSError as e:
        raise UserError(f"{name}: cannot be read: {e.strerror}") from None


def _list_features(slug: str, json: Path | None) -> None:
    from ...envs import rulesets
    from ...envs.core.behaviour.features import FEATURES, INTENTS, SITUATION
    from ...envs.engine.behaviours import features_of

    ruleset = rulesets.get(slug)
    table = RichTable(box=None, pad_edge=False)
    for column in ("", "name", "range", "meaning"):
        table.add_column(column, style="bold" if column == "name" else "")
    rows = [("intent", intent.name.lower(), "", meaning) for intent, meaning in INTENTS.items()]
    for kind, pieces in (
        ("feature", FEATURES),
        (f"feature of {slug}", features_of(ruleset)[len(FEATURES) :]),
        ("situation", SITUATION),
    ):
        rows += [(kind, piece.name, f"{piece.low} to {piece.high}", piece.meaning) for piece in pieces]
    for row in rows:
        table.add_row(*row)
    console.print(table)
    write_json([dict(zip(("kind", "name", "range", "meaning"), row, strict=True)) for row in rows], json)

"""``tactica replay``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..common import (
    EXIT_FAILED,
    UserError,
    check_picture,
    check_writable,
    console,
    ensure_compiled,
    say,
    say_coloured,
    say_saved,
    show_answer,
    warn,
    write_json,
)
from .options import Json
from .picturing import Arcs, check_arcs, save_image


def replay(
    file: Annotated[Path, typer.Argument(help="A .tactica-replay file.")],
    narrate: Annotated[bool, typer.Option("--narrate", help="Describe the battle, one sentence per event.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Play it again and compare every position and every line, byte for byte.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Try even if the rules have changed since.")] = False,
    image: Annotated[Path | None, typer.Option(help="Save a picture of the final position (.png).")] = None,
    arcs: Arcs = None,
    html: Annotated[
        Path | None, typer.Option(help="Save the whole battle as one HTML page with a board to step through.")
    ] = None,
    json: Json = None,
) -> None:
    """Show, narrate or verify a replay.

    Without options: a summary and the final position. --html writes a single file that works offline. Exit code
    1 when --verify finds a difference, 2 when the file is not a replay or the rules have changed since.

    Example: [bold]tactica replay runs/demo/battle.tactica-replay --verify[/]
    """
    from ...envs import replay as replays
    from ...envs.render import Scene, look_at, text

    check_picture(image)
    check_arcs(arcs, image)
    if html is not None:
        check_writable(html)
    loaded = replays.load(file)
    ensure_compiled(loaded.ruleset)
    about = replays.describe(loaded)
    if verify:
        verdict = replays.verify(loaded, force=force)
        write_json({**about, "verified": verdict.ok, "verdict": verdict.message}, json)
        if not verdict.ok:
            warn(f"{file}: {verdict.message}")
            raise typer.Exit(EXIT_FAILED)
        show_answer(f"{file}: {verdict.message}", "")
    else:
        write_json(about, json)
    if narrate:
        for line in replays.narrate(loaded, force=force):
            say(line, "" if line.startswith("   ") else "bold")
    if html is not None:
        from ..report import write_battle

        try:
            say_saved(write_battle(loaded, html, force=force))
        except OSError as error:
            raise UserError(f"{html}: cannot be written: {error.strerror}") from None
    if verify or narrate or html is not None:
        if image is None:
            return
    else:
        for key, value in about.items():
            say(f"{key:<10} {value}")
        say()
    scenes: list[Scene] = []  # the last two
    for number, _, game in replays.play(loaded, force=force):
        if number == 0:
            check_arcs(arcs, image, game)
        if image is not None:
            scenes = [*scenes[-1:], look_at(game)]
    if not verify and not narrate and html is None:
        say_coloured(text(game, colour=console.is_terminal, width=console.width, marks=True))
    if image is not None:
        save_image(game, image, scenes[0], arcs)

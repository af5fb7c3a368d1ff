"""``--image`` and ``--arcs``, the same for every command that draws a position."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..common import UserError, check_picture, say_saved

if TYPE_CHECKING:
    from ...envs.engine.game import Game
    from ...envs.render import Scene

__all__ = ["Arcs", "check_arcs", "save_image"]

Arcs = Annotated[
    list[str] | None,
    typer.Option(
        help="With --image: shade the front, flanks and rear of a unit; only tow can draw them. Repeat for more.",
    ),
]


def check_arcs(arcs: list[str] | None, path: Path | None, game: Game | None = None) -> None:
    """Refuse arcs that cannot be shown, before the work for them begins; of what there is to show as soon as there is a game.

    Raises:
        UserError: there is no picture to show them in, no such unit, or the ruleset knows no arcs.
    """
    from ...envs.render import add_arcs, look_at

    if arcs and path is None:
        raise UserError("--arcs needs --image FILE, the picture to draw the arcs in")
    try:
        if arcs and game is not None:
            add_arcs(game, look_at(game), arcs)
    except ValueError as e:
        raise UserError(f"--{e}") from None


def save_image(game: Game, path: Path, before: Scene | None = None, arcs: list[str] | None = None) -> None:
    """Draw a position into a file, and what the decision did that led to it, see :func:`tactica.envs.render.image`.

    Raises:
        UserError: it cannot be written.
    """
    from PIL import Image

    from ...envs.render import image
    from ...envs.replay.files import write_whole

    check_picture(path)
    try:
        data = io.BytesIO()
        kind = Image.registered_extensions()[path.suffix.lower()]
        Image.fromarray(image(game, before=before, arcs=arcs or ())).save(data, kind)
        write_whole(path, data.getvalue())
    except OSError as e:
        raise UserError(f"{path}: cannot be written: {e.strerror}") from None
    say_saved(path)

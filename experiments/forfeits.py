"""How commands end in which a player forfeited games."""

from __future__ import annotations

import typer

from .common import EXIT_FAILED, warn

__all__ = ["end_forfeited"]


def end_forfeited(games: int, why: str, gate: str = "", noun: str = "game") -> None:
    """End a measurement in which games were forfeited: the last line says why, and the exit code is 1.

    Args:
        games: how many were forfeited; 0 ends nothing.
        why: the first reason.
        gate: what did not pass because of it, in front.
        noun: what is counted.
    """
    if games:
        warn(f"{gate}{games:,} {noun}{' was' if games == 1 else 's were'} forfeited; first reason: {why or 'unknown'}")
        raise typer.Exit(EXIT_FAILED)

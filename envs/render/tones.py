"""What happened, as it is printed in a terminal: folded at its width, hits, wounds and the fallen in colours."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from .text import folded, paint
from .words import TONE_COLOURS, happenings, lost_words, tone_of_line

if TYPE_CHECKING:
    from ..engine.game import Game


def told(
    game: Game,
    viewer: int | None = None,
    known: Sequence[Collection[int]] | None = None,
    *,
    clauses: bool = True,
    colour: bool = True,
    width: int | None = None,
) -> list[str]:
    """What happened since the last decision, as lines for a terminal.

    Args:
        game: the game of the log.
        viewer, known: as of :func:`happenings`.
        clauses: put the clause behind each sentence.
        colour: with ANSI colours.
        width: columns there are, None for whole lines.
    """
    lines = []
    for one in happenings(game, viewer, known):
        code = TONE_COLOURS.get(tone_of_line(game.ruleset, one), "")
        lines += [paint(line, code, colour) for line in folded(str(one) if clauses else one.sentence, width)]
    return lines + lost_words(game)

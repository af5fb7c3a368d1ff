"""A position as text: board, roster, what happened last."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .scene import Figure, Scene, look_at
from .words import narrate

if TYPE_CHECKING:
    from ..engine.game import Game

ARROWS = "↑↗→↘↓↙←↖"
SIDE_COLOURS = ("1;91", "1;94", "1;92", "1;93")
COLOURS = {"blocked": "90", "water": "94", "difficult": "32", "cover": "36", "level": "33", "fire": "1;31", "dim": "90",
           "wall": "37", "obstacle": "32", "door": "33", "asked": "7", "bold": "1"}  # fmt: skip
EVENTS_SHOWN = 8
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def paint(what: str, code: str, colour: bool = True) -> str:
    """Text in a terminal colour."""
    return f"\x1b[{code}m{what}\x1b[0m" if colour and code and what.strip() else what


def bare(what: str) -> str:
    """Text without colours."""
    return _ESCAPES.sub("", what)


def _ground(scene: Scene, x: int, y: int, colour: bool) -> str:
    """Three characters for a cell nobody stands in."""
    marks = {name: int(layer[y, x]) for name, layer in scene.layers.items()}
    if marks["blocked"]:
        return paint("███", COLOURS["blocked"], colour)
    if marks.get("fire"):
        return paint(" ^ ", COLOURS["fire"], colour)
    if marks.get("water"):
        return paint(" ~ ", COLOURS["water"], colour)
    if marks.get("difficult"):
        return paint(" : ", COLOURS["difficult"], colour)
    if marks.get("cover"):
        return paint(" % ", COLOURS["cover"], colour)
    if marks.get("level"):
        return paint(f"{marks['level']:^3d}", COLOURS["level"], colour)
    return paint(" · ", COLOURS["dim"], colour)


def _figure(figures: list[Figure], colour: bool) -> str:
    """Three characters for those who stand in a cell: code and facing, ``+`` for a crowd."""
    standing = [figure for figure in figures if not figure.is_out]
    first = next((figure for figure in standing if figure.is_deciding), (standing or figures)[0])
    if not standing:
        return paint(f"x{first.code}".ljust(3)[:3].lower(), f"2;{SIDE_COLOURS[first.hue][2:]}", colour)
    end = "+" if len(standing) > 1 else " " if first.facing is None else ARROWS[first.facing]
    code = SIDE_COLOURS[first.hue] + (f";{COLOURS['asked']}" if first.is_deciding else "")
    return paint(f"{first.code:<2}{end}", code, colour)


def _between(kind: str, upright: bool, colour: bool) -> str:
    """What lies between two cells."""
    if kind == "obstacle":
        return paint("┊" if upright else "┄┄┄", COLOURS["obstacle"], colour)
    if "door" in kind:
        return paint("▯" if upright else "▭▭▭", COLOURS["door"], colour)
    return paint("┃" if upright else "━━━", COLOURS["wall"], colour)


def board_lines(scene: Scene, colour: bool = True) -> list[str]:
    """The board, north above."""
    at: dict[tuple[int, int], list[Figure]] = {}
    for figure in scene.figures:
        if figure.cell is not None:
            for dy in range(figure.span):
                for dx in range(figure.span):
                    at.setdefault((figure.cell[0] + dx, figure.cell[1] + dy), []).append(figure)
    lines = [paint("    " + " ".join(f"{x:^3d}" for x in range(scene.width)), COLOURS["dim"], colour)]
    for y in range(scene.height):
        line = paint(f"{y:3d} ", COLOURS["dim"], colour)
        for x in range(scene.width):
            line += _figure(at[x, y], colour) if (x, y) in at else _ground(scene, x, y, colour)
            kind = scene.borders.get((x, y, 2), "")
            line += _between(kind, True, colour) if kind else " "
        lines.append(line.rstrip())
        below = [scene.borders.get((x, y, 4), "") for x in range(scene.width)]
        if any(below):
            lines.append(
                ("    " + " ".join(_between(kind, False, colour) if kind else "   " for kind in below)).rstrip()
            )
    return lines


def bar(left: int, most: int, width: int = 10) -> str:
    """A bar of what is left."""
    filled = min(width, max(0 if left <= 0 else 1, round(width * left / most))) if most > 0 else 0
    return "█" * filled + "░" * (width - filled)


def roster_lines(scene: Scene, colour: bool = True) -> list[str]:
    """All units that are shown: code, name, wounds, condition."""
    wide = max((len(figure.name) for figure in scene.figures), default=0)
    lines = []
    for side, name in enumerate(scene.sides):
        lines.append(paint(name, SIDE_COLOURS[scene.hues[side]], colour))
        for figure in scene.figures:
            if figure.side != side:
                continue
            left = f"{bar(figure.wounds, figure.wounds_max)} {figure.wounds:2d}/{figure.wounds_max}"
            text_of = (
                f"  {figure.code:<2} {figure.name:<{wide}}  {left if figure.wounds_max else '':<16} {figure.condition}"
            )
            code = COLOURS["dim"] if figure.is_out else COLOURS["bold"] if figure.is_deciding else ""
            lines.append(paint(text_of.rstrip(), code, colour))
    return lines


def text(
    game: Game, *, viewer: int | None = None, colour: bool = True, events: int = EVENTS_SHOWN, roster: bool = True
) -> str:
    """A position as text for a terminal.

    Args:
        game: the position.
        viewer: a side, to show only what it may know; None for everything.
        colour: with ANSI colours.
        events: at most so many of the last sentences.
        roster: with the units beside the board.

    Returns:
        lines joined by newlines. Units are a code and an arrow for their facing, the one that decides is inverted;
        ``x`` has fallen, ``+`` stands for several units in a cell.
    """
    scene = look_at(game, viewer)
    head = (
        f"{scene.title}, round {scene.round_no}: {scene.asked}" if scene.round_no else f"{scene.title}: {scene.asked}"
    )
    left, right = board_lines(scene, colour), roster_lines(scene, colour) if roster else []
    wide = max(len(bare(line)) for line in left) + 3
    lines = [paint(head, COLOURS["bold"], colour), ""]
    for i in range(max(len(left), len(right))):
        one = left[i] if i < len(left) else ""
        other = right[i] if i < len(right) else ""
        lines.append(f"{one}{' ' * (wide - len(bare(one)))}{other}".rstrip())
    said = narrate(game, viewer)[-events:] if events else []
    if said:
        lines += ["", *said]
    return "\n".join(lines)

"""A position as text: board, roster, what happened last."""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Collection
from typing import TYPE_CHECKING

from .objectives import limit_words, zone_lines
from .scene import Figure, Scene, look_at
from .words import narrate

if TYPE_CHECKING:
    from ..engine.game import Game

ARROWS = "↑↗→↘↓↙←↖"
SIDE_COLOURS = ("1;91", "1;94", "1;92", "1;93")
#: Layers of the ground, those drawn before others first: mark and meaning.
GROUND = {
    "blocked": ("███", "blocked"), "fire": ("^", "fire"), "water": ("~", "water"),
    "danger": ("!", "dangerous"), "difficult": (":", "difficult"),
    "cover": ("%", "cover"), "level": ("1", "height of the ground"),
}  # fmt: skip
COLOURS = {"blocked": "90", "water": "94", "difficult": "32", "cover": "36", "level": "33", "fire": "1;31", "dim": "90",
           "danger": "31",
           "wall": "37", "obstacle": "32", "door": "33", "asked": "7", "bold": "1", "well": "32", "hurt": "33",
           "dying": "1;31", "open": "1;92"}  # fmt: skip
BAR, SHORT_BAR = 10, 5
EVENTS_SHOWN = 8
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def paint(what: str, code: str, colour: bool = True) -> str:
    """Text in a terminal colour."""
    return f"\x1b[{code}m{what}\x1b[0m" if colour and code and what.strip() else what


def bare(what: str) -> str:
    """Text without colours."""
    return _ESCAPES.sub("", what)


def _drawn(scene: Scene, x: int, y: int) -> str:
    """The layer a cell nobody stands in is drawn by; empty for open ground."""
    return next((layer for layer in GROUND if layer in scene.layers and scene.layers[layer][y, x]), "")


def _ground(scene: Scene, x: int, y: int, colour: bool) -> str:
    """Three characters for a cell nobody stands in."""
    layer = _drawn(scene, x, y)
    if not layer:
        return paint(" · ", COLOURS["dim"], colour)
    mark = str(scene.layers[layer][y, x]) if layer == "level" else GROUND[layer][0]
    return paint(f"{mark:^3}", COLOURS[layer], colour)


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


def is_wide(scene: Scene, width: int | None) -> bool:
    """Whether the board has more columns than fit in a width with a gap between cells."""
    return width is not None and 3 + 4 * scene.width > width


def board_lines(
    scene: Scene, colour: bool = True, width: int | None = None, open_cells: Collection[tuple[int, int]] = ()
) -> list[str]:
    """The board, north above, with a mark on open cells. One too wide for ``width`` is drawn without gaps between its cells."""
    at: dict[tuple[int, int], list[Figure]] = {}
    for figure in scene.figures:
        for cell in figure.cells:
            at.setdefault(cell, []).append(figure)
    gap = "" if is_wide(scene, width) else " "
    lines = [paint(("    " + gap.join(f"{x:^3d}" for x in range(scene.width))).rstrip(), COLOURS["dim"], colour)]
    for y in range(scene.height):
        line = paint(f"{y:3d} ", COLOURS["dim"], colour)
        cells = [
            _figure(at[x, y], colour) if (x, y) in at
            else paint(" o ", COLOURS["open"], colour) if (x, y) in open_cells
            else _ground(scene, x, y, colour)
            for x in range(scene.width)
        ]  # fmt: skip
        edges = [scene.borders.get((x, y, 2), "") for x in range(scene.width)]
        if gap:
            line += "".join(cell + (_between(edge, True, colour) if edge else " ") for cell, edge in zip(cells, edges))
        else:
            line += "".join(_with_edges(cells, edges, [(x, y) in at for x in range(scene.width)], colour))
        lines.append(line.rstrip())
        below = [scene.borders.get((x, y, 4), "") for x in range(scene.width)]
        if any(below):
            lines.append(
                ("    " + gap.join(_between(kind, False, colour) if kind else "   " for kind in below)).rstrip()
            )
    return lines


def _with_edges(cells: list[str], edges: list[str], stood_in: list[bool], colour: bool) -> list[str]:
    """The cells of a row that has no gaps: what lies east of a cell takes a character of it, or of an empty neighbour."""
    cells = list(cells)
    for x, edge in enumerate(edges):
        if not edge:
            continue
        mark = _between(edge, True, colour)
        if stood_in[x] and x + 1 < len(cells) and not stood_in[x + 1]:
            cells[x + 1] = mark + _characters(cells[x + 1], 1, 3)
        else:
            cells[x] = _characters(cells[x], 0, 2) + mark
    return cells


def _characters(painted: str, start: int, end: int) -> str:
    """Some characters of a text with colours, in its first colour."""
    codes = _ESCAPES.findall(painted)
    part = bare(painted)[start:end]
    return f"{codes[0]}{part}\x1b[0m" if codes and part.strip() else part


def bar(left: int, most: int, width: int = 10) -> str:
    """A bar of what is left."""
    filled = min(width, max(0 if left <= 0 else 1, round(width * left / most))) if most > 0 else 0
    return "█" * filled + "░" * (width - filled)


def roster_lines(scene: Scene, colour: bool = True, bars: int = BAR) -> list[list[str]]:
    """All units that are shown, the lines of each side: its name, then code, name, wounds, condition.

    Args:
        scene: the position.
        colour: with colours.
        bars: length of the bars.
    """
    wide = max((len(figure.name) for figure in scene.figures), default=0)
    blocks = []
    for side, name in enumerate(scene.sides):
        lines = [paint(name, SIDE_COLOURS[scene.hues[side]], colour)]
        for figure in scene.figures:
            if figure.side != side:
                continue
            left, most = figure.wounds, figure.wounds_max
            head = f"  {figure.code:<2} {figure.name:<{wide}}  "
            life = f"{bar(left, most, bars)} {left:2d}/{most:<2}" if most else " " * (bars + 6)
            code = COLOURS["dim"] if figure.is_out else COLOURS["bold"] if figure.is_deciding else ""
            said = scene.state_of(figure) if figure.note else figure.condition
            behind = f" {said}".rstrip()
            if figure.is_out:
                lines.append(paint(f"{head}{life}{behind}".rstrip(), code, colour))
                continue
            life = life if behind else life.rstrip()
            lines.append(f"{paint(head, code, colour)}{paint(life, _health(left, most), colour)}{behind}")
        blocks.append(lines)
    return blocks


def _health(left: int, most: int) -> str:
    """The colour of a bar: green, yellow from half, red from a quarter down."""
    return COLOURS["well"] if 2 * left > most else COLOURS["hurt"] if 4 * left > most else COLOURS["dying"]


def legend(scene: Scene) -> str:
    """What the marks on a board mean, those that are there: entries two spaces apart."""
    drawn = {_drawn(scene, x, y) for y in range(scene.height) for x in range(scene.width)}
    found = [f"{mark} {meaning}" for layer, (mark, meaning) in GROUND.items() if layer in drawn]
    kinds = sorted({kind.removeprefix("locked ") if "door" in kind else kind for kind in scene.borders.values()})
    found += [f"{_between(kind, True, False)} {kind}" for kind in kinds]
    if any(figure.facing is not None for figure in scene.figures):
        found.append("→ facing")
    found += ["+ more than one", "x out"]  # not there yet, perhaps: the legend is shown once
    return "  ".join(found)


def beside(left: list[str], right: list[str], gap: int = 3) -> list[str]:
    """Two blocks of lines side by side."""
    wide = widest(left) + gap
    rows = itertools.zip_longest(left, right, fillvalue="")
    return [f"{one}{' ' * (wide - len(bare(one)))}{other}".rstrip() for one, other in rows]


def widest(lines: list[str]) -> int:
    """Columns that lines take."""
    return max((len(bare(line).rstrip()) for line in lines), default=0)


def folded(words: str, width: int | None, indent: str = "  ") -> list[str]:
    """A sentence as lines no wider than ``width``, broken between words; None leaves it whole."""
    if width is None or len(bare(words)) <= width or "\x1b" in words:
        return [words]
    return textwrap.wrap(
        words, width, initial_indent=words[: len(words) - len(words.lstrip())], subsequent_indent=indent,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _with_roster(scene: Scene, board: list[str], colour: bool, width: int | None) -> list[str]:
    """Board and roster: beside it where there is room, with short bars if need be, else below."""
    for bars in (BAR, SHORT_BAR):
        roster = list(itertools.chain.from_iterable(roster_lines(scene, colour, bars)))
        if width is None or widest(board) + 3 + widest(roster) <= width:
            return beside(board, roster)
    assert width is not None
    for bars in (BAR, SHORT_BAR):
        blocks = roster_lines(scene, colour, bars)
        half = (len(blocks) + 1) // 2
        columns = [list(itertools.chain.from_iterable(part)) for part in (blocks[:half], blocks[half:])]
        if widest(both := beside(columns[0], columns[1])) <= width:
            return [*board, "", *both]
    return [*board, "", *itertools.chain.from_iterable(folded(line, width, " " * 6) for line in roster)]


def text(
    game: Game,
    *,
    viewer: int | None = None,
    colour: bool = True,
    events: int = EVENTS_SHOWN,
    roster: bool = True,
    width: int | None = None,
    marks: bool = False,
    open_cells: Collection[tuple[int, int]] = (),
) -> str:
    """A position as text for a terminal.

    Args:
        game: the position.
        viewer: a side, to show only what it may know; None for everything.
        colour: with ANSI colours.
        events: at most so many of the last sentences.
        roster: with the units beside the board, or below it where ``width`` leaves no room beside.
        width: columns there are, None for as many as it takes. Boards of more than 25 columns need more than 80.
        marks: with a legend of the marks on the board.
        open_cells: cells (x, y) to mark with ``o``, those that may be chosen.

    Returns:
        lines joined by newlines. Units are a code and an arrow for their facing, the one that decides is inverted;
        ``x`` has fallen, ``+`` stands for several units in a cell.
    """
    scene = look_at(game, viewer)
    when = (f", round {scene.round_no}" if scene.round_no else "") + (f" ({scene.score})" if scene.score else "")
    head = f"{scene.title}{when}: {scene.asked}"
    lines = [paint(line, COLOURS["bold"], colour) for line in folded(head, width)] + [""]
    if limits := limit_words(game):
        goals = [f"Objectives: {'; '.join(limits)}", *zone_lines(game)]
        lines += [*itertools.chain.from_iterable(folded(line, width) for line in goals), ""]
    board = board_lines(scene, colour, width, open_cells)
    lines += _with_roster(scene, board, colour, width) if roster else board
    if marks:
        lines += ["", *folded(f"o may be chosen  {legend(scene)}" if open_cells else legend(scene), width, "")]
    said = narrate(game, viewer)[-events:] if events else []
    if said:
        lines += ["", *itertools.chain.from_iterable(folded(line, width) for line in said)]
    return "\n".join(lines)

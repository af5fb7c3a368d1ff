"""A position as a picture: board, units, and beside it the roster and what happened last.

Everything is drawn twice as large and scaled down, which smooths all edges. Only Pillow's own font is used, so that the
picture is the same on every machine.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .scene import Figure, Scene, look_at
from .words import narrate

if TYPE_CHECKING:
    from ..engine.game import Game

Colour = tuple[int, int, int]

SCALE = 2  # drawn so many times larger than shown
CELL = 44  # pixels
MARGIN = 26  # for the numbers of rows and columns
HEAD = 40
PANEL = 392
LEAST_HEIGHT = 420
LINE = 15

PAPER: Colour = (247, 243, 233)
GROUND: tuple[Colour, Colour] = ((232, 224, 202), (227, 218, 194))
INK: Colour = (44, 40, 36)
FAINT: Colour = (138, 130, 116)
GRID: Colour = (205, 195, 170)
STONE: Colour = (104, 99, 95)
WATER: Colour = (142, 186, 214)
EARTH: Colour = (178, 146, 96)
GREEN: Colour = (96, 132, 78)
WALL: Colour = (62, 55, 50)
DOOR: Colour = (150, 98, 48)
GOLD: Colour = (240, 180, 30)
SIDES: tuple[Colour, ...] = ((183, 48, 48), (44, 92, 168), (58, 128, 70), (190, 136, 28))
STATUS_COLOURS: dict[str, Colour] = {
    "prone": (120, 84, 52),
    "dazed": (150, 96, 178),
    "unconscious": (88, 88, 96),
    "bleeding": (196, 24, 40),
    "fleeing": (226, 138, 20),
    "off guard": (120, 120, 60),
    "hold ground": (70, 110, 120),
    "surprised": (214, 120, 160),
    "entangled": (96, 120, 60),
    "trapped": (80, 70, 60),
    "hidden": (90, 110, 150),
}
OTHER_STATUS: Colour = (90, 84, 110)


@functools.cache
def _font(size: int) -> Any:
    return ImageFont.load_default(size * SCALE)


def _mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: ``share`` of the other."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(one, other, strict=True))
    return r, g, b


class _Pen:
    """Draws in shown pixels on the enlarged picture."""

    def __init__(self, image: Image.Image) -> None:
        self.draw = ImageDraw.Draw(image)

    def box(
        self, x: float, y: float, w: float, h: float, fill: Colour | None, edge: Colour | None = None, r: float = 0
    ) -> None:
        at = [x * SCALE, y * SCALE, (x + w) * SCALE - 1, (y + h) * SCALE - 1]
        if r:
            self.draw.rounded_rectangle(at, r * SCALE, fill, edge, SCALE if edge else 0)
        else:
            self.draw.rectangle(at, fill, edge, SCALE if edge else 0)

    def disc(
        self, x: float, y: float, r: float, fill: Colour | None, edge: Colour | None = None, width: float = 1
    ) -> None:
        at = [(x - r) * SCALE, (y - r) * SCALE, (x + r) * SCALE, (y + r) * SCALE]
        self.draw.ellipse(at, fill, edge, round(width * SCALE))

    def arc(self, x: float, y: float, r: float, share: float, colour: Colour, width: float) -> None:
        at = [(x - r) * SCALE, (y - r) * SCALE, (x + r) * SCALE, (y + r) * SCALE]
        self.draw.arc(at, -90, -90 + 360 * share, colour, round(width * SCALE))

    def line(self, points: list[tuple[float, float]], colour: Colour, width: float) -> None:
        self.draw.line([(x * SCALE, y * SCALE) for x, y in points], colour, round(width * SCALE), joint="curve")

    def shape(self, points: list[tuple[float, float]], fill: Colour, edge: Colour | None = None) -> None:
        self.draw.polygon([(x * SCALE, y * SCALE) for x, y in points], fill, edge, SCALE if edge else 0)

    def write(self, x: float, y: float, text: str, size: int, colour: Colour = INK, anchor: str = "la") -> None:
        self.draw.text((x * SCALE, y * SCALE), text, colour, _font(size), anchor=anchor)

    def width(self, text: str, size: int) -> float:
        """Pixels a text takes."""
        return float(self.draw.textlength(text, _font(size))) / SCALE


def _fitted(pen: _Pen, text: str, size: int, width: float) -> str:
    """A text cut off where it gets too wide."""
    if pen.width(text, size) <= width:
        return text
    while text and pen.width(text + "...", size) > width:
        text = text[:-1]
    return text.rstrip() + "..."


def _wrapped(pen: _Pen, text: str, size: int, width: float) -> list[str]:
    """A text broken into lines."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and pen.width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


# --- the board -------------------------------------------------------------------------------------------------------


def _draw_cell(pen: _Pen, scene: Scene, x: int, y: int, left: float, up: float) -> None:
    """The ground of one cell."""
    has = {name: int(layer[y, x]) for name, layer in scene.layers.items()}
    ground = GROUND[(x + y) % 2]
    if has.get("indoor"):
        ground = _mix(ground, (196, 168, 132), 0.55)
    if has.get("level"):
        step = max(-3, min(3, has["level"]))
        ground = _mix(ground, (255, 252, 240) if step > 0 else (150, 138, 116), 0.22 * abs(step))
    if has.get("water"):
        ground = _mix(ground, WATER, 0.9)
    pen.box(left, up, CELL, CELL, ground)
    if has["blocked"]:
        pen.box(left + 1, up + 1, CELL - 2, CELL - 2, STONE, WALL, 4)
        pen.line(
            [(left + 6, up + CELL - 7), (left + 6, up + 6), (left + CELL - 7, up + 6)], _mix(STONE, PAPER, 0.35), 2
        )
        return
    if has.get("water"):
        for k in range(3):
            base = up + 11 + 11 * k
            wave = [(left + 6 + 4 * i, base + (2 if i % 2 else -2)) for i in range(9)]
            pen.line(wave, _mix(WATER, (60, 110, 150), 0.45), 1.5)
    if has.get("difficult") and not has.get("water"):
        for i, j in ((9, 14), (27, 10), (17, 26), (35, 24), (8, 36), (28, 38)):
            for lean in (-3, 0, 3):
                pen.line([(left + i, up + j), (left + i + lean, up + j - 6)], EARTH, 1.3)
    if has.get("cover"):
        colour = GREEN if has["cover"] == 1 else _mix(STONE, PAPER, 0.25)
        for i, j, r in ((10, 34, 5), (17, 37, 4.5), (34, 35, 5.5), (26, 38, 4), (36, 12, 4), (9, 11, 4)):
            pen.disc(left + i, up + j, r, _mix(colour, PAPER, 0.2), colour)
    if has.get("level"):
        pen.write(left + CELL - 4, up + 3, f"{has['level']:+d}", 9, FAINT, "ra")
    if has.get("fire"):
        for size, colour in ((15, (224, 92, 30)), (10, (244, 160, 40)), (5, (252, 224, 120))):
            cx, low = left + CELL / 2, up + CELL - 5
            flame = [(cx - size * 0.7, low), (cx - size, low - size), (cx - size * 0.3, low - size * 1.3),
                     (cx, low - size * 2.2), (cx + size * 0.4, low - size * 1.4), (cx + size, low - size),
                     (cx + size * 0.7, low)]  # fmt: skip
            pen.shape(flame, colour)


def _draw_edges(pen: _Pen, scene: Scene, left: float, up: float) -> None:
    """Steps between levels, then what lies between cells."""
    level = scene.layers.get("level")
    if level is not None:
        for y in range(scene.height):
            for x in range(scene.width):
                for nx, ny in ((x + 1, y), (x, y + 1)):
                    if nx < scene.width and ny < scene.height and level[y, x] != level[ny, nx]:
                        px, py = left + nx * CELL, up + ny * CELL
                        end = (px, py + CELL) if nx > x else (px + CELL, py)
                        pen.line([(px, py), end], _mix(EARTH, INK, 0.25), 2)
    for (x, y, direction), kind in scene.borders.items():
        px, py = left + x * CELL, up + y * CELL
        px += CELL if direction == 2 else 0
        py += CELL if direction == 4 else 0
        upright = direction in (2, 6)
        end = (px, py + CELL) if upright else (px + CELL, py)
        if kind == "obstacle":
            for k in range(6):
                along = 4 + k * (CELL - 8) / 5
                cx, cy = (px, py + along) if upright else (px + along, py)
                pen.disc(cx, cy, 4.2, GREEN, _mix(GREEN, INK, 0.4))
        elif "door" in kind:
            pen.line([(px, py), end], WALL, 4)
            third = CELL / 5
            one = (px, py + third) if upright else (px + third, py)
            two = (px, py + CELL - third) if upright else (px + CELL - third, py)
            pen.line([one, two], DOOR, 7)
            pen.disc((one[0] + two[0]) / 2, (one[1] + two[1]) / 2, 2.2, GOLD if "locked" in kind else WALL)
        else:
            pen.line([(px, py), end], WALL, 6)
            for cx, cy in ((px, py), end):
                pen.disc(cx, cy, 3, WALL)


def _wound_colour(share: float) -> Colour:
    """Green when fresh, amber, red when nearly gone."""
    green, amber, red = (74, 160, 74), (232, 170, 40), (206, 44, 36)
    return _mix(amber, green, (share - 0.5) * 2) if share > 0.5 else _mix(red, amber, share * 2)


def _draw_fallen(pen: _Pen, figure: Figure, x: float, y: float, r: float) -> None:
    """A cross where a unit has fallen."""
    colour = _mix(SIDES[figure.hue], PAPER, 0.35)
    d = r * 0.62
    for width, tone in ((6, PAPER), (3.5, colour)):
        pen.line([(x - d, y - d), (x + d, y + d)], tone, width)
        pen.line([(x - d, y + d), (x + d, y - d)], tone, width)
    pen.write(x, y + r * 0.86, figure.code, 9, _mix(colour, INK, 0.3), "mm")


def _draw_figure(pen: _Pen, figure: Figure, x: float, y: float, r: float) -> None:
    """A disc in the side's colour with a wedge for the facing, an arc of wounds, and marks for conditions."""
    names = [name for name, _ in figure.statuses]
    colour = SIDES[figure.hue]
    lying = "prone" in names or "unconscious" in names
    if lying:
        colour = _mix(colour, (150, 140, 126), 0.45)
    if figure.is_deciding:
        pen.disc(x, y, r + 4.5, _mix(GOLD, PAPER, 0.25), GOLD, 2.2)
    if figure.facing is not None:
        angle = math.radians(45 * figure.facing - 90)
        tip = (x + r * 1.5 * math.cos(angle), y + r * 1.5 * math.sin(angle))
        feet = [(x + r * math.cos(angle + a), y + r * math.sin(angle + a)) for a in (-0.72, 0.72)]
        pen.shape([tip, *feet], _mix(colour, INK, 0.5))
    pen.disc(x, y, r, colour, _mix(colour, INK, 0.55), 1.2)
    if lying:  # a bar across: it lies
        pen.line([(x - r * 0.8, y + r * 0.5), (x + r * 0.8, y + r * 0.5)], _mix(colour, INK, 0.5), 2.2)
    if figure.wounds_max > 0:
        share = max(0.0, min(1.0, figure.wounds / figure.wounds_max))
        pen.arc(x, y, r - 1.4, 1.0, _mix(colour, INK, 0.5), 3.2)
        if share > 0:
            pen.arc(x, y, r - 1.4, share, _wound_colour(share), 3.2)
    pen.write(x, y + 0.5, figure.code, max(9, round(r * 0.82)), (255, 255, 255), "mm")
    for k, (name, _) in enumerate(figure.statuses[:4]):
        angle = math.radians(35 + 38 * k)
        _draw_mark(pen, name, x + (r + 1.5) * math.cos(angle), y + (r + 1.5) * math.sin(angle), 5.6)


def _draw_mark(pen: _Pen, status: str, x: float, y: float, r: float) -> None:
    """A small round mark with the first letter of a condition."""
    pen.disc(x, y, r, STATUS_COLOURS.get(status, OTHER_STATUS), PAPER, 1)
    pen.write(x, y, status[:1].upper(), round(r * 1.5), PAPER, "mm")


def _draw_board(pen: _Pen, scene: Scene, left: float, up: float) -> None:
    """Ground, edges, the fallen, and those who stand on top."""
    for x in range(scene.width):
        pen.write(left + (x + 0.5) * CELL, up - 10, str(x), 10, FAINT, "mm")
    for y in range(scene.height):
        pen.write(left - 12, up + (y + 0.5) * CELL, str(y), 10, FAINT, "mm")
        for x in range(scene.width):
            _draw_cell(pen, scene, x, y, left + x * CELL, up + y * CELL)
    for x in range(1, scene.width):
        pen.line([(left + x * CELL, up), (left + x * CELL, up + scene.height * CELL)], GRID, 0.6)
    for y in range(1, scene.height):
        pen.line([(left, up + y * CELL), (left + scene.width * CELL, up + y * CELL)], GRID, 0.6)
    pen.box(left - 2, up - 2, scene.width * CELL + 4, scene.height * CELL + 4, None, WALL)
    _draw_edges(pen, scene, left, up)
    at: dict[tuple[int, int], list[Figure]] = {}
    for figure in scene.figures:
        if figure.cell is not None:
            at.setdefault(figure.cell, []).append(figure)
    for draw_fallen in (True, False):
        for (x, y), figures in at.items():
            shown = [figure for figure in figures if figure.is_out == draw_fallen]
            crowd = len(shown) > 1
            for k, figure in enumerate(shown):
                size = CELL * figure.span
                cx, cy, r = left + x * CELL + size / 2, up + y * CELL + size / 2, size * 0.35
                if crowd:
                    cx += (-0.22, 0.22)[k % 2] * size
                    cy += (-0.22, 0.22)[k // 2 % 2] * size if len(shown) > 2 else 0
                    r *= 0.55
                (_draw_fallen if draw_fallen else _draw_figure)(pen, figure, cx, cy, r)


# --- the panel -------------------------------------------------------------------------------------------------------


def _draw_roster(pen: _Pen, scene: Scene, left: float, up: float, width: float) -> float:
    """Units by side, with wounds and conditions. Returns where it ends."""
    y = up
    for side, name in enumerate(scene.sides):
        pen.write(left, y, name, 13, SIDES[scene.hues[side]])
        y += 20
        for figure in (figure for figure in scene.figures if figure.side == side):
            ink = FAINT if figure.is_out else INK
            if figure.is_deciding:
                pen.box(left - 5, y - 2, width + 6, 19, _mix(GOLD, PAPER, 0.72), None, 4)
            colour = _mix(SIDES[scene.hues[side]], PAPER, 0.6) if figure.is_out else SIDES[scene.hues[side]]
            pen.disc(left + 8, y + 7.5, 8, colour)
            pen.write(left + 8, y + 8, figure.code, 9, PAPER, "mm")
            pen.write(left + 22, y + 1, _fitted(pen, figure.name.replace("_", " "), 12, 108), 12, ink)
            if figure.wounds_max > 0:
                share = max(0.0, min(1.0, figure.wounds / figure.wounds_max))
                pen.box(left + 134, y + 4, 58, 8, _mix(PAPER, INK, 0.15), None, 3)
                if share > 0:
                    pen.box(left + 134, y + 4, max(4.0, 58 * share), 8, _wound_colour(share), None, 3)
                pen.write(left + 197, y + 1, f"{figure.wounds}/{figure.wounds_max}", 11, ink)
            pen.write(left + 232, y + 1, _fitted(pen, figure.condition, 11, width - 232), 11, ink)
            y += 20
        y += 6
    return y


def _draw_events(pen: _Pen, said: list[str], left: float, up: float, width: float, low: float) -> None:
    """The last sentences that fit, newest below."""
    room = int((low - up - 20) // LINE)
    lines: list[tuple[str, bool]] = []
    for one in reversed(said):
        parts = _wrapped(pen, one, 11, width)
        if len(lines) + len(parts) > room:
            break
        lines = [(part, i == 0) for i, part in enumerate(parts)] + lines
    if not lines:
        return
    pen.line([(left, up), (left + width, up)], GRID, 1)
    y = up + 8
    for part, is_first in lines:
        if is_first:
            pen.disc(left + 2, y + 6, 1.6, FAINT)
        pen.write(left + 9, y, part, 11, INK)
        y += LINE


LEGEND = {"blocked": "blocked", "water": "water", "difficult": "difficult ground", "cover": "cover", "level": "height"}


def _draw_legend(pen: _Pen, scene: Scene, left: float, low: float) -> None:
    """What the signs on the board stand for: only those that are there."""
    x = left
    for layer, words in LEGEND.items():
        ground = scene.layers.get(layer)
        if ground is None or not ground.any():
            continue
        if layer == "difficult" and "water" in scene.layers:
            ground = np.where(scene.layers["water"] != 0, 0, ground)
            if not ground.any():
                continue
        if layer == "blocked":
            pen.box(x, low - 12, 11, 11, STONE, WALL, 2)
        elif layer == "water":
            pen.box(x, low - 12, 11, 11, WATER)
        elif layer == "difficult":
            for lean in (-3, 0, 3):
                pen.line([(x + 5, low - 2), (x + 5 + lean, low - 11)], EARTH, 1.3)
        elif layer == "cover":
            pen.disc(x + 3, low - 5, 3, GREEN)
            pen.disc(x + 8, low - 6, 3.5, GREEN)
        else:
            pen.box(x, low - 12, 11, 11, GROUND[0], EARTH)
        pen.write(x + 15, low - 12, words, 10, FAINT)
        x += 26 + pen.width(words, 10)


def image(game: Game, viewer: int | None = None) -> np.ndarray:
    """A position as a picture.

    Args:
        game: the position.
        viewer: a side, to show only what it may know; None for everything.

    Returns:
        uint8 (height, width, 3). The size depends on the board and the number of units alone.
    """
    scene = look_at(game, viewer)
    roster = sum(26 for _ in scene.sides) + 20 * int(game.s["unit_count"])
    height = max(HEAD + MARGIN + scene.height * CELL + 14, LEAST_HEIGHT, HEAD + roster + 150)
    board_width = MARGIN + scene.width * CELL + 14
    width = board_width + PANEL
    canvas = Image.new("RGB", (width * SCALE, height * SCALE), PAPER)
    pen = _Pen(canvas)
    pen.box(0, 0, width, HEAD - 6, _mix(PAPER, INK, 0.9))
    pen.write(14, 17, _fitted(pen, scene.title, 15, board_width - 90), 15, PAPER, "lm")
    if scene.round_no:
        pen.write(board_width - 14, 17, f"round {scene.round_no}", 13, _mix(PAPER, GOLD, 0.5), "rm")
    left, wide = board_width + 6, PANEL - 24
    pen.write(left, 17, _fitted(pen, scene.asked, 13, wide), 13, _mix(PAPER, GOLD, 0.3), "lm")
    _draw_board(pen, scene, MARGIN, HEAD + MARGIN - 8)
    low = _draw_roster(pen, scene, left, HEAD + 8, wide)
    _draw_events(pen, narrate(game, viewer), left, low + 4, wide - 9, height - 30)
    _draw_legend(pen, scene, left, height - 12)
    small = canvas.reduce(SCALE)
    return np.asarray(small, np.uint8).copy()

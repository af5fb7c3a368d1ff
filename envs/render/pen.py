"""What pictures are drawn with: colours, a pen, and text that is made to fit."""

from __future__ import annotations

import functools
from typing import Any

from PIL import Image, ImageDraw, ImageFont

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
NIGHT: Colour = (18, 24, 58)
SKY: Colour = (70, 128, 184)
SADDLE: Colour = (132, 92, 44)
SHADOW: Colour = (150, 142, 124)
BLOOD: Colour = (190, 28, 32)
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
    "overwatch": (28, 112, 160),
    "suppressed": (58, 128, 70),
    "hunkered": (58, 128, 70),
    "pinned": (196, 24, 40),
}
TONES: dict[str, Colour] = {"hit": GOLD, "wound": BLOOD, "down": INK, "saved": (58, 128, 70)}
OTHER_STATUS: Colour = (90, 84, 110)


@functools.cache
def font(size: int) -> Any:
    """Pillow's own font in a size of shown pixels."""
    return ImageFont.load_default(size * SCALE)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two: ``share`` of the other."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(one, other, strict=True))
    return r, g, b


class Pen:
    """Draws in shown pixels on the enlarged picture."""

    def __init__(self, image: Image.Image) -> None:
        self.draw = ImageDraw.Draw(image)

    def box(
        self, x: float, y: float, w: float, h: float, fill: Colour | None, edge: Colour | None = None, r: float = 0
    ) -> None:
        """A box, its corners rounded by r."""
        at = [x * SCALE, y * SCALE, (x + w) * SCALE - 1, (y + h) * SCALE - 1]
        if r:
            self.draw.rounded_rectangle(at, r * SCALE, fill, edge, SCALE if edge else 0)
        else:
            self.draw.rectangle(at, fill, edge, SCALE if edge else 0)

    def disc(
        self, x: float, y: float, r: float, fill: Colour | None, edge: Colour | None = None, width: float = 1
    ) -> None:
        """A disc or a ring."""
        at = [(x - r) * SCALE, (y - r) * SCALE, (x + r) * SCALE, (y + r) * SCALE]
        self.draw.ellipse(at, fill, edge, round(width * SCALE))

    def oval(self, x: float, y: float, rx: float, ry: float, fill: Colour) -> None:
        """An oval."""
        self.draw.ellipse([(x - rx) * SCALE, (y - ry) * SCALE, (x + rx) * SCALE, (y + ry) * SCALE], fill)

    def arc(self, x: float, y: float, r: float, share: float, colour: Colour, width: float) -> None:
        """A share of a ring, clockwise from the top."""
        at = [(x - r) * SCALE, (y - r) * SCALE, (x + r) * SCALE, (y + r) * SCALE]
        self.draw.arc(at, -90, -90 + 360 * share, colour, round(width * SCALE))

    def line(self, points: list[tuple[float, float]], colour: Colour, width: float) -> None:
        """A line through points."""
        self.draw.line([(x * SCALE, y * SCALE) for x, y in points], colour, round(width * SCALE), joint="curve")

    def shape(self, points: list[tuple[float, float]], fill: Colour, edge: Colour | None = None) -> None:
        """A filled shape."""
        self.draw.polygon([(x * SCALE, y * SCALE) for x, y in points], fill, edge, SCALE if edge else 0)

    def write(self, x: float, y: float, text: str, size: int, colour: Colour = INK, anchor: str = "la") -> None:
        """A text; the anchor is Pillow's."""
        self.draw.text((x * SCALE, y * SCALE), text, colour, font(size), anchor=anchor)

    def width(self, text: str, size: int) -> float:
        """Pixels a text takes."""
        return float(self.draw.textlength(text, font(size))) / SCALE


def fitted(pen: Pen, text: str, size: int, width: float) -> str:
    """A text cut off where it gets too wide."""
    if pen.width(text, size) <= width:
        return text
    while text and pen.width(text + "...", size) > width:
        text = text[:-1]
    return text.rstrip() + "..."


def wrapped(pen: Pen, text: str, size: int, width: float) -> list[str]:
    """A text broken into lines."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and pen.width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines

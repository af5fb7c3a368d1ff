"""Bodies of many models in a picture: a base for every model, a strong edge in front, a plate with what is left of them."""

from __future__ import annotations

from .pen import CELL, GOLD, INK, OTHER_STATUS, PAPER, SIDES, STATUS_COLOURS, Colour, Pen, mix
from .scene import Figure

GAP = 2.5  # pixels between bases
PLATE = 26  # height of the plate
AHEAD = {0: (0, -1), 2: (1, 0), 4: (0, 1), 6: (-1, 0)}
FULL, HALF, LOW = (74, 160, 74), (232, 170, 40), (206, 44, 36)


def wound_colour(share: float) -> Colour:
    """Green when fresh, amber, red when nearly gone."""
    return mix(HALF, FULL, (share - 0.5) * 2) if share > 0.5 else mix(LOW, HALF, share * 2)


def draw_mark(pen: Pen, status: str, x: float, y: float, r: float) -> None:
    """A small round mark with the first letter of a condition."""
    pen.disc(x, y, r, STATUS_COLOURS.get(status, OTHER_STATUS), PAPER, 1)
    pen.write(x, y, status[:1].upper(), round(r * 1.5), PAPER, "mm")


def draw_block(pen: Pen, figure: Figure, left: float, up: float) -> None:
    """A body of many models; left and up are those of the board."""
    if figure.cell is None:
        return
    colour = SIDES[figure.hue]
    if any(name == "fleeing" for name, _ in figure.statuses):
        colour = mix(colour, PAPER, 0.5)
    x, y = left + figure.cell[0] * CELL, up + figure.cell[1] * CELL
    wide, high = figure.width * CELL, figure.height * CELL
    if figure.is_deciding:
        pen.box(x - 5, y - 5, wide + 10, high + 10, mix(GOLD, PAPER, 0.25), GOLD, 10)
    for place in figure.bases:
        bx, by = left + place.x * CELL + GAP, up + place.y * CELL + GAP
        bw, bh = place.width * CELL - 2 * GAP, place.height * CELL - 2 * GAP
        pen.box(bx, by, bw, bh, mix(colour, PAPER, 0.22), mix(colour, INK, 0.5), 5)
        if place.sign:
            pen.box(bx + 2, by + 2, bw - 4, bh - 4, mix(colour, INK, 0.35), GOLD, 5)
            pen.disc(bx + bw / 2, by + bh / 2, 9.5, GOLD, INK)
            pen.write(bx + bw / 2, by + bh / 2, place.sign, 12, INK, "mm")
    _draw_front(pen, figure, x, y, wide, high, mix(colour, INK, 0.55))
    ahead = AHEAD[_facing(figure)]
    deep = high if ahead[1] else wide
    back = (
        0.0 if deep > 2 * CELL else deep / 2 - PLATE / 2 if deep > CELL else deep / 2 + PLATE / 2
    )  # off the front rank
    _draw_plate(pen, figure, x + wide / 2 - ahead[0] * back, y + high / 2 - ahead[1] * back, colour)


def _facing(figure: Figure) -> int:
    """North, east, south or west: 0, 2, 4 or 6."""
    return (figure.facing or 0) // 2 * 2


def _draw_front(pen: Pen, figure: Figure, x: float, y: float, wide: float, high: float, colour: Colour) -> None:
    """A bar along the front, and a wedge that points forwards."""
    facing = _facing(figure)
    across = wide if facing in (0, 4) else high
    half, deep = min(15.0, across / 3), 11
    middle = {0: (x + wide / 2, y), 2: (x + wide, y + high / 2), 4: (x + wide / 2, y + high), 6: (x, y + high / 2)}
    fx, fy = middle[facing]
    ahead = AHEAD[facing]
    beside = (-ahead[1], ahead[0])
    ends = [(fx + beside[0] * k * (across / 2 - 2), fy + beside[1] * k * (across / 2 - 2)) for k in (-1, 1)]
    pen.line(ends, colour, 5)
    feet = [(fx + beside[0] * half * k, fy + beside[1] * half * k) for k in (-1, 1)]
    pen.shape([(fx + ahead[0] * deep, fy + ahead[1] * deep), *feet], colour)


def _draw_plate(pen: Pen, figure: Figure, x: float, y: float, colour: Colour) -> None:
    """The code of a body, how many are left of those it had, its banner and its conditions."""
    number = f" {figure.wounds}" if figure.wounds_max > 0 else ""
    text = figure.code + number
    wide = max(pen.width(text, 18) + 14, 36)
    if figure.has_banner:
        pole = x + wide / 2 + 3
        pen.line([(pole, y + PLATE / 2), (pole, y - PLATE)], INK, 2)
        pen.shape([(pole, y - PLATE), (pole + 15, y - PLATE + 5), (pole, y - PLATE + 11)], GOLD, INK)
    pen.box(x - wide / 2, y - PLATE / 2, wide, PLATE, PAPER, mix(colour, INK, 0.4), 6)
    pen.write(x, y - 2, text, 18, mix(SIDES[figure.hue], INK, 0.35), "mm")
    if figure.wounds_max > 0:
        share = max(0.0, min(1.0, figure.wounds / figure.wounds_max))
        pen.box(x - wide / 2 + 4, y + 8, wide - 8, 3, mix(PAPER, INK, 0.2))
        pen.box(x - wide / 2 + 4, y + 8, max(2.0, (wide - 8) * share), 3, wound_colour(share))
    marks = figure.statuses[:4]
    for k, (name, _) in enumerate(marks):
        draw_mark(pen, name, x + (k - (len(marks) - 1) / 2) * 14, y + PLATE / 2 + 6, 6.5)


def draw_ring(pen: Pen, x: float, y: float, diameter: int, left: float, up: float) -> None:
    """Where a template lies: a ring round its middle."""
    cx, cy = left + x * CELL, up + y * CELL
    for colour, width in ((PAPER, 6), ((206, 44, 36), 3)):
        pen.disc(cx, cy, diameter * CELL / 2, None, colour, width)
        pen.line([(cx - 7, cy), (cx + 7, cy)], colour, width)
        pen.line([(cx, cy - 7), (cx, cy + 7)], colour, width)

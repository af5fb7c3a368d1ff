"""A position as a picture: board, units, and beside it the roster and what happened last.

Everything is drawn twice as large and scaled down, which smooths all edges. Only Pillow's own font is used, so that the
picture is the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from .arcs import add_arcs, draw_arc_words
from .blocks import draw_block, draw_mark, draw_ring, wound_colour
from .ground import draw_cell, draw_edges
from .lines import lines_of, middle
from .pen import (
    BLOOD,
    CELL,
    EARTH,
    FAINT,
    GOLD,
    GREEN,
    GRID,
    GROUND,
    HEAD,
    INK,
    LEAST_HEIGHT,
    LINE,
    MARGIN,
    NIGHT,
    PANEL,
    PAPER,
    SADDLE,
    SCALE,
    SHADOW,
    SIDES,
    SKY,
    STONE,
    TONES,
    WALL,
    WATER,
    Colour,
    Pen,
    fitted,
    mix,
    wrapped,
)
from .scene import BoardLine, Figure, Scene, look_at
from .signs import Link
from .words import happenings, is_routine, lost_words, tone_of_line

if TYPE_CHECKING:
    from ..engine.game import Game

# --- the board -------------------------------------------------------------------------------------------------------


def _draw_fallen(pen: Pen, figure: Figure, x: float, y: float, r: float) -> None:
    """A cross where a unit has fallen."""
    colour = mix(SIDES[figure.hue], PAPER, 0.35)
    d = r * 0.62
    for width, tone in ((6, PAPER), (3.5, colour)):
        pen.line([(x - d, y - d), (x + d, y + d)], tone, width)
        pen.line([(x - d, y + d), (x + d, y - d)], tone, width)
    pen.write(x, y + r * 0.86, figure.code, 9, mix(colour, INK, 0.3), "mm")


def _draw_figure(pen: Pen, figure: Figure, x: float, y: float, r: float) -> None:
    """A disc in the side's colour: a wedge for the facing, an arc of wounds, marks for conditions, a ring for who rides,
    a shadow and a label for who is in the air.
    """
    names = [name for name, _ in figure.statuses]
    colour = SIDES[figure.hue]
    lying = "prone" in names or "unconscious" in names
    if lying:
        colour = mix(colour, (150, 140, 126), 0.45)
    if figure.is_deciding:
        pen.disc(x, y, r + 4.5, mix(GOLD, PAPER, 0.25), GOLD, 2.2)
    if figure.facing is not None:
        angle = math.radians(45 * figure.facing - 90)
        tip = (x + r * 1.5 * math.cos(angle), y + r * 1.5 * math.sin(angle))
        feet = [(x + r * math.cos(angle + a), y + r * math.sin(angle + a)) for a in (-0.72, 0.72)]
        pen.shape([tip, *feet], mix(colour, INK, 0.5))
    if figure.lift:
        pen.oval(x + r * 0.3, y + r + 4, r * 0.85, 4, SHADOW)
    if figure.mount >= 0:
        for k in range(12):
            start = k * math.pi / 6
            steps = [start + 0.1 * i for i in range(4)]
            pen.line([(x + (r + 3) * math.cos(a), y + (r + 3) * math.sin(a)) for a in steps], SADDLE, 3)
    pen.disc(x, y, r, colour, mix(colour, INK, 0.55), 1.2)
    if lying:  # a bar across: it lies
        pen.line([(x - r * 0.8, y + r * 0.5), (x + r * 0.8, y + r * 0.5)], mix(colour, INK, 0.5), 2.2)
    if figure.wounds_max > 0:
        share = max(0.0, min(1.0, figure.wounds / figure.wounds_max))
        wide = min(3.2, r * 0.3)
        pen.arc(x, y, r - 1.4, 1.0, mix(colour, INK, 0.5), wide)
        if share > 0:
            pen.arc(x, y, r - 1.4, share, wound_colour(share), wide)
    pen.write(x, y + 0.5, figure.code, max(9 if r > 8 else 6, round(r * 0.82)), (255, 255, 255), "mm")
    for k, (name, _) in enumerate(figure.statuses[:4]):
        angle = math.radians(35 + 38 * k)
        draw_mark(pen, name, x + (r + 1.5) * math.cos(angle), y + (r + 1.5) * math.sin(angle), 5.6)
    if figure.lift:
        wide = pen.width(figure.lift, 9) + 8
        pen.box(x - wide / 2, y - r - 10, wide, 12, SKY, PAPER, 5)
        pen.write(x, y - r - 4, figure.lift, 9, PAPER, "mm")


def _draw_oblong(pen: Pen, figure: Figure, left: float, up: float) -> None:
    """The ground an oblong body covers, under its disc."""
    edge = CELL * 0.15
    width, height = figure.width * CELL - 2 * edge, figure.height * CELL - 2 * edge
    pen.box(left + edge, up + edge, width, height, mix(SIDES[figure.hue], PAPER, 0.35), INK, CELL * 0.35)


def _draw_board(pen: Pen, scene: Scene, lines: Sequence[BoardLine], left: float, up: float) -> None:
    """Ground, edges, what lies about, the fallen, those who stand on top, and what was done last."""
    for x in range(scene.width):
        pen.write(left + (x + 0.5) * CELL, up - 10, str(x), 10, FAINT, "mm")
    for y in range(scene.height):
        pen.write(left - 12, up + (y + 0.5) * CELL, str(y), 10, FAINT, "mm")
        for x in range(scene.width):
            draw_cell(pen, scene, x, y, left + x * CELL, up + y * CELL)
    for zone in scene.zones:
        colour = SIDES[zone.hue] if zone.hue >= 0 else GOLD
        for x, y in zone.cells:
            pen.box(left + x * CELL + 2, up + y * CELL + 2, CELL - 4, CELL - 4, None, mix(colour, PAPER, 0.4))
    for x in range(1, scene.width):
        pen.line([(left + x * CELL, up), (left + x * CELL, up + scene.height * CELL)], GRID, 0.6)
    for y in range(1, scene.height):
        pen.line([(left, up + y * CELL), (left + scene.width * CELL, up + y * CELL)], GRID, 0.6)
    pen.box(left - 2, up - 2, scene.width * CELL + 4, scene.height * CELL + 4, None, WALL)
    draw_edges(pen, scene, left, up)
    for mark in scene.marks:
        mx, my = left + mark.cell[0] * CELL + 9, up + mark.cell[1] * CELL + 9
        pen.box(mx - 7, my - 7, 14, 14, GOLD, WALL, 3)
        pen.write(mx, my, mark.sign, 10, INK, "mm")
    for line in lines:
        if line.kind == "move":
            _draw_line(pen, line, left, up)
    at: dict[tuple[int, int], list[Figure]] = {}
    for figure in scene.figures:
        if figure.cell is not None:
            at.setdefault(figure.cell, []).append(figure)
    for draw_fallen in (True, False):
        for (x, y), figures in at.items():
            shown = sorted((f for f in figures if f.is_out == draw_fallen), key=lambda f: f.group)
            places, part = _places_in_a_crowd(len(shown))
            _draw_groups(pen, shown, places, left + (x + 0.5) * CELL, up + (y + 0.5) * CELL)
            for k, figure in enumerate(shown):
                if figure.bases:
                    draw_block(pen, figure, left, up)
                    continue
                size = CELL * min(figure.width, figure.height)
                cx, cy = left + (x + figure.width / 2) * CELL, up + (y + figure.height / 2) * CELL
                r = size * 0.35
                if figure.width != figure.height and not draw_fallen:
                    _draw_oblong(pen, figure, left + x * CELL, up + y * CELL)
                cx, cy, r = cx + places[k][0] * size, cy + places[k][1] * size, r * part
                (_draw_fallen if draw_fallen else _draw_figure)(pen, figure, cx, cy, r)
    for link in scene.links:
        _draw_link(pen, scene, link, left, up)
    for arc in scene.arcs:
        draw_arc_words(pen, scene, arc, left, up)
    for ring in scene.rings:
        draw_ring(pen, *ring.middle, ring.diameter, left, up)
    for line in lines:
        if line.kind != "move":
            _draw_line(pen, line, left, up)


def _places_in_a_crowd(count: int) -> tuple[list[tuple[float, float]], float]:
    """Where the middles of so many figures lie in one cell, from its middle and in parts of it; and how large they are there."""
    if count < 2:
        return [(0.0, 0.0)] * count, 1.0
    across = math.ceil(math.sqrt(count))
    down, step = math.ceil(count / across), 0.88 / across
    return [
        ((k % across - (across - 1) / 2) * step, (k // across - (down - 1) / 2) * step) for k in range(count)
    ], 1.1 / across


def _draw_groups(
    pen: Pen, figures: Sequence[Figure], places: Sequence[tuple[float, float]], middle_x: float, middle_y: float
) -> None:
    """A band under the figures of one cell that belong together."""
    for (one, at), (other, to) in pairwise(zip(figures, places, strict=True)):
        if one.group == other.group >= 0:
            ends = [(middle_x + x * CELL, middle_y + y * CELL) for x, y in (at, to)]
            pen.line(ends, INK, 9)
            pen.line(ends, GOLD, 7)


def _draw_way(pen: Pen, points: Sequence[tuple[float, float]], colour: Colour) -> None:
    """Dots along the way of a unit, a large one where it began; the last part is left to the unit itself."""
    left_out = CELL * 0.4
    total = sum(math.dist(one, two) for one, two in pairwise(points))
    passed, at = 0.0, 0
    for (ax, ay), (bx, by) in pairwise(points):
        long = math.dist((ax, ay), (bx, by))
        while 8 * at <= min(passed + long, total - left_out):
            share = (8 * at - passed) / long
            pen.disc(ax + (bx - ax) * share, ay + (by - ay) * share, 4 if at == 0 else 2, colour, PAPER, 0.6)
            at += 1
        passed += long


def _draw_link(pen: Pen, scene: Scene, link: Link, left: float, up: float) -> None:
    """A band from the edge of one unit to the edge of another, with an arrow at the latter."""
    one, other = (next(figure for figure in scene.figures if figure.row == row) for row in (link.one, link.other))
    (ax, ay), (bx, by) = middle(one), middle(other)
    long = math.hypot(bx - ax, by - ay) or 1.0
    dx, dy = (bx - ax) / long, (by - ay) / long
    near, far = 0.2 * min(one.width, one.height), 0.32 * min(other.width, other.height)
    ax, ay = left + (ax + dx * near) * CELL, up + (ay + dy * near) * CELL
    bx, by = left + (bx - dx * far) * CELL, up + (by - dy * far) * CELL
    for width, colour in ((8, INK), (5, GOLD)):
        pen.line([(ax, ay), (bx, by)], colour, width)
    pen.disc(ax, ay, 4.5, GOLD, INK)
    pen.shape([(bx + 7 * dx, by + 7 * dy), (bx - 6 * dx - 7 * dy, by - 6 * dy + 7 * dx),
               (bx - 6 * dx + 7 * dy, by - 6 * dy - 7 * dx)], GOLD, INK)  # fmt: skip


def _draw_line(pen: Pen, line: BoardLine, left: float, up: float) -> None:
    """Draw an action: dots along a move, an arrow for a blow or shot that hit, dashes and a cross for one that missed."""
    points = [(left + x * CELL, up + y * CELL) for x, y in line.points]
    if line.kind == "move":
        _draw_way(pen, points, SIDES[line.hue])
        return
    (ax, ay), (bx, by) = points
    long = math.hypot(bx - ax, by - ay) or 1.0
    dx, dy = (bx - ax) / long, (by - ay) / long
    gap = min(CELL * 0.4, long / 3)
    ax, ay, bx, by = ax + dx * gap, ay + dy * gap, bx - dx * gap, by - dy * gap
    long = math.hypot(bx - ax, by - ay)
    if line.kind == "hit":
        for width, colour in ((5.5, PAPER), (3, BLOOD)):
            pen.line([(ax, ay), (bx, by)], colour, width)
        pen.shape([(bx + 5 * dx, by + 5 * dy), (bx - 7 * dx - 6 * dy, by - 7 * dy + 6 * dx),
                   (bx - 7 * dx + 6 * dy, by - 7 * dy - 6 * dx)], BLOOD, PAPER)  # fmt: skip
        return
    for k in range(0, max(int(long // 5), 1), 2):
        one, two = 5 * k, min(5 * k + 5, long)
        pen.line([(ax + dx * one, ay + dy * one), (ax + dx * two, ay + dy * two)], INK, 2)
    for width, colour in ((5, PAPER), (2.4, INK)):
        pen.line([(bx - 5, by - 5), (bx + 5, by + 5)], colour, width)
        pen.line([(bx - 5, by + 5), (bx + 5, by - 5)], colour, width)


# --- the panel -------------------------------------------------------------------------------------------------------


def _draw_roster(pen: Pen, scene: Scene, left: float, up: float, width: float) -> float:
    """Units by side, with wounds and conditions. Returns where it ends."""
    y = up
    for side, name in enumerate(scene.sides):
        pen.write(left, y, name, 13, SIDES[scene.hues[side]])
        y += 20
        for figure in (figure for figure in scene.figures if figure.side == side):
            ink = FAINT if figure.is_out else INK
            if figure.is_deciding:
                pen.box(left - 5, y - 2, width + 6, 19, mix(GOLD, PAPER, 0.72), None, 4)
            colour = mix(SIDES[scene.hues[side]], PAPER, 0.6) if figure.is_out else SIDES[scene.hues[side]]
            pen.disc(left + 8, y + 7.5, 8, colour)
            pen.write(left + 8, y + 8, figure.code, 9, PAPER, "mm")
            pen.write(left + 22, y + 1, fitted(pen, figure.name.replace("_", " "), 12, 108), 12, ink)
            if figure.wounds_max > 0:
                share = max(0.0, min(1.0, figure.wounds / figure.wounds_max))
                pen.box(left + 134, y + 4, 58, 8, mix(PAPER, INK, 0.15), None, 3)
                if share > 0:
                    pen.box(left + 134, y + 4, max(4.0, 58 * share), 8, wound_colour(share), None, 3)
                pen.write(left + 197, y + 1, f"{figure.wounds}/{figure.wounds_max}", 11, ink)
            pen.write(left + 232, y + 1, fitted(pen, scene.state_of(figure), 11, width - 232), 11, ink)
            y += 20
        y += 6
    return y


def _told(game: Game, viewer: int | None) -> list[tuple[str, str]]:
    """What happened since the last decision without routine, each sentence with its tone."""
    told = [
        (one.sentence, tone_of_line(game.ruleset, one))
        for one in happenings(game, viewer)
        if not is_routine(game.ruleset, one.event)
    ]
    return told + [(line, "") for line in lost_words(game)]


def _fitting(tones: Sequence[str], lengths: Sequence[int], room: int) -> list[int]:
    """Which sentences are shown where there is room for so many lines: those with a tone first, of these the newest."""
    shown = []
    for i in sorted(range(len(tones)), key=lambda i: (not tones[i], -i)):
        if lengths[i] > room:
            break
        shown.append(i)
        room -= lengths[i]
    return sorted(shown)


def _draw_events(pen: Pen, told: list[tuple[str, str]], left: float, up: float, width: float, low: float) -> None:
    """The last sentences that fit, newest below; where room is short, those with a tone go before the others."""
    parts = [wrapped(pen, sentence, 11, width) for sentence, _ in told]
    shown = _fitting([tone for _, tone in told], [len(lines) for lines in parts], int((low - up - 20) // LINE))
    if not shown:
        return
    pen.line([(left, up), (left + width, up)], GRID, 1)
    y = up + 8
    for i in shown:
        pen.disc(left + 2, y + 6, 2.6 if told[i][1] else 1.6, TONES.get(told[i][1], FAINT))
        for part in parts[i]:
            pen.write(left + 9, y, part, 11, INK)
            y += LINE


LEGEND = {
    "blocked": "blocked",
    "water": "water",
    "difficult": "difficult",
    "danger": "dangerous",
    "cover": "cover",
    "level": "height",
}


def _draw_legend(pen: Pen, scene: Scene, left: float, low: float) -> None:
    """What the signs on the board stand for: only those that are there."""
    x = left
    if scene.light is not None:
        pen.box(x, low - 12, 11, 11, mix(GROUND[0], NIGHT, 0.55))
        pen.write(x + 15, low - 12, "dark", 10, FAINT)
        x += 26 + pen.width("dark", 10)
    for words, colour in (
        ("mounted", SADDLE if any(figure.mount >= 0 for figure in scene.figures) else None),
        ("in the air", SKY if any(figure.lift for figure in scene.figures) else None),
    ):
        if colour is not None:
            pen.disc(x + 5, low - 6, 4.5, None if words == "mounted" else colour, colour, 2.5)
            pen.write(x + 15, low - 12, words, 10, FAINT)
            x += 26 + pen.width(words, 10)
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
        elif layer == "danger":
            pen.shape([(x + 6, low - 13), (x + 12, low - 2), (x, low - 2)], SADDLE)
        elif layer == "cover":
            pen.disc(x + 3, low - 5, 3.5, GREEN)
            pen.disc(x + 8, low - 6, 4, GREEN)
            pen.box(x, low - 4, 12, 3, mix(GREEN, INK, 0.35))
        else:
            pen.box(x, low - 12, 11, 11, GROUND[0], EARTH)
        pen.write(x + 15, low - 12, words, 10, FAINT)
        x += 26 + pen.width(words, 10)


def image(game: Game, viewer: int | None = None, before: Scene | None = None, arcs: Collection[str] = ()) -> np.ndarray:
    """A position as a picture, with the blows and shots since the last decision.

    Args:
        game: the position.
        viewer: a side, to show only what it may know; None for everything.
        before: what there was to see in front of the last decision, to show who has moved from where.
        arcs: names of units whose arcs are shown, in rulesets that know of arcs.

    Returns:
        uint8 (height, width, 3). The size depends on the board and the number of units alone.

    Raises:
        ValueError: see :func:`.arcs.add_arcs`.
    """
    scene = look_at(game, viewer)
    add_arcs(game, scene, arcs)
    roster = sum(26 for _ in scene.sides) + 20 * int(game.s["unit_count"])
    height = max(HEAD + MARGIN + scene.height * CELL + 14, LEAST_HEIGHT, HEAD + roster + 150)
    board_width = MARGIN + scene.width * CELL + 14
    width = board_width + PANEL
    canvas = Image.new("RGB", (width * SCALE, height * SCALE), PAPER)
    pen = Pen(canvas)
    pen.box(0, 0, width, HEAD - 6, mix(PAPER, INK, 0.9))
    pen.write(14, 17, fitted(pen, scene.title, 15, board_width - (240 if scene.score else 90)), 15, PAPER, "lm")
    if scene.round_no:
        pen.write(
            board_width - 14,
            17,
            f"round {scene.round_no}{scene.score and f': {scene.score}'}",
            13,
            mix(PAPER, GOLD, 0.5),
            "rm",
        )
    left, wide = board_width + 6, PANEL - 24
    pen.write(left, 17, fitted(pen, scene.asked, 13, wide), 13, mix(PAPER, GOLD, 0.3), "lm")
    _draw_board(pen, scene, lines_of(game, scene, viewer, before), MARGIN, HEAD + MARGIN - 8)
    low = _draw_roster(pen, scene, left, HEAD + 8, wide)
    _draw_events(pen, _told(game, viewer), left, low + 4, wide - 9, height - 30)
    _draw_legend(pen, scene, left, height - 12)
    small = canvas.reduce(SCALE)
    return np.asarray(small, np.uint8).copy()

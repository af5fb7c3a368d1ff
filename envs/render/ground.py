"""The ground of a picture: cells, steps between levels, and what lies between cells."""

from __future__ import annotations

from .arcs import tinted
from .pen import CELL, DOOR, EARTH, GOLD, GREEN, GROUND, INK, NIGHT, PAPER, STONE, WALL, WATER, Colour, Pen, mix
from .scene import Scene


def draw_cell(pen: Pen, scene: Scene, x: int, y: int, left: float, up: float) -> None:
    """The ground of one cell."""
    has = {name: int(layer[y, x]) for name, layer in scene.layers.items()}
    ground = GROUND[(x + y) % 2]
    if has.get("indoor"):
        ground = mix(ground, (196, 168, 132), 0.55)
    if has.get("level"):
        step = max(-3, min(3, has["level"]))
        ground = mix(ground, (255, 252, 240) if step > 0 else (150, 138, 116), 0.28 * abs(step))
    if has.get("water"):
        ground = mix(ground, WATER, 0.9)
    dark = scene.light is not None and not scene.light[y, x]
    if dark:
        ground = mix(ground, NIGHT, 0.55)
    ground = tinted(scene, x, y, ground)
    pen.box(left, up, CELL, CELL, ground)
    if has["blocked"] == 2:
        draw_palisade(pen, left, up)
        return
    if has["blocked"]:
        pen.box(left + 1, up + 1, CELL - 2, CELL - 2, STONE, WALL, 4)
        pen.line([(left + 6, up + CELL - 7), (left + 6, up + 6), (left + CELL - 7, up + 6)], mix(STONE, PAPER, 0.35), 2)
        return
    if has.get("water"):
        for k in range(3):
            base = up + 11 + 11 * k
            wave = [(left + 6 + 4 * i, base + (2 if i % 2 else -2)) for i in range(9)]
            pen.line(wave, mix(WATER, (60, 110, 150), 0.45), 1.5)
    if has.get("difficult") and not has.get("water"):
        for i, j in ((9, 14), (27, 10), (17, 26), (35, 24), (8, 36), (28, 38)):
            for lean in (-3, 0, 3):
                pen.line([(left + i, up + j), (left + i + lean, up + j - 6)], EARTH, 1.3)
    if has.get("danger"):
        draw_danger(pen, left, up)
    if has.get("cover"):
        draw_cover(pen, has["cover"], left, up, ground)
    if has.get("level"):
        pen.write(left + CELL - 4, up + 3, f"{has['level']:+d}", 12, PAPER if dark else mix(EARTH, INK, 0.55), "ra")
    if has.get("fire"):
        for size, colour in ((15, (224, 92, 30)), (10, (244, 160, 40)), (5, (252, 224, 120))):
            cx, low = left + CELL / 2, up + CELL - 5
            flame = [(cx - size * 0.7, low), (cx - size, low - size), (cx - size * 0.3, low - size * 1.3),
                     (cx, low - size * 2.2), (cx + size * 0.4, low - size * 1.4), (cx + size, low - size),
                     (cx + size * 0.7, low)]  # fmt: skip
            pen.shape(flame, colour)


def draw_cover(pen: Pen, kind: int, left: float, up: float, ground: Colour) -> None:
    """A hedge along the cell for soft cover (1), a low wall of stones for hard cover (2), trees (3)."""
    pen.box(left, up, CELL, CELL, mix(ground, STONE if kind == 2 else GREEN, 0.2))
    if kind == 3:
        draw_trees(pen, left, up)
        return
    if kind == 1:
        dark = mix(GREEN, INK, 0.35)
        for i, j, r in ((10, 32, 6.5), (34, 32, 6.5), (22, 29, 8.5)):
            pen.disc(left + i, up + j, r, GREEN, dark)
        pen.box(left + 4, up + 32, CELL - 8, 8, GREEN)
        pen.line([(left + 3, up + 40), (left + CELL - 3, up + 40)], dark, 2)
        return
    for row, widths in enumerate(((10, 14, 10), (16, 10, 8))):
        start = left + 4.0
        for width in widths:
            pen.box(start, up + 24 + 8 * row, width, 7, STONE, WALL, 1.5)
            start += width + 1


def draw_edges(pen: Pen, scene: Scene, left: float, up: float) -> None:
    """Steps between levels, then what lies between cells."""
    level = scene.layers.get("level")
    if level is not None:
        for y in range(scene.height):
            for x in range(scene.width):
                for nx, ny in ((x + 1, y), (x, y + 1)):
                    if nx < scene.width and ny < scene.height and level[y, x] != level[ny, nx]:
                        px, py = left + nx * CELL, up + ny * CELL
                        end = (px, py + CELL) if nx > x else (px + CELL, py)
                        pen.line([(px, py), end], mix(EARTH, INK, 0.25), 2)
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
                pen.disc(cx, cy, 4.2, GREEN, mix(GREEN, INK, 0.4))
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


def draw_trees(pen: Pen, left: float, up: float) -> None:
    """Woods in a cell."""
    trees = ((12, 17, 8.5), (32, 13, 7.5), (24, 32, 9.5), (8, 36, 6))
    for x, y, r in trees:
        pen.box(left + x - 1.5, up + y + r * 0.6, 3, r * 0.7, (110, 78, 48))
        pen.disc(left + x, up + y, r, (84, 124, 70), (50, 84, 44))


def draw_danger(pen: Pen, left: float, up: float) -> None:
    """Dangerous ground in a cell: a warning triangle."""
    x, y = left + CELL / 2, up + CELL / 2 + 2
    pen.shape([(x, y - 12), (x + 12, y + 9), (x - 12, y + 9)], (226, 138, 20), INK)
    pen.write(x, y + 2, "!", 14, INK, "mm")


def draw_palisade(pen: Pen, left: float, up: float) -> None:
    """A high wall of stakes in a cell."""
    for k in range(4):
        x, y = left + 1 + k * (CELL - 2) / 4, up + 5
        pen.shape(
            [(x, y + 6), (x + 5, y - 3), (x + 10, y + 6), (x + 10, up + CELL - 3), (x, up + CELL - 3)], DOOR, WALL
        )
    pen.line([(left + 1, up + 20), (left + CELL - 1, up + 20)], WALL, 3)

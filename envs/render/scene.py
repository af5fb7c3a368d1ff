"""What there is to draw in a position, found by the names of a ruleset's fields.

Read where a ruleset has them:

    unit     side, present, cell, facing; width and height, cells it covers (or span, along each edge); wounds and
             wounds_max (or health and health_max); dead, escaped;
             one field for every name of ``vocab.Status`` (PRONE is ``prone``, UNCONSCIOUS also ``unconscious_rounds``)
    map      blocked, difficult or rough, level, cover, water, indoor, border (numbered by ``vocab.Border``)
    doors    the fields of ``core/board/doors.py``; ``door_state`` is a number of ``vocab.Border``

A ruleset that keeps such things elsewhere, or shows more, has a module ``look.py`` with ``look(game, scene) -> Scene``:
who rides whom, who is in the air, where there is light, what lies about (``Figure.mount``, ``Figure.lift``,
``Scene.light``, ``Scene.marks``). It may use of the game what every side knows, and of units those in ``scene.figures``.
Where it matters from which side a unit is seen or struck, the module also has ``arcs(game, row) -> dict``: what each arc of a
unit is called -> bool (height, width), the cells that lie in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..core.printable import one_line
from ..core.state import NO_UNIT
from ..engine.pools import battle_of
from .letters import codes_of
from .signs import Link, Mark, Ring
from .zones import Zone, zones_of

if TYPE_CHECKING:
    from ..engine.game import Game
    from .arcs import Arc

SIDE_NAMES = ("red", "blue", "green", "gold")
WOUNDS = (("wounds", "wounds_max"), ("health", "health_max"))
LAYERS = {"blocked": ("blocked",), "difficult": ("difficult", "rough"), "level": ("level",), "cover": ("cover",),
          "water": ("water",), "indoor": ("indoor",)}  # fmt: skip
LONGEST_TITLE = 200
GONE = ("dead", "fallen", "escaped")


class Base(NamedTuple):
    """The cells that one model of a body covers, and a letter for one that is special."""

    x: int
    y: int
    width: int
    height: int
    sign: str = ""


@dataclass(frozen=True)
class Figure:
    """A unit as it is drawn.

    Attributes:
        row: roster row.
        name, code: its name, and one or two letters for it.
        side: its side.
        hue: its side's colour, see Scene.
        cell: (x, y), None off the board.
        width, height: cells it covers, from its own cell eastwards and southwards.
        facing: direction 0..7 clockwise from north, None when the ruleset has no facing.
        wounds, wounds_max: the wounds left and the wounds at full strength; wounds_max 0 when the ruleset counts no wounds.
        statuses: conditions, with the number that stands in their field.
        is_out: dead, fallen or gone.
        is_deciding: whether it has to decide now.
        mount: roster row of the unit it rides, -1 for none.
        lift: how high above the ground it is, in words, empty on the ground.
        bases: of a body of many models where each stands; ``cell`` is then the north-western corner of all of them.
        own_cell: the cell by which the rules name such a body.
        has_banner: it carries a banner.
        note: a further remark.
        group: figures of one cell with the same number belong together; -1 for a figure without a group.
    """

    row: int
    name: str
    code: str
    side: int
    hue: int
    cell: tuple[int, int] | None
    width: int
    height: int
    facing: int | None
    wounds: int
    wounds_max: int
    statuses: tuple[tuple[str, int], ...]
    is_out: bool
    is_deciding: bool
    mount: int = -1
    lift: str = ""
    bases: tuple[Base, ...] = ()
    own_cell: tuple[int, int] | None = None
    has_banner: bool = False
    note: str = ""
    group: int = -1

    @property
    def cells(self) -> list[tuple[int, int]]:
        """The cells (x, y) it covers; none off the board."""
        if self.cell is None:
            return []
        places = self.bases or (Base(*self.cell, self.width, self.height),)
        return [(one.x + dx, one.y + dy) for one in places for dy in range(one.height) for dx in range(one.width)]

    def in_bases(self, places: Iterable[tuple[int, int, int, int, str]]) -> Figure:
        """This unit as a body of many models, each with x, y, width, height and a letter if it is special."""
        bases = tuple(Base(*place) for place in places)
        left, up = min(base.x for base in bases), min(base.y for base in bases)
        width = max(base.x + base.width for base in bases) - left
        height = max(base.y + base.height for base in bases) - up
        return replace(self, own_cell=self.cell, cell=(left, up), width=width, height=height, bases=bases)

    @property
    def condition(self) -> str:
        """Its statuses in words: ``prone, bleeding 2``; of one that is out only why."""
        gone = [name for name, _ in self.statuses if name in GONE]
        if gone:
            return gone[0]
        return ", ".join(name if value in (0, 1) or value >= 99 else f"{name} {value}" for name, value in self.statuses)


@dataclass(frozen=True)
class BoardLine:
    """What the last decision did, as a line on the board.

    Attributes:
        kind: hit, miss or move.
        points: the middles it runs through, in cells: two of a blow or shot, all cells of a way that was walked.
        hue: colour of the side that acts.
    """

    kind: str
    points: tuple[tuple[float, float], ...]
    hue: int


@dataclass
class Scene:
    """A position as it is drawn.

    Attributes:
        width, height: cells.
        layers: name -> int16 (height, width): blocked (2 a palisade), difficult, level, cover (1 a hedge, 2 a low wall, 3
            trees), water, indoor, fire, danger.
        borders: (x, y, direction) -> kind: obstacle, wall, door, locked door; direction 2 (east) or 4 (south) of the
            cell, or any direction at the edge of the board.
        figures: the units that are shown, in roster order.
        sides: names of the sides.
        hues: which colour each side has, 0 red, 1 blue, 2 green, 3 gold: the one it is named after, else in order.
        title: the title of the battle.
        round_no: current round.
        asked: the decider and its prompt, or how the battle ended.
        light: int16 (height, width), 1 where there is light; None for a battle by day.
        marks: what lies about.
        rings, links: what lies about and is round; who has hold of whom.
        arcs: those asked for, see :mod:`.arcs`.
        viewer: the side it is drawn for, None for everybody.
        seen: the units that side knows of, each with its row of that side's observation; empty for everybody.
        score: how the points stand, empty in a battle without zones.
        points: of each side, empty in a battle without zones.
        zones: the zones to hold.
    """

    width: int
    height: int
    layers: dict[str, np.ndarray]
    borders: dict[tuple[int, int, int], str] = field(default_factory=dict)
    figures: list[Figure] = field(default_factory=list)
    sides: list[str] = field(default_factory=list)
    hues: list[int] = field(default_factory=list)
    title: str = ""
    round_no: int = 0
    asked: str = ""
    light: np.ndarray | None = None
    marks: list[Mark] = field(default_factory=list)
    rings: list[Ring] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    arcs: list[Arc] = field(default_factory=list)
    viewer: int | None = None
    seen: dict[int, np.ndarray] = field(default_factory=dict)
    score: str = ""
    points: list[int] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)

    def mark(self, cell: tuple[int, int], words: str) -> None:
        """Mark a thing that lies in a cell (x, y), with its first letter."""
        self.marks.append(Mark(cell, words[:1].upper(), words))

    def ring(self, middle: tuple[float, float], diameter: int, words: str) -> None:
        """Mark a round thing that lies on the ground."""
        self.rings.append(Ring(middle, diameter, words))

    def link(self, one: int, other: int, words: str) -> None:
        """Tie two units, if both are shown where they stand."""
        if {one, other} <= {figure.row for figure in self.figures if figure.cell is not None}:
            self.links.append(Link(one, other, words))

    def state_of(self, figure: Figure) -> str:
        """The state of a unit in words: its note, its mount or rider, its height above the ground, its conditions."""
        said = [figure.note] if figure.note else []
        if not figure.is_out:
            names = {other.row: other.name.replace("_", " ") for other in self.figures}
            if figure.mount in names:
                said.append(f"on {names[figure.mount]}")
            said += [f"under {names[other.row]}" for other in self.figures if other.mount == figure.row]
            said += [f"{link.words} {names[link.one]}" for link in self.links if link.other == figure.row]
            if figure.lift:
                said.append(f"{figure.lift} up")
        return ", ".join([*said, *([figure.condition] if figure.condition else [])])


def side_names(game: Game) -> list[str]:
    """What the sides are called: as the scenario says, else by colour."""
    names = shown_sides(battle_of(game.pool, int(game.s["pool_row"])).sides)
    return names if len(names) == game.side_count else list(SIDE_NAMES[: game.side_count])


def score_text(game: Game) -> str:
    """How the points stand: ``red 5, blue 3 of 8``; empty in a battle without zones."""
    s = game.s
    if not s["zone_count"]:
        return ""
    points = ", ".join(f"{name} {int(s['score'][side])}" for side, name in enumerate(side_names(game)))
    return points + (f" of {int(s['score_to_win'])}" if s["score_to_win"] else "")


def shown_sides(sides: Sequence[str]) -> list[str]:
    """Names of sides as they are shown: those that a scenario only numbers, side0 and so on, by colour."""
    return [
        SIDE_NAMES[i] if re.fullmatch(r"side_?\d+", str(name)) else one_line(str(name)) for i, name in enumerate(sides)
    ]


def hues(sides: Sequence[str]) -> list[int]:
    """Which colour each side has: the one it is named after, else the next that is free."""
    named = [SIDE_NAMES.index(name) if name in SIDE_NAMES else -1 for name in sides]
    free = iter([hue for hue in range(len(SIDE_NAMES)) if hue not in named])
    return [hue if hue >= 0 else next(free) for hue in named]


def known_rows(game: Game, viewer: int) -> dict[int, np.ndarray]:
    """The units a side knows of, each with its row of that side's observation: those whose row is not empty."""
    rows = game.observe(viewer, NO_UNIT)["units"]
    s, own = game.s, game.layout.own_rows
    start, size, count = int(s["side_start"][viewer]), int(s["side_size"][viewer]), int(s["unit_count"])
    found = {start + i: rows[i] for i in range(size)}
    for row in np.flatnonzero(rows.any(axis=1)):
        if row >= own and row - own < count - size:
            found[int((start + size + row - own) % count)] = rows[row]
    return found


def known_units(game: Game, viewer: int | None = None) -> set[int]:
    """Roster rows of the units a side knows of. None knows all."""
    return set(range(int(game.s["unit_count"]))) if viewer is None else set(known_rows(game, viewer))


def _cells(game: Game, layer: np.ndarray, width: int, height: int) -> np.ndarray:
    return game.ruleset.board.area(layer, width, height).astype(np.int16)


def _layers(game: Game, width: int, height: int) -> dict[str, np.ndarray]:
    """The ground, flag by flag."""
    ground, names = game.field, game.field.dtype.names
    layers = {}
    for layer, tries in LAYERS.items():
        for name in tries:
            if name in names:
                layers[layer] = _cells(game, ground[name], width, height)
    layers.setdefault("blocked", (_cells(game, ground["closed"], width, height) == 255).astype(np.int16))
    return layers


def _borders(game: Game, scene: Scene) -> None:
    """What lies between cells: as the map says, else wherever two cells that can be stood in are cut off."""
    ground, s, board = game.field, game.s, game.ruleset.board
    kinds = game.ruleset.book.vocab.of_section("border")
    if kinds is not None and "border" in ground.dtype.names:
        words = {int(kind): kind.name.lower().replace("_", " ") for kind in kinds if kind}
        for y in range(scene.height):
            for x in range(scene.width):
                for side, value in enumerate(ground["border"][board.cell(x, y)]):
                    if value:
                        _put_border(scene, x, y, 2 * side, words.get(int(value), "wall"))
        doors_of = game.ruleset.book.pictures.doors_of
        for cell, direction, state in doors_of(s) if doors_of is not None else ():
            _put_border(scene, *board.place(cell), direction, words.get(state, ""))
        return
    blocked = scene.layers["blocked"]
    for y in range(scene.height):
        for x in range(scene.width):
            closed = int(ground["closed"][board.cell(x, y)])
            for direction, (nx, ny) in ((2, (x + 1, y)), (4, (x, y + 1))):
                if nx < scene.width and ny < scene.height and not blocked[y, x] and not blocked[ny, nx]:
                    if (closed >> direction) & 1:
                        scene.borders[x, y, direction] = "wall"


def _put_border(scene: Scene, x: int, y: int, direction: int, kind: str) -> None:
    """Name a border by its northern or western cell; an empty kind takes it away."""
    if direction == 0 and y > 0:
        x, y, direction = x, y - 1, 4
    elif direction == 6 and x > 0:
        x, y, direction = x - 1, y, 2
    if kind:
        scene.borders[x, y, direction] = kind
    else:
        scene.borders.pop((x, y, direction), None)


def _seen(game: Game, unit: Any, row: np.ndarray) -> dict[str, int]:
    """What an observation says of a unit of another side, under the names of the unit's fields."""
    features = {piece.name: int(row[i]) for i, piece in enumerate(game.layout.features) if i < len(row)}
    return {name: features.get(name.removesuffix("_rounds"), features.get(name, 0)) for name in unit.dtype.names}


def _statuses(game: Game, unit: Any, fields: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """The conditions of a unit that are set."""
    found = []
    for status in game.ruleset.book.vocab.statuses:
        name = status.name.lower()
        for field_name in (name, f"{name}_rounds"):
            if field_name in fields and int(unit[field_name]) > 0:
                found.append((name.replace("_", " "), int(unit[field_name])))
                break
    known = {name for name, _ in found}
    found += [(flag, 1) for flag in GONE if flag in fields and flag not in known and int(unit[flag]) > 0]
    return tuple(found)


def _figure(game: Game, row: int, name: str, code: str, seen: np.ndarray | None, may_see_decider: bool) -> Figure:
    """One unit; ``seen`` is its row of the viewer's observation when the viewer may not know all of it."""
    unit = game.s["units"][row]
    fields = unit.dtype.names
    told = unit if seen is None else _seen(game, unit, seen)
    wounds = wounds_max = 0
    for left, most in WOUNDS:
        if left in fields and most in fields:
            wounds, wounds_max = int(told[left]), int(told[most])
            break
    cell = int(unit["cell"]) if "cell" in fields else -1
    x, y = game.ruleset.board.place(cell)
    on_board = cell >= 0 and x < game.s["board_width"] and y < game.s["board_height"]
    span = int(unit["span"]) if "span" in fields else 1
    flags = [flag for flag in GONE if flag in fields]
    is_out = any(int(told[flag]) for flag in flags) or (not flags and wounds_max > 0 and wounds <= 0)
    return Figure(
        row=row,
        name=name,
        code=code,
        side=int(unit["side"]),
        hue=hues(side_names(game))[int(unit["side"])],
        cell=(x, y) if on_board else None,
        width=int(unit["width"]) if "width" in fields else span,
        height=int(unit["height"]) if "height" in fields else span,
        facing=int(unit["facing"]) % 8 if "facing" in fields else None,
        wounds=wounds,
        wounds_max=wounds_max,
        statuses=_statuses(game, told, fields),
        is_out=is_out,
        is_deciding=may_see_decider and not game.over and game.decider == row,
    )


def look_at(game: Game, viewer: int | None = None) -> Scene:
    """What there is to draw.

    Args:
        game: the position.
        viewer: a side, to show only the units it knows of; None for everything.
    """
    s = game.s
    width, height = int(s["board_width"]), int(s["board_height"])
    scene = Scene(width, height, _layers(game, width, height), viewer=viewer)
    _borders(game, scene)
    scene.seen = {} if viewer is None else known_rows(game, viewer)
    known = range(int(s["unit_count"])) if viewer is None else sorted(scene.seen)
    short = codes_of(game, known, viewer)
    own = viewer is None or game.side == viewer
    for row in known:
        unit = s["units"][row]
        if unit["present"]:
            seen = None if viewer is None or int(unit["side"]) == viewer else scene.seen[row]
            scene.figures.append(_figure(game, row, game.names[row], short[row], seen, own))
    scene.sides = side_names(game)
    scene.hues = hues(scene.sides)
    scene.round_no, scene.score = int(s["round_no"]), score_text(game)
    scene.zones = zones_of(game, scene.hues)
    scene.points = [int(s["score"][side]) for side in range(game.side_count)] if scene.zones else []
    named = battle_of(game.pool, int(s["pool_row"])).name
    scene.title = one_line(named, LONGEST_TITLE) or game.ruleset.title
    if game.over:
        scene.asked = f"{game.ending_text}: {result_text(game)}"
    elif not own:
        scene.asked = f"{scene.sides[game.side]} decides"
    else:
        verbs = game.ruleset.book.vocab.words("verb")
        pending = verbs[int(s["pending_verb"])] if s["pending_verb"] else ""
        asked = f"{pending}, {game.prompt_text}" if pending else game.prompt_text
        scene.asked = f"{game.decider_text if game.decider >= 0 else scene.sides[game.side]}: {asked}"
    look = game.ruleset.book.pictures.look
    return scene if look is None else look(game, scene)


def result_text(game: Game) -> str:
    """Who won, in words."""
    ranks, sides = game.ranks, side_names(game)
    best = [sides[i] for i in range(len(sides)) if ranks[i] == ranks.min()]
    return f"{' and '.join(best)} won" if len(best) < len(sides) else "a draw"

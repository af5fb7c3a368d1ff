"""A replay as frames for the page: what stands where after every decision, and the log that explains it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from ...envs.engine.describing import whole_choice
from ...envs.engine.game import Game
from ...envs.render import happenings, look_at
from ...envs.render.lines import lines_of
from ...envs.render.objectives import limit_words
from ...envs.render.scene import BoardLine, Figure, Scene
from ...envs.render.witness import Known
from ...envs.render.words import is_routine, tone_of_line
from ...envs.replay import Decision, Replay, play

__all__ = ["BoardPositions", "Film", "frames_of", "unit_state"]

LAYERS = ("blocked", "difficult", "water", "cover", "indoor", "level", "danger")
TABLES = ("borders", "fires", "lights", "marks", "rings", "links", "changes", "zones", "points")


class BoardPositions:
    """The positions of one battle in JSON types, each saying only what is new: what ``board.js`` draws.

    Attributes:
        still: ``size``, [width, height]; ``ground``, the cells [x, y, value] of each layer at the beginning.
        units: roster row -> what does not change of a unit; those that were in no position yet are missing.
        tables: every different state of borders, fires, lights, marks, rings, links, changes of the ground, zones to hold as
            [name, hue of the holder or -1, holder, x, y, x, y ...], and points of the sides.
    """

    def __init__(self, scene: Scene) -> None:
        """Begin with a position, which is still to be added."""
        self.still = {"size": [scene.width, scene.height], "ground": _ground(scene)}
        self.units: dict[int, dict[str, Any]] = {}
        self.tables: dict[str, list[Any]] = {name: [] for name in TABLES}
        self._first = scene
        self._states: dict[int, list[Any]] = {}

    def add(self, scene: Scene, lines: Sequence[BoardLine] = ()) -> dict[str, Any]:
        """The next position.

        Args:
            scene: what is to be drawn.
            lines: what was done since the one before.

        Returns:
            ``round``; ``decider``, the row of the deciding unit, -1 for none; ``units``, those that have changed as [row, x, y,
            facing, wounds, is_out, conditions, all that is said of it, lift, mount, width, height, models, group], the
            models of a body of many as [x, y, width, height, sign ...] counted from its north-western corner; x and y are -1
            off the board and of those no longer shown; for each table the state that holds, -1 for the light of day; ``lines``
            as [kind, hue, x, y, x, y ...].
        """
        now = {row: [-1, -1, *state[2:]] for row, state in self._states.items()}
        now |= {figure.row: unit_state(scene, figure) for figure in scene.figures}
        self.units |= {figure.row: _known(figure) for figure in scene.figures if figure.row not in self.units}
        frame: dict[str, Any] = {
            "round": scene.round_no,
            "decider": next((figure.row for figure in scene.figures if figure.is_deciding), -1),
            "units": [[row, *unit] for row, unit in now.items() if self._states.get(row) != unit],
            "borders": self._index("borders", [[x, y, d, kind] for (x, y, d), kind in scene.borders.items()]),
            "fires": self._index("fires", _fires(scene)),
            "light": -1 if scene.light is None else self._index("lights", _rows(scene.light)),
            "marks": self._index(
                "marks", [[*mark.cell, mark.sign, mark.words.replace("_", " ")] for mark in scene.marks]
            ),
            "rings": self._index("rings", [[*ring.middle, ring.diameter, ring.words] for ring in scene.rings]),
            "links": self._index("links", [list(link) for link in scene.links]),
            "changes": self._index("changes", list(_changes(self._first, scene))),
            "zones": self._index("zones", _zones(scene)),
            "points": self._index("points", scene.points),
            "lines": [[line.kind, line.hue, *chain.from_iterable(line.points)] for line in lines],
        }
        self._states = now
        return frame

    def go_back(self, scene: Scene) -> None:
        """Continue from an earlier position; later changes are not shown any more."""
        self._states = {figure.row: unit_state(scene, figure) for figure in scene.figures}

    def _index(self, table: str, state: list[Any]) -> int:
        """Where a state stands in its table, put there when it is new."""
        known = self.tables[table]
        if state not in known:
            known.append(state)
        return known.index(state)


class Film:
    """A battle as frames, made one decision at a time: all of it, or what one side may know.

    Attributes:
        viewer: the side that looks; None for everything.
        last: the position of the last frame, as it is drawn; None before the first.
        title, sides: of the battle.
        limits: what ends and decides it besides the rules, see :func:`.limit_words`.
        positions: the positions so far.
        frames: one a decision, the first of the beginning. Each has what :meth:`BoardPositions.add` says, its number ``at``, who
            decided what (of other sides' decisions only the side), ``said``, what was answered where parts
            of the choice followed unasked, the log as [sentence, clause, who, target, tone], where the tone of a routine
            event is ``routine``, and ``keys``, which of hit, wound, fall and round it brought.
    """

    def __init__(self, game: Game, players: Sequence[str] = (), viewer: int | None = None) -> None:
        """Film a battle from its first decision on.

        Args:
            game: the battle, of which nothing is filmed yet.
            players: the player of each side, in words.
            viewer: the side that looks; None for everything.
        """
        self.viewer = viewer
        self._named = sorted((name for name in game.names if "_" in name), key=len, reverse=True)
        scene = self.look(game)
        self.title = scene.title
        self.limits = limit_words(game)
        self.sides = [
            {"name": side, "hue": scene.hues[i], "player": players[i] if i < len(players) else ""}
            for i, side in enumerate(scene.sides)
        ]
        self.positions = BoardPositions(scene)
        self.frames: list[dict[str, Any]] = []
        self.last: Scene | None = None
        self._before = game.clone()

    def viewers(self, game: Game) -> list[int]:
        """The sides whose knowledge decides what is shown; none where everything is."""
        return [] if self.viewer is None else [self.viewer]

    def look(self, game: Game) -> Scene:
        """A position as it is drawn."""
        return look_at(game, self.viewer)

    def strokes(self, game: Game, scene: Scene, known: Mapping[int, Known]) -> list[BoardLine]:
        """What the last decision did, as lines on the board."""
        return lines_of(game, scene, self.viewer, before=self.last, known=self._witnessed(known))

    def happened(self, game: Game, known: Mapping[int, Known]) -> list[list[Any]]:
        """What the last decision did, as lines of the log."""
        return self.log_of(game, self.viewer, self._witnessed(known))

    @staticmethod
    def log_of(game: Game, viewer: int | None, known: Known | None) -> list[list[Any]]:
        """What happened since the last decision, as a side saw it: sentence, clause, who, target, tone."""
        rules = game.ruleset
        rows: list[list[Any]] = [
            [one.sentence, one.clause, one.who, one.target,
             "routine" if is_routine(rules, one.event) else tone_of_line(rules, one)]
            for one in happenings(game, viewer, known)
        ]  # fmt: skip
        if lost := int(game.s["events_lost"]):
            rows.append([f"... and {lost} more", "", -1, -1, ""])
        return rows

    def _witnessed(self, known: Mapping[int, Known]) -> Known | None:
        return None if self.viewer is None else known.get(self.viewer)

    def add(self, game: Game, decision: Decision | None, known: Mapping[int, Known] | None = None) -> None:
        """Add the frame of a position.

        Args:
            game: the position.
            decision: that has led to it, None at the beginning.
            known: for each of the ``viewers``, whom it knew of at each event, see :func:`.witness`.
        """
        scene = self.look(game)
        lines = self.strokes(game, scene, known or {})
        log = self.happened(game, known or {})
        told = decision if decision is not None and self.viewer in (None, decision.side) else None
        self.frames.append(
            {
                **self.positions.add(scene, lines),
                "at": len(self.frames),
                "who": self._plain(told.who) if told else "",
                "side": decision.side if decision else -1,
                "asked": told.prompt if told else "",
                **(self._said(told) if told else {"what": "" if decision else "the battle begins"}),
                "log": [[self._plain(sentence), *rest] for sentence, *rest in log],
                "keys": _keys(scene, self.last, [line.kind for line in lines], [tone for *_, tone in log]),
            }
        )
        self.last = scene
        self._before.lanes[0] = game.lanes[game.row]

    def cut(self, game: Game, count: int) -> None:
        """Go back to frame ``count - 1``, of which ``game`` is the position; the later ones are forgotten."""
        del self.frames[count:]
        self.last = self.look(game)
        self.positions.go_back(self.last)
        self._before.lanes[0] = game.lanes[game.row]

    def _said(self, decision: Decision) -> dict[str, str]:
        """A decision in words; where parts of the choice followed unasked, also without them."""
        before, answer, said = self._before, decision.answer, decision.what
        is_known = answer >= 0 and before.describe_answer(answer) == said  # not so in a replay by other rules
        what = whole_choice(before, answer) if is_known else said
        return {"what": self._plain(what), **({"said": self._plain(said)} if what != said else {})}

    def _plain(self, text: str) -> str:
        """A text with the names of units as they are shown."""
        for name in self._named:
            text = text.replace(name, name.replace("_", " "))
        return text


def frames_of(replay: Replay, *, force: bool = False) -> dict[str, Any]:
    """A replay as JSON types.

    Args:
        replay: the battle.
        force: try even if the rules have changed since.

    Returns:
        ``title``; ``size``, ``ground``, ``units`` and all tables, see :class:`BoardPositions`; ``sides``, ``limits`` and
        ``frames``, see :class:`Film`, the last frame of which says in ``end`` how the battle ended.
    """
    film: Film | None = None
    for _, decision, game in play(replay, force=force):
        film = film or Film(game, replay.players)
        film.add(game, decision)
    assert film is not None, "a replay has a beginning"
    film.frames[-1]["end"] = f"{replay.ending_text}: {replay.result}" if replay.ending else ""
    positions = film.positions
    return {
        "title": film.title, **positions.still, "units": positions.units, "sides": film.sides, "limits": film.limits,
        **positions.tables, "frames": film.frames,
    }  # fmt: skip


def _ground(scene: Scene) -> dict[str, list[list[int]]]:
    """The cells of each layer that are not 0."""
    return {
        name: [[int(x), int(y), int(scene.layers[name][y, x])] for y, x in np.argwhere(scene.layers[name] != 0)]
        for name in LAYERS
        if name in scene.layers
    }


def _changes(first: Scene, scene: Scene) -> Iterator[list[Any]]:
    """The cells of the ground that are no longer as they were, as [layer, x, y, value]: gates, doors that fill a cell, traps."""
    for name in LAYERS:
        was, now = first.layers.get(name), scene.layers.get(name)
        if was is not None and now is not None:
            yield from ([name, int(x), int(y), int(now[y, x])] for y, x in np.argwhere(now != was))


def _known(figure: Figure) -> dict[str, Any]:
    """What does not change of a unit."""
    return {
        "name": figure.name.replace("_", " "), "code": figure.code, "hue": figure.hue, "side": figure.side,
        "most": figure.wounds_max, "span": min(figure.width, figure.height), "banner": int(figure.has_banner),
    }  # fmt: skip


def unit_state(scene: Scene, figure: Figure) -> list[Any]:
    """What can change of a unit, as :meth:`BoardPositions.add` says it behind the row."""
    x, y = figure.cell if figure.cell is not None else (-1, -1)
    facing = -1 if figure.facing is None else figure.facing
    said, shape = scene.state_of(figure), (figure.width, figure.height)
    models = [part for one in figure.bases for part in (one.x - x, one.y - y, one.width, one.height, one.sign)]
    told = (x, y, facing, figure.wounds, int(figure.is_out), figure.condition, said, figure.lift, figure.mount)
    return [*told, *shape, models, figure.group]


def _keys(scene: Scene, last: Scene | None, lines: list[str], tones: list[str]) -> list[str]:
    """Which key moments a decision brought: a hit, a wound, a fall, a new round."""
    was = {figure.row: figure for figure in last.figures} if last else {}
    pairs = [(was[figure.row], figure) for figure in scene.figures if figure.row in was]
    held = {
        "hit": "hit" in lines or "hit" in tones,
        "wound": any(now.wounds < then.wounds for then, now in pairs),
        "fall": "down" in tones or any(now.is_out and not then.is_out for then, now in pairs),
        "round": last is not None and scene.round_no != last.round_no,
    }
    return [key for key, holds in held.items() if holds]


def _rows(layer: np.ndarray) -> list[str]:
    """A layer of flags, a text for each row."""
    return ["".join("1" if value else "0" for value in row) for row in layer.tolist()]


def _fires(scene: Scene) -> list[list[int]]:
    layer = scene.layers.get("fire")
    return [] if layer is None else [[int(x), int(y)] for y, x in np.argwhere(layer > 0)]


def _zones(scene: Scene) -> list[list[Any]]:
    """The zones to hold, as they are drawn."""
    return [
        [one.name, one.hue, scene.sides[one.holder] if one.holder >= 0 else "", *chain.from_iterable(one.cells)]
        for one in scene.zones
    ]

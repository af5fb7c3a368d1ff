"""The shapes of choices and observations: one hashed object that networks, checkpoints and faces agree on.

A layout says how many cells and unit rows are shown. Everything beyond is padding, never legal. The smallest layout
that covers the scenarios at hand is the fastest; a named one (``small``, ``standard``, ``full``) stays the same across
scenarios.

>>> layout = Layout.named("wfrp1", "small")
>>> layout.n, layout.hash
>>> layout.observation_space["grid"].shape
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from ..core.board import DIRECTION_NAMES
from ..core.looking import ObservationField
from ..core.looking import layout as core
from ..core.ruleset import Ruleset
from ..core.state import NO_UNIT
from ..rulesets import get
from .flattening import FlatColumn, Flattening
from .gate import as_truth, checked_sight
from .indices import ChoiceIndices, choices_of

__all__ = ["ChoiceIndices", "FlatColumn", "Layout", "LayoutMismatch"]

#: Board height and width, rows of the viewer's side, rows of all others; a ruleset's ``observe.LAYOUTS`` may say otherwise.
NAMED = {"small": (12, 12, 4, 4), "standard": (20, 20, 8, 8)}

Observation = dict[str, np.ndarray]


class LayoutMismatch(ValueError):
    """Something was made with another layout than the one at hand."""


class Layout:
    """Shapes of choices and observations of one ruleset.

    Attributes:
        ruleset: the ruleset of the choices and observations.
        height, width: cells shown.
        own_rows, other_rows: unit rows of the viewer's side and of all other sides.
        mirror: whether every side but the first sees the board turned by half a circle.
        sight: ``"side"``: all is shown that the viewer's side knows; ``"unit"``: what the unit that decides perceives itself.
        sections: names of the parts of the choice space, such as ``("verb", "mode", "unit", "cell")``.
        n: size of the ``Discrete`` choice space.
        record: the LAYOUT record kernels take, shape (1,).
        hash: 16 hex digits over everything that decides a shape or a meaning.
        choices: what every index stands for, as arrays.
        kind: int16 (n,), number of the section of every index.
        verb, unit_row, cell, direction: int16 (n,), the verb, observation row, place ``y * width + x`` or direction of
            every index; -1 where an index has none.
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        height: int,
        width: int,
        own_rows: int,
        other_rows: int,
        mirror: bool = False,
        sight: str = "side",
    ) -> None:
        """A layout of exactly these sizes; see also :meth:`named` and :meth:`covering`.

        Raises:
            ValueError: a size is not a whole number in 1..the ruleset's board (cells) or 1..roster (rows), or no such sight.
        """
        self.ruleset = get(ruleset)
        roster = roster_rows(self.ruleset)
        sizes: tuple[tuple[str, Any, int], ...] = (
            ("height", height, self.ruleset.board.height),
            ("width", width, self.ruleset.board.width),
            ("own_rows", own_rows, roster),
            ("other_rows", other_rows, roster),
        )
        for what, size, most in sizes:
            if not isinstance(size, int | np.integer) or isinstance(size, bool) or not 1 <= size <= most:
                raise ValueError(f"layout {what} {size!r} is not a whole number in 1..{most}")
        self.height, self.width = int(height), int(width)
        self.own_rows, self.other_rows = int(own_rows), int(other_rows)
        self.mirror, self.sight = as_truth("mirror", mirror), checked_sight(sight)
        looking = self.ruleset.book.looking
        self.channels: tuple[ObservationField, ...] = tuple(looking.channels)
        self.features: tuple[ObservationField, ...] = tuple(looking.features)
        self.context: tuple[ObservationField, ...] = tuple(looking.context)
        answers: tuple[tuple[str, str, int], ...] = tuple(self.ruleset.book.choices.sections)
        if len(answers) > core.SECTIONS:
            raise ValueError(f"{self.ruleset.slug} has {len(answers)} sections of choices, room is for {core.SECTIONS}")
        self.answer_sections = answers
        self.sections = tuple(name for name, _, _ in answers)
        self._sizes = [self._shown(kind, size) for _, kind, size in answers]
        self.n = sum(self._sizes)
        self.record = self._make_record()
        self.choices = choices_of(answers, self._sizes)
        self.kind, _, self.verb, self.unit_row, self.cell, self.direction = self.choices

    # ------------------------------------------------------------------------------------------------ which layout

    @classmethod
    def named(cls, ruleset: str | Ruleset, name: str, mirror: bool = False, sight: str = "side") -> Layout:
        """The layout of that name: ``small``, ``standard`` or ``full``.

        Raises:
            ValueError: no such name.
        """
        ruleset = get(ruleset)
        roster, board = roster_rows(ruleset), ruleset.board
        full = {"full": (board.height, board.width, roster, roster)}
        sizes = {**NAMED, **full, **ruleset.book.looking.layouts}
        if name not in sizes:
            raise ValueError(f"no layout {name!r}; choose from: {', '.join(map(repr, sizes))}; with starts: 'auto'")
        height, width, own, other = sizes[name]
        return cls(ruleset, height, width, min(own, roster), min(other, roster), mirror, sight)

    @classmethod
    def covering(cls, ruleset: str | Ruleset, states: np.ndarray, mirror: bool = False, sight: str = "side") -> Layout:
        """The smallest layout with room for these starts.

        Args:
            ruleset: the ruleset of the states.
            states: state records (n,), such as ``Pool.states``.
            mirror: turn the board for every side but the first.
            sight: whose is shown, ``"side"`` or ``"unit"``.
        """
        return cls(ruleset, *needed(states), mirror, sight)

    @classmethod
    def of(
        cls, ruleset: str | Ruleset, states: np.ndarray, layout: str | Layout | Mapping[str, Any] = "auto",
        mirror: bool = False, sight: str = "side",
    ) -> Layout:  # fmt: skip
        """Resolve a ``layout`` argument: a Layout, what its :meth:`to_dict` gave, a name, or ``auto`` for the smallest that fits.

        Raises:
            LayoutMismatch: a layout is too small for the starts, belongs to another ruleset, or means something else today.
            ValueError: unknown name or sight; a size is impossible.
        """
        ruleset, mirror, sight = get(ruleset), as_truth("mirror", mirror), checked_sight(sight)
        if isinstance(layout, Mapping):
            layout = cls.from_dict(layout)
        if isinstance(layout, Layout):
            if layout.ruleset.slug != ruleset.slug:
                raise LayoutMismatch(f"the layout belongs to {layout.ruleset.slug}, the environment to {ruleset.slug}")
            if mirror and not layout.mirror:
                raise LayoutMismatch("mirror=True, but the layout given does not mirror")
            if sight == "unit" and layout.sight != "unit":
                raise LayoutMismatch("sight='unit', but the layout given shows what sides know")
            chosen = layout
        elif layout == "auto":
            return cls.covering(ruleset, states, mirror, sight)
        else:
            chosen = cls.named(ruleset, layout, mirror, sight)
        short = [
            f"{what} {have}, needed {need}"
            for what, have, need in zip(
                ("height", "width", "own_rows", "other_rows"),
                (chosen.height, chosen.width, chosen.own_rows, chosen.other_rows),
                needed(states),
                strict=True,
            )
            if have < need
        ]
        if short:
            raise LayoutMismatch(f"the layout is too small for the scenario: {'; '.join(short)}")
        return chosen

    # ---------------------------------------------------------------------------------------------------- building

    def _shown(self, kind: str, size: int) -> int:
        """Indices of a section, given its answers."""
        if kind == "unit":
            return self.own_rows + self.other_rows
        if kind == "cell":
            return self.height * self.width
        if kind not in core.KINDS:
            raise ValueError(f"unknown kind of section {kind!r}; choose from: {', '.join(core.KINDS)}")
        return size

    def _make_record(self) -> np.ndarray:
        record = np.zeros(1, core.LAYOUT)
        row = record[0]
        row["height"], row["width"] = self.height, self.width
        row["own_rows"], row["other_rows"] = self.own_rows, self.other_rows
        row["mirror"], row["sight"] = self.mirror, core.SIGHTS[self.sight]
        row["sections"] = len(self.sections)
        row["section_kind"][: len(self.sections)] = [core.KINDS[kind] for _, kind, _ in self.answer_sections]
        row["answer_start"] = core.section_starts([size for _, _, size in self.answer_sections])
        row["index_start"] = core.section_starts(self._sizes)
        row["channels"], row["features"] = len(self.channels), len(self.features)
        row["context_size"] = len(self.context)
        return record

    def record_for(self, unit: int) -> np.ndarray:
        """The LAYOUT record, shape (1,), by which a unit's own sight is shown: its roster row; NO_UNIT: all its side knows."""
        record = self.record.copy()
        record["sight"] = core.SIDES_SIGHT if unit == NO_UNIT else core.A_UNITS_SIGHT + unit
        return record

    # ------------------------------------------------------------------------------------------------------ spaces

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shape of every part of an observation."""
        return {
            "grid": (len(self.channels), self.height, self.width),
            "units": (self.own_rows + self.other_rows, len(self.features)),
            "context": (len(self.context),),
            "action_mask": (self.n,),
        }

    @functools.cached_property
    def action_space(self) -> spaces.Discrete:
        """All choices; see :meth:`new_action_space`."""
        return self.new_action_space()

    def new_action_space(self) -> spaces.Discrete:
        """All choices. The space has this layout as ``layout``, in the form of :meth:`to_dict` with its ``hash``.

        Checkpoints keep the space they were trained with, and by it :meth:`of_space` knows whether they still fit.
        """
        space = spaces.Discrete(self.n)
        vars(space)["layout"] = {**self.to_dict(), "hash": self.hash}
        return space

    @classmethod
    def of_space(cls, space: spaces.Space[Any]) -> Layout | None:
        """The layout an action space was made for; None when it does not say.

        Raises:
            LayoutMismatch: the ruleset's choices or observations have changed since; the message names how.
        """
        data = vars(space).get("layout")
        return None if data is None else cls.from_dict(data)

    @functools.cached_property
    def observation_space(self) -> spaces.Dict:
        """``grid`` int8 (channels, H, W), ``units`` int16 (rows, features), ``context`` int16, ``action_mask`` int8
        (n,).
        """
        parts: dict[str, spaces.Space[Any]] = {}
        for name, pieces, kind in (
            ("grid", self.channels, np.int8),
            ("units", self.features, np.int16),
            ("context", self.context, np.int16),
        ):
            shape = self.shapes[name]
            along = (-1, 1, 1) if name == "grid" else (-1,)
            low = np.array([min(piece.low, 0) for piece in pieces]).reshape(along)
            high = np.array([max(piece.high, 0) for piece in pieces]).reshape(along)
            parts[name] = spaces.Box(
                np.broadcast_to(low, shape).astype(kind), np.broadcast_to(high, shape).astype(kind), shape, kind
            )
        parts["action_mask"] = spaces.Box(0, 1, (self.n,), np.int8)
        return spaces.Dict(parts)

    @functools.cached_property
    def flattening(self) -> Flattening:
        """Flattens observations, see :mod:`.flattening`."""
        fields = {"grid": self.channels, "units": self.features, "context": self.context}
        return Flattening(fields, self.height * self.width, self.own_rows, self.own_rows + self.other_rows)

    @property
    def flat_space(self) -> spaces.Box:
        """The space of flat observations: float32 (flat_size,)."""
        return self.flattening.space

    @property
    def flat_size(self) -> int:
        """Numbers in a flat observation."""
        return self.flattening.size

    @property
    def flat_columns(self) -> list[FlatColumn]:
        """What each number of a flat observation is."""
        return self.flattening.columns

    def flatten(self, observation: Mapping[str, np.ndarray], out: np.ndarray | None = None) -> np.ndarray:
        """One observation as a float32 vector (flat_size,), or many, with a leading axis, as (n, flat_size): numbers divided by
        their typical size and below 4 (see :mod:`.flattening`), categories one-hot, by :meth:`catalogue`. ``out``: where to
        write; a new array if None.
        """
        return self.flattening(observation, out)

    def buffers(self, count: int) -> Observation:
        """Zeroed arrays for the observations of ``count`` games: ``grid``, ``units``, ``context``, ``action_mask``."""
        kinds = {"grid": np.int8, "units": np.int16, "context": np.int16, "action_mask": np.int8}
        return {name: np.zeros((count, *shape), kinds[name]) for name, shape in self.shapes.items()}

    # ------------------------------------------------------------------------------------------------------- words

    def catalogue(self) -> list[dict[str, Any]]:
        """Every number of an observation by name: part, place in the part, name, kind, low, high, meaning, scale, words."""
        return [
            {"part": part, "place": place, **piece.to_dict()}
            for part, pieces in (("grid", self.channels), ("units", self.features), ("context", self.context))
            for place, piece in enumerate(pieces)
        ]

    def describe(self, index: int) -> str:
        """What an index stands for, without a game: ``verb 13``, ``own unit 2``, ``cell (4, 7)``, ``direction east``.

        Raises:
            ValueError: the index is outside the choice space.
        """
        if not 0 <= index < self.n:
            raise ValueError(f"choice {index} is not in 0..{self.n - 1}")
        section = self.sections[self.kind[index]]
        if self.cell[index] >= 0:
            return f"{section} ({self.cell[index] % self.width}, {self.cell[index] // self.width})"
        if self.direction[index] >= 0:
            return f"{section} {DIRECTION_NAMES[self.direction[index]]}"
        if self.unit_row[index] >= 0:
            row = int(self.unit_row[index])
            return f"own {section} {row}" if row < self.own_rows else f"other {section} {row - self.own_rows}"
        part = int(index - self.record["index_start"][0, self.kind[index]])
        word = self.words_of(section).get(part)
        return f"{section} {word or part}"

    def words_of(self, section: str) -> dict[int, str]:
        """The words of a section by their places in it, such as those of the verbs; {} for one that has none."""
        words: Any = self.ruleset.book.vocab.of_section(section) or ()
        size = next(size for name, _, size in self.answer_sections if name == section)
        is_named = len(words) == size  # ``item`` is a place in a pack, not one of the words of Item
        return {int(word): word.name.lower() for word in words if is_named}

    # ---------------------------------------------------------------------------------------------------- identity

    def to_dict(self) -> dict[str, Any]:
        """Everything that decides a shape or a meaning, as JSON types; for checkpoints."""
        return {
            "ruleset": self.ruleset.slug,
            "height": self.height,
            "width": self.width,
            "own_rows": self.own_rows,
            "other_rows": self.other_rows,
            "mirror": self.mirror,
            **({"sight": self.sight} if self.sight != "side" else {}),  # layouts without it keep their hash
            "sections": [list(section) for section in self.answer_sections],
            "channels": [identity_of(piece) for piece in self.channels],
            "features": [identity_of(piece) for piece in self.features],
            "context": [identity_of(piece) for piece in self.context],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Layout:
        """The layout of a checkpoint.

        Raises:
            LayoutMismatch: the ruleset's choices or observations have changed since; the message names how.
            ValueError: something is missing, or a size is impossible.
        """
        parts = ("ruleset", "height", "width", "own_rows", "other_rows", "mirror")
        if missing := [part for part in parts if part not in data]:
            raise ValueError(f"no layout: {', '.join(missing)} missing")
        sizes = [*(data[part] for part in parts[1:]), data.get("sight", "side")]
        layout = cls(data["ruleset"], *sizes)
        layout.require(data)
        if data.get("hash", layout.hash) != layout.hash:
            raise LayoutMismatch(f"layouts differ: hash was {data['hash']}, is {layout.hash}")
        return layout

    @functools.cached_property
    def hash(self) -> str:
        """16 hex digits over :meth:`to_dict`."""
        return hashlib.sha256(json.dumps(self.to_dict(), sort_keys=True).encode()).hexdigest()[:16]

    def require(self, other: Layout | Mapping[str, Any]) -> None:
        """Check that something made with ``other`` fits this layout.

        Raises:
            LayoutMismatch: it does not; the message names every difference.
        """
        mine, theirs = (
            {"sight": "side", **(one.to_dict() if isinstance(one, Layout) else one)} for one in (self, other)
        )
        found: list[str] = []
        for part in mine:
            here, there = mine[part], theirs.get(part)
            if here != there:
                found.append(_difference(part, there, here))
        if found:
            raise LayoutMismatch("layouts differ: " + "; ".join(found))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and other.hash == self.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    def __reduce__(self) -> tuple[Any, ...]:
        return Layout, (self.ruleset, self.height, self.width, self.own_rows, self.other_rows, self.mirror, self.sight)

    def __repr__(self) -> str:
        turned = (", mirror" if self.mirror else "") + (", sight of units" if self.sight == "unit" else "")
        return (
            f"Layout({self.ruleset.slug}, {self.height} x {self.width} cells, "
            f"{self.own_rows} + {self.other_rows} units, {self.n} choices{turned}, {self.hash})"
        )


def identity_of(piece: ObservationField) -> list[Any]:
    """What of a number of an observation a network depends on."""
    return [piece.name, piece.low, piece.high, piece.kind, piece.divisor, list(piece.words)]


def _difference(part: str, there: Any, here: Any) -> str:
    """One difference in words."""
    if not isinstance(here, Sequence) or isinstance(here, str) or not isinstance(there, Sequence):
        return f"{part} was {there!r}, is {here!r}"
    old = {entry[0]: tuple(entry[1:]) for entry in there}
    new = {entry[0]: tuple(entry[1:]) for entry in here}
    gone = [name for name in old if name not in new]
    added = [name for name in new if name not in old]
    changed = [f"{name} was {old[name]}, is {new[name]}" for name in new if name in old and old[name] != new[name]]
    words = []
    if gone:
        words.append(f"no longer has {', '.join(gone)}")
    if added:
        words.append(f"now has {', '.join(added)}")
    words += changed
    return f"{part} {'; '.join(words) or 'stand in another order'}"


def roster_rows(ruleset: Ruleset) -> int:
    """Roster rows of a ruleset's state."""
    return int(ruleset.state.dtype["units"].shape[0])


def needed(states: np.ndarray) -> tuple[int, int, int, int]:
    """Height, width, own rows and other rows that states need: the most over all of them and over all sides."""
    sides = np.arange(states["side_size"].shape[1]) < states["side_count"][:, None]
    sizes = np.where(sides, states["side_size"], 0)
    others = np.where(sides, states["unit_count"][:, None] - sizes, 0)
    return (
        max(int(states["board_height"].max()), 1),
        max(int(states["board_width"].max()), 1),
        max(int(sizes.max()), 1),
        max(int(others.max()), 1),
    )

"""What all environments have in common: copies that continue, options of ``reset``, opponents."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Self, TypeAlias, TypedDict, TypeVar

import numpy as np

from ..core.loops.seats import EVERY_SEAT
from ..core.ruleset import Ruleset
from ..engine.batch import Batch
from ..engine.flattening import FlatColumn, FlatView
from ..engine.gate import checked_row
from ..engine.pools import StartPool
from ..engine.spaces import Layout
from ..engine.varying import varying_numbers

__all__ = [
    "BatchEnv", "Continuing", "Flat", "GameOptions", "LearnerOptions", "checked_options", "flat_view", "opponents_of",
    "seat_of",
]  # fmt: skip

#: What is observed: arrays, one vector, one vector without what the scenario holds constant, or one of the numbers named.
Flat: TypeAlias = bool | Literal["varying"] | Sequence[FlatColumn]


class GameOptions(TypedDict, total=False):
    """Options that all environments have, for type checkers; each environment explains its own."""

    scenario: Any
    layout: str | Layout | Mapping[str, Any]
    mirror: bool
    sight: str
    flat: Flat
    illegal: str
    pool_size: int | None
    pool_seed: int
    split: str
    rules: Mapping[str, int | bool | str] | None
    render_mode: str | None


class LearnerOptions(GameOptions, total=False):
    """Options of environments in which one learner plays against others."""

    opponent: Any
    weights: Sequence[float] | None
    seat: int | str
    shaping: float
    discount: float
    time_limit: float | None
    on_error: str


def checked_render_mode(mode: str | None, modes: Sequence[str]) -> str | None:
    """A way of showing games, one of ``modes``; None for none.

    Raises:
        ValueError: it is another one; the message lists them.
    """
    if mode is not None and mode not in modes:
        raise ValueError(f"render_mode {mode!r} is not one of {', '.join(map(repr, modes))}")
    return mode


def checked_options(options: Mapping[str, Any] | None, *known: str) -> dict[str, Any]:
    """The options of a reset.

    Raises:
        TypeError: they are not a mapping; ValueError: one of them is unknown. The messages list the known ones.
    """
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options={options!r}: allowed: a mapping of options by name; choose from: {', '.join(known)}")
    found = dict(options or {})
    if unknown := [name for name in found if name not in known]:
        raise ValueError(f"reset has no option {', '.join(map(repr, unknown))}; choose from: {', '.join(known)}")
    return found


def flat_view(flat: Flat, layout: Layout, pool: StartPool) -> FlatView | None:
    """How observations are flattened; None where they are not.

    Args:
        flat: False; True; ``"varying"``, without what the pool holds constant; or the numbers to show.
        layout: of the observations.
        pool: the starts.

    Raises:
        ValueError: another value, or the layout shows no such number.
    """
    if isinstance(flat, bool | np.bool_):
        return FlatView(layout.flattening) if flat else None
    if not isinstance(flat, list | tuple):
        if not (isinstance(flat, str) and flat == "varying"):
            raise ValueError(f"flat {flat!r} is not one of False, True, 'varying', or a list of columns")
        return FlatView(layout.flattening, varying_numbers(layout, pool))
    if not flat:
        raise ValueError("flat=[] shows nothing; give at least one of layout.flat_columns, or False for arrays")
    places = {column: place for place, column in enumerate(layout.flat_columns)}
    if unknown := [column for column in flat if column not in places]:
        raise ValueError(f"this layout shows no number like {unknown[0]!r}; layout.flat_columns lists those there are")
    return FlatView(layout.flattening, np.array([places[column] for column in flat], np.int64))


def opponents_of(ruleset: Ruleset, opponent: Any) -> list[Any] | None:
    """One opponent or several as a list, ``auto`` replaced by the ruleset's own; None for no opponent."""
    if opponent is None:
        return None
    listed = list(opponent) if isinstance(opponent, list | tuple) else [opponent]
    return [ruleset.opponent if isinstance(one, str) and one == "auto" else one for one in listed]


def seat_of(seat: Any, opponents: Sequence[Any] | None) -> int | str | None:
    """The seat of a learner, for ``Batch``; None where it decides for every side, having no opponents.

    Raises:
        ValueError: no seat, though there are opponents.
    """
    if opponents is None:
        return None
    if seat is None or seat == "fixed":
        raise ValueError(f"seat {seat!r}: give a side from 0, or 'alternate'; opponent=None decides for every side")
    return seat


class Continuing:
    """An environment whose pickles and copies continue byte for byte: it is made again, then set to its position.

    Attributes:
        REMADE: names of attributes that are made again; all others are copied.
    """

    REMADE: ClassVar[frozenset[str]] = frozenset()
    _view: FlatView | None
    _made_with: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *arguments: Any, **options: Any) -> Self:
        """Note the arguments it is made with.

        Raises:
            TypeError: there is no such option; the message lists the known ones. It holds Python's own words, "unexpected
                keyword argument", by which libraries such as TorchRL know that they may try without an option.
        """
        parameters = inspect.signature(cls.__init__).parameters
        known = list(parameters)[2:]
        takes_any = any(one.kind == one.VAR_KEYWORD for one in parameters.values())
        if not takes_any and (unknown := [name for name in options if name not in parameters]):
            listed = ", ".join(map(repr, unknown))
            raise TypeError(
                f"{cls.__name__} got an unexpected keyword argument {listed}; choose from: {', '.join(known)}"
            )
        made = super().__new__(cls)
        made._made_with = arguments, options
        return made

    @property
    def flat_columns(self) -> list[FlatColumn]:
        """What each number of a flat observation is; empty where observations are not flat."""
        return [] if self._view is None else self._view.columns

    def _arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """What an environment like this one is made with now, whatever scenario files have become."""
        arguments, options = self._made_with
        signature = inspect.signature(type(self).__init__)
        bound = signature.bind(self, *arguments, **options)
        now = {name: value for name, value in self._present().items() if name in signature.parameters}
        bound.arguments.update(now)
        return bound.args[1:], bound.kwargs

    def _present(self) -> dict[str, Any]:
        """Arguments that may have changed since, by name."""
        raise NotImplementedError

    def _keep(self) -> Any:
        """The position, for :meth:`_take_up`."""
        raise NotImplementedError

    def _take_up(self, kept: Any, as_a_twin: bool) -> None:
        """Continue from a position that :meth:`_keep` gave."""
        raise NotImplementedError

    def _own(self) -> dict[str, Any]:
        """All attributes that are not made again."""
        return {name: value for name, value in vars(self).items() if name not in self.REMADE and name != "_made_with"}

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and deepcopy."""
        return _continued, (type(self), *self._arguments(), self._keep(), self._own())

    def clone(self) -> Self:
        """An independent environment that continues exactly like this one; Python policies are shared by both."""
        return _continued(type(self), *self._arguments(), self._keep(), copy.deepcopy(self._own()), as_a_twin=True)


Env = TypeVar("Env", bound=Continuing)


def _continued(
    kind: type[Env],
    arguments: tuple[Any, ...],
    options: dict[str, Any],
    kept: Any,
    own: dict[str, Any],
    *,
    as_a_twin: bool = False,
) -> Env:
    """A new environment that continues from a position."""
    env = kind(*arguments, **options)
    env._take_up(kept, as_a_twin)
    vars(env).update(own)
    return env


class BatchEnv(Continuing):
    """An environment on a ``Batch``: one seat is the learner's, policies play the others.

    Attributes:
        batch: the arrays and kernel calls underneath.
        layout: shapes of choices and observations.
    """

    batch: Batch
    layout: Layout
    _seeded: bool

    def _present(self) -> dict[str, Any]:
        batch = self.batch
        everyone = batch.control["seat_mode"][0] == EVERY_SEAT
        return {
            "ruleset": batch.ruleset, "scenario": batch.pool, "layout": self.layout,
            "opponent": None if everyone else batch.opponents, "weights": None if everyone else batch.weights,
        }  # fmt: skip

    def _keep(self) -> Any:
        return self.batch.kept()

    def _take_up(self, kept: Any, as_a_twin: bool) -> None:
        self.batch.continue_from(kept, as_a_twin=as_a_twin)

    def _set_rows(self, rows: Any, chosen: np.ndarray | slice = slice(None)) -> None:
        """Let the next games of chosen slots begin from rows of the pool; None draws them.

        Raises:
            IndexError: the pool has no such row; ValueError: no whole number, or not one for each slot.
        """
        if rows is None:
            return
        count, num = len(self.batch.pool_states), self.batch.num
        found: Any
        if isinstance(rows, list | tuple) or (isinstance(rows, np.ndarray) and rows.ndim):
            if len(rows) != num:
                raise ValueError(f"row: {len(rows)} for {num} games; give one for each game, or one number for all")
            found = [checked_row(row, count) for row in rows]
        else:
            found = checked_row(rows, count)
        self.batch.games["next_row"][chosen] = np.broadcast_to(found, num)[chosen]

    def set_opponents(self, policies: Any, weights: Sequence[float] | None = None) -> None:
        """Set who plays the other sides from the next game of each slot on.

        A replaced policy is dropped when its last game has ended.

        Args:
            policies: one opponent or a list.
            weights: how often each is drawn.

        Raises:
            ValueError: the environment was made with ``opponent=None``, or the policies or weights are not valid.
            LayoutMismatch: a policy's own layout is too small for the scenario.
        """
        listed = opponents_of(self.batch.ruleset, policies)
        if listed is None:
            raise ValueError("None is no opponent; give a name, a policy, or a list of these")
        if self.batch.control["seat_mode"][0] == EVERY_SEAT:
            raise ValueError("opponents cannot be set when opponent=None; create the environment with an opponent")
        self.batch.set_opponents(listed, weights)
        self._made_with = self._arguments()  # so that the previous opponents can be freed

    def snapshot(self) -> bytes:
        """All games, dice, seats and seeds; ``restore`` continues byte for byte in any process.

        Who plays the other sides of later games is not in it: restore it in an environment with the same opponents.
        """
        return self.batch.snapshot()

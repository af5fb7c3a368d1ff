"""Decisions as all rulesets show them alike: see ``core/behaviour/common_view.py`` for what the rows say.

>>> positions = CommonPositions(rulesets.get("heimr"), layout, 64)
>>> positions.observe(states, books, fields, slots)
>>> indices = positions.to_indices(choose(positions.seen))
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from ..core.behaviour.common_view import CHOICE_COLUMNS, CHOICES, SITUATION_COLUMNS, TASTES, UNIT_COLUMNS, UNIT_ROWS
from ..core.looking import ObservationField
from ..core.loops.arguments import CommonRows
from ..core.ruleset import Ruleset
from .spaces import Layout, Observation, roster_rows
from .wording import VERB, enum_words

__all__ = ["CHOICES", "COMMON", "VERBS", "CommonPositions", "action_space", "observation_space", "verb_number"]

#: The ``view`` of a policy that is shown positions in this form.
COMMON = "common"
#: Numbers that stand for verbs: of each word one, 0 for none.
VERBS = 256


def verb_number(word: str) -> int:
    """The number that stands for a verb, the same in every ruleset, 1..VERBS - 1. Two words may share one."""
    return 1 + zlib.crc32(word.encode()) % (VERBS - 1)


@functools.cache
def verb_numbers(ruleset: Ruleset) -> np.ndarray:
    """The number that stands for each of a ruleset's verbs, int16 (verbs,)."""
    words = enum_words(ruleset, VERB)
    found = np.zeros(max(words) + 1, np.int16)
    for verb, word in words.items():
        found[verb] = verb_number(word) if verb else 0
    return found


def box(columns: Sequence[ObservationField], rows: int = 0) -> spaces.Box:
    """The space of rows of these columns; of one row that stands alone where ``rows`` is 0."""
    low, high = (np.array([getattr(column, end) for column in columns], np.float32) for end in ("low", "high"))
    if rows:
        low, high = np.tile(low, (rows, 1)), np.tile(high, (rows, 1))
    return spaces.Box(low, high, dtype=np.float32)


def observation_space() -> spaces.Dict:
    """The space of one observation, whatever the ruleset."""
    return spaces.Dict(
        {
            "choices": box(CHOICE_COLUMNS, CHOICES),
            "verbs": spaces.Box(0, VERBS - 1, (CHOICES,), np.int16),
            "targets": spaces.Box(-1, UNIT_ROWS - 1, (CHOICES,), np.int16),
            "units": box(UNIT_COLUMNS, UNIT_ROWS),
            "situation": box(SITUATION_COLUMNS),
            "action_mask": spaces.Box(0, 1, (CHOICES,), np.int8),
        }
    )


def action_space() -> spaces.Discrete:
    """The rows of the choices."""
    return spaces.Discrete(CHOICES)


class CommonPositions:
    """Positions of one ruleset in the common view.

    Attributes:
        layout: the one to whose indices the choices lead.
        rows: what the kernel writes.
    """

    def __init__(self, ruleset: Ruleset, layout: Layout, count: int) -> None:
        """Room for ``count`` positions.

        Raises:
            ValueError: the ruleset has more units than the view shows.
        """
        if (roster := roster_rows(ruleset)) > UNIT_ROWS:
            raise ValueError(f"{ruleset.slug} has up to {roster} units, the common view shows {UNIT_ROWS}")
        self._loops: Any = ruleset.loops
        self.layout = layout
        self._numbers = verb_numbers(ruleset)
        self.rows = CommonRows(
            np.zeros((count, CHOICES, len(CHOICE_COLUMNS)), np.float32),
            np.zeros((count, UNIT_ROWS, len(UNIT_COLUMNS)), np.float32),
            np.zeros((count, len(SITUATION_COLUMNS)), np.float32),
            np.zeros((count, CHOICES), np.int16),
            np.zeros((count, CHOICES), np.int16),
            np.zeros((count, CHOICES), np.int64),
            np.zeros((count, CHOICES), np.int8),
        )

    def observe(
        self, states: np.ndarray, books: np.ndarray, fields: np.ndarray, slots: np.ndarray, some: slice = slice(None)
    ) -> None:
        """Look at slots, int64 (count,) numbers of states, or at some of them, as the sides that decide see them.

        Where nobody decides there is no choice, and all numbers are 0.
        """
        rows = CommonRows(*(array[some] for array in self.rows))
        self._loops.observe_in_common(states, books, fields, self.layout.record, TASTES, slots[some], rows)

    @property
    def seen(self) -> Observation:
        """What was observed last: arrays (count, ...) of :func:`observation_space`, written over by the next look."""
        rows = self.rows
        return {
            "choices": rows.choices,
            "verbs": self._numbers[rows.verbs],
            "targets": rows.targets,
            "units": rows.units,
            "situation": rows.situation,
            "action_mask": rows.mask,
        }

    def to_indices(self, actions: np.ndarray) -> np.ndarray:
        """The indices of the layout for actions (count,), rows of the choices observed last; -1 where there is no such row."""
        inside = (actions >= 0) & (actions < CHOICES)
        found = self.rows.indices[np.arange(len(actions)), np.where(inside, actions, 0)]
        return np.where(inside, found, -1)

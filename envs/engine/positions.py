"""Positions as a policy in Python is shown them in a layout; ``common_view.py`` shows them as all rulesets do alike."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.ruleset import Ruleset
from .spaces import Layout

__all__ = ["LayoutPositions"]


class LayoutPositions:
    """Positions of one ruleset in a layout.

    Attributes:
        layout: of the observations and choices.
        seen: what was observed last, written over by the next look.
    """

    def __init__(self, ruleset: Ruleset, layout: Layout, count: int) -> None:
        """Room for ``count`` positions."""
        self._loops: Any = ruleset.loops
        self.layout = layout
        self.seen = layout.buffers(count)

    def observe(
        self, states: np.ndarray, books: np.ndarray, fields: np.ndarray, slots: np.ndarray, some: slice = slice(None)
    ) -> None:
        """Look at slots, int64 (count,) numbers of states, or at some of them, as the sides that decide see them."""
        arrays = (self.seen[name][some] for name in ("grid", "units", "context", "action_mask"))
        self._loops.observe_rows(states, books, fields, self.layout.record, slots[some], *arrays)

    def to_indices(self, actions: np.ndarray) -> np.ndarray:
        """The indices of the layout for what a policy answers: the same."""
        return actions

"""What every index of a choice space stands for, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

__all__ = ["ChoiceIndices", "choices_of"]


class ChoiceIndices(NamedTuple):
    """The meaning of every index of the choice space: int16 (n,) each; ``Layout.choices``.

    For networks that score units by their rows and cells by their places:

    >>> layout = Layout.named("wfrp1", "small")
    >>> cells = layout.choices.cell >= 0                # the part of a mask, or of logits, that is a map

    Attributes:
        section: number of its section in ``Layout.sections``: verb, mode, unit, direction, item, cell or one of the ruleset's.
        part: its place in that section, such as the number of the verb or mode.
        verb: the verb, -1 where the index names no verb.
        unit: observation row of the unit, -1 where the index names no unit.
        cell: place ``y * width + x`` of the cell in the grid, -1 where the index names no cell.
        direction: the direction, clockwise from north, -1 where the index names no direction.
    """

    section: np.ndarray
    part: np.ndarray
    verb: np.ndarray
    unit: np.ndarray
    cell: np.ndarray
    direction: np.ndarray


def choices_of(sections: Sequence[tuple[str, str, int]], sizes: Sequence[int]) -> ChoiceIndices:
    """The arrays of a layout.

    Args:
        sections: name, kind and number of answers of each section.
        sizes: the number of indices of each.
    """
    section = np.repeat(np.arange(len(sizes)), sizes).astype(np.int16)
    part = np.concatenate([np.arange(size) for size in sizes]).astype(np.int16)
    named = np.array([name == "verb" for name, _, _ in sections])
    kinds = np.array([kind for _, kind, _ in sections])
    verb, unit, cell, direction = (
        np.where(chosen[section], part, -1).astype(np.int16)
        for chosen in (named, kinds == "unit", kinds == "cell", kinds == "direction")
    )
    return ChoiceIndices(section, part, verb, unit, cell, direction)

"""What has come of a game: its ranks as rewards, and who still takes part."""

from __future__ import annotations

import numpy as np

from ..core.compiler import record_at
from ..core.ruleset import Ruleset

__all__ = ["is_standing", "rewards_by_rank"]


def is_standing(ruleset: Ruleset, states: np.ndarray, i: int, who: int) -> bool:
    """Whether the unit of a roster row still takes part in the battle of state ``i``, by the rules."""
    return bool(ruleset.book.tactics.is_standing(record_at(states, i), who))


def rewards_by_rank(ranks: np.ndarray, side_count: np.ndarray | int) -> np.ndarray:
    """Rewards of finished games by rank, in [-1, 1]: the share of opponents a side beat less the share that beat it.

    Args:
        ranks: (..., sides), 1 best, 0 for a side that takes no part.
        side_count: sides taking part, (...) or one number.

    Returns:
        float64 (..., sides); zero for sides that take no part.
    """
    ranks = np.asarray(ranks)
    takes_part = ranks > 0
    pairs = takes_part[..., :, None] & takes_part[..., None, :]
    difference = np.sign(ranks[..., None, :].astype(np.int64) - ranks[..., :, None]) * pairs
    return difference.sum(-1) / np.maximum(np.asarray(side_count) - 1, 1)[..., None]

"""Numbers worked out from the knobs once, in front of the kernels."""

from __future__ import annotations

from typing import Any

SCORES = 67  # attribute scores from 0 on
RANKS = 13

DERIVED: list[tuple[Any, ...]] = [
    ("dice_of_score", "i4", (SCORES,)),  # dice of each attribute score
    ("pool_of_rank", "i4", (RANKS,)),  # maximum dice pool of each rank
]


def fill_derived(book: Any) -> None:
    """Work out the derived fields of one BOOK record from its knobs."""
    thresholds = [int(book[f"threshold_{dice}d6"]) for dice in range(1, 11)]
    for score in range(SCORES):
        book.dice_of_score[score] = sum(score >= least for least in thresholds)
    for rank in range(RANKS):
        dice = rank * int(book.dice_per_rank)
        book.pool_of_rank[rank] = max(int(book.min_pool), min(dice, int(book.max_pool)))

"""Numbers worked out from the knobs once, in front of the kernels."""

from __future__ import annotations

from typing import Any

from .vocab import CARDS

REROLL_BITS = (2, 2, 2, 2, 2, 2, 4, 8, 16, 32, 32, 64, 32, 2)  # of fate.reroll.kinds_mask, for each Roll

DERIVED: list[tuple[Any, ...]] = [
    ("full_deck", "i4", (CARDS,)),  # 1 each card of the deck: those of low rank first, the jokers last
    ("collision_ladder", "i4", (5,)),  # target number by severity
    ("stealth_reach", "i4", (4,)),  # farthest distance of each target number but the last
    ("stealth_ladder", "i4", (5,)),  # target number by distance
    ("fear_tn", "i4", (4,)),  # target number by level of the source
]


def fill_derived(book: Any) -> None:
    """Work out the derived fields of one BOOK record from its knobs."""
    book.full_deck[:] = 0
    suits, ranks = int(book.suits), int(book.ranks_per_suit)
    plain = [4 * (12 - rank) + (3 - suit) for rank in range(ranks) for suit in range(suits)]  # the best first
    jokers = [CARDS - 1 - i for i in range(int(book.jokers))]
    for card in (jokers + plain)[: int(book.deck_size)]:
        book.full_deck[card] = 1
    book.collision_ladder[:] = (
        book.collision_easy, book.collision_average, book.collision_tough, book.collision_challenging, book.collision_heroic,
    )  # fmt: skip
    book.stealth_reach[:] = (1, 3, 6, 12)
    book.stealth_ladder[:] = (
        book.stealth_tn_1, book.stealth_tn_3, book.stealth_tn_6, book.stealth_tn_12, book.stealth_tn_far,
    )  # fmt: skip
    book.fear_tn[:] = (0, book.fear_tn_1, book.fear_tn_2, book.fear_tn_3)

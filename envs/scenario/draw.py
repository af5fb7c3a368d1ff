"""Randomness of scenarios: one generator for each topic of each row, and values that are drawn for every battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

T = TypeVar("T")

MOST_CHOICES = 1000  # values of one spread that are written out

SPLITS = ("train", "eval")
IMAGINED = "imagined"  # the stream of battles that nobody plays: guesses at what a side cannot see
TOPICS = ("rules", "roster", "stats", "terrain", "places")


class Draw:
    """Random numbers of one topic of one battle.

    Only the raw words of a PCG64 generator are used: NumPy guarantees that stream for all versions, its methods' not.
    """

    def __init__(self, seed: int, row: int, split: str, topic: str, attempt: int = 0) -> None:
        key = ((*SPLITS, IMAGINED).index(split), row, TOPICS.index(topic), attempt)
        self._words = np.random.PCG64(np.random.SeedSequence(seed, spawn_key=key))

    def below(self, n: int) -> int:
        """0..n-1, each equally likely."""
        limit = 2**64 - 2**64 % n
        while True:
            word = int(self._words.random_raw())
            if word < limit:
                return word % n

    def one_of(self, items: Sequence[T]) -> T:
        """One of them."""
        return items[self.below(len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[int]) -> T:
        """One of them, as likely as its whole-numbered weight says."""
        left = self.below(sum(weights))
        for item, weight in zip(items, weights, strict=True):
            left -= weight
            if left < 0:
                return item
        raise AssertionError("weights must be positive")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All of them, in random order."""
        found = list(items)
        for i in range(len(found) - 1, 0, -1):
            j = self.below(i + 1)
            found[i], found[j] = found[j], found[i]
        return found

    def of(self, value: Any) -> Any:
        """The value itself, or one drawn from a spread."""
        return self.one_of(value.values) if isinstance(value, Spread) else value


class Spread(NamedTuple):
    """Values of which one is drawn for every battle, each equally likely."""

    values: tuple[Any, ...]
    is_range: bool = False

    @property
    def edges(self) -> tuple[Any, ...]:
        """Values that must all be possible for every value to be possible: the ends of a range, or every choice."""
        return (self.values[0], self.values[-1]) if self.is_range else self.values


def largest(value: Any) -> Any:
    """The largest value that can be drawn."""
    return max(value.values) if isinstance(value, Spread) else value


def read_spread(value: Any, lists: bool = True) -> Any:
    """Turn ``{from: 25, to: 45, step: 5}``, ``{any_of: [...]}`` and, when ``lists``, ``[25, 33]`` into a ``Spread``.

    Anything else is returned as it is.

    Raises:
        ValueError: a mapping that is neither; the text says what is wrong.
    """
    if isinstance(value, Spread):
        return value
    if isinstance(value, list) and lists:
        value = {"any_of": value}
    if not isinstance(value, dict):
        return value
    if set(value) == {"any_of"}:
        choices = value["any_of"]
        if not isinstance(choices, list) or not choices:
            raise ValueError("any_of must list at least one value")
        if len(choices) > MOST_CHOICES:
            raise ValueError(f"{len(choices):,} values to choose from, at most {MOST_CHOICES:,}")
        return Spread(tuple(choices))
    if {"from", "to"} <= set(value) <= {"from", "to", "step"}:
        numbers = {key: value.get(key, 1) for key in ("from", "to", "step")}
        for key, number in numbers.items():
            if isinstance(number, bool) or not isinstance(number, int):
                raise ValueError(f"{key} must be a whole number, not {number!r}")
        if numbers["step"] < 1 or numbers["to"] < numbers["from"]:
            raise ValueError("`from` must not exceed `to`, and `step` must be at least 1")
        if numbers["to"] - numbers["from"] > 10_000 * numbers["step"]:
            raise ValueError("at most 10000 steps fit between `from` and `to`")
        return Spread(tuple(range(numbers["from"], numbers["to"] + 1, numbers["step"])), is_range=True)
    raise ValueError(f"a mapping with {', '.join(map(str, value)) or 'nothing in it'} is not a range")


SPREAD_FORMS = "a value, {from: low, to: high}, {from: low, to: high, step: n}, or {any_of: [values]}"

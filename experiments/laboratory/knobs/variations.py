"""How far each knob of a rulebook is varied.

A knob with names, or with at most four values, takes all of them. Any other is moved a part of the number in force up and down
(a quarter, unless asked otherwise), by at least one; percentages and modifiers in steps of five, by at least five. It never
leaves the range that the rulebook declares, and what the rulebook or a scenario refuses is left out.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ....envs.core.rulebook import Knob, Rulebook, Value
from ....envs.engine.pools import open_pool
from ....envs.scenario.pool import pack, under
from ...common import UserError
from ...naming import close_addresses
from ..shards import Stream
from .settings import held_rules

__all__ = ["LEVELS", "SPREAD", "Opener", "Variation", "accepted", "chosen", "variation_of"]

SPREAD = 25  # percent of the number in force
FEW = 4  # values that are all taken
PERCENT = 5
LEVELS = 4  # of Morris' grid


class Variation(msgspec.Struct, frozen=True):
    """A knob and the values it may take.

    Attributes:
        address: of the knob.
        default: the number in force: the book's, or that of the scenario or of a house rule.
        numbers: all values, ascending, the one in force among them.
        is_range: whether the numbers are the ends of a range, with the one in force in it; else they are all there is.
    """

    address: str
    default: int
    numbers: tuple[int, ...]
    is_range: bool

    @property
    def others(self) -> tuple[int, ...]:
        """The values that are not in force, the greatest first."""
        return tuple(number for number in reversed(self.numbers) if number != self.default)

    def at(self, part: float) -> int:
        """The value at a part of the way, from 0 to 1: each gets as much of it as every other."""
        low, high = self.numbers[0], self.numbers[-1]
        if self.is_range:
            return min(low + int(part * (high - low + 1)), high)
        return self.numbers[min(int(part * len(self.numbers)), len(self.numbers) - 1)]


def variation_of(knob: Knob, spread: int = SPREAD, in_force: int | None = None) -> Variation:
    """How far a knob is varied about the number in force, the book's unless given; see the module."""
    number = knob.default if in_force is None else in_force
    if knob.names or knob.max - knob.min < FEW:
        numbers = sorted(set(knob.names.values())) if knob.names else list(range(knob.min, knob.max + 1))
        return Variation(knob.address, number, tuple(sorted({*numbers, number})), False)
    step = max(round(abs(number) * spread / 100), 1)
    if (knob.min, knob.max) in ((0, 100), (-100, 100)) and number % PERCENT == 0:
        step = max(round(step / PERCENT), 1) * PERCENT
    low, high = max(number - step, knob.min), min(number + step, knob.max)
    return Variation(knob.address, number, tuple(sorted({low, number, high})), True)


def chosen(book: Rulebook, only: Sequence[str] = ()) -> list[Knob]:
    """The knobs of a rulebook whose addresses fit a pattern such as ``action.*``; all without patterns.

    Raises:
        UserError: none does.
    """
    shorts = [pattern.removeprefix(f"{book.id}.") for pattern in only]
    found = [
        knob
        for address, knob in book.addresses().items()
        if not shorts or any(fnmatch.fnmatchcase(address, short) for short in shorts)
    ]
    if not found:
        near = [one for short in shorts for one in close_addresses(book, short.rstrip(".*"))]
        close = [one if one in book.addresses() else f"{one}.*" for one in dict.fromkeys(near)]
        hint = f"did you mean {', '.join(close)}?" if close else f"tactica rules {book.id} lists the clauses"
        raise UserError(f"no knob of {book.id} fits {', '.join(only)}; {hint}")
    return found


@dataclass
class Opener:
    """Says whether a scenario can be begun under some rules, without playing it.

    Attributes:
        battles: a few starts, under the rules they are played by.
    """

    battles: list[Any]

    @classmethod
    def of(cls, stream: Stream, rules: Mapping[str, Value]) -> Opener:
        """For a stream of games under some rules: knobs by address, over those of the scenario."""
        pool: Any = open_pool(
            stream.ruleset, stream.scenario, n=1, seed=stream.start_seed, split="eval", rules=dict(rules) or None
        )
        return cls(pool.battles)

    @property
    def in_force(self) -> dict[str, int]:
        """The numbers of the scenario and of the house rules, by address; the book's are left out."""
        return held_rules(self.battles[0].ruleset.rulebook, self.battles[0].rules)

    def refusal(self, rules: Mapping[str, Value]) -> str:
        """Why not; empty if it can be begun."""
        try:
            pack([under(rules, battle) for battle in self.battles])
        except Exception as error:  # whatever a rulebook's own code says to numbers it was not made for
            return f"{type(error).__name__}: {error}"
        return ""


def accepted(
    knobs: Iterable[Knob], opener: Opener, spread: int, tell: Callable[[], None] = lambda: None
) -> tuple[list[Variation], dict[str, str]]:
    """Variations with the values that are not refused, and of the refused ones why: by ``address=value``."""
    found, refused = [], {}
    in_force = opener.in_force
    for knob in knobs:
        tell()
        wanted = variation_of(knob, spread, in_force.get(knob.address))
        kept = [wanted.default]
        for number in wanted.others:
            if why := opener.refusal({knob.address: number}):
                refused[f"{knob.address}={number}"] = why
            else:
                kept.append(number)
        if len(kept) > 1:
            found.append(msgspec.structs.replace(wanted, numbers=tuple(sorted(kept))))
    return found, refused

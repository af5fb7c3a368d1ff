"""Knobs and the values to try, and the streams of games they are tried on."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from ....envs import rulesets
from ....envs import scenario as scenarios
from ....envs.core.rulebook import Knob, KnobError, Rulebook, Value
from ....envs.engine.behaviours import Behaviour
from ...common import UserError, find_scenario
from ..shards import STARTS, Player, Stream

__all__ = [
    "Axis", "Rules", "axes_of", "fresh", "held_rules", "points_of", "reference_of", "split_values", "stream_of", "who_plays",
]  # fmt: skip

Rules: TypeAlias = dict[str, int | bool | str]
MOST_POINTS = 400


class Axis(msgspec.Struct, frozen=True):
    """A knob and the values to try.

    Attributes:
        address: of the knob, without the ruleset's id.
        numbers: what is stored, in ascending order.
        labels: what they are called.
        default: the book's number.
    """

    address: str
    numbers: tuple[int, ...]
    labels: tuple[str, ...]
    default: int

    def __post_init__(self) -> None:
        if len(self.numbers) < 2 or len(self.labels) != len(self.numbers):
            raise ValueError(f"{self.address}: a knob has at least two values, each with a label")

    @property
    def is_number(self) -> bool:
        """Whether its values are numbers, not names."""
        return all(label == str(number) for label, number in zip(self.labels, self.numbers, strict=True))


def split_values(text: str) -> list[Value]:
    """Values as they are typed: ``0,10,20`` or ``draw,share``.

    Raises:
        UserError: one of them is empty.
    """
    found: list[Value] = []
    for part in text.split(","):
        word = part.strip()
        if not word:
            raise UserError(f"{text!r}: values are separated by single commas, such as 0,10,20")
        try:
            found.append(int(word))
        except ValueError:
            found.append(word)
    return found


def name_of_value(knob: Knob, number: int) -> str:
    """What a value of a knob is called: its name where it has one."""
    return next((name for name, value in knob.names.items() if value == number), str(number))


def held_rules(book: Rulebook, rules: Mapping[str, Value] | None) -> dict[str, Any]:
    """House rules by the whole addresses of their knobs, with numbers in place of names.

    Raises:
        KnobError: no knob has an address, or it cannot have that value.
    """
    return {book.knob(address).address: book.knob(address).value(value) for address, value in (rules or {}).items()}


def axes_of(book: Rulebook, rules: Mapping[str, Value | Sequence[Value]]) -> tuple[list[Axis], Rules]:
    """What is varied, and what is held.

    Args:
        book: whose knobs these are.
        rules: one value holds a knob at it, several are tried; a single knob with one value is compared with the book's.

    Raises:
        KnobError: no knob has an address, or it cannot have a value; UserError: nothing is varied, too much is, or one
        value stands twice.
    """
    axes: list[Axis] = []
    held: Rules = {}
    for address, given in rules.items():
        knob = book.knob(address)
        several = isinstance(given, Sequence) and not isinstance(given, str)
        values: list[Any] = list(given) if several else [given]  # type: ignore[arg-type]
        numbers = [knob.value(value) for value in values]
        if len(set(numbers)) < len(numbers):
            raise UserError(f"{knob.address}: a value is given twice in {', '.join(str(value) for value in values)}")
        if knob.address in held or any(axis.address == knob.address for axis in axes):
            raise KnobError(f"{knob.address} is given twice")
        if len(numbers) < 2:
            held[knob.address] = numbers[0]
            continue
        numbers.sort()
        axes.append(
            Axis(knob.address, tuple(numbers), tuple(name_of_value(knob, one) for one in numbers), knob.default)
        )
    if not axes and len(held) == 1:
        ((address, number),) = held.items()
        knob = book.knob(address)
        if number == knob.default:
            raise UserError(
                f"{address} = {name_of_value(knob, knob.default)} is what the book says, so there is nothing to compare: "
                "give another value"
            )
        numbers = sorted((knob.default, int(number)))
        axes, held = (
            [Axis(address, tuple(numbers), tuple(name_of_value(knob, one) for one in numbers), knob.default)],
            {},
        )
    if not axes:
        raise UserError("nothing to sweep: give one knob several values, such as --rule clause.param=0,10,20")
    if len(axes) > 2:
        raise UserError(
            f"{len(axes)} knobs have several values; at most two make a grid, the others get one value each"
        )
    points = 1
    for axis in axes:
        points *= len(axis.numbers)
    if points > MOST_POINTS:
        raise UserError(f"the grid has {points} points; the maximum is {MOST_POINTS}")
    return axes, held


def points_of(axes: Sequence[Axis]) -> list[tuple[int, ...]]:
    """Every combination of the axes' values: numbers of these, the last axis fastest."""
    return list(itertools.product(*(range(len(axis.numbers)) for axis in axes)))


def reference_of(axes: Sequence[Axis]) -> int:
    """The point that others are compared with: the book's values where they are all tried, else the first."""
    if all(axis.default in axis.numbers for axis in axes):
        return points_of(axes).index(tuple(axis.numbers.index(axis.default) for axis in axes))
    return 0


def rules_at(axes: Sequence[Axis], point: Sequence[int], held: Mapping[str, Value]) -> Rules:
    """The knobs of a point."""
    return {**held, **{axis.address: axis.numbers[i] for axis, i in zip(axes, point, strict=True)}}


def stream_of(
    scenario: str, ruleset: str | None = None, *, seed: int = 0, starts: int = STARTS
) -> tuple[Stream, scenarios.Scenario]:
    """Where games begin: one start where a scenario leaves nothing to chance.

    Raises:
        UserError, ScenarioError, UnknownRuleset: there is no such scenario.
    """
    slug, loaded = find_scenario(scenario, ruleset if "/" not in scenario else None)
    is_file = scenario.endswith((".yaml", ".yml"))
    where = str(Path(scenario).resolve()) if is_file else loaded.key
    return Stream(slug, where, seed=seed, starts=starts if loaded.is_random else 1, start_seed=seed), loaded


def fresh(stream: Stream, *purpose: int | str) -> Stream:
    """The same scenario with other starts and dice, others for every purpose."""
    digest = hashlib.sha256(repr((stream.seed, *purpose)).encode()).digest()
    return msgspec.structs.replace(
        stream, seed=int.from_bytes(digest[:7], "big"), start_seed=int.from_bytes(digest[8:12], "big") >> 1
    )


def who_plays(specs: Sequence[str | Behaviour | Player], slug: str) -> list[Player]:
    """Players by names that differ.

    Raises:
        UserError, UnknownPolicy, PlayerError: nobody can play so.
    """
    from ....agents.players import player_name

    ruleset = rulesets.get(slug)
    found = []
    for spec in specs:
        name = player_name(spec, ruleset) if isinstance(spec, str) else spec.name
        found.append(msgspec.structs.replace(Player.of(spec), name=name))
    names = [player.name for player in found]
    if len(set(names)) < len(names):
        seats = ("first", "second", "third", "fourth")
        found = [
            msgspec.structs.replace(player, name=f"{player.name} ({seat})")
            for player, seat in zip(found, seats, strict=False)
        ]
    return found

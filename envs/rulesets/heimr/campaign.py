"""What the book says about the time between battles: experience, training, attributes that grow with it, and rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...core.compiler import outside
from ...core.rulebook import Value
from . import RULESET
from .vocab import Ability, Attribute

__all__ = [
    "award", "behind", "needed", "progress", "recover", "short_rest", "train", "training_cost", "training_total",
]  # fmt: skip

Rules = Mapping[str, Value] | None
NO_SECOND = -1


def _book(rules: Rules) -> Any:
    return RULESET.rulebook.book(rules)[0]


# --- experience ------------------------------------------------------------------------------------------------------


@outside.rule("xp.award")
def award(points: int, characters: int, carry: int = 0) -> tuple[int, int]:
    """Experience: divided among the characters present, rounded down; the remainder carries over to the next award.

    Args:
        points: total of the encounters overcome.
        characters: number of characters present.
        carry: remainder of the last award.

    Returns:
        Experience per character, and the new remainder.

    Raises:
        ValueError: no character was present.
    """
    if characters < 1:
        raise ValueError("there is no unit to gain experience")
    return divmod(points + carry, characters)


@outside.rule("xp.training_cost")
def training_cost(level: int, *, rules: Rules = None) -> int:
    """Training: what a level of consistency or of potential costs: the first as much as it says, the second twice that, each
    further one as much as the two before it.

    Raises:
        ValueError: there is no such level.
    """
    if level < 1:
        raise ValueError(f"no level {level}: training begins with level 1")
    cost = before = int(_book(rules).training_start)
    for _ in range(level - 1):
        before, cost = cost, cost + before
    return cost


@outside.rule("xp.training_cost")
def training_total(consistency: int, potential: int = 0, *, rules: Rules = None) -> int:
    """Training: the total cost of all levels of an ability."""
    return sum(training_cost(i, rules=rules) for levels in (consistency, potential) for i in range(1, levels + 1))


# --- attributes ------------------------------------------------------------------------------------------------------


@outside.rule("attribute.progress")
def needed(value: int, *, rules: Rules = None) -> int:
    """Progress: points it takes to reach a value of an attribute from the one below it.

    Raises:
        ValueError: no attribute can be raised to that.
    """
    book = _book(rules)
    least, most = int(book.attribute_min), int(book.attribute_max)
    if not least < value <= most:
        raise ValueError(f"an attribute cannot be raised to {value}; {least + 1} to {most}")
    steps = (book.to_minus2, book.to_minus1, book.to_0, book.to_1, book.to_2, book.to_3, book.to_4_plus)
    return int(steps[min(value - least, len(steps)) - 1])


@outside.rule("attribute.progress")
def progress(value: int, points: int, *, rules: Rules = None) -> tuple[int, int]:
    """Progress: a level of training adds a point to the attribute behind the ability. Enough points raise the attribute by one
    and start again from 0; an attribute at its maximum gathers no points.

    Args:
        value: of the attribute.
        points: gathered so far towards the next value.

    Returns:
        New value and points.
    """
    if value >= _book(rules).attribute_max:
        return value, 0
    if points + 1 >= needed(value + 1, rules=rules):
        return value + 1, 0
    return value, points + 1


@outside.rule("attribute.progress_multi", "attribute.custom_sets", "c.ability_table")
def behind(ability: Ability, *, rules: Rules = None) -> tuple[Attribute, ...]:
    """Several attributes: the attributes behind an ability. The character who trains it chooses which one gains the point."""
    row = _book(rules).abilities[ability]
    second = () if row.second == NO_SECOND else (Attribute(int(row.second)),)
    return (Attribute(int(row.attribute)), *second)


class Growth(NamedTuple):
    """An attribute's value, and the points gathered towards the next."""

    value: int = 0
    points: int = 0


@outside.rule("attribute.progress", "attribute.progress_multi")
def train(
    ability: Ability,
    attributes: Mapping[Attribute, Growth],
    choice: Attribute | None = None,
    *,
    rules: Rules = None,
) -> dict[Attribute, Growth]:
    """Several attributes: a level of training in an ability; the point goes to one of the attributes behind it.

    Args:
        ability: the one that is trained.
        attributes: what each attribute has come to.
        choice: which of them gains the point, where the ability rests on several.

    Raises:
        ValueError: it rests on several, and none of them is chosen.
    """
    possible = behind(ability, rules=rules)
    gaining = possible[0] if choice is None and len(possible) == 1 else choice
    if gaining not in possible:
        names = " or ".join(attribute.name for attribute in possible)
        raise ValueError(f"{ability.name.lower()} rests on {names}: choose which of them gains the point")
    assert gaining is not None
    growth = attributes.get(gaining, Growth())
    return {**attributes, gaining: Growth(*progress(*growth, rules=rules))}


# --- rest ------------------------------------------------------------------------------------------------------------


class Rested(NamedTuple):
    """Hit points after a rest, and whether skills that are free once a rest are free again."""

    hp: int
    skills_are_free: bool


@outside.rule("health.short_rest")
def short_rest(
    hp: int, hp_max: int, *, minutes: int = 0, turns: int = 0, interrupted: bool = False, rules: Rules = None
) -> Rested:
    """Short rest: enough minutes, or turns, without any challenge or skill bring back all hit points and the free uses of
    skills, but not to who has too few hit points left.
    """
    book = _book(rules)
    is_long = minutes >= int(book.rest_minutes) or turns >= int(book.rest_turns)
    if interrupted or not is_long or hp < int(book.rest_least_hp):
        return Rested(hp, False)
    return Rested(max(hp, hp_max), True)


@outside.rule("fatigue.recovery")
def recover(
    fatigue: int, base: int, *, seconds: int = 0, turns: int = 0, rolled: bool = False, rules: Rules = None
) -> int:
    """Recovery: a short pause outside combat, without any physical roll, brings fatigue back to its base."""
    book = _book(rules)
    is_long = seconds >= int(book.max_seconds) or turns >= int(book.recovery_turns)
    return fatigue if rolled or not is_long else min(fatigue, base)

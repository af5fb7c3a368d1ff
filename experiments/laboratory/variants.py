"""Battles in which one side goes without something: an item, a spell, a skill, a unit; everything else stays as drawn. And
battles for which every side draws its own roster.

What a unit has stands in the fields of the ruleset's ``Unit``. A value can be removed if its field has a value for
"nothing": false, 0, an empty list, the first word of its list of words; entries of lists are removed one by one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any

import msgspec

from ...envs.core.ruleset import Ruleset
from ...envs.scenario.battle import Battle, Fighter
from ...envs.scenario.expand import expand
from ...envs.scenario.pool import load, pack, under
from ...envs.scenario.problems import Fault
from ...envs.scenario.scenario import RosterChoice, Scenario, UnitEntry
from ..sealing import Count

__all__ = [
    "LOOKED_AT",
    "UNIT",
    "DrawnRosters",
    "Lack",
    "Possession",
    "apart",
    "possessions",
    "starts_apart",
    "starts_without",
]

UNIT = "unit"  # in place of a field: the unit itself
LOOKED_AT = 16  # starts that are searched for what units have


class Lack(msgspec.Struct, frozen=True):
    """Something that the units of a side go without.

    Attributes:
        side: which; -1 all.
        field: of the ruleset's ``Unit``, or ``unit``: one of the units themselves.
        value: what it says, as text; of a unit its template or name.
    """

    side: int
    field: str
    value: str


class Possession(msgspec.Struct, frozen=True):
    """Something that units have, and of which sides."""

    field: str
    value: str
    sides: tuple[int, ...]
    holders: tuple[str, ...]
    instead: str = ""

    @property
    def thing(self) -> str:
        """What it is, or the field that counts it or says that it is there."""
        return self.field if self.value == "yes" or self.value.lstrip("-").isdigit() else self.value

    @property
    def name(self) -> str:
        """How it is called in tables."""
        told = f"{self.field}: {self.value}" if self.value != "yes" else self.field
        return f"{told} (else {self.instead})" if self.instead else told


class DrawnRosters(msgspec.Struct, frozen=True):
    """Every side draws its own units from the lists of a scenario.

    Attributes:
        budget: points each side may spend on units of all lists together; 0: as the lists say.
    """

    budget: Count = 0


def apart(scenario: Scenario, rosters: DrawnRosters) -> Scenario:
    """A scenario in which every side draws for itself what it would draw together with others.

    Raises:
        ValueError: nothing is drawn, or something to be bought has no price.
    """
    if not scenario.choices:
        raise ValueError(f"{scenario.key} draws no units: it has no `choose`")
    choices = [dataclasses.replace(one, sides=(side,)) for one in scenario.choices for side in one.sides]
    if rosters.budget:
        most = scenario.ruleset.book.setup.units // len(scenario.sides)
        choices = [
            _bought(choices, side, most, rosters.budget) for side in dict.fromkeys(one.sides[0] for one in choices)
        ]
    return dataclasses.replace(scenario, choices=tuple(choices))


def _bought(choices: Sequence[RosterChoice], side: int, most: int, budget: int) -> RosterChoice:
    """One list of all that a side may draw, each unit once, to be bought."""
    own = [one for one in choices if one.sides == (side,)]
    listed = [(entry, cost) for one in own for entry, cost in zip(one.entries, one.costs, strict=True)]
    found: dict[str, tuple[UnitEntry, int]] = {}
    for entry, cost in listed:
        if cost < 1:
            raise ValueError(f"{entry.template or entry.name or 'a unit'} has no price; give it one with `points`")
        found.setdefault(f"{entry.template} {entry.fields}", (entry, cost))
    if budget < min(cost for _, cost in found.values()):
        raise ValueError(f"{budget} points buy no unit; at least {min(cost for _, cost in found.values())}")
    entries, costs = zip(*found.values(), strict=True)
    return dataclasses.replace(
        own[0], entries=entries, costs=costs, weights=(1,) * len(costs), count=most, budget=budget, distinct=False
    )


def starts_apart(
    ruleset: Ruleset, scenario: str, rosters: DrawnRosters, *, n: int, seed: int, rules: dict[str, Any] | None
) -> Any:
    """A pool of starts for which every side draws its own roster; see :func:`starts_without`."""
    battles = expand(apart(load(scenario, ruleset), rosters), seed, n, "eval")
    return pack([under(rules, battle) for battle in battles])


def nothing_of(ruleset: Ruleset) -> dict[str, Any]:
    """The fields of a ruleset's units that may say "nothing", and how they say it."""
    unit = ruleset.book.setup.unit
    found: dict[str, Any] = {}
    for name, about in unit.model_fields.items():
        default = about.default
        is_first = isinstance(default, Enum) and default.value == 0
        if is_first or default is None or default is False or default in ((), [], 0, "", "none", "nothing", "0"):
            found[name] = default
    return found


def instead_of(nothing: Any) -> str:
    """What a unit has in place of something, where that is not nothing: another kind of weapon, of unit."""
    is_kind = isinstance(nothing, Enum) and nothing.name not in ("NOTHING", "NONE")
    return word_for(nothing) if is_kind else ""


def word_for(value: Any) -> str:
    """A value as text."""
    if value is True:
        return "yes"
    if isinstance(value, Enum):
        return value.name.lower()
    return str(value)


def parts_of(value: Any, nothing: Any) -> list[str]:
    """What a field holds, each entry of a list by itself; empty when it says "nothing"."""
    is_number = isinstance(value, int) and not isinstance(value, Enum)
    is_usual = nothing is None and is_number  # a number in place of the book's usual one
    if value is None or value is False or value == nothing or is_usual:
        return []
    if isinstance(value, list | tuple | set | frozenset):
        return [word_for(one) for one in value]
    if isinstance(value, dict):
        return [word_for(one) for one in value]
    return [word_for(value)]


def possessions(ruleset: Ruleset, scenario: str, starts: int = LOOKED_AT, seed: int = 0) -> list[Possession]:
    """What the units of a scenario have, units included, in the order in which it is found.

    Args:
        ruleset: whose scenario.
        scenario: its name or file.
        starts: so many are looked at where it leaves something to chance.
        seed: of these.
    """
    loaded = load(scenario, ruleset)
    nothing = nothing_of(ruleset)
    found: dict[tuple[str, str], tuple[dict[int, None], dict[str, None]]] = {}
    for battle in expand(loaded, seed, starts if loaded.is_random else 1, "eval"):
        for fighter in battle.units:
            had = [
                (name, part) for name, empty in nothing.items() for part in parts_of(getattr(fighter.unit, name), empty)
            ]
            if fighter.bearer < 0 and sum(one.side == fighter.side and one.bearer < 0 for one in battle.units) > 1:
                had.append((UNIT, kind_of(fighter)))
            for key in had:
                sides, holders = found.setdefault(key, ({}, {}))
                sides[fighter.side] = None
                holders[kind_of(fighter)] = None
    return [
        Possession(*key, tuple(sorted(sides)), tuple(holders), instead_of(nothing.get(key[0])))
        for key, (sides, holders) in found.items()
    ]


def kind_of(fighter: Fighter) -> str:
    """What units of a kind are called: their template, else their name."""
    return fighter.template or fighter.name


def starts_without(
    ruleset: Ruleset, scenario: str, lacks: Sequence[Lack], *, n: int, seed: int, rules: dict[str, Any] | None
) -> Any:
    """A pool of starts, those of the scenario, in which something is missing.

    Args:
        ruleset, scenario: which.
        lacks: what is missing.
        n, seed: of the starts, drawn for evaluation.
        rules: knobs by address.

    Raises:
        ValueError: nobody has it, or a battle without it is not possible.
    """
    loaded = load(scenario, ruleset)
    battles = expand(loaded, seed, n if loaded.is_random else 1, "eval")
    changed = [without(battle, lacks) for battle in battles]
    if all(one is battle for one, battle in zip(changed, battles, strict=True)):
        raise ValueError(f"nobody has {', '.join(f'{lack.field}: {lack.value}' for lack in lacks)}")
    return pack([under(rules, battle) for battle in changed])


def without(battle: Battle, lacks: Iterable[Lack]) -> Battle:
    """A battle in which something is missing; the battle itself where nobody has it.

    Raises:
        ValueError: it is not possible.
    """
    nothing = nothing_of(battle.ruleset)
    units = list(battle.units)
    gone: set[int] = set()
    for lack in lacks:
        if lack.field == UNIT:
            gone |= _one_of_a_kind(units, lack)
            continue
        for row, fighter in enumerate(units):
            if lack.side in (-1, fighter.side):
                value = getattr(fighter.unit, lack.field)
                left = _left_of(value, lack.value, nothing[lack.field])
                if left is not value:
                    unit = fighter.unit.model_copy(update={lack.field: left})
                    units[row] = dataclasses.replace(fighter, unit=unit)
    if not gone and all(new is old for new, old in zip(units, battle.units, strict=True)):
        return battle
    setup = battle.ruleset.book.setup
    for path, name in _useless(setup.problems(dataclasses.replace(battle, units=tuple(units))), nothing):
        for row, fighter in enumerate(units):  # shots without a bow
            if fighter.path == path:
                units[row] = dataclasses.replace(fighter, unit=fighter.unit.model_copy(update={name: nothing[name]}))
    found = dataclasses.replace(battle, units=_without_rows(units, gone))
    faults = setup.problems(found)
    if faults:
        raise ValueError("; ".join(str(fault.what) for fault in faults))
    if any(all(unit.side != side for unit in found.units) for side in range(len(battle.sides))):
        raise ValueError("a side would have no unit left")
    return found


def _useless(faults: Iterable[Fault], nothing: dict[str, Any]) -> list[tuple[tuple[str | int, ...], str]]:
    """The units, by path, and their fields that are at fault and may say "nothing"."""
    return [
        (tuple(fault.path[:-1]), str(fault.path[-1])) for fault in faults if fault.path and fault.path[-1] in nothing
    ]


def _left_of(value: Any, taken: str, nothing: Any) -> Any:
    """A value of a field without a part of it; the value itself where it does not hold that part."""
    if taken not in parts_of(value, nothing):
        return value
    if isinstance(value, dict):
        return {key: held for key, held in value.items() if word_for(key) != taken}
    if isinstance(value, list | tuple | set | frozenset):
        return type(value)(one for one in value if word_for(one) != taken)
    return nothing


def _one_of_a_kind(units: Sequence[Fighter], lack: Lack) -> set[int]:
    """The row of the first unit of a kind on each side that goes without one, with that of its companion."""
    found: set[int] = set()
    for side in {fighter.side for fighter in units} if lack.side == -1 else {lack.side}:
        rows = [
            row for row, one in enumerate(units) if one.side == side and kind_of(one) == lack.value and one.bearer < 0
        ]
        if rows:
            found |= {rows[0], units[rows[0]].companion} - {-1}
    return found


def _without_rows(units: Sequence[Fighter], gone: set[int]) -> tuple[Fighter, ...]:
    """Roster rows without some; those that belong together still do."""
    kept = [row for row in range(len(units)) if row not in gone]
    place = {row: new for new, row in enumerate(kept)}
    return tuple(
        dataclasses.replace(
            units[row], bearer=place.get(units[row].bearer, -1), companion=place.get(units[row].companion, -1)
        )
        for row in kept
    )

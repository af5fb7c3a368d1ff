"""From a scenario to concrete battles: rules, roster, characteristics, terrain and places are drawn, in this order."""

from __future__ import annotations

import contextlib
import dataclasses
from collections import Counter
from collections.abc import Iterable
from numbers import Integral
from typing import Any

from pydantic import ValidationError

from ..core.looking.knowledge import ROSTERS, ROSTERS_FIELD
from .battle import Battle, Fighter
from .bodies import covered, facing_in
from .draw import IMAGINED, SPLITS, TOPICS, Draw, Spread
from .place import Unplaceable, facing_towards, place_all
from .problems import Fault, ScenarioError
from .scenario import RosterChoice, Scenario, UnitEntry
from .terrain import Effort, TooMuchTerrain, generate

ATTEMPTS = 50  # draws for a row whose units find no room
SAMPLES = 8  # battles that a check of a scenario looks at, where something is left to chance


def expand(scenario: Scenario, seed: int = 0, n: int = 1, split: str = "train") -> list[Battle]:
    """Draw concrete starts.

    Row i depends on the scenario, the seed, the split and i alone: asking for more rows does not change the first ones.

    Args:
        scenario: see :func:`load`.
        seed: 0 or more.
        n: how many.
        split: ``train`` or ``eval``; the two draw from different streams under the same seed.

    Raises:
        ScenarioError: a drawn battle is not possible (no room, or against the rules of the ruleset).
        ValueError: an unknown split, or no whole numbers from 0.
    """
    if split not in SPLITS:
        raise ValueError(f"unknown split {split!r}; choose from: {', '.join(SPLITS)}")
    given: dict[str, Any] = {"seed": seed, "n": n}
    for what, number in given.items():
        if not isinstance(number, Integral) or number < 0:
            raise ValueError(f"{what} {number!r} is not a whole number from 0")
    if scenario.is_random:
        others = _others(scenario)
        return [dataclasses.replace(draw_battle(scenario, seed, row, split), others=others) for row in range(n)]
    only = draw_battle(scenario, seed, 0, split)
    return [dataclasses.replace(only, row=row) for row in range(n)]


def samples_of(scenario: Scenario) -> list[Battle]:
    """The first battles of a scenario, to check it by: several where something is left to chance, else one.

    Raises:
        ScenarioError: see :func:`expand`.
    """
    return expand(scenario, n=SAMPLES if scenario.is_random else 1)


def _others(scenario: Scenario) -> tuple[Battle, ...]:
    """Battles that a scenario makes possible, where its rulebook asks what an unseen unit may be like."""
    if ROSTERS_FIELD not in (scenario.ruleset.field.names or ()):
        return ()
    found = []
    for row in range(ROSTERS):
        with contextlib.suppress(ScenarioError):  # whatever is played is drawn by itself
            found.append(draw_battle(scenario, 0, row, IMAGINED))
    return tuple(found)


def draw_battle(scenario: Scenario, seed: int, row: int, split: str) -> Battle:
    """One row of :func:`expand`."""
    last: Unplaceable | None = None
    effort = Effort()
    for attempt in range(ATTEMPTS):
        draws = {topic: Draw(seed, row, split, topic, attempt) for topic in TOPICS}
        try:
            battle = _attempt(scenario, draws, effort)
        except TooMuchTerrain:
            fault = Fault(
                ("generate",), "no place is found for so much terrain", "fewer or shorter walls, smaller shares"
            )
            raise ScenarioError([scenario.source.problem(fault)]) from None
        except Unplaceable as e:
            last = e
            continue
        battle = dataclasses.replace(battle, seed=seed, row=row, split=split)
        faults = scenario.ruleset.book.setup.problems(battle)
        if not faults:
            return battle
        if attempt + 1 < ATTEMPTS and scenario.is_random and all(fault.path[-1:] == ("at",) for fault in faults):
            continue  # a random cell that the ruleset refuses
        raise ScenarioError(map(scenario.source.problem, faults))
    assert last is not None
    what = f"{last} (row {row} of seed {seed}, {ATTEMPTS} attempts)"
    raise ScenarioError([scenario.source.problem(Fault(last.path, what, last.allowed))])


def sketch(draft: Scenario) -> Battle:
    """A battle that is still being written: its board, and those units that have a place on it. Nothing is drawn by chance."""
    setup = draft.ruleset.book.setup
    fit = [entry for entry in draft.entries if entry.unit is not None and entry.side >= 0 and _fits(draft, entry)]
    fit.sort(key=lambda entry: entry.side)
    placed = [_placed(entry, entry.side, entry.unit) for entry in fit]
    rows = _named(_with_companions(draft, placed))[: setup.units]
    options = {name: value for name, value in draft.options.items() if not isinstance(value, Spread)}
    circumstances = setup.options.model_validate(options)
    battle = Battle(
        draft.ruleset, draft.name, draft.board, draft.sides, draft.allied, circumstances, {}, tuple(rows), zones=draft.zones,
        objectives=draft.objectives,
    )  # fmt: skip
    return _turned(draft, battle)


def _fits(draft: Scenario, entry: UnitEntry) -> bool:
    """Whether all that a unit covers lies on the board."""
    if entry.at is None or not draft.board.has(entry.at):
        return False
    setup = draft.ruleset.book.setup
    facing = facing_in(setup, draft.board, entry.unit, entry.at, -1 if entry.facing is None else entry.facing)
    return all(draft.board.has(cell) for cell in covered(setup, entry.unit, entry.at, facing))


def _attempt(scenario: Scenario, draws: dict[str, Draw], effort: Effort) -> Battle:
    """One try at a battle."""
    setup = scenario.ruleset.book.setup
    rules = {address: draws["rules"].of(value) for address, value in scenario.rules.items()}
    options = setup.options.model_validate({k: draws["rules"].of(v) for k, v in scenario.options.items()})
    drafts = [_fighter(scenario, entry, side, draws["stats"]) for entry, side in _roster(scenario, draws["roster"])]
    drafts.sort(key=lambda draft: draft.side)
    most = setup.units
    units = tuple(_named(_with_companions(scenario, drafts)))
    if len(units) > most:
        raise Unplaceable("too many units, mounts counted", ("units",), f"1 to {most} units in all")
    board = scenario.board.copy()
    bodies = [
        covered(setup, unit.unit, unit.cell, facing_in(setup, board, unit.unit, unit.cell, unit.facing))
        for unit in units
        if unit.cell is not None
    ]
    for how in scenario.generate:
        generate(board, setup, how, draws["terrain"], bodies, effort)
    battle = Battle(
        scenario.ruleset,
        scenario.name,
        board,
        scenario.sides,
        scenario.allied,
        options,
        rules,
        units,
        zones=scenario.zones,
        objectives=scenario.objectives,
    )
    return _turned(scenario, place_all(scenario, battle, draws["places"]))


# --- the roster ------------------------------------------------------------------------------------------------------


def _roster(scenario: Scenario, draw: Draw) -> list[tuple[UnitEntry, int]]:
    """The units of a battle, and their sides."""
    found = [(entry, entry.side) for entry in scenario.entries for _ in range(draw.of(entry.count))]
    for choice in scenario.choices:
        drawn = _drawn(choice, draw, scenario.ruleset.book.setup.units)
        found += [(entry, side) for side in choice.sides for entry in drawn]
    return found


def _drawn(choice: RosterChoice, draw: Draw, capacity: int) -> list[UnitEntry]:
    """The units of one choice, in the order of its list."""
    count = draw.of(choice.count) if choice.count is not None else capacity // len(choice.sides)
    purse = draw.of(choice.budget) if choice.budget is not None else None
    picked: list[int] = []
    while len(picked) < count:
        open_to = [
            i
            for i, cost in enumerate(choice.costs)
            if (purse is None or cost <= purse) and not (choice.distinct and i in picked)
        ]
        if not open_to:
            break
        i = draw.weighted(open_to, [choice.weights[i] for i in open_to])
        picked.append(i)
        if purse is not None:
            purse -= choice.costs[i]
    return [choice.entries[i] for i in sorted(picked)]


def _fighter(scenario: Scenario, entry: UnitEntry, side: int, draw: Draw) -> Fighter:
    """A unit with its characteristics drawn; the name is the bare one."""
    unit = entry.unit
    if unit is None:
        fields = {name: draw.of(value) for name, value in entry.fields.items()}
        try:
            unit = scenario.ruleset.book.setup.unit.model_validate(fields)
        except ValidationError as e:
            what = "; ".join(str(error["msg"]) for error in e.errors())
            raise ScenarioError(
                [scenario.source.problem(Fault(entry.path, f"the values drawn do not fit together: {what}"))]
            ) from e
    return _placed(entry, side, unit)


def _placed(entry: UnitEntry, side: int, unit: Any) -> Fighter:
    """A unit as its entry places it."""
    facing = -1 if entry.facing is None else entry.facing
    return Fighter(entry.name or entry.template or "unit", side, unit, entry.at, facing, entry.template, entry.path)


def _with_companions(scenario: Scenario, drafts: Iterable[Fighter]) -> list[Fighter]:
    """Give every companion (a mount) a row of its own behind its bearer."""
    setup = scenario.ruleset.book.setup
    rows: list[Fighter] = []
    for draft in drafts:
        rows.append(draft)
        for field in setup.attached:
            if template := getattr(draft.unit, field):
                bearer = len(rows) - 1
                rows[bearer] = dataclasses.replace(draft, companion=len(rows))
                fields = {k: v for k, v in setup.templates()[template].items() if k != "points"}
                unit = setup.unit.model_validate(fields)
                path = (*draft.path, field)
                rows.append(Fighter(template, draft.side, unit, None, draft.facing, template, path, bearer))
    return rows


def _named(rows: list[Fighter]) -> list[Fighter]:
    """Number names that several units share: goblin_archer_1, goblin_archer_2."""
    often = Counter(row.name for row in rows)
    taken = {name for name, times in often.items() if times == 1}
    next_number: Counter[str] = Counter()
    found = []
    for row in rows:
        name = row.name
        while often[row.name] > 1 and (name == row.name or name in taken):
            next_number[row.name] += 1
            name = f"{row.name}_{next_number[row.name]}"
        taken.add(name)
        found.append(dataclasses.replace(row, name=name))
    return found


def _turned(scenario: Scenario, battle: Battle) -> Battle:
    """Let everybody without a facing look at the nearest enemy; companions look where their bearer looks."""
    units = list(battle.units)
    for i, unit in enumerate(units):
        if unit.facing < 0:
            facing = units[unit.bearer].facing if unit.bearer >= 0 else facing_towards(battle, unit)
            units[i] = dataclasses.replace(unit, facing=facing)
    return dataclasses.replace(battle, units=tuple(units))

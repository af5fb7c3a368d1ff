"""A scenario that is being written: its problems, warnings, and its first start."""

from __future__ import annotations

from dataclasses import dataclass, field

from .battle import Battle
from .expand import samples_of, sketch
from .problems import Problem, ScenarioError
from .read import Reader
from .scenario import Scenario
from .source import Source


@dataclass
class Examined:
    """The result of examining a text.

    Attributes:
        problems: all problems; empty when the scenario can be played.
        warnings: allowed values that may be mistakes.
        scenario: None when there are problems.
        battle: the first start; with problems, the part of it that can be shown; None without a board.
        data: what was read, plain values; None when it is not YAML.
    """

    problems: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)
    scenario: Scenario | None = None
    battle: Battle | None = None
    data: object = None


def examine(text: str, key: str = "scenario") -> Examined:
    """Read YAML text, which is never taken for the name of a file.

    Args:
        text: of a scenario file.
        key: short name of the scenario.
    """
    try:
        source = Source.parse("<text>", text)
    except ScenarioError as error:
        return Examined(error.problems)
    reader = Reader(source, key)
    if reader.scenario is None:
        battle = None if reader.draft is None else sketch(reader.draft)
        return Examined(reader.problems, battle=battle, data=source.data)
    scenario = reader.scenario
    try:
        battles = samples_of(scenario)
    except ScenarioError as error:
        return Examined(error.problems, battle=sketch(scenario), data=source.data)
    find = scenario.ruleset.book.setup.warnings
    warned = dict.fromkeys(fault for battle in battles for fault in find(battle)) if find else {}
    return Examined([], [source.problem(fault) for fault in warned], scenario, battles[0], source.data)

"""Scenarios: strict YAML to checked battles to packed records.

>>> from tactica.envs import scenario
>>> starts = scenario.pool("wfrp1", "duel")

A scenario file says board, sides, units and rule overrides; it may leave things to chance: zones, rosters, ranges,
terrain. :func:`load` checks it and names file, line, key and what is allowed for everything that is wrong;
:func:`expand` draws concrete battles; :func:`pool` packs them into the records that games are copied from.
``configs/README.md`` explains the format.
"""

from .battle import Battle, Board, Fighter
from .examine import Examined, examine
from .expand import expand
from .pool import Pool, ScenarioLike, check, load, pack, pool, under, warnings
from .problems import Fault, Problem, ScenarioError
from .scenario import Scenario
from .shipped import find, shipped

__all__ = [
    "Battle",
    "Board",
    "Examined",
    "Fault",
    "Fighter",
    "Pool",
    "Problem",
    "Scenario",
    "ScenarioError",
    "ScenarioLike",
    "check",
    "examine",
    "expand",
    "find",
    "load",
    "pack",
    "pool",
    "shipped",
    "under",
    "warnings",
]

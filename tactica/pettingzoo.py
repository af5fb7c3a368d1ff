"""The rulesets in PettingZoo's own form.

>>> from tactica.pettingzoo import wfrp1_v0
>>> env = wfrp1_v0.env(scenario="small")            # also raw_env(...) and parallel_env(...)

Every ruleset has such a module; ``dir(tactica.pettingzoo)`` lists them.
"""

from __future__ import annotations

from .envs.apis.pettingzoo_modules import RulesetModule, module_of, names


def __getattr__(name: str) -> RulesetModule:
    """The module of a ruleset (PEP 562)."""
    return module_of(__name__, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *names()})


for _name in names():  # so that ``import tactica.pettingzoo.wfrp1_v0`` works
    module_of(__name__, _name)

"""Rulesets in PettingZoo's own form: for each of them something like a module with ``env``, ``raw_env`` and ``parallel_env``."""

from __future__ import annotations

import re
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Unpack

from .. import rulesets

if TYPE_CHECKING:
    from .pettingzoo_aec import TacticaAEC, Wrapped
    from .pettingzoo_base import TableOptions
    from .pettingzoo_parallel import TacticaParallel

__all__ = ["RulesetModule", "module_of", "names"]


class RulesetModule(ModuleType):
    """``tactica.pettingzoo.wfrp1_v0`` and the like; nothing of a ruleset is loaded before an environment is made."""

    def __init__(self, name: str, slug: str) -> None:
        """The module of that full name, for the environments of a ruleset."""
        super().__init__(name, f"PettingZoo environments of the ruleset {slug}; arguments as of ``tactica.aec``.")
        self.slug = slug
        self.__all__ = ["env", "parallel_env", "raw_env"]

    def env(self, **options: Unpack[TableOptions]) -> Wrapped:
        """The AEC environment with PettingZoo's wrappers; options as of ``TacticaAEC``."""
        from .pettingzoo_aec import aec

        return aec(self.slug, **options)

    def raw_env(self, **options: Unpack[TableOptions]) -> TacticaAEC:
        """The AEC environment without wrappers, several times faster; options as of ``TacticaAEC``."""
        from .pettingzoo_aec import TacticaAEC

        return TacticaAEC(self.slug, **options)

    def parallel_env(self, **options: Unpack[TableOptions]) -> TacticaParallel:
        """The ParallelEnv; options as of ``TacticaAEC``."""
        from .pettingzoo_parallel import parallel

        return parallel(self.slug, **options)


def names() -> list[str]:
    """``wfrp1_v0`` and so on, for every ruleset there is."""
    return [f"{slug}_v0" for slug in rulesets.names()]


def module_of(package: str, name: str) -> RulesetModule:
    """The module of a ruleset, also as ``package.name`` for ``import package.name``.

    Raises:
        ImportError: there is no such ruleset, or no such version of its environments; AttributeError: no environment has
            this name.
    """
    full = f"{package}.{name}"
    if name not in names():
        if re.fullmatch(r"[a-z]\w*_v\d+", name):
            raise ImportError(f"cannot import {name!r} from {package!r}; choose from: {', '.join(names())}", name=full)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    if full not in sys.modules:
        sys.modules[full] = RulesetModule(full, name.removesuffix("_v0"))
    return sys.modules[full]  # type: ignore[return-value]

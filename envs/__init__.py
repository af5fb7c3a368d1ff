"""Rules, kernels and the environment faces. The public names are loaded when first used."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import rulesets
    from .apis.gymnasium_env import make
    from .apis.pettingzoo_aec import aec, parallel
    from .apis.vector import make_vec
    from .engine.rollouts import play_games
    from .sandbox import sandbox

__all__ = ["aec", "make", "make_vec", "parallel", "play_games", "rulesets", "sandbox"]

#: Public function -> module it lies in.
_HOME = {
    "aec": "apis.pettingzoo_aec",
    "make": "apis.gymnasium_env",
    "make_vec": "apis.vector",
    "parallel": "apis.pettingzoo_aec",
    "play_games": "engine.rollouts",
    "sandbox": "sandbox",
}


class _Package(ModuleType):
    """Keeps ``sandbox`` the function it is documented to be, although a folder bears the same name.

    The folder is imported as usual: ``from tactica.envs.sandbox import Table``.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    """Load a public name at its first use (PEP 562)."""
    if name in _HOME:
        value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    elif name == "rulesets":
        value = import_module(".rulesets", __name__)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

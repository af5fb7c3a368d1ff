"""Rules, kernels and the environment faces. The public names are loaded when first used."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import rulesets
    from .aec import aec, parallel
    from .gym_env import make
    from .play import play_games
    from .table import sandbox
    from .vector import make_vec

__all__ = ["aec", "make", "make_vec", "parallel", "play_games", "rulesets", "sandbox"]

#: Public function -> module it lies in.
_HOME = {
    "aec": "aec",
    "make": "gym_env",
    "make_vec": "vector",
    "parallel": "aec",
    "play_games": "play",
    "sandbox": "table",
}


class _Package(ModuleType):
    """Keeps ``aec`` the function it is documented to be, although a module bears the same name.

    The module is imported as usual: ``from tactica.envs.aec import TacticaAEC``.
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

"""Tabletop combat rules as fast, exact multi-agent environments.

>>> import tactica
>>> env = tactica.make("wfrp1", scenario="duel")

The public names below come from ``tactica.envs``; ``compare``, ``matter``, ``sweep`` and ``worth`` come from
``tactica.experiments``. They are loaded when first used, so that ``import tactica`` is quick.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .envs import aec, make, make_vec, parallel, play_games, rulesets, sandbox
    from .experiments.comparison import compare
    from .experiments.laboratory.knobs import matter, sweep
    from .experiments.laboratory.worth import worth

__version__ = "0.2.0"
__all__ = [
    "__version__",
    "aec",
    "compare",
    "make",
    "make_vec",
    "matter",
    "parallel",
    "play_games",
    "rulesets",
    "sandbox",
    "sweep",
    "worth",
]

HOMES = {
    "compare": ".experiments.comparison",
    "matter": ".experiments.laboratory.knobs",
    "sweep": ".experiments.laboratory.knobs",
    "worth": ".experiments.laboratory.worth",
}  # of names that envs does not have

# In a clone the parts lie beside this folder (../envs), not in it. An installed package has them inside.
_here = Path(__file__).resolve().parent
if not (_here / "envs").is_dir() and (_here.parent / "envs" / "__init__.py").exists():
    __path__.append(str(_here.parent))


def _register() -> None:
    """Make the environments known to Gymnasium by name. Ctrl-C meanwhile ends the command line quietly."""
    try:
        from .envs.apis.registration import register

        register()
    except KeyboardInterrupt:
        if Path(next(iter(sys.argv), "")).stem in ("-m", "tactica"):
            print("stopped", file=sys.stderr)
            sys.exit(130)
        raise


_register()


def __getattr__(name: str) -> Any:
    """Load a public name at its first use (PEP 562)."""
    if name.startswith("__") or name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(HOMES.get(name, ".envs"), __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

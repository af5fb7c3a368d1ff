"""Tabletop combat rules as fast, exact multi-agent environments.

>>> import tactica
>>> env = tactica.make("wfrp1", scenario="duel")

The public names below come from ``tactica.envs``; ``compare``, ``matter``, ``sweep`` and ``worth`` come from
``tactica.experiments``. They are loaded when first used, so that ``import tactica`` is quick.
"""

from __future__ import annotations

import os
import sys
import warnings
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

        _leave_out_folders()
        register()
    except KeyboardInterrupt:
        if Path(next(iter(sys.argv), "")).stem in ("-m", "tactica"):
            print("stopped", file=sys.stderr)
            sys.exit(130)
        raise


def _leave_out_folders() -> None:
    """Leave out of $TACTICA_RULESETS, with a warning, what cannot be read: the home of an unknown user, links in a circle."""
    from .envs.rulesets import FOLDERS

    folders = list(filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)))
    for folder in list(folders):
        try:
            next(Path(folder).expanduser().resolve().glob("*/rulebook.yaml"), None)
        except (OSError, RuntimeError) as error:
            why = getattr(error, "strerror", None) or str(error).rstrip(".")
            warnings.warn(f"${FOLDERS} names {folder}, which cannot be read: {why}", stacklevel=2)
            folders.remove(folder)
            os.environ[FOLDERS] = os.pathsep.join(folders)


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

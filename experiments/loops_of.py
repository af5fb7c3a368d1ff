"""Compiled loops of the experiments: one copy for each ruleset, cached beside its rules as ``core/loops.py`` is."""

from __future__ import annotations

import functools
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from ..envs.core.ruleset import Ruleset

FUZZ = Path(__file__).with_name("fuzz_loops.py")


@functools.cache
def fuzz_loops(ruleset: Ruleset) -> Any:
    """``fuzz_loops.py`` with a ruleset's loops and invariants put in.

    Raises:
        LookupError: the ruleset has no module ``invariants``.
    """
    try:
        invariants = ruleset.module("invariants").invariants
    except ModuleNotFoundError:
        raise LookupError(f"{ruleset.slug} has no invariants.py: there is nothing to check") from None
    name = f"{ruleset.package}.fuzz_loops"
    spec = importlib.util.spec_from_file_location(name, FUZZ)
    assert spec is not None and spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    module.__dict__.update(home=ruleset.folder, invariants=invariants)
    loops = ruleset.loops
    for function in ("start_game", "settle", "give_answer", "is_offered", "World"):
        module.__dict__[function] = getattr(loops, function)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module

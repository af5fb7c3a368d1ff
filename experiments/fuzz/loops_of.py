"""Compiled loops of the experiments: one copy for each ruleset, cached beside its rules as ``core/loops/advance.py`` is."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from ...envs.core.ruleset import Ruleset

FUZZ = Path(__file__).with_name("fuzz_loops.py")


@functools.cache
def fuzz_loops(ruleset: Ruleset) -> Any:
    """``fuzz_loops.py`` with a ruleset's loops and invariants put in.

    Raises:
        LookupError: the ruleset has no module ``invariants``.
    """
    try:
        ruleset.module("invariants")
    except ModuleNotFoundError:
        raise LookupError(f"{ruleset.slug} has no invariants.py: there is nothing to check") from None
    loops = ruleset.loops
    given = {name: getattr(loops, name) for name in ("start_game", "settle", "give_answer", "is_offered", "World")}
    return ruleset.executed(FUZZ, invariants=ruleset.checks.invariants, **given)

"""What the faces are tested on: the toy ruleset, and the shipped scenarios of every ruleset that can be played."""

from __future__ import annotations

import functools
import importlib
import os
from typing import Any

import toybook
from tactica.envs import rulesets
from tactica.envs.engine.pools import Starts

NAMES = ("tiny",) if os.environ.get("NUMBA_DISABLE_JIT") == "1" else ("tiny", "small", "standard")


@functools.cache
def toy_starts(count: int = 4) -> Starts:
    """Ready battles of the toy ruleset; those with odd numbers have allies."""
    ruleset = toybook.RULESET
    states, fields = ruleset.new_states(count), ruleset.new_fields(count)
    for i in range(count):
        ruleset.book.setup.example(states[i], fields[i], i)
        states[i].field_row = i
    return Starts(ruleset, states, ruleset.rulebook.book(), fields)


@functools.cache
def shipped() -> list[str]:
    """Shipped scenarios the faces are tested on, ``ruleset/name``, of rulesets whose rules can be loaded."""
    try:
        scenario = importlib.import_module("tactica.envs.scenario")
    except ImportError:
        return []
    found = []
    for slug in rulesets.names():
        if slug == "toybook":
            continue
        try:
            assert rulesets.get(slug).loops
        except (ImportError, AttributeError):
            continue
        found += [f"{slug}/{name}" for name in NAMES if name in scenario.shipped(slug)]
    return found


@functools.cache
def starts(name: str) -> tuple[Any, Any]:
    """Ruleset and scenario (a pool) of a name."""
    if name == "toybook":
        return toybook.RULESET, toy_starts()
    scenario = importlib.import_module("tactica.envs.scenario")
    slug, which = name.split("/")
    return rulesets.get(slug), scenario.pool(slug, which)


EVERY = ["toybook", *shipped()]
SMALL = ["toybook", *(name for name in shipped() if not name.endswith("standard"))]

"""Which rules took effect: with ``TACTICA_TRACE_RULES=1`` and uncompiled kernels, every rule function counts its effects.

A yes/no takes effect when it says yes, a number when it is not zero, a permission (it returns a ``Refusal``) where nothing stands
in the way. What acts, by its name a ``resolve_...`` or a
``..._step``, takes effect when it changes the position, too, whatever it returns. Anything else does whenever it runs.
"""

from __future__ import annotations

import functools
import os
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

#: Whether rule functions count their effects; read once, when the first of them is defined.
TRACED = os.environ.get("TACTICA_TRACE_RULES") == "1"

AFTER_POSITION = "rng"  # the first field of the state behind the position

#: How often each rule function took effect: (clause, function) -> times.
effects: Counter[tuple[str, str]] = Counter()


def took_effect(result: Any) -> bool:
    """Whether what a rule function returned shows that it made a difference."""
    if type(result).__name__ == "Refusal":
        return bool(result == 0)
    if isinstance(result, bool | np.bool_ | int | float | np.number):
        return bool(result)
    return True


def acts(function: Callable[..., Any]) -> bool:
    """Whether a rule function changes the state, by the grammar of names."""
    return function.__name__.startswith("resolve_") or function.__name__.endswith("_step")


def position(s: Any) -> bytes:
    """The bytes of a state that matter to the rules. ``s`` is a view on its record, as interpreted kernels are given."""
    return bytes(s._memory[: s._starts[AFTER_POSITION]])


def traced(function: Callable[..., Any], clauses: tuple[str, ...]) -> Callable[..., Any]:
    """A rule function that counts its effects."""
    keys = [(clause, f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}") for clause in clauses]

    @functools.wraps(function)
    def of_value(*args: Any) -> Any:
        result = function(*args)
        if took_effect(result):
            effects.update(keys)
        return result

    @functools.wraps(function)
    def of_action(s: Any, *args: Any) -> Any:
        before = position(s)
        result = function(s, *args)
        if position(s) != before or (result is not None and took_effect(result)):
            effects.update(keys)
        return result

    return of_action if acts(function) else of_value

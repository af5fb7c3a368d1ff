"""Which rules took effect: with ``TACTICA_TRACE_RULES=1`` and uncompiled kernels, every rule function counts its effects.

A yes/no takes effect when it says yes, a number when it is not zero, anything else whenever it runs.
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

#: How often each rule function took effect: (clause, function) -> times.
effects: Counter[tuple[str, str]] = Counter()


def took_effect(result: Any) -> bool:
    """Whether what a rule function returned shows that it made a difference."""
    if isinstance(result, bool | np.bool_ | int | float | np.number):
        return bool(result)
    return True


def traced(function: Callable[..., Any], clauses: tuple[str, ...]) -> Callable[..., Any]:
    """A rule function that counts its effects."""
    keys = [(clause, f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}") for clause in clauses]

    @functools.wraps(function)
    def counting(*args: Any) -> Any:
        result = function(*args)
        if took_effect(result):
            effects.update(keys)
        return result

    return counting

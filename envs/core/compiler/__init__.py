"""Compilation: the decorators of rules and kernels, the cache, and rows of record arrays in either engine."""

from .jit import (
    COMPILED,
    kernel,
    outside,
    rule,
)
from .record import (
    clear,
    interpreted_row,
    is_empty,
    record_at,
)

__all__ = [
    "COMPILED",
    "clear",
    "interpreted_row",
    "is_empty",
    "kernel",
    "outside",
    "record_at",
    "rule",
]

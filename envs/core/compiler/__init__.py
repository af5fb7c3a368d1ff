"""Compilation: the decorators of rules and kernels, the cache, and rows of record arrays in either engine."""

from .jit import (
    COMPILED,
    entry,
    kernel,
    outside,
    rule,
)
from .numbers import (
    copier,
    fetch_row,
    int8_at,
    int16_at,
    int32_at,
    int64_at,
)
from .record import (
    clear,
    interpreted_row,
    record_at,
)

__all__ = [
    "COMPILED",
    "clear",
    "copier",
    "entry",
    "fetch_row",
    "int8_at",
    "int16_at",
    "int32_at",
    "int64_at",
    "interpreted_row",
    "kernel",
    "outside",
    "record_at",
    "rule",
]

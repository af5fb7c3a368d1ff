"""Compilation: the decorators of rules and kernels, the cache, and rows of record arrays in either engine."""

from .copying import copy_span, lift, spans_of
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
    "copy_span",
    "entry",
    "fetch_row",
    "int8_at",
    "int16_at",
    "int32_at",
    "int64_at",
    "interpreted_row",
    "kernel",
    "lift",
    "outside",
    "record_at",
    "rule",
    "spans_of",
]

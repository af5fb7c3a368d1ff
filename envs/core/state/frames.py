"""Procedures on the stack: how one ends, is replaced, and leaves nothing behind, whatever fields its frame has.

``push`` and ``top`` stand in ``state.py``.
"""

from __future__ import annotations

from ..compiler import clear, kernel
from .state import top


@kernel
def pop(s):
    """End the running procedure and zero its frame."""
    clear(top(s))
    s.depth -= 1


@kernel
def replace(s, kind):
    """End the running procedure and put another in its place; returns its zeroed frame."""
    frame = top(s)
    clear(frame)
    frame.kind = kind
    return frame

"""The standard streams and what the environment says about them, made fit for use before anything else is loaded."""

from __future__ import annotations

import os
import sys

__all__ = ["SIZES", "prepare"]

SIZES = {"COLUMNS": (20, 1000), "TERMINAL_WIDTH": (20, 1000), "LINES": (2, 1000)}  # anything else there is ignored


def prepare() -> None:
    """Replace closed streams by empty ones, print ``?`` for what the encoding lacks, and drop sizes that no output can have."""
    _fill()
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (stays open)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    for name, (least, most) in SIZES.items():
        text = os.environ.get(name, "")
        if not (len(text) < 5 and text.isascii() and text.isdecimal() and least <= int(text) <= most):
            os.environ.pop(name, None)


def _fill() -> None:
    """Open the first three handles where they are closed; otherwise the next file that is opened would get their output."""
    handle = os.open(os.devnull, os.O_RDWR)
    while handle <= 2:
        os.set_inheritable(handle, True)
        handle = os.open(os.devnull, os.O_RDWR)
    os.close(handle)


def discard_output() -> None:
    """Send standard output nowhere, after an error: what could not be written would be tried again at the end."""
    handle = os.open(os.devnull, os.O_WRONLY)
    os.dup2(handle, 1)
    os.close(handle)

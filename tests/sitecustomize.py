"""What all processes of the tests do as they start: Python imports this module by itself where this folder is on its path.

Where ``$TACTICA_READS`` names a folder, every file that a process opens is noted there, one line each: ``python -m parts reads``
compares what the parts of the tests read with what they say they depend on. Where ``$TACTICA_SHAKE`` is a number, the generators
that tests make have other seeds, the same in all processes: ``python -m parts shake`` finds the tests that pass by luck.
"""

from __future__ import annotations

import os
import sys
from typing import Any


def note_reads(folder: str) -> None:
    """Note what is opened from here on."""
    notes = open(os.path.join(folder, f"{os.getpid()}.txt"), "a", encoding="utf-8", buffering=1)  # noqa: SIM115
    seen: set[str] = set()

    def heard(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str) and arguments[0] not in seen:
            seen.add(arguments[0])
            if not notes.closed:
                notes.write(os.path.abspath(arguments[0]) + "\n")

    sys.addaudithook(heard)


def shake(by: int) -> None:
    """Let ``numpy.random.default_rng`` take another seed wherever a test gives it a number."""
    import numpy as np

    ours = (os.path.dirname(os.path.abspath(__file__)), "<string>")  # the last: a process that a test starts with -c
    default_rng = np.random.default_rng

    def shaken(seed: Any = None) -> np.random.Generator:
        is_ours = sys._getframe(1).f_code.co_filename.startswith(ours)
        return default_rng(seed + by if is_ours and isinstance(seed, int) else seed)

    np.random.default_rng = shaken


if int(os.environ.get("TACTICA_SHAKE") or "0"):
    shake(int(os.environ["TACTICA_SHAKE"]))
if os.environ.get("TACTICA_READS"):
    note_reads(os.environ["TACTICA_READS"])

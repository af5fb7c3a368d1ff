"""Where ``$TACTICA_READS`` names a folder: notes there every file that this process opens, one line each.

Python imports this module by itself when it starts with this folder on its path, as all processes of the tests do.
``python -m parts reads`` uses it to compare what the parts of the tests read with what they say they depend on.
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


if os.environ.get("TACTICA_READS"):
    note_reads(os.environ["TACTICA_READS"])

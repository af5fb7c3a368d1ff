"""``python -m tactica.experiments.compiling_beside RULESET FOLDER PART...``: the other half of ``compile_in_halves``."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

from .common import compile_half


def follow(parent: int) -> None:
    """End with the process that began this one."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=follow, args=(os.getppid(),), daemon=True).start()
    compile_half(sys.argv[1], 1, Path(sys.argv[2]), sys.argv[3:])

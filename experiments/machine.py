"""What measurements and games are made on."""

from __future__ import annotations

import os
import platform
import time
from typing import Any

from ..envs.core.compiler import COMPILED
from ..envs.replay import versions

__all__ = ["machine"]


def machine() -> dict[str, Any]:
    """What something is measured on: date, processor, cores, system, engine, and versions."""
    model = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), model)
    except OSError:
        pass
    return {
        "date": time.strftime("%Y-%m-%d"),
        "processor": model,
        "cores": os.cpu_count(),
        "system": platform.platform(terse=True),
        "compiled": COMPILED,
        **versions(),
    }

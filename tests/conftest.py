"""Makes the toy ruleset known to this process, and findable for the processes that tests start; one width of terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

TESTS = str(Path(__file__).resolve().parent)
if TESTS not in sys.path:
    sys.path.insert(0, TESTS)
if TESTS not in os.environ.get("PYTHONPATH", "").split(os.pathsep):
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [TESTS, os.environ.get("PYTHONPATH", "")]))

# Tables are as wide on every terminal and under every test runner; processes that tests start inherit it.
os.environ["COLUMNS"] = "150"

import toybook  # noqa: E402
from tactica.envs import rulesets  # noqa: E402

rulesets.register(toybook.RULESET)

"""Before the tests: makes the ruleset known, wherever it lies, and plays it in plain Python, so that errors have a traceback."""

import os
from pathlib import Path

os.environ["TACTICA_RULESETS"] = str(Path(__file__).resolve().parents[1])
os.environ.setdefault("NUMBA_DISABLE_JIT", "1")

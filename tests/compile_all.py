"""Compiles every ruleset that is tested, those of the tests too: a step of its own in front of the compiled tests.

Run it as ``python -m compile_all`` from this folder, or with it on the path.
"""

from __future__ import annotations

import time

import conftest  # noqa: F401  (makes the rulesets of the tests known)
from conformance.play import tested_rulesets

from tactica.experiments.common import ensure_compiled


def main() -> None:
    """Compile, one ruleset after the other, and say how long each took."""
    for slug in tested_rulesets():
        began = time.perf_counter()
        ensure_compiled(slug)
        print(f"{slug}: compiled in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()

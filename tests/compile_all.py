"""Compiles every ruleset that is tested, those of the tests too: a step of its own in front of the compiled tests.

Run it as ``python -m compile_all`` from this folder, or with it on the path; ``-n 2`` compiles two rulesets at a time, each in
a process of its own.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import conftest  # noqa: F401  (makes the rulesets of the tests known)
from conformance.play import tested_rulesets

from tactica.envs import rulesets
from tactica.experiments.common import ensure_compiled


def size(slug: str) -> int:
    """Bytes of a ruleset's sources: the more, the longer it takes."""
    return sum(path.stat().st_size for path in rulesets.get(slug).folder.rglob("*.py"))


def compile_one(slug: str) -> int:
    """Compile a ruleset in a process of its own; its exit status."""
    return subprocess.run([sys.executable, "-m", "compile_all", slug], check=False).returncode


def main() -> None:
    """Compile, the largest ruleset first, and say how long each took."""
    parser = argparse.ArgumentParser(prog="compile_all", description=main.__doc__)
    parser.add_argument("slugs", nargs="*", metavar="RULESET", help="in this process; without any, all that are tested")
    parser.add_argument("-n", "--processes", type=int, default=1)
    options = parser.parse_args()
    for slug in options.slugs:
        began = time.perf_counter()
        ensure_compiled(slug)
        print(f"{slug}: compiled in {time.perf_counter() - began:.0f} s")
    if not options.slugs:
        with ThreadPoolExecutor(options.processes) as pool:
            failed = [code for code in pool.map(compile_one, sorted(tested_rulesets(), key=size, reverse=True)) if code]
        sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

"""Compiles every ruleset that is tested, those of the tests too: a step of its own in front of the compiled tests.

Run it as ``python -m compile_all`` from this folder, or with it on the path; ``-n 2`` compiles two rulesets at a time, each in
a process of its own.
"""

from __future__ import annotations

import argparse

import conftest  # noqa: F401  (makes the rulesets of the tests known)
from conformance.play import tested_rulesets

from tactica.experiments.common import ensure_compiled


def main() -> None:
    """Compile, the largest ruleset first, and say how long each took."""
    parser = argparse.ArgumentParser(prog="compile_all", description=main.__doc__)
    parser.add_argument("slugs", nargs="*", metavar="RULESET", help="without any, all that are tested")
    parser.add_argument("-n", "--processes", type=int, default=1)
    options = parser.parse_args()
    ensure_compiled(options.slugs or tested_rulesets(), jobs=options.processes)


if __name__ == "__main__":
    main()

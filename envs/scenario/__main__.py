"""``python -m tactica.envs.scenario``: check scenario files."""

from __future__ import annotations

import argparse
import sys

from .pool import check


def main(arguments: list[str] | None = None) -> int:
    """Check every file named; 1 when anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tactica.envs.scenario", description="Check scenario files.")
    parser.add_argument("files", nargs="*", help="scenario files, or names of shipped scenarios such as wfrp1/duel")
    given = parser.parse_args(arguments)
    problems = [problem for file in given.files for problem in check(file)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

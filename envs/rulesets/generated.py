"""Rewriting the files of rulesets that are made from their rulebooks and declarations, or checking that they are current."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from ..core.ruleset import Ruleset
from . import get, names

__all__ = ["rewrite"]


def rewrite(
    module: str,
    file_of: Callable[[Ruleset], Path],
    text_of: Callable[[Ruleset], str],
    arguments: Sequence[str] | None = None,
) -> int:
    """The command ``python -m MODULE [--check] [SLUG ...]``. Returns the exit code.

    Args:
        module: its name, for the help.
        file_of: the file of a ruleset.
        text_of: what should stand in it.
        arguments: of the command line; those given to Python if None.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {module}")
    parser.add_argument("rulesets", nargs="*", help="slugs; all rulesets with a README when none is named")
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 when a file is out of date")
    given = parser.parse_args(arguments)
    stale = 0
    for ruleset in map(get, given.rulesets or names()):
        file = file_of(ruleset)
        if not (ruleset.folder / "README.md").exists():
            continue
        text = text_of(ruleset)
        if file.exists() and file.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if given.check:
            print(f"{file}: out of date")
        else:
            file.write_text(text, encoding="utf-8")
            print(f"{file}: written")
    return 1 if given.check and stale else 0

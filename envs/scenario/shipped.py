"""The scenarios that come with the project, and those that come with a ruleset from elsewhere."""

from __future__ import annotations

import difflib
from pathlib import Path

from ... import configs
from .. import rulesets


def folders(slug: str) -> list[Path]:
    """Where a ruleset's scenarios lie: ``configs/scenarios/<slug>``, and ``scenarios`` in the ruleset's own folder."""
    return [configs.FOLDER / "scenarios" / slug, rulesets.get(slug).folder / "scenarios"]


def files(slug: str) -> dict[str, Path]:
    """Name -> file of every scenario of a ruleset."""
    return {path.stem: path for folder in reversed(folders(slug)) for path in sorted(folder.glob("*.yaml"))}


def shipped(slug: str) -> list[str]:
    """Names of the scenarios of a ruleset, in alphabetical order.

    Raises:
        UnknownRuleset: no such ruleset.
    """
    return sorted(files(slug))


def find(slug: str, name: str) -> Path:
    """The file of a scenario.

    Raises:
        LookupError: no scenario has that name; the message suggests one, or lists the shipped ones.
    """
    known = files(slug)
    if name not in known:
        close = difflib.get_close_matches(name, known, 1)
        rest = f"choose from: {', '.join(sorted(known)) or 'none'}"
        if close:
            rest = f"did you mean {close[0]!r}? tactica scenarios list {slug} lists all"
        raise LookupError(f"{slug} has no scenario {name!r}; {rest}")
    return known[name]

"""The rulesets: one folder each, nothing inherited between them. A folder with a ``rulebook.yaml`` is found by itself: here, and
in the folders that $TACTICA_RULESETS names. Installed packages name theirs in the entry point group ``tactica.rulesets``.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
import warnings
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.spelling import did_you_mean

if TYPE_CHECKING:
    from ..core.ruleset import Ruleset

__all__ = ["DEFAULT", "Ruleset", "UnknownRuleset", "get", "names", "register"]

DEFAULT = "wfrp1"  # whose scenario a bare name is that several rulesets have
FOLDERS = "TACTICA_RULESETS"  # names folders in which rulesets lie, separated as in $PATH


def __getattr__(name: str) -> Any:
    """``Ruleset`` itself, at its first use: naming the rulesets must not load the compiler."""
    if name == "Ruleset":
        from ..core.ruleset import Ruleset

        return Ruleset
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class UnknownRuleset(ValueError):
    """A ruleset was asked for that nobody provides."""


@functools.cache
def _packages() -> dict[str, str]:
    """Import name of the package behind each slug: folders here, those of $TACTICA_RULESETS, then entry points of the group
    ``tactica.rulesets``. Of one name the first is taken; what $TACTICA_RULESETS names in vain is a warning.
    """
    here = Path(__file__).resolve().parent
    theirs: set[str] = set()
    found = {path.parent.name: f"{__name__}.{path.parent.name}" for path in sorted(here.glob("*/rulebook.yaml"))}
    for named in filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)):
        try:
            folder = Path(named).expanduser().resolve()
            slugs = [path.parent.name for path in sorted(folder.glob("*/rulebook.yaml"))]
        except (OSError, RuntimeError) as error:  # no such user's home, links in a circle
            why = getattr(error, "strerror", None) or str(error).rstrip(".")
            warnings.warn(f"${FOLDERS} names {named}, which cannot be read: {why}", stacklevel=2)
            continue
        if not slugs:
            warnings.warn(f"${FOLDERS} names {folder}, in which no folder has a rulebook.yaml", stacklevel=2)
        for slug in slugs:
            if found.setdefault(slug, slug) != slug or slug in theirs:
                warnings.warn(f"${FOLDERS}: {folder / slug} is left out: another ruleset has its name", stacklevel=2)
            theirs.add(slug)
        if slugs and str(folder) not in sys.path:
            sys.path.append(str(folder))
    for entry in entry_points(group="tactica.rulesets"):
        found.setdefault(entry.name, entry.value)
    return found


@functools.cache
def _faults() -> dict[str, str]:
    """Why a package from elsewhere cannot be loaded as a ruleset, by slug; each is a warning."""
    found = {}
    for slug, package in _packages().items():
        if not package.startswith(f"{__name__}."):
            try:
                _load(package)
            except Exception as error:  # its code is not ours
                found[slug] = f"{type(error).__name__}: {error}"
                warnings.warn(f"ruleset {slug} is left out, it cannot be loaded: {found[slug]}", stacklevel=2)
    return found


def names() -> list[str]:
    """Slugs of all rulesets, in alphabetical order; without those from elsewhere that cannot be loaded."""
    return sorted({*_packages(), *_registered} - (_faults().keys() - _registered.keys()))


_registered: dict[str, Ruleset] = {}


def register(ruleset: Ruleset) -> Ruleset:
    """Make a ruleset known for this process (for tests and notebooks; packages use the entry point)."""
    _registered[ruleset.slug] = ruleset
    return ruleset


@functools.cache
def _load(package: str) -> Ruleset:
    ruleset: Ruleset = importlib.import_module(package).RULESET
    return ruleset


def get(slug: str | Ruleset) -> Ruleset:
    """The ruleset of that slug. Nothing of its rules is loaded yet.

    Raises:
        UnknownRuleset: no such ruleset; the message lists what there is.
    """
    if not isinstance(slug, str):
        from ..core.ruleset import Ruleset

        if isinstance(slug, Ruleset):
            return slug
        raise UnknownRuleset(f"{slug!r} is not a ruleset; there are: {', '.join(names())}")
    if slug in _registered:
        return _registered[slug]
    packages = _packages()
    if slug not in packages:
        hint = did_you_mean(slug, names())
        raise UnknownRuleset(f"unknown ruleset {slug!r}{hint}; there are: {', '.join(names())}")
    if slug in _faults():
        raise UnknownRuleset(
            f"ruleset {slug!r} cannot be loaded: {_faults()[slug]} (python -c 'import {packages[slug]}' shows where)"
        )
    return _load(packages[slug])

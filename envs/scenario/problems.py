"""What is wrong with a scenario, where, and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]


class Problem(NamedTuple):
    """One thing that is wrong.

    Attributes:
        file: path of the file, or ``<text>`` / ``<dict>``.
        line: line in the file, from 1; 0 when there is no file.
        key: where in the file, ``units[2].main_hand``; empty for the file as a whole.
        what: what is wrong.
        allowed: what would be right; may be empty.
    """

    file: str
    line: int
    key: str
    what: str
    allowed: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        allowed = f"; allowed: {self.allowed}" if self.allowed else ""
        return f"{place}: {self.key + ': ' if self.key else ''}{self.what}{allowed}"


class Fault(NamedTuple):
    """A problem before it is known which file and line it stands on."""

    path: Path
    what: str
    allowed: str = ""


class ScenarioError(ValueError):
    """A scenario is wrong. ``problems`` holds everything found; the text has one problem a line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(map(str, self.problems)))


def key_text(path: Path) -> str:
    """``("units", 2, "at")`` as ``units[2].at``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def unknown(what: str, given: object, known: Iterable[str]) -> str:
    """``unknown flag 'watr' (did you mean 'water'?)``."""
    close = difflib.get_close_matches(str(given), list(known), 1, 0.6)
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    return f"unknown {what} {given!r}{hint}"


def listed(words: Iterable[object]) -> str:
    """Words in a row, shortened when there are very many."""
    texts = [str(word) for word in words]
    return ", ".join(texts) if len(texts) <= 80 else f"{', '.join(texts[:80])}, ... ({len(texts)} in all)"

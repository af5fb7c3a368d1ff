"""Problems of a scenario: the place, the fault, and the allowed values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Self, TypeAlias

from ..core.printable import one_line
from ..core.spelling import did_you_mean

Path: TypeAlias = tuple[str | int, ...]


MOST_PROBLEMS = 100  # reported for one file


class Problem(NamedTuple):
    """One problem of a scenario.

    Attributes:
        file: path of the file, or ``<text>`` / ``<dict>``.
        line: line in the file, from 1; 0 when there is no file.
        key: where in the file, ``units[2].main_hand``; empty for the file as a whole.
        what: the fault.
        allowed: the allowed values; may be empty.
        column: from 1; 0 where it is not known.
    """

    file: str
    line: int
    key: str
    what: str
    allowed: str = ""
    column: int = 0

    def __str__(self) -> str:
        place = ":".join([self.file, *(str(number) for number in (self.line, self.column) if number)])
        allowed = f"; allowed: {self.allowed}" if self.allowed else ""
        return one_line(f"{place}: {self.key + ': ' if self.key else ''}{self.what}{allowed}")


class Fault(NamedTuple):
    """A problem whose file and line are not known yet."""

    path: Path
    what: str
    allowed: str = ""


class TooManyFaults(Exception):
    """There are so many problems that the rest is not checked."""


class Faults(list[Fault]):
    """The faults found so far. One fault beyond ``MOST_PROBLEMS`` ends the reading, so that no file takes long to refuse.

    Raises:
        TooManyFaults: whenever more are added.
    """

    def append(self, fault: Fault) -> None:
        """Add a fault."""
        if len(self) >= MOST_PROBLEMS:
            raise TooManyFaults
        super().append(fault)

    def extend(self, faults: Iterable[Fault]) -> None:
        """Several more."""
        for fault in faults:
            if fault not in self:
                self.append(fault)

    def __iadd__(self, faults: Iterable[Fault]) -> Self:  # type: ignore[misc,override]
        self.extend(faults)
        return self


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


def shortened(text: str, most: int = 2000) -> str:
    """A text without its middle when it is very long."""
    return text if len(text) <= most else f"{text[: most - 100]} ... {text[-95:]}"


def unknown(what: str, given: object, known: Iterable[str]) -> str:
    """``unknown flag 'watr' (did you mean 'water'?)``."""
    return f"unknown {what} {given!r}{did_you_mean(str(given), known)}"


def listed(words: Iterable[object]) -> str:
    """Words in a row, shortened when there are very many."""
    texts = [str(word) for word in words]
    return ", ".join(texts) if len(texts) <= 80 else f"{', '.join(texts[:80])}, ... ({len(texts)} in all)"

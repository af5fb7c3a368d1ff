"""What a run keeps in its folder, and whether it is what was written."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec

from ...envs.replay.files import read_file
from ..common import UserError
from ..sealing import as_kind, is_sealed, json_in
from .recipe import RunError

__all__ = ["BEGIN_AGAIN", "NAME", "Files", "LineKept", "RunManifest", "StateKept", "kept_in"]

T = TypeVar("T")
#: Share of the points, its standard error and, of later versions, the share of draws.
Figures: TypeAlias = Annotated[list[float], msgspec.Meta(min_length=2, max_length=3)]

NAME = re.compile(r"(self|exploiter|generation) [1-9][0-9]{0,5}|clone|untrained|beginning")  # of a network of a run
BEGIN_AGAIN = "put back a copy of it, or begin a new run in another folder with --out"


class RunManifest(msgspec.Struct, frozen=True):
    """What a run's results depend on."""

    recipe: str
    rules: str
    layout: str


class LineKept(msgspec.Struct, frozen=True):
    """A line of the log, as far as the run continues from it or shows it."""

    name: str
    mean: float
    judged: Annotated[dict[str, Figures], msgspec.Meta(min_length=1)]
    still: tuple[float, float] | None = None
    frames: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0


class LeagueKept(msgspec.Struct, frozen=True):
    """The league, but for its networks; see :class:`~tactica.experiments.training.league.League`."""

    selves: list[str]
    points: dict[str, float]
    games: dict[str, float]


class StateKept(msgspec.Struct, frozen=True):
    """Where a run stands.

    Attributes:
        lines: of the log, as they are.
        league: see there.
        files: checksums of files by name.
    """

    lines: Annotated[list[dict[str, Any]], msgspec.Meta(min_length=1)]
    league: LeagueKept
    files: dict[str, str]


def kept_in(path: Path, kind: type[T]) -> T:
    """What a run keeps in a file of JSON.

    Args:
        path: of the file.
        kind: msgspec struct of what it holds.

    Raises:
        RunError: it cannot be read, or is damaged.
    """
    try:
        found = json_in(path)
        if not is_sealed(found):
            raise UserError(f"{path} is damaged or was edited: its checksum does not match")
        return as_kind(found, kind, path)
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror}") from None
    except UserError as error:
        raise RunError(f"{error}; {BEGIN_AGAIN}") from None


@dataclass
class Files:
    """Checksums of the files from which a run continues.

    Attributes:
        folder: of the run.
        seals: 16 hex digits for each file, by its name in the folder.
    """

    folder: Path
    seals: dict[str, str] = field(default_factory=dict)

    def note(self, file: Path) -> None:
        """Keep the checksum of a file that was written."""
        self.seals[self._name(file)] = _digest(file)

    def forget(self, beginning: str) -> None:
        """Keep no checksum of files whose names begin so."""
        self.seals = {name: seal for name, seal in self.seals.items() if not name.startswith(beginning)}

    def check(self, file: Path) -> None:
        """Refuse a file that has changed since it was written.

        Raises:
            RunError: it is damaged or gone.
        """
        try:
            found = _digest(file)
        except FileNotFoundError:
            raise RunError(f"{file} is missing, but the run continues from it; {BEGIN_AGAIN}") from None
        except OSError as error:
            raise RunError(f"{file}: cannot be read: {error.strerror}") from None
        if found != self.seals.get(self._name(file)):
            raise RunError(f"{file} is damaged: its checksum does not match; {BEGIN_AGAIN}")

    def _name(self, file: Path) -> str:
        return file.relative_to(self.folder).as_posix()


def _digest(file: Path) -> str:
    """16 hex digits over what a file holds."""
    return hashlib.sha256(read_file(file)).hexdigest()[:16]

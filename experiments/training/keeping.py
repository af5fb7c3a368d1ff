"""What a run keeps in its folder, and whether it is what was written."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...envs.replay.files import read_file
from ..sealing import is_sealed
from .recipe import RunError

__all__ = ["BEGIN_AGAIN", "NAME", "Files", "kept_in"]

NAME = re.compile(r"(self|exploiter|generation) [1-9][0-9]{0,5}|clone|untrained|beginning")  # of a network of a run
BEGIN_AGAIN = "put back a copy of it, or begin a new run in another folder with --out"


def kept_in(path: Path) -> Mapping[str, Any]:
    """What a run keeps in a file of JSON.

    Raises:
        RunError: it cannot be read, or is damaged.
    """
    try:
        found = json.loads(read_file(path))
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise RunError(f"{path} is damaged: {error}; {BEGIN_AGAIN}") from None
    if not isinstance(found, dict) or not is_sealed(found):
        raise RunError(f"{path} is damaged or was edited: its checksum does not match; {BEGIN_AGAIN}")
    return found


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

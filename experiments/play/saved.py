"""The folder of saved battles. Nothing outside it is ever read or written, whatever a page asks for."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Any

from ...envs import replay as replays
from ...envs.replay import EXTENSION, Replay, ReplayError

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
DEVICE = re.compile(
    r"con|prn|aux|nul|com[0-9]|lpt[0-9]", re.IGNORECASE
)  # no name of a file on Windows, whatever follows
MOST_LISTED = 200


class SavedBattles:
    """A folder of saved battles, made when the first is saved.

    Attributes:
        folder: where they are.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._taken: set[Path] = set()
        self._numbers: dict[str, int] = {}  # the last one given to a battle, by scenario
        self._about: dict[str, tuple[tuple[int, int], dict[str, Any]]] = {}

    def path(self, name: str) -> Path:
        """The file of a saved battle.

        Args:
            name: with or without its ending.

        Raises:
            ReplayError: no file of the folder can be called that.
        """
        stem = name.removesuffix(EXTENSION)
        if not NAME.fullmatch(stem) or DEVICE.fullmatch(stem):
            raise ReplayError(
                f"{name!r} is not a valid name: use up to 80 letters, digits, _ and -, starting with a letter or digit"
            )
        path = self.folder / f"{stem}{EXTENSION}"
        if path.is_symlink():
            raise ReplayError(f"{name!r} is a symbolic link, and links are not followed")
        return path

    def new_path(self, scenario: str) -> Path:
        """A file for a new battle of a scenario, which nobody else is given: ``small-1``, ``small-2`` ..."""
        stem = re.sub(r"[^A-Za-z0-9_-]+", "-", scenario).strip("-_")[:60] or "battle"
        number = self._numbers.get(stem, 0) + 1
        while self.is_taken(path := self.path(f"{stem}-{number}")):
            number += 1
        self._numbers[stem] = number
        self._taken.add(path)
        return path

    def is_taken(self, path: Path) -> bool:
        """Whether there is such a file, or will be one when its battle is saved."""
        return path.exists() or path in self._taken

    def load(self, name: str) -> Replay:
        """A saved battle.

        Raises:
            ReplayError: no such battle, or it cannot be read.
        """
        path = self.path(name)
        if not path.is_file():
            raise ReplayError(f"there is no saved battle {name!r}")
        try:
            return replays.load(path)
        except ReplayError as error:
            raise ReplayError(str(error).replace(str(path), path.name)) from None

    def listed(self) -> list[dict[str, Any]]:
        """What is saved, the latest first, see :func:`about`; what is damaged is left out."""
        found = []
        for path in self.folder.glob(f"*{EXTENSION}"):
            with contextlib.suppress(OSError):  # gone since
                if NAME.fullmatch(path.stem) and not path.is_symlink() and path.is_file():
                    found.append((path.stat(), path))
        found.sort(key=lambda one: (-one[0].st_mtime_ns, one[1].name))
        return [
            about for stat, path in found[:MOST_LISTED] if (about := self._read(path, (stat.st_mtime_ns, stat.st_size)))
        ]

    def _read(self, path: Path, version: tuple[int, int]) -> dict[str, Any]:
        """The entry of a saved battle, empty for an invalid file; read again only when the file has changed."""
        if path.name not in self._about or self._about[path.name][0] != version:
            try:
                self._about[path.name] = version, about(path.name, replays.load(path))
            except ReplayError:
                self._about[path.name] = version, {}
        return self._about[path.name][1]


def about(file: str, saved: Replay) -> dict[str, Any]:
    """A saved battle as the list shows it."""
    return {
        "file": file, "title": saved.title, "ruleset": saved.ruleset, "sides": saved.sides, "players": saved.players,
        "decisions": len(saved.decisions), "over": bool(saved.ending),
        "result": f"{saved.ending_text}: {saved.result}" if saved.ending else "",
    }  # fmt: skip

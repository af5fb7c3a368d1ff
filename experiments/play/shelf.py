"""The folder of saved battles. Nothing outside it is ever read or written, whatever a page asks for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ...envs import replay as replays
from ...envs.replay import EXTENSION, Replay, ReplayError

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
MOST_LISTED = 200


class Shelf:
    """A folder of saved battles, made when the first is saved.

    Attributes:
        folder: where they are.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._taken: set[Path] = set()
        self._about: dict[tuple[str, int, int], dict[str, Any]] = {}

    def path(self, name: str) -> Path:
        """The file of a saved battle.

        Args:
            name: with or without its ending.

        Raises:
            ReplayError: no file of the folder can be called that.
        """
        stem = name.removesuffix(EXTENSION)
        if not NAME.fullmatch(stem):
            raise ReplayError(f"{name!r} is no name: letters, digits, _ and -, at most 80, the first a letter or digit")
        path = self.folder / f"{stem}{EXTENSION}"
        if path.is_symlink():
            raise ReplayError(f"{name!r} is a link, and links are not followed")
        return path

    def new_path(self, scenario: str) -> Path:
        """A file for a new battle of a scenario, which nobody else is given: ``small-1``, ``small-2`` ..."""
        stem = re.sub(r"[^A-Za-z0-9_-]+", "-", scenario).strip("-_")[:60] or "battle"
        number = 1
        while self.is_taken(path := self.path(f"{stem}-{number}")):
            number += 1
        self._taken.add(path)
        self.folder.mkdir(parents=True, exist_ok=True)
        return path

    def is_taken(self, path: Path) -> bool:
        """Whether there is such a file, or will be one when its battle is saved."""
        return path.exists() or path in self._taken

    def load(self, name: str) -> Replay:
        """A saved battle.

        Raises:
            ReplayError: there is none of that name, or it cannot be read.
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
        paths = [
            path for path in self.folder.glob(f"*{EXTENSION}") if NAME.fullmatch(path.stem) and not path.is_symlink()
        ]
        paths.sort(key=lambda path: -path.stat().st_mtime_ns)
        found = (self._read(path) for path in paths[:MOST_LISTED])
        return [about for about in found if about]

    def _read(self, path: Path) -> dict[str, Any]:
        """What is told of a saved battle, empty for a file that holds none; read anew only when it has changed."""
        stat = path.stat()
        key = path.name, stat.st_mtime_ns, stat.st_size
        if key not in self._about:
            try:
                self._about[key] = about(path.name, replays.load(path))
            except ReplayError:
                self._about[key] = {}
        return self._about[key]


def about(file: str, saved: Replay) -> dict[str, Any]:
    """What is told of a saved battle."""
    return {
        "file": file, "title": saved.title, "ruleset": saved.ruleset, "sides": saved.sides, "players": saved.players,
        "decisions": len(saved.decisions), "over": bool(saved.ending),
        "result": f"{saved.ending_text}: {saved.result}" if saved.ending else "",
    }  # fmt: skip

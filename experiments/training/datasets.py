"""Datasets of recorded games, as ``tactica benchmark dataset`` writes them with Minari: opened, checked, read.

A dataset is a folder: ``data`` is Minari's, ``datasheet.md`` is for people. ``data/metadata.json`` has what describes the
recording under the key :data:`ABOUT`, with a checksum of the file of all games.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...envs.core.printable import one_line
from ...envs.engine.spaces import Layout, LayoutMismatch
from ...envs.replay.files import read_file

if TYPE_CHECKING:
    from minari import MinariDataset

__all__ = [
    "ABOUT",
    "GAMES_FILE",
    "NEEDS",
    "DatasetError",
    "GameDataset",
    "digest_of",
    "folder_of_datasets",
    "needs_minari",
]

ABOUT = "tactica"
GAMES_FILE = "main_data.hdf5"  # Minari's name of the file of all games
NEEDS = 'datasets need Minari: pip install "tactica[data]"'
HELD_OUT = 0.1  # share of the games that are not learnt from
BLOCK = 1 << 20  # bytes that are hashed at once


class DatasetError(ValueError):
    """A dataset cannot be used; the message says why."""


class RecordedGame(NamedTuple):
    """The decisions of one player in one game; a leading axis of decisions each.

    Attributes:
        grid, units, context, mask: as observed before each decision.
        answers: int64, indices of what was played.
        result: the reward at the end, in [-1, 1].
    """

    grid: np.ndarray
    units: np.ndarray
    context: np.ndarray
    mask: np.ndarray
    answers: np.ndarray
    result: float


def needs_minari() -> None:
    """Refuse to continue without what datasets need.

    Raises:
        DatasetError: it is not installed.
    """
    try:
        import h5py  # noqa: F401
        import minari  # noqa: F401
    except ModuleNotFoundError as error:
        raise DatasetError(f"{NEEDS} (no module {error.name})") from None


def folder_of_datasets() -> Path:
    """Where Minari looks for datasets: ``$MINARI_DATASETS_PATH``, or a folder of its own in the home folder."""
    given = os.environ.get("MINARI_DATASETS_PATH")
    return Path(given) if given else Path.home() / ".minari" / "datasets"


def digest_of(file: Path) -> str:
    """SHA-256 of a file, 64 hex digits.

    Raises:
        OSError: it cannot be read.
    """
    found = hashlib.sha256()
    with file.open("rb") as opened:
        while part := opened.read(BLOCK):
            found.update(part)
    return found.hexdigest()


@dataclass(frozen=True)
class GameDataset:
    """A dataset of recorded games.

    Attributes:
        name: by which it was opened.
        data: Minari's dataset.
        about: how it was recorded: ``ruleset``, ``scenarios``, ``layout`` and more, see ``benchmark/recording.py``.
        players: of each game, whose decisions it has.
    """

    name: str
    data: MinariDataset
    about: Mapping[str, Any]
    players: tuple[str, ...]

    @classmethod
    def open(cls, name: str) -> GameDataset:
        """Open a dataset and check that it is whole.

        Args:
            name: Minari's name of it, or its folder.

        Raises:
            DatasetError: Minari is not installed, there is no such dataset, it is damaged, or something else recorded it.
        """
        needs_minari()
        from minari import MinariDataset

        here = next((one for one in (Path(name), folder_of_datasets() / name) if (one / "data").is_dir()), None)
        if here is None:
            raise DatasetError(
                f"no dataset {name!r}: neither a folder nor one of Minari's in {folder_of_datasets()}; "
                "tactica benchmark dataset records one"
            )
        folder = here / "data"
        try:
            about = json.loads(read_file(folder / "metadata.json")).get(ABOUT)
            if about is None:
                raise DatasetError(f"the dataset {name} was not recorded by tactica benchmark dataset")
            if digest_of(folder / GAMES_FILE) != about["checksum"]:
                raise DatasetError(
                    f"the dataset {name} is damaged or was changed: its checksum does not match; record it again"
                )
            data = MinariDataset(folder)
            notes = data.storage.get_episode_metadata(range(data.total_episodes))
            players = tuple(str(one["player"]) for one in notes)
        except DatasetError:
            raise
        except (OSError, ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError) as error:
            raise DatasetError(f"the dataset {name} is damaged: {one_line(str(error), 200)}; record it again") from None
        return cls(name, data, about, players)

    def check_ruleset(self, ruleset: str, players: Sequence[str] = ()) -> None:
        """Refuse it for another ruleset, or if it has no games of a player, or too few games.

        Args:
            ruleset: slug.
            players: whose games are wanted; empty for all.

        Raises:
            DatasetError: it does not fit.
        """
        if self.about["ruleset"] != ruleset:
            raise DatasetError(f"the dataset {self.name} has games of {self.about['ruleset']}, not of {ruleset}")
        known = list(dict.fromkeys(self.players))
        if unknown := [one for one in players if one not in known]:
            raise DatasetError(f"the dataset {self.name} has no games of {unknown[0]!r}; it has: {', '.join(known)}")
        if len(self._games_of(players)) < 2:
            raise DatasetError(f"the dataset {self.name} has one game; two are needed, one of them to judge by")

    def check_layout(self, layout: Layout) -> None:
        """Refuse it if its observations or choices are not those of a layout.

        Raises:
            DatasetError: they are not; the message names the scenarios of the dataset.
        """
        try:
            layout.require(Layout.from_dict(self.data.env_spec.kwargs["layout"]))
        except (LayoutMismatch, ValueError, LookupError, TypeError, AttributeError) as error:
            raise DatasetError(
                f"the dataset {self.name} does not fit, with scenarios {', '.join(self.about['scenarios'])}: "
                f"{one_line(str(error), 300)}; use these scenarios in the recipe, or record another dataset"
            ) from None

    def divided(self, players: Sequence[str], seed: int) -> tuple[list[int], list[int]]:
        """Games to learn from, and a tenth to judge by, both in a random order.

        Args:
            players: whose games; empty for all.
            seed: of the order.

        Returns:
            Numbers of games.
        """
        found = self._games_of(players)
        order = np.random.default_rng(seed).permutation(found).tolist()
        apart = max(1, round(HELD_OUT * len(order)))
        return order[apart:], order[:apart]

    def decisions_of(self, games: Sequence[int]) -> int:
        """How many decisions some games have."""
        return sum(int(one["total_steps"]) for one in self.data.storage.get_episode_metadata(games))

    def games(self, which: Sequence[int]) -> Iterator[RecordedGame]:
        """Some games, one after the other.

        Args:
            which: their numbers.
        """
        for one in self.data.iterate_episodes(which):
            seen: Any = one.observations
            grid, units, context, mask = (seen[part][:-1] for part in ("grid", "units", "context", "action_mask"))
            yield RecordedGame(grid, units, context, mask, np.asarray(one.actions, np.int64), float(one.rewards[-1]))

    def _games_of(self, players: Sequence[str]) -> list[int]:
        return [number for number, player in enumerate(self.players) if not players or player in players]

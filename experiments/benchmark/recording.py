"""Records games of players on the scenarios a task trains on, as a dataset of Minari.

Each game has a slot of its own, by which it is seeded: it is the same whatever number of games runs side by side, and
``dataset.recover_environment(slot=...)``, reset with the dataset's seed, plays it again. Players take turns in the order of
games, and each takes its seats in turn. A dataset is written in a hidden folder and gets its name when it is whole.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from ... import __version__
from ...agents.players import load_player, player_hash, player_name
from ...envs import make_vec
from ...envs.core.ruleset import Ruleset
from ...envs.engine.players import seat_code
from ...envs.engine.spaces import Layout
from ...envs.replay.files import write_whole
from ..common import UserError
from ..tournament.watching import Stopped, Watch
from ..training.answering import Answerer
from ..training.datasets import ABOUT, GAMES_FILE, digest_of
from .datasheet import datasheet, description
from .tasks import Task

if TYPE_CHECKING:
    from minari.data_collector import EpisodeBuffer

__all__ = ["PlayerSummary", "RecordingPlan", "RecordingSummary", "record"]

ABREAST = 64  # games side by side
WRITTEN = 32  # games that are written at once
SPARE = 1 << 17  # bytes allowed for what a game takes beside its observations
PARTS = ("grid", "units", "context", "action_mask")


@dataclass(frozen=True)
class RecordingPlan:
    """A dataset to record.

    Attributes:
        name: Minari's.
        folder: of all datasets.
        task: of the benchmark.
        ruleset: of the games.
        scenarios: names of those the task trains on.
        opponents: of the training, one drawn for each game.
        players: specs; the dataset has their decisions.
        games: of each player.
        seed: of starts, dice and players.
        dither: share of the decisions that are played at random.
        layout: of observations and choices.
        command: that records it.
    """

    name: str
    folder: Path
    task: Task
    ruleset: Ruleset
    scenarios: tuple[str, ...]
    opponents: tuple[str, ...]
    players: tuple[str, ...]
    games: int
    seed: int
    dither: float
    layout: Layout
    command: str

    @property
    def total(self) -> int:
        """Games of all players."""
        return self.games * len(self.players)

    @property
    def path(self) -> Path:
        """The folder of the dataset."""
        return self.folder / self.name

    def check(self) -> None:
        """Refuse what cannot be recorded.

        Raises:
            UserError: the name is taken or not one of Minari's, or a player cannot be recorded; errors of
            ``agents.players.load_player``.
        """
        from minari.dataset.minari_dataset import parse_dataset_id

        try:
            parse_dataset_id(self.name)
        except (ValueError, TypeError):
            raise UserError(
                f"{self.name!r} is not a valid name for a dataset; allowed: first-v0 or mine/first-v0, of letters, digits, _ and "
                "-, with at least two of them before the /"
            ) from None
        if self.path.exists():
            raise UserError(f"{self.path} exists; name another dataset with --name, such as one of a higher version")
        if not self.opponents:
            raise UserError(f"{self.task.name} suggests no opponents for training of {self.ruleset.slug}")
        names = list[str]()
        for spec in self.players:
            if seat_code(self.ruleset, load_player(spec, self.ruleset)) is None:
                raise UserError(
                    f"{spec} plays in Python; datasets have players inside the kernels: behaviours, searches, networks"
                )
            name = player_name(spec, self.ruleset)
            if name in names:
                raise UserError(f"two players are called {name}; list each player once, under a name of its own")
            names.append(name)

    def environment(self, split: str) -> Any:
        """What ``gymnasium.make`` needs for the environment: an ``EnvSpec`` that can be written as JSON.

        Args:
            split: of the starts, ``train`` or ``eval``.
        """
        spec = gymnasium.spec(f"tactica/{self.ruleset.slug}-v0")
        options = {
            "scenario": list(self.scenarios), "opponent": list(self.opponents), "seat": "alternate",
            "layout": {**self.layout.to_dict(), "hash": self.layout.hash}, "split": split,
        }  # fmt: skip
        found = type(spec).from_json(spec.to_json())
        found.kwargs = {**spec.kwargs, **options}
        return found


@dataclass(frozen=True)
class PlayerSummary:
    """The games of a player in a dataset.

    Attributes:
        player: its name.
        games, decisions: how many.
        points: share of the points, a draw half a point.
        draws: share of the games that nobody won.
        length: decisions in a game, on average.
    """

    player: str
    games: int
    decisions: int
    points: float
    draws: float
    length: float


@dataclass(frozen=True)
class RecordingSummary:
    """A dataset that was recorded.

    Attributes:
        name: Minari's.
        folder: of the dataset.
        about: how it was recorded, as in its metadata.
        players: the games of each.
    """

    name: str
    folder: Path
    about: dict[str, Any]
    players: list[PlayerSummary]


@dataclass
class RunningGame:
    """A game that is being recorded.

    Attributes:
        number: in the dataset.
        player: place of its player.
        rng: of the player's chance.
        views: what the player saw, decision by decision.
        actions: what it played.
    """

    number: int
    player: int
    rng: np.random.Generator
    views: list[tuple[np.ndarray, ...]] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)

    def look(self, seen: Any, slot: int) -> None:
        """Note what is seen in a slot."""
        self.views.append(tuple(seen[part][slot].copy() for part in PARTS))


@dataclass(frozen=True)
class FinishedGame:
    """A recorded game: Minari's buffer of it, and what is noted about it."""

    buffer: EpisodeBuffer
    note: dict[str, Any]


def slot_of(plan: RecordingPlan, number: int) -> int:
    """The slot by which a game is seeded: those of a player follow each other, so that it takes its seats in turn."""
    turn, player = divmod(number, len(plan.players))
    return player * plan.games + turn


def games_of(plan: RecordingPlan, watch: Watch, abreast: int = ABREAST) -> Iterator[FinishedGame]:
    """Play the games, and return them in order.

    Args:
        plan: what to play.
        watch: may stop it.
        abreast: how many games run side by side; the games are the same.

    Raises:
        Stopped: by the watch.
    """
    envs = make_vec(
        plan.ruleset, min(abreast, plan.total), scenario=list(plan.scenarios), opponent=list(plan.opponents), seat="alternate",
        layout=plan.layout, autoreset_mode="DISABLED",
    )  # fmt: skip
    batch, count = envs.batch, envs.num_envs
    players = [Answerer(batch, load_player(spec, plan.ruleset)) for spec in plan.players]
    names = [player_name(spec, plan.ruleset) for spec in plan.players]
    chance = np.zeros((count, 4), np.int64)
    running: list[RunningGame | None] = [None] * count
    finished, begun, given = dict[int, FinishedGame](), 0, 0

    def begin(slot: int) -> None:
        nonlocal begun
        running[slot] = None
        if begun < plan.total:
            place = slot_of(plan, begun)
            batch.games["slot"][slot], batch.games["episode"][slot] = place, batch.first_game(plan.seed)
            rng = np.random.default_rng([plan.seed, place])
            running[slot] = RunningGame(begun, begun % len(players), rng)
            begun += 1

    for slot in range(count):
        begin(slot)
    seen, _ = envs.reset(seed=plan.seed)
    while given < plan.total:
        if watch.stop.is_set():
            raise Stopped
        played = envs.random_actions()  # where no game is left to record
        for slot, game in enumerate(running):
            if game is None:
                continue
            game.look(seen, slot)
            chance[slot] = game.rng.integers(0, 1 << 32, 4)
            played[slot] = players[game.player](slot, chance)
            if game.rng.random() < plan.dither:
                played[slot] = game.rng.choice(np.flatnonzero(seen["action_mask"][slot]))
            game.actions.append(int(played[slot]))
        seen, rewards, ended, cut, _ = envs.step(played)
        over = ended | cut
        if not over.any():
            continue
        for slot in np.flatnonzero(over).tolist():
            game = running[slot]
            if game is not None:
                game.look(seen, slot)
                how = batch.told(slot)
                place = (
                    how["row"] * len(plan.scenarios) // len(batch.pool_states)
                )  # as many starts of each, in their order
                note = {
                    "player": names[game.player],
                    "scenario": plan.scenarios[place],
                    "slot": slot_of(plan, game.number),
                }
                finished[game.number] = closed(plan.seed, game, note, how, float(rewards[slot]), bool(ended[slot]))
            begin(slot)
        seen, _ = envs.reset(options={"reset_mask": over})
        while given in finished:
            yield finished.pop(given)
            given += 1


def closed(
    seed: int, game: RunningGame, note: dict[str, Any], how: dict[str, Any], reward: float, ended: bool
) -> FinishedGame:
    """A game that is over, for Minari.

    Args:
        seed: of the dataset.
        game: with all its decisions.
        note: what is known about it before it is played.
        how: it ended, as ``Batch.told`` says.
        reward: of the player.
        ended: False if it was cut off.
    """
    from minari.data_collector import EpisodeBuffer

    length = len(game.actions)
    last = np.arange(length) == length - 1
    buffer = EpisodeBuffer(
        seed=seed,
        observations={part: np.stack([view[k] for view in game.views]) for k, part in enumerate(PARTS)},
        actions=np.array(game.actions, np.int64),
        rewards=np.where(last, reward, 0.0),
        terminations=last & ended,
        truncations=last & (not ended),
    )
    others = [name for seat, name in enumerate(how["opponents"]) if seat != how["seat"]]
    note = {
        **note, "opponent": ", ".join(others), "points": (reward + 1) / 2,
        **{key: how[key] for key in ("seat", "row", "rounds", "result", "ending")},
    }  # fmt: skip
    return FinishedGame(buffer, note)


def record(plan: RecordingPlan, watch: Watch, abreast: int = ABREAST) -> RecordingSummary:
    """Play the games and write the dataset, whole or not at all.

    Args:
        plan: what to record; it has been checked.
        watch: follows, and may stop it.
        abreast: how many games run side by side; the dataset is the same.

    Raises:
        Stopped: by the watch, or KeyboardInterrupt; nothing is left.
        UserError: a file cannot be written.
    """
    try:
        plan.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=plan.folder, prefix=".tactica-") as scratch:
            found = _write(plan, watch, abreast, Path(scratch))
            plan.path.parent.mkdir(parents=True, exist_ok=True)
            for above in plan.path.relative_to(plan.folder).parents[:-1]:  # Minari's namespaces
                if not (mark := plan.folder / above / "namespace_metadata.json").exists():
                    write_whole(mark, b"{}")
            (Path(scratch) / "dataset").rename(plan.path)
    except OSError as error:
        raise UserError(f"{error.filename or plan.path}: cannot be written: {error.strerror or error}") from None
    return found


def _write(plan: RecordingPlan, watch: Watch, abreast: int, scratch: Path) -> RecordingSummary:
    """Write the dataset into a folder of its own in ``scratch``."""
    from minari import __version__ as minari_version
    from minari.dataset.minari_storage import MinariStorage

    folder = scratch.absolute() / "dataset" / "data"  # Minari needs a whole path
    folder.mkdir(parents=True)
    layout, spec = plan.layout, plan.environment("train")
    storage = MinariStorage.new(folder, layout.observation_space, layout.action_space, spec)
    watch.begin(f"games of {plan.name}", plan.total, in_games=False)  # Ctrl-C ends it at once
    notes, lengths, waiting = list[dict[str, Any]](), list[int](), list[FinishedGame]()
    for game in games_of(plan, watch, abreast):
        waiting.append(game)
        notes.append(game.note)
        lengths.append(len(game.buffer))
        watch.show(len(notes))
        if len(waiting) == WRITTEN or len(notes) == plan.total:
            size = sum(part.nbytes for one in waiting for part in one.buffer.observations.values())
            check_room(plan.path, size + SPARE * len(waiting))
            storage.update_episodes(one.buffer for one in waiting)
            storage.update_episode_metadata([one.note for one in waiting], range(len(notes) - len(waiting), len(notes)))
            waiting.clear()
    check_room(plan.path, (folder / GAMES_FILE).stat().st_size + SPARE)
    compress(folder / GAMES_FILE, scratch / GAMES_FILE)
    players = [summary_of(name, notes, lengths) for name in dict.fromkeys(note["player"] for note in notes)]
    about = about_of(plan, digest_of(folder / GAMES_FILE))
    storage.update_metadata(
        {
            "dataset_id": plan.name, "minari_version": minari_version,
            "algorithm_name": ", ".join(one.player for one in players), "description": description(plan, players),
            "eval_env_spec": plan.environment("eval").to_json(), "dataset_size": float(storage.get_size()), ABOUT: about,
        }
    )  # fmt: skip
    write_whole(scratch / "dataset" / "datasheet.md", datasheet(plan, about, players, notes).encode("utf-8"))
    return RecordingSummary(plan.name, plan.path, about, players)


def check_room(path: Path, size: int) -> None:
    """Refuse to write more than the disk has room for: on a full disk HDF5 may end the process.

    Args:
        path: of the dataset, which the error names.
        size: bytes that are about to be written.

    Raises:
        OSError: there is not that much room.
    """
    there = next(folder for folder in path.absolute().parents if folder.exists())
    if shutil.disk_usage(there).free < size:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def about_of(plan: RecordingPlan, checksum: str) -> dict[str, Any]:
    """How a dataset was recorded, for its metadata: JSON types."""
    return {
        "command": plan.command,
        "tactica": __version__,
        "benchmark": plan.task.version,
        "task": plan.task.name,
        "ruleset": plan.ruleset.slug,
        "rules": plan.ruleset.rules_hash,
        "scenarios": list(plan.scenarios),
        "split": "train",
        "opponents": {name: player_hash(name, plan.ruleset) for name in plan.opponents},
        "players": {player_name(spec, plan.ruleset): player_hash(spec, plan.ruleset) for spec in plan.players},
        "games": plan.games,
        "seed": plan.seed,
        "dither": plan.dither,
        "layout": plan.layout.hash,
        "checksum": checksum,
    }


def summary_of(player: str, notes: Sequence[dict[str, Any]], lengths: Sequence[int]) -> PlayerSummary:
    """The games of a player, from what is noted about all games and how many decisions each has."""
    own = [place for place, note in enumerate(notes) if note["player"] == player]
    decisions = sum(lengths[place] for place in own)
    return PlayerSummary(
        player,
        len(own),
        decisions,
        float(np.mean([notes[place]["points"] for place in own])),
        float(np.mean([notes[place]["result"] == "draw" for place in own])),
        decisions / len(own),
    )


def compress(file: Path, scratch: Path) -> None:
    """Write a file of HDF5 again, its arrays compressed: Minari writes them as they are, and most numbers are 0.

    Args:
        file: is replaced.
        scratch: a file on the same disk.
    """
    import h5py

    def copy(source: Any, target: Any) -> None:
        target.attrs.update(source.attrs)
        for name, part in source.items():
            if isinstance(part, h5py.Group):
                copy(part, target.create_group(name, track_order=True))
            else:
                target.create_dataset(
                    name, data=part[()], chunks=part.shape, maxshape=part.maxshape, compression="gzip"
                )

    with h5py.File(file, "r") as source, h5py.File(scratch, "w", track_order=True) as target:
        copy(source, target)
    shutil.move(scratch, file)

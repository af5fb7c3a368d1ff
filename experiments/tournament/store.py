"""The folder of a tournament: a manifest, and a parquet file for every chunk that is there whole or not at all.

    manifest.json
    games/0000123.parquet     one row a game; what was counted by chunk stands in the file's metadata
    replays/, report.html, summary.json, ranking.parquet

A file is written under another name and then renamed, so that a process killed at any moment leaves either all games
of a chunk or none. What a failing disk or a crash of the machine may still tear apart is noticed when it is read: pages
carry checksums, a checksum covers rows and metadata together, and the number of rows and the tournament's id must fit. Such a
chunk is put aside and played again. The manifest and the summary carry a checksum, too (:mod:`tactica.experiments.sealing`).
"""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as arrow
import pyarrow.parquet as parquet

from ...envs.replay.files import write_whole
from ..common import UserError, alone_in
from ..sealing import SEAL, as_kind, is_sealed, json_in, sealed, table_seal
from .arena import Played
from .manifest import FORMAT, Manifest
from .plan import Chunk

__all__ = ["Torn", "TournamentFolder"]

MANIFEST, GAMES = "manifest.json", "games"
RESULT_WORDS = ("won", "drawn", "lost")


class Torn(Exception):
    """A file of a chunk is damaged."""


class TournamentFolder:
    """The folder of a tournament.

    Attributes:
        path: of the folder.
        manifest: of the tournament.
    """

    def __init__(self, path: Path, manifest: Manifest) -> None:
        """A folder known to hold this tournament; see :meth:`create` and :meth:`open`."""
        self.path = path
        self.manifest = manifest
        self.games = path / GAMES

    @classmethod
    def create(cls, path: Path, manifest: Manifest) -> TournamentFolder:
        """Begin a tournament in a folder.

        Raises:
            UserError: there is one already, or the folder cannot be written.
        """
        if (path / MANIFEST).exists():
            raise UserError(
                f"{path} already holds a tournament: continue it with --resume {path}, or choose another --out"
            )
        folder = cls(path, manifest)
        try:
            folder.games.mkdir(parents=True, exist_ok=True)
            if any(folder.games.glob("*.parquet")):
                raise UserError(f"{folder.games} holds games without a manifest; choose another --out")
            text = msgspec.json.format(msgspec.json.encode(sealed(msgspec.to_builtins(manifest))), indent=1)
            write_whole(path / MANIFEST, text)
        except OSError as error:
            raise UserError(f"{path}: cannot be written: {error.strerror}") from None
        return folder

    @classmethod
    def open(cls, path: Path) -> TournamentFolder:
        """The tournament of a folder.

        Raises:
            UserError: it holds none, or one this version cannot read.
        """
        file = path / MANIFEST
        try:
            found = json_in(file)
        except FileNotFoundError:
            raise UserError(f"{path} is not the folder of a tournament: it has no {MANIFEST}") from None
        number = found.get("format") if isinstance(found, dict) else None
        if number != FORMAT:
            raise UserError(f"{file}: tournament format {number}; this version reads format {FORMAT}")
        manifest = as_kind(found, Manifest, file)
        if manifest.digest() != manifest.id:
            raise UserError(f"{file} was edited by hand: its settings do not match its id")
        if not is_sealed(found):
            raise UserError(
                f"{file} is damaged or was edited: its checksum does not match; choose another --out to begin again"
            )
        return cls(path, manifest)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from playing in this folder meanwhile; the lock ends with the process, however it ends.

        Raises:
            UserError: another process is playing there.
        """
        with alone_in(self.path, "playing this tournament"):
            yield

    # --- chunks

    def file(self, number: int) -> Path:
        """Where a chunk lies."""
        return self.games / f"{number:07d}.parquet"

    def write(self, played: Played) -> Path:
        """Keep the games of a chunk."""
        return write_table(self.file(played.chunk.number), _table(played, self.manifest))

    def read(self, chunk: Chunk) -> Played:
        """The games of a chunk.

        Raises:
            Torn: its file is damaged or of another tournament.
        """
        file = self.file(chunk.number)
        try:
            table = parquet.read_table(file, page_checksum_verification=True, partitioning=None)
            about = json.loads(table.schema.metadata[b"tactica"])
            if about["tournament"] != self.manifest.id or about["chunk"] != chunk.number:
                raise Torn(f"{file} belongs to another tournament")
            if about.get(SEAL) != table_seal(table, about):
                raise Torn(f"{file}: its checksum does not match")
            return _played(chunk, table, about)
        except (arrow.ArrowException, OSError, KeyError, TypeError, ValueError, RecursionError) as error:
            raise Torn(f"{file}: {error}") from None

    def finished(self, chunks: list[Chunk]) -> tuple[dict[int, Played], list[Path]]:
        """Finished chunks, by number, and damaged files, which are renamed to ``.damaged``."""
        for leftover in self.games.glob("*.part"):
            leftover.unlink()
        there = {int(file.stem) for file in self.games.glob("*.parquet") if file.stem.isdigit()}
        found, damaged = {}, []
        for chunk in chunks:
            if chunk.number in there:
                try:
                    found[chunk.number] = self.read(chunk)
                except Torn:
                    aside = self.file(chunk.number).with_suffix(".damaged")
                    os.replace(self.file(chunk.number), aside)
                    damaged.append(aside)
        return found, damaged


def write_table(path: Path, table: Any) -> Path:
    """Write a table that is there whole or not at all, with checksums."""
    data = io.BytesIO()
    parquet.write_table(table, data, compression="zstd", write_page_checksum=True)
    return write_whole(path, data.getvalue())


def _table(played: Played, manifest: Manifest) -> Any:
    """A chunk as a table, one row a game, by words that need no manifest to be read."""
    chunk, size = played.chunk, played.chunk.size
    names, place = manifest.player_names, manifest.scenario_names[chunk.scenario]
    column = np.repeat([0, 1], size)
    pair = np.tile(np.arange(size), 2)

    def both(array: np.ndarray) -> np.ndarray:
        return array[pair, column]

    of_first = np.where(column == 0, both(played.results), 2 - both(played.results))
    seats = np.array([names[chunk.one], names[chunk.other]], object)

    def words(values: Any) -> Any:
        return arrow.array(list(values), arrow.string()).dictionary_encode()

    columns: dict[str, Any] = {
        "scenario": words([place] * (2 * size)),
        "first": words(seats[column]),
        "second": words(seats[1 - column]),
        "result": words(RESULT_WORDS[result] for result in of_first),
        "pair": arrow.array(chunk.first + pair, arrow.int32()),
        "start": arrow.array(played.rows[pair], arrow.int32()),
        "ending": arrow.array(both(played.endings), arrow.int16()),
        "rounds": arrow.array(both(played.rounds), arrow.int32()),
        "decisions": arrow.array(both(played.decisions), arrow.int32()),
        "legal": arrow.array(both(played.legal), arrow.int64()),
        "reason": words(played.reasons.get((int(p), int(c)), "") for p, c in zip(pair, column, strict=True)),
    }
    for side in range(played.ranks.shape[2]):
        columns[f"rank_{side}"] = arrow.array(both(played.ranks[:, :, side]), arrow.int8())
    about = {
        "tournament": manifest.id,
        "chunk": chunk.number,
        "measures": played.measures,
        "fired": played.fired,
        "seconds": played.seconds,
    }
    return with_metadata(arrow.table(columns), about)


def with_metadata(table: Any, about: dict[str, Any]) -> Any:
    """A table with what is said of it as a whole, and a checksum over both."""
    told = json.dumps({**about, SEAL: table_seal(table, about)}).encode()
    return table.replace_schema_metadata({b"tactica": told})


def _played(chunk: Chunk, table: Any, about: dict[str, Any]) -> Played:
    """A chunk from its table."""
    size = chunk.size
    if table.num_rows != 2 * size:
        raise ValueError(f"{table.num_rows} rows instead of {2 * size}")

    def both(name: str) -> np.ndarray:
        return table.column(name).to_numpy().astype(np.int64).reshape(2, size).T.copy()

    said = np.array([RESULT_WORDS.index(word) for word in table.column("result").to_pylist()], np.int64)
    results = said.reshape(2, size).T.copy()
    results[:, 1] = 2 - results[:, 1]
    reasons = {(i % size, i // size): text for i, text in enumerate(table.column("reason").to_pylist()) if text}
    sides = sum(name.startswith("rank_") for name in table.column_names)
    ranks = np.stack([both(f"rank_{side}") for side in range(sides)], 2)
    return Played(
        chunk, both("start")[:, 0].copy(), results, both("ending"), both("rounds"), both("decisions"), both("legal"),
        ranks, reasons, about["measures"], about["fired"], float(about["seconds"]),
    )  # fmt: skip

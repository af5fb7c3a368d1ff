"""What a tournament leaves behind besides its games: a summary for programs and a ranking as a table."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pyarrow as arrow

from ...envs.replay.files import write_whole
from ..common import UserError
from ..sealing import sealed
from .pairs import Pairs
from .run import all_chunks
from .standing import Standing, standing_of
from .store import TournamentFolder, write_table

__all__ = ["games_beside", "write_summary"]


def games_beside(folder: TournamentFolder) -> Pairs | None:
    """The games that the players of a field played among themselves in the folder beside this one, if there is one.

    Raises:
        UserError: it is not there, or not finished.
    """
    manifest = folder.manifest
    if not manifest.beside:
        return None
    field = TournamentFolder.open(folder.path.parent / manifest.beside)
    plan = all_chunks(field.manifest)
    found, _ = field.finished(plan)
    if len(found) < len(plan):
        raise UserError(f"{field.path}: some games of the field are missing; run bench-npc again")
    return Pairs.of(found.values()).moved(len(manifest.players) - len(field.manifest.players))


def write_summary(folder: TournamentFolder, pairs: Pairs, standing: Standing | None = None) -> list[Path]:
    """Write ``summary.json`` and ``ranking.parquet``.

    Args:
        folder: of the tournament.
        pairs: played so far.
        standing: the results, computed when not given.

    Returns:
        the files.
    """
    manifest = folder.manifest
    standing = standing or standing_of(manifest, pairs)
    whole = standing.as_dict(manifest)
    data = msgspec.json.format(msgspec.json.encode(sealed(msgspec.to_builtins(whole))), indent=1)
    rows = [
        {
            **{key: row[key] for key in ("player", "place", "best", "worst", "rating", "low", "high")},
            **{key: row[key] for key in ("wins", "draws", "losses", "forfeits")},
            "points": row["points"]["value"],
            "games": row["points"]["games"],
            "unique": row["points"]["unique"],
        }
        for row in whole["ranking"]
    ]
    return [
        write_whole(folder.path / "summary.json", data),
        write_table(folder.path / "ranking.parquet", arrow.Table.from_pylist(rows)),
    ]

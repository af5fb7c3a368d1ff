"""Recorded comparisons after a change of the rules: played again, and saved under the new hash if the games are the same.

``python -m tactica.experiments.comparison.records`` checks every record that ships (``make records``).
``python -m tactica.experiments.comparison.records FILE ... -j 2`` checks some.
``python -m tactica.experiments.comparison.records --anew`` also updates records whose games differ.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from ...configs import FOLDER
from ..common import UserError
from ..tournament.run import open_folder
from .result import read_record, write_record
from .running import draw_up_again, play

SHIPPED = FOLDER / "checkpoints" / "records"
CURRENT, SAME, OTHER = "already under the hash of its rules", "the same games", "OTHER GAMES"


def bring_over(path: Path, jobs: int = 1, *, anew: bool = False) -> str:
    """Play a record again if rules, starts or layout have another hash now, and update its file if the games are the same.

    Args:
        path: the record.
        jobs: processes.
        ``anew``: update the file even if the games differ or players have changed.

    Returns:
        CURRENT, SAME or OTHER; for a record with other games also the old and the new result. Without ``anew`` the file of
        such a record is unchanged.

    Raises:
        UserError: no such record; a player has changed, without ``anew``.
    """
    known = read_record(path)
    manifest, changed = draw_up_again(known, path, strict=False, same_players=not anew)
    if not changed:
        return CURRENT
    with tempfile.TemporaryDirectory() as scratch:
        folder = open_folder(Path(scratch) / "games", manifest)
        with folder.locked():
            found = play(folder, jobs=jobs)
    was = known["result"]
    is_same = (was["games_digest"], was["verdict"]) == (found.games_digest, found.verdict)
    if is_same or anew:
        write_record(found, path)
    if is_same:
        return SAME
    now = found.record(path.absolute().parent)["result"]
    then, here = (f"{one['verdict']} with {one['points']:.1%} of {one['pairs']} pairs" for one in (was, now))
    return f"{OTHER}: {then}, now {here}"


def main(arguments: list[str] | None = None) -> int:
    """Bring records over to the present rules. The exit status is 1 if the games of one differ."""
    parser = argparse.ArgumentParser(prog="tactica.experiments.comparison.records", description=main.__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="records; without any, all that ship")
    parser.add_argument("--anew", action="store_true", help="rewrite records with different games as well")
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="processes")
    options = parser.parse_args(arguments)
    status = 0
    for path in options.files or sorted(SHIPPED.glob("*.json")):
        try:
            what = bring_over(path, options.jobs, anew=options.anew)
        except UserError as error:
            what = str(error)
        print(f"{path.name}: {what}", flush=True)
        status |= what not in (CURRENT, SAME) and not (options.anew and what.startswith(OTHER))
    return status


if __name__ == "__main__":
    sys.exit(main())

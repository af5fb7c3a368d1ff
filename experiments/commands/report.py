"""``tactica report``: the page of a tournament's games so far."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..common import UserError, warn
from .tournament import refuse_comparison, write_results


def report(
    folder: Annotated[Path, typer.Argument(help="Folder of a tournament, finished or not.")],
) -> None:
    """Rewrite a tournament's report page from the games played so far.

    This plays some games again to make replays, so the rules must not have changed since the tournament.

    Example: [bold]tactica report runs/tournament[/]
    """
    from ..tournament import manifest as manifests
    from ..tournament.pairs import Pairs
    from ..tournament.results import games_beside
    from ..tournament.run import all_chunks
    from ..tournament.standing import standing_of
    from ..tournament.store import TournamentFolder

    found = TournamentFolder.open(folder)
    refuse_comparison(found)
    with found.locked():
        manifests.check(found.manifest, folder)
        done, damaged = found.finished(all_chunks(found.manifest))
        for file in damaged:
            warn(f"{file} is damaged and left out; play its games again with tactica tournament --resume {folder}")
        if not done:
            raise UserError(f"{folder}: no games yet; play some with tactica tournament --resume {folder}")
        pairs, beside = Pairs.of(done.values()), games_beside(found)
        pairs = pairs if beside is None else pairs.joined(beside)
        write_results(found, pairs, True, standing_of(found.manifest, pairs))

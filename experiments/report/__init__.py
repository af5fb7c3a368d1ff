"""The page of a tournament, and that of one battle: one HTML file that needs neither network nor other files.

Tables and charts are plain HTML (``charts.py``); replays are frames (``boards.py``) drawn by ``board.js`` and stepped through
by ``viewer.js``. ``page.html`` is the page of a tournament, ``battle.html`` that of a battle, ``answer.html`` that of a question,
``games.html`` the same with replays; all take in the other files (``PARTS``).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from ...envs import replay as replays
from ...envs.replay.files import write_whole
from ..naming import suite_name
from ..tournament.arena import Arena
from ..tournament.instructive import ShownGame, instructive, worst_losses
from ..tournament.pairs import Pairs
from ..tournament.standing import Standing, answer_of, standing_of
from ..tournament.store import TournamentFolder
from . import charts
from .boards import frames_of

__all__ = ["battle_page", "page_of", "write_battle", "write_report"]

HERE = Path(__file__).parent
PARTS = {
    "head": "head.html", "foot": "foot.html", "style": "page.css", "theme": "theme.js", "viewer": "viewer.html",
    "board": "board.js", "script": "viewer.js",
}  # fmt: skip
KINDS = {"closest": "Closest", "upset": "Biggest upset", "shortest": "Shortest", "loss": "Worst loss"}


def write_report(
    folder: TournamentFolder, pairs: Pairs, standing: Standing | None = None, shown: list[ShownGame] | None = None
) -> Path:
    """Write the page of a tournament, and the replays it shows.

    Args:
        folder: of the tournament.
        pairs: its games so far.
        standing: the results, computed when not given.
        shown: games to show, chosen when not given.

    Returns:
        the page.
    """
    manifest = folder.manifest
    standing = standing or standing_of(manifest, pairs)
    if shown is None:
        arena = Arena(manifest)
        shown = worst_losses(arena, pairs, standing, 0) if manifest.suite else instructive(arena, pairs, standing)
    files = save_replays(folder.path / "replays", shown)
    text = page_of(folder, pairs, standing, shown, files)
    return write_whole(folder.path / "report.html", text.encode("utf-8"))


def save_replays(path: Path, shown: list[ShownGame]) -> list[Path]:
    """Write the games shown as replays; those of an earlier page are taken away."""
    for old in path.glob(f"*{replays.EXTENSION}"):
        old.unlink()
    count: dict[str, int] = {}
    files = []
    for one in shown:
        count[one.kind] = count.get(one.kind, 0) + 1
        files.append(replays.save(one.recording, path / f"{one.kind}-{count[one.kind]}"))
    return files


def page_of(
    folder: TournamentFolder, pairs: Pairs, standing: Standing, shown: list[ShownGame], files: list[Path]
) -> str:
    """The page as text."""
    manifest = folder.manifest
    games = [_game(manifest.scenario_names, pairs, one, file) for one, file in zip(shown, files, strict=True)]
    title = folder.path.name
    if manifest.suite:
        suite = suite_name(manifest.scenarios[0].ruleset, manifest.suite["name"])
        title = f"{suite}: {manifest.players[0].name}"
    places = (
        charts.short_of(manifest.scenarios[0].name)
        if len(manifest.scenarios) == 1
        else f"{len(manifest.scenarios)} scenarios"
    )
    trouble = [
        f"{count:,} games {what}"
        for count, what in (
            (manifest.games - 2 * int((pairs.chunk >= 0).sum()), "are not played yet"),
            (pairs.forfeits, "were forfeited"),
            (pairs.stalled, "hit the decision limit and count as draws"),
        )
        if count
    ]
    slots = {
        "title": charts.escape(title),
        "lead": charts.escape(f"{len(manifest.players)} players, {places}, every start played twice, seats swapped."),
        "trouble": f'<p class="trouble">{charts.escape("; ".join(trouble))}.</p>' if trouble else "",
        "answer": charts.answer_section(answer_of(manifest, standing)),
        "tiles": charts.tiles(manifest, standing),
        "cyclic": charts.cyclic(manifest, standing),
        "ranking": charts.ranking(manifest, standing),
        "matrix": charts.matrix(manifest, standing),
        "scenarios": charts.scenarios(manifest, standing),
        "seats": charts.first_seats(manifest, standing),
        "profiles": charts.profiles(manifest, standing),
        "method": charts.method(manifest, standing),
        "games": embedded(games),
        "hidden": "" if games else "hidden",
    }
    return filled("page.html", slots)


def filled(template: str, slots: dict[str, str]) -> str:
    """A template with the parts all pages share, and what goes into its slots, ``<!--name-->``."""
    text = (HERE / template).read_text(encoding="utf-8")
    for name in PARTS:
        text = text.replace(f"<!--{name}-->", part(name))
    return re.sub(r"<!--(\w+)-->", lambda slot: slots[slot[1]], text)


def part(name: str) -> str:
    """A part that pages share, as HTML, CSS or script."""
    return (HERE / PARTS[name]).read_text(encoding="utf-8")


def battle_page(replay: replays.Replay, *, force: bool = False) -> str:
    """A replay as a page of its own: one HTML text that fetches nothing.

    Args:
        replay: the battle.
        force: try even if the rules have changed since.

    Raises:
        RulesMismatch: they have, and ``force`` is not given.
    """
    frames = frames_of(replay, force=force)
    about = replays.describe(replay)
    players = [f"{side['name']}: {side['player']}" if side["player"] else side["name"] for side in frames["sides"]]
    end = frames["frames"][-1].get("end") or "not finished"
    slots = {
        "title": charts.escape(frames["title"]),
        "lead": charts.escape(f"{', '.join(players)}. {end}."),
        "games": embedded([{"kind": "Battle", "why": "", "where": "", **frames}]),
        "about": charts.definitions([(key, str(value)) for key, value in about.items()]),
    }
    return filled("battle.html", slots)


def write_battle(replay: replays.Replay, path: Path, *, force: bool = False) -> Path:
    """Write a replay as a page of its own, see :func:`battle_page`."""
    return write_whole(path, battle_page(replay, force=force).encode("utf-8"))


def embedded(value: Any) -> str:
    """JSON that can stand in a page: no text in it ends the script it stands in."""
    return msgspec.json.encode(value).decode().replace("<", "\\u003c")


def _game(places: list[str], pairs: Pairs, one: ShownGame, file: Path) -> dict[str, Any]:
    """A game to show."""
    replay = one.recording.replay()
    return {
        "kind": KINDS.get(one.kind, one.kind),
        "why": one.why,
        "where": charts.short_of(places[int(pairs.scenario[one.index])]),
        "file": f"replays/{file.name}",
        "seed": replay.seed,
        **frames_of(replay),
    }

"""Playing a tournament in a terminal: how far it is, the ranking so far, and an end by Ctrl-C that loses nothing."""

from __future__ import annotations

import contextlib
import dataclasses
import math
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from ...envs.engine.players import SEARCHER, plain_kind
from ..common import EXIT_STOPPED, console, ensure_compiled, say, show_table, warn
from ..time_left import TimeLeft

if TYPE_CHECKING:
    from rich.table import Table

    from ..tournament.arena import Played
    from ..tournament.manifest import Manifest
    from ..tournament.pairs import Pairs
    from ..tournament.plan import Chunk
    from ..tournament.standing import Standing
    from ..tournament.store import TournamentFolder

WorkKind = tuple[int, tuple[int, ...]]  # of chunks: the scenario, and the players that take time to decide
REFRESH = 1.0  # seconds between two rankings shown, more when working one out takes long:
SPARE_IN_RANKING = ("unique", "games", "lost", "won")
SPARE_OF_SEATS = ("decisions", "rounds", "95 % interval")
BESIDE = (
    "Nash: its share in a mixture nobody beats on average; alpha-rank: its share of the time when players are replaced "
    "again and again by one that beats them"
)
SHARE = 20  # one part in so many of the time


@contextlib.contextmanager
def stop_by_ctrl_c(stop: threading.Event) -> Iterator[None]:
    """The first Ctrl-C lets what is under way come to its end; the second one ends at once."""

    def stopped(number: int, frame: Any) -> None:
        if stop.is_set():
            os._exit(EXIT_STOPPED)  # threads and processes would hold up any other exit
        stop.set()
        warn("finishing the games in progress; press Ctrl-C again to abandon them")

    try:
        before = signal.signal(signal.SIGINT, stopped)
    except ValueError:  # not the main thread: signals are handled elsewhere
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def expected_seconds(
    manifest: Manifest, todo: Sequence[Chunk], jobs: int, usual: Mapping[WorkKind, float] | None = None
) -> float:
    """How long chunks will take, by the seconds of a pair of each kind; without them, pairs are played to know."""
    each = seconds_of_kinds(manifest, todo) if usual is None else usual
    total = sum(chunk.size * each[work_of(manifest, chunk)] for chunk in todo)
    return total / max(min(jobs, os.cpu_count() or 1), 1)


def work_of(manifest: Manifest, chunk: Chunk) -> WorkKind:
    """What the time of a chunk's pairs depends on: the scenario, and who takes time to decide, searches and Python players."""
    slow = [
        k for k in (chunk.one, chunk.other)
        if manifest.players[k].is_python or plain_kind(manifest.players[k].spec) is SEARCHER
    ]  # fmt: skip
    return chunk.scenario, tuple(slow)


def seconds_of_kinds(manifest: Manifest, todo: Sequence[Chunk]) -> dict[WorkKind, float]:
    """Seconds of a pair of each kind of chunks: some are played for it, and thrown away."""
    from ..tournament.arena import Arena

    arena, found = Arena(manifest), dict[WorkKind, float]()
    for chunk in sorted(todo, key=lambda chunk: len(work_of(manifest, chunk)[1])):
        scenario, slow = kind = work_of(manifest, chunk)
        if kind not in found and len(slow) == 2 and all((scenario, (player,)) in found for player in slow):
            found[kind] = sum(found[scenario, (player,)] for player in slow) / 2
        elif kind not in found:
            arena.pool(scenario)
            found[kind] = arena.play(dataclasses.replace(chunk, size=1)).seconds
    return found


def time_left(manifest: Manifest, todo: Sequence[Chunk], now: float, usual: Mapping[WorkKind, float]) -> TimeLeft:
    """How long chunks will take; each kind counts by itself.

    Args:
        manifest: of their tournament.
        todo: the chunks.
        now: on the caller's clock.
        usual: seconds of a pair of each kind, as far as they are known.
    """
    amounts = Counter[Hashable]()
    for chunk in todo:
        amounts[work_of(manifest, chunk)] += chunk.size
    return TimeLeft(amounts, now, dict[Hashable, float](usual.items()))


def lasting(seconds: float) -> str:
    """A span of time in round words: about 40 seconds, about 3 minutes."""
    if seconds < 5:
        return "a few seconds"
    for unit, name in ((3600, "hour"), (60, "minute")):
        if seconds >= 1.5 * unit:
            return f"about {seconds / unit:.0f} {name}s"
    return f"about {round(seconds, -1):.0f} seconds" if seconds >= 10 else "about 5 seconds"


def conduct(folder: TournamentFolder, *, jobs: int, how_to_go_on: str, says_how_long: bool = False) -> Pairs:
    """Play what has not been played yet, showing progress and ranking.

    Args:
        folder: of the tournament; nobody else may be playing in it.
        jobs: processes.
        how_to_go_on: what to type after Ctrl-C.
        says_how_long: time a few games first, and say how long it will take.

    Raises:
        typer.Exit: stopped with Ctrl-C.
    """
    from rich.console import Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from ..tournament.pairs import Pairs
    from ..tournament.results import games_beside
    from ..tournament.run import all_chunks, play_all
    from ..tournament.standing import standing_of

    manifest = folder.manifest
    plan = all_chunks(manifest)
    beside = games_beside(folder)

    def whole(played: Iterable[Played]) -> Pairs:
        """These games, and those of the field among itself."""
        pairs = Pairs.of(played)
        return pairs if beside is None else pairs.joined(beside)

    done, damaged = folder.finished(plan)
    for file in damaged:
        warn(f"{file} is damaged; playing its games again")
    todo = [chunk for chunk in plan if chunk.number not in done]
    if done:
        games = sum(2 * played.chunk.size for played in done.values())
        say(f"{games:,} of {manifest.games:,} games were already played")
    ensure_compiled(sorted({entry.ruleset for entry in manifest.scenarios}) if todo else [])
    usual: dict[WorkKind, float] = {}
    if says_how_long and todo:
        with console.status("timing a few games ..."):
            usual = seconds_of_kinds(manifest, todo)
            seconds = expected_seconds(manifest, todo, jobs, usual)
        say(f"this will take {lasting(seconds)} with {jobs} {'process' if jobs == 1 else 'processes'}")
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[left]}"), console=console,
    )  # fmt: skip
    before = sum(2 * played.chunk.size for played in done.values())
    task = bar.add_task("games", total=manifest.games, completed=before, rate="", left="")
    left = time_left(manifest, todo, time.perf_counter(), usual)
    stop, began, due = threading.Event(), time.perf_counter(), 0.0
    with stop_by_ctrl_c(stop), Live(bar, console=console, transient=True, auto_refresh=False) as live:
        for played in play_all(folder, todo, jobs=jobs, stop=stop):
            done[played.chunk.number] = played
            now = time.perf_counter()
            bar.advance(task, 2 * played.chunk.size)
            left.finish(played.chunk.size, work_of(manifest, played.chunk), played.seconds)
            if console.is_terminal and now > due:
                rate = (bar.tasks[0].completed - before) / (now - began)
                bar.update(task, rate=f"{rate:,.0f} games/s", left=left.text(now))
                standing = standing_of(manifest, whole(done.values()))
                live.update(Group(ranking_table(manifest, standing), bar), refresh=True)
                spent = time.perf_counter() - now
                due = now + max(REFRESH, SHARE * spent)
    pairs = whole([done[chunk.number] for chunk in plan if chunk.number in done])
    seconds = time.perf_counter() - began
    own = sum(2 * played.chunk.size for played in done.values())
    games = own - before
    if games:
        speed = f"{games / seconds:,.0f} games/s with {jobs} {'process' if jobs == 1 else 'processes'}"
        say(f"{games:,} games in {seconds:.1f} s: {speed}")
    if own < manifest.games:
        if len(pairs):
            show_table(ranking_table(manifest, standing_of(manifest, pairs)), SPARE_IN_RANKING)
        warn(f"stopped after {own:,} of {manifest.games:,} games; to continue: {how_to_go_on}")
        raise typer.Exit(EXIT_STOPPED)
    return pairs


def points(value: float) -> str:
    """A number of the scale."""
    return f"{value:,.0f}"


def ranking_table(manifest: Manifest, standing: Standing) -> Table:
    """The ranking as a table."""
    from rich.table import Table
    from rich.text import Text

    cyclic = standing.cyclic
    names = [player.name for player in manifest.players]
    note = "place: in brackets all places that are possible; unique: distinct games"
    table = Table(caption=note if cyclic is None else Text(f"cyclic field: {cyclic.sentence(names)}. {BESIDE}"))
    beside = () if cyclic is None else ("Nash", "alpha-rank")
    heads = ("place", "player", "rating", "95 % interval", *beside, "points", "won", "drawn", "lost", "games", "unique")
    for column in heads:
        table.add_column(column, justify="left" if column == "player" else "right")
    for row in standing.ranking:
        places = str(row.place) if row.best == row.worst else f"{row.place} ({row.best}-{row.worst})"
        mixed = [] if cyclic is None else [f"{cyclic.nash[row.player]:.1%}", f"{cyclic.alpha_rank[row.player]:.1%}"]
        table.add_row(
            places, Text(names[row.player]), points(row.rating), f"{points(row.low)} to {points(row.high)}", *mixed,
            f"{row.share.value:.1%}" if row.share.games else "", f"{row.wins:,}", f"{row.draws:,}", f"{row.losses:,}",
            f"{row.share.games:,}", f"{row.share.unique:,}",
        )  # fmt: skip
    return table


def pairing_table(manifest: Manifest, standing: Standing) -> Table:
    """Everybody against everybody as a table."""
    from rich.table import Table
    from rich.text import Text

    table = Table(
        caption="points: share won; interval: Wilson, over pairs; unique: distinct games; r: correlation within pairs"
    )
    for column in ("player", "against", "points", "95 % interval", "drawn", "unique", "r"):
        table.add_column(column, justify="left" if column in ("player", "against") else "right")
    order = [row.player for row in standing.ranking]
    for i, one in enumerate(order):
        for other in order[i + 1 :]:
            found = standing.pairing(one, other)
            share = found.share
            table.add_row(
                Text(manifest.players[one].name), Text(manifest.players[other].name), f"{share.value:.1%}",
                f"{share.low:.1%} to {share.high:.1%}", "" if math.isnan(found.draws) else f"{found.draws:.1%}",
                f"{share.unique:,}", "" if found.correlation != found.correlation else f"{found.correlation:+.2f}",
            )  # fmt: skip
    return table


def seat_table(manifest: Manifest, standing: Standing) -> Table:
    """What the first seats are worth, as a table."""
    from rich.table import Table
    from rich.text import Text

    table = Table()
    for column in ("scenario", "first seat won", "95 % interval", "in rating", "drawn", "rounds", "decisions"):
        table.add_column(column, justify="left" if column == "scenario" else "right")
    for seat in standing.seats:
        table.add_row(
            Text(manifest.scenarios[seat.scenario].name), f"{seat.share.value:.1%}",
            f"{seat.share.low:.1%} to {seat.share.high:.1%}", f"{seat.side:+.0f} ({seat.low:+.0f} to {seat.high:+.0f})",
            f"{seat.draws:.1%}", f"{seat.rounds:.1f}", f"{seat.decisions:.0f}",
        )  # fmt: skip
    return table


def warn_of_stalled(pairs: Pairs) -> None:
    """Say how many games were cut off, if any."""
    if pairs.stalled:
        warn(f"{pairs.stalled:,} games hit the decision limit and count as draws")

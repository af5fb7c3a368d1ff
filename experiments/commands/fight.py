"""``tactica fight``: how often does each side win, and how?"""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..common import (
    EXIT_STOPPED,
    UserError,
    a_seed,
    check_writable,
    console,
    ensure_compiled,
    find_scenario,
    say,
    say_saved,
    show_answer,
    show_table,
    warn,
    write_json,
)
from ..forfeits import end_forfeited
from ..time_left import TimeLeft
from .options import Json
from .overriding import Rules, knobs

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from ..fighting import Battles, FightSetup, Fought

GAMES, QUICK_GAMES, QUICK_SECONDS = 1000, 200, 40.0
MOST_GAMES = 1_000_000
MOST_UNITS = 8  # columns of the table of units left
BAR = 40  # letters


def fight(
    scenario: Annotated[str, typer.Argument(help="Name (small, wfrp1/small) or file.")],
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", "-r", help="Ruleset of the scenario, if its name does not say it.")
    ] = None,
    red: Annotated[
        str | None,
        typer.Option(
            help="Who plays the first side: a name (charge, archer, ...), search:200, trained:NAME, FILE.safetensors, FILE.yaml, "
            "FILE.zip or FILE.py:Name. \\[default: guardian]"
        ),
    ] = None,
    blue: Annotated[str | None, typer.Option(help="Who plays the second side. \\[default: guardian]")] = None,
    green: Annotated[str | None, typer.Option(help="Who plays the third side. \\[default: guardian]")] = None,
    gold: Annotated[str | None, typer.Option(help="Who plays the fourth side. \\[default: guardian]")] = None,
    games: Annotated[
        int | None, typer.Option(min=1, max=MOST_GAMES, help=f"Number of battles. \\[default: {GAMES}]")
    ] = None,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick", help=f"A first look: {QUICK_GAMES} battles, or as many as fit into {QUICK_SECONDS:.0f} seconds."
        ),
    ] = False,
    rule: Rules = None,
    seed: Annotated[int, typer.Option(callback=a_seed, help="Seed of starts, dice and players.")] = 0,
    starts: Annotated[int, typer.Option(min=1, help="Number of starts to draw from a random scenario.")] = 64,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="Number of processes; results do not depend on it.")
    ] = 1,
    layout: Annotated[
        str | None, typer.Option(help="Layout that Python policies see: auto, small, standard, full. \\[default: auto]")
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option(min=0.001, help="Seconds a Python policy may take per call. \\[default: no limit]")
    ] = None,
    json: Json = None,
    html: Annotated[Path | None, typer.Option(help="Also write a page with charts to this file.")] = None,
) -> None:
    """How often does each side win? Play a scenario many times; players do not swap sides.

    Shows how often each side wins, with 95 % confidence intervals, how battles end, who is left, and how long they last.
    With --rule it also plays the same battles without the change, and compares them one by one.

    Ctrl-C stops and shows the result so far. "Run battles" on the page of tactica play does the same.

    Examples: [bold]tactica fight small --red guardian --blue charger[/],
    [bold]tactica fight wfrp1/small --rule parry.shield.shield_parry_bonus=0 --jobs 2[/]
    """
    from ...envs import scenario as scenarios
    from ..fighting import FightSetup, usual_opponent
    from ..fighting.page import write_page
    from ..watch.deciding import HUMAN
    from .battle import by_side
    from .tournament import checked_layout

    if html is not None:
        check_writable(html)
    rules = knobs(rule)
    slug, loaded = find_scenario(scenario, ruleset)
    wanted = by_side([red, blue, green, gold], loaded.sides, str(loaded))
    if HUMAN in wanted:
        raise UserError("a person cannot play so many battles; use tactica battle or tactica play")
    scenarios.pool(slug, loaded, n=1, rules=rules)  # an invalid rule is an error before anything is compiled
    ensure_compiled(slug)
    usual = usual_opponent(loaded.ruleset)
    players = tuple(player or usual for player in wanted)
    setup = FightSetup(loaded, players, seed, starts, rules, checked_layout(layout), time_limit)
    number = games or (QUICK_GAMES if quick else GAMES)
    found, is_whole = conduct(setup, number, jobs, QUICK_SECONDS if quick else None)
    if len(found) and html is not None:
        say_saved(write_page(found, html))
    write_json(found.to_dict(), json)
    if not is_whole:
        warn(f"stopped after {len(found):,} of {number:,} battles; the result is of these")
        raise typer.Exit(EXIT_STOPPED)
    reasons = found.battles.reasons
    end_forfeited(len(reasons), next(iter(reasons.values()), ""), noun="battle")


def conduct(setup: FightSetup, games: int, jobs: int, seconds: float | None) -> tuple[Fought, bool]:
    """Play with a progress bar, and print the result; returns whether it was finished."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from ..fighting import Fought, battles_of
    from .playing import stop_by_ctrl_c

    setups = [setup, dataclasses.replace(setup, rules={})] if setup.rules else [setup]
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[left]}"), console=console,
        transient=True, disable=not console.is_terminal,
    )  # fmt: skip
    task = bar.add_task("battles", total=games * len(setups), left="")
    stop, began = threading.Event(), time.monotonic()
    left = TimeLeft({None: games * len(setups)}, began)

    def advance(more: int) -> None:
        left.finish(more)
        bar.update(task, advance=more, left=left.text(time.monotonic()))

    with stop_by_ctrl_c(stop), bar:
        played: list[Battles] = battles_of(setups, games, jobs=jobs, seconds=seconds, stop=stop, tell=advance)
    spent, there = time.monotonic() - began, len(played[0])
    found = Fought(setup, *played)
    tell(found)
    number = sum(len(one) for one in played)
    say(f"{number:,} battles in {spent:.1f} s with {jobs} {'process' if jobs == 1 else 'processes'}", "dim")
    if there < games and not stop.is_set():
        say(f"--quick: {there:,} of {games:,} battles in the time allowed", "dim")
    return found, there == games or not stop.is_set()


def tell(found: Fought) -> None:
    """Print the result, the answer first."""
    show_answer(found.answer)
    if len(found):
        if found.plain is not None and found.changed.any():
            show_table(difference_table(found))
        else:
            show_table(sides_table(found))
        show_table(endings_table(found))
        show_table(rounds_table(found))
        if int(found.battles.units.max()) <= MOST_UNITS:
            show_table(left_table(found))
        if found.distinct < len(found):
            say(f"distinct battles: {found.distinct:,}; the others are repetitions and do not count")


def sides_table(found: Fought) -> Table:
    """Each side: wins, and remaining units."""
    has_fled = any(line.key.endswith(".fled") for line in found.lines)
    has_health = any(line.key.endswith(".health") for line in found.lines)
    heads = ["side", "wins", "95 % CI", "units left", *(["units fled"] if has_fled else [])]
    table = _table([*heads, *(["health left"] if has_health else [])])
    for colour, label in zip(found.colours, found.labels, strict=True):
        wins = found.line(f"{colour}.wins")
        assert wins is not None
        cells = [label, found.value_text(wins.value, wins.is_share), found.interval_text(wins.value, wins.is_share)]
        for what, is_shown in (("standing", True), ("fled", has_fled), ("health", has_health)):
            line = found.line(f"{colour}.{what}")
            cells += [found.value_text(line.value, line.is_share) if line is not None else ""] if is_shown else []
        side = found.colours.index(colour)
        cells[3] += f" of {_mean(found.battles.units[:, side].mean())}"
        table.add_row(*map(_plain, cells))
    drawn = found.line("drawn")
    assert drawn is not None
    table.add_row(
        "drawn", found.value_text(drawn.value, drawn.is_share), found.interval_text(drawn.value, drawn.is_share)
    )
    return table


def endings_table(found: Fought) -> Table:
    """How battles ended, and for whom."""
    heads, rows = found.endings_table
    table = _table(heads)
    for words, *shares in rows:
        table.add_row(_plain(words), *shares)
    return table


def difference_table(found: Fought) -> Table:
    """What the rule changes, without it and with it."""
    from ..fighting.differences import HEADS, difference_rows

    table = _table(HEADS)
    rows, same = difference_rows(found)
    for name, *cells in rows:
        table.add_row(_plain(name), *cells)
    alike = f"no difference in these battles: {', '.join(same)}\n" if same else ""
    table.caption = f"{alike}differences between the same battles; intervals are not corrected for multiple comparisons"
    return table


def rounds_table(found: Fought) -> Table:
    """How long battles last: a histogram."""
    from rich.bar import Bar

    table = _table(["rounds", "battles", ""])
    table.caption = f"rounds: {found.rounds_text}"
    most = max(count for _, count in found.rounds_bars)
    for label, count in found.rounds_bars:
        table.add_row(label, f"{count:,}", Bar(most, 0, count, width=BAR))
    return table


def left_table(found: Fought) -> Table:
    """How often each side has how many units left."""
    most = int(found.battles.units.max())
    table = _table(["units left", *map(str, range(most + 1))])
    for side, colour in enumerate(found.colours):
        left = dict(found.left(side))
        table.add_row(colour, *(_percent(found, left.get(units, 0)) for units in range(most + 1)))
    return table


def _percent(found: Fought, count: int) -> str:
    from ..fighting.result import share_text

    return f"{share_text(count / len(found), found.digits)} %"


def _mean(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _plain(text: str) -> Text:
    """A text without markup."""
    from rich.text import Text

    return Text(text)


def _table(heads: Sequence[str]) -> Table:
    """A table whose first column is words."""
    from rich.table import Table

    table = Table(caption_justify="left")
    for k, head in enumerate(heads):
        table.add_column(head, justify="left" if k == 0 or not head else "right")
    return table

"""``tactica compare``."""

from __future__ import annotations

import itertools
import math
import os
import shlex
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..common import (
    EXIT_FAILED,
    EXIT_STOPPED,
    STDOUT,
    UserError,
    a_seed,
    console,
    ensure_compiled,
    say,
    say_saved,
    show_answer,
    warn,
    write_json,
)
from ..forfeits import end_forfeited
from .options import Json
from .overriding import Rules, knobs
from .quick import Quick, first_look, say_quick

if TYPE_CHECKING:
    from rich.table import Table

    from ..comparison import Comparison
    from ..comparison.trial import Trial
    from ..statistics import Sprt
    from ..tournament.manifest import Manifest
    from ..tournament.store import TournamentFolder

OUT = Path("runs/compare")
SAMPLE, A_WHILE = 8, 2.0  # pairs that are timed, unless one takes so many seconds
SPEC = "a name, trained:NAME, search:200, FILE.safetensors (a network), FILE.yaml, FILE.zip (a model) or FILE.py:Name"


def compare(
    one: Annotated[str | None, typer.Argument(help=f"The player to test: {SPEC}.", show_default=False)] = None,
    other: Annotated[
        str | None, typer.Argument(help="The player to compare it with, in the same form.", show_default=False)
    ] = None,
    scenario: Annotated[
        list[str] | None,
        typer.Option(
            "--scenario",
            "-s",
            help="Name (small, wfrp1/small) or file; repeat for more, with equally many pairs each. \\[default: small]",
        ),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option("--ruleset", "-r", help="Ruleset of scenarios whose names do not say it. \\[default: wfrp1]"),
    ] = None,
    elo0: Annotated[
        float | None,
        typer.Option(min=-2000, max=2000, help="Reject at or below this lead (H0), in Elo. \\[default: 0]"),
    ] = None,
    elo1: Annotated[
        float | None,
        typer.Option(min=-2000, max=2000, help="Accept at or above this lead (H1), in Elo. \\[default: 20]"),
    ] = None,
    alpha: Annotated[
        float | None,
        typer.Option(min=1e-6, max=0.499, help="Chance to accept a lead of elo0 or less. \\[default: 0.05]"),
    ] = None,
    beta: Annotated[
        float | None,
        typer.Option(min=1e-6, max=0.499, help="Chance to reject a lead of elo1 or more. \\[default: 0.05]"),
    ] = None,
    max_pairs: Annotated[
        int | None, typer.Option("--max-pairs", min=1, help="Stop undecided after this many pairs. \\[default: 20000]")
    ] = None,
    quick: Quick = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="Number of processes; results do not depend on it.")
    ] = 1,
    seed: Annotated[
        int | None, typer.Option(callback=a_seed, help="Seed of starts, dice and policies. \\[default: 0]")
    ] = None,
    starts: Annotated[
        int | None, typer.Option(min=1, help="Starts to draw from a random scenario. \\[default: 256]")
    ] = None,
    layout: Annotated[
        str | None, typer.Option(help="Layout that Python policies see: auto, small, standard, full. \\[default: auto]")
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option(min=0.001, help="Seconds a Python policy may take per call. \\[default: no limit]")
    ] = None,
    rule: Rules = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help=f"Folder for the games. \\[default: a new folder in {OUT}]")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the comparison in this folder.")] = None,
    repeat: Annotated[
        Path | None,
        typer.Option(
            help="Repeat a recorded comparison (a file of up to 64 MiB) and check that the games are the same."
        ),
    ] = None,
    json: Json = None,
) -> None:
    """Is A stronger than B? Play pairs of games until a sequential test (SPRT) decides.

    Accepted: A leads by more than elo0. Rejected: by less than elo1. For a lead in between, either verdict is possible.
    Leads are in logistic Elo: +20 stands for 52.9 % of the points, +100 for 64 %, +400 for 91 %; a draw is half a point.
    Every start is played twice, seats swapped, from starts and with dice that training never uses (split eval).

    Exit code 0 when A is accepted; 1 when it is rejected, the test ends undecided or a game was forfeited; 2 for a mistake
    in the command. Stop any time with Ctrl-C: the result so far is shown and saved; --resume (or the same command)
    continues.

    Example: [bold]tactica compare trained:wfrp1 charge -s small -s small_random --jobs 2[/]
    """
    given: dict[str, Any] = {
        "A": one, "B": other, "--scenario": scenario, "--ruleset": ruleset, "--elo0": elo0, "--elo1": elo1,
        "--alpha": alpha, "--beta": beta, "--max-pairs": max_pairs, "--seed": seed, "--starts": starts,
        "--layout": layout, "--time-limit": time_limit, "--rule": rule,
    }  # fmt: skip
    if resume is not None or repeat is not None:
        given |= {"--out": out} if resume is not None else {}
        given |= {"--quick": quick or None}
        given |= {"--repeat": repeat} if resume is not None else {}
        if wrong := [name for name, value in given.items() if value not in (None, [])]:
            raise UserError(
                f"{'--resume' if resume is not None else '--repeat'} takes its settings from {resume or repeat}; "
                f"leave out {', '.join(wrong)}"
            )
        passed = go_on(resume, jobs, json) if resume is not None else again(repeat, out, jobs, json)
    else:
        given = first_look("compare", quick, given) | {"--quick": quick}
        passed = begin({name.lstrip("-").replace("-", "_"): value for name, value in given.items()}, out, jobs, json)
    if not passed:
        raise typer.Exit(EXIT_FAILED)


def begin(given: dict[str, Any], out: Path | None, jobs: int, json: Path | None) -> bool:
    """A comparison of its own; whether A is accepted."""
    from ..comparison import running
    from ..statistics import Sprt
    from ..tournament.run import open_folder
    from .tournament import checked_layout

    if given["A"] is None or given["B"] is None:
        raise UserError(f"compare needs two players, A and B: each {SPEC}")
    wanted = {key: given[key] for key in ("elo0", "elo1", "alpha", "beta") if given[key] is not None}
    try:
        test = Sprt(**wanted)
    except ValueError as error:
        raise UserError(str(error)) from None
    manifest = running.draw_up(
        given["A"],
        given["B"],
        given["scenario"] or [running.SCENARIO],
        ruleset=given["ruleset"],
        test=test,
        max_pairs=given["max_pairs"] or running.MAX_PAIRS,
        seed=given["seed"] or 0,
        starts=given["starts"] or running.STARTS,
        layout=checked_layout(given["layout"]),
        time_limit=given["time_limit"],
        rules=knobs(given["rule"]),
    )
    folder = open_folder(out or OUT / running.folder_name(manifest), manifest)
    with folder.locked():
        found = conduct(folder, jobs, json)
        say_quick("compare", given["quick"], given["max_pairs"])
        return is_passed(found)


def go_on(path: Path, jobs: int, json: Path | None) -> bool:
    """Continue in a folder; whether A is accepted."""
    from ..tournament import manifest as manifests
    from ..tournament.store import TournamentFolder

    folder = TournamentFolder.open(path)
    if folder.manifest.test is None:
        raise UserError(f"{path} holds a tournament: continue it with tactica tournament --resume {path}")
    with folder.locked():
        manifests.check(folder.manifest, path)
        return is_passed(conduct(folder, jobs, json))


def is_passed(found: Comparison) -> bool:
    """Whether A is accepted.

    Raises:
        typer.Exit: games were forfeited.
    """
    lost = [f"{games:,} by {name}" for name, games in zip(found.players, found.forfeits, strict=True) if games]
    end_forfeited(sum(found.forfeits), found.reason, f"not passed ({', '.join(lost)}): ")
    return found.accepted


def again(record: Path | None, out: Path | None, jobs: int, json: Path | None) -> bool:
    """Play a recorded comparison again; whether the same games came out."""
    from ..comparison import running
    from ..comparison.result import read_record
    from ..tournament.run import open_folder

    assert record is not None
    known = read_record(record)
    manifest, changed = running.draw_up_again(known, record)
    if changed:
        say(f"{', '.join(changed)}: rules or players have changed since; the games decide")
    folder = open_folder(out or unfinished(OUT / f"{running.folder_name(manifest)}-again"), manifest)
    with folder.locked():
        found = conduct(folder, jobs, json)
    was = known["result"]
    is_same = (was["games_digest"], was["verdict"]) == (found.games_digest, found.verdict)
    if is_same:
        say(f"the same {found.games:,} games as recorded in {record}", "bold green")
    else:
        warn(
            f"not as recorded in {record}: {was['verdict']} after {was['pairs']:,} pairs, games {was['games_digest']}; "
            f"here games {found.games_digest}"
        )
    return is_same


def unfinished(path: Path) -> Path:
    """This folder, or the first of its followers (``-2``, ``-3``) that has no record yet: what was stopped is continued."""
    from ..comparison.result import RECORD

    followers = (path.with_name(f"{path.name}-{number}") for number in itertools.count(2))
    return next(one for one in itertools.chain((path,), followers) if not (one / RECORD).exists())


def conduct(folder: TournamentFolder, jobs: int, json: Path | None) -> Comparison:
    """Play with a progress bar, and print the result.

    Raises:
        typer.Exit: stopped with Ctrl-C.
    """
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from ..comparison import running
    from ..comparison.result import RECORD, record_of
    from ..comparison.trial import sprt_of
    from .playing import REFRESH, stop_by_ctrl_c

    manifest = folder.manifest
    say(about(manifest), "bold")
    ensure_compiled(sorted({entry.ruleset for entry in manifest.scenarios}))
    with console.status("timing a few games ..."):
        lasting = expectation(manifest, sprt_of(manifest), jobs)
    say(lasting)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[now]}"),
        console=console,
    )  # fmt: skip
    task = bar.add_task("pairs, at most", total=manifest.pairs * len(manifest.scenarios), now="")
    stop, due, begun = threading.Event(), 0.0, -1

    def show(trial: Trial) -> None:
        nonlocal due, begun
        if begun < 0:
            begun = trial.looks[-1].pairs if trial.looks else 0
            if begun:
                say(f"{begun:,} pairs were already played")
        now = time.perf_counter()
        if console.is_terminal and now > due and trial.looks:
            bar.update(task, completed=trial.looks[-1].pairs, now=standing(trial))
            live.update(bar, refresh=True)
            due = now + REFRESH / 4

    before = time.perf_counter()
    with stop_by_ctrl_c(stop), Live(bar, console=console, transient=True, auto_refresh=False) as live:
        found = running.play(folder, jobs=jobs, stop=stop, tell=show)
    seconds, played = time.perf_counter() - before, 2 * (found.pairs - max(begun, 0))
    if played > 0:
        rate = f"{played / seconds:,.0f} games/s with {jobs} {'process' if jobs == 1 else 'processes'}"
        say(f"{played:,} games in {seconds:.1f} s: {rate}")
    tell(found)
    say_saved(folder.path / RECORD)
    if json is not None:
        write_json(record_of(found, Path.cwd() if json == STDOUT else json.absolute().parent), json)
    if not found.is_over:
        warn(
            f"stopped after {found.pairs:,} pairs; to continue: tactica compare --resume {shlex.quote(str(folder.path))}"
        )
        raise typer.Exit(EXIT_STOPPED)
    return found


def about(manifest: Manifest) -> str:
    """What is played, in one sentence."""
    one, other = manifest.player_names
    where = ", ".join(
        f"{entry.name} ({entry.starts:,} {'start' if entry.starts == 1 else 'starts'})" for entry in manifest.scenarios
    )
    changed = "".join(f", {address} = {value}" for address, value in manifest.overrides.items())
    return f"{one} v {other}, {where}{changed}; split eval: starts and dice that training never uses"


def expectation(manifest: Manifest, test: Sprt, jobs: int) -> str:
    """How many pairs it will take, and how long."""
    from .playing import lasting

    most = manifest.pairs * len(manifest.scenarios)
    low, high = (min(float(f"{pairs:.2g}"), most) for pairs in test.expected_pairs())
    seconds = high * seconds_of_a_pair(manifest) / max(min(jobs, os.cpu_count() or 1), 1)
    pairs = f"about {low:,.0f} to {high:,.0f} pairs" if low < high else f"{most:,.0f} pairs"
    return (
        f"test of {test.elo0:g} against {test.elo1:g} Elo, alpha {test.alpha:g}, beta {test.beta:g}: expect {pairs} "
        f"({lasting(seconds)} with {jobs} {'process' if jobs == 1 else 'processes'}), fewer if the difference is clear, "
        f"{most:,} at most"
    )


def seconds_of_a_pair(manifest: Manifest) -> float:
    """How long a pair takes, over all scenarios: some are played for it, and thrown away."""
    from ..tournament.arena import Arena
    from ..tournament.plan import Chunk

    arena, spent = Arena(manifest), []
    for scenario in range(len(manifest.scenarios)):
        seconds = arena.play(Chunk(0, 0, 0, 1, scenario, 0, 1)).seconds
        if seconds < A_WHILE:  # the first pair waits for what is loaded
            seconds = arena.play(Chunk(0, 0, 0, 1, scenario, 0, SAMPLE)).seconds / SAMPLE
        spent.append(seconds)
    return sum(spent) / len(spent)


def standing(trial: Trial) -> str:
    """How it stands, on one line."""
    from ..comparison.result import elo_text
    from ..statistics import elo_of

    look, test = trial.looks[-1], trial.test
    return (
        f"LLR {look.llr:+.2f} ({test.lower:.2f} to {test.upper:+.2f}), {look.share:.1%} of the points, "
        f"{elo_text(elo_of(look.share))} Elo"
    )


def lead_text(one: str, found: Comparison) -> str:
    """The lead of the first player, in words; without a bound where it won or lost every game."""
    from ..comparison.result import elo_text

    low, high = elo_text(found.low), elo_text(found.high)
    if math.isfinite(found.high) or math.isnan(found.high):
        if math.isfinite(found.low) or math.isnan(found.low):
            return f"{one}'s lead is {elo_text(found.elo)} Elo (95 % CI {low} to {high})"
        return f"{one}'s lead is at most {high} Elo (95 %)"
    if math.isfinite(found.low):
        return f"{one}'s lead is at least {low} Elo (95 %)"
    return f"{one}'s lead is unknown: too few pairs"


def tell(found: Comparison) -> None:
    """Print the result."""

    test, one = found.test, found.players[0]
    show_answer(found.sentence, {"accepted": "bold green", "rejected": "bold red"}.get(found.verdict, "bold yellow"))
    if found.pairs:
        show_answer(
            f"{lead_text(one, found)}, {found.share.value:.1%} of the points; {found.draws:.1%} of the games are drawn."
        )
    console.print(pair_table(found))
    if len(found.places) > 1 and found.pairs:
        console.print(place_table(found))
    for name, lost in zip(found.players, found.forfeits, strict=True):
        if lost:
            warn(f"{name} forfeited {lost:,} games")
    if found.stalled:
        warn(f"{found.stalled:,} games hit the decision limit and count as draws")
    counted = sum(found.counts)
    less = "" if counted == found.pairs else f", of which {counted:,} count: the others are repetitions"
    say(f"{found.pairs:,} pairs{less}; {found.games:,} games, {found.distinct:,} distinct; split {found.split}")
    say(
        f"LLR {found.llr:+.2f} (bounds {test.lower:.2f} and {test.upper:+.2f} for {test.elo0:g} against {test.elo1:g} Elo)"
    )


def pair_table(found: Comparison) -> Table:
    """The pairs by points."""
    from rich.table import Table
    from rich.text import Text

    table = Table(caption="pairs that count, by the points won in both games")
    table.add_column("points of")
    for points in ("0", "1/2", "1", "1 1/2", "2"):
        table.add_column(points, justify="right")
    table.add_row(Text(found.players[0]), *(f"{count:,}" for count in found.counts))
    return table


def place_table(found: Comparison) -> Table:
    """The share of the points in each scenario."""
    from rich.table import Table
    from rich.text import Text

    table = Table(caption=f"{found.players[0]}'s share of the points")
    for column in ("scenario", "points", "95 % interval", "drawn", "distinct games"):
        table.add_column(column, justify="left" if column == "scenario" else "right")
    for name, share in found.places.items():
        table.add_row(
            Text(name), f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}", f"{found.place_draws[name]:.1%}",
            f"{share.unique:,}",
        )  # fmt: skip
    return table

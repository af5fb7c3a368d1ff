"""``tactica fuzz``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..common import (
    EXIT_FAILED,
    EXIT_STOPPED,
    UserError,
    a_seed,
    check_writable,
    console,
    ensure_compiled,
    find_scenario,
    say,
    show_answer,
    warn,
    write_json,
)
from .options import Json
from .overriding import Rules, knobs

if TYPE_CHECKING:
    from ..fuzz.fuzz import Report


def fuzz(
    ruleset: Annotated[str, typer.Argument(help="Ruleset to play.")] = "wfrp1",
    minutes: Annotated[
        float | None, typer.Option("--minutes", "-m", min=0, help="Stop after this many minutes.")
    ] = None,
    decisions: Annotated[int | None, typer.Option("--decisions", min=1, help="Stop after this many decisions.")] = None,
    scenario: Annotated[
        list[str] | None,
        typer.Option("--scenario", "-s", help="Scenario to play; repeat for more. \\[default: all]"),
    ] = None,
    seed: Annotated[int, typer.Option(callback=a_seed, help="Seed of everything random.")] = 0,
    rule: Rules = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the replays of failures.")] = Path("runs/fuzz"),
    json: Json = None,
) -> None:
    """Play random legal games in all shipped scenarios and check the ruleset's invariants after every decision.

    A failing game is shrunk to the shortest one that fails the same way and saved as a replay. Without --minutes or
    --decisions it stops after 100,000 decisions. Exit code 1 when a game failed.

    Example: [bold]tactica fuzz wfrp1 --decisions 1000000[/]
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from ...envs import rulesets
    from ..fuzz.fuzz import fuzz as run

    rules = rulesets.get(ruleset)
    names = [find_scenario(name, ruleset)[1] for name in scenario] if scenario else None
    check_writable(out / "replay")
    ensure_compiled(ruleset)
    if minutes is None and decisions is None:
        decisions = 100_000
    last: list[Report] = []
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(), console=console, disable=not console.is_terminal,
    )  # fmt: skip
    try:
        with bar:
            task = bar.add_task(f"fuzzing {ruleset}", total=decisions, rate="")

            def progress(report: Report) -> None:
                last[:] = [report]
                bar.update(task, completed=report.decisions, rate=f"{report.rate:,.0f} decisions/s")

            report = run(
                rules, names, decisions=decisions, minutes=minutes, seed=seed, out=out, progress=progress,
                rules=knobs(rule),
            )  # fmt: skip
    except KeyboardInterrupt:
        warn(f"stopped: {last[0]}" if last else "stopped before the first game")
        for report in last:
            tell_failures(report)
        raise typer.Exit(EXIT_STOPPED) from None
    except (LookupError, ValueError) as e:
        raise UserError(str(e)) from None
    except OSError as e:
        raise UserError(f"{out}: cannot be written: {e.strerror}") from None
    show_answer(str(report), "")
    for name, played in report.by_scenario.items():
        say(f"  {name:<20} {played:>12,} decisions")
    used = ", ".join(f"{name} {most:,} of {room:,}" for name, (most, room) in report.room.items() if most)
    say(f"  highest use of the state's capacity: {used}")
    write_json(report, json)
    tell_failures(report)
    if not report.ok:
        raise typer.Exit(EXIT_FAILED)


def tell_failures(report: Report) -> None:
    """Say which games failed, and where to watch them."""
    for failure in report.failures:
        warn(
            f"{failure.scenario}: {failure.what}; found after {failure.found_at} decisions, "
            f"shrunk to {failure.shrunk_to}; watch it: tactica replay {failure.replay} --narrate"
        )

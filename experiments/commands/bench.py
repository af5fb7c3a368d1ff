"""``tactica bench``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..common import console, ensure_compiled, find_scenario, say, write_json
from .options import Json
from .overriding import Rules, knobs

if TYPE_CHECKING:
    from rich.table import Table

    from ..bench.bench import Measurement


def bench(
    ruleset: Annotated[str, typer.Argument(help="Ruleset to measure.")] = "wfrp1",
    scenario: Annotated[
        list[str] | None,
        typer.Option("--scenario", "-s", help="Scenario to measure; repeat for more. \\[default: small, standard]"),
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="Seconds for each measurement.")] = 3.0,
    threads: Annotated[
        int,
        typer.Option(
            "--threads",
            min=0,
            max=1024,
            help="Threads of the vector environment and of whole games; 0 uses one for each core. The games are the same.",
        ),
    ] = 1,
    rule: Rules = None,
    quick: Annotated[bool, typer.Option("--quick", help="Half a second each; skip the cold compile.")] = False,
    json: Json = None,
) -> None:
    """Measure speed: decisions per second in every interface, snapshots, import, compiling; compared with PettingZoo's games.

    Only decisions with two or more legal answers count. Run it on an otherwise idle machine.

    Example: [bold]tactica bench wfrp1 --json runs/bench.json[/]
    """
    from ...envs import rulesets
    from ..bench import bench as benchmark
    from ..machine import machine

    rules, changed = rulesets.get(ruleset), knobs(rule)
    rules.rulebook.book(changed)  # report an invalid rule before compiling anything
    names = scenario or ["small", "standard"]
    for name in names:
        find_scenario(name, ruleset)
    ensure_compiled(ruleset)
    about = machine()
    say(
        f"{about['processor']}, {about['cores']} cores, {about['date']}; "
        f"Python {about['python']}, numba {about['numba']}"
    )
    if not about["compiled"]:
        say("kernels run interpreted (NUMBA_DISABLE_JIT is set): these are not tactica's real speeds", "bold red")
    with console.status("measuring ...") as status:
        rows = benchmark.measure(
            rules, names, seconds=0.5 if quick else seconds, cold=not quick, threads=threads, rules=changed,
            tell=lambda row: status.update(f"measured: {row.what} {row.scenario}"),
        )  # fmt: skip
    console.print(table_of(rows))
    found = {
        "machine": about,
        "ruleset": ruleset,
        "rules": rules.rules_hash,
        "overrides": changed,
        "rows": [row.to_dict() for row in rows],
    }
    write_json(found, json)


def table_of(rows: list[Measurement]) -> Table:
    """The measurements as a table."""
    from rich.table import Table
    from rich.text import Text

    table = Table(
        caption="only decisions with two or more legal answers count; decisions: mean per game; legal: mean legal answers",
        caption_justify="left",
    )
    for column in ("what", "scenario", "measured", "unit", "target", "", "games/s", "decisions", "legal", "note"):
        table.add_column(
            column,
            justify="left" if column in ("what", "scenario", "unit", "note") else "right",
            no_wrap=column != "note",
        )
    for row in rows:
        sign = "<= " if row.is_time else ">= "
        table.add_row(
            row.what,
            row.scenario,
            _number(row.value) if row.value is not None else "-",
            row.unit,
            f"{sign}{row.target:,.10g}" if row.target is not None else "",
            "" if row.met is None else "met" if row.met else Text("MISSED", style="red"),
            _number(row.games_s),
            _number(row.length),
            _number(row.legal),
            Text(row.note),
        )
    return table


def _number(value: float | None) -> str:
    """A number with as many digits as mean something."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"

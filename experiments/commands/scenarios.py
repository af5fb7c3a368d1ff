"""``tactica scenarios``: list, show, check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..common import (
    EXIT_FAILED,
    EXIT_WRONG,
    a_seed,
    check_picture,
    console,
    find_scenario,
    say,
    say_coloured,
    warn,
    write_json,
)
from ..naming import book_name
from .options import Json
from .overriding import Rules, knobs
from .picturing import Arcs, check_arcs, save_image

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="List, show and check scenarios.\n\nExample: [bold]tactica scenarios check my_fight.yaml[/]",
)


@app.command("list")
def list_scenarios(
    ruleset: Annotated[str | None, typer.Argument(help="Only the scenarios of this ruleset.")] = None,
    json: Json = None,
) -> None:
    """List the built-in scenarios.

    Example: [bold]tactica scenarios list wfrp1[/]
    """
    from rich.table import Table

    from ...envs import rulesets, scenario

    table = Table("scenario", "title", "sides", "board", "starts")
    rows = []
    for slug in [rulesets.get(ruleset).slug] if ruleset else rulesets.names():
        for name in scenario.shipped(slug):
            one = scenario.load(name, slug)
            battle = scenario.expand(one)[0]
            sizes = [sum(unit.side == side for unit in battle.units) for side in range(len(battle.sides))]
            starts = "random" if one.is_random else "fixed"
            board = f"{battle.board.width} x {battle.board.height}"
            table.add_row(f"{slug}/{name}", one.name, " v ".join(map(str, sizes)), board, starts)
            rows.append(
                {
                    "scenario": f"{slug}/{name}", "title": one.name, "sides": dict(zip(battle.sides, sizes, strict=True)),
                    "board": [battle.board.width, battle.board.height], "random": one.is_random,
                }
            )  # fmt: skip
    console.print(table)
    write_json(rows, json)


@app.command("show")
def show(
    scenario: Annotated[str, typer.Argument(help="Name (duel, wfrp1/duel) or file.")],
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", "-r", help="Ruleset of the scenario, if its name does not say it.")
    ] = None,
    seed: Annotated[int, typer.Option(callback=a_seed, help="Seed of the scenario's random parts.")] = 0,
    rule: Rules = None,
    image: Annotated[Path | None, typer.Option(help="Also save a picture of the start (.png).")] = None,
    arcs: Arcs = None,
    json: Json = None,
) -> None:
    """Show a scenario: description, board, units and changed rules.

    Example: [bold]tactica scenarios show small_random --seed 3[/]
    """
    from ...envs import scenario as scenarios
    from ...envs.engine.game import Game
    from ...envs.render import look_at, text

    check_picture(image)
    slug, loaded = find_scenario(scenario, ruleset)
    pool = scenarios.pool(slug, loaded, n=1, seed=seed, rules=knobs(rule))
    game = Game(slug, pool)
    game.lanes[0] = game.pool_lanes[0]
    check_arcs(arcs, image, game)
    say(f"{loaded}: {loaded.name}", "bold")
    say(f"Rules: {book_name(slug)}")
    if loaded.description:
        say(loaded.description)
    say()
    say_coloured(
        text(game, events=0, colour=console.is_terminal, width=console.width, marks=True)
        .partition("\n")[2]
        .lstrip("\n")
    )
    battle = pool.battles[0]
    changed = battle.options.model_dump(exclude_defaults=True)
    for what, given in (("battle", changed), ("rules", dict(battle.rules))):
        for key, value in given.items():
            say(f"{what}.{key} = {value}")
    if image is not None:
        save_image(game, image, arcs=arcs)
    about = {
        "scenario": str(loaded),
        "title": loaded.name,
        "description": loaded.description,
        "random": loaded.is_random,
    }
    units = [
        {"name": one.name, "side": battle.sides[one.side], "cell": one.cell, "health": one.wounds_max}
        for one in look_at(game).figures
    ]
    board, rules_here = [battle.board.width, battle.board.height], dict(battle.rules)
    write_json({**about, "board": board, "rules": rules_here, "options": changed, "units": units}, json)


@app.command("check")
def check(
    files: Annotated[list[Path], typer.Argument(help="Scenario files.")],
    json: Json = None,
) -> None:
    """Check scenario files: list every error with file, line and allowed values, and warn of probable mistakes.

    Exit code 1 for errors, 2 when a file cannot be read; warnings do not change it.

    Example: [bold]tactica scenarios check my_fight.yaml other.yaml[/]
    """
    from ...envs import scenario
    from ...envs.core.printable import why_no_file

    wrong = unreadable = 0
    found: dict[str, dict[str, list[str]]] = {}
    for file in files:
        if not file.is_file():
            what = why_no_file(file)
            warn(f"{file}: {what}")
            found[str(file)] = {"problems": [what], "warnings": []}
            unreadable += 1
            continue
        problems = scenario.check(file)
        warnings = [] if problems else scenario.warnings(file)
        found[str(file)] = {"problems": list(map(str, problems)), "warnings": list(map(str, warnings))}
        if not problems:
            for warning in warnings:
                say(f"warning: {warning}", "yellow")
            say(f"{file}: fine")
            continue
        wrong += 1
        for problem in problems:
            say(str(problem))
    write_json(found, json)
    if unreadable:
        raise typer.Exit(EXIT_WRONG)
    if wrong:
        raise typer.Exit(EXIT_FAILED)

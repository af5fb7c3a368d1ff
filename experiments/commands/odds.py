"""``tactica odds``: exact odds of a choice."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from ..common import EXIT_FAILED, UserError, a_seed, console, ensure_compiled, find_scenario, say

CELL = re.compile(r"\d+,\d+")


def knobs(given: list[str] | None) -> dict[str, int | bool | str]:
    """``clause.param=value`` as overrides.

    Raises:
        UserError: something is not of that form.
    """
    found: dict[str, int | bool | str] = {}
    for one in given or []:
        address, equals, value = one.partition("=")
        if not equals or not address or not value:
            raise UserError(f"{one!r} is not of the form clause.param=value")
        try:
            found[address] = int(value)
        except ValueError:
            found[address] = value
    return found


def without_cells(choices: list[str]) -> list[str]:
    """Choices as they are listed: those that differ by their cell alone stand in one line."""
    cells: dict[str, list[str]] = {}
    for text in choices:
        start, _, cell = text.rpartition(" ")
        cells.setdefault(start if CELL.fullmatch(cell) else text, []).append(cell)
    return [f"{start} X,Y: {' '.join(found)}" if CELL.fullmatch(found[0]) else start for start, found in cells.items()]


def odds(
    scenario: Annotated[str, typer.Argument(help="Name (duel, wfrp1/duel) or file.")],
    choice: Annotated[
        str | None, typer.Argument(help='The choice in words, "strike orc"; without it, what is legal.')
    ] = None,
    then: Annotated[
        list[str] | None, typer.Option("--then", help="Answer to a decision that follows; again for the next one.")
    ] = None,
    want: Annotated[
        list[str] | None,
        typer.Option("--want", "-w", help="What to look at: orc.wounds, round, ending; again for several."),
    ] = None,
    until: Annotated[str | None, typer.Option(help='Where to stop: "round", or the name of a prompt.')] = None,
    play: Annotated[list[str] | None, typer.Option("--play", "-p", help="Choices played before, in order.")] = None,
    dice: Annotated[str | None, typer.Option(help="Faces of the dice for --play: 27,40,5.")] = None,
    rule: Annotated[list[str] | None, typer.Option("--rule", help="A knob of the rules: clause.param=value.")] = None,
    ruleset: Annotated[str | None, typer.Option("--ruleset", "-r", help="Where a bare name is looked up.")] = None,
    seed: Annotated[
        int, typer.Option(callback=a_seed, help="Of the dice before, and of what the scenario leaves to chance.")
    ] = 0,
    budget: Annotated[
        int, typer.Option(min=1, help="Steps to run at most; beyond it the result is partial.")
    ] = 2_000_000,
) -> None:
    """Count the exact odds of a choice: every way the dice can fall, nothing is sampled.

    Exit code 1 when the budget did not suffice.

    Example: [bold]tactica odds duel "charge sellsword" --play pass --then "parry off" --want sellsword.wounds[/]
    """
    from ...envs import sandbox

    slug, loaded = find_scenario(scenario, ruleset)
    ensure_compiled(slug)
    table = sandbox(slug, loaded, rules=knobs(rule), seed=seed)
    if play:
        if dice is not None:
            try:
                table.dice = [int(face) for face in dice.replace(" ", "").split(",")]
            except ValueError:
                raise UserError(f"--dice {dice!r} are not numbers with commas between") from None
        table.play(*play)
        if table.dice_left:
            raise UserError(f"dice left over: {', '.join(map(str, table.dice_left))}")
        table.dice = None
    if choice is None:
        say(f"{table.decider}: {table.prompt}; legal are:", "bold")
        for text in without_cells(table.choices()):
            say(f"  {text}")
        return
    wanted = None if not want else want[0] if len(want) == 1 else tuple(want)
    try:
        found = table.odds(choice, then=then, want=wanted, until=until, budget=budget)
    except (KeyError, AttributeError) as e:
        raise UserError(f"--want: {str(e.args[0] if e.args else e).removeprefix('want ')}") from None
    shown = found.table(none="it goes on")
    shown.caption = None
    console.print(shown)
    say(found.note())
    if found.unused:
        say(f"no branch came to: {', '.join(found.unused)}")
    if not found.complete:
        raise typer.Exit(EXIT_FAILED)

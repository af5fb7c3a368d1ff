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
            raise UserError(f"{one!r}: write it as clause.param=value")
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
        str | None, typer.Argument(help='The choice in words: "strike orc". \\[default: list legal choices]')
    ] = None,
    then: Annotated[
        list[str] | None, typer.Option("--then", help="Answer to a later decision; repeat for the next ones.")
    ] = None,
    want: Annotated[
        list[str] | None,
        typer.Option("--want", "-w", help="Result to count: orc.wounds, round, ending; repeat for several."),
    ] = None,
    until: Annotated[str | None, typer.Option(help='When to stop: "round", or the name of a prompt.')] = None,
    play: Annotated[
        list[str] | None, typer.Option("--play", "-p", help="Choice to play first; repeat for more, in order.")
    ] = None,
    dice: Annotated[str | None, typer.Option(help="Dice for --play, in order: 27,40,5.")] = None,
    rule: Annotated[list[str] | None, typer.Option("--rule", help="Override a rule: clause.param=value.")] = None,
    ruleset: Annotated[str | None, typer.Option("--ruleset", "-r", help="Ruleset of a bare scenario name.")] = None,
    seed: Annotated[
        int, typer.Option(callback=a_seed, help="Seed of the dice for --play and the scenario's random parts.")
    ] = 0,
    budget: Annotated[int, typer.Option(min=1, help="Most steps to run; past that the result is partial.")] = 2_000_000,
) -> None:
    """Count the exact odds of a choice: every way the dice can fall, no sampling.

    Exit code 1 when the budget ran out.

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
                raise UserError(f"--dice {dice!r}: write numbers separated by commas, such as 27,40,5") from None
        table.play(*play)
        if table.dice_left:
            raise UserError(f"--dice: unused dice: {', '.join(map(str, table.dice_left))}")
        table.dice = None
    if choice is None:
        say(f"{table.decider}: {table.prompt}; legal choices:", "bold")
        for text in without_cells(table.choices()):
            say(f"  {text}")
        return
    wanted = None if not want else want[0] if len(want) == 1 else tuple(want)
    try:
        found = table.odds(choice, then=then, want=wanted, until=until, budget=budget)
    except (KeyError, AttributeError) as e:
        raise UserError(f"--want: {str(e.args[0] if e.args else e).removeprefix('want ')}") from None
    shown = found.table(none="not over")
    shown.caption = None
    console.print(shown)
    say(found.note())
    if found.unused:
        say(f"never legal here, so not used: {', '.join(map(repr, found.unused))}")
    if not found.complete:
        raise typer.Exit(EXIT_FAILED)

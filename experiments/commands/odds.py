"""``tactica odds``: exact odds of a choice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from ..common import (
    EXIT_FAILED,
    UserError,
    a_seed,
    console,
    ensure_compiled,
    find_scenario,
    say,
    show_answer,
    write_json,
)
from . import completing
from .options import Json
from .overriding import Rules, knobs

if TYPE_CHECKING:
    from ...envs.odds import Odds

STEPS, QUICK_STEPS = 10_000_000, 200_000
SLIGHT = 1e-9  # of the probability may be missing from what is called exact
CELL = re.compile(r"\d+,\d+")


def without_cells(choices: list[str]) -> list[str]:
    """Choices as they are listed: those that differ by their cell alone stand in one line."""
    cells: dict[str, list[str]] = {}
    for text in choices:
        start, _, cell = text.rpartition(" ")
        cells.setdefault(start if CELL.fullmatch(cell) else text, []).append(cell)
    return [f"{start} X,Y: {' '.join(found)}" if CELL.fullmatch(found[0]) else start for start, found in cells.items()]


def by_prompt(given: list[str] | None) -> dict[str, list[str]]:
    """``prompt=choice`` as answers by prompt; of several for one prompt the first that is legal is given.

    Raises:
        UserError: something is not of that form.
    """
    found: dict[str, list[str]] = {}
    for one in given or []:
        prompt, equals, text = one.partition("=")
        if not equals or not prompt.strip() or not text.strip():
            raise UserError(f"--answer {one!r}: write it as PROMPT=CHOICE, such as parry=no_parry")
        found.setdefault(prompt.strip(), []).append(text.strip())
    return found


GOES_ON = "the battle goes on"  # what is said and shown where no battle has ended
NO_RESULTS = ("round", "ending")  # may be 0 or 1, but do not happen


def answer_of(found: Odds, want: str) -> str:
    """What is likely, and the mean of numbers, in a sentence; exact, or between bounds where something was left open.

    Args:
        found: the odds.
        want: what was asked for; empty if nothing was, which counts how the battle ends.
    """
    if not len(found):
        return "No outcome was counted."
    value = max(found, key=lambda one: found[one])
    numbers = [one for one in found if isinstance(one, int | float) and not isinstance(one, bool)]
    what = want or " and ".join(found.want) or "the outcome"
    is_counted = len(numbers) == len(found) > 1
    mean = f", {found.mean():.3f} on average" if is_counted and found.open_mass <= SLIGHT else ""
    if value is None and want in ("", "ending") and len(found.want) <= 1:
        said = f"{GOES_ON} in {_share(found, found[value])}."
        return f"{found.title}: {said}{'' if want else ' Use --want to count something else, such as hit or killed.'}"
    if value == 0 and what not in NO_RESULTS and "." not in what and is_counted:
        happens = what if max(numbers) == 1 else f"{what} is 1 or more"
        return f"{found.title}: {happens} in {_share(found, found.at_least(1))}{mean if happens != what else ''}."
    if len(found.want) > 1 and all(_counts(found.of(one), one) for one in found.want):
        alone = [(one, found.of(one)) for one in found.want]
        return f"{found.title}: {'; '.join(f'{_happens(part, one)} in {_share(part, part.at_least(1))}' for one, part in alone)}."
    are = "are" if len(found.want) > 1 else "is"
    return f"{found.title}: {what} {are} most often {_told(value)}, in {_share(found, found[value])}{mean}."


def _counts(found: Odds, what: str) -> bool:
    """Whether something may happen, or happen several times: hit, killed; not wounds, a round or an ending."""
    numbers = all(isinstance(one, int) and not isinstance(one, bool) and one >= 0 for one in found)
    return numbers and what not in NO_RESULTS and "." not in what


def _happens(found: Odds, what: str) -> str:
    return what if max(found) <= 1 else f"{what} is 1 or more"


def _share(found: Odds, weight: float) -> str:
    """A probability, and whether it is exact; values are read where a decision is left open."""
    left, waiting = max(1 - found.followed, 0.0), found.open_mass
    if waiting > SLIGHT:
        return f"{100 * weight:.2f} % of all cases so far ({100 * waiting:.2f} % still wait for a decision)"
    bounds = f"between {100 * weight:.2f} and {100 * (weight + left):.2f} %, the rest was not counted"
    return f"{100 * weight:.2f} % of all cases ({'exact' if left < SLIGHT else bounds})"


def _told(value: object) -> str:
    """A value in words."""
    if isinstance(value, tuple):
        return " and ".join(map(_told, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def odds(
    scenario: Annotated[str, typer.Argument(help="Name (duel, wfrp1/duel) or file.")],
    choice: Annotated[
        str | None, typer.Argument(help='The choice in words: "charge sellsword". \\[default: list legal choices]')
    ] = None,
    then: Annotated[
        list[str] | None, typer.Option("--then", help="Answer to the next decision, once; repeat for those after it.")
    ] = None,
    answer: Annotated[
        list[str] | None,
        typer.Option(
            "--answer", "-a", help="Answer to a prompt whenever it comes up: parry=no_parry; repeat for more."
        ),
    ] = None,
    answer_as: Annotated[
        str | None,
        typer.Option(
            "--answer-as",
            help="Answer all decisions on the way as a player would: a behaviour, search:200 or trained:NAME.",
            show_default=False,
        ),
    ] = None,
    want: Annotated[
        list[str] | None,
        typer.Option(
            "--want",
            "-w",
            help="Result to count: hit, killed, skaven.wounds, critical, critical.amount, 'hit on skaven', round, ending; any "
            "result, event, term or field of the ruleset; repeat for several together.",
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            help='When to stop: "procedure" or "turn" (it is over), "initiative" (the next turn begins), "round" (the next one '
            "begins), or the name of a prompt. "
            "\\[default: when the choice is carried out]"
        ),
    ] = None,
    when_open: Annotated[
        str,
        typer.Option(
            "--open",
            autocompletion=completing.words("error", "stop"),
            help='At a decision without an answer: "error", or "stop" there.',
        ),
    ] = "error",
    play: Annotated[
        list[str] | None, typer.Option("--play", help="Choice to play first; repeat for more, in order.")
    ] = None,
    dice: Annotated[str | None, typer.Option(help="Dice for --play, in order: 27,40,5.")] = None,
    rule: Rules = None,
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", "-r", help="Ruleset of the scenario, if its name does not say it.")
    ] = None,
    seed: Annotated[
        int, typer.Option(callback=a_seed, help="Seed of the dice for --play and the scenario's random parts.")
    ] = 0,
    budget: Annotated[
        int | None,
        typer.Option(min=1, help=f"Maximum number of steps; beyond it the result is incomplete. \\[default: {STEPS}]"),
    ] = None,
    quick: Annotated[
        bool,
        typer.Option("--quick", help=f"A first look: {QUICK_STEPS} steps; bounds cover the outcomes left uncounted."),
    ] = False,
    json: Json = None,
) -> None:
    """Count the exact odds of a choice: every way the dice can fall, no sampling.

    Other decisions may come up on the way, such as whether to parry: answer them with --answer or --then, or let a player
    answer with --answer-as. Ctrl-C shows the count so far. Exit code 1 when the result is incomplete: the budget ran out, a
    decision was left open (--open stop), or the count was interrupted.

    Example: [bold]tactica odds duel "charge sellsword" --play pass --then "parry off" --want sellsword.wounds[/]

    Example: [bold]tactica odds duel "charge sellsword" --play pass --answer "parry=no_parry" --want hit --want killed[/]

    Example: [bold]tactica odds duel "charge sellsword" --play pass --answer-as guardian --want sellsword.wounds[/]
    """
    from ...envs import sandbox
    from ...envs.odds import OpenDecisions, UnknownWant

    if when_open not in ("error", "stop"):
        raise UserError(f"--open {when_open!r}: allowed: error, stop")
    if dice is not None and not play:
        raise UserError("--dice goes with --play: it gives the dice of the choices played first")
    if answer and answer_as is not None:
        raise UserError("--answer-as answers every decision; leave out --answer, or answer the first ones with --then")
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
        choices = table.choices()
        show_answer(f"{table.decider}: {table.prompt}; legal choices:")
        for text in without_cells(choices):
            show_answer(f"  {text}", "")
        write_json({"decider": table.decider, "prompt": table.prompt, "choices": choices}, json)
        return
    player = None
    if answer_as is not None:
        from ..watch.answering import Answering

        player = Answering(table, answer_as, until)
    steps = budget or (QUICK_STEPS if quick else STEPS)
    wanted = None if not want else want[0] if len(want) == 1 else tuple(want)
    try:
        found = table.odds(
            choice,
            then=then,
            answers=player or by_prompt(answer),
            want=wanted,
            until=until,
            open=when_open,
            budget=steps,
        )
    except OpenDecisions as e:
        write_json({"error": "open decisions", "open": [one._asdict() for one in e.open]}, json)
        raise UserError(e.told(" ".join(f'--answer "{p}={text}"' for p, text in e.answers), "--open stop")) from None
    except (KeyError, UnknownWant) as e:
        raise UserError(f"--want: {str(e.args[0] if e.args else e).removeprefix('want ')}") from None
    said = answer_of(found, wanted if isinstance(wanted, str) else "")
    show_answer(said)
    shown = found.table(none=GOES_ON if want in (None, [], ["ending"]) else "none")
    shown.caption = None
    console.print(shown)
    say(found.note())
    if quick:
        say(
            f"--quick: {max(found.followed - found.open_mass, 0):.2%} of all outcomes counted within {steps:,} steps",
            "bold",
        )
    if player is not None:
        say(f"{player.says}.")
    write_json({"answer": said, **found.to_dict()}, json)
    if found.unused:
        say(f"these answers were never legal, so not used: {', '.join(map(repr, found.unused))}")
    if not found.complete:
        raise typer.Exit(EXIT_FAILED)

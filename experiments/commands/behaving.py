"""``tactica behaviours`` and ``tactica why``: NPCs written in YAML, and what they weigh."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as RichTable

from ..common import (
    EXIT_FAILED,
    EXIT_WRONG,
    UserError,
    a_seed,
    console,
    ensure_compiled,
    find_scenario,
    say,
    warn,
)
from .odds import knobs

if TYPE_CHECKING:
    from ...envs.engine.behaviours import Behaviour


def behaviours(
    files: Annotated[list[str] | None, typer.Argument(help="Names or files to show; none for the list.")] = None,
    features: Annotated[bool, typer.Option("--features", help="What a behaviour may weigh, and ask about.")] = False,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Only say what is wrong; exit code 1 when anything is, 2 when a file is not there."
        ),
    ] = False,
    ruleset: Annotated[str, typer.Option("--ruleset", "-r", help="Whose own features are listed as well.")] = "wfrp1",
) -> None:
    """List the behaviours that come with tactica, show some, check your own, or list what they may weigh.

    Example: [bold]tactica behaviours archer[/], [bold]tactica behaviours --features[/], [bold]tactica behaviours --check
    my_npc.yaml[/]
    """
    from ...envs.engine import behaviours as npcs

    if features:
        _list_features(ruleset)
        return
    if check:
        unreadable = [file for file in files or [] if file.endswith((".yaml", ".yml")) and not Path(file).is_file()]
        for file in unreadable:
            warn(f"{file}: no such file")
        problems = [p for file in files or npcs.shipped() if file not in unreadable for p in npcs.check(file)]
        for problem in problems:
            say(str(problem))
        if unreadable or problems:
            raise typer.Exit(EXIT_WRONG if unreadable else EXIT_FAILED)
        say("nothing wrong")
        return
    if files:
        for file in files:
            npc = read(file)
            say(f"{npc.name}: {npc.about}", "bold")
            say(npc.file.read_text(encoding="utf-8") if npc.file else npc.to_yaml())
        return
    table = RichTable(box=None, pad_edge=False)
    table.add_column("name", style="bold")
    table.add_column("what it does")
    for name in npcs.shipped():
        table.add_row(name, npcs.load(name).about)
    console.print(table)
    say(
        "tactica behaviours NAME shows one, --features what they may weigh, tactica why SCENARIO -b NAME what one weighs."
    )


def read(name: str) -> Behaviour:
    """A behaviour by name or from a file.

    Raises:
        UserError: the file cannot be read; UnknownBehaviour, BehaviourError: see ``engine.behaviours.load``.
    """
    from ...envs.engine.behaviours import load

    try:
        return load(name)
    except OSError as e:
        raise UserError(f"{name}: cannot be read: {e.strerror}") from None


def _list_features(slug: str) -> None:
    from ...envs import rulesets
    from ...envs.core.behaviour.features import FEATURES, INTENTS, SITUATION
    from ...envs.engine.behaviours import features_of

    ruleset = rulesets.get(slug)
    table = RichTable(box=None, pad_edge=False)
    for column in ("", "name", "range", "meaning"):
        table.add_column(column, style="bold" if column == "name" else "")
    for intent, meaning in INTENTS.items():
        table.add_row("intent", intent.name.lower(), "", meaning)
    for kind, pieces in (
        ("feature", FEATURES),
        (f"feature of {slug}", features_of(ruleset)[len(FEATURES) :]),
        ("situation", SITUATION),
    ):
        for piece in pieces:
            table.add_row(kind, piece.name, f"{piece.low} to {piece.high}", piece.meaning)
    console.print(table)


def why(
    scenario: Annotated[str, typer.Argument(help="Name (duel, wfrp1/duel) or file.")],
    behaviour: Annotated[str, typer.Option("--behaviour", "-b", help="Name or YAML file.")],
    after: Annotated[int, typer.Option(min=0, help="Decisions the behaviour first takes itself, for all sides.")] = 0,
    play: Annotated[list[str] | None, typer.Option("--play", "-p", help="Choices played before, in order.")] = None,
    until: Annotated[str, typer.Option(help="Go on to the first prompt of this name, for example turn or parry.")] = "",
    rule: Annotated[list[str] | None, typer.Option("--rule", help="A knob of the rules: clause.param=value.")] = None,
    ruleset: Annotated[str | None, typer.Option("--ruleset", "-r", help="Where a bare name is looked up.")] = None,
    seed: Annotated[
        int, typer.Option(callback=a_seed, help="Of the dice, and of what the scenario leaves to chance.")
    ] = 0,
) -> None:
    """Print, for a position, every complete choice with what each feature contributes to its score.

    Of moves the best place for each intent is listed.

    Example: [bold]tactica why small --behaviour archer --until turn[/]
    """
    from ...agents.why import why as reasons_for
    from ...envs.sandbox import sandbox

    npc = read(behaviour)
    slug, loaded = find_scenario(scenario, ruleset)
    ensure_compiled(slug)
    table = sandbox(slug, loaded, rules=knobs(rule), seed=seed)
    if play:
        table.play(*play)
    game = table.game
    prompts = {prompt.name.lower(): int(prompt) for prompt in game.ruleset.module("vocab").Prompt}
    if until and until not in prompts:
        raise UserError(f"--until {until!r} is no prompt; there are: {', '.join(list(prompts)[1:])}")
    left = after
    while not game.over and (left > 0 or (until and game.prompt != prompts[until])):
        reasons = reasons_for(game, npc)
        game.answer(reasons.answer or int(game.answers()[0]))
        left -= 1
    if game.over:
        say("the battle is over before that decision comes")
        raise typer.Exit(EXIT_FAILED)
    reasons = reasons_for(game, npc)
    say(f"{reasons.decider}: {reasons.prompt}; {npc.name} weighs", "bold")
    if reasons.doctrine:
        say(f"doctrine: {reasons.doctrine}")
    if not reasons.choices:
        say("nothing: this decision it leaves to chance")
        return
    names = [name for name in reasons.choices[0].contributions if any(c.contributions[name] for c in reasons.choices)]
    shown = RichTable(box=None, pad_edge=False)
    shown.add_column("")
    shown.add_column("choice", style="bold")
    shown.add_column("score", justify="right")
    shown.add_column("intent", justify="right")
    for name in names:
        shown.add_column(name, justify="right")
    for choice in reasons.choices:
        shown.add_row(
            ">" if choice.is_taken else "",
            choice.text,
            f"{choice.score:.2f}",
            f"{choice.intent} {choice.worth:+.2f}",
            *(f"{choice.contributions[name]:+.2f}" if choice.contributions[name] else "" for name in names),
            style=None if choice.is_left else "dim",
        )
    console.print(shown)

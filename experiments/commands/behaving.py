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
    say_coloured,
    warn,
    write_json,
)
from .options import Json
from .overriding import Rules, knobs

if TYPE_CHECKING:
    from ...agents.outlook import Outlook
    from ...agents.search import Found, Search
    from ...agents.why import Reasons
    from ...envs.engine.behaviours import Behaviour
    from ...envs.engine.game import Game
    from ...envs.engine.networks import Network

EXTENSION = ".tactica-replay"


def behaviours(
    files: Annotated[list[str] | None, typer.Argument(help="Names or files to show. \\[default: list all]")] = None,
    features: Annotated[
        bool, typer.Option("--features", help="List the intents, features and situations that behaviours can use.")
    ] = False,
    check: Annotated[
        bool,
        typer.Option("--check", help="Only report errors. Exit code 1 for errors, 2 for a missing file."),
    ] = False,
    ruleset: Annotated[
        str, typer.Option("--ruleset", "-r", help="With --features: also list the features that only this ruleset has.")
    ] = "wfrp1",
    json: Json = None,
) -> None:
    """List the built-in behaviours, show some, check your own, or list the features they can use.

    Example: [bold]tactica behaviours archer[/], [bold]tactica behaviours --features[/], [bold]tactica behaviours --check
    my_npc.yaml[/]
    """
    from ...envs.engine import behaviours as npcs

    if features:
        _list_features(ruleset, json)
        return
    if check:
        unreadable = [file for file in files or [] if file.endswith((".yaml", ".yml")) and not Path(file).is_file()]
        for file in unreadable:
            warn(f"{file}: no such file")
        problems = [p for file in files or npcs.shipped() if file not in unreadable for p in npcs.check(file)]
        for problem in problems:
            say(str(problem))
        write_json({"problems": list(map(str, problems)), "missing": unreadable}, json)
        if unreadable or problems:
            raise typer.Exit(EXIT_WRONG if unreadable else EXIT_FAILED)
        say("no errors found")
        return
    if files:
        shown = [read(file) for file in files]
        for npc in shown:
            say(f"{npc.name}: {npc.about}", "bold")
            say(npc.file.read_text(encoding="utf-8") if npc.file else npc.to_yaml())
        write_json([{"name": npc.name, "about": npc.about, "yaml": npc.to_yaml()} for npc in shown], json)
        return
    table = RichTable(box=None, pad_edge=False)
    table.add_column("name", style="bold")
    table.add_column("what it does")
    about = {name: npcs.load(name).about for name in npcs.shipped()}
    for name, words in about.items():
        table.add_row(name, words)
    console.print(table)
    say(
        "tactica behaviours NAME shows one; --features lists what they can weigh; tactica why SCENARIO -b NAME shows scores."
    )
    write_json([{"name": name, "about": words} for name, words in about.items()], json)


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


def _list_features(slug: str, json: Path | None) -> None:
    from ...envs import rulesets
    from ...envs.core.behaviour.features import FEATURES, INTENTS, SITUATION
    from ...envs.engine.behaviours import features_of

    ruleset = rulesets.get(slug)
    table = RichTable(box=None, pad_edge=False)
    for column in ("", "name", "range", "meaning"):
        table.add_column(column, style="bold" if column == "name" else "")
    rows = [("intent", intent.name.lower(), "", meaning) for intent, meaning in INTENTS.items()]
    for kind, pieces in (
        ("feature", FEATURES),
        (f"feature of {slug}", features_of(ruleset)[len(FEATURES) :]),
        ("situation", SITUATION),
    ):
        rows += [(kind, piece.name, f"{piece.low} to {piece.high}", piece.meaning) for piece in pieces]
    for row in rows:
        table.add_row(*row)
    console.print(table)
    write_json([dict(zip(("kind", "name", "range", "meaning"), row, strict=True)) for row in rows], json)


def why(
    scenario: Annotated[str, typer.Argument(help="Name (duel, wfrp1/duel), file, or a .tactica-replay file.")],
    behaviour: Annotated[
        str | None,
        typer.Option(
            "--player",
            "-b",
            help="Name or YAML file, or a trained network. \\[default: for a replay, the player of that side]",
        ),
    ] = None,
    step: Annotated[
        int | None,
        typer.Option(
            "--at", min=1, help="For a replay: number of the decision, as tactica replay --narrate counts them."
        ),
    ] = None,
    after: Annotated[
        int, typer.Option(min=0, help="First let the behaviour make this many decisions, for all sides.")
    ] = 0,
    play: Annotated[
        list[str] | None, typer.Option("--play", help="Choice to play first; repeat for more, in order.")
    ] = None,
    until: Annotated[str, typer.Option(help="Continue to the first prompt of this name, such as turn or parry.")] = "",
    search: Annotated[
        str | None,
        typer.Option(
            "--search",
            help="Explain a search: number of simulations, played by the behaviour \\[default: guardian], or a search such as"
            " oneply:30:charger.",
        ),
    ] = None,
    rule: Rules = None,
    ruleset: Annotated[str | None, typer.Option("--ruleset", "-r", help="Ruleset of a bare scenario name.")] = None,
    seed: Annotated[int, typer.Option(callback=a_seed, help="Seed of the dice and the scenario's random parts.")] = 0,
    no_board: Annotated[bool, typer.Option("--no-board", help="Do not show the position first.")] = False,
    json: Json = None,
) -> None:
    """Why does a player choose what it chooses? Scores by feature, probabilities of a network, or values of a search.

    For moves, only the best place for each intent is listed. For a network: the probability of each choice, and the result
    it expects. With --search: visits, values, and the expected line of play.

    Example: [bold]tactica why small --player archer --until turn[/], [bold]tactica why lost.tactica-replay --at 12
    -b archer[/], [bold]tactica why small --search 400 --until turn[/]
    """
    from ...agents.outlook import outlook
    from ...agents.search import look_ahead
    from ...agents.why import why as reasons_for
    from ...envs.engine.behaviours import shipped
    from ...envs.engine.networks import is_network, load_network
    from ...envs.engine.searchers import USUAL, is_spec
    from ...envs.render import text
    from ...envs.sandbox import Table, sandbox

    network = load_network(behaviour) if behaviour is not None and is_network(behaviour) else None
    npc = read(behaviour) if behaviour is not None and network is None else None
    searcher = searcher_of(search, network or npc) if search is not None else None
    if searcher is not None and network is None and npc is None and not scenario.endswith(EXTENSION):
        npc = read(searcher.player) if searcher.player in shipped() else read(USUAL)
    if scenario.endswith(EXTENSION):
        if rule or ruleset or seed:
            raise UserError(f"{scenario} has its own rules and dice; leave out --rule, --ruleset and --seed")
        game, player, chosen = position_of(Path(scenario), step)
        table = Table.of(game)
        if behaviour is None and is_network(player):
            network = load_network(player)
        if npc is None and is_spec(player):
            searcher = searcher or searcher_of(player, None)
            npc = read(USUAL)
        if network is None:
            npc = npc or read(USUAL if searcher is not None else player)
    else:
        if step is not None:
            raise UserError("--at needs a replay: tactica why FILE.tactica-replay --at 12 -b archer")
        if npc is None and network is None:
            raise UserError("which player should explain its choice? Use -b NAME: tactica behaviours lists them")
        slug, loaded = find_scenario(scenario, ruleset)
        ensure_compiled(slug)
        table, chosen = sandbox(slug, loaded, rules=knobs(rule), seed=seed), ""
    if play:
        table.play(*play)
    game = table.game
    prompts = {prompt.name.lower(): int(prompt) for prompt in game.ruleset.book.vocab.prompts}
    if until and until not in prompts:
        raise UserError(f"--until {until!r} is not a prompt; there are: {', '.join(list(prompts)[1:])}")
    left = after
    while not game.over and (left > 0 or (until and game.prompt != prompts[until])):
        given = outlook(game, network).best if network is not None else reasons_for(game, npc).answer
        game.answer(given or int(game.answers()[0]))
        left -= 1
        chosen = ""
    if game.over:
        say("the battle ends before that decision")
        raise typer.Exit(EXIT_FAILED)
    if not no_board:
        say_coloured(text(game, events=0, colour=console.is_terminal, width=console.width))
        say()
    if searcher is not None:
        found = look_ahead(game, searcher, seed)
        show_search(found, chosen)
        about = {"player": found.search.name, "decider": found.decider, "prompt": found.prompt}
        write_json({**about, "choices": found.choices, "line": found.line}, json)
        return
    if network is not None:
        seen = outlook(game, network)
        show_outlook(seen, chosen)
        about = {"player": network.name, "decider": seen.decider, "prompt": seen.prompt}
        write_json({**about, "value": seen.value, "choices": seen.choices}, json)
        return
    reasons = reasons_for(game, npc)
    about = {"player": reasons.behaviour.name, "decider": reasons.decider, "prompt": reasons.prompt}
    write_json({**about, "doctrine": reasons.doctrine, "choices": reasons.choices}, json)
    say(f"{reasons.decider}: {reasons.prompt}; {reasons.behaviour.name} weighs", "bold")
    if chosen:
        say(f"in the replay: {chosen}")
    if reasons.doctrine:
        say(f"doctrine: {reasons.doctrine}")
    if not reasons.choices:
        say("nothing: it decides this at random")
        return
    show_reasons(reasons)


def searcher_of(text: str, npc: Behaviour | Network | None) -> Search:
    """The searcher that ``--search`` means: a number of simulations by a behaviour or a network, or a spec.

    Raises:
        UserError: it means none.
    """
    from ...agents.search import Search, SearchError, parse
    from ...envs.engine.searchers import USUAL

    try:
        return Search(int(text), npc or USUAL) if text.isdecimal() else parse(text)
    except SearchError as error:
        raise UserError(f"--search {error}" if text.isdecimal() else f"--search: {error}; or only a number") from None


def show_search(found: Found, chosen: str) -> None:
    """What a search has tried, and what it expects to follow."""
    from ...envs.render.text import folded

    say(f"{found.decider}: {found.prompt}; {found.search.name} finds", "bold")
    if chosen:
        say(f"in the replay: {chosen}")
    shown = RichTable(box=None, pad_edge=False)
    for column in ("", "choice", "visits", "value", "better by", "error"):
        shown.add_column(column, justify="left" if column in ("", "choice") else "right")
    for one in found.choices:
        better = f"{found.search.player}'s own" if one.is_own else f"{one.gain:+.3f}"
        error = "" if one.error != one.error else f"{one.error:.3f}"
        shown.add_row(">" if one.is_taken else "", one.text, str(one.visits), f"{one.value:+.3f}", better, error)
    console.print(shown)
    say("expected line:", "bold")
    for number, words in enumerate(found.line, 1):
        for part in folded(f"{number:>2}. {words}", console.width, " " * 4):
            say(part)


def show_outlook(seen: Outlook, chosen: str) -> None:
    """How likely a network gives each answer, and what it expects."""
    say(
        f"{seen.decider}: {seen.prompt}; {seen.network.name} expects {seen.value:+.2f} (+1 a victory, -1 a defeat)",
        "bold",
    )
    if chosen:
        say(f"in the replay: {chosen}")
    shown = RichTable(box=None, pad_edge=False)
    for column in ("", "answer", "probability", "logit"):
        shown.add_column(column, justify="left" if column in ("", "answer") else "right")
    for one in seen.choices:
        logit = "" if one.logit != one.logit else f"{one.logit:+.2f}"
        shown.add_row(">" if one.is_best else "", one.text, f"{one.probability:.1%}", logit)
    console.print(shown)


def position_of(file: Path, step: int | None) -> tuple[Game, str, str]:
    """The position of a replay in front of a decision, who played the side that takes it, and what was chosen.

    Raises:
        UserError: no decision has that number; ReplayError: see ``replay.load`` and ``replay.play``.
    """
    from ...envs import replay as replays

    loaded = replays.load(file)
    ensure_compiled(loaded.ruleset)
    number = 1 if step is None else step
    if not number <= len(loaded.decisions):
        raise UserError(f"--at {number}: {file} has {len(loaded.decisions)} decisions")
    game = next(game for at, _, game in replays.play(loaded) if at == number - 1)
    decision = loaded.decisions[number - 1]
    player = loaded.players[min(decision.side, len(loaded.players) - 1)]
    return game, player, f"decision {number}, {decision.who} ({player}): {decision.what}"


def show_reasons(reasons: Reasons) -> None:
    """All choices with their scores: as a table, or line by line where the terminal is too narrow for one."""
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
    if console.measure(shown, options=console.options.update(max_width=1000)).maximum <= console.width:
        console.print(shown)
        return
    from ...envs.render.text import folded

    for choice in reasons.choices:
        parts = [f"{choice.intent} {choice.worth:+.2f}"]
        parts += [f"{name} {value:+.2f}" for name, value in choice.contributions.items() if value]
        line = f"{'>' if choice.is_taken else ' '} {choice.text}  {choice.score:.2f} = {', '.join(parts)}"
        for part in folded(line, console.width, " " * 6):
            say(part, "" if choice.is_left else "dim")

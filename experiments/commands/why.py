"""``tactica why``: what a player weighs at a decision."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as RichTable

from ..common import (
    EXIT_FAILED,
    UserError,
    a_seed,
    console,
    ensure_compiled,
    find_scenario,
    say,
    say_coloured,
    write_json,
)
from .behaviours import read
from .options import Json
from .overriding import Rules, knobs

if TYPE_CHECKING:
    from ...agents.outlook import Outlook
    from ...agents.search import Search, SearchResult
    from ...agents.why import Reasons
    from ...envs.engine.behaviours import Behaviour
    from ...envs.engine.game import Game
    from ...envs.engine.networks import Network

EXTENSION = ".tactica-replay"


def why(
    scenario: Annotated[str, typer.Argument(help="Name (duel, wfrp1/duel), file, or a .tactica-replay file.")],
    behaviour: Annotated[
        str | None,
        typer.Option(
            "--player",
            "-b",
            help="Name or YAML file, or a trained network. \\[default: for a replay, the player of that side, or guardian if"
            " it has no scores]",
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
    until: Annotated[
        str,
        typer.Option(
            help='Continue until: "turn" (a unit or side decides in its own turn), "initiative" (the next turn begins), "round" '
            "(the next one begins), or a prompt of this name comes up, such as parry."
        ),
    ] = "",
    search: Annotated[
        str | None,
        typer.Option(
            "--search",
            help="Explain a search: number of simulations, played by the behaviour \\[default: guardian], or a search such as"
            " oneply:30:charger.",
        ),
    ] = None,
    rule: Rules = None,
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", "-r", help="Ruleset of the scenario, if its name does not say it.")
    ] = None,
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
    from ...envs.engine.networks import load_network
    from ...envs.engine.players import BEHAVIOUR, NETWORK, SEARCHER, kind_of
    from ...envs.engine.players.searcher import USUAL
    from ...envs.render import text
    from ...envs.sandbox import Table, sandbox

    network = load_network(behaviour) if behaviour is not None and kind_of(behaviour) is NETWORK else None
    npc = read(behaviour) if behaviour is not None and network is None else None
    searcher = searcher_of(search, network or npc) if search is not None else None
    if searcher is not None and network is None and npc is None and not scenario.endswith(EXTENSION):
        npc = read(searcher.player) if searcher.player in shipped() else read(USUAL)
    if scenario.endswith(EXTENSION):
        if rule or ruleset or seed:
            raise UserError(f"{scenario} has its own rules and dice; leave out --rule, --ruleset and --seed")
        game, player, chosen = position_of(Path(scenario), step)
        table = Table.of(game)
        if behaviour is None and kind_of(player) is NETWORK:
            network = load_network(player)
        if npc is None and kind_of(player) is SEARCHER:
            searcher = searcher or searcher_of(player, None)
            npc = read(USUAL)
        if network is None and npc is None:
            is_scored = kind_of(player) is BEHAVIOUR
            npc = read(player if searcher is None and is_scored else USUAL)
            if searcher is None and not is_scored:
                say(f"{player} has no scores; these are those of {USUAL} (-b NAME shows another player's)")
    else:
        if step is not None:
            raise UserError("--at needs a replay: tactica why FILE.tactica-replay --at 12 -b archer")
        if npc is None and network is None:
            raise UserError("which player should explain its choice? Use -b NAME; tactica behaviours lists them")
        slug, loaded = find_scenario(scenario, ruleset)
        ensure_compiled(slug)
        table, chosen = sandbox(slug, loaded, rules=knobs(rule), seed=seed), ""
    if play:
        table.play(*play)
    game = table.game
    is_there = end_of(game, until)
    left = after
    while not game.over and (left > 0 or not is_there()):
        given = outlook(game, network).best if network is not None else reasons_for(game, npc).answer
        game.answer(given or int(game.answers()[0]))
        left -= 1
        is_there = end_of(game, until) if left == 0 else is_there
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
    say_head(f"{reasons.decider}: {reasons.prompt}. How {reasons.behaviour.name} scores each choice:")
    if chosen:
        say(f"in the replay: {chosen}")
    if reasons.doctrine:
        say(f"doctrine: {reasons.doctrine}")
    if not reasons.choices:
        say("it has no scores here: it decides this at random")
        return
    show_reasons(reasons)


def end_of(game: Game, until: str) -> Callable[[], bool]:
    """A function that says whether a game has come to what ``--until`` names, seen from where it now stands.

    Raises:
        UserError: that is no prompt, and none of the other words.
    """
    from ...envs.odds.decisions import INITIATIVE, ROUND, TURN, turn_of

    def turn() -> tuple[int, int, int] | None:
        return turn_of(game.ruleset, game.s)

    def is_own_turn() -> bool:
        if (now := turn()) is None:
            return False
        _, who, side = now
        return side == game.s["decider_side"] if side >= 0 else who == game.s["decider"]

    def is_asked(prompt: int) -> bool:
        return game.prompt == prompt

    prompts = {prompt.name.lower(): int(prompt) for prompt in list(game.ruleset.book.vocab.prompts)[1:]}
    began, first = int(game.s["round_no"]), turn()
    ends: dict[str, Callable[[], bool]] = {
        "": lambda: True,
        **{name: functools.partial(is_asked, number) for name, number in prompts.items()},
        TURN: is_own_turn,
        INITIATIVE: lambda: turn() not in (None, first),
        ROUND: lambda: int(game.s["round_no"]) > began,
    }
    if until not in ends:
        raise UserError(f"--until {until!r} is not a prompt; choose from: {', '.join(sorted(filter(None, ends)))}")
    return ends[until]


def say_head(words: str) -> None:
    """Print what follows, in bold, on lines that fit."""
    from ...envs.render.text import folded

    for line in folded(words, console.width):
        say(line, "bold")


def searcher_of(text: str, npc: Behaviour | Network | None) -> Search:
    """The searcher that ``--search`` means: a number of simulations by a behaviour or a network, or a spec.

    Raises:
        UserError: it means none.
    """
    from ...agents.search import Search, SearchError, parse
    from ...envs.engine.players.searcher import USUAL

    try:
        return Search(int(text), npc or USUAL) if text.isdecimal() else parse(text)
    except SearchError as error:
        raise UserError(f"--search {error}" if text.isdecimal() else f"--search: {error}; or only a number") from None


def show_search(found: SearchResult, chosen: str) -> None:
    """What a search has tried, and what it expects to follow."""
    from ...envs.render.text import folded

    say_head(f"{found.decider}: {found.prompt}. What {found.search.name} finds:")
    if chosen:
        say(f"in the replay: {chosen}")
    shown = RichTable(box=None, pad_edge=False)
    for column in ("", "choice", "visits", "value", f"gain over {found.search.player}", "margin of error"):
        shown.add_column(column, justify="left" if column in ("", "choice") else "right")
    for one in found.choices:
        better = f"{found.search.player}'s choice" if one.is_own else f"{one.gain:+.3f}"
        error = "" if one.error != one.error else f"{one.error:.3f}"
        shown.add_row(">" if one.is_taken else "", one.text, str(one.visits), f"{one.value:+.3f}", better, error)
    console.print(shown)
    say("expected line:", "bold")
    for number, words in enumerate(found.line, 1):
        for part in folded(f"{number:>2}. {words}", console.width, " " * 4):
            say(part)


def show_outlook(seen: Outlook, chosen: str) -> None:
    """How likely a network gives each answer, and what it expects."""
    say_head(
        f"{seen.decider}: {seen.prompt}. {seen.network.name} expects a result of {seen.value:+.2f} (+1 is a victory, -1 a defeat)"
    )
    if chosen:
        say(f"in the replay: {chosen}")
    shown = RichTable(box=None, pad_edge=False)
    for column in ("", "choice", "probability"):
        shown.add_column(column, justify="left" if column in ("", "choice") else "right")
    for one in seen.choices:
        shown.add_row(">" if one.is_best else "", one.text, f"{one.probability:.1%}")
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

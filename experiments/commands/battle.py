"""``tactica battle``: watch or play one fight."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..common import (
    EXIT_STOPPED,
    UserError,
    a_seed,
    check_picture,
    check_writable,
    console,
    ensure_compiled,
    find_scenario,
    say,
    wait_until_compiled,
    warn,
    write_json,
)
from ..naming import book_name
from . import completing
from .options import Json
from .overriding import Rules, knobs
from .picturing import Arcs, check_arcs, save_image

if TYPE_CHECKING:
    from ...envs.engine.game import Game
    from ...envs.replay import Replay

PLAYER = (
    "Who plays: human, a name (charge, archer, ...), search:200 (searches), trained:NAME or FILE.safetensors (networks), "
    "FILE.yaml for a behaviour, FILE.zip for a model, or FILE.py:Name."
)
PROGRAM = re.compile(r"\.(py|zip)(:|$)", re.IGNORECASE)  # players whose files can do anything


def by_side(wanted: Sequence[str | None], sides: Sequence[str], where: str) -> list[str | None]:
    """Who plays each side: --red is the side called red where there is one, else the first, and so on.

    Raises:
        UserError: an option has no side.
    """
    from ...envs.render.scene import SIDE_NAMES, hues, shown_sides

    places = hues(sides)
    for hue, player in enumerate(wanted):
        if player is not None and hue not in places:
            options = ", ".join(
                f"--{SIDE_NAMES[place]} ({name})" if name != SIDE_NAMES[place] else f"--{name}"
                for place, name in zip(places, shown_sides(sides), strict=True)
            )
            raise UserError(f"--{SIDE_NAMES[hue]}: {where} has {len(sides)} sides: {options}")
    return [wanted[hue] for hue in places]


def continued_by(wanted: Sequence[str | None], saved: Replay, file: Path) -> list[str]:
    """Who goes on playing each side of a saved battle: the player named now, else the one saved; ``random`` without either.

    Raises:
        UserError: an option has no side; the file names a program, which a file from elsewhere must not start.
    """
    from ...envs.render.scene import SIDE_NAMES, hues

    found = []
    for side, (hue, named) in enumerate(zip(hues(saved.sides), by_side(wanted, saved.sides, str(file)), strict=True)):
        player = saved.players[side] if side < len(saved.players) else "random"
        if named is None and not saved.ending and PROGRAM.search(player):
            raise UserError(
                f"{file} names the program {player}, and a saved battle does not start programs; if you trust it, add "
                f"--{SIDE_NAMES[hue]} {player}"
            )
        found.append(named or player)
    return found


def battle(
    scenario: Annotated[str | None, typer.Argument(help="Name (duel, wfrp1/duel) or file. \\[default: duel]")] = None,
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", "-r", help="Ruleset of the scenario, if its name does not say it.")
    ] = None,
    red: Annotated[str | None, typer.Option(help=f"The first side. {PLAYER} \\[default: guardian]")] = None,
    blue: Annotated[str | None, typer.Option(help="The second side. \\[default: guardian]")] = None,
    green: Annotated[str | None, typer.Option(help="The third side, if there is one. \\[default: guardian]")] = None,
    gold: Annotated[str | None, typer.Option(help="The fourth side. \\[default: guardian]")] = None,
    human: Annotated[bool, typer.Option("--human", help="Play the first side yourself: --red human.")] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            callback=a_seed,
            help="Seed of the dice, the players and the scenario's random parts. \\[default: 0; random if people play]",
        ),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each decision.")] = False,
    board: Annotated[
        str,
        typer.Option(
            help="When to show the board: decisions (after each), rounds, ends or never.",
            autocompletion=completing.words("decisions", "rounds", "ends", "never"),
        ),
    ] = "rounds",
    clauses: Annotated[bool, typer.Option(help="Show the rule clause behind each sentence.")] = True,
    rule: Rules = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", help="Write a replay at the end, under a new name if that file exists."),
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a battle saved with s.")] = None,
    image: Annotated[Path | None, typer.Option(help="Save a picture of the final position (.png).")] = None,
    arcs: Arcs = None,
    json: Json = None,
) -> None:
    """Watch or play one battle as text. Every roll shows its modifiers and the rule behind it.

    Choose by number or in words; you see only what your side may know. Type ? for help and s to save; --resume continues a
    saved battle.

    Examples: [bold]tactica battle duel --red charge[/], [bold]tactica battle small --human --blue shoot[/]
    """
    from ...agents.players import load_player
    from ...envs import replay as replays
    from ...envs import rulesets
    from ...envs import scenario as scenarios
    from ...envs.engine.game import Game
    from ...envs.engine.players import Search
    from ...envs.engine.policies import name_of
    from ...envs.render.scene import side_names
    from ..fighting.usual import usual_opponent
    from ..watch.deciding import HUMAN
    from ..watch.watch import BOARDS, Stop, WatchedBattle, with_extension

    if board not in BOARDS:
        raise typer.BadParameter(f"{board!r} is not one of {', '.join(BOARDS)}", param_hint="--board")
    check_picture(image)
    check_arcs(arcs, image)
    if save is not None:
        check_writable(save)
    if human and red not in (None, HUMAN):
        raise UserError(f"--human and --red {red} both set the first player; use only one of them")
    wanted = [red or (HUMAN if human else None), blue, green, gold]
    if resume is not None:
        if scenario is not None or rule:
            raise UserError("--resume continues a saved battle; leave out the scenario and --rule")
        saved = replays.load(resume)
        named = continued_by(wanted, saved, resume)
        ensure_compiled(saved.ruleset)
        recording = replays.resume(saved)
    else:
        slug, loaded = find_scenario(scenario or "duel", ruleset or (None if scenario else "wfrp1"))
        wanted = by_side(wanted, loaded.sides, str(loaded))
        for player in wanted:
            if player not in (None, HUMAN):
                load_player(player, loaded.ruleset)
        is_drawn = seed is None and HUMAN in wanted
        if seed is None:
            seed = secrets.randbelow(2**31) if is_drawn else 0
        pool = scenarios.pool(slug, loaded, n=1, seed=seed, rules=knobs(rule))
        ensure_compiled(slug)
        recording = replays.record(Game(slug, pool).start(0, seed=seed))
        named = [player or usual_opponent(rulesets.get(slug)) for player in wanted]
    game = recording.game
    check_arcs(arcs, image, game)
    players: list[object] = [HUMAN if name == HUMAN else load_player(name, game.ruleset) for name in named]
    if any(isinstance(player, Search) for player in players):
        wait_until_compiled(game.ruleset.slug)
    recording.players = named

    sides = side_names(game)
    title = ", ".join(f"{sides[i]}: {name_of(player)}" for i, player in enumerate(players))
    say(f"{book_name(game.ruleset.slug)}, seed {int(game.s['seed_base'])}; {title}", "bold")
    if resume is None and is_drawn:
        say(f"random seed; --seed {seed} sets up the same battle with the same dice")
    fight = WatchedBattle(recording, players, board=board, pause=step, clauses=clauses, ask=console.input)
    if save is not None:
        fight.file = save
    try:
        fight.play()
    except (Stop, KeyboardInterrupt) as stopped:
        say()
        if save is not None or fight.people:
            fight.save(fight.free_file())
        else:
            say(f"stopped after {len(recording)} decisions")
        if isinstance(stopped, KeyboardInterrupt):
            raise typer.Exit(EXIT_STOPPED) from None
        return
    if save is not None:
        path = with_extension(save)
        if resume is None or path.resolve() != resume.resolve():  # a battle that was resumed goes on in its own file
            path = fight.free_file()
        if path != with_extension(save):
            say(f"{with_extension(save)} holds another battle")
        try:
            where = replays.save(recording, path)
        except OSError as e:
            raise UserError(f"{path}: cannot be written: {e.strerror}") from None
        say(f"replay: {where}")
    if image is not None:
        save_image(game, image, arcs=arcs)
    write_json(result_of(game, recording.players), json)
    if fight.failure:
        warn(fight.failure)


def result_of(game: Game, players: Sequence[str]) -> dict[str, Any]:
    """How a battle ended, as JSON has it."""
    from ...envs.render import look_at
    from ...envs.render.scene import side_names

    told = game.told(0)
    sides = [
        {"name": name, "player": player, "rank": rank}
        for name, player, rank in zip(side_names(game), players, told["ranks"], strict=False)
    ]
    units = [
        {
            "name": one.name, "side": side_names(game)[one.side], "health": one.wounds, "health_max": one.wounds_max,
            "out": one.is_out, "statuses": dict(one.statuses),
        }
        for one in look_at(game).figures
    ]  # fmt: skip
    about = {key: told[key] for key in ("ending", "rounds", "decisions")}
    return {"ruleset": game.ruleset.slug, "rules": game.ruleset.rules_hash, "seed": int(game.s["seed_base"]), **about,
            "sides": sides, "units": units}  # fmt: skip

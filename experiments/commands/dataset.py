"""``tactica benchmark dataset``: recorded games for offline learning, as datasets of Minari."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..common import EXIT_STOPPED, UserError, ensure_compiled, say, say_saved, show_answer, show_table, warn, write_json
from .options import Json, Suite

if TYPE_CHECKING:
    from rich.table import Table

    from ..benchmark.recording import RecordingPlan, RecordingSummary
    from ..benchmark.tasks import Tasks

GAMES = 100
SEARCH = "search:20"  # not the search of the field
RULESET = "RULESET"  # in a name, stands for the slug
MOST_SEED = 2**31 - 1


def dataset(
    task: Annotated[str, typer.Argument(help="The task: tactica benchmark list shows them.")],
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            "-b",
            help="A player whose decisions are recorded: a behaviour, search:50, trained:NAME, FILE.yaml or FILE.safetensors; "
            f"repeat for more. \\[default: the opponents that the task suggests for training, the ruleset's network, {SEARCH}]",
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, max=100_000, help="Number of games of each player.")] = GAMES,
    dither: Annotated[
        float, typer.Option(min=0, max=1, help="Share of the decisions that are replaced by a random legal one.")
    ] = 0.0,
    seed: Annotated[int, typer.Option(min=0, max=MOST_SEED, help="Seed of starts, dice and players.")] = 1,
    name: Annotated[
        str | None,
        typer.Option(
            "--name",
            help=f"Minari's name of the dataset; with several rulesets, {RULESET} in it stands for each. "
            "\\[default: such as tactica/wfrp1-small/mixed-v1, with the version of the benchmark]",
        ),
    ] = None,
    suite: Suite = "v1",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="Folder of Minari's datasets. \\[default: $MINARI_DATASETS_PATH, or ~/.minari/datasets]"
        ),
    ] = None,
    json: Json = None,
) -> None:
    """Record games for offline learning, as a Minari dataset with a datasheet; one for each ruleset of the task.

    Players meet the opponents that the task suggests for training, never the field of the evaluation, on the starts it trains on,
    under the book's rules and from each seat in turn. The same seed records the same games. After Ctrl-C an unfinished dataset is
    removed; finished ones stay. A recipe learns from one with [bold]tactica train RECIPE --set clone.dataset=NAME[/].

    Example: [bold]tactica benchmark dataset wfrp1/small --games 50[/]
    """
    from ..benchmark import tasks
    from ..training.datasets import DatasetError, folder_of_datasets, needs_minari

    try:
        needs_minari()
    except DatasetError as error:
        raise UserError(str(error)) from None
    loaded = tasks.load(suite)
    words = ["tactica", "benchmark", "dataset", task]
    words += [word for one in player or [] for word in ("--player", one)]
    words += ["--games", str(games), "--seed", str(seed)]
    words += [*(["--dither", f"{dither:g}"] if dither else []), *(["--name", name] if name else [])]
    words += ["--suite", suite] if suite != tasks.USUAL else []
    plans = plans_for(
        loaded, task, tuple(player or ()), games, seed, dither, name, out or folder_of_datasets(), shlex.join(words)
    )
    found = []
    for plan in plans:
        found.append(conduct(plan))
        show_table(table_of(found[-1]))
        say_saved(found[-1].folder)
    show_answer(answer_of(found))
    say(
        f"To learn from it: tactica train RECIPE --set clone.dataset={found[-1].name if out is None else found[-1].folder}"
    )
    write_json(found, json)


def plans_for(
    loaded: Tasks,
    task_name: str,
    players: tuple[str, ...],
    games: int,
    seed: int,
    dither: float,
    name: str | None,
    folder: Path,
    command: str,
) -> list[RecordingPlan]:
    """The datasets of a task, one for each ruleset, checked.

    Args:
        loaded: the version of the benchmark.
        task_name: which of its tasks.
        players: specs; empty for the usual ones.
        games: of each player.
        seed: of all games.
        dither: share of random decisions.
        name: of the datasets, with RULESET for the slug; None for the usual one.
        folder: of all datasets.
        command: that records them.

    Raises:
        UserError: something cannot be recorded, see ``RecordingPlan.check``.
    """
    from ...envs import rulesets
    from ...envs.engine.networks import trained
    from ..benchmark.recording import RecordingPlan
    from ..training.beginning import layout_for
    from ..training.recipe import Recipe

    task = loaded.task(task_name)
    if name is not None and len(task.rulesets) > 1 and RULESET not in name:
        raise UserError(
            f"{task.name} has {len(task.rulesets)} rulesets and makes a dataset for each; write {RULESET} in --name"
        )
    ensure_compiled(task.rulesets)
    found = []
    for slug in task.rulesets:
        ruleset, opponents = rulesets.get(slug), tuple(loaded.model.rulesets[slug].training)
        own = [f"trained:{slug}"] if slug in trained() else []
        usual = tuple(dict.fromkeys([*opponents, *own, SEARCH]))
        scenarios = tuple(one.partition("/")[2] for one in task.train_on if one.startswith(f"{slug}/"))
        layout = layout_for(Recipe(ruleset=slug, scenarios=dict.fromkeys(scenarios, 1)))
        called = (name or usual_name(task.name, task.version, players)).replace(RULESET, slug)
        plan = RecordingPlan(
            called, folder, task, ruleset, scenarios, opponents, players or usual, games, seed, dither, layout, command
        )
        plan.check()
        found.append(plan)
    return found


def usual_name(task: str, version: str, players: tuple[str, ...]) -> str:
    """The name of a dataset that gets none, with RULESET for the slug."""
    kind = task.rpartition("/")[2]
    who = re.sub(r"[^A-Za-z0-9_]+", "-", Path(players[0]).stem).strip("-") if len(players) == 1 else "mixed"
    return f"tactica/{RULESET}-{kind}/{who}-{version if re.fullmatch(r'v[0-9]+', version) else 'v0'}"


def conduct(plan: RecordingPlan) -> RecordingSummary:
    """Record a dataset, showing how far it is.

    Raises:
        typer.Exit: stopped with Ctrl-C.
    """
    from ..benchmark.recording import record
    from ..tournament.watching import Stopped
    from .exploit import bars

    say(
        f"{plan.name}: {plan.total:,} games on {', '.join(plan.scenarios)}, against {', '.join(plan.opponents)}", "bold"
    )
    watch = bars()
    try:
        with watch:
            return record(plan, watch)
    except (Stopped, KeyboardInterrupt):
        warn(f"stopped; nothing of {plan.name} is saved")
        raise typer.Exit(EXIT_STOPPED) from None


def table_of(found: RecordingSummary) -> Table:
    """The games of each player."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(found.name), caption="points: share that the player took; a draw is half a point")
    for head in ("player", "games", "decisions", "points", "draws", "decisions in a game"):
        table.add_column(head, justify="left" if head == "player" else "right")
    for one in found.players:
        numbers = f"{one.games:,}", f"{one.decisions:,}", f"{one.points:.1%}", f"{one.draws:.1%}", f"{one.length:.1f}"
        table.add_row(Text(one.player), *numbers)
    return table


def answer_of(found: list[RecordingSummary]) -> str:
    """What was recorded, in a sentence."""
    games, decisions = (
        sum(getattr(one, key) for each in found for one in each.players) for key in ("games", "decisions")
    )
    what = f"dataset {found[0].name}" if len(found) == 1 else f"{len(found)} datasets"
    return f"Recorded {games:,} {'game' if games == 1 else 'games'} with {decisions:,} decisions in the {what}."

"""``tactica benchmark``: fixed tasks, results that anyone can play again, and their tables."""

from __future__ import annotations

import hashlib
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..common import (
    EXIT_FAILED,
    EXIT_STOPPED,
    STDOUT,
    UserError,
    a_seed,
    ensure_compiled,
    say,
    say_saved,
    show_answer,
    show_table,
    warn,
    write_json,
)
from ..forfeits import end_forfeited
from .dataset import dataset
from .options import Json, Suite

if TYPE_CHECKING:
    from rich.table import Table

    from ..benchmark.playing import BenchmarkEntry
    from ..benchmark.result import BenchmarkResult
    from ..tournament.watching import Watch

OUT = Path("runs/benchmark")
SPARE = ("distinct games", "pairs")

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Measure agents on fixed tasks, check results of others, and write the tables.\n\n"
    "Example: [bold]tactica benchmark run wfrp1/small --agent my_agent.py:Agent[/]",
)

Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Number of processes; results do not depend on it.")]


@app.command("list")
def list_tasks(suite: Suite = "v1", json: Json = None) -> None:
    """List the tasks, and what each one measures.

    Example: [bold]tactica benchmark list[/]
    """
    from rich.table import Table
    from rich.text import Text

    from ..benchmark import tasks

    found = tasks.load(suite)
    table, rows = Table(caption=f"benchmark {found.model.version}; games: of one agent with the field"), []
    for column in ("task", "what it asks", "scenarios", "games"):
        table.add_column(column, justify="right" if column == "games" else "left")
    for task in found.all():
        places = list(dict.fromkeys(one for part in task.parts for one in part.scenarios))
        short = [one.partition("/")[2] if len(task.rulesets) == 1 else one for one in places]
        table.add_row(Text(task.name), Text(task.asks), Text(", ".join(short)), f"{task.games:,}")
        rows.append(
            {
                "task": task.name, "version": task.version, "asks": task.asks, "scenarios": places,
                "train_on": list(task.train_on), "training": list(task.training), "frames": list(task.frames),
                "seeds": task.seeds, "seed": task.seed, "games": task.games, "content": task.content,
                "parts": [
                    {"name": one.name, "ruleset": one.ruleset, "scenarios": list(one.scenarios), "rules": one.rules,
                     "field": list(one.opponents), "pairs": one.pairs, "search_pairs": one.search_pairs}
                    for one in task.parts
                ],
            }
        )  # fmt: skip
    show_table(table, ["scenarios"])
    write_json(rows, json)


@app.command("run")
def run(
    task: Annotated[str, typer.Argument(help="The task: tactica benchmark list shows them.")],
    agent: Annotated[
        list[str],
        typer.Option(
            "--agent",
            help="The agent: a name, search:200, trained:NAME, FILE.safetensors, FILE.zip or FILE.py:Name; repeat for "
            "further training seeds of the same method.",
        ),
    ],
    method: Annotated[
        str | None, typer.Option("--method", help="Name in the table. \\[default: that of the agent]")
    ] = None,
    frames: Annotated[
        int | None,
        typer.Option(
            "--frames",
            min=0,
            help="Budget of training in decisions: 0 (not trained), 1000000 or 10000000. "
            "\\[default: 0 for behaviours and searches]",
        ),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option(
            "--pairs",
            "-n",
            min=1,
            max=10_000,
            help="Pairs of games with each opponent in each scenario, for a trial, which cannot enter the table. "
            "\\[default: the task's]",
        ),
    ] = None,
    jobs: Jobs = 1,
    seed: Annotated[
        int | None,
        typer.Option(callback=a_seed, help="Seed of starts, dice and policies, for a trial. \\[default: the task's]"),
    ] = None,
    suite: Suite = "v1",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help=f"Folder for the games. \\[default: a new folder in {OUT}]")
    ] = None,
    json: Json = None,
) -> None:
    """Measure an agent on a task: its share of the points against fixed opponents.

    Each start is played twice with seats swapped. Training never uses these starts and dice (split eval). The result
    (result.json in the folder, or the file of --json) has hashes of rules, starts, players and games.
    Stop any time with Ctrl-C: the same command continues.

    Example: [bold]tactica benchmark run wfrp1/small --agent guardian --json guardian.json[/]
    """
    from ..benchmark import tasks
    from ..benchmark.playing import BenchmarkEntry

    if not agent:
        raise UserError("name an agent with --agent")
    loaded = tasks.load(suite)
    entry = BenchmarkEntry.of(
        loaded.task(task), loaded.spec, agent, method=method, frames=frames_of(agent, frames), seed=seed, pairs=pairs
    )
    folder = out or OUT / folder_name(entry)
    found, watch = conduct(entry, folder, jobs)
    tell(found)
    write(found, folder / "result.json")
    if json == STDOUT:
        write_json(sealed(found, Path.cwd()), json)
    elif json is not None:
        write(found, json)
    end_forfeited(watch.forfeits, watch.reason)


app.command("dataset")(dataset)


@app.command("repeat")
def repeat(
    file: Annotated[Path, typer.Argument(help="A result, as tactica benchmark run writes it; up to 64 MiB.")],
    jobs: Jobs = 1,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder for the games. \\[default: a temporary one]")
    ] = None,
    json: Json = None,
) -> None:
    """Repeat a recorded result, and check that it is the same to the last digit.

    Exit code 0 if it is, 1 if not. If the rules have changed since, the games decide; --json writes the result with the hashes
    of the rules as they are now.

    Example: [bold]tactica benchmark repeat configs/benchmark/results/wfrp1-small-random.json[/]
    """
    from ..benchmark import tasks
    from ..benchmark.playing import entry_of
    from ..benchmark.result import differences, read

    was = read(file)
    entry, changed = entry_of(was, tasks.load(was.tasks).task(was.task), file)
    if changed:
        say(f"{', '.join(changed)}: rules or players have changed since; the games decide")
    with tempfile.TemporaryDirectory() as scratch:
        found, _ = conduct(entry, out or Path(scratch), jobs, is_saved=out is not None)
    wrong = differences(was, found)
    if json == STDOUT:
        write_json(sealed(found, Path.cwd()), json)
    elif json is not None and not wrong:
        write(found, json)
    if not wrong:
        games = sum(2 * met.pairs for agent in found.agents for met in (*agent.met, *agent.idle))
        show_answer(f"The same {games:,} games as recorded in {file}.", "bold green")
        return
    show_answer(
        f"Not as recorded in {file}: {len(wrong)} {'difference' if len(wrong) == 1 else 'differences'}.", "bold red"
    )
    for line in wrong[:20]:
        warn(line)
    raise typer.Exit(EXIT_FAILED)


@app.command("report")
def report(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Results, up to 64 MiB each. \\[default: those that ship]", show_default=False),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for benchmark.md and benchmark.html.")] = OUT,
    json: Json = None,
) -> None:
    """Write the table of each task: interquartile mean of the points with its interval, worst opponent, draws, idle player.

    Trials and edited files are refused. Put a result of your own beside those in configs/benchmark/results, or name it here.

    Example: [bold]tactica benchmark report mine.json theirs.json[/]
    """
    from ...envs.replay.files import write_whole
    from ..benchmark import page

    given = files or sorted(page.SHIPPED.glob("*.json"))
    if not given:
        raise UserError(f"no results in {page.SHIPPED}; name files that tactica benchmark run has written")
    results = page.read_all(given)
    for title, several in page.by_task(results):
        show_table(task_table(title, several), ("seeds", "frames", "points, mean"))
    texts = {"benchmark.md": f"# Benchmark\n\n{page.markdown(results)}", "benchmark.html": page.page(results)}
    for name, text in texts.items():
        try:
            say_saved(write_whole(out / name, text.encode("utf-8")))
        except OSError as error:
            raise UserError(f"{out / name}: cannot be written: {error.strerror}") from None
    write_json([about(one) for one in results], json)


def frames_of(agents: list[str], frames: int | None) -> int | None:
    """The budget that was declared; none for players that are not trained: behaviours and searches."""
    from ...agents.players import player_file
    from ...envs.engine.behaviours import shipped

    known = all(spec in shipped() or player_file(spec) is None for spec in agents)
    return 0 if frames is None and known else frames


def folder_name(entry: BenchmarkEntry) -> str:
    """Where the games of an entry lie."""
    plain = [re.sub(r"[^A-Za-z0-9_]+", "-", one).strip("-") for one in (entry.task.name, entry.method)]
    settings = repr((entry.task.content, entry.specs, entry.seed, entry.pairs))
    return f"{plain[0]}-{plain[1]}-{hashlib.sha256(settings.encode()).hexdigest()[:8]}"


def conduct(entry: BenchmarkEntry, folder: Path, jobs: int, is_saved: bool = True) -> tuple[BenchmarkResult, Watch]:
    """Play an entry, showing how far it is. Returns the result, and the observer of the games.

    Args:
        is_saved: whether the folder outlives this command, so that the same command continues.

    Raises:
        typer.Exit: stopped with Ctrl-C.
    """
    from ..benchmark.playing import play
    from ..tournament.watching import Stopped
    from .exploit import bars

    agents = f"{len(entry.specs)} agents" if len(entry.specs) > 1 else entry.specs[0]
    say(f"{entry.task.name}, {entry.task.version}: {entry.method} ({agents}). {entry.task.asks}", "bold")
    ensure_compiled(entry.task.rulesets)
    watch = bars()
    try:
        with watch:
            return play(entry, folder, watch, jobs), watch
    except (Stopped, KeyboardInterrupt):
        saved = f"the games so far are in {folder}; to continue: the same command"
        warn(f"stopped; {saved if is_saved else 'no game is saved; with --out FOLDER the same command continues'}")
        raise typer.Exit(EXIT_STOPPED) from None


def tell(found: BenchmarkResult) -> None:
    """Print the result."""
    show_answer(found.sentence)
    if found.trial:
        show_answer(f"This is a trial and cannot enter the table: {found.trial}.", "bold yellow")
    show_table(opponent_table(found), SPARE)


def opponent_table(found: BenchmarkResult) -> Table:
    """Every opponent, for each agent."""
    from rich.table import Table
    from rich.text import Text

    table = Table(caption="points: share that the agent took; intervals: 95 %, over pairs; idle: does nothing")
    several, parts = len(found.agents) > 1, len({met.part for met in found.agents[0].met}) > 1
    heads = [*(["agent"] if several else []), *(["part"] if parts else []), "opponent"]
    for head in heads:
        table.add_column(head)
    for head in ("points", "95 % interval", "draws", "pairs", "distinct games"):
        table.add_column(head, justify="right")
    for agent in found.agents:
        for met in (*agent.met, *agent.idle):
            named = [*([agent.name] if several else []), *([met.part] if parts else []), met.opponent]
            table.add_row(
                *map(Text, named), f"{met.points:.1%}", f"{met.low:.1%} to {met.high:.1%}", f"{met.draws:.1%}",
                f"{met.pairs:,}", f"{met.distinct:,}",
            )  # fmt: skip
    return table


def task_table(title: str, results: list[BenchmarkResult]) -> Table:
    """The table of a task."""
    from rich.table import Table
    from rich.text import Text

    from ..benchmark.page import HEADS, rows_of

    table = Table(title=Text(title))
    for head in HEADS:
        table.add_column(head, justify="left" if head in ("method", "worst opponent") else "right")
    for row in rows_of(results):
        table.add_row(*map(Text, row))
    return table


def about(result: BenchmarkResult) -> dict[str, Any]:
    """A row of a table as JSON."""
    names = ("points", "low", "high")
    return {
        "task": result.task, "version": result.version, "method": result.method,
        "iqm": dict(zip(names, result.iqm, strict=True)), "mean": dict(zip(names, result.points, strict=True)),
        "worst": dict(zip(("opponent", "points"), result.worst, strict=True)), "draws": result.draws,
        "idle": result.idle, "frames": result.frames, "seeds": len(result.agents), "rules": result.rules,
    }  # fmt: skip


def sealed(found: BenchmarkResult, folder: Path) -> dict[str, Any]:
    """A result under its checksum, with files named from a folder."""
    from ..benchmark.result import sealed_result

    return sealed_result(found, folder)


def write(found: BenchmarkResult, path: Path) -> None:
    """Write a result."""
    write_json(sealed(found, path.absolute().parent), path)

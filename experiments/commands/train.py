"""``tactica train``: opponents that learn."""

from __future__ import annotations

import contextlib
import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..common import EXIT_STOPPED, UserError, alone_in, console, ensure_compiled, say, say_saved, show_table, warn
from ..naming import place_name
from ..time_left import TimeLeft
from .overriding import Rules, knobs

if TYPE_CHECKING:
    from rich.table import Table

    from ..training.run import Run

NEEDS = 'needs PyTorch and Stable-Baselines3: pip install "tactica[train]"'


def needs_training() -> None:
    """Refuse to go on without what training needs.

    Raises:
        UserError: it is not installed.
    """
    try:
        import sb3_contrib  # noqa: F401
        import torch  # noqa: F401
    except ModuleNotFoundError as error:
        raise UserError(f"training {NEEDS} (no module {error.name})") from None


def train(
    recipe: Annotated[str, typer.Argument(help="A recipe: FILE.yaml, or the name of a built-in one.")] = "",
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**31 - 1, help="Seed of the run. \\[default: the recipe's]")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            help="Change a key of the recipe, such as ppo.generations=5; repeat for more.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="Folder of the run. \\[default: runs/ and the recipe's name, and the seed with --seed]"
        ),
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the run in this folder.")] = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads PyTorch may use.")] = 1,
    rule: Rules = None,
    listed: Annotated[bool, typer.Option("--list", help="List the built-in recipes and exit.")] = False,
) -> None:
    """Train a network by a recipe: it imitates a behaviour, then learns by playing against a league.

    Each generation is evaluated on starts and dice that training never sees. Stop any time with Ctrl-C and continue with
    --resume: a resumed run ends with the same networks as an uninterrupted one. The best network is saved as
    best.safetensors; you can use it wherever a command takes a player.

    To repeat a recipe, give each run a seed of its own: [bold]tactica train owh --seed 2[/].

    Example: [bold]tactica train owh[/], then [bold]tactica compare runs/owh/best.safetensors archer -s owh/small[/]
    """
    from ..training import recipe as recipes

    if listed:
        for name in recipes.shipped():
            say(f"{name}: {recipes.read(name).about}")
        return
    if recipe and resume is not None:
        raise UserError("a recipe begins a run and --resume FOLDER continues one: give one of the two, not both")
    if not recipe and resume is None:
        raise UserError("give a recipe, or --resume FOLDER; recipes: " + ", ".join(recipes.shipped()))
    if resume is not None and (out is not None or rule):
        raise UserError("--resume continues in its own folder with its own rules; leave out --out and --rule")
    if resume is not None and (seed is not None or settings):
        raise UserError("--resume continues with the recipe in its folder; leave out --seed and --set")
    changed = changes(settings) | ({} if seed is None else {"seed": seed})
    if resume is not None and not (resume / "recipe.yaml").is_file():
        raise UserError(f"{resume}: not a training run: it has no recipe.yaml")
    needs_training()
    import torch

    from ...envs import rulesets
    from ..training.opening import open_run

    torch.set_num_threads(threads)
    given = recipes.read(recipe if resume is None else resume / "recipe.yaml", changed)
    rulesets.get(given.ruleset).rulebook.book(knobs(rule))  # report an invalid rule before compiling
    ensure_compiled(rulesets.get(given.ruleset).slug)
    with contextlib.ExitStack() as stack:
        if resume is not None:
            stack.enter_context(alone_in(resume, "training here"))
        run = open_run(recipe, out, resume, knobs(rule), changed)
        if resume is None:
            stack.enter_context(alone_in(run.folder, "training here"))
        conduct(run)


def changes(given: list[str] | None) -> dict[str, Any]:
    """``key=value`` as settings of a recipe; values are read as in its file.

    Raises:
        UserError: something is not of that form.
    """
    from ...envs.core.rulebook.strict_yaml import YamlError, parse

    found: dict[str, Any] = {}
    for one in given or []:
        key, equals, value = one.partition("=")
        if not (key and equals and value):
            raise UserError(f"{one!r}: write it as key=value, such as ppo.generations=5")
        try:
            found[key.strip()] = parse(value).data
        except YamlError as error:
            raise UserError(f"--set {key.strip()}: {error}") from None
    return found


def conduct(run: Run) -> None:
    """Train to the end, showing how it goes.

    Raises:
        typer.Exit: stopped with Ctrl-C.
    """
    from rich.progress import BarColumn, Progress, TextColumn

    anchors = run.recipe.league.anchors
    say(f"{place_name(run.recipe.ruleset, *run.recipe.scenarios)}; league of {', '.join(anchors)} and former selves")
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[rate]}"), TextColumn("{task.fields[left]}"),
        console=console, transient=True,
    )  # fmt: skip
    task = bar.add_task("compiling", total=None, rate="", left="")
    stage, generations, shown = "", run.recipe.ppo.generations, 0
    part = whole = TimeLeft({None: generations - max(run.done, 0)}, time.monotonic())

    def progress(**what: Any) -> None:
        nonlocal stage, shown, part, whole
        now = time.monotonic()
        if "stage" in what:
            if what["stage"] != stage:
                stage = what["stage"]
                bar.reset(task, total=what["of"], description=stage)
                part, shown = TimeLeft({None: what["of"] - what["done"]}, now), what["done"]
            part.finish(what["done"] - shown)
            shown = what["done"]
            rate = f"{what['done'] / what['seconds']:,.0f} frames/s" if what.get("seconds") else ""
            if "agreement" in what:
                rate = f"{what['agreement']:.0%} agree"
            bar.update(task, completed=what["done"], rate=rate, left=part.text(now))
        if "line" in what:
            if run.done == 0:  # cloning is over
                whole = TimeLeft({None: generations}, now)
            elif run.done > 0:
                whole.finish(1)
            left = whole.text(now) if run.done < generations else ""
            say(f"{line_of(what['line'])}{f'; {left}' if left else ''}")

    try:
        with bar:
            best = run.train(progress)
    except KeyboardInterrupt:
        kept = (
            f"{len(run.lines)} of {run.recipe.ppo.generations + 1} steps are saved"
            if run.lines
            else "nothing is saved yet"
        )
        again = f"; continue with: tactica train --resume {shlex.quote(str(run.folder))}" if run.lines else ""
        warn(f"stopped; {kept}{again}")
        raise typer.Exit(EXIT_STOPPED) from None
    show_table(final_table(best.about["final"], best.about.get("met", {})))
    if "still" in best.about:
        draws, idle = best.about["still"]
        say(
            f"It draws {draws:.1%} of its games with itself; a player that does nothing takes {idle:.1%} of the points."
        )
        if draws > run.recipe.evaluation.most_draws or idle > run.recipe.evaluation.most_idle:
            warn("Every finalist exceeds evaluation.most_draws or evaluation.most_idle.")
    say(f"The best network is {best.about['generation']}.")
    say_saved(run.folder / "best.safetensors")


def line_of(line: dict[str, Any]) -> str:
    """A line of the log in words."""
    judged = ", ".join(
        f"{name} {share:.1%}{''.join(f' (draws {one:.0%})' for one in draws)}"
        for name, (share, _, *draws) in line["judged"].items()
    )
    still = f", {line['still'][0]:.0%} drawn with itself, idle takes {line['still'][1]:.1%}" if "still" in line else ""
    speed = f", {line['frames_per_second']:,.0f} frames/s" if "frames_per_second" in line else ""
    speed += f" ({line['stepping']:.0%} of the time in battles)" if "stepping" in line else ""
    agree = f", agrees with the teacher {line['agreement']:.0%}" if "agreement" in line else ""
    return f"{line['name']}: points against {judged}{still}{agree}{speed}"


def final_table(final: dict[str, list[float]], met: dict[str, list[float]]) -> Table:
    """How the best network fared in the final: against the anchors, then against the other finalists."""
    from rich.table import Table

    from ..training.judging import rating

    table = Table(
        "against", "points", "95 % interval", "draws", "Elo lead",
        title="The best network, on games not used for selection",
    )  # fmt: skip
    for name, (share, error, draws) in [*final.items(), *met.items()]:
        low, high = max(share - 1.96 * error, 0.0), min(share + 1.96 * error, 1.0)
        table.add_row(
            name,
            f"{share:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{draws:.1%}",
            f"{rating(share):+.0f}",
            end_section=name == list(final)[-1],
        )
    return table

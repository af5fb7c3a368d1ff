"""``tactica matter``: which numbers of a rulebook matter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..common import (
    UserError,
    a_seed,
    ensure_compiled,
    say,
    say_saved,
    show_answer,
)
from ..forfeits import end_forfeited
from ..naming import in_force_text
from . import completing
from .options import Json, On
from .overriding import Rules, knobs
from .quick import Quick, first_look, say_quick

OUT = Path("runs/matter")


def matter(
    scenario: Annotated[
        str | None, typer.Argument(help="Name (small, wfrp1/small) or file.", show_default=False)
    ] = None,
    between: Annotated[
        tuple[str, str] | None,
        typer.Option(help="The two players. \\[default: guardian charger]", show_default=False),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            autocompletion=completing.addresses,
            help="Vary only these knobs: 'action.*'; repeat for more. \\[default: all]",
        ),
    ] = None,
    spread: Annotated[
        int | None,
        typer.Option(min=1, max=100, help="Percent by which to vary numbers up and down. \\[default: 25]"),
    ] = None,
    screen: Annotated[
        int | None,
        typer.Option(min=2, help="Pairs of games to find out whether a knob changes any game. \\[default: 50]"),
    ] = None,
    trajectories: Annotated[
        int | None,
        typer.Option(min=2, help="Morris trajectories through the values of the knobs that do. \\[default: 8]"),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option("--pairs", "-n", min=2, help="Pairs of games at each point of a trajectory. \\[default: 20]"),
    ] = None,
    strongest: Annotated[
        int | None, typer.Option(min=1, help="Number of knobs to measure again on fresh dice. \\[default: 12]")
    ] = None,
    judge: Annotated[
        int | None, typer.Option(min=10, help="Pairs of games for each value of the strongest knobs. \\[default: 500]")
    ] = None,
    samples: Annotated[
        int | None, typer.Option(min=2, help="Sobol: base samples, a power of two. \\[default: 128]")
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset", "-r", help="Ruleset of the scenario, if its name does not say it. \\[default: wfrp1]"
        ),
    ] = None,
    rule: Rules = None,
    quick: Quick = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="Number of processes; results do not depend on it.")
    ] = 1,
    on: On = "",
    seed: Annotated[
        int | None, typer.Option(callback=a_seed, help="Seed of starts, dice, policies and samples. \\[default: 0]")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help=f"Folder for games and answer. \\[default: a new folder in {OUT}]"),
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the run in this folder.", show_default=False)] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            help="Also write the result into this report, made by tactica discover --report.", show_default=False
        ),
    ] = None,
    json: Json = None,
) -> None:
    """Which numbers of a rulebook matter in a scenario, and which never do?

    Varies all knobs and finds those that change any game. Estimates their elementary effects (Morris) on who wins, rounds,
    the advantage of the first seat, and draws. Then measures the strongest again on fresh dice, and shows what share of the
    variance each explains (Sobol indices). Needs the extra lab. Stop any time with Ctrl-C; --resume, or the same command,
    continues.

    Example: [bold]tactica matter wfrp1/small --jobs 2[/]
    """
    import msgspec

    from ..laboratory.knobs import mattering as questions
    from ..laboratory.knobs.matter_finding import finding_of
    from ..laboratory.knobs.variations import SPREAD
    from ..laboratory.parts import put_part
    from ..laboratory.running import GameWorkers, QuestionFolder, run
    from ..laboratory.showing import markdown_part, show
    from .questions import check_part, conduct, keep, only_with

    check_part(report, "matter")
    budget = {
        "screen": screen, "trajectories": trajectories, "pairs": pairs, "strongest": strongest, "judge": judge,
        "samples": samples,
    }  # fmt: skip
    only_with(
        resume,
        {
            "SCENARIO": scenario, "--between": between, "--only": only, "--spread": spread, "--ruleset": ruleset,
            "--rule": rule, "--seed": seed, "--out": out, "--quick": quick,
            **{f"--{name}": value for name, value in budget.items()},
        },
    )  # fmt: skip
    looked = first_look("matter", quick, {f"--{name}": value for name, value in budget.items()})
    budget = {name.removeprefix("--"): value for name, value in looked.items()}
    if resume is not None:
        folder, question = questions.go_on(resume)
    else:
        if scenario is None:
            raise UserError("name a scenario: tactica matter wfrp1/small")
        question = questions.ask(
            scenario, between or questions.BETWEEN, ruleset=ruleset, only=only or [], spread=spread or SPREAD,
            budget=questions.MatterBudget(**{name: value for name, value in budget.items() if value is not None}),
            rules=knobs(rule), seed=seed or 0,
        )  # fmt: skip
        if rule and not question.rules:
            say(f"{in_force_text(knobs(rule))}, so the numbers are those of the book")
        folder = QuestionFolder.create(
            out or OUT / questions.folder_name(question), msgspec.to_builtins(question), question.stream.ruleset
        )
    with folder.locked():
        names = [player.name for player in question.players]
        say(f"{names[0]} v {names[1]}, {question.knob_count:,} knobs", "bold")
        ensure_compiled(question.stream.ruleset)
        with GameWorkers(jobs) as workers:
            found = conduct(
                question.budget.estimate(question.knob_count), folder, "matter", jobs,
                lambda how: questions.answer(
                    question,
                    lambda shards: run(
                        shards, folder=folder, jobs=jobs, on=on, stop=how.stop, tell=how.tell, workers=workers
                    ),
                    phase=how.phase, expect=how.expect,
                ),
            )  # fmt: skip
        finding = finding_of(found, folder.manifest)
        show_answer(finding.answer)
        say_quick("matter", quick, question.budget.judge)
        show(finding)
        keep(folder.path, finding, found.plain(), found.rows(), json)
        if report is not None:
            say_saved(put_part(report, "matter", markdown_part(finding)))
        end_forfeited(sum(folder.forfeits.values()), folder.reason)

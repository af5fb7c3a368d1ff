"""``tactica lab``: what a house rule changes, and whether the laboratory finds what was planted."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from ..common import (
    EXIT_FAILED,
    UserError,
    a_seed,
    check_writable,
    ensure_compiled,
    say,
    say_saved,
    show_answer,
)
from ..forfeits import end_forfeited
from ..naming import book_name
from . import completing
from .options import Json
from .overriding import Rules, knobs
from .quick import Quick, first_look, say_quick

if TYPE_CHECKING:
    from ..laboratory.auditing import AuditBudget
    from ..laboratory.checked import Checked
    from ..laboratory.plants import Plants
    from ..laboratory.running import QuestionFolder

OUT = Path("runs/lab")
ADAPTED = "adapted"  # folder of the searches for a best response, within that of an audit
SUSPECTS, SCOUTS, QUESTIONS, JUDGED = 80, 7, 130, 16  # of an audit, about
WATCHED = 1200  # pairs in which an audit counts who uses which options, about; the budget does not change them

#: What no option sets, with ``--quick``: no second scouting, and fewer games with players that take rarely used options.
QUICK_BUDGET = {"plenty": 0, "again": 2, "sift": 4, "longer": 6, "unused": 2, "reach": 8}

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="See what a house rule changes, and check that the laboratory finds planted faults.\n\n"
    "Example: [bold]tactica lab check wfrp1[/]",
)

Pairs = Annotated[
    int | None,
    typer.Option("--pairs", "-n", min=20, help="Pairs of games to judge the largest effects. \\[default: 600]"),
]
Scout = Annotated[
    int | None, typer.Option(min=5, help="Pairs per matchup with one option or item left out. \\[default: 30]")
]
Glance = Annotated[
    int | None, typer.Option(min=10, help="Pairs for the first estimate of each option's worth. \\[default: 80]")
]
Keep = Annotated[
    int | None, typer.Option(min=1, help="Number of options to measure again on fresh dice. \\[default: 12]")
]
Search = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=1000,
        help="Also try a search of this many simulations, such as 30, which takes minutes. \\[default: none]",
    ),
]
Adapt = Annotated[
    float | None,
    typer.Option(
        min=0.05,
        help="Also search for the best response by the book and under the rule, for about this many CPU minutes each. "
        "\\[default: no search]",
    ),
]
Report = Annotated[
    Path | None, typer.Option(help="Also write the answer as Markdown to this file.", show_default=False)
]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Number of processes; results do not depend on it.")]
Seed = Annotated[int | None, typer.Option(callback=a_seed, help="Seed of starts, dice and policies. \\[default: 0]")]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", help=f"Folder for games and answer. \\[default: a new folder in {OUT}]")
]
Resume = Annotated[Path | None, typer.Option(help="Continue the run in this folder.", show_default=False)]


@app.command("check")
def check(
    plants: Annotated[
        str | None,
        typer.Argument(
            help="File of plants, or a ruleset that has one.",
            show_default=False,
            autocompletion=completing.names_in("plants"),
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(help="Check only this plant or control; repeat for more.", show_default=False),
    ] = None,
    pairs: Pairs = None,
    scout: Scout = None,
    glance: Glance = None,
    keep: Keep = None,
    quick: Quick = False,
    jobs: Jobs = 1,
    seed: Seed = None,
    out: Out = None,
    resume: Resume = None,
    json: Json = None,
) -> None:
    """Does the laboratory find planted faults, without false alarms?

    A plant is a change of the rules that makes an option dominant or worthless; without a hint, the audit must name that
    option among its first three findings. A control changes nothing, and must lead to no finding. Exit code 0 if every plant
    is found without a false alarm, else 1. With --quick: the first plant and the first control, unless --only names others.

    Example: [bold]tactica lab check wfrp1 --jobs 2[/], [bold]tactica lab check my_plants.yaml --json check.json[/]
    """
    from ..laboratory import checked
    from ..laboratory import plants as planted
    from ..laboratory.audit_finding import check_finding
    from ..laboratory.running import QuestionFolder
    from ..laboratory.showing import show
    from . import questions

    given = {
        "PLANTS": plants, "--only": only, "--pairs": pairs, "--scout": scout, "--glance": glance, "--keep": keep,
        "--seed": seed, "--out": out,
    }  # fmt: skip
    questions.only_with(resume, given | {"--quick": quick})
    given = first_look("lab check", quick, given)
    if resume is not None:
        before = QuestionFolder.open(resume)
        asked, known = before.manifest["question"], before.asked("lab check", checked.CheckQuestion)
        found, budget = planted.plants_of(known.plants, str(resume)), known.budget
    else:
        if plants is None:
            raise UserError("name a file of plants, or a ruleset that has one: tactica lab check wfrp1")
        found, budget = (
            picked(planted.load(plants), only, quick),
            budget_of(given, quick),
        )
        asked = {
            "command": "lab check", "plants": found.model_dump(), "seed": seed or 0, "budget": msgspec.to_builtins(budget),
        }  # fmt: skip
    folder = folder_of(resume or out, asked, found.ruleset)
    with folder.locked():
        ensure_compiled(found.ruleset)
        cases = checked.cases_of(found, seed=asked["seed"], budget=budget)
        say(f"{book_name(found.ruleset)}: {len(found.plants)} plants, {len(found.controls)} controls", "bold")
        said: list[Checked] = []

        def work(progress: Any, played: Any) -> list[Checked]:
            for one in checked.check(cases, played, progress.phase, time.perf_counter):
                say(line_of(one))
                said.append(one)
            return said

        conducted(folder, "lab check", jobs, len(cases), budget, work)
        came = checked.summary(said, budget)
        finding = check_finding(found, said, came, folder.manifest)
        show_answer(finding.answer)
        say_quick("lab check", quick, budget.pairs)
        show(finding)
        plain = {**came, "ruleset": found.ruleset, "cases": [one.plain() for one in said]}
        questions.keep(folder.path, finding, plain, checked.rows_of(said), json)
    if not came["right"]:
        raise typer.Exit(EXIT_FAILED)


@app.command("audit")
def audit(
    scenario: Annotated[
        str | None, typer.Argument(help="Name (small, wfrp1/small) or file.", show_default=False)
    ] = None,
    rule: Rules = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            "-b",
            help="A behaviour whose options are measured; repeat for more. \\[default: the best one, and charger]",
        ),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset", "-r", help="Ruleset of the scenario, if its name does not say it. \\[default: wfrp1]"
        ),
    ] = None,
    pairs: Pairs = None,
    scout: Scout = None,
    glance: Glance = None,
    keep: Keep = None,
    search: Search = None,
    adapt: Adapt = None,
    quick: Quick = False,
    jobs: Jobs = 1,
    seed: Seed = None,
    out: Out = None,
    resume: Resume = None,
    report: Report = None,
    json: Json = None,
) -> None:
    """Which options does a house rule make better or worse?

    Plays battles by the book and under the changed rules, and again with one option or item left out: if the difference
    disappears, the rule works through it. Then players that differ in one option or item show who gains or loses, on fresh
    starts and dice. Lists significant effects only. For options that players hardly use by the book, it makes players
    that use them.

    With --adapt, tactica exploit searches for a best response to the first player by the book and under the rule, with the same
    seeds, games and decisions. The rule's gain is the difference between what the two best responses win.

    Example: [bold]tactica lab audit wfrp1/small --rule parry.cost.parry_cost_attacks=0 --jobs 2[/]
    """
    from ..laboratory import auditing, best_response, checked
    from ..laboratory.audit_finding import audit_finding
    from ..laboratory.knobs.settings import stream_of
    from ..laboratory.running import QuestionFolder
    from ..laboratory.shards import Player
    from ..laboratory.showing import show, write_markdown
    from . import exploit as exploiting
    from . import questions

    given = {
        "SCENARIO": scenario, "--rule": rule, "--player": player, "--ruleset": ruleset, "--pairs": pairs,
        "--scout": scout, "--glance": glance, "--keep": keep, "--search": search, "--adapt": adapt, "--seed": seed,
        "--out": out,
    }  # fmt: skip
    if report is not None:
        check_writable(report)
    questions.only_with(resume, given | {"--quick": quick})
    given = first_look("lab audit", quick, given)
    if resume is not None:
        before = QuestionFolder.open(resume)
        asked, known = before.manifest["question"], before.asked("lab audit", checked.AuditQuestion)
        question = known.audit
        before.check(question.stream, rules=question.rules)
    else:
        if scenario is None or not rule:
            raise UserError("name a scenario and a rule: tactica lab audit wfrp1/small --rule clause.param=value")
        stream, loaded = stream_of(scenario, ruleset, seed=seed or 0)
        book = loaded.ruleset.rulebook
        rules = {book.knob(one).address: book.knob(one).value(value) for one, value in knobs(rule).items()}
        ensure_compiled(stream.ruleset)
        who = auditing.players_of(stream, [Player.of(name) for name in player or []])
        budget = budget_of(given, quick)
        question = auditing.Audit(stream, who, dict(rules), budget=budget)
        asked = {"command": "lab audit", "audit": msgspec.to_builtins(question)}
        if adapt is not None:
            asked["adapt"] = exploiting.budget({"--minutes": adapt})
    folder = folder_of(resume or out, asked, question.stream.ruleset)
    with folder.locked():
        ensure_compiled(question.stream.ruleset)
        found = conducted(
            folder, "lab audit", jobs, 1, question.budget,
            lambda progress, played: auditing.audit(question, played, progress.phase),
        )  # fmt: skip
        if "adapt" in asked and not found.in_force:
            adapted = conducted(
                folder, "lab audit", jobs, 0, question.budget,
                lambda progress, played: best_response.adapt(
                    question, folder.path / ADAPTED, played, asked["adapt"],
                    stop=progress.stop, phase=progress.phase, jobs=jobs,
                ),
            )  # fmt: skip
            found = msgspec.structs.replace(found, adapted=adapted)
        finding = audit_finding(question, found, folder.manifest)
        show_answer(finding.answer)
        say_quick("lab audit", quick, question.budget.pairs)
        show(finding)
        rows = [msgspec.to_builtins(one) for one in found.judged]
        questions.keep(folder.path, finding, msgspec.to_builtins(found), rows, json)
        if report is not None:
            say_saved(write_markdown(finding, report))
        end_forfeited(sum(folder.forfeits.values()), folder.reason)


# --- what both share ------------------------------------------------------------------------------------------------------


def budget_of(given: Mapping[str, Any], is_quick: bool) -> AuditBudget:
    """The budget of the options of a command line; what is not given is as usual, or as ``--quick`` has it."""
    from ..laboratory.auditing import AuditBudget

    wanted = {name: given.get(f"--{name}") for name in ("pairs", "scout", "glance", "keep", "search")}
    found = {name: value for name, value in wanted.items() if value is not None}
    return AuditBudget(**{**(QUICK_BUDGET if is_quick else {}), **found})


def folder_of(path: Path | None, asked: dict[str, Any], slug: str) -> QuestionFolder:
    """Where a question keeps its games."""
    from ..laboratory.running import QuestionFolder

    digest = hashlib.sha256(msgspec.json.encode(asked)).hexdigest()[:8]
    return QuestionFolder.create(path or OUT / f"{asked['command'].split()[1]}-{slug}-{digest}", asked, slug)


def conducted(
    folder: QuestionFolder,
    command: str,
    jobs: int,
    cases: int,
    budget: AuditBudget,
    work: Callable[[Any, Any], Any],
    go_on: str = "",
) -> Any:
    """Do the work; it is given the progress, and what plays shards into the folder.

    Arguments as of :func:`~tactica.experiments.commands.questions.conduct`.
    """
    from ..laboratory.running import GameWorkers, run
    from .questions import conduct

    judged = SUSPECTS * SCOUTS * budget.scout + QUESTIONS * budget.glance + JUDGED * budget.pairs
    total = cases * (WATCHED + 2 * judged)
    with GameWorkers(jobs) as workers:

        def playing(progress: Any) -> Any:
            def played(shards: Sequence[Any]) -> Any:
                return run(
                    shards, folder=folder, jobs=jobs, stop=progress.stop, tell=progress.tell, workers=workers
                )  # fmt: skip

            return work(progress, played)

        return conduct(total, folder, command, jobs, playing, go_on)


def picked(plants: Plants, only: Sequence[str] | None, is_quick: bool = False) -> Plants:
    """The plants and controls that are named; else the first of each for a first look, or all.

    Raises:
        UserError: one is not there.
    """
    names = [*plants.plants, *plants.controls]
    if wrong := [name for name in only or [] if name not in names]:
        raise UserError(f"no plant or control is called {wrong[0]!r}; choose from: {', '.join(names)}")
    if not only and is_quick:
        say(
            f"--quick: the first of {len(plants.plants)} plants and of {len(plants.controls)} controls; --only names others"
        )
        only = [*list(plants.plants)[:1], *list(plants.controls)[:1]]
    if not only:
        return plants
    return plants.model_copy(
        update={
            "plants": {name: one for name, one in plants.plants.items() if name in only},
            "controls": {name: one for name, one in plants.controls.items() if name in only},
        }
    )


def line_of(one: Checked) -> str:
    """The result of a case, in a line."""
    from ..laboratory.audit_words import named_text

    place = f" at place {one.place}" if one.is_plant and one.is_right else ""
    return f"{one.name}: {one.verdict}{place}; named: {named_text(one.audited)}; {one.seconds:.0f} s"

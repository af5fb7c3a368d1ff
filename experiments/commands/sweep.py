"""``tactica sweep``: what the numbers of a rule do."""

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
    warn,
)
from ..forfeits import end_forfeited
from .options import Json, On
from .quick import Quick, first_look, say_quick

OUT = Path("runs/sweep")
PAIRS, ADAPT_PAIRS, STARTS = 1000, 6000, 256


def sweep(
    scenario: Annotated[
        str | None, typer.Argument(help="Name (small, wfrp1/small) or file.", show_default=False)
    ] = None,
    rule: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            metavar="KNOB=VALUE,VALUE,...",
            help="A knob and the values to try: clause.param=0,10,20. Two knobs make a grid. One value "
            "fixes a knob; if it is the only one, it is compared with the book's.",
            show_default=False,
        ),
    ] = None,
    between: Annotated[
        tuple[str, str] | None,
        typer.Option(help="The two players, as in tactica compare.", show_default=False),
    ] = None,
    policy_adapts: Annotated[
        bool,
        typer.Option(
            "--policy-adapts",
            help="Also search for the best response to B at each value, and judge it on fresh starts and dice.",
        ),
    ] = False,
    adapt_pairs: Annotated[
        int | None,
        typer.Option(
            "--adapt-pairs",
            min=0,
            help=f"With --policy-adapts: pairs per value; 0 tries built-in behaviours only. \\[default: {ADAPT_PAIRS}]",
        ),
    ] = None,
    measure: Annotated[
        list[str] | None,
        typer.Option(help="Also print this measure, such as shots; the page shows all of them.", show_default=False),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset", "-r", help="Ruleset of the scenario, if its name does not say it. \\[default: wfrp1]"
        ),
    ] = None,
    pairs: Annotated[
        int | None, typer.Option("--pairs", "-n", min=2, help=f"Pairs of games for each value. \\[default: {PAIRS}]")
    ] = None,
    quick: Quick = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="Number of processes; results do not depend on it.")
    ] = 1,
    on: On = "",
    seed: Annotated[
        int | None, typer.Option(callback=a_seed, help="Seed of starts, dice and policies. \\[default: 0]")
    ] = None,
    starts: Annotated[
        int | None, typer.Option(min=1, help=f"Starts to draw from a random scenario. \\[default: {STARTS}]")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help=f"Folder for games and answer. \\[default: a new folder in {OUT}]"),
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the sweep in this folder.", show_default=False)] = None,
    json: Json = None,
) -> None:
    """What does a number in the rules do? Play the same starts and dice under several values of it.

    Shows score, rounds, draws, casualties and all other measures for each value, with intervals, and the paired difference
    from the book's value (or from the first, if the book's is not among them). Every start and seed is played twice, seats
    swapped. Stop any time with Ctrl-C; --resume, or the same command, continues.

    Example: [bold]tactica sweep wfrp1/small --rule action.charge.charge_ws_bonus=0,10,20,30,40 --between guardian charger[/]
    """
    import msgspec

    from ..laboratory.knobs import sweeping as questions
    from ..laboratory.knobs.answers import write_tactics
    from ..laboratory.knobs.settings import split_values
    from ..laboratory.knobs.sweep_finding import finding_of
    from ..laboratory.running import QuestionFolder
    from ..laboratory.showing import show
    from .questions import conduct, keep, only_with

    only_with(
        resume,
        {
            "SCENARIO": scenario, "--rule": rule, "--between": between, "--policy-adapts": policy_adapts,
            "--adapt-pairs": adapt_pairs, "--ruleset": ruleset, "--pairs": pairs, "--seed": seed, "--starts": starts,
            "--out": out, "--quick": quick,
        },
    )  # fmt: skip
    if resume is not None:
        folder, question = questions.go_on(resume)
        check_measures(measure or [], question.stream.ruleset)
    else:
        if scenario is None or between is None or not rule:
            raise UserError(
                "a sweep needs a scenario, a knob with values, and two players: tactica sweep wfrp1/small "
                "--rule action.charge.charge_ws_bonus=0,10,20 --between guardian charger"
            )
        pairs = first_look("sweep", quick, {"--pairs": pairs})["--pairs"]
        if adapt_pairs is not None and not policy_adapts:
            raise UserError("--adapt-pairs needs --policy-adapts")
        wanted = {}
        for one in rule:
            address, equals, values = one.partition("=")
            if not equals or not address or not values:
                raise UserError(f"{one!r}: write it as clause.param=value,value,...")
            if address in wanted:
                raise UserError(f"--rule {address} is given twice; write all its values behind one =")
            wanted[address] = split_values(values)
        question = questions.ask(
            scenario, wanted, between, ruleset=ruleset, pairs=pairs or PAIRS, policy_adapts=policy_adapts,
            adapt_pairs=ADAPT_PAIRS if adapt_pairs is None else adapt_pairs, seed=seed or 0, starts=starts or STARTS,
        )  # fmt: skip
        check_measures(measure or [], question.stream.ruleset)
        if all(len(values) == 1 for values in wanted.values()):
            axis = question.axes[0]
            book = axis.labels[axis.numbers.index(axis.default)]
            say(f"{axis.address}: one value is given, so it is compared with the book's, {book}")
        folder = QuestionFolder.create(
            out or OUT / questions.folder_name(question), msgspec.to_builtins(question), question.stream.ruleset
        )
    with folder.locked():
        say(
            f"{question.names[0]} v {question.names[1]}, {len(question.settings)} values, {question.total:,} pairs in all",
            "bold",
        )
        ensure_compiled(question.stream.ruleset)
        found = conduct(
            question.total, folder, "sweep", jobs,
            lambda how: questions.play(question, folder=folder, jobs=jobs, on=on, stop=how.stop, tell=how.tell),
        )  # fmt: skip
        finding = finding_of(found, folder.manifest, measure or [])
        show_answer(finding.answer)
        say_quick("sweep", quick, pairs)
        say(finding.lead)
        show(finding)
        if found.cut_off:
            warn(f"{found.cut_off:,} games hit the decision limit and count as draws")
        for file in write_tactics(found, folder.path):
            say_saved(file)
        keep(folder.path, finding, found.plain(), found.rows(), json)
        end_forfeited(sum(folder.forfeits.values()), folder.reason)


def check_measures(names: list[str], slug: str) -> None:
    """Refuse a measure that is not counted, before anything is played.

    Raises:
        UserError: nothing is called that.
    """
    from ...envs import rulesets
    from ..laboratory.knobs.outcomes import EVERYWHERE

    known = [*EVERYWHERE, *(measure.name for measure in rulesets.get(slug).book.tactics.measures)]
    for name in names:
        if name not in known:
            raise UserError(f"--measure {name!r}: no such measure; choose from: {', '.join(known)}")

"""``tactica worth``: what options, items and units are worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..common import (
    UserError,
    a_seed,
    console,
    ensure_compiled,
    find_scenario,
    say,
    say_saved,
    show_answer,
    show_table,
    write_json,
)
from ..forfeits import end_forfeited
from ..naming import place_name
from .options import Json
from .overriding import Rules, knobs
from .quick import Quick, first_look, say_quick

if TYPE_CHECKING:
    from ..laboratory.running import QuestionFolder

OUT = Path("runs/worth")
PAIRS, STARTS, NUDGE = 2000, 256, 1.0
LISTED = ("SCENARIO", "--player", "--list", "--ruleset", "--rule", "--seed", "--starts", "--json")  # what --list heeds


def worth(
    scenario: Annotated[
        str | None, typer.Argument(help="Name (small, wfrp1/small) or file.", show_default=False)
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            "-b",
            help="Player whose options are measured, as in tactica compare. \\[default: the best behaviour]",
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            help="Measure only this option: parry, strike.stun, take_up.rapier, load+aim (together); repeat for more.",
            show_default=False,
        ),
    ] = None,
    encourage: Annotated[
        bool,
        typer.Option(
            "--encourage", help="Also raise and lower each weight, try doctrines, and options that are never chosen."
        ),
    ] = False,
    items: Annotated[bool, typer.Option("--items", help="Also remove items and units, one at a time.")] = False,
    statuses: Annotated[
        bool, typer.Option("--statuses", help="Also measure what each status is worth to a unit that gets it.")
    ] = False,
    only: Annotated[
        bool,
        typer.Option(
            "--no-options", help="With --encourage, --items or --statuses: do only these, and forbid no options."
        ),
    ] = False,
    rosters: Annotated[
        bool,
        typer.Option(
            "--rosters",
            help="Measure units, not options: what each unit of the scenario's `choose` is worth, over random rosters.",
        ),
    ] = False,
    budget: Annotated[
        int | None,
        typer.Option("--points", min=1, help="With --rosters: points each side may spend. \\[default: the scenario's]"),
    ] = None,
    list_options: Annotated[
        bool, typer.Option("--list", help="Only list the options and how often the player chooses them.")
    ] = False,
    against: Annotated[
        str | None,
        typer.Option(help="Opponent of the player with and without the option. \\[default: the two play each other]"),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset", "-r", help="Ruleset of the scenario, if its name does not say it. \\[default: wfrp1]"
        ),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option(
            "--pairs",
            "-n",
            min=2,
            max=100_000,
            help=f"Pairs of games for each question; with --rosters, in all. \\[default: {PAIRS}]",
        ),
    ] = None,
    nudge: Annotated[
        float | None,
        typer.Option(
            min=0.001, max=500, help=f"With --encourage: how far to raise and lower weights. \\[default: {NUDGE:g}]"
        ),
    ] = None,
    rule: Rules = None,
    quick: Quick = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="Number of processes; results do not depend on it.")
    ] = 1,
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
    resume: Annotated[Path | None, typer.Option(help="Continue the run in this folder.", show_default=False)] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            help="Also write the result into this report, made by tactica discover --report.", show_default=False
        ),
    ] = None,
    json: Json = None,
) -> None:
    """What is each option worth? Pit a player against a copy of itself that may not use it.

    Shows the worth of each option in rating points with a 95 % interval, and how often it was available and chosen.
    Significant results are measured again on fresh dice, and for other players who use the option. This separates options
    that everybody needs, options that nobody should choose, and options that this player misuses.

    Example: [bold]tactica worth wfrp1/small --player guardian --jobs 2[/]
    """
    from .questions import check_part, only_with

    check_part(report, "worth")
    given = {
        "SCENARIO": scenario, "--player": player, "--option": option, "--encourage": encourage, "--items": items,
        "--statuses": statuses, "--no-options": only, "--rosters": rosters, "--points": budget, "--list": list_options,
        "--against": against, "--ruleset": ruleset, "--pairs": pairs, "--nudge": nudge, "--rule": rule, "--seed": seed,
        "--starts": starts, "--out": out, "--quick": quick,
    }  # fmt: skip
    only_with(resume, given)
    pairs = first_look("worth", quick, {"--pairs": pairs})["--pairs"]
    if resume is None and scenario is None:
        raise UserError("worth needs a scenario: tactica worth wfrp1/small --player guardian")
    if scenario is not None:
        slug, _ = find_scenario(scenario, ruleset if "/" not in scenario else None)
        refuse_option(out, slug)
        ensure_compiled(slug)
    if list_options:
        all_given = given | {"--report": report, "--json": json}
        if useless := [name for name, value in all_given.items() if value and name not in LISTED]:
            raise UserError(f"--list only lists options; leave out {', '.join(useless)}")
        assert scenario is not None
        list_uses(scenario, player, ruleset, seed or 0, starts or STARTS, knobs(rule), json)
        return
    if rosters or (resume is not None and holds_rosters(resume)):
        for name in ("--option", "--encourage", "--items", "--statuses", "--no-options", "--nudge", "--starts"):
            if given[name]:
                raise UserError(f"--rosters measures units, not options; leave out {name}")
        if report is not None:
            raise UserError("a report shows what options are worth, not units; leave out --report")
        from .rostering import ask_rosters

        folder = ask_rosters(
            scenario, player, against, ruleset=ruleset, battles=pairs or PAIRS, budget=budget or 0, rules=knobs(rule),
            seed=seed or 0, jobs=jobs, out=out, resume=resume, json=json,
        )  # fmt: skip
        say_quick("worth", quick, pairs or PAIRS)
        end_forfeited(sum(folder.forfeits.values()), folder.reason)
        return
    if budget is not None:
        raise UserError("--points needs --rosters")
    wanted = {"encourage": encourage, "items": items, "statuses": statuses}
    kinds = [name for name, is_wanted in wanted.items() if is_wanted]
    if only and (not kinds or option):
        raise UserError("--no-options needs --encourage, --items or --statuses, and excludes --option")
    folder = ask_worth(
        scenario, player, option or [], kinds if only else ["forbid", *kinds], against, ruleset=ruleset, pairs=pairs or PAIRS,
        nudge=nudge or NUDGE, rules=knobs(rule), seed=seed or 0, starts=starts or STARTS, jobs=jobs, out=out, resume=resume,
        report=report, json=json,
    )  # fmt: skip
    say_quick("worth", quick, pairs or PAIRS)
    end_forfeited(sum(folder.forfeits.values()), folder.reason)


def refuse_option(out: Path | None, slug: str) -> None:
    """Refuse an output folder with the name of an option, unless it exists: ``-o`` once named the option.

    Raises:
        UserError: it has such a name.
    """
    from ...envs.engine.options import UnknownOption, find

    if out is None or out.exists():
        return
    try:
        for part in str(out).split("+"):
            find(slug, part)
    except UnknownOption:
        return
    raise UserError(
        f"-o {out} is the output folder, but {out} is an option of {slug}: use --option {out}, or -o ./{out}-games"
    )


def holds_rosters(path: Path) -> bool:
    """Whether a folder holds a question about rosters."""
    from ..laboratory.running import QuestionFolder

    return bool(QuestionFolder.open(path).manifest["question"].get("command") == "rosters")


def ask_worth(
    scenario: str | None,
    player: str | None,
    options: list[str],
    kinds: list[str],
    against: str | None,
    *,
    ruleset: str | None,
    pairs: int,
    nudge: float,
    rules: dict[str, int | str],
    seed: int,
    starts: int,
    jobs: int,
    out: Path | None,
    resume: Path | None,
    report: Path | None,
    json: Path | None,
) -> QuestionFolder:
    """Measure what options are worth, print the result and save it. Returns the folder."""
    import msgspec

    from ..laboratory.parts import put_entry
    from ..laboratory.running import QuestionFolder
    from ..laboratory.showing import markdown_part, show
    from ..laboratory.worth import playing
    from ..laboratory.worth.finding import finding_of
    from .questions import conduct, keep

    if resume is not None:
        folder, question = playing.go_on(resume)
    else:
        assert scenario is not None
        if player is None:
            say("ranking the behaviours quickly ...")
        question = playing.ask(
            scenario, player, options=options, kinds=kinds, against=against, ruleset=ruleset, pairs=pairs, nudge=nudge,
            rules=rules, seed=seed, starts=starts,
        )  # fmt: skip
        folder = QuestionFolder.create(
            out or OUT / playing.folder_name(question), msgspec.to_builtins(question), question.stream.ruleset
        )
    with folder.locked():
        ensure_compiled(question.stream.ruleset)
        say(f"counting which options {question.player.name} has and which it chooses ...")
        trials = playing.trials_of(question)
        asked = [trial for trial in trials if trial.pairs and not trial.why]
        say(
            f"{question.player.name}: {len(asked)} {'question' if len(asked) == 1 else 'questions'}, "
            f"{playing.expected(asked):,} pairs; significant results are measured again",
            "bold",
        )
        found = conduct(
            playing.expected(asked), folder, "worth", jobs,
            lambda progress: playing.play(
                question, trials, folder=folder, jobs=jobs, stop=progress.stop, tell=progress.tell, phase=progress.phase
            ),
        )  # fmt: skip
        finding = finding_of(found, folder.manifest, question)
        show_answer(finding.answer)
        say(finding.lead)
        show(finding)
        keep(folder.path, finding, found.plain(), found.rows(), json)
        if report is not None:
            say_saved(put_entry(report, "worth", found.player, markdown_part(finding)))
    return folder


def list_uses(
    scenario: str,
    player: str | None,
    ruleset: str | None,
    seed: int,
    starts: int,
    rules: dict[str, int | bool | str],
    json: Path | None = None,
) -> None:
    """List the options of a scenario, and how a player uses them."""
    from rich.table import Table
    from rich.text import Text

    from ..laboratory.worth import asking, playing
    from ..laboratory.worth.usage import groups_of, uses_of

    console.quiet = False  # the list is the answer
    question = playing.ask(scenario, player, ruleset=ruleset, rules=rules, seed=seed, starts=starts)
    slug = question.stream.ruleset
    place = place_name(slug, question.stream.scenario)
    uses = uses_of(question.stream, question.player, question.player, asking.SEEN, question.rules)
    table = Table(
        title=Text(f"options in {place}, as {question.player.name} met them in {asking.SEEN} games"),
        title_justify="left",
    )
    table.add_column("option")
    for column in ("times legal", "chosen", "share"):
        table.add_column(column, justify="right")
    table.add_column("chosen most when")
    for name, use in uses.items():
        table.add_row(Text(name), f"{use.offered[0]:,}", f"{use.chosen[0]:,}", f"{use.share:.0%}", Text(use.telling))
    show_table(table, ("chosen most when", "share"))
    groups = groups_of(slug, uses)
    if groups:
        say("together: " + "; ".join(f"{name} ({', '.join(verbs)})" for name, verbs in groups.items()))
    say("a mode or an item is available only after its verb has been chosen; forced choices are not counted")
    rows = [{"option": name, "legal": use.offered[0], "chosen": use.chosen[0]} for name, use in uses.items()]
    write_json({"player": question.player.name, "games": asking.SEEN, "options": rows, "groups": groups}, json)

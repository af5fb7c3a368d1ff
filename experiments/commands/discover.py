"""``tactica discover``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..common import (
    UserError,
    check_writable,
    ensure_compiled,
    find_scenario,
    named_scenarios,
    refuse_repeated,
    say,
    say_saved,
    show_answer,
    warn,
    write_json,
)
from ..forfeits import end_forfeited
from ..naming import place_name
from . import completing
from .options import Json, On
from .overriding import Rules, knobs
from .quick import Quick, first_look, say_quick

if TYPE_CHECKING:
    from ..laboratory.running import QuestionFolder
    from ..laboratory.tactics.found import Discovery
    from ..laboratory.tactics.plan import Plan
    from ..laboratory.tactics.population import Member, Response

OUT = Path("runs/discover")
#: What no option sets, with --quick: fewer games of each two, against one player alone, and with searches.
QUICK_PLAN = {"matrix_pairs": 20, "exploit_pairs": 150, "slow_pairs": 20}
ADAPTED = "adapted"  # folder of the searches for a best response, within that of a search for tactics


def discover(
    scenario: Annotated[
        list[str] | None,
        typer.Argument(help="Name (small, wfrp1/small) or file.", show_default=False),
    ] = None,
    recipe: Annotated[
        str | None,
        typer.Option(
            help="Settings from a recipe, see configs/tactics.", autocompletion=completing.names_in("tactics")
        ),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option("--ruleset", "-r", help="Ruleset of scenarios whose names do not say it. \\[default: wfrp1]"),
    ] = None,
    field: Annotated[
        list[str] | None,
        typer.Option("--field", "-f", help="An opponent; repeat for more. \\[default: all built-in behaviours]"),
    ] = None,
    begin: Annotated[
        list[str] | None,
        typer.Option(help="Behaviour from which to start a race; repeat for more. \\[default: three of the field]"),
    ] = None,
    respond: Annotated[
        list[str] | None,
        typer.Option(
            help="Another player to try against the tactics found; repeat for more. \\[default: search:20, trained networks]"
        ),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option("--pairs", "-n", min=1, help="Pairs of games for each race against the field. \\[default: 12000]"),
    ] = None,
    judge: Annotated[
        int | None, typer.Option(min=50, help="Fresh pairs to judge each tactic. \\[default: 2000]")
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            min=0.001,
            max=0.499,
            help="A response refutes dominance if it wins more than half of the points plus this share. \\[default: 0.03]",
        ),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            "--responses", min=0, max=50, help="Maximum number of best responses to the mixture. \\[default: 2]"
        ),
    ] = None,
    exploiter_turns: Annotated[
        int | None,
        typer.Option(
            min=0, max=10, help="Rounds in which responses that clearly beat one player join the field. \\[default: 1]"
        ),
    ] = None,
    adapt: Annotated[
        float | None,
        typer.Option(
            min=0.05,
            help="The leading tactic must also withstand the best counter that tactica exploit finds in about this many CPU "
            "minutes. \\[default: no such test]",
        ),
    ] = None,
    map_: Annotated[
        bool | None, typer.Option("--map/--no-map", help="Draw a map of styles (needs pyribs).", show_default=False)
    ] = None,
    axis: Annotated[
        list[str] | None,
        typer.Option(help="Measure of style for an axis of the map; one or two. \\[default: aggression, distance]"),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**31 - 1, help="Seed of starts, dice and changes. \\[default: 0]")
    ] = None,
    starts: Annotated[
        int | None, typer.Option(min=1, help="Starts to draw from a random scenario. \\[default: 256]")
    ] = None,
    rule: Rules = None,
    quick: Quick = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="Number of processes; results do not depend on it.")
    ] = 2,
    on: On = "",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help=f"Folder for the games. \\[default: a new folder in {OUT}]")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the search in this folder.")] = None,
    report: Annotated[
        Path | None, typer.Option(help="Also write the report to this file, with figures beside it.")
    ] = None,
    json: Json = None,
) -> None:
    """Which tactics are strong? Mutate behaviours, race them, map their styles, and search for best responses.

    Writes the tactics it finds as behaviour files, without weights that do not matter, and adds them to the field. All
    results come from starts and dice that no search has seen. A tactic is called dominant only if no response found within
    the budget wins more than half of the points plus the margin; with --adapt, it must also withstand the best counter that
    tactica exploit finds.

    Exit code 0 when done, 2 for a mistake in the command. Stop any time with Ctrl-C: --resume FOLDER continues.

    Example: [bold]tactica discover wfrp1/small --begin charger[/]
    """
    from ...envs.replay.files import is_stream
    from .questions import only_with

    given: dict[str, Any] = {
        "SCENARIO": scenario, "--recipe": recipe, "--ruleset": ruleset, "--field": field, "--begin": begin,
        "--respond": respond, "--pairs": pairs, "--judge": judge, "--margin": margin, "--responses": rounds,
        "--exploiter-turns": exploiter_turns, "--adapt": adapt, "--map": map_,
        "--axis": axis, "--seed": seed, "--starts": starts, "--rule": rule, "--out": out,
    }  # fmt: skip
    if report is not None:
        check_writable(report)
        if is_stream(report):
            raise UserError(f"{report}: is not a file; --report needs one, since figures are written beside it")
    only_with(resume, given | {"--quick": quick, "--map": map_ is not None})
    given = first_look("discover", quick, given)
    if resume is not None:
        folder = opened(resume)
    else:
        folder = begun(given, quick)
    with folder.locked():
        found = conduct(folder, jobs, on)
        finish(found, folder, report, json)
        say_quick("discover", quick, given["--judge"])
        end_forfeited(sum(folder.forfeits.values()), folder.reason)


def opened(path: Path) -> QuestionFolder:
    """The folder of a search.

    Raises:
        UserError: it holds none.
    """
    from ..laboratory.running import QuestionFolder

    folder = QuestionFolder.open(path)
    if folder.manifest["question"].get("command") != "discover":
        raise UserError(f"{path} is not the folder of a search for tactics")
    return folder


def begun(given: dict[str, Any], is_quick: bool = False) -> QuestionFolder:
    """The folder of a search to be.

    Args:
        given: value of each option.
        is_quick: whether it is a first look.

    Raises:
        UserError and others: the settings are wrong.
    """
    from ..laboratory.running import QuestionFolder
    from ..laboratory.tactics.atlas import MISSING, is_installed
    from ..laboratory.tactics.plan import plan_of, read

    settings: dict[str, Any] = {}
    if given["--recipe"] is not None:
        settings = read(given["--recipe"]).model_dump()
    names = given["SCENARIO"] or settings.get("scenarios")
    if not names:
        raise UserError("name a scenario, such as wfrp1/small, or a --recipe")
    slug = given["--ruleset"] or settings.get("ruleset")
    if slug is None:
        slug = find_scenario(names[0])[0]
    sources = named_scenarios(names, slug)
    slugs = {source.ruleset.slug for _, source in sources}
    if len(slugs) > 1:
        raise UserError(f"scenarios of several rulesets: {', '.join(sorted(slugs))}; search in one of them")
    slug = slugs.pop()
    wanted = {
        "field": given["--field"], "begin": given["--begin"], "respond": given["--respond"], "race_pairs": given["--pairs"],
        "judge_pairs": given["--judge"], "margin": given["--margin"], "rounds": given["--responses"],
        "exploiter_turns": given["--exploiter-turns"], "adapt": given["--adapt"], "map": given["--map"],
        "axes": given["--axis"], "seed": given["--seed"], "starts": given["--starts"],
        "rules": knobs(given["--rule"]) or None,
    }  # fmt: skip
    settings |= QUICK_PLAN if is_quick else {}
    settings |= {name: value for name, value in wanted.items() if value not in (None, [])}
    settings |= {"ruleset": slug, "scenarios": [name.removeprefix(f"{slug}/") for name, _ in sources]}
    plan = plan_of(settings, "tactica discover")
    if plan.map and not is_installed():
        if given["--map"]:
            raise UserError(MISSING)
        warn(f"{MISSING}; continuing without it")
        plan = plan.model_copy(update={"map": False})
    check(plan)
    question = {"command": "discover", **plan.model_dump(), "players": hashes(plan)}
    import hashlib
    import json as jsons

    short = hashlib.sha256(jsons.dumps(question, sort_keys=True).encode()).hexdigest()[:8]
    places = "-".join(Path(name).stem for name in plan.scenarios)
    return QuestionFolder.create(given["--out"] or OUT / f"{slug}-{places}-{short}", question, slug)


def check(plan: Plan) -> None:
    """Refuse a plan that cannot be carried out, before anything is played."""
    from ...envs.engine.pools import open_pool
    from ..laboratory.tactics.atlas import style_names
    from ..laboratory.tactics.entrants import field_of, responders, starts_of

    known = style_names(plan.ruleset)
    for name in plan.axes:
        if name not in known:
            raise UserError(f"--axis {name!r}: no such measure of style; there are: {', '.join(known)}")
    for option, names in (
        ("--axis", plan.axes), ("--field", plan.field), ("--begin", plan.begin), ("--respond", plan.respond),
        ("SCENARIO", plan.scenarios),
    ):  # fmt: skip
        refuse_repeated(option, names)
    for place in plan.scenarios:
        open_pool(plan.ruleset, place, n=1, split="eval", rules=plan.rules)
    members = field_of(plan)
    starts_of(plan, members, [0.0] * len(members))
    responders(plan)


def hashes(plan: Plan) -> dict[str, str]:
    """Digests of all players a search begins with: with others it is another search."""
    from ...envs.engine.behaviours import shipped
    from ..laboratory.shards import Player

    named = [*(plan.field or shipped()), *plan.begin, *plan.respond]
    return {name: Player.of(name).digest(plan.ruleset) for name in dict.fromkeys(named)}


def conduct(folder: QuestionFolder, jobs: int, on: str) -> Discovery:
    """Play, showing how far it is.

    Raises:
        typer.Exit: stopped with Ctrl-C.
    """
    from ..laboratory.running import GameWorkers
    from ..laboratory.tactics.adapting import adapted_to
    from ..laboratory.tactics.discovery import discover as search
    from ..laboratory.tactics.discovery import expected_pairs
    from ..laboratory.tactics.ground import Ground
    from ..laboratory.tactics.plan import plan_of
    from .exploit import budget
    from .questions import Progress
    from .questions import conduct as conducted

    question = folder.manifest["question"]
    settings = {key: value for key, value in question.items() if key not in ("command", "players")}
    plan = plan_of(settings, str(folder.path / "manifest.json"))
    if hashes(plan) != question.get("players"):
        raise UserError(f"{folder.path}: a player has changed since; use another folder")
    ensure_compiled(plan.ruleset)
    say(f"search for tactics in {place_name(plan.ruleset, *plan.scenarios)}; into {folder.path}", "bold")
    expected = expected_pairs(plan)

    def work(progress: Progress) -> Discovery:
        def stage(name: str) -> None:
            progress.phase(name)
            rest = sum(list(expected.values())[list(expected).index(name) :]) if name in expected else 0
            progress.expect(progress.played + rest)  # what a stage did not need is not waited for

        with GameWorkers(jobs) as workers:
            ground = Ground(
                plan.streams, plan.rules, folder, jobs, on, progress.stop, progress.tell, workers if jobs > 1 else None
            )

            def adapting(leader: Member) -> list[Response]:
                if not plan.adapt:
                    return []
                workers.rest()  # their CPU time would be waited for
                settings, path = budget({"--minutes": plan.adapt}), folder.path / ADAPTED / file_name(leader.name)
                return adapted_to(leader, plan, path, settings, progress.stop, progress.phase, jobs)

            return search(plan, ground, say=lambda text: say(f"  {text}"), stage=stage, adapting=adapting)

    return conducted(sum(expected.values()), folder, "discover", jobs, work)


def file_name(name: str) -> str:
    """A player's name as that of a folder."""
    return re.sub(r"[^A-Za-z0-9_]+", "-", name)


def finish(found: Discovery, folder: QuestionFolder, report: Path | None, json: Path | None) -> None:
    """Print the findings, and write them."""
    import msgspec

    from ...envs.replay.files import write_whole
    from ..laboratory.showing import page, show
    from ..laboratory.tactics.finding import finding_of, saved_games, write_report
    from ..laboratory.tactics.telling import write_finding

    shown = finding_of(found, folder.manifest, saved_games(found, folder), report.stem if report is not None else "")
    show_answer(shown.answer)
    show(shown)
    finding = write_finding(found, folder)
    written = write_whole(folder.path / "report.html", page(shown).encode("utf-8"))
    for file in (finding, written, *sorted((folder.path / "tactics").glob("*.yaml"))):
        say_saved(file)
    if report is not None:
        say_saved(write_report(found, shown, report))
    write_json(msgspec.json.decode(finding.read_bytes()), json)

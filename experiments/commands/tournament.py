"""``tactica tournament``: all against all."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..common import (
    UserError,
    a_seed,
    console,
    find_scenario,
    named_scenarios,
    say,
    say_saved,
    show_answer,
    show_table,
    write_json,
)
from ..forfeits import end_forfeited
from .options import Json
from .overriding import Rules, knobs
from .quick import Quick, first_look, say_quick

if TYPE_CHECKING:
    from ...envs.scenario import Scenario
    from ..tournament.manifest import Manifest
    from ..tournament.pairs import Pairs
    from ..tournament.standing import Standing
    from ..tournament.store import TournamentFolder

OUT = Path("runs/tournament")
PAIRS = 200
SCENARIOS = ("tiny", "small", "standard", "ambush")
QUICK_SCENARIOS = ("tiny", "small")  # with --quick: their games are the shortest


def tournament(
    players: Annotated[
        list[str] | None,
        typer.Argument(
            help="Who plays: names (charge, archer, ...), search:200, FILE.yaml for a behaviour, trained:NAME, "
            "FILE.safetensors or FILE.zip for trained models, or FILE.py:Name. "
            "\\[default: every built-in player]",
            show_default=False,
        ),
    ] = None,
    scenario: Annotated[
        list[str] | None,
        typer.Option(
            "--scenario",
            "-s",
            help=f"Name (small, wfrp1/small) or file; repeat for more. \\[default: {', '.join(SCENARIOS)}]",
        ),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option("--ruleset", "-r", help="Ruleset of scenarios whose names do not say it. \\[default: wfrp1]"),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option("--pairs", "-n", min=1, help=f"Pairs of games per pairing and scenario. \\[default: {PAIRS}]"),
    ] = None,
    quick: Quick = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="Number of processes; results do not depend on it.")
    ] = 1,
    seed: Annotated[
        int | None, typer.Option(callback=a_seed, help="Seed of starts, dice and policies. \\[default: 0]")
    ] = None,
    starts: Annotated[
        int | None,
        typer.Option(min=1, help="Starts to draw from a random scenario. \\[default: 64]"),
    ] = None,
    layout: Annotated[
        str | None, typer.Option(help="Layout that Python policies see: auto, small, standard, full. \\[default: auto]")
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option(min=0.001, help="Seconds a Python policy may take per call. \\[default: no limit]")
    ] = None,
    rule: Rules = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help=f"Folder for the results. \\[default: {OUT}]")] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the tournament in this folder.")] = None,
    page: Annotated[bool, typer.Option("--page/--no-page", help="Write the report page at the end.")] = True,
    json: Json = None,
) -> None:
    """Play a round robin, every start twice with seats swapped; get ratings with intervals and a report page.

    Stop any time with Ctrl-C and continue with --resume: no finished game is lost or played twice. With --quick the default
    scenarios are tiny and small.

    Example: [bold]tactica tournament charge shoot archer -s small -s ambush --pairs 50 --jobs 2[/]
    """
    from ..tournament import manifest as manifests
    from ..tournament.store import TournamentFolder

    if resume is not None:
        given = {
            "PLAYER": players, "--scenario": scenario, "--ruleset": ruleset, "--pairs": pairs, "--seed": seed,
            "--starts": starts, "--layout": layout, "--time-limit": time_limit, "--rule": rule, "--out": out,
            "--quick": quick or None,
        }  # fmt: skip
        if wrong := [name for name, value in given.items() if value not in (None, [])]:
            raise UserError(f"--resume takes its settings from {resume}; leave out {', '.join(wrong)}")
        folder = TournamentFolder.open(resume)
        refuse_comparison(folder)
        with folder.locked():
            manifests.check(folder.manifest, resume)
            played = finish(folder, jobs, page, json=json)
        end_forfeited(played.forfeits, played.reason)
        return
    pairs = first_look("tournament", quick, {"--pairs": pairs})["--pairs"]
    slug, sources = find_scenarios(scenario, ruleset, QUICK_SCENARIOS if quick else SCENARIOS)
    manifest = manifests.draw_up(
        players or everybody(slug),
        sources,
        pairs=pairs or PAIRS,
        seed=seed or 0,
        starts=starts or 64,
        layout=checked_layout(layout),
        time_limit=time_limit,
        rules=knobs(rule),
    )
    folder = TournamentFolder.create(out or OUT, manifest)
    with folder.locked():
        played = finish(folder, jobs, page, json=json)
    say_quick("tournament", quick, pairs)
    end_forfeited(played.forfeits, played.reason)


def refuse_comparison(folder: TournamentFolder) -> None:
    """Leave the folder of a comparison alone.

    Raises:
        UserError: it is one.
    """
    if folder.manifest.test is not None:
        raise UserError(f"{folder.path} holds a comparison: continue it with tactica compare --resume {folder.path}")


def find_scenarios(
    wanted: list[str] | None, ruleset: str | None, usual: Sequence[str] = SCENARIOS
) -> tuple[str, list[tuple[str, Scenario]]]:
    """The ruleset of the first scenario, and all scenarios as named and as loaded.

    Args:
        wanted: as they are named; None for the usual ones.
        ruleset: of those whose names do not say it.
        usual: names of the usual ones; a ruleset that has none of them plays as many of its own.

    Raises:
        UserError: see ``find_scenario``; the ruleset has no scenarios.
    """
    from ...envs import rulesets
    from ...envs.scenario import shipped

    if wanted:
        sources = named_scenarios(wanted, ruleset)
        return sources[0][1].ruleset.slug, sources
    slug = rulesets.get(ruleset or "wfrp1").slug
    known = shipped(slug)
    if not known:
        raise UserError(f"{slug} has no scenarios; name one with --scenario")
    names = [name for name in usual if name in known] or known[: len(usual)]
    return slug, [(f"{slug}/{name}", find_scenario(name, slug)[1]) for name in names]


def everybody(slug: str) -> list[str]:
    """All policies a ruleset has."""
    from ...envs import rulesets
    from ...envs.engine.policies import policy_names

    return list(policy_names(rulesets.get(slug)))


def checked_layout(name: str | None) -> str:
    """A layout by name, ``auto`` by default.

    Raises:
        UserError: unknown layout.
    """
    from ...envs.engine.spaces import NAMED

    names = ("auto", *NAMED, "full")
    if name is not None and name not in names:
        raise UserError(f"--layout {name!r} is not one of {', '.join(names)}")
    return name or "auto"


def finish(folder: TournamentFolder, jobs: int, page: bool, pairings: bool = True, json: Path | None = None) -> Pairs:
    """Play what is left, and print and write the results; the table of pairings only if it is wanted. Returns the games."""
    from ..tournament.standing import answer_of, standing_of
    from .playing import (
        SPARE_IN_RANKING,
        SPARE_OF_SEATS,
        conduct,
        pairing_table,
        ranking_table,
        seat_table,
        warn_of_stalled,
    )  # fmt: skip

    manifest = folder.manifest
    say(about(manifest))
    pairs = conduct(folder, jobs=jobs, how_to_go_on=f"tactica tournament --resume {shlex.quote(str(folder.path))}")
    standing = standing_of(manifest, pairs)
    answer = answer_of(manifest, standing)
    show_answer(answer)
    show_table(ranking_table(manifest, standing), SPARE_IN_RANKING)
    if pairings:
        show_table(pairing_table(manifest, standing), ("r", "unique"))
    show_table(seat_table(manifest, standing), SPARE_OF_SEATS)
    warn_of_stalled(pairs)
    write_results(folder, pairs, page, standing)
    write_json({"answer": answer, **standing.as_dict(manifest)}, json)
    return pairs


def about(manifest: Manifest) -> str:
    """What is played, in one sentence."""
    players, places = len(manifest.players), len(manifest.scenarios)
    where = manifest.scenarios[0].name if places == 1 else f"{places} scenarios"
    changed = "".join(f", {address} = {value}" for address, value in manifest.overrides.items())
    return f"{players} players, {where}{changed}, {manifest.pairs:,} pairs per pairing: {manifest.games:,} games"


def write_results(folder: TournamentFolder, pairs: Pairs, page: bool, standing: Standing) -> None:
    """Write ranking and summary, and the page when it is wanted; say where."""
    from ..tournament.results import write_summary

    try:
        say_saved(*write_summary(folder, pairs, standing))
        say(f"Every game is a row of {folder.games}{'/'}*.parquet.")
        if page:
            from ..report import write_report

            with console.status("replaying the most instructive games ..."):
                path = write_report(folder, pairs, standing)
            say_saved(path)
    except OSError as error:
        raise UserError(f"{folder.path}: cannot be written: {error.strerror}") from None

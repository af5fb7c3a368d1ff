"""``tactica demo``."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Annotated

import typer

from ..common import UserError, a_seed, check_writable, ensure_compiled, say
from .overriding import Rules, knobs

SCENARIOS = ("tiny", "small", "duel")
BATTLE = "duel"
TOLD = ("duellist", "berserker")  # who fights the battle that is told
PAIRS = 10
FIRST = "wfrp1"
ANYWHERE = ("charger", "archer", "guardian")  # who fights in all rulebooks
ANYWHERE_IN = "small"  # the scenario they fight in
PAIRS_ANYWHERE = 30


def demo(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the replay, picture and report.")] = Path(
        "runs/demo"
    ),
    pairs: Annotated[
        int, typer.Option("--pairs", "-n", min=1, help="Pairs of games per pairing and scenario.")
    ] = PAIRS,
    seed: Annotated[
        int | None,
        typer.Option(
            callback=a_seed, help="Seed of the battle and the round robin. \\[default: the most eventful of 64 battles]"
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, help="Number of processes. \\[default: one per core, at most 4]"),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset",
            "-r",
            help="Ruleset to play. \\[default: wfrp1, then a battle of every other rulebook and one tournament over all]",
        ),
    ] = None,
    rule: Rules = None,
) -> None:
    """See it all in a few minutes: a narrated battle, a ranked round robin of all behaviours, a report and a replay.

    Then a battle in each of the other rulebooks, which are compiled first where necessary, and a tournament of the same three
    behaviours in all of them.

    Example: [bold]tactica demo[/]
    """
    from ...envs import rulesets
    from ...envs.scenario import shipped
    from ..tournament import manifest as manifests
    from ..tournament.store import Folder
    from ..watch import demo as show
    from .picturing import save_image
    from .tournaments import everybody, find_scenarios, finish

    others = (
        [] if ruleset or rule else [slug for slug in rulesets.names() if slug != FIRST and ANYWHERE_IN in shipped(slug)]
    )
    ruleset = ruleset or FIRST
    book, rules = rulesets.get(ruleset), knobs(rule)
    known = shipped(ruleset)
    if not known:
        raise UserError(f"{ruleset} has no scenarios")
    battle = BATTLE if BATTLE in known else known[0]
    check_writable(out / f"{battle}.png")
    say(f"{book.title}", "bold")
    say("Every number comes from the rulebook: each roll below shows its modifiers and its clause.")
    say()
    ensure_compiled(ruleset)
    say(f"One battle: {ruleset}/{battle}, {' v '.join(TOLD)}", "bold")
    sides = scenario_sides(ruleset, battle)
    players = [TOLD[min(side, 1)] for side in range(sides)]
    robin_seed = seed or 0
    if seed is None:
        seed = show.telling_seed(ruleset, battle, players, range(64), rules)
    recording = show.narrated_battle(ruleset, battle, players, seed, rules=rules)
    try:
        replay = show.save_demo(recording, out, battle)
        save_image(recording.game, out / f"{battle}.png")
        shutil.rmtree(out / "tournament", ignore_errors=True)  # of the demonstration before
    except OSError as e:
        raise UserError(f"{out}: cannot be written: {e.strerror}") from None
    say()
    say("A round robin of all behaviours: every start is played twice, seats swapped", "bold")
    names = [name for name in SCENARIOS if name in known] or known[:3]
    slug, sources = find_scenarios([f"{ruleset}/{name}" for name in names], ruleset)
    fighters = [name for name in everybody(slug) if name not in book.book.tactics.policies]
    manifest = manifests.draw_up(fighters, sources, pairs=pairs, seed=robin_seed, rules=rules)
    folder = Folder.create(out / "tournament", manifest)
    with folder.locked():
        finish(folder, jobs or min(os.cpu_count() or 1, 4), True, pairings=False)
    if others:
        show_others(others, out, robin_seed, jobs or min(os.cpu_count() or 1, 4))
    say()
    say(f"Replay of the battle: {replay}")
    say(f"  tactica replay {replay} --narrate      tells it again")
    say(f"  tactica replay {replay} --verify       compares every position")
    say("  tactica battle small --human --blue archer     lets you play")
    say("  tactica play small --blue archer               lets you play in the browser")
    say("  tactica why small -b archer --until turn       shows what an NPC weighs")


def show_others(slugs: list[str], out: Path, seed: int, jobs: int) -> None:
    """A battle of each of these rulebooks, and a tournament of the same behaviours over all rulebooks."""
    from ...envs import rulesets
    from ...envs.scenario import shipped
    from ..tournament import manifest as manifests
    from ..tournament.store import Folder
    from ..watch import demo as show
    from .tournaments import find_scenarios, finish

    for slug in slugs:
        say()
        say(rulesets.get(slug).title, "bold")
        ensure_compiled(slug)
        battle = next((name for name in (BATTLE, "tiny") if name in shipped(slug)), shipped(slug)[0])
        players = [ANYWHERE[min(side, 1)] for side in range(scenario_sides(slug, battle))]
        show.show_in_short(slug, battle, players, seed)
    say()
    say(f"The same three behaviours in all {len(slugs) + 1} rulebooks: one file each, read by every rulebook", "bold")
    _, sources = find_scenarios([f"{slug}/{ANYWHERE_IN}" for slug in (FIRST, *slugs)], FIRST)
    shutil.rmtree(out / "all_rulebooks", ignore_errors=True)
    folder = Folder.create(
        out / "all_rulebooks", manifests.draw_up(list(ANYWHERE), sources, pairs=PAIRS_ANYWHERE, seed=seed)
    )
    with folder.locked():
        finish(folder, jobs, True, pairings=False)


def scenario_sides(ruleset: str, name: str) -> int:
    """How many sides take part in a scenario."""
    from ...envs import scenario

    return len(scenario.load(name, ruleset).sides)

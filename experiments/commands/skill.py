"""``tactica skill``: how much there is to play for in a scenario."""

from __future__ import annotations

import itertools
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..common import UserError, a_seed, find_scenario, say, show_table
from .overriding import Rules, knobs

if TYPE_CHECKING:
    from ...envs.core.ruleset import Ruleset
    from ..tournament.manifest import Manifest
    from ..tournament.standing import Row, Standing

OUT = Path("runs/skill")
BUDGETS = "50,200"
PAIRS = 40

#: Kinds of players, in the order of what they cost, as they are called in the summary.
CHANCE, SCRIPTS, SEARCHES, TRAINED = "chance", "the best script", "the best search", "the best network"


def skill(
    scenario: Annotated[str, typer.Argument(help="Name (small, wfrp1/small) or file.")],
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", "-r", help="Ruleset of a bare scenario name. \\[default: wfrp1]")
    ] = None,
    search: Annotated[
        str,
        typer.Option(metavar="NUMBER,NUMBER,...", help="Budgets of searches, in simulations; empty for none."),
    ] = BUDGETS,
    script: Annotated[
        list[str] | None,
        typer.Option(help="A script to include; repeat for more. \\[default: all yardsticks and behaviours]"),
    ] = None,
    network: Annotated[
        list[str] | None,
        typer.Option(help="A trained network; repeat for more. \\[default: those of the ruleset]"),
    ] = None,
    pairs: Annotated[int, typer.Option("--pairs", "-n", min=2, help="Pairs of games per pairing.")] = PAIRS,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="Number of processes; results do not depend on it.")
    ] = 1,
    seed: Annotated[int, typer.Option(callback=a_seed, help="Seed of starts, dice and policies.")] = 0,
    rule: Rules = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help=f"Folder for the games. \\[default: in {OUT}]")
    ] = None,
) -> None:
    """How much does skill matter in a scenario? Random play, scripts, searches and networks meet in a round robin.

    If the best player hardly beats random, dice decide and there is little to learn. If searches or networks beat the best
    script, better play is possible than the scripts show. Stop any time with Ctrl-C; the same command continues.

    Example: [bold]tactica skill owh/small --search 50,200,800 --script archer --script line[/]
    """
    from ...envs import rulesets
    from ...envs.engine.networks import trained
    from ...envs.engine.policies import policy_names
    from ..tournament import manifest as manifests
    from ..tournament.run import open_folder
    from .playing import SPARE_IN_RANKING, conduct, ranking_table

    slug, loaded = find_scenario(scenario, ruleset)
    rules = rulesets.get(slug)
    is_file = scenario.endswith((".yaml", ".yml"))
    source = str(Path(scenario).resolve()) if is_file else f"{slug}/{loaded.key}"
    scripts = [name for name in (script or policy_names(rules)) if name != "random"]
    shipped = [f"trained:{name}" for name in trained() if name.startswith(slug)]
    networks = network if network is not None else fitting(shipped, rules, source, knobs(rule))
    players = ["random", *scripts, *[f"search:{budget}" for budget in budgets_of(search)], *networks]
    manifest = manifests.draw_up(players, [(source, loaded)], pairs=pairs, seed=seed, rules=knobs(rule))
    folder = open_folder(out or OUT / f"{slug}-{loaded.key}-{manifest.id[:8]}", manifest)
    with folder.locked():
        again = f"tactica skill {shlex.quote(scenario)}, with the same options"
        found = conduct(folder, jobs=jobs, how_to_go_on=again, says_how_long=True)
    from ..tournament.standing import standing_of

    standing = standing_of(manifest, found)
    show_table(ranking_table(manifest, standing), SPARE_IN_RANKING)
    for line in summary(manifest, standing):
        say(line)


def fitting(specs: list[str], ruleset: Ruleset, source: str, rules: dict[str, int | bool | str]) -> list[str]:
    """Networks that can play in a scenario; one line names each of the others."""
    from ...agents.players import load_player
    from ...envs.engine.seating import check_layout
    from ...envs.engine.spaces import LayoutMismatch
    from ..tournament.manifest import open_pool_of

    states = open_pool_of(source, ruleset.slug, PAIRS, 0, rules).states
    found = []
    for spec in specs:
        try:
            check_layout(load_player(spec, ruleset), ruleset, states)
            found.append(spec)
        except LayoutMismatch:
            say(f"{spec} is left out: it was trained for smaller battles")
    return found


def budgets_of(text: str) -> list[int]:
    """Budgets of searches.

    Raises:
        UserError: these are no whole numbers above 0.
    """
    try:
        found = [int(one) for one in text.split(",") if one.strip()]
    except ValueError:
        found = [0]
    if any(one < 1 for one in found):
        raise UserError(f"--search {text!r}: budgets are whole numbers above 0, such as {BUDGETS}")
    return found


def kind_of(spec: str) -> str:
    """What kind of player a spec names."""
    from ...envs.engine.networks import is_network

    if spec == "random":
        return CHANCE
    if spec.startswith(("search:", "oneply:")):
        return SEARCHES
    return TRAINED if is_network(spec) else SCRIPTS


def summary(manifest: Manifest, standing: Standing) -> list[str]:
    """What the best of each kind leads by, in words."""
    best: dict[str, Row] = {}
    for row in reversed(standing.ranking):
        best[kind_of(manifest.players[row.player].spec)] = row
    lines = []
    kinds = [kind for kind in (CHANCE, SCRIPTS, SEARCHES, TRAINED) if kind in best]
    for lower, higher in itertools.pairwise(kinds):
        one, other = best[higher], best[lower]
        half = (((one.high - one.low) / 2) ** 2 + ((other.high - other.low) / 2) ** 2) ** 0.5
        name = manifest.players[one.player].name
        lines.append(f"{higher}, {name}, leads {lower} by {one.rating - other.rating:+.0f} (± {half:.0f}) points")
    return lines

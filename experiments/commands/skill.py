"""``tactica skill``: how much there is to play for in a scenario."""

from __future__ import annotations

import itertools
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from ..common import (
    UserError,
    a_seed,
    find_scenario,
    refuse_repeated,
    say,
    show_answer,
    show_table,
    write_json,
)
from ..forfeits import end_forfeited
from .options import Json
from .overriding import Rules, knobs
from .quick import Quick, first_look, say_quick

if TYPE_CHECKING:
    from ..tournament.manifest import Manifest
    from ..tournament.standing import Standing

OUT = Path("runs/skill")
BUDGETS = "50,200"
PAIRS = 40

#: Kinds of players, in the order of what they cost, as they are called in the summary.
CHANCE, SCRIPTS, SEARCHES, TRAINED = "random play", "the best script", "the best search", "the best network"


def skill(
    scenario: Annotated[str, typer.Argument(help="Name (small, wfrp1/small) or file.")],
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset", "-r", help="Ruleset of the scenario, if its name does not say it. \\[default: wfrp1]"
        ),
    ] = None,
    search: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBER,NUMBER,...",
            help=f"Budgets of searches, 1 to 100000 simulations each; empty for none. \\[default: {BUDGETS}]",
        ),
    ] = None,
    script: Annotated[
        list[str] | None,
        typer.Option(help="A script to include; repeat for more. \\[default: all baselines and behaviours]"),
    ] = None,
    network: Annotated[
        list[str] | None,
        typer.Option(help="A trained network; repeat for more. \\[default: those of the ruleset]"),
    ] = None,
    pairs: Annotated[
        int | None, typer.Option("--pairs", "-n", min=2, help=f"Pairs of games per pairing. \\[default: {PAIRS}]")
    ] = None,
    quick: Quick = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="Number of processes; results do not depend on it.")
    ] = 1,
    seed: Annotated[int, typer.Option(callback=a_seed, help="Seed of starts, dice and policies.")] = 0,
    rule: Rules = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help=f"Folder for the games. \\[default: in {OUT}]")
    ] = None,
    json: Json = None,
) -> None:
    """How much does skill matter in a scenario? Random play, scripts, searches and networks meet in a round robin.

    If the best player hardly beats random, dice decide and there is little to learn. If searches or networks beat the best
    script, better play is possible than the scripts show. Stop any time with Ctrl-C; the same command continues.

    Example: [bold]tactica skill owh/small --search 50,200,800 --script archer --script line[/]
    """
    from ...envs import rulesets
    from ...envs.engine.policies import policy_names
    from ..fighting import networks_of
    from ..tournament import manifest as manifests
    from ..tournament.run import open_folder
    from .playing import SPARE_IN_RANKING, conduct, ranking_table

    looked = first_look("skill", quick, {"--search": search, "--pairs": pairs})
    budgets = BUDGETS if looked["--search"] is None else looked["--search"]
    pairs = looked["--pairs"] or PAIRS
    slug, loaded = find_scenario(scenario, ruleset)
    rules = rulesets.get(slug)
    is_file = scenario.endswith((".yaml", ".yml"))
    source = str(Path(scenario).resolve()) if is_file else f"{slug}/{loaded.key}"
    scripts = [name for name in (script or policy_names(rules)) if name != "random"]
    networks = network if network is not None else networks_of(rules)
    players = ["random", *scripts, *[f"search:{budget}" for budget in budgets_of(budgets)], *networks]
    manifest = manifests.draw_up(players, [(source, loaded)], pairs=pairs, seed=seed, rules=knobs(rule))
    folder = open_folder(out or OUT / f"{slug}-{loaded.key}-{manifest.id[:8]}", manifest)
    with folder.locked():
        again = f"tactica skill {shlex.quote(scenario)}, with the same options"
        found = conduct(folder, jobs=jobs, how_to_go_on=again, says_how_long=True)
    from ..tournament.standing import standing_of

    standing = standing_of(manifest, found)
    answer, leads = answer_of(manifest, standing), leads_of(manifest, standing)
    show_answer(answer)
    say_quick("skill", quick, pairs)
    show_table(ranking_table(manifest, standing), SPARE_IN_RANKING)
    for lead in leads:
        say(lead.sentence)
    write_json({"answer": answer, "leads": [lead._asdict() for lead in leads], **standing.as_dict(manifest)}, json)
    end_forfeited(found.forfeits, found.reason)


def budgets_of(text: str) -> list[int]:
    """Budgets of searches.

    Raises:
        UserError: these are no numbers of simulations, or one is given twice.
    """
    from ...envs.engine.players.searcher import MOST

    try:
        found = [int(one) for one in text.split(",") if one.strip()]
    except ValueError:
        found = [0]
    if any(not 1 <= one <= MOST for one in found):
        raise UserError(f"--search {text!r}: budgets are whole numbers from 1 to {MOST:,}, such as {BUDGETS}")
    refuse_repeated("--search", [str(one) for one in found])
    return found


def kind_of(spec: str) -> str:
    """What kind of player a spec names."""
    from ...envs.engine.players import NETWORK, SEARCHER, plain_kind

    if spec == "random":
        return CHANCE
    return {SEARCHER.word: SEARCHES, NETWORK.word: TRAINED}.get(plain_kind(spec).word, SCRIPTS)


class Lead(NamedTuple):
    """By how much the best player of a kind leads the best of the kind below it.

    Attributes:
        kind, below: kinds of players.
        player, other: their best players, by name.
        points, low, high: the lead in rating points, and its 95 % interval.
    """

    kind: str
    below: str
    player: str
    other: str
    points: float
    low: float
    high: float

    @property
    def interval(self) -> str:
        """The lead with its interval."""
        return f"{self.points:+.0f} rating points (95 % CI {self.low:+.0f} to {self.high:+.0f})"

    @property
    def sentence(self) -> str:
        """The lead in words."""
        return f"{self.kind}, {self.player}, leads {self.below} by {self.interval}"


def best_of_kinds(manifest: Manifest, standing: Standing) -> dict[str, int]:
    """The number of the best player of each kind, in the order of what the kinds cost."""
    best = {kind_of(manifest.players[row.player].spec): row.player for row in reversed(standing.ranking)}
    return {kind: best[kind] for kind in (CHANCE, SCRIPTS, SEARCHES, TRAINED) if kind in best}


def lead_of(manifest: Manifest, standing: Standing, kind: str, below: str, player: int, other: int) -> Lead:
    """The lead of one player over another, each the best of its kind."""
    names = manifest.player_names
    return Lead(kind, below, names[player], names[other], *standing.ratings.difference(player, other))


def leads_of(manifest: Manifest, standing: Standing) -> list[Lead]:
    """The lead of the best player of each kind over the best of the kind below."""
    best = best_of_kinds(manifest, standing)
    return [
        lead_of(manifest, standing, kind, below, best[kind], best[below]) for below, kind in itertools.pairwise(best)
    ]


def answer_of(manifest: Manifest, standing: Standing) -> str:
    """Whether skill matters, and whether better play than that of the scripts is seen, in one or two sentences."""
    best = best_of_kinds(manifest, standing)
    chance = best.pop(CHANCE)
    place = {row.player: row.place for row in standing.ranking}
    kind, player = min(best.items(), key=lambda item: place[item[1]])
    lead = lead_of(manifest, standing, kind, CHANCE, player, chance)
    matters = "Skill matters here" if lead.low > 0 else "Skill has no significant effect here"
    found = f"{matters}: {lead.player}, the best player, leads random play by {lead.interval}."
    script, others = best.get(SCRIPTS), [item for item in best.items() if item[0] != SCRIPTS]
    if script is None or not others:
        return found
    kind, player = min(others, key=lambda item: place[item[1]])
    lead = lead_of(manifest, standing, kind, SCRIPTS, player, script)
    better = "Better play is possible than that of" if lead.low > 0 else "No player is significantly better than"
    return f"{found} {better} the best script, {lead.other}: {lead.player} leads it by {lead.interval}."

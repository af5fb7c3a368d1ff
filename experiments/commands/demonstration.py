"""``tactica demo``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..common import GAMES, RULES, UserError, console, ensure_compiled, say

if TYPE_CHECKING:
    from rich.table import Table

    from ..demo import Standing

SCENARIOS = ("tiny", "small", "standard", "ambush")
BATTLE = "duel"


def demo(
    out: Annotated[Path, typer.Option(help="Folder for the replay and the picture.")] = Path("runs/demo"),
    games: Annotated[int, typer.Option(min=2, help="Games of each pair of policies in each scenario.")] = 400,
    seed: Annotated[
        int | None, typer.Option(help="Of the battle and the round robin. [default: of 64 battles the most eventful]")
    ] = None,
    ruleset: Annotated[str, typer.Option("--ruleset", "-r", help="What to play.")] = "wfrp1",
) -> None:
    """One narrated battle, a small round robin of simple policies, and a replay, in under three minutes.

    Example: [bold]tactica demo[/]
    """
    from ...envs import rulesets
    from ...envs.scenario import shipped
    from .. import demo as show
    from .scenarios import save_image

    rules = rulesets.get(ruleset)
    known = shipped(ruleset)
    if not known:
        raise UserError(f"{ruleset} has no scenarios")
    names = [name for name in SCENARIOS if name in known] or known[:3]
    battle = BATTLE if BATTLE in known else known[0]
    say(f"{rules.title}", "bold")
    say("Every number comes from the rulebook: each roll below names what was added up, and the clause.")
    say()
    ensure_compiled(ruleset, (RULES, GAMES))
    say(f"One battle: {ruleset}/{battle}", "bold")
    policies = rules.module("tactics").POLICIES
    player = policies[1] if len(policies) > 1 else "random"
    robin_seed = seed or 0
    if seed is None:
        seed = show.telling_seed(ruleset, battle, [player], range(64))
    recording = show.narrated_battle(ruleset, battle, [player] * 4, seed)
    recording.players = [player] * recording.game.side_count
    try:
        replay = show.save_demo(recording, out, battle)
        save_image(recording.game, out / f"{battle}.png")
    except OSError as e:
        raise UserError(f"{out}: cannot be written: {e.strerror}") from None
    say()
    say("A round robin: every policy against every other, seats swapped every other game", "bold")
    with console.status("playing ...") as status:
        standing = show.round_robin(
            ruleset, names, games=games, seed=robin_seed,
            tell=lambda name, one, other: status.update(f"{name}: {one} v {other} ({games} games)"),
        )  # fmt: skip
    console.print(table_of(standing))
    rate = standing.games / standing.seconds if standing.seconds else 0.0
    decisions = standing.decisions / standing.seconds if standing.seconds else 0.0
    say(
        f"{standing.games:,} games, {standing.decisions:,} decisions in {standing.seconds:.1f} s: "
        f"{rate:,.0f} games/s, {decisions:,.0f} decisions/s on one core"
    )
    say()
    say(f"Replay of the battle: {replay}")
    say(f"  tactica replay {replay} --narrate      tells it again")
    say(f"  tactica replay {replay} --verify       compares every position")
    say("  tactica battle small --human --blue shoot      lets you play")


def table_of(standing: Standing) -> Table:
    """The round robin as a table."""
    from rich.table import Table

    table = Table()
    columns = ("scenario", "policy", "games", "wins", "draws", "losses", "points", "95 % interval")
    for column in columns:
        table.add_column(column, justify="left" if column in ("scenario", "policy") else "right")
    parts = [(name, list(by_policy.values())) for name, by_policy in standing.scores.items()]
    if len(parts) > 1:
        parts.append(("all", [standing.total(score.policy) for score in parts[0][1]]))
    for name, scores in parts:
        for i, score in enumerate(sorted(scores, key=lambda one: -one.rate)):
            low, high = score.interval
            table.add_row(
                name if i == 0 else "", score.policy, f"{score.games:,}", f"{score.wins:,}", f"{score.draws:,}",
                f"{score.losses:,}", f"{score.rate:.1%}", f"{low:.1%} to {high:.1%}",
            )  # fmt: skip
        table.add_section()
    return table

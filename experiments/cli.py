"""The command line: ``tactica COMMAND``.

Exit codes: 0 fine, 1 a check failed, 2 wrong usage or input, 130 stopped with Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from .commands import (
    battle,
    behaving,
    checking,
    comparing,
    compiling,
    demonstration,
    discovering,
    exploiting,
    fuzzing,
    mattering,
    measuring,
    new_ruleset,
    npcs,
    odds,
    play,
    replays,
    rules,
    scenarios,
    skill,
    sweeping,
    tournaments,
    training,
    valuing,
)
from .common import EXIT_STOPPED, EXIT_WRONG, UserError, filled, user_errors, warn
from .guarding import run_guarded

__all__ = ["app", "main"]


class Commands(TyperGroup):
    """The commands; a user's mistake is one message and exit code 2."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            warn("stopped")
            raise typer.Exit(EXIT_STOPPED) from None
        except (ValueError, RuntimeError, UserError) as error:
            if isinstance(error, user_errors()):
                warn(f"error: {error}")
                raise typer.Exit(EXIT_WRONG) from None
            raise


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Tabletop combat rules as fast, exact environments: watch fights, look up rules, count odds, measure.",
    epilog="Start with [bold]tactica demo[/] or [bold]tactica battle duel --red charge --blue charge[/]",
)
app.command("demo")(demonstration.demo)
app.command("battle")(battle.battle)
app.command("play")(play.play)
app.command("replay")(replays.replay)
app.command("behaviours")(behaving.behaviours)
app.command("why")(behaving.why)
app.command("tournament")(tournaments.tournament)
app.command("report")(tournaments.report)
app.command("compare")(comparing.compare)
app.command("bench-npc")(npcs.bench_npc)
app.command("discover")(discovering.discover)
app.command("skill")(skill.skill)
app.command("exploit")(exploiting.exploit)
app.command("sweep")(sweeping.sweep)
app.command("worth")(valuing.worth)
app.command("matter")(mattering.matter)
app.command("train")(training.train)
app.command("export")(training.export)
app.command("rules")(rules.rules)
app.command("new-ruleset")(new_ruleset.new_ruleset)
app.add_typer(scenarios.app, name="scenarios")
app.add_typer(checking.app, name="lab")
app.command("odds")(odds.odds)
app.command("bench")(measuring.bench)
app.command("fuzz")(fuzzing.fuzz)
app.command("compile")(compiling.compile_rulesets)
app.command("version")(compiling.version)
for command in (*app.registered_commands, *scenarios.app.registered_commands, *checking.app.registered_commands):
    command.help = filled(command.callback.__doc__ or "")


#: Commands that play a battle or look something up: they begin at once, in Python, where their ruleset is not compiled yet.
AT_ONCE = (
    "battle", "behaviours", "demo", "new-ruleset", "odds", "play", "replay", "rules", "scenarios", "version", "why",
)  # fmt: skip


def main() -> None:
    """Entry point of the ``tactica`` script."""
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    if words and words[0] not in AT_ONCE:
        os.environ["TACTICA_ENGINE"] = "compiled"
    run_guarded(app, sys.argv[1:])


if __name__ == "__main__":
    main()

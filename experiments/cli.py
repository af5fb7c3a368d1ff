"""The command line: ``tactica COMMAND``.

Exit codes: see the table in ``docs/commands.md``, which ``tests/cli/test_vocabulary.py`` holds.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .. import __version__
from .commands import (
    battle,
    behaving,
    benchmarking,
    checking,
    comparing,
    compiling,
    demonstration,
    discovering,
    exploiting,
    fight,
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
    vocabulary,
)
from .common import EXIT_STOPPED, EXIT_WRONG, UserError, console, errors, filled, user_errors, warn
from .guarding import command_of, run_guarded

__all__ = ["app", "main"]


class Commands(TyperGroup):
    """The commands; a user's mistake is one message and exit code 2."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        console.stderr = False  # until --json - says otherwise
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
    help="Tabletop combat rules as fast, exact environments: play battles, look up rules, count odds, train agents.",
    epilog="Start with [bold]tactica demo[/], [bold]tactica battle duel --red charge --blue charge[/] or "
    "[bold]tactica fight small[/]",
)


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"tactica {__version__}")
        raise typer.Exit


def _be_quiet(ctx: typer.Context, value: bool) -> None:
    if value or ctx.parent is None:
        console.quiet = value


def _be_plain(ctx: typer.Context, value: bool) -> None:
    if value or ctx.parent is None:
        for one in (console, errors):
            one.no_color = value or "NO_COLOR" in os.environ
    if value:
        os.environ["NO_COLOR"] = "1"  # for help, error messages of the command line, and processes


@app.callback()
def everywhere(
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, expose_value=False, callback=_show_version, help="Show the version and exit."
        ),
    ] = False,
    quiet: Annotated[
        bool,
        typer.Option(
            "--quiet",
            is_eager=True,
            expose_value=False,
            callback=_be_quiet,
            help="Print only the answer and errors.",
        ),
    ] = False,
    no_color: Annotated[
        bool,
        typer.Option(
            "--no-color",
            is_eager=True,
            expose_value=False,
            callback=_be_plain,
            help="Turn colours off, as NO_COLOR does.",
        ),
    ] = False,
) -> None:
    """Options of every command, which may stand before it or behind it."""


app.command("demo")(demonstration.demo)
app.command("battle")(battle.battle)
app.command("fight")(fight.fight)
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
app.add_typer(benchmarking.app, name="benchmark")
app.command("odds")(odds.odds)
app.command("bench")(measuring.bench)
app.command("fuzz")(fuzzing.fuzz)
app.command("compile")(compiling.compile_rulesets)
app.command("version")(compiling.version)
GROUPS = (scenarios.app, checking.app, benchmarking.app)
for command in (*app.registered_commands, *(one for group in GROUPS for one in group.registered_commands)):
    assert command.callback is not None
    command.help, command.cls = filled(command.callback.__doc__ or ""), vocabulary.Command
    vocabulary.apply(command.callback)


#: Commands that play a battle or look something up: they begin at once, in Python, where their ruleset is not compiled yet.
AT_ONCE = (
    "battle", "behaviours", "demo", "new-ruleset", "odds", "play", "replay", "rules", "scenarios", "version", "why",
)  # fmt: skip


def main() -> None:
    """Entry point of the ``tactica`` script."""
    command = command_of(sys.argv[1:])
    if command and command not in AT_ONCE:
        os.environ["TACTICA_ENGINE"] = "compiled"
    run_guarded(app, sys.argv[1:])


if __name__ == "__main__":
    main()

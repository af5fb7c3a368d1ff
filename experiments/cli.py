"""The command line: ``tactica COMMAND``.

Exit codes: see the table in ``docs/commands.md``, which ``tests/cli/test_vocabulary.py`` holds.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import Annotated, Any

import typer

from .. import __version__
from .commands import (
    battle,
    behaviours,
    bench,
    bench_npc,
    benchmark,
    compare,
    demo,
    discover,
    exploit,
    export,
    fight,
    fuzz,
    lab,
    matter,
    new_ruleset,
    odds,
    play,
    rates,
    replay,
    report,
    rules,
    scenarios,
    skill,
    sweep,
    tournament,
    train,
    version,
    vocabulary,
    why,
    worth,
)
from .commands.compile import compile_rulesets
from .common import EXIT_STOPPED, EXIT_WRONG, UserError, console, errors, filled, user_errors, warn
from .guarding import command_of, run_guarded
from .streams import discard_output

__all__ = ["app", "main"]

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)


class Commands(vocabulary.Group):
    """The commands; a user's mistake is one message and exit code 2."""

    def main(self, *given: Any, **named: Any) -> Any:
        """Run the command line; what a disk or a system refuses is one message, too."""
        try:
            return super().main(*given, **named)
        except OSError as error:
            warn(f"error: {_refused(error)}")
            sys.exit(EXIT_WRONG)

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


def _refused(error: OSError) -> str:
    """What the system refused, and where; output that cannot be written is given up."""
    reason = error.strerror or str(error)
    what = f"cannot be written: {reason}" if error.errno in FULL else reason
    if error.filename:
        return f"{os.fsdecode(error.filename)}: {what}"
    try:
        os.getcwd()
    except OSError:
        return "the current folder was deleted; change to a folder that exists"
    try:
        print(flush=True)
    except OSError:
        discard_output()
        return f"standard output: {what}"
    return what


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
    if value:
        console.quiet = True
        ctx.find_root().call_on_close(_speak_up)


def _speak_up() -> None:
    console.quiet = False


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


app.command("demo")(demo.demo)
app.command("battle")(battle.battle)
app.command("fight")(fight.fight)
app.command("play")(play.play)
app.command("replay")(replay.replay)
app.command("behaviours")(behaviours.behaviours)
app.command("why")(why.why)
app.command("tournament")(tournament.tournament)
app.command("report")(report.report)
app.command("compare")(compare.compare)
app.command("bench-npc")(bench_npc.bench_npc)
app.command("discover")(discover.discover)
app.command("skill")(skill.skill)
app.command("exploit")(exploit.exploit)
app.command("sweep")(sweep.sweep)
app.command("worth")(worth.worth)
app.command("matter")(matter.matter)
app.command("train")(train.train)
app.command("export")(export.export)
app.command("rules")(rules.rules)
app.command("new-ruleset")(new_ruleset.new_ruleset)
app.add_typer(scenarios.app, name="scenarios", cls=vocabulary.Group)
lab.app.command("rates")(rates.rates)
app.add_typer(lab.app, name="lab", cls=vocabulary.Group)
app.add_typer(benchmark.app, name="benchmark", cls=vocabulary.Group)
app.command("odds")(odds.odds)
app.command("bench")(bench.bench)
app.command("fuzz")(fuzz.fuzz)
app.command("compile")(compile_rulesets)
app.command("version")(version.version)
GROUPS = (scenarios.app, lab.app, benchmark.app)
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

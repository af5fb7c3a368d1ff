"""One vocabulary for all commands: the name of each option, its letter, the kind of its value, and what completes it.

An option means the same in every command, its number has the same limit, and a letter belongs to one option
(``tests/cli/test_vocabulary.py`` holds all three). Names that have changed stand in ``RENAMED``: they work for one more
version, with a hint.
"""

from __future__ import annotations

import functools
import math
import typing
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.models import ArgumentInfo, OptionInfo, ParameterInfo

from ..common import UserError, console, hint
from . import completing

__all__ = ["ARGUMENTS", "EVERYWHERE", "FLAGS", "LARGEST", "LETTERS", "OPTIONS", "RENAMED", "Command", "apply"]

#: Options that take a value -> the kind of value, as help shows it.
OPTIONS = {
    "--adapt": "MINUTES", "--adapt-pairs": "NUMBER",
    "--after": "NUMBER", "--against": "PLAYER", "--agent": "PLAYER", "--alpha": "SHARE",
    "--answer": "PROMPT=CHOICE", "--answer-as": "PLAYER", "--arcs": "NAME", "--at": "NUMBER", "--axis": "NAME",
    "--begin": "PLAYER", "--beta": "SHARE", "--between": "A B", "--blue": "PLAYER", "--board": "WHEN", "--budget": "NUMBER",
    "--cases": "NUMBER",
    "--decisions": "NUMBER", "--dither": "SHARE", "--dice": "NUMBER,...", "--elo0": "NUMBER", "--elo1": "NUMBER",
    "--exploiter-turns": "NUMBER", "--field": "PLAYER", "--fired": "WHERE", "--frames": "NUMBER", "--fresh-pairs": "NUMBER",
    "--games": "NUMBER",
    "--glance": "NUMBER", "--gold": "PLAYER", "--green": "PLAYER", "--half": "NUMBER", "--host": "ADDRESS",
    "--html": "FILE", "--image": "FILE", "--into": "FOLDER",
    "--jobs": "NUMBER", "--json": "FILE", "--judge": "NUMBER", "--keep": "NUMBER", "--layout": "NAME",
    "--margin": "SHARE", "--max-pairs": "NUMBER", "--measure": "NAME", "--method": "NAME", "--minutes": "NUMBER",
    "--name": "NAME", "--network": "PLAYER", "--non-inferior": "NUMBER", "--nudge": "NUMBER", "--on": "WHERE", "--only": "NAME",
    "--open": "WHEN", "--option": "OPTION", "--out": "FOLDER", "--pairs": "NUMBER", "--play": "CHOICE", "--player": "PLAYER",
    "--points": "NUMBER", "--port": "NUMBER", "--recipe": "NAME", "--red": "PLAYER", "--repeat": "FILE",
    "--report": "FILE", "--respond": "PLAYER", "--responses": "NUMBER", "--resume": "FOLDER", "--rule": "KNOB=VALUE",
    "--ruleset": "RULESET", "--samples": "NUMBER", "--save": "FILE", "--scenario": "SCENARIO", "--scout": "NUMBER",
    "--screen": "NUMBER", "--script": "PLAYER", "--search": "NUMBER",
    "--seconds": "NUMBER", "--seed": "NUMBER",
    "--set": "KEY=VALUE", "--spread": "NUMBER", "--starts": "NUMBER", "--strongest": "NUMBER", "--suite": "NAME",
    "--then": "CHOICE", "--threads": "NUMBER", "--time-limit": "NUMBER",
    "--tls-cert": "FILE", "--tls-key": "FILE", "--trajectories": "NUMBER", "--until": "NAME",
    "--want": "RESULT",
}  # fmt: skip

#: Of these, options whose value may be empty: no search.
MAY_BE_EMPTY = ("--search",)

#: The largest value of an option with a number, unless its command allows less; help shows it.
LARGEST: dict[str, float] = {
    "--adapt": 100_000, "--adapt-pairs": 1_000_000, "--after": 1_000_000, "--at": 1_000_000_000, "--budget": 10_000_000_000,
    "--cases": 10_000, "--decisions": 1_000_000_000_000, "--frames": 1_000_000_000_000, "--fresh-pairs": 1_000_000,
    "--games": 1_000_000, "--glance": 100_000, "--jobs": 1024, "--judge": 1_000_000, "--keep": 1000, "--max-pairs": 1_000_000,
    "--minutes": 100_000, "--pairs": 1_000_000, "--points": 1_000_000, "--samples": 65_536, "--scout": 100_000,
    "--screen": 100_000, "--seconds": 3600, "--starts": 4096, "--strongest": 10_000, "--threads": 1024, "--time-limit": 86_400,
    "--trajectories": 1000,
}  # fmt: skip

#: Options that take no value.
FLAGS = {
    "--browser", "--check", "--clauses", "--encourage", "--features", "--force", "--human", "--items", "--list",
    "--map", "--narrate", "--no-board", "--no-browser", "--no-clauses", "--no-color", "--no-map", "--no-options",
    "--no-page", "--no-train", "--page", "--policy-adapts", "--quick", "--quiet", "--rosters", "--ship", "--statuses", "--step",
    "--train", "--verify", "--version",
}  # fmt: skip

#: The letter of an option, everywhere.
LETTERS = {
    "--answer": "-a", "--field": "-f", "--help": "-h", "--jobs": "-j", "--minutes": "-m", "--out": "-o", "--pairs": "-n",
    "--player": "-b", "--ruleset": "-r", "--scenario": "-s", "--want": "-w",
}  # fmt: skip

#: Options of every command and group.
EVERYWHERE = ("version", "quiet", "no_color")

#: Commands of which all output is the answer: ``--quiet`` leaves nothing out.
LOOK_UPS = (
    "behaviours", "benchmark list", "benchmark report", "demo", "replay", "rules", "scenarios check", "scenarios list",
    "scenarios show", "version", "why",
)  # fmt: skip

#: Arguments -> the kind of value.
ARGUMENTS = {
    "checkpoint": "NETWORK", "choice": "CHOICE", "file": "FILE", "files": "FILE...", "folder": "FOLDER",
    "npc": "PLAYER", "one": "A", "other": "B", "out": "FILE.onnx", "plants": "FILE", "player": "PLAYER", "players": "PLAYER...",
    "recipe": "RECIPE", "ruleset": "RULESET", "scenario": "SCENARIO", "shell": "SHELL", "slug": "SLUG",
    "task": "TASK", "word": "WORD",
}  # fmt: skip

#: Command -> old name of an option -> its name now; "" for one that is not needed any more.
RENAMED: dict[str, dict[str, str]] = {
    "audit": {"-p": "--player"},
    "battle": {"-o": "--save"},
    "bench-npc": {"--report": "--page", "--no-report": "--no-page"},
    "discover": {"--rounds": "--responses"},
    "exploit": {"--searches": "--search"},
    "fuzz": {"-n": "--decisions"},
    "odds": {"-p": "--play"},
    "play": {"--folder": "--out"},
    "replay": {"-n": "--narrate"},
    "tournament": {"--report": "--page", "--no-report": "--no-page"},
    "why": {"-p": "--play", "--behaviour": "--player", "--step": "--at", "--board": ""},
    "worth": {"-p": "--player", "--only": "--no-options", "--budget": "--points"},
}

#: Kind of value -> what completes it.
COMPLETED: dict[str, Callable[..., list[Any]]] = {
    "A": completing.players, "B": completing.players, "A B": completing.players, "KNOB=VALUE": completing.knobs,
    "NETWORK": completing.networks, "PLAYER": completing.players, "PLAYER...": completing.players, "RECIPE": completing.recipes,
    "RULESET": completing.rulesets, "SCENARIO": completing.scenarios, "TASK": completing.tasks,
    "WORD": completing.clauses,
}  # fmt: skip


def apply(callback: Callable[..., Any]) -> None:
    """Name the kinds of value of a command's arguments and options, and attach what completes them."""
    hints = typing.get_type_hints(callback, include_extras=True)
    for name, annotated in hints.items():
        for info in getattr(annotated, "__metadata__", ()):
            if isinstance(info, ParameterInfo):
                _name(info, name)
                if float in (annotated.__origin__, *typing.get_args(annotated.__origin__)):
                    info.callback = info.callback or _finite
    callback.__annotations__ = hints


def _name(info: ParameterInfo, name: str) -> None:
    long = ""
    if isinstance(info, ArgumentInfo):
        kind = ARGUMENTS.get(name)
    else:
        assert isinstance(info, OptionInfo)
        declared = [str(info.default), *(info.param_decls or ())]  # Typer keeps the first one in place of a default
        long = next((one for one in declared if one.startswith("--")), f"--{name.strip('_').replace('_', '-')}")
        long = long.partition("/")[0]
        kind = OPTIONS.get(long)
    if kind is None:
        return
    info.metavar = info.metavar or kind
    if info.max is None:
        info.max = LARGEST.get(long)
    if info.autocompletion is None:
        info.autocompletion = COMPLETED.get(kind)


def _finite(value: float | None) -> float | None:
    """A number other than nan, which older versions of typer let through every range.

    Raises:
        typer.BadParameter: it is nan.
    """
    if value is not None and math.isnan(value):
        raise typer.BadParameter("nan is not a number; allowed: see --help")
    return value


def _no_type(ctx: Any) -> None:
    """No type beside an argument or a flag in help."""


def range_text(low: float | None, high: float | None) -> str | None:
    """A range of numbers as people say it: 1 to 1,000,000; None for any number."""
    if low is None:
        return None if high is None else f"up to {_number_text(high)}"
    return f"{_number_text(low)} or more" if high is None else f"{_number_text(low)} to {_number_text(high)}"


def _number_text(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.9f}".rstrip("0").rstrip(".")


def _as_people_say(params: list[Any]) -> list[Any]:
    """Arguments and options as help shows them: ranges in words, no type beside arguments and flags, no braces in the usage."""
    for one in params:
        if one.param_type_name == "argument":
            name = one.metavar or one.name
            one._usage_display_name = functools.partial(str, name if one.required else f"[{name}]")
        if one.param_type_name == "argument" or one.is_flag:
            one.display_type_rich = _no_type
        one._get_number_range_help_str = functools.partial(
            range_text, getattr(one, "min", None), getattr(one, "max", None)
        )
    return params


def _with_shared(command: Any, own: list[Any], ctx: Any) -> list[Any]:
    """A command's own options, with those of all commands before ``--help``; the root has them anyway."""
    root = ctx.find_root().command
    shared = [one for one in root.params if one.name in EVERYWHERE] if root is not command else []
    return [*own[:-1], *shared, *own[-1:]]


class Group(TyperGroup):
    """A group of commands."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its options, with those of all commands before ``--help``."""
        return _as_people_say(_with_shared(self, super().get_params(ctx), ctx))


class Command(TyperCommand):
    """A command with the options of all commands, which for one version also knows the old names of its own."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its options, with those of all commands before ``--help``."""
        return _as_people_say(_with_shared(self, super().get_params(ctx), ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line."""
        words = modern(self.name or "", args, hint)
        refuse_empty(words)
        return list(super().parse_args(ctx, words))

    def invoke(self, ctx: Any) -> Any:
        """Run it."""
        if _path(ctx) in LOOK_UPS:
            console.quiet = False
        return super().invoke(ctx)


def _path(ctx: Any) -> str:
    """The words of a command, without the program: ``scenarios show``."""
    return f"{_path(ctx.parent)} {ctx.info_name}".strip() if ctx.parent is not None else ""


def refuse_empty(words: list[str]) -> None:
    """Refuse an option with an empty value, which would be read as the present folder, or as no value.

    Raises:
        UserError: there is one.
    """
    longs = {letter: name for name, letter in LETTERS.items()}
    for k, word in enumerate(words):
        if word == "--":
            return
        name, equals, value = word.partition("=")
        option = longs.get(name, name)
        if option in OPTIONS and option not in MAY_BE_EMPTY and (not value if equals else words[k + 1 : k + 2] == [""]):
            raise UserError(f"{name}: the value is empty; allowed: {OPTIONS[option]}, see --help")


def modern(command: str, words: list[str], tell: Callable[[str], None]) -> list[str]:
    """A command line with today's names of options.

    Args:
        command: the command's name.
        words: after it.
        ``tell``: called with a hint for each old name.
    """
    renamed, found = RENAMED.get(command, {}), list[str]()
    for at, word in enumerate(words):
        if word == "--":
            return found + words[at:]
        old, equals, value = word.partition("=") if word.startswith("--") else (word[:2], "", word[2:])
        now = renamed.get(old)
        if now is None:
            found.append(word)
            continue
        if now:
            tell(f"hint: {old} is now {now}; the next version will no longer know {old}")
            found.append(f"{now}={value}" if equals else now)
            found += [value] if value and not equals else []
        else:
            tell(f"hint: {old} is no longer needed; the next version will no longer know it")
    return found

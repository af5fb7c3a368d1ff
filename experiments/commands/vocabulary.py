"""One vocabulary for all commands: the name of each option, its letter, the kind of its value, and what completes it.

An option means the same in every command, and a letter belongs to one option (``tests/cli/test_vocabulary.py`` holds both).
Names that have changed stand in ``RENAMED``: they work for one more version, with a hint.
"""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import Any

from typer.core import TyperCommand, TyperGroup
from typer.models import ArgumentInfo, OptionInfo, ParameterInfo

from ..common import hint
from . import completing

__all__ = ["ARGUMENTS", "EVERYWHERE", "FLAGS", "LETTERS", "OPTIONS", "RENAMED", "Command", "apply"]

#: Options that take a value -> the kind of value, as help shows it.
OPTIONS = {
    "--adapt": "MINUTES", "--adapt-pairs": "NUMBER",
    "--after": "NUMBER", "--against": "PLAYER", "--agent": "PLAYER", "--alpha": "SHARE",
    "--answer": "PROMPT=CHOICE", "--answer-as": "PLAYER", "--arcs": "NAME", "--at": "NUMBER", "--axis": "NAME",
    "--begin": "PLAYER", "--beta": "SHARE", "--between": "A B", "--blue": "PLAYER", "--board": "WHEN", "--budget": "NUMBER",
    "--cases": "NUMBER",
    "--decisions": "NUMBER", "--dither": "SHARE", "--dice": "NUMBER,...", "--elo0": "NUMBER", "--elo1": "NUMBER",
    "--exploiter-turns": "NUMBER", "--field": "PLAYER", "--fired": "SCENARIO", "--frames": "NUMBER", "--fresh-pairs": "NUMBER",
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

#: Options of every command.
EVERYWHERE = ("version", "quiet", "no_color")

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
    callback.__annotations__ = hints


def _name(info: ParameterInfo, name: str) -> None:
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
    if info.autocompletion is None:
        info.autocompletion = COMPLETED.get(kind)


def _no_type(ctx: Any) -> None:
    """No type beside an argument or a flag in help."""


def _without_types(params: list[Any]) -> list[Any]:
    """Arguments and options, of which help shows no type beside arguments and flags: what they are called says enough."""
    for one in params:
        if one.param_type_name == "argument" or one.is_flag:
            one.display_type_rich = _no_type
    return params


class Group(TyperGroup):
    """A group of commands."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its options."""
        return _without_types(super().get_params(ctx))


class Command(TyperCommand):
    """A command with the options of all commands, which for one version also knows the old names of its own."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its options, with those of all commands before ``--help``."""
        own, root = super().get_params(ctx), ctx.find_root().command
        shared = [one for one in root.params if one.name in EVERYWHERE] if root is not self else []
        return _without_types([*own[:-1], *shared, *own[-1:]])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line."""
        return list(super().parse_args(ctx, modern(self.name or "", args, hint)))


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

"""``--quick``: a first look in about a minute with a tenth of the games, the same in every command that answers a question.

Where even these are too many, fewer scenarios, plants or rulesets are played, unless they are named.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from ..common import say

__all__ = ["LOOKS", "Quick", "first_look", "say_quick"]

#: Command -> the options that say how much is played, as ``--quick`` sets them; the first one decides how wide intervals are.
LOOKS: dict[str, dict[str, Any]] = {
    "compare": {"--max-pairs": 2000},
    "discover": {"--judge": 200, "--pairs": 1200, "--responses": 0, "--exploiter-turns": 0, "--map": False},
    "exploit": {"--fresh-pairs": 100, "--pairs": 20, "--minutes": 0.8, "--search": "25", "--train": False},
    "lab audit": {"--pairs": 60, "--scout": 5, "--glance": 10, "--keep": 4},
    "lab check": {"--pairs": 60, "--scout": 5, "--glance": 10, "--keep": 4},
    "lab rates": {"--pairs": 60, "--scout": 5, "--glance": 10, "--keep": 4, "--cases": 1, "--ruleset": ["wfrp1"]},
    "matter": {"--judge": 50, "--screen": 5, "--trajectories": 2, "--pairs": 4, "--strongest": 4, "--samples": 16},
    "skill": {"--pairs": 4, "--search": "50"},
    "sweep": {"--pairs": 100},
    "tournament": {"--pairs": 20},
    "worth": {"--pairs": 200},
}
#: What the first of these is without ``--quick``.
USUAL = {
    "compare": 20_000, "discover": 2000, "exploit": 1000, "lab audit": 600, "lab check": 600, "lab rates": 600, "matter": 500,
    "skill": 40, "sweep": 1000, "tournament": 200, "worth": 2000,
}  # fmt: skip

Quick = Annotated[
    bool,
    typer.Option(
        "--quick",
        help="A first look: about a tenth of the games, so intervals are about three times as wide. Numbers you set yourself "
        "take precedence.",
    ),
]


def first_look(command: str, is_quick: bool, given: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a command line, with those that ``--quick`` sets; what is given wins.

    Args:
        command: its name.
        is_quick: whether ``--quick`` is given.
        given: value of each option, None where it is not given.
    """
    looks = {name: value for name, value in LOOKS[command].items() if given.get(name) is None}
    return {**given, **looks} if is_quick else dict(given)


def say_quick(command: str, is_quick: bool, played: int | None) -> None:
    """Say that a result is a first look, and how much wider its intervals are where ``--quick`` sets how much is played.

    Args:
        command: its name.
        is_quick: whether ``--quick`` is given.
        played: value of the first of the options that ``--quick`` sets.
    """
    if not is_quick or played is None:
        return
    (option, quick), usual = next(iter(LOOKS[command].items())), USUAL[command]
    if played != quick:  # given
        say(f"--quick: a first look with {option} {played:,}, as given", "bold")
        return
    wider = f"; 95 % intervals are up to {math.sqrt(usual / played):.1f} times as wide"
    if command == "compare":  # stops by itself
        wider = "; without a verdict by then, the test is undecided"
    say(f"--quick: a first look with {option} {played:,} instead of {usual:,}{wider}", "bold")

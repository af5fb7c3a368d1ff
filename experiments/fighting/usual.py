"""The default players: who plays a side when no player is named."""

from __future__ import annotations

from typing import Any

from ...agents.players import load_player
from ...envs.core.ruleset import Ruleset
from ...envs.engine.networks import TRAINED, trained
from ...envs.engine.policies import policy_names
from ...envs.engine.seating import check_layout
from ...envs.engine.spaces import LayoutMismatch

__all__ = ["USUAL", "best_opponent", "fitting", "networks_of", "usual_opponent"]

USUAL = ("guardian", "opportunist")  # the first of these that can play, where no network can


def networks_of(ruleset: Ruleset) -> list[str]:
    """The trained networks that come with the project for a ruleset."""
    found = []
    for spec in (f"{TRAINED}{name}" for name in trained()):
        try:
            load_player(spec, ruleset)
        except ValueError:  # trained for another ruleset, or before its observations changed
            continue
        found.append(spec)
    return found


def fitting(ruleset: Ruleset, states: Any) -> list[str]:
    """The trained networks that can play a scenario.

    Args:
        ruleset: of the battle.
        states: records of the starts.
    """
    found = []
    for spec in networks_of(ruleset):
        try:
            check_layout(load_player(spec, ruleset), ruleset, states)
        except LayoutMismatch:
            continue
        found.append(spec)
    return found


def best_opponent(ruleset: Ruleset, states: Any) -> str:
    """Who plays against a person by default: a network that fits the starts, else a behaviour, which is quick enough in Python.

    Args:
        ruleset: of the battle.
        states: records of the starts.
    """
    usual = usual_opponent(ruleset)
    return next(iter(fitting(ruleset, states)), usual) if ruleset.is_compiled else usual


def usual_opponent(ruleset: Ruleset) -> str:
    """The default player if no network fits."""
    names = policy_names(ruleset)
    return next((name for name in USUAL if name in names), "random")

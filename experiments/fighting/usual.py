"""The default players: who plays a side when no player is named."""

from __future__ import annotations

from ...agents.players import load_player
from ...envs.core.ruleset import Ruleset
from ...envs.engine.networks import TRAINED, trained
from ...envs.engine.policies import policy_names

__all__ = ["USUAL", "best_opponent", "networks_of", "usual_opponent"]

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


def best_opponent(ruleset: Ruleset) -> str:
    """Who plays against a person by default: the ruleset's network, else a behaviour, which is quick enough in Python."""
    usual = usual_opponent(ruleset)
    return next(iter(networks_of(ruleset)), usual) if ruleset.is_compiled else usual


def usual_opponent(ruleset: Ruleset) -> str:
    """The default player if the ruleset has no network."""
    names = policy_names(ruleset)
    return next((name for name in USUAL if name in names), "random")

"""Who takes part in a search for tactics: the field, what races begin with, and who else may beat what is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ....envs.engine.behaviours import Behaviour, load, shipped
from ....envs.engine.networks import TRAINED, load_network, trained
from ...common import UserError
from ..shards import Player
from .genome import Genome
from .plan import Plan
from .population import Member

__all__ = ["field_of", "genome_of", "responders", "starts_of"]

SEARCH = "search:20"


def field_of(plan: Plan) -> list[Member]:
    """The opponents of a search.

    Raises:
        what loading them raises.
    """
    found = []
    for spec in plan.field or shipped():
        player = Player.of(spec)
        policy = player.load(plan.ruleset)
        genome = genome_of(spec, policy, plan.ruleset)
        found.append(Member(player, "search" if is_slow(spec) else "shipped", genome))
    return found


def genome_of(spec: str, policy: Any, slug: str) -> Genome | None:
    """The genome of a behaviour; None for any other player."""
    if isinstance(policy, str) and policy in shipped():
        policy = load(policy)
    return Genome.of(policy, slug) if isinstance(policy, Behaviour) else None


def is_slow(spec: str) -> bool:
    """Whether a player thinks so long that few pairs must do."""
    from ....envs.engine.players import SEARCHER, plain_kind

    return plain_kind(spec) is SEARCHER


def responders(plan: Plan) -> list[Member]:
    """Further players that may beat what was found: those named, else a small search and the networks that ship."""
    networks = [TRAINED + name for name in trained()]
    fitting = [spec for spec in networks if load_network(spec).layout.ruleset.slug == plan.ruleset]
    specs = plan.respond or [SEARCH, *fitting]
    found = []
    for spec in specs:
        player = Player.of(spec)
        genome = genome_of(spec, player.load(plan.ruleset), plan.ruleset)
        found.append(Member(player, "search" if is_slow(spec) else "trained", genome))
    return found


def starts_of(plan: Plan, members: Sequence[Member], shares: Sequence[float]) -> list[tuple[str, Genome]]:
    """Where races begin: the behaviours named, else the weakest of the field, the middle one and the best."""
    if plan.begin:
        found = []
        for spec in plan.begin:
            genome = genome_of(spec, Player.of(spec).load(plan.ruleset), plan.ruleset)
            if genome is None:
                raise UserError(f"--begin {spec}: not a behaviour; a race starts from a behaviour")
            found.append((spec, genome))
        return found
    order = [k for k in np.argsort(np.negative(shares), kind="stable").tolist() if members[k].genome is not None]
    if not order:
        raise UserError("no player of the field is a behaviour; name one with --begin")
    places = dict.fromkeys([0, 1, len(order) // 2])
    chosen = [members[order[place]] for place in places if place < len(order)]
    return [(one.name, one.genome) for one in chosen if one.genome is not None]

"""The best response to a leading tactic as ``tactica exploit`` looks for it, for a verdict against opponents that adapt."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import structs

from ...exploit import ExploitFolder
from ...exploit.answer import NETWORK, SEARCH
from ...exploit.finding import whole
from ...exploit.question import ask
from ..best_response import ResponseWatch, look_for, spec_for
from ..shards import Player
from .exploiting import ADAPTED
from .plan import Plan
from .population import Member, Response

__all__ = ["adapted_to"]


def adapted_to(
    leader: Member,
    plan: Plan,
    path: Path,
    settings: Mapping[str, Any],
    stop: threading.Event,
    phase: Callable[[str], None] = lambda what: None,
    jobs: int = 1,
) -> list[Response]:
    """The best response to a member, by the games of its own search; it is judged elsewhere, on other starts and dice.

    Args:
        leader: the member.
        plan: of the search for tactics: scenarios, rules, seed.
        path: folder for the search for a response, which goes on where it was stopped.
        settings: further fields of ``exploit.question.Question``, such as ``minutes``.
        stop: when it is set, the search ends.
        phase: called with the name of each step.
        jobs: processes for games.

    Raises:
        QuestionStopped: before the end. UserError: see ``exploit.question``.
    """
    spec = spec_for(leader.player, path.parent / f"{path.name}.yaml")
    asked = ask(
        spec, plan.scenarios, ruleset=plan.ruleset, rules=plan.rules, seed=plan.seed, starts=plan.starts, **settings
    )
    work = ExploitFolder.begin(path, asked)
    best = look_for(work, ResponseWatch(stop, phase, f"best response to {leader.name}"), jobs).best
    player = Player.of(whole(work, best.spec))
    if best.kind == NETWORK:  # a file of this search has no name of its own
        player = structs.replace(player, name=f"network_against_{leader.name}")
    kind = SEARCH if best.kind == SEARCH else ADAPTED
    return [Response(Member(player, kind, origin="looked for at length"), best.points)]

"""PettingZoo's ParallelEnv: the same game as in ``aec``, in which all but one agent's actions are ignored.

The mask of an agent that waits allows one choice, the no-op: index 0, which no rule ever offers. So every mask has
something to sample, as TorchRL and RLlib need. ``infos`` hold the mask as well, where AgileRL looks for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np
from pettingzoo import ParallelEnv

from ..core.ruleset import Ruleset
from ..engine.batch import NotReset
from ..engine.describing import IllegalChoice
from .pettingzoo_base import NO_OP, Seen, TableEnv, TableOptions

__all__ = ["TacticaParallel", "parallel"]


def parallel(ruleset: str | Ruleset, **options: Unpack[TableOptions]) -> TacticaParallel:
    """A PettingZoo ParallelEnv; see :class:`TacticaParallel`.

    Args:
        ruleset: slug (``"wfrp1"``), ``"slug/scenario"``, or a Ruleset.
        options: as of :func:`tactica.aec`, without ``raw``.

    Raises:
        ValueError, TypeError: an argument has an invalid value.
    """
    return TacticaParallel(ruleset, **options)


class TacticaParallel(TableEnv, ParallelEnv[Any, Any, Any]):
    """The same game as a ParallelEnv: each step applies the choice of the one agent that decides.

    Attributes:
        table: the game and its agents.
        layout: shapes of choices and observations.
        decider: the agent whose action counts; empty when the battle is over.
    """

    FACE = "parallel"

    def _set_up(self, slug: str) -> None:
        self.metadata |= {"name": f"{slug}_parallel_v0"}
        self.decider = ""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin the next game; arguments as for :meth:`TacticaAEC.reset`. Returns observations and infos by agent.

        Raises:
            ValueError: an unknown option; IndexError: the pool has no such row.
        """
        row = self._options(options).get("row")
        self._seed(seed)
        self.agents = self.table.start(row)
        while self.table.game.over:
            self.agents = self.table.start(row)
        self.decider = self.table.decider()
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        return self._observations(infos), infos

    def _observations(self, infos: dict[str, dict[str, Any]] | None = None) -> dict[str, Seen]:
        """What every agent sees; agents that see the same share their arrays, except the mask, which goes into infos, too."""
        by_looker: dict[tuple[int, int], Any] = {}
        seen: dict[str, Seen] = {}
        for agent in self.agents:
            looker = self.table.lookers[agent]
            if looker not in by_looker:
                by_looker[looker] = self.table.observe(*looker)
            if agent == self.decider:
                mask = self.table.mask()
            else:
                mask = np.zeros(self.layout.n, np.int8)
                mask[NO_OP] = 1
            if infos is not None:
                infos[agent]["action_mask"] = mask
            found = by_looker[looker]
            seen[agent] = found if self.table.bare else {"observation": found, "action_mask": mask}
        return seen

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:  # fmt: skip
        """Apply the choice of the agent that decides; the others' actions are ignored.

        Raises:
            IllegalChoice: with ``illegal="raise"``; nothing has changed.
            NotReset: no game is running; TypeError, UnknownAgent: the actions are not a mapping of agents.
        """
        if not self.decider:
            raise NotReset("call reset() before step()")
        self._check(actions)
        self.table.play(actions.get(self.decider))
        game = self.table.game
        agents = self.agents
        rewards = dict.fromkeys(agents, 0.0)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        if game.over:
            self.decider = ""
            rewards, infos = self.table.results()
        else:
            self.decider = self.table.decider()
        observations = self._observations(infos)
        ended = dict.fromkeys(agents, game.over and not game.truncated)
        cut = dict.fromkeys(agents, game.over and game.truncated)
        if game.over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, ended, cut, infos

    def _check(self, actions: Any) -> None:
        """Refuse invalid actions, and a missing action of the deciding agent if illegal choices are errors."""
        if not isinstance(actions, Mapping):
            raise TypeError(f"actions are a dict of agent: choice, not {actions!r}")
        for agent in actions:
            self._of_agent(self.action_spaces, agent)
        if self.decider not in actions and self.table.illegal == "raise":
            legal = str(self.table.game.illegal(None)).partition("; ")[2]
            raise IllegalChoice(
                f"no action for {self.decider}, which decides; {legal}", -1, self.table.game.legal().tolist()
            )

    def restore(self, data: bytes) -> dict[str, Seen]:
        """Continue from a snapshot; returns the observations.

        Raises:
            SnapshotError: it belongs to other rules, another ruleset, layout, scenario or face.
        """
        self.table.restore(self.FACE, data)
        self._seeded = True
        over = self.table.game.over
        self.agents = [] if over else self.table.agents()
        self.decider = "" if over else self.table.decider()
        return self._observations()

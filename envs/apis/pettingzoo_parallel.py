"""PettingZoo's ParallelEnv: the same game as in ``aec``, in which all but one agent's actions are ignored."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from ..core.ruleset import Ruleset
from ..engine.batch import NotReset
from ..engine.game import Game
from ..engine.spaces import Layout, Observation
from ..render import render
from .pettingzoo_base import RENDER_MODES, Table, checked_mode

__all__ = ["TacticaParallel", "parallel"]


def parallel(ruleset: str | Ruleset, **options: Any) -> TacticaParallel:
    """A PettingZoo ParallelEnv; see :class:`TacticaParallel`."""
    return TacticaParallel(ruleset, **options)


class TacticaParallel(ParallelEnv[Any, Any, Any]):
    """The same game as a ParallelEnv: each step applies the choice of the one agent whose mask is not all zero.

    Attributes:
        table: the game and its agents.
        layout: shapes of choices and observations.
        decider: the agent whose action counts; empty when the battle is over.
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        *,
        scenario: Any = None,
        control: str = "unit",
        layout: str | Layout = "auto",
        mirror: bool = False,
        illegal: str = "raise",
        skip_forced: bool = True,
        reward: str = "side",
        pool_size: int | None = None,
        pool_seed: int = 0,
        split: str = "train",
        render_mode: str | None = None,
    ) -> None:
        """Create the environment; arguments as for :class:`tactica.envs.apis.pettingzoo_aec.TacticaAEC`."""
        self.table = Table(
            ruleset, scenario, control, layout, mirror, illegal, skip_forced, reward, pool_size, pool_seed, split
        )
        self.layout = self.table.layout
        self.possible_agents = self.table.possible_agents
        self.render_mode = checked_mode(render_mode)
        self.metadata = {
            "name": f"{self.table.game.ruleset.slug}_parallel_v0", "render_modes": list(RENDER_MODES), "render_fps": 4,
        }  # fmt: skip
        self.action_spaces = {agent: spaces.Discrete(self.layout.n) for agent in self.possible_agents}
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.layout.observation_space)
        self.agents: list[str] = []
        self.decider = ""
        self._seeded = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """See ``Layout.observation_space``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All choices."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin the next game; arguments as for :meth:`TacticaAEC.reset`. Returns observations and infos by agent."""
        if seed is not None or not self._seeded:
            self.table.seed(seed)
            self._seeded = True
        row = (options or {}).get("row")
        self.agents = self.table.start(row)
        while self.table.game.over:
            self.agents = self.table.start(row)
        self.decider = self.table.decider()
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        """What every agent sees; the agents of a side share their arrays, except the mask."""
        by_side: dict[int, Observation] = {}
        seen: dict[str, Observation] = {}
        for agent in self.agents:
            side = self.table.side_of[agent]
            if side not in by_side:
                by_side[side] = self.table.observe(agent, False)
                by_side[side]["action_mask"] = np.zeros(self.layout.n, np.int8)
            seen[agent] = dict(by_side[side])
        if self.decider:
            seen[self.decider]["action_mask"] = self.table.out[3].copy()
        return seen

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:  # fmt: skip
        """Apply the choice of the agent that decides; the others' actions are ignored.

        Raises:
            IllegalChoice: with ``illegal="raise"``; nothing has changed.
            NotReset: no game is going on.
        """
        if not self.decider:
            raise NotReset("call reset() before step()")
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
        observations = self._observations()
        ended = dict.fromkeys(agents, game.over and not game.truncated)
        cut = dict.fromkeys(agents, game.over and game.truncated)
        if game.over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, ended, cut, infos

    def render(self) -> Any:
        """The game as ``render_mode`` says: text, picture (uint8 (height, width, 3)), or printed."""
        return None if self.render_mode is None else render(self.table.game, self.render_mode)

    def close(self) -> None:
        """Do nothing: there are no resources to close."""

    @property
    def game(self) -> Game:
        """The game, for inspection: names, texts, rendering."""
        return self.table.game

    def snapshot(self) -> bytes:
        """The game, its dice, and the seed of games to come; :meth:`restore` continues byte for byte in any process."""
        return self.table.snapshot("parallel", {})

    def restore(self, data: bytes) -> dict[str, Observation]:
        """Continue from a snapshot; returns the observations.

        Raises:
            SnapshotError: it belongs to other rules, another ruleset, layout, scenario or face.
        """
        self.table.restore("parallel", data)
        self._seeded = True
        over = self.table.game.over
        self.agents = [] if over else self.table.agents()
        self.decider = "" if over else self.table.decider()
        return self._observations()

    def clone(self) -> TacticaParallel:
        """An independent environment that continues exactly like this one."""
        twin = TacticaParallel(**self.table.options(), render_mode=self.render_mode)
        twin.restore(self.snapshot())
        return twin

"""PettingZoo: every unit (or every side) an agent, asked one after the other as the rules ask.

>>> env = tactica.aec("wfrp1", scenario="small", control="unit")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

* Agents are roster slots (``side0_unit3``) or sides (``side0``). Who comes next is for the rules to say, reactions
  inside another's turn included. A question to a side as a whole goes to the side's first slot.
* All agents stay in ``agents`` until the battle ends, the fallen too (they share the result, and may rise), and end
  together.
* An observation is what the agent's side sees: ``grid``, ``units``, ``context`` and ``action_mask``, in all faces
  alike. The mask of an agent that waits is all zero.
* Rewards come at the end: those of the side, or with ``reward="unit"`` the unit's share of them.

PettingZoo's stock wrappers cost more than the rules; ``raw=True`` gives the bare environment, which checks its choices
itself. :func:`parallel` gives the same game as a ParallelEnv, in which all but one agent's actions are ignored.
"""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..core.ruleset import Ruleset
from ..engine.batch import NotReset
from ..engine.game import Game
from ..engine.spaces import Layout, Observation
from ..render import render
from .pettingzoo_base import RENDER_MODES, Table, checked_mode
from .pettingzoo_parallel import TacticaParallel, parallel

__all__ = ["TacticaAEC", "TacticaParallel", "aec", "parallel"]


def aec(ruleset: str | Ruleset, *, raw: bool = False, **options: Any) -> AECEnv[Any, Any, Any]:
    """A PettingZoo AEC environment; see :class:`TacticaAEC`.

    Args:
        ruleset: slug, ``slug/scenario``, or a Ruleset.
        raw: without PettingZoo's wrappers, several times faster.
    """
    env = TacticaAEC(ruleset, **options)
    return env if raw else Wrapped(wrappers.AssertOutOfBoundsWrapper(env))


class TacticaAEC(AECEnv[Any, Any, Any]):
    """One game, its agents asked one after the other, without PettingZoo's wrappers.

    Attributes:
        table: the game and its agents.
        layout: shapes of choices and observations.
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
        """Create the environment.

        Args:
            ruleset, scenario, layout, mirror, pool_size, pool_seed, split: as of ``make_vec``.
            control: an agent for every ``unit`` or for every ``side``.
            illegal: what becomes of an illegal choice: ``raise``, ``forfeit`` or ``random_legal``.
            skip_forced: answer what leaves no choice unasked.
            reward: the ``side``'s result for each of its agents, or the ``unit``'s share of it (by the ruleset's
                ``observe.contribution``, alike when it has none).
            render_mode: ``ansi``, ``rgb_array``, ``human`` or None.

        Raises:
            ValueError: an argument has no such value.
        """
        super().__init__()
        self.table = Table(
            ruleset, scenario, control, layout, mirror, illegal, skip_forced, reward, pool_size, pool_seed, split
        )
        self.layout = self.table.layout
        self.possible_agents = self.table.possible_agents
        self.render_mode = checked_mode(render_mode)
        self.metadata = {
            "name": f"{self.table.game.ruleset.slug}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 4,
        }
        self.action_spaces = {agent: spaces.Discrete(self.layout.n) for agent in self.possible_agents}
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.layout.observation_space)
        self.agents: list[str] = []
        self._over = True
        self._seeded = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """See ``Layout.observation_space``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All choices."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next game.

        Args:
            seed: start over with the games of this seed; None goes on with the next game.
            options: ``row`` names the start of the pool.
        """
        if seed is not None or not self._seeded:
            self.table.seed(seed)
            self._seeded = True
        self.agents = self.table.start((options or {}).get("row"))
        self._lay_out()
        self._go_on()

    def _lay_out(self) -> None:
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._over = False

    def _go_on(self) -> None:
        """Set the deciding agent; compute the rewards when the battle is over."""
        game = self.table.game
        if not game.over:
            self.agent_selection = self.table.decider()
        else:
            self._over = True
            self.rewards, self.infos = self.table.results()
            for agent in self.agents:
                self.terminations[agent] = not game.truncated
                self.truncations[agent] = game.truncated
                self._cumulative_rewards[agent] += self.rewards[agent]
            self.agent_selection = self.agents[0]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent's side sees; its mask is all zero unless it decides. The arrays are the caller's to keep."""
        return self.table.observe(agent, agent == self.agent_selection and not self._over)

    def step(self, action: Any) -> None:
        """Apply the choice of the agent that decides (None for an agent whose battle is over).

        Raises:
            IllegalChoice: with ``illegal="raise"``; nothing has changed.
            NotReset: before the first reset.
        """
        if self._over:
            if not self.agents:
                raise NotReset("call reset() before step()")
            self._was_dead_step(action)
            return
        self.table.play(action)
        self._go_on()

    def _was_dead_step(self, action: Any) -> None:
        """Remove an agent whose battle is over."""
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agents.pop(0) if self.agent_selection == self.agents[0] else self.agent_selection
        if agent in self.agents:
            self.agents.remove(agent)
        for told in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del told[agent]
        for other in self.rewards:
            self.rewards[other] = 0.0
        if self.agents:
            self.agent_selection = self.agents[0]

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
        return self.table.snapshot("aec", {"agents": self.agents, "over": self._over})

    def restore(self, data: bytes) -> None:
        """Continue from a snapshot.

        Raises:
            SnapshotError: it belongs to other rules, another ruleset, layout, scenario or face.
        """
        header = self.table.restore("aec", data)
        self.agents = self.table.agents()
        self._seeded = True
        self._lay_out()
        self._go_on()
        if header["over"]:
            while len(self.agents) > len(header["agents"]):
                self._was_dead_step(None)

    def clone(self) -> TacticaAEC:
        """An independent environment without wrappers that continues exactly like this one."""
        twin = TacticaAEC(**self.table.options(), render_mode=self.render_mode)
        twin.restore(self.snapshot())
        return twin


class Wrapped(wrappers.OrderEnforcingWrapper):
    """PettingZoo's order of calls enforced, also after a restore; a clone is wrapped like its original."""

    def restore(self, data: bytes) -> None:
        """See :meth:`TacticaAEC.restore`."""
        self.unwrapped.restore(data)
        self._has_reset = True
        self._has_updated = True

    def clone(self) -> Wrapped:
        """See :meth:`TacticaAEC.clone`."""
        twin = Wrapped(wrappers.AssertOutOfBoundsWrapper(self.unwrapped.clone()))
        twin._has_reset = twin._has_updated = True
        return twin

"""PettingZoo: every unit (or every side) is an agent, and the rules decide which one acts next.

>>> env = tactica.aec("wfrp1", scenario="small", control="unit")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

* Agents are roster slots (``side0_unit3``) or sides (``side0``). The rules decide which agent acts next, reactions inside
  another's turn included. A decision of a whole side goes to its first slot.
* All agents, also fallen units (which share the result and may rise), stay in ``agents`` until the battle ends.
* An observation has two keys, as in PettingZoo's own games: ``observation``, a dict of ``grid``, ``units`` and
  ``context`` as its side sees them, or with ``sight="unit"`` its unit, and ``action_mask``. The mask of an agent that
  waits is all zero. ``infos`` hold the mask as well. With ``flat=True`` the observation is one vector; with ``bare=True``
  an agent sees it without the dict around it, and the mask is in ``infos`` only.
* ``state()`` combines the views of all sides, for a centralised critic.
* Rewards come at the end: those of the side, or with ``reward="unit"`` the unit's share of them, by the gains of its own
  choices. Infos then have ``ending``, ``result``, ``rank``, ``ranks``, ``rounds`` and ``decisions``.

PettingZoo's stock wrappers take more time than the rules; ``raw=True`` gives the bare environment, which checks choices
itself. :func:`parallel` gives the same game as a ParallelEnv, in which all agents but one have only a no-op. In
PettingZoo's own form: ``from tactica.pettingzoo import wfrp1_v0``, then ``wfrp1_v0.env(scenario="small")``.
"""

from __future__ import annotations

from typing import Any, Literal, Unpack, overload

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..core.ruleset import Ruleset
from ..engine.batch import NotReset
from ..engine.gate import as_truth
from .pettingzoo_base import Seen, TableEnv, TableOptions
from .pettingzoo_parallel import TacticaParallel, parallel

__all__ = ["TacticaAEC", "TacticaParallel", "aec", "parallel"]


@overload
def aec(ruleset: str | Ruleset, *, raw: Literal[False] = False, **options: Unpack[TableOptions]) -> Wrapped: ...
@overload
def aec(ruleset: str | Ruleset, *, raw: Literal[True], **options: Unpack[TableOptions]) -> TacticaAEC: ...
@overload
def aec(ruleset: str | Ruleset, *, raw: bool, **options: Unpack[TableOptions]) -> Wrapped | TacticaAEC: ...
def aec(ruleset: str | Ruleset, *, raw: bool = False, **options: Unpack[TableOptions]) -> Wrapped | TacticaAEC:
    """A PettingZoo AEC environment; see :class:`TacticaAEC`.

    Args:
        ruleset: slug (``"wfrp1"``), ``"slug/scenario"``, or a Ruleset.
        scenario: name, path, list of these, or a pool of starts (default: the ruleset's own choice).
        control: an agent for every ``"unit"`` (default) or for every ``"side"``.
        layout: ``"auto"`` (default), ``"small"``, ``"standard"``, ``"full"`` or a Layout.
        mirror: rotate the board by half a turn for every side but the first (default False).
        sight: an agent observes all its ``"side"`` knows (default), or what its ``"unit"`` perceives itself; masks stay the same.
        flat: True or ``"varying"``: observe one float32 vector (default False).
        bare: observe without the dict around it; the mask is in infos only (default False).
        numbered: agents are called ``side0_3``, not ``side0_unit3`` (default False).
        illegal: what an illegal action does: ``"raise"`` (default), ``"forfeit"`` or ``"random_legal"``.
        skip_forced: answer decisions with a single legal action without asking (default True).
        reward: the ``"side"``'s result for each of its agents (default), or the ``"unit"``'s share of it.
        pool_size, pool_seed: number of starts drawn from a scenario that varies, and their seed (default 0).
        split: ``"train"`` (default) or ``"eval"`` starts.
        rules: knobs by address, which override the scenario's own.
        render_mode: ``"ansi"``, ``"rgb_array"`` or ``"human"`` (default None).
        raw: without PettingZoo's wrappers, several times faster (default False).

    Raises:
        ValueError, TypeError: an argument has an invalid value.
    """
    as_truth("raw", raw)
    env = TacticaAEC(ruleset, **options)
    return env if raw else Wrapped(env)


class TacticaAEC(TableEnv, AECEnv[Any, Any, Any]):
    """One game, agent by agent, without PettingZoo's wrappers.

    Attributes:
        table: the game and its agents.
        layout: shapes of choices and observations.
    """

    REMADE = TableEnv.REMADE | {"infos"}  # restoring a position writes them
    FACE = "aec"

    def _set_up(self, slug: str) -> None:
        self.metadata |= {"name": f"{slug}_v0", "is_parallelizable": False}
        self._over = True
        self.agent_selection = ""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next game.

        Args:
            seed: start over with the games of this seed; None continues with the next game.
            options: ``row`` names the start of the pool.

        Raises:
            ValueError: an unknown option; IndexError: the pool has no such row.
        """
        given = self._options(options)
        self._seed(seed)
        self.agents = self.table.start(given.get("row"))
        self._lay_out()
        self._go_on()

    def _lay_out(self) -> None:
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._no_choice()} for agent in self.agents}
        self._over = False

    def _no_choice(self) -> np.ndarray:
        """The mask of an agent that waits: int8 (n,), all zero."""
        return np.zeros(self.layout.n, np.int8)

    def _go_on(self) -> None:
        """Set the deciding agent; compute the rewards when the battle is over; show it to a human."""
        self._settle()
        if self.render_mode == "human":
            self.render()

    def _settle(self) -> None:
        """Set the deciding agent and the masks; compute the rewards when the battle is over."""
        game = self.table.game
        if not game.over:
            if self.agent_selection in self.infos:
                self.infos[self.agent_selection] = {"action_mask": self._no_choice()}
            self.agent_selection = self.table.decider()
            self.infos[self.agent_selection] = {"action_mask": self.table.mask()}
        else:
            self._over = True
            self.rewards, self.infos = self.table.results()
            for agent in self.agents:
                self.infos[agent]["action_mask"] = self._no_choice()
                self.terminations[agent] = not game.truncated
                self.truncations[agent] = game.truncated
                self._cumulative_rewards[agent] += self.rewards[agent]
            self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Seen:
        """What an agent sees, and its mask unless bare, all zero unless it decides. The arrays are the caller's to keep.

        Raises:
            UnknownAgent: there is no such agent; NotReset: before the first reset.
        """
        table = self.table
        looker = self._of_agent(table.lookers, agent)
        if not self.agent_selection:
            raise NotReset("call reset() before observe()")
        decides = agent == self.agent_selection and not self._over
        return table.seen(looker, table.mask() if decides else self._no_choice())

    def last(self, observe: bool = True) -> tuple[Seen | None, float, bool, bool, dict[str, Any]]:
        """Observation of the selected agent, its rewards since its last turn, whether it has ended or was cut off, and infos.

        Raises:
            NotReset: no agent is left, or there was no reset yet.
        """
        check_agents_left(self)
        return super().last(observe)

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

    def restore(self, data: bytes) -> None:
        """Continue from a snapshot.

        Raises:
            SnapshotError: it is damaged, or belongs to other rules, another ruleset, layout, scenario or face.
        """
        self._restore(data)
        if self.render_mode == "human":
            self.render()

    def _restore(self, data: bytes) -> None:
        header = self.table.restore(self.FACE, data)
        self.agents = self.table.agents()
        self._seeded = True
        self._lay_out()
        self._settle()
        if self._over:
            while len(self.agents) > len(header["agents"]):
                self._was_dead_step(None)

    def _take_up(self, kept: bytes | None, as_a_twin: bool) -> None:
        if kept is not None:
            self._restore(kept)


def check_agents_left(env: AECEnv[Any, Any, Any]) -> None:
    """Refuse to describe an agent when no agent is left.

    Raises:
        NotReset: no agent is left, or there was no reset yet.
    """
    if not env.agents:
        raise NotReset("no agent is left: call reset()")


class Wrapped(wrappers.OrderEnforcingWrapper):
    """PettingZoo's order of calls enforced, also after a restore; a clone is wrapped like its original."""

    def last(self, observe: bool = True) -> tuple[Seen | None, float, bool, bool, dict[str, Any]]:
        """See :meth:`TacticaAEC.last`."""
        if not self._has_reset:
            raise NotReset("call reset() before last()")
        check_agents_left(self)
        return super().last(observe)

    def restore(self, data: bytes) -> None:
        """See :meth:`TacticaAEC.restore`."""
        self.unwrapped.restore(data)
        self._has_reset = True
        self._has_updated = True

    def clone(self) -> Wrapped:
        """See :meth:`TacticaAEC.clone`."""
        twin = Wrapped(self.unwrapped.clone())
        twin._has_reset = twin._has_updated = True
        return twin

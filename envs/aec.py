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

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from .batch import ILLEGAL_MODES, NotReset
from .core.dice import seed_words
from .core.ruleset import Ruleset
from .core.state import NO_UNIT
from .game import Game, agent_names, check_header, open_pool, pack_snapshot, render, unpack_snapshot
from .layout import Layout, Observation
from .vector import split_name

__all__ = ["TacticaAEC", "TacticaParallel", "aec", "parallel"]

POLICY_STREAM = 2
RENDER_MODES = ("ansi", "rgb_array", "human")


def aec(ruleset: str | Ruleset, *, raw: bool = False, **options: Any) -> AECEnv[Any, Any, Any]:
    """A PettingZoo AEC environment; see :class:`TacticaAEC`.

    Args:
        ruleset: slug, ``slug/scenario``, or a Ruleset.
        raw: without PettingZoo's wrappers, several times faster.
    """
    env = TacticaAEC(ruleset, **options)
    return env if raw else Wrapped(wrappers.AssertOutOfBoundsWrapper(env))


def parallel(ruleset: str | Ruleset, **options: Any) -> TacticaParallel:
    """A PettingZoo ParallelEnv; see :class:`TacticaParallel`."""
    return TacticaParallel(ruleset, **options)


class Table:
    """One game and its agents: what both PettingZoo faces share.

    Attributes:
        game: the game.
        layout: shapes of choices and observations.
        possible_agents: every agent any start of the pool may have.
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        scenario: Any,
        control: str,
        layout: str | Layout,
        mirror: bool,
        illegal: str,
        skip_forced: bool,
        reward: str,
        pool_size: int | None,
        pool_seed: int,
        split: str,
    ) -> None:
        found, scenario = split_name(ruleset, scenario)
        for what, value, allowed in (
            ("control", control, ("unit", "side")),
            ("illegal", illegal, tuple(ILLEGAL_MODES)),
            ("reward", reward, ("side", "unit")),
        ):
            if value not in allowed:
                raise ValueError(f"{what} {value!r} is not one of {', '.join(map(repr, allowed))}")
        pool = open_pool(found, scenario, n=pool_size, seed=pool_seed, split=split)
        self.game = Game(found, pool, layout, mirror=mirror, skip_forced=skip_forced)
        self.layout = self.game.layout
        self.control, self.illegal, self.reward = control, illegal, reward
        starts = self.game.pool_states
        if control == "side":
            self.possible_agents = [f"side{side}" for side in range(int(starts["side_count"].max()))]
        else:
            most = starts["side_size"].max(0)
            self.possible_agents = [f"side{side}_unit{row}" for side in range(len(most)) for row in range(most[side])]
        self.side_of = {name: int(name[4]) for name in self.possible_agents}
        self.base = 0
        self.next_game = 0
        self.policy_words = np.zeros((1, 4), np.int64)
        self.buffer = self.layout.buffers(1)
        self.out = tuple(self.buffer[part][0] for part in ("grid", "units", "context", "action_mask"))
        self.viewer = 0

    def seed(self, seed: int | None) -> None:
        """Start over with the games of a seed."""
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint32)[0])
        self.base, self.next_game = int(seed) & 0x7FFF_FFFF_FFFF_FFFF, 0

    def start(self, row: int | None) -> list[str]:
        """Begin the next game. Returns its agents.

        Raises:
            IndexError: the pool has no such row.
        """
        game, number = self.game, self.next_game
        self.next_game += 1
        game.start(row, seed=self.base, slot=0, game=number)
        seed_words(self.policy_words[0], self.base, 0, number, POLICY_STREAM)
        self.sit_down()
        self.look()
        return self.agents()

    def sit_down(self) -> None:
        """Note which agent each roster row answers to in the game begun."""
        s = self.game.s
        self.names = agent_names(s)
        if self.control == "side":
            self.by_row = [name[: name.index("_")] for name in self.names]
        else:
            self.by_row = self.names
        starts = [int(start) for start in s["side_start"][: int(s["side_count"])]]
        self.by_side = [self.by_row[start] for start in starts]

    def agents(self) -> list[str]:
        """The agents of the game begun."""
        return list(self.by_side) if self.control == "side" else list(self.names)

    def decider(self) -> str:
        """The agent that decides; when the battle is over the first one."""
        game = self.game
        if game.over:
            return self.by_row[0]
        return self.by_side[game.side] if game.decider == NO_UNIT else self.by_row[game.decider]

    def look(self) -> None:
        """Write what the side that decides sees into the buffer."""
        game = self.game
        self.viewer = 0 if game.over else game.side
        game.loops.observe_game(
            game.states, 0, game.books, game.fields, self.layout.record, self.viewer, *self.out
        )  # fmt: skip

    def observe(self, agent: str, decides: bool) -> Observation:
        """What an agent sees; arrays of its own."""
        side = self.side_of[agent]
        if side == self.viewer:
            grid, units, context, mask = self.out
            seen = {"grid": grid.copy(), "units": units.copy(), "context": context.copy()}
            seen["action_mask"] = mask.copy() if decides else np.zeros_like(mask)
            return seen
        return self.game.observe(side)

    def play(self, choice: Any) -> None:
        """Apply the choice of the agent that decides; an illegal one goes by the mode.

        Raises:
            IllegalChoice: in mode ``raise``; nothing has changed.
        """
        game = self.game
        try:
            index = int(choice)
        except (TypeError, ValueError):
            index = -1
        if game.loops.turn_game(
            game.states, 0, game.books, game.fields, self.layout.record, index, game.skip_forced, *self.out
        ):
            self.viewer = 0 if game.over else game.side
            return
        if self.illegal == "raise":
            raise game.illegal(choice)
        if self.illegal == "forfeit":
            game.forfeit()
        else:
            answer = game.loops.choose_game(game.states, 0, game.books, game.fields, 0, self.policy_words)
            game.answer(int(answer))
        self.look()

    def results(self) -> tuple[dict[str, float], dict[str, dict[str, Any]]]:
        """Rewards and infos of all agents at the end."""
        game = self.game
        side_rewards = game.rewards
        count = len(self.names)
        weights = np.zeros(count)
        game.loops.contributions(game.states, 0, game.books, game.fields, weights)
        sides = np.array([self.side_of[self.by_row[row]] for row in range(count)])
        totals = np.bincount(sides, weights, len(side_rewards))
        sizes = np.bincount(sides, minlength=len(side_rewards))
        ending, ranks = game.ending_text, game.ranks
        rewards: dict[str, float] = {}
        infos: dict[str, dict[str, Any]] = {}
        for row, agent in enumerate(self.by_row):
            side = int(sides[row])
            share = weights[row] / totals[side] if totals[side] > 0 else 1.0 / sizes[side]
            info = infos.setdefault(agent, {"ending": ending, "rank": int(ranks[side])})
            rewards[agent] = float(side_rewards[side])
            if self.control == "unit":
                info["contribution"] = float(share)
                if self.reward == "unit":
                    if side_rewards[side] < 0 and sizes[side] > 1:  # who did most is blamed least
                        share = (1.0 - share) / (sizes[side] - 1)
                    rewards[agent] *= float(share)
        return rewards, infos

    def options(self) -> dict[str, Any]:
        """What a twin is made with."""
        return {
            "ruleset": self.game.ruleset, "scenario": self.game.pool, "control": self.control, "layout": self.layout,
            "illegal": self.illegal, "skip_forced": self.game.skip_forced, "reward": self.reward,
        }  # fmt: skip

    def snapshot(self, face: str, more: dict[str, Any]) -> bytes:
        """Game, dice and seeds, with what a face adds."""
        header = {
            **self.game.header(), "face": face, "control": self.control, "base": self.base, "next_game": self.next_game,
            **more,
        }  # fmt: skip
        return pack_snapshot(header, self.game.position(), self.policy_words.tobytes())

    def restore(self, face: str, data: bytes) -> dict[str, Any]:
        """Take over a snapshot; returns its header.

        Raises:
            SnapshotError: it does not fit.
        """
        header, parts = unpack_snapshot(data)
        check_header(header, {**self.game.header(), "face": face})
        self.base, self.next_game = header["base"], header["next_game"]
        self.game.skip_forced = bool(header["skip_forced"])
        self.game.put_position(parts[0], header)
        self.policy_words[:] = np.frombuffer(parts[1], np.int64).reshape(1, 4)
        self.sit_down()
        self.look()
        return header


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
        """Make the environment.

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
        self.render_mode = _checked(render_mode)
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
        """Name who decides; close the books when the battle is over."""
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
                raise NotReset("reset() comes before step()")
            self._was_dead_step(action)
            return
        self.table.play(action)
        self._go_on()

    def _was_dead_step(self, action: Any) -> None:
        """Let an agent of a battle that is over go."""
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
        """Nothing is held open."""

    @property
    def game(self) -> Game:
        """The game, to look at: names, texts, rendering."""
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
        """An independent environment that goes on exactly like this one, bare of wrappers."""
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
        """Make the environment; arguments as of :class:`TacticaAEC`."""
        self.table = Table(
            ruleset, scenario, control, layout, mirror, illegal, skip_forced, reward, pool_size, pool_seed, split
        )
        self.layout = self.table.layout
        self.possible_agents = self.table.possible_agents
        self.render_mode = _checked(render_mode)
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
        """Begin the next game; arguments as of :meth:`TacticaAEC.reset`. Returns observations and infos by agent."""
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
        """What every agent sees; the agents of a side share their arrays, but for the mask."""
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
        """Apply the choice of the agent that decides; whatever the others sent is ignored.

        Raises:
            IllegalChoice: with ``illegal="raise"``; nothing has changed.
            NotReset: no game is going on.
        """
        if not self.decider:
            raise NotReset("reset() comes before step()")
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
        """Nothing is held open."""

    @property
    def game(self) -> Game:
        """The game, to look at: names, texts, rendering."""
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
        """An independent environment that goes on exactly like this one."""
        twin = TacticaParallel(**self.table.options(), render_mode=self.render_mode)
        twin.restore(self.snapshot())
        return twin


def _checked(render_mode: str | None) -> str | None:
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode {render_mode!r} is not one of {', '.join(map(repr, RENDER_MODES))}")
    return render_mode

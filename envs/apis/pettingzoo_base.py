"""What both PettingZoo environments share: options, spaces, copies, around the table of ``pettingzoo_table.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import numpy as np
from gymnasium import spaces

from ..core.ruleset import Ruleset
from ..engine.batch import NotReset
from ..engine.game import Game
from ..engine.spaces import Layout
from ..render import render
from .pettingzoo_table import AgentTable
from .shared import Continuing, Flat, GameOptions, checked_options, checked_render_mode

__all__ = ["NO_OP", "Seen", "TableEnv", "TableOptions", "UnknownAgent"]

RENDER_MODES = ("ansi", "rgb_array", "human")
NO_OP = 0  # verb 0 of every ruleset means no action: no rule ever offers it

Found = TypeVar("Found")
Seen = Any  # what an agent sees: "observation" and "action_mask", or the former alone


class UnknownAgent(KeyError):
    """An agent was named that no start of the pool has."""

    def __str__(self) -> str:
        """The message as it is; a KeyError would quote it."""
        return str(self.args[0])


class TableOptions(GameOptions, total=False):
    """The options of :class:`TableEnv`, which explains them; for type checkers."""

    control: str
    bare: bool
    numbered: bool
    skip_forced: bool
    reward: str


class TableEnv(Continuing):
    """A PettingZoo environment of one game.

    Attributes:
        table: the game and its agents.
        layout: shapes of choices and observations.
        state_space: of :meth:`state`, a Box of float32.
    """

    REMADE = frozenset({"table", "layout", "_view", "observation_spaces", "state_space"})
    FACE = ""
    agents: list[str]
    _seeded: bool

    def __init__(
        self,
        ruleset: str | Ruleset,
        *,
        scenario: Any = None,
        control: str = "unit",
        layout: str | Layout | Mapping[str, Any] = "auto",
        mirror: bool = False,
        sight: str = "side",
        flat: Flat = False,
        bare: bool = False,
        numbered: bool = False,
        illegal: str = "raise",
        skip_forced: bool = True,
        reward: str = "side",
        pool_size: int | None = None,
        pool_seed: int = 0,
        split: str = "train",
        rules: Mapping[str, int | bool | str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Create the environment.

        Args:
            ruleset, scenario, layout, mirror, pool_size, pool_seed, split, rules: as of :func:`tactica.make_vec`.
            control: an agent for every ``unit`` or for every ``side``.
            sight: an agent observes all its ``side`` knows, or, if agents are units, what its ``unit`` perceives itself. Masks
                are those of the rules: a mask may allow a target that the unit knows of only from its friends.
            flat: observe one float32 vector (see ``Layout.flatten``), with ``"varying"`` without what the scenario holds
                constant (see ``tactica.envs.engine.varying``); ``flat_columns`` names its numbers, and given here shows those.
            bare: an agent sees the observation itself, without the dict around it, and its mask is in ``infos`` only. With
                ``flat`` the observation space is then a Box, as SuperSuit's wrappers need.
            numbered: agents are called ``side0_3`` or ``side_0`` in place of ``side0_unit3`` and ``side0``, so that libraries
                which group agents by what stands before the number (TorchRL) have a group for each side, or one of all sides.
            illegal: what happens on an illegal choice: ``raise``, ``forfeit`` or ``random_legal``.
            skip_forced: answer decisions with a single legal choice without asking.
            reward: the ``side``'s result for each of its agents, or the ``unit``'s share of it. Shares follow the ruleset's
                ``observe.contribution``; without it, the staying power that the unit's own choices gained its side
                (``observe.potential``, from each choice to the next decision in the game); without either, all are equal. The
                shares are in ``info["contribution"]`` at the end.
            render_mode: ``ansi``, ``rgb_array``, ``human`` or None.

        Raises:
            ValueError, TypeError: the value of an argument is not allowed.
        """
        super().__init__()
        checked_render_mode(render_mode, RENDER_MODES)
        self.table = AgentTable(
            ruleset, scenario, control, layout, mirror, sight, illegal, skip_forced, reward, flat, bare, numbered,
            pool_size, pool_seed, split, rules,
        )  # fmt: skip
        self.layout, self._view = self.table.layout, self.table.view
        self.possible_agents = self.table.possible_agents
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}
        whole = self.layout.observation_space
        parts = spaces.Dict({name: whole[name] for name in ("grid", "units", "context")})
        seen: spaces.Space[Any] = self._view.space if self._view else parts
        if not bare:
            seen = spaces.Dict({"observation": seen, "action_mask": whole["action_mask"]})
        self.action_spaces = {agent: self.layout.new_action_space() for agent in self.possible_agents}
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        low, high = (
            np.tile(bound, len(self.table.agents_of))
            for bound in (self.layout.flat_space.low, self.layout.flat_space.high)
        )
        self.state_space = spaces.Box(low, high, dtype=np.float32)
        self.agents = []
        self._seeded = False
        self._set_up(self.table.game.ruleset.slug)

    def _set_up(self, slug: str) -> None:
        """Set what only this kind of environment has."""
        raise NotImplementedError

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """``observation``, a dict of ``grid``, ``units`` and ``context`` (see ``Layout.observation_space``) or one vector
        when flat, and ``action_mask``; the former alone when bare.
        """
        return self._of_agent(self.observation_spaces, agent)

    @property
    def group_map(self) -> dict[str, list[str]]:
        """The agents of each side by ``side0`` and so on, in the form of TorchRL's argument ``group_map``."""
        return {f"side{side}": list(names) for side, names in enumerate(self.table.agents_of)}

    def state(self) -> np.ndarray:
        """What all sides know together, for a critic that all agents share: float32 (sides * flat_size,), side by side by
        ``Layout.flatten``, whole, whatever the environment's ``flat`` is. What no side sees is not in it.

        Raises:
            NotReset: before the first reset.
        """
        if not self._seeded:
            raise NotReset("call reset() before state()")
        return self.table.state()

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All choices."""
        return self._of_agent(self.action_spaces, agent)

    def _of_agent(self, table: Mapping[str, Found], agent: Any) -> Found:
        """What an agent has in a table.

        Raises:
            UnknownAgent: no start of the pool has such an agent.
        """
        try:
            return table[agent]
        except (KeyError, TypeError):
            raise UnknownAgent(f"no agent {agent!r}; agents: {', '.join(self.possible_agents)}") from None

    def _options(self, options: dict[str, Any] | None) -> dict[str, Any]:
        """The options of a reset; ``options`` among them says nothing, PettingZoo's own checker gives it.

        Raises:
            TypeError: no mapping; ValueError: an unknown one.
        """
        if isinstance(options, Mapping):
            options = {name: value for name, value in options.items() if name != "options"}
        return checked_options(options, "row")

    def _seed(self, seed: int | None) -> None:
        """Start over with the games of a seed; without a seed, choose one unless the environment is already seeded."""
        if seed is not None or not self._seeded:
            self.table.seed(seed)
            self._seeded = True

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
        """The game, its dice, and the seed of games to come; ``restore`` continues byte for byte in any process."""
        return self.table.snapshot(self.FACE, {"agents": self.agents})

    def _present(self) -> dict[str, Any]:
        game = self.table.game
        return {
            "ruleset": game.ruleset, "scenario": game.pool, "layout": self.layout, "skip_forced": game.skip_forced,
        }  # fmt: skip

    def _keep(self) -> bytes | None:
        return self.snapshot() if self._seeded else None

    def _take_up(self, kept: bytes | None, as_a_twin: bool) -> None:
        if kept is not None:
            self.table.restore(self.FACE, kept)

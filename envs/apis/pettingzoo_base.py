"""One game and its agents: what both PettingZoo faces stand on."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ..core.dice import seed_rng
from ..core.loops.seats import POLICY_STREAM
from ..core.ruleset import Ruleset
from ..core.state import NO_UNIT
from ..engine.batch import ILLEGAL_MODES
from ..engine.game import Game
from ..engine.pools import agent_names, open_pool, split_name
from ..engine.snapshots import check_header, pack_snapshot, unpack_snapshot
from ..engine.spaces import Layout, Observation

__all__ = ["RENDER_MODES", "Table", "checked_mode"]

RENDER_MODES = ("ansi", "rgb_array", "human")


def checked_mode(render_mode: str | None) -> str | None:
    """A render mode, or None.

    Raises:
        ValueError: no such mode.
    """
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode {render_mode!r} is not one of {', '.join(map(repr, RENDER_MODES))}")
    return render_mode


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
        self.policy_rng = np.zeros((1, 4), np.int64)
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
        seed_rng(self.policy_rng[0], self.base, 0, number, POLICY_STREAM)
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
            index = operator.index(choice)
        except TypeError:
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
            answer = game.loops.choose_game(game.states, 0, game.books, game.fields, 0, self.policy_rng)
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
        return pack_snapshot(header, self.game.position(), self.policy_rng.tobytes())

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
        self.policy_rng[:] = np.frombuffer(parts[1], np.int64).reshape(1, 4)
        self.sit_down()
        self.look()
        return header

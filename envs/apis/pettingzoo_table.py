"""One game and its agents: how PettingZoo's agents share a game, and what each of them gets for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core.dice import MASK32, seed_rng
from ..core.loops.arguments import SingleView
from ..core.loops.seats import ILLEGAL, POLICY_STREAM
from ..core.ruleset import Ruleset
from ..core.state import NO_UNIT
from ..engine.batch_arrays import ILLEGAL_MODES
from ..engine.game import Game
from ..engine.gate import as_choice, as_truth, seed_of
from ..engine.policies import REASONS
from ..engine.pools import open_pool, split_name
from ..engine.restoring import checked_position
from ..engine.snapshots import (
    SnapshotError,
    check_header,
    checked_parts,
    header_value,
    pack_snapshot,
    unpack_snapshot,
)
from ..engine.spaces import Layout
from .shared import Flat, flat_view

__all__ = ["AgentTable"]

MOST_GAINED = 1e9  # of staying power by one unit; anything near it comes from no game


class AgentTable:
    """One game and its agents.

    Attributes:
        game: the game.
        layout: shapes of choices and observations.
        possible_agents: every agent any start of the pool may have.
        lookers: of each agent whose sight it is shown: a side, and the roster row of a unit, or NO_UNIT for all that side knows.
    """

    def __init__(
        self,
        ruleset: str | Ruleset,
        scenario: Any,
        control: str,
        layout: str | Layout | Mapping[str, Any],
        mirror: bool,
        sight: str,
        illegal: str,
        skip_forced: bool,
        reward: str,
        flat: Flat,
        bare: bool,
        numbered: bool,
        pool_size: int | None,
        pool_seed: int,
        split: str,
        rules: Mapping[str, int | bool | str] | None,
    ) -> None:
        found, scenario = split_name(ruleset, scenario)
        for what, value, allowed in (
            ("control", control, ("unit", "side")),
            ("illegal", illegal, tuple(ILLEGAL_MODES)),
            ("reward", reward, ("side", "unit")),
        ):
            if value not in allowed:
                raise ValueError(f"{what} {value!r} is not one of {', '.join(map(repr, allowed))}")
        if reward == "unit" and control == "side":
            raise ValueError(
                "reward='unit' needs agents that are units; leave out control='side', or use reward='side'"
            )
        for what, flag in (("bare", bare), ("numbered", numbered), ("skip_forced", skip_forced)):
            as_truth(what, flag)
        pool = open_pool(found, scenario, n=pool_size, seed=pool_seed, split=split, rules=rules)
        self.game = Game(found, pool, layout, mirror=mirror, sight=sight, skip_forced=skip_forced)
        self.layout = self.game.layout
        self.looks_by_unit = self.layout.sight == "unit"
        if self.looks_by_unit and control == "side":
            raise ValueError("sight='unit' needs agents that are units; leave out control='side', or use sight='side'")
        self.view = flat_view(flat, self.layout, pool)
        self.control, self.illegal, self.reward = control, illegal, reward
        self.bare, self.numbered = bare, numbered
        looking = found.book.looking
        self.weighs = looking.has_contribution
        self.is_credited = reward == "unit" and control == "unit" and not self.weighs and looking.has_potential
        self.gains = np.zeros(0)
        self.reason = ""
        starts = self.game.pool_states
        sizes = [1] * int(starts["side_count"].max()) if control == "side" else starts["side_size"].max(0).tolist()
        self.agents_of = [[self.name_of(side, row) for row in range(size)] for side, size in enumerate(sizes) if size]
        self.possible_agents = [name for names in self.agents_of for name in names]
        self.side_of = {name: side for side, names in enumerate(self.agents_of) for name in names}
        self.lookers = {name: (side, NO_UNIT) for name, side in self.side_of.items()}
        self.base = 0
        self.next_game = 0
        self.policy_rng = np.zeros(4, np.int64)
        self.buffer = self.layout.buffers(1)
        self.out = SingleView(*(self.buffer[part][0] for part in ("grid", "units", "context", "action_mask")))
        self.shown = 0, NO_UNIT

    def name_of(self, side: int, row: int) -> str:
        """The agent of a side, or of its unit in that row."""
        if self.control == "side":
            return f"side_{side}" if self.numbered else f"side{side}"
        return f"side{side}_{row}" if self.numbered else f"side{side}_unit{row}"

    def seed(self, seed: int | None) -> None:
        """Start over with the games of a seed.

        Raises:
            ValueError: it is not a whole number in 0..2^64 - 1.
        """
        if seed is None:
            seed = int(np.random.SeedSequence().generate_state(1, np.uint32)[0])
        self.base, self.next_game = seed_of(seed), 0

    def start(self, row: int | None) -> list[str]:
        """Begin the next game. Returns its agents.

        Raises:
            IndexError: the pool has no such row.
        """
        game, number = self.game, self.next_game
        self.next_game += 1
        self.reason = ""
        game.start(row, seed=self.base, slot=0, game=number)
        self.gains = np.zeros(int(game.s["unit_count"]))
        seed_rng(self.policy_rng, self.base, 0, number, POLICY_STREAM)
        self.sit_down()
        self.look()
        return self.agents()

    def sit_down(self) -> None:
        """Note which agent each roster row answers to in the game begun."""
        s = self.game.s
        sizes = s["side_size"][: int(s["side_count"])].tolist()
        self.by_row = [self.name_of(side, row) for side, size in enumerate(sizes) for row in range(size)]
        starts = [int(start) for start in s["side_start"][: int(s["side_count"])]]
        self.by_side = [self.by_row[start] for start in starts]
        if self.looks_by_unit:
            self.lookers = {name: (self.side_of[name], row) for row, name in enumerate(self.by_row)}

    def agents(self) -> list[str]:
        """The agents of the game begun."""
        return list(self.by_side if self.control == "side" else self.by_row)

    def decider(self) -> str:
        """The agent that decides; when the battle is over the first one."""
        game = self.game
        if game.over:
            return self.by_row[0]
        return self.by_side[game.side] if game.decider == NO_UNIT else self.by_row[game.decider]

    def look(self) -> None:
        """Write what the side that decides sees into the buffer, or its unit that decides."""
        game = self.game
        self.note_shown()
        game.loops.observe_game(
            game.states, 0, game.books, game.fields, self.layout.record, self.shown[0], *self.out
        )  # fmt: skip

    def note_shown(self) -> None:
        """Note whose sight the buffer shows, as in ``lookers``: of the side or unit that decides, at the end the first side."""
        game = self.game
        side, unit = (0, NO_UNIT) if game.over else (game.side, game.decider)
        self.shown = side, unit if self.looks_by_unit else NO_UNIT

    def observe(self, side: int, unit: int) -> Any:
        """What a side sees, or a unit of it: ``grid``, ``units`` and ``context``, or one vector when flat; arrays of its own."""
        is_shown = (side, unit) == self.shown
        seen = self.buffer if is_shown else {k: part[None] for k, part in self.game.observe(side, unit).items()}
        if self.view:
            return self.view(seen)[0]
        return {name: seen[name][0].copy() for name in ("grid", "units", "context")}

    def seen(self, looker: tuple[int, int], mask: np.ndarray) -> Any:
        """What an agent sees, by its entry in ``lookers``: ``observation`` and ``action_mask``, or the former alone when bare."""
        found = self.observe(*looker)
        return found if self.bare else {"observation": found, "action_mask": mask}

    def state(self) -> np.ndarray:
        """What all sides know together, side by side, by ``Layout.flatten``: float32 (sides * flat_size,). Zeros stand for sides
        that do not take part in the game.
        """
        size = self.layout.flat_size
        whole = np.zeros(len(self.agents_of) * size, np.float32)
        for side in range(self.game.side_count):
            self.layout.flatten(self.game.observe(side, NO_UNIT), whole[side * size : (side + 1) * size])
        return whole

    def standing(self, side: int) -> float:
        """A side's share of the staying power now, by the ruleset's ``observe.potential``."""
        game = self.game
        return float(game.loops.standing_of(game.states, 0, game.books, game.fields, side))

    def mask(self) -> np.ndarray:
        """The legal choices of the agent that decides: int8 (n,), an array of its own."""
        return self.out.mask.copy()

    def play(self, choice: Any) -> None:
        """Apply the choice of the agent that decides; an illegal one goes by the mode.

        Raises:
            IllegalChoice: in mode ``raise``; nothing has changed.
        """
        who, side = int(self.game.decider), int(self.game.side)
        if not self.is_credited or who == NO_UNIT or self.game.over:
            self._answer(choice)
            return
        before = self.standing(side)
        self._answer(choice)
        self.gains[who] += self.standing(side) - before

    def _answer(self, choice: Any) -> None:
        """See :meth:`play`."""
        game = self.game
        if game.loops.turn_game(
            game.states, 0, game.books, game.fields, self.layout.record, as_choice(choice), game.skip_forced, self.out
        ):
            self.note_shown()
            return
        if self.illegal == "raise":
            raise game.illegal(choice)
        if self.illegal == "forfeit":
            game.forfeit()
            self.reason = REASONS[ILLEGAL]
        else:
            game.answer(game.choose(0, self.policy_rng, keyed=False))
        self.look()

    def results(self) -> tuple[dict[str, float], dict[str, dict[str, Any]]]:
        """Rewards and infos of all agents at the end."""
        game = self.game
        side_rewards = game.rewards
        count = len(self.by_row)
        weights = np.zeros(count)
        if self.is_credited:
            weights = np.maximum(self.gains, 0.0)
        else:
            game.loops.contributions(game.states, 0, game.books, game.fields, weights)
        sides = np.array([self.side_of[self.by_row[row]] for row in range(count)])
        totals = np.bincount(sides, weights, len(side_rewards))
        sizes = np.bincount(sides, minlength=len(side_rewards))
        told = [game.told(side) for side in range(game.side_count)]
        rewards: dict[str, float] = {}
        infos: dict[str, dict[str, Any]] = {}
        for row, agent in enumerate(self.by_row):
            side = int(sides[row])
            share = weights[row] / totals[side] if totals[side] > 0 else 1.0 / sizes[side]
            info = infos.setdefault(agent, {**told[side], **({"reason": self.reason} if self.reason else {})})
            rewards[agent] = float(side_rewards[side])
            if self.control == "unit":
                if self.weighs or self.reward == "unit":
                    info["contribution"] = float(share)
                if self.reward == "unit":
                    if side_rewards[side] < 0 and sizes[side] > 1:  # who did most is blamed least
                        share = (1.0 - share) / (sizes[side] - 1)
                    rewards[agent] *= float(share)
        return rewards, infos

    def snapshot(self, face: str, more: dict[str, Any]) -> bytes:
        """Game, dice and seeds, with what a face adds."""
        header = {
            **self.game.header(), "face": face, "control": self.control, "base": self.base, "next_game": self.next_game,
            **({"gains": self.gains.tolist()} if self.is_credited else {}), **more,
        }  # fmt: skip
        return pack_snapshot(header, self.game.position(), self.policy_rng.tobytes())

    def restore(self, face: str, data: bytes) -> dict[str, Any]:
        """Take over a snapshot; returns its header. Nothing has changed when it is refused.

        Raises:
            SnapshotError: it is damaged, or does not fit.
        """
        header, parts = unpack_snapshot(data)
        check_header(header, {**self.game.header(), "face": face})
        position, rng = checked_parts(parts, None, self.policy_rng.nbytes)
        base, next_game = (header_value(header, key, int) for key in ("base", "next_game"))
        skip_forced = header_value(header, "skip_forced", bool)
        if unknown := [agent for agent in header_value(header, "agents", list) if agent not in self.possible_agents]:
            raise SnapshotError(f"the snapshot's agent {str(unknown[0])[:40]!r} is not in this environment")
        policy_rng = np.frombuffer(rng, np.int64)
        if (policy_rng < 0).any() or (policy_rng > MASK32).any():
            raise SnapshotError(
                f"the snapshot's generator of policies is {policy_rng.tolist()}, allowed 0..{MASK32} each"
            )
        state = checked_position(self.game, position, header)
        units = int(np.ravel(state["unit_count"])[0])
        gains = header_value(header, "gains", list) if self.is_credited else [0.0] * units
        if len(gains) != units or not all(isinstance(gain, float) and abs(gain) < MOST_GAINED for gain in gains):
            raise SnapshotError("the snapshot is damaged: its gains are not one number for each unit")
        self.game.put(state)
        self.gains = np.array(gains)
        self.base, self.next_game, self.game.skip_forced = base, next_game, skip_forced
        self.policy_rng[:] = policy_rng
        self.sit_down()
        self.look()
        return header

"""Moments at which a unit has just got a status, and two continuations of the battle: with the status, and without it.

A **status** is a member of the ruleset's ``vocab.Status``; it stands in a field of its name in the records of units
(``envs/render/scene.py``). Battles of a shard are played decision by decision. Where a status has changed from 0 to another
value between two decisions, the position is copied twice: unchanged, and with that one field at 0. A copy that the
ruleset's invariants refuse, or that offers no choice, is of no use. Both are played to the end with the same dice, which
are not those of the original battle: the luck that brought the status about does not affect them.
"""

from __future__ import annotations

import hashlib
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...envs import rulesets
from ...envs.core.ruleset import Ruleset
from ...envs.core.state import KEYED_SLOT, as_lanes
from ...envs.engine.game import Game
from ...envs.engine.players import seat_code
from ...envs.engine.pools import EVALUATION_SEEDS, Starts, plain
from ...envs.engine.rollouts import Results, play_games
from ...envs.engine.rows import held
from . import shards
from .shards import MOST_PAIRS, Games, Shard, pool_of

__all__ = ["NO_ANSWER", "OVER", "Moment", "play", "play_moments", "spared", "status_fields"]

OVER, NO_ANSWER = -1, -2  # why a moment is of no use, beside the numbers of ``Ruleset.broken``


def status_fields(ruleset: Ruleset) -> dict[str, str]:
    """The field of units that each status stands in, by the status's name; empty for a status without a field."""
    fields = ruleset.state.dtype["units"].base.names or ()
    found = {}
    for status in ruleset.book.vocab.statuses:
        name = status.name.lower()
        found[name.replace("_", " ")] = next((one for one in (name, f"{name}_rounds") if one in fields), "")
    return found


@dataclass
class Moment:
    """A unit that has just got a status.

    Attributes:
        status: place of the field among those that are watched.
        unit: roster row.
        lanes: position and dice at the next decision, uint64; None where the battle was over.
    """

    status: int
    unit: int
    lanes: np.ndarray | None


@dataclass
class _Tally:
    """What is counted of the statuses of a shard, and the moments that are played on from."""

    battles: Counter[str] = field(default_factory=Counter)
    times: Counter[str] = field(default_factory=Counter)
    usable: Counter[str] = field(default_factory=Counter)
    useless: Counter[str] = field(default_factory=Counter)


def play(shard: Shard) -> Games:
    """Play a shard: its pairs, or, where it names statuses, from moments of its battles on.

    Raises:
        ValueError: see ``shards.play``.
    """
    return play_moments(shard) if shard.statuses else shards.play(shard)


def play_moments(shard: Shard) -> Games:
    """Play the battles of a shard, one for each of its pairs, and both continuations of one moment for each status.

    Returns:
        Games with a row for each battle and status, battle by battle; the points of the side whose unit it is, first with
        the status, then without it; nan without a usable moment. Their measures give, after the name of a field, the number
        of ``battles`` in which a unit got the status, how many ``times``, and how many of these were ``usable``; and the
        unusable ones, by reason.
    """
    slug, names = shard.stream.ruleset, shard.statuses
    ruleset, pool = rulesets.get(slug), pool_of(shard.stream, shard.rules)
    rows = (shard.first + np.arange(shard.pairs)) % len(pool)
    players = shard.one.load(slug), shard.other.load(slug)
    seats = [0 if shard.one == shard.other else _drawn(shard, "seat", k) % 2 for k in range(shard.pairs)]
    tally, chosen = _Tally(), dict[tuple[int, int], tuple[Moment, np.ndarray]]()
    game, bench = Game(ruleset, pool), _Bench(ruleset, pool)
    codes = [seat_code(ruleset, player) for player in players]
    if not 0 <= shard.first <= MOST_PAIRS - shard.pairs:
        raise ValueError(f"a seed has dice for {MOST_PAIRS:,} battles; give the stream another seed")
    if None in codes:
        raise ValueError("who plays in Python cannot be watched; give players that play inside the kernel")
    with held(ruleset, [code for code in codes if code is not None]):
        for k in range(shard.pairs):
            sides = _sides(shard, game, seats[k], int(rows[k]))
            here = watch(game, int(rows[k]), codes[:: -1 if seats[k] else 1], shard, k, sides)
            for status, moment, copy in _choose(shard, k, here, bench, tally):
                chosen[k, status] = moment, copy
    shape = shard.pairs * len(names), 2
    points = np.full(shape, np.nan)
    others = {name: np.zeros(shape, np.int64) for name in ("rounds", "decisions", "endings")}
    for status in range(len(names)):
        for seat in sorted(set(seats)):
            of = [k for k in range(shard.pairs) if seats[k] == seat and (k, status) in chosen]
            at = np.array(of, np.int64) * len(names) + status
            taken = [chosen[k, status] for k in of]
            for column, results in enumerate(_onward(shard, pool, players, names[status], seat, taken)):
                units = bench.sides_of(rows[of], [moment.unit for moment, _ in taken])
                points[at, column] = (results.rewards[np.arange(len(of)), units] + 1) / 2
                for name, array in others.items():
                    array[at, column] = getattr(results, name)
    counted = ({f"{name}.{what}": float(getattr(tally, what)[name]) for name in names for what in COUNTED},
               {what: float(count) for what, count in sorted(tally.useless.items())})  # fmt: skip
    return Games(
        points, others["rounds"], others["decisions"], others["endings"], np.repeat(rows, len(names)),
        np.zeros(shape[0], np.int64), [counted],
    )  # fmt: skip


COUNTED = ("battles", "times", "usable")


def _drawn(shard: Shard, what: str, k: int) -> int:
    """A number drawn for a battle of a shard: the same in whichever shard it is played."""
    return zlib.crc32(f"{shard.stream.seed} {shard.first + k} {what}".encode()) >> 3


def _sides(shard: Shard, game: Game, seat: int, row: int) -> list[int]:
    """The sides whose units are watched: those of ``one``."""
    everybody = range(int(game.pool_states["side_count"][row]))
    if shard.one == shard.other:
        return list(everybody)
    return [side for side in everybody if (side > 0) == bool(seat)]


def watch(
    game: Game, row: int, codes: Sequence[int | None], shard: Shard, k: int, sides: Sequence[int]
) -> list[Moment]:
    """Play one battle and note whenever a unit of the watched sides gets a status.

    Args:
        game: to play it in.
        row: its start.
        codes: of the player of the first side, and of the player of the others.
        shard, k: its dice are those of this pair of the shard.
        sides: whose units are watched.
    """
    loops, states, stream = game.loops, game.states, shard.stream
    units, size = states["units"][0], game.ruleset.state.snapshot_lanes
    views = [units[name] for name in shard.statuses]
    start = game.pool_states["units"][row]
    before = np.stack([start[name] for name in shard.statuses]) != 0
    game.start(row, seed=EVALUATION_SEEDS | stream.seed, slot=KEYED_SLOT if stream.keyed else 0, game=shard.first + k)
    is_own = np.isin(units["side"], sides) & (units["present"] == 1)
    generators = np.zeros((1, 4), np.int64)
    deciding, ending = states["decider_side"], states["ending"]
    found: list[Moment] = []
    while True:
        now = np.stack(views) != 0
        new = now & ~before & is_own
        is_over = ending[0] != 0
        if new.any():
            lanes = None if is_over else game.lanes[0, :size].copy()
            found += [Moment(int(status), int(unit), lanes) for status, unit in np.argwhere(new)]
        if is_over:
            return found
        before = now
        code = codes[min(int(deciding[0]), 1)]
        answer = loops.choose_next(states, 0, game.books, game.fields, code, generators)
        loops.step_game(states, 0, game.books, game.fields, answer, True)


class _Bench:
    """Where copies of positions are looked over."""

    def __init__(self, ruleset: Ruleset, pool: Any) -> None:
        self.ruleset, self.states = ruleset, plain(ruleset.new_states(16))
        self.books, self.fields, self.starts = plain(pool.books), plain(pool.fields), plain(pool.states)

    def put(self, lanes: Sequence[np.ndarray]) -> np.ndarray:
        """Positions as state records, in the room there is, which is made larger where that is too small."""
        if len(lanes) > len(self.states):
            self.states = plain(self.ruleset.new_states(2 * len(lanes)))
        as_lanes(self.states)[: len(lanes), : self.ruleset.state.snapshot_lanes] = lanes
        return self.states[: len(lanes)]

    def sides_of(self, rows: np.ndarray, units: Sequence[int]) -> np.ndarray:
        """The sides of units of starts."""
        found: np.ndarray = self.starts["units"]["side"][rows, np.array(units, np.int64)].astype(np.int64)
        return found

    def faults(self, states: np.ndarray) -> np.ndarray:
        """For each position 0 if it is valid and offers a choice, else the code of what is broken."""
        broken = np.zeros(len(states), np.int64)
        self.ruleset.loops.look_over(states, self.books, self.fields, broken)
        for i in np.flatnonzero(broken == 0).tolist():
            self.ruleset.loops.list_choices(states, i, self.books, self.fields)
            if states["choice_count"][i] == 0:
                broken[i] = NO_ANSWER
        return broken


def spared(states: np.ndarray, units: Sequence[int], names: Sequence[str]) -> np.ndarray:
    """Set one field of one unit in each position to 0; the positions themselves are changed, and returned."""
    for i, (unit, name) in enumerate(zip(units, names, strict=True)):
        states["units"][name][i, unit] = 0
    return states


def _choose(
    shard: Shard, k: int, here: Sequence[Moment], bench: _Bench, tally: _Tally
) -> list[tuple[int, Moment, np.ndarray]]:
    """One moment of use for each status of a battle, drawn by its number, with the position as it would be without."""
    names = shard.statuses
    tally.times.update(names[one.status] for one in here)
    tally.battles.update({names[one.status] for one in here})
    tally.useless.update(f"{names[one.status]}.{OVER}" for one in here if one.lanes is None)
    open_still = [one for one in here if one.lanes is not None]
    if not open_still:
        return []
    states = bench.put([one.lanes for one in open_still if one.lanes is not None])
    spared(states, [one.unit for one in open_still], [names[one.status] for one in open_still])
    faults, found = bench.faults(states), []
    copies = as_lanes(states)[:, : bench.ruleset.state.snapshot_lanes]
    for status, name in enumerate(names):
        of = [i for i, one in enumerate(open_still) if one.status == status]
        tally.useless.update(f"{name}.{faults[i]}" for i in of if faults[i])
        usable = [i for i in of if faults[i] == 0]
        tally.usable[name] += len(usable)
        if usable:
            i = usable[_drawn(shard, name, k) % len(usable)]
            found.append((status, open_still[i], copies[i].copy()))
    return found


def _onward(
    shard: Shard, pool: Any, players: tuple[Any, Any], name: str, seat: int, taken: Sequence[tuple[Moment, np.ndarray]]
) -> list[Results]:
    """How battles end from moments on, with the status and without it, on the same dice."""
    if not taken:
        return []
    ruleset = rulesets.get(shard.stream.ruleset)
    size = ruleset.state.snapshot_lanes
    digest = hashlib.sha256(repr((shard.stream.seed, "onward", name, seat)).encode()).digest()
    seed = EVALUATION_SEEDS | int.from_bytes(digest[:7], "big")
    found = []
    for lanes in ([moment.lanes for moment, _ in taken], [copy for _, copy in taken]):
        states = plain(ruleset.new_states(len(lanes)))
        as_lanes(states)[:, :size] = lanes
        starts = Starts(ruleset, states, pool.books, pool.fields)
        results = play_games(
            ruleset, starts, policies=players[:: -1 if seat else 1], games=len(lanes), rows=np.arange(len(lanes)),
            first_game=shard.first, seed=seed, keyed=shard.stream.keyed,
        )  # fmt: skip
        found.append(results)
    return found

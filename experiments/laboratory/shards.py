"""The unit of work of every question: some pairs of games, described so that any process on any machine can play them.

A **shard** says who meets whom, where, by which rules, and which pairs of a stream of starts and dice are played. What comes out
depends on the shard alone. Two shards that differ in nothing but a player or a rule play the same starts with the same dice.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np
import pyarrow as arrow

from ...agents.players import PlayerError, absolute, forms, load_player, player_hash
from ...envs import rulesets
from ...envs import scenario as scenarios
from ...envs.engine.behaviours import Behaviour, load
from ...envs.engine.players import BEHAVIOUR, bar
from ...envs.engine.pools import EVALUATION_SEEDS, open_pool
from ...envs.engine.rollouts import Results, play_games
from ..sealing import SEAL, Seed, Starts, table_seal
from ..tournament.arena import measures_of
from ..tournament.store import with_metadata
from .variants import DrawnRosters, Lack, starts_apart, starts_without

__all__ = [
    "MOST_PAIRS",
    "SHARD_PAIRS",
    "STARTS",
    "Games",
    "Played",
    "Player",
    "Rules",
    "Shard",
    "Stream",
    "play",
    "pool_of",
    "shards_of",
]

SHARD_PAIRS = 50  # pairs of a shard, unless there are fewer; what is counted by shard has an interval from these
MOST_PAIRS = 1 << 32  # of a seed: the generator of dice takes 32 bits of the number of a game
STARTS = 256  # drawn from a scenario that leaves something to chance
Rules = Mapping[str, int | bool | str]


class Player(msgspec.Struct, frozen=True):
    """A player, with everything needed to play on any machine.

    Attributes:
        name: in tables.
        spec: as on a command line; empty for a behaviour that is in no file.
        behaviour: the keys of such a behaviour, as its YAML would have them.
        forbid: options it does not choose, see ``envs.engine.options``.
    """

    name: str
    spec: str = ""
    behaviour: dict[str, Any] | None = None
    forbid: tuple[str, ...] = ()

    @classmethod
    def of(cls, who: str | Behaviour | Player) -> Player:
        """A player as it is given: a spec, or a behaviour. Behaviours travel whole, other files by name: they must lie in the
        same place on every machine.

        Raises:
            BehaviourError: there is a behaviour in a file, and it is wrong; PlayerError: the file cannot be read.
        """
        if isinstance(who, Player):
            return who
        if isinstance(who, str) and BEHAVIOUR.is_file(who):
            try:
                who = load(who)
            except OSError as error:
                raise PlayerError(f"{who}: cannot be read: {error.strerror}; allowed: {forms()}") from None
        if isinstance(who, Behaviour):
            return cls(who.name, behaviour=who.model.model_dump(exclude_defaults=True) | {"name": who.name})
        return cls(who, absolute(who))

    def load(self, slug: str) -> Any:
        """A policy that ``play_games`` takes.

        Raises:
            UnknownPolicy, PlayerError, BehaviourError: nobody can play so.
        """
        if self.behaviour is not None:
            return bar(load(self.behaviour), self.forbid)
        return bar(load_player(self.spec, rulesets.get(slug)), self.forbid)

    def digest(self, slug: str) -> str:
        """16 hex digits that change when it may play otherwise."""
        ruleset = rulesets.get(slug)
        if self.behaviour is not None:
            return str(self.load(slug).digest(ruleset))
        return player_hash("--".join([self.spec, *self.forbid]), ruleset)


class Stream(msgspec.Struct, frozen=True):
    """Where games begin, and their dice: pairs with the same number have the same start and the same dice for all players.

    Attributes:
        ruleset: slug.
        scenario: its name, or the whole path of a file.
        seed: of the dice; an evaluation seed, which training never uses.
        starts: to draw from a random scenario; any other scenario has one start, and this value is ignored.
        start_seed: of these starts.
        lacks: what units go without.
        rosters: how every side draws its own units; None as the scenario says.
        keyed: whether a die depends only on its round, unit and purpose, see ``play_games``: games that differ in a
            decision or a rule then share more luck, so that fewer games show a difference.
    """

    ruleset: str
    scenario: str
    seed: Seed = 0
    starts: Starts = STARTS
    start_seed: Seed = 0
    lacks: tuple[Lack, ...] = ()
    rosters: DrawnRosters | None = None
    keyed: bool = True


class Shard(msgspec.Struct, frozen=True):
    """Some pairs of games: each start and seed is played twice, seats swapped.

    Attributes:
        stream: where they begin, and their dice.
        one, other: the two opponents.
        first, pairs: pairs first, ..., first + pairs - 1 of the stream, which has ``MOST_PAIRS``.
        rules: knobs by address, over those of the scenario.
        statuses: fields of units; where some are named, one battle of each pair is watched for them, see :mod:`.moments`.
        options: whether it is counted how ``one`` uses its options, see :attr:`Games.uses`.
    """

    stream: Stream
    one: Player
    other: Player
    first: int = 0
    pairs: int = SHARD_PAIRS
    rules: dict[str, int | bool | str] = {}
    statuses: tuple[str, ...] = ()
    options: bool = False

    @property
    def key(self) -> str:
        """16 hex digits over everything the games depend on, but for the rulebook itself."""
        found = msgspec.to_builtins(self)
        for name in ("statuses", "options"):
            if not found[name]:
                del found[name]  # a shard of games keeps the key it had before there were others
        return hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def rows(self) -> int:
        """Rows of its games."""
        return self.pairs * max(len(self.statuses), 1)


def shards_of(
    stream: Stream, one: Player, other: Player, pairs: int, rules: Rules | None = None, *, first: int = 0
) -> list[Shard]:
    """The pairs first to first + pairs of a stream, in shards."""
    return [
        Shard(stream, one, other, at, min(SHARD_PAIRS, first + pairs - at), dict(rules or {}))
        for at in range(first, first + pairs, SHARD_PAIRS)
    ]


@dataclass
class Games:
    """The games of shards. Arrays have a row a pair and two columns: ``one`` in the first seat, then ``other``.

    Attributes:
        points: of ``one``, a draw one half; float64 (n, 2).
        rounds, decisions, endings: int64 (n, 2).
        rows: start of each pair; int64 (n,).
        shard: which of the shards each pair is of; int64 (n,).
        measures: for each shard, what ``one`` and ``other`` did in a game on average: name -> number.
        uses: for each shard that counts options, how often each was offered to ``one`` and chosen by it, by
            ``envs.engine.options.SITUATIONS``: name -> int64 (2, situations). A player that meets itself has both seats.
        reasons: why games were forfeited, the first of each seating of a shard.
    """

    PER_SHARD = ("measures", "uses", "reasons")

    points: np.ndarray
    rounds: np.ndarray
    decisions: np.ndarray
    endings: np.ndarray
    rows: np.ndarray
    shard: np.ndarray
    measures: list[tuple[dict[str, float], dict[str, float]]] = field(default_factory=list)
    uses: list[dict[str, np.ndarray]] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def trace(self) -> np.ndarray:
        """All that is known of how every pair went: int64 (n, 8)."""
        parts = (self.endings, self.rounds, self.decisions, np.rint(2 * self.points))
        return np.concatenate([np.asarray(part, np.int64) for part in parts], 1)

    @classmethod
    def joined(cls, parts: Sequence[Games]) -> Games:
        """The games of several shards, in this order."""
        arrays = {
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in ("points", "rounds", "decisions", "endings", "rows")
        }
        shard = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
        measures, uses, reasons = ([one for part in parts for one in getattr(part, name)] for name in cls.PER_SHARD)
        return cls(**arrays, shard=shard, measures=measures, uses=uses, reasons=reasons)

    def table(self, key: str) -> Any:
        """As a table, one row a game; what is counted by shard stands in its metadata."""
        pair, column = np.repeat(np.arange(len(self)), 2), np.tile([0, 1], len(self))
        columns = {
            "pair": pair, "seat": column.astype(np.int8), "start": self.rows[pair],
            "points": self.points[pair, column], "rounds": self.rounds[pair, column],
            "decisions": self.decisions[pair, column], "ending": self.endings[pair, column],
        }  # fmt: skip
        about: dict[str, Any] = {"shard": key, "measures": self.measures}
        if self.uses:
            about["uses"] = [[(name, used.tolist()) for name, used in one.items()] for one in self.uses]
        if self.reasons:
            about["reasons"] = self.reasons
        return with_metadata(arrow.table(columns), about)

    @classmethod
    def of_table(cls, table: Any, shard: Shard) -> Games:
        """What :meth:`table` made.

        Raises:
            ValueError, KeyError, TypeError: it is of something else.
        """
        about = json.loads(table.schema.metadata[b"tactica"])
        if about["shard"] != shard.key or table.num_rows != 2 * shard.rows:
            raise ValueError("of another shard")
        if about.get(SEAL) != table_seal(table, about):
            raise ValueError("its checksum does not match")

        def both(name: str) -> np.ndarray:
            return np.asarray(table.column(name).to_numpy()).reshape(-1, 2).copy()

        return cls(
            both("points"), both("rounds"), both("decisions"), both("ending"), both("start")[:, 0],
            np.zeros(shard.rows, np.int64), [(one, other) for one, other in about["measures"]],
            [{name: np.array(used, np.int64) for name, used in one} for one in about.get("uses", [])],
            list(about.get("reasons", [])),
        )  # fmt: skip


#: Plays shards: their games, in the same order.
Played = Callable[[Sequence[Shard]], list[Games]]


@functools.lru_cache(maxsize=64)
def _pool(stream: Stream, rules: str) -> Any:
    if stream.lacks:
        return starts_without(
            rulesets.get(stream.ruleset), stream.scenario, stream.lacks, n=stream.starts, seed=stream.start_seed,
            rules=json.loads(rules) or None,
        )  # fmt: skip
    if stream.rosters is not None:
        return starts_apart(
            rulesets.get(stream.ruleset), stream.scenario, stream.rosters, n=stream.starts, seed=stream.start_seed,
            rules=json.loads(rules) or None,
        )  # fmt: skip
    loaded = scenarios.load(stream.scenario, stream.ruleset)
    return open_pool(
        loaded.ruleset, loaded, n=stream.starts if loaded.is_random else 1, seed=stream.start_seed, split="eval",
        rules=json.loads(rules) or None,
    )  # fmt: skip


def pool_of(stream: Stream, rules: Rules | None = None) -> Any:
    """The starts of a stream: one where its scenario leaves nothing to chance."""
    return _pool(msgspec.structs.replace(stream, seed=0, keyed=True), json.dumps(dict(rules or {}), sort_keys=True))


def play(shard: Shard) -> Games:
    """Play every pair of a shard.

    Raises:
        ValueError: its pairs lie beyond the last one of a seed, or it asks about statuses, which :func:`.moments.play` answers;
            and what loading players, scenario and rules raises.
    """
    stream, slug = shard.stream, shard.stream.ruleset
    if shard.statuses:
        raise ValueError("a shard about statuses is played from moments on, see moments.py")
    if not 0 <= shard.first <= MOST_PAIRS - shard.pairs:
        raise ValueError(
            f"pairs {shard.first:,} to {shard.first + shard.pairs - 1:,} of a stream: a seed has dice for {MOST_PAIRS:,} pairs, "
            "which would repeat from there on; give the stream another seed"
        )
    pool = pool_of(stream, shard.rules)
    rows = (shard.first + np.arange(shard.pairs)) % len(pool)
    players = shard.one.load(slug), shard.other.load(slug)
    seats = (1,) if shard.one == shard.other else (1, -1)  # a player that meets itself plays the same game again
    seatings = [
        play_games(
            slug, pool, policies=players[::step], games=shard.pairs, rows=rows, first_game=shard.first,
            seed=EVALUATION_SEEDS | stream.seed, keyed=stream.keyed, situations=shard.options,
        )
        for step in seats
    ]  # fmt: skip
    uses = [_uses(seatings)] if shard.options else []
    reasons = [next(iter(results.reasons.values())) for results in seatings if results.reasons]
    seatings = [seatings[0], seatings[-1]]

    def both(name: str) -> np.ndarray:
        return np.stack([getattr(results, name).astype(np.int64) for results in seatings], 1)

    leads = [seatings[k].scores(k) - seatings[k].scores(1 - k) for k in (0, 1)]
    first, second = (measures_of(results) for results in seatings)
    measures = tuple(
        {name: (first[k][name] + second[1 - k][name]) / 2 for name in first[k] if name in second[1 - k]} for k in (0, 1)
    )
    return Games(
        (np.sign(np.stack(leads, 1)) + 1) / 2, both("rounds"), both("decisions"), both("endings"), rows,
        np.zeros(shard.pairs, np.int64), [(measures[0], measures[1])], uses, reasons,
    )  # fmt: skip


def _uses(seatings: Sequence[Results]) -> dict[str, np.ndarray]:
    """How ``one`` used its options, see :attr:`Games.uses`; a single seating is that of a player that meets itself."""
    found: dict[str, np.ndarray] = {}
    own = (slice(None),) if len(seatings) == 1 else (slice(0, 1), slice(1, None))  # its sides
    for results, sides in zip(seatings, own, strict=True):
        for name, used in results.options().items():
            found[name] = found.get(name, 0) + used[:, sides].sum(1)
    return found

"""What a tournament is: written beside its results before the first game, and compared before any further one."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec

from ...agents.players import absolute, load_player, player_file, player_hash
from ...envs import rulesets
from ...envs import scenario as scenarios
from ...envs.engine.players import seat_code
from ...envs.engine.policies import layout_of, name_of
from ...envs.engine.seating import check_layout
from ...envs.engine.spaces import Layout, LayoutMismatch
from ...envs.scenario import Pool
from ..common import UserError
from ..sealing import Count, Positive, Seed, Starts
from ..statistics import Sprt
from .plan import pairings

__all__ = [
    "FORMAT",
    "SPLIT",
    "LayoutName",
    "Manifest",
    "PlayerEntry",
    "ScenarioEntry",
    "Seconds",
    "TestEntry",
    "check",
    "draw_up",
    "open_pool_of",
]

FORMAT = 1
SPLIT = "eval"
Rules: TypeAlias = Mapping[str, int | bool | str]
LayoutName: TypeAlias = Annotated[str, msgspec.Meta(pattern="^(auto|small|standard|full)$")]
Seconds: TypeAlias = Annotated[float, msgspec.Meta(gt=0)]


class PlayerEntry(msgspec.Struct, frozen=True):
    """A player that takes part.

    Attributes:
        name: in tables and results; all different.
        spec: what it is loaded from.
        hashes: by ruleset, a hash that changes when the player may play differently.
        is_python: it plays outside the kernel.
    """

    name: str
    spec: str
    hashes: dict[str, str]
    is_python: bool


class ScenarioEntry(msgspec.Struct, frozen=True):
    """Somewhere to play.

    Attributes:
        name: ``wfrp1/small``, or the path of a file; all different.
        ruleset: slug.
        source: what it is loaded from.
        starts: rows of its pool.
        sides: that take part.
        content: hash over the records of all starts, rules and maps.
        rules: hash of the ruleset's rules.
        layout: hash of what Python policies see and choose from.
    """

    name: str
    ruleset: str
    source: str
    starts: Starts
    sides: Annotated[int, msgspec.Meta(ge=1, le=64)]
    content: str
    rules: str
    layout: str


class TestEntry(msgspec.Struct, frozen=True):
    """The test of a comparison; see :class:`~tactica.experiments.statistics.Sprt`.

    Attributes:
        elo0, elo1, alpha, beta: of the test.
        split: of the starts.
    """

    elo0: float
    elo1: float
    alpha: float
    beta: float
    split: str = SPLIT

    def __post_init__(self) -> None:
        Sprt(self.elo0, self.elo1, self.alpha, self.beta)  # refuses what cannot be


class Manifest(msgspec.Struct, frozen=True):
    """A tournament.

    Attributes:
        format: of the folder.
        id: hash over everything below but ``created``, ``versions`` and ``machine``.
        created: date and time.
        seed: of starts and dice.
        pairs: of games, of each pairing in each scenario; for a comparison the most.
        layout: as asked for.
        time_limit: seconds a Python policy may take for one call; None without limit.
        players, scenarios: who and where.
        versions, machine: what it was begun with.
        suite: name, version and content hash of the suite it belongs to; empty for none.
        reference: players whose mean rating is 1000; empty for all.
        only: the first so many players meet everybody, the others met elsewhere; 0 for a whole round robin.
        beside: name of the folder beside this one where the others met; empty when they did not.
        overrides: knobs by address, over those of all scenarios.
        test: of a comparison; None for a tournament.
        fresh_dice: seeds of games are those that are reserved for evaluation, as in comparisons.
    """

    format: int
    id: str
    created: str
    seed: Seed
    pairs: Positive
    layout: LayoutName
    time_limit: Seconds | None
    players: Annotated[list[PlayerEntry], msgspec.Meta(min_length=2)]
    scenarios: Annotated[list[ScenarioEntry], msgspec.Meta(min_length=1)]
    versions: dict[str, str]
    machine: dict[str, Any]
    suite: dict[str, str] = {}
    reference: list[Count] = []
    only: Count = 0
    beside: str = ""
    overrides: dict[str, int | bool | str] = {}
    test: TestEntry | None = None
    fresh_dice: bool = False

    def __post_init__(self) -> None:
        names = self.player_names
        if len(set(self.scenario_names)) < len(self.scenarios):
            raise ValueError("a scenario stands there twice")
        is_round_robin = not self.only  # otherwise a player may be met under its own name, as its own best response
        if is_round_robin and len(set(names)) < len(names):
            raise ValueError("a player stands there twice")
        if self.only > len(names) or any(one >= len(names) for one in self.reference):
            raise ValueError(f"only {self.only}, reference {self.reference}: there are {len(names)} players")

    @property
    def player_names(self) -> list[str]:
        """Names of the players."""
        return [player.name for player in self.players]

    @property
    def scenario_names(self) -> list[str]:
        """Names of the scenarios."""
        return [scenario.name for scenario in self.scenarios]

    @property
    def games(self) -> int:
        """Games to play in all."""
        return 2 * len(pairings(len(self.players), self.only)) * self.pairs * len(self.scenarios)

    def settings(self) -> dict[str, Any]:
        """What decides the games, as JSON types."""
        whole: dict[str, Any] = msgspec.to_builtins(self)
        left_out = [
            "id",
            "created",
            "versions",
            "machine",
            *(name for name in ("overrides", "test", "fresh_dice") if not whole[name]),
        ]
        return {key: whole[key] for key in whole if key not in left_out}

    def open_pool(self, entry: ScenarioEntry) -> Pool:
        """The starts of one of the scenarios."""
        return open_pool_of(entry.source, entry.ruleset, entry.starts, self.seed, self.overrides)

    def digest(self) -> str:
        """16 hex digits over the settings."""
        return hashlib.sha256(msgspec.json.encode(self.settings(), order="deterministic")).hexdigest()[:16]


MOST_DRAWN = 8  # pools that stay drawn; 256 starts of the largest ruleset take 21 MB
_DRAWN: dict[str, scenarios.Pool] = {}


def open_pool_of(source: str, ruleset: str, starts: int, seed: int, rules: Rules | None = None) -> scenarios.Pool:
    """The starts of a scenario: drawn from the stream for evaluation; one where nothing is left to chance.

    What is drawn is drawn once: a tournament asks for it when it is drawn up, for each network, and when it plays.
    """
    loaded = scenarios.load(source, ruleset)
    if not loaded.is_random:
        return scenarios.pool(ruleset, loaded, n=1, seed=seed, split=SPLIT, rules=rules)
    key = repr((loaded.key, loaded.source.data, loaded.ruleset.rules_hash, starts, seed, dict(rules or {})))
    if key not in _DRAWN:
        while len(_DRAWN) >= MOST_DRAWN:
            del _DRAWN[next(iter(_DRAWN))]  # the earliest
        _DRAWN[key] = scenarios.pool(ruleset, loaded, n=starts, seed=seed, split=SPLIT, rules=rules)
    return _DRAWN[key]


def content_of(pool: scenarios.Pool) -> str:
    """16 hex digits over all records of a pool."""
    digest = hashlib.sha256()
    for array in (pool.states, pool.books, pool.fields):
        digest.update(array.tobytes())
    return digest.hexdigest()[:16]


def _scenario(
    loaded: scenarios.Scenario, source: str, starts: int, seed: int, layout: str, rules: Rules | None
) -> ScenarioEntry:
    slug = loaded.ruleset.slug
    pool = open_pool_of(source, slug, starts, seed, rules)
    try:
        shape = Layout.of(loaded.ruleset, pool.states, layout).hash
    except LayoutMismatch as error:
        raise UserError(f"{loaded}: {error}; take a larger layout, or auto") from None
    return ScenarioEntry(
        name=source if source.endswith((".yaml", ".yml")) else str(loaded),
        ruleset=slug,
        source=source,
        starts=len(pool),
        sides=int(pool.states.side_count.max()),
        content=content_of(pool),
        rules=loaded.ruleset.rules_hash,
        layout=shape,
    )


def _players(
    specs: Sequence[str], entries: Sequence[ScenarioEntry], seed: int, labels: Mapping[int, str], rules: Rules | None
) -> list[PlayerEntry]:
    """Everybody by a name of their own; who cannot play everywhere is an error."""
    slugs = sorted({entry.ruleset for entry in entries})
    for i, spec in enumerate(specs):
        if spec in [earlier for k, earlier in enumerate(specs[:i]) if k not in labels and i not in labels]:
            raise UserError(f"{spec} is listed twice; list each player once")
    found: list[PlayerEntry] = []
    for spec in specs:
        hashes, name, is_python = {}, spec, False
        for slug in slugs:
            ruleset = rulesets.get(slug)
            policy = load_player(spec, ruleset)
            for entry in entries:
                if entry.ruleset == slug and layout_of(policy) is not None:
                    pool = open_pool_of(entry.source, slug, entry.starts, seed, rules)
                    try:
                        check_layout(policy, ruleset, pool.states)
                    except LayoutMismatch as error:
                        raise UserError(f"{spec}: {error} ({entry.name})") from None
            name, is_python = name_of(policy), seat_code(ruleset, policy) is None
            hashes[slug] = player_hash(spec, ruleset)
        found.append(PlayerEntry(labels.get(len(found), name), spec, hashes, is_python))
    names = [player.name for player in found]
    return [
        msgspec.structs.replace(player, name=player.spec) if names.count(player.name) > 1 else player
        for player in found
    ]


def draw_up(
    specs: Sequence[str],
    sources: Sequence[tuple[str, scenarios.Scenario]],
    *,
    pairs: int,
    seed: int = 0,
    starts: int = 64,
    layout: str = "auto",
    time_limit: float | None = None,
    suite: dict[str, str] | None = None,
    labels: Mapping[int, str] | None = None,
    reference: Sequence[int] = (),
    only: int = 0,
    beside: str = "",
    rules: Rules | None = None,
    test: TestEntry | None = None,
    fresh_dice: bool = False,
) -> Manifest:
    """The manifest of a tournament to be.

    Args:
        specs: players.
        sources: scenarios, each as named and as loaded.
        pairs: of games, of each pairing in each scenario.
        seed, starts: of the starts: so many of each scenario that leaves something to chance.
        layout, time_limit: for Python policies.
        suite: the suite this belongs to.
        labels: names for some of the players, by their place; one so named may play against itself.
        reference: players whose mean rating is 1000; all when none is given.
        only, beside: the first so many players meet everybody; the others have met in this folder beside.
        rules: knobs by address, over those of all scenarios.
        test: of a comparison.
        fresh_dice: take seeds of games that are reserved for evaluation.

    Raises:
        UserError: fewer than two players, or something named twice; UnknownPolicy, PlayerError: see ``load_player``.
    """
    from ...envs.replay import versions
    from ..machine import machine

    specs = [absolute(spec) for spec in specs]
    if len(specs) < 2:
        raise UserError("a tournament needs at least two players")
    entries = [_scenario(loaded, source, starts, seed, layout, rules) for source, loaded in sources]
    for i, entry in enumerate(entries):
        if entry.name in [earlier.name for earlier in entries[:i]]:
            raise UserError(f"scenario {entry.name} is listed twice")
    manifest = Manifest(
        format=FORMAT,
        id="",
        created=time.strftime("%Y-%m-%d %H:%M:%S %z"),
        seed=seed,
        pairs=pairs,
        layout=layout,
        time_limit=time_limit,
        players=_players(specs, entries, seed, labels or {}, rules),
        scenarios=entries,
        versions=versions(),
        machine={key: value for key, value in machine().items() if key in ("processor", "cores", "system", "compiled")},
        suite=suite or {},
        reference=list(reference),
        only=only,
        beside=beside,
        overrides=dict(rules or {}),
        test=test,
        fresh_dice=fresh_dice,
    )
    return msgspec.structs.replace(manifest, id=manifest.digest())


def check(manifest: Manifest, where: Path) -> None:
    """Compare a manifest with what is here now.

    Raises:
        UserError: going on would mix results: of other rules, starts, layouts or players.
    """
    mixed = "results of different rules are never mixed; start again with --out"
    for entry in manifest.scenarios:
        ruleset = rulesets.get(entry.ruleset)
        if ruleset.rules_hash != entry.rules:
            was = f"{entry.rules} (tactica {manifest.versions.get('tactica', '?')})"
            raise UserError(
                f"{where} was played under other rules of {entry.ruleset}: {was}, here {ruleset.rules_hash}; {mixed}"
            )
        try:
            pool = manifest.open_pool(entry)
        except LookupError as error:
            raise UserError(f"{where}: {error}") from None
        if content_of(pool) != entry.content:
            raise UserError(f"{where}: scenario {entry.name} has changed since it was begun; start again with --out")
        if Layout.of(ruleset, pool.states, manifest.layout).hash != entry.layout:
            raise UserError(
                f"{where}: the layout of {entry.name} has changed since it was begun; start again with --out"
            )
    for player in manifest.players:
        for slug, was in player.hashes.items():
            load_player(player.spec, rulesets.get(slug))
            if player_hash(player.spec, rulesets.get(slug)) != was:
                file = player_file(player.spec) or player.spec
                raise UserError(
                    f"{where}: {player.name} has changed since it was begun ({file}); start again with --out"
                )

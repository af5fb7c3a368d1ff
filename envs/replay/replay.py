"""A battle as a file holds it: start, decisions, and a hash of the position after each."""

from __future__ import annotations

import hashlib
import importlib.metadata
import platform
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
import numpy as np

from .. import rulesets
from .. import scenario as scenarios
from ..core.dice import MASK32
from ..engine.game import Game

FORMAT = 1
HASH_BYTES = 4  # of the position after every decision; the last hash is saved in full
MOST_DECISIONS = 50_000  # no battle has more
MOST_ANSWER = 2**15 - 1

Few = Annotated[list[str], msgspec.Meta(max_length=1_000)]
Words = Annotated[list[int], msgspec.Meta(max_length=4)]


class ReplayError(ValueError):
    """A file is not a replay, is damaged, or cannot be played here."""


class RulesMismatch(ReplayError):
    """A replay was played under other rules."""


class Decision(msgspec.Struct, frozen=True, array_like=True):
    """One decision.

    Attributes:
        side: the side that answered.
        who: the deciding unit, or the side's name.
        prompt: its prompt.
        what: the answer in words.
        answer: the answer as the rules number it; -1 the side forfeited.
    """

    side: int
    who: str
    prompt: str
    what: str
    answer: int


class Replay(msgspec.Struct):
    """A battle.

    Attributes:
        format: of this file.
        ruleset: slug.
        rules: hash of the rules it was played under.
        versions: of tactica, Python, numpy and numba.
        title: name of the scenario.
        scenario: the start as a scenario with nothing left open, None when it was not made from one.
        row: row of the pool it was copied from.
        seed: base, slot and game the dice were seeded from.
        names, sides, players: of the units, the sides, and of who played each side.
        skip_forced: whether single legal answers were given without asking.
        start: position and dice before the first decision.
        book, field: the rulebook's numbers and the map.
        decisions: in order.
        hashes: the first bytes of the position's hash after each decision.
        final: hash of the last position.
        ending, ending_text, result, ranks: how it ended; ending 0 when it was not played to its end.
        policy_rng: generator of the in-kernel policies, to continue the battle; empty if it was not saved.
    """

    format: int
    ruleset: str
    rules: str
    versions: dict[str, str]
    title: str
    scenario: dict[str, Any] | None
    row: int
    seed: Words
    names: Few
    sides: Few
    players: Few
    skip_forced: bool
    start: bytes
    book: bytes
    field: bytes
    decisions: Annotated[list[Decision], msgspec.Meta(max_length=MOST_DECISIONS)]
    hashes: bytes
    final: str
    ending: int
    ending_text: str
    result: str
    ranks: Annotated[list[int], msgspec.Meta(max_length=1_000)]
    policy_rng: Words = []


def check(replay: Replay) -> None:
    """Check the numbers of a replay from an unknown source; its start is checked when it is opened.

    Raises:
        ReplayError: a number is not allowed; the message names it.
    """
    if replay.format != FORMAT:
        raise ReplayError(f"replay format {replay.format}; this version reads format {FORMAT}")
    if len(replay.hashes) != HASH_BYTES * len(replay.decisions):
        raise ReplayError(f"{len(replay.decisions)} decisions, but hashes for {len(replay.hashes) // HASH_BYTES}")
    if len(replay.seed) != 3 or not all(-(2**63) <= part < 2**63 for part in replay.seed):
        raise ReplayError(f"seed is {replay.seed}, allowed three whole numbers of 64 bits")
    if len(replay.policy_rng) not in (0, 4) or not all(0 <= word <= MASK32 for word in replay.policy_rng):
        raise ReplayError(f"policy_rng is {replay.policy_rng}, allowed four numbers in 0..{MASK32}, or none")
    for number, decision in enumerate(replay.decisions, 1):
        if not -1 <= decision.answer <= MOST_ANSWER:
            raise ReplayError(f"decision {number}: answer is {decision.answer}, allowed -1..{MOST_ANSWER}")


def position_hash(game: Game) -> bytes:
    """SHA-256 over the position."""
    size = game.ruleset.state.position_bytes // 8
    return hashlib.sha256(game.lanes[game.row, :size].tobytes()).digest()


def versions() -> dict[str, str]:
    """Of everything that plays a part in how a game goes."""
    from tactica import __version__

    return {
        "tactica": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": importlib.metadata.version("numba"),
    }


def _scenario_of(replay: Replay) -> str:
    """The scenario of a replay: as commands take it, where it comes with its ruleset, with its title."""
    shipped = scenarios.shipped(replay.ruleset) if replay.ruleset in rulesets.names() else ()
    name = next((name for name in shipped if scenarios.load(name, replay.ruleset).name == replay.title), "")
    return f"{replay.ruleset}/{name}, {replay.title}" if name else f"{replay.title} ({replay.ruleset})"


def describe(replay: Replay) -> Mapping[str, str]:
    """What a replay is, in words: title, players, length, result."""
    players = ", ".join(f"{side}: {player}" for side, player in zip(replay.sides, replay.players, strict=False))
    return {
        "scenario": _scenario_of(replay),
        "players": players,
        "seed": "{} (slot {}, game {})".format(*replay.seed),
        "decisions": str(len(replay.decisions)),
        "result": f"{replay.ending_text}: {replay.result}" if replay.ending else "unfinished",
        "rules": f"{replay.rules} (tactica {replay.versions.get('tactica', '?')})",
    }

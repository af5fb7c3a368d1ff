"""A battle as a file holds it: start, decisions, and a hash of the position after each."""

from __future__ import annotations

import hashlib
import importlib.metadata
import platform
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from ..engine.game import Game

FORMAT = 1
HASH_BYTES = 4  # of the position after every decision; the last one is kept in full


class ReplayError(ValueError):
    """A file is no replay, is damaged, or cannot be played here."""


class RulesMismatch(ReplayError):
    """A replay was played under other rules."""


class Decision(msgspec.Struct, frozen=True, array_like=True):
    """One decision.

    Attributes:
        side: who answered.
        who: the unit that was asked, or the side's name.
        prompt: what it was asked.
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
        skip_forced: whether single legal answers were given unasked.
        start: position and dice before the first decision.
        book, field: the rulebook's numbers and the map.
        decisions: in order.
        hashes: the first bytes of the position's hash after each decision.
        final: hash of the last position.
        ending, ending_text, result, ranks: how it ended; ending 0 when it was not played to its end.
        policy_rng: generator of the in-kernel policies, to play on from here; empty when nobody kept it.
    """

    format: int
    ruleset: str
    rules: str
    versions: dict[str, str]
    title: str
    scenario: dict[str, Any] | None
    row: int
    seed: list[int]
    names: list[str]
    sides: list[str]
    players: list[str]
    skip_forced: bool
    start: bytes
    book: bytes
    field: bytes
    decisions: list[Decision]
    hashes: bytes
    final: str
    ending: int
    ending_text: str
    result: str
    ranks: list[int]
    policy_rng: list[int] = []


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


def describe(replay: Replay) -> Mapping[str, str]:
    """What a replay is, in words: title, players, length, result."""
    players = ", ".join(f"{side}: {player}" for side, player in zip(replay.sides, replay.players, strict=False))
    return {
        "scenario": f"{replay.ruleset}/{replay.title}",
        "players": players,
        "seed": ", ".join(map(str, replay.seed)),
        "decisions": str(len(replay.decisions)),
        "result": f"{replay.ending_text}: {replay.result}" if replay.ending else "unfinished",
        "rules": f"{replay.rules} (tactica {replay.versions.get('tactica', '?')})",
    }

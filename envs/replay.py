"""Replays: a battle in one file, played again byte for byte.

A ``.tactica-replay`` holds the start as records, the decisions as verbs and targets, and a hash of the position after
each of them. It is tied to the rules it was played under: their hash stands in the file, and under other rules it is
refused.

>>> recording = record(Game.of("wfrp1", "duel", seed=1))
>>> while not recording.game.over:
...     recording.step(int(rng.choice(recording.game.legal())))
>>> path = save(recording.replay(), "duel")
>>> verify(load(path)).ok
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import zstandard

from .core.state import as_words
from .game import Game, IllegalChoice
from .layout import Layout
from .render.scene import result_text, side_names
from .render.words import narrate as narrate_game
from .rulesets import get

__all__ = [
    "EXTENSION",
    "Decision",
    "Recording",
    "Replay",
    "ReplayError",
    "RulesMismatch",
    "Verdict",
    "config_of",
    "load",
    "narrate",
    "open_game",
    "record",
    "resume",
    "save",
    "verify",
]

EXTENSION = ".tactica-replay"
FORMAT = 1
HASH_BYTES = 4  # of the position after every decision; the last one is kept in full
MOST_BYTES = 1 << 28  # no replay unpacks to more


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
        policy_words: generator of the in-kernel policies, to play on from here; empty when nobody kept it.
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
    policy_words: list[int] = []


@dataclass(frozen=True)
class Verdict:
    """What playing a replay again has shown.

    Attributes:
        ok: every position was the same.
        decisions: played again.
        at: number of the decision after which the position differs, from 1; 0 the start; -1 none differs.
        message: in words.
    """

    ok: bool
    decisions: int
    at: int
    message: str


def position_hash(game: Game) -> bytes:
    """SHA-256 over the position."""
    size = game.ruleset.state.position_bytes // 8
    return hashlib.sha256(game.words[game.row, :size].tobytes()).digest()


def versions() -> dict[str, str]:
    """Of everything that plays a part in how a game goes."""
    from tactica import __version__

    return {
        "tactica": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": importlib.metadata.version("numba"),
    }


def written_out(model: Any) -> dict[str, Any]:
    """The fields of a ruleset's unit or options that are not at their default, as a scenario file says them."""

    def plain(value: Any) -> Any:
        if isinstance(value, Enum):
            return value.name.lower()
        return [plain(one) for one in value] if isinstance(value, tuple | list) else value

    values = {name: getattr(model, name) for name in type(model).model_fields}
    return {name: plain(value) for name, value in values.items() if value != type(model).model_fields[name].default}


def config_of(battle: Any) -> dict[str, Any] | None:
    """A concrete battle as a scenario with everything written out; None for what is no battle of a scenario."""
    if not hasattr(battle, "board") or not hasattr(battle, "options"):
        return None
    board = battle.board
    cells: list[dict[str, Any]] = []
    for flag, layer in board.layers.items():
        for value in np.unique(layer[layer != 0]).tolist():
            at = [[int(x), int(y)] for y, x in np.argwhere(layer == value)]
            cells.append({"flag": {flag: int(value)}, "at": at})
    units = []
    for fighter in battle.units:
        if fighter.bearer >= 0:
            continue
        unit: dict[str, Any] = {"name": fighter.name, "side": battle.sides[fighter.side], "facing": int(fighter.facing)}
        if fighter.cell is not None:
            unit["at"] = [int(fighter.cell[0]), int(fighter.cell[1])]
        units.append({**unit, **written_out(fighter.unit)})
    sides = range(len(battle.sides))
    return {
        "ruleset": battle.ruleset.slug,
        "name": battle.name,
        "board": {
            "size": [board.width, board.height],
            "cells": cells,
            "borders": [
                {"type": kind, "cell": [x, y], "direction": direction}
                for (x, y, direction), kind in board.borders.items()
            ],
        },
        "sides": list(battle.sides),
        "allies": [[battle.sides[i], battle.sides[j]] for i in sides for j in sides if i < j and battle.allied[i][j]],
        "battle": written_out(battle.options),
        "rules": dict(battle.rules),
        "units": units,
    }


# --- recording -------------------------------------------------------------------------------------------------------


class Recording:
    """A game and the decisions taken in it.

    Attributes:
        game: plays on; decide through :meth:`step` or :meth:`answer`, or nothing is recorded.
        players: who plays each side, in words.
        policy_words: generator of the in-kernel policies, kept in the file so that the battle can be resumed.
    """

    def __init__(self, game: Game, players: Sequence[str] = ()) -> None:
        """Begin to record; see :func:`record`."""
        self.game = game
        self.players = list(players)
        self.policy_words: list[int] = []
        self._start = _start_of(game)
        self._decisions: list[Decision] = []
        self._hashes: list[bytes] = []

    def __len__(self) -> int:
        return len(self._decisions)

    def step(self, index: int) -> None:
        """As :meth:`Game.step`, and record it."""
        answer = -1 if self.game.over else self.game.answer_of(index)
        noted = self._note(answer)
        self.game.step(index)
        self._keep(noted)

    def answer(self, answer: int) -> None:
        """As :meth:`Game.answer`, and record it."""
        noted = self._note(answer)
        self.game.answer(answer)
        self._keep(noted)

    def forfeit(self, reason: str = "") -> None:
        """As :meth:`Game.forfeit`, and record it."""
        if not self.game.over:
            game = self.game
            what = f"forfeits: {reason}" if reason else "forfeits"
            noted = Decision(game.side, side_names(game)[game.side], game.prompt_text, what, -1)
            game.forfeit()
            self._keep(noted)

    def _note(self, answer: int) -> Decision | None:
        game = self.game
        if game.over or answer < 0:
            return None
        who = game.decider_text if game.decider >= 0 else side_names(game)[game.side]
        return Decision(game.side, who, game.prompt_text, game.describe_answer(answer), int(answer))

    def _keep(self, decision: Decision | None) -> None:
        if decision is not None:
            self._decisions.append(decision)
            self._hashes.append(position_hash(self.game)[:HASH_BYTES])

    def replay(self) -> Replay:
        """What has been recorded so far."""
        game = self.game
        s, row = game.s, int(game.s["pool_row"])
        battles = getattr(game.pool, "battles", None)
        battle = battles[row] if battles is not None and row < len(battles) else None
        return Replay(
            format=FORMAT,
            ruleset=game.ruleset.slug,
            rules=game.ruleset.rules_hash,
            versions=versions(),
            title=str(getattr(battle, "name", "") or game.ruleset.title),
            scenario=getattr(battle, "config", None) or config_of(battle),
            row=row,
            seed=[int(s["seed_base"]), int(s["seed_slot"]), int(s["seed_game"])],
            names=list(game.names),
            sides=side_names(game),
            players=self.players or ["unknown"] * game.side_count,
            skip_forced=game.skip_forced,
            start=self._start,
            book=game.books[int(s["book_row"])].tobytes(),
            field=game.fields[int(s["field_row"])].tobytes(),
            decisions=list(self._decisions),
            hashes=b"".join(self._hashes),
            final=position_hash(game).hex(),
            ending=game.ending,
            ending_text=game.ending_text,
            result=result_text(game) if game.over else "",
            ranks=[int(rank) for rank in game.ranks],
            policy_words=list(self.policy_words),
        )


def _start_of(game: Game) -> bytes:
    """The start a game comes from when nobody has decided anything yet, else the position it is in."""
    s = game.s
    if int(s["decisions"]) == 0 and 0 <= int(s["pool_row"]) < len(game.pool_states):
        twin = game.clone()
        seeds = (int(s["seed_base"]), int(s["seed_slot"]), int(s["seed_game"]))
        words = game.ruleset.state.snapshot_words
        game.loops.start_game(
            twin.states, twin.words, 0, game.pool_states, game.pool_words, int(s["pool_row"]), *seeds, words
        )
        start = twin.position()
        game.loops.settle_game(twin.states, 0, twin.books, twin.fields, twin.skip_forced)
        if twin.position() == game.position():
            return start
    return game.position()


def record(game: Game, players: Sequence[str] = ()) -> Recording:
    """Record a game from here on. A game in which nobody has decided yet is recorded from before its first roll.

    Args:
        game: started.
        players: who plays each side, in words.
    """
    return Recording(game, players)


# --- files -----------------------------------------------------------------------------------------------------------


def save(replay: Replay | Recording, path: str | Path) -> Path:
    """Write a replay.

    Args:
        replay: or a recording, as far as it has come.
        path: ``.tactica-replay`` is put behind it when it is not there; folders are made.

    Returns:
        the path of the file.
    """
    if isinstance(replay, Recording):
        replay = replay.replay()
    path = Path(path)
    if path.suffix != EXTENSION:
        path = path.with_name(path.name + EXTENSION)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(zstandard.ZstdCompressor(level=9).compress(msgspec.msgpack.encode(replay)))
    return path


def load(path: str | Path) -> Replay:
    """Read a replay.

    Raises:
        ReplayError: the file cannot be read or is no replay.
    """
    try:
        packed = Path(path).read_bytes()
    except OSError as e:
        raise ReplayError(f"{path}: cannot be read: {e.strerror}") from None
    try:
        data = zstandard.ZstdDecompressor().decompress(packed, max_output_size=MOST_BYTES)
        replay = msgspec.msgpack.decode(data, type=Replay)
    except (zstandard.ZstdError, msgspec.DecodeError) as e:
        raise ReplayError(f"{path}: this is no replay, or it is damaged ({e})") from None
    if replay.format != FORMAT:
        raise ReplayError(f"{path}: a replay of format {replay.format}; this version reads format {FORMAT}")
    if len(replay.hashes) != HASH_BYTES * len(replay.decisions):
        raise ReplayError(
            f"{path}: {len(replay.decisions)} decisions, but hashes for {len(replay.hashes) // HASH_BYTES}"
        )
    return replay


# --- playing again ---------------------------------------------------------------------------------------------------


def open_game(replay: Replay, *, force: bool = False) -> Game:
    """The game of a replay at its first decision.

    Args:
        replay: of any battle.
        force: try even under other rules; the start is then made anew from the scenario.

    Raises:
        RulesMismatch: it was played under other rules, and not ``force``.
        ReplayError: its start does not fit; UnknownRuleset: nobody provides its ruleset.
    """
    ruleset = get(replay.ruleset)
    same = ruleset.rules_hash == replay.rules
    if not same and not force:
        was = replay.versions.get("tactica", "?")
        raise RulesMismatch(
            f"this replay was played under other rules of {replay.ruleset}: {replay.rules} (tactica {was}), "
            f"here {ruleset.rules_hash}; the sources or tables of core or ruleset have changed since"
        )
    if not same and replay.scenario is not None:
        return _open_by_scenario(replay)
    state, book_type, field_type = ruleset.state, ruleset.rulebook.dtype, ruleset.field
    for what, data, size in (
        ("start", replay.start, state.snapshot_bytes),
        ("rulebook", replay.book, book_type.itemsize),
        ("map", replay.field, field_type.itemsize),
    ):
        if len(data) != size:
            raise ReplayError(f"the replay's {what} has {len(data)} bytes, {replay.ruleset} needs {size}")
    states = ruleset.new_states(1)
    as_words(states)[0, : state.snapshot_words] = np.frombuffer(replay.start, np.uint64)
    for row in ("book_row", "field_row", "pool_row"):
        states[row] = 0
    battle = SimpleNamespace(names=replay.names, sides=replay.sides, name=replay.title, config=replay.scenario)
    pool = SimpleNamespace(
        ruleset=ruleset,
        states=states,
        books=np.frombuffer(bytearray(replay.book), book_type),
        fields=np.frombuffer(bytearray(replay.field), field_type),
        battles=[battle],
    )
    game = Game(ruleset, pool, Layout.covering(ruleset, states), skip_forced=replay.skip_forced)
    game.words[0] = game.pool_words[0]
    game.loops.settle_game(game.states, 0, game.books, game.fields, game.skip_forced)
    return game


def _open_by_scenario(replay: Replay) -> Game:
    """A replay's start made anew, under the rules of today."""
    from . import scenario

    assert replay.scenario is not None
    pool = scenario.pool(replay.ruleset, replay.scenario)
    base, slot, number = replay.seed
    return Game(replay.ruleset, pool, skip_forced=replay.skip_forced).start(0, seed=base, slot=slot, game=number)


def play(replay: Replay, *, force: bool = False) -> Iterator[tuple[int, Decision | None, Game]]:
    """Play a replay again: (0, None, game) at the start, then (number, decision, game) after each decision.

    Raises:
        ReplayError: a decision is not legal any more; see also :func:`open_game`.
    """
    game = open_game(replay, force=force)
    by_words = game.ruleset.rules_hash != replay.rules
    yield 0, None, game
    for number, decision in enumerate(replay.decisions, 1):
        try:
            if decision.answer < 0:
                game.forfeit()
            elif by_words:
                game.step(game.parse(decision.what))
            else:
                game.answer(decision.answer)
        except IllegalChoice as e:
            raise ReplayError(f"decision {number}, {decision.what!r} of {decision.who}: {e}") from None
        yield number, decision, game


def verify(replay: Replay, *, force: bool = False) -> Verdict:
    """Play a replay again and compare every position.

    Raises:
        ReplayError: see :func:`open_game`.
    """
    number = 0
    game: Game | None = None
    try:
        for number, decision, game in play(replay, force=force):
            if decision is None:
                continue
            expected = replay.hashes[(number - 1) * HASH_BYTES : number * HASH_BYTES]
            if position_hash(game)[:HASH_BYTES] != expected:
                where = f"decision {number} of {len(replay.decisions)}: {decision.who}, {decision.what!r}"
                return Verdict(False, number, number, f"the position differs after {where}")
    except RulesMismatch:
        raise
    except ReplayError as e:
        if game is None:
            raise
        return Verdict(False, number, number + 1, str(e))
    assert game is not None
    if position_hash(game).hex() != replay.final or game.ending != replay.ending:
        return Verdict(False, number, number, "the last position differs")
    return Verdict(True, number, -1, f"{number} decisions, every position the same")


def narrate(replay: Replay, *, clauses: bool = True, force: bool = False) -> Iterator[str]:
    """A replay in words, a sentence each: every decision, and what came of it.

    Raises:
        ReplayError: see :func:`open_game` and :func:`play`.
    """
    for number, decision, game in play(replay, force=force):
        if decision is not None:
            yield f"{number}. {decision.who} ({decision.prompt}): {decision.what}"
        for line in narrate_game(game, clauses=clauses):
            yield f"   {line}"
        if game.over:
            yield f"{game.ending_text}: {result_text(game)}"


def describe(replay: Replay) -> Mapping[str, str]:
    """What a replay is, in words: title, players, length, result."""
    players = ", ".join(f"{side}: {player}" for side, player in zip(replay.sides, replay.players, strict=False))
    return {
        "scenario": f"{replay.ruleset}/{replay.title}",
        "players": players,
        "seed": ", ".join(map(str, replay.seed)),
        "decisions": str(len(replay.decisions)),
        "result": f"{replay.ending_text}: {replay.result}" if replay.ending else "not played to its end",
        "rules": f"{replay.rules} (tactica {replay.versions.get('tactica', '?')})",
    }


def resume(replay: Replay) -> Recording:
    """A recording that goes on where a replay ends.

    Raises:
        ReplayError: see :func:`open_game` and :func:`play`; the battle is over.
    """
    if replay.ending:
        raise ReplayError(f"this battle is over: {replay.ending_text}: {replay.result}")
    recording = record(open_game(replay), replay.players)
    for number, decision in enumerate(replay.decisions, 1):
        if decision.answer < 0:
            recording.forfeit()
            continue
        try:
            recording.answer(decision.answer)
        except IllegalChoice as e:
            raise ReplayError(f"decision {number}, {decision.what!r} of {decision.who}: {e}") from None
    recording.policy_words = list(replay.policy_words)
    return recording

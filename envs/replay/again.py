"""Playing again: a replay's game, decision by decision, compared, told in words, or gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

from ..core.state import as_lanes
from ..engine.describing import IllegalChoice
from ..engine.game import Game
from ..engine.spaces import Layout
from ..render.scene import result_text
from ..render.words import narrate as narrate_game
from ..rulesets import get
from .recording import Recording, record
from .replay import HASH_BYTES, Decision, Replay, ReplayError, RulesMismatch, position_hash


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
    as_lanes(states)[0, : state.snapshot_lanes] = np.frombuffer(replay.start, np.uint64)
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
    game.lanes[0] = game.pool_lanes[0]
    game.loops.settle_game(game.states, 0, game.books, game.fields, game.skip_forced)
    return game


def _open_by_scenario(replay: Replay) -> Game:
    """A replay's start made anew, under the rules of today."""
    from .. import scenario

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
    return Verdict(True, number, -1, f"{number} decisions, all positions the same")


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
    recording.policy_rng = list(replay.policy_rng)
    return recording

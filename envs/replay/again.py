"""Replays played again, decision by decision: to compare, to describe in words, or to continue the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.looking.knowledge import roster_fields
from ..core.state import as_lanes
from ..engine.describing import IllegalChoice
from ..engine.game import Game
from ..engine.pools import BattleNames, Starts, battle_of, unit_names
from ..engine.restoring import checked_position
from ..engine.snapshots import SnapshotError
from ..engine.spaces import Layout
from ..render.scene import result_text, shown_sides
from ..render.words import narrate as narrate_game
from ..rulesets import get
from .recording import Recording, record
from .replay import HASH_BYTES, Decision, Replay, ReplayError, RulesMismatch, check, position_hash, versions

ROSTERS = tuple(name for name, *_ in roster_fields(np.uint8, 1))  # fields of a map record


@dataclass(frozen=True)
class ReplayVerdict:
    """What playing a replay again has shown.

    Attributes:
        ok: every position was the same, and all that is shown of the battle.
        decisions: played again.
        at: number of the decision that differs, or after which the position does, from 1; 0 the start; -1 none differs.
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
        force: try even under other rules; the start is then made again from the scenario.

    Rulebook numbers and map are made again from the scenario; those in the file must be identical. Other rosters that the
    scenario might have drawn are not in the file: unseen units are then imagined like the known ones.

    Raises:
        RulesMismatch: it was played under other rules, and ``force`` is not set.
        ReplayError: it holds no scenario, or its start, rulebook or map is not valid; UnknownRuleset: its ruleset is not
            installed.
    """
    ruleset = get(replay.ruleset)
    same = ruleset.rules_hash == replay.rules
    if not same and not force:
        was = replay.versions.get("tactica", "?")
        raise RulesMismatch(
            f"this replay was played under other rules of {replay.ruleset}: {replay.rules} (tactica {was}), "
            f"here {ruleset.rules_hash}; the sources or tables of core or ruleset have changed since"
        )
    check(replay)
    pool = _pool_again(replay)
    if not same:
        return _open_by_scenario(replay, pool)
    field = _without_other_rosters(pool.fields[0], replay.field)
    for what, mine, theirs in (("rulebook", pool.books[0], replay.book), ("map", pool.fields[0], field)):
        if mine.tobytes() != theirs:
            raise ReplayError(f"the replay's {what} is not that of its scenario{_first_difference(mine, theirs)}")
    if replay.names != pool.battles[0].names or replay.sides != shown_sides(pool.battles[0].sides):
        raise ReplayError("the replay's units and sides are not those of its scenario")
    game = Game(ruleset, pool, Layout.covering(ruleset, pool.states), skip_forced=replay.skip_forced)
    _put_start(game, replay)
    game.loops.settle_game(game.states, 0, game.books, game.fields, game.skip_forced)
    return game


def _pool_again(replay: Replay) -> Starts:
    """A replay's start, rulebook numbers and map, made again from its scenario.

    Raises:
        ReplayError: it holds no scenario, or its scenario cannot be played.
    """
    from .. import scenario

    if replay.scenario is None:
        raise ReplayError("the replay holds no scenario, so that its rulebook and map cannot be made again")
    try:
        pool = scenario.pool(replay.ruleset, replay.scenario, n=1)
    except (ValueError, LookupError, TypeError, OverflowError) as e:
        raise ReplayError(f"the replay's scenario cannot be played: {e}") from None
    names = unit_names(pool, 0)
    battle = BattleNames(
        pool.battles[0].name, names, pool.battles[0].sides, pool.battles[0].objectives, replay.scenario
    )
    states = pool.states[:1]
    books, fields = pool.books[states.book_row], pool.fields[states.field_row]
    for row in ("book_row", "field_row", "pool_row"):
        states[row] = 0
    return Starts(pool.ruleset, states, books, fields, [battle])


def _without_other_rosters(mine: Any, theirs: bytes) -> bytes:
    """The map of a replay. If its possible rosters differ from those of ``mine``, they are cleared in both."""
    if not set(ROSTERS) <= set(mine.dtype.names) or len(theirs) != mine.dtype.itemsize:
        return theirs
    other = np.frombuffer(theirs, mine.dtype).copy()
    if any(mine[name].tobytes() != other[0][name].tobytes() for name in ROSTERS):
        for name in ROSTERS:
            mine[name] = 0
            other[name] = 0
    return other.tobytes()


def _first_difference(mine: Any, theirs: bytes) -> str:
    """The first number in which two records differ, in words."""
    if len(theirs) != mine.dtype.itemsize:
        return f": {len(theirs)} bytes instead of {mine.dtype.itemsize}"
    other = np.frombuffer(theirs, mine.dtype)[0]
    name = next((name for name in mine.dtype.names if mine[name].tobytes() != other[name].tobytes()), "")
    return f": {name} differs" if name else ""


def _put_start(game: Game, replay: Replay) -> None:
    """Put the first position of a replay into its game: the start of its scenario, or one from which a game can continue.

    Raises:
        ReplayError: it is neither.
    """
    lanes, size = game.ruleset.state.snapshot_lanes, game.ruleset.state.snapshot_bytes
    if len(replay.start) != size:
        raise ReplayError(f"the replay's start has {len(replay.start)} bytes, {replay.ruleset} needs {size}")
    given = game.ruleset.new_states(1)
    as_lanes(given)[0, :lanes] = np.frombuffer(replay.start, np.uint64)
    for row in ("book_row", "field_row", "pool_row"):
        given[row] = 0
    game.loops.start_game(game.states, game.lanes, 0, game.pool_states, game.pool_lanes, 0, *replay.seed, lanes)
    if (game.lanes[0, :lanes] == as_lanes(given)[0, :lanes]).all():
        return
    header = {"book": game.shelf.digest("book", 0), "field": game.shelf.digest("field", 0)}
    try:
        game.put(checked_position(game, as_lanes(given)[0, :lanes].tobytes(), header))
    except SnapshotError as e:
        raise ReplayError(f"the replay's start: {e}") from None


def _open_by_scenario(replay: Replay, pool: Starts) -> Game:
    """A replay's start made again, under the current rules."""
    base, slot, number = replay.seed
    game = Game(pool.ruleset, pool, skip_forced=replay.skip_forced)
    return game.start(0, seed=base, slot=slot, game=number)


def take(battle: Game | Recording, decision: Decision) -> None:
    """Take a recorded decision again in a battle that stands in front of it.

    Raises:
        IllegalChoice: it is not legal there.
    """
    if (battle.game if isinstance(battle, Recording) else battle).over:
        raise IllegalChoice("the battle is over", -1, [])
    if decision.answer < 0:
        battle.forfeit()
    else:
        battle.answer(decision.answer)


def retrace(replay: Replay, recording: Recording) -> None:
    """Take all decisions of a replay again in a recording that begins as it does.

    Raises:
        ReplayError: one is not legal any more.
    """
    for number, decision in enumerate(replay.decisions, 1):
        try:
            take(recording, decision)
        except IllegalChoice as e:
            raise ReplayError(f"decision {number}, {decision.what!r} of {decision.who}: {e}") from None


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
            if by_words and decision.answer >= 0:
                game.step(game.parse(decision.what))
            else:
                take(game, decision)
        except IllegalChoice as e:
            raise ReplayError(f"decision {number}, {decision.what!r} of {decision.who}: {e}") from None
        yield number, decision, game


def verify(replay: Replay, *, force: bool = False) -> ReplayVerdict:
    """Play a replay again and compare every position and all that is shown of the battle: title, seed, every decision with its
    answer, the ending, the ranks and the result. The players and the machine cannot be verified in this way.

    Under other rules, with ``force``, only positions, sides and ranks are compared: the words may differ there.

    Raises:
        ReplayError: see :func:`open_game`.
    """
    number = 0
    game: Game | None = None
    try:
        told = recorded_again(replay, force=force)
        for number, decision, game, said in told:
            if decision is None:
                continue
            where = f"decision {number} of {len(replay.decisions)}"
            if differs := said and _other_words(decision, said, replay):
                return ReplayVerdict(False, number, number, f"{where}: {differs}")
            expected = replay.hashes[(number - 1) * HASH_BYTES : number * HASH_BYTES]
            if position_hash(game)[:HASH_BYTES] != expected:
                what = f"{decision.who}, {decision.what!r}"
                return ReplayVerdict(False, number, number, f"the position differs after {where}: {what}")
    except RulesMismatch:
        raise
    except ReplayError as e:
        if game is None:
            raise
        return ReplayVerdict(False, number, number + 1, str(e))
    assert game is not None
    if position_hash(game).hex() != replay.final or game.ending != replay.ending:
        return ReplayVerdict(False, number, number, "the last position differs")
    for name, found in _about(game, replay).items():
        if getattr(replay, name) != found:
            message = f"{name}: the file has {getattr(replay, name)!r}, the battle {found!r}{_of_version(replay)}"
            return ReplayVerdict(False, number, number, message)
    return ReplayVerdict(True, number, -1, f"{number} decisions, all positions the same")


def recorded_again(replay: Replay, *, force: bool) -> Iterator[tuple[int, Decision | None, Game, Decision | None]]:
    """As :func:`play`, with the decision as it would be recorded now; None under other rules."""
    recording: Recording | None = None
    for number, decision, game in play(replay, force=force):
        if number == 0 and game.ruleset.rules_hash == replay.rules:
            recording = record(game.clone())
        elif recording is not None and decision is not None:
            take(recording, decision)
        yield number, decision, game, recording.decisions[-1] if recording is not None and number else None


def _other_words(decision: Decision, said: Decision, replay: Replay) -> str:
    """In what a decision differs from the one that was recorded playing again; empty in nothing. Why a side gives up is not
    known when a battle is played again.
    """
    for name in ("side", "who", "prompt", "what"):
        old, new = getattr(decision, name), getattr(said, name)
        is_reason = name == "what" and decision.answer < 0 and old.startswith(f"{new}: ")
        if old != new and not is_reason:
            return f"{name}: the file has {old!r}, the battle {new!r}{_of_version(replay)}"
    return ""


def _of_version(replay: Replay) -> str:
    """A hint where words may have changed since a file was written."""
    was, here = replay.versions.get("tactica", "?"), versions()["tactica"]
    return "" if was == here else f" (written by tactica {was}, here {here}: only its words may have changed)"


def _about(game: Game, replay: Replay) -> dict[str, Any]:
    """What a file says of a whole battle, as it would be written now."""
    ranks = [int(rank) for rank in game.ranks]
    if game.ruleset.rules_hash != replay.rules:
        return {"ranks": ranks}
    s = game.s
    return {
        "title": battle_of(game.pool, int(s["pool_row"])).name or game.ruleset.title,
        "seed": [int(s["seed_base"]), int(s["seed_slot"]), int(s["seed_game"])],
        "ending_text": game.ending_text,
        "result": result_text(game) if game.over else "",
        "ranks": ranks,
    }


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
    """A recording that continues where a replay ends.

    Raises:
        ReplayError: see :func:`open_game` and :func:`play`; the battle is over.
    """
    if replay.ending:
        raise ReplayError(f"this battle is over: {replay.ending_text}: {replay.result}")
    recording = record(open_game(replay), replay.players)
    retrace(replay, recording)
    recording.policy_rng = list(replay.policy_rng)
    return recording

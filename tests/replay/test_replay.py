"""Replays: the same battle again, byte for byte, or a clear word about why not."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
import zstandard

from tactica.envs import replay as replays
from tactica.envs import rulesets, scenario
from tactica.envs.core.state import as_lanes
from tactica.envs.engine.game import Game, IllegalChoice, plain


def start(slug="toybook", name=None, seed=1, **options):
    pool = scenario.pool(slug, name or scenario.shipped(slug)[0], n=3)
    return Game(slug, pool, **options).start(seed=seed)


def played(game, decisions=5000, seed=1):
    recording = replays.record(game, ["random"] * game.side_count)
    rng = np.random.default_rng(seed)
    while not game.over and len(recording) < decisions:
        recording.step(int(rng.choice(game.legal())))
    return recording


@pytest.fixture(scope="module")
def battle():
    return played(start())


@pytest.mark.parametrize("slug", rulesets.names())
def test_round_trip(slug, tmp_path):
    recording = played(start(slug), 60)
    path = replays.save(recording, tmp_path / "deep" / "fight")
    assert path.name == "fight.tactica-replay"
    assert path.stat().st_size < 60_000
    loaded = replays.load(path)
    assert loaded == recording.replay()
    verdict = replays.verify(loaded)
    assert verdict.ok and verdict.at == -1 and verdict.decisions == len(recording)


def test_the_position_reached_is_the_same(battle):
    *_, (number, _, game) = replays.play(battle.replay())
    assert number == len(battle)
    assert game.digest() == battle.game.digest()
    assert game.ranks.tolist() == battle.game.ranks.tolist()
    assert game.names == battle.game.names


def test_it_tells_the_same_battle(battle):
    told = list(replays.narrate(battle.replay()))
    assert told[-1].startswith(battle.game.ending_text)
    assert sum(line[0].isdigit() for line in told) == len(battle)
    assert any("[toybook." in line for line in told)
    assert not any("[toybook." in line for line in replays.narrate(battle.replay(), clauses=False))


def test_it_holds_decisions_as_words_and_answers(battle):
    replay = battle.replay()
    first = replay.decisions[0]
    assert first.who and first.prompt and first.what
    assert replay.players == ["random"] * len(replay.sides)
    assert replay.versions["tactica"]
    assert replay.seed == [1, 0, 0]
    assert replay.scenario is not None and replay.scenario["ruleset"] == "toybook"


def test_a_changed_decision_is_named(battle):
    replay = battle.replay()
    for number, _, game in replays.play(replay):
        others = [int(a) for a in game.answers() if number < len(battle) and a != replay.decisions[number].answer]
        if number >= 8 and others:
            break
    changed = msgspec.structs.replace(replay.decisions[number], answer=others[0])
    replay.decisions[number] = changed
    verdict = replays.verify(replay)
    assert not verdict.ok
    assert verdict.at == number + 1
    assert f"decision {number + 1}" in verdict.message


def test_an_illegal_decision_is_named(battle):
    replay = battle.replay()
    replay.decisions[4] = msgspec.structs.replace(replay.decisions[4], answer=9999)
    verdict = replays.verify(replay)
    assert not verdict.ok and verdict.at == 5
    with pytest.raises(replays.ReplayError, match="decision 5"):
        list(replays.play(replay))


def test_a_changed_hash_or_start_is_noticed(battle):
    replay = battle.replay()
    replay.hashes = replay.hashes[:12] + b"\0\1\2\3" + replay.hashes[16:]
    assert replays.verify(replay).at == 4
    replay = battle.replay()
    replay.final = "0" * 64
    assert not replays.verify(replay).ok
    replay = battle.replay()
    replay.start = replay.start[:-8]
    with pytest.raises(replays.ReplayError, match="bytes"):
        replays.verify(replay)


def test_other_rules_are_refused_unless_forced(battle):
    replay = battle.replay()
    replay.rules = "0123456789abcdef"
    with pytest.raises(replays.RulesMismatch, match="0123456789abcdef"):
        replays.verify(replay)
    assert replays.verify(replay, force=True).ok


def test_what_is_no_replay_is_refused(battle, tmp_path):
    path = tmp_path / "x.tactica-replay"
    with pytest.raises(replays.ReplayError, match="cannot be read"):
        replays.load(path)
    whole = replays.save(battle, path).read_bytes()
    bad = [b"", b"hello", whole[:-20], whole[: len(whole) // 2], zstandard.compress(b"\x93\1\2\3")]
    for data in bad:
        path.write_bytes(data)
        with pytest.raises(replays.ReplayError, match="not a replay"):
            replays.load(path)
    replay = battle.replay()
    replay.format = 99
    path.write_bytes(zstandard.compress(msgspec.msgpack.encode(replay)))
    with pytest.raises(replays.ReplayError, match="format 99"):
        replays.load(path)
    replay = battle.replay()
    replay.hashes = replay.hashes[:-4]
    path.write_bytes(zstandard.compress(msgspec.msgpack.encode(replay)))
    with pytest.raises(replays.ReplayError, match="hashes"):
        replays.load(path)


def test_an_unknown_ruleset_is_refused(battle):
    replay = battle.replay()
    replay.ruleset = "nobody"
    with pytest.raises(rulesets.UnknownRuleset):
        replays.open_game(replay)


def test_a_refused_choice_is_not_recorded():
    recording = replays.record(start())
    with pytest.raises(IllegalChoice):
        recording.step(10_000)
    with pytest.raises(IllegalChoice):
        recording.answer(9999)
    assert len(recording) == 0


def test_a_forfeit_is_recorded():
    recording = played(start(), 5)
    recording.forfeit("asleep")
    assert recording.game.over
    replay = recording.replay()
    assert replay.decisions[-1].what == "forfeits: asleep"
    assert replays.verify(replay).ok


def test_a_game_already_begun_is_recorded_from_where_it_stands():
    game = start()
    rng = np.random.default_rng(1)
    for _ in range(7):
        game.step(int(rng.choice(game.legal())))
    replay = played(game, 10).replay()
    assert len(replay.decisions) == 10
    assert replays.verify(replay).ok


def test_resume_goes_on_as_if_never_stopped(battle, tmp_path):
    whole = battle.replay()
    half = played(start(), 10)
    half.policy_rng = [1, 2, 3, 4]
    resumed = replays.resume(replays.load(replays.save(half, tmp_path / "half")))
    assert resumed.policy_rng == [1, 2, 3, 4]
    for decision in whole.decisions[10:]:
        resumed.answer(decision.answer)
    again = resumed.replay()
    assert again.final == whole.final
    assert again.hashes == whole.hashes
    assert again.start == whole.start
    assert again.scenario == whole.scenario
    with pytest.raises(replays.ReplayError, match="over"):
        replays.resume(whole)


@pytest.mark.parametrize(
    ("slug", "name"), [(slug, name) for slug in rulesets.names() for name in scenario.shipped(slug)]
)
def test_a_battle_written_out_is_the_same_battle(slug, name):
    pool = scenario.pool(slug, name)
    for row in {0, len(pool) - 1}:
        again = scenario.pool(slug, replays.config_of(pool.battles[row]))
        for states in (pool.states, again.states):
            states.pool_row[:] = states.field_row[:] = states.book_row[:] = 0
        assert (as_lanes(plain(pool.states))[row] == as_lanes(plain(again.states))[0]).all()
        assert [unit.name for unit in again.battles[0].units] == [unit.name for unit in pool.battles[row].units]


def test_without_skipping_forced_answers():
    game = start(skip_forced=False)
    replay = played(game, 30).replay()
    assert not replay.skip_forced
    assert replays.verify(replay).ok

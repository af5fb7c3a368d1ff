"""Replays: the same battle again, byte for byte, or a clear word about why not."""

from __future__ import annotations

import os

import msgspec
import numpy as np
import pytest
import zstandard

from tactica.envs import replay as replays
from tactica.envs import rulesets, scenario
from tactica.envs.core.state import as_lanes
from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.game import Game
from tactica.envs.engine.pools import plain
from tactica.envs.render.zones import zone_names


def start(slug="toybook", name=None, seed=1, n=3, **options):
    pool = scenario.pool(slug, name or scenario.shipped(slug)[0], n=n)
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


def packed(replay, path, **changed):
    """The file of a replay with fields changed, whatever their kinds."""
    held = msgspec.msgpack.decode(msgspec.msgpack.encode(replay))
    path.write_bytes(zstandard.compress(msgspec.msgpack.encode({**held, **changed})))
    return path


def test_rulebook_and_map_are_made_again_and_compared(battle):
    """With an index of 0x7fff in its rulebook a replay was played to a segmentation fault."""
    replay = battle.replay()
    for name, words in (
        ("book", "rulebook is not that of its scenario: "),
        ("field", "map is not that of its scenario: "),
    ):
        whole = getattr(replay, name)
        for at in range(0, len(whole), len(whole) // 7):
            other = whole[:at] + bytes([whole[at] ^ 0x7F]) + whole[at + 1 :]
            with pytest.raises(replays.ReplayError, match=words):
                replays.verify(msgspec.structs.replace(replay, **{name: other}))
        with pytest.raises(replays.ReplayError, match="bytes instead of"):
            replays.open_game(msgspec.structs.replace(replay, **{name: whole[:-2]}))


def test_a_start_that_cannot_be_is_named(battle):
    replay = battle.replay()
    states = rulesets.get("toybook").new_states(1)
    size = len(replay.start)

    def with_start(change):
        states.view(np.uint8)[:size] = np.frombuffer(replay.start, np.uint8)
        change(states[0])
        return msgspec.structs.replace(replay, start=states.view(np.uint8)[:size].tobytes())

    assert replays.verify(with_start(lambda s: None)).ok
    for field, value in (("board_width", 30_000), ("unit_count", 99), ("depth", -1)):
        with pytest.raises(replays.ReplayError, match=f"field {field} is {value}"):
            replays.open_game(with_start(lambda s, field=field, value=value: s.__setitem__(field, value)))
    with pytest.raises(replays.ReplayError, match=r"the replay's start: .*nobody is asked"):
        replays.open_game(with_start(lambda s: s["units"]["health"].__setitem__(0, 1)))


@pytest.mark.parametrize("change", [{"names": ["x"]}, {"sides": ["a", "b"]}, {"scenario": None}, {"scenario": {}}])
def test_a_replay_goes_with_its_scenario(battle, change):
    with pytest.raises(replays.ReplayError, match="scenario"):
        replays.open_game(msgspec.structs.replace(battle.replay(), **change))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": [1, 2]}, "seed is"),
        ({"seed": [1, 2, 2**63]}, "seed is"),
        ({"policy_rng": [1]}, "policy_rng is"),
        ({"policy_rng": [1, 2, 3, 2**32]}, "policy_rng is"),
        ({"policy_rng": [0] * 5}, "not a replay"),
        ({"names": ["x"] * 1001}, "not a replay"),
        ({"decisions": [[0, "", "", "", 0]] * 50_001}, "not a replay"),
        ({"decisions": [[0, "", "", "", 2**15]], "hashes": b"1234"}, "decision 1: answer is 32768"),
        ({"decisions": [[0, "", "", "", -2]], "hashes": b"1234"}, "decision 1: answer is -2"),
        ({"title": 7}, "not a replay"),
    ],
)
def test_numbers_of_a_replay_are_looked_at(battle, tmp_path, change, words):
    path = packed(battle.replay(), tmp_path / "x", **change)
    with pytest.raises(replays.ReplayError, match=words):
        replays.load(path)


def test_what_unpacks_to_more_than_a_battle_needs_is_refused(battle, tmp_path):
    """A file of a few kilobytes can unpack to gigabytes, and say so or not."""
    path = tmp_path / "x"
    zeros = bytes(replays.files.MOST_BYTES + 1)
    packer = zstandard.ZstdCompressor(write_content_size=False)
    small = msgspec.msgpack.encode(battle.replay())
    for data in (zstandard.compress(zeros), packer.compress(zeros), packer.compress(small)):
        path.write_bytes(data)
        with pytest.raises(replays.ReplayError, match="unpacks to more than 16777216 bytes, or does not say"):
            replays.load(path)
    path.write_bytes(zeros)
    with pytest.raises(replays.ReplayError, match="not a replay"):
        replays.load(path)


def test_files_have_a_checksum_and_it_is_checked(battle, tmp_path):
    path = replays.save(battle, tmp_path / "x")
    whole = path.read_bytes()
    assert zstandard.get_frame_parameters(whole).has_checksum
    for data in (whole[:-1] + bytes([whole[-1] ^ 1]), whole + b"x", whole[:-4]):
        path.write_bytes(data)
        with pytest.raises(replays.ReplayError, match="not a replay, or damaged"):
            replays.load(path)


def test_text_that_is_no_text_is_refused(battle, tmp_path):
    data = msgspec.msgpack.encode(battle.replay())
    assert b"toybook" in data
    path = tmp_path / "x"
    for bad in (data.replace(b"toybook", b"toy\xff\xfeok"), b"\x91" * 100_000, b"\xc1", b""):
        path.write_bytes(zstandard.compress(bad))
        with pytest.raises(replays.ReplayError, match="not a replay"):
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


def test_resume_goes_on_as_if_never_stopped(tmp_path):
    """From the only start of its pool, so that the pool made from the file numbers it the same."""
    whole = played(start(n=1)).replay()
    half = played(start(n=1), 10)
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


def test_a_battle_with_objectives_is_played_again():
    """The file keeps zones with their names, points and verdict."""
    fight = {
        "ruleset": "toybook", "board": {"size": [6, 4]}, "sides": ["red", "blue"],
        "units": [{"template": "soldier", "side": side, "at": at} for side, at in (("red", [0, 0]), ("blue", [5, 3]))],
        "objectives": {"zones": {"the hill": [[0, 0], [2, 1]], "the well": {"from": [4, 2], "to": [5, 3]}}, "to_win": 4,
                       "rounds": 3, "attacker": "blue", "verdict": ["staying", "score"]},
    }  # fmt: skip
    battle = played(Game("toybook", scenario.pool("toybook", fight)).start(seed=1))
    *_, (_, _, game) = replays.play(battle.replay())
    assert replays.verify(battle.replay()).ok
    assert zone_names(game) == ["the hill", "the well"] and game.s["score"][:2].any()
    for field in ("score_to_win", "last_round", "attacker", "verdict", "score"):
        assert (game.s[field] == battle.game.s[field]).all()


def test_without_skipping_forced_answers():
    game = start(skip_forced=False)
    replay = played(game, 30).replay()
    assert not replay.skip_forced
    assert replays.verify(replay).ok


def test_a_battle_whose_sides_are_only_numbered_is_played_again():
    """The scenario says side0 and side1; they are shown, and kept in the file, as red and blue."""
    battle = replays.record(Game.of("wfrp1", "tiny", seed=1))
    for _ in range(3):
        battle.answer(int(battle.game.answers()[0]))
    assert battle.replay().sides == ["red", "blue"]
    assert replays.verify(battle.replay()).ok


#: What no replay can show to be untrue: who played, on which machine, and the policies' generator after the last decision.
NOT_COMPARED = ("players", "versions", "policy_rng")
#: Other values, where turning a text or a number into another one would not be read as a replay at all.
CHANGED = {
    "rules": "0123456789abcdef", "ruleset": "wfrp1", "format": 99, "row": 0, "skip_forced": False, "ending": 0,
    "scenario": None, "start": b"", "book": b"", "field": b"", "hashes": b"", "decisions": [], "final": "0" * 64,
    "names": ["somebody"], "sides": ["somebody"], "seed": [2, 0, 0],
}  # fmt: skip


def test_every_fact_of_a_replay_is_compared(battle):
    replay = battle.replay()
    assert replay.ending and replays.verify(replay).ok
    for name in set(replay.__struct_fields__) - set(NOT_COMPARED) - {"row", "skip_forced"}:
        value = getattr(replay, name)
        other = CHANGED[name] if name in CHANGED else value[::-1]
        assert other != value, name
        try:
            assert not replays.verify(msgspec.structs.replace(replay, **{name: other})).ok, name
        except ValueError:
            continue


@pytest.mark.parametrize("name", ["side", "who", "prompt", "what"])
def test_words_of_a_decision_that_are_not_those_of_the_battle_are_named(battle, name):
    replay = battle.replay()
    old = getattr(replay.decisions[2], name)
    other = 1 - old if name == "side" else "pass"
    replay.decisions[2] = msgspec.structs.replace(replay.decisions[2], **{name: other})
    verdict = replays.verify(replay)
    assert not verdict.ok and verdict.at == 3
    assert verdict.message == (
        f"decision 3 of {len(replay.decisions)}: {name}: the file has {other!r}, the battle {old!r}"
    )
    replay.versions = {**replay.versions, "tactica": "0.0.1"}
    assert "written by tactica 0.0.1" in replays.verify(replay).message


def test_the_reason_of_a_forfeit_may_be_any_and_no_other_answer():
    recording = played(start(), 6)
    recording.forfeit("took too long")
    replay = recording.replay()
    assert replay.decisions[-1].what == "forfeits: took too long" and replays.verify(replay).ok
    replay.decisions[-1] = msgspec.structs.replace(replay.decisions[-1], what="strikes")
    assert not replays.verify(replay).ok


def test_nothing_is_decided_after_the_end(battle):
    forfeited = played(start(), 5)
    forfeited.forfeit("asleep")
    twice, more = forfeited.replay(), battle.replay()
    for replay in (twice, more):
        replay.decisions.append(replay.decisions[-1])
        replay.hashes += replay.hashes[-replays.HASH_BYTES :]
    verdict = replays.verify(twice)
    assert (verdict.ok, verdict.at) == (False, 7) and verdict.message.endswith("the battle is over")
    with pytest.raises(replays.ReplayError, match=r"the battle is over$"):
        list(replays.play(more))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(replays.ReplayError, match="a named pipe or a device"):
        replays.load(tmp_path / "pipe")

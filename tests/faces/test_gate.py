"""The gate: what comes from outside is looked at before a kernel sees it, and named when it cannot be."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tactica.envs import aec, make_vec, parallel, rulesets, scenario
from tactica.envs.core.state import as_lanes
from tactica.envs.core.state.record import is_gap
from tactica.envs.engine.batch import Batch
from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.game import Game
from tactica.envs.engine.snapshots import SnapshotError, pack_snapshot, unpack_snapshot
from tactica.envs.render import image, text
from tactica.envs.sandbox import Table

HERE = Path(__file__).resolve().parent


@functools.cache
def begun() -> bytes:
    """A snapshot of a battle some way on."""
    game = opened().start(0, seed=4)
    rng = np.random.default_rng(4)
    for _ in range(12):
        game.step(int(rng.choice(game.legal())))
    return game.snapshot()


def opened():
    return Game("toybook", scenario.pool("toybook", scenario.shipped("toybook")[0], n=2))


def with_fields(**fields):
    """The snapshot with numbers of its record changed: name=value, or name=(index, value)."""
    header, parts = unpack_snapshot(begun())
    states = rulesets.get("toybook").new_states(1).view(np.ndarray)
    size = len(parts[0])
    states.view(np.uint8)[:size] = np.frombuffer(parts[0], np.uint8)
    for name, value in fields.items():
        record, _, field = name.rpartition("__")
        target = states[record] if record else states
        if isinstance(value, tuple):
            target[field][(0, *value[:-1])] = value[-1]
        else:
            target[field][0] = value
    return pack_snapshot(header, states.view(np.uint8)[:size].tobytes())


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"board_width": 30000}, r"field board_width is 30000, allowed 1\.\."),
        ({"board_width": 3}, r"field board_width is 3, allowed \d+, that of the map"),
        ({"units__side": (1, 1000)}, r"field side of unit 1 \(.+\) is 1000, allowed 0\.\."),
        (
            {"units__cell": (2, 32767)},
            r"field cell of unit 2 \(.+\) is 32767 \(column .*row .*\), allowed a cell of the board of ",
        ),
        ({"decider": 32767}, r"field decider is 32767, allowed -1\.\."),
        ({"depth": 9000}, r"field depth is 9000, allowed 1\.\."),
        ({"depth": -1}, r"field depth is -1"),
        ({"unit_count": 32767}, r"field unit_count is 32767"),
        ({"stack__who": (0, 200)}, r"field who of procedure 0 is 200, allowed 0\.\."),
        ({"stack__who": (5, 1)}, r"field who of procedure 5 is 1, allowed 0 in a row that is not in use"),
        ({"tape_length": 3000}, r"field tape_length is 3000, allowed 0\.\.128"),
        ({"tape_length": 3, "tape_next": 5}, "more dice are used than lie on the tape"),
        ({"dice_mode": 2}, r"field dice_mode is 2, allowed 0\.\.1"),
        ({"trace_length": 3000}, r"field trace_length is 3000, allowed 0\.\.16"),
        ({"rng": (2, 2**40)}, r"field rng is 1099511627776, allowed 0\.\.4294967295"),
        ({"pool_row": -7}, r"field pool_row is -7"),
        ({"decisions": -1}, r"field decisions is -1"),
        ({"prompt": 0}, "nobody is asked"),
        ({"units__health": (0, 19)}, "more health than a unit has"),
        ({"side_size": (0, 1)}, "sides of the roster do not fit"),
    ],
    ids=lambda part: ",".join(part) if isinstance(part, dict) else None,
)
def test_a_snapshot_that_cannot_be_is_refused_and_named(fields, words):
    game = opened().start(1, seed=9)
    before = game.snapshot()
    for data, restore in ((with_fields(**fields), game.restore),):
        with pytest.raises(SnapshotError, match=words):
            restore(data)
    assert game.snapshot() == before
    table = Table.of(game)
    with pytest.raises(SnapshotError, match=words):
        table.restore(with_fields(**fields))


def test_what_is_fine_is_let_in():
    assert opened().restore(with_fields()).snapshot() == begun()
    other = opened().restore(with_fields(pool_row=1_000_000))
    assert (int(other.s["pool_row"]), other.legal_texts()) == (0, opened().restore(begun()).legal_texts())


def test_bytes_between_fields_are_looked_at():
    header, parts = unpack_snapshot(begun())
    fields = rulesets.get("toybook").state.dtype.fields
    at = next((at for name, (_, at) in fields.items() if is_gap(name)), len(parts[0]))
    if at >= len(parts[0]):
        pytest.skip("the record has no such bytes")
    with pytest.raises(SnapshotError, match="belong to no field"):
        opened().restore(pack_snapshot(header, parts[0][:at] + b"\1" + parts[0][at + 1 :]))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"tactica",
        b"tactica1",
        b"tactica1\1\0",
        b"tactica1\xff\xff\xff\xff{}",
        b"tactica1\2\0\0\0{}",
        b"tactica1\4\0\0\0null",
        b"tactica1\2\0\0\0\xff\xfe",
        b"tactica1\xf0\xff\0\0" + b"[" * 65520,
        None,
        7,
        pack_snapshot({}),
        pack_snapshot({}, b"12345678"),
        *(
            b'tactica1%b{"parts": %b}' % (bytes([len(parts) + 11, 0, 0, 0]), parts)
            for parts in (b"[-1]", b"7", b"[true]", b"[1e9]")
        ),
    ],
)
def test_what_is_no_snapshot_is_refused(data):
    with pytest.raises(SnapshotError):
        opened().start(0).restore(data)
    with pytest.raises(SnapshotError):
        aec("toybook", scenario=opened().pool, raw=True).restore(data)
    with pytest.raises(SnapshotError):
        make_vec("toybook", 1, scenario=opened().pool).restore(data)


@pytest.mark.parametrize(
    ("key", "value"),
    [("skip_forced", None), ("skip_forced", 3), ("book", None), ("book", []), ("field", 7), ("rules", None)],
)
def test_headers_are_looked_at(key, value):
    header, parts = unpack_snapshot(begun())
    with pytest.raises(SnapshotError):
        opened().start(0).restore(pack_snapshot({**header, key: value}, *parts))
    del header[key]
    with pytest.raises(SnapshotError):
        opened().start(0).restore(pack_snapshot(header, *parts))


@pytest.mark.parametrize("size", [0, 8, -8, 1])
def test_parts_have_the_size_of_what_they_hold(size):
    header, parts = unpack_snapshot(begun())
    part = parts[0] + bytes(size) if size >= 0 else parts[0][:size]
    with pytest.raises(SnapshotError, match="bytes"):
        opened().start(0).restore(pack_snapshot(header, *([part] if size else [])))


@pytest.mark.parametrize("face", [aec, parallel])
@pytest.mark.parametrize(
    ("key", "value"),
    [("base", -1), ("base", 2**70), ("next_game", "x"), ("over", True), ("over", None), ("agents", ["me"])],
)
def test_the_headers_of_environments_are_looked_at(face, key, value):
    env = face("toybook", scenario=opened().pool, **({"raw": True} if face is aec else {}))
    env.reset(seed=1)
    header, parts = unpack_snapshot(env.snapshot())
    if key not in header:
        return
    before = env.snapshot()
    with pytest.raises(SnapshotError, match=key if key in ("base", "next_game") else None):
        env.restore(pack_snapshot({**header, key: value}, *parts))
    with pytest.raises(SnapshotError, match="generator"):
        env.restore(pack_snapshot(header, parts[0], np.full(4, 2**33).tobytes()))
    assert env.snapshot() == before


@pytest.mark.parametrize(
    ("part", "field", "value", "words"),
    [
        (1, "viewer", 3, "viewer is 3"),
        (1, "viewer", -1, "viewer of row 0 is -1"),
        (1, "learner", 99, "learner of row 0 is 99"),
        (1, "seats", 900, "seats is 900, which stands for no policy"),
        (1, "seats", -2, "seats is -2, which stands for no policy"),
        (1, "seats", 1063, "seats is 1063, which stands for no policy"),
        (1, "next_row", 99, r"next_row is 99, allowed -1\.\."),
        (1, "waits", 1, "waits"),
        (1, "policy_rng", -1, "policy_rng"),
        (1, "reward", np.nan, "reward of row 0 is nan, allowed a finite number"),
        (2, "opponent_count", 65, "opponent_count"),
        (2, "opponents", 77, "opponents is 77"),
        (2, "seat_mode", 3, "seat_mode is 3"),
        (2, "weights", 7.0, "weights"),
    ],
)
def test_seats_of_environments_are_looked_at(part, field, value, words):
    batch = Batch("toybook", opened().pool, 2)
    batch.seed(1)
    batch.reset()
    header, parts = unpack_snapshot(batch.snapshot())
    records = np.frombuffer(bytearray(parts[part]), (batch.games if part == 1 else batch.control).dtype)
    records[field] = value
    parts[part] = records.tobytes()
    before = batch.snapshot()
    with pytest.raises(SnapshotError, match=words):
        batch.restore(pack_snapshot(header, *parts))
    with pytest.raises(SnapshotError, match="generators"):
        batch.restore(pack_snapshot(header, *parts[:3], b"{}"))
    assert batch.snapshot() == before


def test_the_games_of_a_batch_are_looked_at():
    batch = Batch("toybook", opened().pool, 2)
    batch.reset()
    header, parts = unpack_snapshot(batch.snapshot())
    states = batch.ruleset.new_states(2).view(np.ndarray)
    size = len(parts[0]) // 2
    memory = states.view(np.uint8).reshape(2, -1)
    memory[:, :size] = np.frombuffer(parts[0], np.uint8).reshape(2, size)
    states["board_height"][1] = 30000
    with pytest.raises(SnapshotError, match="game 1: field board_height is 30000"):
        batch.restore(pack_snapshot(header, memory[:, :size].tobytes(), *parts[1:]))


def test_an_environment_that_was_never_reset_is_restored_as_one():
    batch, other = (Batch("toybook", opened().pool, 2) for _ in range(2))
    other.reset()
    other.restore(batch.snapshot())
    assert not other.is_reset


def test_a_map_that_changes_with_a_restore_is_shown():
    """Buffers remember which map a row of theirs shows."""
    pool = scenario.pool("wfrp1", ["duel", "cellar"])
    env = Batch("wfrp1", pool, 1)
    kept = []
    for row in (0, 1):
        env.games["next_row"] = row
        kept.append(env.reset()["grid"].copy())
    snapshot = env.snapshot()
    env.games["next_row"] = 0
    env.reset()
    env.games["next_row"] = 0
    env.reset()
    env.restore(snapshot)
    env.games["next_row"] = 0
    env.reset()
    env.games["next_row"] = 0
    assert (env.reset()["grid"] == kept[0]).all()


# --- who looks, and what is chosen


@pytest.mark.parametrize("viewer", [-1, 3, 99, 2**40, 2**70, 0.5, "red"])
def test_only_sides_that_take_part_look(viewer):
    game = opened().start(0)
    assert game.side_count == 3
    for look in (game.observe, game.mask, lambda side: text(game, viewer=side), lambda side: image(game, viewer=side)):
        with pytest.raises(ValueError, match=r"viewer .* is not a side of this battle: 0\.\.2"):
            look(viewer)


def test_arrays_to_observe_into_have_the_shapes_of_the_layout():
    game = opened().start(0)
    for name in game.layout.shapes:
        fitting = game.observe(0)
        for wrong in (fitting[name][:1], fitting[name].astype(np.float64), fitting[name][..., ::-1]):
            if wrong.shape == fitting[name].shape == (1,):
                continue
            with pytest.raises(ValueError, match=f"{name} is "):
                game.observe_into(0, {**fitting, name: wrong})


@pytest.mark.parametrize("choice", [-1, 10**6, 2**63, -(2**70), 1.0, None, "x"])
def test_choices_that_are_no_index_are_illegal(choice):
    game = opened().start(0)
    before = game.snapshot()
    for act in (game.step, game.answer):
        with pytest.raises(IllegalChoice):
            act(choice)
    assert game.index_of(choice) == game.answer_of(choice) == -1
    assert game.snapshot() == before


def test_only_games_that_there_are_can_be_looked_at():
    batch = Batch("toybook", opened().pool, 2)
    batch.reset()
    for slot in (-1, 2, 10**9):
        with pytest.raises(IndexError, match=r"no game .*; choose from: 0\.\.1"):
            batch.game(slot)
    for chosen in (np.ones(1, bool), np.ones((2, 1), bool), np.ones(2)):
        with pytest.raises(ValueError, match=r"reset_mask .*, needed (bool|\(2,\))"):
            batch.reset(chosen)


# --- many


@pytest.mark.parametrize("slug", ["wfrp1", "toybook"])
@pytest.mark.parametrize("kind", ["snapshots", "replays", "settings"])
def test_mutants_do_no_harm(kind, slug):
    """Two thousand of each kind compiled, where memory can break; fewer interpreted, where an index beside an array raises."""
    few, many = 40, 1000
    count = few if os.environ.get("NUMBA_DISABLE_JIT") == "1" else many
    run = [sys.executable, "-W", "ignore", str(HERE / "mutants.py"), kind, slug, str(count)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"signal or hang ({done.returncode}):\n{done.stderr[-3000:]}"
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["faults"] == []
    assert sum(told["tally"].values()) == count
    if count == many:  # of few, all may happen to be refused
        assert min(told["tally"].get("let in", 0), told["tally"].get("refused", 0)) > many // 40


def test_ordinary_games_pass():
    """Every position of random play is let in by the gate, as its own snapshot."""
    game = opened()
    rng = np.random.default_rng(2)
    for number in range(3):
        game.start(seed=number)
        twin = game.clone()
        while not game.over:
            game.step(int(rng.choice(game.legal())))
            twin.restore(game.snapshot())
            assert (as_lanes(twin.states)[0, :100] == as_lanes(game.states)[0, :100]).all()

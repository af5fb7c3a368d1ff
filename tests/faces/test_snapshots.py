"""Snapshots: another process continues byte for byte; what does not fit is refused with the reason."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from starts import EVERY, starts

import tactica
from tactica.envs import aec, make_vec
from tactica.envs.engine.game import Game
from tactica.envs.engine.snapshots import SnapshotError, pack_snapshot, unpack_snapshot
from tactica.envs.engine.spaces import Layout

ELSEWHERE = """
import sys
sys.path.insert(0, {tests!r})
import conftest
sys.path.insert(0, {here!r})
from test_snapshots import go_on
go_on({folder!r})
"""


def played(name):
    ruleset, pool = starts(name)
    rng = np.random.default_rng(8)
    game = Game(ruleset, pool).start(0, seed=8)
    for _ in range(20):
        before = game.snapshot()
        game.step(int(rng.choice(game.legal())))
        if game.over:  # the last decision before the end
            return game.restore(before)
    return game


def snapshots(folder):
    """Where the snapshot of each start lies."""
    return {name: Path(folder, name.replace("/", "-")) for name in EVERY}


def go_on(folder):
    """Go on with every snapshot in a folder, and write what each game has come to beside it."""
    for name, path in snapshots(folder).items():
        path.with_suffix(".after").write_bytes(ahead(Game(*starts(name)).restore(path.read_bytes())))


def ahead(game):
    """The snapshot of a game after some more decisions."""
    rng = np.random.default_rng(8)
    for _ in range(40):
        if game.over:
            break
        game.step(int(rng.choice(game.legal())))
    return game.snapshot()


def test_another_process_goes_on_byte_for_byte(tmp_path):
    games = {name: played(name) for name in EVERY}
    for name, path in snapshots(tmp_path).items():
        path.write_bytes(games[name].snapshot())
    here = Path(__file__).resolve().parent
    code = ELSEWHERE.format(tests=str(here.parent), here=str(here), folder=str(tmp_path))
    subprocess.run([sys.executable, "-c", code], check=True, timeout=600, cwd=tmp_path)
    for name, path in snapshots(tmp_path).items():
        assert path.with_suffix(".after").read_bytes() == ahead(games[name]), name


def test_snapshots_are_small():
    assert len(played("toybook").snapshot()) < 2048


def test_what_does_not_fit_is_refused():
    game = played("toybook")
    ruleset, pool = game.ruleset, game.pool
    header, parts = unpack_snapshot(game.snapshot())

    def refused(match, data):
        game.step(int(game.legal()[0]))  # away from where the snapshot was taken
        before = game.position()
        with pytest.raises(SnapshotError, match=match):
            game.restore(data)
        assert game.position() == before

    refused("other rules", pack_snapshot({**header, "rules": "0123456789abcdef"}, *parts))
    refused("another ruleset", pack_snapshot({**header, "ruleset": "chess"}, *parts))
    refused("map this scenario does not have", pack_snapshot({**header, "field": "0123456789abcdef"}, *parts))
    refused("not a snapshot", b"PK\x03\x04")
    refused("not a snapshot", "text")
    refused("truncated", pack_snapshot(header, *parts)[:-5])
    wide = Layout(ruleset, game.layout.height + 1, game.layout.width, game.layout.own_rows, game.layout.other_rows)
    refused("another layout", Game(ruleset, pool, wide).start(0).snapshot())
    with pytest.raises(SnapshotError, match="another interface"):
        make_vec(ruleset, 2, scenario=pool).restore(game.snapshot())
    with pytest.raises(SnapshotError, match="another interface"):
        aec(ruleset, scenario=pool, raw=True).restore(pack_snapshot(header, *parts))


def test_maps_are_found_by_content():
    """A pool with the same maps in another order continues the same game."""
    from tactica.envs.engine.pools import Starts

    game = played("toybook")
    ruleset, pool = game.ruleset, game.pool
    states, fields = pool.states[::-1].copy(), pool.fields[::-1].copy()
    states["field_row"] = np.arange(len(states))
    other = Game(ruleset, Starts(ruleset, states, pool.books, fields)).restore(game.snapshot())
    assert int(other.s["field_row"]) != int(game.s["field_row"])
    rng = np.random.default_rng(0)
    while not game.over:
        index = int(rng.choice(game.legal()))
        game.step(index)
        other.step(index)
        assert game.digest() == other.digest()


@pytest.mark.parametrize(("field", "value"), [("round_no", 1001), ("forced", 2**30 + 1), ("decisions", 2**31 - 2)])
def test_what_no_battle_comes_to_is_refused_at_once(field, value):
    """Else observations would leave their space, or the battle's own snapshot would be refused some answers later."""
    env = tactica.make("toybook", scenario="alliance")
    env.reset(seed=1)
    head, parts = unpack_snapshot(env.snapshot())
    head.pop("parts")
    state = env.batch.ruleset.new_states(1).view(np.ndarray)
    size = env.batch.ruleset.state.snapshot_bytes
    state.view(np.uint8)[:size] = np.frombuffer(parts[0], np.uint8)
    state[field][0] = value
    parts[0] = state.view(np.uint8)[:size].tobytes()
    with pytest.raises(ValueError, match=f"field {field} is {value}, allowed at most"):
        env.restore(pack_snapshot(head, *parts))

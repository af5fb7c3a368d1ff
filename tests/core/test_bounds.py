"""Indices outside an array raise: in kernels compiled with ``NUMBA_BOUNDSCHECK=1``, and in interpreted ones with their checks."""

from __future__ import annotations

import os
import subprocess
import sys

import bounds
import checked_indices
import pytest

from tactica.envs.core.compiler import jit

KERNELS = """
import numpy as np
from tactica.envs.core.compiler import kernel, record_at

TABLE = np.dtype([("reach", "i2", (4,)), ("rows", [("x", "i8"), ("slots", "i2", (2,))], (3,))])

@kernel
def read(a, i):
    return a[i]

@kernel
def write(a, i):
    a[i] = 7
    return 7

@kernel
def reach(states, i):
    return record_at(states, 0).reach[i]

@kernel
def row(states, i):
    return record_at(states, 0).rows[i].x

@kernel
def slot(states, i):
    return record_at(states, 0).rows[2].slots[i]

@kernel
def put(states, i):
    record_at(states, 0).reach[i] = 5
    return 5

@kernel
def called(states, i):
    return 1 + reach(states, i)

CASES = [(read, 3), (write, 3), (reach, 4), (row, 3), (slot, 2), (put, 4), (called, 4)]
"""
PLAY = """
from kernels import CASES, TABLE
import numpy as np

for call, size in CASES:
    array = np.arange(size) if call.__name__ in ("read", "write") else np.zeros(1, TABLE)
    call(array, 0), call(array, size - 1)
    for index in (-1, size, -size, 1000):
        try:
            call(array, index)
        except IndexError:
            continue
        print(call.__name__, index)
print("done")
"""


def outside(tmp_path, before="", **settings):
    """The kernels and indices outside an array that nothing was raised for."""
    (tmp_path / "kernels.py").write_text(KERNELS)
    env = {**os.environ, "NUMBA_DISABLE_JIT": "0", "TACTICA_CACHE": str(tmp_path / "cache"), **settings}
    env["PYTHONPATH"] = os.pathsep.join([str(tmp_path), env.get("PYTHONPATH", "")])
    done = subprocess.run([sys.executable, "-c", before + PLAY], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *found, last = done.stdout.splitlines()
    assert last == "done"
    return found


@pytest.mark.compiled_only
@pytest.mark.parametrize("images", ["1", "0"])
def test_kernels_compiled_with_checks_raise_for_every_index_outside(tmp_path, images):
    if images == "1" and not jit.IMAGES:
        pytest.skip("images are made with the tested versions of Numba only")
    assert outside(tmp_path, NUMBA_BOUNDSCHECK="1", TACTICA_IMAGES=images) == []


@pytest.mark.interpreted_only
def test_interpreted_kernels_count_from_the_end_unless_their_indices_are_checked(tmp_path):
    install = "import checked_indices; checked_indices.install()\n"
    assert "reach -1" in outside(tmp_path, NUMBA_DISABLE_JIT="1")
    assert outside(tmp_path, install, NUMBA_DISABLE_JIT="1") == []


def test_only_indices_of_kernels_are_checked():
    source = "@kernel\ndef f(a, i):\n    return a[i]\n\n\ndef g(a, i):\n    return a[i]\n"
    space = {"kernel": lambda function: function, checked_indices.NAME: checked_indices.checked}
    exec(checked_indices.with_checks(source, "here"), space)
    assert space["f"]([1, 2], 1) == 2 and space["g"]([1, 2], -1) == 2
    with pytest.raises(IndexError, match="index -1 is negative"):
        space["f"]([1, 2], -1)
    with pytest.raises(IndexError, match="negative"):
        checked_indices.checked((0, -2))
    last = {"kernel": lambda function: function, checked_indices.NAME: checked_indices.checked}
    exec(checked_indices.with_checks(source.replace("a[i]", "a[-1]"), "here"), last)
    with pytest.raises(IndexError, match="index -1 is negative"):
        last["f"]([1, 2], 0)
    assert checked_indices.checked("name") == "name" and checked_indices.checked((0, "x")) == (0, "x")


def test_a_fault_is_reported_with_what_repeats_it_and_the_rest_is_played(monkeypatch, capsys):
    def fail(case, game):
        if case.scenario == "tiny" and game == 1:
            raise IndexError("index is out of bounds")

    monkeypatch.setattr(bounds, "ensure_compiled", lambda slug: None)
    monkeypatch.setattr(bounds, "players_of", lambda slug: {"random": fail, "odds": lambda case, game: None})
    monkeypatch.setattr(bounds.play, "starts", lambda: [("toybook", "tiny"), ("toybook", "small"), ("owh", "duel")])
    found = bounds.check_ruleset("toybook", seed=7, games=4)
    assert found.games == 2 + 4 + 8 and found.scenarios == 2
    assert [(one.case.scenario, one.case.player, one.game) for one in found.faults] == [("tiny", "random", 1)]
    said = capsys.readouterr().out
    assert "FAULT: toybook, scenario tiny, player random, seed 7, game 1: IndexError: index is out of bounds" in said
    assert "NUMBA_DISABLE_JIT=1" in said
    assert "-m bounds toybook --scenario tiny --player random --seed 7 --game 1" in said
    assert bounds.summary([found], 3).endswith("2 scenarios, 3 s: 1 fault")
    assert bounds.summary([found._replace(faults=[])], 3).endswith("no index outside an array")


@pytest.mark.compiled_only
@pytest.mark.parametrize("player", ["random", "archer", "odds", "environment", "knobs", "mutants", "oneply:2"])
def test_every_kind_of_player_plays(player):
    bounds.repeat(bounds.Case("toybook", "banners", player, 3), 1)


@pytest.mark.interpreted_only
def test_one_game_is_repeated_interpreted():
    case = bounds.Case("toybook", "banners", "random", 3)
    done = subprocess.run(bounds.Fault(case, 1, "").command, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout == "toybook, scenario banners, player random, seed 3, game 1: no fault\n", done.stderr

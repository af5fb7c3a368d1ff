"""A command that plays one battle, or looks something up, begins at once where nothing is compiled yet."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading

import pytest

from tactica.envs import rulesets
from tactica.envs.core.compiler import jit
from tactica.experiments.common import EXIT_STOPPED, own_python

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.skipif(not jit.IMAGES, reason="images are made with the tested versions of Numba only"),
]

COMMANDS = {
    "battle": ["battle", "owh/duel", "--red", "guardian", "--blue", "random", "--seed", "3"],
    "rules": ["rules", "owh", "attack.to_hit"],
    "scenarios": ["scenarios", "list", "owh"],
    "odds": ["odds", "owh/duel"],
    "version": ["version"],
}


@pytest.fixture
def nothing_compiled(tmp_path, monkeypatch):
    """An empty cache in which somebody else is compiling owh, as it seems, so that nobody begins to: its folder."""
    monkeypatch.setenv("TACTICA_CACHE", str(tmp_path))
    with jit.compile_lock(rulesets.get("owh").folder, waits=False):
        yield tmp_path


def told(words, **settings):
    """What a command prints."""
    env = {**os.environ, "TACTICA_ENGINE": "auto", **settings}
    done = subprocess.run(
        [sys.executable, "-m", "tactica", *words], env=env, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert "compil" not in done.stderr
    return done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_compiled_before_the_first_line(command, nothing_compiled):
    lines = told(COMMANDS[command]).splitlines()
    assert len(lines) > 3
    assert not list(nothing_compiled.rglob("image")) and not any("compiling" in line for line in lines)


PLAYERS = {"behaviour": "guardian", "network": "trained:owh", "search": "search:6", "barred": "guardian--attack"}


@pytest.mark.parametrize("kind", PLAYERS)
def test_a_battle_in_python_is_the_same_battle(kind, nothing_compiled):
    words = ["battle", "owh/tiny", "--red", PLAYERS[kind], "--blue", "random", "--seed", "3"]
    assert told(words) == told(words, NUMBA_DISABLE_JIT="1")


@pytest.mark.parametrize("kind", PLAYERS)
def test_a_battle_is_the_same_where_only_its_own_rulebook_is_compiled(kind, tmp_path):
    words = ["battle", "owh/small", "--red", PLAYERS[kind], "--blue", "random", "--seed", "3"]
    compiled = told(words, TACTICA_ENGINE="compiled")
    home = jit.cache_folder(rulesets.get("owh").folder)
    jit.make_folder(tmp_path / home.name)
    shutil.copy(home / "image", tmp_path / home.name)
    assert told(words, TACTICA_CACHE=str(tmp_path)) == compiled


def test_the_demonstration_begins_before_anything_is_compiled(tmp_path, monkeypatch):
    """Its first part, a whole battle, and all that is shown in Python. Somebody else is compiling wfrp1, as it seems."""
    monkeypatch.setenv("TACTICA_CACHE", str(tmp_path / "cache"))
    env = {**os.environ, "TACTICA_ENGINE": "auto"}
    words = own_python("-m", "tactica", "demo", "--out", str(tmp_path / "out"))
    with jit.compile_lock(rulesets.get("wfrp1").folder, waits=False):
        with subprocess.Popen(words, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as demo:
            last_resort = threading.Timer(300, demo.kill)
            last_resort.start()
            lines = []
            for line in demo.stdout:
                lines.append(line)
                if line.startswith("compiling"):
                    break
            demo.send_signal(signal.SIGINT)
            demo.wait()
            last_resort.cancel()
        assert demo.returncode == EXIT_STOPPED and not list((tmp_path / "cache").rglob("image"))
    begun = [line[:2] for line in lines if re.match(r"\d\. ", line)]
    assert begun == ["1.", "2.", "3.", "4."] and lines[-1].startswith("compiling wfrp1")
    assert any(
        "heroes won" in line for line in lines[: lines.index("2. For rules designers: what is that shield worth?\n")]
    )

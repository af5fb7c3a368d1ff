"""Battles begin at once, in Python, where their ruleset is not compiled yet, and go on compiled as soon as it is."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tactica.envs import rulesets
from tactica.envs.core.compiler import jit

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.skipif(not jit.IMAGES, reason="images are made with the tested versions of Numba only"),
]

PLAY = """
import json, shutil, sys, time
import conftest
from tactica.envs.core.compiler import jit
from tactica.envs import rulesets
from tactica.envs.engine.game import Game

image, home = sys.argv[1:]
game = Game.of("toybook", "banners", seed=3)
ruleset, found, compiled = rulesets.get("toybook"), [], []
for step in range(60):
    if step == 20 and image:
        shutil.copy(image, home)
        time.sleep(0.6)
    if game.over:
        break
    compiled.append(ruleset.is_compiled)
    found.append([int(game.side), game.answers().tolist()])
    game.answer(found[-1][1][step % len(found[-1][1])])
print(json.dumps([jit.AT_ONCE, jit.COMPILED, found, compiled]))
"""
TOLD = """
import json
from tactica.experiments.commands.version import engine
print(json.dumps(engine()))
"""


def run(code, cache, *words, **settings):
    """What a program prints that runs with a cache of its own."""
    env = {**os.environ, "TACTICA_CACHE": str(cache), "TACTICA_ENGINE": "auto", **settings}
    words = [sys.executable, "-c", code, *map(str, words)]
    done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def toybook():
    """The toybook, compiled."""
    ruleset = rulesets.get("toybook")
    assert ruleset.loops, "loaded, which declares the entries"
    if not jit.is_compiled(ruleset.folder):
        jit.compile_ruleset(ruleset.folder, lambda told: None)
    return ruleset


@pytest.fixture
def held(tmp_path, monkeypatch, toybook):
    """An empty cache whose toybook somebody else is compiling, as it seems: its folder."""
    image = next(home / "image" for home in jit.cache_folders(toybook.folder) if (home / "image").exists())
    monkeypatch.setenv("TACTICA_CACHE", str(tmp_path))
    with jit.compile_lock(toybook.folder, waits=False):
        yield image, jit.cache_folder(toybook.folder)


def test_a_game_begun_in_python_goes_on_compiled_and_is_the_same(held, tmp_path):
    image, home = held
    at_once, compiled, found, was = run(PLAY, tmp_path, image, home / "image")
    assert at_once and not compiled
    assert not any(was[:20]) and all(was[21:]) and len(was) > 30
    at_once, compiled, again, was = run(PLAY, tmp_path, "", "")
    assert at_once and not compiled and all(was), "the image is there from the first look on"
    assert again == found == run(PLAY, tmp_path, "", "", NUMBA_DISABLE_JIT="1")[2]


def test_of_several_processes_one_compiles(held, toybook):
    with pytest.raises(BlockingIOError), jit.compile_lock(toybook.folder, waits=False):
        pass


def test_what_is_told_of_the_engine(tmp_path):
    assert "start in plain Python" in run(TOLD, tmp_path)
    assert run(TOLD, tmp_path, TACTICA_ENGINE="compiled") == "compiled"
    assert "NUMBA_DISABLE_JIT" in run(TOLD, tmp_path, NUMBA_DISABLE_JIT="1")

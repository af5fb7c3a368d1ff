"""Where nothing is compiled yet, commands that play one battle or look something up begin at once; so does Python.

Starting a process takes longer than most of what is asked of it here, so one process answers many questions, one after another.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.request

import pytest

from tactica.envs import rulesets
from tactica.envs.core.compiler import jit
from tactica.experiments.common import EXIT_STOPPED, own_python

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.skipif(not jit.IMAGES, reason="images are made with the tested versions of Numba only"),
]

#: Runs command lines and lines of Python, given as JSON, and says before each which comes.
ONE_AFTER_ANOTHER = """
import json, sys
from tactica.experiments.cli import AT_ONCE, app

for name, asked in json.loads(sys.argv[1]).items():
    print(f"-- {name}", flush=True)
    if isinstance(asked, str):
        exec(asked, {})
    else:
        assert asked[0] in AT_ONCE, f"{asked[0]} waits for compiled rules"
        try:
            app(asked)
        except SystemExit as end:
            assert not end.code, f"{name}: exit code {end.code}"
    sys.stdout.flush()
"""
DUEL = ["owh/duel", "--red", "guardian", "--blue", "random", "--seed", "3"]
COMMANDS = {
    "battle": ["battle", *DUEL, "--save", "it.tactica-replay"],
    "replay": ["replay", "it.tactica-replay"],
    "why": ["why", "owh/duel", "--player", "guardian"],
    "rules": ["rules", "owh", "attack.to_hit"],
    "scenarios": ["scenarios", "list", "owh"],
    "odds": ["odds", "owh/duel"],
    "version": ["version"],
}
IN_PYTHON = {
    "make": """
import tactica
env = tactica.make("owh", scenario="duel", opponent="guardian")
env.reset(seed=1)
observation, reward, terminated, truncated, info = env.step(int(env.action_masks().argmax()))
print("over" if terminated or truncated else "goes on")
""",
    "sandbox": """
import tactica
table = tactica.sandbox("owh", "duel", seed=1)
table.play(table.choices()[0])
print("over" if table.game.over else "goes on")
""",
}


@pytest.fixture(scope="module")
def nothing_compiled(tmp_path_factory):
    """An empty cache in which somebody else is compiling owh, as it seems, so that nobody begins to: its folder."""
    folder = tmp_path_factory.mktemp("cache")
    with contextlib.ExitStack() as held:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TACTICA_CACHE", str(folder))
            held.enter_context(jit.compile_lock(rulesets.get("owh").folder, waits=False))
        yield folder


def answers(asked, folder, **settings):
    """The lines that each of several commands or pieces of Python prints, run by one process standing in a folder."""
    env = {**os.environ, "TACTICA_ENGINE": "auto", **settings}
    words = [sys.executable, "-c", ONE_AFTER_ANOTHER, json.dumps(asked)]
    done = subprocess.run(words, env=env, cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    assert "compil" not in done.stderr
    found = re.split(r"^-- (\w+)\n", done.stdout, flags=re.MULTILINE)
    return {name: text.splitlines() for name, text in zip(found[1::2], found[2::2], strict=True)}


@pytest.fixture(scope="module")
def answered(nothing_compiled, tmp_path_factory):
    """What is printed for everything that is asked, with nothing compiled."""
    return answers({**COMMANDS, **IN_PYTHON}, tmp_path_factory.mktemp("here"), TACTICA_CACHE=str(nothing_compiled))


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_compiled_before_the_first_line(command, answered, nothing_compiled):
    lines = answered[command]
    assert len(lines) > 3
    assert not list(nothing_compiled.rglob("image")) and not any("compiling" in line for line in lines)


@pytest.mark.parametrize("name", IN_PYTHON)
def test_nothing_is_compiled_before_the_first_step_in_python(name, answered, nothing_compiled):
    assert answered[name] == ["goes on"] and not list(nothing_compiled.rglob("image"))


PLAYERS = {"behaviour": "guardian", "network": "trained:owh", "search": "search:6", "barred": "guardian--attack"}
BATTLES = {
    kind: ["battle", "owh/tiny", "--red", player, "--blue", "random", "--seed", "3"] for kind, player in PLAYERS.items()
}


@pytest.fixture(scope="module")
def battles(nothing_compiled, tmp_path_factory):
    """The battles as they are printed where the rulebook's kernels are compiled, by how else they are played."""
    home, own = jit.cache_folder(rulesets.get("owh").folder), tmp_path_factory.mktemp("own")
    jit.make_folder(own / home.name)
    shutil.copy(home / "image", own / home.name)
    return {
        "compiled": answers(BATTLES, own, TACTICA_ENGINE="compiled"),
        "own alone compiled": answers(BATTLES, own, TACTICA_CACHE=str(own)),
        "nothing compiled": answers(BATTLES, own, TACTICA_CACHE=str(nothing_compiled)),
        "without a compiler": answers(BATTLES, own, NUMBA_DISABLE_JIT="1"),
    }


@pytest.mark.parametrize("how", ["own alone compiled", "nothing compiled", "without a compiler"])
@pytest.mark.parametrize("kind", PLAYERS)
def test_a_battle_is_the_same_whatever_is_compiled(kind, how, battles):
    assert len(battles["compiled"][kind]) > 3
    assert battles[how][kind] == battles["compiled"][kind]


@contextlib.contextmanager
def started(words, **settings):
    """A process that ends, at the latest, with this block or after five minutes, and prints into a pipe."""
    env = {**os.environ, "TACTICA_ENGINE": "auto", **settings}
    with subprocess.Popen(words, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as process:
        last_resort = threading.Timer(300, process.kill)
        last_resort.start()
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()
            last_resort.cancel()


def fetched(address, token):
    """What the server of the page answers."""
    request = urllib.request.Request(address, headers={"authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


def test_the_page_and_its_first_battle_begin_with_nothing_compiled(nothing_compiled, tmp_path):
    words = ["-m", "tactica", "play", "owh/duel", "--blue", "guardian", "--seed", "1", "--no-browser"]
    with started(
        [sys.executable, *words, "--out", str(tmp_path / "out")], TACTICA_CACHE=str(nothing_compiled)
    ) as server:
        first = server.stdout.readline()
        address, token = re.fullmatch(
            r"Open this link in your browser: (http://127\.0\.0\.1:\d+)/#(\S+)\n", first
        ).groups()
        battle = fetched(f"{address}/api/start", token)["wanted"]
        (seat,) = battle["seats"]
        while (view := fetched(f"{address}/api/matches/{battle['match']}/view", seat["token"]))["thinking"]:
            time.sleep(0.2)
        assert view["asked"]["mine"] and view["asked"]["choices"]
        assert not list(nothing_compiled.rglob("image"))


def test_the_demonstration_begins_before_anything_is_compiled(tmp_path, monkeypatch):
    """Its first part, a whole battle, and all that is shown in Python. Somebody else is compiling wfrp1, as it seems."""
    monkeypatch.setenv("TACTICA_CACHE", str(tmp_path / "cache"))
    words = own_python("-m", "tactica", "demo", "--out", str(tmp_path / "out"))
    with jit.compile_lock(rulesets.get("wfrp1").folder, waits=False):
        with started(words) as demo:
            lines = []
            for line in demo.stdout:
                lines.append(line)
                if line.startswith("compiling"):
                    break
        assert demo.returncode == EXIT_STOPPED and not list((tmp_path / "cache").rglob("image"))
    begun = [line[:2] for line in lines if re.match(r"\d\. ", line)]
    assert begun == ["1.", "2.", "3.", "4."] and lines[-1].startswith("compiling the rules of Warhammer")
    assert any(
        "heroes won" in line
        for line in lines[: lines.index("2. For rules designers: how much is that shield worth?\n")]
    )

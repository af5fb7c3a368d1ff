"""A player in Python that ends or crashes the process gives no verdict: commands end with 2. Ctrl-C still reaches them once."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys

import pytest

from tactica.experiments import guarding

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

WORK = """
import os, signal, sys, threading, time
from tactica.experiments.guarding import run_guarded
def work():
    {body}
run_guarded(work, [{command!r}, "a", "b"])
"""
#: How work ends, and the code that comes of it.
ENDS = {
    "returns": ("pass", 0),
    "is rejected": ("sys.exit(1)", 1),
    "says a mistake": ("sys.exit('no')", 1),
    "raises": ("raise ValueError('no')", 1),
    "ends the process well": ("os._exit(0)", 2),
    "ends the process with 1": ("os._exit(1)", 2),
    "crashes": ("os.kill(os.getpid(), signal.SIGSEGV)", 2),
    "becomes another program": ("os.execv('/bin/true', ['true'])", 2),
    "ends the process from a thread": ("threading.Thread(target=os._exit, args=(0,)).start(); time.sleep(60)", 2),
    "ends the process on the way out": ("import atexit; atexit.register(os._exit, 0); sys.exit(1)", 1),
}


def python(body, *words, command="compare", **more):
    """A process that does guarded work."""
    return subprocess.Popen(
        [sys.executable, "-c", WORK.format(body=body, command=command), *words], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, **more,
    )  # fmt: skip


@pytest.mark.parametrize("how", ENDS)
def test_the_code_is_what_the_work_says_and_2_where_it_says_nothing(how):
    body, code = ENDS[how]
    process = python(body)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == code, said
    assert ("before compare was finished" in said) == (code == 2)


def test_ctrl_c_reaches_the_work_once(tmp_path):
    body = (
        "signal.signal(signal.SIGINT, lambda *_: print('heard', flush=True)); print('ready', flush=True); sys.stdin.readline();"
        " sys.exit(130)"
    )
    process = python(body, stdin=subprocess.PIPE, start_new_session=True)
    assert process.stdout.readline() == "ready\n"
    for _ in range(2):
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        assert process.stdout.readline() == "heard\n"
    assert process.communicate("\n", timeout=60)[0] == "" and process.returncode == 130


@pytest.mark.parametrize(
    ("command", "kept"), [("compare", "what was finished is saved"), ("fight", "nothing is saved")]
)
def test_a_signal_that_was_passed_on_is_no_crash(command, kept):
    process = python("print('ready', flush=True); time.sleep(600)", command=command)
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 128 + signal.SIGTERM and f"SIGTERM; {kept}" in said and "player" not in said


@pytest.mark.parametrize(("player", "code"), [("guardian", 128 + signal.SIGTERM), ("p.py:P", 2)])
def test_a_signal_that_ends_the_work_is_blamed_on_a_python_player_only_if_one_plays(player, code):
    """The signal is sent to the process that plays, so its parent did not pass it on."""
    body = "print(os.getpid(), flush=True); time.sleep(600)"
    script = WORK.format(body=body, command="compare").replace('"a", "b"', f'"a", {player!r}')
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    os.kill(int(process.stdout.readline()), signal.SIGTERM)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == code and ("player" in said) == (code == 2), said
    assert "--resume FOLDER" in said and "compare was finished" in said


def test_the_work_does_not_outlive_its_parent():
    process = python("print(os.getpid(), flush=True); time.sleep(600)")
    assert int(process.stdout.readline()) != process.pid
    process.kill()
    assert process.communicate(timeout=60)[0] == "", "the other end was closed, so the child has ended"


def test_a_person_at_the_keyboard_keeps_the_terminal():
    assert guarding.is_guarded(["compare", "a", "b"]) and guarding.is_guarded(["battle", "tiny"])
    for words in ([], ["play"], ["battle", "tiny", "--human"], ["battle", "tiny", "--red", "human"], ["compare", "-h"]):
        assert not guarding.is_guarded(words)


ENDING = {
    "in_act": "class P:\n    def act(self, *given, **more):\n        os._exit(0)\n",
    "in_loading": "class P:\n    def __init__(self):\n        os._exit(0)\n    def act(self, *given):\n        return 0\n",
}


RECIPE = {
    "ruleset": "toybook", "scenarios": {"banners": 1}, "network": {"width": 8, "trunk": 12, "cell_width": 6},
    "ppo": {"generations": 1, "frames": 64, "envs": 8, "steps": 8, "batch": 32}, "league": {"anchors": ["p.py:P"], "every": 1},
    "evaluation": {"pairs": 4, "finalists": 1, "final_pairs": 6},
}  # fmt: skip
#: A command in which such a player takes part -> its words.
COMMANDS = {
    "compare": ["p.py:P", "random", "-s", "toybook/banners", "--max-pairs", "8"],
    "tournament": ["p.py:P", "random", "-s", "toybook/banners", "-n", "2"],
    "bench-npc": ["p.py:P", "--suite", "s.yaml"],
    "discover": ["toybook/banners", "-f", "p.py:P", "-f", "charger", "--begin", "charger", "--pairs", "20", "--judge", "50",
                 "--no-map", "-j", "1"],
    "lab audit": ["toybook/banners", "-b", "p.py:P", "--rule", "clash.pool.points_for_hit=5"],
    "train": ["r.yaml"],
}  # fmt: skip


#: An audit loads a player in Python only to refuse it; of training, loading is the part that takes seconds.
LOADED = ("lab audit", "train")


@pytest.mark.parametrize(("command", "where"), [
    (command, where) for command in COMMANDS for where in ENDING if where == "in_loading" or command not in LOADED
])  # fmt: skip
def test_a_player_that_ends_the_process_gives_no_verdict(tmp_path, command, where):
    if command == "train" and not all(map(importlib.util.find_spec, ("torch", "sb3_contrib"))):
        pytest.skip("the extra train is not installed")
    (tmp_path / "p.py").write_text(f"import os\n{ENDING[where]}")
    (tmp_path / "s.yaml").write_text(
        "name: s\nruleset: toybook\nversion: 1\nscenarios: [banners]\nfield: [random]\npairs: 2\n"
    )
    (tmp_path / "r.yaml").write_text(json.dumps(RECIPE))
    script = "import toybook\nfrom tactica.envs import rulesets\nrulesets.register(toybook.RULESET)\n"
    script += "from tactica.experiments.cli import main\nmain()\n"
    done = subprocess.run(
        [sys.executable, "-c", script, *command.split(), *COMMANDS[command], "-o", "x"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2, done.stdout + done.stderr
    assert f"before {command.split()[0]} was finished" in done.stderr and "Traceback" not in done.stderr

"""Policies that raise anything, with names of any kind: they lose, the run goes on, and Ctrl-C is the user's."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from starts import starts

from tactica.agents.players import PlayerError, load_player
from tactica.envs import play_games
from tactica.envs.engine import foreign
from tactica.envs.engine.policies import Host, PolicyError, name_of


@pytest.fixture(autouse=True)
def interrupts_arrive():
    """Ctrl-C interrupts Python as usual, also where the tests were started in the background of a shell, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Mute(Exception):
    """Its text cannot be read."""

    def __str__(self):
        raise RuntimeError("no")


class Rude(BaseException):
    """No Exception."""


def deeper(*arguments):
    return deeper(*arguments)


def raises(error):
    def policy(observation, mask, rng):
        raise error

    return policy


class NoAct:
    """Looking for its act fails."""

    @property
    def act(self):
        raise KeyboardInterrupt


class Array:
    """Turning it into an array fails."""

    def __array__(self, *arguments, **more):
        raise GeneratorExit


LOSING = {
    "mute": (raises(Mute()), "Mute: its text cannot be read"),
    "generator exit": (raises(GeneratorExit()), "GeneratorExit"),
    "keyboard": (raises(KeyboardInterrupt()), "KeyboardInterrupt"),
    "exit": (raises(SystemExit("bye")), "SystemExit: bye"),
    "rude": (raises(Rude("\x1b[2Jso\nthere\u202e")), "Rude: [2Jso there"),
    "long": (raises(ValueError("x" * 10**6)), "ValueError: xxx"),
    "recursion": (deeper, "RecursionError"),
    "no act": (NoAct(), "KeyboardInterrupt"),
    "no array": (lambda *_: Array(), "answered Array"),
    "numpy float": (lambda *_: np.float64(0), "answered float64"),
    "floats": (lambda _, mask, __: np.zeros(len(mask)), "an array of float64"),
    "truths": (lambda _, mask, __: np.ones(len(mask), np.bool_), "an array of bool"),
    "huge": (lambda _, mask, __: [10**5000] * len(mask), "answered list"),
    "one huge": (lambda *_: 10**5000, "an int beyond 64 bits"),
    "unsigned": (lambda _, mask, __: np.full(len(mask), 2**64 - 1, np.uint64), "chose 18446744073709551615, which is not legal"),
    "negative": (lambda _, mask, __: np.full(len(mask), -1), "chose -1, which is not legal"),
    "nothing": (lambda *_: None, "answered NoneType None"),
}  # fmt: skip


@pytest.mark.parametrize("time_limit", [None, 5.0])
@pytest.mark.parametrize("name", LOSING)
def test_whatever_a_policy_raises_or_answers_loses_its_game(name, time_limit):
    policy, words = LOSING[name]
    ruleset, pool = starts("toybook")
    results = play_games(
        ruleset, pool, policies=("random", policy), games=2, rows=[0, 0], seed=1, time_limit=time_limit
    )
    assert results.forfeits == 2
    for text in results.reasons.values():
        assert words in text and len(text) < 700 and text.isprintable()


def test_what_a_policy_raised_is_the_cause_of_the_error_that_stops_a_run():
    ruleset, pool = starts("toybook")
    with pytest.raises(PolicyError) as told:
        play_games(ruleset, pool, policies=("random", raises(KeyboardInterrupt())), games=1, on_error="raise")
    assert isinstance(told.value.__cause__, KeyboardInterrupt)


class Named:
    """A policy with a name."""

    def __init__(self, name):
        self.given = name

    @property
    def name(self):
        if isinstance(self.given, BaseException):
            raise self.given
        return self.given

    def act(self, observation, mask, rng):
        return np.argmax(mask, axis=1)


class Text(str):
    """Text that cannot be shown."""

    def __str__(self):
        raise RuntimeError

    __format__ = __repr__ = __str__


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("brute", "brute"),
        ("", "Named"),
        (" \n\x1b ", "Named"),
        ("a\x1b[31m\nb\u202ec\x9b", "a[31m bc"),
        ("x" * 10**6, "x" * 77 + "..."),
        (None, "Named"),
        (5, "Named"),
        (b"brute", "Named"),
        (Text("brute"), "Named"),
        (ValueError(), "Named"),
        (KeyboardInterrupt(), "Named"),
        (SystemExit(), "Named"),
    ],
)
def test_a_policy_without_a_proper_name_is_called_by_its_class_and_plays(given, name):
    policy = Named(given)
    assert name_of(policy) == name
    ruleset, pool = starts("toybook")
    results = play_games(ruleset, pool, policies=("random", policy), games=1, seed=1)
    assert results.policies == ("random", name) and results.forfeits == 0 and name in repr(results)


def test_ctrl_c_stops_a_run_even_when_the_policy_swallows_it():
    before = signal.getsignal(signal.SIGINT)
    calls = []

    def swallowing(observation, mask, rng):
        calls.append(len(mask))
        with contextlib.suppress(BaseException):
            signal.raise_signal(signal.SIGINT)
        return np.argmax(mask, axis=1)

    ruleset, pool = starts("toybook")
    with pytest.raises(KeyboardInterrupt):
        play_games(ruleset, pool, policies=("random", swallowing), games=2, seed=1)
    assert len(calls) == 1
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_while_a_policy_with_a_time_limit_plays_leaves_no_late_answer_behind():
    asked, threads = threading.Event(), []

    def slow(observation, mask, rng):
        if not asked.is_set():
            threads.append(threading.current_thread())
            asked.set()
            threading.Event().wait(1.0)
            return np.full(len(mask), 1)
        return np.full(len(mask), 2)

    host = Host(slow, time_limit=20.0)
    main = threading.main_thread().ident
    threading.Thread(target=lambda: (asked.wait(), signal.pthread_kill(main, signal.SIGINT))).start()
    mask = np.ones((1, 3), np.int8)
    with pytest.raises(KeyboardInterrupt):
        host.act({}, mask, np.random.default_rng(0))
    assert host.act({}, mask, np.random.default_rng(0)).indices.tolist() == [2]
    threads[0].join(10.0)
    assert not threads[0].is_alive()


def test_a_handler_that_does_not_raise_lets_the_policy_go_on():
    """A tournament notes Ctrl-C and brings home what is under way."""
    noted = []
    before = signal.signal(signal.SIGINT, lambda number, frame: noted.append(number))
    try:
        assert foreign.call(lambda: signal.raise_signal(signal.SIGINT) or 7) == 7
        with pytest.raises(foreign.Failed) as failed:
            foreign.call(raises(KeyboardInterrupt()), None, None, None)
        assert isinstance(failed.value.error, KeyboardInterrupt)
    finally:
        signal.signal(signal.SIGINT, before)
    assert noted == [signal.SIGINT]


def test_a_policy_cannot_take_ctrl_c_away():
    before = signal.getsignal(signal.SIGINT)
    foreign.call(signal.signal, signal.SIGINT, signal.SIG_IGN)
    assert signal.getsignal(signal.SIGINT) is before


def test_foreign_code_may_run_in_any_thread():
    found = []
    thread = threading.Thread(target=lambda: found.append(foreign.call(lambda: 3)))
    thread.start()
    thread.join()
    assert found == [3]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("raise KeyboardInterrupt", "cannot be loaded: KeyboardInterrupt"),
        ("import sys; sys.exit('bye')", "cannot be loaded: SystemExit: bye"),
        ("class E(Exception):\n    def __str__(self): raise ValueError\nraise E", "its text cannot be read"),
        ("class X:\n    def __init__(self): raise GeneratorExit\n    act = print", r"X\(\) fails: GeneratorExit"),
        ("import sys; sys.path.clear(); x", "NameError"),
    ],
)
def test_a_file_that_raises_anything_is_no_player(code, words, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    file = tmp_path / "theirs.py"
    file.write_text(code + "\n")
    with pytest.raises(PlayerError, match=words):
        load_player(f"{file}:X", "wfrp1")


SCRIPTS = {
    "no guard": ("", "import tactica\n{play}", 'put what your script does under `if __name__ == "__main__":`'),
    "no guard that is seen": (
        "# multiprocessing\n", "import tactica\n{play}", 'put what your script does under `if __name__ == "__main__":`',
    ),
    "a lambda": (
        "", 'import tactica\nif __name__ == "__main__":\n    policy = lambda *a: a\n    {play}',
        "define them at the top of a module",
    ),
    "a policy that ends its process": (
        "import os\ndef policy(*a):\n    os._exit(3)\n", 'import tactica\nif __name__ == "__main__":\n    {play}',
        "a worker process died: a policy ended it",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_with_several_jobs_says_at_once_what_is_missing(name, tmp_path):
    """It used to wait for ever."""
    head, body, words = SCRIPTS[name]
    who = "policy" if "policy" in head + body else "'random'"
    play = f"print(tactica.play_games('wfrp1', 'duel', policies=({who}, 'random'), games=300, jobs=2))"
    file = tmp_path / "script.py"
    file.write_text(head + body.format(play=play) + "\n")
    done = subprocess.run(
        [sys.executable, str(file)], env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and words in done.stderr.splitlines()[-1], done.stderr

"""Threads: the same games whatever their number, and nothing left of them afterwards."""

from __future__ import annotations

import copy
import gc
import hashlib
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conformance.play import INTERPRETED
from gymnasium.vector import AutoresetMode
from starts import shipped, starts

from tactica.envs import make_vec, play_games
from tactica.envs.core.loops.threads import Threads
from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.gate import usable_cores
from tactica.envs.engine.networks import trained
from tactica.envs.engine.policies import FirstLegal, PolicyError

SLOTS = 5
COUNTS = [1, 3] if INTERPRETED else [1, 2, 3, 7]  # the last is more than there are slots and games
BOOKS = ["toybook", *(name for name in shipped() if name.endswith("tiny"))]
PLAYERS = {"kernel": "random", "python": FirstLegal()}
if not INTERPRETED:  # in which a search takes minutes
    PLAYERS["search"] = "search:20"


def mine() -> list[threading.Thread]:
    """The threads that step games now; a policy that tests before left hanging has another name."""
    return [thread for thread in threading.enumerate() if thread.name.startswith("tactica_")]


@pytest.fixture(autouse=True)
def nothing_under_way():
    """The threads of environments that tests before left to be collected have ended."""
    gc.collect()
    for thread in mine():
        thread.join(60)


class Seen:
    """A digest of all that an environment returns."""

    def __init__(self) -> None:
        self.bytes = hashlib.sha256()

    def add(self, found) -> None:
        if isinstance(found, dict):
            for name in sorted(found):
                self.bytes.update(name.encode())
                self.add(found[name])
        elif isinstance(found, np.ndarray) and found.dtype != object:
            self.bytes.update(np.ascontiguousarray(found).tobytes())
        elif isinstance(found, np.ndarray | list | tuple):
            for one in found:
                self.add(one)
        else:
            self.bytes.update(repr(found).encode())


def played(threads, **options):
    """A digest of what an environment shows over some steps, rewards, ends and its last position; and how many games ended."""
    ruleset, pool = starts("toybook")
    envs = make_vec(ruleset, SLOTS, scenario=pool, seed=3, threads=threads, **options)
    seen, ended = Seen(), 0
    seen.add(envs.reset())
    for _ in range(6 if INTERPRETED else 300):
        step = envs.step(envs.random_actions())
        seen.add(step)
        ended += int((step[2] | step[3]).sum())
    seen.add(envs.snapshot())
    envs.close()
    return seen.bytes.hexdigest(), ended


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
@pytest.mark.parametrize("opponent", [*PLAYERS.values(), list(PLAYERS.values())], ids=[*PLAYERS, "mixed"])
def test_environments_show_the_same_with_any_number_of_threads(mode, opponent):
    """Observations, masks, rewards, ends, what is told of these, and the position at the end."""
    first, ended = played(1, autoreset_mode=mode, opponent=opponent, seat="alternate")
    assert ended > 0 or INTERPRETED
    for threads in COUNTS[1:]:
        assert played(threads, autoreset_mode=mode, opponent=opponent, seat="alternate") == (first, ended)


def results_of(name, policies, games, threads, **options):
    """Everything that is known of some games."""
    ruleset, pool = starts(name)
    results = play_games(
        ruleset, pool, policies=policies, games=games, seed=3, first_game=5, alternate=True, situations=True,
        threads=threads, **options,
    )  # fmt: skip
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in vars(results).items()}


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
@pytest.mark.parametrize("keyed", [False, True])
def test_games_are_the_same_with_any_number_of_threads(player, keyed):
    first = results_of("toybook", (player, "random"), 5, 1, keyed=keyed)
    assert len(set(map(tuple, first["ranks"]))) > 1  # not all of them alike
    for threads in COUNTS[1:]:
        assert results_of("toybook", (player, "random"), 5, threads, keyed=keyed) == first


@pytest.mark.parametrize("name", BOOKS[1:])
def test_games_of_every_book_with_networks_and_behaviours_are_the_same(name):
    slug = name.split("/")[0]
    network = next((f"trained:{one}" for one in (slug, f"{slug}_small") if one in trained()), "guardian")
    policies = (network, "archer")
    games = 2 if INTERPRETED else 40
    assert results_of(name, policies, games, 3) == results_of(name, policies, games, 1)


def test_barred_players_and_processes_with_threads_play_the_same():
    forbid = [None, ["strike"]]
    first = results_of("toybook", ("random", "random"), 6, 1, forbid=forbid)
    assert results_of("toybook", ("random", "random"), 6, 3, forbid=forbid) == first
    assert results_of("toybook", ("random", "random"), 6, 2, forbid=forbid, jobs=2) == first


@pytest.mark.parametrize("threads", [-1, 1.5, "2", None, True, 1025])
def test_what_is_no_number_of_threads_is_refused(threads):
    ruleset, pool = starts("toybook")
    for make in (
        lambda: make_vec(ruleset, 2, scenario=pool, threads=threads),
        lambda: results_of("toybook", ("random",), 1, threads),
    ):
        with pytest.raises(ValueError, match=r"threads=.*: allowed: whole numbers in 0\.\.1024"):
            make()


def test_no_threads_means_one_for_each_core():
    ruleset, pool = starts("toybook")
    assert make_vec(ruleset, 64, scenario=pool, threads=0).batch.threads == min(usable_cores(), 64)
    assert make_vec(ruleset, 3, scenario=pool, threads=7).batch.threads == 3
    assert make_vec(ruleset, 3, scenario=pool).batch.threads == 1


def test_positions_are_handed_out_by_one_thread_only():
    with pytest.raises(ValueError, match="jobs=1 and threads=1"):
        results_of("toybook", ("random",), 2, 2, on_end=lambda game, s: None)


@pytest.mark.parametrize("threads", COUNTS)
def test_an_illegal_choice_in_one_slot_changes_nothing_in_any(threads):
    ruleset, pool = starts("toybook")
    envs = make_vec(ruleset, SLOTS, scenario=pool, seed=1, threads=threads)
    envs.reset()
    before, actions = envs.snapshot(), envs.random_actions()
    wrong = actions.copy()
    wrong[SLOTS - 1] = -5
    with pytest.raises(IllegalChoice, match=f"game {SLOTS - 1}: "):
        envs.step(wrong)
    assert envs.batch.lanes[:, : ruleset.state.snapshot_lanes].tobytes() in before
    envs.step(actions)
    assert not envs.batch.games["illegal"].any()


def test_an_error_of_a_player_reaches_the_caller():
    class Fails:
        def act(self, observation, mask, rng):
            raise ZeroDivisionError("no idea")

    ruleset, pool = starts("toybook")
    with pytest.raises(PolicyError, match="no idea"):
        make_vec(ruleset, SLOTS, scenario=pool, opponent=Fails(), threads=2).reset(seed=1)
    with pytest.raises(PolicyError, match="no idea"):
        results_of("toybook", (Fails(), "random"), 4, 2, on_error="raise")


def test_the_first_error_is_raised_when_all_calls_have_ended():
    ended = []

    def fail(number):
        time.sleep(0.01 * (3 - number))
        ended.append(number)
        raise ValueError(str(number))

    with Threads(3) as threads, pytest.raises(ValueError, match="1"):
        threads.run([lambda: ended.append(0), lambda: fail(1), lambda: fail(2)])
    assert sorted(ended) == [0, 1, 2] and not mine()


def test_nothing_is_left_of_threads():
    """Not after ``close``, after which a step starts others; nor of an environment that nobody has any more."""
    ruleset, pool = starts("toybook")
    envs = make_vec(ruleset, SLOTS, scenario=pool, seed=1, threads=3)
    assert not mine()
    envs.reset()
    assert 0 < len(mine()) <= 3 and not any(thread.daemon for thread in mine())
    envs.batch.close()
    assert not mine()
    envs.step(envs.random_actions())
    assert mine()
    del envs
    gc.collect()
    for thread in mine():
        thread.join(60)
    assert not mine()
    results_of("toybook", (FirstLegal(), "random"), 4, 2)
    results_of("toybook", ("random", "random"), 4, 2)
    assert not mine()


@pytest.mark.parametrize(
    "how", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs)), lambda envs: envs.clone()]
)
def test_copies_go_on_alike(how):
    ruleset, pool = starts("toybook")
    envs = make_vec(ruleset, SLOTS, scenario=pool, seed=1, threads=2)
    envs.reset()
    other = how(envs)
    assert other.batch.threads == 2
    for env in (envs, other):
        for _ in range(10):
            env.step(env.random_actions())
    assert envs.snapshot() == other.snapshot()


SLOW = """
import threading
from tactica.envs import play_games
play_games("wfrp1", "tiny", policies=("search:1", "random"), games=2, threads=2)
print("begun", flush=True)
try:
    play_games("wfrp1", "small", policies=({player!r}, {player!r}), games={games}, threads=2)
except KeyboardInterrupt:
    print("heard", threading.active_count(), flush=True)
play_games("wfrp1", "tiny", policies=("search:1", "random"), games=2, threads=2)
"""


@pytest.mark.compiled_only
@pytest.mark.parametrize(("player", "games"), [("search:100000", 1000), ("random", 1_000_000)])
def test_ctrl_c_ends_all_threads(player, games):
    code = SLOW.format(player=player, games=games)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        last_resort = threading.Timer(300, process.kill)
        last_resort.start()
        assert process.stdout is not None and process.stdout.readline() == "begun\n"
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "heard 1\n", "nothing was heard before the games were over"
        last_resort.cancel()
    assert process.returncode == 0

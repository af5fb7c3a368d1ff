"""Pickles, deep copies and clones of every environment go on byte for byte, here and in another process."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
from starts import starts

from tactica.envs import aec, make, make_vec, parallel
from tactica.envs.engine.behaviours import load
from tactica.envs.engine.policies import RandomLegal

cloudpickle = pytest.importorskip("cloudpickle")


def sb3_vec(ruleset, **options):
    pytest.importorskip("stable_baselines3")
    from tactica.sb3 import make_sb3_vec

    return make_sb3_vec(ruleset, 3, **options)


MAKERS = {
    "gymnasium": lambda ruleset, pool: make(ruleset, scenario=pool, opponent="fierce", seat="alternate"),
    "gymnasium flat": lambda ruleset, pool: make(ruleset, scenario=pool, opponent=RandomLegal(), flat=True),
    "vector": lambda ruleset, pool: make_vec(ruleset, 3, scenario=pool, opponent=["fierce", "random"], seed=5),
    "vector python": lambda ruleset, pool: make_vec(ruleset, 3, scenario=pool, opponent=RandomLegal(), flat=True),
    "vector alone": lambda ruleset, pool: make_vec(ruleset, 3, scenario=pool, opponent=None),
    "sb3": lambda ruleset, pool: sb3_vec(ruleset, scenario=pool, opponent=["fierce", RandomLegal()], seed=5),
    "aec": lambda ruleset, pool: aec(ruleset, scenario=pool),
    "raw aec": lambda ruleset, pool: aec(ruleset, scenario=pool, raw=True, control="side", flat=True),
    "parallel": lambda ruleset, pool: parallel(ruleset, scenario=pool, reward="unit"),
}
WAYS = {
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "cloudpickle": lambda env: pickle.loads(cloudpickle.dumps(env)),
    "deepcopy": copy.deepcopy,
    "clone": lambda env: env.clone(),
}


def begin(env, seed):
    """Start an environment of any kind over."""
    if hasattr(env, "seed"):  # Stable-Baselines3 seeds beside the reset
        env.seed(seed)
        return env.reset()
    return env.reset(seed=seed)


def play(env, steps, rng):
    """Steps of any environment with random legal choices: everything it returned, as bytes; begins anew at an end."""
    said = []
    for _ in range(steps):
        if hasattr(env, "agent_iter"):  # AEC
            if not env.agents:
                env.reset()
            seen, reward, ended, cut, info = env.last()
            said.append((seen, reward, ended, cut, info, env.agent_selection))
            mask = seen["action_mask"]
            env.step(None if ended or cut else int(rng.choice(np.flatnonzero(mask))))
        elif hasattr(env, "possible_agents"):
            if not env.agents:
                env.reset()
            seen = env._observations()
            chosen = {agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents}
            said.append(env.step(chosen))
        else:
            masks = np.atleast_2d(env.action_masks())
            chosen = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
            many = hasattr(env, "num_envs")
            got = env.step(chosen if many else int(chosen[0]))
            said.append([value for value in got if not isinstance(value, list)] if hasattr(env, "seed") else got)
            if not many and (got[2] or got[3]):
                said.append(env.reset())
    return pickle.dumps([canonical(value) for value in said])


def canonical(value):
    """A value as plain data that is equal when its bytes are."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, dict):
        return [(name, canonical(part)) for name, part in value.items()]
    if isinstance(value, list | tuple | np.ndarray):
        return [canonical(part) for part in value]
    return repr(value)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", MAKERS)
def test_a_copy_goes_on_byte_for_byte(kind, way):
    env = MAKERS[kind](*starts("toybook"))
    begin(env, 3)
    play(env, 25, np.random.default_rng(1))
    twin = WAYS[way](env)
    assert type(twin) is type(env)
    assert play(env, 60, np.random.default_rng(2)) == play(twin, 60, np.random.default_rng(2))
    assert env.unwrapped is not twin.unwrapped if hasattr(env, "unwrapped") else env is not twin


@pytest.mark.parametrize("kind", MAKERS)
def test_a_copy_made_before_the_first_reset_plays_the_same_games(kind):
    env = MAKERS[kind](*starts("toybook"))
    twin = pickle.loads(pickle.dumps(env))
    begin(env, 4), begin(twin, 4)
    assert play(env, 20, np.random.default_rng(2)) == play(twin, 20, np.random.default_rng(2))


def test_a_copy_of_an_environment_whose_agents_are_leaving():
    env = aec(starts("toybook")[0], scenario=starts("toybook")[1], raw=True)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    while not env.game.over:
        env.step(int(rng.choice(env.game.legal())))
    env.step(None)
    twin = pickle.loads(pickle.dumps(env))
    assert twin.agents == env.agents and canonical(twin.infos) == canonical(env.infos)
    while env.agents:
        env.step(None), twin.step(None)
    assert twin.agents == []


def test_a_copy_keeps_opponents_set_since_and_those_still_playing():
    envs = make_vec(starts("toybook")[0], 3, scenario=starts("toybook")[1], opponent=RandomLegal(), seed=2)
    envs.reset()
    mild = load({"name": "mild", "weights": {"harm": -1}})
    envs.set_opponents([mild, RandomLegal()], [1, 3])
    play(envs, 15, np.random.default_rng(0))
    twin = pickle.loads(pickle.dumps(envs))
    assert play(envs, 60, np.random.default_rng(2)) == play(twin, 60, np.random.default_rng(2))
    np.testing.assert_array_equal(twin.batch.control["weights"], envs.batch.control["weights"])


def test_wrappers_and_specifications_survive():
    import gymnasium

    from tactica.envs.apis.registration import register

    register()
    env = gymnasium.make("tactica/toybook-v0", scenario="alliance", max_episode_steps=500)
    env.reset(seed=1)
    twin = pickle.loads(cloudpickle.dumps(env))
    assert twin.spec == env.spec and repr(twin) == repr(env)
    choice = int(np.argmax(env.unwrapped.action_masks()))
    assert canonical(env.step(choice)) == canonical(twin.step(choice))


ELSEWHERE = """
import pickle, sys
import toybook
from tactica.envs import rulesets
rulesets.register(toybook.RULESET)
sys.path.insert(0, {folder!r})
from test_copies import np, play
kind = sys.argv[1]
from tactica.envs.engine.behaviours import load
from tactica.envs.engine.players import seat_code
seat_code(toybook.RULESET, load({{"name": "stranger", "weights": {{"harm": 1}}}}))  # behaviours have other codes here
env = pickle.load(sys.stdin.buffer)
sys.stdout.buffer.write(play(env, 40, np.random.default_rng(2)))
"""


@pytest.mark.parametrize("kind", ["behaviour", "aec", "parallel", "gymnasium"])
def test_a_copy_in_another_process(kind):
    """Behaviours, too, whose codes are given out in the order in which a process meets them."""
    import os
    from pathlib import Path

    ruleset, pool = starts("toybook")
    if kind == "behaviour":
        env = make_vec(ruleset, 3, scenario=pool, opponent=[load({"name": "mild", "weights": {"harm": -1}}), "archer"])
    else:
        env = MAKERS[kind](ruleset, pool)
    begin(env, 3)
    play(env, 10, np.random.default_rng(1))
    data = cloudpickle.dumps(env)
    code = ELSEWHERE.format(folder=str(Path(__file__).parent))
    done = subprocess.run([sys.executable, "-c", code, kind], input=data, capture_output=True, env=dict(os.environ))
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout == play(env, 40, np.random.default_rng(2))


def test_a_snapshot_names_the_behaviours_it_needs():
    from tactica.envs.engine.snapshots import SnapshotError

    ruleset, pool = starts("toybook")
    odd = load({"name": "odd", "weights": {"harm": -2}})
    envs = make_vec(ruleset, 2, scenario=pool, opponent=odd, seed=1)
    envs.reset()
    with pytest.raises(SnapshotError, match="the behaviour 'odd'; give it as an opponent"):
        make_vec(ruleset, 2, scenario=pool, opponent="random").restore(envs.snapshot())
    other = make_vec(ruleset, 2, scenario=pool, opponent=["random", odd])
    other.restore(envs.snapshot())
    assert play(envs, 30, np.random.default_rng(2)) == play(other, 30, np.random.default_rng(2))


@pytest.mark.parametrize("kind", ["gymnasium", "vector", "aec", "parallel"])
@pytest.mark.parametrize("scenario", ["small", "small_random"])
def test_deep_copies_share_the_starts_of_shipped_scenarios(kind, scenario):
    """Copies of records lose the bytes between fields: the starts would not be the same ones."""
    env = {"gymnasium": make, "vector": lambda *a, **k: make_vec(a[0], 2, **k), "aec": aec, "parallel": parallel}[kind](
        "wfrp1", scenario=scenario
    )
    begin(env, 3)
    twin = copy.deepcopy(env)
    assert play(env, 5, np.random.default_rng(2)) == play(twin, 5, np.random.default_rng(2))

"""PettingZoo: its own checkers, and what we promise beyond them."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.state_test import state_test
from starts import EVERY, SMALL, starts

from tactica.envs import aec, parallel
from tactica.envs.engine.batch import NotReset
from tactica.envs.engine.describing import IllegalChoice
from tactica.envs.engine.snapshots import SnapshotError, pack_snapshot

# Agents of an AEC environment that wait have an empty mask, and observations are dicts: PettingZoo's checkers remark on both.
quiet = pytest.mark.filterwarnings("ignore:.*", "ignore::UserWarning", "ignore::DeprecationWarning")


def make(name, **options):
    ruleset, pool = starts(name)
    return aec(ruleset, scenario=pool, **options)


def make_parallel(name, **options):
    ruleset, pool = starts(name)
    return parallel(ruleset, scenario=pool, **options)


@quiet
@pytest.mark.parametrize("control", ["unit", "side"])
@pytest.mark.parametrize("raw", [True, False])
@pytest.mark.parametrize("name", SMALL)
def test_api(name, raw, control):
    api_test(make(name, raw=raw, control=control), num_cycles=60)


@quiet
@pytest.mark.parametrize("name", SMALL)
def test_seeds(name):
    seed_test(lambda: make(name), num_cycles=60)


@quiet
@pytest.mark.parametrize("control", ["unit", "side"])
@pytest.mark.parametrize("name", SMALL)
def test_parallel_api(name, control):
    ruleset, pool = starts(name)
    parallel_api_test(parallel(ruleset, scenario=pool, control=control), num_cycles=60)


@pytest.mark.parametrize("control", ["unit", "side"])
@pytest.mark.parametrize("name", EVERY)
def test_a_whole_battle(name, control):
    """Agents stay to the end and end together; only the one that decides has a mask; rewards sum to zero over sides."""
    env = make(name, control=control, raw=True)
    env.reset(seed=4)
    rng = np.random.default_rng(0)
    everybody = list(env.agents)
    assert set(everybody) <= set(env.possible_agents)
    returns: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            returns[agent] = reward
            assert not seen["action_mask"].any() and info["ending"]
            env.step(None)
            continue
        assert env.agents == everybody and reward == 0
        waiting = [other for other in everybody if other != agent]
        other = waiting[int(rng.integers(len(waiting)))]
        assert not env.observe(other)["action_mask"].any()
        assert env.observation_space(other).contains(env.observe(other))
        if control == "unit" and env.game.decider >= 0:
            assert agent == env.table.by_row[env.game.decider]
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert list(returns) == everybody and env.agents == []
    sides = {agent[:5]: reward for agent, reward in returns.items()}
    assert abs(sum(sides.values())) < 1e-12
    with pytest.raises(NotReset):
        env.step(0)


def test_a_units_shares_add_up_to_its_sides_reward():
    whole, split = make("toybook", raw=True), make("toybook", raw=True, reward="unit")
    for env in (whole, split):
        rng = np.random.default_rng(2)
        env.reset(seed=5)
        while not env.game.over:
            env.step(int(rng.choice(env.game.legal())))
    for side in range(3):
        shares = [reward for agent, reward in split.rewards.items() if agent.startswith(f"side{side}")]
        assert sum(shares) == pytest.approx(whole.rewards[f"side{side}_unit0"])


@pytest.mark.parametrize("name", [name for name in SMALL if starts(name)[0].book.looking.has_potential])
def test_a_units_share_is_what_its_own_choices_gained(name):
    """Staying power from each of its choices to the next decision; the shares of a side add up to its reward."""
    env = make(name, raw=True, reward="unit")
    env.reset(seed=5)
    rng, table, twin = np.random.default_rng(2), env.table, None
    gains = np.zeros(len(table.by_row))
    for step in range(10_000):
        if env.game.over:
            break
        who, side, before = env.game.decider, env.game.side, table.standing(env.game.side)
        index = int(rng.choice(env.game.legal()))
        env.step(index)
        if who >= 0:
            gains[who] += table.standing(side) - before
        if step == 20:
            twin = make(name, raw=True, reward="unit")
            twin.restore(env.snapshot())
        elif twin is not None:
            twin.step(index)
    assert twin is None or twin.rewards == env.rewards
    whole = env.game.rewards
    for side, agents in enumerate(table.agents_of):
        rows = [row for row, agent in enumerate(table.by_row) if agent in agents]
        shares = np.maximum(gains[rows], 0)
        wanted = shares / shares.sum() if shares.sum() > 0 else np.full(len(rows), 1 / len(rows))
        found = [env.infos[table.by_row[row]]["contribution"] for row in rows]
        np.testing.assert_allclose(found, wanted)
        assert sum(env.rewards[table.by_row[row]] for row in rows) == pytest.approx(whole[side])
    plain = make(name, raw=True)
    assert not plain.table.is_credited


def test_a_snapshot_without_sound_gains_is_refused():
    name = next(name for name in SMALL if starts(name)[0].book.looking.has_potential)
    env = make(name, raw=True, reward="unit")
    env.reset(seed=1)
    before = env.game.position()
    for gains in ([], [float("nan")] * len(env.table.by_row), ["x"] * len(env.table.by_row)):
        other = make(name, raw=True, reward="unit")
        other.reset(seed=3)
        header = {**other.table.game.header(), "face": "aec", "control": "unit", "base": 0, "next_game": 1}
        data = pack_snapshot(
            {**header, "gains": gains, "agents": other.agents}, other.game.position(), other.table.policy_rng.tobytes()
        )
        with pytest.raises(SnapshotError, match="gains"):
            env.restore(data)
        assert env.game.position() == before


@pytest.mark.parametrize("mode", ["raise", "forfeit", "random_legal"])
def test_illegal_choices(mode):
    env = make("toybook", raw=True, illegal=mode)
    env.reset(seed=1)
    bad = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    loser = env.agent_selection
    if mode == "raise":
        before = env.game.position()
        with pytest.raises(IllegalChoice, match=r"is not legal .*; legal for"):
            env.step(bad)
        assert env.game.position() == before
    else:
        env.step(bad)
        assert env.game.over == (mode == "forfeit")
        if mode == "forfeit":
            assert env.rewards[loser] == -1.0 and all(env.terminations.values())


@pytest.mark.parametrize("raw", [True, False])
def test_snapshot_restore_clone(raw):
    env = make("toybook", raw=raw)
    env.reset(seed=7)
    rng = np.random.default_rng(7)
    for _ in range(30):
        env.step(int(rng.choice(env.unwrapped.game.legal())))
    data = env.snapshot()
    other = make("toybook", raw=raw)
    other.restore(data)
    twin = env.clone()
    while not env.unwrapped.game.over:
        index = int(rng.choice(env.unwrapped.game.legal()))
        for one in (env, other, twin):
            one.step(index)
        assert env.agent_selection == other.agent_selection == twin.agent_selection
    assert env.rewards == other.rewards == twin.rewards
    env.step(None)
    late = make("toybook", raw=raw)
    late.restore(env.snapshot())
    assert late.agents == env.agents and late.terminations == env.terminations
    env.reset()
    other.step(None)
    other.reset()
    assert env.snapshot() == other.snapshot()


@pytest.mark.parametrize("name", SMALL)
def test_parallel_plays_the_same_game(name):
    ruleset, pool = starts(name)
    one, other = make(name, raw=True), parallel(ruleset, scenario=pool)
    one.reset(seed=3)
    seen, _ = other.reset(seed=3)
    rng = np.random.default_rng(3)
    while other.agents:
        assert other.decider == one.agent_selection
        idle = [agent for agent in other.agents if np.flatnonzero(seen[agent]["action_mask"]).tolist() == [0]]
        assert sorted([*idle, other.decider]) == sorted(other.agents)
        index = int(rng.choice(np.flatnonzero(seen[other.decider]["action_mask"])))
        one.step(index)
        seen, rewards, ended, cut, _ = other.step(dict.fromkeys(other.agents, index))
        assert one.game.position() == other.game.position()
    assert rewards == one.rewards and all(ended.values()) and not any(cut.values())
    copy = other.clone()
    other.reset()
    copy.reset()
    assert other.snapshot() == copy.snapshot()


def test_a_choice_is_a_whole_number():
    env = make("toybook", raw=True)
    env.reset(seed=1)
    with pytest.raises(IllegalChoice):
        env.step(float(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))


BARE = {"flat": True, "bare": True}


def test_flat_observations_have_the_dict_around_them_unless_bare():
    env, bare = make("toybook", raw=True, flat=True), make("toybook", raw=True, **BARE)
    for one in (env, bare):
        one.reset(seed=1)
    agent = env.agent_selection
    seen = env.observe(agent)
    np.testing.assert_array_equal(seen["observation"], bare.observe(agent))
    np.testing.assert_array_equal(seen["action_mask"], bare.infos[agent]["action_mask"])
    assert env.observation_space(agent).contains(seen)


@pytest.mark.parametrize("bare", [False, True])
def test_infos_hold_the_mask(bare):
    """Where AgileRL looks for it; with ``bare`` it stands nowhere else."""
    options = BARE if bare else {}
    one, other = make("toybook", raw=True, **options), make_parallel("toybook", **options)
    one.reset(seed=3)
    seen, infos = other.reset(seed=3)
    rng = np.random.default_rng(3)
    while other.agents:
        for agent in other.agents:
            decides = agent == one.agent_selection
            no_op = np.eye(1, other.layout.n, dtype=np.int8)[0]
            mask = one.infos[agent]["action_mask"]
            assert mask.dtype == np.int8 and mask.any() == decides
            np.testing.assert_array_equal(infos[agent]["action_mask"], mask if decides else no_op)
            if bare:
                assert isinstance(other.observation_space(agent), spaces.Box)
                np.testing.assert_array_equal(one.observe(agent), seen[agent])
            else:
                np.testing.assert_array_equal(one.observe(agent)["action_mask"], mask)
                np.testing.assert_array_equal(seen[agent]["action_mask"], infos[agent]["action_mask"])
            assert other.observation_space(agent).contains(seen[agent])
        index = int(rng.choice(np.flatnonzero(infos[other.decider]["action_mask"])))
        one.step(index)
        seen, _, _, _, infos = other.step({other.decider: index})
    for agent, info in infos.items():
        assert info["ending"] and info["action_mask"].tolist() == np.eye(1, other.layout.n)[0].tolist()
        assert not one.infos[agent]["action_mask"].any()


@quiet
@pytest.mark.parametrize(
    "options",
    [BARE, {"flat": True}, {"bare": True}, {"numbered": True}],
    ids=["flat and bare", "flat", "bare", "numbered"],
)
def test_api_of_other_forms(options):
    api_test(make("toybook", raw=True, **options), num_cycles=60)
    parallel_api_test(make_parallel("toybook", illegal="random_legal", **options), num_cycles=60)


@quiet
def test_state_is_what_all_sides_see():
    env = make("toybook")
    with pytest.raises(NotReset, match=r"reset\(\) before state\(\)"):
        env.unwrapped.state()
    env.reset(seed=2)
    flat, size = make("toybook", raw=True, **BARE), env.unwrapped.layout.flat_size
    flat.reset(seed=2)
    whole = flat.state()
    assert whole.shape == flat.state_space.shape == (3 * size,) and whole.dtype == np.float32
    for side in range(3):
        np.testing.assert_array_equal(whole[side * size : (side + 1) * size], flat.observe(f"side{side}_unit0"))
    np.testing.assert_array_equal(env.unwrapped.state(), whole)
    state_test(make("toybook", illegal="random_legal"), make_parallel("toybook", illegal="random_legal"), 30)


@pytest.mark.parametrize(
    ("control", "first", "sides"), [("unit", "side0_0", ["side0", "side1", "side2"]), ("side", "side_0", ["side"])]
)
def test_numbered_agents_play_the_same_game_in_groups(control, first, sides):
    """``<name>_<int>``: libraries that group agents by what stands before the number have a group for each side."""
    named, numbered = (make("toybook", raw=True, control=control, numbered=value) for value in (False, True))
    assert numbered.possible_agents[0] == first
    assert sorted({agent.rpartition("_")[0] for agent in numbered.possible_agents}) == sides
    assert all(agent.rpartition("_")[2].isdigit() for agent in numbered.possible_agents)
    for env in (named, numbered):
        assert list(env.group_map) == ["side0", "side1", "side2"]
        assert [agent for group in env.group_map.values() for agent in group] == env.possible_agents
    new = dict(zip(named.possible_agents, numbered.possible_agents, strict=True))
    for env in (named, numbered):
        env.reset(seed=2)
    rng = np.random.default_rng(0)
    while not named.game.over:
        assert numbered.agent_selection == new[named.agent_selection]
        index = int(rng.choice(named.game.legal()))
        named.step(index)
        numbered.step(index)
    assert numbered.rewards == {new[agent]: reward for agent, reward in named.rewards.items()}


@quiet
@pytest.mark.parametrize("wrapper", ["pad_observations_v0", "agent_indicator_v0", "flatten_v0", "frame_stack_v2",
                                     "normalize_obs_v0", "black_death_v3"])  # fmt: skip
def test_supersuit_wraps_bare_observations(wrapper):
    supersuit = pytest.importorskip("supersuit", reason="SuperSuit is not installed")
    env = getattr(supersuit, wrapper)(make_parallel("toybook", **BARE))
    _, infos = env.reset(seed=1)
    for _ in range(30):
        choices = {agent: int(np.flatnonzero(infos[agent]["action_mask"])[0]) for agent in env.agents}
        seen, *_, infos = env.step(choices)
    assert all(env.observation_space(agent).shape == np.shape(seen[agent]) for agent in env.agents)


@quiet
def test_agilerl_finds_the_masks():
    pytest.importorskip("agilerl", reason="AgileRL is not installed")
    from agilerl.algorithms import IPPO

    env = make_parallel("toybook", flat=True)
    agents = env.possible_agents
    learner = IPPO(
        observation_spaces=[env.observation_space(agent) for agent in agents],
        action_spaces=[env.action_space(agent) for agent in agents],
        agent_ids=agents,
    )
    seen, infos = env.reset(seed=1)
    lists = {agent: {"action_mask": info["action_mask"].tolist()} for agent, info in infos.items()}
    choices, *_ = learner.get_action(
        obs=seen, infos=lists
    )  # IPPO 2.58.0 compares masks with None, which arrays cannot be
    assert infos[env.decider]["action_mask"][int(np.ravel(choices[env.decider])[0])] == 1

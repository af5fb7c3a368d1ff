"""``sight="unit"``: agents that see what their own unit perceives; the same games, masks and state otherwise."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test
from starts import EVERY, SMALL, starts

from tactica.envs import aec, make, make_vec, parallel
from tactica.envs.apis.common_view import CommonView
from tactica.envs.engine.spaces import Layout, LayoutMismatch
from tactica.envs.engine.varying import varying_numbers

quiet = pytest.mark.filterwarnings("ignore:.*", "ignore::UserWarning", "ignore::DeprecationWarning")
PARTS = ("grid", "units", "context")


def made(name, face=aec, **options):
    ruleset, pool = starts(name)
    return face(ruleset, scenario=pool, **options)


def same(one, other):
    """Whether two observations are equal, byte for byte."""
    return all(one[part].tobytes() == other[part].tobytes() for part in PARTS)


# --- PettingZoo --------------------------------------------------------------------------------------------------------


@quiet
@pytest.mark.parametrize("raw", [True, False])
@pytest.mark.parametrize("name", SMALL)
def test_api(name, raw):
    api_test(made(name, raw=raw, sight="unit"), num_cycles=40)


@quiet
@pytest.mark.parametrize("flat", [False, "varying"])
@pytest.mark.parametrize("name", SMALL)
def test_parallel_api(name, flat):
    parallel_api_test(made(name, parallel, sight="unit", flat=flat), num_cycles=40)


@pytest.mark.parametrize("name", EVERY)
def test_agents_see_as_their_unit_in_the_same_games(name):
    """Of a whole battle: masks, rewards and the central state are those of ``sight="side"``; both interfaces show the same."""
    one, other, side = (
        made(name, raw=True, sight="unit"), made(name, parallel, sight="unit"), made(name, raw=True),
    )  # fmt: skip
    one.reset(seed=4)
    side.reset(seed=4)
    seen, _ = other.reset(seed=4)
    rng, steps, narrower = np.random.default_rng(0), 0, 0
    while not one.game.over and steps < 60:
        steps += 1
        assert one.agent_selection == side.agent_selection == other.decider
        mask = one.observe(one.agent_selection)["action_mask"]
        assert mask.tobytes() == side.observe(one.agent_selection)["action_mask"].tobytes()
        assert one.state().tobytes() == side.state().tobytes() == other.state().tobytes()
        for row, agent in enumerate(one.table.by_row):
            own = one.observe(agent)["observation"]
            assert same(own, seen[agent]["observation"])
            assert same(own, one.game.observe(one.table.side_of[agent], row))
            assert one.observation_space(agent).contains(one.observe(agent))
            narrower += not same(own, side.observe(agent)["observation"])
        action = int(rng.choice(np.flatnonzero(mask)))
        one.step(action)
        side.step(action)
        seen, *_ = other.step({other.decider: action})
    assert one.rewards == side.rewards
    assert steps > 1 and (narrower or not name.startswith("tow") or name == "tow/tiny")


@pytest.mark.parametrize("name", SMALL)
def test_what_flat_varying_leaves_out_never_changes_for_any_unit(name):
    """Fewer numbers are left out than with ``sight="side"``: friends are not always shown."""
    _, pool = starts(name)
    env = made(name, raw=True, sight="unit")
    gone, gone_side = (
        np.setdiff1d(np.arange(layout.flat_size), varying_numbers(layout, pool))
        for layout in (env.layout, made(name, raw=True).layout)
    )
    assert gone.size and set(gone.tolist()) <= set(gone_side.tolist())
    rng, first = np.random.default_rng(5), None
    env.reset(seed=1)
    for _ in range(40):
        for row, agent in enumerate(env.table.by_row):
            seen = env.layout.flatten(env.game.observe(env.table.side_of[agent], row))[gone]
            first = seen if first is None else first
            np.testing.assert_array_equal(seen, first)
        if env.game.over:
            break
        env.step(int(rng.choice(env.game.legal())))


def test_copies_and_snapshots_go_on_with_it():
    """Clones and pickles see alike; a snapshot does not fit an environment of another sight."""
    env = made("toybook", raw=True, sight="unit")
    env.reset(seed=3)
    env.step(int(env.game.legal()[0]))
    for twin in (env.clone(), pickle.loads(pickle.dumps(env))):
        assert twin.layout.sight == "unit" and twin.table.lookers == env.table.lookers
        for agent in env.agents:
            assert same(env.observe(agent)["observation"], twin.observe(agent)["observation"])
    other = made("toybook", raw=True)
    other.reset(seed=3)
    with pytest.raises(ValueError, match="layout"):
        other.restore(env.snapshot())


# --- one learner -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_a_learner_sees_as_the_unit_that_decides(name):
    """``make`` and ``make_vec`` with ``sight="unit"``: the own sight of the unit that is asked, in the same games."""
    one, side = (made(name, make_vec, num_envs=3, opponent=None, seed=2, sight=sight) for sight in ("unit", "side"))
    alone = made(name, make, opponent=None, sight="unit")
    seen, _ = one.reset()
    whole, _ = side.reset()
    first, _ = alone.reset(seed=2)
    rng = np.random.default_rng(0)
    for _ in range(25):
        assert seen["action_mask"].tobytes() == whole["action_mask"].tobytes()
        for slot in range(3):
            game = one.game(slot)
            wanted = game.observe(game.side, game.decider)
            assert same({part: seen[part][slot] for part in PARTS}, wanted)
        assert same(first, {part: seen[part][0] for part in PARTS})
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        seen, *_, over, _, _ = one.step(actions)
        whole, *_ = side.step(actions)
        if over[0]:
            break
        first, *_ = alone.step(int(actions[0]))


# --- what is refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", [aec, parallel, make, make_vec])
@pytest.mark.parametrize("sight", ["units", "", None, 1, ["unit"]])
def test_another_sight_is_refused(face, sight):
    with pytest.raises(ValueError, match=r"^sight .* is not one of 'side', 'unit'$"):
        made("toybook", face, sight=sight)


@pytest.mark.parametrize("face", [aec, parallel])
def test_sides_as_agents_have_no_unit_to_look_by(face):
    with pytest.raises(ValueError, match=r"^sight='unit' needs agents that are units; leave out control='side'"):
        made("toybook", face, control="side", sight="unit")
    ruleset, pool = starts("toybook")
    with pytest.raises(ValueError, match=r"^sight='unit' needs agents that are units"):
        made("toybook", face, control="side", layout=Layout.covering(ruleset, pool.states, sight="unit"))


def test_layouts_of_another_sight_do_not_fit():
    """A layout keeps its sight in copies and checkpoints, and one that shows what sides know has the hash it always had."""
    ruleset, pool = starts("toybook")
    side, unit = (Layout.covering(ruleset, pool.states, sight=sight) for sight in ("side", "unit"))
    assert "sight" not in side.to_dict() and side.hash == Layout.covering(ruleset, pool.states).hash != unit.hash
    for layout in (side, unit):
        again = Layout.from_dict({**layout.to_dict(), "hash": layout.hash})
        assert again == layout == pickle.loads(pickle.dumps(layout)) and again.sight == layout.sight
    with pytest.raises(LayoutMismatch, match="sight was 'unit', is 'side'"):
        side.require(unit)
    with pytest.raises(LayoutMismatch, match="sight='unit', but the layout given shows what sides know"):
        made("toybook", layout=side, sight="unit")


def test_the_common_view_is_that_of_sides():
    with pytest.raises(ValueError, match=r"CommonView shows what a side knows"):
        CommonView(made("toybook", make_vec, num_envs=1, sight="unit"))


@pytest.mark.parametrize("unit", [-2, 1000, "0", 1.5])
def test_a_game_has_no_such_unit(unit):
    env = made("toybook", raw=True)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"is not a unit of side 0: 0"):
        env.game.observe(0, unit)
    with pytest.raises(ValueError, match=r"is not a unit of side 1"):
        env.game.observe(1, 0)


# --- TorchRL -----------------------------------------------------------------------------------------------------------


@quiet
@pytest.mark.parametrize("face", [aec, parallel])
def test_torchrls_own_check(face):
    wrappers = pytest.importorskip("torchrl.envs.libs.pettingzoo", reason="TorchRL is not installed")
    utils = pytest.importorskip("torchrl.envs.utils", reason="TorchRL is not installed")
    env = made("toybook", face, sight="unit", flat=True, numbered=True)
    env = wrappers.PettingZooWrapper(env, use_mask=True, seed=1)
    utils.check_env_specs(env)
    assert env.rollout(20).batch_size == (20,)
